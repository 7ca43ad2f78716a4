"""An ORBAT as a scenario of ORBAT Mapper, a web application for maps and charts of units.

The scenario has version 2.0.0 of the file format, as declared in `src/types/scenarioModels.ts` of
https://github.com/orbat-mapper/orbat-mapper; newer versions of ORBAT Mapper read it too. Symbols are codes of APP-6D
with 20 digits (SIDC). Each code contains the version (10), the context (0, reality), the identity (3, friend), the
symbol set (10, land units), the status (0, present), the headquarters (0, no), the echelon (2 digits), the arm
(6 digits) and two modifiers (2 digits each).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from orbat.model.dates import Date
from orbat.model.edits import at
from orbat.model.kinds import Symbol
from orbat.model.orbat import Formation
from orbat.model.path import OrbatPath
from orbat.model.wording import phrase
from orbat.report.chart import ChartNode, chart
from orbat.report.check_code import check_code
from orbat.report.report import Report

_VERSION = "2.0.0"
_FRIEND = "3"
_UNSPECIFIED = "00"
_NO_ARM = "0000000000"
_LIGHT, _HEAVY = "19", "15"
"""The second modifier."""

ARM_CODES: Mapping[Symbol, tuple[str, str]] = {
    "infantry": ("16", "1211000000"),
    "light_infantry": ("16", f"12110000{_LIGHT}"),
    "rifles": ("16", f"12110000{_LIGHT}"),
    "light_cavalry": ("17", f"12130000{_LIGHT}"),
    "heavy_cavalry": ("17", f"12130000{_HEAVY}"),
    "foot_artillery": ("15", "1303000000"),
    "horse_artillery": ("15", "1303000000"),
    "siege_artillery": ("15", f"13030000{_HEAVY}"),
    "engineers": ("15", "1407000000"),
    "staff": (_UNSPECIFIED, _NO_ARM),
    "works": (_UNSPECIFIED, _NO_ARM),
}
"""For each arm, the echelon of a unit (16 battalion, 17 regiment, 15 battery), and the arm with its modifiers."""

_ECHELONS: Mapping[str, str] = {"army": "23", "corps": "22", "division": "21", "brigade": "18", "regiment": "17"}
"""The echelons of formations, by the id of the level."""


def orbat_mapper(report: Report) -> str:
    """The report's ORBAT as JSON for ORBAT Mapper, without units that stay at home. The report must have a price."""
    army = chart(report)
    assert report.orbat is not None
    assert army is not None
    code = check_code(report.orbat)
    group = {
        "id": f"{code}-group",
        "name": report.title,
        "description": _description(army),
        "subUnits": [_unit(one, report, code) for one in army.children],
    }
    name = report.army_list or report.title
    side = {"id": f"{code}-side", "name": name, "standardIdentity": _FRIEND, "groups": [group]}
    scenario = {
        "type": "ORBAT-mapper",
        "id": code,
        "version": _VERSION,
        "name": report.title,
        "description": phrase("{verdict}. {subtitle}.", verdict=report.verdict, subtitle=report.subtitle),
        **({"startTime": _start(report.orbat.date)} if report.orbat.date else {}),
        "symbologyStandard": "app6",
        "sides": [side],
        "events": [],
        "layers": [],
        "mapLayers": [],
    }
    return json.dumps(scenario, ensure_ascii=False, indent=2) + "\n"


def _start(date: Date) -> str:
    return f"{date.year}-{date.month or 1:02}-01T12:00:00Z"


def _unit(node: ChartNode, report: Report, code: str) -> dict[str, Any]:
    return {
        "id": "-".join((code, *map(str, node.path or ("independent",)))),
        "name": node.name,
        "sidc": _sidc(node, _level(report, node.path)),
        "description": _description(node),
        "subUnits": [_unit(one, report, code) for one in node.children],
    }


def _level(report: Report, path: OrbatPath) -> str:
    record = at(report.orbat, path) if report.orbat and path else None
    return record.level if isinstance(record, Formation) else ""


def _sidc(node: ChartNode, level: str) -> str:
    symbols = Counter(_symbols(node)).most_common(1)
    echelon, arm = ARM_CODES[symbols[0][0]] if symbols else (_UNSPECIFIED, _NO_ARM)
    if node.sort == "formation":
        echelon = _ECHELONS.get(level, _UNSPECIFIED)
    return f"100{_FRIEND}1000{echelon}{arm}"


def _symbols(node: ChartNode) -> Iterator[Symbol]:
    if node.sort == "unit" and node.symbol:
        yield node.symbol
    for one in node.children:
        yield from _symbols(one)


def _description(node: ChartNode) -> str:
    points = phrase("{points} points", points=node.points) if node.points else ""
    return "; ".join(part for part in (node.names, node.strength, points, node.reserve) if part)
