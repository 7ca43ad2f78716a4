"""Read HTML from mail programs and forums as lines and rows. Runs no scripts and fetches nothing.

Text that a browser displays is read. Scripts, frames, and text that a style hides or adds are reported.
"""

from __future__ import annotations

import contextlib
import html
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from itertools import islice

from orbat.documents.css import (
    MAX_AROUND,
    Appearance,
    CssRule,
    StyleSheet,
    added_text,
    appearance,
    declarations_in,
    effective,
    rules_in,
)
from orbat.documents.line_collector import LineCollector
from orbat.documents.table_spans import MAX_SPAN, SpanGrid, TableCell
from orbat.list_reader.document_text import LEVEL_INDENT
from orbat.list_reader.words import NUMBERS
from orbat.model.part import PartStatus
from orbat.model.wording import phrase

_COMPLETE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html[\s>])", re.IGNORECASE)
_BLOCK = "p|div|table|tr|td|th|li|ul|ol|h[1-6]|body|blockquote|pre"
_CLOSING = re.compile(rf"</(?:{_BLOCK})\s*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(
    r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})((?:[^<>\"']|\"[^\"<>]*\"|'[^'<>]*')*)>|<[!?][^<>]*>",
)
_SPAN = re.compile(r"\s*([0-9]{1,4})")
_SMALL_TABLE = re.compile(r"<table\b(?:(?!</?table)[\s\S]){0,600}?</table\s*>", re.IGNORECASE)
"""A table that may belong to a cell of a row, such as the weapons of a unit."""
_MAX_SMALL_ROWS = 3
_INNER_SPACES = re.compile(r" {2,}")
_MAX_TABLES = 50
"""Maximum number of tables within tables."""
_SPACES = " \t\r\n\f"
_WHITE = re.compile(rf"[{_SPACES}]+")
_PARAGRAPHS = frozenset({"p", "table", "ul", "ol", "hr", "pre", "blockquote", *(f"h{level}" for level in range(1, 7))})
_BLOCKS = _PARAGRAPHS | {"div", "tr", "li", "body", "section", "article", "dt", "dd", "caption", "center"}
_STRUCK = frozenset({"s", "del", "strike"})
_HIDDEN = frozenset({"noscript", "template", "datalist", "dialog", "noframes", "noembed", "canvas", "audio", "video"})
"""Elements whose text a browser does not display. An open dialog has the attribute `open`."""
_EMPTY = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "frame")
)
_IMPLIED: Mapping[str, frozenset[str]] = {
    "td": frozenset({"td", "th", "p"}),
    "th": frozenset({"td", "th", "p"}),
    "tr": frozenset({"tr", "td", "th", "p"}),
    "li": frozenset({"li", "p"}),
    "p": frozenset({"p"}),
    "dt": frozenset({"dt", "dd", "p"}),
    "dd": frozenset({"dt", "dd", "p"}),
    "option": frozenset({"option"}),
}
"""Elements that an opening tag closes, because their closing tags are optional."""
_WRITES = re.compile(
    r"document\.write|inner(?:HTML|Text)|outerHTML|textContent|insertAdjacent|createTextNode|append(?:Child)?\(|"
    r"nodeValue|\.html\(|\.text\("
)
"""Calls with which a script changes the text of a page."""
_ATTR = re.compile(r"attr\(\s*([\w-]+)\s*\)")
_TAGS = re.compile(r"<[^<>]*>")
_COUNTS = re.compile(rf"\d|\b(?:{'|'.join(NUMBERS)})\b", re.IGNORECASE)
_FOR_MAIL = "a comment for mail programs"
_MAX_TAG = 100_000
"""Maximum length of an opening tag whose attributes are not counted. Tags with pictures are long."""
_BETWEEN_ATTRIBUTES = re.compile(r"[\s/'\"]")
_MAX_ATTRIBUTES = 100_000
_MAX_TAGS = 300_000
_MAX_DEPTH = 5_000
_MAX_BLOCKS = 200
"""Maximum number of scripts, style sheets and comments that are examined."""
_SMALL = 3
"""Maximum side, in pixels, of a picture that only counts readers or separates paragraphs."""


