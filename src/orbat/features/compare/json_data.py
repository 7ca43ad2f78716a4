"""JSON data of comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from orbat.features.compare.difference import Difference, DifferenceGroup
from orbat.features.compare.measures import Measure, MeasurePart, Measures, measures
from orbat.features.compare.scouting_comparison import ScoutingComparison
from orbat.model import path as paths
from orbat.model.path import OrbatPath
from orbat.report.changes import Change
from orbat.report.json_data import points_value
from orbat.report.report import Report
from orbat.report.scouting import Scouting


def difference_data(comparison: Difference) -> dict[str, Any]:
    """JSON data of `orbat compare`. The key `difference` is the points of B minus the points of A."""
    return {
        "a": _side(comparison.before),
        "b": _side(comparison.after),
        "difference": points_value(comparison.points_change),
        "same": comparison.same,
        "reordered": comparison.reordered,
        "head": [change.words for change in comparison.header],
        "formations": [_group(group) for group in comparison.groups],
        "changes": [_change(change, group) for group in comparison.groups for change in group.changes],
    }


def _side(report: Report) -> dict[str, Any]:
    return {
        "file": report.source,
        "title": report.title,
        "ruleset": report.orbat.ruleset.id if report.orbat else None,
        "army_list": report.orbat.army_list.id if report.orbat and report.orbat.army_list else None,
        "total": points_value(report.quote.total) if report.quote else None,
        "legal": report.legal,
        **_measures(measures(report)),
    }


def _measures(measures: Measures) -> dict[str, Any]:
    return {
        "figures": {one.label: _measure(one) for one in measures.figures},
        "arms": _parts(measures.arms),
        "ratings": _parts(measures.ratings),
    }


def _measure(one: Measure) -> Any:
    # A percentage is `{"has": 30, "of": 40}`.
    return points_value(one.value) if one.of is None else {"has": points_value(one.value), "of": points_value(one.of)}


def _parts(parts: Sequence[MeasurePart]) -> dict[str, Any]:
    return {
        part.label: {
            "units": part.units,
            "pieces": part.pieces,
            "counted_in": part.counted_in,
            "points": points_value(part.points),
        }
        for part in parts
    }


def _group(group: DifferenceGroup) -> dict[str, Any]:
    return {
        "name": group.name,
        "a": None if group.before is None else points_value(group.before),
        "b": points_value(group.after),
        "difference": points_value(group.points_change),
        "path_a": _path(group.old_path),
        "path_b": _path(group.path),
    }


def _change(change: Change, group: DifferenceGroup) -> dict[str, Any]:
    return {
        "sign": change.sign,
        "what": change.words,
        "points": points_value(change.points),
        "formation": group.name,
        "path_a": _path(change.before),
        "path_b": _path(change.after),
    }


def _path(path: OrbatPath | None) -> str | None:
    return None if path is None else paths.show(path)


def scouting_data(comparison: ScoutingComparison) -> dict[str, Any]:
    """JSON data of `orbat scout`.

    `out_scouted` is the out-scouted army: `a`, `b`, or null if neither is out-scouted.
    """
    return {
        "a": _scouts(comparison.titles[0], comparison.sides[0]),
        "b": _scouts(comparison.titles[1], comparison.sides[1]),
        "lead": points_value(comparison.lead),
        "ahead": points_value(comparison.sides[0].lead),
        "out_scouted": None if comparison.out_scouted is None else "ab"[comparison.out_scouted],
        "reading": comparison.sides[0].reading,
        "other_reading": comparison.other_reading,
        "verdict": comparison.verdict,
        "means": comparison.consequence,
        "cites": list(comparison.sides[0].cites),
    }


def _scouts(title: str, side: Scouting) -> dict[str, Any]:
    scouts = [
        {"rating": one.rating, "stands": one.stands, "each": points_value(one.each), "units": list(one.units)}
        for one in side.scouts
    ]
    return {"title": title, "points": points_value(side.points), "sum": side.sum, "scouts": scouts}
