"""The data linter: loads data files and runs the lint rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from orbat.data.data_file import DataFile, fit_document, parse_data
from orbat.data.file_kinds import FileKindName, file_kind
from orbat.data.layouts import has_missing_blocks
from orbat.data.library import Library
from orbat.data.lint_rules.catalogue import check_data, sort_by_line
from orbat.data.lint_rules.rule import LintCase
from orbat.data.problem import Problem, finding_of
from orbat.data.text_file import read_text
from orbat.data.yaml_text import Document
from orbat.model.army_list import ArmyList
from orbat.model.event import Event
from orbat.model.finding import Finding
from orbat.model.raising import Proportions
from orbat.model.record import Record
from orbat.model.reference import Reference
from orbat.model.rulebook import Rulebook
from orbat.model.ruleset import Ruleset
from orbat.model.sheet import Layout
from orbat.model.spelling import listed
from orbat.model.wording import phrase
from orbat.registry import files, load

Reader = Callable[[str, Library], tuple[Finding, ...]]
"""Function that finds all problems in the text of a file. Used for kinds of files without lint rules."""

KINDS: Mapping[FileKindName, type[Record]] = {
    "ruleset": Ruleset,
    "army_list": ArmyList,
    "reference": Reference,
    "rulebook": Rulebook,
    "sheet": Layout,
    "raising": Proportions,
    "event": Event,
}
"""The record type of each kind of data file in the core."""

_FIRST_KEYS = ("orbat", *KINDS, *files())
"""The first keys of all kinds of files."""

SUFFIXES = (".yaml", ".yml")
"""File extensions that are linted in a folder."""


class Linter:
    """Lints data files. Each file is read only once.

    `readers` check the kinds of files that have no lint rules, such as ORBATs.
    """

    def __init__(self, library: Library, readers: Mapping[FileKindName, Reader]) -> None:
        self._library = library
        self._readers = readers
        self._files: dict[Path, DataFile[Any]] = {}
        self._list_ids: dict[str, list[str]] = {}

    def lint_all(self, paths: Iterable[Path]) -> Iterator[tuple[Path, tuple[Finding, ...]]]:
        """Lint files, and all YAML files in folders. Yields paths with findings."""
        for path in paths:
            for file in yaml_files(path) if path.is_dir() else [path]:
                if file == path or not self._is_of_absent_feature(file):
                    yield file, self.lint(file)

    def lint(self, path: Path) -> tuple[Finding, ...]:
        """Lint one file. The findings are sorted by line."""
        file = self._read(path)
        if file.value is None:
            return file.findings
        case = self._lint_case(file)
        return sort_by_line((*file.findings, *check_data(case)))

    def _is_of_absent_feature(self, path: Path) -> bool:
        file = self._read(path)
        data = file.document.data if file.document else None
        # a shipped layout with unknown blocks, or a key with the file's name, such as `odds: 1` in odds.yaml
        return has_missing_blocks(file) or (isinstance(data, dict) and data.get(path.stem) == 1 and not file_kind(data))

    def _read(self, path: Path) -> DataFile[Any]:
        key = path.absolute()
        if key not in self._files:
            self._files[key] = self._load(path)
        return self._files[key]

    def _load(self, path: Path) -> DataFile[Any]:
        text = read_text(path)
        if isinstance(text, Problem):
            return DataFile(path, None, (finding_of(text),))
        document = parse_data(text)
        kind = file_kind(document.data) or ("orbat" if text.lstrip().startswith("{") else "")
        if reader := self._reader(kind):
            return DataFile(path, None, reader(text, self._library), document)
        value, problems = _convert(document, kind)
        problems += document.warnings
        return DataFile(path, value, tuple(finding_of(problem, document) for problem in problems), document)

    def _reader(self, kind: FileKindName) -> Reader | None:
        if (added := files().get(kind)) and added.lint:
            reader: Reader = load(added.lint)
            return reader
        return self._readers.get(kind)

    def _lint_case(self, file: DataFile[Any]) -> LintCase:
        if isinstance(file.value, Layout | Proportions | Event):
            return LintCase(file, None, (), ())
        if isinstance(file.value, Ruleset):
            return LintCase(file, file, (), ())
        library, folder, name = self._library, file.path.parent, getattr(file.value, "ruleset", "")
        local = self._read(folder / "ruleset.yaml") if (folder / "ruleset.yaml").is_file() else None
        is_own = bool(local and isinstance(local.value, Ruleset) and local.value.id == name)
        neighbours = [self._read(one) for one in sorted(folder.glob("*.yaml")) if one.name != "ruleset.yaml"]
        names = {one.path.stem for one in neighbours}
        if name not in self._list_ids:
            self._list_ids[name] = library.list_ids(name)
        others = [library.load_unchecked(name, one, ArmyList) for one in self._list_ids[name] if one not in names]
        lists = tuple(
            one
            for one in (*neighbours, *others)
            if one and one.path != file.path and isinstance(one.value, ArmyList) and one.value.ruleset == name
        )
        rules = local if is_own else library.load_unchecked(name, "ruleset", Ruleset)
        return LintCase(file, rules, lists, tuple(library.ruleset_ids()), self._reference(file, name))

    def _reference(self, file: DataFile[Any], name: str) -> Reference | None:
        kinds = (Rulebook, *(load(one.model) for one in files().values() if one.of_ruleset))
        if not isinstance(file.value, kinds):
            return None
        path = file.path.parent / "reference.yaml"
        found = self._read(path) if path.is_file() else self._library.reference(name)
        return found.value if found and isinstance(found.value, Reference) else None


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files in a folder and all subfolders, sorted. Hidden files are left out."""
    found = (one for one in folder.rglob("*") if one.suffix.lower() in SUFFIXES and one.is_file())
    return sorted(one for one in found if not one.name.startswith("."))


def _convert(document: Document, kind: FileKindName) -> tuple[Record | None, list[Problem]]:
    problems = list(document.problems)
    if not document.text.strip():
        problems.append(Problem((), "the file is empty", "Begin the file with `orbat: 1` or `ruleset: 1`.", "SRC005"))
    elif not kind and not problems:
        keys = listed(f"{key}: 1" for key in _FIRST_KEYS)
        message = phrase("this is not one of orbat's files, which begin with {keys}", keys=keys)
        problems.append(Problem((), message, "Begin the file with one of these keys.", "SRC005"))
    record_type = _record_type(kind)
    return (None, problems) if record_type is None or problems else fit_document(record_type, document)


def _record_type(kind: FileKindName) -> type[Record] | None:
    added = files().get(kind)
    return load(added.model) if added else KINDS.get(kind)
