"""Choose the entry and the reading of a unit's line. Prefers readings that give the typed price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Sum
from orbat.list_reader.item import Item
from orbat.list_reader.leftovers import leftover_of
from orbat.list_reader.matching import CERTAIN, LEAD, POSSIBLE, Match, Matcher
from orbat.list_reader.meaning import Describer, Description, guns_of
from orbat.list_reader.numbers import NumberReading, TypedPoints
from orbat.list_reader.unit_readings import ReadPurchase, UnitReading, alternatives_of, equal_readings, explanation_of
from orbat.list_reader.vocabulary import vocabulary_of
from orbat.list_reader.words import RATINGS
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Unit
from orbat.model.points import exact
from orbat.model.record import changed
from orbat.model.wording import phrase

# Assume a missing size or rating: the usual one, or the rating that matches the price.


class Assumptions:
    """Fills in sizes and ratings missing from a line."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def with_defaults(self, unit: Unit, entry: Entry) -> tuple[Unit, str]:
        """Fill in the usual named size, and the usual rating if ratings cost nothing. Returns the unit and a note."""
        kind, notes = self.book.kind(entry), []
        if kind.sizes and unit.size is None and entry.sizes:
            unit = changed(unit, size=entry.sizes.typical)
            notes.append(
                phrase("no size typed: {size} assumed", size=self.book.ruleset.size_label(entry.sizes.typical))
            )
        if kind.rating == "free" and not unit.rating and entry.ratings and len(entry.ratings.allowed) > 1:
            unit = changed(unit, rating=entry.ratings.typical)
            word, typical = self.book.ruleset.rating_word, self._rating(entry.ratings.typical)
            notes.append(phrase("no {rating_word} typed: {rating} assumed", rating_word=word, rating=typical))
        return unit, "; ".join(notes)

    def with_each_rating(self, unit: Unit, entry: Entry) -> Iterator[tuple[Unit, str]]:
        """Yield copies of a unit without a rating, one for each rating that the entry allows. Each copy comes with a
        note.

        Yields nothing if the rating does not affect the price.
        """
        kind = self.book.kind(entry)
        if kind.rating != "priced" or unit.rating or not entry.ratings or len(entry.ratings.allowed) < 2:
            return
        for rating in entry.ratings.allowed:
            word, label = self.book.ruleset.rating_word, self._rating(rating)
            note = phrase("no {rating_word} typed: {rating} matches the price", rating_word=word, rating=label)
            yield changed(unit, rating=rating), note

    def _rating(self, rating: str) -> str:
        return next((one.label for one in self.book.ruleset.ratings if one.id == rating), rating)


# Score the fit of a unit with its entry.


_SIZELESS = 25
"""Penalty for a unit that has no size although its price depends on the size."""


def fit_score(unit: Unit, entry: Entry, book: Book, *, listed: bool) -> float:
    """Score a unit by whether its entry allows its rating and options, and whether a needed size is there.

    `listed`: also score whether the size is within the entry's range.
    """
    fit = 0.0
    if entry.ratings and unit.rating:
        fit += 5 if unit.rating in entry.ratings.allowed else -8
    if entry.ratings is None and unit.rating:
        fit -= 3
    if unit.size is None and book.kind(entry).price.per == "size":
        fit -= _SIZELESS
    if isinstance(unit.size, int) and listed:
        fit += 2 if entry.size.min <= unit.size <= entry.size.max else -4
    usable = {use.option for use in entry.options}
    return fit - 6 * sum(option not in usable for option in unit.options)


MAX_COUNT = 60
"""Maximum number of units on one line."""
_AGREES, _DISAGREES = 40, -12
_DOUBT = 4
"""Penalty for each point of `NumberReading.doubt`."""
_OTHER_KIND = 8
"""If a line names several kinds, penalty for an entry that is not of the most specific kind. A dragoon battalion,
for example, is infantry and not dragoons."""
_CALIBRE, _OTHER_CALIBRE = 6, 15
"""Bonus for an entry with guns of the typed calibre, and penalty for an entry with guns of another calibre."""
_UNUSED_SIZE = 3
"""Penalty if a size in stands is typed, but the unit has no size in stands."""
_UNRATED = 10
"""Penalty for a unit that has no rating, and so no price, although an unread number may be the rating."""
_UNUSED_PRICE = 15
"""Penalty used instead of `_UNUSED_SIZE` if the unused size may be a price. Higher than the penalty for a wrong
price."""


