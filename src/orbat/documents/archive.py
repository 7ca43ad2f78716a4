"""The archives that workbooks and documents are, opened with care: what they unpack to is bounded."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from orbat.data.problem import Problem, unreadable

MAX_MEMBERS = 2_000
MAX_UNPACKED = 100_000_000
MAX_XML = 10_000_000
"""The most bytes of a part that is read whole."""
MAX_RATIO = 200
"""A part may be so many times larger than it is packed; `_SMALL` ones may be anything."""
_SMALL = 1_000_000
_LOCKED = 0x1
_MAIN = (
    ("spreadsheetml.sheet.main", "xlsx"),
    ("sheet.macroEnabled.main", "xlsx"),
    ("spreadsheetml.template.main", "xlsx"),
    ("template.macroEnabled.main+xml", "xlsx"),
    ("wordprocessingml.document.main", "docx"),
    ("wordprocessingml.template.main", "docx"),
    ("ms-word.document.macroEnabled.main", "docx"),
    ("ms-word.template.macroEnabledTemplate.main", "docx"),
    ("sheet.binary.macroEnabled.main", "xlsb"),
    ("presentationml", "pptx"),
)
_OPEN_DOCUMENTS = (
    ("application/vnd.oasis.opendocument.spreadsheet", "ods"),
    ("application/vnd.oasis.opendocument.text", "odt"),
)


def open_archive(raw: bytes) -> zipfile.ZipFile | Problem:
    """The archive, once it is known what it unpacks to."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
        members = archive.infolist()
    except Exception:  # a damaged archive can make the reader fail in any way; all mean the same here
        return unreadable("is a damaged workbook or document", "Ask for it again.")
    if len(members) > MAX_MEMBERS:
        return unreadable(f"is an archive of more than {MAX_MEMBERS} parts, the most that is read", "Check the file.")
    if sum(member.file_size for member in members) > MAX_UNPACKED:
        says = f"unpacks to more than {MAX_UNPACKED // 1_000_000} MB, the most that is read"
        return unreadable(says, "Check that it is the right file.")
    if any(member.filename.endswith(".xml") and member.file_size > MAX_XML for member in members):
        says = f"has a part of more than {MAX_XML // 1_000_000} MB, the most that is read"
        return unreadable(says, "Ask for the list alone, as text or CSV.")
    if any(member.file_size > max(_SMALL, MAX_RATIO * member.compress_size) for member in members):
        says = f"has a part that unpacks to more than {MAX_RATIO} times its size, the most that is read"
        return unreadable(says, "Check that it is the right file.")
    if any(member.flag_bits & _LOCKED for member in members):
        return unreadable("is locked with a password", "Ask for it without one.")
    return archive


def kind_of(archive: zipfile.ZipFile) -> str:
    """`xlsx`, `docx`, `ods` and the like; "" for any other archive."""
    names = set(archive.namelist())
    if "[Content_Types].xml" in names:
        types = archive.read("[Content_Types].xml").decode("utf-8", "replace")
        return next((kind for sign, kind in _MAIN if sign in types), "")
    if "mimetype" in names:
        mime = archive.read("mimetype").decode("ascii", "replace").strip()
        return next((kind for sign, kind in _OPEN_DOCUMENTS if mime.startswith(sign)), "")
    return "numbers" if any(name.endswith(".iwa") for name in names) else ""


def part(archive: zipfile.ZipFile, name: str) -> Element:
    """A part's XML as a tree; no entity is expanded."""
    from defusedxml.ElementTree import fromstring

    tree: Element = fromstring(archive.read(name), forbid_dtd=True)
    return tree


def elements(archive: zipfile.ZipFile, name: str) -> Iterator[tuple[str, Element]]:
    """The beginnings and ends of a part's elements, as they come."""
    from defusedxml.ElementTree import iterparse

    yield from iterparse(io.BytesIO(archive.read(name)), events=("start", "end"), forbid_dtd=True)


def main_part(archive: zipfile.ZipFile, sign: str, usual: str) -> str:
    """The name of the part whose content type has a sign in it."""
    for override in part(archive, "[Content_Types].xml"):
        if sign in override.get("ContentType", "") and override.get("PartName"):
            return override.get("PartName", "").lstrip("/")
    return usual


def local(tag: object) -> str:
    """An element's name without its namespace."""
    return re.sub(r"\{.*\}", "", tag) if isinstance(tag, str) else ""
