"""Numbers about the army that no word explains: agreed sizes, totals, subtotals, remainders, repeated sums."""

from __future__ import annotations

import pytest
from tests.list_reader.test_kinds_of_typing import Read, sums, units

UNITS = """\
Nizam 12 stands class 2 24
Redif of Brusa 14 stands class 1 14
Nizam cavalry 8 stands class 2 48
Field battery 3 guns 105
Another field battery 3 guns 105
"""
"""Units of 296 points."""


def read_one(read: Read, text: str) -> tuple[list[tuple[str, int]], int, str]:
    """The sums, the calculated total and the confidence of a list."""
    (army,) = read(text, ruleset="days_of_empire")
    return sums(army), int(army.quote.total), army.typed.reading.confidence


@pytest.mark.parametrize(
    "line",
    ["300 is fine by me, Ottomans", "ORDONNANCE pour une partie, Ottomans, 300", "Osmanen, hatten wir nicht 300?"],
)
def test_a_round_number_near_the_points_is_the_agreed_size_in_any_words(read: Read, line: str) -> None:
    assert read_one(read, f"{line}\n{UNITS}")[0] == [("size", 300)]


@pytest.mark.parametrize(("total", "expected"), [(296, "sure"), (286, "likely")])
def test_an_agreed_size_without_words_below_the_troops_is_sure_if_the_total_is_right(
    read: Read, total: int, expected: str
) -> None:
    found, _, confidence = read_one(read, f"Ottomans\n{UNITS}Total {total}\nWe had 350, so there was more to spend")
    assert found == [("total", total), ("size", 350)]
    assert confidence == expected


@pytest.mark.parametrize("size", [297, 260, 460])
def test_other_numbers_are_no_agreed_size(read: Read, size: int) -> None:
    found, *_ = read_one(read, f"Ottomans, see post of {size}\n{UNITS}")
    assert found == []


@pytest.mark.parametrize("text", ["Ottomans, card 300", "Ottomans, Heft 300", "Ottomans, 300 figures"])
def test_cards_issues_figures_and_years_are_no_agreed_size(read: Read, text: str) -> None:
    assert read_one(read, f"{text}\n{UNITS}")[0] == []


def test_words_outrank_other_numbers_in_the_agreed_size(read: Read) -> None:
    found, *_ = read_one(read, f"Ottomans\nUmpire says 450, Steve and I settled on 350.\n{UNITS}")
    assert found == [("size", 350)]


@pytest.mark.parametrize("line", ["296 by my phone", "everything 296", "Ça nous fait 296 tout rond", "296 i think"])
def test_the_sum_of_all_prices_is_the_total_in_any_words(read: Read, line: str) -> None:
    found, _, confidence = read_one(read, f"Ottomans\n{UNITS}{line}")
    assert found == [("total", 296)]
    assert confidence == "sure"


def test_a_number_near_the_sum_is_a_wrong_total(read: Read) -> None:
    found, _, confidence = read_one(read, f"Ottomans\n{UNITS}everything 293")
    assert found == [("total", 293)]
    assert confidence == "likely"
    assert read_one(read, f"Ottomans\n{UNITS}everything 143")[0] == []


def test_the_agreed_size_without_the_total_is_the_remainder_in_any_words(read: Read) -> None:
    found, *_ = read_one(read, f"Ottomans, 310 points\n{UNITS}Total 296\nfor beer 14")
    assert found == [("size", 310), ("total", 296), ("left", 14)]
    assert ("left", 13) not in read_one(read, f"Ottomans, 310 points\n{UNITS}Total 296\nfor beer 13")[0]


def test_a_sum_that_is_carried_forward_is_repeated(read: Read) -> None:
    pages = "carried forward 296\n- 1 -\nSheet 2 of 2\nbrought forward 296"
    text = f"Ottomans\n{UNITS}Sub-total 296\n{pages}\n{UNITS}Total 592"
    (army,) = read(text, ruleset="days_of_empire")
    assert sums(army) == [("subtotal", 296), ("total", 592)]
    lines = {one.number: one for one in army.typed.reading.lines}
    for number in (8, 11):
        assert [use.role for use in lines[number].numbers] == ["repeated"]
        assert not lines[number].unread
    assert len(units(army)) == 10


@pytest.mark.parametrize("line", ["- 2 -", "Sheet 2 of 2", "Fiche 2/3 - imprimée le 02/05", "Zettel 2", "Blatt 1/1"])
def test_page_lines_are_no_part_of_the_army(read: Read, line: str) -> None:
    (army,) = read(f"Ottomans, 300 points\n{UNITS}{line}", ruleset="days_of_empire")
    assert sums(army) == [("size", 300)] or sums(army) == []
    assert [one.role for one in army.typed.reading.lines][-1] == "outside"
    assert army.quote.total == 296


