"""Exact points: integers and fractions, never floats."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Annotated, TypeVar

from orbat.model.record import Scalar

Number = TypeVar("Number", int, int | Fraction)

MAX_NUMBER = 1_000_000
"""Maximum number of points, stands or guns in a file. A larger number is probably a typing error."""
_MAX_DECIMALS = 18
"""Maximum number of decimal places. Converting a number with a million decimal places to a fraction takes minutes."""


def exact(value: int | Fraction | Decimal) -> int | Fraction:
    """Convert a number to an int if possible, otherwise to a Fraction."""
    if type(value) is int:
        return value
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else number


def is_plausible(number: int | Fraction) -> bool:
    """Whether a number is between -MAX_NUMBER and MAX_NUMBER."""
    return -MAX_NUMBER <= number <= MAX_NUMBER


def bounded(number: Number) -> Number:
    """Return the number unchanged. Raises ValueError for an implausible number (see `is_plausible`)."""
    if not is_plausible(number):
        raise ValueError(f"should be at most {MAX_NUMBER}")
    return number


def round_half_up(number: int | Fraction) -> int:
    """Round to the nearest whole number. Halves are rounded up."""
    return floor(number + Fraction(1, 2))


def show(points: int | Fraction) -> str:
    """Points as text: `32`, `0.3`, or `7/3` if the decimal does not end."""
    if isinstance(points, int):
        return str(points)
    if points.denominator == 1:
        return str(points.numerator)
    twos_and_fives = points.denominator
    for prime in (2, 5):
        while twos_and_fives % prime == 0:
            twos_and_fives //= prime
    if twos_and_fives != 1:
        return f"{points.numerator}/{points.denominator}"
    return str(Decimal(points.numerator) / Decimal(points.denominator))


def decimal_text(number: Decimal) -> str:
    """A decimal number as text, without an exponent or trailing zeros."""
    return f"{number.normalize():f}"


def percent(part: int | Fraction, whole: int | Fraction) -> str:
    """A share in per cent, to one decimal place, for display."""
    if not whole:
        return "0 %"
    tenths = round(Fraction(part) * 1000 / Fraction(whole))
    return f"{tenths // 10}.{tenths % 10} %"


def _read_points(raw: object) -> int | Fraction:
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal):
        raise ValueError("should be a number of points, such as 60 or 1.5")
    if isinstance(raw, Decimal) and not _is_convertible(raw):
        raise ValueError(f"should have at most {_MAX_DECIMALS} decimal places")
    if not 0 <= raw <= MAX_NUMBER:
        raise ValueError(f"should be between 0 and {MAX_NUMBER} points")
    return exact(raw)


def _is_convertible(number: Decimal) -> bool:
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and -_MAX_DECIMALS <= exponent <= _MAX_DECIMALS


def _read_change(raw: object) -> int | Fraction:
    is_long = isinstance(raw, Decimal) and not _is_convertible(raw)
    if isinstance(raw, bool) or is_long or not isinstance(raw, int | Decimal) or not -MAX_NUMBER <= raw <= MAX_NUMBER:
        raise ValueError(f"should be a number of points between -{MAX_NUMBER} and {MAX_NUMBER}")
    return exact(raw)


def _read_fraction(raw: object) -> int | Fraction:
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= MAX_NUMBER:
        return raw
    if isinstance(raw, str):
        top, slash, bottom = raw.partition("/")
        if slash and top.isdecimal() and bottom.isdecimal() and len(raw) < 16 and int(bottom):
            return Fraction(int(top), int(bottom))
    raise ValueError("should be a whole number, or a share written as a fraction such as 1/3")


def _whole(least: int) -> Scalar:
    def read(raw: object) -> int:
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise ValueError("should be a whole number")
        if not least <= raw <= MAX_NUMBER:
            raise ValueError(f"should be between {least} and {MAX_NUMBER}")
        return raw

    return Scalar(read, {"type": "integer", "minimum": least, "maximum": MAX_NUMBER})


def _read_range(raw: object) -> tuple[int, int]:
    least, most = raw if isinstance(raw, list) and len(raw) == 2 else (raw, raw)
    if type(least) is int and type(most) is int and 0 <= least <= most <= MAX_NUMBER:
        return least, most
    raise ValueError("should be a whole number, or the minimum and maximum, such as [3, 4]")


Points = Annotated[int | Fraction, Scalar(_read_points, {"type": "number", "minimum": 0, "maximum": MAX_NUMBER})]
Change = Annotated[
    int | Fraction, Scalar(_read_change, {"type": "number", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER})
]
Bound = Annotated[
    int | Fraction,
    Scalar(
        _read_fraction,
        {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+/[1-9][0-9]*$"}]},
    ),
]


def _read_month(raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or not 1 <= raw <= 12:
        raise ValueError("should be the number of a month, from 1 to 12")
    return raw


Month = Annotated[int, Scalar(_read_month, {"type": "integer", "minimum": 1, "maximum": 12})]
Count = Annotated[int, _whole(1)]
WholeNumber = Annotated[int, _whole(0)]
Range = Annotated[
    tuple[int, int],
    Scalar(
        _read_range,
        {
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
            ]
        },
    ),
]
