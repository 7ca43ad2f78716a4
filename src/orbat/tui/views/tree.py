"""The command tree as lines. No width, colour or key is decided here."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.orbat import Formation, Orbat, formations_of
from orbat.model.path import Path
from orbat.pricing.quote import FormationLine, UnitLine
from orbat.report.rows import Row, RowMaker
from orbat.tui.state import State
from orbat.tui.views.findings import SEVERITY_SIGNS, place_of
from orbat.tui.widgets.lines import Line

SYMBOLS = {"infantry": "■", "cavalry": "◢", "artillery": "◆", "engineers": "▣", "works": "≡", "staff": "★"}
"""A glyph for each arm that every terminal has; an arm that is not among them has the plain one."""
PLAIN_SYMBOL = "▪"


def symbol_of(arm: str) -> str:
    """The glyph of an arm."""
    return SYMBOLS.get(arm, PLAIN_SYMBOL)


def still_folded(folded: frozenset[Path], before: Orbat, after: Orbat) -> frozenset[Path]:
    """The folds after a step: a formation that was moved stays folded, and the one that took its place is not."""
    if not folded or before is after:
        return folded
    known = {_identity(place.formation): place.path for place in formations_of(before)}
    return frozenset(
        place.path for place in formations_of(after) if known.get(_identity(place.formation), place.path) in folded
    )


def _identity(formation: Formation) -> tuple[int, ...]:
    """What tells a formation from all others after a step; one that is numbered may have got another name."""
    return id(formation.commander), id(formation.units), id(formation.formations)


class TreeView:
    """Makes the lines of the command tree; those of units that an edit leaves alone are not made again."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[UnitLine, str, bool, Line]] = {}

    def lines(self, state: State, folded: frozenset[Path]) -> tuple[Line, ...]:
        """The army, its formations and units, without what is folded away."""
        maker = _Maker(state, folded, self._known)
        lines = tuple(maker.all())
        self._known = maker.made
        return lines


class _Maker:
    """Makes the lines once; `known` are the units' lines of the time before, by the identity of their line of the
    quote, which the pricer keeps for a unit that stays as and where it is."""

    def __init__(
        self, state: State, folded: frozenset[Path], known: dict[int, tuple[UnitLine, str, bool, Line]]
    ) -> None:
        self.made: dict[int, tuple[UnitLine, str, bool, Line]] = {}
        self._state = state
        self._folded = folded
        self._known = known
        self._rows = RowMaker(state.orbat, state.quote, state.book)
        self._worst = _worst_by_path(state)
        self._arms = {kind.label: kind.arm for kind in state.book.ruleset.kinds.values()}

    def all(self) -> Iterator[Line]:
        yield self._formation(self._rows.army())
        for line in self._state.quote.formations:
            yield from self._within(line, 1)
        for unit in self._state.quote.units:
            yield self._unit(unit, 1)

    def _within(self, line: FormationLine, depth: int) -> Iterator[Line]:
        yield self._formation(self._rows.formation(line, depth))
        if line.path in self._folded:
            return
        for unit in line.units:
            yield self._unit(unit, depth + 1)
        for inner in line.formations:
            yield from self._within(inner, depth + 1)

    def _unit(self, line: UnitLine, depth: int) -> Line:
        worst, marked = self._worst.get(line.path, ""), line.path in self._state.marked
        known = self._known.get(id(line))
        if not known or known[0] is not line or known[1:3] != (worst, marked):
            known = line, worst, marked, self._new_unit(line, depth, worst, marked)
        self.made[id(line)] = known
        return known[3]

    def _new_unit(self, line: UnitLine, depth: int, worst: str, marked: bool) -> Line:
        row = self._rows.unit(line, depth)
        return Line(
            key=row.path,
            name=row.name,
            sign=SEVERITY_SIGNS.get(worst, ""),
            symbol=symbol_of(self._arms[row.arm]) if row.arm in self._arms else "?",
            depth=depth,
            columns=(
                row.options,
                f"{self._state.book.ruleset.rating_word} {row.rating}" if row.rating else "",
                f"{row.size} {row.counted_in}" if row.size else "",
                row.points,
            ),
            role=worst if worst == "error" else "plain",
            marked=marked,
        )

    def _formation(self, row: Row) -> Line:
        name = "Army" if row.sort == "army" else row.name or f"unnamed {row.level}"
        quality, _, whose = row.quality.partition(", ")
        general = ", ".join(filter(None, (row.commander, whose)))
        words = f"{name}, off board" if row.off_board else name
        return Line(
            key=row.path,
            name=f"{words} · {general}" if general else words,
            sign=SEVERITY_SIGNS.get(self._worst.get(row.path, ""), ""),
            symbol="▸" if row.path in self._folded else "▾",
            depth=row.depth,
            columns=("", "", f"{quality} {row.dice}".strip(), row.points),
            role="head",
            marked=row.path in self._state.marked,
        )


def _worst_by_path(state: State) -> dict[Path, str]:
    """The worst severity found at each unit or formation."""
    worst: dict[Path, str] = {}
    for finding in state.findings:
        path = place_of(finding)
        if finding.severity in ("error", "warning") and worst.get(path) != "error":
            worst[path] = finding.severity
    return worst
