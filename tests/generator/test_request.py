"""Requirements as text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.evaluate.pricing import Pricer
from orbat.generator.request import STYLES, RaiseRequest, RequestRefused, Style, entry_shares, read_requirement
from orbat.model.book import Book
from orbat.model.orbat import Orbat, Unit
from orbat.model.text import Pin

BookOf = Callable[[str, str], Book]


@pytest.mark.parametrize(
    ("words", "number", "level", "some"),
    [
        ("2 brigades", 2, "brigade", ""),
        ("at least 1 Division", 1, "division", ""),
        ("3x zouaves", 3, "", "fr_zouaves"),
        ("1 fr_line", 1, "", "fr_line"),
        ("2 field guns", 2, "", "fr_foot_battery"),
        ("2 FIELD_GUN", 2, "", "fr_foot_battery"),
        (" 12 × Line  infantry ", 12, "", "fr_line"),
    ],
)
def test_levels_entries_and_kinds_are_understood(
    book_of: BookOf, words: str, number: int, level: str, some: str
) -> None:
    requirement = read_requirement(words, book_of("days_of_empire", "french"), "french")
    assert (requirement.number, requirement.level) == (number, level)
    assert not some or some in requirement.entries


@pytest.mark.parametrize(
    ("words", "says"), [("brigades", "should be a number and a name"), ("2 zuaves", "Did you mean")]
)
def test_unreadable_requirement_is_refused_with_help(book_of: BookOf, words: str, says: str) -> None:
    with pytest.raises(RequestRefused, match=says):
        read_requirement(words, book_of("days_of_empire", "french"), "french")


@pytest.mark.parametrize("style", STYLES)
def test_each_style_shares_out_all_points(book_of: BookOf, style: Style) -> None:
    shares = book_of("days_of_empire", "french").proportions.styles[style].shares
    assert shares.foot + shares.horse + shares.guns == 1


@pytest.mark.parametrize(
    ("words", "number", "in_stands", "entries"),
    [
        ("6 guns", 6, True, {"fr_foot_battery", "fr_horse_battery", "fr_siege_battery"}),
        ("1 gun", 1, True, {"fr_foot_battery", "fr_horse_battery", "fr_siege_battery"}),
        ("4 field guns", 4, True, {"fr_foot_battery", "fr_horse_battery"}),
        ("2 batteries", 2, False, {"fr_foot_battery", "fr_horse_battery"}),
        ("2 Zouave battalions", 2, False, {"fr_zouaves", "fr_guard_zouaves"}),
        ("1 Zouave", 1, False, {"fr_zouaves", "fr_guard_zouaves"}),
    ],
)
def test_guns_are_counted_singly_and_plurals_are_understood(
    book_of: BookOf, words: str, number: int, in_stands: bool, entries: set[str]
) -> None:
    requirement = read_requirement(words, book_of("days_of_empire", "french"), "french")
    assert (requirement.number, requirement.in_stands, set(requirement.entries)) == (number, in_stands, entries)


def test_batteries_with_named_sizes_are_counted_as_units(book_of: BookOf) -> None:
    requirement = read_requirement("2 batteries", book_of("honours_of_war", "prussian"), "prussian")
    assert (requirement.number, requirement.in_stands) == (2, False)
    assert {"pr_medium_gun", "pr_heavy_gun"} <= requirement.entries


def test_an_unreadable_requirement_names_an_example(book_of: BookOf) -> None:
    with pytest.raises(RequestRefused, match="such as '2 brigades' or '1 infantry'"):
        read_requirement("brigades", book_of("days_of_empire", "french"), "french")


def test_shares_are_those_of_the_priced_units_of_one_list(book_of: BookOf) -> None:
    """18 and 22 points of line and 60 of horse; lent units and units without a price are not counted."""
    units = (
        Unit(entry="sa_line", size=9, rating="2"),
        Unit(entry="sa_line", size=11, rating="2"),
        Unit(entry="sa_cavalry", size=10, rating="2"),
        Unit(entry="sa_granatieri", size=9, rating="7"),
        Unit(entry="fr_line", army_list=Pin("french"), size=12, rating="2"),
    )
    book = book_of("days_of_empire", "sardinian")
    lent = Book(book.ruleset, {**book.lists, **book_of("days_of_empire", "french").lists})
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("sardinian"), units=units)
    assert dict(entry_shares(Pricer(lent, None).quote(army), "sardinian")) == {"sa_line": 0.4, "sa_cavalry": 0.6}


def test_a_unit_of_one_point_has_a_share(book_of: BookOf) -> None:
    units = (Unit(entry="uw_militia", size=1, rating="1"),)
    army = Orbat(ruleset=Pin("days_of_glory"), army_list=Pin("union_west"), units=units)
    book = book_of("days_of_glory", "union_west")
    assert entry_shares(Pricer(book, None).quote(army), "union_west") == (("uw_militia", 1.0),)


def test_a_request_is_balanced_and_without_conditions_unless_it_says_otherwise() -> None:
    request = RaiseRequest("british", 800)
    assert (request.style, request.date, request.seed) == ("balanced", None, 0)
    assert (request.requirements, request.caps, request.target_shares) == ((), (), ())
