"""Every command of the builder from its key to what comes of it, questions and wrong answers included."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path as File

import pytest
from pypdf import PdfReader
from textual.command import CommandPalette
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input, Label, OptionList

from orbat.data import folders
from orbat.data.library import Library
from orbat.evaluate.staff_rolls import commanders_to_roll
from orbat.model.edits import at
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.pipeline import Evaluator, check
from orbat.printing import layouts
from orbat.tui import keys
from orbat.tui.app import OrbatApp
from orbat.tui.commands.table import COMMANDS
from orbat.tui.screens.ask import AskButtons, AskChoice, AskText, InfoDialog
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.dice import split_dice
from orbat.tui.state import State
from orbat.tui.widgets.header import BuilderHeader
from orbat.tui.widgets.keybar import KeyBar
from orbat.tui.widgets.lines import Lines

ARMY = """\
orbat: 1
title: Expedition   # kept
ruleset: days_of_empire
army_list: british
game_size: 800
date: 1854-09
commander: {name: Lord Raglan}
formations:
  - level: brigade
    name: Light Brigade
    commander: {name: Codrington}
    units:
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 3}
      - {name: 19th Foot, entry: brit_line, size: 8, rating: 2}
      - {name: Sailors, entry: brit_naval_brigade, size: 6, rating: 2}
  - level: brigade
    name: Guards Brigade
    commander: {name: Bentinck}
    units:
      - {name: 3rd Bn Grenadier Guards, entry: brit_foot_guards, size: 14, rating: 4}
