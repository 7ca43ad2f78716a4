"""The same army, typed in many ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml
from tests.list_reader.gates.lists import ROOT

WAYS = yaml.safe_load((ROOT / "tests" / "data" / "typed_ways.yaml").read_text("utf-8"))
EACH = [(block, way) for block in WAYS for way in block["ways"]]
_QUICK = 4
"""One in so many is a quick test."""


@pytest.mark.parametrize(
    ("block", "way"),
    [
        pytest.param(block, way, id=f"{place}", marks=[pytest.mark.slow] if place % _QUICK else [])
        for place, (block, way) in enumerate(EACH)
    ],
)
def test_each_way_gives_the_same_army(block: dict[str, Any], way: str, read: Callable[..., list[Any]]) -> None:
    """The total, the numbers of units and generals, the agreed size and the typed total; no differences."""
    text = block["list"].replace("{}", way)
    (army,) = read(text, ruleset=block["ruleset"], army_list=block["army_list"])
    found = (army.quote.total, len(army.quote.all_units), len(army.quote.all_commanders))
    generals = block["generals"] if block["generals"] is not None else found[2]
    assert found == (block["total"], block["units"], generals), text
    assert army.orbat.game_size == block.get("size", army.orbat.game_size), text
    assert army.orbat.total == block.get("typed_total", army.orbat.total), text
    assert army.differences == (), text
