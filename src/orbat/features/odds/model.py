"""The format of `odds.yaml`. It names the rows and columns of the reference tables from which odds are computed.

The file repeats no values of the tables, so it cannot contradict them. A column is named by its head, or by `over /
head` if several columns have that head. A row is named by its first cell. A row that is named twice counts twice.
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
    """A re-roll of missed dice in a volley, for some units. If `first` is true, it is only for a unit's first
    volley."""

    label: Text
    for_: AppliesTo = None
    dice: Count
    first: Flag = False


class FiringShare(Sourced):
    """Fraction of a unit that can fire. The number of stands or guns is rounded down.

    A unit to which no firing share applies fires with all its stands or guns.
    """

    for_: AppliesTo = None
    share: Bound


class UnmarkedFigures(Sourced):
    """Casualties for a die face that a cell lists without a letter. For fire tables that omit a letter in some
    cells."""

    hits: WholeNumber


class FireTable(Sourced):
    """A fire table: rows are ranges, columns are targets, and cells list the die faces that hit.

    A cell such as `345H 6HH` lists faces, followed by letters. `marks` gives the casualties for each letter. An
    empty cell means that the value is unknown. A dash means that the target cannot be hit.

    The column `pieces` gives the number of stands or guns per die. Rows with the largest number are used first.
    Without that column, each stand or gun rolls one die.
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
    """A face of the die that gives at least `hits`, even if the score gives fewer."""

    face: WholeNumber
    hits: WholeNumber


class Case(Record):
    """A range or target of scored fire.

    `for_` selects the units that can use a range. `rows` names rows of the table of modifiers. Of these, only the
    rows that apply to the unit count.
    """

    label: Text
    short: Text = ""
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()


class ScoredFire(Sourced):
    """Fire or melee that is decided by one die plus modifiers. The score gives hits or an outcome.

    Either `scores` or `outcomes` is set. `scores` names columns whose head is a score, such as 3 or 6+; the unit's
    row has the hits for each score. `outcomes` names rows whose first cell is a score; the odds are the chance to
    reach one of these scores. `counted` is a label for the odds, such as `chance`.
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
    """A common morale test.

    `rows` names rows of the morale table. Of these, only the rows that apply to the unit count. `general` names the
    rows for an attached general; these always count.
    """

    label: Text
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()
    general: tuple[Text, ...] = ()


class Morale(Sourced):
    """The morale table. A test is passed if one die exceeds the score. `always` names rows that belong to every
    test."""

    table: Id
    modifier: Text
    die: tuple[WholeNumber, ...]
    always: tuple[Text, ...] = ()
    tests: tuple[MoraleTest, ...]


class AssaultRow(Record):
    """A factor of close assaults: its table row, the units and opponents to which it applies, and the side.

    If `outnumbering` is true, the row's text gives ratios with their values, such as `3:2 (+1)`. Above the highest
    ratio, the value grows by 1 at each whole number: if `3:1 (+2)` is the highest, 4:1 gives +3.
    """

    row: Text
    for_: AppliesTo = None
    against: AppliesTo = None
    side: Literal["both", "charger", "defender"] = "both"
    outnumbering: Flag = False


class Situation(Record):
    """A situation of close assaults. It adds rows for each side, and omits the factors whose rows are in `without`."""

    label: Text
    charger: AppliesTo = None
    defender: AppliesTo = None
    charger_rows: tuple[Text, ...] = ()
    defender_rows: tuple[Text, ...] = ()
    without: tuple[Text, ...] = ()


class Pairing(Record):
    """A row of the victory scale, with the winners and the losers to which it applies."""

    row: Text
    winner: AppliesTo = None
    loser: AppliesTo = None


class VictoryScale(Sourced):
    """The victory scale, in one of two forms.

    - With `bands` and `pairings`: each column is a range of score differences, and each row is a pairing of winner and
      loser.
    - With `outcomes`: the first cell of each row is a range of score differences, for all units. The column `result`
      has the outcome.
    """

    table: Id
    bands: tuple[Text, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    outcomes: tuple[Text, ...] = ()
    result: Text = ""


class Results(Sourced):
    """The table of casualties. The first cell of each row is the name of a result.

    A cell of the victory scale refers to a row by the text before the colon.
    """

    table: Id
    winner: Text
    loser: Text


class Assault(Sourced):
    """Close assault. Each side adds its rating (unless `unrated`), its factors and one die. The higher score wins.

    `ties` says whether a tie is re-rolled (`again`) or remains a tie (`stand`). `automatic` is the text of a table
    cell: a charger with such a factor wins without dice.
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
    """The odds file of a ruleset: fire, morale and close assault. No odds are computed for a part that is left out."""

    called = "odds"
    file_name = "odds.yaml"

    odds: FormatVersion
    fire: tuple[FireTable, ...] = ()
    scored: tuple[ScoredFire, ...] = ()
    morale: Morale | None = None
    assault: Assault | None = None