"""
NO_POINTS = ("many", "-1", "8.5", "8 00", "1e3", "1234567", "٣")
"""What is typed for a number of points and is none."""
TREE = ("army", "light", "fusiliers", "foot", "sailors", "guards", "grenadiers")
"""The lines of the tree."""
LIGHT: OrbatPath = ("formations", 0)
GUARDS: OrbatPath = ("formations", 1)
FUSILIERS, FOOT, SAILORS = ((*LIGHT, "units", number) for number in range(3))
GRENADIERS: OrbatPath = (*GUARDS, "units", 0)


@pytest.fixture(autouse=True)
def _without_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the messages alone, and not until the processor has nothing to do."""

    async def give_way(*_: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr("textual.app.wait_for_idle", give_way)
    monkeypatch.setattr("textual.pilot.wait_for_idle", give_way)


@pytest.fixture
def file(tmp_path: File) -> File:
    """A small army in a file of its own."""
    path = tmp_path / "army.yaml"
    path.write_text(ARMY, encoding="utf-8")
    return path


class Hand:
    """Somebody at the builder."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        assert isinstance(pilot.app, OrbatApp)
        self.app = pilot.app
        builder = pilot.app.screen
        assert isinstance(builder, BuilderScreen)
        self.builder = builder

    @property
    def now(self) -> State:
        """What is open."""
        return self.builder.now

    @property
    def is_back(self) -> bool:
        """Whether the builder is on top."""
        return self.app.screen is self.builder

    @property
    def orbat(self) -> Orbat:
        """The army on screen."""
        return self.builder.now.orbat

    @property
    def step(self) -> str:
        """The name of the last step."""
        return self.builder.now.history.undo_name

    @property
    def said(self) -> str:
        """What was said last."""
        notes = [note.message for note in self.app._notifications]
        return notes[-1] if notes else ""

    @property
    def wrong(self) -> str:
        """What the question on screen says of the answer."""
        label = self.app.screen.query_one("#wrong", Label)
        return str(label.content) if label.display else ""

    @property
    def seen(self) -> str:
        """The screen as a person sees it."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    def lines(self, which: str) -> Lines:
        """A list on the screen on top."""
        return self.app.screen.query_one(which, Lines)

    def offered(self) -> list[str]:
        """What is offered to choose from."""
        which = "#offers" if isinstance(self.app.screen, AskText) else "#choices-offered"
        return [line.name for line in self.lines(which)._lines]

    async def settle(self) -> None:
        """Wait until every message has arrived: each may lead to others."""
        for _ in range(2):
            await self.pilot.pause(0)

    async def press(self, *keys: str) -> None:
        """Press keys one by one."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def on(self, what: str, *keys: str) -> None:
        """Select a line of the tree as it was opened, and press keys there."""
        self.builder.query_one("#tree", Lines).focus()
        await self.pilot.press("home", *["down"] * TREE.index(what))
        await self.press(*keys)

    async def answer(self, text: str) -> None:
        """Type an answer to the question on screen."""
        assert isinstance(self.app.screen, AskText)
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def choose(self, words: str) -> None:
        """Choose one of the things offered."""
        assert isinstance(self.app.screen, AskChoice)
        offered = self.offered()
        await self.pilot.press("home", *["down"] * next(n for n, line in enumerate(offered) if words in line))
        await self.press("enter")

    async def push(self, button: str) -> None:
        """Push a button of the question on screen."""
        assert isinstance(self.app.screen, AskButtons)
        await self.pilot.click(f"#{button}")
        await self.settle()

    def agrees(self) -> None:
        """A11: the builder is on top, and the points in its head are those of a fresh computation."""
        assert self.is_back
        quote, findings = Evaluator().examine(self.orbat, self.now.book)
        report = self.builder.query_one(BuilderHeader).report
        assert report
        assert report.points.startswith(f"{quote.total} of {self.orbat.game_size}" if self.orbat.game_size else "")
        assert str(quote.total) in report.points
        assert len(self.now.findings) == len(findings)


def names(hand: Hand, path: OrbatPath) -> list[str]:
    """What the units of a formation, or of the army, are called."""
    return [unit.name for unit in at(hand.orbat, (*path, "units"))]


Script = Callable[[Hand], Awaitable[None]]
Play = Callable[..., None]


@pytest.fixture
def play(file: File, library: Library) -> Play:
    """Open the army in the builder, and have somebody do something there."""

    def run(script: Script, size: tuple[int, int] = (120, 36), using: Library | None = None) -> None:
        async def main() -> None:
            given = using or library
            app = OrbatApp(given, check(file, given))
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                hand = Hand(pilot)
                await hand.settle()
                await script(hand)

        asyncio.run(main())

    return run


# --- units


def test_the_only_option_is_given_and_taken_at_once(play: Play) -> None:
    """With one option to choose there is nothing to ask; where there is none, that is said."""

    async def script(hand: Hand) -> None:
        await hand.on("sailors", "o")
        assert at(hand.orbat, SAILORS).options == ("rifles",)
        assert hand.step == "rifles of Sailors"
        hand.agrees()
        await hand.press("o")
        assert at(hand.orbat, SAILORS).options == ()
        await hand.on("fusiliers", "o")
        assert hand.said == "The list offers no choice of options here."
        hand.agrees()

    play(script)


DRILLED = "  drilled: {label: well drilled, points: 2, per: size, kinds: [infantry], cite: DOE 5.4}\n"
USE = "      - {option: drilled, use: optional, house: true}\n"


def with_two_options(folder: File) -> Library:
    """A copy of the shipped data in which the sailors have another option to choose from."""
    shutil.copytree(folders.shipped() / "army_lists", folder)
    for name, before, more in (("ruleset", "\noptions:\n", DRILLED), ("british", "    options:\n", USE)):
        path = folder / "days_of_empire" / f"{name}.yaml"
        text = path.read_text(encoding="utf-8")
        place = text.index(before, max(0, text.find("  - id: brit_naval_brigade"))) + len(before)
        path.write_text(text[:place] + more + text[place:], encoding="utf-8")
    return Library(folder)


def test_of_several_options_one_is_chosen(play: Play, tmp_path: File) -> None:
    """By its label; Escape leaves things as they are."""

    async def script(hand: Hand) -> None:
        await hand.on("sailors", "o")
        assert hand.offered() == ["well drilled", "rifles"]
        await hand.press("escape")
        assert not hand.now.unsaved
        await hand.press("o")
        await hand.choose("well drilled")
        assert at(hand.orbat, SAILORS).options == ("drilled",)
        assert hand.step == "well drilled of Sailors"
        hand.agrees()
        await hand.press("o")
        await hand.choose("rifles")
        assert at(hand.orbat, SAILORS).options == ("drilled", "rifles")
        hand.agrees()

    play(script, using=with_two_options(tmp_path / "data"))


def test_what_points_would_buy_is_offered_and_bought(play: Play) -> None:
    """What is left stands there to begin with; the one chosen is bought, or the unit chosen is made larger."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "w")
        left = hand.now.quote.remaining
        assert hand.app.screen.query_one(Input).value == str(left)
        await hand.answer("30")
        before = hand.now.quote.total
        await hand.choose("Royal Engineers")
        assert at(hand.orbat, LIGHT).units[-1].entry == "brit_engineers"
        assert hand.now.quote.total == before + 30
        hand.agrees()
        await hand.press("w")
        await hand.answer("10")
        await hand.choose("7th Royal Fusiliers")
        assert at(hand.orbat, FUSILIERS).size > 12
        assert hand.now.selected == FUSILIERS
        hand.agrees()

    play(script)


def test_points_that_buy_nothing_or_are_none_are_told(play: Play) -> None:
    """Nothing is bought; what is no number stays in the question, to be put right."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "w")
        for text in ("", *NO_POINTS):
            await hand.answer(text)
            assert hand.wrong == "Type a whole number of points, such as 800.", text
            assert hand.app.screen.query_one(Input).value == text
        await hand.answer("0")
        assert hand.said == "0 points buy nothing that the list and its limits allow."
        hand.agrees()
        assert not hand.now.unsaved

    play(script)


OTHERS = (
    ("light", "plus", "More is for a unit: select one first."),
    ("army", "minus", "Fewer is for a unit: select one first."),
    ("light", "c", "Class is for a unit: select one first."),
    ("army", "delete", "Delete is for a formation or a unit: select one first."),
    ("fusiliers", "z", "Fold is for a formation: select one first."),
    ("fusiliers", "shift+delete", "Dissolve is for a formation: select one first."),
    ("fusiliers", "ctrl+r", "Roll again is for the army or a formation: select one first."),
)


def test_what_is_for_the_army_alone_needs_no_selecting(play: Play) -> None:
    """Its size, date and readings are asked for whatever is selected, which stays so."""

    async def script(hand: Hand) -> None:
        for what in ("light", "fusiliers"):
            await hand.on(what, "y")
            await hand.answer("1855-03")
            assert str(hand.now.orbat.date) == "1855-03"
            selected = hand.now.selected
            await hand.on(what, "a")
            await hand.answer("700")
            assert hand.now.orbat.game_size == 700
            assert hand.now.selected == selected
            await hand.press("u", "u")

    play(script)


def test_a_command_for_something_else_says_so(play: Play) -> None:
    """It changes nothing, and names what has to be selected."""

    async def script(hand: Hand) -> None:
        for what, key, words in OTHERS:
            await hand.on(what, key)
            assert words in hand.said
            assert not hand.now.unsaved
            assert not hand.builder.folded
            hand.agrees()

    play(script)


# --- names, notes and generals


def test_a_regiment_is_taken_from_those_offered(play: Play) -> None:
    """The free ones first, the 19th being in use under another name; typing narrows them; Down and Enter take one."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "n")
        entry = hand.now.book.entry("british", "brit_line")
        assert entry
        assert sorted(hand.offered()) == sorted(entry.regiments)
        assert hand.offered()[-2:] == ["7th Royal Fusiliers", "19th (1st Yorkshire North Riding)"]
        assert [line.columns for line in hand.lines("#offers")._lines][-3:] == [("",), ("in use",), ("in use",)]
        await hand.press(*"conn")
        assert hand.offered() == [one for one in entry.regiments if "conn" in one.casefold()]
        wanted = hand.offered()[0]
        await hand.press("down", "enter")
        assert at(hand.orbat, FOOT).name == wanted
        assert hand.step == "rename 19th Foot"
        hand.agrees()

    play(script)


def test_a_name_that_is_typed_again_narrows_those_offered(play: Play) -> None:
    """The name as it stands narrows nothing, but what was typed does, be it the same."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "n")
        await hand.answer("88")
        await hand.press("n")
        assert len(hand.offered()) > 1
        await hand.press(*"88")
        assert hand.offered() == ["88th Connaught Rangers"]
        await hand.press("escape")

    play(script)


def test_keys_that_would_be_typed_are_not_in_the_bar(play: Play) -> None:
    """While the army list is being narrowed, letters are letters; Enter goes to the list."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "slash")
        assert "Enter To the list" in hand.seen
        assert "Ctrl+S Save" in hand.seen
        assert "c Class" not in hand.seen
        assert "d Duplicate" not in hand.seen
        await hand.press("escape")
        assert "d Duplicate" in hand.seen
        await hand.press("escape")
        assert hand.builder.pane == "tree"

    play(script)


def test_anything_is_named(play: Play) -> None:
    """The old name stands there; Escape keeps it, Enter takes what stands there then."""

    async def script(hand: Hand) -> None:
        for what, path, old in (
            ("army", (), "Expedition"),
            ("light", LIGHT, "Light Brigade"),
            ("foot", FOOT, "19th Foot"),
        ):
            await hand.on(what, "n")
            assert hand.app.screen.query_one(Input).value == old
            before = hand.orbat
            await hand.press("escape")
            assert hand.orbat is before
            await hand.press("n", *f"{what}s", "enter")
            thing = at(hand.orbat, path)
            assert (thing.title if isinstance(thing, Orbat) else thing.name) == f"{what}s"
            assert f"{what}s" in hand.seen
            hand.agrees()

    play(script)


def test_a_note_is_written_and_shown(play: Play) -> None:
    """It stands among the choices, and in the line when it is asked for again."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "t")
        await hand.answer("at the Alma [bold]first[/bold]")
        assert at(hand.orbat, LIGHT).note == "at the Alma [bold]first[/bold]"
        assert hand.step == "note on Light Brigade"
        assert "at the Alma [bold]first" in hand.seen
        await hand.press("t")
        assert hand.app.screen.query_one(Input).value == "at the Alma [bold]first[/bold]"
        await hand.press("escape")
        hand.agrees()

    play(script)


def pointers(hand: Hand) -> str:
    """What stands before each of the names that are offered."""
    offers = hand.lines("#offers")
    return "".join(offers.render_line(y).text[0] for y in range(offers.size.height))


def test_a_general_is_named_taken_from_the_list_and_dismissed(play: Play) -> None:
    """Those of the list are offered; without a general one is bought by naming him."""

    async def script(hand: Hand) -> None:
        await hand.on("guards", "g")
        listed = hand.now.book.lists["british"].commanders
        offered = hand.offered()
        assert sorted(offered) == sorted(listed)
        assert ">" not in pointers(hand), "Enter takes what is typed, and nothing points elsewhere"
        await hand.press("down")
        assert pointers(hand)[0] == ">"
        await hand.press("up")
        assert isinstance(hand.app.focused, Input)
        assert ">" not in pointers(hand)
        await hand.press("down", "enter")
        assert at(hand.orbat, (*GUARDS, "commander")).name == offered[0]
        total = hand.now.quote.total
        await hand.press("G")
        assert at(hand.orbat, GUARDS).commander is None
        assert hand.now.quote.total == total - 30
        hand.agrees()
        await hand.press("g")
        await hand.answer("")
        assert at(hand.orbat, GUARDS).commander is not None
        assert hand.now.quote.total == total
        await hand.on("army", "g")
        await hand.answer("Sir George Cathcart")
        assert hand.orbat.commander
        assert hand.orbat.commander.name == "Sir George Cathcart"
        hand.agrees()

    play(script)


# --- formations


def test_a_higher_formation_is_chosen_by_its_level(play: Play) -> None:
    """Of the levels over the lowest, the nearest first."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "v")
        inside = "with Light Brigade in it"
        assert hand.offered() == ["Division, empty", f"Division, {inside}", "Corps, empty", f"Corps, {inside}"]
        await hand.choose("Corps, empty")
        assert [one.level for one in hand.orbat.formations] == ["brigade", "brigade", "corps"]
        assert hand.now.selected == ("formations", 2)
        await hand.press("v")
        await hand.choose("Division")
        assert at(hand.orbat, ("formations", 2, "formations", 0)).level == "division"
        await hand.press("b")
        assert at(hand.orbat, hand.now.selected).name == "1st Brigade"
        assert len(hand.now.selected) == 6
        hand.agrees()

    play(script)


def test_a_division_is_put_around_the_brigades_there_are(play: Play) -> None:
    """The selected one, or those that are marked; one undo takes them out again."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "v")
        await hand.choose("Division, with Light Brigade in it")
        assert [one.name for one in hand.orbat.formations] == ["Guards Brigade", "1st Division"]
        assert [one.name for one in at(hand.orbat, GUARDS).formations] == ["Light Brigade"]
        assert hand.now.selected == GUARDS
        assert hand.step == "add 1st Division around Light Brigade"
        await hand.press("ctrl+z")
        await hand.on("light", "space")
        await hand.on("guards", "space", "v")
        await hand.choose("Division, with the 2 marked in it")
        assert [one.name for one in hand.orbat.formations] == ["1st Division"]
        assert [one.name for one in at(hand.orbat, LIGHT).formations] == ["Light Brigade", "Guards Brigade"]
        await hand.press("v")
        assert hand.offered() == ["Division", "Corps, empty", "Corps, with 1st Division in it"]
        await hand.press("escape")
        await hand.press("down", "v")
        assert hand.offered() == ["Division", "Corps"]
        await hand.press("escape")
        hand.agrees()

    play(script)


def test_a_unit_is_moved_to_where_it_is_told(play: Play) -> None:
    """Every formation is offered, and the army; Escape leaves it where it is."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "m")
        assert [line.columns[0] for line in hand.lines("#choices-offered")._lines] == ["", "here already", ""]
        await hand.press("escape")
        assert not hand.now.unsaved
        await hand.press("m")
        await hand.choose("Guards Brigade")
        assert [unit.name for unit in at(hand.orbat, GUARDS).units] == [
            "3rd Bn Grenadier Guards",
            "7th Royal Fusiliers",
        ]
        assert hand.now.selected == (*GUARDS, "units", 1)
        hand.agrees()

    play(script)


def test_a_formation_is_not_offered_to_itself(play: Play) -> None:
    """It stands there faint with why; what only the order of levels is against can be chosen, as any edit can."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "m")
        army, light, guards = hand.lines("#choices-offered")._lines
        assert (army.name, army.columns[0], army.heading) == ("Army", "here already", True)
        assert (light.name, light.columns[0], light.heading) == ("Light Brigade", "itself", True)
        assert (guards.name, guards.columns[0], guards.heading) == ("Guards Brigade", "holds no brigade", False)
        assert "holds no brigade" in hand.seen
        await hand.choose("Guards Brigade")
        assert [one.name for one in hand.orbat.formations] == ["Guards Brigade"]
        assert [one.name for one in hand.orbat.formations[0].formations] == ["Light Brigade"]
        hand.agrees()

    play(script)


def test_units_are_sorted_as_chosen(play: Play) -> None:
    """From the formation, or from any unit in it."""

    async def script(hand: Hand) -> None:
        await hand.on("sailors", "shift+up", "shift+up")
        assert names(hand, LIGHT) == ["Sailors", "7th Royal Fusiliers", "19th Foot"]
        for words, wanted in (
            ("by name", ["19th Foot", "7th Royal Fusiliers", "Sailors"]),
            ("by points", ["7th Royal Fusiliers", "19th Foot", "Sailors"]),
            ("army list", ["7th Royal Fusiliers", "19th Foot", "Sailors"]),
        ):
            await hand.press("s")
            await hand.choose(words)
            assert names(hand, LIGHT) == wanted
            hand.agrees()

    play(script)


def test_a_copy_is_pasted_as_often_as_wanted(play: Play) -> None:
    """Under a fresh name each time; the original stays."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "ctrl+v")
        assert hand.said == "Nothing has been cut or copied yet (Ctrl+X, Ctrl+C)."
        await hand.press("ctrl+c")
        assert hand.said == "1 thing copied; paste with Ctrl+V."
        assert not hand.now.unsaved
        await hand.on("guards", "ctrl+v", "ctrl+v")
        called = ["9th (East Norfolk)", "13th Prince Albert's Light Infantry"]
        assert names(hand, GUARDS) == ["3rd Bn Grenadier Guards", *called]
        assert at(hand.orbat, FUSILIERS).name == "7th Royal Fusiliers"
        hand.agrees()

    play(script)


def test_what_is_cut_is_pasted_once_as_it_was_and_then_as_a_copy(play: Play) -> None:
    """D1, H4: the brigade comes back with its general's roll; a second one has another general."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "r")
        await hand.on("guards", "ctrl+x")
        assert [one.name for one in hand.orbat.formations] == ["Light Brigade"]
        await hand.on("army", "ctrl+v")
        brigade = at(hand.orbat, GUARDS)
        assert (brigade.name, brigade.commander.roll is None) == ("Guards Brigade", False)
        await hand.on("army", "ctrl+v")
        copy = at(hand.orbat, ("formations", 2))
        assert (copy.name, copy.commander.roll) == ("Guards Brigade (2)", None)
        hand.agrees()

    play(script)


def test_several_are_marked_and_deleted_at_once(play: Play) -> None:
    """Space marks and goes on; one undo brings all of them back."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "space", "space", "space")
        assert hand.now.marked == {FUSILIERS, FOOT, SAILORS}
        assert [line.name for line in hand.lines("#tree")._lines if line.marked] == list(names(hand, LIGHT))
        await hand.press("up", "space")
        assert hand.now.marked == {FUSILIERS, FOOT}
        await hand.press("delete")
        assert names(hand, LIGHT) == ["Sailors"]
        assert hand.step == "delete 2 things"
        assert hand.now.marked == frozenset()
        hand.agrees()
        await hand.press("ctrl+z")
        assert len(names(hand, LIGHT)) == 3
        assert not hand.now.unsaved
        hand.agrees()

    play(script)


def test_what_is_marked_is_taken_though_the_army_is_selected(play: Play) -> None:
    """The mark counts, wherever the cursor is; without one the army is nothing to delete."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "space")
        assert "Order of battle · 1 marked" in hand.seen
        await hand.on("army", "delete")
        assert names(hand, LIGHT) == ["7th Royal Fusiliers", "Sailors"]
        hand.agrees()
        await hand.press("delete")
        assert hand.said == "Delete is for a formation or a unit: select one first."
        await hand.on("light", "space", "U")
        assert not hand.now.marked
        assert "marked" not in hand.seen

    play(script)


def test_escape_undoes_what_is_nearest_before_it_leaves(play: Play) -> None:
    """The filter first, then the list and the marks, and only then the army; the key bar says which."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "space", "space")
        await hand.press("slash", "r", "i", "f")
        assert "Esc Clear filter" in hand.seen
        await hand.press("enter", "escape")
        assert not hand.builder.query_one("#filter", Input).value
        assert "Esc Back" in hand.seen
        await hand.press("escape")
        assert hand.builder.pane == "tree"
        assert hand.now.marked == {FOOT, SAILORS}
        assert "Esc Clear 2 marks" in hand.seen
        await hand.press("escape")
        assert hand.is_back
        assert not hand.now.marked
        assert "Esc Leave" in hand.seen
        await hand.press("escape")
        assert not hand.is_back

    play(script)


def test_undo_and_redo_lead_to_what_they_change(play: Play) -> None:
    """A copy taken back leaves its original selected; both steps lead there from anywhere."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "d")
        assert hand.now.selected == SAILORS
        await hand.press("ctrl+z")
        assert hand.now.selected == FOOT
        await hand.on("army", "ctrl+y")
        assert hand.now.selected == SAILORS
        await hand.on("army", "h")
        await hand.choose("opened")
        assert hand.now.selected == FOOT
        hand.agrees()

    play(script)


def test_a_dissolved_brigade_leaves_its_units(play: Play) -> None:
    """They stand in the army then, and the general is gone."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "shift+delete")
        assert names(hand, ()) == ["7th Royal Fusiliers", "19th Foot", "Sailors"]
        assert [one.name for one in hand.orbat.formations] == ["Guards Brigade"]
        hand.agrees()

    play(script)


# --- the army


def test_a_size_is_agreed(play: Play) -> None:
    """The one there is stands there; nothing means none; what is no number is told and changes nothing."""

    async def script(hand: Hand) -> None:
        agreed = "800"
        for text, size in ((" 400 ", 400), ("0", 0), ("", None), ("1200", 1200)):
            await hand.on("army", "a")
            assert hand.app.screen.query_one(Input).value == agreed
            await hand.answer(text)
            assert hand.orbat.game_size == size
            agreed = text.strip()
            hand.agrees()
        before = hand.orbat
        await hand.press("a")
        for text in NO_POINTS:
            await hand.answer(text)
            assert hand.wrong == "Type a whole number of points, such as 800.", text
            assert hand.orbat is before
        await hand.press("backspace")
        assert not hand.wrong, "what was said is gone when the answer is changed"
        await hand.press("escape")
        hand.agrees()

    play(script)


def test_a_date_is_set(play: Play) -> None:
    """A year, a year and month, or none; what is no date is told in a sentence and changes nothing."""

    async def script(hand: Hand) -> None:
        set_before = "1854-09"
        for text in ("1855", " 1855-06 ", "", "1854"):
            await hand.on("army", "y")
            assert hand.app.screen.query_one(Input).value == set_before
            await hand.answer(text)
            assert str(hand.orbat.date or "") == text.strip()
            set_before = text.strip()
            hand.agrees()
        before = hand.orbat
        await hand.press("y")
        for text in ("sept 1854", "1854-13", "1854-9-1", "54", "1854-00"):
            await hand.answer(text)
            assert re.fullmatch(r"The date .*[^.]\.", hand.wrong), text
            assert hand.wrong.split()[-1] in hand.seen
            assert hand.app.screen.query_one(Input).value == text
            assert hand.orbat is before
        await hand.answer("1854-10")
        assert str(hand.orbat.date) == "1854-10"
        hand.agrees()

    play(script)


@pytest.mark.parametrize(("what", "whose"), [("army", "for the army"), ("guards", "for this formation, as an ally's")])
def test_another_army_list_is_chosen(play: Play, what: str, whose: str) -> None:
    """For the army, whose units are unknown then until it is undone; or for a formation, as an ally's."""

    async def script(hand: Hand) -> None:
        await hand.on(what, "L")
        assert whose in hand.seen
        assert len(hand.offered()) == 5
        await hand.choose("Sardinia")
        assert at(hand.orbat, () if what == "army" else GUARDS).army_list.id == "sardinian"
        unknown = [one.path[:-1] for one in hand.now.findings if one.code == "UNT001"]
        assert (FUSILIERS in unknown) == (what == "army")
        assert GRENADIERS in unknown
        assert "Sardinia" in hand.seen
        hand.agrees()
        await hand.press("L")
        now = hand.lines("#choices-offered").line
        assert now
        assert now.key == "sardinian", "the one that there is"
        await hand.press("escape", "ctrl+z")
        assert not any(one.code == "UNT001" for one in hand.now.findings)
        hand.agrees()

    play(script)


def test_a_ruling_is_read_otherwise_and_back(play: Play) -> None:
    """One step, which the pane and the file's key show; ours is no key, and what is in force is where one begins."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "i")
        assert "How are these passages read?" in hand.seen
        assert "DOE 16.5" in hand.seen
        before = hand.orbat
        await hand.press("down", "enter")
        assert hand.orbat.rulings == {"off_board_base": "agreed"}
        assert hand.step == "reading of DOE 16.5: of the agreed size"
        assert "A third of which total? of the" in hand.seen
        hand.agrees()
        await hand.press("i", "home")
        assert "( ) of the points spent" in hand.seen
        await hand.press("enter")
        assert hand.orbat.rulings == {}
        assert "all read as we do" in hand.seen
        await hand.press("u", "u")
        assert hand.orbat == before
        await hand.on("fusiliers", "i", "escape")
        assert hand.orbat == before
        hand.agrees()

    play(script)


ROWS = {
    "title": AskText,
    "general": AskText,
    "size": AskText,
    "date": AskText,
    "army list": AskChoice,
    "rulings": AskChoice,
    "note": AskText,
}


@pytest.mark.parametrize("row", ROWS)
def test_a_click_on_a_line_of_the_choices_asks(play: Play, row: str) -> None:
    """Anywhere in the line: on its name at the left, on what it says, and in the blank at its end."""

    async def script(hand: Hand) -> None:
        await hand.on("army")
        pane = hand.builder.query_one("#choices")
        shown = [strip.text for strip in hand.app.screen._compositor.render_strips()]
        y = next(y for y, text in enumerate(shown) if text[pane.content_region.x :].startswith(f"{row} "))
        for x in (pane.content_region.x, pane.content_region.x + 11, pane.content_region.right - 1):
            await hand.pilot.click(offset=(x, y))
            await hand.settle()
            assert isinstance(hand.app.screen, ROWS[row]), x
            await hand.press("escape")

    play(script)


HEAD = {"Expedition": "rename", "September 1854": "date", "British": "list", " of 800 points": "size"}


@pytest.mark.parametrize("words", HEAD)
def test_a_click_in_the_head_asks_about_the_army(play: Play, words: str) -> None:
    """Its title, list, date and size, whatever is selected."""

    async def script(hand: Hand) -> None:
        await hand.on("grenadiers")
        shown = [strip.text for strip in hand.app.screen._compositor.render_strips()][:2]
        x, y = next((text.index(words), y) for y, text in enumerate(shown) if words in text)
        await hand.pilot.click(offset=(x + 1, y))
        await hand.settle()
        assert hand.now.selected == ()
        if HEAD[words] == "list":
            assert "for the army" in hand.seen
        else:
            now = {"rename": "Expedition", "date": "1854-09", "size": "800"}[HEAD[words]]
            assert hand.app.screen.query_one(Input).value == now

    play(script)


# --- staff


def test_every_general_is_diced_for_once(play: Play) -> None:
    """H4: what was rolled is said and shown; a second time there is nobody left."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "r")
        generals = [one.commander for one in hand.orbat.formations if one.commander]
        assert all(one.roll and one.quality for one in generals)
        assert hand.orbat.commander
        assert hand.orbat.commander.roll is None
        assert "Codrington" in hand.said
        assert "Bentinck" in hand.said
        rolled = hand.orbat
        await hand.press("r")
        assert hand.said.startswith("Every general has been diced for; Ctrl+R")
        assert hand.orbat is rolled
        hand.agrees()

    play(script)


def test_a_general_is_diced_for_again(play: Play) -> None:
    """H4: the earlier roll is kept; without a general, or for the player's own, there is nobody to dice for."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "r")
        before = at(hand.orbat, (*GUARDS, "commander"))
        await hand.on("guards", "ctrl+r")
        after = at(hand.orbat, (*GUARDS, "commander"))
        assert after.roll.earlier == (before.roll,)
        assert at(hand.orbat, (*LIGHT, "commander")).roll.earlier == ()
        await hand.press("G", "ctrl+r")
        assert hand.said == "This formation has no general who is diced for."
        await hand.on("army", "ctrl+r")
        assert hand.said == "This army has no general who is diced for."
        hand.agrees()

    play(script)


def test_dice_thrown_on_the_table_are_typed(play: Play) -> None:
    """H4: in document order, whoever they are for being named, each die beside its general as it is typed."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "R")
        assert "such as 3, 6 " in hand.seen
        await hand.press("3")
        generals = hand.lines("#generals")
        assert [line.columns[-1] for line in generals._lines] == ["3", "–"]
        assert [line.name for line in generals._lines] == ["Codrington, Light Brigade", "Bentinck, Guards Brigade"]
        assert generals.line is generals._lines[1], "the pointer is at the one whose die is next"
        await hand.answer("3, 6")
        assert dice_of(hand) == [(3,), (6,)]
        hand.agrees()

    play(script)


def dice_of(hand: Hand) -> list[tuple[int, ...]]:
    """The dice of the two brigadiers."""
    return [at(hand.orbat, (*path, "commander")).roll.dice for path in (LIGHT, GUARDS)]


def test_dice_are_typed_in_place_of_a_roll(play: Play) -> None:
    """The selected general's, if he has been diced for; from the army, everyone's. The rolls stay in the record."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "R")
        await hand.answer("2 2")
        await hand.on("guards", "R")
        assert [line.name for line in hand.lines("#generals")._lines] == ["Bentinck, Guards Brigade"]
        assert "was 2" in hand.seen
        await hand.answer("6")
        assert dice_of(hand) == [(2,), (6,)]
        assert [one.dice for one in at(hand.orbat, (*GUARDS, "commander")).roll.earlier] == [(2,)]
        await hand.on("army", "R")
        await hand.answer("4 5")
        assert dice_of(hand) == [(4,), (5,)]
        assert [one.dice for one in at(hand.orbat, (*GUARDS, "commander")).roll.earlier] == [(6,), (2,)]
        hand.agrees()

    play(script)


NO_DICE = "Type figures from 1 to 6, with blanks or commas between them; - skips a general."
BAD_DICE = {
    "": NO_DICE, "three": NO_DICE, "3.6": NO_DICE, "1111 2": NO_DICE,
    "3 6 1": "3 dice given, 2 needed", "3 7": "a die shows 7", "0 3": "a die shows 0", "- -": NO_DICE, "-3": NO_DICE,
}  # fmt: skip  # in rows


def test_dice_can_be_typed_for_the_first_generals_and_rolled_for_the_others(play: Play) -> None:
    """Those for whom no dice were typed are not diced for yet."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "R")
        await hand.answer("3")
        assert [one.commander.name for one in commanders_to_roll(hand.orbat, hand.now.book)] == ["Bentinck"]
        await hand.press("r")
        assert not commanders_to_roll(hand.orbat, hand.now.book)
        assert dice_of(hand)[0] == (3,)
        hand.agrees()

    play(script)


def test_a_general_is_passed_over(play: Play) -> None:
    """A dash stands for his dice: he can be diced for later."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "R", "minus")
        generals = hand.lines("#generals")
        assert [line.columns[-1] for line in generals._lines] == ["skipped", "–"]
        assert generals.line is generals._lines[1]
        await hand.answer("- 5")
        assert [one.commander.name for one in commanders_to_roll(hand.orbat, hand.now.book)] == ["Codrington"]
        assert at(hand.orbat, (*GUARDS, "commander")).roll.dice == (5,)
        hand.agrees()

    play(script)


@pytest.mark.parametrize(
    ("typed", "each", "hands"),
    [
        ("3, - 4", 1, (("3",), ("-",), ("4",))),
        ("3 4 - 5", 2, (("3", "4"), ("-",), ("5",))),
        ("3 - 4 5", 2, (("3",), ("-",), ("4", "5"))),
        ("", 1, ()),
    ],
)
def test_dice_are_dealt_out_in_order(typed: str, each: int, hands: tuple[tuple[str, ...], ...]) -> None:
    """So many to each general; one who is passed over has none."""
    assert split_dice(typed, each) == hands


def test_dice_that_cannot_be_are_told(play: Play) -> None:
    """Nobody is diced for then, and what was typed can be put right."""

    async def script(hand: Hand) -> None:
        await hand.on("army", "R")
        for text, words in BAD_DICE.items():
            await hand.answer(text)
            assert words in hand.wrong, text
            assert not hand.now.unsaved
        await hand.answer("3 1")
        assert dice_of(hand) == [(3,), (1,)]
        hand.agrees()

    play(script)


# --- findings


def test_a_finding_is_explained_and_mended(play: Play) -> None:
    """With the rule it comes from; mending it is a step; where nothing is left to mend, that is said."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", *["minus"] * 9)
        number = next(n for n, one in enumerate(hand.now.findings) if one.code == "UNT003")
        finding = hand.now.findings[number]
        line = hand.lines("#findings").line
        assert line
        assert line.key == number, "the cursor is on the worst about what is selected"
        await hand.press("question_mark")
        assert isinstance(hand.app.screen, InfoDialog)
        assert "UNT003" in hand.seen
        assert "3 stands" in hand.seen
        assert "Remedy:" in hand.seen
        await hand.press("down", "pagedown", "escape")
        assert hand.is_back
        await hand.press("f")
        assert hand.step == "fix UNT003"
        assert finding.code not in {one.code for one in hand.now.findings}
        hand.agrees()

    play(script)


