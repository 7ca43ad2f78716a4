"""Reports without the marks on house numbers."""

from __future__ import annotations

from dataclasses import replace

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.redacted import without_house_marks
from orbat.report.report import Report


def test_a_house_price_is_printed_without_its_mark(library: Library) -> None:
    """A corps general's price loses its mark. Other citations, prices and findings are unchanged."""
    foot = Unit(entry="brit_line", size=10, rating="3")
    brigade = Formation(level="brigade", commander=Commander(), units=(foot,))
    corps = Formation(level="corps", commander=Commander(), formations=(brigade,), units=(foot,))
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=(corps,), units=(foot,))
    report = report_on("army.yaml", Loaded(army, ()), library)
    seen = without_house_marks(report)
    before, after = report.rows, seen.rows
    assert any("[house]" in row.commander_reason for row in before)
    assert not any("house" in row.commander_reason + row.reason for row in after)
    plain = [replace(row, commander_reason=row.commander_reason.replace(" [house]", ""), mark="") for row in before]
    assert list(after) == plain
    assert seen.findings == report.findings


def test_a_report_without_a_quote_is_unchanged() -> None:
    unread = Report("x.yaml", None, None, None, ())
    assert without_house_marks(unread) is unread