def is_html(text: str, suffix: str) -> bool:
    """Whether a text is clearly HTML."""
    if _COMPLETE.match(text):
        return True
    closings, breaks = len(_CLOSING.findall(text)), len(_BREAK.findall(text))
    if suffix in (".html", ".htm", ".xhtml"):
        return bool(closings or breaks or _TAG.search(text))
    # A word in angle brackets is not enough, since a typed list may contain one.
    return closings >= 2 or (breaks >= 2 and "|" not in text)


def collect_html(text: str, collector: LineCollector) -> None:
    """Collect the lines and table rows of an HTML text."""
    blocks = _Blocks()
    blocks.read(text)
    _report_scripts(blocks, collector)
    rules = [rule for css in blocks.styles for rule in rules_in("".join(css))]
    text = _without(text, "<head>", "</head>")
    reader = _HtmlReader(collector, rules, _small_tables(text))
    with contextlib.suppress(_FullError):
        reader.read(text)
    if not collector.full:
        reader.flush()
        reader.report_hidden()
        if not reader.styles.is_complete:
            collector.warn("not all styles of the page were applied")


def _small_tables(text: str) -> frozenset[tuple[int, int]]:
    # The lines and columns of their opening tags, as `HTMLParser` counts them.
    found = (one.start() for one in _SMALL_TABLE.finditer(text) if _row_count(one[0]) <= _MAX_SMALL_ROWS)
    places: list[tuple[int, int]] = []
    line, line_start, last = 1, 0, 0
    for start in found:
        line += text.count("\n", last, start)
        line_start = max(line_start, text.rfind("\n", last, start) + 1)
        places.append((line, start - line_start))
        last = start
    return frozenset(places)


Attributes = list[tuple[str, str | None]]


class _FullError(Exception):
    """Raised to stop the parser when no more lines are needed."""


class _Parser(HTMLParser):
    # `close` is never called: it would try every unclosed tag again up to the end of the text, which takes hours for a
    # text of many unclosed tags.

    def read(self, text: str) -> None:
        """Parse a whole text."""
        self.feed(text)
        rest, self.rawdata = self.rawdata, ""
        if rest:
            self.handle_rest(rest)

    def handle_rest(self, text: str) -> None:
        """Handle the rest of the text, which belongs to an unclosed script, comment or tag."""

    def parse_starttag(self, i: int) -> int:
        """Parse an opening tag. A tag with thousands of attributes is skipped to save memory."""
        end = self.rawdata.find(">", i)
        if end - i > _MAX_TAG:
            between = _BETWEEN_ATTRIBUTES.finditer(self.rawdata, i, end)
            if next(islice(between, _MAX_ATTRIBUTES, None), None):
                return end + 1
        return super().parse_starttag(i) if end >= 0 else -1

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Skip a section such as `<![if mso]>`. Some versions of Python raise AssertionError for unknown sections."""
        return self.parse_bogus_comment(i, report)

    @property
    def is_in_block(self) -> bool:
        """Whether the parser is in a script or style sheet."""
        return self.cdata_elem in ("script", "style")


class _Blocks(_Parser):
    """The scripts, style sheets and comments of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[list[str]] = []
        """The parts of each script."""
        self.styles: list[list[str]] = []
        """The parts of each style sheet, except those for print."""
        self.comments: list[str] = []
        self.unclosed = ""
        """The text from the start of a comment that does not end."""
        self._block: list[str] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        kept = {"script": self.scripts, "style": self.styles}.get(tag)
        if kept is None:
            return
        self._block = []
        of_print = tag == "style" and any("print" in (value or "") for _, value in attrs)
        if len(kept) < _MAX_BLOCKS and not of_print:
            kept.append(self._block)

    def handle_data(self, data: str) -> None:
        if self.is_in_block:
            self._block.append(data)

    def handle_comment(self, data: str) -> None:
        if len(self.comments) < _MAX_BLOCKS:
            self.comments.append(data)

    def handle_rest(self, text: str) -> None:
        if self.is_in_block:
            self._block.append(text)
        elif text.startswith("<!--"):
            self.unclosed = text.removeprefix("<!--")


