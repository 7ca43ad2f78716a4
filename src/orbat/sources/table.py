"""Our own CSV, read back. Which columns there are and what they hold is told in `orbat.outputs.table`.

Rows are put together by their paths; the numbers in these only say what belongs to what, so rows may be taken out,
put in or moved below what they belong to. A round trip loses `x-` keys and the rolls before the last.
"""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from orbat.data.loaded import Loaded
from orbat.model import short_form as form
from orbat.model.columns import fields_by_column
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.record import Record
from orbat.sources.draft import Draft, Node, figure
from orbat.sources.orbat_file import VERSION

_PATH = re.compile(r"(?:formations\[[0-9]{1,6}\]\.)*(formations|units)\[[0-9]{1,6}\]\Z")
_OURS = ("path", "level", "name", "entry", "points")
_BEFORE_OURS = frozenset("=+-@\t\r＝＋－＠'")
_ARMY_TEXTS = ("ruleset", "date")


def read_table(text: str, **given: str) -> Loaded:
    """Read an ORBAT from our CSV; `given` stands in for keys it lacks. Never raises."""
    text = text.removeprefix("\ufeff")
    draft = Draft(text)
    first = text.partition("\n")[0]
    delimiter = next((sign for sign in ",;\t" if first.replace('"', "").startswith(f"path{sign}")), "")
    if not delimiter:
        says = "this is not an ORBAT as CSV: its first row does not begin with path, level, name"
        draft.problem(1, says, "Give a CSV file that orbat has written.", code="SRC005")
        return draft.refused()
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    reader = _Reader(draft)
    try:
        for row in rows:
            if not reader.row(row, rows.line_num):
                return draft.refused()
    except csv.Error as error:
        draft.problem(rows.line_num, f"this row cannot be read: {error}", "Save the table as CSV again.")
    return draft.loaded(given)


class _Reader:
    """Follows the rows, the header first."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.columns: list[str] = []
        self.nodes: dict[str, Node] = {"": draft.army}

    def row(self, cells: list[str], line: int) -> bool:
        """Read a row; False where the table turns out not to be ours."""
        if not self.columns:
            return self._header([cell.strip().lower() for cell in cells], line)
        named = dict(zip(self.columns, (_plain(cell) for cell in cells), strict=False))
        if any(cell.strip() for cell in cells[len(self.columns) :]):
            self.draft.problem(line, "this row has more cells than there are columns", "Take them out.")
        if any(named.values()):
            self._content(named, line)
        return True

    def _header(self, columns: list[str], line: int) -> bool:
        self.columns = columns
        missing = [column for column in _OURS if column not in columns]
        if missing:
            says = f"this is not an ORBAT as CSV: it has no column {', '.join(missing)}"
            self.draft.problem(line, says, "Give a CSV file that orbat has written.", code="SRC005")
        return not missing

    def _content(self, row: dict[str, str], line: int) -> None:
        path, level = row.get("path", ""), row.get("level", "")
        if not path and level == "army":
            self._army(row, line)
            return
        found = _PATH.match(path)
        parent = self.nodes.get(path.rpartition(".")[0])
        if found is None:
            says = f"this row has no path that can be understood: {path[:60] or 'it is empty'}"
            self.draft.problem(line, says, "Write its place, such as formations[0].units[2].")
        elif parent is None:
            says = f"there is no row above for what this row stands in: {path[:60]}"
            self.draft.problem(line, says, "Put the formation's row above it.")
        elif found[1] == "units":
            self.draft.add(parent, "units", _unit(row), line)
        else:
            data = {"level": form.read_token(level), "name": form.read_name(row.get("name", ""))}
            data |= _placed(row, "subtotal") | _commander(row) | _fields(row, Formation)
            self.nodes[path] = self.draft.add(parent, "formations", data, line)

    def _army(self, row: dict[str, str], line: int) -> None:
        version = row.get("orbat", "")
        if version not in ("", str(VERSION)):
            says = f"this table has format {version[:20]}; this version of orbat reads format {VERSION}"
            self.draft.problem(line, says, "Open it with a newer orbat.", ("orbat",))
        data: dict[str, Any] = {key: row[key] for key in ("ruleset", "army_list", "date") if row.get(key)}
        data |= {key: form.unescape(row[key]) for key in ("player", "note") if row.get(key)}
        data["title"] = form.unescape(row.get("name", ""))
        if row.get("game_size"):
            data["game_size"] = figure(row["game_size"])
        if row.get("staff_table"):
            data["staff_table"] = form.read_token(row["staff_table"])
        if row.get("tags"):
            data["tags"] = [form.read_token(tag) for tag in row["tags"].split("; ")]
        if row.get("rulings"):
            pairs = [ruling.partition(" = ") for ruling in row["rulings"].split("; ")]
            data["rulings"] = {form.read_token(key): form.read_token(choice) for key, _, choice in pairs}
        if total := row.get("claimed") or row.get("subtotal"):
            data["total"] = figure(total)
        self.draft.put(line, data | _commander(row) | _fields(row, Orbat))


def _plain(cell: str) -> str:
    """A cell without the apostrophe that keeps it from being a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in _BEFORE_OURS else cell


