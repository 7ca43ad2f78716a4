"""Commands about steps, files and leaving, without an app."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.tui.commands import files
from orbat.tui.screens.print_options import AskPrint
from orbat.tui.steps import army
from orbat.tui.views.print_options import PrintRequest


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def renamed(host: FakeHost, *titles: str) -> None:
    """Take a step for each title."""
    for title in titles:
        host.do(army.rename(host.now, title))


def test_steps_are_taken_back_and_done_again(host: FakeHost) -> None:
    renamed(host, "One", "Two")
    files.undo(host)
    assert host.now.orbat.title == "One"
    files.redo(host)
    assert host.now.orbat.title == "Two"
    host.answers = ["0"]
    files.history(host)
    assert host.now.orbat.title == "Light Division"


def test_without_a_file_a_save_asks_for_its_name(host: FakeHost, tmp_path: Path) -> None:
    host.answers = ["alma"]
    files.save(host)
    file = tmp_path / "alma.yaml"
    assert host.now.file == file
    assert not host.now.unsaved
    assert host.written == [file], "it is journalled before it is written"
    assert file.read_text(encoding="utf-8").startswith("orbat: 1")
    assert host.said == [f"Saved {file}"]


def test_a_file_that_is_there_is_overwritten_only_when_it_is_asked_for(host: FakeHost, tmp_path: Path) -> None:
    (tmp_path / "alma.yaml").write_text("mine", encoding="utf-8")
    host.answers = ["alma", "back"]
    files.save_as(host)
    assert (tmp_path / "alma.yaml").read_text(encoding="utf-8") == "mine"
    host.answers = ["alma", "over"]
    files.save_as(host)
    assert host.now.file == tmp_path / "alma.yaml"


def test_a_file_that_another_program_changed_is_asked_about(host: FakeHost, tmp_path: Path) -> None:
    file = tmp_path / "alma.yaml"
    host.answers = ["alma"]
    files.save(host)
    file.write_text("changed", encoding="utf-8")
    host.answers = ["back"]
    files.save(host)
    assert host.asked[-1] == f"{file} was changed by another program since it was read."
    assert file.read_text(encoding="utf-8") == "changed"


def test_an_ending_that_is_not_written_is_refused(host: FakeHost, tmp_path: Path) -> None:
    host.answers = ["army.doc", "army.txt"]
    files.export(host)
    assert ".doc is no format that orbat writes" in host.refused[0]
    assert "Light Division" in (tmp_path / "army.txt").read_text(encoding="utf-8")


def test_the_sheets_wanted_are_printed(host: FakeHost, tmp_path: Path) -> None:
    host.answers = [PrintRequest(("orbat",)), "army.pdf"]
    files.print_sheets(host)
    assert isinstance(host.shown[0], AskPrint)
    assert (tmp_path / "army.pdf").read_bytes().startswith(b"%PDF")


def test_the_army_is_copied_as_text(host: FakeHost) -> None:
    files.clip(host)
    assert "7th Royal Fusiliers" in host.fake.copied


def test_escape_clears_one_thing_at_a_time_and_then_leaves(host: FakeHost) -> None:
    """What is typed, with the focus there or not; then back to the tree; then the marks."""
    panes = host.fake_panes
    panes.pane, panes.typed = "filter", "line"
    files.leave(host)
    assert (panes.pane, panes.typed) == ("army-list", "")
    panes.typed = "line"
    files.leave(host)
    assert (panes.pane, panes.typed) == ("army-list", "")
    files.leave(host)
    assert panes.pane == "tree"
    host.show_state(replace(host.now, marked=frozenset({("formations", 0)}), saved=host.now.orbat))
    files.leave(host)
    assert not host.now.marked
    assert not host.closed
    files.leave(host)
    assert host.closed


def test_edits_that_are_not_saved_are_asked_about_before_leaving(host: FakeHost) -> None:
    files.quit_orbat(host)
    assert host.asked == ["There are edits that are not saved."]
    assert not host.closed
    host.answers = ["discard"]
    files.quit_orbat(host)
    assert host.closed
    assert host.fake.left


def test_saving_before_leaving_leaves_only_when_it_was_saved(host: FakeHost) -> None:
    host.answers = ["save"]
    files.leave(host)
    assert not host.closed, "no name was given"
    host.answers = ["save", "alma"]
    files.leave(host)
    assert host.closed
