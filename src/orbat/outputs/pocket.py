"""The text form as short as it still reads back: for a code on a sheet that a telephone shows as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from orbat.model import short_form as form
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Orbat, Roll, commanders_of, formations_of, units_of
from orbat.model.pocket_form import folded
from orbat.outputs.plain import Line, about_lines, army_lines, machine_facts, total_line
from orbat.report.report import Report
from orbat.report.seen import without_claims

_BACKSLASHED = re.compile(r"\A(?=[0-9]{1,2}/[0-9])")
"""A title that would be taken for the number of a part."""


def pocket_text(report: Report, *, hide_points: bool = False) -> str:
    """The army with its points as claims, the total and the verdict, without notes, tags and findings.

    What several units have in common stands above them once; `orbat.model.pocket_form` tells how. With `hide_points`
    no price, sum or total is in it. The report must hold an ORBAT.
    """
    assert report.orbat is not None
    orbat = _bare(report.orbat)
    shown = replace(report, orbat=orbat, quote=None if hide_points else report.quote)
    title = form.name(orbat.title, "untitled")
    parts = [
        [_BACKSLASHED.sub(r"\\\g<0>", title), form.name(report.head, "nothing said"), machine_facts(orbat)],
        [*_written(about_lines(orbat)), *folded(_written(army_lines(shown, _bare_roll)))],
        [] if hide_points else [total_line(report), report.verdict],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _written(lines: Iterable[Line]) -> list[str]:
    return [" " * line.depth + line.strong + line.rest for line in lines]


def _bare_roll(roll: Roll) -> str:
    """What a roll counts for: the dice, the table where it is not the usual one, and the result."""
    table = f" {form.word(roll.table)}" if roll.table != Roll(dice=roll.dice).table else ""
    result = f" = {form.word(roll.result)}" if roll.result else ""
    return ("+".join(map(str, roll.dice)) or "no dice") + table + result


def _bare(orbat: Orbat) -> Orbat:
    """The ORBAT without what was remarked or claimed."""
    noted = [place.path for place in units_of(orbat)]
    noted += [place.path for place in formations_of(orbat)]
    noted += [path for path, _, _ in commanders_of(orbat)]
    bare = apply_all(without_claims(orbat), tuple(Set(path, "note", "") for path in noted))
    return replace(bare, note="", tags=())
