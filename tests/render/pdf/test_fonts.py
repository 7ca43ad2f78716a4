from __future__ import annotations

import pytest

from orbat.render.pdf.fonts import (
    Style,
    clip,
    drawable,
    figure_spacing,
    measure,
    measure_figures,
    missing_letters,
    wrap,
)

PLAIN = Style("regular", 10, 12)


@pytest.mark.parametrize("text", ["Севастополь", "İıŞşĞğ Çöü", "½ № é ł ×–—’…", "Ωμέγα", "<b>&amp;", "7/3"])
def test_letters_of_the_font_are_unchanged(text: str) -> None:
    assert drawable(text) == text


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("中", "[U+4E2D]"),
        ("😀", "[U+1F600]"),
        ("a\u202eb", "a[U+202E]b"),
        ("a\x07b", "a[U+0007]b"),
        ("a\u00adb\u200b", "a[U+00AD]b[U+200B]"),
        ("\ud800", "[U+D800]"),
        ("a\tb\nc\u00a0d", "a b c d"),
        ("e\u0301", "é"),
    ],
)
def test_missing_letters_are_shown_as_codes(text: str, drawn: str) -> None:
    assert drawable(text) == drawn
    assert bool(missing_letters(text)) == ("[U+" in drawn)


def test_each_missing_letter_is_named_once() -> None:
    assert missing_letters("中 army 中軍") == ("中", "軍")


@pytest.mark.parametrize("face", ["regular", "bold", "italic"])
def test_every_face_has_widths_for_drawable_text(face: str) -> None:
    style = Style(face, 10, 12)  # type: ignore[arg-type]  # the parameter is one of the faces
    assert all(measure(letter, style) > 0 for letter in drawable("Севастополь İıŞşĞğ ½№éł中") if letter != " ")


def test_lines_are_broken_at_spaces_without_loss() -> None:
    text = "7th Royal Fusiliers of the Light Division under Lacy Yea"
    lines = wrap(text, PLAIN, 90)
    assert len(lines) > 1
    assert " ".join(lines) == text
    assert all(measure(line, PLAIN) <= 90 for line in lines)


def test_a_long_word_is_split() -> None:
    lines = wrap("W" * 90, PLAIN, 100)
    assert "".join(lines) == "W" * 90
    assert all(measure(line, PLAIN) <= 100 for line in lines)


def test_the_code_of_a_letter_is_not_split() -> None:
    lines = wrap("中" * 30, PLAIN, 100)
    assert "".join(lines) == "[U+4E2D]" * 30
    assert all(line.endswith("]") for line in lines)


def test_empty_text_has_no_lines() -> None:
    assert wrap("", PLAIN, 100) == ()
    assert wrap(" \n ", PLAIN, 100) == ()


def test_clipped_text_ends_with_an_ellipsis_and_fits() -> None:
    assert clip("short", PLAIN, 100) == "short"
    clipped = clip("a title that goes on and on and on", PLAIN, 60)
    assert clipped.endswith("…")
    assert measure(clipped, PLAIN) <= 60


def test_digits_have_equal_width() -> None:
    assert measure_figures("111", PLAIN) == pytest.approx(measure_figures("000", PLAIN))
    before, after = figure_spacing("101", PLAIN)
    assert before + sum(after) + measure("101", PLAIN) == pytest.approx(
        measure_figures("101", PLAIN),
    )
