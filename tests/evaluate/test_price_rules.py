"""Prices under rulings and of nations, bought staff quality, reserves, and the lines of a quote."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.evaluate.tiny import tiny_list, tiny_ruleset

from orbat.evaluate.pricing import Pricer, share_of, size_of
from orbat.evaluate.quote import CommanderLine, Quote, Share, Sum, Term, UnitLine
from orbat.model.book import Book
from orbat.model.commanders import BOUGHT, SET
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.prices import NationalPrice, Price, applies
from orbat.model.ruleset import OffBoard
from orbat.model.sourced import Sourced
from orbat.model.text import Pin

LIST = """
entries:
  - id: foot
    name: Foot
    kind: foot
    ratings: {allowed: [1, 2], typical: 1}
    size: {min: 1, typical: 3, max: 99}
    options: [{option: rifles, use: optional}, {option: flag, use: optional}]
  - {id: camp, name: Camp, kind: camp, size: {min: 1, typical: 1, max: 9}}
  - {id: mob, name: Mob, kind: mob, size: {min: 1, typical: 1, max: 9}}
"""

RULESET = """
commander_word: leader
ratings: [{id: 1, label: poor}, {id: 2, label: good}]
arms: [infantry]
kinds:
  foot:
    label: foot
    arm: infantry
    counted_in: [stand, stands]
    rating: priced
    price:
      by_rating: {1: 2, 2: 4}
      cite: TINY 1
      marked: {2: {house: true}}
      instead: [{ruling: dear, choice: "yes", by_rating: {1: 3, 2: 5}, cite: TINY 9}]
  camp:
    label: camp
    arm: infantry
    rating: none
    price: {points: 10, per: unit, cite: TINY 2}
  mob:
    label: mob
    arm: infantry
    counted_in: [man, men]
    rating: free
    price: {points: 1, cite: TINY 3}
options:
  rifles:
    label: rifles
    points: 1
    kinds: [foot]
    cite: TINY 4
    instead: [{ruling: dear, choice: "yes", points: 2, cite: TINY 9}]
  flag: {label: a flag, points: 7, per: unit, kinds: [foot], cite: TINY 5}
levels:
  - {id: division, label: division, general: {points: 50, cite: TINY 6}}
  - id: brigade
    label: brigade
    general: {points: 30, cite: TINY 6, instead: [{ruling: dear, choice: "yes", points: 40, cite: TINY 9}]}
player_general: {points: 5, cite: TINY 7, instead: [{ruling: dear, choice: "yes", points: 6, cite: TINY 9}]}
staff:
  dice: 1
  sides: 6
  qualities: [{id: poor, label: poor}, {id: good, label: good}]
  player: good
  default: {rows: {poor: [1, 2, 3], good: [4, 5, 6]}}
  ruling: quality
  prices: {points: {poor: -5, good: 20}, cite: TINY 8}
national_prices:
  - {nations: [blue], percent: 110, to_nearest: 5, cite: TINY 10}
  - {nations: [blue, red], percent: 90, ruling: cheap, choice: "yes", cite: TINY 11}
rules: {}
rulings:
  - {id: dear, passage: p, question: q, ours: "no", choices: [{id: "no", label: "no"}, {id: "yes", label: "yes"}]}
  - {id: cheap, passage: p, question: q, ours: "no", choices: [{id: "no", label: "no"}, {id: "yes", label: "yes"}]}
  - id: quality
    passage: p
    question: q
    ours: diced
    choices: [{id: diced, label: diced}, {id: bought, label: bought}, {id: set, label: set}]
