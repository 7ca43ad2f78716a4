"""What units may and cannot do on the gaming table, for sheets, cards and the builder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from orbat.evaluate.pricing import options_of, rating_of
from orbat.model.applicability import Applicability, AppliesTo, alternatives
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.finding import format_cites
from orbat.model.orbat import Orbat, Unit
from orbat.model.play import Ability, Action, Prohibition
from orbat.model.record import Value
from orbat.model.reference import Column, Reference, ReferenceRow, ReferenceTable
from orbat.model.ruleset import Ruleset
from orbat.model.subject import Subject, can_have, is_relevant
from orbat.model.wording import phrase


def unit_subject(
    unit: Unit, entry: Entry, size: int | None, book: Book, orbat: Orbat, flags: tuple[str, ...] = ()
) -> Subject:
    """A unit with its abilities and other properties, to decide what the unit may do.

    `flags` are the ids of the army's traits.
    """
    ruleset = book.ruleset
    named_size = unit.size if isinstance(unit.size, str) else ""
    options = options_of(unit, entry, ruleset.options, orbat.date)
    plain = Subject(
        (entry.kind,),
        entry.subtype,
        rating_of(unit, entry),
        options,
        irregular=entry.irregular,
        size=named_size,
        flags=flags,
    )
    rulings = book.rulings(orbat)
    had = (
        one.id
        for one in ruleset.abilities
        if _is_given(one, entry) and can_have(one, plain) and least_size(one, rulings) <= (size or 0)
    )
    return replace(plain, may=tuple(dict.fromkeys(had)))


def _is_given(ability: Ability, entry: Entry) -> bool:
    return (ability.everyone or ability.id in entry.may) and ability.id not in entry.may_not


def abilities_of(subject: Subject, ruleset: Ruleset) -> tuple[Ability, ...]:
    """The abilities of a unit, in the ruleset's order."""
    return tuple(one for one in ruleset.abilities if one.id in subject.may and can_have(one, subject))


def least_size(ability: Ability, rulings: Mapping[str, str]) -> int:
    """The minimum size at which a unit has an ability under the chosen rulings. 0 without a minimum."""
    by_ruling = ability.least_size_by_ruling.get(rulings.get(ability.ruling, ""))
    return by_ruling or ability.least_size or 0


def prohibitions_of(subject: Subject, ruleset: Ruleset) -> tuple[Prohibition, ...]:
    """What a unit cannot do, in the ruleset's order."""
    return tuple(
        one
        for one in ruleset.cannot
        if is_relevant(alternatives(one.for_), subject) and (not one.as_ or one.as_ in subject.may)
    )


class Reason(Value):
    """The reason why an action is not allowed, such as `infantry cannot charge mounted troops`."""

    text: str
    cites: tuple[str, ...]


class ForbiddenActions(Value):
    """Tells which actions a ruleset forbids to units, with reasons."""

    ruleset: Ruleset
    rulings: Mapping[str, str]

    @classmethod
    def of(cls, book: Book, orbat: Orbat) -> ForbiddenActions:
        """The actions that the ruleset forbids under an ORBAT's rulings."""
        return cls(book.ruleset, book.rulings(orbat))

    def reason_against(
        self, action: Action, subject: Subject, target: Subject | None = None, over: str = ""
    ) -> Reason | None:
        """The reason why a unit in close order cannot take an action, or None.

        Without `target`, only prohibitions against all targets count. `over` is the id of the ground, such as
        `fortifications`.
        """
        for one in prohibitions_of(subject, self.ruleset):
            against = alternatives(one.against)
            at_target = not against or (target is not None and is_relevant(against, target))
            if one.action == action and not one.as_ and one.over in ("", over) and at_target:
                troops = ", ".join(_kind_words(subject.kinds, self.ruleset))
                return Reason(phrase("{troops} {ban}", troops=troops, ban=one.label), one.citations)
        return None

    def reason_without(self, ability_id: str, subject: Subject) -> Reason | None:
        """The reason why a unit lacks an ability, such as forming square, or None."""
        if ability_id in subject.may:
            return None
        named = [one for one in self.ruleset.abilities if one.id == ability_id]
        of_kind = [one for one in named if any(kind in one.kinds for kind in subject.kinds)] or named
        texts = (
            phrase(
                "only these troops {ability}: {units}",
                ability=one.label,
                units=eligible_units(one, self.ruleset, self.rulings),
            )
            for one in of_kind
        )
        return Reason("; ".join(texts), tuple(dict.fromkeys(cite for one in of_kind for cite in one.citations)))


