"""Comparison of names that look alike, and search for invisible characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from orbat.model.record import Value
from orbat.model.text_words import INVISIBLE, is_plain_text
from orbat.model.wording import all_of, phrase

_MAX_DIFFERENCES = 3
"""Maximum number of different characters in a message."""

_MAX_COMPARED = 200
"""Number of characters that are compared after the first difference. Comparing long texts would be slow."""

_APOSTROPHES = re.compile("['’‘ʼ`´]")
_PUNCTUATION = re.compile(r"[^\w\s]|_")
_WORD = re.compile(r"[^\W\d_]+")
_LATIN_CONSONANTS = "bcdfgkmnprstvwxz"

# ASCII letters and digits that look alike in words. `II` and `11` are different numbers, so words without other
# letters stay the same.
# These patterns are strings, compiled and cached by `re` on first use, since few names need them.
_CAPITAL_I = r"(?<=[A-Za-z])[I1](?=[a-z])|(?<=[a-z])[I1]\Z"  # VIadimir, RoyaI
_SMALL_L = rf"\Al(?=[{_LATIN_CONSONANTS}])(?!l?(?:st|th)\Z)"  # lmperial
_ORDINAL = r"[lIO\d]+(?=(?:st|nd|rd|th)\Z)"  # lst, 2Oth
_ZERO = r"(?<=[A-Za-z])0(?=[a-z]|\Z)|\A0(?=[a-z]{2})"  # R0yal
_DOUBTFUL = re.compile(r"[A-Za-z][I1]|[A-Za-z]0|\b0[a-z]|\bl[^aeiou\s]|[\dlIO][lIO]|[lIO](?:st|nd|rd|th)\b|rn|vv")
"""A quick test for names with `I`, `1`, `0` or `rn` in the place of a letter that looks like it."""
_IN_ORDINALS = str.maketrans("lIO", "110")


@lru_cache(1 << 13)
def plain_key(name: str) -> str:
    """A key for comparing names without regard to capitals, accents, spaces and punctuation."""
    text = name if name.isascii() else without_accents(unicodedata.normalize("NFKC", name))
    return _words_of(text).casefold() or name.strip()


@lru_cache(1 << 13)
def name_key(name: str) -> str:
    """A key for comparing names by their look. Names that readers cannot tell apart have equal keys."""
    text = name
    if not text.isascii():
        text = without_accents(unicodedata.normalize("NFKC", re.sub(INVISIBLE, _space_or_nothing, text)))
        text = _WORD.sub(_as_latin, text)
    elif not text.isprintable():
        text = re.sub(INVISIBLE, _space_or_nothing, text)
    words = _words_of(text)
    if _DOUBTFUL.search(words):
        words = " ".join(_seen(word) if _DOUBTFUL.search(word) else word for word in words.split())
    return words.casefold() or name.strip()


@lru_cache(1 << 13)
def name_words(name: str) -> frozenset[str]:
    """The words of a name's key (see `name_key`)."""
    return frozenset(name_key(name).split())


def is_same_spelling(name: str, other: str) -> bool:
    """Whether two names differ at most in capitals, accents, spaces and punctuation.

    A look-alike letter of another script is a difference. False if a name has invisible characters.
    """
    return plain_key(name) == plain_key(other) and not any(hidden_characters(name + other))


def _words_of(text: str) -> str:
    if not text.replace(" ", "").isalnum():
        text = _PUNCTUATION.sub(" ", _APOSTROPHES.sub("", text))
    return " ".join(text.split())


