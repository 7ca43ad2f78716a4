"""The installed rulesets and army lists, loaded on first use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from orbat.data import folders as data_folders
from orbat.data.data_file import DataFile, load_data
from orbat.data.list_header import ListHeader, read_list_header
from orbat.data.problem import Problem, finding_of
from orbat.data.raising_files import RaisingFiles
from orbat.data.text_file import read_text
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.failure import INTERNAL
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.model.record import Record
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase, plural
from orbat.registry import files

if TYPE_CHECKING:
    from orbat.model.reference import Reference
    from orbat.model.rulebook import Rulebook

T = TypeVar("T", bound=Record)


class Library:
    """The installed rulesets and army lists, by id. Files are loaded on first use.

    Files are `FOLDER/RULESET/ruleset.yaml` and `FOLDER/RULESET/LIST.yaml`. If several folders have the same file, only
    the first is used.
    """

    def __init__(self, *folders: str | Path) -> None:
        self._folders = tuple(map(Path, folders))
        self._files: dict[tuple[str, str], DataFile[Any] | None] = {}
        self._checked: dict[tuple[str, str], DataFile[Any] | None] = {}
        self._headers: dict[str, dict[str, ListHeader]] = {}
        self._books: dict[tuple[str, ...], Book] = {}

    def folders(self) -> Iterator[Path]:
        """The folders to search. By default: the folder of the shipped army lists, then the player's folder."""
        if self._folders:
            yield from self._folders
        else:
            yield data_folders.shipped() / "army_lists"
            yield data_folders.own() / "army_lists"

    def ruleset_ids(self) -> list[str]:
        """The ids of the installed rulesets."""
        return sorted({path.parent.name for folder in self.folders() for path in folder.glob("*/ruleset.yaml")})

    def list_ids(self, ruleset_id: str) -> list[str]:
        """The ids of the installed army lists of a ruleset."""
        found = {path.stem for folder in self.folders() for path in (folder / ruleset_id).glob("*.yaml")}
        other_files = {"ruleset", "reference", "rulebook", *(name for name, one in files().items() if one.of_ruleset)}
        return sorted(one for one in found - other_files if not self._belongs_to_feature(ruleset_id, one))

    def _belongs_to_feature(self, ruleset_id: str, name: str) -> bool:
        path = self._path_of(ruleset_id, name)
        text = read_text(path) if path else ""
        # the file says so by its first key, such as `odds: 1` in odds.yaml, whether the feature is installed or not
        return isinstance(text, str) and re.search(rf"^{re.escape(name)}:\s*1\s*$", text, re.MULTILINE) is not None

    def list_titles(self, ruleset_id: str) -> dict[str, str]:
        """The titles of the usable army lists of a ruleset, by id."""
        files = {list_id: self.army_list(ruleset_id, list_id) for list_id in self.list_ids(ruleset_id)}
        return {list_id: file.value.title for list_id, file in files.items() if file and file.value}

    def list_headers(self, ruleset_id: str) -> dict[str, ListHeader]:
        """The titles, names and years of a ruleset's army lists, by id."""
        if ruleset_id not in self._headers:
            paths = {list_id: self._path_of(ruleset_id, list_id) for list_id in self.list_ids(ruleset_id)}
            headers = {list_id: read_list_header(path) for list_id, path in paths.items() if path}
            self._headers[ruleset_id] = {list_id: header for list_id, header in headers.items() if header}
        return self._headers[ruleset_id]

    def ruleset(self, ruleset_id: str) -> DataFile[Ruleset] | None:
        """The file of a ruleset. Returns None if the ruleset is not installed.

        The file's `value` is None if errors prevent use.
        """
        return self._load_checked(ruleset_id, "ruleset", Ruleset)

    def army_list(self, ruleset_id: str, list_id: str) -> DataFile[ArmyList] | None:
        """The file of an army list. Returns None if the list is not installed.

        The file's `value` is None if errors prevent use.
        """
        return self._load_checked(ruleset_id, list_id, ArmyList)

    def reference(self, ruleset_id: str) -> DataFile[Reference] | None:
        """The file with a ruleset's quick-reference tables, or None."""
        from orbat.model.reference import Reference

        return self.load_unchecked(ruleset_id, "reference", Reference)

    def rulebook(self, ruleset_id: str) -> DataFile[Rulebook] | None:
        """The file with the sentences of a ruleset's rulebook, or None."""
        from orbat.model.rulebook import Rulebook

        return self.load_unchecked(ruleset_id, "rulebook", Rulebook)

    def load_unchecked(self, ruleset_id: str, name: str, kind: type[T]) -> DataFile[T] | None:
        """Load a file in a ruleset's folder without linting. `name` is the file name without `.yaml`."""
        key = (ruleset_id, name)
        if key not in self._files:
            path = self._path_of(ruleset_id, name)
            self._files[key] = load_data(path, kind) if path else None
        return self._files[key]

    def _path_of(self, ruleset_id: str, name: str) -> Path | None:
        paths = (folder / ruleset_id / f"{name}.yaml" for folder in self.folders())
        return next((path for path in paths if path.is_file()), None)

    def _load_checked(self, ruleset_id: str, name: str, kind: type[T]) -> DataFile[T] | None:
        key = (ruleset_id, name)
        if key not in self._checked:
            file: DataFile[Any] | None = self.load_unchecked(ruleset_id, name, kind)
            rules = self.load_unchecked(ruleset_id, "ruleset", Ruleset)
            if file and file.value and rules and rules.value:
                from orbat.data.usable import lint_before_use, passes_quick_check

                shipped = file.path.is_relative_to(data_folders.shipped() / "army_lists")
                if not (shipped and passes_quick_check(file.value, rules.value)):
                    file = lint_before_use(file, rules)
            self._checked[key] = file
        return self._checked[key]

    def book(self, orbat: Orbat) -> tuple[Book | None, tuple[Finding, ...]]:
        """Load the ruleset and army lists of an ORBAT, with findings about missing or faulty files.

        The book is None if the ruleset is missing or unusable.
        """
        ruleset_id = orbat.ruleset.id
        file = self.ruleset(ruleset_id)
        if file is None:
            return None, (_missing(("ruleset",), "ruleset", ruleset_id, self.ruleset_ids()),)
        if file.value is None:
            return None, (_unusable(("ruleset",), "ruleset", ruleset_id, file),)
        lists: dict[str, ArmyList] = {}
        own_lists: set[str] = set()
        findings: list[Finding] = []
        for path, list_id in _lists_named(orbat):
            army_list = self.army_list(ruleset_id, list_id)
            if army_list is None:
                findings.append(_missing(path, "army list", list_id, self.list_ids(ruleset_id)))
            elif army_list.value is None:
                findings.append(_unusable(path, "army list", list_id, army_list))
            else:
                lists[list_id] = army_list.value
                if data_folders.is_own(army_list.path):
                    own_lists.add(list_id)
                findings += _lint_errors(path, "army list", list_id, army_list)
        # ORBATs with the same ruleset and army lists get the same `Book` object, so that cached results can be
        # reused.
        book = self._books.get((ruleset_id, *lists))
        if book is None:
            own_ruleset = data_folders.is_own(file.path)
            book = Book(file.value, lists, own_ruleset, frozenset(own_lists), RaisingFiles(ruleset_id))
            self._books[ruleset_id, *lists] = book
        return book, (*_lint_errors(("ruleset",), "ruleset", ruleset_id, file), *findings)

    def with_known_ids(self, finding: Finding, ruleset_id: str = "") -> Finding:
        """Add the ids of installed rulesets or army lists to a finding about an invalid id.

        All other findings are returned unchanged.
        """
        given, what = finding.fields.get("given"), finding.path[-1:]
        if finding.code != "SRC004" or not isinstance(given, str) or what not in (("ruleset",), ("army_list",)):
            return finding
        known, noun = (
            (self.ruleset_ids(), "ruleset") if what == ("ruleset",) else (self.list_ids(ruleset_id), "army list")
        )
        message = finding.message
        if suggestion := did_you_mean(given, known):
            message = phrase("{message}.{suggestion}", message=message, suggestion=suggestion)
        return replace(finding, fields={**finding.fields, "message": message, "help": _one_of(known, noun)})


