"""The selected thing's choices as rows: what each is now, what it can be, and the command that changes it."""

from __future__ import annotations

from orbat.model.army_list import Entry
from orbat.model.edits import at
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.points import percent, show
from orbat.model.record import Value
from orbat.pricing.price import options_of, rating_of
from orbat.report.rows import dice_words
from orbat.report.strength import bar, by_arm
from orbat.tui.state import State
from orbat.tui.steps.selection import entry_of, home_of, selected
from orbat.tui.views.tree import symbol_of

BAR = 12
"""The cells of a bar of points by arm."""


class Part(Value):
    """A piece of a row; with an action it can be clicked."""

    words: str
    action: str = ""
    chosen: bool = False


class ChoiceRow(Value):
    """One row: what it is about, its pieces, and the command whose keys are shown behind it."""

    head: str
    parts: tuple[Part, ...]
    command: str = ""
    wraps: bool = False


def choice_rows(state: State) -> tuple[ChoiceRow, ...]:
    """The rows for what is selected."""
    thing = selected(state)
    if isinstance(thing, Unit):
        return _unit_rows(state, thing)
    return _formation_rows(state, thing) if isinstance(thing, Formation) else _army_rows(state, thing)


def title_of(state: State) -> str:
    """What is selected, in a word or two."""
    thing, entry = selected(state), entry_of(state)
    if isinstance(thing, Unit):
        return thing.name or (entry.name if entry else thing.entry)
    return thing.name or f"unnamed {thing.level}" if isinstance(thing, Formation) else "The army"


def _text(head: str, words: str, command: str, nothing: str = "none") -> ChoiceRow:
    """A row with a text that its command changes."""
    return ChoiceRow(head, (Part(words or nothing, f"run('{command}')"),), command)


def _plain(head: str, words: str, *, wraps: bool = False) -> ChoiceRow:
    return ChoiceRow(head, (Part(words),), wraps=wraps)


def _unit_rows(state: State, unit: Unit) -> tuple[ChoiceRow, ...]:
    entry = entry_of(state)
    line = next(one for one in state.quote.all_units if one.path == state.selected)
    total = _plain("sum", line.sum.reason, wraps=True)
    if entry is None:
        return _text("name", unit.name, "rename"), _plain("entry", f"{unit.entry} is not in the list"), total
    rows = [_text("name", unit.name or entry.name, "rename"), _plain("entry", entry.name)]
    if state.book.kind(entry).price.per == "size":
        rows.append(_size_row(state, entry, line.sum.pieces))
    if entry.ratings:
        now = rating_of(unit, entry)
        marks = tuple(
            Part(f"{' ' if n else ''}({'•' if one == now else ' '}) {one}", f"rate('{one}')", chosen=one == now)
            for n, one in enumerate(entry.offered(state.orbat.date))
        )
        rows.append(ChoiceRow(state.book.ruleset.rating_word, marks, "rating"))
    rows += _option_rows(state, unit, entry)
    rows.append(_text("note", unit.note, "note"))
    rows += [_off_board_row(state), total]
    may = [one.label for one in state.book.ruleset.abilities if one.id in entry.may and entry.kind in one.kinds]
    return (*rows, *([_plain("troops", ", ".join(may), wraps=True)] if may else []))


def _size_row(state: State, entry: Entry, size: int) -> ChoiceRow:
    word = state.book.kind(entry).counted(size)
    bounds = f"  {entry.size.min} to {entry.size.max}"
    parts = (
        Part("[-]", "run('shrink')"),
        Part(f" {size} {word} ", chosen=True),
        Part("[+]", "run('grow')"),
        Part(bounds),
    )
    return ChoiceRow("size", parts, "")


def _option_rows(state: State, unit: Unit, entry: Entry) -> list[ChoiceRow]:
    known = state.book.ruleset.options
    has = options_of(unit, entry, known, state.orbat.date)
    rows = []
    for use in entry.options:
        label = known[use.option].label if use.option in known else use.option
        if use.use == "always":
            rows.append(_plain("option", f"[x] {label}, always"))
        else:
            mark = "x" if use.option in has else " "
            part = Part(f"[{mark}] {label}", f"option('{use.option}')", chosen=use.option in has)
            rows.append(ChoiceRow("option", (part,), "option"))
    return rows


def _off_board_row(state: State) -> ChoiceRow:
    """Whether the formation (of the unit) is kept off the board."""
    home = home_of(state)
    if not home:
        return _plain("off board", "no: only a formation can be")
    formation = at(state.orbat, home)
    name = "" if home == state.selected else f" {formation.name or formation.level}"
    return ChoiceRow(
        "off board", (Part(f"[{'x' if formation.off_board else ' '}]{name}", "run('off_board')"),), "off_board"
    )


def _formation_rows(state: State, formation: Formation) -> tuple[ChoiceRow, ...]:
    line = next(one for one in state.quote.all_formations if one.path == state.selected)
    level = state.book.ruleset.level(formation.level)
    general = formation.commander
    rows = [
        _text("name", formation.name, "rename", f"unnamed {formation.level}"),
        _plain("level", level.label if level else formation.level),
        _text("general", (general.name or "unnamed") if general else "", "general"),
    ]
    if general:
        rolled = f"{general.quality or 'not diced'}" + (f" ({dice_words(general.roll)})" if general.roll else "")
        command = "reroll" if general.roll else "roll"
        rows.append(ChoiceRow("quality", (Part(rolled, f"run('{command}')"),), command))
    if formation.army_list:
        rows.append(_text("army list", state.book.title(formation.army_list.id), "list"))
    rows += [_off_board_row(state), _text("note", formation.note, "note"), _plain("sum", f"{show(line.points)} points")]
    return (*rows, *_arm_rows(state))


def _army_rows(state: State, orbat: Orbat) -> tuple[ChoiceRow, ...]:
    general = orbat.commander
    size = f"{orbat.game_size} points" if orbat.game_size is not None else "not agreed"
    return (
        _text("title", orbat.title, "rename"),
        _text("general", f"{general.name or 'unnamed'}, you" if general else "", "general"),
        _text("size", size, "size"),
        _text("date", orbat.date.in_words if orbat.date else "", "date"),
        _text("army list", state.report.army_list, "list"),
        _text("note", orbat.note, "note"),
        *_arm_rows(state),
    )


def _arm_rows(state: State) -> list[ChoiceRow]:
    """A bar for the points of each arm in what is selected."""
    shares = [one for one in by_arm(state.book, state.quote, state.selected) if one.points]
    return [
        _plain(
            one.label,
            f"{symbol_of(one.arm)} {show(one.points):>4} {percent(one.share, 1):>6}  {bar(one.share, BAR)}",
        )
        for one in shares
    ]
