"""The generals of an ORBAT, and the dice for the successors of lost generals (field promotions)."""

from __future__ import annotations

from orbat.evaluate.staff_rolls import Method, RollRefused
from orbat.model.book import Book
from orbat.model.commanders import DICED, PROMOTION
from orbat.model.finding import format_cites
from orbat.model.orbat import Orbat, Roll
from orbat.model.play import GeneralFate
from orbat.model.record import Value
from orbat.model.wording import phrase, plural
from orbat.report.dice_results import results_of
from orbat.report.report import Report
from orbat.report.roster import roster
from orbat.report.rows import Row


class General(Value):
    """A general, and the title of the general's formation."""

    row: Row
    formation: str
    replaced: bool
    """Whether a successor takes over if the general is lost. False for the player's own general."""


class Generals(Value):
    """All generals of an ORBAT. The general of the army comes first."""

    generals: tuple[General, ...]
    results: tuple[tuple[str, str], ...]
    """The qualities that a successor may have, with their dice: `("inept", "1–3")`."""
    note: str
    cites: str
    fates: tuple[GeneralFate, ...] = ()
    """The ways in which generals are lost."""
    word: str = "general"
    """The ruleset's word for a general."""
    rated: bool = False
    """Whether generals have a quality."""
    diced: bool = False
    """Whether dice decide the quality of successors."""

    @property
    def title(self) -> str:
        """The heading of the block: `Generals lost and replaced`, or `HQs lost` if nobody replaces them."""
        word = f"{self.word[:1].upper()}{self.word[1:]}"
        if any(one.replaced for one in self.generals):
            return phrase("{word}s lost and replaced", word=word)
        return phrase("{word}s lost", word=word)


def generals(report: Report) -> Generals:
    """The generals of an ORBAT; none if the report has no prices."""
    if report.book is None or report.quote is None or report.orbat is None:
        return Generals((), (), "", "")
    players = {line.path[:-1] for line in report.quote.all_commanders if line.is_player}
    word, staff = report.book.ruleset.commander_word, report.book.ruleset.staff
    table, rated = staff.promotion, bool(staff.qualities)
    replaced = rated or table is not None
    found = tuple(
        General(formation.row, formation.title, replaced and formation.row.path not in players)
        for formation in roster(report).formations
        if formation.row and formation.row.commander
    )
    diced = rated and staff.quality_source(report.book.rulings(report.orbat)) == DICED
    fates = report.book.ruleset.general_fates
    if table is None or not diced:
        return Generals(found, (), "", "", fates, word, rated, diced)
    cites = format_cites(table.citations)
    return Generals(found, results_of(staff, table), table.note, cites, fates, word, rated, diced)


# Field promotions: staff quality of a lost general's successor.


def uses_promotion_dice(orbat: Orbat, book: Book) -> bool:
    """Whether dice decide field promotions under the ORBAT's rulings."""
    staff = book.ruleset.staff
    return staff.promotion is not None and staff.quality_source(book.rulings(orbat)) == DICED


def require_promotion_dice(orbat: Orbat, book: Book) -> None:
    """Raise RollRefused unless dice decide field promotions under the ORBAT's rulings."""
    if not uses_promotion_dice(orbat, book):
        raise RollRefused(
            phrase(
                "with the rulings of this ORBAT, {ruleset} uses no dice for field promotions",
                ruleset=book.ruleset.title,
            )
        )


def promotion_roll(orbat: Orbat, book: Book, dice: tuple[int, ...], method: Method = "entered") -> Roll:
    """The staff roll of a successor: dice and quality. Raises RollRefused."""
    require_promotion_dice(orbat, book)
    staff = book.ruleset.staff
    assert staff.promotion is not None
    if len(dice) != staff.dice:
        raise RollRefused(
            plural(staff.dice, "a field promotion needs {count} die", "a field promotion needs {count} dice")
        )
    if wrong := [value for value in dice if not 1 <= value <= staff.sides]:
        raise RollRefused(
            phrase("a die gives 1 to {sides}, so {value} is impossible", value=wrong[0], sides=staff.sides)
        )
    result = next((quality for quality, values in staff.promotion.rows.items() if sum(dice) in values), "")
    return Roll(dice=dice, table=PROMOTION, result=result, method=method)
