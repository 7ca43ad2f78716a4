"""The prices of the shipped rulesets, compared with independent tables of printed, inferred and house numbers."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from orbat.data.library import Library
from orbat.data.yaml_text import parse
from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Share, Sum, Term
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator
from orbat.report.breaking_point import breaking_point
from orbat.report.report import Report

KNOWN = Path(__file__).parent / "known"
Row = dict[str, str]


def table(name: str) -> list[Row]:
    """The rows of a table of known numbers."""
    lines = (KNOWN / name).read_text("utf-8").splitlines()
    return list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"))


def named(row: Row) -> str:
    return " ".join(row.values())


PRICES, SHARES, BREAKING = table("prices.tsv"), table("shares.tsv"), table("breaking_points.tsv")
ARMIES = parse((KNOWN / "costed_armies.yaml").read_text("utf-8")).data


def army(ruleset: str, reading: str = "-", **more: Any) -> Orbat:
    """An ORBAT under a choice of a ruling, such as `commanders=bought`; - is the default of every ruling."""
    rulings = dict([reading.split("=")]) if reading != "-" else {}
    return Orbat(ruleset=Pin(ruleset), rulings=rulings, **more)


def book_of(library: Library, orbat: Orbat) -> Book:
    book, missing = library.book(orbat)
    assert book is not None
    assert not missing
    return book


class Charged(NamedTuple):
    """A number as it is charged, with its sources."""

    points: object
    cites: tuple[str, ...]

    @property
    def mark(self) -> str:
        """`known` if a rulebook or a source is named, otherwise inferred or house."""
        assert self.cites, "a number rests on nothing"
        return next((mark for mark in ("house", "inferred") if mark in self.cites), "known")


def sum_of(library: Library, orbat: Orbat, unit: Unit) -> Sum:
    """The price of one unit without an army list, by its kind."""
    book = book_of(library, orbat)
    return Pricer(book, None, book.rulings(orbat)).price_unit(unit, "")


def plain(library: Library, row: Row) -> Unit:
    """A unit of the row's kind, in a rating and size that the kind has."""
    ruleset = library.ruleset(row["ruleset"])
    assert ruleset is not None
    assert ruleset.value is not None
    kind = ruleset.value.kinds[row["of"]]
    rating = next(iter(kind.price.by_rating), "")
    return Unit(entry=row["of"], rating=rating, size="standard" if kind.sizes else 1)


def of_kind(library: Library, row: Row) -> Charged:
    unit = replace(plain(library, row), rating=row["by"].strip("-"))
    cost = sum_of(library, army(row["ruleset"], row["reading"]), unit)
    return Charged(cost.points, cost.cites)


def added(library: Library, row: Row, **more: Any) -> Charged:
    """The amount that a size or an option adds to a unit's price."""
    orbat, unit = army(row["ruleset"], row["reading"]), plain(library, row)
    before, after = sum_of(library, orbat, unit), sum_of(library, orbat, replace(unit, **more))
    terms = [term for term in (*after.each, *after.once) if term not in (*before.each, *before.once)]
    assert len(terms) == 1
    assert before.points is not None
    assert after.points == before.points + terms[0].points
    return Charged(terms[0].points, terms[0].cites)


def of_size(library: Library, row: Row) -> Charged:
    return added(library, row, size=row["by"])


def of_option(library: Library, row: Row) -> Charged:
    return added(library, row, options=(row["by"],))


def commanded(library: Library, row: Row, level: str, commander: Commander) -> tuple[Term, Term | None]:
    orbat = army(row["ruleset"], row["reading"], formations=(Formation(level=level, commander=commander, units=()),))
    line = Evaluator().examine(orbat, book_of(library, orbat))[0].all_commanders[0]
    assert line.points == line.term.points + (line.quality.points if line.quality else 0)
    return line.term, line.quality


def of_commander(library: Library, row: Row) -> Charged:
    player = row["of"] == "player"
    term, _ = commanded(library, row, "" if player else row["of"], Commander(player=player))
    return Charged(term.points, term.cites)


def of_quality(library: Library, row: Row) -> Charged:
    _, term = commanded(library, row, "brigade", Commander(quality=row["of"]))
    assert term is not None
    return Charged(term.points, term.cites)


CHARGED: dict[str, Callable[[Library, Row], Charged]] = {
    "kind": of_kind,
    "size": of_size,
    "option": of_option,
    "commander": of_commander,
    "quality": of_quality,
}


@pytest.mark.parametrize("row", PRICES, ids=named)
def test_prices_and_their_marks_match_the_table(library: Library, row: Row) -> None:
    """The points, and whether they are printed, inferred or house numbers."""
    charged = CHARGED[row["what"]](library, row)
    assert (charged.points, charged.mark) == (int(row["points"]), row["mark"])


def priced(library: Library, ruleset_id: str) -> Iterator[tuple[str, str, str]]:
    """Everything priced by a ruleset."""
    file = library.ruleset(ruleset_id)
    assert file is not None
    assert file.value is not None
    rules = file.value
    for kind_id, kind in rules.kinds.items():
        if not kind.staff:
            yield from (("kind", kind_id, rating) for rating in kind.price.by_rating or ("-",))
            yield from (("size", kind_id, size) for size, points in kind.price.by_size.items() if points)
    yield from (("option", kind, name) for name, option in rules.options.items() for kind in option.kinds)
    yield from (("commander", level.id, "-") for level in rules.levels)
    yield ("commander", "player", "-")
    yield from (("quality", quality, "-") for quality in (rules.staff.prices.points if rules.staff.prices else ()))


