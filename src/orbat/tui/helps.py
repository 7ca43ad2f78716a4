"""Help on one pane at a time: what it is for, what its own keys do, and the commands given there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from orbat.model.record import Value

if TYPE_CHECKING:
    from orbat.tui.commands.table import Command


class PaneHelp(Value):
    """The help on a pane: its title, what it is for, its own keys, and the groups of commands that are told there."""

    title: str
    about: str
    own: tuple[tuple[str, str], ...]
    groups: tuple[str, ...]


PANES = {
    "tree": PaneHelp(
        "The command tree",
        "Your army: its formations with their generals, and the units in them. Points stand at the right, a "
        "formation's for all that is in it. What is bought goes into the formation selected here.",
        (
            ("Up Down", "select another line"),
            ("Left Right", "fold and unfold"),
            ("Enter", "go to the army list, to buy into this formation"),
            ("1 2 3 4", "give the unit that rating"),
        ),
        ("Units", "Formations", "Anything", "Staff", "Army"),
    ),
    "shop": PaneHelp(
        "The army list",
        "What can be bought, with its ratings, how many the list's limits leave, and the price. Entries that the date "
        "or the limits rule out are faint; they can be bought all the same, and the findings will say so.",
        (("Enter", "buy, also by a double click"), ("Esc", "leave the builder")),
        ("Units", "Looking"),
    ),
    "filter": PaneHelp(
        "Finding an entry",
        "Type parts of a name, a kind of troops or a regiment; every word must be found.",
        (("Enter", "go to what was found"), ("Esc", "back to the list")),
        ("Looking",),
    ),
    "findings": PaneHelp(
        "The findings",
        "What the rules say of the army as it stands now, the worst first: ✗ breaks a rule, ! is a warning, i a note. "
        "Nothing is ever forbidden: an army that is not legal can be saved and printed, and says so.",
        (("Enter", "go to the place"),),
        ("Findings", "Steps", "File"),
    ),
}


def help_on(pane: str, commands: Iterable[Command], key_of: Callable[[str], str]) -> tuple[str, str]:
    """The help on a pane: its title, and its text."""
    page = PANES[pane]
    own = [f"  {keys:<14} {words}" for keys, words in page.own]
    lines = [page.about, "", *own]
    known = tuple(commands)
    for group in page.groups:
        lines += ["", group]
        lines += [f"  {key_of(one.id):<14} {one.help}" for one in known if one.group == group]
    lines += ["", "Tab goes to the next pane, whose help is another. Ctrl+P finds every command by its name."]
    return page.title, "\n".join(lines)
