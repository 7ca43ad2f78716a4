"""Columns of PDF pages: each is read from top to bottom as its own text; tables stay whole."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from orbat.documents.pdf_columns import is_side_by_side
from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]

_LEFT = ["Reds, 200 points", "Left wing, leader 25", "Alpha Foot, 12 bases 48", "Beta Horse, 8 bases 40", "Sum 113"]
_RIGHT = ["Blues, 200 points", "Right wing, leader 30", "Gamma Foot, 10 bases 30", "Sum 60"]


def _page(columns: Sequence[tuple[float, Sequence[str]]], title: str = "", *, words: bool = False) -> bytes:
    """A page with columns that start at the given places. `words`: each word is drawn by itself."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(600, 400))
    canvas.setFont("Helvetica", 10)
    canvas.drawCentredString(300, 380, title)
    for left, lines in columns:
        for at, line in enumerate(lines):
            x = left
            for piece in line.split(" ") if words else [line]:
                canvas.drawString(x, 350 - 14 * at, piece)
                x += canvas.stringWidth(f"{piece} ", "Helvetica", 10)
    canvas.save()
    return file.getvalue()


def _texts(found: DocumentText) -> list[str]:
    return [" ".join(line.text.split()) for line in found.lines if line.text]


@pytest.mark.parametrize("words", [False, True])
def test_two_columns_are_read_one_after_the_other(read: Read, *, words: bool) -> None:
    found = read(_page([(40, _LEFT), (330, _RIGHT)], "Club night, the lists of both players", words=words), "a.pdf")
    expected = ["Club night, the lists of both players", *_LEFT, *_RIGHT]
    assert [text.replace(" ", "") for text in _texts(found)] == [text.replace(" ", "") for text in expected]
    assert found.lines[-1].place == "page 1, block 3, line 4"


def test_three_columns_are_read_one_after_the_other(read: Read) -> None:
    third = ["Greens, 200 points", "Wing, leader 20", "Delta Foot, 9 bases 27"]
    found = read(_page([(20, _LEFT), (210, _RIGHT), (400, third)]), "a.pdf")
    assert _texts(found) == [*_LEFT, *_RIGHT, *third]


@pytest.mark.parametrize(
    "columns",
    [
        [["Unit", "Alpha Foot", "Beta Horse", "Gamma"], ["Bases", "12", "8", "10"], ["Cost", "48", "40", "30"]],
        [["Unit", "Alpha 12", "Beta 8", "Gamma 10", "Delta 6"], ["Arms", "rifle 48", "rifle 40", "none 30", "rifle 9"]],
        [["Left wing 25", "", "Right wing 30", ""], ["Alpha 12 48", "Beta 8 40", "Gamma 10 30", "Delta 9 27"]],
    ],
)
def test_the_columns_of_a_table_stay_together(read: Read, columns: list[list[str]]) -> None:
    found = read(_page([(40 + 200 * at, lines) for at, lines in enumerate(columns)]), "a.pdf")
    assert _texts(found) == [" ".join(filter(None, row)) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (_LEFT, _RIGHT, True),
        (["Alpha 12", "Beta 9"], ["rifle 40", "rifle 30"], False),
        (["Alpha 12", "Beta 9"], ["class 40", "class 30"], False),
        (["Alpha", "Beta"], ["Gamma", "Delta"], False),
        (["A Foot 12", "B Foot 9"], ["C Foot 40", "D Foot 30"], True),
        ([f"{name} 4" for name in "ABCDEFGH"], [f"Name{'x' * n} 5" for n in range(8)], True),
        ([], [], False),
    ],
)
def test_lists_side_by_side_are_alike(left: list[str], right: list[str], *, expected: bool) -> None:
    assert is_side_by_side(left, right) is expected
