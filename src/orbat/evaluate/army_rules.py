"""Rules about the army as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from orbat.evaluate.pricing import rating_of
from orbat.evaluate.rule import ArmyCase, DidYouMean, FormationCase, RuleResult, UnitCase, formation_title, unit_name
from orbat.model.edits import Set
from orbat.model.finding import Severity
from orbat.model.path import OrbatPath
from orbat.model.points import exact, percent, show
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import nearest
from orbat.model.wording import any_of


def off_board_share(case: ArmyCase) -> Iterator[RuleResult]:
    """No more than a third of the points is kept off the table.

    Why: Up to a third of the total army points may be in reserve off the table [DOE 16.5]. We take the third of the
    points spent; the ruling `off_board_base` takes it of the agreed size. The fractions are compared exactly.

    Example: 267 points off the table of 800 spent (266 would do).

    Cure: Bring a brigade onto the table.
    """
    switch = case.rules.off_board
    if switch is None:
        return
    agreed = case.rulings.get(switch.ruling) == "agreed" and case.orbat.game_size
    base = case.orbat.game_size if agreed else case.quote.total
    assert base is not None
    allowed = exact(switch.at_most * base)
    if case.quote.off_board > allowed:
        off = [line for line in case.quote.all_formations if line.formation.off_board]
        # what is within a formation off the board comes onto it only with that one
        last = [line for line in off if not any(_within(line.path, other.path) for other in off)][-1]
        inside = [line for line in off if line is last or _within(line.path, last.path)]
        fits = exact(case.quote.off_board - last.points) <= allowed
        yield RuleResult(
            message="{off} points are off the board, {share} of the {base} points {what}; at most {at_most}, "
            "{allowed} points, may be",
            help="Bring {last} onto the board.",
            cites=switch.citations,
            fields={
                "off": show(case.quote.off_board),
                "share": percent(case.quote.off_board, base),
                "base": show(base),
                "what": "of the agreed size" if agreed else "spent",
                "at_most": show(exact(switch.at_most)),
                "allowed": show(exact(allowed // 1)),
                "last": last.formation.name or "a brigade",
            },
            path=(*last.path, "off_board"),
            fix=tuple(Set(line.path, "off_board", False) for line in inside) if fits else (),
        )


def _within(path: OrbatPath, other: OrbatPath) -> bool:
    """Whether a place is inside another."""
    return path != other and path[: len(other)] == other


def needs_met(case: ArmyCase) -> Iterator[RuleResult]:
    """What may be bought only beside something else has it: works an engineer, pontoons an engineer.

    Why: Players who want field fortifications must buy an engineer officer [DOE 15.10]; a pontoon bridge takes an
    engineer to build [DOE 15.5].

    Example: earthworks in an army without engineers.

    Cure: Buy the engineers, or give up the works.
    """
    kinds = case.book.ruleset.kinds
    for need in case.rules.needs:
        if need.kind in case.summary.kinds and need.needs not in case.summary.kinds:
            place, entry = next((place, entry) for place, entry in case.units if entry and entry.kind == need.kind)
            yield RuleResult(
                message="{unit}: the army has no {needs}, and {kind} need one",
                help="Buy an {needs}, or take them out.",
                cites=need.citations,
                fields={
                    "unit": unit_name(place.unit, entry),
                    "kind": kinds[need.kind].label,
                    "needs": kinds[need.needs].label.split(" with ")[0],
                },
                path=(*place.path, "entry"),
            )


def list_named(case: ArmyCase) -> Iterator[RuleResult]:
    """The ORBAT names an army list; one with units that no list is named for must (an error).

    Why: Without one there are no entries, ranges or limits to check; only what the ruleset offers every army.

    Example: an ORBAT without the key `army_list`.

    Cure: Name the list, in the file or with --army.
    """
    if case.orbat.army_list is not None:
        return
    unlisted = [place for place, entry in case.units if entry is None and not place.list_id]
    says = "no army list is named, so that list limits were not checked; one is needed for entries"
    if unlisted:
        says = "no army list is named, and {units} {count} nothing without one; one is needed for entries"
    yield RuleResult(
        message=says,
        help="Write army_list: and the list's id; orbat lists {ruleset} shows them.",
        cites=(f"{case.book.ruleset.title} ruleset",),
        fields={
            "units": "1 unit" if len(unlisted) == 1 else f"{len(unlisted)} units",
            "count": "counts" if len(unlisted) == 1 else "count",
            "ruleset": case.book.ruleset.id,
        },
        path=("army_list",),
        severity="error" if unlisted else None,
    )


def date_covered(case: ArmyCase) -> Iterator[RuleResult]:
    """The army list covers the ORBAT's date.

    Why: A list offers nothing outside its years; that is said once here, not for every unit.

    Example: an army of 1853, when its list begins in April 1855.

    Cure: Change the date, or take another list.
    """
    for list_id in sorted(case.undated):
        army_list = case.book.lists[list_id]
        yield RuleResult(
            message="the date {date} lies outside the {list} list, which covers {from_} to {to}",
            help="Change the date, or take another list.",
            cites=(f"{army_list.title} list",),
            fields={
                "date": case.orbat.date,
                "list": army_list.title,
                "from_": army_list.years.from_,
                "to": army_list.years.to,
            },
            path=("date",),
        )


def date_needed(case: ArmyCase) -> Iterator[RuleResult]:
    """An ORBAT with troops that were there only for a time has a date.

    Why: Entries, ratings and options that have dates cannot be judged without one.

    Example: raw drafts of 1855 in an ORBAT without `date`.

    Cure: Write the date, a year or a year and month.
    """
    if case.orbat.date is not None:
        return
    for place, entry in case.units:
        army_list = case.book.lists.get(place.list_id)
        if entry is None or army_list is None:
            continue
        years, dates = army_list.years, entry.dates
        partial = dates and (dates.from_, dates.to) != (years.from_, years.to)
        rated = entry.ratings and any(one.rating == rating_of(place.unit, entry) for one in entry.ratings.dated)
        if partial or rated or any(use.option in place.unit.options and (use.from_ or use.to) for use in entry.options):
            yield RuleResult(
                message="no date is given, so that dates were not checked; {unit} was there only for a time",
                help="Write date: and the year, or the year and month.",
                cites=(f"{army_list.title} list",),
                fields={"unit": unit_name(place.unit, entry)},
                path=("date",),
            )
            return


def rulings_known(case: ArmyCase) -> Iterator[RuleResult]:
    """Every ruling that the ORBAT chooses is one of the ruleset's, read in one of its ways.

    Why: A misspelt ruling would silently leave our reading in force.

    Example: `rulings: {off_board_base: aggreed}`.

    Cure: Write one of the ruling's choices; `orbat lists RULESET` shows them.
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
            message="{what}; {may} {choices}{near}",
            help="Write one that there is, or leave the ruling out.",
            cites=ruling.citations if ruling else (f"{case.book.ruleset.title} ruleset",),
            fields={
                "what": f"the ruling {ruling_id} has no reading {choice}" if ruling else f"there is no ruling {word}",
                "may": "it may be" if ruling else "there are",
                "choices": any_of(choices) if ruling else ", ".join(choices),
                "near": DidYouMean(word, choices),
            },
            path=("rulings", ruling_id),
            fix=(Set((), "rulings", rest),),
        )


