"""Small army lists for tests of the generator."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from orbat.generator.army_program import ArmyProgram
from orbat.generator.linear_program import INFINITY
from orbat.generator.style import style_program
from orbat.model.army_list import ArmyList, Entry, Habit, Limit, Ratings, SizeRange
from orbat.model.book import Book
from orbat.model.service import Dates, Regiment, Service


class Steady(Random):
    """Random numbers that are always the same."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self.value = value

    def random(self) -> float:
        """Always the same number."""
        return self.value


def records(*names: str) -> tuple[Regiment, ...]:
    """Regiments without dates."""
    return tuple(Regiment(name=name) for name in names)


def entry(
    name: str,
    kind: str = "infantry",
    subtype: str = "",
    *,
    regiments: int = 0,
    ratings: tuple[str, ...] = (),
    size: tuple[int, int, int] = (6, 8, 10),
    limits: tuple[Limit, ...] = (),
) -> Entry:
    """An entry with regiments "Guard 1", "Guard 2" and so on. The first rating is the typical one."""
    return Entry(
        id=name,
        name=name.title(),
        kind=kind,
        subtype=subtype,
        ratings=Ratings(allowed=ratings, typical=ratings[0]) if ratings else None,
        size=SizeRange(min=size[0], typical=size[1], max=size[2]),
        regiments=records(*(f"{name.title()} {number + 1}" for number in range(regiments))),
        limits=limits,
    )


def small_book(
    book: Book,
    *entries: Entry,
    habits: Mapping[str, tuple[int, int]] | None = None,
    limits: tuple[Limit, ...] = (),
    cavalry_generals: tuple[str, ...] = (),
) -> Book:
    """The ruleset of a book with one army list, "small"."""
    army_list = ArmyList(
        army_list=1,
        id="small",
        title="Small",
        nation="small",
        ruleset=book.ruleset.id,
        version="1",
        years=Dates(),
        entries=entries,
        limits=limits,
        commanders=("Chief", "Foot", *cavalry_generals) if cavalry_generals else (),
        service=tuple(Service(name=name, arm="cavalry") for name in cavalry_generals),
        habits=tuple(Habit(what=what, number=number) for what, number in (habits or {}).items()),
    )
    return Book(book.ruleset, {"small": army_list}, raising=book.raising)


def offer_name(army_program: ArmyProgram, number: int) -> str:
    """The entry and the rating of an offer."""
    offer = army_program.offers[number]
    return " ".join(filter(None, (offer.entry.id, offer.unit.rating, *offer.unit.options, str(offer.unit.size or ""))))


def variable_names(army_program: ArmyProgram) -> dict[int, str]:
    """A name for each variable of an army's program."""
    names: dict[int, str] = {}
    for number in range(len(army_program.offers)):
        name = offer_name(army_program, number)
        names[army_program.units[number]] = name
        if army_program.larger[number] >= 0:
            names[army_program.larger[number]], names[army_program.smaller[number]] = f"{name}>", f"{name}<"
    for tree in army_program.trees:
        branch = tree.branches[0] if len(army_program.trees) > 1 else "any"
        for level, counts, absent in zip(army_program.levels, tree.counts, tree.absent, strict=True):
            names |= dict.fromkeys(counts, f"{branch} {level.id}")
            names[absent] = f"no {branch} {level.id}"
    names |= {variable: f"{branch} brigade" for branch, variable in army_program.lowest.items()}
    if army_program.independent_horse is not None:
        names[army_program.independent_horse] = "independent horse"
    names.pop(-1, None)
    return names


