"""Requests for generated armies: size, style, required contents and the stands owned."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, Protocol, get_args

from orbat.evaluate.quote import Quote
from orbat.evaluate.trial import TrialResult
from orbat.generator.offers import Branch
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.record import Value
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase

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
"""Target shares of points for foot, horse and guns in each style. Not from a rulebook."""


class RequestRefused(ValueError):  # noqa: N818  # a refused request, not a failure
    """Raised if a requirement such as `2 brigades` cannot be understood. The message gives the reason."""


class Requirement(Value):
    """A minimum number of formations of a level, or of units of some entries. `label` is the text that the player
    typed."""

    label: str
    number: int
    level: str = ""
    entries: frozenset[str] = frozenset()


class PieceCap(Value):
    """A maximum number of stands for all units of some entries together, such as the number that the player owns.
    `label` describes the maximum in messages."""

    label: str
    entries: frozenset[str]
    maximum: int


class RaiseRequest(Value):
    """A request for an army: army list, points, date, style and requirements. Another `seed` gives another army.

    `caps` limits the stands, for example to those that the player owns. `target_shares`, if not empty, replaces
    the style: it gives each entry id a share of the points.
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
    """Each entry's share of the points of all units, as (entry id, share). Units of other army lists than `list_id` are
    not counted."""
    points = dict[str, float]()
    for line in quote.all_units:
        if line.list_id == list_id and line.points > 0:
            points[line.unit.entry] = points.get(line.unit.entry, 0.0) + float(line.points)
    whole = sum(points.values())
    return tuple((entry_id, found / whole) for entry_id, found in points.items())


_MUST = re.compile(r"\s*(?:at least\s+)?(\d+)\s*(?:x|×)?\s*(.+?)\s*\Z", re.IGNORECASE)


def read_requirement(text: str, book: Book, list_id: str) -> Requirement:
    """Understand a requirement such as `2 brigades`, `1 Zouaves` or `3 field guns`.

    The name may be a level of formation, or a kind, subtype, group or entry in the army list. Raises
    RequestRefused if the number is missing or the name is unknown.
    """
    found = _MUST.match(text)
    if found is None:
        raise RequestRefused(
            phrase(
                "'{text}' should be a number and a name, such as '2 brigades' or '1 {example}'",
                text=text,
                example=_example(book),
            )
        )
    number, what = int(found[1]), found[2]
    for level in book.ruleset.levels:
        if _is_one_of(what, level.id, level.label):
            return Requirement(text, number, level.id)
    named = _names_by_entry(book, list_id)
    chosen = [entry_id for entry_id, names in named.items() if _is_one_of(what, *names)]
    if not chosen:
        known = dict.fromkeys(name for names in named.values() for name in names)
        near = did_you_mean(what, [*known, *(level.label for level in book.ruleset.levels)])
        raise RequestRefused(
            phrase("the {list} list has no {what}.{near}", list=book.title(list_id), what=what, near=near)
        )
    return Requirement(text, number, entries=frozenset(chosen))


def _example(book: Book) -> str:
    return next(iter(book.ruleset.kinds.values())).label


def _names_by_entry(book: Book, list_id: str) -> dict[str, tuple[str, ...]]:
    return {entry.id: _names(book, entry) for entry in book.entries(list_id).values()}


def _names(book: Book, entry: Entry) -> tuple[str, ...]:
    kind, subtype = book.kind(entry), book.ruleset.subtypes.get(entry.subtype)
    wider = (kind.label, entry.kind, *kind.aliases, kind.arm, entry.group)
    finer = (subtype.label, entry.subtype, *subtype.aliases) if subtype else ()
    return tuple(filter(None, (entry.id, entry.name, *entry.aliases, *finer, *wider)))


def _is_one_of(what: str, *names: str) -> bool:
    word = _plain(what)
    return any(word in (_plain(name), _plain(f"{name}s")) or f"{word}s" == _plain(name) for name in names)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())


# Supplies: limits on models for generated armies and suggestions.


class Supply(Protocol):
    """The stands that are available for an army, such as a player's collection."""

    @property
    def title(self) -> str:
        """The name of the supply, for messages."""

    def caps(self, book: Book, list_id: str) -> tuple[PieceCap, ...]:
        """The maximum numbers of stands for the entries of an army list.

        Entries that can use the same stands have one maximum for all of them together.
        """

    def allows(self, quote: Quote, book: Book) -> Callable[[TrialResult], bool]:
        """A function that tests an edited army. It returns False if more stands are missing than in the army of
        `quote`."""


def supply_check(supplies: Iterable[Supply], quote: Quote, book: Book) -> Callable[[TrialResult], bool]:
    """A function that tests an edited army. It returns True if every supply allows the edited army."""
    allows = [supply.allows(quote, book) for supply in supplies]
    return lambda tried: all(allow(tried) for allow in allows)
