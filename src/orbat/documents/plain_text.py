"""Read plain text from mails and forums. Quotation marks (`>`), Markdown and forum codes are removed."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from orbat.documents.boxed_tables import boxed_rows, with_title
from orbat.documents.colours import WHITE, is_unreadable, parse_colour
from orbat.documents.css import Appearance, appearance, declarations_in
from orbat.documents.forum import collect_forum, has_forum_codes
from orbat.documents.line_collector import MAX_COLUMNS, LineCollector
from orbat.documents.tabbed_rows import tabbed_rows
from orbat.model.part import PartStatus

_QUOTE = re.compile(r"\A {0,3}(?:> ?)+")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_MIN_BARS, _MIN_BARRED_ROWS = 2, 3
"""Minimum numbers of vertical bars in each row, and of rows, of a table without a separator line."""
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[\w ]*\Z")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*?)[ \t#]*\Z")
_MARKDOWN = re.compile(r"^#{1,6} +\S|^```|\*\*[^\s*][^*\n]*\*\*", re.MULTILINE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_INLINE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"!?\[([^\[\]]*)\]\((?:https?:|mailto:|[/#.])[^()\s]*\)"), r"\1"),
    (re.compile(r"(\*\*|__)(?=\S)([^*_]+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_]+?)(?<=\S)_(?![\w_])"), r"\1"),
    (re.compile(r"`([^`]+)`"), r"\1"),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)
_INLINE_CHARACTER = re.compile(r"[*_`\\\[]")
_TAGS = "b|i|u|em|strong|span|font|a|sub|sup|small|big|code|s|del|ins"
_CLOSING_TAG = re.compile(rf"</(?:{_TAGS})>", re.IGNORECASE)
_TAG = re.compile(rf"</?(?:{_TAGS}|br)(?: [^<>]{{0,300}})?/?>", re.IGNORECASE)

_STRUCK = (
    re.compile(r"\[(s|strike)\]((?:(?!\[s).)*?)\[/\1\]", re.IGNORECASE),
    re.compile(r"<(s|del|strike)>((?:(?!<[sd]).)*?)</\1>", re.IGNORECASE),
    re.compile(r"(~~)(?=\S)([^~]*[^~\s])~~"),
    re.compile(r"()((?:[^\u0335\u0336][\u0335\u0336])+)"),
)
"""Struck-out text in forums, HTML and Markdown, and with strokes as characters. The second group is the text.

