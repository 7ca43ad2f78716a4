"""Rules about generals and their staff rolls."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.rule import ArmyCase, CommanderCase, RuleResult, commander_name
from orbat.model.commanders import BOUGHT, DICED, PROMOTION, Staff, StaffTable
from orbat.model.edits import Set
from orbat.model.finding import GroupText
from orbat.model.orbat import Roll, is_player
from orbat.model.path import OrbatPath
from orbat.model.spelling import nearest
from orbat.model.wording import any_of, pick


def is_diced(case: CommanderCase) -> bool:
    """Whether the commander needs a staff quality. False for a player's general whose quality the ruleset fixes."""
    return not case.book.ruleset.staff.player or not case.is_player


def rolls_with_paths(roll: Roll) -> Iterator[tuple[OrbatPath, Roll]]:
    """A roll and the earlier rolls, newest first, with paths relative to the commander."""
    yield ("roll",), roll
    for number, earlier in enumerate(roll.earlier):
        yield ("roll", "earlier", number), earlier


def table_of(staff: Staff, roll: Roll, nation: str) -> StaffTable | None:
    """The staff table named by a roll, or None for an unknown table."""
    return staff.table(nation if roll.table == "national" else roll.table)


def _nation(case: CommanderCase) -> str:
    return case.book.nation(case.list_id)


_NOT_DICED = GroupText("{count} {general}s not diced: {items}", "{name}")
_WITHOUT_DICE = GroupText("{count} {general}s have a written quality, but no dice: {items}", "{name} ({quality})")


def diced(case: CommanderCase) -> Iterator[RuleResult]:
    """Every general has a recorded staff roll, unless the ruleset fixes the general's quality.

    Why: Each player dices for the quality of the generals before the game. If dice do not decide the quality, a general
    needs a recorded quality instead.

    Example: a brigade general without `roll`.

    Remedy: Roll for the general: press r in the builder, or run `orbat roll FILE`.
    """
    switch, commander = case.rules.staff, case.commander
    if switch is None or (commander.roll and commander.quality) or not is_diced(case):
        return
    how = case.army.quality_source
    if how != DICED and not commander.quality:
        yield RuleResult(
            message="{name}: no staff quality; buy a quality"
            if how == BOUGHT
            else "{name}: no staff quality; the scenario sets it",
            help="Write the quality of the {general}.",
            fields={"general": case.book.ruleset.commander_word},
        )
    if how == DICED and commander.roll is None:
        yield RuleResult(
            message="{name}: quality {quality} written without dice"
            if commander.quality
            else "{name}: staff quality not diced",
            help="Press r to roll, or run `orbat roll`.",
            fields={"quality": commander.quality, "general": case.book.ruleset.commander_word},
            group=_WITHOUT_DICE if commander.quality else _NOT_DICED,
        )


def roll_possible(case: CommanderCase) -> Iterator[RuleResult]:
    """Every recorded staff roll has possible dice and a known staff table.

    Why: The ruleset gives the dice and the staff tables. Earlier rolls are checked too.

    Example: `roll: {dice: [7], table: default}`.

    Remedy: Correct the dice to the actual roll, or roll again.
    """
    switch, staff, present = case.rules.staff, case.book.ruleset.staff, case.commander.roll
    if switch is None or present is None or case.army.quality_source != DICED or not is_diced(case):
        return
    for path, roll in rolls_with_paths(present):
        messages = []
        if not roll.dice:
            messages.append("{name}: no dice recorded; the roll is {count}d{sides}")
        elif not staff.is_possible(roll.dice):
            messages.append("{name}: recorded dice {dice} are impossible; the roll is {count}d{sides}")
        if table_of(staff, roll, _nation(case)) is None:
            messages.append("{name}: unknown staff table {table}; allowed: {tables}")
        fields = {
            "dice": ", ".join(map(str, roll.dice)),
            "count": staff.dice,
            "sides": staff.sides,
            "table": roll.table,
            "tables": any_of(("default", *staff.national, *((PROMOTION,) if staff.promotion else ()))),
        }
        for message in messages:
            yield RuleResult(message=message, help="Correct the roll, or roll again.", fields=fields, path=path)


def roll_gives_quality(case: CommanderCase) -> Iterator[RuleResult]:
    """A general's quality is the result of the recorded dice on the recorded staff table.

    Why: The staff table determines the quality. A missing quality is reported too.

    Example: `quality: exceptional` with a die of 3.

    Remedy: Change the quality to the result of the dice.
    """
    switch, commander, roll = case.rules.staff, case.commander, case.commander.roll
    if switch is None or roll is None or case.army.quality_source != DICED or not is_diced(case):
        return
    if _contradicts_dice(case, given := _rolled_quality(case)):
        yield RuleResult(
            message="{name}: the quality {quality} is written, but {dice} on the {table} table gives {given}"
            if commander.quality
            else "{name}: no quality is written, but {dice} on the {table} table gives {given}",
            help="Correct the quality to {given}.",
            fields={
                "quality": commander.quality,
                "dice": " + ".join(map(str, roll.dice)),
                "table": roll.table,
                "given": given,
            },
            path=("quality",),
            change={"quality": given},
        )


def _known(staff: Staff, quality: str) -> bool:
    return not quality or any(one.id == quality for one in staff.qualities)


