"""Bytes as text, by evidence: UTF-8, UTF-16 with or without a byte-order mark, Windows-1251 or Windows-1252."""

from __future__ import annotations

import codecs
import re

from orbat.data.problem import Problem, unreadable
from orbat.data.text_file import binary_type
from orbat.model.record import Value

MAX_BYTES = 8_000_000
"""The most bytes of a text that is looked at; UTF-16 takes two for a letter."""

_MARKS = (  # the longer first: the mark of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_LOOKED_AT = 65_536
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_WORD = re.compile(rb"[A-Za-z\xa8\xb8\xc0-\xff]+")
_HIGH = re.compile(rb"[\xa8\xb8\xc0-\xff]+\Z")
_LOST = "\ufffd"


class Decoded(Value):
    """A text and what has to be said about how it was read."""

    text: str
    warnings: tuple[str, ...] = ()


def decoded(raw: bytes, text: str | None = None) -> Decoded | Problem:
    """The text of some bytes; `text` is what they are as UTF-8, or as UTF-16 by its mark, where they are that."""
    if not raw:
        return unreadable("is empty", "Ask for it again.")
    if what := binary_type(raw):
        return unreadable(f"is {what}, not text", "Ask for the list as text, or as PDF, XLSX or DOCX.")
    if len(raw) > MAX_BYTES:
        says = f"is larger than {MAX_BYTES // 1_000_000} MB, the most that is read of a text"
        return unreadable(says, "Check that it is the right file, or cut the list out of it.")
    for mark, encoding, name in _MARKS:
        if raw.startswith(mark):
            known = text if encoding != "utf-32" else None
            return _read(raw, encoding, name, known)
    if encoding := _wide(raw):
        return _read(raw, encoding, "UTF-16", warn=True)
    head = raw[:_LOOKED_AT]
    if head.count(b"\x00") * 20 > len(head) or len(_CONTROLS.findall(head)) * 10 > len(head):
        return unreadable("is neither text nor any document that is known here", "Check that it is the right file.")
    try:
        return Decoded(raw.decode("utf-8") if text is None else text)
    except UnicodeDecodeError:
        return _with_slips(raw) or _of_windows(raw)


def _read(raw: bytes, encoding: str, name: str, text: str | None = None, *, warn: bool = False) -> Decoded | Problem:
    text = raw.decode(encoding, "replace") if text is None else text
    lost = text.count(_LOST)
    odd = sum(1 for sign in text[:_LOOKED_AT] if not sign.isprintable() and not sign.isspace())
    if lost * 10 > len(text) or odd * 10 > len(text[:_LOOKED_AT]):
        return unreadable(f"begins as {name} text and is damaged after that", "Ask for it again.")
    said = (f"the file does not say how its letters are coded; it is read as {name}",) if warn else ()
    return Decoded(text, (*said, *_lost(text, lost)))


def _lost(text: str, lost: int) -> tuple[str, ...]:
    if not lost:
        return ()
    line = text[: text.index(_LOST)].count("\n") + 1
    what = "a letter is" if lost == 1 else f"{lost} letters are"
    return (f"{what} damaged and shown as {_LOST}: see line {line}",)


def _wide(raw: bytes) -> str:
    """The byte order of UTF-16 that has no mark: the high bytes of signs, digits and spaces are all zero."""
    head = raw[: _LOOKED_AT & ~1]
    even, odd = head[::2].count(0), head[1::2].count(0)
    few, many = sorted((even, odd))
    if len(head) < 4 or many * 10 < len(head) // 2 or few * 20 > many:
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def _with_slips(raw: bytes) -> Decoded | None:
    """UTF-8 with a few damaged letters; None where too many are for it to have been UTF-8."""
    text = raw.decode("utf-8", "replace")
    lost = text.count(_LOST)
    others = sum(1 for sign in text if sign > "\x7f") - lost
    return Decoded(text, _lost(text, lost)) if lost * 4 <= others else None


def _of_windows(raw: bytes) -> Decoded:
    """One of the two code pages: Cyrillic words are of high letters only, Western ones have few among others."""
    cyrillic = western = 0
    for word in _WORD.findall(raw[: 4 * _LOOKED_AT]):
        if word.isascii():
            continue
        if not _HIGH.match(word):
            western += len(word)
        elif len(word) > 1 or word in (b"\xf5", b"\xd5"):  # the Cyrillic letter that is typed for a times sign
            cyrillic += len(word)
    name = "1251" if cyrillic > western else "1252"
    text = raw.decode(f"cp{name}", "replace")
    said = f"the file does not say how its letters are coded; it is read as Windows-{name}"
    return Decoded(text, (said, *_lost(text, text.count(_LOST))))
