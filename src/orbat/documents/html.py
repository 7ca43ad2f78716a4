"""Read HTML from mail programs and forums as lines and rows. Runs no scripts and fetches nothing."""

from __future__ import annotations

import html
import re

from orbat.documents.line_collector import MAX_CELLS, STRUCK_OUT, LineCollector
from orbat.list_reader.document_text import LEVEL_INDENT

_COMPLETE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html[\s>])", re.IGNORECASE)
_BLOCK = "p|div|table|tr|td|th|li|ul|ol|h[1-6]|body|blockquote|pre"
_CLOSING = re.compile(rf"</(?:{_BLOCK})\s*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(
    r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})((?:[^<>\"']|\"[^\"<>]*\"|'[^'<>]*')*)>|<[!?][^<>]*>",
)
_SPAN = re.compile(r"colspan\s*=\s*[\"']?([0-9]{1,3})", re.IGNORECASE)
_WHITE = re.compile(r"[ \t\r\n\f]+")
_NOT_SHOWN = (("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"), ("<head>", "</head>"))
_PARAGRAPHS = frozenset({"p", "table", "ul", "ol", "hr", "pre", "blockquote", *(f"h{level}" for level in range(1, 7))})
_BLOCKS = _PARAGRAPHS | {"div", "tr", "li", "body", "section", "article", "dt", "dd", "caption", "center"}
_STRUCK = frozenset({"s", "del", "strike"})


def is_html(text: str, suffix: str) -> bool:
    """Whether a text is clearly HTML. A word in angle brackets is not enough, since a typed list may contain one."""
    if _COMPLETE.match(text):
        return True
    closings, breaks = len(_CLOSING.findall(text)), len(_BREAK.findall(text))
    if suffix in (".html", ".htm", ".xhtml"):
        return bool(closings or breaks or _TAG.search(text))
    return closings >= 2 or (breaks >= 2 and "|" not in text)


def collect_html(text: str, collector: LineCollector) -> None:
    """Collect the lines and table rows of an HTML text."""
    for start_mark, end_mark in _NOT_SHOWN:
        text = _without(text, start_mark, end_mark)
    reader = _HtmlReader(collector)
    last = 0
    for found in _TAG.finditer(text):
        if collector.full:
            return
        reader.text(text[last : found.start()])
        if found[2]:
            reader.tag(found[2].lower(), found[3], closes=bool(found[1]))
        reader.number += text.count("\n", found.start(), found.end())
        last = found.end()
    reader.text(text[last:])
    reader.flush()


def _without(text: str, start_mark: str, end_mark: str) -> str:
    """Remove each part from a start mark to the next end mark. Line numbers stay the same."""
    lower = text.lower()
    if len(lower) != len(text):  # a few letters are longer in lower case
        lower = text
    parts: list[str] = []
    last = 0
    while (start := lower.find(start_mark, last)) >= 0 and (end := lower.find(end_mark, start + len(start_mark))) >= 0:
        parts += [text[last:start], "\n" * text.count("\n", start, end)]
        last = end + len(end_mark)
    return "".join([*parts, text[last:]])


class _HtmlReader:
    """Processes tags and the text between tags. `_row` has the cells of the open table row."""

    def __init__(self, collector: LineCollector) -> None:
        self.collector = collector
        self.number = 1
        self._line_start = 1
        self._parts: list[str] = []
        self._row: list[str] | None = None
        self._row_start = 1
        self._in_cell = False
        self._span = 1
        self._depth = 0
        self._heading = 0
        self._preformatted = False
        self._blank = True

    def text(self, raw: str) -> None:
        """Process the text between two tags."""
        if not raw:
            return
        if self._preformatted:
            first, *others = raw.split("\n")
            self._add(html.unescape(first), self.number)
            for other in others:
                self._end(force=True)
                self.number += 1
                self._add(html.unescape(other), self.number)
            return
        stripped = raw.lstrip()
        if stripped:
            self._add(_WHITE.sub(" ", html.unescape(raw)), self.number + raw.count("\n", 0, len(raw) - len(stripped)))
        elif self._parts:
            self._parts.append(" ")
        self.number += raw.count("\n")

    def tag(self, name: str, attributes: str, *, closes: bool) -> None:
        """Process an opening or closing tag."""
        if name in ("td", "th"):
            self._cell(attributes, closes=closes)
        elif name == "br":
            self._end(force=True)
        elif name in _STRUCK and not closes:
            self.collector.warn_at(STRUCK_OUT, f"line {self.number}")
        elif name == "tr":
            self._end_row()
            self._row = None if closes else []
            self._row_start = self.number
        elif name in _BLOCKS:
            if name == "table":
                self._end_row()  # a table that contains tables is page layout
            self._block(name, closes=closes)

    def flush(self, *, force: bool = False) -> None:
        """Add the current line to the collector. `force` also adds an empty line, but not two in a row."""
        text = "".join(self._parts)
        self._parts.clear()
        if not self._preformatted:
            text = text.strip(" \t\r\n\f")
        if not text.strip():
            if force and not self._blank:
                self.collector.add_line("", self.number)
                self._blank = True
            return
        self.collector.add_line(
            text, self._line_start, indent=LEVEL_INDENT * min(self._depth, 20), heading=self._heading
        )
        self._blank = False

    def _add(self, text: str, number: int) -> None:
        if not self._parts:
            self._line_start = number
        self._parts.append(text)

    def _end(self, *, force: bool = False) -> None:
        """End the current line. In a table cell, add a line break to the cell instead."""
        if self._in_cell:
            self._parts.append("\n")
        else:
            self.flush(force=force)

    def _block(self, name: str, *, closes: bool) -> None:
        self._end()
        if name in ("ul", "ol"):
            self._depth = max(0, self._depth + (-1 if closes else 1))
        elif name[0] == "h" and name[1:].isdigit():
            self._heading = 0 if closes else int(name[1:])
        elif name == "pre":
            self._preformatted = not closes
        if closes and name in _PARAGRAPHS and not self._in_cell and not self._depth:
            self.flush(force=True)

    def _cell(self, attributes: str, *, closes: bool) -> None:
        if self._row is None:
            self.flush()
            return
        self._end_cell()
        if not closes:
            self._in_cell = True
            found = _SPAN.search(attributes)
            self._span = min(int(found[1]), MAX_CELLS) if found else 1

    def _end_cell(self) -> None:
        if not self._in_cell or self._row is None:
            return
        self._row += ["".join(self._parts).strip(" \t\r\n\f"), *[""] * (self._span - 1)]
        self._parts.clear()
        self._in_cell = False

    def _end_row(self) -> None:
        if self._row is None:
            self.flush()
            return
        self._end_cell()
        if any(self._row):
            self.collector.add_row(self._row, self._row_start)
            self._blank = False
        self._row = None
