"""Odds as lines for a terminal: tables, and bars of letters."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from orbat.features.odds.assault import Meeting, Side
from orbat.features.odds.units import FireOdds, MoraleOdds, Shot, UnitGroup, UnitOdds
from orbat.model.points import show
from orbat.model.text_words import visible
from orbat.render.text import Painter, unpainted, wrapped
from orbat.report.report import Report

WIDTH = 80
"""How wide the lines are where nobody says."""
MOST_WIDTH = 120
"""How wide they are at most."""
ASSAULT = "Close assault against"
"""The line that heads the close assaults."""
BAR = 20
"""The cells of a bar at its longest."""

_NUMBER, _RANGE, _DICE, _CELL = 4, 22, 5, 7
_LABEL = 34
_MEET = 11
_DUEL = (("to win", 10), ("inflicts", 10), ("suffers", 10), ("for 100 points", 16))


def odds_lines(
    report: Report,
    units: Sequence[UnitOdds],
    met: Sequence[Meeting] | None,
    others: Sequence[UnitGroup],
    paint: Painter = unpainted,
    width: int | None = None,
) -> Iterator[str]:
    """Whose they are, and the odds."""
    wide = WIDTH if width is None else min(width, MOST_WIDTH)
    yield from (paint(line, "title") for line in wrapped(f"Odds of {report.title}", wide))
    yield from odds_body(units, met, others, paint, width)


def odds_body(
    units: Sequence[UnitOdds],
    met: Sequence[Meeting] | None,
    others: Sequence[UnitGroup],
    paint: Painter = unpainted,
    width: int | None = None,
) -> Iterator[str]:
    """Who the units are; their fire and morale; and their close assaults where there is somebody to meet."""
    width = WIDTH if width is None else min(width, MOST_WIDTH)
    numbers = {unit.group: number for number, unit in enumerate(units, 1)}
    yield from _legend(list(numbers), width)
    yield from _fires(units, numbers, paint, width)
    yield from _morale(units, numbers, paint, width)
    if met is not None:
        yield from _meetings(met, numbers, others, paint, width)
    yield ""
    says = "Whole units, unhurt and in order; exact, from the reference tables. No price or check looks at odds."
    if any(cell is None for unit in units for fire in unit.fire for shot in fire.shots for cell in shot.cells):
        says += " A ? stands where the tables give nothing."
    yield from (paint(line, "faint") for line in wrapped(says, width))


def _legend(groups: Sequence[UnitGroup], width: int, sign: str = "") -> Iterator[str]:
    for number, group in enumerate(groups, 1):
        more = f" and {len(group.names) - 1} more" if len(group.names) > 1 else ""
        words = visible(f"{group.name}{more}: {group.what}, {show(group.points)} points")
        head = f"{sign}{number}".rjust(_NUMBER - 1) + " "
        yield from textwrap.wrap(words, width, initial_indent=head, subsequent_indent=" " * (_NUMBER + 2))


def _fires(units: Sequence[UnitOdds], numbers: dict[UnitGroup, int], paint: Painter, width: int) -> Iterator[str]:
    """The expected casualties of each volley, and a bar for the best of each unit at each table's third target."""
    for label in dict.fromkeys(fire.label for unit in units for fire in unit.fire):
        found = [(unit.group, fire) for unit in units for fire in unit.fire if fire.label == label]
        yield ""
        yield from (paint(line, "title") for line in wrapped(f"{label}: {found[0][1].counted}", width))
        heads = "".join(f"{visible(head)[: _CELL - 1]:>{_CELL}}" for head in found[0][1].heads)
        yield f"{'':{_NUMBER}}{'Range':<{_RANGE}}{'dice':>{_DICE}}{heads}"
        for group, fire in found:
            yield from _fire(group, fire, numbers[group], paint)
        yield from _best(found, numbers, paint, width)


def _fire(group: UnitGroup, fire: FireOdds, number: int, paint: Painter) -> Iterator[str]:
    for place, shot in enumerate(fire.shots):
        mark = str(number) if not place else ""
        expected = [cell.expected if cell else None for cell in shot.cells]
        yield f"{mark:>{_NUMBER - 1}} {_fit(shot.range, _RANGE):<{_RANGE}}{shot.dice:>{_DICE}}{_cells(expected)}"
        if fire.first:
            first = [cell.expected_first if cell else None for cell in shot.cells]
            yield paint(f"{'':{_NUMBER}}{_fit(f'  {fire.first[0]}', _RANGE):<{_RANGE + _DICE}}{_cells(first)}", "faint")
        bought = [one if one is None else group.for_100(one) for one in expected]
        yield paint(f"{'':{_NUMBER}}{'  for 100 points':<{_RANGE + _DICE}}{_cells(bought)}", "faint")
    if fire.rerolls:
        says = f"{'':{_NUMBER}}  with a miss thrown again: {', '.join(fire.rerolls)}"
        yield paint(visible(says), "faint")


def _cells(numbers: Sequence[Fraction | None]) -> str:
    return "".join(f"{'?' if one is None else _two(one):>{_CELL}}" for one in numbers)


def _best(
    found: Sequence[tuple[UnitGroup, FireOdds]], numbers: dict[UnitGroup, int], paint: Painter, width: int
) -> Iterator[str]:
    """A bar for each unit: what 100 points of it do at its best range, on average over the targets."""
    rows = [(numbers[group], max(_average(group, shot) for shot in fire.shots)) for group, fire in found]
    most = max(value for _, value in rows)
    if len(rows) < 2 or not most:
        return
    yield paint(f"{'':{_NUMBER}}For 100 points, at the best range, all targets alike:", "faint")
    for number, value in rows:
        yield f"{number:>{_NUMBER - 1}} {_bar(value / most):<{BAR}} {_two(value)}"


