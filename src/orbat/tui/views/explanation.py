"""The explanation of a finding code, with the settings in the open ORBAT's ruleset."""

from __future__ import annotations

from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.pipeline import explanations
from orbat.report.ruleset_rules import ruleset_rule


def explanation_text(code: str, orbat: Orbat | None, book: Book | None) -> tuple[str, str]:
    """The title and the explanation of a code. The explanation is "" if the code is unknown."""
    one = explanations().get(code)
    if one is None:
        return code, ""
    lines = [f"Requirement: {one.checks}", f"Why: {one.why}", f"Example: {one.example}", f"Remedy: {one.remedy}"]
    # For a rule, the text ends with the rule's settings in the ruleset, and with the ORBAT's rulings about the rule.
    if orbat and book and (settings := ruleset_rule(code, book.ruleset, book.rulings(orbat))):
        lines += settings.lines(orbat.army_list.id if orbat.army_list else "")
    return f"{one.code} {one.title}", "\n".join(lines)
