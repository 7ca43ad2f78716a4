"""Lines that say several things, and things that are said over several lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from orbat.sources.typed.signs import Line

_LEAST = 60
"""A shorter line is not looked at for sentences."""
_MOST = 12
"""So many lines that only add to a name are read as one with it; no unit has more to be said of it."""
_SENTENCE = re.compile(r"(?:(?<=[a-z0-9)][a-z0-9)][a-z0-9)][a-z0-9)])|(?<=[0-9)])(?<!, \d))[.!]\s+(?=[A-Z0-9])")
_PIECES = re.compile(r"\s*;\s+|\s+/{2}\s+|\s+\|\|\s+")
_HEAD = re.compile(r"([^:]*\d[^:]*):\s+(?=.*\d)")


def sentences(lines: Iterable[Line], alone: Callable[[str], bool]) -> list[Line]:
    """The lines, those of several sentences or purchases cut into these. What says nothing
    alone stays with the piece before it."""
    return [piece for line in lines for piece in _cut(line, alone)]


def _cut(line: Line, alone: Callable[[str], bool]) -> list[Line]:
    said = line.said
    pieces = _PIECES.split(said)
    if sum(any(map(str.isdigit, piece)) for piece in pieces) < 2:
        pieces = _SENTENCE.split(said) if len(said) > _LEAST else [said]
    whole: list[str] = []
    for piece in filter(None, pieces):
        if whole and not alone(piece):
            whole[-1] = f"{whole[-1]}, {piece}"
        else:
            whole.append(piece)
    pieces = whole
    if len(pieces) < 2:
        return [replace(line, said=pieces[0])] if pieces else [line]
    if len(pieces) > 2 and (found := _HEAD.match(pieces[0])):
        pieces = [found[1], pieces[0][found.end() :], *pieces[1:]]
    return [replace(line, said=piece.strip(" .!")) for piece in pieces if piece and piece.strip(" .!")]


def joined(
    lines: Sequence[Line], names: Callable[[str], bool], adds: Callable[[str], bool]
) -> list[tuple[Line, tuple[int, ...]]]:
    """The lines, each name with the lines under it that only add sizes, classes and prices to it, and the numbers of
    these. `names` tells names of troops or generals without a price, `adds` lines that have nothing but numbers."""
    kept: list[tuple[Line, tuple[int, ...]]] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        more: list[Line] = []
        if line.said and names(line.said):
            while at < len(lines) and len(more) < _MOST and _follows(line, lines[at]) and adds(lines[at].said):
                more.append(lines[at])
                at += 1
        said = ", ".join((line.said, *(one.said for one in more)))
        kept.append((replace(line, said=said) if more else line, tuple(one.number for one in more)))
    return kept


def _follows(line: Line, below: Line) -> bool:
    """Whether a line may add to the one above it: it is set in, or has a label before its number."""
    return bool(below.said) and (below.indent > line.indent or bool(re.match(r"[A-Za-z ]{2,12}[:=]\s*\S", below.said)))
