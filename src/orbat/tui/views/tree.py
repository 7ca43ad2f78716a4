"""The lines of the pane with the order of battle."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.quote import FormationLine, Sum, UnitLine
from orbat.model.orbat import Formation, Orbat, Unit, formations_of
from orbat.model.path import OrbatPath
from orbat.model.points import show
from orbat.model.wording import phrase
from orbat.report.rows import Row, RowBuilder
from orbat.tui.state import State
from orbat.tui.views.choice_row import with_aligned_mark
from orbat.tui.views.findings import SEVERITY_SIGNS, place_of
from orbat.tui.widgets.lines import Line

SYMBOLS = {"infantry": "■", "cavalry": "◢", "artillery": "◆", "engineers": "▣", "works": "≡", "staff": "★"}
"""A symbol for each arm. Every terminal can show these symbols. Other arms use `PLAIN_SYMBOL`."""
PLAIN_SYMBOL = "▪"
PLAYER, YOU = "the player", "you"
"""The last words of the quality in a row, if the general represents the player; and their text in the tree."""
OFF_BOARD = "○"
"""The sign in the margin for items off the board."""
AT_HOME = "⌂"
"""The sign in the margin for items that stay at home."""

DICE_WIDTH = 44
"""Minimum width of the tree, in cells, to say that the quality of a general is fixed."""
FULL_WIDTH, WORDS_WIDTH = 76, 56
"""Minimum widths of the tree, in cells: to show ratings and options in words, and to show the words after sizes.

A narrower tree has a code such as `c3R` for rating and options.
"""

CachedLine = tuple[UnitLine, str, bool, str, Line]
"""The values from which a unit's line in the tree is made, then the line.

