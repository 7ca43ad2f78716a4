"""Reading the numbers of a line."""

from __future__ import annotations

import pytest
from orbat.list_reader.numbers import NumberReading, number_readings, without_name_numbers

WORDS, IDS = ("class", "cl", "c"), ("1", "2", "3", "4")


def first(said: str) -> NumberReading:
    """The likeliest reading of a line."""
    return number_readings(said, WORDS, IDS)[0]


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
        '4" each',
        "line 1/2/3",
        "ListMaker 3.1",
        "at 18:02",
    ],
)
def test_numbers_in_names_are_not_counts(said: str) -> None:
    """Ordinals, regiment numbers, calibres, years, versions, times and lists of classes."""
    assert not any(sign.isdigit() for sign in without_name_numbers(said))


@pytest.mark.parametrize(
    ("said", "size", "rating", "each", "line", "count"),
    [
        ("33rd Foot, 14 stands, class 3 - 56 pts", 14, "3", None, 56, None),
        ("4 x 8-stand Class 3 Rifles @ 32pts = 128", 8, "3", 32, 128, 4),
        ("3x Line battalion, class 2: 12x stands - 3x24 points", 12, "2", 24, None, 3),
        ("144 Hussars 3x6: class 3", 6, "3", None, 144, 3),
        ("036 Line bn - 12 stds cl 3", 12, "3", None, 36, None),
        ("Bn A (r)   10/3    40", 10, "3", None, 40, None),
        ("inf cl2 12st", 12, "2", None, None, None),
        ("Rifle bn. (0 | 32)", None, "", None, 32, None),
        ("one 6pdr, 35", None, "", None, 35, 1),
        ("B Battery, 3 x 9pdr - 105pts", 3, "", None, 105, None),
        ("2 guns each, 70 + 70 = 140", 2, "", 70, 140, 2),
        ("Line, 9 stds, Cl. II - 18", 9, "2", None, 18, None),
        ("2x spare guns (70+)", None, "", None, 70, 2),
    ],
)
def test_the_likeliest_reading_of_a_line(
    said: str, size: int | None, rating: str, each: int | None, line: int | None, count: int | None
) -> None:
    """Size, rating, prices and count."""
    reading = first(said)
    assert (reading.size, reading.rating, reading.each, reading.line, reading.count) == (
        size,
        rating,
        each,
        line,
        count,
    )


def test_an_ambiguous_number_makes_two_readings() -> None:
    """`x12` is twelve stands or twelve units; the likelier comes first."""
    readings = number_readings("Line x12 {class 2} [24]", WORDS, IDS)
    assert [(one.size, one.count) for one in readings][:2] == [(12, None), (None, 12)]
    assert [one.doubt for one in readings] == sorted(one.doubt for one in readings)
