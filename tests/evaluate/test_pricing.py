"""Prices and their reasons."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.evaluate.tiny import tiny_list, tiny_ruleset

from orbat.data.library import Library
from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Quote, Share, Sum, Term
from orbat.formats.orbat_file import read_orbat
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Insert, Remove, Set, apply
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.points import show
from orbat.model.text import Pin

LIST = """
entries:
  - id: foot
    name: Foot
    kind: foot
    ratings: {allowed: [1, 2], typical: 1}
    size: {min: 1, typical: 3, max: 99}
    options: [{option: rifles, use: optional}, {option: flag, use: optional}]
  - id: guard
    name: Guard
    kind: foot
    ratings: {allowed: [2], typical: 2}
    size: {min: 1, typical: 3, max: 99}
    options: [{option: rifles, use: always, from: 1855-01}]
  - id: militia
    name: Militia
    kind: foot
    ratings: {allowed: [1], typical: 1}
    size: {min: 1, typical: 3, max: 99}
    options: [{option: rifles, use: optional, to: 1854}, {option: rifles, use: always, from: 1855}]
  - {id: staff, name: Staff, kind: staff, size: {min: 1, typical: 1, max: 9}}
  - {id: camp, name: Camp, kind: camp, size: {min: 1, typical: 1, max: 9}}
  - id: regiment
    name: Regiment
    kind: regiment
    sizes: {allowed: [large, small], typical: large}
    options: [{option: drums, use: optional}]
"""

RULESET = """
ratings: [{id: 1, label: poor}, {id: 2, label: good}]
sizes: [{id: small, label: weak}, {id: large, label: strong}]
arms: [infantry]
kinds:
  foot:
    label: foot
    arm: infantry
    counted_in: [stand, stands]
    rating: priced
    price: {by_rating: {1: 0.1, 2: 1.5}, per: size, cite: TINY 1}
  staff: {label: staff, arm: infantry, counted_in: [party, parties], rating: none, price: {points: 30, per: unit, cite: TINY 2}}
  camp: {label: camp, arm: infantry, counted_in: [camp, camps], rating: none, price: {points: 0, per: unit, cite: TINY 2}}
  regiment:
    label: regiment
    arm: infantry
    counted_in: [battalion, battalions]
    rating: none
    price: {points: 100, by_size: {small: -20, large: 0}, per: unit, cite: TINY 4}
options:
  drums: {label: drums, points: 0, per: size, kinds: [regiment], cite: TINY 3}
  rifles: {label: rifles, points: 0.2, per: size, kinds: [foot], cite: TINY 3}
  flag: {label: a flag, points: 7, per: unit, kinds: [foot], house: true}
