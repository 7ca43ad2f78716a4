"""Tables: choose the role of each column once, then rewrite each row as a typed line.

The head of a column names its role. Where heads are missing or unclear, the values decide: 1, 2, 3 count the rows, and
three columns in which the third is always the product of the first two are a size or count, a price and a sum.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

from orbat.list_reader.leftovers import CHANGED
from orbat.list_reader.lines import TypedLine, truncated
from orbat.list_reader.spelt_numbers import spelt_number
from orbat.list_reader.words import (
    COLUMNS,
    LEFT_BEFORE,
    NO,
    SUBTOTAL,
    TOTAL,
    YES,
    column_key,
    normalised,
    without_accents,
)
from orbat.model.record import Value

_ROLE_OF = {name: role for role, names in COLUMNS.items() for name in names.split()}
_RULE = re.compile(r"[|+:=\-\s]+\Z")
_NUMBER = r"\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d\d?)?(?!\d)|\d+(?:[.,]\d+)?"
_FIGURE = re.compile(rf"[^\d-]{{0,6}}({_NUMBER})\D{{0,12}}\Z")
_LETTER_O = re.compile(r"(?<=\d)[oO]")
_THOUSANDS = re.compile(r"(?<=\d)[.,' ](?=\d{3}(?!\d))")
_NO_HUNDREDTHS = re.compile(r"(?<=\d)[.,]00?\Z")
_SUM_LABEL = re.compile(rf"{TOTAL}|{SUBTOTAL}|{LEFT_BEFORE}|\b(?:limit|max|maximum|agreed|budget)\b")
_MIN_COLUMNS = 3
_TEXTS = frozenset({"formation", "name", "type", "option"})
_LEVELS = frozenset({"corps", "division", "brigade", "army"})
_UNKNOWN_HEAD, _OTHER_ROLE = 0.6, 2.5
_MAX_NUMBER_COLUMNS = 7
_MAX_USUAL_COUNT, _LARGE_COUNTS = 6, 1.5


class TableColumn(Value):
    """A column of a table: its head and its role. If the head names a level of formation, `level` is that level."""

    head: str
    role: str
    level: str = ""


class _Row(Value):
    line: TypedLine
    cells: tuple[str, ...]


def rows_as_text(lines: Iterable[TypedLine]) -> list[TypedLine]:
    """Rewrite each table row as a sentence. Headers and separator rows become empty lines."""
    texts: list[TypedLine] = []
    rows: list[_Row] = []
    for line in lines:
        cells = cells_of(line)
        if len(cells) >= 2:
            rows.append(_Row(line, cells))
            continue
        if rows and not line.clean:
            rows.append(_Row(line, ()))
            continue
        texts += _table_as_text(rows)
        rows = []
        texts.append(line)
    return texts + _table_as_text(rows)


def _table_as_text(rows: Sequence[_Row]) -> list[TypedLine]:
    heads = [place for place, row in enumerate(rows) if _is_header(row.cells)]
    if not heads:
        return [_joined(row) for row in rows]
    texts = [_joined(row) for row in rows[: heads[0]]]
    for start, end in pairwise((*heads, len(rows))):
        head = rows[start]
        body = rows[start + 1 : end]
        full = [row for row in body if len(row.cells) > 2]
        if 2 * sum(len(row.cells) == len(head.cells) for row in full) > len(full):
            body = [_aligned(head.cells, row) for row in body]
        texts.append(replace(head.line, clean="", cells=()))
        columns = _columns(head.cells, [row.cells for row in body])
        texts += _sentences(columns, body)
    return texts


def _aligned(heads: Sequence[str], row: _Row) -> _Row:
    # A row with one cell too many or too few: an empty cell is removed or added where the numbers then stand below the
    # heads of numbers.
    cells = list(row.cells)
    while len(cells) > len(heads) and not cells[-1].strip():
        cells.pop()
    surplus = len(cells) - len(heads)
    if abs(surplus) != 1 or len([cell for cell in cells if cell.strip()]) <= 2:
        return row
    places = range(1, len(cells))
    variants: list[list[str]] = (
        [[*cells[:at], *cells[at + 1 :]] for at in places if not cells[at].strip()]
        if surplus == 1
        else [[*cells[:at], "", *cells[at:]] for at in places]
    )
    return replace(row, cells=tuple(max(variants, key=lambda one: _agreement(heads, list(one)), default=cells)))


def _agreement(heads: Sequence[str], cells: Sequence[str]) -> int:
    # The number of cells that fit their heads: a number below a head for numbers, or a text below a head for texts.
    return sum(
        (role_of(head) not in _TEXTS) == bool(re.fullmatch(_NUMBER, cell.strip()))
        for head, cell in zip(heads, cells, strict=True)
        if cell.strip()
    )


def _joined(row: _Row) -> TypedLine:
    if not row.cells or _RULE.match(row.line.text.strip() or "-"):
        return replace(row.line, clean="", cells=())
    cells = [cell for cell in map(str.strip, row.cells) if cell]
    joined = "  ".join(_plain_number(cell) if re.fullmatch(_NUMBER, cell) else cell for cell in cells)
    return replace(
        row.line,
        clean=truncated(joined) if "|" in row.line.text or len(row.line.cells) > 1 else row.line.clean,
        cells=(),
    )


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
    for sign in (",", ";", "|"):
        if text.count(sign) >= _MIN_COLUMNS - 1 and (text.startswith('"') or _is_header(text.split(sign))):
            return tuple(cell.strip() for cell in next(csv.reader([text], delimiter=sign), [text]))
    return _unquoted(text)


def _unquoted(text: str) -> tuple[str, ...]:
    for sign in (",", ";"):
        if text.count(sign) >= _MIN_COLUMNS - 1 and not re.search(rf"{sign} ", text):
            return tuple(next(csv.reader([text], delimiter=sign), [text]))
    return (text,)


# Heads and roles of columns.


def _is_header(cells: Sequence[str]) -> bool:
    named = [cell for cell in cells if cell.strip()]
    if named and named[0].strip().isdecimal():
        named = named[1:]  # the number of the row in a spreadsheet
    roles = [role for cell in named if (role := role_of(cell))]
    return (
        len({*roles}) >= _MIN_COLUMNS
        and len(roles) >= len(named) - 3
        and not any(sign.isdecimal() for cell in named for sign in cell)
        and len(named) >= 2
    )


def role_of(head: str) -> str:
    """The role that the head of a column names, such as `size`; "" if the head names none."""
    name = column_key(head)
    found = _ROLE_OF.get(name)
    if found:
        return found
    words = [word for word in name.split("-") if word]
    if len(words) > 3:
        return ""
    for word in (*words[:1], *words[1:]):
        if found := _ROLE_OF.get(word) or _ROLE_OF.get(normalised(word)):
            return found
    return ""


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[TableColumn, ...]:
    width = max([len(heads), *map(len, rows)]) if rows else len(heads)
    heads = (*heads, *[""] * (width - len(heads)))
    filled = [row for row in rows if len([cell for cell in row if cell.strip()]) > 2]
    columns = []
    for head in heads:
        level = normalised(without_accents(head).casefold().strip()) if head.strip() else ""
        role = role_of(head)
        columns.append(TableColumn(head, "formation" if level in _LEVELS else role, level if level in _LEVELS else ""))
    names = [place for place, column in enumerate(columns) if column.role == "name"]
    for place in names:
        cells = [row[place].strip() for row in filled if place < len(row) and row[place].strip()]
        if len(names) > 1 and cells and all(map(str.isdecimal, cells)):
            columns[place] = replace(columns[place], role="serial")
    values = {
        place: [_value(row[place]) if place < len(row) else None for row in filled]
        for place, column in enumerate(columns)
        if column.role not in _TEXTS and (column.role or not CHANGED.search(column.head))
    }
    values = {
        place: found for place, found in values.items() if sum(one is not None for one in found) * 2 > len(filled) / 3
    }
    if not values or not filled:
        return tuple(columns)
    chosen = _number_roles({place: columns[place].role for place in values}, values)
    return tuple(
        replace(
            column,
            role=chosen.get(
                place, column.role if column.role in (*_TEXTS, "rating") else "grade" if column.role == "size" else ""
            ),
        )
        for place, column in enumerate(columns)
    )


_NUMBER_ROLES = ("serial", "count", "size", "men", "rating", "piece", "each", "line", "outside")
_LIKE = {
    "count": {"count": 0.0, "size": 0.5, "serial": 0.7},
    "size": {"size": 0.0},
    "men": {"men": 0.0},
    "rating": {"rating": 0.0},
    "piece": {"piece": 0.0, "each": 0.6},
    "each": {"each": 0.0, "piece": 0.1, "line": 1.5},
    "line": {"line": 0.0, "each": 1.2, "piece": 1.5},
    "serial": {"serial": 0.0},
}
"""Roles that a column may have under a head, with their costs."""


def _number_roles(heads: Mapping[int, str], values: Mapping[int, Sequence[Fraction | None]]) -> dict[int, str]:
    places = sorted(values)[:_MAX_NUMBER_COLUMNS]
    allowed = []
    for place in places:
        costs = _LIKE.get(heads[place]) or {role: _UNKNOWN_HEAD + 0.3 * at for at, role in enumerate(_NUMBER_ROLES)}
        found = [value for value in values[place] if value is not None]
        serial = len(found) > 1 and all(after - before == 1 for before, after in pairwise(found)) and found[0] <= 1
        if serial and heads[place] in ("", "count", "serial"):
            costs = {"serial": 0.0}
        elif heads[place] == "count" or (not heads[place] and len({*found}) == 1 < len(found)):
            costs = {role: cost for role, cost in costs.items() if role != "serial"}
        allowed.append([*costs.items(), ("outside", 4.0)])
    best, lowest = {}, 1e9
    for combination in product(*allowed):
        roles = [role for role, _ in combination]
        once = [role for role in roles if role not in ("outside", "serial")]
        if len(once) != len(set(once)):
            continue
        place_of = dict(zip(roles, places, strict=True))
        cost = sum(cost for _, cost in combination) + _arithmetic(place_of, values) + _many_units(place_of, values)
        if cost < lowest:
            best, lowest = dict(zip(places, roles, strict=True)), cost
    return best


def _many_units(place_of: Mapping[str, int], values: Mapping[int, Sequence[Fraction | None]]) -> float:
    # Large counts of units in a table without sizes have a cost: such numbers are sizes.
    if "count" not in place_of or "size" in place_of:
        return 0.0
    counts = [value for value in values[place_of["count"]] if value is not None and value > 1]
    large = sum(value > _MAX_USUAL_COUNT for value in counts)
    return _LARGE_COUNTS if large * 2 > len(counts) else 0.0


def _arithmetic(place_of: Mapping[str, int], values: Mapping[int, Sequence[Fraction | None]]) -> float:
    # Rows have a cost if products differ: size x price per stand, or count x price of a unit.
    cost = 0.0
    for factor, price in (("size", "piece"), ("count", "each"), ("size", "each")):
        if (
            factor in place_of
            and price in place_of
            and "line" in place_of
            and not (price == "each" and factor == "size" and "count" in place_of)
        ):
            rows = zip(values[place_of[factor]], values[place_of[price]], values[place_of["line"]], strict=True)
            full = [(a, b, c) for a, b, c in rows if a is not None and b is not None and c is not None]
            right = sum(a * b == c for a, b, c in full)
            if full:
                expected = factor != "size" or price != "each"
                share = right / len(full)
                cost += 2.5 * (1 - share) - 1.5 * share if expected else 2.0 * share
    return cost


def _value(cell: str) -> Fraction | None:
    found = _FIGURE.match(_LETTER_O.sub("0", spelt_number(cell.strip())))
    return Fraction(_plain_number(found[1])) if found else None


# Rows as sentences.


def _sentences(columns: Sequence[TableColumn], rows: Sequence[_Row]) -> Iterator[TypedLine]:
    open_: list[str] = []
    formations = [place for place, column in enumerate(columns) if column.role == "formation"]
    for row in rows:
        line, cells = row.line, row.cells
        if not cells or _RULE.match(line.text.strip() or "-"):
            yield replace(line, clean="", cells=())
            continue
        filled = [cell.strip() for cell in cells if cell.strip()]
        reader = _RowReader(columns, cells)
        if len(filled) == 1 and not filled[0][:1].isdecimal():
            yield replace(line, clean=truncated(filled[0]), emphasised=True, bullet=False, indent=0, cells=())
            continue
        if not reader.is_sum:
            titles = [
                _formation_title(columns[place], cells[place].strip()) if place < len(cells) else ""
                for place in formations
            ]
            for depth, title in enumerate(titles):
                before = open_[depth] if depth < len(open_) else ""
                if title and title != before:
                    open_ = [*open_[:depth], *[""] * (depth - len(open_)), title]
                    yield replace(line, clean=truncated(title), emphasised=True, bullet=False, indent=0, cells=())
        sentence = reader.sentence()
        yield replace(line, clean=truncated(sentence), bullet=True, emphasised=False, indent=2, cells=(), row=True)


def _formation_title(column: TableColumn, text: str) -> str:
    if not text or text == "0" or (column.level == "army" and text.isdecimal()):
        return ""
    words = {normalised(word) for word in re.findall(r"[^\W\d]+", text)}
    if column.level and column.level != "army" and column.level not in words:
        return f"{column.level.capitalize()} {text}"
    return text


_COUNT = re.compile(r"[\W_]*x?\s*\d[\d.,]*\s*x?[\W_]*\Z", re.I)


class _RowReader:
    def __init__(self, columns: Sequence[TableColumn], cells: Sequence[str]) -> None:
        cells = [spelt_number(cell) for cell in cells]
        self._cells: dict[str, str] = {}
        for column, cell in zip(columns, cells, strict=False):
            if column.role and column.role != "formation" and cell.strip():
                self._cells.setdefault(column.role, cell.strip())
        self._changes = [
            f"{column.head.strip()} {cell.strip()}"
            for column, cell in zip(columns, cells, strict=False)
            if (column.role in ("", "outside") or CHANGED.search(column.head))
            and cell.strip("- 0")
            and self._differs(column.head, cell.strip())
        ]
        """The cells that say that the unit differs in the game, such as `stands on the table 18`."""
        label = self._cells.get("name") or self._cells.get("type") or next((cell for cell in cells if cell.strip()), "")
        self.is_sum = (
            bool(_SUM_LABEL.search(without_accents(label).casefold()))
            and "rating" not in self._cells
            and "size" not in self._cells
        )
        self._all = "  ".join(cell for cell in map(str.strip, cells) if cell.strip("- "))

    def _differs(self, head: str, cell: str) -> bool:
        role = role_of(head)
        is_other = role in ("size", "rating") and cell[:1].isdecimal() and cell != self._cells.get(role, "") != ""
        return is_other or bool(CHANGED.search(f"{head} {cell}"))

    def _number(self, role: str) -> str:
        found = _FIGURE.match(_LETTER_O.sub("0", self._cells.get(role, "")))
        return _plain_number(found[1]) if found else ""

    def sentence(self) -> str:
        # For example, `2 x Zouaves, 14 stands, class 3, rifles, @ 56 pts, = 112 pts`.
        if self.is_sum:
            figures = re.findall(_NUMBER, self._all)
            words = re.sub(rf"(?<![(\w] )(?<![(\w]){_NUMBER}(?![^()]*\))", "", self._all).strip()
            price = self._number("line") or (_plain_number(figures[-1]) if figures else "")
            return f"{words} {price} pts"
        name, kind = self._cells.get("name", ""), self._cells.get("type", "")
        parts = [f"{name} ({kind})" if name and kind and kind not in name else name or kind]
        counted = self._cells.get("count", "")
        if counted and not _COUNT.match(counted):
            parts[0] = f"{counted} {parts[0]}"  # a heading of a group in the first column
        elif count := self._number("count"):
            parts[0] = f"{count} x {parts[0]}" if count != "1" else parts[0]
        if size := self._number("size"):
            parts.append(f"size {size}")
        elif men := self._number("men"):
            parts.append(f"{men} men")
        if rating := _NO_HUNDREDTHS.sub("", self._cells.get("rating", "").strip("- ")):
            parts.append(f"class {rating}" if rating.isdecimal() else rating)
        parts.append(self._cells.get("grade", ""))
        option = without_accents(self._cells.get("option", "")).casefold()
        if option in YES:
            parts.append("rifles")
        elif option in NO:
            parts.append("smoothbore" if option in ("n", "no", "non", "nein") else "")
        else:
            parts.append(self._cells.get("option", ""))
        if piece := self._number("piece"):
            parts.append(f"{piece} pts per stand")
        if each := self._number("each"):
            parts.append(f"@ {each} pts")
        if line := self._number("line"):
            parts.append(f"= {line} pts")
        parts += self._changes
        return ", ".join(part for part in parts if part)


def _plain_number(text: str) -> str:
    # Normalise a number: `1,200` to 1200, `12.0` to 12, `36,5` to 36.5.
    plain = _NO_HUNDREDTHS.sub("", _THOUSANDS.sub("", text)).replace(",", ".")
    return re.sub(r"(?<=\d)\.0+\Z", "", plain)
