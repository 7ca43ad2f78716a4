"""A small screen keeps signs, dice, points and the date."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.tui.conftest import screen_strips

from orbat.data.library import Library
from orbat.pipeline import check
from orbat.tui.app import OrbatApp

ARMY = """\
orbat: 1
title: Expedition
ruleset: days_of_empire
army_list: british
game_size: 800
date: 1854-09
commander: {name: Lord Raglan}
formations:
  - level: division
    name: Light Division
    commander:
      name: Sir George Brown
      quality: inept
      roll:
        dice: [1]
        table: standard
        result: inept
        method: entered
        earlier: [{dice: [3], table: standard, result: capable, method: entered}]
    formations:
      - level: brigade
        name: Light Brigade
        off_board: true
        commander:
          name: Sir William John Codrington
          quality: exceptional
          roll: {dice: [6], table: standard, result: exceptional, method: entered}
        units:
          - {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 3}
          - {name: "The Duke of Cambridge's Own, 2nd Bn", entry: brit_line, size: 12, rating: 3}
"""


def rows_of(
    folder: Path, library: Library, size: tuple[int, int], title: str = "Expedition", keys: tuple[str, ...] = ()
) -> list[str]:
    """The rows of the builder with that army, after some keys."""
    file = folder / "army.yaml"
    file.write_text(ARMY.replace("Expedition", title), encoding="utf-8")

    async def run() -> list[str]:
        app = OrbatApp(library, check(file, library))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            return [strip.text for strip in screen_strips(app)]

    return asyncio.run(run())


def test_line_keeps_signs_dice_and_points(tmp_path: Path, library: Library) -> None:
    """At 80 by 24 only names are cut; class and rifles are a code."""
    rows = rows_of(tmp_path, library, (80, 24))
    division, brigade, unit = (next(row for row in rows if words in row) for words in ("Light D", "Light B", "7th"))
    assert "inept (1), was 3   156 " in division
    assert "○" not in division[:3]
    assert "○" in brigade[:3]
    assert "exceptional (6)   126 " in brigade
    assert "7th Royal Fusiliers c3R 12 48 " in " ".join(unit.split()) + " "
    assert "○" in unit[:3]


@pytest.mark.slow
def test_battalion_number_stays_when_the_name_is_cut(tmp_path: Path, library: Library) -> None:
    row = next(row for row in rows_of(tmp_path, library, (80, 24)) if "The Duke" in row)
    assert "…, 2nd Bn " in row


def test_cut_names_keep_their_end(tmp_path: Path, library: Library) -> None:
    """So that battalions and generals stay distinct."""
    rows = rows_of(tmp_path, library, (80, 24))
    assert any("Light Divis…Brown " in row for row in rows)
    assert any("The Duke of C…, 2nd Bn " in row for row in rows)


@pytest.mark.slow
def test_a_row_does_not_move_the_columns_of_others(tmp_path: Path, library: Library) -> None:
    """The second battalion gets horse, a longer name and an option, and the first keeps its columns."""
    before = next(row for row in rows_of(tmp_path, library, (80, 24)) if "7th" in row)
    keys = ("down", "down", "down", "down", "o", "n", *"A battalion with a name much longer than the others", "enter")
    after = next(row for row in rows_of(tmp_path, library, (80, 24), keys=keys) if "7th" in row)
    assert after[:48] == before[:48]


@pytest.mark.slow
def test_whole_name_at_the_cursor_is_shown(tmp_path: Path, library: Library) -> None:
    """Next to the number of findings, if the list has no room for it; in the army list too."""
    name = "The Duke of Cambridge's Own, 2nd Bn"
    rows = rows_of(tmp_path, library, (80, 24), keys=("down",) * 4)
    assert next(row for row in rows if "Findings:" in row or name in row).rstrip().endswith(name)
    rows = rows_of(tmp_path, library, (80, 24), keys=("enter", "down", "down"))
    assert any("Enter or a click buys: Line infantry with rifle-musket" in row for row in rows)
    rows = rows_of(tmp_path, library, (80, 24), keys=("down", "down", "down"))
    assert next(row for row in rows if "Findings:" in row).rstrip().endswith(("notes", "note"))


@pytest.mark.slow
def test_off_board_is_in_words_if_they_fit(tmp_path: Path, library: Library) -> None:
    assert any("Codrington, off board" in row for row in rows_of(tmp_path, library, (240, 60)))


@pytest.mark.slow
def test_date_is_in_digits_if_words_do_not_fit(tmp_path: Path, library: Library) -> None:
    assert "1854-09 · British" in rows_of(tmp_path, library, (80, 24))[1]
    assert "British · Days of Empire · September 1854" in rows_of(tmp_path, library, (120, 36))[1]


@pytest.mark.slow
def test_file_name_is_shown_if_it_fits(tmp_path: Path, library: Library) -> None:
    """It gives way to title and verdict."""
    assert rows_of(tmp_path, library, (120, 36))[0].startswith(" “Expedition” · army.yaml ")
    long = "The expedition to the Crimea"
    assert rows_of(tmp_path, library, (80, 24), long)[0].startswith(f" “{long}”  ")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_the_verdict_names_its_doubts(tmp_path: Path, library: Library, size: tuple[int, int]) -> None:
    """A title that looks like a verdict is in quotation marks, on the left."""
    first = rows_of(tmp_path, library, size, "Legal. 800 of 800")[0]
    assert first.startswith(" “Legal. 800 of 800")
    assert "  Not legal: 4 errors; check: dice" in first


@pytest.mark.slow
def test_print_dialog_names_options_out_of_view(tmp_path: Path, library: Library) -> None:
    rows = rows_of(tmp_path, library, (80, 24), keys=("p",))
    assert any("More: paper, type, points…  │" in row for row in rows)
    assert any("Order of battle" in row for row in rows)
    assert not any("Paper" in row for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 36), (100, 30), (80, 24)])
def test_notices_do_not_cover_findings_or_keys(tmp_path: Path, library: Library, size: tuple[int, int]) -> None:
    file = tmp_path / "army.yaml"
    file.write_text(ARMY, encoding="utf-8")

    async def run() -> None:
        app = OrbatApp(library, check(file, library))
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.press("down", "ctrl+c")
            await pilot.pause()
            said = app.screen.query_one("Toast").region
            assert said.height
            assert said.bottom <= app.screen.query_one("#count").region.y

    asyncio.run(run())
