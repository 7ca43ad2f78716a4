"""Corrections of how a typed list was read, applied to the army: another size, another entry, or no unit at all.

The functions take an army read from a text (`Loaded`) and return a corrected one. They also update the paths that say
which units were read from which line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from orbat.data.loaded import Loaded
from orbat.data.problem import Span
from orbat.model.claims import Claim, Confidence, Correction, ReadLine, least_certain
from orbat.model.edits import Insert, Remove, Set, apply, apply_all, at
from orbat.model.orbat import Commander, Unit
from orbat.model.path import OrbatPath


def apply_corrections(read: Loaded, corrections: Sequence[Correction]) -> Loaded:
    """Apply corrections one after another. The corrected lines are then certain, and have no questions."""
    for correction in corrections:
        read = apply_correction(read, correction)
    return _settled(read, {one.line for one in corrections})


def _settled(read: Loaded, corrected: AbstractSet[int]) -> Loaded:
    if read.reading is None or not corrected:
        return read
    sure: Confidence = "sure"
    lines = tuple(replace(one, confidence=sure) if one.number in corrected else one for one in read.reading.lines)
    questions = tuple(one for one in read.reading.questions if one.line not in corrected)
    confidence = read.reading.confidence
    if confidence == "doubtful" and not questions:
        confidence = least_certain(line.confidence for line in lines)
    reading = replace(read.reading, lines=lines, questions=questions, confidence=confidence)
    return replace(read, reading=reading)


def line_at(read: Loaded, number: int) -> ReadLine | None:
    """Line `number` of the text, from 1; None if there is no such line."""
    lines = read.reading.lines if read.reading else ()
    return next((line for line in lines if line.number == number), None)


def apply_correction(read: Loaded, correction: Correction) -> Loaded:
    """Apply a correction. A correction of a line that does not exist changes nothing."""
    line, value = line_at(read, correction.line), correction.value
    if line is None or read.orbat is None or read.reading is None:
        return read
    match correction.what:
        case "none":
            return removed(read, line)
        case "confirm":
            return _decided(read, line.paths)
        case "buy":
            return bought(read, line, str(value))
        case "formation":
            paths = [path[:-1] for path in _paths(read, line, Commander) if len(path) > 1]
            return _with_field(read, paths, "name", value)
        case "general":
            return _with_field(read, _paths(read, line, Commander), "name", value)
        case "role" | "column":
            return read
        case field:
            paths = _paths(read, line, Unit)
            corrected = _with_field(read, paths, field, value)
            return _decided(corrected, paths) if field == "entry" else corrected


def _paths(read: Loaded, line: ReadLine, kind: type[Unit | Commander]) -> list[OrbatPath]:
    assert read.orbat is not None
    return [path for path in line.paths if isinstance(at(read.orbat, path), kind)]


def _with_field(read: Loaded, paths: Iterable[OrbatPath], field: str, value: Any) -> Loaded:
    assert read.orbat is not None
    return replace(read, orbat=apply_all(read.orbat, tuple(Set(path, field, value) for path in paths)))


def _decided(read: Loaded, paths: Iterable[OrbatPath]) -> Loaded:
    # The lines from which one of the items at `paths` was read no longer offer alternatives.
    assert read.reading is not None
    lines = tuple(
        replace(one, alternatives=(), misspelt=()) if {*one.paths} & {*paths} else one for one in read.reading.lines
    )
    return replace(read, reading=replace(read.reading, lines=lines))


def removed(read: Loaded, line: ReadLine) -> Loaded:
    """Remove the units and commanders that were read from the line."""
    read = _decided(read, line.paths)
    for path in sorted(line.paths, reverse=True):
        read = _without(read, path)
    return read


def _without(read: Loaded, gone: OrbatPath) -> Loaded:
    assert read.orbat is not None
    assert read.reading is not None
    is_general = isinstance(at(read.orbat, gone), Commander)
    edit = Set(gone[:-1], "commander", None) if is_general else Remove(gone)
    return _moved(replace(read, orbat=apply(read.orbat, edit)), lambda path: after_removal(path, gone))


def after_removal(path: OrbatPath, gone: OrbatPath) -> OrbatPath | None:
    """The new path of an item after the item at `gone` was removed.

    For example, the third unit becomes the second after the first is removed. None if the item itself, or a formation
    that contains the item, was removed.
    """
    depth = len(gone) - 1
    if path[: depth + 1] == gone:
        return None
    step, position = (path[depth] if len(path) > depth else ""), gone[depth]
    if path[:depth] == gone[:depth] and isinstance(step, int) and isinstance(position, int) and step > position:
        return (*path[:depth], step - 1, *path[depth + 1 :])
    return path


def _moved(read: Loaded, new: Callable[[OrbatPath], OrbatPath | None]) -> Loaded:
    # Replaces every path by `new(path)`, or drops it if `new` returns None. Claims and findings without a remaining
    # path are dropped too.
    assert read.reading is not None

    def kept(paths: Iterable[OrbatPath]) -> tuple[OrbatPath, ...]:
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


def bought(read: Loaded, line: ReadLine, entry: str) -> Loaded:
    """Add a unit of this entry for a line from which no unit was read.

    The unit becomes the last unit in the formation of the item above the line. If a typed subtotal below the line
    includes the item, the subtotal then includes the unit too.
    """
    if line.paths or read.orbat is None or read.reading is None:
        return read
    number = line.number
    above = [one for one in read.reading.lines if one.number < number and one.paths]
    neighbour = above[-1].paths[-1] if above else ()
    home = _home(neighbour)
    position = len(at(read.orbat, (*home, "units")))
    path = (*home, "units", position)
    orbat = apply(read.orbat, Insert((*home, "units"), position, Unit(name=line.text.strip(), entry=entry)))

    def covers(claim: Claim) -> Claim:
        ended = bool(above) and above[-1].number < claim.line < number
        counts = claim.claim_type == "subtotal" and neighbour in claim.covers and not ended
        return replace(claim, covers=(*claim.covers, path)) if counts else claim

    made = replace(line, paths=(path,), unread=False)
    lines = tuple(made if one is line else one for one in read.reading.lines)
    document = read.document
    if document is not None and document.spans is not None:
        document = replace(document, spans={**document.spans, path: Span(number, 1)})
    reading = replace(read.reading, lines=lines, claims=tuple(map(covers, read.reading.claims)))
    return replace(read, orbat=orbat, reading=reading, document=document)


def _home(path: OrbatPath) -> OrbatPath:
    return path[:-2] if path and isinstance(path[-1], int) else path[:-1]
