"""Strict YAML and JSON: text to plain data, every problem with its line and column.

Plain scalars become true/false, whole numbers, exact decimals and null, and nothing else: `NO`, `1:10`, `010` and
`1854-09` stay text. Duplicate keys, tags and merge keys are refused. Aliases are followed, within a limit. Nothing
here is recursive, so that no depth of nesting can break it.
"""

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

MAX_BYTES = 4_000_000
MAX_NODES = 200_000
MAX_DEPTH = 60

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\Z")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,18}\Z")
_MAY_ANCHOR = re.compile(r"&\S")
_CUT_SHORT = re.compile(r"\S[ \t]+#[0-9]")
"""A text that YAML ends before a number sign, as in `1st Brigade #2`."""
_FIRST_OF_NUMBER = frozenset("-0123456789")


def parse_scalar(text: str) -> str | int | bool | Decimal | None:
    """What a plain scalar means."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _FIRST_OF_NUMBER:
        if _WHOLE.match(text):
            return int(text)
        if _DECIMAL.match(text):
            return Decimal(text)
    return text


class Document(Value):
    """A YAML text as plain data (None where it could not be read), with the problems found on the way."""

    text: str
    data: Any
    problems: tuple[Problem, ...] = ()
    spans: dict[OrbatPath, Span] | None = field(default=None, compare=False)
    """Where each path stands; None for a YAML text that is read again when that is first asked."""
    warnings: tuple[Problem, ...] = ()
    """Warnings, of what is read otherwise than it may have been meant."""

    @cached_property
    def _places(self) -> dict[OrbatPath, Span]:
        return _YamlReader(self.text, spans=True).read().spans if self.spans is None else self.spans

    def span(self, path: OrbatPath, *, at_key: bool = False) -> Span | None:
        """Where in the text a path stands, or the nearest thing above it."""
        if at_key and (*path, "") in self._places:
            return self._places[*path, ""]
        while path not in self._places and path:
            path = path[:-1]
        return self._places.get(path)


def parse(text: str, *, spans: bool = False) -> Document:
    """Read a YAML or JSON text. Never raises: what is wrong comes back as problems.

    `spans` remembers where each path stands, for a text that most often has findings; without them, finding out later
    takes another reading.
    """
    reader = _YamlReader(text, spans=spans).read()
    if reader.root is None and not reader.limited and text.lstrip()[:1] == "{":
        # some JSON is no YAML: pairs of surrogates, control characters, a tab before the first brace
        from orbat.data.json_text import looks_like_json

        as_json = _YamlReader(text, spans=True).read_json()
        if as_json.root is not None or as_json.limited or looks_like_json(text):
            return Document(text, as_json.root, tuple(as_json.problems), as_json.spans)
    remarked = _remarks(text) if reader.root else ()
    return Document(text, reader.root, tuple(reader.problems), reader.spans if spans else None, remarked)


def _remarks(text: str) -> tuple[Problem, ...]:
    """What YAML leaves out of a text though it may have been meant; looked for only where its sign stands."""
    if not _MAY_ANCHOR.search(text) and not _CUT_SHORT.search(text):
        return ()

    return tuple(remarks(text, _LOADER))


class _Open:
    """A mapping or sequence that is being read."""

    __slots__ = ("anchor", "first_marks", "is_map", "key", "path", "value")

    def __init__(self, value: Any, path: OrbatPath, anchor: str | None) -> None:
        self.value = value
        self.path = path
        self.anchor = anchor
        self.is_map = isinstance(value, dict)
        self.key: str | None = None
        self.first_marks: dict[str, Any] = {}


class _YamlReader:
    """One pass over the parser's events."""

    def __init__(self, text: str, *, spans: bool) -> None:
        self.text = text
        self.root: Any = None
        self.problems: list[Problem] = []
        self.spans: dict[OrbatPath, Span] = {}
        self.limited = False
        """Whether a limit stopped the reading."""
        self._keep_spans = spans
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._nodes = 0

    def read(self) -> _YamlReader:
        try:
            events = _LOADER(self.text)
            try:
                self._follow(events.get_event)
            finally:
                events.dispose()
        except yaml.MarkedYAMLError as error:
            self._syntax(error)
        except (yaml.YAMLError, ValueError) as error:
            place = getattr(error, "position", None)
            line = self.text.count("\n", 0, place) + 1 if place is not None else 1
            self._stop("has a character that YAML does not allow", "Remove it.", Span(line, 1))
        return self

    def read_json(self) -> _YamlReader:
        from orbat.data.json_text import events

        try:
            self._follow(events(self.text).__next__)
        except json.JSONDecodeError as error:
            from orbat.data.yaml_problems import json_problem

            self.root = None
            self.problems.append(json_problem(error))
        return self

    def _follow(self, get_event: Callable[[], Any]) -> None:
        documents = 0
        while not isinstance(event := get_event(), yaml.StreamEndEvent):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                value = parse_scalar(event.value) if event.implicit[0] else event.value
                if event.tag is not None or event.anchor:
                    self._marked(value, event)
                self._put(value, event)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._enter({} if kind is yaml.MappingStartEvent else [], event)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                closed = self._open.pop()
                if closed.anchor:
                    self._anchors[closed.anchor] = (closed.value, _weight(closed.value))
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._stop("holds more than one YAML document", "Keep one document in a file.", _mark(event))
                    return
            if self._nodes > MAX_NODES:
                self.limited = True
                self._stop(
                    f"holds more than {MAX_NODES} values, aliases counted as often as they are used",
                    "Make the file smaller.",
                    _mark(event),
                )
                return
            if len(self._open) > MAX_DEPTH:
                self.limited = True
                self._stop(f"is nested more than {MAX_DEPTH} deep", "Nest it less deeply.", _mark(event))
                return

    def _marked(self, value: Any, event: Any) -> None:
        """A scalar with a tag or an anchor."""
        if event.tag is not None and not event.implicit[0]:
            self._tag(event)
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)

    def _put(self, value: Any, event: Any) -> bool:
        """Set a value in what is open; False where it was a key or had no place."""
        self._nodes += 1
        if not self._open:
            self.root = value
            if self._keep_spans:
                self.spans[()] = _mark(event)
            return True
        top = self._open[-1]
        if not top.is_map:
            top.value.append(value)
            if self._keep_spans:
                self.spans[(*top.path, len(top.value) - 1)] = _mark(event)
            return True
        if top.key is None:
            self._key(top, event)
            return False
        if top.key in top.value:
            self._duplicate(top, event)
        else:
            top.value[top.key] = value
            if self._keep_spans:
                self.spans[(*top.path, top.key)] = _mark(event)
        top.key = None
        return True

    def _key(self, top: _Open, event: Any) -> None:
        key = event.value if type(event) is yaml.ScalarEvent else None
        if key is None or key == "<<":
            self._say("has a key that is not plain text", "Write each key as a word.", event)
            key = f"?{self._nodes}"
        top.key = key
        if key not in top.first_marks:
            top.first_marks[key] = event.start_mark
            if self._keep_spans:
                self.spans[(*top.path, key, "")] = _mark(event)

    def _duplicate(self, top: _Open, event: Any) -> None:
        first = top.first_marks[str(top.key)]
        self._say(
            f"has the key {top.key} twice: here and on line {first.line + 1}",
            f"Keep one {top.key}.",
            event,
        )

    def _enter(self, value: Any, event: Any) -> None:
        if event.tag is not None:
            self._tag(event)
        path: OrbatPath = ()
        if self._open:
            top = self._open[-1]
            path = (*top.path, len(top.value) if not top.is_map else str(top.key))
            if top.is_map and top.key is None:
                self._say("has a key that is not plain text", "Write each key as a word.", event)
                top.key = f"?{self._nodes}"
        self._put(value, event)
        self._open.append(_Open(value, path, event.anchor))

    def _alias(self, event: Any) -> None:
        value, weight = self._anchors.get(event.anchor, (None, 0))
        if not weight:
            self._say(
                f"refers to {event.anchor}, which is not complete before here",
                "Write it out; put a text that begins with * in quotes.",
                event,
            )
        if self._open and self._open[-1].is_map and self._open[-1].key is None:
            self._say("has a key that is not plain text", "Write each key as a word.", event)
            self._open[-1].key = f"?{self._nodes}"
            return
        self._put(value, event)
        self._nodes += weight

    def _tag(self, event: Any) -> None:
        if event.tag not in ("!", "tag:yaml.org,2002:str"):
            self._say(
                f"has the tag {event.tag}, which is not read here", "Remove it, or put the text in quotes.", event
            )

    def _syntax(self, error: yaml.MarkedYAMLError) -> None:
        from orbat.data.yaml_problems import yaml_problem

        self.root = None
        self.problems.append(yaml_problem(self.text, error))

    def _stop(self, says: str, helps: str, span: Span) -> None:
        self.root = None
        self.problems.append(Problem((), says, helps, "SRC002", span))

    def _say(self, says: str, helps: str, event: Any) -> None:
        self.problems.append(Problem((), says, helps, "SRC003", _mark(event)))


