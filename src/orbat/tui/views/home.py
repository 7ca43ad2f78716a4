"""Lines of the home screen: recent ORBATs, and starter armies by war and nation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor
from pathlib import Path

from orbat.model.finding import NOT_LEGAL, NOT_READ, UNFINISHED, WRONG_SUMS
from orbat.model.wording import phrase
from orbat.report.library_rows import LibraryRow
from orbat.report.strength import ArmShare
from orbat.tui.starters import NationStarters, Starter, WarStarters
from orbat.tui.views.tree import symbol_of
from orbat.tui.widgets.lines import Line

BAR = 8
"""The number of cells of the bar that shows the arms of an army."""
WIDE = 100
"""The width of a terminal, in cells, in which nations have more room."""


def recent_widths(width: int) -> tuple[int, ...]:
    """The maximum widths of the columns of recent ORBATs, in a terminal with this width."""
    return (7, BAR, 22, 9, 11) if width >= WIDE else (0, BAR, 9, 9, 11)


def recent_title(rows: Iterable[LibraryRow], width: int) -> str:
    """The title of the list of recent ORBATs. It explains the symbols in the list. `width` is the terminal's width."""
    fullest_first = sorted(rows, key=lambda row: len(row.arms), reverse=True)
    arms = dict.fromkeys(
        (share.arm, share.label) for row in fullest_first for share, count in _cells(row.arms, BAR) if count
    )
    symbols = " ".join(f"{symbol_of(arm)} {label}" for arm, label in arms)
    if width < WIDE and symbols:
        return phrase("Recent · {symbols}", symbols=symbols)
    parts = ("Recent armies", symbols, "Enter or a second click opens")
    return " · ".join(part for part in parts if part)


def recent_line(path: Path, row: LibraryRow) -> Line:
    """A recent ORBAT: date, bar with a symbol for each arm (`arm_bar`), nation, points and verdict."""
    is_wrong = row.verdict in (NOT_READ, NOT_LEGAL, UNFINISHED, WRONG_SUMS)
    return Line(
        key=path,
        name=row.title,
        columns=(row.date, arm_bar(row.arms, BAR), row.nation, row.points, row.verdict),
        role="error" if is_wrong else "plain" if row.total else "faint",
    )


def arm_bar(shares: Sequence[ArmShare], cells: int) -> str:
    """A bar with the symbol of each arm. The number of symbols is proportional to the arm's points."""
    return "".join(symbol_of(share.arm) * count for share, count in _cells(shares, cells))


def _cells(shares: Sequence[ArmShare], cells: int) -> list[tuple[ArmShare, int]]:
    # The number of cells of each arm. Arms with the largest rests get the cells that rounding down leaves free.
    exact = [share.share * cells for share in shares]
    counts = [floor(one) for one in exact]
    by_rest = sorted(range(len(shares)), key=lambda n: (exact[n] - counts[n], exact[n]), reverse=True)
    for n in by_rest[: cells - sum(counts)]:
        counts[n] += 1
    return list(zip(shares, counts, strict=True))


def starter_lines(wars: Iterable[WarStarters]) -> tuple[Line, ...]:
    """The nations of each war, with the sizes of their starter armies."""
    lines: list[Line] = []
    for war in wars:
        lines.append(Line(key=war.title, name=war.title, role="faint", heading=True))
        lines += [Line(key=nation, name=nation.title, depth=1, columns=(_sizes(nation),)) for nation in war.nations]
    return tuple(lines)


def _sizes(nation: NationStarters) -> str:
    return " · ".join(f"{one.size}" for one in nation.starters)


def starters_of(nation: NationStarters) -> tuple[Line, ...]:
    """The starter armies of a nation, to choose from."""
    return tuple(_starter(number, one) for number, one in enumerate(nation.starters))


def _starter(number: int, starter: Starter) -> Line:
    return Line(key=number, name=starter.title, columns=(phrase("{size} points", size=starter.size),))
