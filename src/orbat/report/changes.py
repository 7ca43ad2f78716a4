"""What differs between two reports, such as a kept version and what is on screen, in lines a player understands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from orbat.evaluate.quote import ExactPoints, Quote
from orbat.model.arrange import parent_of
from orbat.model.edits import at
from orbat.model.fields import generic_fields
from orbat.model.orbat import Commander
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.record import Record, Value
from orbat.model.text_words import value
from orbat.report.report import Report, number
from orbat.report.rows import Row

# Which formation and unit of one report is which of another: known by what they are, not by the line they stand on.


Keys = Mapping[OrbatPath, tuple[Hashable, ...]]
"""What each thing may be known again by, the surest first; None where it has no such mark."""


class ReportRows:
    """The rows of a report by their paths."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.rows = {row.path: row for row in report.rows}

    def name(self, path: OrbatPath) -> str:
        """What the thing at a path is called."""
        row = self.rows[path]
        return "the army" if row.sort == "army" else row.name or f"an unnamed {row.level}"

    def extra_fields(self, path: OrbatPath) -> dict[str, str]:
        """What the thing at a path says in fields that no row has, by what they are called."""
        if self.report.orbat is None:
            return {}
        return extra_fields(at(self.report.orbat, path))

    def of(self, sort: Literal["formation", "unit"]) -> Iterator[Row]:
        """The rows of one sort, in document order."""
        return (row for row in self.rows.values() if row.sort == sort)


def extra_fields(record: Record | None) -> dict[str, str]:
    """What a record says in fields that no row has and that differences tell of, by what they are called."""
    if record is None:
        return {}
    fields = [one for one in generic_fields(type(record)) if one.compared and one.part is None]
    return {one.label.lower(): value(one.data(record)) for one in fields if one.is_set(record)}


def matching_paths(old: ReportRows, new: ReportRows) -> dict[OrbatPath, OrbatPath]:
    """Where each thing that both have was before, by where it is now; the army itself among them."""
    alike = _list_of(old) == _list_of(new)
    back = _paired(_formation_keys(old, placed=alike), _formation_keys(new, placed=alike)) | {(): ()}
    only_moved = _looks_by_name(old).items() & _looks_by_name(new).items()
    there = {name for name, _ in only_moved}
    before = _unit_keys(old, lambda home: home, there)
    return back | _paired(before, _unit_keys(new, lambda home: back.get(home, ("new", *home)), there))


def _list_of(side: ReportRows) -> str:
    """The id of an army's list, or ""."""
    orbat = side.report.orbat
    return orbat.army_list.id if orbat and orbat.army_list else ""


def _paired(before: Keys, after: Keys) -> dict[OrbatPath, OrbatPath]:
    """Which thing after was which before: those that share the surest key, and among them in their order."""
    found: dict[OrbatPath, OrbatPath] = {}
    for stage in range(len(next(iter(after.values()), ()))):
        known = set(found.values())
        waiting: dict[Hashable, list[OrbatPath]] = defaultdict(list)
        for path, keys in before.items():
            if path not in known and keys[stage] is not None:
                waiting[keys[stage]].append(path)
        for path, keys in after.items():
            if path not in found and waiting.get(keys[stage]):
                found[path] = waiting[keys[stage]].pop(0)
    return found


def _formation_keys(side: ReportRows, *, placed: bool) -> Keys:
    """A formation is known by what is in it, which keeps its name apart from the number it happens to have; then by
    its name and place, its general, its name; at last, where it is `placed` in an army of the same list, by its level
    and place."""
    keys: dict[OrbatPath, tuple[Hashable, ...]] = {}
    for row in side.of("formation"):
        assert side.report.orbat is not None, "a report without an ORBAT has no rows"
        formation = replace(at(side.report.orbat, row.path), name="", points=None)
        parent = side.name(parent_of(row.path))
        filled = formation.units or formation.formations
        general = formation.commander.name if formation.commander else ""
        # armies of two nations have brigades of one name that are not the same; a general has only one
        known = placed or bool(general)
        own = "" if placed else general
        keys[row.path] = (
            (formation, parent, row.name),
            formation if filled else None,
            (parent, row.level, row.name, own) if known else None,
            (row.level, general) if general else None,
            (row.name, own) if row.name and known else None,
            (parent, row.level) if placed else None,
        )
    return keys


def _look(side: ReportRows, row: Row) -> tuple[Hashable, ...]:
    """All that is said of a unit but where it is."""
    more = tuple(side.extra_fields(row.path).items())
    return (row.name, row.entry_id, row.rating, row.size, row.options, row.off_board, row.note, more)


def _looks_by_name(side: ReportRows) -> dict[str, frozenset[tuple[Hashable, int]]]:
    """What the units of each name look like, and how many look so."""
    looks: defaultdict[str, Counter[Hashable]] = defaultdict(Counter)
    for row in side.of("unit"):
        looks[row.name][_look(side, row)] += 1
    return {name: frozenset(counted.items()) for name, counted in looks.items()}


