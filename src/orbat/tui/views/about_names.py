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
    records = entry.records_of(name)
    return about_records(records, army_list, state.book.ruleset)


def about_general(state: State, name: str) -> str:
    """The service records of a commander in the selected formation's army list, as text. "" if there are none."""
    army_list = state.book.lists.get(list_of(state))
    if army_list is None:
        return ""
    records = army_list.service_of(name)
    return about_records(records, army_list, state.book.ruleset)


def regiment_ratings(state: State, name: str) -> str:
    """The ratings that a regiment of the selected unit's entry may have, such as `class 1/2`. "" if it may have any."""
    entry, campaign = entry_of(state), state.book.campaign(state.orbat, list_of(state))
    if entry is None or entry.ratings is None:
        return ""
    record = entry.regiment_at(name, campaign.date, campaign.theatre)
    offered = entry.ratings_at(state.orbat.date)
    allowed = [one for one in offered if entry.may_have(one, name, campaign.date, campaign.theatre)]
    if record and record.rating:
        allowed = [record.rating]
    if len(allowed) == len(offered):
        return ""
    ratings = "/".join(allowed)
    return f"{state.book.ruleset.rating_word} {ratings}" if all(one.isdecimal() for one in allowed) else ratings
