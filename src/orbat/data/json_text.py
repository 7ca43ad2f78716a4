"""JSON as the events of a YAML parser, so that one builder applies the same limits and checks to both.

Nothing here is recursive and events come one at a time: whoever stops asking, at a limit, stops the reading.
"""

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
    """Whether a text begins as a JSON object, though a YAML mapping in braces may begin so too."""
    return text.lstrip(" \t\r\n").startswith("{") and text.lstrip("{ \t\r\n").startswith('"')


def events(text: str) -> Iterator[yaml.Event]:
    """The events of one JSON text, the last a `StreamEndEvent`. Raises json.JSONDecodeError where it is not JSON."""
    scan = _Scanner(text)
    opened: list[str] = []
    while True:
        sign = scan.next_sign()
        if sign in _CLOSES:
            yield scan.opening(sign)
            opened.append(sign)
            if scan.next_sign() != _CLOSES[sign]:
                if sign == "{":
                    yield scan.key()
                continue
        else:
            yield scan.scalar(sign)
        while opened and scan.next_sign() == _CLOSES[opened[-1]]:
            yield scan.closing(opened.pop())
        if not opened:
            scan.end()
            yield yaml.StreamEndEvent()
            return
        scan.comma(opened[-1])
        if opened[-1] == "{":
            yield scan.key()


class _Scanner:
    """Takes one token after another. `at` is where the next begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def next_sign(self) -> str:
        """The first character of the next token; "" at the end."""
        self.at = self._after_space(self.at)
        return self.text[self.at : self.at + 1]

    def opening(self, sign: str) -> yaml.Event:
        mark = self._mark()
        self.at += 1
        if sign == "{":
            return yaml.MappingStartEvent(None, None, True, mark, mark)
        return yaml.SequenceStartEvent(None, None, True, mark, mark)

    def closing(self, opened: str) -> yaml.Event:
        mark = self._mark()
        self.at += 1
        return yaml.MappingEndEvent(mark, mark) if opened == "{" else yaml.SequenceEndEvent(mark, mark)

    def key(self) -> yaml.Event:
        """A key and the colon after it."""
        if self.next_sign() != '"':
            raise self._error("Expecting property name enclosed in double quotes")
        event = self._string()
        if self.next_sign() != ":":
            raise self._error("Expecting ':' delimiter")
        self.at += 1
        return event

    def scalar(self, sign: str) -> yaml.Event:
        """A text, a number or a word."""
        if sign == '"':
            return self._string()
        found = _LITERAL.match(self.text, self.at)
        if found is None:
            raise self._error("Expecting value")
        mark, self.at = self._mark(), found.end()
        return yaml.ScalarEvent(None, None, (True, False), found[0], mark, mark)

    def comma(self, opened: str) -> None:
        """The comma before another value in what is open."""
        if self.next_sign() != ",":
            raise self._error("Expecting ',' delimiter")
        comma = self.at
        self.at += 1
        if self.next_sign() == _CLOSES[opened]:
            raise self._error("Illegal trailing comma", comma)

    def end(self) -> None:
        """Nothing but white space."""
        if self.next_sign():
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
            sign = self.text[at : at + 1]
            if sign == '"':
                break
            if not sign:
                raise self._error("Unterminated string starting at", begun)
            if sign != "\\":
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
        return yaml.ScalarEvent(None, None, (False, True), _whole("".join(parts)), mark, mark, '"')

    def _after_space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def _mark(self) -> yaml.Mark:
        line = bisect_right(self._line_starts, self.at) - 1
        return yaml.Mark("", self.at, line, self.at - self._line_starts[line], None, 0)

    def _error(self, says: str, at: int | None = None) -> json.JSONDecodeError:
        return json.JSONDecodeError(says, self.text, self.at if at is None else at)


def _whole(text: str) -> str:
    """A text whose surrogate pairs are characters; a half alone, which no file can hold, becomes a replacement sign."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
