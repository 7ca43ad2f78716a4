"""A comparison of two ORBATs as a web page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.features.compare.difference import Difference, DifferenceGroup, no_differences, signed
from orbat.features.compare.measures import (
    ARMS,
    NONE,
    MeasurePart,
    counted_label,
    difference_of,
    measures,
    paired,
    side_by_side,
)
from orbat.features.compare.text import NAMES
from orbat.model.points import show
from orbat.model.wording import phrase
from orbat.render.html.markup import line, name, text
from orbat.render.html.shell import document, number_cells, table
from orbat.render.text import verdict_line, verdict_role
from orbat.report.report import Report

_TITLE = "Comparison of two ORBATs"
_CHANGE = "B - A"


def comparison_page(comparison: Difference, version: str) -> str:
    """Both armies, their numbers side by side, and the differences. The reports must have prices."""
    one, other = measures(comparison.before), measures(comparison.after)
    word = one.rating_word if one.rating_word == other.rating_word else "rating"
    by_rating = phrase("By {rating}", rating=word)
    body = [
        f'<body>\n<header>\n<h1 id="heading">{_TITLE}</h1>\n</header>',
        "<main>",
        *(_army(letter, report) for letter, report in zip(NAMES, (comparison.before, comparison.after), strict=True)),
        '<h2 id="numbers">Side by side</h2>',
        table(
            "numbers",
            ("", *NAMES, _CHANGE),
            (
                _row(label, *(part.text if part else NONE for part in pair), signed(difference_of(*pair)))
                for label, *pair in side_by_side(one, other)
            ),
            "numbers",
        ),
        *_parts("arms", ARMS, one.arms, other.arms),
        *_parts("ratings", by_rating, one.ratings, other.ratings),
        '<h2 id="differences">Differences from A to B</h2>',
        *_differences(comparison),
        "</main>",
    ]
    return document(_TITLE, phrase("orbat {version}", version=version), body)


def _army(letter: str, report: Report) -> str:
    verdict = line("p", verdict_line(report), f"headline {verdict_role(report.verdict)}")
    details = line("p", report.subtitle, "detail") + line("p", report.source, "detail")
    return f"<section>\n<h2>{letter}: {name(report.heading)}</h2>\n{verdict}\n{details}\n</section>"


def _row(label: str, *cells: str) -> str:
    return f'<tr role="row"><th role="rowheader" scope="row">{text(label)}</th>{number_cells(cells)}</tr>'


def _parts(section: str, title: str, left: Sequence[MeasurePart], right: Sequence[MeasurePart]) -> Iterator[str]:
    rows = [
        _row(
            counted_label(label, one, other) if title == ARMS else label,
            *(count for part in (one, other) for count in (part.counts if part else ("0", NONE, "0"))),
        )
        for label, one, other in paired(left, right)
    ]
    if rows:
        heads = (phrase("{what}, {army}", what=what, army=army) for army in NAMES for what in _COUNTS)
        yield f'<h2 id="{section}">{text(title)}</h2>'
        yield table("numbers", ("", *heads), rows, section)


_COUNTS = ("units", "pieces", "points")


def _differences(comparison: Difference) -> Iterator[str]:
    if comparison.same:
        yield line("p", no_differences(comparison), "good")
        return
    header = "".join(line("li", f"{change.sign} {change.words}") for change in comparison.header)
    yield f"<ul>{header}</ul>" if header else ""
    for group in comparison.groups:
        yield from _group(group)


def _group(group: DifferenceGroup) -> Iterator[str]:
    points = phrase(
        "{before} to {after} points",
        before=NONE if group.before is None else show(group.before),
        after=show(group.after),
    )
    if change := signed(group.points_change):
        points = phrase("{points} ({change})", points=points, change=change)
    title = f"{name(group.name)}</strong> {line('span', points, 'detail')}"
    yield f'<div class="depth-{min(group.depth, 4)}">\n<p><strong>{title}</p>'
    items = (
        f"<li>{text(f'{change.sign} {change.words}')} {line('span', signed(change.points), 'detail')}</li>"
        for change in group.changes
    )
    if group.changes:
        yield f"<ul>{''.join(items)}</ul>"
    yield "</div>"
