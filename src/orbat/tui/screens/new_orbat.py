"""The screen for a new ORBAT: ruleset, army list, size, date and an army to start with."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Label, Select, Static

from orbat.data.battles import Battle, battles
from orbat.model.arrange import starting_army
from orbat.model.dates import Date
from orbat.model.orbat import Orbat
from orbat.model.points import show
from orbat.model.text import Pin
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.pipeline import Evaluator, with_claims
from orbat.report.library_rows import library_row
from orbat.report.report import Report
from orbat.tui.commands.dates import ask_date
from orbat.tui.program import program_of
from orbat.tui.screens.dialog_host import DialogHostScreen
from orbat.tui.screens.library import ShippedOrbats
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.steps.army import usual_title
from orbat.tui.views.army_list import army_list_lines, column_titles
from orbat.tui.views.new_orbat import date_hint, date_of, fitting, list_lines, read_size, read_typed_date
from orbat.tui.widgets.fields import TextField
from orbat.tui.widgets.keybar import PageKeys
from orbat.tui.widgets.lines import Line, Lines

BLANK, RAISED = "blank", "raised"
SIZES = 5
"""The maximum number of size buttons. The user can type other sizes."""


NEXT = "Enter: next question."
WANTED = {
    "size": "Type the points. Enter: next question.",
    "date": "Type it, or click for battles. Enter: next question.",
    "starting-points": "Enter creates the ORBAT.",
}
"""What to do at a question, by its id."""


class ArmyListChoice(Lines):
    """The pane that lists the army lists. Enter goes to the next question."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Next")]


class DateField(TextField):
    """The field for the date. A click lists the battles."""

    async def on_click(self) -> None:
        """Open the dialog with the battles."""
        await self.run_action("screen.ask_date")


