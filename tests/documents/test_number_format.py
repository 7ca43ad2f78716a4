"""Number formats that display another value than the cell holds."""

from __future__ import annotations

import pytest

from orbat.documents.number_format import number_display, text_display


@pytest.mark.parametrize(
    ("number", "code", "shown"),
    [
        (16, '"24"', "24"),
        (16, '0"0"', "160"),
        (16, '"2"0', "216"),
        (16, "\\2\\4", "24"),
        (16, "0\\.0", "16."),
        (16000, "0,", "16"),
        (16, ";;;", ""),
        (16, '[>10]"24";0', "24"),
        (16, '[=16]"18";General', "18"),
        (16, 'General"0"', "160"),
        (-16, "0;0", "16"),
        (0, '0;0;"16"', "16"),
        (16, "0%", "1600%"),
        (15.6, "0", "16"),
        (15.6, "#,##0", "16"),
        (16, "[White]0", ""),
        (24, "d", "day 24"),
    ],
)
def test_another_value_is_displayed(number: float, code: str, shown: str) -> None:
    assert number_display(number, code) == shown


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (16, "General"),
        (16, "@"),
        (16, "0"),
        (16.25, "0.0"),
        (1600, "#,##0"),
        (16, '0 "points"'),
        (16, '#,##0" pts"'),
        (-16, "#,##0;[Red]-#,##0"),
        (-16, "#,##0;[Red]#,##0"),
        (-16, "#,##0_);(#,##0)"),
        (16, '_-* #,##0_-;-* #,##0_-;_-* "-"??_-;_-@_-'),
        (0, '_-* #,##0_-;-* #,##0_-;_-* "-"??_-;_-@_-'),
        (0, "0;-0;;@"),
        (43000, "dd/mm/yyyy"),
        (0.35, "0%"),
        (16.5, "# ?/?"),
        (16, "000"),
        (16, "[$€-2] #,##0"),
        (16, "0.00E+00"),
        (5, '"x "0'),
    ],
)
def test_ordinary_formats_display_the_value(number: float, code: str) -> None:
    assert number_display(number, code) is None


def test_rounding_of_a_calculated_value_is_ordinary() -> None:
    assert number_display(15.6, "0", rounded=True) is None
    assert number_display(15.6, "#,##0", rounded=True) is None


@pytest.mark.parametrize(
    ("code", "shown"),
    [(";;;", ""), ('0;0;0;"18 stands"', "18 stands"), ('@" +2"', "16 stands +2"), ("@", None), ('0;0;0;@" pts"', None)],
)
def test_texts_can_be_displayed_as_another_text(code: str, shown: str | None) -> None:
    assert text_display("16 stands", code) == shown


@pytest.mark.parametrize("code", ["[", '"', "\\", "_", "*", "[[", ";" * 300, "[>]0", "[>1.2.3]0", "0" * 300, '"' * 301])
def test_damaged_formats_never_raise(code: str) -> None:
    number_display(16, code)
    text_display("16", code)
