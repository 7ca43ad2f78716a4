"""Running the rules: an ORBAT and its quote to findings. A rule that fails becomes a finding; the others run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Set
from orbat.model.failure import RULE_FAILED, Failure, failure_of, rules_failed
from orbat.model.finding import SEVERITIES, Finding
from orbat.model.orbat import Orbat, Unit, commanders_of, formations_of
from orbat.model.path import Path
from orbat.pricing.price import REMEMBERED
from orbat.pricing.quote import Quote, UnitLine
from orbat.validate.catalogue import ARMY_RULES, UNIT_RULES
from orbat.validate.rule import ArmyRule, Case, Rule, UnitCase, UnitRule, Verdict


class Inspector:
    """Checks ORBATs against one book at one date and one set of rulings, and remembers each unit's verdicts."""

    def __init__(
        self,
        book: Book,
        date: Date | None,
        rulings: Mapping[str, str],
        *,
        unit_rules: tuple[UnitRule, ...] = UNIT_RULES,
        army_rules: tuple[ArmyRule, ...] = ARMY_RULES,
    ) -> None:
        self.book = book
        self.date = date
        self.rulings = rulings
        self._unit_rules = unit_rules
        self._army_rules = army_rules
        self._undated = frozenset(
            list_id
            for list_id, army_list in book.lists.items()
            if date and not any(e.dates is None or e.dates.cover(date) for e in army_list.entries)
        )
        self._judge = lru_cache(REMEMBERED)(self._judge_unit)

    def inspect(self, orbat: Orbat, quote: Quote) -> tuple[Finding, ...]:
        """Every finding, in the order of the rules and of the document; one for each code and path."""
        lines = quote.all_units
        entries = tuple((line, self.book.entry(line.list_id, line.unit.entry)) for line in lines)
        places = tuple(formations_of(orbat))
        commanders = tuple(commanders_of(orbat, places))
        case = Case(orbat, quote, self.book, self.rulings, places, entries, commanders, self._undated)
        found: dict[tuple[str, Path], Finding] = {}
        failed: dict[str, Failure] = {}
        for finding in (*self._unit_findings(lines), *self._army_findings(case)):
            if finding.code == RULE_FAILED:
                failure = finding.facts["failure"]
                assert isinstance(failure, Failure)
                failed.setdefault(failure.what, failure)
                continue
            key = (finding.code, finding.path)
            found[key] = _joined(found[key], finding) if key in found else finding
        return (*found.values(), rules_failed(failed.values())) if failed else tuple(found.values())

    def _unit_findings(self, lines: tuple[UnitLine, ...]) -> Iterator[Finding]:
        for line in lines:
            for rule, verdict in self._judge(line.unit, line.list_id):
                yield _unit_finding(rule, verdict, line.path)

    def _judge_unit(self, unit: Unit, list_id: str) -> tuple[tuple[Rule, Verdict], ...]:
        entry = self.book.entry(list_id, unit.entry)
        kind = self.book.kind(entry) if entry else None
        date = None if list_id in self._undated else self.date
        case = UnitCase(unit, list_id, entry, kind, date, self.rulings, self.book)
        return tuple(judged for rule in self._unit_rules for judged in _run(rule, case))

    def _army_findings(self, case: Case) -> Iterator[Finding]:
        for rule in self._army_rules:
            for judge, verdict in _run(rule, case):
                yield _finding(judge, verdict, verdict.path, verdict.fix)


def _run(rule: Any, case: Any) -> list[tuple[Rule, Verdict]]:
    """A rule's verdicts, each with the rule it is of. A rule that raises gives one verdict that holds its failure.

    `inspect` makes one finding of all failures: a rule about units may fail at every unit for one cause.
    """
    try:
        return [(rule, verdict) for verdict in rule.check(case)]
    except Exception as error:  # whatever a rule of ours does wrong, the others must still run
        failure = failure_of(f"rule {rule.code}", error)
        failed = Verdict(says="", helps="", cites=(), facts={"failure": failure})
        return [(replace(rule, code=RULE_FAILED), failed)]


def _finding(rule: Rule, verdict: Verdict, path: Path, fix: tuple[Any, ...]) -> Finding:
    return Finding(
        code=rule.code,
        severity=verdict.severity or rule.severity,
        path=path,
        says=verdict.says,
        helps=verdict.helps,
        cites=verdict.cites,
        facts=verdict.facts,
        fix=fix,
    )


def _unit_finding(rule: Rule, verdict: Verdict, path: Path) -> Finding:
    fix = tuple(Set(path, field, value) for field, value in verdict.change.items())
    return _finding(rule, verdict, (*path, *verdict.path), fix)


def _joined(first: Finding, second: Finding) -> Finding:
    """Two verdicts of one rule at one place as one finding."""
    return replace(
        first,
        severity=min(first.severity, second.severity, key=SEVERITIES.index),
        says="{first}; {second}",
        helps=first.helps,
        facts={**first.facts, "first": first.message, "second": second.message},
        cites=tuple(dict.fromkeys((*first.cites, *second.cites))),
        fix=(*first.fix, *second.fix),
    )
