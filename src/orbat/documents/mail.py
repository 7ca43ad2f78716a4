"""Read the body of a mail in any encoding. Attachments are not opened."""

from __future__ import annotations

import re
from email.message import Message

from orbat.documents.line_collector import displayable, first_few
from orbat.model.record import Value
from orbat.model.wording import phrase

_FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,60}:[ \t]")
_MAIL_FIELD = re.compile(rb"^(?:mime-version|content-type|received|message-id):", re.IGNORECASE | re.MULTILINE)
_MAX_HEADER = 20_000
_MAX_PARTS = 100
"""Maximum number of lines that look like a MIME boundary. A text with more such lines is not a mail."""


class Mail(Value):
    """A mail: the body (still encoded), the subject, and warnings about unread attachments."""

    body: bytes
    is_html: bool
    subject: str
    warnings: tuple[str, ...]


def is_mail(raw: bytes) -> bool:
    """Whether a text starts with a mail header."""
    header, blank, _ = raw[:_MAX_HEADER].replace(b"\r\n", b"\n").partition(b"\n\n")
    if not blank or not _FIELD.match(header) or len(_MAIL_FIELD.findall(header)) < 2:
        return False
    return raw.count(b"\n--") <= _MAX_PARTS


def read_mail(raw: bytes) -> Mail:
    """Read a mail. Plain text is preferred to HTML."""
    from email import message_from_bytes

    mail = message_from_bytes(raw)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    attached = [part for part in parts if part.get_content_disposition() == "attachment"]
    bodies = [part for part in parts if part.get_content_maintype() == "text" and part not in attached]
    plain = [part for part in bodies if part.get_content_subtype() != "html"]
    body = next(iter(plain or bodies), None)
    names = [displayable(str(part.get_filename() or "unnamed")) for part in attached]
    warnings = (phrase("attachments are not read: {names}", names=first_few(names)),) if names else ()
    return Mail(_body_bytes(body), body is not None and not plain, _subject(mail), warnings)


def _body_bytes(body: Message | None) -> bytes:
    """Convert the body to UTF-8 if the mail declares an encoding; otherwise return the body unchanged."""
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
