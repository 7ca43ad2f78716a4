"""Undo and redo without limit: the steps an ORBAT has taken, each with a name, and where in them one stands."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.claims import Correction
from orbat.model.orbat import Orbat
from orbat.model.record import Value


class Step(Value):
    """One step: what was done, the ORBAT after it, and what it is a run of where more of the same may go on with it.

    `correction` is what was put right of a text that is being checked: more than the ORBAT tells follows from it.
    """

    name: str
    orbat: Orbat
    merge_key: str = ""
    correction: Correction | None = None


class History(Value):
    """The steps taken; `position` is the step that is on screen. Frozen: every move gives a new history."""

    steps: tuple[Step, ...]
    position: int = 0

    @property
    def orbat(self) -> Orbat:
        """The ORBAT on screen."""
        return self.steps[self.position].orbat

    @property
    def undo_name(self) -> str:
        """What an undo would take back, or ""."""
        return self.steps[self.position].name if self.position else ""

    @property
    def redo_name(self) -> str:
        """What a redo would do again, or ""."""
        return self.steps[self.position + 1].name if self.position + 1 < len(self.steps) else ""

    @property
    def merge_key(self) -> str:
        """What the step on screen is a run of, or ""."""
        return self.steps[self.position].merge_key

    def do(self, name: str, orbat: Orbat, run: str = "") -> History:
        """The history after another step; what had been undone is dropped. A step that changes nothing is none."""
        return self if orbat == self.orbat else self._after(Step(name, orbat, run))

    def correct(self, correction: Correction, orbat: Orbat) -> History:
        """The history after a correction; one that leaves the ORBAT as it is may still settle what was in doubt."""
        return self._after(Step(correction.name, orbat, correction=correction))

    def _after(self, step: Step) -> History:
        return History((*self.steps[: self.position + 1], step), self.position + 1)

    def undo(self) -> History:
        """One step back, as far as there is one."""
        return self.go_to(self.position - 1)

    def redo(self) -> History:
        """One step forward, as far as there is one."""
        return self.go_to(self.position + 1)

    def go_to(self, position: int) -> History:
        """To any step there is."""
        return replace(self, position=max(0, min(position, len(self.steps) - 1)))


def start_history(orbat: Orbat, name: str = "opened") -> History:
    """The history of an ORBAT that has just been opened."""
    return History((Step(name, orbat),))
