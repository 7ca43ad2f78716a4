"""How certain the reading of a typed list is: verdict, basis, questions and numbers that were not understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import read_raw
from orbat.model.claims import Answer, Claim, Confidence, Correction, NumberRole, NumberUse, Question, Reading, ReadLine
from orbat.pipeline import report_on
from orbat.render.outcomes import outcome_lines
from orbat.render.text import check_lines, reading_lines
from orbat.report.confidence import Unplaced, confidence_of, is_certain, unchecked_sums, unplaced
from orbat.report.json_data import report_data
from orbat.report.outcome import outcome_of, summary_line
from orbat.report.report import Report
from orbat.report.sums import sums_words

LIST = """\
British, 200 points
33rd Foot, 15 stands class 3 with rifles: 60
7th Foot, 12 stands class 3 with rifles: 48
Total 108
"""
WRONG = LIST.replace("rifles: 48", "rifles: 47")
ASKED = Question(
    3,
    "“7th Foot, 12 stands class 3 with rifles: 48”: is 12 the number of stands, or are these 12 units?",
    (Answer("12 stands", (Correction(3, "role", "size", "12 is the size", 10),)),),
)


@pytest.fixture
def report(library: Library) -> Callable[..., Report]:
    """A function that reports on a typed list, with a given certainty of its reading and of its third line."""

    def reported(
        text: str,
        whole: Confidence = "sure",
        third: Confidence = "sure",
        questions: tuple[Question, ...] = (),
        **third_is: Any,
    ) -> Report:
        (loaded,) = read_raw(text.encode(), "list.txt", library, ruleset="days_of_empire", army_list="british")
        return report_on("list.txt", with_confidence(loaded, whole, third, questions, **third_is), library)

    return reported


def with_confidence(
    loaded: Loaded, whole: Confidence, third: Confidence, questions: tuple[Question, ...], **third_is: Any
) -> Loaded:
    """The same army, read with another certainty."""
    assert loaded.reading is not None
    plain = (replace(line, confidence="sure", role="", numbers=()) for line in loaded.reading.lines)
    lines = tuple(replace(line, **{"confidence": third, **third_is}) if line.number == 3 else line for line in plain)
    return replace(loaded, reading=replace(loaded.reading, lines=lines, confidence=whole, questions=questions))


def first_lines(report: Report) -> list[str]:
    """The verdict in each form: text, one line, JSON, the builder's header and sheets."""
    data = report_data(report)
    return [
        next(iter(check_lines(report))),
        next(iter(outcome_lines([outcome_of(report)]))),
        data["verdict"]["headline"],
        data["summary"],
        report.verdict.short,
    ]


def test_doubtful_reading_is_the_first_thing_said_in_every_form(report: Callable[..., Report]) -> None:
    doubtful = report(LIST, "doubtful", questions=(ASKED,))
    assert all(line.startswith("I may have misread this list; as read: Legal") for line in first_lines(doubtful))
    assert not doubtful.verdict.plain
    assert not any("misread" in line for line in first_lines(report(LIST, "likely", "likely")))


def test_doubtful_lists_are_counted_apart(report: Callable[..., Report]) -> None:
    outcomes = [outcome_of(report(LIST)), outcome_of(report(LIST, "doubtful"))]
    assert summary_line(outcomes).startswith("2 files: 1 legal, 1 perhaps misread.")


def test_likely_reading_names_its_lines(report: Callable[..., Report]) -> None:
    assert report(LIST, "likely", "likely").verdict.headline.startswith("Legal, but check: the reading of line 3")
    assert report(LIST, "likely").verdict.headline.startswith("Legal, but check: the reading of the list")


@pytest.mark.parametrize("whole", ["sure", "likely", "doubtful"])
def test_basis_says_how_certain_the_reading_is(report: Callable[..., Report], whole: Confidence) -> None:
    (item,) = [one for one in report(LIST, whole).basis if one.topic == "confidence"]
    assert item.unusual == (whole != "sure")


