"""Typed numbers compared with the quote: wrong numbers, their consequences, and omitted generals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Quote
from orbat.model.book import Book
from orbat.model.claims import Claim, ClaimDifference, ClaimType, Reading, ReadLine
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.report.claim_check import compare_claims
from orbat.report.typed_findings import typed_findings, without_cites

GENERAL: OrbatPath = ("formations", 0, "commander")
FOOT: tuple[OrbatPath, ...] = (("formations", 0, "units", 0), ("formations", 0, "units", 1))
GUNS: OrbatPath = ("formations", 0, "units", 2)
EVERYTHING = (GENERAL, *FOOT, GUNS)
ORBAT = Orbat(
    ruleset=Pin("days_of_empire"),
    game_size=300,
    formations=(
        Formation(
            level="brigade",
            name="1st Brigade",
            commander=Commander(name="Smith"),
            units=(
                Unit(name="A", entry="infantry", size=12, rating="3"),
                Unit(name="B", entry="infantry", size=12, rating="3"),
                Unit(name="C", entry="field_gun", size=3),
            ),
        ),
    ),
)
"""A general for 30 points, two battalions for 36 each and three guns for 35 each: 207 of 300 points."""


@pytest.fixture
def book(library: Library) -> Book:
    """The ruleset without an army list."""
    found, _ = library.book(ORBAT)
    assert found is not None
    return found


@pytest.fixture
def quote(book: Book) -> Quote:
    """The quote of the army."""
    return Pricer(book, None).quote(ORBAT)


def reading(*claims: tuple[int, ClaimType, int, tuple[OrbatPath, ...]]) -> Reading:
    """A reading with the general on line 1, the battalions on 2 and 3 and the guns on 4."""
    lines = tuple(ReadLine(number, f"line {number}", (path,)) for number, path in enumerate(EVERYTHING, start=1))
    return Reading(lines, tuple(Claim(line, sort, typed, covers) for line, sort, typed, covers in claims))


def difference_rows(differences: tuple[ClaimDifference, ...]) -> list[tuple[object, ...]]:
    """The line, both numbers, explaining lines and omitted generals of each difference."""
    return [(one.claim.line, one.claim.typed, one.calculated, one.explained_by, one.unpaid) for one in differences]


def test_right_numbers_have_no_difference(quote: Quote) -> None:
    """Prices of one unit, of all units and of a gun, the total, the remainder and the number of units are right."""
    claims = reading(
        (1, "line", 30, (GENERAL,)),
        (2, "each", 36, FOOT),
        (2, "line", 72, FOOT),
        (4, "piece", 35, (GUNS,)),
        (4, "line", 105, (GUNS,)),
        (5, "subtotal", 102, (GENERAL, *FOOT)),
        (6, "total", 207, ()),
        (7, "left", 93, ()),
        (8, "count", 3, ()),
        (9, "count", 4, ()),
        (10, "size", 300, ()),
    )
    assert compare_claims(claims, quote) == ()


def test_two_errors_that_cancel_are_both_found(quote: Quote) -> None:
    """The total is right, but both prices are wrong."""
    claims = reading((2, "line", 40, FOOT[:1]), (3, "line", 32, FOOT[1:]), (6, "total", 207, ()))
    assert difference_rows(compare_claims(claims, quote)) == [(2, 40, 36, (), ()), (3, 32, 36, (), ())]


def test_a_wrong_price_explains_the_sums_that_include_it(quote: Quote) -> None:
    """Subtotal, total and remainder are consequences of it."""
    claims = reading(
        (1, "line", 30, (GENERAL,)),
        (2, "line", 40, FOOT[:1]),
        (5, "subtotal", 106, (GENERAL, *FOOT)),
        (6, "total", 211, ()),
        (7, "left", 89, ()),
    )
    assert difference_rows(compare_claims(claims, quote)) == [
        (2, 40, 36, (), ()),
        (5, 106, 102, (2,), ()),
        (6, 211, 207, (2,), ()),
        (7, 89, 93, (6,), ()),
    ]


def test_a_price_per_piece_of_no_pieces_is_not_compared(book: Book) -> None:
    """The price of one stand of a battalion without stands cannot be calculated."""
    empty = replace(
        ORBAT, formations=(replace(ORBAT.formations[0], units=(Unit(entry="infantry", size=0, rating="3"),)),)
    )
    claims = reading((2, "piece", 4, FOOT[:1]))
    assert not compare_claims(claims, Pricer(book, None).quote(empty))


def test_a_wrong_price_per_piece_explains_the_product(quote: Quote) -> None:
    """This applies to units and to guns."""
    claims = reading((2, "each", 38, FOOT), (2, "line", 76, FOOT), (4, "piece", 40, (GUNS,)), (4, "line", 120, (GUNS,)))
    assert difference_rows(compare_claims(claims, quote)) == [
        (2, 38, 36, (), ()),
        (2, 76, 72, (2,), ()),
        (4, 40, 35, (), ()),
        (4, 120, 105, (4,), ()),
    ]


def test_a_wrong_subtotal_is_a_cause_and_explains_the_total(quote: Quote) -> None:
    """The lines in the subtotal are right."""
    claims = reading((1, "line", 30, (GENERAL,)), (5, "subtotal", 112, (GENERAL, *FOOT)), (6, "total", 217, ()))
    assert difference_rows(compare_claims(claims, quote)) == [(5, 112, 102, (), ()), (6, 217, 207, (5,), ())]


def test_generals_that_a_sum_omits(quote: Quote) -> None:
    """Generals are named only if they have no typed price, and exactly their price is missing."""
    assert difference_rows(compare_claims(reading((6, "total", 177, ())), quote)) == [(6, 177, 207, (), (1,))]
    assert difference_rows(compare_claims(reading((6, "total", 180, ())), quote)) == [(6, 180, 207, (), ())]
    paid = reading((1, "line", 30, (GENERAL,)), (6, "total", 177, ()))
    assert difference_rows(compare_claims(paid, quote)) == [(6, 177, 207, (), ())]


def test_units_without_a_price_are_not_compared(book: Book) -> None:
    """Sums that include them are not compared either. Their typed price is a finding."""
    orbat = Orbat(ruleset=Pin("days_of_empire"), units=(Unit(name="A", entry="infantry", size=12),))
    read = Reading(
        (ReadLine(1, "A 36", (("units", 0),)),), (Claim(1, "line", 36, (("units", 0),), "A"), Claim(2, "total", 36))
    )
    differences, findings = typed_findings(read, Pricer(book, None).quote(orbat), book)
    assert differences == ()
    assert [(one.code, one.message) for one in findings] == [
        ("TXT010", "A: the typed number 36 cannot be checked: no class")
    ]


def test_severities(quote: Quote, book: Book) -> None:
    """A wrong price is an error, a consequence or remainder a note, a number of units a warning."""
    read = reading((2, "line", 40, FOOT[:1]), (6, "total", 211, ()), (7, "left", 1, ()), (8, "count", 9, ()))
    _, findings = typed_findings(read, quote, book)
    assert [(one.code, one.severity, one.line) for one in findings] == [
        ("TXT001", "error", 2),
        ("TXT003", "note", 6),
        ("TXT004", "note", 7),
        ("TXT005", "warning", 8),
    ]


def test_a_citation_of_price_and_check_is_given_once() -> None:
    """The calculation of the price may have the same citation."""
    assert without_cites("100 at 110 % = 110 [P3, inferred]", ("P3",)) == ("100 at 110 % = 110", ("P3", "inferred"))
    for reason in ("100 = 100 [P4]", "100 [P3] + 10 [P3]", "100"):
        assert without_cites(reason, ("P3",)) == (reason, ("P3",))
