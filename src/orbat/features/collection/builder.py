"""The collection that is kept to: the player's own, another one, or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from orbat.features.collection.file import load_collection, own_supply
from orbat.features.collection.report import CollectionSupply, Owning, owning
from orbat.model.orbat import Unit
from orbat.model.text_words import visible
from orbat.tui.commands.host import Host
from orbat.tui.state import State
from orbat.tui.steps.selection import selected
from orbat.tui.views.choice_row import ChoiceRow, info_row
from orbat.tui.widgets.lines import Line


def choose(host: Host) -> None:
    """Ask which collection is to be kept to."""
    own = own_supply()
    lines = [Line(key="own", name=f"Your own: {visible(own.title)}")] if own else []
    lines.append(Line(key="file", name="A collection in a file…"))
    lines.append(Line(key="none", name="None: as if you owned everything"))
    acts: dict[str, Callable[[], None]] = {
        "own": lambda: keep_to(host, own),
        "file": lambda: from_file(host, lambda: None),
        "none": lambda: keep_to(host, None),
    }
    now = host.now.supply
    at = "none" if now is None else "own" if now == own else "file"
    host.choose("Keep to which collection, in raising and suggesting?", tuple(lines), lambda key: acts[key](), at)


def keep_to(host: Host, supply: CollectionSupply | None) -> None:
    """Keep to a collection as long as this army is open."""
    host.show_state(replace(host.now, supply=supply))


def from_file(host: Host, then: Callable[[], None]) -> None:
    """Choose a collection's file, keep to it, and go on."""

    def chosen(file: Path) -> None:
        found = load_collection(file)
        if found.collection is None:
            wrong = found.findings[0]
            line = f", line {wrong.line}" if wrong.line else ""
            host.say(f"{file.name}{line} cannot be used as a collection: {wrong.message}.", severity="error")
            return
        keep_to(host, CollectionSupply(found.collection))
        then()

    place = host.now.file.absolute() if host.now.file else None
    host.pick_file("Which collection?", place, chosen)


# What is owned of what is selected, where the player keeps a collection.


_NAMED = 2
"""So many of the things to go are named for the army; the units tell of the others."""


def owned_rows(state: State) -> list[ChoiceRow]:
    """The rows for what is selected."""
    if not state.selected:
        return army_owned(state)
    return unit_owned(state) if isinstance(selected(state), Unit) else []


def unit_owned(state: State) -> list[ChoiceRow]:
    """How much of the selected unit's entry the army needs, and is owned."""
    found = _owning(state)
    need = found.of(state.selected) if found else None
    if need is None:
        return []
    gone = f", {need.missing} to go" if need.missing else ""
    return [
        info_row("owned", f"{need.owned} of {need.needed} {need.counted(need.needed)} in the army{gone}", wraps=True)
    ]


def army_owned(state: State) -> list[ChoiceRow]:
    """What begins the painting list."""
    found = _owning(state)
    if found is None or not found.needs:
        return []
    named, more = found.painting[:_NAMED], len(found.painting) - _NAMED
    words = "; ".join((*named, *([f"and {more} more"] if more > 0 else [])))
    return [info_row("owned", words or "all of it", wraps=True)]


def _owning(state: State) -> Owning | None:
    if not isinstance(state.supply, CollectionSupply):
        return None
    return owning(state.supply.collection, state.quote, state.book)
