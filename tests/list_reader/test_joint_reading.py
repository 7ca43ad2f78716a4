"""Lines that disagree with the sums of the list are cut and read again, all together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orbat.list_reader.cutting import TextPiece
from orbat.list_reader.joint_reading import search
from orbat.list_reader.line_reader import View
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.ways import StatedSum, Way

Read = Callable[..., list[Any]]

FOOT = "30th Foot, 12 stands, class 3, rifles 48\n55th Foot, 12 stands, class 3, rifles 48\n"
LIST = f"British, Days of Empire, 600 points\nPlayer: Lord Raglan\nBrigade Pennefather, General Pennefather 30\n{FOOT}"


def total_of(army: Any) -> int:
    """The calculated points of the army."""
    return int(army.quote.total)


def test_a_remark_with_a_number_is_no_unit_if_the_total_is_right_without_it(read: Read) -> None:
    (army,) = read(f"{LIST}Total 126\nLead mountain: 3412 figs. Painted this year: 11", ruleset="days_of_empire")
    assert total_of(army) == 126
    assert army.lines[7].role != "unit"


def test_an_arm_with_the_sum_of_its_units_is_a_sum(read: Read) -> None:
    text = f"{LIST}Infantry 96\nTotal 126"
    (army,) = read(text, ruleset="days_of_empire")
    assert (army.lines[6].role, total_of(army)) == ("sum", 126)


def test_a_title_with_a_level_is_no_unpaid_general(read: Read) -> None:
    (army,) = read(f"2nd Division and friends, Days of Empire\n{LIST}Total 126", ruleset="days_of_empire")
    assert total_of(army) == 126


def test_a_commander_with_a_rank_stays_unpaid(read: Read) -> None:
    """The player forgot the price: it is no heading."""
    text = LIST.replace("Pennefather 30", "Pennefather") + (
        "Brigade Adams, General Adams 30\n41st Foot, 12 stands, class 3, rifles 48\nTotal 174"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated) for one in army.differences] == [(174, 204)]


@pytest.mark.parametrize("slip", ["48\nTotal 136", "47\nTotal 125"])
def test_a_slip_is_not_explained_away(read: Read, slip: str) -> None:
    """A wrong total stays the total, and a unit with a wrong price stays a unit."""
    text = LIST.rstrip().removesuffix("48") + slip
    (army,) = read(text, ruleset="days_of_empire")
    assert total_of(army) == 126
    assert army.differences


def test_a_line_that_was_read_again_says_so(read: Read) -> None:
    (army,) = read(f"{LIST}Infantry 96\nTotal 126", ruleset="days_of_empire")
    assert army.lines[6].explanation == "read as a sum, which agrees with the other numbers"
    (plain,) = read(f"{LIST}Total 126", ruleset="days_of_empire")
    assert not any("agrees with the other" in line.explanation for line in plain.lines.values())


# --- the search


def piece(*ways: Way, text: str = "") -> list[TextPiece]:
    """A paragraph that can only be read as one piece."""
    line = TypedLine(1, text, text)
    return [TextPiece(0, 1, text, (line,), ways)]


def total(points: int) -> list[TextPiece]:
    """A line with a total."""
    return piece(Way(0.0, sums=(StatedSum("total", "total", points),)))


UNIT = piece(Way(0.0, points=(40,)))


@pytest.mark.parametrize(("more", "expected"), [(3.9, 70), (4.1, 80)])
def test_a_sum_decides_only_between_ways_that_are_nearly_as_likely(more: float, expected: int) -> None:
    """A right total instead of a wrong one makes up for a difference in cost of 4."""
    open_line = piece(Way(0.0, points=(40,)), Way(more, points=(30,)))
    assert search([UNIT, open_line, total(70)]).here.points == expected


def test_a_subtotal_may_leave_out_the_generals() -> None:
    general = piece(Way(0.0, points=(30,), of_general=True, starts=True))
    subtotal = piece(Way(0.0, sums=(StatedSum("subtotal", "subtotal", 80),)))
    assert search([general, UNIT, UNIT, subtotal]).cost < 0


def test_a_sum_above_its_units_is_right_at_their_end() -> None:
    head = piece(Way(0.0, sums=(StatedSum("subtotal", "subtotal", 80),), starts=True))
    assert search([UNIT, head, UNIT, UNIT]).cost < 0
    assert search([UNIT, head, UNIT]).cost > 0


def test_a_unit_like_the_one_above_costs_as_much() -> None:
    again = piece(Way(0.0, again=True))
    assert search([UNIT, again, total(80)]).here.points == 80


def test_below_the_right_total_remarks_cost_little() -> None:
    remark = piece(Way(4.0, View("talk")), Way(2.0, points=(20,)))
    assert search([UNIT, UNIT, total(80), remark]).here.points == 80
    assert search([UNIT, UNIT, remark]).here.points == 100


# --- lists


FAST = "fast_play_napoleonic"


def test_the_parts_of_a_sentence_are_found(read: Read) -> None:
    text = (
        "Moin, meine Preu\xdfen 1813, 80 Punkte wie abgemacht\n"
        "Die Division f\xfchrt Kleist, HQ 5, sie hat drei Linienregimenter zu 10, das macht 30, "
        "und eine Fu\xdfbatterie zu 12.\n"
        "Dazu zwei Husarenregimenter, 18 zusammen, und ein Korps-HQ zu 8. Ich komme auf 73."
    )
    (army,) = read(text, ruleset=FAST)
    assert (total_of(army), army.orbat.total, len(army.quote.all_units)) == (73, 73, 6)


def test_cells_with_several_units_are_cut(read: Read) -> None:
    text = (
        "| Pts | Formation | Who |\n|---:|---|---|\n| 8 | **Corps HQ** | Hill |\n"
        "| 47 | **3rd Division** | Alten (div HQ) 5, British line bde 10, KGL bde 10, Hanoverian bde 10, "
        "foot battery 12 |\n"
        "| 37 | **2nd Division** | Clinton (div HQ) 5, British line bde 10, KGL bde 10, foot battery 12 |\n"
        "| **92** | | |\n"
    )
    (army,) = read(text, ruleset=FAST, army_list="anglo_allied_1815")
    assert (total_of(army), len(army.quote.all_units)) == (92, 7)


def test_a_price_shows_how_many_units_words_count(read: Read) -> None:
    text = (
        "Ottomans\nCorps HQ: 8\ndivision HQ: 5\n"
        "with three Janissaries at 10 (30) and two of delis, light cavalry (18)\nTotal 61"
    )
    (army,) = read(text, ruleset=FAST, army_list="ottoman_1806_12")
    assert (total_of(army), len(army.quote.all_units)) == (61, 5)


def test_a_wrong_price_of_a_general_is_no_remark(read: Read) -> None:
    """The general is not read as a remark, and the brigade as led by another, although the sums then agree."""
    text = LIST.replace("Pennefather 30", "Pennefather 10") + "Total 126"
    (army,) = read(text, ruleset="days_of_empire")
    assert (10, 30) in [(one.claim.typed, one.calculated) for one in army.differences]


def test_a_general_at_0_points_is_not_dropped(read: Read) -> None:
    text = LIST.replace("Pennefather 30", "Pennefather 0") + "Total 96"
    (army,) = read(text, ruleset="days_of_empire")
    assert total_of(army) == 126
    assert army.differences


def test_a_slip_in_a_total_does_not_change_the_units(read: Read) -> None:
    """Two corps HQs and a battery in the name of a brigade would make the wrong total right."""
    text = (
        "salamanca, british peninsula, 150pt\ncorps hq 8\n3rd div hq 5\n"
        "2 british line bdes 10 ea 20, 1 portuguese bde 10\n"
        "foot arty 12\n5th div hq 5\n3 british line bdes 10 ea 30, cacadores 8\nfoot arty 12\ncomes to {}"
    )
    for typed in (110, 108):
        (army,) = read(text.format(typed), ruleset=FAST, army_list="britain_peninsula_1808_14")
        assert (total_of(army), army.orbat.total) == (110, typed)


@pytest.mark.parametrize(("said", "is_priced"), [("4 figurines par socle", True), ("4 figurines", False)])
def test_figures_are_stands_if_the_list_says_how_many(read: Read, said: str, *, is_priced: bool) -> None:
    text = f"Conf\xe9d\xe9r\xe9s, Army of Tennessee\n({said})\nBde Maney, gal 30\n1st Tenn., 28 fig., cl. 3, R"
    (army,) = read(text, ruleset="days_of_glory")
    assert ([line.points for line in army.quote.all_units] == [28]) is is_priced


@pytest.mark.parametrize("text", ["(10) line regiment", "line regiment (10)"])
def test_prices_in_brackets_may_stand_first(read: Read, text: str) -> None:
    lines = f"Prussians 1813\n- (8) Corps HQ\n- Brigade: (5) division HQ, {text}, {text}, (12) foot battery\nTotal 45"
    (army,) = read(lines, ruleset=FAST, army_list="prussia_1813_15")
    assert total_of(army) == 45


def test_numbers_in_brackets_that_number_the_lines_are_no_prices(read: Read) -> None:
    text = "Prussians 1813\n(1) Corps HQ 8\n(2) division HQ 5\n(3) line regiment 10\n(4) line regiment 10\nTotal 33"
    (army,) = read(text, ruleset=FAST, army_list="prussia_1813_15")
    assert total_of(army) == 33


KEYED = "Corps HQ 8\ndivision HQ 5\n10 LB, 10 LB, 12 FA\nTotal 45\n{}"


def test_a_key_explains_short_words(read: Read) -> None:
    key = "key: LB line brigade 10, FA foot artillery, HA horse artillery (guard)"
    (army,) = read(KEYED.format(key), ruleset=FAST, army_list="france_1812")
    assert (total_of(army), len(army.quote.all_units)) == (45, 3)


def test_units_with_states_in_short_are_no_key(read: Read) -> None:
    """No other line uses these words."""
    text = "Union\nBrigade Adams, general 30\nNY infantry, PA infantry, NJ infantry"
    (army,) = read(text, ruleset="days_of_glory")
    assert army.lines[3].role != "outside"


def test_the_end_of_an_ordinal_is_no_abbreviation(read: Read) -> None:
    text = f"{LIST}41st, 47th Foot, 12 st, class 3, R - 48 apiece\nTotal 222\n(st = stands, R = rifles)"
    (army,) = read(text, ruleset="days_of_empire")
    assert total_of(army) == 222
