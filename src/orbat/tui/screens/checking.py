"""Checking an opponent's list: his text beside what was made of it, what it comes to, and what the rules find. The
file stays as it is; what was read of it can be corrected, saved and opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Label, Static

from orbat.model.book import Book
from orbat.model.finding import Finding
from orbat.outputs.safe import visible
from orbat.outputs.text import finding_lines
from orbat.pipeline import Desk, report_on
from orbat.report.judging import judgement
from orbat.report.report import Report, number
from orbat.sources.library import Library
from orbat.sources.orbat_file import Loaded
from orbat.sources.readers import read_each
from orbat.sources.text_file import read_text
from orbat.tui.commands import correcting, reading_by
from orbat.tui.screens.ask import AskButtons, Tell
from orbat.tui.screens.made import Made
from orbat.tui.screens.page import HELP, Page
from orbat.tui.steps.correcting import Kept, Step, Trail
from orbat.tui.views.checked import ranked, report_lines, row_lines, row_name, row_words, text_lines
from orbat.tui.views.made_of import made_of
from orbat.tui.widgets.lines import Lines


def only_ruleset(library: Library) -> str:
    """The id of the ruleset where there is only one: it stands in where a typed list names none."""
    ids = library.ruleset_ids()
    return ids[0] if len(ids) == 1 else ""


class Read(Lines):
    """The list, as its own text or as rows; Enter corrects a line of a text, or tells how a row's points are made."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Correct")]


