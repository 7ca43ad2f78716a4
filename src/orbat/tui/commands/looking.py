"""Commands that look rather than change, and those about a finding."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.widgets import Input

from orbat.model import arrange
from orbat.model.finding import Finding, cited
from orbat.pipeline import explanations
from orbat.tui import keys
from orbat.tui.helps import help_on
from orbat.tui.screens.ask import Tell
from orbat.tui.steps import army, units
from orbat.tui.views.useful import known
from orbat.tui.widgets.lines import Line, Lines

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def buy(builder: BuilderScreen) -> None:
    """Buy what the cursor of the army list is on, under the name of the regiment that was looked for."""
    line = builder.query_one("#shop", Lines).line
    if line and isinstance(line.key, str):
        builder.do(units.buy(builder.now, line.key, builder.typed))


def mark(builder: BuilderScreen) -> None:
    """Mark the selected thing, or take its mark away, and go on to the next."""
    builder.state = replace(builder.now, marked=builder.now.marked ^ {builder.now.selected})
    builder.query_one("#tree", Lines).action_step(1)


def unmark(builder: BuilderScreen) -> None:
    """Take every mark away."""
    builder.state = replace(builder.now, marked=frozenset())


def fold(builder: BuilderScreen) -> None:
    """Fold or unfold the selected formation."""
    builder.folded = builder.folded ^ {builder.now.selected}


def fold_or_leave(builder: BuilderScreen) -> None:
    """What Left does in the tree: fold an open formation, otherwise go to the one around it."""
    path = builder.now.selected
    if arrange.kind_of(path) == "formations" and path not in builder.folded:
        fold(builder)
    elif path:
        builder.select(arrange.parent_of(path))


def unfold(builder: BuilderScreen) -> None:
    """What Right does in the tree: unfold a formation."""
    builder.folded = builder.folded - {builder.now.selected}


def _finding(builder: BuilderScreen) -> Finding | None:
    line = builder.query_one("#findings", Lines).line
    if line is None:
        builder.say("There is nothing to mend: no rule finds anything.")
        return None
    return builder.now.findings[int(str(line.key))]


def fix(builder: BuilderScreen) -> None:
    """Apply the fix of the finding under the cursor."""
    finding = _finding(builder)
    if finding and finding.fix:
        builder.do(army.fix(builder.now, finding))
    elif finding:
        builder.say(f"{finding.code} has no one cure: {finding.help}")


def explain(builder: BuilderScreen) -> None:
    """Explain the finding under the cursor."""
    finding = _finding(builder)
    if finding and (one := explanations().get(finding.code)):
        words = [f"{finding.message} {cited(finding.cites)}", finding.help, "", one.checks, f"Why: {one.why}"]
        words += [f"Example: {one.example}", f"Cure: {one.cure}"]
        builder.app.push_screen(Tell(f"{one.code} {one.title}", "\n".join(words)))


def filter_shop(builder: BuilderScreen) -> None:
    """Type a filter for the army list."""
    builder.query_one("#filter", Input).focus()


def theme(builder: BuilderScreen) -> None:
    """Choose the colours."""
    now = builder.app.theme
    lines = tuple(
        Line(key=name, name=name.replace("-", " ").capitalize(), columns=("now" if name == now else "",))
        for name in sorted(builder.app.available_themes, key=lambda name: (name not in builder.own_themes, name))
    )

    def took(name: str) -> None:
        builder.app.theme = name

    builder.choose("Which colours?", lines, took, at=now)


def keys_file(builder: BuilderScreen) -> None:
    """Say where the keys can be changed, and begin the file where there is none yet."""
    builder.say(keys.begin_file(builder.table), timeout=15)


def help(builder: BuilderScreen) -> None:
    """Help on the pane that has the focus."""
    pane = builder.pane
    ours = tuple(one for one in builder.table if known(one, builder.now))
    builder.app.push_screen(Tell(*help_on(pane, ours, builder.key_of, builder.now.book.ruleset)))
