"""Rules about formations: their levels, their generals, and what may stand together."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.command import Level
from orbat.model.edits import Remove, Set
from orbat.model.orbat import Commander, Formation, PlacedFormation
from orbat.model.path import Path
from orbat.validate.rule import Case, Verdict
from orbat.validate.words import DidYouMean, either


def title_of(formation: Formation) -> str:
    """What to call a formation: its name, or its level."""
    return formation.name or f"an unnamed {formation.level or 'formation'}"


def _cites(level: Level) -> tuple[str, ...]:
    """What a verdict on formations of a level rests on: its section, or else that of its commander's price."""
    return level.citations or level.general.citations


def levels_nest(case: Case) -> Iterator[Verdict]:
    """Every formation is of a level that the ruleset has, and stands only within higher ones.

    Why: Brigades make divisions, and divisions corps; generals are priced by their level [DOE 5.1].

    Example: a division within a brigade.

    Cure: Change the level, or move the formation.
    """
    order = [level.id for level in case.book.ruleset.levels]
    cites = _cites(case.book.ruleset.levels[-1])
    for place in case.formations:
        level = place.formation.level
        if level not in order:
            yield Verdict(
                says="{name}: {level} is not a level of formation; {levels} are{near}",
                helps="Write {levels} as its level.",
                cites=cites,
                facts={
                    "name": title_of(place.formation),
                    "level": level or "nothing",
                    "levels": either(order),
                    "near": DidYouMean(level, order) if level else "",
                },
                path=(*place.path, "level"),
            )
            continue
        above = next((one for one in reversed(place.above) if one.level in order), None)
        if above and order.index(above.level) >= order.index(level):
            yield Verdict(
                says="{name} is a {level} within {above}, which is a {higher}; a {higher} holds {lower}",
                helps="Move it out, or change one of the levels.",
                cites=cites,
                facts={
                    "name": title_of(place.formation),
                    "level": level,
                    "above": title_of(above),
                    "higher": above.level,
                    "lower": _holds(order, above.level),
                },
                path=(*place.path, "level"),
            )


def _holds(order: list[str], level: str) -> str:
    lower = order[order.index(level) + 1 :]
    return f"units and a lower level of formation ({', '.join(lower)})" if lower else "units only"


def not_empty(case: Case) -> Iterator[Verdict]:
    """Every formation holds a unit, its own or one of a formation within it.

    Why: An empty formation is a slip: its general would be paid for commanding nobody. While the whole army has no
    unit it is only begun, and this is a note.

    Example: a brigade with a commander and no units.

    Cure: Buy units for it, or delete it.
    """
    begun = bool(case.units)
    for place in case.formations:
        inner_empty = place.above and not _holds_units(place.above[-1])
        if not _holds_units(place.formation) and not inner_empty:
            level = case.book.ruleset.level(place.formation.level)
            yield Verdict(
                says="{name} is empty; a formation holds at least one unit",
                helps="Buy units for it, or delete it." if begun else "Buy units for it.",
                cites=_cites(level or case.book.ruleset.levels[-1]),
                facts={"name": title_of(place.formation)},
                path=place.path,
                fix=(Remove(place.path),) if begun else (),
                severity=None if begun else "note",
            )


def _holds_units(formation: Formation) -> bool:
    return bool(formation.units) or any(_holds_units(inner) for inner in formation.formations)


def has_general(case: Case) -> Iterator[Verdict]:
    """Every brigade (every level that the ruleset says needs one) has a general.

    Why: Brigade generals are bought with their brigades [DOE 5.1], and units act under a general [DOE 14.2]. Where
    a senior general stands above the brigade he may command it himself, so that it is only a warning.

    Example: a brigade of three battalions with no `commander`.

    Cure: Give it a commander; he need not have a name.
    """
    for place in case.formations:
        level = case.book.ruleset.level(place.formation.level)
        if level is None or not level.needs_general or place.formation.commander or not _holds_units(place.formation):
            continue
        senior = _senior(case, place)
        yield Verdict(
            says="{name} has no {general} of its own; {senior} commands it himself"
            if senior
            else "{name} has no {general}; every {level} needs one",
            helps="Give it a commander.",
            cites=_cites(level),
            facts={
                "name": title_of(place.formation),
                "level": level.label,
                "senior": senior,
                "general": case.book.ruleset.commander_word,
            },
            path=place.path,
            fix=(Set(place.path, "commander", Commander()),),
            severity="warning" if senior else "error",
        )


