"""What every key of every file means: the words of all sorts of files together (see `schema_words`)."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.registry import files, load
from orbat.sources.schema_words import WORDS


def _of_features() -> dict[str, str]:
    words: dict[str, str] = {}
    for one in files().values():
        words |= load(one.words)
    return words


EVERY_WORD: Mapping[str, str] = {**WORDS, **_of_features()}
