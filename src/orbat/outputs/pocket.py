"""The text form as short as it still reads back: for a code on a sheet that a telephone shows as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from orbat.model import short_form as form
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Orbat, commanders_of, formations_of, units_of
from orbat.outputs.plain import Line, about_lines, army_lines, machine_facts, total_line
from orbat.report.report import Report


def pocket_text(report: Report, *, hide_points: bool = False) -> str:
    """The army with its points as claims, the total and the verdict, without notes, tags and findings.

    With `hide_points` no price, sum or total is in it. The report must hold an ORBAT.
    """
    assert report.orbat is not None
    orbat = _bare(report.orbat)
    shown = replace(report, orbat=orbat, quote=None if hide_points else report.quote)
    parts = [
        [form.name(orbat.title, "untitled"), form.name(report.head, "nothing said"), machine_facts(orbat)],
        [*_written(about_lines(orbat)), *_written(army_lines(shown))],
        [] if hide_points else [total_line(report), report.verdict],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _written(lines: Iterable[Line]) -> list[str]:
    return ["  " * line.depth + line.strong + line.rest for line in lines]


def _bare(orbat: Orbat) -> Orbat:
    """The ORBAT without what was remarked or claimed."""
    edits = [Set(place.path, field, empty) for place in units_of(orbat) for field, empty in _REMARKS.items()]
    edits += [Set(place.path, field, empty) for place in formations_of(orbat) for field, empty in _REMARKS.items()]
    edits += [Set(path, "note", "") for path, _, _ in commanders_of(orbat)]
    return replace(apply_all(orbat, tuple(edits)), note="", tags=(), total=None)


_REMARKS = {"note": "", "points": None}
