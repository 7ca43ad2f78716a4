"""The builder's screen: one session, the widgets that show it, and the commands that change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from orbat.model.finding import Finding
from orbat.model.history import History
from orbat.model.path import Path
from orbat.outputs.journal import Journal
from orbat.report.report import number
from orbat.tui import actions, views
from orbat.tui.commands import bindings
from orbat.tui.screens.editing import EditCommands
from orbat.tui.screens.filing import FileCommands
from orbat.tui.session import Done, Session
from orbat.tui.widgets.bars import Head
from orbat.tui.widgets.choices import Choices
from orbat.tui.widgets.lines import Line, Lines

Simple = Callable[[Session], Done | None]

SIMPLE: dict[str, Simple] = {
    "grow": lambda session: actions.resize(session, 1),
    "shrink": lambda session: actions.resize(session, -1),
    "rating": lambda session: actions.rate(session, 1),
    "formation": lambda session: actions.new_formation(session, session.book.ruleset.levels[-1].id),
    "higher": lambda session: actions.new_formation(session, session.book.ruleset.levels[-2:][0].id),
    "off_board": actions.toggle_off_board,
    "duplicate": actions.duplicate,
    "up": lambda session: actions.shift(session, -1),
    "down": lambda session: actions.shift(session, 1),
    "delete": actions.delete,
    "dissolve": lambda session: actions.delete(session, keep_units=True),
}
"""The commands that need no more than what is open."""


class BuilderScreen(EditCommands, FileCommands, Screen[None]):
    """The command tree, the army list to buy from, the selected thing's choices, and the findings."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings()]
    AUTO_FOCUS = "#tree"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012  # the base class types it as an instance variable
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012  # same

    session: reactive[Session | None] = reactive(None, always_update=True)
    folded: reactive[frozenset[Path]] = reactive(frozenset())

    def __init__(self, session: Session, journal: Journal | None = None) -> None:
        super().__init__()
        self._first = session
        self.journal = journal
        self.clipboard: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Everything on one screen."""
        yield Head(id="head")
        with Horizontal(id="middle"):
            yield Lines(widths=(14, 7, 10, 5), id="tree")
            with Vertical(id="right"):
                yield Input(placeholder="filter: / then names, kinds, regiments", id="filter", compact=True)
                yield Lines(widths=(8, 7, 14), id="shop")
                yield Choices(id="choices")
        yield Static(id="count")
        yield Lines(widths=(6,), id="findings")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show what was opened."""
        self.session = self._first

    @property
    def now(self) -> Session:
        """What is open; there is something from the start."""
        return self.session or self._first

    def watch_session(self, session: Session | None) -> None:
        """Show what there is now."""
        if session is None:
            return
        head = self.query_one(Head)
        head.report, head.unsaved = session.report, session.unsaved
        self.query_one("#tree", Lines).show(views.tree_lines(session, self.folded), session.selected)
        self.query_one(Choices).session = session
        self._show_shop(session)
        counts = ", ".join(number(n, word) for word, n in session.report.counts.items())
        self.query_one("#count", Static).update(f"{counts}   Enter: show the place   f: fix   ?: explain")
        self.query_one("#findings", Lines).show(views.finding_lines(session))

    def _show_shop(self, session: Session) -> None:
        words = self.query_one("#filter", Input).value
        self.query_one("#shop", Lines).show(views.shop_lines(session, words))

    def watch_folded(self) -> None:
        """Show the tree with other folds."""
        if self.session is not None:
            self.query_one("#tree", Lines).show(views.tree_lines(self.now, self.folded), self.now.selected)

    def do(self, done: Done | None) -> None:
        """Take a step that a command has made."""
        if done is None:
            self.app.bell()
            return
        self.go(self.now.history.do(done.name, done.orbat), done.selected)

    def go(self, history: History, selected: Path | None = None) -> None:
        """Go to a place in the history, and journal it."""
        self.session = self.workshop.at(self.now, history, selected)
        self.keep()

    def action_run(self, command: str) -> None:
        """Run a command by its id."""
        if command in SIMPLE:
            self.do(SIMPLE[command](self.now))
        else:
            getattr(self, f"run_{command}")()

    def on_key(self, event: object) -> None:
        """Figures are the classes of the ruleset."""
        character = getattr(event, "character", None) or ""
        if character.isdecimal() and not isinstance(self.focused, Input):
            self.do(actions.rate_as(self.now, character))

    @on(Lines.Moved, "#tree")
    def _select(self, event: Lines.Moved) -> None:
        path = event.line.key
        if isinstance(path, tuple) and path != self.now.selected:
            session = replace(self.now, selected=path)
            self.set_reactive(BuilderScreen.session, session)
            self.query_one(Choices).session = session
            self._show_shop(session)

    @on(Lines.Chosen, "#tree")
    def _to_shop(self) -> None:
        self.query_one("#shop", Lines).focus()

    @on(Lines.Chosen, "#shop")
    def _buy(self, event: Lines.Chosen) -> None:
        if isinstance(event.line.key, str):
            self.do(actions.buy(self.now, event.line.key))

    @on(Lines.Chosen, "#findings")
    def _to_place(self, event: Lines.Chosen) -> None:
        path = self._finding(event.line).path
        while path and not isinstance(path[-1], int):
            path = path[:-1]
        self.folded = frozenset(fold for fold in self.folded if path[: len(fold)] != fold)
        self.session = replace(self.now, selected=path)
        self.query_one("#tree", Lines).focus()

    def _finding(self, line: Line) -> Finding:
        return self.now.findings[int(str(line.key))]

    @on(Input.Changed, "#filter")
    def _filter(self) -> None:
        self._show_shop(self.now)

    @on(Input.Submitted, "#filter")
    def _filtered(self) -> None:
        self.query_one("#shop", Lines).focus()
