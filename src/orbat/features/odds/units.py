"""Exact odds of units in fire and morale tests, from the ruleset's reference tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import partial
from operator import lt

from orbat.evaluate.quote import UnitLine
from orbat.features.odds.chances import Chances, die_chances, mean, probability, volley
from orbat.features.odds.model import Case, FireTable, Morale, MoraleTest, Odds, ScoredFire
from orbat.features.odds.tables import band_of, bands_of, column_of, hits_by_face, number_in, row_of, rows_in, table_of
from orbat.model.applicability import AppliesTo, alternatives
from orbat.model.book import Book
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable
from orbat.model.subject import Subject, is_relevant
from orbat.report.abilities import ForbiddenActions, Reason
from orbat.report.reference import flags_of, subject_of_unit
from orbat.report.report import Report


class UnitGroup(Value):
    """Identical units of an army, which have the same odds."""

    names: tuple[str, ...]
    """The names of the units."""
    description: str
    """For one unit."""
    subject: Subject
    size: int
    """The size of one unit."""
    points: int | Fraction
    """The points of one unit."""

    @property
    def name(self) -> str:
        """The name of the first unit in the group."""
        return self.names[0]

    def is_like(self, other: UnitGroup) -> bool:
        """Whether the units of both groups are identical apart from names."""
        return (self.subject, self.size, self.points) == (other.subject, other.size, other.points)

    def per_100_points(self, number: Fraction) -> Fraction | None:
        """Convert a number for one unit to a number per 100 points. None if the unit costs nothing."""
        return number * 100 / Fraction(self.points) if self.points > 0 else None


class Cell(Value):
    """The probability distributions of the hits on one target, for an ordinary volley and for a first volley."""

    hits: Chances
    """For an ordinary volley."""
    first: Chances
    """For the unit's first volley of the game."""

    @property
    def expected(self) -> Fraction:
        """The expected number of hits."""
        return mean(self.hits)

    @property
    def expected_first(self) -> Fraction:
        """Expected hits of a first volley."""
        return mean(self.first)


class Shot(Value):
    """A volley at one range, with the number of dice and the odds against each target."""

    range: str
    dice: int
    cells: tuple[Cell | None, ...]
    """None for a target without odds."""


class FireOdds(Value):
    """The odds of a unit in one fire table."""

    label: str
    targets: tuple[str, ...]
    heads: tuple[str, ...]
    """Short names of the targets, for column headings."""
    counted: str
    """A label for the numbers, such as `expected casualties of a volley`."""
    shots: tuple[Shot, ...]
    rerolls: tuple[str, ...] = ()
    """Labels of the re-rolls in every volley."""
    first: tuple[str, ...] = ()
    """Labels of the re-rolls in a unit's first volley only."""


class MoraleOdds(Value):
    """The odds of a morale test."""

    label: str
    score: int
    """The score that the die must exceed."""
    terms: tuple[tuple[str, int], ...]
    """The modifiers."""
    pass_chance: Fraction
    """The chance to pass."""


class Forbidden(Value):
    """Something that a unit cannot do, such as a morale test to charge, with the reason."""

    what: str
    reason: Reason


class UnitOdds(Value):
    """The odds of a group of identical units."""

    group: UnitGroup
    fire: tuple[FireOdds, ...]
    tests: tuple[MoraleOdds, ...]
    forbidden: tuple[Forbidden, ...] = ()
    """What the units cannot do."""


def applies(condition: AppliesTo, subject: Subject) -> bool:
    """Whether a unit satisfies a condition in `odds.yaml`, such as the value of a key `for`."""
    return is_relevant(alternatives(condition), subject)


Hits = Callable[[int], int]
"""A function that converts a score to a number of hits."""


def scored_fire_odds(subject: Subject, fire: ScoredFire, reference: Reference) -> FireOdds | None:
    """The odds of a unit in fire or melee, from a table of hits by score (one die plus modifiers).

    None if the table has no row or no range for the unit.
    """
    hits = _hits(subject, fire, table_of(reference, fire.table))
    if hits is None:
        return None
    modifiers = table_of(reference, fire.modifiers)
    column = column_of(modifiers, fire.modifier)

    def modifier(*cases: Case) -> int:
        rows = [row_of(modifiers, name) for name in (*fire.always, *(name for case in cases for name in case.rows))]
        return sum(number_in(row, column) for row in rows if is_relevant(row.applies_to, subject))

    def cell(total: int) -> Cell:
        chances = die_chances(fire.die, lambda face: max(hits(face + total), _natural_hits(fire, face)))
        return Cell(chances, chances)

    shots = tuple(
        Shot(reach.label, 1, tuple(cell(modifier(reach, target)) for target in fire.targets))
        for reach in fire.ranges
        if applies(reach.for_, subject)
    )
    if not shots:
        return None
    targets = tuple(one.label for one in fire.targets)
    heads = tuple(one.short or one.label for one in fire.targets)
    return FireOdds(fire.label, targets, heads, fire.counted, shots)


