"""Rules about generals and their staff rolls."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.rule import ArmyCase, CommanderCase, RuleResult, commander_name
from orbat.model.commanders import DICED, Staff, StaffTable
from orbat.model.edits import Set
from orbat.model.finding import GroupText
from orbat.model.orbat import Roll, is_player
from orbat.model.ruleset import Switch
from orbat.model.spelling import nearest


def _is_general(case: CommanderCase) -> bool:
    """Whether his quality is come by like any other's: all but the player's own where he has his given."""
    return not case.book.ruleset.staff.player or not case.is_player


def table_of(staff: Staff, roll: Roll, nation: str) -> StaffTable | None:
    """The staff table that a roll says it was read on."""
    if roll.table == "default":
        return staff.default
    return staff.national.get(nation if roll.table == "national" else roll.table)


def _nation(case: CommanderCase) -> str:
    return case.book.nation(case.list_id)


_NOT_DICED = GroupText("{count} {general}s not diced: {items}", "{name}")


def diced(case: CommanderCase) -> Iterator[RuleResult]:
    """Every general but the player's own has been diced for, with the dice kept; or has the quality that was bought
    or set, where a ruling reads so.

    Why: Each player determines the quality of his staff before the game, by a die for each general [DOE 14.1].

    Example: a brigade general without `roll`.

    Cure: Roll for him: `orbat roll FILE`.
    """
    switch, commander = case.rules.staff, case.commander
    if switch is None or (commander.roll and commander.quality) or not _is_general(case):
        return
    how = case.army.quality_source
    if how != DICED and not commander.quality:
        yield RuleResult(
            message="{name}: no quality is written; it is {how}",
            help="Write his quality.",
            cites=switch.citations[:1],
            fields={"how": how},
        )
    if how == DICED and commander.roll is None:
        yield RuleResult(
            message="{name}: {state}; every {general} {but}is diced for",
            help="Roll for him with orbat roll.",
            cites=switch.citations[:1],
            fields={
                "state": f"{commander.quality} is written without dice"
                if commander.quality
                else "his quality is not diced yet",
                "general": case.book.ruleset.commander_word,
                "but": "but the player's " if case.book.ruleset.staff.player else "",
            },
            group=None if commander.quality else _NOT_DICED,
        )


def roll_possible(case: CommanderCase) -> Iterator[RuleResult]:
    """Every recorded staff roll is one that can be thrown: so many dice, of so many sides, on a table there is.

    Why: The rulebook gives the dice and the tables [DOE 14.1, 19.4].

    Example: `roll: {dice: [7], table: default}`.

    Cure: Correct the dice to what was thrown, or roll again.
    """
    switch, staff, roll = case.rules.staff, case.book.ruleset.staff, case.commander.roll
    if switch is None or roll is None or case.army.quality_source != DICED or not _is_general(case):
        return
    wrong = ""
    if not _throwable(staff, roll):
        thrown = ", ".join(map(str, roll.dice)) or "no dice"
        wrong = f"{thrown} recorded; {staff.dice}d{staff.sides} is thrown"
    elif table_of(staff, roll, _nation(case)) is None:
        wrong = f"rolled on the table {roll.table}; there are default, {', '.join(staff.national)}"
    if wrong:
        yield RuleResult(
            message="{name}: {wrong}",
            help="Correct the roll, or roll again.",
            cites=switch.citations,
            fields={"wrong": wrong},
            path=("roll",),
        )


def roll_gives_quality(case: CommanderCase) -> Iterator[RuleResult]:
    """The quality of a general is the one that his recorded dice give on their table.

    Why: The table decides [DOE 14.1, 19.4].

    Example: `quality: exceptional` beside a die of 3.

    Cure: Correct the quality to what the dice give.
    """
    switch, commander, roll = case.rules.staff, case.commander, case.commander.roll
    if switch is None or roll is None or case.army.quality_source != DICED or not _is_general(case):
        return
    if _differs(case, given := _given(case)):
        yield RuleResult(
            message="{name}: {quality} written; a {dice} on the table {table} gives {given}",
            help="Correct the quality to {given}.",
            cites=switch.citations,
            fields={
                "quality": commander.quality or "no quality",
                "dice": " + ".join(map(str, roll.dice)),
                "table": roll.table,
                "given": given,
            },
            path=("quality",),
            change={"quality": given},
        )


def _throwable(staff: Staff, roll: Roll) -> bool:
    return len(roll.dice) == staff.dice and all(1 <= die <= staff.sides for die in roll.dice)


def _known(staff: Staff, quality: str) -> bool:
    return not quality or any(one.id == quality for one in staff.qualities)


def quality_possible(case: CommanderCase) -> Iterator[RuleResult]:
    """A general's quality is one that the ruleset has and that the chosen staff table can give.

    Why: Some national tables have no exceptional generals [DOE 19.4].

    Example: an exceptional general of such a nation on the national table.

    Cure: Choose another quality, or dice for him.
    """
    switch, commander = case.rules.staff, case.commander
    if switch is None or not commander.quality or not _is_general(case):
        return
    if case.army.quality_source != DICED:
        yield from _quality_unknown(case, switch)
        return
    table = case.book.staff_table_in(case.rulings, case.army.staff_table, case.list_id)[1]
    if not table.rows.get(commander.quality) and not _differs(case, _given(case)):
        possible = ", ".join(quality for quality, rows in table.rows.items() if rows)
        yield RuleResult(
            message="{name}: {quality} cannot be rolled; the table gives {possible}",
            help="Choose one of {possible}, or dice for him.",
            cites=table.citations,
            fields={"quality": commander.quality, "possible": possible},
            path=("quality",),
            change={} if commander.roll else {"quality": ""},
        )


def _quality_unknown(case: CommanderCase, switch: Switch) -> Iterator[RuleResult]:
    """A bought or set quality that the ruleset does not have; the one that was likely meant mends it."""
    staff, quality = case.book.ruleset.staff, case.commander.quality
    if not _known(staff, quality):
        known = [one.id for one in staff.qualities]
        yield RuleResult(
            message="{name}: there is no quality {quality}; it may be {possible}",
            help="Write one of {possible}.",
            cites=switch.citations[:1],
            fields={"quality": quality, "possible": ", ".join(known)},
            path=("quality",),
            change={"quality": near} if (near := nearest(quality, known)) else {},
        )


def _differs(case: CommanderCase, given: str) -> bool:
    """Whether the quality that the recorded dice give is another, which `roll_gives_quality` reports."""
    quality = case.commander.quality
    return bool(given) and given != quality and _known(case.book.ruleset.staff, quality)


def _given(case: CommanderCase) -> str:
    """The quality that the recorded dice give, or "" where there are none or they give none."""
    staff, roll = case.book.ruleset.staff, case.commander.roll
    table = table_of(staff, roll, _nation(case)) if roll else None
    if roll is None or table is None or not _throwable(staff, roll):
        return ""
    return next((quality for quality, rows in table.rows.items() if sum(roll.dice) in rows), "")


def national_row(case: ArmyCase) -> Iterator[RuleResult]:
    """With the national staff table chosen, each nation has a row on it.

    Why: The table has four nations [DOE 19.4]; another rolls on the row that the ruling `national_row` names, which
    by our reading is the default table.

    Example: an army of a fifth nation with `staff_table: national`.

    Cure: Choose the default table, or another reading of the ruling.
    """
    switch, staff = case.rules.staff, case.book.ruleset.staff
    if switch is None or case.orbat.staff_table != "national" or case.context.quality_source != DICED:
        return
    for list_id, army_list in case.book.lists.items():
        if army_list.nation not in staff.national and _has_generals(case, list_id):
            row = case.rulings.get(staff.fallback_ruling, "default")
            yield RuleResult(
                message="the national staff table has no row for the {list} list; it rolls on the {row} one",
                help="Write staff_table: default, or choose another reading of {ruling}.",
                cites=switch.citations[-1:],
                fields={"list": army_list.title, "row": row, "ruling": staff.fallback_ruling},
                path=("staff_table",),
                fix=(Set((), "staff_table", "default"),),
            )


def _has_generals(case: ArmyCase, list_id: str) -> bool:
    given = case.book.ruleset.staff.player
    return any(
        place and place.list_id == list_id and not (given and is_player(path, commander))
        for path, commander, place in case.commanders
    )


# Rules about the General who is the player.


def player_not_diced(case: CommanderCase) -> Iterator[RuleResult]:
    """The General who is the player is not diced for, and is of the quality the rulebook gives him.

    Why: He is not diced for and is considered capable [DOE 14.1].

    Example: `commander: {name: Lord Blue, quality: exceptional}` for the army.

    Cure: Take his roll and quality out.
    """
    staff, commander = case.book.ruleset.staff, case.commander
    if case.rules.staff is None or not staff.player or not case.is_player:
        return
    if commander.roll or commander.quality not in ("", staff.player):
        yield RuleResult(
            message="{name} is the player, and {what}; he is {player} and never diced for",
            help="Take his roll and quality out.",
            cites=case.rules.staff.citations[:1],
            fields={
                "what": "has been diced for" if commander.roll else f"{commander.quality} is written",
                "player": staff.player,
            },
            change={"roll": None, "quality": ""},
        )


def one_player(case: ArmyCase) -> Iterator[RuleResult]:
    """At most one General represents the player.

    Why: The General representing the player is free [DOE 5.1]; a second would be a free general.

    Example: an army commander beside a brigade general marked `player: true`.

    Cure: Take the mark from all but one.
    """
    switch = case.rules.player_general
    if switch and case.summary.players + bool(case.orbat.commander) > switch.at_most:
        players = [one for one in case.commanders if is_player(one[0], one[1])]
        names = [commander_name(case.book, one, place.formation if place else None) for _, one, place in players]
        for (path, _, _), name in list(zip(players, names, strict=True))[switch.at_most :]:
            yield RuleResult(
                message="{name} is marked as the player, and {first} is; at most {most} may be",
                help="Take the mark player from him.",
                cites=switch.citations,
                fields={
                    "name": name,
                    "first": names[0],
                    "most": switch.at_most,
                },
                path=(*path, "player"),
                fix=(Set(path, "player", False),),
            )
