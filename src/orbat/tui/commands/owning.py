"""The collection that is kept to: the player's own, another one, or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from orbat.outputs.safe import visible
from orbat.report.owned import CollectionSupply
from orbat.sources.collection_file import load_collection, own_supply
from orbat.tui.commands.host import Host
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
    host.put(replace(host.now, supply=supply))


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
