"""The ways to read a unit's line, what each buys, and what is told of the one that was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orbat.list_reader.matching import LEAD, SURE, Match
from orbat.list_reader.numbers import NumberReading, TypedPoints
from orbat.model.claims import Alternative
from orbat.model.orbat import Unit
from orbat.model.points import show
from orbat.model.record import Value


class ReadPurchase(Value):
    """What a line buys: so many of a unit, the prices typed, and why it is read so.

    `piece` is a typed price of one stand or gun, `each` of one unit, `line` of them all.
    """

    unit: Unit
    count: int
    each: TypedPoints | None = None
    line: TypedPoints | None = None
    piece: TypedPoints | None = None
    how: str = ""
    alternatives: tuple[Alternative, ...] = ()
    misspelt: tuple[tuple[str, str], ...] = ()
    unfinished: bool = False
    agrees: bool | None = None
    """Whether the numbers typed are what it comes to; None where there are none to compare."""
    similarity: int = 0
    """How near the name is to that of the entry, out of 100."""
    calculated: TypedPoints = 0
    """What they come to."""
    others: tuple[ReadPurchase, ...] = ()
    """What else the line may buy of the same entry, where no number on it decides."""

    @property
    def typed(self) -> TypedPoints:
        """What was typed for them all; where nothing was, what they come to."""
        if self.line is not None:
            return self.line
        return self.each * self.count if self.each is not None else self.calculated


class UnitReading(Value):
    """One way to read a line and how well it agrees."""

    score: float
    bought: ReadPurchase
    match: Match
    agrees: bool
    wrong: bool
    reading: NumberReading


def alternatives_of(best: UnitReading, candidates: Iterable[UnitReading]) -> tuple[Alternative, ...]:
    """The other entries that a name may mean, where it is not sure."""
    others: dict[str, Match] = {}
    for candidate in sorted(candidates, key=lambda candidate: -candidate.score):
        if candidate.match.entry.id != best.match.entry.id:
            others.setdefault(candidate.match.entry.id, candidate.match)
    near = [match for match in others.values() if match.similarity > best.match.similarity - LEAD]
    if best.match.similarity >= SURE and not near:
        return ()
    found = (near or list(others.values()))[:4]
    return tuple(Alternative(match.entry.id, match.entry.name, match.similarity) for match in found)


def equal_readings(best: UnitReading, candidates: Iterable[UnitReading]) -> tuple[ReadPurchase, ...]:
    """What else a line may buy of the entry that was chosen, where what it counts is assumed and its own numbers
    agree as well with that."""
    if not best.reading.assumed:
        return ()
    alike = [
        candidate
        for candidate in candidates
        if candidate.match.entry.id == best.match.entry.id and candidate.agrees == best.agrees
    ]
    same = (candidate for candidate in alike if candidate.reading.assumed)
    counts: dict[tuple[object, ...], ReadPurchase] = {}
    for candidate in (best, *sorted(same, key=lambda candidate: -candidate.score)):
        counts.setdefault((candidate.bought.count, candidate.bought.unit.size), candidate.bought)
    return tuple(counts.values())[1:]


def explanation_of(best: UnitReading, candidates: Sequence[UnitReading]) -> str:
    """What was chosen between, where the typed numbers decided; else what is assumed."""
    reading, entry = best.reading, best.match.entry
    others = [
        candidate
        for candidate in candidates
        if candidate.match.entry.id == entry.id and candidate.reading is not reading
    ]
    parts = [reading.why] if reading.why else []
    decided = best.agrees and any(not candidate.agrees for candidate in others)
    if decided:
        parts.append(f"{reading_text(best.bought)}, since that agrees with {_typed_text(best.bought)}")
    elif best.agrees and any(
        candidate.match.similarity >= SURE > best.match.similarity and candidate.wrong for candidate in candidates
    ):
        parts.append(f"taken for {entry.name}, since that agrees with {_typed_text(best.bought)}")
    elif reading.assumed:
        parts.append(reading.assumed)
    return "; ".join(parts)


def reading_text(bought: ReadPurchase) -> str:
    """`read as 3 x size 12`."""
    return f"read as {bought.count}" + ("" if bought.unit.size is None else f" x size {bought.unit.size}")


def _typed_text(bought: ReadPurchase) -> str:
    number = next((one for one in (bought.line, bought.each, bought.piece) if one is not None), 0)
    return f"the {show(number)} typed"
