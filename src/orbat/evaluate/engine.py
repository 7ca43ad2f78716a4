"""The checker: runs all rules on an ORBAT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from orbat.evaluate.availability import Availability, availability, months_of
from orbat.evaluate.catalogue import ORBAT_RULES, UNIT_RULES
from orbat.evaluate.merging import merge
from orbat.evaluate.name_cases import NameCases
from orbat.evaluate.pricing import CACHE_SIZE, Pricer
from orbat.evaluate.quote import ExactPoints, FormationLine, Quote, Sum, UnitLine
from orbat.evaluate.rule import (
    ArmyCase,
    ArmyContext,
    ArmyRule,
    CommanderCase,
    CommanderRule,
    FormationCase,
    FormationContext,
    FormationRule,
    NameCase,
    NameRule,
    OrbatRule,
    Rule,
    RuleResult,
    TextCase,
    TextRule,
    UnitCase,
    UnitRule,
    commander_name,
    context_of,
    unit_name,
)
from orbat.evaluate.settings import citations_of
from orbat.evaluate.summary import UnitSummary, UnitVariant
from orbat.evaluate.tally import CountKey, amounts_of
from orbat.evaluate.texts import TextCases
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Set
from orbat.model.failure import RULE_FAILED, Failure, failure_of, rules_failed
from orbat.model.finding import Finding
from orbat.model.kinds import Kind
from orbat.model.look_alikes import name_key
from orbat.model.orbat import Commander, HouseLimits, Orbat, Unit, contains_units, is_player
from orbat.model.path import OrbatPath
from orbat.model.ruleset import Ruleset

if TYPE_CHECKING:
    from orbat.evaluate.trial import Check, Trials

NumberedFinding = tuple[int, Finding]
"""The number of a rule in the catalogue, and a finding of the rule. The number is used for sorting."""


class _FormationResult(NamedTuple):
    line: FormationLine
    list_id: str
    above: tuple[FormationContext, ...]
    namesake: str
    summary: UnitSummary
    inner: tuple[_FormationResult, ...]
    unit_findings: tuple[Finding, ...]
    others: tuple[NumberedFinding, ...]


CommanderResults = dict[object, tuple[tuple[int, Rule, RuleResult], ...]]
"""The results of the commander rules for each kind of commander, with the numbers of the rules."""


class _Army(NamedTuple):
    context: ArmyContext
    commanders: CommanderResults


class _ArmyResult(NamedTuple):
    basis: object
    """The value that the rule's `depends_on` returned."""
    found: tuple[NumberedFinding, ...]


class _Checked(NamedTuple):
    army: _Army
    formations: tuple[_FormationResult, ...]
    army_results: Mapping[int, _ArmyResult]
    """The results of rules with `depends_on`, by the number of the rule."""
    results: tuple[Finding, ...]
    """The severity of house limits that are not kept is not final (see `_in_force`)."""


class _CheckedVariant(UnitVariant):
    __slots__ = ("results",)

    def __init__(
        self,
        unit: Unit,
        list_id: str,
        entry: Entry | None,
        kind: Kind | None,
        sum_: Sum,
        amounts: Mapping[CountKey, ExactPoints],
        available: Availability | None,
        results: tuple[tuple[Rule, RuleResult], ...],
    ) -> None:
        super().__init__(unit, list_id, entry, kind, sum_, amounts, available)
        self.results = results


