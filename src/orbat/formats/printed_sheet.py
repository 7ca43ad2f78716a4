"""Reads an ORBAT that orbat printed: text copied from the sheet, or a PDF saved by another program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.orbat_file import VERSION
from orbat.formats.text_reader import read_plain
from orbat.list_reader.document_text import DocumentLine
from orbat.list_reader.lines import renumbered, text_of
from orbat.model import text_words as notation
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.commanders import Staff
from orbat.model.dates import read_date_words
from orbat.model.orbat import Orbat
from orbat.model.play import OFF_BOARD
from orbat.model.record import Value
from orbat.model.text import Pin
from orbat.report.prices import SIGNS
from orbat.report.rows import formation_heading

# Rows of the printed order of battle.


_HEAD_ROW = re.compile(r"name {2,}(?:(?P<rating>[^ ]+) {2,})?(?:size {2,})?arms and sum {2,}points {2,}total\Z")
_PAGE_FOOT = re.compile(r"orbat {2,}.*\bpage \d+ of \d+\Z")
_TOTAL = re.compile(r"Army total {2,}(?:(?P<words>.*?\d.*?) {2,}\d+|(?P<column>\d+)(?P<glued>(?P=column)\b.*))\Z")
"""Matches the line with the army's total: a text that contains the total, then the total again as a plain number.

In text copied by some programs, the plain number comes first.
"""
_PRICE = r"\d+ (?P<price>[^=\d]+?)(?: [+-] [^=]+)? = -?\d+ \[.*\]"
_COMMANDED = re.compile(rf"(?P<who>.+?) +{_PRICE} {{2,}}(?P<points>\d+)(?: +(?P<total>\d+))?\Z")
_HEADING = re.compile(r"(?P<who>.+?) {2,}(?P<total>\d+)\Z")
_UNIT = re.compile(r"(?P<name>.+?) {2,}(?P<what>[^ ].*?) {2,}(?P<points>\d+(?:\.\d+)?)\Z")
_SIZED = re.compile(r'(?:(?P<rating>\d+) +(?=\d))?(?P<size>\d+) +(?:\d+" )?[^ ]+ +(?P<arms>.+)')
_NAMED = re.compile(r"(?P<rating>[a-z]+) +(?P<size>[a-z]+) +(?P<arms>.+)")
_HOUSE_MARK = re.compile(rf"(?<=\d) *[{''.join(SIGNS.values())}](?= |\Z)")
"""The character that marks a house price on the sheet."""
_OFF_BOARD_MARK = re.compile(rf"(?:\A| {{2,}}){OFF_BOARD}(?:: (?P<way>.+?))?(?= {{2}}|\Z)")
_MAX_LINE = 300
"""Maximum length of a line of a sheet, in characters."""
_GAP = re.compile(r" {2,}")


class PrintedRow(Value):
    """A row of the sheet, for a unit, a formation or the army."""

    line: int
    """The number of the row's first line of text."""
    indent: int
    """The indent of the row's first line of text."""
    name: str
    """The name. For formations and the army, followed by the name of the commander."""
    points: str
    """The points of a unit, or the subtotal of a formation or the army."""
    arms: str = ""
    """The troops of a unit in words, such as `Line infantry, rifles`, or ""."""
    size: str = ""
    rating: str = ""
    commander_price: str = ""
    """The general whose price is in the row, such as `brigade general`."""
    off_board: str | None = None
    """How off-board troops arrive; "" if the sheet does not say how. None for troops on the table."""


class PrintedSheet(Value):
    """A printed sheet. Texts are pairs of line number and text."""

    title: tuple[int, str]
    subtitle: tuple[int, str]
    rating_word: str
    """The ruleset's word for a rating, such as `class`."""
    rows: tuple[PrintedRow, ...]
    total: tuple[int, str] | None


def is_head(text: str) -> bool:
    """Whether a line has the column headings of the order of battle."""
    return _HEAD_ROW.match(text) is not None


def read_sheet(lines: Iterable[tuple[int, int, str]]) -> PrintedSheet | None:
    """Read a printed sheet. Each line is given as number, indent and text.

    Returns None if the titles or the rows of the table are missing.
    """
    reader = _RowReader()
    for number, indent, text in lines:
        reader.read_line(number, indent, text.strip())
    if not reader.rows or len(reader.titles) < 2:
        return None
    return PrintedSheet(reader.titles[0], reader.titles[1], reader.rating_word, tuple(reader.rows), reader.total)


