"""The army list pane: lines, filter and purchases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from tests.tui.conftest import screen_strips
from textual.pilot import Pilot
from textual.widgets import Input

from orbat.data.library import Library
from orbat.model.dates import Date
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator
from orbat.report.report import Report
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.state import State, Workspace
from orbat.tui.steps import units
from orbat.tui.views.army_list import army_list_header, army_list_lines
from orbat.tui.widgets.filter import FilteredList
from orbat.tui.widgets.lines import Line, Lines

DUKE = "33rd (Duke of Wellington's)"
GUARDS = tuple(Unit(name=f"Guards {number}", entry="brit_foot_guards", size=14, rating="4") for number in range(3))
BRIGADE = Formation(
    level="brigade", name="1st Brigade", units=(Unit(name="77th Foot", entry="brit_line", size=12, rating="3"),)
)
ARMY = Orbat(
    title="Light Division",
    ruleset=Pin("days_of_empire"),
    army_list=Pin("british"),
    game_size=800,
    date=Date(1854, 9),
    formations=(BRIGADE,),
)


@pytest.fixture
def opened(library: Library) -> Callable[..., State]:
    """The state of an army just opened."""
    workspace = Workspace(library)

    def open_(orbat: Orbat = ARMY) -> State:
        book = workspace.book(orbat)
        assert book
        return workspace.open(orbat, book)

    return open_


def offers(state: State, typed: str = "") -> list[Line]:
    """The lines of entries."""
    return [line for line in army_list_lines(state, typed) if not line.heading]


def headings(state: State, typed: str = "") -> list[str]:
    """The headings."""
    return [line.name for line in army_list_lines(state, typed) if line.heading]


# --- what it shows


def test_each_column_has_a_title(opened: Callable[..., State]) -> None:
    guards = offers(opened())[0]
    assert list(zip(army_list_header(opened()), guards.columns, strict=True)) == [
        ("class", "3/4"),
        ("used", "0 of 3"),
        ("points", "4-5/stand"),
    ]


def test_allowance_in_proportion_to_other_units_is_shown(opened: Callable[..., State]) -> None:
    """Field guns are limited by battalions: none allowed at first, then one more."""
    army = replace(ARMY, formations=())
    for number, used in ((0, "none yet"), (4, "0 of 1")):
        state = opened(replace(army, units=BRIGADE.units * number))
        line = next(line for line in offers(state) if line.key == "brit_field_battery")
        assert (line.columns[1], line.role) == (used, "plain" if number else "faint")


def test_filter_without_a_match_says_so(opened: Callable[..., State]) -> None:
    assert not offers(opened(), "zouaves of the moon")
    assert headings(opened(), "zouaves of the moon") == ["No entry matches all words."]


@pytest.mark.parametrize(("date", "says"), [(Date(1854, 9), "from 1855-03"), (Date(1857, 1), "until 1856-04")])
def test_unavailable_entry_shows_its_dates(opened: Callable[..., State], date: Date, says: str) -> None:
    line = next(line for line in offers(opened(replace(ARMY, date=date))) if line.key == "brit_line_drafts")
    assert (line.name, line.role) == (f"{says}: Line infantry, raw drafts", "faint")


def test_heading_of_an_unavailable_group_says_so(opened: Callable[..., State]) -> None:
    assert "Foreign corps 1855: not available in 1853" in headings(opened(replace(ARMY, date=Date(1853))))
    assert "Foreign corps 1855" in headings(opened(replace(ARMY, date=Date(1855, 10))))
    assert "Foreign corps 1855" in headings(opened(replace(ARMY, date=None)))


def test_heading_says_which_troops_allies_lend(opened: Callable[..., State]) -> None:
    state = opened()
    british = state.book.lists["british"]
    lent = tuple(replace(one, allied=one.id == "brit_foot_guards") for one in british.entries)
    state = replace(state, book=replace(state.book, lists={"british": replace(british, entries=lent)}))
    group = next(one.group for one in lent if one.allied)
    assert headings(state)[:2] == [f"{group}, lent by allies", group]


# --- how it is narrowed


def test_available_and_best_matches_come_first(opened: Callable[..., State]) -> None:
    state = opened(replace(ARMY, units=GUARDS))
    found = offers(state, "guard")
    faint = [line.role == "faint" for line in found]
    assert faint == sorted(faint)
    assert [line.key for line in found if line.role == "faint"] == ["brit_foot_guards"]
    assert next(line.key for line in offers(opened(), "royal")) == "brit_marines"


def test_matching_names_come_before_matching_kinds(opened: Callable[..., State]) -> None:
    assert [line.key for line in offers(opened(), "foot gu")] == ["brit_foot_guards", "brit_field_battery"]
    found = offers(opened(replace(ARMY, units=GUARDS)), "foot gu")
    assert [(line.key, line.role) for line in found] == [("brit_foot_guards", "faint"), ("brit_field_battery", "plain")]


def test_matching_regiment_is_the_heading_of_its_entries(opened: Callable[..., State]) -> None:
    """It says if the regiment (in use)."""
    assert headings(opened(), "33rd") == [DUKE]
    assert headings(opened(), "77th") == ["77th (East Middlesex) (in use)"]
    assert headings(opened(), "20th") == ["20th (East Devonshire)"]
    assert [line.key for line in offers(opened(), "20th")] == ["brit_line_smoothbore"]
    later = opened(replace(ARMY, date=Date(1855, 3)))
    assert [line.key for line in offers(later, "20th")] == ["brit_line"], "the regiment has rifles then"


def test_unit_is_bought_with_the_matching_regiment_s_name(opened: Callable[..., State]) -> None:
    """Or with the first unused one."""
    names = []
    for typed in ("33rd", "77th", "line", ""):
        done = units.buy(opened(), "brit_line", typed)
        assert done
        names.append(done.orbat.units[-1].name)
    first = "1st Bn 1st Royal Regiment"
    assert names == [DUKE, first, first, first]


# --- with keys

Script = Callable[[Pilot[None], BuilderScreen], Awaitable[None]]


def play(library: Library, script: Script, size: tuple[int, int] = (120, 36), army: Orbat = ARMY) -> None:
    """Run a script on the army."""
    book, _ = library.book(army)
    assert book
    quote, findings = Evaluator().examine(army, book)

    async def run() -> None:
        app = OrbatApp(library, Report("army", army, book, quote, findings))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, BuilderScreen)
            await script(pilot, app.screen)

    asyncio.run(run())


@pytest.mark.slow
def test_best_match_is_bought_with_enter(library: Library) -> None:

    async def script(pilot: Pilot[None], screen: BuilderScreen) -> None:
        shop = screen.query_one("#army-list", Lines)
        await pilot.press("slash", *"33rd")
        assert shop.line
        assert shop.line.key == "brit_line"
        await pilot.press("enter", "enter")
        assert [unit.name for unit in screen.now.orbat.units] == [DUKE]
        screen.query_one("#filter", Input).value = ""
        await pilot.pause()
        assert shop.line.key == "brit_line"

    play(library, script)


@pytest.mark.slow
@pytest.mark.parametrize("keys", [("enter",), ("down", "enter"), ("tab",)])
def test_cursor_begins_on_the_first_entry_that_the_army_can_have(library: Library, keys: tuple[str, ...]) -> None:

    async def script(pilot: Pilot[None], screen: BuilderScreen) -> None:
        await pilot.press(*keys)
        shop = screen.query_one("#army-list", Lines)
        first = next(one for one in shop.lines if not one.heading and one.role == "plain")
        assert shop.line == first != shop.lines[1], "the first entry of the list is one that the army cannot have"

    play(library, script, army=replace(ARMY, units=GUARDS))


@pytest.mark.slow
def test_find_key_is_not_typed_into_the_filter(library: Library) -> None:

    async def script(pilot: Pilot[None], screen: BuilderScreen) -> None:
        await pilot.press("slash", "slash", "slash")
        assert screen.query_one(FilteredList).typed == ""
        await pilot.press("x", "slash")
        assert screen.query_one(FilteredList).typed == "x/"
        await pilot.press("enter", "slash", "slash")
        assert screen.query_one(FilteredList).typed == "x/"
        await pilot.press("y")
        assert screen.query_one(FilteredList).typed == "y"

    play(library, script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 40)])
def test_header_is_aligned_with_its_columns(library: Library, size: tuple[int, int]) -> None:

    async def script(pilot: Pilot[None], screen: BuilderScreen) -> None:
        await pilot.press("tab")
        await pilot.pause()
        shop = screen.query_one("#army-list", Lines)
        rows = [strip.text for strip in screen_strips(screen.app)]
        region = shop.region
        over, first = (rows[y][region.x : region.right] for y in (region.y - 1, region.y + 1))
        assert over.startswith(" / find… ")
        assert over.rstrip().endswith("used       points")
        assert over.index("used") + 4 == first.index("0 of 3") + 6
        assert over.index("points") + 6 == first.index("4-5/stand") + 9

    play(library, script, size)


@pytest.mark.slow
def test_army_list_shows_at_least_ten_lines(library: Library) -> None:

    async def script(pilot: Pilot[None], screen: BuilderScreen) -> None:
        seen = set()
        for _ in range(3):
            seen.add(screen.query_one("#army-list").region)
            await pilot.press("down")
            await pilot.pause()
        assert len(seen) == 1
        assert seen.pop().height >= 10

    play(library, script)


def test_entries_of_another_theatre_are_faint_and_say_where_they_served(opened: Callable[..., State]) -> None:
    def dragoons(theatre: str) -> Line:
        army = replace(ARMY, army_list=Pin("russian"), date=Date(1854, 10), theatre=theatre, units=(), formations=())
        return next(one for one in offers(opened(army)) if one.key == "ru_caucasus_dragoons")

    assert dragoons("crimea").name.startswith("in Asia: ")
    assert dragoons("crimea").role == "faint"
    assert dragoons("asia").columns[-1] == dragoons("").columns[-1] != "in Asia"
