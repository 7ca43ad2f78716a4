"""Clean typed lines: remove bullets, mark-up and dot leaders; normalise dashes and multiplication signs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Protocol, TypeVar

from orbat.list_reader.spelt_numbers import with_figures
from orbat.list_reader.words import (
    EACH,
    FOREIGN_NUMBERS,
    FOREIGN_ORDINALS,
    GENERALS,
    GUNS,
    LENGTHS,
    MEN,
    NUMBER_WORDS,
    ORDINALS,
    POINTS,
    STANDS,
    SUBTOTAL,
    TOTAL,
    UNIT_NOUNS,
)
from orbat.model.record import Value

_MAX_GAP = 1000
"""Largest jump in line numbers that `text_of` fills with empty lines."""
MAX_LENGTH = 400
"""Maximum length of a line or cell, in characters. Some patterns take quadratic or cubic time on longer texts."""
MAX_DIGITS = 12
"""Maximum number of digits of a number. Patterns try to match at every digit, so longer numbers would be slow."""
LONG_NUMBER = re.compile(rf"(\d{{{MAX_DIGITS}}})\d++")


class Numbered(Protocol):
    """Anything with a line number and a text."""

    @property
    def number(self) -> int: ...
    @property
    def text(self) -> str: ...


_Numbered = TypeVar("_Numbered", bound=Numbered)


class InputLine(Numbered, Protocol):
    """A line as it is in a document, with bullet and mark-up, such as a DocumentLine."""

    @property
    def cells(self) -> Sequence[str]: ...
    @property
    def indent(self) -> int: ...
    @property
    def heading(self) -> int: ...


class TypedLine(Value):
    """A typed line.

    - `text`: the line as typed.
    - `clean`: the text without bullet and mark-up, for pattern matching.
    - `emphasised`: whether the line looks like a heading, for example because it is bold.
    """

    number: int
    text: str
    clean: str
    indent: int = 0
    emphasised: bool = False
    bullet: bool = False
    cells: tuple[str, ...] = ()
    row: bool = False
    """Whether the line is a row of a table, so it is about one item."""
    more: tuple[int, ...] = ()
    """Numbers of the further lines of a paragraph that was broken into lines."""
    leaves_choice: bool = False
    """Whether the text leaves a choice. `clean` then contains only the first possibility."""


LineKey = tuple[int, str]
"""A line, or a part of one: its number and its clean text."""


def key_of(line: TypedLine) -> LineKey:
    """The number and clean text of a line, which identify it."""
    return line.number, line.clean


_CHARACTERS = (
    (re.compile(r"[\u2010-\u2015\u2212]"), "-"),
    (re.compile(r"[\u2018\u2019\u00b4`]"), "'"),
    (re.compile(r"[\u201c\u201d\u00ab\u00bb]"), '"'),
    # signs for house and inferred prices on printed sheets, at the end of a line or before a total
    (re.compile(r"(?<=\d)[\u00b0\u02b9](?=\s*(?:\d+\s*)?$)"), ""),
    (re.compile(r"[\u00a0\u2000-\u200a\u202f]"), " "),
    (re.compile(r"[\u00d7\u2715\u2716\u2a2f]"), "x"),
    (re.compile(r"(?<=\d) ?\u00bc"), ".25"),
    (re.compile(r"(?<=\d) ?\u00bd"), ".5"),
    (re.compile(r"(?<=\d) ?\u00be"), ".75"),
)
"""Non-ASCII characters and their replacements."""
_SUBSTITUTIONS = (
    (re.compile(r"(?<=[0-9 ])[\u0445\u0425X](?=[ 0-9])"), "x"),
    (re.compile(r"\[/?(?:b|i|u|s|list|quote|code|size|color|url|center|\*)(?:=[^\]]*)?\]", re.I), " "),
    (re.compile(r"\*\*+|__+|~~+|==+|\+\++|##+"), " "),
    (re.compile(r"\.{3,}|_{3,}|(?:\. ){3,}|\u2026+"), "  "),
    (re.compile(r"(?<![0-9.,])([0-9]{1,3})[,.]([0-9]{3})[.,]00?(?![0-9])"), r"\1\2"),
    (re.compile(r"(?<![0-9.,])([0-9]{1,3})[,.]([0-9]{3})(?![0-9.,]*[0-9])"), r"\1\2"),
    (re.compile(rf"(?<![0-9.,])([0-9]{{1,2}})[ ']([0-9]{{3}})(?= ?{POINTS}\b)", re.I), r"\1\2"),
    (re.compile(rf"(?<![0-9.,])([0-9]+),([0-9]{{1,2}})(?= ?{POINTS}\b)", re.I), r"\1.\2"),
    (re.compile(r"(?<=[0-9])[oO](?=[0-9oO]|[^\w]|\Z)"), "0"),
    (re.compile(r"(?<=[0-9])O(?=0|[^\w]|\Z)"), "0"),
    (re.compile(r"(?<!\[)\b[lI](?=[0-9])|(?<=[0-9])[lI]\b"), "1"),
    (re.compile(r"\blst\b"), "1st"),
    (re.compile(r"(?<=[a-z])I(?=[a-z]|\b)"), "l"),
    (re.compile(r"(?<=\s\s)([1-9]) ([0-9])\Z"), r"\1\2"),
    (re.compile(r"(?<=\d )pi[e\u00e8]ces?\b(?! de \d)", re.I), "guns"),
    (re.compile(r"\b(?:pi[e\u00e8]ces?|canons?|(obusiers?)) de (\d{1,2})\b(?! ?[a-z])", re.I), r"\2 pdr \1"),
    (re.compile(r"(?<=[0-9]) x(?=[0-9])|(?<=[0-9])x (?=[0-9])"), " x "),
    # a price at the start of a line
    (re.compile(rf"\A(\s*[0-9]{{1,3}}) ?(?:(?:{POINTS}|P\b)\.? ?[-:=]|:)\s+(?=[^\W\d]|[0-9]+[a-z]+ )", re.I), r"\1 - "),
)
_RESULT_FIRST = re.compile(rf"(?<![\d.,])(\d+) ?= ?(\d+) ?[x@] ?(\d+)(?= ?{POINTS}?\W*\Z)", re.I)
"""A price before its product: `36 = 12 x 3`."""
_SPACED = re.compile(r"\b[A-Z](?: [A-Z]){4,}\b")
"""A word in spaced capitals: `T O T A L`."""
_NO_HUNDREDTHS = re.compile(r"(?<=\d)\.00?(?=  |\Z)")
_TREE = re.compile(r"^[\s|\u2502\u251c\u2514\u2500\u2570\u256d`+\\-]*[\u251c\u2514\u2500\u2570]+[\s\u2500-]*")
_KEY = re.compile(r'"([A-Za-z_ ]{1,20})"\s*:\s*"?')
_LABEL = re.compile(r"\s*(?:unit|name|regiment|troops|entry)\s*[:=]\s*(?=\S)", re.I)
_SPELT = re.compile(
    rf"\b({'|'.join((*NUMBER_WORDS, 'a dozen'))})"
    rf"(?=[ -](?:[a-z]+ )?(?:{STANDS}|{GUNS}|{LENGTHS}|{UNIT_NOUNS}|{GENERALS})\b)|"
    rf"(?:(?<=\bclass )|(?<=\bklasse )|(?<=\bclasse )|(?<=\bclase ))({'|'.join(NUMBER_WORDS | FOREIGN_NUMBERS)})\b|"
    rf"\b({'|'.join(FOREIGN_NUMBERS)})(?= (?:[^\W\d]+ )?(?:{STANDS}|{GUNS}|{UNIT_NOUNS}|{GENERALS})\b)|"
    rf"(?<!all )\b({'|'.join(NUMBER_WORDS | FOREIGN_NUMBERS)})"
    rf"(?= [^.;:()\d]{{3,50}}[ (](?:\d{{1,3}} ?(?:{POINTS} )?{EACH}\b|je \d))",
    re.I,
)
_FIGURES = NUMBER_WORDS | FOREIGN_NUMBERS
_ORDINALS = ORDINALS | FOREIGN_ORDINALS
_NTH_CLASS = re.compile(rf"\b({'|'.join(_ORDINALS)})[- ](?:class|kl|klasse|classe|clase)\b", re.I)
_DAY = r"(?:\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?,? )?"
_TIME = r"\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[ap]m)?"
_CHAT = re.compile(rf"\s*(?:[\[(]?{_DAY}{_TIME}[\])]?,?\s*(?:-\s*)?)(?:<?\w[\w .-]{{0,24}}>?:\s+)?", re.I)
_WRITER = re.compile(r"\s*<\w[\w .-]{0,24}>\s+")
"""The writer of a line in a chat: `<ann>`."""
_BULLET = re.compile(r"\s*(?:[\u2022\u25e6\u25aa\u25cf\u25cb\u2023\u00b7*>\u25a0\u25a1o+-]|\.(?=\s))\s+(?=\S)")
_LETTERED = re.compile(r"\s*(?:\((?:[ivx]{1,4}|[a-h])\)|(?:[ivx]{1,4}|[a-h])\)|[a-h]\.(?= [^.]*\d))\s+(?=\S)")
_SIGNS = re.compile(
    r"\s*(?:[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u25a0-\u25ff\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+\s*)+"
)
"""Pictures at the start of a line."""
_NUMBERED = re.compile(
    r"\s*(?:\d{1,2}(?:\)|\.(?!\s+(?:brigade|division|korps|corps)\b(?!,? gen)))\s+(?=\S)|\(1?\d\)\s+(?=\D))", re.I
)
"""A list number at the start of a line, such as `1)`. Does not match `1. Brigade`, where 1 is part of the name."""
_TAG = re.compile(r"\s*(?:\[(?:[A-Z]{1,2}\d{1,2}|--)\]|[A-Z]{1,3}\d{1,2}:)\s*")
_EMPHASIS = re.compile(r"\s*(?:\[b\]|\*\*|__|==|\+\+?|#+ |\*{3,}|[A-Z\W\d]+\Z)")
_CAPITALS = re.compile(r"\s*[A-Z\d'\"(][^a-z]+\Z")
_MOST_CAPITALS = 0.6
"""If more of the lines than this share are in capitals, capitals mark no headings."""
_FRAMED = re.compile(r"\s*([*=+#~-])+ ?.*[^*=+#~-].*\1\s*\Z")
_SPACES = re.compile(r" {2,}")


_OR = r"(?:or|ou|oder|else|otherwise|sonst|sinon)"
_CHOICES = (
    (
        re.compile(
            rf"(?<![\w.])(?<!\bn[or]\. )(?<!\bn[or] )((?:[^\W\d]|\()?\d+)\)?,? {_OR} (?:[^\W\d]{{1,6}} )?[^\W\d]?\d+\b"
            r"(?: (?:if|si|s'|wenn|falls)[^,;()-]*)?(?! ?(?:%|st\b|th\b))",
            re.I,
        ),
        r"\1",
    ),
    (re.compile(rf"\b(?:either|entweder|soit)\s+([^,;]+?),? (?:{_OR}|soit)\s+[^,;.()]*", re.I), r"\1"),
    (re.compile(r"\b(?:either|entweder)\s+(?=.*\d)", re.I), ""),
)
"""A choice, such as `8 or 9 stands`, and its first possibility."""


def end_of_stamp(text: str) -> int:
    """The length of the date, time and writer at the start of a line in a chat; 0 if there are none."""
    found = _CHAT.match(text)
    return found.end() if found else 0


def truncated(text: str) -> str:
    """Shorten a text to `MAX_LENGTH` characters. Each number in the text is shortened to `MAX_DIGITS` digits."""
    return LONG_NUMBER.sub(r"\1", text[:MAX_LENGTH])


def _product_first(found: re.Match[str]) -> str:
    right = int(found[1]) == int(found[2]) * int(found[3])
    return f"{found[2]} x {found[3]} = {found[1]}" if right else found[0]


def clean_line(source: InputLine) -> TypedLine:
    """Clean a line of a document."""
    text = source.text
    stripped = text.lstrip(" \t\xa0")
    indent = source.indent + len(text[: len(text) - len(stripped)].expandtabs(4))
    clean = truncated(text).replace("\t", " ")
    for pattern, instead in () if clean.isascii() else _CHARACTERS:
        clean = pattern.sub(instead, clean)
    if len(source.cells) > 1:
        clean = _NO_HUNDREDTHS.sub("", clean)
    for pattern, instead in _SUBSTITUTIONS:
        clean = pattern.sub(instead, clean)
    clean = _RESULT_FIRST.sub(_product_first, clean)
    clean = with_figures(_SPACED.sub(lambda found: found[0].replace(" ", ""), clean))
    clean = _NTH_CLASS.sub(lambda found: f"class {_ORDINALS[found[1].casefold()]}", clean)
    clean = _SPELT.sub(lambda found: str(_FIGURES.get(found[0].casefold(), 12)), clean)
    before = clean
    for pattern, instead in _CHOICES:
        clean = pattern.sub(instead, clean)
    leaves_choice = clean != before
    if '"' in clean:
        clean = _KEY.sub(r"\1: ", clean).strip(' {}[],"')
    if found := _SIGNS.match(clean):
        clean = clean[found.end() :]
    bullet = False
    if found := _TREE.match(clean):
        indent, clean, bullet = indent + found.end(), clean[found.end() :], True
    for pattern in (_LABEL, _CHAT, _WRITER):
        if found := pattern.match(clean):
            clean = clean[found.end() :]
    for pattern in (_BULLET, _NUMBERED, _LETTERED, _TAG):
        if found := pattern.match(clean):
            clean, bullet = clean[found.end() :], True
    stripped = clean.strip().strip("+=*#~")
    clean = _SPACES.sub("  ", stripped).strip()
    short = text if len(text) <= MAX_LENGTH else ""  # a longer line is no heading
    emphasised = bool(source.heading) or (bool(_EMPHASIS.match(short)) and not bullet) or bool(_FRAMED.match(short))
    emphasised = emphasised and any(map(str.isalpha, clean))
    cells = tuple(map(truncated, source.cells))
    return TypedLine(source.number, text, clean, indent, emphasised, bullet, cells, leaves_choice=leaves_choice)


def renumbered(lines: Sequence[_Numbered]) -> Sequence[_Numbered]:
    """Number all lines of a document consecutively, if the numbers start again at 1 on each page or sheet."""
    if all(before.number <= line.number for before, line in pairwise(lines)):
        return lines
    return [replace(line, number=number) for number, line in enumerate(lines, start=1)]  # type: ignore[type-var]  # all are records


def text_of(lines: Sequence[Numbered]) -> str:
    """Join lines to one text. Empty lines fill small gaps in the line numbers, so that every line keeps its number."""
    texts: list[str] = []
    for line in lines:
        if texts and line.number <= len(texts):
            texts[-1] = f"{texts[-1]}  {line.text}"
            continue
        texts += [""] * (line.number - 1 - len(texts)) if line.number - len(texts) < _MAX_GAP else []
        texts.append(line.text)
    return "\n".join(texts)


# Lines with several items, and items over several lines.


_MIN_LENGTH = 60
"""Minimum length of a line to be split into sentences, in characters."""
_MIN_TOLD = 5
"""Minimum number of words of a sentence without numbers that is cut off from the sentence after it."""
_MAX_DETAILS = 12
"""Maximum number of detail lines joined to a name."""
_SENTENCE = re.compile(r"(?<=[\w)])[.!]\s+(?=[A-Z0-9])|(?<=\w)\.\s+(?=[a-z])")
_NOUN_NEXT = re.compile(
    rf"(?:{UNIT_NOUNS}|brigade|division|korps|corps|[A-Z][a-z]+(?:regiment|brigade|batterie|bataillon))\b", re.I
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:[A-Z]|gen|maj|lt|lieut|col|brig|capt|no|nr|st|bn|btl|batl|baon|bde|regt|rgt|div|art|cav|inf|kav|cl|kl|gal|"
    r"approx|mr|bty|bat|feb|sept?|oct|nov|dec|jan|aug|de)|(?:\A|[ (])\d{1,2}(?:pfd)?(?=\Z))\Z",
    re.I,
)
"""The end of a piece after which a full stop does not end a sentence."""
_STARTS_PIECE = re.compile(r"(?:\d[,;]|[:(])\s+\d{1,3}\Z")
"""A number at the start of a piece. A full stop after it makes it an ordinal: `70, 7. Linie`."""
_ORDINALS_IN_ROW = re.compile(r"(?:\d[,;]|[:(])\s+\d{1,3}\. ?[^\W\d]")
_PIECES = re.compile(r"\s*;\s+|\s+/{2}\s+|\s+\|\|\s+")
_HEADING_COLON = re.compile(r"([^:]*\d[^:]*):\s+(?=.*\d)")


_MIN_PROSE = 58
"""Minimum length of the lines of broken prose, in characters. The last line of a paragraph may be shorter."""
_MAX_PARAGRAPH = 1_200
_MIN_KEY = 12
"""Number of characters by which the start of the clean text is found in the typed line."""
_ENDS_ROW = re.compile(rf"(?:\s\s|[=:]\s*)\d[\d.,]*\W*\Z|[.:!?]\W*\Z|\d ?{POINTS}\W*\Z", re.I)
_OPEN_BRACKET = re.compile(r"\([^()]*\Z")
_CLOSES_BRACKET = re.compile(r"[^()]*\)")
_ENDS_BRACKET = re.compile(r"\d[)\]]\W*\Z")
_LABEL_FIRST = re.compile(r"[^\W\d_][\w' (),-]{2,40}: ")
_STARTS_SUM = re.compile(rf"\W*(?:{TOTAL}|{SUBTOTAL}|(?:so|makes?|that(?: is| makes|'s)?)\W+\d+\W*\Z)", re.I)
_LABELLED = re.compile(r"[^\W\d][\w '()]{2,40}(?: - |: )\d")
"""A label before a number of units: `Cavalry brigade - 2 dragoon regiments`."""
_COUNTED = re.compile(rf"(?:[a-z]+ )?(?:{STANDS}|{GUNS}|{MEN}|{POINTS}|{UNIT_NOUNS})\b", re.I)
_UNFINISHED = re.compile(
    r"[^\W\d],? (?:and|und|et|the|an|of|with|at|who|which|die|der|das|dem|den|eine?|mit|von|zu|de|du|des|les?|la|"
    r"une?|qui|avec)\Z"
)
"""The end of a line that the next line certainly continues."""
_REST_OF_UNIT = re.compile(r"\(\d+\)[;,]")
_FLOWS_ON = re.compile(r"[a-z]")


_STARTS_NUMBER = re.compile(r"\(\d+\)|\d+ (?=[^\W\d])")
_SPEAKER = re.compile(r"([^\W\d][^:]{0,24}): ")
_GROUP = re.compile(
    r"(?:(?P<count>\d+\s+)?(?P<name>[^\W\d][^:]{2,30}?):\s+|"
    r"(?P<cell>(?:\d+(?:st|nd|rd|th|er?|re|\.)\s)?[^\W\d][^/|>]{2,30}?)\s+[/|>]+\s+)(?=.*[^\W\d_]{2})"
    rf"(?!\d+ ?{POINTS}\W*\Z)"
)
_ONLY_PRICE = re.compile(rf"\W*\d+ ?{POINTS}?\W*\Z", re.I)
_MIN_SPOKEN = 3
_MOST = 0.8


_PRICE_FIRST = re.compile(
    rf"(\d{{2,3}}) (?=[^\W\d]|\d{{1,2}}(?:st|nd|rd|th|er?|\.) )(?!{STANDS}\b|{GUNS}\b|{MEN}\b|{POINTS}\b|x\b)", re.I
)
_MIN_PRICES_FIRST, _MIN_PRICE_FIRST = 4, 20


def with_prices_first(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Mark the number at the start of each line as a price, if most lines with numbers begin with a number like one."""
    found = [_PRICE_FIRST.match(line.clean) if not (line.row or line.cells) else None for line in lines]
    prices = [int(one[1]) for one in found if one]
    numbered = sum(any(map(str.isdecimal, line.clean)) for line in lines)
    large = sum(price >= _MIN_PRICE_FIRST for price in prices)
    if len(prices) < _MIN_PRICES_FIRST or 2 * len(prices) < numbered or 10 * large < 9 * len(prices):
        return list(lines)
    return [
        replace(line, clean=f"{one[1]} - {line.clean[one.end() :]}") if one else line
        for line, one in zip(lines, found, strict=True)
    ]


