"""Allowances of entries under the limits of a list, compared with the check."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbat.data.library import Library
from orbat.evaluate.limits import Allowance, entry_allowances
from orbat.model import arrange
from orbat.model.army_list import Limit, OptionUse, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

NOVEMBER = Date(1854, 11)
FOOT = Unit(entry="brit_line", size=8, rating="3")
MARINES = Unit(entry="brit_marines", size=8, rating="3")
GUARDS = Unit(entry="brit_foot_guards", size=10, rating="4")
BRIGADE: OrbatPath = ("formations", 0, "formations", 0)


def _army(*units: Unit, size: int | None = 800, date: Date | None = NOVEMBER, **more: Any) -> Orbat:
    return Orbat(
        ruleset=Pin("days_of_empire"), army_list=Pin("british"), game_size=size, date=date, units=units, **more
    )


def _in_brigades(*brigades: tuple[Unit, ...]) -> Orbat:
    """A division of brigades with the given units."""
    inner = tuple(Formation(level="brigade", units=units) for units in brigades)
    return _army(formations=(Formation(level="division", formations=inner),))


@pytest.fixture
def plain(library: Library) -> Book:
    """The British list without its limits."""
    return _plain(library)


@cache
def _plain(library: Library) -> Book:
    book, _ = library.book(_army())
    assert book is not None
    entries = tuple(replace(entry, limits=()) for entry in book.lists["british"].entries)
    return Book(book.ruleset, {"british": replace(book.lists["british"], entries=entries, limits=())})


def _with(book: Book, *limits: Limit) -> Book:
    return Book(book.ruleset, {"british": replace(book.lists["british"], limits=limits)})


def _room(book: Book, orbat: Orbat, within: OrbatPath = ()) -> dict[str, Allowance]:
    quote, _ = Evaluator().examine(orbat, book)
    return entry_allowances(book, orbat, quote, "british", within)


def _words(book: Book, orbat: Orbat, entry_id: str, within: OrbatPath = ()) -> str | None:
    found = _room(book, orbat, within).get(entry_id)
    return found.words if found else None


def _broken(book: Book, orbat: Orbat) -> bool:
    _, found = Evaluator().examine(orbat, book)
    return any(finding.code == "ARM003" for finding in found)


def _limit(*entries: str, **more: Any) -> Limit:
    return Limit(of=Selector(entries=entries), house=True, **more)


def test_limit_counts_units_stands_or_points(plain: Book) -> None:
    """Entries without a limit have no allowance."""
    two = _army(MARINES, replace(MARINES, size=4))
    assert _words(_with(plain, _limit("brit_marines", at_most=3)), two, "brit_marines") == "2 of 3"
    stands = _with(plain, _limit("brit_marines", at_most=18, count="stands"))
    assert _words(stands, two, "brit_marines") == "12 of 18 stands"
    points = _with(plain, _limit("brit_marines", at_most=200, count="points"))
    assert _words(points, two, "brit_marines") == "48 of 200 points"
    assert _words(points, two, "brit_line") is None
    assert _words(_with(plain, _limit("brit_marines", at_most=1, count="stands")), two, "brit_marines") == (
        "12 of 1 stand"
    )


def test_allowance_is_that_of_the_tightest_limit(plain: Book) -> None:
    """An entry's own limit of three leaves two; the list's ten stands leave a negative allowance after twelve."""
    own = replace(plain.lists["british"].entries[0], limits=(Limit(at_most=3, house=True),))
    assert own.id == "brit_foot_guards"
    book = Book(plain.ruleset, {"british": replace(plain.lists["british"], entries=(own,))})
    assert _words(book, _army(GUARDS), "brit_foot_guards") == "1 of 3"
    stands = Limit(of=Selector(kinds=("infantry",)), at_most=11, count="stands", house=True)
    found = _room(_with(book, stands), _army(GUARDS))["brit_foot_guards"]
    assert (found.words, found.remaining, found.limit) == ("10 of 11 stands", 1, stands)
    assert _room(_with(book, stands), _army(replace(GUARDS, size=12)))["brit_foot_guards"].remaining == -1


def test_minimums_and_limits_of_other_dates_give_no_allowance(plain: Book) -> None:
    """Only upper limits in force at the date count."""
    book = _with(plain, _limit("brit_line", at_least=3), _limit("brit_marines", at_most=2, from_=Date(1855, 1)))
    assert _room(book, _army(MARINES)) == {}
    assert _words(book, _army(MARINES, date=Date(1855, 1)), "brit_marines") == "1 of 2"
    assert _room(book, _army(MARINES, date=None)) == {}


def test_only_units_of_the_list_count(plain: Book) -> None:
    """Units of other lists or of none are not counted; an unknown list has no limits."""
    book = _with(plain, Limit(of=Selector(), at_most=3, house=True))
    lent = replace(MARINES, army_list=Pin("russian"))
    army = _army(MARINES, lent, replace(MARINES, entry="dragon"))
    assert _words(book, army, "brit_line") == "1 of 3"
    quote, _ = Evaluator().examine(army, book)
    assert entry_allowances(book, army, quote, "russian") == {}


def test_a_share_of_the_points_spent_or_agreed(plain: Book) -> None:
    """A quarter of 800 agreed is 200; a third of 130 spent is rounded down; no agreed size, no limit."""
    agreed = _with(plain, _limit("brit_marines", at_most=Fraction(1, 4), among="agreed_size", count="points"))
    assert _words(agreed, _army(MARINES), "brit_marines") == "32 of 200 points"
    assert _words(agreed, _army(MARINES, size=None), "brit_marines") is None
    spent = _with(plain, _limit("brit_marines", at_most=Fraction(1, 3), among="spent", count="points"))
    army = _army(MARINES, replace(FOOT, size=17), replace(FOOT, size=10, rating="2"))
    found = _room(spent, army)["brit_marines"]
    assert (found.words, found.maximum) == ("32 of 43 points", Fraction(130, 3))


@pytest.mark.parametrize(("foot", "words"), [(3, "none yet"), (4, "0 of 1"), (7, "0 of 1"), (8, "0 of 2")])
def test_one_for_each_four_of_others(plain: Book, foot: int, words: str) -> None:
    """One more is allowed for each full four."""
    limit = _limit("brit_marines", at_most=1, for_each=4, among=Selector(entries=("brit_line",)))
    army = _army(*[FOOT] * foot)
    assert _words(_with(plain, limit), army, "brit_marines") == words
    assert (
        _room(_with(plain, limit), army)["brit_marines"].depends_on
        == "1 for every 4 units of Line infantry with rifle-musket"
    )


def test_share_of_a_base_that_grows_with_each_purchase(plain: Book) -> None:
    """Half of the line may be marines: with two others, two are allowed."""
    book = _with(
        plain,
        _limit("brit_marines", at_most=Fraction(1, 2), among=Selector(entries=("brit_line", "brit_marines"))),
    )
    for marines in range(3):
        army = _army(FOOT, FOOT, *[MARINES] * marines)
        assert _words(book, army, "brit_marines") == f"{marines} of 2"
        assert not _broken(book, army)
    over = _army(FOOT, FOOT, *[MARINES] * 3)
    assert _broken(book, over)
    assert _words(book, over, "brit_marines") == "3 of 2"


def test_limit_of_a_level_counts_in_the_current_formation(plain: Book) -> None:
    """One to a brigade: used in the first, unused in the second, and irrelevant for the division's own troops."""
    book = _with(plain, _limit("brit_marines", at_most=1, scope="brigade"), _limit("brit_marines", at_most=3))
    army = _in_brigades((FOOT, MARINES), (FOOT,))
    assert _words(book, army, "brit_marines", BRIGADE) == "1 of 1"
    assert _words(book, army, "brit_marines", (*BRIGADE, "units", 0)) == "1 of 1"
    assert _words(book, army, "brit_marines", ("formations", 0, "formations", 1)) == "0 of 1"
    for outside in ((), ("formations", 0), ("formations", 7), ("units", 0)):
        assert _words(book, army, "brit_marines", outside) == "1 of 3"


