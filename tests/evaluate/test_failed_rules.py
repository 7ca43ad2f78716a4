"""Failing rules: one finding for all failures, and the other rules still run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.evaluate.catalogue import ORBAT_RULES, UNIT_RULES
from orbat.evaluate.engine import Checker
from orbat.evaluate.pricing import Pricer
from orbat.model.failure import failures_in
from orbat.model.finding import Finding
from orbat.pipeline import Evaluator, check, report_on
from orbat.report.library_rows import library_row
from orbat.report.outcome import brief_outcome, outcome_of, summary_line
from orbat.report.report import Report
from orbat.report.sums import verdict_summary


def fails(_: object) -> Iterable[Any]:
    raise ZeroDivisionError("no stands")


def failing(monkeypatch: pytest.MonkeyPatch, *codes: str) -> None:
    """Make the rules of these codes raise."""
    defaults = {
        name: tuple(replace(rule, check=fails) if rule.code in codes else rule for rule in rules)
        for name, rules in (("unit_rules", UNIT_RULES), ("orbat_rules", ORBAT_RULES))
    }
    original = Checker.__init__

    def patched(self: Checker, *arguments: object, **named: object) -> None:
        original(self, *arguments, **{**defaults, **named})  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(Checker, "__init__", patched)


def internal(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.code.startswith("INT")]


@pytest.fixture
def army(tmp_path: Path, two_brigades: str) -> Path:
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    return file


def test_a_rule_that_fails_at_every_unit_is_one_finding(
    army: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, "UNT003")
    report = check(army, library)
    [finding] = internal(report)
    assert (finding.code, finding.severity, finding.path) == ("INT001", "error", ())
    assert finding.message == "rule UNT003 failed with an internal error; the army was not fully checked"
    [failure] = failures_in(report.findings)
    assert failure.what == "rule UNT003"
    assert "Traceback" in failure.traceback
    assert "ZeroDivisionError: no stands" in failure.traceback


def test_several_failed_rules_are_named_in_one_finding_and_keep_their_tracebacks(
    army: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, "UNT003", "UNT005", "ARM003")
    report = check(army, library)
    [finding] = internal(report)
    assert finding.message.startswith("rules ARM003, UNT003 and UNT005 failed")
    assert {failure.what for failure in failures_in(report.findings)} == {"rule ARM003", "rule UNT003", "rule UNT005"}


def test_the_other_rules_still_run(army: Path, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    army.write_text(army.read_text(encoding="utf-8").replace("size: 12", "size: 90"), encoding="utf-8")
    before = {finding.code for finding in check(army, library).findings}
    failing(monkeypatch, "ARM003")
    after = {finding.code for finding in check(army, library).findings}
    assert "UNT003" in after
    assert after == (before - {"ARM003"}) | {"INT001"}


def test_an_army_that_was_not_fully_checked_is_never_legal(
    army: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check(army, library).legal
    failing(monkeypatch, "UNT003")
    report = check(army, library)
    outcome = outcome_of(report)
    assert not report.legal
    assert report.verdict.headline == report.verdict.short == outcome.verdict.short == "Unfinished"
    assert library_row(report).verdict == "Unfinished"
    assert (outcome.legal, outcome.unfinished) == (False, True)
    assert summary_line([outcome]) == "1 file: 1 unfinished."
    assert verdict_summary(report).startswith(
        "Unfinished: an internal error stopped the check. Results so far: 158 of 800"
    )
    assert "Legal" not in verdict_summary(report)


def test_errors_that_were_found_are_counted_in_the_verdict(
    army: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = army.read_text(encoding="utf-8")
    wrong = text.replace("size: 12", "size: 90").replace("game_size: 800", "game_size: 300")
    army.write_text(f"{wrong}total: 150\nhouse_limits: enforce\n", encoding="utf-8")
    failing(monkeypatch, "ARM003")
    report = check(army, library)
    errors = [one for one in report.findings if one.severity == "error" and one.code not in ("INT001", "PTS007")]
    assert [(one.code, one.house) for one in errors] == [("PTS001", False), ("UNT003", True)]
    assert report.verdict.headline == "Unfinished, 1 error, 1 house limit not kept, wrong sums"
    assert verdict_summary(report).startswith("Unfinished, 1 error, 1 house limit not kept, wrong sums. ")


def test_a_finding_about_the_whole_file_does_not_hide_a_failed_rule(
    army: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, "UNT003")
    report = check(army, library)
    assert report.orbat is not None
    elsewhere = replace(internal(report)[0], code="SRC005", message_template="about the file", fields={})
    assert report_on("army", Loaded(report.orbat, (elsewhere,)), library).unfinished


def test_the_same_army_is_legal_again_without_the_failure(
    army: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure at a unit disappears with the unit: caches of other units are not affected."""
    report = check(army, library)
    assert report.orbat is not None
    assert report.book is not None
    rule = next(one for one in UNIT_RULES if one.code == "UNT003")

    def fails_at_12_stands(case: Any) -> Iterable[Any]:
        if case.unit.size == 12:
            raise ZeroDivisionError
        return ()

    rules = tuple(replace(one, check=fails_at_12_stands) if one is rule else one for one in UNIT_RULES)
    rulings = report.book.rulings(report.orbat)
    inspector = Checker(report.book, report.orbat.date, rulings, unit_rules=rules)
    pricer = Pricer(report.book, report.orbat.date, rulings)
    resized = replace(
        report.orbat,
        formations=tuple(
            replace(
                division,
                formations=tuple(
                    replace(one, units=tuple(replace(unit, size=14) for unit in one.units))
                    for one in division.formations
                ),
            )
            for division in report.orbat.formations
        ),
    )
    assert failures_in(inspector.inspect(report.orbat, pricer.quote(report.orbat)))
    assert not failures_in(inspector.inspect(resized, pricer.quote(resized)))


def test_pricing_that_fails_leaves_the_file_unfinished(
    army: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_price(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Pricer, "quote", no_price)
    report = check(army, library)
    assert [finding.code for finding in report.findings] == ["INT002"]
    assert (report.verdict.headline, report.legal, report.readable) == ("Unfinished", False, False)
    assert brief_outcome(report).unfinished


def test_operating_system_error_is_not_an_internal_error(
    army: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "british.yaml")

    monkeypatch.setattr(Evaluator, "examine", refused)
    report = check(army, library)
    assert [finding.code for finding in report.findings] == ["SRC001"]
    assert report.verdict.headline == "Not read"
