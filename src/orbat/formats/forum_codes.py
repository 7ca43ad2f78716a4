r"""Escape texts that look like forum codes (BBCode), and convert an ORBAT with forum codes to plain text.

Forums have no common way to write a text such as `[b]` literally. orbat writes its bracket as `\x5B`.
"""

from __future__ import annotations

import re

_NAMES = (
    "b|i|u|s|size|color|colour|font|quote|code|php|html|url|email|img|image|media|video|youtube|flash|attach|file|left"
    "|center|centre|right|justify|align|indent|spoiler|hide|h[1-6]|hr|br|p|list|li|ul|ol|table|tr|td|th|sub|sup|pre|tt"
    "|mono|plain|noparse|nobbc|user|mention|move|marquee|background|anchor|goto|dice|roll"
)
_CODE = re.compile(rf"\[(?=/?(?:{_NAMES}|\*)(?:[ =][^\[\]]*)?\])", re.IGNORECASE)
_ESCAPED = re.compile(r"\\\\|\\x5B")  # after an escaped backslash, x5B is text. The text form writes x5b.
_REMOVED = re.compile(r"\[/?[bi]\]|\[/?(?:quote|code|spoiler)(?:=[^\[\]]*)?\]", re.IGNORECASE)
"""The codes in a line that orbat wrote, and those that a forum adds around a quoted post."""


def escape_codes(text: str) -> str:
    """Escape brackets that a forum would read as the start of a code."""
    return _CODE.sub(lambda _: r"\x5B", text)


def without_forum_codes(lines: list[str]) -> list[str]:
    """Convert forum codes to lines of plain text. Each `[list]` indents the lines inside by two spaces."""
    depth = 0
    restored = []
    for line in lines:
        text = line.strip()
        if text.lower() in ("[list]", "[/list]"):
            depth = max(depth + (1 if text[1] != "/" else -1), 0)
            restored.append("")
            continue
        if depth:
            text = "  " * (depth - 1) + text.removeprefix("[*]").lstrip()
        text = _REMOVED.sub("", text)
        restored.append(_ESCAPED.sub(lambda found: "[" if found[0] == r"\x5B" else found[0], text))
    return restored
