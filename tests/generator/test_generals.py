"""Generals of generated armies: by date, arm, rank and the formations that they led."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from tests.generator.small_lists import LINE, small_book

from orbat.generator.generals import LedFormation, count_leaders, draw_commanders
from orbat.generator.names import Parents
from orbat.generator.raise_army import raise_army
from orbat.generator.request import RaiseRequest
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import formations_of
from orbat.model.service import Dates, Regiment, Service

LEVELS = ("brigade", "division", "corps")
FOOT, HORSE, MIXED = (LedFormation("brigade", arm) for arm in ("infantry", "cavalry", ""))


def listed(*commanders: str, service: tuple[Service, ...] = ()) -> ArmyList:
    """An army list with some commanders."""
    return ArmyList(
        army_list=1, id="a", title="A", nation="a", ruleset="r", version="1", years=Dates(), entries=(),
        commanders=commanders, service=service,
    )  # fmt: skip


def drawn(service: tuple[Service, ...], *commands: LedFormation, seed: int = 0) -> list[str]:
    """The commanders of some formations, without the commander-in-chief."""
    army_list = listed(service=(Service(name="Chief", chief=True), *service))
    return draw_commanders(army_list, Date(1854, 9), commands, Random(seed), "crimea", LEVELS)[1:]


def test_generals_are_drawn_in_the_lists_order() -> None:
    found = draw_commanders(listed(*"abcdefgh"), None, [MIXED] * 3, Random(3))
    assert found[0] == "a"
    assert found == sorted(found)
    assert len(set(found)) == 4
    assert draw_commanders(listed("a", "b"), None, [MIXED] * 2, Random(3)) == ["a", "b", ""]
    assert draw_commanders(listed(), None, [MIXED], Random(3)) == ["", ""]


def test_generals_at_a_date_are_those_in_service() -> None:
    service = (
        Service(name="a", chief=True, to=Date(1854, 9)),
        Service(name="b", chief=True, from_=Date(1854, 10)),
        Service(name="d", to=Date(1854, 11)),
    )
    army = listed("a", "b", "c", "d", service=service)
    assert draw_commanders(army, Date(1854, 9), [MIXED] * 3, Random(1)) == ["a", "c", "d", ""]
    assert draw_commanders(army, Date(1855), [MIXED] * 2, Random(1)) == ["b", "c", ""]
    assert draw_commanders(army, None, [MIXED] * 3, Random(1)) == ["a", "b", "c", "d"]


def test_only_one_of_several_commanders_in_chief_appears() -> None:
    service = tuple(Service(name=name, chief=True, from_=Date(1862)) for name in "ab")
    army = listed("a", "b", "c", service=service)
    found = {tuple(draw_commanders(army, Date(1862), [MIXED], Random(n))) for n in range(9)}
    assert found == {("a", "c"), ("b", "c")}


def test_only_cavalry_generals_lead_horse_if_the_list_has_any() -> None:
    """Even if they are not there at the date."""
    foot, horse = Service(name="foot"), Service(name="horse", arm="cavalry")
    assert drawn((foot, horse), HORSE, FOOT, MIXED) == ["horse", "foot", ""]
    assert drawn((horse, foot), FOOT, HORSE, HORSE) == ["foot", "horse", ""]
    assert drawn((foot, Service(name="late", arm="cavalry", from_=Date(1855))), HORSE) == [""]
    assert drawn((foot,), HORSE) == ["foot"]


@pytest.mark.parametrize(
    ("known", "level", "leads"),
    [
        ({"level": "corps"}, "corps", True),
        ({"level": "corps"}, "division", False),
        ({"parent": {"corps": "I Corps"}}, "brigade", False),
        ({"parent": {"corps": "I Corps", "division": "Red"}}, "division", True),
        ({"level": "brigade"}, "brigade", True),
        ({"level": "brigade"}, "division", True),
        ({"level": "brigade"}, "corps", False),
        ({}, "corps", True),
        ({}, "brigade", True),
    ],
)
def test_no_general_leads_a_formation_of_lower_or_much_higher_rank(
    known: dict[str, object], level: str, leads: bool
) -> None:
    assert drawn((Service(name="general", **known),), LedFormation(level)) == (["general"] if leads else [""])  # type: ignore[arg-type]


def test_generals_of_the_right_rank_come_first() -> None:
    several = (Service(name="low", level="brigade"), Service(name="any"), Service(name="right", level="division"))
    commands = [LedFormation("division")] * 3
    assert drawn(several, *commands) == ["right", "any", "low"]


@pytest.mark.parametrize(
    ("troops", "found"),
    [((("cavalry", "cossack"),), "general"), ((("cavalry", "cossack"), ("cavalry", "heavy")), ""), ((), "general")],
)
def test_a_leader_of_some_troops_leads_no_others(troops: tuple[tuple[str, str], ...], found: str) -> None:
    cossacks = Service(name="general", arm="cavalry", leads=("cossack",))
    assert drawn((cossacks,), LedFormation("brigade", "cavalry", troops)) == [found]


RED: Parents = {"division": "Red"}
TIGERS: Parents = {"brigade": "Tigers"}
SECOND: Parents = {**RED, "brigade": "2nd Brigade"}


def test_a_general_leads_the_formation_that_was_led_in_the_theatre() -> None:
    service = (
        Service(name="Other"),
        Service(name="Led", parent=RED),
        Service(name="Asian", theatre=("asia",)),
        Service(name="Brigadier", arm="cavalry", parent=SECOND),
    )
    commands = [LedFormation("brigade", "infantry", most_of=SECOND), LedFormation("division", most_of=RED), FOOT]
    assert drawn(service, *commands) == ["Brigadier", "Led", "Other"]


@pytest.mark.parametrize(
    ("service", "leader"),
    [
        ((Service(name="free"),), "free"),
        ((Service(name="stranger", parent=TIGERS),), ""),
        # its own general is not there
        ((Service(name="free"), Service(name="own", parent=SECOND, to=Date(1853))), "free"),
        ((Service(name="stranger", parent=TIGERS), Service(name="own", parent=SECOND, to=Date(1853))), ""),
        # or leads the army
        ((Service(name="free"), Service(name="Chief", parent=SECOND)), ""),
    ],
)
def test_no_stranger_leads_a_formation_with_a_real_name(service: tuple[Service, ...], leader: str) -> None:
    assert drawn(service, LedFormation("brigade", "infantry", most_of=SECOND, is_real=True)) == [leader]


def test_a_general_of_several_ranks_in_one_year_leads_nothing_below_the_highest() -> None:
    army_list = listed(
        service=(
            Service(name="Chief", chief=True),
            Service(name="general", level="brigade", to=Date(1854, 3)),
            Service(name="general", level="division", from_=Date(1854, 4)),
        )
    )
    for date, leader in ((Date(1854), ""), (Date(1854, 3), "general"), (Date(1854, 4), "")):
        assert draw_commanders(army_list, date, [FOOT], Random(0), "", LEVELS) == ["Chief", leader]


def test_generals_of_the_same_corps_come_first_and_those_of_another_never() -> None:
    several = (
        Service(name="other", level="brigade", parent={"corps": "II Corps"}),
        Service(name="free", level="brigade"),
        Service(name="same", level="brigade", parent={"corps": "Guard"}),
    )
    guard = LedFormation("brigade", "infantry", most_of={"corps": "Guard"})
    assert drawn(several, guard, guard, guard, guard) == ["same", "free", "", ""]


def test_a_general_of_a_division_does_not_lead_the_corps_of_the_division() -> None:
    """A record with a level and a higher formation says where the general served, not that the general led it."""
    corps: Parents = {"corps": "II Corps"}
    divisional = Service(name="divisional", level="division", parent=corps)
    command = LedFormation("corps", most_of=corps, is_real=True)
    division = LedFormation("division", most_of=corps)
    assert drawn((divisional, Service(name="corps", parent=corps)), command, division) == ["corps", "divisional"]
    assert drawn((divisional,), command, division) == ["", "divisional"]


def test_a_general_leads_the_formation_with_the_real_name_first() -> None:
    mostly = LedFormation("corps", most_of={"corps": "II Corps"})
    service = (Service(name="own", parent={"corps": "II Corps"}), Service(name="other", level="corps"))
    assert drawn(service, mostly, replace(mostly, is_real=True)) == ["other", "own"]


BLUE: Parents = {"division": "Blue", "brigade": "1st Brigade"}
MIXED_BRIGADE = LedFormation("brigade", "infantry", most_of=SECOND, parents=(SECOND, BLUE))
MIXED_DIVISION = LedFormation("division", most_of=RED, parents=(SECOND, BLUE))


@pytest.mark.parametrize(
    ("parent", "command", "leads"),
    [
        (SECOND, replace(MIXED_BRIGADE, parents=(SECOND,)), True),
        (SECOND, MIXED_BRIGADE, False),
        (BLUE, MIXED_BRIGADE, False),
        (RED, MIXED_DIVISION, True),
        ({"division": "Blue"}, MIXED_DIVISION, False),
        ({"division": "Blue"}, replace(MIXED_DIVISION, most_of={}), True),
        ({"division": "Green"}, replace(MIXED_DIVISION, most_of={}), False),
        # another brigade of the same division
        ({**RED, "brigade": "3rd Brigade"}, replace(MIXED_BRIGADE, most_of=RED, parents=(SECOND,)), True),
        # no unit's formation is known
        (BLUE, LedFormation("brigade", "infantry"), True),
    ],
)
def test_a_general_leads_no_regiments_of_another_division(parent: Parents, command: LedFormation, leads: bool) -> None:
    assert drawn((Service(name="general", parent=parent),), command) == ["general" if leads else ""]


def test_generals_of_divisions_lead_a_corps_only_if_no_division_needs_them() -> None:
    corps, division = LedFormation("corps"), LedFormation("division")
    several = (Service(name="a", level="division"), Service(name="b", level="division"))
    assert sorted(drawn(several, corps, division, division)) == ["", "a", "b"]
    assert drawn(several, corps, division, division)[0] == ""
    assert "" not in drawn(several, corps, division)
    # nor while nobody suits a division
    assert drawn(several, corps, division, LedFormation("division", most_of=RED, is_real=True)).count("") == 1
    horse = (*several, Service(name="horse", level="division", arm="cavalry"))
    assert (
        drawn(horse, corps, division, LedFormation("division", "cavalry"), LedFormation("division", "cavalry"))[0] == ""
    )


def test_generals_of_unknown_level_lead_a_corps_only_if_no_level_is_known() -> None:
    corps = LedFormation("corps")
    assert drawn((Service(name="a"),), corps) == ["a"]
    assert drawn((Service(name="a"), Service(name="late", level="brigade", from_=Date(1855))), corps) == [""]


LEADERS = (Service(name="Chief", chief=True), Service(name="a", level="corps"), Service(name="b", level="division"))


@pytest.mark.parametrize(
    ("service", "date", "number"),
    [
        (LEADERS, Date(1854), 1),
        ((*LEADERS, Service(name="c", parent={"corps": "I Corps"}, to=Date(1854))), Date(1854), 2),
        ((*LEADERS, Service(name="c", parent={"corps": "I Corps"}, to=Date(1854))), Date(1855), 1),
        ((*LEADERS, Service(name="c", level="corps", arm="cavalry")), Date(1854), 1),
        ((Service(name="a"), Service(name="b", level="brigade")), Date(1854), 0),
        ((Service(name="a"),), Date(1854), None),
    ],
)
def test_leaders_of_the_highest_level_are_counted(service: tuple[Service, ...], date: Date, number: int | None) -> None:
    assert count_leaders(listed(service=service), date, "", LEVELS) == number


@pytest.mark.parametrize("leaders", [0, 1, 2, 9])
def test_there_are_no_more_corps_than_corps_commanders(book_of: Callable[[str, str], Book], leaders: int) -> None:
    """If they cannot lead all divisions, which are at most four for each, there is no corps."""
    limited = small_book(book_of("days_of_empire", "sardinian"), LINE, habits={"battalions_per_brigade": (2, 2)})
    service = (
        Service(name="Chief", chief=True),
        Service(name="Brigadier", level="brigade"),
        *(Service(name=f"Corps {number}", level="corps") for number in range(leaders)),
    )
    book = replace(limited, lists={"small": replace(limited.lists["small"], service=service)})
    raised = raise_army(book, RaiseRequest("small", 1600, "infantry"))
    levels = Counter(place.formation.level for place in formations_of(raised.orbat))
    assert raised.points == 1600
    assert levels["division"] > 2
    assert (levels["corps"] > 0) == (levels["division"] <= 4 * leaders)
    assert levels["corps"] <= leaders


def test_a_numbered_formation_is_not_called_like_a_real_one(book_of: Callable[[str, str], Book]) -> None:
    """The list knows a 1st Brigade, so another is called after its general."""
    names = ("A", "B", "C", "D", "E", "F")
    far = Regiment(name="Far", from_=Date(1855), parent={"brigade": "1st Brigade"})
    line = replace(LINE, regiments=(far, *(Regiment(name=name) for name in names)))
    book = small_book(book_of("days_of_empire", "sardinian"), line)
    service = (Service(name="Chief", chief=True, from_=Date(1854)), Service(name="General"))
    book = replace(book, lists={"small": replace(book.lists["small"], service=service)})
    orbat = raise_army(book, RaiseRequest("small", 150, "infantry", date=Date(1854, 6))).orbat
    found = [(one.formation.name, one.formation.numbered) for one in formations_of(orbat)]
    assert next(one for one in found if "Brigade" in one[0]) == ("General's Brigade", False)
