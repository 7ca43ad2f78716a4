"""A YAML text as a tree with comments, and the layout in which orbat writes army lists."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import yaml

from orbat.data.yaml_text import parse_scalar

WIDTH = 120
"""The greatest length of a line."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FLOW_SIGNS = frozenset(",[]{}")
_FIRST_SIGNS = frozenset("&*!|>%@`\"'#,[]{}?:- ")
"""Signs with which a text without quotes does not begin."""
_NUMBER_SIGN = re.compile(r"(?:^|\s)#")


class Node:
    """A value with the comments above it, behind it and below it. In `above`, the text "" means an empty line."""

    def __init__(self) -> None:
        self.above: list[str] = []
        self.behind = ""
        self.below: list[str] = []

    @property
    def has_comments(self) -> bool:
        """Whether this value, or a value inside it, has a comment."""
        return bool(self.above or self.behind or self.below)

    @property
    def comments(self) -> list[str]:
        """All comments, in order."""
        return [*self.above, *([self.behind] if self.behind else []), *self.below]

    def take_comments(self, other: Node) -> None:
        """Take over the comments of another value."""
        self.above, self.behind, self.below = other.above, other.behind, other.below


class Text(Node):
    """A scalar. `quoted` texts are never numbers or truth values."""

    def __init__(self, value: str, *, quoted: bool = False) -> None:
        super().__init__()
        self.value = value
        self.quoted = quoted

    @property
    def key(self) -> Any:
        return self.value if self.quoted else parse_scalar(self.value)


class Seq(Node):
    """A list."""

    def __init__(self, items: list[Node]) -> None:
        super().__init__()
        self.items = items

    @property
    def has_comments(self) -> bool:
        """Whether this list, or a value inside it, has a comment."""
        return super().has_comments or any(one.has_comments for one in self.items)

    @property
    def key(self) -> Any:
        return tuple(data_of(one) for one in self.items)


class Map(Node):
    """A mapping."""

    def __init__(self, pairs: dict[str, Node]) -> None:
        super().__init__()
        self.pairs = pairs

    @property
    def has_comments(self) -> bool:
        """Whether this mapping, or a value inside it, has a comment."""
        return super().has_comments or any(one.has_comments for one in self.pairs.values())

    @property
    def key(self) -> Any:
        return tuple((name, data_of(one)) for name, one in self.pairs.items())


def data_of(node: Node | None) -> Any:
    """A value that is equal for nodes with the same content."""
    if isinstance(node, Map):
        return ("map", frozenset((name, data_of(one)) for name, one in node.pairs.items()))
    if isinstance(node, Seq):
        return ("list", tuple(map(data_of, node.items)))
    return ("text", type(node.key).__name__, node.key) if isinstance(node, Text) else None


def copy_of(node: Node) -> Node:
    """A copy without comments."""
    if isinstance(node, Text):
        return Text(node.value, quoted=node.quoted)
    if isinstance(node, Seq):
        return Seq([copy_of(one) for one in node.items])
    assert isinstance(node, Map)
    return Map({key: copy_of(one) for key, one in node.pairs.items()})


# Reading.


def read_tree(text: str) -> Map | None:
    """Read a YAML mapping with its comments. Returns None for other YAML, and for YAML with aliases (`*name`)."""
    root = yaml.compose(text, Loader=_LOADER)
    if not isinstance(root, yaml.MappingNode) or _has_alias(text):
        return None
    position = _positions(text)
    anchors: list[tuple[int, Node]] = []

    def convert(raw: Any, *, inside_flow: bool) -> Node:
        flow = inside_flow or bool(getattr(raw, "flow_style", False))
        if isinstance(raw, yaml.ScalarNode):
            return Text(raw.value, quoted=bool(raw.style))
        if isinstance(raw, yaml.SequenceNode):
            return Seq([add(one, one, flow) for one in raw.value])
        return Map({key.value: add(key, value, flow) for key, value in raw.value})

    def add(start: Any, raw: Any, flow: bool) -> Node:
        place = len(anchors)
        node = convert(raw, inside_flow=flow)
        if not flow:  # comments inside brackets belong to what contains the brackets
            anchors.insert(place, (position(start.start_mark), node))
        return node

    tree = convert(root, inside_flow=False)
    assert isinstance(tree, Map)
    _attach(text, _scalars(text), anchors, tree)
    return tree


