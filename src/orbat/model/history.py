"""Unlimited undo and redo: a list of named steps, each with its ORBAT, and the current position."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.claims import Correction
from orbat.model.orbat import Orbat
from orbat.model.record import Value


class Step(Value):
    """A step in the undo history: its name and the resulting ORBAT. Consecutive steps with the same non-empty
    `merge_key` are merged.

    `correction` is set if the player corrects orbat's reading of a typed line. Such a step is kept even if the ORBAT
    stays the same.
    """

    name: str
    orbat: Orbat
    merge_key: str = ""
    correction: Correction | None = None


class History(Value):
    """The undo history: all steps, and the `position` of the current step. Immutable: each method returns a new
    history."""

    steps: tuple[Step, ...]
    position: int = 0

    @property
    def orbat(self) -> Orbat:
        """The current ORBAT."""
        return self.steps[self.position].orbat

    @property
    def undo_name(self) -> str:
        """The name of the step to undo, or ""."""
        return self.steps[self.position].name if self.position else ""

    @property
    def redo_name(self) -> str:
        """The name of the step to redo, or ""."""
        return self.steps[self.position + 1].name if self.position + 1 < len(self.steps) else ""

    @property
    def merge_key(self) -> str:
        """The merge key of the current step. The next step is merged into this step if it has the same key. "" prevents
        merging."""
        return self.steps[self.position].merge_key

    def do(self, name: str, orbat: Orbat, merge_key: str = "") -> History:
        """Add a step after the current one, and drop all undone steps. If the ORBAT is unchanged, nothing is added."""
        return self if orbat == self.orbat else self._after(Step(name, orbat, merge_key))

    def correct(self, correction: Correction, orbat: Orbat) -> History:
        """Add a step in which the player corrects orbat's reading of a typed line.

        The step is added even if the ORBAT is unchanged, because the player may have confirmed an uncertain reading.
        """
        return self._after(Step(correction.name, orbat, correction=correction))

    def _after(self, step: Step) -> History:
        return History((*self.steps[: self.position + 1], step), self.position + 1)

    def undo(self) -> History:
        """Go back one step, if possible."""
        return self.go_to(self.position - 1)

    def redo(self) -> History:
        """Go forward one step, if possible."""
        return self.go_to(self.position + 1)

    def go_to(self, position: int) -> History:
        """Go to a step. Positions out of range become the first or last step."""
        return replace(self, position=max(0, min(position, len(self.steps) - 1)))


def start_history(orbat: Orbat, name: str = "opened") -> History:
    """A new history with one step."""
    return History((Step(name, orbat),))
