"""What identifies the ORBAT of a printed page: its check code, the versions of the data, and the date."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from orbat.model.wording import phrase
from orbat.report.report import Report

_EPOCH = "SOURCE_DATE_EPOCH"
"""The environment variable with the date for reproducible files, in seconds since 1970."""


def origin(report: Report) -> str:
    """The origin of a page as text: `K7QF-3MXA-9PLD-W2TR · Blues 3, The Rulebook 1 · 2026-11-30`."""
    parts = (report.check_code, ", ".join(_versions(report)), _date(report))
    return " · ".join(filter(None, parts))


def _versions(report: Report) -> list[str]:
    orbat, book = report.orbat, report.book
    if orbat is None or book is None:
        return []
    own = book.lists.get(orbat.army_list.id) if orbat.army_list else None
    return [
        phrase("{title} version {version}", title=one.title, version=one.version)
        for one in (own, book.ruleset)
        if one is not None
    ]


def _date(report: Report) -> str:
    given = os.environ.get(_EPOCH, "")
    if given.isascii() and given.isdecimal() and len(given) <= len("9999999999"):
        return datetime.fromtimestamp(int(given), UTC).date().isoformat()
    return str(report.orbat.date) if report.orbat and report.orbat.date else ""
