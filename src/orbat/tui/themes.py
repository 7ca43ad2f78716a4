"""The builder's own themes: the light `campaign map` and the dark `bivouac`."""

from __future__ import annotations

from textual.theme import Theme

CAMPAIGN = Theme(
    name="campaign-map",
    primary="#7a4a1e",
    secondary="#4a684d",
    warning="#7a4d00",
    error="#9c1f1f",
    success="#2f6b2f",
    accent="#80450a",
    foreground="#2b2115",
    background="#f3ead7",
    surface="#ebdfc6",
    panel="#dfd0b0",
    dark=False,
)
BIVOUAC = Theme(
    name="bivouac",
    primary="#d8a657",
    secondary="#8fae86",
    warning="#e0b050",
    error="#ef7f6f",
    success="#9ccb84",
    accent="#e3b96b",
    foreground="#eadfca",
    background="#1d1a15",
    surface="#26221b",
    panel="#332d23",
    dark=True,
)
OWN_THEMES = (BIVOUAC, CAMPAIGN)
"""The builder's own themes; the first is the default."""


def is_readable(name: str) -> bool:
    """Whether the builder offers this theme."""
    # Textual cannot make lighter or darker shades of the terminal's own colours.
    return "ansi" not in name
