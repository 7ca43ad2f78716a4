"""What each key of a game's file means, in a line, for an editor to show (see `schema_words`); and what a ruleset says
of fates."""

from __future__ import annotations

from collections.abc import Mapping

GAME_WORDS: Mapping[str, str] = {
    "Game.play": "The version of this file format: 1.",
    "Game.title": "The title of the ORBAT.",
    "Game.units": "The units that something has befallen.",
    "Game.generals": "The generals that something has befallen.",
    "GeneralNote.fate": "What became of him: killed, wounded or captured.",
    "GeneralNote.name": "His name, by which he is known again when the ORBAT has changed.",
    "GeneralNote.promoted": "The roll for whoever takes his place.",
    "UnitNote.lost": "How many of its stands, guns or hits are lost.",
    "UnitNote.name": "The unit's name, by which it is known again when the ORBAT has changed.",
    "UnitNote.state": "What it has come to: routing, routed_off, destroyed or surrendered.",
    "UnitNote.ticked": "The states that are ticked of it, where its kind has such.",
    "Victory.fates": "What must befall a general for him to count as points lost: killed, wounded or captured.",
    "place": "Where it stands in the ORBAT, such as formations[0].units[1].",
}
