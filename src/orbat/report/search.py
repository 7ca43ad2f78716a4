"""Search for entries of an army list by name, kind of troops or regiment."""

from __future__ import annotations

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.record import Value
from orbat.model.regiments import free_regiments
from orbat.model.service import ANY_CAMPAIGN, Campaign

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
    """An entry that matches every word of a search."""

    entry: Entry
    fit: int
    """How well the entry matches, from `WHOLE` to `ANYWHERE`."""
    regiment: str
    """The best matching regiment that is not in the army yet, or ""."""
    in_use: bool
    """Whether all matching regiments are in the army already."""


def search_entries(
    book: Book, list_id: str, typed: str, used: frozenset[str], campaign: Campaign = ANY_CAMPAIGN
) -> tuple[SearchHit, ...]:
    """Find the entries of an army list that match every typed word.

    `used` has the names of the army's units. A regiment with one of these names is suggested only if no unused
    regiment matches.
    """
    if not typed.split():
        return tuple(SearchHit(entry, 0, "", in_use=False) for entry in book.entries(list_id).values())
    found = []
    for entry in book.entries(list_id).values():
        regiments = _spellings_in(entry, campaign)
        names = (*_own_names(entry, book), *regiments)
        if all(word in " ".join(names).casefold() for word in typed.casefold().split()):
            free = matching_regiment(entry, book, typed, used, campaign)
            regiment = free or matching_regiment(entry, book, typed, frozenset(), campaign)
            found.append(
                SearchHit(
                    entry, _entry_fit(entry, book, typed, regiments), regiment, in_use=not free and bool(regiment)
                )
            )
    return tuple(found)


def matching_regiment(
    entry: Entry, book: Book, typed: str, used: frozenset[str], campaign: Campaign = ANY_CAMPAIGN
) -> str:
    """The regiment that best matches the typed words, or "". Regiments in `used` are skipped."""
    # If the entry's own names contain every typed word, the words name the entry, not a regiment.
    own = " ".join(_own_names(entry, book)).casefold()
    wanted = [word for word in typed.casefold().split() if word not in own]
    free = {*free_regiments(entry, used, campaign=campaign)} if wanted else set()
    fitting = [
        spelling
        for spelling, name in entry.regiment_spellings.items()
        if name in free and all(word in spelling.casefold() for word in wanted)
    ]
    best = min(fitting, key=lambda one: min(_fit(one, typed), _fit(one, " ".join(wanted))), default="")
    return entry.regiment_spellings.get(best, "")


def _own_names(entry: Entry, book: Book) -> tuple[str, ...]:
    return (entry.name, entry.id, entry.subtype, book.kind(entry).label, *entry.aliases)


def _spellings_in(entry: Entry, campaign: Campaign) -> tuple[str, ...]:
    present = {*entry.regiments_at(campaign.date, campaign.theatre)}
    return tuple(spelling for spelling, name in entry.regiment_spellings.items() if name in present)


def _entry_fit(entry: Entry, book: Book, typed: str, regiments: tuple[str, ...]) -> int:
    fit = min(_fit(name, typed) for name in (entry.name, entry.id, *entry.aliases, *regiments))
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
