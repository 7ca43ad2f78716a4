"""The pictures of screens and pages in the documents: what they show, and whether they are up to date.

`.ci/browser_pictures.py` takes them. Each picture contains a digest of the words that it shows.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from html import unescape
from pathlib import Path

from tests.tui.conftest import wait_until_still

from orbat.data.library import Library
from orbat.pipeline import check, convert, report_for_opponent
from orbat.tui.app import OrbatApp

ROOT = Path(__file__).resolve().parents[1]
STARTERS = ROOT / "templates" / "orbats" / "days_of_empire" / "starters"
KEY = "words"
"""The key of the digest in the picture."""
_SIZE = (120, 36)
_NUMBERS = re.compile(r"[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}|[0-9]+")
"""What may change with the data, without the picture being out of date: check codes and numbers."""
_HIDDEN = re.compile(r"<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL)


def web_page(library: Library) -> str:
    """A small army as a web page for the opponent."""
    return convert(report_for_opponent(check(STARTERS / "british_400.yaml", library)), ".html")


def builder(library: Library) -> str:
    """The builder with a battalion selected, as SVG."""

    async def drawn() -> str:
        app = OrbatApp(library, check(STARTERS / "british_800.yaml", library))
        app.animation_level = "none"
        async with app.run_test(size=_SIZE) as pilot:
            await wait_until_still(pilot)
            await pilot.press("pagedown")
            await wait_until_still(pilot)
            return app.export_screenshot(title="orbat")

    return asyncio.run(drawn())


def digest(markup: str) -> str:
    """A digest of the words of a web page or of an SVG picture."""
    words = _NUMBERS.sub("0", unescape(_HIDDEN.sub(" ", markup))).split()
    return hashlib.sha256(" ".join(words).encode()).hexdigest()
