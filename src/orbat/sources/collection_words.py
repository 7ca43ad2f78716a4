"""What each key of a collection means, in a line, for an editor to show (see `schema_words`)."""

from __future__ import annotations

from collections.abc import Mapping

COLLECTION_WORDS: Mapping[str, str] = {
    "Collection.collection": "The version of this file format: 1.",
    "Collection.to_a_stand": "How many figures make a stand, where a piece does not say.",
    "Collection.to_a_unit": "How many stands make a unit, where a piece does not say and the rules count none.",
    "Piece.entry": "The id of the entry that it is for, or a list of ids.",
    "Piece.figures": "How many single figures there are.",
    "Piece.guns": "How many gun models there are.",
    "Piece.kind": "The kind of a ruleset that it is for.",
    "Piece.name": "What they are, in your own words.",
    "Piece.nation": "The nation that it is for, as army lists have it; without it, any.",
    "Piece.stands": "How many stands there are.",
    "Piece.subtype": "The subtype that it is for; without it, all of the kind.",
    "Piece.to_a_stand": "How many figures make a stand of these.",
    "Piece.to_a_unit": "How many stands make a unit of these, where the rules count none.",
    "Piece.units": "How many units there are, for rules that count no stands.",
    "pieces": "What there is.",
}
