"""Steps that buy and change units. Each takes a state and gives the step's name, the ORBAT after it and what is
selected then, or None where there is nothing to do. No price and no rule is decided here."""

from __future__ import annotations

from orbat.model import arrange
from orbat.model.army_list import Entry
from orbat.model.edits import Set, apply
from orbat.model.orbat import Unit
from orbat.pricing.price import rating_of, size_of
from orbat.report.purchases import Enlargement, Purchase, compulsory
from orbat.tui.state import Done, State
from orbat.tui.steps.selection import entry_of, home_of, list_of, selected, set_field


def buy(state: State, entry_id: str) -> Done | None:
    """Buy a unit of an entry, of its typical size and rating, under the first regiment's name not yet used."""
    entry = state.book.entry(list_of(state), entry_id)
    if entry is None:
        return None
    size = entry.size.typical if state.book.kind(entry).price.per == "size" else None
    return _bought(state, entry, size, entry.ratings.typical if entry.ratings else "")


def buy_purchase(state: State, purchase: Purchase) -> Done | None:
    """Buy a unit as it was offered for the points left."""
    entry = state.book.entry(list_of(state), purchase.entry_id)
    if entry is None:
        return None
    size = purchase.size if state.book.kind(entry).price.per == "size" else None
    return _bought(state, entry, size, purchase.rating)


def _bought(state: State, entry: Entry, size: int | None, rating: str) -> Done:
    taken = {line.unit.name for line in state.quote.all_units}
    name = next((name for name in entry.regiments if name not in taken), "")
    options = compulsory(entry, state.orbat.date)
    unit = Unit(name=name, entry=entry.id, size=size, rating=rating, options=options)
    orbat, path = arrange.add(state.orbat, home_of(state), unit)
    return Done(f"buy {name or entry.name}", orbat, path)


def enlarge(state: State, offer: Enlargement) -> Done | None:
    """Make a unit larger as it was offered for the points left."""
    line = next((line for line in state.quote.all_units if line.path == offer.path), None)
    if line is None:
        return None
    orbat = apply(state.orbat, Set(offer.path, "size", line.sum.size + offer.by))
    return Done(f"size of {line.unit.name or line.unit.entry}", orbat, offer.path)


def resize(state: State, by: int) -> Done | None:
    """Make the selected unit larger or smaller."""
    unit, entry = selected(state), entry_of(state)
    if not isinstance(unit, Unit) or entry is None:
        return None
    size = size_of(unit, state.book.kind(entry))
    return set_field(state, "size", max(1, (size or entry.size.typical) + by), "size of {}")


def rate(state: State) -> Done | None:
    """Give the selected unit the next rating that the list offers."""
    unit, entry = selected(state), entry_of(state)
    if not isinstance(unit, Unit) or entry is None or entry.ratings is None:
        return None
    offered = entry.offered(state.orbat.date)
    now = rating_of(unit, entry)
    place = offered.index(now) if now in offered else -1
    return set_field(state, "rating", offered[(place + 1) % len(offered)], _rating_step(state)) if offered else None


def rate_as(state: State, rating: str) -> Done | None:
    """Give the selected unit a rating, if the ruleset knows it."""
    known = {one.id for one in state.book.ruleset.ratings}
    entry = entry_of(state)
    rated = entry is not None and entry.ratings is not None and rating in known
    return set_field(state, "rating", rating, _rating_step(state)) if rated else None


def _rating_step(state: State) -> str:
    return f"{state.book.ruleset.rating_word} of {{}}"


def toggle_option(state: State, option: str) -> Done | None:
    """Give the selected unit an option, or take it away."""
    unit = selected(state)
    if not isinstance(unit, Unit):
        return None
    has = option in unit.options
    options = tuple(o for o in unit.options if o != option) if has else (*unit.options, option)
    known = state.book.ruleset.options
    label = known[option].label if option in known else option
    return set_field(state, "options", options, f"{label} of {{}}")
