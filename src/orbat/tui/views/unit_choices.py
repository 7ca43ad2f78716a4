"""The choices of a unit as rows: its name, size, rating, options, and whether it is on the table."""

from __future__ import annotations

from orbat.model.army_list import Entry
from orbat.model.orbat import Unit
from orbat.pricing.price import options_of, rating_of, size_of
from orbat.pricing.quote import UnitLine
from orbat.report.abilities import abilities_of
from orbat.tui.state import State
from orbat.tui.steps.selection import entry_of
from orbat.tui.views.choice_row import ChoiceRow, Part, added_rows, one_of, plain, text
from orbat.tui.views.marks import mark_rows
from orbat.tui.views.reserve_choices import off_board_row


def unit_rows(state: State, unit: Unit) -> tuple[ChoiceRow, ...]:
    """The rows for a unit; of what its kind does not have there is none."""
    entry = entry_of(state)
    line = next(one for one in state.quote.all_units if one.path == state.selected)
    total = plain("sum", line.sum.reason, wraps=True)
    if entry is None:
        return text("name", unit.name, "rename"), plain("entry", f"{unit.entry} is not in the list"), total
    rows = [text("name", unit.name or entry.name, "rename"), plain("entry", entry.name)]
    rows += _size_rows(state, unit, entry, line)
    ruleset = state.book.ruleset
    if entry.ratings:
        offered = [(one, one) for one in entry.offered(state.orbat.date)]
        rows.append(one_of(ruleset.rating_word, offered, rating_of(unit, entry), "rate", "rating"))
    rows += _option_rows(state, unit, entry)
    rows += [text("note", unit.note, "note"), off_board_row(state), total, *mark_rows(line.sum.mark)]
    rows += added_rows(state)
    may = _may(state, unit, entry)
    return (*rows, *([plain("troops", may, wraps=True)] if may else []))


def _size_rows(state: State, unit: Unit, entry: Entry, line: UnitLine) -> list[ChoiceRow]:
    """Its named sizes to choose from, or its number with what makes it larger and smaller; or nothing."""
    kind, ruleset = state.book.kind(entry), state.book.ruleset
    if entry.sizes:
        offered = [(one, ruleset.size_label(one)) for one in entry.sizes.allowed]
        return [one_of("size", offered, str(unit.size), "size", "grow shrink")]
    if kind.price.per != "size":
        return []
    parts = (
        Part("[-]", "run('shrink')"),
        Part(f" {line.sum.pieces} {kind.counted(line.sum.pieces)} ", chosen=True),
        Part("[+]", "run('grow')"),
        Part(f"  {entry.size.min} to {entry.size.max}"),
    )
    return [ChoiceRow("size", parts, "")]


def _option_rows(state: State, unit: Unit, entry: Entry) -> list[ChoiceRow]:
    known = state.book.ruleset.options
    has = options_of(unit, entry, known, state.orbat.date)
    rows = []
    for use in entry.options:
        label = known[use.option].label if use.option in known else use.option
        if use.use == "always":
            rows.append(plain("option", f"[x] {label}, always"))
        else:
            mark = "x" if use.option in has else " "
            part = Part(f"[{mark}] {label}", f"option('{use.option}')", chosen=use.option in has)
            rows.append(ChoiceRow("option", (part,), "option"))
    return rows


def _may(state: State, unit: Unit, entry: Entry) -> str:
    """What these troops may do, of such a rating and size."""
    size, rulings = size_of(unit, state.book.kind(entry)), state.book.rulings(state.orbat)
    may = abilities_of(entry, rating_of(unit, entry), size, state.book.ruleset, rulings)
    return ", ".join(dict.fromkeys(one.label for one in may))
