"""What differs between two reports, such as a kept version and what is on screen, in lines a player understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from orbat.model.arrange import parent_of
from orbat.model.edits import at
from orbat.model.orbat import Commander
from orbat.model.path import Path
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.pricing.quote import Points, Quote
from orbat.report.pairing import Side, pairs, told
from orbat.report.report import Report, number
from orbat.report.rows import Row

Sign = Literal["+", "-", "~"]


class Change(Value):
    """One difference: something come, gone or changed, what, and by how many points the total differs through it.

    `before` and `after` are where it was and is: the unit, or the formation whose own line or general it is about.
    What is of neither has no such place.
    """

    sign: Sign
    words: str
    points: Points = 0
    before: Path | None = None
    after: Path | None = None


def changes(before: Report, after: Report) -> tuple[Change, ...]:
    """What differs, in this order: the head, what is changed or come as it stands after, what is gone as it stood
    before, the totals."""
    old, new = Side(before), Side(after)
    things = changes_of_things(old, new, pairs(old, new))
    return (*changes_of_head(before, after), *things, *_pairs(_totals(before), _totals(after), " points"))


def changes_of_head(before: Report, after: Report) -> tuple[Change, ...]:
    """What differs in the head of the ORBAT and in the readings of the rules."""
    return (*_pairs(_head(before), _head(after)), *_rulings(before, after))


def changes_of_things(old: Side, new: Side, back: Mapping[Path, Path]) -> tuple[Change, ...]:
    """What differs in formations, units and generals, where `back` says what was where (see `pairing`).

    The points of all of them together are the difference of the totals.
    """
    forth = {was: now for now, was in back.items()}
    come = {path: (words, points) for path, words, points in _lone(new, back)}
    found: list[Change] = []
    for row in new.rows.values():
        if row.path in come:
            words, points = come[row.path]
            found.append(Change("+", words, points, after=row.path))
        elif row.path in back and back[row.path] in old.rows:
            found += _changed(old, new, row, back)
    gone = (Change("-", words, exact(-points), before=path) for path, words, points in _lone(old, forth))
    return (*found, *gone)


def _lone(side: Side, known: Mapping[Path, Path]) -> Iterator[tuple[Path, str, Points]]:
    """What only one side has, in words, and its points; what stands in such a formation is counted in its line."""
    own = _own_points(side.report.quote)
    outermost: dict[Path, str] = {}
    inside: Counter[Path] = Counter()
    points: dict[Path, Points] = {}
    for row in side.rows.values():
        if row.path in known:
            continue
        top = row.path
        while top[:-2] not in known:
            top = top[:-2]
        points[top] = points.get(top, 0) + own.get(row.path, 0)
        if top != row.path:
            inside[top] += row.sort == "unit"
        else:
            outermost[top] = _unit_words(side, row) if row.sort == "unit" else side.name(top)
    for path, words in outermost.items():
        counted = f"{words}, {number(inside[path], 'unit')}" if inside[path] else words
        yield path, counted, exact(points[path])


def _own_points(quote: Quote | None) -> dict[Path, Points]:
    """What each unit costs, and each formation's general without what he commands, by their paths."""
    if quote is None:
        return {}
    units = {line.path: line.points for line in quote.all_units}
    return units | {line.path[:-1]: line.points for line in quote.all_commanders}


def _unit_words(side: Side, row: Row) -> str:
    """`7th Blues, 12 stands, class 3, rifles: 48 points`."""
    parts = [row.name, _size(row), _rating(side, row) if row.rating else "", row.options]
    words = ", ".join(part for part in parts if part)
    return f"{words}: {_points(row.points)}"


def _changed(old: Side, new: Side, row: Row, back: Mapping[Path, Path]) -> Iterator[Change]:
    """What a thing of both sides is now that it was not."""
    was = old.rows[back[row.path]]
    parts = []
    if row.sort != "army":
        home, before = parent_of(row.path), parent_of(was.path)
        # a formation that only has another name by now is still the same place
        parts += [f"from {old.name(before)} to {new.name(home)}"] if back.get(home) != before else []
        parts += [f"now {new.name(row.path)}"] if was.name != row.name else []
    if row.sort == "unit":
        parts += _differ(was.entry, row.entry)
        parts += _differ(_size(was), _size(row), "no size")
        parts += _differ(_rating(old, was), _rating(new, row))
        parts += _differ(was.options, row.options, "no options")
    else:
        parts += _differ(was.level, row.level)
    if was.held != row.held:
        parts.append(f"now {row.held or 'on the board'}")
    if row.sort != "army":  # the head tells what the army says
        parts += _told(old.told(was.path), new.told(row.path))
    parts += ["another note"] if was.note != row.note else []
    if row.sort == "unit" and was.points != row.points:
        parts.append(f"{_points(was.points, '')} to {_points(row.points)}")
    by = exact(_worth(row.points) - _worth(was.points)) if row.sort == "unit" else 0
    if parts:
        yield Change("~", f"{old.name(was.path)}: {', '.join(parts)}", by, was.path, row.path)
    yield from _general(old, was, new, row)


