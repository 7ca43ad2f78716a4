"""Lint: ids are said once, and are those of the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from orbat.data.data_file import DataFile
from orbat.data.lint_rules.rule import Fault, LintCase, unknown
from orbat.model.army_list import ArmyFlag, ArmyList, Entry, Limit, NamedSizes, Selector, Service
from orbat.model.commanders import BOUGHT, DICED, SET, Staff, StaffTable
from orbat.model.kinds import BarredKinds, BarredRatings, FixedSize, Kind, OptionPrice, Subtype
from orbat.model.path import OrbatPath
from orbat.model.play import Ability, BreakingPoint, DeploymentOrder, ScoutingRules, Victory
from orbat.model.prices import NationalPrice, OtherPrice, Price, QualityPrices
from orbat.model.record import Record, Value
from orbat.model.reference import Applicability, Reference
from orbat.model.ruleset import Apart, NeededUnits, OffBoard, Ruleset, Ruling, Switch
from orbat.model.sheet import Layout
from orbat.model.sourced import RulesetFile, Sourced

Place = tuple[DataFile[Any], OrbatPath]


def ids_once(case: LintCase) -> Iterator[Fault]:
    """No id is defined twice: entries in a list, among those the ruleset offers every army, and (a warning) among
    the other lists of the ruleset; levels, ratings, named sizes, qualities, rulings, their choices, flags, ways to
    come on, abilities of one kind, and reference tables; a list raises a flag once at a time.

    Why: The second definition hides the first, and ORBATs that name the id change their meaning.

    Example: two entries with `id: line_foot`.

    Cure: Give one of them another id, or remove it.
    """
    for what, found in _definitions(case):
        first: dict[str, OrbatPath] = {}
        for path, word in found:
            if word in first:
                yield _twice(case, path, what, word, (case.file, first[word]))
            first.setdefault(word, path)
    if case.army_list:
        yield from _across_files(case)


def _definitions(case: LintCase) -> Iterator[tuple[str, list[tuple[OrbatPath, str]]]]:
    """What defines ids, and the places where it does."""
    yield "entry", _with_ids(("entries",), case.entries)
    if case.army_list:
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
        yield "way to come on", _with_ids(("reserves",), ruleset.reserves)
        yield "staff quality", _with_ids(("staff", "qualities"), ruleset.staff.qualities)
        yield "arm", [(("arms", number), arm) for number, arm in enumerate(ruleset.arms)]
        yield "ruling", _with_ids(("rulings",), ruleset.rulings)
        for number, ruling in enumerate(ruleset.rulings):
            yield f"choice of {ruling.id}", _with_ids(("rulings", number, "choices"), ruling.choices)
        for kind in ruleset.kinds:
            of_kind = [(("abilities", n, "id"), a.id) for n, a in enumerate(ruleset.abilities) if kind in a.kinds]
            yield f"ability of {kind}", list(of_kind)


def _with_ids(path: OrbatPath, things: tuple[Any, ...]) -> list[tuple[OrbatPath, str]]:
    return [((*path, number, "id"), thing.id) for number, thing in enumerate(things)]


def _across_files(case: LintCase) -> Iterator[Fault]:
    common: list[DataFile[Any]] = [case.rules] if case.rules and case.rules.value else []
    for file in (*common, *case.lists):
        there = {word: path for path, word in _with_ids(("entries",), file.value.entries if file.value else ())}
        for path, word in _with_ids(("entries",), case.entries):
            if word in there:
                fault = _twice(case, path, "entry", word, (file, there[word]))
                yield fault if file is case.rules else Fault(path, fault.message, fault.help, "warning")


def _twice(case: LintCase, path: OrbatPath, what: str, word: str, other: Place) -> Fault:
    says = f"the {what} {word} is defined twice: {_place(case.file, path)}, and {_place(*other)}; once is allowed"
    return Fault(path, says, f"Rename or remove one {what.split()[0]}.")


def _place(file: DataFile[Any], path: OrbatPath) -> str:
    span = file.document.span(path) if file.document else None
    return f"{file.path.name} line {span.line}" if span else file.path.name


def ids_of_files(case: LintCase) -> Iterator[Fault]:
    """A list's or sheet's id is its file's name, a ruleset's id is its folder's name, and lists, reference tables
    and odds lie in their ruleset's folder.

    Why: Files are found by these names; an ORBAT that names the id would not find the file.

    Example: `id: alied` in allied.yaml.

    Cure: Rename the file or the folder, or correct the id.
    """
    path, data = case.file.path.absolute(), case.data
    folder = path.parent.name
    expected, where = folder, "folder"
    if isinstance(data, Ruleset):
        if path.name != "ruleset.yaml":
            says = f"a ruleset is in the file {path.name}; it must be in ruleset.yaml"
            yield Fault(("id",), says, "Rename the file.")
    else:
        expected, where = path.stem, "file"
        if isinstance(data, ArmyList | RulesetFile) and data.ruleset != folder:
            says = f"the file is for {data.ruleset} and lies in the folder {folder}; it must lie in that of its ruleset"
            yield Fault(("ruleset",), says, f"Move the file to the folder {data.ruleset}.")
    if isinstance(data, RulesetFile):
        if path.name != data.file_name:
            says = f"{data.called} are in the file {path.name}; they must be in {data.file_name}"
            yield Fault((), says, "Rename the file.")
    elif isinstance(data, Ruleset | ArmyList | Layout) and data.id != expected:
        says = f"the id is {data.id} and the {where} is named {expected}; the two must be the same"
        yield Fault(("id",), says, f"Write id: {expected}, or rename the {where}.")


# Lint: what a ruleset says of the readings of its rulings.


CHOSEN = (FixedSize, BarredKinds, BarredRatings, OtherPrice, NationalPrice)
"""What holds in one reading of a ruling."""

Choices = Mapping[str, list[str]]


def readings_known(case: LintCase, ruleset: Ruleset) -> Iterator[Fault]:
    """Choices of rulings: each that is named exists, and where numbers go by the reading, each reading has one."""
    choices = {ruling.id: [choice.id for choice in ruling.choices] for ruling in ruleset.rulings}
    for number, ruling in enumerate(ruleset.rulings):
        if ruling.ours not in choices[ruling.id]:
            yield unknown(("rulings", number, "ours"), ruling.ours, "a choice of the ruling", choices[ruling.id])
        yield from _meant(number, ruling, ruleset)
    for path, record in case.records:
        yield from _of_record(path, record, choices)


def _of_record(path: OrbatPath, record: Record, choices: Choices) -> Iterator[Fault]:
    if isinstance(record, CHOSEN):
        known = choices.get(record.ruling, [])
        if bool(record.ruling) != bool(record.choice):
            has, lacks = ("ruling", "choice") if record.ruling else ("choice", "ruling")
            says = f"there is a {has} without its {lacks}; a reading needs both"
            yield Fault((*path, has), says, f"Write {lacks}:, or remove {has}.", at_key=True)
        elif known and record.choice not in known:
            yield unknown((*path, "choice"), record.choice, f"a choice of {record.ruling}", known)
    elif isinstance(record, Ability) and record.least_size_by_ruling:
        yield from _by_choice((*path, "least_size_by_ruling"), record.least_size_by_ruling, record.ruling, choices)
    elif isinstance(record, ScoutingRules):
        yield from _by_choice((*path, "per_stand"), record.per_stand, record.ruling, choices)
    elif isinstance(record, BreakingPoint):
        yield from _of_choices((*path, "by_ruling"), record.by_ruling, record.ruling, choices)


def _meant(number: int, ruling: Ruling, ruleset: Ruleset) -> Iterator[Fault]:
    """The choices of rulings whose readings the program acts on: rows of staff tables, ways to come by quality."""
    what, known = "", list[str]()
    if ruling.id == ruleset.staff.fallback_ruling:
        what, known = "a staff table", ["default", *ruleset.staff.national]
    elif ruling.id == ruleset.staff.ruling:
        what, known = "a way to come by staff quality", [DICED, BOUGHT, SET]
    for index, choice in enumerate(ruling.choices if what else ()):
        if choice.id not in known:
            yield unknown(("rulings", number, "choices", index, "id"), choice.id, what, known)


def _of_choices(path: OrbatPath, numbers: Iterable[str], ruling: str, choices: Choices) -> Iterator[Fault]:
    known = choices.get(ruling, [])
    for choice in numbers:
        if choice not in known:
            yield unknown((*path, choice), choice, f"a choice of {ruling or 'a ruling'}", known, at_key=True)


def _by_choice(path: OrbatPath, numbers: Mapping[str, Any], ruling: str, choices: Choices) -> Iterator[Fault]:
    yield from _of_choices(path, numbers, ruling, choices)
    for choice in choices.get(ruling, []):
        if choice not in numbers:
            says = f"there is no number for the choice {choice} of {ruling}; every choice needs one"
            yield Fault(path, says, f"Write a number for {choice}.", at_key=True)


# Lint: every name in a data file leads to something that is defined.


Known = Callable[[Ruleset], Iterable[str]]


class _Name(Value):
    """A field of some records that names things: a word, a tuple of words, or a mapping with words as its keys."""

    records: tuple[type, ...]
    field: str
    what: str
    known: Known


def _ids(things: Iterable[Any]) -> list[str]:
    return [thing.id for thing in things]


_RULED = (*CHOSEN, Switch, Ability, ScoutingRules, Victory, BreakingPoint, Staff)
"""What a ruling decides."""

_NAMES = (
    _Name((Entry, Subtype, NeededUnits), "kind", "a kind", lambda r: r.kinds),
    _Name((NeededUnits,), "needs", "a kind", lambda r: r.kinds),
    _Name((OptionPrice, BarredKinds, Ability, Selector, Applicability), "kinds", "a kind", lambda r: r.kinds),
    _Name((Kind,), "arm", "an arm", lambda r: r.arms),
    _Name((Apart,), "arms", "an arm", lambda r: r.arms),
    _Name((DeploymentOrder,), "order", "an arm", lambda r: r.arms),
    _Name((ScoutingRules, Selector, Applicability), "subtypes", "a subtype", lambda r: r.subtypes),
    _Name((Selector, Applicability), "options", "an option", lambda r: r.options),
    _Name((Apart, OffBoard, Selector), "levels", "a level", lambda r: _ids(r.levels)),
    _Name((Limit,), "scope", "a scope", lambda r: ["army", *_ids(r.levels)]),
    _Name(_RULED, "ruling", "a ruling", lambda r: _ids(r.rulings)),
    _Name((Staff,), "fallback_ruling", "a ruling", lambda r: _ids(r.rulings)),
    _Name((Staff,), "player", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _Name((StaffTable,), "rows", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _Name((QualityPrices,), "points", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _Name((Price, OtherPrice, ScoutingRules), "by_rating", "a rating", lambda r: _ids(r.ratings)),
    _Name((Ability, Applicability, Selector, BarredRatings), "ratings", "a rating", lambda r: _ids(r.ratings)),
    _Name((Price,), "by_size", "a named size", lambda r: _ids(r.sizes)),
    _Name((Price,), "marked", "a rating or a named size", lambda r: [*_ids(r.ratings), *_ids(r.sizes)]),
    _Name((Selector, Applicability), "sizes", "a named size", lambda r: _ids(r.sizes)),
    _Name((NamedSizes,), "allowed", "a named size", lambda r: _ids(r.sizes)),
    _Name((NamedSizes,), "typical", "a named size", lambda r: _ids(r.sizes)),
    _Name((Service,), "arm", "an arm", lambda r: r.arms),
    _Name((ArmyFlag,), "flag", "a flag of the ruleset", lambda r: _ids(r.flags)),
    _Name((Applicability,), "flags", "a flag of the ruleset", lambda r: _ids(r.flags)),
    _Name((Applicability,), "without", "an option", lambda r: r.options),
    _Name((Applicability,), "may", "an ability", lambda r: _ids(r.abilities)),
    _Name((Applicability,), "qualities", "a staff quality", lambda r: _ids(r.staff.qualities)),
)


def references_known(case: LintCase) -> Iterator[Fault]:
    """Every name in a data file leads to something that is defined: kinds, subtypes and options (which
    must be for the entry's kind), abilities, entries, groups, levels, arms, ratings, qualities, rulings, sources.

    Why: A misspelt name does nothing, and in silence: the limit counts no unit, the option is never priced.

    Example: `kinds: [infantrie]` in a limit.

    Cure: Correct the name, or define what it names.
    """
    ruleset = case.ruleset
    if isinstance(case.data, ArmyList | RulesetFile) and ruleset is None:
        yield _no_ruleset(case, case.data.ruleset)
    yield from _sources(case)
    if ruleset is None:
        return
    for name in _NAMES:
        for path, record in case.records:
            if isinstance(record, name.records):
                known = list(name.known(ruleset))
                for place, word, at_key in _words((*path, name.field), getattr(record, name.field)):
                    if word not in known:
                        yield unknown(place, word, name.what, known, at_key=at_key)
    for path, entry in case.each(Entry):
        yield from _within_kind(path, entry, ruleset)
    for path, selector in case.each(Selector):
        yield from _selected(case, path, selector, ruleset)
    yield from _served(case)
    if isinstance(case.data, Ruleset):
        yield from readings_known(case, ruleset)


def _no_ruleset(case: LintCase, name: str) -> Fault:
    if case.rules is None:
        return unknown(("ruleset",), name, "a ruleset", case.rulesets)
    says = f"the ruleset {name} cannot be used, so that names were not checked; it must load without errors"
    return Fault(("ruleset",), says, f"Run orbat lint on {case.rules.path.name} and mend it.")


def _words(path: OrbatPath, value: Any) -> Iterator[tuple[OrbatPath, str, bool]]:
    """The words in a field, each with its place; an empty word names nothing."""
    if isinstance(value, str):
        if value:
            yield path, value, False
    elif isinstance(value, Mapping):
        for word in value:
            yield (*path, word), word, True
    else:
        for number, word in enumerate(value or ()):
            yield (*path, number), word, False


def _served(case: LintCase) -> Iterator[Fault]:
    """Those whose service is told are commanders of the list."""
    known = list(case.army_list.commanders) if case.army_list else []
    for path, service in case.each(Service):
        if service.commander not in known:
            yield unknown((*path, "commander"), service.commander, "a commander of the list", known)


def _within_kind(path: OrbatPath, entry: Entry, ruleset: Ruleset) -> Iterator[Fault]:
    """What an entry names that depends on its kind; of an unknown kind, anything may be."""
    kind = entry.kind
    free = kind not in ruleset.kinds
    of = "" if free else f" of {kind}"
    subtypes = [key for key, subtype in ruleset.subtypes.items() if free or subtype.kind == kind]
    if entry.subtype and entry.subtype not in subtypes:
        yield unknown((*path, "subtype"), entry.subtype, f"a subtype{of}", subtypes)
    options = [key for key, option in ruleset.options.items() if free or kind in option.kinds]
    for number, use in enumerate(entry.options):
        if use.option not in options:
            yield unknown((*path, "options", number, "option"), use.option, f"an option{of}", options)
    abilities = [ability.id for ability in ruleset.abilities if free or kind in ability.kinds]
    for number, ability in enumerate(entry.may):
        if ability not in abilities:
            yield unknown((*path, "may", number), ability, f"an ability{of}", abilities)


def _selected(case: LintCase, path: OrbatPath, selector: Selector, ruleset: Ruleset) -> Iterator[Fault]:
    entries = [*case.entries, *ruleset.entries]
    for field in ("entries", "not_entries"):
        for place, word, _ in _words((*path, field), getattr(selector, field)):
            if word not in _ids(entries):
                yield unknown(place, word, "an entry", _ids(entries))
    groups = [entry.group for entry in entries if entry.group]
    for place, word, _ in _words((*path, "groups"), selector.groups):
        if word not in groups:
            yield unknown(place, word, "a group", groups)


def _sources(case: LintCase) -> Iterator[Fault]:
    known = list(case.data.sources) if isinstance(case.data, Ruleset | ArmyList) else []
    for path, record in case.each(Sourced):
        for place, word, _ in _words((*path, "sources"), record.sources):
            if word not in known:
                yield unknown(place, word, "a source", known)
