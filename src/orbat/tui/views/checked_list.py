"""The contents of the check screen: the list, the findings, and explanations of lines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.model.claims import ReadLine
from orbat.model.finding import Finding, format_cites
from orbat.model.points import exact, show
from orbat.model.text_words import visible
from orbat.model.wording import phrase, plural
from orbat.report.finding_groups import FindingGroup, with_headings
from orbat.report.read_roles import line_role, number_role, number_text
from orbat.report.report import Report
from orbat.report.rows import Row
from orbat.report.sums import CheckedSum, checked_sums
from orbat.tui.views.findings import SEVERITY_SIGNS, limits_heading
from orbat.tui.widgets.lines import Line

MARKS = {
    "unread": ("?", "unread", "warning"),
    "differs": ("≠", "differs", "error"),
    "explained": ("≠", "explained", "warning"),
    "unsure": ("~", "unsure", "warning"),
    "doubtful": ("?", "doubtful", "warning"),
    "likely": ("~", "likely", "warning"),
    "read": ("✓", "read", "plain"),
    "skipped": ("·", "skipped", "faint"),
    "nothing": ("·", "", "faint"),
}
"""How each status of a line of text is shown, as (sign, word, role). The role sets the colour."""


def text_lines(report: Report, text: str) -> Iterator[Line]:
    """The lines of a typed list, with line numbers and status signs, such as ≠.

    The `key` of a line is the line number. If `text` is "" (a binary file), the extracted text is shown.
    """
    if report.reading is None:
        return
    original = dict(enumerate(text.splitlines(), 1))
    sums: dict[int, list[CheckedSum]] = {}
    for one in checked_sums(report):
        sums.setdefault(one.claim.line, []).append(one)
    widest = max((len(str(line.number)) for line in report.reading.lines), default=1)
    for line in report.reading.lines:
        sign, word, role = MARKS[_mark(line, sums.get(line.number, []))]
        whole = original.get(line.number, "").rstrip()
        words = whole if line.text.strip() in whole else line.text
        yield Line(
            key=line.number,
            name=f"{line.number:>{widest}} {words}",
            symbol=sign,
            columns=(line_role(line), word),
            role=role,
        )


def is_unsure(line: ReadLine) -> bool:
    """Whether orbat is not sure how to read the line, so that the user can confirm the reading."""
    guessed = bool((line.alternatives or line.misspelt) and line.paths)
    return not line.unread and (guessed or line.confidence != "sure")


def _mark(line: ReadLine, sums: list[CheckedSum]) -> str:
    # The result is a key of `MARKS`.
    wrong = [one.difference for one in sums if one.difference]
    if line.unread:
        return "unread"
    if line.confidence == "doubtful":
        return "doubtful"
    if wrong:
        return "differs" if any(one.is_cause for one in wrong) else "explained"
    if (line.alternatives and line.paths) or line.leftover_number:
        return "unsure"
    if line.confidence == "likely":
        return "likely"
    if line.paths or sums:
        return "read"
    return "skipped" if line.explanation else "nothing"


def row_lines(report: Report) -> Iterator[Line]:
    """The formations and units of the ORBAT, with written points and calculated points."""
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
    """The name of a unit, or the name of a formation and its commander."""
    if row.sort == "unit":
        return row.name
    name = row.name or phrase("unnamed {level}", level=row.level)
    return f"{name} · {row.commander}, {row.quality}" if row.commander else name


def size_words(row: Row) -> str:
    """The size of a unit, such as `15 stands`; `off board` for a formation in reserve; otherwise ""."""
    if row.off_board and row.sort == "formation":
        return "off board"
    return row.size_text


def row_words(row: Row) -> str:
    """How the price of a unit or formation was calculated, and the points written in the list."""
    price = visible(row.reason or phrase("{points} points", points=row.points))
    if not row.claimed:
        return price
    return phrase("{price}\nTyped: {claimed}.", price=price, claimed=row.claimed)


def ranked(findings: tuple[Finding, ...]) -> tuple[FindingGroup, ...]:
    """The findings in groups, errors first."""
    return tuple(
        FindingGroup(part)
        for _, group in with_headings(findings)
        for part in ([(one,) for one in group.listed] if group.listed else [group.findings])
    )


def report_lines(groups: tuple[FindingGroup, ...]) -> Iterator[Line]:
    """The lines of the findings pane, one for each group of findings."""
    beyond = [one for group in groups for one in group.findings if one.house]
    for place, group in enumerate(groups):
        if beyond and group.first is beyond[0]:
            yield Line(key="house limits", name=limits_heading(beyond), heading=True)
        single = len(group.findings) == 1
        yield Line(
            key=("finding", place),
            name=phrase(
                "{severity}: {message} {cites}",
                severity="question" if group.first.is_question else group.severity,
                message=group.text,
                cites=format_cites(group.cites),
            ),
            symbol="?" if group.first.is_question else SEVERITY_SIGNS[group.severity],
            columns=(phrase("line {line}", line=group.first.line) if single and group.first.line else "",),
            role=group.severity if group.severity != "note" else "plain",
        )


# The details pane: labels and texts that explain how one line was read.


LabelledText = tuple[str, str]

LABEL_WIDTH = 15
"""Width of the label column, in cells."""

_LABELS = {
    "piece": "points each",
    "each": "points each",
    "line": "points",
    "subtotal": "subtotal",
    "total": "total",
    "left": "remaining",
    "size": "agreed size",
    "count": "units",
}


def finding_text(words: str) -> str:
    """The full text of a finding for the details pane, with the label `finding`."""
    return f"  {'finding':<{LABEL_WIDTH}}{words}"


def line_details(report: Report, number: int) -> str:
    """Explain how line `number` of a typed list was read. Returns "" if there is no such line."""
    line = next((one for one in report.reading.lines if one.number == number), None) if report.reading else None
    return "\n".join(f"  {label:<{LABEL_WIDTH}}{text}" for label, text in _details(report, line)) if line else ""


def _details(report: Report, line: ReadLine) -> Iterator[LabelledText]:
    questions = report.reading.questions_on(line.number) if report.reading else ()
    for question in questions:
        yield "question", phrase("{question} Press Enter to answer.", question=question.text)
    if questions:  # they are about the roles of numbers
        yield from _roles(report, line)
    yield from _meaning(report, line)
    if line.explanation:
        yield "explanation", line.explanation
    for typed, meant in line.misspelt if line.paths else ():
        yield "spelling", phrase("{typed} read as {name}", typed=typed, name=meant)
    for rival in line.alternatives if line.paths else ():
        yield "alternative", phrase("{name} ({percent}% similar)", name=rival.name, percent=rival.similarity)
    if not questions:
        yield from _roles(report, line)


def _meaning(report: Report, line: ReadLine) -> Iterator[LabelledText]:
    sums = [one for one in checked_sums(report) if one.claim.line == line.number]
    if line.unread:
        yield "not read", "Press Enter to choose an entry."
    elif not line.paths and not sums:
        yield "no purchase", "No unit, commander or points."
    elif line.leftover:
        yield "not read", line.leftover
    rows = [row for row in report.rows if row.sort == "unit" and row.path in line.paths]
    if rows:
        yield from _unit(report, rows)
    generals = [row for row in report.rows if (*row.path, "commander") in line.paths]
    for row in generals:
        yield "general", f"{row.commander}, {row.quality}"
    for one in sums:
        yield from _sum(one)
    if not any(one.difference and one.difference.reason for one in sums):
        yield from _calculation(rows, generals, sums)


def _roles(report: Report, line: ReadLine) -> Iterator[LabelledText]:
    word = report.book.ruleset.rating_word if report.book else ""
    numbers: dict[str, list[str]] = {}
    for one in line.numbers:
        numbers.setdefault(number_role(one.role, word), []).append(number_text(line, one))
    if numbers:
        texts = (phrase("{numbers} {role}", numbers=", ".join(alike), role=role) for role, alike in numbers.items())
        yield "numbers", "; ".join(texts)


def _unit(report: Report, rows: list[Row]) -> Iterator[LabelledText]:
    row = rows[0]
    word = report.book.ruleset.rating_word if report.book else ""
    if len(rows) == 1:
        yield "unit", row.name
    else:
        names = phrase("{first} to {last}", first=row.name, last=rows[-1].name)
        yield phrase("{count} units", count=len(rows)), names
    yield "read as", row.entry or "not in the army list"
    rating = f"{word} {row.rating}" if row.rating else ""
    yield "details", ", ".join(filter(None, (size_words(row) or "no size", rating, row.options)))


def _sum(one: CheckedSum) -> Iterator[LabelledText]:
    typed = show(one.claim.typed)
    if one.claim.claim_type == "size":
        yield _LABELS["size"], phrase("{typed} points", typed=typed)
        return
    yield (
        _LABELS[one.claim.claim_type],
        phrase("{typed} typed, price unknown", typed=typed)
        if one.calculated is None
        else phrase("{typed} typed, price {price}", typed=typed, price=show(one.calculated)),
    )
    if one.difference is None:
        return
    by = show(exact(abs(Fraction(one.shortfall))))
    yield (
        "difference",
        phrase("≠ too low by {points}", points=by)
        if one.shortfall > 0
        else phrase("≠ too high by {points}", points=by),
    )
    if one.difference.reason:
        yield "calculation", one.difference.reason
    if one.difference.explained_by:
        numbers = ", ".join(map(str, one.difference.explained_by))
        count = len(one.difference.explained_by)
        yield "explained by", plural(count, "line {numbers}", "lines {numbers}", numbers=numbers)


def _calculation(rows: list[Row], generals: list[Row], sums: list[CheckedSum]) -> Iterator[LabelledText]:
    if rows and not sums:
        yield "points", phrase("none typed, price {points}", points=rows[0].points)
    if rows:
        yield "calculation", rows[0].reason
    for row in generals:
        yield "calculation", row.commander_reason
