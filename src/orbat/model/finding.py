"""Findings: the result of one rule at one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from orbat.model.edits import Edit
from orbat.model.path import OrbatPath
from orbat.model.record import Value, empty_mapping

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


class GroupText(Value):
    """The text for several findings of one rule.

    `whole` has the fields {count} and {items}, where each item is `item` filled from one finding. Any other field of
    `whole` must have the same value in all findings of the group.
    """

    whole: str
    item: str


class Finding(Value):
    """What is wrong, where, by which section, and how to fix it.

    The templates are filled with `fields` only when shown. Applying the edits in `fix` clears the finding. `line` and
    `column` count from 1.
    """

    code: str
    severity: Severity
    path: OrbatPath
    message_template: str
    help_template: str
    cites: tuple[str, ...]
    fields: Mapping[str, object] = field(default_factory=empty_mapping, hash=False)
    fix: tuple[Edit, ...] = ()
    line: int | None = None
    column: int | None = None
    group: GroupText | None = None
    """The common text for this and similar findings; without it, a group lists their messages."""

    @property
    def message(self) -> str:
        """What is wrong, then what is allowed."""
        return self.message_template.format_map(self.fields)

    @property
    def help(self) -> str:
        """One imperative sentence."""
        return self.help_template.format_map(self.fields)


def count_by_severity(findings: tuple[Finding, ...]) -> dict[Severity, int]:
    """The number of findings of each severity."""
    counts: dict[Severity, int] = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts


def format_cites(cites: tuple[str, ...]) -> str:
    """Citations in one bracket, each book's code only once: `[DOE 5.3, 5.4]`."""
    parts: list[str] = []
    book = None
    for cite in cites:
        code, space, section = cite.partition(" ")
        parts.append(section if space and code == book else cite)
        book = code if space else None
    return f"[{', '.join(parts)}]" if parts else ""


# The words of the verdict.


LEGAL = "Legal"
NOT_LEGAL = "Not legal"
"""Followed by the number of errors."""
UNFINISHED = "Unfinished"
"""Not everything was checked, because of an internal error."""
NOT_READ = "Not read"
EMPTY_ARMY = "Nothing in it yet"
