"""What units may and cannot do: each condition at its limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.orbat import Orbat, Unit
from orbat.model.subject import Subject
from orbat.model.text import Pin
from orbat.report.abilities import (
    ForbiddenActions,
    abilities_of,
    abilities_table,
    listed_abilities,
    prohibitions_of,
    unit_subject,
)


def book_of(library: Library, army_list: str) -> tuple[Book, Orbat]:
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin(army_list))
    book, _ = library.book(orbat)
    assert isinstance(book, Book)
    return book, orbat


def subject_of(
    library: Library, army_list: str, entry: str, size: int, rating: str = "", rulings: Mapping[str, str] | None = None
) -> tuple[Subject, Book]:
    book, orbat = book_of(library, army_list)
    found = book.entry(army_list, entry)
    assert found is not None
    unit = Unit(name="Unit", entry=entry, size=size, rating=rating)
    return unit_subject(unit, found, size, book, replace(orbat, rulings=rulings or {})), book


@pytest.mark.parametrize(
    ("unit", "ability", "expected"),
    [
        (("ottoman", "ot_nizam", 4, "2"), "square", True),
        (("ottoman", "ot_nizam", 3, "2"), "square", False),
        (("ottoman", "ot_albanians", 8, "2"), "square", False),
        (("french", "fr_francs_tireurs", 5, "3"), "square", False),
        (("ottoman", "ot_nizam", 8, "2"), "skirmish", True),
        (("ottoman", "ot_nizam", 8, "1"), "skirmish", False),
        (("russian", "ru_hussars", 8, "2"), "skirmish", True),
        (("russian", "ru_hussars", 8, "2"), "dismount", True),
        (("russian", "ru_uhlans", 8, "2"), "dismount", True),
        (("russian", "ru_don_cossacks", 6, "2"), "skirmish", True),
        (("british", "brit_heavy_cavalry", 6, "3"), "skirmish", False),
        (("british", "brit_heavy_cavalry", 6, "3"), "dismount", False),
        (("russian", "ru_caucasus_dragoons", 8, "3"), "skirmish", False),
        (("russian", "ru_dragoons", 8, "3"), "dismount", True),
        (("russian", "ru_hussars", 4, "2"), "squadron_charge", True),
        (("russian", "ru_hussars", 3, "2"), "squadron_charge", False),
        (("russian", "ru_don_cossacks", 8, "2"), "squadron_charge", False),
        (("russian", "ru_light_battery", 2, ""), "evade_limbered", False),
        (("russian", "ru_horse_battery", 2, ""), "evade_limbered", True),
        (("russian", "ru_fortress_guns", 2, ""), "by_hand", False),
    ],
)
def test_an_ability_has_conditions(
    library: Library, unit: tuple[str, str, int, str], ability: str, *, expected: bool
) -> None:
    """12.3: four stands of regular infantry. 8.1: class 2. 9.1: light cavalry. 17.2.6: a remainder beside 3 stands."""
    subject, book = subject_of(library, *unit)
    assert (ability in subject.may) == expected
    assert (ability in {one.id for one in abilities_of(subject, book.ruleset)}) == expected


@pytest.mark.parametrize(("size", "expected"), [(5, False), (6, True)])
def test_a_ruling_wants_two_squadrons(library: Library, size: int, *, expected: bool) -> None:
    subject, _ = subject_of(library, "russian", "ru_hussars", size, "2", {"squadron_remainder": "three"})
    assert ("squadron_charge" in subject.may) == expected


@pytest.mark.parametrize(
    ("unit", "ban", "expected"),
    [
        (("ottoman", "ot_nizam", 8, "1"), "feint", True),
        (("ottoman", "ot_nizam", 8, "2"), "feint", False),
        (("ottoman", "ot_nizam", 8, "1"), "fire_and_move", True),
        (("ottoman", "ot_cavalry", 8, "1"), "fire_and_move", False),
        (("ottoman", "ot_cavalry", 8, "1"), "side_step", True),
        (("ottoman", "ot_cavalry", 8, "2"), "charge_twice", False),
        (("ottoman", "ot_bashi_horse", 8, "1"), "charge_twice", True),
        (("ottoman", "ot_nizam", 8, "2"), "charge_twice", True),
        (("ottoman", "ot_nizam", 3, "2"), "charge_in_square", False),
        (("ottoman", "ot_nizam", 4, "2"), "charge_in_square", True),
        (("ottoman", "ot_nizam", 8, "1"), "charge_skirmishing", False),
    ],
)
def test_a_prohibition_has_conditions(
    library: Library, unit: tuple[str, str, int, str], ban: str, *, expected: bool
) -> None:
    """17.4.11 and the reference sheet: class 1. 17.2.4: one attempt of infantry and irregulars to charge."""
    subject, book = subject_of(library, *unit)
    assert (ban in {one.id for one in prohibitions_of(subject, book.ruleset)}) == expected


def test_a_reason_counts_only_against_its_target_and_over_its_ground(library: Library) -> None:
    foot, book = subject_of(library, "ottoman", "ot_nizam", 8, "2")
    horse, _ = subject_of(library, "ottoman", "ot_cavalry", 8, "2")
    forbidden_actions = ForbiddenActions.of(book, Orbat(ruleset=Pin("days_of_empire")))
    assert forbidden_actions.reason_against("charge", foot) is None, "against some troops it may charge"
    assert forbidden_actions.reason_against("charge", foot, foot) is None
    assert forbidden_actions.reason_against("shoot", foot, horse) is None
    reason = forbidden_actions.reason_against("charge", foot, horse)
    assert reason is not None
    assert (reason.text, reason.cites) == ("infantry cannot charge mounted troops", ("DOE 17.2.4",))
    assert forbidden_actions.reason_against("charge", horse, foot) is None
    over = forbidden_actions.reason_against("charge", horse, foot, "fortifications")
    assert over is not None
    assert "fortifications" in over.text
    assert forbidden_actions.reason_against("charge", foot, foot, "fortifications") is None


def test_a_missing_ability_names_the_troops_that_have_it(library: Library) -> None:
    few, book = subject_of(library, "ottoman", "ot_nizam", 3, "2")
    forbidden_actions = ForbiddenActions.of(book, Orbat(ruleset=Pin("days_of_empire")))
    reason = forbidden_actions.reason_without("square", few)
    assert reason is not None
    assert reason.text == "only these troops may form square: regular infantry, of 4 stands or more"
    assert reason.cites == ("DOE 12.3",)
    assert forbidden_actions.reason_without("square", subject_of(library, "ottoman", "ot_nizam", 4, "2")[0]) is None


def test_an_entry_lists_what_some_of_its_units_may_do(library: Library) -> None:
    book, _ = book_of(library, "french")
    line, marksmen = book.entry("french", "fr_line"), book.entry("french", "fr_francs_tireurs")
    assert line is not None
    assert marksmen is not None
    assert [one.id for one in listed_abilities(line, book.ruleset)] == ["square", "skirmish"]
    assert [one.id for one in listed_abilities(marksmen, book.ruleset)] == ["skirmish", "skirmish_only"]


def test_the_table_has_a_row_for_each_label(library: Library) -> None:
    book, _ = book_of(library, "french")
    table = abilities_table(book.ruleset, book.default_rulings)
    assert table is not None
    rows = {row.cells[1]: row.cells[0] for row in table.rows}
    assert rows["may skirmish [DOE 8.1, 9.1]"] == "infantry of class 2, 3, 4; light cavalry, Cossacks"
    assert rows["cannot charge mounted troops [DOE 17.2.4]"] == "infantry"
    assert rows["cannot charge [DOE 17.2.4]"] == "artillery", "an arm stands for all its kinds"
    assert abilities_table(replace(book.ruleset, abilities=(), cannot=()), {}) is None


def test_an_ability_of_unknown_troops_is_still_a_row(library: Library) -> None:
    """The linter reports the ruleset, but a table must not fail."""
    book, _ = book_of(library, "french")
    wrong = replace(book.ruleset.abilities[0], kinds=("hedgehogs",))
    table = abilities_table(replace(book.ruleset, abilities=(wrong,), cannot=()), {})
    assert table is not None
    assert table.rows[0].cells[1] == "may form square [DOE 12.3]"
