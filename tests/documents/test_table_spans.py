"""Cells that span several columns or rows, and tables within cells, in web pages."""

from __future__ import annotations

from collections.abc import Callable

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]

_PAGE = (
    "<html><body><table><tr><th>Wing<th>Corps<th>Unit<th>Bases<th>Cost</tr>\n"
    '<tr><td rowspan=4>Left, 25<td rowspan="2">I<td>Alpha Foot<td>5<td>20\n'
    "<tr><td>Beta Foot{inner}</td><td>5<td>20\n"
    "<tr><td rowspan=0>II<td>Gamma Horse<td colspan=2>lent\n"
    "<tr><td>Delta Horse<td>6<td>24</table><table><tr><td>a</td><td>b</td></tr></table></body></html>"
)


def _rows(found: DocumentText) -> list[tuple[str, ...]]:
    return [line.cells for line in found.lines if line.text]


def test_each_cell_is_in_its_column_and_a_spanning_text_is_read_once(read: Read) -> None:
    assert _rows(read(_PAGE.format(inner=""), "list.html")) == [
        ("Wing", "Corps", "Unit", "Bases", "Cost"),
        ("Left, 25", "I", "Alpha Foot", "5", "20"),
        ("", "", "Beta Foot", "5", "20"),
        ("", "II", "Gamma Horse", "lent"),
        ("", "", "Delta Horse", "6", "24"),
        ("a", "b"),
    ]


def test_a_small_table_in_a_row_is_part_of_its_cell(read: Read) -> None:
    inner = "<table><tr><td>Rifles</td><td>yes</td></tr></table>"
    assert _rows(read(_PAGE.format(inner=inner), "list.html"))[2] == ("", "", "Beta Foot Rifles yes", "5", "20")


def test_a_large_table_in_a_row_has_rows_of_its_own(read: Read) -> None:
    inner = "".join(f"<tr><td>Unit {number}</td><td>{number}</td></tr>" for number in range(5))
    page = f"<html><table><tr><td>Menu</td><td><table>{inner}</table></td></tr></table></html>"
    assert ("Unit 3", "3") in _rows(read(page, "list.html"))


def test_spans_beyond_the_last_column_are_reported(read: Read) -> None:
    found = read('<html><table><tr><td colspan=999 rowspan="9999">A</tr><tr><td>C</tr></table></html>', "list.html")
    assert _rows(found) == [("A",)]
    assert found.warnings == ("only the first 60 cells of a row are read: line 1",)
