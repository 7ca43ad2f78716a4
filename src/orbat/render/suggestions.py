"""Suggestions as lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.generator.suggest import Suggestion
from orbat.model.text_words import visible
from orbat.render.text import Painter, unpainted, wrapped
from orbat.report.report import Report


def suggestion_lines(
    report: Report,
    found: Sequence[Suggestion],
    paint: Painter = unpainted,
    width: int | None = None,
    *,
    of_owned: bool = False,
) -> Iterator[str]:
    """Yield the army's points, fixes for findings, and suggestions for reaching the agreed size.

    `of_owned`: whether the suggestions are limited to stands that the player owns.
    """
    yield from (paint(line, "title") for line in wrapped(f"{report.heading}: {report.points}", width))
    if report.unfinished:
        warning = "Unfinished: an internal error stopped the check. Suggestions may break a rule."
        yield from (paint(line, "error") for line in wrapped(warning, width))
    for finding in report.findings:
        ways = [one for one in found if one.fixes == (finding.code, finding.path)]
        if ways:
            yield from ["", *(paint(line, "error") for line in wrapped(visible(finding.message), width))]
            yield from _listed(ways, width)
    if landing := [one for one in found if one.fixes is None]:
        remaining = report.quote.remaining if report.quote else 0
        head = "To spend the points left:" if remaining and remaining > 0 else "To meet the agreed size:"
        yield from ["", paint(head, "note"), *_listed(landing, width)]
    if not found:
        yield no_suggestions(of_owned=of_owned)


def no_suggestions(*, of_owned: bool) -> str:
    """The message for a report without suggestions."""
    return "No suggestions within your collection." if of_owned else "No suggestions."


def _listed(ways: Sequence[Suggestion], width: int | None) -> Iterator[str]:
    for one in ways:
        yield from wrapped(f"  {visible(one.words)}", width, "    ")
