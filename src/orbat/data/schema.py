"""JSON Schemas of orbat's files, with which an editor can complete, explain and check keys."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, get_args, get_type_hints

from orbat.data.descriptions import description_of
from orbat.data.diagnose import adapter
from orbat.data.shared_keys import LIST_OF
from orbat.model.army_list import ArmyList
from orbat.model.event import Event
from orbat.model.orbat import Orbat
from orbat.model.raising import Proportions
from orbat.model.reference import Reference
from orbat.model.rulebook import Rulebook
from orbat.model.ruleset import Ruleset
from orbat.model.sheet import Layout
from orbat.registry import files, load

Schema = dict[str, Any]

KINDS: dict[str, tuple[type, str]] = {
    "orbat": (Orbat, "orbat: an order of battle"),
    "ruleset": (Ruleset, "orbat: a ruleset"),
    "army_list": (ArmyList, "orbat: an army list"),
    "reference": (Reference, "orbat: the quick-reference tables of a ruleset"),
    "rulebook": (Rulebook, "orbat: the sentences of a rulebook"),
    "sheet": (Layout, "orbat: the layout of a printed sheet"),
    "raising": (Proportions, "orbat: the proportions of generated armies"),
    "event": (Event, "orbat: an event, such as a tournament"),
    **{name: (load(one.model), one.title) for name, one in files().items()},
}
"""The model and title of each schema."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DROPPED = ("title", "default")
_REMARKS: Schema = {"^x-": {"description": "Your own remark; it is saved and not checked."}}


def schema_texts() -> dict[str, str]:
    """The texts of all schema files, by file name."""
    return {f"{name}.schema.json": schema_text(name) for name in KINDS}


def schema_text(name: str) -> str:
    """The text of one schema file."""
    return json.dumps(schema(name), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def schema(name: str) -> Schema:
    """The schema of a kind of file. `name` is a key of `KINDS`."""
    kind, title = KINDS[name]
    raw = adapter(kind).json_schema()
    records: dict[str, Schema] = raw.pop("$defs", {})
    if "$ref" in raw:
        raw = records[kind.__name__]
    descriptions: dict[str, str] = {}
    _docstrings(kind, descriptions)
    found = _record(kind.__name__, raw, descriptions)
    if name in found["properties"]:
        found["required"] = sorted({*found["required"], name})
    definitions = {key: _record(key, record, descriptions) for key, record in records.items() if key != kind.__name__}
    if kind is ArmyList:
        _allow_shared_keys(found, definitions)
    head = {"$schema": _DIALECT, "$id": f"urn:orbat:schema:{name}:1", "title": title}
    return {**head, **found, "$defs": definitions}


_SHARING = {
    "Entry": ("id", "name"),
    "Limit": (),
    "Habit": ("what",),
    "Ally": ("list",),
    "Service": ("name",),
    "Regiment": ("name",),
}
"""The records that may share keys, with the keys that each must have itself."""
_PARTS = ("Ratings", "SizeRange", "NamedSizes")
"""Records inside entries that shared keys may complete."""


def _allow_shared_keys(army_list: Schema, definitions: dict[str, Schema]) -> None:
    # An item may take required keys from its group or the defaults. What is then still missing, only orbat can tell.
    for name in (*_SHARING, *_PARTS):
        definitions[name]["required"] = []
    for name, own in _SHARING.items():
        key = LIST_OF[name]
        holder = army_list if key in army_list["properties"] else definitions["Entry"]
        items = holder["properties"][key]["items"]
        record = next(one for one in items.get("anyOf", [items]) if "$ref" in one)
        record["anyOf"] = [{"required": list(own)}, {"required": [key]}]
        group = {"type": ["array", "null"], "items": items, "description": description_of("Group", key)}
        definitions[name]["properties"].setdefault(key, group)
        definitions["ListDefaults"]["properties"][key] |= {"anyOf": [{"$ref": f"#/$defs/{name}"}, {"type": "null"}]}
        definitions["ListDefaults"]["properties"][key].pop("type")
    definitions["Entry"]["properties"]["regiments"]["type"].append("string")
    limits = definitions["Entry"]["properties"]["limits"]
    limits["items"] = army_list["properties"]["limits"]["items"]


def _record(name: str, raw: Schema, descriptions: dict[str, str]) -> Schema:
    required = set(raw.get("required", ()))
    properties = {}
    for key, inner in raw["properties"].items():
        if key == "extras":
            continue
        value = _plain(inner)
        described = value if key in required else _nullable(value)
        properties[key] = {**described, "description": description_of(name, key)}
    return {
        "type": "object",
        "description": descriptions[name],
        "properties": properties,
        "required": sorted(required),
        "additionalProperties": False,
        "patternProperties": _REMARKS,
    }


def _docstrings(kind: Any, descriptions: dict[str, str]) -> None:
    if not dataclasses.is_dataclass(kind):
        for inner in get_args(kind):
            _docstrings(inner, descriptions)
    elif isinstance(kind, type) and kind.__name__ not in descriptions:
        paragraphs = (kind.__doc__ or "").split("\n\n")
        descriptions[kind.__name__] = "\n\n".join(" ".join(one.split()) for one in paragraphs)
        for hint in get_type_hints(kind, include_extras=True).values():
            _docstrings(hint, descriptions)


def _plain(raw: Any) -> Any:
    if isinstance(raw, list):
        return [_plain(inner) for inner in raw]
    if not isinstance(raw, dict):
        return raw
    plain = {key: _plain(value) for key, value in raw.items() if key not in _DROPPED}
    if "const" in plain:
        plain.pop("enum", None)
    for key in ("anyOf", "allOf"):
        several = [inner for inner in plain.get(key, ()) if inner != {"type": "null"}]
        if len(several) == 1:
            del plain[key]
            plain = {**several[0], **plain}
        elif several:
            plain[key] = several
    if isinstance(plain.get("additionalProperties"), dict):
        plain["patternProperties"] = _REMARKS
    return plain


def _nullable(value: Schema) -> Schema:
    if "anyOf" in value:
        return {**value, "anyOf": [*value["anyOf"], {"type": "null"}]}
    if "$ref" in value or "type" not in value:
        return {"anyOf": [value, {"type": "null"}]}
    types = value["type"] if isinstance(value["type"], list) else [value["type"]]
    wider = {**value, "type": [*types, "null"]}
    if "enum" in value:
        wider["enum"] = [*value["enum"], None]
    return wider
