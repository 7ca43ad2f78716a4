"""Reads YAML and JSON strictly, without surprises: `NO`, `1:10`, `010` and `1854-09` stay text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import field
from decimal import Decimal
from functools import cached_property
from typing import Any

import yaml

from orbat.data.problem import Problem, Span
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.wording import phrase

MAX_BYTES = 4_000_000
MAX_NODES = 200_000
MAX_PROBLEMS = 1_000
"""Maximum number of problems reported for a text."""
MAX_DEPTH = 60

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_WHOLE_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\Z")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,18}\Z")
_POSSIBLE_ANCHOR = re.compile(r"&\S")
_CUT_SHORT = re.compile(r"\S[ \t]+#[0-9]")
"""Pattern of a text with ` #` and a digit, as in `1st Brigade #2`. YAML reads the part from `#` as a comment."""
_NUMBER_START = frozenset("-0123456789")


def parse_scalar(text: str) -> str | int | bool | Decimal | None:
    """Convert a text without quotes to a truth value, number, null, or text."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _NUMBER_START:
        if _WHOLE_NUMBER.match(text):
            return int(text)
        if _DECIMAL.match(text):
            return Decimal(text)
    return text


class Document(Value):
    """A YAML or JSON text, its plain data, and the problems found."""

    text: str
    data: Any
    """None if the text could not be read."""
    problems: tuple[Problem, ...] = ()
    spans: dict[OrbatPath, Span] | None = field(default=None, compare=False)
    """The position of each path. None if positions were not recorded; the method `span` then parses the text again."""
    warnings: tuple[Problem, ...] = ()
    """Warnings about text that may mean something unintended in YAML."""
    origin: Callable[[OrbatPath], OrbatPath] | None = field(default=None, compare=False)
    """Converts a path in `data` to the path in the text. None if they are the same."""

    @cached_property
    def _places(self) -> dict[OrbatPath, Span]:
        return _YamlReader(self.text, spans=True).read().spans if self.spans is None else self.spans

    def span(self, path: OrbatPath, *, at_key: bool = False) -> Span | None:
        """The position of the value at a path. With `at_key`: the position of the key.

        If the path does not exist, the result is the position of the nearest enclosing value that exists.
        """
        path = self.in_text(path)
        if at_key and (*path, "") in self._places:
            return self._places[*path, ""]
        while path not in self._places and path:
            path = path[:-1]
        return self._places.get(path)

    def in_text(self, path: OrbatPath) -> OrbatPath:
        """Convert the path of a value in `data` to its path in the text."""
        return self.origin(path) if self.origin else path


def parse(text: str, *, spans: bool = False) -> Document:
    """Parse a YAML or JSON text. Errors are returned as problems.

    With `spans`, the positions of values are recorded during parsing. Otherwise, the first use of a position parses the
    text again.
    """
    reader = _YamlReader(text, spans=spans).read()
    if reader.root is None and not reader.limited and text.lstrip()[:1] == "{":
        # some JSON is not YAML: surrogate pairs, control characters, a tab before the first brace
        from orbat.data.json_text import looks_like_json

        as_json = _YamlReader(text, spans=True).read_json()
        if as_json.root is not None or as_json.limited or looks_like_json(text):
            return Document(text, as_json.root, tuple(as_json.problems), as_json.spans)
    warnings = _warnings(text) if reader.root else ()
    return Document(text, reader.root, tuple(reader.problems), reader.spans if spans else None, warnings)


def _warnings(text: str) -> tuple[Problem, ...]:
    unusual = tuple(_unusual_breaks(text)) if any(one in text for one in _BREAK_NAMES) else ()
    # most texts contain no such character, and need no second parse
    if not _POSSIBLE_ANCHOR.search(text) and not _CUT_SHORT.search(text):
        return unusual
    return (*unusual, *find_warnings(text, _LOADER))


_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_BREAK_NAMES = {
    "\r": "carriage return",
    "\x85": "next line",
    "\u2028": "line separator",
    "\u2029": "paragraph separator",
}
"""Names of the line breaks that many editors do not show. YAML ends a line, and so a comment, at each of them."""


def _unusual_breaks(text: str) -> Iterator[Problem]:
    shown = "\n" in text
    start = 0
    for line, found in enumerate(_BREAK.finditer(text), 1):
        if (name := _BREAK_NAMES.get(found[0])) and (shown or found[0] != "\r"):
            message = phrase(
                "has a line break (U+{code:04X}, {name}) that many editors do not show", code=ord(found[0]), name=name
            )
            span = Span(line, found.start() - start + 1)
            help = "Replace it with an ordinary line break, then check both lines."
            yield Problem((), message, help, "SRC003", span, severity="warning", doubt="file")
        start = found.end()


