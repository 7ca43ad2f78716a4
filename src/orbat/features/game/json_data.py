"""JSON data of `orbat score`."""

from __future__ import annotations

from typing import Any

from orbat.features.game.condition import Condition
from orbat.features.game.score import Result, Score, band_of
from orbat.model import path as paths
from orbat.report.json_data import points_value


def score_data(found: Score) -> dict[str, Any]:
    """JSON data of one army's score. `margin` assumes that the opponent loses nothing."""
    band = band_of(found.margins, found.lost) if found.counts_points else None
    return {
        "file": found.report.source,
        "title": found.report.title,
        "total": points_value(found.total),
        "points_lost": points_value(found.lost) if found.counts_points else None,
        "sum": found.sum if found.counts_points else None,
        "margin": band.label if band else None,
        "breaking_point": _breakage(found),
        "losses": [_condition(one) for one in found.conditions if one.effects],
        "astray": [{"path": paths.show(one.place), "name": one.name} for one in found.unmatched],
    }


def _breakage(found: Score) -> dict[str, Any] | None:
    if found.breaking is None:
        return None
    point = found.breaking.breaking_point
    return {
        "gone": points_value(found.breaking.gone),
        "at": point.point,
        "of": points_value(point.total),
        "counted": point.counted,
        "broken": found.breaking.broken,
        "reason": point.reason,
    }


def _condition(one: Condition) -> dict[str, Any]:
    return {
        "path": paths.show(one.path),
        "name": one.name,
        "sort": "general" if one.general else "unit",
        "lost": one.lost,
        "left": one.remaining,
        "what": list(one.effects),
        "counts": one.counts or None,
        "points": points_value(one.points),
        "gone": one.gone,
        "reason": one.reason,
    }


def result_data(found: Result) -> dict[str, Any]:
    """JSON data of two scores and their comparison. `winner` is `a`, `b` or null."""
    return {
        "a": score_data(found.scores[0]),
        "b": score_data(found.scores[1]),
        "difference": points_value(found.difference),
        "winner": None if found.winner is None else "ab"[found.winner],
        "margin": found.band.label if found.band else None,
        "verdict": found.text,
    }
