"""The points of each arm as a bar, with figures and shares. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.points import percent, show
from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.heads import BEFORE, headed
from orbat.outputs.pdf.fills import FILLS, filled
from orbat.outputs.pdf.fonts import measure_figures
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.report.strength import by_arm

_GAP = 8.0


def arms(press: Press, block: Block) -> tuple[Panel, ...]:
    """A bar divided by arm, and below it a line for each: its fill, points and share. Nothing where points are hidden
    or there are none."""
    report = press.report
    shares = by_arm(report.book, report.quote) if report.book and report.quote else ()
    if press.hide_points or not shares or report.quote is None:
        return ()
    setter, style = headed(press, block.title or "Points by arm", show(report.quote.total)), press.styles.detail
    tall = style.size
    x = 0.0
    for number, share in enumerate(shares):
        width = float(share.share) * press.width
        setter.marks += filled(FILLS[number % len(FILLS)], x, setter.y, width, tall)
        x += width
    setter.y += tall + 4
    percents = [percent(share.points, report.quote.total) for share in shares]
    points_right = press.width - max(measure_figures(words, style) for words in percents) - _GAP
    for number, share in enumerate(shares):
        baseline = setter.baseline(style)
        swatch = 0.7 * style.size
        setter.marks += filled(FILLS[number % len(FILLS)], 0.0, baseline - swatch, 2 * swatch, swatch)
        figures_left = points_right - measure_figures(show(share.points), style)
        setter.fit(share.label, 2 * swatch + _GAP, figures_left - _GAP - 2 * swatch - _GAP, style, 1, style.size)
        setter.figures(show(share.points), points_right, baseline, style)
        setter.figures(percents[number], press.width, baseline, style)
    return (setter.panel(before=BEFORE),)
