"""Lint rules about prices."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.model.commanders import BOUGHT, Level, Staff
from orbat.model.kinds import Kind, OptionPrice
from orbat.model.path import OrbatPath
from orbat.model.points import show
from orbat.model.prices import NationalPrice, OtherPrice, Price
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import listed
from orbat.model.wording import phrase


def check_fractional_prices(case: LintCase) -> Iterator[Fault]:
    """Prices are whole numbers.

    Why: Prices such as 1.5 are rare, and may be mistakes.

    Example: `points: 1.5`.

    Remedy: Correct the price, or keep it if the rulebook gives it.
    """
    for path, price in case.each(Price):
        sums: list[tuple[OrbatPath, Any]] = [((*path, "points"), price.points)]
        sums += [((*path, "by_rating", rating), points) for rating, points in price.by_rating.items()]
        for place, points in sums:
            if isinstance(points, Fraction):
                message = phrase("the price is {points} points; whole numbers are usual", points=show(points))
                yield Fault(place, message, "Check the price in the rulebook.")


def check_missing_prices(case: LintCase) -> Iterator[Fault]:
    """Every price has a number.

    Why: Without a number, units would cost nothing. Kinds of troops with `rating: priced` need a number for each
    rating (`by_rating`). All other prices need `points`.

    Example: a kind with `rating: priced` and `price: {points: 3}`.

    Remedy: Write `points`, or `by_rating` with a number for each rating.
    """
    if not isinstance(case.data, Ruleset):
        return
    prices: list[tuple[OrbatPath, Price, bool]] = [(("player_general",), case.data.player_general, False)]
    for path, record in case.each_of(Kind, Level, OptionPrice):
        if isinstance(record, Kind):
            prices.append(((*path, "price"), record.price, record.rating == "priced"))
        elif isinstance(record, Level):
            prices.append(((*path, "general"), record.general, False))
        elif isinstance(record, OptionPrice):
            prices.append((path, record, False))
    for path, price, by_rating in prices:
        required, surplus = ("by_rating", "points") if by_rating else ("points", "by_rating")
        has = {"points": price.points is not None, "by_rating": bool(price.by_rating)}
        if not has[required]:
            message = phrase("the price has no {key}; this key is required", key=required)
            yield Fault(path, message, phrase("Add the key {key}.", key=required), at_key=True)
        elif has[surplus]:
            message = phrase(
                "the key {key} has no effect on this price; only {other} is used", key=surplus, other=required
            )
            yield Fault((*path, surplus), message, phrase("Remove {key}.", key=surplus), at_key=True)


def check_chargeable_prices(case: LintCase) -> Iterator[Fault]:
    """Every price can be charged as written.

    Why: Otherwise a number is charged wrongly or not at all. Only options and sizes may have negative prices. Points
    for named sizes (`by_size`) need `per: unit`. Every rating or size in `marked` needs a number in `by_rating` or
    `by_size`. A price under a ruling must have the same keys as the usual price. Every staff quality that can be bought
    needs a price. Under each choice of a ruling, a nation may have only one national price.

    Example: `price: {points: 10, per: size, by_size: {large: 5}}`.

    Remedy: Correct the price, or remove the key.
    """
    ruleset = case.data
    if not isinstance(ruleset, Ruleset):
        return
    yield from _check_not_negative(("player_general",), ruleset.player_general, "the player's general")
    for path, level in case.each(Level):
        commander = phrase("the {commander} of a {level}", commander=ruleset.commander_word, level=level.label)
        yield from _check_not_negative((*path, "general"), level.general, commander)
    for path, kind in case.each(Kind):
        yield from _check_not_negative((*path, "price"), kind.price, kind.label)
    for path, price in case.each(Price):
        yield from _check_size_prices(path, price, of_kind=path[:1] == ("kinds",))
        yield from _check_marked(path, price)
        yield from _check_replaced_prices(path, price)
    for path, staff in case.each(Staff):
        yield from _check_quality_prices(path, staff, ruleset)
    yield from _check_national_prices(ruleset.national_prices)


def _check_not_negative(path: OrbatPath, price: Price, what: str) -> Iterator[Fault]:
    readings: list[tuple[OrbatPath, Price | OtherPrice]] = [(path, price)]
    # under every choice of a ruling
    readings += [((*path, "instead", number), other) for number, other in enumerate(price.instead)]
    smaller = min(price.by_size.values(), default=0)
    for place, one in readings:
        if one.points is not None and one.points < 0:
            message = phrase(
                "{what} costs {points} points; only options and sizes may have negative prices",
                what=what,
                points=show(one.points),
            )
            yield Fault((*place, "points"), message, "Write 0 or more.")
        elif (least := min(one.by_rating.values(), default=one.points or 0)) + smaller < 0:
            message = phrase(
                "{what} costs {points} points in its smallest size; at least 0 is required",
                what=what,
                points=show(least + smaller),
            )
            yield Fault((*path, "by_size"), message, "Correct the points.", at_key=True)


def _check_size_prices(path: OrbatPath, price: Price, *, of_kind: bool) -> Iterator[Fault]:
    if not price.by_size:
        return
    if not of_kind:
        message = "points for named sizes are charged only in the price of a kind, not here"
        yield Fault((*path, "by_size"), message, "Remove `by_size`.", at_key=True)
    elif price.per == "size":
        message = "the price has points for named sizes, but is charged per stand or gun (`per: size`, the default)"
        yield Fault((*path, "by_size"), message, "Write `per: unit`, or remove `by_size`.", at_key=True)


def _check_marked(path: OrbatPath, price: Price) -> Iterator[Fault]:
    numbers = [*price.by_rating, *price.by_size]
    for key in price.marked:
        if key not in numbers:
            if numbers:
                message = phrase(
                    "`marked` lists {key}, but the price has no number for {key}; it has numbers for {numbers}",
                    key=key,
                    numbers=listed(numbers),
                )
            else:
                message = phrase("`marked` lists {key}, but the price has neither `by_rating` nor `by_size`", key=key)
            help = phrase(
                "Remove {key} from `marked`, or replace {key} with a rating or size that has a price.", key=key
            )
            yield Fault((*path, "marked", key), message, help, at_key=True)


def _check_replaced_prices(path: OrbatPath, price: Price) -> Iterator[Fault]:
    required = "by_rating" if price.by_rating else "points"
    for number, other in enumerate(price.instead):
        place = (*path, "instead", number)
        has = {"points": other.points is not None, "by_rating": bool(other.by_rating)}
        if not has.pop(required):
            message = phrase(
                "the price for the choice {choice} lacks `{key}`, which the usual price has",
                choice=other.choice,
                key=required,
            )
            yield Fault(place, message, phrase("Add the key `{key}`.", key=required))
        elif any(has.values()):
            (unwanted,) = has
            message = phrase(
                "the price for the choice {choice} has `{key}`, but the usual price does not; both need the same keys",
                choice=other.choice,
                key=unwanted,
            )
            yield Fault((*place, unwanted), message, phrase("Remove `{key}`.", key=unwanted), at_key=True)
        elif missing := [rating for rating in price.by_rating if rating not in other.by_rating]:
            message = phrase(
                "the price for the choice {choice} has no number for {ratings}",
                choice=other.choice,
                ratings=listed(missing),
            )
            yield Fault((*place, "by_rating"), message, "Write a number for each rating.", at_key=True)


def _check_quality_prices(path: OrbatPath, staff: Staff, ruleset: Ruleset) -> Iterator[Fault]:
    choices = [choice.id for ruling in ruleset.rulings if ruling.id == staff.ruling for choice in ruling.choices]
    if BOUGHT not in choices:
        if staff.prices:
            message = phrase(
                "qualities have prices, but players cannot buy them, because the ruling on quality lacks the choice "
                "{choice}",
                choice=BOUGHT,
            )
            help = phrase("In `ruling`, name a ruling that has the choice {choice}, or remove `prices`.", choice=BOUGHT)
            yield Fault((*path, "prices"), message, help, at_key=True)
        return
    priced = staff.prices.points if staff.prices else {}
    if missing := [quality.id for quality in staff.qualities if quality.id not in priced]:
        message = phrase(
            "staff qualities can be bought under the ruling {ruling}, but no price is given for {qualities}",
            qualities=listed(missing),
            ruling=staff.ruling,
        )
        place = (*path, "prices", "points") if staff.prices else (*path, "qualities")
        yield Fault(place, message, "Add the key `prices` with the points for each quality.", at_key=True)


def _check_national_prices(prices: tuple[NationalPrice, ...]) -> Iterator[Fault]:
    seen: set[tuple[str, str, str]] = set()
    for number, price in enumerate(prices):
        for index, nation in enumerate(price.nations):
            if (key := (nation, price.ruling, price.choice)) in seen:
                message = phrase("{nation} has two national prices; only the first is charged", nation=nation)
                yield Fault(("national_prices", number, "nations", index), message, "Remove one of the two prices.")
            seen.add(key)