"""

RED = tiny_list("red", LIST)
BOOK = Book(tiny_ruleset(RULESET), {"red": RED, "blue": replace(RED, id="blue", nation="blue")})
ARMY = Orbat(ruleset=Pin("tiny"), army_list=Pin("red"))
CAMP = Unit(entry="camp")


def _quote(rulings: dict[str, str] | None = None, *, book: Book = BOOK, **more: object) -> Quote:
    return Pricer(book, None, rulings).quote(replace(ARMY, **more))  # type: ignore[arg-type]


def _reason(unit: Unit, list_id: str = "red", rulings: dict[str, str] | None = None) -> str:
    return Pricer(BOOK, None, rulings).price_unit(unit, list_id).reason


@pytest.mark.parametrize(
    ("unit", "rulings", "reason"),
    [
        (Unit(entry="foot", size=3, rating="1"), None, "3 stands x 2 class 1 = 6 [TINY 1]"),
        (Unit(entry="foot", size=3, rating="1"), {"dear": "yes"}, "3 stands x 3 class 1 = 9 [TINY 9]"),
        (Unit(entry="foot", size=3, rating="1"), {"dear": "no"}, "3 stands x 2 class 1 = 6 [TINY 1]"),
        (Unit(entry="foot", size=1, rating="2"), None, "1 stand x 4 class 2 = 4 [house]"),
        (Unit(entry="foot", size=1, rating="2"), {"dear": "yes"}, "1 stand x 5 class 2 = 5 [TINY 9]"),
        (
            Unit(entry="foot", size=2, rating="1", options=("rifles", "flag", "wings")),
            None,
            "2 stands x (2 class 1 + 1 rifles) + 7 a flag = 13 [TINY 1, 4, 5]",
        ),
        (
            Unit(entry="foot", size=2, rating="1", options=("rifles",)),
            {"dear": "yes"},
            "2 stands x (3 class 1 + 2 rifles) = 10 [TINY 9]",
        ),
        (Unit(entry="mob", size=4), None, "4 men x 1 mob = 4 [TINY 3]"),
        (Unit(entry="mob", size=0), None, "0 men x 1 mob = 0 [TINY 3]"),
        (Unit(entry="mob"), None, "no price: the number of men is missing"),
        (CAMP, None, "10 camp = 10 [TINY 2]"),
    ],
)
def test_rulings_change_prices_and_their_citations(unit: Unit, rulings: dict[str, str] | None, reason: str) -> None:
    """Without rulings, the default choices apply. Options that the ruleset does not have are free."""
    assert _reason(unit, "red", rulings) == reason


@pytest.mark.parametrize(
    ("list_id", "cheap", "reason"),
    [
        ("red", "no", "13 men x 1 mob = 13 [TINY 3]"),
        ("red", "yes", "13 men x 1 mob x 90 % to the nearest whole point = 12 [TINY 3, 11]"),
        ("blue", "no", "13 men x 1 mob x 110 % to the nearest 5 = 15 [TINY 3, 10]"),
        ("blue", "yes", "13 men x 1 mob x 110 % to the nearest 5 = 15 [TINY 3, 10]"),
    ],
)
def test_the_first_price_of_a_nation_applies(list_id: str, cheap: str, reason: str) -> None:
    """A price may be for one choice of a ruling."""
    assert _reason(Unit(entry="mob", size=13), list_id, {"cheap": cheap}) == reason


def test_an_unknown_list_has_no_national_price() -> None:
    assert share_of(BOOK, "green", {"cheap": "yes"}) is None
    assert share_of(BOOK, "red", {"cheap": "yes"}) == Share(90, 1, ("TINY 11",))


@pytest.mark.parametrize(
    ("nation", "ruling", "paid"), [("blue", "", True), ("red", "", False), ("blue", "r", True), ("blue", "s", False)]
)
def test_a_nation_pays_its_price_under_the_ruling(nation: str, ruling: str, paid: bool) -> None:
    price = NationalPrice(nations=("blue",), percent=110, ruling=ruling, choice="c")
    assert price.is_paid_by(nation, {"r": "c", "s": "d"}) is paid
    assert price.to_nearest == 1
    assert applies(price, {"r": "c", "s": "d"}) is (ruling == "r")
    assert applies(None, {}) is False


def test_a_number_may_have_a_source_of_its_own() -> None:
    price = Price(points=1, cite=("X 1",), marked={"2": Sourced(house=True)})
    assert (price.source_of("1").citations, price.source_of("2").citations) == (("X 1",), ("house",))
    assert (price.under({}), price.per) == (price, "size")


@pytest.mark.parametrize(("size", "number"), [(None, None), (0, 0), (1, 1), (7, 7), ("large", None)])
def test_units_priced_by_size_need_a_number(size: int | str | None, number: int | None) -> None:
    assert size_of(Unit(entry="mob", size=size), BOOK.ruleset.kinds["mob"]) == number


@pytest.mark.parametrize(("size", "number"), [(None, 1), (0, 0), (1, 1), (7, 7), ("large", None)])
def test_units_with_one_price_need_no_number(size: int | str | None, number: int | None) -> None:
    assert size_of(Unit(entry="camp", size=size), BOOK.ruleset.kinds["camp"]) == number


def test_a_size_without_a_word_is_not_counted() -> None:
    found = Pricer(BOOK, None).price_unit(replace(CAMP, size=4), "red")
    assert (found.size, found.counted_in, found.pieces, found.points) == (None, "", 1, 10)


def test_a_unit_without_a_price_keeps_its_size() -> None:
    found = Pricer(BOOK, None).price_unit(Unit(entry="foot", size=4, rating="9"), "red")
    assert (found.points, found.size, found.counted_in, found.pieces) == (None, 4, "stands", 4)
    assert Pricer(BOOK, None).price_unit(Unit(entry="dragon"), "red").size == 1


LEADERS = (
    Formation(level="division", commander=Commander()),
    Formation(level="brigade", commander=Commander(player=True)),
    Formation(level="wing", commander=Commander()),
    Formation(level="brigade", commander=Commander()),
    Formation(level="brigade"),
)


@pytest.mark.parametrize(("dear", "prices"), [("no", [5, 50, 5, 0, 30]), ("yes", [6, 50, 6, 0, 40])])
def test_commanders_cost_the_price_of_their_level(dear: str, prices: list[int]) -> None:
    """The player's own general has the same price at every level."""
    quote = _quote({"dear": dear}, commander=Commander(), formations=LEADERS)
    assert [line.points for line in quote.all_commanders] == prices
    assert [line.is_player for line in quote.all_commanders] == [True, False, True, False, False]
    assert quote.total == sum(prices)


