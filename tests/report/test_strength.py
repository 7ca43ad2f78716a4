"""Points by arm, and shares as bars."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbat.data import folders
from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, check
from orbat.report.strength import bar, by_arm

STARTERS = sorted((folders.shipped() / "templates/orbats/days_of_empire/starters").glob("*.yaml"))
ARMY = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), date=Date(1854, 9))
FOOT = Unit(entry="brit_line", size=10, rating="3")
GUNS = Unit(entry="brit_field_battery", size=2)


def _book(library: Library) -> Book:
    book, _ = library.book(ARMY)
    assert book is not None
    return book


def _shares(book: Book, orbat: Orbat) -> list[tuple[str, object, object]]:
    quote, _ = Evaluator().examine(orbat, book)
    return [(one.arm, one.points, one.share) for one in by_arm(book, quote)]


def test_arms_are_in_ruleset_order_with_generals_as_staff(library: Library) -> None:
    """Infantry has 40 points, guns 70 and a general 30, of 140."""
    army = replace(ARMY, formations=(Formation(level="brigade", commander=Commander(), units=(GUNS, FOOT)),))
    assert _shares(_book(library), army) == [
        ("infantry", 40, Fraction(2, 7)),
        ("artillery", 70, Fraction(1, 2)),
        ("staff", 30, Fraction(3, 14)),
    ]


def test_generals_are_staff_without_a_staff_kind_or_arm(library: Library) -> None:
    """Otherwise they are in the arm of the staff kind, which is last if the ruleset does not list it."""
    book = _book(library)
    army = replace(ARMY, formations=(Formation(level="brigade", commander=Commander(), units=(FOOT,)),))
    none = {name: kind for name, kind in book.ruleset.kinds.items() if not kind.staff}
    bare = Book(replace(book.ruleset, kinds=none, arms=("cavalry", "infantry")), book.lists)
    assert [arm for arm, _, _ in _shares(bare, army)] == ["infantry", "staff"]
    leaders = {**none, "general": replace(book.ruleset.kinds["general"], arm="high_command")}
    other = Book(replace(book.ruleset, kinds=leaders, arms=("high_command", "infantry")), book.lists)
    quote, _ = Evaluator().examine(army, other)
    assert [(one.arm, one.label) for one in by_arm(other, quote)] == [
        ("high_command", "high command"),
        ("infantry", "infantry"),
    ]


def test_arms_without_points_are_left_out(library: Library) -> None:
    """Examples are an empty army, the player's own General and units without a price."""
    book = _book(library)
    assert _shares(book, ARMY) == []
    unpriced = replace(ARMY, commander=Commander(), units=(replace(FOOT, size=None), replace(FOOT, entry="dragon")))
    assert _shares(book, unpriced) == []


def test_an_unknown_path_has_no_arms(library: Library) -> None:
    """The path of a unit has one arm."""
    book = _book(library)
    quote, _ = Evaluator().examine(replace(ARMY, units=(FOOT, GUNS)), book)
    assert by_arm(book, quote, ("formations", 3)) == ()
    assert [(one.arm, one.share) for one in by_arm(book, quote, ("units", 1))] == [("artillery", 1)]


@pytest.mark.parametrize("starter", STARTERS, ids=lambda path: path.stem)
def test_arms_of_starters_add_up_to_each_total(library: Library, starter: Path) -> None:
    """Points add up exactly to the total, and shares to 1."""
    report = check(starter, library)
    assert report.book is not None
    assert report.quote is not None
    formations = [(line.path, line.points) for line in report.quote.all_formations]
    for path, total in (((), report.quote.total), *formations):
        arms = by_arm(report.book, report.quote, path)
        assert sum(one.points for one in arms) == total
        assert sum(one.share for one in arms) == 1


UNITS = st.lists(
    st.builds(
        Unit,
        entry=st.sampled_from(("brit_line", "brit_light_cavalry", "brit_field_battery", "earthworks", "dragon")),
        size=st.none() | st.integers(0, 20),
        rating=st.sampled_from(("", "2", "3")),
    ),
    max_size=4,
).map(tuple)
FORMATIONS = st.recursive(
    st.builds(Formation, level=st.just("brigade"), commander=st.none() | st.just(Commander()), units=UNITS),
    lambda inner: st.builds(
        Formation,
        level=st.just("division"),
        commander=st.none() | st.just(Commander(player=True)),
        formations=st.lists(inner, max_size=2).map(tuple),
        units=UNITS,
    ),
    max_leaves=4,
)


@given(formations=st.lists(FORMATIONS, max_size=2).map(tuple), units=UNITS)
def test_arms_add_up_to_each_total(
    library: Library, formations: tuple[Formation, ...], units: tuple[Unit, ...]
) -> None:
    """This applies to the army and to each formation. Shares add up to 1, or there are none."""
    book = _book(library)
    quote, _ = Evaluator().examine(replace(ARMY, formations=formations, units=units), book)
    for path, total in (((), quote.total), *((line.path, line.points) for line in quote.all_formations)):
        arms = by_arm(book, quote, path)
        assert sum(one.points for one in arms) == total
        assert sum(one.share for one in arms) == (1 if total else 0)


@pytest.mark.parametrize(
    ("share", "drawn"),
    [
        (0, ""),
        (Fraction(1, 10_000), "▏"),
        (Fraction(1, 32), "▏"),
        (Fraction(1, 4), "█"),
        (Fraction(3, 8), "█▌"),
        (Fraction(31, 32), "███▉"),
        (1, "████"),
        (3, "████"),
    ],
)
def test_a_bar_of_four_cells(share: Fraction | int, drawn: str) -> None:
    """Bars are exact to an eighth of a cell, never empty for a positive share, and never too long."""
    assert bar(share, 4) == drawn


@given(st.fractions(min_value=0, max_value=1), st.integers(0, 40))
def test_a_bar_is_as_long_as_its_share(share: Fraction, cells: int) -> None:
    """The length is exact to half an eighth of a cell, never more than all cells, and never 0 for a positive share."""
    drawn = bar(share, cells)
    eighths = sum(8 - "█▉▊▋▌▍▎▏".index(mark) for mark in drawn)
    assert len(drawn) <= cells
    assert bool(drawn) is (share > 0 and cells > 0)
    assert abs(eighths - share * cells * 8) <= Fraction(1, 2) or eighths == 1
