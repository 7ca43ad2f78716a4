"""Collect the lines of a document, without invisible characters and within limits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from orbat.data.problem import Problem
from orbat.list_reader.document_text import LEVEL_INDENT, TAB_WIDTH, DocumentLine, DocumentText
from orbat.model.part import Part, PartStatus
from orbat.model.text_words import INVISIBLE
from orbat.model.wording import phrase

MAX_LINES = 20_000
"""Maximum number of lines of a file. Several empty lines in a row count as one."""
MAX_LINES_WITH_EMPTY = 100_000
"""Maximum number of lines of a file, if every empty line is counted."""
MAX_CHARACTERS = 4_000_000
"""Maximum number of characters of a file."""
MAX_COLUMNS = 2_000
"""Maximum number of characters of a line."""
MAX_CELLS = 60
"""Maximum number of cells of a row."""
MAX_NAME = 80
"""Maximum length, in characters, of a name that is shown in a message."""
MAX_PARTS = 50
"""Maximum number of parts of one kind that are listed."""
_MAX_PLACES = 5
"""Maximum number of places listed in one warning."""

_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]{0,40}[ -/]{0,9}[@-~]|[\]PX^_][^\x07\x1b\x9c]{0,4000}(?:\x07|\x1b\\|\x9c)|[ -/]{0,2}[0-~])"
    r"|\x9b[0-?]{0,40}[ -/]{0,9}[@-~]"
)
_INVISIBLE = re.compile(INVISIBLE)
_WHITE = re.compile(r"\r\n|[\t\v\f\n\r\x85\u2028\u2029]")
BREAKS = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
"""All characters that break a line."""


def first_few(places: Sequence[str]) -> str:
    """List the first few positions, such as `row 7`, and the number of further positions."""
    shown = "; ".join(places[:_MAX_PLACES])
    more = len(places) - _MAX_PLACES
    return phrase("{places} and {count} more", places=shown, count=more) if more > 0 else shown


def displayable(name: str) -> str:
    """Make the name of a sheet or attachment safe to show in a message."""
    return _WHITE.sub(" ", _without_invisible(name[:MAX_NAME])).strip()


class LineCollector:
    """Collects lines and rows in order."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.full = False
        """Whether a limit is reached; later lines are then ignored."""
        self._lines: list[DocumentLine] = []
        self._warnings: list[str] = []
        self._places: dict[str, list[str]] = {}
        self._parts: dict[tuple[str, PartStatus], list[Part]] = {}
        self._characters = 0
        self._line_count = 0

    def warn(self, warning: str) -> None:
        """Add a warning, unless the same warning was added before."""
        if warning not in self._warnings:
            self._warnings.append(warning)

    def warn_at(self, warning: str, place: str) -> None:
        """Add a position, such as `row 7`, to a warning."""
        places = self._places.setdefault(warning, [])
        if not places or places[-1] != place:
            places.append(place)

    def add_part(
        self, kind: str, where: str = "", shown: str = "", *, status: PartStatus = "left", count: int = 1
    ) -> None:
        """Record a part of the file that is not a line of text, such as a comment.

        `kind` is an id of `documents.parts.KINDS`. After `MAX_PARTS` parts of a kind, further parts are only counted.
        """
        same = self._parts.setdefault((kind, status), [])
        if same and (len(same) == MAX_PARTS or (same[-1].where == where and same[-1].shown == shown[:MAX_NAME])):
            same[-1] = replace(same[-1], count=same[-1].count + count)
        else:
            same.append(Part(kind, where, count, status, shown[:MAX_NAME]))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The comments, pictures and other parts added so far, in groups by kind."""
        return tuple(part for same in self._parts.values() for part in same)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings added so far, with their positions."""
        located = (
            phrase("{warning}: {places}", warning=warning, places=first_few(places))
            for warning, places in self._places.items()
        )
        return (*self._warnings, *located)

    def add_line(
        self, text: str, number: int, *, part: str = "", place: str = "", indent: int = 0, heading: int = 0
    ) -> None:
        """Add a line. White space at the start of the text increases `indent`."""
        if self.full:
            return
        if not (text.isascii() and text.isprintable() and len(text) <= MAX_COLUMNS):
            text = BREAKS.sub(" ", self._sanitised(text, place or f"line {number}")).expandtabs(TAB_WIDTH)
        stripped = text.lstrip()
        indent += len(text) - len(stripped) if stripped else 0
        self._put(number, stripped.rstrip(), (), indent, heading, part, place)

    def add_row(self, cells: Sequence[str], number: int, *, part: str = "", place: str = "") -> None:
        """Add a row of cells."""
        if self.full:
            return
        where = place or f"line {number}"
        is_clean = self._is_clean(cells)
        kept = list(cells) if is_clean else self._sanitised_cells(cells, where)
        while kept and not kept[-1].strip():
            kept.pop()
        before = next((at for at, cell in enumerate(kept) if cell.strip()), 0)
        # A single cell with several lines of text becomes several lines.
        if before == len(kept) - 1 and BREAKS.search(kept[-1].strip()):
            for text in BREAKS.split(kept[-1].strip("\r\n")):
                self.add_line(text, number, part=part, place=where, indent=LEVEL_INDENT * before)
            return
        first = kept[before].expandtabs(TAB_WIDTH) if kept else ""
        indent = LEVEL_INDENT * before + len(first) - len(first.lstrip())
        if len(kept) == 1 < len(cells) and self._lines and len(self._lines[-1].cells) > 1:
            kept.append("")
        flat = tuple(cell.strip() if is_clean or cell.isprintable() else _WHITE.sub(" ", cell).strip() for cell in kept)
        self._put(number, "  ".join(filter(None, flat)), flat, indent, 0, part, place)

    @staticmethod
    def _is_clean(cells: Sequence[str]) -> bool:
        together = "".join(cells)
        return len(cells) <= MAX_CELLS and len(together) <= MAX_COLUMNS and together.isprintable()

    def _sanitised_cells(self, cells: Sequence[str], where: str) -> list[str]:
        if len(cells) > MAX_CELLS and any(map(str.strip, cells[MAX_CELLS:])):
            self.warn_at(phrase("only the first {maximum} cells of a row are read", maximum=MAX_CELLS), where)
        return [
            cell if len(cell) <= MAX_COLUMNS and cell.isprintable() else self._sanitised(cell, where)
            for cell in cells[:MAX_CELLS]
        ]

    def _sanitised(self, text: str, place: str) -> str:
        if len(text) > MAX_COLUMNS:
            self.warn_at(phrase("only the first {maximum} characters of a line are read", maximum=MAX_COLUMNS), place)
            text = text[:MAX_COLUMNS]
        if text.isprintable():  # printable text has no invisible characters
            return text
        kept = _without_invisible(text)
        if len(kept) < len(text):
            self.warn_at("invisible characters removed, such as control codes and direction marks", place)
        return kept

    def result(self, if_empty: Problem) -> DocumentText | Problem:
        """Return the document, or `if_empty` if no line has text."""
        lines = self._lines
        while lines and not lines[-1].text:
            lines.pop()
        if not any(line.text for line in lines):
            return if_empty
        return DocumentText(tuple(lines), self.form, self.warnings, self.parts)

    def _put(
        self, number: int, text: str, cells: tuple[str, ...], indent: int, heading: int, part: str, place: str
    ) -> None:
        self._characters += len(text)
        self._line_count += 1
        if warning := self._limit_warning(place or f"line {number}"):
            self.full = True
            self.warn(warning)
        elif text or not self._lines or self._lines[-1].text:  # keep only one of consecutive empty lines
            self._lines.append(DocumentLine(number, text, cells, indent, heading, part, place))

    def _limit_warning(self, place: str) -> str:
        if len(self._lines) >= MAX_LINES:
            return phrase(
                "everything from {place} onwards is skipped: the maximum is {maximum} lines",
                place=place,
                maximum=MAX_LINES,
            )
        if self._line_count > MAX_LINES_WITH_EMPTY:
            return phrase(
                "everything from {place} onwards is skipped: the maximum is {maximum} lines, including empty ones",
                place=place,
                maximum=MAX_LINES_WITH_EMPTY,
            )
        if self._characters > MAX_CHARACTERS:
            return phrase(
                "everything from {place} onwards is skipped: the maximum is {maximum} characters",
                place=place,
                maximum=MAX_CHARACTERS,
            )
        return ""


def _without_invisible(text: str) -> str:
    return _INVISIBLE.sub(lambda found: _replacement(found[0]), _ESCAPES.sub("", text))


def _replacement(invisible: str) -> str:
    return invisible if invisible in "\t\n\v\f\r\x85\u2028\u2029" or len(invisible) > 1 else ""
