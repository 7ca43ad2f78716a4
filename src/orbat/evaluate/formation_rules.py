"""Rules about formations: their levels, their generals, and what may stand together."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.rule import ArmyCase, DidYouMean, FormationCase, RuleResult, formation_title, holds_units
from orbat.model.commanders import Level
from orbat.model.edits import Remove, Set
from orbat.model.orbat import Commander
from orbat.model.wording import any_of


def _cites(level: Level) -> tuple[str, ...]:
    """What a verdict on formations of a level rests on: its section, or else that of its commander's price."""
    return level.citations or level.general.citations


def levels_nest(case: FormationCase) -> Iterator[RuleResult]:
    """Every formation is of a level that the ruleset has, and stands only within higher ones.

    Why: Brigades make divisions, and divisions corps; generals are priced by their level [DOE 5.1].

    Example: a division within a brigade.

    Cure: Change the level, or move the formation.
    """
    order = [level.id for level in case.book.ruleset.levels]
    cites = _cites(case.book.ruleset.levels[-1])
    level = case.formation.level
    if level not in order:
        yield RuleResult(
            message="{name}: {level} is not a level of formation; {levels} are{near}",
            help="Write {levels} as its level.",
            cites=cites,
            fields={
                "name": formation_title(case.formation),
                "level": level or "nothing",
                "levels": any_of(order),
                "near": DidYouMean(level, order) if level else "",
            },
            path=(*case.path, "level"),
        )
        return
    above = next((one for one in reversed(case.above) if one.level in order), None)
    if above and order.index(above.level) >= order.index(level):
        yield RuleResult(
            message="{name} is a {level} within {above}, which is a {higher}; a {higher} holds {lower}",
            help="Move it out, or change one of the levels.",
            cites=cites,
            fields={
                "name": formation_title(case.formation),
                "level": level,
                "above": formation_title(above),
                "higher": above.level,
                "lower": _holds(order, above.level),
            },
            path=(*case.path, "level"),
        )


def _holds(order: list[str], level: str) -> str:
    lower = order[order.index(level) + 1 :]
    return f"units and a lower level of formation ({', '.join(lower)})" if lower else "units only"


def not_empty(case: FormationCase) -> Iterator[RuleResult]:
    """Every formation holds a unit, its own or one of a formation within it.

    Why: An empty formation is a slip: its general would be paid for commanding nobody. While the whole army has no
    unit it is only begun, and this is a note.

    Example: a brigade with a commander and no units.

    Cure: Buy units for it, or delete it.
    """
    begun = case.army.is_begun
    # of empty formations within one another only the highest is reported
    if not holds_units(case.formation) and (not case.above or case.above[-1].holds_units):
        level = case.book.ruleset.level(case.formation.level)
        yield RuleResult(
            message="{name} is empty; a formation holds at least one unit",
            help="Buy units for it, or delete it." if begun else "Buy units for it.",
            cites=_cites(level or case.book.ruleset.levels[-1]),
            fields={"name": formation_title(case.formation)},
            path=case.path,
            fix=(Remove(case.path),) if begun else (),
            severity=None if begun else "note",
        )


def has_general(case: FormationCase) -> Iterator[RuleResult]:
    """Every brigade (every level that the ruleset says needs one) has a general.

    Why: Brigade generals are bought with their brigades [DOE 5.1], and units act under a general [DOE 14.2]. Where
    a senior general stands above the brigade he may command it himself, so that it is only a warning.

    Example: a brigade of three battalions with no `commander`.

    Cure: Give it a commander; he need not have a name.
    """
    level = case.book.ruleset.level(case.formation.level)
    if level is None or not level.needs_general or case.formation.commander or not holds_units(case.formation):
        return
    senior = _senior(case)
    yield RuleResult(
        message="{name} has no {general} of its own; {senior} commands it himself"
        if senior
        else "{name} has no {general}; every {level} needs one",
        help="Give it a commander.",
        cites=_cites(level),
        fields={
            "name": formation_title(case.formation),
            "level": level.label,
            "senior": senior,
            "general": case.book.ruleset.commander_word,
        },
        path=case.path,
        fix=(Set(case.path, "commander", Commander()),),
        severity="warning" if senior else "error",
    )


def _senior(case: FormationCase) -> str:
    for formation in reversed(case.above):
        if formation.commander:
            return formation.commander.name or f"the {case.book.ruleset.commander_word} of {formation_title(formation)}"
    own = case.army.commander
    return (own.name or f"the army's {case.book.ruleset.commander_title}") if own else ""


