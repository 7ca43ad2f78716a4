"""The check screen: a list of troops, how lines were read, the total and the findings.

The user can correct how lines were read, then save the corrected army or open it in the builder. The checked file stays
unchanged.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Label, Static

from orbat.data.battles import Battle, battle_in
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.agreed import Agreed
from orbat.model.claims import Correction
from orbat.model.dates import Date
from orbat.model.failure import failures_in
from orbat.model.finding import count_by_severity
from orbat.model.text_words import visible
from orbat.model.wording import any_of, phrase, plural
from orbat.pipeline import Evaluator, report_on
from orbat.render.text import findings_lines
from orbat.report.finding_groups import FindingGroup
from orbat.report.report import Report
from orbat.report.sums import verdict_summary
from orbat.report.verdict import severity_count
from orbat.session.journal import RecoveredJournal
from orbat.tui.commands import check as commands
from orbat.tui.file_reading import ReadFile, only_ruleset, read_for_check
from orbat.tui.screens.ask import DialogText
from orbat.tui.screens.dialog_host import DialogHostScreen
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.steps.corrections import CorrectionHistory, CorrectionJournals, uncorrected
from orbat.tui.storage import PASTED, is_pasted
from orbat.tui.views.checked_list import (
    finding_text,
    line_details,
    ranked,
    report_lines,
    row_lines,
    row_name,
    row_words,
    text_lines,
)
from orbat.tui.views.explanation import explanation_text, with_screen_help
from orbat.tui.widgets.keybar import PageKeys
from orbat.tui.widgets.lines import Lines

WAIT_SIGNS = "|/-\\"
"""The signs that take turns while a list is read."""


class LineDetails(DialogText):
    """The pane that explains how a line of the list was read. Wrong numbers are marked with ≠."""

    def __init__(self) -> None:
        super().__init__("")

    def show_text(self, words: str) -> None:
        """Replace the text."""
        self._lines = [visible(line) for line in words.split("\n")]
        self.refresh(layout=True)

    def on_click(self) -> None:
        """If the pane says "Press Enter", a click does the same as the Enter key."""
        if any("Press Enter" in line for line in self._lines):
            self.screen.query_one(CheckedList).action_choose()

    def render(self) -> Content:
        """The wrapped lines. Lines with ≠ are bold."""
        content = super().render()
        for found in re.finditer(r"^.*≠.*$", content.plain, re.M):
            content = content.stylize("bold", *found.span())
        return content


class Details(VerticalScroll):
    """The frame of the details. Tab stops here only if there is something to scroll."""

    def allow_focus(self) -> bool:
        """Whether the details are longer than the pane."""
        return self.max_scroll_y > 0


class CheckedList(Lines):
    """The pane with the checked list: the text of a typed list, or the units of an ORBAT file."""

    # Enter on a line of a typed list corrects how the line was read. Enter on a unit explains the price.
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Correct")]


class FindingsPane(Lines):
    """The list of findings. Enter explains the finding at the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Explain")]


