"""The formations into which the user can move items. Lines of impossible moves are faint and say why."""

from __future__ import annotations

from orbat.model import arrange
from orbat.model.edits import at
from orbat.model.path import OrbatPath
from orbat.model.wording import phrase
from orbat.report.rows import Row, RowBuilder
from orbat.tui.state import State
from orbat.tui.widgets.lines import Line


def destination_lines(state: State, paths: tuple[OrbatPath, ...]) -> tuple[Line, ...]:
    """The army and formations as lines, to choose where to move the items at `paths`.

    The `key` of a line is the path of the formation. The cursor skips impossible moves.
    """
    rows = RowBuilder(state.orbat, state.quote, state.book)
    formations = (rows.formation(line, len(line.path) // 2) for line in state.quote.written_formations)
    return tuple(_line(state, row, paths) for row in (rows.army(), *formations))


def _line(state: State, row: Row, paths: tuple[OrbatPath, ...]) -> Line:
    impossible = _impossible(row.path, paths)
    why = impossible or _against_levels(state, row.path, paths)
    return Line(
        key=row.path,
        name="Army" if row.sort == "army" else row.name or phrase("unnamed {level}", level=row.level),
        depth=row.depth,
        columns=(why, row.points),
        role="faint" if why else "plain",
        heading=bool(impossible),
    )


def _impossible(place: OrbatPath, paths: tuple[OrbatPath, ...]) -> str:
    if place in paths:
        return "itself"
    if not all(arrange.can_move(path, place) for path in paths):
        return "inside it"
    return "here already" if all(arrange.parent_of(path) == place for path in paths) else ""


def _against_levels(state: State, place: OrbatPath, paths: tuple[OrbatPath, ...]) -> str:
    # Moving a division into a brigade is possible, but gives a finding.
    order = state.book.ruleset.level_ids
    levels = [at(state.orbat, path).level for path in paths if arrange.list_name_of(path) == "formations"]
    if not place or at(state.orbat, place).level not in order:
        return ""
    rank = order.index(at(state.orbat, place).level)
    wrong = next((level for level in levels if level in order and order.index(level) <= rank), "")
    return phrase("cannot contain a {level}", level=wrong) if wrong else ""
