"""Rules about the General who is the player."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.edits import Set
from orbat.model.orbat import is_player
from orbat.validate.rule import Case, Verdict
from orbat.validate.staff import name_of_general


def player_not_diced(case: Case) -> Iterator[Verdict]:
    """The General who is the player is not diced for, and is of the quality the rulebook gives him.

    Why: He is not diced for and is considered capable [DOE 14.1].

    Example: `commander: {name: Lord Blue, quality: exceptional}` for the army.

    Cure: Take his roll and quality out.
    """
    staff = case.book.ruleset.staff
    if case.rules.staff is None or not staff.player:
        return
    for path, commander, place in case.commanders:
        if is_player(path, commander) and (commander.roll or commander.quality not in ("", staff.player)):
            yield Verdict(
                says="{name} is the player, and {what}; he is {player} and never diced for",
                helps="Take his roll and quality out.",
                cites=case.rules.staff.citations[:1],
                facts={
                    "name": name_of_general(case, commander, place),
                    "what": "has been diced for" if commander.roll else f"{commander.quality} is written",
                    "player": staff.player,
                },
                path=path,
                fix=(Set(path, "roll", None), Set(path, "quality", "")),
            )


def one_player(case: Case) -> Iterator[Verdict]:
    """At most one General represents the player.

    Why: The General representing the player is free [DOE 5.1]; a second would be a free general.

    Example: an army commander beside a brigade general marked `player: true`.

    Cure: Take the mark from all but one.
    """
    switch = case.rules.player_general
    players = [one for one in case.commanders if is_player(one[0], one[1])]
    if switch and len(players) > switch.at_most:
        for path, commander, place in players[switch.at_most :]:
            yield Verdict(
                says="{name} is marked as the player, and {first} is; at most {most} may be",
                helps="Take the mark player from him.",
                cites=switch.citations,
                facts={
                    "name": name_of_general(case, commander, place),
                    "first": name_of_general(case, players[0][1], players[0][2]),
                    "most": switch.at_most,
                },
                path=(*path, "player"),
                fix=(Set(path, "player", False),),
            )
