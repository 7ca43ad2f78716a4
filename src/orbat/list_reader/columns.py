"""Choose the role of each column of a table once, for all its rows.

The head of a column names its role. Where heads are missing or unclear, the values decide:

- A column with 1, 2, 3 and so on counts the rows.
- The column with the most different texts has the names.
- If the third of three columns is always the product of the first two, the three are a size or count, a price and a
  sum.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, pairwise, permutations

from orbat.list_reader.leftovers import CHANGED
from orbat.list_reader.meaning import calibres_in
from orbat.list_reader.spelt_numbers import spelt_number
from orbat.list_reader.words import (
    COLUMN_VALUES,
    COLUMNS,
    GUNS,
    LENGTHS,
    MARKS,
    MEN,
    NO,
    POINTS,
    STANDS,
    SUBTOTAL,
    TOTAL,
    column_key,
    normalised,
    without_accents,
)
from orbat.model.record import Value

_ROLE_OF = {column_key(name): role for role, names in COLUMNS.items() for name in names.split()}
_VALUES = {role: re.compile(pattern) for role, pattern in COLUMN_VALUES.items()}
NUMBER = r"\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d\d?)?(?!\d)|\d+(?:[.,]\d+)?"
_FIGURE = re.compile(rf"[^\d-]{{0,6}}({NUMBER})\D{{0,12}}\Z")
_QUANTITY = re.compile(rf"\W*(?:{NUMBER})(?:\W+(?:{STANDS}|{GUNS}|{LENGTHS}|{MEN}|{POINTS})|[a-z]\W?)?\W*\Z", re.I)
_PAIR = re.compile(rf"\s*({NUMBER}|[^\W\d]+\.?)\s*/\s*({NUMBER}|[^\W\d]+\.?)\s*\Z")
_SIZED = re.compile(rf"\W*\d+ ?(?:{STANDS}|{GUNS}|{LENGTHS})\b", re.I)
_REMARK = re.compile(r"\s*\([^()]*\)")
_NAMED_IN_CELLS = {
    "stands": _SIZED,
    "men": re.compile(rf"\W*\d+ ?{MEN}\b"),
    "class": re.compile(r"\W*(?:class|classe|klasse|clase|cl|kl)\b\W*\d\W*\Z"),
    "points": re.compile(rf"\W*\d+ ?{POINTS}\W*\Z"),
}
_LETTER_O = re.compile(r"(?<=\d)[oO]")
_SUM_FIRST = re.compile(rf"\W*(?:{SUBTOTAL}|{TOTAL})")
_THOUSANDS = re.compile(r"(?<=\d)[.,' ](?=\d{3}(?!\d))")
NO_HUNDREDTHS = re.compile(r"(?<=\d)[.,]00?\Z")
MIN_COLUMNS = 3
_MIN_WITHOUT_HEADS, _MAX_WITHOUT_HEADS = 4, 9
"""Number of columns of a table without heads."""
_MAX_TRIED_ROWS = 60
_MIN_KNOWN = 2
"""A head with only this many known columns needs rows with numbers below it."""
TEXTS = frozenset({"formation", "name", "type", "option"})
_LEVELS = frozenset({"corps", "division", "brigade", "army"})
_MAX_NUMBER_COLUMNS = 7
_MAX_USUAL_COUNT, _LARGE_COUNTS = 6, 1.5
_RIGHT_PRODUCTS = 1.5
"""How much cheaper roles are under which all products are right."""
_MAX_COUNT_WORDS = 2
"""A count has at most this many words: `3 battalions`."""
_MIN_SUMS = 2
"""A column has sums of another column if at least this many are right."""
_MAX_RATING, _MIN_MEN, _UNUSUAL = 6, 50, 2.0
_TOTALS = frozenset({"total", "tot", "gesamt", "summe", "sum"})
_FIRST_ROLES = (
    "size",
    "rating",
    "option",
    "type",
    "men",
    "line",
    "each",
    "piece",
    "serial",
    "count",
    "name",
    "formation",
)
"""If the words of a head have several roles, the first of these is the role of the column."""


class TableColumn(Value):
    """A column of a table: its head and its role. If the head names a level of formation, `level` is that level."""

    head: str
    role: str
    level: str = ""


def role_of(head: str) -> str:
    """The role of a column with this head, such as `size`; "" if the role is unknown."""
    name = column_key(head)
    if found := _ROLE_OF.get(name):
        return found
    if (plain := _REMARK.sub("", head)) != head and plain.strip():
        return role_of(plain)
    if head.strip() == "%":
        return "outside"
    words = [word for word in re.split(r"[-/]", name) if word]
    if not words:
        return "serial" if head.strip() == "#" else ""
    if len(words) > MIN_COLUMNS + 1:
        return ""
    roles = {word: _ROLE_OF.get(word) or _ROLE_OF.get(normalised(word), "") for word in words}
    if {"size", "men", "count"} & {*roles.values()}:
        roles = {word: role for word, role in roles.items() if word not in _TOTALS}
    known = {*roles.values()}
    if roles.get(words[0]) == "each" and len(words) > 1:
        return "piece" if "size" in known else "each"  # such as `per stand`; `stands per unit` are sizes
    if "line" in known:
        return "piece" if "size" in known else "each" if known & {"each", "name", "count"} else "line"
    return next((role for role in _FIRST_ROLES if role in known), "")


def is_header(cells: Sequence[str], least: int = MIN_COLUMNS) -> bool:
    """Whether cells are column heads, which must name at least `least` different roles, such as size and price."""
    named = [cell for cell in cells if cell.strip()]
    if named and named[0].strip().isdecimal():
        named = named[1:]  # the number of the row in a spreadsheet
    roles = [role for cell in named if (role := role_of(cell))]
    return (
        len({*roles}) >= least
        and len(roles) >= len(named) - (3 if least == MIN_COLUMNS else 1)
        and not any(sign.isdecimal() for cell in named for sign in _REMARK.sub("", cell))
    )


def split_pairs(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Split each column with pairs, such as `4/40` below `Each/Points`, into two columns."""
    new_heads: list[str] = []
    new_rows: list[list[str]] = [[] for _ in rows]
    for place, head in enumerate(heads):
        parts = head.split("/")
        roles = [*map(role_of, parts)]
        found = [_PAIR.match(row[place]) if place < len(row) else None for row in rows]
        is_pair = len(parts) == 2 and all(roles) and roles[0] != roles[1] and sum(map(bool, found)) > 1
        new_heads += parts if is_pair else [head]
        for row, new, pair in zip(rows, new_rows, found, strict=True):
            cells = [row[place] if place < len(row) else ""]
            new += (pair.groups() if pair else ["", *cells]) if is_pair else cells
    for row, new in zip(rows, new_rows, strict=True):
        new += row[len(heads) :]
    return new_heads, new_rows


