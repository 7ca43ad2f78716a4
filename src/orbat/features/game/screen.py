"""The play screen: what befalls an army in a game, counted at once and kept beside its file at once."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label, Static

from orbat.evaluate.staff_rolls import RollRefused, random_dice
from orbat.features.game import screen_lines
from orbat.features.game.file import load_play, play_path, play_yaml
from orbat.features.game.generals import promoted, refuse_unless_promoted
from orbat.features.game.model import Game, Played, UnitState
from orbat.features.game.score import Score, marked, score
from orbat.features.game.screen_lines import MOST_BOXES, detail_of, head_of, play_hints, play_lines
from orbat.features.game.standing import Standing
from orbat.model.play import Casualty
from orbat.model.sheet import PrintOptions
from orbat.model.text_words import visible
from orbat.report.report import Report
from orbat.session.files import WriteFailed, write
from orbat.tui.commands.host import Host
from orbat.tui.help import PaneHelp
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.widgets.keybar import KeyBar
from orbat.tui.widgets.lines import Lines

HELP_PAGE = PaneHelp(
    "In play",
    "What a game costs the army. A filled box is lost, past the bar a unit is under half; ✗ "
    "counts in full or is gone, ½ counts for half. What the "
    "opponent has scored stands at the head. Every step is kept beside the ORBAT's file at once; the ORBAT itself "
    "stays as it is.",
    (
        ("Up Down", "go to another unit or general"),
        ("+ -", "one more of the unit lost, or one back"),
        ("R O", "it is routing, or has routed off the table; the same key takes it back"),
        ("D S", "it is destroyed, or has surrendered"),
        ("1 2 …", "tick a state that the rules have for it"),
        ("K W C", "the general is killed, wounded or captured"),
        ("P", "dice for whoever takes his place"),
        ("U Ctrl+Z", "take the last step back"),
        ("Ctrl+Y", "do it again"),
        ("Esc Q", "back to the builder"),
    ),
    (),
)


class PlayScreen(PageScreen[None]):
    """The army with a box for each stand; every step is saved to the file of the game."""

    help_page = "play"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "lose(1)", "Lost"),
        Binding("minus", "lose(-1)", "Back"),
        Binding("r", "turn('routing')", "Routing"),
        Binding("o", "turn('routed_off')", "Routed off"),
        Binding("d", "turn('destroyed')", "Destroyed"),
        Binding("s", "turn('surrendered')", "Surrendered"),
        Binding("k", "befall('killed')", "Killed"),
        Binding("w", "befall('wounded')", "Wounded"),
        Binding("c", "befall('captured')", "Captured"),
        Binding("p", "promote", "Promotion"),
        Binding("u,ctrl+z", "undo", "Undo"),
        Binding("ctrl+y", "redo", "Redo"),
        Binding("escape,q", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#play-lines"

    def __init__(self, report: Report, file: Path, game: Game) -> None:
        """`file` is where the game is kept."""
        super().__init__()
        self.report = report
        self.file = file
        self.score: Score = score(report, game)
        self._astray = self.score.astray
        self.played = Played((self.score.game,))

    def compose(self) -> ComposeResult:
        """What is lost, over the army, over what is at the cursor and the keys for it."""
        yield Label(f"In play: {visible(self.report.title)}", classes="page-title", markup=False)
        yield Static(id="play-head", markup=False)
        yield Lines(widths=(MOST_BOXES + 1, 30, 6), margin=3, id="play-lines")
        yield Static(id="play-detail", markup=False)
        yield KeyBar(id="keybar")

    def on_mount(self) -> None:
        """Show the game as it stands."""
        self._show()

    @property
    def at(self) -> Standing | None:
        """What the cursor is on."""
        line = self.query_one("#play-lines", Lines).line
        return next((one for one in self.score.standings if line and one.path == line.key), None)

    def _show(self) -> None:
        self.score = replace(score(self.report, self.played.now), astray=self._astray)
        self.query_one("#play-head", Static).update(visible_lines(head_of(self.score)))
        self.query_one("#play-lines", Lines).show(play_lines(self.score))
        self._tell()

    @on(Lines.Moved)
    def _tell(self) -> None:
        """What is at the cursor, and the keys for it."""
        self.query_one("#play-detail", Static).update(visible(detail_of(self.at)))
        self.query_one(KeyBar).hints = play_hints(self.at, self.played.position)

    def _go(self, played: Played) -> None:
        """Take another state of the game, and keep it; where that fails it is said, and stays on screen."""
        if played == self.played:
            self.app.bell()
            return
        self.played = played
        self._show()
        try:
            write(self.file, play_yaml(self.score.to_keep).encode("utf-8", "replace"), backup=False)
        except WriteFailed as failed:
            self.notify(str(failed), severity="error", timeout=15, markup=False)

    def _do(self, game: Game) -> None:
        self._go(self.played.do(game))

    def action_lose(self, by: int) -> None:
        """More of the unit is lost, or less."""
        if (one := self.at) and not one.general:
            self._do(screen_lines.lose(self.played.now, one, by))

    def action_turn(self, state: UnitState) -> None:
        """The unit has come to a state, or out of it."""
        if (one := self.at) and not one.general:
            self._do(screen_lines.turn(self.played.now, one, state))

    def action_tick(self, number: int) -> None:
        """Tick one of the unit's states."""
        if (one := self.at) and not one.general:
            self._do(screen_lines.tick(self.played.now, one, number))

    def on_key(self, event: events.Key) -> None:
        """Figures tick the states that the unit's kind has."""
        if event.character and event.character.isascii() and event.character.isdecimal():
            self.action_tick(int(event.character))

    def action_befall(self, fate: Casualty) -> None:
        """A general has met with a fate, or not after all."""
        if (one := self.at) and one.general:
            self._do(screen_lines.befall(self.played.now, one, fate))

    def action_promote(self) -> None:
        """Dice for whoever takes the general's place; he is diced for once, and an undo takes it back."""
        one, orbat, book = self.at, self.report.orbat, self.report.book
        if one is None or not one.general or orbat is None or book is None:
            return
        if self.played.now.general(one.path).promoted:
            self.notify(f"His successor has been diced for: {', '.join(one.words)}.", markup=False)
            return
        try:
            refuse_unless_promoted(orbat, book)
            staff = book.ruleset.staff
            dice = random_dice(random.SystemRandom())(1, staff.dice, staff.sides)
            roll = promoted(orbat, book, dice, "random")
        except RollRefused as refused:
            self.notify(f"{refused}.", markup=False)
            return
        self._do(screen_lines.succeed(self.played.now, one, roll))

    def action_undo(self) -> None:
        """Take the last step back."""
        self._go(self.played.undo())

    def action_redo(self) -> None:
        """Do again what was taken back."""
        self._go(self.played.redo())

    def action_back(self) -> None:
        """Back to the builder; everything is saved."""
        self.answer(None)