def listed_abilities(entry: Entry, ruleset: Ruleset) -> tuple[Ability, ...]:
    """The abilities that an entry's units can have. An ability may need a certain rating or size."""
    ratings = entry.ratings.allowed if entry.ratings else ("",)
    options = tuple(use.option for use in entry.options)
    subjects = [Subject((entry.kind,), entry.subtype, one, options, irregular=entry.irregular) for one in ratings]
    return tuple(
        one
        for one in ruleset.abilities
        if _is_given(one, entry) and any(can_have(one, subject) for subject in subjects)
    )


# Abilities and prohibitions as texts.


def eligible_units(ability: Ability, ruleset: Ruleset, rulings: Mapping[str, str]) -> str:
    """The troops that can have an ability, as text: `infantry of class 4, of 9 stands or more`."""
    own = Applicability(kinds=ability.kinds, ratings=ability.ratings)
    further = alternatives(ability.for_) or (own,)
    merged = (replace(one, kinds=ability.kinds, ratings=ability.ratings or one.ratings) for one in further)
    text = troops_words(tuple(merged), ruleset)
    if least := least_size(ability, rulings):
        pieces = next((ruleset.kinds[kind].counted_in[1] for kind in ability.kinds if kind in ruleset.kinds), "")
        return phrase("{units}, of {size} {pieces} or more", units=text, size=least, pieces=pieces)
    return text


def troops_words(condition: AppliesTo, ruleset: Ruleset) -> str:
    """The troops that a condition selects, as text: `regular infantry of class 2, 3`."""
    texts = [_troops(one, ruleset) for one in alternatives(condition)]
    return phrase("{troops}", troops="; ".join(texts)) if texts else "all troops"


def _troops(one: Applicability, ruleset: Ruleset) -> str:
    subtypes = [ruleset.subtypes[name].label for name in one.subtypes if name in ruleset.subtypes]
    text = ", ".join(subtypes or _kind_words(one.kinds, ruleset)) or "troops"
    if one.irregular is not None:
        text = phrase("irregular {troops}", troops=text) if one.irregular else phrase("regular {troops}", troops=text)
    if one.ratings:
        text = phrase(
            "{kinds} of {rating_word} {ratings}",
            kinds=text,
            rating_word=ruleset.rating_word,
            ratings=", ".join(one.ratings),
        )
    if one.sizes:
        text = phrase("{troops} of size {sizes}", troops=text, sizes=", ".join(map(ruleset.size_label, one.sizes)))
    if one.options:
        text = phrase("{troops} with {options}", troops=text, options=_option_words(one.options, ruleset))
    if one.without:
        text = phrase("{troops} without {options}", troops=text, options=_option_words(one.without, ruleset))
    if one.may:
        labels = [ability.label for ability in ruleset.abilities if ability.id in one.may]
        text = phrase("{troops} ({abilities})", troops=text, abilities=", ".join(dict.fromkeys(labels)))
    if one.flags:
        labels = [flag.label for flag in ruleset.flags if flag.id in one.flags]
        text = phrase("{troops} of an army that {flags}", troops=text, flags=", ".join(labels))
    return text


def _option_words(options: Sequence[str], ruleset: Ruleset) -> str:
    return ", ".join(ruleset.options[name].label for name in options if name in ruleset.options)


def _kind_words(kinds: Sequence[str], ruleset: Ruleset) -> list[str]:
    words: dict[str, None] = {}
    for kind_id in kinds:
        arm = ruleset.kinds[kind_id].arm if kind_id in ruleset.kinds else ""
        of_arm = [one for one, kind in ruleset.kinds.items() if kind.arm == arm]
        if len(of_arm) > 1 and set(of_arm) <= set(kinds):
            words[arm] = None
        elif arm:
            words[ruleset.kinds[kind_id].label] = None
    return list(words)


class AbilityNote(Value):
    """An ability or prohibition as text, with minimum unit size and citations."""

    short: str
    """The abbreviated name. Without a short name, sheets show a prohibition only in lists of rules."""
    label: str
    least_size: int
    cites: tuple[str, ...]


