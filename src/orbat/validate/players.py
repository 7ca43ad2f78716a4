"""Rules about the General who is the player."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.edits import Set
from orbat.model.orbat import is_player
from orbat.validate.rule import Case, CommanderCase, Verdict, name_of_commander


def player_not_diced(case: CommanderCase) -> Iterator[Verdict]:
    """The General who is the player is not diced for, and is of the quality the rulebook gives him.

    Why: He is not diced for and is considered capable [DOE 14.1].

    Example: `commander: {name: Lord Blue, quality: exceptional}` for the army.

    Cure: Take his roll and quality out.
    """
    staff, commander = case.book.ruleset.staff, case.commander
    if case.rules.staff is None or not staff.player or not case.is_player:
        return
    if commander.roll or commander.quality not in ("", staff.player):
        yield Verdict(
            says="{name} is the player, and {what}; he is {player} and never diced for",
            helps="Take his roll and quality out.",
            cites=case.rules.staff.citations[:1],
            facts={
                "what": "has been diced for" if commander.roll else f"{commander.quality} is written",
                "player": staff.player,
            },
            change={"roll": None, "quality": ""},
        )


def one_player(case: Case) -> Iterator[Verdict]:
    """At most one General represents the player.

    Why: The General representing the player is free [DOE 5.1]; a second would be a free general.

    Example: an army commander beside a brigade general marked `player: true`.

    Cure: Take the mark from all but one.
    """
    switch = case.rules.player_general
    if switch and case.facts.players + bool(case.orbat.commander) > switch.at_most:
        players = [one for one in case.commanders if is_player(one[0], one[1])]
        names = [name_of_commander(case.book, one, place.formation if place else None) for _, one, place in players]
        for (path, _, _), name in list(zip(players, names, strict=True))[switch.at_most :]:
            yield Verdict(
                says="{name} is marked as the player, and {first} is; at most {most} may be",
                helps="Take the mark player from him.",
                cites=switch.citations,
                facts={
                    "name": name,
                    "first": names[0],
                    "most": switch.at_most,
                },
                path=(*path, "player"),
                fix=(Set(path, "player", False),),
            )
