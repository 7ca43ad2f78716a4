"""How well an army that was read agrees with a ruleset and an army list: the evidence of which ones a text is of."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.book import Book
from orbat.model.claims import Claim
from orbat.model.orbat import Unit
from orbat.pricing.quote import Quote
from orbat.sources.typed.making import Maker, Node, Troops
from orbat.sources.typed.matching import SURE
from orbat.sources.typed.vocabulary import vocabulary_of

RIGHT, WRONG = 2, -2
"""What a line whose price agrees tells, and one whose price does not."""
_TOTAL = 3
_COUNTED = ("stands", "men")


def agreement(maker: Maker, book: Book, quote: Quote, claims: Iterable[Claim]) -> float:
    """The more, the likelier a text is of this ruleset and army list."""
    priced = {line.path for line in quote.all_units if line.sum.points is not None}
    found = sum(_of_troops(one, book) if isinstance(one, Troops) else _of_general(one, book) for one in maker.purchases)
    total = any(claim.sort == "total" and claim.typed == quote.total for claim in claims)
    return found + _TOTAL * (total and bool(priced))


def _of_troops(troops: Troops, book: Book) -> float:
    """What a line of troops tells: its price, and words for a rating and a size that the ruleset has."""
    bought, item = troops.bought, troops.item
    if bought is None or item.told is None:
        return -1
    found = 1.0 if bought.ours else 0.0
    found += 0 if bought.agrees is None else RIGHT if bought.agrees else WRONG
    typed = any(facts.rating for facts in item.facts) or item.told.rating
    found += bool(typed and bought.unit.rating)
    found += _of_size(troops, bought.unit, book)
    return found + (bought.nearness / 100 if bought.nearness >= SURE else 0)


def _of_size(troops: Troops, unit: Unit, book: Book) -> int:
    """Whether the ruleset counts what the line counts, or has names for sizes where it has one."""
    item = troops.item
    counted = any(facts.size and facts.counts in _COUNTED and facts.doubt < 1 for facts in item.facts)
    if isinstance(unit.size, int):
        return 1 if counted else 0
    if counted:
        return -1
    named = book.ruleset.sizes and item.told and vocabulary_of(book.ruleset).scan(item.told.words, "size")
    return 1 if named and unit.size else 0


def _of_general(node: Node, book: Book) -> float:
    """What the price typed for a general tells."""
    chief, level = node.chief, book.ruleset.level(node.level)
    if chief is None or chief.price is None or level is None:
        return 0
    return RIGHT if chief.price == (level.general.points or 0) * chief.count else WRONG
