"""Explanations of YAML and JSON syntax errors in plain words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import yaml

from orbat.data.problem import Problem, Span
from orbat.model.record import Value
from orbat.model.wording import phrase, plural

Diagnosis = tuple[str, str, Span]
"""The cause of a syntax error, the help text and the position."""

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
    (
        "Expecting ',' delimiter",
        "a comma or a closing bracket is missing before this",
        "Write the comma or the bracket.",
    ),
    (
        "Expecting property name",
        "a key in double quotes is missing here",
        "Write the key, or remove the comma before it.",
    ),
    ("Expecting ':' delimiter", "a colon is missing before this", "Write the colon."),
    ("Expecting value", "a value is missing here", "Write a value, or put the text in double quotes."),
    ("Illegal trailing comma", "this comma is not allowed", "Remove the comma."),
    ("Unterminated string", "the quote opened here is not closed", "Write the closing quote."),
    ("Invalid control character", "a text contains a line break or a tab", "Write the closing quote."),
    ("Invalid \\", "this backslash escape is unknown", "Write two backslashes."),
    ("Extra data", "there is text after the last bracket", "Remove the text, or correct the brackets."),
)


def json_problem(error: json.JSONDecodeError) -> Problem:
    """Explain a JSON syntax error."""
    found = next((one for one in _JSON_ERRORS if error.msg.startswith(one[0])), None)
    _, cause, help = found or ("", "this is unexpected", "Check the quotes, commas and brackets here.")
    return _problem(phrase("is not valid JSON: {cause}", cause=cause), help, Span(error.lineno, error.colno))


def yaml_problem(text: str, error: yaml.MarkedYAMLError) -> Problem:
    """Explain a YAML syntax error."""
    stop = _ParserStop(_LINE_BREAK.split(text), error)
    for explain in _EXPLANATIONS:
        if found := explain(stop):
            cause, help, span = found
            return _problem(phrase("is not valid YAML: {cause}", cause=cause), help, span)
    message = phrase("is not valid YAML: {cause}", cause=stop.message)
    return _problem(message, "Check the indents, quotes and brackets here.", stop.span)


def _problem(message: str, help: str, span: Span) -> Problem:
    return Problem((), message, help, "SRC002", span)


class _ParserStop:
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


def _tab_indent(stop: _ParserStop) -> Diagnosis | None:
    found = _START.match(stop.here)
    indent = found[1] if found else ""
    if "\t" in indent and stop.span.column <= len(indent) + 1:
        column = indent.index("\t") + 1
        return "this line is indented with a tab", "Indent with spaces.", Span(stop.span.line, column)
    return None


def _unclosed_quote(stop: _ParserStop) -> Diagnosis | None:
    if "quoted scalar" in stop.context and ("end of stream" in stop.message or "document indicator" in stop.message):
        quote = stop.character(stop.opened)
        return _unclosed_message(quote, stop.opened.line), "Write the closing quote.", stop.opened
    return None


def _unclosed_message(quote: str, line: int) -> str:
    return phrase("the quote {quote} on line {line} is not closed", quote=quote, line=line)


def _special_character(stop: _ParserStop) -> Diagnosis | None:
    if not any(words in stop.message or words in stop.context for words in _OPENS_TEXT):
        return None
    span = stop.opened if stop.character(stop.opened) in tuple("@`%*&|>!") else stop.span
    first = stop.character(span)
    return (_needs_quotes(first), _QUOTE_TEXT, span) if first.strip() else None


def _needs_quotes(character: str) -> str:
    return phrase("a text that begins with {character} needs quotes", character=character)


def _extra_colon(stop: _ParserStop) -> Diagnosis | None:
    if "block sequence entries" in stop.message:
        return "a text that begins with a dash needs quotes; a list begins on a new line", _QUOTE_TEXT, stop.span
    if stop.in_flow and stop.character(stop.span) == ":":
        if stop.span.line > stop.opened.line and _depth(stop.here) <= _depth(stop.line(stop.opened.line)):
            return _not_closed(stop)
        message = "a comma is missing before this, or a text with a colon needs quotes"
        return message, "Write the comma or the quotes.", stop.span
    # _wrong_indent explains a line with only one colon
    if "mapping values" in stop.message and (key := _KEY_BEFORE.match(stop.before)):
        help = phrase("Put everything after `{key}:` in quotes.", key=key[1])
        return "a text with a colon and a space needs quotes", help, stop.span
    return None


def _missing_colon(stop: _ParserStop) -> Diagnosis | None:
    if "expected ':'" not in stop.message:
        return None
    line = stop.line(stop.opened.line).strip()
    if found := re.match(r"(?:- +)?(\w+):\S", line):
        return "a space is missing after the colon", phrase("Write a space after `{key}:`.", key=found[1]), stop.opened
    if re.match(r"-\w", line):
        return "a space is missing after the dash", "Write a dash and a space.", stop.opened
    return "this line has no colon", "Write a key, a colon and a value.", stop.opened


def _early_quote(stop: _ParserStop) -> Diagnosis | None:
    quote = stop.before.rstrip()[-1:]
    if quote not in ("'", '"') or "did not find expected" not in stop.message or not stop.character(stop.span).strip():
        return None
    column = len(stop.before.rstrip())
    if stop.before.count(quote) % 2:
        above = [number for number in range(1, stop.span.line) if stop.line(number).count(quote) % 2]
        if above:
            opened = Span(above[-1], stop.line(above[-1]).rindex(quote) + 1)
            return _unclosed_message(quote, opened.line), "Write the closing quote.", opened
    if quote == "'":
        return "this apostrophe ends the text", "Put the text in double quotes.", Span(stop.span.line, column)
    return "this quote ends the text", "Put the text in single quotes.", Span(stop.span.line, column)


def _unmatched_bracket(stop: _ParserStop) -> Diagnosis | None:
    bracket = stop.character(stop.span)
    if "flow" not in stop.context or "expected ','" not in stop.message:
        message = phrase("the {bracket} has no opening bracket", bracket=bracket)
        return (message, "Remove the bracket.", stop.span) if bracket and bracket in "]}" else None
    if not stop.before.strip(" \t-") or bracket in ("]", "}"):
        return _not_closed(stop)
    return "a comma is missing before this", "Write the comma, or put the text in quotes.", stop.span


def _not_closed(stop: _ParserStop) -> Diagnosis:
    bracket = stop.character(stop.opened)
    line = stop.opened.line
    if " #" in stop.line(line):
        message = phrase(
            "the {bracket} on line {line} is not closed, because # begins a comment", bracket=bracket, line=line
        )
        return message, "Write the closing bracket; put a text with # in quotes.", stop.opened
    message = phrase("the {bracket} on line {line} is not closed", bracket=bracket, line=line)
    help = phrase("Write the closing {bracket}.", bracket="}" if bracket == "{" else "]")
    return message, help, stop.opened


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _missing_value(stop: _ParserStop) -> Diagnosis | None:
    if "expected node content" not in stop.message:
        return None
    if stop.in_flow:
        return (
            "a value is missing before this, or a comma is not allowed",
            "Write the value, or remove the comma.",
            stop.span,
        )
    return _needs_quotes(stop.character(stop.span)), _QUOTE_TEXT, stop.span


def _backslash(stop: _ParserStop) -> Diagnosis | None:
    if "escape" not in stop.message:
        return None
    return (
        "in double quotes, a backslash begins an escape sequence",
        "Use single quotes, or two backslashes.",
        stop.span,
    )


class _Start(Value):
    dash: int | None
    """None for a line without a dash."""
    key: int


def _starts(lines: list[str]) -> Iterator[_Start]:
    for line in lines:
        if (found := _START.match(line)) and line.strip() and not line.strip().startswith("#"):
            yield _Start(len(found[1]) if found[2] else None, found.end())


def _wrong_indent(stop: _ParserStop) -> Diagnosis | None:
    above = stop.lines[: stop.span.line - 1]
    own = next(_starts([stop.here]), None)
    if own is None or not ("mapping values" in stop.message or "did not find expected" in stop.message):
        return None
    last = next((line for line in reversed(above) if line.strip()), "")
    if re.match(r"[ ]*-[^\s-]", last) and "mapping values" in stop.message:
        number = len(above) - above[::-1].index(last)
        return "a space is missing after the dash", "Write a dash and a space.", Span(number, last.index("-") + 1)
    indent = own.key if own.dash is None else own.dash
    columns = _open_columns(_starts(above), dashes=own.dash is not None)
    if not columns:
        return (
            "this line begins with a dash, but the lines around it are keys",
            "Write the key of the list above this line.",
            stop.span,
        )
    nearest = min(columns, key=lambda column: (abs(column - indent), -column))
    if nearest == indent:
        return None
    neighbours = nearest or "none"
    message = plural(
        indent,
        "this line is indented by {count} space, but the lines around it are indented by {neighbours}",
        "this line is indented by {count} spaces, but the lines around it are indented by {neighbours}",
        neighbours=neighbours,
    )
    help = "Do not indent this line."
    if nearest:
        help = plural(nearest, "Indent this line by {count} space.", "Indent this line by {count} spaces.")
    return message, help, Span(stop.span.line, indent + 1)


def _open_columns(starts: Iterator[_Start], *, dashes: bool) -> list[int]:
    still_open: list[tuple[int, bool]] = []
    for start in starts:
        first = start.key if start.dash is None else start.dash
        still_open = [one for one in still_open if one[0] < first]
        if start.dash is not None:
            still_open.append((start.dash, True))
        still_open.append((start.key, False))
    return [column for column, is_dash in still_open if is_dash == dashes]


_EXPLANATIONS = (
    _tab_indent,
    _unclosed_quote,
    _special_character,
    _extra_colon,
    _missing_colon,
    _early_quote,
    _unmatched_bracket,
    _missing_value,
    _backslash,
    _wrong_indent,
)
"""Functions that each explain one type of syntax error. They are tried in this order."""
