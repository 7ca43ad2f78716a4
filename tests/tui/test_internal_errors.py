"""Internal errors in the builder: the header says unfinished, editing continues, and a crash loses nothing."""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.tui.conftest import RecordingApp, notices, on_screen, play_file, press, rows
from textual.pilot import Pilot

from orbat.cli.internal_errors import final_exit_code
from orbat.cli.open_builder import open_builder
from orbat.data import folders
from orbat.data.library import Library
from orbat.evaluate.pricing import Pricer
from orbat.session.journal import Journal
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BY_ID, BuilderScreen
from orbat.tui.storage import unsaved_work
from orbat.tui.widgets.lines import Lines


@pytest.fixture
def army(tmp_path: Path, two_brigades: str) -> Path:
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    return file


def logs() -> list[Path]:
    folder = folders.state() / "logs"
    return sorted(folder.iterdir()) if folder.is_dir() else []


def told(pilot: Pilot[Any]) -> list[str]:
    """The notices about internal errors."""
    return [notice for notice in notices(pilot.app) if "Internal error" in notice]


def sizes(pilot: Pilot[Any]) -> list[object]:
    screen = pilot.app.screen
    assert isinstance(screen, BuilderScreen)
    return [line.unit.size for line in screen.now.quote.all_units]


TO_UNIT = ("down", "down", "down")


@pytest.mark.slow
@pytest.mark.usefixtures("broken_rule")
def test_failed_rule_is_in_the_header_and_editing_continues(army: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "Unfinished" in rows(pilot)[0]
        assert "Legal" not in rows(pilot)[0]
        assert on_screen(pilot, "INT001", "UNT003")
        [message] = told(pilot)
        assert "logs" in message
        await press(pilot, *TO_UNIT, "plus", "plus")
        assert sizes(pilot)[0] == 14
        await press(pilot, "ctrl+z")
        assert sizes(pilot)[0] == 12
        assert "Unfinished" in rows(pilot)[0]
        assert len(told(pilot)) == 1

    play_file(army, script, (120, 36))
    [log] = logs()
    assert "ZeroDivisionError: no stands" in log.read_text(encoding="utf-8")


@pytest.mark.slow
def test_failed_command_is_logged_and_editing_continues(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError("no stands")

    monkeypatch.setitem(BY_ID, "suggest", replace(BY_ID["suggest"], run=fail))

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, *TO_UNIT, "plus", "W", "plus")
        assert sizes(pilot)[0] == 14
        [message] = told(pilot)
        assert "logs" in message

    play_file(army, script, (120, 36))
    [log] = logs()
    assert "ZeroDivisionError: no stands" in log.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("broken_rule")
def test_raised_army_with_an_unfinished_check_is_not_called_legal(army: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, BuilderScreen)
        screen.action_run("raise", for_army=True)
        await press(pilot, "enter")
        assert any("Unfinished" in row for row in rows(pilot))

    play_file(army, script, (120, 36))


@pytest.mark.slow
def test_edit_that_fails_in_pricing_is_rejected(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Pricer.quote

    def quote(self: Pricer, orbat: Any, *others: Any) -> Any:
        if orbat.formations[0].formations[0].units[0].size == 13:
            raise ZeroDivisionError("thirteen")
        return original(self, orbat, *others)

    monkeypatch.setattr(Pricer, "quote", quote)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, *TO_UNIT, "plus")
        assert sizes(pilot)[0] == 12
        assert len(told(pilot)) == 1
        await press(pilot, "plus", "minus")
        assert sizes(pilot)[0] == 11
        assert len(told(pilot)) == 1

    play_file(army, script, (120, 36))
    assert len(logs()) == 1


@pytest.mark.slow
def test_list_that_fails_in_pricing_is_shown_as_unfinished(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_price(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Pricer, "quote", no_price)

    async def run() -> None:
        from orbat.tui.screens.check import CheckScreen

        app = RecordingApp(Library())
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            app.push_screen(CheckScreen(app.library, army))
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert any("Unfinished" in row for row in rows(pilot))
            assert len(told(pilot)) == 1

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("where", ["key", "worker", "timer"])
def test_crash_keeps_the_journal_and_reports_one_log(
    army: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    """Exit code 3, one message, no traceback; the next start offers recovery."""

    async def script(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.press(*TO_UNIT, "plus")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, BuilderScreen)
        journals.append(screen.journal)

        def crash() -> None:
            raise ZeroDivisionError("a crash")

        async def crash_in_worker() -> None:
            crash()

        if where == "key":
            screen.call_later(crash)
        elif where == "worker":
            screen.run_worker(crash_in_worker())
        else:
            screen.set_timer(0.01, crash)
        await asyncio.sleep(0.5)

    journals: list[Journal | None] = []
    original = OrbatApp.run
    monkeypatch.setattr(OrbatApp, "run", lambda self: original(self, headless=True, auto_pilot=script))
    assert final_exit_code(open_builder(army), lambda lines: print(*lines, file=sys.stderr)) == 3
    out, err = capsys.readouterr()
    [log] = logs()
    assert err.count("Internal error") == 1
    assert str(log) in err.replace("\n", "")
    assert "journal" in err
    assert "Traceback" not in out + err
    assert "ZeroDivisionError: a crash" in log.read_text(encoding="utf-8")
    [journal] = journals
    assert journal is not None
    journal.close(discard=False)
    [work] = unsaved_work().found
    assert work.history.orbat.formations[0].formations[0].units[0].size == 13


CRASHING = """
import sys
from orbat.cli.main import main
from orbat.tui.screens.builder import BY_ID, BuilderScreen
shown = BuilderScreen.show_keys
def crash(self):
    shown(self)
    if self.state is not None:
        raise ZeroDivisionError("a crash")
BuilderScreen.show_keys = crash
main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("debug", [False, True])
def test_crash_restores_the_terminal_and_exits_with_3(army: Path, debug: bool) -> None:
    screen, terminal = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", **({"ORBAT_DEBUG": "1"} if debug else {})}
    running = subprocess.Popen(
        [sys.executable, "-c", CRASHING, str(army)], stdin=terminal, stdout=terminal, stderr=terminal, env=settings
    )
    os.close(terminal)
    said = b""
    try:
        while part := os.read(screen, 65536):
            said += part
    except OSError:  # the other end is closed
        pass
    os.close(screen)
    assert running.wait(timeout=60) == 3
    _, restored, after = said.rpartition(b"\x1b[?1049l")
    assert restored
    assert after.count(b"Internal error, logged to") == 1
    assert b"locals" not in after
    assert (b"Traceback" in after) is debug


@pytest.mark.slow
@pytest.mark.parametrize("what", ["file", "loop"])
def test_builder_edits_and_saves_without_a_state_folder(
    army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    place = tmp_path / what
    place.write_text("") if what == "file" else place.symlink_to(place)
    monkeypatch.setenv("ORBAT_HOME", str(place))

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, *TO_UNIT, "plus", "ctrl+s")
        assert "size: 13" in army.read_text(encoding="utf-8")
        screen = pilot.app.screen
        assert isinstance(screen, BuilderScreen)
        assert screen.query_one("#tree", Lines).line is not None

    play_file(army, script, (120, 36))
