"""Commands that look rather than change, and those about a finding, without an app."""

from __future__ import annotations

from dataclasses import replace

from tests.tui.commands.conftest import FakeHost

from orbat.model.edits import Set, apply
from orbat.tui import keys
from orbat.tui.commands import view
from orbat.tui.commands.table import COMMANDS
from orbat.tui.state import StepResult

BRIGADE = ("formations", 0, "formations", 0)
UNIT = (*BRIGADE, "units", 0)


def test_the_entry_at_the_cursor_is_bought(host: FakeHost) -> None:
    view.buy(host)
    assert host.now.quote.total == 158, "the cursor is on no entry"
    host.select(BRIGADE)
    host.fake_panes.cursors["army-list"] = "brit_line"
    view.buy(host)
    assert len(host.now.quote.all_units) == 3


def test_a_mark_is_set_and_taken_away(host: FakeHost) -> None:
    host.select(UNIT)
    view.mark(host)
    assert host.now.marked == {UNIT}
    assert host.fake_panes.steps == 1
    view.unmark(host)
    assert not host.now.marked


def test_left_folds_a_formation_and_leaves_what_cannot_be_folded(host: FakeHost) -> None:
    host.select(UNIT)
    view.fold_or_leave(host)
    assert host.now.selected == BRIGADE
    view.fold_or_leave(host)
    assert host.panes.folded == {BRIGADE}
    view.unfold(host)
    assert not host.panes.folded
    view.fold(host)
    assert host.panes.folded == {BRIGADE}


def test_a_fix_is_applied_and_what_has_none_is_told(host: FakeHost) -> None:
    view.fix(host)
    assert host.said == ["There is nothing to mend: no rule finds anything."]
    host.do(StepResult("too large", apply(host.now.orbat, Set(UNIT, "size", 40)), UNIT))
    number = next(n for n, one in enumerate(host.now.findings) if one.fix)
    host.fake_panes.cursors["findings"] = number
    code = host.now.findings[number].code
    view.explain(host)
    assert host.told[-1][0].startswith(code)
    view.fix(host)
    assert host.now.history.undo_name != "too large"


def test_the_filter_gets_the_focus(host: FakeHost) -> None:
    view.filter_entries(host)
    assert host.panes.pane == "filter"


def test_a_theme_is_chosen(host: FakeHost) -> None:
    host.answers = ["b"]
    view.theme(host)
    assert host.program.theme == "b"


def test_the_file_of_keys_is_begun(host: FakeHost) -> None:
    view.keys_file(host)
    assert keys.keys_file().exists()
    assert "has just been begun" in host.said[0]


def test_help_is_on_the_pane_with_the_commands_that_the_ruleset_supports(host: FakeHost) -> None:
    view.help(host)
    title, words = host.told[0]
    assert title == "The command tree"
    assert all(one.help in words for one in COMMANDS if one.group == "Units" and one.supported(host.now))
    host.table = tuple(replace(one, supported=lambda _: False) for one in COMMANDS if one.id == "grow")
    view.help(host)
    assert "<grow>" in words
    assert "<grow>" not in host.told[1][1]