def without_common_capitals(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Capitals mark no headings if most lines are in capitals."""
    worded = [line for line in lines if any(map(str.isalpha, line.text))]
    capitals = [line for line in worded if _CAPITALS.match(line.text)]
    if len(capitals) <= _MOST_CAPITALS * len(worded):
        return list(lines)
    return [replace(line, emphasised=False) if line in capitals else line for line in lines]


def without_speakers(lines: Sequence[TypedLine], is_label: Callable[[str], bool]) -> list[TypedLine]:
    """Remove the name of the writer from the lines of a chat, if several lines begin with this name.

    `is_label` recognises labels such as `Size:`, which are not names.
    """
    counts = Counter(found[1] for line in lines if (found := _SPEAKER.match(line.clean)))
    names = {name: number for name, number in counts.items() if len(name.split()) <= 3 and not is_label(name)}
    spoken = sum(names.values()) > _MOST * sum(bool(line.clean) for line in lines)  # nearly all lines have a writer
    often = any(number >= _MIN_SPOKEN for number in names.values())
    writers = {name for name, number in names.items() if number >= _MIN_SPOKEN or (often and spoken)}
    return [
        replace(line, clean=line.clean[found.end() :].strip())
        if (found := _SPEAKER.match(line.clean)) and found[1] in writers
        else line
        for line in lines
    ]


_TAGGED = re.compile(r"([A-Z])(\d{1,2})[.):]?\s+(?=\S)")
_MIN_TAGGED = 3


def without_tags(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Remove labels that number the lines, such as `A1` in `A1 Left regiment` and `A2` in `A2 Right regiment`."""
    tags = [_TAGGED.match(line.clean) for line in lines]
    letters = Counter[str]()
    before: tuple[str, int] = ("", 0)
    for tag in filter(None, tags):
        letter, number = tag[1], int(tag[2])
        letters[letter] += (letter, number - 1) == before or number == 1
        before = letter, number
    counted = {letter for letter, number in letters.items() if number >= _MIN_TAGGED - 1}
    if max(letters.values(), default=0) < _MIN_TAGGED:
        return list(lines)
    return [
        replace(line, clean=line.clean[tag.end() :], bullet=True) if tag and tag[1] in counted else line
        for line, tag in zip(lines, tags, strict=True)
    ]


def with_group_lines(lines: Sequence[TypedLine], is_group: Callable[[str], bool]) -> list[TypedLine]:
    """If the name of a group is typed before each unit of the group, write the name once, on a line above the units.

    `Left Brigade: 7th Foot, 60` and `Left Brigade: 9th Foot, 40` become `Left Brigade`, `7th Foot, 60` and
    `9th Foot, 40`. `is_group` recognises the name of a group.
    """
    found = [_GROUP.match(line.clean) if not line.cells else None for line in lines]
    names = [(one["name"] or one["cell"]) if one else "" for one in found]
    counts = Counter(names)
    grouped: list[TypedLine] = []
    last = ""
    for line, one, name in zip(lines, found, names, strict=True):
        priced = one and _ONLY_PRICE.match(line.clean[one.end() :])
        if one is None or priced or counts[name] < _MIN_SPOKEN - 1 or not is_group(name):
            last = last if not line.clean else ""
            grouped.append(line)
            continue
        if name != last:
            grouped.append(replace(line, clean=name, bullet=False, emphasised=True))
        last = name
        grouped.append(replace(line, clean=f"{one['count'] or ''}{line.clean[one.end() :]}"))
    return grouped


def with_wrapped(lines: Sequence[TypedLine], continues: Callable[[str, str], bool]) -> list[TypedLine]:
    """Join lines that were broken in the middle of a unit. `continues` says whether a line continues the line above."""
    joined: list[TypedLine] = []
    for line in lines:
        last = joined[-1] if joined else line
        marked = line.bullet or line.emphasised or line.text.lstrip()[:1] in ("=", ">")
        apart = marked or line.cells or last.cells or not (line.clean and last.clean)
        if joined and not apart and continues(last.clean, line.clean):
            joined[-1] = replace(last, clean=f"{last.clean} {line.clean}", more=(*last.more, line.number))
        else:
            joined.append(line)
    return joined


def with_paragraphs(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Join the lines of each paragraph that was broken into lines of about equal length."""
    joined: list[TypedLine] = []
    before: TypedLine | None = None
    for place, line in enumerate(lines):
        last = joined[-1] if joined else line
        short = len(last.clean) + len(line.clean) < _MAX_PARAGRAPH
        above = lines[place - 2].clean if place > 1 else ""
        listed = 0 < len(above) < _MIN_PROSE and above[-1] not in ".,:;!?)"  # such as the unit above
        rest = before and (_UNFINISHED.search(before.clean) or _REST_OF_UNIT.match(line.clean))
        may_continue = short and (rest or not listed) and not (before and before.leaves_choice)
        if before and joined and may_continue and _continues(last.clean, before, line):
            joined[-1] = replace(last, clean=f"{last.clean} {line.clean}", more=(*last.more, line.number))
        else:
            joined.append(line)
        before = line
    return joined


def _continues(paragraph: str, before: TypedLine, line: TypedLine) -> bool:
    if not line.clean or line.bullet or line.emphasised or line.cells or before.cells or before.emphasised:
        return False
    if ":" in line.text.partition(line.clean[:_MIN_KEY])[0]:
        return False  # a new message
    if _OPEN_BRACKET.search(paragraph) and _CLOSES_BRACKET.match(line.clean):
        return True
    if len(before.clean) < _MIN_PROSE or line.indent > before.indent + 3 * before.bullet:
        return False
    if _UNFINISHED.search(before.clean) or _REST_OF_UNIT.match(line.clean):
        return True
    if _STARTS_SUM.match(line.clean) or _LABELLED.match(line.clean):
        return False
    if before.clean[-1:].isdigit() and ";" in before.clean and ";" in line.clean and not _COUNTED.match(line.clean):
        return False  # the units of a brigade on each line
    if _ENDS_ROW.search(before.clean) or before.clean.split()[:1] == line.clean.split()[:1]:
        return False
    if _FLOWS_ON.match(line.text.strip()) and not (paragraph[:1].islower() or paragraph.replace(" I ", " ").islower()):
        return True
    starts_number = _STARTS_NUMBER.match(line.clean) and before.clean[-1:] not in ".:;!?)" and not before.row
    if not (line.clean[:1].isalpha() or starts_number) or _LABEL_FIRST.match(line.clean):
        return False
    if before.clean[-1:].isdecimal() or _ENDS_BRACKET.search(before.clean) or "  " in before.clean:
        return False
    return len(line.clean) >= _MIN_PROSE or line.clean[-1:] in ".!?:;,"


def split_sentences(
    lines: Iterable[TypedLine],
    stands_alone: Callable[[str], bool],
    is_complete: Callable[[str], bool],
    without_sum: Callable[[str], tuple[str, str]],
) -> list[TypedLine]:
    """Split lines that contain several sentences or several units.

    A line is cut where the text before the cut is complete (`is_complete`), and the text after the cut can be a line of
    its own (`stands_alone`). `without_sum` cuts off a sum at the end.
    """
    pieces: list[TypedLine] = []
    for line in lines:
        if line.row:
            pieces.append(line)
            continue
        clean, total = without_sum(line.clean)
        pieces += _cut_sentences(replace(line, clean=clean), stands_alone, is_complete)
        pieces += [replace(line, clean=total)] if total else []
    return pieces


def _cut_sentences(
    line: TypedLine, stands_alone: Callable[[str], bool], is_complete: Callable[[str], bool]
) -> list[TypedLine]:
    clean = line.clean
    spans = _spans(clean, [found.span() for found in _PIECES.finditer(clean)])
    if sum(any(map(str.isdigit, clean[start:end])) for start, end in spans) < 2:
        spans = [(0, len(clean))]
    if len(clean) > _MIN_LENGTH:
        spans = [inner for start, end in spans for inner in _sentences(clean, start, end)]
    whole: list[tuple[int, int]] = []
    for start, end in spans:
        before = clean[whole[-1][0] : whole[-1][1]] if whole else ""
        told = len(before.split()) >= _MIN_TOLD and not any(map(str.isdigit, before))
        if whole and not (stands_alone(clean[start:end]) and (told or is_complete(before))):
            whole[-1] = whole[-1][0], end
        else:
            whole.append((start, end))
    pieces = [clean[start:end] for start, end in whole]
    if len(pieces) < 2:
        return [line]
    if len(pieces) > 2 and (found := _HEADING_COLON.match(pieces[0])):
        pieces = [found[1], pieces[0][found.end() :], *pieces[1:]]
    return [replace(line, clean=piece.strip(" .!")) for piece in pieces if piece.strip(" .!")]


def _spans(text: str, gaps: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    starts = [0, *(end for _, end in gaps)]
    ends = [*(start for start, _ in gaps), len(text)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if text[start:end].strip()]


def _sentences(text: str, first: int, last: int) -> list[tuple[int, int]]:
    gaps = []
    start = first
    ordinals = len(_ORDINALS_IN_ROW.findall(text, first, last))
    for found in _SENTENCE.finditer(text, first, last):
        before = text[start : found.start()]
        ordinal = ordinals > 1 and _STARTS_PIECE.search(before)
        numbered = before[-1:].isdecimal() and not (_NOUN_NEXT.match(text, found.end()) or ordinal)
        if numbered or not _ABBREVIATED.search(before) or before.endswith(" pts"):
            gaps.append(found.span())
            start = found.end()
    return [
        (begin + first, end + first)
        for begin, end in _spans(text[first:last], [(begin - first, end - first) for begin, end in gaps])
    ]


def join_details(
    lines: Sequence[TypedLine], is_name: Callable[[str], bool], is_addition: Callable[[str], bool]
) -> list[tuple[TypedLine, tuple[int, ...]]]:
    """Join the name of troops or a general with the lines below it that give only sizes, classes or prices.

    `is_name` recognises a name without a price. `is_addition` recognises a line with only details. Returns each line
    with the numbers of the lines joined to it.
    """
    kept: list[tuple[TypedLine, tuple[int, ...]]] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        more: list[TypedLine] = []
        if line.clean and is_name(line.clean):
            while (
                at < len(lines)
                and len(more) < _MAX_DETAILS
                and _is_detail_of(line, lines[at])
                and is_addition(lines[at].clean)
            ):
                more.append(lines[at])
                at += 1
        if sum(bool(_COUNTS_GUNS.match(one.clean)) for one in more) > 1:  # several batteries
            at, more = at - len(more), []
        clean = ", ".join((line.clean, *(one.clean for one in more)))
        kept.append((replace(line, clean=clean) if more else line, tuple(one.number for one in more)))
    return kept


_COUNTS_GUNS = re.compile(rf"\d+ {GUNS}\b", re.I)


def _is_detail_of(line: TypedLine, below: TypedLine) -> bool:
    return bool(below.clean) and (
        below.indent > line.indent
        or line.clean.endswith(":")
        or bool(re.match(r"[A-Za-z ]{2,12}[:=]\s*\S", below.clean))
    )


# Running totals: in the last column, each number is the previous total plus the line's price.


_LAST_TWO = re.compile(rf"(.*(?<![\d.])(\d+) ?(?:{POINTS})?)[\s=|,;:(\[>-]+(\d+) ?(?:{POINTS})?[\s)\].]*\Z", re.I)
_MIN_RUNNING = 3
"""Minimum number of consecutive lines that end in a running total."""


def without_running_totals(lines: Iterable[TypedLine]) -> list[TypedLine]:
    """Remove running totals from the lines. A running total ends a line and is the sum of all prices so far."""
    kept = list(lines)
    chain: list[int] = []
    total = 0
    for place, line in enumerate(kept):
        found = _LAST_TWO.match(line.clean)
        if not found:
            continue
        if int(found[3]) != total + int(found[2]):
            kept = _without_last(kept, chain)
            chain, total = [], 0
        if int(found[3]) == total + int(found[2]):
            chain.append(place)
            total = int(found[3])
    return _without_last(kept, chain)


def _without_last(lines: list[TypedLine], chain: Sequence[int]) -> list[TypedLine]:
    if len(chain) < _MIN_RUNNING:
        return lines
    found = {place: _LAST_TWO.match(lines[place].clean) for place in chain}
    return [
        replace(line, clean=cut[1].rstrip()) if (cut := found.get(place)) else line for place, line in enumerate(lines)
    ]
