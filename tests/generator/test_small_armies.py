"""Armies raised from lists of a few entries, whose possible costs are easy to count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.generator.small_lists import GUNS, entry, small_book

from orbat.generator.dates import candidate_dates
from orbat.generator.raise_army import NotRaised, RaisedArmy, best_of_stages, raise_army, until
from orbat.generator.request import PieceCap, RaiseRequest, Requirement, Style
from orbat.model.army_list import Entry, Limit, LimitCondition, Selector, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Formation, Orbat, formations_of, units_of
from orbat.model.service import Dates

BookOf = Callable[[str, str], Book]
TEN = entry("ten", ratings=("2",), size=(5, 5, 5))
"""A battalion costs 10 points, the general of a brigade, division or corps 30."""
FOOT = Selector(kinds=("infantry",))
OWNED = (PieceCap(label="owned", entries=frozenset({"ten"}), maximum=15),)
ADVISED = Limit(of=FOOT, at_most=3, severity="warning")


def of_points(
    book_of: BookOf, points: int, *limits: Limit, entries: tuple[Entry, ...] = (TEN,), **request: Any
) -> RaisedArmy:
    """An army of a small list."""
    book = small_book(book_of("days_of_empire", "sardinian"), *entries, limits=limits)
    return raise_army(book, RaiseRequest("small", points, **request))


EXACT = "exactly the agreed points"
FIVE = "5 under the agreed points; the limits allow no closer army"
FIVE_OWNED = "5 under the agreed points; the limits and the collection allow no closer army"
RAISED: list[tuple[int, tuple[Limit, ...], tuple[PieceCap, ...], int, str, str]] = [
    (40, (), (), 40, EXACT, ""),
    (50, (), (), 50, EXACT, ""),
    (105, (), (), 100, FIVE, ""),
    (110, (), (), 110, EXACT, ""),
    (100, (Limit(of=FOOT, at_most=3),), (), 100, EXACT, ""),
    (100, (ADVISED,), (), 100, EXACT, "the nearest army without warnings costs 60 points"),
    (105, (ADVISED,), (), 100, FIVE, "the nearest army without warnings costs 60 points"),
    (60, (), OWNED, 60, EXACT, ""),
    (100, (), OWNED, 60, "40 under the agreed points; the limits and the collection allow no closer army", ""),
    (65, (), OWNED, 60, FIVE_OWNED, ""),
    (
        65,
        (Limit(of=FOOT, at_most=2, severity="warning"),),
        OWNED,
        60,
        FIVE_OWNED,
        "the nearest army without warnings costs 50 points",
    ),
]


@pytest.mark.parametrize(("points", "limits", "caps", "cost", "proof", "note"), RAISED)
def test_an_army_is_as_near_as_possible_and_says_so(
    book_of: BookOf,
    points: int,
    limits: tuple[Limit, ...],
    caps: tuple[PieceCap, ...],
    cost: int,
    proof: str,
    note: str,
) -> None:
    """A nearer army with a warning is preferred, with a note on the nearest army without one."""
    found = of_points(book_of, points, *limits, caps=caps)
    assert (found.requested, found.points, found.maximum) == (points, cost, cost)
    assert (found.proof, found.advice_note) == (proof, note)
    assert len(found.warnings) == bool(note)
    assert found.from_collection is bool(caps)


def test_a_possible_nearer_army_is_mentioned(book_of: BookOf) -> None:
    found = replace(of_points(book_of, 105), maximum=103)
    assert (
        found.proof == "5 under the agreed points; no closer army was found, and no possible army costs more than 103"
    )


def test_without_warnings_there_is_no_note_on_armies_without_warnings(book_of: BookOf) -> None:
    assert replace(of_points(book_of, 100), advised_points=90).advice_note == ""
    assert replace(of_points(book_of, 100, ADVISED), advised_points=None).advice_note == ""


@pytest.mark.parametrize(
    ("points", "limits", "entries", "message", "labels"),
    [
        (39, (), (TEN,), "no army of 39 points is possible", ("at most 39 points",)),
        (
            100,
            (Limit(of=FOOT, at_least=9),),
            (TEN,),
            "no army of 100 points is possible",
            ("at most 100 points", "infantry: at least 9"),
        ),
        (100, (), (GUNS,), "the Small list has neither foot nor horse", ()),
    ],
)
def test_an_impossible_army_is_refused_with_the_reason(
    book_of: BookOf,
    points: int,
    limits: tuple[Limit, ...],
    entries: tuple[Entry, ...],
    message: str,
    labels: tuple[str, ...],
) -> None:
    with pytest.raises(NotRaised, match=message) as refused:
        of_points(book_of, points, *limits, entries=entries)
    assert refused.value.labels == labels


ARMS = (
    entry("foot", regiments=20, ratings=("2",), size=(8, 8, 8)),
    entry("horse", "cavalry", "light_cavalry", regiments=9, ratings=("2",), size=(5, 5, 5)),
    replace(GUNS, size=SizeRange(min=2, typical=2, max=2)),
)


@pytest.mark.parametrize(
    ("style", "points", "horse"), [("infantry", 700, 60), ("cavalry", 700, 210), ("cavalry", 705, 240)]
)
def test_the_style_decides_the_points_for_horse(book_of: BookOf, style: Style, points: int, horse: int) -> None:
    """A regiment of horse costs 30, so the points are in steps of 2: an army of 705 costs 704."""
    found: Counter[str] = Counter()
    raised = of_points(book_of, points, entries=ARMS, style=style)
    for line in raised.quote.all_units:
        found[line.unit.entry] += int(line.points)
    assert (raised.points, found["horse"]) == (points // 2 * 2, horse)


EARLY = replace(TEN, id="early", dates=Dates(from_=Date(1810), to=Date(1811)))
LATE = replace(TEN, id="late", dates=Dates(from_=Date(1812), to=Date(1813)), size=SizeRange(min=7, typical=7, max=7))
LAST = replace(TEN, id="last", dates=Dates(from_=Date(1814), to=Date(1815)))


@pytest.mark.parametrize(
    ("points", "cost", "year"), [(40, 40, 1810), (44, 44, 1812), (52, 50, 1810), (54, 50, 1810), (58, 58, 1812)]
)
def test_an_army_without_a_date_gets_the_date_of_the_nearest_army(
    book_of: BookOf, points: int, cost: int, year: int
) -> None:
    """Battalions cost 10 points in 1810 and 1811, and 14 in 1812 and 1813."""
    for seed in range(3):
        found = of_points(book_of, points, entries=(EARLY, LATE), seed=seed)
        assert found.orbat.date is not None
        assert (found.points, found.maximum, found.orbat.date.year // 2 * 2) == (cost, cost, year)


@pytest.mark.parametrize("seed", range(4))
def test_of_equal_armies_the_first_date_counts(book_of: BookOf, seed: int) -> None:
    """Armies of 50 points are possible before 1812 and after 1813."""
    entries = (EARLY, LATE, LAST)
    book = small_book(book_of("days_of_empire", "sardinian"), *entries)
    dates = candidate_dates(book, RaiseRequest("small", 54, seed=seed))
    first = next(date for date in dates if date.year not in (1812, 1813))
    assert of_points(book_of, 54, entries=entries, seed=seed).orbat.date == first


def test_a_list_without_troops_of_the_line_at_any_date_is_refused_without_a_date(book_of: BookOf) -> None:
    entries = tuple(replace(GUNS, id=one.id, dates=one.dates) for one in (EARLY, LATE))
    with pytest.raises(NotRaised, match=r"the Small list has neither foot nor horse$"):
        of_points(book_of, 200, entries=entries)


@pytest.mark.parametrize("seed", range(3))
def test_a_date_without_warnings_is_preferred(book_of: BookOf, seed: int) -> None:
    """Only in 1810 and 1811 are more than three battalions unusual."""
    limit = replace(ADVISED, from_=Date(1810), to=Date(1811))
    found = of_points(book_of, 100, limit, entries=(EARLY, LAST), seed=seed)
    assert found.orbat.date is not None
    assert (found.points, found.warnings, found.orbat.date.year // 2 * 2) == (100, (), 1814)


def with_general(book: Book) -> Book:
    """A book whose player's general costs 7 points."""
    general = replace(book.ruleset.player_general, points=7)
    return replace(book, ruleset=replace(book.ruleset, player_general=general))


