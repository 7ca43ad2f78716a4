"""What is bought on a line of a typed list."""

from __future__ import annotations

from orbat.list_reader.roles import TypedPoints
from orbat.model.claims import Alternative
from orbat.model.orbat import Unit
from orbat.model.record import Value


class ReadPurchase(Value):
    """Units bought on a line, with the typed prices and the explanation of the reading.

    Prices in points: `piece` for one stand or gun, `each` for one unit, `line` for the line.
    """

    unit: Unit
    count: int
    each: TypedPoints | None = None
    line: TypedPoints | None = None
    piece: TypedPoints | None = None
    explanation: str = ""
    alternatives: tuple[Alternative, ...] = ()
    misspelt: tuple[tuple[str, str], ...] = ()
    agrees: bool | None = None
    """Whether the typed prices are right. None if no price is typed."""
    similarity: int = 0
    """Similarity of the typed name to the names of the entry, from 0 to 100."""
    calculated: TypedPoints = 0
    """Calculated cost of all units, in points."""
    leftover: str = ""
    """The part of the line that was not read."""
    leftover_number: bool = False
    margin: float = 99.0
    """What the next different reading costs more."""
    others: tuple[ReadPurchase, ...] = ()
    """Other readings of the line, the likeliest first."""

    @property
    def typed(self) -> TypedPoints:
        """Typed price of all units, in points. If no price was typed, returns the calculated cost."""
        if self.line is not None:
            return self.line
        return self.each * self.count if self.each is not None else self.calculated
