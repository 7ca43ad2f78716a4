"""Canonical form of an ORBAT."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_armies import orbats

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.orbat_file import read_orbat
from orbat.model.canonical import canonical, intended_regiment
from orbat.model.orbat import Formation, Orbat, Unit, units_of
from orbat.model.text import Pin
from orbat.pipeline import canonical_report, convert, report_on
from orbat.report.check_code import check_code

ARMY = """\
orbat: 1
ruleset: days_of_empire
army_list: british
formations:
  - level: brigade
    name: Our own brigade
    units:
      - {name: Old Bob's guns, entry: brit_field_battery, size: 3, points: 99}
      - {name: 23rd Royal Welch Fusileers, entry: brit_line, size: 14, rating: 3, options: [rifles]}
      - {name: The lads, entry: brit_line, size: 12, rating: 3}
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 3}
total: 5
"""


def test_units_are_sorted_by_the_list_and_misspelt_names_corrected(library: Library) -> None:
    """Regiments in the list's order, then other names; claims are removed."""
    report = canonical_report(report_on("list", read_orbat(ARMY), library))
    assert report.orbat is not None
    assert report.quote is not None
    units = [place.unit for place in units_of(report.orbat)]
    assert report.book is not None
    regiments = report.book.entries("british")["brit_line"].regiment_names
    assert "23rd Royal Welch Fusiliers" in regiments
    named = [unit.name for unit in units]
    assert named[-1] == "Old Bob's guns"
    assert named[:2] == [one for one in regiments if one in ("7th Royal Fusiliers", "23rd Royal Welch Fusiliers")]
    assert named[2] == "The lads"
    assert [unit.points for unit in units] == [line.sum.points for line in report.quote.all_units]
    assert report.orbat.total == report.quote.total


def test_name_of_a_unit_at_home_is_taken(library: Library) -> None:
    home = "      - {name: 23rd Royal Welch Fusiliers, entry: brit_line, size: 14, rating: 3, fielded: false}\n"
    text = ARMY.replace("      - {name: The lads", f"{home}      - {{name: The lads")
    report = canonical_report(report_on("list", read_orbat(text), library))
    assert report.orbat is not None
    names = [place.unit.name for place in units_of(report.orbat, unfielded=True)]
    assert "23rd Royal Welch Fusileers" in names
    assert names.count("23rd Royal Welch Fusiliers") == 1


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("33rd Duke of Welington's", "33rd Duke of Wellington's"),
        ("33rd Duke of Wellington's", ""),
        ("34th Duke of Wellington's", ""),
        ("The lads", ""),
        ("", ""),
        ("1st Bn Coldstraem Guards", "1st Bn Coldstream Guards"),
    ],
)
def test_misspelt_regiment_is_distinguished_from_another_name(name: str, meant: str) -> None:
    """Numbers must be equal, and only one regiment similar."""
    known = ("33rd Duke of Wellington's", "1st Bn Coldstream Guards", "1st Bn Grenadier Guards", "7th Royal Fusiliers")
    assert intended_regiment(name, known) == meant


def test_no_two_units_become_the_same_regiment(library: Library) -> None:
    text = ARMY.replace("The lads", "23rd Royal Welch Fusiliers")
    report = canonical_report(report_on("list", read_orbat(text), library))
    assert report.orbat is not None
    names = [place.unit.name for place in units_of(report.orbat)]
    assert len(set(names)) == 4


@pytest.mark.slow
@given(orbats(), st.randoms(use_true_random=False))
def test_the_same_army_has_one_canonical_form(library: Library, orbat: Orbat, chance: random.Random) -> None:
    """The order of units makes no difference, and normalising twice changes nothing."""
    orbat = replace(orbat, ruleset=Pin("days_of_empire"))
    report = report_on("list", Loaded(orbat, ()), library)
    once = canonical_report(report)
    twice = canonical_report(once)
    assert once.orbat == twice.orbat
    for ending in (".yaml", ".txt", ".csv"):
        assert convert(once, ending) == convert(twice, ending)
    assert once.orbat is not None
    assert report.book is not None
    other = canonical(shuffled(orbat, chance), report.book)
    assert check_code(other) == check_code(once.orbat)


def shuffled(orbat: Orbat, chance: random.Random) -> Orbat:
    def units(those: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple(chance.sample(those, len(those)))

    def formation(one: Formation) -> Formation:
        return replace(one, units=units(one.units), formations=tuple(map(formation, one.formations)))

    return replace(orbat, units=units(orbat.units), formations=tuple(map(formation, orbat.formations)))


def test_another_spelling_becomes_the_name_of_the_regiment(library: Library) -> None:
    text = ARMY.replace("army_list: british", "army_list: russian").replace(
        "{name: The lads, entry: brit_line,", "{name: Belozersk Regiment, entry: ru_line,"
    )
    report = report_on("list", read_orbat(text), library)
    assert report.book
    assert report.orbat
    own = report.book.lists["russian"]
    line = next(one for one in own.entries if one.id == "ru_line")
    also = (replace(line.regiments[0], also=("Belozersk Regiment",)), *line.regiments[1:])
    entries = tuple(replace(one, regiments=also) if one is line else one for one in own.entries)
    book = replace(report.book, lists={"russian": replace(own, entries=entries)})
    assert line.regiment_names[0] in [place.unit.name for place in units_of(canonical(report.orbat, book))]
