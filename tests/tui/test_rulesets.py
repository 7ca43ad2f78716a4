"""The builder under each ruleset: its rules, its words and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path as File

import pytest
from tests.tui.conftest import on_screen, press, screen_strips, settle
from textual.widgets import Button, Input

from orbat.data.library import Library
from orbat.evaluate.purchases import enlargements, purchases
from orbat.model.book import Book
from orbat.model.edits import at
from orbat.model.history import start_history
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.pipeline import check
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
    """A brigade with named sizes and ratings in words, with its ruleset."""
    foot = Unit(name="Bevern", entry="pr_musketeer", size="standard", rating="standard")
    guns = Unit(name="Guns", entry="obstacles", size=2)
    brigade = Formation(level="brigade", name="Left", commander=Commander(name="Wedell"), units=(foot, guns))
    orbat = Orbat(
        ruleset=Pin("honours_of_war"), army_list=Pin("prussian"), commander=Commander(), formations=(brigade,)
    )
    return replace(orbat, **more)  # type: ignore[arg-type]  # fields of an ORBAT


def _pieces() -> Orbat:
    """A division of units without size or rating, whose ruleset has reserves."""
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
    """The state of an army just opened, with a selection."""
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
    """The row of choices with that label."""
    return next((one for one in choice_rows(state) if one.label == head), None)


def words(state: State, head: str) -> str:
    """The text of the row of choices with that label."""
    found = row(state, head)
    return " ".join(part.words for part in found.parts) if found else ""


def supported(command: Command, state: State) -> bool:
    """Whether the ruleset has the subject of a command."""
    return command.supported(state)


def ids(state: State, question: Callable[[Command, State], bool]) -> set[str]:
    """The ids of supported or offered commands."""
    return {one.id for one in COMMANDS if question(one, state)}


def tree(state: State, room: int = 80) -> tuple[Line, ...]:
    """The lines of the tree in that many cells."""
    return TreeView().lines(state, frozenset(), room)


# --- named sizes


def test_named_size_is_chosen_or_stepped_through(opened: Open) -> None:
    """Consecutive changes are one step."""
    state = opened(_sized(), FOOT)
    assert words(state, "size") == "( ) small (•) standard ( ) large"
    found = row(state, "size")
    assert found is not None
    assert found.command == "grow shrink"
    large = units.resize(state, 1)
    assert large is not None
    assert (large.name, at(large.orbat, FOOT).size) == ("resize Bevern from standard to large", "large")
    assert units.resize(after(state, large), 1) is None
    small = units.set_size(state, "small")
    assert small is not None
    assert at(small.orbat, FOOT).size == "small"
    assert units.set_size(state, "huge") is None


def test_unit_is_bought_with_its_usual_size(opened: Open) -> None:
    state = opened(_sized(), FIRST)
    bought = [units.buy(state, one) for one in ("pr_musketeer", "obstacles")]
    bought.append(units.buy(opened(_pieces(), FIRST), "fr15_line"))
    assert [at(one.orbat, one.selected).size for one in bought if one] == ["standard", 2, None]


def test_units_without_size_or_rating_have_no_such_rows_keys_or_help(opened: Open) -> None:
    state = opened(_pieces(), FOOT)
    assert not {one.label for one in choice_rows(state)} & {"size", "rating", "option"}
    gone = {"grow", "shrink", "unit_size", "rating"}
    assert not ids(state, supported) & gone
    assert army_list_header(state) == ("", "used", "points")
    assert units.resize(state, 1) is None
    assert units.rate_by_digit(state, "1") is None
    told = help_on("tree", [one for one in COMMANDS if one.supported(state)], str, state.book.ruleset)[1]
    assert "rating" not in told
    assert "1 2 3" not in told


def test_only_counted_units_have_a_number_as_size(opened: Open) -> None:
    state = opened(_sized(), GUNS)
    assert words(state, "size").startswith("[-]  2 sections")
    assert {"grow", "shrink", "unit_size"} <= ids(state, Command.is_offered)
    command = next(one for one in COMMANDS if one.id == "grow")
    assert title_of(command, state.book.ruleset) == "Larger"


def test_points_buy_named_sizes_and_larger_ones(opened: Open) -> None:
    state = opened(_sized(), FIRST)
    found = {one.entry_id: one for one in purchases(state.trials, 120, FIRST)}
    assert found["pr_musketeer"].words == "Musketeer battalion, standard battalion, standard"
    bought = units.buy_purchase(state, found["pr_musketeer"])
    assert bought is not None
    assert at(bought.orbat, bought.selected).size == "standard"
    (more, *_) = enlargements(state.trials, 20)
    assert more.words == "Bevern as a large battalion"
    larger = units.enlarge(state, more)
    assert larger is not None
    assert at(larger.orbat, FOOT).size == "large"
    pieces = opened(_pieces(), FIRST)
    (piece,) = [o for o in purchases(pieces.trials, 25, FIRST) if o.entry_id == "fr15_line"]
    assert (piece.words, piece.points) == ("Line brigade (the points are enough for 2 units)", 10)


def test_digit_keys_set_ratings_in_words_by_position(opened: Open) -> None:
    done = units.rate_by_digit(opened(_sized(), FOOT), "3")
    assert done is not None
    assert at(done.orbat, FOOT).rating == "superior"


def test_tree_shortens_ratings_and_sizes_in_words_to_fit(opened: Open) -> None:
    state = opened(_sized())
    assert tree(state)[2].columns[:2] == ("standard", "standard battalion")
    assert tree(state, 62)[2].columns[:2] == ("sta", "standard")
    assert tree(state, 46)[2].columns[:2] == ("sta", "standard")


# --- reserves


@pytest.mark.parametrize(("path", "name"), [(FIRST, "Left"), (FOOT, "Schmitz")])
def test_each_reserve_is_set_in_turn(opened: Open, path: OrbatPath, name: str) -> None:
    """For formations, and for single units if no rule limits the levels."""
    state, ways = opened(_pieces(), path), []
    for _ in range(3):
        done = formations.next_reserve(state)
        assert done is not None
        ways.append((at(done.orbat, path).off_board, done.name))
        state = opened(done.orbat, path)
    rear, flank = f"reserve from the rear: {name}", f"reserve from a flank: {name}"
    assert ways == [("rear", rear), ("flank", flank), (False, f"put {name} on the board")]


def test_reserve_is_chosen_and_shown(opened: Open) -> None:
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


def test_ruleset_without_staff_quality_has_no_dice_commands_rows_or_help(opened: Open) -> None:
    state = opened(_pieces(), FIRST)
    assert not ids(state, supported) & {"roll", "dice", "reroll", "quality"}
    assert row(state, "quality") is None
    told = help_on("tree", [one for one in COMMANDS if one.supported(state)], str, state.book.ruleset)[1]
    assert "Staff" not in told
    assert "Dice" not in told
    assert [line.columns[:2] for line in tree(state)[:2]] == [("", ""), ("", "")]


@pytest.mark.parametrize(
    ("reading", "offered", "points"),
    [
        ("bought", "( ) dithering -20 ( ) dependable +0 ( ) dashing +20", 20),
        ("set", "( ) dithering ( ) dependable ( ) dashing", 0),
    ],
)
def test_quality_is_chosen_where_it_is_bought_or_set(opened: Open, reading: str, offered: str, points: int) -> None:
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


def test_rolled_quality_is_not_chosen(opened: Open) -> None:
    state = opened(_sized())
    assert army.next_quality(state) is None
    assert words(state, "quality") == "not rolled"
    assert {"roll", "dice"} <= ids(state, Command.is_offered)
    assert "reroll" not in ids(state, Command.is_offered)


def test_staff_table_is_chosen_if_there_is_a_national_one(opened: Open) -> None:
    state = opened(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), commander=Commander()))
    assert words(state, "table") == "(•) default ( ) national"
    assert "staff_table" in ids(state, Command.is_offered)
    done = army.set_staff_table(state, "national")
    assert done == army.next_staff_table(state)
    assert done is not None
    assert (done.name, done.orbat.staff_table) == ("national staff table", "national")
    again = army.next_staff_table(opened(done.orbat))
    assert again is not None
    assert again.orbat == state.orbat
    assert army.set_staff_table(state, "british") is None


def test_choices_show_what_house_limits_give(opened: Open) -> None:
    """On the army, for every ruleset."""
    state = opened(_pieces())
    assert words(state, "limits") == "house: warnings"
    assert words(opened(army.next_house_limits(state).orbat), "limits") == "house: errors"


@pytest.mark.parametrize("orbat", [_pieces(), _sized(rulings={"commanders": "bought"})])
def test_without_dice_there_is_no_staff_table(opened: Open, orbat: Orbat) -> None:
    state = opened(orbat)
    assert row(state, "table") is None
    assert "staff_table" not in ids(state, supported)
    assert army.next_staff_table(state) is None
    assert army.set_staff_table(state, "national") is None


@pytest.mark.slow
def test_click_chooses_the_staff_table(library: Library, tmp_path: File) -> None:
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


def test_readings_are_chosen_if_there_are_rulings(opened: Open) -> None:
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


def test_without_rulings_there_is_no_row_or_command(opened: Open) -> None:
    state = opened(_sized())
    rules = replace(state.book.ruleset, rulings=())
    without = replace(state, book=Book(rules, state.book.lists))
    assert "rulings" in {one.label for one in choice_rows(state)}
    assert "rulings" not in {one.label for one in choice_rows(without)}
    assert ids(state, supported) - ids(without, supported) == {"reading"}


def test_commanders_have_the_ruleset_s_title(opened: Open) -> None:
    """In rows, titles, help and step names."""
    state = opened(_pieces(), FIRST)
    assert words(state, "HQ") == "unnamed"
    titles = {one.id: title_of(one, state.book.ruleset) for one in COMMANDS}
    assert (titles["general"], titles["dismiss"]) == ("HQ", "Remove HQ")
    told = help_on("tree", COMMANDS, str, state.book.ruleset)[1]
    assert "general" not in told.casefold()
    named, gone = formations.name_general(state, "Exelmans"), formations.dismiss_general(state)
    assert named is not None
    assert gone is not None
    assert (named.name, gone.name) == ("name the HQ of Left", "remove the HQ of Left")


# --- marks, flags and the breaking point


def test_house_and_inferred_prices_have_signs(opened: Open) -> None:
    state = opened(_sized(), FOOT)
    assert tree(state)[2].columns[-1] == "110\u02b9"
    assert tree(state)[1].columns[-1].endswith(" ")
    assert words(state, "\u02b9") == "price inferred from known ones"
    assert next(line for line in army_list_lines(state, "") if line.key == "pr_musketeer").columns[-1].endswith("°")
    piece = opened(_pieces(), FIRST)
    assert words(piece, "total") == "15 points, including 5° for the HQ"
    assert words(piece, "°") == "house price, not from a rulebook"


def test_army_shows_breaking_point_and_flags(opened: Open) -> None:
    assert words(opened(_pieces()), "breaks at") == "1 of 1 units lost"
    state = opened(_sized(army_list=Pin("russian")))
    assert "half a move" in words(state, "flags") or "full move" in words(state, "flags")
    assert row(opened(_pieces()), "flags") is None


# --- beginning one, and the library


@pytest.mark.slow
def test_each_ruleset_proposes_its_own_sizes(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A typed size stays; a proposed one changes."""
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


