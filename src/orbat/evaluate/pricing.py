"""Exact pricing of an ORBAT."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

from orbat.evaluate.quote import CommanderLine, ExactPoints, FormationLine, Quote, Share, Sum, Term, UnitLine
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.commanders import BOUGHT
from orbat.model.dates import Date
from orbat.model.kinds import Kind, OptionPrice
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.prices import Price
from orbat.model.wording import phrase

PriceKey = tuple[str, str, int | str | None, str, tuple[str, ...]]
"""Everything that a unit's price depends on: its list, entry, size, rating and options."""
CACHE_SIZE = 1 << 14
"""Maximum number of different units in the cache. No army has as many."""


class Pricer:
    """Calculates the prices of ORBATs with one ruleset, date and set of rulings.

    Use the same pricer again after an edit, because prices are cached. Without `rulings`, the default choices apply.
    """

    def __init__(self, book: Book, date: Date | None, rulings: Mapping[str, str] | None = None) -> None:
        self.book = book
        self.date = date
        self.rulings = book.default_rulings if rulings is None else rulings
        # plain mappings, since a cached method would keep this object alive until garbage collection
        self._sums: dict[PriceKey, Sum] = {}
        self._generals: dict[tuple[str, bool], Term] = {}
        self._last: Quote | None = None

    def quote(self, orbat: Orbat, base: Quote | None = None) -> Quote:
        """Price an ORBAT. `base`: an earlier quote, which makes pricing faster."""
        if base is not None:
            return self._quote(orbat, base)
        self._last = self._quote(orbat, self._last)
        return self._last

    def _quote(self, orbat: Orbat, base: Quote | None) -> Quote:
        list_id = orbat.army_list.id if orbat.army_list else ""
        commander = orbat.commander
        own = self._commander(("commander",), commander, "", player=True) if commander else None
        formations, formations_at_home = self._formations(
            (), orbat.formations, list_id, base.written.formations if base else ()
        )
        units, units_at_home = self._units((), orbat.units, list_id)
        total = _total(formations) + _total(units) + (own.points if own else 0)
        off_board = self._off_board(formations, units)
        return Quote(
            own,
            formations,
            units,
            exact(total),
            exact(off_board),
            orbat.game_size,
            orbat.partial,
            formations_at_home,
            units_at_home,
        )

    def _formations(
        self, path: OrbatPath, formations: tuple[Formation, ...], list_id: str, base: tuple[FormationLine, ...]
    ) -> tuple[tuple[FormationLine, ...], tuple[FormationLine, ...]]:
        lines = []
        for number, (formation, before) in enumerate(zip_longest(formations, base[: len(formations)])):
            own_list = formation.army_list.id if formation.army_list else list_id
            if before and before.formation is formation and before.list_id == own_list:
                lines.append(before)
            else:
                lines.append(self._formation((*path, "formations", number), formation, own_list, before))
        if all(formation.fielded for formation in formations):
            return tuple(lines), ()
        return (
            tuple(line for line in lines if line.formation.fielded),
            tuple(line for line in lines if not line.formation.fielded),
        )

    def _formation(
        self, path: OrbatPath, formation: Formation, list_id: str, before: FormationLine | None
    ) -> FormationLine:
        commander = None
        if formation.commander:
            commander = self._commander((*path, "commander"), formation.commander, formation.level)
        formations, formations_at_home = self._formations(
            path, formation.formations, list_id, before.written.formations if before else ()
        )
        units, units_at_home = self._units(path, formation.units, list_id)
        points = _total(formations) + _total(units) + (commander.points if commander else 0)
        off_board = points if formation.off_board else self._off_board(formations, units)
        return FormationLine(
            path,
            formation,
            list_id,
            commander,
            formations,
            units,
            exact(points),
            exact(off_board),
            formations_at_home,
            units_at_home,
        )

    def _units(
        self, path: OrbatPath, units: tuple[Unit, ...], list_id: str
    ) -> tuple[tuple[UnitLine, ...], tuple[UnitLine, ...]]:
        lines = []
        for number, unit in enumerate(units):
            own = unit.army_list.id if unit.army_list else list_id
            lines.append(UnitLine((*path, "units", number), unit, own, self.price_unit(unit, own)))
        if all(unit.fielded for unit in units):
            return tuple(lines), ()
        return (
            tuple(line for line in lines if line.unit.fielded),
            tuple(line for line in lines if not line.unit.fielded),
        )

    def _off_board(self, formations: tuple[FormationLine, ...], units: tuple[UnitLine, ...]) -> ExactPoints:
        points = sum(line.off_board for line in formations)
        if self.book.ruleset.rules.off_board is None:
            points += sum(line.points for line in units if line.unit.off_board)
        return points

    def _commander(self, path: OrbatPath, commander: Commander, level: str, *, player: bool = False) -> CommanderLine:
        is_player = player or commander.player
        term = self._generals.get((level, is_player))
        if term is None:
            term = self._generals[level, is_player] = self._price_general(level, is_player=is_player)
        return CommanderLine(path, commander, term, is_player, self._quality(commander))

    def _price_general(self, level_id: str, *, is_player: bool) -> Term:
        ruleset = self.book.ruleset
        if is_player:
            price, label = ruleset.player_general, phrase("the player's {title}", title=ruleset.commander_title)
        else:
            level, word = ruleset.level(level_id), ruleset.commander_word
            price = level.general if level else Price(points=0)
            label = phrase("{commander} of unknown level", commander=word)
            if level:
                label = phrase("{level} {commander}", level=level.label, commander=word)
        price = price.under(self.rulings)
        return Term(price.points or 0, label, price.citations)

    def _quality(self, commander: Commander) -> Term | None:
        staff = self.book.ruleset.staff
        if staff.prices is None or staff.quality_source(self.rulings) != BOUGHT:
            return None
        points = staff.prices.points.get(commander.quality or staff.player)
        return None if points is None else Term(points, commander.quality, staff.prices.citations)

    def price_unit(self, unit: Unit, list_id: str) -> Sum:
        """The cost of a unit. The unit's name, note and written points are ignored."""
        key = list_id, unit.entry, unit.size, unit.rating, unit.options
        found = self._sums.get(key)
        if found is None:
            if len(self._sums) >= CACHE_SIZE:
                self._sums.clear()
            found = self._sums[key] = self._price_unit(unit, list_id)
        return found

    def _price_unit(self, unit: Unit, list_id: str) -> Sum:
        entry = self.book.entry(list_id, unit.entry)
        if entry is None:
            return Sum(None, unpriced="unknown entry")
        kind = self.book.kind(entry)
        size = size_of(unit, kind)
        if size is None:
            return Sum(None, unpriced=_missing_size(unit, kind))
        price = kind.price.under(self.rulings)
        base = _base(unit, entry, kind, price, self.book.ruleset.rating_word)
        number, counted_in = self._counted_size(unit, kind, size)
        if isinstance(base, str):
            return Sum(None, number, counted_in, unpriced=base)
        each, once = ([base], []) if price.per == "size" else ([], [base])
        if kind.sizes and (change := price.by_size[str(unit.size)]):
            label = phrase("{size} size", size=self.book.ruleset.size_label(str(unit.size)))
            once.append(Term(change, label, price.source_of(str(unit.size)).citations))
        known = self.book.ruleset.options
        for option_id in options_of(unit, entry, known, self.date):
            option = known[option_id].under(self.rulings)
            (each if option.per == "size" else once).append(
                Term(option.points or 0, known[option_id].label, option.citations)
            )
        total = size * sum(term.points for term in each) + sum(term.points for term in once)
        share = share_of(self.book, list_id, self.rulings)
        points = exact(share.of(total) if share else total)
        return Sum(points, number, counted_in, tuple(each), tuple(once), share=share)

    def _counted_size(self, unit: Unit, kind: Kind, size: int) -> tuple[int | None, str]:
        if kind.sizes:
            return None, f"{self.book.ruleset.size_label(str(unit.size))} {kind.counted_in[0]}".rstrip()
        return (size, kind.size_word(size)) if kind.counted_in[1] else (None, "")


