"""Recovery of unsaved corrections of a typed list after a kill."""

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
from orbat.tui.steps.corrections import CorrectionHistory, restored, uncorrected

GIVEN = ROOT / "tests" / "data" / "typed_lists" / "given"
SMALL, LARGE = (80, 24), (120, 36)
TO_FIFTH = ("down",) * 4
"""From the first line of the formations to the 33rd, whose price is wrong."""
TWELVE = (*TO_FIFTH, "enter", "enter", "1", "2", "enter")
OFFERED = "the corrections of"
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
    """The list in a writable folder."""
    file = tmp_path / "list.txt"
    file.write_bytes((GIVEN / "20_formations.txt").read_bytes())
    return file


def corrected_and_killed(file: Path, *keys: str) -> None:
    """Check a file, press keys, and leave a journal as a kill does."""

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *keys)
        screen.journals.close(discard=False)

    play_check(file, script)


def said(pilot: Pilot[None]) -> str:
    """The notices so far."""
    return " ".join(notices(pilot.app))


def unsaved_corrections(file: Path) -> tuple[RecoveredJournal, ...]:
    """The corrections that would be offered for a file."""
    return storage.unsaved_corrections(file, storage.fingerprint_of(file.read_bytes())).found


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_recovered_corrections_can_be_undone_and_redone(file: Path, size: tuple[int, int]) -> None:
    corrected_and_killed(file, *TWELVE, "enter", "down", "enter", "up", "enter", "u")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, f"{OFFERED} list.txt")
        await press(pilot, "enter", *TO_FIFTH)
        assert on_screen(pilot, "10 points too expensive: 33rd Duke of Wellington is typed as 58")
        assert on_screen(pilot, "details", "12 stands, class 3, rifles")
        await press(pilot, "ctrl+y")
        assert on_screen(pilot, "details", "12 stands, class 2, rifles")
        await press(pilot, "u", "u")
        assert on_screen(pilot, "2 points too cheap")
        assert not on_screen(pilot, "u Undo")
        await press(pilot, "ctrl+y", "enter", "enter", "9", "enter")
        screen.journals.close(discard=False)

    play_check(file, script, size)
    (work,) = unsaved_corrections(file)
    assert [step.name for step in work.history.steps] == ["read", "size 12, line 5", "size 9, line 5"]


@pytest.mark.slow
def test_correction_is_in_the_journal_before_it_is_shown(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        shown = screen.show_report

        def show(report: object) -> None:
            works = map(read_journal, (folders.state() / "corrections").glob("*.journal"))
            seen.append([work.history.undo_name for work in works if isinstance(work, RecoveredJournal)])
            shown(report)  # type: ignore[arg-type]

        monkeypatch.setattr(screen, "show_report", show)
        await press(pilot, *TWELVE, "enter", "end", "enter", "u")
        screen.journals.close()

    play_check(file, script)
    assert seen == [["size 12, line 5"], ["not part of the army, line 5"], ["size 12, line 5"]]


CORRECTIONS = (
    Correction(5, "size", 12, "size 12"),
    Correction(3, "rating", "2", "class 2"),
    Correction(3, "options", (), "without rifles"),
    Correction(4, "entry", "brit_line", "it is what it was read as"),
    Correction(6, "buy", "brit_line", "it is Line infantry"),
    Correction(3, "none", None, "not a purchase"),
    Correction(2, "none", None, "not a purchase"),
    Correction(7, "size", 2, "size 2"),
    Correction(7, "name", "Battery E", "name Battery E"),
    Correction(1, "general", "Brown", "name Brown"),
    Correction(1, "formation", "Light Division", "name Light Division"),
    Correction(4, "role", "line price", "60 is the price of the line", 46),
    Correction(4, "column", "size", "15 is the size", 26),
)
"""One of each, those that move others among them; one leaves the ORBAT as it is."""


@pytest.mark.slow
def test_every_correction_is_recovered(file: Path, library: Library) -> None:
    """With its effects on other lines, at every step of the history."""
    read = read_file(file, library, ruleset="days_of_empire", army_list="")[0]
    trail = uncorrected(read)
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


def test_corrections_that_do_not_fit_are_not_applied(file: Path, library: Library) -> None:
    read = read_file(file, library, ruleset="days_of_empire", army_list="")[0]
    trail = uncorrected(read).do(CORRECTIONS[0])
    other = uncorrected(trail.now)
    assert restored(other.now, trail.history) is None
    steps = (trail.history.steps[0], replace(trail.history.steps[1], correction=CORRECTIONS[1]))
    assert restored(read, replace(trail.history, steps=steps)) is None
    steps = (trail.history.steps[0], replace(trail.history.steps[1], correction=None))
    assert restored(read, replace(trail.history, steps=steps)) is None


@pytest.mark.slow
def test_text_that_is_read_differently_is_reported(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corrected_and_killed(file, *TWELVE)
    (work,) = unsaved_corrections(file)
    other = read_file(GIVEN / "03_app_export.txt", Library(), ruleset="days_of_empire", army_list="")
    monkeypatch.setattr(
        "orbat.tui.screens.check.read_for_check", lambda *_: ReadFile(other, "", work.fingerprint), raising=True
    )

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, "enter")
        assert "Cannot recover" in said(pilot)
        assert not screen.unsaved

    play_check(file, script)
    assert unsaved_corrections(file)


@pytest.mark.slow
def test_corrections_of_a_changed_file_are_kept_until_discarded(file: Path) -> None:
    """They fit again if the file gets its old text back."""
    was = file.read_bytes()
    corrected_and_killed(file, *TWELVE)
    file.write_bytes(was.replace(b"7th", b"9th"))

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, "list.txt has changed")
        assert on_screen(pilot, "restore the old file")
        await press(pilot, "enter")
        assert not screen.unsaved

    play_check(file, script)
    file.write_bytes(was)
    assert len(unsaved_corrections(file)) == 1
    file.write_bytes(was.replace(b"7th", b"9th"))

    async def thrown_away(pilot: Pilot[None], _: CheckScreen) -> None:
        await press(pilot, "right", "enter")

    play_check(file, thrown_away)
    file.write_bytes(was)
    assert not unsaved_corrections(file)


