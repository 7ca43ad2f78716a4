"""An ORBAT as the sheets of a workbook, with formulas for the points.

- `Army`: the columns of the CSV form (`csv_table.py`), in another order and without empty ones.
- `Findings`: the findings about the ORBAT.
- `Totals`: the verdict, the total, the remaining points and the share off the board.

A unit's points are calculated from its size, a subtotal from the points of the rows below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from orbat.data.problem import WHOLE_FILE
from orbat.evaluate.quote import FormationLine, Quote, Sum, Term, UnitLine
from orbat.formats.csv_table import COLUMNS, optional_columns, table_rows
from orbat.formats.text import QuoteIndex, walk
from orbat.formats.xlsx import Cell, Formula, SheetContent, column_letters, xlsx_bytes
from orbat.model import path as paths
from orbat.model import text_words as notation
from orbat.model.finding import format_cites
from orbat.model.orbat import Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact, round_half_up, show
from orbat.report.finding_groups import with_headings
from orbat.report.report import Report

ARMY, FINDINGS, TOTALS = "Army", "Findings", "Totals"
"""The names of the sheets."""

_FIRST = (
    *("level", "name", "size", "rating", "options", "points", "subtotal", "off_board"),
    *("commander", "quality", "dice", "entry", "note", "path"),
)
"""The columns that are present even if they are empty."""
_WIDTHS = {"level": 10, "name": 34, "commander": 24, "entry": 22, "options": 18, "note": 40, "path": 34, "verdict": 24}
_NUMBER_COLUMNS = ("size", "rating", "dice", "points", "subtotal", "claimed", "game_size", "orbat")
_NUMBER = re.compile(r"(?:0|-?[1-9][0-9]{0,8}|-?(?:0|[1-9][0-9]{0,5})\.[0-9]{0,3}[1-9])\Z")
"""Numbers that are read back as the same text."""
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
"""Control characters, which XML cannot contain or changes, and texts that Excel reads as the code of a character."""
_MAX_PLACES = 100
"""Maximum number of cells in the formula of the points off the board."""
_MAX_FORMULA = 1_500
"""Maximum length of a formula, in characters. Larger sums are written as numbers."""


def army_workbook(report: Report) -> bytes:
    """The report's ORBAT as a workbook (XLSX). The report must have an ORBAT and a quote."""
    army = _Army(report)
    return xlsx_bytes((army.sheet(), *_other_sheets(report, army)))


def other_sheets(report: Report) -> bytes:
    """A workbook with only the sheets that are calculated from the sheet of the army."""
    return xlsx_bytes(_other_sheets(report, _Army(report)))


def _other_sheets(report: Report, army: _Army) -> tuple[SheetContent, SheetContent]:
    findings = [("severity", "code", "place", "finding", "help", "sources"), *_finding_rows(report)]
    return (
        SheetContent(FINDINGS, tuple(findings), (10, 10, 34, 80, 60, 24)),
        SheetContent(TOTALS, tuple(army.totals()), (34, 24)),
    )


