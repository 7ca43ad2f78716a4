"""One card set in type, on as many faces as it takes. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orbat.model.path import Path
from orbat.model.sourced import Mark as PriceMark
from orbat.outputs.pdf.blocks.boxes import MOST, BoxRow
from orbat.outputs.pdf.blocks.card_tables import CLOSENESS, pieces_of
from orbat.outputs.pdf.blocks.forms import LINE, fill_in, states_of
from orbat.outputs.pdf.blocks.price_marks import room_for, set_points
from orbat.outputs.pdf.fonts import ASCENT, Style, measure, measure_figures, shown, wrap
from orbat.outputs.pdf.marks import Mark, Panel, moved, split
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import THIN, Setter, baseline_of
from orbat.report.cards import Card
from orbat.report.price_marks import SIGNS
from orbat.report.reference import Subject
from orbat.report.roster import Strength
from orbat.report.ticks import Ticks

_GAP = 8.0
_UNDER_HEAD = 3.0
_LEAST, _MOST = 2.5, 8.0
"""The least and the most white space between two tables."""
_NAME_LINES, _FACT_LINES = 2, 3
_COUNT = "{} of {}"

Body = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards side by side: how many, how large each is, and the white edge within it."""

    across: int
    width: float
    height: float
    side: float
    top: float

    def left(self, number: int) -> float:
        """Where the type of a card begins."""
        return number % self.across * self.width + self.side

    @property
    def measure(self) -> float:
        """The width of the type of a card."""
        return self.width - 2 * self.side


class CardSetter:
    """Sets cards of one size; tables that several cards have alike are set once."""

    def __init__(self, press: Press, grid: Grid) -> None:
        self.press = press
        self.styles = press.styles
        self.grid = grid
        self.hide_points = press.hide_points
        self.losses = press.losses
        self.pieces: dict[tuple[Subject | None, float], list[list[Panel]]] = {}
        self.bodies: dict[tuple[Subject | None, float, float], list[Body]] = {}

    def faces(self, card: Card, number: int) -> list[Panel]:
        """The faces of a card, each with its head; the first is the card of this number on the sheet."""
        head = self._head(card, "")
        if len(self._shared_out(card, head.height)) == 1:
            return [self._face(card, head, 0, number)]
        count = len(self._shared_out(card, self._head(card, _COUNT.format(1, 2)).height))
        heads = (self._head(card, _COUNT.format(face + 1, count)) for face in range(count))
        return [self._face(card, head, face, number + face) for face, head in enumerate(heads)]

    def _face(self, card: Card, head: Panel, face: int, number: int) -> Panel:
        marks = (moved(mark, self.grid.left(number), 0.0) for mark in head.marks)
        return replace(head, height=self.grid.height, marks=(*marks, *self._body(card, face, head.height, number)))

    def _shared_out(self, card: Card, top: float) -> list[list[Panel]]:
        """The tables below a head of this height, set as roomily as they go on the fewest faces."""
        key = (card.subject, top)
        if key not in self.pieces:
            room = self.grid.height - self.grid.top - top
            tried = (
                _shared_out(pieces_of(card.tables, self.styles, self.grid.measure, closeness), room)
                for closeness in CLOSENESS
            )
            self.pieces[key] = min(tried, key=len)
        return self.pieces[key]

    def _body(self, card: Card, face: int, top: float, number: int) -> Body:
        """The tables of one face of a card, where they stand on the sheet."""
        left = self.grid.left(number)
        key = (card.subject, top, left)
        if key not in self.bodies:
            room = self.grid.height - self.grid.top - top
            self.bodies[key] = [_spread(pieces, left, top, room) for pieces in self._shared_out(card, top)]
        return self.bodies[key][face]

    def _head(self, card: Card, count: str) -> Panel:
        """The name with its points, and which of its faces this is; what it is; and where it stands."""
        setter, styles, width = Setter(self.grid.top), self.styles, self.grid.measure
        points = "" if self.hide_points else shown(card.points)
        mark: PriceMark = card.mark if points else ""
        figures_right = width - room_for(mark, styles.total)
        right = figures_right - measure_figures(points, styles.total) - (_GAP / 2 if points else 0.0)
        right -= measure(count, styles.note) + _GAP if count else 0.0
        baseline, smallest = setter.baseline(styles.heading), styles.text.size
        setter.fit(card.name, 0.0, right, styles.heading, _NAME_LINES, smallest)
        room = right - max((mark.right for mark in setter.marks), default=0.0) - _GAP
        nearest, around = shown(card.within[0]), shown(", ".join(card.within[:2]))
        place = next((one for one in (around, nearest) if measure(one, styles.note) <= room), "")
        setter.words(place, right - measure(place, styles.note), baseline, styles.note)
        setter.words(count, right + _GAP, baseline, styles.note.bold)
        set_points(setter, points, mark, figures_right, baseline, styles.total)
        setter.fit(_facts(card, mark, styles.text, width), 0.0, width, styles.text, _FACT_LINES, smallest)
        if card.ticks:
            self._ticks(card.path, card.ticks, setter)
        if not place:
            setter.fit(nearest, 0.0, width, styles.note, 1, smallest)
        setter.y += 1
        setter.rule(0.0, width, THIN)
        return setter.panel(below=_UNDER_HEAD)

    def _ticks(self, path: Path, ticks: Ticks, setter: Setter) -> None:
        """The boxes that are ticked off for the unit at a path, after what they are called."""
        style = self.styles.text
        start = measure(shown(ticks.label), style.bold) + _GAP
        room, baseline = self.grid.measure - start, setter.y + style.leading * (LINE - 1) / 2 + baseline_of(style)
        setter.words(ticks.label, 0.0, baseline, style.bold)
        if not ticks.boxes:
            fill_in(setter, states_of(self.press, path, ticks.states), start, room, style)
            return
        row, strength = BoxRow(style, room), Strength(min(ticks.boxes, MOST), None, 0)
        top = baseline - (ASCENT * style.size + row.side) / 2 + 1
        setter.marks += row.marks(strength, self.losses.get(path, 0), start, top)
        setter.y = top + row.height(strength) + 1


