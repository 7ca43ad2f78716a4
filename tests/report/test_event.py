"""The players of an event and the lists that were handed in."""

from __future__ import annotations

from orbat.model.agreed import Agreed
from orbat.model.event import Event
from orbat.report.event import Attendance, attendance, event_data, event_lines
from orbat.report.outcome import Outcome
from orbat.report.verdict import verdict_of

LEGAL = verdict_of((), (), readable=True)


def handed_in(file: str, player: str = "", *, readable: bool = True) -> Outcome:
    return Outcome(file, file, LEGAL, readable=readable, player=player)


EVENT = Event(event=1, title="Cup", game_size=400, house_limits="ignore", players=("Anna", "Boris", "Carl"))


def test_players_and_lists_are_compared() -> None:
    """A list that cannot be read has no player."""
    outcomes = [
        handed_in("a", "Anna"),
        handed_in("b", "  anna "),
        handed_in("c", "Zoe"),
        handed_in("d", " "),
        handed_in("e", "Boris", readable=False),
    ]
    found = attendance(EVENT, outcomes)
    assert found == Attendance(("Boris", "Carl"), (("Zoe", "c"),), (("Anna", ("a", "b")),), ("d",))
    assert event_lines(EVENT, found) == (
        "Event: Cup. 400 points; house limits are ignored.",
        "No list from: Boris and Carl.",
        "Not a player of the event: Zoe (c).",
        "Several lists: Anna (a, b).",
        "Lists that name no player: d.",
    )
    assert event_data(EVENT, found)["unlisted"] == [{"player": "Zoe", "file": "c"}]


def test_nothing_is_stated_if_each_player_has_a_list() -> None:
    found = attendance(EVENT, [handed_in(one, one) for one in EVENT.players])
    assert found == Attendance()
    assert len(event_lines(EVENT, found)) == 1


def test_an_event_without_players_compares_nothing() -> None:
    event = Event(event=1, rulings={"a": "b"})
    found = attendance(event, [handed_in("a", "Anna")])
    assert event_lines(event, found) == ("Event: untitled. a = b.",)


def test_options_replace_terms() -> None:
    event = Agreed(400, (("a", "b"),), "warn")
    assert Agreed(500).completed(event) == Agreed(500, (("a", "b"),), "warn")
    assert Agreed(None, (), "enforce").completed(event) == Agreed(400, (), "enforce")
    assert Event(event=1).agreed == Agreed()
