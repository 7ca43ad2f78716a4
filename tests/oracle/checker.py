"""Findings about *Days of Empire* ORBATs, written from the rulebook and the documents without orbat.

`check` gives the code, the place and the severity of each finding. The place is the path of a unit, a formation or a
commander; it is "" for the army. The severity is "" where the documents do not define it.

Left out: ARM010 (needs a collection), ARM011, ARM012, ARM016 and look-alike spellings (texts), UNT014 to UNT016 and
STF013 (names of regiments and commanders), STF009 for rolls without a number, and the codes of files, typed lists and
data. Theatres are those of entries.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from tests.oracle.pricer import (
    FOOT,
    LEVELS,
    Army,
    Data,
    Formation,
    Unit,
    army_list,
    entries,
    formation_points,
    general_points,
    is_inside,
    list_id,
    off_board,
    options_of,
    rating_of,
    read,
    ruling_choices,
    total,
)

ROWS = {  # staff quality by the die: DOE 14.1, and DOE 19.4 by nation
    "default": {1: "inept", 2: "capable", 3: "capable", 4: "capable", 5: "capable", 6: "exceptional"},
    "british": {1: "inept", 2: "inept", 3: "capable", 4: "capable", 5: "capable", 6: "exceptional"},
    "russian": {1: "inept", 2: "inept", 3: "inept", 4: "capable", 5: "capable", 6: "capable"},
    "ottoman": {1: "inept", 2: "inept", 3: "inept", 4: "capable", 5: "capable", 6: "capable"},
    "french": {1: "inept", 2: "inept", 3: "inept", 4: "capable", 5: "capable", 6: "capable"},
}
RULINGS = ruling_choices()  # the choices of each ruling, the default first
USUAL = (400, 1200)  # DOE 3.6
GUNS = ("field_gun", "siege_gun")  # crews may have any class at the same price
BOTH = {"infantry", "cavalry"}  # the arms that no general may command together, DOE 14.2
REMOVED = {"infantry": 2, "cavalry": 1}  # stands, DOE 17.5.8
WAR = (1853 * 12 + 9, 1856 * 12 + 2)  # October 1853 to March 1856, in months
ALLIES = {"british", "french", "ottoman", "sardinian"}
SEVERITIES = ("error", "warning", "note", "")
DATA = Path(__file__).resolve().parents[2] / "army_lists" / "days_of_empire"
VERSIONS = {
    "days_of_empire" if file.stem == "ruleset" else file.stem: found[1]
    for file in DATA.glob("*.yaml")
    if (found := re.search(r'^version: "?([^"\n]+)"?$', file.read_text("utf-8"), re.MULTILINE))
}
"""The versions of the ruleset and of its army lists."""

Months = tuple[int, int]
ALWAYS: Months = (0, 9999 * 12)


class Finding(NamedTuple):
    """A finding: its code, its place, and its severity ("" if not documented)."""

    code: str
    place: str
    severity: str = ""


class Case(NamedTuple):
    """What all checks need: the army, its date in months, its total, its rulings and its `house_limits`."""

    army: Army
    orbat: Data
    when: Months | None
    total: int
    rulings: dict[str, str]
    house: str
    partial: bool

    @property
    def own(self) -> str | None:
        """The id of the army's own list."""
        return list_id(self.orbat.get("army_list"))


def check(orbat: Data) -> list[Finding]:
    """All findings of an ORBAT, sorted: one for each code and place, with the worst severity."""
    army = read(orbat)
    written = orbat.get("rulings") or {}
    rulings = {name: str(written[name]) if written.get(name) in known else known[0] for name, known in RULINGS.items()}
    when = months(orbat["date"]) if orbat.get("date") else None
    house = orbat.get("house_limits") or "warn"
    case = Case(army, orbat, when, total(army), rulings, house, bool(orbat.get("partial")))
    checks = (units, formations, points, whole_army, dates, limits, lent, staff)
    worst: dict[tuple[str, str], str] = {}
    for finding in (finding for one in checks for finding in one(case)):
        place = finding.code, finding.place
        worst[place] = min(worst.get(place, finding.severity), finding.severity, key=SEVERITIES.index)
    return sorted(Finding(*place, severity) for place, severity in worst.items())


