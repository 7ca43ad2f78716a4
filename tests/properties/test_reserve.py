"""The third that may be off the board, at every size [DOE 16.5]."""

from __future__ import annotations

import pytest

from orbat.data.library import Library
from orbat.evaluate.catalogue import ORBAT_RULES
from orbat.evaluate.engine import Checker
from orbat.evaluate.pricing import Pricer
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, apply_fix

RULE = tuple(rule for rule in ORBAT_RULES if rule.code == "ARM001")


@pytest.fixture(scope="module")
def book(library: Library) -> Book:
    """The Russian list: its line of class 1 costs one point a stand."""
    book, _ = library.book(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("russian")))
    assert book
    return book


def _points(points: int) -> tuple[Unit, ...]:
    return (Unit(entry="ru_line", size=points, rating="1"),)


@pytest.mark.slow
@pytest.mark.parametrize("base", ["spent", "agreed"])
def test_the_reserve_is_legal_exactly_up_to_a_third(book: Book, base: str) -> None:
    """For 1 to 3000 points, spent or agreed: legal exactly when three times the reserve is at most that."""
    pricer = Pricer(book, None)
    inspector = Checker(book, None, {"off_board_base": base}, unit_rules=(), orbat_rules=RULE)
    for size in range(1, 3001):
        for reserve in (size // 3, size // 3 + 1):
            brigade = Formation(
                level="brigade", commander=Commander(player=True), off_board=True, units=_points(reserve)
            )
            spent = size if base == "spent" else reserve + 7
            orbat = Orbat(
                ruleset=Pin("days_of_empire"),
                army_list=Pin("russian"),
                game_size=size if base == "agreed" else None,
                rulings={"off_board_base": base},
                formations=(brigade,),
                units=_points(spent - reserve),
            )
            quote = pricer.quote(orbat)
            assert (quote.total, quote.off_board) == (spent, reserve)
            legal = not inspector.inspect(orbat, quote)
            assert legal == (3 * reserve <= size), (size, reserve)


@pytest.mark.parametrize("inner", [False, True])
def test_nested_reserves_come_on_together(book: Book, inner: bool) -> None:
    """With a brigade off the board in a division off the board, the fix brings on the division with the brigade."""
    brigade = Formation(level="brigade", commander=Commander(), off_board=inner, units=_points(10))
    division = Formation(level="division", off_board=True, formations=(brigade,))
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("russian"), formations=(division,), units=_points(40))
    (found,) = (finding for finding in Evaluator().examine(orbat, book)[1] if finding.code == "ARM001")
    assert found.path == ("formations", 0, "off_board")
    quote, left = Evaluator().examine(apply_fix(orbat, found, book), book)
    assert quote.off_board == 0
    assert "ARM001" not in {finding.code for finding in left}