def test_questions_come_first_with_the_line_and_both_numbers(report: Callable[..., Report]) -> None:
    doubtful = report(WRONG.replace("60\n", "61\n"), "doubtful", "doubtful", (ASKED,))
    assert [(one.code, one.severity) for one in doubtful.findings[:3]] == [
        ("TXT016", "warning"),
        ("TXT001", "warning"),
        ("TXT001", "error"),
    ]
    assert doubtful.findings[1].message.startswith(
        "“7th Foot, 12 stands class 3 with rifles: 47”: is 47 a mistake? As read, 7th Foot should be 48: 12 stands"
    )
    assert doubtful.findings[2].message.startswith("33rd Foot is typed as 61 instead of 60")


def test_difference_on_a_sure_line_is_no_question(report: Callable[..., Report]) -> None:
    wrong = report(WRONG)
    assert not any(one.is_question for one in wrong.findings)
    assert not wrong.legal
    assert report(WRONG, "doubtful", "doubtful").verdict.legal, "the reading may be wrong instead of the list"


def test_total_of_a_doubtful_list_is_a_question(report: Callable[..., Report]) -> None:
    (asked,) = [one for one in report(LIST.replace("108", "90"), "doubtful").findings if one.code == "TXT003"]
    assert asked.is_question
    assert "is 90 a mistake? As read, the total should be 108" in asked.message


def test_json_has_the_reading(report: Callable[..., Report]) -> None:
    number = NumberUse(10, 12, 12, "size", (("units", 1),))
    data = report_data(report(LIST, "doubtful", "doubtful", (ASKED,), role="unit", numbers=(number,)))["reading"]
    assert data["confidence"] == "doubtful"
    assert data["questions"] == [{"line": 3, "text": ASKED.text, "answers": ["12 stands"]}]
    assert data["unplaced"] == []
    assert (data["lines"][2]["role"], data["lines"][2]["confidence"]) == ("unit", "doubtful")
    assert data["lines"][2]["numbers"] == [{"start": 10, "end": 12, "value": 12, "role": "size", "paths": ["units[1]"]}]


def test_all_sums_are_right_only_if_the_reading_is_certain(report: Callable[..., Report]) -> None:
    assert sums_words(report(LIST)) == "all sums right"
    for uncertain in (
        report(LIST, "likely"),
        report(LIST, "sure", "doubtful"),
        report(f"{LIST}3 of the usual\n"),
        report(LIST, leftover="2 lent", leftover_number=True),
        report(LIST, numbers=(NumberUse(10, 12, 12, "line price"),)),
    ):
        assert sums_words(uncertain) == "no wrong sum found"
    assert sums_words(report(WRONG.replace("108", "107"), "doubtful", "doubtful")).startswith(
        "as read, 1 point too cheap"
    )


@pytest.mark.parametrize(("total", "is_sure"), [(120, True), (121, False), (99, True), (98, False)])
def test_total_far_from_the_typed_one_makes_the_reading_likely(
    report: Callable[..., Report], total: int, is_sure: bool
) -> None:
    """More than a tenth of the typed total."""
    found = report(LIST.replace("108", str(total)))
    assert found.reading is not None
    assert found.reading.confidence == ("sure" if is_sure else "likely")
    assert ("check: the reading of the list" in found.verdict.headline) is not is_sure


EIGHT = "British, 600 points\n" + "".join(
    f"{number}th Foot, 12 stands class 3 with rifles: 48\n" for number in range(40, 48)
)


@pytest.mark.parametrize(("typed", "is_sure"), [(384, True), (383, True), (354, False), (414, False)])
def test_sum_that_differs_by_the_price_of_a_general_makes_the_reading_likely(
    report: Callable[..., Report], typed: int, is_sure: bool
) -> None:
    """It may include a general that was not read, or omit one."""
    found = report(f"{EIGHT}Total {typed}\n")
    assert found.reading is not None
    assert (found.reading.confidence == "sure") is is_sure


@pytest.mark.parametrize(("wrong", "is_sure"), [(2, True), (3, False)])
def test_many_wrong_prices_make_the_reading_likely(report: Callable[..., Report], wrong: int, is_sure: bool) -> None:
    found = report(EIGHT.replace(": 48", ": 47", wrong))
    assert found.reading is not None
    assert (found.reading.confidence == "sure") is is_sure


