"""The file `odds.yaml`: which rows and columns of a ruleset's reference tables give odds.

It holds no figures, so it cannot contradict the tables. A column is named by its head, or `over / head` if heads
repeat; a row by its first cell. A row named twice counts twice.
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
    """Re-rolled misses of a volley, for some units; `first` is only for a unit's first volley."""

    label: Text
    for_: AppliesTo = None
    dice: Count
    first: Flag = False


class FiringShare(Sourced):
    """Share of a unit that can fire, rounded down; units not named fire entirely."""

    for_: AppliesTo = None
    share: Bound


class UnmarkedFigures(Sourced):
    """Casualties of faces without a mark, for sheets that omit marks."""

    hits: WholeNumber


class FireTable(Sourced):
    """A fire table: a row for each range, a column for each target, the hitting faces of a die in each cell.

    A cell such as `345H 6HH` lists faces with their marks; `marks` gives the casualties of each mark. The column
    `pieces` gives the number of stands or guns per die, used largest first; without it each piece rolls one die. An
    empty cell is unknown; a dash cannot hit.
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
    """A face of the die with a minimum number of hits, whatever the score."""

    face: WholeNumber
    hits: WholeNumber


class Case(Record):
    """A range or a target, the units it applies to, and its modifiers."""

    label: Text
    short: Text = ""
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()


class ScoredFire(Sourced):
    """Fire or melee by one die and modifiers, whose score gives hits or an outcome.

    Either `scores` are columns whose heads are scores, such as 3 and 6+, with the hits in the unit's row; or `outcomes`
    are rows of the unit whose first cells are scores, and the odds are those of reaching one. `counted` names the
    resulting numbers.
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
    """A common test: its rows, as far as they apply to the unit, and the rows of an attached general."""

    label: Text
    for_: AppliesTo = None
    rows: tuple[Text, ...] = ()
    general: tuple[Text, ...] = ()


class Morale(Sourced):
    """The morale table. One die passes above the score; the rows in `always` count in every test."""

    table: Id
    modifier: Text
    die: tuple[WholeNumber, ...]
    always: tuple[Text, ...] = ()
    tests: tuple[MoraleTest, ...]


class AssaultRow(Record):
    """A row that counts in a close assault: for which units, against which, and on which side.

    With `outnumbering`, the text of the row gives the ratios, such as `3:2 (+1)`; above the last one, each further
    whole ratio adds 1.
    """

    row: Text
    for_: AppliesTo = None
    against: AppliesTo = None
    side: Literal["both", "charger", "defender"] = "both"
    outnumbering: Flag = False


class Situation(Record):
    """A situation of a close assault: extra rows for either side, and rows that do not count."""

    label: Text
    charger: AppliesTo = None
    defender: AppliesTo = None
    charger_rows: tuple[Text, ...] = ()
    defender_rows: tuple[Text, ...] = ()
    without: tuple[Text, ...] = ()


class Pairing(Record):
    """The row of the victory scale for kinds of winner and loser."""

    row: Text
    winner: AppliesTo = None
    loser: AppliesTo = None


