"""A screen that asks and tells: what its commands need to talk with the player."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Literal, TypeVar

from textual.app import App

from orbat.tui.screens.ask import AskButtons, AskChoice, AskText
from orbat.tui.screens.dialog import BaseScreen
from orbat.tui.state import Done
from orbat.tui.widgets.lines import Line

Answer = TypeVar("Answer")


def ask_choice(
    app: App[Any],
    question: str,
    lines: tuple[Line, ...],
    then: Callable[[str], Any],
    at: Hashable | None = None,
) -> None:
    """Ask for one of several things; `then` gets the key of the line as a text."""
    app.push_screen(AskChoice(question, lines, at), lambda key: then(key) if key is not None else None)


class AskingScreen(BaseScreen[None]):
    """Asks for texts and choices, and does the steps that are made of the answers."""

    def do(self, done: Done | None) -> None:
        """Take a step that a command has made."""
        raise NotImplementedError

    def say(
        self,
        words: str,
        *,
        severity: Literal["information", "warning", "error"] = "information",
        title: str = "",
        timeout: float | None = None,
    ) -> None:
        """Say something in passing; the words are text, never markup."""
        self.app.notify(words, title=title, severity=severity, timeout=timeout, markup=False)

    def ask(
        self,
        question: str,
        value: str,
        then: Callable[[str], Done | None],
        offered: tuple[str, ...] = (),
        used: frozenset[str] = frozenset(),
    ) -> None:
        """Ask for a text; what is made of it is a step, or nothing. Some of what is offered may be in use."""

        def answered(text: str | None) -> None:
            if text is not None and (done := then(text)) is not None:
                self.do(done)

        self.app.push_screen(AskText(question, value, offered, used), answered)

    def ask_for(
        self,
        question: str,
        value: str,
        read: Callable[[str], Answer],
        then: Callable[[Answer], Done | None],
        typed_over: int | None = None,
    ) -> None:
        """Ask for what `read` makes of a text; what it refuses, by a ValueError that says why, is asked for again."""

        def wrong(text: str) -> str:
            try:
                read(text)
            except ValueError as error:
                return str(error)
            return ""

        def answered(text: str | None) -> None:
            if text is not None and (done := then(read(text))) is not None:
                self.do(done)

        self.app.push_screen(AskText(question, value, wrong=wrong, typed_over=typed_over), answered)

    def choose(
        self, question: str, lines: tuple[Line, ...], then: Callable[[str], Any], at: Hashable | None = None
    ) -> None:
        """Ask for one of several things; `then` gets the key of the line as a text."""
        ask_choice(self.app, question, lines, then, at)

    def offer(
        self,
        question: str,
        answers: tuple[tuple[str, str], ...],
        acts: Mapping[str, Callable[[], None]],
        lines: tuple[Line, ...] = (),
    ) -> None:
        """Ask a question whose answers are buttons, and do what the answer stands for."""

        def answered(answer: str | None) -> None:
            if answer is not None and answer in acts:
                acts[answer]()

        self.app.push_screen(AskButtons(question, answers, lines), answered)