class CheckScreen(DialogHostScreen[Path], PageScreen[Path]):
    """The screen that checks a list, usually the opponent's. The screen returns the path of the last checked file."""

    help_page = "check"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save"),
        Binding("B", "build", "Build"),
        Binding("u,ctrl+z", "undo", "Undo"),
        Binding("ctrl+y", "redo", "Redo", show=False),
        Binding("J", "choose_army", "Choose army"),
        Binding("F", "check_another", "File"),
        Binding("ctrl+v", "check_pasted", "Paste"),
        Binding("L", "choose_army_list", "Change army list"),
        Binding("a", "set_size", "Game size"),
        Binding("y", "set_date", "Date"),
        Binding("tab", "app.focus_next", "Next pane"),
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
        self.date: Date | None = None
        self._has_no_date = False
        """Whether the user cleared the date, so that a battle in the list gives none."""
        self.battle: Battle | None = None
        """The battle in the list from which the date was taken."""
        self._evaluator = Evaluator()
        self._read_of = ReadFile((), "", "")
        self.corrections: tuple[CorrectionHistory, ...] = ()
        self.journals = CorrectionJournals(file)
        self.army_number = 0
        self.report: Report | None = None
        self._findings: tuple[FindingGroup, ...] = ()

    @property
    def read(self) -> Loaded | None:
        """The displayed army with all corrections; None if the file contains no readable army."""
        return self.corrections[self.army_number].now if self.corrections else next(iter(self._read_of.armies), None)

    @property
    def unsaved(self) -> bool:
        """Whether the checked file has unsaved corrections."""
        return any(changed.unsaved for changed in self.corrections)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 hash of the file's bytes; "" if the file is unreadable."""
        return self._read_of.fingerprint

    def compose(self) -> ComposeResult:
        """Show the verdict, the list, the details of a line, and the findings."""
        yield Label(self._heading, classes="page-title", markup=False)
        yield Static(id="check-head", markup=False)
        with Container(id="check-middle"):
            with Vertical(id="check-list"):
                yield Label("The list as read", classes="pane", markup=False, id="list-title")
                yield CheckedList(id="check-rows", widths=(14, 10, 11, 6, 8))
            with Details(id="check-made"):
                yield LineDetails()
        yield Label("Findings", classes="pane", markup=False, id="found-title")
        yield FindingsPane(id="found", widths=(9,))
        yield PageKeys()

    def on_mount(self) -> None:
        """Read the file."""
        self.check(self.file)

    def check(self, file: Path) -> None:
        """Check a file, and offer to recover unsaved corrections of the file."""
        self.file, self.date, self._has_no_date = file, None, False
        self.read_again(lambda: commands.offer_recovery(self))

    @work(exclusive=True)
    async def read_again(self, then: Callable[[], None] | None = None) -> None:
        """Read the file again and show the report. Earlier corrections are discarded.

        `then` is called before the report is shown.
        """
        if not self.is_shown:
            return
        self._show_wait()
        file, given = self.file, dict(self.assumed)
        read_of = await asyncio.to_thread(read_for_check, file, self.library, given)
        if not self.is_shown:
            return
        self._read_of = read_of
        self.journals.close()
        self.journals = CorrectionJournals(file, self._read_of.fingerprint, **given)
        self.corrections = tuple(uncorrected(one) for one in self._read_of.armies if one.orbat is not None)
        self.army_number = 0
        if then is not None:
            then()
        report = await asyncio.to_thread(self._priced)
        if not self.is_shown:
            return
        self._waiting.stop()
        self.show_report(report)
        if report.reading is not None:
            # the first question can be answered with Enter
            has_question = bool(report.reading.questions)
            self.query_one(FindingsPane if has_question else CheckedList).focus()
            if has_question:
                self._show_line_of_finding()

    def _show_wait(self) -> None:
        # The sign moves, so that the user sees that orbat works, and does not wait for input.
        signs = cycle(WAIT_SIGNS)

        def show() -> None:
            self.query_one("#check-head", Static).update(f"{next(signs)} Reading the list, a moment")

        show()
        self._waiting = self.set_interval(0.15, show)

    def _priced(self) -> Report:
        self.battle = None
        report = self._priced_at(self.date)
        if report.reading is None or report.orbat is None or report.orbat.date or self._has_no_date:
            return report
        # The first lines of a typed list may name a battle instead of a date.
        self.battle = battle_in(commands.named_in(report), commands.known_battles(report))
        return self._priced_at(self.battle.date) if self.battle else report

    def _priced_at(self, date: Date | None) -> Report:
        read = self.read
        assert read is not None
        if date is not None and read.orbat is not None:
            read = replace(read, orbat=replace(read.orbat, date=date))
        source = PASTED if is_pasted(self.file) else str(self.file)
        return report_on(source, read, self.library, self._evaluator, Agreed(self.game_size))

    def show_report(self, report: Report) -> None:
        """Show a report."""
        self.report, self._findings = report, ranked(report.findings)
        self.program.report_failures(failures_in(report.findings), report.source)
        self.query_one(".page-title", Label).update(self._title())
        is_typed = report.reading is not None
        parts = (report.verdict.headline, report.points)
        summary = verdict_summary(report) if is_typed else ". ".join(filter(None, parts))
        head = ". ".join(filter(None, (report.heading, report.subtitle)))
        content = Content.assemble((f"{visible(summary)}.", "bold"), f"\n{visible(head)}. ", self._dates(report))
        self.query_one("#check-head", Static).update(content)
        title = "Original text" if is_typed else "The list as read: typed points, then the price"
        self.query_one("#list-title", Label).update(title)
        self.query_one(CheckedList).show(
            tuple(text_lines(report, self._read_of.text) if is_typed else row_lines(report))
        )
        self._show_details()
        others = tuple(one for one in report.findings if not one.is_question)
        asked = len(report.findings) - len(others)
        questions = plural(asked, "{count} question", "{count} questions") if asked else ""
        tally = ", ".join(severity_count(n, word) for word, n in count_by_severity(others).items() if n)
        self.query_one("#found-title", Label).update(
            Content(f"Findings: {', '.join(filter(None, (questions, tally))) or 'none'}")
        )
        self.query_one(FindingsPane).show(tuple(report_lines(self._findings)))
        self.refresh_bindings()

    def _dates(self, report: Report) -> Content:
        # Whether dates were checked, and the date of the battle that the list names. A click asks for the date.
        if report.orbat is None:
            return Content("")
        date = report.orbat.date
        if date is None:
            words = "Dates not checked (y sets a date)"
        elif self.battle:
            words = phrase("Date guessed from “{battle}” (y changes it)", battle=self.battle.name)
        else:
            words = "Dates checked (y changes the date)"
        return Content(words).stylize(Style.from_meta({"@click": "screen.set_date"}))

    def _title(self) -> Content:
        # A click on the key that the title names runs its action.
        content = Content(self._heading)
        for key, action in (("L", "choose_army_list"), ("J", "choose_army")):
            if (place := content.plain.rfind(f" ({key}: ")) >= 0:
                return content.stylize(Style.from_meta({"@click": f"screen.{action}"}), place + 1)
        return content

    @property
    def _heading(self) -> str:
        file = "the pasted list" if is_pasted(self.file) else visible(self.file.name)
        armies = len(self.corrections)
        orbat = self.read.orbat if self.read else None
        if armies < 2 and orbat is not None and orbat.army_list is None:
            return phrase("Check {file} (L: choose the army list)", file=file)
        if armies < 2:
            return phrase("Check {file}", file=file)
        return phrase(
            "Check {file}, army {number} of {count} (J: choose another)",
            file=file,
            number=self.army_number + 1,
            count=armies,
        )

    @on(Lines.Moved, "#check-rows")
    def _show_details(self) -> None:
        if self.report is None:
            return
        line, found = self.query_one(CheckedList).line, self.query_one(FindingsPane)
        words = ""
        if line is not None and isinstance(line.key, int):
            words = line_details(self.report, line.key)
        elif line is not None and isinstance(line.key, tuple):
            words = row_words(self.report.rows[line.key[1]])
        if found.has_focus and found.cut_name:
            words = f"{finding_text(found.cut_name)}\n{words}"
        self.query_one(LineDetails).show_text(words)
        self.query_one(Details).scroll_home(animate=False)

    def on_descendant_focus(self) -> None:
        """Update the details. They also show the selected finding in full, if the focused list cuts it off."""
        self._show_details()

    @on(Lines.Moved, "#found")
    def _show_line_of_finding(self) -> None:
        line = self.query_one(FindingsPane).line
        if self.report is None or line is None or not isinstance(line.key, tuple):
            return
        rows, number = self.query_one(CheckedList), self._findings[line.key[1]].first.line
        place = next((place for place, one in enumerate(rows.lines) if one.key == number), None)
        if place is not None and self.report.reading is not None:
            rows.cursor = place
        self._show_details()

    @on(Lines.Chosen, "#found")
    def _explain(self, event: Lines.Chosen) -> None:
        event.stop()
        if self.report is None or not isinstance(event.line.key, tuple):
            return
        group = self._findings[event.line.key[1]]
        if group.first.is_question and commands.answer(self, group.first.line or 0, group.first.message):
            return
        title, text = explanation_text(group.code, self.report.orbat, self.report.book)
        words = (*(line.strip() for line in findings_lines(map(with_screen_help, group.findings))), "", text)
        self.show_text(title, "\n".join(words))

    @on(Lines.Chosen, "#check-rows")
    def _chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        if self.report is not None and isinstance(event.line.key, tuple):
            row = self.report.rows[event.line.key[1]]
            self.show_text(visible(row_name(row)), row_words(row))
        elif isinstance(event.line.key, int):
            commands.correct(self, event.line.key)

    def correct(self, *corrections: Correction) -> None:
        """Apply corrections. If the army stays the same, show a notice."""
        before = changed = self.corrections[self.army_number]
        for one in corrections:
            changed = changed.do(one)
        is_confirmed = all(one.what == "confirm" for one in corrections)
        if is_confirmed and changed is not before:
            numbers = any_of(str(one.line) for one in corrections)
            self.say(phrase("Line {numbers} is marked as read correctly. Press u to undo the mark.", numbers=numbers))
        elif changed is before or changed.now.orbat == before.now.orbat:
            self.say("This correction does not change the army.")
        self._go(changed)

    def _go(self, changed: CorrectionHistory) -> None:
        if changed != self.corrections[self.army_number]:
            self._keep((*self.corrections[: self.army_number], changed, *self.corrections[self.army_number + 1 :]))
            self.show_report(self._priced())

    def _keep(self, corrections: tuple[CorrectionHistory, ...]) -> None:
        # The journals are written before the screen shows the corrections, so that a crash loses nothing that was
        # shown.
        self.corrections = corrections
        if trouble := self.journals.record(corrections):
            self.say(trouble, severity="warning", title="No recovery after a crash")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action would have an effect. Keys without effect are hidden."""
        history = self.corrections[self.army_number].history if self.corrections else None
        available = {
            "undo": bool(history and history.undo_name),
            "redo": bool(history and history.redo_name),
            "choose_army": len(self.corrections) > 1,
            # in a typed list, the army list is a guess
            "choose_army_list": self.read is None or self.read.reading is not None or not self._names_army_list,
        }
        return available.get(action, True)

    @property
    def _names_army_list(self) -> bool:
        orbat = self.read.orbat if self.read else None
        return orbat is not None and orbat.army_list is not None

    def action_undo(self) -> None:
        """Undo the last correction."""
        self._go(self.corrections[self.army_number].undo())

    def action_redo(self) -> None:
        """Redo the last undone correction."""
        self._go(self.corrections[self.army_number].redo())

    def action_save(self) -> None:
        """Save the corrected ORBAT."""
        commands.save(self)

    def saving(self, file: Path, text: str) -> None:
        """Record in the journal that a save begins."""
        self.journals.saving(self.army_number, file, text)

    def saved(self, file: Path, text: str) -> None:
        """Record that the displayed army was saved."""
        numbered = enumerate(self.corrections)
        self._keep(tuple(one.save(file, text) if army == self.army_number else one for army, one in numbered))

    def action_build(self) -> None:
        """Open the corrected ORBAT in the builder."""
        commands.open_in_builder(self)

    def read_again_with(self, assumed: Mapping[str, str], then: Callable[[], None] | None = None) -> None:
        """Read the file again.

        `assumed`: the ruleset and army list to use if the file does not name them. `then` is called before the report
        is shown.
        """
        self.assumed = dict(assumed)
        self.read_again(then)

    def resume_journal(self, work: RecoveredJournal) -> bool:
        """Continue to record corrections in a recovered journal.

        Returns False if another process uses the journal.
        """
        return self.journals.resume(work)

    def restore(self, corrections: tuple[CorrectionHistory, ...], army_number: int) -> None:
        """Replace the current corrections with recovered corrections. The journals do not change.

        `army_number`: the index of the army to display.
        """
        self.corrections, self.army_number = corrections, army_number

    def set_game_size(self, points: int | None) -> None:
        """Check the army against a game size in points. None means the size in the file."""
        self.game_size = points
        self._check_again()

    def set_date(self, date: Date | None) -> None:
        """Check the army for a date. None means the date in the file."""
        self.date, self._has_no_date = date, date is None
        self._check_again()

    def _check_again(self) -> None:
        # The file that was saved has another size or date, so it must be saved again.
        self._keep(tuple(replace(changed, last_save=None) for changed in self.corrections))
        self.show_report(self._priced())

    def show_army(self, army_number: int) -> None:
        """Display the army `army_number` of the file, counted from 0."""
        self.army_number = army_number
        self.show_report(self._priced())

    def action_check_another(self) -> None:
        """Check another file."""
        commands.unless_unsaved(self, lambda: commands.check_another(self))

    def action_check_pasted(self) -> None:
        """Check a list that the user pastes or types."""
        commands.unless_unsaved(self, lambda: commands.check_pasted(self))

    def on_paste(self, event: events.Paste) -> None:
        """Check a pasted list."""
        event.stop()
        if text := event.text.strip("\r\n"):
            commands.unless_unsaved(self, lambda: commands.check_pasted(self, text))

    def action_choose_army(self) -> None:
        """Choose an army of the file."""
        commands.choose_army(self)

    def action_choose_army_list(self) -> None:
        """Choose the army list."""
        commands.unless_unsaved(self, lambda: commands.choose_army_list(self))

    def action_set_date(self) -> None:
        """Set the date."""
        commands.set_date(self)

    def action_set_size(self) -> None:
        """Set the game size."""
        commands.set_size(self)

    def action_back(self) -> None:
        """Close the screen. If there are unsaved corrections, ask first."""
        commands.unless_unsaved(self, self._leave)

    def _leave(self) -> None:
        if self.answer(self.file):
            self.journals.close()