def _general(old: Side, was: Row, new: Side, row: Row) -> Iterator[Change]:
    """What became of the general of a formation or the army, by what its rules call him."""
    old_name, new_name = (f"{_commander(side)} of {side.name(one.path)}" for side, one in ((old, was), (new, row)))
    by = exact(_worth(row.commander_points) - _worth(was.commander_points))
    if was.commander and row.commander:
        parts = _differ(was.general, row.general)
        before, after = _commander_at(old, was), _commander_at(new, row)
        parts += _told(told(before), told(after))
        if before and after and before.roll and after.roll:
            parts += _told(told(before.roll), told(after.roll))
        if was.commander_points != row.commander_points:
            parts.append(f"{was.commander_points} to {_points(row.commander_points)}")
        if parts:
            yield Change("~", f"{old_name}: {', '.join(parts)}", by, was.path, row.path)
    elif row.commander:
        words = f"{new_name}: {row.general}, {_points(row.commander_points)}"
        yield Change("+", words, by, was.path, row.path)
    elif was.commander:
        words = f"{old_name}: {was.general}, {_points(was.commander_points)}"
        yield Change("-", words, by, was.path, row.path)


def _commander_at(side: Side, row: Row) -> Commander | None:
    assert side.report.orbat is not None, "a report without an ORBAT has no rows"
    found: Commander | None = at(side.report.orbat, (*row.path, "commander"))
    return found


def _commander(side: Side) -> str:
    return side.report.book.ruleset.commander_word if side.report.book else "general"


def _worth(points: str) -> Fraction:
    """The points that a row shows, as a number; what has no price adds nothing."""
    return Fraction(points) if points not in ("", "?") else Fraction(0)


def _differ(was: str, now: str, none: str = "none") -> list[str]:
    """`12 stands to 15 stands`, or nothing where both are the same."""
    return [f"{was or none} to {now or none}"] if was != now else []


def _told(was: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """`motto none to Onwards`, for each field that differs."""
    return [f"{what} {words}" for what in {**was, **now} for words in _differ(was.get(what, ""), now.get(what, ""))]


def _size(row: Row) -> str:
    return row.sized


def _rating(side: Side, row: Row) -> str:
    word = side.report.book.ruleset.rating_word if side.report.book else "rating"
    return f"{word} {row.rating}" if row.rating else f"no {word}"


def _points(points: str, word: str = " points") -> str:
    """`48 points`; what could not be priced has no price."""
    if points == "?":
        return "no price"
    return f"{points} point" if points == "1" and word else f"{points}{word}"


def _head(report: Report) -> dict[str, str]:
    """What the head of an ORBAT says, by what it is called."""
    orbat = report.orbat
    if orbat is None:
        return {}
    return {
        "title": orbat.title,
        "player": orbat.player,
        "ruleset": report.ruleset,
        "army list": report.army_list,
        "date": orbat.date.in_words if orbat.date else "",
        "agreed size": str(orbat.game_size) if orbat.game_size is not None else "",
        "staff table": orbat.staff_table,
        **told(orbat),
    }


def _rulings(before: Report, after: Report) -> Iterator[Change]:
    """`A third of which total? Now of the agreed size, before of the points spent`."""
    if before.book is None or after.book is None or before.orbat is None or after.orbat is None:
        return
    was, now = before.book.rulings(before.orbat), after.book.rulings(after.orbat)
    for ruling in after.book.ruleset.rulings:
        if was.get(ruling.id, now[ruling.id]) != now[ruling.id]:
            label = {choice.id: choice.label for choice in ruling.choices}
            words = f"{label[now[ruling.id]]}, before {label.get(was[ruling.id], was[ruling.id])}"
            yield Change("~", f"{ruling.question} Now {words}")


def _totals(report: Report) -> dict[str, str]:
    """The sums of an ORBAT, in points."""
    if report.quote is None:
        return {}
    return {"total": show(report.quote.total), "off the board": show(report.quote.off_board)}


def _pairs(was: Mapping[str, str], now: Mapping[str, str], word: str = "") -> Iterator[Change]:
    """`agreed size: 400 to 800`, for each that differs."""
    for what in {**was, **now}:
        for words in _differ(was.get(what, ""), now.get(what, "")):
            yield Change("~", f"{what}: {words}{word}")