def test_the_prices_of_commanders_are_explained() -> None:
    quote = _quote(commander=Commander(), formations=LEADERS)
    assert [line.reason for line in quote.all_commanders] == [
        f"5 the player's {BOOK.ruleset.commander_title} = 5 [TINY 7]",
        "50 division leader = 50 [TINY 6]",
        f"5 the player's {BOOK.ruleset.commander_title} = 5 [TINY 7]",
        "0 leader of unknown level = 0",
        "30 brigade leader = 30 [TINY 6]",
    ]


@pytest.mark.parametrize(
    ("quality", "source", "points", "reason"),
    [
        ("good", BOUGHT, 50, "30 brigade leader + 20 good = 50 [TINY 6, 8]"),
        ("poor", BOUGHT, 25, "30 brigade leader - 5 poor = 25 [TINY 6, 8]"),
        ("", BOUGHT, 50, "30 brigade leader + 20 = 50 [TINY 6, 8]"),
        ("mad", BOUGHT, 30, "30 brigade leader = 30 [TINY 6]"),
        ("good", SET, 30, "30 brigade leader = 30 [TINY 6]"),
        ("good", "diced", 30, "30 brigade leader = 30 [TINY 6]"),
    ],
)
def test_staff_quality_costs_points_only_if_it_is_bought(quality: str, source: str, points: int, reason: str) -> None:
    """Without a quality, a commander has the fixed one of the player."""
    brigade = Formation(level="brigade", commander=Commander(quality=quality))
    quote = _quote({"quality": source}, formations=(brigade,))
    (line,) = quote.all_commanders
    assert (line.points, quote.total) == (points, points)
    assert line.reason.replace("  ", " ") == reason


def test_quality_without_prices_costs_nothing() -> None:
    free = Book(replace(BOOK.ruleset, staff=replace(BOOK.ruleset.staff, prices=None)), BOOK.lists)
    brigade = Formation(level="brigade", commander=Commander(quality="good"))
    assert _quote({"quality": BOUGHT}, book=free, formations=(brigade,)).total == 30


NESTED = Formation(
    level="division",
    commander=Commander(name="D"),
    formations=(
        Formation(level="brigade", name="1st", commander=Commander(name="B"), units=(CAMP, replace(CAMP, name="2"))),
        Formation(level="brigade", name="2nd", off_board=True, units=(replace(CAMP, name="3"),)),
    ),
    units=(replace(CAMP, name="4", off_board=True),),
)


def test_the_lines_of_a_quote_are_in_document_order() -> None:
    """Units of a formation come before those of the formations in it, and single units of the army come last."""
    single = Unit(entry="mob", size=2, name="5")
    quote = _quote(commander=Commander(name="A"), formations=(NESTED,), units=(single,))
    assert [line.formation.name for line in quote.all_formations] == ["", "1st", "2nd"]
    assert [line.unit.name for line in quote.all_units] == ["4", "", "2", "3", "5"]
    assert [line.commander.name for line in quote.all_commanders] == ["A", "D", "B"]
    assert [line.path for line in quote.all_units[:2]] == [
        ("formations", 0, "units", 0), ("formations", 0, "formations", 0, "units", 0)
    ]  # fmt: skip
    assert [line.points for line in quote.all_formations] == [120, 50, 10]
    assert quote.total == 127


