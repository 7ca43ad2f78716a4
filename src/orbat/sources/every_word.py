"""What every key of every file means: the words of all sorts of files together (see `schema_words`)."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.sources.collection_words import COLLECTION_WORDS
from orbat.sources.game_words import GAME_WORDS
from orbat.sources.odds_words import ODDS_WORDS
from orbat.sources.schema_words import WORDS

EVERY_WORD: Mapping[str, str] = {**WORDS, **COLLECTION_WORDS, **GAME_WORDS, **ODDS_WORDS}
