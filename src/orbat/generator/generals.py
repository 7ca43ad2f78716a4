"""Names of the generals in generated armies, from the army list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from random import Random

from orbat.generator.names import Parents
from orbat.model.army_list import ArmyList
from orbat.model.dates import Date
from orbat.model.record import Value, empty_mapping
from orbat.model.service import Service


class LedFormation(Value):
    """A formation for which `draw_commanders` draws a commander."""

    level: str = ""
    arm: str = ""
    """The arm of all its troops except the guns. "" if it has several."""
    troops: tuple[tuple[str, str], ...] = ()
    """The kind and subtype of each of these units."""
    most_of: Parents = field(default_factory=empty_mapping, hash=False)
    """The real formations in which most of its units served, by level."""
    parents: tuple[Parents, ...] = field(default=(), hash=False)
    """The real formations in which its units served, without duplicates."""
    is_real: bool = False
    """Whether the formation has the name of the real formation."""


def draw_commanders(
    army_list: ArmyList,
    date: Date | None,
    commands: Sequence[LedFormation],
    random: Random,
    theatre: str = "",
    levels: Sequence[str] = (),
) -> list[str]:
    """Draw names at random: for the commander-in-chief, then for the commander of each formation.

    `levels` are the ids of the levels, lowest first. Missing names are "".
    """
    # A formation has the commander who led it, or else one who led such formations. No name is better than that of a
    # general of higher rank, of another arm, or of another real formation.
    chiefs = army_list.commanders_in_chief_at(date, theatre)
    leader = random.choice(chiefs) if len(chiefs) > 1 else "".join(chiefs)
    records = {
        name: [one for one in army_list.service_by_name.get(name, ()) if one.is_present(date, theatre)]
        or [Service(name=name)]
        for name in army_list.commanders_at(date, theatre)
        if name not in chiefs
    }
    present = [one for one in army_list.service if one.is_present(date, theatre)]
    draw = _Draw(army_list, present, levels)
    found = draw.leaders([one for several in records.values() for one in several], commands)
    left = {name: several for name, several in records.items() if name not in found.values()}
    # Generals lead higher formations than usual only if no formation of their own level needs them, and no corps, for
    # example, while a division has no general.
    for promoted in (False, True):
        lacking = {command.level for number, command in enumerate(commands) if number not in found}
        for number, command in enumerate(commands):
            is_barred = promoted and command.level in levels[-1:] and not lacking.isdisjoint(levels[-2:-1])
            if number in found or is_barred:
                continue
            ranked = [(draw.rank(several, command, promoted=promoted), name) for name, several in left.items()]
            best = min((rank for rank, _ in ranked if rank is not None), default=None)
            if best is not None:
                found[number] = random.choice([name for rank, name in ranked if rank == best])
                del left[found[number]]
    _sort_by_seniority(found, records)
    return [leader, *(found.get(number, "") for number in range(len(commands)))]


def count_leaders(
    army_list: ArmyList, date: Date | None, theatre: str, levels: Sequence[str], arm: str = ""
) -> int | None:
    """Count the commanders of formations of the highest level, such as corps. None if no commander
    has a level.

    `levels` are the ids of the levels, lowest first. `arm` is the arm of the formations, or "" for mixed formations.
    """
    service = [one for one in army_list.service if not one.chief]
    if not any(level_of(one, levels) for one in service):
        return None
    chiefs = army_list.commanders_in_chief_at(date, theatre)
    arms = {one.arm for one in service}
    return len(
        {
            one.name
            for one in service
            if level_of(one, levels) == levels[-1]
            and one.is_present(date, theatre)
            and one.name not in chiefs
            and (one.arm == arm or (not one.arm and arm not in arms))
        }
    )


def _led(record: Service, command: LedFormation) -> bool:
    # A general of division in a corps did not lead the corps.
    own = record.level or command.level
    return own == command.level and own in record.parent and record.parent.items() <= command.most_of.items()


class _Draw:
    def __init__(self, army_list: ArmyList, present: Sequence[Service], levels: Sequence[str]) -> None:
        self.present, self.levels = present, tuple(levels)
        # arms with commanders of their own: other commanders do not lead them
        self.arms = {one.arm for one in army_list.service}
        self.has_levels = any(level_of(one, levels) for one in army_list.service if not one.chief)

    def leaders(self, records: Sequence[Service], commands: Sequence[LedFormation]) -> dict[int, str]:
        """The commanders who led these formations in history, by index in `commands`."""
        found: dict[int, str] = {}
        real_first = sorted(enumerate(commands), key=lambda one: not one[1].is_real)
        for number, command in real_first:
            for one in records:
                if _led(one, command) and not self._is_stranger(one, command) and one.name not in found.values():
                    found[number] = one.name
                    break
        return found

    def rank(self, records: Sequence[Service], command: LedFormation, *, promoted: bool) -> int | None:
        """How well a commander suits a formation: the lower, the better. None if unsuitable.

        `promoted`: whether the commander may also lead a formation one level higher than usual.
        """
        # A commander with several records at an uncertain date must suit the formation by all of them.
        if command.is_real and any(_led(one, command) for one in self.present):
            return None
        ranks = [self._rank_of(one, command, promoted=promoted) for one in records]
        known = [rank for rank in ranks if rank is not None]
        return max(known) if len(known) == len(ranks) else None

    def _rank_of(self, record: Service, command: LedFormation, *, promoted: bool) -> int | None:
        is_stranger = (command.is_real and bool(record.parent)) or self._is_stranger(record, command)
        leads_others = record.arm != command.arm and bool(record.arm or command.arm in self.arms)
        other_troops = record.leads and not all({*record.leads} & {*one} for one in command.troops)
        if is_stranger or leads_others or other_troops:
            return None
        own = level_of(record, self.levels)
        if command.level not in self.levels:
            return 1 + _distance(record, command)
        if not own:
            # a colonel, for example, leads no corps, unless the army list knows no ranks at all
            is_top = command.level == self.levels[-1] != self.levels[0]
            return None if is_top and self.has_levels else 1 + _distance(record, command)
        # a brigadier may lead a division, but no corps
        allowed = {0: 0, 1: 2} if promoted else {0: 0}
        rank = allowed.get(self.levels.index(command.level) - self.levels.index(own))
        return None if rank is None else rank + _distance(record, command)

    def _is_stranger(self, record: Service, command: LedFormation) -> bool:
        # Whether the commander led another formation than that of most units. A formation of the lowest level also has
        # no unit of another division, for example, and a higher one has at least some units of the commander's own.
        higher = self.levels[self.levels.index(command.level) + 1 :] if command.level in self.levels else ()
        above = {level: name for level, name in record.parent.items() if level in higher}
        is_lowest = self.levels[:1] == (command.level,)
        if _differ(record.parent, command.most_of) or (
            is_lowest and any(_differ(above, one) for one in command.parents)
        ):
            return True
        return bool(command.parents) and all(
            _differ(above if {*above} & {*one} else record.parent, one) for one in command.parents
        )


def _differ(parents: Parents, others: Parents) -> bool:
    return any(others.get(level, name) != name for level, name in parents.items())


def level_of(record: Service, levels: Sequence[str]) -> str:
    """The level of formations that a commander led. "" if unknown. `levels` are lowest first."""
    return record.level or next((level for level in levels if level in record.parent), "")


def _distance(record: Service, command: LedFormation) -> int:
    # generals of the same corps, for example, come first
    return -SAME_FORMATION if {*record.parent} & {*command.most_of} else 0


SAME_FORMATION = 3
"""How much better a general of the same higher formation suits a formation. More than any difference of level."""


def _sort_by_seniority(found: dict[int, str], records: Mapping[str, Sequence[Service]]) -> None:
    # Among commanders of whom nothing else is known, the first in the list has the highest formation.
    order = list(records)
    plain = {
        number: records[name][0].arm
        for number, name in found.items()
        if not any(one.level or one.parent or one.leads for one in records[name])
    }
    for arm in dict.fromkeys(plain.values()):
        numbers = sorted(number for number, own in plain.items() if own == arm)
        names = sorted((found[number] for number in numbers), key=order.index)
        found.update(zip(numbers, names, strict=True))
