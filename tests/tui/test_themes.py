"""Colours of the builder's own themes: readable on every background, and distinct by meaning."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.tui.test_contrast import LEAST, contrast
from textual.color import Color
from textual.theme import Theme

from orbat.tui.themes import OWN_THEMES

BACKGROUNDS = ("background", "surface", "panel")
TEXTS = (
    "foreground", "primary", "secondary", "accent", "warning", "error", "text-success", "text-warning", "text-error",
)  # fmt: skip  # in rows
FAINT = 0.75
"""The share of the text colour in faint texts."""
MEANINGS = {"cursor": "accent", "heading": "primary", "warning": "warning", "key": "secondary", "error": "error"}
DISTINCT = 50
"""The least distance of two colours with different meanings, in steps of red, green and blue."""

themes = pytest.mark.parametrize("theme", OWN_THEMES, ids=lambda theme: theme.name)


def colours(theme: Theme) -> dict[str, Color]:
    """The colours of a theme by name."""
    made = theme.to_color_system().generate()
    return {name: Color.parse(made[name]) for name in (*BACKGROUNDS, *TEXTS)}


@themes
def test_every_text_is_readable_on_every_background(theme: Theme) -> None:
    """Faint texts too, and the cursor's text on the cursor."""
    found = colours(theme)
    pairs = [(text, found[text], found[back]) for text in TEXTS for back in BACKGROUNDS]
    pairs += [("faint", found[back].blend(found["foreground"], FAINT), found[back]) for back in BACKGROUNDS]
    pairs += [("cursor", found["background"], found["accent"])]
    low = {text for text, one, other in pairs if contrast(one.rich_color, other.rich_color) < LEAST}
    assert low == set()


@themes
def test_colours_with_different_meanings_differ(theme: Theme) -> None:
    found = colours(theme)
    for one, other in combinations(MEANINGS, 2):
        left, right = found[MEANINGS[one]], found[MEANINGS[other]]
        away = sum((a - b) ** 2 for a, b in zip(left.rgb, right.rgb, strict=True)) ** 0.5
        assert away >= DISTINCT, (one, other)


def test_one_theme_is_light_and_one_is_dark() -> None:
    assert [theme.dark for theme in OWN_THEMES] == [False, True]
