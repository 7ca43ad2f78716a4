"""The formations that something could be moved into; those that will not do are faint and say why."""

from __future__ import annotations

from orbat.model import arrange
from orbat.model.edits import at
from orbat.model.path import OrbatPath
from orbat.report.rows import Row
from orbat.tui.state import State
from orbat.tui.widgets.lines import Line


def destination_lines(state: State, paths: tuple[OrbatPath, ...]) -> tuple[Line, ...]:
    """The army and its formations, each of its path; the cursor passes over those that nothing can be moved into."""
    return tuple(_line(state, row, paths) for row in state.report.rows if row.sort != "unit")


def _line(state: State, row: Row, paths: tuple[OrbatPath, ...]) -> Line:
    impossible = _impossible(row.path, paths)
    why = impossible or _against_levels(state, row.path, paths)
    return Line(
        key=row.path,
        name="Army" if row.sort == "army" else row.name or f"unnamed {row.level}",
        depth=row.depth,
        columns=(why, row.points),
        role="faint" if why else "plain",
        heading=bool(impossible),
    )


def _impossible(place: OrbatPath, paths: tuple[OrbatPath, ...]) -> str:
    """Why nothing would come of the move, or ""."""
    if place in paths:
        return "itself"
    if not all(arrange.can_move(path, place) for path in paths):
        return "is within it"
    return "here already" if all(arrange.parent_of(path) == place for path in paths) else ""


def _against_levels(state: State, place: OrbatPath, paths: tuple[OrbatPath, ...]) -> str:
    """What the formation cannot hold by the order of the ruleset's levels, or ""."""
    order = [level.id for level in state.book.ruleset.levels]
    levels = [at(state.orbat, path).level for path in paths if arrange.list_name_of(path) == "formations"]
    if not place or at(state.orbat, place).level not in order:
        return ""
    rank = order.index(at(state.orbat, place).level)
    wrong = next((level for level in levels if level in order and order.index(level) <= rank), "")
    return f"holds no {wrong}" if wrong else ""
