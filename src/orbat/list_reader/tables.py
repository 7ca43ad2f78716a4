"""Rewrite each row of a table as a typed line. `columns.py` chooses the role of each column."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise

from orbat.list_reader.army_numbers import mentions_sums
from orbat.list_reader.columns import (
    MIN_COLUMNS,
    NO_HUNDREDTHS,
    NUMBER,
    TEXTS,
    TableColumn,
    columns_of,
    figure_in,
    guessed_columns,
    heads_numbers,
    is_header,
    is_sized,
    plain_number,
    role_of,
    split_pairs,
)
from orbat.list_reader.leftovers import CHANGED
from orbat.list_reader.lines import TypedLine, truncated
from orbat.list_reader.spaced_tables import with_spaced_cells
from orbat.list_reader.spelt_numbers import spelt_number
from orbat.list_reader.words import (
    COLUMN_VALUES,
    GUNS,
    LEFT_BEFORE,
    MARKS,
    MEN,
    NO,
    NOUNS_OF_TROOPS,
    STAFF,
    STAFF_GROUP,
    SUBTOTAL,
    TOTAL,
    normalised,
    without_accents,
    words_of,
)
from orbat.model.record import Value

_SIGNS = (",", ";", "|")
"""Signs between cells."""
_MEANING = re.compile(r"\s*(?:([^\W\d_]{1,4}\.?)\s*=\s*|([A-Z]{1,2}) (?=[a-z]))([^\W\d_][^=\d]{2,30})\Z")
"""An abbreviation and its meaning."""
_RULE = re.compile(r"[|+:=\-\s]+\Z")
_SUM_FIRST = re.compile(rf"\W*(?:{TOTAL}|{SUBTOTAL})\W*\Z")
_NEAR = 10
"""Rows near a head: at most this many lines below it."""
_SUM_LABEL = re.compile(rf"{TOTAL}|{SUBTOTAL}|{LEFT_BEFORE}|\b(?:limit|max|maximum|agreed|budget)\b")


class _Row(Value):
    line: TypedLine
    cells: tuple[str, ...]


def rows_as_text(lines: Iterable[TypedLine]) -> list[TypedLine]:
    """Rewrite each table row as a sentence. Headers and separator rows become empty lines."""
    rows = _with_joined_heads(_rows(with_spaced_cells(tuple(lines))))
    heads = [place for place, row in enumerate(rows) if _heads(rows, place)]
    texts = _without_head(rows[: heads[0] if heads else None])
    for start, end in pairwise((*heads, len(rows))):
        texts += _table_as_text(rows[start], rows[start + 1 : end])
    return texts


def _with_joined_heads(rows: Sequence[_Row]) -> list[_Row]:
    # Joins heads in two rows: `Strength` above `Stands` and `Class`. The second row has the more exact heads.
    joined = list(rows)
    for place, row in enumerate(rows):
        heads = row.cells
        if not is_header(heads):
            continue
        below = next((after for after in range(place + 1, len(rows)) if rows[after].line.clean.strip()), place)
        second = rows[below].cells
        if below == place or len(second) > len(heads) or not is_header(second, 2):
            continue
        second = (*second, *[""] * (len(heads) - len(second)))
        if not all(map(str.strip, second)):
            cells = tuple(lower.strip() or upper for upper, lower in zip(heads, second, strict=True))
            joined[place] = replace(row, cells=cells)
            joined[below] = _Row(replace(rows[below].line, clean="", cells=()), ())
    return joined


def _rows(lines: Sequence[TypedLine]) -> list[_Row]:
    keys = [_key(line.text) for line in lines]
    meanings = {short: meaning for key in keys for short, meaning in key.items()}
    rows: list[_Row] = []
    between, width = "", 0
    for line, key in zip(lines, keys, strict=True):
        cells = () if key else cells_of(line)
        if len(cells) == 1 and between and line.text.count(between) == width - 1:
            cells = tuple(map(str.strip, line.text.split(between)))  # like the head above it
        if len(line.cells) < 2 and is_header(cells):
            between, width = next((sign for sign in _SIGNS if line.text.count(sign) == len(cells) - 1), ""), len(cells)
        cells = tuple(meanings.get(_abbreviation(cell), cell) for cell in cells)
        rows.append(_Row(replace(line, clean="") if key else line, cells))
    return rows


def _key(text: str) -> dict[str, str]:
    # The meanings of abbreviations, from a line such as `Cl. = Class, R = rifles` or `R rifles, S smoothbore`.
    found = [_MEANING.match(piece) for piece in re.split(r"[,;()]", text) if piece.strip()]
    meanings = {_abbreviation(one[1] or one[2]): one[3].strip() for one in found if one}
    clear = all(found) and (len(found) > 1 or "=" in text) and any(map(role_of, meanings.values()))
    return meanings if clear else {}


def _abbreviation(cell: str) -> str:
    return cell.strip().rstrip(".").casefold()


def _heads(rows: Sequence[_Row], place: int) -> bool:
    cells = rows[place].cells
    return is_header(cells) or (
        len(cells) > 1 and heads_numbers(cells, [row.cells for row in rows[place + 1 : place + _NEAR]])
    )


def _table_as_text(head: _Row, body: Sequence[_Row]) -> list[TypedLine]:
    body, others = _of_table(head, body)
    full = [row for row in body if len(row.cells) > 2]
    if 2 * sum(len(row.cells) == len(head.cells) for row in full) > len(full):
        body = [_aligned(head.cells, row) for row in body]
    heads, cells = split_pairs(head.cells, [row.cells for row in body])
    body = [
        replace(row, cells=tuple(one) if len(row.cells) > 1 else row.cells)
        for row, one in zip(body, cells, strict=True)
    ]
    columns = columns_of(heads, cells)
    return [replace(head.line, clean="", cells=()), *_sentences(columns, body), *_without_head(others)]


def _without_head(rows: Sequence[_Row]) -> list[TypedLine]:
    # Rows with as many cells are a table, also if there are headings between them.
    texts: list[TypedLine] = []
    widths: list[int] = []
    for row in rows:
        is_heading = sum(map(bool, map(str.strip, row.cells))) < 2
        widths.append(widths[-1] if widths and is_heading else len(row.cells))
    for _, group in groupby(zip(widths, rows, strict=True), key=lambda one: one[0]):
        part = [row for _, row in group]
        columns = guessed_columns([row.cells for row in part if len(row.cells) > 1])
        texts += _sentences(columns, part) if columns else map(_joined, part)
    return texts


def _of_table(head: _Row, body: Sequence[_Row]) -> tuple[Sequence[_Row], Sequence[_Row]]:
    # The rows of a table, and the rows below it. A table ends at a line of text, if no row between that line and the
    # next has as many cells.
    is_text = [bool(row.line.clean) and len(row.cells) < 2 and not _is_rule(row) for row in body]
    places = [place for place, text in enumerate(is_text) if text]
    for place, end in pairwise((*places, len(body))):
        widths = {len(row.cells) for row in body[place + 1 : end] if len(row.cells) > 1}
        if widths and all(abs(width - len(head.cells)) > 1 for width in widths):
            return body[:place], body[place:]
    return body, ()


def _aligned(heads: Sequence[str], row: _Row) -> _Row:
    # A row with one cell too many or too few: an empty cell is removed or added where the numbers then stand below the
    # heads of numbers.
    cells = list(row.cells)
    while len(cells) > len(heads) and not cells[-1].strip():
        cells.pop()
    surplus = len(cells) - len(heads)
    if abs(surplus) != 1 or len([cell for cell in cells if cell.strip()]) <= 2:
        return row
    variants: list[list[str]] = (
        [[*cells[:at], *cells[at + 1 :]] for at in range(1, len(cells)) if not cells[at].strip()]
        if surplus == 1
        else [[*cells[:at], "", *cells[at:]] for at in range(len(cells), 0, -1)]
    )
    return replace(row, cells=tuple(max(variants, key=lambda one: _agreement(heads, list(one)), default=cells)))


def _agreement(heads: Sequence[str], cells: Sequence[str]) -> int:
    # The number of cells that fit their heads: a number below a head for numbers, or a text below a head for texts.
    return sum(
        (role_of(head) not in TEXTS) == bool(re.fullmatch(NUMBER, cell.strip()))
        for head, cell in zip(heads, cells, strict=True)
        if cell.strip()
    )


def _joined(row: _Row, *, in_table: bool = False) -> TypedLine:
    if len(row.cells) < 2:
        return row.line
    if _is_rule(row):
        return replace(row.line, clean="", cells=())
    cells = [cell for cell in map(str.strip, row.cells) if cell]
    figures = [cell for cell in cells if re.fullmatch(NUMBER, cell)]
    if len(figures) > 1 and _SUM_FIRST.match(without_accents(cells[0]).casefold()):
        cells = [cells[0], figures[-1]]  # a sum of the prices below other sums
    joined = "  ".join(plain_number(cell) if re.fullmatch(NUMBER, cell) else cell for cell in cells)
    in_table = in_table or "|" in row.line.text or len(row.line.cells) > 1
    return replace(row.line, clean=truncated(joined) if in_table else row.line.clean, cells=())


def _is_rule(row: _Row) -> bool:
    return bool(_RULE.match(row.line.text.strip() or "-"))


def cells_of(line: TypedLine) -> tuple[str, ...]:
    """The cells of a table row.

    If the document has no cells, the line is split at bars, tabs, commas or semicolons outside quotes.
    """
    if len(line.cells) > 1:
        return line.cells
    text = line.text.strip()
    if text.count("|") >= 2 and text.startswith("|"):
        return tuple(cell.strip(" *_") for cell in text.strip("|").split("|"))
    if "\t" in line.text.strip():
        return tuple(cell.strip() for cell in line.text.rstrip("\r\n").split("\t"))
    for sign in _SIGNS:
        if text.count(sign) >= MIN_COLUMNS - 1 and (text.startswith('"') or is_header(text.split(sign))):
            return tuple(cell.strip() for cell in next(csv.reader([text], delimiter=sign), [text]))
    return _unquoted(text)


def _unquoted(text: str) -> tuple[str, ...]:
    for sign in (",", ";"):
        if text.count(sign) >= MIN_COLUMNS - 1 and not re.search(rf"{sign} ", text):
            return tuple(next(csv.reader([text], delimiter=sign), [text]))
    return (text,)


# Rows as sentences.


def _sentences(columns: Sequence[TableColumn], rows: Iterable[_Row]) -> Iterator[TypedLine]:
    writer = _RowWriter(columns)
    for row in rows:
        yield from writer.lines_of(row)
    yield from writer.rest()


class _RowWriter:
    """Writes the rows of a table as lines. Remembers the formations and sums of the rows above."""

    def __init__(self, columns: Sequence[TableColumn]) -> None:
        self._columns = columns
        self._formations = [place for place, column in enumerate(columns) if column.role == "formation"]
        self._open: list[str] = []
        self._sums = _Sums()
        self._waiting: list[TypedLine] = []
        """The sum of a group of rows, which the first row of the group has."""

    def lines_of(self, row: _Row) -> Iterator[TypedLine]:
        """Write a row as typed lines: headings, if any, then the row itself, then a sum, if any."""
        line, cells = row.line, row.cells
        filled = [cell.strip() for cell in cells if any(map(str.isalnum, cell))]
        if len(filled) == 2 and _is_serial(self._columns, cells):
            filled = filled[1:]
        if len(cells) < 2 or _is_rule(row) or not filled:
            yield _joined(row, in_table=True)
            return
        reader = _RowReader(self._columns, cells)
        if len(filled) == 1:
            yield from self._start(line, filled[0], emphasised=not filled[0][:1].isdecimal())
        elif reader.is_nameless:
            yield _joined(row, in_table=True)
            self._sums.close()
        elif reader.is_group:
            yield from self._start(line, reader.name)
        else:
            yield from self._headings(row, reader)
            yield from self._row(line, reader)

    def rest(self) -> Iterator[TypedLine]:
        """Write the sum that belongs below the rows so far, if any."""
        yield from self._waiting
        self._waiting = []

    def _start(self, line: TypedLine, name: str, *, emphasised: bool = True) -> Iterator[TypedLine]:
        yield from self.rest()
        yield _heading(line, name, emphasised=emphasised)
        self._sums.start(name)

    def _headings(self, row: _Row, reader: _RowReader) -> Iterator[TypedLine]:
        if reader.is_sum:
            return
        titles = [
            _formation_title(self._columns[place], row.cells[place].strip()) if place < len(row.cells) else ""
            for place in self._formations
        ]
        for depth, title in enumerate(titles):
            before = self._open[depth] if depth < len(self._open) else ""
            if title and title != before:
                yield from self.rest()
                if title != _NO_FORMATION or any(self._open):
                    yield _heading(row.line, title)
                self._open = [*self._open[:depth], *[""] * (depth - len(self._open)), title]

    def _row(self, line: TypedLine, reader: _RowReader) -> Iterator[TypedLine]:
        if reader.is_sum or reader.subtotal_first:
            yield from self.rest()
        sentence = reader.sentence()
        if self._sums.add(reader):
            sentence = f"Sub-total {sentence if reader.is_plain else f'{reader.name}  {reader.price}'}"
        typed = replace(line, clean=truncated(sentence), bullet=True, emphasised=False, indent=2, cells=(), row=True)
        yield typed
        if reader.subtotal:
            yield replace(typed, clean=f"Sub-total {reader.subtotal}")
        if reader.subtotal_first:
            self._waiting = [replace(typed, clean=f"Sub-total {reader.subtotal_first}")]


def _is_serial(columns: Sequence[TableColumn], cells: Sequence[str]) -> bool:
    # Whether the first filled cell is the number of the row.
    first = next(place for place, cell in enumerate(cells) if any(map(str.isalnum, cell)))
    return columns[first].role == "serial"


def _heading(line: TypedLine, text: str, *, emphasised: bool = True) -> TypedLine:
    return replace(line, clean=truncated(text), emphasised=emphasised, bullet=False, indent=0, cells=())


class _Sums:
    """Finds rows that give the sum of the rows above.

    A row gives a sum if its number equals the sum, or if its name repeats the name of a group above.
    """

    def __init__(self) -> None:
        self._labels: list[str] = []
        self._all: Fraction = Fraction(0)
        self._part: Fraction = Fraction(0)
        self._rows = self._count = 0
        self._largest: Fraction = Fraction(0)

    def start(self, label: str) -> None:
        """Start a group of rows."""
        self._labels.append(label.casefold())
        self.close()

    def close(self) -> None:
        """End a group of rows."""
        self._part, self._rows = Fraction(0), 0

    def add(self, row: _RowReader) -> bool:
        """Add a row. Returns whether the row is a sum."""
        price = row.price
        if price is None or row.is_sum:
            self.close()
            return False
        label = row.name.casefold()
        if row.is_plain and self._rows > 1 and not row.is_staff:
            named = any(len(label) > _MIN_LABEL and one.startswith(label) for one in self._labels)
            if named or price in (self._part, self._all):
                self.close()
                return True
        elif self._count >= MIN_COLUMNS and row.is_unrated and price == self._all and row.size > self._largest:
            self.close()
            return True  # a row with the sums of all columns
        if row.is_plain:
            self.start(label)
        self._largest = max(self._largest, row.size)
        self._all += price
        self._part += price
        self._rows += 1
        self._count += 1
        return False


def _formation_title(column: TableColumn, text: str) -> str:
    if _STAFF_GROUP.match(without_accents(text).casefold()):
        return _NO_FORMATION
    if not text or text == "0" or (column.level == "army" and text.isdecimal()):
        return ""
    text = _BRIGADE.sub("Brigade", text)
    words = {normalised(word) for word in re.findall(r"[^\W\d]+", text)}
    if column.level and column.level != "army" and column.level not in words:
        return f"{column.level.capitalize()} {text}"
    return text


_BRIGADE = re.compile(r"\b[Bb]rig\b\.?")
_STAFF_GROUP = re.compile(STAFF_GROUP)
_TROOPS = NOUNS_OF_TROOPS - {"brigade"} | {"engineer", "sapper", "howitzer", "earthwork", "pdr", "pontoon"}
_NO_FORMATION = "With the commander"
_GROUP = re.compile(rf"{COLUMN_VALUES['type']}|treffen\b|(?:avant|arriere)[- ]?garde|reserve|vorhut|nachhut|flank")
"""The start of the name of a group of troops."""
_MIN_LABEL = 4
_COUNT = re.compile(r"[\W_]*x?\s*\d[\d.,]*\s*x?[\W_]*\Z", re.I)
_GUNS = re.compile(rf"\W*\d+ ?{GUNS}\b", re.I)
_RIFLED, _SMOOTH = re.compile(r"rifl|gezogen|gez\b|raye"), re.compile(r"smooth|sb\b|glatt|lisse")
_MUSKET, _RIFLE = re.compile(r"musk|fusil|smooth|glatt|lisse"), re.compile(r"rifl|gez|raye")
_MEN = re.compile(rf"\W*\d+ ?{MEN}\b", re.I)
_RATED = re.compile(r"(?:(?:class|classe|klasse|cl|kl|c|k)\b\W*)?(?:(\d)(?:e|re|\.)?|(i{1,3}|iv|vi?))\Z", re.I)
_RATING_WORDS = {"inf": "inferior"}
"""Abbreviations of ratings that mean something else outside a column of ratings."""
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi")
_STAFF = re.compile(STAFF)
_YEAR = re.compile(r",? ?\b1[678]\d\d\b(?=[^()]*\))")
"""A year in brackets."""
_REFUSED = "smoothbore"
_MIN_OPTION = 3


def _options(columns: Sequence[TableColumn], cells: Sequence[str]) -> str:
    options = [
        _option(column.head, cell.strip())
        for column, cell in zip(columns, cells, strict=False)
        if column.role == "option"
    ]
    stated = [one for one in options if one not in ("", _REFUSED)]
    return ", ".join(stated) or (_REFUSED if _REFUSED in options else "")


def _option(head: str, cell: str) -> str:
    """The weapon that a cell gives. A mark, such as `x`, means the weapon that the head names; by default, rifles."""
    option, named = without_accents(cell).casefold(), without_accents(head).casefold().strip("?. ")
    if option in MARKS:
        if _MUSKET.match(named) and not _RIFLE.search(named):
            return _REFUSED
        return "rifles" if role_of(head) or len(named) < _MIN_OPTION else head.strip("?. ")
    if option in NO:
        return _REFUSED if option.isalpha() and not _MUSKET.match(named) else ""
    return cell


class _RowReader:
    def __init__(self, columns: Sequence[TableColumn], cells: Sequence[str]) -> None:
        cells = [spelt_number(cell) if any(map(str.isalnum, cell)) or cell in MARKS else "" for cell in cells]
        self._cells: dict[str, str] = {}
        for column, cell in zip(columns, cells, strict=False):
            if column.role and column.role != "formation" and cell.strip():
                before = self._cells.setdefault(column.role, cell.strip())
                if column.role == "type" and before != cell.strip():
                    self._cells["type"] = f"{before}, {cell.strip()}"
        self._option = _options(columns, cells)
        self._changes = [
            f"{column.head.strip()} {cell.strip()}"
            for column, cell in zip(columns, cells, strict=False)
            if (column.role in ("", "outside") or CHANGED.search(column.head))
            and cell.strip("- 0")
            and self._differs(column.head, cell.strip())
        ]
        """The cells that say that the unit differs in the game, such as `stands on the table 18`."""
        named = self._cells.get("name") or self._cells.get("type") or ""
        first = without_accents(next((cell for cell in cells if cell.strip()), "")).casefold()
        label = without_accents(named).casefold() or first
        figures = [cell for cell in cells if figure_in(cell)]
        self.is_staff = bool(_STAFF.search(without_accents(f"{named} {self._cells.get('type', '')}").casefold()))
        unlike_unit = "rating" not in self._cells and "size" not in self._cells and not self.is_staff
        self.is_sum = any(map(_SUM_FIRST.match, (label, first))) or (bool(_SUM_LABEL.search(label)) and unlike_unit)
        self.is_nameless = not named and len(figures) < 2 and not self.is_sum
        """Whether the row has no name and only one number, such as `sub-total 240`."""
        self._may_be_general = self.is_staff or not {*words_of(f"{named} {self._cells.get('type', '')}")} & _TROOPS
        self.name = self._name()
        self.is_plain = not {"size", "men", "rating", "piece", "each", "grade", "option"} & {*self._cells}
        """Whether the row has only a name and a price, or less."""
        self.is_unrated = not {"rating", "piece", "each", "grade", "option"} & {*self._cells}
        self.size = Fraction(self._number("size") or 0)
        price = self._number("line")
        self.price = Fraction(price) if price else None
        self.subtotal, self.subtotal_first = self._number("subtotal"), self._number("subtotal_first")
        """The sum of the group that ends with this row, and of the group that begins with it."""
        plain_name = re.sub(r"^[\W\d_]+", "", label)
        self.is_group = self.is_plain and self.price == 0 and bool(_GROUP.match(plain_name)) and not self.is_staff
        """Whether the row is the heading of a group, with a price of 0."""
        filled = [cell for cell in map(str.strip, cells) if cell.strip("- ")]
        self._stated = (
            [cell for cell in filled[1:] if re.search(r"\d", cell) and mentions_sums(cell)] if self.price else []
        )
        """Further cells with a sum in words, such as `agreed 600`."""
        self._all = "  ".join(cell for cell in filled if cell not in self._stated)

    def _differs(self, head: str, cell: str) -> bool:
        role = role_of(head)
        is_other = role in ("size", "rating") and cell[:1].isdecimal() and cell != self._cells.get(role, "") != ""
        return is_other or bool(CHANGED.search(f"{head} {cell}"))

    def _number(self, role: str) -> str:
        return figure_in(self._cells.get(role, ""))

    def sentence(self) -> str:
        # For example, `2 x Zouaves, 14 stands, class 3, rifles, @ 56 pts, = 112 pts`.
        if self.is_sum:
            figures = re.findall(NUMBER, self._all)
            words = re.sub(rf"(?<![(\w] )(?<![(\w]){NUMBER}(?![^()]*\))", "", _YEAR.sub("", self._all)).strip()
            price = self._number("line") or (plain_number(figures[-1]) if figures else "")
            return ", ".join((f"{words}  {price}", *self._stated))
        guns = self._guns()
        size, option = (guns, "") if guns else (self._size(), self._option)
        parts = [self.name, size, self._rating(), self._cells.get("grade", ""), option]
        if not self._is_general:
            parts += [self._price("piece", "{} pts per stand"), self._price("each", "@ {} pts")]
        details = [part for part in parts[1:] if part]
        if (line := self._number("line")) and not details and not self._changes:
            return f"{parts[0]}  {line}"
        price = self._price("line", "= {} pts")
        return ", ".join(part for part in (parts[0], *details, price, *self._changes) if part)

    @property
    def _is_general(self) -> bool:
        # One of a size or count without a rating, with its price: the size and the equal unit price are left out.
        unit_price = self._number("piece") or self._number("each")
        one = all(self._number(role) in ("", "1") for role in ("size", "count", "men"))
        priced = bool(self._number("line")) and unit_price in ("", self._number("line"))
        return one and priced and not {"rating", "option", "grade"} & {*self._cells} and self._may_be_general

    def _price(self, role: str, words: str) -> str:
        price = self._number(role)
        return words.format(price) if price else self._cells.get(role, "")

    def _name(self) -> str:
        name, kind = self._cells.get("name", ""), self._cells.get("type", "")
        name = f"{name} ({kind})" if name and kind and kind not in name else name or kind
        counted = self._cells.get("count", "")
        if is_sized(counted):
            return f"{name}, {counted}"
        if counted and not _COUNT.match(counted):
            return f"{counted} {name}"  # a heading of a group in the first column
        count = self._number("count")
        return f"{count} x {name}" if count not in ("", "1") else name

    def _size(self) -> str:
        text = self._cells.get("size", "")
        size = self._number("size")
        if self._is_general:
            return ""
        men = self._cells.get("men", "")
        if size or is_sized(men):
            if is_sized(text or men):
                return text or men
            return f"{size} men" if _MEN.match(text) else f"size {size}"
        return f"{self._number('men')} men" if self._number("men") else text or men

    def _guns(self) -> str:
        # Guns with their kind, which is a word of their name in other lists: `2 rifled guns`.
        size, option = self._cells.get("size", ""), without_accents(self._option).casefold()
        if not _GUNS.match(without_accents(size)):
            return ""
        rifled, smooth = _RIFLED.match(option), _SMOOTH.match(option)
        return f"{figure_in(size)} {'rifled' if rifled else 'smoothbore'} guns" if rifled or smooth else ""

    def _rating(self) -> str:
        rating = NO_HUNDREDTHS.sub("", self._cells.get("rating", "").strip("- "))
        rating = _RATING_WORDS.get(rating.casefold().rstrip("."), rating)
        found = _RATED.match(rating)
        return f"class {found[1] or _ROMAN.index(found[2].casefold()) + 1}" if found else rating
