"""Read the body of a mail in any encoding. Attachments are not opened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email.message import Message

from orbat.data.problem import Problem, unreadable
from orbat.documents.html import collect_html
from orbat.documents.line_collector import LineCollector, displayable
from orbat.model.part import Part
from orbat.model.record import Value

_FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,60}:[ \t]")
_MAIL_FIELD = re.compile(
    rb"^(?:mime-version|content-type|received|message-id|from|to|subject|date):", re.IGNORECASE | re.MULTILINE
)
_MIN_FIELDS = 3
_MAX_HEADER = 20_000
_MAX_PARTS = 100
"""Maximum number of lines that look like a MIME boundary. A text with more such lines is not a mail."""


class Mail(Value):
    """The body and subject of a mail."""

    body: bytes
    """The body, still encoded."""
    is_html: bool
    subject: str
    parts: tuple[Part, ...] = ()
    """Everything else, such as attachments."""


def is_mail(raw: bytes) -> bool:
    """Whether a text starts with a mail header."""
    header, blank, _ = raw[:_MAX_HEADER].replace(b"\r\n", b"\n").partition(b"\n\n")
    if not blank or not _FIELD.match(header) or len({one.lower() for one in _MAIL_FIELD.findall(header)}) < _MIN_FIELDS:
        return False
    return raw.count(b"\n--") <= _MAX_PARTS


def read_mail(raw: bytes) -> Mail:
    """Read a mail. If a mail has plain text and HTML, read the plain text, and report differences."""
    from email import message_from_bytes

    return _read(message_from_bytes(raw), 0)


def _read(mail: Message, depth: int) -> Mail:
    collector = LineCollector("mail")
    bodies: list[Message] = []
    nested: list[Message] = []
    for part in _parts_of(mail):
        kind, name = part.get_content_type(), displayable(str(part.get_filename() or "unnamed"))
        if kind.startswith("message/"):
            nested += _enclosed(part)
        elif kind.startswith("text/") and kind != "text/calendar" and _is_displayed(part) and not part.get_filename():
            bodies.append(part)
        elif kind.startswith("image/") and _is_displayed(part):
            collector.add_part("picture", name, status="left" if len(part.as_bytes()) > _SMALL else "harmless")
        elif kind not in _HARMLESS:
            collector.add_part("attachment", name)
    if not any(map(_body_bytes, bodies)) and nested and depth < _MAX_DEPTH:
        return _read(nested[0], depth + 1)
    for one in nested:
        collector.add_part("nested_mail", shown=_subject(one))
    plain = [part for part in bodies if part.get_content_subtype() == "plain"]
    shown = plain or bodies[:1]
    body = b"\n".join(map(_body_bytes, shown))
    for other in bodies:
        if not any(other is one for one in shown):
            _add_other_body(other, body, is_html=not plain, collector=collector)
    return Mail(body, bool(bodies) and not plain, _subject(mail), collector.parts)


_HARMLESS = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
_SMALL = 1_500
"""Maximum size, in bytes, of a picture that only counts readers or separates paragraphs."""
_MAX_DEPTH = 5


def _is_displayed(part: Message) -> bool:
    return part.get_content_disposition() != "attachment"


def _parts_of(mail: Message) -> Iterator[Message]:
    if not mail.is_multipart() or mail.get_content_maintype() == "message":
        yield mail
        return
    for part in mail.get_payload():
        if isinstance(part, Message):
            yield from _parts_of(part)


def _enclosed(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


# Two versions of a text: plain, and as a web page.


_WORD = re.compile(r"\w+")
_ADDRESS = re.compile(r"(?:https?://|www\.|mailto:)\S+|\[(?:image|cid):[^\]]*\]|<[^<>\s]+@[^<>\s]+>")
_LIST_NUMBER = re.compile(r"^[ \t>]*\d{1,3}[.)][ \t]+", re.MULTILINE)
_MANY_WORDS = 3
"""If at least this many words are in only one version of a mail, the two versions differ, even if their numbers
agree."""


def _add_other_body(other: Message, body: bytes, *, is_html: bool, collector: LineCollector) -> None:
    read, unread = _text_of(body, is_html=is_html), _text_of(_body_bytes(other), is_html=_is_html(other))
    difference = _first_difference(read, unread)
    if _is_html(other):
        where = "the HTML version differs from the plain text, which was read"
    else:
        where = "another version differs from the one that was read"
    collector.add_part("other_body", where, difference, status="left" if difference else "harmless")


def _is_html(part: Message) -> bool:
    return part.get_content_subtype() != "plain"


def _text_of(body: bytes, *, is_html: bool) -> list[str]:
    text = body.decode("utf-8", "replace")
    if not is_html:
        return text.splitlines()
    collector = LineCollector("web page")
    collect_html(text, collector)
    found = collector.result(unreadable("has no text", ""))
    return [] if isinstance(found, Problem) else [line.text for line in found.lines]


def _words_of(text: str) -> list[str]:
    return _WORD.findall(_LIST_NUMBER.sub("", _ADDRESS.sub(" ", text)).casefold())


def _first_difference(read: Sequence[str], unread: Sequence[str]) -> str:
    one, other = _words_of("\n".join(read)), _words_of("\n".join(unread))
    numbers = [[word for word in words if any(map(str.isdigit, word))] for words in (one, other)]
    if numbers[0] == numbers[1] and len({*other} - {*one}) < _MANY_WORDS:
        return ""
    known = f" {' '.join(one)} "
    lines = (line for line in unread if _WORD.search(line) and f" {' '.join(_words_of(line))} " not in known)
    return next(lines, "a text is missing")


def _body_bytes(body: Message | None) -> bytes:
    payload = body.get_payload(decode=True) if body is not None else b""
    if body is None or not isinstance(payload, bytes):
        return b""
    try:
        return payload.decode(body.get_content_charset("")).encode()
    except (LookupError, ValueError):
        return payload


def _subject(mail: Message) -> str:
    from email.header import decode_header, make_header

    subject = mail.get("Subject", "")
    try:
        return str(make_header(decode_header(subject)))
    except (LookupError, ValueError):
        return str(subject)