# Dates


def months(text: str | int) -> Months:
    """The first and last month of a date, as a number of months. A year has twelve."""
    year, _, month = str(text).partition("-")
    if month:
        return (int(year) * 12 + int(month) - 1,) * 2
    return int(year) * 12, int(year) * 12 + 11


def span(dates: Data | None) -> Months:
    """The months from `from` to `to`, both included."""
    dates = dates or {}
    first = months(dates["from"])[0] if dates.get("from") else ALWAYS[0]
    last = months(dates["to"])[1] if dates.get("to") else ALWAYS[1]
    return first, last


def overlap(one: Months, other: Months) -> bool:
    """Whether two spans share a month."""
    return max(one[0], other[0]) <= min(one[1], other[1])


def outside_list(case: Case, name: str | None) -> bool:
    """Whether the date is outside the years of the army list."""
    return bool(name) and case.when is not None and not overlap(case.when, span(army_list(str(name))["years"]))


# Units


def units(case: Case) -> Iterator[Finding]:
    """UNT001 to UNT011, and PTS005."""
    for unit in case.army.units:
        if unit.data.get("off_board"):
            yield Finding("UNT010", unit.path, "error")
        claim = unit.data.get("points")
        if claim is not None and unit.points is not None and claim != unit.points:
            yield Finding("PTS005", unit.path, claim_severity(case))
        if unit.entry is None:
            if unit.army_list:  # without a list, ARM004 reports all units
                yield Finding("UNT001", unit.path, "error")
            if unit.data.get("rating") not in (None, *FOOT):
                yield Finding("UNT002", unit.path, "error")
            if not {"rifles", "horse_artillery"}.issuperset(unit.data.get("options") or []):
                yield Finding("UNT005", unit.path, "error")
        else:
            if unit.kind == "general":
                yield Finding("UNT011", unit.path, "error")
            yield from _rating(case, unit, unit.entry)
            yield from _size(case, unit, unit.entry)
            yield from _options(case, unit, unit.entry)
            if not outside_list(case, unit.army_list) and not available(case, unit.entry.get("dates")):
                yield Finding("UNT008", unit.path, "error")


def available(case: Case, dates: Data | None) -> bool:
    """Whether something with these dates is available in any part of the ORBAT's date."""
    return case.when is None or overlap(case.when, span(dates))


def _rating(case: Case, unit: Unit, entry: Data) -> Iterator[Finding]:
    rating = rating_of(unit.data, entry)
    ratings = entry.get("ratings")
    if not ratings:
        if rating is not None and (unit.kind not in GUNS or rating not in FOOT):
            yield Finding("UNT002", unit.path, "error")
        return
    if rating not in ratings["allowed"]:
        yield Finding("UNT002", unit.path, "error")
    elif not outside_list(case, unit.army_list):
        dated = [item for item in ratings.get("dated", []) if item["rating"] == rating]
        if dated and not any(available(case, item) for item in dated):
            yield Finding("UNT009", unit.path, "error")


def _size(case: Case, unit: Unit, entry: Data) -> Iterator[Finding]:
    size = unit.data.get("size", 1 if unit.kind in ("engineers", "general") else None)
    one_model = case.rulings["battery"] == "one_model" and unit.kind in GUNS
    if isinstance(size, int) and size <= REMOVED.get(unit.kind, -1):
        yield Finding("UNT004", unit.path, case.rulings["shattered"])
        if case.rulings["shattered"] == "error":
            return  # more stands are needed in any case
    if not isinstance(size, int) or size == 0 or ((one_model or unit.kind in ("engineers", "general")) and size != 1):
        yield Finding("UNT003", unit.path, "error")
    elif not entry["size"]["min"] <= size <= entry["size"]["max"] and case.house != "ignore":
        yield Finding("UNT003", unit.path, house_severity(case))


def house_severity(case: Case) -> str:
    """The severity of a house limit that is not kept."""
    return "error" if case.house == "enforce" else "warning"


