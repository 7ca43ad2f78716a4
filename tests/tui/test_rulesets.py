"""What the builder offers under each ruleset: what its rules have, in its words, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path as File

import pytest
from tests.tui.conftest import on_screen, press, screen_strips, settle
from textual.widgets import Button, Input

from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.edits import at
from orbat.model.history import start_history
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.pipeline import check
from orbat.report.purchases import enlargements, purchases
from orbat.tui.app import OrbatApp
from orbat.tui.commands.command import Command
from orbat.tui.commands.table import COMMANDS
from orbat.tui.help import help_on
from orbat.tui.screens.ask import InfoDialog
from orbat.tui.screens.library import LibraryGroup, LibraryScreen, ShippedOrbats, shipped_files
from orbat.tui.state import State, StepResult, Workspace
from orbat.tui.steps import army, formations, units
from orbat.tui.views.army_list import army_list_header, army_list_lines
from orbat.tui.views.choice_row import ChoiceRow
from orbat.tui.views.choices import choice_rows
from orbat.tui.views.hints import title_of
from orbat.tui.views.rulings import ruling_lines
from orbat.tui.views.tree import TreeView
from orbat.tui.widgets.lines import Line, Lines

ARMY: OrbatPath = ()
FIRST: OrbatPath = ("formations", 0)
FOOT: OrbatPath = (*FIRST, "units", 0)
GUNS: OrbatPath = (*FIRST, "units", 1)

Open = Callable[..., State]


def _sized(**more: object) -> Orbat:
    """A brigade with named sizes and grades, under the ruleset that has them."""
    foot = Unit(name="Bevern", entry="pr_musketeer", size="standard", rating="standard")
    guns = Unit(name="Guns", entry="obstacles", size=2)
    brigade = Formation(level="brigade", name="Left", commander=Commander(name="Wedell"), units=(foot, guns))
    orbat = Orbat(
        ruleset=Pin("honours_of_war"), army_list=Pin("prussian"), commander=Commander(), formations=(brigade,)
    )
    return replace(orbat, **more)  # type: ignore[arg-type]  # fields of an ORBAT


def _pieces() -> Orbat:
    """A division of pieces without size or rating, whose ruleset has ways to come on."""
    foot = Unit(name="Schmitz", entry="fr15_line")
    division = Formation(level="division", name="Left", commander=Commander(), units=(foot,))
    return Orbat(
        ruleset=Pin("fast_play_napoleonic"),
        army_list=Pin("france_1815"),
        game_size=100,
        commander=Commander(),
        formations=(division,),
    )


@pytest.fixture
def opened(library: Library) -> Open:
    """An army as it has just been opened, with something selected."""
    workspace = Workspace(library)

    def open_(orbat: Orbat, path: OrbatPath = ARMY) -> State:
        book = workspace.book(orbat)
        assert book
        return replace(workspace.open(orbat, book), selected=path)

    return open_


def after(state: State, done: StepResult | None) -> State:
    """The state after a step."""
    assert done is not None
    again = start_history(done.orbat)
    return replace(state, history=again, selected=done.selected)


def row(state: State, head: str) -> ChoiceRow | None:
    """The row of choices with that head."""
    return next((one for one in choice_rows(state) if one.label == head), None)


def words(state: State, head: str) -> str:
    """What stands in the row of choices with that head."""
    found = row(state, head)
    return " ".join(part.words for part in found.parts) if found else ""


def supported(command: Command, state: State) -> bool:
    """Whether the ruleset has what a command is about."""
    return command.supported(state)


def ids(state: State, question: Callable[[Command, State], bool]) -> set[str]:
    """The commands that are supported, or offered."""
    return {one.id for one in COMMANDS if question(one, state)}


def tree(state: State, room: int = 80) -> tuple[Line, ...]:
    """The lines of the command tree in so many cells."""
    return TreeView().lines(state, frozenset(), room)


# --- named sizes


def test_a_named_size_is_chosen_from_those_of_the_entry(opened: Open) -> None:
    """By the row, whose keys step through them; a step beyond the last is none, and a row of steps is one."""
    state = opened(_sized(), FOOT)
    assert words(state, "size") == "( ) small (•) standard ( ) large"
    found = row(state, "size")
    assert found is not None
    assert found.command == "grow shrink"
    large = units.resize(state, 1)
    assert large is not None
    assert (large.name, at(large.orbat, FOOT).size) == ("size standard to large of Bevern", "large")
    assert units.resize(after(state, large), 1) is None
    small = units.size_as(state, "small")
    assert small is not None
    assert at(small.orbat, FOOT).size == "small"
    assert units.size_as(state, "huge") is None


def test_a_unit_is_bought_of_its_usual_size(opened: Open) -> None:
    """A named one, a number, or none, as its kind has it."""
    state = opened(_sized(), FIRST)
    bought = [units.buy(state, one) for one in ("pr_musketeer", "obstacles")]
    bought.append(units.buy(opened(_pieces(), FIRST), "fr15_line"))
    assert [at(one.orbat, one.selected).size for one in bought if one] == ["standard", 2, None]


def test_what_has_no_size_or_rating_is_offered_none(opened: Open) -> None:
    """No row, no keys, no columns, and nothing in the help."""
    state = opened(_pieces(), FOOT)
    assert not {one.label for one in choice_rows(state)} & {"size", "rating", "option"}
    gone = {"grow", "shrink", "rating", "option"}
    assert not ids(state, supported) & gone
    assert army_list_header(state) == ("", "used", "points")
    assert units.resize(state, 1) is None
    assert units.rate_by_digit(state, "1") is None
    told = help_on("tree", [one for one in COMMANDS if one.supported(state)], str, state.book.ruleset)[1]
    assert "rating" not in told
    assert "1 2 3" not in told


def test_only_what_is_counted_has_a_number(opened: Open) -> None:
    """Under a ruleset with named sizes there may be both."""
    state = opened(_sized(), GUNS)
    assert words(state, "size").startswith("[-]  2 sections")
    assert {"grow", "shrink"} <= ids(state, Command.is_offered)
    command = next(one for one in COMMANDS if one.id == "grow")
    assert title_of(command, state.book.ruleset) == "Larger"


def test_points_buy_named_sizes_and_larger_ones(opened: Open) -> None:
    """The dearest that can be paid for; and one that has no size is bought without."""
    state = opened(_sized(), FIRST)
    found = {one.entry_id: one for one in purchases(state.book, state.orbat, "prussian", 120)}
    assert found["pr_musketeer"].words == "Musketeer battalion, standard battalion, standard"
    bought = units.buy_purchase(state, found["pr_musketeer"])
    assert bought is not None
    assert at(bought.orbat, bought.selected).size == "standard"
    (more, *_) = enlargements(state.book, state.orbat, state.quote, 20)
    assert more.words == "Bevern as a large battalion"
    larger = units.enlarge(state, more)
    assert larger is not None
    assert at(larger.orbat, FOOT).size == "large"
    pieces = opened(_pieces(), FIRST)
    (piece,) = [o for o in purchases(pieces.book, pieces.orbat, "france_1815", 25) if o.entry_id == "fr15_line"]
    assert (piece.words, piece.points) == ("Line brigade, or 2 of them", 10)


def test_grades_that_are_words_are_given_by_their_place(opened: Open) -> None:
    """A figure counts them, from the lowest; figures are ids where the ruleset has such."""
    done = units.rate_by_digit(opened(_sized(), FOOT), "3")
    assert done is not None
    assert at(done.orbat, FOOT).rating == "superior"


def test_the_tree_has_grades_and_sizes_in_words_that_may_be_short(opened: Open) -> None:
    """Where there is room for short ones alone."""
    state = opened(_sized())
    assert tree(state)[2].columns[1:3] == ("standard", "standard battalion")
    assert tree(state, 62)[2].columns[1:3] == ("standard", "standard")
    assert tree(state, 46)[2].columns[1:3] == ("sta", "standard")


# --- reserves


@pytest.mark.parametrize(("path", "name"), [(FIRST, "Left"), (FOOT, "Schmitz")])
def test_each_way_to_come_on_has_its_turn(opened: Open, path: OrbatPath, name: str) -> None:
    """Formations, and single units where no rule says which levels may be off the table."""
    state, ways = opened(_pieces(), path), []
    for _ in range(3):
        done = formations.next_reserve(state)
        assert done is not None
        ways.append((at(done.orbat, path).off_board, done.name))
        state = opened(done.orbat, path)
    rear, flank = f"reserve from the rear: {name}", f"reserve from a flank: {name}"
    assert ways == [("rear", rear), ("flank", flank), (False, f"bring on {name}")]


def test_a_way_to_come_on_is_chosen_and_shown(opened: Open) -> None:
    """In the choices and in the tree, in the ruleset's word."""
    state = opened(_pieces(), FOOT)
    assert words(state, "reserve") == "(•) on table ( ) rear ( ) flank"
    done = formations.set_reserve(state, "flank")
    assert done is not None
    assert formations.set_reserve(state, "sea") is None
    held = opened(done.orbat, FOOT)
    assert words(held, "reserve") == "( ) on table ( ) rear (•) flank"
    assert tree(held)[2].name == "Schmitz, flank"
    back = formations.set_reserve(held, formations.ON_TABLE)
    assert back is not None
    assert at(back.orbat, FOOT).off_board is False


