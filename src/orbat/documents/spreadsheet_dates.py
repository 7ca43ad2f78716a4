"""Find names that a spreadsheet turned into dates, such as `Jan-60` for 1/60, the 1st battalion of the 60th."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from orbat.documents.line_collector import first_few
from orbat.list_reader.document_text import DocumentLine, DocumentText
from orbat.list_reader.words import COLUMNS, without_accents
from orbat.model.record import Value
from orbat.model.wording import phrase

_MONTHS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "jan janv januar january ene gen",
            "feb fev fevr februar february febr",
            "mar mars mrz maerz march marz marzo",
            "apr avr avril april abr",
            "may mai mayo mag",
            "jun juin juni june giu",
            "jul juil juli july lug",
            "aug aout august ago",
            "sep sept september set",
            "oct okt oktober october ott",
            "nov november",
            "dec dez dezember december dic",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH_AND_YEAR = re.compile(r"([^\W\d_]{3,9})\.?[-/ ](\d\d)\Z")
_DAY_AND_MONTH = re.compile(r"(\d{1,2})\.?[-/ ]([^\W\d_]{3,9})\.?\Z")
_FULL = re.compile(r"(\d{4})-(\d\d)-(\d\d)\Z")
_FRACTION = re.compile(r"\d{1,3}/\d{1,3}\b")
_NAME_HEADS = frozenset((*COLUMNS["name"].split(), "nom", "einheit", "bezeichnung", "nombre", "nome"))
_DATE_HEAD = re.compile(r"date|datum|data|fecha|year|jahr|annee|raised|since|from|to\b", re.IGNORECASE)


class _Date(Value):
    shown: str
    original: str
    """The text that the player probably typed; "" if two texts are possible."""
    choice: str = ""

    @property
    def words(self) -> str:
        if self.original:
            return phrase("{shown} is read as {original}", shown=self.shown, original=self.original)
        return phrase("{shown} may be {choice}", shown=self.shown, choice=self.choice)


def with_original_names(document: DocumentText) -> DocumentText:
    """Restore names that a spreadsheet turned into dates. Ambiguous dates stay unchanged.

    A warning lists the restored and ambiguous dates.
    """
    lines: list[DocumentLine] = []
    places: list[str] = []
    for is_table, group in groupby(document.lines, key=lambda line: bool(line.cells) or not line.text):
        rows = list(group)
        if is_table:
            columns = set(_columns_with_dates(rows))
            rows = [_restored(row, columns, places) if columns else row for row in rows]
        lines += rows
    if not places:
        return document
    warning = phrase("a spreadsheet probably turned these names into dates: {places}", places=first_few(places))
    return replace(document, lines=tuple(lines), warnings=(*document.warnings, warning))


def _columns_with_dates(rows: Sequence[DocumentLine]) -> Iterator[int]:
    for at in range(max((len(row.cells) for row in rows), default=0)):
        cells = [row.cells[at] for row in rows if at < len(row.cells) and row.cells[at]]
        dates = [cell for cell in cells if _date(cell)]
        if not dates or _DATE_HEAD.search(without_accents(cells[0])):
            continue
        others = [cell for cell in cells[1:] if cell not in dates and _is_name(cell)]
        if others or without_accents(cells[0]).casefold() in _NAME_HEADS:
            yield at


def _is_name(cell: str) -> bool:
    return any(map(str.isalpha, cell)) or _FRACTION.match(cell) is not None


def _date(cell: str) -> _Date | None:
    if len(cell) > 15:
        return None
    if found := _MONTH_AND_YEAR.match(cell):
        month = _MONTHS.get(without_accents(found[1]).casefold())
        return _Date(cell, f"{month}/{int(found[2])}") if month else None
    if found := _DAY_AND_MONTH.match(cell):
        month = _MONTHS.get(without_accents(found[2]).casefold())
        return _ambiguous(cell, int(found[1]), month) if month else None
    if found := _FULL.match(cell):
        year, month, day = map(int, found.groups())
        if day == 1 and 1930 <= year <= 2029:  # the years that spreadsheets read from two digits
            return _Date(cell, f"{month}/{year % 100}")
        return _ambiguous(cell, day, month) if 1930 <= year <= 2099 else None
    return None


def _ambiguous(cell: str, day: int, month: int) -> _Date:
    if day == month:
        return _Date(cell, f"{day}/{month}")
    return _Date(cell, "", phrase("{first} or {second}", first=f"{day}/{month}", second=f"{month}/{day}"))


def _restored(row: DocumentLine, columns: set[int], places: list[str]) -> DocumentLine:
    found = {at: date for at, cell in enumerate(row.cells) if at in columns and (date := _date(cell))}
    if not found:
        return row
    places += [phrase("{place}: {words}", place=row.where, words=date.words) for date in found.values()]
    cells = tuple(found[at].original or cell if at in found else cell for at, cell in enumerate(row.cells))
    return replace(row, cells=cells, text="  ".join(filter(None, cells)))