class _RowReader:
    def __init__(self) -> None:
        self.titles: list[tuple[int, str]] = []
        self.rows: list[PrintedRow] = []
        self.total: tuple[int, str] | None = None
        self.rating_word = ""
        self._in_table = False

    def read_line(self, number: int, indent: int, text: str) -> None:
        if head := _HEAD_ROW.match(text):
            self.rating_word = head["rating"] or ""
            self._in_table = True
        elif not self.rows and not self._in_table:
            if text and len(self.titles) < 2:
                self.titles.append((number, text))
        elif _PAGE_FOOT.match(text):
            self._in_table = False
        elif self._in_table and (total := _TOTAL.match(text)):
            self.total, self._in_table = (number, total["words"] or total["glued"]), False
        elif self._in_table and text and len(text) <= _MAX_LINE:
            self._add_row(number, indent, _HOUSE_MARK.sub("", text))

    def _add_row(self, number: int, indent: int, text: str) -> None:
        mark = _OFF_BOARD_MARK.search(text)
        self._add_row_content(number, indent, text[: mark.start()] + text[mark.end() :] if mark else text)
        if mark and self.rows:
            self.rows[-1] = replace(self.rows[-1], off_board=mark["way"] or "")

    def _add_row_content(self, number: int, indent: int, text: str) -> None:
        if "] " in text and (found := _COMMANDED.match(text)):
            self._add_commanded(number, indent, found)
        elif unit := _UNIT.match(text):
            self.rows.append(self._unit(number, indent, unit))
        elif heading := _HEADING.match(text):
            self.rows.append(PrintedRow(number, indent, heading["who"], heading["total"]))
        elif self.rows and self.rows[-1].arms:
            self._continue_name(text)

    def _add_commanded(self, number: int, indent: int, found: re.Match[str]) -> None:
        last = self.rows[-1] if self.rows else None
        if last and not (found["total"] or last.arms or last.commander_price):
            self.rows[-1] = replace(last, name=f"{last.name}  {found['who']}", commander_price=found["price"])
        else:
            points = found["total"] or found["points"]
            self.rows.append(PrintedRow(number, indent, found["who"], points, commander_price=found["price"]))

    def _unit(self, number: int, indent: int, unit: re.Match[str]) -> PrintedRow:
        what = unit["what"]
        found = _SIZED.match(what) or (_NAMED.match(what) if self.rating_word else None)
        parts = found.groupdict() if found else {"arms": what}
        arms = _GAP.sub(" ", parts["arms"])
        return PrintedRow(
            number, indent, unit["name"], unit["points"], arms, parts.get("size") or "", parts.get("rating") or ""
        )

    def _continue_name(self, text: str) -> None:
        last, more = self.rows[-1], _GAP.split(text)[0]
        if last.name.count("(") > last.name.count(")") and ")" in more:
            self.rows[-1] = replace(last, name=f"{last.name} {more}")


_SIZE = re.compile(r"(\d+) points\Z")
_ROLLED = re.compile(r"(?P<said>.*?),? \((?P<dice>\d+(?:\+\d+)*)(?:, after (?P<earlier>[^()]*))?\)\Z")


def read_printed(lines: Sequence[DocumentLine], library: Library) -> Loaded | None:
    """Read the ORBAT of a sheet. Returns None for other texts and for rulesets that are not installed."""
    if not any(is_head(line.text) for line in lines):
        return None
    lines = renumbered(lines)
    sheet = read_sheet((line.number, line.indent, line.text) for line in lines)
    found = _find_book(sheet.subtitle[1], library) if sheet else None
    if sheet is None or found is None:
        return None
    text = _Writer(library, sheet, *found).text(lines[-1].number)
    loaded = read_plain(text)
    if loaded.document is None:
        return None
    return replace(loaded, document=replace(loaded.document, text=text_of(lines)), calculated=())


def _find_book(subtitle: str, library: Library) -> tuple[Book, str, str] | None:
    for ruleset_id in library.ruleset_ids():
        ruleset = library.ruleset(ruleset_id)
        if ruleset is None or ruleset.value is None or f", {ruleset.value.title}" not in subtitle:
            continue
        for list_id, title in library.list_titles(ruleset_id).items():
            prefix = f"{title}, {ruleset.value.title}"
            if subtitle == prefix or subtitle.startswith(f"{prefix}, "):
                book, _ = library.book(Orbat(ruleset=Pin(ruleset_id), army_list=Pin(list_id)))
                return (book, list_id, subtitle[len(prefix) :]) if book else None
    return None