def _options(case: Case, unit: Unit, entry: Data) -> Iterator[Finding]:
    written = unit.data.get("options") or []
    if len(set(written)) < len(written):
        yield Finding("UNT005", unit.path, "error")
    for option in sorted(set(written)):
        offers = [item for item in entry.get("options", []) if item["option"] == option]
        never = option == "rifles" and unit.kind == "cavalry" and case.rulings["cavalry_rifles"] == "never"
        if not offers or never:
            yield Finding("UNT005", unit.path, "error")
        elif not outside_list(case, unit.army_list) and not any(available(case, item) for item in offers):
            yield Finding("UNT007", unit.path, "error")


# Formations


def formations(case: Case) -> Iterator[Finding]:
    """FRM001 to FRM009, and PTS006."""
    for formation in case.army.formations:
        yield from _place(formation)
        yield from _command(case, formation)
        outer = formation.above[-1] if formation.above else None
        if not _inside(case, formation) and (outer is None or _inside(case, outer)):
            yield Finding("FRM002", formation.path, "" if case.army.units else "note")
        off = formation.data.get("off_board")
        if off and formation.data.get("level") != "brigade":
            yield Finding("FRM006", formation.path, "error")
        if isinstance(off, str) and formation.data.get("level") not in ("corps", "division"):
            yield Finding("FRM008", formation.path, "error")
        claim = formation.data.get("points")
        priced = all(unit.points is not None for unit in _inside(case, formation))
        if priced and claim is not None and claim != formation_points(formation.path, case.army):
            yield Finding("PTS006", formation.path, claim_severity(case))
    for parent in ["", *(formation.path for formation in case.army.formations)]:
        yield from _same_names(case, parent)
    troops = [unit for unit in case.army.units if unit.arm]
    alone = [unit for unit in troops if not unit.above]
    if len(alone) > 2 and 2 * len(alone) > len(troops) and not case.partial:
        yield Finding("FRM009", "", "warning")


def _place(formation: Formation) -> Iterator[Finding]:
    """FRM001: the level is known, and lower than the next known level around it."""
    level = formation.data.get("level")
    around = [LEVELS.index(outer.data["level"]) for outer in formation.above if outer.data.get("level") in LEVELS]
    if level not in LEVELS or (around and around[-1] >= LEVELS.index(level)):
        yield Finding("FRM001", formation.path, "error")


def _inside(case: Case, formation: Formation) -> list[Unit]:
    """All units in the formation."""
    return [unit for unit in case.army.units if unit.above and is_inside(formation.path, unit.above[-1])]


def _has_general(item: Data) -> bool:
    return item.get("commander") is not None


def _command(case: Case, formation: Formation) -> Iterator[Finding]:
    """FRM003 to FRM005: generals over the formation and its units (DOE 14.2)."""
    direct = [unit for unit in case.army.units if unit.above and unit.above[-1].path == formation.path]
    senior = _has_general(case.orbat) or any(_has_general(outer.data) for outer in formation.above)
    brigade = formation.data.get("level") == "brigade"
    yield from _led_from_above(case, formation)
    if not _has_general(formation.data) and not formation.data.get("led_from_above"):
        if (brigade and _inside(case, formation)) or (senior and any(unit.arm for unit in direct)):
            yield Finding("FRM003", formation.path, "warning" if senior else "error")
        elif not brigade and direct and not senior:
            yield Finding("FRM004", formation.path, "error")
    if _is_mixed(case, formation):
        yield Finding("FRM005", formation.path, "error" if brigade else case.rulings["cavalry_generals"])


def _led_from_above(case: Case, formation: Formation) -> Iterator[Finding]:
    """FRM010: the general around a formation leads it directly, and leads only one."""
    place = f"{formation.path}.led_from_above"
    above = bool(formation.above) and _has_general(formation.above[-1].data)
    if formation.data.get("led_from_above") and _has_general(formation.data):
        yield Finding("FRM010", place, "warning")
    elif formation.data.get("led_from_above") and not above:
        yield Finding("FRM010", place, "error")
    inner = [one for one in formation.data.get("formations") or [] if one.get("fielded", True)]
    led = [one for one in inner if one.get("led_from_above") and not _has_general(one)]
    if _has_general(formation.data) and len(led) > 1:
        yield Finding("FRM010", formation.path, "warning")


