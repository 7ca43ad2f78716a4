"""Each number of a text has exactly one role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.list_reader.gates.lists import TypedList, checked

from orbat.documents.any_document import read_document
from orbat.list_reader.document_text import DocumentText
from orbat.model.claims import ReadLine

_DIGITS = re.compile(r"\d+")


def unaccounted(typed: TypedList) -> Iterator[str]:
    """The numbers without a role, with two roles, and the lines with numbers that no reading has."""
    reports = [one for one in checked(typed) if one.reading]
    if not reports:
        return
    lines = [line for one in reports if one.reading for line in one.reading.lines]
    for line in lines:
        yield from _in_line(line)
    document = read_document(typed.raw, Path(typed.name).name)
    if isinstance(document, DocumentText):
        read = {(line.number, _DIGITS.search(line.text) is not None) for line in lines}
        for one in document.lines:
            if _DIGITS.search(one.text) and (one.number, True) not in read:
                yield f"line {one.number} has no reading: {one.text[:60]}"


def _in_line(line: ReadLine) -> Iterator[str]:
    done = 0
    for number in sorted(line.numbers, key=lambda one: one.start):
        if number.start < done:
            yield f"line {line.number}: two roles at {line.text[number.start : number.end]!r} in {line.text[:60]}"
        done = number.end
        if not 0 <= number.start < number.end <= len(line.text):
            yield f"line {line.number}: {number} outside of the text"
    covered = {place for number in line.numbers for place in range(number.start, number.end)}
    for found in _DIGITS.finditer(line.text):
        if not {*range(*found.span())} <= covered:
            yield f"line {line.number}: {found[0]} has no role in {line.text[:60]}"