def _positions(text: str) -> Callable[[Any], int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return lambda mark: starts[int(mark.line)] + int(mark.column)


def _has_alias(text: str) -> bool:
    return any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=_LOADER))


def _scalars(text: str) -> list[tuple[int, int]]:
    position = _positions(text)
    found = (event for event in yaml.parse(text, Loader=_LOADER) if isinstance(event, yaml.ScalarEvent))
    return [(position(event.start_mark), position(event.end_mark)) for event in found]


def comments_in(text: str) -> list[str]:
    """The comments of a YAML text."""
    return [comment for _, comment in _comments(text, _scalars(text))]


def _comments(text: str, scalars: list[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    number, position = 0, 0
    for line in text.split("\n"):
        end = position + len(line)
        for found in _NUMBER_SIGN.finditer(line):
            sign = position + found.end() - 1
            while number < len(scalars) and scalars[number][1] <= sign:
                number += 1
            if number == len(scalars) or scalars[number][0] > sign:
                yield sign, text[sign:end].rstrip()
                break
        position = end + 1


def _attach(text: str, scalars: list[tuple[int, int]], anchors: list[tuple[int, Node]], tree: Map) -> None:
    starts = [at for at, _ in anchors]
    brackets = list(_brackets(text, scalars))
    last: tuple[Node | None, int] = (None, 0)
    for sign, comment in _comments(text, scalars):
        number = bisect_right(starts, sign)
        before, after = (
            anchors[number - 1][1] if number else None,
            anchors[number][1] if number < len(anchors) else None,
        )
        place = bisect_right(brackets, (sign, 0)) - 1
        is_inside = place >= 0 and brackets[place][1] > 0
        column = sign - text.rfind("\n", 0, sign) - 1
        is_alone = not text[sign - column : sign].strip()
        if is_alone and not is_inside:
            indent = _indent(text, starts[number]) if after else 0
            if column > indent and number:  # at the end of what is above
                near = reversed(anchors[max(0, number - _NEAR) : number])
                same = (one for at, one in near if _indent(text, at) <= column)
                next(same, anchors[number - 1][1]).below.append(comment)
                continue
            node = after or tree
            if node is last[0] and "\n\n" in text[last[1] : sign].replace(" ", ""):
                node.above.append("")
            node.above.append(comment)
            last = (node, sign)
        elif before is not None and not before.behind and not is_inside:
            before.behind = comment
        else:
            (before or tree).above.append(comment)


def _indent(text: str, position: int) -> int:
    line = text[text.rfind("\n", 0, position) + 1 : position + 1]
    return len(line) - len(line.lstrip(" "))


_NEAR = 200
"""The number of values above a comment that are searched for one with the same indent."""
_BRACKET = re.compile(r"#[^\n]*|[\[\]{}]")


def _brackets(text: str, scalars: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the position of each bracket, and how many brackets are then open. Skips scalars and comments."""
    depth, position = 0, 0
    for start, end in [*scalars, (len(text), len(text))]:
        for found in _BRACKET.finditer(text, position, max(start, position)):
            if found[0][0] != "#":
                depth += 1 if found[0] in "[{" else -1
                yield found.start(), depth
        position = max(position, end)


# Writing.


class _Piece:
    def __init__(self, text: str, parts: Callable[[], list[_Piece]] | None = None) -> None:
        self.text = text
        self.parts = parts


def _scalar(node: Text, *, flow: bool) -> str:
    value = node.value
    if node.quoted and not isinstance(parse_scalar(value), str):
        return json.dumps(value, ensure_ascii=False)
    if not value and not node.quoted:
        return "null"
    is_plain = (
        bool(value)
        and (value[0] not in _FIRST_SIGNS or (value[0] in "-?:" and value[1:2] not in ("", " ") and not flow))
        and value == " ".join(value.split())
        and ": " not in value
        and not value.endswith(":")
        and not _NUMBER_SIGN.search(value)
        and value.isprintable()
        and not (flow and not _FLOW_SIGNS.isdisjoint(value))
    )
    # a number, such as -1, is the same in each place
    return value if is_plain or (not node.quoted and not isinstance(parse_scalar(value), str)) else _quoted(value)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _pieces(node: Node, before: str = "", after: str = "") -> list[_Piece]:
    if isinstance(node, Text):
        text = _scalar(node, flow=True)
        if " " not in text or text != " ".join(text.split()):
            return [_Piece(before + text + after)]
        if _NUMBER_SIGN.search(text) and text[0] != '"':
            text = _quoted(node.value)
        words = text.split(" ")
        words[0], words[-1] = before + words[0], words[-1] + after
        return [_Piece(word) for word in words]
    if isinstance(node, Map):
        inner, signs = [(f"{_key(name)}: ", one) for name, one in node.pairs.items()], "{}"
    else:
        assert isinstance(node, Seq)
        inner, signs = [("", one) for one in node.items], "[]"
    if not inner:
        return [_Piece(before + signs + after)]
    starts = [before + signs[0], *[""] * (len(inner) - 1)]
    ends = [*[","] * (len(inner) - 1), signs[1] + after]
    return [
        _Piece(start + name + flat(one) + end, partial(_pieces, one, start + name, end))
        for (name, one), start, end in zip(inner, starts, ends, strict=True)
    ]


def _key(name: str) -> str:
    return _scalar(Text(name, quoted=True), flow=True)


def flat(node: Node) -> str:
    """A value on one line, in brackets or braces."""
    if isinstance(node, Text):
        return _scalar(node, flow=True)
    return " ".join(piece.text for piece in _pieces(node))


def flow_lines(node: Node, first: str, indent: int) -> list[str]:
    """The lines of a value in brackets or braces. The first line begins with `first`, the others with the indent."""
    lines: list[str] = [first]
    _fill(_pieces(node), lines, " " * indent, is_first=True)
    return lines


def _fill(pieces: list[_Piece], lines: list[str], indent: str, *, is_first: bool) -> None:
    for piece in pieces:
        glue = "" if is_first else " "
        is_first = False
        if len(lines[-1]) + len(glue) + len(piece.text) <= WIDTH:
            lines[-1] += glue + piece.text
            continue
        if glue:  # a long part begins on a line of its own
            lines.append(indent)
        parts = piece.parts() if piece.parts else []
        if len(lines[-1]) + len(piece.text) <= WIDTH or len(parts) < 2:
            lines[-1] += piece.text
        else:
            _fill(parts, lines, indent, is_first=True)


def text_lines(key: str, node: Text, indent: int) -> list[str]:
    """The lines of a key with a text. A long text is folded."""
    pad = " " * indent
    line = f"{pad}{key}: {_scalar(node, flow=False)}"
    value = node.value
    if "\n" in value:
        body = value.rstrip("\n")
        ends = len(value) - len(body)
        if (
            body
            and not body.startswith((" ", "\n"))
            and ends < 2
            and all(one.isprintable() for one in body.split("\n"))
        ):
            return [f"{pad}{key}: {'|' if ends else '|-'}", *(f"{pad}  {one}".rstrip() for one in body.split("\n"))]
        return [line]
    if len(line) <= WIDTH or value != " ".join(value.split()):
        return [line]
    lines = [""]
    for word in value.split(" "):
        if lines[-1] and indent + 2 + len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return [f"{pad}{key}: >-", *(f"{pad}  {one}" for one in lines)]
