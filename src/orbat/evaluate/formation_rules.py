"""Rules about formations: levels, generals, arms and names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orbat.evaluate.rule import (
    ArmyCase,
    DidYouMean,
    FormationCase,
    RuleResult,
    commander_name,
    formation_title,
)
from orbat.evaluate.summary import UnitSummary
from orbat.model.edits import Edit, Remove, Set
from orbat.model.finding import GroupText
from orbat.model.look_alikes import difference_words, is_same_spelling, name_key
from orbat.model.orbat import Commander, contains_units
from orbat.model.path import OrbatPath
from orbat.model.ruleset import Apart, RuleSettings
from orbat.model.wording import any_of, pick


def levels_nest(case: FormationCase) -> Iterator[RuleResult]:
    """Every formation has a known level, and is only inside formations of higher levels.

    Why: The level of a formation decides the price of the general.

    Example: a division inside a brigade.

    Remedy: Change the level, or move the formation.
    """
    # If the level of the containing formation is unknown, the next one further out is compared.
    order, level = case.book.ruleset.level_ids, case.formation.level
    if level not in order:
        yield RuleResult(
            message="{name}: unknown level {level}; allowed: {levels}{near}"
            if level
            else "{name}: no level; allowed: {levels}",
            help="Set the level to {levels}.",
            fields={
                "name": formation_title(case.formation),
                "level": level,
                "levels": any_of(order),
                "near": DidYouMean(level, order),
            },
            path=(*case.path, "level"),
        )
        return
    above = next((one for one in reversed(case.above) if one.level in order), None)
    if above and order.index(above.level) >= order.index(level):
        lower = order[order.index(above.level) + 1 :]
        yield RuleResult(
            message="{name} ({level}) is inside {above} ({higher}); allowed inside a {higher}: units, {lower}"
            if lower
            else "{name} ({level}) is inside {above} ({higher}); a {higher} can contain only units",
            help="Move the inner formation out of the outer formation, or change the level of one of them.",
            fields={
                "name": formation_title(case.formation),
                "level": level,
                "above": formation_title(above),
                "higher": above.level,
                "lower": ", ".join(lower),
            },
            path=(*case.path, "level"),
        )


def not_empty(case: FormationCase) -> Iterator[RuleResult]:
    """Every formation contains a unit, directly or in a formation inside it.

    Why: The general of an empty formation costs points but commands nothing. In an army without units, the finding is
    only a note.

    Example: a brigade with a commander and no units.

    Remedy: Buy units for the formation, or delete it. If its units stay at home, leave the formation at home too.
    """
    begun = case.army.is_begun
    # report only the outermost of nested empty formations
    if not case.summary.variants and (not case.above or case.above[-1].contains_units):
        level = case.book.ruleset.level(case.formation.level)
        empty = RuleResult(
            message="{name} is empty; a formation needs at least one unit",
            help="Buy units for the formation, or delete it." if begun else "Buy units for the formation.",
            cites=level.citations if level else (),
            fields={"name": formation_title(case.formation)},
            path=case.path,
            fix=(Remove(case.path),) if begun else (),
            severity=None if begun else "note",
            group=GroupText("{count} formations are empty, but need at least one unit: {items}", "{name}"),
        )
        if contains_units(case.formation, unfielded=True):
            # removing the formation would lose its units
            empty = replace(
                empty,
                message="{name} is empty, because its units stay at home; a formation needs at least one unit",
                help="Leave the formation at home too, or choose units for it.",
                fix=(Set(case.path, "fielded", False),) if begun else (),
            )
        yield empty


def has_general(case: FormationCase) -> Iterator[RuleResult]:
    """Every formation that needs a general has one.

    Why: The level of a formation can require a general. Foot and horse units directly in a formation need a general
    too. If a general of a higher formation commands the units, the finding is only a warning. If the formation has
    `led_from_above: true`, there is no finding.

    Example: a brigade of three battalions with no `commander`.

    Remedy: Add a commander to the formation. A name is optional.
    """
    if case.formation.commander or case.formation.led_from_above or not case.summary.variants:
        return
    senior, level = _senior_commander(case), case.book.ruleset.level(case.formation.level)
    # without a senior general, `units_under_general` reports formations of levels that need no general
    if not _needs_general(case) and not (senior and case.rules.under_general and _has_troops(case)):
        return
    yield RuleResult(
        message="{name} has no {general}; {senior} commands it directly"
        if senior
        else "{name} has no {general}; every {level} needs one",
        help="Add a commander to the formation.",
        cites=(level or case.book.ruleset.levels[-1]).citations,
        fields={
            "name": formation_title(case.formation),
            "level": level.label if level else "formation",
            "senior": senior,
            "general": case.book.ruleset.commander_word,
        },
        path=case.path,
        fix=_new_general(case),
        severity="warning" if senior else "error",
        group=None if senior else GroupText("{count} formations with no {general}: {items}", "{name}"),
    )


def led_from_above(case: FormationCase) -> Iterator[RuleResult]:
    """A formation with `led_from_above` has no general, and the enclosing formation has one.

    Why: In history, the general of a division often led one of its brigades too. Such a general is paid once. The
    player's own General costs nothing and cannot lead a formation in this way. The finding is a warning if the
    formation has a general too, or if several formations with `led_from_above` are in the same formation.

    Example: a brigade with `led_from_above: true` in a division without a general.

    Remedy: Remove `led_from_above`, and add a commander to the formation.
    """
    formation = case.formation
    if formation.led_from_above and formation.commander:
        yield RuleResult(
            message="{name} has both `led_from_above` and a {general}; only one is allowed",
            help="Remove `led_from_above`, or remove the {general} of the formation.",
            fields={"name": formation_title(formation), "general": case.book.ruleset.commander_word},
            path=(*case.path, "led_from_above"),
            fix=(Set(case.path, "led_from_above", False),),
            severity="warning",
        )
    elif formation.led_from_above and not (case.above and case.above[-1].commander):
        yield RuleResult(
            message="{name} has `led_from_above`, but {above} has no {general} who could lead it"
            if case.above
            else "{name} has `led_from_above`, but is not inside another formation",
            help="Remove `led_from_above`, and add a commander to the formation.",
            fields={
                "name": formation_title(formation),
                "above": formation_title(case.above[-1]) if case.above else "",
                "general": case.book.ruleset.commander_word,
            },
            path=(*case.path, "led_from_above"),
            fix=(Set(case.path, "led_from_above", False), *_new_general(case)),
        )
    inside = (line.formation for line in case.line.formations)
    led = [inner for inner in inside if inner.led_from_above and not inner.commander]
    if formation.commander and len(led) > 1:
        yield RuleResult(
            message="the {general} of {name} leads {count} formations directly; only one is allowed",
            help="Choose the formation that the {general} leads directly, and add a commander to each of the others.",
            fields={
                "name": formation_title(formation),
                "general": case.book.ruleset.commander_word,
                "count": len(led),
            },
            path=case.path,
            severity="warning",
        )


def _needs_general(case: FormationCase) -> bool:
    level = case.book.ruleset.level(case.formation.level)
    return all(one.needs_general for one in ([level] if level else case.book.ruleset.levels))


def _new_general(case: FormationCase) -> tuple[Edit, ...]:
    switch = case.rules.apart
    if switch and case.formation.level not in switch.levels and case.summary.arms.issuperset(switch.arms):
        return ()
    return (Set(case.path, "commander", Commander()),)


def _has_troops(case: FormationCase) -> bool:
    if case.rules.apart is None:
        return bool(case.line.units)
    return not case.summary.own_arms.isdisjoint(case.rules.apart.arms)


def _senior_commander(case: FormationCase) -> str:
    for formation in reversed(case.above):
        if formation.commander:
            return commander_name(case.book, formation.commander, formation)
    return commander_name(case.book, case.army.commander, None) if case.army.commander else ""


def units_under_general(case: FormationCase) -> Iterator[RuleResult]:
    """Every unit in a formation is under a general's command.

    Why: Only independent units need no general. Independent units are outside all formations.

    Example: a battery in a division, where neither the division nor the army has a commander.

    Remedy: Add a commander to the formation, or move the unit out of all formations.
    """
    switch = case.rules.under_general
    formation = case.formation
    if switch is None or not case.line.units or case.army.commander or formation.commander:
        return
    if _needs_general(case) or any(one.commander for one in case.above):
        return
    yield RuleResult(
        message=pick(
            len(case.line.units),
            "{name}: {count} unit has no {general}; every unit in a formation needs a {general}",
            "{name}: {count} units have no {general}; every unit in a formation needs a {general}",
        ),
        help="Add a commander to the formation, or move the units out of all formations.",
        fields={
            "name": formation_title(formation),
            "count": len(case.line.units),
            "general": case.book.ruleset.commander_word,
        },
        path=(*case.path, "units"),
        fix=_new_general(case),
    )


def few_independent_units(case: ArmyCase) -> Iterator[RuleResult]:
    """At most half of the foot and horse units are independent, that is, outside all formations.

    Why: Independent units need no general, and generals cost points. Two independent units are always allowed. The
    rulebook does not limit independent units, so the finding is only a warning.

    Example: an army without formations, whose battalions and hussars are all independent units.

    Remedy: Put the units into brigades with generals, or ask the opponent to accept the independent units.
    """
    switch = case.rules.under_general
    if switch is None:
        return
    independent = _count_troops(case.summary.inner[-1], case.rules)
    under_generals = _count_troops(case.summary, case.rules) - independent
    if independent > max(under_generals, 2):
        yield RuleResult(
            message="{independent} foot and horse units are independent, with no {general}; {count} are in formations"
            if under_generals
            else "all {independent} foot and horse units are independent, with no {general}",
            help="Put the units into formations that each have a {general}.",
            fields={
                "independent": independent,
                "count": under_generals,
                "general": case.book.ruleset.commander_word,
            },
            path=("units",),
            doubt="generals",
        )


def _count_troops(summary: UnitSummary, rules: RuleSettings) -> int:
    return sum(
        number
        for variant, number in summary.variants.items()
        if variant.kind and (rules.apart is None or variant.kind.arm in rules.apart.arms)
    )


def arms_apart(case: FormationCase) -> Iterator[RuleResult]:
    """No general commands two arms that the ruleset keeps apart, such as foot and horse.

    Why: A general of one arm cannot command the other. Units of a third arm, such as guns, may be with either. At some
    levels, such as brigade, the finding is an error. At other levels, the finding is a warning by default. The army's
    own commander may command both arms.

    Example: a brigade of two battalions and a regiment of hussars.

    Remedy: Split the brigade in two, one for each arm.
    """
    switch = case.rules.apart
    if switch is None or not case.summary.arms.issuperset(switch.arms):
        return
    first, second = switch.arms
    if not _is_mixed(case.summary, switch):
        return
    # In a formation without a general, units under the general of an inner formation do not count. A mixture of
    # arms is reported once, for the innermost formation that has it.
    strict = case.formation.level in switch.levels
    reading = case.rulings.get(switch.ruling)
    yield RuleResult(
        message="{name} has both {first} and {second}; a {level} can have only one of them"
        if strict
        else "{name} has both {first} and {second}; its {general} can command only one of them"
        if case.formation.commander
        else "{name} has both {first} and {second}, and no {general}; one {general} can command only one of them",
        help="Split the {level} into two, one for each arm."
        if strict
        else "Move the {second} to a formation with another {general}.",
        fields={
            "name": formation_title(case.formation),
            "general": case.book.ruleset.commander_word,
            "first": first,
            "second": second,
            "level": case.formation.level,
        },
        path=case.path,
        severity="error" if strict or reading == "error" else "warning",
    )


def _is_mixed(summary: UnitSummary, switch: Apart) -> bool:
    assert summary.line is not None
    formation = summary.line.formation
    if not summary.arms.issuperset(switch.arms):
        return False
    if formation.level in switch.levels:
        return True
    return _commanded_arms(summary, switch, all_inner=formation.commander is not None).issuperset(switch.arms)


def _commanded_arms(summary: UnitSummary, switch: Apart, *, all_inner: bool) -> set[str]:
    arms = summary.own_arms
    for inner in summary.inner:
        is_led = inner.line is not None and inner.line.formation.commander is not None
        # an inner formation with a finding of its own does not count again
        if (all_inner or not is_led) and not _is_mixed(inner, switch):
            arms |= _commanded_arms(inner, switch, all_inner=all_inner)
    return arms


def off_board_level(case: FormationCase) -> Iterator[RuleResult]:
    """Only formations of certain levels may be off the board.

    Why: The ruleset names the levels of formation that may arrive as reserves.

    Example: `off_board: true` on a division, where only brigades may be off the board.

    Remedy: Remove `off_board` from the formation, and set it on the formations inside.
    """
    switch = case.rules.off_board
    formation = case.formation
    if switch and formation.off_board and formation.level not in switch.levels:
        yield RuleResult(
            message="{name}: a {level} cannot be off the board; only a {levels} can",
            help="Remove `off_board`, and set it on each {levels} inside the {level} instead.",
            fields={
                "name": formation_title(formation),
                "level": formation.level or "formation",
                "levels": any_of(switch.levels),
            },
            path=(*case.path, "off_board"),
            fix=(Set(case.path, "off_board", False),),
        )


# Rules about duplicate names: legal, but often a mistake.


def formation_names_unique(case: FormationCase) -> Iterator[RuleResult]:
    """Formations of one level in the same parent have different names.

    Why: Orders, dice and findings identify a formation by name. If the names differ only in characters that look alike,
    the finding is a warning.

    Example: two brigades of a division that are both named 1st Brigade.

    Remedy: Rename one of the formations. If you enter an empty name in the builder, the formation gets a number.
    """
    if case.namesake:
        name = case.formation.name
        look_alike = not is_same_spelling(name, case.namesake)
        yield RuleResult(
            message="{above}: two {level}s have names that look alike; {name} has {difference}"
            if look_alike
            else "{above} has another {level} named {name}",
            help="Rename one of the two formations.",
            fields={
                "above": formation_title(case.above[-1]) if case.above else "the army",
                "level": case.formation.level,
                "name": name,
                "difference": difference_words(name, case.namesake),
            },
            path=case.path,
            severity="warning" if look_alike else None,
            doubt="names" if look_alike else None,
        )


_SAME_NAME = GroupText("{count} names are used by several units: {items}", "{name}")


def unit_names_unique(case: ArmyCase) -> Iterator[RuleResult]:
    """Units have different names.

    Why: A regiment cannot be in two places. Capitals, accents, spaces and punctuation do not make names different. If
    the names differ only in characters that look alike, the finding is a warning.

    Example: a regiment that was bought for two brigades.

    Remedy: Rename one of the units, or add `left wing` and `right wing` to the names.
    """
    if not case.summary.has_namesakes:
        return
    seen: dict[str, str] = {}
    reported: set[str] = set()
    for line, entry in case.units:
        name = line.unit.name
        if not name or (entry and name == entry.name):
            continue
        other = seen.get(name_key(name))
        seen.setdefault(name_key(name), name)
        if other is None or name in reported:
            continue
        reported.add(name)
        yield _same_name(case, line.path, name, other)


def _same_name(case: ArmyCase, path: OrbatPath, name: str, other: str) -> RuleResult:
    look_alike = not is_same_spelling(name, other)
    name, other = (" ".join(one.split()) for one in (name, other))
    return RuleResult(
        message="two units have names that look alike; {name} has {difference}"
        if look_alike
        else "another unit is also named {name}"
        if name == other
        else "another unit is also named {name}, written {other}",
        help="Rename one of the units, or add `left wing` and `right wing` to the names.",
        fields={
            "name": name,
            "other": other,
            "difference": difference_words(name, other) if look_alike else "",
        },
        path=path,
        severity="warning" if look_alike else None,
        group=None if look_alike else _SAME_NAME,
        doubt="names" if look_alike else None,
    )
