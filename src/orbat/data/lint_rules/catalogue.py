"""All lint rules (rules about data files)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from orbat.data.lint_rules.citations import check_citations, check_unused_sources
from orbat.data.lint_rules.entries import check_ratings, check_sizes
from orbat.data.lint_rules.limits import check_limits
from orbat.data.lint_rules.names import check_duplicate_ids, check_file_ids, check_references
from orbat.data.lint_rules.numbers import check_dates, check_number_order, check_play_settings, check_table_rows
from orbat.data.lint_rules.own_data import check_own_names
from orbat.data.lint_rules.prices import check_chargeable_prices, check_fractional_prices, check_missing_prices
from orbat.data.lint_rules.rule import Fault, LintCase, LintRule
from orbat.data.lint_rules.sentences import check_sentences
from orbat.data.lint_rules.service import check_service
from orbat.data.lint_rules.wars import check_wars
from orbat.data.problem import Problem, finding_of
from orbat.model.failure import Failure, failure_of, rules_failed
from orbat.model.finding import Finding
from orbat.model.path import OrbatPath
from orbat.model.wording import phrase
from orbat.registry import load_all

LINT_RULES: tuple[LintRule, ...] = (
    LintRule("LST001", "unknown name", "error", check_references),
    LintRule("LST002", "numbers out of order", "error", check_number_order),
    LintRule("LST003", "id defined twice", "error", check_duplicate_ids),
    LintRule("LST004", "unavailable rating", "error", check_ratings),
    LintRule("LST005", "number without a citation", "error", check_citations),
    LintRule("LST006", "limit that cannot be checked", "error", check_limits),
    LintRule("LST007", "dates that never apply", "error", check_dates),
    LintRule("LST008", "unused source", "warning", check_unused_sources),
    LintRule("LST009", "id differs from the file name", "error", check_file_ids),
    LintRule("LST010", "price that is not a whole number", "note", check_fractional_prices),
    LintRule("LST011", "missing price", "error", check_missing_prices),
    LintRule("LST012", "row with the wrong number of cells", "error", check_table_rows),
    LintRule("LST013", "unavailable size", "error", check_sizes),
    LintRule("LST014", "price that cannot be charged", "error", check_chargeable_prices),
    LintRule("LST015", "invalid settings for play", "error", check_play_settings),
    LintRule("LST017", "nation on both sides of a war", "error", check_wars),
    LintRule("LST018", "id or title of a shipped file", "warning", check_own_names),
    LintRule("LST019", "sentence of the rulebook without a place", "error", check_sentences),
    LintRule("LST020", "commander without a first date", "note", check_service),
)
"""The lint rules of the core. Features add more rules."""


def lint_rules() -> tuple[LintRule, ...]:
    """All lint rules: the rules of the core, then the rules of features."""
    return (*LINT_RULES, *(rule for rules in load_all("lint_rules") for rule in rules))


def check_data(case: LintCase) -> list[Finding]:
    """Run all lint rules on a file."""
    # Findings with the same code and path become one finding, and so do all internal errors.
    found: dict[tuple[str, OrbatPath], Finding] = {}
    failed: list[Failure] = []
    for rule in lint_rules():
        for finding in _run(rule, case, failed):
            document = case.file.document
            # a mistake in a shared key is a mistake in each item, but is reported once
            key = (finding.code, document.in_text(finding.path) if document else finding.path)
            found[key] = _merged(found[key], finding) if key in found else finding
    return [*found.values(), *([rules_failed(failed, "file")] if failed else ())]


def sort_by_line(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings by line, then by column."""
    return tuple(sorted(findings, key=lambda one: (one.line or 0, one.column or 0, one.code)))


def _run(rule: LintRule, case: LintCase, failed: list[Failure]) -> list[Finding]:
    try:
        return [_finding(rule, fault, case) for fault in rule.check(case)]
    except Exception as error:  # a rule that fails must not stop the others
        failed.append(failure_of(phrase("rule {code}", code=rule.code), error))
        return []


def _finding(rule: LintRule, fault: Fault, case: LintCase) -> Finding:
    problem = Problem(fault.path, fault.message, fault.help, rule.code, at_key=fault.at_key)
    return replace(finding_of(problem, case.file.document), severity=fault.severity or rule.severity)


def _merged(first: Finding, second: Finding) -> Finding:
    if second.message in first.message:
        return first
    return replace(
        first,
        severity="error" if "error" in (first.severity, second.severity) else first.severity,
        fields={**first.fields, "message": phrase("{first}; {second}", first=first.message, second=second.message)},
    )
