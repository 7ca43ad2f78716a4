"""The builder's commands in the command palette."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from orbat.tui.commands.table import COMMANDS, Command
from orbat.tui.helps import in_words_of
from orbat.tui.views.hints import title_of
from orbat.tui.views.useful import useful

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


class BuilderCommands(Provider):
    """The commands for what is open, found by their titles, groups or what they do."""

    @property
    def _builder(self) -> BuilderScreen:
        return cast("BuilderScreen", self.screen)

    def _offered(self) -> list[Command]:
        return [command for command in COMMANDS if useful(command, self._builder.now)]

    def _words(self, command: Command) -> tuple[str, str]:
        key = self._builder.key_of(command.id)
        return f"{title_of(command, self._builder.now.book.ruleset)}  ({key})", in_words_of(
            self._builder.now.book.ruleset, command.help
        )

    async def discover(self) -> Hits:
        """All of them."""
        for command in self._offered():
            title, words = self._words(command)
            yield DiscoveryHit(title, self._run(command), text=title, help=words)

    async def search(self, query: str) -> Hits:
        """Those that match."""
        matcher = self.matcher(query)
        for command in self._offered():
            title, words = self._words(command)
            score = max(matcher.match(title), 0.8 * matcher.match(f"{command.group} {words}"))
            if score > 0:
                yield Hit(score, matcher.highlight(title), self._run(command), text=title, help=words)

    def _run(self, command: Command) -> Callable[[], None]:
        return lambda: self._builder.action_run(command.id)
