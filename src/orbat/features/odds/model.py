"""The format of `odds.yaml`, which names the rows and columns of the reference tables from which odds are computed.

The file has no figures, so it cannot contradict the tables. A column is named by its head, or by `over / head` if
heads repeat. A row is named by its first cell; a row named twice counts twice.
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
    """A re-roll of missed dice in a volley, for some units. With `first`, only in a unit's first volley."""

    label: Text
    for_: AppliesTo = None
    dice: Count
    first: Flag = False


class FiringShare(Sourced):
    """Share of a unit that can fire, rounded down. Units without a share fire with all pieces."""

    for_: AppliesTo = None
    share: Bound


class UnmarkedFigures(Sourced):
    """Casualties of faces without a mark, for tables that omit marks."""

    hits: WholeNumber


class FireTable(Sourced):
    """A fire table: rows are ranges, columns are targets, and cells list the faces of a die that hit.

    A cell such as `345H 6HH` lists faces followed by their marks; `marks` gives the casualties of each mark. An
    empty cell is unknown; a dash means that the target cannot be hit. The column `pieces` gives the number of stands
    or guns per die, and the largest number is used first. Without that column each piece rolls one die.
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
    """A face of the die that gives at least `hits`, whatever the score."""

    face: WholeNumber
    hits: WholeNumber


class Case(Record):
    """A range or target of scored fire, with the units it applies to and its modifier rows."""

    label: Text
    short: Text = ""
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()


class ScoredFire(Sourced):
    """Fire or melee with one die plus modifiers. The score gives hits or an outcome.

    Either `scores` or `outcomes` is set. `scores` are columns named by a score, such as 3 and 6+, with the hits in the
    unit's row. `outcomes` are rows whose first cell is a score; the odds are those of reaching one of them.
    `counted` names the resulting numbers.
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
    """A common morale test. `rows` count if they apply to the unit; `general` rows, of an attached general, always
    count."""

    label: Text
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()
    general: tuple[Text, ...] = ()


class Morale(Sourced):
    """The morale table. A test is passed if one die exceeds the score. The rows in `always` count in every test."""

    table: Id
    modifier: Text
    die: tuple[WholeNumber, ...]
    always: tuple[Text, ...] = ()
    tests: tuple[MoraleTest, ...]


class AssaultRow(Record):
    """A factor of close assaults: its row, the units and opponents it applies to, and the side.

    With `outnumbering`, the row's text gives ratios and their values, such as `3:2 (+1)`. Above the last ratio, each
    further whole ratio adds 1.
    """

    row: Text
    for_: AppliesTo = None
    against: AppliesTo = None
    side: Literal["both", "charger", "defender"] = "both"
    outnumbering: Flag = False


class Situation(Record):
    """A situation of close assaults, with additional rows for each side, and factor rows that do not count."""

    label: Text
    charger: AppliesTo = None
    defender: AppliesTo = None
    charger_rows: tuple[Text, ...] = ()
    defender_rows: tuple[Text, ...] = ()
    without: tuple[Text, ...] = ()


class Pairing(Record):
    """A row of the victory scale, and the kinds of winner and loser it is for."""

    row: Text
    winner: AppliesTo = None
    loser: AppliesTo = None


