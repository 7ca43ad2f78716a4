"""Takes the pictures of `orbat serve` for the documents: `python .ci/browser_pictures.py`. Needs Chromium."""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import CHROMIUM  # noqa: E402  # the folder is not installed
from tests.features.serve.served import chromium, open_tab, serving  # noqa: E402  # same

ARMY = ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_800.yaml"
LIST = """\
The Light Division at the Alma, 400 points
Codrington's Brigade: General Codrington 30
7th Royal Fusiliers, 12 stands class 3 rifles - 48
33rd Foot, 12 stands class 3 rifles - 45
Total 123
"""
COLOURS = 64


def main() -> None:
    """Take a picture of the builder, and of a pasted list that was checked."""
    with tempfile.TemporaryDirectory() as made, chromium(CHROMIUM) as browser:
        root = Path(made) / "armies"
        root.mkdir()
        shutil.copy(ARMY, root / "mine.yaml")
        context = browser.new_context(viewport={"width": 1180, "height": 760})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        with serving(root, Path(made) / "home", root / "mine.yaml") as served:
            tab = open_tab(context, served)
            tab.until("mine.yaml")
            tab.press("ArrowDown", "ArrowDown", "ArrowDown")
            save(tab.page, "browser.png")
        with serving(root, Path(made) / "home2") as served:
            tab = open_tab(context, served)
            tab.until("Paste a list")
            tab.page.evaluate("text => navigator.clipboard.writeText(text)", LIST)
            tab.press("Control+v")
            tab.until("7th Royal Fusiliers")
            tab.press("F2")
            tab.until("too cheap")
            save(tab.page, "browser_check.png")


def save(page: Page, name: str) -> None:
    """Save a picture when nothing moves any more."""
    before, now = b"", page.screenshot()
    while before != now:
        page.wait_for_timeout(500)
        before, now = now, page.screenshot()
    Image.open(io.BytesIO(now)).convert("RGB").quantize(COLOURS).save(ROOT / "docs" / name, optimize=True)


if __name__ == "__main__":
    main()
