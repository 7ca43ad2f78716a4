"""Pieces of the sentences that rules say."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.near import did_you_mean


def either(words: Iterable[str]) -> str:
    """`2 or 3`, `1, 2 or 3`."""
    several = tuple(words)
    return " or ".join(filter(None, [", ".join(several[:-1]), *several[-1:]]))


class DidYouMean:
    """`. Did you mean ...?`, or nothing where no word is near; worked out when it is shown."""

    def __init__(self, word: str, known: Iterable[str]) -> None:
        self.word = word
        self.known = tuple(known)

    def __str__(self) -> str:
        near = did_you_mean(self.word, self.known)
        return f".{near}" if near else ""
