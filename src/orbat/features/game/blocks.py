"""What is lost, unit by unit. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orbat.evaluate.quote import ExactPoints
from orbat.features.game.generals import General, Generals, generals
from orbat.features.game.losses import Loss, Losses, LossGroup, losses
from orbat.features.game.score import Margins, margins
from orbat.model.points import show
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.model.sourced import Mark
from orbat.render.pdf.blocks.forms import (
    LINE,
    MAX_BOXES,
    Blank,
    BoxRow,
    Tick,
    section_heading,
    set_fields,
    tick,
    tick_side,
)
from orbat.render.pdf.blocks.price_marks import set_points, sign_width
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import DESCENT, Style, measure, measure_figures
from orbat.render.pdf.marks import Frame, Panel, Rule
from orbat.render.pdf.typesetter import HAIR, THIN, Typesetter
from orbat.report.breaking_point import ArmyBreakingPoint, amount_at, breaking_point
from orbat.report.roster import UnitStrength

_GAP = 9.0
_BESIDE = 4.0
"""The space between points and their box."""
_LINES = 2
"""How many lines a name may take before it is set smaller."""
_LOST = 3.4
"""The length of the line for points lost, in sizes of type."""
_SUM = 4.5
"""The length of the line for a sum, in sizes of type."""
_HIGH = 1.3
"""The height of a line, in leadings."""


def losses_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Every unit and general with the points it counts in full and for half, a box for each, and lines for sums."""
    found = losses(context.report)
    if found is None or not found.groups:
        return ()
    setting = LossSetting(context, found)
    heading = section_heading(context, block.title or "Losses", _says(context, found))
    return (heading, *setting.panels())


def _says(context: BlockContext, found: Losses) -> str:
    """What counts, in the rulebook's words."""
    generals = f"; {found.generals}" if found.generals else ""
    return f"Full: {found.full}{generals}. Half: {found.half}. {context.citation(found.cites)}".rstrip()


@dataclass(frozen=True, slots=True)
class _Column:
    """The right end of a column of points, and the left end of its boxes."""

    points: float
    box: float


class LossSetting:
    """Sets the losses in columns as wide as their contents need; names have what is left."""

    def __init__(self, context: BlockContext, found: Losses) -> None:
        self.context = context
        self.found = found
        self.losses = context.losses
        self.counts = context.counts
        self.style = context.styles.text
        all_of = [loss for group in found.groups for loss in group.losses]
        priced = not context.hide_points
        side = tick_side(self.style)
        beside = _BESIDE + (max(sign_width(loss.mark, self.style) for loss in all_of) if priced else 0.0)
        self.lost = context.width - (_LOST * self.style.size if priced else 0.0)
        half_box = self.lost - (_GAP if priced else 0.0) - side
        half = _widest([loss.half for loss in all_of] if priced else [], self.style)
        self.half = _Column(half_box - beside, half_box)
        full_box = half_box - beside - max(half, measure("half", context.styles.label) - side - beside) - _GAP - side
        full = _widest([loss.full for loss in all_of] if priced else [], self.style)
        self.full = _Column(full_box - beside, full_box)
        self.name = full_box - beside - max(full, measure("full", context.styles.label) - side - beside) - _GAP

    def panels(self) -> Iterator[Panel]:
        """Every formation's losses, and the sums."""
        for group in self.found.groups:
            yield self._heading(group)
            for number, loss in enumerate(group.losses):
                last = number == len(group.losses) - 1
                yield self._loss(loss, keep=last and group is self.found.groups[-1])
        yield self._sums()

    def _heading(self, group: LossGroup) -> Panel:
        typesetter, styles = Typesetter(), self.context.styles
        baseline = typesetter.baseline(styles.minor)
        typesetter.fit(group.title, 0.0, self.name, styles.minor, _LINES, MIN_TYPE_SIZE)
        side = tick_side(self.style)
        for head, column in (("full", self.full), ("half", self.half)):
            typesetter.words(head, column.box + side - measure(head, styles.label), baseline, styles.label)
        if not self.context.hide_points:
            typesetter.words("lost", self.context.width - measure("lost", styles.label), baseline, styles.label)
        typesetter.y += 1
        typesetter.rule(0.0, self.context.width, THIN)
        return typesetter.panel(before=8, depth=1, keep=True, below=1)

    def _loss(self, loss: Loss, *, keep: bool) -> Panel:
        typesetter, style = Typesetter(), self.style
        typesetter.y = style.leading * (_HIGH - 1) / 2
        baseline = typesetter.baseline(style)
        face = style.italic if loss.general else style
        typesetter.fit(loss.name, 0.0, self.name, face, _LINES, MIN_TYPE_SIZE)
        state = self.counts.get(loss.path) or loss.after(self.losses.get(loss.path, 0))
        self._count(typesetter, loss.full, loss.mark, self.full, baseline, crossed=state == "full")
        if loss.halves:
            self._count(typesetter, loss.half, loss.mark, self.half, baseline, crossed=state == "half")
        typesetter.y += style.leading * (_HIGH - 1) / 2
        if not self.context.hide_points:
            typesetter.marks.append(
                Rule(self.lost, baseline + DESCENT * style.size, self.context.width - self.lost, HAIR)
            )
        return typesetter.panel(depth=2, keep=keep)

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
        """Points, unless they are hidden, and the box beside them."""
        if not self.context.hide_points:
            set_points(typesetter, _shown(points), mark, column.points, baseline, self.style)
        tick(typesetter, column.box, baseline, self.style, crossed=crossed)

    def _sums(self) -> Panel:
        typesetter = Typesetter()
        if self.context.hide_points:
            return typesetter.panel()
        total = show(self.found.total)
        typesetter.rule(0.0, self.context.width, THIN)
        typesetter.y = 2
        blanks = (Blank("in full", _SUM), Blank("for half", _SUM), Blank(f"lost of {total}", _SUM))
        set_fields(typesetter, blanks, 0.0, self.context.width, self.style)
        return typesetter.panel(before=6, depth=2, below=2)


