"""Lint: what a ruleset says of the readings of its rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from orbat.model.command import BOUGHT, DICED, SET
from orbat.model.kinds import Barred, BarredRatings, OneModel
from orbat.model.path import Path
from orbat.model.play import Ability, BreakingPoint, Scouting
from orbat.model.prices import NationalPrice, OtherPrice
from orbat.model.record import Record
from orbat.model.ruleset import Ruleset, Ruling
from orbat.sources.lint_case import Fault, LintCase, unknown

CHOSEN = (OneModel, Barred, BarredRatings, OtherPrice, NationalPrice)
"""What holds in one reading of a ruling."""

Choices = Mapping[str, list[str]]


def readings_known(case: LintCase, ruleset: Ruleset) -> Iterator[Fault]:
    """Choices of rulings: each that is named exists, and where numbers go by the reading, each reading has one."""
    choices = {ruling.id: [choice.id for choice in ruling.choices] for ruling in ruleset.rulings}
    for number, ruling in enumerate(ruleset.rulings):
        if ruling.ours not in choices[ruling.id]:
            yield unknown(("rulings", number, "ours"), ruling.ours, "a choice of the ruling", choices[ruling.id])
        yield from _meant(number, ruling, ruleset)
    for path, record in case.records:
        yield from _of_record(path, record, choices)


def _of_record(path: Path, record: Record, choices: Choices) -> Iterator[Fault]:
    if isinstance(record, CHOSEN):
        known = choices.get(record.ruling, [])
        if bool(record.ruling) != bool(record.choice):
            has, lacks = ("ruling", "choice") if record.ruling else ("choice", "ruling")
            says = f"there is a {has} without its {lacks}; a reading needs both"
            yield Fault((*path, has), says, f"Write {lacks}:, or remove {has}.", at_key=True)
        elif known and record.choice not in known:
            yield unknown((*path, "choice"), record.choice, f"a choice of {record.ruling}", known)
    elif isinstance(record, Ability) and record.least_size_by_ruling:
        yield from _by_choice((*path, "least_size_by_ruling"), record.least_size_by_ruling, record.ruling, choices)
    elif isinstance(record, Scouting):
        yield from _by_choice((*path, "per_stand"), record.per_stand, record.ruling, choices)
    elif isinstance(record, BreakingPoint):
        yield from _of_choices((*path, "by_ruling"), record.by_ruling, record.ruling, choices)


def _meant(number: int, ruling: Ruling, ruleset: Ruleset) -> Iterator[Fault]:
    """The choices of rulings whose readings the program acts on: rows of staff tables, ways to come by quality."""
    what, known = "", list[str]()
    if ruling.id == ruleset.staff.fallback_ruling:
        what, known = "a staff table", ["default", *ruleset.staff.national]
    elif ruling.id == ruleset.staff.ruling:
        what, known = "a way to come by staff quality", [DICED, BOUGHT, SET]
    for index, choice in enumerate(ruling.choices if what else ()):
        if choice.id not in known:
            yield unknown(("rulings", number, "choices", index, "id"), choice.id, what, known)


def _of_choices(path: Path, numbers: Iterable[str], ruling: str, choices: Choices) -> Iterator[Fault]:
    known = choices.get(ruling, [])
    for choice in numbers:
        if choice not in known:
            yield unknown((*path, choice), choice, f"a choice of {ruling or 'a ruling'}", known, at_key=True)


def _by_choice(path: Path, numbers: Mapping[str, Any], ruling: str, choices: Choices) -> Iterator[Fault]:
    yield from _of_choices(path, numbers, ruling, choices)
    for choice in choices.get(ruling, []):
        if choice not in numbers:
            says = f"there is no number for the choice {choice} of {ruling}; every choice needs one"
            yield Fault(path, says, f"Write a number for {choice}.", at_key=True)
