"""An ORBAT from a YAML or JSON text. What can be understood is kept; what cannot be is reported, with its place."""

from __future__ import annotations

import contextlib
import copy
from typing import Any

from orbat.data.file_kinds import wrong_kind_problem
from orbat.data.fit import Unfit, UnknownKey, fit
from orbat.data.loaded import Loaded
from orbat.data.problem import Problem, finding_of
from orbat.data.yaml_text import parse
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath as Place
from orbat.model.stored import EXTRAS
from orbat.model.text import NOT_A_KEY, is_placeholder_key

VERSION = 1
"""The format version written and read."""


def read_orbat(text: str, **given: str) -> Loaded:
    """Read an ORBAT from YAML or JSON text; `given` stands in for keys (ruleset, army_list) that it lacks."""
    document = parse(text, spans=True)
    problems = [*document.problems, *document.warnings]
    data = document.data
    if not isinstance(data, dict):
        if not problems:
            says = "this is not an ORBAT: it has no keys" if text.strip() else "the file is empty"
            problems.append(Problem((), says, "Begin it with orbat: 1.", "SRC005"))
        return Loaded(None, tuple(finding_of(problem) for problem in problems), document)
    if version := _version_problem(data):
        problems.append(version)
        if not version.is_missing:
            return Loaded(None, tuple(finding_of(problem, document) for problem in problems), document)
    data = {**{key: value for key, value in given.items() if value}, **data, "orbat": VERSION}
    orbat, more = _build(data)
    problems += more
    return Loaded(orbat, tuple(finding_of(problem, document) for problem in problems), document)


def _version_problem(data: dict[str, Any]) -> Problem | None:
    version = data.get("orbat")
    if version == VERSION and version is not True:
        return None
    if version is None and (other := wrong_kind_problem("orbat", data)):
        return other
    if version is None:
        return Problem(
            ("orbat",), "the key orbat is missing", "Begin the file with orbat: 1.", "SRC005", is_missing=True
        )
    if type(version) is int and version > VERSION:
        says = f"this file has format {version}; this version of orbat reads up to format {VERSION}"
        return Problem(("orbat",), says, "Open it with a newer orbat. The file is left as it is.", "SRC005")
    return Problem(("orbat",), "orbat should be the format version 1", "Write orbat: 1.", "SRC005")


def _build(data: dict[str, Any]) -> tuple[Orbat | None, list[Problem]]:
    """The ORBAT that is left when everything that does not fit is taken out, and what that was.

    Unknown keys are reported and stay: a newer orbat may have written them.
    """
    problems: list[Problem] = []
    while True:
        try:
            return fit(Orbat, data), problems
        except Unfit:
            from orbat.data.diagnose import diagnose_unfit

            found = diagnose_unfit(Orbat, data)
        said = {problem.path for problem in problems}
        problems += [one for one in found if not (one.is_missing and one.path in said)]
        data = copy.deepcopy(data)
        if not _prune(data, [problem for problem in found if not _marked(data, problem)]):
            return None, problems


def _prune(data: Any, problems: list[Problem]) -> bool:
    """Take what the problems are about (or what it is missing from) out of the data; False at the root."""
    paths = {problem.path[:-1] if problem.is_missing else problem.path for problem in problems}
    outermost = [path for path in paths if not any(path[:length] in paths for length in range(len(path)))]
    for path in sorted(outermost, key=_position, reverse=True):
        if not path:
            return False
        with contextlib.suppress(LookupError):  # an alias may have been taken out where it was first written
            del _holder(data, path)[path[-1]]
    return True


def _marked(data: Any, problem: Problem) -> bool:
    """Mark the key that a problem is about as one to keep, at its place; False where it is not about a key."""
    is_ours = problem.message.startswith(f"{EXTRAS} {NOT_A_KEY}")  # what only the record calls so is no key of the file
    if not problem.path or not (problem.at_key or is_ours):
        return False
    holder, unknown = _holder(data, problem.path), problem.path[-1]
    if not isinstance(holder, dict) or unknown not in holder or is_placeholder_key(str(unknown)):
        return False
    marked = {UnknownKey(key) if key == unknown else key: value for key, value in holder.items()}
    holder.clear()
    holder.update(marked)
    return True


def _holder(data: Any, path: Place) -> Any:
    """The mapping or list that the last step of a path leads out of."""
    for step in path[:-1]:
        data = data[step]
    return data


def _position(path: Place) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in path)
