"""`orbat explain`: what rulesets set for a rule."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Orbat = Callable[..., Any]


def test_without_a_ruleset_each_ruleset_has_a_line(orbat: Orbat) -> None:
    """The line has citations and figures; a ruleset without the rule says so."""
    lines = orbat("explain", "ARM002").out.splitlines()
    assert lines[5:] == [
        "  Days of Empire [DOE 15.10, 15.5]: earthworks or field defences: only with engineer officer [DOE 15.10]; "
        "pontoons: only with engineer officer [DOE 15.5]",
        "  Days of Glory [house]: earthworks or field defences: only with engineer officer; "
        "pontoons: only with engineer officer",
        "  Napoleonic fast play: not checked",
        "  Honours of War: not checked",
    ]


def test_a_rule_without_settings_is_checked_in_all_rulesets(orbat: Orbat) -> None:
    assert orbat("explain", "FRM007").out.endswith("\n  All rulesets: checked\n")


def test_codes_of_files_name_no_ruleset(orbat: Orbat) -> None:
    assert "Days of" not in orbat("explain", "SRC001", "LST001").out
    assert "Days of" not in orbat("explain", "SRC001", "--ruleset", "days_of_empire").out


def test_one_ruleset_is_shown_in_full(orbat: Orbat) -> None:
    """Each figure has a line, then the rulings with all choices."""
    out = orbat("explain", "UNT004", "--ruleset", "days_of_empire").out
    assert out.endswith(
        "\n  Days of Empire [DOE 17.5.8]:\n"
        "  - infantry: removed when reduced to 2 stands\n"
        "  - cavalry: removed when reduced to 1 stand\n"
        "  Ruling shattered: What of a unit bought so small? error (default): an error; it would be removed at once; "
        "warning: a warning [DOE 6.1, 17.5.8]\n"
    )
    assert "Glory" not in out


def test_a_ruleset_without_the_rule(orbat: Orbat) -> None:
    out = orbat("explain", "FRM005", "UNT004", "--ruleset", "honours_of_war").out
    assert out.count("  Honours of War: not checked\n") == 2
    assert "HOW" not in out


def test_an_orbat_chooses_ruleset_rulings_and_army_list(orbat: Orbat, army: Path) -> None:
    """The choice in force is marked, whether it is the default or not."""
    plain = orbat("explain", "ARM001", "--orbat", army).out
    share = "at most 1/3 of the points may be off the board; a unit may be off the board only with its whole brigade"
    assert f"  Days of Empire [DOE 16.5]: {share}\n" in plain
    assert "spent (default, in force): of the points spent; agreed: of the agreed size" in plain
    army.write_text(army.read_text() + "rulings: {off_board_base: agreed}\n", encoding="utf-8")
    agreed = orbat("explain", "arm001", "unt003", "--orbat", army).out
    assert "spent (default): of the points spent; agreed (in force): of the agreed size [DOE 16.5]" in agreed
    assert "  Army lists have further settings: see `orbat lists days_of_empire/british`.\n" in agreed


def test_the_ruleset_of_the_orbat_has_priority(orbat: Orbat, army: Path) -> None:
    run = orbat("explain", "PTS001", "--orbat", army, "--ruleset", "honours_of_war")
    assert "Days of Empire [DOE 6]" in run.out
    assert "--ruleset honours_of_war ignored" in run.err


def test_an_unknown_ruleset_and_an_unreadable_orbat_are_refused(orbat: Orbat, tmp_path: Path) -> None:
    unknown = orbat("explain", "PTS001", "--ruleset", "days_of_empir")
    assert (unknown.code, unknown.out) == (2, "")
    assert "unknown ruleset days_of_empir. Did you mean days_of_empire?" in unknown.err
    missing = orbat("explain", "PTS001", "--orbat", tmp_path / "none.yaml")
    assert (missing.code, missing.out) == (2, "")
    assert "SRC001" in missing.err


def test_markdown_has_the_citations_of_each_ruleset(orbat: Orbat) -> None:
    page = orbat("explain", "--markdown").out
    section = page.split("### FRM005 ")[1].split("###")[0]
    assert (
        "- Days of Empire [DOE 14.2]: "
        "one general cannot command both infantry and cavalry; a brigade cannot contain both, even without a general\n"
        in section
    )
    assert "- Honours of War: not checked\n" in section


def test_a_section_shows_its_sentences_and_where_orbat_has_them(orbat: Orbat) -> None:
    """In one argument or two, in any case; with the sections below it."""
    out = orbat("explain", "DOE 17.5.8").out
    assert out == (
        "Days of Empire, section 17.5.8\n"
        "  [DOE 17.5.8] Infantry with two stands and cavalry with one are removed.\n"
        "    Checked by UNT004: size at which the unit is removed.\n"
        "    Data: ruleset.rules.removed_at.\n"
        "    Data: ruleset.kinds.infantry.removed_at.\n"
        "    Data: ruleset.kinds.cavalry.removed_at.\n"
        "    Ruling shattered: What of a unit bought so small? By default: an error; it would be removed at once.\n"
    )
    assert orbat("explain", "doe", "17.5.8").out == out
    assert out.splitlines()[1:] == orbat("explain", "DOE 17.5").out.splitlines()[-6:]
    assert "DOE 17.4" not in orbat("explain", "DOE 17.5").out


def test_several_sections_are_shown_in_turn(orbat: Orbat) -> None:
    both = orbat("explain", "DOE 8.1", "DOE ref").out
    assert both == orbat("explain", "DOE 8.1").out + orbat("explain", "DOE REF").out


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("DOE 15.5", "Note for players, building a pontoon bridge: An engineer, 4 pioneers and 4 other foot stands "),
        ("DOE 14.1", "Command: orbat roll\n"),
        ("DOE 5.4", "Data: ruleset.options.rifles (rifles).\n"),
        ("DOE 13", "Data: reference.tables.small_arms.\n"),
    ],
)
def test_each_place_has_a_line(orbat: Orbat, section: str, line: str) -> None:
    assert f"\n    {line}" in orbat("explain", section).out


def test_a_sentence_that_orbat_does_not_have_says_why(orbat: Orbat) -> None:
    assert "    Not in orbat: agreed by the players.\n" in orbat("explain", "DOE 16.2").out


@pytest.mark.parametrize(
    ("section", "reason"),
    [
        ("DOE 99", "rulebook.yaml of Days of Empire has no section 99"),
        ("DOE 1", "rulebook.yaml of Days of Empire has no section 1"),
        ("DOG 5", "Days of Glory has no usable rulebook.yaml, the file that lists the sentences of its rulebook"),
        ("XYZ 5", "unknown code XYZ 5"),
        ("DOE 5 UNT003", "unknown code DOE 5 UNT003"),
    ],
)
def test_an_unknown_section_is_an_error(orbat: Orbat, section: str, reason: str) -> None:
    run = orbat("explain", section)
    assert (run.code, run.out) == (2, "")
    assert reason in run.err


def test_page_has_a_row_for_each_sentence(orbat: Orbat) -> None:
    page = orbat("explain", "--markdown").out
    row = "| DOE 5.1 | A division general costs 30. | Data: `ruleset.levels.division.general`. |\n"
    assert row in page
    assert page.index("## UNT: ") < page.index("## Days of Empire, sentence by sentence") < page.index(row)
