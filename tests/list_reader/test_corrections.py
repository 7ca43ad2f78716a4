"""Corrections of a typed list: what they change in the army and in the reading."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import read_raw
from orbat.list_reader.corrections import apply_corrections
from orbat.model.claims import Confidence, Correction, Question

LIST = "British, 400 points\n33rd Foot 15 stands class 3 rifles 60\n7th Foot 15 stands class 3 rifles 60\nTotal 120\n"
SIZE = Correction(2, "size", 14, "size 14")


@pytest.fixture
def doubtful(library: Library) -> Loaded:
    """A list with a question about line 2, and a likely line 3."""
    (read,) = read_raw(LIST.encode(), "list.txt", library, ruleset="days_of_empire", army_list="british")
    assert read.reading is not None
    certain: dict[int, Confidence] = {2: "doubtful", 3: "likely"}
    lines = tuple(replace(one, confidence=certain.get(one.number, "sure")) for one in read.reading.lines)
    question = Question(2, "is 15 the size?")
    return replace(read, reading=replace(read.reading, lines=lines, questions=(question,), confidence="doubtful"))


def test_corrected_line_is_sure_and_its_question_answered(doubtful: Loaded) -> None:
    read = apply_corrections(doubtful, (SIZE,)).reading
    assert read is not None
    assert (read.confidence, read.questions) == ("likely", ())
    read = apply_corrections(doubtful, (SIZE, replace(SIZE, line=3))).reading
    assert read is not None
    assert read.confidence == "sure"


def test_other_corrections_leave_the_question(doubtful: Loaded) -> None:
    read = apply_corrections(doubtful, (replace(SIZE, line=3),)).reading
    assert read is not None
    assert (read.confidence, len(read.questions)) == ("doubtful", 1)


def test_no_correction_changes_nothing(doubtful: Loaded) -> None:
    assert apply_corrections(doubtful, ()) is doubtful
    assert apply_corrections(doubtful, (replace(SIZE, line=99),)) == doubtful
