"""Rules about generals and their staff rolls."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.command import DICED, Staff, StaffTable
from orbat.model.edits import Set
from orbat.model.near import nearest
from orbat.model.orbat import Commander, PlacedFormation, Roll, is_player
from orbat.model.path import Path
from orbat.model.rules import Switch
from orbat.validate.rule import Case, Verdict


def name_of_general(case: Case, commander: Commander, place: PlacedFormation | None) -> str:
    """What to call a general: his name, or his formation's."""
    if commander.name:
        return commander.name
    if place is None:
        return f"the army's {case.book.ruleset.commander_title}"
    unnamed = f"an unnamed {place.formation.level or 'formation'}"
    return f"the {case.book.ruleset.commander_word} of {place.formation.name or unnamed}"


def _generals(case: Case) -> Iterator[tuple[Path, Commander, PlacedFormation | None]]:
    """The commanders whose quality is come by like any other's: all but the player's own where he has his given."""
    for path, commander, place in case.commanders:
        if not case.book.ruleset.staff.player or not is_player(path, commander):
            yield path, commander, place


def _come_by(case: Case) -> str:
    """How quality is come by: diced, bought or set; "" where it is not looked at."""
    return case.book.ruleset.staff.come_by(case.rulings) if case.rules.staff else ""


def table_of(staff: Staff, roll: Roll, nation: str) -> StaffTable | None:
    """The staff table that a roll says it was read on."""
    if roll.table == "default":
        return staff.default
    return staff.national.get(nation if roll.table == "national" else roll.table)


def _nation(case: Case, place: PlacedFormation | None) -> str:
    return case.book.nation(_list(case, place))


def _list(case: Case, place: PlacedFormation | None) -> str:
    """The army list that a general belongs to."""
    own = case.orbat.army_list
    return place.list_id if place else own.id if own else ""


def diced(case: Case) -> Iterator[Verdict]:
    """Every general but the player's own has been diced for, with the dice kept; or has the quality that was bought
    or set, where a ruling reads so.

    Why: Each player determines the quality of his staff before the game, by a die for each general [DOE 14.1].

    Example: a brigade general without `roll`.

    Cure: Roll for him: `orbat roll FILE`.
    """
    if case.rules.staff is None:
        return
    if _come_by(case) != DICED:
        yield from _unchosen(case, case.rules.staff)
        return
    for path, commander, place in _generals(case):
        if commander.roll is None:
            yield Verdict(
                says="{name}: {state}; every {general} {but}is diced for",
                helps="Roll for him with orbat roll.",
                cites=case.rules.staff.citations[:1],
                facts={
                    "name": name_of_general(case, commander, place),
                    "state": f"{commander.quality} is written without dice"
                    if commander.quality
                    else "his quality is not diced yet",
                    "general": case.book.ruleset.commander_word,
                    "but": "but the player's " if case.book.ruleset.staff.player else "",
                },
                path=path,
            )


def _unchosen(case: Case, switch: Switch) -> Iterator[Verdict]:
    """The generals who have no quality where it is bought, or set by the scenario."""
    for path, commander, place in _generals(case):
        if not commander.quality:
            yield Verdict(
                says="{name}: no quality is written; it is {how}",
                helps="Write his quality.",
                cites=switch.citations[:1],
                facts={"name": name_of_general(case, commander, place), "how": _come_by(case)},
                path=path,
            )


def roll_possible(case: Case) -> Iterator[Verdict]:
    """Every recorded staff roll is one that can be thrown: so many dice, of so many sides, on a table there is.

    Why: The rulebook gives the dice and the tables [DOE 14.1, 19.4].

    Example: `roll: {dice: [7], table: default}`.

    Cure: Correct the dice to what was thrown, or roll again.
    """
    switch, staff = case.rules.staff, case.book.ruleset.staff
    if switch is None or _come_by(case) != DICED:
        return
    for path, commander, place in _generals(case):
        roll = commander.roll
        if roll is None:
            continue
        wrong = ""
        if not _throwable(staff, roll):
            thrown = ", ".join(map(str, roll.dice)) or "no dice"
            wrong = f"{thrown} recorded; {staff.dice}d{staff.sides} is thrown"
        elif table_of(staff, roll, _nation(case, place)) is None:
            wrong = f"rolled on the table {roll.table}; there are default, {', '.join(staff.national)}"
        if wrong:
            yield Verdict(
                says="{name}: {wrong}",
                helps="Correct the roll, or roll again.",
                cites=switch.citations,
                facts={"name": name_of_general(case, commander, place), "wrong": wrong},
                path=(*path, "roll"),
            )


