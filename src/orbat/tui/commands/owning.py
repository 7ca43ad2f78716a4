"""The collection that is kept to: the player's own, another one, or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from orbat.outputs.safe import visible
from orbat.report.owned import CollectionSupply
from orbat.sources.collection_file import load_collection, own_supply
from orbat.tui.screens.files import FilePicker
from orbat.tui.widgets.lines import Line

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def choose(builder: BuilderScreen) -> None:
    """Ask which collection is to be kept to."""
    own = own_supply()
    lines = [Line(key="own", name=f"Your own: {visible(own.title)}")] if own else []
    lines.append(Line(key="file", name="A collection in a file…"))
    lines.append(Line(key="none", name="None: as if you owned everything"))
    acts: dict[str, Callable[[], None]] = {
        "own": lambda: keep_to(builder, own),
        "file": lambda: from_file(builder, lambda: None),
        "none": lambda: keep_to(builder, None),
    }
    now = builder.now.supply
    at = "none" if now is None else "own" if now == own else "file"
    builder.choose("Keep to which collection, in raising and suggesting?", tuple(lines), lambda key: acts[key](), at)


def keep_to(builder: BuilderScreen, supply: CollectionSupply | None) -> None:
    """Keep to a collection as long as this army is open."""
    builder.state = replace(builder.now, supply=supply)


def from_file(builder: BuilderScreen, then: Callable[[], None]) -> None:
    """Choose a collection's file, keep to it, and go on."""

    def chosen(file: Path | None) -> None:
        if file is None:
            return
        found = load_collection(file)
        if found.collection is None:
            wrong = found.findings[0]
            line = f", line {wrong.line}" if wrong.line else ""
            builder.say(f"{file.name}{line} cannot be used as a collection: {wrong.message}.", severity="error")
            return
        keep_to(builder, CollectionSupply(found.collection))
        then()

    place = builder.now.file.absolute() if builder.now.file else None
    builder.app.push_screen(FilePicker("Which collection?", place), chosen)