class _OpenCollection:
    __slots__ = ("anchor", "first_marks", "is_map", "key", "path", "value")

    def __init__(self, value: Any, path: OrbatPath, anchor: str | None) -> None:
        self.value = value
        self.path = path
        self.anchor = anchor
        self.is_map = isinstance(value, dict)
        self.key: str | None = None
        self.first_marks: dict[str, Any] = {}


class _YamlReader:
    # Not recursive, so that deep nesting cannot exhaust the stack.
    def __init__(self, text: str, *, spans: bool) -> None:
        self.text = text
        self.root: Any = None
        self.problems: list[Problem] = []
        self.spans: dict[OrbatPath, Span] = {}
        self.limited = False
        """Whether reading stopped at a limit."""
        self._record_spans = spans
        self._stack: list[_OpenCollection] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._nodes = 0
        self._has_merge_key = False

    def read(self) -> _YamlReader:
        try:
            events = _LOADER(self.text)
            try:
                self._consume(events.get_event)
            finally:
                events.dispose()
        except yaml.MarkedYAMLError as error:
            self._report_syntax_error(error)
        except (yaml.YAMLError, ValueError) as error:
            place = getattr(error, "position", None)
            line = self.text.count("\n", 0, place) + 1 if place is not None else 1
            self._fail("has a character that YAML does not allow", "Remove it.", Span(line, 1))
        if self._has_merge_key:  # without the merged keys, prices and limits would be wrong
            self.root = None
        return self

    def read_json(self) -> _YamlReader:
        from orbat.data.json_text import events

        try:
            self._consume(events(self.text).__next__)
        except json.JSONDecodeError as error:
            from orbat.data.yaml_problems import json_problem

            self.root = None
            self.problems.append(json_problem(error))
        return self

    def _consume(self, get_event: Callable[[], Any]) -> None:
        # Local names: this loop takes most of the time of loading a file.
        scalar, open_map, open_list = yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent
        close_map, close_list, end = yaml.MappingEndEvent, yaml.SequenceEndEvent, yaml.StreamEndEvent
        add_value, stack = self._add_value, self._stack
        documents = 0
        while (kind := type(event := get_event())) is not end:
            if kind is scalar:
                value = parse_scalar(event.value) if event.implicit[0] else event.value
                if event.tag is not None or event.anchor:
                    self._handle_tag_and_anchor(value, event)
                add_value(value, event)
            elif kind is open_map or kind is open_list:
                self._open_collection({} if kind is open_map else [], event)
                if len(stack) > MAX_DEPTH:
                    self.limited = True
                    message = phrase("is nested more than {maximum} levels deep", maximum=MAX_DEPTH)
                    self._fail(message, "Nest the values less deeply.", _span_of(event))
                    return
            elif kind is close_map or kind is close_list:
                closed = stack.pop()
                if closed.anchor:
                    self._anchors[closed.anchor] = (closed.value, count_nodes(closed.value))
            elif kind is yaml.AliasEvent:
                self._add_alias(event)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._fail("has more than one YAML document", "Keep one document in a file.", _span_of(event))
                    return
            if self._nodes > MAX_NODES:
                self.limited = True
                message = phrase("has more than {maximum} values; each use of an alias counts", maximum=MAX_NODES)
                self._fail(message, "Make the file smaller.", _span_of(event))
                return

    def _handle_tag_and_anchor(self, value: Any, event: Any) -> None:
        if event.tag is not None and not event.implicit[0]:
            self._check_tag(event)
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)

    def _add_value(self, value: Any, event: Any) -> bool:
        """Add a value to the mapping or list being read. Returns False if `value` was a key of the mapping."""
        self._nodes += 1
        if not self._stack:
            self.root = value
            if self._record_spans:
                self.spans[()] = _span_of(event)
            return True
        top = self._stack[-1]
        if not top.is_map:
            top.value.append(value)
            if self._record_spans:
                self.spans[(*top.path, len(top.value) - 1)] = _span_of(event)
            return True
        if top.key is None:
            self._add_key(top, event)
            return False
        if top.key in top.value:
            self._report_duplicate(top, event)
        else:
            top.value[top.key] = value
            if self._record_spans:
                self.spans[(*top.path, top.key)] = _span_of(event)
        top.key = None
        return True

    def _add_key(self, top: _OpenCollection, event: Any) -> None:
        key = event.value if type(event) is yaml.ScalarEvent else None
        if key == "<<":
            self._has_merge_key = True
            message = "uses the YAML merge key <<, which is not supported"
            self._report(message, "Write out the merged keys here.", event)
        if key is None:
            self._report("has a key that is not plain text", "Write each key as a word.", event)
        if key is None or key == "<<":
            key = f"?{self._nodes}"
        top.key = key
        if key not in top.first_marks:
            top.first_marks[key] = event.start_mark
            if self._record_spans:
                self.spans[(*top.path, key, "")] = _span_of(event)

    def _report_duplicate(self, top: _OpenCollection, event: Any) -> None:
        first = top.first_marks[str(top.key)]
        message = phrase("has the key {key} twice: here and on line {line}", key=top.key, line=first.line + 1)
        self._report(message, phrase("Keep one {key}.", key=top.key), event)

    def _open_collection(self, value: Any, event: Any) -> None:
        if event.tag is not None:
            self._check_tag(event)
        path: OrbatPath = ()
        if self._stack:
            top = self._stack[-1]
            path = (*top.path, len(top.value) if not top.is_map else str(top.key))
            if top.is_map and top.key is None:
                self._report("has a key that is not plain text", "Write each key as a word.", event)
                top.key = f"?{self._nodes}"
        self._add_value(value, event)
        self._stack.append(_OpenCollection(value, path, event.anchor))

    def _add_alias(self, event: Any) -> None:
        value, weight = self._anchors.get(event.anchor, (None, 0))
        if not weight:
            message = phrase(
                "refers to the anchor {anchor}, which is not defined before this line", anchor=event.anchor
            )
            self._report(message, "Write the value out, or put a text that begins with * in quotes.", event)
        if self._stack and self._stack[-1].is_map and self._stack[-1].key is None:
            self._report("has a key that is not plain text", "Write each key as a word.", event)
            self._stack[-1].key = f"?{self._nodes}"
            return
        self._add_value(value, event)
        self._nodes += weight

    def _check_tag(self, event: Any) -> None:
        if event.tag not in ("!", "tag:yaml.org,2002:str"):
            message = phrase("has the tag {tag}, which is not supported", tag=event.tag)
            self._report(message, "Remove the tag, or put the text in quotes.", event)

    def _report_syntax_error(self, error: yaml.MarkedYAMLError) -> None:
        from orbat.data.yaml_problems import yaml_problem

        self.root = None
        self.problems.append(yaml_problem(self.text, error))

    def _fail(self, message: str, help: str, span: Span) -> None:
        self.root = None
        self.problems.append(Problem((), message, help, "SRC002", span))

    def _report(self, message: str, help: str, event: Any) -> None:
        if len(self.problems) < MAX_PROBLEMS:  # a large file could have a problem at every value
            self.problems.append(Problem((), message, help, "SRC003", _span_of(event)))


