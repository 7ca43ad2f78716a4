"""Single edits of units and formations, and purchases: their names and their points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.generator.named_edits import EditTester, NamedEdit, all_edits, purchases, replacements
from orbat.model.army_list import OptionUse
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Insert
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin

LINE = Unit(name="Line", entry="sa_line", size=9, rating="2")


def army(library: Library, *units: Unit, of: str = "days_of_empire sardinian", **keys: object) -> tuple[Orbat, Book]:
    """An army of independent units in 1855."""
    ruleset, army_list = of.split()
    orbat = Orbat(ruleset=Pin(ruleset), army_list=Pin(army_list), units=units)
    orbat = replace(orbat, date=Date(1855, 9) if ruleset == "days_of_empire" else None, **keys)  # type: ignore[arg-type]
    book, missing = library.book(orbat)
    assert book
    assert not missing
    return orbat, book


def edits(orbat: Orbat, book: Book) -> dict[str, tuple[str, object, int]]:
    """The kind, the points and the stands of each edit, by name."""
    return {one.name: (one.kind, one.change, one.distance) for one in all_edits(EditTester(orbat, book))}


def test_a_unit_is_enlarged_reduced_raised_and_removed(library: Library) -> None:
    """6 to 11 stands of class 2 or 3, at 2 or 3 points a stand."""
    assert edits(*army(library, LINE)) == {
        "reduce Line by 3 stands to 6": ("size", -6, 3),
        "reduce Line by 2 stands to 7": ("size", -4, 2),
        "reduce Line by 1 stand to 8": ("size", -2, 1),
        "enlarge Line by 1 stand to 10": ("size", 2, 1),
        "enlarge Line by 2 stands to 11": ("size", 4, 2),
        "raise Line to class 3": ("rating", 9, 0),
        "remove Line": ("remove", -18, 0),
    }


def test_a_rating_is_lowered(library: Library) -> None:
    assert edits(*army(library, replace(LINE, rating="3")))["lower Line to class 2"] == ("rating", -9, 0)


def test_a_formation_is_removed_with_its_general(library: Library) -> None:
    brigade = Formation(level="brigade", name="A", commander=Commander(name="X"), units=(LINE, LINE))
    found = edits(*army(library, formations=(brigade,)))
    assert found["remove A with its contents"] == ("remove formation", -18 - 18 - 30, 0)


@pytest.mark.parametrize(
    ("of", "unit", "found"),
    [
        (
            "honours_of_war saxon",
            Unit(name="Guns", entry="sa_gun", size="standard", rating="standard"),
            {"change Guns to small": ("size", -10, 0), "remove Guns": ("remove", -40, 0)},
        ),
        (
            "honours_of_war saxon",
            Unit(name="Horse", entry="sa_dragoon", size="standard", rating="standard", options=("carbines",)),
            {"remove carbines from Horse": ("option", 0, 0), "remove Horse": ("remove", -100, 0)},
        ),
        (
            "honours_of_war saxon",
            Unit(name="Horse", entry="sa_dragoon", size="standard", rating="standard"),
            {"add carbines to Horse": ("option", 0, 0), "remove Horse": ("remove", -100, 0)},
        ),
        (
            "days_of_glory union_west",
            Unit(name="Militia", entry="uw_militia", size=18, rating="1", options=("rifles",)),
            {"remove rifled muskets from Militia": ("option", -18, 0), "remove Militia": ("remove", -36, 0)},
        ),
        (
            "fast_play_napoleonic austria_1805",
            Unit(name="Militia", entry="au5_militia"),
            {"remove Militia": ("remove", -8, 0)},
        ),
        ("days_of_empire sardinian", Unit(name="Ghosts", entry="ghosts"), {"remove Ghosts": ("remove", 0, 0)}),
        ("days_of_empire sardinian", replace(LINE, rating="7"), {"remove Line": ("remove", 0, 0)}),
    ],
)
def test_edits_follow_what_the_list_offers(
    library: Library, of: str, unit: Unit, found: dict[str, tuple[str, object, int]]
) -> None:
    shown = edits(*army(library, unit, of=of))
    assert {name: one for name, one in shown.items() if not name.startswith("reduce")} == found


def test_an_option_is_added_only_at_its_dates_and_can_always_be_removed(library: Library) -> None:
    orbat, book = army(library, LINE, replace(LINE, name="Old", options=("rifles",)))
    sardinian = book.lists["sardinian"]
    uses = (OptionUse(option="rifles", use="optional", from_=Date(1856, 1), house=True),)
    entries = tuple(replace(one, options=uses) if one.id == "sa_line" else one for one in sardinian.entries)
    dated = Book(book.ruleset, {"sardinian": replace(sardinian, entries=entries)})
    required = tuple(replace(one, options=(replace(uses[0], use="required"),)) for one in entries)
    fixed = Book(book.ruleset, {"sardinian": replace(sardinian, entries=required)})
    assert "option" not in {kind for kind, _, _ in edits(replace(orbat, date=Date(1856, 1)), fixed).values()}
    for month, names in (
        (Date(1855, 12), {"remove rifles from Old"}),
        (Date(1856, 1), {"add rifles to Line", "remove rifles from Old"}),
    ):
        found = edits(replace(orbat, date=month), dated)
        assert {name for name, one in found.items() if one[0] == "option"} == names


def names(found: list[NamedEdit]) -> list[tuple[str, object]]:
    return [(one.name, one.change) for one in found]


BATTALION = "2nd Provisional Regt (3rd Foot, Piemonte) (Provisional line regiment battalion"


def test_purchases_are_the_usual_and_the_largest_unit_that_the_points_allow(library: Library) -> None:
    found = list(purchases(EditTester(*army(library, LINE)), 24))
    line = [one for one in found if one.entry_id == "sa_line"]
    assert names(line) == [
        (f"buy 1st Bn, {BATTALION}, 11 stands, class 2)", 22),
        (f"buy 1st Bn, {BATTALION}, 9 stands, class 2)", 18),
        (f"buy 1st Bn, {BATTALION}, 8 stands, class 3)", 24),
    ]
    assert names([one for one in found if one.entry_id == "earthworks"]) == [
        ('buy Earthworks or field defences (2 4" lengths)', 20),
    ]
    assert {one.kind for one in found} == {"buy", "works"}
    assert all(0 < one.change <= 24 for one in found)


def test_a_bought_unit_has_a_free_name_and_joins_similar_units(library: Library) -> None:
    own = replace(LINE, name="1st Bn, 2nd Provisional Regt (3rd Foot, Piemonte)")
    brigade = Formation(level="brigade", name="A", commander=Commander(name="X"), units=(own,))
    tester = EditTester(*army(library, formations=(brigade,)))
    bought = next(one for one in purchases(tester, 22) if one.entry_id == "sa_line")
    assert bought.name.startswith("buy 2nd Bn, 2nd Provisional Regt")
    (insert,) = bought.edits
    assert isinstance(insert, Insert)
    assert (insert.path, insert.position, bought.subject) == (
        ("formations", 0, "units"),
        1,
        ("formations", 0, "units", 1),
    )
    assert tester.try_edits(bought.edits).quote.total == tester.quote.total + bought.change


def test_a_purchase_of_an_army_of_independent_units_is_independent(library: Library) -> None:
    first = next(purchases(EditTester(*army(library, LINE, LINE)), 22))
    assert first.subject == ("units", 2)


def test_a_replacement_joins_the_formation_of_the_unit_it_replaces(library: Library) -> None:
    horse = Unit(name="Horse", entry="sa_cavalry", size=6, rating="2")
    brigades = tuple(
        Formation(level="brigade", name=name, commander=Commander(name=name), units=units)
        for name, units in (("A", (LINE,)), ("B", (horse, horse)))
    )
    division = Formation(level="division", name="C", commander=Commander(name="C"), formations=brigades)
    tester = EditTester(*army(library, formations=(division,)))
    found = list(replacements(tester, ("formations", 0, "formations", 1, "units", 0), 22))
    assert {one.subject for one in found} == {("formations", 0, "formations", 1, "units", 2)}
    assert names(found) == names(list(purchases(tester, 22)))


@pytest.mark.parametrize(("theatre", "dragoons"), [("crimea", False), ("asia", True), ("", True)])
def test_purchases_follow_the_theatre(library: Library, theatre: str, dragoons: bool) -> None:
    """Entries of another theatre are left out, and names are those of regiments that were there."""
    own = Unit(name="Own", entry="ru_line", size=15, rating="2")
    orbat, book = army(library, own, of="days_of_empire russian", theatre=theatre)
    found = {
        (edit.item.entry, edit.item.name)
        for one in purchases(EditTester(orbat, book), 200)
        for edit in one.edits
        if isinstance(edit, Insert) and isinstance(edit.item, Unit)
    }
    assert any(entry == "ru_caucasus_dragoons" for entry, _ in found) is dragoons
    for entry_id, name in found:
        entry = book.entry("russian", entry_id)
        assert entry
        assert name in ("", *entry.regiments_at(orbat.date, theatre))
