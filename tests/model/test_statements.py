"""Dates, sizes and points in titles and names."""

from __future__ import annotations

import pytest

from orbat.model.statements import game_statements, says_free, stated_periods, stated_points, verdict_words


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("The Alma, 20 September 1854", ("1854-09", "1854-09")),
        ("20th Sept. 1854", ("1854-09", "1854-09")),
        ("Sep 20, 1854", ("1854-09", "1854-09")),
        ("May 1855", ("1855-05", "1855-05")),
        ("1854-09", ("1854-09", "1854-09")),
        ("1854-09-20", ("1854-09", "1854-09")),
        ("20.9.1854", ("1854-09", "1854-09")),
        ("20/09/1854", ("1854-09", "1854-09")),
        ("Crimea 1854", ("1854", "1854")),
        ("Crimea 1854-56", ("1854", "1856")),
        ("Crimea 1854/5", ("1854", "1855")),
        ("French 1805-07, 100 points", ("1805", "1807")),
        ("1805-1815", ("1805", "1815")),
    ],
)
def test_dates_in_titles(text: str, period: tuple[str, str]) -> None:
    assert [(str(one.first), str(one.last)) for one in stated_periods(text)] == [period]


@pytest.mark.parametrize("text", ["1,854 points", "1854 points", "British 1750", "mayor", "v1854", "18540", "1.854"])
def test_other_numbers_are_not_dates(text: str) -> None:
    assert not [*stated_periods(text)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1,200 points", ["1200"]),
        ("400pts and 1200-point", ["400", "1200"]),
        ("1'500 Punkte", ["1500"]),
        ("no points", []),
        ("30.5 points", ["30.5"]),
    ],
)
def test_points_in_titles(text: str, numbers: list[str]) -> None:
    assert [one.number for one in stated_points(text)] == numbers


@pytest.mark.parametrize(
    "text",
    [
        "Legal",
        "NOT LEGAL",
        "120 of 400",
        "Total: 94",
        "= 16",
        "all sums right",
        "All sums are right",
        "2 errors",
        "\u2714",
        "check code",
    ],
)
def test_words_of_a_verdict(text: str) -> None:
    assert [*verdict_words(f"The army, {text}.")] == [text]


@pytest.mark.parametrize(
    "text", ["Foreign Legion", "Legal with a reserve", "Total War", "2 of 3 brigades", "Legality", "40 left wing"]
)
def test_words_that_are_not_of_a_verdict(text: str) -> None:
    assert not [*verdict_words(text)]


def test_free_only_at_the_end_or_in_brackets() -> None:
    assert [says_free(text) for text in ("Brown (free)", "Brown, free", "Free Corps", "1st free battalion")] == [
        "(free)", "free", "", "",
    ]  # fmt: skip


def test_notes_about_the_game() -> None:
    assert game_statements("18 stands, counts as class 4 (60 points)") == (
        "18 stands",
        "counts as class 4",
        "60 points",
    )
    assert game_statements("750 men, 6 guns, 1st of 2 lines") == ()
