"""Raising an army: a legal ORBAT of exactly so many points, or as near as any gets, in a style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from orbat.model.arrange import renumber
from orbat.model.book import Book
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat, formations_of
from orbat.model.points import Points
from orbat.model.record import Value
from orbat.muster.arranging import arranged
from orbat.muster.calculation import Calculation, Terms
from orbat.muster.program import Row, Solved, conflict, solve
from orbat.muster.wish import SHARES, Wish
from orbat.pricing.price import Pricer
from orbat.validate.engine import Inspector

TRIES = 6
"""How many armies are looked at until one holds before every rule."""
GAP = 0.08
"""How far from the best an army may be in its style: a better one would look no different."""


class Raised(Value):
    """An army, what it comes to, and whether any legal army comes nearer to the points wished for."""

    orbat: Orbat
    points: Points
    wished: int
    findings: tuple[Finding, ...] = ()

    @property
    def proof(self) -> str:
        """What is known of how near it comes."""
        if self.points == self.wished:
            return "exactly the points agreed"
        return f"{self.wished - self.points} points under: no army of this shape comes nearer"


class NotRaised(ValueError):  # noqa: N818  # it says what cannot be; nothing went wrong
    """No army can be raised; `labels` are limits and wishes that cannot all hold, as few as possible."""

    def __init__(self, says: str, labels: tuple[str, ...] = ()) -> None:
        super().__init__(says)
        self.labels = labels


def raise_army(book: Book, wish: Wish, rulings: Mapping[str, str] | None = None) -> Raised:
    """Raise an army. Raises NotRaised where the wishes and limits cannot all hold."""
    calculation = Calculation(book, wish, book.ours if rulings is None else rulings)
    points = _most(calculation)
    best: Raised | None = None
    for attempt in range(TRIES):
        solved = _in_style(calculation, points, Random(f"{wish.seed}/{attempt}"))  # noqa: S311  # variety, no secret
        if solved is None:
            continue
        raised = _looked_at(calculation, arranged(calculation, solved))
        if best is None or _worth(raised) < _worth(best):
            best = raised
        if not _wrong(best):
            break
    if best is None:
        raise NotRaised("no army was found in time; try other points or another style")
    return best


def _most(calculation: Calculation) -> float:
    """The most points, up to those wished for, that an army can come to. Raises NotRaised where there is none."""
    total, wished = calculation.total(), float(calculation.wish.points)
    exact = Row("the points agreed", total, wished, wished)
    if solve(calculation.program, {}, rows=[exact], seconds=1.0) is not None:
        return wished
    within = Row("the points agreed", total, 0.0, wished)
    solved = solve(calculation.program, {key: -value for key, value in total.items()}, rows=[within], seconds=1.5)
    if solved is None:
        labels = conflict(calculation.program, [within])
        raise NotRaised(f"no army of {calculation.wish.points} points can be raised", labels)
    return -solved.objective


def _in_style(calculation: Calculation, points: float, random: Random) -> Solved | None:
    """An army of so many points, as near to its style as need be."""
    cost, program = _cost(calculation, random), calculation.program
    exact = Row("the points agreed", calculation.total(), points, points)
    rows, columns = len(program.rows), len(program.least)
    for branch, share in SHARES[calculation.wish.style].items():
        cost[program.apart(calculation.cost_of(calculation.of_branch(branch)), share * points)] = 1.0
    for number, offer in enumerate(calculation.offers):
        if offer.counted:
            units, stands = calculation.units[number], calculation.stands[number]
            far = program.apart({stands: 1.0, units: -float(offer.usual)}, 0.0)
            cost[far] = 0.4 * float(offer.each)
    solved = solve(program, cost, rows=[exact], gap=GAP, seed=random.randrange(1 << 30))
    del program.rows[rows:]
    del program.least[columns:], program.most[columns:], program.whole[columns:]
    return solved


def _cost(calculation: Calculation, random: Random) -> Terms:
    """What is held against each offer: that it is odd, and what the seed has against it."""
    style, cost = calculation.wish.style, Terms()
    liking = {offer.entry.id: random.random() for offer in calculation.offers}
    for number, offer in enumerate(calculation.offers):
        price = float(offer.points)
        against = (0.1 + 0.5 * liking[offer.entry.id]) * price
        ratings = offer.entry.ratings.allowed if offer.entry.ratings else ()
        rank = ratings.index(offer.unit.rating) / len(ratings) if offer.unit.rating in ratings else 0.5
        if style == "elite":
            against += 1.5 * (1 - rank) * price
        elif style == "horde":
            against += 1.5 * rank * price
        else:
            against += (0.6 if style == "historical" else 0.25) * offer.odd * price
        if style == "historical":
            against -= 0.3 * min(1.0, len(offer.entry.regiments) / 12) * price
        cost[calculation.units[number]] = against
    return cost


def _looked_at(calculation: Calculation, orbat: Orbat) -> Raised:
    """An army with what the validator finds in it."""
    book, wish = calculation.book, calculation.wish
    for holder in ((), *(place.path for place in formations_of(orbat))):
        orbat = renumber(orbat, (*holder, "formations"))
    quote = Pricer(book, orbat.date, calculation.rulings).quote(orbat)
    findings = Inspector(book, orbat.date, calculation.rulings).inspect(orbat, quote)
    return Raised(orbat, quote.total, wish.points, findings)


def _worth(raised: Raised) -> tuple[int, int]:
    counts = Counter(finding.severity for finding in raised.findings if not finding.code.startswith("STF"))
    return counts["error"], counts["warning"]


def _wrong(raised: Raised) -> bool:
    return _worth(raised) != (0, 0)
