"""The rulesets and army lists there are, loaded when first asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from orbat.data import folders as data_folders
from orbat.data.data_file import DataFile, load_data
from orbat.data.problem import Problem, finding_of
from orbat.data.text_file import read_text
from orbat.data.yaml_text import parse
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.failure import INTERNAL
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.model.record import Record, Value
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import did_you_mean
from orbat.registry import files

if TYPE_CHECKING:
    from orbat.model.reference import Reference

T = TypeVar("T", bound=Record)


class Library:
    """Data files by id: `FOLDER/army_lists/RULESET/ruleset.yaml` and `LIST.yaml`, the first folder first."""

    def __init__(self, *folders: str | Path) -> None:
        self._folders = tuple(map(Path, folders))
        self._files: dict[tuple[str, str], DataFile[Any] | None] = {}
        self._judged: dict[tuple[str, str], DataFile[Any] | None] = {}
        self._heads: dict[str, dict[str, ListHeader]] = {}
        self._books: dict[tuple[str, ...], Book] = {}

    def folders(self) -> Iterator[Path]:
        """Where data files are looked for: the folders given, or the shipped ones and the player's own."""
        if self._folders:
            yield from self._folders
        else:
            yield data_folders.shipped() / "army_lists"
            yield data_folders.own() / "army_lists"

    def ruleset_ids(self) -> list[str]:
        """The rulesets there are."""
        return sorted({path.parent.name for folder in self.folders() for path in folder.glob("*/ruleset.yaml")})

    def list_ids(self, ruleset_id: str) -> list[str]:
        """The army lists there are under a ruleset."""
        found = {path.stem for folder in self.folders() for path in (folder / ruleset_id).glob("*.yaml")}
        beside = {"ruleset", "reference", *(name for name, one in files().items() if one.of_ruleset)}
        return sorted(one for one in found - beside if not self._is_of_feature(ruleset_id, one))

    def _is_of_feature(self, ruleset_id: str, name: str) -> bool:
        """Whether a file begins with its own name and version, as those of features do; this one may not be here."""
        path = self._path_of(ruleset_id, name)
        text = read_text(path) if path else ""
        return isinstance(text, str) and re.search(rf"^{re.escape(name)}:\s*1\s*$", text, re.MULTILINE) is not None

    def list_titles(self, ruleset_id: str) -> dict[str, str]:
        """The titles of the army lists under a ruleset that can be used, by id."""
        files = {list_id: self.army_list(ruleset_id, list_id) for list_id in self.list_ids(ruleset_id)}
        return {list_id: file.value.title for list_id, file in files.items() if file and file.value}

    def list_headers(self, ruleset_id: str) -> dict[str, ListHeader]:
        """What the army lists under a ruleset are called, by id, without loading them."""
        if ruleset_id not in self._heads:
            paths = {list_id: self._path_of(ruleset_id, list_id) for list_id in self.list_ids(ruleset_id)}
            heads = {list_id: read_list_header(path) for list_id, path in paths.items() if path}
            self._heads[ruleset_id] = {list_id: head for list_id, head in heads.items() if head}
        return self._heads[ruleset_id]

    def ruleset(self, ruleset_id: str) -> DataFile[Ruleset] | None:
        """A ruleset's file, or None where there is none. One with slips that make it unusable has no value."""
        return self._judge(ruleset_id, "ruleset", Ruleset)

    def army_list(self, ruleset_id: str, list_id: str) -> DataFile[ArmyList] | None:
        """An army list's file, or None where there is none. One with slips that make it unusable has no value."""
        return self._judge(ruleset_id, list_id, ArmyList)

    def reference(self, ruleset_id: str) -> DataFile[Reference] | None:
        """The file of a ruleset's quick-reference tables, or None where there is none."""
        from orbat.model.reference import Reference

        return self.load_unchecked(ruleset_id, "reference", Reference)

    def load_unchecked(self, ruleset_id: str, name: str, kind: type[T]) -> DataFile[T] | None:
        """A list's file (or, by such a name as `ruleset`, another one of the ruleset's) as it loads, whatever the
        linter says of it."""
        key = (ruleset_id, name)
        if key not in self._files:
            path = self._path_of(ruleset_id, name)
            self._files[key] = load_data(path, kind) if path else None
        return self._files[key]

    def _path_of(self, ruleset_id: str, name: str) -> Path | None:
        """The first file of that name there is."""
        paths = (folder / ruleset_id / f"{name}.yaml" for folder in self.folders())
        return next((path for path in paths if path.is_file()), None)

    def _judge(self, ruleset_id: str, name: str, kind: type[T]) -> DataFile[T] | None:
        key = (ruleset_id, name)
        if key not in self._judged:
            file: DataFile[Any] | None = self.load_unchecked(ruleset_id, name, kind)
            rules = self.load_unchecked(ruleset_id, "ruleset", Ruleset)
            if file and file.value and rules and rules.value:
                from orbat.data.usable import is_plainly_sound, judge

                shipped = file.path.is_relative_to(data_folders.shipped() / "army_lists")
                if not (shipped and is_plainly_sound(file.value, rules.value)):
                    file = judge(file, rules)
            self._judged[key] = file
        return self._judged[key]

    def book(self, orbat: Orbat) -> tuple[Book | None, tuple[Finding, ...]]:
        """The ruleset and lists an ORBAT names, and a finding for each that cannot be had.

        ORBATs that name the same have the same book, so that what a evaluator knows of its prices serves all of them.
        """
        ruleset_id = orbat.ruleset.id
        file = self.ruleset(ruleset_id)
        if file is None:
            return None, (_missing(("ruleset",), "ruleset", ruleset_id, self.ruleset_ids()),)
        if file.value is None:
            return None, (_unusable(("ruleset",), "ruleset", ruleset_id, file),)
        lists: dict[str, ArmyList] = {}
        findings: list[Finding] = []
        for path, list_id in _lists_named(orbat):
            army_list = self.army_list(ruleset_id, list_id)
            if army_list is None:
                findings.append(_missing(path, "army list", list_id, self.list_ids(ruleset_id)))
            elif army_list.value is None:
                findings.append(_unusable(path, "army list", list_id, army_list))
            else:
                lists[list_id] = army_list.value
                findings += _slips(path, "army list", list_id, army_list)
        book = self._books.setdefault((ruleset_id, *lists), Book(file.value, lists))
        return book, (*_slips(("ruleset",), "ruleset", ruleset_id, file), *findings)

    def with_known_ids(self, finding: Finding, ruleset_id: str = "") -> Finding:
        """A finding about what is written for a ruleset or army list, with those that there are."""
        written, what = finding.fields.get("given"), finding.path[-1:]
        if finding.code != "SRC004" or not isinstance(written, str) or what not in (("ruleset",), ("army_list",)):
            return finding
        known = self.ruleset_ids() if what == ("ruleset",) else self.list_ids(ruleset_id)
        says = f"{finding.message}{'.' if (near := did_you_mean(written, known)) else ''}{near}"
        return replace(finding, fields={**finding.fields, "what": says, "cure": _one_of(known)})


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
    return finding_of(Problem(path, says, _one_of(known), "SRC006"))


