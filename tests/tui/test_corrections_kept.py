"""Corrections of a typed list outlive the program: whatever kills it, checking the same text again offers them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.tui.conftest import notices, on_screen, play_check, press, settle
from textual.pilot import Pilot

from orbat.data import folders
from orbat.data.library import Library
from orbat.documents.read import read_file
from orbat.model.claims import CheckTarget, Correction
from orbat.session.journal import RecoveredJournal, read_journal, start_journal
from orbat.tui import storage
from orbat.tui.file_reading import ReadFile
from orbat.tui.screens.check import CheckScreen
from orbat.tui.steps.corrections import CorrectionHistory, begun, restored

GIVEN = ROOT / "tests" / "data" / "typed_lists" / "given"
SMALL, LARGE = (80, 24), (120, 36)
TO_FIFTH = ("down",) * 4
"""From the first line of the formations to the 33rd, whose price is wrong."""
TWELVE = (*TO_FIFTH, "enter", "enter", "1", "2", "enter")
OFFERED = "as corrected was not saved when orbat last"
"""As much of the question as stands in its first line."""
BOTH = """\
British, 400 points
33rd Foot 15 stands class 3 rifles 60
Total 60

Russian, 400 points
Vladimir Regiment 16 stands class 2 32
Total 32
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The formations in a folder that can be written to."""
    file = tmp_path / "list.txt"
    file.write_bytes((GIVEN / "20_formations.txt").read_bytes())
    return file


def corrected_and_killed(file: Path, *keys: str) -> None:
    """Check a file, press keys, and leave the program as a kill leaves it."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *keys)
        screen.journals.close(discard=False)

    play_check(file, script)


def said(pilot: Pilot[None]) -> str:
    """What has been said in passing."""
    return " ".join(notices(pilot.app))


def corrections_left(file: Path) -> tuple[RecoveredJournal, ...]:
    """What would be offered of a file."""
    return storage.corrections_left(file, storage.fingerprint_of(file.read_bytes())).found


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_corrections_are_taken_up_with_undo_and_redo(file: Path, size: tuple[int, int]) -> None:
    """The last one had been taken back: it can be made again, and the one before it taken back."""
    corrected_and_killed(file, *TWELVE, "enter", "down", "enter", "up", "enter", "u")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, f"list.txt {OFFERED}")
        await press(pilot, "enter", *TO_FIFTH)
        assert on_screen(pilot, "10 points too expensive: 33rd Duke of Wellington typed 58, should be 48")
        assert on_screen(pilot, "made up of", "12 stands, class 3, rifles")
        await press(pilot, "r")
        assert on_screen(pilot, "made up of", "12 stands, class 2, rifles")
        await press(pilot, "u", "u")
        assert on_screen(pilot, "2 points too cheap")
        assert not on_screen(pilot, "u Undo")
        await press(pilot, "r", "enter", "enter", "9", "enter")
        screen.journals.close(discard=False)

    play_check(file, script, size)
    (work,) = corrections_left(file)
    assert [step.name for step in work.history.steps] == ["read", "size 12, line 5", "size 9, line 5"]


