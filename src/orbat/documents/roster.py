"""Read BattleScribe rosters, in XML (`.ros`, `.rosz`) or JSON, as rows of names, models and points.

A roster contains forces. A force contains selections, such as units, and a selection can contain further selections.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from orbat.data.problem import Problem, unreadable
from orbat.documents.line_collector import LineCollector
from orbat.list_reader.document_text import DocumentText
from orbat.model.points import decimal_text
from orbat.model.record import Value
from orbat.model.wording import phrase

MAX_SIZE = 3_000_000
"""Maximum size of a roster in XML, in characters."""
_MAX_DEPTH = 30
"""Maximum depth of selections within selections."""
_MAX_DETAILS = 12
"""Maximum number of parts of a unit that are named."""
_ROSTER = re.compile(r"\s*(?:<\?xml[^<>]*>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)?<roster[\s>]")
_POINTS = re.compile(r"\s*(?:pts?|points?|punkte|pkt)\b", re.IGNORECASE)
_LISTS = {"forces": "force", "selections": "selection", "costs": "cost", "costLimits": "costLimit"}
"""The lists that are read, and the name of their elements."""
_HEAD = ("Unit", "Models", "Details", "Points")

EMPTY = unreadable("is a BattleScribe roster without troops", "Save the list as text or CSV.")
_DAMAGED = unreadable("is a damaged BattleScribe roster", "Ask for a new copy.")


class Selection(Value):
    """A `selection` in a BattleScribe roster: a unit, a group of units, or a part of a unit."""

    name: str
    kind: str
    number: int
    """The quantity."""
    points: Decimal
    """The cost without the parts."""
    parts: tuple[Selection, ...] = ()

    @property
    def all_parts(self) -> Iterator[Selection]:
        """All selections inside this one, at any depth, in order."""
        for part in self.parts:
            yield part
            yield from part.all_parts

    @property
    def total(self) -> Decimal:
        """The cost of this selection and all selections inside it, in points."""
        return self.points + sum((part.points for part in self.all_parts), Decimal())

    @property
    def is_group(self) -> bool:
        """Whether this is a group of units, such as a brigade."""
        return any(part.kind == "unit" for part in self.parts)


def is_roster(text: str) -> bool:
    """Whether a text is a BattleScribe roster in XML."""
    return _ROSTER.match(text[:5_000]) is not None


def read_roster(text: str) -> DocumentText | Problem:
    """Read a BattleScribe roster in XML."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if len(text) > MAX_SIZE:
        message = phrase("is a BattleScribe roster larger than {megabytes} MB", megabytes=MAX_SIZE // 1_000_000)
        return unreadable(message, "Save the list as text or CSV.")
    try:
        root = fromstring(re.sub(r"\A\s*<\?xml[^<>]*>", "", text), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError):
        return _DAMAGED
    return roster_lines(_as_mapping(root, 0))


def roster_in_json(data: object) -> Mapping[str, Any] | None:
    """The BattleScribe roster in JSON data. None if there is no roster with forces."""
    roster = data.get("roster") if isinstance(data, dict) else None
    return roster if isinstance(roster, dict) and roster.get("forces") else None


def _as_mapping(element: Any, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = dict(element.attrib)
    for child in element if depth <= _MAX_DEPTH else ():
        name = _local_name(child)
        if name in _LISTS:
            found[name] = [_as_mapping(one, depth + 1) for one in child if _local_name(one) == _LISTS[name]]
    return found


def _local_name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def roster_lines(roster: Mapping[str, Any]) -> DocumentText | Problem:
    """Convert a roster to lines: name, game, limit and total, and a table for each force."""
    collector = _RosterCollector(_cost_name(roster))
    collector.add_text(_text(roster, "name"), heading=1)
    collector.add_text(_text(roster, "gameSystemName"))
    forces = _dictionaries(roster.get("forces"))
    for catalogue in dict.fromkeys(_text(force, "catalogueName") for force in forces):
        collector.add_text(catalogue)
    if limit := collector.points_in(roster.get("costLimits")):
        collector.add_text(f"Points limit: {decimal_text(limit)}")
    for force in forces:
        collector.add_text(_text(force, "name"), heading=2)
        collector.add_selections(collector.selections_in(force, 0))
    if not collector.has_troops:
        return EMPTY
    if total := collector.points_in(roster.get("costs")):
        collector.add_text(f"Total: {decimal_text(total)} points")
    return collector.lines.result(EMPTY)


def _cost_name(roster: Mapping[str, Any]) -> str:
    names = [_text(cost, "name") for cost in _dictionaries(roster.get("costs"))]
    return next((name for name in names if _POINTS.match(name)), names[0] if names else "pts")


def _dictionaries(found: object) -> list[Mapping[str, Any]]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(found: Mapping[str, Any], key: str) -> str:
    value = found.get(key)
    return value if isinstance(value, str) else ""


def _number(value: object) -> Decimal:
    try:
        number = Decimal(str(value)[:20])
    except InvalidOperation:
        return Decimal()
    return number if number.is_finite() and abs(number) < 10**9 else Decimal()


class _RosterCollector:
    def __init__(self, cost_name: str) -> None:
        self.lines = LineCollector("BattleScribe roster")
        self.has_troops = False
        self._cost_name = cost_name
        self._number = 0
        self._has_head = False

    def points_in(self, costs: object) -> Decimal:
        return sum(
            (_number(cost.get("value")) for cost in _dictionaries(costs) if _text(cost, "name") == self._cost_name),
            Decimal(),
        )

    def selections_in(self, found: Mapping[str, Any], depth: int) -> tuple[Selection, ...]:
        if depth == _MAX_DEPTH:
            self.lines.warn(phrase("parts nested more than {depth} levels deep are not read", depth=_MAX_DEPTH))
            return ()
        return tuple(
            Selection(
                _text(one, "name"),
                _text(one, "type"),
                max(1, int(_number(one.get("number", 1)))),
                self.points_in(one.get("costs")),
                self.selections_in(one, depth + 1),
            )
            for one in _dictionaries(found.get("selections"))
        )

    def add_text(self, text: str, *, heading: int = 0, indent: int = 0) -> None:
        if text.strip():
            self._number += 1
            self.lines.add_line(text, self._number, heading=heading, indent=indent)
            self._has_head = False

    def add_selections(self, selections: Iterable[Selection], depth: int = 0) -> None:
        for one in selections:
            if one.is_group:
                points = f" {decimal_text(one.points)} points" if one.points else ""
                self.add_text(f"{one.name}{points}", heading=min(3 + depth, 6))
                self.add_selections(one.parts, depth + 1)
            elif not one.total and not _models(one):
                self.add_text(", ".join((one.name, *_details(one))))
            else:
                self._add_unit(one)

    def _add_unit(self, unit: Selection) -> None:
        self.has_troops = True
        if not self._has_head:
            self._add_row(_HEAD)
            self._has_head = True
        name = f"{unit.number} x {unit.name}" if unit.number > 1 and unit.kind != "model" else unit.name
        models = _models(unit)
        points = decimal_text(unit.total)
        self._add_row((name, str(models) if models else "", ", ".join(_details(unit)), points))

    def _add_row(self, cells: tuple[str, ...]) -> None:
        self._number += 1
        self.lines.add_row(cells, self._number)


def _models(unit: Selection) -> int:
    if unit.kind == "model":
        return unit.number if unit.number > 1 else 0
    return sum(part.number for part in unit.all_parts if part.kind == "model")


def _details(unit: Selection) -> list[str]:
    details = [
        part.name if part.kind == "model" or part.number == 1 else f"{part.number} x {part.name}"
        for part in unit.all_parts
        if part.name
    ]
    return list(dict.fromkeys(details))[:_MAX_DETAILS]