def staff_table_known(case: ArmyCase) -> Iterator[RuleResult]:
    """The staff table is `default` or `national`.

    Why: The rulebook has one table for all and one by nation [DOE 14.1, 19.4].

    Example: `staff_table: nation`.

    Cure: Write default or national.
    """
    if case.orbat.staff_table not in ("default", "national"):
        yield RuleResult(
            message="there is no staff table {table}; it may be default or national",
            help="Write staff_table: default or national.",
            cites=case.book.ruleset.staff.citations,
            fields={"table": case.orbat.staff_table},
            path=("staff_table",),
            fix=(Set((), "staff_table", "default"),),
        )


def versions_current(case: ArmyCase) -> Iterator[RuleResult]:
    """The ORBAT was saved with the data versions that are in use.

    Why: A list or ruleset may have changed since; nothing is repriced in silence.

    Example: an ORBAT saved with blues@1, read with version 2.

    Cure: Look at the differences, then save the ORBAT to accept them.
    """
    ruleset = case.book.ruleset
    pins = [(("ruleset",), case.orbat.ruleset, ruleset.version, ruleset.title)]
    if case.orbat.army_list and case.orbat.army_list.id in case.book.lists:
        army_list = case.book.lists[case.orbat.army_list.id]
        pins.append((("army_list",), case.orbat.army_list, army_list.version, f"{army_list.title} list"))
    for path, pin, version, title in pins:
        if pin.version and pin.version != version:
            yield RuleResult(
                message="saved with version {saved} of {title}; version {version} is in use",
                help="Look at the differences, then save to accept them.",
                cites=(title,),
                fields={"saved": pin.version, "version": version, "title": title},
                path=path,
            )


