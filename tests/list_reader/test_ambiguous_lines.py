"""Ambiguous lines: the reading that the rest of the list decides, or the assumption."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Read = Callable[..., list[Any]]
REST = "\nVladimir Infantry, 12 stands, class 2 - 24\n"


def sizes(army: Any) -> list[Any]:
    """The sizes of an army's units."""
    return [line.unit.size for line in army.quote.all_units]


def explanation(army: Any, number: int) -> str:
    """The explanation of a line."""
    return str(army.lines[number].explanation)


@pytest.mark.parametrize(
    ("said", "read_as", "message"),
    [
        ("12 stands, class 2", [12, 12, 12], "3 battalions read as 3 units"),
        ("12 stands, class 2 - 24", [12], "3 battalions read as one unit"),
        (
            "12 stands, class 2 - 72",
            [12, 12, 12],
            "read as 3 units of size 12, which agrees with the typed price of 72",
        ),
        ("36 stands, class 2", [12, 12, 12], "36 stands: read as the total of 3 units"),
        ("36 stands, class 2 - 72", [12, 12, 12], "36 stands: read as the total of 3 units"),
        ("class 2", [None] * 3, "3 battalions read as 3 units"),
    ],
)
def test_battalions_in_brackets_are_units_unless_the_numbers_disagree(
    read: Read, said: str, read_as: list[int], message: str
) -> None:
    """Decided by price or by the sizes that the list allows; otherwise the assumption is explained."""
    (army,) = read(f"Russian\nMoscow Infantry (3 battalions), {said}", ruleset="days_of_empire")
    assert (sizes(army), explanation(army, 2)) == (read_as, message)
    assert army.differences == ()


@pytest.mark.parametrize(("total", "read_as"), [(78, [12]), (126, [12] * 3), (127, [12] * 3)])
def test_a_sum_decides_an_ambiguous_line(read: Read, total: int, read_as: list[int]) -> None:
    """A typed sum decides if no number on the line does. A sum that agrees with no reading decides nothing."""
    text = f"Russian\nBde Gen 30\nMoscow Infantry (3 battalions), 12 stands, class 2{REST}Total {total}"
    (army,) = read(text, ruleset="days_of_empire")
    assert sizes(army) == [*read_as, 12]
    assert ("agrees with the typed sum" in explanation(army, 3)) == (total != 127)
    assert bool(army.differences) == (total == 127)


def test_each_sum_decides_only_its_own_lines(read: Read) -> None:
    """The same words may be one unit in one brigade and three in another."""
    line = "Moscow Infantry (3 battalions), 12 stands, class 2"
    text = f"Russian\nBde Gen 30\n{line}\nSubtotal 102\nBde Gen 30\n{line}\nTotal 156"
    (army,) = read(text, ruleset="days_of_empire")
    assert [len(army.units_on(number)) for number in (3, 6)] == [3, 1]
    assert army.differences == ()


@pytest.mark.parametrize(
    ("said", "read_as"),
    [
        ("British\nTwo squadrons of the 11th Hussars, 6 stands, class 3", [6]),
        ("British\ntwo squadrons of the 11th Hussars", [None]),
        ("British\n2 sqns 11th Hussars, 6 stands, class 3 - 48", [6]),
        ("British\ntwo squadrons of the 11th Hussars, 6 stands, class 3 - 96", [6, 6]),
        ("British\n2 squadrons of the 11th Hussars, 3 stands each, class 3", [3, 3]),
        ("British\n2 squadrons of 6 stands, hussars, class 3", [6, 6]),
        ("French\ndeux escadrons du 4e Chasseurs d'Afrique, 4 socles, class 3", [4]),
        ("Russian\nzwei Schwadronen der Kiev Hussars, 6 Basen, class 2", [6]),
        ("Russian\ndva eskadrona of the Kiev Hussars, 6 stands, class 2", [6]),
        ("French\n2 compagnies du 1er Zouaves, 4 socles, class 3", [4]),
        ("British\n3 companies of the Rifle Brigade, 4 stands each, class 4, rifles, 20 each = 60", [4, 4, 4]),
    ],
)
def test_squadrons_and_companies_of_a_regiment_are_one_unit(read: Read, said: str, read_as: list[int]) -> None:
    """They are several units only if the numbers show it."""
    (army,) = read(said, ruleset="days_of_empire")
    assert sizes(army) == read_as
    assert army.differences == ()


@pytest.mark.parametrize(
    "said",
    ["due battaglioni di Zouaves", "zwei Bataillone Zouaves", "dos batallones Zouaves", "два батальона Zouaves"],
)
def test_battalions_are_counted_in_any_language(read: Read, said: str) -> None:
    """Number words before a word for battalions."""
    (army,) = read(f"French\n{said}, 12 stands, class 3, rifles", ruleset="days_of_empire")
    assert sizes(army) == [12, 12]


def test_a_number_word_counts_only_before_words_for_units(read: Read) -> None:
    """`due` is Italian for two only before words for units."""
    (army,) = read("British\nDue to arrive: Coldstream Guards, 10 stands, class 4 - 50", ruleset="days_of_empire")
    assert sizes(army) == [10]


def test_stands_in_all_are_divided_between_the_units(read: Read) -> None:
    """30 stands in two battalions are 15 each."""
    (army,) = read("Russian\n2 battalions Moscow Infantry, 30 stands in all, class 2", ruleset="days_of_empire")
    assert sizes(army) == [15, 15]


