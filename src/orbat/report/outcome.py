"""What the check of one of many files came to: a row of the table that whoever runs a tournament looks at."""

from __future__ import annotations

from orbat.model.points import Points
from orbat.model.record import Value
from orbat.report.check_code import check_code
from orbat.report.report import Report


class Outcome(Value):
    """One ORBAT's report in a row. Of a file that could not be read there is only `file`, `title` and the verdict."""

    file: str
    title: str
    verdict: str
    readable: bool = False
    legal: bool = False
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
    worst: str = ""
    """The first finding, with its code, where that is an error."""


def outcome_of(report: Report) -> Outcome:
    """The row of a report."""
    orbat, quote, counts = report.orbat, report.quote, report.counts
    first = report.findings[0] if report.findings else None
    return Outcome(
        file=report.source,
        title=report.title,
        verdict=report.verdict,
        readable=report.readable,
        legal=report.legal,
        player=orbat.player if orbat else "",
        army_list=report.army_list,
        ruleset=report.ruleset,
        game_size=orbat.game_size if orbat else None,
        total=quote.total if quote else None,
        units=len(quote.all_units) if quote else 0,
        errors=counts["error"],
        warnings=counts["warning"],
        notes=counts["note"],
        check_code=check_code(orbat) if orbat else "",
        worst=f"{first.code}: {first.message}" if first and first.severity == "error" else "",
    )
