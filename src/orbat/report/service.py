"""The records of regiments and commanders as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from orbat.evaluate.pricing import rating_of
from orbat.evaluate.quote import Quote, UnitLine
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.dates import span
from orbat.model.look_alikes import name_key
from orbat.model.orbat import Formation, Orbat, formations_of
from orbat.model.path import OrbatPath
from orbat.model.ruleset import Ruleset
from orbat.model.service import Regiment, Service, ServiceRecord, record_at
from orbat.model.wording import any_of, phrase


def record_words(record: ServiceRecord, army_list: ArmyList, ruleset: Ruleset) -> str:
    """A service record as text, without the name: `class 3, 1st Brigade, from 1854-05, Crimea`, or ""."""
    parts = []
    if isinstance(record, Regiment):
        parts += [phrase("{word} {rating}", word=ruleset.rating_word, rating=record.rating)] if record.rating else []
        parts += [ruleset.options[one].label for one in record.options if one in ruleset.options]
        parts += [phrase("size {size}", size=record.size)] if record.size is not None else []
    if isinstance(record, Service):
        parts += ["commander-in-chief"] if record.chief else []
        labels = [one.label for one in ruleset.levels if one.id == record.level]
        parts += [phrase("{level} commander", level=labels[0])] if labels and not record.parent else []
        kinds, subtypes = ruleset.kinds, ruleset.subtypes
        led = [
            kinds[one].label if one in kinds else subtypes[one].label
            for one in record.leads
            if one in {*kinds, *subtypes}
        ]
        parts += led or ([record.arm] if record.arm else [])
    parts += [formation_words(record, ruleset)] if record.parent else []
    parts += [span(record.from_, record.to)] if record.from_ or record.to else []
    theatres = [one.name for one in army_list.theatres if one.id in record.theatre]
    return ", ".join([*parts, *([any_of(theatres)] if theatres else [])])


def records_in_words(
    records: Mapping[str, Iterable[ServiceRecord]], army_list: ArmyList, ruleset: Ruleset
) -> dict[str, str]:
    """Service records as text, by name. Records without details are left out."""
    found = {
        name: " / ".join(filter(None, (record_words(one, army_list, ruleset) for one in several)))
        for name, several in records.items()
    }
    return {name: words for name, words in found.items() if words}


def about_records(records: Iterable[ServiceRecord], army_list: ArmyList, ruleset: Ruleset) -> str:
    """The service records of one name as text, with the name and the titles of their sources.

    Returns "" for records without details.
    """
    several = tuple(records)
    words = records_in_words({one.name: several for one in several}, army_list, ruleset)
    cited = dict.fromkeys(source for one in several for source in one.sources)
    titles = [army_list.sources[one].title for one in cited if one in army_list.sources]
    for name, details in words.items():
        if titles:
            return phrase("{name}: {details}. Source: {titles}.", name=name, details=details, titles="; ".join(titles))
        return phrase("{name}: {details}.", name=name, details=details)
    return ""


def formation_words(record: ServiceRecord, ruleset: Ruleset) -> str:
    """The formations in a service record, the smallest first: `1st Brigade, Light Division`."""
    order = ruleset.level_ids
    known = [level for level in order if level in record.parent]
    return ", ".join(record.parent[level] for level in sorted(known, key=order.index, reverse=True))


def regiment_words(orbat: Orbat, book: Book, line: UnitLine) -> str:
    """The service record of a unit's regiment, at the date and in the theatre of the ORBAT, or "".

    If the regiment was not with the army then, all of its records are given.
    """
    entry, army_list = book.entry(line.list_id, line.unit.entry), book.lists.get(line.list_id)
    if entry is None or army_list is None or not line.unit.name:
        return ""
    campaign = army_list.campaign(orbat.date, orbat.theatre)
    name = entry.known_regiments.find(line.unit.name)
    record = entry.regiment_at(name, campaign.date, campaign.theatre)
    records = (record,) if record else entry.regiments_by_name.get(name, ())
    return records_in_words({name: records}, army_list, book.ruleset).get(name, "")


ServiceNotes = Mapping[OrbatPath, tuple[str, ...]]
"""What service records say about units and generals, by path.

