"""Generals whose units the list does not state."""

from __future__ import annotations

from typing import Any

from tests.list_reader.gates.lists import TypedList, checked

from orbat.report.sums import checked_sums

ARMY = (("ruleset", "days_of_empire"), ("army_list", "russian"))
UNITS = "Russians 400 points\nKiriakov 30\nMoscow Regt, 12 stands, class 2 - 24\n2 brigadiers 60\nGuns, 2 guns 70\n"


def _report(text: str) -> Any:
    (report,) = checked(TypedList("list.txt", text.encode(), ARMY))
    return report


def test_a_general_without_stated_units_is_a_warning() -> None:
    """`2 brigadiers 60` says nothing of their units, so no rule is known to be broken."""
    report = _report(f"{UNITS}Total 184\n")
    (found,) = (one for one in report.findings if one.code == "FRM002")
    assert (found.severity, found.message) == ("warning", "the list does not say which units a general leads")
    assert report.quote.total == 184
    assert [one.what for one in checked_sums(report) if one.claim.line == 4] == ["2 generals"]


def test_a_named_formation_without_units_is_an_error() -> None:
    report = _report(f"{UNITS}3rd Brigade, Pavlov 30\nTotal 214\n")
    assert sorted(one.severity for one in report.findings if one.code == "FRM002") == ["error", "warning"]
