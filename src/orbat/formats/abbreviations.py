"""What makes the text form short enough for a code on a sheet, and how such a text becomes the text form again.

What several units have in common is said once, under a letter, and a unit's line then has its size and that letter:

    a = stands, class 3, with rifles [line_foot]
      7th Blues 15a 60

Nothing stands after the letter where the points are not said. A unit's line that ends so may do without its indent:
it stands in the formation before it. A text that
is too long for one code stands in several, each of which begins with a line such as `1/3`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from orbat.model.text_words import line_keys

MAX_CODE_BYTES = 2953
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


def split_text(text: str, most: int) -> tuple[str, ...]:
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


# What a text says again and again, said once, and how such a text becomes the long one again.


_MARKS = "~^|%$&@"
"""Those that are nowhere in a text mark its phrases, the first as long as there are letters."""
_LETTERS = ascii_uppercase + ascii_lowercase + digits
_LONGEST = 99
"""The longest phrase, in characters, so that a short text cannot become a huge one."""
_MOST_WORDS = 24
_LONGEST_LINE = 3000
"""No longer line can come from a code."""
_MOST_TIMES = 3
"""A text that is longer by more than that has never become short enough, and trying takes time."""
_CODE = len("~A")
_ONCE = len("~A=")
_ANY_CODE = re.compile(rf"[{_MARKS}][A-Za-z0-9]")
_WORDS = re.compile(r"\w+ ?|[^\w ] ?| ")
_SAID = re.compile(rf"([A-Za-z0-9])=(.{{1,{_LONGEST}}})")


def phrased(lines: Sequence[str], room: int) -> list[str]:
    """The lines with as few phrases as it takes for them to have at most so many bytes, or as short as they get.

    Those that are far too long are as they were.
    """
    text = "\n".join(lines)
    free = [mark for mark in _MARKS if mark not in text and _length(text) <= _MOST_TIMES * room]
    phrases: dict[str, str] = {}
    for code in (mark + letter for mark in free for letter in _LETTERS):
        if _length("\n".join([*_said(phrases), text])) <= room:
            break
        phrase = _best(text, free)
        if not phrase:
            break
        phrases[code] = phrase
        text = _replaced(text, phrase, code, free)
    return [*_said(phrases), *text.split("\n")]


def _length(text: str) -> int:
    return len(text.encode())


def _said(phrases: Mapping[str, str]) -> list[str]:
    """A line for each mark."""
    lines: dict[str, str] = {}
    for code, phrase in phrases.items():
        lines[code[0]] = lines.get(code[0], "") + f"{code}={phrase}"
    return [line + mark for mark, line in lines.items()]


def _codes(free: Sequence[str]) -> str:
    return f"[{re.escape(''.join(free))}]."


def _replaced(text: str, phrase: str, code: str, free: Sequence[str]) -> str:
    """The text with the code for the phrase, and other codes, of which none is part of a phrase, as they are."""
    either = re.compile(f"{_codes(free)}|{re.escape(phrase)}")
    return either.sub(lambda found: code if found[0] == phrase else found[0], text)


def _best(text: str, free: Sequence[str]) -> str:
    """The words in a row that save most when they are said once; none where nothing is saved."""
    best, most = "", 0
    for phrase, count in Counter(_phrases(text, free)).items():
        if count == 1:
            continue
        length = _length(phrase)
        saved = count * (length - _CODE) - length - _ONCE
        if saved > most:
            best, most = phrase, saved
    return best


def _phrases(text: str, free: Sequence[str]) -> Iterator[str]:
    """All words in a row, as often as they stand in the lines of a text."""
    for stretch in re.split(rf"\n *|{_codes(free)}", text):
        words = _WORDS.findall(stretch)
        for start, first in enumerate(words):
            phrase = ""
            for word in words[start : start + _MOST_WORDS] if first != " " else ():
                phrase += word
                if len(phrase) > _LONGEST:
                    break
                yield phrase


def read_phrases(line: str) -> dict[str, str]:
    """Codes and the phrases they stand for; none where a line says no such thing."""
    mark = line[:1]
    if not mark or mark not in _MARKS or len(line) < len("~A=x~") or not line.endswith(mark):
        return {}
    found = [_SAID.fullmatch(part) for part in line[1:-1].split(mark)]
    phrases = {mark + one[1]: one[2] for one in found if one}
    return phrases if all(found) else {}


def spoken(line: str, phrases: Mapping[str, str]) -> str:
    """The line with the phrases that its codes stand for."""
    if not phrases or len(line) > _LONGEST_LINE:
        return line
    return _ANY_CODE.sub(lambda found: phrases.get(found[0], found[0]), line)
