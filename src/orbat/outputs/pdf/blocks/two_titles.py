"""The heads of two ORBATs beside one another. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.sheet import SMALLEST, Block
from orbat.outputs.pdf.blocks.side_by_side import NAMES
from orbat.outputs.pdf.fonts import shown
from orbat.outputs.pdf.marks import Bookmark, Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import STRONG, Setter
from orbat.report.report import Report

_GAP = 18.0


def two_titles(press: Press, block: Block) -> tuple[Panel, ...]:
    """The title, army, player, points and verdict of both; nothing on a sheet for one. The block's `title` stands
    above them."""
    if press.compared is None:
        return ()
    setter, width = Setter(), (press.width - _GAP) / 2
    setter.marks.append(Bookmark(0.0, 0.0, 0, shown(press.layout.title)))
    setter.lines(block.title, 0.0, press.width, press.styles.title)
    setter.y += 3
    setter.rule(0.0, press.width, STRONG)
    setter.y += 4
    top, lowest = setter.y, setter.y
    for number, report in enumerate((press.compared.before, press.compared.after)):
        setter.y = top
        _one(press, setter, f"{NAMES[number]}  {report.title}", report, number * (width + _GAP), width)
        lowest = max(lowest, setter.y)
    setter.y = lowest + 4
    setter.rule(0.0, press.width, STRONG)
    return (setter.panel(below=4),)


def _one(press: Press, setter: Setter, title: str, report: Report, x: float, width: float) -> None:
    styles, player = press.styles, report.orbat.player if report.orbat else ""
    setter.fit(title, x, width, styles.heading, 2, SMALLEST)
    setter.fit(report.head, x, width, styles.detail, 2, SMALLEST)
    setter.fit(f"Player: {player}" if player else "", x, width, styles.detail, 1, SMALLEST)
    setter.lines(report.points, x, width, styles.text)
    setter.lines(report.verdict, x, width, styles.strong)
