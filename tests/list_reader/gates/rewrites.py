"""Another way to type the same list gives the same army."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.list_reader.gates import armies
from tests.list_reader.gates.lists import TypedList, checked

_BULLET = re.compile(r"^([ \t]*)[-*•] (?=\S)", re.MULTILINE)
_PAIRS = re.compile(r'"([^"\n]*)"')


def _other_bullets(text: str) -> str:
    return _BULLET.sub(lambda found: f"{found[1]}{'*' if found[0].strip() != '*' else '-'} ", text)


def _curly(text: str) -> str:
    return _PAIRS.sub("“\\1”", text).replace("'", "’")


def _straight(text: str) -> str:
    return re.sub("[“”„]", '"', text).replace("’", "'")


def _times(text: str) -> str:
    text = re.sub(r"(?<=\d)([ \t]*)x(?=[ \t]*\w)", r"\1×", text)
    return re.sub(r"(?<=\w )x(?= ?\d)", "×", text)


def _tabs(text: str) -> str:
    """Tabs for the runs of spaces within lines, and for indents of four or eight columns."""
    text = re.sub(r"(?<=\S) {2,}(?=\S)", "\t", text)
    return re.sub(r"^(?: {8})+(?=\S)", lambda found: "\t" * (len(found[0]) // 8), text, flags=re.MULTILINE)


REWRITES: dict[str, Callable[[str], str]] = {
    "blank lines at the ends": lambda text: f"\n\n{text}\n\n\n",
    "blank lines doubled": lambda text: re.sub(r"\n[ \t]*\n", "\n\n\n", text),
    "a blank line after each": lambda text: text.replace("\n", "\n\n"),
    "upper case": str.upper,
    "lower case": str.lower,
    "curly quotes": _curly,
    "straight quotes": _straight,
    "other bullets": _other_bullets,
    "x as sign": _times,
    "x as letter": lambda text: text.replace("×", "x"),
    "spaces round =": lambda text: re.sub(r"(?<=[^\s=]) *= *(?=[^\s=])", " = ", text),
    "no spaces round =": lambda text: re.sub(r"(?<=[^\s=]) *= *(?=[^\s=])", "=", text),
    "tabs for spaces": _tabs,
    "spaces at the ends": lambda text: "\n".join(f"{line}  " for line in text.split("\n")),
    "other line ends": lambda text: text.replace("\r\n", "\n").replace("\n", "\r\n"),
}
_LINES = {"blank lines doubled", "a blank line after each", "spaces at the ends", "upper case", "lower case"}
"""Changes that mean something in a file with mark-up or in a table."""


def rewritten(typed: TypedList, name: str) -> TypedList | None:
    """The list, typed in another way. None if the way changes nothing, or would change the format of the file."""
    if not typed.is_text:
        return None
    is_plain = typed.name.endswith((".txt", ".md"))
    if not is_plain or (typed.name.endswith(".md") and name in _LINES):
        return None
    text = REWRITES[name](typed.text)
    return typed.with_text(text) if text != typed.text else None


def is_other_army(typed: TypedList, changed: TypedList) -> str:
    """What differs after the list was typed in another way, or ""."""
    before, after = checked(typed), checked(changed)
    if len(before) != len(after):
        return f"{len(before)} armies -> {len(after)}"
    old, new = armies.units(before), armies.units(after)
    if old != new:
        return f"{[*(old - new)][:3]} -> {[*(new - old)][:3]}"
    if armies.generals(before) != armies.generals(after):
        return f"generals {armies.generals(before)} -> {armies.generals(after)}"
    if armies.claims(before) != armies.claims(after):
        lost, found = armies.claims(before) - armies.claims(after), armies.claims(after) - armies.claims(before)
        return f"claims {[*lost][:3]} -> {[*found][:3]}"
    if [*map(armies.tree, before)] != [*map(armies.tree, after)]:
        return "another tree"
    if armies.confidence(before) != armies.confidence(after):
        return f"{armies.confidence(before)} -> {armies.confidence(after)}"
    return ""
