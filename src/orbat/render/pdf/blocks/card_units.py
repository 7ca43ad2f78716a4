"""The units on a card: names, boxes for losses, and boxes to tick. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.path import OrbatPath
from orbat.render.pdf.blocks.forms import LINE, MAX_BOXES, BoxRow, Tick, fields_width, set_fields, state_ticks
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import ASCENT, Styles, drawable, measure
from orbat.render.pdf.marks import Panel
from orbat.render.pdf.typesetter import HAIR, Typesetter, baseline_of
from orbat.report.cards import Card, CardUnit

_PART_GAP = 8.0
_ABOVE_RULE, _BELOW_RULE = 0.6, 1.5
"""The space above and below the rule between two units."""
_UNDER_BOXES = 3.2
"""The space below the boxes of a unit."""
_NAME_LINES = 2


def unit_rows(card: Card, context: BlockContext, styles: Styles, width: float) -> Panel | None:
    """A row for each unit on a card, and a legend of what lost stands or crossed boxes mean.

    None if there is nothing to show.
    """
    if not (card.strength or card.ticks or card.marks or len(card.units) > 1):
        return None
    rows, typesetter = _UnitRows(card, context, styles, width), Typesetter()
    for number, unit in enumerate(card.units):
        if number:
            typesetter.y += _ABOVE_RULE
            typesetter.rule(0.0, width, HAIR)
            typesetter.y += _BELOW_RULE
        rows.set(unit, typesetter)
    typesetter.lines(" · ".join(card.thresholds), 0.0, width, styles.note)
    return typesetter.panel()


class _UnitRows:
    # The parts of a row are a name (only if units share the card), boxes, and boxes to tick. They are placed alike for
    # all units of the card.

    def __init__(self, card: Card, context: BlockContext, styles: Styles, width: float) -> None:
        self.card = card
        self.context = context
        self.styles = styles
        self.width = width
        style, ticks = styles.text, card.ticks
        self.label = ticks.label if ticks else ""
        label = measure(drawable(self.label), style.bold) + _PART_GAP if self.label else 0.0
        strength = card.strength
        self.strength = replace(strength, size=min(strength.size, MAX_BOXES)) if strength else None
        boxes = BoxRow(style, width, card.bars).needed(self.strength) if self.strength else 0.0
        states = ticks.states if ticks and not ticks.boxes else ()
        fields = [Tick(one) for one in (*states, *card.marks)]
        fields_room = fields_width(fields, style) + (_PART_GAP if boxes else 0.0) if fields else 0.0
        shared = len(card.units) > 1
        name = max(measure(drawable(one.name), style.bold) for one in card.units) + _PART_GAP if shared else 0.0
        has_boxes = bool(boxes or fields)
        self.on_one_line = has_boxes and name + label + boxes + fields_room <= width
        """Whether a row has a single line."""
        self.fields_beside_boxes = self.on_one_line or label + boxes + fields_room <= width
        self.fields_beside_name = shared and not self.fields_beside_boxes and name + fields_room <= width
        self.name_width = name
        self.shared = shared

    def set(self, unit: CardUnit, typesetter: Typesetter) -> None:
        """Typeset the row of a unit."""
        style, fields, left = self.styles.text.bold, self._fields(unit.path), 0.0
        if self.shared and self.on_one_line:
            left = self.name_width
            typesetter.words(unit.name, 0.0, self._baseline(typesetter), style)
        elif self.shared and self.fields_beside_name:
            typesetter.words(unit.name, 0.0, self._baseline(typesetter), style)
            room = fields_width(fields, self.styles.text)
            set_fields(typesetter, fields, self.width - room, room, self.styles.text)
            fields = []
        elif self.shared:
            self._set_name(unit, typesetter)
        if self.label:
            left = typesetter.words(self.label, left, self._baseline(typesetter), style) + _PART_GAP
        self._set_boxes(unit, fields, typesetter, left)

    def _set_boxes(self, unit: CardUnit, fields: list[Tick], typesetter: Typesetter, left: float) -> None:
        style, baseline, top = self.styles.text, self._baseline(typesetter), typesetter.y
        lowest = top
        if self.strength:
            row = BoxRow(style, self.width - left, self.card.bars)
            upper = baseline - (ASCENT * style.size + row.side) / 2 + 1
            lost = self.context.losses.get(unit.path, 0)
            typesetter.marks += row.marks(self.strength, lost, left, upper)
            lowest = upper + row.height(self.strength) + _UNDER_BOXES
            if self.fields_beside_boxes:
                left += row.needed(self.strength) + _PART_GAP
            else:
                typesetter.y, left = lowest, 0.0
        if fields:
            set_fields(typesetter, fields, left, self.width - left, style)
        typesetter.y = max(typesetter.y, lowest)

    def _set_name(self, unit: CardUnit, typesetter: Typesetter) -> None:
        style, note, baseline = self.styles.text.bold, self.styles.note, typesetter.baseline(self.styles.text.bold)
        first = len(typesetter.marks)
        typesetter.fit(unit.name, 0.0, self.width, style, _NAME_LINES, style.size)
        right = max((mark.right for mark in typesetter.marks[first:]), default=0.0) + _PART_GAP
        place = drawable(unit.formation)
        if right + measure(place, note) <= self.width:
            typesetter.words(place, self.width - measure(place, note), baseline, note)

    def _fields(self, path: OrbatPath) -> list[Tick]:
        ticks = self.card.ticks
        states = ticks.states if ticks and not ticks.boxes else ()
        return state_ticks(self.context, path, (*states, *self.card.marks), boxed=bool(self.strength))

    def _baseline(self, typesetter: Typesetter) -> float:
        style = self.styles.text
        return typesetter.y + style.leading * (LINE - 1) / 2 + baseline_of(style)
