"""Differences between two ORBATs by formation and unit, with each formation's points in both ORBATs."""

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
    """A formation of the later ORBAT, or the whole army, with changes and points."""

    name: str
    depth: int
    """0 for the army, 1 for top formations, 2 for the formations below, and so on."""
    before: ExactPoints | None
    """Points in the earlier ORBAT; None for a new formation."""
    after: ExactPoints
    """Points in the later ORBAT."""
    changes: tuple[Change, ...]
    """A moved unit is listed in its new formation."""
    path: OrbatPath
    old_path: OrbatPath | None
    """The path in the earlier ORBAT; None for a new formation."""

    @property
    def points_change(self) -> ExactPoints:
        """Points in the later ORBAT minus points in the earlier ORBAT."""
        return exact(self.after - (self.before or 0))


class Difference(Value):
    """All differences between two ORBATs."""

    before: Report
    after: Report
    header: tuple[Change, ...]
    """Changes at the top of the file, such as the title or date."""
    groups: tuple[DifferenceGroup, ...]
    """The army and every formation that differs."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes of formations, units and generals. Their points add up to `points_change`."""
        return tuple(change for group in self.groups for change in group.changes)

    @property
    def points_change(self) -> ExactPoints:
        """Points of the later ORBAT minus points of the earlier ORBAT."""
        return exact(self.after.total - self.before.total)

    @property
    def same(self) -> bool:
        """Whether the ORBATs have the same content, in the same or another order."""
        return not self.header and not self.groups

    @property
    def reordered(self) -> bool:
        """Whether the ORBATs have the same content in a different order."""
        before, after = self.before, self.after
        return self.same and [row.name for row in before.rows] != [row.name for row in after.rows]


def difference(before: Report, after: Report) -> Difference:
    """Compare two ORBATs, whose rulesets and army lists may differ."""
    old, new = ReportRows(before), ReportRows(after)
    old_paths = matching_paths(old, new)
    new_paths = {old_path: path for path, old_path in old_paths.items()}
    placed: defaultdict[OrbatPath, list[Change]] = defaultdict(list)
    for change in army_changes(old, new, old_paths):
        placed[_formation_of(change, new_paths)].append(change)
    return Difference(before, after, header_changes(before, after), tuple(_groups(old, new, old_paths, placed)))


def _formation_of(change: Change, new_paths: Mapping[OrbatPath, OrbatPath]) -> OrbatPath:
    if change.after is None:
        assert change.before is not None, "a removed item has an old path"
        return new_paths[parent_of(change.before)]
    is_unit = change.after[-2:-1] == ("units",)
    return parent_of(change.after) if is_unit or change.before is None else change.after


def _groups(
    old: ReportRows, new: ReportRows, old_paths: Mapping[OrbatPath, OrbatPath], placed: Mapping[OrbatPath, list[Change]]
) -> Iterator[DifferenceGroup]:
    before, after = _points(old), _points(new)
    differ = {path for path in after if path in old_paths and before.get(old_paths[path], 0) != after[path]}
    shown = {path[:length] for path in (*placed, *differ) for length in range(0, len(path) + 1, 2)}
    for row in new.rows.values():
        if row.sort != "unit" and row.path in shown:
            old_path = old_paths.get(row.path)
            name = "Army" if row.sort == "army" else formation_heading(row.level, row.name)
            yield DifferenceGroup(
                name,
                row.depth,
                before.get(old_path, 0) if old_path is not None else None,
                after[row.path],
                tuple(placed.get(row.path, ())),
                row.path,
                old_path,
            )


def _points(side: ReportRows) -> dict[OrbatPath, ExactPoints]:
    quote = side.report.quote
    if quote is None:
        return {}
    return {(): quote.total} | {line.path: line.points for line in quote.all_formations}


def signed(points: ExactPoints) -> str:
    """Points with a sign: `+12` or `-12`. Empty for 0."""
    return f"{'+' if points > 0 else ''}{show(points)}" if points else ""


def no_differences(comparison: Difference) -> str:
    """`No differences.` or `No differences except the order of lines.`"""
    return "No differences except the order of lines." if comparison.reordered else "No differences."
