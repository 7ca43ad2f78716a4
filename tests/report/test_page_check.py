"""The pages of a printed sheet are compared with the ORBAT attached to them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.data.problem import Problem
from orbat.documents.attached_pages import with_pages
from orbat.documents.pdf import read_pdf
from orbat.documents.read import read_raw
from orbat.formats.orbat_file import read_orbat
from orbat.model.sheet import PrintOptions
from orbat.pipeline import report_on
from orbat.printing import layouts, print_sheets
from orbat.report.page_check import page_findings
from orbat.report.report import Report

Army = Callable[..., Report]
UNITS = [
    {"name": "7th Royal Fusiliers", "entry": "brit_line", "size": 15, "rating": 3},
    {"name": "23rd Royal Welch Fusiliers", "entry": "brit_line", "size": 15, "rating": 3},
    {"name": "C Troop", "entry": "brit_rha_troop", "size": 3},
]


@pytest.fixture(scope="module")
def army(library: Library) -> Army:
    """An army with some keys changed."""

    def report(units: list[dict[str, Any]] = UNITS, **keys: Any) -> Report:
        brigade = {"level": "brigade", "name": "Adams", "commander": {"name": "Henry Adams"}, "units": units}
        data = {"orbat": 1, "title": "Printed", "ruleset": "days_of_empire", "army_list": "british"}
        data |= {"date": "1854-09", "game_size": 400, "formations": [brigade]}
        return report_on("army.yaml", read_orbat(json.dumps(data | keys)), library)

    return report


@pytest.fixture(scope="module")
def sheet(library: Library, army: Army) -> bytes:
    """The order of battle of the army, as a PDF."""
    return print_sheets(army(), [layouts()["orbat"]], PrintOptions(), library)


@pytest.fixture(scope="module")
def pages(sheet: bytes) -> tuple[str, ...]:
    """The text of the pages."""
    found = read_pdf(sheet, attached=True)
    assert not isinstance(found, Problem)
    return ("\n".join(" " * line.indent + line.text for line in found.lines),)


def messages(pages: tuple[str, ...], report: Report) -> list[str]:
    return [finding.message for finding in page_findings(pages, report)]


def changed(at: int, **keys: Any) -> list[dict[str, Any]]:
    return [unit | keys if number == at else unit for number, unit in enumerate(UNITS)]


def test_a_sheet_agrees_with_its_own_army(pages: tuple[str, ...], army: Army) -> None:
    assert not messages(pages, army())


def test_another_total_and_size_are_errors(pages: tuple[str, ...], army: Army) -> None:
    found = list(page_findings(pages, army(changed(0, size=14), game_size=399)))
    assert [(one.code, one.severity, one.doubt) for one in found] == [("TXT014", "error", "file")] * 3
    assert [one.message for one in found] == [
        "the page has a total of 285 points, but the attached ORBAT has 281",
        "the page has an agreed size of 400 points, but the attached ORBAT has 399",
        "the units differ; only on the page: 7th Royal Fusiliers (3, 15, 60 points); "
        "only in the attached ORBAT: 7th Royal Fusiliers (3, 14, 56 points)",
    ]


def test_another_date_is_an_error(pages: tuple[str, ...], army: Army) -> None:
    assert messages(pages, army(date="1855-10")) == [
        'the army on the page is "British, Days of Empire, September 1854", '
        'but in the attached ORBAT it is "British, Days of Empire, October 1855"'
    ]


BROKEN = [
    ("British, Days of Empire, September 1854, 400", "points"),
    ("British, Days of Empire, September 1854,", "400 points"),
    ("British, Days of Empire,", "September 1854, 400 points"),
    ("British, Days of", "Empire, September 1854, 400 points"),
    ("British,", "Days of Empire, September", "1854, 400 points"),
]


@pytest.mark.parametrize("title", [("Printed",), ("“Printed in", "three long", "lines”")])
@pytest.mark.parametrize("lines", BROKEN)
def test_an_army_broken_over_several_lines_is_compared(
    pages: tuple[str, ...], army: Army, title: tuple[str, ...], lines: tuple[str, ...]
) -> None:
    (page,) = pages
    rest = page.partition("September 1854, 400 points\n")[2]
    broken = ("\n".join([*title, *lines, rest]),)
    name = " ".join(title).strip("“”")
    assert not messages(broken, army(title=name))
    assert messages(broken, army(title=name, game_size=401)) == [
        "the page has an agreed size of 400 points, but the attached ORBAT has 401"
    ]
    found = messages(broken, army(title=name, date="1855-10"))
    assert [one.partition("the attached ORBAT it is ")[2] for one in found] == [
        '"British, Days of Empire, October 1855"'
    ]


def test_another_army_broken_over_two_lines_is_named_in_full(pages: tuple[str, ...], army: Army) -> None:
    (page,) = pages
    broken = page.replace("September 1854, 400 points", "September\n1854, 400 points")
    assert messages((broken,), army(date="1855-10")) == [
        'the army on the page is "British, Days of Empire, September 1854", '
        'but in the attached ORBAT it is "British, Days of Empire, October 1855"'
    ]


def test_other_points_and_qualities_are_errors(pages: tuple[str, ...], army: Army) -> None:
    (page,) = pages
    cheaper = re.sub(r"(23rd.*  )60\b", r"\g<1>45", page)
    (message,) = messages((cheaper,), army())
    assert "only on the page: 23rd Royal Welch Fusiliers (3, 15, 45 points); only in" in message
    better = page.replace("Henry Adams, not diced", "Henry Adams, exceptional")
    assert messages((better,), army()) == [
        "Henry Adams is exceptional on the page, and not diced in the attached ORBAT"
    ]


@pytest.mark.parametrize(
    ("units", "parts"),
    [
        (UNITS[:2], "only on the page: C Troop (3, 135 points)"),
        (
            [*UNITS[:2], UNITS[2] | {"name": "D Troop"}],
            "only on the page: C Troop (3, 135 points); only in the attached",
        ),
        (
            changed(1, rating=2),
            "23rd Royal Welch Fusiliers (3, 15, 60 points); only in the attached ORBAT: 23rd Royal Welch",
        ),
    ],
)
def test_other_units_are_an_error(pages: tuple[str, ...], army: Army, units: list[dict[str, Any]], parts: str) -> None:
    assert any(parts in message for message in messages(pages, army(units)))


def test_more_than_three_units_are_counted(pages: tuple[str, ...], army: Army) -> None:
    many = [unit | {"name": f"{number}th"} for number, unit in enumerate([*UNITS, *UNITS], 30)]
    assert (
        "30th (3, 15, 60 points), 31th (3, 15, 60 points), 32th (3, 135 points) and 3 more"
        in messages(pages, army(many))[-1]
    )


def test_pages_that_name_no_unit_are_an_error(army: Army) -> None:
    page = "Another army\norbat          page 1 of 1"
    assert messages((page,), army()) == ["the pages do not show the attached ORBAT"]
    assert not messages((f"Quick reference\n{page}",), army())
    assert not messages((f"Printed\nBritish, Days of Empire, September 1854, 400 points\n{page}",), army())


@pytest.mark.parametrize(
    ("text", "is_foreign"),
    [
        ("Also: E Battery, 6 guns", True),
        ("7th Royal Fusiliers, class 3, 15 stands", False),
        ("7th Royal Fusiliers, class 3, 16 stands", True),
        ("orbat          page 2 of 2", False),
    ],
)
def test_pages_that_orbat_did_not_print_are_reported(
    pages: tuple[str, ...], army: Army, text: str, is_foreign: bool
) -> None:
    found = list(page_findings((*pages, text), army()))
    assert [(one.code, one.severity, one.message) for one in found] == (
        [("TXT011", "warning", "page 2 is not part of a sheet and was not read")] if is_foreign else []
    )


def test_the_qr_code_is_compared_with_the_attachment(sheet: bytes, library: Library) -> None:
    (loaded,) = read_raw(sheet, "sheet.pdf", library)
    assert [(part.kind, part.status) for part in loaded.parts] == [("attachment", "read"), ("code", "harmless")]
    assert not [one for one in loaded.findings if one.code.startswith("TXT")]
    other = read_orbat('{"orbat": 1, "ruleset": "days_of_empire", "army_list": "british"}')
    found = [one.message for one in with_pages(other, sheet).findings if one.code.startswith("TXT")]
    assert found[0] == "the QR code on the page and the attached ORBAT contain different armies"
    assert found[1].startswith("check code ")


@pytest.mark.slow
@pytest.mark.parametrize("sheet_id", list(layouts()))
@pytest.mark.parametrize(
    "options", [{}, {"landscape": True}, {"large": True, "paper": "letter"}, {"merge": True}, {"hide_points": True}]
)
def test_every_sheet_agrees_with_its_own_army(library: Library, sheet_id: str, options: dict[str, Any]) -> None:
    from orbat.data import folders
    from orbat.pipeline import check

    starters = folders.shipped() / "templates/orbats"
    for file in sorted(starters.glob("*/starters/*.yaml"))[::17]:
        raw = print_sheets(check(file, library), [layouts()[sheet_id]], PrintOptions(**options), library)
        report = report_on("sheet.pdf", read_raw(raw, "sheet.pdf", library)[0], library)
        assert not [one.message for one in report.findings if one.code.startswith("TXT")], file.name


def test_odd_names_and_notes_do_not_differ(library: Library, army: Army) -> None:
    """Letters that the font lacks, a name like a merged row, a title with a ruleset, a note like a row or a verdict."""
    units = [
        UNITS[0] | {"name": "23rd  Royal \u4e2d Welch (the old 23rd; 16 stands)", "note": "20 stands   4   12 stands"},
        UNITS[0] | {"name": "3 × Guards"},
        UNITS[0] | {"name": "W" * 45 + "Х" * 45},
    ]
    odd = army(units, title="Hull, Days of Empire, 2003", note="200 of 400 points, 12 left. Not legal: 3 errors")
    for options in (PrintOptions(), PrintOptions(large=True, merge=True)):
        raw = print_sheets(odd, [layouts()["orbat"]], options, library)
        report = report_on("sheet.pdf", read_raw(raw, "sheet.pdf", library)[0], library)
        assert not [one.message for one in report.findings if one.code.startswith("TXT")]


def test_a_reserve_of_an_illegal_army_may_be_hidden(army: Army) -> None:
    """Sheets of older versions did not say so in the ORBAT."""
    head = "Army\nBritish, Days of Empire, September 1854, 400 points\n\nNot legal: 2 errors\n"
    page = f"{head}7th Royal Fusiliers, 23rd Royal Welch Fusiliers\norbat          page 1 of 1"
    (finding,) = page_findings((page,), army(UNITS[:2]))
    assert (finding.code, finding.severity, finding.doubt) == ("TXT014", "warning", "hidden")
    priced = page.replace("Not legal", "150 of 400 points, 250 left\nNot legal")
    assert not list(page_findings((priced,), army(UNITS[:2])))


def test_a_page_that_says_legal_is_compared_with_the_verdict(army: Army, pages: tuple[str, ...]) -> None:
    page = pages[0].split("\n")
    said = ("\n".join([*page[:2], "Verdict: Legal", *page[2:]]),)
    message = "the page says that the army is legal, but the attached ORBAT has errors"
    assert message not in messages(said, army())
    illegal = army(game_size=100)
    assert not illegal.legal
    assert message in messages(said, illegal)
    assert message not in messages(pages, army(title="Legal"))
