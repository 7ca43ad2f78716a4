"""Random armies of the rulesets with house prices: every kind, rating, size, option and general."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from tests.oracle.house_prices import Entry, lists_of

LEVELS = {
    "days_of_glory": ("corps", "division", "brigade"),
    "honours_of_war": ("brigade",),
    "fast_play_napoleonic": ("corps", "division"),
}
RULINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "days_of_glory": {"gun_prices": ("house", "sister")},
    "honours_of_war": {"national_differences": ("priced", "none"), "commanders": ("diced", "bought", "set")},
    "fast_play_napoleonic": {"fight_on": ("third", "half")},
}
QUALITIES = {
    "days_of_glory": ("inept", "capable", "exceptional"),
    "honours_of_war": ("dithering", "dependable", "dashing"),
    "fast_play_napoleonic": (),
}
# Ratings and sizes that the ruleset prices, also where an entry does not offer them.
RATINGS = {"days_of_glory": (1, 2, 3, 4), "honours_of_war": ("inferior", "standard", "superior")}
NAMED_SIZES = ("small", "standard", "large")
DATES = {"days_of_glory": (1861, 1865), "honours_of_war": (1756, 1763), "fast_play_napoleonic": (1805, 1815)}


def armies(seed: int, count: int) -> list[dict[str, Any]]:
    """`count` random armies, the same for the same seed. The rulesets take turns."""
    random = Random(seed)
    rulesets = sorted(LEVELS)
    return [army(random, rulesets[number % len(rulesets)]) for number in range(count)]


def army(random: Random, ruleset: str) -> dict[str, Any]:
    """An army of one ruleset; it need not be legal."""
    list_id = random.choice(sorted(lists_of(ruleset)))
    made: dict[str, Any] = {"orbat": 1, "title": "Random army", "ruleset": ruleset, "army_list": list_id}
    if random.random() < 0.9:
        made["date"] = _date(random, *DATES[ruleset])
    if random.random() < 0.5:
        made["rulings"] = {ruling: random.choice(choices) for ruling, choices in RULINGS[ruleset].items()}
    if random.random() < 0.7:
        made["commander"] = _commander(random, ruleset, may_be_player=False)
    made["formations"] = [_formation(random, ruleset, list_id, LEVELS[ruleset]) for _ in range(random.randint(0, 3))]
    made["units"] = [_unit(random, ruleset, list_id) for _ in range(random.randint(0, 3))]
    return made


def every_unit(ruleset: str, list_id: str) -> Iterator[dict[str, Any]]:
    """A unit for each entry, rating, size and set of options. Of a range of stands, the ends and one between."""
    for entry_id, entry in lists_of(ruleset)[list_id].entries.items():
        named = bool(entry.sizes) and isinstance(entry.sizes[0], str)
        sizes = NAMED_SIZES if named else sorted({*entry.sizes[:1], *entry.sizes[1:2], *entry.sizes[-1:]})
        offered = sorted({item["option"] for item in entry.options})
        for rating, size, *chosen in product(
            RATINGS[ruleset] if entry.ratings else (None,), sizes or (None,), *[(False, True)] * len(offered)
        ):
            unit = {"entry": entry_id, "size": size, "rating": rating}
            made = {key: value for key, value in unit.items() if value is not None}
            options = [option for option, has in zip(offered, chosen, strict=True) if has]
            yield {**made, "options": options} if options else made


def every_ruling(ruleset: str) -> Iterator[dict[str, str]]:
    """Each combination of choices of the rulings that concern prices or breaking points."""
    choices = RULINGS[ruleset]
    for chosen in product(*choices.values()):
        yield dict(zip(choices, chosen, strict=True))


def _date(random: Random, first: int, last: int) -> str:
    year = random.randint(first, last)
    return random.choice((f"{year}", f"{year}-{random.randint(1, 12):02}"))


def _commander(random: Random, ruleset: str, *, may_be_player: bool) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if QUALITIES[ruleset] and random.random() < 0.7:
        made["quality"] = random.choice(QUALITIES[ruleset])
    if may_be_player and random.random() < 0.1:
        made["player"] = True
    return made


def _formation(random: Random, ruleset: str, list_id: str, levels: tuple[str, ...]) -> dict[str, Any]:
    """A formation of one of the levels, with formations of lower levels in it. A few are lent by another army."""
    index = random.randrange(len(levels))
    made: dict[str, Any] = {"level": levels[index]}
    if random.random() < 0.15:
        list_id = made["army_list"] = random.choice(sorted(lists_of(ruleset)))
    if random.random() < 0.9:
        made["commander"] = _commander(random, ruleset, may_be_player=True)
    lower = levels[index + 1 :]
    if lower:
        made["formations"] = [_formation(random, ruleset, list_id, lower) for _ in range(random.randint(0, 2))]
    made["units"] = [_unit(random, ruleset, list_id) for _ in range(random.randint(0, 4))]
    return made


def _unit(random: Random, ruleset: str, list_id: str) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if random.random() < 0.05:
        list_id = made["army_list"] = random.choice(sorted(lists_of(ruleset)))
    entries = lists_of(ruleset)[list_id].entries
    entry_id = random.choice(sorted(entries))
    entry = entries[entry_id]
    made["entry"] = entry_id
    if entry.sizes:
        made["size"] = _size(random, entry)
    if entry.ratings and (len(entry.ratings) > 1 or random.random() < 0.5):
        made["rating"] = random.choice(entry.ratings if random.random() < 0.8 else RATINGS[ruleset])
    offered = sorted({item["option"] for item in entry.options})
    chosen = [option for option in offered if random.random() < 0.5]
    if chosen:
        made["options"] = chosen
    return made


def _size(random: Random, entry: Entry) -> Any:
    named = isinstance(entry.sizes[0], str)
    return random.choice(NAMED_SIZES if named and random.random() < 0.2 else entry.sizes)
