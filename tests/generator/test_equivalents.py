"""The nearest entries for units after a change of the army list or date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.generator.small_lists import entry, small_book

from orbat.generator.equivalents import Replacement, foreign_commanders, replacements
from orbat.model.army_list import DatedRating, DatedSize, Entry, Limit, OptionUse, Ratings, Selector, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Orbat, Unit
from orbat.model.service import Dates, Regiment
from orbat.model.text import Pin

BEFORE, AFTER = Date(1854, 9), Date(1855, 9)


@pytest.fixture
def empire(book_of: Callable[..., Book]) -> Book:
    """The ruleset *Days of Empire*."""
    return book_of("days_of_empire", "sardinian")


def book_with(empire: Book, *entries: Entry, other: tuple[Entry, ...] = ()) -> Book:
    """A book with the army lists `old` and `new`."""
    old, new = (
        replace(small_book(empire, *given).lists["small"], id=name, title=name.title(), commanders=people)
        for name, given, people in (("old", entries, ("Raglan",)), ("new", other, ("Canrobert",)))
    )
    return Book(empire.ruleset, {"old": old, "new": new}, raising=empire.raising)


def army(*units: Unit) -> Orbat:
    """An army of the list `old`."""
    return Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("old"), date=BEFORE, units=units)


def after_list(book: Book, *units: Unit) -> tuple[Replacement, ...]:
    """The changed units, if the army's list becomes `new`."""
    before = army(*units)
    return replacements(before, book, replace(before, army_list=Pin("new")), book)


def after_date(book: Book, *units: Unit) -> tuple[Replacement, ...]:
    """The changed units, if the date becomes `AFTER`."""
    before = army(*units)
    return replacements(before, book, replace(before, date=AFTER), book)


LINE = entry("line foot", ratings=("3", "2"), regiments=2)
UNIT = Unit(entry="line foot", name="Line Foot 1", size=8, rating="3")


def test_nearest_entry_has_the_kind_subtype_and_rating(empire: Book) -> None:
    """Then a name with the same words."""
    guns = entry("guns", kind="field_gun")
    raw, elite = entry("raw", ratings=("1",)), entry("elite", ratings=("4",))
    line = entry("line", ratings=("2", "3"))
    assert [one.new.entry for one in after_list(book_with(empire, LINE, other=(guns, elite, raw, line)), UNIT)] == [
        "line"
    ]
    rated = (entry("foot", ratings=("2",)), entry("corps", ratings=("1", "3", "4")))
    assert [one.new.entry for one in after_list(book_with(empire, LINE, other=rated), UNIT)] == ["corps"]
    named = (entry("sailors", ratings=("3", "2")), entry("line infantry", ratings=("3", "2")))
    assert [one.new.entry for one in after_list(book_with(empire, LINE, other=named), UNIT)] == ["line infantry"]


def test_unit_fits_its_new_entry(empire: Book) -> None:
    """Size and rating are the nearest ones. A regiment of the old entry becomes one of the new entry."""
    new = entry("line", ratings=("1", "2"), size=(9, 9, 9), regiments=1)
    book = book_with(empire, LINE, other=(new,))
    first, second = after_list(book, UNIT, replace(UNIT, name="Line Foot 2"))
    assert first.new == Unit(entry="line", name="Line 1", size=9, rating="2")
    assert second.new.name == "", "there is no second regiment"
    for name, kept in (("My own", "My own"), ("1st line", "1st line"), ("1st foot", "Line 1")):
        (own,) = after_list(book, replace(UNIT, name=name))
        assert own.new.name == kept


def test_regiment_that_is_not_present_at_the_date_is_replaced(empire: Book) -> None:
    """A regiment of the same name in another army is not the same regiment."""
    new = entry("line", ratings=("3",), regiments=1)
    for to, name in ((AFTER, "Line Foot 1"), (Date(1850), "Line 1")):
        same = Regiment(name="Line Foot 1", to=to)
        book = book_with(empire, LINE, other=(replace(new, regiments=(same, *new.regiments)),))
        assert after_list(book, UNIT)[0].new.name == name


