"""The data linter: rulesets and army lists that load cleanly may still be wrong. ORBATs must only load cleanly, and so
must games and collections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from orbat.data.data_file import DataFile
from orbat.model.army_list import ArmyList
from orbat.model.finding import Finding
from orbat.model.near import listed
from orbat.model.record import Record
from orbat.model.reference import Reference
from orbat.model.ruleset import Ruleset
from orbat.model.sheet import Layout
from orbat.registry import files, load, loaded
from orbat.sources.fit import Unfit, fit
from orbat.sources.layouts import lacks_blocks
from orbat.sources.library import Library
from orbat.sources.lint_case import Fault, LintCase, LintRule
from orbat.sources.lint_ids import ids_of_files, ids_once
from orbat.sources.lint_limits import limits_bounded
from orbat.sources.lint_play import play_sound
from orbat.sources.lint_prices import prices_charged
from orbat.sources.lint_references import references_known
from orbat.sources.lint_sizes import sizes_offered
from orbat.sources.lint_sources import numbers_cited, prices_given, prices_whole, sources_used
from orbat.sources.lint_tables import rows_whole
from orbat.sources.lint_values import dates_sound, numbers_in_order, ratings_reachable
from orbat.sources.orbat_file import read_orbat
from orbat.sources.problem import Problem, finding_of
from orbat.sources.sorts import Sort, sort_of
from orbat.sources.text_file import read_text
from orbat.sources.yaml_text import Document, parse

KINDS: Mapping[Sort, type[Record]] = {
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

LINT_RULES: tuple[LintRule, ...] = (
    LintRule("LST001", "name that leads nowhere", "error", references_known),
    LintRule("LST002", "numbers out of order", "error", numbers_in_order),
    LintRule("LST003", "id defined twice", "error", ids_once),
    LintRule("LST004", "rating that cannot be had", "error", ratings_reachable),
    LintRule("LST005", "number without a citation", "error", numbers_cited),
    LintRule("LST006", "limit that cannot be checked", "error", limits_bounded),
    LintRule("LST007", "dates that never come", "error", dates_sound),
    LintRule("LST008", "source never used", "warning", sources_used),
    LintRule("LST009", "id is not the file's name", "error", ids_of_files),
    LintRule("LST010", "price that is not a whole number", "note", prices_whole),
    LintRule("LST011", "price without its number", "error", prices_given),
    LintRule("LST012", "row that is not as wide as its table", "error", rows_whole),
    LintRule("LST013", "size that cannot be had", "error", sizes_offered),
    LintRule("LST014", "price that cannot be charged", "error", prices_charged),
    LintRule("LST015", "what cannot be ticked off or counted in play", "error", play_sound),
)
"""The core's rules; those of features are run too."""


def lint_rules() -> tuple[LintRule, ...]:
    """Every rule about data files."""
    return (*LINT_RULES, *(rule for rules in loaded("lint_rules") for rule in rules))


def lint_file(path: Path, library: Library) -> tuple[Finding, ...]:
    """Everything wrong with one data file or ORBAT, in the order of its lines. Never raises."""
    return _Shelf(library).lint(path)


def lint_paths(paths: Iterable[Path], library: Library) -> Iterator[tuple[Path, tuple[Finding, ...]]]:
    """The same for files and for whatever YAML files are in folders; files that lean on one another are read once."""
    shelf = _Shelf(library)
    for path in paths:
        inner = [path]
        if path.is_dir():
            found = (one for one in path.rglob("*") if one.suffix.lower() in SUFFIXES and one.is_file())
            inner = sorted(one for one in found if not one.name.startswith("."))
        for file in inner:
            if file == path or not shelf.is_of_absent_feature(file):
                yield file, shelf.lint(file)


def lint_alone(file: DataFile[Any], rules: DataFile[Ruleset]) -> tuple[Finding, ...]:
    """What is wrong with a file that loads, read with a ruleset and without other lists."""
    if file.value is None or file.document is None:
        return file.findings
    return _in_order(_all(LintCase(file, rules, (), (file.path.parent.name,)), file.document))


