"""What makes the text form short enough for a code on a sheet, and how such a text becomes the text form again.

What several units have in common is said once, under a letter, and a unit's line then has its size and that letter:

    a = stands, class 3, with rifles [line_foot]
      7th Blues 15a 60

Nothing stands after the letter where the points are not said. A unit's line that ends so may do without its indent: it
stands in the formation before it. `orbat.model.pocket_phrases` tells how such a text becomes shorter still. A text that
is too long for one code stands in several, each of which begins with a line such as `1/3`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from string import ascii_letters

from orbat.model.short_form import line_keys

ONE_CODE = 2953
"""How many bytes the largest QR code holds."""

_SIZED = re.compile(r"([0-9]+) (?=[^0-9])")
_LEGEND = re.compile(r"([A-Za-z]) = (.*\])\Z")
_FOLDED = re.compile(r"(.+) ([0-9]*)([A-Za-z])(?: (-?[0-9?][^ ]*))?\Z")
_PART = re.compile(r"([0-9]{1,2})/([0-9]{1,2})\Z")


def folded(lines: Sequence[str], *, tight: bool = False) -> list[str]:
    """Lines of units and formations with what is common to several said once, above them.

    With `tight` what is of one unit alone stands there too, and the units have no indent.
    """
    parted = [_unit_parts(line) for line in lines]
    counts = Counter(parts[2] for parts in parted if parts)
    common = [said for said, count in counts.most_common(len(ascii_letters)) if count > 1 or tight]
    letters = dict(zip(common, ascii_letters, strict=False))
    short = [
        _short(parts, letters, tight) if parts and parts[2] in letters else line
        for line, parts in zip(lines, parted, strict=True)
    ]
    return [*(f"{letter} = {said}" for said, letter in letters.items()), *short]


def _short(parts: tuple[str, str, str, str], letters: Mapping[str, str], tight: bool) -> str:
    name, size, said, points = parts
    line = f"{name} {size}{letters[said]} {points}".removesuffix(" ?")
    return line.lstrip(" ") if tight else line


def _unit_parts(line: str) -> tuple[str, str, str, str] | None:
    """The name with its indent, the size, what else is said, and the points of a unit's line; None for another."""
    if line.lstrip(" ").partition(":")[0] in line_keys():
        return None
    before, _, points = line.rpartition(" - ")
    start = before.rfind("[")
    name, dash, facts = before[: max(start, 0)].rpartition(" - ")
    if not (dash and before.endswith("]") and re.fullmatch(r"-?[0-9?][^ ]*", points)):
        return None
    said = facts + before[start:]
    size = _SIZED.match(said)
    return name, size[1] if size else "", said[size.end() :] if size else said, points


def legend(line: str) -> tuple[str, str] | None:
    """A letter and what it stands for; None where a line says no such thing."""
    found = _LEGEND.match(line)
    return (found[1], found[2]) if found else None


def unfolded(line: str, letters: Mapping[str, str]) -> str:
    """The line with what its letter stands for, or as it is."""
    found = _FOLDED.match(line)
    if not found or found[3] not in letters:
        return line
    size = f"{found[2]} " if found[2] else ""
    return f"{found[1]} - {size}{letters[found[3]]} - {found[4] or '?'}"


def parts_of(text: str, most: int) -> tuple[str, ...]:
    """The text, split between lines into as few parts of at most so many bytes as it takes, about equally long.

    Several parts are numbered. There is none where a line alone is too long.
    """
    if len(text.encode()) <= most:
        return (text,)
    lines = text.rstrip("\n").split("\n")
    room = most - len("99/99\n")
    if max(len(line.encode()) for line in lines) > room:
        return ()
    for number in range(2, 100):
        even = _filled(lines, min(room, -(-len(text.encode()) // number) + 40))
        parts = even if len(even) <= number else _filled(lines, room)
        if len(parts) <= number:
            return tuple(f"{at}/{len(parts)}\n{part}\n" for at, part in enumerate(parts, 1))
    return ()


def _filled(lines: Sequence[str], room: int) -> list[str]:
    """Lines put together as long as there is room."""
    parts = [lines[0]]
    for line in lines[1:]:
        together = f"{parts[-1]}\n{line}"
        if len(together.encode()) <= room:
            parts[-1] = together
        else:
            parts.append(line)
    return parts


def joined(lines: Sequence[str]) -> list[str]:
    """The lines of codes whose texts were put one below the other, in whichever order, as those of one text."""
    marks = {at: found for at, line in enumerate(lines) if (found := _PART.match(line.strip()))}
    numbers = sorted(int(found[1]) for found in marks.values())
    first = next((at for at, line in enumerate(lines) if line.strip()), -1)
    whole = first in marks and numbers == [*range(1, len(marks) + 1)] and len(marks) > 1
    if not whole or any(int(found[2]) != len(marks) for found in marks.values()):
        return list(lines)
    ends = [*sorted(marks)[1:], len(lines)]
    parts = {int(marks[at][1]): ["", *lines[at + 1 : end]] for at, end in zip(sorted(marks), ends, strict=True)}
    return [line for number in numbers for line in parts[number]]
