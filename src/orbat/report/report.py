"""A report on one ORBAT: points, findings, rows and verdict."""

from __future__ import annotations

from functools import cached_property
from pathlib import PurePath

from orbat.evaluate.quote import ExactPoints, Quote
from orbat.model.agreed import AS_WRITTEN, Agreed
from orbat.model.book import Book
from orbat.model.claims import ClaimDifference, Reading
from orbat.model.failure import INTERNAL
from orbat.model.finding import Finding, Severity, count_by_severity
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.model.part import Part
from orbat.model.points import exact, percent, show
from orbat.model.record import Value
from orbat.model.text_words import title_in_quotes
from orbat.model.wording import phrase, plural
from orbat.report.basis import basis_of
from orbat.report.basis_item import BasisItem
from orbat.report.confidence import confidence_of
from orbat.report.rows import Row, rows_of
from orbat.report.verdict import Verdict, other_counts, verdict_of


class Report(Value):
    """An ORBAT with calculated points and findings. An unreadable file has only findings."""

    source: str
    orbat: Orbat | None
    book: Book | None
    quote: Quote | None
    findings: tuple[Finding, ...]
    text: str = ""
    """The text of the file. Used to quote the lines to which findings refer."""
    reading: Reading | None = None
    """The reading of a typed list, line by line."""
    differences: tuple[ClaimDifference, ...] = ()
    """The typed numbers that differ from the quote."""
    parts: tuple[Part, ...] = ()
    """What the file contains besides the text from which the ORBAT was read."""
    written: Orbat | None = None
    """The ORBAT in the file, without values that the players agreed."""
    agreed: Agreed = AS_WRITTEN
    """What the players agreed."""
    compared: tuple[BasisItem, ...] = ()
    """Facts from the comparison with other files."""
    misread: bool = False
    """Whether the ORBAT was taken over from a typed list whose reading is doubtful."""
    whole: Verdict | None = None
    """The verdict on the whole army, for a report on the part that the opponent may see."""

    @property
    def title(self) -> str:
        """The ORBAT's title or, without a title, the file name."""
        return (self.orbat.title if self.orbat else "") or PurePath(self.source).stem

    @property
    def heading(self) -> str:
        """The title in quotation marks, so that no title looks like a verdict."""
        return title_in_quotes(self.title)

    @property
    def ruleset(self) -> str:
        """The ruleset's title or, if unknown, the id."""
        if self.book:
            return self.book.ruleset.title
        return self.orbat.ruleset.id if self.orbat else ""

    @property
    def army_list(self) -> str:
        """The army list's title or, if unknown, the id."""
        pin = self.orbat.army_list if self.orbat else None
        if pin is None:
            return ""
        return self.book.title(pin.id) if self.book else pin.id

    @property
    def theatre(self) -> str:
        """The name of the ORBAT's theatre of war or, if unknown, the id."""
        orbat = self.orbat
        if orbat is None or not orbat.theatre:
            return ""
        army_list = self.book.lists.get(orbat.army_list.id) if self.book and orbat.army_list else None
        theatre = army_list.theatre_of(orbat.theatre) if army_list else None
        return theatre.name if theatre else orbat.theatre

    @property
    def subtitle(self) -> str:
        """The line printed below the title: `Blues, The Rulebook, September 1854, 800 points`."""
        if self.orbat is None:
            return ""
        size = self.orbat.game_size
        parts = [
            self.army_list,
            self.ruleset,
            self.theatre,
            self.orbat.date.in_words if self.orbat.date else "",
            points_words(size) if size is not None else "",
        ]
        return ", ".join(part for part in parts if part)

    @cached_property
    def counts(self) -> dict[Severity, int]:
        """The number of findings, by severity."""
        return count_by_severity(self.findings)

    @property
    def readable(self) -> bool:
        """Whether the file was read and the ORBAT has a price."""
        return self.quote is not None

    @property
    def legal(self) -> bool:
        """Whether the complete ORBAT was read, priced and checked, and no finding is an error."""
        partial = self.orbat is not None and self.orbat.partial
        return self.readable and not self.counts["error"] and not self.unfinished and not partial

    @cached_property
    def unfinished(self) -> bool:
        """Whether an internal error stopped the check. An unfinished ORBAT is never legal."""
        return any(finding.code in INTERNAL for finding in self.findings)

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict, with separate answers on rules, house limits and sums."""
        if self.whole is not None:
            return self.whole
        return verdict_of(
            self.findings,
            self.basis,
            readable=self.readable,
            empty=self.quote is not None and not self.quote.all_units,
            sums_written=self._sums_written,
            partial=self.orbat is not None and self.orbat.partial,
            doubtful=self.misread or (self.reading is not None and confidence_of(self.reading) == "doubtful"),
            house_ignored=self.orbat is not None and self.orbat.house_limits == "ignore",
        )

    @property
    def _sums_written(self) -> bool:
        if self.reading is not None:
            return any(claim.claim_type != "size" for claim in self.reading.claims)
        orbat = self.written or self.orbat
        return orbat is not None and (
            orbat.total is not None
            or any(place.unit.points is not None for place in units_of(orbat))
            or any(place.formation.points is not None for place in formations_of(orbat))
        )

    @property
    def other_counts(self) -> str:
        """The numbers of findings that the headline does not mention: `1 warning, 1 note`, or ""."""
        return other_counts(self.findings, self.verdict)

    @cached_property
    def basis(self) -> tuple[BasisItem, ...]:
        """What the verdict depends on, such as rulings and dice."""
        if self.whole is not None:
            # Empty for a report without reserves, because an item could name the removed troops.
            return ()
        return basis_of(
            self.orbat,
            self.book,
            self.findings,
            self.written,
            self.reading,
            self.compared,
            self.agreed,
            self.quote,
            self.parts,
        )

    @property
    def other_readings(self) -> tuple[str, ...]:
        """The rulings in the file that differ from the agreed or default rulings, as text."""
        replaced = self.agreed.rulings is not None
        return tuple(one.text for one in self.basis if one.topic == "readings" and bool(one.name) is not replaced)

    @cached_property
    def check_code(self) -> str:
        """The check code of the ORBAT in the file, or "" without an ORBAT."""
        from orbat.report.check_code import check_code

        orbat = self.orbat if self.agreed == AS_WRITTEN else self.written
        return check_code(orbat) if orbat else ""

    @property
    def total(self) -> ExactPoints:
        """The total in points, or 0 if the ORBAT has no price."""
        return self.quote.total if self.quote else 0

    @property
    def points(self) -> str:
        """The total as text: `788 of 800 points, 12 left; 196 off the board (24.9 %)`."""
        if self.quote is None:
            return ""
        total, left = self.quote.total, self.quote.remaining
        if self.quote.partial:
            size = self.quote.game_size
            text = phrase("{points} shown", points=points_words(total))
            text = text if size is None else phrase("{points}, {size} agreed", points=text, size=size)
        elif left is None:
            text = phrase("{points}, no size agreed", points=points_words(total))
        else:
            size, rest = self.quote.game_size, remainder(left)
            text = phrase("{total} of {size} points, {rest}", total=show(total), size=size, rest=rest)
        if not self.quote.off_board:
            return text
        return phrase(
            "{points}; {off_board} off the board ({share})",
            points=text,
            off_board=show(self.quote.off_board),
            share=percent(self.quote.off_board, total),
        )

    @property
    def at_home(self) -> str:
        """The number of units that stay at home, as text: `3 units stay at home`. "" if all take the field."""
        count = len(self.quote.at_home) if self.quote else 0
        return plural(count, "{count} unit stays at home", "{count} units stay at home") if count else ""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The ORBAT as rows."""
        if self.orbat is None or self.book is None or self.quote is None:
            return ()
        return rows_of(self.orbat, self.quote, self.book)


def points_words(points: ExactPoints) -> str:
    """Points as text: `1 point`, `10 points`."""
    if points == 1:
        return "1 point"
    return phrase("{points} points", points=show(points))


def remainder(left: ExactPoints) -> str:
    """The remaining points as text: `12 left`, `12 over` or `none left`."""
    if left < 0:
        return phrase("{points} over", points=show(exact(-left)))
    return phrase("{points} left", points=show(left)) if left else "none left"