class Checker:
    """Applies the rules to ORBATs with one ruleset, date and set of rulings.

    Use the same checker again after an edit, because this is faster.
    """

    def __init__(
        self,
        book: Book,
        date: Date | None,
        rulings: Mapping[str, str],
        *,
        unit_rules: tuple[UnitRule, ...] = UNIT_RULES,
        orbat_rules: tuple[OrbatRule, ...] = ORBAT_RULES,
    ) -> None:
        self.book = book
        self.date = date
        self.rulings = rulings
        self._unit_rules = tuple(rule for rule in unit_rules if rule.settings(book.ruleset) is not None)
        numbered = tuple(one for one in enumerate(orbat_rules) if one[1].settings(book.ruleset) is not None)
        self._formation_rules = [one for one in numbered if isinstance(one[1], FormationRule)]
        self._commander_rules = [one for one in numbered if isinstance(one[1], CommanderRule)]
        self._text_rules = [one for one in numbered if isinstance(one[1], TextRule)]
        self._name_rules = [one for one in numbered if isinstance(one[1], NameRule)]
        self._army_rules = [(number, one) for number, one in numbered if isinstance(one, ArmyRule)]
        self._undated = frozenset(
            list_id for list_id, army_list in book.lists.items() if date and not army_list.years.covers(date)
        )
        rules = book.ruleset.rules
        self._quality_source = book.ruleset.staff.quality_source(rulings) if rules.staff else ""
        self._texts = TextCases(book, date)
        self._names = NameCases(book, date)
        self._variants: dict[object, _CheckedVariant] = {}
        self._last: _Checked | None = None
        self._pricer = Pricer(book, date, rulings)

    def inspect(self, orbat: Orbat, quote: Quote, house_limits: HouseLimits | None = None) -> tuple[Finding, ...]:
        """Check an ORBAT. Returns all findings, sorted by rule and by place.

        By default, the ORBAT's own `house_limits` apply.
        """
        self._last = self._check(orbat, quote, self._last)
        return _in_force(self._last.results, house_limits or orbat.house_limits)

    def trials(self, orbat: Orbat, quote: Quote) -> Trials:
        """Create an object that tries edits on an army, for example to suggest purchases.

        The edits must not change the date or the rulings. House limits are always enforced.
        """
        from orbat.evaluate.trial import Trials  # most checks do not need it

        def start() -> tuple[tuple[Finding, ...], Check]:
            base = self._check(orbat, quote, self._last)

            def check(edited: Orbat, priced: Quote) -> tuple[Finding, ...]:
                return _in_force(self._check(edited, priced, base).results, "enforce")

            return _in_force(base.results, "enforce"), check

        return Trials(orbat, quote, self._pricer, start)

    def _check(self, orbat: Orbat, quote: Quote, before: _Checked | None) -> _Checked:
        is_begun = contains_units(orbat)
        context = ArmyContext(
            orbat.commander,
            orbat.ruleset,
            orbat.army_list,
            orbat.staff_table,
            is_begun,
            self._quality_source,
            orbat.theatre,
        )
        same = before is not None and before.army.context == context
        army = before.army if before and same else _Army(context, {})
        kept = before.formations if before and same else ()
        known = before.army_results if before and same else {}
        parts = self._check_formations(quote.formations, kept, (), army, context.list_id)
        units = self._with_variants(quote.units, context.theatre)
        summary = UnitSummary(None, (), (*(part.summary for part in parts), UnitSummary(None, units, ())))
        trials = partial(self.trials, orbat, quote)
        case = ArmyCase(orbat, quote, self.book, self.rulings, summary, context, trials, self._undated)
        others: list[NumberedFinding] = []
        if orbat.commander:
            others += self._check_commander(("commander",), orbat.commander, None, army, context.list_id)
        others += self._check_texts(self._texts.of_head(orbat, quote))
        others += self._check_names(self._names.of_head(quote, context.list_id, context.theatre))
        for part in parts:
            others += part.others
        army_results: dict[int, _ArmyResult] = {}
        for number, rule in self._army_rules:
            if orbat.partial and rule.needs_all:
                continue
            if rule.depends_on is None:
                others += [(number, _finding(*result)) for result in _run(rule, case)]
                continue
            basis, result = rule.depends_on(case), known.get(number)
            if result is None or result.basis != basis:
                result = _ArmyResult(basis, tuple((number, _finding(*one)) for one in _run(rule, case)))
            army_results[number] = result
            others += result.found
        others.sort(key=itemgetter(0))
        unit_findings = chain(*(part.unit_findings for part in parts), _unit_findings(units))
        return _Checked(army, parts, army_results, (*unit_findings, *map(itemgetter(1), others)))

    def _check_formations(
        self,
        lines: tuple[FormationLine, ...],
        before: tuple[_FormationResult, ...],
        above: tuple[FormationContext, ...],
        army: _Army,
        list_id: str,
    ) -> tuple[_FormationResult, ...]:
        found = []
        seen: dict[tuple[str, str], str] = {}
        for line, kept in zip_longest(lines, before[: len(lines)]):
            name = line.formation.name
            titled = line.formation.level, name_key(name)
            namesake = seen.get(titled, "")
            seen.setdefault(titled, name)
            same = kept and kept.line is line and kept.list_id == list_id and kept.namesake == namesake
            if same and kept.above == above:
                found.append(kept)
            else:
                found.append(self._check_formation(line, kept, above, namesake, army, list_id))
        return tuple(found)

    def _check_formation(
        self,
        line: FormationLine,
        before: _FormationResult | None,
        above: tuple[FormationContext, ...],
        namesake: str,
        army: _Army,
        list_id: str,
    ) -> _FormationResult:
        formation = line.formation
        own_list = formation.army_list.id if formation.army_list else list_id
        context = context_of(formation)
        kept = before.inner if before else ()
        inner = self._check_formations(line.formations, kept, (*above, context), army, own_list)
        if before and before.line is line:
            summary, unit_findings = before.summary, before.unit_findings
        else:
            units = self._with_variants(line.units, army.context.theatre)
            summary = UnitSummary(line, units, tuple(one.summary for one in inner))
            unit_findings = (*_unit_findings(units), *chain.from_iterable(one.unit_findings for one in inner))
        case = FormationCase(line, summary, above, namesake, army.context, self.rulings, self.book)
        others = _findings(self._formation_rules, case)
        if formation.commander:
            others += self._check_commander((*line.path, "commander"), formation.commander, context, army, own_list)
        others += self._check_texts(self._texts.of_formation(line))
        others += self._check_names(self._names.of_formation(line, army.context.theatre))
        for one in inner:
            others += one.others
        return _FormationResult(line, list_id, above, namesake, summary, inner, unit_findings, tuple(others))

    def _check_texts(self, cases: Iterable[TextCase]) -> list[NumberedFinding]:
        return [found for case in cases for found in _findings(self._text_rules, case)]

    def _check_names(self, cases: Iterable[NameCase]) -> list[NumberedFinding]:
        return [found for case in cases for found in _findings(self._name_rules, case)]

    def _check_commander(
        self, path: OrbatPath, commander: Commander, formation: FormationContext | None, army: _Army, list_id: str
    ) -> Iterator[NumberedFinding]:
        player = is_player(path, commander)
        alike = commander.quality, commander.roll, player, list_id
        results = army.commanders.get(alike)
        if results is None:
            if len(army.commanders) >= CACHE_SIZE:
                army.commanders.clear()
            anonymous = Commander(quality=commander.quality, roll=commander.roll, player=commander.player)
            case = CommanderCase(anonymous, player, list_id, army.context, self.rulings, self.book)
            results = army.commanders[alike] = tuple(
                (number, *one) for number, rule in self._commander_rules for one in _run(rule, case)
            )
        for number, rule, result in results:
            fields = {"name": commander_name(self.book, commander, formation)}
            yield number, _finding_at(rule, result, path, fields)

    def _with_variants(self, lines: tuple[UnitLine, ...], theatre: str) -> list[tuple[UnitLine, _CheckedVariant]]:
        found = []
        for line in lines:
            unit = line.unit
            key = line.list_id, unit.entry, unit.size, unit.rating, unit.options, unit.off_board, theatre
            variant = self._variants.get(key)
            # a change of rulings may change the sums of a quote
            if variant is None or (variant.price is not line.sum and variant.price != line.sum):
                if len(self._variants) >= CACHE_SIZE:
                    self._variants.clear()
                variant = self._variants[key] = self._check_variant(line, theatre)
            found.append((line, variant))
        return found

    def _check_variant(self, line: UnitLine, theatre: str) -> _CheckedVariant:
        written, list_id = line.unit, line.list_id
        unit = Unit(
            entry=written.entry,
            size=written.size,
            rating=written.rating,
            options=written.options,
            off_board=written.off_board,
        )
        entry = self.book.entry(list_id, unit.entry)
        kind = self.book.kind(entry) if entry else None
        date = None if list_id in self._undated else self.date
        case = UnitCase(unit, list_id, entry, kind, date, self.rulings, self.book, theatre)
        results = tuple(result for rule in self._unit_rules for result in _run(rule, case))
        amounts = amounts_of(self.book, line, entry, self.date) if entry else {}
        available = None
        if entry and list_id in self.book.lists and not (date and date.month):
            available = availability(unit, entry, self.book.lists[list_id], months_of(date))
        return _CheckedVariant(unit, list_id, entry, kind, line.sum, amounts, available, results)


