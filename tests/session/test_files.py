"""Files are written atomically, and the previous content is kept as a backup."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from orbat.session import files
from orbat.session.files import STALE_SECONDS, WriteFailed, file_name, remove_stale_files, write


def test_a_new_file_is_written_without_a_backup(tmp_path: Path) -> None:
    """A new file has no backup, and no temporary file is left."""
    write(tmp_path / "army.yaml", b"one\n")
    assert (tmp_path / "army.yaml").read_bytes() == b"one\n"
    assert [path.name for path in tmp_path.iterdir()] == ["army.yaml"]


def test_previous_content_is_kept_as_a_backup(tmp_path: Path) -> None:
    """Each save replaces the backup by the previous content."""
    path = tmp_path / "army.yaml"
    for content in (b"one\n", b"two\n", b"three\n"):
        write(path, content)
    assert path.read_bytes() == b"three\n"
    assert (tmp_path / "army.yaml.bak").read_bytes() == b"two\n"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["army.yaml", "army.yaml.bak"]


def test_saving_unchanged_content_keeps_the_backup(tmp_path: Path) -> None:
    """A save without changes writes nothing, so that the backup is still the version before the last change."""
    path = tmp_path / "army.yaml"
    write(path, b"one\n")
    write(path, b"two\n")
    before = path.stat()
    write(path, b"two\n")
    assert (tmp_path / "army.yaml.bak").read_bytes() == b"one\n"
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_backup_can_be_turned_off(tmp_path: Path) -> None:
    """Printed sheets are replaced without a backup."""
    write(tmp_path / "sheet.pdf", b"one", backup=False)
    write(tmp_path / "sheet.pdf", b"two", backup=False)
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


def test_any_bytes_can_be_written(tmp_path: Path) -> None:
    """The content is stored byte for byte."""
    for content in (b"", b"\r\n", bytes(range(256)) * 5000):
        write(tmp_path / "file", content, backup=False)
        assert (tmp_path / "file").read_bytes() == content


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_permissions_are_preserved(tmp_path: Path) -> None:
    """A private file and its backup stay private; a new file gets the default permissions."""
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
def test_links_are_followed_and_preserved(tmp_path: Path) -> None:
    """The target of a link is written, and the link is unchanged."""
    real = tmp_path / "real"
    real.mkdir()
    (real / "army.yaml").write_bytes(b"one")
    (tmp_path / "link.yaml").symlink_to(real / "army.yaml")
    write(tmp_path / "link.yaml", b"two")
    assert (tmp_path / "link.yaml").is_symlink()
    assert (real / "army.yaml").read_bytes() == b"two"
    assert (real / "army.yaml.bak").read_bytes() == b"one"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("folder", "is a folder; choose a file name"),
        ("missing/army.yaml", "no such file or directory; save under another name or elsewhere"),
        ("file/army.yaml", "not a directory; save under another name or elsewhere"),
        ("n" * 300, "file name too long; save under another name or elsewhere"),
        ("nul\0", "the name cannot be used; save under another name or elsewhere"),
    ],
)
def test_failed_write_reports_reason_and_remedy(tmp_path: Path, name: str, reason: str) -> None:
    """One message gives the reason and what to do; nothing else in the folder changes."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(WriteFailed) as failed:
        write(tmp_path / name, b"yours")
    assert str(failed.value).endswith(reason)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_failed_backup_prevents_the_save(tmp_path: Path) -> None:
    """If the previous content cannot be kept, the new content is not written."""
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
def test_file_name_from_a_title(title: str, name: str) -> None:
    """Letters of all scripts are kept, other characters become spaces, and reserved names get a suffix."""
    assert file_name(title, ".yaml") == name


def test_long_titles_are_cut_between_characters() -> None:
    """Any title gives a file name of valid length, without a broken character at the end."""
    for letter in ("n", "ю", "中"):
        made = file_name(letter * 400, ".yaml")
        assert len(made.encode()) <= 130
        assert set(made.removesuffix(".yaml")) == {letter}


def test_stale_temporary_files_are_removed(tmp_path: Path) -> None:
    """Old temporary files are removed; recent ones may still be in use."""
    old, young = tmp_path / ".orbat-old.tmp", tmp_path / ".orbat-young.tmp"
    for left in (old, young):
        left.write_text("half", encoding="utf-8")
    long_ago = young.stat().st_mtime - STALE_SECONDS - 1
    os.utime(old, (long_ago, long_ago))
    remove_stale_files(tmp_path)
    assert not old.exists()
    assert young.exists()


@pytest.mark.parametrize(("refusals", "is_written"), [(4, True), (5, False)])
def test_a_file_that_is_open_on_windows_is_replaced_after_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusals: int, is_written: bool
) -> None:
    """Windows does not replace a file while a virus scanner reads it. Simulated."""
    file = tmp_path / "army.yaml"
    file.write_bytes(b"old")
    tries: list[float] = []
    replace = Path.replace

    def sometimes(self: Path, target: Path) -> Path:
        if len(tries) == refusals:
            return replace(self, target)
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(files, "IS_WINDOWS", True)
    monkeypatch.setattr("time.sleep", tries.append)
    monkeypatch.setattr(Path, "replace", sometimes)
    if is_written:
        write(file, b"new", backup=False)
    else:
        with pytest.raises(WriteFailed, match="access is denied"):
            write(file, b"new", backup=False)
    assert file.read_bytes() == (b"new" if is_written else b"old")
    assert [one.name for one in tmp_path.iterdir()] == ["army.yaml"]
