"""Requests for generated armies: size, style, required contents and the stands owned."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Literal, Protocol, get_args

from orbat.evaluate.quote import Quote
from orbat.evaluate.trial import TrialResult
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.record import Value
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase

Style = Literal["balanced", "infantry", "cavalry", "guns", "elite", "horde", "historical"]
STYLES: tuple[Style, ...] = get_args(Style)


class RequestRefused(ValueError):  # noqa: N818  # a refused request, not a failure
    """Raised if a requirement such as `2 brigades` cannot be understood. The message gives the reason."""


class Requirement(Value):
    """A minimum number of formations of a level, or of units of some entries."""

    label: str
    """The text that the player typed."""
    number: int
    level: str = ""
    entries: frozenset[str] = frozenset()
    in_stands: bool = False
    """Whether `number` counts the stands or guns of all units together."""


class PieceCap(Value):
    """A limit on the total number of stands of several entries, such as the number of stands owned."""

    label: str
    """A description for messages."""
    entries: frozenset[str]
    maximum: int


class RaiseRequest(Value):
    """A request for an army."""

    list_id: str
    points: int
    style: Style = "balanced"
    date: Date | None = None
    seed: int = 0
    """Another seed gives another army."""
    requirements: tuple[Requirement, ...] = ()
    caps: tuple[PieceCap, ...] = ()
    """Limits on stands, such as those that the player owns."""
    target_shares: tuple[tuple[str, float], ...] = ()
    """Pairs of an entry id and a share of the points. If not empty, replaces the style."""
    theatre: str = ""
    """The id of a theatre of the army list. With "", a theatre is chosen."""
    is_at_war: bool = True
    """Whether the army fought in the theatre at the date. If not, the army has the theatre's troops, but no theatre."""
    allies: bool = False
    """Whether the army may have allied troops that nothing else in the request names."""

    @property
    def named_entries(self) -> frozenset[str]:
        """The ids of the entries in `requirements` and `target_shares`."""
        required = (entry for requirement in self.requirements for entry in requirement.entries)
        return frozenset((*required, *(entry for entry, _ in self.target_shares)))

    def allows(self, entry: Entry) -> bool:
        """Whether an entry may be in the army, at the date and in the theatre."""
        # Allied troops must be requested: by `allies`, by name, or by stands that the player owns.
        asked = not entry.allied or self.allies or entry.id in self.named_entries or self._owns(entry.id)
        return asked and entry.is_available(self.date, self.theatre)

    def _owns(self, entry_id: str) -> bool:
        return any(entry_id in cap.entries and cap.maximum for cap in self.caps)


def entry_shares(quote: Quote, list_id: str) -> tuple[tuple[str, float], ...]:
    """Each entry's share in the cost of the units from one army list, as (entry id, share)."""
    points = dict[str, float]()
    for line in quote.all_units:
        if line.list_id == list_id and line.points > 0:
            points[line.unit.entry] = points.get(line.unit.entry, 0.0) + float(line.points)
    whole = sum(points.values())
    return tuple((entry_id, found / whole) for entry_id, found in points.items())


_MUST = re.compile(r"\s*(?:at least\s+)?(\d+)\s*(?:x|×)?\s*(.+?)\s*\Z", re.IGNORECASE)


def read_requirement(text: str, book: Book, list_id: str) -> Requirement:
    """Understand a requirement such as `2 brigades`, `1 Zouaves`, `3 batteries` or `6 guns`.

    Raises RequestRefused for a missing number or unknown name.
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
    # The name may be a level of formation, or a kind, subtype, group or entry in the army list, in the singular or
    # plural. A word for a unit may follow (`2 Zouave battalions`). `6 guns` and `20 stands` count guns and stands.
    for level in book.ruleset.levels:
        if _is_one_of(what, level.id, level.label):
            return Requirement(text, number, level.id)
    entries = book.entries(list_id).values()
    if counted := [entry for entry in entries if _is_one_of(what, *book.kind(entry).counted_in)]:
        return _of_entries(text, number, what, counted, book)
    if chosen := [entry for entry in entries if _is_one_of(what, *_names(book, entry))]:
        return _of_entries(text, number, what, chosen, book)
    named, _, last = what.rpartition(" ")
    units = (entry for entry in entries if _is_one_of(named, *_names(book, entry)))
    if chosen := [entry for entry in units if _is_one_of(last, *_words_for_units(book, entry))]:
        return _of_entries(text, number, what, chosen, book)
    known = dict.fromkeys(name for entry in entries for name in _names(book, entry))
    near = did_you_mean(what, [*known, *(level.label for level in book.ruleset.levels)])
    raise RequestRefused(phrase("the {list} list has no {what}.{near}", list=book.title(list_id), what=what, near=near))


def _example(book: Book) -> str:
    return next(iter(book.ruleset.kinds.values())).label


def _of_entries(text: str, number: int, what: str, entries: list[Entry], book: Book) -> Requirement:
    last = what.rpartition(" ")[2]
    in_stands = all(entry.sizes is None and _is_one_of(last, *book.kind(entry).counted_in) for entry in entries)
    return Requirement(text, number, entries=frozenset(entry.id for entry in entries), in_stands=in_stands)


def _names(book: Book, entry: Entry) -> tuple[str, ...]:
    kind, subtype = book.kind(entry), book.ruleset.subtypes.get(entry.subtype)
    wider = (kind.label, kind.label.rpartition(" ")[2], entry.kind, *kind.aliases, kind.arm, entry.group)
    finer = (subtype.label, entry.subtype, *subtype.aliases) if subtype else ()
    return tuple(filter(None, (entry.id, entry.name, *entry.aliases, *finer, *wider)))


def _words_for_units(book: Book, entry: Entry) -> tuple[str, ...]:
    # `battalion` for infantry, `gun` and `battery` for artillery
    kind = book.kind(entry)
    return tuple(filter(None, (*kind.counted_in, *kind.aliases, "unit")))


def _is_one_of(what: str, *names: str) -> bool:
    word = _singular(what)
    return bool(word) and any(word == _singular(name) for name in names)


def _singular(text: str) -> str:
    # only for comparisons: `Zouaves` and `Zouave` become the same text
    words = text.casefold().replace("_", " ").replace("-", " ").split()
    return " ".join(_PLURAL.sub(lambda ending: "y" if ending[0] == "ies" else "", word) for word in words)


_PLURAL = re.compile(r"(?<=..)ies$|(?<=sh|ch|ss)es$|(?<=[^s])s$")
"""The endings of plurals."""


# Supplies: limits on models for generated armies and suggestions.


class Supply(Protocol):
    """The stands that are available for an army, such as a player's collection."""

    @property
    def title(self) -> str:
        """The words for the supply in messages, such as `your collection`."""

    def caps(self, book: Book, list_id: str) -> tuple[PieceCap, ...]:
        """The maximum numbers of stands for the entries of an army list.

        Entries that can use the same stands share one maximum.
        """

    def allows(self, quote: Quote, book: Book) -> Callable[[TrialResult], bool]:
        """Return a test for edited armies. The test fails if an edit needs stands that the player does not own."""


def supply_check(supplies: Iterable[Supply], quote: Quote, book: Book) -> Callable[[TrialResult], bool]:
    """Return a test for edited armies.

    The test succeeds if every supply, such as a player's collection, allows the army.
    """
    allows = [supply.allows(quote, book) for supply in supplies]
    return lambda tried: all(allow(tried) for allow in allows)
