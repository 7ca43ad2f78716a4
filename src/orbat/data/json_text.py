"""A JSON parser that yields the same events as a YAML parser."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator

import yaml

_SPACE = re.compile(r"[ \t\r\n]*+")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*+')
_LITERAL = re.compile(
    r"true|false|null|NaN|-?Infinity|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?",
)
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CLOSES = {"{": "}", "[": "]"}


def looks_like_json(text: str) -> bool:
    """Whether a text begins like a JSON object. YAML in braces can begin the same way."""
    return text.lstrip(" \t\r\n").startswith("{") and text.lstrip("{ \t\r\n").startswith('"')


def events(text: str) -> Iterator[yaml.Event]:
    """Yield the parser events of a JSON text. Raises json.JSONDecodeError."""
    # Not recursive, so that deep nesting cannot exhaust the stack.
    scan = _Scanner(text)
    opened: list[str] = []
    while True:
        character = scan.next_character()
        if character in _CLOSES:
            yield scan.opening(character)
            opened.append(character)
            if scan.next_character() != _CLOSES[character]:
                if character == "{":
                    yield scan.key()
                continue
        else:
            yield scan.scalar(character)
        while opened and scan.next_character() == _CLOSES[opened[-1]]:
            yield scan.closing(opened.pop())
        if not opened:
            scan.end()
            yield yaml.StreamEndEvent()
            return
        scan.comma(opened[-1])
        if opened[-1] == "{":
            yield scan.key()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def next_character(self) -> str:
        self.at = self._after_space(self.at)
        return self.text[self.at : self.at + 1]

    def opening(self, character: str) -> yaml.Event:
        mark = self._mark()
        self.at += 1
        if character == "{":
            return yaml.MappingStartEvent(None, None, True, mark, mark)
        return yaml.SequenceStartEvent(None, None, True, mark, mark)

    def closing(self, opened: str) -> yaml.Event:
        mark = self._mark()
        self.at += 1
        return yaml.MappingEndEvent(mark, mark) if opened == "{" else yaml.SequenceEndEvent(mark, mark)

    def key(self) -> yaml.Event:
        if self.next_character() != '"':
            raise self._error("Expecting property name enclosed in double quotes")
        event = self._string()
        if self.next_character() != ":":
            raise self._error("Expecting ':' delimiter")
        self.at += 1
        return event

    def scalar(self, character: str) -> yaml.Event:
        if character == '"':
            return self._string()
        found = _LITERAL.match(self.text, self.at)
        if found is None:
            raise self._error("Expecting value")
        mark, self.at = self._mark(), found.end()
        return yaml.ScalarEvent(None, None, (True, False), found[0], mark, mark)

    def comma(self, opened: str) -> None:
        if self.next_character() != ",":
            raise self._error("Expecting ',' delimiter")
        comma = self.at
        self.at += 1
        if self.next_character() == _CLOSES[opened]:
            raise self._error("Illegal trailing comma", comma)

    def end(self) -> None:
        if self.next_character():
            raise self._error("Extra data")

    def _string(self) -> yaml.Event:
        mark, begun = self._mark(), self.at
        parts: list[str] = []
        at = begun + 1
        while True:
            found = _PLAIN.match(self.text, at)
            assert found is not None, "the pattern matches the empty text"
            parts.append(found[0])
            at = found.end()
            character = self.text[at : at + 1]
            if character == '"':
                break
            if not character:
                raise self._error("Unterminated string starting at", begun)
            if character != "\\":
                raise self._error("Invalid control character at", at)
            escaped = self.text[at + 1 : at + 2]
            if hexadecimal := escaped == "u" and _HEXADECIMAL.match(self.text, at + 2):
                parts.append(chr(int(hexadecimal[0], 16)))
                at += 6
            elif escaped in _ESCAPES:
                parts.append(_ESCAPES[escaped])
                at += 2
            else:
                raise self._error("Invalid \\escape", at)
        self.at = at + 1
        return yaml.ScalarEvent(None, None, (False, True), _combine_surrogates("".join(parts)), mark, mark, '"')

    def _after_space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def _mark(self) -> yaml.Mark:
        line = bisect_right(self._line_starts, self.at) - 1
        return yaml.Mark("", self.at, line, self.at - self._line_starts[line], None, 0)

    def _error(self, message: str, at: int | None = None) -> json.JSONDecodeError:
        return json.JSONDecodeError(message, self.text, self.at if at is None else at)


def _combine_surrogates(text: str) -> str:
    if text.isascii():
        return text
    # "replace", because a single surrogate cannot be stored in a file
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
