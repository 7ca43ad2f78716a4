"""The question about work that was on screen when the program was killed."""

from __future__ import annotations

from orbat.tui.screens.ask import AskButtons

ANSWERS = (("take", "Go on with it"), ("later", "Not now"), ("drop", "Throw it away"))


def ask_left(what: str, others: int) -> AskButtons:
    """Ask whether to go on with it; so many others are left for another time."""
    return AskButtons(words_left(what, others), ANSWERS)


def words_left(what: str, others: int) -> str:
    """The question itself."""
    more = f" {others} more will be asked about next time." if others else ""
    return f"{what} was not saved when orbat last stopped.{more}"
