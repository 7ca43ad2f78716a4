"""A comparison of prices with odds: which troops cost no more than others of their kind, and are as good or better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from statistics import median_high
from typing import Any, NamedTuple

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.odds.army import ArmyOdds, odds_against
from orbat.features.odds.checks import NoOdds, read_odds
from orbat.features.odds.units import UnitGroup, UnitOdds, unit_groups
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Orbat, Unit
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.model.subject import Subject
from orbat.model.text import Pin
from orbat.model.wording import phrase, plural
from orbat.pipeline import report_on
from orbat.report.report import Report

Measures = Mapping[tuple[str, ...], Fraction]
"""Casualties and chances of a unit, by what they measure. An action that a unit cannot take is missing."""


class PricedTroops(Value):
    """Units of one kind, with the same rating, options, abilities, price and odds."""

    group: UnitGroup
    entries: tuple[str, ...]
    """`LIST/ENTRY` of each entry that has such units."""
    measures: Measures

    @property
    def kind(self) -> str:
        """The id of the kind."""
        return self.group.subject.kinds[0]

    def beats(self, other: PricedTroops) -> bool:
        """Whether these troops are a better purchase than `other`.

        These troops must be of the same kind as `other`, cost no more, be worse in no respect, and be cheaper or better
        in some respect.
        """
        cheaper = self.group.points < other.group.points
        if self.kind != other.kind or self.group.points > other.group.points:
            return False
        if not {*other.group.subject.may} <= {*self.group.subject.may}:
            return False
        if any(self.measures.get(what, _CANNOT) < value for what, value in other.measures.items()):
            return False
        return cheaper or any(value > other.measures.get(what, _CANNOT) for what, value in self.measures.items())


_CANNOT = Fraction(-1)


class _Key(NamedTuple):
    subject: Subject
    size: int
    points: int | Fraction


def troops_of(ruleset_id: str, library: Library) -> tuple[PricedTroops, ...]:
    """The different troops of all army lists of a ruleset. Empty if the ruleset has no odds.

    Each unit has the usual size of its kind, so that prices can be compared.
    """
    file = library.ruleset(ruleset_id)
    ruleset = file.value if file else None
    tables = read_odds(ruleset, library) if ruleset else None
    if ruleset is None or tables is None or isinstance(tables, NoOdds):
        return ()
    books = {name: book for name in library.list_ids(ruleset_id) if (book := _book(ruleset_id, name, library))}
    sizes = _usual_sizes(books)
    groups: dict[_Key, UnitGroup] = {}
    names: dict[_Key, dict[str, None]] = {}
    for name, book in books.items():
        report = _every_unit(name, book, sizes, library)
        for group in unit_groups(report):
            key = _Key(group.subject, group.size, group.points)
            groups.setdefault(key, group)
            names.setdefault(key, {}).update(dict.fromkeys(f"{name}/{one}" for one in group.names))
    if not groups:
        return ()
    foot = next(iter(ruleset.kinds))  # the first kind of a ruleset is ordinary foot
    opponent = groups[max(groups, key=lambda key: len(names[key]) if key.subject.kinds[0] == foot else 0)]
    odds = odds_against(report, tables.odds, tables.reference, groups.values(), [opponent])
    return tuple(_merged(_troops(group, tuple(names[key]), odds) for key, group in groups.items()))


def _merged(every: Iterable[PricedTroops]) -> Iterator[PricedTroops]:
    # subtypes and traits of the army often change nothing
    found: dict[Any, PricedTroops] = {}
    for one in every:
        subject = one.group.subject
        known = one.kind, subject.rating, subject.options, subject.may, one.group.points, tuple(one.measures.items())
        found[known] = replace(one, entries=(*found[known].entries, *one.entries)) if known in found else one
    return iter(found.values())


def _book(ruleset_id: str, list_id: str, library: Library) -> Book | None:
    book, _ = library.book(Orbat(ruleset=Pin(ruleset_id), army_list=Pin(list_id)))
    return book


def _usual_sizes(books: Mapping[str, Book]) -> dict[str, int | str]:
    found: dict[str, list[int]] = {}
    named: dict[str, Counter[str]] = {}
    for name, book in books.items():
        for entry in book.lists[name].entries:
            kind = book.ruleset.kinds[entry.kind]
            if entry.sizes:
                named.setdefault(entry.kind, Counter())[entry.sizes.typical] += 1
            elif kind.price.per == "size":
                found.setdefault(entry.kind, []).append(entry.size.typical)
    usual: dict[str, int | str] = {kind: median_high(sizes) for kind, sizes in found.items()}
    return usual | {kind: sizes.most_common(1)[0][0] for kind, sizes in named.items()}


def _every_unit(list_id: str, book: Book, sizes: Mapping[str, int | str], library: Library) -> Report:
    army_list = book.lists[list_id]
    units = tuple(unit for entry in army_list.entries for unit in _variants(entry, sizes))
    orbat = Orbat(title=list_id, ruleset=Pin(book.ruleset.id), army_list=Pin(list_id), units=units)
    return report_on(list_id, Loaded(orbat, ()), library)


def _variants(entry: Entry, sizes: Mapping[str, int | str]) -> Iterator[Unit]:
    ratings = entry.ratings.allowed if entry.ratings else ("",)
    always = tuple(dict.fromkeys(use.option for use in entry.options if use.use == "always"))
    chosen = [use.option for use in entry.options if use.use != "always" and use.option not in always]
    for rating in ratings:
        for options in [always, *((*always, one) for one in dict.fromkeys(chosen))]:
            yield Unit(name=entry.id, entry=entry.id, size=sizes.get(entry.kind), rating=rating, options=options)


def _troops(group: UnitGroup, entries: tuple[str, ...], odds: ArmyOdds) -> PricedTroops:
    own = next((one for one in odds.units if one.group == group), None)
    measures = dict(_fire_and_morale(own)) if own else {}
    for fight in odds.assaults.fought if odds.assaults else ():
        if fight.own.group == group:
            side = "charging" if fight.own_charges else "charged"
            measures["close assault", side, fight.situation] = fight.own.win_chance
    return PricedTroops(group, entries, measures)


def _fire_and_morale(unit: UnitOdds) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    for fire in unit.fire:
        for shot in fire.shots:
            for target, cell in zip(fire.targets, shot.cells, strict=True):
                if cell:
                    yield ("fire", fire.label, shot.range, target), cell.expected
    for test in unit.tests:
        yield ("morale", test.label), test.pass_chance


# The page.


def balance_page(library: Library) -> str:
    """The Markdown page that compares prices with odds: tables by ruleset and kind of troops."""
    parts = [HEAD]
    for ruleset_id in library.ruleset_ids():
        file, troops = library.ruleset(ruleset_id), troops_of(ruleset_id, library)
        if file and file.value and troops:
            parts.append("\n".join(_section(file.value, troops)))
    return "\n\n".join(parts) + "\n"


HEAD = """\
# Balance

