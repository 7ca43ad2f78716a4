"""Sheets of shipped ORBATs are complete, within the margins and without overlaps.

Every ruleset, both papers and both orientations are tested.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from pypdf import PdfReader
from tests.examples import FACTOR, sampled
from tests.render.pdf.conftest import assert_clear

from orbat.data.library import Library
from orbat.model.sheet import Block, CardSize, PaperName, PrintOptions
from orbat.pipeline import check
from orbat.printing import layouts, page_count, print_sheets, reference_for
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.flow import Page, paper_for
from orbat.render.pdf.fonts import styles_of
from orbat.render.pdf.foot import with_page_numbers
from orbat.render.pdf.marks import Frame, Panel, TextMark, Tiles
from orbat.render.pdf.render import block_panels, sheet_pages
from orbat.report.redacted import without_reserves
from orbat.report.report import Report
from orbat.report.roster import roster

ROOT = Path(__file__).resolve().parents[3]
ORBATS = sorted((ROOT / "templates" / "orbats").rglob("*.yaml"))[::7]
"""Every seventh ORBAT; all of them would take minutes."""
LIBRARY = Library(ROOT / "army_lists")
LAYOUTS = layouts()
WAYS = [("a4", False), ("a4", True), ("letter", False), ("letter", True)]
CARD = 9.0
"""The minimum type size on a card, in typographic points."""


@cache
def report_of(path: Path) -> Report:
    return check(path, LIBRARY)


def pages(report: Report, sheet: str, printing: PrintOptions) -> list[Page]:
    layout = LAYOUTS[sheet]
    seen = without_reserves(report) if "off_board" in layout.hides else report
    return [page for page, _ in with_page_numbers(sheet_pages(seen, layout, printing, reference_for(report, LIBRARY)))]


def blocks_in(sheet: str) -> set[str]:
    return {block.block for block in LAYOUTS[sheet].body}


def least_type(sheet: str) -> float:
    return CARD if "cards" in blocks_in(sheet) else 8.0


def has_nothing(report: Report, sheet: str) -> bool:
    """Whether a sheet is empty because the ruleset has neither a table size nor an order of deployment."""
    assert report.book is not None
    ruleset = report.book.ruleset
    return "map" in blocks_in(sheet) and ruleset.table is None and ruleset.deployment is None


FIRST_OF_RULESET = {path.parts[-3]: path for path in reversed(ORBATS)}


def test_orbats_of_every_ruleset_are_covered() -> None:
    assert FIRST_OF_RULESET.keys() == {path.parent.name for path in (ROOT / "army_lists").glob("*/ruleset.yaml")}


@pytest.mark.parametrize("path", sampled(ORBATS, 1), ids=lambda path: path.stem)
def test_every_sheet_fits_its_paper(path: Path) -> None:
    report = report_of(path)
    for sheet in LAYOUTS:
        if blocks_in(sheet) == {"reference"} and path not in FIRST_OF_RULESET.values():
            continue  # it is the same for all
        for paper, landscape in WAYS:
            found = pages(report, sheet, PrintOptions(paper=paper, landscape=landscape))  # type: ignore[arg-type]  # papers
            assert found or has_nothing(report, sheet), sheet
            assert_clear(found, least_type(sheet))


UNFILLED = {"chart", "reference"}
"""Blocks whose pages may be partly empty: parts of the chart are never divided, and the reference tables are on two
pages with a break between them."""
FIXED_SIZE = {"labels", "trays"}
"""Sheets of labels, on which a long name is shortened: the bases decide the size."""
_LEAST_FILLED = 0.6
_RUNNING_HEAD, _FOOT = 20.0, 22.0


def assert_well_filled(found: Sequence[Page], sheet: str, *, own: Collection[str] = ()) -> None:
    """Assert that all pages but the last are well filled, no page ends with a heading, and no name is shortened.

    On the roster, a later page begins with a heading of `own`, with one that ends with *continued*, or with a reference
    table. A page before QR codes may be partly empty.
    """
    styles = styles_of(LAYOUTS[sheet].type)
    for number, page in enumerate(found, 1):
        end = page.paper.height - page.paper.bottom - _FOOT
        start = page.paper.top + (0 if page.bare else _RUNNING_HEAD)
        body = [mark for mark in page.marks if isinstance(mark, TextMark) and start < mark.y < end]
        if sheet not in FIXED_SIZE:
            assert not [mark.text for mark in body if mark.text.endswith("…")], (sheet, number)
        lowest = max(mark.bottom for mark in page.marks if mark.bottom < end + 2)
        before_code = number < len(found) and any(isinstance(mark, Tiles) for mark in found[number].marks)
        if number < len(found) and not before_code and not blocks_in(sheet) & UNFILLED:
            assert lowest - page.paper.top > _LEAST_FILLED * (end - page.paper.top), (sheet, number)
        last = max((mark for mark in body if mark.text != "Army total" and not mark.figures), key=lambda mark: mark.y)
        assert last.style.size < styles.heading.size or last.style.face != "bold", (sheet, number, last.text)
        if sheet == "roster" and number > 1:
            left = [mark for mark in body if mark.x == page.paper.side]
            first = min(left, key=lambda mark: mark.y).text
            assert first.endswith(", continued") or any(title.startswith(first) for title in own), (number, first)


def roster_headings(report: Report) -> list[str]:
    """The titles of formations, tables and other parts of a roster."""
    found = reference_for(report, LIBRARY)
    tables = [table.title for table in found.tables if table.roster] if found else []
    return [*(formation.title for formation in roster(report).formations), *tables, "Rules of play", "Key"]


@pytest.mark.parametrize("path", sampled(ORBATS, 1), ids=lambda path: path.stem)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_are_filled_without_lone_headings_and_cut_names(path: Path, paper: str) -> None:
    report = report_of(path)
    own = roster_headings(report)
    for sheet in ("orbat", "roster", "record", "deployment"):
        assert_well_filled(pages(report, sheet, PrintOptions(paper=paper)), sheet, own=own)  # type: ignore[arg-type]  # papers


EVERY_ORBAT = sorted((ROOT / "templates" / "orbats").rglob("*.yaml"))
PAPERS = get_args(PaperName)
SIZES = [("quarter", False), ("quarter", True), ("poker", False), ("poker", True)]
"""The sizes of cards, and whether each unit has its own card."""


WAYS_OF_ORBATS = (
    [(path, PAPERS[number % len(PAPERS)], SIZES[number % len(SIZES)]) for number, path in enumerate(EVERY_ORBAT)]
    if FACTOR <= 1
    else list(product(EVERY_ORBAT, PAPERS, SIZES))
)
"""The papers and sizes of cards take turns; in a long run, each ORBAT has all of them."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "paper", "size"),
    WAYS_OF_ORBATS,
    ids=[f"{path.stem} {paper} {size}{' own' * own}" for path, paper, (size, own) in WAYS_OF_ORBATS],
)
def test_every_shipped_orbat_has_clear_and_well_filled_pages(
    path: Path, paper: PaperName, size: tuple[CardSize, bool]
) -> None:
    report = report_of(path)
    own = roster_headings(report)
    for sheet in LAYOUTS:
        if blocks_in(sheet) == {"reference"}:
            continue  # it is the same for all
        found = pages(report, sheet, PrintOptions(paper=paper, card_size=size[0], own_cards=size[1]))
        small = paper == "a5" or size[0] == "poker"
        assert_clear(found, 8.0 if small else least_type(sheet))
        assert_well_filled(found, sheet, own=own)


