"""The input of name rules: regiments and commanders in an ORBAT."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.pricing import rating_of
from orbat.evaluate.quote import CommanderLine, FormationLine, Quote, UnitLine
from orbat.evaluate.rule import NameCase
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.record import changed
from orbat.model.service import Regiment, Service, record_at


class NameCases:
    """Finds the historical names that do not fit an ORBAT, as input for name rules."""

    def __init__(self, book: Book, date: Date | None) -> None:
        # Name rules run after every edit, so only names that do not fit the ORBAT become cases.
        self._book = book
        self._date = date
        self._known: dict[tuple[str, ...], NameCase | None] = {}

    def of_head(self, quote: Quote, list_id: str, theatre: str) -> Iterator[NameCase]:
        """Yield the army's commander, and the units outside formations, if their names do not fit the ORBAT.

        Such a name does not fit the date, the theatre or the unit's rating.
        """
        if quote.commander:
            yield from self._commander(quote.commander, list_id, theatre)
        yield from self._units(quote.units, theatre)

    def of_formation(self, line: FormationLine, theatre: str) -> Iterator[NameCase]:
        """Yield a formation's commander, and the units directly in it, if their names do not fit the ORBAT.

        Such a name does not fit the date, the theatre or the unit's rating.
        """
        if line.commander:
            yield from self._commander(line.commander, line.list_id, theatre)
        yield from self._units(line.units, theatre)

    def _units(self, lines: tuple[UnitLine, ...], theatre: str) -> Iterator[NameCase]:
        for line in lines:
            unit, list_id = line.unit, line.list_id
            entry = self._book.entry(list_id, unit.entry)
            records = entry.records_of(unit.name) if entry else ()
            if entry is None or not records:
                continue  # most names are the player's own
            key = "unit", list_id, unit.entry, unit.rating, unit.name, theatre
            if key not in self._known:
                # If the entry is in another theatre, this is one finding, not another one on the regiment.
                place = theatre if entry.serves_in(theatre) else ""
                self._known[key] = self._case(unit.name, records, list_id, place, rating_of(unit, entry))
            if case := self._known[key]:
                yield changed(case, path=line.path)

    def _commander(self, line: CommanderLine, list_id: str, theatre: str) -> Iterator[NameCase]:
        name, army_list = line.commander.name, self._book.lists.get(list_id)
        records = army_list.service_of(name) if army_list else ()
        if not records:
            return
        key = "commander", list_id, name, theatre
        if key not in self._known:
            self._known[key] = self._case(name, records, list_id, theatre)
        if case := self._known[key]:
            yield changed(case, path=line.path)

    def _case(
        self,
        name: str,
        records: tuple[Regiment, ...] | tuple[Service, ...],
        list_id: str,
        theatre: str,
        rating: str = "",
    ) -> NameCase | None:
        army_list = self._book.lists.get(list_id)
        if army_list is None:
            return None
        campaign = army_list.campaign(self._date, theatre)
        now = record_at(records, campaign.date, campaign.theatre)
        if now and (not rating or not isinstance(now, Regiment) or now.rating in (None, rating)):
            return None
        return NameCase((), name, rating, list_id, records, campaign.date, campaign.theatre, self._book)