class VictoryScale(Sourced):
    """The victory scale: a column for each band of differences, named by its head, and a row for each pairing.

    Alternatively `outcomes` are rows whose first cells are bands, for any winner, and `result` is their text column.
    """

    table: Id
    bands: tuple[Text, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    outcomes: tuple[Text, ...] = ()
    result: Text = ""


class Results(Sourced):
    """The table of casualties, by the part of a victory scale cell before the colon."""

    table: Id
    winner: Text
    loser: Text


class Assault(Sourced):
    """Close assault: each side totals its rating (unless `unrated`), one die and its factors; the higher wins.

    Ties are re-rolled, or they `stand`. A factor equal to `automatic` wins without dice.
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
    """How to read a ruleset's tables of fire, morale and close assault. Omitted parts have no odds."""

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
    "Assault.factors": "Rows that count in every assault of the units they apply to.",
    "Assault.results": "Table of casualties.",
    "Assault.scale": "Victory scale.",
    "Assault.situations": "Situations of close assaults.",
    "Assault.ties": "Whether ties are re-rolled or stand.",
    "Assault.unrated": "Whether ratings are omitted from the scores.",
    "Assault.table": "Table of the factors.",
    "AssaultRow.against": "Opponents against which it counts.",
    "AssaultRow.for": "Units for which it counts, among those of the row itself.",
    "AssaultRow.outnumbering": "Whether the row's text gives ratios of strength, such as 3:2 (+1).",
    "AssaultRow.row": "Row, by its first cell.",
    "AssaultRow.side": "Side for which it counts: charger, defender or both.",
    "UnmarkedFigures.hits": "Casualties of a face without a mark.",
    "FireTable.bare": "Casualties of faces without a mark.",
    "FireTable.firers": "Units of which only a share can fire.",
    "FireTable.label": "Name of the fire.",
    "FireTable.marks": "Casualties of each mark after the faces.",
    "FireTable.named": "Column with the name of the range.",
    "FireTable.pieces": "Column with the number of stands or guns per die.",
    "FireTable.ranges": "Range columns; the first that applies to the unit is read.",
    "FireTable.rerolls": "Re-rolled misses.",
    "FireTable.table": "Fire table.",
    "FireTable.targets": "Target columns.",
    "FireTable.unit": "Unit after a range, such as the inch sign.",
    "Case.for": "Units it applies to.",
    "Case.label": "Name.",
    "Case.rows": "Modifier rows, as far as they apply to the unit.",
    "Case.short": "Name in a column heading.",
    "FiringShare.for": "Units it applies to.",
    "FiringShare.share": "Share of the unit that can fire, rounded down.",
    "Morale.always": "Rows that count in every test of the units they apply to.",
    "Morale.modifier": "Column of the modifiers.",
    "Morale.table": "Table of the modifiers.",
    "Morale.tests": "Common tests.",
    "MoraleTest.for": "Units that take the test.",
    "MoraleTest.general": "Rows of an attached general, which count for any unit.",
    "MoraleTest.label": "Name of the test.",
    "MoraleTest.rows": "Rows that count, as far as they apply to the unit; one named twice counts twice.",
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
    "Reroll.first": "Whether it is only for a unit's first volley.",
    "Reroll.for": "Units it applies to.",
    "Reroll.label": "Name.",
    "Results.loser": "Column of the loser's casualties: its head, or `over / head`.",
    "Results.table": "Table of casualties.",
    "Results.winner": "Column of the winner's casualties, named likewise.",
    "ScoredFire.always": "Modifier rows for every range and target, as far as they apply to the unit.",
    "ScoredFire.counted": "Name of the resulting numbers.",
    "ScoredFire.label": "Name.",
    "ScoredFire.modifier": "Column of the modifiers.",
    "ScoredFire.modifiers": "Table of the modifiers.",
    "ScoredFire.natural": "Face with minimum hits, whatever the score.",
    "ScoredFire.outcomes": "Rows of scores, one of which must be reached.",
    "ScoredFire.ranges": "Ranges, or kinds of melee.",
    "ScoredFire.scores": "Columns of scores, with hits in their cells.",
    "ScoredFire.table": "Table on which the score is read.",
    "ScoredFire.targets": "Targets.",
    "Situation.charger": "Units that charge.",
    "Situation.charger_rows": "Rows for the charger.",
    "Situation.defender": "Units that are charged.",
    "Situation.defender_rows": "Rows for the defender.",
    "Situation.label": "Name.",
    "Situation.without": "Rows of the factors that do not count.",
    "VictoryScale.bands": "Columns whose heads are bands of differences, such as 3-4 and 9+.",
    "VictoryScale.outcomes": "Rows whose first cells are bands of differences.",
    "VictoryScale.result": "Column with the text of such a row.",
    "VictoryScale.pairings": "Rows, each with its winner and loser.",
    "VictoryScale.table": "Table of the victory scale.",
    "die": "Faces of the die, each as often as it occurs.",
}
