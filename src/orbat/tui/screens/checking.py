"""Checking an opponent's list: what was read of it, what it comes to, and what the rules find. Nothing is changed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, Label, Static

from orbat.model.finding import SEVERITIES, Finding, cited
from orbat.outputs.safe import visible
from orbat.outputs.text import finding_lines
from orbat.pipeline import check
from orbat.report.report import Report, number
from orbat.report.rows import Row
from orbat.sources.library import Library
from orbat.tui.screens.ask import AskChoice, AskText, Tell
from orbat.tui.screens.begin import read_size
from orbat.tui.screens.files import FilePicker
from orbat.tui.screens.page import HELP, Page
from orbat.tui.views.findings import SEVERITY_SIGNS
from orbat.tui.widgets.lines import Line, Lines


def only_ruleset(library: Library) -> str:
    """The id of the ruleset where there is only one: it stands in where a typed list names none."""
    ids = library.ruleset_ids()
    return ids[0] if len(ids) == 1 else ""


def row_lines(report: Report) -> Iterator[Line]:
    """The list as it was read: every formation and unit with what is written and what it comes to."""
    word = report.book.ruleset.rating_word if report.book else ""
    for place, row in enumerate(report.rows):
        differs = bool(row.claimed) and row.claimed != row.points
        yield Line(
            key=("row", place),
            name=_name(row),
            depth=row.depth,
            columns=(
                row.options,
                f"{word} {row.rating}" if row.rating else "",
                _size(row),
                row.claimed,
                f"{'≠ ' if differs else ''}{row.points}",
            ),
            role="plain" if row.sort == "unit" else "head",
        )


def _name(row: Row) -> str:
    if row.sort == "unit":
        return row.name
    name = row.name or f"unnamed {row.level}"
    return f"{name} · {row.commander}, {row.quality}" if row.commander else name


def _size(row: Row) -> str:
    if row.off_board and row.sort == "formation":
        return "off board"
    return f"{row.size} {row.counted_in}" if row.size else ""


def ranked(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings, the worst first."""
    return tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)))


def report_lines(findings: tuple[Finding, ...]) -> Iterator[Line]:
    """A line for each finding, with where it stands in the file."""
    for place, finding in enumerate(findings):
        yield Line(
            key=("finding", place),
            name=f"{finding.severity}: {finding.message} {cited(finding.cites)}",
            symbol=SEVERITY_SIGNS[finding.severity],
            columns=(f"line {finding.line}" if finding.line else "",),
            role=finding.severity if finding.severity != "note" else "plain",
        )


def _tally(report: Report) -> str:
    return ", ".join(number(n, word) for word, n in report.counts.items() if n)


class Found(Lines):
    """The findings; Enter tells one at length."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Explain")]


class CheckingScreen(Page[Path]):
    """A report on a list that somebody else made. Gives back the file that was checked last."""

    page = "checking"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "other", "File"),
        Binding("l", "army", "Army list"),
        Binding("a", "size", "Agreed size"),
        Binding("tab", "app.focus_next", "Other pane"),
        Binding("escape,q", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#found"

    def __init__(self, library: Library, file: Path) -> None:
        super().__init__()
        self._library = library
        self._file = file
        self._given = {"ruleset": only_ruleset(library), "army_list": ""}
        self._points: int | None = None
        self._report: Report | None = None
        self._findings: tuple[Finding, ...] = ()

    def compose(self) -> ComposeResult:
        """What it is and what it comes to, over the list, over what was found."""
        yield Label(f"Checking {visible(self._file.name)}", classes="page-title", markup=False)
        yield Static(id="check-head", markup=False)
        yield Label("The list as read. At the right: points written, then what they come to", classes="pane")
        yield Lines(id="check-rows", widths=(14, 8, 11, 6, 8))
        yield Label("Findings", classes="pane", markup=False, id="found-title")
        yield Found(id="found", widths=(9,))
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Read the file."""
        self._check()

    @work(exclusive=True)
    async def _check(self) -> None:
        """Read, price and check the file in a thread, and show what came of it."""
        self.query_one("#check-head", Static).update("Reading…")
        file, points, given = self._file, self._points, dict(self._given)
        report = await asyncio.to_thread(lambda: check(file, self._library, desk=None, points=points, **given))
        self._report, self._findings = report, ranked(report.findings)
        self.query_one(".page-title", Label).update(Content(f"Checking {visible(file.name)}"))
        verdict = Content.styled(". ".join(filter(None, (report.verdict, report.points))) + ".", "bold")
        head = visible(". ".join(filter(None, (report.title, report.head))) + ".")
        self.query_one("#check-head", Static).update(Content("\n").join([verdict, Content(head)]))
        self.query_one("#check-rows", Lines).show(tuple(row_lines(report)))
        self.query_one("#found-title", Label).update(Content(f"Findings: {_tally(report) or 'none'}"))
        self.query_one("#found", Lines).show(tuple(report_lines(self._findings)))

    @on(Lines.Chosen, "#found")
    def _explain(self, event: Lines.Chosen) -> None:
        event.stop()
        if self._report is None or not isinstance(event.line.key, tuple):
            return
        finding = self._findings[event.line.key[1]]
        words = "\n".join(line.strip() for line in finding_lines(finding))
        self.app.push_screen(Tell(finding.code, words))

    @on(Lines.Chosen, "#check-rows")
    def _reason(self, event: Lines.Chosen) -> None:
        event.stop()
        if self._report is not None and isinstance(event.line.key, tuple):
            row = self._report.rows[event.line.key[1]]
            claimed = f"\nThe list says {row.claimed}." if row.claimed else ""
            self.app.push_screen(Tell(visible(_name(row)), visible(row.reason or f"{row.points} points") + claimed))

    def action_other(self) -> None:
        """Check another file."""

        def chosen(file: Path | None) -> None:
            if file is not None:
                self._file = file
                self._check()

        self.app.push_screen(FilePicker("Check which list?", self._file), chosen)

    def action_army(self) -> None:
        """Say which army list to read it by, where the file does not."""
        ruleset = self._given["ruleset"] or (self._report.book.ruleset.id if self._report and self._report.book else "")
        ids = self._library.list_ids(ruleset)
        lines = tuple(Line(key=one, name=one.replace("_", " ").capitalize()) for one in ids)

        def chosen(answer: str | None) -> None:
            if answer is not None:
                self._given["army_list"] = answer
                self._check()

        self.app.push_screen(AskChoice("Where the file names no army list, read it by:", lines), chosen)

    def action_size(self) -> None:
        """Say what size was agreed."""

        def wrong(text: str) -> str:
            try:
                read_size(text)
            except ValueError as error:
                return f"{error}.".capitalize()
            return ""

        def chosen(text: str | None) -> None:
            if text is not None:
                self._points = read_size(text)
                self._check()

        now = "" if self._points is None else str(self._points)
        question = "The agreed size in points; empty: as the file says"
        self.app.push_screen(AskText(question, now, wrong=wrong), chosen)

    def action_back(self) -> None:
        """Leave; nothing was changed."""
        self.dismiss(self._file)
