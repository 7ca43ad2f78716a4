"""Random ORBATs of *Days of Empire* near every limit, the same for the same seed.

Each recipe builds an army around one rule: the agreed size, the third off the table, a cap of an army list, a date, a
size, a general, dice, lent troops or a fault. `orbat(seed)` picks a recipe and adds a few settings at random.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from tests.oracle import checker, pricer
from tests.oracle.pricer import LEVELS, NATIONS, Data

Recipe = Callable[[Random], Data]

PLAYER = {"name": "Chief"}
QUALITIES = ("inept", "capable", "exceptional")


# Parts


def word(number: int) -> str:
    """A name of letters only, different for every number."""
    letters = ""
    while True:
        number, rest = divmod(number, 20)
        letters = "bcdfghjklmnpqrstvwxz"[rest] + "aeiou"[(number + rest) % 5] + letters
        if not number:
            return letters.capitalize()


def name_all(orbat: Data) -> Data:
    """Give every unit, formation and general without a name one of its own. None removes the name."""
    army = pricer.read(orbat)
    items = [("Regt", unit.data) for unit in army.units]
    items += [("Command", formation.data) for formation in army.formations]
    items += [("Gen", f.data["commander"]) for f in army.formations if f.data.get("commander") is not None]
    for number, (prefix, data) in enumerate(items):
        if data.setdefault("name", f"{prefix} {word(number)}") is None:
            del data["name"]
    return orbat


def size_in(random: Random, entry: Data) -> int:
    """A size in the entry's range, often at its ends."""
    low, high = entry["size"]["min"], entry["size"]["max"]
    return int(random.choice([low, high, entry["size"]["typical"], random.randint(low, high)]))


def unit_of(random: Random, entry: Data, **changes: Any) -> Data:
    """A unit of an entry with a size and class that its list allows. A change of None removes the key."""
    unit: Data = {"entry": entry["id"], "size": size_in(random, entry)}
    if "ratings" in entry:
        unit["rating"] = random.choice(entry["ratings"]["allowed"])
    always = [item["option"] for item in entry.get("options", []) if item["use"] == "always"]
    if always and random.random() < 0.5:
        unit["options"] = always
    unit.update(changes)
    return {key: value for key, value in unit.items() if value is not None}


def roll_for(random: Random, row: str) -> Data:
    """A general's quality and staff roll on a row."""
    die = random.randint(1, 6)
    roll = {"dice": [die], "table": row}
    return {"quality": checker.ROWS[row][die], "roll": roll}


def general(random: Random, row: str = "default") -> Data:
    """A general, with or without a correct staff roll."""
    return roll_for(random, row) if random.random() < 0.3 else {}


def brigade(random: Random, units: list[Data], **changes: Any) -> Data:
    """A brigade with a general."""
    return {"level": "brigade", "commander": general(random), "units": units, **changes}


def brigades(random: Random, units: list[Data], nation: str) -> list[Data]:
    """Brigades of up to five units, foot and horse apart."""
    horse = [unit for unit in units if kind_of(unit, nation) == "cavalry"]
    other = [unit for unit in units if kind_of(unit, nation) != "cavalry"]
    found = []
    for troops in (horse, other):
        while troops:
            count = random.randint(1, 5)
            found.append(brigade(random, troops[:count]))
            troops = troops[count:]
    return found


def kind_of(unit: Data, nation: str) -> str:
    """The kind of a unit of this army list, or ""."""
    entry = pricer.find_entry(unit.get("army_list") or nation, unit.get("entry"))
    return str(entry["kind"]) if entry else ""


def some_date(random: Random, nation: str) -> str:
    """A month in the years of an army list."""
    return month_text(random.randint(*checker.span(pricer.army_list(nation)["years"])))


def month_text(month: int) -> str:
    """A month, as in ORBATs: `1854-09`."""
    return f"{month // 12}-{month % 12 + 1:02}"


def available(nation: str, date: str | int | None) -> list[Data]:
    """The entries of an army list at a date, without generals."""
    when = checker.months(date) if date else checker.ALWAYS
    every = pricer.entries(nation).values()
    return [e for e in every if e["kind"] != "general" and checker.overlap(checker.span(e.get("dates")), when)]


def of_kind(entries: list[Data], *kinds: str) -> list[Data]:
    """The entries of these kinds."""
    return [entry for entry in entries if entry["kind"] in kinds]


