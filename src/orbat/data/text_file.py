"""A file's text, or what keeps it from being read. The file is never touched."""

from __future__ import annotations

import codecs
import stat
from pathlib import Path

from orbat.data.problem import Problem, unreadable
from orbat.data.yaml_text import MAX_BYTES

_BEGINNINGS = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive, as Word and Excel documents are"),
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
    """`a PNG picture` and the like, by the first bytes; "" for what may be text."""
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "a WebP picture"
    return next((what for beginning, what in _BEGINNINGS if raw.startswith(beginning)), "")


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes | Problem:
    """The bytes of a file of at most so many bytes."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return unreadable("is a folder", "Name a file in it.")
        if not stat.S_ISREG(mode):  # a pipe or a device may never end
            return unreadable("is a pipe or a device, and is not read", "Give it as standard input, by the name -.")
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except FileNotFoundError:
        return unreadable("does not exist", "Check the name.")
    except OSError as error:
        return unreadable(f"cannot be read: {(error.strerror or 'an error').lower()}", "Check the file.")
    except ValueError:
        return unreadable("has a name that no file can have", "Check the name.")
    if len(raw) > most:
        return unreadable(f"is larger than {most // 1_000_000} MB", "Check that it is the right file.")
    return raw


def decode(raw: bytes) -> str | Problem:
    """The text of some bytes: UTF-8, or UTF-16 where a byte-order mark says so."""
    if what := binary_type(raw):
        return unreadable(f"is {what}, not text", "Check that it is the right file.")
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding, name = "utf-16", "UTF-16"
    else:
        encoding, name = "utf-8-sig", "UTF-8"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return unreadable(f"is not {name} text: see line {line}", "Save it as UTF-8 text.")


def read_text(path: Path) -> str | Problem:
    """The text of a file."""
    raw = read_bytes(path)
    return raw if isinstance(raw, Problem) else decode(raw)