def _natural_hits(fire: ScoredFire, face: int) -> int:
    return fire.natural.hits if fire.natural and face == fire.natural.face else 0


def _hits(subject: Subject, fire: ScoredFire, table: ReferenceTable) -> Hits | None:
    rows = [row for row in rows_in(table) if row.applies_to and is_relevant(row.applies_to, subject)]
    if not rows:
        return None
    return _by_columns(fire, table, rows[0]) if fire.scores else _by_rows(fire, rows)


def _by_columns(fire: ScoredFire, table: ReferenceTable, row: ReferenceRow) -> Hits:
    bands = bands_of(table, fire.scores)

    def hits(score: int) -> int:
        return next((number_in(row, band.column) for band in bands if score in band), 0)

    return hits


def _by_rows(fire: ScoredFire, rows: list[ReferenceRow]) -> Hits:
    bands = [band_of(row.cells[0]) for row in rows if row.cells[0] in fire.outcomes]
    return lambda score: int(any(score in band for band in bands))


CASUALTIES = "expected casualties of a volley"
"""Label for the numbers that are computed from a fire table."""

MAX_DICE = 30
"""Maximum number of dice in a volley. Volleys with more dice have no odds."""


def unit_groups(report: Report, chosen: Collection[UnitLine] | None = None) -> tuple[UnitGroup, ...]:
    """The units of an army in groups of identical units. Works (such as earthworks) and unpriced units are left out.

    `chosen` has the units to include; None includes all.
    """
    if report.book is None or report.orbat is None or report.quote is None:
        return ()
    found: dict[tuple[Subject, int, int | Fraction], list[str]] = {}
    descriptions: dict[tuple[Subject, int, int | Fraction], str] = {}
    for line in report.quote.all_units if chosen is None else chosen:
        subject = subject_of_unit(line, report.book, report.orbat, flags_of(report))
        if subject is None or line.sum.points is None or report.book.ruleset.kinds[subject.kinds[0]].works:
            continue
        key = (subject, line.sum.pieces, line.sum.points)
        entry = report.book.entry(line.list_id, line.unit.entry)
        name = line.unit.name or (entry.name if entry else line.unit.entry)
        found.setdefault(key, []).append(name)
        descriptions.setdefault(key, _description(subject, line.sum.size, line.sum.counted_in, report.book))
    return tuple(UnitGroup(tuple(names), descriptions[key], *key) for key, names in found.items())


def _description(subject: Subject, size: int | None, counted_in: str, book: Book) -> str:
    ruleset = book.ruleset
    sized = f"{size} {counted_in}" if size is not None else counted_in
    grade = f"{ruleset.rating_word} {subject.rating}" if subject.rating else ""
    options = [ruleset.options[one].label for one in subject.options if one in ruleset.options]
    kind = ruleset.kinds[subject.kinds[0]].label
    return ", ".join(filter(None, [kind, sized.strip(), grade, *options]))


def unit_odds(
    group: UnitGroup, odds: Odds, reference: Reference, forbidden_actions: ForbiddenActions, *, rated: bool = True
) -> UnitOdds:
    """The odds of a group of identical units, for fire, for melee and for morale tests."""
    subject, forbidden = group.subject, list[Forbidden]()
    no_fire = forbidden_actions.reason_against("shoot", subject)
    if no_fire and (odds.fire or odds.scored):
        forbidden.append(Forbidden("shooting", no_fire))
    fire = [] if no_fire else [_fire(group, one, reference, forbidden_actions.rulings) for one in odds.fire]
    fire += [scored_fire_odds(subject, one, reference) for one in odds.scored if one.melee or not no_fire]
    tests = []
    for test in odds.morale.tests if odds.morale else ():
        if applies(test.for_, subject):
            if reason := _reason_against_test(test, subject, forbidden_actions):
                forbidden.append(Forbidden(test.label, reason))
            elif odds.morale and _takes_tests(group, rated=rated):
                tests.append(_morale_odds(subject, test, odds.morale, reference))
    return UnitOdds(group, tuple(one for one in fire if one), tuple(tests), tuple(forbidden))


def _reason_against_test(test: MoraleTest, subject: Subject, forbidden_actions: ForbiddenActions) -> Reason | None:
    if test.as_ and (reason := forbidden_actions.reason_without(test.as_, subject)):
        return reason
    charges = [forbidden_actions.reason_against("charge", subject, one) for one in _subjects(test.charges)]
    charged = [forbidden_actions.reason_against("charge", one, subject) for one in _subjects(test.charged_by)]
    return next((found[0] for found in (charges, charged) if found and all(found)), None)


def _subjects(condition: AppliesTo) -> list[Subject]:
    return [Subject((kind,)) for one in alternatives(condition) for kind in one.kinds]


