"""Commands that look rather than change, and those about a finding."""

from __future__ import annotations

from dataclasses import replace

from orbat.model import arrange
from orbat.model.finding import format_cites
from orbat.model.wording import phrase
from orbat.pipeline import explanations
from orbat.report.finding_groups import FindingGroup
from orbat.tui import keys
from orbat.tui.commands.host import Host
from orbat.tui.help import help_on
from orbat.tui.steps import army, units
from orbat.tui.themes import OWN_THEMES
from orbat.tui.views.findings import fixable_of, group_at
from orbat.tui.widgets.lines import Line


def buy(host: Host) -> None:
    """Buy what the cursor of the army list is on, under the name of the regiment that was looked for."""
    entry = host.panes.cursor("army-list")
    if isinstance(entry, str):
        host.do(units.buy(host.now, entry, host.panes.typed))


def mark(host: Host) -> None:
    """Mark the selected thing, or take its mark away, and go on to the next."""
    host.show_state(replace(host.now, marked=host.now.marked ^ {host.now.selected}))
    host.panes.next_line()


def unmark(host: Host) -> None:
    """Take every mark away."""
    host.show_state(replace(host.now, marked=frozenset()))


def fold(host: Host) -> None:
    """Fold or unfold the selected formation."""
    host.panes.fold(host.panes.folded ^ {host.now.selected})


def fold_or_leave(host: Host) -> None:
    """What Left does in the tree: fold an open formation, otherwise go to the one around it."""
    path = host.now.selected
    if arrange.list_name_of(path) == "formations" and path not in host.panes.folded:
        fold(host)
    elif path:
        host.select(arrange.parent_of(path))


def unfold(host: Host) -> None:
    """What Right does in the tree: unfold a formation."""
    host.panes.fold(host.panes.folded - {host.now.selected})


def _group(host: Host) -> FindingGroup | None:
    group = group_at(host.now, host.panes.cursor("findings"))
    if group is None:
        host.say("There are no findings.")
    return group


def fix(host: Host) -> None:
    """Apply the fix of the finding under the cursor; of a group, that of what is selected or of the first."""
    group = _group(host)
    if group is None:
        return
    if finding := fixable_of(group, host.now.selected):
        host.do(army.fix(host.now, finding))
    else:
        host.say(phrase("{code} has no automatic fix. {help}", code=group.code, help=group.first.help))


def explain(host: Host) -> None:
    """Explain the finding or group under the cursor."""
    group = _group(host)
    if group and (one := explanations().get(group.code)):
        words = [f"{group.text} {format_cites(group.first.cites)}", group.first.help, "", one.checks, f"Why: {one.why}"]
        words += [f"Example: {one.example}", f"Cure: {one.remedy}"]
        host.show_text(f"{one.code} {one.title}", "\n".join(words))


def filter_entries(host: Host) -> None:
    """Type a filter for the army list."""
    host.panes.focus_on("filter")


def theme(host: Host) -> None:
    """Choose the colours."""
    now, own = host.program.theme, [theme.name for theme in OWN_THEMES]
    lines = tuple(
        Line(key=name, name=name.replace("-", " ").capitalize(), columns=("now" if name == now else "",))
        for name in sorted(host.program.available_themes, key=lambda name: (name not in own, name))
    )

    def took(name: str) -> None:
        host.program.theme = name

    host.choose("Which colours?", lines, took, at=now)


def keys_file(host: Host) -> None:
    """Say where the keys can be changed, and begin the file where there is none yet."""
    host.say(keys.begin_file(host.table), timeout=15)


def help(host: Host) -> None:
    """Help on the pane that has the focus."""
    ours = tuple(one for one in host.table if one.supported(host.now))
    host.show_text(*help_on(host.panes.pane, ours, host.key_of, host.now.book.ruleset))
