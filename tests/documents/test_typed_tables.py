"""Tables in forum posts, and tables drawn with characters, become rows of cells."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]


def _rows(found: DocumentText) -> list[tuple[str, ...]]:
    return [line.cells or (line.text,) for line in found.lines if line.text]


def test_a_forum_table_may_have_a_cell_on_each_line(read: Read) -> None:
    found = read(
        "[b]My army[/b]\n[table]\n[tr]\n[th]Unit[/th]\n[th]Bases[/th]\n[th]Arms[/th]\n[th]Cost[/th]\n[/tr]\n"
        "[tr][td]Alpha [i]Foot[/i][/td]\n[td]12[/td][td][/td][td]48[/td][/tr]\n"
        "[tr][td colspan=3]Sum[/td][td]48[/td][/tr]\n[/table]\nBye"
    )
    assert [(line.number, line.cells) for line in found.lines if line.cells] == [
        (3, ("Unit", "Bases", "Arms", "Cost")),
        (9, ("Alpha Foot", "12", "", "48")),
        (11, ("Sum", "", "", "48")),
    ]
    assert [line.text for line in found.lines if not line.cells] == ["My army", "Bye"]


def test_forum_cells_that_span_rows_stay_in_their_column(read: Read) -> None:
    found = read("[table][tr][td rowspan=2]Left[/td][td]Alpha[/td][/tr][tr][td]Beta[/td][/tr][/table]")
    assert _rows(found) == [("Left", "Alpha"), ("", "Beta")]


def test_forum_lists_on_one_line_are_separate_lines(read: Read) -> None:
    found = read("[list][*]Alpha 5[list][*]Beta 6[/list][*]Gamma 7[/list]after")
    assert [(line.text, line.indent) for line in found.lines] == [
        ("• Alpha 5", 0),
        ("• Beta 6", 2),
        ("• Gamma 7", 0),
        ("after", 0),
    ]


@pytest.mark.parametrize(
    ("rule", "bar"),
    [("+------------+----+----+", "|"), ("├────────────┼────┼────┤", "│"), ("╠════════════╬════╬════╣", "║")],
)
def test_a_drawn_table_becomes_rows(read: Read, rule: str, bar: str) -> None:
    rows = [("Unit", "Bases", "Cost"), ("Alpha *Foot*", "12", "48"), ("", "", "48")]
    lines = [f"{bar} {bar.join(f'{cell:<5} ' for cell in row)}{bar}" for row in rows]
    found = read("\n".join(("My list", rule, lines[0], rule, *lines[1:], rule, "Bye")))
    assert _rows(found) == [("My list",), rows[0], ("Alpha Foot", "12", "48"), rows[2], ("Bye",)]


def test_the_title_of_a_drawn_table_may_stand_in_its_heads(read: Read) -> None:
    rule = "+---+---+---+"
    found = read(f"{rule}\n| Army of the East | bases | cost |\n{rule}\n| Alpha the Great Foot | nine | 4 |\n{rule}")
    assert _rows(found) == [
        ("Army of the East",),
        ("Unit", "bases", "cost"),
        ("Alpha the Great Foot", "nine", "4"),
    ]


@pytest.mark.parametrize("text", ["| Alpha 12 |\n| Beta 8 |", "+++ Army +++\n|| 12", "├── Alpha 12\n│   └── Beta 8"])
def test_bars_without_a_drawn_table_are_text(read: Read, text: str) -> None:
    assert [line.text for line in read(text).lines] == [line.strip() for line in text.split("\n")]


@pytest.mark.parametrize("text", ["[td]" * 20_000 + "[/b]", "[table][tr]\n" * 5_000 + "[/td]", "+--+\n| a\n" * 5_000])
def test_broken_tables_are_read_at_once(read: Read, text: str) -> None:
    assert read(f"Alpha 12\n{text}").lines


def test_rows_pasted_into_a_text_keep_their_cells(read: Read) -> None:
    """A row with a wide gap in place of a tab is aligned; a short line between two rows names a group."""
    found = read(
        "Dear A., here is my list.\n\nUnit\tClass\tBases\tCost\nLeft wing\nAlpha\t2\t12\t24\nBeta\t3   8\t24\n"
        "Right wing, leader 25\nGamma\t\t9\t27\nTotal\t\t\t100\nSee you on Sunday\tBert\n"
    )
    assert [line.cells or line.text for line in found.lines if line.text] == [
        "Dear A., here is my list.",
        ("Unit", "Class", "Bases", "Cost"),
        ("Left wing", ""),
        ("Alpha", "2", "12", "24"),
        ("Beta", "3", "8", "24"),
        ("Right wing, leader 25", ""),
        ("Gamma", "", "9", "27"),
        ("Total", "", "", "100"),
        ("See you on Sunday", "Bert"),
    ]


@pytest.mark.parametrize(
    "text", ["Alpha\t12\nBeta\t9\nGamma\t7", "\tAlpha 12\n\tBeta 9\n\tGamma 7", "A\tb\tc\nD\te\tf"]
)
def test_a_few_tabs_make_no_table(read: Read, text: str) -> None:
    assert not any(len(line.cells) > 2 for line in read(f"Dear A.\nmy list\nbelow\nhere\n{text}").lines)