def _span_of(event: Any) -> Span:
    return Span(event.start_mark.line + 1, event.start_mark.column + 1)


def count_nodes(value: Any) -> int:
    """The number of values in nested data. Stops counting just above `MAX_NODES`."""
    count = 0
    waiting = [value]
    while waiting and count <= MAX_NODES:
        node = waiting.pop()
        count += 1
        if isinstance(node, dict):
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)
    return max(count, 1)


# Warnings about text that YAML drops: unused anchors, and `#2` after a name.


TEXT_KEYS = frozenset({"name", "title", "note", "player"})
"""Keys of texts that often contain a number sign, such as `1st Brigade #2`."""


def find_warnings(text: str, loader: Any) -> Iterator[Problem]:
    """Find the warnings about a valid YAML text, sorted by line and column."""
    lines = text.split("\n")
    anchors: dict[str, Any] = {}
    found: list[tuple[Span, str, str]] = []
    previous: Any = None
    event: Any
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.AliasEvent):
            anchors.pop(str(event.anchor), None)
        elif getattr(event, "anchor", None):
            anchors[event.anchor] = event
        if _is_text(previous, event) and (cut := _cut_off(event, lines)):
            message = phrase("has a text that ends before {rest}, because a # after a space begins a comment", rest=cut)
            found.append((_span_of(event), message, "Put the whole text in quotes, or a space after the #."))
        previous = event
    for name, event in anchors.items():
        message = phrase("&{name} is read as a YAML anchor, not as part of the text", name=name)
        found.append((_span_of(event), message, "Remove the anchor, or put the whole text in quotes."))
    for span, message, help in sorted(found, key=lambda one: (one[0].line, one[0].column)):
        yield Problem((), message, help, "SRC003", span, severity="warning")


def _is_text(key: Any, event: Any) -> bool:
    both = isinstance(event, yaml.ScalarEvent) and isinstance(key, yaml.ScalarEvent)
    return both and event.implicit[0] and not event.style and key.value in TEXT_KEYS and bool(event.value)


def _cut_off(event: Any, lines: list[str]) -> str:
    mark = event.end_mark
    rest = lines[mark.line][mark.column :] if mark.line < len(lines) else ""
    comment = rest.strip()
    return comment[:20] if rest[:1] in (" ", "\t") and comment[:1] == "#" and comment[1:2].isdigit() else ""
