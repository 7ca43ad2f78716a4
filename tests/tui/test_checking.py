"""The check screen: an opponent's text beside what was made of it, corrected, saved and opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.tui.conftest import on_screen, press, settle
from tests.tui.conftest import play_check as play
from textual.pilot import Pilot

from orbat.data import folders
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import read_file
from orbat.model.claims import Correction
from orbat.model.edits import at
from orbat.pipeline import check
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.check import CheckScreen
from orbat.tui.screens.home import HomeScreen
from orbat.tui.steps.corrections import after, begun, bought, corrected, line_at, removed

GIVEN = ROOT / "tests" / "data" / "typed_lists" / "given"
FORMATIONS, EXPORT = GIVEN / "20_formations.txt", GIVEN / "03_app_export.txt"
STARTER = folders.templates() / "days_of_empire" / "starters" / "british_800.yaml"
SMALL, LARGE = (80, 24), (120, 36)
TO_FIFTH = ("down",) * 4
"""From the first line of the formations to the 33rd, whose price is wrong."""
BRIGADE = ("formations", 0, "formations", 0, "units")
ODD = "Light Bde\n33rd Foot 15 stands class 3 rifles 60\n3 of the usual from the box\nsub-total 90\nTotal 90\n"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The formations in a folder that can be written to."""
    file = tmp_path / "list.txt"
    file.write_bytes(FORMATIONS.read_bytes())
    return file


def read(file: Path, library: Library) -> Loaded:
    """What the check screen reads of a file."""
    return read_file(file, library, ruleset="days_of_empire", army_list="")[0]


# --- what is shown


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_text_stands_beside_what_was_made_of_it(size: tuple[int, int]) -> None:
    """Each line has its number, a sign and a word; the one at the cursor is told with both numbers and our sum."""

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        assert on_screen(pilot, "2 points too cheap: 33rd Duke of Wellington typed 58, should be 60")
        assert on_screen(pilot, "✓ 3    7th Royal Fusiliers", "read")
        await press(pilot, *TO_FIFTH)
        assert on_screen(pilot, ">≠ 5    33rd Duke of Wellington", "differs")
        assert on_screen(pilot, "58 typed, comes to 60")
        assert on_screen(pilot, "difference", "≠ 2 too little is typed")
        assert on_screen(pilot, "our sum", "15 stands x (3 class 3 + 1")
        await press(pilot, "down")
        assert on_screen(pilot, ">≠ 6  sub-total 208", "follows")
        assert on_screen(pilot, "it follows", "from line 5")

    play(FORMATIONS, script, size)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_rivals_are_told_with_their_nearness(size: tuple[int, int]) -> None:
    """A line whose name may mean several entries says which, how near each is; lines below a unit belong to it."""

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, "end")
        assert on_screen(pilot, "read as", "Infantry (pekhota) battalion")
        await press(pilot, "up", "up", "up")
        await press(pilot, *(("tab", "pagedown") if size == SMALL else ()))
        assert on_screen(pilot, "may be", "Black Sea foot Cossacks")
        assert on_screen(pilot, "of 100 near")

    play(EXPORT, script, size)


def test_an_unread_line_is_said(tmp_path: Path) -> None:
    """In the first line and at its own place, by a sign and a word."""
    file = tmp_path / "odd.txt"
    file.write_text(ODD, encoding="utf-8")

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        assert on_screen(pilot, "1 line was not read: 3.")
        assert on_screen(pilot, "? 3 3 of the usual", "unread")

    play(file, script)


def test_a_file_of_our_own_is_shown_in_rows() -> None:
    """It has no text to correct; Enter tells how a row's points are made up."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, "Light Division · Sir George Brown")
        assert not screen.query_one("#check-made").display
        await press(pilot, "shift+tab", "end", "enter")
        assert on_screen(pilot, "The list says")
        await press(pilot, "escape", "o")
        assert isinstance(pilot.app.screen, BuilderScreen)
        assert pilot.app.screen.now.file == STARTER

    play(STARTER, script)


def test_a_click_goes_to_a_line_and_a_double_click_corrects_it() -> None:
    """As the cursor keys and Enter do."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await pilot.click("#check-rows", offset=(10, 4))
        await settle(pilot)
        assert on_screen(pilot, "58 typed, comes to 60")
        await pilot.click("#check-rows", offset=(10, 4), times=2)
        await settle(pilot)
        assert on_screen(pilot, "Not a unit at all")

    play(FORMATIONS, script)


