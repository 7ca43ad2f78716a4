"""The army list to buy from, as lines: what is offered, what it costs, and how many the limits leave."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from orbat.evaluate.limits import Allowance, entry_allowances
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date, overlaps
from orbat.model.record import Value
from orbat.model.regiments import used_names
from orbat.model.ruleset import Ruleset
from orbat.report.prices import entry_mark, entry_price
from orbat.report.search import KIND, SearchHit, search_entries
from orbat.tui.state import State
from orbat.tui.steps.selection import formation_path, list_of
from orbat.tui.views.choice_row import with_mark
from orbat.tui.views.tree import symbol_of
from orbat.tui.widgets.lines import Line

NOTHING = Line(key=None, name="Nothing has all of these words.", role="faint", heading=True)
"""What stands in place of offers where there are none."""


class OfferedEntry(Value):
    """An entry that was found, what its limits leave of it, and when it is to be had where it is not to be had now."""

    hit: SearchHit
    use: Allowance | None
    not_now: str

    @property
    def is_to_be_had(self) -> bool:
        """Whether the date and the limits allow another one."""
        return not self.not_now and (self.use is None or self.use.used < self.use.maximum)


def army_list_lines(state: State, typed: str) -> tuple[Line, ...]:
    """What the army list offers under its headings; or what has every word typed, each under the regiment that is
    meant: what is called so before what is of such a kind, and of those what is to be had and fits best first."""
    book, list_id, orbat = state.book, list_of(state), state.orbat
    used = used_names(orbat, book) if typed.split() else frozenset()
    left = entry_allowances(book, orbat, state.quote, list_id, formation_path(state))
    offers = [
        OfferedEntry(hit, left.get(hit.entry.id), _not_now(hit.entry, orbat.date))
        for hit in search_entries(book, list_id, typed, used)
        if not book.kind(hit.entry).staff
    ]
    if typed.split():
        offers.sort(key=lambda one: (one.hit.fit >= KIND, not one.is_to_be_had, one.hit.fit))
        if not offers:
            return (NOTHING,)
    return tuple(_under_headings(offers, book, list_id, orbat.date))


def army_list_header(state: State) -> tuple[str, ...]:
    """What stands over the columns of the list."""
    return column_titles(state.book.ruleset)


def column_titles(ruleset: Ruleset) -> tuple[str, ...]:
    """What stands over the columns of any list of a ruleset; nothing over ratings that it does not have."""
    return ruleset.rating_word if ruleset.ratings else "", "used", "points"


def _under_headings(offers: list[OfferedEntry], book: Book, list_id: str, date: Date | None) -> Iterator[Line]:
    """The offers under their headings, which say so where nothing under them is to be had at the date."""
    for heading, ours in groupby(offers, _heading):
        within = tuple(ours)
        shut = f": not in {date.in_words}" if date and all(one.not_now for one in within) else ""
        yield Line(key=("group", heading), name=f"{heading}{shut}", role="faint", heading=True)
        yield from (_line(one, book, list_id) for one in within)


def _heading(offer: OfferedEntry) -> str:
    """The regiment that is meant, or the group of the entry."""
    in_use = " is in use" if offer.hit.in_use else ""
    return f"{offer.hit.regiment}{in_use}" if offer.hit.regiment else offer.hit.entry.group or "Others"


def _line(offer: OfferedEntry, book: Book, list_id: str) -> Line:
    entry = offer.hit.entry
    return Line(
        key=entry.id,
        name=entry.name,
        symbol=symbol_of(book.kind(entry).arm),
        columns=(
            _ratings(entry),
            offer.use.words if offer.use else "",
            offer.not_now
            or with_mark(entry_price(entry, book, list_id).replace(" a ", "/"), entry_mark(entry, book, list_id)),
        ),
        role="plain" if offer.is_to_be_had else "faint",
    )


def _ratings(entry: Entry) -> str:
    """The ratings that are to be had: `2/3/4`; of words the first letters, where there are several: `inf/std/sup`."""
    ratings = entry.ratings.allowed if entry.ratings else ()
    return "/".join(ratings if len(ratings) < 2 or all(map(str.isdecimal, ratings)) else (one[:3] for one in ratings))


def _not_now(entry: Entry, date: Date | None) -> str:
    """From or until when an entry is to be had that is not at the date, or ""."""
    dates = entry.dates
    if date is None or dates is None or dates.covers(date):
        return ""
    return f"until {dates.to}" if overlaps(date, dates.from_, None) else f"from {dates.from_}"
