"""The same row with another regiment of the same kind is read the same way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.list_reader.gates import armies
from tests.list_reader.gates.lists import TypedList, checked

from orbat.model.army_list import Entry
from orbat.model.claims import ReadLine
from orbat.report.report import Report


class Renamed(NamedTuple):
    """A list, and the same list with another regiment on one line."""

    typed: TypedList
    changed: TypedList
    line: int
    old: str
    new: str

    @property
    def words(self) -> str:
        """The change in words."""
        return f"{self.typed.name}:{self.line} {self.old} -> {self.new}"


def in_list(typed: TypedList, most: int) -> Iterator[Renamed]:
    """Changes of a regiment, at most so many."""
    if not typed.is_text:
        return
    dice = random.Random(typed.name)
    found = [
        one for report in checked(typed) if report.reading and report.book for one in _in_report(typed, report, dice)
    ]
    yield from dice.sample(found, min(most, len(found)))


def _in_report(typed: TypedList, report: Report, dice: random.Random) -> Iterator[Renamed]:
    assert report.quote
    assert report.book
    book = report.book
    units = {line.path: line for line in report.quote.all_units}
    rows = typed.text.split("\n")
    for line in armies.reading_of(report).lines:
        on_line = [units[path] for path in line.paths if path in units]
        if not on_line or len({one.unit.entry for one in on_line}) > 1 or line.number > len(rows):
            continue
        army_list = book.lists.get(on_line[0].list_id)
        entry = book.entry(on_line[0].list_id, on_line[0].unit.entry)
        row = rows[line.number - 1]
        if entry is None or army_list is None or line.role != "unit":
            continue
        old = max((name for name in entry.regiment_names if _place(name, row)), key=len, default="")
        others = [one for one in army_list.entries if one is not entry]
        taken = _words(
            *(name for one in others for name in (one.name, *one.aliases, *one.regiment_names)),
            *army_list.commander_names,
        )
        new = [
            name
            for name in entry.regiment_names
            if not (_clash(name, others) or _words(name) & taken or name in typed.text)
        ]
        if old and not _clash(old, others) and new and len(re.findall(re.escape(old), row)) == 1:
            name = dice.choice(new)
            start = sum(len(one) + 1 for one in rows[: line.number - 1]) + row.index(old)
            text = typed.text[:start] + name + typed.text[start + len(old) :]
            yield Renamed(typed, typed.with_text(text), line.number, old, name)


def _place(name: str, row: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", row))


def _clash(name: str, others: list[Entry]) -> bool:
    """Whether other entries have troops of that name too."""
    return any(name in (one.name, *one.aliases, *one.regiment_names) for one in others)


def _words(*names: str) -> set[str]:
    """The words by which a reader tells names apart. `B, 1st New Jersey` and `1st New Jersey` have one in common."""
    return {word.casefold() for name in names for word in re.findall(r"[^\W\d_]{5,}", name)}


def is_unlike(one: Renamed) -> str:
    """What is read otherwise with the other regiment, or ""."""
    before, after = checked(one.typed), checked(one.changed)
    if armies.units(before) != armies.units(after):
        lost, found = (armies.units(one) for one in (before, after))
        return f"{[*(lost - found)][:2]} -> {[*(found - lost)][:2]}"
    if armies.generals(before) != armies.generals(after):
        return "generals"
    old, new = (_line(reports, one.line) for reports in (before, after))
    roles = [[number.role for number in line.numbers if number.role != "name"] for line in (old, new)]
    if roles[0] != roles[1]:
        return f"roles {roles[0]} -> {roles[1]}"
    if old.role != new.role or old.confidence != new.confidence:
        return f"{old.role} {old.confidence} -> {new.role} {new.confidence}"
    return ""


def _line(reports: tuple[Report, ...], number: int) -> ReadLine:
    lines = (line for report in reports if report.reading for line in report.reading.lines)
    return next(line for line in lines if line.number == number)
