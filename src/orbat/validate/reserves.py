"""Rules about what is held off the table: the way in which it comes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from orbat.model.edits import Set
from orbat.model.finding import Severity
from orbat.model.near import nearest
from orbat.model.ruleset import Ruleset
from orbat.validate.rule import FormationCase, UnitCase, Verdict, title_of
from orbat.validate.words import DidYouMean, either


def unit_comes_on(case: UnitCase) -> Iterator[Verdict]:
    """A unit that is held off the table comes on in a way that the ruleset has.

    Why: Each way has its own dice and edge of the table; nobody could say when and where the unit arrives. A mark
    that names no way is a warning.

    Example: `off_board: wing` where the ruleset has rear and flank.

    Cure: Write one of the ways, or take the mark away.
    """
    ruleset, mark = case.book.ruleset, case.unit.off_board
    if ruleset.rules.off_board is None and not _known(ruleset, mark):
        yield Verdict(
            says=_says(ruleset, mark, "{unit}"),
            helps=_helps(ruleset),
            cites=_cites(ruleset),
            facts=_facts(ruleset, mark),
            path=("off_board",),
            change={"off_board": _meant(ruleset, mark)},
            severity=_severity(mark),
        )


def formation_comes_on(case: FormationCase) -> Iterator[Verdict]:
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
        yield Verdict(
            says=_says(ruleset, mark, "{name}"),
            helps=_helps(ruleset),
            cites=_cites(ruleset),
            facts={"name": title_of(case.formation), **_facts(ruleset, mark)},
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
    return {"mark": mark, "ways": either(ways), "near": DidYouMean(str(mark), ways)}


def _cites(ruleset: Ruleset) -> tuple[str, ...]:
    cited = [cite for way in ruleset.reserves for cite in way.citations]
    switch = ruleset.rules.off_board
    return tuple(dict.fromkeys(cited)) or (switch.citations if switch else ()) or (f"{ruleset.title} ruleset",)


def _severity(mark: bool | str) -> Severity | None:
    return "warning" if mark is True else None
