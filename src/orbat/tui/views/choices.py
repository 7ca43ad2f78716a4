"""The rows of the choices pane: what the user can change about the selected unit, formation or army."""

from __future__ import annotations

from functools import partial

from orbat.evaluate.pricing import options_of, rating_of, size_of
from orbat.evaluate.quote import FormationLine, UnitLine
from orbat.model.army_list import Entry
from orbat.model.commanders import BOUGHT
from orbat.model.edits import Set, at
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.points import percent, show
from orbat.model.subject import Subject
from orbat.model.wording import phrase
from orbat.report.abilities import notes_of, unit_subject
from orbat.report.breaking_point import army_flags, breaking_point
from orbat.report.included import included_with, included_words
from orbat.report.prices import signed_points
from orbat.report.rows import dice_words
from orbat.report.service import regiment_words
from orbat.report.strength import bar, by_arm
from orbat.tui.state import State
from orbat.tui.steps.army import HOUSE_LIMITS, commander_of, is_quality_rolled, qualities, tables, theatres
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

# Off board and reserves.


def off_board_row(state: State) -> ChoiceRow:
    """A row to put the selected formation or unit into a reserve, off the board."""
    path, reserves = reserve_path(state), state.book.ruleset.reserves
    if path is None:
        only = "only for formations"
        return info_row("reserve" if reserves else "off board", only)
    item = at(state.orbat, path)
    name = "" if path == state.selected else item.name or item.level
    if not reserves:
        box = f"[{'x' if item.off_board else ' '}] {name}".rstrip()
        return ChoiceRow("off board", (ChoicePart(box, "run('off_board')"),), "off_board")
    on_table = phrase("on table {formation}", formation=name) if name else "on table"
    ways = [(ON_TABLE, on_table), *((one.id, one.short or one.label) for one in reserves)]
    return radio_row("reserve", ways, str(item.off_board or ON_TABLE), "reserve", "off_board")


# Units.


def unit_rows(state: State, unit: Unit) -> tuple[ChoiceRow, ...]:
    """The rows for the values that the selected unit can have."""
    entry = entry_of(state)
    line = next(one for one in state.quote.written_units if one.path == state.selected)
    total = info_row("price", line.sum.reason, wraps=True)
    if entry is None:
        unknown = phrase("{entry} is not in the army list", entry=unit.entry)
        return text_row("name", unit.name, "rename"), info_row("entry", unknown), total
    rows = [text_row("name", unit.name or entry.name, "rename"), info_row("entry", _entry_name(entry), wraps=True)]
    rows += _size_rows(state, unit, entry, line)
    ruleset = state.book.ruleset
    if entry.ratings:
        offered = [(one, one) for one in entry.ratings_at(state.orbat.date)]
        accepts = partial(_accepts, state, "rating")
        rows.append(radio_row(ruleset.rating_word, offered, rating_of(unit, entry), "rate", "rating", accepts))
    rows += _option_rows(state, unit, entry)
    rows += [text_row("note", unit.note, "note", wraps=False), off_board_row(state), *_home_rows(state), total]
    rows += mark_rows(line.sum.mark)
    rows += added_rows(state)
    subject = unit_subject(unit, entry, size_of(unit, state.book.kind(entry)), state.book, state.orbat)
    included = included_words(included_with(subject, ruleset))
    record = regiment_words(state.orbat, state.book, line)
    facts = (("abilities", _abilities(state, subject)), ("includes", included), ("regiment", record))
    return (*rows, *(info_row(label, text, wraps=True) for label, text in facts if text))


def _home_rows(state: State) -> list[ChoiceRow]:
    """A row if the selected unit or formation stays at home, or if units of the selected army stay at home."""
    if not state.selected:
        return [text_row("at home", state.report.at_home, "fielded")] if state.quote.at_home else []
    units, formations = state.quote.all_units, state.quote.all_formations
    fielded = {*(line.path for line in units), *(line.path for line in formations)}
    return [] if state.selected in fielded else [text_row("at home", "not counted", "fielded")]


