"""What has befallen each unit and general in a game, and what each counts for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from orbat.evaluate.quote import ExactPoints
from orbat.features.game.losses import Loss, losses
from orbat.features.game.model import GONE, Game, UnitNote, UnitState
from orbat.model.commanders import Staff
from orbat.model.finding import format_cites
from orbat.model.path import OrbatPath
from orbat.model.points import show
from orbat.model.record import Value
from orbat.report.report import Report
from orbat.report.roster import Roster, RosterUnit, UnitStrength, roster
from orbat.report.rows import Row

STATE_WORDS: dict[UnitState, str] = {
    "routing": "routing",
    "routed_off": "routed off the table",
    "destroyed": "destroyed",
    "surrendered": "surrendered",
}
"""What is said of a unit."""


class Standing(Value):
    """How a unit or general stands: what has befallen it in words, and what it counts with the reason.

    `states` are what may be ticked of it. `gone` is what is on the table no longer.
    """

    path: OrbatPath
    name: str
    general: bool = False
    strength: UnitStrength | None = None
    counted_in: str = ""
    states: tuple[str, ...] = ()
    lost: int = 0
    words: tuple[str, ...] = ()
    counts: Literal["", "half", "full"] = ""
    points: ExactPoints = 0
    reason: str = ""
    gone: bool = False

    @property
    def toll(self) -> str:
        """`7 of 12 stands lost`, or "" where nothing is."""
        return self.words[0] if self.lost else ""

    @property
    def left(self) -> int | None:
        """How much is left of what it counts; nothing of what is gone."""
        if self.strength is None:
            return None
        return 0 if self.gone else self.strength.size - self.lost


class StandingGroup(Value):
    """A formation's general and its own units."""

    title: str
    depth: int
    standings: tuple[Standing, ...]


def standings(report: Report, game: Game) -> tuple[StandingGroup, ...]:
    """Everything of an ORBAT as a game has left it, in document order; its notes must be where things are."""
    found = roster(report)
    maker = _StandingMaker(report, game, found)
    return tuple(
        StandingGroup(
            command.title,
            command.depth,
            (
                *maker.general(command.row),
                *(maker.unit(troop) for troop in command.units),
            ),
        )
        for command in found.formations
    )


class _StandingMaker:
    """Makes standings; each counts as its loss says."""

    def __init__(self, report: Report, game: Game, found: Roster) -> None:
        self.game = game
        self.removed = found.removed
        counted = losses(report)
        self.cites = counted.cites if counted else ""
        self.losses = {loss.path: loss for group in counted.groups for loss in group.losses} if counted else {}
        self.fates = counted.fates if counted else ()
        self.scored = counted is not None
        staff = report.book.ruleset.staff if report.book else None
        self.promotion = _promotion_cites(staff)
        self.labels = {one.id: one.label for one in staff.qualities} if staff else {}

    def general(self, row: Row | None) -> Iterator[Standing]:
        """A formation's general, where it has one."""
        if row is None or not row.commander:
            return
        path = (*row.path, "commander")
        note, loss = self.game.general(path), self.losses.get(path)
        words: list[str] = [note.fate] if note.fate else []
        if note.promoted:
            dice = "+".join(map(str, note.promoted.dice))
            quality = self.labels.get(note.promoted.result, note.promoted.result) or "nobody"
            words.append(f"replaced: {dice}, {quality}{self.promotion}")
        counts: Literal["", "full"] = "full" if note.fate in self.fates and loss else ""
        points, reason = self._counted(loss, counts, ", ".join(words))
        yield Standing(
            path, row.commander, general=True, words=tuple(words), counts=counts, points=points, reason=reason
        )

    def unit(self, troop: RosterUnit) -> Standing:
        """A unit as it stands."""
        path, strength = troop.row.path, troop.strength
        note = self.game.unit(path)
        loss = self.losses.get(path) or Loss(path, troop.row.name, None, None, halves=True, strength=strength)
        lost = min(note.lost, strength.size) if strength else 0
        after = loss.after(lost)
        gone = note.state in GONE or after == "full"
        halved = loss.halves and (after == "half" or note.state == "routing")
        counts: Literal["", "half", "full"] = ""
        if self.scored:
            counts = "full" if gone else "half" if halved else ""
        word = troop.ticks.label if troop.ticks else troop.row.counted_in
        words = self._words(note, lost, troop, removed=after == "full")
        why = ", ".join(words) + (", under half" if after == "half" and not gone else "")
        points, reason = self._counted(loss, counts, why)
        states = troop.ticks.states if troop.ticks else ()
        return Standing(path, troop.row.name, False, strength, word, states, lost, words, counts, points, reason, gone)

    def _words(self, note: UnitNote, lost: int, troop: RosterUnit, *, removed: bool) -> tuple[str, ...]:
        """`10 of 12 stands lost`, or `3 of 5 hits`; `taken off the table [17.5.8]`; `routing`."""
        strength, words = troop.strength, []
        if strength and lost:
            label = troop.ticks.label if troop.ticks else f"{troop.row.counted_in} lost"
            words.append(f"{lost} of {strength.size} {label}")
        if removed and strength and strength.removed and note.state not in GONE:
            words.append(f"taken off the table {self.removed}".rstrip())
        if note.state:
            words.append(STATE_WORDS[note.state])
        return (*words, *note.ticked)

    def _counted(self, loss: Loss | None, counts: str, why: str) -> tuple[ExactPoints, str]:
        """What is counted, and the sum: `7 of 12 stands lost, under half: 36 x 1/2 = 18 [18.2]`."""
        if not counts or loss is None or not self.scored:
            return 0, ""
        if loss.full is None:
            return 0, f"{why}: it has no price"
        if counts == "full":
            return loss.full, f"{why}: {show(loss.full)} in full {self.cites}".rstrip()
        half = loss.half or 0
        return half, f"{why}: {show(loss.full)} x 1/2 = {show(half)} {self.cites}".rstrip()


def _promotion_cites(staff: Staff | None) -> str:
    table = staff.promotion if staff else None
    return f" {format_cites(table.citations)}" if table and table.citations else ""