@pytest.mark.parametrize(("points", "cost"), [(100, 97), (97, 97), (96, 87), (47, 47)])
def test_the_players_general_counts(book_of: BookOf, points: int, cost: int) -> None:
    """The player's general costs 7, everything else a multiple of 10."""
    book = with_general(small_book(book_of("days_of_empire", "sardinian"), TEN))
    found = raise_army(book, RaiseRequest("small", points))
    assert (found.points, found.maximum) == (cost, cost)


@pytest.mark.parametrize(("armies", "tried"), [((3, 7, 5, 8), 2), ((7, 3), 1), ((3, 5), 2), ((), 0)])
def test_no_army_is_raised_after_one_that_suffices(armies: tuple[int, ...], tried: int) -> None:
    left = iter(armies)
    assert tuple(until(left, lambda army: army >= 7)) == armies[:tried]
    assert tuple(left) == armies[tried:]


@pytest.fixture
def stages(book_of: BookOf) -> Callable[..., list[RaisedArmy]]:
    """Armies of given points, each with one warning if the points are odd."""
    plain = of_points(book_of, 50)
    (warning,) = of_points(book_of, 100, ADVISED).warnings

    def armies(*points: int) -> list[RaisedArmy]:
        return [
            replace(
                plain,
                quote=replace(plain.quote, total=one),
                maximum=one + 5,
                findings=(warning,) if one % 2 else (),
            )
            for one in points
        ]

    return armies


