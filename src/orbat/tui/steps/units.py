"""Edits that buy and change units. The functions are pure, and return None if nothing changes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from orbat.data.battles import theatres_with_battles
from orbat.evaluate.pricing import rating_of
from orbat.evaluate.purchases import Enlargement, Purchase, usual_size
from orbat.evaluate.quote import ExactPoints
from orbat.evaluate.trial import added_faults
from orbat.model import arrange
from orbat.model.army_list import Entry
from orbat.model.arrange import apply_edits
from orbat.model.edits import Edit, Set, apply, at, insertion
from orbat.model.orbat import Unit
from orbat.model.regiments import free_regiments, used_names
from orbat.model.wording import phrase
from orbat.report.search import matching_regiment
from orbat.tui.state import State, StepResult
from orbat.tui.steps.selection import entry_of, formation_path, list_of, name_at, selected, selected_name, set_field


def buy(state: State, entry_id: str, typed: str = "") -> StepResult | None:
    """Buy a unit of the entry with this id, with typical size and rating."""
    entry = state.book.entry(list_of(state), entry_id)
    if entry is None:
        return None
    # A regiment that the army does not have yet, if possible one that matches the filter text `typed`.
    campaign = state.book.campaign(state.orbat, list_of(state))
    name = matching_regiment(entry, state.book, typed, used_names(state.orbat, state.book), campaign)
    return _bought(state, entry, usual_unit(state, entry), name)


def is_available(state: State, entry: Entry) -> bool:
    """Whether the army can have another unit of the entry without breaking a rule, a limit or the budget.

    False if the entry is not available at the ORBAT's date or theatre.
    """
    if not entry.serves_in(state.book.campaign(state.orbat, list_of(state)).theatre):
        return False
    date = state.orbat.date
    if date and entry.dates and not entry.dates.covers(date):
        return False  # even if the army list does not cover the date, so that units are checked without it
    return state.trials.accepts(_usual_purchase(state, entry))


def refusal_of(state: State, entry: Entry) -> str:
    """Why the army cannot have another unit of the entry: the first new error or exceeded limit. Otherwise ""."""
    try:
        found = added_faults(state.findings, state.trials.attempt(_usual_purchase(state, entry)).findings)
    except Exception:  # advice must not stop the program; the purchase itself reports the error
        return ""
    return found[0].message if found else ""


def price_of_usual(state: State, entry: Entry) -> ExactPoints | None:
    """The price of a unit of the usual size and rating in the selected formation. None if it has no price."""
    trials = state.trials
    try:
        orbat = apply_edits(state.orbat, _usual_purchase(state, entry))
        quote = trials.pricer.quote(orbat, state.quote)
    except Exception:  # advice must not stop the program; the purchase itself reports the error
        return None
    return quote.total - state.quote.total


def _usual_purchase(state: State, entry: Entry) -> tuple[Edit, ...]:
    # The edits that buy a usual unit for the selected formation.
    return (insertion(state.orbat, formation_path(state), usual_unit(state, entry)),)


def usual_unit(state: State, entry: Entry) -> Unit:
    """The unit that a purchase of the entry gives: of the usual size and rating, without a name."""
    rating = entry.ratings.typical if entry.ratings else ""
    options = entry.required_options(state.orbat.date)
    return Unit(
        entry=entry.id,
        size=usual_size(entry.at(state.orbat.date), state.book.kind(entry)),
        rating=rating,
        options=options,
    )


def buy_purchase(state: State, purchase: Purchase) -> StepResult | None:
    """Buy a unit from the list of purchases."""
    entry = state.book.entry(list_of(state), purchase.entry_id)
    if entry is None:
        return None
    unit = Unit(entry=entry.id, size=purchase.size, rating=purchase.rating, options=purchase.options)
    return _bought(state, entry, unit)


def _bought(state: State, entry: Entry, unit: Unit, name: str = "") -> StepResult:
    if not name:
        campaign = state.book.campaign(state.orbat, list_of(state))
        used, theatres = used_names(state.orbat, state.book), likely_theatres(state)
        name = next(iter(free_regiments(entry, used, campaign=campaign, rating=unit.rating, theatres=theatres)), "")
    orbat, path = arrange.add(state.orbat, formation_path(state), replace(unit, name=name))
    return StepResult(phrase("buy {item}", item=name or entry.name), orbat, path)


def likely_theatres(state: State) -> frozenset[str]:
    """The theatre of the army. Without one, the theatres of the known battles at the army's date."""
    list_id = list_of(state)
    campaign, army_list = state.book.campaign(state.orbat, list_id), state.book.lists.get(list_id)
    if campaign.theatre:
        return frozenset({campaign.theatre})
    return theatres_with_battles(state.book.ruleset.id, army_list, campaign.date) if army_list else frozenset()


