"""A report on one ORBAT: what a reader wants to know, in rows and words, with no widths, fonts or colours."""

from __future__ import annotations

from functools import cached_property
from pathlib import PurePath

from orbat.evaluate.quote import ExactPoints, Quote
from orbat.model.book import Book
from orbat.model.claims import ClaimDifference, Reading
from orbat.model.failure import INTERNAL
from orbat.model.finding import EMPTY_ARMY, LEGAL, NOT_LEGAL, NOT_READ, UNFINISHED, Finding, Severity, count_by_severity
from orbat.model.orbat import Orbat
from orbat.model.points import exact, percent, show
from orbat.model.record import Value
from orbat.report.rows import Row, rows_of


class Report(Value):
    """An ORBAT with its quote and findings. Where nothing could be read or priced, only the findings are there."""

    source: str
    orbat: Orbat | None
    book: Book | None
    quote: Quote | None
    findings: tuple[Finding, ...]
    text: str = ""
    """The text it was read from, for showing places in it."""
    reading: Reading | None = None
    """What was read from which line, where the text is a typed list."""
    differences: tuple[ClaimDifference, ...] = ()
    """The typed numbers that are not what the ORBAT comes to."""

    @property
    def title(self) -> str:
        """The ORBAT's title, or the name of the file it comes from."""
        return (self.orbat.title if self.orbat else "") or PurePath(self.source).stem

    @property
    def ruleset(self) -> str:
        """The ruleset's title, or the id that was written."""
        if self.book:
            return self.book.ruleset.title
        return self.orbat.ruleset.id if self.orbat else ""

    @property
    def army_list(self) -> str:
        """The army list's title, or the id that was written."""
        pin = self.orbat.army_list if self.orbat else None
        if pin is None:
            return ""
        return self.book.title(pin.id) if self.book else pin.id

    @property
    def subtitle(self) -> str:
        """`Blues, The Rulebook, September 1854, 800 points`."""
        if self.orbat is None:
            return ""
        size = self.orbat.game_size
        parts = [
            self.army_list,
            self.ruleset,
            self.orbat.date.in_words if self.orbat.date else "",
            f"{size} points" if size is not None else "",
        ]
        return ", ".join(part for part in parts if part)

    @cached_property
    def counts(self) -> dict[Severity, int]:
        """How many findings there are of each severity."""
        return count_by_severity(self.findings)

    @property
    def readable(self) -> bool:
        """Whether there is an ORBAT with a price."""
        return self.quote is not None

    @property
    def legal(self) -> bool:
        """Whether the ORBAT was read and priced and nothing is an error."""
        return self.readable and not self.counts["error"] and not self.unfinished

    @cached_property
    def unfinished(self) -> bool:
        """Whether orbat itself failed, so that not everything was checked. Such an ORBAT is never legal."""
        return any(finding.code in INTERNAL for finding in self.findings)

    @property
    def verdict(self) -> str:
        """`Legal, 1 warning`, `Not legal: 2 errors`, `Unfinished, 2 errors`, `Nothing in it yet` or `Not read`."""
        verdict, warnings = self.short_verdict, self.counts["warning"]
        return f"{LEGAL}, {number(warnings, 'warning')}" if verdict == LEGAL and warnings else verdict

    @property
    def short_verdict(self) -> str:
        """The verdict for programs: a legal ORBAT's warnings are not in it."""
        if self.unfinished:
            others = sum(one.severity == "error" and one.code not in INTERNAL for one in self.findings)
            return f"{UNFINISHED}, {number(others, 'error')}" if others else UNFINISHED
        if self.quote is None:
            return NOT_READ
        if self.legal and not self.quote.all_units:
            return EMPTY_ARMY
        return LEGAL if self.legal else f"{NOT_LEGAL}: {number(self.counts['error'], 'error')}"

    @property
    def other_counts(self) -> str:
        """What the verdict does not count: `1 warning, 1 note`, or ""."""
        return ", ".join(number(n, word) for word, n in self.counts.items() if n and word not in self._in_verdict)

    @property
    def _in_verdict(self) -> tuple[Severity, ...]:
        return ("error", "warning") if self.short_verdict == LEGAL else ("error",)

    @property
    def total(self) -> ExactPoints:
        """What the ORBAT comes to, in points; 0 where nothing could be priced."""
        return self.quote.total if self.quote else 0

    @property
    def points(self) -> str:
        """`788 of 800 points, 12 left; 196 off the board (24.9 %)`."""
        if self.quote is None:
            return ""
        total, left = self.quote.total, self.quote.remaining
        words = f"{show(total)} points, no size agreed"
        if left is not None:
            words = f"{show(total)} of {self.quote.game_size} points, {remainder(left)}"
        if self.quote.off_board:
            words += f"; {show(self.quote.off_board)} off the board ({percent(self.quote.off_board, total)})"
        return words

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The ORBAT line by line."""
        if self.orbat is None or self.book is None or self.quote is None:
            return ()
        return rows_of(self.orbat, self.quote, self.book)


def number(count: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def points_words(points: ExactPoints) -> str:
    """`1 point`, `10 points`."""
    return f"{show(points)} {'point' if points == 1 else 'points'}"


def remainder(left: ExactPoints) -> str:
    """`12 left`, `12 over` or `none left`."""
    if left == 0:
        return "none left"
    return f"{show(left)} left" if left > 0 else f"{show(exact(-left))} over"


# Which findings are about sums that somebody wrote, rather than about rules that are broken.


CLAIM_CODES = frozenset({"PTS005", "PTS006", "PTS007"})
"""The codes of rules that say of an ORBAT's own claims what is said of a typed list's by findings of its own."""
SUM_CODES = CLAIM_CODES | {"TXT001", "TXT002", "TXT003", "TXT009"}
"""The codes of errors that are wrong sums; every other error is a rule that is broken."""
