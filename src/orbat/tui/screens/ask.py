"""Small dialogs: enter a text, choose a line, press a button, read a text."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from textwrap import wrap
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.geometry import Size
from textual.widgets import Button, Input, Label, Static
from textual.widgets.input import Selection

from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.tui.screens.dialog import Dialog
from orbat.tui.widgets.fields import TextField
from orbat.tui.widgets.lines import Line, Lines
from orbat.tui.widgets.wrapped_lines import WrappedLines

SECOND_COLUMN = 17
"""The cell at which the second column starts, in the text of a dialog."""


ROOM_AROUND_LINES = 7
"""Rows of a dialog for its border, its buttons, and the blank rows around the list."""


class OfferedNames(Lines):
    """A list of names to choose from, below the text input of a dialog."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, widths=(14, 6), points_always=False)

    def action_step(self, by: int) -> None:
        """Move the cursor down by a number of lines (up if negative)."""
        # Moving up from the first line returns to the input.
        if by == -1 and self.cursor == 0:
            self.screen.focus_previous(Input)
        else:
            super().action_step(by)


def _anything(_: str) -> str:
    return ""


class AskText(Dialog[str | None]):
    """Ask for a text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(None)", "Cancel"),
        Binding("down", "to_offers", show=False),
    ]

    def __init__(
        self,
        question: str,
        value: str = "",
        offered: tuple[str, ...] = (),
        used: frozenset[str] = frozenset(),
        wrong: Callable[[str], str] = _anything,
        about: Callable[[str], str] = _anything,
        placeholder: str = "",
        typed_over: int | None = None,
        note: Callable[[str], str] = _anything,
    ) -> None:
        """Create the dialog.

        - `value`: the initial text.
        - `typed_over`: how many characters at the start of the initial text are selected; None selects all.
        - `offered`: names to choose from. The dialog lists the names that match the input.
        - `used`: offered names that are already in use, labelled in the dialog.
        - `wrong`: checks a text. Returns an error message, or "" for a valid text.
        - `note`: a short text that the list shows beside a name, or "".
        - `about`: describes a name. Returns a text that the dialog shows below the offered names, or "".
        """
        super().__init__()
        self._question = question
        self._value = value
        self._offered = sorted(offered, key=lambda one: one in used)
        self._used = used
        self._wrong = wrong
        self._about = about
        self._note = note
        self._has_about = any(about(one) for one in offered)
        self._placeholder = placeholder
        self._typed_over = len(value) if typed_over is None else typed_over
        self._is_other = False
        self._takes_row = False
        """Whether the user was last in the list of offered names, so that Apply takes the name at its cursor."""

    def compose(self) -> ComposeResult:
        """Show the question, the input, and the offered names."""
        with Vertical(classes="question tall" if self.is_long else "question"):
            yield Label(self._question, markup=False)
            yield TextField(self._value, placeholder=self._placeholder, select_on_focus=False)
            yield Label(id="wrong", markup=False)
            yield from self.below()
            with Horizontal(classes="buttons"):
                yield Button("Apply", id="ok", variant="primary", compact=True)
                yield Button("Cancel", id="leave", compact=True)

    @property
    def is_long(self) -> bool:
        """Whether the dialog needs the tall layout."""
        return bool(self._offered)

    def below(self) -> ComposeResult:
        """Yield the widgets below the input."""
        if self._offered:
            yield Label(
                "Or choose from the list (Down or a click, then Enter or Apply):", classes="faint", markup=False
            )
            yield OfferedNames(id="offers")
        if self._has_about:
            yield Label(id="about", markup=False)

    def on_mount(self) -> None:
        """Focus the input and show the offered names."""
        field = self.query_one(Input)
        field.focus()
        field.selection = Selection(0, self._typed_over)
        self.show_typed("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._say("")
        self._take_row(False)
        self._is_other = self._is_other or event.value != self._value
        self.show_typed(event.value if self._is_other else "")

    def show_typed(self, typed: str) -> None:
        """List the offered names that contain all words of `typed`, or all names for ""."""
        words = typed.casefold().split()
        # Until the user changes the initial text, `typed` is "".
        fitting = [one for one in self._offered if all(word in one.casefold() for word in words)]
        for lines in self.query(OfferedNames):
            lines.show(tuple(self._offer(one) for one in fitting))
        self.show_about()

    @on(DescendantFocus)
    def _entered(self, event: DescendantFocus) -> None:
        if isinstance(event.widget, (Input, OfferedNames)):
            self._take_row(isinstance(event.widget, OfferedNames))

    def _take_row(self, takes_row: bool) -> None:
        self._takes_row = takes_row
        for lines in self.query(OfferedNames):
            lines.points_always = takes_row
            lines.refresh()
        self.show_about()

    @property
    def _row(self) -> str:
        """The name selected in the list of offered names. "" if no name is selected."""
        lines = self.query(OfferedNames)
        line = lines.first().line if lines and self._takes_row else None
        return str(line.key) if line else ""

    def show_about(self) -> None:
        """Describe the selected name in the list or, if no name is selected, the typed name."""
        if self._has_about:
            self.query_one("#about", Label).update(visible(self._about(self._row or self.query_one(Input).value)))

    def _offer(self, name: str) -> Line:
        used = name in self._used
        return Line(
            key=name, name=name, columns=(self._note(name), "in use" if used else ""), role="faint" if used else "plain"
        )

    def action_to_offers(self) -> None:
        """Move the focus to the list of offered names."""
        for lines in self.query(OfferedNames):
            lines.focus()

    @on(Lines.Chosen)
    def _taken(self, event: Lines.Chosen) -> None:
        event.stop()
        self.answer(str(event.line.key))

    @on(Lines.Moved)
    def _moved(self, event: Lines.Moved) -> None:
        event.stop()
        self.show_about()

    @on(Button.Pressed, "#ok")
    def _applied(self) -> None:
        if self._row:
            self.answer(self._row)
        else:
            self._answered()

    @on(Input.Submitted)
    def _answered(self) -> None:
        text = self.query_one(Input).value
        if fault := self.fault_in(text):
            self._say(fault)
            self.query_one(Input).focus()
        else:
            self.answer(text)

    def fault_in(self, text: str) -> str:
        """The error message for a text; "" if the text is valid."""
        return self._wrong(text)

    def _say(self, fault: str) -> None:
        label = self.query_one("#wrong", Label)
        label.update(visible(fault))
        label.display = bool(fault)

    @on(Button.Pressed, "#leave")
    def _left(self) -> None:
        self.answer(None)


class WideDialog(Dialog[str | None]):
    """A dialog with a question, a list of lines and buttons. Long lines are wrapped.

    With `wide`, the dialog uses the whole width of the terminal.
    """

    wide = False


class DialogLines(WrappedLines):
    """The list of a `WideDialog`. Its height leaves room for the question above and the buttons below."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines, limited by the height of the terminal."""
        dialog = self.screen
        question = dialog.query_one(".question > Label").get_content_height(container, viewport, width)
        rows = viewport.height if isinstance(dialog, WideDialog) and dialog.wide else viewport.height * 9 // 10
        room = max(3, rows - question - ROOM_AROUND_LINES)
        return min(super().get_content_height(container, viewport, width), room)


