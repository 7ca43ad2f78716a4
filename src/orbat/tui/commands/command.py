"""The type of a builder command: one row of the command table."""

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
    """Always available."""
    return True


class Command(Value):
    """A command of the builder.

    - `id`: its name in `keys.yaml`.
    - `keys`: default keys, separated by commas.
    - `title`: its name in the key bar. It may hold {rating}, {lowest}, {higher}, {more}, {fewer} and {reserve}; the
      ruleset fills them. The word "general" becomes the ruleset's own word.
    - `help`, `group`: its sentence and its group in palette and help.
    - `of`: what must be selected. With `several`, marked formations and units count as well.
    - `rank`: its place in the key bar, low numbers first; 0 leaves it out (see `views.hints`).
    - `supported`: whether the ruleset has the subject of the command. If not, help omits it and it does not run.
    - `available`: whether it can do something now. If not, key bar and palette omit it; its key says what is missing.

    `supported` and `available` are separate because help must not depend on the selection.
    """

    id: str
    run: Callable[[Host], None]
    keys: str
    title: str
    help: str
    group: str
    of: tuple[str, ...] = ANY
    rank: int = 0
    several: bool = False
    supported: Callable[[State], bool] = always
    available: Callable[[State], bool] = always

    def fits(self, state: State) -> bool:
        """Whether the command applies to the selection or to the marks."""
        return kind_selected(state) in self.of or (self.several and bool(state.marked))

    def is_offered(self, state: State) -> bool:
        """Whether key bar and palette offer it."""
        return self.fits(state) and self.supported(state) and self.available(state)


def step(make: Callable[[State], StepResult | None]) -> Callable[[Host], None]:
    """A command that takes one step and asks nothing."""
    return lambda host: host.do(make(host.now))
