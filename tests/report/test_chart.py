"""The army as a tree with symbols, strengths and points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.chart import ChartNode, chart, counted
from orbat.report.report import Report

FOOT = Unit(name="7th", entry="brit_line", size=15, rating="3", options=("rifles",))
RIFLES = Unit(name="Rifles", entry="brit_rifle_brigade", size=8, rating="4")
GUNS = Unit(name="E Battery", entry="brit_field_battery", size=3)
BRIGADE = Formation(level="brigade", name="1st", commander=Commander(name="Brown"), units=(FOOT, GUNS, FOOT))


def tree(library: Library, *formations: Formation, units: tuple[Unit, ...] = (), merge: bool = False) -> ChartNode:
    army = Orbat(
        title="Army",
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        commander=Commander(name="Raglan"),
        formations=formations,
        units=units,
    )
    found = chart(report_on("army.yaml", Loaded(army, ()), library), merge=merge)
    assert found is not None
    return found


def nodes(node: ChartNode) -> Iterator[ChartNode]:
    yield node
    for inner in node.children:
        yield from nodes(inner)


def test_nodes_have_names_generals_strengths_and_points(library: Library) -> None:
    army = tree(library, Formation(level="division", name="Light", formations=(BRIGADE,), units=(RIFLES,)))
    assert [(one.name, one.strength, one.points, one.symbol) for one in nodes(army)] == [
        ("Army", "4 units: 38 stands, 3 guns", "295", "staff"),
        ("Division Light", "4 units: 38 stands, 3 guns", "295", "staff"),
        ("Rifles", "8 stands, class 4, rifles", "40", "rifles"),
        ("Brigade 1st", "3 units: 30 stands, 3 guns", "255", "infantry"),
        ("7th", "15 stands, class 3, rifles", "60", "infantry"),
        ("E Battery", "3 guns", "105", "foot_artillery"),
        ("7th", "15 stands, class 3, rifles", "60", "infantry"),
    ]
    assert [one.names for one in nodes(army)][:4] == ["Raglan, capable, the player", "", "", "Brown, not diced"]


def test_independent_units_have_a_node_of_their_own(library: Library) -> None:
    army = tree(library, BRIGADE, units=(GUNS, RIFLES))
    apart = army.children[-1]
    assert (apart.name, apart.points, apart.names, len(apart.children)) == ("Independent units", "145", "", 2)


def test_everything_in_a_reserve_is_off_the_board(library: Library) -> None:
    army = tree(library, replace(BRIGADE, off_board=True), BRIGADE)
    held, other = army.children
    assert held.reserve
    assert [one.off_board for one in nodes(held)] == [True] * 4
    assert not any(one.reserve for one in held.children)
    assert not any(one.off_board for one in nodes(other))


def test_merged_units_share_a_node(library: Library) -> None:
    brigade = tree(library, BRIGADE, merge=True).children[0]
    line, guns = brigade.children
    assert (line.name, line.names, line.points) == ("2 × Line infantry with rifle-musket", "7th, 7th", "120")
    assert line.strength == "15 stands each, class 3, rifles"
    assert (guns.names, brigade.strength) == ("", "3 units: 30 stands, 3 guns")


def test_unknown_entries_have_no_symbol_and_empty_formations_a_flag(library: Library) -> None:
    ghost = Unit(name="Ghost", entry="dragon", size=3)
    brigade, empty = tree(library, replace(BRIGADE, units=(ghost,)), replace(BRIGADE, units=())).children
    assert (brigade.children[0].symbol, brigade.children[0].points, brigade.strength) == (None, "?", "1 unit")
    assert (empty.symbol, empty.strength) == ("staff", "0 units")


def test_every_shipped_entry_has_a_symbol(library: Library) -> None:
    for name in ("british", "french", "ottoman", "russian", "sardinian"):
        book, _ = library.book(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin(name)))
        assert book is not None
        assert all(book.symbol(entry) for entry in book.entries(name).values())


@pytest.mark.parametrize(("size", "word", "actual"), [("3", "guns", "3 guns"), ("2", '4" lengths', '2 × 4" lengths')])
def test_size_text(size: str, word: str, actual: str) -> None:
    assert counted(size, word) == actual


def test_an_orbat_without_a_price_has_no_chart() -> None:
    assert chart(Report("x.yaml", None, None, None, ())) is None
