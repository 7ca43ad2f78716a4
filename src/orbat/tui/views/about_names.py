"""The records of regiments and commanders, for the dialogs that ask for names."""

from __future__ import annotations

from orbat.report.service import about_records
from orbat.tui.state import State
from orbat.tui.steps.selection import entry_of, list_of


def about_name(state: State, name: str) -> str:
    """The service records of a regiment of the selected unit's entry, as text. "" if there are none."""
    entry, army_list = entry_of(state), state.book.lists.get(list_of(state))
    if entry is None or army_list is None:
        return ""
    records = entry.regiments_by_name.get(entry.known_regiments.find(name), ())
    return about_records(records, army_list, state.book.ruleset)


def about_general(state: State, name: str) -> str:
    """The service records of a commander in the selected formation's army list, as text. "" if there are none."""
    army_list = state.book.lists.get(list_of(state))
    if army_list is None:
        return ""
    records = army_list.service_by_name.get(army_list.known_commanders.find(name), ())
    return about_records(records, army_list, state.book.ruleset)
