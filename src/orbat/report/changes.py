"""The differences between two reports, as text."""

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
from orbat.model.wording import phrase, pick, plural
from orbat.report.report import Report
from orbat.report.rows import Row

# Matching the formations and units of two reports by their contents, not their positions.


Keys = Mapping[OrbatPath, tuple[Hashable, ...]]
"""Keys for finding a formation or unit in another report, by path, from specific to general. None means no key."""


class ReportRows:
    """The rows of a report, which can be looked up by path."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.rows = {row.path: row for row in report.rows}

    def name(self, path: OrbatPath) -> str:
        """The name to show for the formation, unit or army at a path."""
        row = self.rows[path]
        return "the army" if row.sort == "army" else row.name or f"an unnamed {row.level}"

    def extra_fields(self, path: OrbatPath) -> dict[str, str]:
        """The fields of a formation, unit or army that comparisons check, but that its `Row` does not have.

        Maps labels to values as text.
        """
        if self.report.orbat is None:
            return {}
        return extra_fields(at(self.report.orbat, path))

    def rows_of(self, sort: Literal["formation", "unit"]) -> Iterator[Row]:
        """The rows of all formations or of all units, in document order."""
        return (row for row in self.rows.values() if row.sort == sort)


def extra_fields(record: Record | None) -> dict[str, str]:
    """The fields of a record that comparisons check, but that its `Row` does not have.

    Maps labels to values as text.
    """
    if record is None:
        return {}
    fields = [one for one in generic_fields(type(record)) if one.compared and one.part is None]
    return {one.label.lower(): value(one.data(record)) for one in fields if one.is_set(record)}


def matching_paths(old: ReportRows, new: ReportRows) -> dict[OrbatPath, OrbatPath]:
    """Find the formations and units that are in both reports.

    Maps paths in `new` to paths in `old`. The army itself has the path () in both.
    """
    alike = _list_id(old) == _list_id(new)
    old_paths = _matched(_formation_keys(old, same_list=alike), _formation_keys(new, same_list=alike)) | {(): ()}
    common = _units_by_name(old).items() & _units_by_name(new).items()
    unmoved = {name for name, _ in common}
    before = _unit_keys(old, lambda parent: parent, unmoved)
    return old_paths | _matched(
        before, _unit_keys(new, lambda parent: old_paths.get(parent, ("new", *parent)), unmoved)
    )


def _list_id(side: ReportRows) -> str:
    orbat = side.report.orbat
    return orbat.army_list.id if orbat and orbat.army_list else ""


def _matched(before: Keys, after: Keys) -> dict[OrbatPath, OrbatPath]:
    found: dict[OrbatPath, OrbatPath] = {}
    # all first keys are compared before any second key, and so on
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


def _formation_keys(side: ReportRows, *, same_list: bool) -> Keys:
    keys: dict[OrbatPath, tuple[Hashable, ...]] = {}
    for row in side.rows_of("formation"):
        assert side.report.orbat is not None, "a report without an ORBAT has no rows"
        formation = replace(at(side.report.orbat, row.path), name="", points=None)
        parent = side.name(parent_of(row.path))
        filled = formation.units or formation.formations
        general = formation.commander.name if formation.commander else ""
        # equal names in armies of two nations are different brigades, unless the general is the same too
        known = same_list or bool(general)
        own = "" if same_list else general
        keys[row.path] = (
            (formation, parent, row.name),
            formation if filled else None,
            (parent, row.level, row.name, own) if known else None,
            (row.level, general) if general else None,
            (row.name, own) if row.name and known else None,
            (parent, row.level) if same_list else None,
        )
    return keys


def _unit_properties(side: ReportRows, row: Row) -> tuple[Hashable, ...]:
    more = tuple(side.extra_fields(row.path).items())
    return (row.name, row.entry_id, row.rating, row.size, row.options, row.off_board, row.note, more)


def _units_by_name(side: ReportRows) -> dict[str, frozenset[tuple[Hashable, int]]]:
    units: defaultdict[str, Counter[Hashable]] = defaultdict(Counter)
    for row in side.rows_of("unit"):
        units[row.name][_unit_properties(side, row)] += 1
    return {name: frozenset(counted.items()) for name, counted in units.items()}


def _unit_keys(side: ReportRows, old_path: Callable[[OrbatPath], OrbatPath], unmoved: set[str]) -> Keys:
    """For each unit, keys to find the same unit in another report. The most reliable key comes first."""
    keys: dict[OrbatPath, tuple[Hashable, ...]] = {}
    # Two units with an equal key count as the same unit.
    for row in side.rows_of("unit"):
        properties = _unit_properties(side, row)
        own_name = row.name if row.name != row.entry else None
        parent = old_path(parent_of(row.path))
        moved = properties if row.name in unmoved else None
        keys[row.path] = ((parent, properties), moved, (parent, row.name), properties, own_name, (parent, row.entry_id))
    return keys


Sign = Literal["+", "-", "~"]


class Change(Value):
    """One difference between two ORBATs, as text."""

    sign: Sign
    words: str
    points: ExactPoints = 0
    """The effect on the total."""
    before: OrbatPath | None = None
    """The old path of the unit or formation. For a general, the path of the formation."""
    after: OrbatPath | None = None
    """The new path of the unit or formation. For a general, the path of the formation."""


def changes(before: Report, after: Report) -> tuple[Change, ...]:
    """All differences in this order: header, changes and additions, removals, totals."""
    old, new = ReportRows(before), ReportRows(after)
    changed = army_changes(old, new, matching_paths(old, new))
    return (*header_changes(before, after), *changed, *_total_changes(_totals(before), _totals(after)))


def header_changes(before: Report, after: Report) -> tuple[Change, ...]:
    """The differences in the headers and rulings of two ORBATs."""
    return (*_value_changes(_header_values(before), _header_values(after)), *_ruling_changes(before, after))


def army_changes(old: ReportRows, new: ReportRows, old_paths: Mapping[OrbatPath, OrbatPath]) -> tuple[Change, ...]:
    """The differences in formations, units and generals. `old_paths` is the result of `matching_paths`.

    The points of the changes add up to the difference between the totals.
    """
    new_paths = {was: now for now, was in old_paths.items()}
    added = {path: (words, points) for path, words, points in _unmatched(new, old_paths)}
    found: list[Change] = []
    for row in new.rows.values():
        if row.path in added:
            words, points = added[row.path]
            found.append(Change("+", words, points, after=row.path))
        elif row.path in old_paths and old_paths[row.path] in old.rows:
            found += _row_changes(old, new, row, old_paths)
    removed = (Change("-", words, exact(-points), before=path) for path, words, points in _unmatched(old, new_paths))
    return (*found, *removed)


def _unmatched(side: ReportRows, known: Mapping[OrbatPath, OrbatPath]) -> Iterator[tuple[OrbatPath, str, ExactPoints]]:
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
        if inside[path]:
            words = plural(inside[path], "{name}, {count} unit", "{name}, {count} units", name=words)
        yield path, words, exact(points[path])


def _own_points(quote: Quote | None) -> dict[OrbatPath, ExactPoints]:
    if quote is None:
        return {}
    units = {line.path: line.points for line in quote.all_units}
    return units | {line.path[:-1]: line.points for line in quote.all_commanders}


def _unit_words(side: ReportRows, row: Row) -> str:
    parts = [row.name, _size(row), _rating(side, row) if row.rating else "", row.options]
    # `7th Blues, 12 stands, class 3, rifles: 48 points`
    words = ", ".join(part for part in parts if part)
    return phrase("{unit}: {points}", unit=words, points=_points(row.points))


def _row_changes(
    old: ReportRows, new: ReportRows, row: Row, old_paths: Mapping[OrbatPath, OrbatPath]
) -> Iterator[Change]:
    was = old.rows[old_paths[row.path]]
    parts = []
    if row.sort != "army":
        parent, before = parent_of(row.path), parent_of(was.path)
        # a renamed formation is still the same place
        if old_paths.get(parent) != before:
            parts.append(phrase("moved from {old} to {new}", old=old.name(before), new=new.name(parent)))
        if was.name != row.name:
            parts.append(phrase("renamed {name}", name=new.name(row.path)))
    if row.sort == "unit":
        parts += _value_change(was.entry, row.entry)
        parts += _value_change(_size(was), _size(row), "no size")
        parts += _value_change(_rating(old, was), _rating(new, row))
        parts += _value_change(was.options, row.options, "no options")
    else:
        parts += _value_change(was.level, row.level)
    if was.off_board_text != row.off_board_text:
        parts.append(phrase("now {place}", place=row.off_board_text or "on the board"))
    if row.sort != "army":  # the army's own fields are in the header
        parts += _field_changes(old.extra_fields(was.path), new.extra_fields(row.path))
    parts += ["note changed"] if was.note != row.note else []
    if row.sort == "unit" and was.points != row.points:
        parts.append(_points_change(was.points, row.points))
    by = exact(_points_number(row.points) - _points_number(was.points)) if row.sort == "unit" else 0
    if parts:
        text = phrase("{name}: {changes}", name=old.name(was.path), changes=", ".join(parts))
        yield Change("~", text, by, was.path, row.path)
    yield from _general_changes(old, was, new, row)


def _general_changes(old: ReportRows, was: Row, new: ReportRows, row: Row) -> Iterator[Change]:
    old_name, new_name = (
        phrase("{commander} of {formation}", commander=_commander(side), formation=side.name(one.path))
        for side, one in ((old, was), (new, row))
    )
    by = exact(_points_number(row.commander_points) - _points_number(was.commander_points))
    if was.commander and row.commander:
        parts = _value_change(was.commander_text, row.commander_text)
        before, after = _commander_at(old, was), _commander_at(new, row)
        parts += _field_changes(extra_fields(before), extra_fields(after))
        if before and after and before.roll and after.roll:
            parts += _field_changes(extra_fields(before.roll), extra_fields(after.roll))
        if was.commander_points != row.commander_points:
            parts.append(_points_change(was.commander_points, row.commander_points))
        if parts:
            text = phrase("{name}: {changes}", name=old_name, changes=", ".join(parts))
            yield Change("~", text, by, was.path, row.path)
    elif row.commander:
        yield Change("+", _general_text(new_name, row), by, was.path, row.path)
    elif was.commander:
        yield Change("-", _general_text(old_name, was), by, was.path, row.path)


def _general_text(name: str, row: Row) -> str:
    points = _points(row.commander_points)
    return phrase("{name}: {general}, {points}", name=name, general=row.commander_text, points=points)


def _commander_at(side: ReportRows, row: Row) -> Commander | None:
    assert side.report.orbat is not None, "a report without an ORBAT has no rows"
    found: Commander | None = at(side.report.orbat, (*row.path, "commander"))
    return found


def _commander(side: ReportRows) -> str:
    return side.report.book.ruleset.commander_word if side.report.book else "general"


def _points_number(points: str) -> Fraction:
    return Fraction(points) if points not in ("", "?") else Fraction(0)


def _value_change(was: str, now: str, none: str = "none") -> list[str]:
    # such as `12 stands to 15 stands`
    return [phrase("{old} to {new}", old=was or none, new=now or none)] if was != now else []


def _field_changes(was: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    # such as `motto none to Onwards`
    return [
        f"{what} {words}" for what in {**was, **now} for words in _value_change(was.get(what, ""), now.get(what, ""))
    ]


def _size(row: Row) -> str:
    return row.size_text


def _rating(side: ReportRows, row: Row) -> str:
    word = side.report.book.ruleset.rating_word if side.report.book else "rating"
    if not row.rating:
        return phrase("no {rating_word}", rating_word=word)
    return phrase("{rating_word} {rating}", rating_word=word, rating=row.rating)


def _points(points: str) -> str:
    if points == "?":
        return "no price"
    return pick(1 if points == "1" else 2, "{points} point", "{points} points").format(points=points)


def _points_change(was: str, now: str) -> str:
    return phrase("{old} to {new}", old="no price" if was == "?" else was, new=_points(now))


def _header_values(report: Report) -> dict[str, str]:
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


def _ruling_changes(before: Report, after: Report) -> Iterator[Change]:
    if before.book is None or after.book is None or before.orbat is None or after.orbat is None:
        return
    was, now = before.book.rulings(before.orbat), after.book.rulings(after.orbat)
    for ruling in after.book.ruleset.rulings:
        if was.get(ruling.id, now[ruling.id]) != now[ruling.id]:
            label = {choice.id: choice.label for choice in ruling.choices}
            old = label.get(was[ruling.id], was[ruling.id])
            # `A third of which total? Now of the agreed size; previously of the points spent`
            text = phrase(
                "{question} Now {new}; previously {old}", question=ruling.question, new=label[now[ruling.id]], old=old
            )
            yield Change("~", text)


def _totals(report: Report) -> dict[str, str]:
    if report.quote is None:
        return {}
    return {"total": show(report.quote.total), "off the board": show(report.quote.off_board)}


def _value_changes(was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Change]:
    for what in {**was, **now}:
        for words in _value_change(was.get(what, ""), now.get(what, "")):
            yield Change("~", phrase("{label}: {change}", label=what, change=words))


def _total_changes(was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Change]:
    for what in {**was, **now}:
        for words in _value_change(was.get(what, ""), now.get(what, "")):
            yield Change("~", phrase("{label}: {change} points", label=what, change=words))
