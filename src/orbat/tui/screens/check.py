"""Checking an opponent's list: his text beside what was made of it, what it comes to, and what the rules find. The
file stays as it is; what was read of it can be corrected, saved and opened.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Label, Static

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.claims import Correction
from orbat.model.failure import failures_in
from orbat.model.finding import Finding
from orbat.model.text_words import visible
from orbat.pipeline import Evaluator, report_on
from orbat.render.text import finding_lines
from orbat.report.report import Report, number
from orbat.report.verdict import verdict_summary
from orbat.session.journal import RecoveredJournal
from orbat.tui.commands import check as commands
from orbat.tui.file_reading import ReadFile, only_ruleset, read_for_check
from orbat.tui.screens.ask import DialogText
from orbat.tui.screens.dialog_host import DialogHostScreen
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.steps.corrections import CorrectionHistory, CorrectionJournals, begun
from orbat.tui.views.checked_list import line_details, ranked, report_lines, row_lines, row_name, row_words, text_lines
from orbat.tui.widgets.lines import Lines

# The words on what was made of a line; those on a difference stand out.


class Made(DialogText):
    """Labels and texts in lines, of which other ones can be told."""

    def __init__(self) -> None:
        super().__init__("")

    def tell(self, words: str) -> None:
        """InfoDialog other words."""
        self._lines = [visible(line) for line in words.split("\n")]
        self.refresh(layout=True)

    def render(self) -> Content:
        """The lines, wrapped, with what differs in bold."""
        content = super().render()
        for found in re.finditer(r"^.*≠.*$", content.plain, re.M):
            content = content.stylize("bold", *found.span())
        return content


class Read(Lines):
    """The list, as its own text or as rows; Enter corrects a line of a text, or tells how a row's points are made."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Correct")]


