"""The quick-reference tables against the printed sheet: every figure, and what every line must say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest

from orbat.data import folders
from orbat.data.data_file import load_data
from orbat.model.reference import Column, Reference, ReferenceRow, ReferenceTable

Rows = list[tuple[str, ...]]

DATA = Path(__file__).resolve().parents[1] / "data"


def file_of(ruleset: str) -> Path:
    """Where a ruleset's reference file is shipped."""
    return folders.shipped() / "army_lists" / ruleset / "reference.yaml"


RULESETS = [
    ruleset
    for ruleset in sorted(path.stem.removeprefix("reference_") for path in DATA.glob("reference_*.tsv"))
    if file_of(ruleset).exists()
]
"""Those whose sheet has been copied here and whose tables are shipped."""


@dataclass(frozen=True)
class Printed:
    """A table as the sheet prints it: its rows, the heads of its columns, and the lines that stand around them."""

    rows: Rows
    heads: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def printed(ruleset: str) -> dict[str, Printed]:
    """The sheet's tables by the table's id or its title in small letters; the number of a row is left out."""
    text = (DATA / f"reference_{ruleset}.tsv").read_text("utf-8")
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {name: printed_table([line[1:] for line in group]) for name, group in groupby(lines, lambda line: line[0])}


def printed_table(lines: list[list[str]]) -> Printed:
    """A table of numbered lines: 0 is its heads, and * a line of its own."""
    return Printed(
        rows=[tuple(cells) for number, *cells in lines if number not in ("0", "*")],
        heads=next((tuple(cells) for number, *cells in lines if number == "0"), ()),
        lines=tuple(cells[0] for number, *cells in lines if number == "*"),
    )


def shipped(ruleset: str) -> Reference:
    """The reference file that is shipped for a ruleset."""
    file = load_data(file_of(ruleset), Reference)
    assert file.value, "\n".join(f"line {finding.line}: {finding.message}" for finding in file.findings)
    return file.value


def name_of(table: ReferenceTable, names: dict[str, Printed]) -> str:
    """What the sheet's copy calls a table: its id, or its title in small letters; its id where it is in neither way."""
    title = "_".join(re.findall("[a-z0-9]+", table.title.lower()))
    return title if title in names and table.id not in names else table.id


def rows_of(table: ReferenceTable) -> Rows:
    """A table's rows without its headings; in a sequence of play by phases, a step's phase stands before it."""
    phases = table.id == "sequence" and any(row.heading for row in table.rows)
    rows: Rows = []
    heading = ""
    for row in table.rows:
        if row.heading:
            heading = row.heading
        else:
            rows.append((heading, " ".join(row.cells)) if phases else row.cells)
    return rows


def plain(text: str) -> str:
    """A text with its minus signs and dashes, single or double, all alike, and one space for several."""
    return " ".join(re.sub("[−–—-]+", "-", text).split())


def says(text: str, fact: str) -> bool:
    """Whether a text says a fact or one of its choices: as a whole number or letter, or where a word begins."""
    # point-blank is point blank, and two-thirds two thirds
    text, fact = (re.sub(r"(?<=[a-z])-(?=[a-z])", " ", plain(each).lower()) for each in (text, fact))
    return any(
        re.search(
            rf"(?<!\w){re.escape(choice)}" + (r"(?!\w)" if len(choice) == 1 or choice[-1].isdigit() else ""), text
        )
        for choice in fact.split("|")
    )


def wanting(cell: str, meant: str, around: str = "") -> str:
    """What a cell should say and does not, or "". Words may be left to what stands around the table, figures not."""
    if not re.search("[a-z]", meant):
        return "" if plain(cell) == plain(meant) else meant or "nothing"
    return "; ".join(fact for fact in meant.split("; ") if not says(cell or around, fact))


def unlike(row: tuple[str, ...], meant: tuple[str, ...], around: str = "") -> Iterator[str]:
    """What the cells of a row should say and do not, a line for each."""
    if len(row) != len(meant):
        yield f"there are {len(row)} columns and the sheet has {len(meant)}"
    for column, (cell, expected) in enumerate(zip(row, meant, strict=False), 1):
        if missing := wanting(cell, expected, around):
            yield f"column {column}: {cell!r} does not say {missing} (of {expected!r})"


