"""The check screen: the text next to its reading; corrections, saving and opening."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.tui.conftest import on_screen, play_report, press, settle
from tests.tui.conftest import play_check as play
from textual.pilot import Pilot

from orbat.data import folders
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import read_file
from orbat.list_reader.corrections import after_removal, apply_corrections
from orbat.model.claims import Correction
from orbat.model.edits import at
from orbat.pipeline import check
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.check import CheckScreen
from orbat.tui.screens.home import HomeScreen
from orbat.tui.steps.corrections import line_at, uncorrected, with_corrections

GIVEN = ROOT / "tests" / "data" / "typed_lists" / "given"
FORMATIONS, EXPORT = GIVEN / "20_formations.txt", GIVEN / "03_app_export.txt"
STARTER = folders.templates() / "days_of_empire" / "starters" / "british_800.yaml"
SMALL, LARGE = (80, 24), (120, 36)
TO_FIFTH = ("down",) * 4
"""From the first line of the formations to the 33rd, whose price is wrong."""
BRIGADE = ("formations", 0, "formations", 0, "units")
ODD = """\
Light Bde
33rd Foot 15 stands class 3 rifles 60
3 of the usual from the box
sub-total 90
Heavy Bde
7th Foot 15 stands class 3 rifles 60
sub-total 60
Total 150
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The list in a writable folder."""
    file = tmp_path / "list.txt"
    file.write_bytes(FORMATIONS.read_bytes())
    return file


def read(file: Path, library: Library) -> Loaded:
    """The list as the check screen reads it."""
    return read_file(file, library, ruleset="days_of_empire", army_list="")[0]


# --- what is shown


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_text_is_shown_next_to_its_reading(size: tuple[int, int]) -> None:
    """Each line has a number, a sign and a word; the details give both numbers and the calculation."""

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        assert on_screen(pilot, "2 points too cheap: 33rd Duke of Wellington is typed as 58 instead of 60")
        assert on_screen(pilot, "✓ 3    7th Royal Fusiliers", "read")
        await press(pilot, *TO_FIFTH)
        assert on_screen(pilot, ">≠ 5    33rd Duke of Wellington", "differs")
        assert on_screen(pilot, "58 typed, price 60")
        assert on_screen(pilot, "difference", "≠ too low by 2")
        assert on_screen(pilot, "calculation", "15 stands x (3 class 3 + 1")
        await press(pilot, "down")
        assert on_screen(pilot, ">≠ 6  sub-total 208", "explained")
        assert on_screen(pilot, "explained by", "line 5")

    play(FORMATIONS, script, size)


@pytest.mark.slow
def test_date_of_a_battle_in_the_list_is_checked(tmp_path: Path) -> None:
    """The screen says where the date comes from. Without a date, it says that dates are not checked."""
    file = tmp_path / "list.txt"
    file.write_text("British at the Alma, 400 points\nNaval Brigade 10 stands class 3 - 40\n", encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        def errors() -> set[str]:
            assert screen.report
            return {one.code for one in screen.report.findings if one.severity == "error"}

        assert on_screen(pilot, "September 1854", "Date guessed from “Alma” (y changes it)")
        assert errors() == {"UNT008"}, "there was no Naval Brigade yet"
        await press(pilot, "y", "delete", "enter")
        assert on_screen(pilot, "Dates not checked")
        assert errors() == set()
        await press(pilot, "y", "enter")
        assert on_screen(pilot, "September 1854", "Dates checked")
        assert errors() == {"UNT008"}

    play(file, script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_alternatives_are_shown_with_their_similarity(size: tuple[int, int]) -> None:

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, "end")
        assert on_screen(pilot, "read as", "Infantry (pekhota) battalion")
        while not on_screen(pilot, "unit           Ural Regiment 1st"):
            await press(pilot, "up")
        await press(pilot, "up", "up", "up")  # from the last detail of the unit to its name
        await press(pilot, *(("tab", "pagedown") if size == SMALL else ()))
        assert on_screen(pilot, "alternative", "Caucasus Line")
        assert on_screen(pilot, "% similar")

    play(EXPORT, script, size)


@pytest.mark.slow
def test_unread_line_is_reported_and_marked(tmp_path: Path) -> None:
    file = tmp_path / "odd.txt"
    file.write_text(ODD, encoding="utf-8")

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        assert on_screen(pilot, "check: line 3 not read")
        assert on_screen(pilot, "? 3 3 of the usual", "unread")

    play(file, script)


@pytest.mark.slow
def test_orbat_file_is_shown_in_rows() -> None:
    """The details, and Enter, show how a row is priced."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, "Light Division · Sir George Brown")
        assert on_screen(pilot, "Typed: ")
        await press(pilot, "shift+tab", "end", "enter")
        assert on_screen(pilot, "Typed: ")
        await press(pilot, "escape", "B")
        assert isinstance(pilot.app.screen, BuilderScreen)
        assert pilot.app.screen.now.file == STARTER

    play(STARTER, script)


