"""The average shares of branches and entries in the cost of an army list's historical ORBATs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from orbat.evaluate.pricing import Pricer
from orbat.generator.offers import branch_of
from orbat.generator.request import RaiseRequest, entry_shares
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Orbat
from orbat.model.raising import Branch
from orbat.model.record import Value

MONTHS_NEAR = 12
"""ORBATs up to this many months from the date of an army are preferred to others."""


class HistoricalShares(Value):
    """How historical armies divide the cost of their units: average shares by branch (such as foot) and by entry."""

    titles: tuple[str, ...]
    """The titles of the ORBATs."""
    branches: Mapping[Branch, float]
    """The shares by branch: foot, horse and guns."""
    entries: Mapping[str, float]
    """The shares by entry id."""


def history_of(book: Book, request: RaiseRequest) -> HistoricalShares | None:
    """The historical shares to use for a requested army, or None."""
    if request.target_shares or not book.proportions.styles[request.style].from_history:
        return None
    every = _known(book, request.list_id)
    # If possible, the ORBATs are of the requested theatre and of the time of the requested date.
    known = [one for one in every if request.theatre in ("", one[0].theatre)] or every
    near = [one for one in known if request.date and _months_apart(one[0].date, request.date) <= MONTHS_NEAR]
    chosen = near or known
    if not chosen:
        return None
    entries: dict[str, float] = {}
    for _, shares in chosen:
        for entry_id, share in shares:
            entries[entry_id] = entries.get(entry_id, 0.0) + share / len(chosen)
    branches: dict[Branch, float] = {"foot": 0.0, "horse": 0.0, "guns": 0.0}
    listed = book.entries(request.list_id)
    for entry_id, share in entries.items():
        branch = branch_of(book, listed[entry_id]) if entry_id in listed else "other"
        if branch != "other":
            branches[branch] += share
    whole = sum(branches.values())
    if not whole:
        return None
    shares_of_branches = {branch: share / whole for branch, share in branches.items()}
    return HistoricalShares(tuple(orbat.title for orbat, _ in chosen), shares_of_branches, entries)


@lru_cache(maxsize=16)
def _known(book: Book, list_id: str) -> tuple[tuple[Orbat, tuple[tuple[str, float], ...]], ...]:
    if book.raising is None:
        return ()
    priced = (
        (orbat, entry_shares(Pricer(book, orbat.date, book.rulings(orbat)).quote(orbat), list_id))
        for orbat in book.raising.historical(list_id)
    )
    return tuple((orbat, shares) for orbat, shares in priced if shares)


def _months_apart(one: Date | None, other: Date) -> float:
    if one is None:
        return float("inf")
    return max(one.first - other.last, other.first - one.last, 0)
