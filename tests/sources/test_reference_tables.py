"""The quick-reference tables against the printed sheet: every figure, and what every line must say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from orbat.model.reference import Reference, ReferenceTable
from orbat.sources import places
from orbat.sources.library import load_data

Rows = list[tuple[str, ...]]

RULESETS = ("days_of_empire",)


def printed(ruleset: str) -> dict[str, Rows]:
    """The rows of each table as the sheet prints them, by the table's id; the row's number is left out."""
    path = Path(__file__).resolve().parents[1] / "data" / f"reference_{ruleset}.tsv"
    lines = [line.split("\t") for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {table: [tuple(cells) for _, _, *cells in rows] for table, rows in groupby(lines, lambda line: line[0])}


def shipped(ruleset: str) -> Reference:
    """The reference file that is shipped for a ruleset."""
    file = load_data(places.shipped() / "army_lists" / ruleset / "reference.yaml", Reference)
    assert file.value, "\n".join(f"line {finding.line}: {finding.message}" for finding in file.findings)
    return file.value


def rows_of(table: ReferenceTable) -> Rows:
    """A table's rows without its headings; in the sequence of play a step's phase stands before it."""
    rows: Rows = []
    heading = ""
    for row in table.rows:
        if row.heading:
            heading = row.heading
        else:
            rows.append((heading, " ".join(row.cells)) if table.id == "sequence" else row.cells)
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


def differences(table: ReferenceTable, meant: Rows) -> Iterator[str]:
    """Where a table's rows are not those meant, a line for each."""
    rows, around = rows_of(table), " ".join((table.intro, *table.remarks))
    if len(rows) != len(meant):
        yield f"{table.id}: there are {len(rows)} rows and the sheet has {len(meant)}"
    for number, (row, cells) in enumerate(zip(rows, meant, strict=False), 1):
        if len(row) != len(cells):
            yield f"{table.id}, row {number}: there are {len(row)} columns and the sheet has {len(cells)}"
        for column, (cell, expected) in enumerate(zip(row, cells, strict=False), 1):
            if missing := wanting(cell, expected, around):
                yield f"{table.id}, row {number}, column {column}: {cell!r} does not say {missing} (of {expected!r})"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_are_the_tables_of_the_sheet(ruleset: str) -> None:
    """No table is left out, and they stand in the sheet's order."""
    assert [table.id for table in shipped(ruleset).tables] == list(printed(ruleset))


@pytest.mark.parametrize(
    ("ruleset", "table_id"), [(ruleset, table) for ruleset in RULESETS for table in printed(ruleset)]
)
def test_a_table_says_what_the_sheet_says(ruleset: str, table_id: str) -> None:
    """Every figure is the printed one, and every line of words says the facts that the sheet's does."""
    table = shipped(ruleset).table(table_id)
    assert table, f"there is no table {table_id}"
    found = list(differences(table, printed(ruleset)[table_id]))
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
