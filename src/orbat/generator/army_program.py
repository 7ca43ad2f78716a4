"""The linear program of an army.

The variables are the numbers and sizes of units, and the numbers of formations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from orbat.evaluate.tally import unit_matches
from orbat.generator.generals import count_leaders
from orbat.generator.history import history_of
from orbat.generator.linear_program import INFINITY, LinearProgram
from orbat.generator.names import names_at
from orbat.generator.offers import Offer, branch_of, offers
from orbat.generator.request import RaiseRequest, Requirement
from orbat.generator.shape import ArmyShape, unrestricted_shape, usual_shape
from orbat.model.army_list import Entry, Selector
from orbat.model.book import Book
from orbat.model.raising import Branch
from orbat.model.wording import phrase

MAX_FORMATIONS = 60
"""Upper bound for the number of formations of one level. No real army has as many."""

INDEPENDENT_PENALTY = 5.0
"""Penalty for each unit of horse outside all formations, as a share of the price of a general. Not from a rulebook."""

Terms = dict[int, float]
"""A weighted sum: the weight of each variable, by the index of the variable."""


class FormationVariables:
    """Variables that count the formations of some branches, such as foot and horse."""

    def __init__(self, program: LinearProgram, branches: tuple[Branch, ...], lowest: Terms, levels: int) -> None:
        self.branches = branches
        self.counts: list[Terms] = [lowest]
        """The number of formations of each level, lowest level first."""
        self.absent: list[int] = [-1]
        """For each level, a variable that is 1 if the army has no formations of the level, otherwise 0. -1 for the
        lowest level, which every army has."""
        for _ in range(1, levels):
            self.counts.append({program.variable(most=MAX_FORMATIONS): 1.0})
            self.absent.append(program.variable(most=1))


class OwnFormations:
    """The troops of one branch that get formations of their own, such as Guards."""

    def __init__(self, branch: Branch, offers: frozenset[int], count: int) -> None:
        # `offers`: indexes in `ArmyProgram.offers`. `count`: the variable for the number of separate formations
        # of the lowest level.
        self.branch, self.offers, self.count = branch, offers, count


class ArmyProgram:
    """The linear program that generates an army.

    `advice`: whether the army must keep limits that give only warnings. `habits`: whether formations and units must
    have usual sizes. `proportions`: whether guns and irregular horse must have usual shares, and whether troops such as
    Guards need formations of their own.
    """

    def __init__(
        self,
        book: Book,
        request: RaiseRequest,
        rulings: Mapping[str, str],
        *,
        advice: bool = True,
        habits: bool = True,
        proportions: bool = True,
    ) -> None:
        self.book, self.request, self.rulings, self.advice = book, request, rulings, advice
        self.proportions = habits and proportions
        self.strict = advice or habits
        self.style = book.proportions.styles[request.style]
        self.history = history_of(book, request)
        self.shape: ArmyShape = (usual_shape if habits else unrestricted_shape)(book, request.list_id, request.date)
        self.levels = tuple(reversed(book.ruleset.levels))
        wanted = {entry for requirement in request.requirements for entry in requirement.entries}
        wanted |= {entry.id for entry in self._needed(wanted)}
        self.offers: tuple[Offer, ...] = tuple(
            offer
            for offer in offers(
                book, request.list_id, request.date, rulings, theatre=request.theatre, fragments=not habits
            )
            if request.allows(offer.entry)
            and (offer.branch != "other" or offer.entry.id in wanted)
            and not (self.proportions and self._has_unknown_rating(offer))
        )
        """What the army can buy."""
        self.program = program = LinearProgram()
        self.units = [program.variable(most=_max_affordable(offer, request.points)) for offer in self.offers]
        """For each offer, the variable for the number of units."""
        self.larger = [program.variable() if offer.has_numeric_size else -1 for offer in self.offers]
        """For each offer, the variable for the stands above the usual size in all units. -1 if the size is not a
        number."""
        self.smaller = [program.variable() if offer.has_numeric_size else -1 for offer in self.offers]
        """For each offer, the variable for the stands below the usual size in all units. -1 if the size is not a
        number."""
        self.mixed = not (habits or self.shape.separate_arms)
        """Whether foot and horse may share formations."""
        foot = program.variable()
        self.lowest: dict[Branch, int] = {"foot": foot, "horse": foot if self.mixed else program.variable()}
        """The variables for the numbers of formations of the lowest level."""
        together: tuple[tuple[Branch, ...], ...] = (
            (("foot",), ("horse",)) if self.shape.separate_arms else (("foot", "horse"),)
        )
        self.trees = tuple(
            FormationVariables(program, branches, {self.lowest[branch]: 1.0 for branch in branches}, len(self.levels))
            for branches in together
        )
        self.penalties: Terms = {}
        """Penalties for variables, in points, in all styles."""
        self.independent_horse = self._independent_horse()
        """The variable for the number of horse units outside formations. None if all horse is in formations."""
        self._add_sizes()
        self._add_formations()
        self.own_formations = tuple(self._own_formations()) if self.proportions else ()
        """Troops that have separate formations. Empty without `proportions`."""
        self.own_guns: frozenset[int] = frozenset(self._selected("guns") if self.proportions else ())
        """The indexes in `offers` of the guns that belong to `own_formations`."""
        self._add_batteries()
        for requirement in request.requirements:
            self._require(requirement)

    def unbounded(self) -> LinearProgram:
        """A copy of the linear program without maximum numbers of units."""
        # The maximums follow from the requested points. They have no labels, so no message could name them as
        # the cause of a conflict.
        program = self.program.copy()
        for variable in self.units:
            program.most[variable] = INFINITY
        return program

    @property
    def branch_shares(self) -> Mapping[Branch, float]:
        """The target shares of foot, horse and guns in the cost of the units."""
        return self.history.branches if self.history else self.style.shares.by_branch()

    @property
    def troops_budget(self) -> float:
        """The points that a usual army spends on units; generals are not included."""
        return float(1 - self.book.proportions.generals) * self.request.points

    @property
    def usual_units(self) -> int:
        """The approximate number of foot and horse units in an army of the requested points."""
        prices = [float(self.offers[number].points) for number in self.of_branch("foot", "horse")]
        mean = sum(prices) / max(1, len(prices))
        shares = self.branch_shares
        return round(self.troops_budget * (shares["foot"] + shares["horse"]) / mean) if mean else 0

    def supply_limit(self, offer: Offer) -> float:
        """The maximum number of stands, guns or units that `request.caps` allow for the entry of `offer`."""
        caps = (cap.maximum for cap in self.request.caps if offer.entry.id in cap.entries)
        return min(caps, default=INFINITY)

    def max_units(self, entry: Entry) -> float:
        """The maximum number of units that an entry's own limits allow."""
        date, theatre = self.request.date, self.request.theatre
        plain = (
            limit.at_most
            for limit in entry.limits
            if limit.of is None and limit.among is None and limit.scope == "army" and limit.in_force(date, theatre)
        )
        return min((float(most) for most in plain if most is not None), default=INFINITY)

    def available(self, numbers: Iterable[int]) -> list[int]:
        """Keep only the indexes of offers from which the army may buy at least one unit."""
        offers = ((number, self.offers[number]) for number in numbers)
        return [
            number
            for number, offer in offers
            if self.supply_limit(offer) >= offer.least and self.max_units(offer.entry) >= 1
        ]

    def name_count(self, entry: Entry) -> int:
        """The number of regiment names for the units of an entry. 0 for an entry that is neither foot nor horse."""
        each = {"foot": self.shape.battalions, "horse": 1}.get(branch_of(self.book, entry), 0)
        return names_at(entry, each, self.request.date, self.request.theatre) if each else 0

    def spread_of(self, offer: Offer) -> tuple[int, int]:
        """The smallest and the largest usual size of a unit bought with the offer, in stands."""
        spread = math.ceil(offer.usual * self.book.proportions.spread)
        return max(offer.least, offer.usual - spread), min(offer.most, offer.usual + spread)

    @property
    def size_variables(self) -> list[int]:
        """The variables that make units larger or smaller than usual: all in `larger` and `smaller`."""
        return [variable for variable in (*self.larger, *self.smaller) if variable >= 0]

    def formations(self, level: int) -> Terms:
        """The number of formations of a level, as a weighted sum. Level 0 is the lowest."""
        return {variable: 1.0 for tree in self.trees for variable in tree.counts[level]}

    def stands(self, number: int) -> Terms:
        """The number of stands in all units of `offers[number]`, as a weighted sum.

        A unit counts as one stand if the size is not a number.
        """
        offer = self.offers[number]
        if not offer.has_numeric_size:
            return {self.units[number]: 1.0}
        return {self.units[number]: float(offer.usual), self.larger[number]: 1.0, self.smaller[number]: -1.0}

    def total(self) -> Terms:
        """The cost of everything except the player's own general, in points, as a weighted sum."""
        return self.cost_of(range(len(self.offers))) | self.generals()

    def generals(self) -> Terms:
        """The cost of the generals of formations, in points, as a weighted sum."""
        terms: Terms = {}
        for number, level in enumerate(self.levels):
            price = float(level.general.under(self.rulings).points or 0) + self.quality_price
            terms |= dict.fromkeys(self.formations(number), price)
        return terms

    @property
    def player_general_cost(self) -> float:
        """The cost of the player's own general, in points."""
        ruleset = self.book.ruleset
        quality = 0.0 if ruleset.staff.player else self.quality_price
        return float(ruleset.player_general.under(self.rulings).points or 0) + quality

    @property
    def quality_price(self) -> float:
        """The price of the staff quality of generated generals, in points. 0 if qualities cannot be bought."""
        staff = self.book.ruleset.staff
        if staff.prices is None or staff.quality_source(self.rulings) != "bought":
            return 0.0
        return float(min(staff.prices.points.values(), key=lambda points: float(max(points, -points))))

    def cost_of(self, numbers: Iterable[int]) -> Terms:
        """The cost of all units of the given offers, in points, as a weighted sum.

        `numbers` are indexes in `offers`.
        """
        terms: Terms = {}
        for number in numbers:
            offer = self.offers[number]
            terms[self.units[number]] = float(offer.points)
            if offer.has_numeric_size:
                terms[self.larger[number]], terms[self.smaller[number]] = float(offer.each), -float(offer.each)
        return terms

    def count(self, numbers: Iterable[int]) -> Terms:
        """The number of units of the given offers, as a weighted sum. `numbers` are indexes in `offers`."""
        return {self.units[number]: 1.0 for number in numbers}

    def of_branch(self, *branches: Branch) -> list[int]:
        """The indexes of the offers in the given branches, such as foot."""
        return [number for number, offer in enumerate(self.offers) if offer.branch in branches]

    def of_entries(self, entries: Iterable[str]) -> list[int]:
        """The indexes of the offers for the given entries."""
        chosen = frozenset(entries)
        return [number for number, offer in enumerate(self.offers) if offer.entry.id in chosen]

    def _add_sizes(self) -> None:
        for number, offer in enumerate(self.offers):
            if offer.has_numeric_size:
                units, larger, smaller = self.units[number], self.larger[number], self.smaller[number]
                self.program.at_most("", {larger: 1.0, units: float(offer.usual - offer.most)}, 0)
                self.program.at_most("", {smaller: 1.0, units: float(offer.least - offer.usual)}, 0)

    def _add_formations(self) -> None:
        program, shape = self.program, self.shape
        bounds: dict[tuple[Branch, ...], tuple[int, int]] = {("foot",): shape.foot, ("horse",): shape.horse}
        for branches, (least, most) in ({("foot", "horse"): shape.foot} if self.mixed else bounds).items():
            units, formed = self.count(self.of_branch(*branches)), self.lowest[branches[0]]
            units |= self._outside(branches)
            program.at_most("", {**units, formed: -float(most)}, 0)
            program.at_least("", {**units, formed: -float(least)}, 0)
        program.at_least("", self.formations(0), 1)
        for tree in self.trees:
            for number, (least, most) in enumerate(shape.lower, start=1):
                lower, upper, absent = tree.counts[number - 1], tree.counts[number], tree.absent[number]
                without = self._add_leaderless(tree, number, most)
                program.at_most("", {**lower, **dict.fromkeys(upper, -float(most)), absent: -2.0, **without}, 0)
                program.at_least("", {**lower, **dict.fromkeys(upper, -float(least))}, 0)
                program.at_most("", {**upper, absent: float(MAX_FORMATIONS)}, MAX_FORMATIONS)
                program.at_least("", {**upper, absent: 1.0}, 1)

    def _independent_horse(self) -> int | None:
        # horse outside all formations, if it is too little for a formation
        program, most = self.program, self.shape.horse[0] - 1
        if not self.proportions or most < 1 or not self.of_branch("horse"):
            return None
        number, alone = program.variable(most=most), program.variable(most=1)
        program.at_most("", {number: 1.0, alone: -float(most)}, 0)
        program.at_most("", {self.lowest["horse"]: 1.0, alone: float(MAX_FORMATIONS)}, MAX_FORMATIONS)
        self.penalties[number] = INDEPENDENT_PENALTY * float(self.levels[0].general.under(self.rulings).points or 0)
        return number

    def _outside(self, branches: tuple[Branch, ...]) -> Terms:
        if self.independent_horse is None or branches != ("horse",):
            return {}
        return {self.independent_horse: -1.0}

    def _add_leaderless(self, tree: FormationVariables, number: int, most: int) -> Terms:
        # There are no more corps, for example, than corps commanders. If these corps cannot contain all divisions,
        # there is no corps. The result is a term for divisions without a corps.
        level = self.levels[number]
        is_required = any(requirement.level == level.id for requirement in self.request.requirements)
        if level is not self.levels[-1] or is_required or not self.proportions:
            return {}
        arms = {self.book.kind(self.offers[one].entry).arm for one in self.of_branch(*tree.branches)}
        request, ids = self.request, [one.id for one in self.levels]
        army_list = self.book.lists[request.list_id]
        leaders = count_leaders(army_list, request.date, request.theatre, ids, arms.pop() if len(arms) == 1 else "")
        if leaders is None:
            return {}
        without = self.program.variable(most=1)
        self.program.at_most("", tree.counts[number], leaders)
        self.program.at_most("", {without: 1.0, tree.absent[number]: -1.0}, 0)
        self.program.at_least("", {**tree.counts[number - 1], without: -(leaders * most + 1.0)}, 0)
        return {without: -float(MAX_FORMATIONS)}

    def _has_unknown_rating(self, offer: Offer) -> bool:
        # every regiment that was there has a rating of its own, and none has this one
        entry, date, theatre = offer.entry, self.request.date, self.request.theatre
        records = (entry.regiment_at(name, date, theatre) for name in entry.regiments_at(date, theatre))
        ratings = {record.rating for record in records if record}
        return bool(ratings) and None not in ratings and offer.unit.rating not in ratings

    def _own_formations(self) -> Iterator[OwnFormations]:
        shapes: dict[Branch, tuple[int, int]] = {"foot": self.shape.foot, "horse": self.shape.horse}
        for branch, (least, most) in shapes.items():
            every, selected = set(self.of_branch(branch)), frozenset(self._selected(branch))
            groups = [one & selected for one in self._own_groups() if one & selected] if selected != every else []
            others: Terms = {self.lowest[branch]: 1.0}
            for own in groups:
                count = self.program.variable()
                self._add_contents(self.count(own), {count: 1.0}, least, most)
                others[count] = -1.0
                yield OwnFormations(branch, own, count)
            if groups:
                units = {**self.count(every - selected), **self._outside((branch,))}
                self._add_contents(units, others, least, most)

    def _own_groups(self) -> list[frozenset[int]]:
        # Guards and allies, for example, have different formations; selectors with troops or twins in common share them
        groups: list[frozenset[int]] = []
        for selector in (*self.book.ruleset.own_formations, *self.book.lists[self.request.list_id].own_formations):
            own = frozenset(number for number, offer in enumerate(self.offers) if self.matches(selector, offer))
            common = [one for one in groups if self._ids(one) & self._ids(own)]
            groups = [*(one for one in groups if one not in common), own.union(*common)]
        return groups

    def _ids(self, numbers: Iterable[int]) -> set[str]:
        return {one for number in numbers for one in self.offers[number].entry.ids}

    def _selected(self, branch: Branch) -> Iterator[int]:
        selectors = (*self.book.ruleset.own_formations, *self.book.lists[self.request.list_id].own_formations)
        for number in self.of_branch(branch):
            if any(self.matches(one, self.offers[number]) for one in selectors):
                yield number

    def _add_contents(self, units: Terms, formations: Terms, least: int, most: int) -> None:
        for row, number in ((self.program.at_most, most), (self.program.at_least, least)):
            row("", {**units, **{variable: -number * weight for variable, weight in formations.items()}}, 0)

    def matches(self, selector: Selector, offer: Offer) -> bool:
        """Whether a selector selects the units of an offer."""
        return selector.matches(offer.entry) and unit_matches(
            selector, offer.unit, offer.entry, self.book, self.request.date
        )

    def _add_batteries(self) -> None:
        level, each = self.shape.guns_level, float(self.shape.guns)
        capacity = dict.fromkeys(self.trees[0].counts[level], -each)
        if level:
            capacity[self.trees[0].absent[level]] = -each
        for tree in self.trees[1:]:
            capacity |= dict.fromkeys(tree.counts[0], -1.0)
        self.program.at_most("", {**self.count(self.of_branch("guns")), **capacity}, 0)

    def _needed(self, wanted: Iterable[str]) -> list[Entry]:
        # For example, earthworks need engineers.
        entries, rules = self.book.entries(self.request.list_id), self.book.ruleset.rules
        kinds = {entries[entry_id].kind for entry_id in wanted}
        needed = {need.needs for need in rules.needs if need.kind in kinds}
        return [entry for entry in entries.values() if entry.kind in needed]

    def _require(self, requirement: Requirement) -> None:
        label = phrase("required: {requirement}", requirement=requirement.label)
        if requirement.level:
            level = next(n for n, level in enumerate(self.levels) if level.id == requirement.level)
            self.program.at_least(label, self.formations(level), requirement.number)
        else:
            numbers = self.of_entries(requirement.entries)
            terms = self.count(numbers)
            if requirement.in_stands:
                terms = {variable: weight for number in numbers for variable, weight in self.stands(number).items()}
            self.program.at_least(label, terms, requirement.number)


def _max_affordable(offer: Offer, points: int) -> float:
    least = float(offer.each * offer.least + offer.once)
    return float(points // least) if least > 0 else float(MAX_FORMATIONS)
