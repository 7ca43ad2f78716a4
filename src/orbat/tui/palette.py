"""Adds the commands of the builder and of the other screens to the command palette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, cast

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider

from orbat.tui.commands.command import Command
from orbat.tui.help import in_ruleset_words
from orbat.tui.keys import shown
from orbat.tui.state import State
from orbat.tui.views.hints import title_of


class Runner(Protocol):
    """The part of the builder screen that the palette uses."""

    @property
    def now(self) -> State:
        """The open ORBAT, with the edits so far and the selected item."""
        ...

    @property
    def table(self) -> tuple[Command, ...]:
        """Every command."""
        ...

    def key_of(self, command: str) -> str:
        """The label of the command's first key, such as `Ctrl+S`."""
        ...

    def action_run(self, command: str, for_army: bool = False) -> None:
        """Run the command with this id. `for_army`: whether to select the whole army first."""
        ...


class BuilderCommands(Provider):
    """The builder's available commands in the palette."""

    @property
    def _runner(self) -> Runner:
        return cast("Runner", self.screen)

    def _offered(self) -> list[Command]:
        return [command for command in self._runner.table if command.is_offered(self._runner.now)]

    def _words(self, command: Command) -> tuple[str, str]:
        ruleset, key = self._runner.now.book.ruleset, self._runner.key_of(command.id)
        return f"{title_of(command, ruleset)}  ({key})", in_ruleset_words(ruleset, command.help)

    async def discover(self) -> Hits:
        """All available commands, shown before a search."""
        for command in self._offered():
            title, words = self._words(command)
            yield DiscoveryHit(title, self._run(command), text=title, help=words)

    async def search(self, query: str) -> Hits:
        """The available commands that match the query."""
        # Typed words are matched with titles, groups and descriptions.
        matcher = self.matcher(query)
        for command in self._offered():
            title, words = self._words(command)
            score = max(matcher.match(title), 0.8 * matcher.match(f"{command.group} {words}"))
            if score > 0:
                yield Hit(score, matcher.highlight(title), self._run(command), text=title, help=words)

    def _run(self, command: Command) -> Callable[[], None]:
        return lambda: self._runner.action_run(command.id)


OF_TEXTUAL = ("app.", "screen.copy")
"""The starts of the actions that Textual binds on every screen: moves of the focus, and copying."""


class PageCommands(Provider):
    """The screen's commands in the palette, including commands for which the key bar has no room."""

    def _offered(self) -> list[Binding]:
        bound = (one.binding for one in self.screen.active_bindings.values() if one.node is self.screen and one.enabled)
        own = (one for one in bound if one.description and not one.action.startswith(OF_TEXTUAL))
        # the palette always has Quit
        return [one for one in {one.action: one for one in own}.values() if one.description != "Quit"]

    async def discover(self) -> Hits:
        """All available commands, shown before a search."""
        for one in self._offered():
            yield DiscoveryHit(self._words(one), self._run(one))

    async def search(self, query: str) -> Hits:
        """The available commands that match the query."""
        matcher = self.matcher(query)
        for one in self._offered():
            words = self._words(one)
            if (score := matcher.match(words)) > 0:
                yield Hit(score, matcher.highlight(words), self._run(one))

    def _words(self, one: Binding) -> str:
        return f"{one.description}  ({shown(one.key)})"

    def _run(self, one: Binding) -> Callable[[], Awaitable[None]]:
        screen = self.screen
        return lambda: screen.run_action(one.action)
