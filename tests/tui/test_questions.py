"""Roles and questions on the check screen: what is shown, and how answers become corrections."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.tui.commands.conftest import FakeCheckHost, FakeHome, FakeProgram, check_host, home, program, workspace
from tests.tui.conftest import on_screen, press, settle
from tests.tui.conftest import play_check as play
from textual import events
from textual.pilot import Pilot

from orbat.data import folders
from orbat.model.claims import Answer, Correction, NumberUse, Question, ReadLine
from orbat.report.report import Report
from orbat.tui import storage
from orbat.tui.commands import check, menu
from orbat.tui.file_reading import ReadFile, read_for_check
from orbat.tui.screens.check import CheckScreen
from orbat.tui.steps.corrections import uncorrected
from orbat.tui.views.checked_list import is_unsure, line_details, ranked, report_lines, text_lines
from orbat.tui.views.corrections import correction_lines, is_table_row

__all__ = ["check_host", "home", "program", "workspace"]

LINE = "33rd Foot 15 stands class 3 rifles 60"
FIFTEEN = Correction(2, "size", 14, "size 14")
ASKED = Question(2, f"“{LINE}”: is 15 the number of stands?", (Answer("No, 14", (FIFTEEN,)), Answer("Yes", ())))
SIZE, PRICE = NumberUse(10, 12, 15, "size"), NumberUse(35, 37, 60, "line price")


def doubtful(file: ReadFile) -> ReadFile:
    """The same army, with roles of numbers and a question about line 2."""
    (army,) = file.armies
    assert army.reading is not None
    lines = tuple(
        replace(line, role="unit", numbers=(SIZE, PRICE), confidence="doubtful") if line.number == 2 else line
        for line in army.reading.lines
    )
    reading = replace(army.reading, lines=lines, questions=(ASKED,), confidence="doubtful")
    return replace(file, armies=(replace(army, reading=reading),))


@pytest.fixture
def asked(check_host: FakeCheckHost) -> FakeCheckHost:
    """The check screen with a question about line 2."""
    assert check_host.read is not None
    read = doubtful(ReadFile((check_host.read,), "", ""))
    check_host.corrections = (uncorrected(read.armies[0]),)
    return check_host


def report_of(host: FakeCheckHost) -> Report:
    """The report on the shown army."""
    assert host.report is not None
    return host.report


def line_of(report: Report) -> ReadLine:
    """Line 2."""
    assert report.reading is not None
    return next(line for line in report.reading.lines if line.number == 2)


def test_role_of_each_line_is_shown_beside_it(asked: FakeCheckHost) -> None:
    shown = {line.key: (line.symbol, line.columns) for line in text_lines(report_of(asked), "")}
    assert shown[2] == ("?", ("unit", "doubtful"))


def test_questions_come_first(asked: FakeCheckHost) -> None:
    report = report_of(asked)
    first = next(iter(report_lines(ranked(report.findings))))
    assert (first.symbol, first.columns) == ("?", ("line 2",))
    assert first.name.startswith(f"question: {ASKED.text}")
    details = line_details(report, 2).splitlines()
    assert details[0].split(maxsplit=1) == ["question", f"{ASKED.text} Press Enter to answer."]
    assert details[1].split(maxsplit=1) == ["numbers", "15 size; 60 price of the line"]


def test_line_offers_answers_then_fields_then_roles(asked: FakeCheckHost) -> None:
    report = report_of(asked)
    assert [str(line.key) for line in correction_lines(report, line_of(report))] == [
        "answer 0",
        "answer 1",
        "size",
        "rating",
        "options",
        "entry",
        "name",
        "role 10",
        "role 35",
        "none",
    ]


def test_formation_without_a_general_has_a_name_to_correct(asked: FakeCheckHost) -> None:
    lines = correction_lines(report_of(asked), ReadLine(9, "Right wing", role="formation"))
    assert [line.key for line in lines] == ["formation", "buy", "none"]
    outside = correction_lines(report_of(asked), ReadLine(9, "See you on Sunday", role="outside"))
    assert [line.key for line in outside] == ["buy"]


def test_answer_becomes_a_correction_of_the_line(asked: FakeCheckHost) -> None:
    asked.answers = ["0"]
    assert check.answer(asked, 2, ASKED.text)
    assert asked.corrections[0].corrections == (FIFTEEN,)
    asked.answers = ["answer 0"]
    assert not check.answer(asked, 2, "another question")


def test_question_without_answers_leads_to_the_corrections(asked: FakeCheckHost) -> None:
    read = asked.read
    assert read is not None
    assert read.reading is not None
    reading = replace(read.reading, questions=(replace(ASKED, answers=()),))
    asked.corrections = (uncorrected(replace(read, reading=reading)),)
    asked.answers = ["none"]
    assert check.answer(asked, 2, ASKED.text)
    assert asked.asked == [f"Line 2: {LINE}\n{ASKED.text}"]


def test_answer_can_be_another_correction(asked: FakeCheckHost) -> None:
    asked.answers = ["other", "name", "  ", "The 33rd"]
    check.answer(asked, 2, ASKED.text)
    assert asked.refused == ["Type a name."]
    assert [(one.what, one.value) for one in asked.corrections[0].corrections] == [("name", "The 33rd")]


def test_role_of_a_number_is_corrected(asked: FakeCheckHost) -> None:
    asked.answers = ["role 35", "unit price"]
    check.correct(asked, 2)
    assert asked.at == "line price"
    (correction,) = asked.corrections[0].corrections
    assert (correction.what, correction.start, correction.value) == ("role", 35, "unit price")
    assert correction.words == "60: price of a unit"


@pytest.mark.parametrize(("answer", "what"), [("column", "column"), ("number", "role")])
def test_role_of_a_column_is_corrected(asked: FakeCheckHost, answer: str, what: str) -> None:
    read = asked.read
    assert read is not None
    assert read.reading is not None
    lines = tuple(replace(one, text="33rd Foot | 15  | class 3 | 60") for one in read.reading.lines)
    asked.corrections = (uncorrected(replace(read, reading=replace(read.reading, lines=lines))),)
    asked.answers = ["role 10", "men", answer]
    check.correct(asked, 2)
    assert [one.what for one in asked.corrections[0].corrections] == [what]


@pytest.mark.parametrize(
    ("text", "is_row"),
    [
        ("33rd Foot | 15 | 60", True),
        ("33rd Foot\t15\t60", True),
        ("33rd Foot  15  60", True),
        ("33rd Foot, 15, 60", True),
        ("33rd Foot | 15", False),
        ("33rd Foot 15 stands 1,200", False),
    ],
)
def test_rows_of_a_table(text: str, is_row: bool) -> None:
    assert is_table_row(ReadLine(1, text)) is is_row


def test_names_are_corrected(check_host: FakeCheckHost, tmp_path: Path) -> None:
    """Those of a unit, a formation and its general."""
    file = tmp_path / "named.txt"
    file.write_text("British, 400 points\nBrigade Codrington 30\n33rd Foot 15 stands class 3 rifles 60\n")
    read = read_for_check(file, check_host.program.library, {"ruleset": "days_of_empire", "army_list": ""})
    check_host.corrections = (uncorrected(read.armies[0]),)
    for line, key in ((2, "formation"), (2, "general"), (3, "name")):
        check_host.answers = [key, f"New {key}"]
        check.correct(check_host, line)
    assert check_host.values[-3:] == ["Brigade Codrington", "Codrington", "33rd Foot"]
    assert check_host.read is not None
    orbat = check_host.read.orbat
    assert orbat is not None
    (brigade,) = orbat.formations
    assert brigade.commander is not None
    assert (brigade.name, brigade.commander.name, brigade.units[0].name) == ("New formation", "New general", "New name")


def test_unsure_line_is_confirmed_as_read(check_host: FakeCheckHost, tmp_path: Path) -> None:
    """The army stays the same, and the line has no doubts left. A line without doubts offers no confirmation."""
    file = tmp_path / "unsure.txt"
    file.write_text("British, 400 points\n1st Battalion, 15 stands class 3 rifles 60\n33rd Foot 15 stands class 3 60\n")
    read = read_for_check(file, check_host.program.library, {"ruleset": "days_of_empire", "army_list": ""})
    check_host.corrections = (uncorrected(read.armies[0]),)
    report = report_of(check_host)
    assert report.reading is not None
    unsure, sure = (line for line in report.reading.lines if line.paths)
    assert is_unsure(unsure)
    assert correction_lines(report, unsure)[0].key == "confirm"
    assert "confirm" not in [line.key for line in correction_lines(report, sure)]
    check_host.answers = ["confirm"]
    check.correct(check_host, unsure.number)
    assert check_host.read is not None
    assert check_host.read.orbat == read.armies[0].orbat
    assert not is_unsure(line_of(report_of(check_host)))


# --- pasted lists


def test_pasted_list_is_kept_and_checked(home: FakeHome, program: FakeProgram) -> None:
    home.answers = [None, f"{LINE}\n"]
    menu.paste(home)
    menu.paste(home, "first lines")
    (file,) = program.opened
    assert isinstance(file, Path)
    assert file.read_text(encoding="utf-8") == f"{LINE}\n"
    assert storage.keep_pasted(f"{LINE}\n") == file
    assert storage.saving_folder(file) == Path.cwd()
    assert storage.saving_folder(Path("/lists/a.txt")) == Path("/lists")


def test_only_the_newest_pasted_lists_are_kept() -> None:
    files = [storage.keep_pasted(f"{number}") for number in range(storage.MAX_PASTED + 1)]
    assert len(list((folders.state() / "pasted").iterdir())) == storage.MAX_PASTED
    assert files[-1].exists()


def test_pasted_list_that_cannot_be_kept_is_reported(home: FakeHome, program: FakeProgram) -> None:
    folders.state().mkdir(parents=True, exist_ok=True)
    (folders.state() / "pasted").write_text("in the way", encoding="utf-8")
    home.answers = [LINE]
    menu.paste(home)
    assert home.said
    assert not program.opened


# --- in the app


@pytest.mark.slow
def test_question_is_answered_with_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cursor starts on it, the text shows its line, and undo asks it again."""
    file = tmp_path / "list.txt"
    file.write_text(f"British, 400 points\n{LINE}\nTotal 60\n", encoding="utf-8")
    monkeypatch.setattr(
        "orbat.tui.screens.check.read_for_check", lambda *given: doubtful(read_for_check(*given)), raising=True
    )

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, "I may have misread this list; as read: Legal")
        assert on_screen(pilot, "Findings: 1 question")
        assert on_screen(pilot, ">? 2 33rd Foot", "unit", "doubtful")
        await press(pilot, "enter", "enter")
        assert screen.corrections[0].corrections == (FIFTEEN,)
        await press(pilot, "u")
        assert on_screen(pilot, "Findings: 1 question")

    play(file, script)


@pytest.mark.slow
def test_pasted_text_is_checked_instead(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(f"British, 400 points\n{LINE}\nTotal 60\n", encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        screen.post_message(events.Paste(f"British, 400 points\n{LINE.replace('60', '58')}\nTotal 58\n"))
        await settle(pilot)
        assert on_screen(pilot, "Paste or type a list")
        await press(pilot, "enter")
        assert on_screen(pilot, "2 points too cheap: 33rd Foot is typed as 58 instead of 60")
        await press(pilot, "ctrl+v", "f2")
        assert on_screen(pilot, "Paste or type a list first.")

    play(file, script)
