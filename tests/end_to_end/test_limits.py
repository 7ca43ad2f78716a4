"""Limits: their base, rounding and scope."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbat.data.library import Library
from orbat.model.army_list import Limit, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.finding import Finding
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator
from orbat.report.report import Report

Examine = Callable[..., Report]
FOOT = Unit(entry="brit_line", size=8, rating="3")


def _brigade(*units: Unit, **more: Any) -> Formation:
    return Formation(level="brigade", commander=Commander(), units=units, **more)


def _army(*formations: Formation, units: tuple[Unit, ...] = (), size: int | None = 800) -> Orbat:
    return Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        game_size=size,
        date=Date(1854, 11),
        formations=formations,
        units=units,
    )


def _book(library: Library, *limits: Limit) -> Book:
    """The British list with these limits and no others."""
    book, _ = library.book(_army())
    assert book is not None
    plain = tuple(replace(entry, limits=()) for entry in book.lists["british"].entries)
    return Book(book.ruleset, {"british": replace(book.lists["british"], entries=plain, limits=limits)})


def _of(found: tuple[Finding, ...], code: str) -> list[Finding]:
    return [finding for finding in found if finding.code == code]


@pytest.mark.parametrize(("ruling", "over"), [("agreed", False), ("spent", True)])
def test_the_off_board_third_uses_the_base_of_the_ruling(library: Library, ruling: str, over: bool) -> None:
    """262 of 780 points in a game of 800 are under a third of the game size and over a third of the points used."""
    reserve = _brigade(*[replace(FOOT, size=12)] * 4, Unit(entry="brit_line", size=10, rating="3"), off_board=True)
    on_table = _brigade(*[replace(FOOT, size=12)] * 10, Unit(entry="brit_line", size=2, rating="3"))
    army = replace(_army(reserve, on_table), rulings={"off_board_base": ruling})
    book = _book(library)
    quote, found = Evaluator().examine(army, book)
    assert quote.off_board == 262
    assert quote.total == 780
    shares = _of(found, "ARM001")
    assert bool(shares) is over
    if over:
        assert "of the 780 spent" in shares[0].message
        assert "at most 1/3 (260) allowed" in shares[0].message
        assert shares[0].cites == ("DOE 16.5",)


def test_the_message_names_the_game_size_as_the_base(library: Library) -> None:
    """With the other ruling, the message gives a third of the game size."""
    reserve = _brigade(*[replace(FOOT, size=16)] * 4, off_board=True)
    army = replace(_army(reserve), rulings={"off_board_base": "agreed"})
    _, found = Evaluator().examine(army, _book(library))
    assert "of the agreed 800" in _of(found, "ARM001")[0].message
    assert "at most 1/3 (266) allowed" in _of(found, "ARM001")[0].message


@pytest.mark.slow
def test_the_off_board_third_is_exact_at_every_size(library: Library) -> None:
    """For game sizes from 1 to 3000, a reserve is legal while three times its points are within the base."""
    book = _book(library)
    evaluator = Evaluator()
    for size in range(1, 3001):
        for points in (size // 3, size // 3 + 1):
            foot = Unit(entry="brit_naval_brigade", size=points, rating="1")
            brigade = Formation(level="brigade", units=(foot,), off_board=True)
            army = replace(_army(brigade, size=size), rulings={"off_board_base": "agreed"})
            quote, found = evaluator.examine(army, book)
            assert quote.off_board == points
            assert (not _of(found, "ARM001")) is (3 * points <= size), (size, points)


@pytest.mark.parametrize(("reserve", "legal"), [(266, True), (267, False)])
def test_a_reserve_of_266_of_800_is_legal_and_of_267_is_not(library: Library, reserve: int, legal: bool) -> None:
    """The numbers on either side of a third of 800."""
    foot = Unit(entry="brit_naval_brigade", size=reserve - 30 - 2 * 50, rating="1")
    guns = Unit(entry="brit_position_battery", size=2)
    army = replace(_army(_brigade(foot, guns, off_board=True)), rulings={"off_board_base": "agreed"})
    quote, found = Evaluator().examine(army, _book(library))
    assert quote.off_board == reserve
    assert (not _of(found, "ARM001")) is legal


@given(
    share=st.fractions(min_value=0, max_value=1, max_denominator=50),
    picked=st.integers(0, 40),
    others=st.integers(0, 40),
    at_most=st.booleans(),
)
def test_a_share_is_compared_as_an_exact_fraction(
    library: Library, share: Fraction, picked: int, others: int, at_most: bool
) -> None:
    """The verdict on any share agrees with whole-number arithmetic."""
    limit = Limit(
        of=Selector(entries=("brit_marines",)),
        among=Selector(kinds=("infantry",)),
        count="stands",
        at_most=share if at_most else None,
        at_least=None if at_most else share,
        house=True,
    )
    units = (Unit(entry="brit_marines", size=picked, rating="3"), Unit(entry="brit_line", size=others, rating="3"))
    _, found = Evaluator().examine(_army(units=units), _book(library, limit))
    left, right = picked * share.denominator, (picked + others) * share.numerator
    assert bool(_of(found, "ARM003")) is (left > right if at_most else left < right)


def test_a_brigade_over_its_maximum_is_reported_at_the_first_unit_over(library: Library) -> None:
    """With a maximum of four units, the fifth is reported."""
    book = _book(library, Limit(of=Selector(), at_most=4, scope="brigade", house=True))
    evaluator = Evaluator()
    assert not _of(evaluator.examine(_army(_brigade(*[FOOT] * 4)), book)[1], "ARM003")
    over = _of(evaluator.examine(_army(_brigade(*[FOOT] * 5)), book)[1], "ARM003")
    assert [finding.path for finding in over] == [("formations", 0, "units", 4)]


def test_a_reserve_is_checked_again_when_the_army_shrinks(library: Library) -> None:
    """298 of 800 points off the board is too much; 250 of 800 is not; 250 of 680 is."""
    off = _brigade(*[replace(FOOT, size=11)] * 5, off_board=True)
    book, evaluator = _book(library), Evaluator()
    large = replace(off, units=(*off.units, replace(FOOT, size=12)))
    rest = _brigade(*[replace(FOOT, size=15)] * 8, replace(FOOT, size=10))
    quote, found = evaluator.examine(_army(large, replace(rest, units=rest.units[:-1])), book)
    assert quote.off_board == 298
    assert _of(found, "ARM001")
    quote, found = evaluator.examine(_army(off, rest), book)
    assert (quote.off_board, quote.total) == (250, 800)
    assert not _of(found, "ARM001")
    quote, found = evaluator.examine(_army(off, replace(rest, units=rest.units[2:])), book)
    assert quote.total == 680
    assert _of(found, "ARM001")


def test_a_limit_counts_within_its_scope(library: Library) -> None:
    """One unit in each of two brigades is legal for "one per brigade" and reported once for "one per army"."""
    army = _army(_brigade(FOOT), _brigade(FOOT))
    limit = Limit(of=Selector(entries=("brit_line",)), at_most=1, scope="brigade", house=True)
    assert not _of(Evaluator().examine(army, _book(library, limit))[1], "ARM003")
    over = _of(Evaluator().examine(army, _book(library, replace(limit, scope="army")))[1], "ARM003")
    assert [finding.path for finding in over] == [("formations", 1, "units", 0)]


def test_the_command_stand_and_the_general_are_counted_once(library: Library) -> None:
    """A unit of 12 stands costs 12 stands, including the command stand. A general is not a unit."""
    army = _army(_brigade(replace(FOOT, size=12)))
    quote, _ = Evaluator().examine(army, _book(library, Limit(of=Selector(), at_most=1, scope="army", house=True)))
    assert quote.total == 30 + 12 * 4
    book = _book(library, Limit(of=Selector(), at_most=1, scope="army", house=True))
    assert not _of(Evaluator().examine(army, book)[1], "ARM003")
    bought = _army(_brigade(FOOT, Unit(entry="brit_generals", size=1)))
    assert _of(Evaluator().examine(bought, _book(library))[1], "UNT011")


def test_each_formation_is_checked_against_its_own_list(library: Library) -> None:
    """A Russian brigade in a British army is checked against the Russian list, the rest against the British list."""
    lent = _brigade(*[Unit(entry="ru_line", size=2, rating="2")], army_list=Pin("russian"))
    own = _brigade(Unit(entry="brit_line", size=40, rating="3"))
    for formations, lists in (((own,), {"British"}), ((own, lent), {"British", "Russian"})):
        army = _army(*formations)
        book, _ = library.book(army)
        assert book is not None
        _, found = Evaluator().examine(army, book)
        named = {
            nation for nation in ("British", "French", "Ottoman", "Russian", "Sardinian") for finding in found
            if any(cite.startswith(nation) for cite in finding.cites)
        }  # fmt: skip
        assert "British" in named
        assert named <= lists


def test_a_unit_unavailable_at_the_date_is_kept_with_an_error(
    library: Library, examine: Examine, two_brigades: str
) -> None:
    """Before the first date of its entry, a unit is kept, priced and reported."""
    text = two_brigades.replace("entry: brit_line", "entry: brit_german_legion").replace("rating: 3", "rating: 2")
    kept = examine(text.replace("1854-09", "1856-01"))
    early = examine(text)
    assert not _of(kept.findings, "UNT008")
    assert len(_of(early.findings, "UNT008")) == 2
    assert all(finding.severity == "error" for finding in _of(early.findings, "UNT008"))
    assert early.quote is not None
    assert kept.quote is not None
    assert early.quote.all_units == kept.quote.all_units


@pytest.mark.parametrize(("base", "allowed"), [(999, 0), (1000, 1), (1001, 1), (1999, 1), (2000, 2), (2001, 2)])
def test_a_limit_for_each_thousand_points_counts_full_thousands(library: Library, base: int, allowed: int) -> None:
    """ "One for each 1000" allows one more at each full thousand of the game size."""
    limit = Limit(of=Selector(entries=("brit_line",)), at_most=1, for_each=1000, among="agreed_size", house=True)
    book = _book(library, limit)
    for number in range(4):
        _, found = Evaluator().examine(_army(_brigade(*[FOOT] * number), size=base), book)
        assert bool(_of(found, "ARM003")) is (number > allowed), number


def test_a_limit_shows_both_its_citations_and_the_ruling_sets_the_severity(library: Library) -> None:
    """A limit with two citations shows both. A ruling decides the severity of a finding."""
    limit = Limit(of=Selector(), at_most=1, scope="army", cite=("DOE 6", "DOE 14.2"))
    _, found = Evaluator().examine(_army(units=(FOOT, FOOT)), _book(library, limit))
    assert _of(found, "ARM003")[0].cites == ("DOE 6", "DOE 14.2")
    cavalry = Unit(entry="brit_light_cavalry", size=3, rating="3")
    for reading in ("warning", "error"):
        division = Formation(level="division", commander=Commander(), units=(FOOT, cavalry))
        _, found = Evaluator().examine(replace(_army(division), rulings={"cavalry_generals": reading}), _book(library))
        assert [finding.severity for finding in _of(found, "FRM005")] == [reading]
