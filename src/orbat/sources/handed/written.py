"""Bytes that are text: which of the forms of text they are in, and their lines."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.sources.handed.encoding import decoded
from orbat.sources.handed.gather import BREAKS, Gathering
from orbat.sources.handed.hypertext import is_hypertext, put_hypertext
from orbat.sources.handed.mail import is_mail, read_mail
from orbat.sources.handed.prose import put_prose
from orbat.sources.handed.separated import put_rows, separated
from orbat.sources.handed.text import Handed
from orbat.sources.problem import Problem, unreadable


def read_written(raw: bytes, suffix: str, text: str | None = None) -> Handed | Problem:
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


def _lines(text: str, suffix: str, warnings: Iterable[str], form: str = "") -> Handed | Problem:
    lines = BREAKS.split(text)
    text = "\n".join(lines)
    if is_hypertext(text, suffix):
        gathering = Gathering(form or "web page")
        put_hypertext(text, gathering)
    elif table := separated(lines, suffix):
        gathering = Gathering(form or "table")
        put_rows(lines, table, gathering)
    else:
        gathering = Gathering(form or "text")
        put_prose(lines, suffix, gathering)
    for warning in warnings:
        gathering.warn(warning)
    return gathering.handed(unreadable("has no text in it", "Ask for it again."))
