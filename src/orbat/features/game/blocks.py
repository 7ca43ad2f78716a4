"""Blocks of the record sheet: losses, breaking point, margins of victory, generals and turns.

Lengths are in typographic points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from orbat.evaluate.quote import ExactPoints
from orbat.features.game.generals import General, Generals, generals
from orbat.features.game.losses import Loss, Losses, losses
from orbat.features.game.score import Margins, margins
from orbat.model.finding import format_cites
from orbat.model.play import GeneralFate, TurnEntry
from orbat.model.points import exact, show
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.model.sourced import Mark
from orbat.model.wording import phrase
from orbat.render.pdf.blocks.forms import (
    LINE,
    MAX_BOXES,
    Blank,
    BoxRow,
    Tick,
    fields_width,
    section_heading,
    set_fields,
    tick,
    tick_side,
)
from orbat.render.pdf.blocks.play_notes import play_notes
from orbat.render.pdf.blocks.price_marks import set_points, sign_width
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import DESCENT, Style, drawable, measure, measure_figures
from orbat.render.pdf.marks import Frame, Panel, Rule
from orbat.render.pdf.typesetter import HAIR, THIN, Typesetter
from orbat.report.breaking_point import ArmyBreakingPoint, amount_at, breaking_point
from orbat.report.roster import UnitStrength

_GAP = 9.0
_BOX_GAP = 4.0
"""Gap between the points and the box to tick."""
_MAX_LOSS_NAME_LINES = 2
"""Maximum number of lines for a name in the loss table. Longer names are set in smaller type."""
_LOST_LENGTH = 3.4
"""Length of the writing line for points lost, as a multiple of the type size."""
_SUM_LENGTH = 4.5
"""Length of the writing line for a sum, as a multiple of the type size."""
_LINE_HEIGHT = 1.3
"""Height of a row, as a multiple of the leading."""


def losses_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The block with all units and generals: points (full and half), boxes to tick, and a line to write on.

    The opponent scores the full points or half of them for a loss. Returns () if the ruleset does not score losses.
    """
    found = losses(context.report)
    if found is None or not found.groups:
        return ()
    layout = LossLayout(context, found)
    heading = section_heading(context, block.title or "Losses", _scoring_text(context, found))
    return (heading, *layout.panels())


def _scoring_text(context: BlockContext, losses: Losses) -> str:
    cites = context.citation(losses.cites)
    if losses.generals:
        text = phrase(
            "Full points for {full}, and for {generals}. Half points for {half}. {cites}",
            full=losses.full,
            generals=losses.generals,
            half=losses.half,
            cites=cites,
        )
    else:
        text = phrase(
            "Full points for {full}. Half points for {half}. {cites}", full=losses.full, half=losses.half, cites=cites
        )
    return "; ".join((text.rstrip(), *play_notes(context, "record")))


@dataclass(frozen=True, slots=True)
class _Column:
    points: float
    box: float


