"""What the builder's commands use of the screen they run on. A test gives them a simple host instead of an app."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from pathlib import Path as File
from typing import Literal, Protocol, TypeVar

from textual.screen import Screen

from orbat.model.history import History
from orbat.model.path import OrbatPath
from orbat.tui.program import Program
from orbat.tui.state import Clipboard, State, StepResult
from orbat.tui.widgets.lines import Line

Answer = TypeVar("Answer")
Severity = Literal["information", "warning", "error"]


class DialogHost(Protocol):
    """Asks the player something, and reports. Every answer comes later, to a callback; no answer calls nothing."""

    @property
    def program(self) -> Program:
        """The running program."""
        ...

    def say(
        self, words: str, *, severity: Severity = "information", title: str = "", timeout: float | None = None
    ) -> None:
        """Show a notice for a few seconds."""
        ...

    def show_text(self, title: str, words: str) -> None:
        """Show a text until it is closed."""
        ...

    def ask_for(
        self,
        question: str,
        value: str,
        read: Callable[[str], Answer],
        then: Callable[[Answer], object],
        *,
        offered: tuple[str, ...] = (),
        placeholder: str = "",
        typed_over: int | None = None,
    ) -> None:
        """Ask for what `read` makes of a text; where it raises a ValueError, its words are shown and asked again."""
        ...

    def choose(
        self, question: str, lines: tuple[Line, ...], then: Callable[[str], object], at: Hashable | None = None
    ) -> None:
        """Ask for one of several lines, with the cursor on the key `at`; `then` gets the key as a text."""
        ...

    def offer(
        self,
        question: str,
        answers: tuple[tuple[str, str], ...],
        acts: Mapping[str, Callable[[], None]],
        lines: tuple[Line, ...] = (),
    ) -> None:
        """Ask a question whose answers (id, label) are buttons, and do what the answer stands for."""
        ...

    def pick_file(self, question: str, place: File | None, then: Callable[[File], object]) -> None:
        """Ask for a file that exists, beginning in a folder or on a file."""
        ...

    def in_thread(self, work: Callable[[], Answer], then: Callable[[Answer], object]) -> None:
        """Do slow work in a thread; `then` gets its result, unless the screen has been left."""
        ...

    def show(self, screen: Screen[Answer], then: Callable[[Answer | None], None] | None = None) -> None:
        """Open a screen of a command's own; `then` gets its result."""
        ...


class Panes(Protocol):
    """The panes of the builder: `tree`, `filter`, `shop` and `findings`."""

    @property
    def pane(self) -> str:
        """The pane that has the focus."""
        ...

    @property
    def typed(self) -> str:
        """What the army list is narrowed to."""
        ...

    @property
    def folded(self) -> frozenset[OrbatPath]:
        """The formations that are folded in the tree."""
        ...

    def cursor(self, pane: str) -> Hashable | None:
        """The key of the line at a pane's cursor, None where there is no line."""
        ...

    def focus_on(self, pane: str) -> None:
        """Give a pane the focus."""
        ...

    def fold(self, folded: frozenset[OrbatPath]) -> None:
        """Show the tree with these formations folded."""
        ...

    def next_line(self) -> None:
        """Move the tree's cursor down."""
        ...

    def clear_filter(self) -> bool:
        """Show the whole army list; whether anything was typed."""
        ...


class CommandInfo(Protocol):
    """What help and the file of keys need of a command."""

    @property
    def id(self) -> str:
        """Its name in the file of keys."""
        ...

    @property
    def keys(self) -> str:
        """Its keys, separated by commas."""
        ...

    @property
    def help(self) -> str:
        """A sentence on what it does."""
        ...

    @property
    def group(self) -> str:
        """Its group in palette and help."""
        ...

    @property
    def supported(self) -> Callable[[State], bool]:
        """Whether the ruleset has what it is about."""
        ...


class Host(DialogHost, Protocol):
    """The open ORBAT, with what commands may do to it."""

    clipboard: Clipboard
    """What was cut or copied."""

    @property
    def now(self) -> State:
        """What is open."""
        ...

    @property
    def table(self) -> tuple[CommandInfo, ...]:
        """Every command."""
        ...

    @property
    def panes(self) -> Panes:
        """The panes that show it."""
        ...

    def do(self, done: StepResult | None) -> None:
        """Take a step; None rings the bell."""
        ...

    def go(self, history: History, selected: OrbatPath | None = None) -> None:
        """Go to a place in the history."""
        ...

    def show_state(self, state: State) -> None:
        """Show a state of the same ORBAT: another selection, other marks or another collection."""
        ...

    def select(self, path: OrbatPath) -> None:
        """Select a thing."""
        ...

    def ask(
        self,
        question: str,
        value: str,
        then: Callable[[str], StepResult | None],
        offered: tuple[str, ...] = (),
        used: frozenset[str] = frozenset(),
    ) -> None:
        """Ask for a text and take the step made of it; some of what is offered may be `used` already."""
        ...

    def key_of(self, command: str) -> str:
        """A command's first key, as a keyboard shows it."""
        ...

    def saving(self, file: File, text: str) -> None:
        """Journal that a file is about to be written."""
        ...

    def saved(self, file: File, text: str) -> None:
        """Take the file as the ORBAT's own, now that it was written."""
        ...

    def close(self) -> None:
        """Leave for the home screen, without asking."""
        ...


# What the actions of the home screen use of it.


class HomeHost(DialogHost, Protocol):
    """The home screen."""

    @property
    def recent_folder(self) -> Path | None:
        """The folder of the most recent ORBAT that could be read."""
        ...

    @property
    def recent_at_cursor(self) -> Path | None:
        """The recent ORBAT at the cursor, where that list has the focus."""
        ...

    def open_file(self, file: Path, back: Callable[[Path | None], None] | None = None) -> object:
        """Open a file in the builder; where it cannot be read, show its findings and then go `back`."""
        ...
