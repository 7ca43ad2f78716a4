"""Versions of a file: each save keeps one, the last twenty stay, and nothing that is there is ever written over."""

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
    """Each version has the very text, its time and its size; of more than twenty the oldest go."""
    texts = [f"title: Álma {number}\r\n" for number in range(MAX_VERSIONS + 5)]
    found = _kept(tmp_path, tmp_path / "alma.yaml", texts)
    assert [one.text() for one in found] == texts[:-21:-1]
    assert found[0].at == NOON + timedelta(minutes=MAX_VERSIONS + 4)
    assert [one.size for one in found] == [len(text.encode()) for text in texts[:-21:-1]]


def test_the_same_text_is_not_kept_twice_running(tmp_path: Path) -> None:
    """Saving without a change adds no version; going back to an earlier text does."""
    found = _kept(tmp_path, tmp_path / "alma.yaml", ["a", "a", "b", "b", "a"])
    assert [one.text() for one in found] == ["a", "b", "a"]


def test_versions_belong_to_the_file_however_it_is_named(tmp_path: Path) -> None:
    """Two files of one name in two folders are two; a path by way of `..` or a link is the same file."""
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
def test_a_damaged_version_is_set_aside_and_said(tmp_path: Path, raw: bytes) -> None:
    """What is not what was saved is no version; it keeps its bytes under another name, and the others are there."""
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


def test_what_stands_where_the_versions_belong_is_set_aside(tmp_path: Path) -> None:
    """A file in the place of the folder is moved away whole, the player is told, and the version is kept."""
    path = tmp_path / "alma.yaml"
    place = versions_folder(tmp_path, path)
    place.write_bytes(b"no folder")
    assert read_versions(place).damaged == (place,)
    note = save_version(place, path, "text", NOON)
    assert note.endswith(".damaged")
    assert (tmp_path / f"{place.name}.damaged").read_bytes() == b"no folder"
    assert [one.text() for one in read_versions(place).versions] == ["text"]


def test_files_of_others_among_the_versions_stay(tmp_path: Path) -> None:
    """Only what is named as a version is taken for one, counted or dropped."""
    path = tmp_path / "alma.yaml"
    place = versions_folder(tmp_path, path)
    place.mkdir()
    (place / "000001_copy.yaml").write_text("mine")
    found = _kept(tmp_path, path, [str(number) for number in range(MAX_VERSIONS + 3)])
    assert len(found) == MAX_VERSIONS
    assert (place / "000001_copy.yaml").read_text() == "mine"
    assert read_versions(tmp_path / "nothing here").versions == ()


def test_a_version_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    """A failed write is an error with words, and a version that has gone is a problem, not a crash."""
    (tmp_path / "versions").write_text("in the way")
    with pytest.raises(WriteFailed):
        save_version(tmp_path / "versions" / "alma-1", tmp_path / "alma.yaml", "text", NOON)
    found = _kept(tmp_path, tmp_path / "alma.yaml", ["a"])
    found[0].path.unlink()
    assert isinstance(found[0].text(), Problem)


def test_a_file_set_aside_never_takes_the_place_of_another(tmp_path: Path) -> None:
    """Damage upon damage: each file gets a name of its own; what cannot be moved is said."""
    for content in ("first", "second", "third"):
        (tmp_path / "list.json").write_text(content)
        set_aside(tmp_path / "list.json")
    names = ("list.json.damaged", "list.json.damaged-2", "list.json.damaged-3")
    assert [(tmp_path / name).read_text() for name in names] == ["first", "second", "third"]
    with pytest.raises(WriteFailed):
        set_aside(tmp_path / "gone")
