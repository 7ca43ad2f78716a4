"""Commands that roll staff quality, on a fake host."""

from __future__ import annotations

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.model.orbat import commanders_of
from orbat.tui.commands import staff
from orbat.tui.screens.dice import AskDice, split_dice
from orbat.tui.steps import formations

BRIGADE = ("formations", 0, "formations", 0)
NOT_DICE = "Type numbers from 1 to 6, separated by spaces or commas; type - to skip a commander."


def dice(host: FakeHost) -> list[tuple[int, ...]]:
    return [one.roll.dice for _, one, _ in commanders_of(host.now.orbat) if one.roll]


def test_roll_covers_every_general_once(host: FakeHost) -> None:
    staff.roll(host)
    assert len(dice(host)) == 3
    assert len(host.said) == 1
    rolled = host.now
    staff.roll(host)
    assert host.said[-1].startswith("Every general has a roll. Press <reroll> to roll again")
    assert host.now is rolled


def test_reroll_keeps_the_earlier_roll(host: FakeHost) -> None:
    staff.roll(host)
    before = {path: one.roll for path, one, _ in commanders_of(host.now.orbat)}
    host.select(BRIGADE)
    staff.reroll(host)
    after = {path: one.roll for path, one, _ in commanders_of(host.now.orbat)}
    changed = (*BRIGADE, "commander")
    assert after[changed] is not None
    assert after[changed].earlier == (before[changed],)  # type: ignore[union-attr]
    assert all(after[path] == before[path] for path in after if path != changed)


def test_reroll_without_a_general_says_so(host: FakeHost) -> None:
    host.select(())
    staff.reroll(host)
    assert host.said == ["The army has no general to roll for."]
    host.select(BRIGADE)
    host.do(formations.dismiss_general(host.now))
    staff.reroll(host)
    assert host.said[1] == "This formation has no general to roll for."


def test_dice_rolled_at_the_table_are_entered(host: FakeHost) -> None:
    host.answers = ["3 6, 1"]
    staff.dice(host)
    assert isinstance(host.shown[0], AskDice)
    assert dice(host) == [(3,), (6,), (1,)]


def test_generals_can_be_skipped_or_left_for_later(host: FakeHost) -> None:
    host.answers = ["- 5"]
    staff.dice(host)
    assert dice(host) == [(5,)]
    staff.roll(host)
    assert len(dice(host)) == 3
    assert (5,) in dice(host)


def test_entered_dice_replace_the_selected_general_s_roll(host: FakeHost) -> None:
    host.answers = ["2 2 2"]
    staff.dice(host)
    host.select(BRIGADE)
    host.answers = ["6"]
    staff.dice(host)
    assert sorted(dice(host)) == [(2,), (2,), (6,)]
    host.select(())
    host.answers = ["4 5 1"]
    staff.dice(host)
    assert dice(host) == [(4,), (5,), (1,)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        *((text, NOT_DICE) for text in ("", "three", "3.6", "1111 2", "- -", "-3")),
        ("3 6 1 2", "4 dice"),
        ("3 7", "7"),
        ("0 3", "0"),
    ],
)
def test_impossible_dice_are_refused(host: FakeHost, text: str, fault: str) -> None:
    staff.dice(host)
    dialog = host.shown[0]
    assert isinstance(dialog, AskDice)
    assert fault in dialog.fault_in(text)
    assert dialog.fault_in("3 6 1") == ""
    assert not dice(host)


@pytest.mark.parametrize(
    ("typed", "each", "hands"),
    [
        ("3, - 4", 1, (("3",), ("-",), ("4",))),
        ("3 4 - 5", 2, (("3", "4"), ("-",), ("5",))),
        ("3 - 4 5", 2, (("3",), ("-",), ("4", "5"))),
        ("", 1, ()),
    ],
)
def test_dice_are_split_in_order(typed: str, each: int, hands: tuple[tuple[str, ...], ...]) -> None:
    assert split_dice(typed, each) == hands
