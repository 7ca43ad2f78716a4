"""Rulesets, army lists and entries as plain data, for `orbat lists`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from orbat.evaluate.limits import condition_words, only_with_words, selector_words
from orbat.model.army_list import Ally, ArmyList, Entry, Limit, Selector
from orbat.model.book import Book
from orbat.model.commanders import Level, Staff
from orbat.model.dates import MONTHS, span
from orbat.model.finding import format_cites
from orbat.model.kinds import OptionPrice
from orbat.model.play import Base, Included, PlayNote
from orbat.model.points import show
from orbat.model.reference import ReferenceRow
from orbat.model.ruleset import Ruleset, Ruling
from orbat.model.service import Theatre
from orbat.model.subject import Subject
from orbat.model.wording import all_of, any_of, phrase
from orbat.report.abilities import ability_rows, listed_abilities, prohibition_rows, troops_words
from orbat.report.breaking_point import breaking_point_words
from orbat.report.included import included_with, included_words
from orbat.report.prices import entry_mark, entry_price, marked, national_words, price_words, signed_points
from orbat.report.service import records_in_words


def limit_words(limit: Limit, book: Book, list_id: str) -> str:
    """A limit as text, with its note: `at most 3 units in the army (house): one brigade of three battalions`."""
    text = only_with_words(book, list_id, limit) if limit.only_with else _bound_text(limit, book, list_id)
    if limit.only_with:
        pass  # the words already name the army or formation
    elif limit.scope == "army":
        text = phrase("{limit} in the army", limit=text)
    else:
        text = phrase("{limit} in each {scope}", limit=text, scope=limit.scope)
    if limit.from_ or limit.to:
        text = phrase("{limit}, {dates}", limit=text, dates=span(limit.from_, limit.to))
    if limit.theatre:
        declared = book.lists[list_id].theatres if list_id in book.lists else ()
        names = [one.name for one in declared if one.id in limit.theatre]
        text = phrase("{limit}, in the theatre {theatres}", limit=text, theatres=any_of(names))
    if limit.months:
        text = phrase("{limit}, in {months}", limit=text, months=any_of(MONTHS[month - 1] for month in limit.months))
    if limit.when:
        text = phrase("{limit}, {condition}", limit=text, condition=condition_words(limit.when, book, list_id))
    if limit.of is not None:
        text = phrase("{units}: {limit}", units=selector_words(book, list_id, limit.of), limit=text)
    if limit.severity == "warning":
        text = phrase("{limit} (advice only)", limit=text)
    text = marked(text, limit)
    return phrase("{limit}: {note}", limit=text, note=limit.note) if limit.note else text


def _bound_text(limit: Limit, book: Book, list_id: str) -> str:
    # such as `at most 3 units`, `at most 1 unit for every 2 units of Guards`, or `at most 1/3 of the points spent`
    at_most = limit.at_most is not None
    bound = limit.at_most if at_most else limit.at_least
    counted: str = "formations" if limit.of and limit.of.levels else limit.count
    if bound == 1 and limit.count != "points":
        counted = counted.removesuffix("s")
    number = str(Fraction(bound or 0))
    if limit.or_none:
        return phrase("at least {number} {counted} or none", number=number, counted=counted)
    if limit.among is not None and not limit.for_each:
        base = _base_words(limit, book, list_id)
        if at_most:
            return phrase("at most {number} of the {base}", number=number, base=base)
        return phrase("at least {number} of the {base}", number=number, base=base)
    if at_most:
        text = phrase("at most {number} {counted}", number=number, counted=counted)
    else:
        text = phrase("at least {number} {counted}", number=number, counted=counted)
    if limit.among is None:
        return text
    base = _base_words(limit, book, list_id)
    if limit.for_each == 1:
        return phrase("{limit} for each of the {base}", limit=text, base=base)
    return phrase("{limit} for every {number} {base}", limit=text, number=limit.for_each, base=base)


def _base_words(limit: Limit, book: Book, list_id: str) -> str:
    # such as `points spent`, `brigades` or `units of Guards`
    if not isinstance(limit.among, Selector):
        return {"spent": "points spent", "agreed_size": "points agreed"}.get(limit.among or "", limit.among or "")
    troops = selector_words(book, list_id, limit.among)
    if limit.among.levels:
        return troops
    if limit.among == Selector():
        return limit.count
    return phrase("{counted} of {troops}", counted=limit.count, troops=troops)


def ruleset_data(ruleset: Ruleset, lists: dict[str, str]) -> dict[str, Any]:
    """A ruleset as plain data, with army lists, prices, staff tables and rulings."""
    facts = {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "period": ruleset.period,
        "official": ruleset.official,
        "scale": [marked(f"{one.number} {one.what}", one) for one in ruleset.scale],
        "bases": [_base(one) for one in ruleset.bases],
        "army_lists": lists,
        "kinds": {
            kind_id: phrase(
                "{kind}: {price}", kind=kind.label, price=price_words(kind.price, kind.counted_in[0], ruleset)
            )
            for kind_id, kind in ruleset.kinds.items()
        },
        "subtypes": {
            one: phrase("{subtype}, a subtype of {kind}", subtype=subtype.label, kind=subtype.kind)
            for one, subtype in ruleset.subtypes.items()
        },
        "options": {option_id: _option(option) for option_id, option in ruleset.options.items()},
        "national_prices": {nation: national_words(one) for one in ruleset.national_prices for nation in one.nations},
        "levels": {level.id: _level(level, ruleset.commander_word) for level in ruleset.levels},
        "ratings": {rating.id: rating.label for rating in ruleset.ratings},
        "sizes": {size.id: size.label for size in ruleset.sizes},
        "staff_tables": ["default", *ruleset.staff.national] if ruleset.staff.qualities else [],
        "bought_qualities": _quality_prices(ruleset.staff),
        "limits": [limit_words(limit, Book(ruleset), "") for limit in ruleset.limits],
        "flags": {flag.id: flag.label for flag in ruleset.flags},
        "reserves": {
            one.id: phrase("{method}: {needs}", method=one.label, needs=one.needs) for one in ruleset.reserves
        },
        "abilities": [_rule(row) for row in ability_rows(ruleset, Book(ruleset).default_rulings)],
        "cannot": [_rule(row) for row in prohibition_rows(ruleset)],
        "included": _included(ruleset),
        "notes": {note.id: _note(note) for note in ruleset.notes},
        "breaking_point": breaking_point_words(ruleset) if ruleset.breaking_point else "",
        "rulings": {ruling.id: _ruling(ruling) for ruling in ruleset.rulings},
        "sources": {source_id: source.title for source_id, source in ruleset.sources.items()},
    }
    return {key: value for key, value in facts.items() if value or key not in _OMITTED_IF_EMPTY}


_OMITTED_IF_EMPTY = (
    *(
        "official",
        "scale",
        "bases",
        "abilities",
        "cannot",
        "included",
        "notes",
        "subtypes",
        "national_prices",
        "sizes",
        "bought_qualities",
        "limits",
        "flags",
        "reserves",
    ),
    *("breaking_point", "sources"),
)
"""Keys that are left out of the data if their value is empty."""


def _base(base: Base) -> str:
    if base.figures:
        return phrase("{troops}: {size}, {figures}", troops=base.what, size=base.size, figures=base.figures)
    return phrase("{troops}: {size}", troops=base.what, size=base.size)


def _included(ruleset: Ruleset) -> list[str]:
    found: dict[str, list[Included]] = {}
    for one in ruleset.included:
        found.setdefault(troops_words(one.for_, ruleset), []).append(one)
    return [phrase("{units}: {items}", units=text, items=included_words(items)) for text, items in found.items()]


def _rule(row: ReferenceRow) -> str:
    return phrase("{troops}: {rule}", troops=row.cells[0], rule=row.cells[1])


def _note(note: PlayNote) -> str:
    return phrase("{label}: {text} {cites}", label=note.label, text=note.text, cites=format_cites(note.cite)).rstrip()


def _option(option: OptionPrice) -> str:
    fields = {"option": option.label, "points": signed_points(option.points or 0)}
    if option.per == "size":
        return marked(phrase("{option}: {points} for each stand or gun", **fields), option)
    return marked(phrase("{option}: {points} for each unit", **fields), option)


def _level(level: Level, word: str) -> str:
    price = phrase("{commander} {points}", commander=word, points=show(level.general.points or 0))
    return phrase("{level}: {price}", level=level.label, price=marked(price, level.general))


def _quality_prices(staff: Staff) -> dict[str, str]:
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


def _theatre(theatre: Theatre) -> str:
    dates = span(theatre.from_, theatre.to) if theatre.from_ or theatre.to else ""
    return phrase("{theatre}, {dates}", theatre=theatre.name, dates=dates) if dates else theatre.name


def list_data(army_list: ArmyList, book: Book) -> dict[str, Any]:
    """An army list as plain data: entries in brief, limits and traits."""
    labels = {flag.id: flag.label for flag in book.ruleset.flags}
    return {
        "id": army_list.id,
        "title": army_list.title,
        "version": army_list.version,
        "nation": army_list.nation,
        "years": span(army_list.years.from_, army_list.years.to),
        **({"theatres": {one.id: _theatre(one) for one in army_list.theatres}} if army_list.theatres else {}),
        "entries": [_short(entry, book, army_list.id) for entry in book.entries(army_list.id).values()],
        "limits": [limit_words(limit, book, army_list.id) for limit in army_list.limits],
        "commanders": {
            name: records_in_words({name: army_list.service_by_name.get(name, ())}, army_list, book.ruleset).get(
                name, ""
            )
            for name in army_list.commander_names
        },
        **({"flags": [marked(labels[one.flag], one) for one in army_list.flags]} if army_list.flags else {}),
        **({"allies": [_ally(one) for one in army_list.allies]} if army_list.allies else {}),
    }


def _ally(ally: Ally) -> str:
    fields = {"list": ally.list, "dates": span(ally.from_, ally.to), "share": str(Fraction(ally.at_most or 0))}
    if ally.at_most is None:
        return phrase("{list}, {dates}", **fields)
    return marked(phrase("{list}, {dates}, at most {share} of the points", **fields), ally)


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
        "dates": span(*book.dates(list_id, entry)) if entry.dates else "",
        **_theatres_of(entry, book, list_id),
        **({"allied": True} if entry.allied else {}),
    }


def _theatres_of(entry: Entry, book: Book, list_id: str) -> dict[str, Any]:
    declared = book.lists[list_id].theatres if list_id in book.lists else ()
    names = [one.name for one in declared if one.id in entry.theatre]
    return {"theatres": names} if names else {}


def _sizes(entry: Entry, book: Book) -> str:
    if entry.sizes:
        periods = {one.size: span(one.from_, one.to) for one in entry.sizes.dated}
        labels = {size: book.ruleset.size_label(size) for size in entry.sizes.allowed}
        return ", ".join(f"{labels[one]} {periods.get(one, '')}".rstrip() for one in labels)
    return f"{entry.size.min}-{entry.size.max}" if book.kind(entry).counted_in[1] else ""


def _rare_ratings(entry: Entry) -> dict[str, str]:
    rare = entry.ratings.only_for if entry.ratings else {}
    return {rating: all_of(entry.regiments_rated(rating, None)) for rating in rare}


def _dated_sizes(entry: Entry) -> dict[str, str]:
    return {
        span(one.from_, one.to): phrase("{min}-{max}, usually {typical}", min=one.min, max=one.max, typical=one.typical)
        for one in entry.size.dated
    }


def entry_data(entry: Entry, army_list: ArmyList, book: Book) -> dict[str, Any]:
    """An entry as plain data, with all details and sources."""
    kind = book.kind(entry)
    sources = {name: source.title for name, source in army_list.sources.items() if name in sources_of(entry)}
    return {
        **_short(entry, book, army_list.id),
        "subtype": entry.subtype,
        **({"same_troops_as": entry.same_as} if entry.same_as else {}),
        "typical_size": entry.sizes.typical if entry.sizes else entry.size.typical if kind.counted_in[1] else None,
        **({"size_by_date": _dated_sizes(entry)} if entry.size.dated else {}),
        "counted_in": kind.counted_in[1],
        "typical_rating": entry.ratings.typical if entry.ratings else None,
        **({"ratings_of_regiments": _rare_ratings(entry)} if entry.ratings and entry.ratings.only_for else {}),
        "options": [
            f"{use.option}: {use.use}" + (f", {span(use.from_, use.to)}" if use.from_ or use.to else "")
            for use in entry.options
        ],
        "may": list(dict.fromkeys(one.label for one in listed_abilities(entry, book.ruleset))),
        "irregular": entry.irregular,
        "included": _included_with(entry, book.ruleset),
        "limits": [limit_words(limit, book, army_list.id) for limit in entry.limits],
        "armament": entry.armament,
        "strength_on_paper": entry.strength.paper if entry.strength else "",
        "strength_in_the_field": entry.strength.field if entry.strength else "",
        "regiments": list(entry.regiment_names),
        **_records(entry, army_list, book),
        "note": entry.note,
        "house": [
            name
            for name, block in (("ratings", entry.ratings), ("size", entry.sizes or entry.size), ("dates", entry.dates))
            if block is not None and block.house
        ],
        "sources": sources,
    }


def _records(entry: Entry, army_list: ArmyList, book: Book) -> dict[str, Any]:
    words = records_in_words(entry.regiments_by_name, army_list, book.ruleset)
    spellings = {spelling: name for spelling, name in entry.regiment_spellings.items() if spelling != name}
    return {**({"records": words} if words else {}), **({"also": spellings} if spellings else {})}


def _included_with(entry: Entry, ruleset: Ruleset) -> str:
    options = tuple(use.option for use in entry.options if use.use != "optional")
    subject = Subject((entry.kind,), entry.subtype, options=options, irregular=entry.irregular)
    return included_words(included_with(subject, ruleset))


def sources_of(entry: Entry) -> set[str]:
    """The ids of the sources of an entry's numbers."""
    blocks = [entry, entry.ratings, entry.size, entry.sizes, entry.dates, *entry.options, *entry.limits]
    return {source for block in blocks if block is not None for source in block.sources}
