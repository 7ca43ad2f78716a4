"""Text as people type it into mails and forums, with the mark-up of Markdown and of forums taken off."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence

from orbat.documents.line_collector import MAX_COLUMNS, LineCollector

_QUOTE = re.compile(r"\A {0,3}(?:> ?)+")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[\w ]*\Z")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*?)[ \t#]*\Z")
_MARKS = re.compile(r"^#{1,6} +\S|^```|\*\*[^\s*][^*\n]*\*\*", re.MULTILINE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_INLINE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"!?\[([^\[\]]*)\]\((?:https?:|mailto:|[/#.])[^()\s]*\)"), r"\1"),
    (re.compile(r"(\*\*|__)(?=\S)([^*_]+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_]+?)(?<=\S)_(?![\w_])"), r"\1"),
    (re.compile(r"`([^`]+)`"), r"\1"),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)
_SIGNS = re.compile(r"[*_`\\\[]")
_FORUM = "b|i|u|s|size|color|colour|font|quote|code|list|url|img|center|left|right|indent|spoiler|table|tr|h[1-6]"
_FORUM_SIGN = re.compile(rf"\[/(?:{_FORUM}|td|th)\]", re.IGNORECASE)
_FORUM_TAG = re.compile(rf"\[/?(?:{_FORUM})(?:=[^\[\]]{{0,200}})?\]", re.IGNORECASE)
_FORUM_CELL = re.compile(r"\[/?t[dh]\]", re.IGNORECASE)
_TAGS = "b|i|u|em|strong|span|font|a|sub|sup|small|big|code|s|del|ins"
_TAG_SIGN = re.compile(rf"</(?:{_TAGS})>", re.IGNORECASE)
_TAG = re.compile(rf"</?(?:{_TAGS}|br)(?: [^<>]{{0,300}})?/?>", re.IGNORECASE)

Clean = Callable[[str], str]


def put_prose(lines: Sequence[str], suffix: str, gathering: LineCollector) -> None:
    """Gather the lines of a text."""
    lines = [_QUOTE.sub("", line, count=1) if ">" in line[:4] else line for line in lines]
    text = "\n".join(lines)
    cleans = _cleans(text)
    if _FORUM_SIGN.search(text):
        for number, line in enumerate(lines, 1):
            _put_forum(line, number, cleans or _as_it_is, gathering)
            if gathering.full:
                return
        return
    tables = table_lines(lines)
    if tables or suffix in (".md", ".markdown") or _MARKS.search(text):
        _put_marked(lines, tables, cleans or _as_it_is, gathering)
        return
    for number, line in enumerate(lines, 1):
        gathering.line(cleans(line) if cleans else line, number)
        if gathering.full:
            return


def _as_it_is(line: str) -> str:
    return line[: MAX_COLUMNS + 1]


def _cleans(text: str) -> Clean | None:
    """How every line of a text is rid of tags and entities; None where the text has none."""
    tagged = _TAG_SIGN.search(text) is not None
    coded = _ENTITY.search(text) is not None
    if not tagged and not coded:
        return None

    def clean(line: str) -> str:
        line = line[: MAX_COLUMNS + 1]
        if tagged:
            line = _TAG.sub("", line)
        return _ENTITY.sub(lambda found: html.unescape(found[0]), line) if coded else line

    return clean


def _put_forum(line: str, number: int, clean: Clean, gathering: LineCollector) -> None:
    bare = _FORUM_TAG.sub("", clean(line)).replace("[*]", "• ")
    if _FORUM_CELL.search(bare):
        gathering.row([cell for cell in _FORUM_CELL.split(bare) if cell.strip()], number)
    elif bare.strip() or not line.strip():
        gathering.line(bare, number)


def _put_marked(lines: Sequence[str], tables: set[int], clean: Clean, gathering: LineCollector) -> None:
    """Gather Markdown; between fences everything stands as it is."""
    fenced = False
    for at, raw in enumerate(lines):
        if gathering.full:
            return
        line = raw[: MAX_COLUMNS + 1]
        if _FENCE.match(line):
            fenced = not fenced
        elif fenced:
            gathering.line(line, at + 1)
        elif at in tables:
            if not _RULE.match(line):
                cells = line.strip().removeprefix("|").removesuffix("|").split("|")
                gathering.row([_inline(clean(cell)).strip() for cell in cells], at + 1)
        elif heading := _HEADING.match(line):
            gathering.line(_inline(clean(heading[2])), at + 1, heading=len(heading[1]))
        else:
            if "~~" in line:
                gathering.note("what is struck out is read like the rest", f"line {at + 1}")
            gathering.line(_inline(clean(line)), at + 1)


def _inline(text: str) -> str:
    """A line without the marks of links, emphasis and code."""
    if not _SIGNS.search(text):
        return text
    for pattern, kept in _INLINE:
        text = pattern.sub(kept, text)
    return text


def table_lines(lines: Sequence[str]) -> set[int]:
    """The lines of Markdown tables: the line above a rule, the rule, and what follows with bars in it."""
    found: set[int] = set()
    for at in range(1, len(lines)):
        if "|" in lines[at] and "|" in lines[at - 1] and _RULE.match(lines[at][:MAX_COLUMNS]):
            found |= {at - 1, at}
        elif at - 1 in found and "|" in lines[at]:
            found.add(at)
    return found