@pytest.mark.slow
def test_missing_file_is_not_reported_as_changed(file: Path) -> None:
    corrected_and_killed(file, *TWELVE)
    file.unlink()

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert pilot.app.screen is screen
        assert on_screen(pilot, "does not exist")

    play_check(file, script)


@pytest.mark.slow
def test_copy_of_a_text_is_offered_its_corrections(file: Path) -> None:
    corrected_and_killed(file, *TWELVE)
    copy = file.with_name("copy.txt")
    copy.write_bytes(file.read_bytes())
    other = file.with_name("other.txt")
    other.write_text("33rd Foot 15 stands class 3 rifles 60\n", encoding="utf-8")
    assert len(unsaved_corrections(copy)) == 1
    assert not unsaved_corrections(other)


ANSWERS = {
    "saved": ("ctrl+s", *"mended", "enter"),
    "saved and left": ("escape", "enter", *"mended", "enter"),
    "left without": ("escape", "right", "enter"),
    "taken back": ("u",),
    "read by another list": ("L", "right", "enter", "enter"),
}


@pytest.mark.slow
@pytest.mark.parametrize("keys", ANSWERS.values(), ids=ANSWERS.keys())
def test_saved_or_discarded_corrections_leave_no_journal(file: Path, keys: tuple[str, ...]) -> None:
    corrected_and_killed(file, *TWELVE, *keys)
    assert not list((folders.state() / "corrections").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "left"), [((), 1), (("right",), 1), (("right", "right"), 0)])
def test_recovery_is_accepted_postponed_or_declined(file: Path, keys: tuple[str, ...], left: int) -> None:
    corrected_and_killed(file, *TWELVE)
    corrected_and_killed(file, *keys, "enter")
    assert len(unsaved_corrections(file)) == left


@pytest.mark.slow
def test_correction_after_a_save_is_recovered(file: Path) -> None:
    corrected_and_killed(file, *TWELVE, "ctrl+s", *"mended", "enter", "enter", "enter", "9", "enter")
    (work,) = unsaved_corrections(file)
    assert [step.name for step in work.history.steps] == ["read", "size 12, line 5", "size 9, line 5"]


@pytest.mark.slow
@pytest.mark.parametrize("written", [True, False])
def test_kill_during_a_save(file: Path, written: bool) -> None:
    """The content of the file decides whether anything is offered."""
    mended = file.with_name("mended.yaml")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TWELVE)
        screen.journals.saving(0, mended, "as it was to be written")
        screen.journals.close(discard=False)

    play_check(file, script)
    mended.write_text("as it was to be written" if written else "before", encoding="utf-8")
    assert len(unsaved_corrections(file)) == (not written)


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """A text with two armies, both corrected when the program was killed."""
    file = tmp_path / "both.txt"
    file.write_text(BOTH, encoding="utf-8")
    twelve = ("enter", "enter", "1", "2", "enter")
    corrected_and_killed(file, "down", *twelve, "J", "down", "enter", "home", "down", *twelve)
    return file


@pytest.mark.slow
def test_all_armies_of_a_file_are_recovered(both: Path) -> None:

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        assert on_screen(pilot, f"{OFFERED} both.txt")
        assert not on_screen(pilot, "at the next start")
        await press(pilot, "enter")
        assert [trail.history.undo_name for trail in screen.corrections] == ["size 12, line 2", "size 12, line 6"]
        assert on_screen(pilot, "army 2 of 2")
        await press(pilot, "u", "J", "up", "enter")
        assert on_screen(pilot, "army 1 of 2")
        assert [trail.history.undo_name for trail in screen.corrections] == ["size 12, line 2", ""]
        screen.journals.close(discard=False)

    play_check(both, script)
    assert [work.checked.army for work in unsaved_corrections(both) if work.checked] == [0]


@pytest.mark.slow
def test_chosen_army_list_is_recovered(tmp_path: Path) -> None:
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


@pytest.mark.slow
def test_builder_does_not_offer_corrections(file: Path) -> None:
    corrected_and_killed(file, *TWELVE)
    assert not storage.unsaved_work().found


@pytest.mark.slow
def test_missing_journal_is_reported_and_the_correction_applied(file: Path) -> None:
    folders.state().mkdir(parents=True)
    (folders.state() / "corrections").write_text("in the way", encoding="utf-8")

    async def script(pilot: Pilot[None], screen: CheckScreen) -> None:
        await press(pilot, *TWELVE)
        assert "cannot be recorded" in said(pilot)
        assert on_screen(pilot, "10 points too expensive")

    play_check(file, script)


@pytest.mark.slow
def test_damaged_journal_is_renamed_and_reported(file: Path) -> None:
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
        assert "is not a readable journal. The file was renamed to" in said(pilot)

    play_check(file, aside)
    assert not list((folders.state() / "corrections").glob("*.journal"))


def test_corrections_are_unsaved_until_a_file_has_them(file: Path, library: Library) -> None:
    trail = uncorrected(read_file(file, library, ruleset="days_of_empire", army_list="")[0])
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
