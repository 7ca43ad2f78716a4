"""Lint: what odds say of the reference tables is so."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.odds import Odds
from orbat.sources.lint_case import Fault, LintCase, LintRule


def odds_borne_out(case: LintCase) -> Iterator[Fault]:
    """What a ruleset's odds name in its reference tables is there and can be read: tables, columns and rows by their
    words, cells of faces and marks, numbers, bands and ratios; and every outcome of the victory scale has a row among
    the results.

    Why: Odds are read from the tables; with a row misspelt there would be none, or other ones than the table's.

    Example: `always: [Class 5]`, where the table of morale has no such row.

    Cure: Write the words as they stand in reference.yaml, or correct the table.
    """
    if not isinstance(case.data, Odds):
        return
    if case.reference is None:
        says = f"there are no reference tables of {case.data.ruleset} that can be used, and odds are read from them"
        yield Fault(("ruleset",), says, "Write the ruleset's reference.yaml, or mend it.")
        return
    from orbat.report.odds_slips import slips_of

    for slip in slips_of(case.data, case.reference):
        yield Fault(slip.path, slip.says, "Write the words as they stand in reference.yaml.")


LINT_RULES = (LintRule("LST016", "odds that the tables do not bear out", "error", odds_borne_out),)
