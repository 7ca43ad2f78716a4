"""Records of regiments and commanders as text, on cards and in the listing of army lists."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.model.army_list import ArmyList, Limit
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.service import Regiment, Service, ServiceRecord, Theatre
from orbat.model.text import Pin
from orbat.pipeline import Evaluator
from orbat.report.listing import entry_data, limit_words, list_data
from orbat.report.service import about_records, record_words, regiment_words, service_notes, service_texts

BRIGADE = {"brigade": "1st Brigade", "division": "Light Division"}


@pytest.fixture
def book(library: Library) -> Book:
    """The British list with two regiments of the line, two commanders and two theatres."""
    file = library.army_list("days_of_empire", "british")
    rules = library.ruleset("days_of_empire")
    assert file
    assert file.value
    assert rules
    assert rules.value
    regiments = (
        Regiment(name="Red Regiment", also=("The Reds",), to=Date(1854, 10), parent=BRIGADE, rating="3"),
        Regiment(name="Red Regiment", from_=Date(1854, 11), theatre=("north",)),
        Regiment(name="Blue Regiment"),
        Regiment(name="Black Regiment", to=Date(1854, 3), theatre=("north",)),
        Regiment(name="Black Regiment", from_=Date(1855, 6)),
    )
    service = (
        Service(name="Lord Grey", chief=True, parent={"division": "Light Division"}),
        Service(name="Lord Brown"),
        Service(name="Lord White", parent={"division": "1st Infantry Division"}),
        Service(name="Lord Black", parent={"division": "Black's Division"}),
    )
    own = file.value
    entries = tuple(replace(one, regiments=regiments) if one.id == "brit_line" else one for one in own.entries)
    theatres = (Theatre(id="north", name="North"), Theatre(id="south", name="South", to=Date(1854)))
    changed = replace(own, entries=entries, service=service, theatres=theatres)
    return Book(rules.value, {"british": changed})


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (Regiment(name="A"), ""),
        (Regiment(name="A", rating="3", options=("rifles",), size=14), "class 3, rifles, size 14"),
        (Regiment(name="A", parent=BRIGADE, from_=Date(1854, 5)), "1st Brigade, Light Division, from 1854-05"),
        (Regiment(name="A", theatre=("north", "south"), to=Date(1855)), "to 1855, North or South"),
        (Service(name="A", arm="cavalry", chief=True), "commander-in-chief, cavalry"),
        (Service(name="A", arm="cavalry", leads=("light_cavalry", "unknown"), to=Date(1855)), "light cavalry, to 1855"),
        (Service(name="A", leads=("infantry", "cossack")), "infantry, Cossacks"),
        (Service(name="A", level="brigade"), "brigade commander"),
        (Service(name="A", level="brigade", parent={"division": "Light Division"}), "Light Division"),
    ],
)
def test_record_in_words(book: Book, record: ServiceRecord, words: str) -> None:
    assert record_words(record, book.lists["british"], book.ruleset) == words


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        ((), "A: class 3 / from 1855."),
        (("KING3", "unknown"), "A: class 3 / from 1855. Source: A. W. Kinglake, The Invasion of the Crimea, vol. 3"),
    ],
)
def test_records_of_a_name_with_sources(book: Book, sources: tuple[str, ...], words: str) -> None:
    records = (Regiment(name="A", rating="3", sources=sources), Regiment(name="A", from_=Date(1855), sources=sources))
    assert about_records(records, book.lists["british"], book.ruleset).startswith(words)
    assert about_records((Regiment(name="A", sources=sources),), book.lists["british"], book.ruleset) == ""


def test_limit_of_one_theatre_in_words(book: Book) -> None:
    limit = Limit(at_most=2, theatre=("north",), house=True)
    assert limit_words(limit, book, "british") == "at most 2 units in the army, in the theatre North (house)"


def test_listing_has_the_records(book: Book) -> None:
    """Names that say nothing else are only among the names."""
    own: ArmyList = book.lists["british"]
    line = entry_data(next(one for one in own.entries if one.id == "brit_line"), own, book)
    assert line["regiments"] == ["Red Regiment", "Blue Regiment", "Black Regiment"]
    words = "class 3, 1st Brigade, Light Division, to 1854-10 / from 1854-11, North"
    assert line["records"] == {"Red Regiment": words, "Black Regiment": "to 1854-03, North / from 1855-06"}
    assert line["also"] == {"The Reds": "Red Regiment"}
    data = list_data(own, book)
    assert data["theatres"] == {"north": "North", "south": "South, to 1854"}
    assert data["commanders"] == {
        "Lord Grey": "commander-in-chief, Light Division",
        "Lord Brown": "",
        "Lord White": "1st Infantry Division",
        "Lord Black": "Black's Division",
    }


@pytest.mark.parametrize(
    ("name", "date", "words"),
    [
        ("Red Regiment, 1st Bn", Date(1854, 10), "class 3, 1st Brigade, Light Division, to 1854-10"),
        ("The Reds", Date(1854, 11), "from 1854-11, North"),
        ("Black Regiment", Date(1854, 11), "to 1854-03, North / from 1855-06"),
        ("Blue Regiment", Date(1854, 10), ""),
        ("Green Regiment", Date(1854, 10), ""),
        ("", Date(1854, 10), ""),
    ],
)
def test_record_of_a_unit(book: Book, name: str, date: Date, words: str) -> None:
    """It is that of the ORBAT's date, or else all records."""
    unit = Unit(name=name, entry="brit_line", size=12, rating="3")
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), date=date, units=(unit,))
    assert regiment_words(orbat, book, Evaluator().price(orbat, book).all_units[0]) == words


