"""Reports without the marks on house numbers, and without units at home."""

from __future__ import annotations

from dataclasses import replace

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.sheet import PrintOptions
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.redacted import losses_without_unfielded, without_house_marks, without_unfielded
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


def test_units_at_home_are_removed_with_their_losses(library: Library) -> None:
    foot, home = Unit(entry="brit_line", size=10, rating="3"), Unit(entry="brit_line", size=12, fielded=False)
    brigade = Formation(level="brigade", commander=Commander(), units=(home, foot))
    army = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        formations=(replace(brigade, fielded=False), brigade),
        units=(home, foot),
    )
    report = report_on("army.yaml", Loaded(army, ()), library)
    seen = without_unfielded(report)
    assert seen.orbat == replace(army, formations=(replace(brigade, units=(foot,)),), units=(foot,))
    assert (seen.total, seen.points, seen.check_code) == (report.total, report.points, report.check_code)
    assert (report.at_home, seen.at_home) == ("4 units stay at home", "")
    lost = PrintOptions(
        losses=((("formations", 0, "units", 1), 3), (("formations", 1, "units", 1), 2), (("units", 1), 1)),
        removed_units=(("units", 0), ("units", 1)),
    )
    moved = losses_without_unfielded(lost, army)
    assert moved.losses == ((("formations", 0, "units", 0), 2), (("units", 0), 1))
    assert moved.removed_units == (("units", 0),)


def test_report_with_all_units_in_the_field_is_unchanged(library: Library) -> None:
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), units=(Unit(entry="brit_line"),))
    report = report_on("army.yaml", Loaded(army, ()), library)
    assert without_unfielded(report) is report
    unread = Report("x.yaml", None, None, None, ())
    assert without_unfielded(unread) is unread