def visible_lines(text: str) -> str:
    """Lines made safe to show, each by itself."""
    return "\n".join(map(visible, text.split("\n")))


# Opening the play screen for what is in the host.


def play(host: Host) -> None:
    """Open the game that is kept beside the ORBAT's file, or begin one."""
    state = host.now
    if state.file is None:
        host.say(f"Save the ORBAT first ({host.key_of('save')}): its losses are kept beside its file.")
        return
    file, game = play_path(state.file), Game(title=state.report.title)
    if file.exists():
        kept = game_in(host, file)
        if kept is None:
            return
        game = kept
    host.show(PlayScreen(state.report, file, game))


def game_in(host: Host, file: Path) -> Game | None:
    """The game in a file; what is wrong with it is said."""
    found = load_play(file)
    if found.value is None:
        first = found.findings[0]
        where = f", line {first.line}" if first.line else ""
        says = f"{file.name}{where} cannot be used: {first.message}. Mend it, or set it aside."
        host.say(says, severity="error")
    return found.value


def with_losses(host: Host, printing: PrintOptions) -> PrintOptions:
    """What is to be printed, with the losses marked that are kept beside the file, where they are wanted."""
    file = host.now.file
    if printing.boxes != "as-is":
        return printing
    if file is None or not play_path(file).exists():
        host.say("No losses are kept beside the file, so no box is marked.")
        return printing
    game = game_in(host, play_path(file))
    return marked(printing, score(host.now.report, game)) if game else printing
