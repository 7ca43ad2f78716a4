"""Compare a ruleset's `odds.yaml` with the reference tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ParamSpec

from orbat.data.library import Library
from orbat.data.lint_rules.rule import Fault, LintCase, LintRule, unknown
from orbat.features.odds.model import Assault, FireTable, Morale, Odds, Results, ScoredFire, VictoryScale
from orbat.features.odds.tables import (
    UnusableTable,
    band_of,
    bands_of,
    column_of,
    hits_by_face,
    number_in,
    ratios_of,
    result_key,
    row_of,
    rows_in,
    table_of,
)
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase

Given = ParamSpec("Given")


class Mismatch(Value):
    """An error in `odds.yaml`, such as the name of a row that is missing from the reference tables."""

    path: OrbatPath
    message: str


def mismatches(odds: Odds, reference: Reference) -> Iterator[Mismatch]:
    """Yield the errors in `odds.yaml`, such as names of tables, columns or rows that do not exist."""
    for number, fire in enumerate(odds.fire):
        yield from _on_table(("fire", number), fire, reference, _fire)
    for number, scored in enumerate(odds.scored):
        yield from _on_table(("scored", number), scored, reference, _scored)
        yield from _modifiers(("scored", number), scored, reference)
    if odds.morale:
        yield from _on_table(("morale",), odds.morale, reference, _morale)
    if odds.assault:
        path, assault = ("assault",), odds.assault
        yield from _on_table(path, assault, reference, _assault)
        yield from _on_table((*path, "scale"), assault.scale, reference, _scale)
        if assault.results:
            yield from _on_table((*path, "results"), assault.results, reference, _results)
            yield from _outcomes((*path, "results"), assault, assault.results, reference)


Reader = Callable[[OrbatPath, Any, ReferenceTable], Iterator[Mismatch]]


def _on_table(path: OrbatPath, part: Any, reference: Reference, read: Reader) -> Iterator[Mismatch]:
    try:
        table = table_of(reference, part.table)
    except UnusableTable as wrong:
        yield Mismatch((*path, "table"), str(wrong))
        return
    if hasattr(part, "die") and not part.die:
        yield Mismatch((*path, "die"), "`die` has no faces")
        return
    yield from read(path, part, table)


def _check(
    path: OrbatPath, read: Callable[Given, object], *given: Given.args, **named: Given.kwargs
) -> Iterator[Mismatch]:
    try:
        read(*given, **named)
    except UnusableTable as wrong:
        yield Mismatch(path, str(wrong))


def _each(path: OrbatPath, names: tuple[str, ...], read: Callable[[str], object]) -> Iterator[Mismatch]:
    for number, name in enumerate(names):
        yield from _check((*path, number), read, name)


def _fire(path: OrbatPath, fire: FireTable, table: ReferenceTable) -> Iterator[Mismatch]:
    for field, name in (("pieces", fire.pieces), ("named", fire.named)):
        if name:
            yield from _check((*path, field), column_of, table, name)
    yield from _each((*path, "ranges"), fire.ranges, lambda name: column_of(table, name))
    yield from _each((*path, "targets"), fire.targets, lambda name: _cells(table, name, fire))
    if fire.pieces and not list(_check(path, column_of, table, fire.pieces)):
        column = column_of(table, fire.pieces)
        for row in rows_in(table):
            yield from _check((*path, "pieces"), _count, row, column)


def _scored(path: OrbatPath, scored: ScoredFire, table: ReferenceTable) -> Iterator[Mismatch]:
    for number, name in enumerate(scored.scores):
        yield from _check((*path, "scores", number), _score, table, name)
    yield from _each((*path, "outcomes"), scored.outcomes, lambda name: (row_of(table, name), band_of(name)))
    if bool(scored.scores) == bool(scored.outcomes):
        yield Mismatch(path, "set exactly one of `scores` and `outcomes`")


def _score(table: ReferenceTable, name: str) -> None:
    band_of(name)
    _numbers(table, name)


def _number(table: ReferenceTable, column: int, name: str) -> None:
    number_in(row_of(table, name), column)


def _modifiers(path: OrbatPath, scored: ScoredFire, reference: Reference) -> Iterator[Mismatch]:
    try:
        table = table_of(reference, scored.modifiers)
    except UnusableTable as wrong:
        yield Mismatch((*path, "modifiers"), str(wrong))
        return
    yield from (found := list(_check((*path, "modifier"), column_of, table, scored.modifier)))
    if found:
        return
    read = partial(_number, table, column_of(table, scored.modifier))
    yield from _each((*path, "always"), scored.always, read)
    for key, cases in (("ranges", scored.ranges), ("targets", scored.targets)):
        for number, case in enumerate(cases):
            yield from _each((*path, key, number, "rows"), case.rows, read)


def _count(row: ReferenceRow, column: int) -> None:
    if (number := number_in(row, column)) < 1:
        raise UnusableTable(
            phrase("the number of stands or guns per die must be at least 1, not {number}", number=number)
        )


def _cells(table: ReferenceTable, name: str, fire: FireTable) -> None:
    column = column_of(table, name)
    for row in rows_in(table):
        hits_by_face(row.cells[column], fire)


def _morale(path: OrbatPath, morale: Morale, table: ReferenceTable) -> Iterator[Mismatch]:
    yield from (found := list(_check((*path, "modifier"), column_of, table, morale.modifier)))
    if found:
        return
    read = partial(_number, table, column_of(table, morale.modifier))
    yield from _each((*path, "always"), morale.always, read)
    for number, test in enumerate(morale.tests):
        yield from _each((*path, "tests", number, "rows"), test.rows, read)
        yield from _each((*path, "tests", number, "general"), test.general, read)


def _assault(path: OrbatPath, assault: Assault, table: ReferenceTable) -> Iterator[Mismatch]:
    yield from (found := list(_check((*path, "factor"), column_of, table, assault.factor)))
    if found:
        return
    column = column_of(table, assault.factor)

    def read(name: str) -> None:
        row = row_of(table, name)
        if row.cells[column] != assault.automatic:
            number_in(row, column)

    def ratios(name: str) -> None:
        ratios_of(row_of(table, name))

    for number, factor in enumerate(assault.factors):
        place = (*path, "factors", number, "row")
        yield from _check(place, ratios if factor.outnumbering else read, factor.row)
    counted = {" ".join(factor.row.split()) for factor in assault.factors}
    for number, situation in enumerate(assault.situations):
        here = (*path, "situations", number)
        yield from _each((*here, "charger_rows"), situation.charger_rows, read)
        yield from _each((*here, "defender_rows"), situation.defender_rows, read)
        for index, name in enumerate(situation.without):
            if " ".join(name.split()) not in counted:
                yield Mismatch(
                    (*here, "without", index),
                    phrase("`without` refers to {name}, which is not in `factors`", name=name),
                )


def _scale(path: OrbatPath, scale: VictoryScale, table: ReferenceTable) -> Iterator[Mismatch]:
    if bool(scale.bands) == bool(scale.outcomes):
        yield Mismatch(path, "set exactly one of `bands` and `outcomes`")
    yield from _each((*path, "outcomes"), scale.outcomes, lambda name: (row_of(table, name), band_of(name)))
    if scale.outcomes:
        yield from _check((*path, "result"), column_of, table, scale.result)
    yield from _check((*path, "bands"), bands_of, table, scale.bands)
    for number, pairing in enumerate(scale.pairings):
        yield from _check((*path, "pairings", number, "row"), row_of, table, pairing.row)


def _result_keys(table: ReferenceTable, scale: VictoryScale) -> Iterator[str]:
    for name in scale.outcomes:
        yield result_key(row_of(table, name).cells[column_of(table, scale.result)])


def _results(path: OrbatPath, results: Any, table: ReferenceTable) -> Iterator[Mismatch]:
    for field, name in (("winner", results.winner), ("loser", results.loser)):
        yield from _check((*path, field), _numbers, table, name)


def _numbers(table: ReferenceTable, name: str) -> None:
    column = column_of(table, name)
    for row in rows_in(table):
        number_in(row, column)


def _outcomes(path: OrbatPath, assault: Assault, costs: Results, reference: Reference) -> Iterator[Mismatch]:
    try:
        scale, results = table_of(reference, assault.scale.table), table_of(reference, costs.table)
        bands = bands_of(scale, assault.scale.bands)
        rows = [row_of(scale, pairing.row) for pairing in assault.scale.pairings]
        keys = set(_result_keys(scale, assault.scale))
    except UnusableTable:
        return  # already reported by the checks of these tables
    keys |= {result_key(row.cells[band.column]) for row in rows for band in bands}
    for key in sorted(keys):
        yield from _check((*path, "table"), row_of, results, key)


class OddsTables(Value):
    """A ruleset's `odds.yaml`, with the reference tables."""

    odds: Odds
    reference: Reference


