"""The chances of a close assault between two units, exactly: who wins, by how much, and what it costs either."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from orbat.features.odds.chances import ONE, Chances, chance, less, shifted, thrown, untied
from orbat.features.odds.model import Assault, AssaultRow, Pairing, Results, Situation
from orbat.features.odds.tables import (
    Band,
    band_of,
    bands_of,
    column_of,
    number_in,
    outnumbering,
    ratios_of,
    result_key,
    row_of,
    rows_in,
    table_of,
)
from orbat.features.odds.units import UnitGroup, takes
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceRow
from orbat.report.reference import Subject, concerns

Terms = tuple[tuple[str, int], ...]
"""What a score is made of besides the die: words, and how much each adds."""


Outcomes = tuple[tuple[Band, str], ...]
"""The victories there are, by the difference in score."""


class Side(Value):
    """One side of a close assault: who, its score without the die, and its chances.

    `inflicts` are the casualties that the other side is to expect, where the ruleset counts them. `automatic` is the
    row by which it wins outright. `outcomes` are its victories by their names in the victory scale, with the chance of
    each.
    """

    group: UnitGroup
    terms: Terms
    wins: Fraction
    inflicts: Fraction | None
    outcomes: tuple[tuple[str, Fraction], ...]
    automatic: str = ""

    @property
    def score(self) -> int:
        """What is added to the die."""
        return sum(number for _, number in self.terms)


class Meeting(Value):
    """A close assault in one situation, and whether the army whose odds they are is the one that charges."""

    situation: str
    charger: Side
    defender: Side
    own_charges: bool = True

    @property
    def own(self) -> Side:
        """The side of the army whose odds they are."""
        return self.charger if self.own_charges else self.defender

    @property
    def other(self) -> Side:
        """The side of the other army."""
        return self.defender if self.own_charges else self.charger


def meetings(
    own: Iterable[UnitGroup], others: Iterable[UnitGroup], assault: Assault, reference: Reference
) -> Iterator[Meeting]:
    """Every close assault of one of the own units with one of the others, the own charging first and then charged."""
    judge = _Judge(assault, reference)
    against = tuple(others)
    for group in own:
        for other in against:
            for own_charges, charger, defender in ((True, group, other), (False, other, group)):
                for situation in assault.situations:
                    found = judge.meeting(situation, charger, defender)
                    if found:
                        yield replace(found, own_charges=own_charges)


class _Judge:
    """Reads the tables for one meeting after the other."""

    def __init__(self, assault: Assault, reference: Reference) -> None:
        self.assault = assault
        self.table = table_of(reference, assault.table)
        self.factor = column_of(self.table, assault.factor)
        self.scale = table_of(reference, assault.scale.table)
        self.bands = bands_of(self.scale, assault.scale.bands)
        self.costs = _costs(assault.results, reference) if assault.results else None
        die = thrown(assault.die)
        self.again = less(die, die)

    def meeting(self, situation: Situation, charger: UnitGroup, defender: UnitGroup) -> Meeting | None:
        """A close assault, or None where these two do not meet so, or one has neither a rating nor an outright win."""
        one, other = charger.subject, defender.subject
        if not (takes(situation.charger, one) and takes(situation.defender, other)):
            return None
        rows = list(self._rows(situation, "charger", charger, defender))
        others = list(self._rows(situation, "defender", defender, charger))
        ways = self._outcomes(one, other), self._outcomes(other, one)
        if not ways[0] or not ways[1]:
            return None
        outright = next((words for words, worth in rows if worth is None), "")
        if outright:
            return self._outright(situation, charger, defender, outright, ways[0])
        terms, against = self._terms(one, rows), self._terms(other, others)
        if terms is None or against is None:
            return None
        lead = sum(worth for _, worth in terms) - sum(worth for _, worth in against)
        ahead = shifted(self.again, lead)
        if self.assault.ties == "again":
            ahead = untied(ahead, self.again)
        behind = {-difference: likely for difference, likely in ahead.items()}
        first, losses = self._victories(ways[0], ahead)
        second, own_losses = self._victories(ways[1], behind)
        return Meeting(
            situation.label,
            Side(charger, terms, chance(ahead, _above), self._counted(losses[1] + own_losses[0]), first),
            Side(defender, against, chance(behind, _above), self._counted(losses[0] + own_losses[1]), second),
        )

    def _outright(
        self, situation: Situation, charger: UnitGroup, defender: UnitGroup, row: str, ways: Outcomes
    ) -> Meeting:
        """A meeting that the charger wins without dice, by the most there is."""
        _, cell = ways[-1]
        inflicts, suffers = map(self._counted, self._casualties(cell))
        return Meeting(
            situation.label,
            Side(charger, (), ONE, inflicts, ((cell, ONE),), row),
            Side(defender, (), Fraction(), suffers, ()),
        )

    def _counted(self, casualties: Fraction) -> Fraction | None:
        return casualties if self.costs else None

    def _terms(self, subject: Subject, rows: list[tuple[str, int | None]]) -> Terms | None:
        """A side's terms, with its rating before them; None for one that should have a rating and has none."""
        terms = tuple((words, worth) for words, worth in rows if worth is not None)
        if self.assault.unrated:
            return terms
        return (("rating", int(subject.rating)), *terms) if subject.rating.isdecimal() else None

    def _rows(
        self, situation: Situation, side: str, own: UnitGroup, other: UnitGroup
    ) -> Iterator[tuple[str, int | None]]:
        """The rows that count for a side and what each adds; None for one that wins outright."""
        without = {_spaced(name) for name in situation.without}
        for factor in self.assault.factors:
            if factor.side in ("both", side) and _spaced(factor.row) not in without:
                yield from self._factor(factor, own, other)
        for name in situation.charger_rows if side == "charger" else situation.defender_rows:
            row = row_of(self.table, name)
            if concerns(row.applies_to, own.subject):
                yield row.cells[0], self._worth(row)

    def _factor(self, factor: AssaultRow, own: UnitGroup, other: UnitGroup) -> Iterator[tuple[str, int | None]]:
        row = row_of(self.table, factor.row)
        if not (takes(factor.for_, own.subject) and concerns(row.applies_to, own.subject)):
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

    def _outcomes(self, winner: Subject, loser: Subject) -> Outcomes:
        """What the scale has for a winner and a loser, by the difference; nothing where it has no row for them."""
        scale = self.assault.scale
        if scale.outcomes:
            column = column_of(self.scale, scale.result)
            return tuple((band_of(name), row_of(self.scale, name).cells[column]) for name in scale.outcomes)
        found = (row_of(self.scale, one.row) for one in scale.pairings if _meant(one, winner, loser))
        row = next(found, None)
        return tuple((band, row.cells[band.column]) for band in self.bands) if row else ()

    def _victories(
        self, ways: Outcomes, ahead: Chances
    ) -> tuple[tuple[tuple[str, Fraction], ...], tuple[Fraction, Fraction]]:
        """A side's victories with their chances; the expected casualties of the winner and the loser in them."""
        outcomes: dict[str, Fraction] = {}
        winner = loser = Fraction()
        for band, cell in ways:
            likely = chance(ahead, band.__contains__)
            if likely:
                outcomes[cell] = outcomes.get(cell, Fraction()) + likely
                inflicted, suffered = self._casualties(cell)
                winner, loser = winner + likely * suffered, loser + likely * inflicted
        return tuple(outcomes.items()), (winner, loser)

    def _casualties(self, cell: str) -> tuple[Fraction, Fraction]:
        """The casualties that the winner inflicts and suffers in an outcome."""
        return self.costs[result_key(cell)] if self.costs else (Fraction(), Fraction())


def _meant(pairing: Pairing, winner: Subject, loser: Subject) -> bool:
    return takes(pairing.winner, winner) and takes(pairing.loser, loser)


def _above(difference: int) -> bool:
    return difference > 0


def _costs(results: Results, reference: Reference) -> dict[str, tuple[Fraction, Fraction]]:
    """What the winner inflicts and suffers, by the first cell of the row."""
    table = table_of(reference, results.table)
    winner, loser = column_of(table, results.winner), column_of(table, results.loser)
    return {row.cells[0]: (Fraction(number_in(row, loser)), Fraction(number_in(row, winner))) for row in rows_in(table)}


def _spaced(text: str) -> str:
    return " ".join(text.split())
