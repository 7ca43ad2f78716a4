"""A second builder on the same file notices the first."""

from __future__ import annotations

import os
from pathlib import Path

from orbat.session.open_files import STALE_SECONDS, OpenFile


def test_a_file_is_open_in_one_builder(tmp_path: Path) -> None:
    """Also through a link. The mark moves with the builder, and vanishes with it."""
    marks, file, other = tmp_path / "open", tmp_path / "a.yaml", tmp_path / "b.yaml"
    file.touch()
    (tmp_path / "link.yaml").symlink_to(file)
    first, second = OpenFile(marks), OpenFile(marks)
    assert first.move_to(file)
    assert first.move_to(file)
    assert not second.move_to(file)
    assert not second.move_to(tmp_path / "link.yaml")
    assert second.move_to(other)
    assert first.move_to(None)
    assert second.move_to(file)
    assert first.move_to(other)
    first.close()
    second.close()
    assert list(marks.iterdir()) == []


def test_a_file_that_cannot_be_marked_is_free(tmp_path: Path) -> None:
    (tmp_path / "open").touch()
    assert OpenFile(tmp_path / "open").move_to(tmp_path / "a.yaml")
    assert OpenFile(tmp_path / "marks").move_to(Path("\0"))


def test_marks_of_crashed_builders_are_removed_after_a_day(tmp_path: Path) -> None:
    old, new = tmp_path / "old.lock", tmp_path / "new.lock"
    for mark, age in ((old, STALE_SECONDS + 60), (new, STALE_SECONDS - 60)):
        mark.touch()
        os.utime(mark, (mark.stat().st_mtime - age,) * 2)
    builder = OpenFile(tmp_path)
    builder.move_to(tmp_path / "a.yaml")
    assert not old.exists()
    assert new.exists()
    builder.close()