class StartingPoints(Lines):
    """The choices for the content of a new ORBAT: nothing, a generated army, or a template."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Create")]


class NewOrbatScreen(DialogHostScreen[None], PageScreen[None]):
    """Ask for the details of a new ORBAT, then replace the screen by the builder."""

    help_page = "new"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Next pane", show=False),
        Binding("f2", "create", "Create"),
        Binding("escape", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#army"

    def __init__(self, shipped: ShippedOrbats) -> None:
        super().__init__()
        self._shipped = shipped
        self._library = shipped.library
        self._templates: list[Report] = []
        self._sizes: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Show the questions on the left and the preview on the right."""
        rulesets = [(Content(visible(self._ruleset_title(one))), one) for one in self._library.ruleset_ids()]
        yield Label("New ORBAT", classes="page-title", markup=False)
        with Horizontal(id="begin-middle"):
            with Vertical(id="questions"):
                with Horizontal(classes="asked"):
                    yield Label("Rules")
                    yield Select(rulesets, allow_blank=not rulesets, id="ruleset", compact=True)
                yield Label("Army list", classes="pane")
                yield ArmyListChoice(id="army", widths=(14,))
                with Horizontal(classes="asked"):
                    yield Label("Points")
                    yield TextField(id="size", compact=True, placeholder="none", max_length=8)
                    for _ in range(SIZES):
                        yield Button(classes="size", compact=True)
                with Horizontal(classes="asked"):
                    yield Label("Date")
                    yield DateField(id="date", compact=True, max_length=40)
                yield Label("Start from", classes="pane")
                yield StartingPoints(id="starting-points", widths=(5,))
                yield Button("Create", id="create", compact=True, variant="primary")
            with Vertical(id="preview"):
                yield Label("", classes="pane", id="preview-title", markup=False)
                yield Lines(id="offered", widths=(11, 14))
        yield Static(id="hint", markup=False)
        yield PageKeys()

    def _ruleset_title(self, ruleset_id: str) -> str:
        file = self._library.ruleset(ruleset_id)
        return file.value.title if file and file.value else ruleset_id

    def on_mount(self) -> None:
        """Show the army lists of the first ruleset, and start to read the templates."""
        self._show_lists()
        self._read_templates()

    @work(exclusive=True)
    async def _read_templates(self) -> None:
        async for _, report in self._shipped.reports():
            self._templates.append(report)
        self._show_starting_points()

    @property
    def _ruleset(self) -> str:
        value = self.query_one("#ruleset", Select).value
        return value if isinstance(value, str) else ""

    @property
    def _army(self) -> str:
        line = self.query_one("#army", Lines).line
        return str(line.key) if line else ""

    def _show_sizes(self) -> None:
        # The middle size is the default.
        file = self._library.ruleset(self._ruleset)
        usual = file.value.rules.usual_size if file and file.value else None
        sizes = [show(size) for size in usual.offered] if usual else []
        for n, button in enumerate(self.query(".size").results(Button)):
            button.display = n < len(sizes)
            button.label = sizes[n] if n < len(sizes) else ""
        field = self.query_one("#size", Input)
        if field.value in ("", *self._sizes):
            field.value = sizes[len(sizes) // 2] if sizes else ""
        self._sizes = tuple(sizes)

    @on(Select.Changed, "#ruleset")
    def _show_lists(self) -> None:
        self._show_sizes()
        self.query_one("#army", Lines).show(list_lines(self._library, self._ruleset))
        self._show_starting_points()

    def _wanted(self) -> Orbat | None:
        try:
            size = read_size(self.query_one("#size", Input).value)
            when = read_typed_date(self.query_one("#date", Input).value, battles(self._ruleset))
        except ValueError as error:
            self._say(str(error).capitalize() + ".")
            return None
        file = self._library.army_list(self._ruleset, self._army)
        if file is None or file.value is None:
            unusable = phrase(
                "The army list {army_list} has errors. To see the errors, run orbat lint.", army_list=self._army
            )
            self._say(unusable if file else "This ruleset has no army list.")
            return None
        self.query_one("#date", Input).placeholder = date_hint(file.value)
        pins, date = (Pin(self._ruleset), Pin(self._army)), date_of(when)
        theatre = when.theatre_of(self._army, file.value) if isinstance(when, Battle) else ""
        place = next((phrase(", {theatre}", theatre=one.name) for one in file.value.theatres if one.id == theatre), "")
        asked = WANTED.get((self.focused.id if self.focused else "") or "", NEXT)
        later = phrase("{asked} You can change everything later.", asked=asked)
        self._say(phrase("{date}{place}. {later}", date=date.in_words, place=place, later=later) if date else later)
        title = usual_title(file.value.title, size)
        return Orbat(ruleset=pins[0], army_list=pins[1], title=title, game_size=size, date=date, theatre=theatre)

    def on_descendant_focus(self) -> None:
        """Show the hint of the question that has the focus."""
        self._wanted()

    def _say(self, words: str) -> None:
        self.query_one("#hint", Static).update(Content(visible(words)))

    @on(Lines.Moved, "#army")
    @on(Input.Changed)
    def _show_starting_points(self) -> None:
        if not self.is_shown:  # the screen was closed while the templates were read
            return
        wanted = self._wanted()
        if wanted is None:
            return
        found = fitting(self._templates, self._ruleset, self._army, wanted.game_size, wanted.date)
        rows = [library_row(one) for one in found]
        lines = [Line(key=BLANK, name="Empty", columns=("0",))]
        if wanted.game_size:
            lines.append(Line(key=RAISED, name="Generated army", columns=(show(wanted.game_size),)))
        lines += [
            Line(key=report.source, name=row.title, columns=(row.total,))
            for report, row in zip(found, rows, strict=True)
        ]
        starting_points = self.query_one("#starting-points", Lines)
        starting_points.show(tuple(lines), starting_points.line.key if starting_points.line else None)
        self._show_preview(wanted)

    def _template(self) -> Report | None:
        line = self.query_one("#starting-points", Lines).line
        return next((one for one in self._templates if line and one.source == line.key), None)

    @on(Lines.Moved, "#starting-points")
    def _show_other_preview(self) -> None:
        if wanted := self._wanted():
            self._show_preview(wanted)

    def _show_preview(self, wanted: Orbat) -> None:
        template = self._template()
        if template:
            title = phrase("Preview: {title}", title=template.title)
            lines = tuple(
                Line(
                    key=row.path,
                    name=row.name or phrase("unnamed {level}", level=row.level),
                    depth=row.depth,
                    columns=("", row.points),
                    role="plain" if row.sort == "unit" else "head",
                )
                for row in template.rows
            )
        else:
            book, missing = self._library.book(wanted)
            if book is None:
                self._say(missing[0].message)
                return
            heads = ", ".join(filter(None, column_titles(book.ruleset)[::2]))
            title = phrase("Army list {army_list}: {columns}", army_list=book.title(self._army), columns=heads)
            offered = army_list_lines(program_of(self).workspace.open(wanted, book), "")
            lines = tuple(replace(line, columns=line.columns[::2]) for line in offered)
        self.query_one("#preview-title", Label).update(Content(visible(title)))
        self.query_one("#offered", Lines).show(lines)

    @on(Lines.Chosen, "#army")
    def _to_size(self) -> None:
        self.query_one("#size").focus()

    @on(Input.Submitted, "#size")
    def _to_date(self) -> None:
        self._go_on("#date")

    def action_ask_date(self) -> None:
        """List the battles in the years of the army list. A chosen battle or date goes into the field."""
        file, field = self._library.army_list(self._ruleset, self._army), self.query_one("#date", Input)
        years = file.value.years if file and file.value else None
        known = tuple(one for one in battles(self._ruleset) if years is None or years.covers(one.date))

        def answered(when: Battle | Date | None) -> None:
            field.value = when.name if isinstance(when, Battle) else str(when or "")

        if known:
            ask_date(self, known, field.value, answered)

    @on(Input.Submitted, "#date")
    def _to_starting_points(self) -> None:
        self._go_on("#starting-points")

    def _go_on(self, question: str) -> None:
        # After a wrong answer, its field keeps the focus.
        if self._wanted() is None:
            self.app.bell()
        else:
            self.query_one(question).focus()

    @on(Button.Pressed, ".size")
    def _sized(self, event: Button.Pressed) -> None:
        self.query_one("#size", Input).value = str(event.button.label)
        self._to_date()

    @on(Button.Pressed, "#create")
    @on(Lines.Chosen, "#starting-points")
    def action_create(self) -> None:
        """Create the ORBAT and open the builder."""
        wanted, template = self._wanted(), self._template()
        if wanted is None:
            self.app.bell()
            return
        book, missing = self._library.book(wanted)
        if book is None:
            self._say(missing[0].message)
            return
        if template and template.orbat:
            date, theatre = wanted.date or template.orbat.date, wanted.theatre or template.orbat.theatre
            orbat = replace(template.orbat, game_size=wanted.game_size, date=date, theatre=theatre)
            orbat = with_claims(orbat, book, Evaluator().examine(orbat, book)[0])
        else:
            orbat = starting_army(wanted, book.ruleset.levels[-1].id)
        program, line = program_of(self), self.query_one("#starting-points", Lines).line
        if self.answer():
            program.open_orbat(orbat, book, run="raise" if line and line.key == RAISED else "")

    def action_back(self) -> None:
        """Close without creating an ORBAT."""
        self.answer(None)
