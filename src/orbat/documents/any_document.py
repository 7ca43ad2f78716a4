"""Whatever an opponent hands over, as lines of text: told by its content first, then by the ending of its name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from orbat.data.problem import Problem, unreadable
from orbat.documents.delimited import put_rows, separated
from orbat.documents.encoding import decoded
from orbat.documents.html import is_hypertext, put_hypertext
from orbat.documents.line_collector import BREAKS, LineCollector
from orbat.documents.mail import is_mail, read_mail
from orbat.documents.plain_text import put_prose
from orbat.list_reader.document_text import DocumentText

MAX_BYTES = 30_000_000
"""The largest file read, in bytes."""

_DAMAGED = unreadable("is damaged and cannot be read", "Ask for it again.")
_SAVED_AS = {
    "xlsb": ("is a binary Excel workbook", "Save it as XLSX or CSV."),
    "pptx": ("is a presentation", "Save it as PDF."),
    "numbers": ("is a document of Apple's Numbers or Pages", "Export it as XLSX, DOCX or PDF."),
    "": ("is a ZIP archive that is no workbook or document", "Unpack it and give the list that is in it."),
}
_OTHER_PICTURES = ((b"GIF8", "GIF"), (b"BM", "BMP"), (b"II*\x00", "TIFF"), (b"MM\x00*", "TIFF"))


def read_document(raw: bytes, name: str = "", text: str | None = None) -> DocumentText | Problem:
    """The lines of a file with such a name, or what keeps them from being read. Never raises.

    `text` is that of a file that was decoded already.
    """
    try:
        return _handed(raw, PurePath(name).suffix.lower(), text)
    except Exception:  # a file that is damaged on purpose can make any reader fail; nothing of it may reach a person
        return _DAMAGED


def _handed(raw: bytes, suffix: str, text: str | None) -> DocumentText | Problem:
    if len(raw) > MAX_BYTES:
        return unreadable(f"is larger than {MAX_BYTES // 1_000_000} MB", "Check that it is the right file.")
    if raw[:1024].lstrip().startswith(b"%PDF-"):
        from orbat.documents.pdf import read_pdf

        return read_pdf(raw)
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _packed(raw)
    if raw.startswith(b"\xd0\xcf\x11\xe0"):
        return _old_office(raw)
    if raw.startswith((b"\x89PNG", b"\xff\xd8\xff")):
        from orbat.documents.picture import read_picture

        return read_picture(raw)
    if other := _other_picture(raw):
        return unreadable(f"is a {other} picture", "Save it as PNG or JPEG.")

    return read_written(raw, suffix, text)


def _packed(raw: bytes) -> DocumentText | Problem:
    """The lines of a workbook or a document, which are archives."""
    from orbat.documents.archive import kind_of, open_archive

    archive = open_archive(raw)
    if isinstance(archive, Problem):
        return archive
    with archive:
        kind = kind_of(archive)
        if kind == "xlsx":
            from orbat.documents.workbook import read_workbook

            return read_workbook(raw, archive)
        if kind == "docx":
            from orbat.documents.word import read_document

            return read_document(archive)
        if kind in ("ods", "odt"):
            from orbat.documents import opendocument

            if opendocument.is_locked(archive):
                return unreadable("is locked with a password", "Ask for it without one.")
            return (opendocument.read_spreadsheet if kind == "ods" else opendocument.read_text_document)(archive)
    return unreadable(*_SAVED_AS[kind])


def _old_office(raw: bytes) -> Problem:
    if "EncryptedPackage".encode("utf-16-le") in raw:
        return unreadable("is a workbook or document that is locked with a password", "Ask for it without one.")
    return unreadable("is an old Word or Excel document", "Save it as DOCX, XLSX or CSV.")


def _other_picture(raw: bytes) -> str:
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "WebP"
    if raw[4:8] == b"ftyp":
        return "HEIC" if raw[8:11] in (b"hei", b"mif") else "film or"
    return next((name for sign, name in _OTHER_PICTURES if raw.startswith(sign) and b"\x00" in raw[:32]), "")


# Bytes that are text: which of the forms of text they are in, and their lines.


def read_written(raw: bytes, suffix: str, text: str | None = None) -> DocumentText | Problem:
    """The lines of a text, a table, a piece of HTML or a mail; `text` is what the bytes are as UTF-8 or UTF-16."""
    if is_mail(raw):
        mail = read_mail(raw)
        found = decoded(mail.body)
        if isinstance(found, Problem):
            return found
        subject = f"{mail.subject}\n\n" if mail.subject and not mail.is_hypertext else ""
        suffix = ".html" if mail.is_hypertext else ""
        return _lines(subject + found.text, suffix, (*found.warnings, *mail.warnings), "mail")
    found = decoded(raw, text)
    return found if isinstance(found, Problem) else _lines(found.text, suffix, found.warnings)


def _lines(text: str, suffix: str, warnings: Iterable[str], form: str = "") -> DocumentText | Problem:
    lines = BREAKS.split(text)
    text = "\n".join(lines)
    if is_hypertext(text, suffix):
        gathering = LineCollector(form or "web page")
        put_hypertext(text, gathering)
    elif table := separated(lines, suffix):
        gathering = LineCollector(form or "table")
        put_rows(lines, table, gathering)
    else:
        gathering = LineCollector(form or "text")
        put_prose(lines, suffix, gathering)
    for warning in warnings:
        gathering.warn(warning)
    return gathering.handed(unreadable("has no text in it", "Ask for it again."))
