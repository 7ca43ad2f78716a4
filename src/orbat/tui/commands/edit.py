"""Commands that ask for input before they edit, and clipboard commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from orbat.data.battles import Battle, battle_in
from orbat.evaluate.purchases import enlargements, purchases
from orbat.model import arrange
from orbat.model.dates import Date
from orbat.model.edits import at
from orbat.model.orbat import Unit, commanders_of
from orbat.model.points import show
from orbat.model.regiments import battalions_per_regiment, incomplete_regiments, used_names
from orbat.model.spelling import find_known_name
from orbat.model.wording import phrase, plural
from orbat.tui.commands.availability import is_sized
from orbat.tui.commands.dates import ask_date, battles_of, proposed_date
from orbat.tui.commands.host import Host
from orbat.tui.state import Clipboard, StepResult
from orbat.tui.steps import army, formations, units
from orbat.tui.steps.changes import change_with_effects
from orbat.tui.steps.selection import entry_of, formation_path, list_of, marked_or_selected, name_of, selected
from orbat.tui.views.about_names import about_general, about_name, regiment_ratings
from orbat.tui.views.changes import change_lines, change_words, list_question
from orbat.tui.views.destinations import destination_lines
from orbat.tui.views.new_orbat import date_of
from orbat.tui.views.purchase import bought_words
from orbat.tui.widgets.lines import Line


def option(host: Host) -> None:
    """Add or remove an option of the selected unit. If several options are possible, ask which."""
    entry = entry_of(host.now)
    uses = [use.option for use in entry.options if use.use != "always"] if entry else []
    if len(uses) == 1:
        host.do(units.toggle_option(host.now, uses[0]))
    elif uses:
        known = host.now.book.ruleset.options
        lines = tuple(Line(key=use, name=known[use].label if use in known else use) for use in uses)
        host.choose("Add or remove an option", lines, lambda use: host.do(units.toggle_option(host.now, use)))
    else:
        host.say("This entry has no options to choose.")


def rename(host: Host) -> None:
    """Ask for a name. The dialog offers the regiments that served at the date and in the theatre of the army."""
    item, entry = selected(host.now), entry_of(host.now)
    name = item.name if not hasattr(item, "title") else item.title
    most = battalions_per_regiment(host.now.book.lists.get(list_of(host.now)), host.now.orbat.date)
    offered = units.offered_regiments(host.now)
    used = used_names(host.now.orbat, host.now.book)
    if entry:
        used -= incomplete_regiments(host.now.orbat, entry, most)
    about, note = partial(about_name, host.now), partial(regiment_ratings, host.now)
    host.ask("Name", name, partial(_rename, host), offered, used, about, note)


def _rename(host: Host, name: str) -> StepResult:
    # If the army's title names a battle and the army has no date, the date of the battle is offered.
    is_title = not host.now.selected
    if is_title and host.now.orbat.date is None and (battle := battle_in(name, _battles(host))):
        host.say(
            phrase(
                "{battle} was in {date}. Press {key} to set this date.",
                battle=battle.name,
                date=battle.date.in_words,
                key=host.key_of("date"),
            )
        )
    return army.rename(host.now, name)


def note(host: Host) -> None:
    """Ask for a note."""
    host.ask("Note", selected(host.now).note, lambda text: army.annotate(host.now, text))


def general(host: Host) -> None:
    """Ask for the general's name. The dialog offers the commanders who served at the date and in the theatre of the
    army."""
    item = at(host.now.orbat, formation_path(host.now))
    army_list = host.now.book.lists.get(list_of(host.now))
    name = item.commander.name if item.commander else ""
    campaign = host.now.book.campaign(host.now.orbat, list_of(host.now))
    offered = army_list.commanders_at(campaign.date, campaign.theatre) if army_list else ()
    used = frozenset(
        found
        for _, one, _ in commanders_of(host.now.orbat)
        for found in (
            army_list.known_commanders.find(one.name) if army_list else "",
            find_known_name(one.name, offered, "last"),
        )
    )
    title = host.now.book.ruleset.commander_title
    question = phrase("{commander} of {formation}", commander=title, formation=name_of(item))
    about = partial(about_general, host.now)
    host.ask(question, name, lambda text: formations.name_general(host.now, text), offered, used, about)


def higher(host: Host) -> None:
    """Add a formation of a higher level, such as a division."""
    state = host.now
    makers: list[Callable[[], StepResult | None]] = []
    lines: list[Line] = []
    # The user can also put the marked or selected formations into the new formation.
    for level in reversed(state.book.ruleset.levels[:-1]):
        name = level.label
        makers.append(partial(formations.new_formation, state, level.id))
        inside = formations.enclosable_paths(state, level.id)
        lines.append(Line(key=len(lines), name=phrase("Add an empty {level}", level=name)))
        if inside:
            makers.append(partial(formations.enclose, state, level.id))
            around = (
                phrase("Put {formation} into a new {level}", level=name, formation=name_of(at(state.orbat, inside[0])))
                if len(inside) == 1
                else phrase("Put {count} marked formations into a new {level}", level=name, count=len(inside))
            )
            lines.append(Line(key=len(lines), name=around))
    if len(makers) == 1:
        host.do(makers[0]())
    else:
        host.choose("New formation", tuple(lines), lambda n: host.do(makers[int(n)]()))


def move(host: Host) -> None:
    """Ask for a formation, then move the marked or selected items into the formation."""
    paths = marked_or_selected(host.now)
    lines = destination_lines(host.now, paths)
    places = {str(path): path for path in [(), *(line.path for line in host.now.quote.written_formations)]}
    question = plural(len(paths), "Move to", "Move {count} items to")
    host.choose(question, lines, lambda key: host.do(formations.move(host.now, places[key])))


def sort(host: Host) -> None:
    """Ask how to sort, for example by name, then sort the units of the selected formation."""
    orders = {"list": "Army list order", "name": "Name", "points": "Points, highest first"}
    lines = tuple(Line(key=key, name=words) for key, words in orders.items())
    host.choose("Sort units by", lines, lambda key: host.do(formations.sort(host.now, key)))


def copy(host: Host) -> None:
    """Copy the marked or selected items."""
    _to_clipboard(host, cut=False)
    count, paste = len(host.clipboard.items), host.key_of("paste")
    host.say(
        plural(
            count,
            "{count} item copied. Press {key} to paste it.",
            "{count} items copied. Press {key} to paste them.",
            key=paste,
        )
    )


def cut(host: Host) -> None:
    """Cut the marked or selected items."""
    _to_clipboard(host, cut=True)
    host.do(formations.delete(host.now))


def _to_clipboard(host: Host, *, cut: bool) -> None:
    paths = arrange.outermost(marked_or_selected(host.now))
    host.clipboard = Clipboard(tuple(at(host.now.orbat, path) for path in paths), cut)


def paste(host: Host) -> None:
    """Paste the clipboard into the selected formation."""
    clipboard = host.clipboard
    if not clipboard.items:
        host.say(
            phrase(
                "The clipboard is empty. Press {cut} to cut or {copy} to copy.",
                cut=host.key_of("cut"),
                copy=host.key_of("copy"),
            )
        )
        return
    host.do(formations.paste(host.now, clipboard.items, copies=not clipboard.cut))
    host.clipboard = Clipboard(clipboard.items, cut=False)


def unit_size(host: Host) -> None:
    """Ask for the size of the selected unit: a number, or one of the entry's named sizes."""
    unit, entry = selected(host.now), entry_of(host.now)
    if entry is None or not isinstance(unit, Unit) or not is_sized(host.now):
        host.say("The size of this item cannot be changed.")
        return
    ruleset, entry = host.now.book.ruleset, entry.at(host.now.orbat.date)
    if entry.sizes:
        lines = tuple(Line(key=one, name=ruleset.size_label(one)) for one in entry.sizes.allowed)
        host.choose("Size", lines, lambda size: host.do(units.set_size(host.now, size)), at=unit.size)
        return
    now = next(one.sum.pieces for one in host.now.quote.written_units if one.path == host.now.selected)
    question = phrase(
        "Number of {pieces}: the list allows {minimum} to {maximum}",
        pieces=host.now.book.kind(entry).size_word(2),
        minimum=entry.size.min,
        maximum=entry.size.max,
    )
    host.ask_for(question, str(now), _read_pieces, lambda pieces: host.do(units.set_pieces(host.now, pieces)))


