"""What of a game is marked in the boxes of a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from orbat.model.path import Path
from orbat.model.sheet import Printing
from orbat.report.score import Score


def marked(printing: Printing, found: Score) -> Printing:
    """The sheets that are wanted, with all that has befallen the army marked in their boxes."""
    gone = tuple(one.path for one in found.standings if one.gone)
    return replace(
        printing, boxes="as-is", losses=crossed(found), counts=counted(found), ticked=tuple(ticked(found)), gone=gone
    )


def crossed(found: Score) -> tuple[tuple[Path, int], ...]:
    """How many boxes of each unit are crossed: all of those of a unit that is gone."""
    return tuple(
        (one.path, one.strength.size if one.gone else one.lost)
        for one in found.standings
        if one.strength and (one.lost or one.gone)
    )


def counted(found: Score) -> tuple[tuple[Path, Literal["half", "full"]], ...]:
    """For how much each unit and general that counts is ticked among the losses."""
    return tuple((one.path, one.counts) for one in found.standings if one.counts)


def ticked(found: Score) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The states that are ticked of each unit; of each general his fate, and what the one who takes his place is."""
    staff = found.report.book.ruleset.staff if found.report.book else None
    labels = {one.id: one.label for one in staff.qualities} if staff else {}
    for one in found.standings:
        note, unit = found.game.general(one.path), found.game.unit(one.path)
        if one.general:
            after = labels.get(note.promoted.result, "") if note.promoted else ""
            words = tuple(filter(None, (note.fate, after)))
        else:
            words = tuple(state for state in one.states if state in unit.ticked)
        if words:
            yield one.path, words
