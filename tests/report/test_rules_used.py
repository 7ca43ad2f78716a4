"""The rules that an ORBAT uses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.report import Report
from orbat.report.rules_used import RuleUsed, rules_used

FOOT = Unit(entry="brit_line", size=10, rating="3", options=("rifles",))
HORSE = Unit(entry="brit_light_cavalry", size=6, rating="3")
GUNS = Unit(entry="brit_field_battery", size=2)
ARMY = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), game_size=800)


def used(library: Library, *units: Unit, **keys: Any) -> tuple[RuleUsed, ...]:
    formation = Formation(level="brigade", commander=Commander(), units=units)
    army = replace(ARMY, **{"formations": (formation,), **keys})
    return rules_used(report_on("army.yaml", Loaded(army, ()), library))


def terms(rules: tuple[RuleUsed, ...], sort: str) -> list[str]:
    return [rule.term for rule in rules if rule.sort == sort]


def test_an_empty_army_uses_no_rules(library: Library) -> None:
    assert used(library) == ()
    assert rules_used(Report("x.yaml", None, None, None, ())) == ()


def test_options_and_abilities_in_use_are_listed_once(library: Library) -> None:
    rules = used(library, FOOT, FOOT)
    assert terms(rules, "option") == ["rifles"]
    assert rules[0].price == "1 point for each stand"
    assert rules[0].cites == ("DOE 5.4",)
    square = next(rule for rule in rules if "square" in rule.term)
    assert square.text == "regular infantry, of 4 stands or more"
    assert not any("squadron" in rule.term for rule in rules)


def test_prohibitions_are_listed_with_their_troops(library: Library) -> None:
    """Foot and guns, 17.2.4; only foot of class 1 is forbidden to fire and move."""
    rules = [rule for rule in used(library, FOOT, GUNS) if rule.sort == "prohibition"]
    (mounted,) = [rule for rule in rules if rule.term == "cannot charge mounted troops"]
    assert (mounted.text, mounted.cites) == ("infantry", ("DOE 17.2.4",))
    (guns,) = [rule for rule in rules if rule.term == "cannot charge"]
    assert (guns.text, guns.cites) == ("artillery", ("DOE 17.2.4",))
    assert not any("fire and move" in rule.term for rule in rules)


def test_a_ruling_on_batteries_is_listed(library: Library) -> None:
    rules = used(library, GUNS)
    assert [rule.text for rule in rules if rule.sort == "ruling"] == [
        "How many gun models has a battery? One or more, each priced."
    ]


@pytest.mark.parametrize(
    ("units", "keys", "passage"),
    [
        ((HORSE,), {}, "Scouting points are counted"),
        ((FOOT, HORSE), {}, "A cavalry general cannot"),
        ((FOOT,), {}, "Infantry at two stands"),
        ((GUNS,), {"game_size": 400}, "The margins of victory"),
        ((GUNS,), {"commander": Commander()}, "A captured General"),
        ((GUNS, Unit(entry="earthworks", size=1)), {}, "Destroyed and surrendered units"),
        ((GUNS,), {"rulings": {"national_row": "british"}}, "The national staff table"),
        ((GUNS,), {"rulings": {"cavalry_rifles": "never"}}, "Rifles cost"),
    ],
)
def test_rulings_that_affect_the_army_are_listed(
    library: Library, units: tuple[Unit, ...], keys: dict[str, Any], passage: str
) -> None:
    def actual(rules: tuple[RuleUsed, ...]) -> bool:
        return any(term.startswith(passage) for term in terms(rules, "ruling"))

    assert actual(used(library, *units, **keys))
    assert not actual(used(library, Unit(entry="engineers", size=1)))


RESERVE = Formation(level="brigade", commander=Commander(), units=(GUNS,), off_board=True)


@pytest.mark.parametrize(
    ("units", "keys", "notes"),
    [
        ((GUNS,), {}, ["basing", "F", "Bounce"]),
        ((FOOT,), {}, ["basing", "building light cover"]),
        ((GUNS,), {"formations": (RESERVE,)}, ["basing", "arrival", "F", "Bounce"]),
        ((Unit(entry="brit_rha_troop", size=1),), {}, ["basing", "F", "Bounce", "horse artillery"]),
        (
            (Unit(entry="brit_engineers"),),
            {},
            ["basing", "building a pontoon bridge", "demolishing a bridge", "removing an obstacle"],
        ),
    ],
)
def test_notes_are_for_the_kinds_of_troops_in_the_army(
    library: Library, units: tuple[Unit, ...], keys: dict[str, Any], notes: list[str]
) -> None:
    """Some notes are only for armies with units off the board. Most notes on the roster are for all armies."""
    found = terms(used(library, *units, **keys), "note")
    file = library.ruleset("days_of_empire")
    assert file
    assert file.value
    on_roster = {note.label for note in file.value.notes if "roster" in note.show}
    assert [one for one in found if one not in on_roster] == notes
    assert {"moves", "shooting"} <= set(found)
    assert ("first fire" in found) == (FOOT in units)


def test_a_reserve_uses_the_ruling_on_reserves(library: Library) -> None:
    held = Formation(level="brigade", commander=Commander(), units=(GUNS,), off_board=True)
    assert any(
        rule.text == "A third of which total? Of the points spent." for rule in used(library, formations=(held,))
    )