def _is_mixed(case: Case, formation: Formation) -> bool:
    """Whether it is a brigade of foot and horse, or the general who commands the formation commands both."""
    if formation.data.get("level") == "brigade":
        return {unit.arm for unit in _inside(case, formation)} >= BOTH
    return _commanded(case, formation, everyone=_has_general(formation.data)) >= BOTH


def _commanded(case: Case, formation: Formation, *, everyone: bool) -> set[str]:
    """The arms under one general: without inner formations that have a finding of their own.

    A general commands everyone in the formation. A general further above does not command inner formations that have
    a general.
    """
    arms = {unit.arm for unit in case.army.units if unit.above and unit.above[-1].path == formation.path}
    for inner in case.army.formations:
        is_next = bool(inner.above) and inner.above[-1].path == formation.path
        if is_next and (everyone or not _has_general(inner.data)) and not _is_mixed(case, inner):
            arms |= _commanded(case, inner, everyone=everyone)
    return arms


def _same_names(case: Case, parent: str) -> Iterator[Finding]:
    """FRM007, at each formation whose name an earlier formation of its level and parent has."""
    used = set()
    for formation in case.army.formations:
        if formation.data.get("name") and (formation.above[-1].path if formation.above else "") == parent:
            name = formation.data.get("level"), fold(formation.data["name"])
            if name in used:
                yield Finding("FRM007", formation.path, "note")
            used.add(name)


