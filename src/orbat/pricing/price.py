"""Pricing: an ORBAT to a quote, exactly. A unit's price depends on nothing but the unit, its entry and the date."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import Path
from orbat.model.points import exact
from orbat.model.ruleset import Kind, OptionPrice, Price
from orbat.pricing.quote import CommanderLine, FormationLine, Points, Quote, Sum, Term, UnitLine

REMEMBERED = 1 << 14
"""How many priced units are remembered; more than any army has."""


class Pricer:
    """Prices the ORBATs of one book at one date. What an edit has left alone, a unit or a whole formation where it
    was, is not priced again."""

    def __init__(self, book: Book, date: Date | None) -> None:
        self.book = book
        self.date = date
        self.price_unit = lru_cache(REMEMBERED)(self._price_unit)
        self._priced: dict[Path, tuple[Formation, str, FormationLine]] = {}

    def quote(self, orbat: Orbat) -> Quote:
        """The priced ORBAT; every formation counts once, at every level of nesting."""
        list_id = orbat.army_list.id if orbat.army_list else ""
        commander = orbat.commander
        own = self._commander(("commander",), commander, Formation(), list_id, player=True) if commander else None
        formations = tuple(
            self._formation(("formations", number), formation, list_id)
            for number, formation in enumerate(orbat.formations)
        )
        units = self._units((), orbat.units, list_id)
        total = _total(formations) + _total(units) + (own.points if own else 0)
        off_board = sum(line.off_board for line in formations)
        return Quote(own, formations, units, exact(total), exact(off_board), orbat.game_size)

    def _formation(self, path: Path, formation: Formation, list_id: str) -> FormationLine:
        before = self._priced.get(path)
        if before and before[0] is formation and before[1] == list_id:
            return before[2]
        line = self._price_formation(path, formation, list_id)
        self._priced[path] = (formation, list_id, line)
        return line

    def _price_formation(self, path: Path, formation: Formation, list_id: str) -> FormationLine:
        if formation.army_list:
            list_id = formation.army_list.id
        commander = None
        if formation.commander:
            commander = self._commander((*path, "commander"), formation.commander, formation, list_id)
        formations = tuple(
            self._formation((*path, "formations", number), inner, list_id)
            for number, inner in enumerate(formation.formations)
        )
        units = self._units(path, formation.units, list_id)
        points = _total(formations) + _total(units) + (commander.points if commander else 0)
        off_board = points if formation.off_board else sum(line.off_board for line in formations)
        return FormationLine(path, formation, commander, formations, units, exact(points), exact(off_board))

    def _units(self, path: Path, units: tuple[Unit, ...], list_id: str) -> tuple[UnitLine, ...]:
        lines = []
        for number, unit in enumerate(units):
            own = unit.army_list.id if unit.army_list else list_id
            lines.append(UnitLine((*path, "units", number), unit, own, self.price_unit(unit, own)))
        return tuple(lines)

    def _commander(
        self, path: Path, commander: Commander, formation: Formation, list_id: str, *, player: bool = False
    ) -> CommanderLine:
        ruleset = self.book.ruleset
        if player or commander.player:
            price, what = ruleset.player_general, "the player's General"
        else:
            level = ruleset.level(formation.level)
            price = level.general if level else Price(points=0)
            what = f"{level.label} general" if level else "general of an unknown level"
        return CommanderLine(
            path, commander, Term(price.points or 0, what, price.citations), player or commander.player
        )

    def _price_unit(self, unit: Unit, list_id: str) -> Sum:
        entry = self.book.entry(list_id, unit.entry)
        if entry is None:
            return Sum(None, unpriced="the entry is unknown")
        kind = self.book.kind(entry)
        size = size_of(unit, kind)
        if size is None:
            return Sum(None, unpriced=f"the number of {kind.counted_in[1]} is missing")
        each: list[Term] = []
        once: list[Term] = []
        base, what = _base(unit, entry, kind, self.book.ruleset.rating_word)
        if base is None:
            return Sum(None, unpriced=what)
        priced: list[tuple[Price, Points, str]] = [(kind.price, base, what)]
        options = self.book.ruleset.options
        for option_id in options_of(unit, entry, options, self.date):
            option = options[option_id]
            priced.append((option, option.points or 0, option.label))
        for price, points, label in priced:
            (each if price.per == "size" else once).append(Term(points, label, price.citations))
        total = size * sum(term.points for term in each) + sum(term.points for term in once)
        word = kind.counted_in[0] if size == 1 else kind.counted_in[1]
        return Sum(exact(total), size, word, tuple(each), tuple(once))


def _total(lines: tuple[FormationLine, ...] | tuple[UnitLine, ...]) -> Points:
    return sum(line.points for line in lines)


def size_of(unit: Unit, kind: Kind) -> int | None:
    """A unit's size in what its kind is counted in; what is paid once needs none."""
    if unit.size is None and kind.price.per == "unit":
        return 1
    return unit.size


def rating_of(unit: Unit, entry: Entry) -> str:
    """A unit's rating: the one written, or the only one the list offers."""
    if not unit.rating and entry.ratings and len(entry.ratings.allowed) == 1:
        return entry.ratings.allowed[0]
    return unit.rating


def options_of(unit: Unit, entry: Entry, known: Mapping[str, OptionPrice], date: Date | None) -> tuple[str, ...]:
    """The options a unit has: those written and known to the ruleset, and those its entry always has."""
    always = [use.option for use in entry.options if use.use == "always" and use.cover(date)]
    if not always and not unit.options:
        return ()
    return tuple(option for option in dict.fromkeys((*unit.options, *always)) if option in known)


def _base(unit: Unit, entry: Entry, kind: Kind, word: str) -> tuple[Points | None, str]:
    """The price of one of a unit before options, in points, and what to call it; None with the reason."""
    if kind.rating != "priced":
        return kind.price.points or 0, kind.label
    rating = rating_of(unit, entry)
    if not rating:
        return None, f"the {word} is missing"
    if rating not in kind.price.by_rating:
        return None, f"{word} {rating} has no price"
    return kind.price.by_rating[rating], f"{word} {rating}"
