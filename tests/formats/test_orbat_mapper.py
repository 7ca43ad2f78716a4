"""Scenarios for ORBAT Mapper: the tree, the symbols, and what is left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from orbat.formats import orbat_mapper
from orbat.model.dates import Date
from orbat.model.kinds import Symbol
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.pipeline import SCENARIO_SUFFIX, convert
from orbat.report.report import Report

Reported = Callable[[Orbat], Report]
Command = Callable[..., Any]
FOOT = Unit(name="7th", entry="brit_line", size=15, rating="3", options=("rifles",))
GUNS = Unit(entry="brit_field_battery", size=3, off_board=True)
HORSE = Unit(name="Lights", entry="brit_light_cavalry", size=6, rating="3", fielded=False)
BRIGADE = Formation(level="brigade", name="1st", commander=Commander(name="Brown"), units=(FOOT, HORSE))


def scenario(reported: Reported, orbat: Orbat) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(convert(reported(orbat), SCENARIO_SUFFIX))
    return made


def units(of: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for unit in of:
        yield unit
        yield from units(unit["subUnits"])


@pytest.fixture
def army(alma: Orbat) -> Orbat:
    division = Formation(level="division", name="Light", formations=(BRIGADE,))
    return replace(alma, formations=(division,), units=(GUNS,))


def test_the_tree_has_symbols_and_descriptions_without_units_at_home(reported: Reported, army: Orbat) -> None:
    made = scenario(reported, army)
    (side,) = made["sides"]
    (group,) = side["groups"]
    assert (side["name"], group["name"], made["startTime"]) == ("British", army.title, "1854-09-01T12:00:00Z")
    assert [(one["name"], one["sidc"], one["description"]) for one in units(group["subUnits"])] == [
        ("Division Light", "10031000211211000000", "1 unit: 15 stands; 90 points"),
        ("Brigade 1st", "10031000181211000000", "Brown, not diced; 1 unit: 15 stands; 90 points"),
        ("7th", "10031000161211000000", "15 stands, class 3, rifles; 60 points"),
        ("Independent units", "10031000001303000000", "1 unit: 3 guns; 105 points"),
        ("Royal Artillery field battery", "10031000151303000000", "3 guns; 105 points; off the board"),
    ]


def test_ids_are_unique_and_belong_to_the_army(reported: Reported, army: Orbat) -> None:
    made = scenario(reported, army)
    (group,) = made["sides"][0]["groups"]
    ids = [made["id"], made["sides"][0]["id"], group["id"], *(one["id"] for one in units(group["subUnits"]))]
    assert len(set(ids)) == len(ids)
    assert all(one.startswith(made["id"]) for one in ids)
    assert scenario(reported, replace(army, units=()))["id"] != made["id"]


@pytest.mark.parametrize(("date", "start"), [(None, None), (Date(1854), "1854-01-01T12:00:00Z")])
def test_a_date_without_a_month_is_the_first_day_of_the_year(
    reported: Reported, army: Orbat, date: Date | None, start: str | None
) -> None:
    assert scenario(reported, replace(army, date=date)).get("startTime") == start


def test_every_symbol_has_a_code() -> None:
    assert set(orbat_mapper.ARM_CODES) == set(get_args(Symbol))
    assert {len(echelon + arm) for echelon, arm in orbat_mapper.ARM_CODES.values()} == {12}


def test_convert_writes_a_scenario_that_a_folder_check_skips(orbat: Command, tmp_path: Path) -> None:
    army = Path(__file__).parents[2] / "templates/orbats/days_of_empire/starters/british_400.yaml"
    assert orbat("convert", army, tmp_path / "A.ORBAT-MAPPER.json").code == 0
    assert orbat("convert", army, tmp_path / "b.json").code == 0
    assert json.loads(orbat("convert", army, "-.orbat-mapper.json").out)["type"] == "ORBAT-mapper"
    run = orbat("check", tmp_path)
    assert run.code == 0
    assert "A.ORBAT-MAPPER.json" in run.out + run.err
