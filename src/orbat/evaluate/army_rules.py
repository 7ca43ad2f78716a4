"""Rules about the whole army, and about how reserves arrive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from orbat.evaluate.availability import is_partial, years_of
from orbat.evaluate.quote import FormationLine, UnitLine
from orbat.evaluate.rule import ArmyCase, DidYouMean, FormationCase, RuleResult, UnitCase, formation_title, unit_name
from orbat.evaluate.tally import CountKey, resolved_limits
from orbat.model.edits import Set
from orbat.model.fielded import fielded_lists
from orbat.model.finding import Severity
from orbat.model.path import OrbatPath
from orbat.model.points import exact, percent, show
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import nearest
from orbat.model.text import Pin
from orbat.model.wording import all_of, any_of, phrase, pick


def off_board_share(case: ArmyCase) -> Iterator[RuleResult]:
    """At most a certain share of the army's points is off the board.

    Why: Troops off the board are in reserve. By default, the limit is a share of the points spent. A ruling can base
    the limit on the agreed size instead. If the ruleset has no such limit, the only finding is about an army with all
    its units off the board.

    Example: 267 of the 800 points spent are off the board, where 266 are allowed.

    Remedy: Bring a formation onto the board.
    """
    switch = case.rules.off_board
    if switch is None:
        yield from _nothing_on_board(case)
        return
    agreed = case.rulings.get(switch.ruling) == "agreed" and case.orbat.game_size
    base = case.orbat.game_size if agreed else case.quote.total
    assert base is not None
    allowed = exact(switch.at_most * base)
    if case.quote.off_board > allowed:
        off = [line for line in case.quote.all_formations if line.formation.off_board]
        # a formation inside one that is off the board arrives only with it
        last = [line for line in off if not any(_within(line.path, other.path) for other in off)][-1]
        inside = [line for line in off if line is last or _within(line.path, last.path)]
        fits = exact(case.quote.off_board - last.points) <= allowed
        yield RuleResult(
            message="{off} points off the board, {share} of the agreed {base}; at most {at_most} ({allowed}) allowed"
            if agreed
            else "{off} points off the board, {share} of the {base} spent; at most {at_most} ({allowed}) allowed",
            help="Bring {last} onto the board.",
            fields={
                "off": show(case.quote.off_board),
                "share": percent(case.quote.off_board, base),
                "base": show(base),
                "at_most": show(exact(switch.at_most)),
                # fractions of a point are useless if all prices are whole
                "allowed": show(allowed // 1 if isinstance(case.quote.total, int) else allowed),
                "last": last.formation.name or phrase("the {title}", title=formation_title(last.formation)),
            },
            path=(*last.path, "off_board"),
            fix=tuple(Set(line.path, "off_board", False) for line in inside) if fits else (),
        )


def _nothing_on_board(case: ArmyCase) -> Iterator[RuleResult]:
    quote = case.quote
    if case.context.is_begun and not _is_on_board(quote.units, quote.formations):
        yield RuleResult(
            message=pick(
                len(quote.all_units),
                "the army's only unit is off the board",
                "all {count} units of the army are off the board",
            ),
            help="Bring units onto the board.",
            fields={"count": len(quote.all_units)},
            # in a historical battle without an agreed size, a whole army may arrive later
            severity="note" if case.orbat.game_size is None else "warning",
        )


def _is_on_board(units: tuple[UnitLine, ...], formations: tuple[FormationLine, ...]) -> bool:
    return any(not line.unit.off_board for line in units) or any(
        not line.formation.off_board and _is_on_board(line.units, line.formations) for line in formations
    )


def _within(path: OrbatPath, other: OrbatPath) -> bool:
    return path != other and path[: len(other)] == other


def required_kinds_present(case: ArmyCase) -> Iterator[RuleResult]:
    """The army has all troops that other troops or works require, such as engineers for works.

    Why: The ruleset says which troops are required for other troops or for works.

    Example: earthworks in an army without engineers, where earthworks need engineers.

    Remedy: Buy the missing troops, or remove the units that need them.
    """
    kinds = case.book.ruleset.kinds
    for need in case.rules.needs:
        if need.kind in case.summary.kinds and need.needs not in case.summary.kinds:
            place, entry = next((place, entry) for place, entry in case.units if entry and entry.kind == need.kind)
            yield RuleResult(
                message="{unit}: {kind} not allowed, because the army has no {needs}",
                help="Buy the missing {needs}, or remove {unit}.",
                cites=need.citations,
                fields={
                    "unit": unit_name(place.unit, entry),
                    "kind": kinds[need.kind].label,
                    "needs": kinds[need.needs].short_label,
                },
                path=(*place.path, "entry"),
            )


def list_named(case: ArmyCase) -> Iterator[RuleResult]:
    """The ORBAT names an army list.

    Why: Without an army list there are no size ranges and no limits. If a unit has no price, the finding is an error,
    otherwise a note.

    Example: an ORBAT without the key `army_list`.

    Remedy: Name the army list in the file, or with `--army`.
    """
    if case.orbat.army_list is not None:
        return
    variants = case.summary.variants.items()
    unlisted = sum(number for variant, number in variants if variant.entry is None and not variant.list_id)
    yield RuleResult(
        message=pick(
            unlisted,
            "no army list, so {count} unit has no price",
            "no army list, so {count} units have no price",
        )
        if unlisted
        else "no army list, so list limits were not checked",
        help="Write `army_list: ID`; `orbat lists {ruleset}` shows the ids.",
        fields={"count": unlisted, "ruleset": case.book.ruleset.id, "short": "no army list"},
        path=("army_list",),
        severity="error" if unlisted else None,
        doubt=None if unlisted else "data",
    )


def date_covered(case: ArmyCase) -> Iterator[RuleResult]:
    """The ORBAT's date is within the years of the army list.

    Why: An army list offers nothing outside its years. Outside these years, orbat does not check the dates of entries,
    ratings and options.

    Example: an army of 1853 from an army list that begins in May 1855.

    Remedy: Change the date, or choose another army list.
    """
    # a list that only units at home name is not used
    for list_id in sorted(case.undated & fielded_lists(case.orbat)) if case.undated else ():
        army_list = case.book.lists[list_id]
        first, last = army_list.years.from_, army_list.years.to
        if first == last:
            message = "{date} is outside the {list} list, which covers only {from_}"
        elif first and last:
            message = "{date} is outside the {list} list, which covers {from_} to {to}"
        elif first:
            message = "{date} is outside the {list} list, which begins in {from_}"
        else:
            message = "{date} is outside the {list} list, which ends in {to}"
        yield RuleResult(
            message=message,
            help="Change the date, or choose another list.",
            cites=(f"{army_list.title} list",),
            fields={
                "date": case.orbat.date,
                "list": army_list.title,
                "from_": first,
                "to": last,
            },
            path=("date",),
        )


def date_needed(case: ArmyCase) -> Iterator[RuleResult]:
    """The ORBAT has a date if the army list has dates for the army's troops or limits.

    Why: Without a date, orbat cannot check entries, ratings, options and limits that have dates.

    Example: raw drafts of 1855 in an ORBAT without `date`.

    Remedy: Write the date: a year, or a year and month.
    """
    if case.orbat.date is not None:
        return
    for variant in case.summary.variants:
        army_list = case.book.lists.get(variant.list_id)
        if army_list is None or variant.entry is None:
            continue
        dated = variant.available is not None and variant.available.months != years_of(army_list)
        options = any(use.use != "optional" and is_partial(use, army_list) for use in variant.entry.options)
        if dated or options or variant.entry.has_dated_sizes:
            yield RuleResult(
                message="no date, but {unit} is available only at certain dates"
                if dated
                else "no date, but the size of {unit} depends on the date"
                if variant.entry.has_dated_sizes
                else "no date, but the options of {unit} depend on the date",
                help="Write `date:` and a year, or a year and month.",
                cites=(f"{army_list.title} list",),
                fields={"unit": unit_name(case.first_unit(variant).unit, variant.entry)},
                path=("date",),
            )
            break
    limited = [f"{case.book.title(one)} list" for one in case.book.lists if _dated_limit_counts(case, one)]
    if limited:
        yield RuleResult(
            message="no date, so the date-dependent limits of the {lists} were not checked",
            help="Write `date:` and a year, or a year and month.",
            cites=tuple(limited),
            fields={"lists": all_of(limited)},
            path=("date",),
        )


def _dated_limit_counts(case: ArmyCase, list_id: str) -> bool:
    return any(
        resolved.limit.is_dated and case.summary.amounts.get(CountKey(list_id, number))
        for number, resolved in enumerate(resolved_limits(case.book, list_id))
    )


def rulings_known(case: ArmyCase) -> Iterator[RuleResult]:
    """The ruleset has every ruling and choice that the ORBAT names.

    Why: With a misspelt ruling, the default choice would apply without notice.

    Example: `rulings: {off_board_base: aggreed}`.

    Remedy: Write one of the ruling's choices. `orbat lists RULESET` shows all choices.
    """
    known = {ruling.id: ruling for ruling in case.book.ruleset.rulings}
    for ruling_id, choice in case.orbat.rulings.items():
        ruling = known.get(ruling_id)
        choices = [one.id for one in ruling.choices] if ruling else list(known)
        if ruling and choice in choices:
            continue
        word = choice if ruling else ruling_id
        rest = {key: value for key, value in case.orbat.rulings.items() if key != ruling_id}
        yield RuleResult(
            message="ruling {ruling} has no choice {choice}; allowed: {choices}{near}"
            if ruling
            else "unknown ruling {ruling}; known rulings: {choices}{near}",
            help="Correct the line in `rulings`, or remove the line.",
            cites=ruling.citations if ruling else (f"{case.book.ruleset.title} ruleset",),
            fields={
                "ruling": ruling_id,
                "choice": choice,
                "choices": any_of(choices) if ruling else ", ".join(choices),
                "near": DidYouMean(word, choices),
            },
            path=("rulings", ruling_id),
            fix=(Set((), "rulings", rest),),
        )


def staff_table_known(case: ArmyCase) -> Iterator[RuleResult]:
    """The staff table is `default` or `national`.

    Why: A ruleset can have one staff table for all armies, and a second table with rows for some nations.

    Example: `staff_table: nation`.

    Remedy: Write `default` or `national`.
    """
    if case.orbat.staff_table not in ("default", "national"):
        yield RuleResult(
            message="unknown staff table {table}; allowed: default or national",
            help="Write `staff_table: default` or `staff_table: national`.",
            fields={"table": case.orbat.staff_table},
            path=("staff_table",),
            fix=(Set((), "staff_table", "default"),),
        )


def versions_current(case: ArmyCase) -> Iterator[RuleResult]:
    """The ORBAT was saved with the current versions of the ruleset and army lists.

    Why: Prices may have changed since the ORBAT was saved. The finding is a warning if the saved version is newer than
    the installed version, or if a version, such as `club`, is not a number.

    Example: an ORBAT saved with version 1 of the army list `blues`, where version 2 is installed.

    Remedy: Check the differences, then save the ORBAT to accept the current versions.
    """
    ruleset = case.book.ruleset
    seen = set()
    for path, pin in _pins(case):
        army_list = case.book.lists.get(pin.id)
        if path == ("ruleset",):
            version, title = ruleset.version, ruleset.title
        elif army_list is not None:
            version, title = army_list.version, f"{army_list.title} list"
        else:
            continue
        numbers, current = _version_numbers(pin.version), _version_numbers(version)
        is_same = pin.version == version or (numbers is not None and numbers == current)
        if not pin.version or is_same or (pin, title) in seen:
            continue
        seen.add((pin, title))
        older = numbers is not None and current is not None and numbers < current
        if older:
            message = "saved with version {saved} of {title}; the current version is {version}"
        elif numbers and current:
            message = "saved with version {saved} of {title}; the installed version {version} is older"
        else:
            message = "saved with the unknown version {saved} of {title}; the installed version is {version}"
        yield RuleResult(
            message=message,
            help="Check the differences, then save the ORBAT to accept the current version."
            if older
            else "Install the data of this version, or save the ORBAT with the installed version.",
            cites=() if path == ("ruleset",) else (title,),
            fields={
                "saved": pin.version,
                "version": version,
                "title": title,
                "short": phrase("unknown version of {title}", title=title),
            },
            path=path,
            severity=None if older else "warning",
            doubt=None if older else "data",
        )


def _pins(case: ArmyCase) -> Iterator[tuple[OrbatPath, Pin]]:
    yield ("ruleset",), case.orbat.ruleset
    if case.orbat.army_list:
        yield ("army_list",), case.orbat.army_list
    yield from case.summary.pins


def _version_numbers(version: str) -> tuple[int, ...] | None:
    return tuple(map(int, re.split("[.-]", version))) if _VERSION.fullmatch(version) else None


_VERSION = re.compile(r"[0-9]{1,9}([.-][0-9]{1,9}){0,5}")


# Rules about how reserves arrive.


def unit_arrival_known(case: UnitCase) -> Iterator[RuleResult]:
    """A unit off the board arrives in a way that the ruleset defines, such as `off_board: flank`.

    Why: The way of arriving decides the dice and the edge of the gaming table. `off_board: true` gives a warning if the
    ruleset defines ways of arriving.

    Example: `off_board: wing` where the ruleset's ways are `rear` and `flank`.

    Remedy: Write one of the ways, or remove `off_board`.
    """
    ruleset, mark = case.book.ruleset, case.unit.off_board
    if ruleset.rules.off_board is None and not _is_known(ruleset, mark):
        yield RuleResult(
            message=_reserve_message(ruleset, mark),
            help=_reserve_help(ruleset),
            fields=_reserve_fields(ruleset, mark),
            path=("off_board",),
            change={"off_board": _intended(ruleset, mark)},
            severity=_severity(mark),
        )


def formation_arrival_known(case: FormationCase) -> Iterator[RuleResult]:
    """A formation off the board arrives in a way that the ruleset defines, such as `off_board: flank`.

    Why: The way of arriving decides the dice and the edge of the gaming table. `off_board: true` gives a warning if the
    ruleset defines ways of arriving.

    Example: `off_board: flank` in a ruleset that defines no ways of arriving.

    Remedy: Write one of the ways, or remove `off_board`.
    """
    ruleset = case.book.ruleset
    switch, mark = ruleset.rules.off_board, case.formation.off_board
    if not mark:
        return
    known = ruleset.level(case.formation.level) is not None
    elsewhere = switch is not None and known and case.formation.level not in switch.levels
    if not elsewhere and not _is_known(ruleset, mark):
        yield RuleResult(
            message=_reserve_message(ruleset, mark),
            help=_reserve_help(ruleset),
            fields={"unit": formation_title(case.formation), **_reserve_fields(ruleset, mark)},
            path=(*case.path, "off_board"),
            fix=(Set(case.path, "off_board", _intended(ruleset, mark)),),
            severity=_severity(mark),
        )


def _ways(ruleset: Ruleset) -> list[str]:
    return [way.id for way in ruleset.reserves]


def _is_known(ruleset: Ruleset, mark: bool | str) -> bool:
    return not mark or (mark in _ways(ruleset) if ruleset.reserves else mark is True)


def _intended(ruleset: Ruleset, mark: bool | str) -> bool | str:
    ways = _ways(ruleset)
    return (nearest(str(mark), ways) or ways[0]) if ways else True


def _reserve_message(ruleset: Ruleset, mark: bool | str) -> str:
    if not ruleset.reserves:
        return "{unit} has an unknown way of arriving: {mark}; the ruleset allows only `off_board: true`"
    if mark is True:
        return "{unit} is off the board without a way of arriving; allowed: {ways}"
    return "{unit} has an unknown way of arriving: {mark}; allowed: {ways}{near}"


def _reserve_help(ruleset: Ruleset) -> str:
    return "Set `off_board` to {ways}." if ruleset.reserves else "Write `off_board: true`, or remove `off_board`."


def _reserve_fields(ruleset: Ruleset, mark: bool | str) -> dict[str, Any]:
    ways = _ways(ruleset)
    return {"mark": mark, "ways": any_of(ways), "near": DidYouMean(str(mark), ways)}


def _severity(mark: bool | str) -> Severity | None:
    return "warning" if mark is True else None
