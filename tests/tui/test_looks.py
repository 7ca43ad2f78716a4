"""The text of every screen, and pictures at two sizes and in both of the builder's own themes.

To update them: `pytest tests/tui/test_looks.py -n0 --snapshot-update`, then look at every change.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from syrupy.assertion import SnapshotAssertion
from tests.tui.conftest import wait_until_still
from textual.pilot import Pilot
from textual.widgets import Input, Label

from orbat.data import folders
from orbat.data.library import Library
from orbat.pipeline import check
from orbat.session.recent import write_recent
from orbat.tui import storage
from orbat.tui.app import OrbatApp
from orbat.tui.themes import OWN_THEMES

SIZES = [(80, 24), (120, 36)]
PAIRS = list(zip(SIZES, (theme.name for theme in OWN_THEMES), strict=True))
"""Each size in a theme of its own; the contrast of all is tested elsewhere."""
STARTER = folders.templates() / "days_of_empire" / "starters" / "british_800.yaml"
SOUND, FAULTY, TYPED, FORUM = "british_800.yaml", "too_many.yaml", "opponent.txt", "simpson.txt"
OPPONENT = """\
Codrington's brigade
orbat 1; ruleset days_of_empire; army list british; game size 200; date 1854-09
General: Lord Raglan, always capable, the player - 0
Brigade: 1st Brigade - William Codrington, not diced - 206
  7th Royal Fusiliers - 15 stands, class 2, with rifles [brit_line] - 45
  23rd Royal Welch Fusiliers - 17 stands, class 3, with rifles [brit_line] - 60
  E Field Battery - 2 guns [brit_field_battery] - 70
Total: 206 of 200 points
"""
POSTED = """\
DIVISION: Sir George Brown (Division General 30)
 1st Brigade - Codrington (Brigade General 30)
   7th Royal Fusiliers      15 st  Cl 3  R   60
   23rd Royal Welch         15 st  Cl 3  R   60
   33rd Duke of Wellington  15 st  Cl 3  R   58
 sub-total 208
 E Battery RA  3 guns  105
 the band and the drums
Total 343 / 800
"""
CHANGED = datetime(2024, 5, 1, 12, 30).astimezone().timestamp()
"""When the files in the file picker were changed."""
FOLDER = "/home/raglan/orbats"
"""What the file picker is made to show in place of a folder that is another in every run."""


class Look(NamedTuple):
    """A screen: the file opened in the builder, if any, and the keys that lead to the screen."""

    keys: tuple[str, ...] = ()
    file: str = ""


TO_UNIT = "pagedown"
LOOKS = {
    "home": Look(),
    "new": Look(("n",)),
    "picker": Look(("o",)),
    "library": Look(("l",)),
    "checking": Look(("c", *("down",) * 4, "enter")),
    "reading": Look(("c", *("down",) * 5, "enter", *("down",) * 4)),
    "builder": Look((TO_UNIT,), SOUND),
    "errors": Look((TO_UNIT, "1", "space"), FAULTY),
    "army-list": Look((TO_UNIT, "enter", "down"), SOUND),
    "naming": Look((TO_UNIT, "n"), SOUND),
    "steps": Look((TO_UNIT, "plus", "c", "d", "ctrl+z", "h"), SOUND),
    "leaving": Look((TO_UNIT, "plus", "escape"), SOUND),
    "suggestions": Look(("W",), FAULTY),
    "list-change": Look(("L", "down", "enter"), SOUND),
    "saving": Look(("S",), SOUND),
    "dice": Look(("R",), SOUND),
    "printing": Look(("p", "down"), SOUND),
    "help": Look(("f1",), SOUND),
    "palette": Look(("ctrl+p",), SOUND),
}
"""A page down from the army leads to a battalion; nothing here makes a notice, which would go after a while."""
TESTED_ELSEWHERE = (
    "checking",
    "dice",
    "picker",
    "army-list",
    "naming",
    "steps",
    "leaving",
    "saving",
    "palette",
    "new",
    "library",
    "reading",
    "suggestions",
    "list-change",
)
"""Screens with texts that quick tests of the builder read too."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a legal ORBAT, one with findings, and a typed list; the first two are recent files."""
    home = tmp_path / "orbats"
    (home / "alma").mkdir(parents=True)
    text = STARTER.read_text(encoding="utf-8")
    (home / SOUND).write_text(text, encoding="utf-8")
    text = re.sub(r"^title: .*$", "title: A battalion too many", text, flags=re.M)
    (home / FAULTY).write_text(text.replace("game_size: 800", "game_size: 700"), encoding="utf-8")
    (home / TYPED).write_text(OPPONENT, encoding="utf-8")
    (home / FORUM).write_text(POSTED, encoding="utf-8")
    for file in home.iterdir():
        os.utime(file, (CHANGED, CHANGED))
    folders.state().mkdir(parents=True)
    write_recent(folders.state(), [(home / name, datetime(2024, 5, 1, tzinfo=UTC)) for name in (SOUND, FAULTY)])
    return home


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real colours and no blinking cursor."""
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr(Input, "cursor_blink", False)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in TESTED_ELSEWHERE else ()) for name in LOOKS]
)
def test_screen_has_its_text(name: str, folder: Path, library: Library, snapshot: SnapshotAssertion) -> None:
    """At 120x36."""

    async def rows_shown() -> list[str]:
        app = opened(name, folder, library)
        async with app.run_test(size=(120, 36)) as pilot:
            return await follow(pilot, LOOKS[name].keys)

    assert "\n".join(asyncio.run(rows_shown())) == snapshot


@pytest.mark.slow
@pytest.mark.parametrize(("size", "theme"), PAIRS, ids=[f"{wide}x{high}-{theme}" for (wide, high), theme in PAIRS])
@pytest.mark.parametrize("name", LOOKS)
def test_it_looks_as_it_did(
    name: str, size: tuple[int, int], theme: str, folder: Path, library: Library, snap_compare: Callable[..., bool]
) -> None:
    """The screen looks like its picture."""
    storage.save_theme(theme)
    app = opened(name, folder, library)
    assert snap_compare(app, terminal_size=size, run_before=lambda pilot: follow(pilot, LOOKS[name].keys))


def opened(name: str, folder: Path, library: Library) -> OrbatApp:
    """The builder with the file of a screen, or at its home screen."""
    file = LOOKS[name].file
    app = OrbatApp(library, check(folder / file, library) if file else None)
    app.animation_level = "none"
    return app


async def follow(pilot: Pilot[None], keys: tuple[str, ...]) -> list[str]:
    """Press the keys that lead to a screen, show the same folder in every run, and return the rows of the screen.

    Each key waits for the layout: a list scrolls to its cursor, and how far depends on its height at that moment.
    """
    await wait_until_still(pilot)
    for key in keys:
        await pilot.press(key)
        await wait_until_still(pilot, turns=2)
    for place in pilot.app.screen.query("#place").results(Label):
        place.update(FOLDER)
    return await wait_until_still(pilot)
