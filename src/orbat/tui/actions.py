"""What the builder's commands do: each takes a session and gives the step's name, the ORBAT after it and what is
selected then, or None where there is nothing to do. No price and no rule is decided here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from orbat.model import arrange
from orbat.model.army_list import Entry
from orbat.model.dates import Date
from orbat.model.edits import Set, apply, at
from orbat.model.finding import Finding
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import Path
from orbat.model.text import Pin
from orbat.pipeline import mend
from orbat.pricing.price import rating_of, size_of
from orbat.staff.dice import Thrower
from orbat.staff.roll import Method, due, roll
from orbat.tui.session import Done, Session
from orbat.tui.views import list_of


def selected(session: Session) -> Any:
    """The thing that is selected: the ORBAT, a formation or a unit."""
    return at(session.orbat, session.selected)


def home_of(session: Session) -> Path:
    """The formation that what is bought goes into: the selected one, or the one of the selected unit."""
    path = session.selected
    return arrange.parent_of(path) if arrange.kind_of(path) == "units" else path


def entry_of(session: Session) -> Entry | None:
    """The entry of the selected unit."""
    thing = selected(session)
    if not isinstance(thing, Unit):
        return None
    list_id = thing.army_list.id if thing.army_list else list_of(session)
    return session.book.entry(list_id, thing.entry)


def buy(session: Session, entry_id: str) -> Done | None:
    """Buy a unit of an entry, of its typical size and rating, under the first regiment's name not yet used."""
    entry = session.book.entry(list_of(session), entry_id)
    if entry is None:
        return None
    kind = session.book.kind(entry)
    taken = {line.unit.name for line in session.quote.all_units}
    name = next((name for name in entry.regiments if name not in taken), "")
    unit = Unit(
        name=name,
        entry=entry.id,
        size=entry.size.typical if kind.price.per == "size" else None,
        rating=entry.ratings.typical if entry.ratings else "",
    )
    orbat, path = arrange.add(session.orbat, home_of(session), unit)
    return Done(f"buy {name or entry.name}", orbat, path)


def resize(session: Session, by: int) -> Done | None:
    """Make the selected unit larger or smaller."""
    unit, entry = selected(session), entry_of(session)
    if not isinstance(unit, Unit) or entry is None:
        return None
    size = size_of(unit, session.book.kind(entry))
    return _set(session, "size", max(1, (size or entry.size.typical) + by), "size of {}")


def rate(session: Session, step: int) -> Done | None:
    """Give the selected unit the next rating that the list offers, or the one before."""
    unit, entry = selected(session), entry_of(session)
    if not isinstance(unit, Unit) or entry is None or entry.ratings is None:
        return None
    offered = entry.offered(session.orbat.date)
    now = rating_of(unit, entry)
    place = offered.index(now) if now in offered else -1
    return _set(session, "rating", offered[(place + step) % len(offered)], "class of {}") if offered else None


def rate_as(session: Session, rating: str) -> Done | None:
    """Give the selected unit a rating, if the ruleset knows it."""
    known = {one.id for one in session.book.ruleset.ratings}
    return _set(session, "rating", rating, "class of {}") if rating in known and entry_of(session) else None


def toggle_option(session: Session, option: str) -> Done | None:
    """Give the selected unit an option, or take it away."""
    unit = selected(session)
    if not isinstance(unit, Unit):
        return None
    has = option in unit.options
    options = tuple(o for o in unit.options if o != option) if has else (*unit.options, option)
    return _set(session, "options", options, f"{option} of {{}}")


def rename(session: Session, name: str) -> Done | None:
    """Name the selected thing."""
    return _set(session, "name" if session.selected else "title", name.strip(), "rename {}")


def annotate(session: Session, note: str) -> Done | None:
    """Write a note on the selected thing."""
    return _set(session, "note", note.strip(), "note on {}")


def name_general(session: Session, name: str) -> Done | None:
    """Name the general of the selected formation or army, who is bought if there is none."""
    thing = selected(session)
    if isinstance(thing, Unit):
        return None
    commander = thing.commander or Commander()
    return _set(session, "commander", replace(commander, name=name.strip()), "general of {}")


