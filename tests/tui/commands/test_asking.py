"""Commands that ask something first, and those with a clipboard, without an app."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.model.edits import at
from orbat.tui.commands import edit
from orbat.tui.steps import units

BRIGADE = ("formations", 0, "formations", 0)
UNIT = (*BRIGADE, "units", 0)


def test_a_unit_is_renamed(host: FakeHost) -> None:
    host.select(UNIT)
    host.answers = ["33rd Foot"]
    edit.rename(host)
    assert at(host.now.orbat, UNIT).name == "33rd Foot"


def test_a_question_without_an_answer_changes_nothing(host: FakeHost) -> None:
    before = host.now
    for command in (edit.rename, edit.note, edit.general, edit.size, edit.date, edit.army_list):
        command(host)
    assert host.now is before
    assert len(host.asked) == 6


def test_a_note_is_written(host: FakeHost) -> None:
    host.select(UNIT)
    host.answers = ["In bearskins"]
    edit.note(host)
    assert at(host.now.orbat, UNIT).note == "In bearskins"


def test_the_general_of_a_unit_is_that_of_its_formation(host: FakeHost) -> None:
    host.select(UNIT)
    host.answers = ["Colin Campbell"]
    edit.general(host)
    assert at(host.now.orbat, BRIGADE).commander.name == "Colin Campbell"


def test_a_size_that_is_no_number_is_asked_for_again(host: FakeHost) -> None:
    host.answers = ["many", "1200"]
    edit.size(host)
    assert host.refused == ["Type a whole number of points, such as 800."]
    assert host.now.orbat.game_size == 1200


def test_a_date_can_be_taken_away(host: FakeHost) -> None:
    host.answers = ["June", ""]
    edit.date(host)
    assert len(host.refused) == 1
    assert host.now.orbat.date is None


def test_the_only_option_there_is_is_given_without_a_question(host: FakeHost) -> None:
    host.select(BRIGADE)
    host.do(units.buy(host.now, "brit_naval_brigade"))
    edit.option(host)
    assert at(host.now.orbat, host.now.selected).options == ("rifles",)
    edit.option(host)
    assert at(host.now.orbat, host.now.selected).options == ()
    assert not host.asked


def test_an_option_that_the_entry_always_has_is_no_choice(host: FakeHost) -> None:
    host.select(UNIT)
    edit.option(host)
    assert host.said == ["The list offers no choice of options here."]


def test_a_unit_is_moved_into_another_brigade(host: FakeHost) -> None:
    host.select(UNIT)
    host.answers = [str(("formations", 0, "formations", 1))]
    edit.move(host)
    assert not at(host.now.orbat, BRIGADE).units
    assert len(at(host.now.orbat, ("formations", 0, "formations", 1)).units) == 2


def test_units_are_sorted_in_the_order_chosen(host: FakeHost) -> None:
    host.select(BRIGADE)
    host.do(units.buy(host.now, "brit_line_smoothbore"))
    host.do(units.buy(host.now, "brit_line"))
    host.answers = ["points"]
    edit.sort(host)
    points = [line.points for line in host.now.quote.all_units if line.path[:4] == BRIGADE]
    assert points == sorted(points, reverse=True)


def test_what_was_copied_is_pasted_under_a_fresh_name(host: FakeHost) -> None:
    host.select(UNIT)
    edit.copy(host)
    assert host.said == ["1 thing copied; paste with <paste>."]
    edit.paste(host)
    names = [unit.name for unit in at(host.now.orbat, BRIGADE).units]
    assert len(names) == len(set(names)) == 2


def test_what_was_cut_is_gone_until_it_is_pasted(host: FakeHost) -> None:
    host.select(UNIT)
    edit.cut(host)
    assert not at(host.now.orbat, BRIGADE).units
    edit.paste(host)
    assert [unit.name for unit in at(host.now.orbat, BRIGADE).units] == ["7th Royal Fusiliers"]


def test_with_nothing_cut_there_is_nothing_to_paste(host: FakeHost) -> None:
    edit.paste(host)
    assert host.said == ["Nothing has been cut or copied yet (<cut>, <copy>)."]


def test_a_formation_is_put_around_what_is_selected(host: FakeHost) -> None:
    host.select(("formations", 0))
    host.answers = ["0"]
    edit.higher(host)
    assert len(host.now.orbat.formations) == 2


@pytest.mark.parametrize("selected", [(), BRIGADE])
def test_another_list_is_for_the_army_or_the_formation(host: FakeHost, selected: tuple[str | int, ...]) -> None:
    host.select(selected)
    host.answers = ["russian"]
    edit.army_list(host)
    assert at(host.now.orbat, selected).army_list.id == "russian"


def test_points_that_are_left_buy_something(host: FakeHost) -> None:
    host.answers = ["40", "0"]
    edit.points_left(host)
    assert host.asked[1] == "40 points would buy one of these:"
    assert host.now.quote.total > 158


def test_too_few_points_buy_nothing(host: FakeHost) -> None:
    host.show_state(replace(host.now, selected=()))
    host.answers = ["0"]
    edit.points_left(host)
    assert host.said == ["0 points buy nothing that the list and its limits allow."]
