"""The nearest entries for units after a change of the army list or date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.generator.small_lists import entry, records, small_book

from orbat.generator.equivalents import Replacement, foreign_commanders, replacements
from orbat.model.army_list import (
    DatedNamedSize,
    DatedRating,
    DatedSize,
    Entry,
    Limit,
    NamedSizes,
    OptionUse,
    Ratings,
    Selector,
    SizeRange,
)
from orbat.model.arrange import apply_edits
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Unit
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


def foot(entry_id: str, *ratings: str, **more: Any) -> Entry:
    """An infantry entry."""
    return replace(entry(entry_id, ratings=ratings or ("3", "2"), size=more.pop("size", (6, 8, 10))), **more)


ALWAYS_RIFLES = OptionUse(option="rifles", use="always")


@pytest.mark.parametrize(
    ("old", "other", "nearer"),
    [
        (LINE, foot("other foot"), foot("same", "1", same_as="line foot")),
        (replace(LINE, subtype="light"), foot("other foot"), foot("other", "1", subtype="light")),
        (LINE, foot("other foot", irregular=True), foot("other", "1")),
        (LINE, foot("other foot", allied=True), foot("other", "1")),
        (LINE, foot("other foot", size=(20, 20, 20)), foot("other", size=(9, 9, 9))),
        (LINE, foot("other", "3"), foot("another")),
        (replace(LINE, options=(ALWAYS_RIFLES,)), foot("other"), foot("another", options=(ALWAYS_RIFLES,))),
        (foot("line foot", name="Guards"), foot("other"), foot("another", name="Imperial Guard")),
    ],
    ids=["same troops", "subtype", "regular", "own", "size", "ratings", "price", "words"],
)
def test_nearer_entry_is_chosen_wherever_it_is_listed(empire: Book, old: Entry, other: Entry, nearer: Entry) -> None:
    for listed in ((other, nearer), (nearer, other)):
        assert [one.new.entry for one in after_list(book_with(empire, old, other=listed), UNIT)] == [nearer.id]


def test_edits_of_a_replacement_make_the_new_unit(empire: Book) -> None:
    """Also without points that the unit claimed."""
    before = army(replace(UNIT, points=24))
    book = book_with(empire, LINE, other=(foot("line", size=(9, 9, 9), regiments=records("First")),))
    (one,) = replacements(before, book, replace(before, army_list=Pin("new")), book)
    assert apply_edits(before, one.edits).units == (one.new,)
    assert one.new == Unit(entry="line", name="First", size=9, rating="3")


def test_unit_is_not_removed_from_play_by_its_size(empire: Book) -> None:
    """Cavalry of one stand is removed, 17.5.8."""
    old, new = (entry(name, kind="cavalry", ratings=("3",), size=(1, 4, 8)) for name in ("horse", "new horse"))
    (one,) = after_list(book_with(empire, old, other=(new,)), Unit(entry="horse", size=1, rating="3"))
    assert one.new.size == 2


def test_of_two_near_ratings_the_one_nearer_to_the_typical_one_is_chosen(empire: Book) -> None:
    for typical in ("2", "4"):
        new = replace(foot("line"), ratings=Ratings(allowed=("2", "4"), typical=typical))
        assert after_list(book_with(empire, LINE, other=(new,)), UNIT)[0].new.rating == typical


def test_required_options_are_added_and_unavailable_ones_are_not(empire: Book) -> None:
    armed = replace(LINE, options=(ALWAYS_RIFLES,))
    for use, options in (
        (OptionUse(option="rifles", use="required"), ("rifles",)),
        (OptionUse(option="rifles", use="optional", from_=AFTER), ()),
        (OptionUse(option="rifles", use="always"), ()),
    ):
        assert (
            after_list(book_with(empire, armed, other=(foot("line", options=(use,)),)), UNIT)[0].new.options == options
        )
    plain = book_with(empire, LINE, other=(foot("line", options=(OptionUse(option="rifles", use="required"),)),))
    assert after_list(plain, UNIT)[0].new.options == ("rifles",)


def test_option_that_the_new_date_requires_is_added(empire: Book) -> None:
    for from_, options in ((AFTER, ("rifles",)), (None, ())):
        dated = replace(LINE, options=(OptionUse(option="rifles", use="required", from_=from_),))
        found = after_date(book_with(empire, dated), UNIT)
        assert tuple(option for one in found for option in one.new.options) == options


def test_named_size_is_kept_if_the_new_entry_has_it(book_of: Callable[..., Book]) -> None:
    rules = book_of("honours_of_war", "austrian")
    kind = next(id for id, one in rules.ruleset.kinds.items() if one.sizes and not one.barred_ratings)
    sizes = rules.ruleset.kinds[kind].sizes
    old, new = (
        replace(entry(name, kind, ratings=("standard",)), sizes=NamedSizes(allowed=sizes[first:], typical=sizes[1]))
        for name, first in (("old", 0), ("new", 1))
    )
    book = book_with(rules, old, other=(new,))
    before = replace(army(), ruleset=Pin("honours_of_war"))
    for size, fitted in ((sizes[0], sizes[1]), (sizes[2], sizes[2])):
        orbat = replace(before, units=(Unit(entry="old", size=size, rating="standard"),))
        (one,) = replacements(orbat, book, replace(orbat, army_list=Pin("new")), book)
        assert one.new.size == fitted
    dated = replace(
        old, sizes=NamedSizes(allowed=sizes, typical=sizes[1], dated=(DatedNamedSize(size=sizes[2], to=BEFORE),))
    )
    orbat = replace(before, units=(Unit(entry="old", size=sizes[2], rating="standard"),))
    (one,) = replacements(orbat, book_with(rules, dated), replace(orbat, date=AFTER), book_with(rules, dated))
    assert one.new.size == sizes[1]


def test_units_of_staff_do_not_change(empire: Book) -> None:
    staff = next(id for id, one in empire.ruleset.kinds.items() if one.staff)
    book = book_with(empire, entry("generals", kind=staff), other=(entry("new generals", kind=staff),))
    assert after_list(book, Unit(entry="generals")) == ()


def test_only_limits_on_entries_that_are_in_force_count(empire: Book) -> None:
    units = (UNIT, replace(UNIT, name="Line Foot 2"))
    book = book_with(empire, LINE, other=(foot("line"), foot("other", "3")))
    of = Selector(entries=("line",))
    for limit in (
        Limit(of=of, at_most=1, from_=AFTER),
        Limit(of=replace(of, options=("rifles",)), at_most=1),
        Limit(of=of, at_most=1, count="stands"),
        Limit(of=of, at_most=1, scope="brigade"),
    ):
        limited = replace(book, lists={**book.lists, "new": replace(book.lists["new"], limits=(limit,))})
        assert [one.new.entry for one in after_list(limited, *units)] == ["line", "line"]


def test_units_at_home_get_the_nearest_entry_but_take_no_place_in_limits(empire: Book) -> None:
    """The first of two units is at home, so the second has the place of the limit."""
    one = entry("line", ratings=("3", "2"), limits=(Limit(at_most=1),))
    book = book_with(empire, LINE, other=(one, entry("raw", ratings=("3", "2"))))
    home = replace(UNIT, fielded=False)
    found = after_list(book, home, UNIT, UNIT)
    assert [(unit.new.entry, unit.new.fielded) for unit in found] == [("line", False), ("line", True), ("raw", True)]


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


def test_commander_of_a_formation_has_the_army_list_of_the_formation(empire: Book) -> None:
    book = book_with(empire, LINE)
    brigade = Formation(level="brigade", commander=Commander(name="Raglan"))
    before = replace(army(), formations=(brigade, brigade), commander=Commander(name="Raglan"))
    after = replace(before, formations=(brigade, replace(brigade, army_list=Pin("new"))))
    assert foreign_commanders(before, book, after, book) == (("formations", 1, "commander"),)


def test_commanders_of_the_old_list_only_are_foreign(empire: Book) -> None:
    book = book_with(empire, LINE)
    before = replace(army(), commander=Commander(name="Raglan"))
    after = replace(before, army_list=Pin("new"))
    assert foreign_commanders(before, book, after, book) == (("commander",),)
    assert foreign_commanders(before, book, before, book) == ()
    for name in ("Canrobert", "Invented", ""):
        named = replace(before, commander=Commander(name=name))
        assert foreign_commanders(named, book, replace(named, army_list=Pin("new")), book) == ()