class VictoryScale(Sourced):
    """The victory scale, in one of two forms.

    With `bands` and `pairings`, columns are ranges of score differences and rows are pairings of winner and loser.
    With `outcomes`, the first cell of a row is such a range, for any winner. The column `result` has the outcome.
    """

    table: Id
    bands: tuple[Text, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    outcomes: tuple[Text, ...] = ()
    result: Text = ""


class Results(Sourced):
    """The table of casualties. Its rows are named by the text before the colon in cells of the victory scale."""

    table: Id
    winner: Text
    loser: Text


class Assault(Sourced):
    """Close assault: each side adds its rating (unless `unrated`), its factors and one die; the higher score wins.

    Ties are re-rolled (`again`) or remain ties (`stand`). A factor equal to `automatic` wins without dice.
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
    """The tables of a ruleset for fire, morale and close assault. Parts left out have no odds."""

    called = "odds"
    file_name = "odds.yaml"

    odds: FormatVersion
    fire: tuple[FireTable, ...] = ()
    scored: tuple[ScoredFire, ...] = ()
    morale: Morale | None = None
    assault: Assault | None = None


ODDS_DESCRIPTIONS: Mapping[str, str] = {
    "Assault.automatic": "Text of a factor that wins without dice.",
    "Assault.factor": "Column of the factors.",
    "Assault.factors": "Rows that count in every assault, for the units they apply to.",
    "Assault.results": "Table of casualties.",
    "Assault.scale": "Victory scale.",
    "Assault.situations": "Situations of close assaults.",
    "Assault.ties": "Whether ties are re-rolled or stand.",
    "Assault.unrated": "Whether ratings are omitted from the scores.",
    "Assault.table": "Table of the factors.",
    "AssaultRow.against": "Opponents against which it counts.",
    "AssaultRow.for": "Units for which it counts, if the row itself applies to them.",
    "AssaultRow.outnumbering": "Whether the row's text gives ratios of strength, such as 3:2 (+1).",
    "AssaultRow.row": "Row, by its first cell.",
    "AssaultRow.side": "Side for which it counts: charger, defender or both.",
    "UnmarkedFigures.hits": "Casualties of a face without a mark.",
    "FireTable.bare": "Casualties of faces without a mark.",
    "FireTable.firers": "Units that fire with only a share of their stands or guns.",
    "FireTable.label": "Name of the fire.",
    "FireTable.marks": "Casualties of each mark after the faces.",
    "FireTable.named": "Column with the name of the range.",
    "FireTable.pieces": "Column with the number of stands or guns per die.",
    "FireTable.ranges": "Range columns; the first that applies to the unit is read.",
    "FireTable.rerolls": "Re-rolled misses.",
    "FireTable.table": "Fire table.",
    "FireTable.targets": "Target columns.",
    "FireTable.unit": "Unit of measure after a range, such as the inch sign.",
    "Case.for": "Units it applies to.",
    "Case.label": "Name.",
    "Case.rows": "Modifier rows; those that apply to the unit count.",
    "Case.short": "Name in a column heading.",
    "FiringShare.for": "Units it applies to.",
    "FiringShare.share": "Share of the unit that can fire, rounded down.",
    "Morale.always": "Rows that count in every test, for the units they apply to.",
    "Morale.modifier": "Column of the modifiers.",
    "Morale.table": "Table of the modifiers.",
    "Morale.tests": "Common tests.",
    "MoraleTest.for": "Units that take the test.",
    "MoraleTest.general": "Rows of an attached general, which count for any unit.",
    "MoraleTest.label": "Name of the test.",
    "MoraleTest.rows": "Rows that count if they apply to the unit. A row named twice counts twice.",
    "Odds.assault": "Close assault.",
    "Odds.fire": "Fire tables.",
    "NaturalFace.face": "Face of the die.",
    "NaturalFace.hits": "Minimum hits.",
    "Odds.morale": "Morale tests.",
    "Odds.scored": "Fire and melee by one die and modifiers.",
    "Odds.odds": "Version of this file format: 1.",
    "Pairing.loser": "Loser.",
    "Pairing.row": "Row, by its first cell.",
    "Pairing.winner": "Winner.",
    "Reroll.dice": "Number of dice.",
    "Reroll.first": "Whether only a unit's first volley is re-rolled.",
    "Reroll.for": "Units it applies to.",
    "Reroll.label": "Name.",
    "Results.loser": "Column of the loser's casualties: its head, or `over / head`.",
    "Results.table": "Table of casualties.",
    "Results.winner": "Column of the winner's casualties: its head, or `over / head`.",
    "ScoredFire.always": "Modifier rows for every range and target; those that apply to the unit count.",
    "ScoredFire.counted": "Name of the resulting numbers.",
    "ScoredFire.label": "Name.",
    "ScoredFire.modifier": "Column of the modifiers.",
    "ScoredFire.modifiers": "Table of the modifiers.",
    "ScoredFire.natural": "Face with minimum hits, whatever the score.",
    "ScoredFire.outcomes": "Rows whose first cells are the scores to reach.",
    "ScoredFire.ranges": "Ranges, or kinds of melee.",
    "ScoredFire.scores": "Columns whose heads are scores and whose cells are hits.",
    "ScoredFire.table": "Table in which the score is looked up.",
    "ScoredFire.targets": "Targets.",
    "Situation.charger": "Units that charge.",
    "Situation.charger_rows": "Rows for the charger.",
    "Situation.defender": "Units that are charged.",
    "Situation.defender_rows": "Rows for the defender.",
    "Situation.label": "Name.",
    "Situation.without": "Rows of factors that do not count in this situation.",
    "VictoryScale.bands": "Columns whose heads are bands of differences, such as 3-4 and 9+.",
    "VictoryScale.outcomes": "Rows whose first cells are bands of differences.",
    "VictoryScale.result": "Column with the outcome, if `outcomes` is used.",
    "VictoryScale.pairings": "Rows, each with its winner and loser.",
    "VictoryScale.table": "Table of the victory scale.",
    "die": "Faces of the die. A face that occurs twice is listed twice.",
}
