"""The builder in a real terminal: tmux sends keys and reads the screen, and SIGKILL comes at any moment.

The tests wait for text on the screen, never for a fixed time. The random moment of a kill is a state of the screen plus
a few milliseconds, so that it is similar on slow and fast machines.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

import orbat
from orbat.formats.orbat_file import read_orbat
from orbat.model.orbat import Orbat, units_of
from orbat.session.journal import RecoveredJournal, read_journal
from orbat.session.versions import read_versions, versions_folder
from orbat.tui.storage import UnsavedWork, unsaved_work

ARMY = """\
orbat: 1
title: A brigade   # kept
ruleset: days_of_empire
army_list: british
game_size: 400
date: 1854-09
commander: {name: Lord Raglan}
formations:
  - level: brigade
    name: 1st Brigade
    commander: {name: Codrington}
    units:
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 3, points: 48}
total: 78
"""
TYPED = """\
DIVISION: Sir George Brown (Division General 30)
 1st Brigade - Codrington (Brigade General 30)
   7th Royal Fusiliers      15 st  Cl 3  R   60
   23rd Royal Welch         15 st  Cl 3  R   60
   33rd Duke of Wellington  15 st  Cl 3  R   58
 sub-total 208
 E Battery RA  3 guns  105
Total 343 / 800
"""
"""An opponent's typed list."""
SIZES = (12,)
"""The sizes of its units."""
MOST = 18
"""The list's maximum of stands for such a unit."""
GENERAL = 30
"""The cost of the general."""
STAND = 4
"""The cost of a stand of the unit and its copies."""

PATIENCE = 60.0
"""Seconds to wait for a text on the screen; many, as the machine may be busy."""

PROGRAM = ("-c", "from orbat.cli.main import main; main()")
SMALL, LARGE = (80, 24), (120, 36)

CASES, KILLS = 5, 10
"""Tests, and kills in each: fifty in all."""


# --- the terminal


class Terminal:
    """A tmux server of its own with one pane, in a folder of its own."""

    def __init__(self, program: str, folder: Path, size: tuple[int, int]) -> None:
        self._program = program
        self._folder = folder
        self._process = 0
        settings = ("status off", "remain-on-exit on", "default-terminal screen-256color")
        (folder / "tmux.conf").write_text("".join(f"set-option -g {one}\n" for one in settings), encoding="utf-8")
        width, height = map(str, size)
        self.tmux("-f", "tmux.conf", "new-session", "-d", "-x", width, "-y", height, "sleep", "1000")

    def tmux(self, *arguments: str) -> str:
        """Run a command of tmux. The socket has a relative name, as a socket's path must be short."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self._folder), "LANG": "C.UTF-8", "SHELL": "/bin/sh"}
        run = subprocess.run(
            [self._program, "-S", "tmux", *arguments],
            cwd=self._folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert run.returncode == 0, f"tmux {shlex.join(arguments)}: {run.stderr}"
        return run.stdout

    def run(self, home: Path, *command: str) -> None:
        """Run a command in the pane. `env` replaces itself with it, so the pane's process is the command."""
        variables = {"ORBAT_HOME": home, "PYTHONPATH": Path(orbat.__file__).parent.parent}
        given = [f"{name}={value}" for name, value in variables.items()]
        self.tmux("respawn-pane", "-k", "env", *given, *command)
        self._process = int(self.pane_property("pane_pid"))

    def start(self, home: Path, *arguments: str) -> None:
        """Start the program in the pane."""
        self.run(home, sys.executable, *PROGRAM, *arguments)

    def press(self, *keys: str) -> None:
        """Send keys, all at once."""
        self.tmux("send-keys", *keys)

    def screen(self) -> str:
        """The text of the screen."""
        return self.tmux("capture-pane", "-p")

    def pane_property(self, name: str) -> str:
        """A property of the pane, by its tmux format name."""
        return self.tmux("display-message", "-p", f"#{{{name}}}").strip()

    def wait(self, reached: Callable[[str], bool], what: str) -> str:
        """Wait for a condition of the screen."""
        end, pause = time.monotonic() + PATIENCE, 0.004
        while not reached(screen := self.screen()):
            assert time.monotonic() < end, f"{what} has not come on the screen, which is:\n{screen}"
            time.sleep(pause)
            pause = min(1.3 * pause, 0.06)  # constant polling would slow the program down
        return screen

    def wait_for(self, *words: str) -> str:
        """Wait until all these words are on the screen."""
        return self.wait(lambda screen: all(word in screen for word in words), " and ".join(words))

    def kill(self) -> None:
        """Send SIGKILL to the running program."""
        os.kill(self._process, signal.SIGKILL)
        self.wait(lambda _: self.pane_property("pane_dead") == "1", "the end of the process")

    def close(self) -> None:
        """End the server and the process in the pane."""
        with contextlib.suppress(AssertionError, ProcessLookupError):
            if self._process and self.pane_property("pane_dead") != "1":
                os.kill(self._process, signal.SIGKILL)
        with contextlib.suppress(AssertionError):
            self.tmux("kill-server")


