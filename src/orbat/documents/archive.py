"""Open the ZIP archives of workbooks and documents, with a limit on the unpacked size."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from orbat.data.problem import Problem, unreadable
from orbat.model.record import Value
from orbat.model.wording import phrase

MAX_MEMBERS = 2_000
MAX_UNPACKED = 100_000_000
MAX_XML = 10_000_000
"""Maximum size of an XML part, in bytes."""
MAX_RATIO = 200
"""Maximum compression ratio of an archive part. Does not apply to parts of up to `_SMALL` bytes."""
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
    """Open an archive. Returns a Problem if the archive is damaged, locked or over a limit."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
        members = archive.infolist()
    except Exception:  # zipfile raises many types of errors for a damaged archive
        return unreadable("is a damaged workbook or document", "Ask for a new copy.")
    if len(members) > MAX_MEMBERS:
        message = phrase("has more than {maximum} parts, the maximum for an archive", maximum=MAX_MEMBERS)
        return unreadable(message, "Check that this is the right file.")
    if sum(member.file_size for member in members) > MAX_UNPACKED:
        message = phrase("unpacks to more than the maximum of {megabytes} MB", megabytes=MAX_UNPACKED // 1_000_000)
        return unreadable(message, "Check that this is the right file.")
    if any(member.filename.endswith(".xml") and member.file_size > MAX_XML for member in members):
        message = phrase("has a part larger than the maximum of {megabytes} MB", megabytes=MAX_XML // 1_000_000)
        return unreadable(message, "Ask for the list alone, as text or CSV.")
    if any(member.file_size > max(_SMALL, MAX_RATIO * member.compress_size) for member in members):
        message = phrase("has a part that unpacks to more than {maximum} times its size", maximum=MAX_RATIO)
        return unreadable(message, "Check that this is the right file.")
    if any(member.flag_bits & _LOCKED for member in members):
        return unreadable("is locked with a password", "Ask for a copy without a password.")
    return archive


def archive_type(archive: zipfile.ZipFile) -> str:
    """The type of an archive, such as `xlsx` or `docx`; "" if unknown."""
    names = set(archive.namelist())
    if "[Content_Types].xml" in names:
        types = archive.read("[Content_Types].xml").decode("utf-8", "replace")
        return next((kind for marker, kind in _MAIN if marker in types), "")
    if "mimetype" in names:
        mime = archive.read("mimetype").decode("ascii", "replace").strip()
        return next((kind for marker, kind in _OPEN_DOCUMENTS if mime.startswith(marker)), "")
    if roster_member(archive):
        return "rosz"
    return "numbers" if any(name.endswith(".iwa") for name in names) else ""


def roster_member(archive: zipfile.ZipFile) -> str:
    """The name of the BattleScribe roster in an archive that has no other file. "" for other archives."""
    names = archive.namelist()
    return names[0] if len(names) == 1 and names[0].lower().endswith(".ros") else ""


def read_part(archive: zipfile.ZipFile, name: str) -> Element:
    """Parse a part of an archive as XML. Raises an error for a `<!DOCTYPE>` declaration."""
    from defusedxml.ElementTree import fromstring

    # a document type could define entities that expand to a huge text
    tree: Element = fromstring(archive.read(name), forbid_dtd=True)
    return tree


def element_events(archive: zipfile.ZipFile, name: str) -> Iterator[tuple[str, Element]]:
    """Yield the start and the end of every XML element in a part of an archive."""
    from defusedxml.ElementTree import iterparse

    yield from iterparse(io.BytesIO(archive.read(name)), events=("start", "end"), forbid_dtd=True)


def main_part(archive: zipfile.ZipFile, content_type: str, default: str) -> str:
    """The name of an Office file's first part with this content type; `default` if there is none."""
    for override in read_part(archive, "[Content_Types].xml"):
        if content_type in override.get("ContentType", "") and override.get("PartName"):
            return override.get("PartName", "").lstrip("/")
    return default


def local_name(tag: object) -> str:
    """The name of an XML element, without the namespace."""
    return re.sub(r"\{.*\}", "", tag) if isinstance(tag, str) else ""


class Relation(Value):
    """A reference from one part of an Office file to another."""

    id: str
    type: str
    """One word, such as `styles`."""
    target: str
    """Path of the other part, or an address if `external`."""
    external: bool = False


def relations(archive: zipfile.ZipFile, part: str) -> tuple[Relation, ...]:
    """The references from a part of an Office file. The part "" is the whole file."""
    folder, _, name = part.rpartition("/")
    path = f"{folder}/_rels/{name}.rels".lstrip("/")
    if path not in archive.namelist():
        return ()
    found = []
    for element in read_part(archive, path):
        target = element.get("Target", "")
        external = element.get("TargetMode", "").casefold() == "external"
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        kind = element.get("Type", "").rpartition("/")[2]
        found.append(Relation(element.get("Id", ""), kind, target, external))
    return tuple(found)
