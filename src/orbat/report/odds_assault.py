"""The chances of a close assault between two units, exactly: who wins, by how much, and what it costs either."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from orbat.model.odds import Assault, AssaultRow, Pairing, Situation
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceRow
from orbat.report.chances import ONE, Chances, chance, less, shifted, thrown, untied
from orbat.report.odds_shapes import Sort, takes
from orbat.report.odds_tables import (
    bands_of,
    column_of,
    number_in,
    outnumbering,
    ratios_of,
    result_key,
    row_of,
    table_of,
)
from orbat.report.reference import Subject, concerns

Terms = tuple[tuple[str, int], ...]
"""What a score is made of besides the die: words, and how much each adds."""


class Side(Value):
    """One side of a close assault: who, its score without the die, and its chances.

    `inflicts` are the casualties that the other side is to expect. `automatic` is the row by which it wins outright.
    `outcomes` are its victories by their names in the victory scale, with the chance of each.
    """

    sort: Sort
    terms: Terms
    wins: Fraction
    inflicts: Fraction
    outcomes: tuple[tuple[str, Fraction], ...]
    automatic: str = ""

    @property
    def score(self) -> int:
        """What is added to the die."""
        return sum(number for _, number in self.terms)


class Meeting(Value):
    """A close assault in one situation."""

    situation: str
    charger: Side
    defender: Side


def meetings(own: Iterable[Sort], others: Iterable[Sort], assault: Assault, reference: Reference) -> Iterator[Meeting]:
    """Every close assault of one of the own units with one of the others, the own charging first and then charged."""
    judge = _Judge(assault, reference)
    against = tuple(others)
    for sort in own:
        for other in against:
            for charger, defender in ((sort, other), (other, sort)):
                for situation in assault.situations:
                    found = judge.meeting(situation, charger, defender)
                    if found:
                        yield found


class _Judge:
    """Reads the tables for one meeting after the other."""

    def __init__(self, assault: Assault, reference: Reference) -> None:
        self.assault = assault
        self.table = table_of(reference, assault.table)
        self.factor = column_of(self.table, assault.factor)
        self.scale = table_of(reference, assault.scale.table)
        self.bands = bands_of(self.scale, assault.scale.bands)
        self.results = table_of(reference, assault.results.table)
        self.columns = column_of(self.results, assault.results.winner), column_of(self.results, assault.results.loser)
        die = thrown(assault.die)
        self.again = less(die, die)

    def meeting(self, situation: Situation, charger: Sort, defender: Sort) -> Meeting | None:
        """A close assault, or None where these two do not meet so, or one has neither a rating nor an outright win."""
        one, other = charger.subject, defender.subject
        if not (takes(situation.charger, one) and takes(situation.defender, other)):
            return None
        rows = list(self._rows(situation, "charger", charger, defender))
        others = list(self._rows(situation, "defender", defender, charger))
        ways = self._pairing(one, other), self._pairing(other, one)
        if ways[0] is None or ways[1] is None:
            return None
        outright = next((words for words, worth in rows if worth is None), "")
        if outright:
            return self._outright(situation, charger, defender, outright, ways[0])
        terms, against = _rated(one, rows), _rated(other, others)
        if terms is None or against is None:
            return None
        lead = sum(worth for _, worth in terms) - sum(worth for _, worth in against)
        ahead = untied(shifted(self.again, lead), self.again)
        behind = {-difference: likely for difference, likely in ahead.items()}
        first, losses = self._victories(ways[0], ahead)
        second, own_losses = self._victories(ways[1], behind)
        return Meeting(
            situation.label,
            Side(charger, terms, chance(ahead, lambda by: by > 0), losses[1] + own_losses[0], first),
            Side(defender, against, chance(behind, lambda by: by > 0), losses[0] + own_losses[1], second),
        )

    def _outright(
        self, situation: Situation, charger: Sort, defender: Sort, row: str, pairing: ReferenceRow
    ) -> Meeting:
        """A meeting that the charger wins without dice, by the most there is."""
        cell = pairing.cells[self.bands[-1].column]
        inflicts, suffers = self._casualties(cell)
        return Meeting(
            situation.label,
            Side(charger, (), ONE, inflicts, ((cell, ONE),), row),
            Side(defender, (), Fraction(), suffers, ()),
        )

    def _rows(self, situation: Situation, side: str, own: Sort, other: Sort) -> Iterator[tuple[str, int | None]]:
        """The rows that count for a side and what each adds; None for one that wins outright."""
        without = {_spaced(name) for name in situation.without}
        for factor in self.assault.factors:
            if factor.side in ("both", side) and _spaced(factor.row) not in without:
                yield from self._factor(factor, own, other)
        for name in situation.charger_rows if side == "charger" else situation.defender_rows:
            row = row_of(self.table, name)
            if concerns(row.whom, own.subject):
                yield row.cells[0], self._worth(row)

    def _factor(self, factor: AssaultRow, own: Sort, other: Sort) -> Iterator[tuple[str, int | None]]:
        row = row_of(self.table, factor.row)
        if not (takes(factor.for_, own.subject) and concerns(row.whom, own.subject)):
            return
        if not takes(factor.against, other.subject):
            return
        if not factor.outnumbering:
            yield row.cells[0], self._worth(row)
        elif gained := outnumbering(ratios_of(row), own.size, other.size):
            yield row.cells[0], gained

    def _worth(self, row: ReferenceRow) -> int | None:
        automatic = self.assault.automatic
        return None if automatic and row.cells[self.factor] == automatic else number_in(row, self.factor)

    def _pairing(self, winner: Subject, loser: Subject) -> ReferenceRow | None:
        found = (one for one in self.assault.scale.pairings if _meant(one, winner, loser))
        return next((row_of(self.scale, one.row) for one in found), None)

    def _victories(
        self, row: ReferenceRow, ahead: Chances
    ) -> tuple[tuple[tuple[str, Fraction], ...], tuple[Fraction, Fraction]]:
        """A side's victories with their chances; the expected casualties of the winner and the loser in them."""
        outcomes: dict[str, Fraction] = {}
        winner = loser = Fraction()
        for band in self.bands:
            likely = chance(ahead, lambda by, band=band: by in band)  # type: ignore[misc]
            cell = row.cells[band.column]
            if likely:
                outcomes[cell] = outcomes.get(cell, Fraction()) + likely
                inflicted, suffered = self._casualties(cell)
                winner, loser = winner + likely * suffered, loser + likely * inflicted
        return tuple(outcomes.items()), (winner, loser)

    def _casualties(self, cell: str) -> tuple[Fraction, Fraction]:
        """The casualties that the winner inflicts and suffers in an outcome."""
        row = row_of(self.results, result_key(cell))
        suffered, inflicted = (Fraction(number_in(row, column)) for column in self.columns)
        return inflicted, suffered


def _meant(pairing: Pairing, winner: Subject, loser: Subject) -> bool:
    return takes(pairing.winner, winner) and takes(pairing.loser, loser)


def _rated(subject: Subject, rows: list[tuple[str, int | None]]) -> Terms | None:
    """A side's terms with its rating before them; None for one without."""
    if not subject.rating.isdecimal():
        return None
    return (("rating", int(subject.rating)), *((words, worth) for words, worth in rows if worth is not None))


def _spaced(text: str) -> str:
    return " ".join(text.split())
