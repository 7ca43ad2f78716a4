"""Trials of edits: what the army can have, and what it had before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.evaluate.trial import Trials, added_faults
from orbat.model.army_list import Limit, Selector
from orbat.model.book import Book
from orbat.model.edits import Edit, Set, insertion
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.service import Regiment
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

FOOT = Unit(entry="brit_line", size=10, rating="3")
"""40 points, with the rifles that it always has."""
GUARDS = Unit(entry="brit_foot_guards", size=10, rating="4")
HORSE = Unit(entry="brit_light_cavalry", size=6, rating="3")
BRIGADE: OrbatPath = ("formations", 0)
Tried = Callable[..., Trials]


def _army(*units: Unit, **more: Any) -> Orbat:
    brigades = (Formation(level="brigade", commander=Commander(), units=units),)
    return Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=brigades, **more)


@pytest.fixture
def tried(library: Library) -> Tried:
    """Trials of edits on an army whose list has only the given limits and regiments."""

    def run(orbat: Orbat, *limits: Limit, regiments: tuple[Regiment, ...] = ()) -> Trials:
        book, _ = library.book(orbat)
        assert book is not None
        own = book.lists["british"]
        entries = tuple(replace(entry, limits=(), regiments=regiments) for entry in own.entries)
        plain = Book(book.ruleset, {"british": replace(own, entries=entries, limits=limits)})
        evaluator = Evaluator()
        return evaluator.trials(orbat, plain, evaluator.price(orbat, plain))

    return run


def _buy(trials: Trials, unit: Unit, home: OrbatPath = BRIGADE) -> bool:
    return trials.accepts((insertion(trials.orbat, home, unit),))


def _limit(unit: Unit, **more: Any) -> Limit:
    return Limit(of=Selector(entries=(unit.entry,)), **{"house": True, **more})


@pytest.mark.parametrize(("number", "accepted"), [(2, True), (3, False)])
@pytest.mark.parametrize("authority", [{"house": True}, {"cite": ("DOE 5",), "house": False}])
def test_purchase_up_to_a_limit_is_accepted(tried: Tried, number: int, accepted: bool, authority: Any) -> None:
    """House limits count, and so do those of a rulebook."""
    trials = tried(_army(*[GUARDS] * number), _limit(GUARDS, at_most=3, **authority))
    assert _buy(trials, GUARDS) is accepted
    assert _buy(trials, FOOT)


@pytest.mark.parametrize("choice", ["warn", "enforce", "ignore"])
def test_house_limits_count_whatever_the_army_says(tried: Tried, choice: Any) -> None:
    assert not _buy(tried(_army(GUARDS, house_limits=choice), _limit(GUARDS, at_most=1)), GUARDS)


def test_exceeded_limit_may_not_grow(tried: Tried) -> None:
    """The army exceeded it before. Other units are accepted."""
    trials = tried(_army(GUARDS, GUARDS), _limit(GUARDS, at_most=1))
    assert not _buy(trials, GUARDS)
    assert not _buy(trials, replace(GUARDS, size=4))
    assert _buy(trials, FOOT)


@pytest.mark.parametrize(("size", "accepted"), [(110, True), (109, False)])
def test_purchase_fits_the_remaining_points(tried: Tried, size: int, accepted: bool) -> None:
    """A general of 30 points and a battalion are there. The points available can also be given."""
    trials = tried(_army(FOOT, game_size=size))
    assert _buy(trials, FOOT) is accepted
    edits = (insertion(trials.orbat, BRIGADE, FOOT),)
    assert trials.accepts(edits, 40)
    assert not trials.accepts(edits, 39)


def test_army_over_its_size_may_only_become_cheaper(tried: Tried) -> None:
    trials = tried(_army(FOOT, game_size=30))
    sizes: dict[int, tuple[Edit, ...]] = {size: (Set((*BRIGADE, "units", 0), "size", size),) for size in (9, 11)}
    assert trials.accepts(sizes[9])
    assert not trials.accepts(sizes[11])


def test_written_points_do_not_matter(tried: Tried) -> None:
    """Every save writes new ones."""
    assert _buy(tried(_army(replace(FOOT, points=40), total=70)), FOOT)


def test_rules_about_formations_count(tried: Tried) -> None:
    """Foot and horse need different brigades."""
    trials = tried(_army(FOOT))
    assert not _buy(trials, HORSE)
    assert _buy(trials, HORSE, ())


def test_first_unit_of_an_army_may_be_less_than_a_minimum(tried: Tried) -> None:
    """Otherwise no army could be begun. A minimum share is different."""
    minimum = Limit(of=Selector(), at_least=2, scope="brigade", house=True)
    assert _buy(tried(_army(), minimum), FOOT)
    share = _limit(FOOT, at_least=Fraction(2, 3), among=Selector(kinds=("infantry",)))
    assert _buy(tried(_army(), share), FOOT)
    assert not _buy(tried(_army(), share), GUARDS)
    assert not _buy(tried(_army(FOOT), share), GUARDS)


def test_trials_leave_the_checker_unchanged(library: Library) -> None:
    """The army has the same findings as before, and as a fresh check."""
    orbat = _army(FOOT, replace(FOOT, size=40), game_size=500)
    book, _ = library.book(orbat)
    assert book is not None
    evaluator = Evaluator()
    quote, before = evaluator.examine(orbat, book)
    trials = evaluator.trials(orbat, book, quote)
    assert _buy(trials, FOOT)
    assert not _buy(trials, HORSE)
    again, after = evaluator.examine(orbat, book)
    assert again == quote
    texts = [[(one.code, one.path, one.message) for one in found] for found in (before, after)]
    assert texts[0] == texts[1]
    fresh = Evaluator().examine(orbat, book)[1]
    assert texts[0] == [(one.code, one.path, one.message) for one in fresh]


@pytest.mark.parametrize(("points", "accepted"), [(0, False), (1, True)])
def test_one_point_is_not_free(tried: Tried, points: int, accepted: bool) -> None:
    """A single stand of class 2 costs 3 points, and 4 in class 3."""
    trials = tried(_army(FOOT, replace(FOOT, size=1, rating="2"), game_size=73 + points))
    assert trials.accepts((Set((*BRIGADE, "units", 1), "rating", "3"),)) is accepted


def test_edits_that_cannot_be_applied_are_not_accepted(tried: Tried) -> None:
    """The second answer is the stored one."""
    trials = tried(_army(FOOT))
    wrong = (Set(("formations", 9), "name", "Reserve"),)
    assert [trials.accepts(wrong) for _ in range(2)] == [False, False]


def test_an_attempt_returns_the_edited_army_with_its_findings(tried: Tried) -> None:
    trials = tried(_army(FOOT, game_size=400))
    after = trials.attempt((Set((*BRIGADE, "units", 0), "size", 40),))
    assert after.orbat.formations[0].units[0].size == 40
    assert (trials.quote.total, after.quote.total) == (70, 190)
    new = {one.code for one in after.findings} - {one.code for one in trials.findings}
    assert new == {"UNT003"}


def _size(size: int, unit: int = 0) -> Edit:
    return Set((*BRIGADE, "units", unit), "size", size)


def test_edits_that_add_no_problem_are_no_worse(tried: Tried) -> None:
    """The first battalion is too large already."""
    trials = tried(_army(replace(FOOT, size=40), FOOT, FOOT))
    assert trials.is_no_worse(trials.attempt((_size(12, 1),)))
    assert trials.is_no_worse(trials.attempt((_size(10, 0),)))
    assert not trials.is_no_worse(trials.attempt((_size(41, 1),)))
    assert not trials.is_no_worse(trials.attempt((_size(10, 0), _size(41, 1), _size(42, 2))))


def test_a_new_general_without_dice_is_no_worse_but_does_not_hide_another_problem(tried: Tried) -> None:
    """Generals are rolled for later."""
    trials = tried(replace(_army(FOOT), formations=(Formation(level="brigade", units=(FOOT,)),)))
    general = Set(BRIGADE, "commander", Commander())
    assert trials.is_no_worse(trials.attempt((general,)))
    assert not trials.is_no_worse(trials.attempt((general, _size(40))))


@pytest.mark.parametrize("authority", [{"house": True}, {"cite": ("DOE 5",)}])
def test_another_rating_than_the_regiments_is_worse(tried: Tried, authority: Any) -> None:
    """UNT015 is only a note. The second battalion has another rating already."""
    regiment = Regiment(name="Buffs", rating="3", **authority)
    buffs = replace(FOOT, name="Buffs")
    trials = tried(_army(buffs, replace(buffs, rating="2"), replace(FOOT, name="Other")), regiments=(regiment,))
    rated = [trials.attempt((Set((*BRIGADE, "units", unit), "rating", rating),)) for unit, rating in _RATED]
    assert [trials.is_no_worse(one) for one in rated] == [False, True, True]


_RATED = ((0, "2"), (1, "3"), (2, "2"))
"""Units with new ratings: away from the rating of the regiment, to it, and of another regiment."""


def test_an_exceeded_limit_may_only_grow_if_the_army_becomes_cheaper(tried: Tried) -> None:
    """Marines for guards: at the same price, or for 10 points less."""
    limit = Limit(of=Selector(entries=("brit_marines",)), at_most=1, house=True)
    marines = replace(FOOT, entry="brit_marines")
    trials = tried(_army(marines, marines, FOOT, GUARDS), limit)
    equal, cheaper = _replaced(marines, 2), _replaced(marines, 3)
    costs = [trials.attempt(edits).quote.total - trials.quote.total for edits in (equal, cheaper)]
    assert costs == [0, -10]
    assert not trials.is_no_worse(trials.attempt(equal))
    assert trials.is_no_worse(trials.attempt(cheaper))


def _replaced(unit: Unit, number: int) -> tuple[Edit, ...]:
    """The edits that buy another unit in place of one."""
    path = (*BRIGADE, "units", number)
    return tuple(Set(path, key, getattr(unit, key)) for key in ("entry", "size", "rating"))


def test_one_exceeded_limit_does_not_allow_another(tried: Tried) -> None:
    """Marines in place of guards would exceed the limit of marines."""
    marines = replace(FOOT, entry="brit_marines")
    trials = tried(_army(GUARDS, GUARDS, marines), _limit(GUARDS, at_most=1), _limit(marines, at_most=1))
    assert not trials.accepts(_replaced(marines, 1))
    assert trials.accepts(_replaced(FOOT, 1))


@pytest.mark.parametrize(
    ("units", "game_size", "edit", "codes"),
    [
        ((FOOT,), 400, _size(12), set()),
        ((FOOT,), 110, _size(20), {"UNT003"}),
        ((FOOT,), 109, _size(20), {"PTS001", "UNT003"}),
        ((FOOT,), 60, _size(11), set()),
        ((replace(FOOT, size=20),), 400, _size(21), set()),
        ((FOOT,), 400, Set((*BRIGADE, "units", 0), "rating", "9"), {"UNT002"}),
        ((FOOT,), 400, Set((*BRIGADE, "commander"), "quality", "inept"), set()),
        ((GUARDS, GUARDS), 400, Set((*BRIGADE, "units", 1), "entry", "brit_marines"), {"UNT002"}),
        (
            (GUARDS, replace(GUARDS, entry="brit_marines")),
            400,
            Set((*BRIGADE, "units", 1), "entry", GUARDS.entry),
            {"ARM003"},
        ),
    ],
)
def test_faults_that_edits_add(
    tried: Tried, units: tuple[Unit, ...], game_size: int, edit: Edit, codes: set[str]
) -> None:
    """Errors and house limits that are not kept that were not there before. Warnings do not count."""
    trials = tried(_army(*units, game_size=game_size), _limit(GUARDS, at_most=1))
    added = added_faults(trials.findings, trials.attempt((edit,)).findings)
    assert {one.code for one in added} == codes
