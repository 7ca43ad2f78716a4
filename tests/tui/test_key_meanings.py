"""A key means the same on every screen, moves the cursor of every list, and is named in help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from tests.tui.test_dialogs import screen_classes
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

import orbat.tui
from orbat.tui.commands.table import COMMANDS
from orbat.tui.help import PANES, help_on, help_on_page
from orbat.tui.keys import shown
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.dialog import Palette
from orbat.tui.screens.home import HomeScreen
from orbat.tui.screens.page import PageScreen
from orbat.tui.widgets.lines import Lines

SAME = (
    {"Leave", "Back", "Cancel"},
    {"Up", "Parent folder", "Fold"},
    {"Create", "Check", "Print"},  # F2 presses the main button of a screen
    {"Size", "Number"},  # types the number of the selected item
    {"Find", "Filter", "Type a name"},
    {"{more}", "More"},
    {"{fewer}", "Fewer"},
    {"Roll staff", "Roll"},
    {"Mark", "Change"},
    {"Help", "Back"},  # F1 opens and closes help
)
"""Titles that have the same meaning."""
MENUS = {HomeScreen}
"""Screens with letters for the lines that they show."""


def all_screens() -> set[type[Screen[Any]]]:
    """Every screen class of orbat."""
    return screen_classes(orbat.tui) | screen_classes(import_module("orbat.features"))


def bindings_of(kind: type[Widget]) -> Iterator[tuple[str, str]]:
    """Keys and titles that a class declares itself."""
    for one in kind.__dict__.get("BINDINGS", ()):
        assert isinstance(one, Binding)
        for key in one.key.split(","):
            if one.description:
                yield key, one.description


def meanings(kinds: set[type[Screen[Any]]]) -> dict[str, set[str]]:
    """The titles of each key on these screens."""
    found: dict[str, set[str]] = {}
    for kind in kinds:
        for key, title in bindings_of(kind):
            same = next((sorted(one)[0] for one in SAME if title in one), title)
            found.setdefault(key, set()).add(same)
    return found


def test_key_means_the_same_on_every_screen() -> None:
    """Apart from the letters of a menu."""
    found = meanings(all_screens() - MENUS - {Palette})
    assert {key: titles for key, titles in found.items() if len(titles) > 1} == {}
    assert len(found) > len(COMMANDS)


def test_every_screen_is_looked_at() -> None:
    kinds = {kind.__name__ for kind in all_screens()}
    assert kinds >= {"BuilderScreen", "HomeScreen", "AskText", "CheckScreen"}


@pytest.mark.parametrize("kind", sorted(all_screens(), key=str), ids=str)
def test_every_key_of_a_page_is_in_its_help(kind: type[Screen[Any]]) -> None:
    """Those of dialogs are shown in the dialog."""
    if kind is BuilderScreen:
        words = "\n".join(help_on(pane, COMMANDS, lambda id: _keys(id))[1] for pane in PANES)
    elif issubclass(kind, PageScreen) and "help_page" in kind.__dict__:
        words = help_on_page(kind.help_page)[1]
    else:
        return
    told = set(re.findall(r"\S+", words))
    plain = set(told) | {one.casefold() for one in told if kind in MENUS}
    keys = {shown(key) for key, title in bindings_of(kind) if key not in ("f1", "ctrl+shift+s")}
    assert {one for one in keys if one not in plain} == set()


def _keys(command: str) -> str:
    return " ".join(shown(key) for one in COMMANDS if one.id == command for key in one.keys.split(","))


def test_j_and_k_move_every_list_and_text() -> None:
    """Wherever the arrow keys move a cursor or scroll, the letters do so too; nothing else uses them."""
    for kind in {Lines, *_subclasses(Lines), *all_screens()}:
        own = {key: one.action for one in kind.__dict__.get("BINDINGS", ()) for key in one.key.split(",")}
        if own.get("up", "").startswith(("step(", "scroll(")):
            assert (own["k"], own["j"]) == (own["up"], own["down"])
        else:
            assert not {"j", "k"} & set(own), kind


def _subclasses(kind: type[Widget]) -> set[type[Widget]]:
    return {one for sub in kind.__subclasses__() for one in {sub, *_subclasses(sub)}}
