"""Takes the pictures of screens and web pages for the documents: `python .ci/browser_pictures.py`. Needs Chromium."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests import pictures  # noqa: E402  # the folder is not installed
from tests.browser import CHROMIUM  # noqa: E402  # same
from tests.features.serve.served import TYPED_LIST, chromium, open_tab, serving  # noqa: E402  # same

from orbat.data.library import Library  # noqa: E402  # same

ARMY = ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_800.yaml"
COLOURS = 64
SIZES = {"builder": (1500, 940), "phone": (390, 844)}
"""The width and height of pictures, in pixels."""


def main() -> None:
    """Take a picture of the builder, of the builder in a browser, of a pasted list, and of a page on a telephone."""
    words = drawn()  # Textual and Playwright both need the event loop, so they take turns
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
            tab.page.evaluate("text => navigator.clipboard.writeText(text)", TYPED_LIST)
            tab.press("Control+v")
            tab.until("7th Royal Fusiliers")
            tab.press("F2")
            tab.until("too cheap")
            save(tab.page, "browser_check.png")
        for name, (file, text) in words.items():
            (Path(made) / file).write_text(text, "utf-8")
            show(browser, Path(made) / file, name, pictures.digest(text))


def drawn() -> dict[str, tuple[str, str]]:
    """The name and the text of the file for each picture in `SIZES`."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["ORBAT_HOME"] = home
        os.environ.pop("NO_COLOR", None)
        library = Library()
        return {
            "builder": ("builder.svg", pictures.builder(library)),
            "phone": ("phone.html", pictures.web_page(library)),
        }


def show(browser: Browser, file: Path, name: str, digest: str) -> None:
    """Take a picture of a file, and write the digest of its words into the picture."""
    width, height = SIZES[name]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(file.as_uri())
    about = PngInfo()
    about.add_text(pictures.KEY, digest)
    save(page, f"{name}.png", about)


def save(page: Page, name: str, about: PngInfo | None = None) -> None:
    """Save a picture when nothing moves any more."""
    before, now = b"", page.screenshot()
    while before != now:
        page.wait_for_timeout(500)
        before, now = now, page.screenshot()
    picture = Image.open(io.BytesIO(now)).convert("RGB").quantize(COLOURS)
    picture.save(ROOT / "docs" / name, pnginfo=about, optimize=True)


if __name__ == "__main__":
    main()
