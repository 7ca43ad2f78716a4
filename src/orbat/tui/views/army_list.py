"""The lines of the army list pane: entries with ratings, limits and prices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from orbat.evaluate.limits import Allowance, entry_allowances
from orbat.evaluate.trial import Trials
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date, overlaps
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.regiments import used_names
from orbat.model.ruleset import Ruleset
from orbat.model.wording import any_of, phrase
from orbat.report.prices import entry_mark, entry_price
from orbat.report.search import KIND, SearchHit, search_entries
from orbat.tui.state import State
from orbat.tui.steps.selection import formation_path, list_of
from orbat.tui.steps.units import is_available
from orbat.tui.views.choice_row import with_mark
from orbat.tui.views.tree import symbol_of
from orbat.tui.widgets.lines import Line

NO_MATCH = Line(key=None, name="No entry matches all words.", role="faint", heading=True)
"""The message that is shown if no entry matches the filter."""


class OfferedEntry(Value):
    """A line of the army list pane."""

    hit: SearchHit
    """The entry, and how the entry matches the filter."""
    allowance: Allowance | None
    """How many units of the entry the army has and may have; None if there is no limit."""
    only: str
    """When or where alone the entry is available, such as `until 1854`; "" if it is available to the army."""
    is_available: bool
    """Whether the army can have another unit of the entry."""


class AvailableEntries(Value):
    """The ids of the entries that can be bought for a formation within all rules and limits."""

    trials: Trials
    home: OrbatPath
    ids: frozenset[str]

    def applies_to(self, state: State) -> bool:
        """Whether `ids` is still correct: the ORBAT is unchanged, and purchases still go to the same formation."""
        return self.trials is state.trials and self.home == formation_path(state)


def available_entries(state: State) -> AvailableEntries:
    """Find the entries that can be bought for the selected formation."""
    entries = state.book.entries(list_of(state)).values()
    ids = frozenset(one.id for one in entries if not state.book.kind(one).staff and is_available(state, one))
    return AvailableEntries(state.trials, formation_path(state), ids)


def army_list_lines(state: State, typed: str, available: frozenset[str] | None = None) -> tuple[Line, ...]:
    """The lines of the army list pane: headings, and the entries that match every word in `typed`.

    `available`: the result of `available_entries`, if known.
    """
    available = available_entries(state).ids if available is None else available
    book, list_id, orbat = state.book, list_of(state), state.orbat
    campaign = book.campaign(orbat, list_id)
    used = used_names(orbat, book) if typed.split() else frozenset()
    left = entry_allowances(book, orbat, state.quote, list_id, formation_path(state))
    offers = [
        OfferedEntry(
            hit,
            left.get(hit.entry.id),
            _only(hit.entry, book, list_id, orbat.date, campaign.theatre),
            hit.entry.id in available,
        )
        for hit in search_entries(book, list_id, typed, used, campaign)
        if not book.kind(hit.entry).staff
    ]
    if typed.split():
        # matching names before matching kinds of troops; in both groups, available entries first
        offers.sort(key=lambda one: (one.hit.fit >= KIND, not one.is_available, one.hit.fit))
        if not offers:
            return (NO_MATCH,)
    return tuple(_under_headings(offers, book, list_id, orbat.date))


def army_list_header(state: State) -> tuple[str, ...]:
    """The column titles of the army list."""
    return column_titles(state.book.ruleset)


def column_titles(ruleset: Ruleset) -> tuple[str, ...]:
    """The column titles of the army list pane. The first title is "" if the ruleset has no ratings."""
    return ruleset.rating_word if ruleset.ratings else "", "used", "points"


def _under_headings(offers: list[OfferedEntry], book: Book, list_id: str, date: Date | None) -> Iterator[Line]:
    for heading, grouped in groupby(offers, _heading):
        group = tuple(grouped)
        name = heading
        if date and all(one.only for one in group):
            name = phrase("{heading}: not available in {date}", heading=heading, date=date.in_words)
        yield Line(key=("group", heading), name=name, role="faint", heading=True)
        yield from (_line(one, book, list_id) for one in group)


def _heading(offer: OfferedEntry) -> str:
    if offer.hit.regiment and offer.hit.in_use:
        return phrase("{regiment} (in use)", regiment=offer.hit.regiment)
    if offer.hit.regiment:
        return offer.hit.regiment
    group = offer.hit.entry.group or "Others"
    return phrase("{group}, lent by allies", group=group) if offer.hit.entry.allied else group


def _line(offer: OfferedEntry, book: Book, list_id: str) -> Line:
    entry = offer.hit.entry
    ratings = _ratings(entry)
    used = offer.allowance.words if offer.allowance else ""
    price = with_mark(entry_price(entry, book, list_id).replace(" a ", "/"), entry_mark(entry, book, list_id))
    return Line(
        key=entry.id,
        # The reason comes first and takes the room of the columns, so that nobody overlooks it.
        name=phrase("{only}: {entry}", only=offer.only, entry=entry.name) if offer.only else entry.name,
        symbol=symbol_of(book.kind(entry).arm),
        columns=() if offer.only else (ratings, used, price),
        detail="" if offer.only else _share(offer),
        role="plain" if offer.is_available else "faint",
    )


def _share(offer: OfferedEntry) -> str:
    allowance = offer.allowance
    if allowance is None or not allowance.depends_on:
        return ""
    return phrase(
        "{entry}: {used}; {share}", entry=offer.hit.entry.name, used=allowance.words, share=allowance.depends_on
    )


def _ratings(entry: Entry) -> str:
    # For example `2/3/4`, or `inf/sta/sup` for words.
    ratings = entry.ratings.allowed if entry.ratings else ()
    return "/".join(ratings if len(ratings) < 2 or all(map(str.isdecimal, ratings)) else (one[:3] for one in ratings))


def availability_words(state: State, entry: Entry) -> str:
    """When or where an unavailable entry is available: `from 1855-03` or `in the Crimea`. "" for available entries."""
    list_id, orbat = list_of(state), state.orbat
    return _only(entry, state.book, list_id, orbat.date, state.book.campaign(orbat, list_id).theatre)


def _only(entry: Entry, book: Book, list_id: str, date: Date | None, theatre: str) -> str:
    return _other_dates(entry, date) or _elsewhere(entry, book, list_id, theatre)


def _elsewhere(entry: Entry, book: Book, list_id: str, theatre: str) -> str:
    # the theatre of an entry that is not available in the army's own
    if entry.serves_in(theatre):
        return ""
    names = [one.name for one in book.lists[list_id].theatres if one.id in entry.theatre]
    return phrase("in {theatre}", theatre=any_of(names))


def _other_dates(entry: Entry, date: Date | None) -> str:
    dates = entry.dates
    if date is None or dates is None or dates.covers(date):
        return ""
    if overlaps(date, dates.from_, None):
        return phrase("until {date}", date=dates.to)
    return phrase("from {date}", date=dates.from_)
