"""Hundreds of edits in any order, undone and redone; the state always matches a fresh check."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path as File
from random import Random
from typing import ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from tests.examples import examples
from textual.pilot import Pilot

from orbat.data import folders
from orbat.data.library import Library
from orbat.evaluate.purchases import enlargements, purchases
from orbat.evaluate.staff_rolls import candidates, commanders_to_roll, random_dice
from orbat.formats.orbat_file import read_orbat
from orbat.model import arrange
from orbat.model.dates import Date
from orbat.model.edits import Edit, at
from orbat.model.finding import Finding
from orbat.model.history import History
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, check, file_text
from orbat.report.finding_groups import FindingGroup
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BY_ID, BuilderScreen
from orbat.tui.state import Clipboard, State, StepResult, Workspace, nearest
from orbat.tui.steps import army, fielded, formations, units
from orbat.tui.steps.fixes import fix_group
from orbat.tui.steps.selection import entry_of, formation_path, list_of, marked_or_selected
from orbat.tui.views.army_list import army_list_lines
from orbat.tui.views.choices import choice_rows
from orbat.tui.views.findings import finding_lines, place_of
from orbat.tui.views.tree import TreeView
from orbat.tui.widgets.header import BuilderHeader
from orbat.tui.widgets.lines import Lines

EDITS = 500
LEAST, MOST = 8, 26
"""Limits on the number of units and formations, so that every step is quick and has something to do."""
SHIPPED = Library(folders.shipped() / "army_lists")
STARTER = folders.templates() / "days_of_empire" / "starters" / "british_800.yaml"
LISTS = ("british", "french", "ottoman", "russian", "sardinian")
NAMES = ("", "1st Brigade", "2nd Brigade", "The Buffs", " Highlanders ", "7th Royal Fusiliers")
DATES = (None, Date(1853), Date(1854, 9), Date(1855, 8), Date(1870))
LEVELS = ("corps", "division", "brigade", "brigade", "wing")

T = TypeVar("T")


def pick(items: Sequence[T], number: int) -> T:
    """One of several items, by an index that wraps around."""
    return items[number % len(items)]


# --- actions on a state, by a number that selects their argument


def _buy(state: State, number: int) -> StepResult | None:
    return units.buy(state, pick([*state.book.entries(list_of(state)), "dragon"], number))


def _buy_purchase(state: State, number: int) -> StepResult | None:
    offered = purchases(state.trials, number, formation_path(state))
    return units.buy_purchase(state, pick(offered, number)) if offered else None


def _enlarge(state: State, number: int) -> StepResult | None:
    offered = enlargements(state.trials, number)
    return units.enlarge(state, pick(offered, number)) if offered else None


def _option(state: State, number: int) -> StepResult | None:
    entry = entry_of(state)
    uses = [use.option for use in entry.options] if entry else []
    return units.toggle_option(state, pick(uses, number)) if uses else None


def _move(state: State, number: int) -> StepResult | None:
    return formations.move(state, pick([(), *(one.path for one in formations_of(state.orbat, unfielded=True))], number))


def _roll(state: State, number: int) -> StepResult | None:
    return army.roll_quality(
        state, commanders_to_roll(state.orbat, state.book), random_dice(Random(number)), "random", "2026-01-01"
    )


def _reroll(state: State, number: int) -> StepResult | None:
    generals = candidates(state.orbat, state.book)
    commanders = (pick(generals, number),) if generals else ()
    return army.roll_quality(state, commanders, random_dice(Random(number)), "random", "2026-01-01")


def _fix(state: State, number: int) -> StepResult | None:
    fixable = [one for one in state.findings if one.fix]
    return fix_group(state, FindingGroup((pick(fixable, number),))).step if fixable else None


def _fielded(state: State, number: int) -> StepResult | None:
    ticked = fielded.ticked_in(state.orbat)
    return fielded.choose(state, fielded.toggled(state.orbat, ticked, pick(places(state.orbat), number)))


Action = Callable[[State, int], StepResult | None]
TO_UNITS: dict[str, Action] = {
    "resize": lambda state, number: units.resize(state, pick((-1, 1), number)),
    "rate": lambda state, _: units.next_rating(state),
    "rate as": lambda state, number: units.set_rating(state, str(number % 6)),
    "option": _option,
}
TO_FORMATIONS: dict[str, Action] = {
    "name general": lambda state, number: formations.name_general(state, pick(NAMES, number)),
    "dismiss general": lambda state, _: formations.dismiss_general(state),
    "off board": lambda state, _: formations.next_reserve(state),
    "sort": lambda state, number: formations.sort(state, pick(("name", "points", "list"), number)),
    "change list": lambda state, number: army.change_list(state, pick(LISTS, number), pick(LISTS, number).title()),
}
TO_ANYTHING: dict[str, Action] = {
    "rename": lambda state, number: army.rename(state, pick(NAMES, number)),
    "annotate": lambda state, number: army.annotate(state, pick(NAMES, number)),
    "shift": lambda state, number: formations.shift(state, pick((-1, 1, -3, 3), number)),
    "move": _move,
    "fielded": _fielded,
    "enlarge": _enlarge,
    "roll": _roll,
    "reroll": _reroll,
    "set game size": lambda state, number: army.set_game_size(state, pick((None, 0, 400, 800), number)),
    "house limits": lambda state, _: army.next_house_limits(state),
    "theatre": lambda state, number: army.set_theatre(state, pick(("", "crimea", "asia"), number)),
    "set date": lambda state, number: army.set_date(state, pick(DATES, number)),
    "fix": _fix,
}
ADDING: dict[str, Action] = {
    "buy": _buy,
    "buy purchase": _buy_purchase,
    "duplicate": lambda state, _: formations.duplicate(state),
    "new formation": lambda state, number: formations.new_formation(state, pick(LEVELS, number)),
    "paste": lambda *_: None,
}
TAKING: dict[str, Action] = {
    "delete": lambda state, _: formations.delete(state),
    "dissolve": lambda state, _: formations.delete(state, keep_units=True),
    "cut": lambda state, _: formations.delete(state),
}
ACTIONS = {**TO_UNITS, **TO_FORMATIONS, **TO_ANYTHING, **ADDING, **TAKING, "copy": lambda *_: None}
ORDER = sorted(ACTIONS)


def starting_armies() -> tuple[Orbat, ...]:
    """An empty army, and a full one."""
    blank = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("russian"), game_size=800, date=Date(1854, 9))
    full = check(STARTER, SHIPPED).orbat
    assert full
    return arrange.starting_army(blank, "brigade"), full


def places(orbat: Orbat) -> list[OrbatPath]:
    """The paths of the army, its formations and units."""
    inside = [one.path for one in formations_of(orbat, unfielded=True)]
    return [(), *inside, *(one.path for one in units_of(orbat, unfielded=True))]


def messages(findings: tuple[Finding, ...]) -> list[tuple[str, OrbatPath, tuple[Edit, ...]]]:
    """The findings with their places and help."""
    return [(one.code, one.path, one.fix) for one in findings]


class Player(RuleBasedStateMachine):
    """A user who selects anything and gives any command.

    All commands are one rule with few arguments: with several rules, hypothesis leaves most of them out of a run.
    """

    most_edits: ClassVar[int] = 0
    """The maximum number of edits of any run."""
    done_once: ClassVar[set[str]] = set()
    """The commands that changed something."""

    @initialize(which=st.integers(0, 1))
    def begin(self, which: int) -> None:
        """Open one of the armies."""
        self.workspace = Workspace(SHIPPED)
        orbat = starting_armies()[which]
        book = self.workspace.book(orbat)
        assert book
        self.state = self.workspace.open(orbat, book)
        self.seen = [self.state]
        self.edits = 0
        self.clipboard = Clipboard()
        self.tree = TreeView()

    @rule(action=st.sampled_from(ORDER), where=st.integers(0, 127), number=st.integers(0, 127))
    def give(self, action: str, where: int, number: int) -> None:
        """Give a command somewhere, or the next one that changes anything there."""
        first = ORDER.index(action)
        for turn in range(len(ORDER)):
            if self.changes(pick(ORDER, first + turn), where, number):
                return

    def changes(self, action: str, where: int, number: int) -> bool:
        """Go somewhere, mark up to three items, and give a command; returns whether it changed anything."""
        there = places(self.state.orbat)
        if action in (ADDING if len(there) >= MOST else TAKING if len(there) <= LEAST else ()):
            return False
        if action in TO_UNITS:
            there = [path for path in there if arrange.list_name_of(path) == "units"] or there
        elif action in TO_FORMATIONS or action == "dissolve":
            there = [path for path in there if arrange.list_name_of(path) == "formations"] or there
        marked = frozenset(pick(there, where + 3 * more) for more in range(number % 4)) - {()}
        state = replace(self.state, selected=pick(there, where), marked=marked)
        self.tree.lines(state, frozenset())
        if action in ("cut", "copy"):
            paths = arrange.outermost(marked_or_selected(state))
            self.clipboard = Clipboard(tuple(at(state.orbat, path) for path in paths), action == "cut")
        if action == "paste":
            done = formations.paste(state, self.clipboard.items, copies=not self.clipboard.cut)
            self.clipboard = replace(self.clipboard, cut=False)
        else:
            done = ACTIONS[action](state, number)
        return done is not None and self.take(state, action, done)

    def take(self, state: State, action: str, done: StepResult) -> bool:
        """Take a step as the builder does; returns whether it is one."""
        assert done.name
        assert done.name.isprintable()
        before, base = state.history, state.before(done.run)
        assert base is before or (base.position == before.position - 1 and action == "resize")
        self.state = self.workspace.at(state, base.do(done.name, done.orbat, done.run), done.selected)
        assert self.state.selected == nearest(done.orbat, done.selected)
        assert not self.state.marked
        if done.orbat == before.orbat:
            assert self.state.history is before
            return False
        if base is not before:
            self.seen.pop()
        if done.orbat == base.orbat:
            assert self.state.history is base
        else:
            assert self.state.history.undo_name == done.name
            assert not self.state.history.redo_name
            self.seen.append(self.state)
        self.edits += 1
        self.done_once.add(action)
        return True

    @invariant()
    def it_is_right(self) -> None:
        """No price or finding is stale, every path exists, and everything can be shown."""
        state, thorough = self.state, self.edits % 10 == 0
        book, _ = SHIPPED.book(state.orbat)
        assert book
        assert state.book.lists == book.lists
        quote, findings = Evaluator().examine(state.orbat, book)
        assert state.quote == quote
        assert messages(state.findings) == messages(findings)
        for path in (state.selected, *(place_of(one) for one in findings)):
            at(state.orbat, path)
        lines = self.tree.lines(state, frozenset())
        assert lines == TreeView().lines(state, frozenset())
        assert {line.key for line in lines} == set(places(state.orbat))
        assert choice_rows(state)
        if thorough:
            assert [one.message for one in state.findings] == [one.message for one in findings]
            finding_lines(state)
            army_list_lines(state, "")

    def teardown(self) -> None:
        """Undo and redo everything; the army is the same at every step, on screen and in the file."""
        if not hasattr(self, "state"):
            return
        Player.most_edits = max(Player.most_edits, self.edits)
        last, redo = self.state.orbat, self.state.history.redo_name
        assert last is self.seen[-1].orbat
        assert not redo or redo.startswith("size "), "a run of sizes that ends where it began can be redone"
        for before in reversed(self.seen[:-1]):
            self._go(self.state.history.undo(), before)
        assert not self.state.history.undo_name
        for after in self.seen[1:]:
            self._go(self.state.history.redo(), after)
        assert self.state.history.redo_name == redo
        assert self.state.orbat is last
        assert read_orbat(file_text(last)).orbat == last

    def _go(self, history: History, seen: State) -> None:
        """Go to a step, and compare with what was seen there."""
        self.state = self.workspace.at(self.state, history)
        assert self.state.orbat is seen.orbat
        assert self.state.book == seen.book
        assert self.state.quote == seen.quote
        assert messages(self.state.findings) == messages(seen.findings)


@pytest.mark.slow
def test_any_edits_are_undone_and_redone() -> None:
    """500 edits of every kind, undone one by one and redone one by one, several times."""
    wanted = settings(max_examples=examples(6), stateful_step_count=EDITS + 1, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Player, settings=wanted)
    assert Player.most_edits == EDITS
    assert Player.done_once == set(ACTIONS) - {"copy"}


# --- the same with the keys of the program

GIVEN = (
    "buy", "grow", "shrink", "rating", "duplicate", "up", "down", "mark", "cut", "copy", "paste", "delete", "dissolve",
    "formation", "dismiss", "off_board", "fold", "roll", "reroll", "fix",
)  # fmt: skip  # in rows
"""The commands without a dialog."""


@pytest.mark.slow
def test_any_keys_are_undone_and_redone(tmp_path: File, library: Library) -> None:
    """60 commands by keys, then as many undos, then as many redos; the header is always right."""
    file, chance = tmp_path / "army.yaml", Random(1)
    file.write_bytes(STARTER.read_bytes())

    async def press(pilot: Pilot[None], screen: BuilderScreen, key: str) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert pilot.app.screen is screen
        quote, _ = Evaluator().examine(screen.now.orbat, screen.now.book)
        head, tree = screen.query_one(BuilderHeader), screen.query_one("#tree", Lines)
        assert head.report
        assert head.report.points.startswith(f"{quote.total} of ")
        assert head.unsaved == (screen.now.orbat != screen.now.saved)
        assert tree.line
        assert tree.line.key == screen.now.selected

    async def run() -> None:
        app = OrbatApp(library, check(file, library))
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, BuilderScreen)
            start = screen.now
            for _ in range(60):
                for _ in range(chance.randrange(4)):
                    await press(pilot, screen, chance.choice(("up", "down", "down")))
                few = len(places(screen.now.orbat)) <= LEAST
                given = chance.choice([one for one in GIVEN if not (few and one in TAKING)])
                await press(pilot, screen, BY_ID[given].keys.split(",")[0])
            end, steps = screen.now.orbat, screen.now.history.position
            assert steps > 25
            assert end != start.orbat
            for _ in range(steps):
                assert screen.now.orbat is screen.now.history.orbat
                await press(pilot, screen, "ctrl+z")
            assert screen.now.orbat is start.orbat
            assert screen.now.quote == start.quote
            assert not screen.query_one(BuilderHeader).unsaved
            for _ in range(steps):
                await press(pilot, screen, "ctrl+y")
            assert screen.now.orbat is end

    asyncio.run(run())
