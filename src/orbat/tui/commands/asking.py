"""Commands that ask something first, and those with a clipboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from orbat.model import arrange
from orbat.model.dates import Date, read_date
from orbat.model.edits import at
from orbat.model.near import meant
from orbat.model.orbat import commanders_of
from orbat.model.points import show
from orbat.model.regiments import used_names
from orbat.report.purchases import enlargements, purchases
from orbat.report.report import number
from orbat.tui.state import Clipboard, Done
from orbat.tui.steps import army, formations, units
from orbat.tui.steps.selection import chosen, entry_of, home_of, list_of, name_of, selected
from orbat.tui.views.destinations import destination_lines
from orbat.tui.widgets.lines import Line
from orbat.validate.holds import holds
from orbat.validate.limits import room

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def option(builder: BuilderScreen) -> None:
    """Give or take the one option there is, or ask which."""
    entry = entry_of(builder.now)
    uses = [use.option for use in entry.options if use.use != "always"] if entry else []
    if len(uses) == 1:
        builder.do(units.toggle_option(builder.now, uses[0]))
    elif uses:
        known = builder.now.book.ruleset.options
        lines = tuple(Line(key=use, name=known[use].label if use in known else use) for use in uses)
        builder.choose("Which option?", lines, lambda use: builder.do(units.toggle_option(builder.now, use)))
    else:
        builder.say("The list offers no choice of options here.")


def rename(builder: BuilderScreen) -> None:
    """Ask for a name, with the list's regiments offered."""
    thing, entry = selected(builder.now), entry_of(builder.now)
    name = thing.name if not hasattr(thing, "title") else thing.title
    offered = entry.regiments if entry else ()
    used = used_names(builder.now.orbat, builder.now.book)
    builder.ask("Name", name, lambda text: army.rename(builder.now, text), offered, used)


def note(builder: BuilderScreen) -> None:
    """Ask for a note."""
    builder.ask("Note", selected(builder.now).note, lambda text: army.annotate(builder.now, text))


def general(builder: BuilderScreen) -> None:
    """Ask for the general's name, with those of the list offered."""
    thing = at(builder.now.orbat, home_of(builder.now))
    army_list = builder.now.book.lists.get(list_of(builder.now))
    name = thing.commander.name if thing.commander else ""
    offered = army_list.commanders if army_list else ()
    used = frozenset(meant(one.name, offered, "last") for _, one, _ in commanders_of(builder.now.orbat))
    question = f"{builder.now.book.ruleset.commander_title} of {name_of(thing)}"
    builder.ask(question, name, lambda text: formations.name_general(builder.now, text), offered, used)


def higher(builder: BuilderScreen) -> None:
    """Add a formation of a higher level than the lowest, around what is selected or not; with a choice, ask which."""
    state = builder.now
    makers: list[Callable[[], Done | None]] = []
    lines: list[Line] = []
    for level in reversed(state.book.ruleset.levels[:-1]):
        name = level.label.capitalize()
        makers.append(partial(formations.new_formation, state, level.id))
        inside = formations.enclosed(state, level.id)
        lines.append(Line(key=len(lines), name=f"{name}, empty" if inside else name))
        if inside:
            what = name_of(at(state.orbat, inside[0])) if len(inside) == 1 else f"the {len(inside)} marked"
            makers.append(partial(formations.enclose, state, level.id))
            lines.append(Line(key=len(lines), name=f"{name}, with {what} in it"))
    if len(makers) == 1:
        builder.do(makers[0]())
    else:
        builder.choose("Add which?", tuple(lines), lambda n: builder.do(makers[int(n)]()))


def move(builder: BuilderScreen) -> None:
    """Ask into which formation, and move what is marked or selected there."""
    paths = chosen(builder.now)
    lines = destination_lines(builder.now, paths)
    places = {str(row.path): row.path for row in builder.now.report.rows}
    what = "it" if len(paths) == 1 else f"these {len(paths)}"
    builder.choose(f"Move {what} into:", lines, lambda key: builder.do(formations.move(builder.now, places[key])))


def sort(builder: BuilderScreen) -> None:
    """Ask for an order, and put the units of the formation in it."""
    orders = {"list": "as the army list has them", "name": "by name", "points": "by points, most first"}
    lines = tuple(Line(key=key, name=words) for key, words in orders.items())
    builder.choose("Put the units in which order?", lines, lambda key: builder.do(formations.sort(builder.now, key)))


