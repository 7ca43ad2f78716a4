"""docs/reading.md: its list is read with certainty, and its tables name every role."""

from __future__ import annotations

from pathlib import Path

from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.pipeline import report_on
from orbat.report.confidence import confidence_of
from orbat.report.read_roles import CONFIDENCE, LINE_ROLES, NUMBER_ROLES
from orbat.report.sums import sums_words

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reading.md").read_text(encoding="utf-8")


def test_list_of_the_page_is_read_with_certainty(library: Library) -> None:
    text = PAGE.split("```text\n")[1].split("```")[0]
    (army,) = read_raw(text.encode(), "list.txt", library)
    report = report_on("list.txt", army, library)
    assert report.reading is not None
    assert (confidence_of(report.reading), sums_words(report)) == ("sure", "all sums right")
    assert (report.total, report.orbat.game_size if report.orbat else None) == (255, 400)


def test_page_names_every_role() -> None:
    named = {cell.strip() for row in PAGE.splitlines() if row.startswith("| ") for cell in row.split("|")[1:2]}
    words = {
        word.strip()
        for cell in named
        for word in cell.replace(
            "price of a unit, of the line, of a general", "price of a unit, price of the line, price of a general"
        ).split(",")
    }
    missing = {*filter(None, LINE_ROLES.values()), *NUMBER_ROLES.values(), *CONFIDENCE} - words
    assert not missing
