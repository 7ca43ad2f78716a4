"""Small blocks: points by arm, scouting points, rules used, check code and findings.

All lengths are typographic points.
"""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.quote import UnitLine
from orbat.model.edits import at
from orbat.model.finding import SEVERITIES, Finding, format_cites
from orbat.model.orbat import Orbat
from orbat.model.points import percent, show
from orbat.model.sheet import Block
from orbat.model.wording import phrase
from orbat.render.pdf.blocks.forms import (
    BLOCK_GAP,
    Blank,
    block_heading,
    continued_heading,
    fields_width,
    ruled_heading,
    set_fields,
)
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fills import FILLS, filled
from orbat.render.pdf.fonts import measure, measure_figures
from orbat.render.pdf.marks import Panel
from orbat.render.pdf.typesetter import THIN, Typesetter
from orbat.report.basis_item import usual_details
from orbat.report.finding_groups import FindingGroup, with_headings
from orbat.report.rows import Row, RowBuilder
from orbat.report.rules_used import RuleUsed, rules_used
from orbat.report.scouting import scouting
from orbat.report.strength import by_arm

_GAP = 8.0


def arms(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Draw a bar divided by arm. Lines below give the fill pattern, points and percentage of each arm.

    Returns () if the army has no points, or if points are hidden.
    """
    report = context.report
    shares = by_arm(report.book, report.quote) if report.book and report.quote else ()
    if context.hide_points or not shares or report.quote is None:
        return ()
    typesetter, style = (
        block_heading(context, block.title or "Points by arm", show(report.quote.total)),
        context.styles.detail,
    )
    tall = style.size
    x = 0.0
    for number, share in enumerate(shares):
        width = float(share.share) * context.width
        typesetter.marks += filled(FILLS[number % len(FILLS)], x, typesetter.y, width, tall)
        x += width
    typesetter.y += tall + 4
    percents = [percent(share.points, report.quote.total) for share in shares]
    points_right = context.width - max(measure_figures(words, style) for words in percents) - _GAP
    for number, share in enumerate(shares):
        baseline = typesetter.baseline(style)
        swatch = 0.7 * style.size
        typesetter.marks += filled(FILLS[number % len(FILLS)], 0.0, baseline - swatch, 2 * swatch, swatch)
        figures_left = points_right - measure_figures(show(share.points), style)
        typesetter.fit(share.label, 2 * swatch + _GAP, figures_left - _GAP - 2 * swatch - _GAP, style, 1, style.size)
        typesetter.figures(show(share.points), points_right, baseline, style)
        typesetter.figures(percents[number], context.width, baseline, style)
    return (typesetter.panel(before=BLOCK_GAP),)


def at_home(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """List the units that stay at home, with formation, size and points.

    Returns () unless the print settings request the list.
    """
    report = context.report
    if not context.printing.at_home or report.quote is None or report.orbat is None or report.book is None:
        return ()
    rows = RowBuilder(report.orbat, report.quote, report.book)
    word = report.book.ruleset.rating_word
    panels = [
        _home_line(context, rows.unit(line, 0), word, _around(report.orbat, line)) for line in report.quote.at_home
    ]
    if not panels:
        return ()
    return (block_heading(context, block.title or "At home").panel(before=BLOCK_GAP, keep=True), *panels)


def _around(orbat: Orbat, line: UnitLine) -> str:
    home = line.path[:-2]
    return str(at(orbat, home).name) if home else ""


def _home_line(context: BlockContext, row: Row, rating_word: str, formation: str) -> Panel:
    typesetter, style = Typesetter(), context.styles.detail
    points = "" if context.hide_points else row.points
    right = context.width - measure_figures(points, style) if points else context.width
    entry = row.entry if row.entry != row.name else ""
    rating = f"{rating_word} {row.rating}" if row.rating.isdecimal() else row.rating
    words = ", ".join(filter(None, (row.name, entry, row.size_text, rating, row.options, formation)))
    baseline = typesetter.baseline(style)
    typesetter.fit(words, 0.0, right - _GAP, style, 1, style.size)
    if points:
        typesetter.figures(points, context.width, baseline, style)
    return typesetter.panel(below=1)


def scouting_points(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """List the scouting points, with calculation, scouting units and ruling.

    Returns () if the ruleset has no scouting rules, or if points are hidden.
    """
    found = scouting(context.report)
    if found is None or context.hide_points:
        return ()
    typesetter, styles = block_heading(context, block.title or "Scouting points", show(found.points)), context.styles
    typesetter.lines(found.sum, 0.0, context.width, styles.detail)
    for scouts in reversed(found.scouts):
        words = phrase(
            "{rating_word} {rating}: {units}",
            rating_word=found.rating_word,
            rating=scouts.rating,
            units=", ".join(scouts.units),
        )
        typesetter.lines(words, 0.0, context.width, styles.small)
    typesetter.lines(found.remark, 0.0, context.width, styles.note)
    return (typesetter.panel(before=BLOCK_GAP),)


_INSET = 9.0


def rules_notes(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """List every option, ability and ruling that affects the army, with citations.

    Returns () unless the print settings request the list.
    """
    used = rules_used(context.report) if context.printing.rules_notes else ()
    if not used:
        return ()
    head = block_heading(context, block.title or "The rules used").panel(before=BLOCK_GAP, keep=True)
    return (head, *(_note(context, rule) for rule in used))


def _note(context: BlockContext, rule: RuleUsed) -> Panel:
    typesetter, style = Typesetter(), context.styles.detail
    price = "" if context.hide_points else rule.price
    text = "; ".join(part for part in (rule.text, price) if part)
    typesetter.lines(rule.term, 0.0, context.width, style.bold)
    typesetter.lines(f"{text} {context.citation(format_cites(rule.cites))}", _INSET, context.width - _INSET, style)
    return typesetter.panel(before=3)


_CODE_NOTE = "orbat check shows a file's code. Equal codes mean equal armies."


def check_code_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Print the ORBAT's check code with an explanation."""
    if context.report.orbat is None:
        return ()
    typesetter = block_heading(context, block.title or "Check code", context.report.check_code)
    typesetter.lines(_CODE_NOTE, 0.0, context.width, context.styles.note)
    for text in usual_details(context.report.basis):
        typesetter.lines(f"{text[:1].upper()}{text[1:]}.", 0.0, context.width, context.styles.note)
    return (typesetter.panel(before=BLOCK_GAP),)


_DATE_LENGTH = 6.0
"""The length of the line for a date, in ems. The line for a signature has the rest of the width."""


def signatures(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """A line for each player, with blanks for the signature and the date."""
    if context.report.orbat is None:
        return ()
    typesetter, style = block_heading(context, block.title or "Agreed"), context.styles.text
    for player in ("player", "opponent"):
        date = Blank("date", _DATE_LENGTH)
        room = context.width - fields_width((Blank(player, 0.0), date), style)
        set_fields(typesetter, (Blank(player, room / style.size), date), 0.0, context.width + 1, style)
    return (typesetter.panel(before=BLOCK_GAP),)


_FINDINGS_GAP = 9.0


def findings(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """List all findings with citations, the most severe first.

    Returns () if points are hidden, because findings mention points.
    """
    found = context.report.findings
    if not found or context.hide_points:
        return ()
    return (_heading(context, block.title or "Findings"), *_groups(context, found))


def _groups(context: BlockContext, found: tuple[Finding, ...]) -> Iterator[Panel]:
    for heading, group in with_headings(found):
        if heading:
            typesetter = Typesetter(0.5)
            typesetter.lines(heading, 0.0, context.width, context.styles.detail.bold)
            yield typesetter.panel(keep=True, below=1)
        yield from _group(context, group)


def _heading(context: BlockContext, text: str) -> Panel:
    typesetter = ruled_heading(text, context.width, context.styles.heading, THIN)
    typesetter.again = continued_heading(text, context.width, context.styles.heading)
    return typesetter.panel(before=14, keep=True, below=2)


def _group(context: BlockContext, group: FindingGroup) -> Iterator[Panel]:
    style = context.styles.detail
    code = max(measure(word, style.bold) for word in SEVERITIES) + _FINDINGS_GAP
    message = code + max(measure("ARM000", style), measure(group.code, style)) + _FINDINGS_GAP
    for number, finding in enumerate(group.listed or (group.first,)):
        typesetter = Typesetter(0.5)
        baseline = typesetter.baseline(style)
        if not number:
            typesetter.words(group.severity, 0.0, baseline, style.bold)
            typesetter.words(group.code, code, baseline, style)
        text = finding.message if group.listed else group.text
        cites = "" if number and group.cites else format_cites(finding.cites)
        typesetter.lines(f"{text} {cites}".rstrip(), message, context.width - message, style)
        yield typesetter.panel(below=1)