# --- commanders


def test_without_staff_quality_nothing_is_said_of_dice(opened: Open) -> None:
    """Neither in commands, help and rows, nor in the tree."""
    state = opened(_pieces(), FIRST)
    assert not ids(state, supported) & {"roll", "dice", "reroll", "quality"}
    assert row(state, "quality") is None
    told = help_on("tree", [one for one in COMMANDS if one.supported(state)], str, state.book.ruleset)[1]
    assert "Staff" not in told
    assert "Dice" not in told
    assert [line.columns[2] for line in tree(state)[:2]] == ["", ""]


@pytest.mark.parametrize(
    ("reading", "offered", "points"),
    [
        ("bought", "( ) dithering -20 ( ) dependable +0 ( ) dashing +20", 20),
        ("set", "( ) dithering ( ) dependable ( ) dashing", 0),
    ],
)
def test_a_quality_is_chosen_where_it_is_bought_or_set(opened: Open, reading: str, offered: str, points: int) -> None:
    """With its price where it is bought, and nothing is diced for."""
    state = opened(_sized(rulings={"commanders": reading}), FIRST)
    assert words(state, "quality") == offered
    assert not ids(state, supported) & {"roll", "dice", "reroll"}
    assert "quality" in ids(state, Command.is_offered)
    done = army.set_quality(state, "dashing")
    assert done is not None
    given = opened(done.orbat, FIRST)
    assert at(given.orbat, FIRST).commander.quality == "dashing"
    assert given.quote.total - state.quote.total == points
    again = army.next_quality(given)
    assert again is not None
    assert at(again.orbat, FIRST).commander.quality == "dithering"
    assert army.set_quality(state, "brilliant") is None


