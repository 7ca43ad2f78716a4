"""Similar words ("did you mean?"), and short forms of known names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from orbat.model.wording import any_of, phrase

MIN_LENGTH = 3
"""Minimum length of a word for which corrections are suggested. Shorter words resemble too many others."""

MIN_SIMILARITY = 72
"""Minimum similarity of a suggested word, from 0 to 100."""

MAX_LISTED = 12
"""Maximum number of known words in a message."""


class UnknownWord(ValueError):  # noqa: N818  # a rejected value, not a failure
    """Raised for a word that is not among the known words."""

    def __init__(self, known: Sequence[str]) -> None:
        *first, last = (repr(one) for one in known)
        super().__init__(f"should be {', '.join(first)} or {last}")
        self.known = tuple(known)


def nearest(word: str, known: Iterable[str]) -> str:
    """The most similar known word, or "" if none is similar enough."""
    if len(word) < MIN_LENGTH:
        return ""
    from rapidfuzz import fuzz, process, utils

    found = process.extractOne(
        word, list(known), scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=MIN_SIMILARITY
    )
    return str(found[0]) if found else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion such as ` Did you mean line_foot?`, or "" if no known word is similar."""
    near = nearest(word, known)
    return f" Did you mean {near}?" if near else ""


def listed(words: Iterable[str]) -> str:
    """Words as a list: `a, b or c`. Words after the first MAX_LISTED are only counted."""
    known = list(dict.fromkeys(words))
    if len(known) > MAX_LISTED:
        first = ", ".join(known[:MAX_LISTED])
        return phrase("{words} or {count} others", words=first, count=len(known) - MAX_LISTED)
    return any_of(known)


@lru_cache(4096)
def find_known_name(name: str, known: tuple[str, ...], key_word: Literal["first", "last"]) -> str:
    """The known name that a similar name means: `9th Foot` means `9th (Duke's Own)`.

    The known name must have the same first word (a regiment's number) or the same last word (a surname); `key_word`
    says which. Returns "" if no known name fits, or if several fit equally well.
    """
    if name in known:
        return name
    own, place = _words(name), 0 if key_word == "first" else -1
    if not own:
        return ""
    same_key = [one for one in known if _words(one) and _words(one)[place] == own[place]]
    common_words = {one: len({*own} & {*_words(one)}) for one in same_key}
    best = [one for one, common in common_words.items() if common == max(common_words.values())]
    return best[0] if len(best) == 1 else ""


@lru_cache(4096)
def words_in(name: str) -> frozenset[str]:
    """The words and numbers of a name, in lower case."""
    return frozenset(re.findall(r"\w+", name.casefold()))


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", re.sub("['’]", "", name.casefold()))
