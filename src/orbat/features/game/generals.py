"""An ORBAT's generals, and how those who fall are replaced."""

from __future__ import annotations

from itertools import pairwise

from orbat.evaluate.staff_rolls import Method, RollRefused
from orbat.model.book import Book
from orbat.model.commanders import DICED, Staff, StaffTable
from orbat.model.finding import format_cites
from orbat.model.orbat import Orbat, Roll
from orbat.model.record import Value
from orbat.report.report import Report
from orbat.report.roster import roster
from orbat.report.rows import Row


class General(Value):
    """A general in his formation; the player's own is not replaced."""

    row: Row
    formation: str
    replaced: bool


class Generals(Value):
    """Every general, the army's own first, and what the dice make of those who replace them: `inept`, `1–3`.

    `word` is what they are called. Where `rated` they have a quality, for which others are `diced`, or not.
    """

    generals: tuple[General, ...]
    results: tuple[tuple[str, str], ...]
    note: str
    cites: str
    word: str = "general"
    rated: bool = False
    diced: bool = False

    @property
    def title(self) -> str:
        """`Generals lost and replaced`."""
        return f"{self.word[:1].upper()}{self.word[1:]}s lost and replaced"


def generals(report: Report) -> Generals:
    """The generals of an ORBAT; nobody where nothing could be priced."""
    if report.book is None or report.quote is None or report.orbat is None:
        return Generals((), (), "", "")
    players = {line.path[:-1] for line in report.quote.all_commanders if line.is_player}
    found = tuple(
        General(command.row, command.title, command.row.path not in players)
        for command in roster(report).formations
        if command.row and command.row.commander
    )
    word, staff = report.book.ruleset.commander_word, report.book.ruleset.staff
    table, rated = staff.promotion, bool(staff.qualities)
    diced = rated and staff.quality_source(report.book.rulings(report.orbat)) == DICED
    if table is None or not diced:
        return Generals(found, (), "", "", word, rated, diced)
    return Generals(found, results_of(staff, table), table.note, format_cites(table.citations), word, rated, diced)


def results_of(staff: Staff, table: StaffTable) -> tuple[tuple[str, str], ...]:
    """The qualities that a table gives, each with its throws: `4–6`."""
    labels = {quality.id: quality.label for quality in staff.qualities}
    return tuple((labels.get(one, one), runs(numbers)) for one, numbers in table.rows.items() if numbers)


def runs(numbers: tuple[int, ...]) -> str:
    """`1–3, 6` for 1, 2, 3 and 6."""
    found: list[list[int]] = []
    for before, number in pairwise((-1, *sorted(numbers))):
        if found and number == before + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("–".join(map(str, run)) for run in found)


# Field promotions: dicing for the staff quality of whoever replaces a general lost in a game.


TABLE = "promotion"
"""The name under which the roll keeps the table it was read on."""


def refuse_unless_promoted(orbat: Orbat, book: Book) -> None:
    """Refuse where the ruleset has no dice for field promotions. Raises RollRefused."""
    staff = book.ruleset.staff
    if staff.promotion is None or staff.quality_source(book.rulings(orbat)) != DICED:
        raise RollRefused(f"{book.ruleset.title} has no dice for field promotions here")


def promoted(orbat: Orbat, book: Book, dice: tuple[int, ...], method: Method = "entered") -> Roll:
    """The roll for whoever takes a lost general's place. Raises RollRefused."""
    refuse_unless_promoted(orbat, book)
    staff = book.ruleset.staff
    assert staff.promotion is not None
    if len(dice) != staff.dice:
        raise RollRefused(f"{staff.dice} {'die is' if staff.dice == 1 else 'dice are'} thrown for a field promotion")
    if wrong := [value for value in dice if not 1 <= value <= staff.sides]:
        raise RollRefused(f"a die shows {wrong[0]}; it has 1 to {staff.sides}")
    result = next((quality for quality, values in staff.promotion.rows.items() if sum(dice) in values), "")
    return Roll(dice=dice, table=TABLE, result=result, method=method)