ODDS_DESCRIPTIONS: Mapping[str, str] = {
    "Assault.automatic": "Cell text that means that the side wins without dice.",
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
    "AssaultRow.outnumbering": "Whether the row's text gives ratios of strength, such as 3:2 (+1).",
    "AssaultRow.row": "First cell of the table row.",
    "AssaultRow.side": "Side for which the factor counts: charger, defender or both.",
    "UnmarkedFigures.hits": "Casualties for a face without a letter.",
    "FireTable.bare": "Casualties for faces without a letter.",
    "FireTable.firers": "Units of which only a fraction can fire.",
    "FireTable.label": "Name of this kind of fire.",
    "FireTable.marks": "Casualties for each letter after the faces.",
    "FireTable.named": "Column with the name of the range.",
    "FireTable.pieces": "Column with the number of stands or guns per die.",
    "FireTable.ranges": "Columns of ranges. The first column that applies to the unit is used.",
    "FireTable.rerolls": "Re-rolls of missed dice.",
    "FireTable.table": "Fire table.",
    "FireTable.targets": "Target columns.",
    "FireTable.unit": "Unit of measure after a range, such as the inch sign.",
    "Case.for": "Units to which the range or target applies.",
    "Case.label": "Name of the range or target.",
    "Case.rows": "Rows of modifiers. Those that apply to the unit count.",
    "Case.short": "Short name for column headings.",
    "FiringShare.for": "Units to which the fraction applies.",
    "FiringShare.share": "Fraction of the unit that can fire, rounded down.",
    "Morale.always": "Rows that count in every test if they apply to the unit.",
    "Morale.modifier": "Column of the modifiers.",
    "Morale.table": "Table of the modifiers.",
    "Morale.tests": "Common morale tests.",
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
    "Results.loser": "Column of the loser's casualties: its head, or `over / head`.",
    "Results.table": "Table of casualties.",
    "Results.winner": "Column of the winner's casualties: its head, or `over / head`.",
    "ScoredFire.always": "Modifier rows for every range and target. Those that apply to the unit count.",
    "ScoredFire.counted": "Label for the computed numbers.",
    "ScoredFire.label": "Name of this kind of fire or melee.",
    "ScoredFire.modifier": "Column of the modifiers.",
    "ScoredFire.modifiers": "Table of the modifiers.",
    "ScoredFire.natural": "Face of the die that always gives a minimum number of hits.",
    "ScoredFire.outcomes": "First cells of the rows: the scores to reach.",
    "ScoredFire.ranges": "Ranges, or kinds of melee.",
    "ScoredFire.scores": "Columns with a score as head and with hits in the cells.",
    "ScoredFire.table": "Table in which the score is looked up.",
    "ScoredFire.targets": "Targets.",
    "Situation.charger": "Units that charge.",
    "Situation.charger_rows": "Rows for the charger.",
    "Situation.defender": "Units that are charged.",
    "Situation.defender_rows": "Rows for the defender.",
    "Situation.label": "Name of the situation.",
    "Situation.without": "Rows of factors that do not count in this situation.",
    "VictoryScale.bands": "Columns with a range of score differences as head, such as 3-4 or 9+.",
    "VictoryScale.outcomes": "First cells of the rows: ranges of score differences.",
    "VictoryScale.result": "Column with the outcome, if `outcomes` is used.",
    "VictoryScale.pairings": "Rows, each with the winning and losing units to which it applies.",
    "VictoryScale.table": "Table of the victory scale.",
    "die": "Faces of the die. A face that occurs twice is listed twice.",
}
