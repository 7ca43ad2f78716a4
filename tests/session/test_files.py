"""A file is written whole or not at all, with the earlier one kept beside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from orbat.session.files import STALE_SECONDS, WriteFailed, file_name, remove_stale_files, write


def test_a_new_file_is_written_without_a_backup(tmp_path: Path) -> None:
    """Where there was nothing there is nothing to keep, and no temporary file stays behind."""
    write(tmp_path / "army.yaml", b"one\n")
    assert (tmp_path / "army.yaml").read_bytes() == b"one\n"
    assert [path.name for path in tmp_path.iterdir()] == ["army.yaml"]


def test_the_earlier_file_is_kept_as_a_backup(tmp_path: Path) -> None:
    """Each save keeps the file as it was before; the backup is always the last one."""
    path = tmp_path / "army.yaml"
    for content in (b"one\n", b"two\n", b"three\n"):
        write(path, content)
    assert path.read_bytes() == b"three\n"
    assert (tmp_path / "army.yaml.bak").read_bytes() == b"two\n"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["army.yaml", "army.yaml.bak"]


def test_saving_the_same_again_keeps_the_backup(tmp_path: Path) -> None:
    """A save that changes nothing writes nothing, so the version before the last change is still there."""
    path = tmp_path / "army.yaml"
    write(path, b"one\n")
    write(path, b"two\n")
    before = path.stat()
    write(path, b"two\n")
    assert (tmp_path / "army.yaml.bak").read_bytes() == b"one\n"
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_what_can_be_made_again_needs_no_backup(tmp_path: Path) -> None:
    """A printed sheet is replaced without one."""
    write(tmp_path / "sheet.pdf", b"one", backup=False)
    write(tmp_path / "sheet.pdf", b"two", backup=False)
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


def test_an_empty_file_and_any_bytes_can_be_written(tmp_path: Path) -> None:
    """What is written is what comes back, byte for byte."""
    for content in (b"", b"\r\n", bytes(range(256)) * 5000):
        write(tmp_path / "file", content, backup=False)
        assert (tmp_path / "file").read_bytes() == content


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_permissions_stay_as_the_owner_set_them(tmp_path: Path) -> None:
    """A private file stays private, its backup too; a new one has what the system gives new files."""
    path = tmp_path / "army.yaml"
    mask = os.umask(0o027)
    try:
        write(path, b"one")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o600)
        write(path, b"two")
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "army.yaml.bak").stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="links need no rights on POSIX")
def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    """Where the name is a link the file behind it is written, and the link still points there."""
    real = tmp_path / "real"
    real.mkdir()
    (real / "army.yaml").write_bytes(b"one")
    (tmp_path / "link.yaml").symlink_to(real / "army.yaml")
    write(tmp_path / "link.yaml", b"two")
    assert (tmp_path / "link.yaml").is_symlink()
    assert (real / "army.yaml").read_bytes() == b"two"
    assert (real / "army.yaml.bak").read_bytes() == b"one"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("folder", "is a folder; name a file"),
        ("missing/army.yaml", "no such file or directory; save under another name or elsewhere"),
        ("file/army.yaml", "not a directory; save under another name or elsewhere"),
        ("n" * 300, "file name too long; save under another name or elsewhere"),
        ("nul\0", "the name cannot be used; save under another name or elsewhere"),
    ],
)
def test_a_failed_write_says_why_and_what_to_do(tmp_path: Path, name: str, says: str) -> None:
    """One message with the reason and a way out; nothing else in the folder changes."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(WriteFailed) as failed:
        write(tmp_path / name, b"yours")
    assert str(failed.value).endswith(says)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_a_failed_backup_stops_the_save(tmp_path: Path) -> None:
    """Where the earlier file cannot be kept the new one is not written either."""
    path = tmp_path / "army.yaml"
    path.write_bytes(b"one")
    (tmp_path / "army.yaml.bak").mkdir()
    with pytest.raises(WriteFailed):
        write(path, b"two")
    assert path.read_bytes() == b"one"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["army.yaml", "army.yaml.bak"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Codrington's brigade", "Codrington's brigade.yaml"),
        ("Севастополь", "Севастополь.yaml"),
        ("Türk, 1. Alay (1855)", "Türk, 1. Alay (1855).yaml"),
        ("a/b\\c:d*e", "a b c d e.yaml"),
        ("  .. spaced .. ", "spaced.yaml"),
        ("", "orbat.yaml"),
        ("🏇", "orbat.yaml"),
        ("CON", "CON orbat.yaml"),
        ("com5", "com5 orbat.yaml"),
        ("console", "console.yaml"),
    ],
)
def test_a_title_becomes_the_name_a_person_expects(title: str, name: str) -> None:
    """Letters of all scripts stay; signs become spaces; what a system reserves gets a word more."""
    assert file_name(title, ".yaml") == name


def test_long_titles_are_cut_between_letters() -> None:
    """A title of any length, in any script, gives a name that fits, with no broken letter at its end."""
    for letter in ("n", "ю", "中"):
        made = file_name(letter * 400, ".yaml")
        assert len(made.encode()) <= 130
        assert set(made.removesuffix(".yaml")) == {letter}


def test_what_a_killed_program_left_half_written_is_removed_later(tmp_path: Path) -> None:
    """A temporary file goes once it is too old to belong to anybody; a young one may still be written to."""
    old, young = tmp_path / ".orbat-old.tmp", tmp_path / ".orbat-young.tmp"
    for left in (old, young):
        left.write_text("half", encoding="utf-8")
    long_ago = young.stat().st_mtime - STALE_SECONDS - 1
    os.utime(old, (long_ago, long_ago))
    remove_stale_files(tmp_path)
    assert not old.exists()
    assert young.exists()