def units_under_general(case: FormationCase) -> Iterator[RuleResult]:
    """Every unit in a formation comes under some general; the others are independent.

    Why: All units must come under a general's command unless they are independent [DOE 14.2]. A brigade without a
    general is reported as such, not unit by unit.

    Example: a battery among the troops of a division that has no commander, in an army that has none either.

    Cure: Give the formation a commander, or move the unit to the independent units of the army.
    """
    switch = case.rules.under_general
    formation = case.formation
    if switch is None or not formation.units or case.army.commander or formation.commander:
        return
    level = case.book.ruleset.level(formation.level)
    if (level and level.needs_general) or any(one.commander for one in case.above):
        return
    yield RuleResult(
        message="{name}: {units} under no {general}; every unit needs one unless it is independent",
        help="Give it a commander, or make the units independent.",
        cites=switch.citations,
        fields={
            "name": formation_title(formation),
            "units": "its own unit is" if len(formation.units) == 1 else "its own units are",
            "general": case.book.ruleset.commander_word,
        },
        path=(*case.path, "units"),
        fix=(Set(case.path, "commander", Commander()),),
    )


def arms_apart(case: FormationCase) -> Iterator[RuleResult]:
    """No general commands both foot and horse.

    Why: A cavalry general cannot command infantry, nor the reverse [DOE 14.2]. We read it so that a brigade is of
    one arm (guns may join either) and that a divisional general over both gets a warning; the ruling
    `cavalry_generals` makes that an error.

    Example: a brigade of two battalions and a regiment of hussars.

    Cure: Make two brigades of it, one of each arm.
    """
    switch = case.rules.apart
    if switch is None or not case.summary.arms.issuperset(switch.arms):
        return
    first, second = switch.arms
    strict = case.formation.level in switch.levels
    # what is mixed deeper down is mixed in one of the formations directly in this one too
    mixed_within = any(inner.arms.issuperset(switch.arms) for inner in case.summary.inner)
    if not strict and (mixed_within or case.formation.commander is None):
        return
    reading = case.rulings.get(switch.ruling)
    yield RuleResult(
        message="{name} has both {first} and {second}; "
        + ("a {level} is of one of them" if strict else "its {general} can command only one of them"),
        help="Make two formations of it, one of each arm."
        if strict
        else "Put the {second} under a {general} of their own.",
        cites=switch.citations,
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


def off_board_level(case: FormationCase) -> Iterator[RuleResult]:
    """Only brigades are marked as off the board.

    Why: What is kept off the table must be brigade formations [DOE 16.5]. A mark within a marked formation would
    count twice.

    Example: `off_board: true` on a division.

    Cure: Mark its brigades instead.
    """
    switch = case.rules.off_board
    formation = case.formation
    if switch and formation.off_board and formation.level not in switch.levels:
        yield RuleResult(
            message="{name} is a {level} marked off the board; only a {levels} may be",
            help="Take the mark away and mark each {levels} in it.",
            cites=switch.citations,
            fields={
                "name": formation_title(formation),
                "level": formation.level or "formation",
                "levels": " or ".join(switch.levels),
            },
            path=(*case.path, "off_board"),
            fix=(Set(case.path, "off_board", False),),
        )


# Rules about names: nothing is wrong with them, but a name given twice is often a slip.


def formations_named_apart(case: FormationCase) -> Iterator[RuleResult]:
    """Formations of one level that stand together have different names.

    Why: Orders, dice and findings tell formations by their names; of two with one name nobody knows which is meant.

    Example: two brigades of a division that are both called 1st Brigade.

    Cure: Give one of them another name, or none: then the builder numbers it.
    """
    if case.is_namesake:
        yield RuleResult(
            message="{above} has another {level} that is called {name}",
            help="Give one of them another name.",
            cites=(f"{case.book.ruleset.title} ruleset",),
            fields={
                "above": formation_title(case.above[-1]) if case.above else "the army",
                "level": case.formation.level,
                "name": case.formation.name,
            },
            path=case.path,
        )


def regiments_once(case: ArmyCase) -> Iterator[RuleResult]:
    """No two units have the same name, but for those that bear the name of what they are.

    Why: A regiment stood in one place. Its wings and detachments have names of their own, so that only names that
    are the same letter for letter count.

    Example: a regiment that was bought for two brigades.

    Cure: Name one of them after another regiment, or both after their wings.
    """
    if not case.summary.has_namesakes:
        return
    seen: set[str] = set()
    told: set[str] = set()
    for line, entry in case.units:
        name = line.unit.name
        if name in seen and name not in told and not (entry and name == entry.name):
            told.add(name)
            yield RuleResult(
                message="another unit of the army is called {name} too",
                help="Name one of them after another regiment, or both after their wings.",
                cites=(f"{case.book.ruleset.title} ruleset",),
                fields={"name": name},
                path=line.path,
            )
        if name:
            seen.add(name)