@pytest.mark.parametrize(
    ("points", "best", "maximum", "advised"),
    [
        ((50,), 50, 55, None),
        ((51,), 51, 56, None),
        ((40, 50, 61), 61, 66, 50),
        ((50, 40, 61), 61, 66, 50),
        ((50, 61, 40), 61, 45, 50),
        ((41, 61, 51), 61, 56, None),
        ((61, 50, 62), 62, 67, None),
    ],
)
def test_the_nearest_army_of_all_stages_states_the_nearest_without_warnings(
    stages: Callable[..., list[RaisedArmy]], points: tuple[int, ...], best: int, maximum: int, advised: int | None
) -> None:
    """The last stage has the loosest limits, so its maximum counts."""
    found = best_of_stages(stages(*points))
    assert (found.points, found.maximum, found.advised_points) == (best, maximum, advised)


def test_of_equal_armies_that_of_the_strictest_stage_counts(stages: Callable[..., list[RaisedArmy]]) -> None:
    first, second = stages(50, 50)
    assert best_of_stages([replace(first, requested=60), second]).requested == 60


EIGHT = entry("eight", ratings=("2",), size=(4, 8, 8))


@pytest.mark.parametrize("points", [138, 150, 154, 300])
def test_units_have_at_least_three_quarters_of_the_usual_size_if_possible(book_of: BookOf, points: int) -> None:
    found = of_points(book_of, points, entries=(EIGHT, ARMS[1]), style="cavalry")
    assert found.points == points
    assert {place.unit.size for place in units_of(found.orbat) if place.unit.entry == "eight"} <= {6, 7, 8}


FOOT_30 = entry("foot", subtype="line", regiments=20, ratings=("2",), size=(15, 15, 15))
HORSE_30 = entry("horse", "cavalry", "light_cavalry", regiments=20, ratings=("2",), size=(5, 5, 5))
ONLY = entry("only", subtype="light", regiments=1, ratings=("2",), size=(8, 16, 16), limits=(Limit(at_most=1),))


@pytest.mark.parametrize(
    ("style", "units"),
    [
        ("infantry", {"foot": 15, "only": 1}),
        ("balanced", {"foot": 11, "horse": 4, "only": 1}),
        ("cavalry", {"foot": 8, "horse": 8, "only": 1}),
    ],
)
def test_an_army_with_a_small_unit_keeps_its_style(book_of: BookOf, style: Style, units: dict[str, int]) -> None:
    """Only a unit of nine stands, about half of its usual size, makes up 618 points and the player's general."""
    book = with_general(small_book(book_of("days_of_empire", "sardinian"), FOOT_30, HORSE_30, ONLY))
    found = raise_army(book, RaiseRequest("small", 625, style))
    assert (found.points, Counter(place.unit.entry for place in units_of(found.orbat))) == (625, units)


JAGERS = Limit(of=Selector(subtypes=("light",)), scope="brigade", at_most=Fraction(1, 2), among=FOOT)
LIGHT = (
    entry("foot", subtype="line", regiments=20, ratings=("2",), size=(5, 5, 5)),
    entry("jager", subtype="light", regiments=20, ratings=("2",), size=(5, 5, 5)),
)


@pytest.mark.parametrize("seed", [0, 2])
def test_several_armies_are_tried_for_one_without_warnings(book_of: BookOf, seed: int) -> None:
    """Most divisions of light infantry into brigades exceed a share."""
    limit = replace(JAGERS, severity="warning")
    found = of_points(book_of, 200, limit, entries=LIGHT, seed=seed)
    assert (found.points, found.warnings) == (200, ())


def test_several_armies_are_tried_for_one_without_errors(book_of: BookOf) -> None:
    found = of_points(book_of, 240, JAGERS, entries=LIGHT, seed=7)
    assert (found.points, found.errors) == (240, ())


