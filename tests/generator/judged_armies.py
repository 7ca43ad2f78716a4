"""Judges generated armies by what a player who knows the period would reject.

Run as a script to judge armies over all army lists, styles and years:

    python -m tests.generator.judged_armies 400

It prints one line for each criterion, then each army that fails one. The exit code is 1 if any army fails, or for real
brigades, if more than a few do.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import cycle
from random import Random

from orbat.data.library import Library
from orbat.generator.offers import branch_of
from orbat.generator.raise_army import IGNORED_FAMILIES, NotRaised, RaisedArmy, raise_army
from orbat.generator.request import STYLES, RaiseRequest
from orbat.generator.shape import usual_shape
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Orbat, PlacedUnit, formations_of, units_of
from orbat.model.text import Pin

SPREAD = 0.2
"""Units may differ from their typical size by this share of it, rounded up to whole stands."""
USUAL_SIZES = Fraction(4, 5)
"""The share of an army's units that must be within the spread."""
IRREGULAR_HORSE = 1 / 3
"""The share of irregulars in an army's horse, if regular horse is available."""
HORSE_BATTERIES = 1
"""The number of horse batteries for each foot battery."""
GUARDS = re.compile(
    r"foot guard|guards brigade|(imperial|old|young|royal|westphalian|swiss|hessian|middle|walloon) guard|of the guard"
    r"|^guard (foot|heavy|light)|household brigade|as guards|french and swiss guards",
    re.IGNORECASE,
)
"""Words in the names of entries of Guards. National Guards and dragoon guards are others."""
SIZES = (400, 800, 1200)

SPLIT_BRIGADES = Fraction(1, 20)
"""The share of armies that may split a real brigade: some limits and numbers of units leave no other choice."""

Judgement = Mapping[str, str]
"""For each criterion, what is wrong; "" if nothing is."""


