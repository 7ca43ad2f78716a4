"""The qualities of generals with the dice that give them, as text."""

from __future__ import annotations

from orbat.evaluate.staff_rolls import commanders_to_roll
from orbat.model.book import Book
from orbat.model.commanders import Staff, StaffTable
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath

Results = tuple[tuple[str, str], ...]
"""Qualities with their dice: `("capable", "4–6")`."""


def results_to_roll(orbat: Orbat, book: Book) -> dict[OrbatPath, Results]:
    """The possible results of each general without a quality, by the path of the general."""
    staff, found = book.ruleset.staff, {}
    for one in commanders_to_roll(orbat, book):
        if one.commander.quality:
            continue
        list_id = one.place.list_id if one.place else (orbat.army_list.id if orbat.army_list else "")
        _, table, _ = book.staff_table(orbat, list_id, orbat.staff_table)
        found[one.path] = results_of(staff, table)
    return found


def results_of(staff: Staff, table: StaffTable) -> tuple[tuple[str, str], ...]:
    """The qualities in a staff table, with their dice: `("capable", "4–6")`."""
    labels = {quality.id: quality.label for quality in staff.qualities}
    return tuple((labels.get(one, one), number_ranges(numbers)) for one, numbers in table.rows.items() if numbers)


def number_ranges(numbers: tuple[int, ...]) -> str:
    """Write numbers as ranges: `1–3, 6` for 1, 2, 3 and 6."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)