def _fields(row: dict[str, str], kind: type[Record]) -> dict[str, Any]:
    """What a row says in fields of a record that have a column at the end of the table."""
    return {
        field.key: form.read_value(row[column]) for column, field in fields_by_column(kind).items() if row.get(column)
    }


def _placed(row: dict[str, str], points: str) -> dict[str, Any]:
    """What a formation and a unit have in common."""
    data: dict[str, Any] = {"off_board": _off_board(row.get("off_board", "").strip())}
    if claim := row.get("claimed") or row.get(points):
        data["points"] = figure(claim)
    if row.get("army_list"):
        data["army_list"] = row["army_list"]
    if row.get("note"):
        data["note"] = form.unescape(row["note"])
    return data


def _off_board(said: str) -> bool | str:
    """Whether something is held off the table, and how it comes on where that is said."""
    if said.lower() in form.YES:
        return True
    return said.lower() not in ("", "no", "false", "0") and form.read_token(said)


def _unit(row: dict[str, str]) -> dict[str, Any]:
    always = row.get("always", "").split("; ")
    data = {
        "name": form.read_name(row.get("name", "")),
        "entry": form.read_token(row.get("entry", "")),
        **_placed(row, "points"),
        **_fields(row, Unit),
    }
    if row.get("size"):
        data["size"] = figure(row["size"])
    if row.get("rating") and "rating" not in always:
        data["rating"] = form.read_token(row["rating"])
    if row.get("options"):
        data["options"] = [form.read_token(option) for option in row["options"].split("; ")]
    return data


def _commander(row: dict[str, str]) -> dict[str, Any]:
    """A row's general under the key he has, or nothing."""
    rolled = ("dice", "table", "result", "method", "seed", "rolled_on", *fields_by_column(Roll))
    said = ("commander", "quality", "is_player", "commander_note", *fields_by_column(Commander), *rolled)
    if not any(row.get(column) for column in said):
        return {}
    commander: dict[str, Any] = {
        "name": form.read_name(row.get("commander", "")),
        "player": row.get("is_player", "").strip().lower() in form.YES,
        "note": form.unescape(row.get("commander_note", "")),
        **_fields(row, Commander),
    }
    if row.get("quality") and "quality" not in row.get("always", "").split("; "):
        commander["quality"] = form.read_token(row["quality"])
    if any(row.get(column) for column in rolled):
        commander["roll"] = _roll(row)
    return {"commander": commander}


def _roll(row: dict[str, str]) -> dict[str, Any]:
    dice = row.get("dice", "")
    roll: dict[str, Any] = {"dice": [] if dice in ("", "none") else [figure(one) for one in dice.split("+")]}
    for column, key in (("table", "table"), ("result", "result"), ("method", "method")):
        if row.get(column):
            roll[key] = form.read_token(row[column])
    for column, key in (("seed", "seed"), ("rolled_on", "on")):
        if row.get(column):
            roll[key] = form.unescape(row[column])
    return roll | _fields(row, Roll)
