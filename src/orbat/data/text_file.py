"""Reads files as bytes or text."""

from __future__ import annotations

import codecs
import stat
from pathlib import Path

from orbat.data.problem import Problem, unreadable
from orbat.data.yaml_text import MAX_BYTES
from orbat.model.wording import phrase

_MAGIC_NUMBERS = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive, such as a Word or Excel document"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Excel document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"{\\rtf", "an RTF document"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
)


def binary_type(raw: bytes) -> str:
    """The type of a binary file, such as `a PNG picture`, or ""."""
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "a WebP picture"
    return next((what for magic, what in _MAGIC_NUMBERS if raw.startswith(magic)), "")


def read_bytes(path: Path, max_bytes: int = MAX_BYTES) -> bytes | Problem:
    """Read a file of at most `max_bytes`. Returns a problem for larger or unreadable files."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return unreadable("is a folder", "Name a file in the folder.")
        if not stat.S_ISREG(mode):  # a pipe or a device might never end
            return unreadable(
                "is a pipe or a device, which is not read", "Pass the content on standard input, with the file name -."
            )
        with path.open("rb") as file:
            raw = file.read(max_bytes + 1)
    except FileNotFoundError:
        return unreadable("does not exist", "Check the name.")
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        return unreadable(phrase("cannot be read: {reason}", reason=reason), "Check the file.")
    except ValueError:
        return unreadable("has an invalid name", "Check the name.")
    if len(raw) > max_bytes:
        message = phrase("is larger than {megabytes} MB", megabytes=max_bytes // 1_000_000)
        return unreadable(message, "Check that this is the right file.")
    return raw


def decode(raw: bytes) -> str | Problem:
    """Decode UTF-8 text, or UTF-16 text with a byte-order mark. Returns a problem for any other bytes."""
    if what := binary_type(raw):
        return unreadable(phrase("is {type}, not text", type=what), "Check that this is the right file.")
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding, name = "utf-16", "UTF-16"
    else:
        encoding, name = "utf-8-sig", "UTF-8"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        message = phrase("is not {encoding} text: see line {line}", encoding=name, line=line)
        return unreadable(message, "Save the file as UTF-8 text.")


def read_text(path: Path) -> str | Problem:
    """Read a file as text. Returns a problem if the file cannot be read."""
    raw = read_bytes(path)
    return raw if isinstance(raw, Problem) else decode(raw)
