"""Commands that ask something first, and those with a clipboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from orbat.evaluate.limits import entry_allowances, variant_allowances
from orbat.model import arrange
from orbat.model.dates import Date, read_date
from orbat.model.edits import at
from orbat.model.orbat import commanders_of
from orbat.model.points import show
from orbat.model.regiments import used_names
from orbat.model.spelling import find_known_name
from orbat.report.purchases import enlargements, purchases
from orbat.report.report import number
from orbat.tui.commands.host import Host
from orbat.tui.state import Clipboard, StepResult
from orbat.tui.steps import army, formations, units
from orbat.tui.steps.selection import entry_of, formation_path, list_of, marked_or_selected, name_of, selected
from orbat.tui.views.destinations import destination_lines
from orbat.tui.widgets.lines import Line


def option(host: Host) -> None:
    """Give or take the one option there is, or ask which."""
    entry = entry_of(host.now)
    uses = [use.option for use in entry.options if use.use != "always"] if entry else []
    if len(uses) == 1:
        host.do(units.toggle_option(host.now, uses[0]))
    elif uses:
        known = host.now.book.ruleset.options
        lines = tuple(Line(key=use, name=known[use].label if use in known else use) for use in uses)
        host.choose("Which option?", lines, lambda use: host.do(units.toggle_option(host.now, use)))
    else:
        host.say("The list offers no choice of options here.")


def rename(host: Host) -> None:
    """Ask for a name, with the list's regiments offered."""
    thing, entry = selected(host.now), entry_of(host.now)
    name = thing.name if not hasattr(thing, "title") else thing.title
    offered = entry.regiments if entry else ()
    used = used_names(host.now.orbat, host.now.book)
    host.ask("Name", name, lambda text: army.rename(host.now, text), offered, used)


def note(host: Host) -> None:
    """Ask for a note."""
    host.ask("Note", selected(host.now).note, lambda text: army.annotate(host.now, text))


def general(host: Host) -> None:
    """Ask for the general's name, with those of the list offered."""
    thing = at(host.now.orbat, formation_path(host.now))
    army_list = host.now.book.lists.get(list_of(host.now))
    name = thing.commander.name if thing.commander else ""
    offered = army_list.commanders if army_list else ()
    used = frozenset(find_known_name(one.name, offered, "last") for _, one, _ in commanders_of(host.now.orbat))
    question = f"{host.now.book.ruleset.commander_title} of {name_of(thing)}"
    host.ask(question, name, lambda text: formations.name_general(host.now, text), offered, used)


def higher(host: Host) -> None:
    """Add a formation of a higher level than the lowest, around what is selected or not; with a choice, ask which."""
    state = host.now
    makers: list[Callable[[], StepResult | None]] = []
    lines: list[Line] = []
    for level in reversed(state.book.ruleset.levels[:-1]):
        name = level.label.capitalize()
        makers.append(partial(formations.new_formation, state, level.id))
        inside = formations.enclosable(state, level.id)
        lines.append(Line(key=len(lines), name=f"{name}, empty" if inside else name))
        if inside:
            what = name_of(at(state.orbat, inside[0])) if len(inside) == 1 else f"the {len(inside)} marked"
            makers.append(partial(formations.enclose, state, level.id))
            lines.append(Line(key=len(lines), name=f"{name}, with {what} in it"))
    if len(makers) == 1:
        host.do(makers[0]())
    else:
        host.choose("Add which?", tuple(lines), lambda n: host.do(makers[int(n)]()))


def move(host: Host) -> None:
    """Ask into which formation, and move what is marked or selected there."""
    paths = marked_or_selected(host.now)
    lines = destination_lines(host.now, paths)
    places = {str(row.path): row.path for row in host.now.report.rows}
    what = "it" if len(paths) == 1 else f"these {len(paths)}"
    host.choose(f"Move {what} into:", lines, lambda key: host.do(formations.move(host.now, places[key])))


def sort(host: Host) -> None:
    """Ask for an order, and put the units of the formation in it."""
    orders = {"list": "as the army list has them", "name": "by name", "points": "by points, most first"}
    lines = tuple(Line(key=key, name=words) for key, words in orders.items())
    host.choose("Put the units in which order?", lines, lambda key: host.do(formations.sort(host.now, key)))


