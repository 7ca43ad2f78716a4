"""Units at home (`fielded: false`) in the commands: kept in every format, never in what the opponent gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

from orbat.data.library import Library
from orbat.model.orbat import units_of
from orbat.pipeline import CONVERT_SUFFIXES, check

Orbat = Callable[..., Any]


@pytest.fixture
def pool(army: Path) -> Path:
    """The two brigades, with the 19th Foot at home."""
    text = army.read_text(encoding="utf-8")
    army.write_text(text.replace("{name: 19th Foot,", "{name: 19th Foot, fielded: false,"), encoding="utf-8")
    return army


def test_check_gives_the_number_of_units_at_home_after_the_points(orbat: Orbat, pool: Path) -> None:
    first = orbat("check", pool).out.splitlines()[0]
    assert "126 of 800 points, 674 left. 1 unit stays at home." in first
    report = json.loads(orbat("check", pool, "--json").out)["reports"][0]
    assert [unit["name"] for unit in report["units"]] == ["7th Royal Fusiliers"]
    assert [(unit["name"], unit["path"]) for unit in report["at_home"]] == [
        ("19th Foot", "formations[0].formations[1].units[0]")
    ]


@pytest.mark.parametrize("suffix", sampled(CONVERT_SUFFIXES, 3))
def test_every_format_keeps_units_at_home_except_for_the_opponent(
    orbat: Orbat, pool: Path, tmp_path: Path, library: Library, suffix: str
) -> None:
    before = check(pool, library)
    for reader in ((), ("--for", "opponent")):
        out = tmp_path / f"out{len(reader)}{suffix}"
        assert orbat("convert", pool, out, *reader).code == 0
        after = check(out, library)
        assert after.at_home == ("" if reader else before.at_home) == ("" if reader else "1 unit stays at home")
        assert after.orbat
        names = [place.unit.name for place in units_of(after.orbat, unfielded=True)]
        assert ("19th Foot" in names) != bool(reader)
        assert (after.total, after.check_code) == (before.total, before.check_code)


def test_page_does_not_name_the_list_of_units_at_home(orbat: Orbat, pool: Path, tmp_path: Path) -> None:
    text = pool.read_text(encoding="utf-8")
    ally = "  - {level: brigade, army_list: french, fielded: false, units: [{entry: fr_line, size: 12, rating: 3}]}\n"
    pool.write_text(text.replace("formations:\n", f"formations:\n{ally}", 1), encoding="utf-8")
    assert orbat("check", pool).code != 2
    page = tmp_path / "page.html"
    assert orbat("convert", pool, page, "--for", "opponent").code == 0
    assert "french" not in page.read_text(encoding="utf-8").lower()
