"""Commands that ask for input before they edit, on a fake host."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.model.edits import Set, apply, at
from orbat.model.path import OrbatPath
from orbat.tui.commands import edit
from orbat.tui.state import StepResult
from orbat.tui.steps import army, formations, units

DIVISION: OrbatPath = ("formations", 0)
BRIGADE: OrbatPath = (*DIVISION, "formations", 0)
SECOND_BRIGADE: OrbatPath = (*DIVISION, "formations", 1)
UNIT: OrbatPath = (*BRIGADE, "units", 0)
NOT_POINTS = ("many", "-1", "8.5", "8 00", "1e3", "1234567", "٣")


def unit_names(host: FakeHost, path: OrbatPath) -> list[str]:
    return [unit.name for unit in at(host.now.orbat, (*path, "units"))]


# --- sizes


@pytest.mark.parametrize("text", ["9", "40"])
def test_size_of_a_unit_is_typed(host: FakeHost, text: str) -> None:
    """Also a size that the list does not allow: the check reports it."""
    host.select(UNIT)
    before = str(at(host.now.orbat, UNIT).size)
    host.answers = [text]
    edit.unit_size(host)
    assert at(host.now.orbat, UNIT).size == int(text)
    assert host.values == [before], "the old size is proposed"
    assert "the list allows" in host.asked[0]


@pytest.mark.parametrize("text", ["0", "", "many", "-3", "2.5"])
def test_size_that_is_not_a_number_is_asked_for_again(host: FakeHost, text: str) -> None:
    host.select(UNIT)
    host.answers = [text, "9"]
    edit.unit_size(host)
    assert host.refused == ["Type a whole number, such as 12."]
    assert at(host.now.orbat, UNIT).size == 9


# --- names, notes and generals


@pytest.mark.parametrize(("path", "field"), [((), "title"), (BRIGADE, "name"), (UNIT, "name")])
def test_rename_sets_the_name_or_title(host: FakeHost, path: OrbatPath, field: str) -> None:
    host.select(path)
    host.answers = ["Another"]
    edit.rename(host)
    assert getattr(at(host.now.orbat, path), field) == "Another"
    assert host.values == [getattr(at(host.opened, path), field)], "the old name is proposed"


def test_rename_offers_the_regiments_of_the_entry_and_those_in_use(host: FakeHost) -> None:
    host.select(UNIT)
    edit.rename(host)
    entry = host.now.book.entry("british", "brit_line")
    assert entry
    assert sorted(host.offered) == sorted(entry.regiments_at(host.now.orbat.date))
    assert "34th (Cumberland)" not in host.offered, "it came later"
    assert "7th Royal Fusiliers" in host.used


def test_rename_describes_regiments_by_their_records(host: FakeHost) -> None:
    """Also by a short name. The text ends with the titles of the sources."""
    host.select(UNIT)
    edit.rename(host)
    words = host.about("33rd")
    assert words.startswith("33rd (Duke of Wellington's): 1st Brigade, Light Division, ")
    assert ". Source: " in words
    assert host.about("Unknown Regiment") == ""
    host.select(BRIGADE)
    edit.rename(host)
    assert host.about("33rd") == "", "a formation has no regiment"


def test_cancel_changes_nothing(host: FakeHost) -> None:
    before = host.now
    asking = (
        edit.rename,
        edit.note,
        edit.general,
        edit.size,
        edit.date,
        edit.army_list,
        edit.sort,
        edit.points_to_spend,
    )
    for command in asking:
        command(host)
    assert host.now is before
    assert len(host.asked) == len(asking)


def test_note_is_written_and_proposed_again(host: FakeHost) -> None:
    host.select(UNIT)
    host.answers = ["In [bold]bearskins[/bold]"]
    edit.note(host)
    assert at(host.now.orbat, UNIT).note == "In [bold]bearskins[/bold]"
    assert host.now.history.undo_name == "note on 7th Royal Fusiliers"
    edit.note(host)
    assert host.values[-1] == "In [bold]bearskins[/bold]"


def test_general_of_a_unit_is_that_of_its_formation(host: FakeHost) -> None:
    host.select(UNIT)
    host.answers = ["Colin Campbell"]
    edit.general(host)
    assert at(host.now.orbat, BRIGADE).commander.name == "Colin Campbell"
    assert sorted(host.offered) == sorted(host.now.book.lists["british"].commanders_at(host.now.orbat.date))
    assert "Sir James Simpson" not in host.offered, "a later commander"
    assert host.about("Colin Campbell").startswith("Sir Colin Campbell: ")
    assert host.about("Unknown") == ""


def test_naming_a_missing_general_buys_one(host: FakeHost) -> None:
    host.select(BRIGADE)
    total = host.now.quote.total
    host.do(formations.dismiss_general(host.now))
    assert host.now.quote.total == total - 30
    host.answers = [""]
    edit.general(host)
    assert host.now.quote.total == total


# --- size, date, army list


@pytest.mark.parametrize(("text", "size"), [(" 400 ", 400), ("0", 0), ("", None), ("1200", 1200)])
def test_game_size_is_set_or_removed(host: FakeHost, text: str, size: int | None) -> None:
    host.answers = [text, "apply"]
    edit.size(host)
    assert host.now.orbat.game_size == size


@pytest.mark.parametrize("text", NOT_POINTS)
def test_game_size_that_is_not_a_number_is_asked_for_again(host: FakeHost, text: str) -> None:
    host.answers = [text, "1200", "apply"]
    edit.size(host)
    assert host.refused == ["Type a whole number of points, such as 800."]
    assert host.now.orbat.game_size == 1200


def test_title_that_names_a_battle_offers_its_date(host: FakeHost) -> None:
    """If the army has no date."""
    host.do(army.set_date(host.now, None))
    host.select(())
    host.answers = ["The Light Division at the Alma"]
    edit.rename(host)
    assert host.said == ["Alma was in September 1854. Press <date> to set this date."]
    edit.date(host)
    assert host.values[-1] == "Alma", "the battle is proposed"


def test_battle_sets_the_theatre_too(host: FakeHost) -> None:
    """A plain date keeps the theatre."""
    host.select(())
    host.answers = ["Alma", "apply", "1854-10", "apply"]
    edit.date(host)
    assert (str(host.now.orbat.date), host.now.orbat.theatre) == ("1854-09", "crimea")
    edit.date(host)
    assert (str(host.now.orbat.date), host.now.orbat.theatre) == ("1854-10", "crimea")


def test_theatre_is_chosen_from_the_list(host: FakeHost) -> None:
    """The list offers no theatre too."""
    host.select(())
    host.answers = ["crimea", ""]
    edit.theatre(host)
    assert host.now.orbat.theatre == "crimea"
    edit.theatre(host)
    assert host.now.orbat.theatre == ""


@pytest.mark.parametrize(
    ("text", "date"), [("1855", "1855"), (" June 1855 ", "1855-06"), ("the Alma", "1854-09"), ("", "")]
)
def test_date_is_set_or_removed(host: FakeHost, text: str, date: str) -> None:
    host.answers = [text, "apply"]
    edit.date(host)
    assert str(host.now.orbat.date or "") == date


@pytest.mark.parametrize("text", ["soon", "1854-13", "1854-9-41", "54", "1854-00"])
def test_invalid_date_is_asked_for_again(host: FakeHost, text: str) -> None:
    host.answers = [text]
    before = host.now
    edit.date(host)
    assert host.now is before
    assert host.refused[0].startswith("The date ")
    assert host.refused[0].endswith(".")
    assert not host.refused[0].endswith("..")


@pytest.mark.parametrize("selected", [(), BRIGADE])
def test_army_list_is_changed_for_the_army_or_an_allied_formation(host: FakeHost, selected: OrbatPath) -> None:
    """The preview says that a formation becomes an ally. Units get the nearest entries, as one step."""
    host.select(selected)
    before = host.now
    host.answers = ["russian", "back"]
    edit.army_list(host)
    assert host.now is before
    host.answers = ["russian", "apply"]
    edit.army_list(host)
    assert at(host.now.orbat, selected).army_list.id == "russian"
    assert ("makes the formation an ally" in host.asked[0]) == bool(selected)
    assert ("1st Brigade becomes an ally" in host.asked[1]) == bool(selected)
    assert at(host.now.orbat, UNIT).entry == "ru_line"
    assert "UNT001" not in [one.code for one in host.now.findings]
    assert host.now.history.undo().orbat is before.orbat


def test_preview_of_a_change_has_units_points_and_new_findings(host: FakeHost) -> None:
    host.answers = ["1855-12"]
    host.do(StepResult("few", apply(host.now.orbat, Set(UNIT, "entry", "brit_line_smoothbore")), UNIT))
    edit.date(host)
    assert "Now: 146 of 800 points" in host.asked[1]
    assert "After the change: 158 of 800 points" in host.asked[1]
    assert "1 unit changes." in host.asked[1]
    row = host.lines[0]
    assert row.name == (
        "7th Royal Fusiliers (Line infantry, 4th Division 1854, smoothbore) → "
        "7th Royal Fusiliers, Line infantry with rifle-musket"
    )
    assert row.columns == ("24 → 36",)
    assert "New findings" in [line.name for line in host.lines]


def test_findings_about_units_that_had_them_before_are_not_new(host: FakeHost) -> None:
    """The text of the finding names the new army list."""
    host.do(StepResult("unknown", apply(host.now.orbat, Set(UNIT, "entry", "no_such")), ()))
    host.answers = ["russian"]
    edit.army_list(host)
    assert host.lines
    assert not [line for line in host.lines if "no_such" in line.name]


def test_change_without_effects_needs_no_preview(host: FakeHost) -> None:
    host.answers = ["Sept 1854"]
    edit.date(host)
    assert len(host.asked) == 1


# --- options


def test_the_only_option_is_toggled_without_a_question(host: FakeHost) -> None:
    host.select(BRIGADE)
    host.do(units.buy(host.now, "brit_naval_brigade"))
    edit.option(host)
    assert at(host.now.orbat, host.now.selected).options == ("rifles",)
    edit.option(host)
    assert at(host.now.orbat, host.now.selected).options == ()
    assert not host.asked


def test_option_that_the_entry_always_has_is_not_offered(host: FakeHost) -> None:
    host.select(UNIT)
    edit.option(host)
    assert host.said == ["This entry has no options to choose."]


def test_one_of_several_options_is_chosen(host_with_two_options: FakeHost) -> None:
    host = host_with_two_options
    host.select(BRIGADE)
    host.do(units.buy(host.now, "brit_naval_brigade"))
    for option in ("drilled", "rifles"):
        host.answers = [option]
        edit.option(host)
        assert [line.name for line in host.lines] == ["well drilled", "rifles"]
    assert at(host.now.orbat, host.now.selected).options == ("drilled", "rifles")


# --- arranging


def test_move_asks_for_a_formation(host: FakeHost) -> None:
    host.select(UNIT)
    host.answers = [str(SECOND_BRIGADE)]
    edit.move(host)
    assert not unit_names(host, BRIGADE)
    assert len(unit_names(host, SECOND_BRIGADE)) == 2
    assert host.asked == ["Move to"]


def test_move_gives_reasons_for_unsuitable_formations(host: FakeHost) -> None:
    """The cursor skips impossible ones; one against the order of levels can be chosen."""
    host.select(BRIGADE)
    edit.move(host)
    lines = {line.key: (line.columns[0], line.heading) for line in host.lines}
    assert lines[DIVISION] == ("here already", True)
    assert lines[BRIGADE] == ("itself", True)
    assert lines[SECOND_BRIGADE] == ("cannot contain a brigade", False)


def test_several_marked_items_are_moved(host: FakeHost) -> None:
    host.show_state(replace(host.now, marked=frozenset({UNIT, (*SECOND_BRIGADE, "units", 0)})))
    host.answers = [str(())]
    edit.move(host)
    assert host.asked == ["Move 2 items to"]
    assert len(host.now.orbat.units) == 2


@pytest.mark.parametrize("order", ["name", "points", "list"])
def test_units_are_sorted(host: FakeHost, order: str) -> None:
    host.select(BRIGADE)
    host.do(units.buy(host.now, "brit_line_smoothbore"))
    host.do(units.buy(host.now, "brit_line"))
    host.answers = [order]
    edit.sort(host)
    lines = [line for line in host.now.quote.all_units if line.path[:4] == BRIGADE]
    entries = list(host.now.book.entries("british"))
    keys: dict[str, list[Any]] = {
        "name": [line.unit.name.casefold() for line in lines],
        "points": [-line.points for line in lines],
        "list": [entries.index(line.unit.entry) for line in lines],
    }
    assert keys[order] == sorted(keys[order])


def test_higher_formation_is_added_empty_or_around_the_selection(host: FakeHost) -> None:
    host.select(DIVISION)
    edit.higher(host)
    assert [line.name for line in host.lines] == [
        "Add an empty division",
        "Add an empty corps",
        "Put Light Division into a new corps",
    ]
    host.answers = ["2"]
    edit.higher(host)
    assert [one.level for one in host.now.orbat.formations] == ["corps"]
    assert host.now.history.undo_name == "put Light Division into 1st Corps"


def test_higher_formation_is_added_around_marked_ones(host: FakeHost) -> None:
    host.select(())
    for _ in range(2):
        host.do(formations.new_formation(host.now, "brigade"))
        host.select(())
    host.show_state(replace(host.now, marked=frozenset({("formations", 1), ("formations", 2)})))
    edit.higher(host)
    assert "Put 2 marked formations into a new division" in [line.name for line in host.lines]


# --- clipboard


def test_copy_is_pasted_with_new_names(host: FakeHost) -> None:
    host.select(UNIT)
    edit.copy(host)
    assert host.said == ["1 item copied. Press <paste> to paste it."]
    assert host.now.orbat is host.opened
    edit.paste(host)
    edit.paste(host)
    names = unit_names(host, BRIGADE)
    assert len(names) == len(set(names)) == 3


def test_cut_items_are_pasted_once_as_they_were_and_then_as_copies(host: FakeHost) -> None:
    host.select(UNIT)
    edit.cut(host)
    assert not unit_names(host, BRIGADE)
    edit.paste(host)
    assert unit_names(host, BRIGADE) == ["7th Royal Fusiliers"]
    edit.paste(host)
    assert len(set(unit_names(host, BRIGADE))) == 2


def test_several_items_are_copied(host: FakeHost) -> None:
    host.show_state(replace(host.now, marked=frozenset({UNIT, (*SECOND_BRIGADE, "units", 0)})))
    edit.copy(host)
    assert host.said == ["2 items copied. Press <paste> to paste them."]


def test_paste_of_an_empty_clipboard_says_so(host: FakeHost) -> None:
    edit.paste(host)
    assert host.said == ["The clipboard is empty. Press <cut> to cut or <copy> to copy."]


# --- points to spend


def test_points_buy_a_new_unit(host: FakeHost) -> None:
    host.select(BRIGADE)
    host.answers = ["other", "30"]
    edit.points_to_spend(host)
    assert host.values == [str(host.now.quote.remaining)], "the remaining points are proposed"
    engineers = next(line for line in host.lines if "Engineers" in line.name) if host.lines else None
    assert engineers
    before = host.now.quote.total
    host.answers = ["other", "30", str(engineers.key)]
    edit.points_to_spend(host)
    assert host.asked[-1] == "Choose a purchase for 30 points or less"
    assert host.now.quote.total == before + 30


def test_points_enlarge_a_unit(host: FakeHost) -> None:
    host.select(BRIGADE)
    size = at(host.now.orbat, UNIT).size
    host.answers = ["other", "10"]
    edit.points_to_spend(host)
    larger = next(line for line in host.lines if "7th Royal Fusiliers" in line.name)
    host.answers = ["other", "10", str(larger.key)]
    edit.points_to_spend(host)
    assert at(host.now.orbat, UNIT).size > size
    assert host.now.selected == UNIT


def test_too_few_points_buy_nothing(host: FakeHost) -> None:
    host.do(army.set_game_size(host.now, 158))
    host.answers = ["0"]
    edit.points_to_spend(host)
    assert host.values == [""]
    assert host.asked[-1] == "No purchase for 0 points or less is possible within the rules and limits."


@pytest.mark.parametrize("text", ["", *NOT_POINTS])
def test_points_that_are_not_a_number_are_asked_for_again(host: FakeHost, text: str) -> None:
    host.answers = ["other", text]
    edit.points_to_spend(host)
    assert host.refused == ["Type a whole number of points, such as 800."]