Open = Callable[[tuple[int, int]], Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    """Open terminals of a size. Without tmux the test is skipped; in CI it fails."""
    program = shutil.which("tmux")
    if program is None:
        message = "tmux is not installed"
        if os.environ.get("CI", "").casefold() in ("true", "1"):
            pytest.fail(message)
        pytest.skip(message)
    opened: list[Terminal] = []

    def opens(size: tuple[int, int]) -> Terminal:
        folder = tmp_path / f"terminal{len(opened)}"
        folder.mkdir()
        opened.append(Terminal(program, folder, size))
        return opened[-1]

    yield opens
    for one in opened:
        one.close()


# --- reading the screen


def total_of(sizes: Sequence[int]) -> int:
    """The cost of an army with units of these sizes."""
    return GENERAL + STAND * sum(sizes)


def total_on(screen: str) -> int | None:
    """The points in the header."""
    found = re.search(r"(\d+) of 400 points", screen)
    return int(found[1]) if found else None


def is_saved_on(screen: str) -> bool:
    """Whether the header has no star, which marks unsaved changes."""
    return screen.lstrip().startswith("“A brigade”")


def comes_to(sizes: Sequence[int]) -> Callable[[str], bool]:
    """Whether a screen shows the points of an army with these sizes."""
    return lambda screen: total_on(screen) == total_of(sizes)


def selects(name: str) -> Callable[[str], bool]:
    """Whether the tree's pointer is on an item, and the choices show its name."""
    return lambda screen: re.search(f">.*{name}", screen) is not None and screen.count(name) > 1


def sizes_of(army: Orbat) -> tuple[int, ...]:
    """The sizes of the units, in order."""
    return tuple(place.unit.size for place in units_of(army) if isinstance(place.unit.size, int))


def complete_sizes(text: str) -> tuple[int, ...]:
    """The sizes in a file, which must be complete, with correct sums."""
    read = read_orbat(text)
    army = read.orbat
    assert army is not None
    assert not read.findings
    assert text.endswith("\n")
    assert "# kept" in text
    assert (army.title, army.game_size, army.commander is not None) == ("A brigade", 400, True)
    assert [one.name for one in army.formations] == ["1st Brigade"]
    assert all(place.unit.points == STAND * (place.unit.size or 0) for place in units_of(army))
    sizes = sizes_of(army)
    assert sizes
    assert army.total == total_of(sizes)
    return sizes


class Past(NamedTuple):
    """The history: the sizes after each step, and the current step."""

    steps: tuple[tuple[int, ...], ...] = (SIZES,)
    position: int = 0

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes on screen."""
        return self.steps[self.position]

    @property
    def total(self) -> int:
        """The points on screen."""
        return total_of(self.sizes)


Unit = tuple[int, int]
"""The index of its regiment in the list, from the army's first, and its size."""


class Step(NamedTuple):
    """The units after a step, and the unit whose run of sizes it belongs to."""

    units: tuple[Unit, ...]
    run: int | None = None


def played(keys: Sequence[str]) -> list[Past]:
    """The expected history after each key, starting with none."""
    steps = [Step(((0, SIZES[0]),))]
    position, chosen, saved = 0, 0, steps[0].units
    found = [Past()]
    for key in keys:
        now = steps[position]
        if key == "C-s":
            saved = now.units
        elif key == "C-z":
            position = max(0, position - 1)
            chosen = led_to(now.units, steps[position].units, chosen)
        else:
            step, chosen = changed(now.units, chosen, key)
            goes_on = step.run is not None and now.run == step.run and now.units != saved
            base = position - 1 if goes_on else position
            if step.units == steps[base].units:
                position = base
            else:
                steps[base + 1 :] = [step]
                position = base + 1
        found.append(Past(tuple(tuple(size for _, size in one.units) for one in steps), position))
    return found


def changed(units: tuple[Unit, ...], chosen: int, key: str) -> tuple[Step, int]:
    """The step that a key makes, and the selection after it."""
    own, size = units[chosen]
    if key == "d":
        another = next(number for number in count(own + 1) if number not in dict(units))
        return Step((*units[: chosen + 1], (another, size), *units[chosen + 1 :])), chosen + 1
    if key == "DC":
        return Step((*units[:chosen], *units[chosen + 1 :])), min(chosen, len(units) - 2)
    size = min(size + 1, MOST) if key == "+" else size - 1
    return Step((*units[:chosen], (own, size), *units[chosen + 1 :]), chosen), chosen


def led_to(before: tuple[Unit, ...], after: tuple[Unit, ...], chosen: int) -> int:
    """The selection after undo: the changed unit, or the one before a removed unit."""
    for number, unit in enumerate(after):
        if unit not in before:
            return number
    gone = next((number for number, unit in enumerate(before) if unit not in after), None)
    return chosen if gone is None else max(0, gone - 1)


def some_keys(dice: random.Random, number: int) -> tuple[str, ...]:
    """Keys that each change something; mostly larger sizes and saves."""
    keys: list[str] = []
    while len(keys) < number:
        key = dice.choices(("+", "C-s", "d", "-", "C-z", "DC"), (8, 5, 2, 2, 2, 1))[0]
        now = played(keys)[-1]
        idle = {"DC": len(now.sizes) == 1, "d": len(now.sizes) > 3, "C-z": now.position == 0}
        if not idle.get(key):
            keys.append(key)
    return tuple(keys)


# --- killing it


class Watch:
    """Polls the screen, and records how many keys have certainly been shown."""

    def __init__(self, terminal: Terminal, keys: Sequence[str]) -> None:
        self.pasts = played(keys)
        self.seen = 0
        self.saved: int | None = None
        """The points shown as saved in the last two reads."""
        self._terminal = terminal
        self._head = ""

    def look_until(self, reached: Callable[[], bool], seconds: float) -> None:
        """Poll the screen, at least once, until a condition or a timeout."""
        end = time.monotonic() + seconds
        self._look()
        while not reached() and time.monotonic() < end:
            self._look()

    def _look(self) -> None:
        """Read the screen, and find the first unseen key that results in its points."""
        screen = self._terminal.screen()
        total = total_on(screen)
        self.seen = next((n for n in range(self.seen, len(self.pasts)) if self.pasts[n].total == total), self.seen)
        head = "\n".join(screen.splitlines()[:2])
        self.saved = total if head == self._head and is_saved_on(screen) else None
        self._head = head


class Killed(NamedTuple):
    """A killed program: its keys, how many must not be lost, and the points shown as saved."""

    folder: Path
    keys: tuple[str, ...]
    least: int
    saved: int | None

    @property
    def file(self) -> Path:
        """The open file."""
        return self.folder / "army.yaml"

    @property
    def home(self) -> Path:
        """Its folder for journals and settings."""
        return self.folder / "home"


def select_the_unit(terminal: Terminal) -> None:
    """Wait for the army, and select the unit."""
    terminal.wait(lambda screen: total_on(screen) == 78 and "7th Royal" in screen, "the army")
    for name in ("1st Brigade", "7th Royal"):
        terminal.press("Down")
        terminal.wait(selects(name), f"{name} as selected")


def kill_while_editing(terminal: Terminal, folder: Path, dice: random.Random, *, burst: bool) -> Killed:
    """Open the army, send keys, and kill the program meanwhile.

    In a burst all keys are sent at once, and nothing shown may be lost. Otherwise each key is sent once the previous
    one is shown, and only the last may be lost.
    """
    folder.mkdir()
    (folder / "army.yaml").write_text(ARMY, encoding="utf-8")

    keys = some_keys(dice, dice.randint(4, 14) if burst else dice.randint(1, 5))
    keys = keys if burst else (*keys, dice.choice("+-d"))
    moment, more = max(0, dice.randint(-len(keys), len(keys))), dice.uniform(0, 0.015 * len(keys) if burst else 0.04)
    terminal.start(folder / "home", str(folder / "army.yaml"))
    select_the_unit(terminal)
    watch = Watch(terminal, keys)
    if burst:
        terminal.press(*keys)
        watch.look_until(lambda: watch.seen >= moment, 0.5)
    else:
        for key, past in zip(keys[:-1], watch.pasts[1:], strict=False):
            terminal.press(key)
            terminal.wait(comes_to(past.sizes), f"{past.sizes}")
        watch.seen = len(keys) - 1
        terminal.press(keys[-1])
    watch.look_until(lambda: False, more)
    terminal.kill()
    return Killed(folder, keys, watch.seen, watch.saved)


def nothing_is_lost(killed: Killed) -> tuple[Past, UnsavedWork]:
    """Assert that the file is a complete save, and the journal has all keys that were shown, in order."""
    keys, pasts = killed.keys, played(killed.keys)
    saves = [SIZES, *(past.sizes for key, past in zip(keys, pasts[1:], strict=True) if key == "C-s")]
    sizes = complete_sizes(killed.file.read_text(encoding="utf-8"))
    assert sizes in saves
    if killed.saved is not None:
        first = [total_of(one) for one in saves].index(killed.saved)
        assert sizes in saves[first:]
    others = {path.name for path in killed.folder.iterdir()} - {"army.yaml", "army.yaml.bak", "home"}
    assert all(re.fullmatch(r"\.orbat-.*\.tmp", name) for name in others)
    backup = killed.folder / "army.yaml.bak"
    assert not backup.exists() or complete_sizes(backup.read_text(encoding="utf-8")) in saves
    kept = read_versions(versions_folder(killed.home / "state" / "versions", killed.file))
    assert not kept.damaged
    for version in kept.versions[:1]:
        text = version.text()
        assert isinstance(text, str)
        assert complete_sizes(text) in saves

    (journal,) = (killed.home / "state" / "journals").glob("*.journal")
    work = read_journal(journal)
    assert isinstance(work, RecoveredJournal)
    assert not work.note
    past = Past(tuple(sizes_of(step.orbat) for step in work.history.steps), work.history.position)
    assert past in pasts[killed.least :], f"{killed.least} of {keys} must not be lost"
    offer = unsaved_work()
    assert not offer.notes
    if offer.found:
        assert [one.history for one in offer.found] == [work.history]
    else:
        assert past.sizes == sizes
    return past, offer


def recover(terminal: Terminal, killed: Killed, past: Past, offer: UnsavedWork, *, with_file: bool) -> None:
    """Start the program again and recover its work, unless the file has it all."""
    offered = "Unsaved work on 1 army"
    if offer.found:
        terminal.start(killed.home, *([str(killed.file)] if with_file else []))
        terminal.wait_for(offered, "Recover")
        terminal.press("Enter")
        # the file is below the dialog, and may be visible for a moment
        terminal.wait(
            lambda screen: offered not in screen and total_on(screen) == past.total,
            f"the builder with {past.total} points",
        )
    else:
        terminal.start(killed.home, str(killed.file))
        screen = terminal.wait(lambda screen: total_on(screen) is not None, "the builder")
        assert offered not in screen
        assert total_on(screen) == past.total


@pytest.mark.slow
@pytest.mark.parametrize("case", range(CASES))
def test_kill_at_any_moment_loses_nothing(
    case: int, terminal: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is torn or missing, at most the last key is lost, and the next start offers recovery."""
    dice = random.Random(1854 + case)
    shown = terminal(LARGE if case % 2 else SMALL)
    for number in range(KILLS):
        killed = kill_while_editing(shown, tmp_path / f"kill{number}", dice, burst=number % 2 == 0)
        monkeypatch.setenv("ORBAT_HOME", str(killed.home))
        past, offer = nothing_is_lost(killed)
        if number == case:
            recover(shown, killed, past, offer, with_file=case % 4 < 2)


def check_a_list(terminal: Terminal, file: Path) -> None:
    """Check a file from the home screen: the last one in the parent folder."""
    terminal.wait_for("Check a file")
    terminal.press("c")
    terminal.wait_for("Check a file", f"{file.parent.name}/terminal")
    terminal.press("BSpace")
    terminal.wait_for(file.name)
    terminal.press("End")
    terminal.wait(lambda screen: re.search(f">.*{file.name}", screen) is not None, f"{file.name} as selected")
    terminal.press("Enter")


@pytest.mark.slow
def test_corrections_of_a_typed_list_are_recovered_after_a_kill(terminal: Open, tmp_path: Path) -> None:
    """They are offered at the next check of the text, with undo."""
    file, home = tmp_path / "list.txt", tmp_path / "home"
    file.write_text(TYPED, encoding="utf-8")
    shown = terminal(LARGE)
    shown.start(home)
    check_a_list(shown, file)
    shown.wait_for("1 DIVISION", "2 points too cheap")
    shown.press(*["Down"] * 4)
    shown.wait(selects("33rd Duke"), "the 33rd as selected")
    shown.press("Enter")
    shown.wait_for("Not part of the army")
    shown.press("Enter")
    shown.wait_for("Size in stands or guns")
    shown.press("1", "2", "Enter")
    shown.wait_for("10 points too expensive")
    shown.kill()

    shown.start(home)
    check_a_list(shown, file)
    shown.wait_for("the corrections of list.txt", "Recover")
    shown.press("Enter")
    shown.wait_for("10 points too expensive")
    shown.press("u")
    shown.wait_for("2 points too cheap")


# --- more in a real terminal


@pytest.mark.slow
def test_terminal_is_restored_after_a_session(terminal: Open, tmp_path: Path) -> None:
    """Open, edit, save and quit at 80 by 24: the old screen is back, and keys are echoed."""
    file = tmp_path / "army.yaml"
    file.write_text(ARMY, encoding="utf-8")
    shown = terminal(SMALL)
    words = 'echo before; was=$(stty -g); "$@"; code=$?; is=$(stty -g); [ "$was" = "$is" ] && echo "done $code"; cat'
    shown.run(tmp_path / "home", "sh", "-c", words, "sh", sys.executable, *PROGRAM, str(file))
    select_the_unit(shown)
    assert "before" not in shown.screen()
    shown.press("+", "+")
    screen = shown.wait(comes_to((14,)), "86 points")
    assert not is_saved_on(screen)
    shown.press("C-s")
    shown.wait(is_saved_on, "the title without its star")
    assert complete_sizes(file.read_text(encoding="utf-8")) == (14,)
    shown.press("Escape")
    shown.wait(lambda screen: re.search(r"Q\s+Quit", screen) is not None, "the home screen")
    shown.press("q")
    screen = shown.wait_for("before", "done 0")
    assert screen.split() == ["before", "done", "0"]
    told = ("alternate_on", "cursor_flag", "mouse_any_flag", "keypad_flag")
    assert [shown.pane_property(one) for one in told] == ["0", "1", "0", "0"]
    shown.press("x")
    shown.wait(lambda screen: screen.split() == ["before", "done", "0", "x"], "the x that was typed")
    assert not list((tmp_path / "home" / "state" / "journals").iterdir())


@pytest.mark.slow
def test_keys_typed_ahead_act_on_the_new_selection(terminal: Open, tmp_path: Path) -> None:
    """Keys that arrive faster than the screen is drawn have the same effect as slow ones."""
    file = tmp_path / "army.yaml"
    file.write_text(ARMY, encoding="utf-8")
    shown = terminal(SMALL)
    shown.start(tmp_path / "home", str(file))
    select_the_unit(shown)
    for size, key in ((14, "+"), (16, "+"), (18, "+"), (16, "-")):
        shown.press("Up", "Up")
        shown.wait(lambda screen: re.search(">.*Army ·", screen) is not None, "the army as selected")
        shown.press("Down", "Down", key, key)
        shown.wait(comes_to((size,)), f"a unit of {size}")


def test_torn_file_is_detected() -> None:
    """The check of a file accepts the complete army and no beginning of it."""
    assert complete_sizes(ARMY) == SIZES
    for length in {*range(0, len(ARMY), 16), *range(len(ARMY) - 24, len(ARMY))}:
        with pytest.raises(AssertionError):
            complete_sizes(ARMY[:length])
