"""Prices of the rulesets with house prices agree with the oracle, for every unit, commander and army."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from tests.examples import examples, sampled
from tests.oracle.house_armies import RULINGS, armies, every_ruling, every_unit
from tests.oracle.house_prices import (
    FAST_PLAY_UNITS,
    GLORY_GUNS,
    GLORY_STANDS,
    HONOURS_UNITS,
    Army,
    lists_of,
    prices,
)

from orbat.api import Library, price
from orbat.data.fit import fit
from orbat.model import path as paths
from orbat.model.orbat import Orbat

BATCH = 100


def differences(library: Library, army: Army) -> dict[str, tuple[Any, int | None]]:
    """Places whose points differ, with those of orbat and of the oracle."""
    quote = price(fit(Orbat, army), library=library)
    units = {paths.show(line.path): line.sum.points for line in quote.all_units}
    commanders = {paths.show(line.path): line.points for line in quote.all_commanders}
    found, expected = {**units, **commanders, "total": quote.total}, prices(army)
    return {
        place: (found.get(place), expected.get(place))
        for place in {**found, **expected}
        if found.get(place) != expected.get(place)
    }


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(examples(300)), quick=3))
def test_prices_of_random_armies(library: Library, seed: int) -> None:
    for army in armies(seed, BATCH):
        different = differences(library, army)
        assert not different, f"(orbat, oracle): {different}\n{yaml.safe_dump(army, sort_keys=False)}"


@pytest.mark.parametrize("ruleset", sampled(RULINGS, 1))
def test_price_of_every_unit_under_every_ruling(library: Library, ruleset: str) -> None:
    for list_id in lists_of(ruleset):
        units = [*every_unit(ruleset, list_id)]
        for rulings in every_ruling(ruleset):
            army = {"orbat": 1, "ruleset": ruleset, "army_list": list_id, "rulings": rulings, "units": units}
            different = differences(library, army)
            assert not different, f"(orbat, oracle): {different} in {list_id} under {rulings}"


@pytest.mark.parametrize(
    ("ruleset", "kinds"),
    [
        ("days_of_glory", {*GLORY_STANDS, *GLORY_GUNS, "engineers", "earthworks", "pontoons"}),
        ("honours_of_war", {*HONOURS_UNITS, "transport", "obstacles"}),
        ("fast_play_napoleonic", set(FAST_PLAY_UNITS)),
    ],
)
def test_army_lists_have_every_kind(ruleset: str, kinds: set[str]) -> None:
    assert {entry.kind for one in lists_of(ruleset).values() for entry in one.entries.values()} == kinds


def test_published_totals_of_honours_of_war(library: Library) -> None:
    """The only costed armies in public: 500 points of Austrians, 395 of Prussians."""
    austrians = [
        {"entry": "au_german", "size": "standard", "rating": "superior"},
        {"entry": "au_german", "size": "standard", "rating": "standard"},
        {"entry": "au_german", "size": "standard", "rating": "standard"},
        {"entry": "au_cuirassier", "size": "standard", "rating": "superior"},
        {"entry": "au_medium_gun", "size": "standard", "rating": "superior"},
    ]
    prussians = [
        {"entry": "pr_musketeer", "size": "standard", "rating": "standard"},
        {"entry": "pr_musketeer", "size": "standard", "rating": "standard"},
        {"entry": "pr_dragoon", "size": "standard", "rating": "standard"},
        {"entry": "pr_heavy_gun", "size": "standard", "rating": "standard"},
    ]
    for list_id, units, total in (("austrian", austrians, 500), ("prussian", prussians, 395)):
        army = {"orbat": 1, "ruleset": "honours_of_war", "army_list": list_id, "units": units}
        assert prices(army)["total"] == price(fit(Orbat, army), library=library).total == total