def test_a_finding_that_has_no_one_cure_says_what_to_do(play: Play) -> None:
    """The words of its help, and no step."""

    async def script(hand: Hand) -> None:
        findings = hand.lines("#findings")
        number = next(n for n, line in enumerate(findings._lines) if line.columns == ("",))
        findings.focus()
        await hand.press("home", *["down"] * number, "f")
        assert "has no automatic fix. " in hand.said
        assert not hand.now.unsaved
        hand.agrees()

    play(script)


def test_where_nothing_is_found_there_is_nothing_to_mend(play: Play) -> None:
    """Without sailors, diced for and with its size used up, this army has no fault; both keys say so."""

    async def script(hand: Hand) -> None:
        await hand.on("sailors", "delete")
        await hand.on("foot", "n")
        await hand.answer("")
        await hand.on("fusiliers", *["plus"] * 4)
        await hand.on("light", "d", "d")
        await hand.on("army", "r", "a")
        await hand.answer(str(hand.now.quote.total))
        assert [(one.code, one.message) for one in hand.now.findings] == []
        for key in ("f", "question_mark"):
            await hand.press(key)
            assert hand.said == "There are no findings."
            hand.agrees()
        assert "Findings: none" in hand.seen

    play(script)


# --- steps


def test_any_step_can_be_gone_to(play: Play) -> None:
    """By its name, back and forward; the one on screen is marked."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "plus", "c", "minus", "h")
        assert hand.offered() == [
            "opened",
            "size 12 to 13 of 7th Royal Fusiliers",
            "class of 7th Royal Fusiliers",
            "size 13 to 12 of 7th Royal Fusiliers",
        ]
        assert hand.lines("#choices-offered").cursor == 3
        await hand.press("home", "down", "enter")
        assert (at(hand.orbat, FUSILIERS).size, at(hand.orbat, FUSILIERS).rating) == (13, "3")
        hand.agrees()
        await hand.press("h")
        assert hand.lines("#choices-offered").cursor == 1
        await hand.press("end", "enter")
        assert (at(hand.orbat, FUSILIERS).size, at(hand.orbat, FUSILIERS).rating) == (12, "2")
        await hand.press("h", "home", "enter")
        assert not hand.now.unsaved
        hand.agrees()

    play(script)


# --- writing it elsewhere


def test_the_army_is_exported_in_every_form(play: Play, tmp_path: File, library: Library) -> None:
    """The ending decides; the file that is open stays as it is, and what was written is the same army."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "plus")
        for ending in (".txt", ".md", ".csv", ".json", ".yaml", ".TXT"):
            out = tmp_path / f"out{ending}"
            await hand.press("e")
            assert hand.app.screen.query_one(Input).value == "army.txt"
            await hand.answer(str(out))
            assert hand.said == f"Written {out}. {hand.now.report.verdict}."
            assert hand.now.unsaved
            assert hand.now.file == tmp_path / "army.yaml"
            hand.agrees()
            report = check(out, library)
            assert report.quote
            assert report.quote.total == hand.now.quote.total
            assert out.read_text(encoding="utf-8").count("7th Royal Fusiliers") == 1
        assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["title"] == "Expedition"

    play(script)
    assert (tmp_path / "army.yaml").read_text(encoding="utf-8") == ARMY


