"""The findings as lines, the worst first."""

from __future__ import annotations

from orbat.model.finding import SEVERITIES, Finding, cited
from orbat.model.path import OrbatPath
from orbat.tui.state import State
from orbat.tui.widgets.lines import Line

SEVERITY_SIGNS = {"error": "✗", "warning": "!", "note": "i"}


def finding_lines(state: State) -> tuple[Line, ...]:
    """The findings, the worst first; a line's key is its finding's number."""
    ranked = sorted(enumerate(state.findings), key=lambda pair: SEVERITIES.index(pair[1].severity))
    return tuple(
        Line(
            key=number,
            name=f"{finding.code} {finding.message} {cited(finding.cites)}",
            symbol=SEVERITY_SIGNS[finding.severity],
            columns=("f fixes" if finding.fix else "",),
            role=finding.severity if finding.severity != "note" else "plain",
        )
        for number, finding in ranked
    )


def place_of(finding: Finding) -> OrbatPath:
    """The unit, formation or army that a finding is about."""
    path = finding.path
    while path and not isinstance(path[-1], int):
        path = path[:-1]
    return path


def first_at(state: State, path: OrbatPath) -> int | None:
    """The number of the worst finding about a thing, or None."""
    found = [number for number, finding in enumerate(state.findings) if place_of(finding) == path]
    return min(found, key=lambda number: SEVERITIES.index(state.findings[number].severity), default=None)
