"""Each save stores a version; the last twenty are kept, and none is overwritten."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from orbat.data.problem import Problem
from orbat.session.files import WriteFailed, set_aside
from orbat.session.versions import MAX_VERSIONS, Version, read_versions, save_version, versions_folder

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)


def _kept(folder: Path, path: Path, texts: list[str]) -> tuple[Version, ...]:
    place = versions_folder(folder, path)
    for number, text in enumerate(texts):
        assert save_version(place, path, text, NOON + timedelta(minutes=number)) == ""
    found = read_versions(place)
    assert found.damaged == ()
    return found.versions


def test_the_last_twenty_saves_are_kept_newest_first(tmp_path: Path) -> None:
    """Each version has its exact text, time and size; older ones are removed."""
    texts = [f"title: Álma {number}\r\n" for number in range(MAX_VERSIONS + 5)]
    found = _kept(tmp_path, tmp_path / "alma.yaml", texts)
    assert [one.text() for one in found] == texts[:-21:-1]
    assert found[0].at == NOON + timedelta(minutes=MAX_VERSIONS + 4)
    assert [one.size for one in found] == [len(text.encode()) for text in texts[:-21:-1]]


def test_unchanged_text_adds_no_version(tmp_path: Path) -> None:
    """Saving without changes adds no version; returning to an earlier text does."""
    found = _kept(tmp_path, tmp_path / "alma.yaml", ["a", "a", "b", "b", "a"])
    assert [one.text() for one in found] == ["a", "b", "a"]


def test_versions_are_stored_by_resolved_path(tmp_path: Path) -> None:
    """Files with the same name in two folders are separate; a path with `..` or a link is the same file."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").symlink_to(tmp_path / "a")
    one = versions_folder(tmp_path, tmp_path / "a" / "alma.yaml")
    assert versions_folder(tmp_path, tmp_path / "b" / ".." / "a" / "alma.yaml") == one
    assert versions_folder(tmp_path, tmp_path / "b" / "alma.yaml") == one
    assert versions_folder(tmp_path, tmp_path / "alma.yaml") != one
    assert one.name.startswith("alma-")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    assert versions_folder(tmp_path, tmp_path / "round" / "x").name.startswith("x-")
    assert len(versions_folder(tmp_path, Path("Севастополь: *?" * 40)).name) < 80


@pytest.mark.parametrize("raw", [b"", b"a", b"\xff\xfe\0", b"new\0"])
def test_damaged_versions_are_reported(tmp_path: Path, raw: bytes) -> None:
    """A version whose content changed is listed as damaged and can be renamed; the others are available."""
    path = tmp_path / "alma.yaml"
    found = _kept(tmp_path, path, ["old", "new"])
    found[0].path.write_bytes(raw)
    assert isinstance(found[0].text(), Problem)
    place = versions_folder(tmp_path, path)
    read = read_versions(place)
    assert [one.text() for one in read.versions] == ["old"]
    assert read.damaged == (found[0].path,)
    save_version(place, path, "newer", NOON)
    assert found[0].path.read_bytes() == raw
    aside = set_aside(found[0].path)
    assert aside.read_bytes() == raw
    assert [one.text() for one in read_versions(place).versions] == ["newer", "old"]
    assert read_versions(place).damaged == ()


def test_file_in_place_of_the_folder_is_renamed(tmp_path: Path) -> None:
    """The user is told, and the version is stored."""
    path = tmp_path / "alma.yaml"
    place = versions_folder(tmp_path, path)
    place.write_bytes(b"no folder")
    assert read_versions(place).damaged == (place,)
    note = save_version(place, path, "text", NOON)
    assert note.endswith(".damaged")
    assert (tmp_path / f"{place.name}.damaged").read_bytes() == b"no folder"
    assert [one.text() for one in read_versions(place).versions] == ["text"]


def test_other_files_in_the_folder_are_ignored(tmp_path: Path) -> None:
    """Only files named as versions are listed, counted or removed."""
    path = tmp_path / "alma.yaml"
    place = versions_folder(tmp_path, path)
    place.mkdir()
    (place / "000001_copy.yaml").write_text("mine")
    found = _kept(tmp_path, path, [str(number) for number in range(MAX_VERSIONS + 3)])
    assert len(found) == MAX_VERSIONS
    assert (place / "000001_copy.yaml").read_text() == "mine"
    assert read_versions(tmp_path / "nothing here").versions == ()


def test_failed_version_raises_write_failed(tmp_path: Path) -> None:
    """A failed write raises an error with a message, and a missing version gives a problem."""
    (tmp_path / "versions").write_text("in the way")
    with pytest.raises(WriteFailed):
        save_version(tmp_path / "versions" / "alma-1", tmp_path / "alma.yaml", "text", NOON)
    found = _kept(tmp_path, tmp_path / "alma.yaml", ["a"])
    found[0].path.unlink()
    assert isinstance(found[0].text(), Problem)


def test_renamed_damaged_files_get_unique_names(tmp_path: Path) -> None:
    """Repeated damage gives different names; a failed rename is reported."""
    for content in ("first", "second", "third"):
        (tmp_path / "list.json").write_text(content)
        set_aside(tmp_path / "list.json")
    names = ("list.json.damaged", "list.json.damaged-2", "list.json.damaged-3")
    assert [(tmp_path / name).read_text() for name in names] == ["first", "second", "third"]
    with pytest.raises(WriteFailed):
        set_aside(tmp_path / "gone")
