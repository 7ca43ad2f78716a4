"""Running the rules: an ORBAT and its quote to findings. A rule that fails becomes a finding; the others run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple

from orbat.evaluate.catalogue import ORBAT_RULES, UNIT_RULES
from orbat.evaluate.pricing import REMEMBERED
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
    OrbatRule,
    Rule,
    RuleResult,
    UnitCase,
    UnitRule,
    commander_name,
    context_of,
    holds_units,
    unit_name,
)
from orbat.evaluate.summary import UnitSummary, UnitVariant
from orbat.evaluate.tally import CountKey, amounts_of
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Set
from orbat.model.failure import RULE_FAILED, Failure, failure_of, rules_failed
from orbat.model.finding import SEVERITIES, Finding
from orbat.model.kinds import Kind
from orbat.model.orbat import Commander, Orbat, Unit, is_player
from orbat.model.path import OrbatPath

Numbered = tuple[int, Finding]
"""A finding with the number of its rule, by which findings are put in order."""


class _Found(NamedTuple):
    """What is found in a formation and in those in it, and all that it depends on besides the army's head."""

    line: FormationLine
    list_id: str
    above: tuple[FormationContext, ...]
    is_namesake: bool
    summary: UnitSummary
    inner: tuple[_Found, ...]
    of_units: tuple[Finding, ...]
    others: tuple[Numbered, ...]


class _Bought(UnitVariant):
    """What units that were bought alike have in common, with the verdicts on them."""

    __slots__ = ("judged",)

    def __init__(
        self,
        list_id: str,
        entry: Entry | None,
        kind: Kind | None,
        sum_: Sum,
        amounts: Mapping[CountKey, ExactPoints],
        judged: tuple[tuple[Rule, RuleResult], ...],
    ) -> None:
        super().__init__(list_id, entry, kind, sum_, amounts)
        self.judged = judged