def share_of(book: Book, list_id: str, rulings: Mapping[str, str]) -> Share | None:
    """The percentage of the usual price that a nation pays, or None for the usual price."""
    nation = book.nation(list_id)
    for national in book.ruleset.national_prices:
        if national.is_paid_by(nation, rulings):
            return Share(national.percent, national.to_nearest, national.citations)
    return None


def _total(lines: tuple[FormationLine, ...] | tuple[UnitLine, ...]) -> ExactPoints:
    return sum([line.points for line in lines])


def size_of(unit: Unit, kind: Kind) -> int | None:
    """The number by which the price of a unit is multiplied.

    1 if the price is for the whole unit. None for a missing or invalid size.
    """
    if kind.sizes:
        return 1 if unit.size in kind.sizes else None
    if isinstance(unit.size, str):
        return None
    if unit.size is None and kind.price.per == "unit":
        return 1
    return unit.size


def _missing_size(unit: Unit, kind: Kind) -> str:
    if isinstance(unit.size, str) or (kind.sizes and unit.size is not None):
        return phrase("{kind} has no size {size}", size=unit.size, kind=kind.label)
    return "no size" if kind.sizes else phrase("the number of {counted} is missing", counted=kind.counted_in[1])


def rating_of(unit: Unit, entry: Entry) -> str:
    """The rating of a unit. By default, the entry's only rating."""
    if not unit.rating and entry.ratings and len(entry.ratings.allowed) == 1:
        return entry.ratings.allowed[0]
    return unit.rating


def options_of(unit: Unit, entry: Entry, known: Mapping[str, OptionPrice], date: Date | None) -> tuple[str, ...]:
    """A unit's options that have prices: its own options, and the options that every unit of the entry has."""
    always = sorted(entry.always_at(date), key=[use.option for use in entry.options].index)
    return tuple(option for option in dict.fromkeys((*unit.options, *always)) if option in known)


def _base(unit: Unit, entry: Entry, kind: Kind, price: Price, word: str) -> Term | str:
    if kind.rating != "priced":
        return Term(price.points or 0, kind.label, price.citations)
    rating = rating_of(unit, entry)
    if not rating:
        return phrase("no {word}", word=word)
    if rating not in price.by_rating:
        return phrase("unknown {word} {rating}", word=word, rating=rating)
    label = phrase("{word} {rating}", word=word, rating=rating)
    return Term(price.by_rating[rating], label, price.source_of(rating).citations)
