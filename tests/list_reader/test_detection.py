"""Detecting the ruleset, army list and rulings of a typed list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Read = Callable[..., list[Any]]


def of(army: Any) -> tuple[str, str]:
    """The ruleset and army list of an army."""
    return army.orbat.ruleset.id, army.orbat.army_list.id if army.orbat.army_list else ""


@pytest.mark.parametrize(
    ("text", "ruleset", "army_list"),
    [
        ("British\n33rd Foot, 14 stands, class 3, rifles - 56", "days_of_empire", "british"),
        ("British 1759\n3 line battalions superior, 120 each", "honours_of_war", "british"),
        ("French 1815\nOld Guard 15\n4 Line infantry 10 each = 40", "fast_play_napoleonic", "france_1815"),
        ("Russian 1812\nLine infantry 4 10 40\nCossacks 7", "fast_play_napoleonic", "russia_1812_14"),
        ("Union\n16th Maine, 7 stands, class 2, rifled muskets 21", "days_of_glory", "union_potomac"),
        ("Prussians\n2 x Musketeers, standard @ 110 = 220", "honours_of_war", "prussian"),
        (
            "French 1758, Honours of War\n" + "French line battalion, standard, standard 100\n" * 3,
            "honours_of_war",
            "french",
        ),
    ],
)
def test_ruleset_and_list_are_detected_by_names_words_and_prices(
    read: Read, text: str, ruleset: str, army_list: str
) -> None:
    """For a nation with lists in several rulesets, prices, words and years decide."""
    (army,) = read(text)
    assert of(army) == (ruleset, army_list)
    assert army.typed.reading.guess


def test_alternatives_to_a_guess_are_reported(read: Read) -> None:
    """Three lists of a nation with the same prices."""
    (army,) = read("Prussians\n2 x musketeers 10 each = 20\nhussars 9")
    assert army.typed.reading.guess == "Prussian and Saxon 1806 of Napoleonic fast play"
    assert army.typed.reading.alternatives == (
        "Prussian 1812 of Napoleonic fast play",
        "Prussian 1813-15 of Napoleonic fast play",
    )


def test_an_army_list_passed_is_not_a_guess(read: Read) -> None:
    """The id of an army list decides the ruleset, whatever the text names."""
    text = "British\n33rd Foot, 14 stands, class 3, rifles - 56"
    (army,) = read(text, army_list="saxon")
    assert of(army) == ("honours_of_war", "saxon")
    (army,) = read(text, ruleset="days_of_empire", army_list="british")
    assert (army.typed.reading.guess, army.typed.reading.alternatives) == ("", ())


def test_a_ruling_that_more_prices_agree_with_is_chosen(read: Read) -> None:
    """At least two lines must agree. A single line stays a difference."""
    lines = ["Honours of War, Prussian", "2 x Musketeers, standard @ 100 = 200", "Dragoons, standard 100"]
    (army,) = read("\n".join(lines))
    assert dict(army.orbat.rulings) == {"national_differences": "none"}
    assert "more of the typed prices" in army.typed.reading.guess
    assert army.differences == ()
    (army,) = read("\n".join(lines[:2]))
    assert dict(army.orbat.rulings) == {}
    assert army.differences


def test_units_over_the_maximum_are_not_read(read: Read) -> None:
    """The lines below the limit are reported."""
    (army,) = read("British\n" + "60 x Line bn, 12 stands, class 2, 24 each\n" * 40, ruleset="days_of_empire")
    assert len(army.quote.all_units) == 2040
    assert [line.text for line in army.typed.reading.unread] == [
        "the last 6 lines are not read: orbat reads at most 2000 units"
    ]
