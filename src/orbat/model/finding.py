"""Findings: one rule's verdict at one place."""

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

    `whole` has the fields {count} and {items}; each item is `item`, filled from one finding. Any other field of `whole`
    is one that all findings of the group have alike.
    """

    whole: str
    item: str


class Finding(Value):
    """What is wrong, where, by which section, and the way to mend it.

    The words are templates filled with `facts` only when they are shown. `fix` is edits that clear the finding.
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
    """The text for this and other findings together; without one their messages are listed."""

    @property
    def message(self) -> str:
        """What is, then what is allowed."""
        return self.message_template.format_map(self.fields)

    @property
    def help(self) -> str:
        """One imperative sentence."""
        return self.help_template.format_map(self.fields)


def count_by_severity(findings: tuple[Finding, ...]) -> dict[Severity, int]:
    """How many findings there are of each severity."""
    counts: dict[Severity, int] = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts


def format_cites(cites: tuple[str, ...]) -> str:
    """Citations in one bracket, the book's code said once: `[DOE 5.3, 5.4]`."""
    parts: list[str] = []
    book = None
    for cite in cites:
        code, space, section = cite.partition(" ")
        parts.append(section if space and code == book else cite)
        book = code if space else None
    return f"[{', '.join(parts)}]" if parts else ""


# The words of a verdict on an ORBAT.


LEGAL = "Legal"
NOT_LEGAL = "Not legal"
"""Behind it stands how many errors there are."""
UNFINISHED = "Unfinished"
"""orbat itself failed, so that not everything was checked."""
NOT_READ = "Not read"
EMPTY_ARMY = "Nothing in it yet"