@pytest.mark.parametrize(
    ("name", "division", "notes"),
    [
        ("Grey", "Reserve", ("historically Light Division",)),
        ("Lord Grey", "The Light Division", ()),
        ("Lord Grey", "", ("historically Light Division",)),
        ("Lord Brown", "Reserve", ()),
        ("Lord White", "1st (White's) Division", ()),
        ("Lord White", "Right wing, First Division", ()),
        ("Lord White", "11th Division", ("historically 1st Infantry Division",)),
        ("Lord Black", "Reserve", ()),
        ("", "Reserve", ()),
    ],
)
def test_notes_on_a_general(book: Book, name: str, division: str, notes: tuple[str, ...]) -> None:
    """The formation that the general led is not named if the ORBAT's formation has its name, number or general."""
    formation = Formation(level="division", name=division, commander=Commander(name=name))
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=(formation,))
    path = ("formations", 0, "commander")
    assert service_notes(orbat, book, Evaluator().price(orbat, book)).get(path, ()) == notes


@pytest.mark.parametrize(
    ("name", "brigade", "rating", "notes"),
    [
        ("Red Regiment", "1st Brigade", "3", ("with the army to 1854-10",)),
        ("The Reds", "2nd Brigade", "3", ("historically 1st Brigade, Light Division", "with the army to 1854-10")),
        ("Red Regiment, 1st Bn", "1st Brigade", "2", ("class 3 in the army list", "with the army to 1854-10")),
        ("Blue Regiment", "1st Brigade", "3", ()),
        ("Green Regiment", "1st Brigade", "3", ()),
        ("", "1st Brigade", "3", ()),
    ],
)
def test_notes_on_a_unit(book: Book, name: str, brigade: str, rating: str, notes: tuple[str, ...]) -> None:
    """Without the rating and the formation that the ORBAT shows itself."""
    unit = Unit(name=name, entry="brit_line", size=12, rating=rating)
    formation = Formation(level="brigade", name=brigade, units=(unit,))
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), date=Date(1854, 9), formations=(formation,))
    path = ("formations", 0, "units", 0)
    assert service_notes(orbat, book, Evaluator().price(orbat, book)).get(path, ()) == notes


def test_texts_of_notes_leave_out_the_last_ones() -> None:
    assert service_texts(("a", "b", "c")) == ("a, b, c", "a, b", "a")
    assert service_texts(()) == ()
