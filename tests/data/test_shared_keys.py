"""Defaults and groups in army lists."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.oracle.shared_keys import written_out as oracle

from orbat.data.data_file import fit_document, load_data, parse_data
from orbat.data.library import Library
from orbat.data.linter import Linter
from orbat.data.schema import schema
from orbat.data.yaml_text import parse
from orbat.model.army_list import ArmyList, Entry
from orbat.model.dates import Date

HEAD = """\
army_list: 1
id: a
title: A
nation: a
ruleset: days_of_empire
version: 1
years: {}
sources: {GK: {title: G}, BK: {title: B}}
"""
SHORT = (
    HEAD
    + """\
defaults:
  house: true
  entries: {dates: {from: 1854, to: 1856, sources: [GK]}, sources: [GK], may: [skirmish]}
  service: {sources: [GK], from: 1854}
  limits: {severity: warning}
  regiments: {sources: [BK]}
entries:
- group: Line
  kind: infantry
  size: {min: 4, max: 8}
  limits: [{at_most: 9}]
  entries:
  - id: line
    name: Line
    size: {typical: 6}
    ratings: {allowed: [2], typical: 2, sources: [BK]}
    options: [{option: rifles, use: always}]
    regiments:
    - {from: 1854-05, parent: {division: 1st, brigade: Left}, regiments: [One, {name: Two, parent: {brigade: Right}}]}
    - {theatre: crimea, regiments: [{to: 1855, regiments: [Three, {name: Four, theatre: null, sources: []}]}]}
    - Five
  - id: light
    name: Light
    subtype: light
    size: {typical: 5, max: 6, cite: DOE 1}
    dates: {from: 1855, sources: [BK]}
    may: []
    limits: [{at_most: 2, severity: error}, {at_most: 3, sources: [BK]}]
- id: guns
  name: Guns
  kind: guns
  dates: null
  regiments: line
  sources: [BK]
limits:
- from: 1855
  limits:
  - {of: {kinds: [guns]}, at_most: 2}
  - {of: {kinds: [guns]}, at_most: 3, from: 1856, cite: DOE 1}
service: [Smith, {name: Brown, from: 1855, house: true}, {arm: cavalry, service: [Grey]}]
habits: [{sources: [GK], habits: [{what: battalions_per_brigade, number: 3}]}]
allies: [{from: 1854, allies: [{list: b}, {list: c}]}]
"""
)
LONG = (
    HEAD
    + """\
entries:
- id: line
  name: Line
  group: Line
  kind: infantry
  size: {min: 4, typical: 6, max: 8, house: true}
  limits: [{at_most: 9, severity: warning, house: true}]
  ratings: {allowed: [2], typical: 2, sources: [BK]}
  options: [{option: rifles, use: always, house: true}]
  dates: {from: 1854, to: 1856, sources: [GK]}
  may: [skirmish]
  sources: [GK]
  regiments:
  - {name: One, from: 1854-05, parent: {division: 1st, brigade: Left}, sources: [BK]}
  - {name: Two, from: 1854-05, parent: {division: 1st, brigade: Right}, sources: [BK]}
  - {name: Three, theatre: crimea, to: 1855, sources: [BK]}
  - {name: Four, to: 1855, sources: []}
  - {name: Five, sources: [BK]}
- id: light
  name: Light
  group: Line
  kind: infantry
  subtype: light
  size: {min: 4, typical: 5, max: 6, cite: DOE 1}
  dates: {from: 1855, to: 1856, sources: [BK]}
  may: []
  sources: [GK]
  limits:
  - {at_most: 2, severity: error, house: true}
  - {at_most: 3, severity: warning, sources: [BK]}
- id: guns
  name: Guns
  kind: guns
  may: [skirmish]
  sources: [BK]
  regiments:
  - {name: One, from: 1854-05, parent: {division: 1st, brigade: Left}, sources: [BK]}
  - {name: Two, from: 1854-05, parent: {division: 1st, brigade: Right}, sources: [BK]}
  - {name: Three, theatre: crimea, to: 1855, sources: [BK]}
  - {name: Four, to: 1855, sources: []}
  - {name: Five, sources: [BK]}
