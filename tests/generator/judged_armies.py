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
from orbat.model.orbat import Formation, Orbat, PlacedUnit, formations_of, units_of
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
    r"|^guard (foot|heavy|light|voltigeurs|grenadiers|marines|cuirassiers|hussars|jagers)|household brigade|as guards"
    r"|french and swiss guards",
    re.IGNORECASE,
)
"""Words in the names of entries of Guards. National Guards and dragoon guards are others."""
GUARDS_GUNS = re.compile(r"^guard\b|\bof the guard", re.IGNORECASE)
"""Words in the names of batteries of Guards."""
HEAVY_GUNS = re.compile("heavy|howitzer|siege")
"""Words in the ids of kinds of heavy guns."""
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
        # exactly the points are worth a warning, if no army without warnings has them
        "findings": "; ".join(
            one.message
            for one in raised.findings
            if not one.code.startswith(IGNORED_FAMILIES) and raised.advised_points is None
        ),
        "points": "" if raised.points == raised.maximum else f"{raised.points} of {raised.maximum}",
        "date": _date(book, raised, request, placed),
        "allies": ", ".join(entry.name for _, entry in placed if entry.allied),
        "theatre": _theatre(book, raised, request, placed),
        "regiments": _regiments(book, raised, placed),
        "brigades": _brigades(book, raised, request),
        "strays": _strays(book, raised, request),
        "batteries": _batteries(book, raised, request) if raised.is_usual else "",
        "names": _names(raised),
        "commanders": _commanders(book, raised, request),
        "ranks": _ranks(book, raised, request),
        "strangers": _strangers(book, raised, request),
        "heavy guns": _heavy_guns(book, raised, request),
        "sizes": _sizes(book, placed),
        "guns": _guns(book, request, raised, placed) if raised.is_usual else "",
        "guards": _guards(book, raised, request) if raised.is_usual else "",
        "irregulars": _irregulars(book, raised, request),
    }


def _entry(book: Book, list_id: str, place: PlacedUnit, date: Date | None) -> Entry | None:
    entry = book.entry(list_id, place.unit.entry)
    return entry and entry.at(date)


def _date(book: Book, raised: RaisedArmy, request: RaiseRequest, placed: list[tuple[PlacedUnit, Entry]]) -> str:
    date = raised.orbat.date
    if date is None:
        return "no date" if book.lists[request.list_id].years.from_ else ""
    army_list = book.lists[request.list_id]
    records = [*army_list.service, *(one for entry in army_list.entries for one in entry.regiments)]
    ends = {one.from_.first for one in records if one.from_} | {one.to.last + 1 for one in records if one.to}
    if any(date.first < month <= date.last for month in ends):
        return f"the army changed during {date}"
    if request.date and not (request.date.first <= date.first and date.last <= request.date.last):
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


def _is_real(formation: Formation) -> bool:
    # named, and not after the general of the generated army
    general = formation.commander.name if formation.commander else ""
    return not formation.numbered and formation.name != f"{general}'s {formation.level.capitalize()}"


