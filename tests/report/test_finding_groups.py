"""Findings in groups: one text if the rule has one, every message otherwise."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.finding import Finding, GroupText, Severity
from orbat.report.finding_groups import grouped, with_headings

NOT_DICED = GroupText("{count} {title}s not diced: {items}", "{name}")


def finding(
    name: str,
    number: int = 0,
    *,
    title: str = "general",
    severity: Severity = "warning",
    cites: tuple[str, ...] = ("DOE 14.1",),
    line: int | None = None,
    group: GroupText | None = NOT_DICED,
    help: str = "Roll.",
) -> Finding:
    return Finding(
        code="STF001",
        severity=severity,
        path=("formations", number),
        message_template="{name} is not diced",
        help_template=help,
        cites=cites,
        fields={"name": name, "title": title},
        line=line,
        column=None if line is None else 1,
        group=group,
    )


def test_findings_with_a_common_text_are_one_text() -> None:
    (group,) = grouped([finding("Brown", 0, line=3), finding("Codrington", 1, line=9), finding("Buller", 2, line=12)])
    assert group.text == "3 generals not diced: Brown, Codrington, Buller"
    assert group.place == "lines 3, 9 and 12: "
    assert (group.cites, group.help, group.listed) == (("DOE 14.1",), "Roll.", ())


def test_a_single_finding_keeps_its_message() -> None:
    (group,) = grouped([finding("Brown", line=3)])
    assert (group.text, group.place, group.listed) == ("Brown is not diced", "line 3, column 1: ", ())
    (group,) = grouped([finding("Brown")])
    assert group.place == ""
    (group,) = grouped([finding("Brown", group=None)])
    assert (group.text, group.listed) == ("Brown is not diced", ())


def test_count_and_items_are_those_of_the_group() -> None:
    """Fields of the same names in the findings do not matter."""
    two = [finding("Brown", 0), finding("Ney", 1)]
    numbered = [replace(one, fields={**one.fields, "count": at, "items": at}) for at, one in enumerate(two)]
    (group,) = grouped(numbered)
    assert group.text == "2 generals not diced: Brown, Ney"


def test_questions_about_the_reading_come_first() -> None:
    question = replace(finding("Brown", group=None), doubt="confidence")
    error, house = finding("Ney", severity="error"), replace(finding("Foy", severity="error"), house=True)
    found = [*with_headings([error, house, question])]
    assert [group.first for _, group in found] == [question, error, house]
    assert [heading for heading, _ in found] == ["", "", "1 house limit not kept"]


def test_groups_have_different_keys() -> None:
    groups = grouped([finding("Brown", 0), finding("Ney", 1, severity="error")])
    assert len({group.key for group in groups}) == 2


def test_equal_items_are_counted() -> None:
    (group,) = grouped([finding("Brown", 0), finding("the general of 1st Brigade", 1), finding("Brown", 2)])
    assert group.text == "3 generals not diced: Brown ×2, the general of 1st Brigade"


def test_a_common_text_needs_equal_fields() -> None:
    """The other fields of the text, the citations, the help and the severity must be equal."""
    others = [
        finding("Ney", 2, title="marshal"),
        finding("Soult", 3, cites=("DOE 19.4",)),
        finding("Foy", 4, help="Roll on the national table."),
        finding("Reille", 5, severity="error"),
    ]
    groups = grouped([finding("Brown", 0), finding("Buller", 1), *others])
    assert [group.text for group in groups] == [
        "2 generals not diced: Brown, Buller",
        "Ney is not diced",
        "Soult is not diced",
        "Foy is not diced",
        "Reille is not diced",
    ]


def test_findings_without_a_common_text_are_listed_with_every_message() -> None:
    (group,) = grouped([finding("Brown", 0, group=None), finding("Buller", 1, group=None, cites=("DOE 19.4",))])
    assert [one.message for one in group.listed] == ["Brown is not diced", "Buller is not diced"]
    assert group.text == "2 findings. The first: Brown is not diced"
    assert (group.cites, group.help) == ((), "Roll.")


def test_a_group_has_the_position_of_its_first_finding() -> None:
    groups = grouped([finding("Brown", 0), finding("Ney", 1, severity="error"), finding("Buller", 2)])
    assert [len(group.findings) for group in groups] == [2, 1]


def test_the_key_of_a_group_is_stable() -> None:
    (before,) = grouped([finding("Brown", 0), finding("Codrington", 1), finding("Buller", 2)])
    (after,) = grouped([finding("Codrington", 1), finding("Buller", 2)])
    assert before.key == after.key
