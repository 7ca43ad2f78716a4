"""`orbat compare --html`: the numbers and differences of the text form, as a web page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser import CHROMIUM, is_within_widths

from orbat.data import folders

Orbat = Any
ALMA = folders.shipped() / "templates" / "orbats" / "days_of_empire" / "historical"
HOSTILE = "<script>alert(1)</script>"


def rows(page: str) -> list[list[str]]:
    """The texts of the cells of all table rows."""
    found = re.findall(r'<tr role="row">(.*?)</tr>', page)
    return [[re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in found]


def test_the_page_has_the_numbers_and_differences(orbat: Orbat, army: Path, two_brigades: str, tmp_path: Path) -> None:
    later = tmp_path / "later.yaml"
    changed = two_brigades.replace("size: 8", "size: 10").replace("Light Division", HOSTILE)
    later.write_text(changed, "utf-8")
    run = orbat("compare", army, later, "--html")
    assert (run.code, run.err) == (0, "")
    assert ["points", "158", "166", "+8"] in rows(run.out)
    assert ["infantry, stands", "2", "20", "68", "2", "22", "76"] in rows(run.out)
    assert "158 to 166 points (+8)" in run.out
    assert re.search(r"<li>[^<]*19th Foot[^<]*10 stands[^<]*<span class=\"detail\">\+8</span></li>", run.out)
    assert HOSTILE not in run.out
    assert run.out.count("<script>") == 1, "the script that sorts tables"


def test_equal_armies_have_no_differences(orbat: Orbat, army: Path) -> None:
    assert '<p class="good">No differences.</p>' in orbat("compare", army, army, "--html").out


def test_one_form_at_a_time(orbat: Orbat, army: Path) -> None:
    run = orbat("compare", army, army, "--html", "--json")
    assert run.code == 2
    assert "--html cannot be combined with --json" in run.err


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")
def test_the_page_fits_a_telephone(orbat: Orbat, tmp_path: Path) -> None:
    run = orbat("compare", ALMA / "alma_french.yaml", ALMA / "alma_russian.yaml", "--html")
    assert is_within_widths(run.out, tmp_path)