class AskChoice(WideDialog):
    """Ask the user to choose a line.

    `at` is the `key` of the line on which the cursor starts. `apply` is the label of the button that chooses the line.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "answer(None)", "Cancel")]

    def __init__(
        self,
        question: str,
        choices: tuple[Line, ...],
        at: Hashable | None = None,
        *,
        wide: bool = False,
        apply: str = "Apply",
    ) -> None:
        super().__init__()
        self._question = question
        self._apply = apply
        self.wide = wide
        self._choices = choices
        self._at = at

    def compose(self) -> ComposeResult:
        """Show the question and the lines."""
        with Vertical(classes="question full" if self.wide else "question"):
            yield Label(self._question, markup=False)
            several = any(len(line.columns) > 1 for line in self._choices)
            yield DialogLines(widths=(20,) * 4 if several else (34,), id="choices-offered")
            with Horizontal(classes="buttons"):
                yield Button(self._apply, id="ok", variant="primary", compact=True)
                yield Button("Cancel", id="leave", compact=True)

    def on_mount(self) -> None:
        """Show the lines."""
        lines = self.query_one(Lines)
        lines.show(self._choices, self._at)
        lines.focus()

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        self.answer(str(event.line.key))

    @on(Lines.Moved)
    def _moved(self, event: Lines.Moved) -> None:
        event.stop()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        line = self.query_one(Lines).line
        self.answer(str(line.key) if line and event.button.id == "ok" else None)


class AskButtons(WideDialog):
    """Ask a question with a button for every answer, and lines with details."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(None)", "Cancel"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("up,k", "step(-1)", show=False),
        Binding("down,j", "step(1)", show=False),
        Binding("pageup", "step(-10)", show=False),
        Binding("pagedown", "step(10)", show=False),
    ]
    AUTO_FOCUS = "Button"

    def __init__(
        self,
        question: str,
        answers: tuple[tuple[str, str], ...],
        lines: tuple[Line, ...] = (),
        *,
        wide: bool = False,
    ) -> None:
        super().__init__()
        self._question = question
        self.wide = wide
        self._answers = answers
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Show the question, the lines and the buttons."""
        with Vertical(classes="question full" if self.wide else "question"):
            yield Label("\n".join(visible(line) for line in self._question.split("\n")), markup=False)
            if self._lines:
                # nothing can be chosen, so the lines have no cursor
                lines = DialogLines(widths=(20,) * 4, points_always=False)
                lines.can_focus = False
                yield lines
            with Horizontal(classes="buttons"):
                for answer, label in self._answers:
                    yield Button(label, id=answer, compact=True)

    def on_mount(self) -> None:
        """Show the lines."""
        for lines in self.query(Lines):
            lines.show(self._lines)

    def action_step(self, by: int) -> None:
        """Scroll the lines. A focused button keeps the focus."""
        for lines in self.query(Lines):
            lines.scroll_relative(y=by, animate=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button's id."""
        self.answer(event.button.id)


