"""Read delimited text, such as CSV and TSV."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from orbat.documents.line_collector import MAX_CELLS, LineCollector
from orbat.documents.plain_text import table_lines
from orbat.model.record import Value

_SEPARATORS = ("\t", ";", ",", "|")
_SUFFIXES = (".csv", ".tsv", ".tab")
_MAX_SAMPLE = 400
_MIN_ROWS = 3
_MAX_CELL_LINES = 20
"""Maximum number of lines of a quoted cell. In a longer cell, the first quotation mark probably means inches."""
_SEP = re.compile(r"\ufeff?\"?sep=(.)\"?\s*\Z", re.IGNORECASE)
_TEXT_FORMULA = re.compile(r'="([^"]*)"\Z')
_FORMULA = re.compile(r"=\s*[A-Za-z(+\-$0-9]")


class Dialect(Value):
    """Separator and quoting of a table, and the index of the table's first line."""

    separator: str
    quoted: bool
    first: int = 0


def detect_dialect(lines: Sequence[str], suffix: str) -> Dialect | None:
    """Detect the dialect of a table. Returns None if the text is not a table."""
    if lines and (found := _SEP.match(lines[0])):
        return Dialect(found[1], _is_quoted(lines, found[1]), 1)
    sample = [line for line in lines[:_MAX_SAMPLE] if line.strip()]
    named = suffix in _SUFFIXES
    separators = _SEPARATORS[:-1] if table_lines(sample) else _SEPARATORS  # Markdown tables are read elsewhere
    dialects = [Dialect(one, _is_quoted(lines, one)) for one in separators if any(one in line for line in sample)]
    ranked = sorted(((_dialect_score(sample, one, named=named), one) for one in dialects), key=lambda pair: -pair[0])
    return ranked[0][1] if ranked and ranked[0][0] > 0 else None


def collect_rows(lines: Sequence[str], dialect: Dialect, collector: LineCollector) -> None:
    """Collect the rows of a table."""
    for number, cells in _rows(lines[dialect.first :], dialect):
        if collector.full:
            return
        collector.add_row(
            [
                _formula_text(cell, at, number + dialect.first, collector) if cell[:1] == "=" else cell
                for at, cell in enumerate(cells)
            ],
            number + dialect.first,
        )


def _formula_text(cell: str, at: int, number: int, collector: LineCollector) -> str:
    # spreadsheets write ="012" to keep the zero
    if found := _TEXT_FORMULA.match(cell):
        return found[1]
    if _FORMULA.match(cell):
        collector.warn_at("formulas are not computed", f"line {number}, column {at + 1}")
    return cell


def _rows(lines: Sequence[str], dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    if dialect.separator == "|":
        lines = _without_outer_bars(lines)
    ended = (f"{line}\n" for line in lines)
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE
    reader = csv.reader(ended, delimiter=dialect.separator, quoting=quoting)
    number = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:  # a cell over the csv module's limit: split the line without quoting
            cells = lines[reader.line_num - 1].split(dialect.separator, MAX_CELLS)
        if cells is None:
            return
        yield number, cells
        number = reader.line_num + 1


def _without_outer_bars(lines: Sequence[str]) -> list[str]:
    rows = [line.strip() for line in lines]
    barred = [row for row in rows if "|" in row]
    if all(row.startswith("|") for row in barred):
        rows = [row.removeprefix("|") for row in rows]
    return [row.removesuffix("|") for row in rows] if all(row.endswith("|") for row in barred) else rows


def _is_quoted(lines: Sequence[str], separator: str) -> bool:
    if not any(line.startswith('"') or f'{separator}"' in line for line in lines):
        return False
    last = 1
    for number, _ in _rows(lines, Dialect(separator, quoted=True)):
        if number - last > _MAX_CELL_LINES:
            return False
        last = number
    return len(lines) - last < _MAX_CELL_LINES


def _dialect_score(sample: Sequence[str], dialect: Dialect, *, named: bool) -> float:
    """How well a sample fits a dialect. 0 if the sample is not a table.

    `named`: whether the suffix of the file, such as `.csv`, says that the text is a table.
    """
    widths = Counter(len(cells) for _, cells in _rows(sample, dialect))
    rows = widths.total()
    # The score is the most frequent number of cells in a row, times the share of rows with that number.
    usual, times = max(widths.items(), key=lambda pair: (pair[0] > 1, pair[1]))
    share = times / rows
    if named:
        return usual * share if usual > 1 else 0.0
    fewest = 2 if dialect.separator in "\t;" else 3
    if rows < _MIN_ROWS or usual < fewest or share < 0.8 or _is_prose(sample, dialect.separator):
        return 0.0
    return usual * share


def _is_prose(sample: Sequence[str], separator: str) -> bool:
    if separator not in ",;":
        return False
    text = "\n".join(sample)
    return text.count(f"{separator} ") * 2 > text.count(separator)
