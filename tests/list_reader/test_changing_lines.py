"""Short lines of typed lists that repeat or change other lines, or look like a verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Read = Callable[..., list[Any]]


@pytest.mark.parametrize(
    ("line", "is_unread"),
    [
        ("The others likewise", True),
        ("Another of the same", True),
        ("delete the 33rd Foot", True),
        ("All battalions with rifles", True),
        ("Legal, checked by orbat", True),
        ("All the best, Tom", False),
        ("Drop me a line before Friday", False),
        ("I have checked the points of this army", False),
        ("The Foot of this army will likewise march on both wings tomorrow", False),
    ],
)
def test_short_lines_that_change_other_lines_are_reported(line: str, is_unread: bool, read: Read) -> None:
    head = "Days of Empire, British, 400 points\n\n1st Brigade\n7th Royal Fusiliers, 16 stands, class 3, rifles, 64\n"
    (army,) = read(f"{head}{line}\n")
    assert [one.text for one in army.typed.reading.unread] == [line] * is_unread