def _facts(card: Card, mark: PriceMark, style: Style, width: float) -> str:
    """What the card is of; and what the sign beside its price means, where that takes no further line."""
    facts = ", ".join(card.facts)
    longer = f"{facts}, {SIGNS[mark]} {mark}"
    return longer if mark and len(wrap(longer, style, width)) == len(wrap(facts, style, width)) else facts


def _shared_out(pieces: Sequence[Panel], room: float) -> list[list[Panel]]:
    """The pieces on as many faces as they take; one that is higher than a face goes on on the next."""
    faces: list[list[Panel]] = [[]]
    left = room
    for piece in pieces:
        gap = _LEAST if faces[-1] else 0.0
        if piece.height + gap > left and faces[-1]:
            faces.append([])
            left, gap = room, 0.0
        while piece.height > left:
            upper, lower = split(piece, left)
            if not upper.marks:
                break
            faces[-1].append(upper)
            faces.append([])
            piece, left = _headed(lower, room), room
        faces[-1].append(piece)
        left -= piece.height + gap
    return faces


def _headed(piece: Panel, room: float) -> Panel:
    """The rest of a piece under its heads, where these leave room for any of it."""
    under = piece.heads.height if piece.heads else 0.0
    if piece.heads is None or not any(under + mark.bottom <= room for mark in piece.marks):
        return piece
    marks = (*piece.heads.marks, *(moved(mark, 0.0, under) for mark in piece.marks))
    return replace(piece, height=under + piece.height, marks=marks)


def _spread(pieces: Sequence[Panel], left: float, top: float, room: float) -> Body:
    """The pieces of a face below one another, with what is left shared out between them up to a limit."""
    spare = room - sum(piece.height for piece in pieces)
    gap = min(_MOST, spare / (len(pieces) - 1)) if len(pieces) > 1 else 0.0
    marks: list[Mark] = []
    for piece in pieces:
        marks += (moved(mark, left, top) for mark in piece.marks)
        top += piece.height + gap
    return tuple(marks)
