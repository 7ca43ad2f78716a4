"""What is wrong with a text that is not YAML, or not JSON, in a player's words.

The parser says what it expected; what was meant is told from its words and from the line it stopped at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import yaml

from orbat.data.problem import Problem, Span
from orbat.model.record import Value

Words = tuple[str, str, Span]

QUOTED = "Put the whole text in quotes."

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
_JSON_WORDS = (
    ("Expecting ',' delimiter", "a comma or a closing bracket is missing before this", "Write it."),
    ("Expecting property name", "a key in double quotes should stand here", "Write it, or take out the comma before."),
    ("Expecting ':' delimiter", "a colon is missing before this", "Write it."),
    ("Expecting value", "a value should stand here", "Write it, or put the text in double quotes."),
    ("Illegal trailing comma", "there is a comma too many", "Take it out."),
    ("Unterminated string", "the quote opened here is not closed", "Close it."),
    ("Invalid control character", "a text runs over the end of its line, or has a tab in it", "Close its quote."),
    ("Invalid \\", "a backslash stands before a letter where it means nothing", "Write two backslashes."),
    ("Extra data", "there is more after the last bracket", "Remove it, or correct the brackets."),
)


def json_problem(error: json.JSONDecodeError) -> Problem:
    """What keeps a text that is meant as JSON from being it."""
    found = next((one for one in _JSON_WORDS if error.msg.startswith(one[0])), None)
    _, what, helps = found or ("", "something here is out of place", "Look at the quotes, commas and brackets here.")
    return _problem(f"is not valid JSON: {what}", helps, Span(error.lineno, error.colno))


def yaml_problem(text: str, error: yaml.MarkedYAMLError) -> Problem:
    """What keeps a text from being YAML."""
    place = _Place(_LINE_BREAK.split(text), error)
    for reader in (_tab, _unclosed_quote, _opening, _colon, _no_colon, _ended, _unclosed, _content, _escape, _indent):
        if found := reader(place):
            what, helps, span = found
            return _problem(f"is not valid YAML: {what}", helps, span)
    return _problem(f"is not valid YAML: {place.says}", "Look at the indents, quotes and brackets here.", place.span)


def _problem(says: str, helps: str, span: Span) -> Problem:
    return Problem((), says, helps, "SRC002", span)


class _Place:
    """Where the parser stopped and why."""

    def __init__(self, lines: list[str], error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        around = error.context_mark or mark
        self.lines = lines
        self.says = error.problem or error.context or "something here is out of place"
        self.context = error.context or ""
        self.span = Span(mark.line + 1, mark.column + 1) if mark else Span(1, 1)
        self.opened = Span(around.line + 1, around.column + 1) if around else self.span

    def line(self, number: int) -> str:
        return self.lines[number - 1] if number <= len(self.lines) else ""

    def at(self, span: Span) -> str:
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


def _tab(place: _Place) -> Words | None:
    found = _START.match(place.here)
    indent = found[1] if found else ""
    if "\t" in indent and place.span.column <= len(indent) + 1:
        column = indent.index("\t") + 1
        return "this line is indented with a tab", "Indent with spaces.", Span(place.span.line, column)
    return None


def _unclosed_quote(place: _Place) -> Words | None:
    if "quoted scalar" in place.context and ("end of stream" in place.says or "document indicator" in place.says):
        quote = place.at(place.opened)
        return f"the quote {quote} opened on line {place.opened.line} is not closed", "Close it.", place.opened
    return None


def _opening(place: _Place) -> Words | None:
    """A plain text that begins with a sign that YAML takes for itself."""
    if not any(words in place.says or words in place.context for words in _OPENS_TEXT):
        return None
    span = place.opened if place.at(place.opened) in tuple("@`%*&|>!") else place.span
    sign = place.at(span)
    return (f"a text that begins with {sign} wants quotes", QUOTED, span) if sign.strip() else None


def _colon(place: _Place) -> Words | None:
    """A second colon on the line; one on a line by itself is for the indents to explain."""
    if "block sequence entries" in place.says:
        return "a text that begins with a dash wants quotes, and a list its own line", QUOTED, place.span
    if place.in_flow and place.at(place.span) == ":":
        if place.span.line > place.opened.line and _depth(place.here) <= _depth(place.line(place.opened.line)):
            return _not_closed(place)
        says = "a comma is missing before this, or a text with a colon in it wants quotes"
        return says, "Write the comma or the quotes.", place.span
    if "mapping values" in place.says and (key := _KEY_BEFORE.match(place.before)):
        return "a text with a colon and a space in it wants quotes", f"Put all after {key[1]}: in quotes.", place.span
    return None


def _no_colon(place: _Place) -> Words | None:
    if "expected ':'" not in place.says:
        return None
    line = place.line(place.opened.line).strip()
    if found := re.match(r"(?:- +)?(\w+):\S", line):
        return "a space is missing after the colon", f"Write {found[1]}: and a space.", place.opened
    if re.match(r"-\w", line):
        return "a space is missing after the dash", "Write a dash and a space.", place.opened
    return (
        "this line has no colon, so that it is neither a key nor a value",
        "Write a key, a colon and a value.",
        (place.opened),
    )


def _ended(place: _Place) -> Words | None:
    """A quoted text that ended sooner than was meant."""
    quote = place.before.rstrip()[-1:]
    if quote not in ("'", '"') or "did not find expected" not in place.says or not place.at(place.span).strip():
        return None
    column = len(place.before.rstrip())
    if place.before.count(quote) % 2:
        above = [number for number in range(1, place.span.line) if place.line(number).count(quote) % 2]
        if above:
            opened = Span(above[-1], place.line(above[-1]).rindex(quote) + 1)
            return f"the quote {quote} opened on line {opened.line} is not closed", "Close it.", opened
    if quote == "'":
        return "this apostrophe ends the text", "Put the text in double quotes.", Span(place.span.line, column)
    return "this quote ends the text", "Put the text in single quotes.", Span(place.span.line, column)


def _unclosed(place: _Place) -> Words | None:
    """A bracket without its fellow."""
    sign = place.at(place.span)
    if "flow" not in place.context or "expected ','" not in place.says:
        return (f"there is a {sign} too many", "Take it out.", place.span) if sign and sign in "]}" else None
    if not place.before.strip(" \t-") or sign in ("]", "}"):
        return _not_closed(place)
    return "a comma is missing before this", "Write the comma, or put the text in quotes.", place.span


def _not_closed(place: _Place) -> Words:
    bracket = place.at(place.opened)
    says = f"the {bracket} on line {place.opened.line} is not closed"
    if " #" in place.line(place.opened.line):
        return f"{says}: what follows # is a remark", "Close it; put a text with # in quotes.", place.opened
    return says, f"Write {'}' if bracket == '{' else ']'} at its end.", place.opened


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _content(place: _Place) -> Words | None:
    if "expected node content" not in place.says:
        return None
    sign = place.at(place.span)
    if place.in_flow:
        return "a value is missing before this, or there is a comma too many", "Write it, or take it out.", place.span
    return f"a text that begins with {sign} wants quotes", QUOTED, place.span


def _escape(place: _Place) -> Words | None:
    if "escape" not in place.says:
        return None
    return "in double quotes a backslash has a meaning of its own", "Use single quotes, or two backslashes.", place.span


class _Start(Value):
    """How a line starts: the column of its dash (None without one) and that of its key."""

    dash: int | None
    key: int


def _starts(lines: list[str]) -> Iterator[_Start]:
    for line in lines:
        if (found := _START.match(line)) and line.strip() and not line.strip().startswith("#"):
            yield _Start(len(found[1]) if found[2] else None, found.end())


def _indent(place: _Place) -> Words | None:
    """A line that is indented otherwise than its neighbours."""
    above = place.lines[: place.span.line - 1]
    own = next(_starts([place.here]), None)
    if own is None or not ("mapping values" in place.says or "did not find expected" in place.says):
        return None
    last = next((line for line in reversed(above) if line.strip()), "")
    if re.match(r"[ ]*-[^\s-]", last) and "mapping values" in place.says:
        number = len(above) - above[::-1].index(last)
        return "a space is missing after the dash", "Write a dash and a space.", Span(number, last.index("-") + 1)
    indent = own.key if own.dash is None else own.dash
    columns = _open_columns(_starts(above), dashes=own.dash is not None)
    if not columns:
        return "a line with a dash stands among keys", "Write the key of the list above it.", place.span
    nearest = min(columns, key=lambda column: (abs(column - indent), -column))
    if nearest == indent:
        return None
    says = f"this line is indented by {_spaces(indent)}, and its neighbours by {nearest or 'none'}"
    helps = f"Indent it by {_spaces(nearest)}." if nearest else "Do not indent it."
    return says, helps, Span(place.span.line, indent + 1)


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number or 'no'} spaces"


def _open_columns(starts: Iterator[_Start], *, dashes: bool) -> list[int]:
    """The columns at which a line could go on: those of dashes, or those of keys."""
    still_open: list[tuple[int, bool]] = []
    for start in starts:
        first = start.key if start.dash is None else start.dash
        still_open = [one for one in still_open if one[0] < first]
        if start.dash is not None:
            still_open.append((start.dash, True))
        still_open.append((start.key, False))
    return [column for column, is_dash in still_open if is_dash == dashes]
