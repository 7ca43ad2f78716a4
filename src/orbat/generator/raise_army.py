"""Generates a legal army in a style. It costs exactly the requested points, or as near below as possible."""

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
from orbat.model.wording import phrase

MAX_ATTEMPTS = 4
"""Maximum number of armies to check. The search then ends, even if every army has findings."""
STYLE_TOLERANCE = 0.08
"""Maximum difference between a style's objective and its best value, as a share of the points. A smaller tolerance
gives no visibly better army."""
STYLE_EFFORT = 300
"""Maximum number of solver nodes for an army in a style."""
IGNORED_FAMILIES = ("STF", "PTS", "INT")
"""Families of findings to ignore in generated armies: dice not rolled yet, the requested size, internal errors."""


class RaisedArmy(Value):
    """A generated army, with its price (`quote`) and findings.

    - `requested`: the points that the army should cost
    - `maximum`: no legal army for this request, with the same limits on formations, costs more points
    - `from_collection`: the army uses only the miniatures that the player owns
    """

    orbat: Orbat
    quote: Quote
    requested: int
    maximum: Points
    findings: tuple[Finding, ...]
    from_collection: bool
    advised_points: Points | None = None
    """The cost of the best army found without warnings. Set only if this army has warnings and is nearer to the
    requested points than that one."""

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The army's warnings, except those that every new army has, such as generals without a staff roll."""
        own = (finding for finding in self.findings if not finding.code.startswith(IGNORED_FAMILIES))
        return tuple(finding for finding in own if finding.severity == "warning")

    @property
    def advice_note(self) -> str:
        """The cost of the nearest army without warnings, as text. "" if this army has no warnings, or if every army has
        warnings."""
        if not self.warnings or self.advised_points is None:
            return ""
        return phrase("the nearest army without warnings costs {points} points", points=show(self.advised_points))

    @property
    def points(self) -> Points:
        """The cost of the army, in points."""
        return self.quote.total

    @property
    def proof(self) -> str:
        """A text that says how far the army is below the requested points, and whether a nearer army is possible."""
        if self.points == self.requested:
            return "exactly the agreed points"
        under = show(self.requested - self.points)
        if self.maximum > self.points:
            return phrase(
                "{points} under the agreed points; no nearer army was found; no army can cost more than {maximum}",
                points=under,
                maximum=show(self.maximum),
            )
        if self.from_collection:
            return phrase(
                "{points} under the agreed points; no nearer army exists within the limits and the collection",
                points=under,
            )
        return phrase("{points} under the agreed points; no nearer army exists within the limits", points=under)