def blank(nation: str, date: str | int | None = None, **changes: Any) -> Data:
    """An ORBAT without troops."""
    orbat: Data = {"orbat": 1, "ruleset": "days_of_empire", "army_list": nation}
    if date:
        orbat["date"] = date
    orbat["commander"] = dict(PLAYER)
    return {**orbat, **changes}


def some_army(random: Random, nation: str, date: str | int | None) -> Data:
    """An army of a few brigades, mostly legal, sometimes in a division."""
    entries = available(nation, date) or available(nation, None)
    units = [unit_of(random, random.choice(entries)) for _ in range(random.randint(1, 12))]
    parts = brigades(random, units, nation)
    if random.random() < 0.4:
        count = random.randint(1, len(parts))
        parts = [{"level": "division", "commander": general(random), "formations": parts[:count]}, *parts[count:]]
    return blank(nation, date, formations=parts)


def total(orbat: Data) -> int:
    """The points of an ORBAT."""
    return pricer.total(pricer.read(orbat))


def own_list(orbat: Data) -> str:
    """The id of the army's own list."""
    return str(pricer.list_id(orbat["army_list"]))


def near(random: Random, number: int) -> int:
    """The number, or one less or more, not negative."""
    return max(0, number + random.choice([-1, 0, 1]))


# Recipes


def anything(random: Random) -> Data:
    """An army without a special aim."""
    nation = random.choice(NATIONS)
    orbat = some_army(random, nation, some_date(random, nation))
    orbat["game_size"] = random.choice([400, 600, 800, 1200])
    return orbat


def agreed_size(random: Random) -> Data:
    """The total is the agreed size, or a point less or more; or the size is at an end of the usual range."""
    nation = random.choice(NATIONS)
    orbat = some_army(random, nation, some_date(random, nation))
    cost = total(orbat)
    orbat["game_size"] = random.choice([cost - 1, cost, cost + 1, 399, 400, 401, 1199, 1200, 1201])
    orbat["game_size"] = max(1, orbat["game_size"])
    return orbat


