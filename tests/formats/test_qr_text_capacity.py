"""Armies of up to 60 units fit in two codes, unless their names are incompressible.

Random letters cannot be compressed, so no such text holds 60 random names of 60 letters. These tests use
armies of 60 units of 14 types, as many as nearly every shipped army has, in 16 formations with diced, named generals.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from string import ascii_letters
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples, sampled

from orbat.data.library import Library
from orbat.formats.abbreviations import MAX_TEXT_BYTES
from orbat.formats.qr_text import compact_text
from orbat.formats.text_reader import read_plain
from orbat.model.army_list import Entry
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, units_of
from orbat.model.text import Pin
from orbat.report.check_code import check_code
from orbat.report.report import Report

Name = Callable[[random.Random], str]

DIVISIONS, BRIGADES, BATTALIONS = 4, 3, 5
TYPES = 14
LETTERS = f"{ascii_letters} -'.,()"
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")
SEEDS = st.integers(0, 2**32)
REGIMENTS = (
    "Infantry Regiment of His Imperial Highness the Grand Duke",
    "Grenadier Regiment of Her Majesty the Empress Dowager of",
    "Jager Regiment of General Field Marshal His Highness Prince",
    "Regiment of Foot, the Queen's Own Light Infantry of County",
)


def letters(dice: random.Random, length: int) -> str:
    """A random name of so many bytes."""
    inner = "".join(dice.choice(LETTERS) for _ in range(length - 2))
    return f"{dice.choice(ascii_letters)}{inner}{dice.choice(ascii_letters)}"


def unit(dice: random.Random, entries: tuple[Entry, ...]) -> Unit:
    """A type of unit: an entry, a rating, an option or none, on or off the board."""
    return Unit(
        entry=dice.choice(entries).id,
        rating=dice.choice("234"),
        options=("rifles",) if dice.random() < 0.4 else (),
        off_board=dice.random() < 0.15,
    )


def formation(level: str, dice: random.Random, **within: Any) -> Formation:
    quality = dice.choice(("inept", "capable", "exceptional"))
    roll = Roll(dice=(dice.randint(1, 6),))
    commander = Commander(name=letters(dice, 14), quality=quality, roll=roll)
    return Formation(level=level, name=letters(dice, 14), commander=commander, **within)


def army(dice: random.Random, name: Name, entries: tuple[Entry, ...]) -> Orbat:
    """Four divisions of three brigades of five units."""
    types = [unit(dice, entries) for _ in range(TYPES)]
    units: Iterator[Unit] = (replace(dice.choice(types), name=name(dice), size=dice.randint(4, 24)) for _ in count())
    divisions = []
    for _ in range(DIVISIONS):
        brigades = [
            formation("brigade", dice, units=tuple(next(units) for _ in range(BATTALIONS))) for _ in range(BRIGADES)
        ]
        divisions.append(formation("division", dice, formations=tuple(brigades)))
    return Orbat(
        title="The battle",
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        game_size=4000,
        date=Date(1854, 10),
        player="Anna",
        commander=Commander(name=letters(dice, 14)),
        formations=tuple(divisions),
    )


def battalions(regiments: int) -> Name:
    """Names of battalions in a number of regiments with names of 60 letters."""
    names: list[str] = []
    numbers = count()

    def named(dice: random.Random) -> str:
        if not names:
            names.extend(letters(dice, 60) for _ in range(regiments))
        battalion, regiment = divmod(next(numbers), regiments)
        return f"{names[regiment]}, {ORDINALS[battalion]} Battalion"

    return named


def own(dice: random.Random) -> str:
    """A name of more than 60 letters, twelve of them unique."""
    return f"{dice.choice(REGIMENTS)} {letters(dice, 12)}"


NAMES: dict[str, Callable[[], Name]] = {
    "all different, of 19 letters": lambda: lambda dice: letters(dice, 19),
    "of 12 regiments with 60 letters each": lambda: battalions(12),
    "more than 60 letters, twelve of them their own": lambda: own,
}


@pytest.mark.parametrize("names", sampled(NAMES, 1))
@pytest.mark.parametrize("hide_points", [False, True])
@given(seed=SEEDS)
@settings(max_examples=examples(10))
def test_army_of_60_units_fits_two_codes(
    reported: Callable[[Orbat], Report], entries: tuple[Entry, ...], names: str, hide_points: bool, seed: int
) -> None:
    """It round-trips."""
    orbat = army(random.Random(seed), NAMES[names](), entries)
    assert len([*units_of(orbat)]) == 60
    text = compact_text(reported(orbat), hide_points=hide_points)
    assert len(text.encode()) <= MAX_TEXT_BYTES
    back = read_plain(text)
    assert back.orbat is not None
    assert not back.findings
    assert check_code(back.orbat) == check_code(orbat)


@pytest.fixture(scope="module")
def entries(library: Library) -> tuple[Entry, ...]:
    """The available entries."""
    found = library.army_list("days_of_empire", "british")
    assert found
    assert found.value
    return found.value.entries