def fold(name: Any) -> str:
    """A name without capitals, accents, spaces and punctuation."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFD", str(name)).lower())


# Points


def points(case: Case) -> Iterator[Finding]:
    """PTS001 to PTS004, PTS007, and ARM001."""
    size = case.orbat.get("game_size")
    claim = case.orbat.get("total")
    if size is None:
        yield Finding("PTS002", "")
    elif not USUAL[0] <= size <= USUAL[1]:
        yield Finding("PTS003", "")
    if size is not None and case.total > size:
        yield Finding("PTS001", "", "error")
    if case.partial:
        return
    priced = all(unit.points is not None for unit in case.army.units)
    if size is not None and case.total < size and priced:
        yield Finding("PTS004", "", "note")
    if priced and claim is not None and claim != case.total:
        yield Finding("PTS007", "", claim_severity(case))
    agreed = size if case.rulings["off_board_base"] == "agreed" else None
    if 3 * off_board(case.army) > (case.total if agreed is None else agreed):
        yield Finding("ARM001", "", "error")


def claim_severity(case: Case) -> str:
    """The severity of a wrong claim: a warning in an ORBAT saved with other versions."""
    return "warning" if any(other_versions(case)) else "error"


def other_versions(case: Case) -> Iterator[str]:
    """The versions that the ORBAT names and that are not the present ones."""
    pinned = [case.orbat.get("ruleset"), case.orbat.get("army_list")]
    pinned += [formation.data.get("army_list") for formation in case.army.formations]
    pinned += [unit.data.get("army_list") for unit in case.army.units]
    for text in pinned:
        name, mark, version = (text or "").partition("@")
        if mark and version != VERSIONS.get(name):
            yield version


# The army


def whole_army(case: Case) -> Iterator[Finding]:
    """ARM002, ARM004, ARM007 to ARM009."""
    first = {unit.kind: unit.path for unit in reversed(case.army.units)}
    if "engineers" not in first and not case.partial:
        yield from (Finding("ARM002", first[kind], "error") for kind in ("earthworks", "pontoons") if kind in first)
    if not case.own:
        unpriced = any(unit.entry is None and not unit.army_list for unit in case.army.units)
        yield Finding("ARM004", "", "error" if unpriced else "")
    for name, choice in (case.orbat.get("rulings") or {}).items():
        if choice not in RULINGS.get(name, ()):
            yield Finding("ARM007", "")
    yield from (Finding("ARM008", "") for _ in other_versions(case))
    names = Counter(
        fold(unit.data["name"])
        for unit in case.army.units
        if unit.data.get("name") and not (unit.entry and fold(unit.data["name"]) == fold(unit.entry["name"]))
    )
    yield from (Finding("ARM009", "", "note") for count in names.values() if count > 1)


def dates(case: Case) -> Iterator[Finding]:
    """ARM005, ARM006 and ARM015."""
    used = {unit.army_list for unit in case.army.units if unit.listed} | {case.own}
    yield from (Finding("ARM005", "") for name in used if outside_list(case, name))
    if case.when is None and any(_has_dates(unit) for unit in case.army.units):
        yield Finding("ARM006", "")
    yield from _together(case)
    theatres = [_names(unit.entry["theatre"]) for unit in case.army.units if unit.entry and unit.entry.get("theatre")]
    if theatres and not case.orbat.get("theatre") and not set.intersection(*theatres):
        yield Finding("ARM019", "", "warning")


def _names(written: str | list[str]) -> set[str]:
    return {written} if isinstance(written, str) else set(written)


def _has_dates(unit: Unit) -> bool:
    """Whether the unit, or a limit on it, depends on the date in the years of its list."""
    entry = unit.entry or {}
    if unit.listed and span(entry.get("dates")) != span(army_list(str(unit.army_list))["years"]):
        return True
    chosen = unit.data.get("options") or []
    dated = [item for item in entry.get("options", []) if item["option"] in chosen]
    dated += [
        item for item in entry.get("ratings", {}).get("dated", []) if item["rating"] == rating_of(unit.data, entry)
    ]
    if unit.listed:
        dated += [limit for limit in all_limits(str(unit.army_list)) if matches(unit, limit["of"])]
    return any(item.get("from") or item.get("to") or item.get("months") for item in dated)


def _together(case: Case) -> Iterator[Finding]:
    """ARM015: a month in which all units are available.

    UNT007 to UNT009 report units outside a month. If the date is outside the years of a list, all dates count.
    """
    listed = [unit for unit in case.army.units if unit.listed]
    dated = [unit for unit in listed if not outside_list(case, unit.army_list)]
    if case.when is None or case.when[0] != case.when[1]:
        yield from _apart(dated, case.when)
    yield from _apart([unit for unit in listed if unit not in dated], None)


def _apart(some: list[Unit], when: Months | None) -> Iterator[Finding]:
    """ARM015 for some units. A unit that is not available at the date has a finding of its own."""
    spans: list[tuple[Months, bool]] = []
    for unit in some:
        mine = _spans(unit)
        if when is None or all(overlap(when, one) for one, _ in mine):
            spans += mine
    inside = [(when, False)] if when else []
    if not _meet([one for one, _ in spans + inside]):
        certain = not _meet([one for one, house in spans + inside if not house])
        yield Finding("ARM015", "", "error" if certain and when else "warning")


def _spans(unit: Unit) -> list[tuple[Months, bool]]:
    """The months in which the unit, its rating and its options are available, and whether they are house dates."""
    entry = unit.entry or {}
    found = [(span(army_list(str(unit.army_list))["years"]), False)]
    found.append((span(entry.get("dates")), bool((entry.get("dates") or {}).get("house"))))
    ratings = entry.get("ratings") or {}
    rated = [item for item in ratings.get("dated", []) if item["rating"] == rating_of(unit.data, entry)]
    written = [item for item in entry.get("options", []) if item["option"] in (unit.data.get("options") or [])]
    found += [(span(item), bool(ratings.get("house"))) for item in rated]
    found += [(span(item), bool(item.get("house"))) for item in written]
    return found


def _meet(spans: list[Months]) -> bool:
    """Whether all spans share a month."""
    return max((one[0] for one in spans), default=0) <= min((one[1] for one in spans), default=0)


# Limits


def limits(case: Case) -> Iterator[Finding]:
    """ARM003: the limits of each army list, on the units of that list."""
    if case.house == "ignore":  # all limits of these lists are house limits
        return
    for name in sorted({str(unit.army_list) for unit in case.army.units if unit.army_list} | {case.own or ""} - {""}):
        mine = [unit for unit in case.army.units if unit.army_list == name and unit.entry]
        for limit in all_limits(name):
            if not applies(case, limit):
                continue
            scope = limit.get("scope", "army")
            if scope == "army":
                places = [("", mine)]
            elif scope == "formation":
                yield from _without_others(case, limit, mine)
                continue
            else:
                places = [
                    (formation.path, [unit for unit in _inside(case, formation) if unit in mine])
                    for formation in case.army.formations
                    if formation.data.get("level") == scope
                ]
            for path, some in places:
                if not condition_holds(case, limit, path):
                    continue
                bound = bound_of(case, limit, some, path)
                if bound is not None and (place := broken_at(limit, some, bound, path)) is not None:
                    severity = "warning" if limit.get("severity") == "warning" else house_severity(case)
                    yield Finding("ARM003", place, severity)


def all_limits(name: str) -> list[Data]:
    """The limits of an army list and of its entries. A limit of an entry gets the key `of`."""
    found = [
        {"of": {"entries": [entry["id"]]}, **limit}
        for entry in entries(name).values()
        for limit in entry.get("limits", [])
    ]
    return found + list(army_list(name).get("limits", []))


def applies(case: Case, limit: Data) -> bool:
    """Whether a limit applies in any part of the ORBAT's date, or a limit of 0 in all of it.

    Without a date, limits with dates do not apply.
    """
    if limit.get("theatre") and case.orbat.get("theatre") not in _names(limit["theatre"]):
        return False
    if not (limit.get("from") or limit.get("to") or limit.get("months")):
        return True
    if case.when is None or not overlap(case.when, span(limit)):
        return False
    start, end = span(limit)
    if limit.get("at_most") == 0 and not (start <= case.when[0] and case.when[1] <= end):
        return False
    first, last = case.when
    return not limit.get("months") or (first == last and first % 12 + 1 in limit["months"])


def others(case: Case, selector: Data, path: str) -> int:
    """The number of units, or of formations, that a selector selects in the army or in the formation at `path`."""
    if "levels" in selector:
        inside = [one for one in case.army.formations if one.path.startswith(path) and one.path != path]
        return sum(one.data.get("level") in selector["levels"] for one in inside)
    return sum(unit.entry is not None and matches(unit, selector) for unit in _in_place(case, path))


def _in_place(case: Case, path: str) -> list[Unit]:
    return [unit for unit in case.army.units if not path or unit.path.startswith(f"{path}.")]


def condition_holds(case: Case, limit: Data, path: str) -> bool:
    """Whether the condition `when` of a limit holds in the army or formation, or the troops of `only_with` lack."""
    if case.partial and ("when" in limit or "only_with" in limit):
        return False
    if "only_with" in limit:
        return not others(case, limit["only_with"], path)
    if "when" not in limit:
        return True
    condition = limit["when"]
    number = others(case, condition["of"], path)
    return bool(number <= condition["at_most"] if "at_most" in condition else number >= condition.get("at_least", 1))


def _without_others(case: Case, limit: Data, mine: list[Unit]) -> Iterator[Finding]:
    """A finding at the first unit in each formation that lacks the troops of `only_with`."""
    reported = set()
    for unit in mine:
        place = unit.path.rpartition("units[")[0].rstrip(".")
        around = [one for one in case.army.formations if place.startswith(one.path)]
        named = any(one.data.get("name") in limit.get("or_in", ()) for one in around)
        if matches(unit, limit["of"]) and not named and place not in reported and condition_holds(case, limit, place):
            reported.add(place)
            severity = "warning" if limit.get("severity") == "warning" else house_severity(case)
            yield Finding("ARM003", unit.path, severity)


def bound_of(case: Case, limit: Data, some: list[Unit], path: str) -> Fraction | None:
    """The largest or smallest number that a limit allows; None if the troops not shown may change it."""
    if case.partial and ("among" in limit or "at_least" in limit):
        return None
    if "only_with" in limit:
        return Fraction(0)
    bound = Fraction(limit["at_most"] if "at_most" in limit else limit["at_least"])
    if "among" not in limit:
        return bound
    among, what = limit["among"], limit.get("count", "units")
    base = case.total if among == "spent" else tally([unit for unit in some if matches(unit, among)], what)
    return bound * (base // limit["for_each"] if "for_each" in limit else base)


def broken_at(limit: Data, some: list[Unit], bound: Fraction, path: str) -> str | None:
    """The unit that exceeds an `at_most`, or the formation that falls short of an `at_least`; None if neither."""
    what, number = limit.get("count", "units"), 0
    for unit in some:
        if matches(unit, limit["of"]):
            number += tally([unit], what)
            if "at_least" not in limit and number > bound:
                return unit.path
    is_core = limit.get("or_none") and not number
    return path if "at_least" in limit and number < bound and not is_core else None


def tally(some: list[Unit], what: str) -> int:
    """The number of units, stands or points."""
    if what == "points":
        return sum(unit.points or 0 for unit in some)
    if what == "stands":
        return sum(size if isinstance(size := unit.data.get("size"), int) else 1 for unit in some)
    return len(some)


def matches(unit: Unit, selector: Data) -> bool:
    """Whether a unit matches all keys of a selector."""
    entry = unit.entry or {}
    has: dict[str, set[Any]] = {
        "entries": {entry["id"], entry.get("same_as")},
        "not_entries": {entry["id"], entry.get("same_as")},
        "kinds": {entry["kind"]},
        "subtypes": {entry.get("subtype")},
        "irregular": {bool(entry.get("irregular"))},
        "options": options_of(unit.data, entry),
        "without": options_of(unit.data, entry),
        "ratings": {rating_of(unit.data, entry)},
    }
    for key, wanted in selector.items():
        found = bool(has[key] & set(wanted if isinstance(wanted, list) else [wanted]))
        if found == (key in ("not_entries", "without")):
            return False
    return True


# Lent troops


def lent(case: Case) -> Iterator[Finding]:
    """ARM013, ARM014 and ARM022."""
    if not case.own:
        return
    troops = [unit for unit in case.army.units if unit.listed]
    others = [unit for unit in troops if unit.army_list != case.own]
    generals = sum(general_points(f.data) for f in case.army.formations if f.army_list != case.own)
    cost = generals + sum(unit.points or 0 for unit in case.army.units if unit.army_list != case.own)
    mostly = case.orbat.get("game_size") is not None and 2 * cost > case.total
    if not case.partial and (mostly or (others and len(others) == len(troops))):
        yield Finding("ARM013", "", "warning")
    war = span(army_list(case.own)["years"]) if case.when is None else case.when
    if overlap(war, WAR):
        for name in sorted({str(unit.army_list) for unit in others}):
            if (name in ALLIES) != (case.own in ALLIES):
                yield Finding("ARM014", "", "warning")
    allies = army_list(case.own).get("allies", [])
    lenders = {str(unit.army_list) for unit in others} | {
        str(f.army_list) for f in case.army.formations if f.army_list != case.own and _has_general(f.data)
    }
    for name in sorted(lenders if allies and not case.partial and not outside_list(case, case.own) else ()):
        is_enemy = overlap(war, WAR) and (name in ALLIES) != (case.own in ALLIES)
        with_army = [one for one in allies if one["list"] == name and (not case.when or overlap(case.when, span(one)))]
        if not with_army and not is_enemy:
            yield Finding("ARM022", "", "warning")


# Staff


class General(NamedTuple):
    """A commander, its path, its army list, and whether it is the player and free."""

    path: str
    data: Data
    army_list: str | None
    player: bool
    free: bool


def generals(case: Case) -> list[General]:
    """All commanders, the army's own first."""
    found = []
    if case.orbat.get("commander") is not None:
        found.append(General("commander", case.orbat["commander"], case.own, True, True))
    for formation in case.army.formations:
        data = formation.data.get("commander")
        if data is not None:
            player = bool(data.get("player"))
            found.append(
                General(
                    f"{formation.path}.commander", data, formation.army_list, player, not general_points(formation.data)
                )
            )
    return found


