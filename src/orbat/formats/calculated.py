"""Compares calculated texts in a file, such as costs, with what orbat calculates now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from orbat.data.loaded import CalculatedText
from orbat.data.problem import Problem, Span, finding_of
from orbat.evaluate.pricing import options_of, rating_of
from orbat.formats.text import QuoteIndex
from orbat.model import text_words as notation
from orbat.model.finding import Finding
from orbat.model.points import show
from orbat.model.wording import phrase
from orbat.report.report import Report

_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)?[½¼¾]?|[½¼¾]|\bover\b")


def calculated_findings(texts: Iterable[CalculatedText], report: Report) -> Iterator[Finding]:
    """Yield a finding for each calculated text, such as a cost, that is out of date.

    `report` is the report on the ORBAT in the file, with prices.
    """
    index = QuoteIndex(report)
    is_changed = any(finding.doubt == "file" for finding in report.findings)
    for text in sorted(texts, key=lambda one: one.kind == "verdict"):
        ours = _expected(text, report, index)
        if ours is None or text.text in ours or _agrees(text, ours):
            continue
        if text.kind == "verdict" and is_changed:
            return  # the verdict differs because of what is reported already
        is_changed = True
        message = phrase("written: {text}; calculated: {ours}", text=text.text[:80], ours=ours[0] or "nothing")
        help = "Compare the ORBAT with the file."
        is_verdict = text.kind == "verdict"
        yield finding_of(
            Problem(
                *(text.path, message, help, "TXT011", Span(text.line, 1)),
                severity="note" if is_verdict else "warning",
                doubt=None if is_verdict else "file",
            )
        )


def _expected(text: CalculatedText, report: Report, index: QuoteIndex) -> tuple[str, ...] | None:
    match text.kind:
        case "army":
            return (report.subtitle,)
        case "total":
            return (report.points,) if report.quote and report.quote.total == _claimed(report) else None
        case "verdict":
            return (report.verdict.headline, report.verdict.without_warnings)
        case "quality":
            general = index.commanders.get(text.path)
            ours = index.implied_quality(text.path) or (general.commander.quality if general else "")
            return (ours, notation.word(ours)) if general else None
        case "points":
            if text.path[-1:] == ("commander",):
                return (index.general_points(text.path),) if text.path in index.commanders else None
            points = index.points(text.path)
            return None if points is None else (show(points),)
    return _expected_of_unit(text, report, index)


def _expected_of_unit(text: CalculatedText, report: Report, index: QuoteIndex) -> tuple[str, ...] | None:
    line, book = index.units.get(text.path), report.book
    entry = book.entry(line.list_id, line.unit.entry) if line and book else None
    if line is None or book is None or entry is None:
        return None
    if text.kind == "size":
        return (index.size_words(text.path, line.unit), f"size {line.unit.size}")
    rating = rating_of(line.unit, entry)
    if text.kind == "rating":
        return (rating,)
    options = options_of(line.unit, entry, book.ruleset.options, report.orbat.date if report.orbat else None)
    given = [*options, *line.unit.options, *map(notation.word, (*options, *line.unit.options))]
    return (*given, f"{index.rating_word} {notation.token(rating)}") if rating else (*given, "")


def _claimed(report: Report) -> object:
    return report.orbat.total if report.orbat else None


def _agrees(text: CalculatedText, ours: tuple[str, ...]) -> bool:
    # older versions used other words around the same numbers
    return text.kind == "total" and _NUMBERS.findall(text.text) == _NUMBERS.findall(ours[0])
