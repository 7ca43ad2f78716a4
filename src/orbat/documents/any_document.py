"""Read any document as lines of text. The content decides the format. If the content is unclear, the suffix decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath

from orbat.data.problem import Problem, unreadable
from orbat.documents.delimited import collect_rows, detect_dialect
from orbat.documents.encoding import decode_text
from orbat.documents.html import collect_html, is_html
from orbat.documents.json_list import is_foreign_json, read_json_list
from orbat.documents.label_blocks import blocks_as_rows
from orbat.documents.line_collector import BREAKS, LineCollector
from orbat.documents.mail import is_mail, read_mail
from orbat.documents.plain_text import collect_text
from orbat.documents.roster import is_roster, read_roster
from orbat.documents.sheet_frame import without_sheet_frames
from orbat.documents.side_by_side import tables_in_sequence
from orbat.documents.spreadsheet_dates import with_original_names
from orbat.documents.wiki import collect_wiki, is_wiki
from orbat.list_reader.document_text import DocumentText
from orbat.model.wording import phrase

MAX_BYTES = 30_000_000
"""Maximum size of a file, in bytes."""

_DAMAGED = unreadable("is damaged and cannot be read", "Ask for a new copy.")
_UNSUPPORTED_ARCHIVES = {
    "xlsb": ("is a binary Excel workbook", "Save it as XLSX or CSV."),
    "pptx": ("is a presentation", "Save it as PDF."),
    "numbers": ("is an Apple Numbers or Pages document", "Export it as XLSX, DOCX or PDF."),
    "": ("is a ZIP archive, not a workbook or a document", "Unpack it and use the list inside."),
}
_OTHER_PICTURES = ((b"GIF8", "GIF"), (b"BM", "BMP"), (b"II*\x00", "TIFF"), (b"MM\x00*", "TIFF"))


def read_document(raw: bytes, name: str = "", text: str | None = None) -> DocumentText | Problem:
    """Read the lines of a file. Returns a Problem if the file is unreadable. Never raises."""
    try:
        found = _read(raw, PurePath(name).suffix.lower(), text)
        if isinstance(found, Problem):
            return found
        lines = tables_in_sequence(without_sheet_frames(found.lines))
        return with_original_names(replace(found, lines=blocks_as_rows(lines)))
    except Exception:  # a malicious file can make any reader fail; show no traceback
        return _DAMAGED


def _read(raw: bytes, suffix: str, text: str | None) -> DocumentText | Problem:
    if len(raw) > MAX_BYTES:
        message = phrase("is larger than {megabytes} MB", megabytes=MAX_BYTES // 1_000_000)
        return unreadable(message, "Check that this is the right file.")
    if raw[:1024].lstrip().startswith(b"%PDF-"):
        from orbat.documents.pdf import read_pdf

        return read_pdf(raw)
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _read_archive(raw)
    if raw.startswith(b"\xd0\xcf\x11\xe0"):
        return _old_office_problem(raw)
    if raw.startswith((b"\x89PNG", b"\xff\xd8\xff")):
        from orbat.documents.picture import read_picture

        return read_picture(raw)
    if other := _other_picture(raw):
        return unreadable(phrase("is a {format} picture", format=other), "Save it as PNG or JPEG.")
    if raw[4:8] == b"ftyp":
        return unreadable("is a video or an unsupported picture", "Save it as PNG or JPEG.")
    return read_text(raw, suffix, text)


def _read_archive(raw: bytes) -> DocumentText | Problem:
    from orbat.documents.archive import archive_type, open_archive, roster_member

    archive = open_archive(raw)
    if isinstance(archive, Problem):
        return archive
    with archive:
        kind = archive_type(archive)
        if kind == "xlsx":
            from orbat.documents.workbook import read_workbook

            return read_workbook(raw, archive)
        if kind == "docx":
            from orbat.documents.word import read_word

            return read_word(archive)
        if kind in ("ods", "odt"):
            from orbat.documents import opendocument

            if opendocument.is_locked(archive):
                return unreadable("is locked with a password", "Ask for a copy without a password.")
            return (opendocument.read_spreadsheet if kind == "ods" else opendocument.read_text_document)(archive)
        if kind == "rosz":
            found = decode_text(archive.read(roster_member(archive)))
            return found if isinstance(found, Problem) else read_roster(found.text)
    return unreadable(*_UNSUPPORTED_ARCHIVES[kind])


def _old_office_problem(raw: bytes) -> Problem:
    if "EncryptedPackage".encode("utf-16-le") in raw:
        return unreadable("is a workbook or document locked with a password", "Ask for a copy without a password.")
    return unreadable("is an old Word or Excel document", "Save it as DOCX, XLSX or CSV.")


def _other_picture(raw: bytes) -> str:
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "WebP"
    if raw[4:8] == b"ftyp" and raw[8:11] in (b"hei", b"mif"):
        return "HEIC"
    return next((name for marker, name in _OTHER_PICTURES if raw.startswith(marker) and b"\x00" in raw[:32]), "")


# Text: plain text, tables, HTML and mails.


def read_text(raw: bytes, suffix: str, text: str | None = None) -> DocumentText | Problem:
    """Read plain text, a table, HTML or a mail."""
    if is_mail(raw):
        mail = read_mail(raw)
        found = decode_text(mail.body)
        if isinstance(found, Problem):
            return found
        subject = f"{mail.subject}\n\n" if mail.subject and not mail.is_html else ""
        suffix = ".html" if mail.is_html else ""
        document = _read_lines(subject + found.text, suffix, found.warnings, "mail")
        return document if isinstance(document, Problem) else replace(document, parts=(*document.parts, *mail.parts))
    found = decode_text(raw, text)
    return found if isinstance(found, Problem) else _read_lines(found.text, suffix, found.warnings)


def _read_lines(text: str, suffix: str, warnings: Iterable[str], form: str = "") -> DocumentText | Problem:
    if is_roster(text):
        return read_roster(text)
    if is_foreign_json(text):
        return read_json_list(text)
    lines = BREAKS.split(text)
    text = "\n".join(lines)
    if is_html(text, suffix):
        collector = LineCollector(form or "web page")
        collect_html(text, collector)
    elif is_wiki(text):
        collector = LineCollector(form or "wiki text")
        collect_wiki(lines, collector)
    elif dialect := detect_dialect(lines, suffix):
        collector = LineCollector(form or "table")
        collect_rows(lines, dialect, collector)
    else:
        collector = LineCollector(form or "text")
        collect_text(lines, suffix, collector)
    for warning in warnings:
        collector.warn(warning)
    return collector.result(unreadable("has no text", "Ask for a new copy."))