def _report_scripts(blocks: _Blocks, collector: LineCollector) -> None:
    for script in map("".join, blocks.scripts):
        if found := _WRITES.search(script):
            collector.add_part("script", shown=script[found.start() :].strip())
        else:
            collector.add_part("script", status="harmless")
    comments = [one.partition("]>")[2].partition("<![endif")[0] for one in blocks.comments if one.startswith("[if ")]
    inside_comments = [*((_FOR_MAIL, one) for one in comments), ("a comment that does not end", blocks.unclosed)]
    for where, inside in inside_comments:
        for name in ("xml", "style"):  # settings of the program, without displayed text
            inside = _without(inside, f"<{name}", f"</{name}>")
        shown = " ".join(_TAGS.sub(" ", inside).split())
        if _COUNTS.search(shown) and not shown.isdecimal():
            collector.add_part("other_part", where, shown)


def _without(text: str, start_mark: str, end_mark: str) -> str:
    lower = text.lower()
    if len(lower) != len(text):  # a few letters are longer in lower case
        lower = text
    parts: list[str] = []
    last = 0
    while (start := lower.find(start_mark, last)) >= 0 and (end := lower.find(end_mark, start + len(start_mark))) >= 0:
        parts += [text[last:start], "\n" * text.count("\n", start, end)]
        last = end + len(end_mark)
    return "".join([*parts, text[last:]])


