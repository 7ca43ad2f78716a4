"""Gathers lines, whatever file they come from: what cannot be seen is left out, and nothing grows without bounds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orbat.data.problem import Problem
from orbat.list_reader.document_text import LEVEL_INDENT, TAB_WIDTH, DocumentLine, DocumentText
from orbat.model.text_words import UNSEEN

MAX_LINES = 20_000
"""So many lines are read of any file."""
MAX_LOOKED_AT = 100_000
"""So many lines are looked at, empty ones too."""
MAX_CHARACTERS = 4_000_000
"""So many characters are read of any file."""
MAX_COLUMNS = 2_000
"""So many characters are read of a line."""
MAX_CELLS = 60
"""So many cells are read of a row."""
MAX_NAME = 80
"""So many characters of a name are shown."""
_MOST_NAMED = 5
"""So many places of one kind are named in a warning."""

_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]{0,40}[ -/]{0,9}[@-~]|[\]PX^_][^\x07\x1b\x9c]{0,4000}(?:\x07|\x1b\\|\x9c)|[ -/]{0,2}[0-~])"
    r"|\x9b[0-?]{0,40}[ -/]{0,9}[@-~]"
)
_UNSEEN = re.compile(UNSEEN)
_WHITE = re.compile(r"\r\n|[\t\v\f\n\r\x85\u2028\u2029]")
BREAKS = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
"""Whatever ends a line."""


def some(places: Sequence[str]) -> str:
    """The first few of many places, and how many there are besides."""
    more = len(places) - _MOST_NAMED
    return "; ".join(places[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def shown(name: str) -> str:
    """A name that the file gives (a sheet's, an attachment's) as it may stand in a message."""
    return _WHITE.sub(" ", _without_unseen(name[:MAX_NAME])).strip()


class LineCollector:
    """Takes lines and rows in order; `full` once there are as many as are read of any file."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.full = False
        self._lines: list[DocumentLine] = []
        self._warnings: list[str] = []
        self._noted: dict[str, list[str]] = {}
        self._characters = 0
        self._looked_at = 0

    def warn(self, says: str) -> None:
        """Say that something is not as it seems or was not read."""
        if says not in self._warnings:
            self._warnings.append(says)

    def note(self, what: str, place: str) -> None:
        """Say the same of another place: all places of one kind become one warning."""
        places = self._noted.setdefault(what, [])
        if not places or places[-1] != place:
            places.append(place)

    def line(
        self, text: str, number: int, *, part: str = "", place: str = "", indent: int = 0, heading: int = 0
    ) -> None:
        """Take a line; the white space that it begins with is added to its indent."""
        if self.full:
            return
        if not (text.isascii() and text.isprintable() and len(text) <= MAX_COLUMNS):
            text = BREAKS.sub(" ", self.seen(text, place or f"line {number}")).expandtabs(TAB_WIDTH)
        bare = text.lstrip()
        indent += len(text) - len(bare) if bare else 0
        self._put(number, bare.rstrip(), (), indent, heading, part, place)

    def row(self, cells: Sequence[str], number: int, *, part: str = "", place: str = "") -> None:
        """Take a row. A row of one cell with line breaks in it becomes a line for each."""
        if self.full:
            return
        where = place or f"line {number}"
        plain = self._is_plain(cells)
        tidy = list(cells) if plain else self._tidied(cells, where)
        while tidy and not tidy[-1].strip():
            tidy.pop()
        before = next((at for at, cell in enumerate(tidy) if cell.strip()), 0)
        if before == len(tidy) - 1 and BREAKS.search(tidy[-1].strip()):
            for text in BREAKS.split(tidy[-1].strip("\r\n")):
                self.line(text, number, part=part, place=where, indent=LEVEL_INDENT * before)
            return
        first = tidy[before].expandtabs(TAB_WIDTH) if tidy else ""
        indent = LEVEL_INDENT * before + len(first) - len(first.lstrip())
        flat = tuple(cell.strip() if plain or cell.isprintable() else _WHITE.sub(" ", cell).strip() for cell in tidy)
        self._put(number, "  ".join(filter(None, flat)), flat, indent, 0, part, place)

    @staticmethod
    def _is_plain(cells: Sequence[str]) -> bool:
        """Whether nothing of a row has to be left out, as of nearly all."""
        together = "".join(cells)
        return len(cells) <= MAX_CELLS and len(together) <= MAX_COLUMNS and together.isprintable()

    def _tidied(self, cells: Sequence[str], where: str) -> list[str]:
        """The cells without what is not read, which is noted."""
        if len(cells) > MAX_CELLS and any(map(str.strip, cells[MAX_CELLS:])):
            self.note(f"only the first {MAX_CELLS} cells of a row are read", where)
        return [
            cell if len(cell) <= MAX_COLUMNS and cell.isprintable() else self.seen(cell, where)
            for cell in cells[:MAX_CELLS]
        ]

    def seen(self, text: str, place: str) -> str:
        """A text with nothing in it that steers a terminal or hides, at most so long as a line may be."""
        if len(text) > MAX_COLUMNS:
            self.note(f"only the first {MAX_COLUMNS} characters of a line are read", place)
            text = text[:MAX_COLUMNS]
        if text.isprintable():  # then no sign in it is unseen either
            return text
        kept = _without_unseen(text)
        if len(kept) < len(text):
            self.note("control codes, direction marks or other signs that cannot be seen were left out", place)
        return kept

    def handed(self, nothing: Problem) -> DocumentText | Problem:
        """What was gathered; where no line has any text, the problem."""
        lines = self._lines
        while lines and not lines[-1].text:
            lines.pop()
        if not any(line.text for line in lines):
            return nothing
        noted = (f"{what}: {some(places)}" for what, places in self._noted.items())
        return DocumentText(tuple(lines), self.form, (*self._warnings, *noted))

    def _put(
        self, number: int, text: str, cells: tuple[str, ...], indent: int, heading: int, part: str, place: str
    ) -> None:
        self._characters += len(text)
        self._looked_at += 1
        if limit := self._limit():
            self.full = True
            where = place or f"line {number}"
            self.warn(f"nothing is read from {where} on: only the first {limit} of a file are read")
        elif text or not self._lines or self._lines[-1].text:  # of several empty lines one is kept
            self._lines.append(DocumentLine(number, text, cells, indent, heading, part, place))

    def _limit(self) -> str:
        """The limit that is reached, if any is."""
        if len(self._lines) >= MAX_LINES:
            return f"{MAX_LINES} lines"
        if self._looked_at > MAX_LOOKED_AT:
            return f"{MAX_LOOKED_AT} empty lines"
        return f"{MAX_CHARACTERS} characters" if self._characters > MAX_CHARACTERS else ""


def _without_unseen(text: str) -> str:
    return _UNSEEN.sub(lambda found: _kept(found[0]), _ESCAPES.sub("", text))


def _kept(unseen: str) -> str:
    """What stands for a sign that cannot be seen: white space, ends of lines and flags stay as they are."""
    return unseen if unseen in "\t\n\v\f\r\x85\u2028\u2029" or len(unseen) > 1 else ""
