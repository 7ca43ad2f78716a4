"""A command of the builder: a row of the table of commands."""

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
    """Available whatever is open."""
    return True


class Command(Value):
    """A command: its id (by which its keys can be changed), what it does, its keys, what it is called in the key bar,
    a sentence for palette and help, its group there, what must be selected for it, and its rank in the key bar: low
    numbers first, 0 for never (see `views.hints`). One that takes `several` takes what is marked, whatever is
    selected. A title may hold {rating}, {lowest}, {higher}, {more}, {fewer} and {reserve}, for which the ruleset has
    words, as it has for what is called a general here.

    Two predicates, because help must not depend on the selection. `supported`: the ruleset has what the command is
    about; otherwise help leaves it out and it does not run. `available`: there is something for it to do now;
    otherwise key bar and palette leave it out. Its key still runs it then, and it says what is missing.
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
        """Whether it is for what is selected, or for what is marked."""
        return kind_selected(state) in self.of or (self.several and bool(state.marked))

    def is_offered(self, state: State) -> bool:
        """Whether key bar and palette offer it."""
        return self.fits(state) and self.supported(state) and self.available(state)


def step(make: Callable[[State], StepResult | None]) -> Callable[[Host], None]:
    """What a command does that needs no more than what is open."""
    return lambda host: host.do(make(host.now))
