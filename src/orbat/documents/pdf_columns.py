"""Find the columns of a PDF page, such as two armies side by side or one army over two columns.

Tables have gaps too. So orbat compares the lines to the left and right of a gap. The gap divides the page if both hold:

- Enough lines on both sides have the same shape, such as a name and two numbers.
- The two sides share words, or most names on the right occur only once.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from orbat.documents.pdf_geometry import EVERYWHERE, Box

_MAX_COLUMN_DEPTH = 2
"""Maximum number of times that a page is divided: at most four columns."""
_MAX_STARTS = 3
"""Maximum number of positions for which the texts on both sides are compared."""
_MAX_EDGES = 40
_MARGIN = 1.0
_MAX_BOXES = 5_000
"""Maximum number of texts of a page in which columns are searched."""
_MAX_AREAS = 12
"""Maximum number of areas. A page with more has boxes, such as cards, and no columns."""
_MAX_CROSSING_LINES = 5
"""Maximum number of lines over all columns."""
_MIN_GAP = 10.0
"""Minimum width of a gap between columns, in points."""
_MIN_LINES = 3
"""Minimum number of lines of a column."""
_MAX_CROSSING = 0.25
"""Maximum share of the lines that cross the gap, such as titles over all columns."""
_MIN_ALIKE = 0.4
"""Minimum share of lines with the same shape in both columns."""
_MIN_SHARED_WORDS = 0.25
_MIN_DIFFERENT_NAMES = 0.8
_MIN_NAMES = 5
_PIECE = re.compile(r"(?<![^\W_])\d+(?:[.,]\d+)*(?![^\W_])|[^\W_]*[^\W\d_][^\W_]*")
_WORD = re.compile(r"[^\W\d_]{3,}")

LinesOf = Callable[[Box], Sequence[str]]
"""Returns the lines of text in an area of the page."""


def columns_of(boxes: Sequence[Box], lines_of: LinesOf) -> tuple[Box, ...]:
    """The columns of a page as areas, in reading order. Empty if the page has no columns."""
    if len(boxes) > _MAX_BOXES:
        return ()
    found = tuple(islice(_areas(boxes, EVERYWHERE, lines_of, 0), _MAX_AREAS + 1))
    return found if 1 < len(found) <= _MAX_AREAS else ()


def is_inside(box: Box, area: Box) -> bool:
    """Whether the middle of a box is in an area."""
    across, up = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= across < area[2] and area[1] <= up < area[3]


def _areas(boxes: Sequence[Box], area: Box, lines_of: LinesOf, depth: int) -> Iterator[Box]:
    segments = _segments(boxes)
    start = _division(segments, area, lines_of) if depth < _MAX_COLUMN_DEPTH else None
    if start is None:
        yield area
        return
    crossing = sorted((one for one in segments if _crosses(one, start)), key=_top, reverse=True)
    top = area[3]
    for title in (*crossing, None):
        bottom = title[3] if title else area[1]
        for side in ((area[0], bottom, start, top), (start, bottom, area[2], top)):
            within = [box for box in boxes if is_inside(box, side)]
            if within:
                yield from _areas(within, side, lines_of, depth + 1)
        if title:
            yield (area[0], title[1], area[2], title[3])
            top = title[1]


def _top(box: Box) -> float:
    return box[3]


def _segments(boxes: Iterable[Box]) -> list[Box]:
    segments: list[Box] = []
    for box in sorted(boxes, key=lambda one: (round(one[1] / 2), one[0])):
        last = segments[-1] if segments else None
        height = box[3] - box[1]
        if last and abs(last[1] - box[1]) < height / 3 and box[0] - last[2] < 0.8 * height:
            segments[-1] = (last[0], min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3]))
        else:
            segments.append(box)
    return segments


def _division(segments: Sequence[Box], area: Box, lines_of: LinesOf) -> float | None:
    for start in _starts(segments)[:_MAX_STARTS]:
        sides = [(area[0], area[1], start, area[3]), (start, area[1], area[2], area[3])]
        columns = [[one for one in segments if is_inside(one, side) and not _crosses(one, start)] for side in sides]
        if min(map(_line_count, columns)) < _MIN_LINES:
            continue
        if is_side_by_side(*([line for line in lines_of(side) if line.strip()] for side in sides)):
            return start
    return None


def _starts(segments: Sequence[Box]) -> list[float]:
    edges = Counter(round(one[0] - _MARGIN) for one in segments)
    maximum = min(int(_MAX_CROSSING * len(segments)), _MAX_CROSSING_LINES)
    found: list[tuple[int, int, float]] = []
    for edge, count in edges.most_common(_MAX_EDGES):
        crossing = sum(_crosses(one, edge) for one in segments)
        before = max((one[2] for one in segments if one[2] <= edge), default=math.inf)
        if count > 1 and crossing <= maximum and edge - before >= _MIN_GAP:
            found.append((crossing, -count, float(edge)))
    return [edge for _, _, edge in sorted(found)]


def _crosses(segment: Box, position: float) -> bool:
    return segment[0] < position < segment[2]


def _line_count(segments: Iterable[Box]) -> int:
    return len({round(one[1] / 3) for one in segments})


# Lists side by side, as against the columns of a table.


def is_side_by_side(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether the texts left and right of a gap are two lists, not two columns of a table."""
    shapes = [Counter(filter(None, map(_shape, lines))) for lines in (left, right)]
    fewest = min(shape.total() for shape in shapes)
    if not fewest or (shapes[0] & shapes[1]).total() < max(2, _MIN_ALIKE * fewest):
        return False
    words = [{word.casefold() for line in lines for word in _WORD.findall(line)} for lines in (left, right)]
    shared = len(words[0] & words[1]) / max(1, min(map(len, words)))
    names = [_name(line) for line in right if _shape(line)]
    differ = len(names) >= _MIN_NAMES and len(set(names)) >= _MIN_DIFFERENT_NAMES * len(names)
    return shared >= _MIN_SHARED_WORDS or differ


def _shape(line: str) -> str:
    pieces = ["#" if piece[0].isdigit() and piece[-1].isdigit() else "w" for piece in _PIECE.findall(line)]
    shape = re.sub("w+", "w", "".join(pieces))
    return shape if "w" in shape and "#" in shape else ""


def _name(line: str) -> str:
    return " ".join(word.casefold() for word in _WORD.findall(line))