def test_errors_of_an_army_that_cannot_be_raised_are_stated(book_of: BookOf) -> None:
    """Horse has brigades of its own, so it is always more than half of the foot in its brigade."""
    limit = Limit(of=Selector(kinds=("cavalry",)), scope="brigade", at_most=Fraction(1, 2), among=FOOT)
    must = Requirement("horse", 2, entries=frozenset({"horse"}))
    with pytest.raises(NotRaised, match="no army without errors was found") as refused:
        of_points(book_of, 190, limit, entries=ARMS, requirements=(must,))
    message = "cavalry in 2nd Brigade: 2 units; at most 0 allowed: 1/2 of the 0 units of infantry"
    assert refused.value.labels == (message,)


def test_a_collection_of_few_stands_is_used_for_a_small_unit(book_of: BookOf) -> None:
    """Units are smaller than half of their usual size only if no other army is possible."""
    entries = (entry("ten", ratings=("2",), size=(3, 8, 8)),)
    caps = tuple(replace(cap, maximum=3) for cap in OWNED)
    found = of_points(book_of, 40, entries=entries, caps=caps)
    assert (found.points, [place.unit.size for place in units_of(found.orbat)]) == (36, [3])


@pytest.mark.parametrize(("owned", "cost"), [(None, 126), (99, 110)])
def test_an_unusually_large_brigade_is_formed_to_reach_the_points_unless_from_a_collection(
    book_of: BookOf, owned: int | None, cost: int
) -> None:
    """A battalion costs 16. A usual brigade has two to five units, so it costs up to 110."""
    caps = () if owned is None else (PieceCap(label="owned", entries=frozenset({"foot"}), maximum=owned),)
    found = of_points(book_of, 126, entries=(ARMS[0],), caps=caps)
    assert (found.points, found.maximum) == (cost, cost)


@pytest.mark.parametrize("seed", range(3))
def test_a_date_without_warnings_is_preferred_for_a_collection(book_of: BookOf, seed: int) -> None:
    limit = replace(ADVISED, from_=Date(1810), to=Date(1811))
    caps = (PieceCap(label="owned", entries=frozenset({"early", "last"}), maximum=50),)
    found = of_points(book_of, 80, limit, entries=(EARLY, LAST), seed=seed, caps=caps)
    assert found.orbat.date is not None
    assert (found.points, found.warnings, found.orbat.date.year // 2 * 2) == (80, (), 1814)


NEEDED = Limit(of=Selector(entries=("guns",)), only_with=Selector(entries=("horse",)), scope="formation", house=True)
WHOLE = Limit(of=Selector(entries=("guard",)), at_least=3, or_none=True, scope="brigade", house=True)
HORSE = entry("horse", "cavalry", "heavy_cavalry", ratings=("2",), size=(4, 6, 8))
GUARD = entry("guard", ratings=("3",), size=(6, 6, 6))


def _brigades(orbat: Orbat) -> list[Formation]:
    return [place.formation for place in formations_of(orbat) if place.formation.level == "brigade"]


@pytest.mark.parametrize("seed", range(4))
def test_a_core_is_bought_whole_and_in_one_brigade_or_not_at_all(book_of: BookOf, seed: int) -> None:
    required = (Requirement("guards", 1, entries=frozenset({"guard"})),)
    raised = of_points(book_of, 400, WHOLE, entries=(TEN, GUARD), seed=str(seed), requirements=required)
    brigades = [Counter(unit.entry for unit in one.units)["guard"] for one in _brigades(raised.orbat)]
    assert [one for one in brigades if one]
    assert all(one >= 3 for one in brigades if one)
    assert raised.errors == ()


def test_troops_are_not_bought_without_those_that_they_need(book_of: BookOf) -> None:
    """Even if the limit is only advice."""
    advice = replace(NEEDED, severity="warning")
    caps = (PieceCap(label="no horse", entries=frozenset({"horse"}), maximum=0),)
    raised = of_points(book_of, 300, advice, entries=(TEN, HORSE, GUNS), caps=caps)
    assert "guns" not in {place.unit.entry for place in units_of(raised.orbat)}


def test_a_limit_on_armies_without_some_troops_is_lifted_if_they_are_required(book_of: BookOf) -> None:
    condition = LimitCondition(of=Selector(entries=("guard",)), at_most=0)
    limit = Limit(of=Selector(entries=("horse",)), at_most=0, when=condition, house=True)
    wanted = Requirement("horse", 1, entries=frozenset({"horse"}))
    with pytest.raises(NotRaised):
        of_points(book_of, 300, limit, entries=(TEN, HORSE, GUARD), requirements=(wanted,))
    both = (wanted, Requirement("guards", 1, entries=frozenset({"guard"})))
    raised = of_points(book_of, 300, limit, entries=(TEN, HORSE, GUARD), requirements=both)
    assert {"horse", "guard"} <= {place.unit.entry for place in units_of(raised.orbat)}
