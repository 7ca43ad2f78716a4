"""Recalculate simple formulas of workbooks, to compare the results with the saved values.

Arithmetic, comparisons, references within the workbook and the functions in `_FUNCTIONS` are supported. Anything else
raises `NotCalculatedError`. A formula uses the saved values of other cells. So a wrong saved value is reported only at
its own formula, not at formulas that use the value. Numbers are floats, as in spreadsheets; no points are calculated
here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

Scalar: TypeAlias = float | str | bool | None
Place: TypeAlias = tuple[int, int]
"""Row and column of a cell, from 1."""
Sheets: TypeAlias = Mapping[str, Mapping[Place, Scalar]]
"""The saved values of the cells, by sheet."""

MAX_FORMULA = 2_000
"""Maximum length of a formula, in characters."""
_MAX_DEPTH = 40
_MAX_CELLS = 20_000
"""Maximum number of cells in a range."""
_MAX_DIGITS = 15
"""Maximum number of decimal places to which a number is rounded."""


class NotCalculatedError(Exception):
    """Raised for a formula that orbat cannot calculate."""


class OtherFileError(NotCalculatedError):
    """The formula refers to another file."""


class _CellError(Exception):
    """Raised if a formula gives an error, such as a division by zero."""


class _Block:
    def __init__(self, rows: list[list[Scalar]]) -> None:
        self.rows = rows

    def values(self) -> Iterator[Scalar]:
        return (value for row in self.rows for value in row)


_Value: TypeAlias = Scalar | _Block
_Node: TypeAlias = Callable[[], _Value]

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)(?![\w!:])
    |(?P<text>"(?:[^"]|"")*")
    |(?P<sheet>'(?:[^']|'')+'|[^\W\d][\w.]*)!(?=\$?[A-Za-z])
    |(?P<ref>\$?[A-Za-z]{1,3}\$?\d{1,7}(?!\w|\())
    |(?P<column>\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?!\w|\())
    |(?P<call>[A-Za-z][A-Za-z0-9._]*)\(
    |(?P<word>[A-Za-z_\\][\w.]*)
    |(?P<sign><>|<=|>=|[-+*/^&%=<>(),;:{}])
    )""",
    re.VERBOSE,
)
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_OTHER_FILE = re.compile(r"'[^']*\[[^']*'!|\[[^\]\[:]+\][^!\s]*!|'(?:file|https?):", re.IGNORECASE)
_REF = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})\Z")


class Calculator:
    """Calculates the formulas of a workbook, up to `limit` cells in total."""

    def __init__(self, sheets: Sheets, limit: int = 300_000) -> None:
        self._sheets = sheets
        self._limit = limit
        self._looked_at = 0

    def calculate(self, formula: str, sheet: str) -> Scalar:
        """Calculate a formula in a cell of `sheet`.

        Raises OtherFileError for a reference to another file, and NotCalculatedError for anything unsupported.
        """
        if len(formula) > MAX_FORMULA:
            raise NotCalculatedError
        if _OTHER_FILE.search(_QUOTED.sub("", formula)):
            raise OtherFileError
        try:
            return _scalar(_Parser(formula.removeprefix("="), sheet, self).parse()())
        except NotCalculatedError:
            raise
        except Exception as error:  # a wrong formula can fail in many ways, such as a missing argument
            raise NotCalculatedError from error

    def cells(self, sheet: str) -> Mapping[Place, Scalar]:
        """The saved values of a sheet."""
        found = self._sheets.get(sheet)
        if found is None:
            raise NotCalculatedError
        return found

    def block(self, sheet: str, first: Place, last: Place) -> _Block:
        """The values of a range. If `last` has row 0, the range ends with the sheet's last row."""
        cells = self.cells(sheet)
        if not last[0]:
            self._looked_at += len(cells)
            last = (max((row for row, _ in cells), default=1), last[1])
        size = (last[0] - first[0] + 1) * (last[1] - first[1] + 1)
        self._looked_at += size
        if size > _MAX_CELLS or self._looked_at > self._limit:
            raise NotCalculatedError
        columns = range(first[1], last[1] + 1)
        return _Block([[cells.get((row, column)) for column in columns] for row in range(first[0], last[0] + 1)])


def is_same(saved: Scalar, calculated: Scalar) -> bool:
    """Whether two values are equal, apart from rounding."""
    if isinstance(saved, str) or isinstance(calculated, str):
        return (saved or "") == (calculated or "")
    one, other = float(saved or 0), float(calculated or 0)
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)


def place_of(reference: str) -> Place | None:
    """Row and column of a reference such as `B3` or `$B$3`."""
    found = _REF.match(reference)
    return (int(found[2]), column_number(found[1])) if found else None