def _senior(case: Case, place: PlacedFormation) -> str:
    for formation in reversed(place.above):
        if formation.commander:
            return formation.commander.name or f"the {case.book.ruleset.commander_word} of {title_of(formation)}"
    own = case.orbat.commander
    return (own.name or f"the army's {case.book.ruleset.commander_title}") if own else ""


def units_under_general(case: Case) -> Iterator[Verdict]:
    """Every unit in a formation comes under some general; the others are independent.

    Why: All units must come under a general's command unless they are independent [DOE 14.2]. A brigade without a
    general is reported as such, not unit by unit.

    Example: a battery among the troops of a division that has no commander, in an army that has none either.

    Cure: Give the formation a commander, or move the unit to the independent units of the army.
    """
    switch = case.rules.under_general
    if switch is None or case.orbat.commander:
        return
    for place in case.formations:
        formation = place.formation
        level = case.book.ruleset.level(formation.level)
        if (level and level.needs_general) or formation.commander or any(one.commander for one in place.above):
            continue
        if formation.units:
            yield Verdict(
                says="{name}: {units} under no {general}; every unit needs one unless it is independent",
                helps="Give it a commander, or make the units independent.",
                cites=switch.citations,
                facts={
                    "name": title_of(formation),
                    "units": "its own unit is" if len(formation.units) == 1 else "its own units are",
                    "general": case.book.ruleset.commander_word,
                },
                path=(*place.path, "units"),
                fix=(Set(place.path, "commander", Commander()),),
            )


def _arms(case: Case) -> dict[Path, set[str]]:
    """The arms of the units at or below each formation."""
    own: dict[Path, set[str]] = {}
    for unit, entry in case.units:
        if entry is not None:
            own.setdefault(unit.path[:-2], set()).add(case.book.kind(entry).arm)
    below: dict[Path, set[str]] = {}
    for path, arms in own.items():
        for length in range(2, len(path) + 1, 2):
            below.setdefault(path[:length], set()).update(arms)
    return below


def arms_apart(case: Case) -> Iterator[Verdict]:
    """No general commands both foot and horse.

    Why: A cavalry general cannot command infantry, nor the reverse [DOE 14.2]. We read it so that a brigade is of
    one arm (guns may join either) and that a divisional general over both gets a warning; the ruling
    `cavalry_generals` makes that an error.

    Example: a brigade of two battalions and a regiment of hussars.

    Cure: Make two brigades of it, one of each arm.
    """
    switch = case.rules.apart
    if switch is None:
        return
    first, second = switch.arms
    arms = _arms(case)
    for place in case.formations:
        if not {first, second} <= arms.get(place.path, set()):
            continue
        strict = place.formation.level in switch.levels
        mixed_within = any(
            inner.path[: len(place.path)] == place.path
            and inner.path != place.path
            and {first, second} <= arms.get(inner.path, set())
            for inner in case.formations
        )
        separate = not strict and (mixed_within or place.formation.commander is None)
        if separate:
            continue
        reading = case.rulings.get(switch.ruling)
        yield Verdict(
            says="{name} has both {first} and {second}; "
            + ("a {level} is of one of them" if strict else "its {general} can command only one of them"),
            helps="Make two formations of it, one of each arm."
            if strict
            else "Put the {second} under a {general} of their own.",
            cites=switch.citations,
            facts={
                "name": title_of(place.formation),
                "general": case.book.ruleset.commander_word,
                "first": first,
                "second": second,
                "level": place.formation.level,
            },
            path=place.path,
            severity="error" if strict or reading == "error" else "warning",
        )


def off_board_level(case: Case) -> Iterator[Verdict]:
    """Only brigades are marked as off the board.

    Why: What is kept off the table must be brigade formations [DOE 16.5]. A mark within a marked formation would
    count twice.

    Example: `off_board: true` on a division.

    Cure: Mark its brigades instead.
    """
    switch = case.rules.off_board
    if switch is None:
        return
    for place in case.formations:
        formation = place.formation
        if formation.off_board and formation.level not in switch.levels:
            yield Verdict(
                says="{name} is a {level} marked off the board; only a {levels} may be",
                helps="Take the mark away and mark each {levels} in it.",
                cites=switch.citations,
                facts={
                    "name": title_of(formation),
                    "level": formation.level or "formation",
                    "levels": " or ".join(switch.levels),
                },
                path=(*place.path, "off_board"),
                fix=(Set(place.path, "off_board", False),),
            )
