"""The order of deployment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.deployment import Deployment, deployment
from orbat.report.report import Report

FOOT = Unit(name="Foot", entry="brit_line", size=10, rating="3")
HORSE = Unit(name="Horse", entry="brit_light_cavalry", size=6, rating="3")
GUNS = Unit(name="Guns", entry="brit_field_battery", size=2)
GHOST = Unit(name="Ghost", entry="no_such_entry", size=2)


def brigade(name: str, *units: Unit, off_board: bool = False) -> Formation:
    return Formation(level="brigade", name=name, commander=Commander(), units=units, off_board=off_board)


def report(library: Library, *formations: Formation, units: tuple[Unit, ...] = ()) -> Report:
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=formations, units=units)
    return report_on("army.yaml", Loaded(army, ()), library)


def placed(found: Deployment) -> dict[str, list[str]]:
    return {group.arm: [one.name for one in group.formations] for group in found.groups}


def test_cavalry_comes_first_then_artillery_then_infantry_then_the_rest(library: Library) -> None:
    works = Unit(name="Works", entry="earthworks", size=2)
    found = deployment(report(library, brigade("A", FOOT), brigade("B", GUNS), brigade("C", HORSE), units=(works,)))
    assert list(placed(found).items()) == [
        ("cavalry", ["Brigade C"]),
        ("artillery", ["Brigade B"]),
        ("infantry", ["Brigade A"]),
        ("works", ["Independent units"]),
    ]
    assert found.cites == ("DOE 16.1",)


@pytest.mark.parametrize(
    ("units", "arm"),
    [
        ((GUNS, FOOT, FOOT), "infantry"),
        ((GUNS, FOOT), "infantry"),
        ((replace(GUNS, size=10), FOOT), "artillery"),
        ((GUNS, GUNS, FOOT), "artillery"),
        ((GHOST,), ""),
    ],
)
def test_a_brigade_deploys_with_the_arm_of_most_of_its_units(
    library: Library, units: tuple[Unit, ...], arm: str
) -> None:
    """In a tie it is the arm with larger units, then the arm that deploys first."""
    assert list(placed(deployment(report(library, brigade("A", *units))))) == [arm]


def test_divisional_units_deploy_arm_by_arm_and_brigades_as_one(library: Library) -> None:
    """Units are in the order of their arms. A divisional general does not deploy with them."""
    division = Formation(
        level="division",
        name="1st",
        commander=Commander(),
        units=(FOOT, HORSE),
        formations=(brigade("A", FOOT, GUNS, FOOT),),
    )
    found = deployment(report(library, division))
    assert placed(found) == {"cavalry": ["Division 1st"], "infantry": ["Division 1st", "Brigade A"]}
    whole = found.groups[1].formations[1]
    assert [row.name for row in whole.units] == ["Guns", "Foot", "Foot"]
    assert (whole.points, found.groups[0].formations[0].points) == (180, 48)


def test_reserves_are_apart(library: Library) -> None:
    """A brigade, everything in a division, and a single unit are in reserve."""
    held = Formation(level="division", name="2nd", off_board=True, units=(GUNS,), formations=(brigade("B", FOOT),))
    found = deployment(
        report(library, brigade("A", FOOT, replace(HORSE, off_board=True)), brigade("C", FOOT, off_board=True), held)
    )
    assert placed(found) == {"infantry": ["Brigade A"]}
    reserves = [(one.name, [row.name for row in one.units]) for one in found.reserves]
    assert reserves == [
        ("Brigade A", ["Horse"]),
        ("Brigade C", ["Foot"]),
        ("Division 2nd", ["Guns"]),
        ("Brigade B", ["Foot"]),
    ]


def test_without_an_order_the_arms_are_in_the_ruleset_s_order(library: Library) -> None:
    whole = report(library, brigade("A", FOOT), brigade("B", HORSE), brigade("C", GUNS))
    assert whole.book is not None
    bare = replace(whole, book=Book(replace(whole.book.ruleset, deployment=None), whole.book.lists))
    assert list(placed(deployment(bare))) == ["infantry", "cavalry", "artillery"]
    assert deployment(bare).cites == ()


def test_an_orbat_without_a_price_has_no_deployment() -> None:
    assert deployment(Report("x.yaml", None, None, None, ())) == Deployment((), (), ())
