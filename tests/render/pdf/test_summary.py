"""Small blocks of the ORBAT sheet: points by arm, scouting, deployment, check code, rules used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.render.pdf.conftest import LAYOUTS, assert_clear, pages_of, words

from orbat.model.sheet import Block, Layout
from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Frame
from orbat.report.check_code import check_code
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]

HORSE = {"entry": "brit_light_cavalry", "size": 6, "rating": 3}
GUNS = {"entry": "brit_field_battery", "size": 2}


def with_block(name: str) -> Layout:
    """A layout of the title block and one other block."""
    return replace(LAYOUTS["orbat"], body=(Block(block="title"), Block(block=name)))


def lines(pages: list[Page]) -> list[str]:
    """The text of each line of the pages, from top to bottom."""
    found: dict[tuple[int, float], list[tuple[float, str]]] = {}
    for number, page in enumerate(pages):
        for word in words(page):
            found.setdefault((number, round(word.y, 1)), []).append((word.x, word.text))
    return [" ".join(text for _, text in sorted(found[place])) for place in sorted(found)]


@pytest.fixture
def army(make: Make, unit: Keys, brigade: Keys) -> Report:
    hussars = unit("Hussars", **HORSE)
    return make(
        title="Army",
        formations=[
            brigade("Foot", 2),
            brigade("Held", 1, off_board=True),
            brigade("Horse", 0, units=[hussars, unit("Guns", **GUNS)]),
        ],
    )


def shown(report: Report, block: str, **options: Any) -> list[str]:
    pages = pages_of(report, layout=with_block(block), **options)
    assert_clear(pages)
    return lines(pages)


def test_units_at_home_are_listed_only_if_requested(make: Make, unit: Keys, brigade: Keys) -> None:
    hussars = unit("Hussars", **HORSE, fielded=False)
    home = brigade("Reserve", 0, units=[unit("Guns", **GUNS)], fielded=False)
    army = make(title="Army", formations=[brigade("Foot", 1), home], units=[hussars])
    content = shown(army, "at_home", at_home=True)
    hussars_line = "Hussars, Light Brigade regiment, 6 stands, class 3"
    assert "At home" in content
    assert "Guns, Royal Artillery field battery, 2 guns, class 3, Reserve 70" in content
    assert f"{hussars_line} 48" in content
    assert "At home" not in lines(pages_of(army))
    assert hussars_line in shown(army, "at_home", at_home=True, hide_points=True)


def test_points_by_arm_are_a_bar_with_a_line_for_each(army: Report) -> None:
    """Infantry has 180 points, cavalry 48, guns 70 and generals 90. The bar is as wide as the page."""
    content = shown(army, "arms")
    for line in (
        "Points by arm 388",
        "infantry 180 46.4 %",
        "cavalry 48 12.4 %",
        "artillery 70 18.0 %",
        "staff 90 23.2 %",
    ):
        assert line in content
    (page,) = pages_of(army, layout=with_block("arms"))
    frames = [mark for mark in page.marks if isinstance(mark, Frame)]
    top = min(frame.y for frame in frames)
    parts = [frame for frame in frames if frame.y == top]
    width = page.paper.right - page.paper.side
    assert sum(part.width for part in parts) == pytest.approx(width)
    assert parts[0].width / width == pytest.approx(180 / 388)
    assert [part.solid for part in parts] == [True, False, False, False]


def test_scouting_points_have_their_calculation(army: Report) -> None:
    content = shown(army, "scouting")
    assert "Scouting points 12" in content
    assert "6 stands x 2 class 3 = 12 [DOE 19.1, 19.2, 19.3]" in content
    assert "class 3: Hussars" in content


def test_the_order_of_deployment_ends_with_the_reserves(army: Report) -> None:
    content = shown(army, "deployment_order")
    start = content.index("Order of deployment [DOE 16.1]")
    assert content[start + 1 : start + 4] == [
        "1 cavalry Brigade Horse 148",
        "2 infantry Brigade Foot 150",
        "off the board Brigade Held 90",
    ]


def test_the_check_code_is_that_of_the_army(army: Report) -> None:
    assert army.orbat is not None
    assert f"Check code {check_code(army.orbat)}" in shown(army, "check_code")


def test_hidden_points_are_in_no_block(army: Report) -> None:
    for block in ("arms", "scouting", "deployment_order", "check_code", "rules_notes"):
        content = " ".join(shown(army, block, hide_points=True, rules_notes=True)).replace(army.subtitle, "")
        assert not any(sum_ in content.split() for sum_ in ("388", "180", "148", "150", "12")), block
    assert "Brigade Horse" in " ".join(shown(army, "deployment_order", hide_points=True))
    assert "an option for infantry, cavalry [DOE 5.4]" in shown(army, "rules_notes", hide_points=True, rules_notes=True)


def test_the_rules_used_are_printed_only_if_requested(army: Report) -> None:
    assert not any("may form square" in line for line in shown(army, "rules_notes"))
    content = shown(army, "rules_notes", rules_notes=True)
    assert content.count("may form square") == 1
    assert "an option for infantry, cavalry; 1 point for each stand [DOE 5.4]" in content


@pytest.mark.parametrize("block", ["arms", "scouting", "deployment_order", "check_code", "qr", "rules_notes", "chart"])
def test_unreadable_and_empty_orbats_are_printed(make: Make, block: str) -> None:
    for report in (make(), make(ruleset="nobody_knows_it")):
        shown(report, block, rules_notes=True)


@pytest.mark.slow
def test_a_hundred_formations_and_odd_names_fit(make: Make, brigade: Keys, odd_texts: Report) -> None:
    many = make(formations=[brigade(f"Reg{number}x", 1) for number in range(100)])
    for block in ("arms", "scouting", "deployment_order", "check_code", "qr", "rules_notes"):
        for report in (many, odd_texts):
            content = shown(report, block, rules_notes=True, large=True)
            if block == "deployment_order" and report is many:
                assert all(any(f"Brigade Reg{number}x " in line for line in content) for number in range(100))
