"""Number formats of workbook cells. Does a cell display another value than it contains?

Formats such as `0.00`, `#,##0 "points"` or dates are ordinary: they display the value. `"24"` and `0"0"` display
another value, `0,` displays thousands, and `;;;` displays nothing.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping

from orbat.model.record import Value

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]|(?P<general>general)|'
    r"(?P<exponent>E[+-])|(?P<digits>[0#?]+)|(?P<date>[ymdhsb]+|am/pm|a/p)|(?P<plain>.)",
    re.IGNORECASE | re.DOTALL,
)
_SECTION = re.compile(r'(?:"[^"]*"?|\\.|[_*].|\[[^\]]*\]|[^;"\\_*\[]|[\\_*\[])*', re.DOTALL)
_CONDITION = re.compile(r"(<>|<=|>=|<|>|=)(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)\Z")
_TESTS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "<>": operator.ne,
}
_COLOURS = frozenset(["black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"])
_MISLEADING = frozenset(".,:/x")
"""Literal characters that change a number if they are between its digits."""
_EARLIEST_DATE = 3_000
"""A number below this day (in 1908) is not meant as a date. A date format displays such a number as another number."""
_MAX_CODE = 255


class _Section(Value):
    """One section of a number format, such as `0.00` in `0.00;[Red]-0.00`."""

    before: str = ""
    """Literal text before the digits."""
    between: str = ""
    """Literal text between the digits."""
    after: str = ""
    """Literal text after the digits."""
    digits: bool = False
    general: bool = False
    text: bool = False
    date: bool = False
    decimals: int = 0
    percent: int = 0
    exponent: bool = False
    fraction: bool = False
    scale: int = 0
    """The number of commas at the end. Each comma divides the number by a thousand."""
    colours: tuple[str, ...] = ()
    condition: str = ""

    @property
    def literals(self) -> str:
        return f"{self.before}{self.between}{self.after}"


def number_display(number: float, code: str, *, rounded: bool = False) -> str | None:
    """The text that a number format displays instead of a number, such as `24` for the format `"24"`.

    None if the number is displayed, "" if nothing is displayed.
    """
    if code.casefold() in ("", "general", "@", "0", "0.00"):
        return None if rounded or code != "0" or number == int(number) else str(_half_away(number))
    sections = [_taken_apart(found) for found in _sections(code[:_MAX_CODE])]
    at = _chosen(sections, number)
    section = sections[at]
    if "white" in section.colours:
        return ""
    if section.date and not section.digits:
        return f"day {number:g}" if 0 < number < _EARLIEST_DATE else None
    if not (section.digits or section.general or section.text):
        shown = section.literals.strip()
        return None if number == 0 and not _has_digit(shown) else shown
    shown = _shown(number, section, signed=at != 1 or len(sections) == 1)
    hidden_sign = number < 0 and at == 1 and not section.colours and not {"-", "("} & {*section.literals}
    misleading = _has_digit(section.literals) or bool(_MISLEADING & {*section.between})
    multiplied = section.percent and abs(number) >= 1
    # With `rounded`, a number counts as displayed if the cell rounds it to a whole number.
    cut = not rounded and section.digits and _is_whole(section) and number != int(number)
    return shown if misleading or hidden_sign or (section.scale and number) or multiplied or cut else None


def text_display(text: str, code: str) -> str | None:
    """The text that a number format displays instead of a cell's text.

    None if the cell's text is displayed, "" if nothing is displayed.
    """
    if "@" not in code and code.count(";") < 3:
        return None
    section = _taken_apart(_sections(code[:_MAX_CODE])[-1])
    if not section.text:
        return section.literals.strip()
    return f"{section.before}{text}{section.after}" if _has_digit(section.literals) else None


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_whole(section: _Section) -> bool:
    parts = section.decimals or section.percent or section.exponent or section.fraction
    return not (parts or section.between or section.scale)


def _sections(code: str) -> list[str]:
    found: list[str] = []
    at = 0
    while at <= len(code):
        match = _SECTION.match(code, at)
        end = match.end() if match else at
        found.append(code[at:end])
        at = end + 1
    return found[:4]


def _chosen(sections: list[_Section], number: float) -> int:
    if any(section.condition for section in sections):
        for at, section in enumerate(sections):
            found = _CONDITION.match(section.condition)
            if found is None or _TESTS[found[1]](number, float(found[2])):
                return at
        return len(sections) - 1
    wanted = 1 if number < 0 else 2 if number == 0 else 0
    return wanted if wanted < len(sections) else 0


def _taken_apart(code: str) -> _Section:
    literals = ["", "", ""]
    pending = ""
    has_digits = general = text = date = exponent = point = False
    decimals = percent = commas = 0
    colours: list[str] = []
    condition = ""
    for found in _TOKEN.finditer(code):
        kind, part = found.lastgroup or "", found[0]
        if kind == "digits":
            literals[1] += pending
            pending = ""
            has_digits, commas = True, 0
            decimals += len(part) if point else 0
        elif kind in ("general", "exponent", "date"):
            general, exponent, date = (
                general or kind == "general",
                exponent or kind == "exponent",
                date or kind == "date",
            )
            has_digits = has_digits or kind == "general"
        elif kind == "bracket":
            word = found["bracket"]
            if word.casefold() in _COLOURS:
                colours.append(word.casefold())
            elif _CONDITION.match(word):
                condition = word
            elif word.startswith("$"):
                part = word[1:].partition("-")[0]
                pending, literals[0] = (pending + part, literals[0]) if has_digits else (pending, literals[0] + part)
        elif kind in ("quoted", "escaped", "plain"):
            if kind == "plain" and part in ",.@%":
                commas += part == "," and has_digits
                point = point or (part == "." and not pending)
                text, percent = text or part == "@", percent + (part == "%")
                has_digits = has_digits or part == "@"
                continue
            words = found[kind]
            if has_digits:
                pending += words
            else:
                literals[0] += words
    literals[2] = pending
    fraction = _is_fraction(code)
    between = "" if fraction else literals[1]
    return _Section(
        literals[0],
        between,
        literals[2],
        digits=has_digits and not text and not general,
        general=general,
        text=text,
        date=date and not general,
        decimals=decimals,
        percent=percent,
        exponent=exponent,
        fraction=fraction,
        scale=commas,
        colours=tuple(colours),
        condition=condition,
    )


def _is_fraction(code: str) -> bool:
    return bool(re.search(r"[#?0]/[#?0-9]", code))


def _half_away(number: float) -> int:
    return int(math.copysign(math.floor(abs(number) + 0.5), number))


def _shown(number: float, section: _Section, *, signed: bool) -> str:
    value = number / 1000**section.scale * 100**section.percent
    if not signed:
        value = abs(value)
    digits = f"{value:g}" if section.general else f"{value:.{min(section.decimals, 9)}f}"
    if not section.decimals and section.digits:
        digits = str(_half_away(value))
    percent = "%" if section.percent else ""
    return f"{section.before}{digits}{section.between}{percent}{section.after}".strip()
