"""The builder's own themes: the light `campaign map` and the dark `bivouac`."""

from __future__ import annotations

from textual.theme import Theme

CAMPAIGN = Theme(
    name="campaign-map",
    primary="#1f4568",
    secondary="#33623a",
    warning="#7a4d00",
    error="#9c1f1f",
    success="#2f6b2f",
    accent="#6b2c5f",
    foreground="#2b2115",
    background="#f3ead7",
    surface="#ebdfc6",
    panel="#dfd0b0",
    dark=False,
)
BIVOUAC = Theme(
    name="bivouac",
    primary="#8fb7d6",
    secondary="#93bd88",
    warning="#e0b050",
    error="#ef7f6f",
    success="#9ccb84",
    accent="#cf9fd6",
    foreground="#eadfca",
    background="#1d1a15",
    surface="#26221b",
    panel="#332d23",
    dark=True,
)
OWN_THEMES = (CAMPAIGN, BIVOUAC)
"""The builder's own themes. Headings, key hints, warnings and the cursor each have their own colour."""


def default_theme(color_system: str | None) -> str:
    """The default theme's name: light if the terminal has 16 million colours, otherwise dark."""
    return (CAMPAIGN if color_system == "truecolor" else BIVOUAC).name


def is_readable(name: str) -> bool:
    """Whether all texts are readable in a theme. The builder does not offer other themes."""
    # Textual cannot make lighter or darker shades of the terminal's own colours.
    return "ansi" not in name
