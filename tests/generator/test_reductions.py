"""Edits that bring an army within the agreed size, and the order of suggestions, in lists of a few fixed entries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.evaluate.trial import TrialResult
from orbat.generator.named_edits import EditKind, EditTester, NamedEdit
from orbat.generator.suggest import finding_fixes, reductions, suggestions
from orbat.model.army_list import Entry, Limit, Ratings, Selector, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Remove, Set
from orbat.model.finding import Finding
from orbat.model.orbat import Commander, Formation, HouseLimits, Orbat, Unit
from orbat.model.points import Points
from orbat.model.text import Pin

# Reductions of edits that are given: units 0, 1, 2 and so on, and formations.


def change(kind: EditKind, number: int, points: int, entry_id: str = "") -> NamedEdit:
    subject = ("formations", number) if kind == "remove formation" else ("units", number)
    return NamedEdit(f"{kind} {number}", kind, (Remove(subject),), points, subject, entry_id)


def ways(library: Library, single: Iterable[NamedEdit], left: int) -> list[list[tuple[str, Points]]]:
    """The names and points of the edits of each kind. No unit can be bought for so few points."""
    units = [battalion(f"A{number}", "first") for number in range(6)]
    found = reductions(EditTester(*army(library, *units)), single, left)
    return [[(one.name, one.change) for one in of_kind] for of_kind in found]


def test_reductions_are_changes_then_removals_then_their_combinations(library: Library) -> None:
    """Each reaches the agreed size, and the nearest to it come first."""
    single = (
        change("size", 0, -3),
        change("rating", 1, -4),
        change("option", 1, 0),
        change("size", 2, 5),
        change("remove", 3, -2),
        change("remove", 4, -8),
        change("remove formation", 0, -7),
        change("size", 5, -6),
    )
    assert ways(library, single, -7) == [
        [("remove formation 0", -7), ("remove 4", -8)],
        [("size 0 and rating 1", -7), ("size 0 and size 5", -9), ("rating 1 and size 5", -10)],
        [
            ("size 5 and remove 3", -8),
            ("size 0 and remove formation 0", -10),
            ("size 0 and remove 4", -11),
            ("rating 1 and remove formation 0", -11),
            ("rating 1 and remove 4", -12),
            ("size 5 and remove formation 0", -13),
            ("size 5 and remove 4", -14),
        ],
        [
            ("remove 3 and remove formation 0", -9),
            ("remove 3 and remove 4", -10),
            ("remove 4 and remove formation 0", -15),
        ],
        [],
    ]


def test_two_edits_of_one_unit_are_no_reduction(library: Library) -> None:
    single = (change("size", 0, -3), change("rating", 0, -4), change("remove", 0, -5))
    assert ways(library, single, -6) == [[], [], [], [], []]


def test_the_best_four_combinations_for_the_same_two_units_are_tried(library: Library) -> None:
    sizes = [change("size", 0, -points) for points in (6, 2, 5, 1, 4, 3)]
    assert [points for _, points in ways(library, (*sizes, change("remove", 1, -2)), -4)[2]] == [-4, -5, -6, -7]


def test_at_most_a_hundred_combinations_of_a_kind_are_tried(library: Library) -> None:
    """Of 105 pairs of 15 removals."""
    removals = [change("remove", number, -2) for number in range(15)]
    assert [len(of_kind) for of_kind in ways(library, removals, -3)] == [0, 0, 0, 100, 0]
    many = [change("remove", number, -2) for number in range(101)]
    assert len(ways(library, many, -2)[0]) == 100


# Suggestions for armies of a list of four entries.


def fixed(line: Entry, entry_id: str, rating: str, least: int, most: int) -> Entry:
    ratings, size = Ratings(allowed=(rating,), typical=rating), SizeRange(min=least, typical=most, max=most)
    return replace(line, id=entry_id, name=entry_id, size=size, ratings=ratings, limits=(), options=(), regiments=())


def army(library: Library, *units: Unit, size: int | None = None, limits: tuple[Limit, ...] = (), **keys: Any
         ) -> tuple[Orbat, Book]:  # fmt: skip
    """An army of a list that has nothing but four battalions of 6 or 7 stands, at 3 or (`light`) 2 points a stand,
    a company of 2 stands, a regiment of 9, one with two ratings, horse and engineers."""
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("sardinian"), date=Date(1855, 9), units=units)
    orbat = replace(orbat, game_size=size, **keys)
    book, _ = library.book(orbat)
    assert book
    own = {one.id: one for one in book.lists["sardinian"].entries}
    line = own["sa_line"]
    entries = (
        *(fixed(line, name, "3", 6, 7) for name in ("first", "second", "third", "fourth")),
        fixed(line, "light", "2", 6, 7),
        fixed(line, "company", "3", 2, 2),
        fixed(line, "regiment", "3", 9, 9),
        replace(line, id="both", name="both", limits=(), options=(), regiments=()),
        own["sa_cavalry"],
        replace(own["sa_engineers"], name="Sapper", limits=(), regiments=()),
    )
    sardinian = replace(book.lists["sardinian"], entries=entries, limits=(), habits=())
    return orbat, Book(replace(book.ruleset, limits=limits, entries=()), {"sardinian": sardinian})


def battalion(name: str, entry: str, size: int = 6) -> Unit:
    return Unit(name=name, entry=entry, size=size, rating="2" if entry == "light" else "3")


def found(orbat: Orbat, book: Book) -> list[tuple[str, Points, Points | None]]:
    return [(one.name, one.change, one.remaining) for one in suggestions(orbat, book)]


def enlarge(*names: str) -> str:
    return " and ".join(f"enlarge {name} by 1 stand to 7" for name in names)


def test_suggestions_for_other_entries_come_before_repetitions(library: Library) -> None:
    """The second battalion of one entry comes later, and so does a fourth suggestion for the same points."""
    units = (
        battalion("A", "first"),
        battalion("A2", "first"),
        battalion("B", "second"),
        battalion("C", "third"),
        battalion("D", "fourth"),
    )
    names = [name for name, _, _ in found(*army(library, *units, size=93))]
    assert names == [enlarge(name) for name in ("A", "B", "C", "A2", "D")]


def test_the_best_suggestions_come_first_even_if_they_are_repetitions(library: Library) -> None:
    units = (battalion("C", "light"), battalion("A", "first"), battalion("B", "first"))
    assert found(*army(library, *units, size=51)) == [
        (enlarge("A"), 3, 0),
        (enlarge("B"), 3, 0),
        (enlarge("C"), 2, 1),
    ]


def test_at_most_ten_suggestions_spend_points(library: Library) -> None:
    units = [battalion(f"A{number}", "first") for number in range(11)]
    names = [name for name, _, _ in found(*army(library, *units, size=11 * 18 + 3))]
    assert names == [enlarge(f"A{number}") for number in range(10)]


def test_at_most_sixty_edits_are_tried_to_spend_points(library: Library) -> None:
    tried: list[Points] = []

    def refuse(one: TrialResult) -> bool:
        tried.append(one.quote.total)
        return False

    units = [battalion(f"A{number}", "first") for number in range(61)]
    assert suggestions(*army(library, *units, size=61 * 18 + 3), refuse) == ()
    assert tried == [61 * 18 + 3] * 60


def test_of_equal_points_fewer_stands_come_first_and_small_changes_before_large_ones(library: Library) -> None:
    """A rating counts like four stands."""
    units = (
        Unit(name="A", entry="both", size=6, rating="2"),
        Unit(name="B", entry="both", size=10, rating="2"),
        Unit(name="C", entry="both", size=9, rating="2"),
    )
    tied = [name for name, points, _ in found(*army(library, *units, size=60)) if points == 10]
    assert tied == ["raise B to class 3", "enlarge A by 5 stands to 11"]
    tied = [name for name, points, _ in found(*army(library, *units, size=56)) if points == 6]
    assert tied == ["enlarge A by 3 stands to 9", "raise A to class 3"]


@pytest.mark.parametrize(
    ("left", "first"),
    [
        (1, []),
        (2, [(enlarge("C"), 2, 0), (enlarge("D"), 2, 0)]),
        (3, [(enlarge("A"), 3, 0), (enlarge("C"), 2, 1)]),
        (4, [(enlarge("C", "D"), 4, 0), (enlarge("A"), 3, 1)]),  # not D and C too
        (5, [(enlarge("C", "A"), 5, 0), (enlarge("D", "A"), 5, 0)]),
        (7, [(enlarge("C", "A"), 5, 2), (enlarge("D", "A"), 5, 2)]),
    ],
)
def test_two_edits_spend_what_one_cannot(library: Library, left: int, first: list[tuple[str, Points, Points]]) -> None:
    units = (battalion("A", "first"), battalion("C", "light"), battalion("D", "light"))
    assert found(*army(library, *units, size=42 + left))[:2] == first


def test_a_unit_is_replaced_by_a_cheaper_one_if_nothing_else_reaches_the_size(library: Library) -> None:
    """The only unit cannot be removed, and its size is fixed. At most three purchases are suggested."""
    assert found(*army(library, battalion("A", "regiment", 9), size=22)) == [
        ("remove A and buy both (11 stands, class 2)", -5, 0),
        ("remove A and buy first (7 stands, class 3)", -6, 1),
        ("remove A and buy second (7 stands, class 3)", -6, 1),
    ]


def test_a_removal_also_pays_for_an_enlargement(library: Library) -> None:
    """The combinations come nearer to the agreed size than the removals."""
    units = (battalion("A", "first"), battalion("B", "first"))
    brigade = Formation(level="brigade", name="M", commander=Commander(name="X"), units=units)
    assert found(*army(library, formations=(brigade,), size=60)) == [
        ("remove A and enlarge B by 1 stand to 7", -15, 9),
        ("remove B and enlarge A by 1 stand to 7", -15, 9),
        ("remove A", -18, 12),
        ("remove B", -18, 12),
    ]


def test_a_size_is_aimed_at_only_with_points_to_spend_or_to_save(library: Library) -> None:
    """Not without an agreed size, at the agreed size, or while a unit has no price."""
    own = battalion("A", "first")
    reduced = [("reduce B by 1 stand to 6", -3, 0), ("remove A", -18, 15)]
    for units, size, names in (
        ((own,), None, []),
        ((own,), 18, []),
        ((own,), 20, []),
        ((own,), 21, [(enlarge("A"), 3, 0)]),
        ((own, replace(own, name="B", size=7)), 36, reduced),
        (
            (own,),
            35,
            [(f"{enlarge('A')} and buy light (7 stands, class 2)", 17, 0), ("buy both (8 stands, class 2)", 16, 1)],
        ),
        ((own, GHOSTS), 21, [("remove Ghosts", 0, 3)]),
        ((own, GHOSTS), 17, [("remove Ghosts", 0, -1)]),
    ):
        assert found(*army(library, *units, size=size))[:2] == names, size


def test_the_last_point_buys_a_unit_of_one_point(library: Library) -> None:
    """Engineers cost one point here. They also replace the only unit of an army that is over its size."""
    orbat, book = army(library, battalion("A", "regiment", 9), size=1)
    engineers = book.ruleset.kinds["engineers"]
    kinds = {**book.ruleset.kinds, "engineers": replace(engineers, price=replace(engineers.price, points=1))}
    cheap = Book(replace(book.ruleset, kinds=kinds), book.lists)
    assert found(orbat, cheap) == [("remove A and buy Sapper", -26, 0)]
    assert found(replace(orbat, game_size=28), cheap)[:1] == [("buy Sapper", 1, 0)]


# Fixes of findings.


def fixes(orbat: Orbat, book: Book) -> list[tuple[str, Points, str]]:
    return [(one.name, one.change, one.fixes[0]) for one in suggestions(orbat, book) if one.fixes]


HORSE = Unit(name="H", entry="sa_cavalry", size=6, rating="2")
GHOSTS = Unit(name="Ghosts", entry="ghosts")


def test_a_fix_leaves_at_least_one_unit(library: Library) -> None:
    assert fixes(*army(library, GHOSTS)) == []
    assert fixes(*army(library, GHOSTS, battalion("A", "first"))) == [("remove Ghosts", 0, "UNT001")]


GENERAL = ("formations", 0, "commander")
PROBLEM = Finding("ABC001", "warning", (), "too good", "Remove the quality.", ())


@pytest.mark.parametrize(
    ("finding", "names"),
    [
        (replace(PROBLEM, path=(*GENERAL, "quality"), fix=(Set(GENERAL, "quality", ""),)), ["X: remove the quality"]),
        (replace(PROBLEM, path=GENERAL, fix=(Set(GENERAL, "quality", ""),)), ["X: remove the quality"]),
        (replace(PROBLEM, path=("formations", 0), fix=(Set(GENERAL, "quality", ""),)), ["M: remove the quality"]),
        (
            replace(PROBLEM, path=("formations", 0, "mood"), fix=(Set(GENERAL, "quality", ""),)),
            ["M: remove the quality"],
        ),
        (replace(PROBLEM, path=("date",), fix=(Set(GENERAL, "quality", ""),)), ["remove the quality"]),
        (replace(PROBLEM, path=(*GENERAL, "quality"), fix=(Remove(("units", 7)),)), []),
        (replace(PROBLEM, severity="note", fix=(Set(GENERAL, "quality", ""),)), []),
        (PROBLEM, []),
    ],
)
def test_a_fix_is_named_after_the_nearest_item_with_a_name(
    library: Library, finding: Finding, names: list[str]
) -> None:
    """A fix of what is not there, and a fix of a note, are not suggested."""
    brigade = Formation(level="brigade", name="M", commander=Commander(name="X"), units=(battalion("A", "first"),))
    tester = EditTester(*army(library, formations=(brigade,), commander=Commander(name="P")))
    tester.findings = (finding,)
    assert [(edit.name, of) for edit, _, of in finding_fixes(tester)] == [
        (name, ("ABC001", finding.path)) for name in names
    ]


def test_an_ignored_house_limit_has_no_fix(library: Library) -> None:
    """Other findings still have one."""
    houses: list[HouseLimits] = ["warn", "enforce", "ignore"]
    units = (A, B, GHOSTS)
    codes = [
        {code for _, _, code in fixes(*army(library, *units, limits=(limit(FIRST, at_most=1),), house_limits=mode))}
        for mode in houses
    ]
    assert codes == [{"ARM003", "UNT001"}, {"ARM003", "UNT001"}, {"UNT001"}]


def test_foot_and_horse_of_a_brigade_are_separated_by_removals(library: Library) -> None:
    mixed = Formation(level="brigade", name="M", commander=Commander(name="X"), units=(battalion("A", "first"), HORSE))
    other = replace(mixed, name="F", units=(battalion("B", "first"), battalion("C", "first")))
    assert fixes(*army(library, formations=(mixed, other), commander=Commander(name="P"))) == [
        ("remove A", -18, "FRM005"),
        ("remove H", -36, "FRM005"),
        ("remove M with its contents", -84, "FRM005"),
    ]


ALL, CLASS_3 = Selector(), Selector(ratings=("3",))
FIRST, BOTH = Selector(entries=("first",)), Selector(entries=("both",))


A, B, C = battalion("A", "first", 7), battalion("B", "first", 7), battalion("C", "both", 8)


def limit(of: Selector, **keys: Any) -> Limit:
    return Limit(of=of, house=True, **keys)


@pytest.mark.parametrize(
    ("units", "limits", "fixed_by"),
    [
        # only a change to the nearest smaller size is tried
        ((A, B, C), [limit(FIRST, at_most=13, count="stands")], [("reduce B by 1 stand to 6", -3), ("remove B", -21)]),
        ((A, B, C), [limit(CLASS_3, at_most=2)], [("lower C to class 2", -8), ("remove C", -24)]),
        # a purchase would lower the share too, but only a minimum is met by purchases
        ((A, B, C), [limit(BOTH, at_most=Fraction(1, 4), among=ALL)], [("remove C", -24)]),
        (
            (A, B, C),
            [limit(FIRST, at_least=3)],
            [("buy first (7 stands, class 3)", 21)],
        ),
        # both of two limits at one place have to be met
        ((A, B), [limit(FIRST, at_most=13, count="stands"), limit(CLASS_3, at_most=1)], [("remove B", -21)]),
        ((A, B, C), [limit(FIRST, at_most=1), limit(BOTH, at_most=0)], [("remove B", -21), ("remove C", -24)]),
        # removals of units that do not count are left out
        ((A, B, replace(B, name="B2"), C), [limit(FIRST, at_most=1)], [("remove B2 and remove A", -42)]),
        ((C, A, B, replace(B, name="B2")), [limit(FIRST, at_most=1)], [("remove B2 and remove A", -42)]),
    ],
)
def test_a_limit_is_met_by_a_smaller_unit_another_rating_a_removal_or_a_purchase(
    library: Library, units: tuple[Unit, ...], limits: list[Limit], fixed_by: list[tuple[str, Points]]
) -> None:
    own = fixes(*army(library, *units, limits=tuple(limits), size=200))
    assert own == [(name, points, "ARM003") for name, points in fixed_by]


@pytest.mark.parametrize(
    ("prices", "names"),
    [
        ({"small": -20, "standard": 0, "large": 20}, ["change B to small", "remove B"]),
        ({"small": 0, "standard": -5, "large": 0}, ["change B to standard", "remove B"]),
        ({"small": 0, "standard": 0, "large": 0}, ["remove B"]),
    ],
)
def test_the_first_cheaper_named_size_is_tried_for_a_limit(
    library: Library, prices: dict[str, int], names: list[str]
) -> None:
    orbat = Orbat(
        ruleset=Pin("honours_of_war"),
        army_list=Pin("austrian"),
        units=tuple(Unit(name=name, entry="au_german", size="large", rating="standard") for name in "AB"),
    )
    book, _ = library.book(orbat)
    assert book
    limits = (limit(Selector(sizes=("large",)), at_most=1),)
    lists = {name: replace(one, limits=(), habits=()) for name, one in book.lists.items()}
    name = next(one.kind for one in book.lists["austrian"].entries if one.id == "au_german")
    kind = book.ruleset.kinds[name]
    kinds = {**book.ruleset.kinds, name: replace(kind, price=replace(kind.price, by_size=prices))}
    own = fixes(orbat, Book(replace(book.ruleset, limits=limits, kinds=kinds), lists))
    assert [name for name, _, _ in own] == names


@pytest.mark.parametrize(
    ("price", "size", "buys"),
    [(1, None, False), (0, None, True), (1, 47, False), (1, 48, True), (0, 46, True), (1, 46, False), (2, 48, False)],
)
def test_a_fix_is_bought_with_the_remaining_points(library: Library, price: int, size: int | None, buys: bool) -> None:
    """Works and a battalion cost 47. Without an agreed size, or over it, only what costs nothing is bought."""
    units = (Unit(name="Redoubt", entry="earthworks", size=2), battalion("A", "sa_line", 9))
    orbat, _ = army(library, *units, size=size)
    book, _ = library.book(orbat)
    assert book
    engineers = book.ruleset.kinds["engineers"]
    kinds = {**book.ruleset.kinds, "engineers": replace(engineers, price=replace(engineers.price, points=price))}
    bought = ("buy Sapper battalion detachment", price, "ARM002")
    removed = ("remove Redoubt", -20, "ARM002")
    own = fixes(orbat, Book(replace(book.ruleset, kinds=kinds), book.lists))
    assert own == ([removed, bought] if buys else [removed])