def test_numbers_that_were_not_understood() -> None:
    lines = (
        ReadLine(1, "3 of the usual", unread=True),
        ReadLine(2, "lots of them", unread=True),
        ReadLine(3, "Foot 60, 2 lent", leftover="2 lent", leftover_number=True),
        ReadLine(4, "Foot 60, lent", leftover="lent"),
    )
    reading = Reading(lines, ())
    assert unplaced(reading) == (Unplaced(1, "3 of the usual"), Unplaced(3, "2 lent"))
    assert confidence_of(reading) == "likely"
    assert confidence_of(replace(reading, lines=lines[1:2] + lines[3:])) == "sure"


def test_sum_without_a_claim_is_unchecked() -> None:
    line = ReadLine(1, "Foot 60", numbers=(NumberUse(5, 7, 60, "line price"),))
    assert unchecked_sums(Reading((line,), ())) == (Unplaced(1, "60"),)
    assert not is_certain(Reading((line,), ()))
    below = replace(line, number=2, paths=(("units", 0),))
    assert is_certain(Reading((below,), (Claim(1, "line", 60, (("units", 0),)),))), "the claim is on the unit's line"
    size = replace(line, numbers=(NumberUse(5, 7, 60, "size"),))
    assert is_certain(Reading((size,), ()))


def test_table_of_roles_fits_80_columns(report: Callable[..., Report]) -> None:
    text = "7th Foot, 12 stands class 3 with rifles: 48"
    places: tuple[tuple[str, NumberRole], ...] = (("12", "size"), ("3 ", "rating"), ("48", "line price"))
    numbers = tuple(NumberUse(text.index(one), text.index(one) + len(one.strip()), 1, role) for one, role in places)
    lines = list(reading_lines(report(LIST, "likely", "likely", role="unit", numbers=numbers)))
    assert lines[:5] == [
        "  line  read as  certain  text, and its numbers",
        "     1           sure     British, 200 points",
        "     2  unit     sure     33rd Foot, 15 stands class 3 with rifles: 60",
        "     3  unit     likely   7th Foot, 12 stands class 3 with rifles: 48",
        "                          = 12 (1) size; 3 (1) class; 48 (1) price of the line",
    ]
    assert max(map(len, reading_lines(report(LIST.replace("7th Foot", "7th Foot " * 20))))) <= 80


GENERALS = """\
British, 200 points
I am General Brown
Brigade Codrington
33rd Foot, 15 stands class 3 with rifles: 60
"""


def test_general_without_a_price_is_questioned_if_another_is_the_player(library: Library) -> None:
    def asked(text: str) -> list[str]:
        (loaded,) = read_raw(text.encode(), "list.txt", library, ruleset="days_of_empire", army_list="british")
        return [one.message for one in report_on("list.txt", loaded, library).findings if one.code == "TXT017"]

    named = GENERALS.replace("Brigade Codrington", "1st Brigade, Brigadier Codrington")
    assert asked(named) == [
        "“1st Brigade, Brigadier Codrington” has no price, but General Brown is the player. "
        "As read, this general costs 30: is that right?"
    ]
    assert not asked(named.replace("Codrington", "Codrington 30"))
    assert not asked(f"{named}Total 90\n"), "the right total includes the general"
    assert not asked(f"{named}Total 60\n"), "the wrong total omits the general, which is reported as that"
    assert not asked(named.replace(": 60", "")), "a list without prices"
    assert not asked(named.replace("I am General Brown\n", ""))


def test_generals_without_prices_are_not_questioned_where_no_general_costs_points(library: Library) -> None:
    text = "Austrian\nDaun (player)\nBrigade: General Wied\n120 - Botta infantry, superior\n"
    (loaded,) = read_raw(text.encode(), "list.txt", library, ruleset="honours_of_war")
    assert not [one for one in report_on("list.txt", loaded, library).findings if one.code == "TXT017"]