def heads_numbers(cells: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether cells are the heads of columns with numbers. At least two cells must be known heads."""
    if not is_header(cells, _MIN_KNOWN):
        return False
    places = [place for place, cell in enumerate(cells) if (role := role_of(cell)) and role not in TEXTS]
    below = [[row[place] for place in places if place < len(row)] for row in rows if len(row) > 1][: 2 * MIN_COLUMNS]
    with_numbers = sum(any(value_of(cell) is not None for cell in row) for row in below)
    return bool(places) and with_numbers > 1 and with_numbers * 2 >= len(below)


def is_sized(cell: str) -> bool:
    """Whether a cell begins with a number and a word such as stands or guns: `3 guns`."""
    return bool(_SIZED.match(without_accents(cell)))


def value_of(cell: str) -> Fraction | None:
    """The number in a cell such as `3 guns`. None if the cell has no number, or too much other text."""
    found = figure_in(cell)
    return Fraction(found) if found else None


def figure_in(cell: str) -> str:
    """The number in a cell, in plain figures. "" if the cell has no number, or too much other text."""
    found = _FIGURE.match(_LETTER_O.sub("0", spelt_number(cell.strip())))
    return plain_number(found[1]) if found else ""


def plain_number(text: str) -> str:
    """Write a number plainly: `1,200` as 1200, `12.0` as 12, `36,5` as 36.5."""
    plain = NO_HUNDREDTHS.sub("", _THOUSANDS.sub("", text)).replace(",", ".")
    return re.sub(r"(?<=\d)\.0+\Z", "", plain)


def columns_of(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[TableColumn, ...]:
    """Choose the role of each column of a table with these heads and rows."""
    width = max([len(heads), *map(len, rows)]) if rows else len(heads)
    filled = [row for row in rows if len([cell for cell in row if cell.strip()]) > 2 and not _is_sum(row)]
    columns = []
    for head in (*heads, *[""] * (width - len(heads))):
        level = normalised(without_accents(head).casefold().strip()) if head.strip() else ""
        level = level if level in _LEVELS else ""
        columns.append(TableColumn(head, "formation" if level else role_of(head), level))
    cells = {place: [row[place].strip() if place < len(row) else "" for row in filled] for place in range(width)}
    columns = _with_text_roles(columns, cells)
    values = {
        place: [value_of(cell) for cell in cells[place]]
        for place, column in enumerate(columns)
        if column.role not in (*TEXTS, "outside") and (column.role or not CHANGED.search(column.head))
    }
    sums = _columns_of_sums([place for place in values if columns[place].role in ("", "line")], rows)
    for place, role in sums.items():
        columns[place] = replace(columns[place], role=role)
        del values[place]
    values = {
        place: found for place, found in values.items() if sum(one is not None for one in found) * 2 > len(filled) / 3
    }
    if not values or not filled:
        return tuple(columns)
    graded = any(column.role == "size" and place not in values for place, column in enumerate(columns))
    chosen = _number_roles({place: columns[place].role for place in values}, values, "size" if graded else "")
    roles = [sums.get(place, chosen.get(place, _without_numbers(column.role))) for place, column in enumerate(columns)]
    if "size" not in roles and "count" in roles and any(map(is_sized, cells[roles.index("count")])):
        roles[roles.index("count")] = "size"  # such as `3 guns`
    return tuple(replace(column, role=role) for column, role in zip(columns, roles, strict=True))


def _columns_of_sums(places: Sequence[int], rows: Sequence[Sequence[str]]) -> dict[int, str]:
    # The roles of columns whose numbers are sums of the prices in another column: "subtotal" if the last row of each
    # group has the sum of the group, "subtotal_first" if the first row has it, "running" for running totals.
    body = [row for row in rows if len(row) > 1 and not _is_sum(row)]
    values = {place: [value_of(row[place]) if place < len(row) else None for row in body] for place in places}
    found: dict[int, str] = {}
    for prices, sums in permutations(places[:_MAX_WITHOUT_HEADS], 2):
        if prices not in found and sums not in found and (role := _role_of_sums(values[prices], values[sums])):
            found[sums] = role
    return found


def _role_of_sums(prices: Sequence[Fraction | None], sums: Sequence[Fraction | None]) -> str:
    full = [place for place, value in enumerate(sums) if value]
    if len(full) < _MIN_SUMS or any(prices[place] is None for place in full):
        return ""
    stated = [sums[place] or Fraction(0) for place in full]
    amounts = [price or Fraction(0) for price in prices]
    between = [amounts[before + 1 : after + 1] for before, after in pairwise((-1, *full))]
    if len(full) >= MIN_COLUMNS:
        steps = [after - before for before, after in pairwise(stated)]
        if 3 * sum(step == sum(part) for step, part in zip(steps, between[1:], strict=True)) > 2 * len(steps):
            return "running"
    if len(full) * 2 > len(prices):
        return ""
    after = [amounts[first:last] for first, last in pairwise((*full, len(amounts)))]
    ends = sum(one in accumulate(reversed(part)) for one, part in zip(stated, between, strict=True))
    starts = sum(one in accumulate(part) for one, part in zip(stated, after, strict=True))
    is_sum = any(one != amounts[place] for one, place in zip(stated, full, strict=True))
    right = max(ends, starts)
    if not is_sum or right < _MIN_SUMS or 3 * right < 2 * len(full):
        return ""
    return "subtotal" if ends >= starts else "subtotal_first"


def guessed_columns(rows: Sequence[Sequence[str]]) -> tuple[TableColumn, ...]:
    """Choose the roles of the columns of a table without heads. Returns () if none of these conditions is met:

    - The cells of two columns name their roles, as in `12 stands` and `48 pts`.
    - One column is the product of two others. The product is the price of the row. The others are the count or size,
      and the price of one unit or stand.
    - Only two columns have numbers: the count of units, and the price of the row.
    """
    width = max(map(len, rows), default=0)
    if not MIN_COLUMNS <= width <= _MAX_WITHOUT_HEADS or len(rows) < MIN_COLUMNS:
        return ()
    cells = [[row[place] if place < len(row) else "" for row in rows] for place in range(width)]
    heads = [*map(_head_in_cells, cells)]
    if len([head for head in heads if head]) < _MIN_KNOWN:
        if width < _MIN_WITHOUT_HEADS:
            return ()
        values = [[*map(value_of, column[:_MAX_TRIED_ROWS])] for column in cells]
        found = max(permutations(range(width), 3), key=lambda places: _products(*(values[place] for place in places)))
        named = dict(zip(found, ("count", "each", "points"), strict=True))
        if not any(_products(*(values[place] for place in found))):
            named = _counts_and_prices([row for row in rows if not _is_sum(row)])
        if not named:
            return ()
        heads = [named.get(place, "") for place in range(width)]
    return tuple(
        replace(column, role="type") if not column.role and any(map(_is_text, texts)) else column
        for column, texts in zip(columns_of(heads, rows), cells, strict=True)
    )


def _counts_and_prices(rows: Sequence[Sequence[str]]) -> dict[int, str]:
    # The heads of the only two columns with numbers, if the first counts units: most rows have one unit.
    width = max(map(len, rows), default=0)
    columns = {
        place: [value_of(row[place]) for row in rows if place < len(row) and row[place].strip()]
        for place in range(width)
    }
    full = [place for place, found in columns.items() if len(found) >= MIN_COLUMNS and None not in found]
    if len(full) != 2 or len(columns[full[0]]) != len(columns[full[1]]):
        return {}
    pairs = [(count or 0, price or 0) for count, price in zip(columns[full[0]], columns[full[1]], strict=True)]
    single = sum(count == 1 for count, _ in pairs)
    counted = all(count in range(1, _MAX_USUAL_COUNT + 1) and price % count == 0 for count, price in pairs)
    return (
        dict(zip(full, ("count", "points"), strict=True)) if counted and len(pairs) > single >= len(pairs) / 2 else {}
    )


def _head_in_cells(cells: Sequence[str]) -> str:
    # The head that most cells of a column name: `stands` for `12 stands`, `class` for `Cl. 3`. "" if they name none.
    filled = [without_accents(cell).casefold() for cell in cells if cell.strip()]
    for head, pattern in _NAMED_IN_CELLS.items():
        if len(filled) >= _MIN_KNOWN and 3 * sum(bool(pattern.match(cell)) for cell in filled) >= 2 * len(filled):
            return head
    return ""


def _products(*columns: Sequence[Fraction | None]) -> tuple[int, int]:
    # The number of rows in which the third of three numbers is the product of the others, which are above 1; and the
    # number of rows with three such numbers. 0 if they are few or not most of the rows.
    full = [(a, b, c) for a, b, c in zip(*columns, strict=True) if a and b and c and a > 1 and b > 1]
    right = sum(a * b == c for a, b, c in full)
    return (right, len(full)) if right >= MIN_COLUMNS and 3 * right >= 2 * len(full) else (0, 0)


def _is_sum(row: Sequence[str]) -> bool:
    first = next((cell for cell in row if cell.strip()), "")
    return bool(_SUM_FIRST.match(without_accents(first).casefold()))


def _without_numbers(role: str) -> str:
    # The role of a column without numbers: sizes in words, such as `large`, are read like ratings.
    return role if role in (*TEXTS, "rating") else "grade" if role == "size" else ""


# Columns of texts.


def _with_text_roles(columns: Sequence[TableColumn], cells: Mapping[int, Sequence[str]]) -> list[TableColumn]:
    columns = list(columns)
    texts = {place: [cell for cell in found if _is_text(cell)] for place, found in cells.items()}
    texts = {
        place: found for place, found in texts.items() if 2 * len(found) > len([one for one in cells[place] if one])
    }
    for place, found in cells.items():
        marks = {cell.casefold() for cell in found if cell}
        if columns[place].role == "" and marks and marks <= MARKS | NO and marks & (MARKS | {"n"}):
            columns[place] = replace(columns[place], role="option")
    sizes = [place for place, column in enumerate(columns) if column.role == "size"]
    for place, found in texts.items():
        columns[place] = _unless_named(columns[place], found, several_sizes=place in sizes[:-1])
        if columns[place].role in ("", "type", "option"):
            role = next((role for role, words in _VALUES.items() if _share(found, words) > 0.5), columns[place].role)
            columns[place] = replace(columns[place], role=role)
    names = [place for place, column in enumerate(columns) if column.role == "name"]
    if not names and texts:
        for wanted in ("", "type", "formation"):
            names = [
                place for place in texts if columns[place].role == wanted and not CHANGED.search(columns[place].head)
            ]
            if names:
                break
        if names:
            first = max(names, key=lambda place: len({*texts[place]}))
            columns[first] = replace(columns[first], role="name")
    elif len(names) > 1:
        first = max(names, key=lambda place: len({*texts.get(place, ())}))
        for place in names:
            if place != first:
                columns[place] = replace(columns[place], role="type" if place in texts else "serial")
    return columns


def _unless_named(column: TableColumn, texts: Sequence[str], *, several_sizes: bool) -> TableColumn:
    # A head such as `Units` may be above names, as may `Guns`, if there is another column of sizes.
    counted = sum(cell[:1].isdecimal() and len(cell.split()) <= _MAX_COUNT_WORDS for cell in texts)
    named = several_sizes or (column.role == "count" and 2 * counted < len(texts))
    return replace(column, role="") if named else column


def _is_text(cell: str) -> bool:
    is_named = bool(calibres_in(cell)) or not _QUANTITY.match(without_accents(cell))
    return is_named and bool(re.search(r"[^\W\d_]{2}", cell))


def _share(cells: Sequence[str], words: re.Pattern[str]) -> float:
    return sum(bool(words.match(without_accents(cell).casefold())) for cell in cells) / len(cells)


# Columns of numbers.


_LIKE = {
    "": {
        "serial": 0.6,
        "line": 0.8,
        "size": 0.9,
        "rating": 1.0,
        "count": 1.2,
        "each": 1.2,
        "piece": 1.3,
        "men": 1.4,
        "outside": 3.0,
    },
    "count": {"count": 0.0, "size": 0.5, "serial": 0.7},
    "size": {"size": 0.0, "men": 0.3},
    "men": {"men": 0.0, "size": 0.3},
    "rating": {"rating": 0.0},
    "piece": {"piece": 0.0, "each": 0.6},
    "each": {"each": 0.0, "piece": 0.1, "line": 1.5},
    "line": {"line": 0.0, "each": 1.2, "piece": 1.5},
    "serial": {"serial": 0.0},
}
"""Roles that a column may have under a head, with their costs; under "", for a column without a known head."""


def _number_roles(
    heads: Mapping[int, str], values: Mapping[int, Sequence[Fraction | None]], excluded: str
) -> dict[int, str]:
    # `excluded`: a role that another column has, without numbers.
    places = sorted(values)[:_MAX_NUMBER_COLUMNS]
    allowed = []
    for place in places:
        found = [value for value in values[place] if value is not None]
        head = heads[place] if heads[place] in _LIKE else ""
        costs = {
            role: cost + (_UNUSUAL if _is_strange(role, found) else 0.0)
            for role, cost in _LIKE[head].items()
            if role != excluded and (role == head or not head or not _is_strange(role, found))
        }
        serial = len(found) > 1 and all(after - before == 1 for before, after in pairwise(found))
        parts = heads[place] == "count" and any(one.denominator > 1 for one in found)  # such as 1.1, 1.2
        if parts or (serial and (heads[place] in ("", "serial") or (heads[place] == "count" and found[0] <= 1))):
            costs = {"serial": 0.0}
        elif heads[place] == "count" or (not heads[place] and len({*found}) == 1 < len(found)):
            costs = {role: cost for role, cost in costs.items() if role != "serial"}
        allowed.append([*costs.items(), ("outside", 4.0)])
    return _cheapest(places, allowed, values)


def _cheapest(
    places: Sequence[int],
    allowed: Sequence[Sequence[tuple[str, float]]],
    values: Mapping[int, Sequence[Fraction | None]],
) -> dict[int, str]:
    # The roles of columns that cost least together. A choice that cannot become the cheapest any more is left early.
    best: dict[int, str] = {}
    lowest = 1e9
    shares: dict[tuple[int, ...], tuple[int, int]] = {}
    open_: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    while open_:
        cost, roles = open_.pop()
        if cost - 2 * _RIGHT_PRODUCTS >= lowest:
            continue
        if len(roles) == len(places):
            place_of = dict(zip(roles, places, strict=True))
            cost += _arithmetic(place_of, values, shares) + _many_units(place_of, values)
            if cost < lowest:
                best, lowest = dict(zip(places, roles, strict=True)), cost
            continue
        choices = sorted(allowed[len(roles)], key=lambda choice: -choice[1])
        open_ += [
            (cost + more, (*roles, role))
            for role, more in choices
            if role in ("outside", "serial") or role not in roles
        ]
    return best


def _is_strange(role: str, found: Sequence[Fraction]) -> bool:
    # Whether the values of a column are unusual for a role.
    whole = all(one.denominator == 1 for one in found)
    match role:
        case "serial":
            return any(after <= before for before, after in pairwise(found))
        case "rating":
            return max(found) > _MAX_RATING or not whole
        case "men":
            return max(found) < _MIN_MEN
        case "size":
            return max(found) > 2 * _MIN_MEN or not whole
        case "count":
            return max(found) > 2 * _MAX_USUAL_COUNT or not whole
    return False


def _many_units(place_of: Mapping[str, int], values: Mapping[int, Sequence[Fraction | None]]) -> float:
    # Large counts of units, or counts of units with classes, have a cost in a table without sizes: they are sizes.
    if "count" not in place_of or {"size", "men"} & {*place_of}:
        return 0.0
    counts = [value for value in values[place_of["count"]] if value is not None and value > 1]
    large = sum(value > _MAX_USUAL_COUNT for value in counts)
    return _LARGE_COUNTS if large * 2 > len(counts) or "rating" in place_of else 0.0


def _arithmetic(
    place_of: Mapping[str, int],
    values: Mapping[int, Sequence[Fraction | None]],
    shares: dict[tuple[int, ...], tuple[int, int]],
) -> float:
    # Rows have a cost if products differ: size x price per stand, or count x price of a unit. `shares` remembers the
    # numbers of right products and of products by their columns.
    cost = 0.0
    for factor, price in (("size", "piece"), ("count", "each"), ("size", "each")):
        if not {factor, price, "line"} <= {*place_of} or ((factor, price) == ("size", "each") and "count" in place_of):
            continue
        columns = (place_of[factor], place_of[price], place_of["line"])
        if columns not in shares:
            full = [row for row in zip(*(values[place] for place in columns), strict=True) if None not in row]
            shares[columns] = sum(a * b == c for a, b, c in full if a is not None and b is not None), len(full)
        right, all_ = shares[columns]
        if all_:
            expected = (factor, price) != ("size", "each")
            share = right / all_
            cost += 2.5 * (1 - share) - _RIGHT_PRODUCTS * share if expected else 2.0 * share
    return cost
