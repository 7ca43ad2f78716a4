"""QR codes of a sheet, decoded as by a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from string import ascii_letters
from typing import Any

import pytest
import zxingcpp
from PIL import Image, ImageDraw
from tests.benchmarks.conftest import army_text
from tests.render.pdf.conftest import pages_of, words

from orbat.data import folders
from orbat.data.library import Library
from orbat.documents.picture import codes_in, lines_of_codes
from orbat.formats.orbat_file import read_orbat
from orbat.formats.qr_text import compact_text
from orbat.formats.text_reader import read_plain
from orbat.list_reader.document_text import DocumentText
from orbat.pipeline import check, report_on
from orbat.render.pdf.blocks.qr import codes_of
from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Frame, Tiles
from orbat.report.check_code import check_code
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]

STARTERS = folders.shipped() / "templates/orbats/days_of_empire/starters"
HISTORICAL = STARTERS.parent / "historical"
MM = 72 / 25.4
QUIET = 4.0
DOTS = 300 / 72
"""The resolution of a common printer, in dots per typographic point."""


def modules(page: Page) -> list[Frame]:
    """The black modules on a page, adjacent ones as one mark."""
    tiles = [mark for mark in page.marks if isinstance(mark, Tiles)]
    return [Frame(x, y, width, one.tile, 0.0, solid=True) for one in tiles for x, y, width in one.black()]


def picture(frames: list[Frame]) -> Image.Image:
    """The solid marks with a white margin, as a bitmap at 300 dots per inch."""
    left, top = min(frame.x for frame in frames) - QUIET, min(frame.y for frame in frames) - QUIET
    right, bottom = max(frame.right for frame in frames) + QUIET, max(frame.bottom for frame in frames) + QUIET
    image = Image.new("1", (round((right - left) * DOTS), round((bottom - top) * DOTS)), 1)
    pen = ImageDraw.Draw(image)
    for one in frames:
        edges = [round(at * DOTS) for at in (one.x - left, one.y - top, one.right - left, one.bottom - top)]
        pen.rectangle((edges[0], edges[1], edges[2] - 1, edges[3] - 1), fill=0)
    return image


def read(pages: list[Page]) -> list[str]:
    found = [modules(page) for page in pages]
    return [code.text for frames in found if frames for code in zxingcpp.read_barcodes(picture(frames))]


@pytest.mark.parametrize("name", ["french_400", "british_800", "sardinian_800"])
def test_an_army_is_read_back_from_its_sheet(library: Library, name: str) -> None:
    """The codes are decoded on either paper and in either type size."""
    report = check(STARTERS / f"{name}.yaml", library)
    assert report.orbat is not None
    for pages in (pages_of(report), pages_of(report, paper="letter", large=True)):
        (text,) = read(pages)
        assert text == compact_text(report)
        back = read_plain(text).orbat
        assert back is not None
        assert check_code(back) == check_code(report.orbat)


def test_other_alphabets_are_read_back(make: Make, unit: Keys) -> None:
    report = make(title="Севастополь", units=[unit("İıŞşĞğ ½ № 中國")])
    assert read(pages_of(report)) == [compact_text(report)]


def test_no_module_is_narrower_than_a_printer_can_draw(make: Make, brigade: Keys) -> None:
    """The minimum is 0.35 mm, even in the largest codes."""
    report = make(formations=[brigade("Adams", 150)])
    pages = pages_of(report)
    heights = {round(frame.height, 4) for page in pages for frame in modules(page)}
    assert len(heights) == 1
    assert heights.pop() >= 0.35 * MM - 0.001
    assert len(read(pages)) == 2


@pytest.mark.parametrize("units", [112, 113])
def test_codes_are_at_most_three_quarters_full(make: Make, brigade: Keys, units: int) -> None:
    """A single code has at most 2214 bytes, and each of several codes 1748 bytes."""
    text = compact_text(make(formations=[brigade("Adams", units)]))
    codes = codes_of(text)
    length = len(text.encode())
    assert len(codes) == (1 if length <= 2214 else 2)
    assert max(map(len, codes)) <= 157, "version 35"


def test_an_army_of_60_units_fits_in_two_codes(library: Library) -> None:
    """The army has generals, options and batteries."""
    report = report_on("list", read_orbat(army_text(60)), library)
    assert report.orbat is not None
    back = read_plain("\n".join(read(pages_of(report)))).orbat
    assert back is not None
    assert check_code(back) == check_code(report.orbat)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chernaya_russian"])
def test_a_photograph_of_an_abbreviated_code_is_checked_like_the_file(
    library: Library, tmp_path: Path, name: str
) -> None:
    """This army needs abbreviations to fit in two codes."""
    file = check(HISTORICAL / f"{name}.yaml", library)
    pages = pages_of(file, "orbat")
    assert "Frequent words are abbreviated" in " ".join(word.text for page in pages for word in words(page))
    (frames,) = [frames for page in pages if (frames := modules(page))]
    photograph = tmp_path / "photograph.png"
    picture(frames).convert("L").save(photograph)
    report = check(photograph, library)
    assert file.orbat
    assert report.orbat
    assert check_code(report.orbat) == check_code(file.orbat)


@pytest.mark.slow
def test_a_large_army_has_several_numbered_codes(library: Library) -> None:
    """Together, in any order, they give the army."""
    dice = Random(1)
    named = re.sub(r"Unit \d+", lambda _: "".join(dice.choices(ascii_letters, k=26)), army_text(90))
    report = report_on("list", read_orbat(named), library)
    assert report.orbat is not None
    pages = pages_of(report)
    texts = sorted(read(pages))
    assert [text.partition("\n")[0] for text in texts] == ["1/2", "2/2"]
    codes = [code for page in pages if (frames := modules(page)) for code in codes_in(picture(frames).convert("L"))]
    photographed = lines_of_codes(codes)
    assert isinstance(photographed, DocumentText)
    for order in (texts, texts[::-1], [" " * line.indent + line.text for line in photographed.lines]):
        back = read_plain("\n".join(order)).orbat
        assert back is not None
        assert check_code(back) == check_code(report.orbat)


@pytest.mark.slow
def test_codes_are_never_alone_on_a_page(make: Make, brigade: Keys) -> None:
    """The check code moves to the next page with them."""
    for units in range(24, 60):
        # without points there are no findings after the codes
        for page in pages_of(make(formations=[brigade("Adams", units)]), "orbat", hide_points=True):
            if modules(page):
                assert any(word.text == "Check code" for word in words(page)), units


def test_a_text_too_long_for_qr_codes_has_a_message(make: Make, unit: Keys) -> None:
    """A single line that exceeds the capacity of a code cannot be split."""
    pages = pages_of(make(units=[unit("Ж" * 2000)]))
    assert read(pages) == []
    content = " ".join(word.text for page in pages for word in words(page))
    assert "too long for QR codes" in content


def test_hidden_points_are_not_in_the_code(make: Make, brigade: Keys) -> None:
    (text,) = read(pages_of(make(formations=[brigade("Adams", 2)]), hide_points=True))
    assert "Adams 2" in text
    assert not any(line.endswith(" 60") for line in text.splitlines())
    assert "Total" not in text


@pytest.mark.parametrize("name", ["british_800", "russian_1200"])
def test_a_photograph_of_a_sheet_is_checked_like_the_file(library: Library, tmp_path: Path, name: str) -> None:
    """`orbat check photo.png` finds the printed army."""
    file = check(STARTERS / f"{name}.yaml", library)
    frames = [frame for page in pages_of(file, "orbat") for frame in modules(page)]
    photograph = tmp_path / "photograph.png"
    picture(frames).convert("L").save(photograph)
    report = check(photograph, library)
    assert report.orbat
    assert report.quote
    assert file.orbat
    assert file.quote
    assert check_code(report.orbat) == check_code(file.orbat)
    assert report.quote.total == file.quote.total
