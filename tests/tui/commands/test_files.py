"""Commands for undo, files, printing, export and leaving, on a fake host."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from tests.tui.commands.conftest import FakeHost

from orbat.data.library import Library
from orbat.model.edits import Set, apply, at
from orbat.model.path import OrbatPath
from orbat.pipeline import check
from orbat.tui.commands import files
from orbat.tui.screens.print_options import AskPrint
from orbat.tui.state import StepResult
from orbat.tui.steps import army, formations
from orbat.tui.views.print_options import PrintRequest

BRIGADE: OrbatPath = ("formations", 0, "formations", 0)
UNIT: OrbatPath = (*BRIGADE, "units", 0)


@pytest.fixture(autouse=True)
def _working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def saved(host: FakeHost, tmp_path: Path) -> Path:
    """The army saved in a file, with a comment of its author."""
    host.answers = ["army"]
    files.save(host)
    file = tmp_path / "army.yaml"
    text = file.read_text(encoding="utf-8").replace("orbat: 1\n", "orbat: 1  # kept\n")
    file.write_text(text, encoding="utf-8")
    host.show_state(replace(host.now, original=text))
    host.said.clear()
    return file


def rename(host: FakeHost, *titles: str) -> None:
    for title in titles:
        host.do(army.rename(host.now, title))


# --- history


def test_undo_and_redo(host: FakeHost) -> None:
    rename(host, "One", "Two")
    files.undo(host)
    assert host.now.orbat.title == "One"
    files.redo(host)
    assert host.now.orbat.title == "Two"


def test_history_goes_to_any_step(host: FakeHost) -> None:
    rename(host, "One", "Two")
    host.answers = ["0"]
    files.history(host)
    assert [line.name for line in host.lines] == ["opened", "rename the army", "rename the army"]
    assert host.at == 2, "the cursor is at the current step"
    assert host.now.orbat.title == "Light Division"


def test_undo_and_redo_select_the_changed_item(host: FakeHost) -> None:
    host.select(UNIT)
    host.do(formations.duplicate(host.now))
    copy = host.now.selected
    files.undo(host)
    assert host.now.selected == UNIT
    host.select(())
    files.redo(host)
    assert host.now.selected == copy


# --- saving


def test_save_without_a_file_asks_for_a_name(host: FakeHost, tmp_path: Path) -> None:
    host.answers = ["alma"]
    files.save(host)
    file = tmp_path / "alma.yaml"
    assert host.values == [str(tmp_path / "Light Division.yaml")]
    assert host.now.file == file
    assert not host.now.unsaved
    assert host.written == [file], "the journal is told before the file is written"
    assert file.read_text(encoding="utf-8").startswith("orbat: 1")
    assert host.said == [f"Saved {file}"]


def test_save_keeps_comments(host: FakeHost, saved: Path) -> None:
    rename(host, "Another")
    files.save(host)
    text = saved.read_text(encoding="utf-8")
    assert "# kept" in text
    assert "title: Another" in text


@pytest.mark.parametrize("name", ["other", "other.yml"])
def test_save_as_keeps_comments_and_the_old_file(host: FakeHost, saved: Path, name: str, tmp_path: Path) -> None:
    before = saved.read_bytes()
    rename(host, "Another")
    host.answers = [name]
    files.save_as(host)
    assert host.now.file == tmp_path / (name if "." in name else f"{name}.yaml")
    assert "# kept" in host.now.file.read_text(encoding="utf-8")
    assert saved.read_bytes() == before


@pytest.mark.parametrize("name", ["Inkerman", "Inkerman 5.11", "Inkerman vs. Menshikov"])
def test_name_without_a_suffix_gets_the_default(host: FakeHost, tmp_path: Path, name: str) -> None:
    host.answers = [name]
    files.save_as(host)
    assert host.now.file == tmp_path / f"{name}.yaml"
    host.answers = [name]
    files.export(host)
    assert (tmp_path / f"{name}.txt").exists()


@pytest.mark.parametrize("name", ["", "/"])
def test_impossible_name_is_asked_for_again(host: FakeHost, name: str) -> None:
    host.answers = [name]
    files.save_as(host)
    assert host.refused == ["Type a file name."]


@pytest.mark.parametrize("name", ["file/army.yaml", f"{'x' * 300}.yaml", "army.txt", "~nobody-of-that-name/x.yaml"])
def test_failed_save_keeps_the_name_and_says_why(host: FakeHost, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    host.answers = [name]
    files.save_as(host)
    assert host.faults[1].endswith("Your changes are not lost.")
    assert Path(host.values[1]).name == Path(name).name
    assert host.now.unsaved
    assert host.now.file is None
    host.answers = ["alma"]
    files.save_as(host)
    assert host.faults[2] == ""
    assert not host.now.unsaved


def test_full_disk_is_reported_and_the_old_file_stays(
    host: FakeHost, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    before = saved.read_bytes()
    rename(host, "Another")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        host.answers = ["army.yaml"]
        files.save(host)
    assert "no space left" in host.faults[-1]
    assert host.asked[-2:] == ["Save as", "Save as"], "the army's own file needs no question"
    assert host.now.unsaved
    assert saved.read_bytes() == before
    files.save(host)
    assert not host.now.unsaved


def test_existing_file_is_overwritten_only_after_a_question(host: FakeHost, tmp_path: Path) -> None:
    file = tmp_path / "alma.yaml"
    file.write_text("mine", encoding="utf-8")
    host.answers = ["alma", "back"]
    files.save_as(host)
    assert file.read_text(encoding="utf-8") == "mine"
    assert host.values[-1] == str(file), "the name is asked for again"
    host.answers = ["alma", "overwrite"]
    files.save_as(host)
    assert host.now.file == file


@pytest.mark.parametrize("answer", ["overwrite", "as", "back"])
def test_file_changed_by_another_program_is_asked_about(
    host: FakeHost, saved: Path, answer: str, tmp_path: Path
) -> None:
    rename(host, "Another")
    saved.write_text("changed", encoding="utf-8")
    host.answers = [answer, "other"] if answer == "as" else [answer]
    files.save(host)
    question = f"Another program changed {saved} after it was opened. The file now contains no readable ORBAT."
    assert host.asked[1] == question
    assert (saved.read_text(encoding="utf-8") == "changed") == (answer != "overwrite")
    assert (tmp_path / "other.yaml").exists() == (answer == "as")
    assert host.now.unsaved == (answer == "back")


@pytest.mark.parametrize("answers", [["reload"], ["compare", "reload"]])
def test_changed_file_is_reloaded_as_one_step(host: FakeHost, saved: Path, answers: list[str]) -> None:
    rename(host, "Mine")
    theirs = saved.read_text(encoding="utf-8").replace("title: Light Division", "title: Theirs")
    saved.write_text(theirs, encoding="utf-8")
    host.answers = answers
    files.save(host)
    assert host.now.orbat.title == "Theirs"
    assert not host.now.unsaved
    assert host.now.original == theirs
    files.undo(host)
    assert host.now.orbat.title == "Mine"


def test_changed_file_is_compared_with_the_army(host: FakeHost, saved: Path) -> None:
    host.select(UNIT)
    host.do(formations.delete(host.now))
    saved.write_text(saved.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    host.answers = ["compare", "overwrite"]
    files.save(host)
    assert host.asked[-1] == "Differences between your army and army.yaml:"
    assert any("7th Royal Fusiliers" in line.name for line in host.lines)
    assert "7th Royal Fusiliers" not in saved.read_text(encoding="utf-8")


def test_deleted_file_is_written_again(host: FakeHost, saved: Path) -> None:
    saved.unlink()
    rename(host, "Another")
    files.save(host)
    assert saved.exists()
    assert len(host.asked) == 1, "only the first save asked"


# --- printing and export


@pytest.mark.parametrize("suffix", [".txt", ".md", ".csv", ".json", ".yaml", ".html", ".TXT"])
def test_export_writes_the_same_army(host: FakeHost, tmp_path: Path, library: Library, suffix: str) -> None:
    out = tmp_path / f"out{suffix}"
    host.answers = [str(out)]
    files.export(host)
    assert host.said == [f"Saved {out}. {host.now.report.verdict}."]
    assert host.now.file is None
    report = check(out, library)
    assert report.quote
    assert report.quote.total == host.now.quote.total
    if suffix == ".json":
        assert json.loads(out.read_text(encoding="utf-8"))["title"] == "Light Division"


def test_export_writes_a_scenario(host: FakeHost, tmp_path: Path) -> None:
    out = tmp_path / "out.orbat-mapper.json"
    host.answers = [str(out)]
    files.export(host)
    assert json.loads(out.read_text(encoding="utf-8"))["type"] == "ORBAT-mapper"


def test_export_refuses_unknown_formats_and_the_army_s_own_file(host: FakeHost, saved: Path, tmp_path: Path) -> None:
    host.answers = ["army.docx", ".", str(saved), "army.txt"]
    files.export(host)
    assert host.refused[0].startswith("Cannot export to .docx. Use .txt, ")
    assert "is a folder" in host.refused[1]
    assert "press <save>" in host.refused[2]
    assert "# kept" in saved.read_text(encoding="utf-8")
    assert (tmp_path / "army.txt").exists()


def test_output_to_a_missing_folder_is_reported(host: FakeHost, tmp_path: Path) -> None:
    host.answers = ["no/out.txt"]
    files.export(host)
    assert "was not written" in host.faults[1]
    assert host.values[1] == str(tmp_path / "no" / "out.txt")
    assert not (tmp_path / "no").exists()


def test_chosen_sheets_are_printed(host: FakeHost, tmp_path: Path, library: Library) -> None:
    host.answers = [PrintRequest(("orbat",)), "army.pdf"]
    files.print_sheets(host)
    dialog = host.shown[0]
    assert isinstance(dialog, AskPrint)
    reader = PdfReader(tmp_path / "army.pdf")
    assert [entry.title for entry in reader.outline if not isinstance(entry, list)]
    read = check(tmp_path / "army.pdf", library).orbat
    assert read
    assert at(read, UNIT).size == at(host.now.orbat, UNIT).size


def test_printed_pdf_is_shown_in_the_viewer_on_request(host: FakeHost, tmp_path: Path) -> None:
    host.fake.files.label = "Open"
    host.answers = [PrintRequest(("orbat",)), "army.pdf", "deliver"]
    files.print_sheets(host)
    assert host.fake.files.shown == [tmp_path / "army.pdf"]


def test_names_in_scripts_without_a_font_are_reported(host: FakeHost) -> None:
    rename(host, "清軍")
    host.answers = [PrintRequest(("orbat",)), None]
    files.print_sheets(host)
    assert any("do not have all characters of 清軍" in words for words in host.said)


def test_sheets_are_not_printed_to_other_formats(host: FakeHost, saved: Path) -> None:
    host.answers = [PrintRequest(("orbat",)), str(saved), "army.doc"]
    files.print_sheets(host)
    assert "press <save>" in host.refused[0]
    assert host.refused[1] == "Sheets can be written only as .pdf, not .doc."
    assert not saved.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("answer", "words", "line"),
    [
        ("text", "text", "7th Royal Fusiliers - "),
        ("markdown", "Markdown", "- 7th Royal Fusiliers - "),
        ("bbcode", "BBCode", "[*]7th Royal Fusiliers - "),
    ],
)
def test_army_is_copied(host: FakeHost, answer: str, words: str, line: str) -> None:
    host.answers = [answer]
    files.clip(host)
    assert any(one.lstrip(" ").startswith(line) for one in host.fake.copied.split("\n"))
    assert f"Total: {host.now.quote.total}" in host.fake.copied
    assert host.said[0].startswith(f"Army copied as {words}.")


@pytest.mark.parametrize("answer", ["text", "markdown", "bbcode"])
def test_units_at_home_are_not_copied(host: FakeHost, answer: str) -> None:
    path = next(line.path for line in host.now.quote.all_units if line.unit.name == "7th Royal Fusiliers")
    host.do(StepResult("home", apply(host.now.orbat, Set(path, "fielded", False)), ()))
    host.answers = [answer]
    files.clip(host)
    assert "7th Royal Fusiliers" not in host.fake.copied
    assert f"Total: {host.now.quote.total}" in host.fake.copied


# --- leaving


def test_escape_clears_one_thing_at_a_time_and_then_leaves(host: FakeHost) -> None:
    """The filter, with or without the focus; then the focus; then the marks; then the screen."""
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


@pytest.mark.parametrize(("answer", "left"), [("back", False), ("discard", True), ("save", True)])
def test_quit_asks_about_unsaved_changes(host: FakeHost, saved: Path, answer: str, left: bool) -> None:
    rename(host, "Another")
    host.answers = [answer]
    files.quit_orbat(host)
    assert host.asked[-1] == "There are unsaved changes."
    assert host.closed == host.fake.left == left
    assert ("title: Another" in saved.read_text(encoding="utf-8")) == (answer == "save")


def test_leave_without_changes_asks_nothing(host: FakeHost, saved: Path) -> None:
    files.leave(host)
    assert host.closed
    assert len(host.asked) == 1, "only the first save asked"


def test_save_and_leave_leaves_after_a_changed_file_is_overwritten(host: FakeHost, saved: Path) -> None:
    rename(host, "Another")
    saved.write_text("changed", encoding="utf-8")
    host.answers = ["save", "overwrite"]
    files.leave(host)
    assert host.closed


def test_leave_stays_if_the_save_is_cancelled(host: FakeHost) -> None:
    host.answers = ["save"]
    files.leave(host)
    assert not host.closed
    host.answers = ["save", "alma"]
    files.leave(host)
    assert host.closed
