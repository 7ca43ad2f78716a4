"""Reading delimited text: the cells of tables, and texts that are not tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]

ROWS = [("Unit", "Stands", "Points"), ("33rd Foot", "15", "48"), ("95th", "", "4"), ("", "Total", "52")]


@pytest.mark.parametrize("name", ["list.csv", "list.txt", ""])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_detected(read: Read, separator: str, name: str) -> None:
    found = read("\r\n".join(separator.join(row) for row in ROWS), name)
    assert found.form == "table"
    assert [line.cells for line in found.lines] == ROWS
    assert found.lines[2].text == "95th  4"
    assert [line.indent for line in found.lines] == [0, 0, 0, 2]


def test_a_quoted_cell_may_contain_separators_quotes_and_line_breaks(read: Read) -> None:
    found = read('unit,note,points\n"Rifles, Guard","said ""fine""\nand more",40\n95th,,4\n', "list.csv")
    assert [(line.number, line.cells) for line in found.lines][1:] == [
        (2, ("Rifles, Guard", 'said "fine" and more', "40")),
        (4, ("95th", "", "4")),
    ]


def test_an_inch_mark_does_not_open_a_quoted_cell(read: Read) -> None:
    rows = ["unit;range;points", *['"Guns;12";35'] * 30]
    assert len(read("\n".join(rows), "list.csv").lines) == 31


def test_rows_of_different_lengths_are_kept(read: Read) -> None:
    found = read("My army\n\nunit;stands;points\n33rd;15\n95th;3;4;note\n", "list.csv")
    assert [line.cells for line in found.lines if line.text] == [
        ("My army",),
        ("unit", "stands", "points"),
        ("33rd", "15"),
        ("95th", "3", "4", "note"),
    ]


def test_the_first_line_may_name_the_separator(read: Read) -> None:
    found = read("sep=|\na|1\nb|2\n", "list.csv")
    assert [(line.number, line.cells) for line in found.lines] == [(2, ("a", "1")), (3, ("b", "2"))]


def test_formulas_stay_text_and_are_reported(read: Read) -> None:
    found = read('unit;no;points\n33rd;="012";48\nTotal;;=SUM(C2:C2)\n', "list.csv")
    assert [line.cells[1:] for line in found.lines][1:] == [("012", "48"), ("", "=SUM(C2:C2)")]
    assert found.warnings == ("formulas are not computed: line 3, column 3",)


@pytest.mark.parametrize(
    "text",
    [
        "3 line battalions, 12 stands, class 2\n1 battery, 2 guns, horse\n2 regiments, 6 stands, class 3\n",
        "BRIGADIER (1 | 30)\nRIFLE BN (0 | 32)\nSUP | 1\nPTS | 62\n",
        "Foot; 24 pts\nHorse; 48 pts\nGuns; 70 pts\n",
        "Guard bn,36\nGuard bn,24\nTotal,60\n",
        "33rd\t\t60\n95th Rifles\t48\nBattery of horse\t\t\t90\nGeneral\t30\nsub\ttotal\t1\t2\n",
    ],
)
def test_typed_lists_with_commas_and_bars_are_not_tables(read: Read, text: str) -> None:
    found = read(text)
    assert found.form == "text"
    assert not any(line.cells for line in found.lines)


def test_a_row_of_too_many_cells_is_cut_and_reported(read: Read) -> None:
    found = read("\n".join(";".join(["x"] * 80) for _ in range(3)), "list.csv")
    assert {len(line.cells) for line in found.lines} == {60}
    assert found.warnings == ("only the first 60 cells of a row are read: line 1; line 2; line 3",)
