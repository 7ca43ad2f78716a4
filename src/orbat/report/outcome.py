"""The results of checking several files, such as the armies of a tournament. There is one result for each file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orbat.model.points import Points
from orbat.model.record import Value
from orbat.model.wording import plural
from orbat.report.report import Report


class Outcome(Value):
    """The result of checking one file. An unreadable file has only `file`, `title` and `verdict`."""

    file: str
    title: str
    verdict: str
    readable: bool = False
    legal: bool = False
    unfinished: bool = False
    player: str = ""
    army_list: str = ""
    ruleset: str = ""
    game_size: int | None = None
    total: Points | None = None
    units: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    check_code: str = ""
    summary: str = ""
    """One line that says whether the sums are right and the army is legal."""
    first_error: str = ""
    """The code and message of the first finding, if it is an error; otherwise ""."""


def brief_outcome(report: Report) -> Outcome:
    """An outcome with only the fields that the exit code and the summary line need."""
    return Outcome(
        file=report.source,
        title=report.title,
        verdict=_verdict(report),
        readable=report.readable,
        legal=report.legal,
        unfinished=report.unfinished,
        warnings=report.counts["warning"],
    )


def outcome_of(report: Report) -> Outcome:
    """An outcome with all fields."""
    from orbat.report.check_code import check_code
    from orbat.report.verdict import verdict_summary

    orbat, quote, counts = report.orbat, report.quote, report.counts
    first = report.findings[0] if report.findings else None
    return replace(
        brief_outcome(report),
        summary=verdict_summary(report),
        player=orbat.player if orbat else "",
        army_list=report.army_list,
        ruleset=report.ruleset,
        game_size=orbat.game_size if orbat else None,
        total=quote.total if quote else None,
        units=len(quote.all_units) if quote else 0,
        errors=counts["error"],
        notes=counts["note"],
        check_code=check_code(orbat) if orbat else "",
        first_error=f"{first.code}: {first.message}" if first and first.severity == "error" else "",
    )


def _verdict(report: Report) -> str:
    """The verdict, with the number of unread lines."""
    unread = len(report.reading.unread) if report.reading else 0
    if not unread:
        return report.verdict
    return plural(
        unread, "{verdict}; {count} line not read", "{verdict}; {count} lines not read", verdict=report.verdict
    )


def summary_line(outcomes: Sequence[Outcome], skipped: int = 0) -> str:
    """The last line of output after checking several files: `3 files: 2 legal, 1 not legal, 1 skipped.`."""
    legal, unfinished = sum(one.legal for one in outcomes), sum(one.unfinished for one in outcomes)
    unread = sum(not one.readable and not one.unfinished for one in outcomes)
    counts = {
        "legal": legal,
        "not legal": len(outcomes) - legal - unread - unfinished,
        "not read": unread,
        "unfinished": unfinished,
        "skipped": skipped,
    }
    counted = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    return plural(len(outcomes), "{count} file: {counted}.", "{count} files: {counted}.", counted=counted)
