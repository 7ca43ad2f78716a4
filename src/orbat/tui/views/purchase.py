"""What a purchase buys, in words: before the purchase, and after it."""

from __future__ import annotations

from orbat.evaluate.rule import formation_title, unit_name
from orbat.model.army_list import Entry
from orbat.model.edits import at
from orbat.model.orbat import Unit
from orbat.model.points import show
from orbat.model.wording import phrase
from orbat.tui.state import State
from orbat.tui.steps.selection import entry_of, formation_path, list_of, selected
from orbat.tui.steps.units import price_of_usual, refusal_of, usual_unit
from orbat.tui.views.army_list import availability_words


def offer_words(state: State, entry_id: str, *, is_allowed: bool) -> str:
    """What a purchase of an entry gives: `Enter or a click buys: Cossacks, 12 stands, class 2, 36 points`.

    `is_allowed`: whether the army can have the unit within all rules, limits and points.
    """
    entry = state.book.entry(list_of(state), entry_id)
    if entry is None:
        return ""
    points = price_of_usual(state, entry)
    unit = ", ".join((entry.name, *_details(state, entry, usual_unit(state, entry))))
    price = "no price" if points is None else phrase("{points} points", points=show(points))
    if absence := absence_words(state, entry_id):
        return phrase("{entry}: {absence}. Enter asks before buying", entry=entry.name, absence=absence)
    if is_allowed:
        return phrase("Enter or a click buys: {unit}, {points}", unit=unit, points=price)
    reason = refusal_of(state, entry) or phrase("This would break a rule or limit")
    return phrase("{reason}. Enter or a click still buys: {unit}, {points}", reason=reason, unit=unit, points=price)


def absence_words(state: State, entry_id: str) -> str:
    """Why an entry is not available to the army: `not available in September 1854, only from 1855-03`.

    "" if the entry is available. Also "" if the army already has a unit of the entry: the user then knows the reason.
    """
    entry = state.book.entry(list_of(state), entry_id)
    only = availability_words(state, entry) if entry else ""
    if not only or any(line.unit.entry == entry_id for line in state.quote.written_units):
        return ""
    date = state.orbat.date
    if date and entry and entry.dates and not entry.dates.covers(date):
        return phrase("not available in {date}, only {only}", date=date.in_words, only=only)
    return phrase("not available in the theatre of this army, only {only}", only=only)


def bought_words(state: State, undo: str) -> str:
    """What was bought, and for which formation. The bought unit is selected. `undo` is the key that undoes."""
    unit, entry = selected(state), entry_of(state)
    if not isinstance(unit, Unit) or entry is None:
        return ""
    points = next((line.sum.points for line in state.quote.written_units if line.path == state.selected), None)
    home = formation_path(state)
    return phrase(
        "Bought: {unit}, {points}, for {formation}. {undo} undoes.",
        unit=", ".join((unit_name(unit, entry), *_details(state, entry, unit))),
        points="no price" if points is None else phrase("{points} points", points=show(points)),
        formation=formation_title(at(state.orbat, home)) if home else "the army",
        undo=undo,
    )


def _details(state: State, entry: Entry, unit: Unit) -> tuple[str, ...]:
    ruleset = state.book.ruleset
    size = ""
    if isinstance(unit.size, int):
        size = f"{unit.size} {state.book.kind(entry).size_word(unit.size)}"
    elif unit.size:
        size = ruleset.size_label(str(unit.size))
    rating = unit.rating and (f"{ruleset.rating_word} {unit.rating}" if unit.rating.isdecimal() else unit.rating)
    options = [ruleset.options[one].label for one in unit.options if one in ruleset.options]
    return tuple(filter(None, (size, rating, *options)))
