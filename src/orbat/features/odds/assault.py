"""Exact odds of close assaults between two units: winner, size of the victory, and casualties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from orbat.features.odds.chances import ONE, Chances, die_chances, difference_between, probability, reroll_ties, shifted
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
from orbat.features.odds.units import UnitGroup, applies
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceRow
from orbat.model.subject import Subject, is_relevant
from orbat.report.abilities import ForbiddenActions, Reason

Terms = tuple[tuple[str, int], ...]
"""Modifiers of a score, each with its text and value."""


Outcomes = tuple[tuple[Band, str], ...]
"""Ranges of the winner's lead over the loser, each with its outcome."""


class AssaultSide(Value):
    """One side of a close assault: unit, score and odds."""

    group: UnitGroup
    terms: Terms
    """The parts of the score without the die, such as `("rating", 3)`."""
    win_chance: Fraction
    """The probability of winning."""
    casualties_inflicted: Fraction | None
    """The expected number of enemy casualties. None if the ruleset has no table of casualties."""
    outcomes: tuple[tuple[str, Fraction], ...]
    """The results of winning, such as `D: major victory`, with their probabilities."""
    automatic: str = ""
    """The table row that lets this side win without dice. Empty if dice decide."""

    @property
    def score(self) -> int:
        """The score before the die is added."""
        return sum(number for _, number in self.terms)


class CloseAssault(Value):
    """A close assault between two units of opposing armies."""

    situation: str
    """How the units meet, such as `in the open`."""
    charger: AssaultSide
    defender: AssaultSide
    own_charges: bool = True
    """Whether the unit of the first army charges."""

    @property
    def own(self) -> AssaultSide:
        """The first army's side."""
        return self.charger if self.own_charges else self.defender

    @property
    def other(self) -> AssaultSide:
        """The opponent's side."""
        return self.defender if self.own_charges else self.charger


class ForbiddenCharge(Value):
    """A charge that the ruleset forbids, with the reason."""

    situations: tuple[str, ...]
    """How the units would meet, such as `in the open`."""
    own: UnitGroup
    """The unit of the first army."""
    other: UnitGroup
    own_charges: bool
    """Whether the unit of the first army is the charger."""
    reason: Reason


class Assaults(Value):
    """The close assaults between two armies, and the forbidden charges."""

    fought: tuple[CloseAssault, ...] = ()
    forbidden: tuple[ForbiddenCharge, ...] = ()

    @property
    def pairs(self) -> tuple[tuple[UnitGroup, UnitGroup], ...]:
        """All pairs of opposing units with a close assault or a forbidden charge."""
        fought = ((one.own.group, one.other.group) for one in self.fought)
        return tuple(dict.fromkeys((*fought, *((one.own, one.other) for one in self.forbidden))))

    def in_situation(
        self, situation: str, *, charging: bool
    ) -> tuple[dict[tuple[UnitGroup, UnitGroup], AssaultSide], set[tuple[UnitGroup, UnitGroup]]]:
        """Find the close assaults and the forbidden charges in a situation.

        `charging`: whether the first army charges. Returns the first army's side of each close assault, by pair of
        groups. Also returns the pairs of groups between which the charge is forbidden.
        """
        sides = {
            (one.own.group, one.other.group): one.own
            for one in self.fought
            if one.situation == situation and one.own_charges == charging
        }
        forbidden = {
            (one.own, one.other)
            for one in self.forbidden
            if situation in one.situations and one.own_charges == charging
        }
        return sides, forbidden


def close_assaults(
    own: Iterable[UnitGroup],
    others: Iterable[UnitGroup],
    assault: Assault,
    reference: Reference,
    forbidden_actions: ForbiddenActions,
) -> Assaults:
    """All close assaults between the units of two armies, in every situation of the ruleset."""
    tables = _AssaultTables(assault, reference)
    # For each pair of units, the assaults in which the first army charges come first.
    fought, forbidden = list[CloseAssault](), list[ForbiddenCharge]()
    for group, other in product(own, tuple(others)):
        for own_charges, charger, defender in ((True, group, other), (False, other, group)):
            possible = [one for one in assault.situations if _is_possible(one, charger, defender)]
            reason = forbidden_actions.reason_against("charge", charger.subject, defender.subject)
            if reason and possible:
                labels = tuple(dict.fromkeys(one.label for one in possible))
                forbidden.append(ForbiddenCharge(labels, group, other, own_charges, reason))
                continue
            for situation in possible:
                if reason := _reason_against(situation, charger, defender, forbidden_actions):
                    forbidden.append(ForbiddenCharge((situation.label,), group, other, own_charges, reason))
                elif found := tables.close_assault(situation, charger, defender):
                    fought.append(replace(found, own_charges=own_charges))
    return Assaults(tuple(fought), tuple(forbidden))


def _is_possible(situation: Situation, charger: UnitGroup, defender: UnitGroup) -> bool:
    return applies(situation.charger, charger.subject) and applies(situation.defender, defender.subject)


def _reason_against(
    situation: Situation, charger: UnitGroup, defender: UnitGroup, forbidden_actions: ForbiddenActions
) -> Reason | None:
    if situation.defender_as and (reason := forbidden_actions.reason_without(situation.defender_as, defender.subject)):
        return reason
    return forbidden_actions.reason_against("charge", charger.subject, defender.subject, situation.over)


