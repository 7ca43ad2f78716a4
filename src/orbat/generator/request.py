"""What is wished of an army to be raised: its size, its style, and what must be in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, Protocol, get_args

from orbat.evaluate.quote import Quote
from orbat.generator.named_edits import TrialResult
from orbat.generator.offers import Branch
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.record import Value
from orbat.model.spelling import did_you_mean

Style = Literal["balanced", "infantry", "cavalry", "guns", "elite", "horde", "historical"]
STYLES: tuple[Style, ...] = get_args(Style)

SHARES: Mapping[Style, Mapping[Branch, float]] = {
    "balanced": {"foot": 0.60, "horse": 0.20, "guns": 0.20},
    "infantry": {"foot": 0.80, "horse": 0.06, "guns": 0.14},
    "cavalry": {"foot": 0.38, "horse": 0.50, "guns": 0.12},
    "guns": {"foot": 0.52, "horse": 0.10, "guns": 0.38},
    "elite": {"foot": 0.62, "horse": 0.20, "guns": 0.18},
    "horde": {"foot": 0.72, "horse": 0.16, "guns": 0.12},
    "historical": {"foot": 0.66, "horse": 0.14, "guns": 0.20},
}
"""The share of the points that each style gives to foot, horse and guns. House: it is only a leaning."""


class RequestRefused(ValueError):  # noqa: N818  # it refuses what was asked for; nothing went wrong
    """What is wished cannot be read; the message says why."""


class Requirement(Value):
    """At least so many formations of a level, or units of some entries; `words` is how it was said."""

    label: str
    number: int
    level: str = ""
    entries: frozenset[str] = frozenset()


class PieceCap(Value):
    """At most so many stands of some entries in all, such as one owns; `words` says it."""

    label: str
    entries: frozenset[str]
    maximum: int


class RaiseRequest(Value):
    """An army of so many points of a list at a date; the seed chooses among armies that are as good.

    `like` are shares of the points by entry, as another army has them, to be followed instead of the style.
    """

    list_id: str
    points: int
    style: Style = "balanced"
    date: Date | None = None
    seed: int = 0
    requirements: tuple[Requirement, ...] = ()
    caps: tuple[PieceCap, ...] = ()
    target_shares: tuple[tuple[str, float], ...] = ()


def entry_shares(quote: Quote, list_id: str) -> tuple[tuple[str, float], ...]:
    """The share of the points that each entry of a list has among the units of an army."""
    points = dict[str, float]()
    for line in quote.all_units:
        if line.list_id == list_id and line.points > 0:
            points[line.unit.entry] = points.get(line.unit.entry, 0.0) + float(line.points)
    whole = sum(points.values())
    return tuple((entry_id, found / whole) for entry_id, found in points.items())


_MUST = re.compile(r"\s*(?:at least\s+)?(\d+)\s*(?:x|×)?\s*(.+?)\s*\Z", re.IGNORECASE)


def read_requirement(text: str, book: Book, list_id: str) -> Requirement:
    """`2 brigades`, `1 Zouaves`, `3 field guns`: levels, kinds, subtypes, groups or entries of the list.

    Raises WishRefused where it does not say how many, or of what.
    """
    found = _MUST.match(text)
    if found is None:
        raise RequestRefused(
            f"{text!r} does not say how many of what; write it as '2 brigades' or '1 {_example(book)}'"
        )
    number, what = int(found[1]), found[2]
    for level in book.ruleset.levels:
        if _same(what, level.id, level.label):
            return Requirement(text, number, level.id)
    named = _named(book, list_id)
    chosen = [entry_id for entry_id, names in named.items() if _same(what, *names)]
    if not chosen:
        known = dict.fromkeys(name for names in named.values() for name in names)
        near = did_you_mean(what, [*known, *(level.label for level in book.ruleset.levels)])
        raise RequestRefused(f"the {book.title(list_id)} list has no {what}.{near}")
    return Requirement(text, number, entries=frozenset(chosen))


def _example(book: Book) -> str:
    return next(iter(book.ruleset.kinds.values())).label


def _named(book: Book, list_id: str) -> dict[str, tuple[str, ...]]:
    """What each entry may be called: its own names, and those of its kind, subtype and group."""
    return {entry.id: _names(book, entry) for entry in book.entries(list_id).values()}


def _names(book: Book, entry: Entry) -> tuple[str, ...]:
    kind, subtype = book.kind(entry), book.ruleset.subtypes.get(entry.subtype)
    wider = (kind.label, entry.kind, *kind.aliases, kind.arm, entry.group)
    finer = (subtype.label, entry.subtype, *subtype.aliases) if subtype else ()
    return tuple(filter(None, (entry.id, entry.name, *entry.aliases, *finer, *wider)))


def _same(what: str, *names: str) -> bool:
    """Whether a word is one of some names, in the singular or the plural."""
    said = _plain(what)
    return any(said in (_plain(name), _plain(f"{name}s")) or f"{said}s" == _plain(name) for name in names)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())


# What armies are raised and suggested from, where that is less than all that their lists offer.


class Supply(Protocol):
    """Models to field armies from, such as a collection."""

    @property
    def title(self) -> str:
        """Its name, as its owner wrote it."""

    def caps(self, book: Book, list_id: str) -> tuple[PieceCap, ...]:
        """The most of an army list's entries that can be fielded."""

    def allows(self, quote: Quote, book: Book) -> Callable[[TrialResult], bool]:
        """Whether a changed army lacks no more than the one of the quote does."""


def supply_check(supplies: Iterable[Supply], quote: Quote, book: Book) -> Callable[[TrialResult], bool]:
    """Whether every supply allows a changed army; without any, all is allowed."""
    allows = [supply.allows(quote, book) for supply in supplies]
    return lambda tried: all(allow(tried) for allow in allows)
