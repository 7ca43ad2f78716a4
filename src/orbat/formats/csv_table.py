"""Writes an ORBAT as CSV for spreadsheets, and reads it back. The army, each formation and each unit have a row.

- `points`: the price of a unit, or of a formation's general. The column adds up to the army's total.
- `subtotal`: the cost of a formation or the army, with everything inside.
- `claimed`: the points claimed by the author, if they differ from the price.
- `always`: a rating, staff quality or option that comes from the army list or the rules, not from the ORBAT.

Other fields get a column at the end if any row has a value for them.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from orbat.data.loaded import CalculatedText, Loaded
from orbat.evaluate.quote import ExactPoints
from orbat.formats.draft import Draft, DraftNode, read_number
from orbat.formats.orbat_file import VERSION
from orbat.formats.text import EARLIER, OrbatItem, QuoteIndex, rolls_words, walk
from orbat.formats.text_reader import read_roll
from orbat.model import path as paths
from orbat.model import text_words as notation
from orbat.model.fields import Field, generic_fields
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import show
from orbat.model.record import Record
from orbat.model.wording import phrase
from orbat.report.report import Report

COLUMNS = (
    "path", "level", "name", "commander", "quality", "dice", "table", "entry", "army_list", "size", "rating",
    "options", "off_board", "points", "subtotal", "note", "claimed", "always", "is_player", "commander_note", "result",
    "method", "seed", "rolled_on", "orbat", "ruleset", "game_size", "date", "player", "tags", "staff_table", "rulings",
    "verdict",
)  # fmt: skip
"""The columns that are always present, in order. Some contain calculated values, which are not fields of a record."""

_EARLIER = "earlier_rolls"
"""The optional column of the rolls that re-rolls have replaced, newest first, as in the text form."""
_KINDS = {Orbat: "army", Formation: "formation", Unit: "unit", Commander: "commander", Roll: "roll"}


def column_of(kind: type[Record], key: str) -> str:
    """The name of the optional column for a field: the field's key, or a name such as `commander_note`."""
    own = kind in (Orbat, Formation, Unit) and key not in COLUMNS
    return key if own else f"{_KINDS[kind]}_{key}"


def optional_columns() -> list[str]:
    """The optional columns, which follow `COLUMNS`. A column without any value is not written."""
    return [_EARLIER, *dict.fromkeys(column_of(kind, one.key) for kind in _KINDS for one in generic_fields(kind))]


def fields_by_column(kind: type[Record]) -> Mapping[str, Field]:
    """The fields of a record that have optional columns, by column name."""
    return {column_of(kind, one.key): one for one in generic_fields(kind)}


_NUMBER_COLUMNS = ("points", "subtotal", "claimed")
"""The columns that contain numbers. A number may be negative."""
_FORMULA = frozenset("=+-@\t\r＝＋－＠")
_AFTER_SEPARATOR = re.compile(r"(?<=[;|])[=+@-]")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?\Z")


def csv_text(report: Report) -> str:
    """The report's ORBAT as CSV. Without an ORBAT, only the header row and the verdict."""
    rows = table_rows(report)
    used = {column for row in rows for column in row}
    out = io.StringIO()
    columns = [*COLUMNS, *(column for column in optional_columns() if column in used)]
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(map(_escaped_cells, rows))
    return out.getvalue()


def table_rows(report: Report) -> list[dict[str, str]]:
    """A row for the army, then a row for each formation and unit, as texts by column."""
    if report.orbat is None:
        return [{"level": "army", "name": notation.escape(report.title), "verdict": report.verdict.without_warnings}]
    index = QuoteIndex(report)
    return [_army_row(report, report.orbat, index), *(_item_row(item, index) for item in walk(report.orbat))]


def _escaped_cells(row: dict[str, str]) -> dict[str, str]:
    return {
        column: text if column in _NUMBER_COLUMNS and _NUMBER.match(text) else cell(text)
        for column, text in row.items()
    }


