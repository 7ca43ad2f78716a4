"""Plain explanations of YAML and JSON syntax errors.

The cause is inferred from the parser's message and from the line where it stopped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import yaml

from orbat.data.problem import Problem, Span
from orbat.model.record import Value
from orbat.model.wording import phrase, plural

Diagnosis = tuple[str, str, Span]
"""What is wrong, what to do, and where."""

_QUOTE_TEXT = "Put the whole text in quotes."

_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_START = re.compile(r"([ \t]*)((?:-[ \t]+)*)")
_KEY_BEFORE = re.compile(r"[ \t]*(?:-[ \t]+)*([^\s:#'\"\[{][^:#]*?)[ \t]*:[ \t]+\S")
_OPENS_TEXT = (
    "cannot start any token",
    "unknown directive name",
    "expected alphabetic or numeric character",
    "expected comment or line break",
    "directive",
)
_JSON_ERRORS = (
    ("Expecting ',' delimiter", "a comma or a closing bracket is missing before this", "Write it."),
    ("Expecting property name", "a key in double quotes is missing here", "Write it, or remove the comma before."),
    ("Expecting ':' delimiter", "a colon is missing before this", "Write it."),
    ("Expecting value", "a value is missing here", "Write it, or put the text in double quotes."),
    ("Illegal trailing comma", "this comma is not allowed", "Remove it."),
    ("Unterminated string", "the quote opened here is not closed", "Close it."),
    ("Invalid control character", "a text contains a line break or a tab", "Close its quote."),
    ("Invalid \\", "this backslash escape is unknown", "Write two backslashes."),
    ("Extra data", "there is text after the last bracket", "Remove it, or correct the brackets."),
)


def json_problem(error: json.JSONDecodeError) -> Problem:
    """Explain a JSON syntax error."""
    found = next((one for one in _JSON_ERRORS if error.msg.startswith(one[0])), None)
    _, cause, help = found or ("", "this is unexpected", "Check the quotes, commas and brackets here.")
    return _problem(phrase("is not valid JSON: {cause}", cause=cause), help, Span(error.lineno, error.colno))


def yaml_problem(text: str, error: yaml.MarkedYAMLError) -> Problem:
    """Explain a YAML syntax error."""
    place = _Place(_LINE_BREAK.split(text), error)
    for explain in _EXPLANATIONS:
        if found := explain(place):
            cause, help, span = found
            return _problem(phrase("is not valid YAML: {cause}", cause=cause), help, span)
    message = phrase("is not valid YAML: {cause}", cause=place.message)
    return _problem(message, "Check the indents, quotes and brackets here.", place.span)


def _problem(message: str, help: str, span: Span) -> Problem:
    return Problem((), message, help, "SRC002", span)


class _Place:
    """Where and why the parser stopped."""

    def __init__(self, lines: list[str], error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        around = error.context_mark or mark
        self.lines = lines
        self.message = error.problem or error.context or "this is unexpected"
        self.context = error.context or ""
        self.span = Span(mark.line + 1, mark.column + 1) if mark else Span(1, 1)
        self.opened = Span(around.line + 1, around.column + 1) if around else self.span

    def line(self, number: int) -> str:
        return self.lines[number - 1] if number <= len(self.lines) else ""

    def character(self, span: Span) -> str:
        return self.line(span.line)[span.column - 1 :][:1]

    @property
    def here(self) -> str:
        return self.line(self.span.line)

    @property
    def before(self) -> str:
        return self.here[: self.span.column - 1]

    @property
    def in_flow(self) -> bool:
        return "flow" in self.context


def _tab(place: _Place) -> Diagnosis | None:
    found = _START.match(place.here)
    indent = found[1] if found else ""
    if "\t" in indent and place.span.column <= len(indent) + 1:
        column = indent.index("\t") + 1
        return "this line is indented with a tab", "Indent with spaces.", Span(place.span.line, column)
    return None


def _unclosed_quote(place: _Place) -> Diagnosis | None:
    if "quoted scalar" in place.context and ("end of stream" in place.message or "document indicator" in place.message):
        quote = place.character(place.opened)
        return _unclosed_message(quote, place.opened.line), "Close it.", place.opened
    return None


def _unclosed_message(quote: str, line: int) -> str:
    return phrase("the quote {quote} opened on line {line} is not closed", quote=quote, line=line)


def _opening(place: _Place) -> Diagnosis | None:
    """A plain text that begins with a character that is special in YAML."""
    if not any(words in place.message or words in place.context for words in _OPENS_TEXT):
        return None
    span = place.opened if place.character(place.opened) in tuple("@`%*&|>!") else place.span
    first = place.character(span)
    return (_needs_quotes(first), _QUOTE_TEXT, span) if first.strip() else None


def _needs_quotes(character: str) -> str:
    return phrase("a text that begins with {character} needs quotes", character=character)


def _colon(place: _Place) -> Diagnosis | None:
    """A second colon on the line. `_indent` explains a colon on a line of its own."""
    if "block sequence entries" in place.message:
        return "a text that begins with a dash needs quotes, and a list a line of its own", _QUOTE_TEXT, place.span
    if place.in_flow and place.character(place.span) == ":":
        if place.span.line > place.opened.line and _depth(place.here) <= _depth(place.line(place.opened.line)):
            return _not_closed(place)
        message = "a comma is missing before this, or a text with a colon needs quotes"
        return message, "Write the comma or the quotes.", place.span
    if "mapping values" in place.message and (key := _KEY_BEFORE.match(place.before)):
        help = phrase("Put all after {key}: in quotes.", key=key[1])
        return "a text with a colon and a space needs quotes", help, place.span
    return None


def _no_colon(place: _Place) -> Diagnosis | None:
    if "expected ':'" not in place.message:
        return None
    line = place.line(place.opened.line).strip()
    if found := re.match(r"(?:- +)?(\w+):\S", line):
        return "a space is missing after the colon", phrase("Write {key}: and a space.", key=found[1]), place.opened
    if re.match(r"-\w", line):
        return "a space is missing after the dash", "Write a dash and a space.", place.opened
    return "this line has no colon", "Write a key, a colon and a value.", place.opened


def _ended(place: _Place) -> Diagnosis | None:
    """A quoted text that ended earlier than intended."""
    quote = place.before.rstrip()[-1:]
    if (
        quote not in ("'", '"')
        or "did not find expected" not in place.message
        or not place.character(place.span).strip()
    ):
        return None
    column = len(place.before.rstrip())
    if place.before.count(quote) % 2:
        above = [number for number in range(1, place.span.line) if place.line(number).count(quote) % 2]
        if above:
            opened = Span(above[-1], place.line(above[-1]).rindex(quote) + 1)
            return _unclosed_message(quote, opened.line), "Close it.", opened
    if quote == "'":
        return "this apostrophe ends the text", "Put the text in double quotes.", Span(place.span.line, column)
    return "this quote ends the text", "Put the text in single quotes.", Span(place.span.line, column)


def _unclosed(place: _Place) -> Diagnosis | None:
    """An unmatched bracket."""
    bracket = place.character(place.span)
    if "flow" not in place.context or "expected ','" not in place.message:
        message = phrase("the {bracket} has no opening bracket", bracket=bracket)
        return (message, "Remove it.", place.span) if bracket and bracket in "]}" else None
    if not place.before.strip(" \t-") or bracket in ("]", "}"):
        return _not_closed(place)
    return "a comma is missing before this", "Write the comma, or put the text in quotes.", place.span


def _not_closed(place: _Place) -> Diagnosis:
    bracket = place.character(place.opened)
    line = place.opened.line
    if " #" in place.line(line):
        message = phrase("the {bracket} on line {line} is not closed: # begins a comment", bracket=bracket, line=line)
        return message, "Close it; put a text with # in quotes.", place.opened
    message = phrase("the {bracket} on line {line} is not closed", bracket=bracket, line=line)
    help = phrase("Write {bracket} at its end.", bracket="}" if bracket == "{" else "]")
    return message, help, place.opened


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _content(place: _Place) -> Diagnosis | None:
    if "expected node content" not in place.message:
        return None
    if place.in_flow:
        return "a value is missing before this, or a comma is not allowed", "Write or remove it.", place.span
    return _needs_quotes(place.character(place.span)), _QUOTE_TEXT, place.span


def _escape(place: _Place) -> Diagnosis | None:
    if "escape" not in place.message:
        return None
    return "in double quotes a backslash begins an escape", "Use single quotes, or two backslashes.", place.span


class _Start(Value):
    """The start of a line: the columns of its dash (None if absent) and of its key."""

    dash: int | None
    key: int


def _starts(lines: list[str]) -> Iterator[_Start]:
    for line in lines:
        if (found := _START.match(line)) and line.strip() and not line.strip().startswith("#"):
            yield _Start(len(found[1]) if found[2] else None, found.end())


def _indent(place: _Place) -> Diagnosis | None:
    """A line whose indent differs from its neighbours."""
    above = place.lines[: place.span.line - 1]
    own = next(_starts([place.here]), None)
    if own is None or not ("mapping values" in place.message or "did not find expected" in place.message):
        return None
    last = next((line for line in reversed(above) if line.strip()), "")
    if re.match(r"[ ]*-[^\s-]", last) and "mapping values" in place.message:
        number = len(above) - above[::-1].index(last)
        return "a space is missing after the dash", "Write a dash and a space.", Span(number, last.index("-") + 1)
    indent = own.key if own.dash is None else own.dash
    columns = _open_columns(_starts(above), dashes=own.dash is not None)
    if not columns:
        return "this line with a dash is among keys", "Write the key of the list above it.", place.span
    nearest = min(columns, key=lambda column: (abs(column - indent), -column))
    if nearest == indent:
        return None
    neighbours = nearest or "none"
    message = plural(
        indent,
        "this line is indented by {count} space, and its neighbours by {neighbours}",
        "this line is indented by {count} spaces, and its neighbours by {neighbours}",
        neighbours=neighbours,
    )
    help = "Do not indent it."
    if nearest:
        help = plural(nearest, "Indent it by {count} space.", "Indent it by {count} spaces.")
    return message, help, Span(place.span.line, indent + 1)


def _open_columns(starts: Iterator[_Start], *, dashes: bool) -> list[int]:
    """The columns where a line could continue an open list (`dashes`) or mapping."""
    still_open: list[tuple[int, bool]] = []
    for start in starts:
        first = start.key if start.dash is None else start.dash
        still_open = [one for one in still_open if one[0] < first]
        if start.dash is not None:
            still_open.append((start.dash, True))
        still_open.append((start.key, False))
    return [column for column, is_dash in still_open if is_dash == dashes]


_EXPLANATIONS = (
    _tab,
    _unclosed_quote,
    _opening,
    _colon,
    _no_colon,
    _ended,
    _unclosed,
    _content,
    _escape,
    _indent,
)
"""Explanations of syntax errors, in the order in which they are tried."""