class LossLayout:
    """Lays out the table of losses. Columns fit their contents; names get the remaining width."""

    def __init__(self, context: BlockContext, losses: Losses) -> None:
        self.context = context
        self.all_losses = losses
        self.style = context.styles.text
        all_of = [loss for group in losses.groups for loss in group.losses]
        priced = not context.hide_points
        side = tick_side(self.style)
        box_offset = _BOX_GAP + (max(sign_width(loss.mark, self.style) for loss in all_of) if priced else 0.0)
        self.lost = context.width - (_LOST_LENGTH * self.style.size if priced else 0.0)
        half_box = self.lost - (_GAP if priced else 0.0) - side
        half = _widest([loss.half for loss in all_of] if priced else [], self.style)
        self.half = _Column(half_box - box_offset, half_box)
        full_box = (
            half_box - box_offset - max(half, measure("half", context.styles.label) - side - box_offset) - _GAP - side
        )
        full = _widest([loss.full for loss in all_of] if priced else [], self.style)
        self.full = _Column(full_box - box_offset, full_box)
        self.name = full_box - box_offset - max(full, measure("full", context.styles.label) - side - box_offset) - _GAP

    def panels(self) -> Iterator[Panel]:
        """Yield the heading and the rows of each formation, then the sums."""
        for group in self.all_losses.groups:
            yield self._heading(group.title)
            again = self._heading(phrase("{formation}, continued", formation=group.title))
            for number, loss in enumerate(group.losses):
                last = number == len(group.losses) - 1
                yield self._loss(loss, again, keep=last and group is self.all_losses.groups[-1])
        yield self._sums()

    def _heading(self, title: str) -> Panel:
        typesetter, styles = Typesetter(), self.context.styles
        baseline = typesetter.baseline(styles.minor)
        typesetter.fit(title, 0.0, self.name, styles.minor, _MAX_LOSS_NAME_LINES, MIN_TYPE_SIZE)
        side = tick_side(self.style)
        for head, column in (("full", self.full), ("half", self.half)):
            typesetter.words(head, column.box + side - measure(head, styles.label), baseline, styles.label)
        if not self.context.hide_points:
            typesetter.words("lost", self.context.width - measure("lost", styles.label), baseline, styles.label)
        typesetter.y += 1
        typesetter.rule(0.0, self.context.width, THIN)
        return typesetter.panel(before=8, depth=1, keep=True, below=1)

    def _loss(self, loss: Loss, again: Panel, *, keep: bool) -> Panel:
        typesetter, style = Typesetter(), self.style
        typesetter.y = style.leading * (_LINE_HEIGHT - 1) / 2
        baseline = typesetter.baseline(style)
        face = style.italic if loss.general else style
        typesetter.fit(loss.name, 0.0, self.name, face, _MAX_LOSS_NAME_LINES, MIN_TYPE_SIZE)
        state = _state(self.context, loss)
        self._count(typesetter, loss.full, loss.mark, self.full, baseline, crossed=state == "full")
        if loss.halves:
            self._count(typesetter, loss.half, loss.mark, self.half, baseline, crossed=state == "half")
        typesetter.y += style.leading * (_LINE_HEIGHT - 1) / 2
        if not self.context.hide_points:
            lost = {"full": loss.full, "half": loss.half}.get(state)
            typesetter.figures("" if lost is None else show(lost), self.context.width, baseline, style)
            typesetter.marks.append(
                Rule(self.lost, baseline + DESCENT * style.size, self.context.width - self.lost, HAIR)
            )
        return typesetter.panel(depth=2, keep=keep, heads=again)

    def _count(
        self,
        typesetter: Typesetter,
        points: ExactPoints | None,
        mark: Mark,
        column: _Column,
        baseline: float,
        *,
        crossed: bool,
    ) -> None:
        if not self.context.hide_points:
            set_points(typesetter, _shown(points), mark, column.points, baseline, self.style)
        tick(typesetter, column.box, baseline, self.style, crossed=crossed)

    def _sums(self) -> Panel:
        typesetter = Typesetter()
        if self.context.hide_points:
            return typesetter.panel()
        total = show(self.all_losses.total)
        full, half = (_points_lost(self.context, self.all_losses, state) for state in ("full", "half"))
        known = _has_losses(self.context)
        typesetter.rule(0.0, self.context.width, THIN)
        typesetter.y = 2
        blanks = (
            Blank("in full", _SUM_LENGTH, show(full) if known else ""),
            Blank("for half", _SUM_LENGTH, show(half) if known else ""),
            Blank(phrase("lost of {total}", total=total), _SUM_LENGTH, show(exact(full + half)) if known else ""),
        )
        set_fields(typesetter, blanks, 0.0, self.context.width, self.style)
        return typesetter.panel(before=6, depth=2, below=2)


def _state(context: BlockContext, loss: Loss) -> str:
    return context.counts.get(loss.path) or loss.after(context.losses.get(loss.path, 0))


def _points_lost(context: BlockContext, losses: Losses, state: str) -> ExactPoints:
    """The points that the opponent scores for losses with the state `full` (all points) or `half` (half the points)."""
    found = [loss for group in losses.groups for loss in group.losses if _state(context, loss) == state]
    return exact(sum((loss.full if state == "full" else loss.half) or 0 for loss in found))


def _has_losses(context: BlockContext) -> bool:
    return bool(context.losses or context.counts)


def _shown(points: ExactPoints | None) -> str:
    return "?" if points is None else show(points)


def _widest(numbers: Sequence[ExactPoints | None], style: Style) -> float:
    return max((measure_figures(_shown(number), style) for number in numbers), default=0.0)


# The breaking point.


_BREAKING_LENGTH = 4.5
"""Length of the writing line for the number lost, as a multiple of the type size."""


