"""The ruleset and army lists of an ORBAT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from orbat.model.army_list import ONE_PIECE, ArmyList, Entry, NamedSizes, OptionUse, Ratings, SizeRange
from orbat.model.commanders import DICED, StaffTable
from orbat.model.dates import Date
from orbat.model.kinds import Kind, Symbol
from orbat.model.orbat import Orbat
from orbat.model.points import MAX_NUMBER
from orbat.model.ruleset import Choice, Ruleset, Ruling
from orbat.model.service import ANY_CAMPAIGN, Campaign

if TYPE_CHECKING:
    from orbat.model.raising import Proportions, RaisingData


@dataclass(frozen=True, eq=False)
class Book:
    """A ruleset, with the army lists that an ORBAT names."""

    ruleset: Ruleset
    lists: Mapping[str, ArmyList] = field(default_factory=dict)
    own_ruleset: bool = False
    """True for a ruleset made by the player, False for a shipped ruleset."""
    own_lists: frozenset[str] = frozenset()
    """The ids of army lists made by the player."""
    raising: RaisingData | None = None
    """The data for generated armies, or None."""

    @property
    def proportions(self) -> Proportions:
        """Numbers that shape every generated army. Only for a book in which `raising` is set."""
        assert self.raising is not None, "a book without data for generated armies"
        return self.raising.proportions

    @cached_property
    def _common(self) -> dict[str, Entry]:
        return {entry.id: entry for entry in self.ruleset.entries}

    @cached_property
    def _entries(self) -> dict[str, dict[str, Entry]]:
        return {
            list_id: {entry.id: entry for entry in (*army_list.entries, *self.ruleset.entries)}
            for list_id, army_list in self.lists.items()
        }

    @cached_property
    def _by_kind(self) -> dict[str, Entry]:
        rules = self.ruleset
        kinds = {kind_id: _entry_of(kind_id, kind, rules) for kind_id, kind in rules.kinds.items() if not kind.staff}
        return kinds | self._common

    def entries(self, list_id: str) -> Mapping[str, Entry]:
        """The entries of an army list and of the ruleset, by id.

        An unknown list has no entries of its own. If `list_id` is "", the result has one entry for each kind of unit,
        such as line infantry or earthworks.
        """
        return self._entries.get(list_id, self._common) if list_id else self._by_kind

    def entry(self, list_id: str, entry_id: str) -> Entry | None:
        """The entry with the id `entry_id` in an army list, or None."""
        return self.entries(list_id).get(entry_id)

    def kind(self, entry: Entry) -> Kind:
        """The kind of an entry."""
        return self.ruleset.kinds[entry.kind]

    def symbol(self, entry: Entry) -> Symbol | None:
        """The map symbol of an entry's subtype or, by default, of its kind."""
        subtype = self.ruleset.subtypes.get(entry.subtype)
        return (subtype.symbol if subtype else None) or self.kind(entry).symbol

    def size_range(self, entry: Entry, rulings: Mapping[str, str]) -> tuple[int, int]:
        """The minimum and maximum size of units, in stands or models.

        The result is meaningless for entries with named sizes.
        """
        fixed = self.kind(entry).size_fixed(rulings)
        return (entry.size.min, entry.size.max) if fixed is None else (fixed, fixed)

    def dates(self, list_id: str, entry: Entry) -> tuple[Date | None, Date | None]:
        """The first and last date on which an entry is available. None means unbounded."""
        if list_id in self.lists:
            return self.lists[list_id].dates_of(entry)
        return (entry.dates.from_, entry.dates.to) if entry.dates else (None, None)

    def title(self, list_id: str) -> str:
        """The title of an army list. For an unknown list, the id."""
        return self.lists[list_id].title if list_id in self.lists else list_id

    def nation(self, list_id: str) -> str:
        """The nation of a list, or "" if the list is unknown."""
        return self.lists[list_id].nation if list_id in self.lists else ""

    def campaign(self, orbat: Orbat, list_id: str) -> Campaign:
        """The date and theatre of an ORBAT. A date outside the list's years and an unknown theatre are left out."""
        army_list = self.lists.get(list_id)
        return army_list.campaign(orbat.date, orbat.theatre) if army_list else ANY_CAMPAIGN

    @cached_property
    def default_rulings(self) -> Mapping[str, str]:
        """The default choice of every ruling."""
        return {ruling.id: ruling.ours for ruling in self.ruleset.rulings}

    def rulings(self, orbat: Orbat) -> Mapping[str, str]:
        """The choices for all rulings, by ruling id."""
        chosen = {}
        for ruling in self.ruleset.rulings:
            wanted = orbat.rulings.get(ruling.id, ruling.ours)
            # Choices that the ruleset does not know are ignored.
            known = any(choice.id == wanted for choice in ruling.choices)
            chosen[ruling.id] = wanted if known else ruling.ours
        return chosen

    def staff_tables(self, orbat: Orbat) -> tuple[str, ...]:
        """The staff tables that an ORBAT may choose from: `default`, `national`. Empty if the ORBAT has no choice."""
        staff = self.ruleset.staff
        diced = bool(staff.qualities) and staff.quality_source(self.rulings(orbat)) == DICED
        return ("default", "national") if diced and staff.national else ()

    def staff_table(self, orbat: Orbat, list_id: str, wanted: str = "") -> tuple[str, StaffTable, bool]:
        """Find the staff table for the generals of an army list.

        `wanted` is `default`, `national`, or "" for the choice in the ORBAT. Returns the table's name (`default` or a
        nation), the table, and whether it is a substitute for a missing national table.
        """
        return self.staff_table_in(self.rulings(orbat), wanted or orbat.staff_table, list_id)

    def staff_table_in(self, rulings: Mapping[str, str], wanted: str, list_id: str) -> tuple[str, StaffTable, bool]:
        """Find the staff table for an army list under given rulings.

        Returns the table's name, the table, and whether it is a substitute for a missing national table.
        """
        staff = self.ruleset.staff
        if wanted != "national":
            return "default", staff.default, False
        nation = self.nation(list_id)
        if nation in staff.national:
            return nation, staff.national[nation], False
        row = rulings.get(staff.fallback_ruling, "default")
        if row in staff.national:
            return row, staff.national[row], True
        return "default", staff.default, True