@pytest.mark.parametrize(("name", "entry"), [("Royal Marines, 1st Bn", "brit_marines"), ("1st Royals", "brit_line")])
def test_the_number_of_a_battalion_does_not_choose_the_regiment(read: Read, name: str, entry: str) -> None:
    """Another word names the regiment."""
    (army,) = read(f"British\n{name}, 11 stands, class 3", ruleset="days_of_empire")
    assert [line.unit.entry for line in army.quote.all_units] == [entry]


@pytest.mark.parametrize(("price", "kind"), [(24, "infantry"), (72, "cavalry")])
def test_the_price_decides_between_cavalry_and_infantry(read: Read, price: int, kind: str) -> None:
    """A battalion of dragoons at the price of infantry is infantry, with an explanation."""
    text = f"Russian\nDismounted dragoon battalion, 12 stands, class 2 - {price}"
    (army,) = read(text, ruleset="days_of_empire")
    (unit,) = army.quote.all_units
    assert army.book.entry(unit.list_id, unit.unit.entry).kind == kind
    assert army.differences == ()
    assert ("agrees with the typed price of 24" in explanation(army, 2)) == (price == 24)


@pytest.mark.parametrize(
    ("said", "name", "general"),
    [
        ("Brigade: Left", "Left", None),
        ("Brigade - Left wing", "Left wing", None),
        ("Brigade: Left (Maj-Gen Adams, 30)", "Left", "Adams"),
        ("Brigade: Left - Codrington", "Left", "Codrington"),
        ("Left Brigade", "Left Brigade", None),
        ("Division: 2nd", "2nd", None),
    ],
)
def test_a_level_label_is_not_part_of_a_name(read: Read, said: str, name: str, general: str | None) -> None:
    """The name follows `Brigade:`. Words for positions, such as `left`, are not names of generals."""
    (army,) = read(f"{said}\n33rd Foot, 12 stands, class 3 - 36", ruleset="days_of_empire")
    (formation,) = army.orbat.formations
    assert (formation.name, formation.commander and formation.commander.name) == (name, general)


@pytest.mark.parametrize("joint", ["; ", ". "])
def test_misspelt_words_are_reported_for_each_part_of_a_line(read: Read, joint: str) -> None:
    """Each of several parts of a line can have misspelt words."""
    foot = "7th Royal Fusiilers, 12 stands, class 3 - 36", "33rd Foot, 12 stands, class 3 - 36"
    (army,) = read(f"British\n{joint.join(foot)}", ruleset="days_of_empire")
    assert len(army.quote.all_units) == 2
    assert army.lines[2].misspelt == (("fusiiler", "fusilier"),)


def test_swapped_letters_are_corrected_in_short_words(read: Read) -> None:
    """`Torop` is read as `troop`."""
    (army,) = read("British\nC Torop RHA, 3 guns - 135", ruleset="days_of_empire")
    assert army.lines[2].misspelt == (("torop", "troop"),)


def test_a_level_with_the_sum_of_the_units_above_is_a_subtotal(read: Read) -> None:
    """`Brigade 102` under units that total 102."""
    units = "Bde Gen 30\nMoscow Infantry, 12 stands, class 2 - 24\nVladimir Infantry, 24 stands, class 2 - 48"
    battery = "Position battery, 4 guns - 140"
    (army,) = read(f"Russian\n{units}\nBrigade 102\n{units}\n{battery}\nBrigade 242", ruleset="days_of_empire")
    assert army.differences == ()
    assert [len(one.units) for one in army.orbat.formations] == [2, 3]


def test_a_division_named_again_is_not_a_new_one(read: Read) -> None:
    """Each brigade's heading may also name its division."""
    foot = "33rd Foot, 12 stands, class 3 - 36"
    heads = [f"2nd Division, {nth} Brigade - Maj-Gen {name} (30)" for nth, name in (("1st", "Adams"), ("2nd", "Evans"))]
    (army,) = read("\n".join(f"{head}\n{foot}" for head in heads), ruleset="days_of_empire")
    (division,) = army.orbat.formations
    assert [one.commander and one.commander.name for one in division.formations] == ["Adams", "Evans"]


@pytest.mark.parametrize("said", ["Sum {}", "= {}"])
def test_a_sum_above_a_larger_one_is_a_subtotal(read: Read, said: str) -> None:
    """It covers the purchases since the previous sum, even if it is wrong. Its error explains the error of the
    total."""
    foot = "Moscow Infantry, 12 stands, class 2 - 24\n" * 2
    text = f"Russian\nGen 30\n{foot}{said.format(78)}\n{foot}{said.format(50)}\nTotal 128"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated, one.explained_by) for one in army.differences] == [
        (50, 48, ()),
        (128, 126, (8,)),
    ]


@pytest.mark.parametrize(
    "said", ["2. Klasse", "II. Klasse", "Klasse zwei", "2e classe", "deuxième classe", "2a classe", "segunda clase"]
)
def test_a_class_is_read_in_any_language(read: Read, said: str) -> None:
    """An ordinal may stand before or after the word for class. The full stop of `1. Bataillon` ends no sentence."""
    text = f"Russian\nMoskauer Infanterieregiment, 1. Bataillon, 15 Elemente, {said}, 30 Punkte"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(line.unit.size, line.unit.rating, line.points) for line in army.quote.all_units] == [(15, "2", 30)]
    assert army.typed.reading.unread == ()


@pytest.mark.parametrize(
    ("said", "size"), [("standard", "standard"), ("superior, large", "large"), ("klein", "small"), ("", "standard")]
)
def test_a_named_size_is_read(read: Read, said: str, size: str) -> None:
    """A ruleset may have named sizes. The usual size is assumed if none is typed."""
    (army,) = read(f"Prussian\nMusketeers, {said} - 110", ruleset="honours_of_war")
    assert sizes(army) == [size]
