"""What a YAML file of ours is, by its top keys, and which command takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orbat.data.problem import Problem
from orbat.model.record import Value
from orbat.registry import files

FileKind = str
"""The name of a sort of file, which is its first key; "" where that is not known."""


class FileKindInfo(Value):
    """A sort of file: what one is, and the command that takes it."""

    name: str
    use: str


_LINT = "orbat lint looks at it"

FILE_KINDS: Mapping[FileKind, FileKindInfo] = {
    "orbat": FileKindInfo("an ORBAT", "orbat check looks at it"),
    "ruleset": FileKindInfo("a ruleset", _LINT),
    "army_list": FileKindInfo("an army list", _LINT),
    "reference": FileKindInfo("a ruleset's reference", _LINT),
    "sheet": FileKindInfo("a sheet's layout", _LINT),
    **{name: FileKindInfo(one.description, one.used_by) for name, one in files().items()},
}
"""The sorts of files there are."""

_WANTED: Mapping[FileKind, str] = {"orbat": "an ORBAT", **{name: one.expected for name, one in files().items()}}
"""What is asked for by those who are given a file of another sort."""

_BY_HEAD: tuple[FileKind, ...] = ("orbat", "reference", "sheet", *files())
"""The sorts whose first key is their name and stands in no other."""


def file_kind(data: Any) -> FileKind:
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


def other_kind(wanted: FileKind, data: Any) -> FileKindInfo | None:
    """What a file plainly is that is not of the sort wanted; None where it may be, with slips."""
    sort = file_kind(data)
    if sort == wanted or (sort == "orbat" and "orbat" not in data) or (wanted == "orbat" and "formations" in data):
        return None
    return FILE_KINDS.get(sort)


def wrong_kind_problem(wanted: FileKind, data: Any) -> Problem | None:
    """That a file is plainly not of the sort wanted: what it is, and which command takes it."""
    if (other := other_kind(wanted, data)) is None:
        return None
    what = _WANTED[wanted]
    says = f"this is {other.name}, and no {what.partition(' ')[2]}"
    helps = f"Name {what}; as for this file, {other.use}."
    return Problem((next(iter(data)),), says, helps, "SRC005", at_key=True)