def _read_pieces(text: str) -> int:
    pieces = _whole_number(text)
    if not pieces:
        raise ValueError("Type a whole number, such as 12.")
    return pieces


def size(host: Host) -> None:
    """Ask for the game size."""
    now = host.now.orbat.game_size
    value = "" if now is None else str(now)
    question = "Game size in points; empty for none"
    host.ask_for(question, value, _read_size, lambda size: _preview(host, army.set_game_size(host.now, size)))


def _read_size(text: str) -> int | None:
    return _read_points(text) if text.strip() else None


def _read_points(text: str) -> int:
    points = _whole_number(text)
    if points is None:
        raise ValueError("Type a whole number of points, such as 800.")
    return points


def _whole_number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def date(host: Host) -> None:
    """Ask for the date."""
    known, orbat = _battles(host), host.now.orbat

    def then(when: Battle | Date | None) -> None:
        # a battle sets the theatre too
        list_id = list_of(host.now)
        theatre = when.theatre_of(list_id, host.now.book.lists.get(list_id)) if isinstance(when, Battle) else ""
        _preview(host, army.set_date(host.now, date_of(when), theatre))

    ask_date(host, known, proposed_date(known, orbat.date, orbat.title), then)


def theatre(host: Host) -> None:
    """Choose the theatre of war, or none."""
    offered = army.theatres(host.now)
    lines = (Line(key="", name="None"), *(Line(key=one.id, name=one.name) for one in offered))
    then = lambda theatre: _preview(host, army.set_theatre(host.now, theatre))  # noqa: E731  # as long as its name
    host.choose("Theatre of war", lines, then, at=host.now.orbat.theatre)


