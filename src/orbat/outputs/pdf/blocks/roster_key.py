"""The key to a roster's marks. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from orbat.model.finding import cited
from orbat.outputs.pdf.blocks.boxes import BAR, bar, box
from orbat.outputs.pdf.blocks.roster_columns import HALF, REMOVED
from orbat.outputs.pdf.fonts import ASCENT, measure, shown, wrap
from orbat.outputs.pdf.marks import Mark, Panel, moved
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import Setter
from orbat.report.deeds import Deed, together
from orbat.report.roster import Roster

_AFTER, _BETWEEN, _LINES = 5.0, 16.0, 3.0
"""The space after a mark, that between two in a line, and that between two lines of them."""


def key(press: Press, found: Roster) -> Panel:
    """What the boxes and the words of the roster mean, and where it stands in the rulebook."""
    setter = Setter()
    _marks(press, found, setter)
    style = press.styles.detail
    words = [_said(press, deed) for deed in together(deed for troop in found.troops for deed in troop.deeds)]
    if found.reach:
        words.append(f"command radius: {found.reach} {press.rests(found.radius)}".rstrip())
    setter.lines("; ".join(words), 0.0, press.width, style)
    return setter.panel(before=6, below=2)


def _said(press: Press, deed: Deed) -> str:
    """`square: may form square, with 4 or more [DOE 12.3]`."""
    least = f", with {deed.least_size} or more" if deed.least_size else ""
    return f"{deed.short}: {deed.label}{least} {press.rests(cited(deed.cites))}".rstrip()


@dataclass(frozen=True, slots=True)
class _Sign:
    """A mark of the key at its place, and what it means."""

    width: float
    marks: tuple[Mark, ...]
    text: str


def _signs(press: Press, found: Roster, side: float) -> Iterator[_Sign]:
    """The marks that this roster has."""
    strengths = [troop.strength for troop in found.troops if troop.strength]
    if any(troop.strength and not troop.ticks for troop in found.troops):
        yield _Sign(side, tuple(box(0.0, 0.0, side)), "cross off what is lost")
    for ticks in dict.fromkeys(troop.ticks for troop in found.troops if troop.ticks):
        text = f"{'cross off' if ticks.boxes else 'tick the'} {ticks.label} {press.rests(ticks.cites)}"
        yield _Sign(side, tuple(box(0.0, 0.0, side)), text.rstrip())
    if already := _already(press, found):
        yield _Sign(side, tuple(box(0.0, 0.0, side, crossed=True)), already)
    if any(one.half is not None for one in strengths):
        text = f"past the bar the unit is under half: with “{HALF}” left, or fewer {press.rests(found.half)}"
        yield _Sign(BAR, (bar(0.0, 0.0, side),), text.rstrip())
    if any(one.removed for one in strengths):
        text = f"never lost: the unit is taken off the table with “{REMOVED}” left {press.rests(found.removed)}"
        yield _Sign(side, tuple(box(0.0, 0.0, side, broken=True)), text.rstrip())


def _already(press: Press, found: Roster) -> str:
    """What a crossed box means; "" where none is."""
    so = {*press.ticked, *press.gone}
    states = any(troop.ticks and troop.ticks.states and troop.row.path in so for troop in found.troops)
    words = [word for word, there in (("lost", any(press.losses.values())), ("ticked", states)) if there]
    return f"{' or '.join(words)} already" if words else ""


def _marks(press: Press, found: Roster, setter: Setter) -> None:
    """The marks in a line or more, each with its meaning."""
    style, left = press.styles.detail, 0.0
    for sign in _signs(press, found, style.size):
        inset = sign.width + _AFTER
        if left and left + inset + measure(shown(sign.text), style) > press.width:
            left = 0.0
            setter.y += style.leading + _LINES
        top = setter.baseline(style) - ASCENT * style.size + 0.5
        setter.marks += (moved(mark, left, top) for mark in sign.marks)
        lines = wrap(sign.text, style, press.width - inset - left)
        for number, words in enumerate(lines):
            setter.y += style.leading if number else 0.0
            setter.words(words, left + inset, setter.baseline(style), style)
        left += inset + max((measure(words, style) for words in lines), default=0.0) + _BETWEEN
    setter.y += style.leading + _LINES
