"""How odds are read from a ruleset's reference tables, as its `odds.yaml` says it.

No figure of a table stands here: rows and columns are named by their words, so that table and odds cannot differ. A
column is named by its head, or `over / head` where heads repeat; a row by its first cell. A row named twice counts
twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from orbat.model.points import Bound, Count, WholeNumber
from orbat.model.record import Record
from orbat.model.reference import AppliesTo
from orbat.model.sourced import RulesetFile, Sourced
from orbat.model.text import Flag, FormatVersion, Id, Text


class Reroll(Sourced):
    """Dice of a volley that miss and may be thrown again, and who may; `first` is for a unit's first volley alone."""

    label: Text
    for_: AppliesTo = None
    dice: Count
    first: Flag = False


class Firers(Sourced):
    """The share of a unit that can fire, rounded down; of one that is not named all can."""

    for_: AppliesTo = None
    share: Bound


class BareFigures(Sourced):
    """How many casualties a figure without a mark stands for, where a sheet leaves the marks out."""

    hits: WholeNumber


class FireTable(Sourced):
    """A table of fire: a row for each range, a column for each target, the faces of a die that hit in each cell.

    A cell such as `345H 6HH` has faces and the marks behind them; `marks` says how many casualties each mark is. One
    die is thrown for as many pieces as the column `pieces` says, the largest groups first; without it one for each.
    A cell that is empty is not known, and one that is a dash cannot hit.
    """

    table: Id
    label: Text
    die: tuple[WholeNumber, ...]
    pieces: Text = ""
    named: Text = ""
    ranges: tuple[Text, ...]
    unit: Text = ""
    targets: tuple[Text, ...]
    marks: Mapping[str, WholeNumber]
    bare: BareFigures | None = None
    rerolls: tuple[Reroll, ...] = ()
    firers: tuple[Firers, ...] = ()


class NaturalFace(Sourced):
    """A face of the die that is worth at least so many hits, whatever the score."""

    face: WholeNumber
    hits: WholeNumber


class Case(Record):
    """A range or a target: what it is called, for whom it is, and the modifiers that count in it."""

    label: Text
    short: Text = ""
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()


class ScoredFire(Sourced):
    """Fire or melee by one die and modifiers: the score leads to hits, or to an outcome.

    `scores` are columns of the table whose heads are scores, such as 3 and 6+, and the row is the one that names the
    unit. Or `outcomes` are rows that name the unit, whose first cells are scores: what counts is whether one comes up.
    `counted` says what the numbers are.
    """

    table: Id
    label: Text
    counted: Text
    die: tuple[WholeNumber, ...]
    scores: tuple[Text, ...] = ()
    outcomes: tuple[Text, ...] = ()
    natural: NaturalFace | None = None
    modifiers: Id
    modifier: Text
    always: tuple[Text, ...] = ()
    ranges: tuple[Case, ...]
    targets: tuple[Case, ...]


class MoraleTest(Record):
    """A usual test: the rows that count in it as far as they concern the unit, and those that a general brings."""

    label: Text
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()
    general: tuple[Text, ...] = ()


class Morale(Sourced):
    """The table of morale: one die, which passes above the score. The rows in `always` count in every test."""

    table: Id
    modifier: Text
    die: tuple[WholeNumber, ...]
    always: tuple[Text, ...] = ()
    tests: tuple[MoraleTest, ...]


class AssaultRow(Record):
    """A row that counts in a close assault: for whom, against whom, and for which side.

    `outnumbering` reads its ratios in the row's own words, such as `3:2 (+1)`; from the last of them on, each further
    whole number to one adds 1.
    """

    row: Text
    for_: AppliesTo = None
    against: AppliesTo = None
    side: Literal["both", "charger", "defender"] = "both"
    outnumbering: Flag = False


class Situation(Record):
    """Something in which two sides may meet: rows that either gains by it, and rows that do not count in it."""

    label: Text
    charger: AppliesTo = None
    defender: AppliesTo = None
    charger_rows: tuple[Text, ...] = ()
    defender_rows: tuple[Text, ...] = ()
    without: tuple[Text, ...] = ()


class Pairing(Record):
    """The row of the victory scale for a winner and a loser."""

    row: Text
    winner: AppliesTo = None
    loser: AppliesTo = None


