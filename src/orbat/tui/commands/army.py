"""Raising a whole army: its style is chosen, it is shown, and taken as one step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from orbat.generator.raise_army import NotRaised
from orbat.generator.request import STYLES, Style, Supply
from orbat.generator.suggest import Suggestion
from orbat.model.book import rulings_in_force
from orbat.model.failure import failures_in
from orbat.model.text_words import visible
from orbat.registry import load_all
from orbat.render.suggestions import no_suggestions
from orbat.tui.commands.host import Host
from orbat.tui.steps import army
from orbat.tui.steps import raise_army as steps
from orbat.tui.steps import suggest as suggestion_steps
from orbat.tui.views.raised_army import STYLE_NOTES, raised_lines, raised_words
from orbat.tui.views.rulings import APART, ruling_lines
from orbat.tui.views.suggestions import suggestion_lines
from orbat.tui.widgets.lines import Line

SUPPLY, ALL = "supply", "all"
"""The keys of the lines that say what an army is taken from."""


def raise_army(host: Host) -> None:
    """Ask for a style, and show an army of it; where there is a supply, one from that."""
    state = host.now
    if not state.orbat.game_size:
        host.say(f"Agree a size first ({host.key_of('size')}).")
        return
    if state.orbat.army_list is None or state.orbat.army_list.id not in state.book.lists:
        host.say(f"Take an army list first ({host.key_of('list')}).")
        return
    _ask(host, state.supply)


def _ask(host: Host, supply: Supply | None) -> None:
    """Ask for a style; the last line changes what the army is taken from."""
    lines = [Line(key=style, name=f"{style.capitalize()}: {STYLE_NOTES[style]}") for style in STYLES]
    kept = host.now.supply
    choose = next(load_all("choose_supply"), None)
    if supply is not None:
        lines.append(Line(key=ALL, name="Change: from all that the list has, owned or not"))
    elif kept or choose:
        what = visible(kept.title) if kept else "a collection in a file…"
        lines.append(Line(key=SUPPLY, name=f"Change: only from {what}"))
    names = {str(style): style for style in STYLES}

    def chosen(key: str) -> None:
        if key in names:
            _show_raised(host, names[key], 0, supply)
        elif key == SUPPLY and kept is None:
            assert choose is not None, "the line is offered only where something can be chosen"
            choose(host, lambda: _ask(host, host.now.supply))
        else:
            _ask(host, kept if key == SUPPLY else None)

    source = f" from {visible(supply.title)}" if supply else ""
    host.choose(f"Raise an army of {host.now.orbat.game_size} points{source} in which style?", tuple(lines), chosen)


def _show_raised(host: Host, style: Style, seed: int, supply: Supply | None) -> None:
    """Show an army before it is taken; another may be seen instead."""
    state = host.now
    try:
        raised = steps.raised(state, style, seed, supply)
    except NotRaised as failed:
        host.say(". ".join([str(failed), *failed.labels]), severity="warning", timeout=20)
        return
    host.program.report_failures(failures_in(raised.findings))
    answers = (("take", "Take it"), ("another", "Another"), ("back", "Go back"))
    acts: dict[str, Callable[[], None]] = {
        "take": lambda: host.do(steps.take(host.now, raised, style)),
        "another": partial(_show_raised, host, style, seed + 1, supply),
    }
    held = "What is there now is replaced; one undo brings it back." if state.quote.all_units else ""
    source = f"Taken from {visible(supply.title)}." if supply else ""
    words = " ".join(filter(None, (raised_words(raised), source, held)))
    host.offer(words, answers, acts, raised_lines(raised, state.book))


# Suggesting: what might be done is listed with its sum, and what is chosen is shown in full and done as one step.


def suggest(host: Host) -> None:
    """List what might be done with what is open."""
    state = host.now
    found = suggestion_steps.suggested(state, host.program.report_failures)
    if not found:
        unsized = state.orbat.game_size is None
        nothing = no_suggestions(of_owned=state.supply is not None)
        host.say("Agree a size first, to spend or to keep to." if unsized else nothing)
        return
    question = f"{state.report.points}. Which of these?"
    host.choose(question, suggestion_lines(state, found), lambda key: _show_suggestion(host, found[int(key)]))


def _show_suggestion(host: Host, suggestion: Suggestion) -> None:
    """Show all that a suggestion does, before it is done."""
    answers = (("take", "Take it"), ("back", "Go back"))
    acts = {"take": lambda: host.do(suggestion_steps.take(host.now, suggestion)), "back": lambda: suggest(host)}
    host.offer(f"{suggestion.words}.", answers, acts)


# The command that chooses how a passage of the rules is read.


def reading(host: Host) -> None:
    """Show every ruling with its readings, and take the one that is chosen."""
    state = host.now

    def took(key: str) -> None:
        ruling, _, choice = key.partition(APART)
        host.do(army.set_ruling(host.now, ruling, choice))

    now = next((f"{ruling.id}{APART}{choice.id}" for ruling, choice in rulings_in_force(state.orbat, state.book)), None)
    host.choose("How are these passages read?", ruling_lines(state), took, at=now)
