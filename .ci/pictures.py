"""Draws the pictures of printed sheets in docs/: those of the README, and a contact sheet for each ruleset.

    .venv/bin/python .ci/pictures.py [FOLDER]

Needs the packages of `orbat[pictures]`. The contact sheet of a ruleset shows the first page of every sheet, for one of
its shipped armies.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from orbat.data.library import Library
from orbat.model.sheet import Layout, PrintOptions
from orbat.pipeline import check
from orbat.printing import layouts, print_sheets
from orbat.render.pdf.pictures import png_pictures
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[1]
ORBATS = ROOT / "templates" / "orbats"
README = {"sheet": "orbat", "roster": "roster", "cards": "cards", "opponent": "opponent"}
"""The pictures of the README, and the sheets that they show."""
README_ARMY = "days_of_empire/extracts/alma_great_redoubt_british"
ARMIES = {
    "days_of_empire": README_ARMY,
    "days_of_glory": "days_of_glory/extracts/antietam_cornfield_union",
    "honours_of_war": "honours_of_war/extracts/kolin_prussian",
    "fast_play_napoleonic": "fast_play_napoleonic/starters/anglo_allied_1815_100",
}
"""The army on the contact sheet of each ruleset."""
DOTS, SMALL_DOTS = 100, 54
"""The resolution of the README's pictures and of the pages on a contact sheet, in dots per inch."""
_FULL_DOTS = 200
ACROSS, GAP = 4, 10
"""The number of pages side by side on a contact sheet, and the distance between them in pixels."""
GREY = 128


def first_page(report: Report, layout: Layout, library: Library, dots: int) -> Image.Image:
    """The first page of a sheet as a picture in shades of grey."""
    pdf = print_sheets(report, [layout], PrintOptions(), library)
    page = Image.open(io.BytesIO(next(png_pictures(pdf)))).convert("L")
    return page.resize((page.width * dots // _FULL_DOTS, page.height * dots // _FULL_DOTS), Image.Resampling.LANCZOS)


def contact_sheet(pages: list[Image.Image]) -> Image.Image:
    """Arrange pages in rows, on grey."""
    width, height = max(page.width for page in pages), max(page.height for page in pages)
    rows = -(-len(pages) // ACROSS)
    size = (ACROSS * (width + GAP) + GAP, rows * (height + GAP) + GAP)
    sheet = Image.new("L", size, GREY)
    for number, page in enumerate(pages):
        down, across = divmod(number, ACROSS)
        sheet.paste(page, (GAP + across * (width + GAP), GAP + down * (height + GAP)))
    return sheet


def save(picture: Image.Image, path: Path, shades: int = 16) -> None:
    """Write a picture with a number of shades of grey."""
    picture.quantize(shades, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Draw all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    library, sheets = Library(), layouts()
    report = check(ORBATS / f"{README_ARMY}.yaml", library)
    for name, sheet in README.items():
        save(first_page(report, sheets[sheet], library, DOTS), folder / f"{name}.png")
    for ruleset, army in ARMIES.items():
        report = check(ORBATS / f"{army}.yaml", library)
        pages = [first_page(report, layout, library, SMALL_DOTS) for layout in sheets.values()]
        save(contact_sheet(pages), folder / f"sheets_{ruleset}.png", 8)


if __name__ == "__main__":
    main()
