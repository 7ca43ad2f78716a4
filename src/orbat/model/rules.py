"""The rules of the catalogue that a ruleset switches on, with their numbers."""

from fractions import Fraction

from orbat.model.points import Bound, Count, Points, exact
from orbat.model.record import Record
from orbat.model.sourced import Sourced
from orbat.model.text import Id


class Switch(Sourced):
    """A rule that the ruleset switches on; `ruling` names the ruling that decides its severity or base."""

    ruling: Id = ""


class UsualSize(Switch):
    """The usual game sizes, in points; `steps` are those to offer, the smallest first."""

    min: Points
    max: Points
    steps: tuple[Points, ...] = ()

    @property
    def offered(self) -> tuple[Points, ...]:
        """The sizes to offer, the smallest first: the steps, or the least, the middle and the most."""
        return self.steps or (self.min, exact(Fraction(self.min + self.max) / 2), self.max)


class Apart(Switch):
    """Arms that one general cannot command together, and the levels at which mixing them is wrong."""

    arms: tuple[Id, Id]
    levels: tuple[Id, ...]


class OffBoard(Switch):
    """How much of an army may stay off the table, and at which levels of formation."""

    at_most: Bound
    levels: tuple[Id, ...]


class Need(Sourced):
    """A kind that may be bought only by an army that has another."""

    kind: Id
    needs: Id


class PlayerGeneral(Switch):
    """How many generals may represent the player."""

    at_most: Count


class Rules(Record):
    """The rules a ruleset switches on, with their numbers. An absent one is not checked."""

    within_size: Switch | None = None
    size_agreed: Switch | None = None
    usual_size: UsualSize | None = None
    ratings: Switch | None = None
    size_range: Switch | None = None
    removed_at: Switch | None = None
    options: Switch | None = None
    claims: Switch | None = None
    under_general: Switch | None = None
    apart: Apart | None = None
    off_board: OffBoard | None = None
    needs: tuple[Need, ...] = ()
    player_general: PlayerGeneral | None = None
    staff: Switch | None = None
