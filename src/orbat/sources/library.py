"""The rulesets and army lists there are, loaded when first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.finding import Finding
from orbat.model.near import did_you_mean
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.sources import places
from orbat.sources.fit import Unfit, fit
from orbat.sources.problem import Problem, finding_of
from orbat.sources.text_file import read_text
from orbat.sources.yaml_text import Document, parse

T = TypeVar("T", Ruleset, ArmyList)


class DataFile(Value, Generic[T]):
    """A data file as read: its model, or None with the findings that say why not."""

    path: Path
    value: T | None
    findings: tuple[Finding, ...]
    document: Document | None = None


def load_data(path: Path, kind: type[T]) -> DataFile[T]:
    """Load one ruleset or army list. Never raises; every problem is a finding."""
    text = read_text(path)
    if isinstance(text, Problem):
        return DataFile(path, None, (finding_of(text),))
    document = parse(text)
    value: T | None = None
    problems = list(document.problems)
    if not problems:
        try:
            value = fit(kind, document.data)
        except Unfit:
            problems += _diagnosis(kind, document.data)
    findings = tuple(finding_of(problem, document) for problem in problems)
    return DataFile(path, value, findings, document)


def _diagnosis(kind: Any, data: Any) -> list[Problem]:
    from orbat.sources.diagnose import why_unfit

    return why_unfit(kind, data)


class Library:
    """Data files by id: `FOLDER/army_lists/RULESET/ruleset.yaml` and `LIST.yaml`, the first folder first."""

    def __init__(self, *folders: Path) -> None:
        self._folders = folders
        self._files: dict[tuple[str, str], DataFile[Any] | None] = {}

    def folders(self) -> Iterator[Path]:
        """Where data files are looked for: the folders given, or the shipped ones and the player's own."""
        if self._folders:
            yield from self._folders
        else:
            yield places.shipped() / "army_lists"
            yield places.own() / "army_lists"

    def ruleset_ids(self) -> list[str]:
        """The rulesets there are."""
        return sorted({path.parent.name for folder in self.folders() for path in folder.glob("*/ruleset.yaml")})

    def list_ids(self, ruleset_id: str) -> list[str]:
        """The army lists there are under a ruleset."""
        found = {path.stem for folder in self.folders() for path in (folder / ruleset_id).glob("*.yaml")}
        return sorted(found - {"ruleset", "reference"})

    def ruleset(self, ruleset_id: str) -> DataFile[Ruleset] | None:
        """A ruleset's file, or None where there is none."""
        return self._load(ruleset_id, "ruleset", Ruleset)

    def army_list(self, ruleset_id: str, list_id: str) -> DataFile[ArmyList] | None:
        """An army list's file, or None where there is none."""
        return self._load(ruleset_id, list_id, ArmyList)

    def _load(self, ruleset_id: str, name: str, kind: type[T]) -> DataFile[T] | None:
        key = (ruleset_id, name)
        if key not in self._files:
            found = None
            for folder in self.folders():
                path = folder / ruleset_id / f"{name}.yaml"
                if path.is_file():
                    found = load_data(path, kind)
                    break
            self._files[key] = found
        return self._files[key]

    def book(self, orbat: Orbat) -> tuple[Book | None, tuple[Finding, ...]]:
        """The ruleset and lists an ORBAT names, and a finding for each that cannot be had."""
        ruleset_id = orbat.ruleset.id
        file = self.ruleset(ruleset_id)
        if file is None:
            return None, (_missing(("ruleset",), "ruleset", ruleset_id, self.ruleset_ids()),)
        if file.value is None:
            return None, _unusable(("ruleset",), "ruleset", ruleset_id, file)
        lists: dict[str, ArmyList] = {}
        findings: list[Finding] = []
        for path, list_id in _lists_named(orbat):
            army_list = self.army_list(ruleset_id, list_id)
            if army_list is None:
                findings.append(_missing(path, "army list", list_id, self.list_ids(ruleset_id)))
            elif army_list.value is None:
                findings.extend(_unusable(path, "army list", list_id, army_list))
            else:
                lists[list_id] = army_list.value
        return Book(file.value, lists), tuple(findings)


def _lists_named(orbat: Orbat) -> Iterable[tuple[tuple[str | int, ...], str]]:
    named: dict[str, tuple[str | int, ...]] = {}
    if orbat.army_list:
        named[orbat.army_list.id] = ("army_list",)
    for place in formations_of(orbat):
        if place.formation.army_list:
            named.setdefault(place.formation.army_list.id, (*place.path, "army_list"))
    for unit in units_of(orbat):
        if unit.unit.army_list:
            named.setdefault(unit.unit.army_list.id, (*unit.path, "army_list"))
    return [(path, list_id) for list_id, path in named.items()]


def _missing(path: tuple[str | int, ...], what: str, name: str, known: list[str]) -> Finding:
    says = f"there is no {what} {name}.{did_you_mean(name, known)}"
    return finding_of(Problem(path, says, f"Name one of: {', '.join(known) or 'none is installed'}.", "SRC006"))


def _unusable(path: tuple[str | int, ...], what: str, name: str, file: DataFile[Any]) -> tuple[Finding, ...]:
    first = file.findings[0]
    where = f"{file.path.name}, line {first.line}" if first.line else file.path.name
    says = f"the {what} {name} cannot be used: {where}: {first.message}"
    return (finding_of(Problem(path, says, f"Run orbat lint on {file.path.name} and mend it.", "SRC006")),)