def _shown(points: ExactPoints | None) -> str:
    return "?" if points is None else show(points)


def _widest(numbers: Sequence[ExactPoints | None], style: Style) -> float:
    return max((measure_figures(_shown(number), style) for number in numbers), default=0.0)


# The losses at which the army is beaten, with a box for each unit.


_BROKEN_LOST = 4.5
"""The length of the line for what is lost, in sizes of type."""


def breaking_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """How many units may be lost, with a box for each and a bar before the one that is too many; or a line for points.

    Nothing where the ruleset has no breaking point, or where it is in points that may not be seen.
    """
    found = breaking_point(context.report)
    if found is None or (context.hide_points and found.counted == "points"):
        return ()
    says = f"{found.reason.removesuffix(found.cites)}{context.citation(found.cites)}".rstrip()
    heading = section_heading(
        context, block.title or f"Breaking point: {found.words} lost", f"{says[:1].upper()}{says[1:]}"
    )
    return (heading, _lost(context, found))


def _lost(context: BlockContext, found: ArmyBreakingPoint) -> Panel:
    typesetter, style = Typesetter(), context.styles.text
    if found.counted == "points" or found.of > MAX_BOXES:
        set_fields(typesetter, (Blank(f"{found.counted} lost", _BROKEN_LOST),), 0.0, context.width, style)
        return typesetter.panel()
    size = int(found.of)
    row, strength = BoxRow(style, context.width), UnitStrength(size, size - found.point, 0)
    typesetter.y += style.leading / 2
    typesetter.marks += row.marks(strength, int(amount_at(context.report, context.gone)), 0.0, typesetter.y)
    typesetter.y += row.height(strength)
    return typesetter.panel(below=3)


# The margins of victory.


_INSET = 4.0
_POINTS, _RESULT = 4.5, 10.0
"""The lengths of the lines for points and for the result, in sizes of type."""


def margins_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """What each difference in points lost comes to in a game of this size, and lines for the sums."""
    found = margins(context.report)
    if found is None:
        return ()
    title = block.title or f"Margins of victory, {found.size} points"
    return (
        section_heading(context, title, f"{found.says} {context.citation(found.cites)}".strip()),
        _scale(context, found),
        _sums(context),
    )


def _scale(context: BlockContext, found: Margins) -> Panel:
    """The results side by side, the least first, each over its differences."""
    typesetter, styles = Typesetter(), context.styles
    width, top, lowest = context.width / len(found.bands), 2.0, 0.0
    for number, band in enumerate(found.bands):
        typesetter.y = top + _INSET
        left, room = number * width + _INSET, width - 2 * _INSET
        typesetter.lines(band.label, left, room, styles.text.bold)
        typesetter.lines(band.words, left, room, styles.text)
        lowest = max(lowest, typesetter.y + _INSET)
    frames = (Frame(number * width, top, width, lowest - top, THIN) for number in range(len(found.bands)))
    typesetter.marks += frames
    typesetter.y = lowest
    return typesetter.panel(keep=True, below=4)


def _sums(context: BlockContext) -> Panel:
    typesetter = Typesetter()
    blanks = (
        Blank("our points lost", _POINTS),
        Blank("theirs", _POINTS),
        Blank("difference", _POINTS),
        Blank("result", _RESULT),
    )
    set_fields(typesetter, blanks, 0.0, context.width, context.styles.text)
    return typesetter.panel(below=3)


