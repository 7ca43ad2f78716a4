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
    """Return True. This is the default value of `Command.supported` and `Command.available`."""
    return True


class Command(Value):
    """A command of the builder.

    - `id`: the command's name in `keys.yaml`.
    - `keys`: default keys, separated by commas.
    - `title`: the command's label in the key bar. It can contain {rating}, {lowest}, {higher}, {more}, {fewer} and
      {reserve}. These names in braces, and the word "general", are replaced by the ruleset's own words.
    - `help`: the description in the palette and in help, one or two sentences.
    - `group`: the command's heading in the palette and in help.
    - `applies_to`: the kinds of selected item for which the command can run: `army`, `formation`, `unit`.
    - `with_marks`: whether the command can also run for marked items, regardless of the selected item.
    - `rank`: the command's position in the key bar, lowest first. The key bar omits commands with rank 0.
    - `supported`: whether the ruleset uses the command. If not, help omits the command, and its key shows a notice.
    - `available`: whether the command would have an effect now. If not, the key bar and the palette omit the command,
      but its key still works.

    `supported` and `available` are separate because help must not depend on the selection.
    """

    id: str
    run: Callable[[Host], None]
    keys: str
    title: str
    help: str
    group: str
    applies_to: tuple[str, ...] = ANY
    rank: int = 0
    with_marks: bool = False
    supported: Callable[[State], bool] = always
    available: Callable[[State], bool] = always

    def fits(self, state: State) -> bool:
        """Whether the command can run for the selected item or for the marked items."""
        return kind_selected(state) in self.applies_to or (self.with_marks and bool(state.marked))

    def is_offered(self, state: State) -> bool:
        """Whether the command appears in the key bar and the palette."""
        return self.fits(state) and self.supported(state) and self.available(state)


def step(make: Callable[[State], StepResult | None]) -> Callable[[Host], None]:
    """Make the function of a command that needs no input. `make` returns an edit, or None if nothing would change."""
    return lambda host: host.do(make(host.now))
