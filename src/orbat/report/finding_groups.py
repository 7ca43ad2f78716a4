"""Groups of findings with the same code and severity, shown with one text, citation and help.

If the rule has a `GroupText`, the group has a common text: `3 generals not diced: Brown, Codrington, Buller`.
Otherwise all messages are listed, so that no number or name is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cached_property, lru_cache
from string import Formatter

from orbat.model.finding import Finding, Severity
from orbat.model.record import Value
from orbat.model.wording import all_of, phrase, plural


class FindingGroup(Value):
    """One or more findings with the same code and severity, in their order."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        """The first finding."""
        return self.findings[0]

    @property
    def code(self) -> str:
        """The common code."""
        return self.first.code

    @property
    def severity(self) -> Severity:
        """The common severity."""
        return self.first.severity

    @property
    def key(self) -> Hashable:
        """The identity of the group. It stays the same when one of the findings is fixed."""
        return _shared(self.first)

    @property
    def listed(self) -> tuple[Finding, ...]:
        """The findings whose messages must be listed; () if `text` covers them."""
        return self.findings if len(self.findings) > 1 and self.first.group is None else ()

    @cached_property
    def text(self) -> str:
        """The text of the group: the message of a single finding, the common text, or a count and the first message."""
        group, count = self.first.group, len(self.findings)
        if count == 1:
            return self.first.message
        if group is None:
            return phrase("{count} findings, the first: {message}", count=count, message=self.first.message)
        items = Counter(group.item.format_map(one.fields) for one in self.findings)
        listed = ", ".join(item if times == 1 else f"{item} ×{times}" for item, times in items.items())
        return group.whole.format_map({**self.first.fields, "count": count, "items": listed})

    @cached_property
    def cites(self) -> tuple[str, ...]:
        """The common citations; () if the findings' citations differ and must be shown for each."""
        return self.first.cites if len({one.cites for one in self.findings}) == 1 else ()

    @cached_property
    def help(self) -> str:
        """The common help; "" if the findings' help differs and must be shown for each."""
        return self.first.help if len({one.help for one in self.findings}) == 1 else ""

    @property
    def place(self) -> str:
        """The lines as a prefix: `line 3, column 5: `, `lines 3, 9 and 12: `, or ""."""
        if len(self.findings) == 1:
            return place_prefix(self.first)
        lines = dict.fromkeys(str(one.line) for one in self.findings if one.line)
        return plural(len(lines), "line {lines}: ", "lines {lines}: ", lines=all_of(lines)) if lines else ""


def place_prefix(finding: Finding) -> str:
    """The position as a prefix: `line 3, column 5: `, or "" without a line."""
    if not finding.line:
        return ""
    return phrase("line {line}, column {column}: ", line=finding.line, column=finding.column)


def grouped(findings: Iterable[Finding]) -> tuple[FindingGroup, ...]:
    """Group findings. Each group is at the position of its first finding."""
    groups: dict[Hashable, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_shared(finding), []).append(finding)
    return tuple(FindingGroup(tuple(group)) for group in groups.values())


def _shared(finding: Finding) -> Hashable:
    """The key by which findings are grouped. Findings with a common text need the same fields, citations and help."""
    if finding.group is None:
        return finding.code, finding.severity
    fields = tuple(str(finding.fields.get(name)) for name in _fields(finding.group.whole))
    return finding.code, finding.severity, finding.group, fields, finding.cites, finding.help


@lru_cache
def _fields(template: str) -> tuple[str, ...]:
    """The names of a template's fields, except `count` and `items`."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name and name not in ("count", "items"))