def differences(table: ReferenceTable, sheet: Printed) -> Iterator[str]:
    """Where a table is not as the sheet prints it, a line for each."""
    rows, around = rows_of(table), " ".join((table.intro, *table.remarks))
    heads = tuple(f"{column.over} {column.head}".strip() for column in table.columns)
    if sheet.heads:
        yield from (f"{table.id}, heads, {found}" for found in unlike(heads, sheet.heads))
    if len(rows) != len(sheet.rows):
        yield f"{table.id}: there are {len(rows)} rows and the sheet has {len(sheet.rows)}"
    for number, (row, meant) in enumerate(zip(rows, sheet.rows, strict=False), 1):
        yield from (f"{table.id}, row {number} ({row[0]!r}), {found}" for found in unlike(row, meant, around))
    everything = " ".join((table.title, around, *heads, *(" ".join((row.heading, *row.cells)) for row in table.rows)))
    for line in sheet.lines:
        if missing := wanting(everything, line):
            yield f"{table.id} says nowhere {missing} (of {line!r})"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_are_the_tables_of_the_sheet(ruleset: str) -> None:
    """No table is left out, and they stand in the sheet's order."""
    sheet = printed(ruleset)
    assert [name_of(table, sheet) for table in shipped(ruleset).tables] == list(sheet)


@pytest.mark.parametrize(("ruleset", "name"), [(ruleset, table) for ruleset in RULESETS for table in printed(ruleset)])
def test_a_table_says_what_the_sheet_says(ruleset: str, name: str) -> None:
    """Every figure is the printed one, and every line of words says the facts that the sheet's does."""
    sheet = printed(ruleset)
    table = next((table for table in shipped(ruleset).tables if name_of(table, sheet) == name), None)
    assert table, f"there is no table {name}"
    found = list(differences(table, sheet[name]))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("cell", "meant", "missing"),
    [
        ("−2", "-2", ""),
        ("–", "--", ""),
        ("2–4", "2-4", ""),
        ("2", "-2", "-2"),
        ("–", "", "nothing"),
        ("56H", "56HH", "56HH"),
        ('Units halt 12" short', 'halt; 2"', '2"'),
        ("Slowed to two-thirds", "a third|one third", "a third|one third"),
        ("Slowed to two-thirds", "two thirds", ""),
        ("A Brief Combat", "e; brief combat", "e"),
    ],
)
def test_a_cell_that_says_something_else_is_noticed(cell: str, meant: str, missing: str) -> None:
    """Signs, blanks, and figures within longer ones are told apart, and ways of writing one thing are not."""
    assert wanting(cell, meant) == missing


def test_words_may_stand_around_the_table_and_figures_may_not() -> None:
    """What the sheet says in a cell of its own can be its remark; a figure is wanted in its place."""
    assert wanting("", "1d6; fire", "On a 6 of 1d6 a fire starts.") == ""
    assert wanting("", "1d6; fire", "On a 6 there is smoke.") == "1d6; fire"
    assert wanting("", "6", "6") == "6"


RANGES = ReferenceTable(
    id="ranges",
    title="How far they shoot",
    intro="In inches.",
    columns=(Column(head="Weapon"), Column(head="Short", over="Reach"), Column(head="Long", over="Reach")),
    rows=(
        ReferenceRow(heading="Foot"),
        ReferenceRow(cells=("Rifles", "4", "12")),
        ReferenceRow(cells=("Muskets", "2", "8")),
    ),
)
RIGHT: Rows = [("rifle", "4", "12"), ("musket", "2", "8")]


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        (Printed(RIGHT, ("weapon", "reach short", "long"), ("inch", "foot; far|range")), []),
        (Printed(RIGHT[:1]), ["ranges: there are 2 rows and the sheet has 1"]),
        (
            Printed([RIGHT[0], ("musket", "2", "10")]),
            ["ranges, row 2 ('Muskets'), column 3: '8' does not say 10 (of '10')"],
        ),
        (
            Printed([("rifle", "4"), RIGHT[1]]),
            ["ranges, row 1 ('Rifles'), there are 3 columns and the sheet has 2"],
        ),
        (
            Printed(RIGHT, ("weapon", "long", "short")),
            [
                "ranges, heads, column 2: 'Reach Short' does not say long (of 'long')",
                "ranges, heads, column 3: 'Reach Long' does not say short (of 'short')",
            ],
        ),
        (Printed(RIGHT, lines=("inch; 10",)), ["ranges says nowhere 10 (of 'inch; 10')"]),
    ],
)
def test_a_table_that_is_not_the_sheets_is_told_of(sheet: Printed, found: list[str]) -> None:
    """Rows, columns, heads and the lines around a table are each compared, and every difference is a line."""
    assert list(differences(RANGES, sheet)) == found


@pytest.mark.parametrize(
    ("names", "name"), [(["ranges"], "ranges"), (["how_far_they_shoot"], "how_far_they_shoot"), (["moves"], "ranges")]
)
def test_a_table_is_found_by_its_id_or_its_title(names: list[str], name: str) -> None:
    """The copy of a sheet may call a table what it is called in print."""
    assert name_of(RANGES, {each: Printed([]) for each in names}) == name
