"""Lint: ids are said once, and are those of the files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from orbat.data.data_file import DataFile
from orbat.model.army_list import ArmyList
from orbat.model.path import Path
from orbat.model.reference import Reference
from orbat.model.ruleset import Ruleset
from orbat.model.sheet import Layout
from orbat.model.sourced import RulesetFile
from orbat.sources.lint_case import Fault, LintCase

Place = tuple[DataFile[Any], Path]


def ids_once(case: LintCase) -> Iterator[Fault]:
    """No id is defined twice: entries in a list, among those the ruleset offers every army, and (a warning) among
    the other lists of the ruleset; levels, ratings, named sizes, qualities, rulings, their choices, flags, ways to
    come on, abilities of one kind, and reference tables; a list raises a flag once at a time.

    Why: The second definition hides the first, and ORBATs that name the id change their meaning.

    Example: two entries with `id: line_foot`.

    Cure: Give one of them another id, or remove it.
    """
    for what, found in _definitions(case):
        first: dict[str, Path] = {}
        for path, word in found:
            if word in first:
                yield _twice(case, path, what, word, (case.file, first[word]))
            first.setdefault(word, path)
    if case.army_list:
        yield from _across_files(case)


def _definitions(case: LintCase) -> Iterator[tuple[str, list[tuple[Path, str]]]]:
    """What defines ids, and the places where it does."""
    yield "entry", _with_ids(("entries",), case.entries)
    if case.army_list:
        yield "habit", [(("habits", n, "what"), habit.what) for n, habit in enumerate(case.army_list.habits)]
        undated = [(n, one) for n, one in enumerate(case.army_list.flags) if not (one.from_ or one.to)]
        yield "flag", [(("flags", n, "flag"), one.flag) for n, one in undated]
    ruleset = case.data
    if isinstance(ruleset, Reference):
        yield "table", _with_ids(("tables",), ruleset.tables)
    if isinstance(ruleset, Ruleset):
        yield "level", _with_ids(("levels",), ruleset.levels)
        yield "rating", _with_ids(("ratings",), ruleset.ratings)
        yield "size", _with_ids(("sizes",), ruleset.sizes)
        yield "flag", _with_ids(("flags",), ruleset.flags)
        yield "way to come on", _with_ids(("reserves",), ruleset.reserves)
        yield "staff quality", _with_ids(("staff", "qualities"), ruleset.staff.qualities)
        yield "arm", [(("arms", number), arm) for number, arm in enumerate(ruleset.arms)]
        yield "ruling", _with_ids(("rulings",), ruleset.rulings)
        for number, ruling in enumerate(ruleset.rulings):
            yield f"choice of {ruling.id}", _with_ids(("rulings", number, "choices"), ruling.choices)
        for kind in ruleset.kinds:
            of_kind = [(("abilities", n, "id"), a.id) for n, a in enumerate(ruleset.abilities) if kind in a.kinds]
            yield f"ability of {kind}", list(of_kind)


def _with_ids(path: Path, things: tuple[Any, ...]) -> list[tuple[Path, str]]:
    return [((*path, number, "id"), thing.id) for number, thing in enumerate(things)]


def _across_files(case: LintCase) -> Iterator[Fault]:
    common: list[DataFile[Any]] = [case.rules] if case.rules and case.rules.value else []
    for file in (*common, *case.lists):
        there = {word: path for path, word in _with_ids(("entries",), file.value.entries if file.value else ())}
        for path, word in _with_ids(("entries",), case.entries):
            if word in there:
                fault = _twice(case, path, "entry", word, (file, there[word]))
                yield fault if file is case.rules else Fault(path, fault.says, fault.helps, "warning")


def _twice(case: LintCase, path: Path, what: str, word: str, other: Place) -> Fault:
    says = f"the {what} {word} is defined twice: {_place(case.file, path)}, and {_place(*other)}; once is allowed"
    return Fault(path, says, f"Rename or remove one {what.split()[0]}.")


def _place(file: DataFile[Any], path: Path) -> str:
    span = file.document.span(path) if file.document else None
    return f"{file.path.name} line {span.line}" if span else file.path.name


def ids_of_files(case: LintCase) -> Iterator[Fault]:
    """A list's or sheet's id is its file's name, a ruleset's id is its folder's name, and lists, reference tables
    and odds lie in their ruleset's folder.

    Why: Files are found by these names; an ORBAT that names the id would not find the file.

    Example: `id: alied` in allied.yaml.

    Cure: Rename the file or the folder, or correct the id.
    """
    path, data = case.file.path.absolute(), case.data
    folder = path.parent.name
    expected, where = folder, "folder"
    if isinstance(data, Ruleset):
        if path.name != "ruleset.yaml":
            says = f"a ruleset is in the file {path.name}; it must be in ruleset.yaml"
            yield Fault(("id",), says, "Rename the file.")
    else:
        expected, where = path.stem, "file"
        if isinstance(data, ArmyList | RulesetFile) and data.ruleset != folder:
            says = f"the file is for {data.ruleset} and lies in the folder {folder}; it must lie in that of its ruleset"
            yield Fault(("ruleset",), says, f"Move the file to the folder {data.ruleset}.")
    if isinstance(data, RulesetFile):
        if path.name != data.file_name:
            says = f"{data.called} are in the file {path.name}; they must be in {data.file_name}"
            yield Fault((), says, "Rename the file.")
    elif isinstance(data, Ruleset | ArmyList | Layout) and data.id != expected:
        says = f"the id is {data.id} and the {where} is named {expected}; the two must be the same"
        yield Fault(("id",), says, f"Write id: {expected}, or rename the {where}.")
