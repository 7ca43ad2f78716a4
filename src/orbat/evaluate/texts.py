"""The input of text rules: the texts of an ORBAT that players write."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from orbat.evaluate.quote import CommanderLine, ExactPoints, FormationLine, Quote, UnitLine
from orbat.evaluate.rule import TextCase, TextField
from orbat.model.army_list import EntryName
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.entry_names import other_entry_of
from orbat.model.look_alikes import is_plain_latin, name_words
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.ruleset import RatingName, SizeName
from orbat.model.statements import may_state

HasWord = Callable[[str], bool]
"""Whether a text contains one of some words, such as the labels of options."""


@lru_cache(1 << 14)
def _may_have_findings(text: str) -> bool:
    return may_state(text) or not is_plain_latin(text)


@lru_cache(64)
def _test_for(words: tuple[str, ...]) -> HasWord:
    @lru_cache(1 << 14)
    def has_word(text: str) -> bool:
        low = text.casefold()
        return any(word in low for word in words)

    return has_word


class TextCases:
    """Collects the texts in ORBATs, as input for text rules."""

    # Text rules run after every edit. Most texts cannot have findings, so a quick test drops them first.
    def __init__(self, book: Book, date: Date | None) -> None:
        self._book = book
        self._date = date
        self._arms = {kind_id: kind.arm for kind_id, kind in book.ruleset.kinds.items()}
        self._has_quality = _test_for(tuple(one.label.casefold() for one in book.ruleset.staff.qualities))
        options = tuple(one.label.casefold() for one in book.ruleset.options.values())
        self._has_option = _test_for(options)
        named: list[RatingName | SizeName] = [*book.ruleset.ratings, *book.ruleset.sizes]
        labels = {label.casefold() for one in named for label in (one.id, one.label, *one.aliases) if label.isalpha()}
        self._has_unit_word = _test_for(
            (*options, *(f", {label}" for label in sorted(labels)), *(f"[{label}" for label in sorted(labels)))
        )
        self._other_entries: dict[tuple[str, str, str], EntryName | None] = {}

    def of_head(self, orbat: Orbat, quote: Quote) -> list[TextCase]:
        """The texts of the ORBAT, of the army's commander, and of units outside formations."""
        texts: list[tuple[TextField, str, OrbatPath]] = [
            ("title", orbat.title, ("title",)),
            ("player", orbat.player, ("player",)),
            ("note", orbat.note, ("note",)),
            *(("tags", tag, ("tags", number)) for number, tag in enumerate(orbat.tags)),
        ]
        cases = [
            self._case(field, text, path, orbat, quote.total) for field, text, path in texts if _may_have_findings(text)
        ]
        self._add_commander(cases, quote.commander)
        self._add_units(cases, quote.units)
        return cases

    def of_formation(self, line: FormationLine) -> list[TextCase]:
        """Texts to check: those of a formation, of its commander, and of units directly in the formation."""
        cases: list[TextCase] = []
        self._add_named(cases, line.path, line.formation, line.points, line.list_id, has_word=self._has_option)
        self._add_commander(cases, line.commander)
        self._add_units(cases, line.units)
        return cases

    def _add_commander(self, cases: list[TextCase], line: CommanderLine | None) -> None:
        if line:
            self._add_named(cases, line.path, line.commander, line.points, has_word=self._has_quality)

    def _add_units(self, cases: list[TextCase], lines: tuple[UnitLine, ...]) -> None:
        for line in lines:
            unit = line.unit
            other = self._other_entry(line.list_id, unit.entry, unit.name)
            if other or unit.note or _may_have_findings(unit.name) or self._has_unit_word(unit.name):
                self._add_named(cases, line.path, unit, line.points, line.list_id, other, has_word=self._has_unit_word)

    def _other_entry(self, list_id: str, entry_id: str, name: str) -> EntryName | None:
        army_list = self._book.lists.get(list_id)
        # most names have no word of a name in the list
        if army_list is None or army_list.entry_words.isdisjoint(name_words(name)):
            return None
        key = list_id, entry_id, name
        if key not in self._other_entries:
            entry = self._book.entry(list_id, entry_id)
            # outside the list's years, all its entries count: which of them are available is unknown
            date = self._date if self._date and army_list.years.covers(self._date) else None
            other = other_entry_of(name, entry, army_list, date, self._arms) if entry else None
            self._other_entries[key] = other
        return self._other_entries[key]

    def _add_named(
        self,
        cases: list[TextCase],
        path: OrbatPath,
        record: Formation | Commander | Unit,
        points: ExactPoints,
        list_id: str = "",
        other_entry: EntryName | None = None,
        *,
        has_word: HasWord,
    ) -> None:
        if other_entry or _may_have_findings(record.name) or has_word(record.name):
            cases.append(self._case("name", record.name, (*path, "name"), record, points, list_id, other_entry))
        if record.note and (_may_have_findings(record.note) or has_word(record.note)):
            cases.append(self._case("note", record.note, (*path, "note"), record, points, list_id))

    def _case(
        self,
        field: TextField,
        text: str,
        path: OrbatPath,
        record: Orbat | Formation | Commander | Unit,
        points: ExactPoints,
        list_id: str = "",
        other_entry: EntryName | None = None,
    ) -> TextCase:
        return TextCase(field, text, path, record, points, list_id, other_entry, self._date, self._book)
