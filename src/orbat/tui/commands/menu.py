"""The actions of the home screen. `MENU` defines the menu and the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from orbat.model.record import Value
from orbat.registry import load, menu
from orbat.tui.commands.host import HomeHost
from orbat.tui.commands.pasted import ask_for_list


class HomeAction(Value):
    """A line of the home screen's menu."""

    id: str
    key: str
    title: str
    help: str
    """Shown at the bottom of the screen."""
    run: Callable[[HomeHost], None]


def _open(home: HomeHost, folder: Path | None) -> None:
    home.pick_file("Open an ORBAT", folder, lambda file: home.open_file(file, lambda last: _open(home, last)))


def _check(home: HomeHost, folder: Path | None) -> None:
    back = lambda last: _check(home, last)  # noqa: E731  # as long as its name
    home.pick_file("Check a file", folder, lambda file: home.program.open_check(file, back))


def paste(home: HomeHost, text: str = "") -> None:
    """Check a list that the user pastes or types. `text` is the initial text."""
    ask_for_list(home, home.program.open_check, text)


_CORE: tuple[HomeAction, ...] = (
    HomeAction(
        "new",
        "N",
        "New",
        "Create an ORBAT: nation, size, date, empty or from a template.",
        lambda home: home.program.open_new(),
    ),
    HomeAction(
        "open",
        "O",
        "Open",
        "Open an ORBAT: YAML, JSON, a typed list, a CSV table, or a printed sheet.",
        lambda home: _open(home, home.recent_folder),
    ),
    HomeAction(
        "library",
        "L",
        "Library",
        "Starter armies and historical battles. Each opens as a copy.",
        lambda home: home.program.open_library(),
    ),
    HomeAction(
        "check",
        "C",
        "Check a file",
        "Check an opponent's file: every sum, limit and claim. The file stays unchanged.",
        lambda home: _check(home, home.recent_folder),
    ),
    HomeAction(
        "paste",
        "P",
        "Check a text",
        "Check an opponent's list from a mail, a forum or a chat: paste it, here or in the field.",
        paste,
    ),
)
LEAVE = HomeAction("leave", "Q", "Quit", "Quit orbat.", lambda home: home.program.exit())


def _added() -> Iterator[HomeAction]:
    # Optional features add their own actions, such as comparing two files.
    for one in menu():
        yield HomeAction(one.id, one.key, one.title, one.hint, load(one.code))


MENU = (*_CORE, *_added(), LEAVE)
"""All actions of the home screen. Quit is the last one."""
