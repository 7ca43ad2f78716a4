"""What a ruleset and its army lists offer, as plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from orbat.model.army_list import ArmyList, Entry, Limit
from orbat.model.book import Book
from orbat.model.dates import span
from orbat.model.points import exact, show
from orbat.model.prices import Price
from orbat.model.ruleset import Ruleset
from orbat.validate.limits import selector_words


def price_words(price: Price, word: str, rating_word: str) -> str:
    """`1 to 4 a stand by class`, `35 a gun`, `30`."""
    each = f" a {word}" if price.per == "size" else ""
    if price.by_rating:
        points = list(price.by_rating.values())
        return f"{show(min(points))} to {show(max(points))}{each} by {rating_word}"
    return f"{show(price.points or 0)}{each}"


def entry_price(entry: Entry, book: Book) -> str:
    """What one of an entry costs, in points, over its ratings and options: `3-4 a stand`."""
    kind = book.kind(entry)
    options = book.ruleset.options
    always = sum(options[use.option].points or 0 for use in entry.options if use.use == "always")
    optional = sum(options[use.option].points or 0 for use in entry.options if use.use != "always")
    if kind.rating == "priced" and entry.ratings:
        base = [kind.price.by_rating[rating] for rating in entry.ratings.allowed if rating in kind.price.by_rating]
    else:
        base = [kind.price.points or 0]
    least, most = exact(min(base) + always), exact(max(base) + always + optional)
    words = show(least) if least == most else f"{show(least)}-{show(most)}"
    return f"{words} a {kind.counted_in[0]}" if kind.price.per == "size" else words


def limit_words(limit: Limit, book: Book, list_id: str) -> str:
    """`at most 3 units in the army (house): one brigade of three battalions`."""
    bound = limit.at_most if limit.at_most is not None else limit.at_least
    figure = str(Fraction(bound or 0))
    words = f"at {'most' if limit.at_most is not None else 'least'} {figure}"
    unit = limit.count.removesuffix("s") if bound == 1 and limit.count != "points" else limit.count
    words += f" {unit}" if limit.among is None or limit.for_each else f" of the {limit.count}"
    if limit.among is not None:
        base = limit.among if isinstance(limit.among, str) else selector_words(book, list_id, limit.among)
        base = {"spent": "points spent", "agreed_size": "points agreed"}.get(base, base)
        words += f" for each {limit.for_each} of {base}" if limit.for_each else f" of {base}"
    words += " in the army" if limit.scope == "army" else f" in each {limit.scope}"
    if limit.from_ or limit.to:
        words += f", {span(limit.from_, limit.to)}"
    if limit.of is not None:
        words = f"{selector_words(book, list_id, limit.of)}: {words}"
    words += ", advice" if limit.severity == "warning" else ""
    words += " (house)" if limit.house else ""
    return f"{words}: {limit.note}" if limit.note else words


def ruleset_facts(ruleset: Ruleset, lists: dict[str, str]) -> dict[str, Any]:
    """A ruleset: its lists, prices, levels, staff tables and rulings."""
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "period": ruleset.period,
        "army_lists": lists,
        "kinds": {
            kind_id: f"{kind.label}: {price_words(kind.price, kind.counted_in[0], ruleset.rating_word)}"
            for kind_id, kind in ruleset.kinds.items()
        },
        "options": {
            option_id: f"{option.label}: +{show(option.points or 0)} {'each' if option.per == 'size' else 'once'}"
            for option_id, option in ruleset.options.items()
        },
        "levels": {level.id: f"{level.label}: general {show(level.general.points or 0)}" for level in ruleset.levels},
        "ratings": {rating.id: rating.label for rating in ruleset.ratings},
        "staff_tables": ["default", *ruleset.staff.national],
        "rulings": {
            ruling.id: {
                "passage": ruling.passage,
                "question": ruling.question,
                "ours": ruling.ours,
                "choices": {choice.id: choice.label for choice in ruling.choices},
                "cites": list(ruling.cite),
            }
            for ruling in ruleset.rulings
        },
    }


def list_facts(army_list: ArmyList, book: Book) -> dict[str, Any]:
    """An army list: every entry in short, and the limits over the whole list."""
    return {
        "id": army_list.id,
        "title": army_list.title,
        "version": army_list.version,
        "years": span(army_list.years.from_, army_list.years.to),
        "entries": [_short(entry, book) for entry in book.entries(army_list.id).values()],
        "limits": [limit_words(limit, book, army_list.id) for limit in army_list.limits],
    }


def _short(entry: Entry, book: Book) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "group": entry.group,
        "kind": entry.kind,
        "ratings": list(entry.ratings.allowed) if entry.ratings else [],
        "price": entry_price(entry, book),
        "size": f"{entry.size.min}-{entry.size.max}",
        "dates": span(entry.dates.from_, entry.dates.to) if entry.dates else "",
    }


def entry_facts(entry: Entry, army_list: ArmyList, book: Book) -> dict[str, Any]:
    """One entry in full, with where its facts come from."""
    kind = book.kind(entry)
    abilities = {ability.id: ability.label for ability in book.ruleset.abilities}
    sources = {name: source.title for name, source in army_list.sources.items() if name in _sources(entry)}
    return {
        **_short(entry, book),
        "subtype": entry.subtype,
        "typical_size": entry.size.typical,
        "counted_in": kind.counted_in[1],
        "typical_rating": entry.ratings.typical if entry.ratings else None,
        "options": [
            f"{use.option}: {use.use}" + (f", {span(use.from_, use.to)}" if use.from_ or use.to else "")
            for use in entry.options
        ],
        "may": [abilities.get(ability, ability) for ability in entry.may],
        "irregular": entry.irregular,
        "limits": [limit_words(limit, book, army_list.id) for limit in entry.limits],
        "armament": entry.armament,
        "strength_on_paper": entry.strength.paper if entry.strength else "",
        "strength_in_the_field": entry.strength.field if entry.strength else "",
        "regiments": list(entry.regiments),
        "note": entry.note,
        "house": [
            name
            for name, block in (("ratings", entry.ratings), ("size", entry.size), ("dates", entry.dates))
            if block is not None and block.house
        ],
        "sources": sources,
    }


def _sources(entry: Entry) -> set[str]:
    blocks = [entry, entry.ratings, entry.size, entry.dates, *entry.options, *entry.limits]
    return {source for block in blocks if block is not None for source in block.sources}
