"""Typeset the contents of a panel: text, numbers, rules and boxes. All lengths are typographic points."""

from __future__ import annotations

from orbat.render.pdf.fonts import ASCENT, DESCENT, Style, drawable, fit_text, measure, measure_figures, wrap
from orbat.render.pdf.marks import Frame, Mark, Panel, Rule, TextMark

STRONG, THIN, HAIR = 0.9, 0.5, 0.25
"""The thicknesses of horizontal rules."""


def baseline_of(style: Style) -> float:
    """The distance from the top of a line of text to its baseline."""
    return (style.leading - style.size) / 2 + ASCENT * style.size


class Typesetter:
    """Collects the drawing marks of one panel."""

    def __init__(self, y: float = 0.0) -> None:
        self.marks: list[Mark] = []
        self.cut: list[str] = []
        self.again: Panel | None = None
        """The heading for the rest of the block (see `Panel.again`)."""
        self.y = y
        """The position of the next line, measured from the top."""

    def baseline(self, style: Style) -> float:
        """The baseline of the next line of text in this style."""
        return self.y + baseline_of(style)

    def lines(self, text: str, x: float, width: float, style: Style) -> None:
        """Typeset text, wrapped to a width."""
        for line in wrap(text, style, width):
            self.marks.append(TextMark(x, self.baseline(style), line, style))
            self.y += style.leading

    def led_by(self, label: str, text: str, width: float, style: Style) -> None:
        """Typeset a bold label and text after it, wrapped to a width."""
        left = self.words(label, 0.0, self.baseline(style), style.bold) + style.size / 2
        first, *others = wrap(text, style, width - left) or ("",)
        self.words(first, left, self.baseline(style), style)
        self.y += style.leading
        self.lines(" ".join(others), 0.0, width, style)

    def fit(self, text: str, x: float, width: float, style: Style, lines: int, smallest: float) -> None:
        """Typeset text in at most `lines` lines, in smaller type if necessary.

        If the text does not fit at size `smallest`, it is shortened, and the full text is added to `cut`.
        """
        found, fitting, shortened = fit_text(text, style, width, lines, smallest)
        for line in found:
            self.marks.append(TextMark(x, self.baseline(fitting), line, fitting))
            self.y += fitting.leading
        if shortened:
            self.cut.append(text)

    def words(self, text: str, x: float, baseline: float, style: Style) -> float:
        """Typeset text on one line. Returns the position of the right end."""
        text = drawable(text)
        if text:
            self.marks.append(TextMark(x, baseline, text, style))
        return x + measure(text, style)

    def centred(self, text: str, x: float, width: float, baseline: float, style: Style) -> None:
        """Typeset text centred between `x` and `x + width`."""
        text = drawable(text)
        if text:
            self.marks.append(TextMark(x + (width - measure(text, style)) / 2, baseline, text, style))

    def figures(self, text: str, right: float, baseline: float, style: Style) -> None:
        """Typeset a number so that it ends at `right`."""
        text = drawable(text)
        if text:
            self.marks.append(TextMark(right - measure_figures(text, style), baseline, text, style, figures=True))

    def rule(self, x: float, right: float, weight: float) -> None:
        """Draw a horizontal line from `x` to `right`, at the height `self.y`."""
        self.marks.append(Rule(x, self.y, right - x, weight))

    def boxed(self, text: str, x: float, baseline: float, style: Style) -> float:
        """Typeset text in a box with the left edge at `x`. Returns the right edge."""
        width = measure(text, style)
        self.marks.append(TextMark(x + 3, baseline, text, style))
        top = baseline - ASCENT * style.size - 0.8
        self.marks.append(Frame(x, top, width + 6, style.size * (ASCENT + DESCENT) + 2.0, THIN))
        return x + width + 6

    def panel(
        self, *, before: float = 0.0, depth: int = 0, keep: bool = False, heads: Panel | None = None, below: float = 0.0
    ) -> Panel:
        """Return the collected drawing marks as a panel, with white space of height `below` at the bottom."""
        return Panel(
            self.y + below, tuple(self.marks), before, depth, keep, heads, again=self.again, cut=tuple(self.cut)
        )
