"""`orbat odds --html`: the odds of the text form, as a web page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser import CHROMIUM, is_within_widths

from orbat.data import folders

Orbat = Any
ALMA = folders.shipped() / "templates" / "orbats" / "days_of_empire" / "historical"
RUSSIAN = folders.shipped() / "templates" / "orbats" / "days_of_empire" / "extracts" / "alma_great_redoubt_russian.yaml"


def rows(page: str) -> list[list[str]]:
    """The texts of the cells of all table rows."""
    found = re.findall(r'<tr role="row">(.*?)</tr>', page)
    return [[re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in found]


def test_the_page_has_the_odds_of_two_brigades(orbat: Orbat, army: Path) -> None:
    """The numbers are those of the test of the text form."""
    run = orbat("odds", army, "--html")
    assert (run.code, run.err) == (0, "")
    assert "<dt>1</dt><dd>7th Royal Fusiliers: infantry, 12 stands, class 2, rifles, 36 points</dd>" in run.out
    found = rows(run.out)
    assert ["1", "3&quot;", "3", "2.00", "3.50", "3.50", "2.50", "1.50", "1.00"] in found
    assert ["1", "3&quot;, per 100 points", "", "5.56", "9.72", "9.72", "6.94", "4.17", "2.78"] in found
    assert ["2", "charge foot in order", "83 %"] in found
    assert "Close assault" not in run.out


def test_close_assaults_are_those_of_the_text(orbat: Orbat, army: Path) -> None:
    """Each chance to win in the text form is in the page, in the same order."""
    text, page = orbat("odds", army, "--against", RUSSIAN).out, orbat("odds", army, "--against", RUSSIAN, "--html").out
    text, page = text.partition("Close assault against")[2], page.partition("Close assault against")[2]
    chances = re.findall(r"\d+ %", text)
    assert len(chances) > 10
    assert re.findall(r"\d+ %", page) == chances


def test_one_form_at_a_time(orbat: Orbat, army: Path) -> None:
    run = orbat("odds", army, "--html", "--json")
    assert run.code == 2
    assert "--html cannot be combined with --json" in run.err


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")
def test_the_page_fits_a_telephone(orbat: Orbat, tmp_path: Path) -> None:
    run = orbat("odds", ALMA / "alma_french.yaml", "--html")
    assert is_within_widths(run.out, tmp_path)
