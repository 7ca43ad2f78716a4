"""Names of units in typed lines."""

from __future__ import annotations

import re
from itertools import pairwise

from orbat.list_reader.roles import TAKEN_MARK
from orbat.list_reader.words import MEN, POINTS, STANDS, UNIT_NOUNS

_AND = re.compile(r",\s*(?:and\s+)?|(?<!-)\s+(?:and|&|\+|et|und)\s+|\s*/\s*(?=\d+(?:st|nd|rd|th|e)\b)", re.I)
_EACH = re.compile(
    r"\b(?:each|apiece|chacun|chacune|je|every|both|beide|(?:all|alle|tous|toutes) \w+ (?:at|zu|je|a)|"
    r"(?:all|alle|tous(?: les)?|toutes(?: les)?|les) "
    r"(?:\d|two|three|four|five|six|zwei|drei|vier|funf|deux|trois|quatre|cinq))\b",
    re.I,
)
_TOGETHER = re.compile(r"\b(?:in all|altogether|all told|in total|together|between them|combined)\b", re.I)
_MAX_NAMES, _MAX_WORDS = 8, 5
_PIECE_END = re.compile(rf"{TAKEN_MARK}|,? (?:each|apiece|all|both|je|jeweils|beide|chacune?|chaque|tous|toutes)\b")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|e|er)\b", re.I)
_POINTED = re.compile(r"\b(\d{1,3})\.(?=,? (?:\d{1,3}\.|und |[A-Z]))")
"""A German ordinal, such as `4.`."""
_BATTALIONS = re.compile(
    r"(?:\d+(?:st|nd|rd|th|er|e),? )+(?:and|&|et|und) \d+(?:st|nd|rd|th|er|e) (?:bns|battalions|bataillons|"
    r"squadrons)\b",
    re.I,
)
"""Several battalions of a regiment, as in `1st and 2nd Bns of the Guard`."""
_ORDINALS = re.compile(r"\W*(?:the )?(?:\d+(?:st|nd|rd|th|er|e)[ /]+){2,}(?=[^\W\d])", re.I)
"""Several regiments in a row, as in `13e 17e 30e ligne`."""
_BATTALION = re.compile(rf"\d+(?:st|nd|rd|th|er|e) (?:{UNIT_NOUNS})\W*(?:\([^()]*\)\W*)?", re.I)
_JOINED = re.compile(r"(?<!-)\s(?:and|&|\+|et|und)\s", re.I)
_ORDINAL_NAME = re.compile(r"(?:the )?\d+(?:st|nd|rd|th|e|er)\b")
_CODE = re.compile(r"[A-Z]{1,3} ?\d{1,3}(?: [A-Z][\w-]+)?")
_ROMAN = frozenset({"i", "ii", "iii", "iv", "v", "vi"})
_EDGES = " \t-:;,.|/=@([{\"'"
_UNITS_OF = re.compile(rf"{UNIT_NOUNS}(?:(?<=s)| (?:of|du|des|de|von|der|del|dei)\b)(?: (?:of|the))*\s+(?=\w)", re.I)
_ONLY_POINTS = re.compile(rf"(?:{POINTS}|p)\Z", re.I)
_HEAD = re.compile(rf"\A(?:(?:x|of|and|then|with|@)\s+|(?:{POINTS}|P)[\s:.-]+(?=\S))", re.I)
_NOUN_FIRST = re.compile(rf"\A\W*(?:{POINTS}|P|{STANDS}|{MEN})\.?\s*[-:=]\s+(?=\S)", re.I)
"""A word for points or stands between a number at the start of a line and the name."""
_IN_ROW = re.compile(r"(?:\s+\d+){2,}\Z")
_TAIL = re.compile(r"[\s,;:(\[{@=|/.-]+(?:w|with|of|at|the|and|x|in|je|zu|=)?[\s,;:(\[{@=|/-]*\Z", re.I)


