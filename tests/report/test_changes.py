"""Differences between two reports, one on each line."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from orbat.data import folders
from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model import arrange
from orbat.model.dates import Date
from orbat.model.edits import Edit, Insert, Remove, Set, apply_all
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, check
from orbat.report.changes import changes
from orbat.report.report import Report

STARTER = folders.shipped() / "templates/orbats/days_of_empire/starters/british_800.yaml"
FIRST = ("formations", 0, "formations", 0)
SECOND = ("formations", 0, "formations", 1)
DESK = Evaluator()


@pytest.fixture
def orbat(two_brigades: str) -> Orbat:
    """A division of two brigades with one battalion each."""
    orbat = read_orbat(two_brigades).orbat
    assert orbat is not None
    return orbat


def _report(orbat: Orbat, library: Library) -> Report:
    book, _ = library.book(orbat)
    assert book is not None
    return Report("", orbat, book, *DESK.examine(orbat, book))


def _lines(library: Library, before: Orbat, after: Orbat) -> list[str]:
    found = changes(_report(before, library), _report(after, library))
    return [f"{one.sign} {one.words}" for one in found]


def _after(library: Library, orbat: Orbat, *edits: Edit) -> list[str]:
    return _lines(library, orbat, apply_all(orbat, edits))


def test_the_same_report_has_no_changes(orbat: Orbat, library: Library) -> None:
    """Nor does an equal report that was read again."""
    assert _lines(library, orbat, orbat) == []
    assert _lines(library, orbat, replace(orbat, extras={})) == []


def test_added_and_removed_units(orbat: Orbat, library: Library) -> None:
    """Size, rating, options and points are listed. The totals come last."""
    fusiliers = Unit(name="23rd Royal Welch", entry="brit_line", size=12, rating="3")
    bought = apply_all(orbat, (Insert((*SECOND, "units"), 1, fusiliers),))
    line = "23rd Royal Welch, 12 stands, class 3, rifles: 48 points"
    assert _lines(library, orbat, bought) == [f"+ {line}", "~ total: 158 to 206 points"]
    assert _lines(library, bought, orbat) == [f"- {line}", "~ total: 206 to 158 points"]


def test_an_enlarged_unit(orbat: Orbat, library: Library) -> None:
    """Both sizes and both prices are listed."""
    assert _after(library, orbat, Set((*FIRST, "units", 0), "size", 15)) == [
        "~ 7th Royal Fusiliers: 12 stands to 15 stands, 36 to 45 points",
        "~ total: 158 to 167 points",
    ]


def test_every_change_of_a_unit(orbat: Orbat, library: Library) -> None:
    """Name, entry, rating, options, reserve, note and a price that became unknown are listed."""
    unit = (*FIRST, "units", 0)
    assert _after(library, orbat, Set(unit, "name", "The Fusiliers"), Set(unit, "rating", "3")) == [
        "~ 7th Royal Fusiliers: renamed The Fusiliers, class 2 to class 3, 36 to 48 points",
        "~ total: 158 to 170 points",
    ]
    assert _after(library, orbat, Set(unit, "entry", "brit_marines"))[0].startswith(
        "~ 7th Royal Fusiliers: Line infantry with rifle-musket to Royal Marines battalion"
    )
    assert _after(library, orbat, Set(unit, "off_board", True), Set(unit, "note", "late")) == [
        "~ 7th Royal Fusiliers: now off the board, note changed"
    ]
    assert _after(library, orbat, Set(unit, "size", None)) == [
        "~ 7th Royal Fusiliers: 12 stands to no size, 36 to no price",
        "~ total: 158 to 122 points",
    ]
    assert _after(library, orbat, Set(unit, "options", ("rifles", "horse_artillery")))[0] == (
        "~ 7th Royal Fusiliers: rifles to rifles, horse artillery, 36 to 156 points"
    )


def test_a_removed_brigade_counts_its_units(orbat: Orbat, library: Library) -> None:
    """One line covers everything in it."""
    assert _after(library, orbat, Remove(SECOND)) == ["- 2nd Brigade, 1 unit", "~ total: 158 to 96 points"]
    assert _after(library, orbat, Remove(("formations", 0))) == [
        "- Light Division, 2 units",
        "~ total: 158 to 0 points",
    ]
    empty = Formation(level="brigade", name="3rd Brigade")
    assert _after(library, orbat, Insert(("formations",), 0, empty)) == ["+ 3rd Brigade"]


def test_units_kept_from_a_removed_brigade_have_moved(orbat: Orbat, library: Library) -> None:
    """They are not counted with the removed brigade."""
    assert _lines(library, orbat, arrange.remove(orbat, SECOND, keep_units=True)) == [
        "~ 19th Foot: moved from 2nd Brigade to Light Division",
        "- 2nd Brigade",
        "~ total: 158 to 128 points",
    ]


def test_a_renamed_brigade_is_matched(orbat: Orbat, library: Library) -> None:
    """Its units have not moved, even if they have changed too."""
    edits = (Set(SECOND, "name", "Buller's Brigade"), Set((*SECOND, "units", 0), "size", 9))
    assert _after(library, orbat, *edits) == [
        "~ 2nd Brigade: renamed Buller's Brigade",
        "~ 19th Foot: 8 stands to 9 stands, 32 to 36 points",
        "~ total: 158 to 162 points",
    ]


def test_a_brigade_with_the_name_of_a_removed_one_is_matched_by_its_units(orbat: Orbat, library: Library) -> None:
    """If the first of two numbered brigades is removed, the second one becomes the first."""
    after = apply_all(orbat, (Remove(FIRST), Set(SECOND, "name", "1st Brigade")))
    assert _lines(library, orbat, after) == [
        "~ 2nd Brigade: renamed 1st Brigade",
        "- 1st Brigade, 1 unit",
        "~ total: 158 to 92 points",
    ]


def test_a_brigade_moved_to_another_level_and_formation(orbat: Orbat, library: Library) -> None:
    """The units inside it are not listed as moved."""
    moved, path = arrange.move(orbat, SECOND, ())
    assert _lines(library, orbat, moved) == ["~ 2nd Brigade: moved from Light Division to the army"]
    raised = apply_all(moved, (Set(path, "level", "division"),))
    assert _lines(library, orbat, raised) == [
        "~ 2nd Brigade: moved from Light Division to the army, brigade to division"
    ]


def test_changes_of_generals(orbat: Orbat, library: Library) -> None:
    """Generals are added, removed, replaced and diced, including the player's own."""
    assert _after(library, orbat, Set(FIRST, "commander", None)) == [
        "- general of 1st Brigade: William Codrington, not diced, 30 points",
        "~ total: 158 to 128 points",
    ]
    diced = Commander(name="William Codrington", quality="capable", roll=Roll(dice=(3,)))
    assert _after(library, orbat, Set(FIRST, "commander", diced)) == [
        "~ general of 1st Brigade: William Codrington, not diced to William Codrington, capable (3)"
    ]
    assert _after(library, orbat, Set((), "commander", Commander(name="Lord Raglan"))) == [
        "+ general of the army: Lord Raglan, capable, the player, 0 points"
    ]


