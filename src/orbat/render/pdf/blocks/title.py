"""The head of a sheet: title, army, player, points and verdict. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.sheet import Block
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import shown
from orbat.render.pdf.marks import Bookmark, Panel
from orbat.render.pdf.setter import STRONG, Setter
from orbat.report.breaking import breaking, traits


def title(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The head, over the whole width; the block's `title` says what the sheet is.

    What holds for the whole `army`, and the player's `note`, are among what it shows unless it shows other things.
    """
    setter, styles, report = Setter(), press.styles, press.report
    setter.marks.append(Bookmark(0.0, 0.0, 0, shown(press.layout.title)))
    setter.lines(report.title, 0.0, press.width, styles.title)
    setter.y += 1
    setter.lines(report.head, 0.0, press.width, styles.subtitle)
    player = report.orbat.player if report.orbat else ""
    setter.lines(f"Player: {player}" if player else "", 0.0, press.width, styles.subtitle)
    setter.lines(block.title, 0.0, press.width, styles.note)
    setter.y += 5
    setter.rule(0.0, press.width, STRONG)
    setter.y += 4
    if not press.hide_points:
        setter.lines(report.points, 0.0, press.width, styles.strong)
    _verdict(press, setter)
    show = block.show or ("army", "note")
    if "army" in show:
        _army(press, setter)
    wanted = press.printing.notes and "note" in show
    note = report.orbat.note if report.orbat and wanted else ""
    if note:
        setter.y += 2
        setter.lines(note, 0.0, press.width, styles.note)
    setter.y += 4
    setter.rule(0.0, press.width, STRONG)
    return (setter.panel(below=1),)


def _verdict(press: BlockContext, setter: Setter) -> None:
    """The verdict, with the count of what it does not count."""
    report, style = press.report, press.styles.strong
    baseline = setter.baseline(style)
    setter.lines(report.verdict, 0.0, press.width, style)
    if report.findings and report.tally and not press.hide_points:
        setter.words(f"Findings: {report.tally}", _end(setter) + 10, baseline, press.styles.text)


def _army(press: BlockContext, setter: Setter) -> None:
    """The losses at which the army is beaten, and the flags it has."""
    found, flags, style = breaking(press.report), traits(press.report), press.styles.text
    if found and not (press.hide_points and found.counted == "points"):
        setter.lines(f"Breaking point: {found.words} {press.rests(found.cites)}", 0.0, press.width, style)
    if flags:
        setter.lines(f"Army: {'; '.join(flag.label for flag in flags)}", 0.0, press.width, style)


def _end(setter: Setter) -> float:
    return setter.marks[-1].right