@pytest.mark.slow
def test_finding_is_explained_with_the_ruleset_of_the_orbat() -> None:

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        screen.query_one("#found").focus()
        await press(pilot, "enter")
        assert on_screen(pilot, "STF001 general not diced")
        assert on_screen(pilot, "Days of Empire [DOE 14.1]: roll 1d6 for each general")
        assert not on_screen(pilot, "Days of Glory")

    play(STARTER, script, LARGE)


@pytest.mark.slow
def test_click_selects_a_line_and_double_click_corrects_it() -> None:

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await pilot.click("#check-rows", offset=(10, 4))
        await settle(pilot)
        assert on_screen(pilot, "58 typed, price 60")
        await pilot.click("#check-rows", offset=(10, 4), times=2)
        await settle(pilot)
        assert on_screen(pilot, "Not part of the army")

    play(FORMATIONS, script)


# --- corrections


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_corrected_size_is_undone_and_redone(size: tuple[int, int]) -> None:
    """Dependent sums follow at once."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "enter", "1", "2", "enter")
        assert on_screen(pilot, "10 points too expensive: 33rd Duke of Wellington")
        assert on_screen(pilot, "details", "12 stands, class 3, rifles")
        assert "corrected: size 12" in line_at(screen.read, 5).explanation  # type: ignore[arg-type, union-attr]
        assert on_screen(pilot, "u Undo")
        await press(pilot, "u")
        assert on_screen(pilot, "2 points too cheap")
        await press(pilot, "ctrl+y")
        assert on_screen(pilot, "10 points too expensive")

    play(FORMATIONS, script, size)


@pytest.mark.slow
def test_named_size_is_chosen_and_number_is_typed(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    text = "Prussian, Honours of War\nBrigade Wedell\nMusketeers, standard, standard - 110\nObstacles, 2\n"
    file.write_text(text, encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "down", "down", "enter", "enter")
        assert on_screen(pilot, "Size")
        assert all(on_screen(pilot, size) for size in ("Small", "Standard", "Large"))
        await press(pilot, "down", "enter")
        assert "corrected: size large" in line_at(screen.read, 3).explanation  # type: ignore[arg-type, union-attr]
        await press(pilot, "down", "enter")
        assert on_screen(pilot, ">Right as read")
        await press(pilot, "down", "enter")
        assert on_screen(pilot, "Size in stands or guns")

    play(file, script)


@pytest.mark.slow
def test_rating_entry_and_options_are_corrected() -> None:
    """Each is one step; options that an entry always has are not offered."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "down", "enter", "up", "enter")
        assert on_screen(pilot, "details", "15 stands, class 2, rifles")
        await press(pilot, "enter", "down", "down", "enter")
        assert pilot.app.screen is screen
        await press(pilot, "enter", "down", "down", "down", "enter", *"SMOOTH", "enter")
        assert on_screen(pilot, "read as", "Line infantry, 4th Division")
        await press(pilot, "enter", "down", "down", "enter", "enter")
        assert on_screen(pilot, "details", "15 stands, class 2  ")
        assert screen.corrections[0].history.position == 3

    play(FORMATIONS, script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_entry_is_chosen_alternatives_first(size: tuple[int, int]) -> None:
    """The entry of the line is then certain."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "end", "up", "up", "up", "enter", "down", "down", "down", "enter")
        await press(pilot, *"pekhota", "enter")
        assert on_screen(pilot, "read as", "Infantry (pekhota) battalion")
        assert line_at(screen.read, 18).alternatives == ()  # type: ignore[arg-type, union-attr]

    play(EXPORT, script, size)


@pytest.mark.slow
def test_removed_unit_leaves_the_lines_below_correct() -> None:

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "end", "enter")
        assert on_screen(pilot, "✓ 7  E Battery RA", "read")
        await press(pilot, "down", "down")
        assert on_screen(pilot, "unit", "E Battery RA")
        assert on_screen(pilot, "105 typed, price 105")
        assert on_screen(pilot, "· 5    33rd Duke of Wellington", "skipped")

    play(FORMATIONS, script)


@pytest.mark.slow
def test_several_armies_in_one_file_are_shown_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "both.txt"
    one = "British, 400 points\n33rd Foot 15 stands class 3 rifles 60\nTotal 60\n"
    file.write_text(f"{one}\nRussian, 400 points\nVladimir Regiment 16 stands class 2 32\nTotal 32\n", encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, "army 1 of 2 (J: choose another)")
        await press(pilot, "J", "down", "enter")
        assert on_screen(pilot, "army 2 of 2")
        assert on_screen(pilot, "Vladimir Regiment")
        assert screen.army_number == 1

    play(file, script)


# --- saving, opening and leaving


@pytest.mark.slow
def test_corrected_list_is_saved_with_typed_points_as_claims(copied: Path, library: Library) -> None:
    """The original stays unchanged."""

    async def script(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "enter", "1", "2", "enter", "ctrl+s", *"mended", "enter")
        await press(pilot, "B")
        assert isinstance(pilot.app.screen, BuilderScreen)
        assert pilot.app.screen.now.file == copied.parent / "mended.yaml"
        assert not pilot.app.screen.now.unsaved

    play(copied, script)
    report = check(copied.parent / "mended.yaml", library)
    assert report.orbat is not None
    assert (at(report.orbat, BRIGADE)[2].size, at(report.orbat, BRIGADE)[2].points) == (12, 58)
    assert report.orbat.total == 343
    assert copied.read_bytes() == FORMATIONS.read_bytes()


@pytest.mark.slow
def test_list_opens_in_the_builder_and_returns_to_the_check(copied: Path) -> None:

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "B")
        builder = pilot.app.screen
        assert isinstance(builder, BuilderScreen)
        assert builder.now.file is None
        builder.close()
        await settle(pilot)
        assert screen.is_current

    play(copied, script)


@pytest.mark.slow
def test_leaving_with_corrections_asks_once() -> None:

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TO_FIFTH, "enter", "end", "enter", "escape")
        assert on_screen(pilot, "The corrections are not saved")
        await press(pilot, "escape")
        await press(pilot, "ctrl+q")
        assert pilot.app.is_running
        assert pilot.app.screen is screen
        await press(pilot, "u", "escape")
        assert isinstance(pilot.app.screen, HomeScreen)

    play(FORMATIONS, script)


# --- the corrections themselves


def test_paths_after_a_removal() -> None:
    """Later items of the same list move up."""
    gone = ("formations", 0, "units", 1)
    assert after_removal(gone, gone) is None
    assert after_removal((*gone, "size"), gone) is None
    assert after_removal(("formations", 0, "units", 2, "points"), gone) == ("formations", 0, "units", 1, "points")
    for path in (("formations", 0, "units", 0), ("formations", 1, "units", 2), ("formations", 0), ("units", 4), ()):
        assert after_removal(path, gone) == path
    assert after_removal(("formations", 0, "commander"), ("formations", 0, "commander")) is None


def test_removed_general_is_in_no_sum(library: Library) -> None:
    was = read(FORMATIONS, library)
    now = apply_corrections(was, (Correction(2, "none", None, "corrected"),))
    assert now.orbat is not None
    assert at(now.orbat, BRIGADE[:-1]).commander is None
    assert line_at(now, 2).paths == ()  # type: ignore[union-attr]
    assert all((*BRIGADE[:-1], "commander") not in claim.covers for claim in now.reading.claims)  # type: ignore[union-attr]


def test_unread_line_becomes_a_unit_and_counts_towards_its_subtotal(tmp_path: Path, library: Library) -> None:
    """It is last in the formation of the line above; other paths do not change."""
    file = tmp_path / "odd.txt"
    file.write_text(ODD, encoding="utf-8")
    was = read(file, library)
    now = apply_corrections(was, (Correction(3, "buy", "brit_line", "corrected"),))
    assert now.orbat is not None
    line = line_at(now, 3)
    assert line is not None
    assert not line.unread
    assert at(now.orbat, line.paths[0]).entry == "brit_line"
    assert line_at(now, 2).paths == line_at(was, 2).paths  # type: ignore[union-attr]
    subtotal = next(claim for claim in now.reading.claims if claim.claim_type == "subtotal")  # type: ignore[union-attr]
    assert line.paths[0] in subtotal.covers


def test_correction_that_changes_nothing_adds_no_step(library: Library) -> None:
    was = read(FORMATIONS, library)
    history = uncorrected(was)
    assert history.do(Correction(99, "size", 12, "size 12")) is history
    assert history.undo() == history
    twelve = Correction(5, "size", 12, "size 12")
    done = history.do(twelve)
    assert done.now == with_corrections(was, (twelve,))
    assert done.undo().now == was
    assert done.undo().redo() == done


@pytest.mark.slow
def test_a_list_without_an_army_list_gets_one(tmp_path: Path) -> None:
    """The heading names the key, as long as there is no army list."""
    file = tmp_path / "theirs.txt"
    file.write_text("Line infantry 15 stands class 3 rifles 60\nTotal 60\n", encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, "Check theirs.txt (L: choose the army list)")
        await press(pilot, "L", "enter")
        assert on_screen(pilot, "Check theirs.txt")
        assert not on_screen(pilot, "L: choose")

    play(file, script)


# --- a typed list whose reading is doubtful


UNCLEAR = """\
British at the Alma, 400 points
1st Brigade, Codrington 30
33rd Foot 12 stands, class 3, rifles 48
some Rifles 4 or 5
Total 400
"""


@pytest.mark.slow
def test_a_doubtful_list_opens_in_the_check_screen_and_stays_doubtful_until_it_is_saved(
    tmp_path: Path, library: Library
) -> None:
    """The builder's header says that the list may be misread, also after an edit, until the army is saved."""
    file = tmp_path / "list.txt"
    file.write_text(UNCLEAR, encoding="utf-8")
    report = check(file, library, ruleset="days_of_empire")
    assert report.verdict.doubtful

    async def script(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app.screen, CheckScreen)
        await press(pilot, "B")
        assert isinstance(pilot.app.screen, BuilderScreen)
        builder = pilot.app.screen
        assert builder.now.report.verdict.doubtful
        assert on_screen(pilot, "I may have misread this list")
        await press(pilot, "n", *"Red coats", "enter")
        assert builder.now.report.verdict.doubtful
        builder.saved(tmp_path / "army.yaml", "")
        await settle(pilot)
        assert not builder.now.report.verdict.doubtful

    play_report(report, script)
