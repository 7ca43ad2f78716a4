"""The records of regiments and commanders as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orbat.evaluate.quote import CommanderLine, UnitLine
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.dates import span
from orbat.model.look_alikes import name_key
from orbat.model.orbat import Orbat, formations_of, list_id_at
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
        parts += [record.arm] if record.arm else []
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
    order = [level.id for level in ruleset.levels]
    known = [level for level in order if level in record.parent]
    return ", ".join(record.parent[level] for level in sorted(known, key=order.index, reverse=True))


def regiment_words(orbat: Orbat, book: Book, line: UnitLine) -> str:
    """The service record of a unit's regiment, at the date and in the theatre of the ORBAT, or ""."""
    entry, army_list = book.entry(line.list_id, line.unit.entry), book.lists.get(line.list_id)
    if entry is None or army_list is None or not line.unit.name:
        return ""
    campaign = army_list.campaign(orbat.date, orbat.theatre)
    record = entry.regiment_at(entry.known_regiments.find(line.unit.name), campaign.date, campaign.theatre)
    return record_words(record, army_list, book.ruleset) if record else ""


def led_formation(orbat: Orbat, book: Book, line: CommanderLine) -> str:
    """The formation that a general led in history, such as `historically Light Division`, or ""."""
    home = line.path[:-1]
    army_list = book.lists.get(list_id_at(orbat, home))
    if army_list is None or not line.commander.name:
        return ""
    campaign = army_list.campaign(orbat.date, orbat.theatre)
    records = army_list.service_by_name.get(army_list.known_commanders.find(line.commander.name), ())
    record = record_at(records, campaign.date, campaign.theatre)
    if record is None or not record.parent:
        return ""
    places = (place for place in formations_of(orbat) if place.path == home)
    names = [name_key(one.name) for place in places for one in (*place.above, place.formation)]
    if all(any(name_key(one) in name for name in names) for one in record.parent.values()):
        return ""
    return phrase("historically {formation}", formation=formation_words(record, book.ruleset))
