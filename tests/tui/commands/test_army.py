"""Commands that raise an army, suggest improvements and choose rulings, on a fake host."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.generator.raise_army import NotRaised
from orbat.model.dates import Date
from orbat.model.edits import Set, apply, apply_all
from orbat.tui.commands import army as commands
from orbat.tui.state import StepResult
from orbat.tui.steps import army, raise_army

UNIT = ("formations", 0, "formations", 0, "units", 0)


def test_raised_army_is_previewed_and_applied_as_one_step(host: FakeHost) -> None:
    before = host.now.orbat
    host.answers = ["balanced", "back"]
    commands.raise_army(host)
    assert host.now.orbat is before
    assert host.lines
    assert "Apply replaces the current army" in host.asked[-1]
    host.answers = ["balanced", "another", "apply"]
    commands.raise_army(host)
    assert 780 <= host.now.quote.total <= 800
    assert not [one for one in host.now.findings if one.severity == "error" or one.house]
    assert host.now.orbat.title == before.title
    assert host.now.history.undo_name == "raise army: balanced"
    assert host.now.history.undo().orbat == before


def test_allies_are_raised_only_if_allowed(host: FakeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """The style dialog has a switch for them, if the army list offers troops of allies at the date."""
    allowed = []

    def raised(*_: object, allies: bool) -> None:
        allowed.append(allies)
        raise NotRaised("none", ())

    monkeypatch.setattr(raise_army, "raise_army", lambda book, request, rulings: raised(allies=request.allies))
    host.answers = ["balanced"]
    commands.raise_army(host)
    assert "allies" not in [line.key for line in host.lines], "this army list offers no troops of allies"
    entries = host.now.book.lists["british"].entries
    lent = tuple(replace(one, allied=one.id == "brit_foot_guards") for one in entries)
    book = replace(host.now.book, lists={"british": replace(host.now.book.lists["british"], entries=lent)})
    host.now = host.fake.workspace.open(host.now.orbat, book)
    host.answers = ["allies", "balanced"]
    commands.raise_army(host)
    switch = {line.key: line.name for line in host.lines}["allies"]
    assert (host.at, switch) == ("allies", "[x] Allow troops lent by allies")
    host.answers = ["allies", "allies", "balanced"]
    commands.raise_army(host)
    assert "[ ] Allow troops lent by allies" in [line.name for line in host.lines]
    assert allowed == [False, True, False]
    host.do(army.set_date(host.now, Date(1700)))
    commands.raise_army(host)
    assert "allies" not in [line.key for line in host.lines], "not at this date"


def test_raising_needs_a_game_size_and_an_army_list(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, None))
    commands.raise_army(host)
    assert host.said == ["Set the game size first (<size>)."]
    host.do(army.set_game_size(host.now, 800))
    host.do(StepResult("no list", replace(host.now.orbat, army_list=None), ()))
    commands.raise_army(host)
    assert host.said[1] == "Choose an army list first (<list>)."
    assert not host.asked


def test_suggestion_is_applied_as_one_step(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, 170))
    host.answers = ["0"]
    commands.suggest(host)
    assert host.lines[1].name == "Spend the remaining points: 12 left of 170"
    assert host.lines[2].columns == ("158 → 170", "none left")
    assert host.now.quote.remaining == 0


def test_army_over_its_size_gets_suggestions_to_reduce_it(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, 150))
    host.answers = ["0"]
    commands.suggest(host)
    assert host.now.quote.remaining == 0


def test_all_findings_of_a_group_are_fixed_from_the_suggestions(host: FakeHost) -> None:
    both = (Set(UNIT, "size", 40), Set((*UNIT[:3], 1, *UNIT[4:]), "size", 41))
    host.do(StepResult("too large", apply_all(host.now.orbat, both), UNIT))
    host.answers = ["all 0"]
    commands.suggest(host)
    row = next(line for line in host.lines if line.key == "all 0")
    assert row.name == "apply all 2 fixes as one step"
    assert row.columns[0].endswith(f" → {host.now.quote.total}")
    assert "UNT003" not in {one.code for one in host.now.findings}
    assert host.now.history.undo().undo_name == "too large"


def test_suggestions_stand_under_their_finding(host: FakeHost) -> None:
    host.do(StepResult("too large", apply(host.now.orbat, Set(UNIT, "size", 40)), UNIT))
    commands.suggest(host)
    assert any("40 stands" in line.name and line.heading for line in host.lines)


def test_without_suggestions_that_is_said(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, None))
    commands.suggest(host)
    assert host.said == ["Set the game size first (<size>)."]
    host.do(army.set_game_size(host.now, 158))
    commands.suggest(host)
    assert len(host.said) == 2


def test_ruling_is_chosen_and_reset(host: FakeHost) -> None:
    """A reading other than the default is stored in the ORBAT; the default is not."""
    before = host.now.orbat
    commands.choose_ruling(host)
    default = host.at
    other = next(str(line.key) for line in host.lines if not line.heading and line.key != default)
    host.answers = [other]
    commands.choose_ruling(host)
    assert host.now.orbat.rulings
    assert host.now.history.undo_name.startswith("ruling DOE ")
    host.answers = [str(default)]
    commands.choose_ruling(host)
    assert host.at == other, "the cursor is at the reading in force"
    assert host.now.orbat.rulings == before.rulings