While the values stay the same, the line is reused. The values are the unit's part of the quote, the worst
severity of the unit's findings, whether the unit is marked, and the sign for its place.
"""


def symbol_of(arm: str) -> str:
    """The symbol of an arm, such as infantry or cavalry."""
    return SYMBOLS.get(arm, PLAIN_SYMBOL)


def title_of(state: State) -> str:
    """The title of the pane, followed by the number of marked items or of units at home, if any."""
    if state.marked:
        return phrase("Order of battle · {count} marked", count=len(state.marked))
    if state.quote.at_home:
        return phrase("Order of battle · {count} at home", count=len(state.quote.at_home))
    return "Order of battle"


def unfolded_to(path: OrbatPath, folded: frozenset[OrbatPath]) -> frozenset[OrbatPath]:
    """Unfold the formations that hide the item at `path`. Returns the paths that remain folded."""
    return frozenset(fold for fold in folded if fold == path or path[: len(fold)] != fold)


def still_folded(folded: frozenset[OrbatPath], before: Orbat, after: Orbat) -> frozenset[OrbatPath]:
    """The paths of the folded formations after an edit. Moved formations stay folded."""
    if not folded or before is after:
        return folded
    known = {_identity(place.formation): place.path for place in formations_of(before, unfielded=True)}
    return frozenset(
        place.path
        for place in formations_of(after, unfielded=True)
        if known.get(_identity(place.formation), place.path) in folded
    )


def _identity(formation: Formation) -> tuple[int, ...]:
    # A formation keeps these objects when an edit moves it or changes its name.
    return id(formation.commander), id(formation.units), id(formation.formations)


def column_widths(state: State, room: int) -> tuple[int, ...]:
    """The widths of three columns, in cells: one column for rating and options, one for size, one for points.

    The widths depend on the ruleset, the army's total and `room`. They are the same for all rows.
    """
    ruleset = state.book.ruleset
    rated = bool(ruleset.ratings or ruleset.options)
    named = max((len(one.label) for one in ruleset.sizes), default=0)
    points = max(4, len(show(state.quote.total))) + 1  # and a mark
    if room < WORDS_WIDTH:
        return (6 if rated else 0, max(named, 3), points)
    quality = 11 if ruleset.staff.qualities else 0
    if room < FULL_WIDTH:
        return (6 if rated else 0, max(named, 9, quality), points)
    return (24 if rated else 0, max(18 if named else 9, quality), points)


class TreeView:
    """Makes the lines of the pane with the order of battle."""

    # The lines of unchanged units are reused.
    def __init__(self) -> None:
        self._known: dict[int, CachedLine] = {}
        self._fitted: tuple[int, bool] = FULL_WIDTH, False

    def lines(self, state: State, folded: frozenset[OrbatPath], room: int = FULL_WIDTH) -> tuple[Line, ...]:
        """The lines of an army, without the contents of the formations in `folded`.

        Texts are shortened to fit `room` cells.
        """
        # if any sum has a mark, points without one end with a space, so that all digits align
        fitted = room, any(one.mark for one in _sums(state))
        maker = _LineMaker(state, folded, self._known if fitted == self._fitted else {}, *fitted)
        lines = tuple(maker.all())
        self._known, self._fitted = maker.made, fitted
        return lines


class _LineMaker:
    # `known` contains the previous lines of units, by `id(unit_line)`. This key works because the pricer returns the
    # same `UnitLine` object for an unchanged unit in the same place.

    def __init__(
        self, state: State, folded: frozenset[OrbatPath], known: dict[int, CachedLine], room: int, marks: bool
    ) -> None:
        self._room = room
        self._marks = marks
        self.made: dict[int, CachedLine] = {}
        self._state = state
        self._folded = folded
        self._known = known
        self._rows = RowBuilder(state.orbat, state.quote, state.book)
        self._worst = _worst_by_path(state)
        self._arms = {kind.label: kind.arm for kind in state.book.ruleset.kinds.values()}

    def all(self) -> Iterator[Line]:
        yield self._formation(self._rows.army())
        for line in self._state.quote.written.formations:
            yield from self._within(line, 1, "")
        for unit in self._state.quote.written.units:
            yield self._unit(unit, 1, "")

    def _within(self, line: FormationLine, depth: int, around: str) -> Iterator[Line]:
        place = _place(line.formation, around)
        yield self._formation(self._rows.formation(line, depth), place)
        if line.path in self._folded:
            return
        for unit in line.written.units:
            yield self._unit(unit, depth + 1, place)
        for inner in line.written.formations:
            yield from self._within(inner, depth + 1, place)

    def _unit(self, line: UnitLine, depth: int, around: str) -> Line:
        worst, marked = self._worst.get(line.path, ""), line.path in self._state.marked
        place = _place(line.unit, around)
        known = self._known.get(id(line))
        if not known or known[0] is not line or known[1:4] != (worst, marked, place):
            new = self._new_unit(line, depth, worst, place, marked=marked)
            known = line, worst, marked, place, new
        self.made[id(line)] = known
        return known[-1]

    def _new_unit(self, line: UnitLine, depth: int, worst: str, place: str, *, marked: bool) -> Line:
        row = self._rows.unit(line, depth)
        return Line(
            key=row.path,
            name=f"{row.name}, {row.reserve}" if row.reserve else row.name,
            sign=_sign(worst, place),
            symbol=symbol_of(self._arms[row.arm]) if row.arm in self._arms else "?",
            depth=depth,
            columns=(self._rated(row), self._sized(row, line), self._points(row)),
            role="faint" if place == AT_HOME else worst if worst == "error" else "plain",
            marked=marked,
        )

    def _rated(self, row: Row) -> str:
        if self._room < FULL_WIDTH:
            return row.code
        word = self._state.book.ruleset.rating_word
        rating = f"{word} {row.rating}" if row.rating.isdecimal() else row.rating
        return " ".join(filter(None, (row.options, rating)))

    def _sized(self, row: Row, line: UnitLine) -> str:
        if self._room >= WORDS_WIDTH and not (row.named_size and self._room < FULL_WIDTH):
            return row.size_text
        return row.named_size or row.size

    def _points(self, row: Row) -> str:
        return with_aligned_mark(row.points, row.mark if row.sort == "unit" else "", marks=self._marks)

    def _formation(self, row: Row, place: str = "") -> Line:
        name = "Army" if row.sort == "army" else row.name or phrase("unnamed {level}", level=row.level)
        quality, _, whose = row.quality.rpartition(", ") if row.quality.endswith(PLAYER) else (row.quality, "", "")
        general = ", ".join(filter(None, (row.commander, YOU if whose else "")))
        words = f"{name} · {general}" if general else name
        is_fixed = bool(whose) and not row.dice and self._is_fixed(quality)
        return Line(
            key=row.path,
            name=f"{words}, {row.reserve or 'off board'}" if row.off_board else words,
            sign=_sign(self._worst.get(row.path, ""), place),
            symbol="▸" if row.path in self._folded else "▾",
            depth=row.depth,
            columns=(*self._quality(quality, _dice(row.dice), is_fixed=is_fixed), self._points(row)),
            role="faint" if place == AT_HOME else "head",
            marked=row.path in self._state.marked,
        )

    def _is_fixed(self, quality: str) -> bool:
        # Other generals must still be rolled for, so the row of the player's own general says that nothing is missing.
        staff = self._state.book.ruleset.staff
        fixed = next((one.label for one in staff.qualities if one.id == staff.player), staff.player)
        return bool(staff.dice and quality) and quality == fixed

    def _quality(self, quality: str, dice: str, *, is_fixed: bool) -> tuple[str, str]:
        # beside a short name, the first text may be longer than its column
        if is_fixed and self._room >= DICE_WIDTH:
            return "", phrase("always {quality}", quality=quality)
        if self._room >= WORDS_WIDTH:
            return dice, quality
        return "", f"{quality} {dice}".strip() if self._room >= DICE_WIDTH or dice[:1] == "(" else quality


def _sums(state: State) -> Iterator[Sum]:
    yield from (line.sum for line in state.quote.written_units)
    yield from (line.sum for line in state.quote.written_commanders)


def _place(item: Formation | Unit, around: str) -> str:
    if around == AT_HOME or not item.fielded:
        return AT_HOME
    return OFF_BOARD if around or item.off_board else ""


def _sign(worst: str, place: str) -> str:
    return f"{SEVERITY_SIGNS.get(worst, ' ')}{place}".rstrip()


def _dice(dice: str) -> str:
    # `1, after 3` becomes `(1), was 3`.
    last, _, earlier = dice.partition(", after ")
    if not dice:
        return ""
    return phrase("({dice}), was {earlier}", dice=last, earlier=earlier) if earlier else f"({last})"


def _worst_by_path(state: State) -> dict[OrbatPath, str]:
    # Only errors and warnings count.
    worst: dict[OrbatPath, str] = {}
    for finding in state.findings:
        path = place_of(finding)
        if finding.severity in ("error", "warning") and worst.get(path) != "error":
            worst[path] = finding.severity
    return worst
