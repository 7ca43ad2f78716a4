"""The known word nearest to one that is not known (did you mean?), and the known name that another one stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

SHORTEST = 3
"""A word of fewer letters is like too many others for one of them to be offered."""

CLOSE = 72
"""How alike, out of 100, two words must be to be offered for one another."""

MOST_NAMED = 12
"""How many known words a message lists."""


class UnknownWord(ValueError):  # noqa: N818  # a value that is refused, as any other is
    """A word is not one of those known."""

    def __init__(self, known: Sequence[str]) -> None:
        *first, last = (repr(one) for one in known)
        super().__init__(f"should be {', '.join(first)} or {last}")
        self.known = tuple(known)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one, or "" where none is close."""
    if len(word) < SHORTEST:
        return ""
    from rapidfuzz import fuzz, process, utils

    found = process.extractOne(
        word, list(known), scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=CLOSE
    )
    return str(found[0]) if found else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean line_foot?`, or "" where no known word is close."""
    near = nearest(word, known)
    return f" Did you mean {near}?" if near else ""


def listed(words: Iterable[str]) -> str:
    """`a, b or c`, cut short where there are many."""
    known = list(dict.fromkeys(words))
    if len(known) > MOST_NAMED:
        return f"{', '.join(known[:MOST_NAMED])} or one of {len(known) - MOST_NAMED} more"
    return " or ".join(filter(None, [", ".join(known[:-1]), *known[-1:]]))


@lru_cache(4096)
def find_known_name(name: str, known: tuple[str, ...], telling: Literal["first", "last"]) -> str:
    """The known name that a name stands for, or "": `9th Foot` for `9th (Duke's Own)`.

    Both have the word that tells such names apart, which is the first or the last one: the number of a regiment or
    the surname of a general. Of several it is the one that has most words in common.
    """
    if name in known:
        return name
    own, place = _words(name), 0 if telling == "first" else -1
    if not own:
        return ""
    telling_same = [one for one in known if _words(one) and _words(one)[place] == own[place]]
    like = {one: len({*own} & {*_words(one)}) for one in telling_same}
    best = [one for one, common in like.items() if common == max(like.values())]
    return best[0] if len(best) == 1 else ""


@lru_cache(4096)
def words_in(name: str) -> frozenset[str]:
    """The words and numbers of a name, in small letters."""
    return frozenset(re.findall(r"\w+", name.casefold()))


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", re.sub("['’]", "", name.casefold()))
