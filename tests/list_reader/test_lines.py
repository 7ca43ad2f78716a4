"""Cleaning typed lines, table rows and line numbers."""

from __future__ import annotations

import pytest

from orbat.list_reader.document_text import DocumentLine
from orbat.list_reader.lines import clean_line, renumbered, text_of
from orbat.list_reader.tables import rows_as_text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("4 \u0445 15 stands", "4 x 15 stands"),
        ("2 \u00d7 48 = 96", "2 x 48 = 96"),
        ("Brigade General \u2013 30", "Brigade General - 30"),
        ("\u2022 16x stand", "16x stand"),
        ("[b]TOTAL: 357pts[/b]", "TOTAL: 357pts"),
        ("**Total** 1,051", "Total  1051"),
        ("Horse battery ........... 135", "Horse battery  135"),
        ("[18:02] Rob: then 1x light inf", "then 1x light inf"),
        ("[I1] Line x12", "Line x12"),
        ("1. 95th Foot", "95th Foot"),
        ("├─ 33rd Foot", "33rd Foot"),
        ("twelve stands", "12 stands"),
        ("14 stands of third class", "14 stands of class 3"),
        ("++Light brigade++", "Light brigade"),
        ("7th Hussars 110\u00b0", "7th Hussars 110"),
        ("Brigade Adams 0\u02b9 460", "Brigade Adams 0 460"),
        ("1\u00b0 Granatieri 60", "1\u00b0 Granatieri 60"),
    ],
)
def test_bullets_and_markup_are_removed(typed: str, said: str) -> None:
    """Dot leaders, special characters and number words are also replaced. The original text is preserved."""
    line = clean_line(DocumentLine(3, typed))
    assert (line.clean, line.text, line.number) == (said, typed, 3)


def test_table_rows_become_sentences() -> None:
    """Each cell gets the words of its column."""
    rows = [clean_line(DocumentLine(n, text)) for n, text in enumerate(["Unit;Stands;Class;Pts", "Line;12;2;24"], 1)]
    assert [line.clean for line in rows_as_text(rows)] == ["", "Line, size 12, class 2, = 24 pts"]


def test_lines_of_several_pages_are_renumbered() -> None:
    """Each page starts at 1 in the document. Gaps in line numbers stay in the text."""
    pages = [clean_line(DocumentLine(number, text)) for number, text in ((1, "a"), (2, "b"), (1, "c"))]
    assert [line.number for line in renumbered(pages)] == [1, 2, 3]
    gap = [clean_line(DocumentLine(number, text)) for number, text in ((1, "a"), (3, "b"))]
    assert text_of(renumbered(gap)) == "a\n\nb"
