"""Losses and states of units and generals in a game, and the points that the opponent scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from orbat.evaluate.quote import ExactPoints
from orbat.features.game.generals import uses_promotion_dice
from orbat.features.game.losses import Loss, losses
from orbat.features.game.model import Game, UnitNote
from orbat.model.commanders import NO_STAFF, Staff
from orbat.model.edits import at
from orbat.model.finding import format_cites
from orbat.model.orbat import Commander, is_player
from orbat.model.path import OrbatPath
from orbat.model.play import GONE, USUAL_UNIT_FATES, Casualty, GeneralFate, UnitFate, UnitState
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.report.roster import Roster, RosterUnit, UnitStrength, roster
from orbat.report.rows import Row


def state_words(state: UnitState | None, ruleset: Ruleset | None) -> str:
    """The ruleset's label of a unit's state. "" for None."""
    declared = ruleset.unit_fates if ruleset else ()
    return next((one.label for one in (*declared, *USUAL_UNIT_FATES) if one.id == state), "")


def fate_words(fate: Casualty | None, ruleset: Ruleset | None) -> str:
    """The ruleset's label of a general's fate. "" for None."""
    declared = ruleset.general_fates if ruleset else ()
    return next((one.label for one in declared if one.id == fate), fate or "")


class Condition(Value):
    """The losses and state of a unit or general, and the points that the opponent scores."""

    path: OrbatPath
    name: str
    general: bool
    effects: tuple[str, ...]
    """Texts that describe the losses and the state, such as `routing`."""
    counts: Literal["", "half", "full"]
    """`half` or `full` if the opponent scores half or full points, otherwise empty."""
    points: ExactPoints
    reason: str
    """A text that explains the points."""
    strength: UnitStrength | None = None
    counted_in: str = ""
    states: tuple[str, ...] = ()
    """The states and marks of the unit in its ruleset, such as `pinned` and `first fire`."""
    fates: tuple[UnitFate, ...] | tuple[GeneralFate, ...] = ()
    """The states of the unit, or the ways to lose the general, that the ruleset names."""
    lost: int = 0
    """The number of stands, guns or hits lost."""
    gone: bool = False
    """Whether the unit has left the game."""
    successor: str = ""
    """The quality of the general's successor; "" without a successor."""
    roll: Literal["", "due", "optional"] = ""
    """Whether a roll for the successor of a lost general is still to do.

    `optional` if the general returns in the next game of a campaign.
    """

    @property
    def losses_text(self) -> str:
        """The losses as text: `7 of 12 stands lost`. Empty without losses."""
        return self.effects[0] if self.lost else ""

    @property
    def remaining(self) -> int | None:
        """The number of remaining stands, guns or hits. 0 if the unit has left the game; None without a size."""
        if self.strength is None:
            return None
        return 0 if self.gone else self.strength.size - self.lost


class ConditionGroup(Value):
    """A formation's title, with a `Condition` for the general and for each unit."""

    title: str
    depth: int
    conditions: tuple[Condition, ...]


def conditions(report: Report, game: Game) -> tuple[ConditionGroup, ...]:
    """The `Condition` of every unit and general, by formation, in the order of the ORBAT.

    The paths in `game` must be paths in the ORBAT, so call `match_notes` first.
    """
    found = roster(report)
    maker = _ConditionMaker(report, game, found)
    return tuple(
        ConditionGroup(
            formation.title,
            formation.depth,
            (
                *maker.general(formation.row),
                *(maker.unit(unit) for unit in formation.units),
            ),
        )
        for formation in found.formations
    )


