"""Collections in the builder: dialogs to choose a collection, and rows with owned and needed models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from orbat.features.collection.file import load_collection, own_supply
from orbat.features.collection.report import CollectionSupply, Ownership, ownership_of
from orbat.model.orbat import Unit
from orbat.model.text_words import visible
from orbat.model.wording import phrase, plural
from orbat.tui.commands.host import Host
from orbat.tui.state import State
from orbat.tui.steps.selection import selected
from orbat.tui.views.choice_row import ChoiceRow, info_row
from orbat.tui.widgets.lines import Line


def choose_collection(host: Host) -> None:
    """Ask which collection to use: the user's `collection.yaml`, another file, or none."""
    own = own_supply()
    lines = [Line(key="own", name=phrase("Your own: {title}", title=visible(own.title)))] if own else []
    lines.append(Line(key="file", name="From a file…"))
    lines.append(Line(key="none", name="None: no limit"))
    actions: dict[str, Callable[[], None]] = {
        "own": lambda: use_supply(host, own),
        "file": lambda: choose_file(host, lambda: None),
        "none": lambda: use_supply(host, None),
    }
    now = host.now.supply
    at = "none" if now is None else "own" if now == own else "file"
    host.choose(
        "Limit generated armies and suggestions to which collection?", tuple(lines), lambda key: actions[key](), at
    )


def use_supply(host: Host, supply: CollectionSupply | None) -> None:
    """Limit generated armies to the models of a collection, until the ORBAT is closed.

    None removes the limit.
    """
    host.show_state(replace(host.now, supply=supply))


def choose_file(host: Host, then: Callable[[], None]) -> None:
    """Ask for a collection file, limit generated armies to the models in the file, then call `then`.

    An unusable file gives an error message.
    """

    def chosen(file: Path) -> None:
        found = load_collection(file)
        if found.collection is None:
            first = found.findings[0]
            if first.line:
                message = phrase(
                    "{file} is not a usable collection. Line {line}: {message}.",
                    file=file.name,
                    line=first.line,
                    message=first.message,
                )
            else:
                message = phrase("{file} is not a usable collection: {message}.", file=file.name, message=first.message)
            host.say(message, severity="error")
            return
        use_supply(host, CollectionSupply(found.collection))
        then()

    place = host.now.file.absolute() if host.now.file else None
    host.pick_file("Use which collection?", place, chosen)


# Rows with owned and needed numbers, if a collection is in use.


_MAX_NAMED = 2
"""The army's row shows at most this many items of the painting list."""


def ownership_rows(state: State) -> list[ChoiceRow]:
    """A row with the numbers of owned and needed models for the selected unit or army.

    Returns [] for other items, or without a collection.
    """
    if not state.selected:
        return army_rows(state)
    return unit_rows(state) if isinstance(selected(state), Unit) else []


def unit_rows(state: State) -> list[ChoiceRow]:
    """A row for the entry of the selected unit: `you own 16 of 24 stands; 8 to paint`."""
    found = _ownership(state)
    need = found.need_at(state.selected) if found else None
    if need is None:
        return []
    counted = need.counted(need.needed)
    if need.missing:
        text = phrase(
            "you own {owned} of {needed} {counted}; {missing} to paint",
            owned=need.owned,
            needed=need.needed,
            counted=counted,
            missing=need.missing,
        )
    else:
        text = phrase(
            "you own {owned} of {needed} {counted}",
            owned=need.owned,
            needed=need.needed,
            counted=counted,
        )
    return [info_row("owned", text, wraps=True)]


def army_rows(state: State) -> list[ChoiceRow]:
    """A row for the army: `8 stands to paint: Line foot; 4 stands to paint: Hussars; 3 more entries`.

    Returns [] without a collection, or for an army without units.
    """
    found = _ownership(state)
    if found is None or not found.needs:
        return []
    named, more = found.painting[:_MAX_NAMED], len(found.painting) - _MAX_NAMED
    parts = [*named, *([plural(more, "{count} more entry", "{count} more entries")] if more > 0 else [])]
    return [info_row("owned", "; ".join(parts) or "everything", wraps=True)]


def _ownership(state: State) -> Ownership | None:
    if not isinstance(state.supply, CollectionSupply):
        return None
    return ownership_of(state.supply.collection, state.quote, state.book)
