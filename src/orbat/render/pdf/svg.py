"""Draw pages as SVG pictures. Letters are drawn as outlines, so that no fonts are needed to show a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.sax.saxutils import escape, quoteattr

from orbat.model.sheet import Face
from orbat.render.pdf.draw import COLOURS, DASHES
from orbat.render.pdf.flow import Page
from orbat.render.pdf.fonts import figure_spacing, measure
from orbat.render.pdf.marks import Bookmark, ColourArea, Disc, Frame, Mark, Rule, ShapeMark, TextMark, Tiles

Outline = Callable[[Face, str], str]
"""A function that returns the outline of a letter as the data of an SVG path.

1000 units are one em, and y points upwards.
"""


def svg_of(page: Page, outline: Outline, *, title: str) -> str:
    """Draw a page as SVG."""
    width, height = page.paper.width, page.paper.height
    letters: dict[tuple[Face, str], str] = {}
    drawn = [text for mark in page.marks for text in _drawn(mark, letters)]
    glyphs = [f'<path id="{name}" d="{outline(*key)}"/>' for key, name in letters.items()]
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}pt" height="{_n(height)}pt" '
            f'viewBox="0 0 {_n(width)} {_n(height)}" role="img" fill="none" stroke="none">',
            f"<title>{escape(title)}</title>",
            f"<defs>{''.join(glyphs)}</defs>",
            f'<rect width="{_n(width)}" height="{_n(height)}" fill="#fff"/>',
            *drawn,
            "</svg>",
            "",
        )
    )


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _drawn(mark: Mark, letters: dict[tuple[Face, str], str]) -> Iterator[str]:
    match mark:
        case TextMark():
            yield _text(mark, letters)
        case Rule():
            yield f'<path d="M{_n(mark.x)} {_n(mark.y)}h{_n(mark.width)}"{_pen(mark.weight)}/>'
        case Frame():
            pen = _pen(mark.weight, mark.dashed, mark.solid)
            yield (
                f'<rect x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.width)}" height="{_n(mark.height)}"{pen}/>'
            )
        case Disc():
            half = mark.size / 2
            pen = _pen(mark.weight, solid=mark.solid)
            yield f'<circle cx="{_n(mark.x + half)}" cy="{_n(mark.y + half)}" r="{_n(half)}"{pen}/>'
        case ShapeMark():
            closed = mark.closed or mark.solid
            yield f'<path d="{_path(mark, closed=closed)}"{_pen(mark.weight, mark.dashed, mark.solid)}/>'
        case ColourArea():
            parts = ",".join(str(round(255 * part)) for part in COLOURS[mark.colour])
            yield f'<path d="{_path(mark, closed=True)}" fill="rgb({parts})"/>'
        case Tiles():
            runs = (f"M{x:.3f} {y:.3f}h{width:.3f}v{mark.tile:.3f}h{-width:.3f}z" for x, y, width in mark.black())
            yield f'<path d="{"".join(runs)}" fill="#000"/>'
        case Bookmark():
            return


def _path(mark: ShapeMark | ColourArea, *, closed: bool) -> str:
    points = " ".join(f"{_n(mark.x + across)} {_n(mark.y + down)}" for across, down in mark.points)
    return f"M{points}{'z' if closed else ''}"


def _pen(weight: float, dashed: bool = False, solid: bool = False) -> str:
    stroke = f' stroke="#000" stroke-width="{_n(weight)}"' if weight else ""
    lengths = " ".join(map(_n, DASHES))
    dash = f' stroke-dasharray="{lengths}"' if dashed else ""
    fill = ' fill="#000"' if solid else ""
    return f"{stroke}{dash}{fill}"


def _text(mark: TextMark, letters: dict[tuple[Face, str], str]) -> str:
    size = mark.style.size / 1000
    before, after = figure_spacing(mark.text, mark.style) if mark.figures else (0.0, [0.0] * len(mark.text))
    x, uses = before, []
    for letter, space in zip(mark.text, after, strict=True):
        if letter != " ":
            name = letters.setdefault((mark.style.face, letter), f"{mark.style.face[0]}{ord(letter):x}")
            uses.append(f'<use href="#{name}" x="{_n(x / size)}"/>')
        x += measure(letter, mark.style) + space
    place = f"translate({_n(mark.x)} {_n(mark.y)}) scale({size:.5f} {-size:.5f})"
    return f'<g fill="#000" transform="{place}" aria-label={quoteattr(mark.text)}>{"".join(uses)}</g>'
