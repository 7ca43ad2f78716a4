"""Choose the weapons, ratings and entries of all units of a list together. Battalions of a regiment share an entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orbat.list_reader.item import Item
from orbat.list_reader.names import is_further_battalion, is_only_battalion, is_same_regiment
from orbat.list_reader.shapes import ChosenReading, choose
from orbat.list_reader.unit_costs import UnitCosts, UnitReading
from orbat.model.wording import phrase

_MIN_MORE = 3
"""Weapons that are not typed are assumed if at least this many more prices are then right."""
_MIN_WRONG = 2
"""Minimum number of lines with wrong prices that together show another entry."""


class UnitChooser:
    """Chooses the readings of the units of a list.

    If the list never states weapons or ratings, the chooser finds the weapons or ratings that fit the prices, and sets
    them in the `UnitCosts`.
    """

    def __init__(self, costs: UnitCosts) -> None:
        self.costs = costs

    def choose_all(self, troops: Sequence[Item]) -> list[ChosenReading]:
        """The reading of each unit, in order."""
        self.costs.weapons_typed = any(self.costs.types_weapon(one.description) for one in troops if one.description)
        chosen = choose(troops, self.costs)
        if self._has_models(chosen):
            self.costs.counts_models = True
            chosen = choose(troops, self.costs)
        if self._has_usual_ratings(chosen):
            self.costs.usual_ratings = True
            chosen = choose(troops, self.costs)
        return self._with_right_entries(self._with_siblings(self._with_weapons(troops, chosen)))

    def _with_weapons(self, troops: Sequence[Item], chosen: list[ChosenReading]) -> list[ChosenReading]:
        # Weapons may be named once for the whole list. Most prices then show them.
        if not self.costs.weapons_typed:
            return self._without_lone_weapon(troops, chosen)
        wrong = sum(choice.reading is not None and choice.reading.agrees is False for choice in chosen)
        if wrong < _MIN_MORE:
            return chosen
        self.costs.weapons_typed = False
        again = choose(troops, self.costs)
        still = sum(choice.reading is not None and choice.reading.agrees is False for choice in again)
        if wrong - still >= _MIN_MORE and 2 * still <= wrong:
            return again
        self.costs.weapons_typed = True
        return chosen

    def _without_lone_weapon(self, troops: Sequence[Item], chosen: list[ChosenReading]) -> list[ChosenReading]:
        # If only one price shows a weapon that is not typed, and the prices of other troops are right without one, that
        # price is rather wrong.
        agreed = [choice.reading for choice in chosen if choice.reading and choice.reading.agrees]
        if sum(map(self.costs.has_assumed_weapon, agreed)) != 1 or len(agreed) <= _MIN_MORE:
            return chosen
        self.costs.weapons_typed = True
        return choose(troops, self.costs)

    def _has_models(self, choices: Sequence[ChosenReading]) -> bool:
        # Whether some batteries are read with the guns of historical batteries, but others with models of guns.
        right = [one for one in choices if one.reading and one.reading.agrees]
        counted = [one for one in right if {"guns", "guns_first"} & {number.context for number in one.item.figures}]
        real = sum("real" in one.roles for one in counted)
        return 0 < real < sum("size" in one.roles and "real" not in one.roles for one in counted)

    def _has_usual_ratings(self, choices: Sequence[ChosenReading]) -> bool:
        unrated = [
            choice.reading
            for choice in choices
            if choice.reading
            and "rating" not in choice.roles
            and choice.item.description
            and not choice.item.description.rating
        ]
        rated = [one for one in unrated if one.match.entry.ratings and len(one.match.entry.ratings.allowed) > 1]
        usual = [one for one in rated if one.agrees and one.unit.rating == one.match.entry.ratings.typical]  # type: ignore[union-attr]  # `rated` has ratings
        return len(usual) >= 3 and 2 * len(usual) > len(rated)

    def _with_right_entries(self, choices: list[ChosenReading]) -> list[ChosenReading]:
        # Choose another entry of the same kind if the prices of several lines show it. All lines read as an entry must
        # be wrong, and all must be right with the other entry. Lines that name the entry by a word of its own keep it.
        if self.costs.matcher is None:
            return choices
        groups: dict[str, list[int]] = {}
        for place, choice in enumerate(choices):
            if choice.reading and choice.reading.agrees is not None:
                groups.setdefault(choice.reading.unit.entry, []).append(place)
        for places in groups.values():
            readings = [one for place in places if (one := choices[place].reading)]
            if len(places) < _MIN_WRONG or any(one.agrees for one in readings):
                continue
            entry = readings[0].match.entry
            for other in self.costs.matcher.of_kind(frozenset({entry.kind}), ""):
                again = self._all_right([choices[place] for place in places], other.entry.id)
                if again:
                    for place, reading in zip(places, again, strict=True):
                        choices[place] = replace(choices[place], reading=reading)
                    break
        return choices

    def _all_right(self, choices: Sequence[ChosenReading], entry: str) -> list[UnitReading]:
        found = []
        for choice in choices:
            if choice.item.wording is None:
                return []
            wording = replace(choice.item.wording, sibling=entry)
            reading = self.costs.best(wording, choice.item.figures, choice.roles)
            if reading is None or reading.unit.entry != entry or not reading.agrees:
                return []
            note = phrase("read as {entry}, which agrees with the typed prices", entry=reading.match.entry.name)
            found.append(replace(reading, notes=(*reading.notes, note)))
        return found

    def _with_siblings(self, choices: Sequence[ChosenReading]) -> list[ChosenReading]:
        # Battalions of one regiment get the same entry, unless the second battalion clearly names another.
        found: list[ChosenReading] = []
        for choice in choices:
            last, wording = found[-1] if found else None, choice.item.wording
            before = last.item.wording if last else None
            above = before.name_words if before else ()
            if before and before.sibling and len(above) == 1:
                above = (*above, "battalion")  # `3rd` was read as a battalion
            words = wording.name_words if wording else ()
            is_further = is_further_battalion(words, above)
            if last and last.reading and wording and (is_further or is_same_regiment(words, above)):
                again = replace(wording, sibling=last.reading.unit.entry)
                reading = self.costs.best(again, choice.item.figures, choice.roles)
                # below a name, a mere number has no other entry; its line is as certain as the line above
                is_named = bool(before and before.sibling) or not is_only_battalion(above)
                item = replace(choice.item, wording=again) if is_further and is_named else choice.item
                choice = replace(choice, item=item, reading=reading or choice.reading)
            found.append(choice)
        return found
