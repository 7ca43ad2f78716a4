"""The roster: formations with generals, strengths and abilities of units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.ruleset import Ruleset
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.abilities import AbilityNote, merge_notes
from orbat.report.report import Report
from orbat.report.roster import Roster, UnitStrength, roster, strength_of

FOOT = Unit(name="Foot", entry="brit_line", size=12, rating="3")
GUARDS = Unit(name="Guards", entry="brit_foot_guards", size=9, rating="4")
HORSE = Unit(name="Horse", entry="brit_light_cavalry", size=6, rating="3")
GUNS = Unit(name="Guns", entry="brit_field_battery", size=3)
WORKS = Unit(name="Works", entry="earthworks", size=60)
GHOST = Unit(name="Ghost", entry="no_such_entry", size=2)


@pytest.fixture(scope="module")
def ruleset(library: Library) -> Ruleset:
    book, _ = library.book(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british")))
    assert isinstance(book, Book)
    return book.ruleset


def report(
    library: Library,
    *formations: Formation,
    units: tuple[Unit, ...] = (),
    commander: Commander | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Report:
    army = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        formations=formations,
        units=units,
        commander=commander,
        rulings=rulings or {},
    )
    return report_on("army.yaml", Loaded(army, ()), library)


def deeds(found: Roster) -> dict[str, list[str]]:
    return {troop.row.name: [deed.short for deed in troop.ability_notes] for troop in found.units}


@pytest.mark.parametrize(
    ("kind", "size", "half", "removed"),
    [
        ("infantry", 12, 5, 2),
        ("infantry", 11, 5, 2),
        ("infantry", 13, 6, 2),
        ("infantry", 7, 3, 2),
        ("infantry", 6, None, 2),
        ("infantry", 1, None, 1),
        ("cavalry", 12, 5, 1),
        ("cavalry", 5, 2, 1),
        ("cavalry", 4, None, 1),
        ("field_gun", 3, 1, 0),
        ("field_gun", 2, None, 0),
        ("field_gun", 1, None, 0),
        ("engineers", 1, None, 0),
    ],
)
def test_critical_strengths_of_a_unit(ruleset: Ruleset, kind: str, size: int, half: int | None, removed: int) -> None:
    """6 of 12 is not under half. 5 of 11 is under half, which is 5.5."""
    assert strength_of(size, ruleset.kinds[kind], ruleset.victory) == UnitStrength(size, half, removed)


def test_losses_are_counted_from_one(ruleset: Ruleset) -> None:
    foot = strength_of(12, ruleset.kinds["infantry"], ruleset.victory)
    assert (foot.to_half, foot.to_removal) == (7, 10)


def test_without_a_share_no_unit_is_under_half(ruleset: Ruleset) -> None:
    assert ruleset.victory
    kind = ruleset.kinds["infantry"]
    for victory in (None, replace(ruleset.victory, half_below=None)):
        assert strength_of(12, kind, victory) == UnitStrength(12, None, 2)
    third = replace(ruleset.victory, half_below=Fraction(1, 3))
    assert strength_of(12, kind, third).half == 3


def test_formations_are_in_document_order(library: Library) -> None:
    brigade = Formation(level="brigade", name="Adams", commander=Commander(name="Adams"), units=(FOOT, HORSE))
    division = Formation(level="division", name="2nd Division", units=(GUNS,), formations=(brigade,))
    found = roster(report(library, division, units=(WORKS,), commander=Commander(name="Lord Raglan")))
    actual = [(one.title, one.above, [troop.row.name for troop in one.units]) for one in found.formations]
    assert actual == [
        ("Army", (), []),
        ("2nd Division", (), ["Guns"]),
        ("Brigade Adams", ("2nd Division",), ["Foot", "Horse"]),
        ("Independent units", (), ["Works"]),
    ]
    assert [one.points for one in found.formations] == ["", "231", "126", "600"]
    assert found.formations[2].row
    assert found.formations[2].row.commander == "Adams"
    assert (found.command_radius, found.radius_cites, found.half_cites, found.removed_cites) == (
        "16 inches",
        "[DOE 14.2]",
        "[DOE 18.2]",
        "[DOE 17.5.8]",
    )


def test_an_army_without_a_general_is_not_listed(library: Library) -> None:
    assert [one.title for one in roster(report(library, units=(FOOT,))).formations] == ["Independent units"]


def test_an_orbat_without_a_price_has_no_roster(library: Library) -> None:
    unread = report_on("army.yaml", Loaded(Orbat(ruleset=Pin("nobody_knows_it")), ()), library)
    assert roster(unread) == Roster()


def test_works_and_unknown_entries_have_no_strength(library: Library) -> None:
    nobody = replace(FOOT, name="Sizeless", size=None)
    found = roster(report(library, units=(WORKS, GHOST, nobody, GUNS)))
    assert [troop.strength for troop in found.units] == [None, None, None, UnitStrength(3, 1, 0)]


def test_abilities_depend_on_arm_class_and_size(library: Library) -> None:
    units = (
        replace(FOOT, name="four", size=4),
        replace(FOOT, name="three", size=3),
        replace(FOOT, name="poor", rating="1"),
        GUARDS,
        replace(GUARDS, name="eight", size=8),
        replace(HORSE, name="two", size=2),
        replace(HORSE, name="three stands of horse", size=3),
        replace(HORSE, name="squadron", size=4),
        GUNS,
    )
    assert deeds(roster(report(library, units=units))) == {
        "four": ["square", "skirmish"],
        "three": ["skirmish"],
        "poor": ["square", "no feint", "no fire and move", "no side-step"],
        "Guards": ["square", "skirmish", "volley"],
        "eight": ["square", "skirmish"],
        "two": ["skirmish", "dismount"],
        "three stands of horse": ["skirmish", "dismount"],
        "squadron": ["skirmish", "dismount", "squadrons"],
        "Guns": ["evade", "by hand", "no charge"],
    }


def test_a_ruling_changes_the_size_for_an_ability(library: Library) -> None:
    eight = replace(GUARDS, size=8)
    found = roster(report(library, units=(eight,), rulings={"volley_stands": "from_8"}))
    assert deeds(found) == {"Guards": ["square", "skirmish", "volley"]}


def test_equal_abilities_are_merged_with_all_citations() -> None:
    foot, horse = (
        AbilityNote("skirmish", "may skirmish", 0, ("A 8.1",)),
        AbilityNote("skirmish", "may skirmish", 0, ("A 9.1",)),
    )
    square = AbilityNote("square", "may form square", 4, ("A 12.3",))
    assert merge_notes((foot, square, horse, foot)) == (
        AbilityNote("skirmish", "may skirmish", 0, ("A 8.1", "A 9.1")),
        square,
    )
