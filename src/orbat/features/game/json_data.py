"""JSON data of `orbat score`."""

from __future__ import annotations

from typing import Any

from orbat.features.game.condition import Condition
from orbat.features.game.score import Result, Score, band_of
from orbat.model import path as paths
from orbat.report.json_data import points_value


def score_data(score: Score) -> dict[str, Any]:
    """JSON data of one army's score. `margin` is the margin of victory, calculated as if the opponent had no losses."""
    band = band_of(score.margins, score.lost) if score.counts_points else None
    return {
        "file": score.report.source,
        "title": score.report.title,
        "total": points_value(score.total),
        "points_lost": points_value(score.lost) if score.counts_points else None,
        "sum": score.sum if score.counts_points else None,
        "margin": band.label if band else None,
        "breaking_point": _breaking_point(score),
        "losses": [_condition(one) for one in score.conditions if one.effects],
        "astray": [{"path": paths.show(one.place), "name": one.name} for one in score.unmatched],
    }


def _breaking_point(score: Score) -> dict[str, Any] | None:
    if score.breaking is None:
        return None
    point = score.breaking.breaking_point
    return {
        "gone": points_value(score.breaking.gone),
        "at": point.point,
        "of": points_value(point.total),
        "counted": point.counted,
        "broken": score.breaking.broken,
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


def result_data(result: Result) -> dict[str, Any]:
    """JSON data of a comparison of two scores. `winner` is `a`, `b` or null."""
    return {
        "a": score_data(result.scores[0]),
        "b": score_data(result.scores[1]),
        "difference": points_value(result.difference),
        "winner": None if result.winner is None else "ab"[result.winner],
        "margin": result.band.label if result.band else None,
        "verdict": result.text,
    }
