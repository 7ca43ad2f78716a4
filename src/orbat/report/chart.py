"""The army as a tree, with symbols, strengths and points."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from orbat.evaluate.quote import Quote, UnitLine
from orbat.model.book import Book
from orbat.model.kinds import Symbol
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.wording import plural
from orbat.report.deployment import INDEPENDENT
from orbat.report.report import Report
from orbat.report.rows import Row, formation_heading, merge_equal_rows


class ChartNode(Value):
    """The army, a formation or a unit."""

    sort: Literal["army", "formation", "unit"]
    path: OrbatPath
    name: str
    names: str
    """The general, or the names of several merged units."""
    strength: str
    """Text such as `5 units: 62 stands`."""
    points: str
    symbol: Symbol | None
    off_board: bool = False
    """True for a reserve and for everything inside."""
    reserve: str = ""
    """How a reserve arrives. "" for everything inside the reserve."""
    children: tuple[ChartNode, ...] = ()
    """The units, then the formations."""


def chart(report: Report, *, merge: bool = False) -> ChartNode | None:
    """Build the army as a tree, or return None if the report has no price.

    With `merge`, similar units of a formation share a node.
    """
    if report.book is None or report.quote is None or not report.rows:
        return None
    rows = merge_equal_rows(replace(row, note="") for row in report.rows) if merge else report.rows
    return _Tree(report.book, report.quote, rows, merge=merge).army()


class _Tree:
    def __init__(self, book: Book, quote: Quote, rows: Iterable[Row], *, merge: bool) -> None:
        self.book = book
        self.merge = merge
        self.lines = {line.path: line for line in quote.all_units}
        self.within: defaultdict[OrbatPath, list[Row]] = defaultdict(list)
        self.head = Row(sort="army", depth=0, path=(), name="", points="")
        for row in rows:
            if row.sort == "army":
                self.head = row
            else:
                self.within[row.path[:-2]].append(row)

    def army(self) -> ChartNode:
        own = [row for row in self.within[()] if row.sort == "unit"]
        children = [self._formation(row, off=False) for row in self.within[()] if row.sort == "formation"]
        if own:
            lines = [line for path, line in self.lines.items() if len(path) == 2]
            points = show(exact(sum(line.points for line in lines)))
            units = tuple(self._unit(row, off=False) for row in own)
            children.append(
                ChartNode("formation", (), INDEPENDENT, "", self._strength(lines), points, None, children=units)
            )
        row = self.head
        strength = self._strength(self.lines.values())
        name = row.name or row.level.capitalize()
        return ChartNode("army", (), name, row.commander_text, strength, row.points, "staff", children=tuple(children))

    def _formation(self, row: Row, *, off: bool) -> ChartNode:
        off = off or row.off_board
        inner = self.within[row.path]
        units = [self._unit(one, off=off) for one in inner if one.sort == "unit"]
        formations = [self._formation(one, off=off) for one in inner if one.sort == "formation"]
        lines = [line for path, line in self.lines.items() if path[: len(row.path)] == row.path]
        return ChartNode(
            "formation",
            row.path,
            formation_heading(row.level, row.name),
            row.commander_text,
            self._strength(lines),
            row.points,
            "staff" if formations or not lines else self._most_common_symbol(lines),
            off,
            row.off_board_text,
            (*units, *formations),
        )

    def _unit(self, row: Row, *, off: bool) -> ChartNode:
        rating = f"{self.book.ruleset.rating_word} {row.rating}" if row.rating else ""
        size = counted(row.size, row.counted_in) if row.size else row.counted_in
        return ChartNode(
            "unit",
            row.path,
            row.name,
            row.note if self.merge else "",
            ", ".join(part for part in (size, rating, row.options) if part),
            row.points,
            self._symbol(self.lines[row.path]),
            off or row.off_board,
            row.off_board_text,
        )

    def _most_common_symbol(self, lines: Iterable[UnitLine]) -> Symbol | None:
        return Counter(map(self._symbol, lines)).most_common(1)[0][0]

    def _symbol(self, line: UnitLine) -> Symbol | None:
        entry = self.book.entry(line.list_id, line.unit.entry)
        return self.book.symbol(entry) if entry else None

    def _strength(self, lines: Iterable[UnitLine]) -> str:
        sizes: defaultdict[tuple[str, str], int] = defaultdict(int)
        count = 0
        for line in lines:
            count += 1
            entry = self.book.entry(line.list_id, line.unit.entry)
            if entry and line.sum.points is not None:
                sizes[self.book.kind(entry).counted_in] += line.sum.pieces
        # such as `62 stands, 6 guns`
        words = ", ".join(counted(str(size), words[0 if size == 1 else 1]) for words, size in sizes.items() if words[1])
        if not words:
            return plural(count, "{count} unit", "{count} units")
        return plural(count, "{count} unit: {strength}", "{count} units: {strength}", strength=words)


def counted(size: str, word: str) -> str:
    """A number with the unit of measure: `12 stands`. Before a unit such as `4" lengths`: `3 × 4" lengths`."""
    return f"{size} {'× ' if word[:1].isdigit() else ''}{word}".rstrip()
