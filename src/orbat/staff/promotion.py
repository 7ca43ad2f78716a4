"""Field promotions: dicing for the staff quality of whoever replaces a general lost in a game."""

from __future__ import annotations

from orbat.model.book import Book
from orbat.model.command import DICED
from orbat.model.orbat import Orbat, Roll
from orbat.staff.roll import Method, RollRefused

TABLE = "promotion"
"""The name under which the roll keeps the table it was read on."""


def refuse_unless_promoted(orbat: Orbat, book: Book) -> None:
    """Refuse where the ruleset has no dice for field promotions. Raises RollRefused."""
    staff = book.ruleset.staff
    if staff.promotion is None or staff.come_by(book.rulings(orbat)) != DICED:
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
