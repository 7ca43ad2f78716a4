"""Find the units that a line means, and rate how well each of its possible readings fits.

A reading gives each number a role, such as size or price. Its penalty (`cost`) is low if the words usually give the
numbers these roles, if little is assumed, and if the typed prices are right. Words count more than prices: a reading
with a wrong price has a lower penalty than one that contradicts a word. The price is then reported as wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, product

from orbat.evaluate.pricing import Pricer, rating_of
from orbat.evaluate.quote import Sum
from orbat.list_reader.defaults import Defaults
from orbat.list_reader.entry_candidates import UNDER_HEADING, UNKNOWN, EntryCandidates, Wording
from orbat.list_reader.matching import Match, Matcher
from orbat.list_reader.meaning import Description
from orbat.list_reader.roles import Number, TypedPoints
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Unit
from orbat.model.points import exact
from orbat.model.record import Value, changed
from orbat.model.wording import phrase

MAX_READINGS = 10_000
"""Maximum number of readings of lines that are tried for an army. A typical line has about ten."""
MAX_COUNT = 60
"""Maximum number of units on one line."""
WRONG = 2.5
"""Cost of a typed price that differs from the calculated one."""
FAR = 0.25
"""What a price costs more if it differs from the calculated one by more than a third of it: slips are usually small."""
NEAREST = 0.02
"""What a price costs more if it is twice the calculated one or 0. Of equal readings, the nearest counts."""
NO_SLIP = 2.0
"""What a price costs more if it is five times larger or smaller than the calculated one: it is hardly a price."""
WRONG_AGAIN = 0.4
"""Cost of a further price on the line that differs because of the same mistake."""
NO_SIZE, SIZE_FROM_PRICE, GUNS_ASSUMED = 4.0, 1.6, 0.6
NO_RATING, RATING_FROM_PRICE = 2.5, 1.6
WEAPON_FROM_PRICE = 1.2
"""Cost of a weapon that is not typed, but matches the price."""
UNUSED = 2.0
"""Cost of a rating that the entry does not have."""
UNUSED_SIZE = 3.0
"""Cost of a size that the entry does not have. A wrong price is likelier."""
NOT_ALLOWED = 1.0
"""Cost of a rating or size that the army list does not allow."""
LARGE = 2.0
"""Cost of a size above all sizes in the army list."""
REFUSED = 3.0
"""Cost of an entry that always has a weapon that the words refuse."""
REAL_GUNS = 1.2
"""Cost of guns that are counted as those of the historical battery, without the number of models."""
UNARMED = 1.5
"""Cost of troops that never have a weapon that the words refuse."""
SEVERAL_NAMES = 0.8
"""Cost of several units that are named but not counted, unless they are numbered and no price is typed."""
MANY = 1.0
"""Cost of more units on one line than usual."""
COUNT_FROM_PRICES = 0.5
"""Cost of a number of units that is not typed, but follows from the price of one and that of all."""
SHARED, SHARED_SMALL = 0.45, 1.6
"""Cost of a size that is divided among the units: lower if it is too large for one of them."""
APART = 2.0
"""Cost of a size that is not divided, if words such as `in all` say that it is that of all units."""
NO_PRICE = 0.3
UNUSUAL = 3.0
"""What an unusual rating that is not typed costs more, if most of the list has the usual ratings."""
MAX_COST = 9.0
"""A segment that costs more is not read as troops."""
_DECIDED = 0.3
_USUAL_COUNT = 12
_USUAL_OF_FLAT = 4
"""The same if prices do not depend on ratings: a larger number is rather a price."""
_MAX_SIZE = 60
_MAX_STANDS = 2_000
"""A reading with more stands, guns or lengths on one line is impossible."""
PRICES = frozenset({"line", "each", "piece"})
"""Roles of numbers that are prices."""
_NUMBERED = re.compile(r"\W*(?:the )?(?:\d|[A-Z]{1,2}R ?\d)")
"""The name of a regiment that begins with its number or code."""
_COUNTS_PARTS = frozenset({"", "units", "battalions", "squadrons"})
"""Contexts of counts of units that may have one size together."""


class UnitReading(Value):
    """A reading of a text about troops. Each reading gives other roles to the numbers, such as size or price.

    `cost` is a penalty, not points: the likeliest reading has the lowest `cost`.

    Prices in points: `piece` for one stand or gun, `each` for one unit, `line` for all units.
    """

    cost: float
    unit: Unit
    match: Match
    count: int
    each: TypedPoints | None
    line: TypedPoints | None
    piece: TypedPoints | None
    points: TypedPoints | None
    """Calculated cost of one unit, in points."""
    agrees: bool | None
    """Whether the typed prices are right. None if no price is typed."""
    notes: tuple[str, ...] = ()
    assumed: str = ""
    """Explanation of an assumption that a typed price may confirm."""


class UnitCosts(EntryCandidates):
    """Finds the units that a text may mean, and how well each fits the prices of the ruleset and the army list."""

    def __init__(
        self, book: Book, list_id: str, matcher: Matcher | None, rulings: Mapping[str, str], date: Date | None = None
    ) -> None:
        super().__init__(book, list_id, matcher, date)
        self._price = lru_cache(1 << 12)(self._price_of)
        self._rating_note = lru_cache(1 << 6)(self._note_on_rating)
        self._pricer = Pricer(book, date, rulings)
        self.max_readings = self.readings_left = MAX_READINGS
        self.weapons_typed = True
        """Whether at least one line of the list names or excludes a weapon."""
        self.defaults = Defaults()
        """What the list says of all units."""
        self.counts_models = False
        """Whether the list counts models of guns, so that no number of guns is that of a historical battery."""
        self.figures_to_a_stand = 0
        """How many figures the list says a stand has. 0 if it does not say so."""
        self.usual_ratings = False
        """Whether a rating that is not typed is the usual one, since that makes most prices of the list right."""

    def best(self, wording: Wording, numbers: Sequence[Number], roles: Sequence[str]) -> UnitReading | None:
        """The best reading of a text, or None if no entry fits. `roles`: what each number means, such as `size`."""
        return next(iter(self.ranked(wording, numbers, roles)), None)

    def ranked(self, wording: Wording, numbers: Sequence[Number], roles: Sequence[str]) -> list[UnitReading]:
        """The readings of a text, the best first. `roles`: what each number means, such as `size`."""
        if self.readings_left <= 0:
            return []
        self.readings_left -= 1
        return sorted(self.readings(wording, numbers, roles), key=lambda reading: reading.cost)

    def rival_of(self, ranked: Sequence[UnitReading]) -> UnitReading | None:
        """The best reading in `ranked` whose units differ from those of the first reading, or None.

        Readings without a calculated price do not count. If the first reading agrees with the typed price and is
        clearly better, readings that contradict the typed price do not count either.
        """
        for best, other in product(ranked[:1], ranked):
            contradicts = other.agrees is False and best.agrees and other.cost - best.cost > _DECIDED
            if other.points is not None and not contradicts and self.differ(best, other):
                return other
        return None

    def differ(self, one: UnitReading, other: UnitReading) -> bool:
        """Whether two readings have different units: another number, kind, rating, size or price, or other options."""
        return self._bought(one) != self._bought(other)

    def _bought(self, reading: UnitReading) -> tuple[object, ...]:
        unit, kind = reading.unit, reading.match.entry.kind
        is_priced = self.book.kind(reading.match.entry).rating == "priced"
        rating = rating_of(unit, reading.match.entry) if is_priced else ""
        bought = (kind, rating, unit.options)
        if isinstance(unit.size, int) and (kind in self.guns or self.book.kind(reading.match.entry).works):
            return (*bought, unit.size * reading.count)  # two guns are the same in one battery or two
        return (*bought, unit.size, reading.count, reading.points)

    def readings(self, wording: Wording, numbers: Sequence[Number], roles: Sequence[str]) -> Iterator[UnitReading]:
        """Yield the readings of a text.

        `roles`: what each number means, such as `size`. An entry can give several readings.
        """
        cost = sum(number.cost(role) for number, role in zip(numbers, roles, strict=True))
        values = dict(zip(roles, (number.value for number in numbers), strict=True))
        repeated = {number.value for number, role in zip(numbers, roles, strict=True) if role == "same"}
        real = [number.value for number, role in zip(numbers, roles, strict=True) if role == "real"]
        if real and self.counts_models:
            return
        if len(real) == 1 and "size" not in values and self._real_guns > 1 and real[0] % self._real_guns == 0:
            # the list gives the guns of the historical battery
            values["size"] = exact(Fraction(real[0]) / self._real_guns)
            cost += REAL_GUNS
        if any(value != self._real_guns * values.get("size", 0) for value in real):
            return
        if not repeated <= {values.get(role) for role in ("count", "size", "line", "each")}:
            return
        single = changed(wording, names=1) if wording.names > 1 and not wording.apart else None
        parts = [number.context for number, role in zip(numbers, roles, strict=True) if role == "name"]
        shared = None if wording.apart else _shared(wording, numbers, roles, values)
        cost += APART * (wording.apart and "squadrons" in parts)
        whole = cost + APART * (wording.together and shared is not None)
        for match, entry_cost in self._possible(wording, numbers, values):
            only_right = entry_cost == UNKNOWN
            read = self._of_entry(wording, match, values, whole + entry_cost, only_right=only_right)
            if single:
                other = self._of_entry(single, match, values, whole + entry_cost, only_right=only_right)
                read = chain(read, other)
            if shared:
                large = values.get("size", 0) > match.entry.size.max
                more = cost + entry_cost + (0.0 if wording.together else SHARED if large else SHARED_SMALL)
                divided = self._of_entry(wording, match, shared.values, more, only_right=only_right)
                read = chain(read, (changed(reading, assumed=shared.assumed) for reading in divided))
            yield from read

    def _possible(
        self, wording: Wording, numbers: Sequence[Number], values: Mapping[str, TypedPoints]
    ) -> Sequence[tuple[Match, float]]:
        # Entries of other kinds are possible if all likely entries lack the typed class, or if guns are counted and no
        # likely entry is a gun. Lengths are those of works.
        found = self.candidates(wording)
        if self.matcher is None:
            return found
        works = frozenset(kind_id for kind_id, kind in self.book.ruleset.kinds.items() if kind.works)
        if works and any(number.context == "length" for number in numbers):
            return tuple((match, 0.0) for match in self.matcher.of_kind(works, ""))
        if not found:
            return found
        unrated = "rating" in values and all(self.book.kind(match.entry).rating == "none" for match, _ in found)
        if wording.description.refused and self._is_armed(found[0][0].entry):
            kinds = frozenset(match.entry.kind for match, _ in found)
            unarmed = (one for one in self.matcher.of_kind(kinds, "") if not self._is_armed(one.entry))
            found = (*found, *((match, UNDER_HEADING) for match in unarmed))
        typed = self._weapons & {*wording.description.options}
        armed = {kind for one in typed or self._weapons for kind in self.book.ruleset.options[one].kinds}
        if (typed or wording.description.refused) and armed.isdisjoint(match.entry.kind for match, _ in found):
            found = (*found, *self._of_any_kind(wording))
        counted = any(number.context in ("guns", "guns_first") for number in numbers)
        if counted and not any(match.entry.kind in self.guns for match, _ in found):
            guns = self.matcher.of_kind(self.guns, "")
            return (*found, *((match, UNDER_HEADING) for match in guns))
        return (*found, *self._of_any_kind(wording)) if unrated else found

    def _of_entry(
        self,
        wording: Wording,
        match: Match,
        values: Mapping[str, TypedPoints],
        cost: float,
        *,
        only_right: bool,
    ) -> Iterator[UnitReading]:
        entry, description = match.entry, wording.description
        kind = self.book.kind(entry)
        typed_size = self._typed_size(entry, values)
        count = int(values.get("count", wording.names))
        several = "count" not in values and wording.names > 1 and not wording.apart
        if "count" not in values and count == 1 and (found := _count_from_prices(values)) > 1:
            count, cost = found, cost + COUNT_FROM_PRICES
        if kind.works and "count" in values:
            typed_size, count = exact(Fraction(typed_size or 1) * count), 1
        if not 0 < count <= MAX_COUNT:
            return
        defaults = wording.defaults or self.defaults
        defaults = defaults if not defaults.kinds or entry.kind in defaults.kinds else Defaults()
        named_size = description.size or defaults.size
        size, size_cost, size_notes = self._size(named_size, entry, typed_size, is_typed="size" in values)
        if isinstance(size, int) and size * count > _MAX_STANDS:
            return
        rating, rating_cost, rating_notes = self._rating(description, entry, values.get("rating"), defaults.rating)
        options, option_cost = self._options(description, entry, defaults.options)
        cost += (
            SEVERAL_NAMES * (several and not (_NUMBERED.match(wording.name) and PRICES.isdisjoint(values)))
            + MANY * (count > (_USUAL_COUNT if self._has_ratings else _USUAL_OF_FLAT))
            + size_cost
            + rating_cost
            + option_cost
        )
        notes = (*size_notes, *rating_notes)
        unit = Unit(name=wording.name, entry=entry.id, size=size, rating=rating, options=options)
        yield from self._priced(unit, match, values, count, cost, notes, only_right=only_right)
        base = next((one for one, more in (kind.price.by_size or {}).items() if not more), "")
        if size_notes and base not in ("", size):
            label = self.book.ruleset.size_label(base)
            note = phrase("no size typed; {size} assumed, because it matches the price", size=label)
            of_base = replace(unit, size=base)
            yield from self._priced(of_base, match, values, count, cost + 1.0, (note, *rating_notes), only_right=True)
        if (other := self._second_meaning(description)) and not values.get("rating") and other != rating:
            more = 0.5 + NOT_ALLOWED * (entry.ratings is None or other not in entry.ratings.allowed)
            yield from self._priced(
                replace(unit, rating=other), match, values, count, cost + more, notes, only_right=True
            )
        for option in self._possible_weapons(unit, entry) if self._may_be_armed(description, rating) else ():
            note = phrase("no weapon typed: {option} matches the price", option=self.book.ruleset.options[option].label)
            armed = replace(unit, options=(*options, option))
            cost_armed = cost + WEAPON_FROM_PRICE
            yield from self._priced(armed, match, values, count, cost_armed, (*notes, note), only_right=True)

    def _second_meaning(self, description: Description) -> str:
        """The rating that has the same id as a typed size, such as `normal`.

        Returns "" if a rating is typed, or if no rating has this id.
        """
        if description.rating:
            return ""
        found = (one.meaning.id for one in self.vocabulary.scan(description.words, "size"))
        return next((one for one in found if one in self._rating_ids), "")

    def _may_be_armed(self, description: Description, rating: str) -> bool:
        # A rated line without a weapon is that of troops without one, unless no line of the list has a weapon.
        return not description.refused and (not rating or not self.weapons_typed)

    def has_assumed_weapon(self, reading: UnitReading) -> bool:
        """Whether a unit was given a weapon because of its price, although no weapon was typed."""
        return reading.unit.options != () and any("no weapon typed" in note for note in reading.notes)

    def types_weapon(self, description: Description) -> bool:
        """Whether a description names a weapon, or excludes one (`no rifles`). False if the troops are guns."""
        named = description.refused or not self._weapons.isdisjoint(description.options)
        return named and self.guns.isdisjoint(description.kinds)

    def _possible_weapons(self, unit: Unit, entry: Entry) -> list[str]:
        # The weapons that a unit may have although none is typed. Only the price can show one.
        if unit.options or self.book.kind(entry).rating != "priced":
            return []
        return [use.option for use in entry.options if use.use == "optional" and use.option in self._weapons]

    def _typed_size(self, entry: Entry, values: Mapping[str, TypedPoints]) -> TypedPoints | None:
        # The size may be typed in inches or men.
        if "size" in values:
            return values["size"]
        if "inches" in values and (length := self._length(entry)) and values["inches"] % length == 0:
            return exact(Fraction(values["inches"]) / length)
        if "figures" in values and self.figures_to_a_stand and self.book.kind(entry).price.per == "size":
            stands = Fraction(values["figures"]) / self.figures_to_a_stand
            return exact(stands) if stands.denominator == 1 else None
        men = self.vocabulary.men_to_a_stand(entry.kind) if "men" in values else None
        if men and values["men"] >= men and self.book.kind(entry).price.per == "size":
            return round(values["men"] / men)
        return None

    def _size(
        self, named: str, entry: Entry, typed_size: TypedPoints | None, *, is_typed: bool
    ) -> tuple[int | str | None, float, tuple[str, ...]]:
        kind = self.book.kind(entry)
        if kind.sizes:
            cost = UNUSED_SIZE if is_typed else 0.0
            if named or not entry.sizes:
                return named or None, cost, ()
            usual = entry.sizes.typical
            note = phrase("no size typed; {size} assumed", size=self.book.ruleset.size_label(usual))
            return usual, cost + 0.5, (note,)
        if kind.price.per != "size" and not kind.works:
            return None, UNUSED_SIZE if is_typed and typed_size != 1 else 0.0, ()
        if typed_size is None:
            return None, 0.0, ()
        size, cost = int(typed_size), 0.0
        if not kind.works:
            cost += LARGE + 4 if size > _MAX_SIZE else 0.0
            cost += 0.5 if size > entry.size.max else 0.0
            cost += LARGE if size > 2 * entry.size.max else 0.0
        return size, cost + (0.5 if size < entry.size.min else 0.0), ()

    def _rating(
        self, description: Description, entry: Entry, typed: TypedPoints | None, default: str
    ) -> tuple[str, float, tuple[str, ...]]:
        kind, cost, rating = self.book.kind(entry), 0.0, description.rating
        if typed is not None:
            cost += 1.0 if rating.isdecimal() and rating != str(typed) else 0.0
            rating = str(typed)
        if kind.rating == "none":
            return "", cost + UNUSED * (typed is not None), ()
        allowed = entry.ratings.allowed if entry.ratings else ()
        if not rating and default in allowed:
            return default, cost, ()
        if rating:
            return rating, cost + NOT_ALLOWED * (rating not in allowed), ()
        if kind.rating != "free" or not entry.ratings or len(allowed) < 2:
            return rating, cost, ()
        usual = entry.ratings.typical
        words = phrase(
            "no {rating_word} typed: {rating} assumed",
            rating_word=self.book.ruleset.rating_word,
            rating=self._label(usual),
        )
        return usual, cost, (words,)

    def _options(
        self, description: Description, entry: Entry, default: tuple[str, ...]
    ) -> tuple[tuple[str, ...], float]:
        kinds_of = {one: self.book.ruleset.options[one].kinds for one in description.options}
        options = tuple(
            one
            for one, kinds in kinds_of.items()
            if entry.kind in kinds and not (description.refused and len(kinds) > 1)
        )
        usable = {use.option for use in entry.options}
        if not description.options and not description.refused:
            options = tuple(one for one in default if one in usable)
        cost = NOT_ALLOWED * sum(option not in usable for option in options)
        cost += UNARMED * (bool(kinds_of) and not any(entry.kind in kinds for kinds in kinds_of.values()))
        named = entry.kind in self.guns and description.kinds[:1] == (entry.kind,)  # `smoothbore guns`
        unarmed = (
            description.refused
            and not named
            and self._weapons
            and not any(entry.kind in self.book.ruleset.options[one].kinds for one in self._weapons)
        )
        return options, cost + REFUSED * (description.refused and self._is_armed(entry)) + UNARMED * bool(unarmed)

    def _is_armed(self, entry: Entry) -> bool:
        # Whether all units of the entry have a weapon that words such as `smoothbore` refuse.
        return bool(self._weapons & entry.always_at(self.date))

    def _priced(
        self,
        unit: Unit,
        match: Match,
        values: Mapping[str, TypedPoints],
        count: int,
        cost: float,
        notes: tuple[str, ...],
        *,
        only_right: bool,
    ) -> Iterator[UnitReading]:
        entry = match.entry
        each, line, piece = values.get("each"), values.get("line"), values.get("piece")
        for rating, rating_cost in self._ratings(unit, entry):
            is_usual = self.usual_ratings and entry.ratings is not None and rating == entry.ratings.typical
            for size, size_cost in self._sizes(unit, rating, entry, each, line, count):
                calculated = self._price(unit.entry, size, rating, unit.options).points
                price_cost, agrees, some = _compare(calculated, size, count, each, line, piece)
                if rating_cost >= RATING_FROM_PRICE and rating and not some and not is_usual:
                    continue
                if some and piece is not None and line is not None:
                    rating_cost = min(rating_cost, RATING_FROM_PRICE)
                shown = some and piece is not None and not size_cost  # the price of a stand shows a weapon
                if not agrees and not shown and (only_right or size_cost == SIZE_FROM_PRICE):
                    continue
                yield UnitReading(
                    cost=cost + rating_cost + size_cost + price_cost,
                    unit=Unit(name=unit.name, entry=unit.entry, size=size, rating=rating, options=unit.options),
                    match=match,
                    count=count,
                    each=each,
                    line=line,
                    piece=piece,
                    points=calculated,
                    agrees=agrees,
                    notes=notes if rating == unit.rating else (*notes, self._rating_note(rating)),
                )

    def _ratings(self, unit: Unit, entry: Entry) -> list[tuple[str, float]]:
        allowed = entry.ratings.allowed if entry.ratings else ()
        if self.book.kind(entry).rating != "priced" or unit.rating or len(allowed) == 1:
            return [(unit.rating, 0.0)]
        usual = entry.ratings.typical if entry.ratings and self.usual_ratings else ""
        from_price = [(one, (UNUSUAL if usual and one != usual else 0.0) + RATING_FROM_PRICE) for one in allowed]
        return [*from_price, (unit.rating, NO_RATING + (UNUSUAL if self.usual_ratings else 0.0))]

    def _sizes(
        self,
        unit: Unit,
        rating: str,
        entry: Entry,
        each: TypedPoints | None,
        line: TypedPoints | None,
        count: int,
    ) -> list[tuple[int | str | None, float]]:
        kind = self.book.kind(entry)
        if unit.size is not None or kind.price.per != "size" or kind.sizes:
            return [(unit.size, 0.0)]
        is_gun = entry.kind in self.guns
        sizes: list[tuple[int | str | None, float]] = []
        if found := self._size_from_price(unit, rating, entry, each, line, count):
            in_range = entry.size.min <= found <= entry.size.max
            sizes.append((found, GUNS_ASSUMED if is_gun and found <= 8 else SIZE_FROM_PRICE + (0 if in_range else 2)))
        return [*sizes, (None, NO_SIZE), *([(1, 1.5)] if is_gun else [])]

    def _note_on_rating(self, rating: str) -> str:
        return phrase(
            "no {rating_word} typed: {rating} matches the price",
            rating_word=self.book.ruleset.rating_word,
            rating=self._label(rating),
        )

    def _size_from_price(
        self, unit: Unit, rating: str, entry: Entry, each: TypedPoints | None, line: TypedPoints | None, count: int
    ) -> int | None:
        price, units = (each, 1) if each is not None else (line, count)
        one = self._price(unit.entry, 1, rating, unit.options).points
        if price is None or not one or price <= 0:
            return None
        size, rest = divmod(price, one * units)
        return int(size) if not rest and 0 < size <= _MAX_SIZE else None

    def _price_of(self, entry: str, size: int | str | None, rating: str, options: tuple[str, ...]) -> Sum:
        return self._pricer.price_unit(Unit(entry=entry, size=size, rating=rating, options=options), self.list_id)

    @cached_property
    def _rating_ids(self) -> frozenset[str]:
        return frozenset(rating.id for rating in self.book.ruleset.ratings)

    @cached_property
    def _real_guns(self) -> int:
        # How many guns a model stands for. 0 if the ruleset does not say so.
        return next((scale.number for scale in self.book.ruleset.scale if scale.what.startswith("guns ")), 0)

    @cached_property
    def _weapons(self) -> frozenset[str]:
        options = self.book.ruleset.options.items()
        each_stand = {one for one, option in options if option.per == "size" and {*option.kinds} - self.guns}
        shared = {one for one, option in options if len(option.kinds) > 1 and {*option.kinds} - self.guns}
        return frozenset(shared | each_stand)

    def _label(self, rating: str) -> str:
        return next((one.label for one in self.book.ruleset.ratings if one.id == rating), rating)

    def _length(self, entry: Entry) -> int:
        # Inches in one length of works, from the ruleset's word for what is counted, such as `4" length`.
        word = next(iter(self.book.kind(entry).counted_in or ()), "")
        figures = "".join(sign for sign in word.partition('"')[0] if sign.isdecimal())
        return int(figures) if figures and '"' in word else 0


def _compare(
    calculated: TypedPoints | None,
    size: int | str | None,
    count: int,
    each: TypedPoints | None,
    line: TypedPoints | None,
    piece: TypedPoints | None,
) -> tuple[float, bool | None, bool]:
    # Returns the cost of the typed prices, whether all are right, and whether at least one is right.
    product = None  # what the other typed prices make of the line
    if each is not None:
        product = each * count
    elif piece is not None and isinstance(size, int):
        product = piece * size * count
    if calculated is None:
        contradicts = line is not None and product is not None and line != product
        return 0.5 + WRONG * contradicts, None, False
    pairs: list[tuple[TypedPoints, TypedPoints]] = []
    if line is not None:
        pairs.append((line, calculated * count))
    if each is not None:
        pairs.append((each, calculated))
    if piece is not None:
        pairs.append((piece * size if isinstance(size, int) else 0, calculated))
    if not pairs:
        return NO_PRICE, None, False
    checks = [typed == right for typed, right in pairs]
    wrong = checks.count(False)
    cost = WRONG * wrong + FAR * any(3 * typed > 4 * right or 3 * typed < 2 * right for typed, right in pairs)
    cost += NEAREST * sum(min(1.0, float(abs(Fraction(typed) - right) / (right or 1))) for typed, right in pairs)
    cost += NO_SLIP * any(typed > 5 * right or 5 * typed < right for typed, right in pairs)
    if wrong > 1 and line is not None and line == product:
        cost += WRONG + WRONG_AGAIN - WRONG * wrong
    return cost, not wrong, wrong < len(checks)


class _Shared(Value):
    # Numbers whose size is the total of all units: 36 stands in 3 battalions are 12 each.
    values: Mapping[str, TypedPoints]
    assumed: str


def _shared(
    wording: Wording, numbers: Sequence[Number], roles: Sequence[str], values: Mapping[str, TypedPoints]
) -> _Shared | None:
    counted = {role: number.context for number, role in zip(numbers, roles, strict=True)}
    count = values.get("count", wording.names)
    role = "size" if "size" in values else "men"
    size = values.get(role, 0)
    may_share = wording.together or counted.get("count", "") in _COUNTS_PARTS
    if not may_share or counted.get(role) == "guns" or not 1 < count < size or size % count:
        return None
    noun = phrase("stands") if role == "size" else phrase("men")
    assumed = phrase("{size} {counted}: read as the total of {count} units", size=size, counted=noun, count=count)
    return _Shared({**values, role: exact(Fraction(size) / Fraction(count))}, assumed)


def _count_from_prices(values: Mapping[str, TypedPoints]) -> int:
    each, line = values.get("each", 0), values.get("line", 0)
    return int(line / each) if each and line % each == 0 else 1
