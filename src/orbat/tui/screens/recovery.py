"""The dialog with the unsaved work of earlier sessions."""

from __future__ import annotations

from typing import ClassVar, Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Label

from orbat.model.record import Value
from orbat.model.text_words import visible
from orbat.model.wording import phrase, plural
from orbat.session.journal import RecoveredJournal
from orbat.tui.screens.dialog import Dialog
from orbat.tui.widgets.lines import Line, Lines


class RecoveryChoice(Value):
    """What to do with the unsaved work on an army. The caller asks the user again before it discards work."""

    action: Literal["recover", "discard"]
    work: RecoveredJournal


def title_of(work: RecoveredJournal) -> str:
    """The title of an army, or the name of its file."""
    return visible(work.title) or (work.file.name if work.file else "an unnamed army")


class RecoveryDialog(Dialog[RecoveryChoice | None]):
    """List all armies with unsaved work, newest first, with the times of the last changes.

    If the user chooses nothing, orbat keeps the work, and opens the dialog again at the next start.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "answer(None)", "Cancel")]

    def __init__(self, found: tuple[RecoveredJournal, ...]) -> None:
        super().__init__()
        self._found = tuple(sorted(found, key=lambda work: work.at, reverse=True))

    def compose(self) -> ComposeResult:
        """Show the armies, details of the army at the cursor, and the buttons."""
        count = len(self._found)
        with Vertical(classes="question tall" if count > 8 else "question"):
            yield Label(plural(count, "Unsaved work on {count} army", "Unsaved work on {count} armies"), markup=False)
            yield Lines(widths=(18,), id="found-work")
            yield Label(id="about", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Recover", id="recover", variant="primary", compact=True)
                yield Button("Discard", id="discard", compact=True)
                yield Button("Later", id="later", compact=True)

    def on_mount(self) -> None:
        """List the recovered armies."""
        lines = self.query_one(Lines)
        if len(self._found) <= 8:
            lines.styles.height = len(self._found)
        lines.show(tuple(_line(number, work) for number, work in enumerate(self._found)))
        lines.focus()
        self._describe()

    def _describe(self) -> None:
        self.query_one("#about", Label).update(visible(_about(self._at_cursor)))

    @property
    def _at_cursor(self) -> RecoveredJournal:
        return self._found[self.query_one(Lines).cursor]

    @on(Lines.Moved)
    def _moved(self, event: Lines.Moved) -> None:
        event.stop()
        self._describe()

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        self.answer(RecoveryChoice("recover", self._at_cursor))

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        match event.button.id:
            case "recover":
                self.answer(RecoveryChoice("recover", self._at_cursor))
            case "discard":
                self.answer(RecoveryChoice("discard", self._at_cursor))
            case _:
                self.answer(None)


def _line(number: int, work: RecoveredJournal) -> Line:
    return Line(key=number, name=title_of(work), columns=(f"{work.at.astimezone():%d %b %Y, %H:%M}",))


def _about(work: RecoveredJournal) -> str:
    changes = plural(work.history.position, "{count} change", "{count} changes")
    place = str(work.file) if work.file else "never saved"
    about = phrase("{changes}, {place}.", changes=changes, place=place)
    return phrase("{about} {note}.", about=about, note=work.note) if work.note else about
