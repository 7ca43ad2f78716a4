"""Search for entries: quality of matches, and matching regiments."""

from __future__ import annotations

import pytest

from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Orbat, Unit
from orbat.model.regiments import free_regiments, used_names
from orbat.model.service import Campaign
from orbat.model.spelling import find_known_name
from orbat.model.text import Pin
from orbat.report.search import ANYWHERE, KIND, START, WHOLE, WORD, WORDS, search_entries

ARMY = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), date=Date(1854, 9))
NOBODY: frozenset[str] = frozenset()


@pytest.fixture
def book(library: Library) -> Book:
    """The British list."""
    book, _ = library.book(ARMY)
    assert book
    return book


def _found(book: Book, typed: str, used: frozenset[str] = NOBODY) -> dict[str, str]:
    """The ids of the entries found, each with the matching regiment."""
    return {hit.entry.id: hit.regiment for hit in search_entries(book, "british", typed, used)}


def test_an_empty_search_finds_every_entry(book: Book) -> None:
    """They are in list order, without regiments."""
    assert list(_found(book, " ")) == list(book.entries("british"))
    assert set(_found(book, "").values()) == {""}


@pytest.mark.parametrize(
    ("typed", "entry", "regiment"),
    [
        ("33rd", "brit_line", "33rd (Duke of Wellington's)"),
        ("WELLINGTON", "brit_line", "33rd (Duke of Wellington's)"),
        ("3rd", "brit_line", "3rd (The Buffs)"),
        ("line 33rd", "brit_line", "33rd (Duke of Wellington's)"),
        ("infantry royal welch", "brit_line", "23rd Royal Welch Fusiliers"),
        ("coldstream guards", "brit_foot_guards", "1st Bn Coldstream Guards"),
        ("20th", "brit_line_smoothbore", "20th (East Devonshire)"),
        ("line", "brit_line", ""),
        ("brit_line", "brit_line", ""),
    ],
)
def test_a_search_finds_the_regiment(book: Book, typed: str, entry: str, regiment: str) -> None:
    """The best match is found; none if the entry's own names match every word."""
    assert _found(book, typed)[entry] == regiment


def test_every_word_must_match(book: Book) -> None:
    """All words must match the same entry."""
    assert _found(book, "coldstream zouaves") == {}


def test_a_regiment_in_use_is_marked_unless_another_matches(book: Book) -> None:
    """An unused match is preferred."""
    buffs, duke = "3rd (The Buffs)", "33rd (Duke of Wellington's)"
    assert _found(book, "3rd", frozenset({buffs}))["brit_line"] != buffs
    (hit,) = search_entries(book, "british", "wellington's", frozenset({duke}))
    assert (hit.regiment, hit.in_use) == (duke, True)
    (hit,) = search_entries(book, "british", "wellington's", NOBODY)
    assert (hit.regiment, hit.in_use) == (duke, False)


def test_matches_are_ranked(book: Book) -> None:
    """The order is the whole name, its start, the start of a word, and anywhere."""
    fits = {hit.entry.id: hit.fit for hit in search_entries(book, "british", "line inf", NOBODY)}
    assert fits["brit_line"] == START
    assert {hit.entry.id: hit.fit for hit in search_entries(book, "british", "foot guards", NOBODY)}[
        "brit_foot_guards"
    ] == WHOLE
    assert {hit.entry.id: hit.fit for hit in search_entries(book, "british", "musket", NOBODY)}["brit_line"] == WORD
    assert {hit.entry.id: hit.fit for hit in search_entries(book, "british", "usket", NOBODY)}["brit_line"] == ANYWHERE


@pytest.mark.parametrize(("typed", "fit"), [("foot gu", START), ("gu foot", WORDS), ("oot uard", ANYWHERE)])
def test_a_name_ranks_above_a_kind_of_troops(book: Book, typed: str, fit: int) -> None:
    """Guards match by name. Foot artillery matches field guns only by kind."""
    fits = {hit.entry.id: hit.fit for hit in search_entries(book, "british", typed, NOBODY)}
    assert fits["brit_foot_guards"] == fit
    fits = {hit.entry.id: hit.fit for hit in search_entries(book, "british", "field gun", NOBODY)}
    assert fits["brit_field_battery"] == KIND


# --- which regiments are there


@pytest.mark.parametrize(
    ("name", "regiment"),
    [
        ("33rd (Duke of Wellington's)", "33rd (Duke of Wellington's)"),
        ("33rd Duke of Wellington's", "33rd (Duke of Wellington's)"),
        ("19th Foot", "19th (1st Yorkshire North Riding)"),
        ("7th Royal Fusiliers, left wing", "7th Royal Fusiliers"),
        ("2nd Bn Royal Regiment", "2nd Bn 1st Royal Regiment"),
        ("The Forlorn Hope", ""),
        ("2 companies", ""),
        ("", ""),
        ("()", ""),
    ],
)
def test_a_regiment_is_found_by_its_number(book: Book, name: str, regiment: str) -> None:
    """Numbers are found in any notation. An unknown name matches no regiment."""
    entry = book.entry("british", "brit_line")
    assert entry
    assert find_known_name(name, entry.regiment_names, "first") == regiment
    used = used_names(
        Orbat(ruleset=ARMY.ruleset, army_list=ARMY.army_list, units=(Unit(name=name, entry="brit_line"),)), book
    )
    assert used == {name, regiment} - {""}
    home = Unit(name=name, entry="brit_line", fielded=False)
    assert used_names(Orbat(ruleset=ARMY.ruleset, army_list=ARMY.army_list, units=(home,)), book) == used
    assert (regiment in free_regiments(entry, used)) is False


@pytest.mark.parametrize(
    ("name", "general"),
    [
        ("Lord Raglan", "Lord Raglan"),
        ("Sir William Codrington", "William Codrington"),
        ("Sir John Campbell", "Sir John Campbell"),
        ("Colin Campbell", "Sir Colin Campbell"),
        ("Campbell", ""),
        ("Napoleon", ""),
    ],
)
def test_a_general_is_found_by_surname(book: Book, name: str, general: str) -> None:
    """Of two generals with the same surname, the better match is found; none in a tie."""
    assert find_known_name(name, book.lists["british"].commander_names, "last") == general


def test_free_regiments_start_after_a_given_one(book: Book) -> None:
    """The search wraps around."""
    guards = book.entries("british")["brit_foot_guards"]
    third, first, scots = guards.regiment_names
    assert free_regiments(guards, NOBODY) == (third, first, scots)
    assert free_regiments(guards, NOBODY, first) == (scots, third, first)
    assert free_regiments(guards, frozenset({scots}), first) == (third, first)
    assert free_regiments(guards, NOBODY, "Grey Guards") == (third, first, scots)


def test_regiments_of_a_theatre_come_first(library: Library) -> None:
    """Then regiments of any theatre, then those of other theatres only."""
    file = library.army_list("days_of_empire", "russian")
    assert file
    assert file.value
    line = next(one for one in file.value.entries if one.id == "ru_line")
    campaign = Campaign(Date(1854, 9))
    free = free_regiments(line, NOBODY, campaign=campaign, theatres=frozenset({"crimea"}))
    assert sorted(free) == sorted(free_regiments(line, NOBODY, campaign=campaign))
    records = [line.regiment_at(name, campaign.date) for name in free]
    theatres = [one.theatre if one else () for one in records]
    firsts = [number for number, one in enumerate(theatres) if "crimea" in one]
    assert firsts == [*range(len(firsts))]
    assert free.index("Brest Infantry") >= len(firsts) > 0
