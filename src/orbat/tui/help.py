"""Help on one pane at a time: what it is for, what its own keys do, and the commands given there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.registry import help_pages, load, menu
from orbat.report.prices import SIGNS
from orbat.tui.commands.host import CommandInfo


class PaneHelp(Value):
    """The help on a pane: its title, what it is for, its own keys, and the groups of commands that are told there."""

    title: str
    about: str
    own: tuple[tuple[str, str], ...]
    groups: tuple[str, ...]


RATINGS = "ratings"
"""Stands in a pane's own keys for the figures that give ratings, which are as many as the ruleset has."""
MARKS = "behind a price: no rulebook gives it (house), or it is worked out from known prices (inferred)"

PANES = {
    "tree": PaneHelp(
        "The command tree",
        "Your army: its formations with their generals, and the units in them. Points stand at the right, a "
        "formation's for all that is in it. What is bought goes into the formation selected here.",
        (
            ("Up Down", "select another line"),
            ("Left Right", "fold and unfold"),
            ("Enter", "go to the army list, to buy into this formation"),
            (RATINGS, ""),
            (f"{SIGNS['house']} {SIGNS['inferred']}", MARKS),
            ("✗ ! ○ *", "in the margin: breaks a rule, has a warning, is kept off the board, is marked"),
        ),
        ("Units", "Formations", "Anything", "Staff", "Army"),
    ),
    "army-list": PaneHelp(
        "The army list",
        "What can be bought, with its ratings, how much of what the list's limits allow is used, and the price. Where "
        "0 of 0 are used, others have to be bought first. Entries that the date or the limits rule out are faint; they "
        "can be bought all the same, and the findings will say so.",
        (
            ("Enter", "buy, also by a double click"),
            (f"{SIGNS['house']} {SIGNS['inferred']}", MARKS),
            ("Esc", "clear the filter, then back to the command tree"),
        ),
        ("Units", "Looking"),
    ),
    "filter": PaneHelp(
        "Finding an entry",
        "Type parts of a name, a kind of troops or a regiment; every word must be found. What is called so comes "
        "before what is of such a kind, and of those first what can be had and fits best. A unit that is found by its "
        "regiment is bought under that name.",
        (("Enter", "go to what was found"), ("Esc", "clear it, and back to the list")),
        ("Looking",),
    ),
    "findings": PaneHelp(
        "The findings",
        "What the rules say of the army as it stands now, the worst first: ✗ breaks a rule, ! is a warning, i a note. "
        "Nothing is ever forbidden: an army that is not legal can be saved and printed, and says so.",
        (("Enter", "go to the place, or show each finding of a group"), ("Esc", "back to the command tree")),
        ("Findings", "Steps", "File"),
    ),
}

