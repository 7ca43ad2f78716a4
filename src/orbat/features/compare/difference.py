"""Two ORBATs as a difference by formation and unit: each change where it belongs, with the subtotals of both sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from orbat.evaluate.quote import ExactPoints
from orbat.model.arrange import parent_of
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.report.changes import Change, ReportRows, army_changes, header_changes, matching_paths
from orbat.report.report import Report
from orbat.report.rows import formation_heading


class DifferenceGroup(Value):
    """The army or a formation of the later ORBAT, its points on each side (None where it was not), and its changes.

    `depth` is 0 for the army. A unit that has moved is a change of where it is now; the subtotals show what it meant
    for either formation.
    """

    name: str
    depth: int
    before: ExactPoints | None
    after: ExactPoints
    changes: tuple[Change, ...]
    path: OrbatPath
    was: OrbatPath | None

    @property
    def by(self) -> ExactPoints:
        """By how much its points differ."""
        return exact(self.after - (self.before or 0))


class Difference(Value):
    """What differs from one ORBAT to another: in the head, and by formation, the army first."""

    before: Report
    after: Report
    head: tuple[Change, ...]
    groups: tuple[DifferenceGroup, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every change of formations, units and generals; their points come to `by`."""
        return tuple(change for group in self.groups for change in group.changes)

    @property
    def by(self) -> ExactPoints:
        """By how much the total differs."""
        return exact(self.after.total - self.before.total)

    @property
    def same(self) -> bool:
        """Whether nothing differs but perhaps the order of lines."""
        return not self.head and not self.groups

    @property
    def reordered(self) -> bool:
        """Whether nothing differs, and the lines stand in another order."""
        before, after = self.before, self.after
        return self.same and [row.name for row in before.rows] != [row.name for row in after.rows]


def difference(before: Report, after: Report) -> Difference:
    """What differs from one ORBAT to another, of whatever ruleset and list either is."""
    old, new = ReportRows(before), ReportRows(after)
    back = matching_paths(old, new)
    forth = {was: now for now, was in back.items()}
    placed: defaultdict[OrbatPath, list[Change]] = defaultdict(list)
    for change in army_changes(old, new, back):
        placed[_home(change, forth)].append(change)
    return Difference(before, after, header_changes(before, after), tuple(_groups(old, new, back, placed)))


def _home(change: Change, forth: Mapping[OrbatPath, OrbatPath]) -> OrbatPath:
    """Where among the formations there are now a change belongs: in the formation that is changed, or around what is
    come, gone or a unit."""
    if change.after is None:
        assert change.before is not None, "what is gone was somewhere"
        return forth[parent_of(change.before)]
    is_unit = change.after[-2:-1] == ("units",)
    return parent_of(change.after) if is_unit or change.before is None else change.after


def _groups(
    old: ReportRows, new: ReportRows, back: Mapping[OrbatPath, OrbatPath], placed: Mapping[OrbatPath, list[Change]]
) -> Iterator[DifferenceGroup]:
    """The army and each formation in which anything differs, with those around it."""
    before, after = _points(old), _points(new)
    differ = {path for path in after if path in back and before.get(back[path], 0) != after[path]}
    shown = {path[:length] for path in (*placed, *differ) for length in range(0, len(path) + 1, 2)}
    for row in new.rows.values():
        if row.sort != "unit" and row.path in shown:
            was = back.get(row.path)
            name = "Army" if row.sort == "army" else formation_heading(row.level, row.name)
            yield DifferenceGroup(
                name,
                row.depth,
                before.get(was, 0) if was is not None else None,
                after[row.path],
                tuple(placed.get(row.path, ())),
                row.path,
                was,
            )


def _points(side: ReportRows) -> dict[OrbatPath, ExactPoints]:
    """The points of the army and of each formation with all in it."""
    quote = side.report.quote
    if quote is None:
        return {}
    return {(): quote.total} | {line.path: line.points for line in quote.all_formations}


def signed(points: ExactPoints) -> str:
    """`+12`, `-12`, or "" for no difference."""
    return f"{'+' if points > 0 else ''}{show(points)}" if points else ""
