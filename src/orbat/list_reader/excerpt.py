"""Select the lines to read from a long text."""

from __future__ import annotations

from collections.abc import Sequence

from orbat.list_reader.lines import InputLine, TypedLine, clean_line
from orbat.list_reader.tables import rows_as_text
from orbat.model.claims import ReadLine
from orbat.model.record import Value
from orbat.model.wording import plural

MAX_LINES = 640
"""Maximum number of non-empty lines of a typed list."""
MAX_CHARACTERS = 40_000
"""Maximum number of characters of a text. Long lines take longest to read."""


class Excerpt(Value):
    """The lines of a text that are read, and the limit that was reached, such as `800 lines` ("" if none).

    `ahead`: the first lines that are not read; they show whether the last army is complete. `rest`: line numbers of all
    lines that are not read.
    """

    lines: tuple[TypedLine, ...]
    ahead: tuple[TypedLine, ...] = ()
    rest: tuple[int, ...] = ()
    limit: str = ""


def excerpt_of(source: Sequence[InputLine], maximum: int) -> Excerpt:
    """Take the first `maximum` lines that are not empty, and at most `MAX_CHARACTERS` characters.

    Table rows are rewritten as sentences.
    """
    lines: list[TypedLine] = []
    filled = characters = last = 0
    for at, one in enumerate(source):
        line = clean_line(one)
        if line.clean:
            limit = f"{maximum} lines" if filled >= maximum else f"{MAX_CHARACTERS} characters"
            if (filled >= maximum or characters >= MAX_CHARACTERS) and line.number > last:
                rows = rows_as_text((*lines, line))
                rest = tuple(other.number for other in source[at:] if other.text.strip())
                return Excerpt(_up_to(rows, last), tuple(rows[len(_up_to(rows, last)) :]), rest, limit)
            filled, characters, last = filled + 1, characters + len(line.clean), line.number
        lines.append(line)
    return Excerpt(tuple(rows_as_text(lines)))


def _up_to(lines: Sequence[TypedLine], last: int) -> tuple[TypedLine, ...]:
    return tuple(line for line in lines if line.number <= last)


def unread_rest(rest: Sequence[int], limit: str, army: str = "") -> ReadLine:
    """Report lines that were not read. `rest`: their line numbers. `limit`: the limit that was reached.

    `army`: the heading of the first army in these lines, if any.
    """
    if army:
        text = plural(
            len(rest),
            "the last line, “{army}”, is not read: orbat reads at most {limit}",
            "the last {count} lines, starting with “{army}”, are not read: orbat reads at most {limit}",
            army=army[:60],
            limit=limit,
        )
    else:
        text = plural(
            len(rest),
            "the last line is not read: orbat reads at most {limit}",
            "the last {count} lines are not read: orbat reads at most {limit}",
            limit=limit,
        )
    return ReadLine(rest[0], text, unread=True)
