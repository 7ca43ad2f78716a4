"""The type of a builder command, such as Undo."""

from __future__ import annotations

from collections.abc import Callable

from orbat.model.record import Value
from orbat.tui.commands.host import Host
from orbat.tui.state import State, StepResult
from orbat.tui.steps.selection import kind_selected

ANY = ("army", "formation", "unit")
FORMATIONS = ("army", "formation")
PLACED = ("formation", "unit")
UNITS = ("unit",)


def always(_: State) -> bool:
    """Return True: the default of `Command.supported` and `Command.available`."""
    return True


class Command(Value):
    """A command of the builder."""

    id: str
    """The command's name in `keys.yaml`."""
    run: Callable[[Host], None]
    keys: str
    """Default keys, separated by commas."""
    title: str
    """The command's label in the key bar. Names in braces ({rating}, {lowest}, {higher}, {more}, {fewer}, {reserve})
    and the word "general" are replaced by the ruleset's words."""
    help: str
    """The description in the palette and in help, one or two sentences."""
    group: str
    """The command's heading in the palette and in help."""
    applies_to: tuple[str, ...] = ANY
    """The kinds of selected item for which the command can run: `army`, `formation`, `unit`."""
    rank: int = 0
    """The command's position in the key bar, lowest first. The key bar omits commands with rank 0."""
    with_marks: bool = False
    """Whether the command can run for marked items, regardless of the selected item."""
    supported: Callable[[State], bool] = always
    """Whether the ruleset has what the command needs, such as ratings. If not, help omits the command, and the key
    shows a notice. Must not depend on the selection, because help does not."""
    available: Callable[[State], bool] = always
    """Whether the command would have an effect now. If not, the key bar and the palette omit the command, but the key
    still works."""

    def fits(self, state: State) -> bool:
        """Whether the command can run for the selected item or for the marked items."""
        return kind_selected(state) in self.applies_to or (self.with_marks and bool(state.marked))

    def is_offered(self, state: State) -> bool:
        """Whether the command appears in the key bar and the palette."""
        return self.fits(state) and self.supported(state) and self.available(state)


def step(make: Callable[[State], StepResult | None]) -> Callable[[Host], None]:
    """Make the function of a command that asks the user nothing.

    `make` returns an edit, or None if nothing would change.
    """
    return lambda host: host.do(make(host.now))
