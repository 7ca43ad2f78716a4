"""The usual proportions of generated armies: foot artillery first, few irregulars, Guards apart, allies on request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.generator.small_lists import GUARD, GUNS, HORSE, LINE, entry, small_book

from orbat.generator.army_program import ArmyProgram
from orbat.generator.raise_army import RaisedArmy, raise_army
from orbat.generator.request import PieceCap, RaiseRequest, Requirement, Style
from orbat.generator.usual_rows import add_usual_rows
from orbat.model.army_list import Entry, Limit, Selector
from orbat.model.book import Book
from orbat.model.orbat import formations_of, units_of

BookOf = Callable[[str, str], Book]

HORSE_GUNS = entry("horse_guns", "field_gun", "horse_artillery", size=(2, 3, 4))
IRREGULARS = replace(entry("irregulars", "cavalry", "light_cavalry", ratings=("1",)), irregular=True)
ALLIES = replace(LINE, id="allies", allied=True)


def raised(
    book_of: BookOf, *entries: Entry, style: Style = "balanced", points: int = 600, **wishes: object
) -> Counter[str]:
    """The entries of an army."""
    book = small_book(book_of("days_of_empire", "sardinian"), *entries)
    request = RaiseRequest("small", points, style, **wishes)  # type: ignore[arg-type]  # any field of a request
    return Counter(place.unit.entry for place in units_of(raise_army(book, request).orbat))


def one_of(name: str) -> tuple[Requirement, ...]:
    """One unit of an entry is required."""
    return (Requirement(name, 1, entries=frozenset({name})),)


@pytest.mark.parametrize(("style", "most"), [("guns", 0.5), ("cavalry", 1)])
def test_foot_artillery_comes_before_horse_artillery(book_of: BookOf, style: Style, most: float) -> None:
    for seed in range(4):
        found = raised(book_of, LINE, HORSE, GUNS, HORSE_GUNS, style=style, points=1200, seed=seed)
        assert found["horse_guns"] <= most * found["guns"]


def rows(book_of: BookOf, *entries: Entry, **wishes: object) -> int:
    """The number of rows that the usual proportions add."""
    book = small_book(book_of("days_of_empire", "sardinian"), *entries)
    request = RaiseRequest("small", 600, "guns", **wishes)  # type: ignore[arg-type]  # any field of a request
    found = ArmyProgram(book, request, book.default_rulings)
    before = len(found.program.rows)
    add_usual_rows(found)
    return len(found.program.rows) - before


OWNED = (PieceCap("no foot guns", frozenset({"guns"}), 1), PieceCap("no horse", frozenset({"horse"}), 5))


def test_proportions_apply_only_if_there_is_an_alternative(book_of: BookOf) -> None:
    assert rows(book_of, LINE, GUNS, HORSE_GUNS) == 1
    assert rows(book_of, LINE, HORSE_GUNS) == 0
    assert rows(book_of, LINE, GUNS, HORSE_GUNS, requirements=one_of("horse_guns")) == 0
    assert rows(book_of, LINE, GUNS, HORSE_GUNS, caps=OWNED) == 0
    assert rows(book_of, LINE, replace(GUNS, limits=(Limit(at_most=1),)), HORSE_GUNS) == 1
    assert rows(book_of, LINE, replace(GUNS, limits=(Limit(at_most=0),)), HORSE_GUNS) == 0
    assert rows(book_of, LINE, HORSE, IRREGULARS) == 1
    assert rows(book_of, LINE, IRREGULARS) == 0
    assert rows(book_of, LINE, HORSE, IRREGULARS, requirements=one_of("irregulars")) == 0
    assert rows(book_of, LINE, HORSE, IRREGULARS, caps=OWNED) == 0


GERMANS = entry("germans", subtype="line", regiments=2, ratings=("2",))
ONE_HORSE = replace(HORSE, limits=(Limit(at_most=1),))


@pytest.mark.parametrize("style", ["balanced", "cavalry"])
def test_horse_too_little_for_a_formation_is_outside_all_formations(book_of: BookOf, style: Style) -> None:
    book = small_book(book_of("days_of_empire", "sardinian"), LINE, ONE_HORSE, GUNS)
    army = raise_army(book, RaiseRequest("small", 600, style))
    assert (army.points, army.errors, army.warnings) == (600, (), ())
    assert [one.entry for one in army.orbat.units] == ["horse"]


def test_more_horse_is_in_formations(book_of: BookOf) -> None:
    book = small_book(book_of("days_of_empire", "sardinian"), LINE, HORSE, GUNS)
    for style in ("balanced", "cavalry"):
        army = raise_army(book, RaiseRequest("small", 600, style))
        assert not army.orbat.units
        assert any(place.unit.entry == "horse" for place in units_of(army.orbat))


def test_guards_and_allies_have_different_formations(book_of: BookOf) -> None:
    book = small_book(book_of("days_of_empire", "sardinian"), LINE, replace(GUARD, limits=(Limit(at_most=2),)), GERMANS)
    selectors = (Selector(entries=("guard",)), Selector(entries=("germans",)))
    book = replace(book, lists={"small": replace(book.lists["small"], own_formations=selectors)})
    must = tuple(Requirement(name, 2, entries=frozenset({name})) for name in ("guard", "germans"))
    for seed in range(6):
        orbat = raise_army(book, RaiseRequest("small", 500, requirements=must, seed=seed)).orbat
        found = [{one.entry for one in place.formation.units} for place in formations_of(orbat)]
        assert not any({"guard", "germans"} <= inside for inside in found)


def test_heavy_guns_do_not_join_light_foot(book_of: BookOf) -> None:
    """Each brigade has two units of foot. There are more heavy guns than brigades of line."""
    line = replace(LINE, limits=(Limit(at_most=4),))
    light = entry("jager", subtype="light", regiments=12, ratings=("2",))
    heavy = entry("heavy", "siege_gun", "foot_artillery", size=(2, 3, 4))
    habits = {"battalions_per_brigade": (2, 2)}
    book = small_book(book_of("days_of_empire", "sardinian"), line, light, GUNS, heavy, habits=habits)
    must = Requirement("heavy", 4, entries=frozenset({"heavy"}))
    orbat = raise_army(book, RaiseRequest("small", 1500, "guns", requirements=(must,))).orbat
    found = [{one.entry for one in place.formation.units} for place in formations_of(orbat)]
    assert {"jager"} in [inside - {"guns"} for inside in found]
    assert not any({"jager", "heavy"} <= inside and "line" not in inside for inside in found)


@pytest.mark.parametrize("seed", range(4))
def test_batteries_of_foot_artillery_have_a_place_with_the_foot(book_of: BookOf, seed: int) -> None:
    """One for each brigade of foot, and none with the horse."""
    book = small_book(book_of("days_of_empire", "sardinian"), LINE, HORSE, GUNS)
    orbat = raise_army(book, RaiseRequest("small", 900, "guns", seed=seed)).orbat
    for place in formations_of(orbat):
        entries = [unit.entry for unit in place.formation.units]
        assert "guns" not in entries or "horse" not in entries
        assert entries.count("guns") <= 1


def guards_and_line(book: Book) -> Book:
    """A list of Guards with batteries of their own, and the line."""
    guard, guns = replace(GUARD, regiments=LINE.regiments[:6]), replace(GUNS, id="guard_guns")
    small = small_book(book, LINE, guard, GUNS, guns)
    own = replace(small.lists["small"], own_formations=(Selector(entries=("guard", "guard_guns")),))
    return replace(small, lists={"small": own})


@pytest.mark.parametrize("seed", range(4))
def test_guns_of_the_guards_are_with_guards(book_of: BookOf, seed: int) -> None:
    book = guards_and_line(book_of("days_of_empire", "sardinian"))
    several = (("guard", 3), ("guard_guns", 1), ("guns", 1))
    requirements = tuple(Requirement(one, number, entries=frozenset({one})) for one, number in several)
    orbat = raise_army(book, RaiseRequest("small", 800, "guns", seed=seed, requirements=requirements)).orbat
    found = [[unit.entry for unit in place.formation.units] for place in formations_of(orbat)]
    assert [("guard" in entries, "line" in entries) for entries in found if "guard_guns" in entries] == [(True, False)]


def test_guns_of_the_guards_need_guards(book_of: BookOf) -> None:
    book = guards_and_line(book_of("days_of_empire", "sardinian"))
    caps = [PieceCap(one, frozenset({one}), 99) for one in ("line", "guns", "guard_guns")]
    caps.append(PieceCap("no guards", frozenset({"guard"}), 0))
    found = raise_army(book, RaiseRequest("small", 800, "guns", caps=tuple(caps))).orbat
    assert "guard_guns" not in {place.unit.entry for place in units_of(found)}


def test_guards_have_a_higher_formation_of_their_own_if_enough_others_are_left(book_of: BookOf) -> None:
    guard = replace(GUARD, regiments=LINE.regiments[:12])
    habits = {"battalions_per_brigade": (2, 2), "brigades_per_division": (2, 3)}
    book = small_book(book_of("days_of_empire", "sardinian"), LINE, guard, habits=habits)
    own = replace(book.lists["small"], own_formations=(Selector(entries=("guard",)),))
    requirements = (
        Requirement("guard", 4, entries=frozenset({"guard"})),
        Requirement("2 divisions", 2, level="division"),
    )
    request = RaiseRequest("small", 900, "infantry", requirements=requirements)
    orbat = raise_army(replace(book, lists={"small": own}), request).orbat
    divisions = [
        {unit.entry for brigade in place.formation.formations for unit in brigade.units}
        for place in formations_of(orbat)
        if place.formation.level == "division"
    ]
    assert {"guard"} in divisions
    assert all(len(entries) == 1 for entries in divisions)


def test_irregulars_are_at_most_a_third_of_the_horse(book_of: BookOf) -> None:
    for seed in range(4):
        book = small_book(book_of("days_of_empire", "sardinian"), LINE, HORSE, IRREGULARS)
        army: RaisedArmy = raise_army(book, RaiseRequest("small", 900, "horde", seed=seed))
        points: Counter[str] = Counter()
        for line in army.quote.all_units:
            points[line.unit.entry] += int(line.points)
        assert 3 * points["irregulars"] <= points["irregulars"] + points["horse"]


def test_allies_come_only_on_request(book_of: BookOf) -> None:
    jager = entry("jager", subtype="light", ratings=("3",), regiments=1)
    assert not raised(book_of, jager, ALLIES, HORSE)["allies"]
    assert raised(book_of, jager, ALLIES, HORSE, allies=True)["allies"]
    assert raised(book_of, jager, ALLIES, HORSE, requirements=one_of("allies"))["allies"]
    owned = (PieceCap("owned", frozenset({"allies"}), 60), PieceCap("none", frozenset({"jager", "horse"}), 0))
    assert raised(book_of, jager, ALLIES, HORSE, caps=owned)["allies"]


@pytest.mark.parametrize("seed", range(4))
def test_guards_have_formations_of_their_own(book_of: BookOf, seed: int) -> None:
    guard = replace(GUARD, regiments=LINE.regiments[:6])
    book = small_book(book_of("days_of_empire", "sardinian"), LINE, guard)
    own = replace(book.lists["small"], own_formations=(Selector(entries=("guard",)),))
    requirements = (Requirement("guard", 3, entries=frozenset({"guard"})),)
    request = RaiseRequest("small", 800, seed=seed, requirements=requirements)
    orbat = raise_army(replace(book, lists={"small": own}), request).orbat
    found = [{unit.entry for unit in place.formation.units} for place in formations_of(orbat)]
    assert {"guard"} in found
    assert all(len(entries) <= 1 for entries in found)


@pytest.mark.parametrize("style", ["balanced", "cavalry", "elite"])
def test_a_line_says_how_the_style_shaped_the_army(book_of: BookOf, style: Style) -> None:
    book = book_of("days_of_empire", "french")
    note = raise_army(book, RaiseRequest("french", 800, style)).style_note
    assert note.startswith(f"{style.capitalize()}, {book.proportions.styles[style].about}: foot ")
    assert "(aim " in note
    assert "not available" not in note


def test_the_line_names_troops_that_were_not_there(book_of: BookOf) -> None:
    absent = replace(LINE, limits=(Limit(at_most=0),))
    book = small_book(book_of("days_of_empire", "sardinian"), absent, HORSE)
    note = raise_army(book, RaiseRequest("small", 200, "infantry")).style_note
    assert note.endswith("; not available: foot and guns.")


def test_historical_armies_follow_the_shipped_orbats(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "russian")
    army = raise_army(book, RaiseRequest("russian", 800, "historical"))
    assert "as in " in army.style_note
    dates = {one.date for one in book.raising.historical("russian")} if book.raising else set()
    assert army.orbat.date in dates
    none = raise_army(book_of("days_of_glory", "union_west"), RaiseRequest("union_west", 400, "historical"))
    assert none.style_note.startswith("Historical: foot ")


def test_another_army_replaces_the_style(book_of: BookOf) -> None:
    request = RaiseRequest("french", 400, target_shares=(("fr_line", 0.8), ("fr_foot_battery", 0.2)))
    note = raise_army(book_of("days_of_empire", "french"), request).style_note
    assert note.startswith("The units' cost is divided as in the given ORBAT: foot ")