def copy(builder: BuilderScreen) -> None:
    """Copy what is marked, or what is selected."""
    _take(builder, cut=False)
    builder.say(f"{number(len(builder.clipboard.things), 'thing')} copied; paste with {builder.key_of('paste')}.")


def cut(builder: BuilderScreen) -> None:
    """Cut what is marked, or what is selected."""
    _take(builder, cut=True)
    builder.do(formations.delete(builder.now))


def _take(builder: BuilderScreen, *, cut: bool) -> None:
    paths = arrange.outermost(chosen(builder.now))
    builder.clipboard = Clipboard(tuple(at(builder.now.orbat, path) for path in paths), cut)


def paste(builder: BuilderScreen) -> None:
    """Put what was cut or copied into the selected formation."""
    held = builder.clipboard
    if not held.things:
        builder.say(f"Nothing has been cut or copied yet ({builder.key_of('cut')}, {builder.key_of('copy')}).")
        return
    builder.do(formations.paste(builder.now, held.things, copies=not held.cut))
    builder.clipboard = Clipboard(held.things, cut=False)


def size(builder: BuilderScreen) -> None:
    """Ask for the agreed size."""
    now = builder.now.orbat.game_size
    value = "" if now is None else str(now)
    took = lambda size: army.agree_size(builder.now, size)  # noqa: E731  # as long as its name
    builder.ask_for("Agreed size in points; empty for none", value, _read_size, took)


def _read_size(text: str) -> int | None:
    """The size that was typed, None where there is none. Raises ValueError."""
    return _read_points(text) if text.strip() else None


def _read_points(text: str) -> int:
    """The number of points that was typed. Raises ValueError."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise ValueError("Type a whole number of points, such as 800.")
    return int(text)


def date(builder: BuilderScreen) -> None:
    """Ask for the date."""
    question = "Date: a year, or a year and month such as 1854-09; empty for none"
    took = lambda date: army.set_date(builder.now, date)  # noqa: E731  # as long as its name
    builder.ask_for(question, str(builder.now.orbat.date or ""), _read_date, took)


def _read_date(text: str) -> Date | None:
    """The date that was typed, None where there is none. Raises ValueError."""
    try:
        return read_date(text.strip()) if text.strip() else None
    except ValueError as error:
        raise ValueError(f"The date {error}.") from error


def army_list(builder: BuilderScreen) -> None:
    """Ask for another army list, for the army or for an allied formation."""
    titles = builder.list_titles()
    lines = tuple(Line(key=one, name=title) for one, title in titles.items())
    whose = "the army" if not home_of(builder.now) else "this formation, as an ally's"

    def took(list_id: str) -> None:
        builder.do(army.change_list(builder.now, list_id, titles[list_id]))

    question = f"Which army list for {whose}? Units that it lacks stay and are reported."
    builder.choose(question, lines, took, at=list_of(builder.now))


def points_left(builder: BuilderScreen) -> None:
    """Ask for how many points, and show what they would buy."""
    left = builder.now.quote.left

    value = str(int(left)) if left and left > 0 else ""
    builder.ask_for("What would how many points buy?", value, _read_points, lambda points: _offer(builder, points))


def _offer(builder: BuilderScreen, points: int) -> None:
    """Show what the points would buy; choosing one buys it."""
    state = builder.now
    list_id = list_of(state)
    left = room(state.book, state.orbat, state.quote, list_id, home_of(state))
    held = holds(state.book, state.orbat, state.quote, list_id, home_of(state))
    new = purchases(state.book, state.orbat, list_id, points, left, held)
    more = enlargements(state.book, state.orbat, state.quote, points)
    lines = [Line(key=("more", n), name=one.words, columns=(show(one.points),)) for n, one in enumerate(more)]
    lines += [Line(key=("new", n), name=one.words, columns=(show(one.points),)) for n, one in enumerate(new)]
    if not lines:
        buys = "buys" if points == 1 else "buy"
        builder.say(f"{number(points, 'point')} {buys} nothing that the list and its limits allow.")
        return

    def took(place: int) -> None:
        if place < len(more):
            builder.do(units.enlarge(builder.now, more[place]))
        else:
            builder.do(units.buy_purchase(builder.now, new[place - len(more)]))

    numbered = tuple(Line(key=n, name=line.name, columns=line.columns) for n, line in enumerate(lines))
    builder.choose(f"{number(points, 'point')} would buy one of these:", numbered, lambda n: took(int(n)))
