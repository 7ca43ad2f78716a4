"""The workbook of an ORBAT: formulas, texts that look like formulas, and reading back."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from openpyxl import Workbook, load_workbook
from tests.examples import examples

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.formulas import Calculator
from orbat.documents.own_workbook import read_own_workbook
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import check, converted, report_on
from orbat.report.report import Report

Reported = Callable[[Orbat], Report]
Drawn = Callable[..., Orbat]
Kept = Callable[[Orbat], Orbat]


def workbook(report: Report, *, values: bool = False) -> Any:
    return load_workbook(io.BytesIO(converted(report, ".xlsx")), data_only=values)


def columns(sheet: Any) -> dict[str, list[Any]]:
    """The cells below each heading, from the row of the army."""
    head, *rows = sheet.iter_rows(values_only=True)
    return {name: [row[at] for row in rows] for at, name in enumerate(head)}


def test_points_and_sums_are_formulas(reported: Reported, alma: Orbat) -> None:
    report = reported(alma)
    found, results = workbook(report), workbook(report, values=True)
    formulas, numbers = columns(found["Army"]), columns(results["Army"])
    assert formulas["level"] == ["army", "division", "brigade", "unit", "brigade", "unit"]
    assert formulas["subtotal"] == ["=SUM(F2:F7)", "=SUM(F3:F6)", "=SUM(F4:F5)", None, "=SUM(F6:F6)", None]
    assert formulas["points"][3] == "=C5*(3+1)"
    assert numbers["points"][3] == 60
    assert numbers["subtotal"][0] == 255
    totals = dict(results["Totals"].iter_rows(min_row=2, values_only=True))
    assert totals["points"] == 255
    assert totals["points left"] == 545
    assert report.quote is not None
    assert totals["points off the board"] == report.quote.off_board > 0
    assert totals["per cent off the board"] == round(float(report.quote.off_board) / 2.55, 1)


def test_a_national_price_is_rounded_as_in_the_quote(reported: Reported) -> None:
    """110 % of 80, 100 and 120 points, to the nearest 5."""
    units = tuple(
        Unit(name=size, entry="pr_musketeer", size=size, rating="standard") for size in ("small", "standard", "large")
    )
    orbat = Orbat(
        title="t",
        ruleset=Pin("honours_of_war"),
        army_list=Pin("prussian"),
        rulings={"national_differences": "priced"},
        units=units,
    )
    report = reported(orbat)
    assert report.quote is not None
    prices = [line.points for line in report.quote.all_units]
    formulas = columns(workbook(report)["Army"])["points"][1:]
    assert formulas[0] == "=INT((100-20)*110/500+0.5)*5"
    calculator = Calculator({"Army": {}})
    assert [calculator.calculate(one, "Army") for one in formulas] == prices == [90, 110, 130]


def test_findings_have_a_sheet(reported: Reported, alma: Orbat) -> None:
    report = reported(replace(alma, game_size=100))
    found = columns(workbook(report)["Findings"])
    assert set(found["code"]) == {one.code for one in report.findings}
    assert found["severity"][0] == "error"


@pytest.mark.parametrize(
    "name", ["=1+1", '=HYPERLINK("x")', "+1", "@SUM(A1)", "-1", "_x0041_", " a ", "12", "01", "'x"]
)
def test_a_text_is_never_a_formula_and_is_kept(reported: Reported, name: str) -> None:
    unit = Unit(name=name, entry="brit_line", size=10, rating="3", note=name)
    brigade = Formation(level="brigade", name=name, commander=Commander(name=name), units=(unit,), note=name)
    orbat = Orbat(title=name, ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=(brigade,))
    report = reported(orbat)
    cells = [cell for row in workbook(report)["Army"].iter_rows() for cell in row]
    assert {cell.column_letter for cell in cells if cell.data_type == "f"} == {"F", "G"}
    back = read_own_workbook(converted(report, ".xlsx"))
    assert back is not None
    assert back.findings == ()
    assert back.orbat is not None
    (kept,) = back.orbat.formations
    assert [back.orbat.title, kept.name, kept.note, kept.units[0].name, kept.units[0].note] == [name] * 5


@settings(max_examples=examples(30), deadline=None)
@given(data=st.data())
def test_any_orbat_round_trips(data: DataObject, claimed: Reported, any_orbat: Drawn, as_text: Kept) -> None:
    report = claimed(any_orbat(data))
    loaded = read_own_workbook(converted(report, ".xlsx"))
    assert loaded is not None
    assert loaded.findings == ()
    assert report.orbat is not None
    assert loaded.orbat == as_text(report.orbat)
    assert report.quote is not None
    assert Fraction(str(columns(workbook(report, values=True)["Army"])["subtotal"][0])) == report.quote.total


def test_a_workbook_is_checked_without_a_doubt(reported: Reported, alma: Orbat, library: Library) -> None:
    report = reported(alma)
    loaded = read_own_workbook(converted(report, ".xlsx"))
    assert loaded is not None
    back = report_on("a.xlsx", loaded, library)
    assert back.verdict.headline == report.verdict.headline
    assert [one for one in back.findings if one.code.startswith("TXT")] == []


def changed(report: Report, change: Callable[[Workbook], None], path: Path) -> Path:
    """The workbook after a change in another program, which keeps the results of formulas."""
    book = workbook(report, values=True)
    change(book)
    book.save(path)
    return path


def test_an_edited_size_is_read(reported: Reported, alma: Orbat, library: Library, tmp_path: Path) -> None:
    """The findings in the file are then outdated, which is a note."""

    def resize(book: Workbook) -> None:
        book["Army"]["C5"] = 12
        book["Findings"]["A9"] = "old"

    back = check(changed(reported(alma), resize, tmp_path / "a.xlsx"), library)
    assert back.orbat is not None
    assert back.orbat.formations[0].formations[0].units[0].size == 12
    notes = [one for one in back.findings if one.code == "TXT011"]
    assert [(one.severity, one.doubt) for one in notes] == [("note", None)] * len(notes)
    assert any("the sheet Findings does not match" in one.message for one in notes)


def test_what_another_program_hides_is_reported(
    reported: Reported, alma: Orbat, library: Library, tmp_path: Path
) -> None:
    """Hidden rows, and sheets of other people."""

    def hide(book: Workbook) -> None:
        book["Army"].row_dimensions[7].hidden = True
        book.create_sheet("Reserve")["A1"] = "12 stands of Guards"

    back = check(changed(reported(alma), hide, tmp_path / "a.xlsx"), library)
    messages = " ".join(one.message for one in back.findings if one.code == "TXT011" and one.doubt == "file")
    assert "1 hidden row, not read" in messages
    assert "1 further sheet, not read" in messages


def test_a_changed_total_or_result_is_reported(
    reported: Reported, alma: Orbat, library: Library, tmp_path: Path
) -> None:
    """A number in place of a formula, and a result that its formula does not give."""

    def cheaper(book: Workbook) -> None:
        book["Totals"]["B3"] = 200

    back = check(changed(reported(alma), cheaper, tmp_path / "a.xlsx"), library)
    assert ["the sheet Totals does not match" in one.message for one in back.findings if one.code == "TXT011"] == [True]
    with zipfile.ZipFile(io.BytesIO(converted(reported(alma), ".xlsx"))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    formula = b"<f>C5*(3+1)</f><v>60</v>"
    assert formula in parts["xl/worksheets/sheet1.xml"]
    with zipfile.ZipFile(tmp_path / "b.xlsx", "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part.replace(formula, formula.replace(b"60", b"30")))
    messages = [one.message for one in check(tmp_path / "b.xlsx", library).findings if one.code == "TXT011"]
    assert any("out of date" in one and 'Army!F5: "30, should be 60"' in one for one in messages), messages


def test_other_workbooks_are_not_read(tmp_path: Path) -> None:
    book = Workbook()
    book.worksheets[0].append(["path", "level", "name"])
    book.save(tmp_path / "a.xlsx")
    assert read_own_workbook((tmp_path / "a.xlsx").read_bytes()) is None
    assert read_own_workbook(b"PK\x03\x04") is None


def test_a_table_of_a_csv_file_saved_as_a_workbook_is_read(reported: Reported, alma: Orbat) -> None:
    book = workbook(reported(alma), values=True)
    del book["Findings"], book["Totals"]
    out = io.BytesIO()
    book.save(out)
    loaded = read_own_workbook(out.getvalue())
    assert loaded is not None
    assert (loaded.findings, loaded.sheets) == ((), ())


def test_a_file_gives_the_same_bytes_each_time(reported: Reported, alma: Orbat) -> None:
    report = reported(alma)
    assert converted(report, ".xlsx") == converted(report, ".xlsx")


def test_csv_files_are_marked_as_utf_8(reported: Reported, alma: Orbat) -> None:
    """Otherwise Excel shows the wrong letters for names such as Großbeeren."""
    assert converted(reported(alma), ".csv").startswith(b"\xef\xbb\xbfpath,")


def test_reading_never_raises(reported: Reported, alma: Orbat, library: Library, tmp_path: Path) -> None:
    raw = converted(reported(alma), ".xlsx")
    for cut in range(10, len(raw), 700):
        (tmp_path / "a.xlsx").write_bytes(raw[:cut])
        check(tmp_path / "a.xlsx", library)


def test_an_empty_army_can_be_written(reported: Reported) -> None:
    report = reported(Orbat(title="t", ruleset=Pin("days_of_empire"), army_list=Pin("british")))
    loaded = read_own_workbook(converted(report, ".xlsx"))
    assert isinstance(loaded, Loaded)
    assert loaded.orbat is not None
    assert loaded.orbat.title == "t"
