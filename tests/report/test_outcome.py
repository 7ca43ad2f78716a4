"""The comparison of several files, and the line that sums them up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from orbat.model.finding import Finding
from orbat.report.basis_item import BasisItem
from orbat.report.outcome import Outcome, compared, compared_items, summary_line
from orbat.report.verdict import verdict_of

LEGAL = verdict_of((), (), readable=True)
ERROR = Finding("UNT002", "error", (), "message", "help", ())


def army(number: int, player: str = "Ada", **more: Any) -> Outcome:
    """A legal army of one unit."""
    fields = {"file": f"{number}.yaml", "title": f"Army {number}", "verdict": LEGAL, "readable": True, "legal": True}
    return Outcome(**{**fields, "player": player, "units": 1, "troops": f"troops {number}", **more})


def test_an_outcome_has_no_more_than_a_verdict_unless_the_file_was_read() -> None:
    bare = Outcome("a.yaml", "a", verdict_of((), (), readable=False))
    assert (bare.readable, bare.legal, bare.unfinished, bare.diced) == (False, False, False, False)
    assert (bare.units, bare.errors, bare.warnings, bare.notes) == (0, 0, 0, 0)


def test_the_summary_states_another_player_first() -> None:
    """The plain summary does not know of other files."""
    one = army(1, sums="The sums are right.", plain_summary="Legal army.")
    assert one.summary == "Legal army."
    size = BasisItem("size", "size")
    assert replace(one, basis=(size,)).summary == "Legal army."
    assert replace(one, basis=(size, BasisItem("player", "same"))).summary == "Legal. The sums are right."


@pytest.mark.parametrize("diced", [True, False])
def test_the_same_troops_of_another_player_are_unusual_if_diced(diced: bool) -> None:
    """Without dice, two players may choose the same troops."""
    one = army(1, troops="same", check_code="A", diced=diced)
    other = army(2, "Bob", troops="same", check_code="B")
    text = "another player has the same troops, with other names or in another order: Bob, 2.yaml"
    assert compared_items([one, other])[0] == (
        BasisItem("player", text, "another player has the same troops", unusual=diced),
    )


def test_the_same_army_of_another_player_is_a_doubt_of_both() -> None:
    """It comes before the other items and doubts."""
    names = BasisItem("names", "two names", "names that look alike", True)
    doubtful = verdict_of((), (names,), readable=True)
    one = army(1, troops="same", check_code="A", verdict=doubtful, basis=(names,))
    other = army(2, "Bob", troops="same", check_code="A")
    apart = army(3, "Cy")
    found = compared([one, other, apart])
    assert found[2] == apart
    item = BasisItem(
        "player", "another player has the same army: Bob, 2.yaml", "another player has the same army", unusual=True
    )
    assert found[0].basis == found[0].verdict.doubts == (item, names)
    assert found[1].basis == (replace(item, text="another player has the same army: Ada, 1.yaml"),)


def test_a_usual_item_is_no_doubt() -> None:
    one = army(1, troops="same", check_code="A")
    found, _ = compared([one, army(2, "Bob", troops="same", check_code="B")])
    assert [item.unusual for item in found.basis] == [False]
    assert found.verdict == LEGAL


@pytest.mark.parametrize(
    "other",
    [
        army(2, "Bob"),
        army(2, "ADA", troops="troops 1"),
        army(2, "", troops="troops 1"),
    ],
)
def test_only_another_named_player_with_the_same_troops_is_compared(other: Outcome) -> None:
    """Names are compared without regard to capitals."""
    assert compared_items([army(1), other]) == [(), ()]


@pytest.mark.parametrize("more", [{"units": 0}, {"player": ""}])
def test_armies_without_units_or_player_are_not_compared(more: dict[str, Any]) -> None:
    one, other = (army(1, **{"player": name, "troops": "same", **more}) for name in ("Ada", "Bob"))
    assert compared_items([one, other]) == [(), ()]
    assert summary_line([one, other]) == "2 files: 2 legal."


def _of(**more: Any) -> Outcome:
    return army(1, "", **more)


MISREAD = verdict_of((), (), readable=True, doubtful=True)


@pytest.mark.parametrize(
    ("outcomes", "skipped", "line"),
    [
        ([_of()], 0, "1 file: 1 legal."),
        ([_of(), _of()], 0, "2 files: 2 legal."),
        ([_of()], 2, "1 file: 1 legal, 2 skipped."),
        (
            [_of(legal=False, verdict=verdict_of([ERROR], (), readable=True)), _of()],
            0,
            "2 files: 1 legal, 1 not legal.",
        ),
        ([_of(legal=False, verdict=verdict_of((), (), readable=True, partial=True))], 0, "1 file: 1 part of an army."),
        ([_of(verdict=MISREAD), _of()], 0, "2 files: 1 legal, 1 perhaps misread."),
        ([_of(legal=False, readable=False)], 0, "1 file: 1 not read."),
        ([_of(legal=False, unfinished=True)], 0, "1 file: 1 unfinished."),
        ([_of(legal=False, unfinished=True, readable=False)], 0, "1 file: 1 unfinished."),
        ([_of(legal=False, unfinished=True, verdict=MISREAD)], 0, "1 file: 1 unfinished."),
        ([_of(legal=False)], 0, "1 file: 1 not legal."),
    ],
)
def test_the_line_counts_each_file_once(outcomes: list[Outcome], skipped: int, line: str) -> None:
    assert summary_line(outcomes, skipped) == line


def test_the_line_names_players_with_the_same_army() -> None:
    """Also if they are not next to each other. One player may use an army twice."""
    same = [army(number, player, troops="same") for number, player in ((1, "Ada"), (3, "Bob"))]
    own = [army(number, player, troops="own") for number, player in ((4, "Cy"), (5, "CY"))]
    line = summary_line([same[0], army(2), same[1], *own])
    assert line == "5 files: 5 legal. Several players have the same army: Ada (1.yaml) and Bob (3.yaml)."


def test_the_line_names_different_game_sizes() -> None:
    """In ascending order, with the number of files. Files that were not read, or have no size, do not count."""
    sizes = [_of(game_size=size) for size in (1000, 800, 1000, None)]
    assert summary_line(sizes) == "4 files: 4 legal. Different game sizes: 800 (1) and 1000 (2)."
    unread = _of(game_size=500, readable=False, unfinished=True, legal=False)
    assert summary_line([sizes[0], sizes[2], unread]) == "3 files: 2 legal, 1 unfinished."


@pytest.mark.parametrize(
    ("count", "named"),
    [
        (1, "1.yaml"),
        (2, "1.yaml and 2.yaml"),
        (5, "1.yaml, 2.yaml, 3.yaml, 4.yaml and 5.yaml"),
        (6, "1.yaml, 2.yaml, 3.yaml, 4.yaml, 5.yaml and 1 more"),
        (7, "1.yaml, 2.yaml, 3.yaml, 4.yaml, 5.yaml and 2 more"),
    ],
)
def test_the_line_names_up_to_five_files_with_other_readings(count: int, named: str) -> None:
    files = [army(number, other_readings=("a reading",)) for number in range(1, count + 1)]
    assert summary_line([*files, army(9)]).partition("legal. ")[2] == f"Other readings: {named}."


def test_the_same_seed_of_another_player_is_stated_and_not_unusual() -> None:
    """The same army includes the same dice, so the seed is not stated too."""
    one = army(1, seeds=("cup", "own"))
    same = army(2, "Bob", seeds=("cup",))
    twin = army(3, "Cy", troops="troops 1", seeds=("cup",))
    text = "other players have the same seed for dice, cup: Bob (2.yaml)"
    assert compared_items([one, same])[0] == (BasisItem("dice", text),)
    topics = [(item.topic, "Bob" in item.text, "Cy" in item.text) for item in compared_items([one, same, twin])[0]]
    assert topics == [("player", False, True), ("dice", True, False)]
    summary = summary_line([one, same, army(4, "Dan", seeds=("another",))])
    assert summary.endswith("Several players have the same seed for dice, cup: Ada (1.yaml) and Bob (2.yaml).")


@pytest.mark.parametrize("other", [army(2, seeds=("cup",)), army(2, "", seeds=("cup",)), army(2, "Bob")])
def test_a_seed_of_one_player_is_not_stated(other: Outcome) -> None:
    one = army(1, seeds=("cup",))
    assert compared_items([one, other]) == [(), ()]
    assert "seed" not in summary_line([one, other])
