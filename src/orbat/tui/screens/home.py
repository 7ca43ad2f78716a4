"""The home screen: begin an ORBAT, open one, or leave."""

from __future__ import annotations

from textual.screen import Screen


class HomeScreen(Screen[None]):
    """Where the builder begins."""