def third(random: Random) -> Data:
    """Exactly a third of the points off the table, or a few points more or less."""
    nation = random.choice(NATIONS)
    date = some_date(random, nation)
    foot = of_kind(available(nation, date), "infantry") or of_kind(available(nation, None), "infantry")
    parts = [brigade(random, [unit_of(random, random.choice(foot)) for _ in range(random.randint(1, 4))])]
    parts[0]["off_board"] = True
    off = total(blank(nation, date, formations=parts))
    rest = 2 * off - 30 + random.choice([-2, -1, 0, 1, 2, 3])
    # a point a stand: class 1 without rifles
    cheap = next((e for e in foot if not any(o["use"] == "always" for o in e.get("options", []))), foot[0])
    each = pricer.unit_points({"rating": 1, "size": 1}, cheap) or 1
    parts.append(brigade(random, [unit_of(random, cheap, rating=1, size=max(1, rest // each), options=None)]))
    orbat = blank(nation, date, formations=parts, game_size=near(random, random.choice([off * 3, off * 3 + 1])))
    if random.random() < 0.3:
        orbat["rulings"] = {"off_board_base": "agreed"}
        if random.random() < 0.3:
            orbat["formations"] = parts[:1]  # the whole army is off the table
    elif random.random() < 0.2:
        orbat["formations"][1]["units"].append({"entry": "earthworks", "size": 1})
    if random.random() < 0.2:
        orbat["formations"] = [{"level": "division", "commander": {}, "formations": orbat["formations"]}]
    return orbat


def caps(random: Random) -> Data:
    """A limit of an army list, exactly met, and one unit, stand or point on either side."""
    nation = random.choice(NATIONS)
    choices = [limit for limit in checker.all_limits(nation) if limit.get("count") != "points"]
    limit = random.choice(choices)
    date = limit_date(random, nation, limit)
    wanted, others = counts(random, limit)
    units = limited_units(random, nation, limit, wanted)
    rest = others_for(nation, limit)
    if rest:
        units += [unit_of(random, random.choice(rest), options=None) for _ in range(others)]
    units += condition_units(random, nation, limit)
    scope = limit.get("scope", "army")
    if scope in ("army", "formation"):
        parts = brigades(random, units, nation)
    else:
        parts = [{"level": scope, "commander": {}, "units": units}]
        if scope == "division" and random.random() < 0.6:
            parts = [{"level": "division", "commander": {}, "formations": brigades(random, units, nation)}]
        if random.random() < 0.4:  # as many again in a second formation exceed nothing
            more = limited_units(random, nation, limit, wanted)
            parts.append({"level": scope, "commander": {}, "units": more})
    return blank(nation, date, formations=parts, game_size=random.choice([400, 800, 1200]))


def condition_units(random: Random, nation: str, limit: Data) -> list[Data]:
    """Troops that a limit needs, or that its condition counts; often none."""
    selector = limit.get("only_with") or limit.get("when", {}).get("of", {})
    every = [*pricer.entries(nation).values(), *pricer.common_entries().values()]
    found = [e for e in every if selector and "levels" not in selector and selected(e, selector)]
    return [unit_of(random, random.choice(found))] if found and random.random() < 0.5 else []


def limit_date(random: Random, nation: str, limit: Data) -> str | int | None:
    """A date at which the limited entries are available, near the dates of the limit."""
    first, last = checker.span(limit)
    spans = [checker.span(e.get("dates")) for e in pricer.entries(nation).values() if selected(e, limit["of"])]
    low, high = max(one[0] for one in spans), min(one[1] for one in spans)
    edges = [month for month in (first, first - 1, last, last + 1) if low <= month <= high]
    if random.random() < 0.1:
        return random.choice([1853, 1854, 1855, 1856, None])
    if edges and random.random() < 0.6:
        return month_text(random.choice(edges))
    return month_text(random.randint(min(low, high), max(low, high)))


def selected(entry: Data, selector: Data) -> bool:
    """Whether a selector chooses units of an entry, if options and class do not matter."""
    unit = pricer.Unit("", {"entry": entry["id"], "options": selector.get("options", [])}, None, (), entry, 0)
    return checker.matches(unit, {key: value for key, value in selector.items() if key not in ("ratings", "without")})


def counts(random: Random, limit: Data) -> tuple[int, int]:
    """The numbers of limited units and of other units around the bound."""
    if "only_with" in limit:
        return random.randint(0, 2), random.randint(0, 2)
    bound = Fraction(limit["at_most"] if "at_most" in limit else limit["at_least"])
    if "for_each" in limit:
        others = near(random, limit["for_each"] * random.randint(0, 3))
        return near(random, int(bound) * (others // limit["for_each"])), others
    if "among" in limit:
        every = random.randint(1, 9)
        count = min(every, near(random, int(bound * every)))
        return count, every - count
    return near(random, int(bound)), random.randint(0, 2)


def limited_units(random: Random, nation: str, limit: Data, wanted: int) -> list[Data]:
    """Units that a limit counts: so many units, or units with so many stands."""
    entries = [e for e in pricer.entries(nation).values() if selected(e, limit["of"])]
    options = limit["of"].get("options")
    if limit.get("count") != "stands":
        return [unit_of(random, random.choice(entries), options=options) for _ in range(wanted)]
    units: list[Data] = []
    while wanted > 0:
        entry = random.choice(entries)
        size = min(wanted, size_in(random, entry))
        size = wanted if wanted - size < entry["size"]["min"] else size
        units.append(unit_of(random, entry, size=size))
        wanted -= size
    return units


def others_for(nation: str, limit: Data) -> list[Data]:
    """Entries that count in the `among` of a limit, but are not limited; or any infantry."""
    among = limit.get("among", {"kinds": ["infantry"]})
    every = pricer.entries(nation).values()
    of = {key: value for key, value in limit["of"].items() if key != "options"}
    same = [e for e in every if selected(e, among)]
    return [e for e in same if not selected(e, of)] or ([] if of == limit["of"] else same)


def share_of_points(random: Random) -> Data:
    """Ottoman horse at a third of the points, or irregulars at a quarter, or a point more or less."""
    horse = [e for e in pricer.entries("ottoman").values() if e["kind"] == "cavalry"]
    wild = [e for e in pricer.entries("ottoman").values() if e.get("irregular")]
    some, parts = random.choice([(horse, 3), (wild, 4)])
    units = [unit_of(random, random.choice(some), options=None) for _ in range(random.randint(1, 3))]
    cost = total(blank("ottoman", units=units))
    formations = brigades(random, units, "ottoman")
    rest = cost * parts - total(blank("ottoman", formations=formations)) - 30 + random.choice([-2, -1, 0, 1, 2])
    formations.append(brigade(random, [{"entry": "ot_redif", "size": max(1, rest), "rating": 1}]))
    return blank("ottoman", "1855-06", formations=formations, game_size=800)


def boundary_dates(random: Random) -> Data:
    """A date at the first or last month of an entry, a class, an option, a limit or a list, or one month outside."""
    nation = random.choice(NATIONS)
    every = list(pricer.entries(nation).values())
    if nation == "french" and random.random() < 0.6:  # the list with dated classes and options
        every = [e for e in every if "dated" in e.get("ratings", {}) or any("from" in o for o in e.get("options", []))]
    entry = random.choice(every)
    dated = [entry.get("dates"), *entry.get("options", []), *entry.get("limits", [])]
    dated += [*(entry.get("ratings") or {}).get("dated", []), pricer.army_list(nation)["years"]]
    edges = [edge for item in dated if item for edge in checker.span(item) if edge not in checker.ALWAYS]
    month = random.choice(edges) + random.choice([-1, 0, 0, 1])
    date: str | int | None = month_text(month)
    if random.random() < 0.2:
        date = month // 12
    if random.random() < 0.08:
        date = None
    ratings = entry.get("ratings", {}).get("allowed", [None])
    options = [item["option"] for item in entry.get("options", [])]
    units = [unit_of(random, entry, rating=random.choice(ratings), options=options or None)]
    entries = available(nation, date) or [entry]
    units += [unit_of(random, random.choice(entries)) for _ in range(random.randint(0, 3))]
    return blank(nation, date, formations=brigades(random, units, nation), game_size=400)


def year_only(random: Random) -> Data:
    """Units that were, or were not, available in one month of a year."""
    nation = random.choice(NATIONS)
    date = random.choice([1853, 1854, 1855, 1856, None])
    entries = available(nation, date) or available(nation, None)
    units = []
    for _ in range(random.randint(2, 6)):
        entry = random.choice(entries)
        options = [item["option"] for item in entry.get("options", [])] if random.random() < 0.6 else None
        units.append(unit_of(random, entry, options=options or None))
    return blank(nation, date, formations=brigades(random, units, nation), game_size=800)


def sizes(random: Random) -> Data:
    """Sizes at the ends of the range, at the removal strength, and one on either side; gun models and parties."""
    nation = random.choice(NATIONS)
    date = some_date(random, nation)
    entries = available(nation, date) or available(nation, None)
    units = []
    for _ in range(random.randint(1, 5)):
        entry = random.choice([*entries, *pricer.common_entries().values()])
        low, high = entry["size"]["min"], entry["size"]["max"]
        size = random.choice([low - 1, low, high, high + 1, 0, 1, 2, 3, None, "large"])
        units.append(unit_of(random, entry, size=size))
    orbat = blank(nation, date, formations=brigades(random, units, nation), game_size=400)
    rulings = {"shattered": random.choice(["error", "warning"]), "battery": random.choice(["models", "one_model"])}
    if random.random() < 0.6:
        orbat["rulings"] = rulings
    return orbat


def ratings(random: Random) -> Data:
    """Classes and options of every sort, offered or not."""
    nation = random.choice(NATIONS)
    date = some_date(random, nation)
    entries = available(nation, date) or available(nation, None)
    units = []
    for _ in range(random.randint(1, 5)):
        entry = random.choice(entries)
        options = random.choice(
            [None, [], ["rifles"], ["horse_artillery"], ["rifles", "horse_artillery"], ["pikes"], ["rifles"] * 2]
        )
        units.append(unit_of(random, entry, rating=random.choice([1, 2, 3, 4, 5, 0, None]), options=options))
    orbat = blank(nation, date, formations=brigades(random, units, nation), game_size=400)
    if random.random() < 0.3:
        orbat["rulings"] = {"cavalry_rifles": random.choice(["listed", "never"])}
    return orbat


def command(random: Random) -> Data:
    """Foot, horse and guns in nested formations, with and without generals at each level."""
    nation = random.choice(NATIONS)
    date = some_date(random, nation)
    entries = available(nation, date) or available(nation, None)
    pools = [of_kind(entries, "infantry"), of_kind(entries, "cavalry"), of_kind(entries, "field_gun", "siege_gun")]
    pools += [of_kind(entries, "engineers"), list(pricer.common_entries().values())]

    def formation(rank: int) -> Data:
        pool = random.choice(
            [pools[0], pools[0], pools[1], pools[2], pools[0] + pools[1], [entry for pool in pools for entry in pool]]
        )
        count = random.randint(0, 3) if rank < 2 and random.random() < 0.5 else random.randint(0 if rank < 2 else 1, 4)
        units = [unit_of(random, random.choice(pool)) for _ in range(count)] if pool else []
        found: Data = {"level": LEVELS[rank], "units": units}
        if random.random() < (0.8 if rank == 2 else 0.5):
            found["commander"] = general(random)
        if rank < 2 or random.random() < 0.08:
            found["formations"] = [formation(random.randint(min(rank + 1, 2), 2)) for _ in range(random.randint(0, 3))]
        return found

    orbat = blank(nation, date, formations=[formation(random.randint(0, 2)) for _ in range(random.randint(1, 2))])
    orbat["game_size"] = 800
    if random.random() < 0.3:
        del orbat["commander"]
        for found in pricer.formations(orbat):
            if found.data["level"] != "brigade" and random.random() < 0.7:
                found.data.pop("commander", None)
    if random.random() < 0.4:
        orbat["rulings"] = {"cavalry_generals": random.choice(["warning", "error"])}
    return orbat


def works(random: Random) -> Data:
    """Earthworks and pontoons, with and without engineers."""
    nation = random.choice(NATIONS)
    date = some_date(random, nation)
    orbat = some_army(random, nation, date)
    engineers = of_kind(list(pricer.entries(nation).values()), "engineers")
    units = [unit_of(random, entry) for entry in pricer.common_entries().values() if random.random() < 0.6]
    units += [unit_of(random, random.choice(engineers)) for _ in range(random.choice([0, 0, 1, 2, 3]))]
    if random.random() < 0.5:
        orbat["units"] = units
    else:
        orbat["formations"][0].setdefault("units", []).extend(units)
    orbat["game_size"] = 800
    return orbat


def dice(random: Random) -> Data:
    """Staff rolls: every die, both tables, wrong and impossible qualities, wrong rows, bad records."""
    nation = random.choice(NATIONS)
    orbat = some_army(random, nation, some_date(random, nation))
    orbat["game_size"] = 800
    table = random.choice([None, "default", "default", "national", "national", "national", "nation"])
    if table:
        orbat["staff_table"] = table
    if random.random() < 0.3:
        orbat["rulings"] = {"national_row": random.choice(checker.RULINGS["national_row"])}
    number = 1
    for formation in pricer.formations(orbat):
        number += 1
        formation.data["commander"] = rolled(random, number, nation if table == "national" else "default")
    choice = random.random()
    if choice < 0.3:
        orbat["commander"] = {"name": "Chief", **rolled(random, 1, "default")}
    elif choice < 0.5:
        orbat["commander"]["quality"] = random.choice(QUALITIES)
    elif choice < 0.7:
        pricer.formations(orbat)[-1].data["commander"]["player"] = True
        if random.random() < 0.5:
            del orbat["commander"]
    return orbat


def rolled(random: Random, number: int, row: str) -> Data:
    """A general with a staff roll that is mostly right. `number` is that of the general, `row` the right row."""
    row = row if row in checker.ROWS and random.random() < 0.7 else random.choice(list(checker.ROWS))
    die = random.choice([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 0, 7])
    roll: Data = {"dice": [die], "table": row}
    if random.random() < 0.15:
        roll.update(seeded(random, number))
    given = checker.ROWS[row].get(roll["dice"][0], "capable")
    found: Data = {"quality": given if random.random() < 0.7 else random.choice([*QUALITIES, "brilliant", None])}
    if found["quality"] is None:
        del found["quality"]
    if random.random() < 0.3:
        roll["result"] = given if random.random() < 0.7 else random.choice(QUALITIES)
    if random.random() < 0.3:
        random.choice(ROLL_FAULTS)(random, roll)
    if random.random() < 0.9:
        found["roll"] = roll
    return found


def _wrong_count(random: Random, roll: Data) -> None:
    roll["dice"] = random.choice([[], [3, 4]])


def _odd_table(random: Random, roll: Data) -> None:
    roll["table"] = random.choice(["turkish", "sardinian", None])
    if roll["table"] is None:
        del roll["table"]


def _odd_record(random: Random, roll: Data) -> None:
    days = ["2020", "2020-05", "2020-05-06", "2999-01-01", "yesterday", "2020-13"]
    roll.update(
        random.choice([{"on": random.choice(days)}, {"method": random.choice(["entered", "random", "seeded"])}])
    )


def _earlier(random: Random, roll: Data) -> None:
    roll["earlier"] = [{"dice": [random.randint(0, 7)], "table": random.choice([*checker.ROWS, "turkish"])}]


ROLL_FAULTS: tuple[Callable[[Random, Data], None], ...] = (_wrong_count, _odd_table, _odd_record, _odd_record, _earlier)


def seeded(random: Random, number: int) -> Data:
    """A seeded roll, mostly with the die that the seed gives."""
    seed = random.choice(["left right", "one", "two"])
    number = number if random.random() < 0.9 else 1
    die = checker.seeded_die(seed, number) if random.random() < 0.8 else random.randint(1, 6)
    return {"dice": [die], "method": "seeded", "seed": seed, "number": number}


def lent(random: Random) -> Data:
    """Formations and units of other nations, friends and enemies, up to half of the points and a point more."""
    nation, other = random.sample(NATIONS, 2)
    date: str | int | None = some_date(random, nation)
    if random.random() < 0.2:
        date = random.choice([1853, 1854, 1855, 1856, None, "1853-09", "1853-10", "1856-03", "1856-04"])
    orbat = some_army(random, nation, date)
    guests = some_army(random, other, date)["formations"]
    for formation in guests:
        formation["army_list"] = other
    if random.random() < 0.2:  # a unit of the own list in a formation of another
        entry = random.choice(list(pricer.entries(nation).values()))
        guests[-1].setdefault("units", []).append(unit_of(random, entry, army_list=nation))
    keep = random.random()
    if keep > 0.8:  # a formation of another list in one of the own list
        orbat["formations"].append({"level": "corps", "commander": general(random), "formations": guests})
    else:
        orbat["formations"] = guests if keep < 0.15 else [*orbat["formations"], *guests]
    if random.random() < 0.25:
        entry = random.choice(list(pricer.entries(other).values()))
        orbat["units"] = [unit_of(random, entry, army_list=other)]
    if random.random() < 0.3:
        orbat["units"] = [*orbat.get("units", []), unit_of(random, pricer.common_entries()["earthworks"])]
        if random.random() < 0.5:
            engineers = of_kind(list(pricer.entries(other).values()), "engineers")[0]
            guests[0].setdefault("units", []).append(unit_of(random, engineers))
    if random.random() < 0.7:
        orbat["game_size"] = 800
    if random.random() < 0.5:
        orbat["staff_table"] = "national"
        for formation in guests:
            formation["commander"] = rolled(random, 9, other)
    if random.random() < 0.4:
        balance(random, orbat, other)
    return orbat


def balance(random: Random, orbat: Data, other: str) -> None:
    """Add a brigade with which half of the points are lent, or a point more or less."""
    army = pricer.read(orbat)
    generals = sum(pricer.general_points(f.data) for f in army.formations if f.army_list == other)
    theirs = generals + sum(unit.points or 0 for unit in army.units if unit.army_list == other)
    short = 2 * theirs - pricer.total(army)  # of own points
    nation = own_list(orbat) if short > 30 else other
    foot = of_kind(list(pricer.entries(nation).values()), "infantry")
    cheap = next(e for e in foot if not any(o["use"] == "always" for o in e.get("options", [])))
    size = max(1, abs(short) - 30 + random.choice([-1, 0, 1]))  # a point a stand
    orbat["formations"].append(brigade(random, [unit_of(random, cheap, rating=1, size=size, options=None)]))
    if nation == other:
        orbat["formations"][-1]["army_list"] = other


def faults(random: Random) -> Data:
    """One or more faults of structure: levels, empty formations, marks, names, entries, rulings, versions."""
    nation = random.choice(NATIONS)
    orbat = some_army(random, nation, some_date(random, nation))
    orbat["game_size"] = 800
    for _ in range(random.randint(1, 3)):
        random.choice(FAULTS)(random, orbat)
    return orbat


def _any_formation(random: Random, orbat: Data) -> Data:
    """One of the formations; if there is none, a new empty brigade."""
    if not pricer.formations(orbat):
        orbat["formations"] = [{"level": "brigade"}]
    return random.choice(pricer.formations(orbat)).data


def _any_unit(random: Random, orbat: Data) -> Data:
    """One of the units; if there is none, a new unit of works."""
    if not pricer.units(orbat):
        orbat["units"] = [{"entry": "earthworks", "size": 1}]
    return random.choice(pricer.units(orbat)).data


def _wrong_level(random: Random, orbat: Data) -> None:
    _any_formation(random, orbat)["level"] = random.choice([*LEVELS, "regiment", None])


def _nest(random: Random, orbat: Data) -> None:
    inner: Data = {"level": random.choice(LEVELS), "commander": {}, "units": []}
    if random.random() < 0.6:
        entry = random.choice(list(pricer.entries(own_list(orbat)).values()))
        inner["units"] = [unit_of(random, entry)]
    _any_formation(random, orbat).setdefault("formations", []).append(inner)


def _empty(random: Random, orbat: Data) -> None:
    if random.random() < 0.2:
        for one in pricer.formations(orbat):
            one.data["units"] = []
    formation = _any_formation(random, orbat)
    formation["units"] = []
    if random.random() < 0.5:
        formation["formations"] = [{"level": "brigade", "commander": {}}]


def _no_general(random: Random, orbat: Data) -> None:
    for formation in pricer.formations(orbat):
        if random.random() < 0.5:
            formation.data.pop("commander", None)
    if random.random() < 0.5:
        orbat.pop("commander", None)


def _mark(random: Random, orbat: Data) -> None:
    item = _any_unit(random, orbat) if random.random() < 0.4 else _any_formation(random, orbat)
    item["off_board"] = random.choice([True, True, "flank", False])


def _twin_names(random: Random, orbat: Data) -> None:
    first, second = random.choice([("A Bridge", "A Bridge"), ("A Bridge", "a  BRIDGE"), ("A Bridge", "A-bridge.")])
    if random.random() < 0.5:
        _any_unit(random, orbat)["name"] = first
        _any_unit(random, orbat)["name"] = second
    else:
        _any_formation(random, orbat)["name"] = first
        _any_formation(random, orbat)["name"] = second


def _twin_generals(random: Random, orbat: Data) -> None:
    for _ in range(2):
        formation = _any_formation(random, orbat)
        formation["commander"] = {**formation.get("commander", {}), "name": random.choice(["Chief", "CHIEF", "Ney"])}


def _unknown_entry(random: Random, orbat: Data) -> None:
    unit = _any_unit(random, orbat)
    unit["entry"] = random.choice(["no_such", "fr_line", "brit_line", None])
    if unit["entry"] is None:
        del unit["entry"]
    if random.random() < 0.3:
        unit["rating"] = random.choice([3, 5])
    if random.random() < 0.3:
        unit["options"] = [random.choice(["rifles", "pikes"])]


def _buy_general(random: Random, orbat: Data) -> None:
    generals = [e for e in pricer.entries(own_list(orbat)).values() if e["kind"] == "general"]
    orbat.setdefault("units", []).append(unit_of(random, generals[0]))


def _odd_rulings(random: Random, orbat: Data) -> None:
    name = random.choice(["off_board_base", "shattered", "no_such"])
    orbat["rulings"] = {name: random.choice(["no_such", "spent", "error"])}


def _version(random: Random, orbat: Data) -> None:
    key = random.choice(["ruleset", "army_list"])
    orbat[key] = f"{orbat[key].split('@')[0]}@{random.choice(['1', '2', 'club'])}"


def _no_list(random: Random, orbat: Data) -> None:
    if random.random() < 0.3:
        _any_formation(random, orbat)["army_list"] = orbat["army_list"]
    orbat["no_list"] = True


def _two_players(random: Random, orbat: Data) -> None:
    _any_formation(random, orbat)["commander"] = {"player": True}


def _unnamed(random: Random, orbat: Data) -> None:
    for unit in pricer.units(orbat)[:3]:
        unit.data["name"] = random.choice([None, unit.entry["name"] if unit.entry else None])


FAULTS: tuple[Callable[[Random, Data], None], ...] = (
    *(_wrong_level, _nest, _empty, _no_general, _mark, _twin_names, _twin_generals, _unknown_entry, _buy_general),
    *(_odd_rulings, _version, _no_list, _two_players, _unnamed),
)


def independent(random: Random) -> Data:
    """Independent units around half of the foot and horse."""
    nation = random.choice(NATIONS)
    date = some_date(random, nation)
    entries = of_kind(available(nation, date) or available(nation, None), "infantry", "cavalry")
    alone = random.randint(0, 5)
    grouped = near(random, alone)
    orbat = blank(nation, date, game_size=800)
    orbat["units"] = [unit_of(random, random.choice(entries)) for _ in range(alone)]
    orbat["units"] += [unit_of(random, random.choice(available(nation, None))) for _ in range(random.randint(0, 1))]
    orbat["formations"] = brigades(random, [unit_of(random, random.choice(entries)) for _ in range(grouped)], nation)
    return orbat


RECIPES: tuple[Recipe, ...] = (
    *(anything, agreed_size, third, caps, caps, caps, share_of_points, boundary_dates, boundary_dates, year_only),
    *(sizes, ratings, command, command, works, dice, dice, lent, lent, faults, faults, faults, independent),
)


# Settings


def settings(random: Random, orbat: Data) -> None:
    """Add rare settings to any army: house limits, partial, other readings, no size, no date, a year, claims."""
    if random.random() < 0.3:
        orbat["house_limits"] = random.choice(["warn", "enforce", "ignore"])
    if random.random() < 0.08:
        orbat["partial"] = True
    if random.random() < 0.15:
        name = random.choice(list(checker.RULINGS))
        orbat["rulings"] = {**orbat.get("rulings", {}), name: random.choice(checker.RULINGS[name])}
    if random.random() < 0.08:
        orbat.pop("game_size", None)
    if random.random() < 0.05:
        orbat.pop("date", None)
    if random.random() < 0.05 and orbat.get("date"):
        orbat["date"] = int(str(orbat["date"])[:4])
    if random.random() < 0.1:
        orbat.pop("commander", None)
    if random.random() < 0.15:
        _mark(random, orbat)
    if random.random() < 0.15:
        spoil(random, orbat)


def spoil(random: Random, orbat: Data) -> None:
    """Make one unit faulty, so that its fault could hide another."""
    unit = _any_unit(random, orbat)
    key, value = random.choice([("rating", 9), ("rating", 1), ("size", 0), ("size", "large"), ("options", ["pikes"])])
    unit[key] = value


def claims(random: Random, orbat: Data) -> None:
    """Write points, some of them a point wrong."""
    army = pricer.read(orbat)
    for unit in army.units:
        if random.random() < 0.5:
            unit.data["points"] = (unit.points or 0) + random.choice([0, 0, 0, 1, -1])
    for formation in army.formations:
        if random.random() < 0.3:
            wrong = random.choice([0, 0, 0, 1, -1])
            formation.data["points"] = pricer.formation_points(formation.path, army) + wrong
    if random.random() < 0.7:
        orbat["total"] = pricer.total(army) + random.choice([0, 0, 0, 1, -1])


def orbat(seed: int) -> Data:
    """The ORBAT with this number."""
    random = Random(seed)
    found = random.choice(RECIPES)(random)
    settings(random, found)
    name_all(found)
    if found.pop("no_list", False):
        del found["army_list"]
    if random.random() < 0.15:
        claims(random, found)
    if random.random() < 0.15:
        leave_at_home(random, found)
    return found


def leave_at_home(random: Random, orbat: Data) -> None:
    """Some units and formations do not take the field."""
    chance = random.choice([0.1, 0.5])
    army = pricer.read(orbat)
    for data in [*(unit.data for unit in army.units), *(formation.data for formation in army.formations)]:
        if random.random() < chance:
            data["fielded"] = False
    for formation in reversed(pricer.formations(orbat)):
        # no recipe makes a lent formation without troops of its nation
        nations = {unit.army_list for unit in pricer.units(formation.data)}
        if formation.data.get("army_list") and formation.army_list not in nations:
            formation.data["fielded"] = False
