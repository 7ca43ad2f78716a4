"""Styles of OpenDocument files that hide text or strike out text."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from xml.etree.ElementTree import Element

from orbat.documents.archive import local_name
from orbat.documents.colours import BLACK, WHITE, Colour, is_unreadable, parse_colour
from orbat.documents.line_collector import MAX_COLUMNS, LineCollector
from orbat.documents.office_parts import further_part, is_worth_reporting
from orbat.documents.symbol_fonts import shows_symbols

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")

MIN_LENGTH = 4.0
"""Height of a row, in points, below which its text cannot be read."""
MIN_WIDTH = 5.0
"""Width of a column, in points, below which its text cannot be read."""
_MAX_CONDENSED = 4.0
"""Space taken from each letter, in points, above which letters cover each other."""
_MIN_FONT = 3.0
_MAX_OUTDENT = 125.0
"""Distance to the left of the margin, in points, from which a paragraph is outside the page."""
_INDENTS = ("margin-left", "text-indent")
_MAX_PARENTS = 10
_LENGTH = re.compile(r"([0-9.]{1,12})(cm|mm|in|pt|pc|px)?\Z")
_POINTS = {"cm": 28.35, "mm": 2.835, "in": 72.0, "pt": 1.0, "pc": 12.0, "px": 0.75, None: 1.0}

Properties = Mapping[str, str]


def count_of(element: Element, name: str, maximum: int) -> int:
    """How many times a file repeats an element: from 1 to `maximum`."""
    value = element.get(name, "1")
    return max(1, min(int(value[:9]) if value.isascii() and value.isdigit() else 1, maximum))


def points_of(length: str) -> float | None:
    """Convert a length such as `0.5cm` to typographic points (1/72 inch)."""
    found = _LENGTH.match(length)
    try:
        return float(found[1]) * _POINTS[found[2]] if found else None
    except ValueError:
        return None


class OdfStyles:
    """The styles of a file by family and name."""

    def __init__(self, archive: zipfile.ZipFile, collector: LineCollector) -> None:
        self._styles: dict[tuple[str, str], tuple[str, Properties]] = {}
        root = further_part(archive, "styles.xml", collector) if "styles.xml" in archive.namelist() else None
        for element in root.iter(f"{STYLE}style") if root is not None else ():
            self.add(element)
        for element in root.iter() if root is not None else ():
            is_header = local_name(element.tag) in _HEADERS and element.get(f"{STYLE}display") != "false"
            if is_header and is_worth_reporting(text := _without_fields(element)):
                collector.add_part("header", shown=text)
        if root is not None:
            report_list_labels(root, collector)

    def add(self, element: Element) -> None:
        """Add a style."""
        own: dict[str, str] = {}
        for properties in element:
            own |= {local_name(key): value for key, value in properties.attrib.items()}
        family, name = element.get(f"{STYLE}family", ""), element.get(f"{STYLE}name", "")
        self._styles[family, name] = (element.get(f"{STYLE}parent-style-name", ""), own)

    def properties(self, family: str, name: str) -> Properties:
        """The properties of a style, including inherited properties."""
        found: dict[str, str] = {}
        for _ in range(_MAX_PARENTS):
            parent, own = self._styles.get((family, name), ("", {}))
            found = {**own, **found}
            if not parent:
                break
            name = parent
        return found


_HEADERS = frozenset(("header", "footer", "header-left", "footer-left", "header-first", "footer-first"))
_FIELDS = frozenset(("sheet-name", "page-number", "page-count", "date", "time", "title", "file-name", "author-name"))


def _without_fields(element: Element) -> str:
    pieces = [] if local_name(element.tag) in _FIELDS else [element.text or ""]
    for child in element:
        pieces += [_without_fields(child), child.tail or ""]
    return " ".join(" ".join(pieces).split())


def report_list_labels(root: Element, collector: LineCollector) -> None:
    """Report list labels that may name troops, such as the text `with 2 guns` before the number of each item."""
    for level in root.iter(f"{TEXT}list-level-style-number"):
        words = f"{level.get(f'{STYLE}num-prefix', '')} {level.get(f'{STYLE}num-suffix', '')}".strip()
        if is_worth_reporting(words):
            collector.add_part("styled_added", "label of a list", words)


def hides(properties: Properties, background: Colour) -> str:
    """How this style hides or strikes out text, as an id of `parts.KINDS`; "" if it does neither."""
    if properties.get("display") == "none" or properties.get("visibility") == "hidden":
        return "styled_hidden"
    if properties.get("text-line-through-style", "none") != "none" or (
        properties.get("text-line-through-type", "none") != "none"
    ):
        return "struck_out"
    colour = parse_colour(properties.get("color", "")) or BLACK
    automatic = properties.get("use-window-font-color") == "true"  # adapted to the background
    if "color" in properties and not automatic and is_unreadable(colour, background_of(properties) or background):
        return "white_text"
    indents = (properties.get(name, "") for name in _INDENTS)
    if any((points_of(one[1:]) or 0.0) > _MAX_OUTDENT for one in indents if one.startswith("-")):
        return "clipped_text"
    if shows_symbols(properties.get("font-name") or properties.get("font-family", "")):
        return "remapped_text"
    spacing = properties.get("letter-spacing", "")
    if spacing.startswith("-") and (points_of(spacing[1:]) or 0.0) > _MAX_CONDENSED:
        return "tiny_text"
    size = points_of(properties.get("font-size", ""))
    return "tiny_text" if size is not None and size < _MIN_FONT else ""


def background_of(properties: Properties) -> Colour | None:
    """The background colour in the style of a text, if any."""
    return parse_colour(properties.get("background-color", ""))


_NOTES = {"footnote": "footnote", "endnote": "endnote"}
_SKIPPED = frozenset({f"{TEXT}tracked-changes", f"{TABLE}tracked-changes"})
Piece = tuple[str, str]
"""A text, and the kind of part that it is; "" for displayed text."""


class OdfText:
    """Reads the displayed text of paragraphs, and reports hidden text."""

    def __init__(self, styles: OdfStyles, collector: LineCollector) -> None:
        self.styles = styles
        self.collector = collector

    def displayed(self, element: Element, place: str, background: Colour = WHITE, kind: str = "") -> str:
        """The displayed text of a paragraph.

        `kind`: why the whole paragraph is hidden, as an id of `parts.KINDS`; "" if the paragraph is visible.
        """
        pieces = list(self._pieces(element, self._context(element, "paragraph", background, kind), background))
        self.report(pieces, place)
        return "".join(text for text, hidden in pieces if not hidden)[: 2 * MAX_COLUMNS]

    def report(self, pieces: Iterable[Piece], place: str) -> None:
        """Report the pieces of text that are not displayed."""
        last, shown = "", ""
        for text, kind in (*pieces, ("", "")):
            if kind != last:
                if last and shown.strip():
                    self.collector.add_part(last, place, shown.strip())
                last, shown = kind, ""
            if len(shown) < MAX_COLUMNS:
                shown += text

    def _context(self, element: Element, family: str, background: Colour, kind: str) -> str:
        name = element.get(f"{TEXT}style-name", "")
        return kind or (hides(self.styles.properties(family, name), background) if name else "")

    def _pieces(self, element: Element, kind: str, background: Colour, depth: int = 0) -> Iterator[Piece]:
        if element.text:
            yield element.text, kind
        for child in element if depth < _MAX_DEPTH else ():
            name = local_name(child.tag)
            if child.tag == f"{TEXT}s":
                yield " " * count_of(child, f"{TEXT}c", MAX_COLUMNS), kind
            elif name in ("tab", "line-break"):
                yield "\t" if name == "tab" else "\n", kind
            elif name == "note":
                yield plain_text(child), _NOTES.get(child.get(f"{TEXT}note-class", ""), "footnote")
            elif name == "annotation":
                yield plain_text(child), "comment"
            elif name == "hidden-text":
                yield child.get(f"{TEXT}string-value", "") or plain_text(child), "styled_hidden"
            elif name == "hidden-paragraph" and child.get(f"{TEXT}is-hidden") == "true":
                yield "a hidden paragraph", "styled_hidden"
            elif name == "span":
                yield from self._pieces(child, self._context(child, "text", background, kind), background, depth + 1)
            elif child.tag not in _SKIPPED:
                yield from self._pieces(child, kind, background, depth + 1)
            if child.tail:
                yield child.tail, kind


_MAX_DEPTH = 50


def plain_text(element: Element) -> str:
    """All text inside an element, without structure."""
    return " ".join(" ".join(element.itertext()).split())[:MAX_COLUMNS]