# --- corrections


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_size_is_corrected_and_taken_back(size: tuple[int, int]) -> None:
    """What it comes to is there at once, with the sums that follow from it."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "enter", "1", "2", "enter")
        assert on_screen(pilot, "10 points too expensive: 33rd Duke of Wellington typed 58, should be 48")
        assert on_screen(pilot, "made up of", "12 stands, class 3, rifles")
        assert "corrected: size 12" in line_at(screen.read, 5).explanation  # type: ignore[arg-type, union-attr]
        assert on_screen(pilot, "u Undo", "f1 Help")
        await press(pilot, "u")
        assert on_screen(pilot, "2 points too cheap")
        await press(pilot, "r")
        assert on_screen(pilot, "10 points too expensive")

    play(FORMATIONS, script, size)


def test_a_size_that_is_none_is_asked_for_again() -> None:
    """Words and nought are not taken."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "enter", "0", "enter")
        assert on_screen(pilot, "Type a whole number from 1")
        await press(pilot, "escape")
        assert not screen.corrections[0].history.undo_name

    play(FORMATIONS, script)


def test_a_named_size_is_chosen_where_sizes_have_names(tmp_path: Path) -> None:
    """With the cursor on what was read; what has a number of pieces is asked for a number."""
    file = tmp_path / "list.txt"
    text = "Prussian, Honours of War\nBrigade Wedell\nMusketeers, standard, standard - 110\nObstacles, 2\n"
    file.write_text(text, encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "down", "down", "enter", "enter")
        assert on_screen(pilot, "Which size?")
        assert all(on_screen(pilot, size) for size in ("Small", "Standard", "Large"))
        await press(pilot, "down", "enter")
        assert "corrected: size large" in line_at(screen.read, 3).explanation  # type: ignore[arg-type, union-attr]
        await press(pilot, "down", "enter", "enter")
        assert on_screen(pilot, "How many stands or guns?")

    play(file, script)


def test_class_entry_and_options_are_corrected() -> None:
    """Each is a step of its own; what an entry has always is not to be chosen."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "down", "enter", "up", "enter")
        assert on_screen(pilot, "made up of", "15 stands, class 2, rifles")
        await press(pilot, "enter", "down", "down", "enter")
        assert pilot.app.screen is screen
        await press(pilot, "enter", "down", "down", "down", "enter", *"SMOOTH", "enter")
        assert on_screen(pilot, "read as", "Line infantry, 4th Division")
        await press(pilot, "enter", "down", "down", "enter", "enter")
        assert on_screen(pilot, "made up of", "15 stands, class 2  ")
        assert screen.corrections[0].history.position == 3

    play(FORMATIONS, script)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_entry_is_chosen_rivals_first(size: tuple[int, int]) -> None:
    """Once it is chosen, the line is unsure no longer and the rule that was broken is not."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "end", "up", "up", "up", "enter", "down", "down", "down", "enter")
        await press(pilot, *"pekhota", "enter")
        assert on_screen(pilot, "read as", "Infantry (pekhota) battalion")
        assert not on_screen(pilot, "rule broken")
        assert line_at(screen.read, 18).alternatives == ()  # type: ignore[arg-type, union-attr]

    play(EXPORT, script, size)


def test_what_is_no_unit_is_taken_out_and_the_lines_below_stay_right() -> None:
    """Its price goes with it, and the battery below is still told as the battery."""

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "end", "enter")
        assert on_screen(pilot, "✓ 7  E Battery RA", "read")
        await press(pilot, "down", "down")
        assert on_screen(pilot, "unit", "E Battery RA")
        assert on_screen(pilot, "105 typed, comes to 105")
        assert on_screen(pilot, "· 5    33rd Duke of Wellington", "left out")

    play(FORMATIONS, script)


def test_several_armies_in_one_text_are_turned_to(tmp_path: Path) -> None:
    """The title says which it is, and corrections belong to each."""
    file = tmp_path / "both.txt"
    one = "British, 400 points\n33rd Foot 15 stands class 3 rifles 60\nTotal 60\n"
    file.write_text(f"{one}\nRussian, 400 points\nVladimir Regiment 16 stands class 2 32\nTotal 32\n", encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, "army 1 of 2 (W: choose which)")
        await press(pilot, "w", "down", "enter")
        assert on_screen(pilot, "army 2 of 2")
        assert on_screen(pilot, "Vladimir Regiment")
        assert screen.army_number == 1

    play(file, script)


# --- saving, opening and leaving


