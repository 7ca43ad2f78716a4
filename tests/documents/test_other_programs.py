"""Lists of other programs: BattleScribe rosters and foreign JSON become rows, or the format is named in one message."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]
Refused = Callable[..., str]


def _selection(name: str, kind: str, number: int, points: str, parts: str = "") -> str:
    return (
        f'<selection name="{name}" type="{kind}" number="{number}"><selections>{parts}</selections>'
        f'<costs><cost name="PL" value="3"/><cost name=" pts" value="{points}"/></costs></selection>'
    )


def _roster(selections: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<roster name="Left wing" gameSystemName="Example rules" '
        'xmlns="http://www.battlescribe.net/schema/rosterSchema"><costs><cost name="PL" value="6"/>'
        '<cost name=" pts" value="113.5"/></costs><costLimits><costLimit name=" pts" value="200.0"/></costLimits>'
        f'<forces><force name="Wing" catalogueName="Reds"><selections>{selections}</selections></force></forces>'
        "</roster>"
    )


_UNITS = (
    _selection("Leader", "model", 1, "25.0")
    + _selection(
        "Alpha Foot",
        "unit",
        1,
        "8.5",
        _selection("Base, trained", "model", 12, "40.0", _selection("Rifle", "upgrade", 12, "0")),
    )
    + _selection("Beta Battery", "unit", 2, "40.0", _selection("Rockets", "upgrade", 1, "0.0"))
)
_ROWS = [
    ("Left wing",),
    ("Example rules",),
    ("Reds",),
    ("Points limit: 200",),
    ("Wing",),
    ("Unit", "Models", "Details", "Points"),
    ("Leader", "", "", "25"),
    ("Alpha Foot", "12", "Base, trained, 12 x Rifle", "48.5"),
    ("2 x Beta Battery", "", "Rockets", "40"),
    ("Total: 113.5 points",),
]


def _rows(found: DocumentText) -> list[tuple[str, ...]]:
    return [line.cells or (line.text,) for line in found.lines if line.text]


@pytest.mark.parametrize("name", ["list.ros", "list.txt", "list.xml"])
def test_a_roster_becomes_rows_with_models_and_all_costs(read: Read, name: str) -> None:
    assert _rows(read(_roster(_UNITS), name)) == _ROWS


def test_a_packed_roster_is_read(read: Read) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("list.ros", _roster(_UNITS))
    assert _rows(read(file.getvalue(), "list.rosz")) == _ROWS


def test_units_within_a_selection_are_below_its_name(read: Read) -> None:
    brigade = _selection("Right brigade", "upgrade", 1, "30", _UNITS)
    found = read(_roster(brigade + _selection("Battle size", "upgrade", 1, "0")), "list.ros")
    assert _rows(found)[5:] == [("Right brigade 30 points",), *_ROWS[5:-1], ("Battle size",), _ROWS[-1]]


def test_a_roster_in_json_is_read_like_one_in_xml(read: Read) -> None:
    def selection(name: str, kind: str, number: int, points: float, *parts: Any) -> dict[str, Any]:
        costs = [{"name": "pts", "value": points}]
        return {"name": name, "type": kind, "number": number, "costs": costs, "selections": [*parts]}

    units = [selection("Alpha Foot", "unit", 1, 0, selection("Base", "model", 12, 48))]
    roster = {"name": "A", "costs": [{"name": "pts", "value": 48}], "forces": [{"name": "F", "selections": units}]}
    found = read(json.dumps({"roster": roster}), "list.json")
    assert _rows(found)[2:] == [
        ("Unit", "Models", "Details", "Points"),
        ("Alpha Foot", "12", "Base", "48"),
        ("Total: 48 points",),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (_roster(""), "the file is a BattleScribe roster without troops"),
        ("<roster><forces>", "the file is a damaged BattleScribe roster"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><roster>&b;</roster>', None),
        ('{"type": "Mapper", "sides": [{"name": "A"}]}', "without troops and points"),
        ('[{"x": 1}]', "the file is a JSON file of another program, without troops and points"),
    ],
)
def test_a_list_without_troops_is_refused_with_its_format(refused: Refused, text: str, message: str | None) -> None:
    if message is None:
        assert read_raw(text.encode(), "list.ros", Library())[0].orbat is None
    else:
        assert message in refused(text, "list.ros")


def test_json_lists_become_tables(read: Read) -> None:
    data = {
        "faction": "Reds",
        "limit": 200,
        "id": 7,
        "units": [
            {"name": "Alpha Foot", "stats": {"class": 2, "bases": 12}, "points": 48, "extras": ["rifles", "drums"]},
            {"name": "Beta Battery", "guns": 3, "points": 40.5, "crew": [{"name": "men", "count": 9}]},
        ],
        "leaders": [{"name": "A. Example", "points": 25, "uuid": "12"}],
    }
    assert _rows(read(json.dumps(data), "list.json")) == [
        ("faction: Reds",),
        ("limit: 200",),
        ("name", "class", "bases", "points", "extras", "crew"),
        ("Alpha Foot", "2", "12", "48", "rifles, drums"),
        ("Beta Battery", "", "3 guns", "40.5", "", "9 men"),
        ("type", "name", "points"),
        ("leaders", "A. Example", "25"),
    ]


@pytest.mark.parametrize(
    ("points", "line"),
    [(200, "points limit: 200"), (73, "points: 73"), (60, "points: 60"), ("200", "points limit: 200")],
)
def test_points_above_the_sum_are_a_limit(read: Read, points: object, line: str) -> None:
    units = [{"name": "Alpha Foot", "points": 48}, {"name": "Leader", "points": 25}]
    assert _rows(read(json.dumps({"points": points, "units": units}), "list.json"))[0] == (line,)


def test_nested_json_becomes_headings_and_tables(read: Read) -> None:
    wing = {"title": "Left wing", "leader": "Example", "units": [{"name": "Alpha Foot", "cost": 48}]}
    found = read(json.dumps([wing, {"title": "Right wing", "units": []}, {"title": "Train", "cost": 5}]), "list.json")
    assert [(line.text, line.heading) for line in found.lines if line.text] == [
        ("Left wing, leader Example", 1),
        ("name  cost", 0),
        ("Alpha Foot  48", 0),
        ("Right wing", 1),
        ("Train, cost 5", 1),
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"ruleset": "days_of_empire", "units": [{"entry": "x", "points": 4, "name": "A"}]}',
        '{"orbat": 1, "units": [{"name": "A", "points": 4}]}',
        '{"title": "A", "formations": []}',
    ],
)
def test_a_damaged_orbat_is_not_taken_for_another_format(text: str) -> None:
    (loaded,) = read_raw(text.encode(), "army.json", Library())
    assert not any("another program" in finding.message for finding in loaded.findings)
    assert loaded.document is not None


def test_deeply_nested_parts_are_limited(read: Read) -> None:
    deep = _selection("Gun", "model", 2, "3")
    for _ in range(200):
        deep = _selection("Part", "upgrade", 1, "0", deep)
    found = read(_roster(_selection("Alpha Foot", "unit", 1, "8", deep)), "list.ros")
    assert _rows(found)[6][0] == "Alpha Foot"
    assert found.warnings


def test_a_roster_of_a_hundred_thousand_levels_is_read_or_refused() -> None:
    deep = "<roster>" + "<forces><force>" * 50_000 + "</force></forces>" * 50_000 + "</roster>"
    assert read_raw(deep.encode(), "list.ros", Library())[0].orbat is None
