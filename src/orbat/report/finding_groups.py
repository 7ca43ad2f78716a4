"""Groups of findings with the same code and severity, which are shown together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property, lru_cache

from orbat.model.finding import SEVERITIES, Finding, Severity
from orbat.model.record import Value
from orbat.model.wording import all_of, phrase, plural
from orbat.report.verdict import exceeded_words


class FindingGroup(Value):
    """One or more findings with the same code and severity."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        """The first finding of the group."""
        return self.findings[0]

    @property
    def code(self) -> str:
        """The code that all findings of the group have."""
        return self.first.code

    @property
    def severity(self) -> Severity:
        """The severity that all findings of the group have."""
        return self.first.severity

    @property
    def key(self) -> Hashable:
        """A key that identifies the group, even after some of the findings are fixed."""
        return _shared(self.first)

    @property
    def listed(self) -> tuple[Finding, ...]:
        """The findings to list with their messages. Empty if `text` covers all of them."""
        return self.findings if len(self.findings) > 1 and self.first.group is None else ()

    @cached_property
    def text(self) -> str:
        """One text for the whole group, such as `3 generals not diced: Brown, Codrington, Buller`."""
        # For a single finding, the message. For several findings, the rule's text for groups (`GroupText`), or else
        # their number and the first message.
        group, count = self.first.group, len(self.findings)
        if count == 1:
            return self.first.message
        if group is None:
            return phrase("{count} findings. The first: {message}", count=count, message=self.first.message)
        items = Counter(group.item.format_map(one.fields) for one in self.findings)
        listed = ", ".join(item if times == 1 else f"{item} ×{times}" for item, times in items.items())
        return group.whole.format_map({**self.first.fields, "count": count, "items": listed})

    @cached_property
    def cites(self) -> tuple[str, ...]:
        """The citations that all findings have. Empty if the findings have different citations."""
        return self.first.cites if len({one.cites for one in self.findings}) == 1 else ()

    @cached_property
    def help(self) -> str:
        """The help of the findings, if all have the same help; otherwise ""."""
        return self.first.help if len({one.help for one in self.findings}) == 1 else ""

    @property
    def place(self) -> str:
        """The lines of the findings, as a prefix: `line 3, column 5: `, `lines 3, 9 and 12: ` or ""."""
        if len(self.findings) == 1:
            return place_prefix(self.first)
        lines = dict.fromkeys(str(one.line) for one in self.findings if one.line)
        return plural(len(lines), "line {lines}: ", "lines {lines}: ", lines=all_of(lines)) if lines else ""


def place_prefix(finding: Finding) -> str:
    """The position of a finding in the file, as a prefix: `line 3, column 5: ` or ""."""
    if not finding.line:
        return ""
    return phrase("line {line}, column {column}: ", line=finding.line, column=finding.column)


def grouped(findings: Iterable[Finding]) -> tuple[FindingGroup, ...]:
    """Group findings. The groups are in the order of their first findings."""
    groups: dict[Hashable, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_shared(finding), []).append(finding)
    return tuple(FindingGroup(tuple(group)) for group in groups.values())


def with_headings(findings: Iterable[Finding]) -> Iterator[tuple[str, FindingGroup]]:
    """Group findings, and yield each group with a heading such as `2 house limits not kept`, or ""."""
    groups = sorted(grouped(findings), key=_rank)
    headed = False
    # Questions about the reading of a typed list come first, then errors, house limits, warnings and notes. Only
    # the first group about house limits has a heading.
    for group in groups:
        is_first = group.first.house and not headed
        headed = headed or is_first
        count = sum(len(one.findings) for one in groups if one.first.house)
        yield exceeded_words(count) if is_first else "", group


def _rank(group: FindingGroup) -> tuple[int, bool]:
    if group.first.is_question:
        return -1, False
    house = group.first.house
    return SEVERITIES.index(group.severity), house if group.severity == "error" else not house


def _shared(finding: Finding) -> Hashable:
    if finding.group is None:
        return finding.code, finding.severity, finding.house
    fields = tuple(str(finding.fields.get(name)) for name in _fields(finding.group.whole))
    return finding.code, finding.severity, finding.house, finding.group, fields, finding.cites, finding.help


@lru_cache
def _fields(template: str) -> tuple[str, ...]:
    from string import Formatter  # slow to load, and seldom needed

    return tuple(name for _, name, _, _ in Formatter().parse(template) if name and name not in ("count", "items"))
