"""A collection: the stands, guns and figures that somebody owns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from orbat.model.points import Count, WholeNumber
from orbat.model.record import Record, Scalar
from orbat.model.text import FormatVersion, Id, Text


def _read_ids(raw: object) -> tuple[str, ...]:
    several = raw if isinstance(raw, list) else [raw]
    if not several or not all(isinstance(one, str) and one and len(one) <= 80 for one in several):
        raise ValueError("should be the id of an entry, or a list of ids")
    return tuple(several)


Ids = Annotated[
    tuple[str, ...],
    Scalar(_read_ids, {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]

COUNTS = ("stands", "guns", "figures", "units")
"""The keys of which one says how many there are of a piece."""
KEYS = ("name", "entry", "kind", "subtype", "nation", *COUNTS, "to_a_stand", "to_a_unit", "note")
"""The keys of a piece, in their usual order; the columns of a table of pieces."""
FIGURES = frozenset((*COUNTS, "to_a_stand", "to_a_unit"))
"""Those of them that are numbers."""


class Piece(Record):
    """Some of what one owns: for the entries named, or for all of a kind. One of the four counts says how many.

    A piece of a kind may be narrowed to a subtype of it and to a nation. Figures make stands by `to_a_stand`, or else
    by the collection's; stands make the units of rulesets that count none by `to_a_unit`.
    """

    name: Text = ""
    entry: Ids = ()
    kind: Id = ""
    subtype: Id = ""
    nation: Id = ""
    stands: WholeNumber | None = None
    guns: WholeNumber | None = None
    figures: WholeNumber | None = None
    units: WholeNumber | None = None
    to_a_stand: Count | None = None
    to_a_unit: Count | None = None
    note: Text = ""

    @property
    def words(self) -> str:
        """What it is called: its name, or what it is for."""
        return self.name or ", ".join(self.entry) or " ".join(filter(None, (self.nation, self.subtype or self.kind)))

    @property
    def number(self) -> tuple[int, str]:
        """How many there are, and of what: `(24, "figures")`."""
        return next(((count, key) for key in COUNTS if (count := getattr(self, key)) is not None), (0, "stands"))


class Collection(Record):
    """What somebody owns; `to_a_stand` figures make a stand, and `to_a_unit` stands a unit, where a piece says
    nothing else."""

    collection: FormatVersion
    title: Text = ""
    note: Text = ""
    to_a_stand: Count = 1
    to_a_unit: Count | None = None
    pieces: tuple[Piece, ...] = ()

    def figures_to_a_stand(self, piece: Piece) -> int:
        """How many figures make a stand of a piece that is counted in figures; 0 for another."""
        return (piece.to_a_stand or self.to_a_stand) if piece.figures is not None else 0

    def stands(self, piece: Piece) -> int:
        """How many stands, guns or other pieces that are counted one by one it makes."""
        number, what = piece.number
        if what == "figures":
            return number // self.figures_to_a_stand(piece)
        return number * (piece.to_a_unit or self.to_a_unit or 1) if what == "units" else number

    def units(self, piece: Piece) -> int:
        """How many units it makes where a unit's stands are not counted."""
        each = piece.to_a_unit or self.to_a_unit or 1
        return piece.number[0] if piece.number[1] == "units" else self.stands(piece) // each


# What each key of a collection means, in a line, for an editor to show (see `schema_words`).


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