@pytest.mark.parametrize(("whole_formations", "points"), [(False, 20), (True, 10)])
def test_reserves_are_formations_or_also_units(whole_formations: bool, points: int) -> None:
    """If only whole formations may be in reserve, units off the board do not count."""
    rule = OffBoard(at_most=Fraction(1, 4), levels=("brigade",)) if whole_formations else None
    book = Book(replace(BOOK.ruleset, rules=replace(BOOK.ruleset.rules, off_board=rule)), BOOK.lists)
    quote = _quote(book=book, formations=(NESTED,))
    assert (quote.off_board, quote.all_formations[0].off_board) == (points, points)
    everything = _quote(book=book, formations=(replace(NESTED, off_board=True),))
    assert everything.off_board == everything.total == 120


@pytest.mark.parametrize(
    ("size", "partial", "left"), [(100, False, 90), (5, False, -5), (None, False, None), (100, True, None)]
)
def test_the_points_left_need_an_agreed_size_and_a_whole_army(
    size: int | None, partial: bool, left: int | None
) -> None:
    assert _quote(units=(CAMP,), game_size=size, partial=partial).remaining == left


def test_units_and_formations_may_be_of_other_lists() -> None:
    """The list of a formation is that of what it contains, unless that names another. Without a list, no nation's
    price applies."""
    mob = Unit(entry="mob", size=13)
    brigade = Formation(level="brigade", army_list=Pin("blue"), units=(mob, replace(mob, army_list=Pin("red"))))
    quote = _quote(formations=(brigade,), units=(mob, replace(mob, army_list=Pin("blue"))))
    assert [(line.list_id, line.points) for line in quote.all_units] == [
        ("blue", 15), ("red", 13), ("red", 13), ("blue", 15)
    ]  # fmt: skip
    assert [line.list_id for line in quote.all_formations] == ["blue"]
    without = _quote(army_list=None, units=(mob,))
    assert (without.all_units[0].list_id, without.total) == ("", 13)


def test_the_same_pricer_prices_changed_armies() -> None:
    """Unchanged formations keep their lines, also if the earlier quote is given."""
    pricer, other = Pricer(BOOK, None), Formation(level="brigade", units=(CAMP,))
    first = pricer.quote(replace(ARMY, formations=(NESTED, other)))
    second = pricer.quote(replace(ARMY, formations=(NESTED,)))
    assert (first.total, second.total) == (130, 120)
    assert second.formations[0] is first.formations[0]
    assert pricer.quote(replace(ARMY, formations=(other, NESTED)), first).total == 130
    moved = pricer.quote(replace(ARMY, formations=(other, NESTED)), first)
    assert [line.path for line in moved.formations] == [("formations", 0), ("formations", 1)]
    assert pricer.quote(replace(ARMY, formations=(NESTED, other)), first) == first


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (Sum(None, unpriced="no size"), "no price: no size"),
        (Sum(2, 2, "men", each=(Term(1, "mob", ("X 1",)),)), "2 men x 1 mob = 2 [X 1]"),
        (Sum(1, once=(Term(1, "a", ()),)), "1 a = 1"),
        (Sum(-1, once=(Term(-1, "a", ()),)), "-1 a = -1"),
        (Sum(0, once=(Term(0, "a", ()), Term(0, "b", ()))), "0 a + 0 b = 0"),
        (Sum(2, once=(Term(1, "a", ()), Term(1, "b", ()))), "1 a + 1 b = 2"),
        (Sum(0, once=(Term(Fraction(1, 2), "a", ()), Term(Fraction(-1, 2), "b", ()))), "0.5 a - 0.5 b = 0"),
        (
            Sum(2, once=(Term(1, "a", ("X 1",)), Term(1, "b", ("X 2",))), share=Share(90, 2, ("X 1", "X 3"))),
            "(1 a + 1 b) x 90 % to the nearest 2 = 2 [X 1, 2, 3]",
        ),
    ],
)
def test_the_calculation_of_a_sum_in_words(found: Sum, reason: str) -> None:
    assert found.reason == reason


def test_lines_without_a_price_add_nothing() -> None:
    """A sum is for one piece unless it says otherwise."""
    assert UnitLine((), CAMP, "red", Sum(None, unpriced="x")).points == 0
    assert UnitLine((), CAMP, "red", Sum(Fraction(1, 2))).points == Fraction(1, 2)
    assert (Sum(3).size, Sum(3).pieces, Sum(3, None).pieces, Sum(3, 0).pieces) == (1, 1, 1, 0)
    line = CommanderLine((), Commander(), Term(Fraction(1, 2), "a", ()), False, Term(Fraction(-1, 2), "b", ()))
    assert (line.points, isinstance(line.points, int)) == (0, True)
