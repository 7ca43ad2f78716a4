"""What a YAML file of ours is, by its top keys, and which command takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from orbat.model.record import Value
from orbat.sources.problem import Problem

Sort = Literal["orbat", "ruleset", "army_list", "reference", "odds", "sheet", "play", "collection", ""]


class Taken(Value):
    """A sort of file: what one is, and the command that takes it."""

    what: str
    taken_by: str


_LINT = "orbat lint looks at it"

SORTS: Mapping[Sort, Taken] = {
    "orbat": Taken("an ORBAT", "orbat check looks at it"),
    "ruleset": Taken("a ruleset", _LINT),
    "army_list": Taken("an army list", _LINT),
    "reference": Taken("a ruleset's reference", _LINT),
    "odds": Taken("a ruleset's odds", _LINT),
    "sheet": Taken("a sheet's layout", _LINT),
    "play": Taken("what has befallen an ORBAT in a game", "orbat score reads it with the ORBAT beside it"),
    "collection": Taken(
        "a collection of what somebody owns", "orbat collection shows it, and orbat owned what an ORBAT needs of it"
    ),
}
"""The sorts of files there are."""

_WANTED: Mapping[Sort, str] = {"orbat": "an ORBAT", "play": "a file of losses", "collection": "a collection"}
"""What is asked for by those who are given a file of another sort."""

_BY_HEAD: tuple[Sort, ...] = ("orbat", "reference", "odds", "sheet", "play", "collection")
"""The sorts whose first key is their name and stands in no other."""


def sort_of(data: Any) -> Sort:
    """What a file is, by its top keys; "" where they do not say."""
    if not isinstance(data, dict):
        return ""
    for sort in _BY_HEAD:
        if sort in data:
            return sort
    if type(data.get("army_list")) is int or ("entries" in data and "nation" in data):
        return "army_list"
    if type(data.get("ruleset")) is int or ("kinds" in data and "levels" in data):
        return "ruleset"
    return "orbat" if "formations" in data or "units" in data else ""


def other_than(wanted: Sort, data: Any) -> Taken | None:
    """What a file plainly is that is not of the sort wanted; None where it may be, with slips."""
    sort = sort_of(data)
    if sort == wanted or (sort == "orbat" and "orbat" not in data) or (wanted == "orbat" and "formations" in data):
        return None
    return SORTS.get(sort)


def mistaken(wanted: Sort, data: Any) -> Problem | None:
    """That a file is plainly not of the sort wanted: what it is, and which command takes it."""
    if (other := other_than(wanted, data)) is None:
        return None
    what = _WANTED[wanted]
    says = f"this is {other.what}, and no {what.partition(' ')[2]}"
    helps = f"Name {what}; as for this file, {other.taken_by}."
    return Problem((next(iter(data)),), says, helps, "SRC005", at_key=True)