def cell(text: str) -> str:
    """Escape a cell that a spreadsheet would read as a formula."""
    text = _AFTER_SEPARATOR.sub(lambda found: notation.code(found[0]), text)
    apostrophe = text[:1] in _FORMULA or (text[:1] == "'" and (text[1:2] in _FORMULA or text[1:2] == "'"))
    # A cell that already looks escaped is escaped too.
    return f"'{text}" if apostrophe else text


def _army_row(report: Report, orbat: Orbat, index: QuoteIndex) -> dict[str, str]:
    commander = ("commander",)
    total = report.quote.total if report.quote else None
    rulings = [f"{notation.token(key)} = {notation.token(choice)}" for key, choice in orbat.rulings.items()]
    return {
        "level": "army",
        "name": notation.escape(orbat.title),
        **_commander_cells(orbat.commander, commander, index),
        "army_list": str(orbat.army_list or ""),
        "note": notation.escape(orbat.note),
        "subtotal": _points_cell(total),
        "claimed": _claim_cell(total, orbat.total),
        "orbat": str(orbat.orbat),
        "ruleset": str(orbat.ruleset),
        "game_size": "" if orbat.game_size is None else str(orbat.game_size),
        "date": str(orbat.date or ""),
        "player": notation.escape(orbat.player),
        "tags": "; ".join(map(notation.tag, orbat.tags)),
        "staff_table": notation.token(orbat.staff_table),
        "rulings": "; ".join(rulings),
        "verdict": report.verdict.without_warnings,
        **_field_cells(orbat),
    }


def _item_row(item: OrbatItem, index: QuoteIndex) -> dict[str, str]:
    record, points = item.record, index.points(item.path)
    own = (
        _formation_cells(record, item.path, index)
        if isinstance(record, Formation)
        else _unit_cells(record, item.path, index)
    )
    return {
        "path": paths.show(item.path),
        **own,
        "points" if isinstance(record, Unit) else "subtotal": _points_cell(points),
        "claimed": _claim_cell(points, record.points),
        "army_list": str(record.army_list or ""),
        "off_board": _off_board_cell(record.off_board),
        "note": notation.escape(record.note),
        **_field_cells(record),
    }


def _field_cells(record: Record) -> dict[str, str]:
    return {column_of(type(record), key): value for key, value in notation.values(record).items()}


def _formation_cells(formation: Formation, path: OrbatPath, index: QuoteIndex) -> dict[str, str]:
    return {
        "level": notation.token(formation.level),
        "name": notation.name(formation.name),
        **_commander_cells(formation.commander, (*path, "commander"), index),
    }


def _unit_cells(unit: Unit, path: OrbatPath, index: QuoteIndex) -> dict[str, str]:
    rating = index.implied_rating(path)
    options = [f"with {notation.token(option)}" for option in index.implied_options(path)]
    return {
        "level": "unit",
        "name": notation.name(unit.name, index.entry_name(path, unit)),
        "entry": notation.token(unit.entry) if unit.entry else "",
        "size": "" if unit.size is None else str(unit.size),
        "rating": rating or (notation.token(unit.rating) if unit.rating else ""),
        "options": "; ".join(map(notation.token, unit.options)),
        "always": "; ".join(["rating", *options] if rating else options),
    }


def _commander_cells(commander: Commander | None, path: OrbatPath, index: QuoteIndex) -> dict[str, str]:
    if commander is None:
        return {}
    implied = index.implied_quality(path)
    points = index.general_points(path)
    row = {
        "commander": notation.name(commander.name),
        "quality": implied or (notation.token(commander.quality) if commander.quality else ""),
        "always": "quality" if implied else "",
        "points": points if _NUMBER.match(points) else "",
        "is_player": "yes" if commander.player else "",
        "commander_note": notation.escape(commander.note),
        **_field_cells(commander),
    }
    if roll := commander.roll:
        row |= {
            "dice": "+".join(map(str, roll.dice)) or "none",
            "table": notation.token(roll.table),
            "result": notation.token(roll.result) if roll.result else "",
            "method": roll.method or "",
            "seed": notation.escape(roll.seed),
            "rolled_on": notation.escape(roll.on),
            **({_EARLIER: rolls_words(roll.earlier)} if roll.earlier else {}),
            **_field_cells(roll),
        }
    return row


