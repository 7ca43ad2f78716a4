"""Commands of the check screen: going on with corrections that were on screen when the program was killed."""

from __future__ import annotations

from orbat.outputs.safe import visible
from orbat.sources.journal import Recovered
from orbat.tui import keeping
from orbat.tui.commands.check_host import CheckHost
from orbat.tui.screens.left import ANSWERS, words_left
from orbat.tui.steps.trail import restored


def offer(host: CheckHost) -> None:
    """Offer the corrections of this text that are in no file; of a text that has changed, say so."""
    left = keeping.corrections_left(host.file, host.mark)
    for note in left.notes:
        host.say(note, severity="warning")
    fitting = tuple(work for work in left.found if work.fingerprint == host.mark)
    if fitting:
        works = _together(fitting)
        question = words_left(f"{visible(host.file.name)} as corrected", len(left.found) - len(works))
        acts = {"take": lambda: _go_on(host, works), "drop": lambda: _drop(works)}
        host.offer(question, ANSWERS, acts)
    elif left.found and host.mark:  # what cannot be read is not known to have changed
        _tell_changed(host, left.found)


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


def _go_on(host: CheckHost, works: tuple[Recovered, ...]) -> None:
    host.read_by(_read_by(works[0]), lambda: take_up(host, works))


def _drop(works: tuple[Recovered, ...]) -> None:
    for work in works:
        keeping.drop(work)


def take_up(host: CheckHost, works: tuple[Recovered, ...]) -> None:
    """Make the corrections again that journals have kept of a text that has just been read, and go on with those."""
    trails, which = list(host.trails), host.which
    for work in reversed(works):
        army = work.checked.army if work.checked else 0
        trail = restored(trails[army].now, work.history) if 0 <= army < len(trails) else None
        if trail is None:
            host.say("The text is not read now as it was, and its corrections do not fit.", severity="error")
        elif not host.take_up(work):
            host.say("Another orbat has it open.", severity="error")
        else:
            trails[army], which = trail, army
            if work.note:
                host.say(work.note, severity="warning")
    host.restore(tuple(trails), which)


def _tell_changed(host: CheckHost, works: tuple[Recovered, ...]) -> None:
    """Say that what was corrected is of another text; it stays, since that text may come back."""
    question = (
        f"{visible(host.file.name)} as corrected was not saved when orbat last stopped. "
        "The file has changed since then: its corrections cannot be taken up."
    )
    host.offer(question, (("later", "Keep them"), ("drop", "Throw them away")), {"drop": lambda: _drop(works)})