def test_limit_of_a_level_counts_in_formations_above(plain: Book) -> None:
    """A limit of two to a division applies in its brigades."""
    book = _with(plain, _limit("brit_marines", at_most=2, scope="division"))
    army = _in_brigades((MARINES,), (MARINES, FOOT))
    assert _words(book, army, "brit_marines", BRIGADE) == "2 of 2"
    assert _words(book, army, "brit_marines") is None


def _with_rifles(plain: Book, **use: Any) -> Book:
    """A list with Marines, who always have rifles, and a Naval Brigade with the given use of them. Limit: three with
    rifles."""
    entries = plain.entries("british")
    sailors = replace(entries["brit_naval_brigade"], options=(OptionUse(option="rifles", **use),))
    limit = Limit(of=Selector(options=("rifles",)), at_most=3, house=True)
    own = replace(plain.lists["british"], entries=(entries["brit_marines"], sailors), limits=(limit,))
    return Book(plain.ruleset, {"british": own})


def test_limit_on_an_option_applies_to_entries_that_always_have_it(plain: Book) -> None:
    """A limit on rifles does not apply to an entry that can be bought without them."""
    sailors = Unit(entry="brit_naval_brigade", size=8, rating="3")
    found = _room(_with_rifles(plain, use="optional"), _army(replace(sailors, options=("rifles",)), sailors, MARINES))
    assert found["brit_marines"].words == "2 of 3"
    assert list(found) == ["brit_marines"]


