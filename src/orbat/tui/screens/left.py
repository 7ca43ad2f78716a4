"""The question about work that was on screen when the program was killed."""

from __future__ import annotations

from orbat.tui.screens.ask import AskButtons

ANSWERS = (("take", "Go on with it"), ("later", "Not now"), ("drop", "Throw it away"))


def ask_left(what: str, others: int) -> AskButtons:
    """Ask whether to go on with it; so many others are left for another time."""
    more = f" {others} more will be asked about next time." if others else ""
    return AskButtons(f"{what} was not saved when orbat last stopped.{more}", ANSWERS)
