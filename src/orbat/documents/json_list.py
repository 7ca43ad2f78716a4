"""Read army lists in the JSON of other programs, as headings and tables.

A list of JSON objects becomes a table with the keys of the objects as column heads. An object that contains lists
becomes a heading above the tables. A file is refused if no
object has both a name and points.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from orbat.data.problem import Problem, unreadable
from orbat.data.yaml_text import MAX_BYTES, parse
from orbat.documents.column_merge import with_one_size_column
from orbat.documents.line_collector import LineCollector
from orbat.documents.roster import roster_in_json, roster_lines
from orbat.list_reader.document_text import LEVEL_INDENT, DocumentText
from orbat.model.points import decimal_text
from orbat.model.record import Value
from orbat.model.wording import phrase

_NAMES = ("name", "title", "label", "unit", "regiment", "designation", "nom", "bezeichnung", "nombre", "nome")
_COUNTS = frozenset(("count", "number", "quantity", "qty", "amount", "anzahl", "nombre", "num"))
_POINTS = re.compile(r"points?|pts|cost|price|value|total|punkte|kosten|preis|prix|cout|punti|puntos", re.IGNORECASE)
_IGNORED = re.compile(r"(?:_.*|\$.*|.*(?<![a-z])id|.*Id|uuid|guid|sidc|version|colou?r|icon|image|url|link)\Z")
"""Keys whose values are for programs."""
_MAY_BE_JSON = re.compile(r"\ufeff?\s*(?:\{\s*\"|\[\s*\{)")
_OUR_KEYS = frozenset(("orbat", "formations", "army_list"))
_GENERAL_KEYS = frozenset(
    (
        *("units", "items", "entries", "list", "lists", "army", "armies", "forces", "sides", "groups", "subunits"),
        *("children", "members", "rows", "data", "selections", "troops", "roster", "formations", "orbat"),
    )
)
"""Keys of lists that do not say what the objects in the list are."""
_NOT_A_LIST = "Save the list as text or CSV, or make an ORBAT that begins with `orbat: 1`."


def is_foreign_json(text: str) -> bool:
    """Whether a text is valid JSON of another program."""
    if not _MAY_BE_JSON.match(text) or len(text) > MAX_BYTES:
        return False
    data = parse(text).data
    if isinstance(data, list):
        return any(isinstance(one, dict) for one in data)
    # JSON with some of orbat's own keys may be a damaged ORBAT.
    if not isinstance(data, dict) or _OUR_KEYS & data.keys():
        return False
    units = data.get("units")
    if isinstance(units, list):
        return not any(isinstance(unit, dict) and "entry" in unit for unit in units) and _has_name(units)
    return "units" not in data


def _has_name(things: Sequence[object]) -> bool:
    return any(isinstance(thing, dict) and any(key.casefold() in _NAMES for key in thing) for thing in things)


def read_json_list(text: str) -> DocumentText | Problem:
    """Read an army list in the JSON of another program.

    Returns a Problem if the list has no troops with points.
    """
    data = parse(text).data
    if roster := roster_in_json(data):
        return roster_lines(roster)
    collector = _JsonCollector()
    collector.add(data if isinstance(data, dict) else {"items": data})
    if collector.named and collector.priced:
        return collector.lines.result(unreadable("is a JSON file without text", _NOT_A_LIST))
    kind = data.get("type") if isinstance(data, dict) else None
    if isinstance(kind, str) and kind.strip():
        return unreadable(
            phrase("is a JSON file of the type {type}, without troops and points", type=kind), _NOT_A_LIST
        )
    return unreadable("is a JSON file of another program, without troops and points", _NOT_A_LIST)


class _Thing(Value):
    """A JSON object, divided into its simple values (as texts, by key) and its lists."""

    texts: Mapping[str, str]
    lists: tuple[tuple[str, Sequence[Any]], ...] = ()

    @property
    def name(self) -> str:
        return next((text for key, text in self.texts.items() if key.casefold() in _NAMES), "")

    @property
    def sentence(self) -> str:
        others = (f"{key} {text}" for key, text in self.texts.items() if text != self.name)
        return ", ".join(filter(None, (self.name, *others)))


class _JsonCollector:
    def __init__(self) -> None:
        self.lines = LineCollector("JSON")
        self.named = False
        """Whether an object with a name was found."""
        self.priced = False
        """Whether an object with a name and points was found."""
        self._number = 0

    def add(self, data: Mapping[str, Any]) -> None:
        thing = _thing(data)
        for key, text in thing.texts.items():
            # programs add correctly, so a number of points above the sum of the things is the agreed size
            above = _POINTS.fullmatch(key) and text.isdecimal() and int(text) > _sum_of(data, key) > 0
            self._line(f"{key} limit: {text}" if above else f"{key}: {text}", 0)
        for key, things in thing.lists:
            self._add_list(key, things, 0)

    def _add_list(self, key: str, items: Sequence[Any], depth: int) -> None:
        things = [_thing(item) for item in items if isinstance(item, dict)]
        self.named = self.named or any(thing.name for thing in things)
        self.priced = self.priced or any(map(_has_points, things))
        kind = "" if key.casefold() in _GENERAL_KEYS else key
        if not any(thing.lists for thing in things):
            self._table(kind, things)
            return
        for thing in things:
            self._line(", ".join(filter(None, (thing.sentence, kind if not thing.lists else ""))), depth, heading=True)
            for inner, inside in thing.lists:
                self._add_list(inner, inside, depth + 1)

    def _table(self, kind: str, things: Sequence[_Thing]) -> None:
        heads = list(dict.fromkeys(key for thing in things for key in thing.texts))
        if not heads:
            return
        self._number += 1
        self.lines.add_line("", self._number)
        first = ("type",) if kind and "type" not in heads else ()
        rows = [(*((kind,) * len(first)), *(thing.texts.get(head, "") for head in heads)) for thing in things]
        for row in with_one_size_column((*first, *heads), rows):
            self._row(row)

    def _line(self, text: str, depth: int, *, heading: bool = False) -> None:
        if text.strip():
            self._number += 1
            level = min(depth + 1, 6) if heading else 0
            self.lines.add_line(text, self._number, indent=LEVEL_INDENT * depth, heading=level)

    def _row(self, cells: Sequence[str]) -> None:
        self._number += 1
        self.lines.add_row(cells, self._number)


def _sum_of(data: Mapping[str, Any], key: str) -> Decimal:
    total = Decimal()
    waiting: list[Any] = [value for value in data.values() if isinstance(value, dict | list)]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, dict):
            value = thing.get(key)
            total += value if isinstance(value, int | Decimal) else 0
        waiting += thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ()
    return total


def _has_points(thing: _Thing) -> bool:
    return bool(thing.name) and any(
        _POINTS.search(key) and any(map(str.isdigit, text)) for key, text in thing.texts.items()
    )


def _thing(item: Mapping[str, Any]) -> _Thing:
    texts: dict[str, str] = {}
    lists: list[tuple[str, Sequence[Any]]] = []
    for key, value in item.items():
        if _IGNORED.match(key) or value is None:
            continue
        if isinstance(value, dict):
            inner = _thing(value)
            texts |= {name: text for name, text in inner.texts.items() if name not in texts}
            lists += inner.lists
        elif isinstance(value, list):
            if (text := _details(value)) is None:
                lists.append((key, value))
            elif text:
                texts[key] = text
        else:
            texts[key] = _text(value)
    return _Thing(texts, tuple(lists))


def _details(values: Sequence[Any]) -> str | None:
    parts: list[str] = []
    for value in values:
        if not isinstance(value, dict | list):
            parts.append(_text(value))
            continue
        kept = {key: one for key, one in value.items() if not _IGNORED.match(key)} if isinstance(value, dict) else {}
        names = [_text(one) for key, one in kept.items() if key.casefold() in _NAMES and isinstance(one, str)]
        counts = [_text(one) for key, one in kept.items() if key.casefold() in _COUNTS and not isinstance(one, str)]
        if not kept or len(names) != 1 or len(counts) != 1 or len(kept) != 2:
            return None
        parts.append(f"{counts[0]} {names[0]}")
    return ", ".join(filter(None, parts))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return decimal_text(value)
    return str(value) if isinstance(value, str | int) else ""