def test_what_cannot_be_written_is_told(play: Play, tmp_path: File) -> None:
    """A form that there is not, and a folder that is not there; nothing on screen changes."""

    async def script(hand: Hand) -> None:
        for key, name, words in (
            ("e", "no/out.txt", "was not written"),
            ("pp", "no/out.pdf", "was not written"),
        ):
            await hand.press(*key)
            await hand.answer(str(tmp_path / name))
            assert words in hand.said
            assert not (tmp_path / name).exists()
            assert not hand.now.unsaved
            hand.agrees()
        await hand.press("e")
        assert ".csv, .json, .yaml or .yml)" in str(hand.app.screen.query(Label).first().content)
        for name, words in (("out.docx", ".docx is no format that orbat writes. It writes .txt"), (".", "is a folder")):
            await hand.answer(str(tmp_path / name))
            assert words in hand.wrong
        await hand.press("escape")

    play(script)


@pytest.mark.parametrize(("keys", "ending"), [("S", ".yaml"), ("e", ".txt"), ("pp", ".pdf")])
def test_a_file_s_name_is_typed_over_and_its_ending_stays(play: Play, keys: str, ending: str) -> None:
    """A form is not changed by accident."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", *keys)
        field = hand.app.screen.query_one(Input)
        assert field.selected_text == "army"
        await hand.press("b")
        assert field.value == f"b{ending}"
        await hand.press("escape")

    play(script)


@pytest.mark.parametrize("name", ["Inkerman", "Inkerman 5.11", "Inkerman vs. Menshikov"])
def test_a_file_named_without_an_ending_gets_the_usual_one(play: Play, tmp_path: File, name: str) -> None:
    """Also where the name has a stop in it: no list of files would show it otherwise."""

    async def script(hand: Hand) -> None:
        await hand.press("S")
        await hand.answer(name)
        assert hand.now.file == tmp_path / f"{name}.yaml"
        await hand.press("e")
        await hand.answer(name)
        assert (tmp_path / f"{name}.txt").exists()
        hand.agrees()

    play(script)


def test_an_export_over_its_own_file_loses_no_remark(play: Play, tmp_path: File) -> None:
    """The player's remarks are kept, or it is not done."""

    async def script(hand: Hand) -> None:
        await hand.press("e")
        await hand.answer(str(tmp_path / "army.yaml"))
        if isinstance(hand.app.screen, AskButtons):
            await hand.push("over")

    play(script)
    assert "# kept" in (tmp_path / "army.yaml").read_text(encoding="utf-8")


