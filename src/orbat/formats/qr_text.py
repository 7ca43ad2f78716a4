"""The shortest text form that can be read back, for a QR code on a sheet that phones show as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from orbat.formats.abbreviations import MAX_CODE_BYTES, compress_phrases, fold_units
from orbat.formats.text import TextLine, army_lines, header_lines, roll_fields, settings_line, total_line
from orbat.model import text_words as form
from orbat.model.fields import fields_of
from orbat.model.orbat import Roll
from orbat.model.record import Record, Value, changed
from orbat.report.report import Report

T = TypeVar("T", bound=Record)

_BACKSLASHED = re.compile(r"\A(?=[0-9]{1,2}/[0-9])")
"""A title that looks like the number of a part."""


class _Frame(Value):
    """The lines around the army: header above, total and verdict below."""

    head: tuple[str, ...]
    about: tuple[str, ...]
    end: tuple[str, ...]

    def text(self, army: Sequence[str]) -> str:
        """The complete text."""
        parts = (self.head, (*self.about, *army), self.end)
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def compressed(self, army: Sequence[str], max_bytes: int) -> str:
        """The complete text with phrases compressed to `max_bytes`, if possible."""
        return self.text(compress_phrases(army, max_bytes - len(self.text([""]).encode())))


def compact_text(report: Report, *, hide_points: bool = False, max_bytes: int = MAX_CODE_BYTES) -> str:
    """The army with its points as claims, the total and the verdict, without notes, tags and findings.

    Data shared by several units is written once (`formats.abbreviations`). A text longer than `max_bytes` is shortened
    in steps; none of them removes anything but claims from the ORBAT that is read back. If the last step is not enough,
    the first text is returned. `hide_points` omits prices, subtotals and the total. The report must have an ORBAT.
    """
    forms = _forms(report, hide_points, max_bytes)
    first = next(forms)
    return next((text for text in chain((first,), forms) if len(text.encode()) <= max_bytes), first)


def _forms(report: Report, hide_points: bool, max_bytes: int) -> Iterator[str]:
    """The forms from longest to shortest.

    1. The folded text. 2. Without the points of units, which the rules give. 3. With phrases compressed. 4. Without the
    points of formations, the line for people and the indents of units.
    """
    assert report.orbat is not None
    minimal = _minimal(report.orbat)
    lines = [*army_lines(replace(report, orbat=minimal), _short_roll)]
    none = [_unpriced(line) for line in lines]
    some = none if hide_points else [_unpriced(line) if _is_unit(line) else line for line in lines]
    title = _BACKSLASHED.sub(r"\\\g<0>", form.name(minimal.title, "untitled"))
    frame = _Frame(
        head=(title, form.name(report.subtitle, "nothing said"), settings_line(minimal)),
        about=tuple(_written(header_lines(minimal))),
        end=() if hide_points else (total_line(report), report.verdict),
    )
    yield frame.text(fold_units(_written(none if hide_points else lines)))
    yield frame.text(fold_units(_written(some)))
    yield frame.compressed(fold_units(_written(some)), max_bytes)
    yield replace(frame, head=frame.head[::2]).compressed(fold_units(_written(none), tight=True), max_bytes)


def _is_unit(line: TextLine) -> bool:
    return line.depth > 0 and not line.strong and not line.about


def _unpriced(line: TextLine) -> TextLine:
    details, dash, _ = line.rest.rpartition(" - ")
    return replace(line, rest=f"{details} - ?") if dash and not line.about else line


def _written(lines: Iterable[TextLine]) -> list[str]:
    return [" " * line.depth + line.strong + line.rest for line in lines]


def _short_roll(roll: Roll) -> str:
    """The dice of a roll, the table if it is not the default, and the result."""
    row = f" {form.word(roll.table)}" if roll.table != Roll(dice=roll.dice).table else ""
    result = f" = {form.word(roll.result)}" if roll.result else ""
    return ("+".join(map(str, roll.dice)) or "no dice") + row + result + roll_fields(roll)


def _minimal(record: T) -> T:
    """An ORBAT, or a part of one, without the fields that codes omit: remarks and claims."""
    values: dict[str, Any] = {}
    for field in fields_of(type(record)):
        value = field.of(record)
        if not field.in_code:
            values[field.name] = field.default
        elif field.part is not None and value is not None:
            values[field.name] = tuple(map(_minimal, value)) if isinstance(value, tuple) else _minimal(value)
    return changed(record, **values)