# Generals who fall, and those who replace them.


_NAMES = 0.3
"""The share of the width that names have."""
_GENERALS_GAP = 12.0
_GENERALS_LINES = 3
"""How many lines a name may take before it is set smaller."""
_FATES = ("wounded", "killed", "captured")
_TURN, _NAME, _DIE = 2.6, 11.0, 2.2
"""The lengths of the lines for a turn, a name and a die, in sizes of type."""


def generals_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Every general with boxes for his fate, and for what his replacement is diced to be."""
    found = generals(context.report)
    if not found.generals:
        return ()
    says = f"{found.note} {context.citation(found.cites)}".strip()
    return (
        section_heading(context, block.title or found.title, says),
        *(_general(context, general, found) for general in found.generals),
    )


def _general(context: BlockContext, general: General, found: Generals) -> Panel:
    typesetter, styles, names = Typesetter(), context.styles, _NAMES * context.width
    typesetter.y = styles.text.leading * (LINE - 1) / 2
    typesetter.fit(general.row.commander, 0.0, names, styles.text.bold, _GENERALS_LINES, MIN_TYPE_SIZE)
    where = ", ".join(
        section_heading for section_heading in (general.formation, general.row.quality) if section_heading
    )
    typesetter.fit(where, 0.0, names, styles.detail, _GENERALS_LINES, MIN_TYPE_SIZE)
    lowest = typesetter.y
    typesetter.y = 0.0
    left = names + _GENERALS_GAP
    width, style = context.width - left, styles.detail
    so = context.ticked.get((*general.row.path, "commander"), ())
    fates: list[Tick | Blank] = [*(Tick(fate, fate in so) for fate in _FATES), Blank("in turn", _TURN)]
    if not general.replaced:
        set_fields(typesetter, fates, left, width, style)
    else:
        set_fields(typesetter, (*fates, Blank("replaced in turn", _TURN)), left, width, style)
        set_fields(typesetter, _replacement(found, so), left, width, style)
    typesetter.y = max(typesetter.y, lowest) + 3
    typesetter.rule(0.0, context.width, HAIR)
    return typesetter.panel(below=1)


def _replacement(found: Generals, so: Sequence[str]) -> tuple[Tick | Blank, ...]:
    """Who replaces him, and of what quality he is, where there is such a thing."""
    results = tuple(Tick(f"{label} ({throws})", label in so) for label, throws in found.results)
    quality = results or ((Blank("quality", _NAME),) if found.rated else ())
    return (Blank("by", _NAME), *((Blank("die", _DIE),) if found.diced else ()), *quality)


# The track of turns.


_ROWS = 12
"""How many turns there are where the layout does not say."""
_TURN_HIGH = 1.9
"""The height of a turn, in leadings."""
_TURN_GAP = 14.0
_OURS, _THEIRS = Tick("ours"), Tick("theirs")


def turns(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """A line for each turn, as many as the block's `rows`: who has the initiative, and room for what happened."""
    number = measure("turn", context.styles.label) + _TURN_GAP
    ours = _OURS.width(context.styles.text) + _TURN_GAP
    happened = number + ours + _THEIRS.width(context.styles.text) + 2 * _TURN_GAP
    heads = _heads(context, number, happened)
    rows = [_row(context, one, number, ours, heads) for one in range(1, (block.rows or _ROWS) + 1)]
    return (section_heading(context, block.title or "Turns"), heads, *rows)


def _heads(context: BlockContext, initiative: float, happened: float) -> Panel:
    typesetter, style = Typesetter(), context.styles.label
    baseline = typesetter.baseline(style)
    typesetter.words("turn", 0.0, baseline, style)
    typesetter.words("initiative", initiative, baseline, style)
    typesetter.words("what happened", happened, baseline, style)
    typesetter.y = style.leading + 1
    typesetter.rule(0.0, context.width, THIN)
    return typesetter.panel(keep=True)


def _row(context: BlockContext, turn: int, initiative: float, ours: float, heads: Panel) -> Panel:
    typesetter, style = Typesetter(), context.styles.text
    typesetter.y = style.leading * (_TURN_HIGH - 1) / 2
    baseline = typesetter.baseline(style)
    typesetter.figures(str(turn), measure("turn", context.styles.label), baseline, style.bold)
    _OURS.set(typesetter, initiative, baseline, style)
    _THEIRS.set(typesetter, initiative + ours, baseline, style)
    typesetter.y = style.leading * _TURN_HIGH
    typesetter.rule(0.0, context.width, HAIR)
    return typesetter.panel(heads=heads)
