"""What differs between two reports, such as a kept version and what is on screen, in lines a player understands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from orbat.model.arrange import parent_of
from orbat.model.edits import at
from orbat.model.path import Path
from orbat.model.points import show
from orbat.model.record import Value
from orbat.report.report import Report, number
from orbat.report.rows import Row

Sign = Literal["+", "-", "~"]
Keys = Mapping[Path, tuple[Hashable, ...]]
"""What each thing may be known again by, the surest first; None where it has no such mark."""


class Change(Value):
    """One difference: something come, gone or changed, and what."""

    sign: Sign
    words: str


def changes(before: Report, after: Report) -> tuple[Change, ...]:
    """What differs, in this order: the head, what is changed or come as it stands after, what is gone as it stood
    before, the totals."""
    old, new = _Side(before), _Side(after)
    back = _paired(_formation_keys(old), _formation_keys(new)) | {(): ()}
    back |= _paired(_unit_keys(old, lambda home: home), _unit_keys(new, lambda home: back.get(home, ("new", *home))))
    forth = {was: now for now, was in back.items()}
    found = [*_pairs(_head(before), _head(after)), *_rulings(before, after)]
    come = {path: Change("+", words) for path, words in _lone(new, back)}
    for row in new.rows.values():
        if row.path in come:
            found.append(come[row.path])
        elif row.path in back and back[row.path] in old.rows:
            found += _changed(old, new, row, back)
    found += (Change("-", words) for _, words in _lone(old, forth))
    return (*found, *_pairs(_totals(before), _totals(after), " points"))


class _Side:
    """The rows of a report by their paths."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.rows = {row.path: row for row in report.rows}

    def name(self, path: Path) -> str:
        """What the thing at a path is called."""
        row = self.rows[path]
        return "the army" if row.sort == "army" else row.name or f"an unnamed {row.level}"

    def of(self, sort: Literal["formation", "unit"]) -> Iterator[Row]:
        """The rows of one sort, in document order."""
        return (row for row in self.rows.values() if row.sort == sort)


def _paired(before: Keys, after: Keys) -> dict[Path, Path]:
    """Which thing after was which before: those that share the surest key, and among them in their order."""
    pairs: dict[Path, Path] = {}
    for stage in range(len(next(iter(after.values()), ()))):
        known = set(pairs.values())
        waiting: dict[Hashable, list[Path]] = defaultdict(list)
        for path, keys in before.items():
            if path not in known and keys[stage] is not None:
                waiting[keys[stage]].append(path)
        for path, keys in after.items():
            if path not in pairs and waiting.get(keys[stage]):
                pairs[path] = waiting[keys[stage]].pop(0)
    return pairs


def _formation_keys(side: _Side) -> Keys:
    """A formation is known by what is in it, which keeps its name apart from the number it happens to have; then by
    its name; at last by its level and place."""
    keys: dict[Path, tuple[Hashable, ...]] = {}
    for row in side.of("formation"):
        assert side.report.orbat is not None, "a report without an ORBAT has no rows"
        formation = replace(at(side.report.orbat, row.path), name="", points=None)
        parent = side.name(parent_of(row.path))
        filled = formation.units or formation.formations
        keys[row.path] = (
            (formation, parent, row.name),
            formation if filled else None,
            (parent, row.level, row.name),
            row.name or None,
            (parent, row.level),
        )
    return keys


def _unit_keys(side: _Side, same: Callable[[Path], Path]) -> Keys:
    """A unit is known by its formation and all that is said of it, then by its formation and name, then wherever it
    is; at last by its formation and entry. `same` gives the path that a formation had before."""
    keys: dict[Path, tuple[Hashable, ...]] = {}
    for row in side.of("unit"):
        look = (row.name, row.entry_id, row.rating, row.size, row.options, row.off_board, row.note)
        own_name = row.name if row.name != row.entry else None
        home = same(parent_of(row.path))
        keys[row.path] = ((home, look), (home, row.name), look, own_name, (home, row.entry_id))
    return keys


def _lone(side: _Side, known: Mapping[Path, Path]) -> Iterator[tuple[Path, str]]:
    """What only one side has, in words; what stands in such a formation is counted in its line."""
    outermost: dict[Path, str] = {}
    inside: Counter[Path] = Counter()
    for row in side.rows.values():
        if row.path in known:
            continue
        top = row.path
        while top[:-2] not in known:
            top = top[:-2]
        if top != row.path:
            inside[top] += row.sort == "unit"
        else:
            outermost[top] = _unit_words(side, row) if row.sort == "unit" else side.name(top)
    for path, words in outermost.items():
        yield path, f"{words}, {number(inside[path], 'unit')}" if inside[path] else words


def _unit_words(side: _Side, row: Row) -> str:
    """`7th Royal Fusiliers, 12 stands, class 3, rifles: 48 points`."""
    parts = [row.name, _size(row), _rating(side, row) if row.rating else "", row.options]
    words = ", ".join(part for part in parts if part)
    return f"{words}: {_points(row.points)}"


def _changed(old: _Side, new: _Side, row: Row, back: Mapping[Path, Path]) -> Iterator[Change]:
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
    if was.off_board != row.off_board:
        parts.append("now off the board" if row.off_board else "now on the board")
    parts += ["another note"] if was.note != row.note else []
    if row.sort == "unit" and was.points != row.points:
        parts.append(f"{_points(was.points, '')} to {_points(row.points)}")
    if parts:
        yield Change("~", f"{old.name(was.path)}: {', '.join(parts)}")
    yield from _general(was, old.name(was.path), row, new.name(row.path))


def _general(was: Row, old_name: str, row: Row, new_name: str) -> Iterator[Change]:
    """What became of the general of a formation or the army."""
    if was.commander and row.commander:
        parts = _differ(was.general, row.general)
        if was.commander_points != row.commander_points:
            parts.append(f"{was.commander_points} to {_points(row.commander_points)}")
        if parts:
            yield Change("~", f"general of {old_name}: {', '.join(parts)}")
    elif row.commander:
        yield Change("+", f"general of {new_name}: {row.general}, {_points(row.commander_points)}")
    elif was.commander:
        yield Change("-", f"general of {old_name}: {was.general}, {_points(was.commander_points)}")


def _differ(was: str, now: str, none: str = "none") -> list[str]:
    """`12 stands to 15 stands`, or nothing where both are the same."""
    return [f"{was or none} to {now or none}"] if was != now else []


def _size(row: Row) -> str:
    return row.sized


def _rating(side: _Side, row: Row) -> str:
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
