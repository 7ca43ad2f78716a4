"""Abbreviates an army as plain text for the QR codes on a sheet, and expands it again.

A letter replaces properties that several units share:

    a = stands, class 3, with rifles [line_foot]
      7th Blues 15a 60

A text that is too long for one QR code is split into parts. Each part begins with a line such as `1/3`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from orbat.model.text_words import line_keys

MAX_CODE_BYTES = 2953 * 3 // 4
"""The most bytes of a single QR code: three quarters of the capacity of the largest. Fuller codes are hard to scan."""
MAX_PART_BYTES = 2331 * 3 // 4
"""The most bytes of each of several QR codes. They have stronger error correction, and so a smaller capacity."""
MAX_TEXT_BYTES = 2 * MAX_PART_BYTES - 200
"""The most bytes of a text in two QR codes. Lines stay whole, so the first code may not be full."""

_SIZED = re.compile(r"([0-9]+) (?=[^0-9])")
_DEFINITION = re.compile(r"([A-Za-z]) = (.*\])\Z")
_FOLDED_UNIT = re.compile(r"(.+) ([0-9]*)([A-Za-z])(?: (-?[0-9?][^ ]*))?\Z")
_PART_NUMBER = re.compile(r"([0-9]{1,2})/([0-9]{1,2})\Z")


def fold_units(lines: Sequence[str], *, tight: bool = False) -> list[str]:
    """Shorten the lines of units: a letter replaces properties that several units share.

    With `tight`, all properties get a letter, and the lines of units have no indent.
    """
    split_lines = [_unit_parts(line) for line in lines]
    counts = Counter(parts[2] for parts in split_lines if parts)
    common = [shared for shared, count in counts.most_common(len(ascii_letters)) if count > 1 or tight]
    letters = dict(zip(common, ascii_letters, strict=False))
    folded = [
        _folded_line(parts, letters, tight) if parts and parts[2] in letters else line
        for line, parts in zip(lines, split_lines, strict=True)
    ]
    return [*(f"{letter} = {shared}" for shared, letter in letters.items()), *folded]


def _folded_line(parts: tuple[str, str, str, str], letters: Mapping[str, str], tight: bool) -> str:
    name, size, shared, points = parts
    line = f"{name} {size}{letters[shared]} {points}".removesuffix(" ?")
    return line.lstrip(" ") if tight else line


def _unit_parts(line: str) -> tuple[str, str, str, str] | None:
    if line.lstrip(" ").partition(":")[0] in line_keys():
        return None
    before, _, points = line.rpartition(" - ")
    start = before.rfind("[")
    name, dash, details = before[: max(start, 0)].rpartition(" - ")
    if not (dash and before.endswith("]") and re.fullmatch(r"-?[0-9?][^ ]*", points)):
        return None
    shared = details + before[start:]
    size = _SIZED.match(shared)
    return name, size[1] if size else "", shared[size.end() :] if size else shared, points


def read_definition(line: str) -> tuple[str, str] | None:
    """Read a line that defines a letter, such as `a = stands, class 3 [line_foot]`.

    Returns the letter and the definition, or None for other lines.
    """
    found = _DEFINITION.match(line)
    return (found[1], found[2]) if found else None


def unfold_line(line: str, letters: Mapping[str, str]) -> str:
    """Write out a unit's line: `33rd 12a 60` becomes `33rd - 12 stands, class 3 [line_foot] - 60`.

    `letters` has the properties of each letter: `stands, class 3 [line_foot]` for `a`. Other lines stay unchanged.
    """
    found = _FOLDED_UNIT.match(line)
    if not found or found[3] not in letters:
        return line
    size = f"{found[2]} " if found[2] else ""
    return f"{found[1]} - {size}{letters[found[3]]} - {found[4] or '?'}"


def split_text(text: str, max_bytes: int) -> tuple[str, ...]:
    """Split a text into as few parts as possible, of at most `max_bytes`. Lines stay whole.

    If there are several parts, each begins with its number, such as `1/3`. Returns () if a line is too long for a part.
    """
    if len(text.encode()) <= max_bytes:
        return (text,)
    lines = text.rstrip("\n").split("\n")
    room = max_bytes - len("99/99\n")
    if max(len(line.encode()) for line in lines) > room:
        return ()
    for number in range(2, 100):
        even = _fill_parts(lines, min(room, -(-len(text.encode()) // number) + 40))
        parts = even if len(even) <= number else _fill_parts(lines, room)
        if len(parts) <= number:
            return tuple(f"{at}/{len(parts)}\n{part}\n" for at, part in enumerate(parts, 1))
    return ()


def _fill_parts(lines: Sequence[str], room: int) -> list[str]:
    parts = [lines[0]]
    for line in lines[1:]:
        together = f"{parts[-1]}\n{line}"
        if len(together.encode()) <= room:
            parts[-1] = together
        else:
            parts.append(line)
    return parts


def join_parts(lines: Sequence[str]) -> list[str]:
    """Put the numbered parts of a text in order, and join them. Returns the lines unchanged if a part is missing."""
    marks = {at: found for at, line in enumerate(lines) if (found := _PART_NUMBER.match(line.strip()))}
    numbers = sorted(int(found[1]) for found in marks.values())
    first = next((at for at, line in enumerate(lines) if line.strip()), -1)
    complete = first in marks and numbers == [*range(1, len(marks) + 1)] and len(marks) > 1
    if not complete or any(int(found[2]) != len(marks) for found in marks.values()):
        return list(lines)
    ends = [*sorted(marks)[1:], len(lines)]
    parts = {int(marks[at][1]): ["", *lines[at + 1 : end]] for at, end in zip(sorted(marks), ends, strict=True)}
    return [line for number in numbers for line in parts[number]]


# Compression of repeated phrases.


_MARKS = "~^|%$&@"
"""Possible first characters of codes such as `~A`. A character that occurs in the text is not used.