def test_a_sheet_is_not_printed_over_the_army(play: Play, tmp_path: File) -> None:
    """A PDF in a file that ends otherwise could not be opened."""

    async def script(hand: Hand) -> None:
        await hand.press("p", "p")
        await hand.answer(str(tmp_path / "army.yaml"))
        if isinstance(hand.app.screen, AskButtons):
            await hand.push("over")

    play(script)
    assert not (tmp_path / "army.yaml").read_bytes().startswith(b"%PDF")


def test_the_sheet_is_printed_beside_the_file(play: Play, tmp_path: File, library: Library) -> None:
    """A PDF of what is on screen, which can be read again."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "plus", "p", "p")
        assert hand.app.screen.query_one(Input).value == "army.pdf"
        await hand.press("enter")
        assert hand.said.startswith(f"Written {tmp_path / 'army.pdf'}. ")
        hand.agrees()

    play(script)
    assert (tmp_path / "army.pdf").read_bytes().startswith(b"%PDF-")
    read = check(tmp_path / "army.pdf", library).orbat
    assert read
    assert read.formations[0].units[0].size == 13


def test_which_sheets_are_printed_is_chosen(play: Play, tmp_path: File) -> None:
    """A sheet is put in and taken out, a setting goes to its next value, and what a sheet is stands below."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "p")
        lines = hand.app.screen.query_one(Lines)
        assert lines.line
        assert lines.line.name.startswith("[x]")
        await hand.press("space", "down", "enter")
        assert lines.line.name.startswith("[x]")
        about = hand.app.screen.query_one("#about", Label)
        await hand.app.workers.wait_for_complete()
        assert re.search(r" 1 page\.$", str(about.content))
        while str(lines.line.key) != "paper":
            await hand.press("down")
        await hand.press("enter")
        assert lines.line.columns == ("Letter",)
        await hand.press("p")
        await hand.press("enter")

    play(script)
    reader = PdfReader(tmp_path / "army.pdf")
    assert round(reader.pages[0].mediabox.width) == 612
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    first, second, *_ = (layout.title for layout in layouts().values())
    assert second in titles
    assert first not in titles


