"""The selected thing's choices as rows: what each is now, what it can be, and the command that changes it."""

from __future__ import annotations

from orbat.evaluate.pricing import options_of, rating_of, size_of
from orbat.evaluate.quote import FormationLine, UnitLine
from orbat.model.army_list import Entry
from orbat.model.commanders import BOUGHT
from orbat.model.edits import at
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.points import percent, show
from orbat.report.abilities import abilities_of
from orbat.report.breaking_point import army_flags, breaking_point
from orbat.report.prices import signed_points
from orbat.report.rows import dice_words
from orbat.report.strength import bar, by_arm
from orbat.tui.state import State
from orbat.tui.steps.army import commander_of, is_diced, qualities, tables
from orbat.tui.steps.formations import ON_TABLE, reserve_path
from orbat.tui.steps.selection import entry_of, selected
from orbat.tui.views.choice_row import (
    ChoicePart,
    ChoiceRow,
    added_rows,
    info_row,
    mark_rows,
    radio_row,
    text_row,
    with_mark,
)
from orbat.tui.views.rulings import ruling_rows
from orbat.tui.views.tree import symbol_of

# Whether something is kept off the table and how it comes on, as a row of choices.


def off_board_row(state: State) -> ChoiceRow:
    """The ways to come on there are to choose from; or else whether the formation (of the unit) is off the board."""
    path, reserves = reserve_path(state), state.book.ruleset.reserves
    if path is None:
        only = "no: only a formation can be"
        return info_row("reserve" if reserves else "off board", only)
    thing = at(state.orbat, path)
    name = "" if path == state.selected else f" {thing.name or thing.level}"
    if not reserves:
        return ChoiceRow(
            "off board", (ChoicePart(f"[{'x' if thing.off_board else ' '}]{name}", "run('off_board')"),), "off_board"
        )
    ways = [(ON_TABLE, f"on table{name}"), *((one.id, one.short or one.label) for one in reserves)]
    return radio_row("reserve", ways, str(thing.off_board or ON_TABLE), "reserve", "off_board")


# The choices of a unit as rows: its name, size, rating, options, and whether it is on the table.


def unit_rows(state: State, unit: Unit) -> tuple[ChoiceRow, ...]:
    """The rows for a unit; of what its kind does not have there is none."""
    entry = entry_of(state)
    line = next(one for one in state.quote.all_units if one.path == state.selected)
    total = info_row("sum", line.sum.reason, wraps=True)
    if entry is None:
        return text_row("name", unit.name, "rename"), info_row("entry", f"{unit.entry} is not in the list"), total
    rows = [text_row("name", unit.name or entry.name, "rename"), info_row("entry", entry.name)]
    rows += _size_rows(state, unit, entry, line)
    ruleset = state.book.ruleset
    if entry.ratings:
        offered = [(one, one) for one in entry.ratings_at(state.orbat.date)]
        rows.append(radio_row(ruleset.rating_word, offered, rating_of(unit, entry), "rate", "rating"))
    rows += _option_rows(state, unit, entry)
    rows += [text_row("note", unit.note, "note"), off_board_row(state), total, *mark_rows(line.sum.mark)]
    rows += added_rows(state)
    may = _may(state, unit, entry)
    return (*rows, *([info_row("troops", may, wraps=True)] if may else []))


def _size_rows(state: State, unit: Unit, entry: Entry, line: UnitLine) -> list[ChoiceRow]:
    """Its named sizes to choose from, or its number with what makes it larger and smaller; or nothing."""
    kind, ruleset = state.book.kind(entry), state.book.ruleset
    if entry.sizes:
        offered = [(one, ruleset.size_label(one)) for one in entry.sizes.allowed]
        return [radio_row("size", offered, str(unit.size), "size", "grow shrink")]
    if kind.price.per != "size":
        return []
    parts = (
        ChoicePart("[-]", "run('shrink')"),
        ChoicePart(f" {line.sum.pieces} {kind.size_word(line.sum.pieces)} ", chosen=True),
        ChoicePart("[+]", "run('grow')"),
        ChoicePart(f"  {entry.size.min} to {entry.size.max}"),
    )
    return [ChoiceRow("size", parts, "")]


def _option_rows(state: State, unit: Unit, entry: Entry) -> list[ChoiceRow]:
    known = state.book.ruleset.options
    has = options_of(unit, entry, known, state.orbat.date)
    rows = []
    for use in entry.options:
        label = known[use.option].label if use.option in known else use.option
        if use.use == "always":
            rows.append(info_row("option", f"[x] {label}, always"))
        else:
            mark = "x" if use.option in has else " "
            part = ChoicePart(f"[{mark}] {label}", f"option('{use.option}')", chosen=use.option in has)
            rows.append(ChoiceRow("option", (part,), "option"))
    return rows


def _may(state: State, unit: Unit, entry: Entry) -> str:
    """What these troops may do, of such a rating and size."""
    size, rulings = size_of(unit, state.book.kind(entry)), state.book.rulings(state.orbat)
    may = abilities_of(entry, rating_of(unit, entry), size, state.book.ruleset, rulings)
    return ", ".join(dict.fromkeys(one.label for one in may))


# The choices of a commander as rows: his name, and his staff quality with how it is come by.