limits:
- {of: {kinds: [guns]}, at_most: 2, from: 1855, severity: warning, house: true}
- {of: {kinds: [guns]}, at_most: 3, from: 1856, severity: warning, cite: DOE 1}
service:
- {name: Smith, from: 1854, sources: [GK]}
- {name: Brown, from: 1855, house: true}
- {name: Grey, from: 1854, arm: cavalry, sources: [GK]}
habits: [{what: battalions_per_brigade, number: 3, sources: [GK]}]
allies: [{list: b, from: 1854}, {list: c, from: 1854}]
"""
)


def army_list(text: str) -> ArmyList:
    value, problems = fit_document(ArmyList, parse_data(text))
    assert value, problems
    return value


def entry(defaults: str, own: str = "") -> Entry:
    """The entry of a list with the defaults."""
    lists = HEAD + f"defaults: {{{defaults}}}\nentries: [{{id: foot, name: Foot, kind: infantry{own}}}]\n"
    return army_list(lists).entries[0]


def test_items_take_what_they_share() -> None:
    assert army_list(SHORT) == army_list(LONG)


def test_schema_accepts_lists_with_shared_keys() -> None:
    validator = Draft202012Validator(schema("army_list"))
    assert [error.message for error in validator.iter_errors(parse(SHORT).data)] == []
    for wrong in ("entries: [{name: Foot}]", "entries: [{kind: infantry}]", "entries: [], service: [{from: 1854}]"):
        assert not validator.is_valid(parse("{" + HEAD.rstrip().replace("\n", ", ") + ", " + wrong + "}").data)


def test_oracle_agrees() -> None:
    value, problems = fit_document(ArmyList, parse(SHORT))
    assert value is None
    assert problems
    assert oracle(parse(SHORT).data)["entries"] == oracle(parse(LONG).data)["entries"]


@pytest.mark.parametrize(
    ("defaults", "own", "dates"),
    [
        ("entries: {dates: {from: 1854, to: 1856}}", "", (Date(1854), Date(1856))),
        ("entries: {dates: {from: 1854, to: 1856}}", ", dates: {to: 1855}", (Date(1854), Date(1855))),
        ("entries: {dates: {from: 1854, to: 1856}}", ", dates: {to: null}", (Date(1854), None)),
        ("entries: {dates: {from: 1854, to: 1856}}", ", dates: null", (None, None)),
        ("", ", dates: {to: 1855}", (None, Date(1855))),
    ],
)
def test_dates_are_completed_key_by_key(defaults: str, own: str, dates: tuple[Date | None, Date | None]) -> None:
    found = entry(defaults, own).dates
    assert (found and found.from_, found and found.to) == dates


@pytest.mark.parametrize(
    ("own", "is_house"),
    [
        ("", True),
        (", sources: [GK]", False),
        (", cite: DOE 5", False),
        (", inferred: true", False),
        (", note: x", True),
    ],
)
def test_numbers_without_a_source_are_house_numbers(own: str, is_house: bool) -> None:
    size = entry("house: true", f", size: {{min: 1, typical: 2, max: 3{own}}}").size
    assert size.house == is_house
    assert not entry("house: false", f", size: {{min: 1, typical: 2, max: 3{own}}}").size.house


def findings(tmp_path: Path, text: str) -> list[tuple[str, int | None, str]]:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    return [(one.code, one.line, one.message) for one in Linter(Library(), {}).lint(path) if one.code != "LST009"]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("may: [skirmish]", "kynd: x", "  entries: {dates"),
        ("may: [skirmish]", "may: [Skirmish]", "  entries: {dates"),
        ("size: {min: 4, max: 8}", "size: {min: four, max: 8}", "  size: {min: 4"),
        ("{name: Four, theatre: null", "{name: Four, size: -1, theatre: null", "theatre: crimea"),
        ("parent: {brigade: Right}", "rateing: 3", "name: Two"),
        ("{of: {kinds: [guns]}, at_most: 3,", "{of: {kinds: [guns]}, at_most: x,", "at_most: 3, from: 1856"),
        ("theatre: crimea, regiments", "theatre: [3], regiments", "theatre: crimea"),
        ("{name: Brown, from", "{name: Brown, form", "name: Brown"),
    ],
)
def test_mistakes_are_shown_where_they_are_and_once(tmp_path: Path, old: str, new: str, line: str) -> None:
    found = findings(tmp_path, SHORT.replace(old, new, 1))
    place = next(number for number, one in enumerate(SHORT.split("\n"), 1) if line in one)
    assert [(code, at) for code, at, _ in found] == [("SRC004", place)]


def test_lint_findings_about_shared_keys_are_shown_once(tmp_path: Path) -> None:
    found = findings(tmp_path, SHORT.replace("may: [skirmish]", "theatre: mars"))
    unknown = [(line, message.count("mars is unknown")) for code, line, message in found if "mars" in message]
    assert unknown == [(11, 1)]


@pytest.mark.parametrize(
    "changed",
    [
        "defaults: 3",
        "defaults: [house]",
        "defaults: {house: yes}",
        "defaults: {entries: 3}",
        "defaults: {entries: [1]}",
        "defaults: {colour: red}",
        "entries: [{entries: 3}]",
        "entries: [{kind: a, entries: [3, null, [], {entries: []}, {entries: [{entries: {}}]}]}]",
        "service: [{service: [null, true, [x]]}]",
        "limits: [{limits: {limits: []}}]",
        "entries: [{id: a, name: A, kind: infantry, regiments: b}]",
        "entries: [{id: a, name: A, kind: infantry, regiments: a}]",
        "entries: {entries: []}",
    ],
)
def test_malformed_shared_keys_are_reported(tmp_path: Path, changed: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HEAD + ("" if "entries:" in changed[:8] else "entries: []\n") + changed + "\n", encoding="utf-8")
    file = load_data(path, ArmyList)
    assert file.value is None
    assert all(one.line and one.line >= 9 for one in file.findings)


@pytest.mark.parametrize(
    "text",
    [
        f"entries: []\nservice: [{{{', '.join(f'x{number}: 1' for number in range(900))}, service: [{'A, ' * 900}]}}]",
        f"defaults: {{entries: {{regiments: [{'A, ' * 900}]}}}}\nentries: [{'{}, ' * 900}]",
        f"entries: [{{id: a, regiments: [{'A, ' * 900}]}}, {'{regiments: a}, ' * 900}]",
    ],
    ids=["group", "defaults", "regiments of another entry"],
)
def test_small_files_do_not_become_huge_lists(text: str) -> None:
    document = parse_data(HEAD + text + "\n")
    assert document.data is None
    assert [one.code for one in document.problems] == ["SRC002"]


def test_a_list_of_usual_size_is_not_too_large() -> None:
    text = f"entries: [{{id: a, regiments: [{'A, ' * 400}]}}, {'{regiments: a}, ' * 400}]\n"
    assert parse_data(HEAD + text).problems == ()


@pytest.mark.parametrize(
    ("defaults", "own", "sources"),
    [
        ("entries: {dates: {from: 1854}}", ", sources: [GK]", ("GK",)),
        ("entries: {dates: {from: 1854}}", ", sources: [GK], dates: {to: 1855}", ("GK",)),
        ("entries: {dates: {from: 1854}}", ", sources: [GK], dates: {to: 1855, sources: [BK]}", ("BK",)),
        ("entries: {dates: {from: 1854}}", ", sources: [GK], dates: {to: 1855, sources: []}", ()),
        ("entries: {dates: {from: 1854}}", "", ()),
        ("entries: {dates: {from: 1854, sources: [BK]}}", ", sources: [GK]", ("BK",)),
        ("", ", sources: [GK], dates: {to: 1855}", ()),
    ],
)
def test_default_dates_have_the_source_of_the_entry(defaults: str, own: str, sources: tuple[str, ...]) -> None:
    dates = entry(defaults, own).dates
    assert dates
    assert dates.sources == sources
