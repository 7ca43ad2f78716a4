"""The CSV form adds up, round-trips, and contains no formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from tests.examples import examples

from orbat.formats.csv_table import COLUMNS, cell, csv_text, read_table
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.report.report import Report

Reported = Callable[[Orbat], Report]
Drawn = Callable[..., Orbat]
Kept = Callable[[Orbat], Orbat]
FEW = settings(max_examples=examples(30), deadline=None)
UNHURRIED = settings(deadline=None)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_row_for_army_formations_and_units(reported: Reported, alma: Orbat) -> None:
    text = csv_text(reported(alma))
    rows = rows_of(text)
    assert text.startswith(",".join(COLUMNS) + "\r\n")
    assert text.count("\n") == text.count("\r\n") == 1 + len(rows)
    assert [row["level"] for row in rows] == ["army", "division", "brigade", "unit", "brigade", "unit"]
    assert rows[0] | {"ruleset": "days_of_empire", "game_size": "800", "date": "1854-09", "subtotal": "255"} == rows[0]
    fusiliers = rows[3]
    assert fusiliers["path"] == "formations[0].formations[0].units[0]"
    assert [fusiliers[key] for key in ("size", "rating", "options", "points")] == ["15", "3", "rifles", "60"]
    assert rows[1]["dice"] == "3"
    assert rows[4]["off_board"] == "yes"


@FEW
@given(data=st.data())
def test_any_orbat_round_trips(data: DataObject, claimed: Reported, any_orbat: Drawn, as_text: Kept) -> None:
    report = claimed(any_orbat(data))
    loaded = read_table(csv_text(report))
    assert loaded.findings == ()
    assert report.orbat is not None
    assert loaded.orbat == as_text(report.orbat)


def test_general_with_negative_price_adds_up_and_round_trips(claimed: Reported) -> None:
    """Points, subtotal and total are numbers, and the arrival of the brigade is preserved."""
    brigade = Formation(
        level="brigade", name="b", commander=Commander(name="x", quality="dithering"), off_board="flank"
    )
    orbat = Orbat(
        title="t",
        ruleset=Pin("honours_of_war"),
        army_list=Pin("prussian"),
        rulings={"commanders": "bought"},
        formations=(brigade, replace(brigade, off_board=True)),
    )
    report = claimed(orbat)
    text = csv_text(report)
    rows = rows_of(text)
    assert [row["points"] for row in rows] == ["", "-20", "-20"]
    assert [row["subtotal"] for row in rows] == ["-40", "-20", "-20"]
    assert [row["off_board"] for row in rows] == ["", "flank", "yes"]
    loaded = read_table(text)
    assert loaded.findings == ()
    assert loaded.orbat == report.orbat


@FEW
@given(data=st.data())
def test_points_add_up_to_the_total(data: DataObject, reported: Reported, any_orbat: Drawn) -> None:
    report = reported(any_orbat(data))
    rows = rows_of(csv_text(report))
    assert report.quote is not None
    assert sum(Fraction(row["points"] or 0) for row in rows) == report.quote.total
    assert Fraction(rows[0]["subtotal"]) == report.quote.total
    assert len([row for row in rows if row["path"].rpartition(".")[2].startswith("units")]) == len(
        report.quote.all_units
    )


@FEW
@given(data=st.data())
def test_no_cell_is_a_formula(data: DataObject, reported: Reported, any_orbat: Drawn) -> None:
    text = csv_text(reported(any_orbat(data)))
    for row in csv.reader(io.StringIO(text, newline="")):
        for one in row:
            assert not one.startswith(("=", "+", "-", "@", "\t", "\r")) or re.fullmatch("-[0-9.]+", one)
            assert all(not part.startswith(("=", "+", "-", "@")) for part in one.split(";"))


@UNHURRIED
@given(st.text(st.sampled_from("'=+-@a;＝\\")))
def test_apostrophes_in_names_are_preserved(name: str) -> None:
    orbat = Orbat(title=name, ruleset=Pin("days_of_empire"), player=name)
    assert read_table(csv_text(Report("x", orbat, None, None, ()))).orbat == orbat


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])
def test_formulas_are_escaped(text: str) -> None:
    assert cell(text) == f"'{text}"


def test_numbers_stay_numbers() -> None:
    assert [cell(text) for text in ("60", "0.5", "15", "it's")] == ["60", "0.5", "15", "it's"]


def test_illegal_army_is_marked(reported: Reported, alma: Orbat) -> None:
    report = reported(replace(alma, game_size=100))
    assert rows_of(csv_text(report))[0]["verdict"] == report.verdict.without_warnings
    assert report.verdict.headline.startswith("Not legal")


def test_wrong_claims_round_trip(reported: Reported) -> None:
    unit = Unit(name="x", entry="brit_line", size=10, rating="3", points=7)
    brigade = Formation(level="brigade", name="b", units=(unit,), points=8)
    orbat = Orbat(title="t", ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=(brigade,), total=9)
    assert read_table(csv_text(reported(orbat))).orbat == orbat


@UNHURRIED
@given(st.text() | st.text().map(lambda text: "path,level,name,entry,points\n" + text))
def test_reading_never_raises(text: str) -> None:
    read_table(text, ruleset="days_of_empire")


@FEW
@given(data=st.data())
def test_damaged_tables_never_raise(data: DataObject, reported: Reported, any_orbat: Drawn) -> None:
    text = csv_text(reported(any_orbat(data)))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    read_table(text[:start] + data.draw(st.text(max_size=5)) + text[end:])


@pytest.mark.parametrize("text", ["", "a,b,c\n1,2,3\n", "orbat: 1\n", "path,level\n,army\n"])
def test_other_tables_are_refused(text: str) -> None:
    loaded = read_table(text)
    assert loaded.orbat is None
    assert [finding.code for finding in loaded.findings] == ["SRC005"]


def test_invalid_rows_are_reported_with_their_line(reported: Reported, alma: Orbat) -> None:
    lines = csv_text(reported(alma)).split("\r\n")
    lines.insert(4, ",unit,stray")
    lines.insert(6, "formations[9].units[0],unit,lost")
    loaded = read_table("\r\n".join(lines))
    assert loaded.orbat is not None
    assert [(finding.code, finding.line) for finding in loaded.findings] == [("SRC004", 5), ("SRC004", 7)]


def test_semicolons_as_separators(claimed: Reported, alma: Orbat) -> None:
    report = claimed(alma)
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(csv.reader(io.StringIO(csv_text(report), newline="")))
    assert read_table(out.getvalue()).orbat == report.orbat
