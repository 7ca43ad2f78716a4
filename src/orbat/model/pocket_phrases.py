"""What a text says again and again, said once, and how such a text becomes the long one again.

Where a text is too long for a code, words that stand in many places have a mark and a letter there instead. What each
letter stands for is said once, on a line above, where every phrase ends at the next mark:

    ~A=Northern Infantry, ~B=Southern Infantry, ~
      ~A1st Bn 15a
      ~B4th Bn 15b

Whatever is written so reads back letter by letter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits

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


def said_once(line: str) -> dict[str, str]:
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
