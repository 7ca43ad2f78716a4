"""The rows of an army's program: sizes, formations, limits and requirements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.generator.small_lists import (
    ENGINEERS,
    GUNS,
    PONTOONS,
    entry,
    rows_in_words,
    small_book,
    variable_names,
)

from orbat.generator.army_program import ArmyProgram
from orbat.generator.limit_rows import add_limits, formation_limits
from orbat.generator.linear_program import INFINITY
from orbat.generator.request import PieceCap, RaiseRequest, Requirement
from orbat.generator.shape import usual_shape
from orbat.model.army_list import Entry, Limit, Selector, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date

BookOf = Callable[[str, str], Book]
ANY = Selector()
BRIGADES = Selector(levels=("brigade",))
FOOT, CAVALRY, BATTERIES = (Selector(kinds=(kind,)) for kind in ("infantry", "cavalry", "field_gun"))
WORKS = (ENGINEERS, PONTOONS)
LINE_2 = entry("line", ratings=("2",))
HORSE_3 = entry("horse", "cavalry", ratings=("3",))


def program(
    book_of: BookOf,
    entries: tuple[Entry, ...],
    *limits: Limit,
    apart: bool = True,
    habits: Mapping[str, tuple[int, int]] | None = None,
    usual: bool = True,
    advice: bool = True,
    require: Requirement | None = None,
    caps: tuple[PieceCap, ...] = (),
) -> ArmyProgram:
    """The program of an army of 800 points of a small list. Without `apart`, foot and horse may share formations."""
    book = small_book(book_of("days_of_empire", "sardinian"), *entries, habits=habits, limits=limits)
    if not apart:
        book = replace(book, ruleset=replace(book.ruleset, rules=replace(book.ruleset.rules, apart=None)))
    request = RaiseRequest("small", 800, requirements=(require,) if require else (), caps=caps)
    return ArmyProgram(book, request, book.default_rulings, advice=advice, habits=usual)


def limit_rows(army_program: ArmyProgram) -> list[str]:
    """The rows that limits, needs and stands owned add."""
    first = len(army_program.program.rows)
    add_limits(army_program)
    return rows_in_words(army_program, first)


ARMS = (LINE_2, HORSE_3, GUNS)


def test_the_usual_army_has_units_in_brigades_and_brigades_in_divisions(book_of: BookOf) -> None:
    """`line 2>` is the number of stands above the usual size of all units of line of class 2."""
    found = program(book_of, ARMS)
    assert rows_in_words(found) == [
        "independent horse - ? <= 0",
        "horse brigade + 60 ? <= 60",
        "line 2> - 2 line 2 <= 0",
        "line 2< - 2 line 2 <= 0",
        "horse 3> - 2 horse 3 <= 0",
        "horse 3< - 2 horse 3 <= 0",
        "guns> - guns <= 0",
        "guns< - guns <= 0",
        "line 2 - 5 foot brigade <= 0",
        "line 2 - 2 foot brigade >= 0",
        "horse 3 - independent horse - 4 horse brigade <= 0",
        "horse 3 - independent horse - 2 horse brigade >= 0",
        "foot brigade + horse brigade >= 1",
        "foot brigade - 4 foot division - 2 no foot division <= 0",
        "foot brigade - 2 foot division >= 0",
        "foot division + 60 no foot division <= 60",
        "foot division + no foot division >= 1",
        "foot division - 4 foot corps - 2 no foot corps <= 0",
        "foot division - 2 foot corps >= 0",
        "foot corps + 60 no foot corps <= 60",
        "foot corps + no foot corps >= 1",
        "horse brigade - 4 horse division - 2 no horse division <= 0",
        "horse brigade - 2 horse division >= 0",
        "horse division + 60 no horse division <= 60",
        "horse division + no horse division >= 1",
        "horse division - 4 horse corps - 2 no horse corps <= 0",
        "horse division - 2 horse corps >= 0",
        "horse corps + 60 no horse corps <= 60",
        "horse corps + no horse corps >= 1",
        "guns - foot brigade - horse brigade <= 0",
    ]
    names = variable_names(found)
    most = {names.get(number, "?"): most for number, most in enumerate(found.program.most) if most < INFINITY}
    assert most == {
        "?": 1,
        "independent horse": 1,
        "line 2": 66.0,
        "horse 3": 16.0,
        "guns": 11.0,
        "foot division": 60,
        "no foot division": 1,
        "foot corps": 60,
        "no foot corps": 1,
        "horse division": 60,
        "no horse division": 1,
        "horse corps": 60,
        "no horse corps": 1,
    }


SHAPES = [
    ({"habits": {"battalions_per_brigade": (4, 6)}}, ["line 2 - 6 foot brigade <= 0"]),
    ({"habits": {"battalions_per_brigade": (1, 1)}}, ["line 2 - 2 foot brigade <= 0", "line 2 - foot brigade >= 0"]),
    (
        {"habits": {"regiments_per_brigade": (3, 3), "squadrons_per_horse_brigade": (3, 7)}},
        ["line 2 - 3 foot brigade <= 0", "horse 3 - independent horse - 7 horse brigade <= 0"],
    ),
    (
        {"habits": {"brigades_per_division": (3, 5), "divisions_per_corps": (1, 6)}},
        [
            "foot brigade - 5 foot division - 2 no foot division <= 0",
            "foot division - 6 foot corps - 2 no foot corps <= 0",
            "foot division - foot corps >= 0",
            "horse brigade - 5 horse division - 2 no horse division <= 0",
            "horse division - 6 horse corps - 2 no horse corps <= 0",
            "horse division - horse corps >= 0",
        ],
    ),
    ({"habits": {"batteries_per_brigade": (1, 2)}}, ["guns - 2 foot brigade - horse brigade <= 0"]),
    (
        {"habits": {"batteries_per_division": (1, 3)}},
        ["guns - 3 foot division - 3 no foot division - horse brigade <= 0"],
    ),
    ({"habits": {"batteries_per_corps": (1, 3)}}, []),
    (
        {"habits": {"batteries_per_division": (1, 3), "battalions_per_brigade": (4, 6)}, "usual": False},
        [
            "line 2 - 99 foot brigade <= 0",
            "line 2 - foot brigade >= 0",
            "horse 3 - 99 horse brigade <= 0",
            "horse 3 - horse brigade >= 0",
            "foot brigade - 99 foot division - 2 no foot division <= 0",
            "foot brigade - foot division >= 0",
            "foot division - 99 foot corps - 2 no foot corps <= 0",
            "foot division - foot corps >= 0",
            "horse brigade - 99 horse division - 2 no horse division <= 0",
            "horse brigade - horse division >= 0",
            "horse division - 99 horse corps - 2 no horse corps <= 0",
            "horse division - horse corps >= 0",
            "guns - 99 foot brigade - horse brigade <= 0",
        ],
    ),
    (
        {"apart": False},
        [
            "foot brigade + horse brigade - 4 any division - 2 no any division <= 0",
            "foot brigade + horse brigade - 2 any division >= 0",
            "any division + 60 no any division <= 60",
            "any division + no any division >= 1",
            "any division - 4 any corps - 2 no any corps <= 0",
            "any division - 2 any corps >= 0",
            "any corps + 60 no any corps <= 60",
            "any corps + no any corps >= 1",
        ],
    ),
    (
        {"apart": False, "habits": {"batteries_per_division": (1, 3)}},
        [
            "foot brigade + horse brigade - 4 any division - 2 no any division <= 0",
            "foot brigade + horse brigade - 2 any division >= 0",
            "any division + 60 no any division <= 60",
            "any division + no any division >= 1",
            "any division - 4 any corps - 2 no any corps <= 0",
            "any division - 2 any corps >= 0",
            "any corps + 60 no any corps <= 60",
            "any corps + no any corps >= 1",
            "guns - 3 any division - 3 no any division <= 0",
        ],
    ),
    (
        {"apart": False, "usual": False},
        [
            "line 2 + horse 3 - 99 horse brigade <= 0",
            "line 2 + horse 3 - horse brigade >= 0",
            "horse brigade >= 1",
            "horse brigade - 99 any division - 2 no any division <= 0",
            "horse brigade - any division >= 0",
            "any division + 60 no any division <= 60",
            "any division + no any division >= 1",
            "any division - 99 any corps - 2 no any corps <= 0",
            "any division - any corps >= 0",
            "any corps + 60 no any corps <= 60",
            "any corps + no any corps >= 1",
            "guns - 99 horse brigade <= 0",
        ],
    ),
]


@pytest.mark.parametrize(("given", "other"), SHAPES)
def test_habits_and_the_ruleset_change_the_contents_of_formations(
    book_of: BookOf, given: dict[str, Any], other: list[str]
) -> None:
    """The rows that are not in those of the usual army."""
    usual, found = rows_in_words(program(book_of, ARMS)), rows_in_words(program(book_of, ARMS, **given))
    assert [row for row in found if row not in usual] == other


FORMATION_LIMITS = [
    (Limit(of=ANY, scope="brigade", at_most=4), True, (2, 3), (2, 3), ((2, 4), (2, 4))),
    (Limit(of=ANY, scope="brigade", at_most=4), False, (1, 4), (1, 4), ((1, 99), (1, 99))),
    (Limit(of=ANY, scope="brigade", at_least=3), True, (3, 5), (3, 4), ((2, 4), (2, 4))),
    (Limit(of=ANY, scope="brigade", at_least=3), False, (3, 99), (3, 99), ((1, 99), (1, 99))),
    (Limit(of=ANY, scope="brigade", at_most=4, severity="warning"), True, (2, 3), (2, 3), ((2, 4), (2, 4))),
    (Limit(of=ANY, scope="brigade", at_most=4, severity="warning"), False, (1, 99), (1, 99), ((1, 99), (1, 99))),
    (Limit(of=ANY, scope="brigade", at_most=4, count="stands"), True, (2, 5), (2, 4), ((2, 4), (2, 4))),
    (Limit(of=ANY, scope="brigade", at_most=4, count="stands"), False, (1, 99), (1, 99), ((1, 99), (1, 99))),
    (Limit(of=ANY, scope="brigade", at_most=Fraction(1, 2), among=FOOT), True, (2, 5), (2, 4), ((2, 4), (2, 4))),
    (Limit(of=ANY, scope="brigade", at_most=Fraction(1, 2), among=FOOT), False, (1, 99), (1, 99), ((1, 99), (1, 99))),
    (
        Limit(of=BRIGADES, scope="division", at_most=3, at_least=1),
        True,
        (2, 5),
        (2, 4),
        ((2, 3), (2, 4)),
    ),
    (
        Limit(of=BRIGADES, scope="division", at_most=3, at_least=1),
        False,
        (1, 99),
        (1, 99),
        ((1, 3), (1, 99)),
    ),
    (Limit(of=BRIGADES, scope="division", at_least=3), True, (2, 5), (2, 4), ((3, 4), (2, 4))),
    (
        Limit(of=BRIGADES, scope="division", at_least=3),
        False,
        (1, 99),
        (1, 99),
        ((3, 99), (1, 99)),
    ),
    (Limit(of=ANY, scope="division", at_most=9), True, (2, 5), (2, 4), ((2, 4), (2, 4))),
    (Limit(of=ANY, scope="division", at_most=9), False, (1, 99), (1, 99), ((1, 99), (1, 99))),
]


@pytest.mark.parametrize(("limit", "usual", "foot", "horse", "lower"), FORMATION_LIMITS)
def test_limits_on_formations_are_part_of_the_shape(
    book_of: BookOf,
    limit: Limit,
    usual: bool,
    foot: tuple[int, int],
    horse: tuple[int, int],
    lower: tuple[tuple[int, int], ...],
) -> None:
    """The usual army keeps a place for a battery and keeps limits that give warnings; another army does not."""
    shape = program(book_of, ARMS, limit, usual=usual, advice=usual).shape
    assert (shape.foot, shape.horse, shape.lower) == (foot, horse, lower)


LIMITS = [
    (Limit(of=FOOT, at_most=3), ["infantry: at most 3: line 2 <= 3"]),
    (Limit(of=FOOT, at_least=3), ["infantry: at least 3: line 2 >= 3"]),
    (Limit(of=FOOT, at_most=30, count="stands"), ["infantry: at most 30 stands: 8 line 2 + line 2> - line 2< <= 30"]),
    (
        Limit(of=FOOT, at_least=100, count="points"),
        ["infantry: at least 100 points: 16 line 2 + 2 line 2> - 2 line 2< >= 100"],
    ),
    (
        Limit(of=Selector(kinds=("infantry",), ratings=("2",)), at_most=1),
        ["infantry of class 2: at most 1: line 2 <= 1"],
    ),
    (Limit(of=Selector(kinds=("siege_gun",)), at_most=1), []),
    (Limit(of=Selector(kinds=("siege_gun",)), at_least=1), ["siege gun or howitzer: at least 1:  >= 1"]),
    (
        Limit(of=CAVALRY, at_most=Fraction(1, 4), among=FOOT),
        ["cavalry: at most 1/4 of infantry: horse 3 - 0.25 line 2 <= 0"],
    ),
    (
        Limit(of=CAVALRY, at_least=Fraction(1, 4), among=FOOT),
        ["cavalry: at least 1/4 of infantry: horse 3 - 0.25 line 2 >= 0"],
    ),
    (
        Limit(of=CAVALRY, at_most=Fraction(1, 4), among="points", count="points"),
        [("cavalry: at most 1/4 points of the points: 64 horse 3 + 8 horse 3> - 8 horse 3< <= 200")],
    ),
    (
        Limit(of=BATTERIES, at_most=1, among=FOOT, for_each=3),
        ["3 ? - line 2 <= 0", "field gun or howitzer: at most 1 for every 3 units of infantry: guns - ? <= 0"],
    ),
    (
        Limit(of=BATTERIES, at_least=2, among=FOOT, for_each=3),
        ["3 ? - line 2 >= -2", "field gun or howitzer: at least 2 for every 3 units of infantry: guns - 2 ? >= 0"],
    ),
    (
        Limit(of=BATTERIES, at_most=2, among=Selector(levels=("division",))),
        [("field gun or howitzer: at most 2 of divisions: guns - 2 foot division - 2 horse division <= 0")],
    ),
    (Limit(of=FOOT, at_most=3, scope="brigade"), ["infantry: at most 3 in each brigade: line 2 - 3 foot brigade <= 0"]),
    (
        Limit(of=CAVALRY, at_most=3, scope="brigade"),
        ["cavalry: at most 3 in each brigade: horse 3 - 3 horse brigade <= 0"],
    ),
    (
        Limit(of=BATTERIES, at_most=2, scope="brigade"),
        [("field gun or howitzer: at most 2 in each brigade: guns - 2 foot brigade - 2 horse brigade <= 0")],
    ),
    (Limit(of=FOOT, at_least=1, scope="brigade"), []),
    (
        Limit(of=FOOT, at_most=9, scope="division"),
        [("infantry: at most 9 in each division: line 2 - 9 foot division - 9 no foot division <= 0")],
    ),
    (
        Limit(of=CAVALRY, at_most=9, scope="division"),
        [("cavalry: at most 9 in each division: horse 3 - 9 horse division - 9 no horse division <= 0")],
    ),
    (
        Limit(of=BATTERIES, at_most=2, scope="division"),
        [
            (
                "field gun or howitzer: at most 2 in each division: guns - 2 foot division - 2 "
                "no foot division - 2 horse division <= 0"
            )
        ],
    ),
    (
        Limit(of=BATTERIES, at_most=2, scope="corps"),
        [
            (
                "field gun or howitzer: at most 2 in each corps: guns - 2 foot corps - 2 no foot "
                "corps - 2 horse corps <= 0"
            )
        ],
    ),
    (
        Limit(of=CAVALRY, at_most=Fraction(1, 2), among=FOOT, scope="division"),
        ["cavalry: at most 1/2 of infantry in each division: horse 3 - 0.5 line 2 <= 0"],
    ),
    (
        Limit(of=Selector(levels=("division",)), at_most=2),
        ["divisions: at most 2: foot division + horse division <= 2"],
    ),
    (
        Limit(of=Selector(levels=("corps", "division")), at_most=3),
        [("corps and divisions: at most 3: foot corps + horse corps + foot division + horse division <= 3")],
    ),
    (Limit(of=BRIGADES, at_least=2), ["brigades: at least 2: foot brigade + horse brigade >= 2"]),
    (Limit(of=BRIGADES, at_most=2, among=FOOT), []),
    (Limit(of=BRIGADES, at_most=2, scope="division"), []),
    (Limit(of=FOOT, at_most=3, severity="warning"), ["infantry: at most 3: line 2 <= 3"]),
    (Limit(of=FOOT, at_most=3, from_=Date(1850)), []),
    (Limit(of=FOOT, at_least=0), ["infantry: at least 0: line 2 >= 0"]),
    (Limit(of=BRIGADES, at_least=0), ["brigades: at least 0: foot brigade + horse brigade >= 0"]),
    (
        Limit(of=BATTERIES, at_most=2, among=BRIGADES),
        ["field gun or howitzer: at most 2 of brigades: guns - 2 foot brigade - 2 horse brigade <= 0"],
    ),
]


@pytest.mark.parametrize(("limit", "rows"), LIMITS)
def test_each_limit_is_a_row_with_its_name(book_of: BookOf, limit: Limit, rows: list[str]) -> None:
    """A limit on formations counts only those that can contain such units. `?` is a number rounded down."""
    assert limit_rows(program(book_of, ARMS, limit)) == rows


def test_without_advice_limits_that_give_warnings_are_no_rows(book_of: BookOf) -> None:
    limit = Limit(of=FOOT, at_most=3, severity="warning")
    assert limit_rows(program(book_of, ARMS, limit, advice=False)) == []


EACH = [
    (Limit(of=FOOT, at_most=3), []),
    (Limit(of=BATTERIES, at_most=2, among=Selector(levels=("division",))), []),
    (Limit(of=FOOT, at_most=3, scope="brigade"), [(0, [0], 3)]),
    (Limit(of=CAVALRY, at_most=3, scope="brigade"), [(0, [1], 3)]),
    (Limit(of=BATTERIES, at_most=2, scope="brigade"), [(0, [2], 2)]),
    (Limit(of=FOOT, at_least=1, scope="brigade"), []),
    (Limit(of=FOOT, at_most=9, scope="division"), [(1, [0], 9)]),
    (Limit(of=CAVALRY, at_most=9, scope="division"), [(1, [1], 9)]),
    (Limit(of=BATTERIES, at_most=2, scope="division"), [(1, [2], 2)]),
    (Limit(of=BATTERIES, at_most=2, scope="corps"), [(2, [2], 2)]),
    (Limit(of=CAVALRY, at_most=Fraction(1, 2), among=FOOT, scope="division"), []),
    (Limit(of=Selector(levels=("division",)), at_most=2), []),
    (Limit(of=Selector(levels=("corps", "division")), at_most=3), []),
    (Limit(of=BRIGADES, at_least=2), []),
    (Limit(of=BRIGADES, at_most=2, among=FOOT), []),
    (Limit(of=BRIGADES, at_most=2, scope="division"), []),
]


@pytest.mark.parametrize(("limit", "found"), EACH)
def test_limits_of_units_in_each_formation_are_listed(
    book_of: BookOf, limit: Limit, found: list[tuple[int, list[int], int]]
) -> None:
    """The level, the offers (0 for foot, 1 for horse, 2 for guns) and the maximum."""
    limits = formation_limits(program(book_of, ARMS, limit))
    assert [(one.level, sorted(one.offers), one.most) for one in limits] == found


def test_required_works_need_engineers(book_of: BookOf) -> None:
    """Works and engineers are offered only if they are required or needed."""
    entries = (*ARMS, *WORKS)
    assert [offer.entry.id for offer in program(book_of, entries).offers] == ["line", "horse", "guns"]
    found = program(book_of, entries, require=Requirement("1 pontoons", 1, entries=frozenset({"pontoons"})))
    assert [offer.entry.id for offer in found.offers] == ["line", "horse", "guns", "engineers", "pontoons"]
    assert rows_in_words(found)[-1] == "required: 1 pontoons: pontoons >= 1"
    assert limit_rows(found) == [
        ("pontoons only with engineer officer with pioneers, pontoon bridge and wagon: pontoons - 80 engineers <= 0")
    ]
    assert [found.program.most[number] for number in found.units] == [66.0, 16.0, 11.0, 26.0, 80.0]


REQUIRED = [
    ("brigade", "required: 2 of them: foot brigade + horse brigade >= 2"),
    ("division", "required: 2 of them: foot division + horse division >= 2"),
    ("corps", "required: 2 of them: foot corps + horse corps >= 2"),
]


@pytest.mark.parametrize(("level", "row"), REQUIRED)
def test_required_formations_may_be_of_foot_or_horse(book_of: BookOf, level: str, row: str) -> None:
    assert rows_in_words(program(book_of, ARMS, require=Requirement("2 of them", 2, level)))[-1] == row


def test_stands_owned_limit_the_units_and_the_generals(book_of: BookOf) -> None:
    """Generals except the first may cost a fifth of the points, unless formations are required."""
    caps = (PieceCap(label="owned", entries=frozenset({"line", "guns"}), maximum=40),)
    assert limit_rows(program(book_of, ARMS, caps=caps)) == [
        "owned: 8 line 2 + line 2> - line 2< + 3 guns + guns> - guns< <= 40",
        (
            "generals except the first: at most 1/5 of the points: 24 foot brigade + 24 "
            "horse brigade + 24 foot division + 24 horse division + 24 foot corps + 24 horse "
            "corps - 3.2 line 2 - 0.4 line 2> + 0.4 line 2< - 12.8 horse 3 - 1.6 horse 3> + "
            "1.6 horse 3< - 21 guns - 7 guns> + 7 guns< <= 30"
        ),
    ]
    required = Requirement("1 brigade", 1, "brigade")
    assert limit_rows(program(book_of, ARMS, caps=caps, require=required)) == [
        "owned: 8 line 2 + line 2> - line 2< + 3 guns + guns> - guns< <= 40"
    ]


def priced(book: Book) -> Book:
    """A book in which the middle quality of a general costs 5 points."""
    staff = book.ruleset.staff
    assert staff.prices is not None
    prices = replace(staff.prices, points={"dithering": -20, "dependable": 5, "dashing": 20})
    return replace(book, ruleset=replace(book.ruleset, staff=replace(staff, prices=prices)))


GENERALS = [
    ("bought", 5.0, 5.0, [5.0]),
    ("set", 0.0, 0.0, [0.0]),
    ("diced", 0.0, 0.0, [0.0]),
]


@pytest.mark.parametrize(("how", "quality", "player", "generals"), GENERALS)
def test_generals_cost_their_quality_only_if_it_is_bought(
    book_of: BookOf, how: str, quality: float, player: float, generals: list[float]
) -> None:
    """A quality for -20, 5 or 20 points: the one with the price nearest to 0."""
    book = priced(book_of("honours_of_war", "prussian"))
    rulings = {**book.default_rulings, book.ruleset.staff.ruling: how}
    found = ArmyProgram(book, RaiseRequest("prussian", 1000), rulings)
    assert (found.quality_price, found.player_general_cost) == (quality, player)
    assert sorted({*found.generals().values()}) == generals


def test_units_without_a_size_have_no_variables_for_it(book_of: BookOf) -> None:
    found = program(book_of, (LINE_2, ENGINEERS), require=Requirement("engineers", 1, entries=frozenset({"engineers"})))
    assert (found.larger[1], found.smaller[1]) == (-1, -1)


def test_one_engineer_is_enough_for_a_work_that_the_points_allow_once(book_of: BookOf) -> None:
    """A unit of 41 pontoons costs 410 of 800 points."""
    works = (ENGINEERS, replace(PONTOONS, id="bridge", size=SizeRange(min=41, typical=41, max=41)))
    found = program(book_of, (LINE_2, *works), require=Requirement("", 1, entries=frozenset({"bridge"})))
    assert limit_rows(found)[0].endswith(": bridge - engineers <= 0")


def test_the_cheapest_general_is_left_out_of_the_limit_on_generals(book_of: BookOf) -> None:
    """With stands owned, the player's army has at least one general."""
    book = small_book(book_of("days_of_empire", "sardinian"), LINE_2)
    levels = tuple(
        replace(level, general=replace(level.general, points=points))
        for level, points in zip(book.ruleset.levels, (50, 0, 20), strict=True)
    )
    other = replace(book, ruleset=replace(book.ruleset, levels=levels))
    request = RaiseRequest("small", 800, caps=(PieceCap(label="owned", entries=frozenset({"line"}), maximum=40),))
    found = ArmyProgram(other, request, book.default_rulings)
    assert limit_rows(found)[1] == (
        "generals except the first: at most 1/5 of the points: 16 foot brigade + 16 horse brigade + 40 foot corps "
        "+ 40 horse corps - 3.2 line 2 - 0.4 line 2> + 0.4 line 2< <= 20"
    )


