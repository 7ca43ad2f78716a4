"""The command tree as lines. No width, colour or key is decided here."""

from __future__ import annotations

from orbat.model.path import Path
from orbat.report.rows import Row
from orbat.tui.state import State
from orbat.tui.views.findings import SEVERITY_SIGNS, place_of
from orbat.tui.widgets.lines import Line

SYMBOLS = {"infantry": "■", "cavalry": "◢", "artillery": "◆", "engineers": "▣", "works": "≡", "staff": "★"}
"""A glyph for each arm that every terminal has; an arm that is not among them has the plain one."""
PLAIN_SYMBOL = "▪"


def symbol_of(arm: str) -> str:
    """The glyph of an arm."""
    return SYMBOLS.get(arm, PLAIN_SYMBOL)


def tree_lines(state: State, folded: frozenset[Path]) -> tuple[Line, ...]:
    """The command tree: the army, its formations and units, without what is folded away."""
    worst = _worst_by_path(state)
    arms = {kind.label: kind.arm for kind in state.book.ruleset.kinds.values()}
    lines = []
    for row in state.report.rows:
        if folded and any(row.path[:length] in folded for length in range(2, len(row.path), 2)):
            continue
        severity = worst.get(row.path, "")
        if row.sort == "unit":
            lines.append(_unit_line(row, state, symbol_of(arms[row.arm]) if row.arm in arms else "?", severity))
        else:
            lines.append(_formation_line(row, state, row.path in folded, severity))
    return tuple(lines)


def _worst_by_path(state: State) -> dict[Path, str]:
    """The worst severity found at each unit or formation."""
    worst: dict[Path, str] = {}
    for finding in state.findings:
        path = place_of(finding)
        if finding.severity in ("error", "warning") and worst.get(path) != "error":
            worst[path] = finding.severity
    return worst


def _unit_line(row: Row, state: State, symbol: str, worst: str) -> Line:
    size = f"{row.size} {row.counted_in}" if row.size else ""
    rating = f"{state.book.ruleset.rating_word} {row.rating}" if row.rating else ""
    return Line(
        key=row.path,
        name=row.name,
        sign=SEVERITY_SIGNS.get(worst, ""),
        symbol=symbol,
        depth=row.depth,
        columns=(row.options, rating, size, row.points),
        role=worst if worst == "error" else "plain",
        marked=row.path in state.marked,
    )


def _formation_line(row: Row, state: State, folded: bool, worst: str) -> Line:
    name = "Army" if row.sort == "army" else row.name or f"unnamed {row.level}"
    general = f" · {row.general}" if row.commander else ""
    return Line(
        key=row.path,
        name=f"{name}{general}",
        sign=SEVERITY_SIGNS.get(worst, ""),
        symbol="▸" if folded else "▾",
        depth=row.depth,
        columns=("", "", "off board" if row.off_board else "", row.points),
        role="head",
        marked=row.path in state.marked,
    )
