"""Recalculating the formulas of workbooks."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from orbat.documents.formulas import Calculator, NotCalculatedError, OtherFileError, is_same

SHEETS: Mapping[str, Mapping[tuple[int, int], float | str | bool | None]] = {
    "Army": {(1, 1): "7th", (1, 2): 16.0, (1, 3): 4.0, (2, 1): "33rd", (2, 2): 12.0, (2, 3): 3.0, (3, 1): None},
    "My prices": {(1, 1): "line", (1, 2): 3.0, (2, 1): "guards", (2, 2): 5.0},
}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=9+9", 18.0),
        ("=-2^2", 4.0),
        ("=1+2*3-4/2", 5.0),
        ("=50%*B1", 8.0),
        ("=SUM(B1:B2)+SUM(C1,C2,1)", 36.0),
        ("=SUM(B:B)", 28.0),
        ("=$B$1*'My prices'!B2", 80.0),
        ("=SUMPRODUCT(B1:B2,C1:C2)", 100.0),
        ('=IF(B1>=16,"big","small")', "big"),
        ("=IF(B1=0,1/0,2)", 2.0),
        ('=IFERROR(1/0,"none")', "none"),
        ("=VLOOKUP(\"guards\",'My prices'!A1:B2,2,FALSE)", 5.0),
        ("=INDEX('My prices'!B1:B2,MATCH(\"guards\",'My prices'!A1:A2,0))", 5.0),
        ('=SUMIF(A1:A2,"33rd",B1:B2)', 12.0),
        ('=COUNTIF(B1:B2,">12")', 1.0),
        ("=ROUND(2.5,0)+ROUNDUP(2.1,0)+INT(2.9)", 8.0),
        ('=A1&" "&B1', "7th 16"),
        ("=AND(B1>1,TRUE)", True),
        ("=SUBTOTAL(9,B1:B2)", 28.0),
    ],
)
def test_simple_formulas_are_calculated(formula: str, value: float | str) -> None:
    assert Calculator(SHEETS).calculate(formula, "Army") == value


@pytest.mark.parametrize(
    "formula",
    [
        "=NOW()",
        "=MyName",
        "=B1:B2",
        "=1/0",
        "=1+",
        "=(((",
        "=SUM(B1:XFD9999999)",
        "={1,2}",
        "=Gone!A1",
        "=" + "(" * 99,
        "=VLOOKUP(1,A1:B2,2)",
        "=9^9999",
        "=" + "1+" * 2000 + "1",
        "=SUM(B1:",
        "=INDEX(A1:B2,9)",
        '="a"+1',
        "=ROUND(1,)x",
        "=ROUND(1,1000000000)",
    ],
)
def test_other_formulas_are_not_calculated(formula: str) -> None:
    with pytest.raises(NotCalculatedError):
        Calculator(SHEETS).calculate(formula, "Army")


@pytest.mark.parametrize("formula", ["='[other.xlsx]Army'!B9", "=[1]Army!B9+1", "='file:///tmp/a.ods'#$Army.B9"])
def test_references_to_other_files_are_recognised(formula: str) -> None:
    with pytest.raises(OtherFileError):
        Calculator(SHEETS).calculate(formula, "Army")


def test_rounding_is_no_difference() -> None:
    assert is_same(0.1 + 0.2, 0.3)
    assert is_same(None, 0.0)
    assert not is_same(16.0, 18.0)
    assert not is_same(16.0, "16")


def test_formulas_that_look_at_very_many_cells_are_not_calculated() -> None:
    calculator = Calculator(SHEETS, limit=5)
    assert calculator.calculate("=SUM(B1:B5)", "Army") == 28.0
    with pytest.raises(NotCalculatedError):
        calculator.calculate("=SUM(B1:B2)", "Army")
