"""The play screen: losses are scored and saved immediately, and can be undone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.examples import sampled
from tests.tui.conftest import notices, on_screen, play_file, press, settle
from textual.pilot import Pilot

from orbat.features.game.condition import Condition
from orbat.features.game.file import load_play
from orbat.features.game.model import Game
from orbat.features.game.screen import PlayScreen, with_losses
from orbat.features.game.screen_lines import lose_fault
from orbat.model.sheet import PrintOptions
from orbat.report.roster import UnitStrength
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.widgets.lines import Lines

SEVEN = Condition(("units", 0), "7th", False, (), "", 0, "", strength=UnitStrength(4, 1, 0))
Script = Callable[[Pilot[None]], Awaitable[None]]


def saved(file: Path) -> Game:
    found = load_play(file.with_name("army.play.yaml")).value
    assert found
    return found


@pytest.fixture
def file(tmp_path: Path, two_brigades: str) -> Path:
    """Two brigades; lines: Brown, Codrington, the 7th (12 stands), Buller, the 19th (8)."""
    made = tmp_path / "army.yaml"
    made.write_text(two_brigades, encoding="utf-8")
    return made


@pytest.mark.slow
def test_survivors_are_taken_to_the_next_game(file: Path) -> None:
    """From the play screen: a preview, one step, and a new file. Without a file name, nothing changes."""
    before = file.read_bytes()

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P", "down", "down", *["plus"] * 4, "N")
        assert on_screen(pilot, "7th Royal Fusiliers: 4 of 12 stands lost; 10 in the next army")
        await press(pilot, "enter", "escape")
        builder = pilot.app.screen
        assert isinstance(builder, BuilderScreen)
        assert not builder.now.history.position
        await press(pilot, "P", "N", "enter", "enter")
        assert builder.now.file == file.with_name("army_2.yaml")
        assert builder.now.orbat.formations[0].formations[0].units[0].size == 10

    play_file(file, script)
    assert file.read_bytes() == before


@pytest.mark.parametrize("size", sampled([((80, 24),), ((120, 36),)], 1))
def test_losses_are_scored_and_saved_at_once(file: Path, size: tuple[int, int]) -> None:
    before = file.read_bytes()

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P")
        assert isinstance(pilot.app.screen, PlayScreen)
        assert on_screen(pilot, "0 of 158 points lost: draw")
        await press(pilot, "down", "down", *["plus"] * 6)
        assert on_screen(pilot, "7th Royal Fusiliers", "■■■■■■|□□□□□□")
        assert on_screen(pilot, "0 of 158 points lost")
        await press(pilot, "plus")
        assert on_screen(pilot, "18 of 158 points lost")
        assert on_screen(pilot, "½", "7th Royal Fusiliers", "18")
        assert on_screen(pilot, "7 of 12 stands lost, under half")
        assert [(one.name, one.lost) for one in saved(file).units] == [("7th Royal Fusiliers", 7)]
        await press(pilot, "2")
        assert on_screen(pilot, "36 of 158 points lost")
        assert on_screen(pilot, "✗", "7th Royal Fusiliers", "routed off the table")
        await press(pilot, "2", "minus")
        assert on_screen(pilot, "0 of 158 points lost")
        assert [(one.lost, one.state) for one in saved(file).units] == [(6, None)]

    play_file(file, script, size)
    assert file.read_bytes() == before


@pytest.mark.slow
def test_keys_of_generals(file: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P")
        for key, says in (("plus", "has no boxes"), ("9", "1 to 3"), ("r", "is not lost"), ("u", "Nothing to undo")):
            await press(pilot, key)
            assert on_screen(pilot, says)
        assert not file.with_name("army.play.yaml").exists()
        await press(pilot, "2")
        assert on_screen(pilot, "wounded: returns next game, no roll needed")
        assert on_screen(pilot, "Captured", "Roll successor (optional)")
        await press(pilot, "3")
        assert on_screen(pilot, "captured: r rolls for a successor")
        await press(pilot, "r")
        assert on_screen(pilot, "30 of 158 points lost")
        assert on_screen(pilot, "Sir George Brown", "captured, replaced:")
        (note,) = saved(file).generals
        assert note.promoted
        assert note.promoted.result in ("inept", "capable")
        await press(pilot, "r")
        assert saved(file).generals == (note,)

    play_file(file, script)


@pytest.mark.slow
def test_undo_is_exact_and_saved(file: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P", "down", "down", "plus", "plus")
        now = saved(file)
        await press(pilot, "3", "up", "3", "u", "u")
        assert saved(file) == now
        assert on_screen(pilot, "Undo (2)")
        await press(pilot, "ctrl+y", "ctrl+y")
        assert on_screen(pilot, "66 of 158 points lost")
        await press(pilot, "u", "u", "u", "u", "u")
        assert saved(file).units == saved(file).generals == ()

    play_file(file, script)


@pytest.mark.slow
def test_the_game_continues_when_reopened(file: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P", "down", "down", "4", "escape")
        assert isinstance(pilot.app.screen, BuilderScreen)
        assert not pilot.app.screen.now.unsaved
        await press(pilot, "P")
        assert on_screen(pilot, "7th Royal Fusiliers", "surrendered")

    play_file(file, script)


@pytest.mark.slow
def test_unmatched_losses_stay_in_the_file(file: Path) -> None:
    file.with_name("army.play.yaml").write_text(
        "play: 1\nunits:\n  - {place: 'formations[0].formations[0].units[0]', name: Ghosts, lost: 2}\n"
    )

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P")
        assert on_screen(pilot, "No longer in the ORBAT: Ghosts")
        await press(pilot, "down", "down", "plus")
        assert on_screen(pilot, "No longer in the ORBAT: Ghosts")
        assert [(one.name, one.lost) for one in saved(file).units] == [("7th Royal Fusiliers", 1), ("Ghosts", 2)]

    play_file(file, script)


@pytest.mark.slow
def test_an_unusable_file_is_not_overwritten(file: Path) -> None:
    beside = file.with_name("army.play.yaml")
    beside.write_text("play: [")

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P")
        assert isinstance(pilot.app.screen, BuilderScreen)
        assert "Correct or rename the file" in notices(pilot.app)[-1]

    play_file(file, script)
    assert beside.read_text() == "play: ["


@pytest.mark.slow
def test_hits_and_the_breaking_point(tmp_path: Path) -> None:
    """A unit is gone after five hits; losing one of two units breaks the army."""
    file = tmp_path / "army.yaml"
    unit = "  - {{name: {}, entry: gb_foot_a, size: standard, rating: standard}}\n"
    head = "orbat: 1\nruleset: honours_of_war\narmy_list: british\nunits:\n"
    file.write_text(head + unit.format("First") + unit.format("Second"))

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P", *["plus"] * 4)
        assert on_screen(pilot, "0 of 2 units gone; the army breaks when 1 or more are gone")
        assert on_screen(pilot, "First", "■■■■□")
        await press(pilot, "plus")
        assert on_screen(pilot, "1 of 2 units gone; the army is broken")

    play_file(file, script)


@pytest.mark.slow
def test_digits_toggle_states(tmp_path: Path) -> None:
    file = tmp_path / "army.yaml"
    head = "orbat: 1\nruleset: fast_play_napoleonic\narmy_list: france_1815\nunits:\n"
    file.write_text(f"{head}  - {{name: Line, entry: {ENTRY}}}\n")

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P", "2", "3", "2", "9")
        assert on_screen(pilot, "Line", "disrupted")
        assert [one.ticked for one in saved(file).units] == [("disrupted",)]

    play_file(file, script)


ENTRY = "fr15_line"


@pytest.mark.slow
def test_a_sheet_is_printed_with_saved_losses(file: Path) -> None:
    """For `boxes` as-is; without saved losses there is a notice and no mark."""
    wanted = PrintOptions(boxes="as-is")

    async def script(pilot: Pilot[None]) -> None:
        builder = pilot.app.screen
        assert isinstance(builder, BuilderScreen)
        assert with_losses(builder, wanted) == wanted
        await settle(pilot)
        assert notices(pilot.app) == ["This ORBAT has no saved losses, so no boxes are crossed off."]
        await press(pilot, "P", "down", "down", *["plus"] * 6, "escape")
        assert with_losses(builder, wanted).losses == ((("formations", 0, "formations", 0, "units", 0), 6),)
        assert with_losses(builder, PrintOptions()) == PrintOptions()

    play_file(file, script)


@pytest.mark.slow
def test_a_click_on_a_box_marks_up_to_this_box(file: Path) -> None:
    """A click on the last marked box unmarks it. The second click of a double click changes nothing."""

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "P")
        lines = pilot.app.screen.query_one("#play-lines", Lines)
        row = next(n for n in range(lines.size.height) if "7th Royal" in lines.render_line(n).text)
        first = lines.render_line(row).text.index("□")

        async def lost_after(box: int, times: int = 1) -> int:
            await pilot.click(lines, (first + box - 1 + lines.gutter.left, row + lines.gutter.top), times=times)
            await settle(pilot)
            return saved(file).units[0].lost if saved(file).units else 0

        assert await lost_after(3) == 3
        assert await lost_after(1) == 1
        assert await lost_after(4, times=2) == 4
        assert await lost_after(2) == 2
        await pilot.pause(1)  # else the next click would be the second of a double click
        assert await lost_after(2) == 1

    play_file(file, script, (120, 36))


@pytest.mark.parametrize(
    ("one", "by", "says"),
    [
        (SEVEN, 1, ""),
        (SEVEN, -1, "7th has no losses to take back. Press + to mark a loss."),
        (replace(SEVEN, lost=1), -1, ""),
        (replace(SEVEN, lost=3), 1, ""),
        (replace(SEVEN, lost=4), 1, "7th cannot lose more. Press - to take back a loss."),
        (replace(SEVEN, strength=None, states=("pinned",)), 1, "7th has no boxes. The key 1 sets the state."),
        (replace(SEVEN, strength=None), -1, "7th has no boxes. There are no states to set."),
    ],
)
def test_keys_without_an_effect_name_the_right_key(one: Condition, by: int, says: str) -> None:
    assert lose_fault(one, by) == says