def toggle_off_board(session: Session) -> Done | None:
    """Keep the selected formation (or that of the selected unit) off the board, or bring it back."""
    path = home_of(session)
    if not path:
        return None
    formation = at(session.orbat, path)
    word = "bring on" if formation.off_board else "keep off board"
    changed = apply(session.orbat, Set(path, "off_board", not formation.off_board))
    return Done(f"{word} {formation.name or formation.level}", changed, session.selected)


def new_formation(session: Session, level: str) -> Done | None:
    """Add a formation of a level, with a general, inside the selected one where that is of a higher level."""
    order = [one.id for one in session.book.ruleset.levels]
    if level not in order:
        return None
    parent = home_of(session)
    while parent and order.index(level) <= _rank(order, at(session.orbat, parent).level):
        parent = arrange.parent_of(parent)
    taken = arrange.names_in(session.orbat, (*parent, "formations"))
    name = arrange.fresh_name(f"1st {level.capitalize()}", taken)
    formation = Formation(level=level, name=name, commander=Commander())
    orbat, path = arrange.add(session.orbat, parent, formation)
    return Done(f"add {name}", orbat, path)


def _rank(order: list[str], level: str) -> int:
    return order.index(level) if level in order else len(order)


def duplicate(session: Session) -> Done | None:
    """Copy the selected unit or formation."""
    if not session.selected:
        return None
    orbat, path = arrange.duplicate(session.orbat, session.selected)
    return Done(f"duplicate {_name(session)}", orbat, path)


def shift(session: Session, by: int) -> Done | None:
    """Move the selected thing up or down among its fellows."""
    if not session.selected:
        return None
    orbat, path = arrange.shift(session.orbat, session.selected, by)
    return Done(f"move {_name(session)}", orbat, path)


def delete(session: Session, *, keep_units: bool = False) -> Done | None:
    """Delete what is marked, or what is selected; a formation's units can be kept."""
    if session.marked and not keep_units:
        orbat = arrange.remove_all(session.orbat, session.marked)
        return Done(f"delete {len(session.marked)} things", orbat, session.selected)
    if not session.selected:
        return None
    orbat = arrange.remove(session.orbat, session.selected, keep_units=keep_units)
    return Done(f"delete {_name(session)}", orbat, session.selected)


def paste(session: Session, things: tuple[Any, ...]) -> Done | None:
    """Put what was cut or copied into the selected formation."""
    orbat: Orbat = session.orbat
    path = session.selected
    for thing in things:
        orbat, path = arrange.add(orbat, home_of(session), thing)
    return Done(f"paste {len(things)} {'thing' if len(things) == 1 else 'things'}", orbat, path) if things else None


def agree_size(session: Session, size: int | None) -> Done:
    """Agree another game size, or none."""
    return Done(f"size {size}", replace(session.orbat, game_size=size), session.selected)


def set_date(session: Session, date: Date | None) -> Done:
    """Set the date."""
    return Done(f"date {date}", replace(session.orbat, date=date), session.selected)


def change_list(session: Session, list_id: str) -> Done:
    """Take another army list; units that it lacks stay and are reported."""
    return Done(f"army list {list_id}", replace(session.orbat, army_list=Pin(list_id)), session.selected)


def roll_staff(session: Session, names: tuple[str, ...], throw: Thrower, method: Method, on: str) -> Done | None:
    """Dice for the generals who have no roll yet, or for those named. Raises RollRefused."""
    due_now = due(session.orbat, names)
    orbat, rolled = roll(session.orbat, session.book, due_now, throw, method=method, on=on)
    words = ", ".join(f"{one.name} {one.roll.result}" for one in rolled)
    return Done(f"roll: {words}", orbat, session.selected) if rolled else None


def fix(session: Session, finding: Finding) -> Done | None:
    """Apply a finding's fix."""
    if not finding.fix:
        return None
    return Done(f"fix {finding.code}", mend(session.orbat, finding, session.book), session.selected)


def _set(session: Session, field: str, value: Any, step: str) -> Done | None:
    orbat = apply(session.orbat, Set(session.selected, field, value))
    return Done(step.format(_name(session)), orbat, session.selected)


def _name(session: Session) -> str:
    thing = selected(session)
    if isinstance(thing, Orbat):
        return "the army"
    return str(thing.name or (thing.entry if isinstance(thing, Unit) else thing.level))
