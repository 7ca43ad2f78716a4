"""What is held off the table, with room for when and where it arrives. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.finding import cited
from orbat.model.sheet import Block
from orbat.outputs.pdf.fonts import measure
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, THIN, Setter
from orbat.report.deployment import Placed, Way, deployment

_BLANK = 34.0
_GAP = 8.0


def reserves(press: Press, block: Block) -> tuple[Panel, ...]:
    """Each formation off the board on a line of its own, with its units and blanks for its turn and its edge; nothing
    where all of the army is on the table."""
    book, found = press.report.book, deployment(press.report)
    if book is None or not found.reserves:
        return ()
    rule = book.ruleset.rules.off_board
    return (
        _head(press, block.title or "Off the board", rule.citations if rule else (), found.ways),
        *(_line(press, one) for one in found.reserves),
    )


def _head(press: Press, text: str, cites: tuple[str, ...], ways: tuple[Way, ...]) -> Panel:
    """What follows with its sections, and the ways in which it comes on."""
    setter, style = Setter(), press.styles.subheading
    baseline = setter.baseline(style)
    end = setter.words(text, 0.0, baseline, style)
    setter.words(press.rests(cited(cites)), end + _GAP, baseline, press.styles.small)
    setter.y += style.leading + 1
    setter.rule(0.0, press.width, THIN)
    if ways:
        setter.y += 2
        words = "; ".join(f"{way.words} {press.rests(way.cites)}".rstrip() for way in ways)
        setter.lines(words, 0.0, press.width, press.styles.note)
    return setter.panel(before=12, keep=True, below=2)


def _line(press: Press, held: Placed) -> Panel:
    styles = press.styles
    setter, left = Setter(1.5), press.width
    baseline = setter.baseline(styles.text)
    for word in ("edge", "turn"):
        left -= _BLANK
        setter.y = baseline + 1.5
        setter.rule(left, left + _BLANK, THIN)
        left -= measure(word, styles.label) + 3
        setter.words(word, left, baseline, styles.label)
        left -= _GAP
    setter.y = 1.5
    setter.lines(f"{held.name} ({held.reserve})" if held.reserve else held.name, 0.0, left, styles.text.bold)
    units = ", ".join(unit.name for unit in held.units)
    setter.lines(units, 0.0, left, styles.detail)
    setter.rule(0.0, press.width, HAIR)
    return setter.panel(below=1.5)
