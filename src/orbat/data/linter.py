"""The data linter: rulesets and army lists that load cleanly may still be wrong. Other files must only load cleanly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from orbat.data.data_file import DataFile, fit_document
from orbat.data.file_kinds import FileKind, file_kind
from orbat.data.layouts import has_missing_blocks
from orbat.data.library import Library
from orbat.data.lint_rules.catalogue import check_data, sort_by_line
from orbat.data.lint_rules.rule import LintCase
from orbat.data.problem import Problem, finding_of
from orbat.data.text_file import read_text
from orbat.data.yaml_text import Document, parse
from orbat.model.army_list import ArmyList
from orbat.model.finding import Finding
from orbat.model.record import Record
from orbat.model.reference import Reference
from orbat.model.ruleset import Ruleset
from orbat.model.sheet import Layout
from orbat.model.spelling import listed
from orbat.registry import files, load

Reader = Callable[[str, Library], tuple[Finding, ...]]
"""Finds everything wrong with a file's text. No rule is run on what such a file holds."""

KINDS: Mapping[FileKind, type[Record]] = {
    "ruleset": Ruleset,
    "army_list": ArmyList,
    "reference": Reference,
    "sheet": Layout,
}
"""What each sort of the core's data files holds."""

_HEADS = ("orbat", *KINDS, *files())
"""What files begin with."""

SUFFIXES = (".yaml", ".yml")
"""The files that are looked at in a folder."""


class Linter:
    """Finds what is wrong with files. Files that depend on one another are read once.

    `readers` are for sorts of files that stand above data files: ORBATs.
    """

    def __init__(self, library: Library, readers: Mapping[FileKind, Reader]) -> None:
        self._library = library
        self._readers = readers
        self._files: dict[Path, DataFile[Any]] = {}

    def lint_all(self, paths: Iterable[Path]) -> Iterator[tuple[Path, tuple[Finding, ...]]]:
        """Each file, and each YAML file in a folder, with everything wrong with it. Never raises."""
        for path in paths:
            for file in _yaml_files(path) if path.is_dir() else [path]:
                if file == path or not self._is_of_absent_feature(file):
                    yield file, self.lint(file)

    def lint(self, path: Path) -> tuple[Finding, ...]:
        """Everything wrong with one file, in the order of its lines. Never raises."""
        file = self._read(path)
        if file.value is None:
            return file.findings
        case = self._case(file)
        return sort_by_line((*file.findings, *check_data(case)))

    def _is_of_absent_feature(self, path: Path) -> bool:
        """Whether a file begins with its own name, which no feature here has, or is a shipped sheet with blocks that
        none here has."""
        file = self._read(path)
        data = file.document.data if file.document else None
        return has_missing_blocks(file) or (isinstance(data, dict) and data.get(path.stem) == 1 and not file_kind(data))

    def _read(self, path: Path) -> DataFile[Any]:
        key = path.absolute()
        if key not in self._files:
            self._files[key] = self._load(path)
        return self._files[key]

    def _load(self, path: Path) -> DataFile[Any]:
        """A file as what it says it is. One that no rule looks at has no value here."""
        text = read_text(path)
        if isinstance(text, Problem):
            return DataFile(path, None, (finding_of(text),))
        document = parse(text)
        sort = file_kind(document.data) or ("orbat" if text.lstrip().startswith("{") else "")
        if reader := self._reader(sort):
            return DataFile(path, None, reader(text, self._library), document)
        value, problems = _fitted(document, sort)
        problems += document.warnings
        return DataFile(path, value, tuple(finding_of(problem, document) for problem in problems), document)

    def _reader(self, sort: FileKind) -> Reader | None:
        """What finds everything wrong with a sort of file without the linter's rules."""
        if (added := files().get(sort)) and added.lint:
            reader: Reader = load(added.lint)
            return reader
        return self._readers.get(sort)

    def _case(self, file: DataFile[Any]) -> LintCase:
        """A file with its ruleset and the other lists: those beside it, then those of the library."""
        if isinstance(file.value, Layout):
            return LintCase(file, None, (), ())
        if isinstance(file.value, Ruleset):
            return LintCase(file, file, (), ())
        library, folder, name = self._library, file.path.parent, getattr(file.value, "ruleset", "")
        beside = self._read(folder / "ruleset.yaml") if (folder / "ruleset.yaml").is_file() else None
        own = bool(beside and isinstance(beside.value, Ruleset) and beside.value.id == name)
        near = [self._read(one) for one in sorted(folder.glob("*.yaml")) if one.name != "ruleset.yaml"]
        there = {one.path.stem for one in near}
        further = [library.load_unchecked(name, one, ArmyList) for one in library.list_ids(name) if one not in there]
        lists = tuple(
            one
            for one in (*near, *further)
            if one and one.path != file.path and isinstance(one.value, ArmyList) and one.value.ruleset == name
        )
        rules = beside if own else library.load_unchecked(name, "ruleset", Ruleset)
        return LintCase(file, rules, lists, tuple(library.ruleset_ids()), self._reference(file, name))

    def _reference(self, file: DataFile[Any], name: str) -> Reference | None:
        """The reference tables that a feature's file of a ruleset is read with: those beside it, or the library's."""
        if not any(one.of_ruleset and isinstance(file.value, load(one.model)) for one in files().values()):
            return None
        path = file.path.parent / "reference.yaml"
        found = self._read(path) if path.is_file() else self._library.reference(name)
        return found.value if found and isinstance(found.value, Reference) else None


def _yaml_files(folder: Path) -> list[Path]:
    """The YAML files in a folder and below it, but hidden ones."""
    found = (one for one in folder.rglob("*") if one.suffix.lower() in SUFFIXES and one.is_file())
    return sorted(one for one in found if not one.name.startswith("."))


def _fitted(document: Document, sort: FileKind) -> tuple[Record | None, list[Problem]]:
    """The record that a sort of file holds, or None, and what is wrong."""
    problems = list(document.problems)
    if not document.text.strip():
        problems.append(Problem((), "the file is empty", "Begin it with orbat: 1 or ruleset: 1.", "SRC005"))
    elif not sort and not problems:
        says = f"this is no file of orbat's: at its head there may be {listed(f'{one}: 1' for one in _HEADS)}"
        problems.append(Problem((), says, "Begin it with one of them.", "SRC005"))
    kind = _kind(sort)
    return (None, problems) if kind is None or problems else fit_document(kind, document)


def _kind(sort: FileKind) -> type[Record] | None:
    """The record that a sort of file holds."""
    added = files().get(sort)
    return load(added.model) if added else KINDS.get(sort)
