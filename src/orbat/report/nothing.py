"""Why a sheet has nothing to show."""

from __future__ import annotations

from orbat.model.reference import Reference
from orbat.report.report import Report


def why_nothing(report: Report, reference: Reference | None) -> str:
    """A sentence: there is no army yet, or the ruleset lacks what the sheet is made of."""
    if not any(row.sort == "unit" for row in report.rows):
        return "nothing to print, since the army has no units yet."
    if reference is None:
        return "nothing to print, since the ruleset has no quick-reference tables."
    return "nothing to print, since neither the army nor the ruleset has anything that belongs on it."