levels: [{id: brigade, label: brigade, general: {points: 30, per: unit, cite: TINY 2}}]
player_general: {points: 5, per: unit}
staff: {dice: 1, sides: 6, qualities: [], player: capable, default: {rows: {capable: [1, 2, 3, 4, 5, 6]}}}
rules: {}
"""  # noqa: E501


@pytest.fixture(scope="module")
def book() -> Book:
    """A ruleset with decimal prices, and one list."""
    return Book(tiny_ruleset(RULESET), {"tiny": tiny_list("tiny", LIST)})


def _quote(book: Book, *units: Unit, date: Date | None = None) -> Quote:
    orbat = Orbat(ruleset=Pin("tiny"), army_list=Pin("tiny"), date=date, units=units)
    return Pricer(book, date).quote(orbat)


def test_a_tenth_of_a_point_three_times_is_three_tenths(book: Book) -> None:
    """Prices are exact: 0.1 x 3 is 0.3."""
    quote = _quote(book, Unit(entry="foot", size=3, rating="1"))
    assert quote.total == Fraction(3, 10)
    assert show(quote.total) == "0.3"
    assert quote.units[0].sum.reason == "3 stands x 0.1 class 1 = 0.3 [TINY 1]"


def test_decimals_with_a_whole_sum_become_an_integer(book: Book) -> None:
    """Ten times 0.1 is 1, an int, and is shown without a point."""
    quote = _quote(book, *[Unit(entry="foot", size=1, rating="1")] * 10)
    assert quote.total == 1
    assert isinstance(quote.total, int)
    assert show(quote.total) == "1"


def test_a_price_of_one_and_a_half_is_not_rounded(book: Book) -> None:
    """1.5 points stay 1.5, for one stand and for three."""
    quote = _quote(book, Unit(entry="foot", size=1, rating="2"), Unit(entry="foot", size=3, rating="2"))
    assert [show(line.points) for line in quote.units] == ["1.5", "4.5"]
    assert quote.total == 6


def test_price_per_unit_is_not_multiplied_by_size(book: Book) -> None:
    """An option per stand is multiplied by the size; one per unit is not."""
    quote = _quote(book, Unit(entry="foot", size=10, rating="2", options=("rifles", "flag")))
    assert quote.total == 10 * (Fraction(3, 2) + Fraction(1, 5)) + 7
    assert quote.units[0].sum.reason == "10 stands x (1.5 class 2 + 0.2 rifles) + 7 a flag = 24 [TINY 1, 3, house]"


@pytest.mark.parametrize("size", [None, 1, 5])
def test_kind_priced_per_unit_costs_the_same_at_any_size(book: Book, size: int | None) -> None:
    """A party of engineers costs 30, written with a size or without."""
    quote = _quote(book, Unit(entry="staff", size=size))
    assert quote.total == 30
    assert quote.units[0].sum.reason == "30 staff = 30 [TINY 2]"


@pytest.mark.parametrize(
    ("unit", "points", "reason"),
    [
        (Unit(entry="camp"), 0, "0 camp = 0 [TINY 2]"),
        (Unit(entry="regiment", size="large"), 100, "100 regiment = 100 [TINY 4]"),
        (Unit(entry="regiment", size="small"), 80, "100 regiment - 20 weak size = 80 [TINY 4]"),
        (
            Unit(entry="regiment", size="small", options=("drums",)),
            80,
            "1 weak battalion x 0 drums + 100 regiment - 20 weak size = 80 [TINY 3, 4]",
        ),
    ],
)
def test_free_kinds_and_named_sizes(book: Book, unit: Unit, points: int, reason: str) -> None:
    """A named size changes the price of the whole unit."""
    line = _quote(book, unit).units[0]
    assert (line.points, line.sum.reason) == (points, reason)


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (Sum(80, None, once=(Term(100, "foot", ()), Term(-20, "weak", ()))), "100 foot - 20 weak = 80"),
        (
            Sum(
                Fraction(201, 2), None, once=(Term(100, "foot", ()), Term(0, "flag", ()), Term(Fraction(1, 2), "a", ()))
            ),
            "100 foot + 0 flag + 0.5 a = 100.5",
        ),
        (Sum(-20, None, once=(Term(-20, "weak", ()),)), "-20 weak = -20"),
        (
            Sum(90, None, once=(Term(100, "foot", ()), Term(-20, "weak", ())), share=Share(110, 5, ("X 1",))),
            "(100 foot - 20 weak) x 110 % to the nearest 5 = 90 [X 1]",
        ),
        (
            Sum(33, 3, "stands", each=(Term(10, "foot", ()),), share=Share(110, 1, ())),
            "3 stands x 10 foot x 110 % to the nearest whole point = 33",
        ),
    ],
)
def test_signs_and_shares_of_a_price(found: Sum, reason: str) -> None:
    """A nation's percentage applies to the whole sum."""
    assert found.reason == reason


@pytest.mark.parametrize(
    ("points", "to_nearest", "cost"), [(80, 5, 90), (81, 5, 90), (84, 5, 90), (85, 5, 95), (85, 1, 94)]
)
def test_a_share_is_rounded_halves_up(points: int, to_nearest: int, cost: int) -> None:
    """110 % of 80 is 88, of 81 89.1, of 84 92.4 and of 85 93.5."""
    assert Share(110, to_nearest, ()).of(points) == cost


def test_a_price_is_marked_by_its_weakest_part() -> None:
    """A house price before an inferred one."""
    marks = [Sum(1, once=(Term(1, "a", cites),)).mark for cites in (("X 1",), ("inferred",), ("inferred", "house"))]
    assert marks == ["", "inferred", "house"]