def rows_in_words(army_program: ArmyProgram, first: int = 0) -> list[str]:
    """The rows of an army's program from the row `first` on, with the names of the variables. `?` is another one."""
    names, found = variable_names(army_program), []
    for row in army_program.program.rows[first:]:
        terms = " ".join(
            f"{'+-'[weight < 0]} {f'{abs(weight):g} ' if abs(weight) != 1 else ''}{names.get(variable, '?')}"
            for variable, weight in row.terms.items()
            if weight
        )
        least = f" >= {row.least:g}" if row.least > -INFINITY else ""
        most = f" <= {row.most:g}" if row.most < INFINITY else ""
        found.append(f"{row.label}: {terms.removeprefix('+ ')}{least}{most}".removeprefix(": "))
    return found


class Wishes:
    """What a style asks of an army.

    - `points`: the points that entries should get, rounded
    - `penalties`: for each offer, its penalty as a share of its price, rounded
    - `barred`: the offers that the army may not use
    - `named`: the number of named units of an entry, with the penalty in points for each unit without a name
    """

    def __init__(self, army_program: ArmyProgram, random: Random, *, few: bool = False) -> None:
        names = variable_names(army_program)
        self.program, self.cost = style_program(army_program, random, few=few)
        self.added = self.program.rows[len(army_program.program.rows) :]
        offers = range(len(army_program.offers))
        ids = [one.entry.id for one in army_program.offers]
        self.points: dict[str, float] = {}
        self.named: dict[str, tuple[float, float]] = {}
        branches = [] if army_program.request.target_shares else ["all foot", "all horse", "all guns"]
        for row in self.added:
            bought = dict.fromkeys(
                army_program.offers[number].entry.id for number in offers if army_program.units[number] in row.terms
            )
            other = next((variable for variable in row.terms if variable not in names), None)
            if other is not None and row.most == INFINITY:
                assert self.cost[other] == 1
                self.points[branches.pop(0) if branches else "+".join(bought)] = round(row.least, 1)
            elif (
                bought
                and other is not None
                and not any(variable in row.terms for variable in army_program.size_variables)
            ):
                assert row.terms[other] == -1
                self.named["+".join(bought)] = row.most, self.cost[other]
        self.penalties = {
            offer_name(army_program, number): round(
                self.cost[army_program.units[number]] / float(army_program.offers[number].points), 2
            )
            for number in offers
        }
        self.entries = {name: points for name, points in self.points.items() if name in {*ids}}
        self.without_larger = [
            offer_name(army_program, n)
            for n in offers
            if army_program.larger[n] >= 0 and not self.program.most[army_program.larger[n]]
        ]
        self.barred = [offer_name(army_program, n) for n in offers if not self.program.most[army_program.units[n]]]
        self.formations = {names[key]: self.cost[key] for level in range(3) for key in army_program.formations(level)}
        self.sizes = {
            offer_name(army_program, n): (
                -row.terms[army_program.units[n]],
                self.cost[army_program.larger[n]],
                self.cost[army_program.smaller[n]],
            )
            for n in offers
            for row in self.added
            if army_program.smaller[n] in row.terms and army_program.larger[n] not in row.terms
            if row.terms.keys() <= names.keys()
        }


LINE = entry("line", subtype="line", regiments=12, ratings=("2", "3"))
GUARD = entry("guard", subtype="guard", regiments=2, ratings=("4", "3"))
JAGER = entry("jager", subtype="light", regiments=4, ratings=("3",))
HORSE = entry("horse", "cavalry", "light_cavalry", regiments=3, ratings=("3", "4"))
HEAVY = entry("heavy", "cavalry", "heavy_cavalry", regiments=2, ratings=("4",))
GUNS = entry("guns", "field_gun", "foot_artillery", size=(2, 3, 4))
SIEGE = entry("siege", "siege_gun", "siege_artillery", size=(1, 2, 3))
ENGINEERS = entry("engineers", "engineers", "engineer", size=(1, 1, 1))
PONTOONS = entry("pontoons", "pontoons", size=(1, 2, 12))
ALL = (LINE, GUARD, JAGER, HORSE, HEAVY, GUNS, SIEGE, ENGINEERS, PONTOONS)
