"""What is bought on a line of a typed list, and the explanation of the chosen reading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from orbat.list_reader.leftovers import Leftover
from orbat.list_reader.matching import CERTAIN, LEAD, Match
from orbat.list_reader.roles import TypedPoints
from orbat.list_reader.shapes import ChosenReading, Roles
from orbat.list_reader.unit_costs import MAX_COUNT, WRONG, UnitReading
from orbat.list_reader.words import EACH
from orbat.model.claims import Alternative
from orbat.model.orbat import Unit
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.wording import phrase, plural

_CLOSE = 3.5
"""Readings that cost this much more than the chosen one are no alternatives."""
_PARTS_OF_NAMES = frozenset({"units", "battalions", "squadrons", "of_name"})
"""Contexts of numbers that either count units or describe one unit."""
_EACH = re.compile(rf"\b{EACH}\b", re.I)
_NOUN = re.compile(r" ?(?:x ?)?([^\W\d]+)")


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
    """Other readings of the line, the likeliest first."""

    @property
    def typed(self) -> TypedPoints:
        """The typed price of all units, in points. If no price was typed, the calculated cost."""
        if self.line is not None:
            return self.line
        return self.each * self.count if self.each is not None else self.calculated


def purchase_of(reading: UnitReading) -> ReadPurchase:
    """The units of a reading, with the typed prices.

    One price may be typed for several units. If it is the right price for one unit, it counts as the price of each
    unit.
    """
    each, line = reading.each, reading.line
    if (
        each is None
        and reading.piece is None
        and reading.count > 1
        and line is not None
        and line == reading.points != 0
    ):
        each, line = line, None
    return ReadPurchase(
        reading.unit,
        min(reading.count, MAX_COUNT),
        each,
        line,
        reading.piece,
        explanation="; ".join(reading.notes),
        agrees=reading.agrees,
        similarity=reading.match.similarity,
        calculated=(reading.points or 0) * reading.count,
    )


def alternatives_of(best: Match, matches: Sequence[Match]) -> tuple[Alternative, ...]:
    """Other possible entries for a typed name. Empty if the best entry is certain."""
    others = list({match.entry.id: match for match in matches if match.entry.id != best.entry.id}.values())
    near = [match for match in others if match.similarity > best.similarity - LEAD]
    if best.similarity >= CERTAIN and not near:
        return ()
    return tuple(Alternative(match.entry.id, match.entry.name, match.similarity) for match in (near or others)[:4])


def close_readings(choice: ChosenReading) -> Iterator[tuple[float, Roles, UnitReading]]:
    """Yield other likely readings of a line, such as three units of 12 stands instead of one unit of 36 stands.

    The entry is the same as in the best reading, but the points differ. Each comes with its roles, and with its penalty
    minus that of the best reading.
    """
    best = choice.reading
    if best is None:
        return
    found = {purchase_of(best).typed}
    counts = "count" in choice.roles
    several = (counts or best.count > 1) and _EACH.search(choice.item.text) is not None
    for more, roles, other in choice.others:
        if several and (other.count < best.count or (counts and "count" not in roles)):
            continue  # `2 bn Zouaves, 60 each`
        alike = other.agrees == best.agrees and other.unit.entry == best.unit.entry and "outside" not in roles
        # no sum makes a wrong price for all units one for a stand
        alike = alike and (bool(best.agrees) or (other.piece is None) == (best.piece is None))
        typed = purchase_of(other).typed
        if alike and more <= _CLOSE and typed not in found:
            found.add(typed)
            yield more, roles, other


def explanation_of(choice: ChosenReading, matches: Sequence[Match]) -> str:
    """Explain why a line was read in this way: which typed price confirms the reading, or what orbat assumed.

    `matches`: the entries that the typed name may mean.
    """
    best = choice.reading
    if best is None:
        return ""
    parts = list(best.notes)
    rivals = [
        other
        for more, _, other in choice.others
        if more <= _CLOSE + WRONG
        and other.unit.entry == best.unit.entry
        and (other.count, other.unit.size) != (best.count, best.unit.size)
    ]
    assumed = best.assumed or _assumption(choice)
    contexts = {number.context for number in choice.item.figures}
    decided = any(other.agrees is False for other in rivals) if assumed else bool(rivals and "by" in contexts)
    if best.agrees and decided:
        parts.append(agreement_text(purchase_of(best)))
    elif best.agrees and any(match.similarity >= CERTAIN > best.match.similarity for match in matches):
        points = show(_typed_points(purchase_of(best)))
        parts.append(
            phrase(
                "read as {entry}, which agrees with the typed price of {points}",
                entry=best.match.entry.name,
                points=points,
            )
        )
    elif assumed:
        parts.append(assumed)
    return "; ".join(parts)


def _assumption(choice: ChosenReading) -> str:
    for number, role in choice.numbers:
        if number.context not in _PARTS_OF_NAMES or number.value == 1 or role not in ("count", "name"):
            continue
        if number.cost("name") > 1 and role == "count":
            continue
        noun = _NOUN.match(choice.item.text, number.end)
        if noun and role == "name":
            return phrase("{count} {noun} read as one unit", count=number.value, noun=noun[1])
        if noun:
            return phrase("{count} {noun} read as {count} units", count=number.value, noun=noun[1])
    return ""


def agreement_text(bought: ReadPurchase, typed_sum: TypedPoints | None = None) -> str:
    """Explanation such as `read as 3 units of size 12, which agrees with the typed price of 72`.

    With `typed_sum`, the explanation names this sum instead of the price.
    """
    count, size = bought.count, bought.unit.size
    points = show(_typed_points(bought) if typed_sum is None else typed_sum)
    if typed_sum is not None:
        if size is None:
            return phrase("read as {count}, which agrees with the typed sum of {points}", count=count, points=points)
        return plural(
            count,
            "read as {count} unit of size {size}, which agrees with the typed sum of {points}",
            "read as {count} units of size {size}, which agrees with the typed sum of {points}",
            size=size,
            points=points,
        )
    if size is None:
        return phrase("read as {count}, which agrees with the typed price of {points}", count=count, points=points)
    return plural(
        count,
        "read as {count} unit of size {size}, which agrees with the typed price of {points}",
        "read as {count} units of size {size}, which agrees with the typed price of {points}",
        size=size,
        points=points,
    )


def _typed_points(bought: ReadPurchase) -> TypedPoints:
    return next((one for one in (bought.line, bought.each, bought.piece) if one is not None), 0)
