"""The builder's command for odds, without an app."""

from __future__ import annotations

from tests.tui.commands.conftest import FakeHost

from orbat.features.odds.screen import OddsScreen, show_odds


def test_the_last_opponent_is_remembered(host: FakeHost) -> None:
    opponent = host.now.report
    host.answers = [opponent]
    show_odds(host)
    show_odds(host)
    show_odds(host)
    screens = [screen for screen in host.shown if isinstance(screen, OddsScreen)]
    assert [screen.opponent for screen in screens] == [None, opponent, None], "no opponent the second time"
