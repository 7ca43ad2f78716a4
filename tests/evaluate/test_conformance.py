"""The conformance cases of `tests/cases`: the findings of each rule, at its limit and just past it.

A file is named after its rule's code (or after the book whose examples it has) and has

- `cases`: each has a `name`, an `orbat`, and in `expect` the exact set of findings as `CODE @ path` (`CODE` alone for
  the whole army). A case may have `cite`, the passage of the rulebook; `army_list`, its own list; `ruleset`, changes to
  the shipped ruleset; `comes_to`, the points at some paths (`total` and `off_board` are the army's); and `reasons`, the
  reasons of prices at some paths;
- `common`: default keys of the ORBATs of all its cases;
- `ignore`: codes of notes and warnings that occur in every such small army and are not what the file tests.

About the findings of the file's code, a case also states

- `says`: the message;
- `fix`: the edits, such as `units[0].size = 4; units[0].rating = 3` or `remove formations[1]`. Without this key there
  is no fix;
- `help` and `cites`: each help text and each citation of the rule must be in at least one case;
- `severity`: only needed if it is not the rule's usual one;
- `doubt`: the topic of the verdict that the findings raise. Without this key there is none;
- `together`: the text of several findings as one group; each text for groups must be in at least one case.

`VERSION-OF-days_of_empire/russian` anywhere in a file is the version of that shipped list.

If there are several such findings, `says`, `fix`, `help` and `cites` have a list, in the order of `expect`. In the
list, the fix `none` is no fix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
from tests.evaluate.citations import wrong_citations

from orbat.data.fit import fit
from orbat.data.library import Library
from orbat.data.yaml_text import parse
from orbat.evaluate.catalogue import RULES
from orbat.evaluate.quote import Quote
from orbat.model import path as paths
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.edits import Edit, Insert, Remove, Set, at
from orbat.model.fields import data_of
from orbat.model.finding import Finding
from orbat.model.orbat import Commander, Orbat
from orbat.model.points import exact
from orbat.model.ruleset import Ruleset
from orbat.pipeline import Evaluator, apply_fix
from orbat.report.finding_groups import FindingGroup, grouped

FOLDER = Path(__file__).resolve().parent.parent / "cases"
LISTS = FOLDER.parent.parent / "army_lists"
FILE_KEYS = {"cases", "common", "ignore"}
CASE_KEYS = {
    "name", "cite", "orbat", "army_list", "ruleset", "expect", "severity", "says", "help", "cites", "fix", "doubt",
    "together", "comes_to", "reasons",
}  # fmt: skip
USUAL = {rule.code: rule.severity for rule in RULES}
BLANK_LIST = {
    "army_list": 1, "id": "tiny", "title": "Tiny", "nation": "tiny", "ruleset": "days_of_empire", "version": "1",
    "years": {},
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Case:
    """One case, with the common keys of its file. Several tests share its findings."""

    file: str
    data: dict[str, Any]
    common: dict[str, Any]
    ignore: frozenset[str]

    @cached_property
    def orbat(self) -> Orbat:
        return fit(Orbat, {"orbat": 1, "ruleset": "days_of_empire", **self.common, **self.data["orbat"]})

    @property
    def expected(self) -> list[str]:
        """The places of the expected findings."""
        return list(self.data.get("expect", []))

    def stated(self, key: str) -> list[Any]:
        """What the case states under a key about each of its findings of the file's code."""
        stated = self.data.get(key)
        several = sum(place.startswith(self.file) for place in self.expected) > 1
        return stated if several and stated is not None else [stated]

    def own_findings(self, library: Library) -> list[Finding]:
        """The findings of the file's code, in the order of `expect`."""
        found = [one for one in examined(self, library)[1] if one.code == self.file]
        return sorted(found, key=lambda one: self.expected.index(_place(one)))

    def book(self, library: Library) -> Book:
        """The shipped data that the ORBAT names, with the changes of the case."""
        lists = {}
        if own := self.data.get("army_list"):
            army_list = fit(ArmyList, {**BLANK_LIST, **own})
            lists[army_list.id] = army_list
        book, missing = library.book(self.orbat)
        assert book is not None
        assert len(missing) == len(lists), "the case names a list that there is not"
        ruleset = book.ruleset
        if changes := self.data.get("ruleset"):
            file = library.ruleset(book.ruleset.id)
            assert file
            assert file.document
            ruleset = fit(Ruleset, _merged(file.document.data, changes))
        return Book(ruleset, {**book.lists, **lists})


