"""Lint: where numbers come from, and prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from orbat.data.lint_rules.rule import Fault, LintCase, field_names
from orbat.model.army_list import ONE_PIECE, ArmyList
from orbat.model.commanders import NO_STAFF, Level
from orbat.model.kinds import Kind, OptionPrice
from orbat.model.path import OrbatPath
from orbat.model.points import show
from orbat.model.prices import Price
from orbat.model.record import key_of
from orbat.model.reference import ReferenceTable
from orbat.model.ruleset import Ruleset, Switch
from orbat.model.sourced import RulesetFile, Sourced


def numbers_cited(case: LintCase) -> Iterator[Fault]:
    """Whatever holds a number says where it is from: a section of the rulebook (cite), a historical source
    (sources), `inferred: true` with the reasoning in note, or `house: true`, and no two that gainsay each other; so
    does every table and every rule that is switched on; and a citation begins with the ruleset's short code.

    Why: A verdict must be able to name what it rests on, and nobody should take our number for the rulebook's.

    Example: `size: {min: 6, typical: 14, max: 18}` with nothing beside it.

    Cure: Write cite or sources, or inferred: true or house: true with the reasoning in note.
    """
    code = case.ruleset.code if case.ruleset else ""
    for path, record in case.each(Sourced):
        if record is ONE_PIECE or record is NO_STAFF:
            continue
        if not (record.cite or record.sources or record.inferred or record.house):
            yield from _unsourced(path, record)
        yield from _marks(path, record)
        for index, cite in enumerate(record.cite):
            if code and not cite.startswith(f"{code} "):
                says = f"the citation {cite} does not begin with the ruleset's code; it must begin with {code}"
                yield Fault((*path, "cite", index), says, f"Write {code} and the section.")


def _unsourced(path: OrbatPath, record: Sourced) -> Iterator[Fault]:
    """That a number, a table or a rule does not say where it is from."""
    if held := _held(record):
        says = f"{', '.join(held)} has no citation; a number takes cite, sources, inferred or house"
        yield Fault((*path, held[0]), says, "Say where the number is from.")
    elif isinstance(record, Switch):
        says = f"the rule {path[-1]} has no citation, which its findings quote; it takes cite, sources or house"
        yield Fault(path, says, "Say where the rule is from.", at_key=True)


def _held(record: Sourced) -> list[str]:
    """The keys of a record that need a source: its numbers, and the rows of a table, but no version of a format."""
    if isinstance(record, RulesetFile):
        return []
    if isinstance(record, ReferenceTable):
        return ["rows"]
    return [key_of(name) for name in field_names(record) if _number(getattr(record, name))]


def _marks(path: OrbatPath, record: Sourced) -> Iterator[Fault]:
    """What is said of a number beside where it is from."""
    marks = [key for key in ("inferred", "house") if getattr(record, key)]
    if marks and (record.cite or len(marks) > 1):
        first = "cite" if record.cite else "inferred"
        says = f"{first} and {marks[-1]} stand together; a number is the rulebook's, inferred or house"
        yield Fault((*path, marks[-1]), says, "Keep one of the two.", at_key=True)
    elif record.inferred and not record.note:
        says = "the number is inferred, and nothing says from what"
        yield Fault((*path, "inferred"), says, "Write the reasoning in note.", at_key=True)


def _number(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_number, value.values()))
    if isinstance(value, tuple):
        return any(map(_number, value))
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def sources_used(case: LintCase) -> Iterator[Fault]:
    """Every source that a list or a ruleset defines is named somewhere in it.

    Why: A work that nothing rests on is clutter, or a citation was forgotten.

    Example: `sources: {SMITH: ...}` and no SMITH in any entry.

    Cure: Name it where it belongs, or remove it.
    """
    if isinstance(case.data, Ruleset | ArmyList):
        used = {source for _, record in case.each(Sourced) for source in record.sources}
        for source in case.data.sources:
            if source not in used:
                says = f"the source {source} is never named; one that is defined should be used"
                yield Fault(("sources", source), says, "Name it where it belongs, or remove it.", at_key=True)


def prices_whole(case: LintCase) -> Iterator[Fault]:
    """Prices are whole numbers.

    Why: A price such as 1.5 is allowed and reckoned exactly, but it is rare and may be a slip.

    Example: `points: 1.5`.

    Cure: Nothing, where the rulebook says so.
    """
    for path, price in case.each(Price):
        sums: list[tuple[OrbatPath, Any]] = [((*path, "points"), price.points)]
        sums += [((*path, "by_rating", rating), points) for rating, points in price.by_rating.items()]
        for place, points in sums:
            if isinstance(points, Fraction):
                says = f"the price is {show(points)} points; whole numbers are usual"
                yield Fault(place, says, "Look it up in the rulebook once more.")


def prices_given(case: LintCase) -> Iterator[Fault]:
    """Everything that is priced has its number: by_rating for a kind whose rating is priced, points for anything else.

    Why: A price without its number charges nothing, and in silence.

    Example: `rating: priced` beside `price: {points: 3}`.

    Cure: Write the points, or the points by rating.
    """
    if not isinstance(case.data, Ruleset):
        return
    prices: list[tuple[OrbatPath, Price, bool]] = [(("player_general",), case.data.player_general, False)]
    for path, record in case.records:
        if isinstance(record, Kind):
            prices.append(((*path, "price"), record.price, record.rating == "priced"))
        elif isinstance(record, Level):
            prices.append(((*path, "general"), record.general, False))
        elif isinstance(record, OptionPrice):
            prices.append((path, record, False))
    for path, price, by_rating in prices:
        wanted, unwanted = ("by_rating", "points") if by_rating else ("points", "by_rating")
        has = {"points": price.points is not None, "by_rating": bool(price.by_rating)}
        if not has[wanted]:
            yield Fault(path, f"the price has no {wanted}; it needs it", f"Write {wanted}:.", at_key=True)
        elif has[unwanted]:
            says = f"the price has {unwanted}, which is never charged; it takes {wanted} alone"
            yield Fault((*path, unwanted), says, f"Remove {unwanted}.", at_key=True)
