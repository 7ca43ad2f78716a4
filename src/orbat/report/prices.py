"""Prices as text, with labels for house and inferred prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orbat.evaluate.pricing import share_of
from orbat.model.army_list import Entry, OptionUse
from orbat.model.book import Book
from orbat.model.points import Points, exact, show
from orbat.model.prices import NationalPrice, Price
from orbat.model.ruleset import Ruleset
from orbat.model.sourced import Mark, Sourced
from orbat.model.wording import phrase


def marked(words: str, source: Sourced) -> str:
    """Mark a number that is not from a rulebook: `30 (house)`, `100 (inferred)`."""
    return phrase("{text} ({mark})", text=words, mark=source.mark) if source.mark else words


def signed_points(points: Points) -> str:
    """Points with their sign: `+10`, `+0`, `-20`."""
    return f"-{show(-points)}" if points < 0 else f"+{show(points)}"


def price_words(price: Price, word: str, ruleset: Ruleset) -> str:
    """A price as text: `1 to 4 a stand by class`, `35 a gun`, `30 (house)`."""
    per = word if price.per == "size" else ""
    parts = [_main(price, per, ruleset.rating_word)]
    if price.by_size:
        sizes = price.by_size.items()
        words = {size: f"{ruleset.size_label(size)} {signed_points(by)}" for size, by in sizes}
        # a change of 0 needs no source
        parts.append(", ".join(_one(price, size, words[size]) if by else words[size] for size, by in sizes))
    for other in price.instead:
        points = list(other.by_rating.values()) or [other.points or 0]
        text = phrase(
            "{points} if the ruling {ruling} is {choice}",
            points=_each(_range(points), per),
            choice=other.choice,
            ruling=other.ruling,
        )
        parts.append(marked(text, other))
    return "; ".join(parts)


def _main(price: Price, per: str, rating_word: str) -> str:
    if not price.by_rating:
        return marked(_each(show(price.points or 0), per), price)
    if price.marked.keys() & price.by_rating.keys():
        return _each(
            ", ".join(_one(price, rating, f"{rating} {show(by)}") for rating, by in price.by_rating.items()), per
        )
    points = _each(_range(list(price.by_rating.values())), per)
    return marked(phrase("{points} by {rating_word}", points=points, rating_word=rating_word), price)


def _each(points: str, per: str) -> str:
    return phrase("{points} a {piece}", points=points, piece=per) if per else points


def _one(price: Price, key: str, words: str) -> str:
    return marked(words, price.source_of(key))


def _range(points: list[Points]) -> str:
    least, most = show(min(points)), show(max(points))
    return least if least == most else phrase("{least} to {most}", least=least, most=most)


def national_words(national: NationalPrice) -> str:
    """The price of a nation's units as text: `110 % of the usual price, rounded to the nearest 5`."""
    nearest = "whole point" if national.to_nearest == 1 else show(national.to_nearest)
    text = phrase(
        "{percent} % of the usual price, rounded to the nearest {nearest}", percent=national.percent, nearest=nearest
    )
    return marked(text, national)


def entry_price(entry: Entry, book: Book, list_id: str) -> str:
    """The lowest and the highest price of an entry as text: `3-4 a stand`."""
    kind, options = book.kind(entry), book.ruleset.options
    uses: dict[str, list[OptionUse]] = {}
    for use in entry.options:
        uses.setdefault(use.option, []).append(use)
    points_of = {option: options[option].points or 0 for option in uses}
    always = sum(points_of[option] for option, found in uses.items() if _is_always(entry, found))
    choices = [points_of[option] for option, found in uses.items() if not _is_always(entry, found)]
    price = kind.price.under(book.default_rulings)
    base = [price.points or 0]
    if kind.rating == "priced" and entry.ratings:
        base = [price.by_rating[rating] for rating in entry.ratings.allowed if rating in price.by_rating] or base
    sizes = [price.by_size[size] for size in entry.sizes.allowed if size in price.by_size] if entry.sizes else [0]
    share = share_of(book, list_id, book.default_rulings)
    least = exact(min(base) + min(sizes) + always + sum(points for points in choices if points < 0))
    most = exact(max(base) + max(sizes) + always + sum(points for points in choices if points > 0))
    if share:
        least, most = share.of(least), share.of(most)
    words = show(least) if least == most else f"{show(least)}-{show(most)}"
    return _each(words, kind.counted_in[0] if kind.price.per == "size" else "")


def _is_always(entry: Entry, uses: list[OptionUse]) -> bool:
    """Whether units of an entry have an option at all dates at which the entry is available."""
    first, last = (entry.dates.from_, entry.dates.to) if entry.dates else (None, None)
    whole = any(
        (use.from_ is None or (first is not None and use.covers(first)))
        and (use.to is None or (last is not None and use.covers(last)))
        for use in uses
    )
    return whole and all(use.use == "always" for use in uses)


def entry_mark(entry: Entry, book: Book, list_id: str) -> Mark:
    """`house` or `inferred` if a part of an entry's price has this origin, otherwise ""."""
    share = share_of(book, list_id, book.default_rulings)
    marks = {*_marks(entry, book), *(share.cites if share else ())}
    return "house" if "house" in marks else "inferred" if "inferred" in marks else ""


def _marks(entry: Entry, book: Book) -> Iterator[Mark]:
    price = book.kind(entry).price.under(book.default_rulings)
    ratings = entry.ratings.allowed if entry.ratings and price.by_rating else ("",)
    for key in (*ratings, *(entry.sizes.allowed if entry.sizes else ())):
        yield price.source_of(key).mark
    for use in entry.options:
        if use.use == "always":
            yield book.ruleset.options[use.option].mark


# Signs for house and inferred prices, the same on sheets and on screen.


# the prime is a letter, so it is never confused with an apostrophe in a name
SIGNS: Mapping[Mark, str] = {"": "", "inferred": "\u02b9", "house": "°"}
"""The sign for each source mark. A sign is printed directly after the points."""
MEANINGS: Mapping[Mark, str] = {
    "house": "house price, not from a rulebook",
    "inferred": "price inferred from known ones",
}
"""The meaning of each source mark, as text."""
