"""Small questions: a text, a choice, a yes or no. Each gives its answer back."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Button, Input, Label

from orbat.tui.widgets.lines import Line, Lines


class AskText(ModalScreen[str | None]):
    """Ask for a text; names offered complete what is typed with the right arrow."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Leave it")]

    def __init__(self, question: str, value: str = "", offered: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._question = question
        self._value = value
        self._offered = offered

    def compose(self) -> ComposeResult:
        """The question over a line to type in."""
        with Vertical(classes="question"):
            yield Label(self._question, markup=False)
            suggester = SuggestFromList(self._offered, case_sensitive=False) if self._offered else None
            yield Input(self._value, suggester=suggester)
            if self._offered:
                yield Label(f"For example {', '.join(self._offered[:4])}", classes="faint", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The answer."""
        self.dismiss(event.value)


class AskChoice(ModalScreen[str | None]):
    """Ask for one of several things."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Leave it")]

    def __init__(self, question: str, choices: tuple[Line, ...]) -> None:
        super().__init__()
        self._question = question
        self._choices = choices

    def compose(self) -> ComposeResult:
        """The question over the choices."""
        with Vertical(classes="question tall"):
            yield Label(self._question, markup=False)
            yield Lines(widths=(14,) * 4)

    def on_mount(self) -> None:
        """Show the choices."""
        lines = self.query_one(Lines)
        lines.show(self._choices)
        lines.focus()

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        """The answer."""
        event.stop()
        self.dismiss(str(event.line.key))

    def on_lines_moved(self, event: Lines.Moved) -> None:
        """Nobody else is concerned."""
        event.stop()


class AskButtons(ModalScreen[str | None]):
    """Ask a question that has a few answers, each a button."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Go back")]

    def __init__(self, question: str, answers: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self._question = question
        self._answers = answers

    def compose(self) -> ComposeResult:
        """The question over the buttons."""
        with Vertical(classes="question"):
            yield Label(self._question, markup=False)
            with Horizontal():
                for answer, label in self._answers:
                    yield Button(label, id=answer)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The answer."""
        self.dismiss(event.button.id)


class Tell(ModalScreen[None]):
    """Tell something at length, until a key is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f1", "dismiss(None)", "Close")]

    def __init__(self, title: str, words: str) -> None:
        super().__init__()
        self._title = title
        self._words = words

    def compose(self) -> ComposeResult:
        """The title over the words."""
        with Vertical(classes="question tall"):
            yield Label(self._title, classes="title", markup=False)
            yield Label(self._words, markup=False)
