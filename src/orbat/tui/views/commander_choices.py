"""The choices of a commander as rows: his name, and his staff quality with how it is come by."""

from __future__ import annotations

from orbat.model.command import BOUGHT
from orbat.model.orbat import Commander
from orbat.report.price_words import change
from orbat.report.rows import dice_words
from orbat.tui.state import State
from orbat.tui.steps.quality import commander_of, is_diced, qualities, tables
from orbat.tui.views.choice_row import ChoiceRow, one_of, text
from orbat.tui.views.marks import mark_rows


def commander_rows(state: State) -> list[ChoiceRow]:
    """The rows for the commander of the selected formation or army; of quality there is none where rules have none."""
    word, found = state.book.ruleset.commander_word, commander_of(state)
    if found is None:
        return [text(word, "", "general")]
    path, commander = found
    you = ", you" if path == ("commander",) else ""
    rows = [text(word, f"{commander.name or 'unnamed'}{you}", "general")]
    if qualities(state):
        return rows + _chosen(state, commander)
    given = path == ("commander",) and state.book.ruleset.staff.player
    return [*rows, _diced(commander)] if is_diced(state) and not given else rows


def _diced(commander: Commander) -> ChoiceRow:
    """The quality that he was diced, with the dice."""
    roll = commander.roll
    rolled = f"{commander.quality or 'not diced'}{f' ({dice_words(roll)})' if roll else ''}"
    command = "reroll" if roll else "roll"
    return text("quality", rolled, command)


def _chosen(state: State, commander: Commander) -> list[ChoiceRow]:
    """The qualities to choose from, with what each costs where they are bought."""
    staff = state.book.ruleset.staff
    prices = staff.prices if staff.come_by(state.book.rulings(state.orbat)) == BOUGHT else None
    costs = prices.points if prices else {}
    labels = {one.id: one.label for one in staff.qualities}
    offered = [
        (one, f"{labels[one]} {change(costs[one])}" if one in costs else labels[one]) for one in qualities(state)
    ]
    now = commander.quality or staff.player
    return [one_of("quality", offered, now, "quality", "quality"), *mark_rows(prices.mark if prices else "")]


def staff_table_rows(state: State) -> list[ChoiceRow]:
    """The tables that the army's staff can be diced on, where there are several."""
    offered = [(one, one) for one in tables(state)]
    now = state.orbat.staff_table
    return [one_of("diced on", offered, now, "staff_table", "staff_table")] if offered else []