class _Shelf:
    """The files read so far, by their paths."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._files: dict[Path, DataFile[Any]] = {}

    def lint(self, path: Path) -> tuple[Finding, ...]:
        file = self._read(path)
        if file.value is None or file.document is None:
            return file.findings
        return _in_order((*file.findings, *_all(self._case(file), file.document)))

    def is_of_absent_feature(self, path: Path) -> bool:
        """Whether a file begins with its own name, which no feature here has, or is a shipped sheet with blocks that
        none here has."""
        file = self._read(path)
        data = file.document.data if file.document else None
        return lacks_blocks(file) or (isinstance(data, dict) and data.get(path.stem) == 1 and not sort_of(data))

    def _read(self, path: Path) -> DataFile[Any]:
        key = path.absolute()
        if key not in self._files:
            self._files[key] = _load(path, self._library)
        return self._files[key]

    def _case(self, file: DataFile[Any]) -> LintCase:
        """A file with its ruleset and the other lists: those beside it, then those of the library."""
        library, folder = self._library, file.path.parent
        if isinstance(file.value, Layout):
            return LintCase(file, None, (), ())
        if isinstance(file.value, Ruleset):
            return LintCase(file, file, (), ())
        name = getattr(file.value, "ruleset", "")
        beside = self._read(folder / "ruleset.yaml") if (folder / "ruleset.yaml").is_file() else None
        own = bool(beside and isinstance(beside.value, Ruleset) and beside.value.id == name)
        near = [self._read(one) for one in sorted(folder.glob("*.yaml")) if one.name != "ruleset.yaml"]
        there = {one.path.stem for one in near}
        further = [library.as_written(name, one, ArmyList) for one in library.list_ids(name) if one not in there]
        lists = tuple(
            one
            for one in (*near, *further)
            if one and one.path != file.path and isinstance(one.value, ArmyList) and one.value.ruleset == name
        )
        rules = beside if own else library.as_written(name, "ruleset", Ruleset)
        return LintCase(file, rules, lists, tuple(library.ruleset_ids()), self._reference(file, name))

    def _reference(self, file: DataFile[Any], name: str) -> Reference | None:
        """The reference tables that a feature's file of a ruleset is read with: those beside it, or the library's."""
        if not any(one.of_ruleset and isinstance(file.value, load(one.model)) for one in files().values()):
            return None
        path = file.path.parent / "reference.yaml"
        found = self._read(path) if path.is_file() else self._library.reference(name)
        return found.value if found and isinstance(found.value, Reference) else None


def _load(path: Path, library: Library) -> DataFile[Any]:
    """A file as what it says it is. What no rule of ours looks at has no value here: nothing more is looked at."""
    text = read_text(path)
    if isinstance(text, Problem):
        return DataFile(path, None, (finding_of(text),))
    document = parse(text)
    problems, sort = list(document.problems), sort_of(document.data)
    value = None
    if (found := _bare(text, sort, library)) is not None:
        return DataFile(path, None, found, document)
    if not text.strip():
        problems.append(Problem((), "the file is empty", "Begin it with orbat: 1 or ruleset: 1.", "SRC005"))
    elif not sort and not problems:
        says = f"this is no file of orbat's: at its head there may be {listed(f'{one}: 1' for one in _HEADS)}"
        problems.append(Problem((), says, "Begin it with one of them.", "SRC005"))
    if (kind := _kind(sort)) and not problems:
        try:
            value = fit(kind, document.data)
        except Unfit:
            from orbat.sources.diagnose import why_unfit

            problems += why_unfit(kind, document.data)
    problems += document.remarks
    return DataFile(path, value, tuple(finding_of(problem, document) for problem in problems), document)


def _kind(sort: Sort) -> type[Record] | None:
    """The record that a sort of file holds."""
    added = files().get(sort)
    return load(added.model) if added else KINDS.get(sort)


def _bare(text: str, sort: Sort, library: Library) -> tuple[Finding, ...] | None:
    """What is found in a file whose reader says all there is to say of it; None for another."""
    if sort == "orbat" or (not sort and text.lstrip().startswith("{")):
        return read_orbat(text).findings
    if (added := files().get(sort)) and added.lint:
        found: tuple[Finding, ...] = load(added.lint)(text, library)
        return found
    return None


def _all(case: LintCase, document: Document) -> Iterable[Finding]:
    """Everything that the rules find, one finding for each code and place."""
    found: dict[tuple[str, tuple[str | int, ...]], Finding] = {}
    for rule in lint_rules():
        for finding in _run(rule, case, document):
            key = (finding.code, finding.path)
            found[key] = _joined(found[key], finding) if key in found else finding
    return found.values()


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda one: (one.line or 0, one.column or 0, one.code)))


def _run(rule: LintRule, case: LintCase, document: Document) -> list[Finding]:
    try:
        return [_finding(rule, fault, document) for fault in rule.check(case)]
    except Exception as error:  # whatever a rule of ours does wrong, the others must still run
        says = f"the rule {rule.code} failed ({type(error).__name__}); the others were checked"
        problem = Problem((), says, "Please report this with the file.", "INT001")
        return [replace(finding_of(problem, document), cites=("orbat",))]


def _finding(rule: LintRule, fault: Fault, document: Document) -> Finding:
    problem = Problem(fault.path, fault.says, fault.helps, rule.code, at_key=fault.at_key)
    return replace(finding_of(problem, document), severity=fault.severity or rule.severity)


def _joined(first: Finding, second: Finding) -> Finding:
    """Two faults of one rule at one place as one finding."""
    return replace(
        first,
        severity="error" if "error" in (first.severity, second.severity) else first.severity,
        facts={**first.facts, "what": f"{first.message}; {second.message}"},
    )
