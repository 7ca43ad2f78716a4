"""Converts older army lists: names of regiments and commanders become records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import yaml

from orbat.data.data_file import fit_document
from orbat.data.file_kinds import file_kind
from orbat.data.yaml_text import parse
from orbat.model.army_list import ArmyList
from orbat.model.record import Value

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FLOW_SIGNS = frozenset(",[]{}")
"""Signs that end a text without quotes inside brackets and braces."""
_UNUSUAL_BREAKS = "\x85\u2028\u2029"


class _Edit(Value):
    start: int
    end: int
    text: str


def upgraded(text: str) -> str:
    """Convert the regiments and commanders of an army list to the current format.

    - A plain name of a regiment becomes `{name: ...}`.
    - The names in `commanders` move to `service`.
    - The key `commander` in `service` becomes `name`.

    Faulty army lists, and lists that cannot be converted safely, are returned unchanged.
    """
    document = parse(text)
    if file_kind(document.data) != "army_list" or any(sign in text for sign in _UNUSUAL_BREAKS):
        return text
    old, _ = fit_document(ArmyList, document)
    if old is None:
        return text
    named = _apply(text, _Upgrade(text).records())
    merged = _apply(named, _Upgrade(named).commanders())
    for result in (merged, named):
        new, _ = fit_document(ArmyList, parse(result))
        if new is not None and _is_same(old, new):
            return result
    return text


def _is_same(old: ArmyList, new: ArmyList) -> bool:
    # Only the converted parts of the text change, so comments and the layout of the rest stay.
    return (
        old.entries == new.entries
        and old.commander_names == new.commander_names
        and all(records == old.service_by_name.get(name, records) for name, records in new.service_by_name.items())
    )


def _apply(text: str, edits: Iterable[_Edit]) -> str:
    for edit in sorted({one.start: one for one in edits}.values(), key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


class _Upgrade:
    def __init__(self, text: str) -> None:
        self.text = text
        self.root: Any = yaml.compose(text, Loader=_LOADER)
        self.starts = [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def at(self, mark: Any) -> int:
        return self.starts[int(mark.line)] + int(mark.column)

    def slice(self, node: Any) -> str:
        return self.text[self.at(node.start_mark) : self.at(node.end_mark)]

    # Plain names and old keys become records, each in its place.

    def records(self) -> Iterator[_Edit]:
        for entry in _items(_value(self.root, "entries")):
            key, names = _pair(entry, "regiments")
            if names is None:
                continue
            if names.flow_style and not entry.flow_style and "#" not in self.slice(names):
                yield self._as_lines(key, names)
            else:
                yield from self._in_place(names)
        for record in _items(_value(self.root, "service")):
            if isinstance(record, yaml.ScalarNode):
                yield _Edit(self.at(record.start_mark), self.at(record.end_mark), self._record(record))
            key, _ = _pair(record, "commander")
            if key is not None and _pair(record, "name")[0] is None:
                yield _Edit(self.at(key.start_mark), self.at(key.end_mark), "name")

    def _in_place(self, names: Any) -> Iterator[_Edit]:
        for name in _items(names):
            if isinstance(name, yaml.ScalarNode):
                yield _Edit(self.at(name.start_mark), self.at(name.end_mark), self._record(name))

    def _as_lines(self, key: Any, names: Any) -> _Edit:
        indent = " " * (key.start_mark.column + 2)
        items = [self._record(one) if isinstance(one, yaml.ScalarNode) else self.slice(one) for one in _items(names)]
        lines = "".join(f"\n{indent}- {item}" for item in items)
        return _Edit(self.at(key.end_mark), self.at(names.end_mark), f":{lines}" if items else ": []")

    def _record(self, name: Any) -> str:
        written = self.slice(name)
        is_plain = not name.style
        if "\n" in written or name.style in ("|", ">") or (is_plain and not _FLOW_SIGNS.isdisjoint(written)):
            written = json.dumps(name.value, ensure_ascii=False)
        return f"{{name: {written}}}"

    # The list of commanders takes in their periods of service.

    def commanders(self) -> Iterator[_Edit]:
        key, names = _pair(self.root, "commanders")
        if key is None or self.root.flow_style:
            return
        service_key, service = _pair(self.root, "service")
        if any(one is not None and one.flow_style and "#" in self.slice(one) for one in (names, service)):
            return
        periods = self._chunks(service_key, service) if service_key else []
        by_name: dict[str, list[str]] = {}
        for node, chunk in periods:
            by_name.setdefault(_value(node, "name").value, []).append(chunk)
        lines = ["service:\n"]
        for node, chunk in self._chunks(key, names):
            record = self._record(node)
            line = f"  - {record}"
            own = by_name.pop(node.value, [])
            comments, comment = _comments(chunk, self.slice(node))
            if own and comment:
                comments.append(f"  {comment}")
            lines += [f"{one}\n" for one in comments]
            lines += own or [f"{line}  {comment}".rstrip() + "\n"]
        lines += [chunk for rest in by_name.values() for chunk in rest]
        head = self._head(service_key) if service_key else ""
        end = self._end(names)
        yield _Edit(self.at(key.start_mark), end, (head + "".join(lines)).rstrip("\n") + "\n")
        if service_key:
            start = self.at(service_key.start_mark) - len(head)
            while self.text[start - 2 : start] == "\n\n" and start > end:
                start -= 1
            yield _Edit(start, self._end(service), "")

    def _head(self, key: Any) -> str:
        # the comment lines just above a key
        first = key.start_mark.line
        lines = self.text.split("\n")
        start = first
        while start and lines[start - 1].startswith("#"):
            start -= 1
        return "".join(f"{line}\n" for line in lines[start:first])

    def _end(self, node: Any) -> int:
        # the end of the last line of a value; the mark of a block is where the next key begins
        last = node
        while not isinstance(last, yaml.ScalarNode) and not last.flow_style and last.value:
            last = last.value[-1] if isinstance(last, yaml.SequenceNode) else last.value[-1][1]
        mark = last.end_mark
        at_line_start = mark.column == 0 and mark.line > node.start_mark.line
        return min(self.starts[int(mark.line) + (not at_line_start)], len(self.text))

    def _chunks(self, key: Any, sequence: Any) -> list[tuple[Any, str]]:
        # each item of a list as lines, with the comment lines above it
        items = _items(sequence)
        if sequence.flow_style:
            return [(one, f"  - {self.slice(one)}\n") for one in items]
        chunks, start = [], self.starts[key.start_mark.line + 1]
        for one in items:
            end = self._end(one)
            chunks.append((one, _indented(self.text[start:end], one.start_mark.column - 2)))
            start = end
        return chunks


def _indented(chunk: str, column: int) -> str:
    lines = chunk.rstrip("\n").split("\n")
    shift = 2 - column
    moved = [" " * shift + line if shift >= 0 else line[-shift:] for line in lines if line.strip()]
    return "".join(f"{line}\n" for line in moved)


def _comments(chunk: str, written: str) -> tuple[list[str], str]:
    # the comment lines above an item, and the comment on its line
    *above, line = chunk.rstrip("\n").split("\n")
    rest = line.partition(written)[2].strip()
    return [one for one in above if one.lstrip().startswith("#")], rest if rest.startswith("#") else ""


def _items(node: Any) -> list[Any]:
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _pair(node: Any, key: str) -> tuple[Any, Any]:
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if name.value == key:
                return name, value if isinstance(value, yaml.SequenceNode | yaml.ScalarNode) else None
    return None, None


def _value(node: Any, key: str) -> Any:
    return _pair(node, key)[1]