def test_the_short_text_is_on_the_clipboard(play: Play) -> None:
    """The whole army as it is on screen, with its points."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "plus", "k")
        text = hand.app.clipboard
        assert "7th Royal Fusiliers" in text
        assert "3rd Bn Grenadier Guards" in text
        assert f"Total: {hand.now.quote.total}" in text
        assert hand.said.startswith("The army went to the terminal's clipboard as text;")

    play(script)


def test_what_the_player_noted_in_the_file_stays_whatever_is_changed(play: Play, file: File) -> None:
    """D7: renamed, resized and of another nation, the army keeps its tags, its player and its own keys."""
    noted = "tags: [campaign, away]\nplayer: Ann\nx-shipped: 3\nformations:"
    file.write_text(ARMY.replace("formations:", noted), encoding="utf-8")

    async def script(hand: Hand) -> None:
        await hand.on("army", "n")
        await hand.answer("Another")
        await hand.press("a")
        await hand.answer("1200")
        await hand.press("L")
        await hand.choose("French")
        await hand.press("ctrl+s")
        assert not hand.now.unsaved
        assert hand.now.file == file

    play(script)
    text = file.read_text(encoding="utf-8")
    for line in ("title: Another", "# kept", "game_size: 1200", "army_list: french", *noted.split("\n")):
        assert line in text


def test_a_copy_made_before_the_program_was_killed_is_offered(play: Play, library: Library) -> None:
    """D7: duplicated and not saved, it is there when the program starts again."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "d")
        assert hand.builder.journal
        hand.builder.journal.close(discard=False)

    async def again() -> None:
        app = OrbatApp(library)
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            await pilot.click("#take")
            await pilot.pause()
            hand = Hand(pilot)
            assert [one.name for one in hand.orbat.formations][:2] == ["Light Brigade", "Light Brigade (2)"]
            assert names(hand, GUARDS) == ["9th (East Norfolk)", "19th Foot", "Sailors"]
            assert hand.step == "duplicate Light Brigade"

    play(script)
    asyncio.run(again())


