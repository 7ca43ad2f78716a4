"""Commands that ask something first, and those with a clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbat.model import arrange
from orbat.model.dates import read_date
from orbat.model.edits import at
from orbat.model.orbat import Unit
from orbat.model.path import Path
from orbat.model.points import show
from orbat.report.purchases import enlargements, purchases
from orbat.report.rows import Row
from orbat.tui.state import Clipboard, Done
from orbat.tui.steps import army, formations, units
from orbat.tui.steps.selection import chosen, entry_of, home_of, list_of, selected
from orbat.tui.widgets.lines import Line

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
    """Ask for a name, with the list's regiments offered, those in use last."""
    thing, entry = selected(builder.now), entry_of(builder.now)
    name = thing.name if not hasattr(thing, "title") else thing.title
    taken = {line.unit.name for line in builder.now.quote.all_units}
    offered = sorted(entry.regiments, key=lambda one: one in taken) if entry else []
    builder.ask("Name", name, lambda text: army.rename(builder.now, text), tuple(offered))


def note(builder: BuilderScreen) -> None:
    """Ask for a note."""
    builder.ask("Note", selected(builder.now).note, lambda text: army.annotate(builder.now, text))


def general(builder: BuilderScreen) -> None:
    """Ask for the general's name, with those of the list offered."""
    thing = selected(builder.now)
    assert not isinstance(thing, Unit), "the table says that this is for formations"
    army_list = builder.now.book.lists.get(list_of(builder.now))
    name = thing.commander.name if thing.commander else ""
    offered = army_list.commanders if army_list else ()
    builder.ask("General", name, lambda text: formations.name_general(builder.now, text), offered)


def higher(builder: BuilderScreen) -> None:
    """Add a formation of a higher level than the lowest; with several, ask which."""
    levels = builder.now.book.ruleset.levels[:-1]
    if len(levels) == 1:
        builder.do(formations.new_formation(builder.now, levels[0].id))
        return
    lines = tuple(Line(key=level.id, name=level.label.capitalize()) for level in reversed(levels))
    builder.choose("Add which?", lines, lambda level: builder.do(formations.new_formation(builder.now, level)))


def move(builder: BuilderScreen) -> None:
    """Ask into which formation, and move what is marked or selected there."""
    state = builder.now
    paths = chosen(state)
    rows = [row for row in state.report.rows if row.sort != "unit" and _can_take(row, paths)]
    places = [row.path for row in rows]
    lines = tuple(
        Line(key=n, name=row.name or f"unnamed {row.level}", depth=row.depth, columns=(row.points,))
        for n, row in enumerate(rows)
    )
    what = "it" if len(paths) == 1 else f"these {len(paths)}"
    builder.choose(f"Move {what} into:", lines, lambda n: builder.do(formations.move(builder.now, places[int(n)])))


def _can_take(row: Row, paths: tuple[Path, ...]) -> bool:
    return all(arrange.can_move(path, row.path) for path in paths)


def sort(builder: BuilderScreen) -> None:
    """Ask for an order, and put the units of the formation in it."""
    orders = {"list": "as the army list has them", "name": "by name", "points": "by points, most first"}
    lines = tuple(Line(key=key, name=words) for key, words in orders.items())
    builder.choose("Put the units in which order?", lines, lambda key: builder.do(formations.sort(builder.now, key)))


def copy(builder: BuilderScreen) -> None:
    """Copy what is marked, or what is selected."""
    _take(builder, cut=False)
    builder.say(f"{_things(len(builder.clipboard.things))} copied; paste with {builder.key_of('paste')}.")


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


def _things(number: int) -> str:
    return "1 thing" if number == 1 else f"{number} things"


def size(builder: BuilderScreen) -> None:
    """Ask for the agreed size."""
    now = builder.now.orbat.game_size

    def took(text: str) -> Done | None:
        number = _points(builder, text)
        return None if number is None and text.strip() else army.agree_size(builder.now, number)

    builder.ask("Agreed size in points; empty for none", "" if now is None else str(now), took)


def _points(builder: BuilderScreen, text: str) -> int | None:
    """A number of points that was typed; None, which is said, where it is none."""
    text = text.strip()
    if text.isascii() and text.isdecimal() and len(text) < 7:
        return int(text)
    if text:
        builder.say("Type a whole number of points, such as 800.", severity="warning")
    return None


def date(builder: BuilderScreen) -> None:
    """Ask for the date."""

    def took(text: str) -> Done | None:
        try:
            return army.set_date(builder.now, read_date(text.strip()) if text.strip() else None)
        except ValueError as error:
            builder.say(f"The date {error}.", severity="warning")
            return None

    builder.ask("Date: a year, or a year and month such as 1854-09", str(builder.now.orbat.date or ""), took)


def army_list(builder: BuilderScreen) -> None:
    """Ask for another army list, for the army or for an allied formation."""
    titles = builder.list_titles()
    lines = tuple(Line(key=one, name=title) for one, title in titles.items())
    whose = "the army" if not home_of(builder.now) else "this formation, as an ally's"

    def took(list_id: str) -> None:
        builder.do(army.change_list(builder.now, list_id, titles[list_id]))

    builder.choose(f"Which army list for {whose}? Units that it lacks stay and are reported.", lines, took)


def points_left(builder: BuilderScreen) -> None:
    """Ask for how many points, and show what they would buy."""
    left = builder.now.quote.left

    def took(text: str) -> None:
        if (points := _points(builder, text)) is not None:
            _offer(builder, points)

    builder.ask("What would how many points buy?", str(int(left)) if left and left > 0 else "", took)


def _offer(builder: BuilderScreen, points: int) -> None:
    """Show what the points would buy; choosing one buys it."""
    state = builder.now
    new = purchases(state.book, state.orbat, list_of(state), points)
    more = enlargements(state.book, state.orbat, state.quote, points)
    lines = [Line(key=("more", n), name=one.words, columns=(show(one.points),)) for n, one in enumerate(more)]
    lines += [Line(key=("new", n), name=one.words, columns=(show(one.points),)) for n, one in enumerate(new)]
    if not lines:
        builder.say(f"{points} points buy nothing that the list offers.")
        return

    def took(place: int) -> None:
        if place < len(more):
            builder.do(units.enlarge(builder.now, more[place]))
        else:
            builder.do(units.buy_purchase(builder.now, new[place - len(more)]))

    numbered = tuple(Line(key=n, name=line.name, columns=line.columns) for n, line in enumerate(lines))
    builder.choose(f"{points} points would buy one of these:", numbered, lambda n: took(int(n)))
