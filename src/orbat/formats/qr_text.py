"""The text form as short as it still reads back: for a code on a sheet that a telephone shows as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from orbat.formats.abbreviations import MAX_CODE_BYTES, folded, phrased
from orbat.formats.text import TextLine, about_lines, army_lines, roll_fields, settings_line, total_line
from orbat.model import text_words as form
from orbat.model.fields import fields_of
from orbat.model.orbat import Roll
from orbat.model.record import Record, Value, changed
from orbat.report.report import Report

T = TypeVar("T", bound=Record)

_BACKSLASHED = re.compile(r"\A(?=[0-9]{1,2}/[0-9])")
"""A title that would be taken for the number of a part."""


class _Frame(Value):
    """What stands around the army: what is said of it above, and the total with the verdict below."""

    head: tuple[str, ...]
    about: tuple[str, ...]
    end: tuple[str, ...]

    def text(self, army: Sequence[str]) -> str:
        """The whole text."""
        parts = (self.head, (*self.about, *army), self.end)
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def phrased(self, army: Sequence[str], most: int) -> str:
        """The whole text with phrases said once, so that it has at most so many bytes, where that can be."""
        return self.text(phrased(army, most - len(self.text([""]).encode())))


def compact_text(report: Report, *, hide_points: bool = False, most: int = MAX_CODE_BYTES) -> str:
    """The army with its points as claims, the total and the verdict, without notes, tags and findings.

    What several units have in common stands above them once (`formats.abbreviations`). A text of more bytes
    than it may have is made shorter in steps, of which none takes anything but claims from the ORBAT that is read
    back; where the last is not enough, the text is as long as at first. With `hide_points` no price, sum or total is
    in it. The report must hold an ORBAT.
    """
    forms = _forms(report, hide_points, most)
    first = next(forms)
    return next((text for text in chain((first,), forms) if len(text.encode()) <= most), first)


def _forms(report: Report, hide_points: bool, most: int) -> Iterator[str]:
    """The text as it is; without the points of units, which the rules give; with phrases said once; without the
    points of formations, the line that says in words what the facts say, and the indents of units."""
    assert report.orbat is not None
    bare = _bare(report.orbat)
    lines = [*army_lines(replace(report, orbat=bare), _bare_roll)]
    none = [_unpriced(line) for line in lines]
    some = none if hide_points else [_unpriced(line) if _is_unit(line) else line for line in lines]
    title = _BACKSLASHED.sub(r"\\\g<0>", form.name(bare.title, "untitled"))
    frame = _Frame(
        head=(title, form.name(report.subtitle, "nothing said"), settings_line(bare)),
        about=tuple(_written(about_lines(bare))),
        end=() if hide_points else (total_line(report), report.verdict),
    )
    yield frame.text(folded(_written(none if hide_points else lines)))
    yield frame.text(folded(_written(some)))
    yield frame.phrased(folded(_written(some)), most)
    yield replace(frame, head=frame.head[::2]).phrased(folded(_written(none), tight=True), most)


def _is_unit(line: TextLine) -> bool:
    return line.depth > 0 and not line.strong and not line.about


def _unpriced(line: TextLine) -> TextLine:
    said, dash, _ = line.rest.rpartition(" - ")
    return replace(line, rest=f"{said} - ?") if dash and not line.about else line


def _written(lines: Iterable[TextLine]) -> list[str]:
    return [" " * line.depth + line.strong + line.rest for line in lines]


def _bare_roll(roll: Roll) -> str:
    """What a roll counts for: the dice, the table where it is not the usual one, and the result."""
    row = f" {form.word(roll.table)}" if roll.table != Roll(dice=roll.dice).table else ""
    result = f" = {form.word(roll.result)}" if roll.result else ""
    return ("+".join(map(str, roll.dice)) or "no dice") + row + result + roll_fields(roll)


def _bare(record: T) -> T:
    """An ORBAT, or a part of one, without the fields that are not for a code: what was remarked or claimed."""
    bare: dict[str, Any] = {}
    for field in fields_of(type(record)):
        value = field.of(record)
        if not field.in_code:
            bare[field.name] = field.default
        elif field.part is not None and value is not None:
            bare[field.name] = tuple(map(_bare, value)) if isinstance(value, tuple) else _bare(value)
    return changed(record, **bare)