@cache
def examined(case: Case, library: Library) -> tuple[Quote, tuple[Finding, ...]]:
    """The quote and findings of a case."""
    quote, found = Evaluator().examine(case.orbat, case.book(library))
    return quote, tuple(found)


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    return new


_VERSION = re.compile(r"VERSION-OF-([\w/]+)")


@cache
def _version_of(army_list: str) -> str:
    text = (LISTS / f"{army_list}.yaml").read_text(encoding="utf-8")
    found = re.search(r'^version: "?([\d.]+)', text, re.M)
    assert found
    return found[1]


def _files() -> dict[str, dict[str, Any]]:
    read = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        document = parse(_VERSION.sub(lambda found: _version_of(found[1]), path.read_text(encoding="utf-8")))
        assert not document.problems, f"{path.name}: {document.problems}"
        read[path.stem] = document.data
    return read


FILES = _files()
ALL = [
    Case(stem, case, file.get("common", {}), frozenset(file.get("ignore", ())))
    for stem, file in FILES.items()
    for case in file["cases"]
]


def _codes(case: Case) -> set[str]:
    return {place.partition(" ")[0] for place in case.expected}


each_case = pytest.mark.parametrize("case", ALL, ids=[f"{case.file}: {case.data['name']}" for case in ALL])


def _place(finding: Finding) -> str:
    return f"{finding.code} @ {paths.show(finding.path)}" if finding.path else finding.code


@each_case
def test_case_has_exactly_the_expected_findings(case: Case, library: Library) -> None:
    """The expected findings and no others, each with its severity, and no internal errors."""
    _, found = examined(case, library)
    assert "INT001" not in {finding.code for finding in found}
    assert sorted(_place(one) for one in found if one.code not in case.ignore) == sorted(case.expected)
    for finding in found:
        own = finding.code == case.file and "severity" in case.data
        if finding.code not in case.ignore and (own or finding.code != "ARM003"):
            assert finding.severity == (case.data["severity"] if own else USUAL[finding.code]), _place(finding)


@pytest.mark.parametrize(
    "case",
    [case for case in ALL if case.file in _codes(case)],
    ids=lambda case: f"{case.file}: {case.data['name']}",
)
def test_findings_of_the_rule_have_the_expected_facts_and_fix(case: Case, library: Library) -> None:
    """The message with all its facts, the fix and the topic; help, citations and group if the case states them."""
    found = case.own_findings(library)
    assert {finding.doubt for finding in found} == {case.data.get("doubt")}
    assert [finding.message for finding in found] == case.stated("says")
    fixes = case.stated("fix") if "fix" in case.data else [NO_FIX] * len(found)
    assert [_edits_data(finding.fix) for finding in found] == [_read_edits(fix) for fix in fixes]
    if "help" in case.data:
        assert [finding.help for finding in found] == case.stated("help")
    if "cites" in case.data:
        assert [list(finding.cites) for finding in found] == case.stated("cites")
    if "together" in case.data:
        assert [group.text for group in grouped(found)] == [case.data["together"]]


NO_FIX = "none"


def _edits_data(edits: tuple[Edit, ...]) -> dict[str, Any]:
    """The new value at each path that the edits set or insert, and `REMOVED` at each that they remove."""
    data = {}
    for edit in edits:
        match edit:
            case Set(path, field, value):
                data[paths.show((*path, field))] = data_of(value)
            case Remove(path):
                data[paths.show(path)] = REMOVED
            case Insert(path, position, item):
                data[paths.show((*path, position))] = data_of(item)
    return data


