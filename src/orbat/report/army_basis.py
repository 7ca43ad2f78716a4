"""Facts about the army on which a verdict depends, such as lent troops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from orbat.evaluate.lent_rules import lent_troops
from orbat.evaluate.quote import Quote
from orbat.model.book import Book
from orbat.model.fielded import fielded_lists
from orbat.model.orbat import Orbat, commanders_of, formations_of, units_of
from orbat.model.wording import all_of, phrase, plural
from orbat.report.basis_item import BasisItem

_MAX_NAMED = 3
"""Maximum number of formations and units named."""


def data_items(orbat: Orbat, book: Book) -> Iterator[BasisItem]:
    """The rulesets and army lists that orbat does not ship, as facts on which a verdict depends."""
    # If the ruleset is the player's own, all army lists are too, and one item is enough.
    if book.own_ruleset:
        own = phrase("own ruleset {ruleset}", ruleset=book.ruleset.id)
        yield BasisItem("data", phrase("{own}, not shipped with orbat", own=own), own, unusual=True)
        return
    for list_id in book.lists:
        if list_id in book.own_lists and list_id in fielded_lists(orbat):
            own = phrase("own list {list}", list=list_id)
            yield BasisItem("data", phrase("{own}, not shipped with orbat", own=own), own, unusual=True)


def lent_items(orbat: Orbat, quote: Quote, book: Book) -> Iterator[BasisItem]:
    """The lent troops, as facts on which a verdict depends: `245 points of troops lent by Blues: 1st Brigade`."""
    for one in lent_troops(orbat, quote, book):
        named = _few([name for _, name in one.places])
        yield BasisItem("lent", phrase("{lent}: {names}", lent=one.words, names=named), one.words)


def lent_words(orbat: Orbat, quote: Quote, book: Book, *, with_points: bool) -> str:
    """Lent troops as text, such as `245 points of troops lent by Blues; 16 points of troops lent by Greens`, or "".

    Without points: `Troops lent by Blues and Greens`.
    """
    lent = lent_troops(orbat, quote, book)
    if with_points:
        return "; ".join(one.words for one in lent)
    return phrase("Troops lent by {lists}", lists=all_of([one.title for one in lent])) if lent else ""


def _few(names: Sequence[str]) -> str:
    shown, others = [*names[:_MAX_NAMED]], len(names[_MAX_NAMED:])
    return all_of([*shown, phrase("{count} more", count=others)] if others else shown)


def not_counted_items(orbat: Orbat) -> Iterator[BasisItem]:
    """Yield a `BasisItem` if there are units under unknown keys, or under keys that begin with `x-`.

    orbat does not check these units. The item gives their number.
    """
    extras: list[Mapping[str, Any]] = [orbat.extras]
    extras += [place.formation.extras for place in formations_of(orbat)]
    extras += [place.unit.extras for place in units_of(orbat)]
    for _, commander, _ in commanders_of(orbat):
        extras.append(commander.extras)
        if commander.roll:
            extras += [roll.extras for roll in (commander.roll, *commander.roll.earlier)]
    counts = [(key, _units_in(value)) for one in extras for key, value in one.items()]
    count = sum(number for _, number in counts)
    if count:
        keys = list(dict.fromkeys(key for key, number in counts if number))
        yield BasisItem(
            "hidden",
            plural(
                count,
                "{count} unit in the file is not counted, because orbat ignores {keys}",
                "{count} units in the file are not counted, because orbat ignores {keys}",
                keys=all_of(keys),
            ),
        )


def _units_in(value: Any) -> int:
    found, left = 0, [value]
    while left:
        one = left.pop()
        if isinstance(one, Mapping):
            # every mapping with the key `entry` is a unit
            found += 1 if "entry" in one else 0
            left += one.values()
        elif isinstance(one, list | tuple):
            left += one
    return found