def test_where_quality_is_diced_none_is_chosen(opened: Open) -> None:
    """And the army's own is diced like the others, where the rules do not give it."""
    state = opened(_sized())
    assert army.next_quality(state) is None
    assert words(state, "quality") == "not diced"
    assert {"roll", "dice", "reroll"} <= ids(state, Command.is_offered)


def test_the_staff_table_is_chosen_where_there_are_national_ones(opened: Open) -> None:
    """For the army, by its row or by the command that goes round, in one step; what is not there is not offered."""
    state = opened(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), commander=Commander()))
    assert words(state, "diced on") == "(•) default ( ) national"
    assert "staff_table" in ids(state, Command.is_offered)
    done = army.set_staff_table(state, "national")
    assert done == army.next_staff_table(state)
    assert done is not None
    assert (done.name, done.orbat.staff_table) == ("national staff table", "national")
    again = army.next_staff_table(opened(done.orbat))
    assert again is not None
    assert again.orbat == state.orbat
    assert army.set_staff_table(state, "british") is None


@pytest.mark.parametrize("orbat", [_pieces(), _sized(rulings={"commanders": "bought"})])
def test_without_dice_no_staff_table_is_chosen(opened: Open, orbat: Orbat) -> None:
    """Neither by a row nor by a command."""
    state = opened(orbat)
    assert row(state, "diced on") is None
    assert "staff_table" not in ids(state, supported)
    assert army.next_staff_table(state) is None
    assert army.set_staff_table(state, "national") is None