REMOVED = object()


def _read_edits(text: str) -> dict[str, Any]:
    """The same, from the text of a case."""
    data: dict[str, Any] = {}
    for edit in text.split("; ") if text != NO_FIX else ():
        if path := edit.removeprefix("remove ") if edit.startswith("remove ") else "":
            data[path] = REMOVED
        else:
            path, value = edit.split(" = ", 1)
            data[path] = parse(f"value: {value}").data["value"]
    return data


PARTS: dict[str, Callable[[Finding], Any]] = {
    "help": lambda one: one.help_template,
    "cites": lambda one: one.cites,
    "together": lambda one: one.group,
}


@pytest.mark.parametrize("code", [rule.code for rule in RULES])
def test_each_text_of_a_rule_is_in_a_case(code: str, library: Library) -> None:
    """Of the cases with one help text, one set of citations or one text for groups, at least one states it."""
    for key, part in PARTS.items():
        found = [(case, part(one)) for case in ALL if case.file == code for one in case.own_findings(library)]
        missing = {one for _, one in found} - {one for case, one in found if key in case.data} - {None}
        assert not missing, f"no case states the {key} {missing}"


@pytest.mark.parametrize(
    "case", [case for case in ALL if case.data.keys() & {"comes_to", "reasons"}], ids=lambda case: case.data["name"]
)
def test_case_has_the_expected_points(case: Case, library: Library) -> None:
    """The quote has the expected sums and reasons."""
    quote, _ = examined(case, library)
    lines: dict[str, Any] = {paths.show(line.path): line for line in quote.all_units}
    lines |= {paths.show(line.path): line for line in quote.all_formations}
    lines |= {paths.show(line.path): line for line in quote.all_commanders}
    sums = {place: line.points for place, line in lines.items()}
    sums |= {"total": quote.total, "off_board": quote.off_board}
    wanted = case.data.get("comes_to", {})
    assert {place: sums[place] for place in wanted} == {place: exact(points) for place, points in wanted.items()}
    for place, words in case.data.get("reasons", {}).items():
        assert (lines[place].sum if place.split(".")[-1].startswith("units") else lines[place]).reason == words


@pytest.mark.parametrize("code", [rule.code for rule in RULES])
def test_every_rule_has_a_silent_and_a_triggering_case(code: str) -> None:
    """Every limit is tested from both sides."""
    assert code in FILES, f"there is no {code}.yaml"
    triggers = [_codes(case) for case in ALL if case.file == code]
    assert any(code in codes for codes in triggers), "no case triggers the rule"
    assert any(not codes for codes in triggers), "no case is silent"


@pytest.mark.parametrize("stem", FILES)
def test_case_files_are_valid(stem: str) -> None:
    """No misspelt keys, and no two cases with the same name."""
    file = FILES[stem]
    assert stem in USUAL or stem.islower(), "the file is named after no rule"
    assert file.keys() <= FILE_KEYS
    assert stem not in file.get("ignore", ())
    assert all(USUAL[code] != "error" or code == "ARM003" for code in file.get("ignore", ()))
    names = [case["name"] for case in file["cases"]]
    assert len(names) == len(set(names)), "a name is used twice"
    for case in file["cases"]:
        assert case.keys() <= CASE_KEYS, case["name"]
        assert {"name", "orbat"} <= case.keys()
        expected = case.get("expect", [])
        assert len(expected) == len(set(expected)), case["name"]
        for place in expected:
            assert place.partition(" ")[0] in USUAL, place
            assert re.fullmatch(r"[A-Z]{3}\d{3}( @ \S+)?", place), place
        own = sum(place.startswith(stem) for place in expected)
        for key in case.keys() & {"severity", "says", "help", "cites", "fix", "doubt", "together"}:
            assert own, f"{case['name']}: {key} without a finding"
            assert own == 1 or key in ("severity", "doubt", "together") or len(case[key]) == own, (
                f"{case['name']}: {key}"
            )
        assert stem in USUAL or "cite" in case, case["name"]