def _lists_named(orbat: Orbat) -> Iterable[tuple[tuple[str | int, ...], str]]:
    named: dict[str, tuple[str | int, ...]] = {}
    if orbat.army_list:
        named[orbat.army_list.id] = ("army_list",)
    for place in formations_of(orbat, unfielded=True):
        if place.formation.army_list:
            named.setdefault(place.formation.army_list.id, (*place.path, "army_list"))
    for unit in units_of(orbat, unfielded=True):
        if unit.unit.army_list:
            named.setdefault(unit.unit.army_list.id, (*unit.path, "army_list"))
    return [(path, list_id) for list_id, path in named.items()]


def _missing(path: tuple[str | int, ...], what: str, name: str, known: list[str]) -> Finding:
    suggestion = did_you_mean(name, known)
    message = phrase("there is no {what} {name}.{suggestion}", what=what, name=name, suggestion=suggestion)
    return finding_of(Problem(path, message, _one_of(known, what), "SRC006"))


def _one_of(known: list[str], what: str) -> str:
    if not known:
        return phrase("No {what} is installed; install one.", what=what)
    return phrase("Use one of: {ids}.", ids=", ".join(known))


def _unusable(path: tuple[str | int, ...], what: str, name: str, file: DataFile[Any]) -> Finding:
    first = file.findings[0]
    place = phrase("{file}, line {line}", file=file.path.name, line=first.line) if first.line else file.path.name
    message = phrase(
        "the {what} {name} cannot be used: {place}: {reason}", what=what, name=name, place=place, reason=first.message
    )
    help = phrase("Run `orbat lint {file}` and correct the errors.", file=file.path)
    return finding_of(Problem(path, message, help, "SRC006"))


def _lint_errors(path: tuple[str | int, ...], what: str, name: str, file: DataFile[Any]) -> list[Finding]:
    failed = [replace(one, path=path) for one in file.lint_errors if one.code in INTERNAL]
    count = len(file.lint_errors) - len(failed)
    if not count:
        return failed
    message = plural(
        count,
        "the {what} {name} has {count} error, so some checks may be missing; `orbat lint` shows the error",
        "the {what} {name} has {count} errors, so some checks may be missing; `orbat lint` shows the errors",
        what=what,
        name=name,
    )
    help = phrase("Run `orbat lint {file}` and correct the errors.", file=file.path, what=what)
    return [finding_of(Problem(path, message, help, "SRC007", severity="warning")), *failed]
