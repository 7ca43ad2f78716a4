"""The reference sheet: every table on two pages, or only the relevant rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.render.pdf.conftest import LAYOUTS, Make, assert_clear, pages_of, words

from orbat.data.library import Library
from orbat.model.reference import Column, Reference, ReferenceRow, ReferenceTable
from orbat.model.sheet import Block, PrintOptions
from orbat.render.pdf.blocks.reference import ColumnStyles, fit_columns
from orbat.render.pdf.flow import Page
from orbat.render.pdf.fonts import measure, styles_of
from orbat.render.pdf.marks import Bookmark, Rule
from orbat.render.pdf.render import sheet_pages

Keys = Callable[..., dict[str, Any]]
STYLES = styles_of(LAYOUTS["reference"].type)
TYPES = ColumnStyles(STYLES.text, STYLES.label, 6.0)


def _content(pages: list[Page]) -> str:
    return re.sub(r"\s+", "", "".join(word.text for page in pages for word in words(page)))


def _bare(text: str) -> str:
    return re.sub(r"\s+", "", re.sub(r"(?<=\d)-(?=\d)", "–", text))


@pytest.fixture(scope="module")
def tables() -> Reference:
    file = Library().reference("days_of_empire")
    assert file is not None
    assert file.value is not None
    return file.value


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_tables_fit_on_two_pages(make: Make, unit: Keys, tables: Reference, paper: Any) -> None:
    pages = pages_of(make(units=[unit("Any")]), "reference", paper=paper)
    assert len(pages) == 2
    assert_clear(pages)
    content = _content(pages)
    for table in tables.tables:
        assert _bare(table.title) in content
        for row in table.rows:
            assert _bare(row.heading) in content
            assert all(word in content for cell in row.cells for word in map(_bare, cell.split())), row


RULESETS = {
    "days_of_empire": "british",
    "days_of_glory": "union_west",
    "honours_of_war": "prussian",
    "fast_play_napoleonic": "france_1815",
}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_tables_are_whole_or_continue_under_their_titles(make: Make, ruleset: str, paper: Any) -> None:
    """Every column begins with a title in bold, and no remark stands alone. Two pages suffice for every ruleset."""
    pages = pages_of(make(ruleset=ruleset, army_list=RULESETS[ruleset]), "reference", paper=paper)
    assert len(pages) <= 2
    for page in pages:
        for column in _columns(page):
            below = [word for word in words(page) if column - 1 < word.x < column + 1 and word.y > _top(page)]
            assert min(below, key=lambda word: word.y).style.face == "bold", column
    continued = [word for page in pages for word in words(page) if ", continued" in word.text]
    assert bool(continued) == (len(pages) > 1), "tables of a single page are whole"


def _top(page: Page) -> float:
    """The lower edge of the first rule over the full width, below the title or the running head."""
    rules = [
        mark
        for mark in page.marks
        if isinstance(mark, Rule) and mark.width > 0.9 * (page.paper.right - page.paper.side)
    ]
    return min(rule.y for rule in rules)


def _columns(page: Page) -> list[float]:
    """The left edges of the columns at the top of a page: those of its bookmarked tables."""
    width, gap = page.paper.right - page.paper.side, LAYOUTS["reference"].column_gap
    count = 3 if any(isinstance(mark, Bookmark) and mark.level == 0 for mark in page.marks) else 2
    return [page.paper.side + number * (width + gap) / count for number in range(count)]


def test_the_sheet_of_abilities_lists_what_the_army_may_and_cannot_do(make: Make, unit: Keys) -> None:
    report = make(units=[unit("Any")])
    pages = pages_of(report, "abilities")
    assert_clear(pages)
    content = _content(pages)
    for text in ("cannot charge mounted troops [DOE 17.2.4]", "may form square [DOE 12.3]", "may dismount [DOE 9.3]"):
        assert _bare(text) in content
    usable = _content(pages_of(report, "abilities", usable=True))
    assert _bare("may form square [DOE 12.3]") in usable
    assert _bare("may dismount [DOE 9.3]") not in usable, "the army has no cavalry"


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"large": True}, {"landscape": True}, {"large": True, "paper": "letter"}])
def test_other_print_settings_fit_too(make: Make, unit: Keys, options: dict[str, Any]) -> None:
    assert_clear(pages_of(make(units=[unit("Any")]), "reference", **options))


def test_only_relevant_rows_are_printed(make: Make, unit: Keys) -> None:
    report = make(units=[unit("Foot", options=["rifles"])])
    whole, usable = _content(pages_of(report, "reference")), _content(pages_of(report, "reference", usable=True))
    for word in ("Cavalryincolumn", "Siegeartillery", "Smoothbore", "Class4"):
        assert word in whole
        assert word not in usable
    assert "Rifled" in usable
    assert "Infantryinline" in usable


def test_figures_of_a_column_are_right_aligned(make: Make, unit: Keys) -> None:
    page = pages_of(make(units=[unit("Any")]), "reference")[1]
    forced = {round(word.right, 2) for word in words(page) if word.figures and word.text in ("60", "40", "24", "16")}
    assert len(forced) <= 4, "the movement table has four columns of figures"


def test_a_long_table_repeats_its_heads_in_the_next_column(make: Make, unit: Keys) -> None:
    rows = tuple(ReferenceRow(cells=(f"Row {number}", str(number))) for number in range(100))
    columns = (Column(head="Label"), Column(head="Figure", figures=True))
    table = ReferenceTable(id="long", title="Long", columns=columns, rows=rows)
    found = Reference(reference=1, ruleset="days_of_empire", title="Reference", tables=(table,))
    layout = replace(LAYOUTS["reference"], body=(Block(block="reference", columns=2),))
    ((page, _),) = sheet_pages(make(units=[unit("Any")]), layout, PrintOptions(), found)
    texts = [word.text for word in words(page)]
    assert texts.count("Label") == texts.count("Figure") == 2
    assert [text for text in texts if text.startswith("Row")] == [f"Row {number}" for number in range(100)]


def test_no_row_of_a_divided_table_stands_alone(make: Make, unit: Keys) -> None:
    """At least two rows stay below a heading, and at least two continue in the next column."""
    report, layout = (
        make(units=[unit("Any")]),
        replace(LAYOUTS["reference"], body=(Block(block="reference", columns=3),)),
    )
    for count in range(150, 166):
        rows = tuple(
            ReferenceRow(heading=f"Group {number}")
            if number % 9 == 0 and number < count - 1
            else ReferenceRow(cells=(f"Row {number}",))
            for number in range(count)
        )
        table = ReferenceTable(id="long", title="Long", columns=(Column(head="Label"),), rows=rows, remarks=("Last.",))
        found = Reference(reference=1, ruleset="days_of_empire", title="Reference", tables=(table,))
        for page, _ in sheet_pages(report, layout, PrintOptions(), found):
            for left in {word.x for word in words(page) if word.text.startswith("Row")}:
                column = sorted((word for word in words(page) if word.x == left), key=lambda word: word.y)
                texts = [word.text for word in column if word.text.startswith(("Row", "Group"))]
                assert len(texts) >= 2, (count, texts)
                assert texts[-1].startswith("Row"), (count, texts)


def test_a_layout_s_last_page_has_the_tables_of_later_pages(make: Make, unit: Keys) -> None:
    def table(name: str, page: int) -> ReferenceTable:
        row = ReferenceRow(cells=("cell",))
        return ReferenceTable(id=name, title=name, columns=(Column(head="h"),), rows=(row,), page=page)

    tables = (table("one", 1), table("two", 2), table("seven", 7))
    found = Reference(reference=1, ruleset="days_of_empire", title="Reference", tables=tables)
    pages = sheet_pages(make(units=[unit("Any")]), LAYOUTS["reference"], PrintOptions(), found)
    texts = [{word.text for word in words(page)} for page, _ in pages]
    assert [("one" in page, "two" in page, "seven" in page) for page in texts] == [
        (True, False, False),
        (False, True, True),
    ]


@pytest.mark.parametrize(("hidden", "marked"), [(False, True), (True, False)])
def test_the_mark_of_a_house_table_can_be_hidden(make: Make, unit: Keys, hidden: bool, marked: bool) -> None:
    row = ReferenceRow(cells=("cell",))
    table = ReferenceTable(id="own", title="Our own", columns=(Column(head="h"),), rows=(row,), house=True)
    found = Reference(reference=1, ruleset="days_of_empire", title="Reference", tables=(table,))
    pages = sheet_pages(make(units=[unit("Any")]), LAYOUTS["reference"], PrintOptions(hide_house=hidden), found)
    assert ("[house]" in {word.text for page, _ in pages for word in words(page)}) == marked


def test_tables_are_bookmarked(make: Make, unit: Keys, tables: Reference) -> None:
    pages = pages_of(make(units=[unit("Any")]), "reference")
    found = [mark.title for page in pages for mark in page.marks if isinstance(mark, Bookmark)]
    assert found[0] == "Quick reference"
    assert sorted(found[1:]) == sorted(table.title for table in tables.tables)


def test_a_block_prints_only_its_tables(make: Make, unit: Keys) -> None:
    layout = replace(LAYOUTS["reference"], body=(Block(block="reference", tables=("movement",)),))
    content = _content(pages_of(make(units=[unit("Any")]), "reference", layout))
    assert "Cavalryinline" in content
    assert "Sequenceofplay" not in content


def _table(*heads: str, cells: tuple[str, ...], shorts: tuple[str, ...] = ()) -> ReferenceTable:
    columns = tuple(Column(head=head, short=short) for head, short in zip(heads, shorts or heads, strict=True))
    return ReferenceTable(id="table", title="Table", columns=columns, rows=(ReferenceRow(cells=cells),))


def test_columns_are_as_wide_as_their_contents_need() -> None:
    placed = fit_columns(_table("A", "B", cells=("a", "some words")), TYPES, 200.0, spread=False).columns
    assert placed[1].width == pytest.approx(measure("some words", STYLES.text))
    assert fit_columns(_table("A", "B", cells=("a", "some words")), TYPES, 200.0).right == pytest.approx(200.0)


def test_long_cells_are_wrapped() -> None:
    long = "many words " * 12
    found = fit_columns(_table("A", "B", cells=(long, long)), TYPES, 200.0)
    assert found.right <= 200.01
    assert found.columns[0].width > 60.0


def test_short_heads_replace_wide_ones_and_are_never_repeated() -> None:
    table = _table("Dispersed", "Rifled", "Smooth", cells=("a", "b", "c"), shorts=("Disp.", "Range", "Range"))
    assert fit_columns(table, TYPES, 200.0).heads == ("Dispersed", "Rifled", "Smooth")
    assert fit_columns(table, TYPES, 85.0).heads == ("Disp.", "Rifled", "Smooth")