class Found(Lines):
    """The findings; Enter tells one at length."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Explain")]


class CheckingScreen(Page[Path]):
    """A report on a list that somebody else made. Gives back the file that was checked last."""

    page = "checking"

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
        self.given = {"ruleset": only_ruleset(library), "army_list": ""}
        self.points: int | None = None
        self._desk = Desk()
        self._text = ""
        self.trails: tuple[Trail, ...] = ()
        self.which = 0
        self.report: Report | None = None
        self._findings: tuple[Finding, ...] = ()
        self._kept: dict[int, Kept] = {}

    @property
    def read(self) -> Loaded | None:
        """What was read of the army on screen, as it is corrected now."""
        return self.trails[self.which].now.read if self.trails else None

    @property
    def saved_as(self) -> Kept | None:
        """Where what is on screen was saved to, if it was."""
        kept = self._kept.get(self.which)
        return kept if kept and kept.read == self.read else None

    @property
    def book(self) -> Book:
        """What the army on screen is read against."""
        assert self.report is not None
        assert self.report.book is not None
        return self.report.book

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
        yield Found(id="found", widths=(9,))
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Read the file."""
        self._check()

    @work(exclusive=True)
    async def _check(self) -> None:
        """Read the file in a thread, and show what came of it; corrections made before are gone."""
        self.query_one("#check-head", Static).update("Reading…")
        file, given = self.file, dict(self.given)
        read = await asyncio.to_thread(lambda: read_each(file, self.library, **given))
        text = await asyncio.to_thread(read_text, file)
        self._text = text if isinstance(text, str) else ""
        self.trails = tuple(Trail(Step("read", one)) for one in read)
        self.which = 0
        self._kept.clear()
        report = await asyncio.to_thread(self._priced)
        self._show(report)
        if report.reading is not None:
            self.query_one(Read).focus()

    def _priced(self) -> Report:
        """The report on what was read, as it is corrected now."""
        assert self.read is not None
        return report_on(str(self.file), self.read, self.library, self._desk, self.points)

    def _show(self, report: Report) -> None:
        """Show what came of it."""
        self.report, self._findings = report, ranked(report.findings)
        self.query_one(".page-title", Label).update(Content(f"Checking {visible(self.file.name)}{self._of_how_many}"))
        is_typed = report.reading is not None
        says = judgement(report) if is_typed else ". ".join(filter(None, (report.verdict, report.points)))
        head = ". ".join(filter(None, (report.title, report.head)))
        content = Content.assemble((f"{visible(says)}.", "bold"), f"\n{visible(head)}.")
        self.query_one("#check-head", Static).update(content)
        title = "The text as handed over" if is_typed else "The list as read: points written, then what they come to"
        self.query_one("#list-title", Label).update(title)
        self.query_one(Read).show(tuple(text_lines(report, self._text) if is_typed else row_lines(report)))
        self.query_one("#check-made").display = is_typed
        self._tell_made()
        tally = ", ".join(number(n, word) for word, n in report.counts.items() if n)
        self.query_one("#found-title", Label).update(Content(f"Findings: {tally or 'none'}"))
        self.query_one(Found).show(tuple(report_lines(self._findings)))
        self.refresh_bindings()

    @property
    def _of_how_many(self) -> str:
        return f", army {self.which + 1} of {len(self.trails)} (W: choose which)" if len(self.trails) > 1 else ""

    @on(Lines.Moved, "#check-rows")
    def _tell_made(self) -> None:
        """Tell what was made of the line at the cursor."""
        line = self.query_one(Read).line
        if self.report is not None and line is not None and isinstance(line.key, int):
            self.query_one(Made).tell(made_of(self.report, line.key))
            self.query_one("#check-made").scroll_home(animate=False)

    @on(Lines.Chosen, "#found")
    def _explain(self, event: Lines.Chosen) -> None:
        event.stop()
        if self.report is None or not isinstance(event.line.key, tuple):
            return
        finding = self._findings[event.line.key[1]]
        words = "\n".join(line.strip() for line in finding_lines(finding))
        self.app.push_screen(Tell(finding.code, words))

    @on(Lines.Chosen, "#check-rows")
    def _chosen(self, event: Lines.Chosen) -> None:
        """Correct a line of a text; of a row, tell how its points are made up."""
        event.stop()
        if self.report is not None and isinstance(event.line.key, tuple):
            row = self.report.rows[event.line.key[1]]
            self.app.push_screen(Tell(visible(row_name(row)), row_words(row)))
        elif isinstance(event.line.key, int):
            correcting.correct(self, event.line.key)

    def say(self, words: str, severity: Literal["information", "warning", "error"] = "information") -> None:
        """Say something in passing; the words are text, never markup."""
        self.app.notify(words, severity=severity, markup=False)

    def take(self, name: str, read: Loaded) -> None:
        """Take what was read as a correction has made it."""
        self._go(self.trails[self.which].do(name, read))

    def _go(self, trail: Trail) -> None:
        if trail != self.trails[self.which]:
            self.trails = (*self.trails[: self.which], trail, *self.trails[self.which + 1 :])
            self._show(self._priced())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what there is something for is shown at the foot."""
        trail = self.trails[self.which] if self.trails else None
        there = {
            "undo": bool(trail and trail.made),
            "redo": bool(trail and trail.undone),
            "which": len(self.trails) > 1,
        }
        return there.get(action, True)

    def action_undo(self) -> None:
        """Take back the last correction."""
        self._go(self.trails[self.which].undo())

    def action_redo(self) -> None:
        """Make the correction that was taken back last."""
        self._go(self.trails[self.which].redo())

    def action_save(self) -> None:
        """Save the ORBAT that was read and corrected."""
        correcting.save(self)

    def kept(self, file: Path, text: str) -> None:
        """Note that what is on screen was saved."""
        assert self.read is not None
        self._kept[self.which] = Kept(self.read, file, text)

    def action_build(self) -> None:
        """Open it in the builder."""
        correcting.open_in_builder(self)

    def check(self, file: Path) -> None:
        """Check a file from the beginning."""
        self.file = file
        self._check()

    def agree(self, points: int | None) -> None:
        """Check against another size, or the file's own."""
        self.points = points
        self._kept.clear()
        self._show(self._priced())

    def turn_to(self, which: int) -> None:
        """Show another army of the text."""
        self.which = which
        self._show(self._priced())

    def action_other(self) -> None:
        """Check another file."""
        self._unless_unsaved(lambda: reading_by.other(self))

    def action_which(self) -> None:
        """Choose among the armies of one text."""
        reading_by.which(self)

    def action_army(self) -> None:
        """Say which army list to read it by."""
        self._unless_unsaved(lambda: reading_by.army(self))

    def action_size(self) -> None:
        """Say what size was agreed."""
        reading_by.size(self)

    @property
    def unsaved(self) -> bool:
        """Whether there are corrections that no file has."""
        kept = {n: one.read for n, one in self._kept.items()}
        return any(trail.made and kept.get(n) != trail.now.read for n, trail in enumerate(self.trails))

    def _unless_unsaved(self, go: Callable[[], object]) -> None:
        """Go on to what loses the corrections, after asking where they are not saved."""
        if not self.unsaved:
            go()
            return
        answers = (("save", "Save them"), ("discard", "Go on without"), ("back", "Go back"))

        def answered(answer: str | None) -> None:
            if answer == "save":
                correcting.save(self, lambda: self._unless_unsaved(go))
            elif answer == "discard":
                go()

        self.app.push_screen(AskButtons("There are corrections that are not saved.", answers), answered)

    def action_back(self) -> None:
        """Leave; the file was not changed."""
        self._unless_unsaved(lambda: self.dismiss(self.file))