def _strays(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    # every named unit of foot or horse in a formation with a real name served in it
    orbat, wrong = raised.orbat, []
    for place in formations_of(orbat):
        around = [one.name for one in (*place.above, place.formation) if _is_real(one)]
        if not _is_real(place.formation):
            continue
        for inside in units_of(orbat):
            if inside.path[: len(place.path)] != place.path:
                continue
            entry = _entry(book, request.list_id, inside, orbat.date)
            record = entry and entry.regiment_at(_regiment(entry, inside.unit.name), orbat.date, orbat.theatre)
            if record and _is_fighting(book, request, inside):
                own = record.parent.get(place.formation.level, "")
                names = {own, *(f"{own}, {higher}" for higher in record.parent.values())}
                if (
                    not own
                    or place.formation.name not in names
                    or not all(any(name.startswith(one) for one in record.parent.values()) for name in around)
                ):
                    wrong.append(f"{inside.unit.name} in {place.formation.name}")
    return "; ".join(wrong)


def _batteries(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    # batteries, except horse artillery, are not with the horse; those of a real formation are in it
    orbat, wrong = raised.orbat, []
    for place in formations_of(orbat):
        names = " ".join(one.name for one in (*place.above, place.formation) if _is_real(one))
        inside = [one for one in units_of(orbat) if one.path[: len(place.path)] == place.path]
        entries = [book.entry(request.list_id, one.unit.entry) for one in inside]
        branches = {branch_of(book, one) for one in entries if one}
        for unit in place.formation.units:
            entry = book.entry(request.list_id, unit.entry)
            if entry is None or branch_of(book, entry) != "guns":
                continue
            if "foot" not in branches and book.symbol(entry) != "horse_artillery":
                wrong.append(f"{unit.name or entry.name} with horse in {place.formation.name}")
            record = entry.regiment_at(unit.name, orbat.date, orbat.theatre)
            own = record and record.parent.items()
            others = [_parents(book, raised, request, one) for one in inside if _is_fighting(book, request, one)]
            if own and not all(name in names for _, name in own) and not all(own <= one.items() for one in others):
                wrong.append(f"{unit.name} in {place.formation.name}")
    return "; ".join(wrong)


def _is_fighting(book: Book, request: RaiseRequest, place: PlacedUnit) -> bool:
    entry = book.entry(request.list_id, place.unit.entry)
    return entry is not None and branch_of(book, entry) in ("foot", "horse")


def _parents(book: Book, raised: RaisedArmy, request: RaiseRequest, place: PlacedUnit) -> Mapping[str, str]:
    orbat, entry = raised.orbat, _entry(book, request.list_id, place, raised.orbat.date)
    record = entry and entry.regiment_at(_regiment(entry, place.unit.name), orbat.date, orbat.theatre)
    return record.parent if record else {}


def _names(raised: RaisedArmy) -> str:
    # no two formations with one name under the same formation, and no real name twice
    places = [*formations_of(raised.orbat)]
    siblings = Counter((place.path[:-2], place.formation.name) for place in places)
    real = Counter(
        (tuple(one.name for one in place.above if not one.numbered), place.formation.name)
        for place in places
        if not place.formation.numbered
    )
    return ", ".join(name for (_, name), count in (*siblings.items(), *real.items()) if count > 1)


def _ranks(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    # generals lead formations of their level and arm, and no real formation that another general led
    orbat, army_list, wrong = raised.orbat, book.lists[request.list_id], []
    levels = [level.id for level in reversed(book.ruleset.levels)]
    arms = {one.arm for one in army_list.service if one.arm}
    for place in formations_of(orbat):
        formation, name = place.formation, place.formation.commander.name if place.formation.commander else ""
        inside = [one for one in units_of(orbat) if one.path[: len(place.path)] == place.path]
        fighting = [
            entry
            for one in inside
            if (entry := book.entry(request.list_id, one.unit.entry)) and branch_of(book, entry) in ("foot", "horse")
        ]
        arm = {book.kind(entry).arm for entry in fighting}
        for record in army_list.service_by_name.get(name, ()):
            if not record.is_present(orbat.date, orbat.theatre):
                continue
            led = formation.level in record.parent
            level = record.level or next((one for one in levels if one in record.parent), formation.level)
            if levels.index(level) > levels.index(formation.level):
                wrong.append(f"{name}, who led a {level}, leads {formation.name}")
            if not led and (arm != {record.arm} if record.arm else len(arm) == 1 and bool(arm & arms)):
                wrong.append(f"{name} of the {record.arm or 'foot'} leads {formation.name}")
            if record.leads and not led:
                others = [one.name for one in fighting if not {one.kind, one.subtype} & {*record.leads}]
                wrong += [f"{name} leads {other}" for other in others]
            if _is_real(formation) and record.parent and record.parent.get(formation.level, "") not in formation.name:
                wrong.append(f"{name} of {record.parent} leads {formation.name}")
    return "; ".join(wrong)


def _strangers(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    # No general leads nothing but regiments of other divisions. A corps has a commander of corps, or else a division's
    # that no division needs.
    orbat, army_list, wrong = raised.orbat, book.lists[request.list_id], []
    top, lowest = book.ruleset.levels[0].id, book.ruleset.levels[-1].id
    has_levels = any(one.level or one.parent for one in army_list.service if not one.chief)
    below = (
        [one.formation for one in formations_of(orbat) if one.formation.level == book.ruleset.levels[1].id]
        if top != lowest
        else []
    )
    unnamed = any(not one.commander or not one.commander.name for one in below)
    for place in formations_of(orbat):
        formation, name = place.formation, place.formation.commander.name if place.formation.commander else ""
        inside = [one for one in units_of(orbat) if one.path[: len(place.path)] == place.path]
        known = [one for one in (_parents(book, raised, request, each) for each in inside) if one]
        records = [one for one in army_list.service_by_name.get(name, ()) if one.is_present(orbat.date, orbat.theatre)]
        for record in records:
            if record.parent and known and all(_differ(record.parent, one) for one in known):
                wrong.append(f"{name} of {dict(record.parent)} leads {formation.name}")
        is_promoted = bool(name) and not any(top in (one.level, *one.parent) for one in records)
        is_needed = unnamed or not any(one.level or one.parent for one in records)
        if formation.level == top != lowest and has_levels and is_promoted and is_needed:
            wrong.append(f"{formation.name} under {name}, who led no {top}")
    return "; ".join(wrong)


def _differ(parents: Mapping[str, str], others: Mapping[str, str]) -> bool:
    shared = {*parents} & {*others}
    return bool(shared) and all(parents[one] != others[one] for one in shared)


def _heavy_guns(book: Book, raised: RaisedArmy, request: RaiseRequest) -> str:
    # the dearest kind of several is not with nothing but light foot
    listed = [one for one in book.entries(request.list_id).values() if book.symbol(one) == "foot_artillery"]
    wrong = []
    for place in formations_of(raised.orbat):
        inside = [one for unit in place.formation.units if (one := book.entry(request.list_id, unit.entry))]
        fighting = {book.symbol(one) for one in inside if branch_of(book, one) in ("foot", "horse")}
        if fighting and fighting <= {"light_infantry", "rifles"} and len({one.kind for one in listed}) > 1:
            wrong += [f"{one.name} in {place.formation.name}" for one in inside if HEAVY_GUNS.search(one.kind)]
    return ", ".join(wrong)


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
        entries = [(unit.name, book.entry(request.list_id, unit.entry)) for unit in place.formation.units]
        fighting = [entry for _, entry in entries if entry and branch_of(book, entry) in ("foot", "horse")]
        guards = {bool(GUARDS.search(entry.name)) for entry in fighting}
        if len(guards) > 1:
            mixed.append(place.formation.name)
        if True not in guards:
            guns = (name or entry.name for name, entry in entries if entry and branch_of(book, entry) == "guns")
            mixed += [f"{name} in {place.formation.name}" for name in guns if GUARDS_GUNS.search(name)]
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
