"""The linear program of an army: what is bought, in how many formations, under the limits of its list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from orbat.model.army_list import Limit, Selector
from orbat.model.book import Book
from orbat.muster.offers import Branch, offers
from orbat.muster.program import Program
from orbat.muster.shape import Shape, shape_of
from orbat.muster.wish import Must, Wish
from orbat.validate.limits import selector_words
from orbat.validate.tally import WHOLE_ARMY, Plan, plans_of

MOST_FORMATIONS = 60
"""More formations of a level than any army has."""

Terms = dict[int, float]


class Calculation:
    """The program of an army, with the variable of each thing in it.

    `units` counts the units of each offer, `stands` their stands where these are counted, `formations` those of each
    level from the lowest up, and `lowest` those of the lowest level by branch.
    """

    def __init__(self, book: Book, wish: Wish, rulings: Mapping[str, str]) -> None:
        self.book, self.wish, self.rulings = book, wish, rulings
        self.shape: Shape = shape_of(book, wish.list_id, wish.date)
        self.levels = tuple(reversed(book.ruleset.levels))
        wanted = {entry for must in wish.musts for entry in must.entries}
        self.offers = tuple(
            offer
            for offer in offers(book, wish.list_id, wish.date, rulings)
            if offer.branch != "other" or offer.entry.id in wanted
        )
        self.program = Program()
        self.units = [self.program.variable() for _ in self.offers]
        self.stands = [self.program.variable() if offer.counted else -1 for offer in self.offers]
        self.lowest: dict[Branch, int] = {
            branch: self.program.variable(most=MOST_FORMATIONS) for branch in ("foot", "horse")
        }
        self.formations = [self.program.variable(most=MOST_FORMATIONS) for _ in self.levels]
        self.absent = [self.program.variable(most=1) for _ in self.levels]
        self._formed()
        self._sized()
        self._limited()
        for must in wish.musts:
            self._must(must)

    def total(self) -> Terms:
        """What everything costs, in points."""
        terms = self.cost_of(range(len(self.offers)))
        for number, level in enumerate(self.levels):
            terms[self.formations[number]] = float(level.general.read(self.rulings).points or 0) + self.quality_price
        return terms

    @property
    def quality_price(self) -> float:
        """What the quality that a raised army's commanders have costs, where qualities are bought."""
        staff = self.book.ruleset.staff
        if staff.prices is None or staff.come_by(self.rulings) != "bought":
            return 0.0
        return float(min(staff.prices.points.values(), key=lambda points: float(max(points, -points))))

    def cost_of(self, numbers: Iterable[int]) -> Terms:
        """What some offers cost, in points."""
        terms: Terms = {}
        for number in numbers:
            offer = self.offers[number]
            terms[self.units[number]] = float(offer.once)
            if offer.counted:
                terms[self.stands[number]] = float(offer.each)
        return terms

    def of_branch(self, *branches: Branch) -> list[int]:
        """The numbers of the offers of some branches."""
        return [number for number, offer in enumerate(self.offers) if offer.branch in branches]

    def _count(self, numbers: list[int]) -> Terms:
        return {self.units[number]: 1.0 for number in numbers}

    def _formed(self) -> None:
        """Formations have as many units, and as many lower formations, as is the army's habit."""
        program, shape = self.program, self.shape
        both = {self.lowest["foot"]: 1.0, self.lowest["horse"]: 1.0, self.formations[0]: -1.0}
        program.at_most("", both, 0)
        program.at_least("", both, 0)
        for branch, (least, most) in (("foot", shape.foot), ("horse", shape.horse)):
            units = self._count(self.of_branch(branch))  # type: ignore[arg-type]  # the two are branches
            formed = self.lowest[branch]  # type: ignore[index]
            program.at_most("", {**units, formed: -float(most)}, 0)
            program.at_least("", {**units, formed: -float(least)}, 0)
        program.at_least("at least one formation", {self.formations[0]: 1.0}, 1)
        guns = self._count(self.of_branch("guns"))
        holds = {self.formations[shape.guns_level]: -float(shape.guns)}
        if shape.guns_level:
            holds[self.absent[shape.guns_level]] = -float(shape.guns)
        program.at_most("", {**guns, **holds}, 0)
        for number in range(1, len(self.levels)):
            least, most = shape.lower[number - 1]
            lower, upper, absent = self.formations[number - 1], self.formations[number], self.absent[number]
            program.at_most("", {lower: 1.0, upper: -float(most)}, 2)
            program.at_least("", {lower: 1.0, upper: -float(least)}, 0)
            program.at_most("", {upper: 1.0, absent: float(MOST_FORMATIONS)}, MOST_FORMATIONS)
            program.at_least("", {upper: 1.0, absent: 1.0}, 1)

    def _sized(self) -> None:
        """Units have sizes that the list allows."""
        for number, offer in enumerate(self.offers):
            if offer.counted:
                units, stands = self.units[number], self.stands[number]
                self.program.at_most("", {stands: 1.0, units: -float(offer.most)}, 0)
                self.program.at_least("", {stands: 1.0, units: -float(offer.least)}, 0)

    def _must(self, must: Must) -> None:
        label = f"wished for: {must.words}"
        if must.level:
            number = next(n for n, level in enumerate(self.levels) if level.id == must.level)
            self.program.at_least(label, {self.formations[number]: 1.0}, must.number)
        else:
            chosen = [n for n, offer in enumerate(self.offers) if offer.entry.id in must.entries]
            self.program.at_least(label, self._count(chosen), must.number)

    def _limited(self) -> None:
        """The limits of the list and the ruleset hold, advice too."""
        for list_id in (self.wish.list_id, WHOLE_ARMY):
            for plan in plans_of(self.book, list_id):
                if plan.limit.in_force(self.wish.date):
                    self._limit(plan, list_id)

    def _limit(self, plan: Plan, list_id: str) -> None:
        limit, level = plan.limit, self._level(plan.limit.scope)
        if plan.of.levels:
            self._limit_formations(plan)
            return
        counted = self._weighed(limit, plan.of)
        if not counted:
            return
        rate = Fraction(limit.at_most if limit.at_most is not None else limit.at_least or 0)
        label = f"{selector_words(self.book, list_id, plan.of)}: {_bound(limit)}"
        terms: Terms = dict(counted)
        bound = 0.0
        if limit.among is None:
            each = self._in_each(level, plan.of)
            bound = float(rate) if not each else 0.0
            terms = _less(terms, each, float(rate))
        elif limit.among in ("spent", "agreed_size"):
            bound = float(rate * self.wish.points)
        elif isinstance(limit.among, Selector):
            base = self._base(limit, limit.among)
            if limit.for_each:
                whole = self.program.variable()
                self.program.at_most("", {whole: float(limit.for_each), **_less({}, base, 1.0)}, 0)
                base = {whole: 1.0}
            terms = _less(terms, base, float(rate))
        if limit.at_most is not None:
            self.program.at_most(label, terms, bound)
        elif limit.among is None and level is not None:
            self.program.at_least(label, terms, bound)

    def _limit_formations(self, plan: Plan) -> None:
        """So many formations of a level in each of a higher one: also where there is none of the higher level yet."""
        limit, upper = plan.limit, self._level(plan.limit.scope)
        lower = [n for n, level in enumerate(self.levels) if level.id in plan.of.levels]
        if limit.among is not None or upper is None or not lower or not isinstance(limit.at_most, int):
            return
        terms = {self.formations[number]: 1.0 for number in lower}
        self.program.at_most("", _less(terms, {self.formations[upper]: 1.0}, limit.at_most), 1)

    def _level(self, scope: str) -> int | None:
        return next((number for number, level in enumerate(self.levels) if level.id == scope), None)

    def _in_each(self, level: int | None, selector: Selector) -> Terms:
        """How many formations there are for a limit of each formation of a level; nothing for one of the army."""
        if level is None:
            return {}
        if level:
            return {self.formations[level]: 1.0, self.absent[level]: 1.0}
        branches = {self.offers[number].branch for number in self._picked(selector)}
        if branches == {"foot"} or branches == {"horse"}:
            return {self.lowest[branch]: 1.0 for branch in branches}
        return {self.formations[0]: 1.0}

    def _picked(self, selector: Selector) -> list[int]:
        """The offers that a selector takes."""
        found = []
        for number, offer in enumerate(self.offers):
            if not selector.takes(offer.entry):
                continue
            unit = offer.unit
            rating = unit.rating or (offer.entry.ratings.typical if offer.entry.ratings else "")
            if selector.ratings and rating not in selector.ratings:
                continue
            if selector.sizes and unit.size not in selector.sizes:
                continue
            always = [use.option for use in offer.entry.options if use.use == "always" and use.cover(self.wish.date)]
            if selector.options and not {*selector.options} & {*unit.options, *always}:
                continue
            found.append(number)
        return found

    def _weighed(self, limit: Limit, selector: Selector) -> Terms:
        """What a selector takes, in what the limit counts."""
        picked = self._picked(selector)
        if limit.count == "points":
            return self.cost_of(picked)
        if limit.count == "stands":
            return {(self.stands if self.offers[n].counted else self.units)[n]: 1.0 for n in picked}
        return self._count(picked)

    def _base(self, limit: Limit, among: Selector) -> Terms:
        if among.levels:
            return {self.formations[n]: 1.0 for n, level in enumerate(self.levels) if level.id in among.levels}
        return self._weighed(limit, among)


def _less(terms: Terms, other: Mapping[int, float], rate: float) -> Terms:
    """Some terms less a multiple of others."""
    found = dict(terms)
    for variable, weight in other.items():
        found[variable] = found.get(variable, 0.0) - rate * weight
    return found


def _bound(limit: Limit) -> str:
    most = limit.at_most if limit.at_most is not None else limit.at_least
    words = f"at {'most' if limit.at_most is not None else 'least'} {Fraction(most or 0)}"
    words += f" for each {limit.for_each}" if limit.for_each else ""
    return words if limit.scope == "army" else f"{words} in each {limit.scope}"
