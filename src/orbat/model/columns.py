"""The columns of an ORBAT as CSV."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.model.fields import Field, plain_fields
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.record import Record

COLUMNS = (
    "path", "level", "name", "commander", "quality", "dice", "table", "entry", "army_list", "size", "rating",
    "options", "off_board", "points", "subtotal", "note", "claimed", "always", "is_player", "commander_note", "result",
    "method", "seed", "rolled_on", "orbat", "ruleset", "game_size", "date", "player", "tags", "staff_table", "rulings",
    "verdict",
)  # fmt: skip
"""The columns that there always are, in the order of the header row. Not all are fields: some hold what is computed."""

_KINDS = {Orbat: "army", Formation: "formation", Unit: "unit", Commander: "commander", Roll: "roll"}


def column_of(kind: type[Record], key: str) -> str:
    """The column of a field that has none in `COLUMNS`: its key, after what it belongs to where it stands on a
    formation's row or where the key alone is another column."""
    own = kind in (Orbat, Formation, Unit) and key not in COLUMNS
    return key if own else f"{_KINDS[kind]}_{key}"


def more_columns() -> list[str]:
    """The columns after `COLUMNS`, which are there only where a row has something in them."""
    return list(dict.fromkeys(column_of(kind, one.key) for kind in _KINDS for one in plain_fields(kind)))


def fields_by_column(kind: type[Record]) -> Mapping[str, Field]:
    """The fields of a record that have no column in `COLUMNS`, by the one they have."""
    return {column_of(kind, one.key): one for one in plain_fields(kind)}