def test_changes_of_the_header(orbat: Orbat, library: Library) -> None:
    """Changes of title, list, date, agreed size and rulings are listed first."""
    after = replace(
        orbat,
        title="The Light Division",
        date=Date(1854, 11),
        game_size=None,
        player="Ann",
        rulings={"off_board_base": "agreed"},
    )
    assert _lines(library, orbat, after) == [
        "~ title: Light Division to The Light Division",
        "~ player: none to Ann",
        "~ date: September 1854 to November 1854",
        "~ agreed size: 800 to none",
        "~ A third of which total? Now of the agreed size; previously of the points spent",
    ]
    assert _lines(library, orbat, replace(orbat, game_size=400))[0] == "~ agreed size: 800 to 400"


def test_reserves_show_in_the_totals(orbat: Orbat, library: Library) -> None:
    """The brigade and the points of the reserves are listed."""
    assert _after(library, orbat, Set(SECOND, "off_board", True)) == [
        "~ 2nd Brigade: now off the board",
        "~ off the board: 0 to 62 points",
    ]


def test_named_sizes_and_bought_commanders(library: Library) -> None:
    """Named sizes are shown by name. Units may have no size."""
    hussars = Unit(name="Zieten", entry="pr_hussar", size="standard", rating="standard")
    brigade = Formation(level="brigade", name="Left", commander=Commander(quality="dithering"), units=(hussars,))
    orbat = Orbat(
        ruleset=Pin("honours_of_war"),
        army_list=Pin("prussian"),
        rulings={"commanders": "bought"},
        formations=(brigade,),
    )
    left = ("formations", 0)
    edits = (Set((*left, "units", 0), "size", "large"), Set((*left, "commander"), "quality", "dashing"))
    assert _after(library, orbat, *edits) == [
        "~ commander of Left: unnamed commander, dithering to unnamed commander, dashing, -20 to 20 points",
        "~ Zieten: standard regiment to large regiment, 110 to 130 points",
        "~ total: 90 to 150 points",
    ]


def test_a_brigade_with_another_arrival_method(library: Library) -> None:
    """A brigade in reserve in both reports arrives from the rear, then from a flank."""
    line = Unit(entry="fr12_line")
    brigade = Formation(level="brigade", name="Left", off_board="rear", units=(line,))
    orbat = Orbat(ruleset=Pin("fast_play_napoleonic"), army_list=Pin("france_1812"), formations=(brigade,))
    assert _after(library, orbat, Set(("formations", 0), "off_board", "flank")) == [
        "~ Left: now off the board: flank",
    ]