CARD_WAYS = [("quarter", True), ("poker", False), ("poker", True)]
"""The sizes of cards, and whether each unit has its own card. Other tests cover the default."""


@pytest.mark.parametrize("path", sampled(ORBATS, 2), ids=lambda path: path.stem)
def test_cards_of_every_size_are_complete_and_have_a_box_for_each_stand(path: Path) -> None:
    report = report_of(path)
    counted = [troop for troop in roster(report).units if troop.strength or troop.ticks]
    assert report.book is not None
    marks = report.book.ruleset.marks
    wanted = sum(
        troop.strength.size if troop.strength else len(troop.ticks.states) if troop.ticks else 0 for troop in counted
    )
    for size, own in CARD_WAYS:
        printing = PrintOptions(card_size=size, own_cards=own)  # type: ignore[arg-type]  # sizes of cards
        found = pages(report, "cards", printing)
        assert_clear(found, CARD if size == "quarter" else 8.0)
        texts = [mark.text for page in found for mark in page.marks if isinstance(mark, TextMark)]
        # only the title in the foot, where the check code and the versions leave little room
        assert not [text for text in texts if text.endswith("…") and text[0] != "“"], "nothing is shortened"
        frames = [mark for page in found for mark in page.marks if isinstance(mark, Frame) and not mark.solid]
        boxes = [frame for frame in frames if frame.width == pytest.approx(frame.height)]
        assert len(boxes) >= wanted
        if not marks:
            assert len(boxes) == wanted


OF_UNITS = {"order", "roster", "losses", "cards"}
"""The blocks that show the name of every unit."""


def panels_of(report: Report, sheet: str, block: Block) -> Sequence[Panel]:
    """The panels of a block."""
    layout = LAYOUTS[sheet]
    paper = paper_for(layout, "a4", None)
    room = (paper.right - paper.side, paper.height - paper.top - paper.bottom)
    context = BlockContext(
        report, reference_for(report, LIBRARY), layout, PrintOptions(), styles_of(layout.type), *room
    )
    return block_panels(context.in_columns(block.columns), block)


def panel_texts(report: Report, sheet: str, block: Block) -> list[str]:
    """The text of each panel of a block, without spaces."""
    panels = panels_of(report, sheet, block)
    return ["".join(mark.text for mark in one.marks if isinstance(mark, TextMark)).replace(" ", "") for one in panels]


