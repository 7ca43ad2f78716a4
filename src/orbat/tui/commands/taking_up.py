"""Commands of the check screen: going on with corrections that were on screen when the program was killed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbat.outputs.safe import visible
from orbat.sources.journal import Recovered
from orbat.tui import keeping
from orbat.tui.screens.ask import AskButtons
from orbat.tui.screens.left import ask_left
from orbat.tui.steps.trail import restored

if TYPE_CHECKING:
    from orbat.tui.screens.checking import CheckingScreen


def offer(screen: CheckingScreen) -> None:
    """Offer the corrections of this text that are in no file; of a text that has changed, say so."""
    left = keeping.corrections_left(screen.file, screen.read_of.mark)
    for note in left.notes:
        screen.say(note, severity="warning")
    fitting = tuple(work for work in left.found if work.fingerprint == screen.read_of.mark)
    if fitting:
        works = _together(fitting)
        question = ask_left(f"{visible(screen.file.name)} as corrected", len(left.found) - len(works))
        screen.app.push_screen(question, lambda answer: _answered(screen, works, answer))
    elif left.found and screen.read_of.mark:  # what cannot be read is not known to have changed
        _tell_changed(screen, left.found)


def _together(found: tuple[Recovered, ...]) -> tuple[Recovered, ...]:
    """The last one of each army, of those that were read by the same; what was corrected last comes first."""
    chosen: dict[int, Recovered] = {}
    last, *_ = newest = sorted(found, key=lambda work: work.at, reverse=True)
    for work in newest:
        if _read_by(work) == _read_by(last) and work.checked is not None:
            chosen.setdefault(work.checked.army, work)
    return tuple(chosen.values())


def _read_by(work: Recovered) -> dict[str, str]:
    one = work.checked
    return {"ruleset": one.ruleset, "army_list": one.army_list} if one else {}


def _answered(screen: CheckingScreen, works: tuple[Recovered, ...], answer: str | None) -> None:
    if answer == "take":
        screen.given = _read_by(works[0])
        screen.read_again(lambda: take_up(screen, works))
    elif answer == "drop":
        for work in works:
            keeping.drop(work)


def take_up(screen: CheckingScreen, works: tuple[Recovered, ...]) -> None:
    """Make the corrections again that journals have kept of a text that has just been read, and go on with those."""
    trails = list(screen.trails)
    for work in reversed(works):
        army = work.checked.army if work.checked else 0
        trail = restored(trails[army].now, work.history) if 0 <= army < len(trails) else None
        if trail is None:
            screen.say("The text is not read now as it was, and its corrections do not fit.", severity="error")
        elif not screen.journals.take_up(work):
            screen.say("Another orbat has it open.", severity="error")
        else:
            trails[army], screen.which = trail, army
            if work.note:
                screen.say(work.note, severity="warning")
    screen.trails = tuple(trails)


def _tell_changed(screen: CheckingScreen, works: tuple[Recovered, ...]) -> None:
    """Say that what was corrected is of another text; it stays, since that text may come back."""
    question = (
        f"{visible(screen.file.name)} as corrected was not saved when orbat last stopped. "
        "The file has changed since then: its corrections cannot be taken up."
    )

    def answered(answer: str | None) -> None:
        for work in works if answer == "drop" else ():
            keeping.drop(work)

    screen.app.push_screen(AskButtons(question, (("later", "Keep them"), ("drop", "Throw them away"))), answered)
