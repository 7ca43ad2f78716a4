"""The format of `odds.yaml`: how to calculate odds from the reference tables of a ruleset.

The file names columns and rows of the tables, and does not repeat their numbers. The name of a column is its head. If
several columns have the same head, write `over / head`, where `over` is the heading above the head. The name of a row
is its first cell. If a list of modifiers names a row twice, the number in that row is added twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from orbat.model.applicability import AppliesTo
from orbat.model.points import Bound, Count, WholeNumber
from orbat.model.record import Record, empty_mapping
from orbat.model.sourced import RulesetFile, Sourced
from orbat.model.text import Flag, FormatVersion, Id, Text


class Reroll(Sourced):
    """Re-rolls of dice that miss in a volley."""

    label: Text
    for_: AppliesTo = None
    dice: Count
    first: Flag = False


class FiringShare(Sourced):
    """The fraction of a unit's stands or guns that can fire. The number that can fire is rounded down."""

    for_: AppliesTo = None
    share: Bound
    ruling: Id = ""
    by_ruling: Mapping[str, Bound] = field(default_factory=empty_mapping, hash=False)


class UnmarkedFigures(Sourced):
    """The number of casualties for a die face without a letter.

    A cell of a fire table lists the die faces that hit, some of them with a letter. In the cell `45 6H`, the faces 4
    and 5 have no letter, and the face 6 has the letter H.
    """

    hits: WholeNumber


class FireTable(Sourced):
    """A table of volleys, with a row for each range and a column for each target.

    A cell lists faces of the die with letters, and `marks` gives the hits for each letter. With `marks: {H: 1}`, the
    cell `345H 6HH` means one hit on a 3, 4 or 5, and two hits on a 6. An empty cell means an unknown value. A dash
    means that the target cannot be hit.
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
    bare: UnmarkedFigures | None = None
    rerolls: tuple[Reroll, ...] = ()
    firers: tuple[FiringShare, ...] = ()


class NaturalFace(Sourced):
    """A face of the die that always gives at least `hits` hits, whatever the modifiers are."""

    face: WholeNumber
    hits: WholeNumber


class Case(Record):
    """A range or a target in a table of fire or melee."""

    label: Text
    short: Text = ""
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()


class ScoredFire(Sourced):
    """A table of fire or melee that gives the hits by score. The score is one die plus modifiers."""

    table: Id
    label: Text
    counted: Text
    melee: Flag = False
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
    """A usual morale test, such as the test to charge."""

    label: Text
    for_: AppliesTo = None
    charges: AppliesTo = None
    charged_by: AppliesTo = None
    as_: Id = ""
    rows: tuple[Text, ...] = ()
    general: tuple[Text, ...] = ()


class Morale(Sourced):
    """The morale tests of a ruleset. A unit passes if one die is higher than the sum of the modifiers."""

    table: Id
    modifier: Text
    die: tuple[WholeNumber, ...]
    always: tuple[Text, ...] = ()
    tests: tuple[MoraleTest, ...]


class AssaultRow(Record):
    """A table row whose number is added to a side's score in close assaults."""

    row: Text
    for_: AppliesTo = None
    against: AppliesTo = None
    side: Literal["both", "charger", "defender"] = "both"
    outnumbering: Flag = False


class Situation(Record):
    """A way in which two units meet in close assault, such as `in the open` or `at a square`."""

    label: Text
    charger: AppliesTo = None
    defender: AppliesTo = None
    defender_as: Id = ""
    over: Id = ""
    charger_rows: tuple[Text, ...] = ()
    defender_rows: tuple[Text, ...] = ()
    without: tuple[Text, ...] = ()


class Pairing(Record):
    """A row in the table of close assault results, and the kinds of winners and losers that use this row."""

    row: Text
    winner: AppliesTo = None
    loser: AppliesTo = None


