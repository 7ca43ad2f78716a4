"""Tables as text: CSV, TSV and their like. A text is only taken for a table where its lines agree that it is one."""

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
_ENDINGS = (".csv", ".tsv", ".tab")
_LOOKED_AT = 400
_FEWEST_ROWS = 3
_LONGEST_CELL = 20
"""So many lines a quoted cell may go over; a longer one is a quotation mark that means inches."""
_SEP = re.compile(r"\ufeff?\"?sep=(.)\"?\s*\Z", re.IGNORECASE)
_TEXT_FORMULA = re.compile(r'="([^"]*)"\Z')
_FORMULA = re.compile(r"=\s*[A-Za-z(+\-$0-9]")


class Separated(Value):
    """How the cells of a text are told apart, and from which line on."""

    separator: str
    quoted: bool
    first: int = 0


def separated(lines: Sequence[str], suffix: str) -> Separated | None:
    """How a text is a table; None where it is none."""
    if lines and (found := _SEP.match(lines[0])):
        return Separated(found[1], _is_quoted(lines, found[1]), 1)
    head = [line for line in lines[:_LOOKED_AT] if line.strip()]
    named = suffix in _ENDINGS
    signs = _SEPARATORS[:-1] if table_lines(head) else _SEPARATORS  # the tables of Markdown have bars of their own
    kinds = [Separated(sign, _is_quoted(lines, sign)) for sign in signs if any(sign in line for line in head)]
    ranked = sorted(((_agreement(head, kind, named=named), kind) for kind in kinds), key=lambda pair: -pair[0])
    return ranked[0][1] if ranked and ranked[0][0] > 0 else None


def put_rows(lines: Sequence[str], kind: Separated, gathering: LineCollector) -> None:
    """Gather the rows of a table."""
    for number, cells in _rows(lines[kind.first :], kind):
        if gathering.full:
            return
        gathering.row(
            [
                _cell(cell, at, number + kind.first, gathering) if cell[:1] == "=" else cell
                for at, cell in enumerate(cells)
            ],
            number + kind.first,
        )


def _cell(cell: str, at: int, number: int, gathering: LineCollector) -> str:
    """The text of a cell that begins as a formula; how spreadsheets write a text that looks like a number is undone."""
    if found := _TEXT_FORMULA.match(cell):
        return found[1]
    if _FORMULA.match(cell):
        gathering.note("formulas are not computed", f"line {number}, column {at + 1}")
    return cell


def _rows(lines: Sequence[str], kind: Separated) -> Iterator[tuple[int, list[str]]]:
    """The cells of each row, with the line that it begins on."""
    if kind.separator == "|":
        lines = _unframed(lines)
    ended = (f"{line}\n" for line in lines)
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if kind.quoted else csv.QUOTE_NONE
    reader = csv.reader(ended, delimiter=kind.separator, quoting=quoting)
    number = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:  # a cell longer than any list: the row is what can be had of it
            cells = lines[reader.line_num - 1].split(kind.separator, MAX_CELLS)
        if cells is None:
            return
        yield number, cells
        number = reader.line_num + 1


def _unframed(lines: Sequence[str]) -> list[str]:
    """The rows of a table without the bars at its edges, where all rows have them."""
    rows = [line.strip() for line in lines]
    barred = [row for row in rows if "|" in row]
    if all(row.startswith("|") for row in barred):
        rows = [row.removeprefix("|") for row in rows]
    return [row.removesuffix("|") for row in rows] if all(row.endswith("|") for row in barred) else rows


def _is_quoted(lines: Sequence[str], separator: str) -> bool:
    """Whether quotation marks enclose cells; where one would swallow many lines, they do not."""
    if not any(line.startswith('"') or f'{separator}"' in line for line in lines):
        return False
    last = 1
    for number, _ in _rows(lines, Separated(separator, quoted=True)):
        if number - last > _LONGEST_CELL:
            return False
        last = number
    return len(lines) - last < _LONGEST_CELL


def _agreement(head: Sequence[str], kind: Separated, *, named: bool) -> float:
    """The share of rows that have as many cells as most have, times the cells; 0 where this is no table."""
    widths = Counter(len(cells) for _, cells in _rows(head, kind))
    rows = widths.total()
    usual, times = max(widths.items(), key=lambda pair: (pair[0] > 1, pair[1]))
    share = times / rows
    if named:
        return usual * share if usual > 1 else 0.0
    fewest = 2 if kind.separator in "\t;" else 3
    if rows < _FEWEST_ROWS or usual < fewest or share < 0.8 or _is_prose(head, kind.separator):
        return 0.0
    return usual * share


def _is_prose(head: Sequence[str], separator: str) -> bool:
    """Whether commas and semicolons are followed by a space, as in sentences."""
    if separator not in ",;":
        return False
    text = "\n".join(head)
    return text.count(f"{separator} ") * 2 > text.count(separator)
