"""Decides whether a loaded army list or ruleset may be used to check ORBATs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from orbat.data.data_file import DataFile
from orbat.model.army_list import ArmyList, Limit
from orbat.model.finding import Finding
from orbat.model.ruleset import Ruleset

BLOCKING_CODES = frozenset({"LST001", "LST002", "LST004", "LST006"})
"""Codes of lint errors that prevent a file from being used."""


def lint_before_use(file: DataFile[Any], rules: DataFile[Ruleset]) -> DataFile[Any]:
    """Lint a file, and return it with the errors found.

    The `value` becomes None if an error prevents use. Other errors are in `lint_errors`.
    """
    from orbat.data.lint_rules.catalogue import check_data, sort_by_line
    from orbat.data.lint_rules.rule import LintCase

    # Shipped files have no lint errors, so they get only `passes_quick_check`.
    case = LintCase(file, rules, (), (file.path.parent.name,))
    errors = tuple(one for one in sort_by_line(check_data(case)) if one.severity == "error")
    blocking = tuple(one for one in errors if _is_blocking(one))
    return replace(file, value=None, findings=blocking) if blocking else replace(file, lint_errors=errors)


def _is_blocking(finding: Finding) -> bool:
    # an unknown name in `sources` changes no verdict
    return finding.code in BLOCKING_CODES and "sources" not in finding.path


def passes_quick_check(data: Ruleset | ArmyList, ruleset: Ruleset) -> bool:
    """Whether a ruleset or army list has none of the mistakes that cause internal errors. This test is quick."""
    limits: Iterable[Limit] = data.limits if isinstance(data, ArmyList) else ()
    return all(map(_has_one_bound, limits)) and all(
        entry.kind in ruleset.kinds
        and all(use.option in ruleset.options for use in entry.options)
        and all(map(_has_one_bound, entry.limits))
        for entry in data.entries
    )


def _has_one_bound(limit: Limit) -> bool:
    bounds = (limit.at_most, limit.at_least, limit.only_with)
    return sum(one is not None for one in bounds) == 1 and not (limit.for_each and limit.among is None)