def roll_gives_quality(case: Case) -> Iterator[Verdict]:
    """The quality of a general is the one that his recorded dice give on their table.

    Why: The table decides [DOE 14.1, 19.4].

    Example: `quality: exceptional` beside a die of 3.

    Cure: Correct the quality to what the dice give.
    """
    switch = case.rules.staff
    if switch is None or _come_by(case) != DICED:
        return
    for path, commander, place in _generals(case):
        roll = commander.roll
        if roll and _differs(case, commander, given := _given(case, commander, place)):
            yield Verdict(
                says="{name}: {quality} written; a {dice} on the table {table} gives {given}",
                helps="Correct the quality to {given}.",
                cites=switch.citations,
                facts={
                    "name": name_of_general(case, commander, place),
                    "quality": commander.quality or "no quality",
                    "dice": " + ".join(map(str, roll.dice)),
                    "table": roll.table,
                    "given": given,
                },
                path=(*path, "quality"),
                fix=(Set(path, "quality", given),),
            )


def _throwable(staff: Staff, roll: Roll) -> bool:
    return len(roll.dice) == staff.dice and all(1 <= die <= staff.sides for die in roll.dice)


def _known(staff: Staff, quality: str) -> bool:
    return not quality or any(one.id == quality for one in staff.qualities)


def quality_possible(case: Case) -> Iterator[Verdict]:
    """A general's quality is one that the ruleset has and that the chosen staff table can give.

    Why: Some national tables have no exceptional generals [DOE 19.4].

    Example: an exceptional general of such a nation on the national table.

    Cure: Choose another quality, or dice for him.
    """
    switch = case.rules.staff
    if switch is None:
        return
    if _come_by(case) != DICED:
        yield from _quality_unknown(case, switch)
        return
    tables = {list_id: case.book.staff_table(case.orbat, list_id)[1] for list_id in _lists(case)}
    for path, commander, place in _generals(case):
        table = tables[_list(case, place)]
        if not commander.quality or table.rows.get(commander.quality):
            continue
        possible = [quality for quality, rows in table.rows.items() if rows]
        if not _differs(case, commander, _given(case, commander, place)):
            yield Verdict(
                says="{name}: {quality} cannot be rolled; the table gives {possible}",
                helps="Choose one of {possible}, or dice for him.",
                cites=table.citations,
                facts={
                    "name": name_of_general(case, commander, place),
                    "quality": commander.quality,
                    "possible": ", ".join(possible),
                },
                path=(*path, "quality"),
                fix=() if commander.roll else (Set(path, "quality", ""),),
            )


def _quality_unknown(case: Case, switch: Switch) -> Iterator[Verdict]:
    """A bought or set quality that the ruleset does not have; the one that was likely meant mends it."""
    staff = case.book.ruleset.staff
    known = [one.id for one in staff.qualities]
    for path, commander, place in _generals(case):
        if not _known(staff, commander.quality):
            yield Verdict(
                says="{name}: there is no quality {quality}; it may be {possible}",
                helps="Write one of {possible}.",
                cites=switch.citations[:1],
                facts={
                    "name": name_of_general(case, commander, place),
                    "quality": commander.quality,
                    "possible": ", ".join(known),
                },
                path=(*path, "quality"),
                fix=(Set(path, "quality", near),) if (near := nearest(commander.quality, known)) else (),
            )


def _lists(case: Case) -> set[str]:
    """The army lists that generals belong to."""
    return {_list(case, None), *(place.list_id for _, _, place in case.commanders if place)}


def _differs(case: Case, commander: Commander, given: str) -> bool:
    """Whether the quality that the recorded dice give is another, which `roll_gives_quality` reports."""
    return bool(given) and given != commander.quality and _known(case.book.ruleset.staff, commander.quality)


def _given(case: Case, commander: Commander, place: PlacedFormation | None) -> str:
    """The quality that the recorded dice give, or "" where there are none or they give none."""
    roll = commander.roll
    table = table_of(case.book.ruleset.staff, roll, _nation(case, place)) if roll else None
    if roll is None or table is None or not _throwable(case.book.ruleset.staff, roll):
        return ""
    return next((quality for quality, rows in table.rows.items() if sum(roll.dice) in rows), "")


def national_row(case: Case) -> Iterator[Verdict]:
    """With the national staff table chosen, each nation has a row on it.

    Why: The table has four nations [DOE 19.4]; another rolls on the row that the ruling `national_row` names, which
    by our reading is the default table.

    Example: an army of a fifth nation with `staff_table: national`.

    Cure: Choose the default table, or another reading of the ruling.
    """
    switch, staff = case.rules.staff, case.book.ruleset.staff
    if switch is None or case.orbat.staff_table != "national" or _come_by(case) != DICED:
        return
    for list_id, army_list in case.book.lists.items():
        if army_list.nation not in staff.national and _has_generals(case, list_id):
            row = case.rulings.get(staff.fallback_ruling, "default")
            yield Verdict(
                says="the national staff table has no row for the {list} list; it rolls on the {row} one",
                helps="Write staff_table: default, or choose another reading of {ruling}.",
                cites=switch.citations[-1:],
                facts={"list": army_list.title, "row": row, "ruling": staff.fallback_ruling},
                path=("staff_table",),
                fix=(Set((), "staff_table", "default"),),
            )


def _has_generals(case: Case, list_id: str) -> bool:
    return any(place is not None and place.list_id == list_id for _, _, place in _generals(case))