@pytest.mark.slow
def test_library_heading_shows_which_rules_are_official(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
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
            assert on_screen(pilot, "Enter shows which numbers come from the rulebook")
            await press(pilot, "enter")
            assert isinstance(app.screen, InfoDialog)
            assert "All else is house" in app.screen.text

    asyncio.run(script())


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["days_of_glory", "fast_play_napoleonic", "honours_of_war"])
def test_army_is_built_saved_and_printed_under_each_ruleset(
    library: Library, ruleset: str, tmp_path: File, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_values_that_the_army_cannot_have_are_faint(opened: Open) -> None:
    """The points are spent: a smaller battalion is possible, and a larger or better one is not."""
    spent = int(opened(_sized(), FOOT).quote.total)
    state = opened(replace(_sized(), game_size=spent), FOOT)
    parts = {part.words: part.faint for row in choice_rows(state) for part in row.parts}
    faint = {words for words, is_faint in parts.items() if is_faint}
    assert "( ) superior" in faint
    assert "( ) large" in faint
    assert "( ) inferior" not in faint
    free = opened(replace(_sized(), game_size=spent + 100), FOOT)
    assert not any(part.faint for row in choice_rows(free) for part in row.parts if part.words == "( ) large")


def test_what_comes_with_a_unit_is_shown(opened: Open) -> None:
    """Units that include nothing have no such row."""
    units = (Unit(entry="brit_engineers", size=1), Unit(entry="brit_line", size=12, rating="2"))
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), units=units)
    assert words(opened(orbat, ("units", 0)), "includes") == "6 pioneers, 1 pontoon bridge, 1 wagon"
    assert row(opened(orbat, ("units", 1)), "includes") is None
