"""The verdict: separate answers and its words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from tests.random_armies import orbats

from orbat.model.finding import Finding, Severity, Topic
from orbat.model.orbat import Orbat
from orbat.report.basis_item import BasisItem
from orbat.report.finding_groups import with_headings
from orbat.report.report import Report
from orbat.report.verdict import Verdict, other_counts, verdict_of


def finding(code: str, severity: Severity = "error", *, house: bool = False, doubt: Topic | None = None) -> Finding:
    return Finding(code, severity, (), "message", "help", (), house=house, doubt=doubt)


HOUSE = finding("ARM003", "warning", house=True)
ENFORCED = finding("UNT003", "error", house=True)
WARNING = finding("STF001", "warning")
NOTE = finding("PTS004", "note")
SHARE = BasisItem("readings", "the share", "off-board share (of the agreed size)", True, "off-board share")
MARGINS = BasisItem("readings", "the margins", f"victory margins ({'as printed ' * 12})", True, "victory margins")
NAMES = BasisItem("names", "two names", "names that look alike", True)
FILE = BasisItem("file", "hidden rows", "parts of the file that were not read", True)
DICE = BasisItem("dice", "dice of 2 generals, taken on trust")
CONFIDENCE = BasisItem("confidence", "a reading that is doubtful", "the reading", True)
HIDDEN = BasisItem("hidden", "troops", "troops that are not shown", True)
OTHER_READING = BasisItem("readings", "other readings", "other readings than agreed", True)
NAMED = BasisItem("names", "two names", "names that look alike", True, "names")


def verdict(*findings: Finding, basis: tuple[BasisItem, ...] = (), empty: bool = False) -> Verdict:
    return verdict_of(findings, basis, readable=True, empty=empty, sums_written=True)


@pytest.mark.parametrize(
    ("found", "rules", "limits", "sums", "legal"),
    [
        (verdict(WARNING, NOTE), "legal", "within", "right", True),
        (verdict(finding("UNT002")), "broken", "within", "right", False),
        (verdict(HOUSE), "legal", "beyond", "right", True),
        (verdict(ENFORCED), "legal", "beyond", "right", False),
        (verdict(finding("PTS005")), "legal", "within", "wrong", False),
        (verdict(finding("PTS005", "warning")), "legal", "within", "wrong", True),
        (verdict(finding("TXT001"), finding("TXT002", "note")), "legal", "within", "wrong", False),
        (verdict(finding("INT001")), "unfinished", "within", "right", False),
        (verdict_of((), (), readable=False), "legal", "within", "none written", False),
        (verdict_of((), (), readable=True, house_ignored=True), "legal", "ignored", "none written", True),
    ],
)
def test_rules_house_limits_and_sums_have_separate_answers(
    found: Verdict, rules: str, limits: str, sums: str, legal: bool
) -> None:
    assert (found.rules, found.list, found.sums, found.legal) == (rules, limits, sums, legal)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (verdict(), "Legal"),
        (verdict(NOTE, basis=(DICE,)), "Legal"),
        (verdict(WARNING), "Legal, 1 warning"),
        (verdict(HOUSE), "Legal; 1 house limit not kept"),
        (verdict(HOUSE, HOUSE, WARNING), "Legal; 2 house limits not kept; 1 warning"),
        (verdict(basis=(SHARE,)), "Legal, on these readings of the rules: off-board share (of the agreed size)"),
        (verdict(basis=(NAMES, NAMES)), "Legal, but check: names that look alike"),
        (
            verdict(HOUSE, WARNING, basis=(SHARE, NAMES)),
            "Legal, on these readings of the rules: off-board share (of the agreed size); check: names that look alike;"
            " 1 house limit not kept; 1 warning",
        ),
        (verdict(finding("UNT002"), finding("UNT003")), "Not legal: 2 errors"),
        (verdict(finding("UNT002"), basis=(NAMES,)), "Not legal: 1 error; check: names that look alike"),
        (
            verdict(finding("UNT002"), finding("PTS005"), HOUSE),
            "Not legal: 1 error, wrong sums; 1 house limit not kept",
        ),
        (verdict(ENFORCED, ENFORCED), "Not legal: 2 house limits not kept"),
        (verdict(finding("PTS007"), WARNING), "Wrong sums, no rule broken"),
        (verdict(finding("INT001"), finding("UNT002")), "Unfinished, 1 error"),
        (verdict(empty=True), "Nothing in it yet"),
        (verdict_of((), (), readable=False), "Not read"),
    ],
)
def test_the_headline_names_what_is_unusual(found: Verdict, words: str) -> None:
    assert found.headline == str(found) == words


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (verdict_of((), (), readable=True, doubtful=True), "I may have misread this list; as read: Legal"),
        (verdict_of((), (CONFIDENCE,), readable=True, doubtful=True), "I may have misread this list; as read: Legal"),
        (verdict_of((), (CONFIDENCE,), readable=True), "Legal, but check: the reading"),
        (verdict_of((), (), readable=False, doubtful=True), "Not read"),
        (verdict_of((), (HIDDEN,), readable=True, partial=True), "Part of an army: troops are not shown"),
        (
            verdict_of([finding("UNT002")], (HIDDEN,), readable=True, partial=True),
            "Not legal: 1 error; check: troops that are not shown",
        ),
        (verdict_of((), (OTHER_READING,), readable=True), "Legal, but check: other readings than agreed"),
        (verdict_of((), (NAMED,), readable=True), "Legal, but check: names that look alike"),
    ],
)
def test_the_headline_states_each_doubt_once(found: Verdict, words: str) -> None:
    """A doubtful reading and hidden troops are in the headline itself. Readings without a name are doubts."""
    assert found.headline == words


def test_the_headline_without_warnings() -> None:
    assert verdict(WARNING, WARNING).without_warnings == "Legal"
    assert verdict(HOUSE, WARNING).without_warnings == "Legal; 1 house limit not kept"


@pytest.mark.parametrize(("length", "short"), [(140, False), (141, True)])
def test_a_headline_of_140_letters_is_not_shortened(length: int, short: bool) -> None:
    words = "x" * (length - len("Legal, but check: "))
    found = verdict(basis=(BasisItem("names", "two names", words, True),))
    assert found.headline == ("Legal, but check: names" if short else f"Legal, but check: {words}")


@pytest.mark.parametrize(("count", "others"), [(3, ""), (4, " and 1 more"), (5, " and 2 more")])
def test_three_doubts_are_named(count: int, others: str) -> None:
    topics: tuple[Topic, ...] = ("names", "file", "dice", "title", "lent")
    found = verdict(basis=tuple(BasisItem(topic, topic, topic, True) for topic in topics[:count]))
    assert found.headline == f"Legal, but check: names, file, dice{others}"


def test_a_long_headline_names_only_topics() -> None:
    found = verdict(basis=(SHARE, MARGINS, NAMES, FILE))
    assert (
        found.headline == "Legal, on these readings of the rules: off-board share, victory margins; check: names, file"
    )


def test_many_doubts_are_counted() -> None:
    topics: tuple[Topic, ...] = ("names", "file", "dice", "title", "lent")
    found = verdict(basis=tuple(BasisItem(topic, topic, topic * 9, True) for topic in topics))
    assert found.headline == "Legal, but check: names, file, dice and 2 more"


def test_the_short_verdict_names_topics() -> None:
    assert verdict(basis=(SHARE, MARGINS, NAMES)).short == "Legal, on non-default readings of the rules; check: names"
    assert verdict(HOUSE, basis=(FILE,)).short == "Legal, but check: file; 1 house limit not kept"


def test_plain_means_no_doubt_and_within_house_limits() -> None:
    assert verdict(WARNING, basis=(DICE,)).plain
    assert not any(one.plain for one in (verdict(HOUSE), verdict(basis=(NAMES,)), verdict(finding("UNT002"))))


def test_other_counts_are_not_in_the_headline() -> None:
    doubt = finding("ARM016", "warning", doubt="names")
    for findings, counts in (
        ((WARNING, NOTE), "1 note"),
        ((finding("UNT002"), WARNING, NOTE), "1 warning, 1 note"),
        ((HOUSE, doubt, NOTE), "1 note"),
    ):
        assert other_counts(findings, verdict(*findings)) == counts


def test_house_limits_follow_the_errors_under_a_heading() -> None:
    rulebook = finding("ARM003", "warning")
    groups = [*with_headings([NOTE, WARNING, rulebook, HOUSE, finding("UNT003", "warning", house=True), ENFORCED])]
    assert [(heading, group.code, group.severity, group.first.house) for heading, group in groups] == [
        ("3 house limits not kept", "UNT003", "error", True),
        ("", "ARM003", "warning", True),
        ("", "UNT003", "warning", True),
        ("", "STF001", "warning", False),
        ("", "ARM003", "warning", False),
        ("", "PTS004", "note", False),
    ]


@given(orbats())
def test_any_army_has_a_verdict_that_agrees_with_the_report(reported: Callable[[Orbat], Report], orbat: Orbat) -> None:
    report = reported(orbat)
    verdict = report.verdict
    assert verdict.legal == report.legal
    assert verdict.headline.startswith("Legal") == report.legal or verdict.state == "empty"
    assert (verdict.headline == "Legal") == (verdict.plain and not verdict.warnings) or verdict.state == "empty"
    assert all(one.unusual for one in verdict.doubts)
