"""Tables side by side in one sheet are read one after the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]


def _rows(found: DocumentText) -> list[tuple[str, ...]]:
    return [line.cells for line in found.lines if line.text]


@pytest.mark.parametrize("gap", ["", ","])
def test_a_table_beside_another_is_read_after_it(read: Read, gap: str) -> None:
    found = read(
        f"Reds,,,{gap}Blues,,\nUnit,Bases,Cost,{gap}Unit,Bases,Cost\nAlpha,12,48,{gap}Gamma,9,27\n"
        f"Beta,8,40,{gap},,\nTotal,,88,{gap}Total,,27\n",
        "list.csv",
    )
    assert _rows(found) == [
        ("Reds",),
        ("Unit", "Bases", "Cost"),
        ("Alpha", "12", "48"),
        ("Beta", "8", "40"),
        ("Total", "", "88"),
        ("Blues",),
        ("Unit", "Bases", "Cost"),
        ("Gamma", "9", "27"),
        ("Total", "", "27"),
    ]
    assert [line.where for line in found.lines if line.text][-2:] == ["line 3", "line 5"]


def test_three_tables_are_separated(read: Read) -> None:
    found = read("Unit,Cost,Unit,Cost,Unit,Cost\nA,4,B,5,C,6\n", "list.csv")
    assert [row for row in _rows(found) if row != ("Unit", "Cost")] == [("A", "4"), ("B", "5"), ("C", "6")]


@pytest.mark.parametrize(
    "text",
    [
        "Unit,Cost,Arms,Cost\nAlpha,4,rifle,1\n",
        "Unit,Bases,Cost,Unit,Notes\nAlpha,4,8,Beta,x\n",
        "Alpha,4,8,Alpha,4,8\nBeta,5,9,Beta,5,9\n",
        "Cost,Cost\n4,5\n",
    ],
)
def test_a_single_table_stays_whole(read: Read, text: str) -> None:
    assert _rows(read(text, "list.csv")) == [tuple(line.split(",")) for line in text.split()]
