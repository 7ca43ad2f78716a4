"""What every key of every file means: the words of all sorts of files together (see `schema_words`), and what the
fields of an ORBAT declare themselves."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.model.fields import by_key
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.sources.collection_words import COLLECTION_WORDS
from orbat.sources.game_words import GAME_WORDS
from orbat.sources.odds_words import ODDS_WORDS
from orbat.sources.schema_words import WORDS

EVERY_WORD: Mapping[str, str] = {**WORDS, **COLLECTION_WORDS, **GAME_WORDS, **ODDS_WORDS}

_DECLARING = {kind.__name__: kind for kind in (Orbat, Formation, Unit, Commander, Roll)}
"""The records that say themselves what their keys mean."""


def meaning(record: str, key: str) -> str:
    """What a key of a record means, by the record's name; "" for a key that nobody knows."""
    if record in _DECLARING and (field := by_key(_DECLARING[record]).get(key)):
        return field.about
    return EVERY_WORD.get(f"{record}.{key}") or EVERY_WORD.get(key, "")