def commander_rows(state: State) -> list[ChoiceRow]:
    """The rows for the commander of the selected formation or army; of quality there is none where rules have none."""
    word, found = state.book.ruleset.commander_word, commander_of(state)
    if found is None:
        return [text_row(word, "", "general")]
    path, commander = found
    you = ", you" if path == ("commander",) else ""
    rows = [text_row(word, f"{commander.name or 'unnamed'}{you}", "general")]
    if qualities(state):
        return rows + _chosen(state, commander)
    given = path == ("commander",) and state.book.ruleset.staff.player
    return [*rows, _diced(commander)] if is_diced(state) and not given else rows


def _diced(commander: Commander) -> ChoiceRow:
    """The quality that he was diced, with the dice."""
    roll = commander.roll
    rolled = f"{commander.quality or 'not diced'}{f' ({dice_words(roll)})' if roll else ''}"
    command = "reroll" if roll else "roll"
    return text_row("quality", rolled, command)


def _chosen(state: State, commander: Commander) -> list[ChoiceRow]:
    """The qualities to choose from, with what each costs where they are bought."""
    staff = state.book.ruleset.staff
    prices = staff.prices if staff.quality_source(state.book.rulings(state.orbat)) == BOUGHT else None
    costs = prices.points if prices else {}
    labels = {one.id: one.label for one in staff.qualities}
    offered = [
        (one, f"{labels[one]} {signed_points(costs[one])}" if one in costs else labels[one]) for one in qualities(state)
    ]
    now = commander.quality or staff.player
    return [radio_row("quality", offered, now, "quality", "quality"), *mark_rows(prices.mark if prices else "")]


def staff_table_rows(state: State) -> list[ChoiceRow]:
    """The tables that the army's staff can be diced on, where there are several."""
    offered = [(one, one) for one in tables(state)]
    now = state.orbat.staff_table
    return [radio_row("diced on", offered, now, "staff_table", "staff_table")] if offered else []


BAR = 5
"""The cells of a bar of points by arm: as many as the narrowest screen has room for."""


def choice_rows(state: State) -> tuple[ChoiceRow, ...]:
    """The rows for what is selected."""
    thing = selected(state)
    if isinstance(thing, Unit):
        return unit_rows(state, thing)
    return _formation_rows(state, thing) if isinstance(thing, Formation) else _army_rows(state, thing)


def title_of(state: State) -> str:
    """What is selected, in a word or two."""
    thing, entry = selected(state), entry_of(state)
    if isinstance(thing, Unit):
        return thing.name or (entry.name if entry else thing.entry)
    return thing.name or f"unnamed {thing.level}" if isinstance(thing, Formation) else "The army"


def _formation_rows(state: State, formation: Formation) -> tuple[ChoiceRow, ...]:
    line = next(one for one in state.quote.all_formations if one.path == state.selected)
    level = state.book.ruleset.level(formation.level)
    rows = [
        text_row("name", formation.name, "rename", f"unnamed {formation.level}"),
        info_row("level", level.label if level else formation.level),
        *commander_rows(state),
    ]
    if formation.army_list:
        rows.append(text_row("army list", state.book.title(formation.army_list.id), "list"))
    rows += [off_board_row(state), text_row("note", formation.note, "note"), *_sum_rows(state, line)]
    return (*rows, *_arm_rows(state))


def _sum_rows(state: State, line: FormationLine) -> list[ChoiceRow]:
    """What all of a formation comes to, and where no rulebook gives the price of its commander, what that is."""
    mark = line.commander.sum.mark if line.commander and line.commander.points else ""
    if line.commander is None or not mark:
        return [info_row("sum", f"{show(line.points)} points")]
    own = f"{with_mark(show(line.commander.points), mark)} for the {state.book.ruleset.commander_word}"
    return [info_row("sum", f"{show(line.points)} points, {own}"), *mark_rows(mark)]


def _army_rows(state: State, orbat: Orbat) -> tuple[ChoiceRow, ...]:
    size = f"{orbat.game_size} points" if orbat.game_size is not None else "not agreed"
    return (
        text_row("title", orbat.title, "rename"),
        *commander_rows(state),
        *staff_table_rows(state),
        text_row("size", size, "size"),
        text_row("date", orbat.date.in_words if orbat.date else "", "date"),
        text_row("army list", state.report.army_list, "list"),
        *ruling_rows(state),
        *_play_rows(state),
        *added_rows(state),
        text_row("note", orbat.note, "note"),
        *_arm_rows(state),
    )


def _play_rows(state: State) -> list[ChoiceRow]:
    """When the army breaks and what flags it has, where its ruleset has such."""
    report = state.report
    point, flags = breaking_point(report), ", ".join(flag.label for flag in army_flags(report))
    rows = [info_row("breaks at", f"{point.words} lost")] if point else []
    return [*rows, *([info_row("flags", flags, wraps=True)] if flags else [])]


def _arm_rows(state: State) -> list[ChoiceRow]:
    """A bar for the points of each arm in what is selected."""
    shares = [one for one in by_arm(state.book, state.quote, state.selected) if one.points]
    return [
        info_row(
            one.label,
            f"{symbol_of(one.arm)} {show(one.points):>4} {percent(one.share, 1):>6}  {bar(one.share, BAR)}",
        )
        for one in shares
    ]