def test_free_generals_have_no_limit_of_points(book_of: BookOf) -> None:
    """With stands owned, generals may cost a fifth of the points, here nothing."""
    book = small_book(book_of("days_of_empire", "sardinian"), LINE_2)
    levels = tuple(replace(level, general=replace(level.general, points=0)) for level in book.ruleset.levels)
    request = RaiseRequest("small", 800, caps=(PieceCap(label="owned", entries=frozenset({"line"}), maximum=40),))
    found = ArmyProgram(replace(book, ruleset=replace(book.ruleset, levels=levels)), request, book.default_rulings)
    assert limit_rows(found)[1].endswith(" <= 0")


@pytest.mark.parametrize(
    ("year", "foot"), [(1811, (2, 6)), (1812, (2, 7)), (1813, (2, 7)), (1814, (2, 8)), (None, (2, 6))]
)
def test_a_habit_with_a_year_begins_in_it(book_of: BookOf, year: int | None, foot: tuple[int, int]) -> None:
    """Without a date, the first habit applies."""
    habits = {
        "battalions_per_brigade": (4, 6),
        "battalions_per_brigade_1812": (4, 7),
        "battalions_per_brigade_1814": (4, 8),
    }
    book = small_book(book_of("days_of_empire", "sardinian"), LINE_2, habits=habits)
    assert usual_shape(book, "small", Date(year) if year else None).foot == foot


def test_before_all_habits_the_last_applies(book_of: BookOf) -> None:
    habits = {f"battalions_per_brigade_{year}": (4, most) for year, most in ((1812, 7), (1813, 9), (1814, 8))}
    book = small_book(book_of("days_of_empire", "sardinian"), LINE_2, habits=habits)
    assert usual_shape(book, "small", Date(1811)).foot == (2, 8)
