"""Rulesets, army lists and entries as plain data, for `orbat lists`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from orbat.evaluate.limits import selector_words
from orbat.model.army_list import ArmyList, Entry, Limit
from orbat.model.book import Book
from orbat.model.commanders import Level, Staff
from orbat.model.dates import span
from orbat.model.kinds import OptionPrice
from orbat.model.points import show
from orbat.model.ruleset import Ruleset, Ruling
from orbat.report.breaking_point import breaking_point_words
from orbat.report.prices import entry_mark, entry_price, marked, national_words, price_words, signed_points


def limit_words(limit: Limit, book: Book, list_id: str) -> str:
    """`at most 3 units in the army (house): one brigade of three battalions`."""
    bound = limit.at_most if limit.at_most is not None else limit.at_least
    figure = str(Fraction(bound or 0))
    words = f"at {'most' if limit.at_most is not None else 'least'} {figure}"
    unit: str = "formations" if limit.of and limit.of.levels else limit.count
    unit = unit.removesuffix("s") if bound == 1 and limit.count != "points" else unit
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
    words = marked(words, limit)
    return f"{words}: {limit.note}" if limit.note else words


def ruleset_data(ruleset: Ruleset, lists: dict[str, str]) -> dict[str, Any]:
    """A ruleset: its lists, prices, levels, staff tables, rulings and official status."""
    facts = {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "period": ruleset.period,
        "official": ruleset.official,
        "army_lists": lists,
        "kinds": {
            kind_id: f"{kind.label}: {price_words(kind.price, kind.counted_in[0], ruleset)}"
            for kind_id, kind in ruleset.kinds.items()
        },
        "subtypes": {one: f"{subtype.label}, of {subtype.kind}" for one, subtype in ruleset.subtypes.items()},
        "options": {option_id: _option(option) for option_id, option in ruleset.options.items()},
        "national_prices": {nation: national_words(one) for one in ruleset.national_prices for nation in one.nations},
        "levels": {level.id: _level(level, ruleset.commander_word) for level in ruleset.levels},
        "ratings": {rating.id: rating.label for rating in ruleset.ratings},
        "sizes": {size.id: size.label for size in ruleset.sizes},
        "staff_tables": ["default", *ruleset.staff.national] if ruleset.staff.qualities else [],
        "bought_qualities": _bought(ruleset.staff),
        "limits": [limit_words(limit, Book(ruleset), "") for limit in ruleset.limits],
        "flags": {flag.id: flag.label for flag in ruleset.flags},
        "reserves": {way.id: f"{way.label}: {way.needs}" for way in ruleset.reserves},
        "breaking_point": breaking_point_words(ruleset) if ruleset.breaking_point else "",
        "rulings": {ruling.id: _ruling(ruling) for ruling in ruleset.rulings},
        "sources": {source_id: source.title for source_id, source in ruleset.sources.items()},
    }
    return {key: value for key, value in facts.items() if value or key not in _RARE}


_RARE = (
    *("official", "subtypes", "national_prices", "sizes", "bought_qualities", "limits", "flags", "reserves"),
    *("breaking_point", "sources"),
)
"""Keys that are left out when empty."""


def _option(option: OptionPrice) -> str:
    words = f"{option.label}: {signed_points(option.points or 0)} {'each' if option.per == 'size' else 'once'}"
    return marked(words, option)


def _level(level: Level, word: str) -> str:
    return f"{level.label}: {marked(f'{word} {show(level.general.points or 0)}', level.general)}"


def _bought(staff: Staff) -> dict[str, str]:
    """The price of each quality, where qualities are bought."""
    prices = staff.prices
    return {quality: marked(signed_points(by), prices) for quality, by in prices.points.items()} if prices else {}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "passage": ruling.passage,
        "question": ruling.question,
        "ours": ruling.ours,
        "choices": {choice.id: choice.label for choice in ruling.choices},
        "cites": list(ruling.citations),
    }


def list_data(army_list: ArmyList, book: Book) -> dict[str, Any]:
    """An army list: every entry in brief, the limits on the whole list, and its army flags."""
    labels = {flag.id: flag.label for flag in book.ruleset.flags}
    return {
        "id": army_list.id,
        "title": army_list.title,
        "version": army_list.version,
        "nation": army_list.nation,
        "years": span(army_list.years.from_, army_list.years.to),
        "entries": [_short(entry, book, army_list.id) for entry in book.entries(army_list.id).values()],
        "limits": [limit_words(limit, book, army_list.id) for limit in army_list.limits],
        **({"flags": [marked(labels[one.flag], one) for one in army_list.flags]} if army_list.flags else {}),
    }


def _short(entry: Entry, book: Book, list_id: str) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "group": entry.group,
        "kind": entry.kind,
        "ratings": list(entry.ratings.allowed) if entry.ratings else [],
        "price": entry_price(entry, book, list_id),
        "mark": entry_mark(entry, book, list_id),
        "size": _sizes(entry, book),
        "dates": span(entry.dates.from_, entry.dates.to) if entry.dates else "",
    }


def _sizes(entry: Entry, book: Book) -> str:
    """`4-18`, `small, standard`, or "" for entries without a size."""
    if entry.sizes:
        return ", ".join(map(book.ruleset.size_label, entry.sizes.allowed))
    return f"{entry.size.min}-{entry.size.max}" if book.kind(entry).counted_in[1] else ""


def entry_data(entry: Entry, army_list: ArmyList, book: Book) -> dict[str, Any]:
    """One entry in full, with its sources."""
    kind = book.kind(entry)
    abilities = {ability.id: ability.label for ability in book.ruleset.abilities}
    sources = {name: source.title for name, source in army_list.sources.items() if name in _sources(entry)}
    return {
        **_short(entry, book, army_list.id),
        "subtype": entry.subtype,
        "typical_size": entry.sizes.typical if entry.sizes else entry.size.typical if kind.counted_in[1] else None,
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
            for name, block in (("ratings", entry.ratings), ("size", entry.sizes or entry.size), ("dates", entry.dates))
            if block is not None and block.house
        ],
        "sources": sources,
    }


def _sources(entry: Entry) -> set[str]:
    blocks = [entry, entry.ratings, entry.size, entry.sizes, entry.dates, *entry.options, *entry.limits]
    return {source for block in blocks if block is not None for source in block.sources}
