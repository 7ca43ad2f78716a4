"""Rules about dates and theatres of service."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from orbat.evaluate.pricing import rating_of
from orbat.evaluate.quote import UnitLine
from orbat.evaluate.rule import ArmyCase, DidYouMean, NameCase, RuleResult, UnitCase, commander_name, unit_name
from orbat.evaluate.summary import UnitSummary
from orbat.model.army_list import ArmyList
from orbat.model.dates import span, spans
from orbat.model.edits import Set
from orbat.model.finding import GroupText
from orbat.model.orbat import formations_of
from orbat.model.service import Regiment, Service, ServiceRecord, is_in_theatre, record_at
from orbat.model.wording import all_of, any_of, phrase

Theatres = tuple[str, ...]


def entry_in_theatre(case: UnitCase) -> Iterator[RuleResult]:
    """The entry is available in the ORBAT's theatre of war.

    Why: Some troops served in only one theatre. The army list names the theatre.

    Example: Caucasus dragoons in the Crimea.

    Remedy: Choose another entry, or change the theatre.
    """
    entry, army_list = case.entry, case.book.lists.get(case.list_id)
    if entry is None or army_list is None or not army_list.theatre_of(case.theatre):
        return
    if not is_in_theatre(entry.theatre, case.theatre):
        yield RuleResult(
            message="{unit}: {entry} served in {theatres}; the army's theatre is {theatre}",
            help="Replace {entry} with another entry, or change the theatre.",
            cites=case.cites(entry),
            fields={
                "entry": entry.name,
                "theatres": _names(army_list, entry.theatre),
                "theatre": _names(army_list, (case.theatre,)),
            },
            path=("entry",),
            house=entry.authority == "house",
        )


_NOT_THERE = GroupText("{count} regiments were not with the army in {date}: {items}", "{unit} ({dates})")
_ELSEWHERE = GroupText("{count} regiments were not in {theatre}: {items}", "{unit} ({theatres})")


def regiment_present(case: NameCase) -> Iterator[RuleResult]:
    """A unit named after a real regiment is in an army in which the regiment served.

    Why: The army list says when and where regiments served. Players may name units as they like, so the finding is only
    a warning.

    Example: a regiment that landed in 1855, in an army of 1854.

    Remedy: Name another regiment, or change the date or theatre.
    """
    if not isinstance(case.records[0], Regiment):
        return
    yield from _not_present(case, "Name another regiment, or change the date or theatre.", _NOT_THERE, _ELSEWHERE)


_ABSENT = GroupText("{count} commanders were not with the army in {date}: {items}", "{unit} ({dates})")
_AWAY = GroupText("{count} commanders were not in {theatre}: {items}", "{unit} ({theatres})")


def commander_present(case: NameCase) -> Iterator[RuleResult]:
    """A general named after a real commander is in an army in which the commander served.

    Why: The army list says when and where commanders served. Players may name generals as they like, so the finding is
    only a warning.

    Example: a general who fell in 1854, in an army of 1855.

    Remedy: Name another general, or change the date or theatre.
    """
    if not isinstance(case.records[0], Service):
        return
    yield from _not_present(case, "Name another general, or change the date or theatre.", _ABSENT, _AWAY)


def _not_present(
    case: NameCase, help: str, absent_group: GroupText, elsewhere_group: GroupText
) -> Iterator[RuleResult]:
    dated = [one for one in case.records if one.is_present(case.date)]
    if any(one.is_present(case.date, case.theatre) for one in dated):
        return
    army_list = case.book.lists[case.list_id]
    there = dict.fromkeys(theatre for one in dated for theatre in one.theatre)
    yield RuleResult(
        message="{unit} served in {theatres}; the army's theatre is {theatre}"
        if dated
        else "{unit} was not with the army in {date} (served {dates})",
        help=help,
        cites=(f"{army_list.title} list",),
        fields={
            "unit": case.name,
            "date": case.date,
            "dates": _periods(case.records),
            "theatres": _names(army_list, there),
            "theatre": _names(army_list, (case.theatre,) if case.theatre else ()),
        },
        path=(*case.path, "name"),
        group=elsewhere_group if dated else absent_group,
        house=all(one.authority == "house" for one in case.records),
    )


def _periods(records: Iterable[ServiceRecord]) -> str:
    return all_of(spans((one.from_, one.to) for one in records))


def _names(army_list: ArmyList, theatres: Iterable[str]) -> str:
    found = (army_list.theatre_of(one) for one in theatres)
    return any_of(one.name for one in found if one)


def rating_recorded(case: NameCase) -> Iterator[RuleResult]:
    """A unit with the name of a regiment has the rating that the army list gives to the regiment.

    Why: The army list rates some regiments better or worse than the rest. The entry allows other ratings, so the
    finding is only a note.

    Example: class 2 for a regiment that has class 3 in the army list.

    Remedy: Change the rating, or name another regiment.
    """
    now = record_at(case.records, case.date, case.theatre)
    if isinstance(now, Regiment) and now.rating and case.rating and now.rating != case.rating:
        yield RuleResult(
            message="{unit} has {word} {rating}, but the regiment has {word} {recorded} in the army list",
            help="Change the {word}, or name another regiment.",
            cites=(f"{case.book.title(case.list_id)} list",),
            fields={
                "unit": case.name,
                "word": case.book.ruleset.rating_word,
                "rating": case.rating,
                "recorded": now.rating,
            },
            path=(*case.path, "rating"),
            fix=(Set(case.path, "rating", now.rating),),
            house=now.authority == "house",
        )


_ONLY_FOR = GroupText("{count} units have a {word} of other regiments: {items}", "{unit} ({word} {rating})")


def rating_of_regiment(case: ArmyCase) -> Iterator[RuleResult]:
    """A unit named after a regiment has no rating that is reserved for other regiments.

    Why: The army list names the regiments that were better or worse than the rest. Players may name units as they like,
    so the finding is only a warning. A unit that is not named after a regiment may have such a rating.

    Example: a regiment of superior hussars, where the army list names only two other regiments as superior.

    Remedy: Choose another rating, or name the unit after a regiment with this rating.
    """
    limited = {
        variant
        for variant in case.summary.variants
        if (entry := variant.entry) and entry.ratings and rating_of(variant.unit, entry) in entry.ratings.only_for
    }
    for line, entry in case.units if limited else ():
        if entry is None or not any(variant.covers(line) for variant in limited):
            continue
        rating, date = rating_of(line.unit, entry), None if line.list_id in case.undated else case.orbat.date
        if entry.may_have(rating, line.unit.name, date, case.orbat.theatre):
            continue
        assert entry.ratings is not None
        regiments = entry.regiments_rated(rating, date, case.orbat.theatre)
        usual = entry.ratings.typical
        yield RuleResult(
            message="{unit}: {word} {rating} is only for {regiments}"
            if regiments
            else "{unit}: no regiment can have {word} {rating} at this date",
            help="Choose another {word}, or name the unit after one of these regiments."
            if regiments
            else "Choose another {word}.",
            cites=(f"{case.book.title(line.list_id)} list" + (" (house)" if entry.ratings.house else ""),),
            fields={
                "unit": unit_name(line.unit, entry),
                "word": case.book.ruleset.rating_word,
                "rating": rating,
                "regiments": all_of(regiments),
            },
            path=(*line.path, "rating"),
            fix=(Set(line.path, "rating", usual),) if usual not in entry.ratings.only_for else (),
            group=_ONLY_FOR,
        )


def theatre_known(case: ArmyCase) -> Iterator[RuleResult]:
    """The army list declares the ORBAT's theatre of war.

    Why: The troops, limits and commanders of an unknown theatre cannot be found.

    Example: `theatre: crimae`.

    Remedy: Correct the theatre, or remove it.
    """
    army_list = case.book.lists.get(case.context.list_id)
    theatre = case.orbat.theatre
    if army_list is None or not theatre or army_list.theatre_of(theatre):
        return
    known = [one.id for one in army_list.theatres]
    yield RuleResult(
        message="unknown theatre {theatre}; allowed: {known}{suggestion}"
        if known
        else "unknown theatre {theatre}; the army list declares no theatres",
        help="Correct the theatre, or remove it.",
        cites=(f"{army_list.title} list",),
        fields={"theatre": theatre, "known": any_of(known), "suggestion": DidYouMean(theatre, known)},
        path=("theatre",),
        fix=(Set((), "theatre", ""),),
    )


def theatre_dated(case: ArmyCase) -> Iterator[RuleResult]:
    """The ORBAT's date is within the campaigns of its theatre of war.

    Why: The army list says when the army fought in each theatre.

    Example: an army of the Danube in 1855, when the fighting there ended in 1854.

    Remedy: Correct the theatre or the date.
    """
    army_list, date = case.book.lists.get(case.context.list_id), case.orbat.date
    theatre = army_list.theatre_of(case.orbat.theatre) if army_list else None
    if army_list and theatre and date and army_list.years.covers(date) and not theatre.covers(date):
        yield RuleResult(
            message="the army did not fight in {theatre} in {date} (it fought there {dates})",
            help="Correct the theatre or the date.",
            cites=(f"{army_list.title} list",),
            fields={"theatre": theatre.name, "date": date, "dates": span(theatre.from_, theatre.to)},
            path=("theatre",),
            house=theatre.authority == "house",
        )


def one_theatre(case: ArmyCase) -> Iterator[RuleResult]:
    """All entries, regiments and commanders of an army served in the same theatre of war.

    Why: Troops of different theatres never met. If the ORBAT names a theatre, other rules check each unit and
    commander.

    Example: veterans of the Caucasus beside a battalion of sailors from Sevastopol.

    Remedy: Replace the troops of one theatre, or name the theatre.
    """
    if case.orbat.theatre or not any(one.theatres for one in case.book.lists.values()):
        return
    found = {*_theatres_of(case, case.summary)}
    if case.orbat.commander:
        found.update(_of_commander(case, case.context.list_id, case.orbat.commander.name))
    if not found or frozenset.intersection(*map(frozenset, found)):
        return
    ordered = sorted(found)
    apart = next((pair for pair in combinations(ordered, 2) if not {*pair[0]} & {*pair[1]}), ordered)
    yield RuleResult(
        message="{items} never served in the same theatre",
        help="Replace the troops of one theatre, or name the theatre of the army.",
        cites=(f"{case.book.title(case.context.list_id)} list",),
        fields={"items": all_of(_in_words(case, one) for one in apart)},
        path=("theatre",),
    )


def _in_words(case: ArmyCase, theatres: Theatres) -> str:
    known = {one.id: one.name for army_list in case.book.lists.values() for one in army_list.theatres}
    names = any_of(known[one] for one in theatres if one in known)
    return phrase("{name} ({theatres})", name=_first_in(case, theatres), theatres=names)


def _theatres_of(case: ArmyCase, summary: UnitSummary) -> frozenset[Theatres]:
    if summary.theatres is None:
        line, found = summary.line, set[Theatres]()
        for unit in line.units if line else summary.own_lines:
            found.update(_of_unit(case, unit))
        if line and line.commander:
            found.update(_of_commander(case, line.list_id, line.commander.commander.name))
        summary.theatres = frozenset(found).union(*(_theatres_of(case, one) for one in summary.inner))
    return summary.theatres


def _of_unit(case: ArmyCase, line: UnitLine) -> tuple[Theatres, ...]:
    entry = case.book.entry(line.list_id, line.unit.entry)
    if entry is None:
        return ()
    own = (entry.theatre,) if entry.theatre else ()
    records = entry.records_of(line.unit.name)
    return (*own, *_of_records(case, line.list_id, records)) if records else own


def _of_commander(case: ArmyCase, list_id: str, name: str) -> tuple[Theatres, ...]:
    army_list = case.book.lists.get(list_id)
    return _of_records(case, list_id, army_list.service_of(name)) if army_list else ()


def _of_records(case: ArmyCase, list_id: str, records: Iterable[ServiceRecord]) -> tuple[Theatres, ...]:
    date = None if list_id in case.undated else case.orbat.date
    present = [one.theatre for one in records if one.is_present(date)]
    if not present or not all(present):
        return ()
    return (tuple(dict.fromkeys(theatre for one in present for theatre in one)),)


def _first_in(case: ArmyCase, theatres: Theatres) -> str:
    for line, entry in case.units:
        if theatres in _of_unit(case, line):
            return unit_name(line.unit, entry)
    for place in formations_of(case.orbat):
        commander = place.formation.commander
        if commander and theatres in _of_commander(case, place.list_id, commander.name):
            return commander_name(case.book, commander, place.formation)
    return case.orbat.commander.name if case.orbat.commander else ""
