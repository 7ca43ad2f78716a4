"""Generates a legal army in a style, as near as possible to the requested points."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from orbat.evaluate.engine import Checker
from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Quote
from orbat.generator.army_program import ArmyProgram
from orbat.generator.dates import Setting, candidate_settings
from orbat.generator.formations import build_orbat
from orbat.generator.limit_rows import add_limits
from orbat.generator.linear_program import has_solver
from orbat.generator.nearest import conflict, max_points, nearest_army
from orbat.generator.request import RaiseRequest
from orbat.generator.style import solve_in_style
from orbat.generator.style_note import style_note
from orbat.generator.usual_rows import add_usual_rows
from orbat.model.book import Book
from orbat.model.finding import Finding, Severity
from orbat.model.orbat import Orbat
from orbat.model.points import Points, show
from orbat.model.record import Value
from orbat.model.wording import phrase

MAX_ATTEMPTS = 4
"""Maximum number of armies to check. The search then ends, even if every army has findings."""
Stage = tuple[bool, bool, bool]
"""The limits to keep: `advice`, `habits` and `proportions` of an ArmyProgram."""
USUAL_STAGES: tuple[Stage, ...] = ((True, True, True), (False, True, True))
OWNED_STAGES: tuple[Stage, ...] = ((True, True, True), (True, True, False), (False, True, False))
UNUSUAL_STAGE: Stage = (False, False, False)
"""Stages of the search, strictest first. Later stages are tried if the army misses the requested points."""
IGNORED_FAMILIES = ("STF", "PTS", "INT")
"""Families of findings to ignore in generated armies: dice not rolled yet, the requested size, internal errors."""


class RaisedArmy(Value):
    """A generated army, with prices and findings."""

    orbat: Orbat
    quote: Quote
    requested: int
    """The points that the army should cost."""
    maximum: Points
    """An upper bound: no legal army for the request costs more. If only formations of usual size were tried, the bound
    is for armies with such formations."""
    findings: tuple[Finding, ...]
    from_collection: bool
    """Whether the army uses only miniatures that the player owns."""
    is_usual: bool = True
    """Whether formations, units and arms have usual sizes and proportions."""
    style_note: str = ""
    """One line that says how the style shaped the army."""
    advised_points: Points | None = None
    """The cost of the nearest army found without warnings. Set only if this army has warnings."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The army's errors, except internal errors and findings about staff rolls or the requested points."""
        return self._faults("error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The army's warnings, except findings about staff rolls or the requested points."""
        return self._faults("warning")

    def _faults(self, severity: Severity) -> tuple[Finding, ...]:
        own = (finding for finding in self.findings if not finding.code.startswith(IGNORED_FAMILIES))
        return tuple(finding for finding in own if finding.severity == severity)

    @property
    def advice_note(self) -> str:
        """A hint such as `the nearest army without warnings costs 396 points`, or ""."""
        if not self.warnings or self.advised_points is None:
            return ""
        return phrase("the nearest army without warnings costs {points} points", points=show(self.advised_points))

    @property
    def points(self) -> Points:
        """The cost of the army, in points."""
        return self.quote.total

    @property
    def proof(self) -> str:
        """Text that says how far the army is below the requested points, and why."""
        if self.points == self.requested:
            return "exactly the agreed points"
        under = show(self.requested - self.points)
        if self.maximum > self.points:
            return phrase(
                "{points} under the agreed points; no closer army was found, and no possible army costs more than "
                "{maximum}",
                points=under,
                maximum=show(self.maximum),
            )
        if self.from_collection:
            return phrase(
                "{points} under the agreed points; the limits and the collection allow no closer army",
                points=under,
            )
        return phrase("{points} under the agreed points; the limits allow no closer army", points=under)


INSTALL = "pip install 'orbat[raise]'"
"""The command that installs the solver."""


class NotRaised(ValueError):  # noqa: N818  # an impossible request, not a failure
    """Raised if no army can be generated."""

    def __init__(self, message: str, labels: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.labels = labels


Army = TypeVar("Army")


def until(armies: Iterable[Army], suffices: Callable[[Army], bool]) -> list[Army]:
    """Take armies until one suffices. Later armies are not generated."""
    raised = list[Army]()
    for army in armies:
        raised.append(army)
        if suffices(army):
            break
    return raised


def raise_army(book: Book, request: RaiseRequest, rulings: Mapping[str, str] | None = None) -> RaisedArmy:
    """Generate an army. Raises NotRaised if the requirements and limits conflict, or if the solver is not installed.

    If necessary, a date and a theatre are chosen.
    """
    if not has_solver():
        raise NotRaised(
            phrase("generated armies need a package that is not installed; run: {command}", command=INSTALL)
        )
    # If possible, the army has no warnings, and its formations and units have usual sizes.
    rulings = book.default_rulings if rulings is None else rulings
    if not request.caps:
        return _best_army(book, request, rulings, (*USUAL_STAGES, UNUSUAL_STAGE))
    try:
        return _best_army(book, request, rulings, OWNED_STAGES)
    except NotRaised:  # not if it only misses the points: more generals for the same units would not improve it
        return _best_army(book, request, rulings, (UNUSUAL_STAGE,))


def _best_army(book: Book, request: RaiseRequest, rulings: Mapping[str, str], stages: tuple[Stage, ...]) -> RaisedArmy:
    program = ArmyProgram(book, request, rulings)
    most = max_points(program)

    def at(setting: Setting) -> RaisedArmy:
        there = replace(request, date=setting.date, theatre=setting.theatre, is_at_war=setting.is_at_war)
        return _at_setting(book, there, rulings, stages, most)

    def rank(army: RaisedArmy) -> tuple[Points, int, bool]:
        # a collection seldom has the stands for a usual army
        return most - army.points, len(army.warnings), not (army.is_usual or request.caps)

    asked, settings = Setting(request.date, request.theatre), candidate_settings(book, request, program.usual_units)
    if settings == (asked,):
        return at(asked)
    armies = until(_at_settings(settings, asked, at), lambda army: not any(rank(army)))
    return replace(min(armies, key=rank), maximum=max(army.maximum for army in armies))


def _at_settings(
    settings: tuple[Setting, ...], asked: Setting, at: Callable[[Setting], RaisedArmy]
) -> Iterator[RaisedArmy]:
    failures = list[NotRaised]()
    for setting in settings:
        try:
            raised = at(setting)
        except NotRaised as failure:
            if setting == settings[0]:
                at(asked)  # if the request fails even without a chosen date and theatre, report that
            failures.append(failure)
        else:
            yield raised
    if len(failures) == len(settings):
        raise failures[0]


def _at_setting(
    book: Book, request: RaiseRequest, rulings: Mapping[str, str], stages: tuple[Stage, ...], most: Points
) -> RaisedArmy:
    # Further stages are tried until an army costs `most` points.
    programs = (
        ArmyProgram(book, request, rulings, advice=advice, habits=habits, proportions=proportions)
        for advice, habits, proportions in stages
    )
    return best_of_stages(until(_of_programs(programs), lambda army: army.points == most))


def best_of_stages(armies: Sequence[RaisedArmy]) -> RaisedArmy:
    """The army nearest to the requested points. If several are equally near, the first of them.

    `armies` are the results of the search stages, in order.
    """
    best = max(armies, key=lambda army: army.points)
    advised = [army.points for army in armies if best.warnings and not army.warnings]
    # The last stage has the loosest limits, so its maximum counts.
    return replace(best, maximum=armies[-1].maximum, advised_points=max(advised, default=None))


def _of_programs(programs: Iterable[ArmyProgram]) -> Iterator[RaisedArmy]:
    found, failed = False, NotRaised("no army is possible")
    for program in programs:
        try:
            raised = _best_candidate(program)
        except NotRaised as failure:
            failed = failure
        else:
            found = True
            yield raised
    if not found:
        raise failed


def _best_candidate(army_program: ArmyProgram) -> RaisedArmy:
    book, request = army_program.book, army_program.request
    if not army_program.of_branch("foot", "horse"):
        title = book.title(request.list_id)
        if request.date:
            text = phrase("the {list} list has neither foot nor horse in {date}", list=title, date=request.date)
            raise NotRaised(text)
        raise NotRaised(phrase("the {list} list has neither foot nor horse", list=title))
    add_limits(army_program)
    add_usual_rows(army_program)

    def rank(army: RaisedArmy) -> tuple[int, int]:
        return len(army.errors), len(army.warnings) if army_program.advice else 0

    candidates = itertools.chain(_exact_armies(army_program), _nearest_armies(army_program))
    best = min(until(candidates, lambda army: not any(rank(army))), key=rank)
    if best.errors:
        wrong = dict.fromkeys(finding.message for finding in best.errors)
        raise NotRaised("no army without errors was found", tuple(wrong))
    return best


def _exact_armies(army_program: ArmyProgram) -> Iterator[RaisedArmy]:
    # With few different entries.
    points = army_program.request.points
    for random in _randoms(army_program.request):
        solved = solve_in_style(army_program, float(points), random, few=True)
        if solved is None:
            return
        yield _checked(army_program, build_orbat(army_program, solved, random), points)


def _nearest_armies(army_program: ArmyProgram) -> Iterator[RaisedArmy]:
    nearest = nearest_army(army_program)
    if nearest is None:
        points, labels = army_program.request.points, () if army_program.strict else conflict(army_program)
        raise NotRaised(phrase("no army of {points} points is possible", points=points), labels)
    for random in _randoms(army_program.request):
        solved = solve_in_style(army_program, nearest.points, random, few=False) or nearest.solution
        yield _checked(army_program, build_orbat(army_program, solved, random), nearest.maximum)


def _randoms(request: RaiseRequest) -> Iterator[Random]:
    for attempt in range(MAX_ATTEMPTS):
        yield Random(f"{request.seed}/{attempt}/{request.style}")  # noqa: S311  # for variety, not security


def _checked(army_program: ArmyProgram, orbat: Orbat, most: Points) -> RaisedArmy:
    quote = Pricer(army_program.book, orbat.date, army_program.rulings).quote(orbat)
    # raised armies keep to house limits, whether or not the players enforce them
    findings = Checker(army_program.book, orbat.date, army_program.rulings).inspect(orbat, quote, "enforce")
    note = style_note(army_program, quote)
    return RaisedArmy(
        orbat,
        quote,
        army_program.request.points,
        most,
        findings,
        bool(army_program.request.caps),
        army_program.proportions,
        note,
    )
