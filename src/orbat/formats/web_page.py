"""The ORBAT in a web page that orbat wrote: JSON in a script element, which browsers do not run."""

from __future__ import annotations

from orbat.model.orbat import Orbat
from orbat.model.record import Value

_START = '<script type="application/json" id="orbat-data">'
_END = "</script>"


class WebPage(Value):
    """A web page with an ORBAT."""

    json: str
    """The ORBAT as JSON. Empty lines before it keep the line numbers of the page."""
    rest: str
    """The page without the ORBAT."""


def data_block(orbat: Orbat) -> str:
    """The HTML element that contains the ORBAT. No text in the ORBAT can end the element."""
    from orbat.formats.yaml_file import json_text  # slow to load, and a check only reads

    data = json_text(orbat).replace("<", "\\u003c")
    return f"{_START}\n{data}{_END}"


def split_page(text: str) -> WebPage | None:
    """Separate a web page and its ORBAT. Returns None for any other text."""
    if not text.lstrip("\ufeff \t\r\n").startswith("<") or _START not in text:
        return None
    text = text.replace("\r\n", "\n")
    before, _, after = text.partition(_START)
    data, end, after = after.partition(_END)
    if not end:
        after = ""
    return WebPage("\n" * before.count("\n") + data, before + after)