def test_limit_on_an_option_applies_from_the_date_it_is_compulsory(plain: Book) -> None:
    """Rifles that are compulsory from 1855 are limited from 1855."""
    book = _with_rifles(plain, use="required", from_=Date(1855, 1))
    assert _words(book, _army(date=Date(1854, 12)), "brit_naval_brigade") is None
    assert _words(book, _army(date=Date(1855, 1)), "brit_naval_brigade") == "0 of 3"


@pytest.mark.parametrize(
    ("ratings", "words"), [(("2", "3"), "0 of 3"), (("2", "3", "4"), "0 of 3"), (("3",), None), (("3", "4"), None)]
)
def test_limit_on_ratings_applies_to_entries_with_no_other_rating(
    plain: Book, ratings: tuple[str, ...], words: str | None
) -> None:
    """British line is offered as class 2 or 3. Engineers have no class."""
    book = _with(plain, Limit(of=Selector(ratings=ratings), at_most=3, house=True))
    assert _words(book, _army(), "brit_line") == words
    assert _words(book, _army(), "brit_engineers") is None


@pytest.mark.parametrize(
    ("sizes", "words"), [(("standard", "large"), "0 of 3"), (("standard",), None), (("small", "standard"), None)]
)
def test_limit_on_sizes_applies_to_entries_with_no_other_size(
    library: Library, sizes: tuple[str, ...], words: str | None
) -> None:
    """The British foot of 1758 is offered as standard or large."""
    orbat = Orbat(ruleset=Pin("honours_of_war"), army_list=Pin("british"))
    shipped, _ = library.book(orbat)
    assert shipped is not None
    entry = replace(shipped.entries("british")["gb_foot_a"], limits=())
    one_size = replace(entry, id="one", sizes=None)
    limit = Limit(of=Selector(sizes=sizes), at_most=3, house=True)
    own = replace(shipped.lists["british"], entries=(entry, one_size), limits=(limit,))
    book = Book(replace(shipped.ruleset, limits=()), {"british": own})
    assert _words(book, orbat, "gb_foot_a") == words
    assert _words(book, orbat, "one") is None