def test_a_correction_is_on_disk_before_it_is_on_screen(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the sums are made that are to be shown, the journal has it already; so it has what is taken back."""
    seen: list[list[str]] = []

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        shown = screen._show

        def show(report: object) -> None:
            works = map(read_journal, (folders.state() / "corrections").glob("*.journal"))
            seen.append([work.history.undo_name for work in works if isinstance(work, RecoveredJournal)])
            shown(report)  # type: ignore[arg-type]

        monkeypatch.setattr(screen, "_show", show)
        await press(pilot, *TWELVE, "enter", "end", "enter", "u")
        screen.journals.close()

    play_check(file, script)
    assert seen == [["size 12, line 5"], ["it buys nothing, line 5"], ["size 12, line 5"]]


CORRECTIONS = (
    Correction(5, "size", 12, "size 12"),
    Correction(3, "rating", "2", "class 2"),
    Correction(3, "options", (), "without rifles"),
    Correction(4, "entry", "brit_line", "it is what it was read as"),
    Correction(6, "buy", "brit_line", "it is Line infantry"),
    Correction(3, "none", None, "it buys nothing"),
    Correction(2, "none", None, "it buys nothing"),
    Correction(7, "size", 2, "size 2"),
)
"""One of each, those that move others among them; one leaves the ORBAT as it is."""


def test_every_correction_comes_back(file: Path, library: Library) -> None:
    """With all that follows from it for other lines, after each and in each place of the history."""
    read = read_file(file, library, ruleset="days_of_empire", army_list="")[0]
    trail = begun(read)
    for correction in CORRECTIONS:
        trail = trail.do(correction)
    assert trail.history.position == len(CORRECTIONS)
    trail = trail.undo()
    checked = CheckTarget(0, "days_of_empire", "")
    journal = start_journal(
        folders.state(), trail.history, file=file, fingerprint="as it was", saved=False, checked=checked
    )
    work = read_journal(journal.path)
    assert isinstance(work, RecoveredJournal)
    assert (work.checked, work.file, work.fingerprint) == (checked, file, "as it was")
    assert restored(read, work.history) == trail


def test_corrections_that_do_not_fit_what_is_read_are_not_made(file: Path, library: Library) -> None:
    """A text may be read otherwise by other lists, or by a later orbat."""
    read = read_file(file, library, ruleset="days_of_empire", army_list="")[0]
    trail = begun(read).do(CORRECTIONS[0])
    other = begun(trail.now)
    assert restored(other.now, trail.history) is None
    steps = (trail.history.steps[0], replace(trail.history.steps[1], correction=CORRECTIONS[1]))
    assert restored(read, replace(trail.history, steps=steps)) is None
    steps = (trail.history.steps[0], replace(trail.history.steps[1], correction=None))
    assert restored(read, replace(trail.history, steps=steps)) is None


def test_it_is_said_where_a_text_is_read_otherwise(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text stands as it is read now, and what was corrected is kept."""
    corrected_and_killed(file, *TWELVE)
    (work,) = corrections_left(file)
    other = read_file(GIVEN / "03_app_export.txt", Library(), ruleset="days_of_empire", army_list="")
    monkeypatch.setattr(
        "orbat.tui.screens.check.read_for_check", lambda *_: ReadFile(other, "", work.fingerprint), raising=True
    )

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "enter")
        assert "is not read now as it was" in said(pilot)
        assert not screen.unsaved

    play_check(file, script)
    assert corrections_left(file)


def test_a_changed_file_is_said_and_its_corrections_kept_until_thrown_away(file: Path) -> None:
    """They fit again when the file has its old text again."""
    was = file.read_bytes()
    corrected_and_killed(file, *TWELVE)
    file.write_bytes(was.replace(b"7th", b"9th"))

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, f"list.txt {OFFERED}")
        assert on_screen(pilot, "has changed since then")
        await press(pilot, "enter")
        assert not screen.unsaved

    play_check(file, script)
    file.write_bytes(was)
    assert len(corrections_left(file)) == 1
    file.write_bytes(was.replace(b"7th", b"9th"))

    async def thrown_away(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, "right", "enter")

    play_check(file, thrown_away)
    file.write_bytes(was)
    assert not corrections_left(file)


def test_a_file_that_is_gone_is_not_said_to_have_changed(file: Path) -> None:
    """That it does not exist is found, and no more is asked."""
    corrected_and_killed(file, *TWELVE)
    file.unlink()

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert pilot.app.screen is screen
        assert on_screen(pilot, "does not exist")

    play_check(file, script)


def test_a_copy_of_the_text_is_the_same_text(file: Path) -> None:
    """Its name does not matter; another text is not asked about."""
    corrected_and_killed(file, *TWELVE)
    copy = file.with_name("copy.txt")
    copy.write_bytes(file.read_bytes())
    other = file.with_name("other.txt")
    other.write_text("33rd Foot 15 stands class 3 rifles 60\n", encoding="utf-8")
    assert len(corrections_left(copy)) == 1
    assert not corrections_left(other)


ANSWERS = {
    "saved": ("s", *"mended", "enter"),
    "saved and left": ("escape", "enter", *"mended", "enter"),
    "left without": ("escape", "right", "enter"),
    "taken back": ("u",),
    "read by another list": ("l", "right", "enter", "enter"),
}


@pytest.mark.parametrize("keys", ANSWERS.values(), ids=ANSWERS.keys())
def test_nothing_is_left_of_what_was_saved_or_is_not_wanted(file: Path, keys: tuple[str, ...]) -> None:
    """Nor is a file of it."""
    corrected_and_killed(file, *TWELVE, *keys)
    assert not list((folders.state() / "corrections").iterdir())


@pytest.mark.parametrize(("keys", "left"), [((), 1), (("right",), 1), (("right", "right"), 0)])
def test_the_offer_is_answered(file: Path, keys: tuple[str, ...], left: int) -> None:
    """Taken up it is left when killed again; not now, it is asked about another time; or it is thrown away."""
    corrected_and_killed(file, *TWELVE)
    corrected_and_killed(file, *keys, "enter")
    assert len(corrections_left(file)) == left


def test_a_correction_after_a_save_is_kept_again(file: Path) -> None:
    """With those before the save, so that undo goes back to the beginning."""
    corrected_and_killed(file, *TWELVE, "s", *"mended", "enter", "enter", "enter", "9", "enter")
    (work,) = corrections_left(file)
    assert [step.name for step in work.history.steps] == ["read", "size 12, line 5", "size 9, line 5"]


