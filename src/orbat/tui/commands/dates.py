"""Ask for a date. The user can also name a battle."""

from __future__ import annotations

from collections.abc import Callable

from orbat.data.battles import Battle, battle_in, battles
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.wording import phrase
from orbat.tui.commands.host import DialogHost
from orbat.tui.views.new_orbat import read_typed_date


def battles_of(book: Book, list_id: str) -> tuple[Battle, ...]:
    """The known battles in the years that an army list covers. For an unknown army list, all battles of the ruleset."""
    army_list = book.lists.get(list_id)
    return tuple(one for one in battles(book.ruleset.id) if army_list is None or army_list.years.covers(one.date))


def proposed_date(known: tuple[Battle, ...], now: Date | None, words: str) -> str:
    """The date `now` as text; without a date, the name of the battle in `words`, or ""."""
    meant = battle_in(words, known)
    return str(now) if now else meant.name if meant else ""


def ask_date(
    host: DialogHost, known: tuple[Battle, ...], value: str, then: Callable[[Battle | Date | None], object]
) -> None:
    """Ask for a date or a battle, and pass the answer to `then` (None for no date). `value` is the proposed text."""
    question = "Date: a year, a month or a battle, such as 1854 or Sept 1854; empty for none"
    if not known:
        question = "Date: a year or a month, such as 1854 or Sept 1854; empty for none"

    def read(text: str) -> Battle | Date | None:
        try:
            return read_typed_date(text, known)
        except ValueError as error:
            words = str(error)
            raise ValueError(f"{words[:1].upper()}{words[1:]}.") from error

    offered = tuple(phrase("{battle}, {date}", battle=one.name, date=one.date.in_words) for one in known)
    host.ask_for(question, value, read, then, offered=offered)
