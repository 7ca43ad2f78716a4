"""What every key of every file means: the words of all sorts of files together (see `schema_words`), and what the
fields of an ORBAT declare themselves."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.model.fields import by_key
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.registry import files, load
from orbat.sources.schema_words import WORDS


def _of_features() -> dict[str, str]:
    words: dict[str, str] = {}
    for one in files().values():
        words |= load(one.words)
    return words


EVERY_WORD: Mapping[str, str] = {**WORDS, **_of_features()}

_DECLARING = {kind.__name__: kind for kind in (Orbat, Formation, Unit, Commander, Roll)}
"""The records that say themselves what their keys mean."""


def meaning(record: str, key: str) -> str:
    """What a key of a record means, by the record's name; "" for a key that nobody knows."""
    if record in _DECLARING and (field := by_key(_DECLARING[record]).get(key)):
        return field.about
    return EVERY_WORD.get(f"{record}.{key}") or EVERY_WORD.get(key, "")
