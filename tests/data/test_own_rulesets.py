"""A tiny ruleset, written from docs/data.md alone, works in every part of the program."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.tui.conftest import screen_strips

from orbat.data.library import Library
from orbat.documents.read import read_file
from orbat.model.orbat import Orbat
from orbat.pipeline import check
from orbat.printing import layouts
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen

Run = Callable[..., Any]
OWN = Path(__file__).parent / "own_rulesets"

ARMY = """\
orbat: 1
title: The landing at Polperro
ruleset: hedgerow
army_list: smugglers
game_size: 20
formations:
  - level: party
    name: Zephaniah's party
    points: 16
    commander: {name: Zephaniah}
    units:
      - {name: Old Tom, entry: hand, points: 3}
      - {name: Young Tom, entry: hand, points: 3}
      - {name: Peg, entry: hand, points: 3}
      - {name: Jan, entry: outrider, points: 5}
total: 16
"""


@pytest.fixture(autouse=True)
def home() -> Path:
    """The player's own folder, with the ruleset in it."""
    folder = Path(os.environ["ORBAT_HOME"]) / "army_lists"
    shutil.copytree(OWN, folder)
    return folder


@pytest.fixture
def army(tmp_path: Path) -> Path:
    """An army of three hands and a rider."""
    file = tmp_path / "army.yaml"
    file.write_text(ARMY, encoding="utf-8")
    return file


def read(file: Path) -> Orbat:
    """The ORBAT in a file."""
    orbat = read_file(file, Library())[0].orbat
    assert orbat
    return orbat


def test_own_ruleset_lints_and_is_listed(orbat: Run, home: Path) -> None:
    """The files have no findings, and the listings show their content."""
    assert "3 files: 0 errors, 0 warnings, 0 notes." in orbat("lint", home).out
    assert "hedgerow/smugglers: Smugglers" in orbat("lists").out
    ruleset = orbat("lists", "hedgerow").out
    assert "rider: at most 1 unit for every 2 units of musketeer in the army" in ruleset
    assert "party: leader 2" in ruleset
    assert "staff" not in ruleset
    assert "  outrider: Outrider, 5\n" in orbat("lists", "hedgerow/smugglers").out
    assert "size" not in orbat("lists", "hedgerow/smugglers/hand").out


def test_own_ruleset_prices_and_checks_an_army(orbat: Run, army: Path, tmp_path: Path) -> None:
    """Totals and the breaking point are right, and dice, dates, sizes and ratings are not mentioned."""
    new = tmp_path / "new.yaml"
    assert orbat("new", "--ruleset", "hedgerow", "--army", "smugglers", "--points", 20, "-o", new).code == 0
    assert "dice" not in new.read_text()
    assert "Nothing in it yet; check: own ruleset hedgerow. 2 of 20 points, 18 left." in orbat("check", new).out
    checked = orbat("check", army)
    verdict = "Legal, but check: own ruleset hedgerow. 16 of 20 points, 4 left. 1 note."
    assert (checked.code, checked.out.splitlines()[0]) == (0, verdict)
    assert "Breaking point: 2 of 4 units" in checked.out
    price = orbat("price", army).out
    assert "16" in price
    assert "leader" in price


def test_own_ruleset_limit_is_checked(orbat: Run, army: Path) -> None:
    """One rider for each two on foot: two riders are too many for three, but not for four."""
    rider, unclaimed = "      - {name: Jan, entry: outrider, points: 5}\n", ARMY.replace("points: 16", "")
    second = unclaimed.replace("total: 16\n", "").replace(rider, rider + "      - {entry: outrider}\n")
    army.write_text(second.replace("game_size: 20", "game_size: 30"), encoding="utf-8")
    broken = orbat("check", army)
    assert broken.code == 1
    assert "rider: 2 units; at most 1 allowed: 1 for every 2 of the 3 units of musketeer" in broken.out
    assert "(most walk)" in broken.out
    army.write_text(army.read_text().replace(rider, rider + "      - {entry: hand}\n"), encoding="utf-8")
    assert orbat("check", army).code == 0


def test_own_ruleset_is_cited_by_its_own_code(orbat: Run, army: Path) -> None:
    """The explanations show its sections and figures, and say which rules it lacks."""
    explained = orbat("explain", "PTS003", "ARM003", "STF001", "FRM001", "--orbat", army).out
    assert "  Hedgerow [house]: 20 to 40 points\n" in explained
    limit = "rider: at most 1 unit for every 2 units of musketeer in the army: most walk"
    assert f"  Hedgerow [HR 3]: {limit}\n" in explained
    assert "  Army lists have further settings: see `orbat lists hedgerow/smugglers`.\n" in explained
    assert "  Hedgerow: not checked\n" in explained
    assert "  Hedgerow [HR 2]: party\n" in explained
    assert "DOE" not in explained
    assert "  Hedgerow [HR 3]: checked\n" in orbat("explain", "PTS001").out
    assert "Hedgerow" not in orbat("explain", "--markdown").out, "the page is about the shipped rulesets"


def test_own_ruleset_has_no_staff_rolls(orbat: Run, army: Path) -> None:
    """Without staff quality there are no dice, and the file is not changed."""
    refused = orbat("roll", army, "--seed", "x")
    assert refused.code == 2
    assert "Hedgerow" in refused.err
    assert army.read_text() == ARMY


@pytest.mark.slow
@pytest.mark.parametrize("sheet", sorted(layouts()))
def test_own_ruleset_prints_every_sheet(orbat: Run, army: Path, tmp_path: Path, sheet: str) -> None:
    """Each sheet has a page, without words that the ruleset does not use."""
    from pypdf import PdfReader

    pdf = tmp_path / "army.pdf"
    layout = layouts()[sheet]
    wanted = ("--for", sheet) if layout.for_opponent else ("--sheets", sheet)
    printed = orbat("print", army, "-o", pdf, *wanted)
    assert printed.code == 0, printed.err
    text = "\n".join(page.extract_text() for page in PdfReader(pdf).pages)
    assert "Polperro" in text or "Hedgerow" in text or layout.bare
    unexpected = {"class", "stand", "stands", "general", "general's", "brigade", "None"}
    assert not unexpected & set(text.split()), text


@pytest.mark.parametrize("ending", [".yaml", ".json", ".txt", ".md", ".csv", ".pdf"])
def test_own_ruleset_round_trips_through_every_format(orbat: Run, army: Path, tmp_path: Path, ending: str) -> None:
    """The army is restored from each format."""
    other, back = tmp_path / f"other{ending}", tmp_path / "back.yaml"
    made = orbat("print", army, "-o", other) if ending == ".pdf" else orbat("convert", army, other)
    assert made.code == 0, made.err
    assert orbat("convert", other, back).code == 0
    first, last = read(army), read(back)
    assert last == first


@pytest.mark.slow
def test_own_ruleset_in_the_builder(army: Path) -> None:
    """The list is offered, and a purchase has its price."""

    async def play() -> tuple[int, str, str]:
        library = Library()
        app = OrbatApp(library, check(army, library))
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            await pilot.app.workers.wait_for_complete()
            screen = app.screen
            assert isinstance(screen, BuilderScreen)
            before = "\n".join(strip.text for strip in screen_strips(screen.app))
            await pilot.press("insert")
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            after = "\n".join(strip.text for strip in screen_strips(screen.app))
            return int(screen.now.quote.total), before, after

    total, before, after = asyncio.run(play())
    assert "16 of 20" in before
    assert "Hand" in before
    assert total == 19
    assert "19 of 20" in after
