"""One printed price, size or sum is changed: the units stay, and the slip is named with the right number."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tests.list_reader.gates import armies, templates
from tests.list_reader.gates.answers import faults
from tests.list_reader.gates.lists import Sample, TypedList, checked

from orbat.model.claims import ClaimDifference, ReadLine
from orbat.model.points import Points, show
from orbat.report.report import Report

OFF_BY = (-10, -4, -2, -1, 1, 2, 4, 10)
_CHANGED = {
    "size": "size",
    "piece": "price of a stand",
    "unit": "price",
    "line": "price",
    "general": "price of a general",
    "subtotal": "subtotal",
    "total": "total",
    "left": "points left",
    "piece price": "price of a stand",
    "unit price": "price",
    "line price": "price",
    "general's price": "price of a general",
}
"""The roles of numbers that are changed, with the kind of slip."""
_PLAIN = re.compile(r"\d+")


class Slip(NamedTuple):
    """A list with one wrong number at `start` of the text."""

    typed: TypedList
    kind: str
    start: int
    old: str
    new: str

    @property
    def changed(self) -> TypedList:
        """The list with the wrong number."""
        text = self.typed.text
        return self.typed.with_text(text[: self.start] + self.new + text[self.start + len(self.old) :])

    @property
    def line(self) -> int:
        """The number of the line with the wrong number."""
        return self.typed.text.count("\n", 0, self.start) + 1

    @property
    def words(self) -> str:
        """The slip in words."""
        line = self.changed.text.split("\n")[self.line - 1].strip()
        return f"{self.typed.name}:{self.line} {self.kind} {self.old} -> {self.new}: {line[:90]}"


def _off(old: str, dice: random.Random) -> str:
    return str(dice.choice([int(old) + by for by in OFF_BY if int(old) + by > 0]))


def in_rendered(one: templates.Rendered, most: int) -> Iterator[Slip]:
    """Slips in a rendered list, at most so many."""
    dice = random.Random(one.typed.name)
    numbers = [number for number in one.numbers if number.role in _CHANGED]
    text = one.typed.text
    for number in dice.sample(numbers, min(most, len(numbers))):
        old = text[number.start : number.end]
        yield Slip(one.typed, _CHANGED[number.role], number.start, old, _off(old, dice))


def in_sample(sample: Sample, most: int) -> Iterator[Slip]:
    """Slips in a list with a known answer that is read right, at most so many.

    A number that is wrong already is left alone, and so is the size of a unit without a price.
    """
    if not sample.typed.is_text or any(faults(sample, checked(sample.typed))):
        return
    dice = random.Random(sample.typed.name)
    found = [*_numbers(sample.typed)]
    for kind, start, old in dice.sample(found, min(most, len(found))):
        yield Slip(sample.typed, kind, start, old, _off(old, dice))


def _numbers(typed: TypedList) -> Iterator[tuple[str, int, str]]:
    text = typed.text
    rows = text.split("\n")
    for report in checked(typed):
        reading = report.reading
        if reading is None:
            continue
        wrong = {(one.claim.line, one.claim.typed) for one in report.differences}
        priced = {path for one in reading.claims if one.claim_type in ("each", "line") for path in one.covers}
        for line in reading.lines:
            row = rows[line.number - 1] if line.number <= len(rows) else ""
            start = row.find(line.text)
            if start < 0:
                continue
            start += sum(len(one) + 1 for one in rows[: line.number - 1])
            for number in line.numbers:
                old = line.text[number.start : number.end]
                if number.role not in _CHANGED or not _PLAIN.fullmatch(old) or (line.number, number.value) in wrong:
                    continue
                if number.role != "size" or {*(number.paths or line.paths)} <= priced:
                    yield _CHANGED[number.role], start + number.start, old


def is_unnamed(slip: Slip) -> str:
    """Why a slip is not named, or ""."""
    before, after = checked(slip.typed), checked(slip.changed)
    if len(before) != len(after) or any(one.quote is None or one.reading is None for one in after):
        return f"{len(after)} armies read"
    if armies.generals(before) != armies.generals(after):
        return "generals changed"
    kept = armies.units(before) == armies.units(after)
    if slip.kind == "size":
        kept = sorted(map(_without_size, armies.units(before).elements())) == sorted(
            map(_without_size, armies.units(after).elements())
        )
    if not kept:
        return "" if any(_sum_differs(report, slip) for report in after) else _changes(before, after)
    return "" if any(_names(report, slip) for report in after) else f"not named, {'/'.join(armies.confidence(after))}"


def _sum_differs(report: Report, slip: Slip) -> bool:
    """Whether a sum is wrong by as much as the slip: the line is right for other troops of the same name."""
    by = abs(int(slip.new) - int(slip.old))
    return slip.kind == "price" and any(
        one.claim.claim_type in ("subtotal", "total", "left") and abs(one.claim.typed - one.calculated) == by
        for one in report.differences
    )


def _without_size(one: armies.Bought) -> tuple[str, str, tuple[str, ...]]:
    return one[0], one[2], one[3]


def _changes(before: tuple[Report, ...], after: tuple[Report, ...]) -> str:
    old, new = armies.units(before), armies.units(after)
    named = any(one.differences for one in after), *armies.confidence(after)
    return f"units changed ({named}): {[*(old - new)][:3]} -> {[*(new - old)][:3]}"


def _names(report: Report, slip: Slip) -> bool:
    line = next((one for one in armies.reading_of(report).lines if one.number == slip.line), None)
    if line is None:
        return False
    if any(_is_about(one, line, slip) for one in report.differences):
        return True
    questions = armies.reading_of(report).questions_on(slip.line)
    said = [one.text for one in questions] + [one.message for one in report.findings if one.line == slip.line]
    return any({slip.old, slip.new} <= {*_PLAIN.findall(text)} for text in said)


def _is_about(one: ClaimDifference, line: ReadLine, slip: Slip) -> bool:
    here = one.claim.line == line.number or bool({*one.claim.covers} & {*line.paths} and one.is_cause)
    if slip.kind == "size":
        return here
    return here and _is(one.claim.typed, slip.new) and _is(one.calculated, slip.old)


def _is(points: Points, text: str) -> bool:
    return Fraction(show(points)) == int(text) if show(points).isdecimal() else False
