"""The messages of exceeded limits: what is counted, the bound, its base, the source and the place."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.evaluate.tiny import tiny_list, tiny_ruleset

from orbat.evaluate.limits import selector_words
from orbat.evaluate.tally import WHOLE_ARMY
from orbat.evaluate.trial import added_faults, count_faults, faults_of
from orbat.model.army_list import Limit, Selector
from orbat.model.book import Book
from orbat.model.finding import Finding
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

LIST = """
entries:
  - id: foot
    name: Foot
    kind: foot
    subtype: light
    group: Guards
    ratings: {allowed: [1, 2], typical: 2}
    size: {min: 1, typical: 4, max: 99}
    options: [{option: rifles, use: optional}]
  - {id: gun, name: Gun, kind: gun, irregular: true, size: {min: 1, typical: 1, max: 9}}
  - {id: guard, name: Guard, kind: guard, sizes: {allowed: [small, large], typical: small}}
"""

RULESET = """
ratings: [{id: 1, label: poor}, {id: 2, label: good}]
sizes: [{id: small, label: weak}, {id: large, label: strong}]
arms: [infantry, artillery]
subtypes: {light: {label: light foot, kind: foot}}
kinds:
  foot:
    label: infantry
    arm: infantry
    counted_in: [stand, stands]
    rating: priced
    price: {by_rating: {1: 1, 2: 1.5}, cite: TINY 1}
  gun: {label: artillery, arm: artillery, rating: none, price: {points: 10, per: unit, cite: TINY 1}}
  guard: {label: guards, arm: infantry, rating: none, price: {points: 0, by_size: {small: 20, large: 30}, per: unit, cite: TINY 1}}
options:
  rifles: {label: rifles, points: 1, kinds: [foot], cite: TINY 1}
  drums: {label: drums, points: 0, kinds: [foot], cite: TINY 1}
levels:
  - {id: corps, label: corps, general: {points: 0, cite: TINY 1}}
  - {id: brigade, label: brigade, general: {points: 0, cite: TINY 1}}
