"""Lint: numbers, ratings and dates that make sense together."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from orbat.data.lint_rules.rule import Fault, LintCase, field_names
from orbat.model.army_list import ONE_PIECE, Dates, Entry, Limit, Ratings, Selector, SizeRange
from orbat.model.commanders import BOUGHT, Level, Staff, StaffTable
from orbat.model.dates import Date, span
from orbat.model.kinds import Kind, Track
from orbat.model.path import OrbatPath
from orbat.model.play import CASUALTIES, BreakingPoint, Victory
from orbat.model.points import show
from orbat.model.prices import NationalPrice, OtherPrice, Price
from orbat.model.record import Record
from orbat.model.reference import ReferenceTable
from orbat.model.ruleset import Ruleset, UsualSize
from orbat.model.spelling import listed


def numbers_in_order(case: LintCase) -> Iterator[Fault]:
    """The least is not above the typical nor the most; victory margins and the game sizes to offer rise; and every
    throw of the staff dice, but no other number, stands in exactly one row of each staff table.

    Why: A range the wrong way round allows nothing, and a throw in two rows has two results.

    Example: `size: {min: 10, typical: 8, max: 18}`.

    Cure: Put the numbers in order.
    """
    for path, record in case.records:
        if isinstance(record, SizeRange):
            yield from _ascending(path, record, ("min", "typical", "max"))
        elif isinstance(record, UsualSize):
            yield from _ascending(path, record, ("min", "max"))
            yield from _steps(path, record)
        elif isinstance(record, Victory):
            least = [margin.least for margin in record.margins]
            for number in range(1, len(least)):
                if least[number] <= least[number - 1]:
                    says = f"the margin {show(least[number])} stands after {show(least[number - 1])}; margins must rise"
                    yield Fault((*path, "margins", number, "least"), says, "Put the margins in order.")
        elif isinstance(record, Staff) and record.qualities:
            for place, table in case.each(StaffTable):
                yield from _throws(place, table, record)


def _ascending(path: OrbatPath, record: Any, names: tuple[str, ...]) -> Iterator[Fault]:
    for low, high in itertools.pairwise(names):
        first, second = getattr(record, low), getattr(record, high)
        if first > second:
            says = f"{high} is {show(second)} and {low} {show(first)}; {low} may be at most {high}"
            yield Fault((*path, high), says, f"Put {low} and {high} in order.")


def _steps(path: OrbatPath, usual: UsualSize) -> Iterator[Fault]:
    """The sizes to offer rise, from the least to the most that is usual."""
    for number, step in enumerate(usual.steps):
        least = usual.steps[number - 1] if number else usual.min
        if not usual.min <= step <= usual.max:
            says = f"the size {show(step)} is offered, and {show(usual.min)} to {show(usual.max)} is usual"
            yield Fault((*path, "steps", number), says, "Correct the size, or min or max.")
        elif number and step <= least:
            says = f"the size {show(step)} is offered after {show(least)}; sizes must rise"
            yield Fault((*path, "steps", number), says, "Put the sizes in order.")


def _throws(path: OrbatPath, table: StaffTable, staff: Staff) -> Iterator[Fault]:
    possible = range(staff.dice, staff.dice * staff.sides + 1)
    row_of: dict[int, str] = {}
    for row, numbers in table.rows.items():
        for index, number in enumerate(numbers):
            place = (*path, "rows", row, index)
            if number not in possible:
                says = f"{row} has {number}; {staff.dice}d{staff.sides} gives {possible[0]} to {possible[-1]}"
                yield Fault(place, says, "Remove or correct the number.")
            elif number in row_of:
                says = f"{number} stands under {row_of[number]} and under {row}; a throw may have one result"
                yield Fault(place, says, f"Remove {number} from one of the rows.")
            row_of.setdefault(number, row)
    if missing := [str(number) for number in possible if number not in row_of]:
        says = f"no row has {listed(missing)}; each throw of {staff.dice}d{staff.sides} must have a result"
        yield Fault((*path, "rows"), says, "Add each missing number to a row.", at_key=True)


def ratings_reachable(case: LintCase) -> Iterator[Fault]:
    """Each rating that an entry allows has a price under its kind and is offered at some date; the typical and the
    dated ones are allowed; an entry has ratings where its kind is priced by them, and none where the kind has none.

    Why: A rating that cannot be bought is a slip, and a unit without a rating cannot be priced.

    Example: `ratings: {allowed: [2, 3], typical: 4}`.

    Cure: Correct the rating, or allow it.
    """
    if case.ruleset is None:
        return
    for path, entry in case.each(Entry):
        kind = case.ruleset.kinds.get(entry.kind)
        if kind is None:
            continue
        if entry.ratings is None:
            if kind.rating == "priced":
                says = f"{entry.id} has no ratings; {entry.kind} is priced by rating, so it needs them"
                yield Fault((*path, "id"), says, "Write ratings: with those allowed.")
        elif kind.rating == "none":
            says = f"{entry.id} has ratings; {entry.kind} has none"
            yield Fault((*path, "ratings"), says, "Remove ratings.", at_key=True)
        else:
            yield from _allowed(case.ruleset, (*path, "ratings"), entry.ratings, kind)
            yield from _ever(case, (*path, "ratings"), entry, entry.ratings)


def _allowed(ruleset: Ruleset, path: OrbatPath, ratings: Ratings, kind: Kind) -> Iterator[Fault]:
    priced = kind.rating == "priced"
    known = list(kind.price.by_rating) if priced else [rating.id for rating in ruleset.ratings]
    for index, rating in enumerate(ratings.allowed):
        if rating not in known:
            lacks = "has no price" if priced else "is not known"
            says = f"the rating {rating} {lacks} for {kind.label}; it may be {listed(known)}"
            yield Fault((*path, "allowed", index), says, "Correct the rating.")
        elif rating in ratings.allowed[:index]:
            says = f"the rating {rating} is allowed twice; once is enough"
            yield Fault((*path, "allowed", index), says, "Remove one of the two.")
    named = [((*path, "typical"), ratings.typical)]
    named += [((*path, "dated", index, "rating"), dated.rating) for index, dated in enumerate(ratings.dated)]
    for place, rating in named:
        if rating not in ratings.allowed:
            says = f"the {'typical' if place[-1] == 'typical' else 'dated'} rating {rating} is not allowed; "
            yield Fault(place, f"{says}it may be {listed(ratings.allowed) or 'none'}", "Allow it, or correct it.")


def _ever(case: LintCase, path: OrbatPath, entry: Entry, ratings: Ratings) -> Iterator[Fault]:
    """Ratings that are shut at every date: all dates of one rating must hold at once."""
    around: list[Any] = [case.army_list.years] if case.army_list else []
    around += [entry.dates] if entry.dates else []
    for index, dated in enumerate(ratings.dated):
        spans = [other for other in ratings.dated[: index + 1] if other.rating == dated.rating]
        first = max((one.from_.first for one in (*around, *spans) if one.from_), default=0)
        last = min((one.to.last for one in (*around, *spans) if one.to), default=first)
        if first > last:
            says = f"the rating {dated.rating} is never offered in the dates of {entry.id}; some date must remain"
            yield Fault((*path, "dated", index), says, "Correct the dates, or remove the rating.")


def dates_sound(case: LintCase) -> Iterator[Fault]:
    """No dates run backwards, and none lie wholly outside the years of the list.

    Why: What has such dates is never to be had, or never in force.

    Example: `dates: {from: 1855-06, to: 1854-06}`.

    Cure: Correct the dates.
    """
    years = case.army_list.years if case.army_list else None
    for path, record in case.records:
        dates = _dates(record)
        if dates is None:
            continue
        first, last = dates
        if first and last and first.first > last.last:
            yield Fault((*path, "from"), f"from {first} is after to {last}; it must come first", "Exchange them.")
        elif years and path != ("years",) and _outside(first, last, years):
            says = f"{span(first, last)} lies outside the list's years, {span(years.from_, years.to)}"
            yield Fault((*path, "from" if first else "to"), says, "Correct the dates, or the years of the list.")


def _dates(record: Record) -> tuple[Date | None, Date | None] | None:
    if not hasattr(record, "from_"):
        return None
    return record.from_, record.to  # type: ignore[attr-defined]  # every record with the one has the other


def _outside(first: Date | None, last: Date | None, years: Dates) -> bool:
    late = bool(first and years.to and first.first > years.to.last)
    return late or bool(last and years.from_ and last.last < years.from_.first)


# Lint: prices that can be charged as they are written.


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


def _not_negative(path: OrbatPath, price: Price, what: str) -> Iterator[Fault]:
    """That something itself costs less than nothing; only options and sizes may lower a price."""
    readings: list[tuple[OrbatPath, Price | OtherPrice]] = [(path, price)]
    readings += [((*path, "instead", number), other) for number, other in enumerate(price.instead)]
    smaller = min(price.by_size.values(), default=0)
    for place, one in readings:
        if one.points is not None and one.points < 0:
            says = f"{what} costs {show(one.points)} points; only options and sizes may lower a price"
            yield Fault((*place, "points"), says, "Write 0 or more.")
        elif (least := min(one.by_rating.values(), default=one.points or 0)) + smaller < 0:
            says = f"{what} comes to {show(least + smaller)} points in its smallest size; it must not be less than 0"
            yield Fault((*path, "by_size"), says, "Correct the points.", at_key=True)


def _sized(path: OrbatPath, price: Price, *, of_kind: bool) -> Iterator[Fault]:
    if not price.by_size:
        return
    if not of_kind:
        says = "named sizes have points here, which are never charged; only the price of a kind takes them"
        yield Fault((*path, "by_size"), says, "Remove by_size.", at_key=True)
    elif price.per == "size":
        says = "named sizes have points in a price that is paid by the stand or gun (per: size, as usual)"
        yield Fault((*path, "by_size"), says, "Write per: unit, or remove by_size.", at_key=True)


def _marked(path: OrbatPath, price: Price) -> Iterator[Fault]:
    numbers = [*price.by_rating, *price.by_size]
    for key in price.marked:
        if key not in numbers:
            says = f"{key} is marked and has no number in this price; {_may_be(numbers)}"
            yield Fault((*path, "marked", key), says, "Remove it, or mark one of the price's numbers.", at_key=True)


def _may_be(numbers: Iterable[str]) -> str:
    return f"it may be {listed(numbers)}" if numbers else "it has none by rating or size"


def _instead(path: OrbatPath, price: Price) -> Iterator[Fault]:
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


def _bought(path: OrbatPath, staff: Staff, ruleset: Ruleset) -> Iterator[Fault]:
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


# Lint: sizes of units, counted and named.


def sizes_offered(case: LintCase) -> Iterator[Fault]:
    """An entry has the sizes that its kind is bought in: a range of numbers for what is priced by each stand or gun,
    named sizes for what has such, and none for what is one piece; and such a kind says what its size counts.

    Why: A size that nobody pays for, or a unit without the size it is priced by, is a slip.

    Example: `sizes: {allowed: [small, huge], typical: small}` where the kind has small, standard and large.

    Cure: Correct the sizes, or remove them.
    """
    if case.ruleset is None:
        return
    for path, one in case.each(Kind):
        if one.price.per == "size" and not one.counted_in[0] and not one.staff:
            says = f"{one.label} is priced by its size, and nothing says what a size counts"
            yield Fault((*path, "label"), says, "Write counted_in: [stand, stands], or per: unit in its price.")
    for path, entry in case.each(Entry):
        if kind := case.ruleset.kinds.get(entry.kind):
            yield from _of_entry(path, entry, kind)


def _of_entry(path: OrbatPath, entry: Entry, kind: Kind) -> Iterator[Fault]:
    counted = entry.size is not ONE_PIECE
    if kind.sizes and entry.sizes is None:
        says = f"{entry.id} has no sizes; {entry.kind} has {listed(kind.sizes)}"
        yield Fault((*path, "id"), says, "Write sizes: with those allowed.")
    elif kind.sizes and counted:
        says = f"{entry.id} has a size in numbers; {entry.kind} has {listed(kind.sizes)}"
        yield Fault((*path, "size"), says, "Remove size.", at_key=True)
    elif entry.sizes is not None and not kind.sizes:
        yield Fault((*path, "sizes"), f"{entry.id} has sizes; {entry.kind} has none", "Remove sizes.", at_key=True)
    elif kind.price.per == "size" and not counted:
        says = f"{entry.id} has no size; {entry.kind} is priced by each {kind.counted_in[0] or 'one'}, so it needs one"
        yield Fault((*path, "id"), says, "Write size: with min, typical and max.")
    for field in ("allowed", "typical"):
        named = getattr(entry.sizes, field, ())
        for index, size in enumerate((named,) if isinstance(named, str) else named):
            place = (*path, "sizes", field) if isinstance(named, str) else (*path, "sizes", field, index)
            if field == "allowed" and size in named[:index]:
                yield Fault(place, f"the size {size} is allowed twice; once is enough", "Remove one of the two.")
            elif kind.sizes and size not in kind.sizes:
                says = f"{entry.kind} has no size {size}; it may be {listed(kind.sizes)}"
                yield Fault(place, says, "Correct the size.")
            elif field == "typical" and entry.sizes and size not in entry.sizes.allowed:
                says = f"the typical size {size} is not allowed; it may be {listed(entry.sizes.allowed)}"
                yield Fault(place, says, "Allow it, or correct it.")


# Lint: limits that can be checked.


def limits_bounded(case: LintCase) -> Iterator[Fault]:
    """A limit has one bound, at_most or at_least; a share says of what (among), and so does for_each, which takes a
    whole number; a limit of the whole list or ruleset says what it counts (of); a share of points counts points;
    what counts formations (levels) counts them alone, as units are counted, within a higher level.

    Why: A limit that does not say all of this cannot be checked.

    Example: `{at_most: 1/3, of: {kinds: [cavalry]}}` without among.

    Cure: Write the key that is missing, or remove the one too many.
    """
    for path, limit in case.each(Limit):
        yield from _formations(path, limit, case.ruleset)
        if (limit.at_most is None) == (limit.at_least is None):
            has = "no bound" if limit.at_most is None else "two bounds"
            yield Fault(path, f"the limit has {has}; it must have at_most or at_least", "Write one bound.")
            continue
        if limit.of is None and path[:1] == ("limits",):
            whose = "ruleset" if isinstance(case.data, Ruleset) else "list"
            yield Fault(path, f"the limit does not say what it counts; a limit of the {whose} needs of", "Write of:.")
        key = "at_least" if limit.at_most is None else "at_most"
        bound = getattr(limit, key)
        yield from _base(path, limit, key, bound, share=isinstance(bound, Fraction) and bound.denominator != 1)


def _base(path: OrbatPath, limit: Limit, key: str, bound: int | Fraction, *, share: bool) -> Iterator[Fault]:
    """What a bound is measured by: there where it must be, and of the right sort."""
    if share and limit.among is None:
        says = f"{key} is the share {bound} of nothing; a share needs among"
        yield Fault((*path, key), says, "Write among: and what it is a share of.")
    if limit.for_each and limit.among is None:
        says = "for_each counts nothing; it needs among"
        yield Fault((*path, "for_each"), says, "Write among: and what to count.")
    if limit.among is not None and not limit.for_each and not share:
        says = f"{key} is {bound} and stands beside among; among takes a share such as 1/3, or for_each"
        yield Fault((*path, key), says, "Write a share, add for_each, or remove among.")
    if limit.for_each and share:
        says = f"{key} is {bound} for each {limit.for_each}; with for_each it must be a whole number"
        yield Fault((*path, key), says, "Write a whole number.")
    if share and limit.among in ("spent", "agreed_size") and limit.count != "points":
        says = f"{limit.count} are held against a share of points; a share of points must count points"
        yield Fault((*path, "among"), says, "Write count: points.")


def _formations(path: OrbatPath, limit: Limit, ruleset: Ruleset | None) -> Iterator[Fault]:
    """What counts formations: no other keys beside levels, no stands or points, and a scope that can hold them."""
    for key in ("of", "among"):
        selector = getattr(limit, key)
        if not isinstance(selector, Selector) or not selector.levels:
            continue
        others = [name for name in field_names(selector) if name != "levels" and _asked(selector, name)]
        if others:
            says = f"levels count formations, and {others[0]} would select units; levels must stand alone"
            yield Fault((*path, key, others[0]), says, f"Remove {others[0]}, or levels.", at_key=True)
        if limit.count != "units":
            says = f"levels count formations, and the limit counts {limit.count}; it must count units, as usual"
            yield Fault((*path, "count"), says, "Remove count.", at_key=True)
        order = [level.id for level in ruleset.levels] if ruleset else []
        for number, level in enumerate(selector.levels):
            if {limit.scope, level} <= set(order) and order.index(level) <= order.index(limit.scope):
                says = f"a {limit.scope} holds no {level}; the scope must be army or a higher level than what it counts"
                yield Fault((*path, key, "levels", number), says, "Correct the level or the scope.")


def _asked(selector: Selector, name: str) -> bool:
    return getattr(selector, name) not in ((), None)


# Lint: reference tables.


def rows_whole(case: LintCase) -> Iterator[Fault]:
    """Every row of a reference table has a cell for each column, or is a heading and has none.

    Why: With a cell too few or too many, figures stand under the wrong head.

    Example: four cells in a table of five columns.

    Cure: Write a cell for each column; one that is empty is written "".
    """
    for path, table in case.each(ReferenceTable):
        width = len(table.columns)
        for number, row in enumerate(table.rows):
            place = (*path, "rows", number)
            if row.heading and row.cells:
                says = "the row is a heading and has cells; it may be one or the other"
                yield Fault(place, says, "Make two rows of it.")
            elif not row.heading and len(row.cells) != width:
                says = f"the row has {len(row.cells)} cells; the table {table.id} has {width} columns"
                yield Fault(place, says, 'Write a cell for each column; an empty one is "".')


# Lint: what is ticked off and counted during a game.


_OF_UNITS = ("options", "ratings", "sizes", "levels")
"""What a selector may ask of a unit or formation rather than of its entry."""


def play_sound(case: LintCase) -> Iterator[Fault]:
    """What is ticked off in play has so many boxes or a box for each state, not both; a breaking point is a share of
    the army above nothing and not above all of it, and counts units by what their entries are; where generals count
    as lost, each of the fates for which they do is named once.

    Why: Nothing could be ticked off, an army would be beaten before the first turn or never, or no general counted.

    Example: `breaking_point: {share: 3/2}`.

    Cure: Correct the number, or write what is missing or one of the two.
    """
    for path, track in case.each(Track):
        if track.boxes and track.states:
            says = "the track has boxes and states; it may have one or the other"
            yield Fault((*path, "boxes"), says, "Remove boxes or states.", at_key=True)
        elif not track.boxes and not track.states:
            says = "the track has nothing to tick off; it needs boxes: and their number, or states: and their words"
            yield Fault(path, says, "Write boxes: or states:.", at_key=True)
    for path, point in case.each(BreakingPoint):
        yield from _share(path, point)
    for path, victory in case.each(Victory):
        yield from _fates(path, victory)


def _fates(path: OrbatPath, victory: Victory) -> Iterator[Fault]:
    if victory.generals and not victory.fates:
        says = f"{victory.generals} are to count, and there are no fates for which a general does"
        yield Fault((*path, "generals"), says, f"Write fates: {listed(CASUALTIES)}, in a list.", at_key=True)
    elif victory.fates and not victory.generals:
        says = "there are fates for which a general counts, and nothing says so in words"
        yield Fault((*path, "fates"), says, "Write generals: and the words, such as captured generals.", at_key=True)
    for number, fate in enumerate(victory.fates):
        if fate in victory.fates[:number]:
            yield Fault((*path, "fates", number), f"{fate} stands twice; once is enough", f"Remove one {fate}.")


def _share(path: OrbatPath, point: BreakingPoint) -> Iterator[Fault]:
    shares = [((*path, "share"), point.share)]
    shares += [((*path, "by_ruling", choice), share) for choice, share in point.by_ruling.items()]
    for place, share in shares:
        if not 0 < share <= 1:
            says = f"the share is {Fraction(share)} of the army; it must be above 0 and at most 1"
            yield Fault(place, says, "Write a share such as 1/2.")
    for key in _OF_UNITS:
        if point.of and getattr(point.of, key):
            says = f"the breaking point goes by {key}, which it does not look at; it goes by entries, kinds and groups"
            yield Fault((*path, "of", key), says, f"Remove {key}.", at_key=True)
