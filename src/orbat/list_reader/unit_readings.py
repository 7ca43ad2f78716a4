"""Readings of a unit's line: the purchase for each reading, and the explanation of the chosen reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orbat.list_reader.leftovers import Leftover
from orbat.list_reader.matching import CERTAIN, LEAD, Match
from orbat.list_reader.numbers import NumberReading, TypedPoints
from orbat.model.claims import Alternative
from orbat.model.orbat import Unit
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.wording import phrase


class ReadPurchase(Value):
    """Units bought on a line, with the typed prices and the explanation of the reading.

    Prices in points: `piece` for one stand or gun, `each` for one unit, `line` for the line.
    """

    unit: Unit
    count: int
    each: TypedPoints | None = None
    line: TypedPoints | None = None
    piece: TypedPoints | None = None
    explanation: str = ""
    alternatives: tuple[Alternative, ...] = ()
    misspelt: tuple[tuple[str, str], ...] = ()
    agrees: bool | None = None
    """Whether the typed prices are right. None if no price is typed."""
    similarity: int = 0
    """Similarity of the typed name to the names of the entry, from 0 to 100."""
    calculated: TypedPoints = 0
    """Calculated cost of all units, in points."""
    leftover: Leftover | None = None
    """The part of the line that was not read."""
    others: tuple[ReadPurchase, ...] = ()
    """Other readings with the same entry that agree with the numbers on the line equally well."""

    @property
    def typed(self) -> TypedPoints:
        """Typed price of all units, in points. If no price was typed, returns the calculated cost."""
        if self.line is not None:
            return self.line
        return self.each * self.count if self.each is not None else self.calculated


class UnitReading(Value):
    """One possible reading of a line, with its score."""

    score: float
    bought: ReadPurchase
    match: Match
    agrees: bool
    wrong: bool
    reading: NumberReading


def alternatives_of(best: UnitReading, candidates: Iterable[UnitReading]) -> tuple[Alternative, ...]:
    """Other possible entries for a typed name. Empty if the best entry is certain."""
    others: dict[str, Match] = {}
    for candidate in sorted(candidates, key=lambda candidate: -candidate.score):
        if candidate.match.entry.id != best.match.entry.id:
            others.setdefault(candidate.match.entry.id, candidate.match)
    near = [match for match in others.values() if match.similarity > best.match.similarity - LEAD]
    if best.match.similarity >= CERTAIN and not near:
        return ()
    found = (near or list(others.values()))[:4]
    return tuple(Alternative(match.entry.id, match.entry.name, match.similarity) for match in found)


def equal_readings(best: UnitReading, candidates: Iterable[UnitReading]) -> tuple[ReadPurchase, ...]:
    """Other possible readings of a line, such as three units of 12 or one of 36. All have the same entry as `best`.

    Empty if a typed price or another number decided for `best`.
    """
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
    """Explain a reading: which typed numbers decided or, if none did, which assumption was made."""
    reading, entry = best.reading, best.match.entry
    others = [
        candidate
        for candidate in candidates
        if candidate.match.entry.id == entry.id and candidate.reading is not reading
    ]
    parts = [reading.why] if reading.why else []
    decided = best.agrees and any(not candidate.agrees for candidate in others)
    if decided:
        parts.append(agreement_text(best.bought))
    elif best.agrees and any(
        candidate.match.similarity >= CERTAIN > best.match.similarity and candidate.wrong for candidate in candidates
    ):
        points = show(_typed_points(best.bought))
        parts.append(
            phrase("read as {entry}: agrees with the typed price of {points}", entry=entry.name, points=points)
        )
    elif reading.assumed:
        parts.append(reading.assumed)
    return "; ".join(parts)


def agreement_text(bought: ReadPurchase, typed_sum: TypedPoints | None = None) -> str:
    """Explanation such as `read as 3 x size 12: agrees with the typed price of 72`.

    With `typed_sum`, the explanation names this sum instead of the price.
    """
    count, size = bought.count, bought.unit.size
    points = show(_typed_points(bought) if typed_sum is None else typed_sum)
    if typed_sum is not None:
        if size is None:
            return phrase("read as {count}: agrees with the typed sum of {points}", count=count, points=points)
        return phrase(
            "read as {count} x size {size}: agrees with the typed sum of {points}",
            count=count,
            size=size,
            points=points,
        )
    if size is None:
        return phrase("read as {count}: agrees with the typed price of {points}", count=count, points=points)
    return phrase(
        "read as {count} x size {size}: agrees with the typed price of {points}", count=count, size=size, points=points
    )


def _typed_points(bought: ReadPurchase) -> TypedPoints:
    return next((one for one in (bought.line, bought.each, bought.piece) if one is not None), 0)