def test_unnamed_units_are_matched_by_their_properties(orbat: Orbat, library: Library) -> None:
    """Only the removed one of three unnamed units is listed."""
    three = tuple(Unit(entry="brit_line", size=size, rating="3") for size in (10, 12, 14))
    filled = apply_all(orbat, (Set(SECOND, "units", three),))
    assert _after(library, filled, Remove((*SECOND, "units", 0))) == [
        "- Line infantry with rifle-musket, 10 stands, class 3, rifles: 40 points",
        "~ total: 270 to 230 points",
    ]
    assert _lines(library, filled, apply_all(filled, (Set(SECOND, "units", three[::-1]),))) == []


def test_a_report_without_an_orbat_is_empty(orbat: Orbat, library: Library) -> None:
    """Everything in the other report is added or removed."""
    unread, read = Report("a.yaml", None, None, None, ()), _report(orbat, library)
    assert changes(unread, unread) == ()
    assert [one.words for one in changes(unread, read) if one.sign == "+"] == ["Light Division, 2 units"]
    assert [one.words for one in changes(read, unread) if one.sign == "-"] == ["Light Division, 2 units"]


def test_a_starter_without_its_cavalry(library: Library) -> None:
    """One brigade is removed and one regiment is smaller."""
    starter = check(STARTER, library)
    assert starter.orbat is not None
    changed = apply_all(starter.orbat, (Remove(("formations", 1)), Set((*FIRST, "units", 0), "size", 12)))
    assert _lines(library, starter.orbat, changed) == [
        "~ 7th Royal Fusiliers: 15 stands to 12 stands, 60 to 48 points",
        "- Light Brigade (two regiments), 1 unit",
        "~ total: 800 to 710 points",
    ]


UNITS = st.lists(
    st.builds(
        Unit,
        name=st.sampled_from(("", "", "7th", "23rd")),
        entry=st.sampled_from(("brit_line", "brit_marines", "brit_field_battery", "dragon")),
        size=st.none() | st.integers(1, 3),
        rating=st.sampled_from(("", "2", "3")),
        note=st.sampled_from(("", "", "late")),
    ),
    max_size=3,
).map(tuple)
COMMANDERS = st.none() | st.builds(Commander, name=st.sampled_from(("", "Brown")))
FORMATIONS = st.recursive(
    st.builds(
        Formation,
        level=st.sampled_from(("brigade", "wing")),
        name=st.sampled_from(("", "1st", "2nd")),
        commander=COMMANDERS,
        units=UNITS,
    ),
    lambda inner: st.builds(
        Formation,
        level=st.just("division"),
        name=st.sampled_from(("", "1st", "Light")),
        commander=COMMANDERS,
        off_board=st.booleans(),
        formations=st.lists(inner, max_size=2).map(tuple),
        units=UNITS,
    ),
    max_leaves=4,
)
ORBATS = st.builds(
    Orbat,
    title=st.sampled_from(("", "A")),
    ruleset=st.just(Pin("days_of_empire")),
    army_list=st.just(Pin("british")),
    game_size=st.sampled_from((None, 400, 800)),
    date=st.sampled_from((None, Date(1854, 9))),
    commander=COMMANDERS,
    formations=st.lists(FORMATIONS, max_size=3).map(tuple),
    units=UNITS,
)


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(ORBATS, ORBATS)
def test_swapping_the_reports_swaps_added_and_removed(library: Library, one: Orbat, other: Orbat) -> None:
    """There are no changes between a report and itself."""
    left, right = _report(one, library), _report(other, library)
    assert changes(left, left) == changes(right, right) == ()
    there, back = changes(left, right), changes(right, left)
    swapped = {"+": "-", "-": "+"}

    def lone(found: Any) -> Counter[tuple[str, str]]:
        return Counter((change.sign, change.words) for change in found if change.sign != "~")

    assert Counter({(swapped[sign], words): n for (sign, words), n in lone(there).items()}) == lone(back)
    assert sum(change.sign == "~" for change in there) == sum(change.sign == "~" for change in back)
    assert there == changes(left, right)


@settings(max_examples=examples(100))
@given(ORBATS, st.data())
def test_changes_account_for_the_number_of_units(library: Library, before: Orbat, data: st.DataObject) -> None:
    """Additions minus removals equal the difference in the number of units. Different ORBATs have different texts."""
    after = replace(before, units=data.draw(UNITS))
    found = changes(_report(before, library), _report(after, library))
    come, gone = (sum(one.sign == sign for one in found) for sign in "+-")
    assert come - gone == len(after.units) - len(before.units)
    if Counter(map(repr, after.units)) != Counter(map(repr, before.units)):
        assert found
