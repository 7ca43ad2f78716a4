"""The list of recent files is bounded, survives damage, and keeps missing files."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from orbat.data import folders
from orbat.session.files import WriteFailed, set_aside
from orbat.session.recent import FILE_NAME, MAX_RECENT, add_recent, read_recent, remove_recent, write_recent

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)


def _opened(folder: Path, *names: str) -> None:
    for number, name in enumerate(names):
        files = add_recent(read_recent(folder).files, folder / name, NOON + timedelta(minutes=number))
        write_recent(folder, [(file.path, file.opened) for file in files])


def test_last_opened_file_is_first_and_listed_once(tmp_path: Path) -> None:
    """Opening a file again moves it to the top, however its folder is written."""
    _opened(tmp_path, "a.yaml", "Севастополь\udcff.yaml", "x/../a.yaml")
    read = read_recent(tmp_path)
    assert [file.path.name for file in read.files] == ["a.yaml", "Севастополь\udcff.yaml"]
    assert read.files[0].opened == NOON + timedelta(minutes=2)
    assert read.damaged is None
    assert [file.path.name for file in remove_recent(read.files, tmp_path / "a.yaml")] == ["Севастополь\udcff.yaml"]


def test_the_list_has_thirty_files_at_most(tmp_path: Path) -> None:
    """The oldest entries are dropped."""
    _opened(tmp_path, *(f"{number}.yaml" for number in range(MAX_RECENT + 5)))
    assert [file.path.name for file in read_recent(tmp_path).files] == [
        f"{n}.yaml" for n in range(MAX_RECENT + 4, 4, -1)
    ]


def test_missing_files_are_marked_and_kept(tmp_path: Path) -> None:
    """Their drive may only be unplugged."""
    (tmp_path / "here.yaml").touch()
    _opened(tmp_path, "here.yaml", "away.yaml")
    assert [(file.path.name, file.missing) for file in read_recent(tmp_path).files] == [
        ("away.yaml", True),
        ("here.yaml", False),
    ]


GOOD = b'{"path": "/a.yaml", "opened": "2025-06-18T12:00:00+00:00"}'


@pytest.mark.parametrize(
    ("raw", "left"),
    [
        (b"", 0),
        (b"\xff\0", 0),
        (b"[]", 0),
        (b"[" * 100_000, 0),
        (b'{"orbat recent": 2, "files": []}', 0),
        (b'{"orbat recent": 1, "files": {}}', 0),
        (b'{"orbat recent": 1, "files": [3, ' + GOOD + b"]}", 1),
        (b'{"orbat recent": 1, "files": [{"path": "/a", "opened": "noon"}, ' + GOOD + b"]}", 1),
        (b'{"orbat recent": 1, "files": [{"path": "/\\u0000", "opened": "2025-06-18"}]}', 0),
        (b'{"orbat recent": 1, "files": [{"path": "/a", "opened": "2025-06-18"}]}', 0),
    ],
)
def test_damaged_list_is_renamed_not_overwritten(tmp_path: Path, raw: bytes, left: int) -> None:
    """Readable entries are used; the damaged list is renamed, and a new one is written."""
    (tmp_path / FILE_NAME).write_bytes(raw)
    read = read_recent(tmp_path)
    assert len(read.files) == left
    assert read.damaged == tmp_path / FILE_NAME
    assert (tmp_path / FILE_NAME).read_bytes() == raw
    aside = set_aside(read.damaged)
    write_recent(tmp_path, [(file.path, file.opened) for file in read.files])
    assert aside.read_bytes() == raw
    assert read_recent(tmp_path) == read.__class__(read.files)


def test_unwritable_list_raises_write_failed(tmp_path: Path) -> None:
    """Without a usable state folder, writing fails with a message and reading returns an empty list."""
    (tmp_path / "file").touch()
    assert read_recent(tmp_path / "file").files == ()
    with pytest.raises(WriteFailed):
        write_recent(tmp_path / "file", [])
    (tmp_path / FILE_NAME).mkdir()
    assert read_recent(tmp_path).damaged == tmp_path / FILE_NAME
    with pytest.raises(WriteFailed):
        write_recent(tmp_path, [])


def test_location_of_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in ORBAT_HOME if that is set, otherwise in the system's folder for state."""
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path))
    assert folders.state() == tmp_path / "state"
    monkeypatch.delenv("ORBAT_HOME")
    assert folders.state().name in ("orbat", "Logs", "State")
