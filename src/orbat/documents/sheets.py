"""Decide what the sheets of a workbook are: armies, parts of one army, or price lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from orbat.list_reader.columns import role_of
from orbat.list_reader.document_text import DocumentLine, DocumentText
from orbat.list_reader.words import TOTAL, without_accents
from orbat.model.record import Value
from orbat.model.wording import phrase

_PRICE_LIST = re.compile(
    r"\b(?:prices?|price[- ]?lists?|points? (?:values?|costs?)|costs?|reference|rules|look[- ]?up|preise?|preisliste|"
    r"punktwerte|punktkosten|kosten|prix|tarifs?|bareme|prezzi|costi|precios|costes)\b",
    re.IGNORECASE,
)
_FORMATION = re.compile(
    r"\b(?:brigades?|bde|brig|divisions?|div|corps|korps|wing|flugel|aile|column|kolonne|reserve)\b", re.IGNORECASE
)
_DEFAULT_NAME = re.compile(
    r"(?:sheet|tabelle|feuil(?:le)?|hoja|foglio|blad|table|list|liste)[ _-]*\d*\Z", re.IGNORECASE
)
_NUMBER = re.compile(r"\D{0,3}(\d{1,3}(?:[.,' ]\d{3})+|\d{1,9})(?:[.,]\d{1,2})?\D{0,5}\Z")
_TOTAL = re.compile(TOTAL, re.IGNORECASE)
_HEAD_ROWS = 5
"""Number of rows at the start of a sheet in which an army's name or a column's head is searched."""

NamedList = Callable[[str], str]
"""Returns the id of the army list that a text names, or ""."""


class Sheets(Value):
    """The armies and price lists in a workbook."""

    armies: tuple[tuple[DocumentLine, ...], ...]
    """The lines of each army."""
    merged: tuple[str, ...] = ()
    """The names of the sheets that together are one army."""
    price_lists: tuple[str, ...] = ()
    """The names of the price lists, which are not read."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """A warning with the names of the merged sheets. Empty if no sheets were merged."""
        if not self.merged:
            return ()
        return (phrase("these sheets are read as parts of one army: {sheets}", sheets=", ".join(self.merged)),)


def sheets_of(document: DocumentText, named_list: NamedList) -> Sheets:
    """Divide the lines of a document into armies."""
    if document.form != "workbook":
        return Sheets((document.lines,))
    sheets = {name: tuple(lines) for name, lines in groupby(document.lines, key=lambda line: line.part)}
    price_lists = tuple(name for name, lines in sheets.items() if _is_price_list(name, lines))
    if len(price_lists) < len(sheets):
        sheets = {name: lines for name, lines in sheets.items() if name not in price_lists}
    else:
        price_lists = ()
    if len(sheets) == 1:
        return Sheets(tuple(sheets.values()), price_lists=price_lists)
    headed = tuple(_with_heading(name, lines) for name, lines in sheets.items())
    # Sheets that name different army lists are armies. Other sheets are parts of one army in three cases: one total is
    # the sum of the others, all sheets are named after formations, or a sheet has no total.
    if are_separate(sheets, named_list):
        return Sheets(headed, price_lists=price_lists)
    lines = tuple(line for sheet in headed for line in sheet)
    return Sheets((lines,), merged=tuple(sheets), price_lists=price_lists)


def are_separate(sheets: dict[str, tuple[DocumentLine, ...]], named_list: NamedList) -> bool:
    """Whether the sheets are separate armies, not parts of one army."""
    named = [
        next(filter(None, (named_list(text) for text in (name, *(line.text for line in lines[:_HEAD_ROWS])))), "")
        for name, lines in sheets.items()
    ]
    if len({one for one in named if one}) > 1:
        return True
    totals = [total for lines in sheets.values() if (total := _total(lines)) is not None]
    if any(2 * total == sum(totals) for total in totals) and len(totals) > 2:
        return False
    names = [without_accents(name) for name in sheets]
    return len(totals) == len(sheets) and not all(_FORMATION.search(name) for name in names)


def _with_heading(name: str, lines: tuple[DocumentLine, ...]) -> tuple[DocumentLine, ...]:
    if _DEFAULT_NAME.match(without_accents(name)):
        return lines
    first = lines[0]
    empty = replace(first, text="", cells=(), indent=0)
    return (replace(first, text=name, cells=(), indent=0, heading=1), empty, *lines)


def _is_price_list(name: str, lines: Sequence[DocumentLine]) -> bool:
    rows = [line.cells for line in lines if len(line.cells) > 1]
    if not rows or _total(lines) is not None:
        return False
    columns = {at for row in rows for at, cell in enumerate(row) if at and _NUMBER.match(cell)}
    heads = [row for row in rows[:_HEAD_ROWS] if not any(map(_NUMBER.match, row))]
    numbered_heads = [head[at] for head in heads[:1] for at in columns if at < len(head)]
    each = bool(columns) and len(numbered_heads) == len(columns) and all(map(_is_each, numbered_heads))
    is_named = bool(_PRICE_LIST.search(without_accents(name)))
    return each or (is_named and not any(_is_size(cell) for head in heads for cell in head))


def _is_each(cell: str) -> bool:
    return role_of(cell) == "each"


def _is_size(cell: str) -> bool:
    return role_of(cell) in ("size", "count")


def _total(lines: Iterable[DocumentLine]) -> int | None:
    found: int | None = None
    for line in lines:
        if _TOTAL.search(without_accents(line.text)):
            cells = line.cells or tuple(line.text.split("  "))
            numbers = [match[1] for cell in cells if (match := _NUMBER.match(cell.strip()))]
            last = numbers or re.findall(r"\d+", line.text)
            if last:
                found = int(re.sub(r"\D", "", last[-1]))
    return found