The second character of a code is a letter or digit.
"""
_LETTERS = ascii_uppercase + ascii_lowercase + digits
_MAX_PHRASE = 99
"""Maximum length of a phrase, in characters. This limit prevents a short text from expanding to a huge one."""
_MAX_WORDS = 24
_MAX_LINE = 3000
"""Maximum length of an expanded line, in characters."""
_MAX_RATIO = 3
"""A text longer than this multiple of the available bytes is not compressed, because it would never fit."""
_CODE_LENGTH = len("~A")
_DEFINITION_LENGTH = len("~A=")
_ANY_CODE = re.compile(rf"[{_MARKS}][A-Za-z0-9]")
_WORDS = re.compile(r"\w+ ?|[^\w ] ?| ")
_PHRASE = re.compile(rf"([A-Za-z0-9])=(.{{1,{_MAX_PHRASE}}})")


def compress_phrases(lines: Sequence[str], room: int) -> list[str]:
    """Replace repeated phrases by codes, until the lines fit into `room` bytes."""
    text = "\n".join(lines)
    # Lines that are far too long are returned unchanged.
    free = [mark for mark in _MARKS if mark not in text and _byte_length(text) <= _MAX_RATIO * room]
    phrases: dict[str, str] = {}
    for code in (mark + letter for mark in free for letter in _LETTERS):
        if _byte_length("\n".join([*_phrase_lines(phrases), text])) <= room:
            break
        phrase = _best_phrase(text, free)
        if not phrase:
            break
        phrases[code] = phrase
        text = _replace_phrase(text, phrase, code, free)
    return [*_phrase_lines(phrases), *text.split("\n")]


def _byte_length(text: str) -> int:
    return len(text.encode())


def _phrase_lines(phrases: Mapping[str, str]) -> list[str]:
    lines: dict[str, str] = {}
    for code, phrase in phrases.items():
        lines[code[0]] = lines.get(code[0], "") + f"{code}={phrase}"
    return [line + mark for mark, line in lines.items()]


def _codes(free: Sequence[str]) -> str:
    return f"[{re.escape(''.join(free))}]."


def _replace_phrase(text: str, phrase: str, code: str, free: Sequence[str]) -> str:
    either = re.compile(f"{_codes(free)}|{re.escape(phrase)}")
    return either.sub(lambda found: code if found[0] == phrase else found[0], text)


def _best_phrase(text: str, free: Sequence[str]) -> str:
    best, most_saved = "", 0
    for phrase, count in Counter(_phrases(text, free)).items():
        if count == 1:
            continue
        length = _byte_length(phrase)
        saved = count * (length - _CODE_LENGTH) - length - _DEFINITION_LENGTH
        if saved > most_saved:
            best, most_saved = phrase, saved
    return best


def _phrases(text: str, free: Sequence[str]) -> Iterator[str]:
    for stretch in re.split(rf"\n *|{_codes(free)}", text):
        words = _WORDS.findall(stretch)
        for start, first in enumerate(words):
            phrase = ""
            for word in words[start : start + _MAX_WORDS] if first != " " else ():
                phrase += word
                if len(phrase) > _MAX_PHRASE:
                    break
                yield phrase


def read_phrases(line: str) -> dict[str, str]:
    """Read a line that defines codes for phrases. Returns phrases by code, or {} for other lines."""
    mark = line[:1]
    if not mark or mark not in _MARKS or len(line) < len("~A=x~") or not line.endswith(mark):
        return {}
    found = [_PHRASE.fullmatch(part) for part in line[1:-1].split(mark)]
    phrases = {mark + one[1]: one[2] for one in found if one}
    return phrases if all(found) else {}


def expand_phrases(line: str, phrases: Mapping[str, str]) -> str:
    """Replace the short codes in a line by their phrases."""
    if not phrases or len(line) > _MAX_LINE:
        return line
    return _ANY_CODE.sub(lambda found: phrases.get(found[0], found[0]), line)
