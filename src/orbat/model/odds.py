"""How odds are read from a ruleset's reference tables, as its `odds.yaml` says it.

No figure of a table stands here: rows and columns are named by their words, so that table and odds cannot differ. A
column is named by its head, or `over / head` where heads repeat; a row by its first cell. A row named twice counts
twice.
"""

from collections.abc import Mapping
from typing import Literal

from orbat.model.points import Bound, Count, WholeNumber
from orbat.model.record import Record
from orbat.model.reference import Whom
from orbat.model.sourced import RulesetFile, Sourced
from orbat.model.text import Flag, FormatVersion, Id, Text


class Reroll(Sourced):
    """Dice of a volley that miss and may be thrown again, and who may; `first` is for a unit's first volley alone."""

    label: Text
    for_: Whom = None
    dice: Count
    first: Flag = False


class Firers(Sourced):
    """The share of a unit that can fire, rounded down; of one that is not named all can."""

    for_: Whom = None
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
    for_: Whom = None
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
    for_: Whom = None
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
    for_: Whom = None
    against: Whom = None
    side: Literal["both", "charger", "defender"] = "both"
    outnumbering: Flag = False


class Situation(Record):
    """Something in which two sides may meet: rows that either gains by it, and rows that do not count in it."""

    label: Text
    charger: Whom = None
    defender: Whom = None
    charger_rows: tuple[Text, ...] = ()
    defender_rows: tuple[Text, ...] = ()
    without: tuple[Text, ...] = ()


class Pairing(Record):
    """The row of the victory scale for a winner and a loser."""

    row: Text
    winner: Whom = None
    loser: Whom = None


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
