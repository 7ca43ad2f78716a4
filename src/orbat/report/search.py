"""Search for entries of an army list by name, kind of troops or regiment."""

from __future__ import annotations

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.record import Value
from orbat.model.regiments import free_regiments

WHOLE, START, WORD, WORDS, KIND, ANYWHERE = range(6)
"""How well typed words match a name, from best to worst.

- `WHOLE`: they are the whole name.
- `START`: the name starts with them.
- `WORD`: the name contains them from the start of a later word.
- `WORDS`: each typed word starts a word of the name.
- `KIND`: they match the kind of troops, not the name.
- `ANYWHERE`: any other match.
"""


class SearchHit(Value):
    """An entry that matches every word of a search.

    `fit` says how well the entry matches, from `WHOLE` to `ANYWHERE`. `regiment` is the best matching regiment that is
    not in the army yet, or "". `in_use` is True if regiments match, but all of them are in the army already.
    """

    entry: Entry
    fit: int
    regiment: str
    in_use: bool


def search_entries(book: Book, list_id: str, typed: str, used: frozenset[str]) -> tuple[SearchHit, ...]:
    """Find the entries of an army list that match every typed word, in the list's order.

    `used` has the names of the army's units. Regiments with these names are not suggested.
    """
    if not typed.split():
        return tuple(SearchHit(entry, 0, "", in_use=False) for entry in book.entries(list_id).values())
    found = []
    for entry in book.entries(list_id).values():
        names = (*_own_names(entry, book), *entry.regiment_names)
        if all(word in " ".join(names).casefold() for word in typed.casefold().split()):
            free = matching_regiment(entry, book, typed, used)
            regiment = free or matching_regiment(entry, book, typed, frozenset())
            found.append(SearchHit(entry, _entry_fit(entry, book, typed), regiment, in_use=not free and bool(regiment)))
    return tuple(found)


def matching_regiment(entry: Entry, book: Book, typed: str, used: frozenset[str]) -> str:
    """The regiment that best matches the typed words. Regiments in `used` are skipped.

    "" if no regiment matches. Also "" if the entry's own names contain every typed word: the words then name the entry,
    not a regiment.
    """
    own = " ".join(_own_names(entry, book)).casefold()
    wanted = [word for word in typed.casefold().split() if word not in own]
    free = free_regiments(entry, used) if wanted else ()
    fitting = [name for name in free if all(word in name.casefold() for word in wanted)]
    return min(fitting, key=lambda name: min(_fit(name, typed), _fit(name, " ".join(wanted))), default="")


def _own_names(entry: Entry, book: Book) -> tuple[str, ...]:
    return (entry.name, entry.id, entry.subtype, book.kind(entry).label, *entry.aliases)


def _entry_fit(entry: Entry, book: Book, typed: str) -> int:
    fit = min(_fit(name, typed) for name in (entry.name, entry.id, *entry.aliases, *entry.regiment_names))
    is_kind = any(_fit(kind, typed) <= WORDS for kind in (entry.subtype, book.kind(entry).label))
    return min(fit, KIND if is_kind else ANYWHERE)


def _fit(name: str, typed: str) -> int:
    name, words = name.casefold(), typed.casefold().split()
    phrase = " ".join(words)
    if name.startswith(phrase):
        return WHOLE if name == phrase else START
    if any(f"{before}{phrase}" in name for before in " (-"):
        return WORD
    begun = all(name.startswith(word) or any(f"{before}{word}" in name for before in " (-") for word in words)
    return WORDS if begun else ANYWHERE