@each_case
def test_findings_are_complete_and_their_fixes_work(case: Case, library: Library) -> None:
    """One test for the three checks below, since there are many cases."""
    check_texts_and_places(case, library)
    check_fixes(case, library)
    # A finding cites the settings that `orbat explain` shows, or the army list.
    assert not [*wrong_citations(case.book(library), examined(case, library)[1])]


def check_fixes(case: Case, library: Library) -> None:
    """Every fix clears its finding and adds none, except that a new general is not diced yet."""
    orbat = case.orbat
    _, found = examined(case, library)
    for finding in found:
        if not finding.fix:
            continue
        book = case.book(library)
        _, left = Evaluator().examine(apply_fix(orbat, finding, book), book)
        taken = [_taken_out(orbat, edit) for edit in finding.fix]
        others = {(one.code, _after_removals(one.path, taken)) for one in found if one is not finding}
        undiced = {("STF001", general) for edit in finding.fix for general in _to_be_diced(edit)}
        assert {(one.code, one.path) for one in left} <= others | undiced, _place(finding)


def _to_be_diced(edit: Edit) -> Iterator[paths.OrbatPath]:
    """The general that an edit adds, or that is no longer the player."""
    match edit:
        case Set(path, "commander", Commander()):
            yield (*path, "commander")
        case Set(path, "player", False):
            yield path


def _taken_out(orbat: Orbat, edit: Edit) -> paths.OrbatPath:
    """The path of the formation, unit or option that an edit removes, or () if it removes nothing."""
    if isinstance(edit, Remove):
        return edit.path
    if isinstance(edit, Set) and edit.field == "options":
        old = at(orbat, edit.path).options
        for number in range(len(old)):
            if edit.value == (*old[:number], *old[number + 1 :]) and number == _last_like(old, number):
                return (*edit.path, "options", number)
    return ()


def _last_like(options: tuple[str, ...], number: int) -> int:
    """The position of the last repetition of an option, since the last one is removed."""
    while number + 1 < len(options) and options[number + 1] == options[number]:
        number += 1
    return number


def _after_removals(path: paths.OrbatPath, taken: list[paths.OrbatPath]) -> paths.OrbatPath:
    """The path of an item after the removal of earlier siblings."""
    for removed in taken:
        last = len(removed) - 1
        if removed and len(path) > last and path[:last] == removed[:last]:
            step, position = path[last], removed[last]
            if isinstance(step, int) and isinstance(position, int) and step > position:
                path = (*path[:last], step - 1, *path[last + 1 :])
    return path


FOREIGN = re.compile(
    r"[{}<>]|\b(None|True|False|Fraction|Decimal|tuple|dict|mappingproxy|object|Traceback|self|lambda)\b"
    r"|\(\)|\[\]|\w+Error\b|  |(?<!\.)\.\.(?!\.)|\. \.|;;| ,| \.(?!\w)"
)


def _texts(finding: Finding) -> Iterator[str]:
    yield finding.message
    yield FindingGroup((finding, finding)).text
    yield finding.help
    yield from finding.cites


def check_texts_and_places(case: Case, library: Library) -> None:
    """Every finding has a message, a place in the ORBAT, citations and a help. No template is unfilled."""
    orbat = case.orbat
    for finding in examined(case, library)[1]:
        assert finding.cites, _place(finding)
        for text in _texts(finding):
            assert text.strip() == text != "", _place(finding)
            assert not (found := FOREIGN.search(text)), f"{found} in {text!r}"
        assert finding.help.endswith("."), finding.help
        assert finding.help[0].isupper()
        assert ". " not in finding.help, "the help is one sentence"
        try:
            at(orbat, finding.path)
        except LookupError:
            assert at(orbat, finding.path[:-1]) is not None
        assert paths.read(paths.show(finding.path)) == finding.path
