"""A mail as mail programs save it: the text of its body, whichever way that is coded. No attachment is opened."""

from __future__ import annotations

import re
from email.message import EmailMessage

from orbat.model.record import Value

_FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,60}:[ \t]")
_SIGN = re.compile(rb"^(?:mime-version|content-type|received|message-id):", re.IGNORECASE | re.MULTILINE)
_LOOKED_AT = 20_000


class Mail(Value):
    """The body of a mail, whether it is HTML, and what was not read."""

    text: str
    is_hypertext: bool
    warnings: tuple[str, ...]


def is_mail(raw: bytes) -> bool:
    """Whether a text begins with the head of a mail."""
    head = raw[:_LOOKED_AT].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    return _FIELD.match(head) is not None and len(_SIGN.findall(head)) >= 2


def read_mail(raw: bytes) -> Mail:
    """The body of a mail, with its subject as the first line."""
    from email import policy
    from email.parser import BytesParser

    mail = BytesParser(policy=policy.default).parsebytes(raw)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain", "html"))
    text = body.get_content() if body is not None else ""
    names = [part.get_filename() or "without a name" for part in mail.iter_attachments()]
    warnings = [f"an attachment is not read: {name}" for name in names[:5]]
    subject = str(mail.get("Subject", "")).strip()
    is_hypertext = body is not None and body.get_content_subtype() == "html"
    if subject and not is_hypertext:
        text = f"{subject}\n\n{text}"
    return Mail(text, is_hypertext, (*warnings,))
