"""A list that was handed over, as lines: its own text with what was made of each line, its rows, and its findings."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.claims import ReadLine
from orbat.model.finding import SEVERITIES, Finding, cited
from orbat.outputs.safe import visible
from orbat.report.judging import Sum, sums_of
from orbat.report.report import Report
from orbat.report.rows import Row
from orbat.tui.views.findings import SEVERITY_SIGNS
from orbat.tui.widgets.lines import Line

MARKS = {
    "unread": ("?", "unread", "warning"),
    "differs": ("≠", "differs", "error"),
    "follows": ("≠", "follows", "warning"),
    "unsure": ("~", "unsure", "warning"),
    "read": ("✓", "read", "plain"),
    "left out": ("·", "left out", "faint"),
    "nothing": ("·", "", "faint"),
}
"""How a line of a text is marked: the sign, the word and the role."""


def text_lines(report: Report, text: str) -> Iterator[Line]:
    """The text as it was handed over, each line with its number and a mark; a line's key is its number.

    A line stands as the file's `text` has it, as far as that is a text.
    """
    if report.reading is None:
        return
    original = dict(enumerate(text.splitlines(), 1))
    sums: dict[int, list[Sum]] = {}
    for one in sums_of(report):
        sums.setdefault(one.claim.line, []).append(one)
    widest = max((len(str(line.number)) for line in report.reading.lines), default=1)
    for line in report.reading.lines:
        sign, word, role = MARKS[_mark(line, sums.get(line.number, []))]
        whole = original.get(line.number, "").rstrip()
        words = whole if line.text.strip() in whole else line.text
        yield Line(key=line.number, name=f"{line.number:>{widest}} {words}", symbol=sign, columns=(word,), role=role)


def _mark(line: ReadLine, sums: list[Sum]) -> str:
    """What is most to be said of a line."""
    wrong = [one.difference for one in sums if one.difference]
    if line.unread:
        return "unread"
    if wrong:
        return "differs" if any(one.is_cause for one in wrong) else "follows"
    if line.rivals and line.paths:
        return "unsure"
    if line.paths or sums:
        return "read"
    return "left out" if line.how else "nothing"


def row_lines(report: Report) -> Iterator[Line]:
    """The list as it was read: every formation and unit with what is written and what it comes to."""
    word = report.book.ruleset.rating_word if report.book else ""
    for place, row in enumerate(report.rows):
        differs = bool(row.claimed) and row.claimed != row.points
        yield Line(
            key=("row", place),
            name=row_name(row),
            depth=row.depth,
            columns=(
                row.options,
                f"{word} {row.rating}" if row.rating else "",
                size_words(row),
                row.claimed,
                f"{'≠ ' if differs else ''}{row.points}",
            ),
            role="plain" if row.sort == "unit" else "head",
        )


def row_name(row: Row) -> str:
    """What a unit is called, or a formation with its general."""
    if row.sort == "unit":
        return row.name
    name = row.name or f"unnamed {row.level}"
    return f"{name} · {row.commander}, {row.quality}" if row.commander else name


def size_words(row: Row) -> str:
    """`15 stands`; of a formation, whether it is off the board."""
    if row.off_board and row.sort == "formation":
        return "off board"
    return row.sized


def row_words(row: Row) -> str:
    """How a row's points are made up, and what is written."""
    claimed = f"\nThe list says {row.claimed}." if row.claimed else ""
    return f"{visible(row.reason or f'{row.points} points')}{claimed}"


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