def _off_board_cell(how: bool | str) -> str:
    if isinstance(how, bool):
        return "yes" if how else ""
    return notation.quoted(how) if how in notation.YES_WORDS else notation.token(how)


def _points_cell(points: ExactPoints | None) -> str:
    return "" if points is None else show(points)


def _claim_cell(points: ExactPoints | None, claim: ExactPoints | None) -> str:
    return "" if claim is None or claim == points else show(claim)


# Reading of the CSV form.


_COMMON = frozenset(("path", "level", "name", "army_list", "note", "claimed", "always", "points", "off_board"))
_COMMANDER_COLUMNS = (
    *("commander", "quality", "is_player", "commander_note"),
    *("dice", "table", "result", "method", "seed", "rolled_on", _EARLIER),
)
_READ: Mapping[type[Record], frozenset[str]] = {
    Orbat: _COMMON.difference({"off_board"}).union(
        ("subtotal", "orbat", "ruleset", "game_size", "date", "player", "tags", "staff_table", "rulings", "verdict")
    ),
    Formation: _COMMON | {"subtotal"},
    Unit: _COMMON | {"entry", "size", "rating", "options"},
}
"""The columns that are read or compared in the rows of each kind, besides those of a general."""
_PATH = re.compile(r"(?:formations\[[0-9]{1,6}\]\.)*(formations|units)\[[0-9]{1,6}\]\Z")
REQUIRED = ("path", "level", "name", "entry", "points")
"""The columns that a table must have."""
_ESCAPED = frozenset("=+-@\t\r＝＋－＠'")


def read_table(text: str, **defaults: str) -> Loaded:
    """Read an ORBAT from CSV. `defaults` are values for missing keys."""
    text = text.removeprefix("\ufeff")
    draft = Draft(text)
    first = text.partition("\n")[0]
    delimiter = next((sign for sign in ",;\t" if first.replace('"', "").startswith(f"path{sign}")), "")
    if not delimiter:
        message = "this is not an ORBAT as CSV: its first row does not begin with path, level, name"
        draft.problem(1, message, "Use a CSV file written by orbat.", code="SRC005")
        return draft.refused()
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    reader = _TableReader(draft)
    try:
        for row in rows:
            if not reader.read_row(row, rows.line_num):
                return draft.refused()
    except csv.Error as error:
        message = phrase("this row cannot be read: {reason}", reason=error)
        draft.problem(rows.line_num, message, "Save the table as CSV again.")
    return draft.loaded(defaults)


def read_rows(rows: Mapping[int, Sequence[str]], **defaults: str) -> Loaded:
    """Read an ORBAT from the rows of a workbook. Unlike in CSV, texts are not escaped.

    `rows` has the cells of each row, by row number.
    """
    last = max(rows, default=0)
    draft = Draft("\n".join("  ".join(filter(None, rows.get(number, ()))) for number in range(1, last + 1)))
    reader = _TableReader(draft, is_escaped=False)
    for number, row in rows.items():
        if not reader.read_row(list(row), number):
            return draft.refused()
    return draft.loaded(defaults)


