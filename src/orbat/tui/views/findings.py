"""The lines of the findings pane, errors first.

A group of findings is one line. An unfolded group shows the findings below.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from orbat.generator.suggest import may_have_suggestions
from orbat.model.finding import SEVERITIES, Finding, format_cites
from orbat.model.path import OrbatPath
from orbat.model.wording import phrase, plural
from orbat.report.finding_groups import FindingGroup, grouped, with_headings
from orbat.report.verdict import exceeded_words
from orbat.tui.state import State
from orbat.tui.steps.army import is_quality_rolled
from orbat.tui.widgets.lines import Line

HEADING = "house limits"
"""The key of the heading above the house limits that are not kept."""
NOT_DICED = "STF001"
"""The code of findings about generals without a staff roll."""
SEVERITY_SIGNS = {"error": "✗", "warning": "!", "note": "i"}


def finding_lines(state: State, unfolded: frozenset[Hashable] = frozenset()) -> tuple[Line, ...]:
    """The lines of the findings pane, errors first. `unfolded`: the keys of the unfolded groups.

    The `key` of a group is `FindingGroup.key`. The `key` of a finding is the index in `state.findings`.
    """
    numbers = {id(finding): number for number, finding in enumerate(state.findings)}
    lines: list[Line] = []
    for heading, group in with_headings(state.findings):
        if heading:
            lines.append(Line(key=HEADING, name=limits_heading(state.findings), heading=True))
        lines += _lines_of(state, group, numbers, unfolded)
    return tuple(lines)


def limits_heading(findings: Iterable[Finding]) -> str:
    """The heading for the findings about house limits that are not kept. It says whether the limits may be exceeded."""
    beyond = [one for one in findings if one.house]
    exceeded, count = exceeded_words(len(beyond)), len(beyond)
    if any(one.severity == "error" for one in beyond):
        return phrase("{exceeded}: not allowed, because this ORBAT enforces house limits", exceeded=exceeded)
    return plural(
        count,
        "{exceeded}: allowed, because no rulebook gives this limit",
        "{exceeded}: allowed, because no rulebook gives these limits",
        exceeded=exceeded,
    )


def needs_roll(state: State, finding: Finding) -> bool:
    """Whether rolling for generals clears the finding."""
    return finding.code == NOT_DICED and is_quality_rolled(state)


def _lines_of(
    state: State, group: FindingGroup, numbers: dict[int, int], unfolded: frozenset[Hashable]
) -> Iterator[Line]:
    several = len(group.findings) > 1
    fold = "" if not several else "▾ " if group.key in unfolded else "▸ "
    yield _line(
        group.key if several else numbers[id(group.first)],
        f"{group.code} {fold}{group.text} {format_cites(group.first.cites)}",
        group.findings,
        _fix_words(state, group.findings),
    )
    if several and group.key in unfolded:
        for finding in group.findings:
            cites = "" if group.cites else format_cites(finding.cites)
            yield _line(
                numbers[id(finding)],
                f"{finding.message} {cites}".rstrip(),
                (finding,),
                _fix_words(state, (finding,)),
                1,
            )


def _line(key: Hashable, name: str, findings: tuple[Finding, ...], fix: str, depth: int = 0) -> Line:
    severity = findings[0].severity
    return Line(
        key=key,
        name=name,
        symbol=SEVERITY_SIGNS[severity],
        depth=depth,
        columns=(fix,),
        names_key=True,
        role=severity if severity != "note" else "plain",
    )


def _fix_words(state: State, findings: tuple[Finding, ...]) -> str:
    count = sum(1 for one in findings if one.fix)
    if count:
        return "f fixes" if len(findings) == 1 else phrase("f fixes {count}", count=count)
    if needs_roll(state, findings[0]):
        return "f rolls"
    return "f suggests" if any(may_have_suggestions(one) for one in findings) else ""


def group_at(state: State, key: Hashable) -> FindingGroup | None:
    """The group of findings on the line with this `key`; None if there is no such line."""
    if isinstance(key, int):
        # A single finding becomes a group.
        return FindingGroup((state.findings[key],))
    return next((group for group in grouped(state.findings) if group.key == key), None)


def place_of(finding: Finding) -> OrbatPath:
    """The path of the unit, formation or army that a finding is about."""
    path = finding.path
    while path and not isinstance(path[-1], int):
        path = path[:-1]
    return path


def worst_finding_key(state: State, path: OrbatPath, unfolded: frozenset[Hashable] = frozenset()) -> Hashable | None:
    """The `key` of the line with the most severe finding about the item at `path`.

    None if there is no finding about the item.
    """
    found = [number for number, finding in enumerate(state.findings) if place_of(finding) == path]
    number = min(found, key=lambda number: SEVERITIES.index(state.findings[number].severity), default=None)
    if number is None:
        return None
    finding = state.findings[number]
    group = next(one for one in grouped(state.findings) if finding in one.findings)
    return group.key if len(group.findings) > 1 and group.key not in unfolded else number
