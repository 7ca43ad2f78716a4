"""Reading the numbers of a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orbat.list_reader.army_numbers import without_name_numbers

Read = Callable[..., list[Any]]


@pytest.mark.parametrize(
    "said",
    [
        "95th (Derbyshire)",
        "No. 3 battery",
        "12 pdr",
        "12-pounders",
        "Inkerman 1854",
        "IR 41",
        "1st/2nd Regiment",
        "3/Grenadiers",
        "21st of foot",
        "line 1/2/3",
        "at 18:02",
    ],
)
def test_numbers_in_names_are_not_counts(said: str) -> None:
    """Ordinals, regiment numbers, calibres, years, times and lists of classes."""
    assert not any(sign.isdigit() for sign in without_name_numbers(said))


@pytest.mark.parametrize(
    ("said", "count", "size", "rating", "prices"),
    [
        ("33rd Foot, 14 stands, class 3 - 56 pts", 1, 14, "3", [("line", 56)]),
        ("4 x 8-stand Class 3 Rifles @ 32pts = 128", 4, 8, "3", [("each", 32), ("line", 128)]),
        ("3x Line battalion, class 2: 12x stands - 3x24 points", 3, 12, "2", [("each", 24)]),
        ("144 Hussars 3x6: class 3", 3, 6, "3", [("line", 144)]),
        ("036 Line bn - 12 stds cl 3", 1, 12, "3", [("line", 36)]),
        ("Bn A (r)   10/3    40", 1, 10, "3", [("line", 40)]),
        ("inf cl2 12st", 1, 12, "2", []),
        ("one 6pdr, 35", 1, 1, "", [("line", 35)]),
        ("2 guns each, 70 + 70 = 140", 2, 2, "", [("each", 70), ("line", 140)]),
        ("Line, 9 stds, Cl. II - 18", 1, 9, "2", [("line", 18)]),
        ("2x spare guns (70+)", 2, 1, "", [("line", 70)]),
    ],
)
def test_numbers_have_roles(
    read: Read, said: str, count: int, size: int, rating: str, prices: list[tuple[str, int]]
) -> None:
    """The number of units, their size and rating, and the prices."""
    (army,) = read(f"My army\nLine infantry, 20 stands, class 2, 40\n{said}", ruleset="days_of_empire")
    units = army.units_on(3)
    assert [(one.unit.size, one.unit.rating) for one in units] == [(size, rating)] * count
    assert [(one.claim_type, one.typed) for one in army.typed.reading.claims if one.line == 3] == prices


def test_every_number_has_one_role_in_the_original_text(read: Read) -> None:
    """With its place, also if the cleaned text differs from the original text."""
    text = "Russian\n\u2022 Moscow Infantry \u2013 12 stands, class II \u2026\u2026 24 pts\nTotal 1 024 pts"
    (army,) = read(text, ruleset="days_of_empire")
    found = {
        line.number: [(line.text[one.start : one.end], one.role) for one in line.numbers]
        for line in army.typed.reading.lines
    }
    assert found == {1: [], 2: [("12", "size"), ("24", "line price")], 3: [("1 024", "total")]}


def test_the_time_of_a_message_is_a_date(read: Read) -> None:
    """A number of the army is found after it, also if both are equal."""
    text = "[12/02/2025, 21:10:02] Ann: Grenadier Guards 12 stands class 4 rifles 60"
    (army,) = read(text, ruleset="days_of_empire", army_list="british")
    found = [(one.start, one.role) for one in army.lines[1].numbers if one.role != "date"]
    assert found == [
        (text.index("12 stands"), "size"),
        (text.index("4 rifles"), "rating"),
        (len(text) - 2, "line price"),
    ]
    assert len(army.lines[1].numbers) == 9


def test_a_line_with_two_close_readings_is_doubtful(read: Read) -> None:
    """The question quotes the line; each answer is a correction."""
    (army,) = read("British\n2 squadrons of the 11th Hussars, 6 stands, class 3", ruleset="days_of_empire")
    reading = army.typed.reading
    assert (army.lines[2].confidence, reading.confidence) == ("doubtful", "doubtful")
    (question,) = reading.questions
    assert question.text == (
        "In line 2, \u201c2 squadrons of the 11th Hussars, 6 stands, class 3\u201d, "
        "what is 2: part of the name, or the number of units?"
    )
    assert [(one.corrections[0].value, one.corrections[0].start) for one in question.answers] == [
        ("name", 0),
        ("count", 0),
    ]


@pytest.mark.parametrize(("total", "confidence"), [(78, "sure"), (102, "likely")])
def test_a_right_total_makes_a_doubtful_line_sure(read: Read, total: int, confidence: str) -> None:
    """It excludes readings with another cost."""
    text = "British\n2 squadrons of the 11th Hussars, 6 stands, class 3\nGeneral Adams, 30\nTotal {}"
    (army,) = read(text.format(total), ruleset="days_of_empire")
    assert army.lines[2].confidence == ("sure" if confidence == "sure" else "doubtful")
