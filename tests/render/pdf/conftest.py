"""Fixtures for reports on small armies, and helpers to examine pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model.sheet import Layout, PrintOptions
from orbat.pipeline import report_on
from orbat.printing import layouts, reference_for
from orbat.render.pdf.flow import Page
from orbat.render.pdf.foot import with_page_numbers
from orbat.render.pdf.marks import Bookmark, TextMark
from orbat.render.pdf.render import sheet_pages
from orbat.report.report import Report

Make = Callable[..., Report]


@pytest.fixture(scope="session")
def make() -> Make:
    """A function that reads an ORBAT from its keys and reports on it."""
    library = Library()

    def made(**keys: Any) -> Report:
        data = {"orbat": 1, "ruleset": "days_of_empire", "army_list": "british", "game_size": 800, **keys}
        return report_on("typed.yaml", read_orbat(json.dumps(data)), library)

    return made


def _unit(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "entry": "brit_line", "size": 15, "rating": 3, **keys}


@pytest.fixture(scope="session")
def unit() -> Callable[..., dict[str, Any]]:
    """A function that returns a line battalion as the keys of a file."""
    return _unit


@pytest.fixture(scope="session")
def brigade() -> Callable[..., dict[str, Any]]:
    """A function that returns a brigade as the keys of a file, from its name and number of battalions."""

    def made(name: str, battalions: int, **keys: Any) -> dict[str, Any]:
        units = [_unit(f"{name} {number}") for number in range(1, battalions + 1)]
        general = {"name": f"General {name}", "quality": "capable", "roll": {"dice": [3]}}
        return {"level": "brigade", "name": name, "commander": general, "units": units, **keys}

    return made


ODD_TEXTS = (
    "Севастополь 1-й полк",
    "İıŞşĞğ Çöü ½ № é ł",
    "中國 and 😀",
    "W" * 90,
    "<b>bold</b> &amp; <para>",
    "שלום עולם",
    "x\u202egnp.exe \x07 \u200b",
    "tab\tand\nnew line",
    "中" * 40,
    "a long name of many words " * 6,
)


@pytest.fixture(scope="session")
def odd_texts(make: Make) -> Report:
    """A report on an army with unusual characters in every text field."""
    formations = [
        {
            "level": "division",
            "name": name,
            "commander": {"name": name},
            "off_board": number % 2 == 0,
            "note": name * 3,
            "formations": [
                {
                    "level": "brigade",
                    "name": name[:40],
                    "off_board": True,
                    "units": [
                        _unit(name, note=name, off_board=True, points=61, rating=name[:80]),
                        _unit(name[:20], note="A note. " * 75, options=["rifles", name[:60]], entry="y" * 60),
                    ],
                }
            ],
        }
        for number, name in enumerate(ODD_TEXTS)
    ]
    units = [_unit("Guns", entry="brit_field_battery", size=1_000_000), _unit("Ghost", size=None)]
    words = " ".join(ODD_TEXTS)
    return make(title=words, player=words, note=words * 3, formations=formations, units=units)


LAYOUTS = layouts()


def pages_of(report: Report, sheet: str = "orbat", layout: Layout | None = None, **options: Any) -> list[Page]:
    """The finished pages of one sheet."""
    wanted = layout or LAYOUTS[sheet]
    made = sheet_pages(report, wanted, PrintOptions(**options), reference_for(report, Library()))
    return [page for page, _ in with_page_numbers(made)]


def words(page: Page) -> list[TextMark]:
    """The text marks on a page."""
    return [mark for mark in page.marks if isinstance(mark, TextMark)]


_NEAR = 0.01
"""The overlap of two marks that rounding errors may cause, in typographic points."""


def assert_clear(pages: list[Page], smallest: float = 8.0) -> None:
    """Assert that no mark crosses a margin, no texts overlap, no type is too small, and no page is empty."""
    for page in pages:
        paper = page.paper
        for mark in page.marks:
            assert mark.x >= paper.side - _NEAR, mark
            assert mark.right <= paper.right + _NEAR, mark
            assert mark.top >= paper.top - _NEAR, mark
            assert mark.bottom <= paper.height - paper.bottom + _NEAR, mark
        written = [mark for mark in words(page) if mark.text.strip()]
        assert len(written) > (0 if page.bare else 2), "a page with nothing but its foot"
        assert all(mark.style.size >= smallest - _NEAR for mark in written), min(
            written, key=lambda one: one.style.size
        )
        assert_apart(written)
        assert all(mark.title for mark in page.marks if isinstance(mark, Bookmark))


def assert_apart(written: list[TextMark]) -> None:
    """Assert that no two texts overlap.

    Letters are taken to be a little lower than their line, since closely set lines may touch.
    """
    ordered = sorted(written, key=_upper)
    for number, one in enumerate(ordered):
        for two in ordered[number + 1 :]:
            if _upper(two) >= _lower(one):
                break
            assert one.right <= two.x + _NEAR or two.right <= one.x + _NEAR, (one, two)


def _upper(mark: TextMark) -> float:
    return mark.y - 0.6 * mark.style.size


def _lower(mark: TextMark) -> float:
    return mark.y + 0.1 * mark.style.size
