"""A mail as mail programs save it: the text of its body, whichever way that is coded. No attachment is opened."""

from __future__ import annotations

import re
from email.message import Message

from orbat.documents.line_collector import shown
from orbat.model.record import Value

_FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,60}:[ \t]")
_SIGN = re.compile(rb"^(?:mime-version|content-type|received|message-id):", re.IGNORECASE | re.MULTILINE)
_LONGEST_HEAD = 20_000
_MOST_PARTS = 100
"""A text with more lines that begin as the parts of a mail do is no mail."""
_MOST_NAMED = 5


class Mail(Value):
    """The body of a mail as it was coded, whether it is HTML, the subject, and what was not read."""

    body: bytes
    is_hypertext: bool
    subject: str
    warnings: tuple[str, ...]


def is_mail(raw: bytes) -> bool:
    """Whether a text begins with the head of a mail."""
    head, blank, _ = raw[:_LONGEST_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")
    if not blank or not _FIELD.match(head) or len(_SIGN.findall(head)) < 2:
        return False
    return raw.count(b"\n--") <= _MOST_PARTS


def read_mail(raw: bytes) -> Mail:
    """The body of a mail: the plain text where there is one."""
    from email import message_from_bytes

    mail = message_from_bytes(raw)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    attached = [part for part in parts if part.get_content_disposition() == "attachment"]
    bodies = [part for part in parts if part.get_content_maintype() == "text" and part not in attached]
    plain = [part for part in bodies if part.get_content_subtype() != "html"]
    body = next(iter(plain or bodies), None)
    names = [str(part.get_filename() or "without a name") for part in attached]
    warnings = tuple(f"an attachment is not read: {shown(name)}" for name in names[:_MOST_NAMED])
    return Mail(_coded(body), body is not None and not plain, _subject(mail), warnings)


def _coded(body: Message | None) -> bytes:
    """A body's text as UTF-8 where the mail says how it is coded, and else as it is."""
    payload = body.get_payload(decode=True) if body is not None else b""
    if body is None or not isinstance(payload, bytes):
        return b""
    try:
        return payload.decode(body.get_content_charset("")).encode()
    except (LookupError, ValueError):
        return payload


def _subject(mail: Message) -> str:
    from email.header import decode_header, make_header

    said = mail.get("Subject", "")
    try:
        return str(make_header(decode_header(said)))
    except (LookupError, ValueError):
        return str(said)
