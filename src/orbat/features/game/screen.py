"""The play screen, which marks losses during a game. Each change is scored and saved at once."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Label, Static

from orbat.evaluate.staff_rolls import RollRefused, random_dice
from orbat.features.game import screen_lines
from orbat.features.game.condition import Condition
from orbat.features.game.file import load_play, play_path, play_yaml
from orbat.features.game.generals import promotion_roll, require_promotion_dice
from orbat.features.game.model import Game, GameHistory
from orbat.features.game.score import Score, score, with_marks
from orbat.features.game.screen_lines import (
    LOST_BOX,
    REMAINING_BOX,
    detail,
    header,
    lose_fault,
    number_fault,
    play_hints,
    play_lines,
    roll_fault,
)
from orbat.features.game.text import score_lines
from orbat.model.edits import at
from orbat.model.orbat import Commander, is_player
from orbat.model.sheet import PrintOptions
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.session.files import WriteFailed, write
from orbat.tui.commands.host import Host
from orbat.tui.help import PaneHelp
from orbat.tui.screens.ask import AskText
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.widgets.filter import ColumnHeader
from orbat.tui.widgets.keybar import KeyBar
from orbat.tui.widgets.lines import Line, Lines
from orbat.tui.widgets.text_pane import StyledLine, TextPane

HELP_PAGE = PaneHelp(
    "In play",
    "Marks losses during a game. A filled box is a loss. A unit whose losses pass the vertical bar is under half "
    "strength. ✗ means gone or scored in full, ½ means scored half. The opponent's score is at the top. Every step is "
    "saved immediately in a file beside the ORBAT. The ORBAT itself is not changed.",
    (
        ("Up Down k j", "select a unit or general"),
        ("+ -", "add or remove a loss"),
        ("", "or click a box: it is then the last one marked; another click removes the mark"),
        ("= Enter", "type the number of losses"),
        ("1 2 …", "set the state with this number, such as routing; the same key clears the state"),
        ("", "for a general: killed, wounded or captured"),
        ("r", "roll for the general's successor"),
        ("u Ctrl+Z", "undo"),
        ("Ctrl+Y", "redo"),
        ("N", "take the survivors to the next game, after a preview"),
        ("Esc q", "back to the builder"),
    ),
    (),
)

HEADS = ("losses", "state", "points")
"""The titles of the columns."""
STATE, NARROW_STATE, WIDE = 30, 20, 100
"""The width of the column of states, and in a terminal that is narrower than `WIDE`, in cells."""
STAYS = "The successor also leads in the next game."
BACK = "In the next game, the general returns, and the successor does not stay."
LONGEST_NUMBER = 8
"""The maximum length of a typed number of losses, in characters."""


class PlayLines(Lines):
    """The list of units and generals. A click on a box of a unit sends `BoxClicked`."""

    class BoxClicked(Lines.LineMessage):
        """The user clicked box `number` of a line, counted from 1."""

        def __init__(self, lines: Lines, line: Line, number: int) -> None:
            super().__init__(lines, line)
            self.number = number

    def on_click(self, event: events.Click) -> None:
        """Send `BoxClicked` for a click on a box. The second click of a double click on a box does nothing."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        before = self.render_line(offset.y).crop(0, offset.x + 1).text
        if before[-1:] not in (LOST_BOX, REMAINING_BOX):
            return
        event.prevent_default()
        if self.move_to_click(event) is not None and self.line is not None and event.chain == 1:
            number = sum(before.count(box) for box in (LOST_BOX, REMAINING_BOX))
            self.post_message(self.BoxClicked(self, self.line, number))