def notes_of(subject: Subject, ruleset: Ruleset, rulings: Mapping[str, str]) -> tuple[AbilityNote, ...]:
    """What a unit may and cannot do, as notes for sheets."""
    abilities = (
        AbilityNote(one.short or one.label, one.label, least_size(one, rulings), one.citations)
        for one in abilities_of(subject, ruleset)
    )
    bans = (AbilityNote(one.short, one.label, 0, one.citations) for one in prohibitions_of(subject, ruleset))
    # Prohibitions without a short name are left out.
    return (*abilities, *(note for note in bans if note.short))


def merge_notes(notes: Iterable[AbilityNote]) -> tuple[AbilityNote, ...]:
    """Merge notes that differ only in citations. A merged note has all citations."""
    found: dict[tuple[str, str, int], tuple[str, ...]] = {}
    for note in notes:
        key = (note.short, note.label, note.least_size)
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), *note.cites)))
    return tuple(AbilityNote(*key, cites) for key, cites in found.items())


ABILITIES = "abilities"
"""The id of the table of what troops may and cannot do."""
TITLE = "What troops may and cannot do"
"""The title of this table."""
_ON_NO_PAGE = 0
"""The page of a table that is not on the printed reference sheet."""


def with_abilities(reference: Reference, ruleset: Ruleset, rulings: Mapping[str, str]) -> Reference:
    """Add the table of abilities and prohibitions to the reference tables, if it is missing."""
    table = abilities_table(ruleset, rulings)
    if table is None or reference.table(ABILITIES):
        return reference
    return replace(reference, tables=(*reference.tables, table))


def abilities_table(ruleset: Ruleset, rulings: Mapping[str, str]) -> ReferenceTable | None:
    """A reference table of all abilities and prohibitions in a ruleset. None if the ruleset has neither."""
    rows = (*ability_rows(ruleset, rulings), *prohibition_rows(ruleset))
    if not rows:
        return None
    return ReferenceTable(
        id=ABILITIES,
        page=_ON_NO_PAGE,
        title=TITLE,
        columns=(Column(head="Troops"), Column(head="What")),
        rows=rows,
    )


def ability_rows(ruleset: Ruleset, rulings: Mapping[str, str]) -> tuple[ReferenceRow, ...]:
    """Table rows with each ability and the troops that can have it. Abilities with the same label share a row."""
    return _rows(
        (eligible_units(one, ruleset, rulings), one, Applicability(kinds=one.kinds, may=(one.id,)))
        for one in ruleset.abilities
    )


def prohibition_rows(ruleset: Ruleset) -> tuple[ReferenceRow, ...]:
    """Table rows with each prohibition and the troops to which it applies.

    Prohibitions with the same label share a row.
    """
    return _rows(
        (troops_words(_users(one, ruleset) if one.as_ else one.for_, ruleset), one, _conditions(one, ruleset))
        for one in ruleset.cannot
    )


def _rows(rules: Iterable[tuple[str, Ability | Prohibition, AppliesTo]]) -> tuple[ReferenceRow, ...]:
    alike: dict[str, list[tuple[str, Ability | Prohibition, AppliesTo]]] = {}
    for rule in rules:
        alike.setdefault(rule[1].label, []).append(rule)
    return tuple(_row(label, found) for label, found in alike.items())


def _row(label: str, alike: Sequence[tuple[str, Ability | Prohibition, AppliesTo]]) -> ReferenceRow:
    cites = tuple(dict.fromkeys(cite for _, one, _ in alike for cite in one.citations))
    conditions = [condition for _, _, condition in alike]
    return ReferenceRow(
        cells=("; ".join(dict.fromkeys(troops for troops, _, _ in alike)), f"{label} {format_cites(cites)}"),
        for_=None if None in conditions else tuple(each for one in conditions for each in alternatives(one)),
    )


def _conditions(one: Prohibition, ruleset: Ruleset) -> AppliesTo:
    return tuple(replace(each, may=(one.as_,)) for each in _users(one, ruleset)) if one.as_ else one.for_


def _users(one: Prohibition, ruleset: Ruleset) -> tuple[Applicability, ...]:
    kinds = tuple(dict.fromkeys(kind for each in ruleset.abilities if each.id == one.as_ for kind in each.kinds))
    return tuple(replace(each, kinds=each.kinds or kinds) for each in alternatives(one.for_) or (Applicability(),))
