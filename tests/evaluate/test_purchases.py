"""Possible purchases: limits of points, ratings and options by date, enlargements."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbat.data import folders
from orbat.data.library import Library
from orbat.evaluate.purchases import Enlargement, Purchase, enlargements, purchases
from orbat.evaluate.trial import Trials
from orbat.model.army_list import DatedRating, Limit, OptionUse, Selector, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Set, apply, insertion
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.points import exact
from orbat.model.prices import Price
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, check

STARTERS = sorted((folders.shipped() / "templates/orbats/days_of_empire/starters").glob("*.yaml"))
ARMY = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), date=Date(1854, 11))
FOOT = Unit(name="7th Royal Fusiliers", entry="brit_line", size=12, rating="3", options=("rifles",))


@pytest.fixture
def book(library: Library) -> Book:
    """The British list."""
    book, _ = library.book(ARMY)
    assert book is not None
    return book


def _changed(book: Book, entry_id: str, **more: Any) -> Book:
    """The book with changes to one entry."""
    own = book.lists["british"]
    entries = tuple(replace(one, **more) if one.id == entry_id else one for one in own.entries)
    return Book(book.ruleset, {"british": replace(own, entries=entries)})


def _trials(book: Book, orbat: Orbat) -> Trials:
    evaluator = Evaluator()
    return evaluator.trials(orbat, book, evaluator.price(orbat, book))


def _offered(book: Book, orbat: Orbat, points: int | Fraction) -> tuple[Purchase, ...]:
    return purchases(_trials(book, orbat), points)


def _offer(book: Book, entry_id: str, points: int | Fraction, orbat: Orbat = ARMY) -> Purchase | None:
    found = [one for one in _offered(book, orbat, points) if one.entry_id == entry_id]
    assert len(found) <= 1
    return found[0] if found else None


def _grown(book: Book, points: int, *units: Unit, **more: Any) -> list[tuple[str, int, Any]]:
    orbat = replace(ARMY, units=units, **more)
    return [(one.name, one.growth, one.points) for one in enlargements(_trials(book, orbat), points)]


@pytest.mark.parametrize(("points", "size"), [(47, 11), (48, 12), (49, 12), (51, 12), (52, 13)])
def test_the_largest_unit_is_bought_with_the_rifles_it_always_has(book: Book, points: int, size: int) -> None:
    """A stand of class 3 with rifles costs 4. 48 points buy 12 stands, 47 points buy 11."""
    offer = _offer(book, "brit_line", points)
    assert offer is not None
    assert (offer.size, offer.rating, offer.points) == (size, "3", size * 4)


def test_unaffordable_entries_are_not_offered(book: Book) -> None:
    """A gun costs 35 points, so 34 points buy none. The army has the three battalions that a battery needs."""
    army = replace(ARMY, units=(FOOT,) * 3)
    assert _offer(book, "brit_field_battery", 34, army) is None
    offer = _offer(book, "brit_field_battery", 35, army)
    assert offer is not None
    assert (offer.size, offer.counted_in, offer.points, offer.units) == (1, "gun", 35, 0)
    assert _offered(book, ARMY, -1) == ()


def test_a_unit_is_no_larger_than_the_list_allows(book: Book) -> None:
    """More points buy several units of the typical size."""
    entry = book.entries("british")["brit_line"]
    typical = entry.size.typical * 4
    offer = _offer(book, "brit_line", 3 * typical)
    assert offer is not None
    assert (offer.size, offer.units) == (entry.size.max, 3)
    short = _offer(book, "brit_line", 3 * typical - 1)
    assert short is not None
    assert short.units == 2


def test_the_cheapest_rating_replaces_an_unaffordable_typical_one(book: Book) -> None:
    """Four stands of class 3 with rifles cost 16. 15 points buy four of class 2, and 11 points buy none."""
    small = _changed(book, "brit_line", size=SizeRange(min=4, typical=12, max=16))
    found = {points: _offer(small, "brit_line", points) for points in (16, 15, 12, 11)}
    assert {points: (one.size, one.rating) if one else None for points, one in found.items()} == {
        16: (4, "3"), 15: (5, "2"), 12: (4, "2"), 11: None
    }  # fmt: skip


def test_the_cheapest_rating_replaces_a_typical_one_of_another_date(book: Book) -> None:
    """Without a date all ratings are offered."""
    ratings = book.entries("british")["brit_line"].ratings
    assert ratings is not None
    assert ratings.typical == "3"
    shut = _changed(book, "brit_line", ratings=replace(ratings, dated=(DatedRating(rating="3", from_=Date(1855)),)))
    later, undated = replace(ARMY, date=Date(1855, 1)), replace(ARMY, date=None)
    ratings_at = [_offer(shut, "brit_line", 100, orbat) for orbat in (ARMY, later, undated)]
    assert [one.rating if one else None for one in ratings_at] == ["2", "3", "3"]


def test_entries_of_another_date_and_generals_are_not_offered(book: Book) -> None:
    """Entries of 1855 are unavailable in 1854. Generals are not units."""
    offered = {one.entry_id for one in _offered(book, ARMY, 10_000)}
    assert "brit_line" in offered
    assert not offered & {"brit_cavalry_1855", "brit_german_legion", "brit_generals"}
    assert "brit_generals" not in {one.entry_id for one in _offered(book, replace(ARMY, date=None), 10_000)}


def test_purchases_are_in_list_order_with_common_entries_last(book: Book) -> None:
    """Earthworks and pontoons are last. They need engineers."""
    without = {one.entry_id for one in _offered(book, ARMY, 10_000)}
    assert not without & {"earthworks", "pontoons"}
    engineers = next(one.id for one in book.entries("british").values() if book.kind(one).arm == "engineers")
    army = replace(ARMY, units=(Unit(entry=engineers),))
    offered = [one.entry_id for one in _offered(book, army, 10_000)]
    assert offered == [entry for entry in book.entries("british") if entry in offered]
    assert offered[-2:] == ["earthworks", "pontoons"]


@pytest.mark.parametrize(
    ("counted", "most", "size", "units"),
    [
        ("units", 3, 18, 2),
        ("units", 1, None, None),
        ("units", 0, None, None),
        ("stands", 22, 10, 0),
        ("stands", 42, 18, 2),
        ("stands", 15, None, None),
        ("points", 88, 10, 0),
        ("points", Fraction(181, 2), 10, 0),
        ("points", 44, None, None),
    ],
)
def test_purchases_stay_within_the_limits(
    book: Book, counted: Any, most: int, size: int | None, units: int | None
) -> None:
    """The limits are on units, stands or points, of which a unit of 12 stands is used. The points alone would buy a
    hundred stands."""
    limit = Limit(at_most=most, count=counted, house=True)
    foot = replace(ARMY, units=(FOOT,))
    found = {one.entry_id: one for one in _offered(_changed(book, "brit_line", limits=(limit,)), foot, 400)}
    offer = found.get("brit_line")
    assert (offer and offer.size, offer and offer.units) == (size, units)
    assert "brit_marines" in found


def test_growth_stays_within_the_limits(book: Book) -> None:
    """A unit of six stands may grow to eight, or to seven. A limit on units does not limit the size."""
    foot = replace(FOOT, size=6)
    cases: list[tuple[Any, int, int]] = [("stands", 8, 2), ("points", 30, 1), ("stands", 6, 0), ("units", 1, 12)]
    for counted, most, by in cases:
        limit = Limit(at_most=most, count=counted)
        grown = _grown(_changed(book, "brit_line", limits=(limit,)), 400, foot)
        assert [one[1] for one in grown] == ([by] if by else [])


def test_a_compulsory_option_is_written_and_priced(book: Book) -> None:
    """The offered unit passes the check."""
    uses = (OptionUse(option="rifles", use="required", from_=Date(1854)),)
    must = _changed(book, "brit_line", options=uses)
    offer = _offer(must, "brit_line", 48)
    assert offer is not None
    assert (offer.size, offer.options, offer.points) == (12, ("rifles",), 48)


def test_a_ruling_may_fix_the_size_of_batteries(book: Book) -> None:
    """Any number of points buys one gun, and batteries do not grow. Six battalions may have two batteries."""
    orbat = replace(ARMY, rulings={"battery": "one_model"}, units=(FOOT,) * 6)
    offer = _offer(book, "brit_field_battery", 350, orbat)
    assert offer is not None
    assert (offer.size, offer.units) == (1, 2)
    battery = Unit(name="E", entry="brit_field_battery", size=1)
    assert _grown(book, 350, battery, rulings={"battery": "one_model"}) == []
    assert _grown(book, 35, battery) == [("E", 1, 35)]


def test_free_units_are_unlimited(book: Book) -> None:
    """A unit that costs 0 points is offered at its largest size."""
    works = replace(book.ruleset.kinds["earthworks"], price=Price(points=0), works=False)
    free = Book(replace(book.ruleset, kinds={**book.ruleset.kinds, "earthworks": works}), book.lists)
    engineers = next(one.id for one in book.entries("british").values() if book.kind(one).arm == "engineers")
    offer = _offer(free, "earthworks", 0, replace(ARMY, units=(Unit(entry=engineers),)))
    assert offer is not None
    assert (offer.size, offer.points, offer.units) == (60, 0, None)


def test_texts_of_purchases_and_enlargements(book: Book) -> None:
    line = Purchase(
        entry_id="line", name="Line infantry", size=18, counted_in="stands", rating="2", rating_word="class",
        options=(), points=36, units=3,
    )  # fmt: skip
    assert line.words == "Line infantry, 18 stands, class 2 (the points are enough for 3 units of the usual size)"
    assert replace(line, units=1, rating="").words == "Line infantry, 18 stands"
    growth = Enlargement(("units", 0), "7th Royal Fusiliers", 1, "stand", 1)
    assert growth.words == "7th Royal Fusiliers: 1 more stand"


@pytest.mark.parametrize(("points", "by"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_a_unit_grows_by_the_affordable_stands(book: Book, points: int, by: int) -> None:
    """A stand of class 3 with rifles costs 4 points."""
    assert _grown(book, points, FOOT) == ([(FOOT.name, by, 4 * by)] if by else [])


def test_a_unit_grows_no_larger_than_the_list_allows(book: Book) -> None:
    """A unit without a price cannot grow."""
    most = book.entries("british")["brit_line"].size.max
    assert _grown(book, 1000, replace(FOOT, size=most - 1)) == [(FOOT.name, 1, 4)]
    assert _grown(book, 1000, replace(FOOT, size=most), replace(FOOT, size=most + 3)) == []
    assert _grown(book, 1000, replace(FOOT, size=None), replace(FOOT, entry="dragon")) == []


def test_units_grow_in_their_own_formation_and_list(library: Library) -> None:
    """Units of two lists in two formations grow."""
    lent = Unit(entry="ru_line", army_list=Pin("russian"), size=12, rating="2")
    orbat = replace(ARMY, formations=(Formation(level="brigade", units=(lent,)),), units=(FOOT,))
    book, _ = library.book(orbat)
    assert book is not None
    found = enlargements(_trials(book, orbat), 4)
    assert [(one.path, one.growth, one.points) for one in found] == [
        (("formations", 0, "units", 0), 2, 4),
        (("units", 0), 1, 4),
    ]


@pytest.mark.slow
@given(points=st.integers(0, 900), starter=st.sampled_from(STARTERS))
def test_purchases_for_starters_cost_the_stated_points_and_are_the_largest(
    library: Library, points: int, starter: Path
) -> None:
    """A bought unit adds its points to the total. One more stand is unaffordable or not allowed. Enlargements are
    tested the same way."""
    report = check(starter, library)
    orbat, book, quote = report.orbat, report.book, report.quote
    assert orbat is not None
    assert orbat.army_list is not None
    assert book is not None
    assert quote is not None
    list_id, evaluator = orbat.army_list.id, Evaluator()

    def total(unit: Unit) -> Any:
        return evaluator.examine(replace(orbat, units=(*orbat.units, unit)), book)[0].total - quote.total

    trials = evaluator.trials(orbat, book, quote)
    for offer in purchases(trials, points):
        unit = Unit(entry=offer.entry_id, size=offer.size, rating=offer.rating, options=offer.options)
        size = book.entries(list_id)[offer.entry_id].size
        assert offer.points == total(unit) <= points
        if isinstance(offer.size, int):
            assert size.min <= offer.size <= size.max
            larger = insertion(orbat, (), replace(unit, size=offer.size + 1))
            is_works = book.kind(book.entries(list_id)[offer.entry_id]).works
            most = size.typical if is_works else size.max
            assert offer.size == most or not trials.accepts((larger,), points)
    for more in enlargements(trials, points)[:3]:
        line = next(line for line in quote.all_units if line.path == more.path)
        grown, _ = evaluator.examine(apply(orbat, Set(more.path, "size", line.sum.pieces + more.growth)), book)
        assert more.points == exact(grown.total - quote.total) <= points


SIZED = Orbat(ruleset=Pin("honours_of_war"), army_list=Pin("prussian"))
"""An army whose units have named sizes and grades."""


def _sized_book(library: Library, *limits: Limit) -> Book:
    """The book for `SIZED` with only these limits."""
    book, _ = library.book(SIZED)
    assert book is not None
    own = book.lists["prussian"]
    entries = tuple(replace(entry, limits=()) for entry in own.entries)
    rules = replace(book.ruleset, limits=())
    return Book(rules, {"prussian": replace(own, entries=entries, limits=limits)})


def _foot(rating: str, size: str = "standard") -> Unit:
    return Unit(entry="pr_musketeer", size=size, rating=rating)


def _offered_foot(book: Book, *units: Unit) -> tuple[Any, ...] | None:
    orbat = replace(SIZED, units=units)
    found = {one.entry_id: one for one in _offered(book, orbat, 10_000)}
    offer = found.get("pr_musketeer")
    return (offer.rating, offer.size, offer.units) if offer else None


def test_a_rating_at_its_limit_is_not_offered(library: Library) -> None:
    """At the limit on standard battalions the next best rating is offered. At the entry's limit it is not offered."""
    of = Selector(entries=("pr_musketeer",), ratings=("standard",))
    own = Limit(of=of, at_most=1, house=True)
    poor = replace(own, of=replace(of, ratings=("inferior",)), at_most=3)
    good = replace(own, of=replace(of, ratings=("superior",)), at_most=0)
    book = _sized_book(library, own, poor, good)
    assert _offered_foot(book) == ("standard", "large", 1)
    assert _offered_foot(book, _foot("standard")) == ("inferior", "large", 3)
    assert _offered_foot(book, _foot("standard"), *[_foot("inferior")] * 2) == ("inferior", "large", 1)
    assert _offered_foot(book, _foot("standard"), *[_foot("inferior")] * 3) is None


