"""The sheets of a workbook: armies of their own, parts of one army, or price lists."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from openpyxl import Workbook

from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.documents.sheets import Sheets, sheets_of
from orbat.list_reader.document_text import DocumentLine, DocumentText

_HEAD = ("Unit", "Bases", "Points")
_FOOT = [_HEAD, ("Alpha Foot", "12", "48"), ("Beta Foot", "8", "32")]
_HORSE = [_HEAD, ("Gamma Horse", "6", "60")]


def _sheets(*sheets: tuple[str, Sequence[tuple[str, ...]]], form: str = "workbook") -> Sheets:
    lines = [
        DocumentLine(number, "  ".join(filter(None, cells)), cells, part=name)
        for name, rows in sheets
        for number, cells in enumerate(rows, 1)
    ]
    nations = {"reds": "red_list", "blues": "blue_list"}
    return sheets_of(DocumentText(tuple(lines), form), lambda text: nations.get(text.casefold().split()[0], ""))


def _total(points: int) -> tuple[str, ...]:
    return ("Total", "", str(points))


def _headings(found: Sheets) -> list[list[str]]:
    return [[line.text for line in lines if line.heading] for lines in found.armies]


def test_sheets_named_after_different_armies_are_armies() -> None:
    found = _sheets(("Reds", _FOOT), ("Blues", _HORSE))
    assert _headings(found) == [["Reds"], ["Blues"]]
    assert not found.warnings


def test_sheets_with_a_total_each_are_armies() -> None:
    found = _sheets(("Sheet1", [*_FOOT, _total(80)]), ("Sheet2", [*_HORSE, _total(60)]))
    assert [len(lines) for lines in found.armies] == [4, 3]
    assert _headings(found) == [[], []]


@pytest.mark.parametrize(
    "sheets",
    [
        (("1st Brigade", [*_FOOT, _total(80)]), ("Brigade du centre", [*_HORSE, _total(60)])),
        (("Anna", _FOOT), ("Bert", [*_HORSE, _total(140)])),
        (("Anna", [*_FOOT, _total(80)]), ("Bert", [*_HORSE, _total(60)]), ("All", [_total(140)])),
    ],
)
def test_parts_of_one_army_are_read_together_and_named(sheets: tuple[tuple[str, list[tuple[str, ...]]], ...]) -> None:
    found = _sheets(*sheets)
    names = [name for name, _ in sheets]
    assert _headings(found) == [names]
    assert found.warnings == (f"these sheets are read as parts of one army: {', '.join(names)}",)


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("Values", [("Class", "Points each"), ("1", "1"), ("Guns", "35")]),
        ("Preise", [("Truppe", "Kosten"), ("Linie", "4")]),
        ("Price list", [("Guns", "35"), ("Horse", "10")]),
    ],
)
def test_a_price_list_is_no_army(name: str, rows: list[tuple[str, ...]]) -> None:
    found = _sheets(("List", [*_FOOT, _total(80)]), (name, rows))
    assert found.price_lists == (name,)
    assert [len(lines) for lines in found.armies] == [4]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("Generals", [("Name", "Points"), ("A. Example", "30")]),
        ("Costs", [_HEAD, ("Gamma Horse", "6", "60")]),
        ("Prices", [("Guns", "35"), ("Total", "35")]),
    ],
)
def test_a_sheet_with_sizes_or_a_total_is_no_price_list(name: str, rows: list[tuple[str, ...]]) -> None:
    assert not _sheets(("List", _FOOT), (name, rows)).price_lists


def test_a_workbook_of_price_lists_only_is_read() -> None:
    assert not _sheets(("Prices", [("Guns", "35")])).price_lists


def test_pages_of_other_documents_are_one_text() -> None:
    assert len(_sheets(("page 1", [*_FOOT, _total(80)]), ("page 2", [_total(60)]), form="PDF").armies) == 1


def test_each_sheet_of_a_workbook_is_reported_as_an_army_or_as_not_read(library: Library) -> None:
    """Two armies, a price list, and notes without troops."""
    book = Workbook()
    book.remove(book.worksheets[0])
    head = ["Unit", "Class", "Stands", "Points"]
    sheets: dict[str, list[Sequence[object]]] = {
        "French": [head, ["General", None, None, 30], ["Line infantry", 3, 12, 36], ["Total", None, None, 66]],
        "Russian": [head, ["General", None, None, 30], ["Infantry battalion", 2, 16, 32], ["Total", None, None, 62]],
        "Notes": [["Dinner at eight"]],
        "Prices": [["Arm", "Points each"], ["Infantry", 3]],
    }
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    armies = read_raw(file.getvalue(), "night.xlsx", library, ruleset="days_of_empire")
    assert [army.orbat.army_list.id for army in armies if army.orbat and army.orbat.army_list] == ["french", "russian"]
    messages = [[one.message for one in army.findings if "further" in one.message] for army in armies]
    assert messages == [['2 further sheets, not read: Prices; Notes: "Dinner at eight"']] * 2
