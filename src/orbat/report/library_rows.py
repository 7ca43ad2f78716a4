"""ORBATs on a shelf: one row for each, for lists of recent files and of shipped ORBATs."""

from __future__ import annotations

from pathlib import PurePath

from orbat.model.finding import LEGAL, NOT_LEGAL, NOT_READ, UNFINISHED
from orbat.model.points import show
from orbat.model.record import Value
from orbat.report.report import Report, number


class LibraryRow(Value):
    """What a list of ORBATs shows of one: its title, nation, date (`1854-09`) and points, and whether it is legal.

    `verdict` is in two words at most; `detail` says the same at length, with where the ORBAT comes from.
    """

    title: str
    nation: str = ""
    date: str = ""
    total: str = ""
    agreed: str = ""
    verdict: str = ""
    detail: str = ""
    note: str = ""
    search_text: str = ""

    @property
    def points(self) -> str:
        """`788/800`, or the total alone where no size is agreed."""
        return f"{self.total}/{self.agreed}" if self.agreed and self.total else self.total


def library_row(report: Report) -> LibraryRow:
    """The row of an ORBAT that has been read and checked."""
    orbat, quote = report.orbat, report.quote
    if orbat is None or quote is None:
        verdict = UNFINISHED if report.unfinished else NOT_READ
        return LibraryRow(_name(report), verdict=verdict, detail=_why(report))
    list_id = orbat.army_list.id if orbat.army_list else ""
    words = (report.title, report.army_list, list_id, report.ruleset, PurePath(report.source).stem, *orbat.tags)
    date, words_of_date = (str(orbat.date), orbat.date.in_words) if orbat.date else ("", "")
    return LibraryRow(
        title=report.title,
        nation=report.army_list,
        date=date,
        total=show(quote.total),
        agreed=str(orbat.game_size) if orbat.game_size is not None else "",
        verdict=UNFINISHED if report.unfinished else LEGAL if report.legal else NOT_LEGAL,
        detail=f"{report.verdict}. {report.points}. {report.source}",
        note=orbat.note,
        search_text=" ".join((*words, date, words_of_date)).casefold(),
    )


def missing_row(source: str) -> LibraryRow:
    """The row of a file that is not there now."""
    why = f"It is not there now; its drive may only be unplugged. {source}"
    return LibraryRow(PurePath(source).stem, verdict="Missing", detail=why)


def failed_row(source: str, fault: str) -> LibraryRow:
    """The row of a file on which the program itself failed."""
    why = f"Internal error of orbat: {fault}. {source}"
    return LibraryRow(PurePath(source).stem, verdict=UNFINISHED, detail=why)


def reading_row(source: str) -> LibraryRow:
    """The row of a file that is still being read."""
    return LibraryRow(PurePath(source).stem, verdict="reading…", detail=source)


def matches(row: LibraryRow, words: str) -> bool:
    """Whether a row has every word that was typed."""
    return all(word in row.search_text for word in words.casefold().split())


def _name(report: Report) -> str:
    """The title if there is one, otherwise the file's name."""
    return (report.orbat.title if report.orbat else "") or PurePath(report.source).stem


def _why(report: Report) -> str:
    errors = [finding for finding in report.findings if finding.severity == "error"]
    more = f" ({number(len(errors) - 1, 'error')} more)" if len(errors) > 1 else ""
    return f"{report.verdict}: {errors[0].message}{more}. {report.source}" if errors else f"Not read. {report.source}"