def test_every_price_is_in_the_table(library: Library) -> None:
    """Every kind in every rating, and every size, option, commander and quality of every shipped ruleset."""
    for ruleset in library.ruleset_ids():
        wanted = {(row["what"], row["of"], row["by"]) for row in PRICES if row["ruleset"] == ruleset}
        assert set(priced(library, ruleset)) == wanted, ruleset


def share_of(library: Library, row: Row) -> Share:
    """The share that a nation pays in the shipped ruleset."""
    file = library.ruleset(row["ruleset"])
    assert file is not None
    assert file.value is not None
    found = [national for national in file.value.national_prices if row["nation"] in national.nations]
    assert len(found) == 1
    assert found[0].mark == "inferred"
    return Share(found[0].percent, found[0].to_nearest, found[0].citations)


@pytest.mark.parametrize("row", SHARES, ids=named)
def test_national_prices_are_shares_of_the_usual_price(library: Library, row: Row) -> None:
    """They are rounded to the nearest multiple, halves up."""
    assert share_of(library, row).of(int(row["usual"])) == int(row["charged"])


def units_of_entry(entry: Entry) -> Iterator[Unit]:
    """A unit of an entry in every rating, size and combination of options."""
    options = [use.option for use in entry.options]
    choices = [chosen for number in range(len(options) + 1) for chosen in combinations(options, number)]
    for rating in entry.ratings.allowed if entry.ratings else ("",):
        for size in entry.sizes.allowed if entry.sizes else (entry.size.typical,):
            yield from (Unit(entry=entry.id, rating=rating, size=size, options=chosen) for chosen in choices)


def test_units_of_a_nation_with_a_share_pay_it(library: Library) -> None:
    """Units of other nations pay the usual price."""
    charged = {(row["ruleset"], row["nation"], int(row["usual"])): int(row["charged"]) for row in SHARES}
    for ruleset, nation in {(row["ruleset"], row["nation"]) for row in SHARES}:
        for list_id in library.list_ids(ruleset):
            orbat = army(ruleset, army_list=Pin(list_id))
            book = book_of(library, orbat)
            here = Pricer(book, None)
            usual = Pricer(book, None, {**book.default_rulings, "national_differences": "none"})
            of_nation = book.nation(list_id) == nation
            for unit in (unit for entry in book.entries(list_id).values() for unit in units_of_entry(entry)):
                plainly = usual.price_unit(unit, list_id).points
                assert isinstance(plainly, int)
                wanted = charged[ruleset, nation, plainly] if of_nation else plainly
                assert here.price_unit(unit, list_id).points == wanted, (list_id, unit)


def costed(case: dict[str, Any], reading: str) -> Orbat:
    """An army of the table, with its formations side by side."""
    units = tuple(
        Unit(
            entry=unit["entry"],
            rating=str(unit.get("rating", "")),
            size=unit.get("size"),
            options=tuple(unit.get("options", ())),
        )
        for unit in case["units"]
        for _ in range(unit["times"])
    )
    formations = tuple(
        Formation(level=level, commander=Commander(quality=quality))
        for level, qualities in case.get("commanders", {}).items()
        for quality in qualities
    )
    commander = Commander(quality=case["commander"]) if "commander" in case else None
    return army(
        case["ruleset"],
        reading,
        army_list=Pin(case["army_list"]),
        commander=commander,
        formations=formations,
        units=units,
    )


@pytest.mark.parametrize("case", ARMIES, ids=lambda case: case["army"])
def test_armies_have_the_known_totals(library: Library, case: dict[str, Any]) -> None:
    """Each unit under the default rulings, and the total under each choice."""
    book = book_of(library, costed(case, "-"))
    for reading, total in case["comes_to"].items():
        quote, _ = Evaluator().examine(costed(case, reading), book)
        assert quote.total == total, reading
    ours, _ = Evaluator().examine(costed(case, "-"), book)
    assert ours.total == next(iter(case["comes_to"].values()))
    each = [unit["each"] for unit in case["units"] for _ in range(unit["times"])]
    assert [line.points for line in ours.all_units] == each


@pytest.mark.parametrize("row", BREAKING, ids=named)
def test_breaking_points_match_the_table(library: Library, row: Row) -> None:
    """Works, transport and commanders do not count as losses."""
    orbat = army(row["ruleset"], row["reading"])
    book = book_of(library, orbat)
    foot = replace(plain(library, {**row, "of": "infantry"}), name="Foot")
    works = [Unit(entry=kind_id, size=3) for kind_id, kind in book.ruleset.kinds.items() if kind.works]
    top = Formation(level=book.ruleset.levels[0].id, commander=Commander(), units=(*works,))
    orbat = replace(orbat, commander=Commander(), formations=(top,), units=(foot,) * int(row["units"]))
    found = breaking_point(Report("army", orbat, book, Evaluator().examine(orbat, book)[0], (), ""))
    assert found is not None
    assert (found.point, found.total) == (int(row["point"]), int(row["units"]))
    assert ("house" in found.cites) is (row["mark"] == "house")
