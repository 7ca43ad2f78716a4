"""The order of battle: a heading, the general and a table of units for each formation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orbat.model.book import Book
from orbat.model.kinds import Symbol
from orbat.model.path import OrbatPath
from orbat.model.wording import phrase
from orbat.render.html.markup import element_id, line, lines, name, text
from orbat.render.html.shell import table
from orbat.render.html.signs import sign
from orbat.report.report import Report
from orbat.report.roster import Roster, RosterFormation, RosterUnit
from orbat.report.rows import Row

Signs = Mapping[OrbatPath, Symbol | None]
"""The sign of each unit, by path."""


def signs_of(report: Report) -> Signs:
    """The sign (map symbol) of each unit of an army, by path."""
    if report.book is None or report.quote is None:
        return {}
    entries = {line.path: report.book.entry(line.list_id, line.unit.entry) for line in report.quote.all_units}
    return {path: report.book.symbol(entry) if entry else None for path, entry in entries.items()}


def order_of_battle(report: Report, found: Roster, signs: Signs) -> str:
    """Every formation with its general, sum and units."""
    assert report.book is not None
    return lines(_formation(one, number, report.book, signs) for number, one in enumerate(found.formations))


def heading_tag(formation: RosterFormation) -> str:
    """The tag of a formation's heading: `h3` at depth 1, `h4` at depth 2, and so on, to `h6`."""
    return f"h{min(2 + formation.depth, 6)}"


def heading_id(prefix: str, number: int) -> str:
    """The id of the heading of a formation. `number` is its position in the roster."""
    return f"{prefix}-{number}"


def points_text(points: str) -> str:
    """The points as text: `48 points`, or "" if `points` is ""."""
    return phrase("{points} points", points=points) if points else ""


def _formation(formation: RosterFormation, number: int, book: Book, signs: Signs) -> str:
    tag, row = heading_tag(formation), formation.row
    heading = f'<{tag} id="{heading_id("formation", number)}">{name(formation.title)}'
    heading += f" {line('span', points_text(formation.points), 'points')}</{tag}>"
    details = _formation_lines(formation, row, _capital(book.ruleset.commander_word)) if row else ()
    units = _table(formation.units, heading_id("formation", number), book, signs) if formation.units else ""
    return lines([f'<div class="formation depth-{min(formation.depth, 4)}">', heading, *details, units, "</div>"])


def _formation_lines(formation: RosterFormation, row: Row, title: str) -> Iterator[str]:
    yield line("p", row.off_board_text, "off-board")
    if row.commander:
        words = ", ".join(part for part in (row.quality, _dice(row)) if part)
        general = name(row.commander) + (f", {text(words)}" if words else "")
        yield f"<p>{text(title)}: {general} {line('span', row.commander_reason, 'sum')}</p>"
        yield line("p", ", ".join(formation.history), "detail")
    if row.sort == "formation":
        yield line("p", row.note, "note")
        yield line("p", _claimed(row), "detail")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _dice(row: Row) -> str:
    return phrase("dice {dice}", dice=row.dice_record) if row.dice else ""


def _claimed(row: Row) -> str:
    return phrase("written points: {points}", points=row.claimed) if row.claimed and row.claimed != row.points else ""


def _table(units: tuple[RosterUnit, ...], heading: str, book: Book, signs: Signs) -> str:
    rating = book.ruleset.rating_word
    heads = ("Unit", _capital(rating), "Size", "Troops and price", "Points")
    rows = (_unit(unit, rating, signs.get(unit.row.path)) for unit in units)
    return table("units", heads, rows, heading)


def _unit(unit: RosterUnit, rating_word: str, symbol: Symbol | None) -> str:
    row = unit.row
    details = [
        line("div", _troops(row)),
        line("div", row.reason, "sum"),
        line("div", _claimed(row), "sum"),
        line("div", row.off_board_text, "off-board"),
        line("div", "; ".join((*unit.history, unit.included)).strip("; "), "detail"),
        line("div", row.note, "note"),
    ]
    size = row.named_size or row.size_text
    rating = f'<td role="cell" class="rating" data-head="{text(rating_word)}">{text(row.rating)}</td>'
    return (
        f'<tr role="row" id="{element_id("unit", row.path)}">'
        f'<th role="rowheader" scope="row">{sign(symbol, row.arm)} {name(row.name)}</th>{rating}'
        f'<td role="cell" class="size">{text(size)}</td><td role="cell" class="troops">{"".join(details)}</td>'
        f'<td role="cell" class="points">{text(row.points)}</td></tr>'
    )


def _troops(row: Row) -> str:
    entry = row.entry if row.entry != row.name else ""
    arm = row.arm if row.arm.casefold() not in entry.casefold() else ""
    return ", ".join(part for part in (entry, arm, row.options) if part)
