"""Commands that generate an army, suggest improvements, and choose rulings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from orbat.generator.raise_army import NotRaised
from orbat.generator.request import STYLES, Style, Supply
from orbat.generator.suggest import Suggestion
from orbat.model.book import rulings_in_force
from orbat.model.failure import failures_in
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.registry import load_all
from orbat.render.suggestions import no_suggestions
from orbat.report.finding_groups import FindingGroup
from orbat.tui.commands.host import Host
from orbat.tui.steps import army, fixes
from orbat.tui.steps import raise_army as steps
from orbat.tui.steps import suggest as suggestion_steps
from orbat.tui.views.explanation import with_screen_help
from orbat.tui.views.raised_army import raised_lines, raised_words
from orbat.tui.views.rulings import SEPARATOR, ruling_lines
from orbat.tui.views.suggestions import ALL as FIX_ALL
from orbat.tui.views.suggestions import groups_of, suggestion_lines
from orbat.tui.widgets.lines import Line

SUPPLY, ALL = "supply", "all"
"""Keys of the last line in the style dialog.

The line switches the source of units. `SUPPLY`: use only the stands in a collection. `ALL`: use the complete army list,
owned or not.
"""
ALLIES = "allies"
"""The key of the line in the style dialog that allows or forbids troops lent by allies."""


def raise_army(host: Host) -> None:
    """Ask for a style, then generate an army and show a preview."""
    state = host.now
    if not state.orbat.game_size:
        host.say(phrase("Set the game size first ({key}).", key=host.key_of("size")))
        return
    if state.orbat.army_list is None or state.orbat.army_list.id not in state.book.lists:
        host.say(phrase("Choose an army list first ({key}).", key=host.key_of("list")))
        return
    # With a collection, the army contains only miniatures from the collection.
    _ask(host, state.supply)


def _ask(host: Host, supply: Supply | None, *, allies: bool = False, at: str | None = None) -> None:
    # Below the styles, one line allows troops of allies, and the last line switches between a collection (`supply`) and
    # the complete army list (None). From a collection, armies may always have the troops of allies that it contains.
    styles = host.now.book.proportions.styles
    lines = [
        Line(key=style, name=phrase("{style}: {note}", style=style.capitalize(), note=styles[style].about))
        for style in STYLES
    ]
    if supply is None and steps.has_allies(host.now):
        lines.append(Line(key=ALLIES, name=f"[{'x' if allies else ' '}] Allow troops lent by allies"))
    kept = host.now.supply
    choose = next(load_all("choose_supply"), None)
    if supply is not None:
        lines.append(Line(key=ALL, name="Use the whole army list, not only owned models"))
    elif kept:
        lines.append(Line(key=SUPPLY, name=phrase("Use only {collection}", collection=visible(kept.title))))
    elif choose:
        lines.append(Line(key=SUPPLY, name="Use only a collection from a file…"))
    names = {str(style): style for style in STYLES}

    def chosen(key: str) -> None:
        if key in names:
            _show_raised(host, names[key], 0, supply, allies)
        elif key == ALLIES:
            _ask(host, supply, allies=not allies, at=ALLIES)
        elif key == SUPPLY and kept is None:
            assert choose is not None, "the line is offered only where something can be chosen"
            choose(host, lambda: _ask(host, host.now.supply))
        else:
            _ask(host, kept if key == SUPPLY else None)

    points = host.now.orbat.game_size
    question = (
        phrase(
            "Choose an army style ({points} points, miniatures: {collection})",
            points=points,
            collection=visible(supply.title),
        )
        if supply
        else phrase("Choose an army style ({points} points)", points=points)
    )
    host.choose(question, tuple(lines), chosen, at, apply="Preview")


def _show_raised(host: Host, style: Style, seed: int, supply: Supply | None, allies: bool) -> None:
    state = host.now
    try:
        raised = steps.raised(state, style, seed, supply, allies=allies)
    except NotRaised as failed:
        host.say(". ".join([str(failed), *failed.labels]), severity="warning", timeout=20)
        return
    host.program.report_failures(failures_in(raised.findings))
    answers = (("apply", "Apply"), ("another", "Another"), ("back", "Cancel"))
    actions: dict[str, Callable[[], None]] = {
        "apply": lambda: host.do(steps.take(host.now, raised, style)),
        "another": partial(_show_raised, host, style, seed + 1, supply, allies),
    }
    replaced = "Apply replaces the current army. Undo restores it." if state.quote.all_units else ""
    source = (
        phrase("The army uses only miniatures from {collection}.", collection=visible(supply.title)) if supply else ""
    )
    words = " ".join(filter(None, (raised_words(raised, state.book), source, replaced)))
    host.offer(words, answers, actions, raised_lines(raised, state.book))


# Suggestions are listed with their points and reasons. The chosen one is applied as one step.


def suggest(host: Host) -> None:
    """List suggestions for the open army."""
    state = host.now
    found = suggestion_steps.suggested(state, host.program.report_failures)
    if found:
        _choose_suggestion(host, found)
    else:
        if state.orbat.game_size is None:
            host.say(phrase("Set the game size first ({key}).", key=host.key_of("size")))
        else:
            host.say(no_suggestions(of_owned=state.supply is not None))


def fix_group(host: Host, group: FindingGroup) -> None:
    """Apply the automatic fixes of a group of findings as one step. If there is no automatic fix, list suggestions."""
    fixed = fixes.fix_group(host.now, group)
    if fixed.refused:
        host.say(fixed.refused, severity="warning", timeout=15)
    if fixed.step:
        host.do(fixed.step)
    elif not fixed.refused:
        found = suggestion_steps.suggested_for(host.now, group, host.program.report_failures)
        if found:
            _choose_suggestion(host, found)
        else:
            text = phrase(
                "{code} has no automatic fix. {help} To list possible changes to the army, press {key}.",
                code=group.code,
                help=with_screen_help(group.first).help,
                key=host.key_of("suggest"),
            )
            host.say(text)


def _choose_suggestion(host: Host, found: tuple[Suggestion, ...]) -> None:
    state = host.now

    def chosen(key: str) -> None:
        if key.startswith(FIX_ALL):
            fix_group(host, groups_of(state, found)[int(key.removeprefix(FIX_ALL))])
        else:
            host.do(suggestion_steps.take(host.now, found[int(key)]))

    question = phrase("{points}. Press Enter to apply a suggestion. You can undo it.", points=state.report.points)
    host.choose(question, suggestion_lines(state, found), chosen, wide=True)


# Rulings.


def choose_ruling(host: Host) -> None:
    """Ask for a ruling and one of its choices, and write the choice into the ORBAT."""
    state = host.now

    def chosen(key: str) -> None:
        ruling, _, choice = key.partition(SEPARATOR)
        host.do(army.set_ruling(host.now, ruling, choice))

    in_force = rulings_in_force(state.orbat, state.book)
    now = next((f"{ruling.id}{SEPARATOR}{choice.id}" for ruling, choice in in_force), None)
    host.choose("Rulings on unclear passages", ruling_lines(state), chosen, at=now)
