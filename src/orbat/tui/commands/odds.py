"""The odds of what is on screen."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from orbat.report.report import Report
from orbat.sources.odds_file import NoOdds, read_odds
from orbat.tui.commands.host import Host
from orbat.tui.screens.odds import OddsScreen

_opponents: WeakKeyDictionary[Host, Report] = WeakKeyDictionary()
"""The opponent chosen last on each open builder. Kept here, and not by the builder, which knows nothing of odds."""


def odds(host: Host) -> None:
    """Show the odds of the army, of the selected unit first; the opponent stays the one chosen last."""
    state = host.now
    read = read_odds(state.book.ruleset, host.program.library)
    if isinstance(read, NoOdds):
        host.say(f"{read.why}.", severity="warning")
        return

    def closed(opponent: Report | None) -> None:
        if opponent is None:
            _opponents.pop(host, None)
        else:
            _opponents[host] = opponent

    unit = next((line for line in state.quote.all_units if line.path == state.selected), None)
    host.show(OddsScreen(state.report, read, unit, _opponents.get(host)), closed)