def column_number(letters: str) -> int:
    """The number of a column from its letters: `A` is 1, `AA` is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


class _Parser:
    def __init__(self, formula: str, sheet: str, calculator: Calculator) -> None:
        self._tokens = list(_tokens(formula))
        self._at = 0
        self._depth = 0
        self._sheet = sheet
        self._calculator = calculator

    def parse(self) -> _Node:
        node = self._comparison()
        if self._at < len(self._tokens):
            raise NotCalculatedError
        return node

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("", "")

    def _take(self, *signs: str) -> str:
        kind, text = self._peek()
        if kind == "sign" and text in signs:
            self._at += 1
            return text
        return ""

    def _binary(self, signs: tuple[str, ...], operand: Callable[[], _Node]) -> _Node:
        node = operand()
        while sign := self._take(*signs):
            node = _operation(sign, node, operand())
        return node

    def _comparison(self) -> _Node:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise NotCalculatedError
        node = self._binary(("=", "<>", "<", ">", "<=", ">="), self._joined)
        self._depth -= 1
        return node

    def _joined(self) -> _Node:
        return self._binary(("&",), self._sum)

    def _sum(self) -> _Node:
        return self._binary(("+", "-"), self._product)

    def _product(self) -> _Node:
        return self._binary(("*", "/"), self._power)

    def _power(self) -> _Node:
        return self._binary(("^",), self._signed)

    def _signed(self) -> _Node:
        negative = False
        while sign := self._take("-", "+"):
            negative ^= sign == "-"
        node = self._single()
        while self._take("%"):
            node = _operation("/", node, lambda: 100.0)
        return _operation("-", lambda: 0.0, node) if negative else node

    def _single(self) -> _Node:
        kind, text = self._peek()
        self._at += 1
        if kind == "number":
            number = float(text)
            return lambda: number
        if kind == "text":
            words = text[1:-1].replace('""', '"')
            return lambda: words
        if kind == "call":
            return self._call(text.upper())
        if kind == "word" and text.upper() in ("TRUE", "FALSE"):
            return lambda: text.upper() == "TRUE"
        if kind in ("sheet", "ref", "column"):
            return self._reference(kind, text)
        if (kind, text) == ("sign", "("):
            node = self._comparison()
            self._expect(")")
            return node
        raise NotCalculatedError

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise NotCalculatedError

    def _call(self, name: str) -> _Node:
        arguments: list[_Node] = []
        while not self._take(")"):
            if self._peek()[1] in (",", ";"):
                arguments.append(lambda: None)
            else:
                arguments.append(self._comparison())
            if not self._take(",", ";") and self._peek()[1] != ")":
                raise NotCalculatedError
        if name == "IF" and 2 <= len(arguments) <= 3:
            test, yes = arguments[:2]
            no: _Node = arguments[2] if len(arguments) > 2 else lambda: False
            return lambda: yes() if _number(test()) else no()
        if name == "IFERROR" and len(arguments) == 2:
            return lambda: _without_error(*arguments)
        function = _FUNCTIONS.get(name.removeprefix("_XLFN."))
        if function is None:
            raise NotCalculatedError
        return lambda: function([argument() for argument in arguments])

    def _reference(self, kind: str, text: str) -> _Node:
        sheet = self._sheet
        if kind == "sheet":
            sheet = text[1:-1].replace("''", "'") if text.startswith("'") else text
            kind, text = self._peek()
            self._at += 1
        cells, block = self._calculator.cells(sheet), self._calculator.block
        if kind == "column":
            left, _, right = text.replace("$", "").partition(":")
            columns = sorted((column_number(left), column_number(right)))
            return lambda: block(sheet, (1, columns[0]), (0, columns[1]))
        first = place_of(text) if kind == "ref" else None
        if first is None:
            raise NotCalculatedError
        if not self._take(":"):
            return lambda: cells.get(first)
        end = place_of(self._peek()[1])
        self._at += 1
        if end is None:
            raise NotCalculatedError
        top, bottom = sorted((first[0], end[0]))
        left_column, right_column = sorted((first[1], end[1]))
        return lambda: block(sheet, (top, left_column), (bottom, right_column))


def _tokens(formula: str) -> Iterator[tuple[str, str]]:
    at = 0
    formula = formula.rstrip()
    while at < len(formula):
        found = _TOKEN.match(formula, at)
        if found is None:
            raise NotCalculatedError
        yield found.lastgroup or "", found[found.lastgroup or 0]
        at = found.end()


def _scalar(value: _Value) -> Scalar:
    if not isinstance(value, _Block):
        return value
    if len(value.rows) == 1 and len(value.rows[0]) == 1:
        return value.rows[0][0]
    raise NotCalculatedError


def _number(value: _Value) -> float:
    value = _scalar(value)
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            raise _CellError from None
    return float(value or 0)


def _text(value: _Value) -> str:
    value = _scalar(value)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return f"{value:.10g}" if isinstance(value, float) else value or ""


def _operation(sign: str, left: _Node, right: _Node) -> _Node:
    return lambda: _operate(sign, left(), right())


def _operate(sign: str, left: _Value, right: _Value) -> Scalar:
    if sign == "&":
        return _text(left) + _text(right)
    if sign in _COMPARISONS:
        return _COMPARISONS[sign](_order(_scalar(left), _scalar(right)))
    one, other = _number(left), _number(right)
    if sign == "^" and abs(other) > 100:
        raise NotCalculatedError
    return float(_ARITHMETIC[sign](one, other))


_ARITHMETIC: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one / other,
    "^": math.pow,
}
_COMPARISONS: Mapping[str, Callable[[int], bool]] = {
    "=": lambda order: order == 0,
    "<>": lambda order: order != 0,
    "<": lambda order: order < 0,
    ">": lambda order: order > 0,
    "<=": lambda order: order <= 0,
    ">=": lambda order: order >= 0,
}


def _order(left: Scalar, right: Scalar) -> int:
    """Compare two values as Excel does. Returns a negative number, 0 or a positive number."""
    # Texts are greater than numbers; case is ignored.
    if isinstance(left, str) or isinstance(right, str):
        if isinstance(left, str) and isinstance(right, str):
            one, other = left.casefold(), right.casefold()
            return (one > other) - (one < other)
        if left is None or right is None:
            return int(bool(left)) - int(bool(right))
        return 1 if isinstance(left, str) else -1
    first, second = float(left or 0), float(right or 0)
    return 0 if is_same(first, second) else 1 if first > second else -1


def _without_error(value: _Node, instead: _Node) -> _Value:
    try:
        return value()
    except (_CellError, ArithmeticError):
        return instead()


# Functions. The values of ranges are numbers only if the cells are; single arguments are converted.


def _numbers(arguments: Iterable[_Value]) -> list[float]:
    found: list[float] = []
    for argument in arguments:
        if isinstance(argument, _Block):
            found += [float(one) for one in argument.values() if isinstance(one, float)]
        elif argument is not None:
            found.append(_number(argument))
    return found


def _all(arguments: Iterable[_Value]) -> Iterator[Scalar]:
    for argument in arguments:
        if isinstance(argument, _Block):
            yield from argument.values()
        else:
            yield argument


def _rounded(arguments: Sequence[_Value], rounding: Callable[[float], float]) -> float:
    number = _number(arguments[0])
    digits = int(_number(arguments[1]) if len(arguments) > 1 else 0)
    if abs(digits) > _MAX_DIGITS:
        raise NotCalculatedError
    power = 10.0**digits
    return float(rounding(round(number * power, 9)) / power)


def _half_away(number: float) -> float:
    return math.copysign(math.floor(abs(number) + 0.5), number)


def _away(number: float) -> float:
    return math.copysign(math.ceil(abs(number)), number)


def _to_multiple(arguments: Sequence[_Value], rounding: Callable[[float], float]) -> float:
    step = _number(arguments[1]) if len(arguments) > 1 else 1.0
    return rounding(round(_number(arguments[0]) / step, 9)) * step


def _matching(criterion: _Value) -> Callable[[Scalar], bool]:
    wanted = _scalar(criterion)
    sign = "="
    if isinstance(wanted, str):
        found = re.match(r"(<>|<=|>=|<|>|=)?(.*)", wanted, re.DOTALL)
        assert found is not None
        sign, rest = found[1] or "=", found[2]
        if re.search(r"[*?~]", rest):
            raise NotCalculatedError
        try:
            wanted = float(rest)
        except ValueError:
            wanted = rest
    test, target = _COMPARISONS[sign], wanted
    return lambda value: (
        value is not None and isinstance(value, str) == isinstance(target, str) and test(_order(value, target))
    )


def _sum_if(arguments: Sequence[_Value]) -> float:
    matches = _matching(arguments[1])
    tested = list(_all(arguments[:1]))
    summed = list(_all(arguments[2:3])) if len(arguments) > 2 else tested
    pairs = zip(tested, summed, strict=False)
    return math.fsum(number for value, number in pairs if matches(value) and isinstance(number, float))


def _sum_product(arguments: Sequence[_Value]) -> float:
    columns = [[one if isinstance(one, float) else 0.0 for one in _all([argument])] for argument in arguments]
    if len({len(column) for column in columns}) != 1:
        raise _CellError
    return math.fsum(math.prod(row) for row in zip(*columns, strict=True))


def _subtotal(arguments: Sequence[_Value]) -> float:
    # 9 is the sum of all rows; other numbers are averages and so on, or leave out hidden rows
    if _number(arguments[0]) != 9:
        raise NotCalculatedError
    return math.fsum(_numbers(arguments[1:]))


def _position(wanted: Scalar, values: Sequence[Scalar]) -> int:
    for at, value in enumerate(values):
        if value is not None and isinstance(value, str) == isinstance(wanted, str) and _order(value, wanted) == 0:
            return at
    raise _CellError


def _exact(argument: _Value | None) -> None:
    # without this argument, or if it is true, a lookup returns the nearest value
    if argument is None or _number(argument):
        raise NotCalculatedError


def _vertical_lookup(arguments: Sequence[_Value]) -> Scalar:
    _exact(arguments[3] if len(arguments) > 3 else None)
    block, column = arguments[1], int(_number(arguments[2])) - 1
    if not isinstance(block, _Block) or column < 0:
        raise NotCalculatedError
    at = _position(_scalar(arguments[0]), [row[0] for row in block.rows])
    return block.rows[at][column] if column < len(block.rows[at]) else None


def _match(arguments: Sequence[_Value]) -> float:
    _exact(arguments[2] if len(arguments) > 2 else None)
    return _position(_scalar(arguments[0]), list(_all(arguments[1:2]))) + 1.0


def _index(arguments: Sequence[_Value]) -> Scalar:
    block = arguments[0]
    if not isinstance(block, _Block):
        raise NotCalculatedError
    row = int(_number(arguments[1])) - 1
    column = int(_number(arguments[2])) - 1 if len(arguments) > 2 else 0
    if len(block.rows) == 1 and len(arguments) == 2:
        row, column = 0, row
    if not (0 <= row < len(block.rows) and 0 <= column < len(block.rows[row])):
        raise NotCalculatedError
    return block.rows[row][column]


def _average(arguments: Sequence[_Value]) -> float:
    numbers = _numbers(arguments)
    return math.fsum(numbers) / len(numbers)


_FUNCTIONS: Mapping[str, Callable[[Sequence[_Value]], Scalar]] = {
    "SUM": lambda given: math.fsum(_numbers(given)),
    "PRODUCT": lambda given: math.prod(_numbers(given)),
    "MIN": lambda given: min(_numbers(given), default=0.0),
    "MAX": lambda given: max(_numbers(given), default=0.0),
    "AVERAGE": _average,
    "COUNT": lambda given: float(len(_numbers(given))),
    "COUNTA": lambda given: float(sum(one is not None for one in _all(given))),
    "COUNTIF": lambda given: float(sum(map(_matching(given[1]), _all(given[:1])))),
    "SUMIF": _sum_if,
    "SUMPRODUCT": _sum_product,
    "SUBTOTAL": _subtotal,
    "ABS": lambda given: abs(_number(given[0])),
    "INT": lambda given: float(math.floor(_number(given[0]))),
    "MOD": lambda given: math.fmod(_number(given[0]), _number(given[1])),
    "ROUND": lambda given: _rounded(given, _half_away),
    "ROUNDUP": lambda given: _rounded(given, _away),
    "ROUNDDOWN": lambda given: _rounded(given, lambda number: float(math.trunc(number))),
    "TRUNC": lambda given: _rounded(given, lambda number: float(math.trunc(number))),
    "CEILING": lambda given: _to_multiple(given, lambda number: float(math.ceil(number))),
    "FLOOR": lambda given: _to_multiple(given, lambda number: float(math.floor(number))),
    "AND": lambda given: all(_number(one) for one in _all(given) if one is not None),
    "OR": lambda given: any(_number(one) for one in _all(given) if one is not None),
    "NOT": lambda given: not _number(given[0]),
    "N": lambda given: 0.0 if isinstance(_scalar(given[0]), str) else _number(given[0]),
    "ISBLANK": lambda given: _scalar(given[0]) is None,
    "VLOOKUP": _vertical_lookup,
    "MATCH": _match,
    "INDEX": _index,
    "CONCATENATE": lambda given: "".join(map(_text, given)),
    "CONCAT": lambda given: "".join(_text(one) for one in _all(given)),
    "LEN": lambda given: float(len(_text(given[0]))),
    "TRIM": lambda given: " ".join(_text(given[0]).split()),
    "UPPER": lambda given: _text(given[0]).upper(),
    "LOWER": lambda given: _text(given[0]).lower(),
    "LEFT": lambda given: _text(given[0])[: int(_number(given[1])) if len(given) > 1 else 1],
    "VALUE": lambda given: _number(given[0]),
}