def _takes_tests(group: UnitGroup, *, rated: bool) -> bool:
    return bool(group.subject.rating) or not rated


def army_odds(
    report: Report,
    odds: Odds,
    reference: Reference,
    fighting: Collection[UnitGroup] = (),
    chosen: Iterable[UnitGroup] | None = None,
) -> tuple[UnitOdds, ...]:
    """The odds of each group in `chosen`; None selects the whole army.

    A group is left out if it has no fire, no tests, no forbidden actions and no close assaults.
    `fighting`: the groups that have close assaults.
    """
    if report.book is None or report.orbat is None:
        return ()
    rated, forbidden_actions = bool(report.book.ruleset.ratings), ForbiddenActions.of(report.book, report.orbat)
    groups = unit_groups(report) if chosen is None else chosen
    found = (unit_odds(group, odds, reference, forbidden_actions, rated=rated) for group in groups)
    return tuple(one for one in found if one.fire or one.tests or one.forbidden or one.group in fighting)


def _fire(group: UnitGroup, fire: FireTable, reference: Reference, rulings: Mapping[str, str]) -> FireOdds | None:
    table, subject = table_of(reference, fire.table), group.subject
    by_range = _by_range(subject, fire, table)
    pieces = _firing_size(group, fire, rulings)
    pieces_column = column_of(table, fire.pieces) if fire.pieces else None
    rerolls = [one for one in fire.rerolls if applies(one.for_, subject)]
    usual = sum(one.dice for one in rerolls if not one.first)
    first = sum(one.dice for one in rerolls)
    targets = [column_of(table, name) for name in fire.targets]
    shots = []
    for label, lines in by_range.items():
        groups = _dice_by_row(lines, pieces_column, pieces)
        dice = sum(number for _, number in groups)
        if 0 < dice <= MAX_DICE:
            cells = tuple(_cell(groups, target, fire, usual, first) for target in targets)
            shots.append(Shot(label, dice, cells))
    if not shots:
        return None
    again = tuple(one.label for one in rerolls if not one.first)
    heads = tuple(table.columns[one].short or table.columns[one].head for one in targets)
    only_first = tuple(one.label for one in rerolls if one.first)
    return FireOdds(fire.label, fire.targets, heads, CASUALTIES, tuple(shots), again, only_first)


def _by_range(subject: Subject, fire: FireTable, table: ReferenceTable) -> dict[str, list[ReferenceRow]]:
    columns = (column_of(table, name) for name in fire.ranges)
    reach = next((one for one in columns if is_relevant(table.columns[one].applies_to, subject)), None)
    named = column_of(table, fire.named) if fire.named else None
    found: dict[str, list[ReferenceRow]] = {}
    for row in rows_in(table):
        if reach is not None and row.applies_to and is_relevant(row.applies_to, subject):
            label = f"{row.cells[reach]}{fire.unit}"
            if named is not None:
                name = row.short if named == 0 and row.short else row.cells[named]
                label = f"{name}, {label}"
            found.setdefault(label, []).append(row)
    return found


def _firing_size(group: UnitGroup, fire: FireTable, rulings: Mapping[str, str]) -> int:
    found = next((one for one in fire.firers if applies(one.for_, group.subject)), None)
    if found is None:
        return group.size
    return int(group.size * found.by_ruling.get(rulings.get(found.ruling, ""), found.share))


def _dice_by_row(rows: Iterable[ReferenceRow], column: int | None, pieces: int) -> list[tuple[ReferenceRow, int]]:
    if column is None:
        return [(row, pieces) for row in list(rows)[:1]]
    groups = []
    for row in sorted(rows, key=lambda row: -number_in(row, column)):
        dice, pieces = divmod(pieces, number_in(row, column))
        if dice:
            groups.append((row, dice))
    return groups


def _cell(groups: list[tuple[ReferenceRow, int]], target: int, fire: FireTable, usual: int, first: int) -> Cell | None:
    dice_of_rows = []
    for row, dice in groups:
        faces = hits_by_face(row.cells[target], fire)
        if faces is None:
            return None
        dice_of_rows.append((faces, dice))
    return Cell(volley(tuple(dice_of_rows), usual), volley(tuple(dice_of_rows), first))


def _morale_odds(subject: Subject, test: MoraleTest, morale: Morale, reference: Reference) -> MoraleOdds:
    table = table_of(reference, morale.table)
    column = column_of(table, morale.modifier)
    names = (*morale.always, *test.rows)
    rows = [row for row in (row_of(table, name) for name in names) if is_relevant(row.applies_to, subject)]
    rows += [row_of(table, name) for name in test.general]
    terms = tuple((row.cells[0], number_in(row, column)) for row in rows)
    score = sum(number for _, number in terms)
    return MoraleOdds(test.label, score, terms, probability(die_chances(morale.die), partial(lt, score)))