@pytest.mark.parametrize(("severity", "words"), [("error", "1 of 2"), ("warning", None)])
def test_limits_of_the_ruleset_count_unless_they_only_warn(plain: Book, severity: Any, words: str | None) -> None:
    """A ruleset's advice is for complete formations."""
    limit = _limit("brit_marines", at_most=2, severity=severity)
    book = Book(replace(plain.ruleset, limits=(limit,)), plain.lists)
    assert _words(book, _army(MARINES), "brit_marines") == words


def test_the_first_of_two_equal_limits_is_shown(plain: Book) -> None:
    """In the order of the list."""
    limits = _limit("brit_marines", at_most=2), _limit("brit_marines", "brit_line", at_most=2)
    assert _room(_with(plain, *limits), _army(MARINES))["brit_marines"].limit == limits[0]


def test_allowances_of_the_shipped_lists_agree_with_the_check(library: Library) -> None:
    """In the order of the list; no entry is over its limit without a finding."""
    army = _army(*[FOOT] * 6, *[replace(FOOT, entry="brit_rifle_brigade", rating="4")] * 2)
    book, _ = library.book(army)
    assert book is not None
    found = _room(book, army)
    assert [entry for entry in book.entries("british") if entry in found] == list(found)
    assert found["brit_foot_guards"].words == "0 of 3"
    assert found["brit_rifle_brigade"].words == "2 of 1"
    assert found["brit_rifle_brigade"].limit.severity == "warning"
    assert _broken(book, army)


TAKING_MARINES = (
    Selector(entries=("brit_marines",)),
    Selector(entries=("brit_line", "brit_marines")),
    Selector(kinds=("infantry",)),
    Selector(options=("rifles",)),
    Selector(),
)


@given(
    of=st.sampled_from(TAKING_MARINES),
    among=st.sampled_from((*TAKING_MARINES, Selector(entries=("brit_line",)))),
    rate=st.fractions(min_value=0, max_value=Fraction(9, 10), max_denominator=10),
    numbers=st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 3)),
    plain_number=st.booleans(),
    scope=st.sampled_from(("army", "division", "brigade")),
)
def test_one_more_unit_is_allowed_exactly_where_the_check_accepts_it(
    library: Library,
    of: Selector,
    among: Selector,
    rate: Fraction,
    numbers: tuple[int, int, int],
    plain_number: bool,
    scope: str,
) -> None:
    """Allowances agree with the check, for numbers and shares of units in the army, a division or a brigade.

    More is used than allowed exactly if the check reports it. Nothing remains exactly if it would report one more
    unit.
    """
    bound: Any = numbers[2] if plain_number else rate
    book = _with(
        _plain(library), Limit(of=of, among=None if plain_number else among, at_most=bound, scope=scope, house=True)
    )
    army = _in_brigades((*[MARINES] * numbers[0], *[FOOT] * numbers[1]))
    found = _room(book, army, BRIGADE)["brit_marines"]
    assert (found.used > found.maximum) is _broken(book, army)
    another, _ = arrange.add(army, BRIGADE, MARINES)
    assert (found.remaining < 1) is _broken(book, another)


@given(st.integers(0, 40), st.integers(0, 40), st.fractions(min_value=0, max_value=1, max_denominator=20))
def test_remaining_stands_are_those_that_the_check_accepts(
    library: Library, marines: int, others: int, rate: Fraction
) -> None:
    """Adding the remaining stands is legal, and one more stand is not."""
    limit = _limit("brit_marines", at_most=rate, among=Selector(kinds=("infantry",)), count="stands")
    book = _with(_plain(library), limit)
    army = _army(replace(MARINES, size=marines), replace(FOOT, size=others))
    found = _room(book, army)["brit_marines"]
    assert (found.used > found.maximum) is _broken(book, army)
    if found.remaining >= 0 and rate < 1:
        enough = _army(replace(MARINES, size=marines + int(found.remaining)), *army.units[1:])
        assert not _broken(book, enough)
        assert _broken(book, replace(enough, units=(*enough.units, replace(MARINES, size=1))))
