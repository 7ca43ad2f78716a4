"""The table of keystrokes in docs/builder.md: the keys do the jobs, and are never more than elsewhere."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.docs.test_pages import ROOT
from tests.tui.conftest import RecordingApp, press, settle

from orbat.data.library import Library
from orbat.model.orbat import units_of
from orbat.pipeline import check
from orbat.tui.screens.builder import BuilderScreen

TABLE = (ROOT / "docs" / "builder.md").read_text(encoding="utf-8").partition("<!-- keystrokes -->\n")[2]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TABLE.partition("<!-- end of keystrokes -->")[0].splitlines()[2:]
]
NAMES = {"+": "plus", "Del": "delete"}
"""Names of keys, where they differ from their labels."""


def keys(cell: str) -> list[str]:
    """The names of the keys in a cell of the table."""
    labels = re.findall(r"`([^`]+)`", cell)
    return [NAMES.get(label, label.lower()) for label in labels]


def units(builder: BuilderScreen) -> list[tuple[str, object, int]]:
    """Name, size and number of options of each unit."""
    return [(one.unit.name, one.unit.size, len(one.unit.options)) for one in units_of(builder.now.orbat)]


INFANTRY = "entry: brit_line, size: 8, rating: 3"
SAILORS = "entry: brit_naval_brigade, size: 8, rating: 3"
Check = Callable[[BuilderScreen], bool]
BRIGADE, UNIT, LAST = 2, 3, 5
"""The lines of the army: how many times to go down."""
JOBS: dict[str, tuple[int, Check]] = {
    "buy a unit": (BRIGADE, lambda builder: len(units(builder)) == 3),
    "enlarge a unit by one": (UNIT, lambda builder: units(builder)[0][1] == 13),
    "add an option to a unit": (LAST, lambda builder: units(builder)[1][2] == 1),
    "copy a unit": (UNIT, lambda builder: len(units(builder)) == 3),
    "copy a brigade with its units": (BRIGADE, lambda builder: len(units(builder)) == 3),
    "remove a unit": (UNIT, lambda builder: len(units(builder)) == 1),
    "undo a step": (UNIT, lambda builder: builder.now.history.position == 0),
    "print the army": (0, lambda builder: any(Path.cwd().glob("*.pdf"))),
}
"""By job: how many lines to go down first, and whether the job is done."""
ON_NEW_SCREEN = "start an army of another nation, at another size, from the form"


def test_counts_are_right_and_never_more() -> None:
    assert {row[0] for row in ROWS} == {*JOBS, ON_NEW_SCREEN}
    for job, pressed, count, others in ROWS:
        assert len(keys(pressed)) == int(count), job
        number = re.match(r"\d+", others)
        assert number is None or int(count) <= int(number[0]), job


@pytest.mark.slow
@pytest.mark.parametrize("job", JOBS)
def test_keys_do_the_job(job: str, tmp_path: Path, two_brigades: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, (down, is_done) = tmp_path / "army.yaml", JOBS[job]
    file.write_text(two_brigades.replace(INFANTRY, SAILORS), encoding="utf-8")
    pressed = next(row[1] for row in ROWS if row[0] == job)
    library = Library()

    async def run() -> None:
        app = RecordingApp(library, check(file, library))
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            builder = app.screen
            assert isinstance(builder, BuilderScreen)
            await press(pilot, *["down"] * down, *(["plus"] if job == "undo a step" else []))
            assert not is_done(builder)
            await press(pilot, *keys(pressed))
            assert is_done(builder)

    asyncio.run(run())


@pytest.mark.slow
def test_keys_start_an_army() -> None:
    async def run() -> None:
        app = RecordingApp(Library())
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            await press(pilot, "n", *keys(next(row[1] for row in ROWS if row[0] == ON_NEW_SCREEN)))
            builder = app.screen
            assert isinstance(builder, BuilderScreen)
            assert builder.now.orbat.game_size
            assert builder.now.report.army_list != "British"

    asyncio.run(run())