class VictoryScale(Sourced):
    """The table that gives the result of a close assault for the difference between two scores.

    The table has one of two forms:

    - With `bands` and `pairings`, each column is a range of differences. A pairing says which winners and losers use a
      row.
    - With `outcomes` and `result`, each row begins with a range of differences, and the column `result` has the result.
    """

    table: Id
    bands: tuple[Text, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    outcomes: tuple[Text, ...] = ()
    result: Text = ""


class Results(Sourced):
    """The table with the casualties of the winner and the loser of a close assault.

    For example, the row `D` gives the casualties of the result `D: major victory`.
    """

    table: Id
    winner: Text
    loser: Text


class Assault(Sourced):
    """The rules of close assaults.

    A side's score is the sum of its rating, its factors and one die. The higher score wins.
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
    """The content of `odds.yaml`: fire, morale and close assault."""

    called = "odds"
    file_name = "odds.yaml"

    odds: FormatVersion
    fire: tuple[FireTable, ...] = ()
    scored: tuple[ScoredFire, ...] = ()
    morale: Morale | None = None
    assault: Assault | None = None


ODDS_DESCRIPTIONS: Mapping[str, str] = {
    "Assault.automatic": "Cell text, such as auto. major, that means that the charger wins without dice.",
    "Assault.factor": "Column of the factors.",
    "Assault.factors": "Rows that count in every assault if they apply to the unit.",
    "Assault.results": "Table of casualties.",
    "Assault.scale": "Victory scale.",
    "Assault.situations": "Situations of close assaults.",
    "Assault.ties": "Whether ties are re-rolled (`again`) or remain ties (`stand`).",
    "Assault.unrated": "Whether ratings are omitted from the scores.",
    "Assault.table": "Table of the factors.",
    "AssaultRow.against": "Opponents against which the factor counts.",
    "AssaultRow.for": "Units for which the factor counts. The table row must also apply to the unit.",
    "AssaultRow.outnumbering": "Whether the row's text gives ratios of strength, such as 3:2 (+1). Above the highest "
    "ratio, each further whole number adds 1: if 3:1 (+2) is the highest ratio, 4:1 gives +3.",
    "AssaultRow.row": "First cell of the table row.",
    "AssaultRow.side": "Side for which the factor counts: charger, defender or both.",
    "UnmarkedFigures.hits": "Casualties for a face without a letter. Some printed tables omit letters.",
    "FireTable.bare": "Casualties for faces without a letter.",
    "FireTable.firers": "Units of which only a fraction can fire.",
    "FireTable.label": "Name of this kind of fire.",
    "FireTable.marks": "Casualties for each letter after the faces.",
    "FireTable.named": "Column with the name of the range.",
    "FireTable.pieces": "Column with the number of stands or guns per die. Rows with larger numbers are used first: "
    "with rows for 4 and 3, 15 stands roll three dice for 4 stands each, and one for 3 stands. Without `pieces`, every "
    "stand or gun rolls one die.",
    "FireTable.ranges": "Columns of ranges. The first column that applies to the unit is used.",
    "FireTable.rerolls": "Re-rolls of missed dice.",
    "FireTable.table": "Fire table.",
    "FireTable.targets": "Target columns.",
    "FireTable.unit": "Unit of measure after a range, such as the inch sign.",
    "Case.for": "Units to which the range or target applies.",
    "Case.label": "Name of the range or target.",
    "Case.rows": "Rows of modifiers. A row counts if it applies to the unit.",
    "Case.short": "Short name for column headings.",
    "FiringShare.for": "Units to which the fraction applies. All stands or guns of other units fire.",
    "FiringShare.by_ruling": "Fraction for each choice of the ruling.",
    "FiringShare.ruling": "Ruling that changes the fraction.",
    "FiringShare.share": "Fraction of the unit that can fire.",
    "Morale.always": "Rows that count in every test if they apply to the unit.",
    "Morale.modifier": "Column of the modifiers.",
    "Morale.table": "Table of the modifiers.",
    "Morale.tests": "Common morale tests.",
    "MoraleTest.as": "Ability that the unit uses, such as square. Units without it have no chance to pass.",
    "MoraleTest.charged_by": "Troops that charge the unit.",
    "MoraleTest.charges": "Troops that the unit charges. If the ruleset forbids the charge, orbat shows the reason "
    "instead of a chance.",
    "MoraleTest.for": "Units that take the test.",
    "MoraleTest.general": "Rows for an attached general. They count for any unit.",
    "MoraleTest.label": "Name of the test.",
    "MoraleTest.rows": "Rows that count if they apply to the unit. A row named twice counts twice.",
    "Odds.assault": "Close assault.",
    "Odds.fire": "Fire tables.",
    "NaturalFace.face": "Face of the die.",
    "NaturalFace.hits": "Minimum number of hits for this face.",
    "Odds.morale": "Morale tests.",
    "Odds.scored": "Fire and melee decided by one die plus modifiers.",
    "Odds.odds": "Version of this file format: 1.",
    "Pairing.loser": "Losing units to which the row applies.",
    "Pairing.row": "First cell of the table row.",
    "Pairing.winner": "Winning units to which the row applies.",
    "Reroll.dice": "Maximum number of re-rolled dice.",
    "Reroll.first": "Whether the re-roll is allowed only in a unit's first volley.",
    "Reroll.for": "Units that may re-roll.",
    "Reroll.label": "Name of the re-roll.",
    "Results.loser": "Head of the column with the loser's casualties, or `over / head`.",
    "Results.table": "Table of casualties.",
    "Results.winner": "Head of the column with the winner's casualties, or `over / head`.",
    "ScoredFire.always": "Modifier rows for every range and target. A row counts if it applies to the unit.",
    "ScoredFire.counted": "Label for the computed numbers.",
    "ScoredFire.label": "Name of this kind of fire or melee.",
    "ScoredFire.melee": "Whether the table is for melee. Units that cannot shoot take part in melee.",
    "ScoredFire.modifier": "Column of the modifiers.",
    "ScoredFire.modifiers": "Table of the modifiers.",
    "ScoredFire.natural": "Face of the die that always gives a minimum number of hits.",
    "ScoredFire.outcomes": "Instead of `scores`, if each row is for one score: the first cells of the rows. "
    "The odds are the chances of these scores.",
    "ScoredFire.ranges": "Ranges, or kinds of melee.",
    "ScoredFire.scores": "Columns headed by a score, with hits in the cells.",
    "ScoredFire.table": "Table in which the score is looked up.",
    "ScoredFire.targets": "Targets.",
    "Situation.charger": "Units that charge.",
    "Situation.charger_rows": "Rows for the charger.",
    "Situation.defender": "Units that are charged.",
    "Situation.defender_rows": "Rows for the defender.",
    "Situation.defender_as": "Ability that the defender uses, such as square.",
    "Situation.label": "Name of the situation.",
    "Situation.over": "Ground that the charger crosses; a name that prohibitions use.",
    "Situation.without": "Rows of factors that do not count in this situation.",
    "VictoryScale.bands": "Columns headed by a range of score differences, such as 3-4 or 9+.",
    "VictoryScale.outcomes": "First cells of the rows: ranges of score differences.",
    "VictoryScale.result": "Column with the outcome, if `outcomes` is used.",
    "VictoryScale.pairings": "Rows, each with the winning and losing units to which it applies.",
    "VictoryScale.table": "Table of the victory scale.",
    "die": "Faces of the die. A face that occurs twice is listed twice.",
}