class _TableReader:
    def __init__(self, draft: Draft, *, is_escaped: bool = True) -> None:
        self.draft = draft
        self.is_escaped = is_escaped
        self.columns: list[str] = []
        self.nodes: dict[str, DraftNode] = {"": draft.army}

    def read_row(self, cells: list[str], line: int) -> bool:
        if not self.columns:
            return self._read_header([cell.strip().lower() for cell in cells], line)
        named = dict(zip(self.columns, map(_unescape_cell, cells) if self.is_escaped else cells, strict=False))
        if any(cell.strip() for cell in cells[len(self.columns) :]):
            self.draft.problem(line, "this row has more cells than columns", "Remove the extra cells.")
        if any(named.values()):
            self._read_content(named, line)
        return True

    def _read_header(self, columns: list[str], line: int) -> bool:
        self.columns = columns
        missing = [column for column in REQUIRED if column not in columns]
        if missing:
            message = phrase("this CSV file is not an ORBAT; missing columns: {columns}", columns=", ".join(missing))
            self.draft.problem(line, message, "Use a CSV file written by orbat.", code="SRC005")
        for column in dict.fromkeys(one for one in columns if one and columns.count(one) > 1):
            self.draft.problem(line, phrase("the column {name} is given twice", name=column), "Remove one of the two.")
        return not missing

    def _read_content(self, row: dict[str, str], line: int) -> None:
        path, level = row.get("path", ""), row.get("level", "")
        if not path and level == "army":
            self._report_unread(row, Orbat, line)
            self._read_army(row, line)
            return
        found = _PATH.match(path)
        outer = path.rpartition(".")[0]
        parent = self.nodes.get(outer)
        if found is None:
            message = (
                phrase("the cell in the column `path` is not understood: {path}", path=path[:60])
                if path
                else "the path is missing"
            )
            self.draft.problem(line, message, "Write the path of the row, such as formations[0].units[2].")
        elif parent is None:
            message = phrase("no row above this row is for the formation {path}", path=outer[:60])
            self.draft.problem(line, message, "Put the formation's row above this row.")
        elif found[1] == "units":
            self._report_unread(row, Unit, line)
            unit = self.draft.add(parent, "units", _read_unit(row), line)
            if level not in ("", "unit"):
                self.draft.not_read(line, f"level: {level}")
            self._add_calculated(row, unit.path, line)
        else:
            self._report_unread(row, Formation, line)
            data = {"level": notation.read_token(level), "name": notation.read_name(row.get("name", ""))}
            data |= _read_common(row, "subtotal") | _read_commander(row) | _read_fields(row, Formation)
            self.nodes[path] = self.draft.add(parent, "formations", data, line)
            self._add_calculated(row, self.nodes[path].path, line)

    def _report_unread(self, row: dict[str, str], kind: type[Record], line: int) -> None:
        known = {*_READ[kind], *fields_by_column(kind)}
        if kind is not Unit:
            known |= {*_COMMANDER_COLUMNS, *fields_by_column(Commander), *fields_by_column(Roll)}
        for column, text in row.items():
            if column not in known and text.strip():
                self.draft.not_read(line, f"{column}: {text}")

    def _add_calculated(self, row: dict[str, str], path: OrbatPath, line: int) -> None:
        texts: list[tuple[OrbatPath, Literal["rating", "option", "quality", "points"], str]] = []
        commander = (*path, "commander")
        for one in filter(None, row.get("always", "").split("; ")):
            if one == "rating":
                texts.append((path, "rating", row.get("rating", "")))
            elif one == "quality":
                texts.append((commander, "quality", row.get("quality", "")))
            else:
                texts.append((path, "option", one.removeprefix("with ")))
        is_unit = row.get("level") == "unit"
        if row.get("claimed"):
            texts.append((path, "points", row.get("points" if is_unit else "subtotal", "")))
        if not is_unit and row.get("points"):
            texts.append((commander, "points", row["points"]))
        self.draft.calculated += [CalculatedText(line, *text) for text in texts if text[2]]

    def _read_army(self, row: dict[str, str], line: int) -> None:
        version = row.get("orbat", "")
        if version not in ("", str(VERSION)):
            message = phrase(
                "this table has format {format}; this version of orbat reads format {supported}",
                format=version[:20],
                supported=VERSION,
            )
            self.draft.problem(line, message, "Open it with a newer orbat.", ("orbat",))
        data: dict[str, Any] = {key: row[key] for key in ("ruleset", "army_list", "date") if row.get(key)}
        data |= {key: notation.unescape(row[key]) for key in ("player", "note") if row.get(key)}
        data["title"] = notation.unescape(row.get("name", ""))
        if row.get("game_size"):
            data["game_size"] = read_number(row["game_size"])
        if row.get("staff_table"):
            data["staff_table"] = notation.read_token(row["staff_table"])
        if row.get("tags"):
            data["tags"] = [notation.read_token(tag) for tag in row["tags"].split("; ")]
        if row.get("rulings"):
            pairs = [ruling.partition(" = ") for ruling in row["rulings"].split("; ")]
            data["rulings"] = {notation.read_token(key): notation.read_token(choice) for key, _, choice in pairs}
        if total := row.get("claimed") or row.get("subtotal"):
            data["total"] = read_number(total)
        self.draft.set_army_fields(line, data | _read_commander(row) | _read_fields(row, Orbat))
        self._add_calculated(row, (), line)
        if row.get("verdict"):
            self.draft.calculated.append(CalculatedText(line, (), "verdict", row["verdict"]))