def _mark(event: Any) -> Span:
    return Span(event.start_mark.line + 1, event.start_mark.column + 1)


def _weight(value: Any) -> int:
    """How many nodes a finished value holds, counted without recursion and no further than the limit."""
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


# What YAML leaves out of a text though it may have been meant: anchors that nothing names, and `#2` after a name.


TEXTS = frozenset({"name", "title", "note", "player"})
"""The keys of texts in which a number sign may be meant."""


def remarks(text: str, loader: Any) -> Iterator[Problem]:
    """The remarks on a text that is YAML, in the order of their places."""
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
        if _is_text(previous, event) and (cut := _cut_short(event, lines)):
            says = f"has a text that ends before {cut}, since a # after a space begins a remark"
            found.append((_span(event), says, "Put the whole text in quotes, or a space after the #."))
        previous = event
    for name, event in anchors.items():
        says = f"has the anchor &{name}, which nothing refers to; it is no part of the text"
        found.append((_span(event), says, "Remove it, or put the whole text in quotes."))
    for span, says, helps in sorted(found, key=lambda one: (one[0].line, one[0].column)):
        yield Problem((), says, helps, "SRC003", span, severity="warning")


def _is_text(key: Any, event: Any) -> bool:
    """Whether an event may be the plain text of one of the keys."""
    both = isinstance(event, yaml.ScalarEvent) and isinstance(key, yaml.ScalarEvent)
    return both and event.implicit[0] and not event.style and key.value in TEXTS and bool(event.value)


def _cut_short(event: Any, lines: list[str]) -> str:
    """The number sign and what follows it, right after a text on its line; "" where there is none."""
    mark = event.end_mark
    rest = lines[mark.line][mark.column :] if mark.line < len(lines) else ""
    said = rest.strip()
    return said[:20] if rest[:1] in (" ", "\t") and said[:1] == "#" and said[1:2].isdigit() else ""


def _span(event: Any) -> Span:
    return Span(event.start_mark.line + 1, event.start_mark.column + 1)
