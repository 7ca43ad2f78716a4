"""An army of each nation is built from nothing, by keys or by mouse; every number on the way is checked."""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as File

import pytest
from tests.tui.conftest import screen_strips, turn_wheel
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.pilot import Pilot

from orbat.data import folders
from orbat.data.library import Library
from orbat.evaluate.quote import ExactPoints, FormationLine, Quote
from orbat.model.army_list import Entry
from orbat.model.arrange import parent_of
from orbat.model.edits import at
from orbat.model.orbat import Orbat, Unit, formations_of
from orbat.model.path import OrbatPath
from orbat.pipeline import Evaluator, check
from orbat.report.verdict import Verdict, verdict_of
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.state import State
from orbat.tui.views.army_list import army_list_lines
from orbat.tui.widgets.lines import Lines

LARGE, SMALL = (120, 36), (80, 24)
ROUNDS = 4
"""How often every message is waited for after a key or a click: each may lead to others."""
SHIPPED = Library(folders.shipped() / "army_lists")
FIRST, *OTHERS = SHIPPED.ruleset_ids()
LISTS = [(FIRST, one) for one in SHIPPED.list_ids(FIRST)]
LISTS += [(ruleset, SHIPPED.list_ids(ruleset)[0]) for ruleset in OTHERS]
"""Every list of one ruleset, and one of each of the others."""