class NoOdds(Value):
    """The reason why a ruleset has no usable odds."""

    reason: str


def read_odds(ruleset: Ruleset, library: Library) -> OddsTables | NoOdds:
    """Load a ruleset's `odds.yaml` and reference tables. Never raises."""
    file, tables = library.load_unchecked(ruleset.id, "odds", Odds), library.reference(ruleset.id)
    if file is None or tables is None:
        return NoOdds(phrase("{ruleset} has no odds", ruleset=ruleset.title))
    for one in (file, tables):
        if one.value is None:
            return NoOdds(_unusable(one.path, one.findings[0].message))
    assert file.value is not None
    assert tables.value is not None
    mismatch = next(mismatches(file.value, tables.value), None)
    if mismatch:
        return NoOdds(_unusable(file.path, mismatch.message))
    return OddsTables(file.value, tables.value)


def _unusable(path: object, reason: str) -> str:
    return phrase("{file} is unusable: {reason}. Run orbat lint for details.", file=path, reason=reason)


def check_odds_tables(case: LintCase) -> Iterator[Fault]:
    """All tables, columns, rows and cells to which the odds file refers are in the reference tables and are readable.
    The table of casualties has a row for every result, such as a major victory. All abilities, rulings and kinds of
    ground to which the odds file refers are in the ruleset.

    Why: Odds are calculated from the tables. A misspelt row gives no odds, or wrong odds.

    Example: `always: [Class 5]`, although the morale table has no such row.

    Remedy: Use the exact text from reference.yaml, or correct the table there.
    """
    if not isinstance(case.data, Odds):
        return
    if case.reference is None:
        message = phrase("{ruleset} has an odds file, but no usable reference tables", ruleset=case.data.ruleset)
        yield Fault(("ruleset",), message, "Add or correct the ruleset's reference.yaml.")
        return
    for one in mismatches(case.data, case.reference):
        yield Fault(one.path, one.message, "Use the exact text from reference.yaml.")
    if case.ruleset is not None:
        yield from _unknown_names(case.data, case.ruleset)


