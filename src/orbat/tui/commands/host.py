"""The protocols that commands use to reach screens. Tests run commands with a fake host instead of an app."""

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
    """A screen that shows notices and dialogs.

    Dialogs pass the user's answer to a callback. If the user cancels, the callback is not called.
    """

    @property
    def program(self) -> Program:
        """The running program."""
        ...

    def say(
        self, words: str, *, severity: Severity = "information", title: str = "", timeout: float | None = None
    ) -> None:
        """Show a notice, which disappears after a few seconds."""
        ...

    def show_text(self, title: str, words: str) -> None:
        """Show a text in a dialog until the user closes it."""
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
        """Ask for a text, and pass `read(text)` to `then`.

        If `read` raises ValueError, show the error's message and ask again.
        """
        ...

    def choose(
        self, question: str, lines: tuple[Line, ...], then: Callable[[str], object], at: Hashable | None = None
    ) -> None:
        """Ask the user to choose a line. The cursor starts on the line whose key is `at`.

        The key of the chosen line is passed to `then` as a string.
        """
        ...

    def offer(
        self,
        question: str,
        answers: tuple[tuple[str, str], ...],
        actions: Mapping[str, Callable[[], None]],
        lines: tuple[Line, ...] = (),
    ) -> None:
        """Ask a question with buttons. Each answer is a button, given as (id, label).

        `actions` maps the ids of buttons to functions. A button without a function only closes the dialog.
        """
        ...

    def pick_file(self, question: str, place: File | None, then: Callable[[File], object]) -> None:
        """Ask for an existing file. `place` is the folder to start in, or the file to start at."""
        ...

    def in_thread(self, work: Callable[[], Answer], then: Callable[[Answer], object]) -> None:
        """Do slow work in a thread, then pass the result to `then`. If the screen was closed, `then` is not called."""
        ...

    def show(self, screen: Screen[Answer], then: Callable[[Answer | None], None] | None = None) -> None:
        """Open another screen. When the user closes that screen, pass its result to `then`."""
        ...


class Panes(Protocol):
    """The panes of the builder: `tree`, `filter`, `army-list` and `findings`."""

    @property
    def pane(self) -> str:
        """The focused pane."""
        ...

    @property
    def typed(self) -> str:
        """The text in the filter of the army list."""
        ...

    @property
    def folded(self) -> frozenset[OrbatPath]:
        """The paths of the folded formations."""
        ...

    def cursor(self, pane: str) -> Hashable | None:
        """The key of the line at the cursor of a pane; None if the pane is empty."""
        ...

    def focus_on(self, pane: str) -> None:
        """Focus a pane."""
        ...

    def fold(self, folded: frozenset[OrbatPath]) -> None:
        """Fold the given formations and unfold all others."""
        ...

    def next_line(self) -> None:
        """Move the tree's cursor down."""
        ...

    def clear_filter(self) -> bool:
        """Clear the filter. Returns whether the filter contained text."""
        ...


class CommandInfo(Protocol):
    """The fields of a command that help and `keys.yaml` use."""

    @property
    def id(self) -> str:
        """The command's name in `keys.yaml`."""
        ...

    @property
    def keys(self) -> str:
        """The command's keys, separated by commas."""
        ...

    @property
    def help(self) -> str:
        """The command's description, a sentence or two."""
        ...

    @property
    def group(self) -> str:
        """The command's heading in the palette and in help."""
        ...

    @property
    def supported(self) -> Callable[[State], bool]:
        """Whether the command makes sense in the ruleset."""
        ...


class Host(DialogHost, Protocol):
    """The interface of the builder screen that the commands use."""

    clipboard: Clipboard
    """The formations and units last cut or copied."""

    @property
    def now(self) -> State:
        """The current state."""
        ...

    @property
    def table(self) -> tuple[CommandInfo, ...]:
        """All commands of the builder."""
        ...

    @property
    def panes(self) -> Panes:
        """The panes of the screen."""
        ...

    def do(self, done: StepResult | None) -> None:
        """Apply the result of a step. None means that the step is impossible; the bell then rings."""
        ...

    def go(self, history: History, selected: OrbatPath | None = None) -> None:
        """Go to a step of the history, and select an item. Without `selected`, the selection stays the same."""
        ...

    def show_state(self, state: State) -> None:
        """Show another state of the same ORBAT, with a different selection, marks or collection."""
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
        """Ask for a text, and apply the step that `then` returns.

        `offered` contains names to choose from. Names that are also in `used` are labelled as in use.
        """
        ...

    def key_of(self, command: str) -> str:
        """The label of a command's first key, such as `Ctrl+S`."""
        ...

    def saving(self, file: File, text: str) -> None:
        """Record in the journal that a file is about to be written."""
        ...

    def saved(self, file: File, text: str) -> None:
        """Record that the ORBAT was saved to a file. This file becomes the ORBAT's file."""
        ...

    def close(self) -> None:
        """Return to the home screen without asking."""
        ...


class HomeHost(DialogHost, Protocol):
    """The interface of the home screen that the menu actions use."""

    @property
    def recent_folder(self) -> Path | None:
        """The folder of the most recent ORBAT that is readable."""
        ...

    @property
    def recent_at_cursor(self) -> Path | None:
        """The path of the recent ORBAT at the cursor. None if the list of recent ORBATs is not focused."""
        ...

    def open_file(self, file: Path, back: Callable[[Path | None], None] | None = None) -> object:
        """Open a file in the builder. If the file is unreadable, show the findings, then call `back`."""
        ...
