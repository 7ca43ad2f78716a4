"""What a ruleset sets for a rule, as text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.evaluate.catalogue import RULES
from orbat.evaluate.settings import citations_of
from orbat.model.commanders import StaffTable
from orbat.model.ruleset import Ruleset, Ruling, Switch
from orbat.report.ruleset_rules import RulesetRule, in_every_ruleset, is_rule, ruleset_rule


def ruleset(library: Library, ruleset_id: str) -> Ruleset:
    file = library.ruleset(ruleset_id)
    assert file
    assert file.value
    return file.value


def of(library: Library, code: str, ruleset_id: str = "days_of_empire") -> RulesetRule:
    found = ruleset_rule(code, ruleset(library, ruleset_id))
    assert found
    return found


@pytest.mark.parametrize(
    ("code", "ruleset_id", "figures"),
    [
        ("PTS003", "days_of_empire", ["400 to 1200 points on a table of 6 by 4 feet"]),
        ("PTS003", "fast_play_napoleonic", ["100 to 300 points on a table of 6 by 4 feet"]),
        ("UNT002", "honours_of_war", ["light infantry: superior not allowed if the ruling superior_light is refused"]),
        ("UNT005", "days_of_empire", ["rifles: not for cavalry if the ruling cavalry_rifles is never"]),
        ("UNT011", "days_of_empire", ["general"]),
        ("UNT012", "fast_play_napoleonic", ["reserve from the rear: 3+ on 1d6", "reserve from a flank: 4+ on 1d6"]),
        ("FRM001", "days_of_empire", ["corps, division, brigade"]),
        ("FRM003", "days_of_empire", ["corps, division, brigade"]),
        ("FRM008", "fast_play_napoleonic", ["reserve from the rear: 3+ on 1d6", "reserve from a flank: 4+ on 1d6"]),
        (
            "FRM008",
            "days_of_empire",
            ["at most 1/3 of the points may be off the board; a unit may be off the board only with its whole brigade"],
        ),
        ("ARM014", "days_of_empire", ["Crimean War, 1853-10 to 1856-03"]),
        ("STF001", "honours_of_war", ["roll 1d6 for each commander"]),
        ("STF005", "days_of_empire", ["at most 1"]),
        ("STF012", "days_of_empire", ["the player's General costs 0"]),
        (
            "STF010",
            "days_of_empire",
            [
                "roll 1d6 for each general; the player's General is always capable [DOE 14.1]",
                "default: inept 1, capable 2 to 5, exceptional 6 [DOE 14.1]",
                "british: inept 1 to 2, capable 3 to 5, exceptional 6 [DOE 19.4]",
                "russian, ottoman and french: inept 1 to 3, capable 4 to 6 [DOE 19.4]",
            ],
        ),
    ],
)
def test_figures_are_those_of_the_data(code: str, ruleset_id: str, figures: list[str], library: Library) -> None:
    assert [*of(library, code, ruleset_id).figures] == figures


OFF_BOARD_AND_ARMS = {"UNT004", "UNT010", "FRM005", "FRM006", "ARM002"}
DICE = {f"STF{number:03}" for number in (1, 2, 3, 4, 6, 7, 9, 10)}


@pytest.mark.parametrize(
    ("ruleset_id", "absent"),
    [
        ("days_of_empire", {"UNT012"}),
        ("days_of_glory", {"UNT012", "STF006", "STF010"}),
        ("fast_play_napoleonic", OFF_BOARD_AND_ARMS | DICE),
        ("honours_of_war", OFF_BOARD_AND_ARMS | {"STF004"}),
    ],
)
def test_rules_that_a_ruleset_lacks(ruleset_id: str, absent: set[str], library: Library) -> None:
    """Without dice for staff quality there are still checks of records, and of the number of players."""
    assert {rule.code for rule in RULES if not of(library, rule.code, ruleset_id).is_checked} == absent


def test_levels_need_generals_only_as_the_ruleset_says(library: Library) -> None:
    """If units need no general's command, only levels that say so need one; if none does, the rule is not checked."""
    rules = ruleset(library, "days_of_empire")
    free = replace(rules, rules=replace(rules.rules, under_general=None))
    one = ruleset_rule("FRM003", free)
    assert one
    assert one.line == "Days of Empire [DOE 5.1, 14.2]: brigade"
    none = ruleset_rule("FRM003", replace(free, levels=free.levels[:2]))
    assert none
    assert not none.is_checked


def test_rulings_of_tables_and_of_kinds_are_shown(library: Library) -> None:
    """Also those that the rule's own key does not name."""
    assert [one.split(":")[0] for one in of(library, "STF006").rulings] == ["national_row"]
    assert [one.split(":")[0] for one in of(library, "UNT003").rulings] == ["battery"]
    assert [one.split(":")[0] for one in of(library, "STF001", "honours_of_war").rulings] == ["commanders"]
    assert not of(library, "STF001").rulings


@pytest.mark.parametrize("ruleset_id", ["days_of_empire", "days_of_glory", "fast_play_napoleonic", "honours_of_war"])
def test_every_citation_of_a_rule_is_shown(ruleset_id: str, library: Library) -> None:
    rules = ruleset(library, ruleset_id)
    for rule in RULES:
        found, settings = ruleset_rule(rule.code, rules), rule.settings(rules)
        assert found
        assert found.is_checked is (settings is not None)
        for cite in citations_of(settings, rules) if settings else ():
            assert cite.split(" ", 1)[-1] in found.cites, rule.code


@pytest.mark.parametrize("ruleset_id", ["days_of_empire", "days_of_glory", "fast_play_napoleonic", "honours_of_war"])
def test_every_setting_with_values_has_a_figure(ruleset_id: str, library: Library) -> None:
    """Only a key without values of its own, and a ruling, which has a line of its own, have none."""
    rules = ruleset(library, ruleset_id)
    for rule in RULES:
        if {type(one) for one in rule.settings(rules) or ()} - {Switch, Ruling}:
            assert all(of(library, rule.code, ruleset_id).figures), rule.code
            assert of(library, rule.code, ruleset_id).figures, rule.code


def test_long_lines_are_cut_but_not_full_lists(library: Library) -> None:
    limits = of(library, "ARM003", "fast_play_napoleonic")
    assert limits.line.endswith(f"; and {len(limits.figures) - 1} more")
    assert sum(line.startswith("- ") for line in limits.lines()) == len(limits.figures) > 3


def test_separate_sums_of_dice_stay_apart(library: Library) -> None:
    rules = ruleset(library, "days_of_empire")
    table = StaffTable(rows={"inept": (1, 3), "capable": (2, 4, 5, 6)}, house=True)
    changed = replace(rules, staff=replace(rules.staff, default=table, national={}))
    found = ruleset_rule("STF002", changed)
    assert found
    assert found.figures[-1] == "default: inept 1/3, capable 2/4 to 6 [house]"


def test_codes_that_are_no_rules(library: Library) -> None:
    assert ruleset_rule("SRC001", ruleset(library, "days_of_empire")) is None
    assert is_rule("FRM001")
    assert not is_rule("SRC001")


def test_a_rule_that_no_ruleset_changes(library: Library) -> None:
    """A rule that one ruleset lacks is not checked in all."""
    assert in_every_ruleset([of(library, "FRM007"), of(library, "FRM007", "honours_of_war")])
    assert not in_every_ruleset([of(library, "UNT004", "honours_of_war")])
    assert not in_every_ruleset([of(library, "PTS001")])
