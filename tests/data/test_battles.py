"""Battles with their dates and theatres, from shipped ORBATs."""

from __future__ import annotations

import pytest

from orbat.data import folders
from orbat.data.battles import Battle, battle_in, battles
from orbat.data.library import Library
from orbat.model.dates import Date

ALMA, KARS = Battle("Alma", Date(1854, 9)), Battle("Kars", Date(1855, 9))
INKERMAN, LITTLE = Battle("Inkerman", Date(1854, 11)), Battle("Little Inkerman", Date(1854, 10))
KNOWN = (ALMA, INKERMAN, LITTLE, KARS)


def test_titles_give_names_and_dates() -> None:
    """Each battle once, without its article and its sides."""
    found = battles("days_of_empire")
    assert {ALMA, LITTLE, INKERMAN, KARS} <= {Battle(one.name, one.date) for one in found}
    assert len({one.name for one in found}) == len(found)
    assert battles("no_such_ruleset") == ()


def test_theatre_is_that_of_the_armys_own_orbat() -> None:
    """Without an ORBAT of the army list, another army's theatre counts, if the list has it."""
    library = Library(folders.shipped() / "army_lists")
    alma = battle_in("Alma", battles("days_of_empire"))
    assert alma
    for name, theatre in (("russian", "crimea"), ("sardinian", "crimea"), ("british", "crimea")):
        file = library.army_list("days_of_empire", name)
        assert file
        assert alma.theatre_of(name, file.value) == theatre
    assert alma.theatre_of("russian", None) == ""
    two = Battle("Two", Date(1854), (("french", "asia"), ("russian", "crimea")))
    russian = library.army_list("days_of_empire", "russian")
    assert russian
    assert two.theatre_of("russian", russian.value) == "crimea"
    assert two.theatre_of("british", russian.value) == "asia"


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