def test_a_click_chooses_the_staff_table_and_is_taken_back(library: Library, tmp_path: File) -> None:
    """As its key does, whatever is selected."""
    file = tmp_path / "army.yaml"
    file.write_text(
        "orbat: 1\nruleset: days_of_empire\narmy_list: british\ncommander: {}\n"
        "formations:\n  - {level: brigade, name: Left, commander: {}}\n",
        encoding="utf-8",
    )

    async def run() -> None:
        app = OrbatApp(library, check(file, library))
        async with app.run_test(size=(120, 36)) as pilot:
            await settle(pilot)
            await press(pilot, "home")
            for take in ("click", "D"):
                if take == "click":
                    rows = [strip.text for strip in screen_strips(app)]
                    y = next(n for n, text in enumerate(rows) if "( ) national" in text)
                    await pilot.click(offset=(rows[y].index("( ) national") + 1, y))
                    await settle(pilot)
                else:
                    await press(pilot, "down", take)
                    await press(pilot, "home")
                assert on_screen(pilot, "( ) default (•) national")
                await press(pilot, "u", "home")
                assert on_screen(pilot, "(•) default ( ) national")

    asyncio.run(run())


def test_readings_are_chosen_where_there_are_rulings(opened: Open) -> None:
    """The row says which are not ours; each passage stands over its readings, which are all there."""
    state = opened(_sized(rulings={"commanders": "bought", "superior_light": "standard_row"}))
    assert "reading" in ids(state, Command.is_offered)
    assert words(state, "rulings") == (
        "How do they come by it? bought: dithering -20, dependable 0, dashing 20 (house); "
        "May light infantry be superior? yes, on the row of standard infantry (house)"
    )
    lines = ruling_lines(state)
    offered = [line.key for line in lines if not line.heading]
    assert offered == [f"{one.id}/{choice.id}" for one in state.book.ruleset.rulings for choice in one.choices]
    marked = [line.key for line in lines if line.name.startswith("(•)")]
    assert marked == ["national_differences/priced", "commanders/bought", "superior_light/standard_row"]
    told = " ".join(line.name for line in lines if line.heading)
    assert all(one.passage in told and one.question in told for one in state.book.ruleset.rulings)


def test_without_rulings_no_reading_is_offered(opened: Open) -> None:
    """No row and no command."""
    state = opened(_sized())
    rules = replace(state.book.ruleset, rulings=())
    without = replace(state, book=Book(rules, state.book.lists))
    assert "rulings" in {one.label for one in choice_rows(state)}
    assert "rulings" not in {one.label for one in choice_rows(without)}
    assert ids(state, supported) - ids(without, supported) == {"reading"}


def test_a_commander_is_called_as_the_rules_call_him(opened: Open) -> None:
    """In rows, titles, help and the names of steps."""
    state = opened(_pieces(), FIRST)
    assert words(state, "HQ") == "unnamed"
    titles = {one.id: title_of(one, state.book.ruleset) for one in COMMANDS}
    assert (titles["general"], titles["dismiss"]) == ("HQ", "No HQ")
    told = help_on("tree", COMMANDS, str, state.book.ruleset)[1]
    assert "general" not in told.casefold()
    named, gone = formations.name_general(state, "Exelmans"), formations.dismiss_general(state)
    assert named is not None
    assert gone is not None
    assert (named.name, gone.name) == ("HQ of Left", "no HQ for Left")


# --- marks, flags and the breaking point