def requests(library: Library, number: int) -> Iterator[tuple[Book, RaiseRequest]]:
    """Requests over all army lists in turn, with other styles, sizes, years and seeds each time."""
    books = [
        (army, library.book(Orbat(ruleset=Pin(ruleset), army_list=Pin(army)))[0])
        for ruleset in library.ruleset_ids()
        for army in library.list_ids(ruleset)
    ]
    random = Random("judged armies")  # for variety, not security
    for seed, (army, book) in zip(range(number), cycle(books), strict=False):
        assert book is not None
        usual = book.ruleset.rules.usual_size
        points = random.choice(usual.steps if usual and usual.steps else SIZES)
        years = book.lists[army].years
        date = None
        if seed % 3 and years.from_ and years.to:
            month = random.randint(years.from_.first, years.to.last)
            date = Date(month // 12, month % 12 + 1)
            there = [one for one in book.entries(army).values() if one.is_available(date)]
            if not any(branch_of(book, one) == "foot" for one in there):
                date = None  # nobody raises an army without foot
        yield book, RaiseRequest(army, int(points), STYLES[(seed + seed // len(books)) % len(STYLES)], date, seed)


def judge(book: Book, raised: RaisedArmy, request: RaiseRequest) -> Judgement:
    """Judge one army."""
    placed = [
        (place, entry)
        for place in units_of(raised.orbat)
        if (entry := _entry(book, request.list_id, place, raised.orbat.date))
    ]
    return {
        "errors": "; ".join(finding.message for finding in raised.errors),
        "findings": "; ".join(one.message for one in raised.findings if not one.code.startswith(IGNORED_FAMILIES)),
        "points": "" if raised.points == raised.maximum else f"{raised.points} of {raised.maximum}",
        "date": _date(book, raised, request, placed),
        "allies": ", ".join(entry.name for _, entry in placed if entry.allied),
        "theatre": _theatre(book, raised, request, placed),
        "regiments": _regiments(book, raised, placed),
        "brigades": _brigades(book, raised, request),
        "commanders": _commanders(book, raised, request),
        "sizes": _sizes(book, placed),
        "guns": _guns(book, request, raised, placed),
        "guards": _guards(book, raised, request),
        "irregulars": _irregulars(book, raised, request),
    }


def _entry(book: Book, list_id: str, place: PlacedUnit, date: Date | None) -> Entry | None:
    entry = book.entry(list_id, place.unit.entry)
    return entry and entry.at(date)


def _date(book: Book, raised: RaisedArmy, request: RaiseRequest, placed: list[tuple[PlacedUnit, Entry]]) -> str:
    date = raised.orbat.date
    if date is None:
        return "no date" if book.lists[request.list_id].years.from_ else ""
    if request.date and date != request.date:
        return f"{date} instead of {request.date}"
    return ", ".join(entry.name for _, entry in placed if not entry.is_available(date))


def _theatre(book: Book, raised: RaisedArmy, request: RaiseRequest, placed: list[tuple[PlacedUnit, Entry]]) -> str:
    orbat, theatres = raised.orbat, book.lists[request.list_id].theatres
    there = [one.id for one in theatres if orbat.date is None or one.covers(orbat.date)]
    if orbat.theatre not in (there or [""]):
        return f"theatre {orbat.theatre!r}, not one of {there}"
    return ", ".join(entry.name for _, entry in placed if not entry.is_available(orbat.date, orbat.theatre))


def _regiment(entry: Entry, name: str) -> str:
    # `Minsk Infantry` for `Minsk Infantry, 2nd Bn`
    return name if name in entry.regiments_by_name else name.rpartition(",")[0]


def _regiments(book: Book, raised: RaisedArmy, placed: list[tuple[PlacedUnit, Entry]]) -> str:
    orbat = raised.orbat
    return ", ".join(
        place.unit.name
        for place, entry in placed
        if _regiment(entry, place.unit.name) in entry.regiments_by_name
        and not entry.regiment_at(_regiment(entry, place.unit.name), orbat.date, orbat.theatre)
    )


def _brigades(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    # a real formation of the lowest level is split only if it does not fit into one formation
    orbat, lowest = raised.orbat, book.ruleset.levels[-1].id
    shape = usual_shape(book, request.list_id, orbat.date)
    there: dict[tuple[tuple[str, str], ...], list[object]] = {}
    for place in units_of(orbat):
        entry = _entry(book, request.list_id, place, orbat.date)
        if entry is None or branch_of(book, entry) not in ("foot", "horse"):
            continue
        record = entry.regiment_at(_regiment(entry, place.unit.name), orbat.date, orbat.theatre)
        if record and lowest in record.parent:
            key = (*sorted(record.parent.items()), (branch_of(book, entry), ""))
            there.setdefault(key, []).append(place.path[:-2])
    most = {"foot": shape.foot[1], "horse": shape.horse[1]}
    return "; ".join(
        ", ".join(name for _, name in key if name)
        for key, places in there.items()
        if len(set(places)) > 1 and len(places) <= most[key[-1][0]]
    )


def _commanders(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    orbat, army_list = raised.orbat, book.lists[request.list_id]
    there = set(army_list.commanders_at(orbat.date, orbat.theatre))
    places = [orbat.commander, *(place.formation.commander for place in formations_of(orbat))]
    names = [one.name for one in places if one and one.name]
    several = [name for name, count in Counter(names).items() if count > 1]
    return ", ".join(
        [*(f"not there: {name}" for name in names if name not in there), *(f"twice: {one}" for one in several)]
    )


def _sizes(book: Book, placed: list[tuple[PlacedUnit, Entry]]) -> str:
    outside = [
        f"{place.unit.name or entry.name} {place.unit.size} of {entry.size.typical}"
        for place, entry in placed
        if not book.kind(entry).works and not is_usual_size(book, entry, place.unit.size)
    ]
    # one unit may be unusual even in a small army, so that it costs exactly the points
    return "; ".join(outside) if len(outside) > max(Fraction(1), len(placed) - USUAL_SIZES * len(placed)) else ""


def is_usual_size(book: Book, entry: Entry, size: int | str | None) -> bool:
    """Whether a size is within the spread around the typical size of the entry. A unit that would be removed at its
    typical size is usually one stand larger."""
    if isinstance(size, str):
        return entry.sizes is None or size == entry.sizes.typical
    removed = book.kind(entry).removed_at
    usual = max(entry.size.typical, removed.size + 1 if removed else 1)
    return size is None or abs(size - usual) <= -(-usual * SPREAD // 1)


def _guns(book: Book, request: RaiseRequest, raised: RaisedArmy, placed: list[tuple[PlacedUnit, Entry]]) -> str:
    symbols = Counter(book.symbol(entry) for _, entry in placed)
    horse = symbols["horse_artillery"]
    foot = sum(count for symbol, count in symbols.items() if symbol in ("foot_artillery", "siege_artillery"))
    has_foot = any(branch_of(book, entry) == "foot" for _, entry in placed)
    available = any(
        book.symbol(entry) == "foot_artillery" and entry.is_available(raised.orbat.date, raised.orbat.theatre)
        for entry in book.entries(request.list_id).values()
    )
    return (
        f"{horse} horse and {foot} foot batteries" if has_foot and available and horse > foot * HORSE_BATTERIES else ""
    )


def _guards(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    mixed = []
    for place in formations_of(raised.orbat):
        entries = [book.entry(request.list_id, unit.entry) for unit in place.formation.units]
        fighting = [entry for entry in entries if entry and branch_of(book, entry) in ("foot", "horse")]
        if len({bool(GUARDS.search(entry.name)) for entry in fighting}) > 1:
            mixed.append(place.formation.name)
    return ", ".join(mixed)


def _irregulars(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    entries = book.entries(request.list_id)
    points: Counter[bool] = Counter()
    for line in raised.quote.all_units:
        entry = entries.get(line.unit.entry)
        if entry and branch_of(book, entry) == "horse":
            points[entry.irregular] += int(line.points)
    regular = any(
        branch_of(book, entry) == "horse"
        and not entry.irregular
        and entry.is_available(raised.orbat.date, raised.orbat.theatre)
        for entry in entries.values()
    )
    whole = points.total()
    return f"{points[True]} of {whole} points" if regular and points[True] > IRREGULAR_HORSE * whole else ""


def main(number: int) -> int:
    """Judge armies and print the result. Returns the exit code."""
    failed: Counter[str] = Counter()
    raised_armies, units, usual = 0, 0, 0
    lines = []
    for book, request in requests(Library(), number):
        label = (
            f"{book.ruleset.id} {request.list_id} {request.points} {request.style} {request.date or '-'} {request.seed}"
        )
        try:
            raised = raise_army(book, request)
        except NotRaised as failure:
            failed["raised"] += 1
            lines.append(f"{label}: not raised: {failure} {failure.labels}")
            continue
        raised_armies += 1
        for place in units_of(raised.orbat):
            entry = _entry(book, request.list_id, place, raised.orbat.date)
            if entry and not book.kind(entry).works:
                units += 1
                usual += is_usual_size(book, entry, place.unit.size)
        for criterion, wrong in judge(book, raised, request).items():
            failed[criterion] += bool(wrong)
            if wrong:
                lines.append(f"{label}: {criterion}: {wrong}")
    print(
        f"{raised_armies} of {number} armies raised; {usual} of {units} units have a usual size ({usual / units:.0%})"
    )
    for criterion, count in failed.items():
        print(f"  {criterion}: {count} armies fail")
    print(*lines, sep="\n")
    too_many = failed.pop("brigades", 0) > SPLIT_BRIGADES * number
    return int(too_many or any(failed.values()))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