def offered_regiments(state: State) -> tuple[str, ...]:
    """The regiments whose names the selected unit can have. Those that fit its rating and theatre come first."""
    unit, entry = selected(state), entry_of(state)
    if not isinstance(unit, Unit) or entry is None:
        return ()
    campaign, theatres = state.book.campaign(state.orbat, list_of(state)), likely_theatres(state)
    free = partial(free_regiments, entry, frozenset(), campaign=campaign, theatres=theatres)
    return tuple(dict.fromkeys((*free(rating=rating_of(unit, entry)), *free())))


def enlarge(state: State, offer: Enlargement) -> StepResult | None:
    """Enlarge a unit by the stands or guns in `offer`, or to the named size in `offer`."""
    line = next((line for line in state.quote.all_units if line.path == offer.path), None)
    if line is None:
        return None
    size = offer.named or line.sum.pieces + offer.growth
    orbat = apply(state.orbat, Set(offer.path, "size", size))
    step = phrase("resize {unit} from {old} to {new}", old=line.unit.size, new=size, unit=name_at(state, offer.path))
    return StepResult(step, orbat, offer.path)


def resize(state: State, by: int) -> StepResult | None:
    """Change the size of the selected unit, up to the entry's maximum. Consecutive changes count as one edit.

    `by`: the number of stands, guns or named sizes to add (negative to remove).
    """
    unit, entry = selected(state), entry_of(state)
    if not isinstance(unit, Unit) or entry is None:
        return None
    now = _current_size(state, unit, entry)
    size = _changed_size(now, by, entry.at(state.orbat.date))
    return None if size is None or size == now else _size_step(state, entry, size)


def set_pieces(state: State, pieces: int) -> StepResult | None:
    """Set the number of stands or guns of the selected unit, even if the entry does not allow this number."""
    unit, entry = selected(state), entry_of(state)
    if not isinstance(unit, Unit) or entry is None or _current_size(state, unit, entry) == pieces:
        return None
    return _size_step(state, entry, pieces)


def set_size(state: State, size: str) -> StepResult | None:
    """Set the selected unit to a named size, such as `large`. Returns None if units of this kind have no such size."""
    entry = entry_of(state)
    known = entry is not None and size in state.book.kind(entry).sizes
    return _size_step(state, entry, size) if entry and known else None


def _size_step(state: State, entry: Entry, size: int | str) -> StepResult:
    # Consecutive changes become one step. Its name gives the size before the first change.
    run = f"size {state.selected}"
    first = _current_size(state, at(state.before(run).orbat, state.selected), entry)
    step = phrase("resize {unit} from {old} to {new}", old=first, new=size, unit=selected_name(state))
    return replace(set_field(state, "size", size, step), run=run)


def _changed_size(now: int | str | None, by: int, entry: Entry) -> int | str | None:
    # `by` is a number of stands or, if the entry has named sizes, of places in their list.
    if entry.sizes is None:
        return max(1, min(now + by, max(now, entry.size.max))) if isinstance(now, int) else None
    named = entry.sizes.allowed
    if not isinstance(now, str) or now not in named:
        return entry.sizes.typical
    return named[max(0, min(named.index(now) + by, len(named) - 1))]


def _current_size(state: State, unit: Unit, entry: Entry) -> int | str | None:
    return usual_size(entry.at(state.orbat.date), state.book.kind(entry)) if unit.size is None else unit.size


def next_rating(state: State) -> StepResult | None:
    """Change the selected unit's rating to the next rating that the entry allows."""
    unit, entry = selected(state), entry_of(state)
    if not isinstance(unit, Unit) or entry is None or entry.ratings is None:
        return None
    offered = entry.ratings_at(state.orbat.date)
    now = rating_of(unit, entry)
    place = offered.index(now) if now in offered else -1
    return set_field(state, "rating", offered[(place + 1) % len(offered)], _rating_step(state)) if offered else None


def set_rating(state: State, rating: str) -> StepResult | None:
    """Set the selected unit's rating, even if the entry does not allow this rating."""
    known = [one.id for one in state.book.ruleset.ratings]
    entry = entry_of(state)
    rated = entry is not None and entry.ratings is not None and rating in known
    return set_field(state, "rating", rating, _rating_step(state)) if rated else None


def rate_by_digit(state: State, digit: str) -> StepResult | None:
    """Set the selected unit's rating by a digit.

    The digit is the id of the rating, or the position in the ruleset's list of ratings, counted from 1.
    """
    known = [one.id for one in state.book.ruleset.ratings]
    place = int(digit) - 1
    named = digit if digit in known or not 0 <= place < len(known) else known[place]
    return set_rating(state, named)


def _rating_step(state: State) -> str:
    return phrase("{rating} of {unit}", rating=state.book.ruleset.rating_word, unit=selected_name(state))


def toggle_option(state: State, option: str) -> StepResult | None:
    """Add or remove an option of the selected unit."""
    unit = selected(state)
    if not isinstance(unit, Unit):
        return None
    has = option in unit.options
    options = tuple(o for o in unit.options if o != option) if has else (*unit.options, option)
    known = state.book.ruleset.options
    label = known[option].label if option in known else option
    step = phrase("{option} of {unit}", option=label, unit=selected_name(state))
    return set_field(state, "options", options, step)
