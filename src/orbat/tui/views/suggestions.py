"""The suggestions as lines: fixes of findings, then changes to reach the agreed size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.generator.suggest import Suggestion
from orbat.tui.state import State
from orbat.tui.widgets.lines import Line


def suggestion_lines(state: State, found: Sequence[Suggestion]) -> tuple[Line, ...]:
    """The suggestions with the army's new total. The `key` of a line is the index of the suggestion."""
    return tuple(_lines(state, found))


def _lines(state: State, found: Sequence[Suggestion]) -> Iterator[Line]:
    heads = {(one.code, one.path): one.message for one in state.findings}
    last: object = ()
    for number, one in enumerate(found):
        if one.fixes != last:
            last = one.fixes
            yield Line(key=("head", number), name=heads[one.fixes] if one.fixes else _goal(state), heading=True)
        yield Line(key=number, name=one.name, columns=(one.sum,))


def _goal(state: State) -> str:
    over = state.quote.remaining is not None and state.quote.remaining < 0
    return "Reduce to the game size" if over else "Spend remaining points"
