"""Shapes of generated armies: how many units or lower formations each formation has."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from orbat.evaluate.tally import WHOLE_ARMY, resolved_limits
from orbat.model.army_list import ArmyList, Limit, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.record import Value

UNLIMITED = 99
"""A number that means "no maximum"."""

_FOOT = r"(?:battalions|regiments|brigades|units)"
_HORSE = r"(?:regiments|squadrons|brigades|units)"
_YEAR = re.compile(r"_((?:1[5-9])\d\d)$")


class ArmyShape(Value):
    """Limits on formations in generated armies, such as the number of units in a brigade."""

    foot: tuple[int, int]
    """The number of units in a foot formation of the lowest level."""
    horse: tuple[int, int]
    """The number of units in a horse formation of the lowest level."""
    lower: tuple[tuple[int, int], ...]
    """For each higher level, the number of formations of the next lower level in a formation."""
    guns: int
    """The maximum number of batteries in a formation of level `guns_level`."""
    guns_level: int
    """The level of formations with guns: 0 is the lowest, 1 the next."""
    separate_arms: bool
    """Whether foot and horse must be in different formations of each higher level."""
    battalions: int
    """The number of battalions in a regiment of foot."""


def usual_shape(book: Book, list_id: str, date: Date | None) -> ArmyShape:
    """The usual contents of formations at a date, such as 4 to 6 battalions in a brigade."""
    army_list, levels = book.lists[list_id], [*reversed(book.ruleset.level_ids)]
    lowest = levels[0]
    foot = _habit(army_list, rf"{_FOOT}_per_{lowest}", date)
    horse = _habit(army_list, rf"{_HORSE}_per_(?:cavalry|horse)_{lowest}", date)
    guns = None
    guns_level = 0
    for number, level in enumerate(levels[:2]):
        if found := _habit(army_list, rf"batteries_per_{level}", date):
            guns, guns_level = found[1], number
    lower = tuple(
        _range(
            _habit(army_list, rf"{below}s_per_{above}", date),
            book.proportions.lower_formations,
            *_limits_on(book, list_id, date, above, below),
        )
        for below, above in itertools.pairwise(levels)
    )
    held = _limits_on(book, list_id, date, lowest)
    battalions = _habit(army_list, "battalions_per_regiment", date)
    if not guns_level:
        held = held[0], held[1] - (guns or 1)  # reserve places for guns
    # The army list's habits come before the proportions of generated armies. Limits restrict both.
    return ArmyShape(
        _range(foot, book.proportions.foot_units, *held),
        _range(horse, book.proportions.horse_units, *held),
        lower,
        guns or 1,
        guns_level,
        book.ruleset.rules.apart is not None,
        battalions[1] if battalions else 1,
    )


def unrestricted_shape(book: Book, list_id: str, date: Date | None) -> ArmyShape:
    """The smallest and largest formations that the limits allow. Limits that only give warnings are ignored."""
    levels = [*reversed(book.ruleset.level_ids)]
    units = _limits_on(book, list_id, date, levels[0], strict=True)
    lower = tuple(
        _at_least_one(_limits_on(book, list_id, date, above, below, strict=True))
        for below, above in itertools.pairwise(levels)
    )
    return replace(
        usual_shape(book, list_id, date),
        foot=_at_least_one(units),
        horse=_at_least_one(units),
        lower=lower,
        guns=UNLIMITED,
        guns_level=0,
    )


def _at_least_one(held: tuple[int, int]) -> tuple[int, int]:
    return max(1, held[0]), held[1]


def _range(habit: tuple[int, int] | None, usual: tuple[int, int], least: int, most: int) -> tuple[int, int]:
    # a minimum above two would leave small armies without formations
    low, high = (min(2, habit[0]), max(2, habit[1])) if habit else usual
    return max(low, least), min(max(high, least), most)


def _limits_on(
    book: Book, list_id: str, date: Date | None, level: str, lower: str = "", *, strict: bool = False
) -> tuple[int, int]:
    # With `lower`, formations of that level are counted instead of units. With `strict`, limits that only give warnings
    # are ignored.
    of, least, most = Selector(levels=(lower,) if lower else ()), 0, UNLIMITED
    for resolved in (*resolved_limits(book, list_id), *resolved_limits(book, WHOLE_ARMY)):
        limit = resolved.limit
        applies = limit.severity == "error" or not strict
        if applies and limit.scope == level and resolved.of == of and _plain(limit) and limit.in_force(date):
            least = max(least, int(limit.at_least or 0))
            most = min(most, int(limit.at_most)) if limit.at_most is not None else most
    return least, most


def _plain(limit: Limit) -> bool:
    return limit.among is None and limit.count == "units" and not limit.or_none and limit.needed is None


def _habit(army_list: ArmyList, what: str, date: Date | None) -> tuple[int, int] | None:
    found = sorted(_habits(army_list, what))
    if not found:
        return None
    year = date.year if date else 0
    fitting = [number for since, number in found if since <= year]
    # if all ranges begin later, the latest
    return fitting[-1] if fitting else found[-1][1]


def habit_years(army_list: ArmyList) -> Iterator[int]:
    """The years in which the `habits` of an army list change."""
    return (int(dated[1]) for habit in army_list.habits if (dated := _YEAR.search(habit.what)))


def _habits(army_list: ArmyList, what: str) -> Iterator[tuple[int, tuple[int, int]]]:
    for habit in army_list.habits:
        dated = _YEAR.search(habit.what)
        if re.fullmatch(what, _YEAR.sub("", habit.what)):
            yield int(dated[1]) if dated else 0, habit.number
