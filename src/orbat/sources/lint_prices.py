"""Lint: prices that can be charged as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.model.command import BOUGHT, Level, Staff
from orbat.model.kinds import Kind
from orbat.model.near import listed
from orbat.model.path import Path
from orbat.model.points import show
from orbat.model.prices import NationalPrice, OtherPrice, Price
from orbat.model.ruleset import Ruleset
from orbat.sources.lint_case import Fault, LintCase


def prices_charged(case: LintCase) -> Iterator[Fault]:
    """Prices can be charged as they are written: no kind and no commander costs less than nothing; named sizes stand
    in the price of a kind that is paid by the unit; `marked` names numbers of its own price; a price that takes
    another's place says what that one says; each quality that can be bought has a price, and each nation one share.

    Why: Such a number would be charged wrongly or not at all, and in silence.

    Example: `price: {points: 10, per: size, by_size: {large: 5}}`.

    Cure: Correct the price, or take the key out.
    """
    ruleset = case.data
    if not isinstance(ruleset, Ruleset):
        return
    yield from _not_negative(("player_general",), ruleset.player_general, "the player's general")
    for path, level in case.each(Level):
        yield from _not_negative((*path, "general"), level.general, f"the {ruleset.commander_word} of a {level.label}")
    for path, kind in case.each(Kind):
        yield from _not_negative((*path, "price"), kind.price, kind.label)
    for path, price in case.each(Price):
        yield from _sized(path, price, of_kind=path[:1] == ("kinds",))
        yield from _marked(path, price)
        yield from _instead(path, price)
    for path, staff in case.each(Staff):
        yield from _bought(path, staff, ruleset)
    yield from _nations(ruleset.national_prices)


def _not_negative(path: Path, price: Price, what: str) -> Iterator[Fault]:
    """That something itself costs less than nothing; only options and sizes may lower a price."""
    readings: list[tuple[Path, Price | OtherPrice]] = [(path, price)]
    readings += [((*path, "instead", number), other) for number, other in enumerate(price.instead)]
    smaller = min(price.by_size.values(), default=0)
    for place, one in readings:
        if one.points is not None and one.points < 0:
            says = f"{what} costs {show(one.points)} points; only options and sizes may lower a price"
            yield Fault((*place, "points"), says, "Write 0 or more.")
        elif (least := min(one.by_rating.values(), default=one.points or 0)) + smaller < 0:
            says = f"{what} comes to {show(least + smaller)} points in its smallest size; it must not be less than 0"
            yield Fault((*path, "by_size"), says, "Correct the points.", at_key=True)


def _sized(path: Path, price: Price, *, of_kind: bool) -> Iterator[Fault]:
    if not price.by_size:
        return
    if not of_kind:
        says = "named sizes have points here, which are never charged; only the price of a kind takes them"
        yield Fault((*path, "by_size"), says, "Remove by_size.", at_key=True)
    elif price.per == "size":
        says = "named sizes have points in a price that is paid by the stand or gun (per: size, as usual)"
        yield Fault((*path, "by_size"), says, "Write per: unit, or remove by_size.", at_key=True)


def _marked(path: Path, price: Price) -> Iterator[Fault]:
    numbers = [*price.by_rating, *price.by_size]
    for key in price.marked:
        if key not in numbers:
            says = f"{key} is marked and has no number in this price; {_may_be(numbers)}"
            yield Fault((*path, "marked", key), says, "Remove it, or mark one of the price's numbers.", at_key=True)


def _may_be(numbers: Iterable[str]) -> str:
    return f"it may be {listed(numbers)}" if numbers else "it has none by rating or size"


def _instead(path: Path, price: Price) -> Iterator[Fault]:
    """A price in another reading has points or points by rating, as the price whose place it takes."""
    wanted = "by_rating" if price.by_rating else "points"
    for number, other in enumerate(price.instead):
        place = (*path, "instead", number)
        has = {"points": other.points is not None, "by_rating": bool(other.by_rating)}
        if not has.pop(wanted):
            says = f"the price in the reading {other.choice} has no {wanted}; it needs what it takes the place of"
            yield Fault(place, says, f"Write {wanted}:.")
        elif any(has.values()):
            (unwanted,) = has
            says = f"the price in the reading {other.choice} has {unwanted}, which is never charged"
            yield Fault((*place, unwanted), says, f"Remove {unwanted}.", at_key=True)
        elif lacking := [rating for rating in price.by_rating if rating not in other.by_rating]:
            says = f"the price in the reading {other.choice} has no number for {listed(lacking)}"
            yield Fault((*place, "by_rating"), says, "Write one for each rating.", at_key=True)


def _bought(path: Path, staff: Staff, ruleset: Ruleset) -> Iterator[Fault]:
    """Each quality has a price where a reading has it bought."""
    choices = [choice.id for ruling in ruleset.rulings if ruling.id == staff.ruling for choice in ruling.choices]
    if BOUGHT not in choices:
        if staff.prices:
            says = f"qualities have prices, and no ruling of the staff has a choice {BOUGHT}; they are never charged"
            yield Fault((*path, "prices"), says, f"Name a ruling with the choice {BOUGHT}.", at_key=True)
        return
    had = staff.prices.points if staff.prices else {}
    if lacking := [quality.id for quality in staff.qualities if quality.id not in had]:
        says = f"{listed(lacking)} can be bought in a reading of {staff.ruling} and has no price"
        place = (*path, "prices", "points") if staff.prices else (*path, "qualities")
        yield Fault(place, says, "Write prices: with points for each quality.", at_key=True)


def _nations(prices: tuple[NationalPrice, ...]) -> Iterator[Fault]:
    """Of two shares of one nation in one reading, the second is never charged."""
    seen: set[tuple[str, str, str]] = set()
    for number, price in enumerate(prices):
        for index, nation in enumerate(price.nations):
            if (key := (nation, price.ruling, price.choice)) in seen:
                says = f"{nation} has two national prices in one reading; only the first is charged"
                yield Fault(("national_prices", number, "nations", index), says, "Remove one of them.")
            seen.add(key)
