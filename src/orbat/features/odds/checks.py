"""Whether the reference tables have what odds are to be read from, for the linter and before they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ParamSpec

from orbat.data.library import Library
from orbat.data.lint_rules.rule import Fault, LintCase, LintRule
from orbat.features.odds.model import Assault, FireTable, Morale, Odds, Results, ScoredFire, VictoryScale
from orbat.features.odds.tables import (
    TableUnusable,
    band_of,
    bands_of,
    column_of,
    number_in,
    ratios_of,
    result_key,
    row_of,
    rows_in,
    table_of,
    worths,
)
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable
from orbat.model.ruleset import Ruleset

Given = ParamSpec("Given")


class Slip(Value):
    """What does not agree, and where in the odds."""

    path: OrbatPath
    says: str


def slips_of(odds: Odds, reference: Reference) -> Iterator[Slip]:
    """Everything that the odds name and the tables have not, or have in a way that cannot be read."""
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


Reader = Callable[[OrbatPath, Any, ReferenceTable], Iterator[Slip]]


def _on_table(path: OrbatPath, part: Any, reference: Reference, read: Reader) -> Iterator[Slip]:
    """What is wrong with a part of the odds that stands on one table."""
    try:
        table = table_of(reference, part.table)
    except TableUnusable as wrong:
        yield Slip((*path, "table"), str(wrong))
        return
    if hasattr(part, "die") and not part.die:
        yield Slip((*path, "die"), "the die has no faces")
        return
    yield from read(path, part, table)


def _tried(path: OrbatPath, read: Callable[Given, object], *given: Given.args, **named: Given.kwargs) -> Iterator[Slip]:
    """What is wrong with something that is read from a table, if it cannot be."""
    try:
        read(*given, **named)
    except TableUnusable as wrong:
        yield Slip(path, str(wrong))


def _each(path: OrbatPath, names: tuple[str, ...], read: Callable[[str], object]) -> Iterator[Slip]:
    for number, name in enumerate(names):
        yield from _tried((*path, number), read, name)


def _fire(path: OrbatPath, fire: FireTable, table: ReferenceTable) -> Iterator[Slip]:
    for field, name in (("pieces", fire.pieces), ("named", fire.named)):
        if name:
            yield from _tried((*path, field), column_of, table, name)
    yield from _each((*path, "ranges"), fire.ranges, lambda name: column_of(table, name))
    yield from _each((*path, "targets"), fire.targets, lambda name: _cells(table, name, fire))
    if fire.pieces and not list(_tried(path, column_of, table, fire.pieces)):
        column = column_of(table, fire.pieces)
        for row in rows_in(table):
            yield from _tried((*path, "pieces"), _count, row, column)


def _scored(path: OrbatPath, scored: ScoredFire, table: ReferenceTable) -> Iterator[Slip]:
    for number, name in enumerate(scored.scores):
        yield from _tried((*path, "scores", number), _score, table, name)
    yield from _each((*path, "outcomes"), scored.outcomes, lambda name: (row_of(table, name), band_of(name)))
    if bool(scored.scores) == bool(scored.outcomes):
        yield Slip(path, "scores and outcomes: one of the two says how the table is read")


def _score(table: ReferenceTable, name: str) -> None:
    band_of(name)
    _numbers(table, name)


def _number(table: ReferenceTable, column: int, name: str) -> None:
    number_in(row_of(table, name), column)


def _modifiers(path: OrbatPath, scored: ScoredFire, reference: Reference) -> Iterator[Slip]:
    """The modifiers that count in a score."""
    try:
        table = table_of(reference, scored.modifiers)
    except TableUnusable as wrong:
        yield Slip((*path, "modifiers"), str(wrong))
        return
    yield from (found := list(_tried((*path, "modifier"), column_of, table, scored.modifier)))
    if found:
        return
    read = partial(_number, table, column_of(table, scored.modifier))
    yield from _each((*path, "always"), scored.always, read)
    for key, cases in (("ranges", scored.ranges), ("targets", scored.targets)):
        for number, case in enumerate(cases):
            yield from _each((*path, key, number, "rows"), case.rows, read)


def _count(row: ReferenceRow, column: int) -> None:
    if (number := number_in(row, column)) < 1:
        raise TableUnusable(f"a die is thrown for {number} pieces")


def _cells(table: ReferenceTable, name: str, fire: FireTable) -> None:
    column = column_of(table, name)
    for row in rows_in(table):
        worths(row.cells[column], fire)


def _morale(path: OrbatPath, morale: Morale, table: ReferenceTable) -> Iterator[Slip]:
    yield from (found := list(_tried((*path, "modifier"), column_of, table, morale.modifier)))
    if found:
        return
    read = partial(_number, table, column_of(table, morale.modifier))
    yield from _each((*path, "always"), morale.always, read)
    for number, test in enumerate(morale.tests):
        yield from _each((*path, "tests", number, "rows"), test.rows, read)
        yield from _each((*path, "tests", number, "general"), test.general, read)


def _assault(path: OrbatPath, assault: Assault, table: ReferenceTable) -> Iterator[Slip]:
    yield from (found := list(_tried((*path, "factor"), column_of, table, assault.factor)))
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
        yield from _tried(place, ratios if factor.outnumbering else read, factor.row)
    counted = {" ".join(factor.row.split()) for factor in assault.factors}
    for number, situation in enumerate(assault.situations):
        here = (*path, "situations", number)
        yield from _each((*here, "charger_rows"), situation.charger_rows, read)
        yield from _each((*here, "defender_rows"), situation.defender_rows, read)
        for index, name in enumerate(situation.without):
            if " ".join(name.split()) not in counted:
                yield Slip((*here, "without", index), f"{name} is not among the factors, so it never counts")


def _scale(path: OrbatPath, scale: VictoryScale, table: ReferenceTable) -> Iterator[Slip]:
    if bool(scale.bands) == bool(scale.outcomes):
        yield Slip(path, "bands and outcomes: one of the two says how the table is read")
    yield from _each((*path, "outcomes"), scale.outcomes, lambda name: (row_of(table, name), band_of(name)))
    if scale.outcomes:
        yield from _tried((*path, "result"), column_of, table, scale.result)
    yield from _tried((*path, "bands"), bands_of, table, scale.bands)
    for number, pairing in enumerate(scale.pairings):
        yield from _tried((*path, "pairings", number, "row"), row_of, table, pairing.row)


def _words(table: ReferenceTable, scale: VictoryScale) -> Iterator[str]:
    """What names a row of the results in a scale of outcomes."""
    for name in scale.outcomes:
        yield result_key(row_of(table, name).cells[column_of(table, scale.result)])


def _results(path: OrbatPath, results: Any, table: ReferenceTable) -> Iterator[Slip]:
    for field, name in (("winner", results.winner), ("loser", results.loser)):
        yield from _tried((*path, field), _numbers, table, name)


def _numbers(table: ReferenceTable, name: str) -> None:
    column = column_of(table, name)
    for row in rows_in(table):
        number_in(row, column)


def _outcomes(path: OrbatPath, assault: Assault, costs: Results, reference: Reference) -> Iterator[Slip]:
    """Every cell of the scale that can come up has a row among the results."""
    try:
        scale, results = table_of(reference, assault.scale.table), table_of(reference, costs.table)
        bands = bands_of(scale, assault.scale.bands)
        rows = [row_of(scale, pairing.row) for pairing in assault.scale.pairings]
        keys = set(_words(scale, assault.scale))
    except TableUnusable:
        return  # it has been said above
    keys |= {result_key(row.cells[band.column]) for row in rows for band in bands}
    for key in sorted(keys):
        yield from _tried((*path, "table"), row_of, results, key)


class OddsRead(Value):
    """How odds are read in a ruleset, and the tables they are read from."""

    odds: Odds
    reference: Reference


class NoOdds(Value):
    """Why a ruleset has no odds."""

    why: str


def read_odds(ruleset: Ruleset, library: Library) -> OddsRead | NoOdds:
    """How odds are read in a ruleset, with its tables; or why there are none. Never raises."""
    file, tables = library.load_unchecked(ruleset.id, "odds", Odds), library.reference(ruleset.id)
    if file is None or tables is None:
        return NoOdds(f"{ruleset.title} does not say how odds are read from its tables: there are none")
    for one in (file, tables):
        if one.value is None:
            return NoOdds(f"{one.path} cannot be used: {one.findings[0].message}; orbat lint shows what to mend")
    assert file.value is not None
    assert tables.value is not None
    slip = next(slips_of(file.value, tables.value), None)
    if slip:
        return NoOdds(f"{file.path} cannot be used: {slip.says}; orbat lint shows what to mend")
    return OddsRead(file.value, tables.value)


def odds_borne_out(case: LintCase) -> Iterator[Fault]:
    """What a ruleset's odds name in its reference tables is there and can be read: tables, columns and rows by their
    words, cells of faces and marks, numbers, bands and ratios; and every outcome of the victory scale has a row among
    the results.

    Why: Odds are read from the tables; with a row misspelt there would be none, or other ones than the table's.

    Example: `always: [Class 5]`, where the table of morale has no such row.

    Cure: Write the words as they stand in reference.yaml, or correct the table.
    """
    if not isinstance(case.data, Odds):
        return
    if case.reference is None:
        says = f"there are no reference tables of {case.data.ruleset} that can be used, and odds are read from them"
        yield Fault(("ruleset",), says, "Write the ruleset's reference.yaml, or mend it.")
        return
    for slip in slips_of(case.data, case.reference):
        yield Fault(slip.path, slip.says, "Write the words as they stand in reference.yaml.")


LINT_RULES = (LintRule("LST016", "odds that the tables do not bear out", "error", odds_borne_out),)
