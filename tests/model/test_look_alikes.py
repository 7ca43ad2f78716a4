"""Names that look alike are compared as readers see them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from orbat.model.look_alikes import (
    character_words,
    difference_words,
    foreign_letters,
    hidden_characters,
    is_same_spelling,
    name_key,
    with_latin_letters,
)
from orbat.model.text_words import visible

FUSILIERS = "7th Royal Fusiliers"


@pytest.mark.parametrize(
    "name",
    [
        " 7th  Royal Fusiliers.",
        "7TH ROYAL FUSILIERS",
        "7th (Royal Fusiliers)",
        "7th R\u00f3yal Fusiliers",
        "\uff17th Royal Fusiliers",
        "7th\u00a0Royal\u2003Fusiliers",
    ],
)
def test_visible_differences_do_not_count(name: str) -> None:
    assert name_key(name) == name_key(FUSILIERS)
    assert is_same_spelling(name, FUSILIERS)


@pytest.mark.parametrize(
    ("name", "difference"),
    [
        ("7th R\u043eyal Fusiliers", "Cyrillic \u043e in place of o"),
        ("7th R\u03bfyal Fusiliers", "Greek \u03bf in place of o"),
        ("7th Royal\u200b Fusiliers", "zero width space added"),
        ("7th Roy\u00adal Fusiliers", "soft hyphen added"),
        ("7th RoyaI Fusiliers", "I in place of l"),
        ("7th R0yal Fusi1iers", "0 in place of o and 1 in place of l"),
        ("7th Royal\ufe0e Fusiliers", "variation selector-15 added"),
    ],
)
def test_look_alike_characters_are_named(name: str, difference: str) -> None:
    assert name_key(name) == name_key(FUSILIERS)
    assert not is_same_spelling(name, FUSILIERS)
    assert difference_words(name, FUSILIERS) == difference


@pytest.mark.parametrize(
    ("name", "other"), [("1st", "lst"), ("20th", "2Oth"), ("Imperial", "lmperial"), ("Tom", "Torn")]
)
def test_ascii_letters_look_alike_in_words(name: str, other: str) -> None:
    assert name_key(name) == name_key(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("II Bn", "11 Bn"),
        ("1o Reggimento", "10 Reggimento"),
        ("1/7th Foot", "17th Foot"),
        ("Hill", "Hull"),
        ("Vladimir, 1st Bn", "Vladimir, 2nd Bn"),
        ("\u2605", "\u2605\u2605"),
        ("\u0412\u043b\u0430\u0434\u0438\u043c\u0438\u0440", "Vladimir"),
    ],
)
def test_different_names_stay_different(name: str, other: str) -> None:
    assert name_key(name) != name_key(other)


@pytest.mark.parametrize(
    "name", ["\u0420\u041e\u0422\u0410 \u0412\u041a\u041c\u041d\u0422\u0417", "\u03a9\u03b4\u03b5\u03af\u03bf\u03bd"]
)
def test_capitals_do_not_count_in_other_scripts(name: str) -> None:
    assert name_key(name.lower()) == name_key(name) == name_key(name.upper())


def test_hidden_characters_are_the_ones_that_are_shown_as_boxes() -> None:
    """Each is named with its position. `visible` replaces the same ones."""
    text = "a\u200bb\u202ec\ue000d\ufe0fe\U000e0041f\u115fg\x1bh\ti"
    assert [one.position for one in hidden_characters(text)] == [*range(2, 18, 2)]
    assert visible(text) == "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffdg\ufffdh i"
    words = [one.words for one in hidden_characters(text)]
    assert words[:3] == [
        "zero width space (character 2)",
        "right-to-left override (character 4)",
        "U+E000 (character 6)",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\u2694\ufe0f \U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "Zoe\u0308 \u00c7anakkale \u0131\u015f\u0131k \u0130zmir",
    ],
)
def test_emoji_and_scripts_that_need_joiners_have_no_hidden_characters(text: str) -> None:
    assert not [*hidden_characters(text)]
    assert visible(text) == text


def test_line_breaks_are_hidden_in_names_only() -> None:
    assert [character_words(one.char) for one in hidden_characters("a\nb")] == ["line break"]
    assert not [*hidden_characters("a\nb\tc", multiline=True)]


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("Zou\u0430ves", [4]),
        ("3e Zouaves, \u0410", [13]),
        ("\u0410\u0437\u043e\u0432\u0441\u043a\u0438\u0439 regiment", []),
        ("\u0412\u043b\u0430\u0434\u0438\u043c\u0438\u0440", []),
        ("Stra\u00dfe \u0141\u00f3d\u017a \u00c6gir \u2163, 1\u00aa", []),
    ],
)
def test_foreign_letters_that_look_latin(text: str, positions: list[int]) -> None:
    assert [one.position for one in foreign_letters(text)] == positions


def test_typed_words_are_read_as_they_look() -> None:
    assert with_latin_letters("Zou\u0430ves") == "Zouaves"
    assert (
        with_latin_letters("\u0431\u0430\u0442\u0430\u043b\u044c\u043e\u043d")
        == "\u0431\u0430\u0442\u0430\u043b\u044c\u043e\u043d"
    )


def test_the_table_of_look_alikes_is_loaded_only_for_other_scripts() -> None:
    """Loading it takes longer than a check."""
    program = (
        "import sys; from orbat.model.look_alikes import name_key, foreign_letters\n"
        "name_key('Zo\\u00eblle R0yal'); list(foreign_letters('Zo\\u00eblle'))\n"
        "assert 'confusable_homoglyphs' not in sys.modules\n"
        "name_key('Zo\\u0430ves'); assert 'confusable_homoglyphs' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_long_names_are_compared_quickly() -> None:
    """Only the first difference and what follows it is compared."""
    name, other = "ab" * 2000, "ab" * 1900 + "\u0430b" * 100
    assert name_key(name) == name_key(other)
    assert difference_words(other, name) == "Cyrillic \u0430 in place of a"
