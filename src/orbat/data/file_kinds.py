"""Recognises the kinds of orbat's YAML files by their top-level keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orbat.data.problem import Problem
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.registry import files

FileKindName = str
"""The name of a kind of file, which is also the first key in such a file. "" means that the kind is unknown."""


class FileKindInfo(Value):
    """A kind of file, and the command that uses such files."""

    name: str
    """The kind in words."""
    use: str
    """The command that uses such files."""


_LINT = "orbat lint checks it"

FILE_KINDS: Mapping[FileKindName, FileKindInfo] = {
    "orbat": FileKindInfo("an ORBAT", "orbat check reads it"),
    "ruleset": FileKindInfo("a ruleset", _LINT),
    "army_list": FileKindInfo("an army list", _LINT),
    "reference": FileKindInfo("a ruleset's reference", _LINT),
    "rulebook": FileKindInfo("the sentences of a rulebook", _LINT),
    "sheet": FileKindInfo("a sheet's layout", _LINT),
    "raising": FileKindInfo("the proportions of generated armies", _LINT),
    "event": FileKindInfo("an event", "orbat check FOLDER reads it in the folder with the lists"),
    **{name: FileKindInfo(one.description, one.used_by) for name, one in files().items()},
}
"""All kinds of files."""

_EXPECTED: Mapping[FileKindName, str] = {"orbat": "an ORBAT", **{name: one.expected for name, one in files().items()}}
"""The expected kinds of files, in words. Used in messages about a file of another kind."""

_BY_FIRST_KEY: tuple[FileKindName, ...] = ("orbat", "reference", "rulebook", "sheet", "raising", "event", *files())
"""The kinds of files recognised by a single key. This key is the kind's name and occurs in no other kind of file."""


def file_kind(data: Any) -> FileKindName:
    """Recognise the kind of a file by the top-level keys. Returns "" if unclear."""
    if not isinstance(data, dict):
        return ""
    for kind in _BY_FIRST_KEY:
        if kind in data:
            return kind
    if type(data.get("army_list")) is int or ("entries" in data and "nation" in data):
        return "army_list"
    if type(data.get("ruleset")) is int or ("kinds" in data and "levels" in data):
        return "ruleset"
    return "orbat" if "formations" in data or "units" in data else ""


def other_kind(expected: FileKindName, data: Any) -> FileKindInfo | None:
    """The actual kind of a file, if the file is clearly not of the kind `expected`; otherwise None."""
    kind = file_kind(data)
    if kind == expected or (kind == "orbat" and "orbat" not in data) or (expected == "orbat" and "formations" in data):
        return None
    return FILE_KINDS.get(kind)


def wrong_kind_problem(expected: FileKindName, data: Any) -> Problem | None:
    """A problem if a file is clearly not of the kind `expected`; otherwise None."""
    if (other := other_kind(expected, data)) is None:
        return None
    what = _EXPECTED[expected]
    message = phrase("this file is {actual}, not {expected}", actual=other.name, expected=what)
    help = phrase("Choose {expected}. For this file, use another command: {use}.", expected=what, use=other.use)
    return Problem((next(iter(data)),), message, help, "SRC005", at_key=True)