player_general: {points: 0, cite: TINY 1}
rules: {}
"""  # noqa: E501

RULES = tiny_ruleset(RULESET)
RED = tiny_list("red", LIST)
BOOK = Book(RULES, {"red": RED})
FOOT = Unit(entry="foot", size=4, rating="1")
GUN = Unit(entry="gun", size=1)
OF_FOOT, OF_GUN = Selector(entries=("foot",)), Selector(entries=("gun",))


def _broken(limit: Limit, *units: Unit, ruleset: bool = False, **more: Any) -> list[Finding]:
    book = Book(replace(RULES, limits=(limit,)), {"red": RED}) if ruleset else Book(
        RULES, {"red": replace(RED, limits=(limit,))}
    )  # fmt: skip
    orbat = Orbat(ruleset=Pin("tiny"), army_list=Pin("red"), units=units, **more)
    return [one for one in Evaluator().examine(orbat, book)[1] if one.code == "ARM003"]


def _message(limit: Limit, *units: Unit, **more: Any) -> str:
    (found,) = _broken(limit, *units, **more)
    return found.message


def _limit(of: Selector = OF_FOOT, **more: Any) -> Limit:
    return Limit(of=of, **{"house": True, **more})


HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("limit", "units", "message"),
    [
        (_limit(at_most=1), 2, "Foot: 2 units; at most 1 allowed"),
        (_limit(at_most=0), 1, "Foot: 1 unit; at most 0 allowed"),
        (_limit(at_least=2), 1, "Foot: 1 unit; at least 2 needed"),
        (_limit(at_least=2), 0, "Foot: 0 units; at least 2 needed"),
        (_limit(at_most=7, count="stands"), 2, "Foot: 8 stands; at most 7 allowed"),
        (_limit(at_most=7, count="points"), 2, "Foot: 8 points; at most 7 allowed"),
        (_limit(at_most=1, note="why"), 2, "Foot: 2 units; at most 1 allowed (why)"),
        (_limit(OF_GUN, at_most=0, count="stands"), 0, "Gun: 1 stand; at most 0 allowed"),
        (_limit(OF_GUN, at_most=0, count="points"), 0, "Gun: 10 points; at most 0 allowed"),
        (_limit(at_most=HALF, among=Selector()), 2, "Foot: 2 units; at most 1 allowed: 1/2 of the 3 units"),
        (_limit(at_least=HALF, among=OF_GUN), 0, "Foot: 0 units; at least 1 needed: 1/2 of the 1 unit of Gun"),
        (_limit(at_most=HALF, among="spent", count="points"), 3,
         "Foot: 12 points; at most 11 allowed: 1/2 of the 22 points spent"),
        (_limit(at_most=Fraction(1, 10), among="agreed_size", count="points"), 3,
         "Foot: 12 points; at most 10 allowed: 1/10 of the 105 points agreed"),
        (_limit(at_least=Fraction(1, 10), among="agreed_size", count="points"), 2,
         "Foot: 8 points; at least 11 needed: 1/10 of the 105 points agreed"),
        (_limit(OF_GUN, at_most=1, for_each=3, among=OF_FOOT), 2,
         "Gun: 1 unit; at most 0 allowed: 1 for every 3 of the 2 units of Foot"),
        (_limit(OF_GUN, at_least=1, for_each=2, among=OF_FOOT), 5,
         "Gun: 1 unit; at least 2 needed: 1 for every 2 of the 5 units of Foot"),
    ],
)  # fmt: skip
def test_the_message_states_the_count_and_the_bound(limit: Limit, units: int, message: str) -> None:
    """In an army with one gun, of 105 agreed points. A maximum is rounded down and a minimum up."""
    assert _message(limit, *[FOOT] * units, GUN, game_size=105) == message


@pytest.mark.parametrize(
    ("size", "count", "message"),
    [
        (1, "points", "Foot: 1.5 points; at most 1.25 allowed: 1/2 of the 2.5 points spent"),
        (2, "points", "Foot: 3 points; at most 2 allowed: 1/2 of the 4 points spent"),
    ],
)
def test_fractions_of_points_stay_exact_if_the_count_has_one(size: int, count: Any, message: str) -> None:
    limit = _limit(Selector(ratings=("2",)), at_most=HALF, among="spent", count=count)
    units = (replace(FOOT, size=size, rating="2"), replace(FOOT, size=1))
    assert _message(limit, *units) == message.replace("Foot", "all units of class 2")


@pytest.mark.parametrize("size", [None, 0])
def test_a_share_of_the_agreed_size_needs_one(size: int | None) -> None:
    assert not _broken(_limit(at_most=0, among="agreed_size"), FOOT, game_size=size)


@pytest.mark.parametrize(
    ("limit", "help"),
    [
        (_limit(at_most=1), "Remove units or formations that count towards the limit."),
        (_limit(at_least=3), "Add units or formations that count towards the limit."),
        (
            _limit(at_most=HALF, among=Selector()),
            "Remove units or formations that count, or increase the total on which the limit depends.",
        ),
    ],
)
def test_the_help_says_what_to_change(limit: Limit, help: str) -> None:
    (found,) = _broken(limit, FOOT, FOOT)
    assert found.help == help


@pytest.mark.parametrize(
    ("source", "ruleset", "cites", "house"),
    [
        ({"house": True}, False, ("Red list (house)",), True),
        ({"house": True}, True, ("Tiny ruleset (house)",), True),
        ({"house": False, "sources": ("a", "b")}, False, ("Red list (a, b)",), False),
        ({"house": True, "sources": ("a",)}, False, ("Red list (house)",), True),
        ({"house": False, "cite": ("TINY 9",)}, False, ("TINY 9",), False),
        ({"house": False, "inferred": True}, False, ("Red list (inferred)",), True),
        ({"house": False}, False, ("Red list",), True),
    ],
)
def test_a_limit_cites_its_section_or_its_list(source: Any, ruleset: bool, cites: tuple[str, ...], house: bool) -> None:
    (found,) = _broken(_limit(at_most=1, **source), FOOT, FOOT, ruleset=ruleset)
    assert (found.cites, found.house) == (cites, house)


def _brigade(*units: Unit, level: str = "brigade", name: str = "") -> Formation:
    return Formation(level=level, name=name, units=units)


def test_a_limit_of_a_level_names_the_formation() -> None:
    brigades = (_brigade(FOOT), _brigade(FOOT, FOOT, name="2nd"), _brigade(FOOT, FOOT, FOOT, level="corps"))
    (found,) = _broken(_limit(at_most=1, scope="brigade"), FOOT, FOOT, formations=brigades)
    assert (found.message, found.path) == (
        "Foot in 2nd: 2 units; at most 1 allowed", ("formations", 1, "units", 1)
    )  # fmt: skip
    (found,) = _broken(_limit(at_least=2, scope="brigade", note="why"), formations=brigades)
    assert (found.message, found.path) == (
        "Foot in unnamed brigade: 1 unit; at least 2 needed (why)", ("formations", 0)
    )  # fmt: skip


@pytest.mark.parametrize("most", range(4))
def test_the_first_unit_over_the_maximum_is_the_place(most: int) -> None:
    """Single units come last in the document."""
    formations = (_brigade(GUN, FOOT), _brigade(FOOT, GUN))
    (found,) = _broken(_limit(at_most=most), FOOT, FOOT, formations=formations)
    paths = [("formations", 0, "units", 1), ("formations", 1, "units", 0), ("units", 0), ("units", 1)]
    assert found.path == paths[most]


def test_a_minimum_of_the_army_has_no_place() -> None:
    (found,) = _broken(_limit(at_least=5), FOOT, formations=(_brigade(FOOT),))
    assert found.path == ()


def test_formations_are_counted_by_their_level() -> None:
    """At every depth."""
    corps = Formation(level="corps", formations=(_brigade(FOOT), _brigade(FOOT)))
    limit = _limit(Selector(levels=("brigade",)), at_most=2)
    assert not _broken(limit, formations=(corps,))
    assert _message(limit, formations=(corps, _brigade(FOOT))) == "brigades: 3; at most 2 allowed"
    share = _limit(at_most=1, for_each=2, among=Selector(levels=("corps",)))
    assert _message(share, formations=(corps,)) == ("Foot: 2 units; at most 0 allowed: 1 for every 2 of the 1 corps")


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        (Selector(), "all units"),
        (Selector(entries=("foot", "gun")), "Foot and Gun"),
        (Selector(entries=("dragon",)), "dragon"),
        (Selector(kinds=("foot", "dragon")), "infantry"),
        (Selector(subtypes=("light", "dragon")), "light foot"),
        (Selector(groups=("Guards",)), "Guards"),
        (Selector(kinds=("foot",), groups=("Guards",)), "infantry that are Guards"),
        (Selector(levels=("brigade",)), "brigades"),
        (Selector(levels=("corps", "brigade")), "corps and brigades"),
        (Selector(irregular=True), "irregular units"),
        (Selector(irregular=False), "regular units"),
        (Selector(kinds=("gun",), irregular=True), "irregular artillery"),
        (Selector(ratings=("1", "2")), "all units of class 1 or 2"),
        (Selector(sizes=("small", "large")), "all units of weak or strong size"),
        (Selector(options=("rifles", "drums", "wings")), "all units with rifles or drums"),
        (Selector(not_entries=("gun", "dragon")), "all units other than Gun, dragon"),
    ],
)
def test_a_selector_in_words(selector: Selector, words: str) -> None:
    """Also in the limits of a ruleset, which count the units of all lists."""
    assert selector_words(BOOK, "red", selector) == words
    assert selector_words(BOOK, WHOLE_ARMY, selector) == words


@pytest.mark.parametrize(
    ("selector", "number"),
    [
        (Selector(), 5),
        (Selector(ratings=("1",)), 1),
        (Selector(ratings=("1", "2")), 2),
        (Selector(sizes=("small",)), 1),
        (Selector(sizes=("small", "large")), 2),
        (Selector(options=("rifles",)), 1),
        (Selector(options=("drums",)), 0),
        (Selector(kinds=("foot",)), 2),
        (Selector(irregular=True), 1),
    ],
)
@pytest.mark.parametrize("ruleset", [True, False])
def test_units_match_the_rating_size_and_options_of_a_selector(selector: Selector, number: int, ruleset: bool) -> None:
    units = (
        FOOT, replace(FOOT, rating="2", options=("rifles",)), GUN, Unit(entry="guard", size="small"),
        Unit(entry="guard", size="large"), Unit(entry="dragon"),
    )  # fmt: skip
    assert not _broken(_limit(selector, at_most=number), *units, ruleset=ruleset)
    if number:
        assert len(_broken(_limit(selector, at_most=number - 1), *units, ruleset=ruleset)) == 1
    assert not _broken(_limit(selector, at_least=number), *units, ruleset=ruleset)
    assert len(_broken(_limit(selector, at_least=number + 1), *units, ruleset=ruleset)) == 1


@pytest.mark.parametrize(
    ("limit", "broken"),
    [
        (_limit(at_most=1), True),
        (_limit(at_least=3), False),
        (_limit(at_most=HALF, among=Selector(), count="units"), False),
        (_limit(at_least=1, among=OF_GUN), False),
    ],
)
def test_only_plain_maximums_apply_to_a_part_of_an_army(limit: Limit, broken: bool) -> None:
    """The troops that are left out may meet a minimum or a share."""
    assert bool(_broken(limit, FOOT, FOOT, partial=True)) is broken


def _finding(message: str, code: str = "UNT001", severity: Any = "error", **more: Any) -> Finding:
    return Finding(code, severity, (), message, "help", (), **more)


@pytest.mark.parametrize(
    ("finding", "keys"),
    [
        (_finding("A: 12 stands"), ("UNT001 A: #",)),
        (_finding("A: 12 stands; at most 1.5 allowed"), ("UNT001 A: #", "UNT001 at most #")),
        (_finding("A: 1/2 left", "FRM001", "warning"), ("FRM001 A: #",)),
        (_finding("800 points", "PTS001"), ("PTS001",)),
    ],
)
def test_problems_are_compared_without_their_numbers(finding: Finding, keys: tuple[str, ...]) -> None:
    """Those about points only by their code."""
    assert faults_of(finding) == keys
    assert count_faults([finding, finding]) == dict.fromkeys(keys, 2)


def test_notes_are_no_problems() -> None:
    assert count_faults([_finding("A", severity="note")]) == {}
    assert count_faults([_finding("A", severity="warning")]) == {"UNT001 A": 1}


def test_only_new_errors_and_house_limits_are_added() -> None:
    """An error about points is new if its code is."""
    old, points = _finding("A: 2 units"), _finding("over", "PTS001")
    house = _finding("B", "FRM001", "warning", house=True)
    assert added_faults([old], [replace(old, message_template="A: 3 units")]) == ()
    assert added_faults([], [old]) == (old,)
    assert added_faults([old], [old, house]) == (house,)
    assert added_faults([], [replace(house, house=False)]) == ()
    assert added_faults([], [points]) == (points,)
    assert added_faults([points], [replace(points, message_template="far over")]) == ()
    assert added_faults([replace(points, severity="warning")], [points]) == (points,)
    assert added_faults([], [replace(points, severity="warning")]) == ()


@pytest.mark.parametrize("ruleset", [True, False])
def test_an_army_without_known_units_breaks_no_limit(ruleset: bool) -> None:
    """It is not begun yet."""
    for units in ((), (Unit(entry="dragon"),)):
        assert not _broken(_limit(at_least=1), *units, ruleset=ruleset)
    assert len(_broken(_limit(at_least=1), GUN, ruleset=ruleset)) == 1