def test_the_corrected_list_is_saved_with_what_was_typed(copied: Path, library: Library) -> None:
    """What was typed stays in the file as claims, and is reported of it; the opponent's text is as it was."""

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "enter", "1", "2", "enter", "s", *"mended", "enter")
        await press(pilot, "o")
        assert isinstance(pilot.app.screen, BuilderScreen)
        assert pilot.app.screen.now.file == copied.parent / "mended.yaml"
        assert not pilot.app.screen.now.unsaved

    play(copied, script)
    report = check(copied.parent / "mended.yaml", library)
    assert report.orbat is not None
    assert (at(report.orbat, BRIGADE)[2].size, at(report.orbat, BRIGADE)[2].points) == (12, 58)
    assert report.orbat.total == 343
    assert copied.read_bytes() == FORMATIONS.read_bytes()


def test_what_is_there_is_overwritten_only_when_asked(copied: Path) -> None:
    """The question can be answered by going back."""
    there = copied.parent / "mended.yaml"
    there.write_text("mine", encoding="utf-8")

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, "s", *"mended", "enter")
        assert on_screen(pilot, "exists already")
        await press(pilot, "right", "enter")

    play(copied, script)
    assert there.read_text(encoding="utf-8") == "mine"


def test_it_opens_in_the_builder_without_a_file_and_comes_back(copied: Path) -> None:
    """A text is no file of the builder's; leaving the builder leads back to the check."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "o")
        builder = pilot.app.screen
        assert isinstance(builder, BuilderScreen)
        assert builder.now.file is None
        builder.close()
        await settle(pilot)
        assert screen.is_current

    play(copied, script)


def test_corrections_are_not_lost_without_a_question() -> None:
    """Leaving asks once, and orbat is not left; without corrections there is no question."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "end", "enter", "escape")
        assert on_screen(pilot, "There are corrections that are not saved")
        await press(pilot, "escape")
        await press(pilot, "ctrl+q")
        assert pilot.app.is_running
        assert pilot.app.screen is screen
        await press(pilot, "u", "escape")
        assert isinstance(pilot.app.screen, HomeScreen)

    play(FORMATIONS, script)


# --- the corrections themselves


def test_places_after_something_is_taken_out() -> None:
    """Those behind it in its own list move up, and no other."""
    gone = ("formations", 0, "units", 1)
    assert after(gone, gone) is None
    assert after((*gone, "size"), gone) is None
    assert after(("formations", 0, "units", 2, "points"), gone) == ("formations", 0, "units", 1, "points")
    for path in (("formations", 0, "units", 0), ("formations", 1, "units", 2), ("formations", 0), ("units", 4), ()):
        assert after(path, gone) == path
    assert after(("formations", 0, "commander"), ("formations", 0, "commander")) is None


def test_a_general_who_is_none_is_taken_out(library: Library) -> None:
    """His price is in no sum any more."""
    was = read(FORMATIONS, library)
    now = removed(was, 2, "corrected")
    assert now.orbat is not None
    assert at(now.orbat, BRIGADE[:-1]).commander is None
    assert line_at(now, 2).paths == ()  # type: ignore[union-attr]
    assert all((*BRIGADE[:-1], "commander") not in claim.covers for claim in now.reading.claims)  # type: ignore[union-attr]


def test_an_unread_line_becomes_a_unit_and_counts_to_its_subtotal(tmp_path: Path, library: Library) -> None:
    """It stands last in the formation of the line above it, and no place of another line is changed."""
    file = tmp_path / "odd.txt"
    file.write_text(ODD, encoding="utf-8")
    was = read(file, library)
    now = bought(was, 3, "brit_line", "corrected")
    assert now.orbat is not None
    line = line_at(now, 3)
    assert line is not None
    assert not line.unread
    assert at(now.orbat, line.paths[0]).entry == "brit_line"
    assert line_at(now, 2).paths == line_at(was, 2).paths  # type: ignore[union-attr]
    subtotal = next(claim for claim in now.reading.claims if claim.claim_type == "subtotal")  # type: ignore[union-attr]
    assert line.paths[0] in subtotal.covers


def test_a_correction_that_changes_nothing_is_no_step(library: Library) -> None:
    """Nor is taking back what was not done."""
    was = read(FORMATIONS, library)
    trail = begun(was)
    assert trail.do(Correction(99, "size", 12, "size 12")) is trail
    assert trail.undo() == trail
    done = trail.do(Correction(5, "size", 12, "size 12"))
    assert done.now == corrected(was, 5, "size", 12, "corrected: size 12")
    assert done.undo().now == was
    assert done.undo().redo() == done