def staff(case: Case) -> Iterator[Finding]:
    """STF001 to STF012."""
    everyone = generals(case)
    for general in everyone:
        yield from _general(case, general)
        rolls = [general.data.get("roll"), *((general.data.get("roll") or {}).get("earlier") or [])]
        for roll in rolls:
            if roll is not None and not general.player:
                yield from _record(general, roll)
    if sum(general.player for general in everyone) > 1:
        yield Finding("STF005", "", "error")
    table = case.orbat.get("staff_table") or "default"
    if table not in ("default", "national"):
        yield Finding("STF008", "", "error")
    nations = {general.army_list for general in everyone if not general.player}
    if table == "national" and case.rulings["national_row"] == "default":
        yield from (Finding("STF006", "", "note") for name in nations if name and name not in ROWS)
    posts: dict[str, list[bool]] = {}
    for general in everyone:
        if general.data.get("name"):
            posts.setdefault(fold(general.data["name"]), []).append(general.free)
    yield from (Finding("STF012", "", "note") for free in posts.values() if len(free) > 1 and not all(free))
    yield from _seeds(everyone)


def own_row(case: Case, general: General) -> str:
    """The staff table for a general: `default`, or the row of its nation."""
    if case.orbat.get("staff_table") != "national":
        return "default"
    return general.army_list if general.army_list in ROWS else case.rulings["national_row"]