def test_a_named_size_is_one_piece_with_a_word_of_its_own(book: Book) -> None:
    """The word names the size and the unit."""
    assert _quote(book, Unit(entry="regiment", size="small")).units[0].sum.counted_in == "weak battalion"
    assert _quote(book, Unit(entry="regiment", size="small")).units[0].sum.pieces == 1


def test_generals_cost_their_level_and_the_player_a_price_of_their_own(book: Book) -> None:
    """A general of an unknown level costs nothing."""
    formations = tuple(Formation(level=level, commander=Commander()) for level in ("brigade", "wing"))
    player = Formation(level="brigade", commander=Commander(player=True))
    orbat = Orbat(ruleset=Pin("tiny"), army_list=Pin("tiny"), commander=Commander(), formations=(*formations, player))
    quote = Pricer(book, None).quote(orbat)
    assert quote.commander
    assert quote.commander.points == 5
    assert [line.points for line in quote.formations] == [30, 0, 5]
    assert quote.total == 40


def test_formations_are_priced_again_with_another_army_list(library: Library) -> None:
    """A brigade without an army list of its own has the prices of the army's list."""
    brigade = Formation(level="brigade", units=(Unit(entry="ru_line", size=15, rating="2"),))
    lent = Formation(level="brigade", army_list=Pin("british"))
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("russian"), formations=(brigade, lent))
    book, _ = library.book(orbat)
    assert book
    pricer = Pricer(book, None)
    assert pricer.quote(orbat).total == 30
    assert pricer.quote(replace(orbat, army_list=Pin("british"))).total == 0
    assert pricer.quote(orbat).total == 30


@pytest.mark.parametrize("off_board", [(), (0,), (1,), (0, 1)])
def test_single_units_off_the_board_count_without_a_rule_on_reserves(book: Book, off_board: tuple[int, ...]) -> None:
    """The ruleset of this test has no such rule."""
    units = [Unit(entry="staff", off_board=number in off_board) for number in range(2)]
    assert _quote(book, *units).off_board == 30 * len(off_board)


@pytest.mark.parametrize("options", [(), ("rifles",), ("rifles", "rifles")])
def test_always_option_is_priced_once(book: Book, options: tuple[str, ...]) -> None:
    """It is paid once for each stand, however often it is written."""
    quote = _quote(book, Unit(entry="guard", size=5, rating="2", options=options), date=Date(1855, 1))
    assert quote.total == 5 * (Fraction(3, 2) + Fraction(1, 5))


@pytest.mark.parametrize(("date", "each"), [(Date(1854, 12), "1.5"), (Date(1855, 1), "1.7"), (None, "1.7")])
def test_dated_option_is_priced_from_its_date(book: Book, date: Date | None, each: str) -> None:
    """Before its date, the option costs nothing."""
    assert show(_quote(book, Unit(entry="guard", size=1, rating="2"), date=date).total) == each


@pytest.mark.parametrize(
    ("date", "options", "each"),
    [
        (Date(1854, 12), (), "0.1"),
        (Date(1855, 1), (), "0.3"),
        (None, (), "0.1"),
        (None, ("rifles",), "0.3"),
    ],
)
def test_option_that_is_optional_at_other_dates_is_priced_without_a_date_only_if_written(
    book: Book, date: Date | None, options: tuple[str, ...], each: str
) -> None:
    """Without a date, the player still decides."""
    unit = Unit(entry="militia", size=1, rating="1", options=options)
    assert show(_quote(book, unit, date=date).total) == each