def test_units_beyond_a_limit_get_the_next_nearest_entry(empire: Book) -> None:
    """If all entries are at their limits, the nearest one."""
    line = entry("line", ratings=("3", "2"), limits=(Limit(at_most=1),))
    other = entry("other", ratings=("3",))
    units = (UNIT, replace(UNIT, name="Line Foot 2"))
    assert [one.new.entry for one in after_list(book_with(empire, LINE, other=(line, other)), *units)] == [
        "line",
        "other",
    ]
    assert [one.new.entry for one in after_list(book_with(empire, LINE, other=(line,)), *units)] == ["line", "line"]
    book = book_with(empire, LINE, other=(entry("line", ratings=("3", "2")), other))
    limit = Limit(of=Selector(entries=("line",)), at_most=1)
    limited = replace(book, lists={**book.lists, "new": replace(book.lists["new"], limits=(limit,))})
    assert [one.new.entry for one in after_list(limited, *units)] == ["line", "other"]


def test_date_without_any_troops_is_ignored(empire: Book) -> None:
    """A finding already says that the date is outside the army list."""
    late = replace(entry("late", ratings=("3",)), dates=Dates(from_=AFTER))
    assert [one.new.entry for one in after_list(book_with(empire, LINE, other=(late,)), UNIT)] == ["late"]
    guns = entry("guns", kind="field_gun")
    assert after_list(book_with(empire, LINE, other=(late, guns)), UNIT)[0].is_lent


def test_options_that_come_with_the_old_entry_are_bought_for_the_new_one(empire: Book) -> None:
    armed = replace(LINE, options=(OptionUse(option="rifles", use="always"),))
    book = book_with(empire, armed, other=(replace(entry("line", ratings=("3",)), options=(RIFLES,)),))
    assert after_list(book, UNIT)[0].new.options == ("rifles",)
    assert after_list(book_with(empire, armed, other=(entry("line", ratings=("3",)),)), UNIT)[0].new.options == ()


RIFLES = OptionUse(option="rifles", use="optional")


def test_unit_without_an_equivalent_stays_in_its_army_list(empire: Book) -> None:
    book = book_with(empire, LINE, other=(entry("guns", kind="field_gun"),))
    (one,) = after_list(book, UNIT)
    assert one.is_lent
    assert one.new == replace(UNIT, army_list=Pin("old"))


def test_unknown_units_and_works_of_the_ruleset_do_not_change(empire: Book) -> None:
    book = book_with(empire, LINE, other=(entry("line", ratings=("3",)),))
    assert after_list(book, Unit(entry="no such"), Unit(entry="earthworks", size=2)) == ()


def test_entry_that_is_not_available_at_the_new_date_is_replaced(empire: Book) -> None:
    early = replace(LINE, dates=Dates(to=BEFORE))
    late = entry("late", ratings=("3", "2"))
    assert [one.new.entry for one in after_date(book_with(empire, early, late), UNIT)] == ["late"]
    assert after_date(book_with(empire, LINE, late), UNIT) == ()
    gone = replace(LINE, dates=Dates(to=Date(1850)))
    assert after_date(book_with(empire, gone, late), UNIT) == (), "it was not available before, either"
    assert after_date(book_with(empire, early), UNIT) == (), "nothing else is offered"


def test_only_what_the_date_makes_unavailable_changes(empire: Book) -> None:
    dated = replace(
        LINE,
        ratings=Ratings(allowed=("2", "3"), typical="2", dated=(DatedRating(rating="3", to=BEFORE),)),
        size=SizeRange(min=4, typical=8, max=10, dated=(DatedSize(min=4, typical=5, max=6, from_=AFTER),)),
        options=(OptionUse(option="rifles", use="optional", to=BEFORE),),
    )
    (one,) = after_date(book_with(empire, dated), replace(UNIT, options=("rifles",)))
    assert one.new == replace(UNIT, rating="2", size=6)
    (too_large,) = after_date(book_with(empire, dated), replace(UNIT, size=30))
    assert too_large.new.size == 30, "it was too large before"
    (unknown,) = after_date(book_with(empire, dated), replace(UNIT, rating="4"))
    assert unknown.new == replace(UNIT, rating="4", size=6)


def test_commanders_of_the_old_list_only_are_foreign(empire: Book) -> None:
    book = book_with(empire, LINE)
    before = replace(army(), commander=Commander(name="Raglan"))
    after = replace(before, army_list=Pin("new"))
    assert foreign_commanders(before, book, after, book) == (("commander",),)
    assert foreign_commanders(before, book, before, book) == ()
    for name in ("Canrobert", "Invented", ""):
        named = replace(before, commander=Commander(name=name))
        assert foreign_commanders(named, book, replace(named, army_list=Pin("new")), book) == ()