class DialogText(Static):
    """Lines of text, wrapped to the width of the dialog."""

    def __init__(self, words: str) -> None:
        super().__init__(markup=False)
        self._lines = [visible(line) for line in words.split("\n")]

    # An indented line consists of a label and a text. A long text continues on the next line, in the same column.
    def render(self) -> Content:
        """The lines, wrapped to the available width."""
        width = max(30, self.content_size.width)
        wrapped = (self._wrapped(line, width) for line in self._lines)
        return Content("\n".join(line for lines in wrapped for line in lines or [""]))

    @staticmethod
    def _wrapped(line: str, width: int) -> list[str]:
        return wrap(line, width, subsequent_indent=" " * SECOND_COLUMN if line.startswith("  ") else "")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines after wrapping."""
        return sum(max(1, len(self._wrapped(line, max(30, width)))) for line in self._lines)


class InfoDialog(Dialog[None]):
    """Show a text until the user closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,f1", "answer(None)", "Back"),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012  # the base class types it as an instance variable

    def __init__(self, title: str, words: str) -> None:
        super().__init__()
        self.title = title
        self.text = words

    def compose(self) -> ComposeResult:
        """Show the title and the text."""
        with Vertical(classes="question wide"):
            yield Label(self.title or "", classes="title", markup=False)
            with VerticalScroll(can_focus=False):
                yield DialogText(self.text)
            with Horizontal(classes="buttons"):
                yield Button("Back", id="close", compact=True)

    def action_scroll(self, by: int) -> None:
        """Scroll the text."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def on_button_pressed(self) -> None:
        """Close the dialog."""
        self.answer(None)


# The question about unsaved corrections from a killed program.


ANSWERS = (("recover", "Recover"), ("later", "Later"), ("discard", "Discard"))


def recovery_question(what: str, others: int) -> str:
    """The question about unsaved corrections.

    - `what`: a description of the work.
    - `others`: the number of other recoverable journals, which are offered at the next start.
    """
    if not others:
        return phrase("Unsaved work from the last session: {what}.", what=what)
    return phrase(
        "Unsaved work from the last session: {what}. There is more unsaved work; orbat offers it at the next start.",
        what=what,
    )
