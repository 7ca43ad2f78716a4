"""Odds as lines for the terminal: tables and bars."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from orbat.features.odds.army import ArmyOdds
from orbat.features.odds.assault import Assaults, AssaultSide, CloseAssault
from orbat.features.odds.units import FireOdds, Forbidden, MoraleOdds, Shot, UnitGroup, UnitOdds
from orbat.model.finding import format_cites
from orbat.model.points import show
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.render.text import Painter, unpainted, wrapped
from orbat.report.abilities import Reason

WIDTH = 80
"""Default line width, in characters."""
MAX_WIDTH = 120
"""Maximum line width, in characters."""
ASSAULT = "Close assault against"
"""Heading of the close assaults."""
NOTE = "Odds are exact, for full-strength units in good order. Prices and checks do not use odds."
UNKNOWN_VALUE = "? means that the tables have no value."
BAR = 20
"""Length of the longest bar, in characters."""

_NUMBER, _RANGE, _DICE, _CELL = 4, 22, 5, 7
_LABEL = 34
_GRID_CELL = 11
FORBIDDEN = "no"
"""Cell of a table for a charge that is not allowed."""
_PAIR_COLUMNS = (("to win", 10), ("inflicts", 10), ("suffers", 10), ("per 100 points", 16))


DrawBar = Callable[[Fraction, int], str]
"""A function that draws a share from 0 to 1 as a bar of at most this many characters."""


def hashes(share: Fraction, length: int) -> str:
    """A bar of `#`, which every terminal and every file can show."""
    return "#" * max(1, round(share * length)) if share else ""


def odds_lines(odds: ArmyOdds, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """The output of `orbat odds`, as lines: the army's title, then the lines of `odds_body`."""
    wide = WIDTH if width is None else min(width, MAX_WIDTH)
    yield from (paint(line, "title") for line in wrapped(phrase("Odds of {title}", title=odds.report.title), wide))
    yield from odds_body(odds, paint, wide)


def odds_body(odds: ArmyOdds, paint: Painter = unpainted, width: int = WIDTH, bar: DrawBar = hashes) -> Iterator[str]:
    """Yield the odds as lines: first a numbered list of the units, then fire and morale, then any close assaults."""
    units = odds.units
    numbers = {unit.group: number for number, unit in enumerate(units, 1)}
    yield from _legend(list(numbers), width)
    yield from _fire_tables(units, numbers, paint, width, bar)
    yield from _morale(units, numbers, paint, width, bar)
    yield from _not_allowed(units, numbers, paint, width)
    if odds.assaults is not None:
        yield from _close_assaults(odds.assaults, numbers, odds.others, paint, width)
    yield ""
    yield from (paint(line, "faint") for line in wrapped(NOTE, width))
    if odds.has_unknown:
        yield from (paint(line, "faint") for line in wrapped(UNKNOWN_VALUE, width))


def group_words(group: UnitGroup) -> str:
    """Identical units as text, with the details of one unit: `7th Foot and 2 more: 12 stands, class 3, 36 points`."""
    points = show(group.points)
    if len(group.names) == 1:
        return phrase("{name}: {what}, {points} points", name=group.name, what=group.description, points=points)
    return phrase(
        "{name} and {more} more: {what}, {points} points",
        name=group.name,
        more=len(group.names) - 1,
        what=group.description,
        points=points,
    )


def _legend(groups: Sequence[UnitGroup], width: int, sign: str = "") -> Iterator[str]:
    for number, group in enumerate(groups, 1):
        mark = f"{sign}{number}".rjust(_NUMBER - 1) + " "
        yield from textwrap.wrap(
            visible(group_words(group)), width, initial_indent=mark, subsequent_indent=" " * (_NUMBER + 2)
        )


def _fire_tables(
    units: Sequence[UnitOdds], numbers: dict[UnitGroup, int], paint: Painter, width: int, bar: DrawBar
) -> Iterator[str]:
    for label in dict.fromkeys(fire.label for unit in units for fire in unit.fire):
        found = [(unit.group, fire) for unit in units for fire in unit.fire if fire.label == label]
        yield ""
        yield from (paint(line, "title") for line in wrapped(f"{label}: {found[0][1].counted}", width))
        heads = "".join(f"{visible(head)[: _CELL - 1]:>{_CELL}}" for head in found[0][1].heads)
        yield f"{'':{_NUMBER}}{'Range':<{_RANGE}}{'dice':>{_DICE}}{heads}"
        for group, fire in found:
            yield from _fire(group, fire, numbers[group], paint)
        yield from _best_range_bars(found, numbers, paint, bar)


