"""Names against kinds, choices that a line leaves, and lists of names alone."""

from __future__ import annotations

from typing import Any

import pytest
from tests.list_reader.test_kinds_of_typing import Read, sums

from orbat.report.confidence import confidence_of, doubted_by_differences

TURKS = """\
Ottoman, Days of Empire
Brigade general 30
Nizam 12 stands class 2 24
Nizam 10 stands class 2 20
{line}
"""


def entries(army: Any) -> list[str]:
    """The ids of the entries of all units."""
    return [line.unit.entry for line in army.quote.all_units]


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("24e L\u00e9g\u00e8re 10", "fr5_legere"),
        ("24e L\u00e9g\u00e8re en tirailleurs (infanterie l\u00e9g\u00e8re) 10", "fr5_legere_light"),
        ("Grenadiers \u00e0 pied 12", "fr5_guard"),
    ],
)
def test_an_exact_name_outranks_a_kind_in_it_but_no_kind_after_it(read: Read, line: str, entry: str) -> None:
    (army,) = read(f"French 1805\n4e Ligne 10\n{line}", ruleset="fast_play_napoleonic")
    assert entries(army)[1] == entry


def test_words_that_refuse_a_weapon_may_name_an_option(read: Read) -> None:
    (army,) = read("Russian\n1st Grenadiers, standard, superior, musket only - 110", ruleset="honours_of_war")
    (unit,) = army.quote.all_units
    assert unit.unit.options == ("musket_only",)


@pytest.mark.parametrize(
    "line",
    [
        "Redif 10 stands class 1 or 2 10",
        "Redif 10 stands class 1 10, or 20 with class 2",
        "Redif 10 stands class 1?? ask Ann 10",
    ],
)
def test_a_line_that_leaves_a_choice_is_a_question(read: Read, line: str) -> None:
    (army,) = read(TURKS.format(line=line), ruleset="days_of_empire")
    assert confidence_of(army.typed.reading) == "doubtful"
    assert [question.line for question in army.typed.reading.questions] == [5]


@pytest.mark.parametrize(
    "line",
    [
        "Redif 10 stands class 1 (if points allow)",
        "Option: Redif 10 stands class 1",
        "Redif 10 stands class 1 - not taken",
        "or Redif 10 stands class 1",
        "Redif 10 stands less 2, class 1",
        "Redif 10 stands (2 lost), class 1",
        "Redif 10 stands class 1, half of them with rifles",
        "Redif 1/2 strength class 1",
        "Redif 10 St\u00e4nde Klasse 1 statt der Baschibosuks",
        "Redif 36 figures class 1",
    ],
)
def test_a_unit_that_the_army_may_not_have_is_a_question_unless_the_total_includes_it(read: Read, line: str) -> None:
    """Likewise a number of figures, which may not be the number of stands."""
    text = TURKS.format(line=line)
    (army,) = read(text, ruleset="days_of_empire")
    assert confidence_of(army.typed.reading) == "doubtful"
    assert [question.line for question in army.typed.reading.questions] == [5]
    (army,) = read(f"{text}Total {army.quote.total}", ruleset="days_of_empire")
    assert not any(question.line == 5 for question in army.typed.reading.questions)


@pytest.mark.parametrize(
    ("line", "confidence"),
    [
        ("IR 19, small, superior", "sure"),
        ("IR 19, standard, standard", "sure"),
        ("IR 19, small, superior (standard in 1759)", "doubtful"),
        ("3 Bataillone IR 19, standard, superior, davon eines klein", "doubtful"),
        ("IR 19, standard, inferior? check", "doubtful"),
        ("both battalions of IR 19, standard, superior", "doubtful"),
    ],
)
def test_two_sizes_or_two_ratings_on_a_line_are_a_question(read: Read, line: str, confidence: str) -> None:
    text = (
        f"Prussians, Honours of War\n\nBrigadier, dependable\nIR 13, standard, superior\n{line}\nIR 18, small, superior"
    )
    (army,) = read(text, ruleset="honours_of_war")
    assert army.lines[5].confidence == confidence


def test_options_on_the_next_line_belong_to_the_unit(read: Read) -> None:
    text = TURKS.format(line="Chasseurs, 10 stands, class 2,\n   all with rifles 30\nTotal 104")
    (army,) = read(text, ruleset="days_of_empire")
    assert [line.unit.options for line in army.quote.all_units] == [(), (), ("rifles",)]
    assert len(army.quote.all_commanders) == 1


def test_figures_on_a_stand_are_no_size(read: Read) -> None:
    (army,) = read(TURKS.format(line="Redif 10 bases of 3 figs, class 1"), ruleset="days_of_empire")
    assert [line.unit.size for line in army.quote.all_units] == [12, 10, 10]
    assert confidence_of(army.typed.reading) == "sure"


def test_the_numbers_of_names_are_no_choice(read: Read) -> None:
    (army,) = read(TURKS.format(line="Battery No. 7 or 8, 2 guns 70"), ruleset="days_of_empire")
    assert army.typed.reading.questions == ()


@pytest.mark.parametrize(("total", "confidence"), [(74, "sure"), (75, "sure"), (54, "likely")])
def test_a_total_that_lacks_the_price_of_a_unit_is_not_sure(read: Read, total: int, confidence: str) -> None:
    (army,) = read(TURKS.format(line=f"Total {total}"), ruleset="days_of_empire")
    assert sums(army) == [("total", total)]
    prices = {line.points for line in army.quote.all_units}
    reading = doubted_by_differences(army.typed.reading, army.differences, army.book.ruleset.general_prices, prices)
    assert confidence_of(reading) == confidence


def test_units_are_listed_by_name_alone_in_a_ruleset_without_sizes(read: Read) -> None:
    text = (
        "Duchy of Warsaw 1812\nPoniatowski, corps HQ\nZajaczek, division HQ\n"
        "3rd Infantry, 15th Infantry, combined voltigeurs as light infantry, one foot battery"
    )
    (army,) = read(text, ruleset="fast_play_napoleonic")
    assert [int(line.points) for line in army.quote.all_units] == [10, 10, 8, 12]


def test_all_guns_may_be_counted_as_those_of_the_real_battery(read: Read) -> None:
    text = TURKS.format(line="Field battery, 8 guns 140\nField battery, 6 guns 105")
    (army,) = read(text, ruleset="days_of_empire")
    assert [line.unit.size for line in army.quote.all_units][2:] == [4, 3]


def test_formations_have_generals_if_the_total_shows_them(read: Read) -> None:
    text = (
        "Ottoman, Days of Empire\nBrigade Left\nNizam 12 stands class 2 24\n"
        "Brigade Right\nNizam 10 stands class 2 20\nTotal with both generals (30 each) 104"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert army.quote.total == 104


def test_the_state_of_a_battery_is_no_name_of_a_numbered_regiment(read: Read) -> None:
    """Several batteries have the state of their name in brackets."""
    text = "Confederates, Virginia 1862\n21st Virginia, 7 stands, class 2, 14\nRifled battery, 2 guns 80\nTotal 94"
    (army,) = read(text, ruleset="days_of_glory", army_list="confederate_anv")
    assert [int(line.points) for line in army.quote.all_units] == [14, 80]
