"""Remove emoji from the lines of a typed list."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from orbat.list_reader.document_text import DocumentLine

_KEYCAP = re.compile("([0-9#*])\ufe0f?\u20e3")
_BULLETS = "▪▫◾◽◼◻■□●○◆◇▶►▸‣➤➔➜➡⬛⬜⚫⚪🔹🔸🔷🔶🔺🔻🔴🔵🟠🟡🟢🟣🟤🟥🟧🟨🟩🟦🟪🟫👉"
_BULLET = re.compile(f"[{_BULLETS}]\ufe0f?(?=\\s*\\S)")
_SYMBOLS = "⚔⚓⚡⭐✨✅✔☑❗❓☠⚜⛺⛵⚑⚐♔♕♖♗♘♙♚♛♜♝♞♟"
"""Symbols that are emoji, or are used like emoji, even without a variation selector."""
_EMOJI = re.compile(
    f"(?:[\U0001f1e6-\U0001f1ff]{{2}}|[\U0001f000-\U0001faff{_SYMBOLS}]|[\u203c-\u2bff\u3030-\u3299](?=\ufe0f))"
    "(?:\ufe0f|\u200d[\U0001f000-\U0001faff\u2600-\u27bf]|[\U0001f3fb-\U0001f3ff]|[\U000e0020-\U000e007f])*"
)
_KEPT = re.compile("[✖✕❌➕➖➗×]\ufe0f?\\Z")
"""Emoji that are signs for calculating, or that mark what is not in the army."""
_SPACES = re.compile(r"(?<=\S) {3,}(?=\S)")


def without_emoji(text: str) -> str:
    """Remove emoji from a text. Emoji bullets become `•`, and keycaps become numbers."""
    if text.isascii() or not (_EMOJI.search(text) or _KEYCAP.search(text) or _BULLET.match(text)):
        return text
    kept = _KEYCAP.sub(r"\1", text)
    bullet = "• " if _BULLET.match(kept) else ""
    kept = _BULLET.sub("", kept, count=1) if bullet else kept
    kept = _EMOJI.sub(lambda found: found[0] if _KEPT.match(found[0]) else "", kept).replace("\ufe0f", "")
    kept = _SPACES.sub("  ", kept).strip()
    # A text without letters and digits stays unchanged, because it may be a tick in a yes-or-no column.
    return f"{bullet}{kept}" if any(map(str.isalnum, kept)) else text


def lines_without_emoji(lines: Iterable[DocumentLine]) -> tuple[DocumentLine, ...]:
    """Remove emoji from the texts and cells of lines."""
    return tuple(line if line.text.isascii() else _line(line) for line in lines)


def _line(line: DocumentLine) -> DocumentLine:
    if not line.cells:
        return replace(line, text=without_emoji(line.text))
    cells = tuple(map(without_emoji, line.cells))
    return line if cells == line.cells else replace(line, cells=cells, text="  ".join(filter(None, cells)))