@pytest.mark.parametrize("written", ["", "options: []", "options: null", "options:"])
def test_options_absent_empty_and_null_are_the_same(written: str) -> None:
    """Three ways to write no options read as one."""
    head = "orbat: 1\nruleset: tiny\narmy_list: tiny\nunits:\n  - entry: foot\n    size: 3\n    rating: 1\n"
    loaded = read_orbat(f"{head}    {written}\n")
    assert not loaded.findings
    assert loaded.orbat
    assert loaded.orbat.units == (Unit(entry="foot", size=3, rating="1"),)


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        (Unit(entry="dragon", size=3, rating="1"), "no price: unknown entry"),
        (Unit(entry="foot", rating="1"), "no price: the number of stands is missing"),
        (Unit(entry="foot", size=3), "no price: no class"),
        (Unit(entry="foot", size=3, rating="9"), "no price: unknown class 9"),
        (Unit(entry="foot", size="large", rating="1"), "no price: foot has no size large"),
        (Unit(entry="regiment"), "no price: no size"),
        (Unit(entry="regiment", size="huge"), "no price: regiment has no size huge"),
        (Unit(entry="regiment", size=3), "no price: regiment has no size 3"),
    ],
)
def test_unit_without_a_price_gives_the_reason_and_adds_nothing(book: Book, unit: Unit, why: str) -> None:
    """The rest of the army is still priced."""
    quote = _quote(book, unit, Unit(entry="foot", size=10, rating="1"))
    assert quote.units[0].sum.reason == why
    assert quote.units[0].points == 0
    assert quote.total == 1


def test_reason_of_a_price_names_terms_and_sections(library: Library) -> None:
    """Stands, prices and their labels, points, and sections."""
    book, _ = library.book(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british")))
    assert book
    unit = Unit(entry="brit_line", size=15, rating="3")
    assert Pricer(book, None).price_unit(unit, "british").reason == (
        "15 stands x (3 class 3 + 1 rifles) = 60 [DOE 5.3, 5.4]"
    )


def _division(book: Book) -> Orbat:
    def brigade(unit: Unit) -> Formation:
        return Formation(level="brigade", commander=Commander(), units=(unit,))

    rifles = ("rifles",)
    brigades = (
        brigade(Unit(entry="brit_naval_brigade", size=12, rating="2", options=rifles)),
        brigade(Unit(entry="brit_naval_brigade", size=8, rating="3", options=rifles)),
    )
    division = Formation(level="division", commander=Commander(), formations=brigades)
    return Orbat(ruleset=Pin(book.ruleset.id), army_list=Pin("british"), formations=(division,))


def test_edit_changes_the_cost_at_every_level_and_undo_restores_it(library: Library) -> None:
    """Resizing and moving a unit changes the cost of its brigade, division and army."""
    book, _ = library.book(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british")))
    assert book
    pricer = Pricer(book, None)

    def sums(orbat: Orbat) -> list[object]:
        quote = pricer.quote(orbat)
        return [*(line.points for line in quote.all_formations), quote.total]

    start = _division(book)
    unit_path = ("formations", 0, "formations", 0, "units", 0)
    assert sums(start) == [158, 66, 62, 158]
    smaller = apply(start, Set(unit_path, "size", 10))
    assert sums(smaller) == [152, 60, 62, 152]
    assert sums(apply(smaller, Set(unit_path, "size", 12))) == [158, 66, 62, 158]
    unit = start.formations[0].formations[0].units[0]
    moved = apply(apply(start, Remove(unit_path)), Insert(("formations", 0, "formations", 1, "units"), 1, unit))
    assert sums(moved) == [158, 30, 98, 158]
    assert sums(start) == [158, 66, 62, 158]


def test_two_copies_cost_twice_as_much_for_every_entry(library: Library) -> None:
    """For every entry of every list."""
    for list_id in library.list_ids("days_of_empire"):
        orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin(list_id))
        book, _ = library.book(orbat)
        assert book
        for entry in book.entries(list_id).values():
            unit = Unit(
                name="1st",
                entry=entry.id,
                size=entry.size.typical,
                rating=entry.ratings.typical if entry.ratings else "",
                options=tuple(use.option for use in entry.options if use.use != "always"),
            )
            pricer = Pricer(book, None)
            quote = pricer.quote(replace(orbat, units=(unit, replace(unit, name="2nd", note="a copy"))))
            assert quote.units[0].sum == quote.units[1].sum, entry.id
            assert quote.units[0].points > 0, entry.id
            assert quote.total == 2 * quote.units[0].points, entry.id
