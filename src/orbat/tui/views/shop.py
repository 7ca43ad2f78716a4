"""The army list to buy from, as lines: what is offered, what it costs, and how many the limits leave."""

from __future__ import annotations

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.report.listing import entry_price
from orbat.tui.state import State
from orbat.tui.steps.selection import home_of, list_of
from orbat.tui.views.tree import symbol_of
from orbat.tui.widgets.lines import Line
from orbat.validate.limits import Room, room


def shop_lines(state: State, words: str) -> tuple[Line, ...]:
    """What the army list offers, under its headings, as far as it matches every word typed."""
    book, list_id, date = state.book, list_of(state), state.orbat.date
    wanted = words.casefold().split()
    left = room(book, state.orbat, state.quote, list_id, home_of(state))
    lines: list[Line] = []
    group = None
    for entry in book.entries(list_id).values():
        if book.kind(entry).staff or not all(word in _searched(entry, book) for word in wanted):
            continue
        if entry.group != group:
            group = entry.group
            lines.append(Line(key=("group", group), name=group or "Others", role="faint", heading=True))
        shut = bool(date and entry.dates and not entry.dates.cover(date))
        use = left.get(entry.id)
        full = use is not None and use.used >= use.most
        ratings = "/".join(entry.ratings.allowed) if entry.ratings else ""
        price = "not now" if shut else entry_price(entry, book).replace(" a ", "/")
        lines.append(
            Line(
                key=entry.id,
                name=entry.name,
                symbol=symbol_of(book.kind(entry).arm),
                columns=(ratings, _left(use), price),
                role="faint" if shut or full else "plain",
            )
        )
    return tuple(lines)


def _left(use: Room | None) -> str:
    """What a limit leaves, in words; a limit in proportion to other troops may allow nothing yet."""
    if use is None:
        return ""
    return use.words if use.most >= 1 or use.limit.among is None else "none yet"


def _searched(entry: Entry, book: Book) -> str:
    words = (entry.name, entry.id, entry.subtype, book.kind(entry).label, *entry.regiments, *entry.aliases)
    return " ".join(words).casefold()
