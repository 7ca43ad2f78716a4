"""Rows that summarise ORBATs, for recent files and the shipped library."""

from __future__ import annotations

from pathlib import PurePath

from orbat.model.finding import LEGAL, NOT_LEGAL, NOT_READ, UNFINISHED, WRONG_SUMS
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.wording import phrase, plural
from orbat.report.report import Report
from orbat.report.strength import ArmShare, by_arm

LEGAL_BUT = "Legal, but…"
"""The short verdict on a legal army with doubts."""


class LibraryRow(Value):
    """The summary of one ORBAT for a list of ORBATs."""

    title: str
    nation: str = ""
    date: str = ""
    """A date such as `1854-09`."""
    total: str = ""
    agreed: str = ""
    verdict: str = ""
    """At most two words."""
    detail: str = ""
    """The full verdict, the points and the file."""
    arms: tuple[ArmShare, ...] = ()
    """The points of each arm."""
    note: str = ""
    search_text: str = ""
    """Case-folded text for searching."""

    @property
    def points(self) -> str:
        """The points as text: `788/800`, or `788` without an agreed size."""
        return f"{self.total}/{self.agreed}" if self.agreed and self.total else self.total


def library_row(report: Report) -> LibraryRow:
    """The row of a checked ORBAT."""
    orbat, quote = report.orbat, report.quote
    if orbat is None or quote is None:
        verdict = UNFINISHED if report.unfinished else NOT_READ
        return LibraryRow(_name(report), verdict=verdict, detail=_unread_detail(report))
    list_id = orbat.army_list.id if orbat.army_list else ""
    words = (report.title, report.army_list, list_id, report.ruleset, PurePath(report.source).stem, *orbat.tags)
    date, words_of_date = (str(orbat.date), orbat.date.in_words) if orbat.date else ("", "")
    return LibraryRow(
        title=report.title,
        nation=report.army_list,
        date=date,
        total=show(quote.total),
        agreed=str(orbat.game_size) if orbat.game_size is not None else "",
        verdict=_short_verdict(report),
        detail=phrase(
            "{verdict}. {points}. {source}", verdict=report.verdict, points=report.points, source=report.source
        ),
        arms=by_arm(report.book, quote) if report.book else (),
        note=orbat.note,
        search_text=" ".join((*words, date, words_of_date)).casefold(),
    )


def _short_verdict(report: Report) -> str:
    verdict = report.verdict
    if report.unfinished:
        return UNFINISHED
    if report.legal:
        return LEGAL_BUT if verdict.doubts else LEGAL
    if verdict.rules == "partial":
        return "Part only"
    return WRONG_SUMS if verdict.rules == "legal" and not verdict.enforced else NOT_LEGAL


def missing_row(source: str) -> LibraryRow:
    """The row of a missing file."""
    detail = phrase("File not found; its drive may be disconnected. {source}", source=source)
    return LibraryRow(PurePath(source).stem, verdict="Missing", detail=detail)


def failed_row(source: str, fault: str) -> LibraryRow:
    """The row of a file that could not be checked because of an internal error."""
    detail = phrase("Internal error: {fault}. {source}", fault=fault, source=source)
    return LibraryRow(PurePath(source).stem, verdict=UNFINISHED, detail=detail)


def reading_row(source: str) -> LibraryRow:
    """The row of a file that orbat has not finished reading."""
    return LibraryRow(PurePath(source).stem, verdict="reading…", detail=source)


def matches(row: LibraryRow, words: str) -> bool:
    """Whether a row's search text contains all of the given words, ignoring case."""
    return all(word in row.search_text for word in words.casefold().split())


def _name(report: Report) -> str:
    return (report.orbat.title if report.orbat else "") or PurePath(report.source).stem


def _unread_detail(report: Report) -> str:
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if not errors:
        return phrase("Not read. {source}", source=report.source)
    fields = {"verdict": report.verdict, "message": errors[0].message, "source": report.source}
    if len(errors) == 1:
        return phrase("{verdict}: {message}. {source}", **fields)
    return plural(
        len(errors) - 1,
        "{verdict}: {message} ({count} more error). {source}",
        "{verdict}: {message} ({count} more errors). {source}",
        **fields,
    )