def _entry_name(entry: Entry) -> str:
    return phrase("{entry}, lent by allies", entry=entry.name) if entry.allied else entry.name


def _size_rows(state: State, unit: Unit, entry: Entry, line: UnitLine) -> list[ChoiceRow]:
    kind, ruleset, entry = state.book.kind(entry), state.book.ruleset, entry.at(state.orbat.date)
    if entry.sizes:
        offered = [(one, ruleset.size_label(one)) for one in entry.sizes.allowed]
        accepts = partial(_accepts, state, "size")
        return [radio_row("size", offered, str(unit.size), "size", "grow shrink", accepts)]
    if kind.price.per != "size":
        return []
    now = line.sum.pieces
    parts = (
        ChoicePart("[-]", "run('shrink')", faint=not _accepts(state, "size", now - 1)),
        ChoicePart(f" {now} {kind.size_word(now)} ", "run('unit_size')", chosen=True),
        ChoicePart("[+]", "run('grow')", faint=not _accepts(state, "size", now + 1)),
        ChoicePart(phrase("  {minimum} to {maximum}", minimum=entry.size.min, maximum=entry.size.max)),
    )
    return [ChoiceRow("size", parts, "")]


def _accepts(state: State, field: str, value: object) -> bool:
    return state.trials.accepts((Set(state.selected, field, value),))


def _option_rows(state: State, unit: Unit, entry: Entry) -> list[ChoiceRow]:
    known = state.book.ruleset.options
    has = options_of(unit, entry, known, state.orbat.date)
    always = entry.always_at(state.orbat.date)
    rows = []
    for option in dict.fromkeys(use.option for use in entry.options):
        label = known[option].label if option in known else option
        if option in always:
            rows.append(info_row("option", phrase("[x] {option}, always", option=label)))
        else:
            chosen = option in has
            mark = "x" if chosen else " "
            faint = not chosen and not _accepts(state, "options", (*unit.options, option))
            part = ChoicePart(f"[{mark}] {label}", f"option('{option}')", chosen, faint)
            rows.append(ChoiceRow("option", (part,), "option"))
    return rows


def _abilities(state: State, subject: Subject) -> str:
    notes = notes_of(subject, state.book.ruleset, state.book.rulings(state.orbat))
    return ", ".join(dict.fromkeys(note.label for note in notes))


# Commanders.


def commander_rows(state: State) -> list[ChoiceRow]:
    """The rows for the selected commander: name, and staff quality if the ruleset has any."""
    word, found = state.book.ruleset.commander_word, commander_of(state)
    if found is None:
        return [text_row(word, "", "general")]
    path, commander = found
    is_player = path == ("commander",)
    name = commander.name or "unnamed"
    rows = [text_row(word, phrase("{name}, you", name=name) if is_player else name, "general")]
    if qualities(state):
        return rows + _quality_choice(state, commander)
    fixed = is_player and state.book.ruleset.staff.player
    return [*rows, _rolled_quality(commander)] if is_quality_rolled(state) and not fixed else rows


def _rolled_quality(commander: Commander) -> ChoiceRow:
    roll, quality = commander.roll, commander.quality or "not rolled"
    if roll is None:
        return text_row("quality", quality, "roll")
    return text_row("quality", phrase("{quality} ({dice})", quality=quality, dice=dice_words(roll)), "reroll")


def _quality_choice(state: State, commander: Commander) -> list[ChoiceRow]:
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
    """A row with the staff tables to choose from. Returns [] if there is no choice."""
    offered = [(one, one) for one in tables(state)]
    now = state.orbat.staff_table
    return [radio_row("table", offered, now, "staff_table", "staff_table")] if offered else []


BAR = 5
"""Width of the bar that shows an arm's share of the points, in cells. The bar fits on the narrowest screen."""