def copy(host: Host) -> None:
    """Copy what is marked, or what is selected."""
    _take(host, cut=False)
    host.say(f"{number(len(host.clipboard.things), 'thing')} copied; paste with {host.key_of('paste')}.")


def cut(host: Host) -> None:
    """Cut what is marked, or what is selected."""
    _take(host, cut=True)
    host.do(formations.delete(host.now))


def _take(host: Host, *, cut: bool) -> None:
    paths = arrange.outermost(marked_or_selected(host.now))
    host.clipboard = Clipboard(tuple(at(host.now.orbat, path) for path in paths), cut)


def paste(host: Host) -> None:
    """Put what was cut or copied into the selected formation."""
    held = host.clipboard
    if not held.things:
        host.say(f"Nothing has been cut or copied yet ({host.key_of('cut')}, {host.key_of('copy')}).")
        return
    host.do(formations.paste(host.now, held.things, copies=not held.cut))
    host.clipboard = Clipboard(held.things, cut=False)


def size(host: Host) -> None:
    """Ask for the agreed size."""
    now = host.now.orbat.game_size
    value = "" if now is None else str(now)
    question = "Agreed size in points; empty for none"
    host.ask_for(question, value, _read_size, lambda size: host.do(army.set_game_size(host.now, size)))


def _read_size(text: str) -> int | None:
    """The size that was typed, None where there is none. Raises ValueError."""
    return _read_points(text) if text.strip() else None


def _read_points(text: str) -> int:
    """The number of points that was typed. Raises ValueError."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise ValueError("Type a whole number of points, such as 800.")
    return int(text)


def date(host: Host) -> None:
    """Ask for the date."""
    question = "Date: a year, or a year and month such as 1854-09; empty for none"
    value = str(host.now.orbat.date or "")
    host.ask_for(question, value, _read_date, lambda date: host.do(army.set_date(host.now, date)))


def _read_date(text: str) -> Date | None:
    """The date that was typed, None where there is none. Raises ValueError."""
    try:
        return read_date(text.strip()) if text.strip() else None
    except ValueError as error:
        raise ValueError(f"The date {error}.") from error


def army_list(host: Host) -> None:
    """Ask for another army list, for the army or for an allied formation."""
    titles = host.program.library.list_titles(host.now.book.ruleset.id)
    lines = tuple(Line(key=one, name=title) for one, title in titles.items())
    whose = "the army" if not formation_path(host.now) else "this formation, as an ally's"

    def took(list_id: str) -> None:
        host.do(army.change_list(host.now, list_id, titles[list_id]))

    question = f"Which army list for {whose}? Units that it lacks stay and are reported."
    host.choose(question, lines, took, at=list_of(host.now))


def points_left(host: Host) -> None:
    """Ask for how many points, and show what they would buy."""
    left = host.now.quote.remaining

    value = str(int(left)) if left and left > 0 else ""
    host.ask_for("What would how many points buy?", value, _read_points, lambda points: _offer(host, points))


def _offer(host: Host, points: int) -> None:
    """Show what the points would buy; choosing one buys it."""
    state = host.now
    list_id = list_of(state)
    left = entry_allowances(state.book, state.orbat, state.quote, list_id, formation_path(state))
    held = variant_allowances(state.book, state.orbat, state.quote, list_id, formation_path(state))
    new = purchases(state.book, state.orbat, list_id, points, left, held)
    more = enlargements(state.book, state.orbat, state.quote, points)
    lines = [Line(key=("more", n), name=one.words, columns=(show(one.points),)) for n, one in enumerate(more)]
    lines += [Line(key=("new", n), name=one.words, columns=(show(one.points),)) for n, one in enumerate(new)]
    if not lines:
        buys = "buys" if points == 1 else "buy"
        host.say(f"{number(points, 'point')} {buys} nothing that the list and its limits allow.")
        return

    def took(place: int) -> None:
        if place < len(more):
            host.do(units.enlarge(host.now, more[place]))
        else:
            host.do(units.buy_purchase(host.now, new[place - len(more)]))

    numbered = tuple(Line(key=n, name=line.name, columns=line.columns) for n, line in enumerate(lines))
    host.choose(f"{number(points, 'point')} would buy one of these:", numbered, lambda n: took(int(n)))
