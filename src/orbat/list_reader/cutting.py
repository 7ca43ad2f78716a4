"""Cut the paragraphs of an army into pieces in every likely way. Each piece is about one item."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from orbat.list_reader import piece_costs as cost_of
from orbat.list_reader.item_sequence import FoundItems
from orbat.list_reader.line_blocks import ends_sentence
from orbat.list_reader.line_reader import LineReader, View
from orbat.list_reader.lines import TypedLine, end_of_stamp
from orbat.list_reader.shapes import ChosenReading
from orbat.list_reader.unit_costs import UnitCosts
from orbat.list_reader.ways import NEVER, ONLY_SUM, StatedSum, Way, WayFinder
from orbat.list_reader.words import POINTS
from orbat.model.record import Value

_CUT = re.compile(
    r"\s*[,;|/]\s+|\s+\+\s+|(?<=[^\W_])\s*[.!?:]\s+|\s+(?:-{1,2}>?|=+>|\u2192)\s+|\s*(?=[(\[])|(?<=[)\]])\s*|"
    r"\s+(?==+ ?\d)|\s{2,}|(?P<count>(?<=[^\W\d]) (?=\d{1,2} [^\W\d]))|"
    r"\s+(?=(?:and|und|et|plus|with|mit|avec|puis|under|led|leads?|unter|sous|sowie|dazu|so|that'?s|making|makes?|macht|"
    r"soit|zusammen|also|donc)\b|w/)",
    re.I,
)
"""Where a text may be cut: at signs, before joining words, and before a count (`hat 3 Bataillone`)."""
_BEFORE_COUNT = re.compile(
    r"\b(?:de|of|\xe0|je|zu|at|for|pour|class|klasse|zusammen|insgesamt|total|an?|one|une?|eine?)\Z", re.I
)
"""Words that belong to the number after them."""
_JOINS = re.compile(r"\W*(?:and|und|et|plus|with|mit|avec|puis|under|unter|sous|sowie|dazu|also|w(?=/))\b\W*", re.I)
_EDGES = " ,;|/.:!-+"
_GAP = re.compile(r".?(?:  |[=>\u2192] )")
_EQUALS_SUM = re.compile(rf"\s*=+>? ?\d+ ?(?:{POINTS})?(?: [^\d]*)?\Z", re.I)
_MAX_ATOMS, _MAX_SPAN, _MAX_LENGTH = 160, 9, 220
"""Maximum numbers of atoms of a paragraph and of a piece, and maximum length of a piece in characters."""
_MIN_BROKEN = 45
"""Minimum length of a line that was broken in the middle of a sentence, in characters."""
_MARGIN = 4.5
"""A piece is likely if a reading of its paragraph with this piece costs at most this much more than the best."""


class Atom(Value):
    """A part of a paragraph that is never cut.

    `joining`: cost of joining it to the line above. `starts`: whether it is at the start of a line.
    """

    start: int
    end: int
    line: TypedLine
    joining: float
    starts: bool


class TextPiece(Value):
    """A part of a paragraph that may be about one item, from atom `start` to before atom `end`.

    `ways`: the ways to read the piece. Their costs include that of cutting.
    """

    start: int
    end: int
    text: str
    lines: tuple[TypedLine, ...]
    ways: tuple[Way, ...]


class Cutter:
    """Cuts the paragraphs of an army into pieces."""

    def __init__(self, lines: LineReader, costs: UnitCosts) -> None:
        self._finder = WayFinder(lines, costs)

    def paragraphs(self, lines: Sequence[TypedLine], *, priced: bool) -> Iterator[list[TextPiece]]:
        """Yield the likely pieces of each paragraph, in order.

        `priced`: whether the units of the list should have prices.
        """
        self._finder.priced = priced
        for paragraph in _paragraphs(lines):
            text = " ".join(line.clean for line in paragraph)
            atoms = [*_atoms(text, paragraph)]
            small = bool(text) and len(atoms) <= _MAX_ATOMS
            pieces = _likely([*self._pieces(text, atoms)], len(atoms)) if small else []
            if pieces:
                yield pieces
            else:  # the lines as they are
                yield from ([TextPiece(0, 1, line.clean, (line,), (Way(0.0),))] for line in paragraph)

    def as_read(self, found: FoundItems, choice_of: Mapping[int, ChosenReading]) -> Iterator[list[TextPiece]]:
        """Yield each line of a first reading as one piece, with the other ways to read the line.

        `choice_of`: the readings of units, by the `id()` of their items.
        """
        for line, _, items in found:
            single = len(items) == 1 and items[0].item_type != "detail" and bool(line.clean)
            ways = self._finder.ways_of(line.clean) if single else ()
            others = (way if way.view else replace(way, view=View("sums")) for way in ways if way.view or way.sums)
            read = self._finder.as_read(line, items, choice_of)
            yield [TextPiece(0, 1, line.clean, (line,), (read, *others))]

    def _pieces(self, text: str, atoms: Sequence[Atom]) -> Iterator[TextPiece]:
        # Long pieces come after the short ones: if a piece is much better cut, it is not read as troops.
        best: dict[tuple[int, int], float] = {}
        for length in range(1, min(_MAX_SPAN, len(atoms)) + 1):
            for start in range(len(atoms) - length + 1):
                end = start + length
                first, last = atoms[start].start, atoms[end - 1].end
                if last - first > _MAX_LENGTH or _breaks_lines(atoms, start, end):
                    continue
                cuts = (best.get((start, at), NEVER) + best.get((at, end), NEVER) for at in range(start + 1, end))
                cut = min(cuts, default=NEVER)
                more = cost_of.PIECE + sum(atom.joining for atom in atoms[start + 1 : end])
                ways = self._ways(text, first, last, cut - more)
                ways = tuple(replace(way, cost=way.cost + more) for way in ways)
                best[start, end] = min(cut, *(way.cost for way in ways))
                lines = tuple(dict.fromkeys(atom.line for atom in atoms[start:end]))
                yield TextPiece(start, end, _trimmed(text[first:last]), lines, ways)

    def _ways(self, text: str, start: int, end: int, cut: float) -> tuple[Way, ...]:
        # What stands around the piece also tells how it is read. `cut`: what the piece costs if it is cut.
        span = text[start:end]
        piece = _trimmed(span)
        ways = self._finder.ways_of(piece, cut)
        if span.lstrip()[:1] == "(" and span.strip(" ,;.")[-1:] == ")":
            ways = tuple(map(_in_brackets, ways))
        numbers = self._finder.open_numbers(piece)
        if numbers and ONLY_SUM.match(span) and _GAP.match(text, max(0, start - 3)):
            sums = (StatedSum("subtotal", "subtotal", numbers[-1].value),)
            ways = (*ways, Way(cost_of.SIGNED_SUM, View("sum"), sums=sums))
        if numbers and _EQUALS_SUM.match(span):
            ways = (*ways, Way(cost_of.SUM, View("sum"), sums=(StatedSum("subtotal", "subtotal", numbers[0].value),)))
        return ways


def _in_brackets(way: Way) -> Way:
    troops = way.view is not None and way.view.way == "troops"
    return replace(way, cost=way.cost + cost_of.IN_BRACKETS) if troops else way


def _breaks_lines(atoms: Sequence[Atom], start: int, end: int) -> bool:
    # Whether a piece has a part of a line that was not broken, and a part of the next line.
    joins = any(atom.joining >= cost_of.LINE for atom in atoms[start + 1 : end])
    return joins and not (atoms[start].starts and (end == len(atoms) or atoms[end].starts))


def _likely(pieces: list[TextPiece], count: int) -> list[TextPiece]:
    # The pieces and ways with which a paragraph can be read nearly as well as with the best ones.
    before = [0.0] + [NEVER] * count
    for piece in sorted(pieces, key=lambda one: one.end):
        for way in piece.ways:
            before[piece.end] = min(before[piece.end], before[piece.start] + way.cost)
    after = [NEVER] * count + [0.0]
    for piece in sorted(pieces, key=lambda one: -one.start):
        for way in piece.ways:
            after[piece.start] = min(after[piece.start], after[piece.end] + way.cost)
    likely: list[TextPiece] = []
    for piece in pieces if after[0] < NEVER else ():
        most = after[0] + _MARGIN - before[piece.start] - after[piece.end]
        if ways := tuple(way for way in piece.ways if way.cost <= most):
            likely.append(replace(piece, ways=ways))
    return likely


def _trimmed(span: str) -> str:
    text = _JOINS.sub("", span, count=1) if _JOINS.match(span) else span
    text = text.strip(_EDGES)
    if text[:1] == "(" and text[-1:] == ")" and text.count("(") == 1:
        text = text[1:-1]
    return text.strip(_EDGES)


def _paragraphs(lines: Sequence[TypedLine]) -> Iterator[list[TypedLine]]:
    # Lines that may belong together. A bullet, a heading, a message, a row of a table or an empty line ends them.
    paragraph: list[TypedLine] = []
    for line in lines:
        alone = line.row or bool(line.cells) or not line.clean
        if paragraph and (alone or line.bullet or line.emphasised or end_of_stamp(line.text)):
            yield paragraph
            paragraph = []
        if alone:
            yield [line]
        else:
            paragraph.append(line)
    if paragraph:
        yield paragraph


def _atoms(text: str, lines: Sequence[TypedLine]) -> Iterator[Atom]:
    offset = 0
    above = ""
    for line in lines:
        end = offset + len(line.clean)
        cuts = (found.end() for found in _CUT.finditer(text, offset, end) if _cuts(text, found, offset, end))
        starts = [offset, *cuts]
        for start, stop in zip(starts, [*starts[1:], end], strict=True):
            joining = _cost_of_joining(above) if above and start == offset else 0.0
            yield Atom(start, stop, line, joining, start == offset)
        offset, above = end + 1, line.clean


def _cuts(text: str, found: re.Match[str], first: int, last: int) -> bool:
    # A number at the start of a line, as in `2. Wisconsin`, belongs to the words after it.
    if not first < found.end() < last or text[first : found.start()].strip().isdecimal():
        return False
    if found["count"]:
        return not _BEFORE_COUNT.search(text, max(0, found.start() - 10), found.start())
    return not found[0].lstrip().startswith(".") or ends_sentence(text, *found.span())


def _cost_of_joining(above: str) -> float:
    unfinished = len(above) >= _MIN_BROKEN and above[-1] not in ".:;!?)" and not above[-1].isdigit()
    return cost_of.BROKEN_LINE if unfinished or above[-1] in ",-(" else cost_of.LINE