def _unescape_cell(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:2] in _ESCAPED else cell


def _read_fields(row: dict[str, str], kind: type[Record]) -> dict[str, Any]:
    return {
        field.key: notation.read_value(row[column])
        for column, field in fields_by_column(kind).items()
        if row.get(column)
    }


def _read_common(row: dict[str, str], points: str) -> dict[str, Any]:
    data: dict[str, Any] = {"off_board": _read_off_board(row.get("off_board", "").strip())}
    if claim := row.get("claimed") or row.get(points):
        data["points"] = read_number(claim)
    if row.get("army_list"):
        data["army_list"] = row["army_list"]
    if row.get("note"):
        data["note"] = notation.unescape(row["note"])
    return data


def _read_off_board(text: str) -> bool | str:
    if text.lower() in notation.YES_WORDS:
        return True
    return text.lower() not in ("", "no", "false", "0") and notation.read_token(text)


def _read_unit(row: dict[str, str]) -> dict[str, Any]:
    always = row.get("always", "").split("; ")
    data = {
        "name": notation.read_name(row.get("name", "")),
        "entry": notation.read_token(row.get("entry", "")),
        **_read_common(row, "points"),
        **_read_fields(row, Unit),
    }
    if row.get("size"):
        data["size"] = read_number(row["size"])
    if row.get("rating") and "rating" not in always:
        data["rating"] = notation.read_token(row["rating"])
    if row.get("options"):
        data["options"] = [notation.read_token(option) for option in row["options"].split("; ")]
    return data


def _read_commander(row: dict[str, str]) -> dict[str, Any]:
    rolled = ("dice", "table", "result", "method", "seed", "rolled_on", _EARLIER, *fields_by_column(Roll))
    columns = ("commander", "quality", "is_player", "commander_note", *fields_by_column(Commander), *rolled)
    if not any(row.get(column) for column in columns):
        return {}
    commander: dict[str, Any] = {
        "name": notation.read_name(row.get("commander", "")),
        "player": row.get("is_player", "").strip().lower() in notation.YES_WORDS,
        "note": notation.unescape(row.get("commander_note", "")),
        **_read_fields(row, Commander),
    }
    if row.get("quality") and "quality" not in row.get("always", "").split("; "):
        commander["quality"] = notation.read_token(row["quality"])
    if any(row.get(column) for column in rolled):
        commander["roll"] = _read_roll(row)
    return {"commander": commander}


def _read_roll(row: dict[str, str]) -> dict[str, Any]:
    dice = row.get("dice", "")
    roll: dict[str, Any] = {"dice": [] if dice in ("", "none") else [read_number(one) for one in dice.split("+")]}
    for column, key in (("table", "table"), ("result", "result"), ("method", "method")):
        if row.get(column):
            roll[key] = notation.read_token(row[column])
    for column, key in (("seed", "seed"), ("rolled_on", "on")):
        if row.get(column):
            roll[key] = notation.unescape(row[column])
    if row.get(_EARLIER):
        roll["earlier"] = [read_roll(one) for one in row[_EARLIER].split(EARLIER)]
    return roll | _read_fields(row, Roll)