def _battles(host: Host) -> tuple[Battle, ...]:
    return battles_of(host.now.book, list_of(host.now))


def army_list(host: Host) -> None:
    """Change the army list of the army, or of the selected allied formation."""
    titles = host.program.library.list_titles(host.now.book.ruleset.id)
    lines = tuple(Line(key=one, name=title) for one, title in titles.items())

    def chosen(list_id: str) -> None:
        _preview(host, army.change_list(host.now, list_id, titles[list_id]))

    host.choose(list_question(host.now), lines, chosen, at=list_of(host.now))


def _preview(host: Host, step: StepResult) -> None:
    # A change without effects on units, points and findings needs no preview.
    change = change_with_effects(host.program.workspace, host.now, step)
    if not change.has_effects:
        host.do(change.step)
        return
    answers = (("apply", "Apply"), ("back", "Cancel"))
    actions = {"apply": lambda: host.do(change.step)}
    host.offer(change_words(change), answers, actions, change_lines(change), wide=True)


OTHER_POINTS = "other"
"""The key of the line that asks for another number of points."""


def points_to_spend(host: Host) -> None:
    """List the purchases for the remaining points. Without remaining points, ask for a number of points first."""
    left = host.now.quote.remaining
    points = int(left) if left and left > 0 else 0
    _offer(host, points) if points else _ask_points(host, "")


def _ask_points(host: Host, value: str) -> None:
    question = "List purchases for how many points? The game size stays the same."
    host.ask_for(question, value, _read_points, lambda points: _offer(host, points))


def _offer(host: Host, points: int) -> None:
    state = host.now
    new = purchases(state.trials, points, formation_path(state))
    more = enlargements(state.trials, points)
    offers = [*((one.words, one.points) for one in more), *((one.words, one.points) for one in new)]
    lines = [Line(key=n, name=words, columns=(show(price),)) for n, (words, price) in enumerate(offers)]
    lines.append(Line(key=OTHER_POINTS, name="Another number of points…"))

    def chosen(key: str) -> None:
        if key == OTHER_POINTS:
            _ask_points(host, str(points))
        elif int(key) < len(more):
            host.do(units.enlarge(host.now, more[int(key)]))
        else:
            host.do(units.buy_purchase(host.now, new[int(key) - len(more)]))
            host.tell_step(bought_words(host.now, host.key_of("undo")))

    question = (
        plural(points, "Choose a purchase for {count} point", "Choose a purchase for {count} points or less")
        if len(lines) > 1
        else plural(
            points,
            "No purchase for {count} point is possible within the rules and limits.",
            "No purchase for {count} points or less is possible within the rules and limits.",
        )
    )
    host.choose(question, tuple(lines), chosen)