def _unknown_names(odds: Odds, ruleset: Ruleset) -> Iterator[Fault]:
    abilities = list(dict.fromkeys(one.id for one in ruleset.abilities))
    ground = list(dict.fromkeys(one.over for one in ruleset.cannot if one.over))
    choices = {one.id: [choice.id for choice in one.choices] for one in ruleset.rulings}
    for table, fire in enumerate(odds.fire):
        for number, firers in enumerate(fire.firers):
            path: OrbatPath = ("fire", table, "firers", number)
            if firers.ruling and firers.ruling not in choices:
                yield unknown((*path, "ruling"), firers.ruling, "a ruling", choices)
            for choice in firers.by_ruling:
                if choice not in choices.get(firers.ruling, ()):
                    known = choices.get(firers.ruling, ())
                    yield unknown((*path, "by_ruling", choice), choice, "a choice of the ruling", known, at_key=True)
    for number, test in enumerate(odds.morale.tests if odds.morale else ()):
        if test.as_ and test.as_ not in abilities:
            yield unknown(("morale", "tests", number, "as"), test.as_, "an ability", abilities)
    for number, situation in enumerate(odds.assault.situations if odds.assault else ()):
        path = ("assault", "situations", number)
        if situation.defender_as and situation.defender_as not in abilities:
            yield unknown((*path, "defender_as"), situation.defender_as, "an ability", abilities)
        if situation.over and situation.over not in ground:
            yield unknown((*path, "over"), situation.over, "ground of a prohibition", ground)


LINT_RULES = (LintRule("LST016", "the odds file does not match the reference tables", "error", check_odds_tables),)
