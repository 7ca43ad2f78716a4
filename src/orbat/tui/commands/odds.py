"""The odds of what is on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbat.report.report import Report
from orbat.sources.odds_file import NoOdds, read_odds
from orbat.tui.screens.odds import OddsScreen

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def odds(builder: BuilderScreen) -> None:
    """Show the odds of the army, of the selected unit first; the opponent stays the one chosen last."""
    state = builder.now
    read = read_odds(state.book.ruleset, builder.workshop.library)
    if isinstance(read, NoOdds):
        builder.say(f"{read.why}.", severity="warning")
        return

    def closed(opponent: Report | None) -> None:
        builder.opponent = opponent

    unit = next((line for line in state.quote.all_units if line.path == state.selected), None)
    builder.app.push_screen(OddsScreen(state.report, read, unit, builder.opponent), closed)
