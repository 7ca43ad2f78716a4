"""Did you mean: the known word nearest to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 3
"""A word of fewer letters is like too many others for one of them to be offered."""

CLOSE = 72
"""How alike, out of 100, two words must be to be offered for one another."""


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
    """` Did you mean brit_line?`, or "" where no known word is close."""
    near = nearest(word, known)
    return f" Did you mean {near}?" if near else ""
