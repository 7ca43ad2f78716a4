"""Writes an ORBAT as YAML or JSON, and keeps comments and order in the author's YAML."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from orbat.model.fields import Field, data_of, fields_by_key, json_of
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.points import decimal_text
from orbat.model.record import Record
from orbat.model.text import is_placeholder_key

_UNSAFE = r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
"""Characters that must be escaped. YAML could not read them back otherwise."""


def orbat_data(orbat: Orbat) -> dict[str, Any]:
    """The ORBAT as plain data, in file order. Default values are omitted."""
    data: dict[str, Any] = data_of(orbat)
    return data


def json_text(orbat: Orbat) -> str:
    """The ORBAT as JSON. Decimals are written exactly."""
    text = json_of(orbat_data(orbat), indent=2)
    return re.sub(_UNSAFE, lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


_SAFE_UNQUOTED = re.compile(r"[^\W_][^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*\Z")
"""Text that needs no quotes, or that ruamel quotes correctly. Other text is put in double quotes by this module."""

_BLOCK_RECORDS = (Orbat, Formation)
"""Record types written with a line for each key. Units and commanders are written on one line instead."""

RecordType = type[Record] | None
"""The record type of some data. None for data that is not a record."""

Parser = Callable[[str], Any]
"""Function that parses a YAML text to plain data. It returns None if the text cannot be parsed."""


def _yaml() -> YAML:
    yaml = YAML(typ="rt")
    yaml.width = 100_000  # a unit stays on one line
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.preserve_quotes = True
    yaml.allow_unicode = True

    def decimal(representer: Any, value: Decimal) -> Any:
        return representer.represent_scalar("tag:yaml.org,2002:float", f"{value:f}")

    yaml.representer.add_representer(Decimal, decimal)
    return yaml


def yaml_text(orbat: Orbat, *, original: str = "", parse: Parser | None = None) -> str:
    """The YAML of an ORBAT.

    `original` is the author's text. Where it agrees with the ORBAT, it stays unchanged. `parse` is orbat's YAML reader,
    which checks the result.
    """
    # If the changed text does not give the ORBAT, orbat writes new YAML. Unusual characters can make even new YAML
    # wrong. The result is then JSON, which is also valid YAML.
    data = orbat_data(orbat)
    if original and parse is not None:
        if _normalized(parse(original), Orbat) == _normalized(data, Orbat):
            return original
        merged = _merged(original, data, parse)
        if merged is not None and _normalized(parse(merged), Orbat) == _normalized(data, Orbat):
            return merged
    fresh = _dump(_styled(data, Orbat))
    if parse is not None and _normalized(parse(fresh), Orbat) != _normalized(data, Orbat):
        return json_text(orbat)
    return fresh


def _merged(original: str, data: dict[str, Any], parse: Parser) -> str | None:
    old = parse(original)
    try:
        tree = _yaml().load(original)
    except (YAMLError, ValueError):
        return None
    if not isinstance(tree, CommentedMap) or not isinstance(old, dict):
        return None
    _merge_map(tree, old, data, Orbat)
    return _dump(tree)


def _dump(tree: Any) -> str:
    stream = io.StringIO()
    _yaml().dump(tree, stream)
    return stream.getvalue()


def _part_type(kind: RecordType, key: str) -> RecordType:
    field = _field(kind, key)
    return field.part if field else None


def _field(kind: RecordType, key: str) -> Field | None:
    return fields_by_key(kind).get(key) if kind else None


def _merge_map(tree: CommentedMap, old: dict[str, Any], new: dict[str, Any], kind: type[Record]) -> None:
    if not tree and kind not in _BLOCK_RECORDS:
        tree.fa.set_flow_style()
    written = {_text_of(key): key for key in tree}
    for key, value in old.items():
        if key in written and key not in new and not _is_default(_field(kind, key), value):
            del tree[written[key]]
    for key, value in new.items():
        field = _field(kind, key)
        part = field.part if field else None
        if key not in written:
            tree.insert(_position(tree, key, tuple(fields_by_key(kind))), _styled_key(key), _styled(value, part))
        elif old.get(key) == value or (field and _same_meaning(old.get(key), value)):
            continue
        elif part and isinstance(value, dict) and isinstance(tree[key], CommentedMap):
            _merge_map(tree[key], old[key], value, part)
        elif part in (Formation, Unit) and isinstance(value, list) and isinstance(tree[key], CommentedSeq):
            _merge_list(tree[key], old[key], value, part)
        else:
            tree[written[key]] = _styled(value, part)


def _text_of(key: Any) -> str:
    # ruamel reads an unquoted 1854 as a number, and an unquoted true as a Boolean
    return str(key).lower() if isinstance(key, bool) else str(key)


def _is_default(field: Field | None, value: Any) -> bool:
    if field is None:  # an unknown key or a remark
        return False
    if value is None:
        return True
    usual = data_of(field.default)
    return bool(value == usual) and isinstance(value, bool) == isinstance(usual, bool)  # 0 is equal to False


def _position(tree: CommentedMap, key: str, order: tuple[str, ...]) -> int:
    # the new key goes after the last present key that usually comes before it
    if key not in order:
        return len(tree)
    before = order[: order.index(key)]
    places = [number for number, present in enumerate(tree) if present in before]
    return places[-1] + 1 if places else 0


def _merge_list(tree: CommentedSeq, old: list[Any], new: list[Any], kind: type[Record]) -> None:
    nodes = []
    origins = _origins(old, new)
    for item, origin in zip(new, origins, strict=True):
        if origin is None:
            nodes.append(_styled(item, kind))
            continue
        node = tree[origin]
        if old[origin] != item and isinstance(node, CommentedMap):
            _merge_map(node, old[origin], item, kind)
        nodes.append(node)
    if origins != list(range(len(old))):
        comments = dict(tree.ca.items)
        tree[:] = nodes
        tree.ca.items.clear()
        for position, origin in enumerate(origins):
            if origin in comments:
                tree.ca.items[position] = comments[origin]


def _origins(old: list[Any], new: list[Any]) -> list[int | None]:
    """For each new item, the index of the matching old item, or None."""
    found: list[int | None] = [None] * len(new)
    free = set(range(len(old)))
    for matches in (_equal, _same_troops, _same_name):
        for place, item in enumerate(new):
            if found[place] is None:
                found[place] = next((n for n in sorted(free) if matches(old[n], item)), None)
                free.discard(-1 if found[place] is None else int(found[place] or 0))
    for place, item in enumerate(new):
        if found[place] is None and place in free and _same_type(old[place], item):
            found[place] = place
            free.discard(place)
    return found


def _equal(old: Any, new: Any) -> bool:
    return bool(old == new)


def _same_type(old: Any, new: Any) -> bool:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return False
    return all(str(old.get(key, "")) == str(new.get(key, "")) for key in ("entry", "level"))


def _same_troops(old: Any, new: Any) -> bool:
    if not _same_type(old, new) or not (old.get("numbered") is True and new.get("numbered") is True):
        return False
    return bool(_troops(old) == _troops(new) != [])


def _troops(formation: dict[str, Any]) -> list[Any]:
    units, inner = formation.get("units") or [], formation.get("formations") or []
    named = [(str(one.get("name", "")), str(one.get("entry", ""))) for one in units if isinstance(one, dict)]
    return [*named, *(_troops(one) for one in inner if isinstance(one, dict))]


def _same_name(old: Any, new: Any) -> bool:
    return _same_type(old, new) and str(old.get("name", "")) == str(new.get("name", ""))


def _same_meaning(old: Any, new: Any) -> bool:
    if isinstance(new, str) and isinstance(old, int | Decimal) and not isinstance(old, bool):
        # the name 95 is the name "95"
        return str(old) == new
    return bool(old == new)


def _styled(value: Any, kind: RecordType) -> Any:
    if isinstance(value, list):
        items = CommentedSeq(_styled(item, kind) for item in value)
        if kind not in (Formation, Unit):
            items.fa.set_flow_style()
        return items
    if isinstance(value, str):
        return value if _SAFE_UNQUOTED.match(value) else DoubleQuotedScalarString(value)
    if not isinstance(value, dict):
        return value
    node = CommentedMap((_styled_key(key), _styled(inner, _part_type(kind, key))) for key, inner in value.items())
    if kind not in _BLOCK_RECORDS:
        node.fa.set_flow_style()
    return node


def _styled_key(key: str) -> str:
    return DoubleQuotedScalarString(key) if re.search(_UNSAFE, key) else key


def _normalized(data: Any, kind: type[Record]) -> Any:
    if not isinstance(data, dict):
        return data
    kept = {}
    for key, value in data.items():
        field = _field(kind, key)
        if _is_default(field, value) or (field is None and is_placeholder_key(key)):
            continue
        if field is None or field.part is None:
            kept[key] = _scalar_text(value, field) if field else value
        elif isinstance(value, list):
            kept[key] = [_normalized(item, field.part) for item in value]
        else:
            kept[key] = _normalized(value, field.part)
    return kept


def _scalar_text(value: Any, field: Field) -> Any:
    if isinstance(value, dict | list | bool) or value is None:
        return value
    if isinstance(value, Decimal) and field.is_number:
        return decimal_text(value)
    # 95 and "95" are the same name
    return str(value)
