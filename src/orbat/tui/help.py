"""Help pages of panes and screens: purpose, keys and commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase
from orbat.registry import help_pages, load, menu
from orbat.report.prices import SIGNS
from orbat.tui.commands.host import CommandInfo


class PaneHelp(Value):
    """The help page of a pane or screen."""

    title: str
    about: str
    own: tuple[tuple[str, str], ...]
    """Keys that belong to no command, such as the arrow keys, with descriptions."""
    groups: tuple[str, ...]
    """The groups of commands to list on the page."""
    signs: tuple[tuple[str, str], ...] = ()
    """Signs of the pane, with descriptions."""


RATINGS = "ratings"
"""A placeholder in `PaneHelp.own`. On the help page, the digit keys that set a unit's rating replace it."""
PRICE_SIGNS = f"{SIGNS['house']} {SIGNS['inferred']}"
MARKS = "after a price: a house price, which is not in a rulebook, or a price inferred from known prices"

LATER = (
    ("save", "saves it"),
    ("print", "prints it"),
    ("play", "marks losses in a game"),
    ("next_game", "takes the survivors to the next game"),
)
"""What follows after an army is built: ids of commands, and words for them."""

PANES = {
    "tree": PaneHelp(
        "Order of battle",
        "Your army: formations with their generals, and units. The points of a formation include everything in it. "
        "Purchases go into the selected formation.",
        (
            ("Up Down k j", "select another line"),
            ("Left Right", "fold and unfold"),
            ("Enter", "go to the army list, to buy for this formation"),
            (RATINGS, ""),
        ),
        ("Units", "Formations", "Edit", "Staff", "Army"),
        (
            (PRICE_SIGNS, MARKS),
            ("✗ ! ○ ⌂ *", "in the margin: breaks a rule, has a warning, is off the board, stays at home, is marked"),
        ),
    ),
    "army-list": PaneHelp(
        "Army list",
        "Entries to buy. The columns are the ratings, the number bought and the number allowed, and the price. None "
        "yet means that you must buy other troops first; the line below the list says which. Faint entries are "
        "unavailable at the date, too expensive, or not allowed in the selected formation. If you buy a faint entry, "
        "you get a finding.",
        (
            ("Enter", "buy; a click on the selected entry does the same"),
            ("Esc", "clear the filter, then return to the order of battle"),
        ),
        ("Units", "View"),
    ),
    "filter": PaneHelp(
        "Find an entry",
        "Type parts of a name, kind or regiment. An entry must match every word. Matching names come first, then "
        "matching kinds; available entries come before others. A unit found by a regiment gets "
        "the name of that regiment.",
        (("Enter", "go to the results"), ("Esc", "clear the filter, and return to the list")),
        ("View",),
    ),
    "findings": PaneHelp(
        "Findings",
        "What is wrong with the army, worst first: ✗ breaks a rule, ! is a warning, i is a note. A click "
        "selects the item. You can save and print an army that is not legal. The sheets then say so.",
        (("Enter", "go to the item, or unfold a group"), ("Esc", "return to the order of battle")),
        ("Findings", "History", "File"),
    ),
}

PAGES = {
    "home": PaneHelp(
        "Home",
        "Actions, recent ORBATs with a bar of their arms, nation, points, game size and verdict, and starters by war "
        "and nation.",
        (
            ("Up Down k j", "go to another line; the bottom of the screen describes the line"),
            ("Tab Left Right", "go to another list"),
            ("Enter", "run the action, open the ORBAT, or list the starters of the nation"),
            ("N", "create an ORBAT: nation, size, date, empty or from a template"),
            ("O", "open an ORBAT: YAML, JSON, a typed list, a CSV table or a printed sheet"),
            ("L", "open the library of starter armies and historical battles"),
            ("C", "check an opponent's list; the file stays unchanged"),
            ("P", "check a list that you paste or type; pasting it here does the same"),
            ("Del", "remove the ORBAT from the list; the file stays"),
            ("Ctrl+P", "choose a theme"),
            ("Q", "quit orbat"),
        ),
        (),
    ),
    "new": PaneHelp(
        "New ORBAT",
        "Choose ruleset, army list, size and date, then a starting point: empty, a generated army, or an ORBAT of the "
        "same army list that fits the size. The right side previews the army list or "
        "the ORBAT. You can change everything later.",
        (
            ("Up Down k j", "choose another line"),
            ("Enter", "go to the next question; at the last one, create the ORBAT"),
            ("Tab Shift+Tab", "go to the next or previous question"),
            ("F2", "create the ORBAT now"),
            ("Esc", "cancel"),
        ),
        (),
    ),
    "library": PaneHelp(
        "Library",
        "ORBATs that come with orbat: starter armies at three sizes, extracts of battles for one gaming table, and "
        "complete battles. Each opens as a copy.",
        (
            ("/", "filter by title, nation, battle or tag; every word must match"),
            ("Up Down k j", "go to another ORBAT; the bottom of the screen shows a note about the ORBAT"),
            ("Enter", "open a copy, as does a second click; on a heading, show which numbers come from the rulebook"),
            ("Esc", "clear the filter, then go back"),
        ),
        (),
    ),
    "picker": PaneHelp(
        "Choose a file",
        "ORBATs, then folders, then lists and documents that orbat reads.",
        (
            ("Up Down k j", "go to another line"),
            ("Enter", "open the folder or the file; a second click does the same"),
            ("/", "type words to filter the names, or a path: with ~, in quotes or as file://"),
            ("Left Backspace", "go to the parent folder"),
            ("Esc", "clear the filter, then go back"),
        ),
        (),
    ),
    "namer": PaneHelp(
        "Name a file",
        "The name of the new file, and the files of the folder.",
        (
            ("Enter", "save under this name; before an existing file is overwritten, orbat asks"),
            ("", "in the list: open the folder, or use the name of the file"),
            ("Down Tab", "go to the list"),
            ("/", "return to the name; a path may have ~, quotes or file://"),
            ("Left Backspace", "in the list, go to the parent folder"),
            ("Esc", "cancel"),
        ),
        (),
    ),
    "check": PaneHelp(
        "Check a list",
        "The text of a list with the role of each line, how the line at the cursor was read with the role of each "
        "number, and the findings. Questions come first. ✓ read, ? unread or doubtful, ~ unsure, "
        "≠ the typed points differ from the price. The file stays unchanged. "
        "A file written by orbat is shown as rows: typed points, then the price.",
        (
            ("Up Down k j", "go to another line"),
            ("Tab", "go to the other pane"),
            ("Enter", "correct a line: size, rating, options, entry, names, roles of numbers, or not part of the army"),
            ("", "on a question, answer it; on another finding, explain it"),
            ("", "in a file written by orbat, show how a row is priced"),
            ("u Ctrl+Z", "undo the last correction"),
            ("Ctrl+Y", "redo the last undone correction"),
            ("Ctrl+S", "save the corrected ORBAT, with the typed points"),
            ("B", "open the ORBAT in the builder"),
            ("J", "choose an army, if the file has several"),
            ("a", "set the game size"),
            ("y", "set the date: a year, a month or a battle; without a date, dates are not checked"),
            ("L", "choose the army list, if the file does not name one"),
            ("F", "check another file"),
            ("Ctrl+V", "check a list that you paste or type; pasting it here does the same"),
            ("Esc q", "go back"),
        ),
        (),
    ),
}
"""Help pages of the screens in this package. Features add help pages for their own screens."""


