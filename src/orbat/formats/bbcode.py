"""An ORBAT as BBCode for forums: nested lists, and bold headings and totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.formats.forum_codes import escape_codes
from orbat.formats.text import (
    TextLine,
    army_lines,
    finding_lines,
    header_lines,
    settings_line,
    total_line,
    verdict_line,
)
from orbat.model import text_words as notation
from orbat.report.report import Report


def bbcode(report: Report) -> str:
    """The report's ORBAT as BBCode. `orbat.formats.text_reader` can read the BBCode back."""
    title = notation.title(report.orbat.title if report.orbat else report.title)
    parts = [[_bold(title)]]
    if report.orbat is not None:
        parts[0].append(escape_codes(notation.name(report.subtitle, "no details")))
        parts[0].append(f"[i]{escape_codes(settings_line(report.orbat))}[/i]")
        parts[0] += map(_line, header_lines(report.orbat))
        parts.append([*_nested(army_lines(report))])
        parts.append([_bold(total_line(report)), _bold(verdict_line(report))])
    else:
        parts.append([_bold(verdict_line(report))])
    if report.findings:
        lines = (f"[*]{escape_codes(line)}" for line in finding_lines(report.findings))
        parts.append([_bold("Findings:"), "[list]", *lines, "[/list]"])
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _bold(text: str) -> str:
    return f"[b]{escape_codes(text)}[/b]"


def _line(line: TextLine) -> str:
    return (_bold(line.strong) if line.strong else "") + escape_codes(line.rest)


def _nested(lines: Iterable[TextLine]) -> Iterator[str]:
    depth = 0
    for line in lines:
        if line.is_detail and depth:  # a note is another line of the item above
            yield _line(line)
            continue
        while depth > line.depth + 1:
            depth -= 1
            yield "[/list]"
        while depth < line.depth + 1:
            depth += 1
            yield "[list]"
        yield f"[*]{_line(line)}"
    yield from ["[/list]"] * depth
