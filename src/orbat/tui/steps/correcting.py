"""Corrections of what was read of a typed list: this is 12 stands, that is another entry, this is no unit at all.

Each takes what was read and gives it corrected, with the places of all other lines right. No price is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from orbat.data.loaded import Loaded
from orbat.model.claims import Claim, Correction, ReadLine
from orbat.model.edits import Insert, Remove, Set, apply, apply_all, at
from orbat.model.orbat import Commander, Unit
from orbat.model.path import Path
from orbat.sources.problem import Span


def line_at(read: Loaded, number: int) -> ReadLine | None:
    """The line of that number, or None."""
    lines = read.reading.lines if read.reading else ()
    return next((line for line in lines if line.number == number), None)


def units_on(read: Loaded, number: int) -> tuple[Unit, ...]:
    """The units that a line became."""
    line = line_at(read, number)
    things = [at(read.orbat, path) for path in line.paths] if line and read.orbat else []
    return tuple(thing for thing in things if isinstance(thing, Unit))


def put_right(read: Loaded, correction: Correction) -> Loaded:
    """What was read, with a line of it put right; its words are kept as how it was read."""
    line, value, says = correction.line, correction.value, f"corrected: {correction.words}"
    match correction.what:
        case "none":
            return removed(read, line, says)
        case "buy":
            return bought(read, line, str(value), says)
        case field:
            return corrected(read, line, field, value, says)


def corrected(read: Loaded, number: int, field: str, value: Any, says: str) -> Loaded:
    """Give every unit of a line another size, rating, options or entry; `says` is kept as how it was read."""
    line = line_at(read, number)
    if line is None or read.orbat is None or read.reading is None:
        return read
    paths = tuple(path for path in line.paths if isinstance(at(read.orbat, path), Unit))
    orbat = apply_all(read.orbat, tuple(Set(path, field, value) for path in paths))
    lines = tuple(_noted(one, paths, says, decided=field == "entry") for one in read.reading.lines)
    return replace(read, orbat=orbat, reading=replace(read.reading, lines=lines))


def _noted(line: ReadLine, paths: tuple[Path, ...], says: str, *, decided: bool) -> ReadLine:
    """A line about any of these units, with what was corrected; once its entry is decided its name is in no doubt."""
    if not set(line.paths) & set(paths):
        return line
    how = "; ".join(part for part in (line.how, says) if part)
    return replace(line, how=how, rivals=(), misspelt=()) if decided else replace(line, how=how)


def removed(read: Loaded, number: int, says: str) -> Loaded:
    """Take all that a line became out of the army: it buys nothing."""
    line = line_at(read, number)
    if line is None or read.reading is None:
        return read
    lines = tuple(_noted(one, line.paths, says, decided=True) for one in read.reading.lines)
    read = replace(read, reading=replace(read.reading, lines=lines))
    for path in sorted(line.paths, reverse=True):
        read = _without(read, path)
    return read


def _without(read: Loaded, gone: Path) -> Loaded:
    assert read.orbat is not None
    assert read.reading is not None
    is_general = isinstance(at(read.orbat, gone), Commander)
    edit = Set(gone[:-1], "commander", None) if is_general else Remove(gone)
    return _moved(replace(read, orbat=apply(read.orbat, edit)), lambda path: after(path, gone))


def after(path: Path, gone: Path) -> Path | None:
    """Where a place is once the thing at `gone` is out; None for that thing and what is in it."""
    depth = len(gone) - 1
    if path[: depth + 1] == gone:
        return None
    step, position = (path[depth] if len(path) > depth else ""), gone[depth]
    if path[:depth] == gone[:depth] and isinstance(step, int) and isinstance(position, int) and step > position:
        return (*path[:depth], step - 1, *path[depth + 1 :])
    return path


def _moved(read: Loaded, new: Callable[[Path], Path | None]) -> Loaded:
    """What was read with every place in it where it is now; what is of no place any more is left out."""
    assert read.reading is not None

    def kept(paths: Iterable[Path]) -> tuple[Path, ...]:
        return tuple(place for place in map(new, paths) if place is not None)

    lines = tuple(replace(line, paths=kept(line.paths)) for line in read.reading.lines)
    moved = [(claim, replace(claim, covers=kept(claim.covers))) for claim in read.reading.claims]
    claims = tuple(now for was, now in moved if now.covers or not was.covers)
    findings = [(one, new(one.path)) for one in read.findings]
    document = read.document
    if document is not None and document.spans is not None:
        places = {new(path): span for path, span in document.spans.items()}
        document = replace(document, spans={path: span for path, span in places.items() if path is not None})
    return replace(
        read,
        reading=replace(read.reading, lines=lines, claims=claims),
        findings=tuple(replace(one, path=place) for one, place in findings if place is not None),
        document=document,
    )


def bought(read: Loaded, number: int, entry: str, says: str) -> Loaded:
    """Make a unit of a line that nothing was made of, in the formation of what stands above it.

    It is put last there, so that no other place moves, and counts to the subtotals that its neighbour counts to.
    """
    line = line_at(read, number)
    if line is None or line.paths or read.orbat is None or read.reading is None:
        return read
    above = [one for one in read.reading.lines if one.number < number and one.paths]
    beside = above[-1].paths[-1] if above else ()
    home = _home(beside)
    position = len(at(read.orbat, (*home, "units")))
    path = (*home, "units", position)
    orbat = apply(read.orbat, Insert((*home, "units"), position, Unit(name=line.text.strip(), entry=entry)))

    def covers(claim: Claim) -> Claim:
        ended = bool(above) and above[-1].number < claim.line < number
        counts = claim.sort == "subtotal" and beside in claim.covers and not ended
        return replace(claim, covers=(*claim.covers, path)) if counts else claim

    made = replace(line, paths=(path,), how=says, unread=False)
    lines = tuple(made if one is line else one for one in read.reading.lines)
    document = read.document
    if document is not None and document.spans is not None:
        document = replace(document, spans={**document.spans, path: Span(number, 1)})
    reading = replace(read.reading, lines=lines, claims=tuple(map(covers, read.reading.claims)))
    return replace(read, orbat=orbat, reading=reading, document=document)


def _home(path: Path) -> Path:
    """The formation that a unit stands in or a general commands; `()` is the army."""
    return path[:-2] if path and isinstance(path[-1], int) else path[:-1]
