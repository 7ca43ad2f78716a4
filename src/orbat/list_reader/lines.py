"""Clean typed lines: remove bullets, mark-up and dot leaders; normalise dashes and multiplication signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    NUMBER_WORDS,
    ORDINALS,
    POINTS,
    STANDS,
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
    """A line, such as a DocumentLine, as it is in a document, with bullet and mark-up."""

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
_GUNS_FIRST = r"\A\W*(?:(?:plus|and|also|with) )?"
_ONLY_PRICE = rf"(?: too| as well)?(?=\W*(?:\d+ ?(?:{POINTS})?\W*)?\Z)"
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
    (re.compile(r"(?<=\d(?:st|nd|rd|th) )DGs?\b"), "dragoon guards"),
    (re.compile(r"(?<=\d(?:st|nd|rd|th) )LDs?\b"), "light dragoons"),
    (re.compile(r"(?<=[a-z])I(?=[a-z]|\b)"), "l"),
    (re.compile(r"(?<=\s\s)([1-9]) ([0-9])\Z"), r"\1\2"),
    (re.compile(r"\b[\xe0a] (?:canons?|[\xe2a]mes?) lisses?\b", re.I), "smoothbore"),
    (re.compile(r"\b[\xe0a] (?:canons?|[\xe2a]mes?) ray[\xe9e]e?s?\b", re.I), "rifles"),
    (re.compile(r"(?<=\d )pi[e\u00e8]ces\b(?! de \d)|(?<=\b\d )pi[e\u00e8]ce\b(?! de \d)", re.I), "guns"),
    (re.compile(r"(?<=\d\d )(?:la )?pi[e\u00e8]ce\b(?! de \d)", re.I), "each"),
    (re.compile(r"\b(?:pi[e\u00e8]ces?|canons?|(obusiers?)) de (\d{1,2})\b(?! ?[a-z])", re.I), r"\2 pdr \1"),
    (re.compile(r"(?<=[0-9]) x(?=[0-9])|(?<=[0-9])x (?=[0-9])"), " x "),
    (re.compile(r"\b(fu(?:\xdf|ss)|reit(?:ende)?\.? |reit\. )batt\b\.?", re.I), r"\1batterie"),
    (re.compile(r"\b(korps|divisions?|brigade|armee)-?(?:hauptquartier|stab|kommando)e?\b", re.I), r"\1 HQ"),
    # guns counted in words, or after their name
    (re.compile(rf"{_GUNS_FIRST}(?:a|one) (?=(?:[a-z]+ )?gun{_ONLY_PRICE})", re.I), "1 "),
    (re.compile(rf"{_GUNS_FIRST}(?:a )?pair of (?=(?:[a-z]+ )?guns{_ONLY_PRICE})", re.I), "2 "),
    (re.compile(rf"\A\W*((?:[a-z]+ )?guns?),? x ?([1-9]){_ONLY_PRICE}", re.I), r"\2 \1"),
    # a price at the start of a line
    (
        re.compile(
            rf"\A(\s*[0-9]{{1,3}}) ?(?:(?:{POINTS}|P\b)\.? ?[-:=]|[:=])\s+"
            r"(?=[^\W\d]|[0-9]+[a-z]+ |[0-9]{1,2} (?!x\b)[^\W\d])",
            re.I,
        ),
        r"\1 - ",
    ),
)
_EQUAL_ADDENDS = re.compile(r"(?<=[=:,] )(\d+)(?: ?\+ ?\1(?!\d))+(?=\W*\Z)")
"""The prices of equal units, added up: `2 battalions = 30 + 30`."""
_RESULT_FIRST = re.compile(rf"(?<![\d.,])(\d+) ?= ?(\d+) ?[x@] ?(\d+)(?= ?{POINTS}?\W*\Z)", re.I)
"""A price before its product: `36 = 12 x 3`."""
_WIKI = re.compile(r"(?<!\S)'{2,5}(?=\w)|'{3,5}|(?<=[^\W\d])'{2}(?!\w)")
"""Marks for bold and italic text in wikis. `12''` are inches."""
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
_LETTERS = re.compile(r"[^\W\d_]+")
_SPELT_WORDS = frozenset((*_FIGURES, "dozen"))
"""Words of which `_SPELT`, a slow pattern, needs one."""
_ORDINALS = ORDINALS | FOREIGN_ORDINALS
_NTH_CLASS = re.compile(rf"\b({'|'.join(_ORDINALS)})[- ](?:class|kl|klasse|classe|clase)\b", re.I)
_DAY = r"(?:\d{1,2}[./-]\d{1,2}(?:[./-]\d{0,4})?,? )?"
_TIME = r"\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[ap]m)?"
_CHAT = re.compile(
    rf"\s*(?:[\[(]?{_DAY}{_TIME}(?:, \d{{1,2}}[./]\d{{1,2}}[./]?\d{{0,4}}(?=\]))?[\])]?,?\s*(?:-\s*)?)"
    rf"(?:<?\w[\w .-]{{0,24}}>?:\s+)?",
    re.I,
)
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
_TAG = re.compile(r"\s*(?:\[(?:[A-Z]{0,2}\d{1,2}|--)\]|[A-Z]{1,3}\d{1,2}:)\s*")
_EMPHASIS = re.compile(r"\s*(?:\[b\]|\*\*|__|==|\+\+?|#+ |\*{3,}|[A-Z\W\d]+\Z)")
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


def _with_product(found: re.Match[str]) -> str:
    return f"{found[1]} each = {int(found[1]) * (found[0].count('+') + 1)}"


def _without_wiki_marks(text: str) -> str:
    if "''" not in text:
        return text
    return text.replace("''", " ") if text.lstrip().startswith("''") else _WIKI.sub(" ", text)


def _with_stand_numbers(text: str) -> str:
    if _SPELT_WORDS.isdisjoint(_LETTERS.findall(text.casefold())):
        return text
    return _SPELT.sub(lambda found: str(_FIGURES.get(found[0].casefold(), 12)), text)


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
    clean = _without_wiki_marks(clean)
    clean = _RESULT_FIRST.sub(_product_first, clean)
    clean = _EQUAL_ADDENDS.sub(_with_product, clean)
    clean = with_figures(_SPACED.sub(lambda found: found[0].replace(" ", ""), clean))
    clean = _NTH_CLASS.sub(lambda found: f"class {_ORDINALS[found[1].casefold()]}", clean)
    clean = _with_stand_numbers(clean)
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


_POINTED = re.compile(r"\s*(\d{1,3})\. (?=[^\W\d])")
_BRACKETED = re.compile(r"\W*\((\d{1,2})\)\s+(?=[^\W\d])")
_MIN_PRICE = 5
"""A number in brackets before the only such line is a price from this minimum."""
_MIN_POINTED = 2
"""Minimum number of lines that begin with a number and a full stop."""


def with_ordinals(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Restore the German ordinals at the start of lines, such as `7. Linie`, if they do not number the lines."""
    for pattern, form in ((_POINTED, "{}. {}"), (_BRACKETED, "({}) {}")):
        lines = _with_numbers(lines, [pattern.match(line.text) for line in lines], form)
    return list(lines)


def _with_numbers(lines: Sequence[TypedLine], found: Sequence[re.Match[str] | None], form: str) -> Sequence[TypedLine]:
    found = [one if line.bullet and not line.cells else None for line, one in zip(lines, found, strict=True)]
    numbers = [int(one[1]) for one in found if one]
    steps = sum(after == before + 1 for before, after in pairwise(numbers))
    few = len(numbers) < _MIN_POINTED and max(numbers, default=0) < _MIN_PRICE
    if few or (len(numbers) >= _MIN_POINTED and 2 * steps >= len(numbers) - 1):
        return lines
    return [
        replace(line, clean=form.format(one[1], line.clean), bullet=False) if one else line
        for line, one in zip(lines, found, strict=True)
    ]


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