# Rules about what is held off the table: the way in which it comes on.


def unit_comes_on(case: UnitCase) -> Iterator[RuleResult]:
    """A unit that is held off the table comes on in a way that the ruleset has.

    Why: Each way has its own dice and edge of the table; nobody could say when and where the unit arrives. A mark
    that names no way is a warning.

    Example: `off_board: wing` where the ruleset has rear and flank.

    Cure: Write one of the ways, or take the mark away.
    """
    ruleset, mark = case.book.ruleset, case.unit.off_board
    if ruleset.rules.off_board is None and not _known(ruleset, mark):
        yield RuleResult(
            message=_says(ruleset, mark, "{unit}"),
            help=_helps(ruleset),
            cites=_cites(ruleset),
            fields=_facts(ruleset, mark),
            path=("off_board",),
            change={"off_board": _meant(ruleset, mark)},
            severity=_severity(mark),
        )


def formation_comes_on(case: FormationCase) -> Iterator[RuleResult]:
    """A formation that is held off the table comes on in a way that the ruleset has.

    Why: Each way has its own dice and edge of the table; nobody could say when and where the formation arrives. A mark
    that names no way is a warning.

    Example: `off_board: flank` in a ruleset that knows only `off_board: true`.

    Cure: Write one of the ways, or take the mark away.
    """
    ruleset = case.book.ruleset
    switch, mark = ruleset.rules.off_board, case.formation.off_board
    elsewhere = switch is not None and case.formation.level not in switch.levels
    if not elsewhere and not _known(ruleset, mark):
        yield RuleResult(
            message=_says(ruleset, mark, "{name}"),
            help=_helps(ruleset),
            cites=_cites(ruleset),
            fields={"name": formation_title(case.formation), **_facts(ruleset, mark)},
            path=(*case.path, "off_board"),
            fix=(Set(case.path, "off_board", _meant(ruleset, mark)),),
            severity=_severity(mark),
        )


def _ways(ruleset: Ruleset) -> list[str]:
    return [way.id for way in ruleset.reserves]


def _known(ruleset: Ruleset, mark: bool | str) -> bool:
    """Whether a mark says all that there is to say: a way, where the ruleset has such."""
    return not mark or (mark in _ways(ruleset) if ruleset.reserves else mark is True)


def _meant(ruleset: Ruleset, mark: bool | str) -> bool | str:
    """The way that was likely meant, or else the first; the mere mark where there are no ways."""
    ways = _ways(ruleset)
    return (nearest(str(mark), ways) or ways[0]) if ways else True


def _says(ruleset: Ruleset, mark: bool | str, who: str) -> str:
    if not ruleset.reserves:
        return who + " is to come on by {mark}; the ruleset has no ways to come on, only off_board: true"
    if mark is True:
        return who + " is off the table, and nothing says how it comes on; it may be by {ways}"
    return who + " is to come on by {mark}, and the ruleset has no such way; it may be by {ways}{near}"


def _helps(ruleset: Ruleset) -> str:
    return "Write off_board: and {ways}." if ruleset.reserves else "Write off_board: true, or take the mark away."


def _facts(ruleset: Ruleset, mark: bool | str) -> dict[str, Any]:
    ways = _ways(ruleset)
    return {"mark": mark, "ways": any_of(ways), "near": DidYouMean(str(mark), ways)}


def _cites(ruleset: Ruleset) -> tuple[str, ...]:
    cited = [cite for way in ruleset.reserves for cite in way.citations]
    switch = ruleset.rules.off_board
    return tuple(dict.fromkeys(cited)) or (switch.citations if switch else ()) or (f"{ruleset.title} ruleset",)


def _severity(mark: bool | str) -> Severity | None:
    return "warning" if mark is True else None