A text ends before the next opening tag, so that many unclosed tags take no long time.
"""
_MAY_BE_STRUCK = re.compile(r"\[s|<s|<d|~~|[\u0335\u0336]|\[col|style\s*=", re.IGNORECASE)
_COLOURED = re.compile(
    r"\[colou?r=[\"']?([#\w]{3,20}|rgba?\([0-9 ,.]{5,30}\))[\"']?\]((?:(?!\[colo).)*?)\[/colou?r\]", re.IGNORECASE
)

Clean = Callable[[str], str]


def collect_text(lines: Sequence[str], suffix: str, collector: LineCollector) -> None:
    """Collect the lines of a text."""
    lines = [_QUOTE.sub("", line, count=1) if ">" in line[:4] else line for line in lines]
    lines = displayed_lines(lines, collector)
    text = "\n".join(lines)
    clean = _cleaner(text)
    if has_forum_codes(text):
        collect_forum(lines, clean or _truncated, collector)
        return
    tables = table_lines(lines) | _barred_lines(lines)
    boxes = boxed_rows(lines)
    if boxes or tables or suffix in (".md", ".markdown") or _MARKDOWN.search(text):
        _collect_markdown(lines, tables, boxes, clean or _truncated, collector)
        return
    rows = tabbed_rows(lines)
    for number, line in enumerate(lines, 1):
        if cells := rows.get(number - 1):
            collector.add_row([clean(cell) if clean else cell for cell in cells], number)
        else:
            collector.add_line(clean(line) if clean else line, number)
        if collector.full:
            return


def displayed_lines(lines: Sequence[str], collector: LineCollector) -> Sequence[str]:
    """Remove comments, struck-out text and hidden text from lines, and report what was removed."""
    joined = "\n".join(lines)
    if "<!--" in joined or _DEFINITION.search(joined):
        lines = _without_comments(joined, collector).split("\n")
    if _MAY_BE_STRUCK.search(joined):
        lines = _closed_on_each_line("\n".join(lines)).split("\n")
        lines = [_displayed(line, number, collector) for number, line in enumerate(lines, 1)]
    return lines


def _displayed(line: str, number: int, collector: LineCollector) -> str:
    if not _MAY_BE_STRUCK.search(line[: MAX_COLUMNS + 1]):
        return line
    line = _truncated(line)
    where = f"line {number}"
    for pattern in _STRUCK:
        for found in pattern.finditer(line):
            if found[2].strip():
                collector.add_part("struck_out", where, found[2].translate(_STROKES))
        line = pattern.sub("", line)
    return _without_styled(line, where, collector)


def _without_styled(line: str, where: str, collector: LineCollector) -> str:
    for found in _COLOURED.finditer(line):
        colour = parse_colour(found[1])
        if colour and is_unreadable(colour, WHITE):
            if found[2].strip():
                collector.add_part("white_text", where, found[2])
            line = line.replace(found[0], "")
    for found in _STYLED.finditer(line):
        if kind := appearance(declarations_in(found[2]), Appearance()).kind:
            if found[3].strip():
                collector.add_part(kind, where, found[3])
            line = line.replace(found[0], "")
    for found in _SIZED.finditer(line):
        if any(map(str.isdigit, found[1])):
            collector.add_part("tiny_text", where, found[1], status="read")
    return line


def _without_comments(text: str, collector: LineCollector) -> str:
    pieces: list[str] = []
    at, number = 0, 1
    for found in _COMMENT.finditer(text):
        number += text.count("\n", at, found.start())
        inside = (found[1] or found[2] or "").strip()
        if inside:
            status: PartStatus = "left" if any(map(str.isdigit, inside)) else "harmless"
            collector.add_part("comment", f"line {number}", " ".join(inside[:MAX_COLUMNS].split()), status=status)
        pieces += [text[at : found.start()], "\n" * found[0].count("\n")]
        number += found[0].count("\n")
        at = found.end()
    return "".join([*pieces, text[at:]])


def _closed_on_each_line(text: str) -> str:
    return _SPANNING.sub(lambda found: found[0].replace("\n", f"[/{found[2]}]\n{found[1]}"), text)


_DEFINITION = re.compile(r"^ {0,3}\[//\]: *#", re.MULTILINE)
_COMMENT = re.compile(r"<!--((?:(?!<!--)[\s\S]){0,20000}?)-->|^ {0,3}\[//\]: *#(.*)$", re.MULTILINE)
_SPANNING = re.compile(
    r"(\[(s|strike|size|colou?r)(?:=[\"']?[^\[\]\n]{1,30})?\])(?:(?!\[/?\2\b)[\s\S]){0,20000}?\[/\2\]", re.IGNORECASE
)
_STYLED = re.compile(
    r"<(span|font|b|i|u|em|strong|small|sub|sup|a)\b[^<>]{0,200}?\bstyle\s*=\s*[\"']([^\"'<>]{1,300})[\"'][^<>]{0,200}>"
    r"((?:(?!<\1).)*?)</\1>",
    re.IGNORECASE,
)
_SIZED = re.compile(r"\[size=[\"']?[0-2](?:px|pt|%)?[\"']?\]((?:(?!\[size).)*?)\[/size\]", re.IGNORECASE)
"""Text in the smallest sizes. Forums display it in different sizes."""
_STROKES = {0x335: None, 0x336: None}


def _truncated(line: str) -> str:
    return line[: MAX_COLUMNS + 1]


def _cleaner(text: str) -> Clean | None:
    has_tags = _CLOSING_TAG.search(text) is not None
    has_entities = _ENTITY.search(text) is not None
    if not has_tags and not has_entities:
        return None

    def clean(line: str) -> str:
        line = _truncated(line)
        if has_tags:
            line = _TAG.sub("", line)
        return _ENTITY.sub(lambda found: html.unescape(found[0]), line) if has_entities else line

    return clean


def _collect_markdown(
    lines: Sequence[str],
    tables: set[int],
    boxes: Mapping[int, tuple[str, ...]],
    clean: Clean,
    collector: LineCollector,
) -> None:
    fenced = opens = closes = False
    for at, raw in enumerate(lines):
        if collector.full:
            return
        line = _truncated(raw)
        if at in boxes:
            if any(boxes[at]):
                _collect_boxed_row([_inline(clean(cell)) for cell in boxes[at]], at, boxes, collector)
        elif _FENCE.match(line):
            fenced = not fenced
        elif fenced:
            collector.add_line(line, at + 1)
        elif at in tables:
            row = line.strip()
            if at - 1 not in tables:
                opens, closes = row.startswith("|"), row.endswith("|")
            if not _RULE.match(line):
                cells = row.removeprefix("|" * opens).removesuffix("|" * closes).split("|")
                collector.add_row([_inline(clean(cell)).strip() for cell in cells], at + 1)
        elif heading := _HEADING.match(line):
            collector.add_line(_inline(clean(heading[2])), at + 1, heading=len(heading[1]))
        else:
            collector.add_line(_inline(clean(line)), at + 1)


def _collect_boxed_row(
    cells: Sequence[str], at: int, boxes: Mapping[int, tuple[str, ...]], collector: LineCollector
) -> None:
    if at - 2 in boxes or at - 1 not in boxes:
        collector.add_row(cells, at + 1)
        return
    title, cells = with_title(cells)  # the first row, below the top of the box
    if title:
        collector.add_line(title, at, heading=1)
    collector.add_row(cells, at + 1)


def _inline(text: str) -> str:
    if not _INLINE_CHARACTER.search(text):
        return text
    for pattern, kept in _INLINE:
        text = pattern.sub(kept, text)
    return text


def table_lines(lines: Sequence[str]) -> set[int]:
    """Indexes of the lines in Markdown tables: headers, separator lines and rows."""
    found: set[int] = set()
    for at in range(1, len(lines)):
        if "|" in lines[at] and "|" in lines[at - 1] and _RULE.match(lines[at][:MAX_COLUMNS]):
            found |= {at - 1, at}
        elif at - 1 in found and "|" in lines[at]:
            found.add(at)
    return found


def _barred_lines(lines: Sequence[str]) -> set[int]:
    # Indexes of the lines in tables without a separator line: several rows of as many cells.
    bars = [line.count("|") for line in lines]
    blocks = ((count, [*rows]) for count, rows in groupby(range(len(lines)), key=bars.__getitem__))
    return {at for count, rows in blocks if count >= _MIN_BARS and len(rows) >= _MIN_BARRED_ROWS for at in rows}
