"""Parts of HTML. Every text from a file goes through `text` or `name`."""

from __future__ import annotations

import html
from collections.abc import Iterable

from orbat.model.path import OrbatPath
from orbat.model.text_words import visible


def text(words: str) -> str:
    """A text, escaped for elements and attributes. Control and invisible characters are replaced."""
    return html.escape(" ".join(visible(words).split()))


def name(words: str) -> str:
    """A name that a player chose, escaped. Its writing direction does not affect the text around it."""
    return f"<bdi>{text(words)}</bdi>"


def line(tag: str, words: str, classes: str = "") -> str:
    """An element with a text, or "" without text. The text is escaped."""
    given = f' class="{classes}"' if classes else ""
    return f"<{tag}{given}>{text(words)}</{tag}>" if words else ""


def lines(parts: Iterable[str]) -> str:
    """Join parts with line breaks. Empty parts are left out."""
    return "\n".join(part for part in parts if part)


def element_id(prefix: str, path: OrbatPath) -> str:
    """The id of an element for a part of the ORBAT: `unit-formations-0-units-3`."""
    return "-".join((prefix, *map(str, path)))
