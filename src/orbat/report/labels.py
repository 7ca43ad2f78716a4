"""The contents of labels for bases and movement trays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orbat.model.kinds import Symbol
from orbat.model.national_flag import NationalFlag
from orbat.model.path import OrbatPath
from orbat.model.play import Base
from orbat.model.record import Value
from orbat.report.report import Report
from orbat.report.rows import formation_heading


class Label(Value):
    """The label of a unit or general."""

    path: OrbatPath
    name: str
    grade: str
    """The class or grade, or the word for a general."""
    details: tuple[str, ...]
    """The size and the options."""
    formation: str
    """The heading of the formation around a unit, or of a general's own formation; the army list for the general of the
    army."""
    symbol: Symbol | None
    flag: NationalFlag | None
    base: Base | None
    """The base of the stands. None if the ruleset gives no width for it."""


def labels_of(report: Report) -> tuple[Label, ...]:
    """Make the labels of all units and generals, in document order. Works have no labels."""
    if report.book is None or report.quote is None or report.orbat is None:
        return ()
    return tuple(_labels(report))


def _labels(report: Report) -> Iterator[Label]:
    assert report.book is not None
    assert report.quote is not None
    book, ruleset = report.book, report.book.ruleset
    entries = {line.path: book.entry(line.list_id, line.unit.entry) for line in report.quote.all_units}
    list_ids = _list_ids(report)
    staff = next((ruleset.base_of(kind_id) for kind_id, kind in ruleset.kinds.items() if kind.staff), None)
    headings: dict[OrbatPath, str] = {(): book.title(list_ids[()])}
    for row in report.rows:
        army_list = book.lists.get(list_ids.get(row.path, ""))
        flag = army_list.national_flag if army_list else None
        if row.sort == "unit":
            entry = entries.get(row.path)
            if entry and book.kind(entry).works:
                continue
            grade = f"{ruleset.rating_word} {row.rating}" if row.rating else ""
            details = tuple(one for one in (row.size_text, row.options) if one)
            around = headings[row.path[:-2]] if len(row.path) > 2 else ""
            symbol, base = (book.symbol(entry), ruleset.base_of(entry.kind)) if entry else (None, None)
            own = None if entry and entry.allied else flag
            yield Label(row.path, row.name, grade, details, around, symbol, own, base)
            continue
        if row.sort == "formation":
            headings[row.path] = formation_heading(row.level, row.name)
        if row.commander:
            path = (*row.path, "commander")
            # dice are rolled again for each game, but a label is for many games
            yield Label(path, row.commander, ruleset.commander_title, (), headings[row.path], "staff", flag, staff)


def _list_ids(report: Report) -> Mapping[OrbatPath, str]:
    assert report.orbat is not None
    assert report.quote is not None
    own = report.orbat.army_list.id if report.orbat.army_list else ""
    formations = {line.path: line.list_id for line in report.quote.all_formations}
    return {(): own, **formations, **{line.path: line.list_id for line in report.quote.all_units}}
