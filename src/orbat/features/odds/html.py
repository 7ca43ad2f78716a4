"""The odds of an army's units as a web page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from orbat.features.odds.army import ArmyOdds
from orbat.features.odds.assault import Assaults, AssaultSide
from orbat.features.odds.text import (
    ASSAULT,
    FORBIDDEN,
    NOTE,
    UNKNOWN_VALUE,
    charge_words,
    cited,
    decimal_words,
    group_words,
    percent_words,
)
from orbat.features.odds.units import FireOdds, UnitGroup, UnitOdds
from orbat.model.wording import phrase
from orbat.render.html.markup import line, name, text
from orbat.render.html.shell import document, number_cells, table

Numbers = Mapping[UnitGroup, str]
"""The short label of each group of identical units, such as `3` or `x3`."""


def odds_page(odds: ArmyOdds, version: str) -> str:
    """A web page with the odds of an army's units.

    Sections: units, fire, morale, what is not allowed, and any close assaults.
    """
    numbers = {unit.group: str(number) for number, unit in enumerate(odds.units, 1)}
    title = phrase("Odds of {title}", title=odds.report.title)
    body = [
        f'<body>\n<header>\n<h1 id="heading">{name(title)}</h1>',
        line("p", odds.report.subtitle, "detail"),
        "</header>",
        "<main>",
        *_units("units", "Units", numbers),
        *_fire(odds.units, numbers),
        *_morale(odds.units, numbers),
        *_not_allowed(odds.units, numbers),
        *(_assaults(odds.assaults, numbers, odds.others) if odds.assaults else ()),
        line("p", NOTE, "detail"),
        line("p", UNKNOWN_VALUE, "detail") if odds.has_unknown else "",
        "</main>",
    ]
    return document(title, phrase("orbat {version}", version=version), body)


def _units(section: str, heading: str, numbers: Numbers) -> Iterator[str]:
    yield f'<h2 id="{section}">{text(heading)}</h2>'
    items = (f"<dt>{number}</dt><dd>{text(group_words(group))}</dd>" for group, number in numbers.items())
    yield f'<dl class="numbered">{"".join(items)}</dl>'


def _fire(units: Sequence[UnitOdds], numbers: Numbers) -> Iterator[str]:
    labels = dict.fromkeys(fire.label for unit in units for fire in unit.fire)
    for place, label in enumerate(labels):
        found = [(unit.group, fire) for unit in units for fire in unit.fire if fire.label == label]
        section = f"fire-{place}"
        yield f'<h2 id="{section}">{text(f"{label}: {found[0][1].counted}")}</h2>'
        heads = ("Unit", "Range", "dice", *found[0][1].heads)
        yield table(
            "numbers labelled",
            heads,
            (row for group, fire in found for row in _shots(numbers[group], group, fire)),
            section,
        )


def _shots(number: str, group: UnitGroup, fire: FireOdds) -> Iterator[str]:
    for shot in fire.shots:
        expected = [cell.expected if cell else None for cell in shot.cells]
        yield _row(number, shot.range, str(shot.dice), *_decimals(expected))
        if fire.first:
            first = (cell.expected_first if cell else None for cell in shot.cells)
            yield _row(number, phrase("{range}, {first}", range=shot.range, first=fire.first[0]), "", *_decimals(first))
        per_100 = (one if one is None else group.per_100_points(one) for one in expected)
        yield _row(number, phrase("{range}, per 100 points", range=shot.range), "", *_decimals(per_100))
    if fire.rerolls:
        rerolls = phrase("with re-rolls: {rerolls}", rerolls=", ".join(fire.rerolls))
        yield _row(number, rerolls, "", *("" for _ in fire.heads))


def _row(number: str, words: str, *cells: str) -> str:
    head = f'<th role="rowheader" scope="row">{number}</th><td role="cell">{text(words)}</td>'
    return f'<tr role="row">{head}{number_cells(cells)}</tr>'


def _decimals(values: Iterable[Fraction | None]) -> Iterator[str]:
    return ("?" if one is None else decimal_words(one) for one in values)


def _alike(units: Sequence[UnitOdds], key: Callable[[UnitOdds], object]) -> Iterator[list[UnitOdds]]:
    # the units for which `key` gives the same, and gives anything
    alike: dict[object, list[UnitOdds]] = {}
    for unit in units:
        if found := key(unit):
            alike.setdefault(found, []).append(unit)
    yield from alike.values()


def _who(units: Sequence[UnitOdds], numbers: Numbers) -> str:
    return ", ".join(numbers[unit.group] for unit in units)


def _morale(units: Sequence[UnitOdds], numbers: Numbers) -> Iterator[str]:
    rows = [
        _row(_who(several, numbers), test.label, percent_words(test.pass_chance))
        for several in _alike(units, lambda unit: unit.tests)
        for test in several[0].tests
    ]
    if rows:
        yield '<h2 id="morale">Morale</h2>'
        yield table("numbers labelled", ("Units", "Test", "chance to pass"), rows, "morale")


def _not_allowed(units: Sequence[UnitOdds], numbers: Numbers) -> Iterator[str]:
    items = [
        line(
            "li",
            phrase("{units}: {what}: {reason}", units=_who(several, numbers), what=one.what, reason=cited(one.reason)),
        )
        for several in _alike(units, lambda unit: unit.forbidden)
        for one in several[0].forbidden
    ]
    if items:
        yield f'<h2 id="not-allowed">Not allowed</h2>\n<ul>{"".join(items)}</ul>'


def _assaults(assaults: Assaults, numbers: Numbers, others: Sequence[UnitGroup]) -> Iterator[str]:
    across = {group: f"x{number}" for number, group in enumerate(others, 1)}
    yield from _units("assaults", ASSAULT, across)
    situations = [
        (situation, charging)
        for situation in dict.fromkeys(one.situation for one in assaults.fought)
        for charging in (True, False)
    ]
    for place, (situation, charging) in enumerate(situations):
        yield from _situation(f"assault-{place}", assaults, situation, numbers, across, charging=charging)
    if reasons := dict.fromkeys(cited(one.reason) for one in assaults.forbidden):
        yield line("h3", phrase("{mark}: not allowed", mark=FORBIDDEN))
        yield f"<ul>{''.join(line('li', reason) for reason in reasons)}</ul>"


def _situation(
    section: str, assaults: Assaults, situation: str, numbers: Numbers, across: Numbers, *, charging: bool
) -> Iterator[str]:
    sides, forbidden = assaults.in_situation(situation, charging=charging)
    if not sides:
        return
    pairs = sides.keys() | forbidden
    columns = [group for group in across if any(pair[1] == group for pair in pairs)]
    rows = [group for group in numbers if any(pair[0] == group for pair in pairs)]
    counted = any(side.casualties_inflicted is not None for side in sides.values())
    yield f'<h3 id="{section}">{text(charge_words(situation, counted=counted, charging=charging))}</h3>'
    heads = ("Unit", *(across[group] for group in columns))
    yield table(
        "numbers",
        heads,
        (
            f'<tr role="row"><th role="rowheader" scope="row">{numbers[row]}</th>'
            + number_cells(
                FORBIDDEN if (row, group) in forbidden else _side(sides.get((row, group))) for group in columns
            )
            + "</tr>"
            for row in rows
        ),
        section,
    )


def _side(side: AssaultSide | None) -> str:
    if side is None:
        return "-"
    if side.casualties_inflicted is None:
        return percent_words(side.win_chance)
    per_100 = side.group.per_100_points(side.casualties_inflicted)
    return f"{percent_words(side.win_chance)}, {'?' if per_100 is None else decimal_words(per_100)}"