def _unit_keys(side: ReportRows, same: Callable[[OrbatPath], OrbatPath], there: set[str]) -> Keys:
    """A unit is known by its formation and all that is said of it, then by its formation and name, then wherever it
    is; at last by its formation and entry. `same` gives the path that a formation had before.

    Units of a name that are all `there` on both sides have at most moved, so each is known wherever it is.
    """
    keys: dict[OrbatPath, tuple[Hashable, ...]] = {}
    for row in side.of("unit"):
        look = _look(side, row)
        own_name = row.name if row.name != row.entry else None
        home = same(parent_of(row.path))
        moved = look if row.name in there else None
        keys[row.path] = ((home, look), moved, (home, row.name), look, own_name, (home, row.entry_id))
    return keys


Sign = Literal["+", "-", "~"]


class Change(Value):
    """One difference: something come, gone or changed, what, and by how many points the total differs through it.

    `before` and `after` are where it was and is: the unit, or the formation whose own line or general it is about.
    What is of neither has no such place.
    """

    sign: Sign
    words: str
    points: ExactPoints = 0
    before: OrbatPath | None = None
    after: OrbatPath | None = None


def changes(before: Report, after: Report) -> tuple[Change, ...]:
    """What differs, in this order: the head, what is changed or come as it stands after, what is gone as it stood
    before, the totals."""
    old, new = ReportRows(before), ReportRows(after)
    things = army_changes(old, new, matching_paths(old, new))
    return (*header_changes(before, after), *things, *_pairs(_totals(before), _totals(after), " points"))


def header_changes(before: Report, after: Report) -> tuple[Change, ...]:
    """What differs in the head of the ORBAT and in the readings of the rules."""
    return (*_pairs(_head(before), _head(after)), *_rulings(before, after))


def army_changes(old: ReportRows, new: ReportRows, back: Mapping[OrbatPath, OrbatPath]) -> tuple[Change, ...]:
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


def _lone(side: ReportRows, known: Mapping[OrbatPath, OrbatPath]) -> Iterator[tuple[OrbatPath, str, ExactPoints]]:
    """What only one side has, in words, and its points; what stands in such a formation is counted in its line."""
    own = _own_points(side.report.quote)
    outermost: dict[OrbatPath, str] = {}
    inside: Counter[OrbatPath] = Counter()
    points: dict[OrbatPath, ExactPoints] = {}
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


def _own_points(quote: Quote | None) -> dict[OrbatPath, ExactPoints]:
    """What each unit costs, and each formation's general without what he commands, by their paths."""
    if quote is None:
        return {}
    units = {line.path: line.points for line in quote.all_units}
    return units | {line.path[:-1]: line.points for line in quote.all_commanders}


def _unit_words(side: ReportRows, row: Row) -> str:
    """`7th Blues, 12 stands, class 3, rifles: 48 points`."""
    parts = [row.name, _size(row), _rating(side, row) if row.rating else "", row.options]
    words = ", ".join(part for part in parts if part)
    return f"{words}: {_points(row.points)}"


def _changed(old: ReportRows, new: ReportRows, row: Row, back: Mapping[OrbatPath, OrbatPath]) -> Iterator[Change]:
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
    if was.off_board_text != row.off_board_text:
        parts.append(f"now {row.off_board_text or 'on the board'}")
    if row.sort != "army":  # the head tells what the army says
        parts += _told(old.extra_fields(was.path), new.extra_fields(row.path))
    parts += ["another note"] if was.note != row.note else []
    if row.sort == "unit" and was.points != row.points:
        parts.append(f"{_points(was.points, '')} to {_points(row.points)}")
    by = exact(_worth(row.points) - _worth(was.points)) if row.sort == "unit" else 0
    if parts:
        yield Change("~", f"{old.name(was.path)}: {', '.join(parts)}", by, was.path, row.path)
    yield from _general(old, was, new, row)


def _general(old: ReportRows, was: Row, new: ReportRows, row: Row) -> Iterator[Change]:
    """What became of the general of a formation or the army, by what its rules call him."""
    old_name, new_name = (f"{_commander(side)} of {side.name(one.path)}" for side, one in ((old, was), (new, row)))
    by = exact(_worth(row.commander_points) - _worth(was.commander_points))
    if was.commander and row.commander:
        parts = _differ(was.commander_text, row.commander_text)
        before, after = _commander_at(old, was), _commander_at(new, row)
        parts += _told(extra_fields(before), extra_fields(after))
        if before and after and before.roll and after.roll:
            parts += _told(extra_fields(before.roll), extra_fields(after.roll))
        if was.commander_points != row.commander_points:
            parts.append(f"{was.commander_points} to {_points(row.commander_points)}")
        if parts:
            yield Change("~", f"{old_name}: {', '.join(parts)}", by, was.path, row.path)
    elif row.commander:
        words = f"{new_name}: {row.commander_text}, {_points(row.commander_points)}"
        yield Change("+", words, by, was.path, row.path)
    elif was.commander:
        words = f"{old_name}: {was.commander_text}, {_points(was.commander_points)}"
        yield Change("-", words, by, was.path, row.path)


def _commander_at(side: ReportRows, row: Row) -> Commander | None:
    assert side.report.orbat is not None, "a report without an ORBAT has no rows"
    found: Commander | None = at(side.report.orbat, (*row.path, "commander"))
    return found


def _commander(side: ReportRows) -> str:
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
    return row.size_text


def _rating(side: ReportRows, row: Row) -> str:
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
        **extra_fields(orbat),
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