class UnitChooser:
    """Chooses the readings of units under a ruleset. Uses an army list if one is known."""

    def __init__(
        self, book: Book, list_id: str, matcher: Matcher | None, rulings: Mapping[str, str] | None = None
    ) -> None:
        self.book = book
        self.list_id = list_id
        self.matcher = matcher
        self.vocabulary = vocabulary_of(book.ruleset)
        self.pricer = Pricer(book, None, rulings)
        self.assumptions = Assumptions(book)
        self.guns = guns_of(self.vocabulary)
        self.candidate_count = 0
        self._price = lru_cache(1 << 12)(self._price_of)

    def choose(self, item: Item) -> ReadPurchase | None:
        """Choose the best reading of a unit's line. Returns None if no entry or kind matches."""
        description = item.description
        assert description is not None
        matches = self._sibling_first(item, self._matches(item, description))
        candidates = [candidate for match in matches for candidate in self._candidates(item, description, match)]
        if (
            self.matcher
            and any(candidate.wrong for candidate in candidates)
            and not any(candidate.agrees for candidate in candidates)
        ):
            named = {match.entry.id for match in matches}
            likely = frozenset(description.kinds[:1]) or self._likely_kinds(item.readings)
            others = self.matcher.of_kind(self.guns if likely & self.guns else likely, description.subtype)
            candidates += [
                candidate
                for match in others
                if match.entry.id not in named
                for candidate in self._candidates(item, description, match)
            ]
            of_any_kind = self.matcher.match(description.words, frozenset())
            candidates += [
                candidate
                for match in of_any_kind
                for candidate in self._candidates(item, description, match)
                if candidate.agrees
            ]
        self.candidate_count += len(candidates)
        if not candidates:
            return None
        best = max(candidates, key=lambda candidate: candidate.score)
        alternatives = alternatives_of(best, candidates) if self.matcher else ()
        explanation = "; ".join(part for part in (best.bought.explanation, explanation_of(best, candidates)) if part)
        misspelt = self.matcher.misspelt(item.name_words, best.match.entry) if self.matcher else ()
        return replace(
            best.bought,
            alternatives=alternatives,
            misspelt=misspelt,
            explanation=explanation,
            leftover=leftover_of(best.reading, self._describer, self._rating_words),
            others=equal_readings(best, candidates),
        )

    @cached_property
    def _describer(self) -> Describer:
        return Describer(self.vocabulary)

    @cached_property
    def _rating_words(self) -> tuple[str, ...]:
        return (self.book.ruleset.rating_word, *self.book.ruleset.rating_aliases, *RATINGS)

    def _matches(self, item: Item, description: Description) -> tuple[Match, ...]:
        readings = item.readings
        kinds = frozenset(description.kinds)
        if kinds & self.guns:
            kinds = kinds | self.guns
        if self.matcher is None:
            return self._kinds(description, readings)
        by_name = self.matcher.match(item.name_words, kinds)
        if not by_name or by_name[0].similarity < POSSIBLE + 10:
            by_name = max(by_name, self.matcher.match(description.words, kinds), key=_best_similarity)
        if by_name and by_name[0].similarity >= CERTAIN:
            return by_name
        if kinds:
            by_name = self._of_kinds(by_name, kinds | self._likely_kinds(readings) & self.guns, description)
        by_kind = self.matcher.of_kind(
            frozenset(description.kinds[:1]) or self._likely_kinds(readings), description.subtype
        )
        named = {match.entry.id for match in by_name}
        return (*by_name, *(match for match in by_kind if match.entry.id not in named))

    def _of_kinds(
        self, by_name: tuple[Match, ...], kinds: frozenset[str], description: Description
    ) -> tuple[Match, ...]:
        """Remove entries of other kinds whose names share only a word such as `light` with the line.

        Example: `light horse` does not match an entry of light guns.
        """
        assert self.matcher is not None
        words = self.vocabulary.words_of_kinds(kinds)
        return tuple(
            one
            for one in by_name
            if one.entry.kind in kinds or self.matcher.common_words(description.words, one.entry) - words
        )

    def _sibling_first(self, item: Item, matches: tuple[Match, ...]) -> tuple[Match, ...]:
        entry = self.matcher.ids.get(item.sibling) if self.matcher else None
        if entry is None:
            return matches
        own = max((match.similarity for match in matches if match.entry is entry), default=POSSIBLE)
        others = [match for match in matches if match.entry is not entry]
        if all(match.similarity <= own for match in others) or any(self._is_named(item, match) for match in others):
            return matches
        others = [replace(match, similarity=min(match.similarity, CERTAIN - 2 * LEAD)) for match in others]
        return (Match(entry, max(own, CERTAIN - LEAD)), *others)

    def _is_named(self, item: Item, match: Match) -> bool:
        words = self.matcher.distinctive_words(match.entry) if self.matcher else frozenset()
        return match.similarity >= CERTAIN and any(word in words for word in item.name_words if word[0] != "#")

    def _likely_kinds(self, readings: tuple[NumberReading, ...]) -> frozenset[str]:
        counts = {reading.counts for reading in readings}
        return self.guns if "guns" in counts else self._works if "lengths" in counts else self._rated

    @cached_property
    def _works(self) -> frozenset[str]:
        return frozenset(kind_id for kind_id, kind in self.book.ruleset.kinds.items() if kind.works)

    @cached_property
    def _rated(self) -> frozenset[str]:
        return frozenset(kind_id for kind_id, kind in self.book.ruleset.kinds.items() if kind.rating == "priced")

    def _kinds(self, description: Description, readings: tuple[NumberReading, ...]) -> tuple[Match, ...]:
        entries = self.book.entries("")
        named = description.kinds or tuple(
            kind for kind in self.book.ruleset.kinds if kind in self._likely_kinds(readings)
        )
        return tuple(
            Match(entries[kind], 100 - 8 * place if description.kinds else CERTAIN - place)
            for place, kind in enumerate(named)
            if kind in entries
        )

    def _candidates(self, item: Item, description: Description, match: Match) -> Iterator[UnitReading]:
        for reading, unit, explanation, sure in self._units(item, description, match.entry):
            bought, agrees = self._priced(unit, reading)
            if not sure and not agrees:
                continue
            bought = changed(bought, explanation=explanation, agrees=agrees, similarity=match.similarity)
            score: float = match.similarity + (0 if agrees is None else _AGREES if agrees else _DISAGREES)
            score += fit_score(unit, match.entry, self.book, listed=self.matcher is not None)
            score -= _DOUBT * reading.doubt + 3 * len(reading.extra)
            score -= _UNRATED * self._is_unrated(unit, match.entry, reading)
            score += self._by_calibre(description, match.entry)
            if reading.size is not None and not isinstance(unit.size, int):
                priceless = reading.counts == "any" and reading.line is None and reading.each is None
                score -= _UNUSED_PRICE if priceless else _UNUSED_SIZE
            score -= _OTHER_KIND * (
                len(description.kinds) > 1 and match.entry.kind not in (description.kinds[0], *self.guns)
            )
            yield UnitReading(score, bought, match, bool(agrees), agrees is False, reading)

    def _is_unrated(self, unit: Unit, entry: Entry, reading: NumberReading) -> bool:
        left = not unit.rating and bool(reading.extra) and self.book.kind(entry).rating == "priced"
        return left and any(str(number) in self._ratings for number in reading.extra)

    @cached_property
    def _ratings(self) -> frozenset[str]:
        return frozenset(rating.id for rating in self.book.ruleset.ratings)

    def _by_calibre(self, description: Description, entry: Entry) -> int:
        named = self.matcher.calibres.get(entry.id) if self.matcher and description.calibres else None
        if not named:
            return 0
        return _CALIBRE if named & description.calibres else -_OTHER_CALIBRE

    def _units(
        self, item: Item, description: Description, entry: Entry
    ) -> Iterator[tuple[NumberReading, Unit, str, bool]]:
        for read in item.readings:
            reading = self._works_reading(entry, read)
            unit = self._unit(item, description, entry, reading)
            full, explanation = self.assumptions.with_defaults(unit, entry)
            yield reading, full, explanation, True
            if full.options and self._is_option_from_name(item, full):
                yield reading, changed(full, options=()), explanation, False
            for rated, note in self._rated_by_price(full, entry) if reading.priced else ():
                yield reading, rated, "; ".join(filter(None, (explanation, note))), False

    def _rated_by_price(self, unit: Unit, entry: Entry) -> Iterator[tuple[Unit, str]]:
        """Yield copies of a unit without a rating, each with a rating and a note.

        Ratings that have the same price are left out, since the typed price could not tell them apart.
        """
        rated = list(self.assumptions.with_each_rating(unit, entry))
        prices = [self._price(one.entry, one.size, one.rating, one.options).points for one, _ in rated]
        return (one for one, price in zip(rated, prices, strict=True) if prices.count(price) == 1)

    def _works_reading(self, entry: Entry, reading: NumberReading) -> NumberReading:
        """Use a number of earthworks as the size of a single one: `6 earthworks` are one unit of six lengths."""
        works = self.book.kind(entry).works and reading.size is None and reading.count is not None
        return changed(reading, size=reading.count, count=None) if works else reading

    def _unit(self, item: Item, description: Description, entry: Entry, reading: NumberReading) -> Unit:
        kind = self.book.kind(entry)
        size = reading.size
        if size is not None and reading.counts == "men":
            men = self.vocabulary.men_to_a_stand(entry.kind)
            size = round(size / men) if men and size >= men else size
        if size is None and entry.kind in self.guns and kind.price.per == "size":
            size = 1
        options = tuple(
            option
            for option in description.options
            if entry.kind in self.book.ruleset.options[option].kinds
            and not (description.refused and self._is_weapon(option))
        )
        rating = reading.rating or description.rating
        if kind.rating == "none":
            rating = ""
            size = None if kind.price.per == "unit" and size in (None, 1) else size
        if kind.sizes:
            return Unit(
                name=item.name, entry=entry.id, size=self._named_size(description), rating=rating, options=options
            )
        size = None if kind.price.per == "unit" and not kind.works else size
        return Unit(name=item.name, entry=entry.id, size=size, rating=rating, options=options)

    def _named_size(self, description: Description) -> str | None:
        sizes = (found.meaning.id for found in self.vocabulary.scan(description.words, "size"))
        return next((size for size in sizes if size not in self._ratings), None)

    @cached_property
    def _words_of_options(self) -> dict[str, frozenset[str]]:
        words: dict[str, frozenset[str]] = dict.fromkeys(self.book.ruleset.options, frozenset())
        for words_of_phrase, meanings in self.vocabulary.phrases.items():
            for one in meanings:
                if one.meaning_type == "option":
                    words[one.id] |= frozenset(words_of_phrase)
        return words

    def _is_option_from_name(self, item: Item, unit: Unit) -> bool:
        description = item.description
        assert description is not None
        if not all(self._is_weapon(option) for option in unit.options):
            return False
        words = {word for option in unit.options for word in self._words_of_options[option]}
        return not words & {*_without_name(description.words, item.name_words)}

    def _is_weapon(self, option: str) -> bool:
        return len(self.book.ruleset.options[option].kinds) > 1

    def _priced(self, unit: Unit, reading: NumberReading) -> tuple[ReadPurchase, bool | None]:
        """Price a unit. Returns the purchase, and whether the typed prices are right (None if no price is typed)."""
        count = min(reading.count or 1, MAX_COUNT)
        calculated = self._price(unit.entry, unit.size, unit.rating, unit.options)
        each, line, piece = reading.each, reading.line, None
        size = calculated.pieces if calculated.points is not None or not isinstance(unit.size, int) else unit.size
        if each is not None and size and self._is_piece_price(each, line, count, size, calculated.points):
            each, piece = None, each
        if each is None and piece is None and count > 1 and line is not None and line == calculated.points != 0:
            each, line = line, None
        total = (calculated.points or 0) * count
        bought = ReadPurchase(unit, count, each, line, piece, calculated=total)
        if calculated.points is None:
            return bought, None
        checks = []
        if line is not None:
            checks.append(line == calculated.points * count)
        if each is not None:
            checks.append(each == calculated.points)
        if piece is not None and size:
            checks.append(exact(piece * size) == calculated.points)
        return bought, all(checks) if checks else None

    def _price_of(self, entry: str, size: int | str | None, rating: str, options: tuple[str, ...]) -> Sum:
        """Calculate the cost of a unit. The name is not a parameter, so that units that differ only by name share a
        cached cost."""
        return self.pricer.price_unit(Unit(entry=entry, size=size, rating=rating, options=options), self.list_id)

    def _is_piece_price(
        self, each: TypedPoints, line: TypedPoints | None, count: int, size: int, calculated: TypedPoints | None
    ) -> bool:
        """Whether the price `each` is the price of one stand or gun."""
        if size == 1 or each == calculated:
            return False
        if line is not None:
            return (each * count != line and each * size * count == line) or (
                calculated is not None and each * size == calculated
            )
        return calculated is not None and each * size == calculated


def _without_name(words: tuple[str, ...], name_words: tuple[str, ...]) -> tuple[str, ...]:
    for place in range(len(words) - len(name_words) + 1):
        if words[place : place + len(name_words)] == name_words:
            return (*words[:place], *words[place + len(name_words) :])
    return words


def _best_similarity(matches: tuple[Match, ...]) -> int:
    return matches[0].similarity if matches else 0