PAGES = {
    "home": PaneHelp(
        "Home",
        "What can be begun or opened, and the ORBATs opened lately: the date each is set at, its nation, its points of "
        "those agreed, and whether it is legal.",
        (
            ("Up Down", "go to another line; what it is about stands at the foot"),
            ("Tab Left Right", "go to the other list"),
            ("Enter", "do what the line says, or open the ORBAT"),
            ("N", "begin an ORBAT: nation, size, date, blank or from a template"),
            ("O", "open an ORBAT: YAML, JSON, a typed list, a table or a printed sheet"),
            ("L", "the library of starters and of the armies of the battles"),
            ("C", "check an opponent's list, which stays as it is"),
            ("Del", "take the ORBAT off the list; its file stays where it is"),
            ("Ctrl+P", "choose other colours"),
            ("Q", "leave orbat"),
        ),
        (),
    ),
    "new": PaneHelp(
        "A new order of battle",
        "Rules, army list, size and date are asked for in turn, and then what to begin with: a blank sheet, an army "
        "raised for you, or an "
        "ORBAT of that list which is no larger than the size. What the list offers, or what is in the ORBAT, stands "
        "at the right. All that is answered here can be changed later.",
        (
            ("Up Down", "choose another line"),
            ("Enter", "go on to the next question; after the last one, begin"),
            ("Tab Shift+Tab", "go to the next question, or back"),
            ("F2", "begin at once"),
            ("Esc", "leave without beginning anything"),
        ),
        (),
    ),
    "library": PaneHelp(
        "The library",
        "ORBATs that come with orbat: starters at three sizes, parts of the battles for one table, and whole battles. "
        "Opening one opens a copy, so the library stays as it is.",
        (
            ("A letter", "type to find: a title, nation, battle or tag; every word must be found"),
            ("/", "go to what was typed, to change it"),
            ("Up Down", "go to another ORBAT; what it is about stands at the foot"),
            ("Enter", "open a copy, also by a double click; on a heading, tell what of its rules is official"),
            ("Esc", "clear what was typed, and then go back"),
        ),
        (),
    ),
    "picker": PaneHelp(
        "Choosing a file",
        "The folders here and the files that orbat reads. A file with another ending can be typed.",
        (
            ("Up Down", "go to another line"),
            ("Enter", "go into the folder or take the file, also by a double click"),
            ("Left Backspace", "go to the folder above"),
            ("/", "type a name, or where it is; it goes on from the folder that stands there"),
            ("Esc", "from a typed name back to the list, and then back"),
        ),
        (),
    ),
    "checking": PaneHelp(
        "Checking a list",
        "A list in its own text, with what was made of the line at the cursor beside it, and under it what the rules "
        "find. ✓ is read, ? unread, ~ unsure, ≠ differs from what it comes to, or follows from another line that does. "
        "The file stays as it is. A file of orbat's own is shown in rows: points written, then what they come to.",
        (
            ("Up Down", "go to another line"),
            ("Tab", "go to the other pane"),
            ("Enter", "correct what was read of a line: size, class, options, entry, or nothing at all"),
            ("", "in a file of orbat's own, tell how a row's points are made up; tell a finding at length"),
            ("U Ctrl+Z", "take the last correction back"),
            ("R Ctrl+Y", "make it again"),
            ("S", "save the ORBAT as read and corrected, with the points that were typed"),
            ("O", "open it in the builder"),
            ("W", "choose which army, where the text has several"),
            ("A", "say what size was agreed, where the list says another or none"),
            ("L", "say which army list it is, where the list does not"),
            ("F", "check another file"),
            ("Esc Q", "go back"),
        ),
        (),
    ),
}
"""The help on the screens before the builder; features have pages of their own."""


def help_on_page(name: str) -> tuple[str, str]:
    """The help on a screen before the builder: its title, and its text."""
    page = PAGES[name] if name in PAGES else _added_page(name)
    own = list(page.own)
    if name == "home":  # what features add to the menu stands with the core's letters, above the keys for lists
        place = next(number for number, (keys, _) in enumerate(own) if keys == "Del")
        own[place:place] = [(one.key, one.help) for one in menu()]
    return page.title, "\n".join([page.about, "", *(f"  {keys:<14} {words}" for keys, words in own)])


def _added_page(name: str) -> PaneHelp:
    page: PaneHelp = load(help_pages()[name])
    return page


def help_on(
    pane: str, commands: Iterable[CommandInfo], key_of: Callable[[str], str], ruleset: Ruleset | None = None
) -> tuple[str, str]:
    """The help on a pane: its title, and its text, in the words of a ruleset; groups without commands are left out."""
    page = PANES[pane]
    lines = [page.about, "", *(f"  {keys:<14} {words}" for keys, words in _keys(page, ruleset))]
    known = tuple(commands)
    for group in page.groups:
        told = [f"  {key_of(one.id):<14} {one.help}" for one in known if one.group == group]
        lines += ["", group, *told] if told else []
    lines += ["", "Tab goes to the next pane, whose help is another. Ctrl+P finds every command by its name."]
    words = "\n".join(lines)
    return page.title, in_words_of(ruleset, words) if ruleset else words


def _keys(page: PaneHelp, ruleset: Ruleset | None) -> Iterator[tuple[str, str]]:
    """A pane's own keys, with the figures for the ratings there are."""
    for keys, words in page.own:
        if keys != RATINGS:
            yield keys, words
        elif ruleset is None or ruleset.ratings:
            ratings = [one.id for one in ruleset.ratings] if ruleset else []
            named = "" if all(map(str.isdecimal, ratings)) else f": {', '.join(ratings)}"
            figures = " ".join(str(n) for n in range(1, len(ratings) + 1)) or "1 2 3 4"
            yield figures, f"give the unit that {ruleset.rating_word if named and ruleset else 'rating'}{named}"


def in_words_of(ruleset: Ruleset, words: str) -> str:
    """Words in which a general is called as the ruleset calls the commander of a formation."""
    word = ruleset.commander_word
    return re.sub(r"\b[Gg]eneral(?=s?\b)", lambda found: word if found[0][0] == "g" else ruleset.commander_title, words)
