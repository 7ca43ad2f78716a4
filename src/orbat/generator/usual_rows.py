"""Constraints that make an army usual: sizes of units, and shares of guns, horse and irregulars."""

from __future__ import annotations

from orbat.generator.army_program import ArmyProgram, Terms
from orbat.generator.linear_program import LinearProgram

HORSE_SHARE = 1 / 8
"""An army has some horse if its style gives horse at least this share of the points. Not from a rulebook."""


def add_usual_rows(army_program: ArmyProgram) -> None:
    """Add constraints to the linear program: the usual proportions of guns, horse and irregular horse."""
    if not army_program.proportions:
        return
    # A row does not apply if the army has no alternative, or if the request names such troops.
    _limit_horse_batteries(army_program)
    _limit_foot_batteries(army_program)
    _limit_irregular_horse(army_program)
    _prefer_some_horse(army_program)


def limit_unusual_sizes(army_program: ArmyProgram, program: LinearProgram, *, few: bool) -> Terms:
    """Limit the number of units with an unusual named size, such as `small`.

    With `few`, the limit is strict. Otherwise, each unit beyond the limit has a penalty. Returns the penalties.
    """
    offers = range(len(army_program.offers))
    unusual = [number for number in offers if not army_program.offers[number].has_usual_size]
    if not unusual:
        return {}
    share, cost = 1 - float(army_program.book.proportions.usual_sizes), Terms()
    counted = [number for number in offers if army_program.offers[number].branch != "other"]
    terms = _minus(army_program.count(unusual), army_program.count(counted), share)
    if not few:
        more = program.variable(whole=False)
        terms[more] = -1.0
        cost[more] = max(float(army_program.offers[number].points) for number in unusual)
    program.at_most("", terms, 0)
    return cost


def _limit_horse_batteries(army_program: ArmyProgram) -> None:
    horse = _with_symbol(army_program, "horse_artillery")
    foot = army_program.available(_with_symbol(army_program, "foot_artillery"))
    if foot and not _requested(army_program, horse):
        each = float(army_program.style.horse_batteries)
        army_program.program.at_most("", _minus(army_program.count(horse), army_program.count(foot), each), 0)


def _limit_foot_batteries(army_program: ArmyProgram) -> None:
    # batteries, except horse artillery, need a place with the foot; those of Guards, for example, with Guards
    shape, trees = army_program.shape, army_program.trees
    horse = {*_with_symbol(army_program, "horse_artillery")}
    foot = [number for number in army_program.of_branch("guns") if number not in horse]
    if foot and army_program.of_branch("foot") and army_program.of_branch("horse"):
        places: Terms = {army_program.lowest["foot"]: 1.0}
        if shape.guns_level:
            places = {**dict.fromkeys(trees[0].counts[shape.guns_level], 1.0), trees[0].absent[shape.guns_level]: 1.0}
        army_program.program.at_most("", _minus(army_program.count(foot), places, float(shape.guns)), 0)
    for guns, branches in ((army_program.own_guns - horse, ("foot",)), (army_program.own_guns, ("foot", "horse"))):
        if guns:
            own = {one.count: 1.0 for one in army_program.own_formations if one.branch in branches}
            army_program.program.at_most("", _minus(army_program.count(guns), own, float(shape.guns)), 0)


def _limit_irregular_horse(army_program: ArmyProgram) -> None:
    horse = army_program.of_branch("horse")
    irregular = [number for number in horse if army_program.offers[number].entry.irregular]
    regular = [number for number in horse if not army_program.offers[number].entry.irregular]
    if army_program.available(regular) and irregular and not _requested(army_program, irregular):
        share = float(army_program.book.proportions.irregular_horse)
        points = army_program.cost_of(irregular)
        army_program.program.at_most("", _minus(points, army_program.cost_of(horse), share), 0)


def _prefer_some_horse(army_program: ArmyProgram) -> None:
    # a penalty for an army without horse, if its style has a good share of horse, which buys at least one unit
    horse = army_program.available(army_program.of_branch("horse"))
    share = 0.0 if army_program.request.target_shares else army_program.branch_shares["horse"]
    cheapest = min((float(army_program.offers[number].points) for number in horse), default=float("inf"))
    if share >= HORSE_SHARE and cheapest <= share * army_program.troops_budget:
        absent = army_program.program.variable(most=1)
        army_program.program.at_least("", {**army_program.count(horse), absent: 1.0}, 1)
        army_program.penalties[absent] = float(army_program.request.points)


def _with_symbol(army_program: ArmyProgram, symbol: str) -> list[int]:
    guns = army_program.of_branch("guns")
    return [number for number in guns if army_program.book.symbol(army_program.offers[number].entry) == symbol]


def _requested(army_program: ArmyProgram, numbers: list[int]) -> bool:
    wanted = {entry for requirement in army_program.request.requirements for entry in requirement.entries}
    wanted |= {entry for entry, _ in army_program.request.target_shares}
    return any(army_program.offers[number].entry.id in wanted for number in numbers)


def _minus(terms: Terms, other: Terms, rate: float) -> Terms:
    found = dict(terms)
    for variable, weight in other.items():
        found[variable] = found.get(variable, 0.0) - rate * weight
    return found
