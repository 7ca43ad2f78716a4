"""Web pages in Chromium, at several widths."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
WIDTHS = (390, 820, 1280)
"""The widths of the frames, in pixels."""


def frames_of(*pages: str) -> str:
    """Frames with each page at each width."""
    frame = '<iframe src="{page}.html" style="width: {width}px; height: 900px; border: 0"></iframe>'
    return "".join(frame.format(page=page, width=width) for page in pages for width in WIDTHS)


def shown(host: Path, profile: Path) -> Any:
    """Load a page in Chromium, and return what its script found."""
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--dump-dom"]
    run = subprocess.run(
        [CHROMIUM, *options, f"--user-data-dir={profile}", "--virtual-time-budget=5000", host.as_uri()],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    found = re.search(r'<pre id="result">(.*?)</pre>', run.stdout)
    assert found, run.stdout[-500:]
    return json.loads(found[1])


_HOST = """\
<body>{frames}<pre id="result"></pre><script>
addEventListener("load", () => {{
  const pages = [...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument);
  document.getElementById("result").textContent = JSON.stringify(pages.map((page) => page.documentElement.scrollWidth));
}});
</script></body>
"""


def is_within_widths(page: str, folder: Path) -> bool:
    """Whether nothing in a page is wider than the frame, at each of `WIDTHS`."""
    (folder / "page.html").write_text(page, "utf-8")
    host = folder / "host.html"
    host.write_text(_HOST.format(frames=frames_of("page")), "utf-8")
    return all(found <= width for found, width in zip(shown(host, folder / "profile"), WIDTHS, strict=True))
