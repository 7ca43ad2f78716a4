"""The rulings (unclear passages of the rulebook) as lines to choose from, and a row of changed rulings."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from orbat.model.book import changed_rulings, rulings_in_force
from orbat.model.ruleset import Choice, Ruling
from orbat.tui.state import State
from orbat.tui.views.choice_row import ChoicePart, ChoiceRow
from orbat.tui.widgets.lines import Line

PASSAGE_WIDTH, CHOICE_WIDTH = 60, 48
"""Maximum widths of the lines of a passage and of a choice, in cells. Choices leave room for the "default" column."""
SEPARATOR = "/"
"""The character between a ruling's id and a choice's id in the key of a line. Ids never contain this character."""


def ruling_lines(state: State) -> tuple[Line, ...]:
    """The unclear passages of the rulebook: question, section, and possible readings."""
    return tuple(line for ruling, now in rulings_in_force(state.orbat, state.book) for line in _of_one(ruling, now))


def _of_one(ruling: Ruling, now: Choice) -> Iterator[Line]:
    cites = ", ".join(ruling.citations)
    yield from (_skipped_line(ruling, words, "faint") for words in wrap(ruling.passage, PASSAGE_WIDTH))
    first, *rest = wrap(ruling.question, CHOICE_WIDTH - len(cites) // 2)
    yield Line(key=ruling.id, name=first, columns=(cites,), role="head", heading=True)
    yield from (_skipped_line(ruling, words, "head") for words in rest)
    for choice in ruling.choices:
        first, *rest = wrap(choice.label, CHOICE_WIDTH)
        yield Line(
            key=f"{ruling.id}{SEPARATOR}{choice.id}",
            name=f"({'•' if choice == now else ' '}) {first}",
            depth=1,
            columns=("default",) if choice.id == ruling.ours else (),
        )
        yield from (_skipped_line(ruling, f"      {words}", "plain") for words in rest)


def _skipped_line(ruling: Ruling, words: str, role: str) -> Line:
    return Line(key=ruling.id, name=words, role=role, heading=True)


def ruling_rows(state: State) -> list[ChoiceRow]:
    """A row with the rulings for which the ORBAT does not use the default choice.

    Returns [] if the ruleset has no rulings.
    """
    if not state.book.ruleset.rulings:
        return []
    chosen = "; ".join(
        f"{ruling.question} {choice.label}" for ruling, choice in changed_rulings(state.orbat, state.book)
    )
    words = ChoicePart(chosen or "all default", "run('reading')")
    return [ChoiceRow("rulings", (words,), "reading", wraps=bool(chosen))]