class _HtmlReader(_Parser):
    def __init__(
        self, collector: LineCollector, rules: list[CssRule], small_tables: frozenset[tuple[int, int]]
    ) -> None:
        super().__init__()
        self.collector = collector
        self._small_tables = small_tables
        self._tag_count = 0
        self.styles = StyleSheet(rules)
        self._path: list[tuple[str, frozenset[str]]] = []
        """The open elements, from the root of the page."""
        self._looks: list[Appearance] = []
        """The appearance of each open element."""
        self._open: Counter[str] = Counter()
        self._hidden: list[str] = []
        self._hidden_kind = ""
        self._hidden_start = 1
        self.number, self._column = 1, 0
        """The line and column of the current tag or text."""
        self._line_start = 1
        self._parts: list[str] = []
        self._grids = [SpanGrid()]
        self._row: list[TableCell] | None = None
        """The cells of the open table row."""
        self._row_start = 1
        self._in_cell = False
        self._spans = (1, 1)
        self._inner_tables = 0
        self._depth = 0
        self._heading = 0
        self._preformatted = False
        self._blank = True

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self._opening(tag, attrs, is_empty=False)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self._opening(tag, attrs, is_empty=True)

    def handle_endtag(self, tag: str) -> None:
        self._locate()
        self._close(tag)
        self._tag(tag, {}, closes=True)

    def handle_data(self, data: str) -> None:
        if not self.is_in_block:
            self._locate()
            self._text(data)

    def handle_rest(self, text: str) -> None:
        if not self.is_in_block and not text.startswith("<!--"):
            self._locate()
            self._text(html.unescape(text))

    def _locate(self) -> None:
        if self.collector.full:
            raise _FullError
        self.number, self._column = self.getpos()

    def _opening(self, name: str, attrs: Attributes, *, is_empty: bool) -> None:
        self._locate()
        self._tag_count += 1
        if self._tag_count > _MAX_TAGS:
            self.collector.warn(phrase("only the first {maximum} tags of the page are read", maximum=_MAX_TAGS))
            raise _FullError
        given: dict[str, str] = {}
        for key, value in attrs:  # the first of several attributes with the same name counts
            given.setdefault(key, value or "")
        self._start(name, given, is_empty=is_empty or name in _EMPTY)
        self._tag(name, given, closes=False, is_small=(self.number, self._column) in self._small_tables)

    def _text(self, text: str) -> None:
        kind = self._looks[-1].kind if self._looks else ""
        if kind != self._hidden_kind:
            if not text.strip(_SPACES):
                return
            self.report_hidden()
            self._hidden_kind, self._hidden_start = kind, self.number
        if not kind and self._looks and self._looks[-1].may_hide and _COUNTS.search(text):
            self.collector.add_part("may_be_hidden", f"line {self.number}", text.strip(), status="read")
        if kind:
            self._hidden.append(text)
            return
        if self._preformatted:
            first, *others = text.split("\n")
            self._add(first, self.number)
            for other in others:
                self._end(force=True)
                self.number += 1
                self._add(other, self.number)
            return
        stripped = text.lstrip(_SPACES)
        if stripped:
            self._add(_WHITE.sub(" ", text), self.number + text.count("\n", 0, len(text) - len(stripped)))
        elif self._parts:
            self._parts.append(" ")

    def _tag(self, name: str, given: Mapping[str, str], *, closes: bool, is_small: bool = False) -> None:
        if name in _OF_TABLES and self._is_in_cell(name, closes=closes, is_small=is_small):
            self._parts.append(" ")
        elif name in ("td", "th"):
            self._cell(given, closes=closes)
        elif name == "br":
            self._end(force=True)
        elif name == "tr":
            self._end_row()
            self._row = None if closes else []
            self._row_start = self.number
        elif name in _BLOCKS:
            if name == "table":
                self._end_row()  # a table that contains tables is page layout
                if not closes and len(self._grids) < _MAX_TABLES:
                    self._grids.append(SpanGrid())
                elif closes and len(self._grids) > 1:
                    self._grids.pop()
            self._block(name, closes=closes)

    def _start(self, name: str, given: Mapping[str, str], *, is_empty: bool) -> None:
        while self._path and self._path[-1][0] in _IMPLIED.get(name, ()):
            self._open[self._path.pop()[0]] -= 1
            self._looks.pop()
        named = (f"[{one}" for one in self.styles.attributes & given.keys())
        marks = frozenset((*(f".{one}" for one in given.get("class", "").split()), *_id_of(given), *named))
        path = [*self._path[-MAX_AROUND:], (name, marks)]
        declarations = effective(
            _declared(name, given), self.styles.matching(path), declarations_in(given.get("style", ""))
        )
        base = self._looks[-1] if self._looks else Appearance()
        look = appearance(declarations, base) if declarations else base
        if not look.may_hide and self.styles.may_hide(path):
            look = replace(look, may_hide=True)
        if not base.kind:
            self._report_added(name, given, path, declarations, look)
        if not is_empty and len(self._path) < _MAX_DEPTH:
            self._path.append((name, marks))
            self._open[name] += 1
            self._looks.append(look)

    def _close(self, name: str) -> None:
        if not self._open[name]:
            return
        last = ""
        while last != name:
            last, _ = self._path.pop()
            self._looks.pop()
            self._open[last] -= 1

    def _report_added(
        self,
        name: str,
        given: Mapping[str, str],
        path: list[tuple[str, frozenset[str]]],
        declarations: Mapping[str, str],
        look: Appearance,
    ) -> None:
        where = f"line {self.number}"
        listed = {key: value for key, value in declarations.items() if key.startswith("list-style")}
        for added in (added_text(effective(self.styles.matching(path, added=True))), added_text(listed)):
            added = _ATTR.sub(lambda found: given.get(found[1], ""), added)
            if _COUNTS.search(added) or len(added.split()) > 1:
                self.collector.add_part("styled_added", where, added)
        if name in ("iframe", "frame", "object", "embed"):
            shown = given.get("srcdoc") or given.get("src") or given.get("data", "")
            small = given.get("width") in _NOTHING or given.get("height") in _NOTHING or bool(look.kind)
            self.collector.add_part("frame", where, shown, status="harmless" if small else "left")
        elif name == "input" and given.get("value") and given.get("type", "text").casefold() in _TYPED:
            self.collector.add_part("form_field", where, given["value"], status="harmless" if look.kind else "left")
        elif name == "meta" and given.get("http-equiv", "").casefold() == "refresh" and "=" in given.get("content", ""):
            self.collector.add_part("frame", where, given["content"])
        elif name in ("img", "picture"):
            carried = given.get("src", "").startswith(("data:", "cid:")) and not look.kind
            size = [given[side] for side in ("width", "height") if given.get(side, "").isdecimal()]
            small = any(int(one) <= _SMALL for one in size)
            status: PartStatus = "left" if carried and not small else "harmless"
            self.collector.add_part("picture", where, given.get("alt", ""), status=status)

    def report_hidden(self) -> None:
        """Note the hidden text found so far, so that the check can report it."""
        text = " ".join(" ".join(self._hidden).split())
        self._hidden.clear()
        if text:
            # Troops need a number, so hidden text without a number is harmless.
            status: PartStatus = "left" if _COUNTS.search(text) else "harmless"
            self.collector.add_part(self._hidden_kind, f"line {self._hidden_start}", text, status=status)
        self._hidden_kind = ""

    def flush(self, *, force: bool = False) -> None:
        text = "".join(self._parts)
        self._parts.clear()
        if not self._preformatted:
            text = text.strip(_SPACES)
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

    def _cell(self, given: Mapping[str, str], *, closes: bool) -> None:
        if self._row is None:
            self.flush()
            return
        self._end_cell()
        if not closes:
            self._in_cell = True
            columns, rows = (_SPAN.match(given.get(one, "")) for one in ("colspan", "rowspan"))
            # 0 rows: all rows to the end of the table
            self._spans = (min(int(columns[1]), MAX_SPAN) if columns else 1, (int(rows[1]) or MAX_SPAN) if rows else 1)

    def _end_cell(self) -> None:
        if not self._in_cell or self._row is None:
            return
        self._row.append(TableCell(_INNER_SPACES.sub(" ", "".join(self._parts)).strip(_SPACES), *self._spans))
        self._parts.clear()
        self._in_cell = False

    def _end_row(self) -> None:
        if self._row is None:
            self.flush()
            return
        self._end_cell()
        cells = self._grids[-1].row(self._row)
        if any(cells):
            self.collector.add_row(cells, self._row_start)
            self._blank = False
        self._row = None

    def _is_in_cell(self, name: str, *, closes: bool, is_small: bool) -> bool:
        if self._inner_tables:
            self._inner_tables -= name == "table" and closes
            return True
        has_data = self._in_cell and (self._grids[-1].covers_first or any(cell.text for cell in self._row or ()))
        self._inner_tables = int(is_small and has_data)
        return bool(self._inner_tables)


def _row_count(table: str) -> int:
    return table.lower().count("<tr")


_OF_TABLES = frozenset(("table", "tr", "td", "th", "caption"))
_NOTHING = ("0", "1", "0px", "1px")
_TYPED = frozenset(("text", "number", "search", "tel", "email", "date", "month"))


def _id_of(given: Mapping[str, str]) -> tuple[str, ...]:
    return (f"#{given['id']}",) if given.get("id") else ()


def _declared(name: str, given: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    if name in _STRUCK:
        found["text-decoration"] = "line-through"
    if name == "select":
        found["-orbat-kind"] = "form_field"
    if "hidden" in given or (name in _HIDDEN and "open" not in given):
        found["display"] = "none"
    if colour := given.get("color") or (given.get("text") if name == "body" else ""):
        found["color"] = colour.casefold()
    if background := given.get("bgcolor"):
        found["background-color"] = background.casefold()
    elif given.get("background"):
        found["background"] = "url()"
    if name == "bdo" and given.get("dir", "").casefold() == "rtl":
        found |= {"unicode-bidi": "bidi-override", "direction": "rtl"}
    return found
