"""Detect the encoding of text: UTF-8, UTF-16, Windows-1251 or Windows-1252."""

from __future__ import annotations

import codecs
import re

from orbat.data.problem import Problem, unreadable
from orbat.data.text_file import binary_type
from orbat.model.record import Value
from orbat.model.wording import phrase, plural

MAX_BYTES = 8_000_000
"""Maximum size of a text, in bytes. A letter in UTF-16 takes two bytes."""

_BYTE_ORDER_MARKS = (  # longer marks first: the UTF-32 mark begins with the UTF-16 mark
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_SAMPLE = 65_536
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_WORD = re.compile(rb"[A-Za-z\xa8\xb8\xc0-\xff]+")
_HIGH = re.compile(rb"[\xa8\xb8\xc0-\xff]+\Z")
_REPLACEMENT = "\ufffd"


class DecodedText(Value):
    """A decoded text, with warnings about the encoding."""

    text: str
    warnings: tuple[str, ...] = ()


def decode_text(raw: bytes, text: str | None = None) -> DecodedText | Problem:
    """Decode the bytes of a text. Returns a Problem if the bytes are not text."""
    if not raw:
        return unreadable("is empty", "Ask for a new copy.")
    if what := binary_type(raw):
        message = phrase("is {what}, not text", what=what)
        return unreadable(message, "Ask for the list as text, or as PDF, XLSX or DOCX.")
    if len(raw) > MAX_BYTES:
        message = phrase("is larger than {megabytes} MB, the maximum for text", megabytes=MAX_BYTES // 1_000_000)
        return unreadable(message, "Check that it is the right file, or copy the list into a separate file.")
    for mark, encoding, name in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            known = text if encoding != "utf-32" else None
            return _decode_utf(raw, encoding, name, known)
    if encoding := _unmarked_utf16(raw):
        return _decode_utf(raw, encoding, "UTF-16", warn=True)
    head = raw[:_SAMPLE]
    if head.count(b"\x00") * 20 > len(head) or len(_CONTROLS.findall(head)) * 10 > len(head):
        return unreadable("is neither text nor a known document", "Check that this is the right file.")
    try:
        return DecodedText(raw.decode("utf-8") if text is None else text)
    except UnicodeDecodeError:
        return _decode_damaged_utf8(raw) or _decode_windows(raw)


def _decode_utf(
    raw: bytes, encoding: str, name: str, text: str | None = None, *, warn: bool = False
) -> DecodedText | Problem:
    text = raw.decode(encoding, "replace") if text is None else text
    damaged = text.count(_REPLACEMENT)
    odd = sum(1 for character in text[:_SAMPLE] if not character.isprintable() and not character.isspace())
    if damaged * 10 > len(text) or odd * 10 > len(text[:_SAMPLE]):
        return unreadable(phrase("is damaged {encoding} text", encoding=name), "Ask for a new copy.")
    guess = (_guess_warning(name),) if warn else ()
    return DecodedText(text, (*guess, *_damage_warnings(text, damaged)))


def _guess_warning(encoding: str) -> str:
    return phrase("the file does not declare its encoding; read as {encoding}", encoding=encoding)


def _damage_warnings(text: str, damaged: int) -> tuple[str, ...]:
    if not damaged:
        return ()
    warning = plural(
        damaged,
        "{count} damaged letter, shown as {character}: see line {line}",
        "{count} damaged letters, shown as {character}: see line {line}",
        character=_REPLACEMENT,
        line=text[: text.index(_REPLACEMENT)].count("\n") + 1,
    )
    return (warning,)


def _unmarked_utf16(raw: bytes) -> str:
    # the high bytes of punctuation, digits and spaces are 0
    head = raw[: _SAMPLE & ~1]
    even, odd = head[::2].count(0), head[1::2].count(0)
    few, many = sorted((even, odd))
    if len(head) < 4 or many * 10 < len(head) // 2 or few * 20 > many:
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def _decode_damaged_utf8(raw: bytes) -> DecodedText | None:
    text = raw.decode("utf-8", "replace")
    damaged = text.count(_REPLACEMENT)
    others = sum(1 for character in text if character > "\x7f") - damaged
    return DecodedText(text, _damage_warnings(text, damaged)) if damaged * 4 <= others else None


def _decode_windows(raw: bytes) -> DecodedText:
    cyrillic = western = 0
    for word in _WORD.findall(raw[: 4 * _SAMPLE]):
        if word.isascii():
            continue
        # Western words nearly always have ASCII letters, Cyrillic words none
        if not _HIGH.match(word):
            western += len(word)
        elif len(word) > 1 or word in (b"\xf5", b"\xd5"):  # the Cyrillic letter, often typed as a multiplication sign
            cyrillic += len(word)
    name = "1251" if cyrillic > western else "1252"
    text = raw.decode(f"cp{name}", "replace")
    return DecodedText(text, (_guess_warning(f"Windows-{name}"), *_damage_warnings(text, text.count(_REPLACEMENT))))
