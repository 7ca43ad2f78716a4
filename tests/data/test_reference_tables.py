"""The quick-reference tables match the printed sheet: every number, and the content of every line."""

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
    """The shipped reference file of a ruleset."""
    return folders.shipped() / "army_lists" / ruleset / "reference.yaml"


RULESETS = [
    ruleset
    for ruleset in sorted(path.stem.removeprefix("reference_") for path in DATA.glob("reference_*.tsv"))
    if file_of(ruleset).exists()
]
"""Rulesets with a copy of the printed sheet here and with shipped tables."""


@dataclass(frozen=True)
class Printed:
    """A table as printed: its rows, column heads, and surrounding lines."""

    rows: Rows
    heads: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def printed(ruleset: str) -> dict[str, Printed]:
    """The sheet's tables by id or lower-case title, without row numbers."""
    text = (DATA / f"reference_{ruleset}.tsv").read_text("utf-8")
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {name: printed_table([line[1:] for line in group]) for name, group in groupby(lines, lambda line: line[0])}


def printed_table(lines: list[list[str]]) -> Printed:
    """Parse a table of numbered lines: 0 is its heads, and * a line of its own."""
    return Printed(
        rows=[tuple(cells) for number, *cells in lines if number not in ("0", "*")],
        heads=next((tuple(cells) for number, *cells in lines if number == "0"), ()),
        lines=tuple(cells[0] for number, *cells in lines if number == "*"),
    )


def shipped(ruleset: str) -> Reference:
    """The reference record shipped for a ruleset."""
    file = load_data(file_of(ruleset), Reference)
    assert file.value, "\n".join(f"line {finding.line}: {finding.message}" for finding in file.findings)
    return file.value


def name_of(table: ReferenceTable, names: dict[str, Printed]) -> str:
    """The name of a table in the copy of the sheet: its title in lower case if used there, otherwise its id."""
    title = "_".join(re.findall("[a-z0-9]+", table.title.lower()))
    return title if title in names and table.id not in names else table.id


def rows_of(table: ReferenceTable) -> Rows:
    """A table's rows without headings. In a sequence of play with phases, the phase precedes each step."""
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
    """Normalize dashes, minus signs and spaces."""
    return " ".join(re.sub("[−–—-]+", "-", text).split())


def contains(text: str, fact: str) -> bool:
    """Whether a text contains a fact or an alternative: a whole number or letter, or the start of a word."""
    # ignore hyphens: point-blank is point blank
    text, fact = (re.sub(r"(?<=[a-z])-(?=[a-z])", " ", plain(each).lower()) for each in (text, fact))
    return any(
        re.search(
            rf"(?<!\w){re.escape(choice)}" + (r"(?!\w)" if len(choice) == 1 or choice[-1].isdigit() else ""), text
        )
        for choice in fact.split("|")
    )


def wanting(cell: str, meant: str, around: str = "") -> str:
    """The facts that a cell lacks, or "". Words may be in the text around the table; numbers may not."""
    if not re.search("[a-z]", meant):
        return "" if plain(cell) == plain(meant) else meant or "nothing"
    return "; ".join(fact for fact in meant.split("; ") if not contains(cell or around, fact))


def unlike(row: tuple[str, ...], meant: tuple[str, ...], around: str = "") -> Iterator[str]:
    """The missing content of the cells of a row, one line each."""
    if len(row) != len(meant):
        yield f"there are {len(row)} columns and the sheet has {len(meant)}"
    for column, (cell, expected) in enumerate(zip(row, meant, strict=False), 1):
        if missing := wanting(cell, expected, around):
            yield f"column {column}: {cell!r} does not say {missing} (of {expected!r})"


def differences(table: ReferenceTable, sheet: Printed) -> Iterator[str]:
    """The differences between a table and the printed sheet, one line each."""
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
def test_tables_match_those_of_the_sheet(ruleset: str) -> None:
    """No table is missing, and the order is the same. Tables of other sources and house tables are not on the sheet."""
    sheet = printed(ruleset)
    tables = [table for table in shipped(ruleset).tables if not (table.house or table.sources)]
    assert [name_of(table, sheet) for table in tables] == list(sheet)


@pytest.mark.parametrize(("ruleset", "name"), [(ruleset, table) for ruleset in RULESETS for table in printed(ruleset)])
def test_table_content_matches_the_sheet(ruleset: str, name: str) -> None:
    """Every number is the printed one, and every line of words has the facts of the sheet."""
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
def test_different_cells_are_detected(cell: str, meant: str, missing: str) -> None:
    """Signs, empty cells and parts of numbers differ; different notations of the same thing do not."""
    assert wanting(cell, meant) == missing


def test_words_may_be_outside_the_table_but_numbers_may_not() -> None:
    """Words of a cell may be in a remark; a number must be in its cell."""
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
def test_differences_of_tables_are_listed(sheet: Printed, found: list[str]) -> None:
    """Rows, columns, heads and surrounding lines are compared, and every difference is a line."""
    assert list(differences(RANGES, sheet)) == found


@pytest.mark.parametrize(
    ("names", "name"), [(["ranges"], "ranges"), (["how_far_they_shoot"], "how_far_they_shoot"), (["moves"], "ranges")]
)
def test_table_is_found_by_id_or_title(names: list[str], name: str) -> None:
    """The copy of a sheet may use the printed title."""
    assert name_of(RANGES, {each: Printed([]) for each in names}) == name
