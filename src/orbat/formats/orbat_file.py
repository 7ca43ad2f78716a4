"""Reads an ORBAT from YAML or JSON. Invalid parts are reported."""

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
from orbat.model.path import OrbatPath
from orbat.model.stored import EXTRAS
from orbat.model.text import NOT_A_KEY, is_placeholder_key
from orbat.model.wording import phrase

VERSION = 1
"""The version of the file format."""


def read_orbat(text: str, **defaults: str) -> Loaded:
    """Read an ORBAT from YAML or JSON. `defaults` are values for missing keys."""
    document = parse(text, spans=True)
    problems = [*document.problems, *document.warnings]
    data = document.data
    if not isinstance(data, dict):
        if not problems:
            message = "this is not an ORBAT: it has no keys" if text.strip() else "the file is empty"
            problems.append(Problem((), message, "Begin the file with `orbat: 1`.", "SRC005"))
        return Loaded(None, tuple(finding_of(problem) for problem in problems), document)
    if version := _version_problem(data):
        problems.append(version)
        if not version.is_missing:
            return Loaded(None, tuple(finding_of(problem, document) for problem in problems), document)
    data = {**{key: value for key, value in defaults.items() if value}, **data, "orbat": VERSION}
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
            ("orbat",), "the key `orbat` is missing", "Begin the file with `orbat: 1`.", "SRC005", is_missing=True
        )
    if type(version) is int and version > VERSION:
        message = phrase(
            "this file has format {format}; this version of orbat reads up to format {supported}",
            format=version,
            supported=VERSION,
        )
        return Problem(
            ("orbat",), message, "Open the file with a newer version of orbat. The file is not changed.", "SRC005"
        )
    return Problem(("orbat",), "the key `orbat` should be 1, the format version", "Write `orbat: 1`.", "SRC005")


def _build(data: dict[str, Any]) -> tuple[Orbat | None, list[Problem]]:
    problems: list[Problem] = []
    while True:
        try:
            return fit(Orbat, data), problems
        except Unfit:
            from orbat.data.diagnose import diagnose_unfit

            found = diagnose_unfit(Orbat, data)
        reported = {problem.path for problem in problems}
        problems += [one for one in found if not (one.is_missing and one.path in reported)]
        data = copy.deepcopy(data)
        # unknown keys are kept, because a newer orbat may have written them
        if not _prune(data, [problem for problem in found if not _preserve_key(data, problem)]):
            return None, problems


def _prune(data: Any, problems: list[Problem]) -> bool:
    paths = {problem.path[:-1] if problem.is_missing else problem.path for problem in problems}
    outermost = [path for path in paths if not any(path[:length] in paths for length in range(len(path)))]
    for path in sorted(outermost, key=_position, reverse=True):
        if not path:
            return False
        with contextlib.suppress(LookupError):  # an alias may already have been removed at its anchor
            del _container(data, path)[path[-1]]
    return True


def _preserve_key(data: Any, problem: Problem) -> bool:
    # `extras` is a field of the record, but not a key of the file
    is_reserved = problem.message.startswith(f"{EXTRAS} {NOT_A_KEY}")
    if not problem.path or not (problem.at_key or is_reserved):
        return False
    container, unknown = _container(data, problem.path), problem.path[-1]
    if not isinstance(container, dict) or unknown not in container or is_placeholder_key(str(unknown)):
        return False
    marked = {UnknownKey(key) if key == unknown else key: value for key, value in container.items()}
    container.clear()
    container.update(marked)
    return True


def _container(data: Any, path: OrbatPath) -> Any:
    for step in path[:-1]:
        data = data[step]
    return data


def _position(path: OrbatPath) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in path)
