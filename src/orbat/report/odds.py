"""The odds of an army's units in fire and morale, exactly, and all for 100 points spent.

They are for reading alone: no price and no verdict looks at them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import partial
from operator import lt

from orbat.model.book import Book
from orbat.model.odds import FireTable, Morale, Odds
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable
from orbat.pricing.quote import UnitLine
from orbat.report.chances import chance, thrown, volley
from orbat.report.odds_scored import scored_fire
from orbat.report.odds_shapes import Cell, FireOdds, MoraleOdds, Shot, Sort, UnitOdds, takes
from orbat.report.odds_tables import column_of, number_in, row_of, rows_in, table_of, worths
from orbat.report.reference import Subject, concerns, flags_of, subject_of_unit
from orbat.report.report import Report

CASUALTIES = "casualties to be expected of a volley"
"""What the numbers of a table of fire are."""

MOST_DICE = 30
"""The most dice of one volley whose odds are worked out."""


def sorts_of(report: Report, chosen: Collection[UnitLine] | None = None) -> tuple[Sort, ...]:
    """The units of an army, or those chosen, that can be reckoned; those that are alike together, in document order."""
    if report.book is None or report.orbat is None or report.quote is None:
        return ()
    found: dict[tuple[Subject, int, int | Fraction], list[str]] = {}
    what: dict[tuple[Subject, int, int | Fraction], str] = {}
    for line in report.quote.all_units if chosen is None else chosen:
        subject = subject_of_unit(line, report.book, report.orbat, flags_of(report))
        if subject is None or line.sum.points is None or report.book.ruleset.kinds[subject.kinds[0]].works:
            continue
        key = (subject, line.sum.pieces, line.sum.points)
        entry = report.book.entry(line.list_id, line.unit.entry)
        name = line.unit.name or (entry.name if entry else line.unit.entry)
        found.setdefault(key, []).append(name)
        what.setdefault(key, _what(subject, line.sum.size, line.sum.counted_in, report.book))
    return tuple(Sort(tuple(names), what[key], *key) for key, names in found.items())


def _what(subject: Subject, size: int | None, counted_in: str, book: Book) -> str:
    ruleset = book.ruleset
    sized = f"{size} {counted_in}" if size is not None else counted_in
    grade = f"{ruleset.rating_word} {subject.rating}" if subject.rating else ""
    options = [ruleset.options[one].label for one in subject.options if one in ruleset.options]
    kind = ruleset.kinds[subject.kinds[0]].label
    return ", ".join(filter(None, [kind, sized.strip(), grade, *options]))


def unit_odds(sort: Sort, odds: Odds, reference: Reference, *, rated: bool = True) -> UnitOdds:
    """The odds of one sort; in a ruleset that rates units, one without a rating takes no test here."""
    fire = [_fire(sort, one, reference) for one in odds.fire]
    fire += [scored_fire(sort.subject, one, reference) for one in odds.scored]
    tests = tuple(_tests(sort.subject, odds.morale, reference)) if odds.morale and _graded(sort, rated=rated) else ()
    return UnitOdds(sort, tuple(one for one in fire if one), tests)


def _graded(sort: Sort, *, rated: bool) -> bool:
    return bool(sort.subject.rating) or not rated


def army_odds(
    report: Report,
    odds: Odds,
    reference: Reference,
    fighting: Collection[Sort] = (),
    chosen: Iterable[Sort] | None = None,
) -> tuple[UnitOdds, ...]:
    """The odds of every sort of unit, or of those chosen, that has any or is among those fighting."""
    rated = bool(report.book and report.book.ruleset.ratings)
    sorts = sorts_of(report) if chosen is None else chosen
    found = (unit_odds(sort, odds, reference, rated=rated) for sort in sorts)
    return tuple(one for one in found if one.fire or one.tests or one.sort in fighting)


def _fire(sort: Sort, fire: FireTable, reference: Reference) -> FireOdds | None:
    """What a unit's fire comes to at each range that the table has for it; None where it has none."""
    table, subject = table_of(reference, fire.table), sort.subject
    by_range = _by_range(subject, fire, table)
    pieces = _firing(sort, fire)
    pieces_column = column_of(table, fire.pieces) if fire.pieces else None
    rerolls = [one for one in fire.rerolls if takes(one.for_, subject)]
    usual = sum(one.dice for one in rerolls if not one.first)
    first = sum(one.dice for one in rerolls)
    targets = [column_of(table, name) for name in fire.targets]
    shots = []
    for label, lines in by_range.items():
        groups = _groups(lines, pieces_column, pieces)
        dice = sum(number for _, number in groups)
        if 0 < dice <= MOST_DICE:
            cells = tuple(_cell(groups, target, fire, usual, first) for target in targets)
            shots.append(Shot(label, dice, cells))
    if not shots:
        return None
    again = tuple(one.label for one in rerolls if not one.first)
    heads = tuple(table.columns[one].short or table.columns[one].head for one in targets)
    only_first = tuple(one.label for one in rerolls if one.first)
    return FireOdds(fire.label, fire.targets, heads, CASUALTIES, tuple(shots), again, only_first)


def _by_range(subject: Subject, fire: FireTable, table: ReferenceTable) -> dict[str, list[ReferenceRow]]:
    """The rows that the table has for somebody, by the range as it is called; none where no reach is for him."""
    reaches = (column_of(table, name) for name in fire.ranges)
    reach = next((one for one in reaches if concerns(table.columns[one].whom, subject)), None)
    named = column_of(table, fire.named) if fire.named else None
    found: dict[str, list[ReferenceRow]] = {}
    for row in rows_in(table):
        if reach is not None and row.whom and concerns(row.whom, subject):
            label = f"{row.cells[reach]}{fire.unit}"
            if named is not None:
                name = row.short if named == 0 and row.short else row.cells[named]
                label = f"{name}, {label}"
            found.setdefault(label, []).append(row)
    return found


def _firing(sort: Sort, fire: FireTable) -> int:
    """How many pieces of a unit fire."""
    share = next((one.share for one in fire.firers if takes(one.for_, sort.subject)), 1)
    return int(sort.size * share)


def _groups(rows: Iterable[ReferenceRow], column: int | None, pieces: int) -> list[tuple[ReferenceRow, int]]:
    """How many dice each row of one range throws: the largest groups first, what is left over in smaller ones."""
    if column is None:
        return [(row, pieces) for row in list(rows)[:1]]
    groups = []
    for row in sorted(rows, key=lambda row: -number_in(row, column)):
        dice, pieces = divmod(pieces, number_in(row, column))
        if dice:
            groups.append((row, dice))
    return groups


def _cell(groups: list[tuple[ReferenceRow, int]], target: int, fire: FireTable, usual: int, first: int) -> Cell | None:
    sorts = []
    for row, dice in groups:
        faces = worths(row.cells[target], fire)
        if faces is None:
            return None
        sorts.append((faces, dice))
    return Cell(volley(tuple(sorts), usual), volley(tuple(sorts), first))


def _tests(subject: Subject, morale: Morale, reference: Reference) -> Iterator[MoraleOdds]:
    table = table_of(reference, morale.table)
    column = column_of(table, morale.modifier)
    die = thrown(morale.die)
    for test in morale.tests:
        if takes(test.for_, subject):
            names = (*morale.always, *test.rows)
            rows = [row for row in (row_of(table, name) for name in names) if concerns(row.whom, subject)]
            rows += [row_of(table, name) for name in test.general]
            terms = tuple((row.cells[0], number_in(row, column)) for row in rows)
            score = sum(number for _, number in terms)
            yield MoraleOdds(test.label, score, terms, chance(die, partial(lt, score)))