def without_accents(text: str) -> str:
    """A text without accents: `é` becomes `e`. `ß` stays unchanged."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


def _space_or_nothing(found: re.Match[str]) -> str:
    return " " if found[0].isspace() else ""


def _seen(word: str) -> str:
    # such as `Royal` for `RoyaI`, with a capital I
    word = re.sub(_ORDINAL, lambda found: found[0].translate(_IN_ORDINALS), word)
    word = re.sub(_SMALL_L, "I", re.sub(_ZERO, "o", re.sub(_CAPITAL_I, "l", word)))
    return word.replace("rn", "m").replace("vv", "w")


@lru_cache(1 << 12)
def _latin(char: str) -> str:
    if char.isascii() or not char.isalnum():
        return char
    from confusable_homoglyphs.confusables import confusables_data  # slow to import, and seldom needed

    for one in (char, char.lower(), char.upper()):
        candidates = [found["c"] for found in confusables_data.get(one, ()) if found["c"].isascii()]
        letters = sorted(filter(str.isalpha, candidates), key=lambda text: text.isupper() != one.isupper())
        if letters or candidates:
            latin = str((letters or candidates)[0])
            return "I" if latin == "l" and one.isupper() else latin
    return char


def with_latin_letters(word: str) -> str:
    """Replace look-alike letters of other scripts in a word that has Latin letters too."""
    if word.isascii() or not any(map(str.isascii, filter(str.isalpha, word))):
        return word
    latin = "".join(char if _is_latin(char) else _latin(char) for char in word)
    return latin if all(map(_is_latin, filter(str.isalpha, latin))) else word


def _as_latin(found: re.Match[str]) -> str:
    word = found[0]
    latin = "".join(map(_latin, word))
    return latin if latin.isascii() or any(map(_is_latin, word)) else word


# Differences, for messages.


def difference_words(name: str, other: str) -> str:
    """The difference of two names that look alike, in words: `Cyrillic о in place of o`."""
    from difflib import SequenceMatcher

    same = next(
        (at for at, (one, two) in enumerate(zip(name, other, strict=False)) if one != two), min(len(name), len(other))
    )
    name, other = (one[same : same + _MAX_COMPARED] for one in (name, other))
    parts: dict[str, None] = {}
    for kind, start, end, other_start, other_end in SequenceMatcher(None, other, name, autojunk=False).get_opcodes():
        own, replaced = name[other_start:other_end], other[start:end]
        if kind == "equal" or (plain_key(own), own == "") == (plain_key(replaced), replaced == ""):
            continue
        if kind == "insert":
            parts[phrase("{chars} added", chars=_all_words(own))] = None
        elif kind == "delete":
            parts[phrase("{chars} missing", chars=_all_words(replaced))] = None
        else:
            parts[phrase("{chars} in place of {other}", chars=_all_words(own), other=_all_words(replaced))] = None
    return all_of([*parts][:_MAX_DIFFERENCES])


def _all_words(text: str) -> str:
    return all_of(character_words(char) for char in text[:_MAX_DIFFERENCES])


def character_words(char: str) -> str:
    """A character in words: `Cyrillic о`, `zero width space`, `U+E000`. ASCII letters and signs stay unchanged."""
    if char.isascii() and char.isprintable():
        return "space" if char == " " else char
    if char in "\r\n\u2028\u2029\x0b\x0c\x85":
        return "line break"
    name = unicodedata.name(char, "")
    if char.isalpha() and " LETTER " in name and len(name.split()) < 7:
        return f"{name.split()[0].capitalize()} {char}"
    if not name:
        return "tab" if char == "\t" else f"U+{ord(char):04X}"
    return name.lower()


# Characters that readers do not see.


class PlacedChar(Value):
    """A character of a text, with its position, from 1."""

    char: str
    position: int

    @property
    def words(self) -> str:
        """The character and its position in words: `zero width space (character 9)`."""
        return phrase("{char} (character {position})", char=character_words(self.char), position=self.position)


def hidden_characters(text: str, *, multiline: bool = False) -> Iterator[PlacedChar]:
    """The invisible characters of a text. With `multiline`, line breaks and tabs do not count as invisible."""
    if is_plain_text(text):
        return
    for found in re.finditer(INVISIBLE, text):
        if not found["flag"] and not (multiline and found[0] in "\r\n\t"):
            yield PlacedChar(found[0], found.start() + 1)


_MAX_MARKS = 3
"""More marks on one letter cover the lines above and below. No script needs so many."""
_OVERLAY = 1
"""The Unicode combining class of marks that strike out a letter."""


def covering_marks(text: str) -> Iterator[PlacedChar]:
    """Combining marks that can hide text, such as marks that strike out letters."""
    if text.isascii():
        return
    count = 0
    for number, char in enumerate(text, 1):
        mark = unicodedata.combining(char)
        count = count + 1 if mark else 0
        # Every mark after the third on a letter can hide text too.
        if mark == _OVERLAY or count > _MAX_MARKS:
            yield PlacedChar(char, number)


def is_plain_latin(text: str) -> bool:
    """Quick test whether a text has only Latin letters and no invisible characters."""
    return is_plain_text(text) and (
        text.isascii() or (without_accents(text).isascii() and not any(covering_marks(text)))
    )


def foreign_letters(text: str) -> Iterator[PlacedChar]:
    """Letters of other scripts that look like Latin letters, such as a Cyrillic `о` in `Rоyal`."""
    if text.isascii() or without_accents(text).isascii():
        return
    words = [(found.start(), found[0]) for found in _WORD.finditer(text)]
    has_latin = any(any(map(_is_latin, word)) for _, word in words)
    for start, word in words if has_latin else ():
        foreign = [(number, char) for number, char in enumerate(word) if not _is_latin(char)]
        # Words that also contain an obviously foreign letter are ignored, because readers see that they are not
        # Latin.
        if foreign and all(_latin(char).isascii() for _, char in foreign):
            yield from (PlacedChar(char, start + number + 1) for number, char in foreign)


def _is_latin(char: str) -> bool:
    return unicodedata.normalize("NFKD", char)[0].isascii() or unicodedata.name(char, "").startswith("LATIN ")
