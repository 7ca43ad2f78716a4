"""A collection: owned stands, guns and figures."""

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
"""Keys for the number of a piece; each piece has exactly one."""
KEYS = ("name", "entry", "kind", "subtype", "nation", *COUNTS, "to_a_stand", "to_a_unit", "note")
"""Keys of a piece, in their usual order; also the CSV columns."""
NUMERIC_KEYS = frozenset((*COUNTS, "to_a_stand", "to_a_unit"))
"""Keys with numbers as values."""


class Piece(Record):
    """Owned models for the named entries, or for all entries of a kind. One of the four counts is set.

    A kind may be narrowed to a subtype and a nation. `to_a_stand` (figures in a stand) and `to_a_unit` (stands in a
    unit, for rulesets without stands) override those of the collection.
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
    def label(self) -> str:
        """Its name, or what it is for."""
        return self.name or ", ".join(self.entry) or " ".join(filter(None, (self.nation, self.subtype or self.kind)))

    @property
    def count(self) -> tuple[int, str]:
        """Number and unit of measure: `(24, "figures")`."""
        return next(((count, key) for key in COUNTS if (count := getattr(self, key)) is not None), (0, "stands"))


class Collection(Record):
    """Owned miniatures. `to_a_stand` is the default number of figures in a stand, `to_a_unit` of stands in a unit."""

    collection: FormatVersion
    title: Text = ""
    note: Text = ""
    to_a_stand: Count = 1
    to_a_unit: Count | None = None
    pieces: tuple[Piece, ...] = ()

    def figures_to_a_stand(self, piece: Piece) -> int:
        """Figures in a stand of a piece counted in figures; 0 for others."""
        return (piece.to_a_stand or self.to_a_stand) if piece.figures is not None else 0

    def stands(self, piece: Piece) -> int:
        """Number of stands, guns or other single models of a piece."""
        number, measure = piece.count
        if measure == "figures":
            return number // self.figures_to_a_stand(piece)
        return number * (piece.to_a_unit or self.to_a_unit or 1) if measure == "units" else number

    def units(self, piece: Piece) -> int:
        """Number of units of a piece, for rulesets without stands."""
        each = piece.to_a_unit or self.to_a_unit or 1
        return piece.count[0] if piece.count[1] == "units" else self.stands(piece) // each


# Descriptions of the keys, shown by editors.


COLLECTION_DESCRIPTIONS: Mapping[str, str] = {
    "Collection.collection": "The version of this file format: 1.",
    "Collection.to_a_stand": "Figures in a stand, unless a piece overrides it.",
    "Collection.to_a_unit": "Stands in a unit, for rules without stands, unless a piece overrides it.",
    "Piece.entry": "Entry id, or list of ids, that the piece can be fielded as.",
    "Piece.figures": "Number of single figures.",
    "Piece.guns": "Number of gun models.",
    "Piece.kind": "Kind that the piece can be fielded as.",
    "Piece.name": "Your name for them.",
    "Piece.nation": "Nation as in army lists; without it, any.",
    "Piece.stands": "Number of stands.",
    "Piece.subtype": "Subtype of the kind; without it, all.",
    "Piece.to_a_stand": "Figures in a stand of these.",
    "Piece.to_a_unit": "Stands in a unit of these, for rules without stands.",
    "Piece.units": "Number of units, for rules without stands.",
    "pieces": "The owned models.",
}
