"""The length of works, such as earthworks."""

from __future__ import annotations

from orbat.model.kinds import Kind
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase


def works_length(size: int | None, kind: Kind, ruleset: Ruleset) -> str:
    """The length of works as text: `16 inches of works`. "" for other troops, and for works without a length."""
    if not size or not kind.length:
        return ""
    return phrase("{length} {unit} of works", length=size * kind.length, unit=ruleset.length_unit)