This page is the output of `orbat odds --balance`. It compares the prices of all troops in the army lists with their
[odds](odds.md). All units of a kind have the same, usual size. The tables show the points of a unit; the casualties of
its best volley, or hits of its best fire or melee, per 100 points; the average chance to pass the usual morale tests;
and the chance to win a close assault against the foot of most lists, as charger and as the charged.

The last column names troops of the same kind that cost no more, have all these abilities, and are as good or better in
every number of the odds. Such a price is not always wrong: odds know nothing of moves, ranges, woods and skirmishers.
Prices that a rulebook prints stay as they are. House prices are ours
and may change."""

COLUMNS = ("troops", "entries", "points", "best volley", "morale", "charging", "charged", "better value")


def _section(ruleset: Ruleset, troops: tuple[PricedTroops, ...]) -> Iterator[str]:
    yield phrase("## {ruleset}", ruleset=ruleset.title)
    for kind_id, kind in ruleset.kinds.items():
        own = [one for one in troops if one.kind == kind_id]
        own.sort(key=lambda one: (one.group.points, _name(one, ruleset)))
        if own and any(one.measures for one in own):
            yield phrase("\n### {kind}, {size}\n", kind=kind.label, size=_sized(own[0], ruleset))
            yield f"| {' | '.join(COLUMNS)} |"
            yield f"|{'---|' * len(COLUMNS)}"
            for one in own:
                better = sorted((other for other in own if other.beats(one)), key=lambda other: other.group.points)
                yield _row(one, ruleset, better)


def _sized(one: PricedTroops, ruleset: Ruleset) -> str:
    subject, kind = one.group.subject, ruleset.kinds[one.kind]
    if subject.size:
        return ruleset.size_label(subject.size)
    return f"{one.group.size} {kind.size_word(one.group.size)}" if kind.price.per == "size" else "one unit"


def _row(one: PricedTroops, ruleset: Ruleset, better: list[PricedTroops]) -> str:
    fire = [value for what, value in one.measures.items() if what[0] == "fire"]
    tests = [value for what, value in one.measures.items() if what[0] == "morale"]
    best = one.group.per_100_points(max(fire)) if fire else None
    cells = (
        _name(one, ruleset),
        _entries(one.entries),
        show(one.group.points),
        f"{float(best):.1f}" if best is not None else "–",
        _percent(sum(tests, Fraction(0)) / len(tests)) if tests else "–",
        _percent(_assault(one, "charging")),
        _percent(_assault(one, "charged")),
        f"{_name(better[0], ruleset)} ({show(better[0].group.points)})" if better else "",
    )
    return f"| {' | '.join(cells)} |"


def _assault(one: PricedTroops, side: str) -> Fraction | None:
    found = [value for what, value in one.measures.items() if what[:2] == ("close assault", side)]
    return found[0] if found else None


def _percent(chance: Fraction | None) -> str:
    return "–" if chance is None else f"{float(chance * 100):.0f} %"


def _entries(entries: tuple[str, ...]) -> str:
    return entries[0] if len(entries) == 1 else plural(len(entries), "{count} entry", "{count} entries")


def _name(one: PricedTroops, ruleset: Ruleset) -> str:
    subject = one.group.subject
    grade = f"{ruleset.rating_word} {subject.rating}" if subject.rating else ""
    options = [ruleset.options[name].label for name in subject.options if name in ruleset.options]
    may = dict.fromkeys(ability.short or ability.label for ability in ruleset.abilities if ability.id in subject.may)
    irregular = ["irregular"] if subject.irregular else []
    return ", ".join(filter(None, (grade, *options, *irregular, *may))) or "any"
