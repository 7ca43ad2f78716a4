"""Which formation and unit of one report is which of another: known by what they are, not by the line they stand on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from orbat.model.arrange import parent_of
from orbat.model.edits import at
from orbat.model.fields import plain_fields
from orbat.model.path import Path
from orbat.model.record import Record
from orbat.model.short_form import value
from orbat.report.report import Report
from orbat.report.rows import Row

Keys = Mapping[Path, tuple[Hashable, ...]]
"""What each thing may be known again by, the surest first; None where it has no such mark."""


class Side:
    """The rows of a report by their paths."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.rows = {row.path: row for row in report.rows}

    def name(self, path: Path) -> str:
        """What the thing at a path is called."""
        row = self.rows[path]
        return "the army" if row.sort == "army" else row.name or f"an unnamed {row.level}"

    def told(self, path: Path) -> dict[str, str]:
        """What the thing at a path says in fields that no row has, by what they are called."""
        if self.report.orbat is None:
            return {}
        return told(at(self.report.orbat, path))

    def of(self, sort: Literal["formation", "unit"]) -> Iterator[Row]:
        """The rows of one sort, in document order."""
        return (row for row in self.rows.values() if row.sort == sort)


def told(record: Record | None) -> dict[str, str]:
    """What a record says in fields that no row has and that differences tell of, by what they are called."""
    if record is None:
        return {}
    fields = [one for one in plain_fields(type(record)) if one.compared and one.part is None]
    return {one.label.lower(): value(one.data(record)) for one in fields if one.is_set(record)}


def pairs(old: Side, new: Side) -> dict[Path, Path]:
    """Where each thing that both have was before, by where it is now; the army itself among them."""
    alike = _list_of(old) == _list_of(new)
    back = _paired(_formation_keys(old, placed=alike), _formation_keys(new, placed=alike)) | {(): ()}
    only_moved = _looks_by_name(old).items() & _looks_by_name(new).items()
    there = {name for name, _ in only_moved}
    before = _unit_keys(old, lambda home: home, there)
    return back | _paired(before, _unit_keys(new, lambda home: back.get(home, ("new", *home)), there))


def _list_of(side: Side) -> str:
    """The id of an army's list, or ""."""
    orbat = side.report.orbat
    return orbat.army_list.id if orbat and orbat.army_list else ""


def _paired(before: Keys, after: Keys) -> dict[Path, Path]:
    """Which thing after was which before: those that share the surest key, and among them in their order."""
    found: dict[Path, Path] = {}
    for stage in range(len(next(iter(after.values()), ()))):
        known = set(found.values())
        waiting: dict[Hashable, list[Path]] = defaultdict(list)
        for path, keys in before.items():
            if path not in known and keys[stage] is not None:
                waiting[keys[stage]].append(path)
        for path, keys in after.items():
            if path not in found and waiting.get(keys[stage]):
                found[path] = waiting[keys[stage]].pop(0)
    return found


def _formation_keys(side: Side, *, placed: bool) -> Keys:
    """A formation is known by what is in it, which keeps its name apart from the number it happens to have; then by
    its name and place, its general, its name; at last, where it is `placed` in an army of the same list, by its level
    and place."""
    keys: dict[Path, tuple[Hashable, ...]] = {}
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


def _look(side: Side, row: Row) -> tuple[Hashable, ...]:
    """All that is said of a unit but where it is."""
    more = tuple(side.told(row.path).items())
    return (row.name, row.entry_id, row.rating, row.size, row.options, row.off_board, row.note, more)


def _looks_by_name(side: Side) -> dict[str, frozenset[tuple[Hashable, int]]]:
    """What the units of each name look like, and how many look so."""
    looks: defaultdict[str, Counter[Hashable]] = defaultdict(Counter)
    for row in side.of("unit"):
        looks[row.name][_look(side, row)] += 1
    return {name: frozenset(counted.items()) for name, counted in looks.items()}


def _unit_keys(side: Side, same: Callable[[Path], Path], there: set[str]) -> Keys:
    """A unit is known by its formation and all that is said of it, then by its formation and name, then wherever it
    is; at last by its formation and entry. `same` gives the path that a formation had before.

    Units of a name that are all `there` on both sides have at most moved, so each is known wherever it is.
    """
    keys: dict[Path, tuple[Hashable, ...]] = {}
    for row in side.of("unit"):
        look = _look(side, row)
        own_name = row.name if row.name != row.entry else None
        home = same(parent_of(row.path))
        moved = look if row.name in there else None
        keys[row.path] = ((home, look), moved, (home, row.name), look, own_name, (home, row.entry_id))
    return keys