def test_the_last_sum_of_several_subtotals_is_the_total(read: Read) -> None:
    text = f"Ottomans\n{UNITS}-> 295\n{UNITS}-> 296\n295 + 296 = 591 points"
    (army,) = read(text, ruleset="days_of_empire")
    assert sums(army)[-1] == ("total", 591)


def roles(read: Read, text: str) -> dict[int, str]:
    """The role of each line, and `unread` if a line was not understood."""
    (army,) = read(text, ruleset="days_of_empire")
    return {one.number: one.role for one in army.typed.reading.lines}


@pytest.mark.parametrize("line", ["3 comments", "mum says has to finish by 6", "mfg Uwe, Tisch 4"])
def test_remarks_below_the_total_are_no_part_of_the_army(read: Read, line: str) -> None:
    text = f"Ottomans\n{UNITS}Total 296\n{line}"
    assert roles(read, text)[8] == "outside"
    (army,) = read(text, ruleset="days_of_empire")
    assert army.typed.reading.confidence == "sure"


@pytest.mark.parametrize(("total", "line"), [(366, "2 cannons 70"), (386, "3 generals 90")])
def test_troops_and_generals_below_the_total_are_no_remarks(read: Read, total: int, line: str) -> None:
    assert roles(read, f"Ottomans\n{UNITS}Total {total}\n{line}")[8] != "outside"


@pytest.mark.parametrize(
    "line",
    [
        "(chez nous on ne paie pas les généraux)",
        "all generals are free here",
        "Generale kosten nichts",
        "no points for commanders",
    ],
)
def test_a_remark_that_generals_are_free_names_no_general(read: Read, line: str) -> None:
    (army,) = read(f"Ottomans\n{line}\n{UNITS}", ruleset="days_of_empire")
    assert army.quote.total == 296
    assert army.quote.all_commanders == ()


@pytest.mark.parametrize(
    "stamp", ["maisie_m  today at 19:21", "krakus_77 — hier à 23:11", "Posted by OldBrownBess  »  Tue 21:47"]
)
def test_stamps_of_messages_are_no_part_of_the_army(read: Read, stamp: str) -> None:
    assert roles(read, f"{stamp}\nOttomans\n{UNITS}")[1] == "outside"


def test_all_writers_of_a_chat_are_removed_if_nearly_all_lines_have_one(read: Read) -> None:
    troops = "".join(f"Nige: {line}\n" for line in UNITS.splitlines())
    (army,) = read(f"Nige: Ottomans\n{troops}Tom: and what is that\nNige: 296", ruleset="days_of_empire")
    assert sums(army) == [("total", 296)]
    assert army.quote.all_commanders == ()
    assert army.quote.all_units[0].unit.name == "Nizam"


def test_the_players_zero_points_are_no_sum(read: Read) -> None:
    (army,) = read(f"Ottomans\nOverall: Omar = me = 0.\n{UNITS}Total 296", ruleset="days_of_empire")
    assert sums(army) == [("total", 296)]


def test_a_repeated_agreed_size_is_no_total(read: Read) -> None:
    (army,) = read(f"Ottomans, 310 points\n{UNITS}yeah 310", ruleset="days_of_empire")
    assert sums(army) == [("size", 310)]
    assert army.typed.reading.lines[-1].numbers[0].role == "repeated"


def test_a_sum_after_an_equals_sign_is_no_year(read: Read) -> None:
    half = "".join(f"Siege battery {number}, 14 guns 700\n" for number in (1, 2))
    (army,) = read(f"Ottomans\n{half}A + B = 1400", ruleset="days_of_empire")
    assert sums(army) == [("total", 1400)]


def test_generals_are_counted_not_summed(read: Read) -> None:
    (army,) = read(f"Ottomans\n{UNITS}Macht mit den drei Brigadegenerälen 296 Pkt", ruleset="days_of_empire")
    assert sums(army) == [("total", 296)]


@pytest.mark.parametrize("line", ["We had 460 to spend", "460 par joueur", "460 je Seite", "Obergrenze 460"])
def test_words_name_an_agreed_size_that_is_far_from_the_points(read: Read, line: str) -> None:
    found, _, confidence = read_one(read, f"Ottomans\n{UNITS}Total 296\n{line}")
    assert found == [("total", 296), ("size", 460)]
    assert confidence == "sure"


@pytest.mark.parametrize(
    "line", ["7th Fusiliers 12, rifles", "33rd 12 rifles", "23rd Royal Welch Fusiliers 12, rifles"]
)
def test_a_size_without_a_word_makes_a_unit_below_the_name_of_a_brigade(read: Read, line: str) -> None:
    (army,) = read(
        f"British at the Alma\n1st Brigade, Codrington\n{line}\n95th Foot 10 stands, class 3, rifles",
        ruleset="days_of_empire",
        army_list="british",
    )
    assert [(one.unit.size, one.unit.options) for one in army.units_on(3)] == [(12, ("rifles",))]
    assert army.lines[3].confidence != "sure"
