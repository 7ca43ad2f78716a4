"""The linter's rules, run on one data file. The library judges files by them, and `orbat lint` shows what they find."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from orbat.data.lint_rules.citations import numbers_cited, prices_given, prices_whole, sources_used
from orbat.data.lint_rules.names import ids_of_files, ids_once, references_known
from orbat.data.lint_rules.numbers import (
    dates_sound,
    limits_bounded,
    numbers_in_order,
    play_sound,
    prices_charged,
    ratings_reachable,
    rows_whole,
    sizes_offered,
)
from orbat.data.lint_rules.rule import Fault, LintCase, LintRule
from orbat.data.problem import Problem, finding_of
from orbat.model.failure import Failure, failure_of, rules_failed
from orbat.model.finding import Finding
from orbat.model.path import OrbatPath
from orbat.registry import load_all

LINT_RULES: tuple[LintRule, ...] = (
    LintRule("LST001", "name that leads nowhere", "error", references_known),
    LintRule("LST002", "numbers out of order", "error", numbers_in_order),
    LintRule("LST003", "id defined twice", "error", ids_once),
    LintRule("LST004", "rating that cannot be had", "error", ratings_reachable),
    LintRule("LST005", "number without a citation", "error", numbers_cited),
    LintRule("LST006", "limit that cannot be checked", "error", limits_bounded),
    LintRule("LST007", "dates that never come", "error", dates_sound),
    LintRule("LST008", "source never used", "warning", sources_used),
    LintRule("LST009", "id is not the file's name", "error", ids_of_files),
    LintRule("LST010", "price that is not a whole number", "note", prices_whole),
    LintRule("LST011", "price without its number", "error", prices_given),
    LintRule("LST012", "row that is not as wide as its table", "error", rows_whole),
    LintRule("LST013", "size that cannot be had", "error", sizes_offered),
    LintRule("LST014", "price that cannot be charged", "error", prices_charged),
    LintRule("LST015", "what cannot be ticked off or counted in play", "error", play_sound),
)
"""The rules of the core. Features add theirs."""


def lint_rules() -> tuple[LintRule, ...]:
    """Every rule about data files: those of the core, then those of the features."""
    return (*LINT_RULES, *(rule for rules in load_all("lint_rules") for rule in rules))


def check_data(case: LintCase) -> list[Finding]:
    """Everything that the rules find, one finding for each code and place, and one for all rules that failed."""
    found: dict[tuple[str, OrbatPath], Finding] = {}
    failed: list[Failure] = []
    for rule in lint_rules():
        for finding in _run(rule, case, failed):
            key = (finding.code, finding.path)
            found[key] = _joined(found[key], finding) if key in found else finding
    return [*found.values(), *([rules_failed(failed, "file")] if failed else ())]


def sort_by_line(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in the order of their lines."""
    return tuple(sorted(findings, key=lambda one: (one.line or 0, one.column or 0, one.code)))


def _run(rule: LintRule, case: LintCase, failed: list[Failure]) -> list[Finding]:
    try:
        return [_finding(rule, fault, case) for fault in rule.check(case)]
    except Exception as error:  # whatever a rule of ours does wrong, the others must still run
        failed.append(failure_of(f"rule {rule.code}", error))
        return []


def _finding(rule: LintRule, fault: Fault, case: LintCase) -> Finding:
    problem = Problem(fault.path, fault.message, fault.help, rule.code, at_key=fault.at_key)
    return replace(finding_of(problem, case.file.document), severity=fault.severity or rule.severity)


def _joined(first: Finding, second: Finding) -> Finding:
    """Two faults of one rule at one place as one finding."""
    return replace(
        first,
        severity="error" if "error" in (first.severity, second.severity) else first.severity,
        fields={**first.fields, "what": f"{first.message}; {second.message}"},
    )
