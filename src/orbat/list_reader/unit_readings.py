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
    rivals: tuple[Alternative, ...] = ()
    misspelt: tuple[tuple[str, str], ...] = ()
    unfinished: bool = False
    agrees: bool | None = None
    """Whether the numbers typed are what it comes to; None where there are none to compare."""
    nearness: int = 0
    """How near the name is to that of the entry, out of 100."""
    ours: TypedPoints = 0
    """What they come to."""
    others: tuple[ReadPurchase, ...] = ()
    """What else the line may buy of the same entry, where no number on it decides."""

    @property
    def typed(self) -> TypedPoints:
        """What was typed for them all; where nothing was, what they come to."""
        if self.line is not None:
            return self.line
        return self.each * self.count if self.each is not None else self.ours


class UnitReading(Value):
    """One way to read a line and how well it agrees."""

    score: float
    bought: ReadPurchase
    match: Match
    agrees: bool
    wrong: bool
    facts: NumberReading


def rivals_of(best: UnitReading, ways: Iterable[UnitReading]) -> tuple[Alternative, ...]:
    """The other entries that a name may mean, where it is not sure."""
    others: dict[str, Match] = {}
    for way in sorted(ways, key=lambda way: -way.score):
        if way.match.entry.id != best.match.entry.id:
            others.setdefault(way.match.entry.id, way.match)
    near = [match for match in others.values() if match.nearness > best.match.nearness - LEAD]
    if best.match.nearness >= SURE and not near:
        return ()
    found = (near or list(others.values()))[:4]
    return tuple(Alternative(match.entry.id, match.entry.name, match.nearness) for match in found)


def others_of(best: UnitReading, ways: Iterable[UnitReading]) -> tuple[ReadPurchase, ...]:
    """What else a line may buy of the entry that was chosen, where what it counts is assumed and its own numbers
    agree as well with that."""
    if not best.facts.assumed:
        return ()
    alike = [way for way in ways if way.match.entry.id == best.match.entry.id and way.agrees == best.agrees]
    same = (way for way in alike if way.facts.assumed)
    counts: dict[tuple[object, ...], ReadPurchase] = {}
    for way in (best, *sorted(same, key=lambda way: -way.score)):
        counts.setdefault((way.bought.count, way.bought.unit.size), way.bought)
    return tuple(counts.values())[1:]


def why(best: UnitReading, ways: Sequence[UnitReading]) -> str:
    """What was chosen between, where the typed numbers decided; else what is assumed."""
    facts, entry = best.facts, best.match.entry
    others = [way for way in ways if way.match.entry.id == entry.id and way.facts is not facts]
    told = [facts.why] if facts.why else []
    decided = best.agrees and any(not way.agrees for way in others)
    if decided:
        told.append(f"{counted(best.bought)}, since that agrees with {_typed(best.bought)}")
    elif best.agrees and any(way.match.nearness >= SURE > best.match.nearness and way.wrong for way in ways):
        told.append(f"taken for {entry.name}, since that agrees with {_typed(best.bought)}")
    elif facts.assumed:
        told.append(facts.assumed)
    return "; ".join(told)


def counted(bought: ReadPurchase) -> str:
    """`read as 3 x size 12`."""
    return f"read as {bought.count}" + ("" if bought.unit.size is None else f" x size {bought.unit.size}")


def _typed(bought: ReadPurchase) -> str:
    number = next((one for one in (bought.line, bought.each, bought.piece) if one is not None), 0)
    return f"the {show(number)} typed"
