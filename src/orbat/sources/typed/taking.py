"""How much is read of a text: so many lines, so many characters of them, and so many units that they buy."""

from __future__ import annotations

from collections.abc import Sequence

from orbat.model.claims import ReadLine
from orbat.model.record import Value
from orbat.sources.typed.signs import AnyLine, Line, line_of
from orbat.sources.typed.tables import said_rows

MOST_CHARACTERS = 64_000
"""So many characters of lines are read: lines that are all as long as a line may be take longest."""
MOST_UNITS = 2_000
"""So many units of an army are believed; lines below the one that buys the last of them are not read."""
MOST_WAYS = 20_000
"""So many ways to read the lines of an army are weighed: a line of a list has some ten, one of rubbish hundreds."""


class Taken(Value):
    """The lines that are read; the first behind them, `ahead`; the numbers of the rest, and what it is over."""

    lines: tuple[Line, ...]
    ahead: tuple[Line, ...] = ()
    rest: tuple[int, ...] = ()
    limit: str = ""


def taken(handed: Sequence[AnyLine], most: int) -> Taken:
    """The first lines of a text, at most so many that are not empty; rows of tables are said in words."""
    lines: list[Line] = []
    filled = characters = last = 0
    for at, one in enumerate(handed):
        line = line_of(one)
        if line.said:
            limit = f"{most}" if filled >= most else f"{MOST_CHARACTERS} characters"
            if (filled >= most or characters >= MOST_CHARACTERS) and line.number > last:
                said = said_rows((*lines, line))
                rest = tuple(other.number for other in handed[at:] if other.text.strip())
                return Taken(_to(said, last), tuple(said[len(_to(said, last)) :]), rest, limit)
            filled, characters, last = filled + 1, characters + len(line.said), line.number
        lines.append(line)
    return Taken(tuple(said_rows(lines)))


def _to(lines: Sequence[Line], last: int) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.number <= last)


def told_of_rest(rest: Sequence[int], limit: str, army: str = "") -> ReadLine:
    """The line that says how much of a text was not read, from which army on."""
    lines = "line" if len(rest) == 1 else "lines"
    named = f", from “{army[:60]}” on" if army else ""
    return ReadLine(rest[0], f"the last {len(rest)} {lines}{named}: only {limit} are read", unread=True)