def _unit_findings(units: Iterable[tuple[UnitLine, _CheckedVariant]]) -> Iterator[Finding]:
    for line, variant in units:
        for rule, result in variant.results:
            name = unit_name(line.unit, variant.entry)
            yield _finding_at(rule, result, line.path, {"unit": name})


def _findings(rules: Iterable[tuple[int, Rule]], case: Any) -> list[NumberedFinding]:
    return [(number, _finding(*result)) for number, rule in rules for result in _run(rule, case)]


def _run(rule: Any, case: Any) -> list[tuple[Rule, RuleResult]]:
    try:
        results = list(rule.check(case))
        return [(rule, _cited(result, rule, case.book.ruleset)) for result in results] if results else []
    except Exception as error:  # one failing rule must not stop the others
        failure = failure_of(f"rule {rule.code}", error)
        failed = RuleResult(message="", help="", fields={"failure": failure})
        return [(replace(rule, code=RULE_FAILED), failed)]


def _cited(result: RuleResult, rule: Rule, ruleset: Ruleset) -> RuleResult:
    return result if result.cites else replace(result, cites=citations_of(rule.settings(ruleset) or (), ruleset))


def _in_force(results: Iterable[Finding], house_limits: HouseLimits) -> tuple[Finding, ...]:
    found: dict[tuple[str, OrbatPath], Finding] = {}
    failed: dict[str, Failure] = {}
    for finding in results:
        if finding.code == RULE_FAILED:
            failure = finding.fields["failure"]
            assert isinstance(failure, Failure)
            failed.setdefault(failure.what, failure)
            continue
        if finding.house and house_limits != "enforce":
            if house_limits == "ignore":
                continue
            if finding.severity == "error":
                finding = replace(finding, severity="warning")
        key = (finding.code, finding.path)
        found[key] = merge(found[key], finding) if key in found else finding
    return (*found.values(), *((rules_failed(failed.values()),) if failed else ()))


def _finding(rule: Rule, result: RuleResult) -> Finding:
    return Finding(
        code=rule.code,
        severity=result.severity or rule.severity,
        path=result.path,
        message_template=result.message,
        help_template=result.help,
        cites=result.cites,
        fields=result.fields,
        fix=result.fix,
        group=result.group,
        doubt=result.doubt,
        house=result.house,
    )


def _finding_at(rule: Rule, result: RuleResult, path: OrbatPath, fields: Mapping[str, object]) -> Finding:
    return Finding(
        code=rule.code,
        severity=result.severity or rule.severity,
        path=(*path, *result.path),
        message_template=result.message,
        help_template=result.help,
        cites=result.cites,
        fields={**fields, **result.fields},
        fix=tuple(Set(path, field, value) for field, value in result.change.items()),
        group=result.group,
        doubt=result.doubt,
        house=result.house,
    )
