"""Whether an army list or ruleset that loads may be used to check an ORBAT.

What the linter calls a name that leads nowhere, numbers out of order, a rating that cannot be had or a limit that
cannot be checked makes prices and verdicts wrong, so a file with one of these is not used. Its other slips are kept,
to be said once in every report. The shipped files are linted when they are made: of these only what a rule could
stumble over is looked at, since every check would pay for more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from orbat.data.data_file import DataFile
from orbat.model.army_list import ArmyList, Limit
from orbat.model.finding import Finding
from orbat.model.ruleset import Ruleset

STOPS = frozenset({"LST001", "LST002", "LST004", "LST006"})
"""The codes of the linter's errors with which a file is not used."""


def judge(file: DataFile[Any], rules: DataFile[Ruleset]) -> DataFile[Any]:
    """The file as it may be used: without its value where it may not be, and with its slips."""
    from orbat.data.lint_rules.catalogue import check_data, sort_by_line
    from orbat.data.lint_rules.rule import LintCase

    case = LintCase(file, rules, (), (file.path.parent.name,))
    errors = tuple(one for one in sort_by_line(check_data(case)) if one.severity == "error")
    stops = tuple(one for one in errors if _stops(one))
    return replace(file, value=None, findings=stops) if stops else replace(file, lint_errors=errors)


def _stops(finding: Finding) -> bool:
    """Whether an error keeps the file from being used; the name of a source changes no verdict."""
    return finding.code in STOPS and "sources" not in finding.path


def is_plainly_sound(data: Ruleset | ArmyList, ruleset: Ruleset) -> bool:
    """Whether every entry has a kind and options that there are, and every limit one bound."""
    limits: Iterable[Limit] = data.limits if isinstance(data, ArmyList) else ()
    return all(map(_is_bounded, limits)) and all(
        entry.kind in ruleset.kinds
        and all(use.option in ruleset.options for use in entry.options)
        and all(map(_is_bounded, entry.limits))
        for entry in data.entries
    )


def _is_bounded(limit: Limit) -> bool:
    return (limit.at_most is None) != (limit.at_least is None) and not (limit.for_each and limit.among is None)