class VictoryScale(Sourced):
    """The victory scale: a column for each band of differences, whose head says it, and a row for each pairing.

    Or `outcomes` are rows whose first cells are such bands, for whoever wins, and `result` is the column of the words.
    """

    table: Id
    bands: tuple[Text, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    outcomes: tuple[Text, ...] = ()
    result: Text = ""


class Results(Sourced):
    """The table of results, by what stands before the colon in the victory scale: the casualties of either side."""

    table: Id
    winner: Text
    loser: Text


class Assault(Sourced):
    """Close assault: each side adds its rating (unless `unrated`), one die and its factors, and the higher wins.

    Who ties throws again, or ties `stand`. A factor of the word `automatic` wins without dice.
    """

    table: Id
    factor: Text
    die: tuple[WholeNumber, ...]
    automatic: Text = ""
    unrated: Flag = False
    ties: Literal["again", "stand"] = "again"
    factors: tuple[AssaultRow, ...]
    situations: tuple[Situation, ...]
    scale: VictoryScale
    results: Results | None = None


class Odds(RulesetFile):
    """How to read a ruleset's tables of fire, morale and close assault; what is left out has no odds."""

    called = "odds"
    file_name = "odds.yaml"

    odds: FormatVersion
    fire: tuple[FireTable, ...] = ()
    scored: tuple[ScoredFire, ...] = ()
    morale: Morale | None = None
    assault: Assault | None = None


ODDS_WORDS: Mapping[str, str] = {
    "Assault.automatic": "The word of a factor that wins without dice.",
    "Assault.factor": "The column of the factors.",
    "Assault.factors": "The rows that count in every assault of those whom they concern.",
    "Assault.results": "The table of the casualties.",
    "Assault.scale": "The victory scale.",
    "Assault.situations": "In what two sides may meet.",
    "Assault.ties": "What a tie is: both throw again, or it stands.",
    "Assault.unrated": "Whether ratings are left out of the scores.",
    "Assault.table": "The table of the factors.",
    "AssaultRow.against": "Against whom it counts.",
    "AssaultRow.for": "For whom it counts, besides those whom the row itself is for.",
    "AssaultRow.outnumbering": "Whether the row's words give ratios of strength, such as 3:2 (+1).",
    "AssaultRow.row": "The row, by its first cell.",
    "AssaultRow.side": "The side for which it counts: charger, defender, or both.",
    "BareFigures.hits": "The casualties of a figure without a mark.",
    "FireTable.bare": "What figures without a mark stand for.",
    "FireTable.firers": "Of whom only a share can fire.",
    "FireTable.label": "What the fire is called.",
    "FireTable.marks": "How many casualties each mark behind the faces is.",
    "FireTable.named": "The column with the name of the range.",
    "FireTable.pieces": "The column that says for how many stands or guns one die is thrown.",
    "FireTable.ranges": "The columns of the reach; the first that concerns the unit is read.",
    "FireTable.rerolls": "Dice that miss and may be thrown again.",
    "FireTable.table": "The table of fire.",
    "FireTable.targets": "The columns of the targets.",
    "FireTable.unit": "What stands behind a reach, such as the sign for inches.",
    "Case.for": "For whom it is.",
    "Case.label": "What it is called.",
    "Case.rows": "The modifiers that count in it, as far as they concern the unit.",
    "Case.short": "What it is called at the head of a column.",
    "Firers.for": "Who they are.",
    "Firers.share": "The share of the unit that can fire, rounded down.",
    "Morale.always": "The rows that count in every test of those whom they concern.",
    "Morale.modifier": "The column of the modifiers.",
    "Morale.table": "The table of the modifiers.",
    "Morale.tests": "The usual tests.",
    "MoraleTest.for": "Who takes the test.",
    "MoraleTest.general": "The rows that a general brings, which count for any unit.",
    "MoraleTest.label": "What is tested.",
    "MoraleTest.rows": "The rows that count in it, as far as they concern the unit; one named twice counts twice.",
    "Odds.assault": "Close assault.",
    "Odds.fire": "The tables of fire.",
    "NaturalFace.face": "The face of the die.",
    "NaturalFace.hits": "How many hits it is worth at least.",
    "Odds.morale": "The tests of morale.",
    "Odds.scored": "Fire and melee by one die and modifiers.",
    "Odds.odds": "The version of this file format: 1.",
    "Pairing.loser": "Who has lost.",
    "Pairing.row": "The row, by its first cell.",
    "Pairing.winner": "Who has won.",
    "Reroll.dice": "How many dice.",
    "Reroll.first": "Whether it is for the first volley of a unit alone.",
    "Reroll.for": "Who may.",
    "Reroll.label": "What it is called.",
    "Results.loser": "The column of the loser's casualties, by its head, or by the head over it, a slash and its head.",
    "Results.table": "The table of the casualties.",
    "Results.winner": "The column of the winner's casualties, named alike.",
    "ScoredFire.always": "The modifiers that count at every range and target, as far as they concern the unit.",
    "ScoredFire.counted": "What the numbers are.",
    "ScoredFire.label": "What it is called.",
    "ScoredFire.modifier": "The column of the modifiers.",
    "ScoredFire.modifiers": "The table of the modifiers.",
    "ScoredFire.natural": "A face that is worth something whatever the score.",
    "ScoredFire.outcomes": "Rows of scores, of which one must come up.",
    "ScoredFire.ranges": "The ranges, or ways to fight.",
    "ScoredFire.scores": "Columns of scores, with the hits in their cells.",
    "ScoredFire.table": "The table that the score is read on.",
    "ScoredFire.targets": "The targets.",
    "Situation.charger": "Who charges in it.",
    "Situation.charger_rows": "The rows that count for the charger.",
    "Situation.defender": "Who is charged in it.",
    "Situation.defender_rows": "The rows that count for who is charged.",
    "Situation.label": "What it is called.",
    "Situation.without": "Rows among the factors that do not count in it.",
    "VictoryScale.bands": "The columns of the bands, whose heads are differences such as 3-4 and 9+.",
    "VictoryScale.outcomes": "The rows, whose first cells are differences.",
    "VictoryScale.result": "The column of what such a row means.",
    "VictoryScale.pairings": "The rows, and whose victory over whom each is.",
    "VictoryScale.table": "The victory scale.",
    "die": "The faces of the die, each as often as the die has it.",
}
