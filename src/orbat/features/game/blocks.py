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
from orbat.render.pdf.blocks.forms import LINE, MOST, Blank, BoxRow, Tick, fill_in, part, tick, tick_side
from orbat.render.pdf.blocks.price_marks import room_for, set_points
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import DESCENT, Style, measure, measure_figures
from orbat.render.pdf.marks import Frame, Panel, Rule
from orbat.render.pdf.setter import HAIR, THIN, Setter
from orbat.report.breaking import Breaking, breaking, counted
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


def losses_block(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Every unit and general with the points it counts in full and for half, a box for each, and lines for sums."""
    found = losses(press.report)
    if found is None or not found.groups:
        return ()
    setting = LossSetting(press, found)
    heading = part(press, block.title or "Losses", _says(press, found))
    return (heading, *setting.panels())


def _says(press: BlockContext, found: Losses) -> str:
    """What counts, in the rulebook's words."""
    generals = f"; {found.generals}" if found.generals else ""
    return f"Full: {found.full}{generals}. Half: {found.half}. {press.rests(found.cites)}".rstrip()


@dataclass(frozen=True, slots=True)
class _Column:
    """The right end of a column of points, and the left end of its boxes."""

    points: float
    box: float


class LossSetting:
    """Sets the losses in columns as wide as their contents need; names have what is left."""

    def __init__(self, press: BlockContext, found: Losses) -> None:
        self.press = press
        self.found = found
        self.losses = press.losses
        self.counts = press.counts
        self.style = press.styles.text
        all_of = [loss for group in found.groups for loss in group.losses]
        priced = not press.hide_points
        side = tick_side(self.style)
        beside = _BESIDE + (max(room_for(loss.mark, self.style) for loss in all_of) if priced else 0.0)
        self.lost = press.width - (_LOST * self.style.size if priced else 0.0)
        half_box = self.lost - (_GAP if priced else 0.0) - side
        half = _widest([loss.half for loss in all_of] if priced else [], self.style)
        self.half = _Column(half_box - beside, half_box)
        full_box = half_box - beside - max(half, measure("half", press.styles.label) - side - beside) - _GAP - side
        full = _widest([loss.full for loss in all_of] if priced else [], self.style)
        self.full = _Column(full_box - beside, full_box)
        self.name = full_box - beside - max(full, measure("full", press.styles.label) - side - beside) - _GAP

    def panels(self) -> Iterator[Panel]:
        """Every formation's losses, and the sums."""
        for group in self.found.groups:
            yield self._heading(group)
            for number, loss in enumerate(group.losses):
                last = number == len(group.losses) - 1
                yield self._loss(loss, keep=last and group is self.found.groups[-1])
        yield self._sums()

    def _heading(self, group: LossGroup) -> Panel:
        setter, styles = Setter(), self.press.styles
        baseline = setter.baseline(styles.minor)
        setter.fit(group.title, 0.0, self.name, styles.minor, _LINES, MIN_TYPE_SIZE)
        side = tick_side(self.style)
        for head, column in (("full", self.full), ("half", self.half)):
            setter.words(head, column.box + side - measure(head, styles.label), baseline, styles.label)
        if not self.press.hide_points:
            setter.words("lost", self.press.width - measure("lost", styles.label), baseline, styles.label)
        setter.y += 1
        setter.rule(0.0, self.press.width, THIN)
        return setter.panel(before=8, depth=1, keep=True, below=1)

    def _loss(self, loss: Loss, *, keep: bool) -> Panel:
        setter, style = Setter(), self.style
        setter.y = style.leading * (_HIGH - 1) / 2
        baseline = setter.baseline(style)
        face = style.italic if loss.general else style
        setter.fit(loss.name, 0.0, self.name, face, _LINES, MIN_TYPE_SIZE)
        state = self.counts.get(loss.path) or loss.after(self.losses.get(loss.path, 0))
        self._count(setter, loss.full, loss.mark, self.full, baseline, crossed=state == "full")
        if loss.halves:
            self._count(setter, loss.half, loss.mark, self.half, baseline, crossed=state == "half")
        setter.y += style.leading * (_HIGH - 1) / 2
        if not self.press.hide_points:
            setter.marks.append(Rule(self.lost, baseline + DESCENT * style.size, self.press.width - self.lost, HAIR))
        return setter.panel(depth=2, keep=keep)

    def _count(
        self, setter: Setter, points: ExactPoints | None, mark: Mark, column: _Column, baseline: float, *, crossed: bool
    ) -> None:
        """Points, unless they are hidden, and the box beside them."""
        if not self.press.hide_points:
            set_points(setter, _shown(points), mark, column.points, baseline, self.style)
        tick(setter, column.box, baseline, self.style, crossed=crossed)

    def _sums(self) -> Panel:
        setter = Setter()
        if self.press.hide_points:
            return setter.panel()
        total = show(self.found.total)
        setter.rule(0.0, self.press.width, THIN)
        setter.y = 2
        blanks = (Blank("in full", _SUM), Blank("for half", _SUM), Blank(f"lost of {total}", _SUM))
        fill_in(setter, blanks, 0.0, self.press.width, self.style)
        return setter.panel(before=6, depth=2, below=2)


def _shown(points: ExactPoints | None) -> str:
    return "?" if points is None else show(points)


def _widest(numbers: Sequence[ExactPoints | None], style: Style) -> float:
    return max((measure_figures(_shown(number), style) for number in numbers), default=0.0)


# The losses at which the army is beaten, with a box for each unit.


_BROKEN_LOST = 4.5
"""The length of the line for what is lost, in sizes of type."""


def breaking_block(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """How many units may be lost, with a box for each and a bar before the one that is too many; or a line for points.

    Nothing where the ruleset has no breaking point, or where it is in points that may not be seen.
    """
    found = breaking(press.report)
    if found is None or (press.hide_points and found.counted == "points"):
        return ()
    says = f"{found.reason.removesuffix(found.cites)}{press.rests(found.cites)}".rstrip()
    heading = part(press, block.title or f"Breaking point: {found.words} lost", f"{says[:1].upper()}{says[1:]}")
    return (heading, _lost(press, found))


def _lost(press: BlockContext, found: Breaking) -> Panel:
    setter, style = Setter(), press.styles.text
    if found.counted == "points" or found.of > MOST:
        fill_in(setter, (Blank(f"{found.counted} lost", _BROKEN_LOST),), 0.0, press.width, style)
        return setter.panel()
    size = int(found.of)
    row, strength = BoxRow(style, press.width), UnitStrength(size, size - found.point, 0)
    setter.y += style.leading / 2
    setter.marks += row.marks(strength, int(counted(press.report, press.gone)), 0.0, setter.y)
    setter.y += row.height(strength)
    return setter.panel(below=3)


# The margins of victory.


_INSET = 4.0
_POINTS, _RESULT = 4.5, 10.0
"""The lengths of the lines for points and for the result, in sizes of type."""


def margins_block(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """What each difference in points lost comes to in a game of this size, and lines for the sums."""
    found = margins(press.report)
    if found is None:
        return ()
    title = block.title or f"Margins of victory, {found.size} points"
    return (part(press, title, f"{found.says} {press.rests(found.cites)}".strip()), _scale(press, found), _sums(press))


def _scale(press: BlockContext, found: Margins) -> Panel:
    """The results side by side, the least first, each over its differences."""
    setter, styles = Setter(), press.styles
    width, top, lowest = press.width / len(found.bands), 2.0, 0.0
    for number, band in enumerate(found.bands):
        setter.y = top + _INSET
        left, room = number * width + _INSET, width - 2 * _INSET
        setter.lines(band.label, left, room, styles.text.bold)
        setter.lines(band.words, left, room, styles.text)
        lowest = max(lowest, setter.y + _INSET)
    frames = (Frame(number * width, top, width, lowest - top, THIN) for number in range(len(found.bands)))
    setter.marks += frames
    setter.y = lowest
    return setter.panel(keep=True, below=4)


def _sums(press: BlockContext) -> Panel:
    setter = Setter()
    blanks = (
        Blank("our points lost", _POINTS),
        Blank("theirs", _POINTS),
        Blank("difference", _POINTS),
        Blank("result", _RESULT),
    )
    fill_in(setter, blanks, 0.0, press.width, press.styles.text)
    return setter.panel(below=3)


# Generals who fall, and those who replace them.


_NAMES = 0.3
"""The share of the width that names have."""
_GENERALS_GAP = 12.0
_GENERALS_LINES = 3
"""How many lines a name may take before it is set smaller."""
_FATES = ("wounded", "killed", "captured")
_TURN, _NAME, _DIE = 2.6, 11.0, 2.2
"""The lengths of the lines for a turn, a name and a die, in sizes of type."""


def generals_block(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Every general with boxes for his fate, and for what his replacement is diced to be."""
    found = generals(press.report)
    if not found.generals:
        return ()
    says = f"{found.note} {press.rests(found.cites)}".strip()
    return (
        part(press, block.title or found.title, says),
        *(_general(press, general, found) for general in found.generals),
    )


def _general(press: BlockContext, general: General, found: Generals) -> Panel:
    setter, styles, names = Setter(), press.styles, _NAMES * press.width
    setter.y = styles.text.leading * (LINE - 1) / 2
    setter.fit(general.row.commander, 0.0, names, styles.text.bold, _GENERALS_LINES, MIN_TYPE_SIZE)
    where = ", ".join(part for part in (general.formation, general.row.quality) if part)
    setter.fit(where, 0.0, names, styles.detail, _GENERALS_LINES, MIN_TYPE_SIZE)
    lowest = setter.y
    setter.y = 0.0
    left = names + _GENERALS_GAP
    width, style = press.width - left, styles.detail
    so = press.ticked.get((*general.row.path, "commander"), ())
    fates: list[Tick | Blank] = [*(Tick(fate, fate in so) for fate in _FATES), Blank("in turn", _TURN)]
    if not general.replaced:
        fill_in(setter, fates, left, width, style)
    else:
        fill_in(setter, (*fates, Blank("replaced in turn", _TURN)), left, width, style)
        fill_in(setter, _replacement(found, so), left, width, style)
    setter.y = max(setter.y, lowest) + 3
    setter.rule(0.0, press.width, HAIR)
    return setter.panel(below=1)


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


def turns(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """A line for each turn, as many as the block's `rows`: who has the initiative, and room for what happened."""
    number = measure("turn", press.styles.label) + _TURN_GAP
    ours = _OURS.width(press.styles.text) + _TURN_GAP
    happened = number + ours + _THEIRS.width(press.styles.text) + 2 * _TURN_GAP
    heads = _heads(press, number, happened)
    rows = [_row(press, one, number, ours, heads) for one in range(1, (block.rows or _ROWS) + 1)]
    return (part(press, block.title or "Turns"), heads, *rows)


def _heads(press: BlockContext, initiative: float, happened: float) -> Panel:
    setter, style = Setter(), press.styles.label
    baseline = setter.baseline(style)
    setter.words("turn", 0.0, baseline, style)
    setter.words("initiative", initiative, baseline, style)
    setter.words("what happened", happened, baseline, style)
    setter.y = style.leading + 1
    setter.rule(0.0, press.width, THIN)
    return setter.panel(keep=True)


def _row(press: BlockContext, turn: int, initiative: float, ours: float, heads: Panel) -> Panel:
    setter, style = Setter(), press.styles.text
    setter.y = style.leading * (_TURN_HIGH - 1) / 2
    baseline = setter.baseline(style)
    setter.figures(str(turn), measure("turn", press.styles.label), baseline, style.bold)
    _OURS.set(setter, initiative, baseline, style)
    _THEIRS.set(setter, initiative + ours, baseline, style)
    setter.y = style.leading * _TURN_HIGH
    setter.rule(0.0, press.width, HAIR)
    return setter.panel(heads=heads)