@pytest.mark.parametrize("written", [True, False])
def test_killed_while_saving(file: Path, written: bool) -> None:
    """Between writing the file and noting so: what the file holds tells whether there is anything to offer."""
    mended = file.with_name("mended.yaml")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TWELVE)
        screen.journals.saving(0, mended, "as it was to be written")
        screen.journals.close(discard=False)

    play_check(file, script)
    mended.write_text("as it was to be written" if written else "before", encoding="utf-8")
    assert len(corrections_left(file)) == (not written)


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """A text with two armies, both corrected when the program was killed."""
    file = tmp_path / "both.txt"
    file.write_text(BOTH, encoding="utf-8")
    twelve = ("enter", "enter", "1", "2", "enter")
    corrected_and_killed(file, "down", *twelve, "w", "down", "enter", "home", "down", *twelve)
    return file


def test_all_armies_of_a_text_come_back_together(both: Path) -> None:
    """Each with its own undo."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, f"both.txt {OFFERED}")
        assert not on_screen(pilot, "more will be asked about")
        await press(pilot, "enter")
        assert [trail.history.undo_name for trail in screen.corrections] == ["size 12, line 2", "size 12, line 6"]
        assert on_screen(pilot, "army 2 of 2")
        await press(pilot, "u", "w", "up", "enter")
        assert on_screen(pilot, "army 1 of 2")
        assert [trail.history.undo_name for trail in screen.corrections] == ["size 12, line 2", ""]
        screen.journals.close(discard=False)

    play_check(both, script)
    assert [work.checked.army for work in corrections_left(both) if work.checked] == [0]


def test_what_it_was_read_by_is_kept(tmp_path: Path) -> None:
    """The army list that was chosen is, when its corrections are taken up, what the text is read by again."""
    file = tmp_path / "odd.txt"
    file.write_text("16 stands class 2 infantry 32\n33rd Foot 15 stands class 3 60\n", encoding="utf-8")

    given = {"ruleset": "days_of_empire", "army_list": "russian"}

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        screen.assumed = given
        screen.read_again()
        await settle(pilot)
        screen.correct(Correction(1, "size", 12, "size 12"))
        assert screen.unsaved
        screen.journals.close(discard=False)

    play_check(file, script)

    async def again(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "enter")
        assert screen.assumed == given
        assert screen.corrections[0].history.undo_name == "size 12, line 1"
        screen.journals.close()

    play_check(file, again)


def test_the_builder_is_not_offered_corrections(file: Path) -> None:
    """They are of a text, which only the check screen shows."""
    corrected_and_killed(file, *TWELVE)
    assert not storage.recoverable().found


def test_it_is_said_where_no_journal_can_be_kept(file: Path) -> None:
    """The correction is made all the same."""
    folders.state().mkdir(parents=True)
    (folders.state() / "corrections").write_text("in the way", encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TWELVE)
        assert "Not journalled" in said(pilot)
        assert on_screen(pilot, "10 points too expensive")

    play_check(file, script)


def test_a_damaged_journal_is_set_aside_and_said(file: Path) -> None:
    """What was corrected before the damage is taken up where there is any."""
    corrected_and_killed(file, *TWELVE, "enter", "end", "enter")
    (journal,) = (folders.state() / "corrections").glob("*.journal")
    lines = journal.read_bytes().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if b'"none"' in line)
    lines[place] = lines[place].replace(b'"none"', b'"nonsense"')
    journal.write_bytes(b"".join(lines))

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "enter")
        assert "is damaged in line" in said(pilot)
        assert screen.corrections[0].history.undo_name == "size 12, line 5"
        screen.journals.close(discard=False)

    play_check(file, script)
    (journal,) = (folders.state() / "corrections").glob("*.journal")
    journal.write_bytes(b"no journal\n")

    async def aside(pilot: Pilot[None], _: CheckScreen) -> None:
        assert "is no journal that can be read. It was kept as" in said(pilot)

    play_check(file, aside)
    assert not list((folders.state() / "corrections").glob("*.journal"))


def test_a_trail_is_unsaved_until_a_file_has_what_is_on_screen(file: Path, library: Library) -> None:
    """Nothing made is nothing to save; what is corrected or taken back after a save is unsaved again."""
    trail = begun(read_file(file, library, ruleset="days_of_empire", army_list="")[0])
    assert not trail.unsaved
    twelve = trail.do(CORRECTIONS[0])
    assert twelve.unsaved
    saved = twelve.save(file, "text")
    assert not saved.unsaved
    more = saved.do(CORRECTIONS[1])
    assert isinstance(more, CorrectionHistory)
    assert more.unsaved
    assert not more.undo().unsaved
    assert not saved.undo().unsaved