@pytest.fixture(autouse=True)
def _no_time_lost(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder to save in, and neither of two things that take most of the time.

    The shipped ORBATs are not read, as all armies start empty; and the pilot, which at every key and click
    waits until the processor has nothing to do, waits for the messages alone, however busy the machine is.
    """

    async def give_way(*_: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("orbat.tui.screens.library.shipped_files", list)
    monkeypatch.setattr("textual.app.wait_for_idle", give_way)
    monkeypatch.setattr("textual.pilot.wait_for_idle", give_way)


# --- what must be right after every key and every click


def seen(pilot: Pilot[None]) -> list[str]:
    """The rows of the screen."""
    return [strip.text for strip in screen_strips(pilot.app)]


def part(screen: list[str], region: Region) -> list[str]:
    """A part of the screen."""
    return [line[region.x : region.right] for line in screen[region.y : region.bottom]]


def all_of(lines: Lines) -> list[str]:
    """All lines of a list, in view or not."""
    return [lines.render_line(n - lines.scroll_offset.y).text for n in range(lines.virtual_size.height)]


def sums(quote: Quote) -> Iterator[ExactPoints]:
    """The points of the army, and of every formation and unit in tree order."""

    def within(line: FormationLine) -> Iterator[ExactPoints]:
        yield line.points
        yield from (unit.points for unit in line.units)
        for inner in line.formations:
            yield from within(inner)

    yield quote.total
    for line in quote.formations:
        yield from within(line)
    yield from (unit.points for unit in quote.units)


def agrees(pilot: Pilot[None]) -> None:
    """Assert that state, header and tree match a fresh check."""
    builder = next((one for one in pilot.app.screen_stack if isinstance(one, BuilderScreen)), None)
    if builder is None:
        return
    quote, findings = Evaluator().examine(builder.now.orbat, builder.now.book)
    assert quote.game_size is not None
    assert builder.now.quote.total == quote.total
    assert {(one.code, one.path) for one in builder.now.findings} == {(one.code, one.path) for one in findings}
    if pilot.app.screen is builder:
        screen = seen(pilot)
        verdict = verdict_of(findings, builder.now.report.basis, readable=True, empty=not quote.all_units)
        head_agrees(screen[:2], quote, verdict)
        tree_agrees(screen, builder.query_one("#tree", Lines), quote)


def head_agrees(head: list[str], quote: Quote, verdict: Verdict) -> None:
    """Assert that the header shows verdict, total and remaining points."""
    assert head[0].rstrip().endswith((verdict.headline, verdict.short))
    assert quote.game_size is not None
    left = quote.game_size - quote.total
    rest = f"{left} left" if left > 0 else f"{-left} over" if left < 0 else "none left"
    away = f"; {quote.off_board} off the board" if quote.off_board else ""
    words = re.sub(r" \([\d.]+ %\)$", "", head[1].rstrip())
    assert words.endswith(f" {quote.total} of {quote.game_size} points, {rest}{away}")


def tree_agrees(screen: list[str], tree: Lines, quote: Quote) -> None:
    """Assert that each line ends in its points, and the points add up."""
    lines = all_of(tree)
    shown = [int(line.split()[-1].rstrip("°\u02b9")) for line in lines]
    assert shown == list(sums(quote))
    assert "Army" in lines[0]
    leaves = [points for line, points in zip(lines, shown, strict=True) if "▾" not in line]
    assert sum(leaves) + sum(one.points for one in quote.all_commanders) == shown[0] == quote.total
    top, region = tree.scroll_offset.y, tree.scrollable_content_region
    in_view = lines[top : top + region.height]
    assert part(screen, region)[: len(in_view)] == in_view


# --- the two ways of doing it


class Driver(ABC):
    """Drives the builder one action at a time, and checks the screen after each."""

    size = LARGE
    dated = True
    copies = True

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    @property
    def builder(self) -> BuilderScreen:
        """The builder, which has to be on top."""
        assert isinstance(self.pilot.app.screen, BuilderScreen)
        return self.pilot.app.screen

    def lines(self, which: str) -> Lines:
        """A list on the screen on top."""
        return self.pilot.app.screen.query_one(which, Lines)

    def unit(self) -> Unit:
        """The unit that is selected."""
        unit = at(self.builder.now.orbat, self.builder.now.selected)
        assert isinstance(unit, Unit)
        return unit

    async def look(self) -> None:
        """Wait until what was done has arrived, and see that it is right."""
        for _ in range(ROUNDS):
            await self.pilot.pause(0)
        agrees(self.pilot)

    @abstractmethod
    async def begin(self, ruleset: int, army: int, date: str) -> None:
        """From the home screen, start an empty ORBAT for the army list of that number of a ruleset."""

    @abstractmethod
    async def select(self, row: int) -> None:
        """Select a line of the tree."""

    @abstractmethod
    async def buy(self, row: int) -> None:
        """Buy what stands on a line of the army list."""

    @abstractmethod
    async def command(self, key: str, title: str) -> None:
        """Give a command, which has a key and a title."""

    @abstractmethod
    async def resize(self, by: int) -> None:
        """Make the selected unit larger or smaller, one by one."""

    @abstractmethod
    async def take_size(self, size: str) -> None:
        """Give the selected unit a named size."""

    @abstractmethod
    async def rate(self, rating: str) -> None:
        """Give the selected unit a rating."""

    @abstractmethod
    async def option(self, label: str) -> None:
        """Give the selected unit an option, or take it away."""

    @abstractmethod
    async def keep_off_board(self) -> None:
        """Keep the formation of the selected unit off the board."""

    @abstractmethod
    async def choose(self, words: str) -> None:
        """Choose one of the things offered."""

    @abstractmethod
    async def accept(self) -> None:
        """Accept the text offered."""


class Keyboard(Driver):
    """Uses keys only."""

    async def press(self, *keys: str) -> None:
        """Press keys one by one."""
        for key in keys:
            await self.pilot.press(key)
            await self.look()

    async def go_to(self, lines: Lines, row: int) -> None:
        """Move the cursor of the list that has the focus; headings are skipped."""
        for _ in range(abs(lines.cursor - row)):
            if lines.cursor != row:
                await self.press("up" if lines.cursor > row else "down")
        assert lines.cursor == row

    async def begin(self, ruleset: int, army: int, date: str) -> None:
        await self.press("n")
        if ruleset:
            await self.press("shift+tab", "enter", *["down"] * ruleset, "enter", "tab")
        await self.go_to(self.lines("#army"), army)
        await self.press("enter", "enter", *date, "enter", "enter")

    async def select(self, row: int) -> None:
        tree = self.lines("#tree")
        if not tree.has_focus:
            await self.press("shift+tab", "shift+tab")
        if row == 0:
            await self.press("home")
        await self.go_to(tree, row)

    async def buy(self, row: int) -> None:
        shop = self.lines("#army-list")
        if not shop.has_focus:
            await self.press("enter")
        await self.go_to(shop, row)
        await self.press("enter")

    async def command(self, key: str, title: str) -> None:
        await self.press(key)

    async def resize(self, by: int) -> None:
        await self.press(*["plus" if by > 0 else "minus"] * abs(by))

    async def take_size(self, size: str) -> None:
        for key in ("plus", "minus", "minus"):
            if self.unit().size != size:
                await self.press(key)

    async def rate(self, rating: str) -> None:
        known = [one.id for one in self.builder.now.book.ruleset.ratings]
        await self.press(str(known.index(rating) + 1))

    async def option(self, label: str) -> None:
        before = self.builder
        await self.press("o")
        if self.pilot.app.screen is not before:
            await self.choose(label)

    async def keep_off_board(self) -> None:
        await self.press("x")

    async def choose(self, words: str) -> None:
        offered = self.lines("#choices-offered")
        await self.go_to(offered, next(n for n, line in enumerate(all_of(offered)) if words in line))
        await self.press("enter")

    async def accept(self) -> None:
        await self.press("enter")


class Mouse(Driver):
    """Uses clicks and the wheel only; a date cannot be clicked."""

    dated = False

    def find(self, words: str, within: str = "Screen") -> tuple[int, int] | None:
        """Where words that match an expression end on the screen, or in a part of it, if they are in view."""
        screen = self.pilot.app.screen
        region = screen.region if within == "Screen" else screen.query_one(within).region
        for y, line in enumerate(part(seen(self.pilot), region)):
            if found := re.search(words, line):
                return region.x + found.end() - 1, region.y + y
        return None

    def in_view(self, which: str) -> bool:
        """Whether a part of the builder has room on the screen now."""
        widget = self.builder.query_one(which)
        return self.pilot.app.get_widget_at(*widget.region.offset)[0] is widget

    async def click_at(self, x: int, y: int, times: int = 1) -> None:
        """Click at a place of the screen."""
        await self.pilot.click(offset=(x, y), times=times)
        await self.look()

    async def click(self, words: str, within: str = "Screen") -> None:
        """Click where words end."""
        place = self.find(words, within)
        assert place, f"{words!r} is not on screen:\n" + "\n".join(seen(self.pilot))
        await self.click_at(*place)

    async def turn(self, x: int, y: int, *, down: bool) -> None:
        """Turn the wheel at a place of the screen."""
        await turn_wheel(self.pilot, MouseScrollDown if down else MouseScrollUp, (x, y))
        await self.look()

    async def click_line(self, which: str, row: int, times: int = 1) -> None:
        """Click near the end of a line of a list."""
        lines = self.lines(which)
        region = lines.scrollable_content_region
        for _ in range(lines.virtual_size.height):
            if not 0 <= row - lines.scroll_offset.y < region.height:
                await self.turn(region.x, region.y, down=row > lines.scroll_offset.y)
        assert 0 <= row - lines.scroll_offset.y < region.height, f"the wheel does not turn {which}"
        await self.click_at(region.right - 2, region.y + row - lines.scroll_offset.y, times)

    async def see_choices(self) -> None:
        """On a small screen the choices are there when the tree has the focus."""
        if not self.in_view("#choices"):
            await self.click_line("#tree", self.lines("#tree").cursor)

    async def begin(self, ruleset: int, army: int, date: str) -> None:
        await self.click("New", "#menu")
        if ruleset:
            await self.click("▼")
            title = SHIPPED.ruleset(SHIPPED.ruleset_ids()[ruleset])
            assert title is not None
            assert title.value is not None
            await self.click(title.value.title)
        await self.click_line("#army", army)
        await self.click("Empty", "#starting-points")
        await self.click("Create", "#create")

    async def select(self, row: int) -> None:
        await self.click_line("#tree", row)

    async def buy(self, row: int) -> None:
        if not self.in_view("#army-list"):
            await self.click("find…", "#filter")
        await self.click_line("#army-list", row, times=2)

    async def command(self, key: str, title: str) -> None:
        """By the key bar, or else by the list of all commands."""
        if self.find(f" {title}(?= )", "#keybar"):
            await self.click(f" {title}(?= )", "#keybar")
            return
        await self.click(" All", "#keybar")
        listed, middle = rf"^ *{title}(?=  \()", self.pilot.app.size.height // 2
        for _ in range(100):
            if not self.find(listed):
                await asyncio.sleep(0.01)  # the list is made in the background
                await self.turn(middle, middle, down=True)
        await self.click(listed)

    async def resize(self, by: int) -> None:
        await self.see_choices()
        for _ in range(abs(by)):
            await self.click(r"\[ ?\+" if by > 0 else r"\[ ?-", "#choices")

    async def take_size(self, size: str) -> None:
        await self.see_choices()
        await self.click(rf"^ *size .*\( \) {size}", "#choices")

    async def rate(self, rating: str) -> None:
        await self.see_choices()
        ruleset = self.builder.now.book.ruleset
        there = rf"^ *{ruleset.rating_word} .*\( \) {rating}"
        if self.find(there, "#choices"):
            await self.click(there, "#choices")
        for _ in ruleset.ratings:  # one that there is no room for is come to by the key bar
            if self.unit().rating != rating:
                await self.command("c", ruleset.rating_word.capitalize())

    async def option(self, label: str) -> None:
        await self.see_choices()
        await self.click(rf"\[.\] {label[:12]}", "#choices")  # a long label is cut off

    async def keep_off_board(self) -> None:
        await self.see_choices()
        await self.click(r"^ *off board *\[ \]", "#choices")

    async def choose(self, words: str) -> None:
        await self.click(words, "#choices-offered")
        await self.accept()

    async def accept(self) -> None:
        await self.click("Apply|Save", "#ok")


class SmallMouse(Mouse):
    """Uses the mouse on a small screen, whose key bar has no room for Duplicate."""

    size = SMALL
    copies = False


# --- the script


class Script:
    """Raises the planned army with a driver."""

    def __init__(self, hand: Driver, plan: Orbat) -> None:
        self.hand = hand
        self.plan = plan

    @property
    def now(self) -> State:
        """What is open."""
        return self.hand.builder.now

    async def run(self, army: int) -> None:
        """From the home screen to the saved file."""
        ruleset = SHIPPED.ruleset_ids().index(self.plan.ruleset.id)
        await self.hand.begin(ruleset, army, str(self.plan.date))
        await self._first_formation()
        await self._units(self.plan.units, ())
        for place in formations_of(self.plan):
            if not _is_first(place.path):
                await self._formation(place.path, place.formation.level)
            await self._units(place.formation.units, place.path)
            if place.formation.off_board:
                await self.hand.keep_off_board()
        if self.now.book.ruleset.staff.qualities:
            await self.hand.command("r", "Roll staff")
        await self.hand.command("ctrl+s", "Save")
        await self.hand.accept()
        assert not self.now.unsaved

    async def _first_formation(self) -> None:
        """An empty ORBAT has a brigade; it is moved if the plan has its first brigade in another formation."""
        around = [place.formation for place in formations_of(self.plan) if _is_first(place.path)][:-1]
        for depth, formation in enumerate(around):
            await self._formation(("formations", 1, *("formations", 0) * depth), formation.level)
        if around:
            name = self.now.report.rows[-1].name
            await self._select(("formations", 0))
            await self.hand.command("m", "Move")
            await self.hand.choose(name)

    async def _formation(self, path: OrbatPath, level: str) -> None:
        """Add a formation of a level, which must come to stand where it is planned."""
        levels = self.now.book.ruleset.levels
        label = next(one.label for one in levels if one.id == level)
        if not parent_of(path):
            await self._select(())
        if level == levels[-1].id:
            await self.hand.command("b", f"New {label}")
        else:
            await self.hand.command("v", f"New {levels[-2].label}")
            if len(levels) > 2:
                await self.hand.choose(f"empty {label}")
        assert self.now.selected == path

    async def _units(self, units: tuple[Unit, ...], home: OrbatPath) -> None:
        """Buy the units of a formation, going through the army list from where its cursor is.

        One that is like the one before it, and not as it would be bought, is copied.
        """
        if units:
            await self._select(home)
        rows = [line.key for line in army_list_lines(self.now, "")]
        cursor = self.hand.lines("#army-list").cursor
        before: Unit | None = None
        for unit in sorted(units, key=lambda unit: (abs(rows.index(unit.entry) - cursor), *_size_and_rating(unit))):
            entry = self._entry(unit)
            size = entry.sizes.typical if entry.sizes else entry.size.typical
            typical = size, entry.ratings.typical if entry.ratings else "", ()
            like = before and before.entry == unit.entry and _size_and_rating(before) == _size_and_rating(unit)
            if like and self.hand.copies and unit.size is not None and _size_and_rating(unit) != typical:
                await self.hand.command("d", "Duplicate")
            else:
                await self._buy(unit, entry, rows.index(unit.entry))
            before = unit

    async def _buy(self, unit: Unit, entry: Entry, row: int) -> None:
        """Buy a unit, and make it as it is planned."""
        await self.hand.buy(row)
        bought = self.hand.unit()
        assert bought.entry == entry.id
        if entry.ratings and unit.rating != bought.rating:
            await self.hand.rate(unit.rating)
        if isinstance(unit.size, int) and isinstance(bought.size, int):
            await self.hand.resize(unit.size - bought.size)
        elif isinstance(unit.size, str) and unit.size != bought.size:
            await self.hand.take_size(unit.size)
        for option in sorted({*unit.options} ^ {*bought.options}):
            await self.hand.option(self.now.book.ruleset.options[option].label)

    def _entry(self, unit: Unit) -> Entry:
        assert self.plan.army_list is not None
        entry = self.now.book.entry(self.plan.army_list.id, unit.entry)
        assert entry is not None
        return entry

    async def _select(self, path: OrbatPath) -> None:
        if self.now.selected != path:
            await self.hand.select(next(n for n, row in enumerate(self.now.report.rows) if row.path == path))
        assert self.now.selected == path


def _is_first(path: OrbatPath) -> bool:
    """Whether a formation is the first of its parent, at every level."""
    return not any(path[1::2])


def _size_and_rating(unit: Unit) -> tuple[int | str | None, str, tuple[str, ...]]:
    return unit.size, unit.rating, unit.options


def plan_of(ruleset: str, army: str, library: Library) -> Orbat:
    """The starter of the list, rebuilt unit by unit."""
    points = usual_points(ruleset, library)
    report = check(folders.templates() / ruleset / "starters" / f"{army}_{points}.yaml", library)
    assert report.orbat is not None, f"{army} has no starter of {points} points to go by"
    return report.orbat


def usual_points(ruleset: str, library: Library) -> ExactPoints:
    """The proposed game size: the middle one of the ruleset."""
    file = library.ruleset(ruleset)
    assert file is not None
    assert file.value is not None
    assert file.value.rules.usual_size is not None
    return file.value.rules.usual_size.offered[1]


def shape(quote: Quote) -> tuple[object, ...]:
    """Formations and their units with points, without names and order."""
    formations = [(one.path, one.formation.level, one.formation.off_board, one.points) for one in quote.all_formations]
    units = [
        (parent_of(one.path), one.unit.entry, one.unit.rating, one.sum.size, one.points) for one in quote.all_units
    ]
    return formations, sorted(units, key=str)


def raise_army(hand: type[Driver], ruleset: str, army: str, library: Library, folder: File) -> None:
    """Raise an army from the home screen, save it, and compare the file with the plan."""
    plan = plan_of(ruleset, army, library)
    plan = plan if hand.dated else replace(plan, date=None)
    book, _ = library.book(plan)
    assert book is not None

    async def run() -> None:
        async with OrbatApp(library).run_test(size=hand.size) as pilot:
            await Script(hand(pilot), plan).run(library.list_ids(ruleset).index(army))

    asyncio.run(run())
    (file,) = folder.glob("*.yaml")
    report = check(file, library)
    assert report.legal
    assert report.orbat is not None
    enforced = Evaluator().examine(replace(report.orbat, house_limits="enforce"), book)[1]
    assert not [one for one in enforced if one.severity == "error"]
    assert report.quote is not None
    assert usual_points(ruleset, library) - 20 <= report.quote.total <= usual_points(ruleset, library)
    assert report.orbat.total == report.quote.total
    assert shape(report.quote) == shape(Evaluator().examine(plan, book)[0])
    assert all(one.commander for one in report.quote.all_formations)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "army", "hand"),
    [*((*one, Keyboard) for one in LISTS), *((*one, Mouse) for one in (LISTS[0], LISTS[-1]))],
)
def test_army_of_each_nation_is_built_from_nothing(
    ruleset: str, army: str, hand: type[Driver], library: Library, tmp_path: File
) -> None:
    """A legal army within 20 points of the usual size is bought, rolled for and saved."""
    raise_army(hand, ruleset, army, library, tmp_path)


@pytest.mark.slow
def test_army_is_built_by_mouse_on_a_small_screen(library: Library, tmp_path: File) -> None:
    raise_army(SmallMouse, *LISTS[0], library, tmp_path)
