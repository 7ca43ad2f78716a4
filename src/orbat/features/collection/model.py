"""A collection of miniatures: the user's stands, guns and single figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from orbat.model.points import Count, WholeNumber
from orbat.model.record import Record, Scalar
from orbat.model.text import FormatVersion, Id, Text


def _read_ids(raw: object) -> tuple[str, ...]:
    several = raw if isinstance(raw, list) else [raw]
    if not several or not all(isinstance(one, str) and one and len(one) <= 80 for one in several):
        raise ValueError("should be an entry id or a list of ids")
    return tuple(several)


Ids = Annotated[
    tuple[str, ...],
    Scalar(_read_ids, {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]

COUNTS = ("stands", "guns", "figures", "units")
"""Keys for the amount of a piece. Each piece sets exactly one of them."""
KEYS = ("name", "entry", "kind", "subtype", "nation", *COUNTS, "to_a_stand", "to_a_unit", "note")
"""Keys of a piece in their usual order. They are also the CSV columns."""
NUMERIC_KEYS = frozenset((*COUNTS, "to_a_stand", "to_a_unit"))
"""Keys of a piece whose values are numbers."""


class Piece(Record):
    """An item of a collection: a number of models for certain units."""

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
    def label(self) -> str:
        """The name of the models. Without a name, the ids of their entries, or nation and kind."""
        return self.name or ", ".join(self.entry) or " ".join(filter(None, (self.nation, self.subtype or self.kind)))

    @property
    def count(self) -> tuple[int, str]:
        """The number of models, and the key that has this number: `(24, "figures")`."""
        return next(((count, key) for key in COUNTS if (count := getattr(self, key)) is not None), (0, "stands"))


class Collection(Record):
    """A collection of miniatures."""

    collection: FormatVersion
    title: Text = ""
    note: Text = ""
    to_a_stand: Count = 1
    to_a_unit: Count | None = None
    pieces: tuple[Piece, ...] = ()

    def figures_to_a_stand(self, piece: Piece) -> int:
        """The number of figures per stand. 0 if the models are not counted in figures."""
        return (piece.to_a_stand or self.to_a_stand) if piece.figures is not None else 0

    def stands(self, piece: Piece) -> int:
        """The number of stands or guns that the models make. Figures of incomplete stands are ignored."""
        number, measure = piece.count
        if measure == "figures":
            return number // self.figures_to_a_stand(piece)
        return number * (piece.to_a_unit or self.to_a_unit or 1) if measure == "units" else number

    def units(self, piece: Piece) -> int:
        """The number of complete units that the models of a piece make."""
        each = piece.to_a_unit or self.to_a_unit or 1
        return piece.count[0] if piece.count[1] == "units" else self.stands(piece) // each


# Descriptions of the keys, shown by editors.


COLLECTION_DESCRIPTIONS: Mapping[str, str] = {
    "Collection.collection": "The version of this file format: 1.",
    "Collection.to_a_stand": "Figures per stand, for pieces that set no other number.",
    "Collection.to_a_unit": "Stands per unit in rulesets without stands, for pieces that set no other number.",
    "Piece.entry": "Entries that can use the models: an entry id or a list of ids.",
    "Piece.figures": "Number of single figures.",
    "Piece.guns": "Number of gun models.",
    "Piece.kind": "Kind of unit that can use the models.",
    "Piece.name": "Your name for the models.",
    "Piece.nation": "Nation as in army lists. If omitted, any nation.",
    "Piece.stands": "Number of stands.",
    "Piece.subtype": "Subtype of the kind. If omitted, any subtype.",
    "Piece.to_a_stand": "Figures per stand of this piece.",
    "Piece.to_a_unit": "Stands per unit of this piece, for rulesets without stands.",
    "Piece.units": "Number of units, for rulesets without stands.",
    "pieces": "The owned models.",
}
