"""Raising an army: a legal ORBAT of exactly so many points, or as near as any gets, in a style."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

from orbat.evaluate.engine import Checker
from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Quote
from orbat.generator.army_program import ArmyProgram
from orbat.generator.dates import candidate_dates
from orbat.generator.formations import build_orbat
from orbat.generator.limit_rows import add_limits
from orbat.generator.linear_program import FULL_EFFORT, QUICK_EFFORT, LinearRow, Solution, minimal_conflict, solve
from orbat.generator.request import RaiseRequest
from orbat.generator.style import style_program
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.points import Points, exact, show
from orbat.model.record import Value

MAX_ATTEMPTS = 4
"""How many armies are looked at until one holds before every rule."""
STYLE_TOLERANCE = 0.08
"""How far from the best in its style an army may be, as a share of the points: a better one would look no different."""
STYLE_EFFORT = 300
"""Branchings for an army in a style."""
IGNORED_FAMILIES = ("STF", "PTS", "INT")
"""Findings on dice that are thrown later, on the size that is wished for, and on rules that failed: no other army
would be better for these. The last leave the verdict unfinished."""


class RaisedArmy(Value):
    """An army, what it comes to, and the most that any legal army of its shape may come to, which is proved."""

    orbat: Orbat
    quote: Quote
    requested: int
    maximum: Points
    findings: tuple[Finding, ...] = ()
    from_collection: bool = False
    advised_points: Points | None = None
    """What the nearest army comes to that heeds all advice, where this one comes nearer and does not."""

    @property
    def ignored_advice(self) -> tuple[Finding, ...]:
        """What the army does not heed: warnings, but for those on dice that are thrown later."""
        own = (finding for finding in self.findings if not finding.code.startswith(IGNORED_FAMILIES))
        return tuple(finding for finding in own if finding.severity == "warning")

    @property
    def advice_note(self) -> str:
        """What the nearest army comes to that heeds all advice; "" where this one heeds it or no such one is known."""
        if not self.ignored_advice or self.advised_points is None:
            return ""
        return f"the nearest army that heeds all advice comes to {show(self.advised_points)}"

    @property
    def points(self) -> Points:
        """What it comes to, in points."""
        return self.quote.total

    @property
    def proof(self) -> str:
        """What is known of how near it comes."""
        if self.points == self.requested:
            return "exactly the points agreed"
        under = f"{show(self.requested - self.points)} under"
        if self.maximum <= self.points:
            within = "the limits and what is owned" if self.from_collection else "the limits"
            return f"{under}: it is proved that no army in formations comes nearer within {within}"
        return f"{under}: no nearer one was found; it is proved that none comes to more than {show(self.maximum)}"


class NotRaised(ValueError):  # noqa: N818  # it says what cannot be; nothing went wrong
    """No army can be raised; `labels` are limits and wishes that cannot all hold, as few as possible."""

    def __init__(self, says: str, labels: tuple[str, ...] = ()) -> None:
        super().__init__(says)
        self.labels = labels


def raise_army(book: Book, wish: RaiseRequest, rulings: Mapping[str, str] | None = None) -> RaisedArmy:
    """Raise an army. Raises NotRaised where the wishes and limits cannot all hold.

    Advice and habits of the list are kept too, but where they stand in the way of the points or the wishes. Where no
    date is wished for and the list does not offer the same through all of its years, the army is of one date.
    """
    rulings = book.default_rulings if rulings is None else rulings
    dates = () if wish.date else candidate_dates(book, wish)
    return _at_best_date(book, wish, rulings, dates) if dates else _at_its_date(book, wish, rulings)


def _at_best_date(book: Book, wish: RaiseRequest, rulings: Mapping[str, str], dates: tuple[Date, ...]) -> RaisedArmy:
    """An army of the first date at which one comes to the points, or to the most there is, and has no warning; or else
    the best of all. Raises NotRaised."""
    best, failed = None, None
    for dated in (replace(wish, date=date) for date in dates):
        if best is not None and wish.caps and _ceiling(book, dated, rulings) <= best.points:
            continue
        try:
            raised = _at_its_date(book, dated, rulings)
        except NotRaised as failure:
            if failed is None and best is None:
                _at_its_date(book, wish, rulings)  # where no date helps, that is what is said
            failed = failed or failure
            continue
        most = max(raised.maximum, best.maximum if best else raised.maximum)
        better = best is None or (raised.points, -_worth(raised)[1]) > (best.points, -_worth(best)[1])
        best = replace(raised if best is None or better else best, maximum=most)
        near = best.points == wish.points or best.points >= _ceiling(book, wish, rulings)
        if near and not _worth(best)[1]:
            break
    if best is None:
        raise failed or NotRaised("no army can be raised")
    return best


def _ceiling(book: Book, wish: RaiseRequest, rulings: Mapping[str, str]) -> Fraction:
    """What no army comes to more than: of what is owned, or where that is not asked, by what the prices have a sum of.

    Without a date it holds for each date: everything is there, and no limit that is only for a time.
    """
    calculation = ArmyProgram(book, wish, rulings, advice=False, habits=bool(wish.caps))
    if not wish.caps:
        return _reach(calculation)
    add_limits(calculation)
    try:
        return Fraction(_most(calculation)[1])
    except NotRaised:
        return Fraction(0)


def _at_its_date(book: Book, wish: RaiseRequest, rulings: Mapping[str, str]) -> RaisedArmy:
    """An army at the date that is wished for, or at none. Raises NotRaised."""
    best, failed = None, NotRaised("no army can be raised")
    for advice, habits in ((True, True), (False, True), (False, False)):
        if best is not None and wish.caps and (not habits or _ceiling(book, wish, rulings) <= best.points):
            break  # more generals over the same units are no more of an army
        try:
            raised = _raised(ArmyProgram(book, wish, rulings, advice=advice, habits=habits))
        except NotRaised as failure:
            failed = failure
            continue
        nearer = best is None or raised.points > best.points
        heeding = best.points if best is not None and not best.ignored_advice else best.advised_points if best else None
        best = (
            replace(raised, advised_points=heeding) if best is None or nearer else replace(best, maximum=raised.maximum)
        )
        if best.points == wish.points:
            break
    if best is None:
        raise failed
    return best


def _raised(calculation: ArmyProgram) -> RaisedArmy:
    """The best of some armies. Raises NotRaised."""
    book, wish = calculation.book, calculation.request
    if not calculation.of_branch("foot", "horse"):
        when = f" in {wish.date}" if wish.date else ""
        raise NotRaised(f"the {book.title(wish.list_id)} list has neither foot nor horse{when}")
    add_limits(calculation)
    best: RaisedArmy | None = None
    for raised in _tried(calculation):
        if best is None or _worth(raised) < _worth(best):
            best = raised
        errors, warnings = _worth(best)
        if not errors and not (warnings and calculation.advice):
            break
    if best is None:
        raise NotRaised("no army was found in time; try other points or another style")
    if _worth(best)[0]:
        wrong = dict.fromkeys(finding.message for finding in best.findings if finding.severity == "error")
        raise NotRaised("no army was found that holds before every rule", tuple(wrong))
    return best


def _tried(calculation: ArmyProgram) -> Iterable[RaisedArmy]:
    """Armies of exactly the points, from few entries; where there is none, the nearest there are. Raises NotRaised."""
    wish = calculation.request
    for attempt in range(MAX_ATTEMPTS):
        random = _random(wish, attempt)
        solved = _styled(calculation, float(wish.points), random, few=True)
        if solved is None:
            break
        yield _looked_at(calculation, build_orbat(calculation, solved, random), wish.points)
    nearest, most = _most(calculation)
    points = nearest.sum(calculation.total()) + calculation.player_general_cost
    for attempt in range(MAX_ATTEMPTS):
        random = _random(wish, attempt)
        solved = _styled(calculation, points, random, few=False)
        yield _looked_at(calculation, build_orbat(calculation, solved or nearest, random), most)


def _random(wish: RaiseRequest, attempt: int) -> Random:
    return Random(f"{wish.seed}/{attempt}/{wish.style}")  # noqa: S311  # variety, no secret


def _styled(calculation: ArmyProgram, points: float, random: Random, *, few: bool) -> Solution | None:
    """An army of so many points, as near to its style as need be.

    What is bought comes first, with sizes that need not be whole: that takes half the time. Whole sizes come after.
    """
    program, cost = style_program(calculation, random, few=few)
    left = points - calculation.player_general_cost
    landing = LinearRow("", calculation.total(), left, left)
    near = STYLE_TOLERANCE * calculation.request.points
    sizes = {*calculation.larger, *calculation.smaller}
    loose = program.copy()
    loose.whole = [whole and variable not in sizes for variable, whole in enumerate(program.whole)]
    first = solve(loose, cost, rows=[landing], near=near, effort=STYLE_EFFORT).solution
    if first is None:
        return None
    bought = program.copy()
    for variable, whole in enumerate(loose.whole):
        if whole:
            bought.least[variable] = bought.most[variable] = first.number(variable)
    for way in (bought, program):
        if (solved := solve(way, cost, rows=[landing], near=near, effort=STYLE_EFFORT).solution) is not None:
            return solved
    return None


def _most(calculation: ArmyProgram) -> tuple[Solution, Points]:
    """An army of the most points, up to those wished for, and a bound that none can pass. Raises NotRaised."""
    total, program = calculation.total(), calculation.program
    step, own = _step(total.values()), Fraction(calculation.player_general_cost)
    left = _reach(calculation) - own
    reach = float(left)
    landed = solve(program, {}, rows=[LinearRow("", total, reach, reach)], effort=QUICK_EFFORT)
    if landed.solution:
        return landed.solution, exact(left + own)
    within = LinearRow(f"no more than {calculation.request.points} points", total, 0.0, reach)
    answer = solve(program, {key: -value for key, value in total.items()}, rows=[within], effort=FULL_EFFORT)
    if answer.solution is None:
        told = answer.proved_infeasible and not calculation.strict
        labels = minimal_conflict(calculation.unbounded(), [within]) if told else ()
        raise NotRaised(f"no army of {calculation.request.points} points can be raised", labels)
    bound = Fraction(math.floor(-answer.bound / float(step) + 1e-6)) * step
    return answer.solution, exact(min(left, bound) + own)


def _reach(calculation: ArmyProgram) -> Fraction:
    """The most points, up to those wished for, that the prices have a sum of."""
    own, step = Fraction(calculation.player_general_cost), _step(calculation.total().values())
    return (Fraction(calculation.request.points) - own) // step * step + own


def _step(prices: Iterable[float]) -> Fraction:
    """The largest number that all prices are multiples of."""
    fractions = [Fraction(price).limit_denominator(1000) for price in prices if price]
    below = math.lcm(*(one.denominator for one in fractions))
    return Fraction(math.gcd(*(int(one * below) for one in fractions)) or 1, below)


def _looked_at(calculation: ArmyProgram, orbat: Orbat, most: Points) -> RaisedArmy:
    """An army with what the validator finds in it."""
    quote = Pricer(calculation.book, orbat.date, calculation.rulings).quote(orbat)
    findings = Checker(calculation.book, orbat.date, calculation.rulings).inspect(orbat, quote)
    return RaisedArmy(orbat, quote, calculation.request.points, most, findings, bool(calculation.request.caps))


def _worth(raised: RaisedArmy) -> tuple[int, int]:
    """How many errors and warnings there are of the army."""
    counts = Counter(finding.severity for finding in raised.findings if not finding.code.startswith(IGNORED_FAMILIES))
    return counts["error"], counts["warning"]
