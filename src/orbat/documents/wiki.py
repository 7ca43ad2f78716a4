"""Read wiki text: tables, headings, bullets, links and templates, as in the articles of an encyclopaedia."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from orbat.documents.line_collector import MAX_COLUMNS, LineCollector
from orbat.documents.plain_text import displayed_lines
from orbat.documents.table_spans import SpanGrid, TableCell
from orbat.list_reader.document_text import LEVEL_INDENT
from orbat.model.part import PartStatus

_TABLE = re.compile(r"^ *:*\{\|", re.MULTILINE)
_TABLE_END = re.compile(r"^ *\|\}", re.MULTILINE)
_MARKS = (
    re.compile(r"\[\[[^\[\]\n]+\]\]"),
    re.compile(r"'''[^'\n]"),
    re.compile(r"\{\{[A-Za-z][^{}\n]*\}\}"),
    re.compile(r"<ref\b", re.IGNORECASE),
)
_LESS_CERTAIN_MARKS = (
    re.compile(r"^={2,6}[^=\n].*={2,6} *$", re.MULTILINE),
    re.compile(r"^\*{2,} *[^\s*][^*\n]*$", re.MULTILINE),
)
"""Marks that also occur in Markdown and in typed lists."""
_HEADING = re.compile(r"(={1,6})(.*?[^=].*?)\1 *\Z")
_BULLET = re.compile(r"([*#:;]{1,9}) *(?=\S)")
_REFERENCE = re.compile(r"<ref\b[^<>]{0,200}/>|<ref\b[^<>]{0,200}>(?:(?!<ref\b)[\s\S]){0,2000}?</ref *>", re.IGNORECASE)
_LINE_BREAK = re.compile(r"<br *\/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_TEMPLATE = re.compile(r"\{\{([^{}]{0,500})\}\}")
_FILE = re.compile(r"\[\[(?:file|image|datei|fichier|category|kategorie|catégorie):[^\[\]]{0,500}\]\]", re.IGNORECASE)
_LINK = re.compile(r"\[\[(?:[^\[\]|]{0,300}\|)?([^\[\]|]{0,300})\]\]")
_ADDRESS = re.compile(r"\[(?:https?:)?//[^\s\[\]]{1,500} ?([^\[\]]{0,300})\]")
_QUOTES = re.compile(r"'{2,5}")
_ATTRIBUTES = re.compile(r"(?:\s*[a-zA-Z-]{1,20} *= *(?:\"[^\"|]*\"|'[^'|]*'|[^\s|\"']+))+\s*\Z")
_COLUMNS = re.compile(r"\bcolspan *= *[\"']?(\d{1,3})", re.IGNORECASE)
_ROWS = re.compile(r"\browspan *= *[\"']?(\d{1,4})", re.IGNORECASE)
_TEXT_TEMPLATES = frozenset(
    ("nowrap", "nobr", "small", "big", "abbr", "lang", "em", "strong", "sc", "center", "nobold")
)
"""Templates that only change how a text looks. The text is their first argument; for `lang`, it is the last."""
_MAX_NESTED = 4
"""Maximum depth of templates within templates."""


def is_wiki(text: str) -> bool:
    """Whether a text has a wiki table, or at least two other kinds of wiki mark-up."""
    if _TABLE.search(text) and _TABLE_END.search(text):
        return True
    certain = sum(1 for mark in _MARKS if mark.search(text))
    return certain > 1 or (certain == 1 and any(mark.search(text) for mark in _LESS_CERTAIN_MARKS))


def collect_wiki(lines: Sequence[str], collector: LineCollector) -> None:
    """Collect the lines and table rows of a wiki text."""
    lines = _without_notes("\n".join(displayed_lines(lines, collector)), collector).split("\n")
    table: _WikiTable | None = None
    for number, raw in enumerate(lines, 1):
        if collector.full:
            return
        line = raw[: MAX_COLUMNS + 1]
        if table is None and _TABLE.match(line):
            table = _WikiTable(collector)
        elif table is not None:
            if _TABLE_END.match(line):
                table.end_row()
                table = None
            else:
                table.add(line.strip(), number)
        else:
            _collect_line(line, number, collector)
    if table is not None:
        table.end_row()


def _without_notes(text: str, collector: LineCollector) -> str:
    for pattern, kind in ((_REFERENCE, "footnote"), (_TEMPLATE, "other_part")):
        pieces: list[str] = []
        at, number = 0, 1
        for found in pattern.finditer(text):
            number += text.count("\n", at, found.start())
            is_note = kind == "footnote" or not _template_text(found)
            if is_note and (shown := " ".join(_TAG.sub(" ", found[0]).split())):
                status: PartStatus = "left" if any(map(str.isdigit, shown)) else "harmless"
                collector.add_part(kind, f"line {number}", shown, status=status)
            pieces += [text[at : found.start()], "\n" * found[0].count("\n") if is_note else found[0]]
            number += found[0].count("\n")
            at = found.end()
        text = "".join([*pieces, text[at:]])
    return text


def _collect_line(line: str, number: int, collector: LineCollector) -> None:
    if heading := _HEADING.match(line.strip()):
        collector.add_line(plain(heading[2]), number, heading=len(heading[1]))
    elif bullet := _BULLET.match(line):
        depth = len(bullet[1])
        text = plain(line[bullet.end() :])
        collector.add_line(f"• {text}" if text else "", number, indent=LEVEL_INDENT * (depth - 1))
    else:
        collector.add_line(plain(line), number)


class _WikiTable:
    """Collects the rows of a wiki table, with the cells on one line or on several lines."""

    def __init__(self, collector: LineCollector) -> None:
        self._collector = collector
        self._grid = SpanGrid()
        self._cells: list[str] = []
        self._start = 0

    def add(self, line: str, number: int) -> None:
        if line.startswith("|-"):
            self.end_row()
        elif line.startswith("|+"):
            self._collector.add_line(plain(_content(line[2:])), number)
        elif line[:1] in ("|", "!"):
            self._start = self._start or number
            self._cells += _cells(line)
        elif self._cells:
            self._cells[-1] += f"\n{line}"

    def end_row(self) -> None:
        if not self._cells:
            return
        cells = self._grid.row(map(_table_cell, self._cells))
        if any(cells):
            self._collector.add_row(cells, self._start)
        self._cells, self._start = [], 0


def _cells(line: str) -> Iterator[str]:
    separator = re.compile(r"\|\||!!" if line[0] == "!" else r"\|\|")
    yield from separator.split(line[1:])


def _table_cell(raw: str) -> TableCell:
    before, bar, _ = raw.partition("|")
    attributes = before if bar and _ATTRIBUTES.match(before) else ""
    columns, rows = _COLUMNS.search(attributes), _ROWS.search(attributes)
    return TableCell(plain(_content(raw)), int(columns[1]) if columns else 1, int(rows[1]) if rows else 1)


def _content(raw: str) -> str:
    before, bar, after = raw.partition("|")
    return after if bar and _ATTRIBUTES.match(before) else raw


def plain(text: str) -> str:
    """Remove wiki mark-up from a text. A line break in a table cell becomes a comma."""
    text = _LINE_BREAK.sub(", ", _FILE.sub("", text))
    for _ in range(_MAX_NESTED):
        text, count = _TEMPLATE.subn(_template_text, text)
        if not count:
            break
    text = _ADDRESS.sub(r"\1", _LINK.sub(r"\1", text))
    text = html.unescape(_TAG.sub("", _QUOTES.sub("", text)))
    return " ".join(text.split())


def _template_text(found: re.Match[str]) -> str:
    name, *arguments = (part.strip() for part in found[1].split("|"))
    name = name.casefold()
    texts = [argument for argument in arguments if "=" not in argument]
    if name == "convert" and len(texts) > 1:
        return f"{texts[0]} {texts[1]}"
    if name in _TEXT_TEMPLATES and texts:
        return texts[-1] if name == "lang" else texts[0]
    return ""
