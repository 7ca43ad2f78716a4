"""The army list to buy from: what it shows, how it is narrowed, and what is bought from it."""

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
    """An army as it has just been opened."""
    workspace = Workspace(library)

    def open_(orbat: Orbat = ARMY) -> State:
        book = workspace.book(orbat)
        assert book
        return workspace.open(orbat, book)

    return open_


def offers(state: State, typed: str = "") -> list[Line]:
    """The lines that can be bought from."""
    return [line for line in army_list_lines(state, typed) if not line.heading]


def headings(state: State, typed: str = "") -> list[str]:
    """What stands over them."""
    return [line.name for line in army_list_lines(state, typed) if line.heading]


# --- what it shows


def test_each_column_has_a_head(opened: Callable[..., State]) -> None:
    """The ruleset's word for a rating, what the limits leave, and the price."""
    guards = offers(opened())[0]
    assert list(zip(army_list_header(opened()), guards.columns, strict=True)) == [
        ("class", "3/4"),
        ("used", "0 of 3"),
        ("points", "4-5/stand"),
    ]


def test_a_share_of_others_that_are_not_there_yet_is_told(opened: Callable[..., State]) -> None:
    """Of field guns there may be so many for each battalion: there may be none as yet, and then one more."""
    army = replace(ARMY, formations=())
    for number, used in ((0, "0 of 0"), (4, "0 of 1")):
        state = opened(replace(army, units=BRIGADE.units * number))
        line = next(line for line in offers(state) if line.key == "brit_field_battery")
        assert (line.columns[1], line.role) == (used, "plain" if number else "faint")


def test_where_nothing_is_found_that_is_said(opened: Callable[..., State]) -> None:
    """A bare list might be one that is still being read."""
    assert not offers(opened(), "zouaves of the moon")
    assert headings(opened(), "zouaves of the moon") == ["Nothing has all of these words."]


@pytest.mark.parametrize(("date", "says"), [(Date(1854, 9), "from 1855-03"), (Date(1857, 1), "until 1856-06")])
def test_what_is_not_to_be_had_says_when_it_is(opened: Callable[..., State], date: Date, says: str) -> None:
    """In words, and faint."""
    line = next(line for line in offers(opened(replace(ARMY, date=date))) if line.key == "brit_line_drafts")
    assert (line.columns[-1], line.role) == (says, "faint")


def test_a_group_of_which_nothing_is_to_be_had_says_so(opened: Callable[..., State]) -> None:
    """Over its lines; one that has something, and an army without a date, have the group's name alone."""
    assert "Foreign corps 1855: not in 1853" in headings(opened(replace(ARMY, date=Date(1853))))
    assert "Foreign corps 1855" in headings(opened())
    assert "Foreign corps 1855" in headings(opened(replace(ARMY, date=None)))


# --- how it is narrowed


def test_what_is_to_be_had_comes_first_and_what_fits_best(opened: Callable[..., State]) -> None:
    """Then what the limits or the date rule out; the order of the list decides nothing else."""
    state = opened(replace(ARMY, units=GUARDS))
    found = offers(state, "guard")
    faint = [line.role == "faint" for line in found]
    assert faint == sorted(faint)
    assert [line.key for line in found if line.role == "faint"] == ["brit_foot_guards"]
    assert next(line.key for line in offers(opened(), "royal")) == "brit_rha_troop"


def test_what_is_called_so_comes_before_what_is_of_such_a_kind(opened: Callable[..., State]) -> None:
    """Though the limits rule it out."""
    assert [line.key for line in offers(opened(), "foot gu")] == ["brit_foot_guards", "brit_field_battery"]
    found = offers(opened(replace(ARMY, units=GUARDS)), "foot gu")
    assert [(line.key, line.role) for line in found] == [("brit_foot_guards", "faint"), ("brit_field_battery", "plain")]


def test_a_regiment_that_is_meant_stands_over_its_entry(opened: Callable[..., State]) -> None:
    """Over all that have it; where it is in the army already, however it is written, that is said."""
    assert headings(opened(), "33rd") == [DUKE]
    assert headings(opened(), "77th") == ["77th (East Middlesex) is in use"]
    assert headings(opened(), "20th") == ["20th (East Devonshire)"]
    assert len(offers(opened(), "20th")) == 2


def test_a_unit_is_bought_under_the_name_that_was_typed(opened: Callable[..., State]) -> None:
    """Where that regiment is there already, and where none was typed, it is the first that is not."""
    names = []
    for typed in ("33rd", "77th", "line", ""):
        done = units.buy(opened(), "brit_line", typed)
        assert done
        names.append(done.orbat.units[-1].name)
    first = "1st Bn 1st Royal Regiment"
    assert names == [DUKE, first, first, first]


# --- with keys

Script = Callable[[Pilot[None], BuilderScreen], Awaitable[None]]


def play(library: Library, script: Script, size: tuple[int, int] = (120, 36)) -> None:
    """Run a script of keys on the army."""
    book, _ = library.book(ARMY)
    assert book
    quote, findings = Evaluator().examine(ARMY, book)

    async def run() -> None:
        app = OrbatApp(library, Report("army", ARMY, book, quote, findings))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, BuilderScreen)
            await script(pilot, app.screen)

    asyncio.run(run())


def test_what_is_found_is_bought_at_once(library: Library) -> None:
    """The pointer goes to what fits best; it stays on its entry when the list is whole again."""

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


def test_the_key_that_finds_is_no_part_of_a_name(library: Library) -> None:
    """Pressed again it does nothing, also over what stands there and is selected; further on it is a letter."""

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


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 40)])
def test_the_heads_stand_over_their_columns(library: Library, size: tuple[int, int]) -> None:
    """Each ends where its column ends, and the words before them are whole."""

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


def test_the_army_list_has_room(library: Library) -> None:
    """Ten of its lines at least, whatever is selected, and the same ones: nothing jumps."""

    async def script(pilot: Pilot[None], screen: BuilderScreen) -> None:
        seen = set()
        for _ in range(3):
            seen.add(screen.query_one("#army-list").region)
            await pilot.press("down")
            await pilot.pause()
        assert len(seen) == 1
        assert seen.pop().height >= 10

    play(library, script)
