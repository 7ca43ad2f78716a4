"""Comments, drawings, charts, pictures and embedded files in Word and Excel files."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from orbat.documents.archive import local_name, read_part, relations
from orbat.documents.line_collector import LineCollector

_KNOWN = re.compile(
    r"\[Content_Types\]\.xml|(?:.*/)?_rels/.*\.rels|docProps/.*|docMetadata/.*|customXml/.*|customUI/.*|mimetype|.*/|"
    r"(?:xl|word)/(?:theme|printerSettings|tables|pivotTables|pivotCache|slicers|slicerCaches|queryTables|persons|"
    r"richData|ctrlProps|revisions|glossary|fonts|documenttasks|charts/(?:style|colors)|diagrams/(?:layout|quickStyle|"
    r"colors|drawing))[^.]*\.?.*|"
    r"xl/(?:workbook|styles|sharedStrings|calcChain|metadata|volatileDependencies|connections|sheetMetadata)\.(?:xml|bin)|"
    r"xl/(?:worksheets|chartsheets|dialogsheets|externalLinks|threadedComments)/.*|xl/(?:drawings|comments)/?.*|"
    r"word/(?:styles|settings|webSettings|fontTable|numbering|stylesWithEffects|people|keymap|attachedToolbars|"
    r"commentsExtended|commentsIds|commentsExtensible|comments|footnotes|endnotes|header\d*|footer\d*|document\d*)"
    r"(?:\.xml|\.bin)",
    re.IGNORECASE,
)
"""Parts that belong to the format, or that are accounted for elsewhere."""
_KINDS = (
    (re.compile(r".*/media/.*|.*\.(?:png|jpe?g|gif|emf|wmf|bmp|tiff?|svg|webp)", re.IGNORECASE), "picture"),
    (re.compile(r".*/embeddings/.*|.*\.(?:docx|xlsx|html?|mht|rtf|txt|pdf)", re.IGNORECASE), "embedded_part"),
    (re.compile(r".*/macrosheets/.*", re.IGNORECASE), "script"),
)
_MACROS = re.compile(r".*/(?:vbaProject|vbaData|activeX/).*", re.IGNORECASE)
_TAGS = re.compile(r"<[^>]*>|\\[a-z]+-?\d* ?|[{}]")
_MAX_SHOWN = 200
_MAX_PART = 1_000_000


def text_in(element: Element, name: str = "t") -> str:
    """The text of all elements with the tag `name`."""
    pieces = ((one.text or "") for one in element.iter() if local_name(one.tag) == name)
    return " ".join(" ".join(pieces).split())[:_MAX_SHOWN]


def further_part(archive: zipfile.ZipFile, name: str, collector: LineCollector) -> Element | None:
    """Parse a part of the file other than the main text. If the part is damaged, report this and return None."""
    try:
        return read_part(archive, name)
    except Exception:  # zipfile and the XML parser raise many types of errors for a damaged part
        collector.add_part("other_part", name, "damaged")
        return None


def is_worth_reporting(header: str) -> bool:
    """Whether a header or footer may name troops."""
    # Such a text has a number of two digits, or two words other than `page` and similar words.
    words = [word for word in _WORD.findall(header.casefold()) if word not in _PAGE_WORDS]
    return len(words) > 1 or bool(_NUMBER.search(header))


_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBER = re.compile(r"\d{2}")
_PAGE_WORDS = frozenset(("page", "pages", "of", "seite", "von", "pagina", "di", "de", "sur", "pag", "blatt", "strona"))


def add_other_members(archive: zipfile.ZipFile, main: str, collector: LineCollector) -> None:
    """Report the parts of the archive that orbat does not read, such as pictures and macros."""
    for member in archive.infolist():
        name = member.filename
        if name.endswith(".rels"):
            _add_links(archive, name, collector)
        if name == main or _KNOWN.fullmatch(name) or not member.file_size:
            continue
        if _MACROS.fullmatch(name):
            collector.add_part("script", name, status="harmless")
        elif "/charts/" in name or "/diagrams/" in name:
            _add_drawn_text(archive, name, collector)
        else:
            kind = next((kind for pattern, kind in _KINDS if pattern.fullmatch(name)), "other_part")
            collector.add_part(kind, name.rpartition("/")[2], _excerpt(archive, name))


_HARMLESS_LINKS = frozenset(("hyperlink", "attachedTemplate", "mailMergeSource", "mailMergeHeaderSource", "transform"))


def _add_links(archive: zipfile.ZipFile, name: str, collector: LineCollector) -> None:
    folder, _, part = name.removesuffix(".rels").rpartition("_rels/")
    if further_part(archive, name, collector) is None:
        return
    for link in relations(archive, f"{folder}{part}"):
        if link.external and link.type not in _HARMLESS_LINKS:
            collector.add_part("external_link", part, link.target)


def _excerpt(archive: zipfile.ZipFile, name: str) -> str:
    if not name.lower().endswith((".html", ".htm", ".mht", ".txt", ".rtf", ".xml")):
        return ""
    text = archive.read(name)[:_MAX_PART].decode("utf-8", "replace")
    return " ".join(_TAGS.sub(" ", text).split())[:_MAX_SHOWN]


def _add_drawn_text(archive: zipfile.ZipFile, name: str, collector: LineCollector) -> None:
    kind = "chart" if "/charts/" in name else "text_box"
    if not name.lower().endswith(".xml"):
        return
    root = further_part(archive, name, collector)
    shown = text_in(root) if root is not None else ""
    if shown or (kind == "chart" and root is not None):
        collector.add_part(kind, name.rpartition("/")[2], shown)


def add_sheet_parts(archive: zipfile.ZipFile, path: str, sheet: str, collector: LineCollector) -> None:
    """Add the comments, text boxes and pictures of a sheet."""
    for link in relations(archive, path):
        if link.external or link.target not in archive.namelist():
            continue
        if link.type == "comments":
            for comment in _elements(archive, link.target, "comment", collector):
                collector.add_part("comment", f"{sheet}!{comment.get('ref', '')}", text_in(comment))
        elif link.type == "drawing":
            for shape in _elements(archive, link.target, "sp", collector):
                if text := text_in(shape):
                    collector.add_part("text_box", sheet, text)
                elif is_filled(shape):
                    collector.add_part("covered_text", sheet, "a filled shape may cover cells", status="read")


def is_filled(shape: Element) -> bool:
    """Whether a shape is filled and so hides what is behind the shape."""
    # A fill from the document's theme is not considered.
    properties = next((one for one in shape.iter() if local_name(one.tag) == "spPr"), None)
    return any(local_name(one.tag) in _FILLS for one in properties or ())


_FILLS = frozenset(("solidFill", "gradFill", "blipFill", "pattFill"))


def _elements(archive: zipfile.ZipFile, part: str, name: str, collector: LineCollector) -> Iterator[Element]:
    root = further_part(archive, part, collector)
    return (one for one in root.iter() if local_name(one.tag) == name) if root is not None else iter(())