class PlayScreen(PageScreen[bool]):
    """The play screen with all units and generals, and a box for each stand.

    The result is True if the user goes on to the next game.
    """

    help_page = "play"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus", "lose(1)", "More"),
        Binding("minus", "lose(-1)", "Fewer"),
        Binding("equals_sign", "type_losses", "Number"),
        Binding("r", "promote", "Roll"),
        Binding("u,ctrl+z", "undo", "Undo"),
        Binding("ctrl+y", "redo", "Redo"),
        Binding("N", "next_game", "Next game"),
        Binding("escape,q", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#play-lines"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (150, "-widest")]  # noqa: RUF012  # the base class types it as an instance variable

    def __init__(self, report: Report, file: Path, game: Game) -> None:
        """Create the screen. Steps are saved in `file`, the `NAME.play.yaml` of the ORBAT."""
        super().__init__()
        self.report = report
        self.file = file
        self.score: Score = score(report, game)
        self._unmatched = self.score.unmatched
        self.played = GameHistory((self.score.game,))

    def compose(self) -> ComposeResult:
        """Create the parts of the screen: the score, the units and generals, the line of details, and the key bar."""
        yield Label(f"In play: {visible(self.report.title)}", classes="page-title", markup=False)
        yield Static(id="play-head", markup=False)
        # The columns have fixed widths, so that the boxes stay in place under the mouse.
        lines = PlayLines(fixed=True, margin=3, striped=True, id="play-lines")
        with Horizontal(id="play-middle"):
            with Vertical(id="play-list"):
                yield ColumnHeader(lines)
                yield lines
            yield TextPane(id="play-score")
        yield Static(id="play-detail", markup=False)
        yield KeyBar(id="keybar")

    def on_mount(self) -> None:
        """Show the game."""
        self._show()

    def on_resize(self) -> None:
        """Fit the columns to the new width."""
        self._show()

    @property
    def at_cursor(self) -> Condition | None:
        """The losses, state and points of the unit or general at the cursor."""
        line = self.query_one("#play-lines", Lines).line
        return next((one for one in self.score.conditions if line and one.path == line.key), None)

    def _show(self) -> None:
        self.score = replace(score(self.report, self.played.now), unmatched=self._unmatched)
        self.query_one("#play-head", Static).update(visible_lines(header(self.score)))
        lines, shown_lines = self.query_one("#play-lines", Lines), play_lines(self.score)
        boxes = max((len(line.columns[0]) for line in shown_lines if line.columns), default=0)
        lines.widths = max(boxes, len(HEADS[0])), STATE if self.size.width >= WIDE else NARROW_STATE, 6
        lines.show(shown_lines, None, HEADS)
        self.query_one(ColumnHeader).refresh()
        shown = self.score
        self.query_one(TextPane).show(lambda width: score_lines(shown, StyledLine.of, width))
        self._show_details()

    @on(Lines.Moved)
    def _show_details(self) -> None:
        words = detail(self.at_cursor, counts_points=self.score.counts_points)
        self.query_one("#play-detail", Static).update(visible(words))
        bar = self.query_one(KeyBar)
        bar.hints, bar.last = play_hints(self.at_cursor, self.played.position)

    def _show_step(self, played: GameHistory) -> None:
        if played == self.played:  # the typed number, or the clicked box, is the one already marked
            self.app.bell()
            return
        self.played = played
        self._show()
        try:
            write(self.file, play_yaml(self.score.saved_game).encode("utf-8", "replace"), backup=False)
        except WriteFailed as failed:
            self.notify(str(failed), severity="error", timeout=15, markup=False)

    def _add_step(self, game: Game) -> None:
        self._show_step(self.played.do(game))

    def _refused(self, fault: str) -> bool:
        # A key without an effect says why, in the line of details: notices of a repeated key would pile up.
        if fault:
            self.app.bell()
            self.query_one("#play-detail", Static).update(visible(fault))
        return bool(fault)

    def action_lose(self, by: int) -> None:
        """Add `by` to the losses of the selected unit. -1 removes one loss."""
        if (one := self.at_cursor) and not self._refused(lose_fault(one, by)):
            self._add_step(screen_lines.lose(self.played.now, one, by))

    @on(PlayLines.BoxClicked)
    def _mark_box(self, event: PlayLines.BoxClicked) -> None:
        # The clicked box becomes the last marked box. The last marked box is unmarked.
        if (one := self.at_cursor) and not one.general:
            self._add_step(screen_lines.lose_to_box(self.played.now, one, event.number))

    @on(Lines.Chosen)
    def action_type_losses(self) -> None:
        """Ask for the number of losses of the selected unit."""
        one = self.at_cursor
        if one is None:
            return
        if one.strength is None:
            self._refused(lose_fault(one, 1))
            return
        chosen, size = one, one.strength.size

        def fault(text: str) -> str:
            is_number = text.strip().isascii() and text.strip().isdecimal() and len(text) <= LONGEST_NUMBER
            return "" if is_number and int(text) <= size else phrase("Type a number from 0 to {size}.", size=size)

        def answered(text: str | None) -> None:
            if text is not None:
                self._add_step(screen_lines.lose(self.played.now, chosen, int(text) - chosen.lost))

        question = phrase("Losses of {unit}, from 0 to {size}", unit=visible(one.name), size=size)
        self.app.push_screen(AskText(question, str(one.lost), wrong=fault), answered)

    def action_set_state(self, number: int) -> None:
        """Set or clear a state of the selected unit or general, such as `routing`. `number` counts from 1."""
        if (one := self.at_cursor) and not self._refused(number_fault(one, number)):
            self._add_step(screen_lines.toggle(self.played.now, one, number))

    def on_key(self, event: events.Key) -> None:
        """Set or clear the state whose number is the pressed digit."""
        if event.character and event.character.isascii() and event.character.isdecimal():
            self.action_set_state(int(event.character))

    def action_promote(self) -> None:
        """Roll for the successor of the selected general, unless the general already has a successor."""
        one, orbat, book = self.at_cursor, self.report.orbat, self.report.book
        if one is None or orbat is None or book is None:
            return
        commander = at(orbat, one.path)
        if isinstance(commander, Commander) and is_player(one.path, commander):
            self.notify("The player's own general has no successor, and needs no roll.", markup=False)
            return
        if self.played.now.general(one.path).promoted:
            self.notify("This general already has a successor.")
            return
        if self._refused(roll_fault(one)):
            return
        try:
            require_promotion_dice(orbat, book)
            staff = book.ruleset.staff
            dice = random_dice(random.SystemRandom())(1, staff.dice, staff.sides)
            roll = promotion_roll(orbat, book, dice, "random")
        except RollRefused as refused:
            self.notify(phrase("{reason}.", reason=refused), markup=False)
            return
        self._add_step(screen_lines.promote(self.played.now, one, roll))
        text = phrase(
            "The successor of {name} is {quality}: rolled {dice}, on the table for successors.",
            name=visible(one.name),
            quality=roll.result,
            dice=" ".join(map(str, roll.dice)),
        )
        fate, rules = self.played.now.general(one.path).fate, book.ruleset.campaign
        if fate and rules:
            text = f"{text} {BACK if fate in rules.generals_back else STAYS}"
        self.notify(text, markup=False)

    def action_undo(self) -> None:
        """Undo the last step."""
        if not self._refused("" if self.played.position else "Nothing to undo."):
            self._show_step(self.played.undo())

    def action_redo(self) -> None:
        """Redo the last undone step."""
        redone = self.played.redo()
        if not self._refused("Nothing to redo." if redone == self.played else ""):
            self._show_step(redone)

    def action_next_game(self) -> None:
        """Return to the builder, and take the survivors to the next game."""
        self.answer(True)

    def action_back(self) -> None:
        """Return to the builder."""
        self.answer(False)


def visible_lines(text: str) -> str:
    """Escape control characters, except line ends."""
    return "\n".join(map(visible, text.split("\n")))


# Opening the play screen.


def play(host: Host) -> None:
    """Open the play screen, with the losses in `NAME.play.yaml` if present."""
    state = host.now
    if state.file is None:
        host.say(
            phrase("Save the ORBAT first ({key}). The losses are stored in a file next to it.", key=host.key_of("save"))
        )
        return
    file, game = play_path(state.file), Game(title=state.report.title)
    if file.exists():
        saved = load_game(host, file)
        if saved is None:
            return
        game = saved
    host.show(PlayScreen(state.report, file, game), lambda goes_on: _take_survivors(host) if goes_on else None)


def _take_survivors(host: Host) -> None:
    from orbat.features.game.campaign_command import next_game

    next_game(host)


def load_game(host: Host, file: Path) -> Game | None:
    """Load a file of losses. If the file is unusable, show the reason and return None."""
    found = load_play(file)
    if found.value is None:
        first = found.findings[0]
        if first.line:
            message = phrase(
                "{file}, line {line}: {message}. Correct or rename the file.",
                file=file.name,
                line=first.line,
                message=first.message,
            )
        else:
            message = phrase("{file}: {message}. Correct or rename the file.", file=file.name, message=first.message)
        host.say(message, severity="error")
    return found.value


def with_losses(host: Host, printing: PrintOptions) -> PrintOptions:
    """Add the losses in `NAME.play.yaml` to the print options, if `printing.boxes` is `as-is`."""
    file = host.now.file
    if printing.boxes != "as-is":
        return printing
    if file is None or not play_path(file).exists():
        host.say("This ORBAT has no saved losses, so no boxes are crossed off.")
        return printing
    game = load_game(host, play_path(file))
    return with_marks(printing, score(host.now.report, game)) if game else printing
