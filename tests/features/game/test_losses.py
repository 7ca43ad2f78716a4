"""Points scored for lost units and generals, 18.2."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.game.losses import Loss, Losses, losses
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.roster import UnitStrength

UNITS = (
    Unit(name="Foot", entry="brit_line", size=12, rating="2"),
    Unit(name="Guns", entry="brit_field_battery", size=1),
    Unit(name="Works", entry="earthworks", size=3),
    Unit(name="Ghost", entry="no_such_entry", size=2),
)
BRIGADE = Formation(level="brigade", name="Adams", commander=Commander(name="Adams"), units=UNITS)
EMPTY = Formation(level="division", name="Nobody")


@pytest.fixture
def found(library: Library) -> Losses:
    return losses_with(library)


def losses_with(library: Library, **rulings: str) -> Losses:
    army = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        commander=Commander(name="Lord Raglan"),
        formations=(BRIGADE, EMPTY),
        rulings=rulings,
    )
    made = losses(report_on("army.yaml", Loaded(army, ()), library))
    assert made
    return made


def test_units_score_in_full_or_half_and_generals_in_full(found: Losses) -> None:
    assert [(group.title, [(one.name, one.full, one.half) for one in group.losses]) for group in found.groups] == [
        ("Army", [("Lord Raglan", 0, None)]),
        (
            "Brigade Adams",
            [
                ("Adams", 30, None),
                ("Foot", 36, 18),
                ("Guns", 35, Fraction(35, 2)),
                ("Ghost", None, None),
            ],
        ),
    ]
    assert [one.halves for one in found.groups[1].losses] == [False, True, True, True]
    assert (found.total, found.cites) == (131, "[DOE 18.2, 14.5]")
    assert (found.full, found.half, found.generals) == (
        "units destroyed, surrendered or routed off the table",
        "units routing or under half of their starting strength",
        "captured generals",
    )


def test_works_score_only_under_a_ruling_and_never_half(library: Library) -> None:
    """18.2 counts units."""
    shown = [(one.full, one.half) for one in losses_with(library, works_lost="full").groups[1].losses]
    assert shown == [(30, None), (36, 18), (35, Fraction(35, 2)), (30, None), (None, None)]
    assert losses_with(library, works_lost="never") == losses_with(library)


@pytest.mark.parametrize(("choice", "points"), [("nothing", 0), ("as_others", 30)])
def test_ruling_gives_the_points_for_the_players_general(library: Library, choice: str, points: int) -> None:
    """The General who is the player is free, 5.1. Other generals always score their price."""
    army, brigade = losses_with(library, captured_player=choice).groups
    assert ([one.full for one in army.losses], brigade.losses[0].full) == ([points], 30)


@pytest.mark.parametrize(
    ("lost", "counts"), [(0, ""), (6, ""), (7, "half"), (9, "half"), (10, "full"), (12, "full"), (99, "full")]
)
def test_losses_bring_a_unit_under_half_and_then_remove_it(lost: int, counts: str) -> None:
    assert Loss((), "Foot", 48, 24, halves=True, strength=UnitStrength(12, 5, 2)).after(lost) == counts


def test_units_without_strength_have_no_losses() -> None:
    assert Loss((), "Works", 30, None, halves=False).after(3) == ""
    assert Loss((), "Gun", 35, None, halves=True, strength=UnitStrength(1, None, 0)).after(1) == "full"