def test_a_size_at_its_limit_is_not_offered(library: Library) -> None:
    """This applies to purchases and enlargements. An existing large unit counts once."""
    limit = Limit(of=Selector(entries=("pr_musketeer",), sizes=("large",)), at_most=1, house=True)
    book = _sized_book(library, limit)
    for units, size in (((), "large"), ((_foot("standard", "large"),), "standard")):
        offer = _offered_foot(book, *units)
        assert offer is not None
        assert offer[1] == size
        orbat = replace(SIZED, units=(_foot("standard", "small"), *units))
        assert [one.named for one in enlargements(_trials(book, orbat), 10_000)] == [size]


def test_a_points_limit_on_a_rating_limits_purchases(library: Library) -> None:
    """At most a tenth of 1000 agreed points may be standard, which excludes a large battalion."""
    of = Selector(entries=("pr_musketeer",), ratings=("standard",))
    limit = Limit(of=of, at_most=Fraction(1, 10), among="agreed_size", count="points", house=True)
    book = _sized_book(library, limit)
    orbat = replace(SIZED, game_size=1100)
    found = _offered(book, orbat, 10_000)
    offer = next(one for one in found if one.entry_id == "pr_musketeer")
    assert (offer.rating, offer.size, offer.points, offer.units) == ("standard", "standard", 110, 1)