class _Writer:
    def __init__(self, library: Library, sheet: PrintedSheet, book: Book, list_id: str, rest: str) -> None:
        self.sheet = sheet
        self.book = book
        self.list_id = list_id
        self.rest = rest
        self.library = library
        self._national = False

    def text(self, count: int) -> str:
        """The sheet as plain text for `read_plain`. The text has `count` lines, and each row keeps its line number."""
        written = {
            self.sheet.title[0]: notation.title(notation.read_title(self.sheet.title[1])),
            self.sheet.subtitle[0]: self.sheet.subtitle[1],
        }
        written |= {row.line: " " * row.indent + self._row(row) for row in self.sheet.rows}
        if self.sheet.total:
            written[self.sheet.total[0]] = f"Total: {self.sheet.total[1]}"
        written[self.sheet.subtitle[0] + 1] = self._settings()
        return "\n".join(written.get(number, "") for number in range(1, count + 1))

    def _settings(self) -> str:
        settings = [f"orbat {VERSION}", f"ruleset {self.book.ruleset.id}", f"army list {self.list_id}"]
        if size := _SIZE.search(self.rest):
            settings.append(f"game size {size[1]}")
        rest = _SIZE.sub("", self.rest).strip(", ")
        for theatre in self.book.lists[self.list_id].theatres if self.list_id in self.book.lists else ():
            if rest == theatre.name or rest.startswith(f"{theatre.name}, "):
                settings.append(f"theatre {theatre.id}")
                rest = rest.removeprefix(theatre.name).strip(", ")
                break
        if date := read_date_words(rest):
            settings.append(f"date {date}")
        return "; ".join([*settings, *(["staff table national"] if self._national else [])])

    def _row(self, row: PrintedRow) -> str:
        if row.arms:
            return self._unit(row)
        if row.name == notation.INDEPENDENT:
            return row.name
        if row.commander_price.startswith("the player"):
            who = self._general(row.name.removeprefix("Army "), implied=self.book.ruleset.staff.player)
            return f"General: {who}, the player - {row.points}"
        return self._formation(row)

    def _formation(self, row: PrintedRow) -> str:
        level, label = self._level(row)
        name, _, general = row.name.partition("  ")
        commander = self._general(general) if row.commander_price else "no general"
        short_name = name.removeprefix(f"{label} ")
        off_board = f", {notation.off_board_words(self._arrival(row.off_board))}" if row.off_board is not None else ""
        return f"{notation.level_word(level)}: {notation.name(short_name)} - {commander}{off_board} - {row.points}"

    def _arrival(self, label: str) -> bool | str:
        return next((one.id for one in self.book.ruleset.reserves if label in (one.short, one.label)), True)

    def _level(self, row: PrintedRow) -> tuple[str, str]:
        # the price names the level: `brigade general`
        words = (
            row.commander_price.removesuffix(self.book.ruleset.commander_word).strip().casefold() or row.name.casefold()
        )
        levels = self.book.ruleset.levels
        found = next((one for one in levels if one.label.casefold() in words), levels[-1])
        return found.id, formation_heading(found.label, "")

    def _general(self, text: str, implied: str = "") -> str:
        text = text.strip().removesuffix(", the player")
        rolled = _ROLLED.match(text)
        name, _, quality = (rolled["said"] if rolled else text).partition(", ")
        staff = self.book.ruleset.staff
        known = next((one.id for one in staff.qualities if one.label == quality), "")
        words = quality if quality in notation.RESERVED_WORDS else "no quality"
        if known:
            words = f"always {notation.word(known)}" if known == implied else notation.quality_word(known)
        roll = f" ({self._roll(rolled, known, staff)})" if rolled else ""
        return f"{notation.inner_name(name)}, {words}{roll}"

    def _roll(self, rolled: re.Match[str], quality: str, staff: Staff) -> str:
        # the sheet does not name the staff table; a roll that does not fit the default table is on the national one
        total = sum(map(int, rolled["dice"].split("+")))
        table = "default"
        if total not in staff.default.rows.get(quality, ()) and staff.national:
            table, self._national = "national", True
        rolls = [rolled["dice"], *reversed((rolled["earlier"] or "").split(" and "))]
        return "; earlier ".join(f"{dice} {table}" for dice in rolls if dice)

    def _unit(self, row: PrintedRow) -> str:
        list_id, entry = self._entry(row)
        if entry is None:
            return f"{row.name} {row.size} {row.rating} {row.arms} {row.points}"
        details = []
        if row.size:
            known = {one.label: notation.word(one.id) for one in self.book.ruleset.sizes}
            details.append(f"size {known.get(row.size, row.size)}")
        if row.rating:
            details.append(f"{self.sheet.rating_word} {notation.token(row.rating)}")
        if options := self._options(entry, row.arms):
            details.append(f"with {' + '.join(map(notation.word, options))}")
        if row.off_board is not None:
            details.append(notation.off_board_words(self._arrival(row.off_board)))
        name = notation.name("" if entry.name.startswith(row.name) else row.name)
        entry_text = notation.token(entry.id) + (f" of {list_id}" if list_id else "")
        return f"{name} - {', '.join(details)} [{entry_text}] - {row.points}"

    def _entry(self, row: PrintedRow) -> tuple[str, Entry | None]:
        if entry := _find_entry(row, self.book.entries(self.list_id).values()):
            return "", entry
        for list_id in self.library.list_ids(self.book.ruleset.id):
            other = self.library.army_list(self.book.ruleset.id, list_id)
            if other and other.value and (entry := _find_entry(row, other.value.entries)):
                return list_id, entry
        return "", None

    def _options(self, entry: Entry, arms: str) -> list[str]:
        options = self.book.ruleset.options
        chosen = [use.option for use in entry.options if use.use != "always"]
        return [one for one in chosen if one in options and options[one].label in arms.split(", ")]


def _find_entry(row: PrintedRow, entries: Iterable[Entry]) -> Entry | None:
    entries = tuple(entries)
    # the row states the entry and options as arms, such as `Foot Guards, rifles`
    by_arms = [one for one in entries if row.arms == one.name or row.arms.startswith(f"{one.name}, ")]
    by_prefix = [one for one in entries if one.name.startswith(row.arms.rstrip(","))]
    by_name = [one for one in entries if one.name.startswith(row.name)]
    return max(by_arms or by_prefix or by_name, key=lambda one: len(one.name) if by_arms else 0, default=None)