class _AssaultTables:
    def __init__(self, assault: Assault, reference: Reference) -> None:
        self.assault = assault
        self.table = table_of(reference, assault.table)
        self.factor = column_of(self.table, assault.factor)
        self.scale = table_of(reference, assault.scale.table)
        self.bands = bands_of(self.scale, assault.scale.bands)
        self.casualties_by_result = _casualties_by_result(assault.results, reference) if assault.results else None
        die = die_chances(assault.die)
        self.reroll = difference_between(die, die)

    def close_assault(self, situation: Situation, charger: UnitGroup, defender: UnitGroup) -> CloseAssault | None:
        one, other = charger.subject, defender.subject
        rows = list(self._rows(situation, "charger", charger, defender))
        others = list(self._rows(situation, "defender", defender, charger))
        victories = self._outcomes(one, other), self._outcomes(other, one)
        if not victories[0] or not victories[1]:
            return None
        # a factor without a number means that the charger wins without dice
        outright = next((words for words, value in rows if value is None), "")
        if outright:
            return self._automatic_win(situation, charger, defender, outright, victories[0])
        terms, against = self._terms(one, rows), self._terms(other, others)
        if terms is None or against is None:
            return None
        lead = sum(value for _, value in terms) - sum(value for _, value in against)
        ahead = shifted(self.reroll, lead)
        if self.assault.ties == "again":
            ahead = reroll_ties(ahead, self.reroll)
        behind = {-difference: chance for difference, chance in ahead.items()}
        first, losses = self._victories(victories[0], ahead)
        second, own_losses = self._victories(victories[1], behind)
        return CloseAssault(
            situation.label,
            AssaultSide(
                charger, terms, probability(ahead, _is_positive), self._if_known(losses[1] + own_losses[0]), first
            ),
            AssaultSide(
                defender, against, probability(behind, _is_positive), self._if_known(losses[0] + own_losses[1]), second
            ),
        )

    def _automatic_win(
        self, situation: Situation, charger: UnitGroup, defender: UnitGroup, row: str, victories: Outcomes
    ) -> CloseAssault:
        _, cell = victories[-1]
        inflicts, suffers = map(self._if_known, self._casualties(cell))
        return CloseAssault(
            situation.label,
            AssaultSide(charger, (), ONE, inflicts, ((cell, ONE),), row),
            AssaultSide(defender, (), Fraction(), suffers, ()),
        )

    def _if_known(self, casualties: Fraction) -> Fraction | None:
        return casualties if self.casualties_by_result else None

    def _terms(self, subject: Subject, rows: list[tuple[str, int | None]]) -> Terms | None:
        terms = tuple((words, value) for words, value in rows if value is not None)
        if self.assault.unrated:
            return terms
        return (("rating", int(subject.rating)), *terms) if subject.rating.isdecimal() else None

    def _rows(
        self, situation: Situation, side: str, own: UnitGroup, other: UnitGroup
    ) -> Iterator[tuple[str, int | None]]:
        without = {_normalized(name) for name in situation.without}
        for factor in self.assault.factors:
            if factor.side in ("both", side) and _normalized(factor.row) not in without:
                yield from self._factor(factor, own, other)
        for name in situation.charger_rows if side == "charger" else situation.defender_rows:
            row = row_of(self.table, name)
            if is_relevant(row.applies_to, own.subject):
                yield row.cells[0], self._factor_value(row)

    def _factor(self, factor: AssaultRow, own: UnitGroup, other: UnitGroup) -> Iterator[tuple[str, int | None]]:
        row = row_of(self.table, factor.row)
        if not (applies(factor.for_, own.subject) and is_relevant(row.applies_to, own.subject)):
            return
        if not applies(factor.against, other.subject):
            return
        if not factor.outnumbering:
            yield row.cells[0], self._factor_value(row)
        elif bonus := outnumbering(ratios_of(row), own.size, other.size):
            yield row.cells[0], bonus

    def _factor_value(self, row: ReferenceRow) -> int | None:
        automatic = self.assault.automatic
        return None if automatic and row.cells[self.factor] == automatic else number_in(row, self.factor)

    def _outcomes(self, winner: Subject, loser: Subject) -> Outcomes:
        scale = self.assault.scale
        if scale.outcomes:
            column = column_of(self.scale, scale.result)
            return tuple((band_of(name), row_of(self.scale, name).cells[column]) for name in scale.outcomes)
        found = (row_of(self.scale, one.row) for one in scale.pairings if _matches(one, winner, loser))
        row = next(found, None)
        return tuple((band, row.cells[band.column]) for band in self.bands) if row else ()

    def _victories(
        self, victories: Outcomes, ahead: Chances
    ) -> tuple[tuple[tuple[str, Fraction], ...], tuple[Fraction, Fraction]]:
        # only the cases in which this side wins; the other side counts the others
        outcomes: dict[str, Fraction] = {}
        winner = loser = Fraction()
        for band, cell in victories:
            chance = probability(ahead, band.__contains__)
            if chance:
                outcomes[cell] = outcomes.get(cell, Fraction()) + chance
                inflicted, suffered = self._casualties(cell)
                winner, loser = winner + chance * suffered, loser + chance * inflicted
        return tuple(outcomes.items()), (winner, loser)

    def _casualties(self, cell: str) -> tuple[Fraction, Fraction]:
        return self.casualties_by_result[result_key(cell)] if self.casualties_by_result else (Fraction(), Fraction())


def _matches(pairing: Pairing, winner: Subject, loser: Subject) -> bool:
    return applies(pairing.winner, winner) and applies(pairing.loser, loser)


def _is_positive(difference: int) -> bool:
    return difference > 0


def _casualties_by_result(results: Results, reference: Reference) -> dict[str, tuple[Fraction, Fraction]]:
    table = table_of(reference, results.table)
    winner, loser = column_of(table, results.winner), column_of(table, results.loser)
    return {row.cells[0]: (Fraction(number_in(row, loser)), Fraction(number_in(row, winner))) for row in rows_in(table)}


def _normalized(text: str) -> str:
    return " ".join(text.split())