def _general(case: Case, general: General) -> Iterator[Finding]:
    """STF001 to STF004 and STF010."""
    quality, roll = general.data.get("quality"), general.data.get("roll")
    if general.player:
        if roll is not None or quality not in (None, "capable"):
            yield Finding("STF004", general.path, "error")
        return
    row = own_row(case, general)
    table = (roll or {}).get("table") or "default"
    given = ROWS[table][roll["dice"][0]] if roll is not None and table in ROWS and _possible(roll) else None
    unknown = quality not in (None, "inept", "capable", "exceptional")
    if unknown or (quality is not None and quality not in ROWS[row].values() and given is None):
        yield Finding("STF003", general.path, "error")
    if roll is None:
        yield Finding("STF001", general.path, "warning")
    if roll is None or table not in ROWS:
        return
    if given is not None and quality != given and not unknown:
        yield Finding("STF002", general.path, "error")
    if table != row and case.orbat.get("staff_table") in (None, "default", "national"):
        same = given is not None and ROWS[row][roll["dice"][0]] == given
        yield Finding("STF010", general.path, "warning" if same else "error")


def _possible(roll: Data) -> bool:
    return len(roll["dice"]) == 1 and 1 <= roll["dice"][0] <= 6


def _record(general: General, roll: Data) -> Iterator[Finding]:
    """STF007 and STF011, for the present roll and earlier ones."""
    table, given = roll.get("table") or "default", None
    if _possible(roll) and table in ROWS:
        given = ROWS[table][roll["dice"][0]]
    else:
        yield Finding("STF007", general.path, "error")
    result, day = roll.get("result"), roll.get("on")
    method, seed = roll.get("method"), roll.get("seed")
    wrong = seed is None if method == "seeded" else seed is not None and method is not None
    wrong = wrong or (day is not None and not _is_past(str(day)))
    if wrong or (result is not None and given is not None and result != given):
        yield Finding("STF011", general.path, "warning")


def _is_past(day: str) -> bool:
    """Whether it is a year, month or day before 2100. The examples have no nearer dates in the future."""
    found = re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", day)
    if not found:
        return False
    year, month, date = (int(part or 1) for part in found.groups())
    return 0 < year < 2100 and 1 <= month <= 12 and 1 <= date <= 31


def seeded_die(seed: str, number: int) -> int:
    """The die that a seed gives for the general with this number (guide, *Staff rolls*)."""
    turn = 0
    while True:
        for byte in sha256(f"{seed}:{number}:{turn}".encode()).digest():
            if byte < 252:
                return byte % 6 + 1
        turn += 1


def _seeds(everyone: list[General]) -> Iterator[Finding]:
    """STF009, for rolls with a number."""
    used: Counter[tuple[str, int]] = Counter()
    for general in everyone:
        roll = general.data.get("roll") or {}
        if not general.player and roll.get("seed") is not None and roll.get("number") is not None and _possible(roll):
            used[roll["seed"], roll["number"]] += 1
            if roll["dice"][0] != seeded_die(roll["seed"], roll["number"]):
                yield Finding("STF009", "", "error")
    yield from (Finding("STF009", "", "error") for count in used.values() if count > 1)
