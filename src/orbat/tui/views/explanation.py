"""The explanation of a finding code, with the settings in the open ORBAT's ruleset."""

from __future__ import annotations

from orbat.model.book import Book
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import changed
from orbat.pipeline import explanations
from orbat.report.ruleset_rules import ruleset_rule

ON_SCREEN = {
    "ARM004": "Press L to choose the army list.",
    "ARM010": "Choose smaller or other units, or paint the missing models, which M lists in the builder.",
    "ARM007": "In the builder, press i to choose a reading.",
    "PTS001": "Remove stands or units, or agree a larger size (a). In the builder, W suggests cheaper alternatives.",
    "PTS002": "Press a to set the agreed size.",
    "PTS004": "Buy more troops, or ignore this note. In the builder, W suggests purchases.",
    "STF001": "In the builder, press r to roll for the generals, or R to enter dice.",
    "TXT008": "Press Enter on the line, and choose the entry.",
    "TXT012": "Press Enter on the line, and confirm the name or choose the entry.",
    "TXT013": "If the guess is wrong, press L to choose the army list.",
    "UNT001": "Choose an entry of the army list.",
}
"""Remedies with keys, for codes whose usual remedy names options or commands. Both screens have these keys."""


def with_screen_help(finding: Finding) -> Finding:
    """The finding with a help text that names keys instead of options and commands."""
    known = finding.code in ON_SCREEN and finding.help_template
    return changed(finding, help_template=ON_SCREEN[finding.code]) if known else finding


def explanation_text(code: str, orbat: Orbat | None, book: Book | None) -> tuple[str, str]:
    """The title and the explanation of a code. The explanation is "" if the code is unknown."""
    one = explanations().get(code)
    if one is None:
        return code, ""
    remedy = ON_SCREEN.get(code, one.remedy)
    lines = [f"Requirement: {one.checks}", f"Why: {one.why}", f"Example: {one.example}", f"Remedy: {remedy}"]
    # For a rule, the text ends with the rule's settings in the ruleset, and with the ORBAT's rulings about the rule.
    if orbat and book and (settings := ruleset_rule(code, book.ruleset, book.rulings(orbat))):
        lines += settings.lines(orbat.army_list.id if orbat.army_list else "")
    return f"{one.code} {one.title}", "\n".join(lines)
