"""The program of an army: what is bought, in units of what size, and in how many formations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orbat.generator.linear_program import INFINITY, LinearProgram, Solution
from orbat.generator.offers import Branch, Offer, offers
from orbat.generator.request import RaiseRequest, Requirement
from orbat.generator.shape import ArmyShape, unrestricted_shape, usual_shape
from orbat.model.army_list import Entry
from orbat.model.book import Book

MAX_FORMATIONS = 60
"""More formations of a level than any army has."""

Terms = dict[int, float]


class FormationVariables:
    """Branches that stand together under higher formations: how many there are of each level from the lowest up, and
    for each level but the lowest whether there is none of it."""

    def __init__(self, program: LinearProgram, branches: tuple[Branch, ...], lowest: Terms, levels: int) -> None:
        self.branches = branches
        self.counts: list[Terms] = [lowest]
        self.absent: list[int] = [-1]
        for _ in range(1, levels):
            self.counts.append({program.variable(most=MAX_FORMATIONS): 1.0})
            self.absent.append(program.variable(most=1))


class ArmyProgram:
    """The program of an army, with the variable of each thing in it.

    `units` counts the units of each offer, `larger` and `smaller` the stands that these have over and under their
    usual size where stands are counted, and `lowest` the formations of the lowest level by branch. `advice` says
    whether limits hold that only give a warning, `habits` whether formations and units are of a usual size; without
    both, what cannot be cannot be at all. Without habits foot and horse are `mixed` where one general may command both.
    """

    def __init__(
        self, book: Book, wish: RaiseRequest, rulings: Mapping[str, str], *, advice: bool = True, habits: bool = True
    ) -> None:
        self.book, self.request, self.rulings, self.advice = book, wish, rulings, advice
        self.strict = advice or habits
        self.shape: ArmyShape = (usual_shape if habits else unrestricted_shape)(book, wish.list_id, wish.date)
        self.levels = tuple(reversed(book.ruleset.levels))
        wanted = {entry for must in wish.requirements for entry in must.entries}
        wanted |= {entry.id for entry in self._needed(wanted)}
        self.offers: tuple[Offer, ...] = tuple(
            offer
            for offer in offers(book, wish.list_id, wish.date, rulings, fragments=not habits)
            if offer.branch != "other" or offer.entry.id in wanted
        )
        self.program = program = LinearProgram()
        self.units = [program.variable(most=_afforded(offer, wish.points)) for offer in self.offers]
        self.larger = [program.variable() if offer.has_numeric_size else -1 for offer in self.offers]
        self.smaller = [program.variable() if offer.has_numeric_size else -1 for offer in self.offers]
        self.mixed = not (habits or self.shape.separate_arms)
        foot = program.variable()
        self.lowest: dict[Branch, int] = {"foot": foot, "horse": foot if self.mixed else program.variable()}
        together: tuple[tuple[Branch, ...], ...] = (
            (("foot",), ("horse",)) if self.shape.separate_arms else (("foot", "horse"),)
        )
        self.trees = tuple(
            FormationVariables(program, branches, {self.lowest[branch]: 1.0 for branch in branches}, len(self.levels))
            for branches in together
        )
        self._sized()
        self._formed()
        self._gunned()
        for must in wish.requirements:
            self._must(must)

    def unbounded(self) -> LinearProgram:
        """The program without the bounds that follow from the points, so that it shows what stands in the way."""
        program = self.program.copy()
        for variable in self.units:
            program.most[variable] = INFINITY
        return program

    def formations(self, level: int) -> Terms:
        """How many formations there are of a level, 0 being the lowest."""
        return {variable: 1.0 for tree in self.trees for variable in tree.counts[level]}

    def stands(self, number: int) -> Terms:
        """How many stands an offer has in all its units: one for a unit whose stands are not counted."""
        offer = self.offers[number]
        if not offer.has_numeric_size:
            return {self.units[number]: 1.0}
        return {self.units[number]: float(offer.usual), self.larger[number]: 1.0, self.smaller[number]: -1.0}

    def total(self) -> Terms:
        """What everything but the player's own general costs, in points."""
        return self.cost_of(range(len(self.offers))) | self.generals()

    def generals(self) -> Terms:
        """What the generals of formations cost, in points."""
        terms: Terms = {}
        for number, level in enumerate(self.levels):
            price = float(level.general.read(self.rulings).points or 0) + self.quality_price
            terms |= dict.fromkeys(self.formations(number), price)
        return terms

    @property
    def player_general_cost(self) -> float:
        """What the player's own general costs."""
        ruleset = self.book.ruleset
        quality = 0.0 if ruleset.staff.player else self.quality_price
        return float(ruleset.player_general.read(self.rulings).points or 0) + quality

    @property
    def quality_price(self) -> float:
        """What the quality that a raised army's commanders have costs, where qualities are bought."""
        staff = self.book.ruleset.staff
        if staff.prices is None or staff.quality_source(self.rulings) != "bought":
            return 0.0
        return float(min(staff.prices.points.values(), key=lambda points: float(max(points, -points))))

    def cost_of(self, numbers: Iterable[int]) -> Terms:
        """What some offers cost, in points."""
        terms: Terms = {}
        for number in numbers:
            offer = self.offers[number]
            terms[self.units[number]] = float(offer.points)
            if offer.has_numeric_size:
                terms[self.larger[number]], terms[self.smaller[number]] = float(offer.each), -float(offer.each)
        return terms

    def count(self, numbers: Iterable[int]) -> Terms:
        """How many units there are of some offers."""
        return {self.units[number]: 1.0 for number in numbers}

    def of_branch(self, *branches: Branch) -> list[int]:
        """The numbers of the offers of some branches."""
        return [number for number, offer in enumerate(self.offers) if offer.branch in branches]

    def of_entries(self, entries: Iterable[str]) -> list[int]:
        """The numbers of the offers of some entries."""
        chosen = frozenset(entries)
        return [number for number, offer in enumerate(self.offers) if offer.entry.id in chosen]

    def _sized(self) -> None:
        """Units have sizes that the list allows."""
        for number, offer in enumerate(self.offers):
            if offer.has_numeric_size:
                units, larger, smaller = self.units[number], self.larger[number], self.smaller[number]
                self.program.at_most("", {larger: 1.0, units: float(offer.usual - offer.most)}, 0)
                self.program.at_most("", {smaller: 1.0, units: float(offer.least - offer.usual)}, 0)

    def _formed(self) -> None:
        """Formations have as many units, and as many lower formations, as is the army's habit."""
        program, shape = self.program, self.shape
        bounds: dict[tuple[Branch, ...], tuple[int, int]] = {("foot",): shape.foot, ("horse",): shape.horse}
        for branches, (least, most) in ({("foot", "horse"): shape.foot} if self.mixed else bounds).items():
            units, formed = self.count(self.of_branch(*branches)), self.lowest[branches[0]]
            program.at_most("", {**units, formed: -float(most)}, 0)
            program.at_least("", {**units, formed: -float(least)}, 0)
        program.at_least("", self.formations(0), 1)
        for tree in self.trees:
            for number, (least, most) in enumerate(shape.lower, start=1):
                lower, upper, absent = tree.counts[number - 1], tree.counts[number], tree.absent[number]
                program.at_most("", {**lower, **dict.fromkeys(upper, -float(most)), absent: -2.0}, 0)
                program.at_least("", {**lower, **dict.fromkeys(upper, -float(least))}, 0)
                program.at_most("", {**upper, absent: float(MAX_FORMATIONS)}, MAX_FORMATIONS)
                program.at_least("", {**upper, absent: 1.0}, 1)

    def _gunned(self) -> None:
        """There are no more batteries than formations to have them, by the army's habit."""
        level, each = self.shape.guns_level, float(self.shape.guns)
        holds = dict.fromkeys(self.trees[0].counts[level], -each)
        if level:
            holds[self.trees[0].absent[level]] = -each
        for tree in self.trees[1:]:
            holds |= dict.fromkeys(tree.counts[0], -1.0)
        self.program.at_most("", {**self.count(self.of_branch("guns")), **holds}, 0)

    def _needed(self, wanted: Iterable[str]) -> list[Entry]:
        """The entries that have to be bought for some others to be allowed."""
        entries, rules = self.book.entries(self.request.list_id), self.book.ruleset.rules
        kinds = {entries[entry_id].kind for entry_id in wanted}
        needed = {need.needs for need in rules.needs if need.kind in kinds}
        return [entry for entry in entries.values() if entry.kind in needed]

    def _must(self, must: Requirement) -> None:
        label = f"wished for: {must.label}"
        if must.level:
            level = next(n for n, level in enumerate(self.levels) if level.id == must.level)
            self.program.at_least(label, self.formations(level), must.number)
        else:
            self.program.at_least(label, self.count(self.of_entries(must.entries)), must.number)


def unit_sizes(calculation: ArmyProgram, solved: Solution, number: int) -> list[int | str | None]:
    """The size of each unit that is bought of an offer."""
    offer, count = calculation.offers[number], solved.number(calculation.units[number])
    if not offer.has_numeric_size or not count:
        return [offer.unit.size] * count
    stands = round(solved.sum(calculation.stands(number)))
    return [stands // count + (one < stands % count) for one in range(count)]


def _afforded(offer: Offer, points: int) -> float:
    """How many of it could be had for the points, the smallest there are."""
    least = float(offer.each * offer.least + offer.once)
    return float(points // least) if least > 0 else float(MAX_FORMATIONS)
