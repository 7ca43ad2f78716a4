"""The column letters and row numbers of a saved spreadsheet are no data."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]


def _rows(found: DocumentText) -> list[tuple[str, ...]]:
    return [line.cells or (line.text,) for line in found.lines if line.text]


def test_column_letters_and_row_numbers_are_removed(read: Read) -> None:
    found = read(",A,B,C\n1,Reds,,\n2,Unit,Bases,Cost\n3,Alpha,12,48\n5,,Total,48\n", "list.csv")
    assert _rows(found) == [("Reds",), ("Unit", "Bases", "Cost"), ("Alpha", "12", "48"), ("", "Total", "48")]
    assert [line.indent for line in found.lines if line.text] == [0, 0, 0, 2]


@pytest.mark.parametrize(
    "text",
    [
        "No,A,B,C\n1,2,3,4\n2,3,4,5\n3,4,5,6\n",
        ",A,B,D\n1,2,3,4\n2,3,4,5\n3,4,5,6\n",
        ",A,B,C\n16,2,3,4\n12,3,4,5\n8,4,5,6\n",
        ",A,B,C\n1,2,3,4\n2,3,4,5\n",
    ],
)
def test_other_tables_keep_their_first_column(read: Read, text: str) -> None:
    assert _rows(read(text, "list.csv")) == [tuple(line.split(",")) for line in text.split()]
