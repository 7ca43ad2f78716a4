"""Findings: the results of checks, with a code and a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from orbat.model.edits import Edit
from orbat.model.path import OrbatPath
from orbat.model.record import Value, empty_mapping

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")

Topic = Literal[
    "readings",
    "dice",
    "file",
    "names",
    "title",
    "data",
    "lent",
    "generals",
    "hidden",
    "house",
    "size",
    "player",
    "confidence",
]
"""A topic of the basis of a verdict: what the verdict depends on.

`readings`: rulings with another choice than the default. `dice`: how staff quality was diced. `file`: parts of the
file that were not read, or that contradict each other. `names`: names that look alike or belong to other entries.
`title`: a title that contradicts the fields. `data`: army lists and rulesets that are not the shipped ones. `lent`:
troops of other army lists. `generals`: troops without a general. `hidden`: troops that the document omits.
`house`: house limits. `size`: the game size. `player`: an army of several players. `confidence`: how certain the
reading of a typed list is.
"""


class GroupText(Value):
    """One text that replaces the messages of several findings of the same rule."""

    whole: str
    """The template of the text, with {count}, {items} and fields that all findings have in common."""
    item: str
    """The template of an item in {items}."""


class Finding(Value):
    """A problem, with its code, place, message, citations and fix."""

    code: str
    severity: Severity
    path: OrbatPath
    message_template: str
    help_template: str
    cites: tuple[str, ...]
    fields: Mapping[str, object] = field(default_factory=empty_mapping, hash=False)
    fix: tuple[Edit, ...] = ()
    """Edits that solve the problem."""
    line: int | None = None
    """The line, from 1."""
    column: int | None = None
    """The column, from 1."""
    group: GroupText | None = None
    """The text for a group of similar findings. If None, a group lists the message of each finding."""
    doubt: Topic | None = None
    """The topic of an unusual finding, which the verdict's headline names."""
    house: bool = False
    """Whether the finding is about a limit that no rulebook and no published source gives."""

    @property
    def message(self) -> str:
        """The problem as text. Many messages also say what is allowed."""
        return self.message_template.format_map(self.fields)

    @property
    def is_question(self) -> bool:
        """Whether the finding is a question to the player who typed the list."""
        return self.doubt == "confidence"

    @property
    def help(self) -> str:
        """The remedy, as one imperative sentence."""
        return self.help_template.format_map(self.fields)


def count_by_severity(findings: tuple[Finding, ...]) -> dict[Severity, int]:
    """The number of findings, by severity."""
    counts: dict[Severity, int] = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts


def format_cites(cites: tuple[str, ...]) -> str:
    """Citations in brackets, grouped by book: `[X 5.3, 5.4]`."""
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
"""Start of the verdict on an army with errors, before the number of errors."""
UNFINISHED = "Unfinished"
"""Verdict if an internal error prevented some checks."""
WRONG_SUMS = "Wrong sums"
"""Verdict on an army with wrong sums and no other errors."""
NOT_READ = "Not read"
EMPTY_ARMY = "Nothing in it yet"
MISREAD = "I may have misread this list"
"""Start of the verdict on a typed list whose reading is doubtful."""
PART_OF_ARMY = "Part of an army: troops are not shown"
"""Verdict on an ORBAT that omits troops, unless the troops that are shown break rules."""
