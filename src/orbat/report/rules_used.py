"""The options, abilities, prohibitions, notes and rulings that affect an ORBAT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from orbat.evaluate.pricing import options_of, size_of
from orbat.evaluate.quote import Quote
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Orbat, Unit, commanders_of, list_id_at
from orbat.model.play import Ability, Victory
from orbat.model.record import Value
from orbat.model.ruleset import Ruling
from orbat.model.subject import Subject
from orbat.model.wording import phrase
from orbat.report.abilities import abilities_of, eligible_units, prohibitions_of, troops_words, unit_subject
from orbat.report.included import notes_for
from orbat.report.report import Report, points_words
from orbat.report.scouting import scouting


class RuleUsed(Value):
    """An option, ability, prohibition, note or ruling as text."""

    sort: Literal["option", "ability", "prohibition", "note", "ruling"]
    term: str
    text: str
    price: str
    """"" except for options."""
    cites: tuple[str, ...]


def rules_used(report: Report) -> tuple[RuleUsed, ...]:
    """The options, abilities, prohibitions, notes and rulings that affect an ORBAT, without duplicates."""
    if report.book is None or report.quote is None or report.orbat is None:
        return ()
    collector = _RuleCollector(report, report.book, report.quote, report.orbat)
    notes = (RuleUsed("note", note.label, note.text, "", note.citations) for note in notes_for(report))
    may_and_cannot = (*collector.abilities(), *collector.prohibitions())
    return (*collector.options(), *may_and_cannot, *notes, *collector.rulings())


class _RuleCollector:
    def __init__(self, report: Report, book: Book, quote: Quote, orbat: Orbat) -> None:
        self.report = report
        self.book = book
        self.quote = quote
        self.orbat = orbat
        self.rulings_in_force = book.rulings(orbat)
        found = [(line, book.entry(line.list_id, line.unit.entry)) for line in quote.all_units]
        self.units = [(line.unit, entry) for line, entry in found if entry]
        self.subjects = [self._subject(unit, entry) for unit, entry in self.units]

    def options(self) -> Iterator[RuleUsed]:
        known = self.book.ruleset.options
        had = {one for unit, entry in self.units for one in options_of(unit, entry, known, self.orbat.date)}
        for option_id, option in known.items():
            if option_id in had:
                kinds = ", ".join(self.book.ruleset.kinds[kind].label for kind in option.kinds)
                counted = self.book.ruleset.kinds[option.kinds[0]].counted_in[0]
                points = points_words(option.points or 0)
                if option.per == "size":
                    price = phrase("{points} for each {piece}", points=points, piece=counted)
                else:
                    price = phrase("{points} for each unit", points=points)
                text = phrase("an option for {kinds}", kinds=kinds)
                yield RuleUsed("option", option.label, text, price, option.citations)

    def abilities(self) -> Iterator[RuleUsed]:
        had = {ability for subject in self.subjects for ability in abilities_of(subject, self.book.ruleset)}
        for ability in self.book.ruleset.abilities:
            if ability in had:
                yield RuleUsed("ability", ability.label, self._eligible_units(ability), "", ability.citations)

    def _eligible_units(self, ability: Ability) -> str:
        text = eligible_units(ability, self.book.ruleset, self.rulings_in_force)
        return text if ability.everyone else phrase("{units}, if the army list allows it", units=text)

    def prohibitions(self) -> Iterator[RuleUsed]:
        had = {one for subject in self.subjects for one in prohibitions_of(subject, self.book.ruleset)}
        for one in self.book.ruleset.cannot:
            if one in had:
                troops = troops_words(one.for_, self.book.ruleset)
                yield RuleUsed("prohibition", one.label, troops, "", one.citations)

    def _subject(self, unit: Unit, entry: Entry) -> Subject:
        return unit_subject(unit, entry, size_of(unit, self.book.kind(entry)), self.book, self.orbat)

    def rulings(self) -> Iterator[RuleUsed]:
        relevant = set(self._relevant_rulings())
        for ruling in self.book.ruleset.rulings:
            chosen = self.rulings_in_force[ruling.id]
            if ruling.id in relevant or chosen != ruling.ours:
                yield RuleUsed("ruling", ruling.passage, _reading(ruling, chosen), "", ruling.citations)

    def _relevant_rulings(self) -> Iterator[str]:
        ruleset, rules = self.book.ruleset, self.book.ruleset.rules
        kinds = {entry.kind: ruleset.kinds[entry.kind] for _, entry in self.units}
        arms = {kind.arm for kind in kinds.values()}
        had = {one for unit, entry in self.units for one in options_of(unit, entry, ruleset.options, self.orbat.date)}
        yield from (kind.fixed_size.ruling for kind in kinds.values() if kind.fixed_size)
        for option in (ruleset.options[one] for one in had):
            if option.barred and kinds.keys() & set(option.barred.kinds):
                yield option.barred.ruling
        for subject in self.subjects:
            yield from (one.ruling for one in abilities_of(subject, ruleset))
        if rules.apart and arms >= set(rules.apart.arms):
            yield rules.apart.ruling
        if rules.removed_at and any(kind.removed_at for kind in kinds.values()):
            yield rules.removed_at.ruling
        if rules.off_board and self.quote.off_board:
            yield rules.off_board.ruling
        if ruleset.scouting and (found := scouting(self.report)) and found.scouts:
            yield ruleset.scouting.ruling
        if ruleset.victory:
            yield from self._scoring_rulings(ruleset.victory, works=any(kind.works for kind in kinds.values()))
        for path, _, _ in commanders_of(self.orbat):
            if self.book.staff_table(self.orbat, list_id_at(self.orbat, path[:-1]))[2]:
                yield ruleset.staff.fallback_ruling

    def _scoring_rulings(self, victory: Victory, *, works: bool) -> Iterator[str]:
        if self.orbat.game_size not in (None, victory.size):
            yield victory.ruling
        if works:
            yield victory.works_ruling
        if self.orbat.commander and victory.player_general:
            yield victory.player_general.ruling


def _reading(ruling: Ruling, chosen: str) -> str:
    label = next(choice.label for choice in ruling.choices if choice.id == chosen)
    # `A third of which total? Of the points spent.`
    return f"{ruling.question} {label[:1].upper()}{label[1:]}."