def _one_of(known: list[str]) -> str:
    return f"Name one of: {', '.join(known) or 'none is installed'}."


def _unusable(path: tuple[str | int, ...], what: str, name: str, file: DataFile[Any]) -> Finding:
    first = file.findings[0]
    where = f"{file.path.name}, line {first.line}" if first.line else file.path.name
    says = f"the {what} {name} cannot be used: {where}: {first.message}"
    return finding_of(Problem(path, says, f"Run orbat lint {file.path} and mend it.", "SRC006"))


def _slips(path: tuple[str | int, ...], what: str, name: str, file: DataFile[Any]) -> list[Finding]:
    """One warning for all slips of a file that is used, and what failed in judging it."""
    failed = [replace(one, path=path) for one in file.lint_errors if one.code in INTERNAL]
    count = len(file.lint_errors) - len(failed)
    if not count:
        return failed
    slips = "a slip" if count == 1 else f"{count} slips"
    says = f"the {what} {name} has {slips} that orbat lint shows, so that too little may be checked"
    helps = f"Run orbat lint {file.path} and mend the {what}."
    return [finding_of(Problem(path, says, helps, "SRC007", severity="warning")), *failed]


# What army lists are called and of which years, read without the rest of their files.


_PARTS = re.compile(r"^(?=[a-z_]+:)", re.MULTILINE)
_WANTED = ("title:", "nation:", "aliases:", "years:")
_YEAR = re.compile(r"\d{4}")


class ListHeader(Value):
    """An army list's title, other names, and its years from the first to the last."""

    title: str
    names: tuple[str, ...]
    years: tuple[int, int] | None = None

    def covers(self, year: int) -> bool:
        """Whether a year is one of its own."""
        return self.years is None or self.years[0] <= year <= self.years[1]


def read_list_header(path: Path) -> ListHeader | None:
    """The head of an army list's file; None where it cannot be read alone."""
    text = read_text(path)
    if not isinstance(text, str):
        return None
    data = parse("".join(part for part in _PARTS.split(text) if part.startswith(_WANTED))).data
    if not isinstance(data, dict) or not isinstance(data.get("title"), str):
        return None
    aliases = data.get("aliases")
    names = (data["title"], data.get("nation"), *(aliases if isinstance(aliases, list) else ()))
    return ListHeader(data["title"], tuple(filter(_is_text, names)), _years(data.get("years")))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _years(data: Any) -> tuple[int, int] | None:
    if not isinstance(data, dict):
        return None
    found = [_YEAR.match(str(data.get(key, ""))) for key in ("from", "to")]
    return (int(found[0][0]), int(found[1][0])) if found[0] and found[1] else None
