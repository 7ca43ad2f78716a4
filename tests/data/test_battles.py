"""Battles and their dates, from the titles of shipped ORBATs."""

from __future__ import annotations

import pytest

from orbat.data.battles import Battle, battle_in, battles
from orbat.model.dates import Date

ALMA, KARS = Battle("Alma", Date(1854, 9)), Battle("Kars", Date(1855, 9))
INKERMAN, LITTLE = Battle("Inkerman", Date(1854, 11)), Battle("Little Inkerman", Date(1854, 10))
KNOWN = (ALMA, INKERMAN, LITTLE, KARS)


def test_titles_give_names_and_dates() -> None:
    """Each battle once, without its article and its sides."""
    found = battles("days_of_empire")
    assert {ALMA, LITTLE, INKERMAN, KARS} <= set(found)
    assert len({one.name for one in found}) == len(found)
    assert battles("no_such_ruleset") == ()


@pytest.mark.parametrize(
    ("text", "battle"),
    [
        ("Russians, Alma, 600 points", ALMA),
        ("THE ALMA", ALMA),
        ("Inkerman", INKERMAN),
        ("Little Inkerman, British", LITTLE),
        ("from the Alma to Kars", None),
        ("Almanac", None),
        ("", None),
    ],
)
def test_battle_is_named_by_its_whole_name(text: str, battle: Battle | None) -> None:
    """A text with several battles names none."""
    assert battle_in(text, KNOWN) == battle