def _fire(group: UnitGroup, fire: FireOdds, number: int, paint: Painter) -> Iterator[str]:
    for place, shot in enumerate(fire.shots):
        mark = str(number) if not place else ""
        expected = [cell.expected if cell else None for cell in shot.cells]
        yield f"{mark:>{_NUMBER - 1}} {_fit(shot.range, _RANGE):<{_RANGE}}{shot.dice:>{_DICE}}{_cells(expected)}"
        if fire.first:
            first = [cell.expected_first if cell else None for cell in shot.cells]
            yield paint(f"{'':{_NUMBER}}{_fit(f'  {fire.first[0]}', _RANGE):<{_RANGE + _DICE}}{_cells(first)}", "faint")
        per_100 = [one if one is None else group.per_100_points(one) for one in expected]
        yield paint(f"{'':{_NUMBER}}{'  per 100 points':<{_RANGE + _DICE}}{_cells(per_100)}", "faint")
    if fire.rerolls:
        text = phrase("with re-rolls: {rerolls}", rerolls=", ".join(fire.rerolls))
        yield paint(visible(f"{'':{_NUMBER}}  {text}"), "faint")


def _cells(numbers: Sequence[Fraction | None]) -> str:
    return "".join(f"{'?' if one is None else decimal_words(one):>{_CELL}}" for one in numbers)


def _best_range_bars(
    found: Sequence[tuple[UnitGroup, FireOdds]], numbers: dict[UnitGroup, int], paint: Painter, bar: DrawBar
) -> Iterator[str]:
    rows = [(numbers[group], max(_average(group, shot) for shot in fire.shots)) for group, fire in found]
    most = max(value for _, value in rows)
    if len(rows) < 2 or not most:
        return
    yield paint(f"{'':{_NUMBER}}Per 100 points, best range, average over targets:", "faint")
    for number, value in rows:
        yield f"{number:>{_NUMBER - 1}} {bar(value / most, BAR):<{BAR}} {decimal_words(value)}"


def _average(group: UnitGroup, shot: Shot) -> Fraction:
    known = [cell.expected for cell in shot.cells if cell]
    return (group.per_100_points(sum(known, Fraction()) / len(known)) if known else None) or Fraction()


def _morale(
    units: Sequence[UnitOdds], numbers: dict[UnitGroup, int], paint: Painter, width: int, bar: DrawBar
) -> Iterator[str]:
    alike: dict[tuple[MoraleOdds, ...], list[str]] = {}
    for unit in units:
        if unit.tests:
            alike.setdefault(unit.tests, []).append(str(numbers[unit.group]))
    if not alike:
        return
    yield ""
    yield paint("Morale: chance to pass", "title")
    for tests, who in alike.items():
        yield from textwrap.wrap(", ".join(who), width, initial_indent="  ", subsequent_indent="  ")
        for test in tests:
            label = _fit(test.label, _LABEL - 1)
            chance = percent_words(test.pass_chance)
            yield f"{'':{_NUMBER}}{label:<{_LABEL}}{chance:>6}  {bar(test.pass_chance, BAR)}".rstrip()


def _not_allowed(units: Sequence[UnitOdds], numbers: dict[UnitGroup, int], paint: Painter, width: int) -> Iterator[str]:
    alike: dict[tuple[Forbidden, ...], list[str]] = {}
    for unit in units:
        if unit.forbidden:
            alike.setdefault(unit.forbidden, []).append(str(numbers[unit.group]))
    if not alike:
        return
    yield ""
    yield paint("Not allowed", "title")
    for forbidden, who in alike.items():
        yield from textwrap.wrap(", ".join(who), width, initial_indent="  ", subsequent_indent="  ")
        for one in forbidden:
            yield from _reason(phrase("{what}: {reason}", what=one.what, reason=cited(one.reason)), width)


