"""Scores of games as plain data for `--json`: the keys that other programs rely on."""

from __future__ import annotations

from typing import Any

from orbat.features.game.score import Result, Score, band_of
from orbat.features.game.standing import Standing
from orbat.model import path as paths
from orbat.report.json_data import points_value


def score_facts(found: Score) -> dict[str, Any]:
    """What a game has cost an army; `margin` is what its points lost give where the other side has lost nothing."""
    band = band_of(found.margins, found.lost) if found.counts_points else None
    return {
        "file": found.report.source,
        "title": found.report.title,
        "total": points_value(found.total),
        "points_lost": points_value(found.lost) if found.counts_points else None,
        "sum": found.sum if found.counts_points else None,
        "margin": band.label if band else None,
        "breaking_point": _breakage(found),
        "losses": [_standing(one) for one in found.standings if one.words],
        "astray": [{"path": paths.show(one.place), "name": one.name} for one in found.astray],
    }


def _breakage(found: Score) -> dict[str, Any] | None:
    if found.breakage is None:
        return None
    at = found.breakage.at
    return {
        "gone": points_value(found.breakage.gone),
        "at": at.point,
        "of": points_value(at.of),
        "counted": at.counted,
        "broken": found.breakage.broken,
        "reason": at.reason,
    }


def _standing(one: Standing) -> dict[str, Any]:
    return {
        "path": paths.show(one.path),
        "name": one.name,
        "sort": "general" if one.general else "unit",
        "lost": one.lost,
        "left": one.left,
        "what": list(one.words),
        "counts": one.counts or None,
        "points": points_value(one.points),
        "gone": one.gone,
        "reason": one.reason,
    }


def result_facts(found: Result) -> dict[str, Any]:
    """Two scores, and what they come to: `winner` is `a`, `b` or null."""
    return {
        "a": score_facts(found.scores[0]),
        "b": score_facts(found.scores[1]),
        "difference": points_value(found.by),
        "winner": None if found.winner is None else "ab"[found.winner],
        "margin": found.band.label if found.band else None,
        "verdict": found.words,
    }
