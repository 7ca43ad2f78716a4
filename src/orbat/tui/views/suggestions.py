"""The suggestions as lines: fixes of findings by group, then changes to reach the agreed size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.evaluate.rule import formation_title
from orbat.generator.suggest import Suggestion
from orbat.model.edits import Insert, at
from orbat.model.finding import format_cites
from orbat.model.points import Points, exact, show
from orbat.model.wording import phrase, plural
from orbat.report.finding_groups import FindingGroup, with_headings
from orbat.report.report import remainder
from orbat.tui.state import State
from orbat.tui.views.findings import SEVERITY_SIGNS
from orbat.tui.widgets.lines import Line

ALL = "all "
"""The start of the key of a line that fixes all findings of a group. The number of the group follows."""


def suggestion_lines(state: State, found: Sequence[Suggestion]) -> tuple[Line, ...]:
    """The suggestions, grouped by reason. Each shows the army's points before and after the change.

    The `key` of a suggestion is its index. A line that fixes all findings of a group has the `key` `ALL`, followed by
    the index of the group (see `groups_of`).
    """
    head = Line(key="columns", name="Change", columns=("points", "then"), role="faint", heading=True)
    return (head, *_lines(state, found))


def groups_of(state: State, found: Sequence[Suggestion]) -> tuple[FindingGroup, ...]:
    """The groups of findings for which there are suggestions, errors first."""
    fixed = {one.fixes for one in found}
    return tuple(
        group
        for _, group in with_headings(state.findings)
        if any((one.code, one.path) in fixed for one in group.findings)
    )


def _lines(state: State, found: Sequence[Suggestion]) -> Iterator[Line]:
    for number, group in enumerate(groups_of(state, found)):
        yield Line(
            key=("reason", number),
            name=reason_of_group(group),
            symbol=SEVERITY_SIGNS[group.severity],
            role=group.severity,
            heading=True,
        )
        places = {(one.code, one.path) for one in group.findings}
        own = [n for n, one in enumerate(found) if one.fixes in places]
        if (count := sum(1 for one in group.findings if one.fix)) > 1:
            change = sum(found[n].change for n in own if found[n].fixes in _with_fix(group))
            name = plural(count, "fix it", "apply all {count} fixes as one step")
            yield Line(key=f"{ALL}{number}", name=name, columns=_points(state, exact(state.quote.total + change)))
        yield from (_line(state, n, found[n]) for n in own)
    landing = [n for n, one in enumerate(found) if one.fixes is None]
    if landing:
        yield Line(key=("reason", "size"), name=size_reason(state), role="head", heading=True)
    yield from (_line(state, n, found[n]) for n in landing)


def _with_fix(group: FindingGroup) -> set[object]:
    return {(one.code, one.path) for one in group.findings if one.fix}


def _line(state: State, number: int, one: Suggestion) -> Line:
    return Line(key=number, name=_name(state, one), columns=_points(state, one.total))


def _name(state: State, one: Suggestion) -> str:
    homes = [edit.path[:-1] for edit in one.edits if isinstance(edit, Insert)]
    if homes and homes[0]:
        return phrase("{change}, in {formation}", change=one.name, formation=formation_title(at(state.orbat, homes[0])))
    return one.name


def _points(state: State, total: Points) -> tuple[str, str]:
    size = state.quote.game_size
    then = remainder(exact(size - total)) if size is not None else ""
    return phrase("{old} → {new}", old=show(state.quote.total), new=show(total)), then


def reason_of_group(group: FindingGroup) -> str:
    """The reason for the fixes of a group of findings: the code, text and citations of the group."""
    cites = format_cites(group.first.cites)
    return phrase("{code} {text} {cites}", code=group.code, text=group.text, cites=cites).rstrip()


def size_reason(state: State) -> str:
    """The reason for suggestions about the agreed size: `Spend the remaining points: 12 left of 800`."""
    left, size = state.quote.remaining or 0, state.quote.game_size
    if left < 0:
        return phrase("Reduce to the agreed size of {size}: {points} too many", points=show(exact(-left)), size=size)
    return phrase("Spend the remaining points: {points} left of {size}", points=show(left), size=size)