class FindingsPane(Lines):
    """The findings; Enter tells one at length."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Explain")]


class CheckScreen(DialogHostScreen[Path], PageScreen[Path]):
    """A report on a list that somebody else made. Gives back the file that was checked last."""

    help_page = "checking"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "save", "Save"),
        Binding("o", "build", "Open"),
        Binding("u,ctrl+z", "undo", "Undo"),
        Binding("r,ctrl+y", "redo", show=False),
        Binding("w", "which", show=False),
        Binding("f", "other", "File"),
        Binding("l", "army", "List"),
        Binding("a", "size", "Size"),
        Binding("tab", "app.focus_next", "Pane"),
        Binding("escape,q", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#found"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012  # the base class types it so

    def __init__(self, library: Library, file: Path) -> None:
        super().__init__()
        self.library = library
        self.file = file
        self.assumed = {"ruleset": only_ruleset(library), "army_list": ""}
        self.game_size: int | None = None
        self._evaluator = Evaluator()
        self._read_of = ReadFile((), "", "")
        self.corrections: tuple[CorrectionHistory, ...] = ()
        self.journals = CorrectionJournals(file)
        self.army_number = 0
        self.report: Report | None = None
        self._findings: tuple[Finding, ...] = ()

    @property
    def read(self) -> Loaded | None:
        """What was read of the army on screen, as it is corrected now."""
        return self.corrections[self.army_number].now if self.corrections else next(iter(self._read_of.armies), None)

    @property
    def unsaved(self) -> bool:
        """Whether there are corrections that no file has."""
        return any(trail.unsaved for trail in self.corrections)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the file's content; "" where it could not be read."""
        return self._read_of.mark

    def compose(self) -> ComposeResult:
        """What it is and what it comes to, over the list and what was made of the line there, over what was found."""
        yield Label(f"Checking {visible(self.file.name)}", classes="page-title", markup=False)
        yield Static(id="check-head", markup=False)
        with Container(id="check-middle"):
            with Vertical(id="check-list"):
                yield Label("The list as read", classes="pane", markup=False, id="list-title")
                yield Read(id="check-rows", widths=(14, 8, 11, 6, 8))
            with VerticalScroll(id="check-made"):
                yield Made()
        yield Label("Findings", classes="pane", markup=False, id="found-title")
        yield FindingsPane(id="found", widths=(9,))
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Read the file."""
        self.check(self.file)

    def check(self, file: Path) -> None:
        """Check a file from the beginning; what was corrected of it when orbat was killed is offered."""
        self.file = file
        self.read_again(lambda: commands.offer(self))

    @work(exclusive=True)
    async def read_again(self, then: Callable[[], None] | None = None) -> None:
        """Read the file in a thread, `then` do that, and show what came of it; corrections made before are gone."""
        if not self.is_shown:
            return
        self.query_one("#check-head", Static).update("Reading…")
        file, given = self.file, dict(self.assumed)
        read_of = await asyncio.to_thread(read_for_check, file, self.library, given)
        if not self.is_shown:
            return
        self._read_of = read_of
        self.journals.close()
        self.journals = CorrectionJournals(file, self._read_of.mark, **given)
        self.corrections = tuple(begun(one) for one in self._read_of.armies if one.orbat is not None)
        self.army_number = 0
        if then is not None:
            then()
        report = await asyncio.to_thread(self._priced)
        if not self.is_shown:
            return
        self._show(report)
        if report.reading is not None:
            self.query_one(Read).focus()

    def _priced(self) -> Report:
        """The report on what was read, as it is corrected now."""
        assert self.read is not None
        return report_on(str(self.file), self.read, self.library, self._evaluator, self.game_size)

    def _show(self, report: Report) -> None:
        """Show what came of it."""
        self.report, self._findings = report, ranked(report.findings)
        self.program.report_failures(failures_in(report.findings), report.source)
        self.query_one(".page-title", Label).update(Content(f"Checking {visible(self.file.name)}{self._of_how_many}"))
        is_typed = report.reading is not None
        says = verdict_summary(report) if is_typed else ". ".join(filter(None, (report.verdict, report.points)))
        head = ". ".join(filter(None, (report.title, report.subtitle)))
        content = Content.assemble((f"{visible(says)}.", "bold"), f"\n{visible(head)}.")
        self.query_one("#check-head", Static).update(content)
        title = "The text as handed over" if is_typed else "The list as read: points written, then what they come to"
        self.query_one("#list-title", Label).update(title)
        self.query_one(Read).show(tuple(text_lines(report, self._read_of.text) if is_typed else row_lines(report)))
        self.query_one("#check-made").display = is_typed
        self._tell_made()
        tally = ", ".join(number(n, word) for word, n in report.counts.items() if n)
        self.query_one("#found-title", Label).update(Content(f"Findings: {tally or 'none'}"))
        self.query_one(FindingsPane).show(tuple(report_lines(self._findings)))
        self.refresh_bindings()

    @property
    def _of_how_many(self) -> str:
        return (
            f", army {self.army_number + 1} of {len(self.corrections)} (W: choose which)"
            if len(self.corrections) > 1
            else ""
        )

    @on(Lines.Moved, "#check-rows")
    def _tell_made(self) -> None:
        """InfoDialog what was made of the line at the cursor."""
        line = self.query_one(Read).line
        if self.report is not None and line is not None and isinstance(line.key, int):
            self.query_one(Made).tell(line_details(self.report, line.key))
            self.query_one("#check-made").scroll_home(animate=False)

    @on(Lines.Chosen, "#found")
    def _explain(self, event: Lines.Chosen) -> None:
        event.stop()
        if self.report is None or not isinstance(event.line.key, tuple):
            return
        finding = self._findings[event.line.key[1]]
        words = "\n".join(line.strip() for line in finding_lines(finding))
        self.show_text(finding.code, words)

    @on(Lines.Chosen, "#check-rows")
    def _chosen(self, event: Lines.Chosen) -> None:
        """Correct a line of a text; of a row, tell how its points are made up."""
        event.stop()
        if self.report is not None and isinstance(event.line.key, tuple):
            row = self.report.rows[event.line.key[1]]
            self.show_text(visible(row_name(row)), row_words(row))
        elif isinstance(event.line.key, int):
            commands.correct(self, event.line.key)

    def correct(self, correction: Correction) -> None:
        """Make a correction."""
        self._go(self.corrections[self.army_number].do(correction))

    def _go(self, trail: CorrectionHistory) -> None:
        if trail != self.corrections[self.army_number]:
            self._keep((*self.corrections[: self.army_number], trail, *self.corrections[self.army_number + 1 :]))
            self._show(self._priced())

    def _keep(self, corrections: tuple[CorrectionHistory, ...]) -> None:
        """Journal the corrections, before they are on screen."""
        self.corrections = corrections
        if trouble := self.journals.follow(corrections):
            self.say(trouble, severity="warning", title="Not journalled")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what there is something for is shown at the foot."""
        history = self.corrections[self.army_number].history if self.corrections else None
        there = {
            "undo": bool(history and history.undo_name),
            "redo": bool(history and history.redo_name),
            "which": len(self.corrections) > 1,
        }
        return there.get(action, True)

    def action_undo(self) -> None:
        """Take back the last correction."""
        self._go(self.corrections[self.army_number].undo())

    def action_redo(self) -> None:
        """Make the correction that was taken back last."""
        self._go(self.corrections[self.army_number].redo())

    def action_save(self) -> None:
        """Save the ORBAT that was read and corrected."""
        commands.save(self)

    def saving(self, file: Path, text: str) -> None:
        """Journal that a file is about to be written."""
        self.journals.saving(self.army_number, file, text)

    def saved(self, file: Path, text: str) -> None:
        """Note that what is on screen was saved."""
        there = enumerate(self.corrections)
        self._keep(tuple(trail.save(file, text) if army == self.army_number else trail for army, trail in there))

    def action_build(self) -> None:
        """Open it in the builder."""
        commands.open_in_builder(self)

    def read_by(self, given: Mapping[str, str], then: Callable[[], None] | None = None) -> None:
        """Read the file by another ruleset and army list."""
        self.assumed = dict(given)
        self.read_again(then)

    def resume_journal(self, work: RecoveredJournal) -> bool:
        """Go on with a journal that was left behind; False where another orbat has it."""
        return self.journals.resume(work)

    def restore(self, corrections: tuple[CorrectionHistory, ...], army_number: int) -> None:
        """Take other trails, which journals hold already, before the list is shown."""
        self.corrections, self.army_number = corrections, army_number

    def set_game_size(self, points: int | None) -> None:
        """Check against another size, or the file's own."""
        self.game_size = points
        self._keep(tuple(replace(trail, kept=None) for trail in self.corrections))
        self._show(self._priced())

    def show_army(self, army_number: int) -> None:
        """Show another army of the text."""
        self.army_number = army_number
        self._show(self._priced())

    def action_other(self) -> None:
        """Check another file."""
        commands.unless_unsaved(self, lambda: commands.other(self))

    def action_which(self) -> None:
        """Choose among the armies of one text."""
        commands.which(self)

    def action_army(self) -> None:
        """Say which army list to read it by."""
        commands.unless_unsaved(self, lambda: commands.army(self))

    def action_size(self) -> None:
        """Say what size was agreed."""
        commands.size(self)

    def action_back(self) -> None:
        """Leave; the file was not changed."""
        commands.unless_unsaved(self, self._leave)

    def _leave(self) -> None:
        if self.answer(self.file):
            self.journals.close()
