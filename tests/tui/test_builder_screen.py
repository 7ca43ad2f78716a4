"""The builder screen: focus, drawing, mouse and dialogs. `tests/tui/commands` tests what the commands do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path as File

import pytest
from pypdf import PdfReader
from tests.tui.conftest import RecordingApp, screen_strips, turn_wheel
from textual.command import CommandPalette
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input, Label, OptionList

from orbat.data.library import Library
from orbat.evaluate.staff_rolls import commanders_to_roll
from orbat.model.edits import at
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.pipeline import Evaluator, check
from orbat.printing import layouts
from orbat.tui.commands.table import COMMANDS
from orbat.tui.screens.ask import AskButtons, AskChoice, AskText, InfoDialog
from orbat.tui.screens.builder import BuilderScreen
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
TREE = ("army", "light", "fusiliers", "foot", "sailors", "guards", "grenadiers")
"""The lines of the tree."""
LIGHT: OrbatPath = ("formations", 0)
GUARDS: OrbatPath = ("formations", 1)
FUSILIERS, FOOT, SAILORS = ((*LIGHT, "units", number) for number in range(3))
GRENADIERS: OrbatPath = (*GUARDS, "units", 0)


@pytest.fixture
def file(tmp_path: File) -> File:
    """A small army in a file."""
    path = tmp_path / "army.yaml"
    path.write_text(ARMY, encoding="utf-8")
    return path


class Builder:
    """The builder, driven by keys and clicks."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        assert isinstance(pilot.app, RecordingApp)
        self.app = pilot.app
        builder = pilot.app.screen
        assert isinstance(builder, BuilderScreen)
        self.builder = builder

    @property
    def now(self) -> State:
        """The current state."""
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
        """The last notice."""
        return self.app.notices[-1] if self.app.notices else ""

    @property
    def wrong(self) -> str:
        """The fault shown in the dialog."""
        label = self.app.screen.query_one("#wrong", Label)
        return str(label.content) if label.display else ""

    @property
    def seen(self) -> str:
        """The text of the screen."""
        return "\n".join(strip.text for strip in screen_strips(self.app))

    def lines(self, which: str) -> Lines:
        """A list on the screen on top."""
        return self.app.screen.query_one(which, Lines)

    def offered(self) -> list[str]:
        """The offered names or lines."""
        which = "#offers" if isinstance(self.app.screen, AskText) else "#choices-offered"
        return [line.name for line in self.lines(which).lines]

    async def settle(self) -> None:
        """Wait for messages, each of which can lead to others."""
        for _ in range(2):
            await self.pilot.pause(0)

    async def press(self, *keys: str) -> None:
        """Press keys one by one."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def on(self, what: str, *keys: str) -> None:
        """Select a line of the original tree, and press keys."""
        self.builder.query_one("#tree", Lines).focus()
        await self.pilot.press("home", *["down"] * TREE.index(what))
        await self.press(*keys)

    async def answer(self, text: str) -> None:
        """Answer the dialog."""
        assert isinstance(self.app.screen, AskText)
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def choose(self, words: str) -> None:
        """Choose an offered line."""
        assert isinstance(self.app.screen, AskChoice)
        offered = self.offered()
        await self.pilot.press("home", *["down"] * next(n for n, line in enumerate(offered) if words in line))
        await self.press("enter")

    async def push(self, button: str) -> None:
        """Click a button of the dialog."""
        assert isinstance(self.app.screen, AskButtons)
        await self.pilot.click(f"#{button}")
        await self.settle()

    def agrees(self) -> None:
        """Assert that the builder is on top and its header shows freshly computed points."""
        assert self.is_back
        quote, findings = Evaluator().examine(self.orbat, self.now.book)
        report = self.builder.query_one(BuilderHeader).report
        assert report
        assert report.points.startswith(f"{quote.total} of {self.orbat.game_size}" if self.orbat.game_size else "")
        assert str(quote.total) in report.points
        assert len(self.now.findings) == len(findings)


def names(screen: Builder, path: OrbatPath) -> list[str]:
    """The names of the units of a formation or the army."""
    return [unit.name for unit in at(screen.orbat, (*path, "units"))]


Script = Callable[[Builder], Awaitable[None]]
Play = Callable[..., None]


@pytest.fixture
def play(file: File, library: Library) -> Play:
    """Open the army in the builder, and run a script."""

    def run(script: Script, size: tuple[int, int] = (120, 36), using: Library | None = None) -> None:
        async def main() -> None:
            given = using or library
            app = RecordingApp(given, check(file, given))
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                screen = Builder(pilot)
                await screen.settle()
                await script(screen)

        asyncio.run(main())

    return run


# --- units


OTHERS = (
    ("light", "plus", "More: select a unit first."),
    ("army", "minus", "Fewer: select a unit first."),
    ("light", "c", "Class: select a unit first."),
    ("army", "delete", "Delete: select a formation or a unit first."),
    ("fusiliers", "z", "Fold: select a formation first."),
    ("fusiliers", "shift+delete", "Dissolve: select a formation first."),
    ("fusiliers", "ctrl+r", "Roll again: select the army or a formation first."),
)


@pytest.mark.slow
def test_army_commands_run_with_any_selection(play: Play) -> None:
    """They keep the selection."""

    async def script(screen: Builder) -> None:
        for what in ("light", "fusiliers"):
            await screen.on(what, "y")
            await screen.answer("1854-10")
            await screen.press("enter")  # the preview
            assert str(screen.now.orbat.date) == "1854-10"
            selected = screen.now.selected
            await screen.on(what, "a")
            await screen.answer("700")
            await screen.press("enter")
            assert screen.now.orbat.game_size == 700
            assert screen.now.selected == selected
            await screen.press("u", "u")

    play(script)


@pytest.mark.slow
def test_command_for_another_item_says_what_to_select(play: Play) -> None:

    async def script(screen: Builder) -> None:
        for what, key, words in OTHERS:
            await screen.on(what, key)
            assert words in screen.said
            assert not screen.now.unsaved
            assert not screen.builder.folded
            screen.agrees()

    play(script)


# --- names, notes and generals


@pytest.mark.slow
def test_name_is_chosen_from_the_offered_regiments(play: Play) -> None:
    """Free ones come first; typing narrows them; Down and Enter choose one."""

    async def script(screen: Builder) -> None:
        await screen.on("foot", "n")
        entry = screen.now.book.entry("british", "brit_line")
        assert entry
        assert sorted(screen.offered()) == sorted(entry.regiments_at(screen.now.orbat.date))
        assert screen.offered()[-2:] == ["7th Royal Fusiliers", "19th (1st Yorkshire North Riding)"]
        assert [line.columns[-1] for line in screen.lines("#offers").lines][-3:] == ["", "in use", "in use"]
        await screen.press(*"conn")
        assert screen.offered() == [
            one for one in entry.regiments_at(screen.now.orbat.date) if "conn" in one.casefold()
        ]
        wanted = screen.offered()[0]
        await screen.press("down", "enter")
        assert at(screen.orbat, FOOT).name == wanted
        assert screen.step == "rename 19th Foot"
        screen.agrees()

    play(script)


@pytest.mark.slow
def test_retyped_name_narrows_the_offered_ones(play: Play) -> None:
    """The old name does not narrow them until it is typed again."""

    async def script(screen: Builder) -> None:
        await screen.on("foot", "n")
        await screen.answer("88")
        await screen.press("n")
        assert len(screen.offered()) > 1
        await screen.press(*"88")
        assert screen.offered() == ["88th Connaught Rangers"]
        await screen.press("escape")

    play(script)


@pytest.mark.slow
def test_key_bar_omits_letters_while_the_filter_is_focused(play: Play) -> None:

    async def script(screen: Builder) -> None:
        await screen.on("foot", "slash")
        assert "Enter To the list" in screen.seen
        assert "Ctrl+S Save" in screen.seen
        assert "c Class" not in screen.seen
        assert "d Duplicate" not in screen.seen
        await screen.press("escape")
        assert "d Duplicate" in screen.seen
        await screen.press("escape")
        assert screen.builder.pane == "tree"

    play(script)


def pointers(screen: Builder) -> str:
    """The margin of each offered name."""
    offers = screen.lines("#offers")
    return "".join(offers.render_line(y).text[0] for y in range(offers.size.height))


@pytest.mark.slow
def test_pointer_is_on_offered_names_only_while_they_have_the_focus(play: Play) -> None:
    """Enter accepts the typed text otherwise."""

    async def script(screen: Builder) -> None:
        await screen.on("guards", "g")
        listed = screen.now.book.lists["british"].commanders_at(screen.now.orbat.date)
        offered = screen.offered()
        assert sorted(offered) == sorted(listed)
        assert ">" not in pointers(screen), "Enter takes what is typed, and nothing points elsewhere"
        await screen.press("down")
        assert pointers(screen)[0] == ">"
        await screen.press("up")
        assert isinstance(screen.app.focused, Input)
        assert ">" not in pointers(screen)
        await screen.press("down", "enter")
        assert at(screen.orbat, (*GUARDS, "commander")).name == offered[0]
        total = screen.now.quote.total
        await screen.press("G")
        assert at(screen.orbat, GUARDS).commander is None
        assert screen.now.quote.total == total - 30
        screen.agrees()
        await screen.press("g")
        await screen.answer("")
        assert at(screen.orbat, GUARDS).commander is not None
        assert screen.now.quote.total == total
        await screen.on("army", "g")
        await screen.answer("Sir George Cathcart")
        assert screen.orbat.commander
        assert screen.orbat.commander.name == "Sir George Cathcart"
        screen.agrees()

    play(script)


# --- formations


@pytest.mark.slow
def test_escape_clears_filter_focus_and_marks_before_it_leaves(play: Play) -> None:
    """The key bar shows what it does next."""

    async def script(screen: Builder) -> None:
        await screen.on("foot", "space", "space")
        await screen.press("slash", "r", "i", "f")
        assert "Esc Clear filter" in screen.seen
        await screen.press("enter", "escape")
        assert not screen.builder.query_one("#filter", Input).value
        assert "Esc Back" in screen.seen
        await screen.press("escape")
        assert screen.builder.pane == "tree"
        assert screen.now.marked == {FOOT, SAILORS}
        assert "Esc Clear 2 marks" in screen.seen
        await screen.press("escape")
        assert screen.is_back
        assert not screen.now.marked
        assert "Esc Leave" in screen.seen
        await screen.press("escape")
        assert not screen.is_back

    play(script)


# --- the army


ROWS = {
    "title": AskText,
    "general": AskText,
    "size": AskText,
    "date": AskText,
    "army list": AskChoice,
    "rulings": AskChoice,
    "note": AskText,
}


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_click_on_a_choice_row_runs_its_command(play: Play, row: str) -> None:
    """Anywhere in the row: label, text or blank end."""

    async def script(screen: Builder) -> None:
        await screen.on("army")
        pane = screen.builder.query_one("#choices")
        shown = [strip.text for strip in screen_strips(screen.app)]
        y = next(y for y, text in enumerate(shown) if text[pane.content_region.x :].startswith(f"{row} "))
        for x in (pane.content_region.x, pane.content_region.x + 11, pane.content_region.right - 1):
            await screen.pilot.click(offset=(x, y))
            await screen.settle()
            assert isinstance(screen.app.screen, ROWS[row]), x
            await screen.press("escape")

    play(script)


HEAD = {"Expedition": "rename", "September 1854": "date", "British": "list", " of 800 points": "size"}


@pytest.mark.slow
@pytest.mark.parametrize("words", HEAD)
def test_click_on_the_header_runs_a_command_for_the_army(play: Play, words: str) -> None:
    """With any selection."""

    async def script(screen: Builder) -> None:
        await screen.on("grenadiers")
        shown = [strip.text for strip in screen_strips(screen.app)][:2]
        x, y = next((text.index(words), y) for y, text in enumerate(shown) if words in text)
        await screen.pilot.click(offset=(x + 1, y))
        await screen.settle()
        assert screen.now.selected == ()
        if HEAD[words] == "list":
            assert "Army list of the army. You see the result before you apply it." in screen.seen
        else:
            now = {"rename": "Expedition", "date": "1854-09", "size": "800"}[HEAD[words]]
            assert screen.app.screen.query_one(Input).value == now

    play(script)


# --- staff


@pytest.mark.slow
def test_typed_dice_appear_next_to_their_generals(play: Play) -> None:
    """The pointer is at the next general; a dash skips one."""

    async def script(screen: Builder) -> None:
        await screen.on("army", "R", "minus")
        generals = screen.lines("#generals")
        assert [line.columns[-1] for line in generals.lines] == ["skipped", "–"]
        assert generals.line is generals.lines[1]
        await screen.answer("- 5")
        assert [one.commander.name for one in commanders_to_roll(screen.orbat, screen.now.book)] == ["Codrington"]
        assert at(screen.orbat, (*GUARDS, "commander")).roll.dice == (5,)
        screen.agrees()

    play(script)


# --- findings


@pytest.mark.slow
def test_finding_at_the_cursor_is_explained_and_fixed(play: Play) -> None:
    """The cursor is on the worst finding about the selection."""

    async def script(screen: Builder) -> None:
        await screen.on("fusiliers", *["minus"] * 9)
        number = next(n for n, one in enumerate(screen.now.findings) if one.code == "UNT003")
        finding = screen.now.findings[number]
        line = screen.lines("#findings").line
        assert line
        assert line.key == number, "the cursor is on the worst about what is selected"
        await screen.press("question_mark")
        assert isinstance(screen.app.screen, InfoDialog)
        assert "UNT003" in screen.seen
        assert "3 stands" in screen.seen
        await screen.press("down", "pagedown", "escape")
        assert screen.is_back
        await screen.press("f")
        assert screen.step == "fix UNT003"
        assert finding.code not in {one.code for one in screen.now.findings}
        screen.agrees()

    play(script)


# --- steps


# --- writing it elsewhere


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "ending"), [("S", ".yaml"), ("e", ".txt"), ("pp", ".pdf")])
def test_typing_replaces_the_proposed_stem_and_keeps_the_suffix(play: Play, keys: str, ending: str) -> None:

    async def script(screen: Builder) -> None:
        await screen.on("fusiliers", *keys)
        field = screen.app.screen.query_one(Input)
        assert field.selected_text == "army"
        await screen.press("b")
        assert field.value == f"b{ending}"
        await screen.press("escape")

    play(script)


@pytest.mark.slow
def test_print_dialog_toggles_sheets_and_options(play: Play, tmp_path: File) -> None:
    """The sheet at the cursor is described, with its number of pages."""

    async def script(screen: Builder) -> None:
        await screen.on("fusiliers", "p")
        lines = screen.app.screen.query_one(Lines)
        assert lines.line
        assert lines.line.name.startswith("[x]")
        await screen.press("space", "down", "enter")
        assert lines.line.name.startswith("[x]")
        about = screen.app.screen.query_one("#about", Label)
        await screen.app.workers.wait_for_complete()
        assert re.search(r" 1 page\.$", str(about.content))
        while str(lines.line.key) != "paper":
            await screen.press("down")
        await screen.press("enter")
        assert lines.line.columns == ("Letter",)
        await screen.press("p")
        await screen.press("enter")

    play(script)
    reader = PdfReader(tmp_path / "army.pdf")
    assert round(reader.pages[0].mediabox.width) == 612
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    first, second, *_ = (layout.title for layout in layouts().values())
    assert second in titles
    assert first not in titles


# --- looking


@pytest.mark.slow
def test_chosen_theme_is_used_at_the_next_start(play: Play) -> None:
    """Own themes come first."""

    async def first(screen: Builder) -> None:
        assert screen.app.theme == "bivouac"
        await screen.press("T")
        assert screen.offered()[:2] == ["Bivouac", "Campaign map"]
        assert not any("nsi" in name for name in screen.offered()), "these can hardly be read here"
        await screen.choose("Campaign map")
        assert screen.app.theme == "campaign-map"
        assert not screen.now.unsaved

    async def second(screen: Builder) -> None:
        assert screen.app.theme == "campaign-map"
        await screen.press("T")
        assert screen.lines("#choices-offered").cursor == 1
        await screen.press("escape")
        assert screen.app.theme == "campaign-map"

    play(first)
    play(second)


@pytest.mark.slow
def test_palette_finds_and_runs_a_command(play: Play) -> None:
    """By part of its name; its key is shown."""

    async def script(screen: Builder) -> None:
        await screen.on("fusiliers", "ctrl+p")
        assert isinstance(screen.app.screen, CommandPalette)
        await screen.press(*"duplicate")
        options = screen.app.screen.query_one(OptionList)
        for _ in range(200):
            await asyncio.sleep(0.01)
            if options.option_count and "Duplicate" in str(options.get_option_at_index(0).prompt):
                break
        assert "(d)" in str(options.get_option_at_index(0).prompt)
        await screen.press("down", "enter")
        for _ in range(100):
            await asyncio.sleep(0.01)
            if screen.is_back and screen.now.unsaved:
                break
        assert names(screen, LIGHT)[:2] == ["7th Royal Fusiliers", "23rd Royal Welch Fusiliers"]
        screen.agrees()

    play(script)


@pytest.mark.slow
def test_key_bar_omits_unavailable_commands(play: Play, file: File) -> None:
    guns = "  - {name: Own battery, entry: brit_field_battery, size: 3}"
    file.write_text(f"{ARMY}units:\n{guns}\n", encoding="utf-8")

    async def script(screen: Builder) -> None:
        await screen.on("fusiliers")
        await screen.settle()
        assert "c Class" in screen.seen
        await screen.pilot.press("end")
        await screen.settle()
        assert at(screen.orbat, screen.now.selected).name == "Own battery"
        assert "+ More" in screen.seen
        for words in ("c Class", "o Option", "x Off board"):
            assert words not in screen.seen
        offered = {command.id for command in COMMANDS if command.is_offered(screen.now)}
        assert offered.isdisjoint({"rating", "option", "off_board", "unmark", "dismiss", "dissolve", "size", "redo"})
        assert offered >= {"grow", "rename", "duplicate", "delete", "save", "leave"}

    play(script)


def test_keys_in_the_bar_have_the_accent_colour(play: Play) -> None:

    async def script(screen: Builder) -> None:
        strips = screen.builder.query_one(KeyBar).render_lines(Region(0, 0, 120, 1))
        colours = {segment.text.strip(): segment.style.color for segment in strips[0] if segment.style}
        assert colours["Enter"] != colours["Buy…"]
        assert colours["Enter"] == colours["g"]

    play(script)


@pytest.mark.slow
def test_marked_and_selected_line_has_both_signs(play: Play) -> None:

    async def script(screen: Builder) -> None:
        def line(words: str) -> str:
            return next(row for row in screen.seen.splitlines() if words in row).lstrip("│")

        await screen.on("light", "space", "up")
        at_cursor = line("Light Brigade")
        assert at_cursor.startswith(">")
        assert at_cursor.index("*") < at_cursor.index("▾")
        await screen.press("down")
        assert line("Light Brigade")[1:] == at_cursor[1:]

    play(script)


@pytest.mark.slow
def test_only_the_name_of_a_marked_item_is_underlined(play: Play) -> None:

    async def script(screen: Builder) -> None:
        await screen.on("foot", "space")
        tree = screen.lines("#tree")
        lined = [segment.text for segment in tree.render_line(3) if segment.style and segment.style.underline]
        assert lined == ["19th Foot"]

    play(script)


@pytest.mark.slow
def test_wheel_scrolls_a_list_and_keeps_its_cursor(play: Play) -> None:

    async def script(screen: Builder) -> None:
        screen.app.animation_level = "none"
        shop = screen.lines("#army-list")
        region = shop.scrollable_content_region
        assert shop.virtual_size.height > region.height
        cursor = shop.cursor
        for event, moved in ((MouseScrollDown, True), (MouseScrollUp, False)):
            await turn_wheel(screen.pilot, event, (region.x + 2, region.y + 2))
            await screen.settle()
            assert (shop.scroll_offset.y > 0) == moved
            assert shop.cursor == cursor

    play(script)


@pytest.mark.slow
def test_wheel_scrolls_from_the_visible_lines_after_a_list_has_shrunk(play: Play) -> None:
    """At 80 by 24 the army list has one line without the focus."""

    async def script(screen: Builder) -> None:
        screen.app.animation_level = "none"
        shop = screen.lines("#army-list")
        await screen.press("enter", "end")
        screen.lines("#tree").focus()
        await screen.settle()
        assert shop.size.height == 1
        shop.focus()
        await screen.settle()
        last = shop.scroll_offset.y
        assert last == shop.max_scroll_y
        region = shop.scrollable_content_region
        await turn_wheel(screen.pilot, MouseScrollUp, (region.x + 2, region.y + 2))
        await screen.settle()
        assert shop.scroll_offset.y < last

    play(script, (80, 24))


async def click_symbol(screen: Builder, row: int, depth: int) -> None:
    """Click the symbol of a line of the tree."""
    region = screen.lines("#tree").scrollable_content_region
    await screen.pilot.click(offset=(region.x + 3 + 2 * depth, region.y + row))
    await screen.settle()


@pytest.mark.slow
def test_click_on_a_symbol_folds_and_unfolds(play: Play) -> None:
    """Folded units still count; a click elsewhere on the line only selects."""

    async def script(screen: Builder) -> None:
        tree = screen.lines("#tree")
        await click_symbol(screen, 1, 1)
        assert screen.builder.folded == {LIGHT}
        assert [line.key for line in tree.lines] == [(), LIGHT, GUARDS, GRENADIERS]
        assert "▸" in screen.seen
        screen.agrees()
        await click_symbol(screen, 1, 1)
        assert screen.builder.folded == frozenset()
        assert len(tree.lines) == len(TREE)
        await click_symbol(screen, 1, 4)
        assert screen.builder.folded == frozenset()
        assert screen.now.selected == LIGHT

    play(script)


@pytest.mark.slow
def test_left_and_right_fold_and_unfold(play: Play) -> None:
    """Left on a unit or a folded formation selects its parent."""

    async def script(screen: Builder) -> None:
        await screen.on("foot", "left")
        assert screen.now.selected == LIGHT
        await screen.press("left")
        assert screen.builder.folded == {LIGHT}
        await screen.press("left")
        assert screen.now.selected == ()
        await screen.press("down", "right")
        assert screen.builder.folded == frozenset()
        await screen.press("z", "down")
        assert screen.now.selected == GUARDS
        screen.agrees()

    play(script)


@pytest.mark.slow
def test_purchase_into_a_folded_formation_is_selected(play: Play) -> None:

    async def script(screen: Builder) -> None:
        await screen.on("light", "z", "insert")
        bought = screen.now.selected
        assert bought == (*LIGHT, "units", 3)
        size = at(screen.orbat, bought).size
        await screen.press("plus")
        assert at(screen.orbat, bought).size == size + 1

    play(script)


@pytest.mark.slow
def test_moved_formation_stays_folded(play: Play) -> None:

    async def script(screen: Builder) -> None:
        await screen.on("light", "z", "shift+down")
        assert [one.name for one in screen.orbat.formations] == ["Guards Brigade", "Light Brigade"]
        assert screen.builder.folded == {GUARDS}

    play(script)


@pytest.mark.slow
def test_moved_numbered_formation_stays_folded(play: Play, file: File) -> None:
    """Its number changes."""
    numbered = ARMY.replace("name: Light Brigade", "name: 1st Brigade\n    numbered: true")
    numbered = numbered.replace("name: Guards Brigade", "name: 2nd Brigade\n    numbered: true")
    file.write_text(numbered, encoding="utf-8")

    async def script(screen: Builder) -> None:
        await screen.on("light", "z", "shift+down")
        assert len(names(screen, GUARDS)) == 3
        assert screen.builder.folded == {GUARDS}

    play(script)


# --- keys
