"""The shipped lists and battles, compared with tables from the sources: troop types, strengths and totals."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.data.yaml_text import parse
from orbat.model.book import Book
from orbat.model.orbat import Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, check
from orbat.report.abilities import listed_abilities
from orbat.report.breaking_point import breaking_point
from orbat.report.report import Report

KNOWN = Path(__file__).parent / "known"
ORBATS = Path(__file__).resolve().parents[2] / "templates" / "orbats"
MEN_TO_A_STAND = 50
Row = dict[str, str]


def table(name: str) -> list[Row]:
    """The rows of a table of known numbers."""
    lines = (KNOWN / name).read_text("utf-8").splitlines()
    return list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"))


def side(row: Row) -> str:
    return " ".join(filter(None, (row["file"], row.get("commander"))))


SIDES, STRENGTHS = table("sides.tsv"), table("strengths.tsv")
TROOP_TYPES: dict[str, dict[str, dict[str, list[str]]]] = parse((KNOWN / "troop_types.yaml").read_text("utf-8")).data
LISTS = [(ruleset, list_id) for ruleset, lists in TROOP_TYPES.items() for list_id in lists]


def file_of(row: Row) -> Path:
    """The file of a shipped side of a battle, or of an extract."""
    found = [path for path in (ORBATS / row["ruleset"]).glob(f"*/{row['file']}.yaml") if path.parent.name != "starters"]
    assert len(found) == 1
    return found[0]


def checked(library: Library, row: Row) -> Report:
    report = check(file_of(row), library)
    assert report.quote is not None
    assert report.orbat is not None
    assert report.book is not None
    return report


@pytest.mark.parametrize("row", SIDES, ids=side)
def test_sides_have_the_units_and_points_of_their_sources(library: Library, row: Row) -> None:
    """The number of units, the breaking point and the total match the table."""
    report = checked(library, row)
    assert report.quote is not None
    assert len(report.quote.all_units) == int(row["units"])
    assert report.quote.total == int(row["total"])
    point = breaking_point(report)
    assert (str(point.point) if point else "-") == row["breaks"]


@pytest.mark.parametrize("row", [row for row in SIDES if row["made_of"] != "-"], ids=side)
def test_sides_have_the_kinds_of_their_sources(library: Library, row: Row) -> None:
    """The numbers of units of each kind and of formations of each level match."""
    report = checked(library, row)
    assert report.quote is not None
    assert report.book is not None
    entries = [report.book.entry(line.list_id, line.unit.entry) for line in report.quote.all_units]
    found = Counter(entry.kind for entry in entries if entry)
    found.update(line.formation.level for line in report.quote.all_formations)
    assert found == {what: int(number) for number, what in (part.split(" ") for part in row["made_of"].split(", "))}


def test_every_shipped_side_is_in_the_table_of_its_ruleset() -> None:
    """No complete side of a battle is missing from the table."""
    for ruleset in {row["ruleset"] for row in SIDES}:
        shipped = {path.stem for path in (ORBATS / ruleset / "historical").glob("*.yaml")}
        assert shipped
        assert shipped <= {row["file"] for row in SIDES if row["ruleset"] == ruleset}


def arms(report: Report, unit: Unit, list_id: str) -> str:
    assert report.book is not None
    entry = report.book.entry(list_id, unit.entry)
    assert entry is not None
    return report.book.kind(entry).arm


@pytest.mark.parametrize("row", STRENGTHS, ids=side)
def test_strengths_match_the_sources(library: Library, row: Row) -> None:
    """Stands of infantry and cavalry match the men to within half a stand per unit; guns match exactly."""
    report = checked(library, row)
    assert report.quote is not None
    if row["what"] == "gun models":
        guns = [
            line.sum.pieces for line in report.quote.all_units if arms(report, line.unit, line.list_id) == "artillery"
        ]
        assert sum(guns) == int(row["number"])
        return
    own = [
        line
        for line in report.quote.all_formations
        if line.commander and line.commander.commander.name == row["commander"] and line.units
    ]
    assert len(own) == 1
    sizes = [
        line.sum.pieces for line in own[0].units if arms(report, line.unit, line.list_id) in ("infantry", "cavalry")
    ]
    assert sizes
    assert abs(MEN_TO_A_STAND * sum(sizes) - int(row["number"])) <= MEN_TO_A_STAND / 2 * len(sizes)


def book_of(library: Library, ruleset: str, list_id: str) -> Book:
    book, missing = library.book(Orbat(ruleset=Pin(ruleset), army_list=Pin(list_id)))
    assert book is not None
    assert not missing
    return book


@pytest.mark.parametrize(("ruleset", "list_id"), LISTS)
def test_lists_have_the_troop_types_of_their_sources(library: Library, ruleset: str, list_id: str) -> None:
    """Each is listed once, with its companions, and there are no others."""
    wanted = TROOP_TYPES[ruleset][list_id]
    found = [entry.id for entry in book_of(library, ruleset, list_id).lists[list_id].entries]
    assert sorted(found) == sorted([*wanted["of_the_sources"], *wanted["beside_them"]])
    assert len(set(found)) == len(found)


def test_every_list_is_in_the_table(library: Library) -> None:
    """No id is in two lists of a ruleset."""
    for ruleset, lists in TROOP_TYPES.items():
        assert library.list_ids(ruleset) == sorted(lists)
        ids = Counter(one for types in lists.values() for several in types.values() for one in several)
        assert max(ids.values()) == 1


@pytest.mark.parametrize(("ruleset", "list_id"), LISTS)
def test_every_entry_can_be_bought_at_its_usual_size(library: Library, ruleset: str, list_id: str) -> None:
    """At its usual size and rating it has a price, breaks no rule for units, and has a source."""
    book = book_of(library, ruleset, list_id)
    for entry in book.entries(list_id).values():
        kind = book.kind(entry)
        if kind.staff:
            continue
        size = entry.sizes.typical if entry.sizes else entry.size.typical if kind.counted_in[1] else None
        required = tuple(use.option for use in entry.options if use.use == "required")
        rating = entry.ratings.typical if entry.ratings else ""
        unit = Unit(name="Alone", entry=entry.id, size=size, rating=rating, options=required)
        orbat = Orbat(ruleset=Pin(ruleset), army_list=Pin(list_id), house_limits="enforce", units=(unit,))
        quote, found = Evaluator().examine(orbat, book)
        assert quote.total > 0, entry.id
        assert quote.all_units[0].sum.cites, entry.id
        wrong = [one.message for one in found if one.code.startswith("UNT") and one.severity == "error"]
        assert not wrong, (entry.id, wrong)


GUARD_SUBTYPES = ("foot_guard", "guard_heavy", "guard_light")


def test_all_guards_of_fast_play_have_their_modifiers(library: Library) -> None:
    """On the sheet Guards of any arm have +1 in melee, besides the modifier of their kind."""
    found: dict[str, set[str]] = {}
    for ruleset, list_id in LISTS:
        if ruleset == "fast_play_napoleonic":
            book = book_of(library, ruleset, list_id)
            for entry in book.lists[list_id].entries:
                abilities = {one.id for one in listed_abilities(entry, book.ruleset)}
                found.setdefault(entry.subtype, set()).add("guards" if "guards" in abilities else "")
    assert {subtype: found[subtype] for subtype in GUARD_SUBTYPES} == {one: {"guards"} for one in GUARD_SUBTYPES}
    assert {subtype for subtype, one in found.items() if "guards" in one} == {*GUARD_SUBTYPES, "foot_battery"}