class Checker:
    """Checks ORBATs against one book at one date and one set of rulings.

    What an edit leaves alone is not judged again: units that were bought alike, and formations whose line in the quote
    is the same object, with the same around them. A case holds all that its verdicts may depend on (see `rule`), so
    that remembered findings are those that a fresh check would give.
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
        self._unit_rules = unit_rules
        numbered = tuple(enumerate(orbat_rules))
        self._formation_rules = [one for one in numbered if isinstance(one[1], FormationRule)]
        self._commander_rules = [one for one in numbered if isinstance(one[1], CommanderRule)]
        self._army_rules = [one for one in numbered if isinstance(one[1], ArmyRule)]
        self._undated = frozenset(
            list_id
            for list_id, army_list in book.lists.items()
            if date and not any(e.dates is None or e.dates.covers(date) for e in army_list.entries)
        )
        rules = book.ruleset.rules
        self._come_by = book.ruleset.staff.quality_source(rulings) if rules.staff else ""
        self._bought: dict[object, _Bought] = {}
        self._commanders: dict[object, tuple[tuple[int, Rule, RuleResult], ...]] = {}
        self._head: ArmyContext | None = None
        self._found: tuple[_Found, ...] = ()

    def inspect(self, orbat: Orbat, quote: Quote) -> tuple[Finding, ...]:
        """Every finding, in the order of the rules and of the document; one for each code and path."""
        is_begun = bool(orbat.units) or any(map(holds_units, orbat.formations))
        head = ArmyContext(orbat.commander, orbat.ruleset, orbat.army_list, orbat.staff_table, is_begun, self._come_by)
        if head != self._head:
            self._head, self._found = head, ()
            self._commanders.clear()
        parts = self._found = self._in_formations(quote.formations, self._found, (), head, head.list_id)
        units = self._with_bought(quote.units)
        summary = UnitSummary(None, (), (*(part.summary for part in parts), UnitSummary(None, units, ())))
        case = ArmyCase(orbat, quote, self.book, self.rulings, summary, head, self._undated)
        others: list[Numbered] = []
        if orbat.commander:
            others += self._of_commander(("commander",), orbat.commander, None, head, head.list_id)
        for part in parts:
            others += part.others
        for number, rule in self._army_rules:
            others += [(number, _finding(*judged)) for judged in _run(rule, case)]
        others.sort(key=itemgetter(0))
        of_units = chain(*(part.of_units for part in parts), _of_units(units))
        found: dict[tuple[str, OrbatPath], Finding] = {}
        failed: dict[str, Failure] = {}
        for finding in chain(of_units, map(itemgetter(1), others)):
            if finding.code == RULE_FAILED:
                failure = finding.fields["failure"]
                assert isinstance(failure, Failure)
                failed.setdefault(failure.what, failure)
                continue
            key = (finding.code, finding.path)
            found[key] = _joined(found[key], finding) if key in found else finding
        return (*found.values(), rules_failed(failed.values())) if failed else tuple(found.values())

    def _in_formations(
        self,
        lines: tuple[FormationLine, ...],
        before: tuple[_Found, ...],
        above: tuple[FormationContext, ...],
        army: ArmyContext,
        list_id: str,
    ) -> tuple[_Found, ...]:
        """What is found in formations that stand together; `before` is what was found at their places."""
        found = []
        seen: set[tuple[str, str]] = set()
        for line, kept in zip_longest(lines, before[: len(lines)]):
            titled = line.formation.level, line.formation.name
            is_namesake = bool(line.formation.name) and titled in seen
            seen.add(titled)
            same = kept and kept.line is line and kept.list_id == list_id and kept.is_namesake == is_namesake
            if same and kept.above == above:
                found.append(kept)
            else:
                found.append(self._in_formation(line, kept, above, is_namesake, army, list_id))
        return tuple(found)

    def _in_formation(
        self,
        line: FormationLine,
        before: _Found | None,
        above: tuple[FormationContext, ...],
        is_namesake: bool,
        army: ArmyContext,
        list_id: str,
    ) -> _Found:
        formation = line.formation
        own_list = formation.army_list.id if formation.army_list else list_id
        head = context_of(formation)
        kept = before.inner if before else ()
        inner = self._in_formations(line.formations, kept, (*above, head), army, own_list)
        if before and before.line is line:
            summary, of_units = before.summary, before.of_units
        else:
            units = self._with_bought(line.units)
            summary = UnitSummary(line, units, tuple(one.summary for one in inner))
            of_units = (*_of_units(units), *chain.from_iterable(one.of_units for one in inner))
        others: list[Numbered] = []
        case = FormationCase(line, summary, above, is_namesake, army, self.rulings, self.book)
        for number, rule in self._formation_rules:
            others += [(number, _finding(*judged)) for judged in _run(rule, case)]
        if formation.commander:
            others += self._of_commander((*line.path, "commander"), formation.commander, head, army, own_list)
        for one in inner:
            others += one.others
        return _Found(line, list_id, above, is_namesake, summary, inner, of_units, tuple(others))

    def _of_commander(
        self, path: OrbatPath, commander: Commander, formation: FormationContext | None, army: ArmyContext, list_id: str
    ) -> Iterator[Numbered]:
        player = is_player(path, commander)
        alike = commander.quality, commander.roll, player, list_id
        judged = self._commanders.get(alike)
        if judged is None:
            if len(self._commanders) >= REMEMBERED:
                self._commanders.clear()
            bare = Commander(quality=commander.quality, roll=commander.roll, player=commander.player)
            case = CommanderCase(bare, player, list_id, army, self.rulings, self.book)
            judged = self._commanders[alike] = tuple(
                (number, *one) for number, rule in self._commander_rules for one in _run(rule, case)
            )
        for number, rule, verdict in judged:
            fields = {"name": commander_name(self.book, commander, formation)}
            yield number, _finding_within(rule, verdict, path, fields)

    def _with_bought(self, lines: tuple[UnitLine, ...]) -> list[tuple[UnitLine, _Bought]]:
        """Units with what is known of them by what was bought."""
        found = []
        for line in lines:
            unit = line.unit
            bought_as = line.list_id, unit.entry, unit.size, unit.rating, unit.options, unit.off_board
            bought = self._bought.get(bought_as)
            # a quote made in other readings than before may have other sums
            if bought is None or (bought.price is not line.sum and bought.price != line.sum):
                if len(self._bought) >= REMEMBERED:
                    self._bought.clear()
                bought = self._bought[bought_as] = self._judge(line)
            found.append((line, bought))
        return found

    def _judge(self, line: UnitLine) -> _Bought:
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
        case = UnitCase(unit, list_id, entry, kind, date, self.rulings, self.book)
        judged = tuple(judged for rule in self._unit_rules for judged in _run(rule, case))
        amounts = amounts_of(self.book, line, entry, self.date) if entry else {}
        return _Bought(list_id, entry, kind, line.sum, amounts, judged)


def _of_units(units: Iterable[tuple[UnitLine, _Bought]]) -> Iterator[Finding]:
    for line, bought in units:
        for rule, verdict in bought.judged:
            name = unit_name(line.unit, bought.entry)
            named = "" if bought.entry and name == bought.entry.name else f"{name}: "
            yield _finding_within(rule, verdict, line.path, {"unit": name, "named": named})


def _run(rule: Any, case: Any) -> list[tuple[Rule, RuleResult]]:
    """A rule's verdicts, each with the rule it is of. A rule that raises gives one verdict that holds its failure.

    `inspect` makes one finding of all failures: a rule about units may fail at every unit for one cause.
    """
    try:
        return [(rule, verdict) for verdict in rule.check(case)]
    except Exception as error:  # whatever a rule of ours does wrong, the others must still run
        failure = failure_of(f"rule {rule.code}", error)
        failed = RuleResult(message="", help="", cites=(), fields={"failure": failure})
        return [(replace(rule, code=RULE_FAILED), failed)]


def _finding(rule: Rule, verdict: RuleResult) -> Finding:
    return Finding(
        code=rule.code,
        severity=verdict.severity or rule.severity,
        path=verdict.path,
        message_template=verdict.message,
        help_template=verdict.help,
        cites=verdict.cites,
        fields=verdict.fields,
        fix=verdict.fix,
        group=verdict.group,
    )


def _finding_within(rule: Rule, verdict: RuleResult, path: OrbatPath, fields: Mapping[str, object]) -> Finding:
    """A verdict on units or commanders that are alike, as a finding on the one at a path."""
    return Finding(
        code=rule.code,
        severity=verdict.severity or rule.severity,
        path=(*path, *verdict.path),
        message_template=verdict.message,
        help_template=verdict.help,
        cites=verdict.cites,
        fields={**fields, **verdict.fields},
        fix=tuple(Set(path, field, value) for field, value in verdict.change.items()),
        group=verdict.group,
    )


class _Message:
    """What a finding says, put into words when it is shown."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding

    def __str__(self) -> str:
        return self.finding.message


def _joined(first: Finding, second: Finding) -> Finding:
    """Two verdicts of one rule at one place as one finding."""
    return replace(
        first,
        severity=min(first.severity, second.severity, key=SEVERITIES.index),
        message_template="{first}; {second}",
        help_template=first.help_template,
        fields={**first.fields, "first": _Message(first), "second": _Message(second)},
        cites=tuple(dict.fromkeys((*first.cites, *second.cites))),
        fix=(*first.fix, *second.fix),
        group=None,
    )