def _reason(text: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(visible(text), width, initial_indent=" " * _NUMBER, subsequent_indent=" " * (_NUMBER + 2))


def cited(reason: Reason) -> str:
    """A reason with its citations."""
    return f"{reason.text} {format_cites(reason.cites)}".rstrip()


def _close_assaults(
    assaults: Assaults, numbers: dict[UnitGroup, int], others: Sequence[UnitGroup], paint: Painter, width: int
) -> Iterator[str]:
    yield ""
    yield paint(ASSAULT, "title")
    yield from _legend(others, width, "x")
    if len(assaults.pairs) == 1:
        yield from _of_pair(assaults, paint, width)
        return
    if not assaults.fought:
        yield f"{'':{_NUMBER}}No close assaults between these units."
    across = {group: number for number, group in enumerate(others, 1)}
    for situation in dict.fromkeys(one.situation for one in assaults.fought):
        for charging in (True, False):
            yield from _grid(assaults, situation, numbers, across, paint, width, charging=charging)
    reasons = dict.fromkeys(cited(one.reason) for one in assaults.forbidden)
    if reasons:
        yield ""
        yield paint(phrase("{mark}: not allowed", mark=FORBIDDEN), "title")
        for reason in reasons:
            yield from _reason(reason, width)


def _of_pair(assaults: Assaults, paint: Painter, width: int) -> Iterator[str]:
    if assaults.fought:
        yield from _pair_table(assaults.fought, paint, width)
    for one in assaults.forbidden:
        charge = _situation(", ".join(one.situations), charging=one.own_charges)
        text = phrase("{charge}: not allowed: {reason}", charge=charge, reason=cited(one.reason))
        yield from _reason(text, width)


def _situation(situation: str, *, charging: bool) -> str:
    if charging:
        return phrase("Charging {situation}", situation=situation)
    return phrase("Charged {situation}", situation=situation)


def charge_words(situation: str, *, counted: bool, charging: bool) -> str:
    """The heading of a table of close assaults.

    - `situation`: the words after `Charging` or `Charged`.
    - `counted`: whether the table also shows casualties.
    - `charging`: whether the army charges, not the opponent.
    """
    words = _situation(situation, charging=charging)
    if counted:
        return phrase("{situation}: chance to win; casualties inflicted per 100 points", situation=words)
    return phrase("{situation}: chance to win", situation=words)


def _pair_table(assaults: Sequence[CloseAssault], paint: Painter, width: int) -> Iterator[str]:
    heads = _PAIR_COLUMNS if assaults[0].own.casualties_inflicted is not None else _PAIR_COLUMNS[:1]
    label = width - sum(wide for _, wide in heads)
    yield ""
    yield paint(" " * label + "".join(f"{head:>{wide}}" for head, wide in heads), "title")
    for one in assaults:
        words = _fit(_situation(one.situation, charging=one.own_charges), label - _NUMBER - 1)
        inflicted, suffered = one.own.casualties_inflicted, one.other.casualties_inflicted
        per_100 = None if inflicted is None else one.own.group.per_100_points(inflicted)
        shown = [
            percent_words(one.own.win_chance),
            *("?" if each is None else decimal_words(each) for each in (inflicted, suffered, per_100)),
        ]
        cells = (f"{cell:>{wide}}" for cell, (_, wide) in zip(shown, heads, strict=False))
        yield f"{'':{_NUMBER}}{words:<{label - _NUMBER}}{''.join(cells)}"


def _grid(
    assaults: Assaults,
    situation: str,
    numbers: dict[UnitGroup, int],
    across: dict[UnitGroup, int],
    paint: Painter,
    width: int,
    *,
    charging: bool,
) -> Iterator[str]:
    sides, forbidden = assaults.in_situation(situation, charging=charging)
    if not sides:
        return
    pairs = sides.keys() | forbidden
    yield ""
    counted = any(side.casualties_inflicted is not None for side in sides.values())
    heading = charge_words(situation, counted=counted, charging=charging)
    yield from (paint(line, "title") for line in wrapped(heading, width))
    columns = [group for group in across if any(pair[1] == group for pair in pairs)]
    rows = [group for group in numbers if any(pair[0] == group for pair in pairs)]
    room = max(1, (width - _NUMBER) // _GRID_CELL)
    for start in range(0, len(columns), room):
        part = columns[start : start + room]
        yield f"{'':{_NUMBER}}" + "".join(f"{f'x{across[group]}':>{_GRID_CELL}}" for group in part)
        for row in rows:
            cells = (FORBIDDEN if (row, group) in forbidden else _grid_cell(sides.get((row, group))) for group in part)
            yield (f"{numbers[row]:>{_NUMBER - 1}} " + "".join(f"{cell:>{_GRID_CELL}}" for cell in cells)).rstrip()


def _grid_cell(side: AssaultSide | None) -> str:
    if side is None:
        return "-"
    if side.casualties_inflicted is None:
        return percent_words(side.win_chance)
    per_100 = side.group.per_100_points(side.casualties_inflicted)
    return f"{percent_words(side.win_chance)} {'?' if per_100 is None else f'{float(per_100):.1f}'}"


def decimal_words(number: Fraction) -> str:
    """A number with two decimal places."""
    return f"{float(number):.2f}"


def percent_words(share: Fraction) -> str:
    """A probability in per cent. Only an impossible event has 0 %, and only a certain event has 100 %."""
    shown = min(max(round(share * 100), 1), 99) if 0 < share < 1 else round(share * 100)
    return f"{shown} %"


def _fit(text: str, wide: int) -> str:
    shown = visible(text)
    return shown if len(shown) <= wide else f"{shown[: wide - 1]}…"