def test_remarks_go_along_from_yaml_to_yml(tmp_path: File, play: Play) -> None:
    """Both are YAML, so saving as the other loses none of the player's remarks."""

    async def script(hand: Hand) -> None:
        await hand.press("S")
        await hand.answer(str(tmp_path / "other.yml"))
        assert hand.now.file == tmp_path / "other.yml"
        assert " · other.yml " in hand.seen

    play(script)
    assert "# kept" in (tmp_path / "other.yml").read_text(encoding="utf-8")


# --- looking


def test_the_colours_chosen_are_there_the_next_time(play: Play) -> None:
    """One's own come first; a program started later begins with the one chosen last."""

    async def first(hand: Hand) -> None:
        assert hand.app.theme == "bivouac"
        await hand.press("T")
        assert hand.offered()[:2] == ["Bivouac", "Campaign map"]
        assert not any("nsi" in name for name in hand.offered()), "these can hardly be read here"
        await hand.choose("Campaign map")
        assert hand.app.theme == "campaign-map"
        assert not hand.now.unsaved

    async def second(hand: Hand) -> None:
        assert hand.app.theme == "campaign-map"
        await hand.press("T")
        assert hand.lines("#choices-offered").cursor == 1
        await hand.press("escape")
        assert hand.app.theme == "campaign-map"

    play(first)
    play(second)


def test_each_pane_has_its_own_help(play: Play) -> None:
    """F1 tells of the pane that has the focus; every command's keys are in the help of some pane."""

    async def script(hand: Hand) -> None:
        seen: dict[str, str] = {}
        for pane in ("#tree", "#army-list", "#filter", "#findings"):
            hand.builder.query_one(pane).focus()
            await hand.press("f1")
            tell = hand.app.screen
            assert isinstance(tell, InfoDialog)
            seen[pane] = tell._title + tell._words
            await hand.press("f1")
            assert hand.is_back
        assert len(set(seen.values())) == 4
        told = "".join(seen.values())
        assert all(command.help in told for command in COMMANDS if command.supported(hand.now))
        assert "Ctrl+Z" in seen["#findings"]

    play(script)


def test_the_palette_finds_a_command_and_runs_it(play: Play) -> None:
    """By a part of its name, with its key beside it."""

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers", "ctrl+p")
        assert isinstance(hand.app.screen, CommandPalette)
        await hand.press(*"duplicate")
        options = hand.app.screen.query_one(OptionList)
        for _ in range(200):
            await asyncio.sleep(0.01)
            if options.option_count and "Duplicate" in str(options.get_option_at_index(0).prompt):
                break
        assert "(d)" in str(options.get_option_at_index(0).prompt)
        await hand.press("down", "enter")
        for _ in range(100):
            await asyncio.sleep(0.01)
            if hand.is_back and hand.now.unsaved:
                break
        assert names(hand, LIGHT)[:2] == ["7th Royal Fusiliers", "9th (East Norfolk)"]
        hand.agrees()

    play(script)


def test_what_is_of_no_use_is_not_offered(play: Play, file: File) -> None:
    """Neither in the key bar nor in the palette: a class for guns, options where there are none, marks to take away."""
    guns = "  - {name: Own battery, entry: brit_field_battery, size: 3}"
    file.write_text(f"{ARMY}units:\n{guns}\n", encoding="utf-8")

    async def script(hand: Hand) -> None:
        await hand.on("fusiliers")
        await hand.settle()
        assert "c Class" in hand.seen
        await hand.pilot.press("end")
        await hand.settle()
        assert at(hand.orbat, hand.now.selected).name == "Own battery"
        assert "+ More" in hand.seen
        for words in ("c Class", "o Option", "x Off board"):
            assert words not in hand.seen
        offered = {command.id for command in COMMANDS if command.is_offered(hand.now)}
        assert offered.isdisjoint({"rating", "option", "off_board", "unmark", "dismiss", "dissolve", "size", "redo"})
        assert offered >= {"grow", "rename", "duplicate", "delete", "save", "leave"}

    play(script)