def choice_rows(state: State) -> tuple[ChoiceRow, ...]:
    """The rows for the selected item."""
    item = selected(state)
    if isinstance(item, Unit):
        return unit_rows(state, item)
    return _formation_rows(state, item) if isinstance(item, Formation) else _army_rows(state, item)


def title_of(state: State) -> str:
    """The title of the choices pane: the selected item's name."""
    item, entry = selected(state), entry_of(state)
    if isinstance(item, Unit):
        return item.name or (entry.name if entry else item.entry)
    if isinstance(item, Formation):
        return item.name or phrase("unnamed {level}", level=item.level)
    return "The army"


def _formation_rows(state: State, formation: Formation) -> tuple[ChoiceRow, ...]:
    line = next(one for one in state.quote.written_formations if one.path == state.selected)
    level = state.book.ruleset.level(formation.level)
    rows = [
        text_row("name", formation.name, "rename", phrase("unnamed {level}", level=formation.level)),
        info_row("level", level.label if level else formation.level),
        *commander_rows(state),
    ]
    if formation.army_list:
        rows.append(text_row("army list", state.book.title(formation.army_list.id), "list"))
    rows += [off_board_row(state), *_home_rows(state), text_row("note", formation.note, "note", wraps=False)]
    rows += _sum_rows(state, line)
    return (*rows, *_arm_rows(state))


def _sum_rows(state: State, line: FormationLine) -> list[ChoiceRow]:
    # The commander's price is shown only if it is a house price or an inferred price, so that its sign can be
    # explained.
    mark = line.commander.sum.mark if line.commander and line.commander.points else ""
    points = show(line.points)
    if line.commander is None or not mark:
        return [info_row("total", phrase("{points} points", points=points))]
    words = phrase(
        "{points} points, including {price} for the {commander}",
        points=points,
        price=with_mark(show(line.commander.points), mark),
        commander=state.book.ruleset.commander_word,
    )
    return [info_row("total", words), *mark_rows(mark)]


def _army_rows(state: State, orbat: Orbat) -> tuple[ChoiceRow, ...]:
    size = phrase("{points} points", points=orbat.game_size) if orbat.game_size is not None else "not set"
    return (
        text_row("title", orbat.title, "rename"),
        *commander_rows(state),
        *staff_table_rows(state),
        text_row("size", size, "size"),
        text_row("date", orbat.date.in_words if orbat.date else "", "date"),
        *_theatre_rows(state, orbat),
        text_row("army list", state.report.army_list, "list"),
        *_home_rows(state),
        *ruling_rows(state),
        text_row("limits", phrase("house: {choice}", choice=HOUSE_LIMITS[orbat.house_limits]), "house_limits"),
        *_play_rows(state),
        *added_rows(state),
        text_row("note", orbat.note, "note", wraps=False),
        *_arm_rows(state),
    )


def _theatre_rows(state: State, orbat: Orbat) -> list[ChoiceRow]:
    offered = theatres(state)
    name = next((one.name for one in offered if one.id == orbat.theatre), orbat.theatre)
    return [text_row("theatre", name, "theatre")] if offered or name else []


def _play_rows(state: State) -> list[ChoiceRow]:
    report = state.report
    point, flags = breaking_point(report), ", ".join(flag.label for flag in army_flags(report))
    rows = [info_row("breaks at", phrase("{losses} lost", losses=point.words))] if point else []
    return [*rows, *([info_row("flags", flags, wraps=True)] if flags else [])]


def _arm_rows(state: State) -> list[ChoiceRow]:
    shares = [one for one in by_arm(state.book, state.quote, state.selected) if one.points]
    return [
        info_row(
            one.label,
            f"{symbol_of(one.arm)} {show(one.points):>4} {percent(one.share, 1):>6}  {bar(one.share, BAR)}",
        )
        for one in shares
    ]