def test_prices_that_no_rulebook_gives_have_a_sign(opened: Open) -> None:
    """House and inferred ones have different signs, which are told; the rulebook's own have none."""
    state = opened(_sized(), FOOT)
    assert tree(state)[2].columns[-1] == "110\u02b9"
    assert tree(state)[1].columns[-1].endswith(" ")
    assert words(state, "\u02b9") == "price inferred from known ones"
    assert next(line for line in army_list_lines(state, "") if line.key == "pr_musketeer").columns[-1].endswith("°")
    piece = opened(_pieces(), FIRST)
    assert words(piece, "sum") == "15 points, 5° for the HQ"
    assert words(piece, "°") == "house price, not from a rulebook"


def test_the_army_says_when_it_breaks_and_what_flags_it_has(opened: Open) -> None:
    """Where its rules have such."""
    assert words(opened(_pieces()), "breaks at") == "1 of 1 units lost"
    state = opened(_sized(army_list=Pin("russian")))
    assert "half a move" in words(state, "flags") or "full move" in words(state, "flags")
    assert row(opened(_pieces()), "flags") is None


# --- beginning one, and the library


def test_each_ruleset_proposes_its_own_sizes(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A size that was typed stays; one that was proposed gives way."""
    monkeypatch.setattr("orbat.tui.screens.library.shipped_files", list)

    async def script() -> None:
        async with OrbatApp(library).run_test(size=(120, 36)) as pilot:
            await press(pilot, "n")
            seen = []
            for ruleset in library.ruleset_ids():
                pilot.app.screen.query_one("#ruleset").value = ruleset  # type: ignore[attr-defined]  # a Select
                await settle(pilot)
                buttons = [
                    str(one.label) for one in pilot.app.screen.query(Button) if one.has_class("size") and one.display
                ]
                seen.append((ruleset, buttons, pilot.app.screen.query_one("#size", Input).value))
            assert (library.ruleset_ids()[0], ["400", "800", "1200"], "800") in seen
            assert ("fast_play_napoleonic", ["100", "200", "300"], "200") in seen
            assert ("honours_of_war", ["500", "1500", "2500"], "1500") in seen

    asyncio.run(script())


def test_what_is_official_can_be_read_in_the_library(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the heading of a ruleset's ORBATs, in full with Enter."""
    files = [one for one in shipped_files() if one.stem == "austrian_500"]
    monkeypatch.setattr("orbat.tui.screens.library.shipped_files", lambda: files)

    async def script() -> None:
        app = OrbatApp(library)
        async with app.run_test(size=(120, 36)) as pilot:
            app.push_screen(LibraryScreen(ShippedOrbats(library)))
            await settle(pilot)
            await press(pilot, "up")
            line = app.screen.query_one("#orbats", Lines).line
            assert line
            assert line.key == LibraryGroup("Honours of War", "starters")
            assert on_screen(pilot, "Enter tells what of it is official")
            await press(pilot, "enter")
            assert isinstance(app.screen, InfoDialog)
            assert "All else is house" in app.screen.text

    asyncio.run(script())


@pytest.mark.parametrize("ruleset", ["days_of_glory", "fast_play_napoleonic", "honours_of_war"])
def test_an_army_is_commanded_held_back_saved_and_printed(
    library: Library, ruleset: str, tmp_path: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keys from the home screen on: a piece is bought, its formation's commander named, and it is kept back."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("orbat.tui.screens.library.shipped_files", list)

    async def script() -> None:
        async with OrbatApp(library).run_test(size=(80, 24)) as pilot:
            await press(pilot, "n", "shift+tab", "enter", *["down"] * library.ruleset_ids().index(ruleset), "enter")
            await press(pilot, "tab", "enter", "enter", "enter", "enter", "enter", "enter", "escape")
            await press(pilot, "up", "g", *"Exelmans", "enter", "x", "ctrl+s", "enter", "p", "p", "enter")

    asyncio.run(script())
    (file,), (sheet,) = tmp_path.glob("*.yaml"), tmp_path.glob("*.pdf")
    for place in (file, sheet):
        orbat = check(place, library).orbat
        assert orbat is not None
        (formation,) = orbat.formations
        assert len(formation.units) == 1
        assert formation.commander is not None
        assert formation.commander.name == "Exelmans"
        assert formation.off_board in (("rear",) if ruleset == "fast_play_napoleonic" else (True,))