def test_the_keys_in_the_bar_stand_out(play: Play) -> None:
    """In the accent's colour, which their titles have not."""

    async def script(hand: Hand) -> None:
        strips = hand.builder.query_one(KeyBar).render_lines(Region(0, 0, 120, 1))
        colours = {segment.text.strip(): segment.style.color for segment in strips[0] if segment.style}
        assert colours["Enter"] != colours["Buy…"]
        assert colours["Enter"] == colours["g"]

    play(script)


def test_what_is_marked_and_selected_has_both_signs(play: Play) -> None:
    """That of the mark stays where it is when the cursor goes."""

    async def script(hand: Hand) -> None:
        def line(words: str) -> str:
            return next(row for row in hand.seen.splitlines() if words in row).lstrip("│")

        await hand.on("light", "space", "up")
        at_cursor = line("Light Brigade")
        assert at_cursor.startswith(">")
        assert at_cursor.index("*") < at_cursor.index("▾")
        await hand.press("down")
        assert line("Light Brigade")[1:] == at_cursor[1:]

    play(script)


def test_only_the_words_of_what_is_marked_are_underlined(play: Play) -> None:
    """Not the blanks behind them."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "space")
        tree = hand.lines("#tree")
        lined = [segment.text for segment in tree.render_line(3) if segment.style and segment.style.underline]
        assert lined == ["19th Foot"]

    play(script)


def test_the_wheel_scrolls_a_list(play: Play) -> None:
    """Where there is more than there is room for; the cursor stays on its line."""

    async def script(hand: Hand) -> None:
        hand.app.animation_level = "none"
        shop = hand.lines("#army-list")
        region = shop.scrollable_content_region
        assert shop.virtual_size.height > region.height
        cursor = shop.cursor
        for event, moved in ((MouseScrollDown, True), (MouseScrollUp, False)):
            await hand.pilot._post_mouse_events([event], offset=(region.x + 2, region.y + 2))
            await hand.settle()
            assert (shop.scroll_offset.y > 0) == moved
            assert shop.cursor == cursor

    play(script)


def test_the_first_turn_of_the_wheel_counts_after_a_list_was_folded(play: Play) -> None:
    """At 80 by 24 the list has one line while another pane has the focus, and scrolls on from where it is then."""

    async def script(hand: Hand) -> None:
        hand.app.animation_level = "none"
        shop = hand.lines("#army-list")
        await hand.press("enter", "end")
        hand.lines("#tree").focus()
        await hand.settle()
        assert shop.size.height == 1
        shop.focus()
        await hand.settle()
        last = shop.scroll_offset.y
        assert last == shop.max_scroll_y
        region = shop.scrollable_content_region
        await hand.pilot._post_mouse_events([MouseScrollUp], offset=(region.x + 2, region.y + 2))
        await hand.settle()
        assert shop.scroll_offset.y < last

    play(script, (80, 24))


async def click_symbol(hand: Hand, row: int, depth: int) -> None:
    """Click on the symbol of a line of the tree."""
    region = hand.lines("#tree").scrollable_content_region
    await hand.pilot.click(offset=(region.x + 3 + 2 * depth, region.y + row))
    await hand.settle()


def test_a_click_on_the_symbol_folds_and_unfolds(play: Play) -> None:
    """What is folded is still counted; a click elsewhere on the line does not fold it."""

    async def script(hand: Hand) -> None:
        tree = hand.lines("#tree")
        await click_symbol(hand, 1, 1)
        assert hand.builder.folded == {LIGHT}
        assert [line.key for line in tree._lines] == [(), LIGHT, GUARDS, GRENADIERS]
        assert "▸" in hand.seen
        hand.agrees()
        await click_symbol(hand, 1, 1)
        assert hand.builder.folded == frozenset()
        assert len(tree._lines) == len(TREE)
        await click_symbol(hand, 1, 4)
        assert hand.builder.folded == frozenset()
        assert hand.now.selected == LIGHT

    play(script)


def test_left_and_right_fold_and_unfold(play: Play) -> None:
    """Left on a unit goes to its formation, on a folded one to what is around it."""

    async def script(hand: Hand) -> None:
        await hand.on("foot", "left")
        assert hand.now.selected == LIGHT
        await hand.press("left")
        assert hand.builder.folded == {LIGHT}
        await hand.press("left")
        assert hand.now.selected == ()
        await hand.press("down", "right")
        assert hand.builder.folded == frozenset()
        await hand.press("z", "down")
        assert hand.now.selected == GUARDS
        hand.agrees()

    play(script)


def test_what_is_bought_into_a_folded_formation_is_what_the_next_key_is_for(play: Play) -> None:
    """It is selected, so the next key is for it, as in a formation that is not folded."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "z", "insert")
        bought = hand.now.selected
        assert bought == (*LIGHT, "units", 3)
        size = at(hand.orbat, bought).size
        await hand.press("plus")
        assert at(hand.orbat, bought).size == size + 1

    play(script)


def test_a_folded_formation_is_still_folded_when_it_has_been_moved(play: Play) -> None:
    """And the one whose place it took is not."""

    async def script(hand: Hand) -> None:
        await hand.on("light", "z", "shift+down")
        assert [one.name for one in hand.orbat.formations] == ["Guards Brigade", "Light Brigade"]
        assert hand.builder.folded == {GUARDS}

    play(script)


def test_a_folded_numbered_formation_is_still_folded_when_it_has_been_moved(play: Play, file: File) -> None:
    """Though it has another number there."""
    numbered = ARMY.replace("name: Light Brigade", "name: 1st Brigade\n    numbered: true")
    numbered = numbered.replace("name: Guards Brigade", "name: 2nd Brigade\n    numbered: true")
    file.write_text(numbered, encoding="utf-8")

    async def script(hand: Hand) -> None:
        await hand.on("light", "z", "shift+down")
        assert len(names(hand, GUARDS)) == 3
        assert hand.builder.folded == {GUARDS}

    play(script)


# --- keys


@pytest.mark.parametrize("written", ["F5", "Ctrl+K", "hyper+k", "','", "shift+s", "'?'", "'+'", "'2'", "ctrl+p"])
def test_a_key_that_would_not_do_is_told_or_put_right(written: str) -> None:
    """Capitals as in the key bar, another command's sign, a figure, the palette's key: none is dead without a word."""
    keys.keys_file().parent.mkdir(parents=True)
    keys.keys_file().write_text(f"save: {written}\n", encoding="utf-8")
    own = keys.read_keys(COMMANDS)
    assert own.faults or own.keys["save"] in ("f5", "ctrl+k")


@pytest.mark.parametrize("written", ["sve: f5", "1: f5"])
def test_what_is_wrong_with_a_key_ends_in_one_stop(written: str) -> None:
    """A question keeps its mark, and a sentence its stop."""
    keys.keys_file().parent.mkdir(parents=True)
    keys.keys_file().write_text(f"{written}\n", encoding="utf-8")
    (trouble,) = keys.read_keys(COMMANDS).faults
    assert not trouble.endswith(("?.", ".."))
