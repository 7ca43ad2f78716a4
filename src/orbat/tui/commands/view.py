"""Commands for buying, marks, folding, findings, themes and help."""

from __future__ import annotations

from dataclasses import replace

from orbat.model import arrange
from orbat.model.finding import format_cites
from orbat.model.wording import phrase
from orbat.report.finding_groups import FindingGroup
from orbat.tui import keys
from orbat.tui.commands import staff
from orbat.tui.commands.army import fix_group
from orbat.tui.commands.host import Host
from orbat.tui.help import help_on
from orbat.tui.steps import units
from orbat.tui.steps.selection import list_of
from orbat.tui.themes import OWN_THEMES
from orbat.tui.views.explanation import explanation_text, with_screen_help
from orbat.tui.views.findings import group_at, needs_roll
from orbat.tui.views.purchase import absence_words, bought_words
from orbat.tui.widgets.lines import Line


def buy(host: Host) -> None:
    """Buy a unit of the entry at the cursor of the army list. Ask first if the entry is not available to the army."""
    entry = host.panes.cursor("army-list")
    if not isinstance(entry, str):
        return
    chosen, typed = entry, host.panes.typed

    def take() -> None:
        # If the filter text is part of a regiment's name, the unit gets the name of the regiment.
        host.do(units.buy(host.now, chosen, typed))
        host.tell_step(bought_words(host.now, host.key_of("undo")))

    if not (absence := absence_words(host.now, chosen)):
        take()
        return
    found = host.now.book.entry(list_of(host.now), chosen)
    question = phrase("{entry}: {absence}. Buy it anyway?", entry=found.name if found else "", absence=absence)
    # Cancel comes first, so that two quick presses of Enter do not buy.
    host.offer(question, (("back", "Cancel"), ("buy", "Buy")), {"buy": take})


def mark(host: Host) -> None:
    """Mark or unmark the selected item, then move to the next line."""
    host.show_state(replace(host.now, marked=host.now.marked ^ {host.now.selected}))
    host.panes.next_line()


def unmark(host: Host) -> None:
    """Clear all marks."""
    host.show_state(replace(host.now, marked=frozenset()))


def fold(host: Host) -> None:
    """Fold or unfold the selected formation. Folding hides the contents."""
    host.panes.fold(host.panes.folded ^ {host.now.selected})


def fold_or_leave(host: Host) -> None:
    """Fold the selected formation, or select the enclosing formation (key Left)."""
    path = host.now.selected
    # A unit or a folded formation cannot be folded, so the enclosing formation is selected.
    if arrange.list_name_of(path) == "formations" and path not in host.panes.folded:
        fold(host)
    elif path:
        host.select(arrange.parent_of(path))


def unfold(host: Host) -> None:
    """Unfold the selected formation (key Right)."""
    host.panes.fold(host.panes.folded - {host.now.selected})


def _group(host: Host) -> FindingGroup | None:
    group = group_at(host.now, host.panes.cursor("findings"))
    if group is None:
        host.say("There are no findings.")
    return group


def fix(host: Host) -> None:
    """Fix the finding or the group of findings at the cursor. If staff rolls are missing, roll instead."""
    group = _group(host)
    if group and needs_roll(host.now, group.first):
        staff.roll(host)
    elif group:
        fix_group(host, group)


def explain(host: Host) -> None:
    """Explain the rule behind the finding or group at the cursor."""
    if group := _group(host):
        title, text = explanation_text(group.code, host.now.orbat, host.now.book)
        words = (f"{group.text} {format_cites(group.first.cites)}", with_screen_help(group.first).help, "", text)
        host.show_text(title, "\n".join(words))


def filter_entries(host: Host) -> None:
    """Focus the filter of the army list."""
    host.panes.focus_on("filter")


def theme(host: Host) -> None:
    """Choose the theme."""
    now, own = host.program.theme, [theme.name for theme in OWN_THEMES]
    lines = tuple(
        Line(key=name, name=name.replace("-", " ").capitalize(), columns=("now" if name == now else "",))
        for name in sorted(host.program.available_themes, key=lambda name: (name not in own, name))
    )

    def chosen(name: str) -> None:
        host.program.theme = name

    host.choose("Theme", lines, chosen, at=now)


def keys_file(host: Host) -> None:
    """Show the path of `keys.yaml`. A missing file is created first."""
    host.say(keys.create_file(host.table), timeout=15)


def help(host: Host) -> None:
    """Show the help page of the focused pane."""
    ours = tuple(one for one in host.table if one.supported(host.now))
    host.show_text(*help_on(host.panes.pane, ours, host.key_of, host.now.book.ruleset))
