"""The layout of army lists: which parts are written as lines, and which in braces."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.data.shared_keys import LISTS
from orbat.data.yaml_layout import WIDTH, Map, Node, Seq, Text, flat, flow_lines, text_lines

_IN_LINES = LISTS | {"theatres", "flags", "options", "own_formations"}
"""Keys of lists with one item on each line."""
_BLOCK_TEXT = (": |", ": |-", ": >-")
"""The ends of lines after which a text follows in lines."""
_SECTIONS = LISTS | {"sources", "defaults", "own_formations", "flags"}
"""Keys at the top of a list with an empty line above."""


def written(tree: Map) -> str:
    """An army list as text."""
    lines: list[str] = []
    for key, value in tree.pairs.items():
        if lines and key in _SECTIONS:
            lines.append("")
        lines += _pair(key, value, 0)
    lines += tree.above
    return "\n".join(lines) + "\n"


def _pair(key: str, value: Node, indent: int) -> list[str]:
    pad = " " * indent
    above = [f"{pad}{one}".rstrip() for one in value.above]
    lines = _value(key, value, indent)
    return [*above, *_with_comment(lines, value.behind), *(f"{pad}{one}" for one in value.below)]


def _with_comment(lines: list[str], comment: str) -> list[str]:
    if not comment:
        return lines
    if lines[0].endswith(_BLOCK_TEXT):  # YAML would lose the comment at the next reading
        indent = len(lines[0]) - len(lines[0].lstrip())
        return [f"{' ' * indent}{comment}", *lines]
    return [f"{lines[0]}  {comment}", *lines[1:]]


def _value(key: str, value: Node, indent: int) -> list[str]:
    pad = " " * indent
    if isinstance(value, Text):
        return text_lines(key, value, indent)
    if isinstance(value, Seq) and key in _IN_LINES and value.items:
        if key not in ("entries", "service") and (short := _short_list(key, value, indent)):
            return short
        return [f"{pad}{key}:", *_items(key, value, indent)]
    if isinstance(value, Map) and value.pairs and (key in ("sources", "defaults") or _has_inner_comments(value)):
        return [f"{pad}{key}:", *(line for name, one in value.pairs.items() for line in _pair(name, one, indent + 2))]
    if isinstance(value, Seq) and any(one.has_comments for one in value.items):
        return [f"{pad}{key}:", *_items(key, value, indent)]
    return flow_lines(value, f"{pad}{key}: ", indent + 2)


def _short_list(key: str, value: Seq, indent: int) -> list[str]:
    if any(one.has_comments for one in value.items):
        return []
    if all(isinstance(one, Text) for one in value.items):
        return flow_lines(value, f"{' ' * indent}{key}: ", indent + 2)
    line = f"{' ' * indent}{key}: {flat(value)}"
    return [line] if len(value.items) == 1 and len(line) <= WIDTH else []


def _items(key: str, value: Seq, indent: int) -> Iterator[str]:
    pad = " " * indent
    for number, item in enumerate(value.items):
        if key == "entries" and number:
            yield ""
        yield from (f"{pad}{one}".rstrip() for one in item.above)
        yield from _with_comment(item_lines(key, item, indent), item.behind)
        yield from (f"{pad}{one}" for one in item.below)


def item_lines(key: str, item: Node, indent: int) -> list[str]:
    """The lines of one item of a list, without its comments."""
    pad = " " * indent
    if isinstance(item, Map) and item.pairs and (key == "entries" or _is_long(key, item) or _has_inner_comments(item)):
        lines = [line for name, one in item.pairs.items() for line in _pair(name, one, indent + 2)]
        first = next(number for number, line in enumerate(lines) if line and not line.lstrip().startswith("#"))
        lines[first] = f"{pad}- {lines[first][indent + 2 :]}"
        return [*((pad + line.strip()).rstrip() for line in lines[:first]), *lines[first:]]
    return flow_lines(item, f"{pad}- ", indent + 3)


def _has_inner_comments(item: Map) -> bool:
    return any(one.has_comments for one in item.pairs.values())


def _is_long(key: str, item: Map) -> bool:
    # a group with other items than names
    inner = item.pairs.get(key)
    return isinstance(inner, Seq) and not all(isinstance(one, Text) for one in inner.items)