def _average(group: UnitGroup, shot: Shot) -> Fraction:
    known = [cell.expected for cell in shot.cells if cell]
    return (group.for_100(sum(known, Fraction()) / len(known)) if known else None) or Fraction()


def _morale(units: Sequence[UnitOdds], numbers: dict[UnitGroup, int], paint: Painter, width: int) -> Iterator[str]:
    """The chance to pass each test, those together who have the same."""
    alike: dict[tuple[MoraleOdds, ...], list[str]] = {}
    for unit in units:
        if unit.tests:
            alike.setdefault(unit.tests, []).append(str(numbers[unit.group]))
    if not alike:
        return
    yield ""
    yield paint("Morale: the chance to pass", "title")
    for tests, who in alike.items():
        yield from textwrap.wrap(", ".join(who), width, initial_indent="  ", subsequent_indent="  ")
        for test in tests:
            label = _fit(test.label, _LABEL - 1)
            yield f"{'':{_NUMBER}}{label:<{_LABEL}}{_percent(test.passes):>6}  {_bar(test.passes)}".rstrip()


def _meetings(
    met: Sequence[Meeting], numbers: dict[UnitGroup, int], others: Sequence[UnitGroup], paint: Painter, width: int
) -> Iterator[str]:
    """For each situation, charging and charged: own units down, the others across."""
    yield ""
    yield paint(ASSAULT, "title")
    yield from _legend(others, width, "x")
    if len({(one.own.group, one.other.group) for one in met}) == 1:
        yield from _duel(met, paint, width)
        return
    if not met:
        yield f"{'':{_NUMBER}}These do not meet in close assault."
    across = {group: number for number, group in enumerate(others, 1)}
    room = max(1, (width - _NUMBER) // _MEET)
    for situation in dict.fromkeys(one.situation for one in met):
        for charging in (True, False):
            sides: dict[tuple[UnitGroup, UnitGroup], Side] = {}
            for one in met:
                if one.situation == situation and one.own_charges == charging:
                    sides[one.own.group, one.other.group] = one.own
            if sides:
                yield ""
                what = "Charging" if charging else "Charged"
                counted = any(side.inflicts is not None for side in sides.values())
                more = ", casualties inflicted for 100 points" if counted else ""
                says = f"{what} {situation}: chance to win{more}"
                yield from (paint(line, "title") for line in wrapped(says, width))
                yield from _grid(sides, numbers, across, room)


def _duel(met: Sequence[Meeting], paint: Painter, width: int) -> Iterator[str]:
    """Two units alone: each situation on a line, charging and charged."""
    heads = _DUEL if met[0].own.inflicts is not None else _DUEL[:1]
    label = width - sum(wide for _, wide in heads)
    yield ""
    yield paint(" " * label + "".join(f"{head:>{wide}}" for head, wide in heads), "title")
    for one in met:
        words = _fit(f"{'Charging' if one.own_charges else 'Charged'} {one.situation}", label - _NUMBER - 1)
        inflicts, suffers = one.own.inflicts, one.other.inflicts
        bought = None if inflicts is None else one.own.group.for_100(inflicts)
        shown = [_percent(one.own.wins), *("?" if each is None else _two(each) for each in (inflicts, suffers, bought))]
        cells = (f"{cell:>{wide}}" for cell, (_, wide) in zip(shown, heads, strict=False))
        yield f"{'':{_NUMBER}}{words:<{label - _NUMBER}}{''.join(cells)}"


def _grid(
    sides: dict[tuple[UnitGroup, UnitGroup], Side],
    numbers: dict[UnitGroup, int],
    across: dict[UnitGroup, int],
    room: int,
) -> Iterator[str]:
    columns = [group for group in across if any(key[1] == group for key in sides)]
    rows = [group for group in numbers if any(key[0] == group for key in sides)]
    for start in range(0, len(columns), room):
        part = columns[start : start + room]
        yield f"{'':{_NUMBER}}" + "".join(f"{f'x{across[group]}':>{_MEET}}" for group in part)
        for row in rows:
            cells = (_meeting(sides.get((row, group))) for group in part)
            yield (f"{numbers[row]:>{_NUMBER - 1}} " + "".join(f"{cell:>{_MEET}}" for cell in cells)).rstrip()


def _meeting(side: Side | None) -> str:
    if side is None:
        return "-"
    if side.inflicts is None:
        return _percent(side.wins)
    bought = side.group.for_100(side.inflicts)
    return f"{_percent(side.wins)} {'?' if bought is None else f'{float(bought):.1f}'}"


def _two(number: Fraction) -> str:
    """To two places, for reading only."""
    return f"{float(number):.2f}"


def _percent(share: Fraction) -> str:
    """In whole per cent; only what is certain or out of the question has 100 or 0."""
    shown = min(max(round(share * 100), 1), 99) if 0 < share < 1 else round(share * 100)
    return f"{shown} %"


def _bar(share: Fraction) -> str:
    """A bar of letters, to the nearest cell; what is not nothing has one."""
    return "#" * max(1, round(share * BAR)) if share else ""


def _fit(text: str, wide: int) -> str:
    shown = visible(text)
    return shown if len(shown) <= wide else f"{shown[: wide - 1]}…"
