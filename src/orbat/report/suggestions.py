"""Suggestions for changes to an army, as plain data."""

from __future__ import annotations

from typing import Any

from orbat.generator.suggest import Suggestion
from orbat.model import path as paths
from orbat.model.edits import Edit, Insert
from orbat.model.orbat import Unit
from orbat.report.json_data import edit_data, points_value


def suggestion_data(suggestion: Suggestion) -> dict[str, Any]:
    """A suggestion as plain data."""
    mends = suggestion.fixes
    return {
        "name": suggestion.name,
        "change": points_value(suggestion.change),
        "total": points_value(suggestion.total),
        "left": points_value(suggestion.remaining),
        "mends": {"code": mends[0], "path": paths.show(mends[1])} if mends else None,
        "edits": [_edit(edit) for edit in suggestion.edits],
    }


def _edit(edit: Edit) -> dict[str, Any]:
    facts = edit_data(edit)
    if isinstance(edit, Insert) and isinstance(edit.item, Unit):
        unit = edit.item
        written = {"name": unit.name, "entry": unit.entry, "size": unit.size, "rating": unit.rating}
        facts["unit"] = {key: value for key, value in written.items() if value not in ("", None)}
        facts["unit"] |= {"options": list(unit.options)} if unit.options else {}
    return facts
