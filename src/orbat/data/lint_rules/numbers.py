"""Lint rules about numbers, such as prices, sizes and limits."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.model.army_list import ONE_PIECE, OWN_FORMATION, DatedSize, Entry, Limit, Ratings, Selector, SizeRange
from orbat.model.commanders import BOUGHT, Level, Staff, StaffTable
from orbat.model.dates import Date, span
from orbat.model.kinds import Kind, Track
from orbat.model.path import OrbatPath
from orbat.model.play import CASUALTIES, BreakingPoint, Victory
from orbat.model.points import show
from orbat.model.prices import NationalPrice, OtherPrice, Price
from orbat.model.record import Record, names_of
from orbat.model.reference import ReferenceTable
from orbat.model.ruleset import Ruleset, UsualSize
from orbat.model.service import Dates
from orbat.model.spelling import listed
from orbat.model.wording import all_of, phrase, plural


def check_number_order(case: LintCase) -> Iterator[Fault]:
    """Numbers in ranges and tables are in order.

    Why: A reversed range allows nothing. Margins of victory and game sizes must ascend too. In a staff table, each
    possible total of the dice must be in exactly one row.

    Example: `size: {min: 10, typical: 8, max: 18}`.

    Remedy: Put the numbers in order. In a staff table, put each possible total in one row.
    """
    for path, record in case.each_of(SizeRange, UsualSize, Victory, Staff):
        if isinstance(record, SizeRange):
            yield from _check_ascending(path, record, ("min", "typical", "max"))
            for number, dated in enumerate(record.dated):
                yield from _check_dated_size((*path, "dated", number), dated, record)
        elif isinstance(record, UsualSize):
            yield from _check_ascending(path, record, ("min", "max"))
            yield from _check_steps(path, record)
        elif isinstance(record, Victory):
            least = [margin.least for margin in record.margins]
            for number in range(1, len(least)):
                if least[number] <= least[number - 1]:
                    message = phrase(
                        "the margin {margin} comes after {previous}; margins must be in ascending order",
                        margin=show(least[number]),
                        previous=show(least[number - 1]),
                    )
                    yield Fault((*path, "margins", number, "least"), message, "Put the margins in ascending order.")
        elif isinstance(record, Staff) and record.qualities:
            for place, table in case.each(StaffTable):
                yield from _check_dice_rows(place, table, record)


def _check_ascending(path: OrbatPath, record: Any, names: tuple[str, ...]) -> Iterator[Fault]:
    for low, high in itertools.pairwise(names):
        first, second = getattr(record, low), getattr(record, high)
        if first > second:
            message = phrase(
                "`{low}` is {low_number}, but `{high}` is {high_number}; `{low}` must not exceed `{high}`",
                high=high,
                high_number=show(second),
                low=low,
                low_number=show(first),
            )
            yield Fault((*path, high), message, phrase("Correct `{low}` or `{high}`.", low=low, high=high))


def _check_dated_size(path: OrbatPath, dated: DatedSize, whole: SizeRange) -> Iterator[Fault]:
    yield from _check_ascending(path, dated, ("min", "typical", "max"))
    for key, inside in (("min", dated.min >= whole.min), ("max", dated.max <= whole.max)):
        if not inside:
            message = phrase(
                "the `{key}` of the period is {number}, but the whole range is {min} to {max}",
                key=key,
                number=getattr(dated, key),
                min=whole.min,
                max=whole.max,
            )
            yield Fault((*path, key), message, "Correct the number, or the whole range.")


def _check_steps(path: OrbatPath, usual: UsualSize) -> Iterator[Fault]:
    for number, step in enumerate(usual.steps):
        least = usual.steps[number - 1] if number else usual.min
        if not usual.min <= step <= usual.max:
            message = phrase(
                "the game size {size} is outside the usual range of {min} to {max}",
                size=show(step),
                min=show(usual.min),
                max=show(usual.max),
            )
            yield Fault((*path, "steps", number), message, "Correct the size, or the numbers `min` and `max`.")
        elif number and step <= least:
            message = phrase(
                "the game size {size} comes after {previous}; game sizes must be in ascending order",
                size=show(step),
                previous=show(least),
            )
            yield Fault((*path, "steps", number), message, "Put the game sizes in ascending order.")


def _check_dice_rows(path: OrbatPath, table: StaffTable, staff: Staff) -> Iterator[Fault]:
    possible = range(staff.dice, staff.dice * staff.sides + 1)
    dice = f"{staff.dice}d{staff.sides}"
    row_of: dict[int, str] = {}
    for row, numbers in table.rows.items():
        for index, number in enumerate(numbers):
            place = (*path, "rows", row, index)
            if number not in possible:
                message = phrase(
                    "the row {row} contains {number}, but {dice} can only give {first} to {last}",
                    row=row,
                    number=number,
                    dice=dice,
                    first=possible[0],
                    last=possible[-1],
                )
                yield Fault(place, message, "Remove or correct the number.")
            elif number in row_of:
                message = phrase(
                    "{number} is in the rows {first} and {second}; a roll has only one result",
                    number=number,
                    first=row_of[number],
                    second=row,
                )
                yield Fault(place, message, phrase("Remove {number} from one of the rows.", number=number))
            row_of.setdefault(number, row)
    if missing := [str(number) for number in possible if number not in row_of]:
        message = phrase(
            "no row has {numbers}; each roll of {dice} must have a result", numbers=listed(missing), dice=dice
        )
        yield Fault((*path, "rows"), message, "Add each missing number to a row.", at_key=True)


def check_ratings(case: LintCase) -> Iterator[Fault]:
    """Every rating of an entry has a price and is available on some date.

    Why: A rating that cannot be bought is a mistake. The typical rating, and ratings for certain dates or regiments,
    must be allowed too. If the price of troops depends on their rating, their entry needs ratings.

    Example: `ratings: {allowed: [2, 3], typical: 4}`.

    Remedy: Correct the rating, or add it to the allowed ratings.
    """
    if case.ruleset is None:
        return
    for path, entry in case.each(Entry):
        kind = case.ruleset.kinds.get(entry.kind)
        if kind is None:
            continue
        if entry.ratings is None:
            if kind.rating == "priced":
                message = phrase(
                    "the entry {entry} has no ratings, but the kind {kind} is priced by rating",
                    entry=entry.id,
                    kind=entry.kind,
                )
                yield Fault((*path, "id"), message, "Add the key `ratings` with the allowed ratings.")
        elif kind.rating == "none":
            message = phrase(
                "the entry {entry} has ratings, but the kind {kind} has none", entry=entry.id, kind=entry.kind
            )
            yield Fault((*path, "ratings"), message, "Remove `ratings`.", at_key=True)
        else:
            yield from _check_allowed_ratings(case.ruleset, (*path, "ratings"), entry.ratings, kind)
            yield from _check_dated_ratings(case, (*path, "ratings"), entry, entry.ratings)
            yield from _check_rare_ratings((*path, "ratings", "only_for"), entry, entry.ratings)


def _check_allowed_ratings(ruleset: Ruleset, path: OrbatPath, ratings: Ratings, kind: Kind) -> Iterator[Fault]:
    priced = kind.rating == "priced"
    known = list(kind.price.by_rating) if priced else [rating.id for rating in ruleset.ratings]
    for index, rating in enumerate(ratings.allowed):
        if rating not in known:
            if priced:
                message = phrase(
                    "the rating {rating} has no price for {kind}; allowed: {ratings}",
                    rating=rating,
                    kind=kind.label,
                    ratings=listed(known),
                )
            else:
                message = phrase(
                    "the rating {rating} is unknown; allowed: {ratings}", rating=rating, ratings=listed(known)
                )
            yield Fault((*path, "allowed", index), message, "Correct the rating.")
        elif rating in ratings.allowed[:index]:
            message = phrase("the rating {rating} is listed twice", rating=rating)
            yield Fault((*path, "allowed", index), message, "List each rating once.")
    named = [((*path, "typical"), ratings.typical)]
    named += [((*path, "dated", index, "rating"), dated.rating) for index, dated in enumerate(ratings.dated)]
    for place, rating in named:
        if rating not in ratings.allowed:
            allowed = listed(ratings.allowed) or "none"
            if place[-1] == "typical":
                message = phrase(
                    "the typical rating {rating} is not allowed; allowed: {allowed}", rating=rating, allowed=allowed
                )
            else:
                message = phrase(
                    "the rating {rating} has dates, but is not allowed; allowed: {allowed}",
                    rating=rating,
                    allowed=allowed,
                )
            yield Fault(place, message, "Correct the rating, or add it to `allowed`.")


def _check_rare_ratings(path: OrbatPath, entry: Entry, ratings: Ratings) -> Iterator[Fault]:
    recorded = {one.rating for one in entry.regiments}
    for rating, names in ratings.only_for.items():
        if rating not in ratings.allowed:
            message = phrase(
                "the rating {rating} is for some regiments, but is not allowed; allowed: {allowed}",
                rating=rating,
                allowed=listed(ratings.allowed),
            )
            yield Fault((*path, rating), message, "Correct the rating, or add it to `allowed`.", at_key=True)
        elif not names and rating not in recorded:
            message = phrase("{entry} has no regiment that can have the rating {rating}", rating=rating, entry=entry.id)
            help = "Name the regiments that have the rating, or write the rating in their records."
            yield Fault((*path, rating), message, help, at_key=True)
        for number, name in enumerate(names):
            if name not in entry.regiment_names:
                message = phrase("{name} is not a regiment of {entry}", name=name, entry=entry.id)
                yield Fault((*path, rating, number), message, "Correct the name, or add the regiment.")


def _check_dated_ratings(case: LintCase, path: OrbatPath, entry: Entry, ratings: Ratings) -> Iterator[Fault]:
    enclosing: list[Any] = [case.army_list.years] if case.army_list else []
    enclosing += [entry.dates] if entry.dates else []
    for index, dated in enumerate(ratings.dated):
        first = max((one.from_.first for one in (*enclosing, dated) if one.from_), default=0)
        last = min((one.to.last for one in (*enclosing, dated) if one.to), default=first)
        if first > last:
            message = phrase(
                "there is no date on which both {entry} and its rating {rating} are available",
                rating=dated.rating,
                entry=entry.id,
            )
            yield Fault((*path, "dated", index), message, "Correct the dates, or remove the rating.")


def check_dates(case: LintCase) -> Iterator[Fault]:
    """Date ranges are not reversed, and are within the years of the army list.

    Why: With wrong dates, an entry can never be bought, or a limit never applies.

    Example: `dates: {from: 1855-06, to: 1854-06}`.

    Remedy: Correct the dates.
    """
    years = case.army_list.years if case.army_list else None
    for path, record in case.records:
        dates = _dates_of(record)
        if dates is None:
            continue
        first, last = dates
        if first and last and first.first > last.last:
            message = phrase("`from` ({first}) is after `to` ({last})", first=first, last=last)
            yield Fault((*path, "from"), message, "Swap the two dates.")
        elif years and path != ("years",) and _is_outside(first, last, years):
            message = phrase(
                "the dates {dates} are outside the list's years, {years}",
                dates=span(first, last),
                years=span(years.from_, years.to),
            )
            yield Fault((*path, "from" if first else "to"), message, "Correct the dates, or the years of the list.")


def _dates_of(record: Record) -> tuple[Date | None, Date | None] | None:
    if not hasattr(record, "from_"):
        return None
    return record.from_, record.to  # type: ignore[attr-defined]  # every record with `from_` also has `to`


def _is_outside(first: Date | None, last: Date | None, years: Dates) -> bool:
    late = bool(first and years.to and first.first > years.to.last)
    return late or bool(last and years.from_ and last.last < years.from_.first)


# Prices that can be charged.


def check_chargeable_prices(case: LintCase) -> Iterator[Fault]:
    """Every price can be charged as written.

    Why: Otherwise a number is charged wrongly or not at all. Prices must not be negative. Points for named
    sizes (`by_size`) need `per: unit`. The key `marked` may name only ratings and sizes with a number in the same
    price. A price under a ruling must have the same keys as the usual price. Every staff quality that can be bought
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
                    "`marked` lists {key}, but the price has no number for {key}; allowed: {numbers}",
                    key=key,
                    numbers=listed(numbers),
                )
            else:
                message = phrase("`marked` lists {key}, but the price has neither `by_rating` nor `by_size`", key=key)
            help = phrase("Remove {key} from `marked`, or write one of the ratings or sizes in the price.", key=key)
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
                "qualities have prices, but players cannot buy them: the ruling on quality has no choice {choice}",
                choice=BOUGHT,
            )
            help = phrase("In `ruling`, name a ruling with the choice {choice}, or remove `prices`.", choice=BOUGHT)
            yield Fault((*path, "prices"), message, help, at_key=True)
        return
    priced = staff.prices.points if staff.prices else {}
    if missing := [quality.id for quality in staff.qualities if quality.id not in priced]:
        message = phrase(
            "qualities can be bought under the ruling {ruling}, but no price is given for {qualities}",
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


# Sizes of units, counted and named.


def check_sizes(case: LintCase) -> Iterator[Fault]:
    """The sizes of an entry match the price of its kind of troops.

    Why: A size without a price, or a unit without a required size, is a mistake. Entries of troops priced per stand
    or gun need a range (`size`). Entries of troops with named sizes need `sizes`; other entries must not have `sizes`.
    The size of a regiment must be a size of its entry. A kind priced by size needs `counted_in`: the word for what the
    size counts, such as stands.

    Example: `sizes: {allowed: [small, huge], typical: small}` if the kind has small, standard and large.

    Remedy: Correct the sizes, or remove them.
    """
    if case.ruleset is None:
        return
    for path, one in case.each(Kind):
        if one.price.per == "size" and not one.counted_in[0] and not one.staff:
            message = phrase("{kind} is priced by size, but `counted_in` is missing", kind=one.label)
            yield Fault(
                (*path, "label"), message, "Write `counted_in: [stand, stands]`, or write `per: unit` in the price."
            )
    for path, entry in case.each(Entry):
        if kind := case.ruleset.kinds.get(entry.kind):
            yield from _check_entry_sizes(path, entry, kind)


def _check_entry_sizes(path: OrbatPath, entry: Entry, kind: Kind) -> Iterator[Fault]:
    counted = entry.size is not ONE_PIECE
    if kind.sizes and entry.sizes is None:
        message = phrase(
            "the entry {entry} has no sizes; the kind {kind} needs one or more of {sizes}",
            entry=entry.id,
            kind=entry.kind,
            sizes=listed(kind.sizes),
        )
        yield Fault((*path, "id"), message, "Add the key `sizes` with the allowed sizes.")
    elif kind.sizes and counted:
        message = phrase(
            "the entry {entry} has a range of numbers as its size, but the kind {kind} has named sizes: {sizes}",
            entry=entry.id,
            kind=entry.kind,
            sizes=listed(kind.sizes),
        )
        yield Fault((*path, "size"), message, "Remove `size`.", at_key=True)
    elif entry.sizes is not None and not kind.sizes:
        message = phrase("the entry {entry} has sizes, but the kind {kind} has none", entry=entry.id, kind=entry.kind)
        yield Fault((*path, "sizes"), message, "Remove `sizes`.", at_key=True)
    elif kind.price.per == "size" and not counted:
        unit = kind.counted_in[0] or "size"
        message = phrase(
            "the entry {entry} has no size, but the kind {kind} is priced per {unit}",
            entry=entry.id,
            kind=entry.kind,
            unit=unit,
        )
        yield Fault((*path, "id"), message, "Add the key `size` with `min`, `typical` and `max`.")
    for field in ("allowed", "typical"):
        named = getattr(entry.sizes, field, ())
        for index, size in enumerate((named,) if isinstance(named, str) else named):
            place = (*path, "sizes", field) if isinstance(named, str) else (*path, "sizes", field, index)
            if field == "allowed" and size in named[:index]:
                yield Fault(place, phrase("the size {size} is listed twice", size=size), "List each size once.")
            elif kind.sizes and size not in kind.sizes:
                message = phrase(
                    "the kind {kind} has no size {size}; allowed: {sizes}",
                    kind=entry.kind,
                    size=size,
                    sizes=listed(kind.sizes),
                )
                yield Fault(place, message, "Correct the size.")
            elif field == "typical" and entry.sizes and size not in entry.sizes.allowed:
                message = phrase(
                    "the typical size {size} is not allowed; allowed: {allowed}",
                    size=size,
                    allowed=listed(entry.sizes.allowed),
                )
                yield Fault(place, message, "Correct `typical`, or add its value to `allowed`.")
    for number, regiment in enumerate(entry.regiments):
        if regiment.size is not None and not _offers_size(entry, regiment.size):
            offered = listed(entry.sizes.allowed) if entry.sizes else f"{entry.size.min}-{entry.size.max}"
            message = phrase(
                "the size {size} of {regiment} is not allowed; {entry} allows {allowed}",
                size=regiment.size,
                regiment=regiment.name,
                entry=entry.id,
                allowed=offered,
            )
            yield Fault((*path, "regiments", number, "size"), message, "Correct the size.")


def _offers_size(entry: Entry, size: int | str) -> bool:
    if entry.sizes:
        return size in entry.sizes.allowed
    return isinstance(size, int) and entry.size.min <= size <= entry.size.max


# Limits that can be checked.


def check_limits(case: LintCase) -> Iterator[Fault]:
    """Every limit is complete, and its keys do not contradict each other.

    Why: An incomplete or contradictory limit cannot be checked. A limit needs one bound: `at_most`, `at_least` or
    `only_with`. A share such as 1/3 needs `among`. `for_each` needs `among` and a whole number. A limit of a whole list
    or ruleset needs `of`. A share of the points needs `count: points`. A limit with `levels` counts formations,
    so it must not select units too. Only a minimum without `among` may have `or_none`. Only a limit with `only_with`
    may have `or_in` or the scope `formation`.

    Example: `{at_most: 1/3, of: {kinds: [cavalry]}}` without `among`: a third of what?

    Remedy: Write the missing key, or remove the surplus one.
    """
    for path, limit in case.each(Limit):
        yield from _check_formations(path, limit, case.ruleset)
        bounds = [key for key in ("at_most", "at_least", "only_with") if getattr(limit, key) is not None]
        if len(bounds) != 1:
            if not bounds:
                message = "the limit has no bound; it needs `at_most`, `at_least` or `only_with`"
            else:
                message = phrase("the limit has several bounds, {bounds}; only one is allowed", bounds=all_of(bounds))
            yield Fault(path, message, "Write one bound.")
            continue
        yield from _check_conditions(path, limit)
        if limit.of is None and path[:1] == ("limits",):
            if isinstance(case.data, Ruleset):
                message = "the limit does not say what it counts; a limit of the ruleset needs the key `of`"
            else:
                message = "the limit does not say what it counts; a limit of the list needs the key `of`"
            yield Fault(path, message, "Add the key `of`, which says what to count.")
        key, bound = bounds[0], getattr(limit, bounds[0])
        if isinstance(bound, Selector):
            continue
        yield from _check_base(path, limit, key, bound, share=isinstance(bound, Fraction) and bound.denominator != 1)


_WITHOUT_SHARE = "`{key}` is allowed only in a limit with `at_least` and without `among`"
_ONLY_WITH = "`{key}` is allowed only in a limit with `only_with`"
_NOT_WITH = "the limit has `only_with` and `{key}`; only one of the two is allowed"


def _check_conditions(path: OrbatPath, limit: Limit) -> Iterator[Fault]:
    wrong: list[tuple[str, str]] = []
    if limit.or_none and (limit.at_least is None or limit.among is not None):
        wrong.append(("or_none", _WITHOUT_SHARE))
    if limit.only_with is None:
        wrong += [("or_in", _ONLY_WITH)] if limit.or_in else []
        wrong += [("scope", _ONLY_WITH)] if limit.scope == OWN_FORMATION else []
    else:
        others = {
            "among": limit.among is not None,
            "for_each": limit.for_each is not None,
            "count": limit.count != "units",
            "when": limit.when is not None,
        }
        wrong += [(key, _NOT_WITH) for key, is_given in others.items() if is_given]
    for key, message in wrong:
        help = phrase("Remove or change `{key}`.", key=key)
        yield Fault((*path, key), message.format(key=key), help, at_key=True)
    if limit.when and limit.when.at_least is not None and limit.when.at_most is not None:
        message = "the condition has two bounds; only one of `at_most` and `at_least` is allowed"
        yield Fault((*path, "when"), message, "Write one bound.", at_key=True)


def _check_base(path: OrbatPath, limit: Limit, key: str, bound: int | Fraction, *, share: bool) -> Iterator[Fault]:
    if share and limit.among is None:
        message = phrase(
            "`{key}` is a share ({share}), but `among`, which names the total, is missing", key=key, share=bound
        )
        yield Fault((*path, key), message, "Add the key `among` with the total, such as `among: spent`.")
    if limit.for_each and limit.among is None:
        message = "`for_each` needs the key `among`, which is missing"
        yield Fault((*path, "for_each"), message, "Add the key `among`: it selects the troops that `for_each` counts.")
    if limit.among is not None and not limit.for_each and not share:
        message = phrase(
            "`{key}` is {bound}, but a limit with `among` needs a share such as 1/3, or the key `for_each`",
            key=key,
            bound=bound,
        )
        yield Fault((*path, key), message, "Write a share, add `for_each`, or remove `among`.")
    if limit.for_each and share:
        message = phrase("`{key}` is {bound}; a limit with `for_each` needs a whole number", key=key, bound=bound)
        yield Fault((*path, key), message, "Write a whole number.")
    if share and limit.among in ("spent", "agreed_size") and limit.count != "points":
        message = phrase("the limit is a share of points, so it must count points, not {counted}", counted=limit.count)
        yield Fault((*path, "among"), message, "Write `count: points`.")


def _check_formations(path: OrbatPath, limit: Limit, ruleset: Ruleset | None) -> Iterator[Fault]:
    for key in ("of", "among"):
        selector = getattr(limit, key)
        if not isinstance(selector, Selector) or not selector.levels:
            continue
        others = [name for name in names_of(selector) if name != "levels" and _is_set(selector, name)]
        if others:
            message = phrase(
                "`levels` selects formations, but `{key}` selects units; only one is allowed", key=others[0]
            )
            help = phrase("Remove `{key}` or `levels`.", key=others[0])
            yield Fault((*path, key, others[0]), message, help, at_key=True)
        if limit.count != "units":
            message = phrase("a limit on formations cannot count {counted}", counted=limit.count)
            yield Fault((*path, "count"), message, "Remove `count`.", at_key=True)
        order = [level.id for level in ruleset.levels] if ruleset else []
        for number, level in enumerate(selector.levels):
            if {limit.scope, level} <= set(order) and order.index(level) <= order.index(limit.scope):
                message = phrase(
                    "a {scope} cannot contain a {level}; set `scope` to `army`, or to a higher level than {level}",
                    scope=limit.scope,
                    level=level,
                )
                yield Fault(
                    (*path, key, "levels", number), message, "Correct the level, or the key `scope` of the limit."
                )


def _is_set(selector: Selector, name: str) -> bool:
    return getattr(selector, name) not in ((), None)


# Reference tables.


def check_table_rows(case: LintCase) -> Iterator[Fault]:
    """Every row of a reference table has a cell for each column, or is a heading.

    Why: With too few or too many cells, numbers are in the wrong columns.

    Example: four cells in a table of five columns.

    Remedy: Write a cell for each column. Write "" for an empty cell.
    """
    for path, table in case.each(ReferenceTable):
        width = len(table.columns)
        rows = (
            *(("rows", *one) for one in enumerate(table.rows)),
            *(("card_rows", *one) for one in enumerate(table.card_rows)),
        )
        for key, number, row in rows:
            place = (*path, key, number)
            if row.heading and row.cells:
                yield Fault(place, "the row has both a heading and cells", "Split the row in two.")
            elif not row.heading and len(row.cells) != width:
                message = plural(
                    len(row.cells),
                    "the row has {count} cell, but the table {table} has {width} columns",
                    "the row has {count} cells, but the table {table} has {width} columns",
                    table=table.id,
                    width=width,
                )
                yield Fault(place, message, 'Write a cell for each column; write "" for an empty cell.')


# Tracks, breaking points and losses in play.


_UNIT_KEYS = ("options", "ratings", "sizes", "levels")
"""Keys of a selector that depend on the unit or formation, not on the unit's entry."""


def check_play_settings(case: LintCase) -> Iterator[Fault]:
    """The settings for tick boxes, breaking points and victory make sense.

    Why: With a mistake, a unit has no box to tick, an army is beaten immediately or never, or a lost general never
    counts. A track needs either `boxes` or `states`, and the steps of a
    track are at some of its boxes. The share of a breaking point must be above 0 and at most 1. A
    breaking point may select units only by entries, kinds or groups. If the loss of generals counts (`generals`),
    `fates` must say which losses count, such as `captured`.

    Example: `breaking_point: {share: 3/2}`.

    Remedy: Correct the number, write the missing key, or remove one of two keys that exclude each other.
    """
    for path, track in case.each(Track):
        if track.boxes and track.states:
            message = "the track has boxes and states; only one of the two is allowed"
            yield Fault((*path, "boxes"), message, "Remove `boxes` or `states`.", at_key=True)
        elif not track.boxes and not track.states:
            message = "the track has nothing to tick; it needs a number of boxes, or names of states"
            yield Fault(path, message, "Add the key `boxes` or the key `states`.", at_key=True)
        for number, step in enumerate(track.steps):
            if not 0 < step.at <= (track.boxes or 0):
                message = phrase("the track has {boxes} boxes, but a step at {at}", boxes=track.boxes or 0, at=step.at)
                yield Fault((*path, "steps", number, "at"), message, "Write the number of one of the boxes.")
    for path, point in case.each(BreakingPoint):
        yield from _check_share(path, point)
    for path, victory in case.each(Victory):
        yield from _check_fates(path, victory)


def _check_fates(path: OrbatPath, victory: Victory) -> Iterator[Fault]:
    if victory.generals and not victory.fates:
        message = phrase(
            "`generals` is given ({generals}) without `fates`; both are required", generals=victory.generals
        )
        help = phrase("Add the key `fates` with one or more of {fates}.", fates=listed(CASUALTIES))
        yield Fault((*path, "generals"), message, help, at_key=True)
    elif victory.fates and not victory.generals:
        message = "`fates` is given without `generals`; both are required"
        yield Fault(
            (*path, "fates"),
            message,
            "Add the key `generals` with a description, such as `captured generals`.",
            at_key=True,
        )
    for number, fate in enumerate(victory.fates):
        if fate in victory.fates[:number]:
            message = phrase("{fate} is listed twice in `fates`", fate=fate)
            yield Fault((*path, "fates", number), message, phrase("Remove one {fate}.", fate=fate))


def _check_share(path: OrbatPath, point: BreakingPoint) -> Iterator[Fault]:
    shares = [((*path, "share"), point.share)]
    shares += [((*path, "by_ruling", choice), share) for choice, share in point.by_ruling.items()]
    for place, share in shares:
        if not 0 < share <= 1:
            message = phrase("the share is {share}; it must be above 0 and at most 1", share=Fraction(share))
            yield Fault(place, message, "Write a share such as 1/2.")
    for key in _UNIT_KEYS:
        if point.of and getattr(point.of, key):
            message = phrase(
                "the breaking point cannot select units by `{key}`, only by `entries`, `kinds` and `groups`", key=key
            )
            yield Fault((*path, "of", key), message, phrase("Remove `{key}`.", key=key), at_key=True)
