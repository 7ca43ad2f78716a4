"""The title block of a sheet: title, army, player, points and verdict. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.sheet import Block
from orbat.model.wording import phrase
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import drawable, measure
from orbat.render.pdf.marks import Bookmark, Panel
from orbat.render.pdf.typesetter import STRONG, Typesetter
from orbat.report.army_basis import lent_words
from orbat.report.basis_item import unusual_details
from orbat.report.breaking_point import army_flags, breaking_point
from orbat.report.rows import marked_note

_TITLE_LINES, _PLAYER_LINES = 4, 2
"""A longer title or name of the player is shortened, so that the verdict is on the first page."""


def title(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render the title block over the full width. The block's key `title` gives the name of the sheet.

    The block's `show` selects `army` (the breaking point and the army's traits) and `note`. The default is both.
    """
    typesetter, styles, report = Typesetter(), context.styles, context.report
    typesetter.marks.append(Bookmark(0.0, 0.0, 0, drawable(context.layout.title)))
    typesetter.fit(report.heading, 0.0, context.width, styles.title, _TITLE_LINES, styles.title.size)
    typesetter.y += 1
    typesetter.lines(report.subtitle, 0.0, context.width, styles.subtitle)
    player = report.orbat.player if report.orbat else ""
    if player:
        words = phrase("Player: {player}", player=player)
        typesetter.fit(words, 0.0, context.width, styles.subtitle, _PLAYER_LINES, styles.subtitle.size)
    if report.orbat and report.quote and report.book:
        lent = lent_words(report.orbat, report.quote, report.book, with_points=not context.hide_points)
        typesetter.lines(lent, 0.0, context.width, styles.note)
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
        typesetter.lines(marked_note(note), 0.0, context.width, styles.note)
    typesetter.y += 4
    typesetter.rule(0.0, context.width, STRONG)
    return (typesetter.panel(below=1),)


def _verdict(context: BlockContext, typesetter: Typesetter) -> None:
    report, style = context.report, context.styles.strong
    label = "Verdict:"
    start = measure(label, context.styles.text) + 4
    typesetter.words(label, 0.0, typesetter.baseline(style), context.styles.text)
    typesetter.lines(report.verdict.headline, start, context.width - start, style)
    if report.whole is not None:
        text = "Troops are not shown. The verdict is on the whole army."
        typesetter.lines(text, 0.0, context.width, context.styles.text)
    if report.findings and report.other_counts and not context.hide_points:
        text = phrase("Findings: {counts}", counts=report.other_counts)
        end = _end(typesetter) + 10
        if end + measure(text, context.styles.text) > context.width:
            typesetter.lines(text, start, context.width - start, context.styles.text)
        else:
            typesetter.words(text, end, typesetter.baseline(style) - style.leading, context.styles.text)
    for words in unusual_details(report.basis):
        typesetter.lines(words, start, context.width - start, context.styles.detail)


def _army(context: BlockContext, typesetter: Typesetter) -> None:
    found, flags, style = breaking_point(context.report), army_flags(context.report), context.styles.text
    if found and not (context.hide_points and found.counted == "points"):
        text = phrase("Breaking point: {point}", point=found.words)
        typesetter.lines(f"{text} {context.citation(found.cites)}", 0.0, context.width, style)
    if flags:
        text = phrase("Army: {flags}", flags="; ".join(flag.label for flag in flags))
        typesetter.lines(text, 0.0, context.width, style)


def _end(typesetter: Typesetter) -> float:
    return typesetter.marks[-1].right
