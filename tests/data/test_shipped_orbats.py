"""The shipped ORBATs: complete sides of battles, extracts for a table, and legal starters."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from orbat import pipeline
from orbat.data.library import Library
from orbat.report.report import Report

FOLDER = Path(__file__).resolve().parents[2] / "templates" / "orbats" / "days_of_empire"
HISTORICAL = sorted((FOLDER / "historical").glob("*.yaml"))
EXTRACTS = sorted((FOLDER / "extracts").glob("*.yaml"))
BATTLES = sorted(FOLDER.parent.glob("*/historical/*.yaml"))
STARTERS = sorted((FOLDER / "starters").glob("*.yaml"))
NATIONS = ("british", "french", "ottoman", "russian", "sardinian")

TOTALS = {
    "alma_british": 3538,
    "alma_french": 3558,
    "alma_ottoman": 346,
    "alma_russian": 3981,
    "balaklava_british": 1547,
    "balaklava_ottoman": 270,
    "balaklava_french": 168,
    "balaklava_russian": 2971,
    "bomarsund_french": 632,
    "bomarsund_russian": 310,
    "little_inkerman_british": 621,
    "little_inkerman_russian": 268,
    "inkerman_british": 1779,
    "inkerman_french": 859,
    "inkerman_russian": 4084,
    "eupatoria_ottoman": 1851,
    "eupatoria_russian": 3104,
    "kertch_1855_allied": 1423,
    "kertch_1855_russian": 678,
    "chernaya_french": 2675,
    "chernaya_sardinian": 1082,
    "chernaya_ottoman": 279,
    "chernaya_british": 570,
    "chernaya_russian": 8043,
    "oltenitza_ottoman": 981,
    "oltenitza_russian": 847,
    "cetate_ottoman": 1164,
    "cetate_russian": 797,
    "basgedikler_ottoman": 1580,
    "basgedikler_russian": 1704,
    "kurekdere_ottoman": 2962,
    "kurekdere_russian": 2894,
    "kars_1855_ottoman": 1168,
    "kars_1855_russian": 3111,
}
"""The total of each side: the units of the sources at the rulebook's prices.

Two units of the sources are too small to play: a detachment joined to another unit adds 2 points, a stand added to the
other detachment 8.
"""


@cache
def check(file: Path, library: Library) -> Report:
    return pipeline.check(file, library)


def _name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("file", [*HISTORICAL, *EXTRACTS, *STARTERS], ids=_name)
def test_shipped_orbats_load_and_are_priced(library: Library, file: Path) -> None:
    """Each loads without findings, every unit has a price, and every claim is right."""
    report = check(file, library)
    codes = {finding.code for finding in report.findings}
    assert not {code for code in codes if code.startswith(("SRC", "TXT", "LST", "INT"))}
    assert not codes & {"UNT001", "UNT005", "PTS005", "PTS006", "PTS007", "ARM004", "ARM005", "ARM007", "ARM008"}
    assert not codes & {"UNT013", "UNT014", "UNT015", "STF013", "ARM017", "ARM018", "ARM019"}
    assert report.quote is not None
    assert report.orbat is not None
    assert report.orbat.title
    assert all(line.sum.points for line in report.quote.all_units)
    assert report.quote.total == report.orbat.total


@pytest.mark.parametrize("side", sorted(TOTALS))
def test_sides_of_battles_have_their_known_totals(library: Library, side: str) -> None:
    """The total is the one calculated from the sources."""
    report = check(FOLDER / "historical" / f"{side}.yaml", library)
    assert report.quote is not None
    assert report.quote.total == TOTALS[side]


def test_sides_of_battles_are_complete() -> None:
    """There are thirteen battles and thirty-four sides, with one file each."""
    assert [path.stem for path in HISTORICAL] == sorted(TOTALS)
    assert len({name.rpartition("_")[0] for name in TOTALS}) == 13
    assert len(TOTALS) == 34


@pytest.mark.parametrize("file", BATTLES, ids=_name)
def test_sides_of_battles_break_no_rule(library: Library, file: Path) -> None:
    """In every ruleset, no historical ORBAT has an error: exceeding a house limit is only a warning."""
    assert [finding.message for finding in check(file, library).findings if finding.severity == "error"] == []


@pytest.mark.parametrize("file", HISTORICAL, ids=_name)
def test_house_findings_of_sides_are_about_limits_and_sizes(library: Library, file: Path) -> None:
    assert {finding.code for finding in check(file, library).findings if finding.house} <= {"ARM003", "UNT003"}


@pytest.mark.parametrize("file", EXTRACTS, ids=_name)
def test_extracts_are_legal_and_fit_a_table(library: Library, file: Path) -> None:
    """Each extract is a legal army within a game size of 400 to 1200 points."""
    report = check(file, library)
    assert report.legal, [finding.message for finding in report.findings if finding.severity == "error"]
    assert report.orbat is not None
    assert report.orbat.game_size is not None
    assert 400 <= report.orbat.game_size <= 1200
    assert report.quote is not None
    assert 0.75 * report.orbat.game_size <= report.quote.total <= report.orbat.game_size


@pytest.mark.parametrize("file", EXTRACTS, ids=_name)
def test_notes_name_the_other_side_by_its_title(library: Library, file: Path) -> None:
    """The library shows titles, not file names."""
    orbat = check(file, library).orbat
    assert orbat is not None
    assert not [path.stem for path in EXTRACTS if path.stem in orbat.note]


def test_every_battle_has_an_extract() -> None:
    """Each of the battles has an extract with both sides."""
    battles = {name.rpartition("_")[0] for name in TOTALS}
    for battle in battles:
        own = [path for path in EXTRACTS if path.stem.startswith(f"{battle}_")]
        assert len(own) >= 2, battle


@pytest.mark.parametrize("file", STARTERS, ids=_name)
def test_starters_are_legal_at_exactly_their_size(library: Library, file: Path) -> None:
    """The game size is spent completely, and only generals are still to be diced."""
    report = check(file, library)
    found = re.fullmatch(r"(\w+)_(400|800|1200)", file.stem)
    assert found
    assert report.orbat is not None
    assert report.orbat.army_list is not None
    assert report.quote is not None
    assert report.orbat.army_list.id == found[1]
    assert report.quote.total == report.orbat.game_size == int(found[2])
    assert {finding.code for finding in report.findings} <= {"STF001"}
    assert report.legal


def test_every_nation_has_a_starter_of_each_size() -> None:
    """There are starters of 400, 800 and 1200 points for each of the five nations."""
    wanted = sorted(f"{nation}_{size}" for nation in NATIONS for size in (400, 800, 1200))
    assert [path.stem for path in STARTERS] == wanted
