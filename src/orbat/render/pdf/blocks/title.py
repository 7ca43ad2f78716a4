"""The head of a sheet: title, army, player, points and verdict. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.sheet import Block
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import drawable
from orbat.render.pdf.marks import Bookmark, Panel
from orbat.render.pdf.typesetter import STRONG, Typesetter
from orbat.report.breaking_point import army_flags, breaking_point


def title(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The head, over the whole width; the block's `title` says what the sheet is.

    What holds for the whole `army`, and the player's `note`, are among what it shows unless it shows other things.
    """
    typesetter, styles, report = Typesetter(), context.styles, context.report
    typesetter.marks.append(Bookmark(0.0, 0.0, 0, drawable(context.layout.title)))
    typesetter.lines(report.title, 0.0, context.width, styles.title)
    typesetter.y += 1
    typesetter.lines(report.subtitle, 0.0, context.width, styles.subtitle)
    player = report.orbat.player if report.orbat else ""
    typesetter.lines(f"Player: {player}" if player else "", 0.0, context.width, styles.subtitle)
    typesetter.lines(block.title, 0.0, context.width, styles.note)
    typesetter.y += 5
    typesetter.rule(0.0, context.width, STRONG)
    typesetter.y += 4
    if not context.hide_points:
        typesetter.lines(report.points, 0.0, context.width, styles.strong)
    _verdict(context, typesetter)
    show = block.show or ("army", "note")
    if "army" in show:
        _army(context, typesetter)
    wanted = context.printing.notes and "note" in show
    note = report.orbat.note if report.orbat and wanted else ""
    if note:
        typesetter.y += 2
        typesetter.lines(note, 0.0, context.width, styles.note)
    typesetter.y += 4
    typesetter.rule(0.0, context.width, STRONG)
    return (typesetter.panel(below=1),)


def _verdict(context: BlockContext, typesetter: Typesetter) -> None:
    """The verdict, with the count of what it does not count."""
    report, style = context.report, context.styles.strong
    baseline = typesetter.baseline(style)
    typesetter.lines(report.verdict, 0.0, context.width, style)
    if report.findings and report.other_counts and not context.hide_points:
        typesetter.words(f"Findings: {report.other_counts}", _end(typesetter) + 10, baseline, context.styles.text)


def _army(context: BlockContext, typesetter: Typesetter) -> None:
    """The losses at which the army is beaten, and the flags it has."""
    found, flags, style = breaking_point(context.report), army_flags(context.report), context.styles.text
    if found and not (context.hide_points and found.counted == "points"):
        typesetter.lines(f"Breaking point: {found.words} {context.citation(found.cites)}", 0.0, context.width, style)
    if flags:
        typesetter.lines(f"Army: {'; '.join(flag.label for flag in flags)}", 0.0, context.width, style)


def _end(typesetter: Typesetter) -> float:
    return typesetter.marks[-1].right