class KeyTable(Value):
    """Keys with descriptions, under one title."""

    title: str
    rows: tuple[tuple[str, str], ...]


def key_tables(
    commands: Iterable[CommandInfo], key_of: Callable[[str], str]
) -> tuple[tuple[KeyTable, ...], tuple[KeyTable, ...]]:
    """The commands of the builder by group, and the other keys of each pane and screen.

    `key_of` gives the keys of a command, by its id.
    """
    groups: dict[str, list[tuple[str, str]]] = {}
    for one in commands:
        groups.setdefault(one.group, []).append((key_of(one.id), one.help))
    pages = [*PANES.values(), *(_page(name) for name in (*PAGES, *help_pages()))]
    return (
        tuple(KeyTable(title, tuple(rows)) for title, rows in groups.items()),
        tuple(KeyTable(page.title, tuple(_keys(page, None))) for page in pages),
    )


def help_on_page(name: str) -> tuple[str, str]:
    """The title and the text of a screen's help page. `name` is the page's id, such as `home`."""
    page = _page(name)
    return page.title, "\n".join([page.about, "", *(f"  {keys:<14} {words}" for keys, words in page.own)])


def _page(name: str) -> PaneHelp:
    page: PaneHelp = PAGES[name] if name in PAGES else load(help_pages()[name])
    if name != "home":
        return page
    # menu entries of features belong with the core's letters, above the keys for lists
    own = list(page.own)
    place = next(number for number, (keys, _) in enumerate(own) if keys == "Del")
    own[place:place] = [(one.key, one.help) for one in menu()]
    return replace(page, own=tuple(own))


def help_on(
    pane: str, commands: Iterable[CommandInfo], key_of: Callable[[str], str], ruleset: Ruleset | None = None
) -> tuple[str, str]:
    """The title and the text of a pane's help page, in the ruleset's words."""
    page = PANES[pane]
    own = (*_keys(page, ruleset), *page.signs)
    known = tuple(commands)
    later = ", ".join(f"{key_of(one.id)} {words}" for name, words in LATER for one in known if one.id == name)
    lines = [page.about, *((f"With the finished army: {later}.",) if pane == "tree" else ())]
    lines += ["", *(f"  {keys:<14} {words}" for keys, words in own)]
    for group in page.groups:
        listed = [f"  {key_of(one.id):<14} {one.help}" for one in known if one.group == group]
        lines += ["", group, *listed] if listed else []
    lines += ["", "Tab goes to the next pane, which has its own help. Ctrl+P finds every command by name."]
    words = "\n".join(lines)
    return page.title, in_ruleset_words(ruleset, words) if ruleset else words


def _keys(page: PaneHelp, ruleset: Ruleset | None) -> Iterator[tuple[str, str]]:
    for keys, words in page.own:
        if keys != RATINGS:
            yield keys, words
        elif ruleset is None or ruleset.ratings:
            ratings = [one.id for one in ruleset.ratings] if ruleset else []
            named = "" if all(map(str.isdecimal, ratings)) else ", ".join(ratings)
            digits = " ".join(str(n) for n in range(1, len(ratings) + 1)) or "1 2 3 4"
            if named and ruleset:
                yield digits, phrase("set the unit's {rating}: {ratings}", rating=ruleset.rating_word, ratings=named)
            else:
                yield digits, "set the unit's rating"


def in_ruleset_words(ruleset: Ruleset, words: str) -> str:
    """The text with the ruleset's word for a commander instead of "general"."""
    word = ruleset.commander_word
    return re.sub(r"\b[Gg]eneral(?=s?\b)", lambda found: word if found[0][0] == "g" else ruleset.commander_title, words)
