"""The selected thing's choices as rows: what each is now, what it can be, and the command that changes it."""

from __future__ import annotations

from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.points import percent, show
from orbat.pricing.quote import FormationLine
from orbat.report.breaking import breaking, traits
from orbat.report.strength import bar, by_arm
from orbat.tui.state import State
from orbat.tui.steps.selection import entry_of, selected
from orbat.tui.views.choice_row import ChoiceRow, added_rows, plain, text
from orbat.tui.views.commander_choices import commander_rows, staff_table_rows
from orbat.tui.views.marks import mark_rows, signed
from orbat.tui.views.reserve_choices import off_board_row
from orbat.tui.views.rulings import ruling_rows
from orbat.tui.views.tree import symbol_of
from orbat.tui.views.unit_choices import unit_rows

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
        text("name", formation.name, "rename", f"unnamed {formation.level}"),
        plain("level", level.label if level else formation.level),
        *commander_rows(state),
    ]
    if formation.army_list:
        rows.append(text("army list", state.book.title(formation.army_list.id), "list"))
    rows += [off_board_row(state), text("note", formation.note, "note"), *_sum_rows(state, line)]
    return (*rows, *_arm_rows(state))


def _sum_rows(state: State, line: FormationLine) -> list[ChoiceRow]:
    """What all of a formation comes to, and where no rulebook gives the price of its commander, what that is."""
    mark = line.commander.sum.mark if line.commander and line.commander.points else ""
    if line.commander is None or not mark:
        return [plain("sum", f"{show(line.points)} points")]
    own = f"{signed(show(line.commander.points), mark)} for the {state.book.ruleset.commander_word}"
    return [plain("sum", f"{show(line.points)} points, {own}"), *mark_rows(mark)]


def _army_rows(state: State, orbat: Orbat) -> tuple[ChoiceRow, ...]:
    size = f"{orbat.game_size} points" if orbat.game_size is not None else "not agreed"
    return (
        text("title", orbat.title, "rename"),
        *commander_rows(state),
        *staff_table_rows(state),
        text("size", size, "size"),
        text("date", orbat.date.in_words if orbat.date else "", "date"),
        text("army list", state.report.army_list, "list"),
        *ruling_rows(state),
        *_play_rows(state),
        *added_rows(state),
        text("note", orbat.note, "note"),
        *_arm_rows(state),
    )


def _play_rows(state: State) -> list[ChoiceRow]:
    """When the army breaks and what flags it has, where its ruleset has such."""
    report = state.report
    point, flags = breaking(report), ", ".join(flag.label for flag in traits(report))
    rows = [plain("breaks at", f"{point.words} lost")] if point else []
    return [*rows, *([plain("flags", flags, wraps=True)] if flags else [])]


def _arm_rows(state: State) -> list[ChoiceRow]:
    """A bar for the points of each arm in what is selected."""
    shares = [one for one in by_arm(state.book, state.quote, state.selected) if one.points]
    return [
        plain(
            one.label,
            f"{symbol_of(one.arm)} {show(one.points):>4} {percent(one.share, 1):>6}  {bar(one.share, BAR)}",
        )
        for one in shares
    ]
