"""The column for sizes: a figure and what it counts, or a named size in words. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orbat.outputs.pdf.fonts import DESCENT, Style, measure, measure_figures, shown, wrap
from orbat.outputs.pdf.setter import Setter

_BESIDE = 3.0
"""The space between a figure and what it counts."""
WIDEST_WORD = 6.5
"""The widest word a narrow column is made for, in sizes of type."""
_WIDEST_NAME = 11.0
"""The widest named size the column is made for, in sizes of type."""

Size = tuple[str, str]
"""A figure, or "" where the size has a name, and then what it counts or what the unit is."""


@dataclass(frozen=True, slots=True)
class SizeColumn:
    """Where the column begins, how wide its figures are, and how wide all of it; 0 where nothing has a size."""

    left: float
    figures: float
    width: float

    @property
    def right(self) -> float:
        """The right end."""
        return self.left + self.width

    def set(self, setter: Setter, size: Size, baseline: float, figures: Style, words: Style) -> float:
        """Sets a size; gives how low it reaches."""
        number, counted = size
        setter.figures(number, self.left + self.figures, baseline, figures)
        inset = self.figures + _BESIDE if number else 0.0
        return set_cell(setter, counted, self.left + inset, self.width - inset, baseline, words)


def size_widths(sizes: Sequence[Size], head: str, figures: Style, words: Style, heads: Style) -> tuple[float, float]:
    """How wide the figures are, and all of the column under its head; nothing where nothing has a size."""
    counted = [size for size in sizes if size[0]]
    named = {shown(name) for number, name in sizes if name and not number}
    if not counted and not named:
        return 0.0, 0.0
    names = max((measure(name, words) for name in named), default=0.0)
    width = max(min(_WIDEST_NAME * words.size, names), measure(head, heads))
    if not counted:
        return 0.0, width
    count = max(measure_figures(text, figures) for text in ("00", *(shown(number) for number, _ in counted)))
    return count, max(width, count + _BESIDE + widest_word((name for _, name in counted), words))


def widest_word(texts: Iterable[str], style: Style) -> float:
    """The width of the widest word, up to a limit beyond which words are broken."""
    words = {word for text in set(texts) for word in shown(text).split()}
    return min(WIDEST_WORD * style.size, max((measure(word, style) for word in words), default=0.0))


def set_cell(
    setter: Setter, text: str, x: float, width: float, baseline: float, style: Style, *, centred: bool = False
) -> float:
    """Wrapped text in a narrow column, from a first baseline on; gives how low it reaches."""
    lines = wrap(text, style, width)
    widest = max((measure(words, style) for words in lines), default=width)
    left = x + max(0.0, (width - widest) / 2) if centred else x
    for number, words in enumerate(lines):
        setter.words(words, left, baseline + number * style.leading, style)
    return baseline + (len(lines) - 1) * style.leading + DESCENT * style.size if lines else 0.0
