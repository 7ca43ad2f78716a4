"""Lint rules about ids, names and references."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from orbat.data.data_file import DataFile
from orbat.data.lint_rules.rule import Fault, LintCase, unknown
from orbat.model.applicability import Applicability
from orbat.model.army_list import (
    OWN_FORMATION,
    Ally,
    ArmyFlag,
    ArmyList,
    DatedNamedSize,
    Entry,
    Limit,
    NamedSizes,
    Selector,
)
from orbat.model.commanders import BOUGHT, DICED, SET, Staff, StaffTable
from orbat.model.kinds import BarredKinds, BarredRatings, FixedSize, Kind, OptionPrice, Subtype
from orbat.model.path import OrbatPath
from orbat.model.play import (
    Ability,
    Base,
    BreakingPoint,
    DeploymentOrder,
    PlayersGeneral,
    Prohibition,
    ScoutingRules,
    Victory,
)
from orbat.model.prices import NationalPrice, OtherPrice, Price, QualityPrices
from orbat.model.record import Record, Value, key_of
from orbat.model.reference import Reference
from orbat.model.ruleset import Apart, NeededUnits, OffBoard, Ruleset, Ruling, Switch
from orbat.model.service import Service, ServiceRecord
from orbat.model.sheet import Layout
from orbat.model.sourced import RulesetFile, Sourced
from orbat.model.subject import Subject, can_have
from orbat.model.wording import phrase

Place = tuple[DataFile[Any], OrbatPath]


def check_duplicate_ids(case: LintCase) -> Iterator[Fault]:
    """No id is defined twice.

    Why: Only one of the two definitions is used, possibly the wrong one. Ids of a ruleset's entries must not occur in
    army lists. If two army lists define the same id, the finding is a warning. A regiment or commander must not have
    two records for the same theatre and time. Another spelling of a name, in `also`, must belong to one regiment or
    commander only.

    Example: two entries with `id: line_foot`.

    Remedy: Change one of the two ids, or remove one of the definitions.
    """
    for what, found in _definitions(case):
        first: dict[str, OrbatPath] = {}
        for path, word in found:
            if word in first:
                yield _duplicate_id(case, path, what, word, (case.file, first[word]))
            first.setdefault(word, path)
    if case.army_list:
        yield from _duplicate_names(case, "commander", ("service",), case.army_list.service)
        for number, entry in enumerate(case.army_list.entries):
            yield from _duplicate_names(case, "regiment", ("entries", number, "regiments"), entry.regiments)
        yield from _duplicates_across_files(case)


def _duplicate_names(case: LintCase, what: str, path: OrbatPath, records: tuple[ServiceRecord, ...]) -> Iterator[Fault]:
    """Yield a fault if records have the same name, theatre and time, or if a spelling in `also` is not unique."""
    for name, indexes in _indexes_by_name(records).items():
        for place, index in enumerate(indexes):
            same = next((one for one in indexes[:place] if records[one].coincides_with(records[index])), None)
            if same is not None:
                yield _duplicate_id(case, (*path, index, "name"), what, name, (case.file, (*path, same, "name")))
    names = {one.name: (*path, number, "name") for number, one in enumerate(records)}
    for number, record in enumerate(records):
        for index, spelling in enumerate(record.also):
            here: OrbatPath = (*path, number, "also", index)
            if spelling in names:
                yield _duplicate_id(case, here, what, spelling, (case.file, names[spelling]))
            names.setdefault(spelling, here)


def _indexes_by_name(records: tuple[ServiceRecord, ...]) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, one in enumerate(records):
        found.setdefault(one.name, []).append(number)
    return found


def _definitions(case: LintCase) -> Iterator[tuple[str, list[tuple[OrbatPath, str]]]]:
    yield "entry", _with_ids(("entries",), case.entries)
    if case.army_list:
        yield "theatre", _with_ids(("theatres",), case.army_list.theatres)
        yield "habit", [(("habits", n, "what"), habit.what) for n, habit in enumerate(case.army_list.habits)]
        undated = [(n, one) for n, one in enumerate(case.army_list.flags) if not (one.from_ or one.to)]
        yield "flag", [(("flags", n, "flag"), one.flag) for n, one in undated]
    ruleset = case.data
    if isinstance(ruleset, Reference):
        yield "table", _with_ids(("tables",), ruleset.tables)
    if isinstance(ruleset, Ruleset):
        yield "level", _with_ids(("levels",), ruleset.levels)
        yield "rating", _with_ids(("ratings",), ruleset.ratings)
        yield "size", _with_ids(("sizes",), ruleset.sizes)
        yield "flag", _with_ids(("flags",), ruleset.flags)
        yield "reserve", _with_ids(("reserves",), ruleset.reserves)
        yield "note", _with_ids(("notes",), ruleset.notes)
        yield "turn entry", _with_ids(("turns",), ruleset.turns)
        yield "fact", _with_ids(("facts",), ruleset.facts)
        yield "fate of units", _with_ids(("unit_fates",), ruleset.unit_fates)
        yield "fate of generals", _with_ids(("general_fates",), ruleset.general_fates)
        # losses are saved under these labels
        labels: list[tuple[OrbatPath, str]] = [
            ((key, number, "label"), one.label)
            for key, marks in (("states", ruleset.states), ("marks", ruleset.marks))
            for number, one in enumerate(marks)
        ]
        yield "label of a state or mark", labels
        yield "staff quality", _with_ids(("staff", "qualities"), ruleset.staff.qualities)
        yield "arm", [(("arms", number), arm) for number, arm in enumerate(ruleset.arms)]
        yield "ruling", _with_ids(("rulings",), ruleset.rulings)
        for number, ruling in enumerate(ruleset.rulings):
            yield (
                phrase("choice of {ruling}", ruling=ruling.id),
                _with_ids(("rulings", number, "choices"), ruling.choices),
            )
        for kind in ruleset.kinds:
            of_kind = [(n, a) for n, a in enumerate(ruleset.abilities) if kind in a.kinds]
            # an ability may be defined for several parts of a kind, such as light and heavy cavalry
            for condition in dict.fromkeys(ability.for_ for _, ability in of_kind):
                alike = [(("abilities", n, "id"), a.id) for n, a in of_kind if a.for_ == condition]
                yield phrase("ability of {kind}", kind=kind), list(alike)
        yield "prohibition", _with_ids(("cannot",), ruleset.cannot)


def _with_ids(path: OrbatPath, items: tuple[Any, ...]) -> list[tuple[OrbatPath, str]]:
    return [((*path, number, "id"), item.id) for number, item in enumerate(items)]


def _duplicates_across_files(case: LintCase) -> Iterator[Fault]:
    common: list[DataFile[Any]] = [case.rules] if case.rules and case.rules.value else []
    for file in (*common, *case.lists):
        paths = {word: path for path, word in _with_ids(("entries",), file.value.entries if file.value else ())}
        for path, word in _with_ids(("entries",), case.entries):
            if word in paths:
                fault = _duplicate_id(case, path, "entry", word, (file, paths[word]))
                yield fault if file is case.rules else Fault(path, fault.message, fault.help, "warning")


def _duplicate_id(case: LintCase, path: OrbatPath, what: str, word: str, other: Place) -> Fault:
    message = phrase(
        "the {what} {id} is defined twice: in {first} and in {second}",
        what=what,
        id=word,
        first=_place(case.file, path),
        second=_place(*other),
    )
    return Fault(path, message, "Rename or remove one of the two.")


def _place(file: DataFile[Any], path: OrbatPath) -> str:
    span = file.document.span(path) if file.document else None
    return phrase("{file} line {line}", file=file.path.name, line=span.line) if span else file.path.name


def check_file_ids(case: LintCase) -> Iterator[Fault]:
    """The id of a data file matches the name of the file or folder.

    Why: orbat finds files by name. The id of an army list or sheet is the name of its file. The id of a ruleset is the
    name of its folder. Other files are in the folder of their ruleset.

    Example: `id: alied` in allied.yaml.

    Remedy: Rename the file or the folder, or correct the id.
    """
    path, data = case.file.path.absolute(), case.data
    folder = path.parent.name
    if isinstance(data, Ruleset):
        if path.name != "ruleset.yaml":
            message = phrase("the ruleset is in {file}; it must be in ruleset.yaml", file=path.name)
            yield Fault(("id",), message, "Rename the file.")
    elif isinstance(data, ArmyList | RulesetFile) and data.ruleset != folder:
        message = phrase(
            "the file is for the ruleset {ruleset}, but it is in the folder {folder}",
            ruleset=data.ruleset,
            folder=folder,
        )
        help = phrase("Move the file to the folder {ruleset}.", ruleset=data.ruleset)
        yield Fault(("ruleset",), message, help)
    if isinstance(data, RulesetFile):
        if path.name != data.file_name:
            message = phrase(
                "{contents} are in the file {file}; they must be in {expected}",
                contents=data.called,
                file=path.name,
                expected=data.file_name,
            )
            yield Fault((), message, "Rename the file.")
    elif isinstance(data, Ruleset) and data.id != folder:
        message = phrase("the id is {id}, but the folder is named {name}; the two must match", id=data.id, name=folder)
        yield Fault(("id",), message, phrase("Write id: {name}, or rename the folder.", name=folder))
    elif isinstance(data, ArmyList | Layout) and data.id != path.stem:
        message = phrase("the id is {id}, but the file is named {name}; the two must match", id=data.id, name=path.stem)
        yield Fault(("id",), message, phrase("Write id: {name}, or rename the file.", name=path.stem))


# Choices of rulings.


CONDITIONAL = (FixedSize, BarredKinds, BarredRatings, OtherPrice, NationalPrice)
"""Types of records that apply only under one choice of a ruling."""

Choices = Mapping[str, list[str]]


def check_rulings(case: LintCase, ruleset: Ruleset) -> Iterator[Fault]:
    """Report unknown choices of a ruling. If a number depends on a ruling, report each choice without a number."""
    choices = {ruling.id: [choice.id for choice in ruling.choices] for ruling in ruleset.rulings}
    for number, ruling in enumerate(ruleset.rulings):
        if ruling.ours not in choices[ruling.id]:
            yield unknown(("rulings", number, "ours"), ruling.ours, "a choice of the ruling", choices[ruling.id])
        yield from _check_fixed_choices(number, ruling, ruleset)
    # If a number depends on a ruling, each choice of the ruling must have a number.
    for path, record in case.each_of(*CONDITIONAL, Ability, ScoutingRules, PlayersGeneral, BreakingPoint):
        yield from _check_conditions(path, record, choices)


def _check_conditions(path: OrbatPath, record: Record, choices: Choices) -> Iterator[Fault]:
    if isinstance(record, CONDITIONAL):
        known = choices.get(record.ruling, [])
        if bool(record.ruling) != bool(record.choice):
            has, lacks = ("ruling", "choice") if record.ruling else ("choice", "ruling")
            message = phrase("the key {has} also needs the key {lacks}, which is missing", has=has, lacks=lacks)
            help = phrase("Add the key {lacks}, or remove the key {has}.", lacks=lacks, has=has)
            yield Fault((*path, has), message, help, at_key=True)
        elif known and record.choice not in known:
            yield unknown((*path, "choice"), record.choice, phrase("a choice of {ruling}", ruling=record.ruling), known)
    elif isinstance(record, Ability) and record.least_size_by_ruling:
        yield from _check_number_per_choice(
            (*path, "least_size_by_ruling"), record.least_size_by_ruling, record.ruling, choices
        )
    elif isinstance(record, ScoutingRules):
        yield from _check_number_per_choice((*path, "per_stand"), record.per_stand, record.ruling, choices)
    elif isinstance(record, PlayersGeneral):
        yield from _check_number_per_choice((*path, "points"), record.points, record.ruling, choices)
    elif isinstance(record, BreakingPoint):
        yield from _check_choices((*path, "by_ruling"), record.by_ruling, record.ruling, choices)


def _check_fixed_choices(number: int, ruling: Ruling, ruleset: Ruleset) -> Iterator[Fault]:
    what, known = "", list[str]()
    if ruling.id == ruleset.staff.fallback_ruling:
        what, known = "a staff table", ["default", *ruleset.staff.national]
    elif ruling.id == ruleset.staff.ruling:
        what, known = "a way to obtain staff quality", [DICED, BOUGHT, SET]
    for index, choice in enumerate(ruling.choices if what else ()):
        if choice.id not in known:
            yield unknown(("rulings", number, "choices", index, "id"), choice.id, what, known)


def _check_choices(path: OrbatPath, numbers: Iterable[str], ruling: str, choices: Choices) -> Iterator[Fault]:
    known = choices.get(ruling, [])
    what = phrase("a choice of {ruling}", ruling=ruling) if ruling else "a choice of a ruling"
    for choice in numbers:
        if choice not in known:
            yield unknown((*path, choice), choice, what, known, at_key=True)


def _check_number_per_choice(
    path: OrbatPath, numbers: Mapping[str, Any], ruling: str, choices: Choices
) -> Iterator[Fault]:
    yield from _check_choices(path, numbers, ruling, choices)
    for choice in choices.get(ruling, []):
        if choice not in numbers:
            message = phrase(
                "no number is given for the choice {choice} of the ruling {ruling}", choice=choice, ruling=ruling
            )
            yield Fault(path, message, phrase("Add a number for the choice {choice}.", choice=choice), at_key=True)


# References to names that are defined elsewhere.


KnownNames = Callable[[Ruleset], Iterable[str]]


class _NameField(Value):
    """A field that contains names: one name, several names, or a mapping with names as keys."""

    records: tuple[type, ...]
    field: str
    what: str
    """The word for a correct name, such as "a kind"."""
    known: KnownNames
    """Returns the names that a ruleset defines."""


def _ids(items: Iterable[Any]) -> list[str]:
    return [item.id for item in items]


_WITH_RULING = (*CONDITIONAL, Switch, Ability, ScoutingRules, Victory, PlayersGeneral, BreakingPoint, Staff)
"""Types of records that depend on a ruling."""

_WITH_KINDS = (Base, OptionPrice, BarredKinds, Ability, Selector, Applicability)
"""Types of records that apply to some kinds of troops only."""

_NAMES = (
    _NameField((Entry, Subtype, NeededUnits), "kind", "a kind", lambda r: r.kinds),
    _NameField((NeededUnits,), "needs", "a kind", lambda r: r.kinds),
    _NameField(_WITH_KINDS, "kinds", "a kind", lambda r: r.kinds),
    _NameField((Kind,), "arm", "an arm", lambda r: r.arms),
    _NameField((Apart,), "arms", "an arm", lambda r: r.arms),
    _NameField((DeploymentOrder,), "order", "an arm", lambda r: r.arms),
    _NameField((ScoutingRules, Selector, Applicability), "subtypes", "a subtype", lambda r: r.subtypes),
    _NameField((Selector, Applicability), "options", "an option", lambda r: r.options),
    _NameField((Apart, OffBoard, Selector), "levels", "a level", lambda r: _ids(r.levels)),
    _NameField((ServiceRecord,), "parent", "a level", lambda r: _ids(r.levels)),
    _NameField((Limit,), "scope", "a scope", lambda r: ["army", *_ids(r.levels), OWN_FORMATION]),
    _NameField(_WITH_RULING, "ruling", "a ruling", lambda r: _ids(r.rulings)),
    _NameField((Victory,), "works_ruling", "a ruling", lambda r: _ids(r.rulings)),
    _NameField((Staff,), "fallback_ruling", "a ruling", lambda r: _ids(r.rulings)),
    _NameField((Staff,), "player", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _NameField((StaffTable,), "rows", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _NameField((QualityPrices,), "points", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _NameField((Price, OtherPrice, ScoutingRules), "by_rating", "a rating", lambda r: _ids(r.ratings)),
    _NameField((Ability, Applicability, Selector, BarredRatings), "ratings", "a rating", lambda r: _ids(r.ratings)),
    _NameField((Price,), "by_size", "a named size", lambda r: _ids(r.sizes)),
    _NameField((Price,), "marked", "a rating or a named size", lambda r: [*_ids(r.ratings), *_ids(r.sizes)]),
    _NameField((Selector, Applicability), "sizes", "a named size", lambda r: _ids(r.sizes)),
    _NameField((NamedSizes,), "allowed", "a named size", lambda r: _ids(r.sizes)),
    _NameField((DatedNamedSize,), "size", "a named size", lambda r: _ids(r.sizes)),
    _NameField((NamedSizes,), "typical", "a named size", lambda r: _ids(r.sizes)),
    _NameField((Service,), "arm", "an arm", lambda r: r.arms),
    _NameField((Service,), "level", "a level", lambda r: _ids(r.levels)),
    _NameField((Service,), "leads", "a kind or subtype", lambda r: [*r.kinds, *r.subtypes]),
    _NameField((ArmyFlag,), "flag", "a flag of the ruleset", lambda r: _ids(r.flags)),
    _NameField((Applicability,), "flags", "a flag of the ruleset", lambda r: _ids(r.flags)),
    _NameField((Selector, Applicability), "without", "an option", lambda r: r.options),
    _NameField((Applicability,), "may", "an ability", lambda r: _ids(r.abilities)),
    _NameField((Applicability,), "may_not", "an ability", lambda r: _ids(r.abilities)),
    _NameField((Prohibition,), "as_", "an ability", lambda r: _ids(r.abilities)),
    _NameField((Applicability,), "qualities", "a staff quality", lambda r: _ids(r.staff.qualities)),
)


def check_references(case: LintCase) -> Iterator[Fault]:
    """Every name in a data file is defined.

    Why: With a misspelt name, a limit counts no units, or an option is never charged. An entry may use only
    the subtypes, options and abilities of its kind of troops. A regiment may use only the options and ratings of its
    entry.

    Example: `kinds: [infantrie]` in a limit.

    Remedy: Correct the name, or define it.
    """
    ruleset = case.ruleset
    if isinstance(case.data, ArmyList | RulesetFile) and ruleset is None:
        yield _no_ruleset(case, case.data.ruleset)
    yield from _check_sources(case)
    if ruleset is None:
        return
    for name in _NAMES:
        known = list(name.known(ruleset))
        for path, record in case.each_of(*name.records):
            for place, word, at_key in _names_in((*path, key_of(name.field)), getattr(record, name.field)):
                if word not in known:
                    yield unknown(place, word, name.what, known, at_key=at_key)
    for path, entry in case.each(Entry):
        yield from _check_kind(path, entry, ruleset)
        yield from _check_regiments(path, entry)
    for path, selector in case.each(Selector):
        yield from _check_selector(case, path, selector, ruleset)
    yield from _check_same_troops(case)
    yield from _check_allies(case)
    yield from _check_service(case)
    yield from _check_theatres(case)
    if isinstance(case.data, Ruleset):
        yield from check_rulings(case, ruleset)


def _no_ruleset(case: LintCase, name: str) -> Fault:
    if case.rules is None:
        return unknown(("ruleset",), name, "a ruleset", case.rulesets)
    message = phrase("the ruleset {name} cannot be used, so names were not checked", name=name)
    help = phrase("Run `orbat lint` on {file} and correct the errors.", file=case.rules.path.name)
    return Fault(("ruleset",), message, help)


def _names_in(path: OrbatPath, value: Any) -> Iterator[tuple[OrbatPath, str, bool]]:
    if isinstance(value, str):
        if value:
            yield path, value, False
    elif isinstance(value, Mapping):
        for word in value:
            yield (*path, word), word, True
    else:
        for number, word in enumerate(value or ()):
            yield (*path, number), word, False


def _check_service(case: LintCase) -> Iterator[Fault]:
    # in older lists, `commanders` names everybody in `service`
    known = case.army_list.commanders if case.army_list else ()
    for path, service in case.each(Service):
        if known and service.name not in known:
            yield unknown((*path, "name"), service.name, "a commander of the list", known)


def _check_theatres(case: LintCase) -> Iterator[Fault]:
    known = _ids(case.army_list.theatres) if case.army_list else []
    for path, record in case.each_of(Entry, Limit, ServiceRecord):
        for place, word, _ in _names_in((*path, "theatre"), record.theatre):
            if word not in known:
                yield unknown(place, word, "a theatre of the list", known)


def _check_regiments(path: OrbatPath, entry: Entry) -> Iterator[Fault]:
    options = [use.option for use in entry.options]
    ratings = entry.ratings.allowed if entry.ratings else ()
    for number, regiment in enumerate(entry.regiments):
        here = (*path, "regiments", number)
        for index, option in enumerate(regiment.options):
            if option not in options:
                yield unknown(
                    (*here, "options", index), option, phrase("an option of {entry}", entry=entry.id), options
                )
        if regiment.rating is not None and regiment.rating not in ratings:
            what = phrase("a rating of {entry}", entry=entry.id)
            yield unknown((*here, "rating"), regiment.rating, what, ratings)


def _check_kind(path: OrbatPath, entry: Entry, ruleset: Ruleset) -> Iterator[Fault]:
    kind = entry.kind
    any_kind = kind not in ruleset.kinds
    subtype_of = "a subtype" if any_kind else phrase("a subtype of {kind}", kind=kind)
    option_of = "an option" if any_kind else phrase("an option of {kind}", kind=kind)
    ability_of = "an ability" if any_kind else phrase("an ability of {kind}", kind=kind)
    subtypes = [key for key, subtype in ruleset.subtypes.items() if any_kind or subtype.kind == kind]
    if entry.subtype and entry.subtype not in subtypes:
        yield unknown((*path, "subtype"), entry.subtype, subtype_of, subtypes)
    options = [key for key, option in ruleset.options.items() if any_kind or kind in option.kinds]
    for number, use in enumerate(entry.options):
        if use.option not in options:
            yield unknown((*path, "options", number, "option"), use.option, option_of, options)
    abilities = [ability.id for ability in ruleset.abilities if any_kind or kind in ability.kinds]
    for field in ("may", "may_not"):
        for number, ability in enumerate(getattr(entry, field)):
            if ability not in abilities:
                yield unknown((*path, field, number), ability, ability_of, abilities)
            elif field == "may":
                yield from _check_conditions_of_ability((*path, field, number), ability, entry, ruleset)


def _check_conditions_of_ability(path: OrbatPath, ability: str, entry: Entry, ruleset: Ruleset) -> Iterator[Fault]:
    named = [one for one in ruleset.abilities if one.id == ability]
    options = tuple(use.option for use in entry.options)
    ratings = entry.ratings.allowed if entry.ratings else ("",)
    units = [Subject((entry.kind,), entry.subtype, rating, options, irregular=entry.irregular) for rating in ratings]
    if not any(can_have(one, unit) for one in named for unit in units):
        message = phrase("no unit of {entry} can have the ability {ability}", entry=entry.id, ability=ability)
        yield Fault(
            path,
            message,
            "Remove the ability from this entry. The ruleset allows the ability only for other units of the same kind.",
            "warning",
        )


def _check_allies(case: LintCase) -> Iterator[Fault]:
    known = [one.value.id for one in case.lists if one.value]
    for path, ally in case.each(Ally):
        if case.lists and ally.list not in known:
            yield unknown((*path, "list"), ally.list, "another army list of the ruleset", known)


def _check_same_troops(case: LintCase) -> Iterator[Fault]:
    entries = {entry.id: entry for entry in case.entries}
    for path, entry in case.each(Entry):
        if not entry.same_as:
            continue
        other = entries.get(entry.same_as)
        known = [one.id for one in entries.values() if not one.same_as and one is not entry]
        if other is None or other is entry:
            yield unknown((*path, "same_as"), entry.same_as, "another entry", known)
        elif other.same_as:
            message = phrase("{other} cannot be named here, because {other} has the key `same_as` too", other=other.id)
            yield Fault((*path, "same_as"), message, phrase("Write same_as: {first}.", first=other.same_as))


def _check_selector(case: LintCase, path: OrbatPath, selector: Selector, ruleset: Ruleset) -> Iterator[Fault]:
    entries = [*case.entries, *ruleset.entries]
    for field in ("entries", "not_entries"):
        for place, word, _ in _names_in((*path, field), getattr(selector, field)):
            if word not in _ids(entries):
                yield unknown(place, word, "an entry", _ids(entries))
    groups = [entry.group for entry in entries if entry.group]
    for place, word, _ in _names_in((*path, "groups"), selector.groups):
        if word not in groups:
            yield unknown(place, word, "a group", groups)


def _check_sources(case: LintCase) -> Iterator[Fault]:
    # The ruleset's other files, such as its reference tables, name its sources.
    owner = case.data if isinstance(case.data, Ruleset | ArmyList) else case.ruleset
    known = list(owner.sources) if owner else []
    for path, record in case.each(Sourced):
        for place, word, _ in _names_in((*path, "sources"), record.sources):
            if word not in known:
                yield unknown(place, word, "a source", known)