Examples: `historically Light Division`, `with the army from 1854-05`.
"""


def service_notes(orbat: Orbat, book: Book, quote: Quote) -> ServiceNotes:
    """What service records say about the units and generals of an ORBAT, the most important facts first.

    Facts that the ORBAT itself shows are left out, such as the rating of the unit.
    """
    return {path: notes for path, notes in _service_notes(orbat, book, quote) if notes}


def service_texts(notes: tuple[str, ...]) -> tuple[str, ...]:
    """Notes on service as texts of different lengths, the longest first. Shorter texts leave out the last notes."""
    return tuple(", ".join(notes[:number]) for number in range(len(notes), 0, -1))


def _service_notes(orbat: Orbat, book: Book, quote: Quote) -> Iterator[tuple[OrbatPath, tuple[str, ...]]]:
    around: dict[OrbatPath, dict[str, str]] = {(): {}}
    list_ids: dict[OrbatPath, str] = {(): orbat.army_list.id if orbat.army_list else ""}
    for place in formations_of(orbat):
        around[place.path] = {one.level: _names(one) for one in (*place.above, place.formation)}
        list_ids[place.path] = place.list_id
    for line in quote.all_units:
        entry, campaign = book.entry(line.list_id, line.unit.entry), book.campaign(orbat, line.list_id)
        if entry and line.unit.name:
            name = entry.known_regiments.find(line.unit.name)
            regiment = entry.regiment_at(name, campaign.date, campaign.theatre)
            rating = rating_of(line.unit, entry)
            if regiment:
                yield line.path, _notes(regiment, around[line.path[:-2]], rating, book.ruleset)
    for general in quote.all_commanders:
        home = general.path[:-1]
        army_list, campaign = book.lists.get(list_ids[home]), book.campaign(orbat, list_ids[home])
        if army_list and general.commander.name:
            records = army_list.service_of(general.commander.name)
            record = record_at(records, campaign.date, campaign.theatre)
            if record:
                yield general.path, _notes(record, around[home], "", book.ruleset)


def _notes(record: ServiceRecord, around: Mapping[str, str], rating: str, ruleset: Ruleset) -> tuple[str, ...]:
    parts = []
    if isinstance(record, Regiment) and record.rating and record.rating != rating:
        fields = {"word": ruleset.rating_word, "rating": record.rating}
        parts.append(phrase("{word} {rating} in the army list", **fields))
    if record.parent and not _is_within(record, around):
        parts.append(phrase("historically {formation}", formation=formation_words(record, ruleset)))
    if record.from_ or record.to:
        parts.append(phrase("with the army {dates}", dates=span(record.from_, record.to)))
    return tuple(parts)


def _is_within(record: ServiceRecord, around: Mapping[str, str]) -> bool:
    """Whether a unit is in the formations that a record names. `around`: the unit's formations, by level.

    A level that is missing in `around` or in the record is not compared.
    """
    pairs = [(name, around[level]) for level, name in record.parent.items() if around.get(level)]
    return bool(pairs) and all(_telling_words(name) <= _words(own) for name, own in pairs)


def _names(formation: Formation) -> str:
    # With the name of the general: a division with the name of a general is the 2nd Division if that general leads it.
    return f"{formation.name} {formation.commander.name}" if formation.commander else formation.name


def _telling_words(name: str) -> set[str]:
    # The number of a formation, if it has one: `16th Foot Division` is also `Right wing, 16th Division`.
    words = _words(_POSSESSIVE.sub("", name))
    return {word for word in words if word[0].isdecimal()} or words


def _words(name: str) -> set[str]:
    return {_ORDINALS.get(word, word) for word in name_key(name).split()}


_POSSESSIVE = re.compile(r"['’]s\b.*")
"""The possessive, and the words after it: `'s Division`."""
_ORDINALS = {
    word: f"{number}{('th', 'st', 'nd', 'rd')[number if number < 4 else 0]}"
    for number, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 1
    )
}