@pytest.mark.parametrize("path", sampled(ORBATS, 2), ids=lambda path: path.stem)
def test_every_unit_is_once_on_each_sheet_of_units(path: Path) -> None:
    """The number of panels with a name equals the number of units whose name contains it."""
    report = report_of(path)
    assert report.book is not None
    names = Counter(row.name.replace(" ", "") for row in report.rows if row.sort == "unit")
    book, lines = report.book, report.quote.all_units if report.quote else ()
    built = [one.unit for one in lines if book.kind(book.entries(one.list_id)[one.unit.entry]).works]
    works = {unit.name.replace(" ", "") for unit in built}
    sheets = [layout for layout in LAYOUTS.values() if not layout.hides]
    for sheet, block in ((layout.id, block) for layout in sheets for block in layout.body if block.block in OF_UNITS):
        content = "\n".join(panel_texts(report, sheet, block))
        if block.block == "losses" and report.book.ruleset.victory is None:
            assert not content, "there are no points to count"
            continue
        for name, count in names.items():
            if block.block in ("losses", "cards") and name in works:
                continue  # works are lost only under a ruling, and have no card
            longer = sum(number for other, number in names.items() if name != other and name in other)
            assert content.count(name) >= count + longer, (sheet, block.block, name)
            if len(name) > 12 and not longer and block.block != "cards" and not _is_an_entry(report, name):
                assert content.count(name) == count, (sheet, block.block, name)


def _is_an_entry(report: Report, name: str) -> bool:
    """Whether a unit has the same name as its entry, formation or general, which are printed next to it."""
    others = [text for row in report.rows for text in (row.entry, row.note, row.commander)]
    others += [row.name for row in report.rows if row.sort != "unit"]
    return any(name in text.replace(" ", "") for text in others)


WITHOUT_HEADINGS = {"title", "cards", "labels", "chart", "map"}
"""Blocks whose panels are complete in themselves; the head of each page repeats the title of the sheet."""


@pytest.mark.parametrize("path", sampled(ORBATS, 2), ids=lambda path: path.stem)
def test_no_page_begins_inside_a_block_without_a_heading(path: Path) -> None:
    """Whichever panel is first on a page: it is a heading, or has one above it."""
    for layout in LAYOUTS.values():
        for block in (one for one in layout.body if one.block not in WITHOUT_HEADINGS):
            panels = panels_of(report_of(path), layout.id, block)
            if panels and panels[0].wide and panels[0].again:
                continue  # the heading over all columns is repeated on each page
            assert all(map(_has_heading, panels[1:])), (layout.id, block.block)


def _has_heading(panel: Panel) -> bool:
    """Whether a panel has a heading at the top of a page, or is one. The heads of columns are in italics."""
    faces = {mark.style.face for mark in panel.marks if isinstance(mark, TextMark)}
    return bool(panel.heads or panel.again or panel.depth) or (panel.keep and faces == {"italic"})


@pytest.mark.parametrize("path", sampled(ORBATS, 2), ids=lambda path: path.stem)
def test_the_roster_has_a_box_for_each_stand_hit_state_and_mark(path: Path) -> None:
    report = report_of(path)
    found = roster(report)
    wanted = sum(len(formation.dice) for formation in found.formations)
    for troop in found.units:
        wanted += (troop.strength.size if troop.strength else 0) + len(troop.states) + len(troop.marks)
    layout, block = next((one, own) for one in LAYOUTS.values() for own in one.body if own.block == "roster")
    _key, *panels = panels_of(report, layout.id, block)
    drawn = [mark for panel in panels for mark in panel.marks]
    boxes = [
        mark
        for mark in drawn
        if isinstance(mark, Frame) and not mark.solid and mark.width == pytest.approx(mark.height)
    ]
    assert len(boxes) == wanted


@pytest.mark.parametrize("path", sampled(ORBATS[::3], 1), ids=lambda path: path.stem)
def test_pdf_readers_find_every_line(path: Path) -> None:
    """Every line of the table and every page is in the extracted text."""
    report = report_of(path)
    layout = LAYOUTS["orbat"]
    reader = PdfReader(io.BytesIO(print_sheets(report, [layout], PrintOptions(), LIBRARY)))
    assert len(reader.pages) == page_count(report, layout, PrintOptions(), LIBRARY)
    text = "".join("".join(page.extract_text().split()) for page in reader.pages)
    for row in report.rows:
        for content in (row.name if row.sort != "army" else "", row.reason, row.commander, row.points):
            assert "".join(content.split()) in text, content


@pytest.mark.slow
@pytest.mark.parametrize("sheet", list(LAYOUTS))
def test_large_type_fits_too(sheet: str) -> None:
    for path in ORBATS[::4]:
        found = pages(report_of(path), sheet, PrintOptions(large=True))
        assert_clear(found, least_type(sheet))


@pytest.mark.parametrize("sheet", sampled(LAYOUTS, 3))
def test_the_same_report_gives_the_same_pages(sheet: str) -> None:
    path = ORBATS[0]
    assert pages(report_of(path), sheet, PrintOptions()) == pages(check(path, Library()), sheet, PrintOptions())
