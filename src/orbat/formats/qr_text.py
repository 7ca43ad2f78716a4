"""The shortest readable text of an ORBAT, for the QR code on a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from orbat.formats.abbreviations import MAX_TEXT_BYTES, compress_phrases, fold_units
from orbat.formats.text import TextLine, army_lines, header_lines, roll_fields, settings_line, total_line
from orbat.model import text_words as notation
from orbat.model.fields import fields_of
from orbat.model.orbat import Roll
from orbat.model.record import Record, Value, changed
from orbat.model.wording import phrase
from orbat.report.redacted import without_unfielded
from orbat.report.report import Report

T = TypeVar("T", bound=Record)


class _Frame(Value):
    head: tuple[str, ...]
    about: tuple[str, ...]
    end: tuple[str, ...]

    def text(self, army: Sequence[str]) -> str:
        parts = (self.head, (*self.about, *army), self.end)
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def compressed(self, army: Sequence[str], max_bytes: int) -> str:
        return self.text(compress_phrases(army, max_bytes - len(self.text([""]).encode())))


def compact_text(report: Report, *, hide_points: bool = False, max_bytes: int = MAX_TEXT_BYTES) -> str:
    """The army as a short text, with points, total and verdict. Units at home are left out.

    The report must have an ORBAT. `hide_points` omits prices, subtotals and the total. A text longer than `max_bytes`
    is shortened if possible. By default, `max_bytes` is the capacity of two QR codes.
    """
    variants = _variants(without_unfielded(report), hide_points, max_bytes)
    longest = next(variants)
    return next((text for text in chain((longest,), variants) if len(text.encode()) <= max_bytes), longest)


def _variants(report: Report, hide_points: bool, max_bytes: int) -> Iterator[str]:
    """Yield shorter and shorter forms of the text."""
    # The steps: shared properties once, no points of units, compressed phrases, no points of formations, subtitle
    # and indents.
    assert report.orbat is not None
    reduced = _without_omitted(report.orbat)
    lines = [*army_lines(replace(report, orbat=reduced), _short_roll)]
    unpriced = [_without_points(line) for line in lines]
    units_unpriced = unpriced if hide_points else [_without_points(line) if _is_unit(line) else line for line in lines]
    frame = _Frame(
        head=(notation.title(reduced.title), notation.name(report.subtitle, "no details"), settings_line(reduced)),
        about=tuple(_line_texts(header_lines(reduced))),
        end=() if hide_points else (total_line(report), phrase("Verdict: {verdict}", verdict=report.verdict.short)),
    )
    yield frame.text(fold_units(_line_texts(unpriced if hide_points else lines)))
    yield frame.text(fold_units(_line_texts(units_unpriced)))
    yield frame.compressed(fold_units(_line_texts(units_unpriced)), max_bytes)
    yield replace(frame, head=frame.head[::2]).compressed(fold_units(_line_texts(unpriced), tight=True), max_bytes)


def _is_unit(line: TextLine) -> bool:
    return line.depth > 0 and not line.strong and not line.is_detail


def _without_points(line: TextLine) -> TextLine:
    details, dash, _ = line.rest.rpartition(" - ")
    return replace(line, rest=f"{details} - ?") if dash and not line.is_detail else line


def _line_texts(lines: Iterable[TextLine]) -> list[str]:
    return [" " * line.depth + line.strong + line.rest for line in lines]


def _short_roll(roll: Roll) -> str:
    row = f" {notation.word(roll.table)}" if roll.table != Roll(dice=roll.dice).table else ""
    result = f" = {notation.word(roll.result)}" if roll.result else ""
    return ("+".join(map(str, roll.dice)) or "no dice") + row + result + roll_fields(roll)


def _without_omitted(record: T) -> T:
    values: dict[str, Any] = {}
    for field in fields_of(type(record)):
        value = field.of(record)
        if not field.in_code:
            values[field.name] = field.default
        elif field.part is not None and value is not None:
            values[field.name] = (
                tuple(map(_without_omitted, value)) if isinstance(value, tuple) else _without_omitted(value)
            )
    return changed(record, **values)