class _Army:
    def __init__(self, report: Report) -> None:
        assert report.orbat is not None
        assert report.quote is not None
        self.report = report
        self.quote: Quote = report.quote
        self.index = QuoteIndex(report)
        self.rows = table_rows(report)
        self.items = list(walk(report.orbat))
        used = {column for row in self.rows for column, text in row.items() if text}
        others = (*COLUMNS, *optional_columns())
        self.columns = [*_FIRST, *(one for one in others if one in used and one not in _FIRST)]
        self.numbers = {item.path: number for number, item in enumerate(self.items, 3)}
        """The row of each formation and unit. The row of the army is 2."""

    def sheet(self) -> SheetContent:
        points = [self._points(number) for number in range(2, len(self.rows) + 2)]
        subtotals = [self._subtotal(number, points) for number in range(2, len(self.rows) + 2)]
        rows: list[tuple[Cell, ...]] = [tuple(self.columns)]
        for row, own, subtotal in zip(self.rows, points, subtotals, strict=True):
            cells: dict[str, Cell] = {column: _cell(column, text) for column, text in row.items()}
            cells |= {"points": own, "subtotal": subtotal}
            rows.append(tuple(cells.get(column) for column in self.columns))
        widths = tuple(_WIDTHS.get(column, 12) for column in self.columns)
        return SheetContent(ARMY, tuple(rows), widths, fixed=2)

    def place(self, column: str, number: int) -> str:
        """The place of a cell, such as `F3`."""
        return f"{column_letters(self.columns.index(column))}{number}"

    def _points(self, number: int) -> Cell:
        written = _cell("points", self.rows[number - 2].get("points", ""))
        item = self.items[number - 3] if number > 2 else None
        if item is None or not isinstance(item.record, Unit) or not isinstance(written, int | Fraction):
            return written
        found = self.index.units[item.path].sum
        is_sized = item.record.size is not None and item.record.size == found.pieces
        formula = _formula(found, self.place("size", number) if is_sized else str(found.pieces))
        return written if formula.isdigit() or len(formula) > _MAX_FORMULA else Formula(formula, written)

    def _subtotal(self, number: int, points: Sequence[Cell]) -> Cell:
        written = _cell("subtotal", self.rows[number - 2].get("subtotal", ""))
        if not isinstance(written, int | Fraction):
            return written
        last = self._last_row(number) if number > 2 else len(self.rows) + 1
        inside = [one.result if isinstance(one, Formula) else one for one in points[number - 2 : last - 1]]
        if sum(one for one in inside if isinstance(one, int | Fraction)) != written:
            return written
        return Formula(f"SUM({self.place('points', number)}:{self.place('points', last)})", written)

    def _last_row(self, number: int) -> int:
        # the rows of a formation's contents follow the row of the formation
        path = self.items[number - 3].path
        while number - 2 < len(self.items) and self.items[number - 2].path[: len(path)] == path:
            number += 1
        return number

    def totals(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of the sheet of totals."""
        quote = self.quote
        total = self._in_army("subtotal", 2)
        agreed = self._in_army("game_size", 2)
        yield "item", "value"
        yield "verdict", self.report.verdict.without_warnings
        yield "points", Formula(total, quote.total)
        if quote.game_size is not None:
            yield "agreed points", Formula(agreed, quote.game_size)
        if quote.remaining is not None:
            yield "points left", Formula(f"{agreed}-{total}", quote.remaining)
        if off := quote.off_board:
            formula = "+".join(self._off_board_places())
            yield "points off the board", Formula(formula, off) if formula else _cell("points", show(off))
            if formula and quote.total:
                share = Fraction(round_half_up(Fraction(off) * 1000 / Fraction(quote.total)), 10)
                yield "per cent off the board", Formula(f"ROUND(100*({formula})/{total},1)", share)

    def _off_board_places(self) -> list[str]:
        # in some rulesets, only formations can be off the board
        formations = list(_off_board(self.quote.formations))
        units = [unit for unit in self.quote.all_units if unit.unit.off_board and not _is_inside(unit.path, formations)]
        choices: tuple[Sequence[FormationLine | UnitLine], ...] = ([*formations, *units], formations)
        for counted in choices:
            places = [
                self._in_army("points" if isinstance(line, UnitLine) else "subtotal", self.numbers[line.path])
                for line in counted
            ]
            if sum(line.points for line in counted) == self.quote.off_board and len(places) <= _MAX_PLACES:
                return places
        return []

    def _in_army(self, column: str, number: int) -> str:
        return f"{ARMY}!{self.place(column, number)}" if column in self.columns else ""


def _off_board(lines: Iterable[FormationLine]) -> Iterator[FormationLine]:
    for line in lines:
        if line.formation.off_board:
            yield line
        else:
            yield from _off_board(line.formations)


def _is_inside(path: OrbatPath, formations: Iterable[FormationLine]) -> bool:
    return any(path[: len(line.path)] == line.path for line in formations)


def _formula(price: Sum, size: str) -> str:
    # (size x each + once) x the nation's percentage, rounded half up
    each, once = _added(price.each), _added(price.once)
    text = "+".join(filter(None, (f"{size}*{each if each.isdigit() else f'({each})'}" if each else "", once)))
    text = text.replace("+-", "-") or "0"
    if share := price.share:
        text = f"INT(({text})*{share.percent}/{100 * share.to_nearest}+0.5)*{share.to_nearest}"
    return text


def _added(terms: Sequence[Term]) -> str:
    return "+".join(show(term.points) for term in terms).replace("+-", "-")


def _finding_rows(report: Report) -> Iterator[tuple[Cell, ...]]:
    for _, group in with_headings(report.findings):
        for one in group.findings:
            place = paths.show(one.path) if one.path and one.path != WHOLE_FILE else ""
            cites = format_cites(one.cites)
            yield tuple(map(_safe, (one.severity, one.code, place, one.message, one.help, cites)))


def _cell(column: str, text: str) -> Cell:
    if column in _NUMBER_COLUMNS and _NUMBER.match(text):
        return exact(Decimal(text))
    return _safe(text)


def _safe(text: str) -> str:
    return _UNSAFE.sub(lambda found: notation.code(found[0]), text)