class NotRaised(ValueError):  # noqa: N818  # an impossible request, not a failure
    """Raised if no army can be generated. `labels` names the limits and requirements that conflict, as few as
    possible."""

    def __init__(self, message: str, labels: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.labels = labels


def raise_army(book: Book, request: RaiseRequest, rulings: Mapping[str, str] | None = None) -> RaisedArmy:
    """Generate an army. Raises NotRaised if the requirements and limits conflict.

    If possible, the army has no warnings, and its formations and units have usual sizes. To reach the requested points
    or to meet a requirement, it may have warnings or unusual sizes. If the request has no date and the army list
    changes over time, a date is chosen.
    """
    rulings = book.default_rulings if rulings is None else rulings
    dates = () if request.date else candidate_dates(book, request)
    return _at_best_date(book, request, rulings, dates) if dates else _at_date(book, request, rulings)


def _at_best_date(book: Book, request: RaiseRequest, rulings: Mapping[str, str], dates: tuple[Date, ...]) -> RaisedArmy:
    """The best army over several dates, tried in order. Raises NotRaised if no date allows an army.

    Stops at the first army that has no warnings and costs as much as possible.
    """
    best, failed = None, None
    for dated in (replace(request, date=date) for date in dates):
        if best is not None and request.caps and _upper_bound(book, dated, rulings) <= best.points:
            continue
        try:
            raised = _at_date(book, dated, rulings)
        except NotRaised as failure:
            if failed is None and best is None:
                _at_date(book, request, rulings)  # if the request fails even without a date, report that
            failed = failed or failure
            continue
        most = max(raised.maximum, best.maximum if best else raised.maximum)
        better = best is None or (raised.points, -_fault_counts(raised)[1]) > (best.points, -_fault_counts(best)[1])
        best = replace(raised if best is None or better else best, maximum=most)
        suffices = best.points == request.points or best.points >= _upper_bound(book, request, rulings)
        if suffices and not _fault_counts(best)[1]:
            break
    if best is None:
        raise failed or NotRaised("no army is possible")
    return best


def _upper_bound(book: Book, request: RaiseRequest, rulings: Mapping[str, str]) -> Fraction:
    """Points that no army can exceed; at most the requested points."""
    army_program = ArmyProgram(book, request, rulings, advice=False, habits=bool(request.caps))
    if not request.caps:
        return _max_sum(army_program)
    add_limits(army_program)
    try:
        return Fraction(_nearest(army_program)[1])
    except NotRaised:
        return Fraction(0)


def _at_date(book: Book, request: RaiseRequest, rulings: Mapping[str, str]) -> RaisedArmy:
    """The best army at the request's date, if it has one. Raises NotRaised."""
    best, failed = None, NotRaised("no army is possible")
    for advice, habits in ((True, True), (False, True), (False, False)):
        if best is not None and request.caps and (not habits or _upper_bound(book, request, rulings) <= best.points):
            break  # more generals for the same units would not improve the army
        try:
            raised = _best_candidate(ArmyProgram(book, request, rulings, advice=advice, habits=habits))
        except NotRaised as failure:
            failed = failure
            continue
        nearer = best is None or raised.points > best.points
        advised = best.points if best is not None and not best.warnings else best.advised_points if best else None
        best = (
            replace(raised, advised_points=advised) if best is None or nearer else replace(best, maximum=raised.maximum)
        )
        if best.points == request.points:
            break
    if best is None:
        raise failed
    return best


def _best_candidate(army_program: ArmyProgram) -> RaisedArmy:
    book, request = army_program.book, army_program.request
    if not army_program.of_branch("foot", "horse"):
        title = book.title(request.list_id)
        if request.date:
            text = phrase("the {list} list has neither foot nor horse in {date}", list=title, date=request.date)
            raise NotRaised(text)
        raise NotRaised(phrase("the {list} list has neither foot nor horse", list=title))
    add_limits(army_program)
    best: RaisedArmy | None = None
    for raised in _candidates(army_program):
        if best is None or _fault_counts(raised) < _fault_counts(best):
            best = raised
        errors, warnings = _fault_counts(best)
        if not errors and not (warnings and army_program.advice):
            break
    if best is None:
        raise NotRaised("no army found in the time allowed; try another number of points or another style")
    if _fault_counts(best)[0]:
        wrong = dict.fromkeys(finding.message for finding in best.findings if finding.severity == "error")
        raise NotRaised("no army without errors was found", tuple(wrong))
    return best


def _candidates(army_program: ArmyProgram) -> Iterable[RaisedArmy]:
    """Yield armies to choose from. Raises NotRaised.

    First come armies of exactly the requested points with few different entries. Then come armies as near as possible
    to the requested points.
    """
    request = army_program.request
    for attempt in range(MAX_ATTEMPTS):
        random = _random(request, attempt)
        solved = _solve_style(army_program, float(request.points), random, few=True)
        if solved is None:
            break
        yield _checked(army_program, build_orbat(army_program, solved, random), request.points)
    nearest, most = _nearest(army_program)
    points = nearest.sum(army_program.total()) + army_program.player_general_cost
    for attempt in range(MAX_ATTEMPTS):
        random = _random(request, attempt)
        solved = _solve_style(army_program, points, random, few=False)
        yield _checked(army_program, build_orbat(army_program, solved or nearest, random), most)


def _random(request: RaiseRequest, attempt: int) -> Random:
    return Random(f"{request.seed}/{attempt}/{request.style}")  # noqa: S311  # for variety, not security


def _solve_style(army_program: ArmyProgram, points: float, random: Random, *, few: bool) -> Solution | None:
    program, cost = style_program(army_program, random, few=few)
    left = points - army_program.player_general_cost
    exact_cost = LinearRow("", army_program.total(), left, left)
    tolerance = STYLE_TOLERANCE * army_program.request.points
    sizes = {*army_program.larger, *army_program.smaller}
    # first the numbers of units, with fractional sizes, then whole sizes: both together take twice as long
    relaxed = program.copy()
    relaxed.whole = [whole and variable not in sizes for variable, whole in enumerate(program.whole)]
    first = solve(relaxed, cost, rows=[exact_cost], tolerance=tolerance, effort=STYLE_EFFORT).solution
    if first is None:
        return None
    bought = program.copy()
    for variable, whole in enumerate(relaxed.whole):
        if whole:
            bought.least[variable] = bought.most[variable] = first.number(variable)
    for way in (bought, program):
        if (
            solved := solve(way, cost, rows=[exact_cost], tolerance=tolerance, effort=STYLE_EFFORT).solution
        ) is not None:
            return solved
    return None


def _nearest(army_program: ArmyProgram) -> tuple[Solution, Points]:
    """The most expensive army within the requested points, and a maximum that no such army exceeds. Raises
    NotRaised."""
    total, program = army_program.total(), army_program.program
    step, own = _price_step(total.values()), Fraction(army_program.player_general_cost)
    left = _max_sum(army_program) - own
    reach = float(left)
    exact_result = solve(program, {}, rows=[LinearRow("", total, reach, reach)], effort=QUICK_EFFORT)
    if exact_result.solution:
        return exact_result.solution, exact(left + own)
    label = phrase("at most {points} points", points=army_program.request.points)
    within = LinearRow(label, total, 0.0, reach)
    answer = solve(program, {key: -value for key, value in total.items()}, rows=[within], effort=FULL_EFFORT)
    if answer.solution is None:
        is_proved = answer.proved_infeasible and not army_program.strict
        labels = minimal_conflict(army_program.unbounded(), [within]) if is_proved else ()
        raise NotRaised(phrase("no army of {points} points is possible", points=army_program.request.points), labels)
    bound = Fraction(math.floor(-answer.bound / float(step) + 1e-6)) * step
    return answer.solution, exact(min(left, bound) + own)


def _max_sum(army_program: ArmyProgram) -> Fraction:
    own, step = Fraction(army_program.player_general_cost), _price_step(army_program.total().values())
    # with prices that are multiples of 3, at most 399 of 400 points
    return (Fraction(army_program.request.points) - own) // step * step + own


def _price_step(prices: Iterable[float]) -> Fraction:
    # the greatest number of which all prices are multiples
    fractions = [Fraction(price).limit_denominator(1000) for price in prices if price]
    below = math.lcm(*(one.denominator for one in fractions))
    return Fraction(math.gcd(*(int(one * below) for one in fractions)) or 1, below)


def _checked(army_program: ArmyProgram, orbat: Orbat, most: Points) -> RaisedArmy:
    quote = Pricer(army_program.book, orbat.date, army_program.rulings).quote(orbat)
    # raised armies keep to house limits, whether or not the players enforce them
    findings = Checker(army_program.book, orbat.date, army_program.rulings).inspect(orbat, quote, "enforce")
    return RaisedArmy(orbat, quote, army_program.request.points, most, findings, bool(army_program.request.caps))


def _fault_counts(raised: RaisedArmy) -> tuple[int, int]:
    counts = Counter(finding.severity for finding in raised.findings if not finding.code.startswith(IGNORED_FAMILIES))
    return counts["error"], counts["warning"]