def tidy_name(rest: str) -> str:
    """Make a name from the text that remains of a line when its numbers have been read and removed."""
    text = re.sub(rf"\s*[\[({{]*{TAKEN_MARK}[{TAKEN_MARK}\s\])}}]*", " ", rest)
    text = re.sub(r"\s+", " ", text).strip(_EDGES + ")]}")
    return f"{text})" if text.count("(") > text.count(")") else text


def unit_name(rest: str, *, several: bool = False) -> str:
    """The name of a unit: the first words of a line, up to a mark or a sign such as a comma.

    In `rest`, the mark `TAKEN_MARK` replaces each number that was read. Other numbers can be part of the name.
    """
    for piece in re.split(rf"{TAKEN_MARK}+", rest):
        piece = _NOUN_FIRST.sub("", piece)
        text = re.sub(r"^\s*(?:\([^()]{{0,12}}\)\s*)?", "", piece).strip(_EDGES)
        text = _TAIL.sub("", re.split(r"\s[-:]\s|[,(\[{;|@=]", text)[0]).strip(_EDGES + ")]}*")
        text = _HEAD.sub("", text, count=1)
        text = _UNITS_OF.sub("", text) if several else text
        text = _IN_ROW.sub("", text)
        if any(map(str.isalpha, text)) and len(text) > 1 and not _ONLY_POINTS.match(text):
            return re.sub(r"\s+", " ", text)[:120]
    return tidy_name(rest)[:120]


def names_in(rest: str) -> int:
    """The number of units that a line names: 3 for `the 42nd, 79th and 93rd`, 1 for a line with a single name."""
    rest = _POINTED.sub(r"\1e", rest)
    if found := _BATTALIONS.search(rest):
        return len(_ORDINAL.findall(found[0]))
    if found := _ORDINALS.match(rest):
        return len(_ORDINAL.findall(found[0]))
    names = _PIECE_END.split(rest)[0]
    if joint := _JOINED.search(names):  # what follows a comma after the last name describes the units
        names = names[: joint.end()] + names[joint.end() :].partition(",")[0]
    parts = [one for one in _AND.split(names) if any(map(str.isalnum, one))]
    if any(map(_BATTALION.fullmatch, map(str.strip, parts))) and not all(
        map(_BATTALION.fullmatch, map(str.strip, parts))
    ):
        return 1  # a regiment and the number of its battalion
    alike = [one for one in parts if _ORDINAL_NAME.match(one.strip()) or len(one.split()) <= _MAX_WORDS]
    numbered = (_ORDINAL_NAME.match(one.strip()) or _CODE.fullmatch(one.strip()) for one in parts)
    joined = _JOINED.search(names) or all(numbered)
    return len(parts) if joined and 1 < len(parts) <= _MAX_NAMES and len(alike) == len(parts) else 1


def says_each(text: str) -> bool:
    """Whether a word such as `each` says that the numbers are for each unit, not for all units together."""
    return bool(_EACH.search(text))


def says_together(text: str) -> bool:
    """Whether words such as `in all` say that the numbers are for all units together."""
    return bool(_TOGETHER.search(text))


def is_same_regiment(name_words: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names are the same except for the number of a battalion."""
    shape = _without_battalion(name_words)
    return shape != name_words and shape == _without_battalion(other)


def is_further_battalion(name_words: tuple[str, ...], above: tuple[str, ...]) -> bool:
    """Whether a name is only the number of a battalion, and the name above is that of a regiment or battalion.

    A number without the word `battalion` must be the next one: `3rd` below `2nd Bn`.
    """
    if is_only_battalion(name_words):
        return "regiment" in above or _without_battalion(above) != above
    last = next((word for word, after in pairwise(above) if after == "battalion"), "")
    return last[1:].isdecimal() and name_words == (f"#{int(last[1:]) + 1}",)


def is_only_battalion(name_words: tuple[str, ...]) -> bool:
    """Whether a name is only the number of a battalion, as in `2nd Bn`."""
    return _without_battalion(name_words) == ("#", "battalion")


def _without_battalion(name_words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        "#" if (word[0] == "#" and after == "battalion") or word in _ROMAN else word
        for word, after in zip(name_words, (*name_words[1:], ""), strict=False)  # not strict: `name_words` may be empty
    )
