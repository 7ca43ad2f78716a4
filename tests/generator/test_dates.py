"""Dates of generated armies without a requested date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.examples import sampled

from orbat.generator.dates import candidate_dates, candidate_settings
from orbat.generator.raise_army import RaisedArmy, raise_army
from orbat.generator.request import PieceCap, RaiseRequest, Requirement, read_requirement
from orbat.model.army_list import Entry, Habit, Limit, Ratings, Selector, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date, read_date
from orbat.model.orbat import units_of
from orbat.model.service import Dates, Service, Theatre

BookOf = Callable[[str, str], Book]
Wrong = Callable[[RaisedArmy], list[str]]

DATED = [
    ("days_of_empire", "british", 800),
    ("days_of_empire", "russian", 400),
    ("days_of_glory", "union_potomac", 400),
    ("fast_play_napoleonic", "duchy_of_warsaw_1807_14", 200),
    ("honours_of_war", "prussian", 1500),
]


@pytest.mark.parametrize(("ruleset", "army", "points"), sampled(DATED, 1))
def test_everything_in_an_army_is_available_at_its_date(
    book_of: BookOf, wrong: Wrong, ruleset: str, army: str, points: int
) -> None:
    book = book_of(ruleset, army)
    for seed in range(3):
        raised = raise_army(book, RaiseRequest(army, points, seed=seed))
        date = raised.orbat.date
        assert date is not None
        assert book.lists[army].years.covers(date)
        assert raised.points == points
        assert wrong(raised) == []
        for place in units_of(raised.orbat):
            entry = book.entry(army, place.unit.entry)
            assert entry is not None
            assert entry.dates is None or entry.dates.covers(date)
            assert not place.unit.rating or place.unit.rating in entry.ratings_at(date)


def test_seeds_vary_the_date_in_proportion_to_the_length_of_periods(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "russian")
    first = [candidate_dates(book, RaiseRequest("russian", 800, seed=seed))[0] for seed in range(40)]
    assert len(set(first)) > 5
    assert sum(date.year == 1855 for date in first) > sum(date.year == 1853 for date in first)


def test_requested_date_is_kept(book_of: BookOf) -> None:
    wished = read_date("1854-09")
    assert (
        raise_army(book_of("days_of_empire", "french"), RaiseRequest("french", 400, date=wished)).orbat.date == wished
    )


@pytest.mark.parametrize(
    ("date", "found"),
    [("1855", {f"1855-{month:02}" for month in range(4, 11)}), ("1854", {"1854"}), ("1860", {"None"})],
)
def test_an_army_of_a_year_has_a_month_if_the_army_changed_in_it(book_of: BookOf, date: str, found: set[str]) -> None:
    """A commander comes in May 1855, another leaves in June. If possible, the month is from April to October."""
    book = of_two_entries(book_of("days_of_empire", "sardinian"), None, None, YEARS)
    service = (Service(name="Late", from_=Date(1855, 5)), Service(name="Early", to=Date(1855, 6)))
    book = replace(book, lists={"sardinian": replace(book.lists["sardinian"], service=service, commanders=())})
    requests = (RaiseRequest("sardinian", 400, date=read_date(date), seed=seed) for seed in range(40))
    assert {str(next(iter(candidate_dates(book, request)), None)) for request in requests} == found
    raised = raise_army(book, RaiseRequest("sardinian", 400, date=Date(1855))).orbat
    assert raised.date is not None
    assert (raised.date.year, raised.date.month is None) == (1855, False)


@pytest.mark.parametrize(
    ("from_", "to", "found"),
    [
        (Date(1854, 7), Date(1854, 8), {"1854-07", "1854-08"}),
        (Date(1854, 1), Date(1854, 2), {"1854-01", "1854-02"}),
        (Date(1860), Date(1860), {"1854", "1855"}),
    ],
)
def test_an_army_is_dated_within_a_campaign(book_of: BookOf, from_: Date, to: Date, found: set[str]) -> None:
    """Even in winter. Without a campaign in its years, the army has any date."""
    book = of_two_entries(book_of("days_of_empire", "sardinian"), None, None, YEARS)
    theatres = (Theatre(id="north", name="North", from_=from_, to=to),)
    book = replace(book, lists={"sardinian": replace(book.lists["sardinian"], theatres=theatres, service=())})
    requests = (RaiseRequest("sardinian", 400, seed=seed) for seed in range(20))
    assert {str(candidate_settings(book, request)[0].date) for request in requests} == found


def test_an_army_is_dated_within_a_campaign_in_the_requested_theatre(book_of: BookOf) -> None:
    """Most of the horse came after the campaign in the north."""
    book = of_two_entries(book_of("days_of_empire", "sardinian"), None, months((1855, 1), (1855, 12)), YEARS)
    theatres = (
        Theatre(id="north", name="North", from_=Date(1854, 7), to=Date(1854, 8)),
        Theatre(id="south", name="South", from_=Date(1855, 5), to=Date(1855, 6)),
    )
    book = replace(book, lists={"sardinian": replace(book.lists["sardinian"], theatres=theatres, service=())})
    for theatre, found in (("north", {"1854-07", "1854-08"}), ("south", {"1855-05", "1855-06"})):
        requests = (RaiseRequest("sardinian", 400, theatre=theatre, seed=seed) for seed in range(10))
        assert {str(candidate_settings(book, request)[0].date) for request in requests} == found


def test_an_army_outside_the_campaigns_has_the_troops_of_one_theatre(book_of: BookOf) -> None:
    """The campaigns are in 1855; the army of 1854 names no theatre."""
    book = of_two_entries(book_of("days_of_empire", "sardinian"), None, None, YEARS)
    own = book.lists["sardinian"]
    theatres = tuple(Theatre(id=one, name=one, from_=Date(1855)) for one in ("north", "south"))
    entries = (replace(own.entries[0], theatre=("north",)), replace(own.entries[1], theatre=("south",)))
    book = replace(book, lists={"sardinian": replace(own, theatres=theatres, entries=entries)})
    for date, known in ((Date(1854, 6), {""}), (Date(1855, 6), {"north", "south"})):
        for seed in range(4):
            orbat = raise_army(book, RaiseRequest("sardinian", 400, date=date, seed=seed)).orbat
            assert orbat.theatre in known
            assert len({place.unit.entry for place in units_of(orbat)}) == 1


def test_list_without_changes_has_a_date_within_its_years(book_of: BookOf) -> None:
    book = book_of("fast_play_napoleonic", "france_1805_07")
    dates = {raise_army(book, RaiseRequest("france_1805_07", 200, seed=seed)).orbat.date for seed in range(4)}
    assert len(dates) > 1
    assert all(date and book.lists["france_1805_07"].years.covers(date) for date in dates)


def test_date_is_a_year_or_a_month_where_the_list_changes(book_of: BookOf) -> None:
    years = {
        str(date) for date in candidate_dates(book_of("days_of_glory", "union_west"), RaiseRequest("union_west", 400))
    }
    assert {date[:4] for date in years} == {"1861", "1862", "1863", "1864", "1865"}


@pytest.mark.slow
def test_required_entry_determines_the_date(book_of: BookOf, wrong: Wrong) -> None:
    book = book_of("days_of_glory", "confederate_anv")
    for seed in range(3):
        must = read_requirement("1 cv_line_1865", book, "confederate_anv")
        raised = raise_army(book, RaiseRequest("confederate_anv", 400, seed=seed, requirements=(must,)))
        assert raised.orbat.date is not None
        assert raised.orbat.date.year == 1865
        assert wrong(raised) == []


def month_of(book: Book, years: Dates, service: tuple[Service, ...]) -> set[str]:
    """The first dates of a list that never changes."""
    own = replace(of_two_entries(book, None, None, years).lists["sardinian"], service=service, commanders=())
    return {dates[0] for dates in dates_of(replace(book, lists={"sardinian": own}), 12)}


def test_a_year_in_which_commanders_come_or_go_gives_a_month_with_at_least_half_of_them(book_of: BookOf) -> None:
    """The year is enough if all served from January to December."""
    book, year = book_of("days_of_empire", "sardinian"), months((1855, 1), (1855, 12))
    three = tuple(Service(name=name, from_=Date(1855, 11)) for name in ("Late", "Later", "Last"))
    assert month_of(book, year, (*three, Service(name="Always"))) == {"1855-11", "1855-12"}
    assert month_of(book, year, tuple(replace(one, from_=Date(1855, 1)) for one in three)) == {"1855"}


def test_army_from_a_supply_has_a_date_with_most_of_the_supply(book_of: BookOf) -> None:
    book = book_of("days_of_glory", "confederate_anv")
    owned = {"cv_line_1865": 40, "cv_veteran": 40, "cv_cavalry": 20}
    caps = tuple(
        PieceCap(f"{entry_id} owned", frozenset({entry_id}), owned.get(entry_id, 0))
        for entry_id in book.entries("confederate_anv")
    )
    assert candidate_dates(book, RaiseRequest("confederate_anv", 400, caps=caps))[0].year == 1865


def test_date_with_foot_is_preferred_to_horse_alone(book_of: BookOf) -> None:
    book = book_of("honours_of_war", "saxon")
    assert all(candidate_dates(book, RaiseRequest("saxon", 500, seed=seed))[-1].year == 1757 for seed in range(9))


def two_dates(book: Book) -> Book:
    """A list with only line infantry: 7 stands for 21 points until the end of 1854, and 8 stands for 24 from 1855."""
    own = book.lists["sardinian"]
    line = next(one for one in own.entries if one.id == "sa_line")
    line = replace(line, limits=(), options=(), ratings=Ratings(allowed=("3",), typical="3"))

    def at(entry_id: str, size: int, dates: Dates) -> Entry:
        return replace(line, id=entry_id, size=SizeRange(min=size, typical=size, max=size), dates=dates)

    entries = (at("old", 7, Dates(to=Date(1854))), at("new", 8, Dates(from_=Date(1855))))
    years = Dates(from_=Date(1854), to=Date(1855))
    own = replace(own, entries=entries, limits=(), years=years, habits=())
    return replace(book, ruleset=replace(book.ruleset, limits=(), entries=()), lists={"sardinian": own})


@pytest.mark.slow
def test_units_of_different_dates_are_not_mixed(book_of: BookOf) -> None:
    """An old and a new battalion would cost 75 with their general; the nearest army of one date costs 72."""
    book = two_dates(book_of("days_of_empire", "sardinian"))
    for points in (54, 75, 99, 120, 141):
        of_one_date = {
            units * price + 30 * generals
            for price in (21, 24)
            for units in range(1, 8)
            for generals in range(1, 3 * units + 1)
        }
        nearest = max(one for one in of_one_date if one <= points)
        for seed in range(2):
            raised = raise_army(book, RaiseRequest("sardinian", points, seed=seed))
            assert (points, raised.points, raised.maximum) == (points, nearest, nearest)
            assert len({place.unit.entry for place in units_of(raised.orbat)}) == 1


def months(first: tuple[int, int] | None, last: tuple[int, int] | None) -> Dates:
    return Dates(from_=Date(*first) if first else None, to=Date(*last) if last else None, house=True)


@pytest.mark.parametrize(
    ("years", "horse", "periods"),
    [
        # horse only in the first, or only in the last month of two
        (months((1855, 11), (1855, 12)), months((1855, 11), (1855, 11)), [(1855, 11), (1855, 12)]),
        (months((1855, 11), (1855, 12)), months((1855, 12), None), [(1855, 12), (1855, 11)]),
        # a date of a year if the period has a whole year
        (months((1854, 12), (1856, 1)), months((1854, 12), (1854, 12)), [(1854, 12), (1855, None)]),
        # without years, a list begins a year before its first change and ends a year after its last
        (months(None, None), months((1855, 1), (1855, 12)), [(1855, None), (1854, None), (1856, None)]),
        # no change in the years of the list: any month of them
        (months((1855, 11), (1855, 11)), months((1855, 1), (1856, 12)), [(1855, 11)]),
    ],
)
def test_there_is_a_date_for_each_period_with_the_same_troops(
    book_of: BookOf, years: Dates, horse: Dates, periods: list[tuple[int, int | None]]
) -> None:
    """The period with horse comes first: it has more branches."""
    book = book_of("days_of_empire", "sardinian")
    offered = book.lists["sardinian"].entries
    own = {one.id: replace(one, dates=None, options=(), limits=(), regiments=()) for one in offered}
    entries = (own["sa_line"], replace(own["sa_cavalry"], dates=horse))
    sardinian = replace(book.lists["sardinian"], entries=entries, years=years, limits=(), habits=(), service=())
    dated = replace(book, ruleset=replace(book.ruleset, limits=(), entries=()), lists={"sardinian": sardinian})
    for seed in range(4):
        found = [(date.year, date.month) for date in candidate_dates(dated, RaiseRequest("sardinian", 400, seed=seed))]
        assert found[:1] == periods[:1]
        assert sorted(found, key=str) == sorted(periods, key=str)


YEARS = months((1854, 1), (1855, 12))
UNTIL_1854, FROM_1855 = months(None, (1854, 12)), months((1855, 1), None)


def of_two_entries(book: Book, old: Dates | None, new: Dates | None, years: Dates, limits: tuple[Limit, ...] = (),
                   habits: tuple[Habit, ...] = ()) -> Book:  # fmt: skip
    """A list with foot of one branch only: `old` and `new`, at their dates, and `always`."""
    own = book.lists["sardinian"]
    line = next(replace(one, options=(), limits=(), regiments=()) for one in own.entries if one.id == "sa_line")
    entries = (
        replace(line, id="old", dates=old),
        replace(line, id="new", dates=new),
        replace(line, id="always", dates=None),
    )
    own = replace(own, entries=entries, limits=limits, years=years, habits=habits, service=())
    return replace(book, ruleset=replace(book.ruleset, limits=(), entries=()), lists={"sardinian": own})


def dates_of(book: Book, seeds: int, **wishes: Any) -> list[list[str]]:
    requests = (RaiseRequest("sardinian", 400, seed=seed, **wishes) for seed in range(seeds))
    return [[str(date) for date in candidate_dates(book, request)] for request in requests]


def test_eleven_months_of_a_year_are_not_a_whole_year(book_of: BookOf) -> None:
    """The periods are January to November 1854, and December 1854 to December 1855."""
    book = of_two_entries(book_of("days_of_empire", "sardinian"), None, months((1854, 12), None), YEARS)
    for dates in dates_of(book, 4):
        assert sorted(date[:5] for date in dates) == ["1854-", "1855"]


def test_a_period_comes_first_as_often_as_its_share_of_the_months(book_of: BookOf) -> None:
    """One month of four is first for a quarter of the seeds."""
    years, july = months((1855, 6), (1855, 9)), months((1855, 7), None)
    book = of_two_entries(book_of("days_of_empire", "sardinian"), None, july, years)
    found = dates_of(book, 200)
    assert {len(dates) for dates in found} == {2}
    assert sum(dates[0] == "1855-06" for dates in found) == 50
    assert sorted({date for dates in found for date in dates}) == ["1855-06", "1855-07", "1855-08", "1855-09"]


@pytest.mark.parametrize(
    ("limits", "habits"),
    [
        ((Limit(of=Selector(), at_most=9, from_=Date(1855, 1), house=True),), ()),
        ((Limit(of=Selector(), at_most=9, to=Date(1854, 12), house=True),), ()),
        ((), (Habit(what="battalions_per_brigade_from_1855", number=(3, 5), house=True),)),
    ],
)
def test_a_limit_or_a_habit_that_changes_begins_a_period(
    book_of: BookOf, limits: tuple[Limit, ...], habits: tuple[Habit, ...]
) -> None:
    book = of_two_entries(book_of("days_of_empire", "sardinian"), None, None, YEARS, limits, habits)
    assert [sorted(dates) for dates in dates_of(book, 3)] == [["1854", "1855"]] * 3


def test_periods_of_a_list_without_years_begin_before_the_first_change_and_end_after_the_last(
    book_of: BookOf,
) -> None:
    """The first change is in March 1853 and the last in March 1855. Dates are from April to October if possible."""
    none = Dates(house=True)
    book = of_two_entries(
        book_of("days_of_empire", "sardinian"), months((1853, 3), None), months((1855, 3), None), none
    )
    found = dates_of(book, 40)
    assert {len(dates) for dates in found} == {3}
    assert min(date for dates in found for date in dates) == "1852-04"
    assert max(date for dates in found for date in dates) == "1855-10"


def test_a_list_without_changes_and_years_has_no_periods(book_of: BookOf) -> None:
    base = book_of("days_of_empire", "sardinian")
    assert dates_of(of_two_entries(base, None, None, Dates(house=True)), 1) == [[]]


@pytest.mark.parametrize(
    ("required", "dates"),
    [
        (("old",), ["1854"]),
        (("new",), ["1855"]),
        (("always",), ["1854", "1855"]),
        (("old", "new"), ["1854", "1855"]),
        (("old", "unknown"), ["1854"]),
        (("unknown",), []),
        ((), ["1854", "1855"]),
    ],
)
def test_a_date_has_at_least_one_of_the_required_entries(
    book_of: BookOf, required: tuple[str, ...], dates: list[str]
) -> None:
    book = of_two_entries(book_of("days_of_empire", "sardinian"), UNTIL_1854, FROM_1855, YEARS)
    wished = (Requirement("some", 1, entries=frozenset(required)),)
    assert [sorted(one) for one in dates_of(book, 4, requirements=wished)] == [dates] * 4


@pytest.mark.parametrize(
    ("wishes", "first"),
    [
        ({"target_shares": (("old", 0.6), ("new", 0.4))}, "1854"),
        ({"target_shares": (("old", 0.4), ("new", 0.6))}, "1855"),
        ({"target_shares": (("old", 0.1), ("always", 0.9))}, "1854"),
        ({"caps": (PieceCap("a", frozenset({"old"}), 5), PieceCap("b", frozenset({"new"}), 6))}, "1855"),
        ({"caps": (PieceCap("a", frozenset({"old"}), 6), PieceCap("b", frozenset({"new"}), 5))}, "1854"),
        # the owned stands serve for both; the others decide
        ({"caps": (PieceCap("a", frozenset({"old", "new"}), 9), PieceCap("b", frozenset({"new"}), 1))}, "1855"),
        ({"caps": (PieceCap("a", frozenset({"old", "always"}), 9), PieceCap("b", frozenset({"old"}), 1))}, "1854"),
    ],
)
def test_the_date_with_most_of_the_requested_troops_comes_first(
    book_of: BookOf, wishes: dict[str, Any], first: str
) -> None:
    book = of_two_entries(book_of("days_of_empire", "sardinian"), UNTIL_1854, FROM_1855, YEARS)
    assert [dates[0] for dates in dates_of(book, 6, **wishes)] == [first] * 6


THEATRES = (
    Theatre(id="danube", name="The Danube", to=Date(1854, 8)),
    Theatre(id="crimea", name="The Crimea", from_=Date(1854, 9)),
    Theatre(id="asia", name="Asia"),
)


def of_theatres(book: Book, old: tuple[str, ...], new: tuple[str, ...]) -> Book:
    """A list with three theatres, whose entries `old` and `new` were in some of them."""
    found = of_two_entries(book, None, None, YEARS)
    own = found.lists["sardinian"]
    places = {"old": old, "new": new, "always": ()}
    entries = tuple(replace(one, theatre=places[one.id]) for one in own.entries)
    return replace(found, lists={"sardinian": replace(own, theatres=THEATRES, entries=entries)})


def settings_of(book: Book, **wishes: Any) -> list[tuple[str, str]]:
    found = candidate_settings(book, RaiseRequest("sardinian", 400, **wishes))
    return [(str(one.date), one.theatre) for one in found]


def test_an_army_is_in_a_theatre_of_its_date(book_of: BookOf) -> None:
    book = of_theatres(book_of("days_of_empire", "sardinian"), (), ())
    assert {*settings_of(book, date=Date(1854, 5))} == {("1854-05", "danube"), ("1854-05", "asia")}
    assert {*settings_of(book, date=Date(1855, 5))} == {("1855-05", "crimea"), ("1855-05", "asia")}
    first = {settings_of(book, date=Date(1855, 5), seed=seed)[0][1] for seed in range(9)}
    assert first == {"crimea", "asia"}


def test_the_requested_theatre_is_kept(book_of: BookOf) -> None:
    book = of_theatres(book_of("days_of_empire", "sardinian"), (), ())
    assert settings_of(book, date=Date(1855, 5), theatre="asia") == [("1855-05", "asia")]


def test_a_theatre_without_the_required_troops_is_omitted(book_of: BookOf) -> None:
    book = of_theatres(book_of("days_of_empire", "sardinian"), ("asia",), ("danube",))
    old = (Requirement("old", 1, entries=frozenset({"old"})),)
    assert settings_of(book, date=Date(1854, 5), requirements=old) == [("1854-05", "asia")]
    shares = (("new", 0.9), ("old", 0.1))
    assert settings_of(book, date=Date(1854, 5), target_shares=shares)[0] == ("1854-05", "danube")


def test_troops_and_limits_of_other_theatres_are_not_mixed(book_of: BookOf) -> None:
    book = of_theatres(book_of("days_of_empire", "sardinian"), ("asia",), ("crimea",))
    for seed in range(4):
        orbat = raise_army(book, RaiseRequest("sardinian", 300, date=Date(1855, 5), seed=seed)).orbat
        entries = {place.unit.entry for place in units_of(orbat)}
        assert orbat.theatre in ("crimea", "asia")
        assert not entries & {"old" if orbat.theatre == "crimea" else "new"}


def test_theatres_with_enough_commanders_come_first(book_of: BookOf) -> None:
    """An army needs five commanders; more make a theatre no better."""
    book = of_theatres(book_of("days_of_empire", "sardinian"), (), ())
    own = book.lists["sardinian"]
    few = tuple(Service(name=f"Few {number}", theatre=("asia",)) for number in range(4))
    many = tuple(Service(name=f"Many {number}", theatre=("crimea",)) for number in range(9))
    service = replace(book, lists={"sardinian": replace(own, service=(*few, *many))})
    for seed in range(6):
        assert settings_of(service, date=Date(1855, 5), seed=seed)[0] == ("1855-05", "crimea")
    fifth = Service(name="Fifth", theatre=("asia",))
    enough = replace(book, lists={"sardinian": replace(own, service=(*few, fifth, *many))})
    first = {settings_of(enough, date=Date(1855, 5), seed=seed)[0][1] for seed in range(9)}
    assert first == {"crimea", "asia"}
