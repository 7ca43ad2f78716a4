"""An ORBAT as CSV: a row for the army, each formation and each unit, for spreadsheets and for reading back.

`points` is what a row itself costs (a unit; a formation's general), so that the column adds up to the total;
`subtotal` is what a formation, or the army, comes to with all that is in it. `claimed` is what somebody wrote where
that is another number. `always` says what the army list or the rules give without its being written. The army's own
facts stand on its row, the first. A cell that a spreadsheet would take for a formula begins with an apostrophe.
Fields without a column of their own there have one at the end where any row says something in them.
"""

from __future__ import annotations

import csv
import io
import re

from orbat.model import path as paths
from orbat.model import short_form as form
from orbat.model.columns import COLUMNS, column_of, more_columns
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import Path
from orbat.model.points import show
from orbat.model.record import Record
from orbat.outputs.plain import Place, Prices, places
from orbat.pricing.quote import Points
from orbat.report.report import Report

_FIGURES = ("points", "subtotal", "claimed")
"""The columns of numbers, which may be below nothing."""
_FORMULA = frozenset("=+-@\t\r＝＋－＠")
_AFTER_SEPARATOR = re.compile(r"(?<=[;|])[=+@-]")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?\Z")


def csv_text(report: Report) -> str:
    """The report's ORBAT as CSV. Without an ORBAT there are only the header and the verdict."""
    rows = [{"level": "army", "name": form.escape(report.title), "verdict": report.bare_verdict}]
    if report.orbat is not None:
        prices = Prices(report)
        rows = [_army(report, report.orbat, prices), *(_row(place, prices) for place in places(report.orbat))]
    used = {column for row in rows for column in row}
    out = io.StringIO()
    columns = [*COLUMNS, *(column for column in more_columns() if column in used)]
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(map(_cells, rows))
    return out.getvalue()


def _cells(row: dict[str, str]) -> dict[str, str]:
    return {column: text if column in _FIGURES and _NUMBER.match(text) else cell(text) for column, text in row.items()}


def cell(text: str) -> str:
    """Text as a cell that no spreadsheet computes. An apostrophe that could be taken for ours gets one of ours."""
    text = _AFTER_SEPARATOR.sub(lambda found: form.code(found[0]), text)
    apostrophe = text[:1] in _FORMULA or (text[:1] == "'" and (text[1:2] in _FORMULA or text[1:2] == "'"))
    return f"'{text}" if apostrophe else text


def _army(report: Report, orbat: Orbat, prices: Prices) -> dict[str, str]:
    commander = ("commander",)
    total = report.quote.total if report.quote else None
    rulings = [f"{form.token(key)} = {form.token(choice)}" for key, choice in orbat.rulings.items()]
    return {
        "level": "army",
        "name": form.escape(orbat.title),
        **_commander(orbat.commander, commander, prices),
        "army_list": str(orbat.army_list or ""),
        "note": form.escape(orbat.note),
        "subtotal": _figure(total),
        "claimed": _claimed(total, orbat.total),
        "orbat": str(orbat.orbat),
        "ruleset": str(orbat.ruleset),
        "game_size": "" if orbat.game_size is None else str(orbat.game_size),
        "date": str(orbat.date or ""),
        "player": form.escape(orbat.player),
        "tags": "; ".join(map(form.tag, orbat.tags)),
        "staff_table": form.token(orbat.staff_table),
        "rulings": "; ".join(rulings),
        "verdict": report.bare_verdict,
        **_fields(orbat),
    }


def _row(place: Place, prices: Prices) -> dict[str, str]:
    thing, points = place.thing, prices.points(place.path)
    own = _formation(thing, place.path, prices) if isinstance(thing, Formation) else _unit(thing, place.path, prices)
    return {
        "path": paths.show(place.path),
        **own,
        "points" if isinstance(thing, Unit) else "subtotal": _figure(points),
        "claimed": _claimed(points, thing.points),
        "army_list": str(thing.army_list or ""),
        "off_board": _off_board(thing.off_board),
        "note": form.escape(thing.note),
        **_fields(thing),
    }


def _fields(thing: Record) -> dict[str, str]:
    """What a record says in fields without a column of their own in `COLUMNS`."""
    return {column_of(type(thing), key): said for key, said in form.values(thing).items()}


def _formation(formation: Formation, path: Path, prices: Prices) -> dict[str, str]:
    return {
        "level": form.token(formation.level),
        "name": form.name(formation.name),
        **_commander(formation.commander, (*path, "commander"), prices),
    }


def _unit(unit: Unit, path: Path, prices: Prices) -> dict[str, str]:
    rating = prices.rating_given(path)
    options = [f"with {form.token(option)}" for option in prices.options_given(path)]
    return {
        "level": "unit",
        "name": form.name(unit.name, prices.entry_name(path, unit)),
        "entry": form.token(unit.entry) if unit.entry else "",
        "size": "" if unit.size is None else str(unit.size),
        "rating": rating or (form.token(unit.rating) if unit.rating else ""),
        "options": "; ".join(map(form.token, unit.options)),
        "always": "; ".join(["rating", *options] if rating else options),
    }


def _commander(commander: Commander | None, path: Path, prices: Prices) -> dict[str, str]:
    if commander is None:
        return {}
    given = prices.quality_given(path)
    points = prices.general(path)
    row = {
        "commander": form.name(commander.name),
        "quality": given or (form.token(commander.quality) if commander.quality else ""),
        "always": "quality" if given else "",
        "points": points if _NUMBER.match(points) else "",
        "is_player": "yes" if commander.player else "",
        "commander_note": form.escape(commander.note),
        **_fields(commander),
    }
    if roll := commander.roll:
        row |= {
            "dice": "+".join(map(str, roll.dice)) or "none",
            "table": form.token(roll.table),
            "result": form.token(roll.result) if roll.result else "",
            "method": roll.method or "",
            "seed": form.escape(roll.seed),
            "rolled_on": form.escape(roll.on),
            **_fields(roll),
        }
    return row


def _off_board(how: bool | str) -> str:
    """`yes`, or how what is held off the table comes on."""
    if isinstance(how, bool):
        return "yes" if how else ""
    return form.quoted(how) if how in form.YES else form.token(how)


def _figure(points: Points | None) -> str:
    return "" if points is None else show(points)


def _claimed(points: Points | None, claim: Points | None) -> str:
    return "" if claim is None or claim == points else show(claim)
