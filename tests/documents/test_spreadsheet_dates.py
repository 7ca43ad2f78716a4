"""Names that a spreadsheet turned into dates: said, and restored where only one name is possible."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable

import pytest
from openpyxl import Workbook

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]


def _names(found: DocumentText) -> list[str]:
    return [line.cells[0] for line in found.lines if len(line.cells) > 1][1:]


@pytest.mark.parametrize(
    ("cell", "name", "words"),
    [
        ("Jan-60", "1/60", "Jan-60 is read as 1/60"),
        ("févr-95", "2/95", "févr-95 is read as 2/95"),
        ("Mrz 09", "3/9", "Mrz 09 is read as 3/9"),
        ("3-Feb", "3-Feb", "3-Feb may be 3/2 or 2/3"),
        ("02. Mrz", "02. Mrz", "02. Mrz may be 2/3 or 3/2"),
        ("4-Apr", "4/4", "4-Apr is read as 4/4"),
    ],
)
def test_a_date_among_names_is_said_and_restored_if_certain(read: Read, cell: str, name: str, words: str) -> None:
    found = read(f"Unit;Bases;Cost\n{cell};12;48\nAlpha Foot;12;48\n", "list.csv")
    assert _names(found) == [name, "Alpha Foot"]
    assert found.warnings[-1] == f"a spreadsheet probably turned these names into dates: line 2: {words}"


def test_a_column_of_dates_under_a_head_for_names_is_names(read: Read) -> None:
    assert _names(read("Regiment,Cost\nJan-60,48\nFeb-60,48\n", "list.csv")) == ["1/60", "2/60"]


@pytest.mark.parametrize(
    "text",
    [
        "Date,Cost\nJan-60,48\nunknown,48\n",
        "Raised,Cost\nJan-60,48\n",
        "Turn,Cost\nJan-60,48\nFeb-60,48\n",
        "Unit,Cost\nMay Horse,48\nJan-600,4\nMax-60,4\n",
    ],
)
def test_other_dates_stay_as_they_are(read: Read, text: str) -> None:
    found = read(text, "list.csv")
    assert not found.warnings
    assert [line.cells for line in found.lines] == [tuple(line.split(",")) for line in text.split()] or " " in text


def test_dates_in_a_workbook_are_restored(read: Read) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    for row in (
        ["Unit", "Bases"],
        [datetime.datetime(1960, 1, 1), 12],
        [datetime.datetime(2026, 3, 2), 9],
        ["Alpha", 8],
    ):
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    found = read(file.getvalue(), "list.xlsx")
    assert _names(found) == ["1/60", "2026-03-02", "Alpha"]
    assert "Sheet, row 3: 2026-03-02 may be 2/3 or 3/2" in found.warnings[-1]
