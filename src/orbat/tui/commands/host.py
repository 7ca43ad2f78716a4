"""The protocols through which commands use screens. Tests use simple objects instead of screens."""

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
        """Ask for a text, parse the text with `read`, and pass the result to `then`.

        If `read` raises ValueError, show the message and ask again.
        """
        ...

    def choose(
        self,
        question: str,
        lines: tuple[Line, ...],
        then: Callable[[str], object],
        at: Hashable | None = None,
        *,
        wide: bool = False,
        apply: str = "Apply",
    ) -> None:
        """Ask the user to choose a line, and pass the line's `key` to `then` as a string.

        `at` is the `key` of the line on which the cursor starts. `wide`: whether to use the whole width of the
        terminal. `apply`: the label of the button that chooses the line.
        """
        ...

    def offer(
        self,
        question: str,
        answers: tuple[tuple[str, str], ...],
        actions: Mapping[str, Callable[[], None]],
        lines: tuple[Line, ...] = (),
        *,
        wide: bool = False,
    ) -> None:
        """Ask a question with buttons, and call the function of the pressed button.

        - `answers`: the ids and labels of the buttons.
        - `wide`: whether to use the whole width of the terminal.
        - `actions`: functions by button id. A button without a function closes the dialog.
        """
        ...

    def pick_file(self, question: str, place: File | None, then: Callable[[File], object]) -> None:
        """Ask for an existing file. `place` is the folder to show, or the file to select."""
        ...

    def name_file(
        self,
        question: str,
        folder: File,
        name: str,
        read: Callable[[str, File], File],
        then: Callable[[File], object],
        fault: str = "",
    ) -> None:
        """Ask for the name of a file to write.

        - `folder`, `name`: the folder to show, and the name to begin with.
        - `read`: makes a path from the typed text and the folder. If `read` raises ValueError, show the message and ask
          again.
        - `fault`: why the last attempt failed, or "".
        """
        ...

    def in_thread(self, work: Callable[[], Answer], then: Callable[[Answer], object]) -> None:
        """Run `work` in a thread, and pass the result to `then`.

        If the screen has been closed, `then` is not called.
        """
        ...

    def show(self, screen: Screen[Answer], then: Callable[[Answer | None], None] | None = None) -> None:
        """Open another screen, and pass the screen's result to `then`."""
        ...


class Panes(Protocol):
    """The panes of the builder: `tree`, `filter`, `army-list` and `findings`."""

    @property
    def pane(self) -> str:
        """The id of the focused pane."""
        ...

    @property
    def typed(self) -> str:
        """The text in the filter of the army list."""
        ...

    @property
    def folded(self) -> frozenset[OrbatPath]:
        """The paths of the folded formations, whose contents are hidden."""
        ...

    def cursor(self, pane: str) -> Hashable | None:
        """The `key` of the line at the cursor of a pane; None if the pane is empty."""
        ...

    def focus_on(self, pane: str) -> None:
        """Focus a pane."""
        ...

    def fold(self, folded: frozenset[OrbatPath]) -> None:
        """Fold the formations at these paths, and unfold all others."""
        ...

    def next_line(self) -> None:
        """Move the tree's cursor down."""
        ...

    def clear_filter(self) -> bool:
        """Clear the filter. Returns whether the filter contained text."""
        ...


class CommandInfo(Protocol):
    """A command's fields for `keys.yaml` and the help screen."""

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
        """The heading under which the palette and the help list the command."""
        ...

    @property
    def supported(self) -> Callable[[State], bool]:
        """A function that returns whether the ruleset has what the command needs, such as ratings."""
        ...


class Host(DialogHost, Protocol):
    """The part of the builder screen that the commands use."""

    clipboard: Clipboard
    """The formations and units last cut or copied."""

    @property
    def now(self) -> State:
        """The open ORBAT, with the edits so far and the selected item."""
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
        """Add an edit to the history and show the result. If `done` is None, ring the bell: the edit is impossible."""
        ...

    def go(self, history: History, selected: OrbatPath | None = None) -> None:
        """Show the ORBAT at another position in the history.

        `selected`: the item to select; None keeps the selection.
        """
        ...

    def show_state(self, state: State) -> None:
        """Show another state of the same ORBAT, for example with a different selection."""
        ...

    def select(self, path: OrbatPath) -> None:
        """Select the army, a formation or a unit."""
        ...

    def tell_step(self, words: str) -> None:
        """Show what the last step did, above the findings, until the next step or move."""
        ...

    def ask(
        self,
        question: str,
        value: str,
        then: Callable[[str], StepResult | None],
        offered: tuple[str, ...] = (),
        used: frozenset[str] = frozenset(),
        about: Callable[[str], str] = lambda _: "",
        note: Callable[[str], str] = lambda _: "",
    ) -> None:
        """Ask for a text, and apply the edit that `then` makes from the text.

        - `offered`: names to choose from.
        - `used`: names that are already in use, labelled in the dialog.
        - `about`: describes a name; "" for an unknown name.
        - `note`: a short text beside an offered name, or "".
        """
        ...

    def key_of(self, command: str) -> str:
        """The label of the command's first key, such as `Ctrl+S`."""
        ...

    def saving(self, file: File, text: str) -> None:
        """Record in the journal that a save begins."""
        ...

    def saved(self, file: File, text: str) -> None:
        """Record that the ORBAT was saved to a file. The ORBAT then belongs to that file."""
        ...

    def close(self) -> None:
        """Return to the home screen. Unsaved changes are discarded without a question."""
        ...


class HomeHost(DialogHost, Protocol):
    """The part of the home screen that the menu actions use."""

    @property
    def recent_folder(self) -> Path | None:
        """The folder of the newest readable ORBAT in the list of recent files."""
        ...

    @property
    def recent_at_cursor(self) -> Path | None:
        """The recent file at the cursor. None if the list of recent files does not have the focus."""
        ...

    def open_file(self, file: Path, back: Callable[[Path | None], None] | None = None) -> object:
        """Open a file in the builder.

        If the file is unreadable, show the findings, and call `back` when the user closes the findings.
        """
        ...