@pytest.mark.slow
@given(
    of=st.sampled_from((("standard",), ("inferior", "standard"), ())),
    sizes=st.sampled_from(((), ("large",), ("small", "large"))),
    most=st.integers(0, 2),
    there=st.lists(
        st.builds(
            _foot,
            st.sampled_from(("inferior", "standard", "superior")),
            st.sampled_from(("small", "standard", "large")),
        ),
        max_size=3,
    ),
)
def test_purchases_break_no_limit_on_ratings_and_sizes(
    library: Library, of: tuple[str, ...], sizes: tuple[str, ...], most: int, there: list[Unit]
) -> None:
    """No purchase or enlargement breaks a limit that was met before."""
    limit = Limit(of=Selector(entries=("pr_musketeer",), ratings=of, sizes=sizes), at_most=most, house=True)
    book, evaluator = _sized_book(library, limit), Evaluator()
    orbat = replace(SIZED, units=tuple(there))
    quote, before = evaluator.examine(orbat, book)
    if any(one.code == "ARM003" for one in before):
        return
    offer = _offered_foot(book, *there)
    after = [replace(orbat, units=(*orbat.units, _foot(offer[0], offer[1])))] if offer else []
    grown = enlargements(evaluator.trials(orbat, book, quote), 10_000)
    after += [apply(orbat, Set(one.path, "size", one.named)) for one in grown]
    for army in after:
        assert not any(one.code == "ARM003" for one in evaluator.examine(army, book)[1])


@pytest.mark.parametrize(("theatre", "offered"), [("crimea", False), ("asia", True), ("", True), ("unknown", True)])
def test_entries_of_another_theatre_are_not_offered(library: Library, theatre: str, offered: bool) -> None:
    """A theatre that the list does not declare changes nothing."""
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("russian"), date=Date(1854, 10), theatre=theatre)
    book, _ = library.book(army)
    assert book
    assert (_offer(book, "ru_caucasus_dragoons", 400, army) is not None) is offered
