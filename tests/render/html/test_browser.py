"""The web page in a browser: three widths, ticks that stay, and tables that are sorted. Skipped without Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.browser import CHROMIUM, WIDTHS, frames_of, shown

from orbat.data.library import Library
from orbat.pipeline import check, convert
from orbat.render.html.outcomes import outcomes_page
from orbat.report.outcome import outcome_of

ROOT = Path(__file__).resolve().parents[3]
ARMY = ROOT / "templates" / "orbats" / "days_of_empire" / "historical" / "alma_french.yaml"
HOST = """\
<body>{frames}<pre id="result"></pre><script>
const frames = [...document.querySelectorAll("iframe")];
const texts = (table) => [...table.tBodies[0].rows].map((row) => row.cells[4].textContent);
addEventListener("load", () => {{
  const pages = frames.map((frame) => frame.contentDocument);
  const boxes = pages[0].querySelectorAll("input");
  const ticked = [...boxes].filter((box) => box.checked).length;
  boxes[3].click();
  const table = pages[0].querySelectorAll("table")[1];
  const before = texts(table);
  table.querySelectorAll("button")[4].click();
  document.getElementById("result").textContent = JSON.stringify({{
    widths: pages.map((page) => page.documentElement.scrollWidth),
    ticked, before, after: texts(table), tools: pages[0].querySelector(".tools").hidden,
  }});
}});
</script></body>
"""


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")
def test_the_page_works_in_a_browser_at_three_widths(library: Library, tmp_path: Path) -> None:
    report = check(ARMY, library)
    (tmp_path / "army.html").write_bytes(convert(report, ".html").encode())
    (tmp_path / "club.html").write_text(outcomes_page([outcome_of(report)] * 3, (), "1"), "utf-8")
    host = tmp_path / "host.html"
    host.write_text(HOST.format(frames=frames_of("army", "club")), "utf-8")
    first, second = (shown(host, tmp_path / "profile") for _ in range(2))
    assert all(found <= width for found, width in zip(first["widths"], 2 * WIDTHS, strict=True)), "nothing is cut off"
    assert first["tools"] is False, "the script runs under the page's own policy"
    assert first["after"] == sorted(first["before"], key=float) != first["before"]
    assert (first["ticked"], second["ticked"]) == (0, 1), "the tick is kept"