def breaking_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The block for the breaking point: one box per unit, and a vertical bar at the breaking point.

    If there are more than `MAX_BOXES` units, or if points are counted instead of units, a line to write on replaces the
    boxes. Returns () if the army has no breaking point, or if points are counted and the sheet hides points.
    """
    found = breaking_point(context.report)
    if found is None or (context.hide_points and found.counted == "points"):
        return ()
    reason = f"{found.reason.removesuffix(found.cites)}{context.citation(found.cites)}".rstrip()
    title = block.title or phrase("Breaking point: {words} lost", words=found.words)
    heading = section_heading(context, title, f"{reason[:1].upper()}{reason[1:]}")
    return (heading, _lost(context, found))


def _lost(context: BlockContext, point: ArmyBreakingPoint) -> Panel:
    typesetter, style = Typesetter(), context.styles.text
    if point.counted == "points" or point.total > MAX_BOXES:
        set_fields(
            typesetter,
            (Blank(phrase("{counted} lost", counted=point.counted), _BREAKING_LENGTH),),
            0.0,
            context.width,
            style,
        )
        return typesetter.panel()
    size = int(point.total)
    row, strength = BoxRow(style, context.width), UnitStrength(size, size - point.point, 0)
    typesetter.y += style.leading / 2
    typesetter.marks += row.marks(strength, int(amount_at(context.report, context.destroyed)), 0.0, typesetter.y)
    typesetter.y += row.height(strength)
    return typesetter.panel(below=3)


# The margins of victory.


_INSET = 4.0
_POINTS_LENGTH, _RESULT_LENGTH = 4.5, 10.0
"""Lengths of the writing lines for points and for the result, as multiples of the type size."""


def margins_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The block with the margins of victory for the agreed size, and blanks for the lost points and the result.

    Returns () if the ruleset has no margins of victory.
    """
    found = margins(context.report)
    if found is None:
        return ()
    title = block.title or phrase("Margins of victory for {size} points", size=found.size)
    return (
        section_heading(context, title, f"{found.note} {context.citation(found.cites)}".strip()),
        _scale(context, found),
        _sums(context),
    )


def _scale(context: BlockContext, margins: Margins) -> Panel:
    typesetter, styles = Typesetter(), context.styles
    width, top, lowest = context.width / len(margins.bands), 2.0, 0.0
    for number, band in enumerate(margins.bands):
        typesetter.y = top + _INSET
        left, room = number * width + _INSET, width - 2 * _INSET
        typesetter.lines(band.label, left, room, styles.text.bold)
        typesetter.lines(band.text, left, room, styles.text)
        lowest = max(lowest, typesetter.y + _INSET)
    frames = (Frame(number * width, top, width, lowest - top, THIN) for number in range(len(margins.bands)))
    typesetter.marks += frames
    typesetter.y = lowest
    return typesetter.panel(keep=True, below=4)


def _sums(context: BlockContext) -> Panel:
    typesetter, found, lost = Typesetter(), losses(context.report), ""
    if found and _has_losses(context) and not context.hide_points:
        lost = show(exact(sum(_points_lost(context, found, state) for state in ("full", "half"))))
    blanks = (
        Blank("our points lost", _POINTS_LENGTH, lost),
        Blank("theirs", _POINTS_LENGTH),
        Blank("difference", _POINTS_LENGTH),
        Blank("result", _RESULT_LENGTH),
    )
    set_fields(typesetter, blanks, 0.0, context.width, context.styles.text)
    return typesetter.panel(below=3)


# Generals and their successors.


_NAMES_SHARE = 0.3
"""Width of the column of names, as a fraction of the total width."""
_GENERALS_GAP = 12.0
_MAX_GENERAL_NAME_LINES = 3
"""Maximum number of lines for a general's name. Longer names are set in smaller type."""
_TURN_LENGTH, _NAME_LENGTH, _DIE_LENGTH = 2.6, 11.0, 2.2
"""Lengths of the writing lines for a turn, a name and a die, as multiples of the type size."""


