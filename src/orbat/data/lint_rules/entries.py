"""Lint rules about the ratings and sizes of entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.model.army_list import ONE_PIECE, Entry, Ratings
from orbat.model.kinds import Kind
from orbat.model.path import OrbatPath
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import listed
from orbat.model.wording import phrase


def check_ratings(case: LintCase) -> Iterator[Fault]:
    """Every rating of an entry has a price and is available on some date.

    Why: A rating that cannot be bought is a mistake. The typical rating, and ratings for certain dates or regiments,
    must be allowed too. If the price of troops depends on their rating, their entry needs ratings.

    Example: `ratings: {allowed: [2, 3], typical: 4}`.

    Remedy: Correct the rating, or add it to the allowed ratings.
    """
    if case.ruleset is None:
        return
    for path, entry in case.each(Entry):
        kind = case.ruleset.kinds.get(entry.kind)
        if kind is None:
            continue
        if entry.ratings is None:
            if kind.rating == "priced":
                message = phrase(
                    "the entry {entry} has no ratings, but the kind {kind} is priced by rating",
                    entry=entry.id,
                    kind=entry.kind,
                )
                yield Fault((*path, "id"), message, "Add the key `ratings` with the allowed ratings.")
        elif kind.rating == "none":
            message = phrase(
                "the entry {entry} has ratings, but the kind {kind} has none", entry=entry.id, kind=entry.kind
            )
            yield Fault((*path, "ratings"), message, "Remove `ratings`.", at_key=True)
        else:
            yield from _check_allowed_ratings(case.ruleset, (*path, "ratings"), entry.ratings, kind)
            yield from _check_dated_ratings(case, (*path, "ratings"), entry, entry.ratings)
            yield from _check_rare_ratings((*path, "ratings", "only_for"), entry, entry.ratings)


def _check_allowed_ratings(ruleset: Ruleset, path: OrbatPath, ratings: Ratings, kind: Kind) -> Iterator[Fault]:
    priced = kind.rating == "priced"
    known = list(kind.price.by_rating) if priced else [rating.id for rating in ruleset.ratings]
    for index, rating in enumerate(ratings.allowed):
        if rating not in known:
            if priced:
                message = phrase(
                    "the rating {rating} has no price for {kind}; allowed: {ratings}",
                    rating=rating,
                    kind=kind.label,
                    ratings=listed(known),
                )
            else:
                message = phrase(
                    "the rating {rating} is unknown; allowed: {ratings}", rating=rating, ratings=listed(known)
                )
            yield Fault((*path, "allowed", index), message, "Correct the rating.")
        elif rating in ratings.allowed[:index]:
            message = phrase("the rating {rating} is listed twice", rating=rating)
            yield Fault((*path, "allowed", index), message, "List each rating once.")
    named = [((*path, "typical"), ratings.typical)]
    named += [((*path, "dated", index, "rating"), dated.rating) for index, dated in enumerate(ratings.dated)]
    for place, rating in named:
        if rating not in ratings.allowed:
            allowed = listed(ratings.allowed) or "none"
            if place[-1] == "typical":
                message = phrase(
                    "the typical rating {rating} is not allowed; allowed: {allowed}", rating=rating, allowed=allowed
                )
            else:
                message = phrase(
                    "`dated` has the rating {rating}, which is not in `allowed`; allowed: {allowed}",
                    rating=rating,
                    allowed=allowed,
                )
            yield Fault(place, message, "Correct the rating, or add it to `allowed`.")


def _check_rare_ratings(path: OrbatPath, entry: Entry, ratings: Ratings) -> Iterator[Fault]:
    recorded = {one.rating for one in entry.regiments}
    for rating, names in ratings.only_for.items():
        if rating not in ratings.allowed:
            message = phrase(
                "`only_for` has the rating {rating}, which is not in `allowed`; allowed: {allowed}",
                rating=rating,
                allowed=listed(ratings.allowed),
            )
            yield Fault((*path, rating), message, "Correct the rating, or add it to `allowed`.", at_key=True)
        elif not names and rating not in recorded:
            message = phrase("{entry} has no regiment that can have the rating {rating}", rating=rating, entry=entry.id)
            help = "Name the regiments that have the rating, or write the rating in their records."
            yield Fault((*path, rating), message, help, at_key=True)
        for number, name in enumerate(names):
            if name not in entry.regiment_names:
                message = phrase("{name} is not a regiment of {entry}", name=name, entry=entry.id)
                yield Fault((*path, rating, number), message, "Correct the name, or add the regiment.")


def _check_dated_ratings(case: LintCase, path: OrbatPath, entry: Entry, ratings: Ratings) -> Iterator[Fault]:
    enclosing: list[Any] = [case.army_list.years] if case.army_list else []
    enclosing += [entry.dates] if entry.dates else []
    for index, dated in enumerate(ratings.dated):
        first = max((one.from_.first for one in (*enclosing, dated) if one.from_), default=0)
        last = min((one.to.last for one in (*enclosing, dated) if one.to), default=first)
        if first > last:
            message = phrase(
                "there is no date on which both {entry} and its rating {rating} are available",
                rating=dated.rating,
                entry=entry.id,
            )
            yield Fault((*path, "dated", index), message, "Correct the dates, or remove the rating.")


def check_sizes(case: LintCase) -> Iterator[Fault]:
    """The sizes of an entry match the price of its kind of troops.

    Why: A size without a price, or a unit without a required size, is a mistake. Entries of troops priced per stand or
    gun need a range (`size`). Entries of troops with named sizes need `sizes`; other entries must not have `sizes`. The
    size of a regiment must be a size of its entry. A kind of troops priced by size needs `counted_in`, which says what
    is counted, such as stands.

    Example: `sizes: {allowed: [small, huge], typical: small}` if the kind has small, standard and large.

    Remedy: Correct the sizes, or remove them.
    """
    if case.ruleset is None:
        return
    for path, one in case.each(Kind):
        if one.price.per == "size" and not one.counted_in[0] and not one.staff:
            message = phrase("{kind} is priced by size, but `counted_in` is missing", kind=one.label)
            yield Fault(
                (*path, "label"), message, "Write `counted_in: [stand, stands]`, or write `per: unit` in the price."
            )
    for path, entry in case.each(Entry):
        if kind := case.ruleset.kinds.get(entry.kind):
            yield from _check_entry_sizes(path, entry, kind)


def _check_entry_sizes(path: OrbatPath, entry: Entry, kind: Kind) -> Iterator[Fault]:
    counted = entry.size is not ONE_PIECE
    if kind.sizes and entry.sizes is None:
        message = phrase(
            "the entry {entry} has no sizes; the kind {kind} needs one or more of {sizes}",
            entry=entry.id,
            kind=entry.kind,
            sizes=listed(kind.sizes),
        )
        yield Fault((*path, "id"), message, "Add the key `sizes` with the allowed sizes.")
    elif kind.sizes and counted:
        message = phrase(
            "the entry {entry} has a range of numbers as its size, but the kind {kind} has named sizes: {sizes}",
            entry=entry.id,
            kind=entry.kind,
            sizes=listed(kind.sizes),
        )
        yield Fault((*path, "size"), message, "Remove `size`.", at_key=True)
    elif entry.sizes is not None and not kind.sizes:
        message = phrase("the entry {entry} has sizes, but the kind {kind} has none", entry=entry.id, kind=entry.kind)
        yield Fault((*path, "sizes"), message, "Remove `sizes`.", at_key=True)
    elif kind.price.per == "size" and not counted:
        unit = kind.counted_in[0] or "size"
        message = phrase(
            "the entry {entry} has no size, but the kind {kind} is priced per {unit}",
            entry=entry.id,
            kind=entry.kind,
            unit=unit,
        )
        yield Fault((*path, "id"), message, "Add the key `size` with `min`, `typical` and `max`.")
    for field in ("allowed", "typical"):
        named = getattr(entry.sizes, field, ())
        for index, size in enumerate((named,) if isinstance(named, str) else named):
            place = (*path, "sizes", field) if isinstance(named, str) else (*path, "sizes", field, index)
            if field == "allowed" and size in named[:index]:
                yield Fault(place, phrase("the size {size} is listed twice", size=size), "List each size once.")
            elif kind.sizes and size not in kind.sizes:
                message = phrase(
                    "the kind {kind} has no size {size}; allowed: {sizes}",
                    kind=entry.kind,
                    size=size,
                    sizes=listed(kind.sizes),
                )
                yield Fault(place, message, "Correct the size.")
            elif field == "typical" and entry.sizes and size not in entry.sizes.allowed:
                message = phrase(
                    "the typical size {size} is not allowed; allowed: {allowed}",
                    size=size,
                    allowed=listed(entry.sizes.allowed),
                )
                yield Fault(place, message, "Correct `typical`, or add its value to `allowed`.")
    for number, regiment in enumerate(entry.regiments):
        if regiment.size is not None and not _offers_size(entry, regiment.size):
            offered = listed(entry.sizes.allowed) if entry.sizes else f"{entry.size.min}-{entry.size.max}"
            message = phrase(
                "the size {size} of {regiment} is not allowed; {entry} allows {allowed}",
                size=regiment.size,
                regiment=regiment.name,
                entry=entry.id,
                allowed=offered,
            )
            yield Fault((*path, "regiments", number, "size"), message, "Correct the size.")


def _offers_size(entry: Entry, size: int | str) -> bool:
    if entry.sizes:
        return size in entry.sizes.allowed
    return isinstance(size, int) and entry.size.min <= size <= entry.size.max
