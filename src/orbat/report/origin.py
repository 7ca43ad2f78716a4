"""What identifies the ORBAT of a printed page: its check code, the versions of the data, and the date."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.report.report import Report

_EPOCH = "SOURCE_DATE_EPOCH"
"""The environment variable with the date for reproducible files, in seconds since 1970."""


class Origin(Value):
    """The check code, versions and date that a page shows, in a long and a short form."""

    text: str
    """Such as `K7QF-3MXA-9PLD-W2TR · Blues version 3, The Rulebook version 1 · 2026-11-30`."""
    short: tuple[str, str, str]
    """The three parts of `K7QF-3MXA-9PLD-W2TR · Blues 3, RB 1 · 2026-11-30`. Only the second one, the title of the army
    list, may be shortened further."""


NO_ORIGIN = Origin("", ("", "", ""))
"""The origin of a page without an ORBAT."""


def origin(report: Report) -> Origin:
    """The origin of the pages of a report: check code, versions and date."""
    code, date = report.check_code, _date(report)
    orbat, book = report.orbat, report.book
    if orbat is None or book is None:
        text = _joined(code, date)
        return Origin(text, (text, "", ""))
    own = book.lists.get(orbat.army_list.id) if orbat.army_list else None
    versions = ", ".join(
        phrase("{title} version {version}", title=one.title, version=one.version)
        for one in (own, book.ruleset)
        if one is not None
    )
    ruleset = f"{book.ruleset.code} {book.ruleset.version}"
    tail = _joined(f"{own.version}, {ruleset}" if own else ruleset, date)
    short = (f"{code} · ", own.title, f" {tail}") if own else (_joined(code, tail), "", "")
    return Origin(_joined(code, versions, date), short)


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _date(report: Report) -> str:
    given = os.environ.get(_EPOCH, "")
    if given.isascii() and given.isdecimal() and len(given) <= len("9999999999"):
        return datetime.fromtimestamp(int(given), UTC).date().isoformat()
    return str(report.orbat.date) if report.orbat and report.orbat.date else ""
