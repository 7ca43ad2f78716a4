"""A collection of miniatures: the owned stands, guns and figures."""

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
"""Keys for the amount of a piece. Each piece has exactly one."""
KEYS = ("name", "entry", "kind", "subtype", "nation", *COUNTS, "to_a_stand", "to_a_unit", "note")
"""Keys of a piece in their usual order, also the CSV columns."""
NUMERIC_KEYS = frozenset((*COUNTS, "to_a_stand", "to_a_unit"))
"""Keys with numeric values."""


class Piece(Record):
    """A line of the collection: owned models, for the named entries or for all entries of a kind.

    Exactly one of `stands`, `guns`, `figures` and `units` is set. `subtype` and `nation` narrow a kind. `to_a_stand`
    (figures per stand) and `to_a_unit` (stands per unit, for rulesets without stands) override the collection's
    values.
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
        """Name of the piece; without one, its entries or kind."""
        return self.name or ", ".join(self.entry) or " ".join(filter(None, (self.nation, self.subtype or self.kind)))

    @property
    def count(self) -> tuple[int, str]:
        """Amount and unit of measure: `(24, "figures")`."""
        return next(((count, key) for key in COUNTS if (count := getattr(self, key)) is not None), (0, "stands"))


class Collection(Record):
    """A collection of miniatures. By default a stand has `to_a_stand` figures, and a unit `to_a_unit` stands."""

    collection: FormatVersion
    title: Text = ""
    note: Text = ""
    to_a_stand: Count = 1
    to_a_unit: Count | None = None
    pieces: tuple[Piece, ...] = ()

    def figures_to_a_stand(self, piece: Piece) -> int:
        """Figures per stand, for a piece counted in figures; 0 for other pieces."""
        return (piece.to_a_stand or self.to_a_stand) if piece.figures is not None else 0

    def stands(self, piece: Piece) -> int:
        """Amount of a piece in stands, guns or other single models."""
        number, measure = piece.count
        if measure == "figures":
            return number // self.figures_to_a_stand(piece)
        return number * (piece.to_a_unit or self.to_a_unit or 1) if measure == "units" else number

    def units(self, piece: Piece) -> int:
        """Amount of a piece in complete units, for rulesets without stands."""
        each = piece.to_a_unit or self.to_a_unit or 1
        return piece.count[0] if piece.count[1] == "units" else self.stands(piece) // each


# Descriptions of the keys, shown by editors.


COLLECTION_DESCRIPTIONS: Mapping[str, str] = {
    "Collection.collection": "The version of this file format: 1.",
    "Collection.to_a_stand": "Figures per stand, unless a piece overrides it.",
    "Collection.to_a_unit": "Stands per unit, for rulesets without stands, unless a piece overrides it.",
    "Piece.entry": "Entries as which the piece can be fielded: an id or a list of ids.",
    "Piece.figures": "Number of single figures.",
    "Piece.guns": "Number of gun models.",
    "Piece.kind": "Kind of unit as which the piece can be fielded.",
    "Piece.name": "Your name for the models.",
    "Piece.nation": "Nation, as in army lists; any if omitted.",
    "Piece.stands": "Number of stands.",
    "Piece.subtype": "Subtype of the kind; any if omitted.",
    "Piece.to_a_stand": "Figures per stand of this piece.",
    "Piece.to_a_unit": "Stands per unit of this piece, for rulesets without stands.",
    "Piece.units": "Number of units, for rulesets without stands.",
    "pieces": "The owned models.",
}