class _ConditionMaker:
    def __init__(self, report: Report, game: Game, roster: Roster) -> None:
        self.game = game
        self.report = report
        self.removed = roster.removed_cites
        counted = losses(report)
        self.cites = counted.cites if counted else ""
        self.losses = {loss.path: loss for group in counted.groups for loss in group.losses} if counted else {}
        self.fates = counted.fates if counted else ()
        self.scored = counted is not None
        staff = report.book.ruleset.staff if report.book else NO_STAFF
        self.promotion = _promotion_cites(staff)
        self.labels = {one.id: one.label for one in staff.qualities}
        self.ruleset = report.book.ruleset if report.book else None

    def general(self, row: Row | None) -> Iterator[Condition]:
        if row is None or not row.commander:
            return
        path = (*row.path, "commander")
        note, loss = self.game.general(path), self.losses.get(path)
        effects: list[str] = [fate_words(note.fate, self.ruleset)] if note.fate else []
        successor = ""
        if note.promoted:
            dice = "+".join(map(str, note.promoted.dice))
            successor = self.labels.get(note.promoted.result, note.promoted.result) or "nobody"
            text = phrase(
                "replaced: rolled {dice}, {quality}{cites}", dice=dice, quality=successor, cites=self.promotion
            )
            effects.append(text)
        counts: Literal["", "full"] = "full" if note.fate in self.fates and loss else ""
        points, reason = self._counted(loss, counts, ", ".join(effects))
        fates = self.ruleset.general_fates if self.ruleset else ()
        yield Condition(
            path,
            row.commander,
            True,
            tuple(effects),
            counts,
            points,
            reason,
            fates=fates,
            successor=successor,
            roll="" if successor else self._roll(path, note.fate),
        )

    def _roll(self, path: OrbatPath, fate: Casualty | None) -> Literal["", "due", "optional"]:
        orbat, book = self.report.orbat, self.report.book
        if fate is None or orbat is None or book is None or not uses_promotion_dice(orbat, book):
            return ""
        commander, rules = at(orbat, path), book.ruleset.campaign
        if not isinstance(commander, Commander) or is_player(path, commander):
            return ""
        return "optional" if rules and fate in rules.generals_back else "due"

    def unit(self, unit: RosterUnit) -> Condition:
        path, strength = unit.row.path, unit.strength
        note = self.game.unit(path)
        scored = path in self.losses  # lost works do not count under some rulings
        loss = self.losses.get(path) or Loss(path, unit.row.name, None, None, halves=True, strength=strength)
        lost = min(note.lost, strength.size) if strength else 0
        after = loss.after(lost)
        gone = note.state in GONE or after == "full"
        halved = loss.halves and (after == "half" or note.state == "routing")
        counts: Literal["", "half", "full"] = ""
        if scored:
            counts = "full" if gone else "half" if halved else ""
        word = unit.ticks.label if unit.ticks else unit.row.counted_in
        effects = self._effects(note, lost, unit, removed=after == "full")
        causes = (*effects, "under half") if after == "half" and not gone else effects
        points, reason = self._counted(loss, counts, ", ".join(causes))
        fates = tuple(one for one in self._unit_fates() if one.id in GONE or one.label in unit.states)
        labels = {one.label for one in fates}
        states = tuple(one for one in (*unit.states, *unit.marks) if one not in labels)
        return Condition(
            path, unit.row.name, False, effects, counts, points, reason, strength, word, states, fates, lost, gone
        )

    def _unit_fates(self) -> tuple[UnitFate, ...]:
        return self.ruleset.unit_fates if self.ruleset else ()

    def _effects(self, note: UnitNote, lost: int, unit: RosterUnit, *, removed: bool) -> tuple[str, ...]:
        # Texts such as `10 of 12 stands lost`, `3 of 5 hits`, `removed [17.5.8]` and `routing`.
        strength, effects = unit.strength, []
        if strength and lost:
            if unit.ticks:
                text = phrase("{lost} of {size} {label}", lost=lost, size=strength.size, label=unit.ticks.label)
            else:
                text = phrase(
                    "{lost} of {size} {counted} lost", lost=lost, size=strength.size, counted=unit.row.counted_in
                )
            effects.append(text)
        if removed and strength and strength.removed and note.state not in GONE:
            effects.append(phrase("removed {cites}", cites=self.removed).rstrip())
        if note.state:
            effects.append(state_words(note.state, self.ruleset))
        return (*effects, *note.ticked)

    def _counted(self, loss: Loss | None, counts: str, cause: str) -> tuple[ExactPoints, str]:
        # The text explains the points: `7 of 12 stands lost, under half: 36 x 1/2 = 18 [18.2]`.
        if not counts or loss is None or not self.scored:
            return 0, ""
        if loss.full is None:
            return 0, phrase("{cause}: no price", cause=cause)
        if counts == "full":
            text = phrase(
                "{cause}: full cost = {points} {cites}",
                cause=cause,
                points=show(loss.full),
                cites=self.cites,
            )
            return loss.full, text.rstrip()
        assert loss.half is not None, "half points are counted only if they are possible"
        text = phrase(
            "{cause}: {full} x 1/2 = {half} {cites}",
            cause=cause,
            full=show(loss.full),
            half=show(loss.half),
            cites=self.cites,
        )
        return loss.half, text.rstrip()


def _promotion_cites(staff: Staff) -> str:
    return f" {format_cites(staff.promotion.citations)}" if staff.promotion and staff.promotion.citations else ""
