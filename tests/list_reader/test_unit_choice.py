"""Choosing entry, size, rating and options of a unit, and assumptions where none is typed, under several rulesets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Read = Callable[..., list[Any]]
SEVEN_YEARS = {"ruleset": "honours_of_war", "army_list": "prussian"}
CIVIL_WAR = {"ruleset": "days_of_glory", "army_list": "union_potomac"}


def one(army: Any) -> Any:
    """The only unit of an army."""
    (line,) = army.quote.all_units
    return line.unit


@pytest.mark.parametrize(
    ("said", "entry", "size", "rating"),
    [
        ("large Zieten hussars superior 155", "pr_hussar", "large", "superior"),
        ("German fusiliers, standard 110", "pr_fusilier", "standard", "standard"),
        ("Musketeers 130", "pr_musketeer", "standard", "superior"),
        ("large Prussian grenadier battalion, superior 155", "pr_grenadier", "large", "superior"),
        ("12 pdr battery 65", "pr_heavy_gun", "standard", ""),
        ("3-pdr battery 45", "pr_light_gun", "standard", "standard"),
    ],
)
def test_sizes_ratings_and_calibres_are_read_from_words(
    read: Read, said: str, entry: str, size: str, rating: str
) -> None:
    """The usual size is assumed where none is typed. The price decides the rating."""
    (army,) = read(said, **SEVEN_YEARS)
    unit = one(army)
    assert (unit.entry, unit.size, unit.rating) == (entry, size, rating)
    assert army.differences == ()
    assert ("no size typed" in army.lines[1].explanation) == ("large" not in said)


@pytest.mark.parametrize(
    ("date", "entry"),
    [("1854-11", "brit_line_smoothbore"), ("1855-01", "brit_line_smoothbore"), ("1855-02", "brit_line")],
)
def test_the_date_decides_between_two_entries_of_a_regiment(read: Read, date: str, entry: str) -> None:
    """The 20th had rifles from February 1855."""
    (army,) = read(f"British, {date}\n20th East Devonshire 12 stands class 3", army_list="british")
    assert one(army).entry == entry


def test_a_name_has_no_words_for_size_or_rating(read: Read) -> None:
    """`large Zieten hussars superior` gives `Zieten hussars`."""
    (army,) = read("large Zieten hussars superior 155", **SEVEN_YEARS)
    assert one(army).name == "Zieten hussars"


@pytest.mark.parametrize("price", ["rifled muskets 21", "rifles, 21 pts", "rifles 21"])
def test_an_option_at_the_end_belongs_to_the_unit_before_it(read: Read, price: str) -> None:
    """The unit keeps its size and class."""
    (army,) = read(f"16th Maine, 7 stands, class 2, {price}", **CIVIL_WAR)
    unit = one(army)
    assert (unit.name, unit.size, unit.rating, unit.options) == ("16th Maine", 7, "2", ("rifles",))
    assert army.differences == ()


def test_a_free_class_defaults_to_the_usual_one(read: Read) -> None:
    """The explanation states the assumption."""
    (army,) = read("Hazlett's battery, 3 rifled guns 120", **CIVIL_WAR)
    assert (one(army).rating, army.lines[1].explanation) == ("2", "no class typed: average assumed")


@pytest.mark.parametrize(
    ("said", "kind"), [("Light cavalry 9", "light_cavalry"), ("1st foot company 12", "foot_artillery")]
)
def test_words_shared_by_kinds_are_resolved_by_kind(read: Read, said: str, kind: str) -> None:
    """`light` of light cavalry does not match light guns, and a foot company is one of artillery."""
    (army,) = read(said, ruleset="fast_play_napoleonic", army_list="france_1812")
    entry = army.book.entry("france_1812", one(army).entry)
    assert (entry.kind, one(army).size) == (kind, None)


def test_a_listed_unit_at_the_price_of_a_general_is_a_unit(read: Read) -> None:
    """Its line may have only a name and a price."""
    text = "General Brady - 5\nBroder Grenz - 8"
    (army,) = read(text, ruleset="fast_play_napoleonic", army_list="austria_1809")
    assert [line.unit.name for line in army.quote.all_units] == ["Broder Grenz"]


def test_a_hyphenated_name_is_one_unit(read: Read) -> None:
    """`Hoch- und Deutschmeister` is one regiment, so the price of two is a difference."""
    text = "General Vogelsang - 5\nIR 4 Hoch- und Deutschmeister - 20"
    (army,) = read(text, ruleset="fast_play_napoleonic", army_list="austria_1809")
    assert [(line.claim.typed, line.calculated) for line in army.differences] == [(20, 10)]


def test_a_free_general_is_not_the_player_where_all_generals_are_free(read: Read) -> None:
    """The words of the line may still name the player."""
    text = "General Keith - 0 points\nMusketeers, standard 110"
    (army,) = read(text, **SEVEN_YEARS)
    assert [line.is_player for line in army.quote.all_commanders] == [False]
    (army,) = read(text.replace("0 points", "me"), **SEVEN_YEARS)
    assert army.orbat.commander.name == "Keith"


def test_a_brigade_called_left_is_not_a_remainder(read: Read) -> None:
    """In `Brigade: Left: 66` the number is the subtotal of the brigade. In `1. Brigade` it is part of the name."""
    foot = "33rd Foot, 12 stands, class 3 - 36"
    text = f"Brigade: Left: 66\nGeneral Adams 30\n{foot}\n1. Brigade\nGeneral Buller 30\n{foot}"
    (army,) = read(text, ruleset="days_of_empire", army_list="british")
    assert [formation.name for formation in army.orbat.formations] == ["Left", "1. Brigade"]
    assert "left" not in {claim.claim_type for claim in army.typed.reading.claims}
    assert army.differences == ()


@pytest.mark.parametrize(
    ("said", "name", "general", "quality"),
    [
        ("Brigade Adams (Dependable)", "Brigade Adams", "Adams", "dependable"),
        ("Brigade von Adams - dashing", "Brigade von Adams", "von Adams", "dashing"),
        ("1st Brigade - von Adams, Dashing", "1st Brigade", "von Adams", "dashing"),
        ("1st Brigade (Adams, dashing)", "1st Brigade", "Adams", "dashing"),
        ("1st Brigade\nCommander: Adams (dithering)", "1st Brigade", "Adams", "dithering"),
        ("1st Brigade\nAdams - dashing", "1st Brigade", "Adams", "dashing"),
        ("Brigade Adams\nCommander Adams, dashing", "Brigade Adams", "Adams", "dashing"),
        ("Right Brigade, dashing", "Right Brigade", "", "dashing"),
        ("Brigade Adams", "Brigade Adams", "Adams", ""),
    ],
)
def test_a_staff_quality_belongs_to_the_general(read: Read, said: str, name: str, general: str, quality: str) -> None:
    """It is in brackets or after a comma or dash. If generals are free, `Brigade Adams` implies General Adams."""
    (army,) = read(f"Prussian\n{said}\n2 Musketeers, standard, 110 each", ruleset="honours_of_war")
    (formation,) = army.orbat.formations
    commander = formation.commander
    assert (formation.name, commander.name, commander.quality) == (name, general, quality)
    assert len(formation.units) == 2


def test_a_staff_quality_is_read_where_generals_cost_points(read: Read) -> None:
    """`Brigade Evans` then implies no general."""
    foot = "33rd Foot, 12 stands, class 3 - 36"
    text = f"1st Brigade - Maj-Gen Adams (exceptional) 30\n{foot}\nBrigade Evans\n{foot}"
    (army,) = read(text, ruleset="days_of_empire")
    first, second = army.orbat.formations
    assert (first.commander.name, first.commander.quality, second.commander) == ("Adams", "exceptional", None)


@pytest.mark.parametrize(
    "said",
    ["Musketeers with battalion guns 130", "Musketeers + battalion guns, superior 130", "Musketeers & bn guns 130"],
)
def test_an_option_included_in_the_unit_is_accepted(read: Read, said: str) -> None:
    """The entry is not the one that pays for the option."""
    (army,) = read(f"Prussian\nBrigade Adams\n{said}", ruleset="honours_of_war")
    (unit,) = army.quote.all_units
    assert (unit.unit.entry, unit.unit.rating, unit.unit.options) == ("pr_musketeer", "superior", ())
    assert (army.lines[3].alternatives, army.lines[3].unread, army.differences) == ((), False, ())


@pytest.mark.parametrize(("said", "rating"), [("4x110", "standard"), ("4 x 90", "inferior"), ("4x95", "")])
def test_the_price_of_each_decides_the_rating(read: Read, said: str, rating: str) -> None:
    """Only one rating may have that price. A price of no rating is kept."""
    (army,) = read(f"Prussian\nBrigade Adams\nFusiliers {said}", ruleset="honours_of_war")
    units = [(line.unit.rating, line.unit.points) for line in army.quote.all_units]
    assert units == [(rating, int(said[-3:].strip(" x")))] * 4


def test_a_unit_under_a_free_general_is_not_a_sum(read: Read) -> None:
    """The next unit may have the same price."""
    text = "Prussian\nCommander Adams\nDragoons 110\nCommander Evans\nDragoons 110\nHussars 110"
    (army,) = read(text, ruleset="honours_of_war")
    assert len(army.quote.all_units) == 3