def quality_possible(case: CommanderCase) -> Iterator[RuleResult]:
    """A general's quality is possible on the chosen staff table.

    Why: On the national staff table, the rows of some nations do not give every quality.

    Example: an exceptional general with `staff_table: national`, where the nation's row has no exceptional generals.

    Remedy: Choose another quality, or roll for the general.
    """
    switch, commander = case.rules.staff, case.commander
    if switch is None or not commander.quality or not is_diced(case):
        return
    if case.army.quality_source != DICED:
        yield from _quality_unknown(case)
        return
    table = case.book.staff_table_in(case.rulings, case.army.staff_table, case.list_id)[1]
    # other rules report dice that give another quality, or that were read on another staff table
    is_rolled = _rolled_quality(case) and _known(case.book.ruleset.staff, commander.quality)
    if not table.rows.get(commander.quality) and not is_rolled:
        possible = any_of(quality for quality, rows in table.rows.items() if rows)
        yield RuleResult(
            message="{name}: the staff table cannot give {quality}; it gives {possible}",
            help="Change the quality to {possible}, or roll.",
            cites=table.citations,
            fields={"quality": commander.quality, "possible": possible},
            path=("quality",),
            change={} if commander.roll else {"quality": ""},
        )


def _quality_unknown(case: CommanderCase) -> Iterator[RuleResult]:
    staff, quality = case.book.ruleset.staff, case.commander.quality
    if not _known(staff, quality):
        known = [one.id for one in staff.qualities]
        yield RuleResult(
            message="{name}: unknown quality {quality}; allowed: {possible}",
            help="Change the quality to {possible}.",
            cites=staff.citations,
            fields={"quality": quality, "possible": any_of(known)},
            path=("quality",),
            change={"quality": near} if (near := nearest(quality, known)) else {},
        )


def _contradicts_dice(case: CommanderCase, given: str) -> bool:
    quality = case.commander.quality
    # `roll_gives_quality` reports such differences
    return bool(given) and given != quality and _known(case.book.ruleset.staff, quality)


def _rolled_quality(case: CommanderCase) -> str:
    staff, roll = case.book.ruleset.staff, case.commander.roll
    table = table_of(staff, roll, _nation(case)) if roll else None
    if roll is None or table is None or not staff.is_possible(roll.dice):
        return ""
    return table.quality_of(roll.dice)


def national_row(case: ArmyCase) -> Iterator[RuleResult]:
    """With `staff_table: national`, the national staff table has a row for each nation of the army.

    Why: The national staff table has rows for some nations only. For other nations, a ruling decides which row to use.

    Example: an army of a nation without a row, with `staff_table: national`.

    Remedy: Choose the default staff table, or another choice of the ruling.
    """
    switch, staff = case.rules.staff, case.book.ruleset.staff
    if switch is None or case.context.quality_source != DICED:
        return
    has_rolls = any(commander.roll for _, commander, _ in case.commanders)
    for list_id, army_list in case.book.lists.items():
        row, _, is_missing = case.book.staff_table_in(case.rulings, case.orbat.staff_table, list_id)
        # another row than that of the default table is the players' choice
        if is_missing and row == "default" and _has_generals(case, list_id):
            yield RuleResult(
                message="the national staff table has no row for the {list} list; "
                "generals of this list use the row {row}",
                help="Write `staff_table: default`, or change the ruling {ruling}."
                if staff.fallback_ruling
                else "Write `staff_table: default`.",
                fields={"list": army_list.title, "row": row, "ruling": staff.fallback_ruling},
                path=("staff_table",),
                # dice that were read on the present table would not be read on the other one
                fix=() if has_rolls else (Set((), "staff_table", "default"),),
            )


def _has_generals(case: ArmyCase, list_id: str) -> bool:
    given = case.book.ruleset.staff.player
    return any(
        place and place.list_id == list_id and not (given and is_player(path, commander))
        for path, commander, place in case.commanders
    )


# Rules about the player's own General.


def player_not_diced(case: CommanderCase) -> Iterator[RuleResult]:
    """The player's own General has no roll, and has the quality fixed by the rulebook.

    Why: No dice are rolled for a general with a fixed quality.

    Example: `quality: exceptional` for the army's commander, where the rulebook says `capable`.

    Remedy: Remove the roll and the quality.
    """
    staff, commander = case.book.ruleset.staff, case.commander
    if case.rules.staff is None or not staff.player or not case.is_player:
        return
    if commander.roll or commander.quality not in ("", staff.player):
        yield RuleResult(
            message="{name}: a staff roll is written; the player's quality is always {player}, without dice"
            if commander.roll
            else "{name}: the quality {quality} is written; the player's quality is always {player}, without dice",
            help="Remove the roll and the quality.",
            fields={"quality": commander.quality, "player": staff.player},
            change={"roll": None, "quality": ""},
        )


def one_player(case: ArmyCase) -> Iterator[RuleResult]:
    """At most one general represents the player.

    Why: The general who represents the player has a special price, often 0 points.

    Example: `player: true` for a brigade general. The army commander represents the player already.

    Remedy: Keep one general for the player, and remove `player: true` from the other generals.
    """
    switch = case.rules.player_general
    marked = sum(general.commander.player for general in case.summary.generals)
    if switch is None or marked + (case.orbat.commander is not None) <= switch.at_most:
        return
    players = [
        (path, commander_name(case.book, commander, place.formation if place else None))
        for path, commander, place in case.commanders
        if is_player(path, commander)
    ]
    for path, name in players[switch.at_most :]:
        yield RuleResult(
            message=pick(
                switch.at_most,
                "{name} and {first} are both marked as the player; at most {most} player is allowed",
                "{name} and {first} are both marked as the player; at most {most} players are allowed",
            ),
            help="Remove `player: true` from {name}.",
            fields={"name": name, "first": players[0][1], "most": switch.at_most},
            path=(*path, "player"),
            fix=(Set(path, "player", False),),
        )
