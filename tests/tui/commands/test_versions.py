"""Saved versions of a file: list, compare and restore, on a fake host."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.tui.commands import files, versions
from orbat.tui.steps import army


@pytest.fixture(autouse=True)
def _working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_versions_that_is_said(host: FakeHost) -> None:
    versions.versions(host)
    assert host.said == ["There are no earlier versions. Each save adds a version."]


def test_version_is_compared_and_restored_as_one_step(host: FakeHost) -> None:
    host.answers = ["alma"]
    files.save(host)
    host.do(army.rename(host.now, "Another title"))
    host.answers = ["0", "back"]
    versions.versions(host)
    assert any("Another title" in line.name for line in host.lines)
    assert host.now.orbat.title == "Another title"
    host.answers = ["0", "restore"]
    versions.versions(host)
    assert host.now.orbat.title == "Light Division"
    assert host.now.history.undo_name.startswith("restore ")


def test_long_change_is_wrapped(host: FakeHost) -> None:
    title = "The crossing of the river and the storming of the breastwork above it, at last"
    host.answers = ["alma"]
    files.save(host)
    host.do(army.rename(host.now, title))
    host.answers = ["0"]
    versions.versions(host)
    assert title in " ".join(line.name for line in host.lines)
    assert all(len(line.name) <= versions.WIDTH for line in host.lines)


def test_each_version_shows_its_points_newest_first(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, None))
    host.answers = ["alma"]
    files.save(host)
    host.do(army.set_game_size(host.now, 400))
    files.save(host)
    versions.versions(host)
    total = host.now.quote.total
    assert [line.columns for line in host.lines] == [(f"{total} of 400 points",), (f"{total} points",)]


def test_unchanged_version_has_nothing_to_restore(host: FakeHost) -> None:
    host.answers = ["alma"]
    files.save(host)
    host.answers = ["0"]
    versions.versions(host)
    assert host.asked[-1].startswith("No changes since ")
    assert not host.lines
