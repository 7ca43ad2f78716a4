"""Read HTML from mail programs and forums as lines and rows. Runs no scripts and fetches nothing.

Text that a browser displays is read. Scripts, frames, and text that a style hides or adds are reported.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

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

_COMPLETE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html[\s>])", re.IGNORECASE)
_BLOCK = "p|div|table|tr|td|th|li|ul|ol|h[1-6]|body|blockquote|pre"
_CLOSING = re.compile(rf"</(?:{_BLOCK})\s*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(
    r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})((?:[^<>\"']|\"[^\"<>]*\"|'[^'<>]*')*)>|<[!?][^<>]*>",
)
_COLUMNS = re.compile(r"\bcolspan\s*=\s*[\"']?([0-9]{1,3})", re.IGNORECASE)
_ROWS = re.compile(r"\browspan\s*=\s*[\"']?([0-9]{1,4})", re.IGNORECASE)
_SMALL_TABLE = re.compile(r"<table\b(?:(?!</?table)[\s\S]){0,600}?</table\s*>", re.IGNORECASE)
"""A table that may belong to a cell of a row, such as the weapons of a unit."""
_MAX_SMALL_ROWS = 3
_INNER_SPACES = re.compile(r" {2,}")
_MAX_TABLES = 50
"""Maximum number of tables within tables."""
_WHITE = re.compile(r"[ \t\r\n\f]+")
_NOT_SHOWN = (("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->"), ("<head>", "</head>"))
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
_ATTRIBUTE = re.compile(r"([a-zA-Z][\w:-]{0,40})(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_WRITES = re.compile(
    r"document\.write|inner(?:HTML|Text)|outerHTML|textContent|insertAdjacent|createTextNode|append(?:Child)?\(|"
    r"nodeValue|\.html\(|\.text\("
)
"""Calls with which a script changes the text of a page."""
_ATTR = re.compile(r"attr\(\s*([\w-]+)\s*\)")
_TAGS = re.compile(r"<[^<>]*>")
_COUNTS = re.compile(rf"\d|\b(?:{'|'.join(NUMBERS)})\b", re.IGNORECASE)
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
    _report_scripts(text, collector)
    text = _without(text, "<!--[if", "<![endif]-->")
    rules = [rule for attributes, css in _blocks(text, "style") if "print" not in attributes for rule in rules_in(css)]
    for start_mark, end_mark in _NOT_SHOWN:
        text = _without(text, start_mark, end_mark)
    reader = _HtmlReader(collector, rules)
    small_tables = {found.start() for found in _SMALL_TABLE.finditer(text) if _row_count(found[0]) <= _MAX_SMALL_ROWS}
    last = 0
    for found in _TAG.finditer(text):
        if collector.full:
            return
        reader.text(text[last : found.start()])
        if found[2]:
            reader.tag(found[2].lower(), found[3], closes=bool(found[1]), is_small=found.start() in small_tables)
        reader.number += text.count("\n", found.start(), found.end())
        last = found.end()
    reader.text(text[last:])
    reader.flush()
    reader.report_hidden()
    if not reader.styles.is_complete:
        collector.warn("not all styles of the page were applied")


def _blocks(text: str, name: str) -> Iterator[tuple[str, str]]:
    lower = text.lower()
    at = 0
    for _ in range(_MAX_BLOCKS):
        at = lower.find(f"<{name}", at)
        end = lower.find(f"</{name}", at) if at >= 0 else -1
        if end < 0:
            return
        attributes, _, content = text[at:end].partition(">")
        yield attributes, content
        at = end


def _report_scripts(text: str, collector: LineCollector) -> None:
    for _, script in _blocks(text, "script"):
        if found := _WRITES.search(script):
            collector.add_part("script", shown=script[found.start() :].strip())
        else:
            collector.add_part("script", status="harmless")
    for comment in text.split("<!--[if ")[1:_MAX_BLOCKS]:
        inside = comment.partition("]>")[2].partition("<![endif")[0]
        for name in ("xml", "style"):  # settings of the program, without displayed text
            inside = _without(inside, f"<{name}", f"</{name}>")
        shown = " ".join(_TAGS.sub(" ", inside).split())
        if _COUNTS.search(shown) and not shown.isdecimal():
            collector.add_part("other_part", "a comment for mail programs", shown)


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


class _HtmlReader:
    def __init__(self, collector: LineCollector, rules: list[CssRule]) -> None:
        self.collector = collector
        self.styles = StyleSheet(rules)
        self._path: list[tuple[str, frozenset[str]]] = []
        """The open elements, from the root of the page."""
        self._looks: list[Appearance] = []
        """The appearance of each open element."""
        self._open: Counter[str] = Counter()
        self._hidden: list[str] = []
        self._hidden_kind = ""
        self._hidden_start = 1
        self.number = 1
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

    def text(self, raw: str) -> None:
        if not raw:
            return
        kind = self._looks[-1].kind if self._looks else ""
        if kind != self._hidden_kind:
            if not raw.strip():
                self.number += raw.count("\n")
                return
            self.report_hidden()
            self._hidden_kind, self._hidden_start = kind, self.number
        if not kind and self._looks and self._looks[-1].may_hide and _COUNTS.search(raw):
            self.collector.add_part("may_be_hidden", f"line {self.number}", html.unescape(raw).strip(), status="read")
        if kind:
            self._hidden.append(html.unescape(raw))
            self.number += raw.count("\n")
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

    def tag(self, name: str, attributes: str, *, closes: bool, is_small: bool = False) -> None:
        if closes:
            self._close(name)
        else:
            self._start(name, attributes)
        if name in _OF_TABLES and self._is_in_cell(name, closes=closes, is_small=is_small):
            self._parts.append(" ")
        elif name in ("td", "th"):
            self._cell(attributes, closes=closes)
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

    def _start(self, name: str, attributes: str) -> None:
        while self._path and self._path[-1][0] in _IMPLIED.get(name, ()):
            self._open[self._path.pop()[0]] -= 1
            self._looks.pop()
        given = _attributes(attributes)
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
        if name not in _EMPTY and not attributes.rstrip().endswith("/") and len(self._path) < _MAX_DEPTH:
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
            columns, rows = _COLUMNS.search(attributes), _ROWS.search(attributes)
            # 0 rows: all rows to the end of the table
            self._spans = (int(columns[1]) if columns else 1, (int(rows[1]) or MAX_SPAN) if rows else 1)

    def _end_cell(self) -> None:
        if not self._in_cell or self._row is None:
            return
        self._row.append(TableCell(_INNER_SPACES.sub(" ", "".join(self._parts)).strip(" \t\r\n\f"), *self._spans))
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


def _attributes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        value = match[2] if match[2] is not None else match[3] if match[3] is not None else match[4] or ""
        found.setdefault(match[1].casefold(), html.unescape(value))
    return found


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
