"""Unlimited undo and redo."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.claims import Correction
from orbat.model.orbat import Orbat
from orbat.model.record import Value


class Step(Value):
    """A step in the undo history, with the resulting ORBAT."""

    name: str
    orbat: Orbat
    merge_key: str = ""
    """Consecutive steps with the same non-empty key are merged."""
    correction: Correction | None = None
    """The player's correction to the reading of a typed line, if any."""


class History(Value):
    """The undo history. Methods return a new history."""

    steps: tuple[Step, ...]
    position: int = 0
    """The index of the current step."""

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
        """The merge key of the current step.

        If the next step has the same key, both become one step. Steps with the key "" are never merged.
        """
        return self.steps[self.position].merge_key

    def do(self, name: str, orbat: Orbat, merge_key: str = "") -> History:
        """Add a step after the current step, and drop undone steps. If the ORBAT is unchanged, add nothing."""
        return self if orbat == self.orbat else self._after(Step(name, orbat, merge_key))

    def correct(self, correction: Correction, orbat: Orbat) -> History:
        """Add a step: the user has corrected how a typed line is read. The ORBAT may be unchanged."""
        # The player may have confirmed an uncertain reading.
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
        """Go to a step. A position out of range becomes the first or last step."""
        return replace(self, position=max(0, min(position, len(self.steps) - 1)))


def start_history(orbat: Orbat, name: str = "opened") -> History:
    """A new history with one step."""
    return History((Step(name, orbat),))
