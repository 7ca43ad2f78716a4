"""The protocols between commands and screens. Tests run commands on a fake host, without an app."""

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
    """Notices, questions and dialogs. Each answer goes to a callback, which is not called on Cancel."""

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
        """Ask for a text and pass `read(text)` to `then`; the message of a ValueError is shown, and asked again."""
        ...

    def choose(
        self, question: str, lines: tuple[Line, ...], then: Callable[[str], object], at: Hashable | None = None
    ) -> None:
        """Ask for one of several lines, with the cursor on the key `at`; `then` gets the key as a string."""
        ...

    def offer(
        self,
        question: str,
        answers: tuple[tuple[str, str], ...],
        acts: Mapping[str, Callable[[], None]],
        lines: tuple[Line, ...] = (),
    ) -> None:
        """Ask a question with buttons (id, label) and call the matching function."""
        ...

    def pick_file(self, question: str, place: File | None, then: Callable[[File], object]) -> None:
        """Ask for an existing file, starting in a folder or on a file."""
        ...

    def in_thread(self, work: Callable[[], Answer], then: Callable[[Answer], object]) -> None:
        """Do slow work in a thread; `then` gets its result, unless the screen was closed."""
        ...

    def show(self, screen: Screen[Answer], then: Callable[[Answer | None], None] | None = None) -> None:
        """Open another screen; `then` gets its result."""
        ...


class Panes(Protocol):
    """The panes of the builder: `tree`, `filter`, `army-list` and `findings`."""

    @property
    def pane(self) -> str:
        """The focused pane."""
        ...

    @property
    def typed(self) -> str:
        """The filter of the army list."""
        ...

    @property
    def folded(self) -> frozenset[OrbatPath]:
        """The paths of the folded formations."""
        ...

    def cursor(self, pane: str) -> Hashable | None:
        """The key of the line at a pane's cursor; None in an empty pane."""
        ...

    def focus_on(self, pane: str) -> None:
        """Focus a pane."""
        ...

    def fold(self, folded: frozenset[OrbatPath]) -> None:
        """Fold exactly these formations."""
        ...

    def next_line(self) -> None:
        """Move the tree's cursor down."""
        ...

    def clear_filter(self) -> bool:
        """Clear the filter; returns whether it held anything."""
        ...


class CommandInfo(Protocol):
    """The part of a command that help and `keys.yaml` use."""

    @property
    def id(self) -> str:
        """Its name in `keys.yaml`."""
        ...

    @property
    def keys(self) -> str:
        """Its keys, separated by commas."""
        ...

    @property
    def help(self) -> str:
        """Its description, one sentence."""
        ...

    @property
    def group(self) -> str:
        """Its group in palette and help."""
        ...

    @property
    def supported(self) -> Callable[[State], bool]:
        """Whether the ruleset has the subject of the command."""
        ...


class Host(DialogHost, Protocol):
    """The builder screen with the open ORBAT."""

    clipboard: Clipboard
    """The formations and units last cut or copied."""

    @property
    def now(self) -> State:
        """The current state."""
        ...

    @property
    def table(self) -> tuple[CommandInfo, ...]:
        """Every command."""
        ...

    @property
    def panes(self) -> Panes:
        """The panes of the screen."""
        ...

    def do(self, done: StepResult | None) -> None:
        """Take a step; None rings the bell."""
        ...

    def go(self, history: History, selected: OrbatPath | None = None) -> None:
        """Go to a step of the history."""
        ...

    def show_state(self, state: State) -> None:
        """Show a state of the same ORBAT with another selection, marks or collection."""
        ...

    def select(self, path: OrbatPath) -> None:
        """Select the army, a formation or a unit."""
        ...

    def ask(
        self,
        question: str,
        value: str,
        then: Callable[[str], StepResult | None],
        offered: tuple[str, ...] = (),
        used: frozenset[str] = frozenset(),
    ) -> None:
        """Ask for a text and take the step that `then` returns; offered names in `used` are shown as taken."""
        ...

    def key_of(self, command: str) -> str:
        """The first key of a command, as printed on a keyboard."""
        ...

    def saving(self, file: File, text: str) -> None:
        """Record in the journal that a file is about to be written."""
        ...

    def saved(self, file: File, text: str) -> None:
        """Record that the ORBAT was saved to this file, which is its own from now on."""
        ...

    def close(self) -> None:
        """Return to the home screen without asking."""
        ...


class HomeHost(DialogHost, Protocol):
    """The home screen."""

    @property
    def recent_folder(self) -> Path | None:
        """The folder of the most recent readable ORBAT."""
        ...

    @property
    def recent_at_cursor(self) -> Path | None:
        """The recent ORBAT at the cursor; None if another list has the focus."""
        ...

    def open_file(self, file: Path, back: Callable[[Path | None], None] | None = None) -> object:
        """Open a file in the builder; if it is unreadable, show its findings and call `back` afterwards."""
        ...
