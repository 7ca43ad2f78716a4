"""Commands for panes, marks, folds, findings, themes and help, on a fake host."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.model.dates import Date
from orbat.model.edits import Set, apply
from orbat.model.orbat import Formation
from orbat.model.path import OrbatPath
from orbat.pipeline import explanations
from orbat.report.finding_groups import grouped
from orbat.tui import keys
from orbat.tui.commands import view
from orbat.tui.commands.table import COMMANDS
from orbat.tui.help import PANES
from orbat.tui.state import StepResult
from orbat.tui.steps import army, fixes
from orbat.tui.views.explanation import explanation_text
from orbat.tui.views.purchase import offer_words

DIVISION: OrbatPath = ("formations", 0)
BRIGADE: OrbatPath = (*DIVISION, "formations", 0)
SECOND: OrbatPath = (*DIVISION, "formations", 1)
UNIT = (*BRIGADE, "units", 0)


def test_entry_at_the_cursor_is_bought(host: FakeHost) -> None:
    view.buy(host)
    assert host.now.quote.total == 158, "the cursor is on no entry"
    host.select(BRIGADE)
    host.fake_panes.cursors["army-list"] = "brit_line"
    assert offer_words(host.now, "brit_line", is_allowed=True).startswith("Enter or a click buys: Line infantry")
    before = host.now.quote.total
    view.buy(host)
    assert len(host.now.quote.all_units) == 3
    points = host.now.quote.total - before
    assert f"{points} points, for " in host.told_steps[-1]
    assert host.told_steps[-1].endswith("<undo> undoes.")


def test_the_reason_is_said_before_a_purchase_that_is_not_allowed(host: FakeHost) -> None:
    size = host.now.quote.total + 10
    host.do(StepResult("size", apply(host.now.orbat, Set((), "game_size", int(size))), BRIGADE))
    assert offer_words(host.now, "brit_line", is_allowed=False).startswith(
        f"46 points over the agreed {size}. Enter or a click still buys: Line infantry"
    )


def test_entry_that_is_not_available_is_bought_only_after_a_question(host: FakeHost) -> None:
    """Once an army has such a unit, the next ones need no question."""
    host.do(StepResult("date", apply(host.now.orbat, Set((), "date", Date(1854, 9))), BRIGADE))
    host.fake_panes.cursors["army-list"] = "brit_line_drafts"
    host.answers = ["back", "buy"]
    view.buy(host)
    assert (len(host.now.quote.all_units), host.told_steps) == (2, [])
    view.buy(host)
    assert host.asked[0] == host.asked[1]
    assert "not available in September 1854, only from 1855-03. Buy it anyway?" in host.asked[0]
    view.buy(host)
    assert (len(host.now.quote.all_units), len(host.asked)) == (4, 2)


@pytest.mark.parametrize("code", sorted(explanations()))
def test_remedies_on_screens_name_no_options(code: str) -> None:
    """On a screen, the user presses keys. Files with errors are corrected outside orbat."""
    *_, remedy = explanation_text(code, None, None)[1].split("Remedy: ")
    assert code.startswith("SRC") or not re.search(r"--[a-z]|`orbat ", remedy)


def test_mark_toggles_and_moves_on(host: FakeHost) -> None:
    host.select(UNIT)
    view.mark(host)
    assert host.now.marked == {UNIT}
    assert host.fake_panes.steps == 1
    view.mark(host)
    assert not host.now.marked
    view.mark(host)
    view.unmark(host)
    assert not host.now.marked


def test_left_folds_a_formation_or_selects_its_parent(host: FakeHost) -> None:
    host.select(UNIT)
    view.fold_or_leave(host)
    assert host.now.selected == BRIGADE
    view.fold_or_leave(host)
    assert host.panes.folded == {BRIGADE}
    view.fold_or_leave(host)
    assert host.now.selected == DIVISION
    host.select(BRIGADE)
    view.unfold(host)
    assert not host.panes.folded
    view.fold(host)
    assert host.panes.folded == {BRIGADE}


def test_finding_is_explained_and_fixed(host: FakeHost) -> None:
    host.do(StepResult("too large", apply(host.now.orbat, Set(UNIT, "size", 40)), UNIT))
    number = next(n for n, one in enumerate(host.now.findings) if one.fix)
    host.fake_panes.cursors["findings"] = number
    code = host.now.findings[number].code
    view.explain(host)
    title, text = host.told[-1]
    assert title.startswith(code)
    assert "Why:" in text
    assert "\nDays of Empire [DOE 6.1" in text, "only the ruleset of the ORBAT"
    assert "Days of Glory" not in text
    assert "\nArmy lists have further settings: see `orbat lists days_of_empire/british`." in text
    view.fix(host)
    assert host.now.history.undo_name == f"fix {code}"
    assert code not in {one.code for one in host.now.findings}


def test_fix_that_adds_an_error_is_refused(host: FakeHost) -> None:
    """The points are spent, so the brigade cannot have a general."""
    orbat = apply(host.now.orbat, Set(BRIGADE, "commander", None))
    orbat = apply(orbat, Set(DIVISION, "commander", None))
    orbat = apply(orbat, Set((), "commander", None))
    host.do(StepResult("no general", orbat, UNIT))
    host.do(army.set_game_size(host.now, int(host.now.quote.total)))
    number = next(n for n, one in enumerate(host.now.findings) if one.code == "FRM003" and one.fix)
    host.fake_panes.cursors["findings"] = number
    before = host.now
    view.fix(host)
    assert host.now is before
    assert host.said[-1].startswith("Not fixed:")
    assert host.said[-1].endswith("PTS001.")


def test_group_is_fixed_as_far_as_no_fix_adds_an_error(host: FakeHost) -> None:
    """The points suffice for one of two generals."""
    orbat = apply(host.now.orbat, Set(BRIGADE, "commander", None))
    orbat = apply(orbat, Set(SECOND, "commander", None))
    host.do(StepResult("no generals", orbat, UNIT))
    host.do(army.set_game_size(host.now, int(host.now.quote.total) + 30))
    host.fake_panes.cursors["findings"] = next(one.key for one in grouped(host.now.findings) if one.code == "FRM003")
    before = host.now.history
    view.fix(host)
    assert [one.code for one in host.now.findings].count("FRM003") == 1
    assert host.now.history.undo().orbat is before.orbat
    assert host.said[-1].startswith("1 fixed. Not fixed: ")


def test_fixes_of_different_units_are_checked_only_once(host: FakeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (UNIT, (*SECOND, "units", 0)):
        host.do(StepResult("too large", apply(host.now.orbat, Set(path, "size", 40)), UNIT))
    host.fake_panes.cursors["findings"] = next(one.key for one in grouped(host.now.findings) if one.code == "UNT003")
    monkeypatch.setattr(fixes, "apply_fix", None)
    view.fix(host)
    assert "UNT003" not in {one.code for one in host.now.findings}


def test_finding_without_an_automatic_fix_lists_suggestions(host: FakeHost) -> None:
    host.do(StepResult("unknown", apply(host.now.orbat, Set(UNIT, "entry", "no_such")), UNIT))
    host.fake_panes.cursors["findings"] = next(
        number for number, one in enumerate(host.now.findings) if one.code == "UNT001"
    )
    host.answers = ["0"]
    view.fix(host)
    assert "suggestion" in host.asked[0]
    assert "UNT001" not in {one.code for one in host.now.findings}


@pytest.mark.parametrize(("size", "code"), [(150, "PTS001"), (170, "PTS004")])
def test_finding_about_the_size_lists_the_suggestions_about_it(host: FakeHost, size: int, code: str) -> None:
    host.do(army.set_game_size(host.now, size))
    host.fake_panes.cursors["findings"] = next(
        number for number, one in enumerate(host.now.findings) if one.code == code
    )
    host.answers = ["0", "apply"]
    view.fix(host)
    assert host.now.quote.remaining == 0


def _to_finding(host: FakeHost, code: str) -> None:
    host.fake_panes.cursors["findings"] = next(n for n, one in enumerate(host.now.findings) if one.code == code)


def test_finding_about_generals_who_are_not_diced_rolls_for_them(host: FakeHost) -> None:
    _to_finding(host, "STF001")
    view.fix(host)
    assert "STF001" not in {one.code for one in host.now.findings}


def test_finding_without_an_automatic_fix_shows_its_help(host: FakeHost) -> None:
    only = replace(host.now.orbat, formations=(Formation(level="brigade"),))
    host.do(StepResult("an empty army", only, ()))
    _to_finding(host, "FRM002")
    before = host.now
    view.fix(host)
    assert host.now is before
    assert "has no automatic fix." in host.said[0]


@pytest.mark.parametrize("command", [view.fix, view.explain])
def test_without_findings_that_is_said(host: FakeHost, command: type) -> None:
    command(host)
    assert host.said == ["There are no findings."]


def test_find_focuses_the_filter(host: FakeHost) -> None:
    view.filter_entries(host)
    assert host.panes.pane == "filter"


def test_theme_is_chosen(host: FakeHost) -> None:
    host.answers = ["b"]
    view.theme(host)
    assert host.at == "a", "the cursor is at the current theme"
    assert host.program.theme == "b"


def test_keys_file_is_created_once(host: FakeHost) -> None:
    view.keys_file(host)
    assert keys.keys_file().exists()
    assert host.said[0].startswith("Created ")
    view.keys_file(host)
    assert host.said[1].startswith("Your keys are in ")


def test_every_supported_command_is_in_the_help_of_a_pane(host: FakeHost) -> None:
    for pane in PANES:
        host.fake_panes.pane = pane
        view.help(host)
    assert len({title for title, _ in host.told}) == len(PANES)
    text = "".join(text for _, text in host.told)
    assert all(one.help in text for one in COMMANDS if one.supported(host.now))


def test_unsupported_commands_are_not_in_the_help(host: FakeHost) -> None:
    view.help(host)
    assert "<grow>" in host.told[0][1]
    host.table = tuple(replace(one, supported=lambda _: False) for one in COMMANDS if one.id == "grow")
    view.help(host)
    assert "<grow>" not in host.told[1][1]
