"""Lint: every name in a data file leads to something that is defined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from orbat.model.army_list import ArmyFlag, ArmyList, Entry, Limit, NamedSizes, Selector, Service
from orbat.model.command import Staff, StaffTable
from orbat.model.kinds import Barred, BarredRatings, Kind, OptionPrice, Subtype
from orbat.model.path import Path
from orbat.model.play import Ability, BreakingPoint, DeploymentOrder, Scouting, Victory
from orbat.model.prices import OtherPrice, Price, QualityPrices
from orbat.model.record import Value
from orbat.model.reference import Concern
from orbat.model.rules import Apart, Need, OffBoard, Switch
from orbat.model.ruleset import Ruleset
from orbat.model.sourced import RulesetFile, Sourced
from orbat.sources.lint_case import Fault, LintCase, unknown
from orbat.sources.lint_readings import CHOSEN, readings_known

Known = Callable[[Ruleset], Iterable[str]]


class _Name(Value):
    """A field of some records that names things: a word, a tuple of words, or a mapping with words as its keys."""

    records: tuple[type, ...]
    field: str
    what: str
    known: Known


def _ids(things: Iterable[Any]) -> list[str]:
    return [thing.id for thing in things]


_RULED = (*CHOSEN, Switch, Ability, Scouting, Victory, BreakingPoint, Staff)
"""What a ruling decides."""

_NAMES = (
    _Name((Entry, Subtype, Need), "kind", "a kind", lambda r: r.kinds),
    _Name((Need,), "needs", "a kind", lambda r: r.kinds),
    _Name((OptionPrice, Barred, Ability, Selector, Concern), "kinds", "a kind", lambda r: r.kinds),
    _Name((Kind,), "arm", "an arm", lambda r: r.arms),
    _Name((Apart,), "arms", "an arm", lambda r: r.arms),
    _Name((DeploymentOrder,), "order", "an arm", lambda r: r.arms),
    _Name((Scouting, Selector, Concern), "subtypes", "a subtype", lambda r: r.subtypes),
    _Name((Selector, Concern), "options", "an option", lambda r: r.options),
    _Name((Apart, OffBoard, Selector), "levels", "a level", lambda r: _ids(r.levels)),
    _Name((Limit,), "scope", "a scope", lambda r: ["army", *_ids(r.levels)]),
    _Name(_RULED, "ruling", "a ruling", lambda r: _ids(r.rulings)),
    _Name((Staff,), "fallback_ruling", "a ruling", lambda r: _ids(r.rulings)),
    _Name((Staff,), "player", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _Name((StaffTable,), "rows", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _Name((QualityPrices,), "points", "a staff quality", lambda r: _ids(r.staff.qualities)),
    _Name((Price, OtherPrice, Scouting), "by_rating", "a rating", lambda r: _ids(r.ratings)),
    _Name((Ability, Concern, Selector, BarredRatings), "ratings", "a rating", lambda r: _ids(r.ratings)),
    _Name((Price,), "by_size", "a named size", lambda r: _ids(r.sizes)),
    _Name((Price,), "marked", "a rating or a named size", lambda r: [*_ids(r.ratings), *_ids(r.sizes)]),
    _Name((Selector, Concern), "sizes", "a named size", lambda r: _ids(r.sizes)),
    _Name((NamedSizes,), "allowed", "a named size", lambda r: _ids(r.sizes)),
    _Name((NamedSizes,), "typical", "a named size", lambda r: _ids(r.sizes)),
    _Name((Service,), "arm", "an arm", lambda r: r.arms),
    _Name((ArmyFlag,), "flag", "a flag of the ruleset", lambda r: _ids(r.flags)),
    _Name((Concern,), "flags", "a flag of the ruleset", lambda r: _ids(r.flags)),
    _Name((Concern,), "without", "an option", lambda r: r.options),
    _Name((Concern,), "may", "an ability", lambda r: _ids(r.abilities)),
    _Name((Concern,), "qualities", "a staff quality", lambda r: _ids(r.staff.qualities)),
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


def _words(path: Path, value: Any) -> Iterator[tuple[Path, str, bool]]:
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


def _within_kind(path: Path, entry: Entry, ruleset: Ruleset) -> Iterator[Fault]:
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


def _selected(case: LintCase, path: Path, selector: Selector, ruleset: Ruleset) -> Iterator[Fault]:
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
