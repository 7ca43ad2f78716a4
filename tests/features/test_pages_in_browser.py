"""The web pages of features in a browser: nothing is cut off at three widths. Skipped without Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.browser import CHROMIUM, WIDTHS, frames_of, shown

from orbat.data.library import Library
from orbat.features.compare.difference import difference
from orbat.features.compare.html import comparison_page
from orbat.features.odds.army import odds_against
from orbat.features.odds.checks import OddsTables, read_odds
from orbat.features.odds.html import odds_page
from orbat.features.odds.units import unit_groups
from orbat.pipeline import check

ROOT = Path(__file__).resolve().parents[2]
HISTORICAL = ROOT / "templates" / "orbats" / "days_of_empire" / "historical"
HOST = """\
<body>{frames}<pre id="result"></pre><script>
addEventListener("load", () => {{
  const pages = [...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument);
  document.getElementById("result").textContent = JSON.stringify(pages.map((page) => page.documentElement.scrollWidth));
}});
</script></body>
"""


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")
def test_comparison_and_odds_fit_three_widths(library: Library, tmp_path: Path) -> None:
    french, russian = (check(HISTORICAL / f"alma_{side}.yaml", library) for side in ("french", "russian"))
    assert french.book
    tables = read_odds(french.book.ruleset, library)
    assert isinstance(tables, OddsTables)
    groups = unit_groups(french)[:6]
    odds = odds_against(french, tables.odds, tables.reference, groups, groups)
    (tmp_path / "pair.html").write_text(comparison_page(difference(french, russian), "1"), "utf-8")
    (tmp_path / "odds.html").write_text(odds_page(odds, "1"), "utf-8")
    host = tmp_path / "host.html"
    host.write_text(HOST.format(frames=frames_of("pair", "odds")), "utf-8")
    widths = shown(host, tmp_path / "profile")
    assert all(found <= width for found, width in zip(widths, 2 * WIDTHS, strict=True)), widths