def generals_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The block with all generals: boxes for the ways in which they are lost, and fields for a successor."""
    found = generals(context.report)
    if not found.generals:
        return ()
    note = f"{found.note} {context.citation(found.cites)}".strip()
    effects = "; ".join(_effect(context, fate) for fate in found.fates if fate.effect)
    notes = ". ".join(filter(None, (effects, note)))
    title = block.title or found.title
    return (
        section_heading(context, title, notes),
        *(_general(context, general, found) for general in found.generals),
    )


def _effect(context: BlockContext, fate: GeneralFate) -> str:
    text = phrase("{fate}: {effect}", fate=fate.label, effect=fate.effect)
    return f"{text} {context.citation(format_cites(fate.citations))}".rstrip()


def _general(context: BlockContext, general: General, generals: Generals) -> Panel:
    typesetter, styles, names = Typesetter(), context.styles, _NAMES_SHARE * context.width
    typesetter.y = styles.text.leading * (LINE - 1) / 2
    typesetter.fit(general.row.commander, 0.0, names, styles.text.bold, _MAX_GENERAL_NAME_LINES, MIN_TYPE_SIZE)
    where = ", ".join(text for text in (general.formation, general.row.quality) if text)
    typesetter.fit(where, 0.0, names, styles.detail, _MAX_GENERAL_NAME_LINES, MIN_TYPE_SIZE)
    lowest = typesetter.y
    typesetter.y = 0.0
    left = names + _GENERALS_GAP
    width, style = context.width - left, styles.detail
    ticks = context.ticked.get((*general.row.path, "commander"), ())
    labels = (fate.label for fate in generals.fates)
    fates: list[Tick | Blank] = [*(Tick(fate, fate in ticks) for fate in labels), Blank("in turn", _TURN_LENGTH)]
    replacement: tuple[Tick | Blank, ...] = ()
    if general.replaced:
        replacement = _replacement(generals, ticks)
        fates.append(Blank("replaced in turn", _TURN_LENGTH))
    if fields_width((*fates, *replacement), style) <= width:
        set_fields(typesetter, (*fates, *replacement), left, width, style)
    else:
        set_fields(typesetter, fates, left, width, style)
        set_fields(typesetter, replacement, left, width, style)
    typesetter.y = max(typesetter.y, lowest) + 3
    typesetter.rule(0.0, context.width, HAIR)
    return typesetter.panel(below=1)


def _replacement(generals: Generals, ticks: Sequence[str]) -> tuple[Tick | Blank, ...]:
    results = tuple(Tick(f"{label} ({dice})", label in ticks) for label, dice in generals.results)
    quality = results or ((Blank("quality", _NAME_LENGTH),) if generals.rated else ())
    return (Blank("by", _NAME_LENGTH), *((Blank("die", _DIE_LENGTH),) if generals.diced else ()), *quality)


# Turns.


_DEFAULT_TURNS = 12
"""Number of turns if the block sets no number."""
_TURN_HEIGHT = 1.9
"""Height of a turn's row, as a multiple of the leading."""
_TURN_GAP = 14.0
_DIE_GAP = 5.0
"""Space between the lines to write the dice of one entry on."""


def turns(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The block with a row for each turn: fields for what players must write down, and space for notes.

    The block's `rows` sets the number of turns.
    """
    book = context.report.book
    entries = book.ruleset.turns if book else ()
    columns = _turn_columns(context, entries)
    heads = _heads(context, entries, columns)
    cites = tuple(dict.fromkeys(cite for entry in entries for cite in entry.citations))
    note = context.citation(format_cites(cites)) if cites else ""
    rows = [_row(context, one, entries, columns, heads) for one in range(1, (block.rows or _DEFAULT_TURNS) + 1)]
    return (section_heading(context, f"{block.title or 'Turns'} {note}".rstrip()), heads, *rows)


def _fields(entry: TurnEntry) -> tuple[Tick | Blank, ...]:
    return (*(Tick(choice) for choice in entry.choices), *(Blank("", _DIE_LENGTH) for _ in range(entry.dice or 0)))


def _turn_columns(context: BlockContext, entries: Sequence[TurnEntry]) -> tuple[float, ...]:
    """The left edges of the entries, and of the column for notes."""
    left = [measure("turn", context.styles.label) + _TURN_GAP]
    for entry in entries:
        fields = _fields(entry)
        width = sum(field.width(context.styles.text) + _DIE_GAP for field in fields) - _DIE_GAP
        words = max((measure(word, context.styles.label) for word in drawable(entry.label).split()), default=0.0)
        left.append(left[-1] + max(width, words) + _TURN_GAP)
    return tuple(left)


def _heads(context: BlockContext, entries: Sequence[TurnEntry], columns: Sequence[float]) -> Panel:
    typesetter, style = Typesetter(), context.styles.label
    baseline = typesetter.baseline(style)
    typesetter.words("turn", 0.0, baseline, style)
    lowest = style.leading
    for entry, (left, right) in zip(entries, pairwise(columns), strict=True):
        typesetter.y = 0.0
        typesetter.lines(entry.label, left, right - left - _TURN_GAP, style)
        lowest = max(lowest, typesetter.y)
    typesetter.words("what happened", columns[-1], baseline, style)
    typesetter.y = lowest + 1
    typesetter.rule(0.0, context.width, THIN)
    return typesetter.panel(keep=True)


def _row(
    context: BlockContext, turn: int, entries: Sequence[TurnEntry], columns: Sequence[float], heads: Panel
) -> Panel:
    typesetter, style = Typesetter(), context.styles.text
    typesetter.y = style.leading * (_TURN_HEIGHT - 1) / 2
    baseline = typesetter.baseline(style)
    typesetter.figures(str(turn), measure("turn", context.styles.label), baseline, style.bold)
    for entry, column in zip(entries, columns, strict=False):
        left = column
        for field in _fields(entry):
            field.set(typesetter, left, baseline, style)
            left += field.width(style) + _DIE_GAP
    typesetter.y = style.leading * _TURN_HEIGHT
    typesetter.rule(0.0, context.width, HAIR)
    return typesetter.panel(heads=heads)
