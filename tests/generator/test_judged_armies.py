"""Generated armies over all army lists, styles and years, judged by the script `judged_armies`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.examples import examples, sampled
from tests.generator.judged_armies import SPLIT_BRIGADES, is_usual_size, judge, requests

from orbat.data.library import Library
from orbat.evaluate.pricing import Pricer
from orbat.generator.raise_army import RaisedArmy, raise_army
from orbat.generator.request import RaiseRequest
from orbat.model.book import Book
from orbat.model.dates import Date, read_date
from orbat.model.orbat import Commander, Formation, Orbat, Unit, units_of

BookOf = Callable[[str, str], Book]


@pytest.mark.slow
@pytest.mark.property
def test_no_army_has_what_a_player_would_reject() -> None:
    """2 armies in the quick tests, 20 in CI and 400 in long runs."""
    wrong, split, units, usual = [], 0, 0, 0
    number = examples(20)
    for book, request in requests(Library(), number):
        raised = raise_army(book, request)
        found = dict(judge(book, raised, request))
        split += bool(found.pop("brigades"))
        wrong += [(request, name, fault) for name, fault in found.items() if fault]
        for place in units_of(raised.orbat):
            entry = book.entry(request.list_id, place.unit.entry)
            if entry and not book.kind(entry).works:
                units += 1
                usual += is_usual_size(book, entry.at(raised.orbat.date), place.unit.size)
    assert wrong == []
    assert usual >= 0.8 * units
    assert split <= max(Fraction(2), SPLIT_BRIGADES * number)


def brigade(*units: Unit, commander: str = "") -> Formation:
    """A brigade of some units."""
    return Formation(level="brigade", name="Brigade", numbered=True, commander=Commander(name=commander), units=units)


def battalions(entry: str, count: int, size: int) -> list[Unit]:
    """Some battalions of one entry, of class 3."""
    return [Unit(name=f"{entry} {number}", entry=entry, size=size, rating="3") for number in range(count)]


def battery(entry: str) -> Unit:
    """A battery of three guns."""
    return Unit(name=entry, entry=entry, size=3)


FOOT = battalions("fr_line", 4, 12)
HORSE = [Unit(entry="fr_hussars", size=8, rating="3")]
SPAHIS = [Unit(entry="fr_spahis_orient", size=8, rating="1")]
CASES = [
    ("date", Date(1854, 9), [brigade(*FOOT)], ""),
    ("date", None, [brigade(*FOOT)], "no date"),
    ("sizes", Date(1854, 9), [brigade(*FOOT, *battalions("fr_line", 1, 18))], ""),
    ("sizes", Date(1854, 9), [brigade(*FOOT, *battalions("fr_line", 2, 18))], "fr_line 0 18 of 12"),
    ("guns", Date(1854, 9), [brigade(*FOOT, battery("fr_horse_battery"), battery("fr_foot_battery"))], ""),
    ("guns", Date(1854, 9), [brigade(*FOOT, battery("fr_horse_battery"))], "1 horse and 0 foot batteries"),
    ("guns", Date(1854, 9), [brigade(*HORSE, battery("fr_horse_battery"))], ""),
    ("guards", Date(1855, 2), [brigade(*FOOT), brigade(*battalions("fr_guard_grenadiers", 2, 12))], ""),
    ("guards", Date(1855, 2), [brigade(*FOOT, *battalions("fr_guard_zouaves", 1, 12))], "Brigade"),
    ("batteries", Date(1854, 9), [brigade(*FOOT, battery("fr_foot_battery"))], ""),
    ("batteries", Date(1854, 9), [brigade(*HORSE, battery("fr_foot_battery"))], "with horse"),
    ("batteries", Date(1854, 9), [brigade(*HORSE, battery("fr_horse_battery"))], ""),
    ("names", Date(1854, 9), [brigade(*FOOT)], ""),
    ("names", Date(1854, 9), [brigade(*FOOT), brigade(*FOOT)], "Brigade"),
    ("ranks", Date(1854, 11), [brigade(*FOOT, commander="Bourbaki")], ""),
    ("ranks", Date(1854, 9), [brigade(*FOOT, commander="Bosquet")], "who led a division"),
    ("ranks", Date(1854, 11), [brigade(*FOOT, commander="Morris")], "Morris of the cavalry"),
    ("ranks", Date(1854, 11), [brigade(*HORSE, commander="Bourbaki")], "Bourbaki of the foot"),
    ("date", Date(1855), [brigade(*FOOT)], "the army changed during 1855"),
    ("commanders", Date(1854, 9), [brigade(*FOOT, commander="Bosquet")], ""),
    ("commanders", Date(1854, 9), [brigade(*FOOT, commander="Ney")], "not there: Ney"),
    ("theatre", Date(1854, 9), [brigade(*FOOT)], ""),
    ("regiments", Date(1854, 9), [brigade(Unit(name="Unknown", entry="fr_line", size=12))], ""),
    ("irregulars", Date(1855, 5), [brigade(*HORSE, *HORSE, *SPAHIS)], ""),
    ("irregulars", Date(1855, 5), [brigade(*SPAHIS, *SPAHIS, *HORSE)], "points"),
]


@pytest.mark.parametrize(("criterion", "date", "formations", "wrong"), sampled(CASES, 8))
def test_the_script_finds_what_is_wrong(
    book_of: BookOf, criterion: str, date: Date | None, formations: list[Formation], wrong: str
) -> None:
    book, request = book_of("days_of_empire", "french"), RaiseRequest("french", 400)
    raised = raise_army(book, request)
    orbat = replace(raised.orbat, date=date, commander=Commander(), formations=tuple(formations), units=())
    found = judge(book, with_orbat(raised, orbat, book), request)[criterion]
    assert wrong in found
    assert bool(found) == bool(wrong)


def with_orbat(raised: RaisedArmy, orbat: Orbat, book: Book) -> RaisedArmy:
    """The result of a generated army with another ORBAT."""
    return replace(raised, orbat=orbat, quote=Pricer(book, orbat.date).quote(orbat))


def british(*names: str) -> Formation:
    """A brigade of some British regiments."""
    return brigade(*(Unit(name=name, entry="brit_line", size=15, rating="3") for name in names))


def named(name: str, *regiments: str) -> Formation:
    """A brigade with the name of a real one."""
    return replace(british(*regiments), name=name, numbered=False)


FIRST = "1st Brigade, Light Division"
FUSILIERS, WELCH, LATE = "7th Royal Fusiliers", "23rd Royal Welch Fusiliers", "20th (East Devonshire)"
BRITISH = [
    ("regiments", "1855-06", "crimea", [british(FUSILIERS, LATE)], ""),
    ("regiments", "1854-03", "crimea", [british(FUSILIERS)], FUSILIERS),
    ("brigades", "1854-09", "crimea", [british(FUSILIERS, WELCH), british(LATE)], ""),
    ("brigades", "1854-09", "crimea", [british(FUSILIERS), british(WELCH, LATE)], "1st Brigade, Light Division"),
    ("strays", "1854-09", "crimea", [named(FIRST, FUSILIERS, WELCH)], ""),
    ("strays", "1855-06", "crimea", [named(FIRST, FUSILIERS, LATE)], LATE),
    ("strays", "1855-06", "crimea", [british(FUSILIERS, LATE)], ""),
    ("theatre", "1854-09", "crimea", [british(FUSILIERS)], ""),
    ("theatre", "1854-09", "", [british(FUSILIERS)], "not one of"),
]


@pytest.mark.parametrize(("criterion", "date", "theatre", "formations", "wrong"), BRITISH)
def test_the_script_knows_when_and_where_regiments_served(
    book_of: BookOf, criterion: str, date: str, theatre: str, formations: list[Formation], wrong: str
) -> None:
    book, request = book_of("days_of_empire", "british"), RaiseRequest("british", 400)
    raised = raise_army(book, request)
    orbat = replace(raised.orbat, date=read_date(date), theatre=theatre, formations=tuple(formations), units=())
    found = judge(book, with_orbat(raised, orbat, book), request)[criterion]
    assert wrong in found
    assert bool(found) == bool(wrong)
