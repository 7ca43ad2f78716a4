"""The roles of the lines and numbers of a typed list, in words."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.claims import Confidence, LineRole, NumberRole, NumberUse, ReadLine
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.report.report import Report

LINE_ROLES: dict[LineRole, str] = {
    "unit": "unit",
    "general": "general",
    "formation": "formation",
    "sum": "sum",
    "title": "title",
    "head": "table head",
    "detail": "detail",
    "outside": "no part",
    "unread": "not read",
    "": "",
}
"""The role of a line, in words."""

NUMBER_ROLES: dict[NumberRole, str] = {
    "count": "number of units",
    "size": "size",
    "men": "men",
    "guns": "guns",
    "rating": "rating",
    "piece price": "price of one stand or gun",
    "unit price": "price of a unit",
    "line price": "price of the line",
    "general's price": "price of a general",
    "subtotal": "subtotal",
    "total": "total",
    "left": "points left",
    "game size": "game size",
    "length": "length",
    "serial": "line number",
    "date": "date",
    "name": "part of a name",
    "repeated": "repeated",
    "outside": "not part of the army",
}
"""The role of a number, in words."""

CONFIDENCE: dict[Confidence, str] = {"sure": "", "likely": "likely", "doubtful": "doubtful"}
"""How certain the reading of a line is, in words. "" if it is sure."""


class LineRoles(Value):
    """A line of a typed list, with the roles of its numbers."""

    number: int
    role: str
    confidence: str
    text: str
    numbers: tuple[tuple[str, str], ...]
    """Pairs of a number, as typed, and its role in words."""


def line_roles(report: Report) -> Iterator[LineRoles]:
    """Yield the lines of a typed list with the roles of their numbers, such as price or size."""
    word = report.book.ruleset.rating_word if report.book else ""
    for line in report.reading.lines if report.reading else ():
        numbers = tuple((number_text(line, one), number_role(one.role, word)) for one in line.numbers)
        confidence = CONFIDENCE[line.confidence]
        yield LineRoles(line.number, line_role(line), confidence, line.text.strip(), numbers)


def line_role(line: ReadLine) -> str:
    """The role of a line of a typed list, in words."""
    if line.role:
        return LINE_ROLES[line.role]
    if line.unread:
        return LINE_ROLES["unread"]
    if line.paths:
        return LINE_ROLES["general" if all(path[-1] == "commander" for path in line.paths) else "unit"]
    return ""


def number_role(role: NumberRole, rating_word: str = "") -> str:
    """The role of a typed number, in words. `rating_word` is a word such as `class`."""
    return rating_word if role == "rating" and rating_word else NUMBER_ROLES[role]


def number_text(line: ReadLine, number: NumberUse) -> str:
    """The number as typed, followed by the value if necessary: `twelve (12)`."""
    typed = line.text[number.start : number.end].strip()
    value = show(number.value)
    return typed if typed == value or not typed else phrase("{typed} ({value})", typed=typed, value=value)
