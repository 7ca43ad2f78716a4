"""Raising, suggesting, rulings, staff and versions, without an app."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.model.orbat import commanders_of
from orbat.tui.commands import army as commands
from orbat.tui.commands import files, staff, versions
from orbat.tui.screens.dice import AskDice
from orbat.tui.steps import army


def test_an_army_is_shown_before_it_is_taken(host: FakeHost) -> None:
    before = host.now.orbat
    host.answers = ["balanced", "back"]
    commands.raise_army(host)
    assert host.now.orbat == before
    assert host.lines
    host.answers = ["balanced", "another", "take"]
    commands.raise_army(host)
    assert 780 <= host.now.quote.total <= 800
    assert not [one for one in host.now.findings if one.severity == "error"]


def test_without_a_size_no_army_is_raised(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, None))
    commands.raise_army(host)
    assert host.said == ["Agree a size first (<size>)."]
    assert not host.asked


def test_a_suggestion_is_shown_in_full_and_taken_as_a_step(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, 170))
    host.answers = ["0", "take"]
    commands.suggest(host)
    assert host.now.quote.remaining == 0


def test_with_nothing_to_suggest_that_is_said(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, None))
    commands.suggest(host)
    assert host.said == ["Agree a size first, to spend or to keep to."]


def test_a_ruling_is_read_another_way(host: FakeHost) -> None:
    commands.choose_ruling(host)
    other = next(str(line.key) for line in reversed(host.lines) if not line.heading)
    host.answers = [other]
    commands.choose_ruling(host)
    assert host.now.history.undo_name


def test_every_general_is_diced_for_once(host: FakeHost) -> None:
    staff.roll(host)
    rolled = [one for _, one, _ in commanders_of(host.now.orbat) if one.roll]
    assert len(rolled) == 3
    assert len(host.said) == 1
    staff.roll(host)
    assert host.said[-1].startswith("Every general has been diced for; <reroll> rolls again")


def test_an_army_without_a_general_is_not_rolled_for_again(host: FakeHost) -> None:
    host.select(())
    staff.reroll(host)
    assert host.said == ["This army has no general who is diced for."]


def test_dice_from_the_table_are_typed(host: FakeHost) -> None:
    host.answers = ["3 6 1"]
    staff.dice(host)
    assert isinstance(host.shown[0], AskDice)
    assert [one.roll.dice for _, one, _ in commanders_of(host.now.orbat) if one.roll] == [(3,), (6,), (1,)]


def test_an_earlier_version_is_brought_back_as_a_step(
    host: FakeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    versions.versions(host)
    assert host.said == ["No versions yet: each save keeps one."]
    host.answers = ["alma"]
    files.save(host)
    host.do(army.rename(host.now, "Another title"))
    host.answers = ["0", "restore"]
    versions.versions(host)
    assert host.now.orbat.title == "Light Division"
    assert host.now.history.undo_name.startswith("bring back")
