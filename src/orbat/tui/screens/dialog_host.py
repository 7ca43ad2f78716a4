"""The base class of screens whose commands show notices and dialogs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import TypeVar

from textual.screen import Screen

from orbat.tui.commands.host import Severity
from orbat.tui.program import Program, program_of
from orbat.tui.screens.ask import AskButtons, AskChoice, AskText, InfoDialog
from orbat.tui.screens.dialog import BaseScreen, Result
from orbat.tui.screens.file_picker import FileNamer, FilePicker
from orbat.tui.widgets.lines import Line

Answer = TypeVar("Answer")


class DialogHostScreen(BaseScreen[Result]):
    """A screen that shows notices, questions and file dialogs (protocol `DialogHost`)."""

    @property
    def program(self) -> Program:
        """The running app."""
        return program_of(self)

    def say(
        self, words: str, *, severity: Severity = "information", title: str = "", timeout: float | None = None
    ) -> None:
        """Show a notice as plain text for a few seconds."""
        self.app.notify(words, title=title, severity=severity, timeout=timeout, markup=False)

    def show_text(self, title: str, words: str) -> None:
        """Show a text in a dialog until the user closes it."""
        self.app.push_screen(InfoDialog(title, words))

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

        def wrong(text: str) -> str:
            try:
                read(text)
            except ValueError as error:
                return str(error)
            return ""

        def answered(text: str | None) -> None:
            if text is not None:
                then(read(text))

        asked = AskText(question, value, offered, wrong=wrong, placeholder=placeholder, typed_over=typed_over)
        self.app.push_screen(asked, answered)

    def in_thread(self, work: Callable[[], Answer], then: Callable[[Answer], object]) -> None:
        """Run `work` in a thread, and pass the result to `then`.

        `then` is not called if the screen has closed, or if `in_thread` has been called again.
        """

        async def wait() -> None:
            result = await asyncio.to_thread(work)
            if self.is_shown:
                then(result)

        self.run_worker(wait(), group="in_thread", exclusive=True)

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

        def answered(key: str | None) -> None:
            if key is not None:
                then(key)

        self.app.push_screen(AskChoice(question, lines, at, wide=wide, apply=apply), answered)

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
        - `actions`: functions by button id. A button without a function only closes the dialog.
        """

        def answered(answer: str | None) -> None:
            if answer is not None and answer in actions:
                actions[answer]()

        self.app.push_screen(AskButtons(question, answers, lines, wide=wide), answered)

    def pick_file(self, question: str, place: Path | None, then: Callable[[Path], object]) -> None:
        """Ask for an existing file. `place` is the folder to show, or the file to select."""

        def chosen(file: Path | None) -> None:
            if file is not None:
                then(file)

        self.app.push_screen(FilePicker(question, place), chosen)

    def name_file(
        self,
        question: str,
        folder: Path,
        name: str,
        read: Callable[[str, Path], Path],
        then: Callable[[Path], object],
        fault: str = "",
    ) -> None:
        """Ask for the name of a file to write.

        - `folder`, `name`: the folder to show, and the name to begin with.
        - `read`: makes a path from the typed text and the folder. If `read` raises ValueError, show the message and ask
          again.
        - `fault`: why the last attempt failed, or "".
        """

        def named(file: Path | None) -> None:
            if file is not None:
                then(file)

        self.app.push_screen(FileNamer(question, folder, name, read, fault), named)

    def show(self, screen: Screen[Answer], then: Callable[[Answer | None], None] | None = None) -> None:
        """Open another screen, and pass the screen's result to `then`."""
        self.app.push_screen(screen, then)