def _entry_of(kind_id: str, kind: Kind, rules: Ruleset) -> Entry:
    priced = tuple(rating.id for rating in rules.ratings if rating.id in kind.price.by_rating)
    return Entry(
        id=kind_id,
        name=kind.label.capitalize(),
        kind=kind_id,
        ratings=Ratings(allowed=priced, typical=priced[len(priced) // 2], cite=kind.citations) if priced else None,
        size=SizeRange(min=1, typical=1, max=MAX_NUMBER, cite=kind.citations)
        if kind.price.per == "size"
        else ONE_PIECE,
        sizes=NamedSizes(allowed=kind.sizes, typical=kind.sizes[len(kind.sizes) // 2]) if kind.sizes else None,
        options=tuple(
            OptionUse(option=option_id, use="optional")
            for option_id, option in rules.options.items()
            if kind_id in option.kinds
        ),
        cite=kind.citations,
    )


# The rulings that an ORBAT chooses.


def with_ruling(orbat: Orbat, ruling: Ruling, choice: str) -> Orbat:
    """Copy an ORBAT and set the choice for a ruling. Default choices are not stored."""
    if choice != ruling.ours:
        return replace(orbat, rulings={**orbat.rulings, ruling.id: choice})
    return replace(orbat, rulings={key: value for key, value in orbat.rulings.items() if key != ruling.id})


def rulings_in_force(orbat: Orbat, book: Book) -> Iterator[tuple[Ruling, Choice]]:
    """Every ruling with the choice that applies to the ORBAT, in the ruleset's order."""
    chosen = book.rulings(orbat)
    for ruling in book.ruleset.rulings:
        yield ruling, next(one for one in ruling.choices if one.id == chosen[ruling.id])


def changed_rulings(orbat: Orbat, book: Book) -> tuple[tuple[Ruling, Choice], ...]:
    """Each ruling for which the ORBAT has a choice other than the default, with this choice."""
    return tuple((ruling, choice) for ruling, choice in rulings_in_force(orbat, book) if choice.id != ruling.ours)
