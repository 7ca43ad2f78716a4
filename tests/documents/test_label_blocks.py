"""Blocks of labels and values become rows with the labels as heads."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]


def _rows(found: DocumentText) -> list[tuple[str, ...]]:
    return [line.cells or (line.text,) for line in found.lines if line.text]


def test_a_block_below_a_name_becomes_a_row(read: Read) -> None:
    found = read(
        "Player: A. Example\nFoot\n  Alpha Foot\n    Class: 2\n    Bases: 12\n    Points cost: 24 pts\n"
        "  Beta Battery\n    Class: 3\n    Guns: 3\n    Points cost: 60 pts\nLeaders\n  B. Example\n"
        "    Points cost: 25 pts\nTotal: 109 pts"
    )
    assert _rows(found) == [
        ("Player: A. Example",),
        ("Foot",),
        ("Unit", "Class", "Bases", "Points cost"),
        ("Alpha Foot", "2", "12", "24 pts"),
        ("Beta Battery", "3", "3 guns", "60 pts"),
        ("Leaders", ""),
        ("B. Example", "", "", "25 pts"),
        ("Total: 109 pts",),
    ]
    assert [line.number for line in found.lines] == [1, 2, 3, 4, 7, 11, 12, 14]


@pytest.mark.parametrize("gap", ["", "\n"])
@pytest.mark.parametrize("sign", [": ", " = "])
def test_blocks_that_begin_with_a_name_become_rows(read: Read, gap: str, sign: str) -> None:
    blocks = [
        [("Regiment", "Alpha Foot"), ("Role", "line"), ("Strength", "12"), ("Cost", "24")],
        [("Regiment", "Beta Horse"), ("Role", "cavalry"), ("Strength", "8"), ("Cost", "40"), ("Weapon", "lance")],
    ]
    text = gap.join("".join(f"{label}{sign}{value}\n" for label, value in block) for block in blocks)
    assert _rows(read(f"{text}Total{sign}64")) == [
        ("Unit", "Type", "Strength", "Cost", "Weapon"),
        ("Alpha Foot", "line", "12", "24", ""),
        ("Beta Horse", "cavalry", "8", "40", "lance"),
        (f"Total{sign}64",),
    ]


def test_sections_in_brackets_are_the_type(read: Read) -> None:
    found = read("[foot]\nname=Alpha\nbases=12\ncost=24\n\n[guns]\nname=Beta\nbases=3\ncost=60\n")
    assert _rows(found) == [
        ("Unit", "Type", "bases", "cost"),
        ("Alpha", "foot", "12", "24"),
        ("Beta", "guns", "3", "60"),
    ]


def test_a_line_of_text_with_a_number_ends_the_table(read: Read) -> None:
    block = "{}\n  Class: 2\n  Bases: 12\n  Cost: 24\n"
    found = read(block.format("Alpha") + block.format("Beta") + "Gamma Horse, 8 bases, 40\n" + block.format("Delta"))
    head = ("Unit", "Class", "Bases", "Cost")
    assert [row for row in _rows(found) if row[0] not in ("Alpha", "Beta", "Delta")] == [
        head,
        ("Gamma Horse, 8 bases, 40",),
        head,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1st Wing\n  General: Example 30\n  Foot: Alpha 12 bases 48\n2nd Wing\n  General: Other 30\n  Foot: Beta 40",
        "Player: A\nPoints: 400\nAlpha Foot: 48\nBeta Foot: 40",
        "Alpha\n  Strength: strong\n  Class: good\nBeta\n  Strength: weak\n  Class: bad",
        "Alpha Foot, 12 bases: 48\nBeta Foot, 12 bases: 48\nTotal: 96",
        "Class: 2\nBases: 12\n\nClass: 3\nBases: 9",
    ],
)
def test_other_lines_with_colons_stay_as_they_are(read: Read, text: str) -> None:
    found = read(text)
    assert [line.text for line in found.lines if line.text] == [line.strip() for line in text.split("\n") if line]
    assert not any(line.cells for line in found.lines)


def test_many_labels_take_little_time(read: Read) -> None:
    text = "".join(f"Name: A{number}\nClass: 2\nBases: 12\nCost: 24\n" for number in range(4_000))
    assert len(read(text).lines) == 4_001


def test_many_different_labels_take_little_time(read: Read) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    text = "".join(f"{a}{b}{c}: 4\n" for a in letters for b in letters for c in letters[:20])
    started = time.process_time()
    assert len(read(text).lines) == 13_520
    assert time.process_time() - started < 5
