"""The odds screen: what the units of an army may expect of their dice, alone and against those of another army."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar
from weakref import WeakKeyDictionary

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Label, Static

from orbat.evaluate.quote import UnitLine
from orbat.features.odds.army import ArmyOdds, odds_against, why_not_against
from orbat.features.odds.checks import NoOdds, OddsRead, read_odds
from orbat.features.odds.text import ASSAULT, odds_body
from orbat.features.odds.units import UnitGroup, groups_of
from orbat.model.points import show
from orbat.model.text_words import visible
from orbat.render.text import Role
from orbat.report.report import Report
from orbat.tui.commands.host import Host
from orbat.tui.file_reading import read_report
from orbat.tui.help import PaneHelp
from orbat.tui.program import program_of
from orbat.tui.screens.file_picker import FilePicker
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.widgets.lines import Line, Lines

ALL = "all"
"""The key of the line that stands for every unit of an army."""
NOBODY = "nobody"
"""The key of the line that stands where there is no opponent."""

_STYLES = {"title": "bold $accent", "faint": "$foreground 75%"}


class Painted(str):
    """A line, and the role it is to be painted in."""

    role: Role

    @classmethod
    def of(cls, text: str, role: Role) -> Painted:
        """A line in a role."""
        one = cls(text)
        one.role = role
        return one


def group_lines(title: str, groups: Sequence[UnitGroup]) -> tuple[Line, ...]:
    """A line for the whole army, and one for each group of units, with the points of one."""
    lines = [Line(key=ALL, name=title, role="head")]
    for number, group in enumerate(groups):
        more = f" +{len(group.names) - 1}" if len(group.names) > 1 else ""
        lines.append(Line(key=number, name=f"{group.name}{more}", columns=(show(group.points),)))
    return tuple(lines)


def chosen_of(groups: Sequence[UnitGroup], line: Line | None) -> tuple[UnitGroup, ...]:
    """The groups that a line stands for."""
    return (groups[line.key],) if line and isinstance(line.key, int) else tuple(groups)


def odds_content(found: ArmyOdds, width: int) -> Content:
    """The odds, as `orbat odds` words them."""
    if not found.units:
        return Content("These tables have no dice for such a unit.")
    return _content(odds_body(found.units, found.met, found.others, Painted.of, width))


def assault_at(words: Content) -> int:
    """The line with which the close assaults begin, or the first one."""
    lines = words.plain.split("\n")
    return lines.index(ASSAULT) if ASSAULT in lines else 0


def _content(lines: Iterable[str]) -> Content:
    styled = (
        Content.styled(one, _STYLES.get(one.role, "")) if isinstance(one, Painted) else Content(one) for one in lines
    )
    return Content("\n").join(list(styled))


SCROLLBAR = 2
"""The cells beside the odds that their lines have to leave."""


HELP_PAGE = PaneHelp(
    "Odds",
    "What the units may expect of their dice, exactly, from the tables of the rules: the casualties of a volley at "
    "each range and target, the chance to pass each test of morale, and against another army the chance to win a "
    "close assault. One unit, or one against one, is told of alone; those that are alike stand on one line. No "
    "price and no finding looks at odds.",
    (
        ("Up Down", "go to another unit, or the whole army"),
        ("Tab", "go to the units of the other army, and to the odds"),
        ("A", "choose the army to meet"),
        ("Space B", "read on, or back up; Enter goes to the odds, where Up and Down scroll"),
        ("Esc Q", "back to the builder"),
    ),
    (),
)


_STYLE = """
#odds-middle {
    height: 1fr;
    layout: horizontal;
}
#odds-who {
    width: 40;
    layout: vertical;
    border-right: solid $panel;
}
#odds-who Vertical {
    height: 1fr;
}
#odds-who Lines {
    height: 1fr;
    scrollbar-size-vertical: 1;
}
#odds-who Lines:focus {
    border: none;
}
#odds-read {
    width: 1fr;
    scrollbar-size-vertical: 1;
    padding: 0 0 0 1;
}
OddsScreen .page-title {
    height: 1;
    padding: 0 2;
    border: none;
}
OddsScreen.-narrow #odds-middle {
    layout: vertical;
}
OddsScreen.-narrow #odds-who {
    width: 100%;
    height: 7;
    layout: horizontal;
    border-right: none;
    border-bottom: solid $panel;
}
OddsScreen.-narrow #odds-who Vertical {
    width: 1fr;
    height: 1fr;
}
OddsScreen.-narrow #odds-read {
    width: 100%;
    height: 1fr;
}
"""


class UnitGroups(Lines):
    """The units of an army, those that are alike on one line; Enter goes on to the odds."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Read")]


class OddsScreen(PageScreen[Report | None]):
    """The units at the cursors of two lists, and their odds beside them. Returns the opponent."""

    help_page = "odds"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "against", "Against…"),
        Binding("space", "read(1)", "On"),
        Binding("b,backspace", "read(-1)", "Back up"),
        Binding("tab", "app.focus_next", "Other list"),
        Binding("escape,q", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#odds-own"
    CSS = _STYLE
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (118, "-wide")]  # noqa: RUF012  # the base class types it as an instance variable

    def __init__(self, report: Report, read: OddsRead, unit: UnitLine | None, opponent: Report | None) -> None:
        """`unit` is the one that is told of first; without one it is the whole army."""
        super().__init__()
        self.report = report
        self.opponent = opponent
        self._read = read
        self._own = groups_of(report)
        self._others = groups_of(opponent) if opponent else ()
        first = groups_of(report, (unit,)) if unit else ()
        self._first = next((n for n, group in enumerate(self._own) for one in first if group.is_like(one)), None)
        self._found: ArmyOdds | None = None
        self._words = Content("")

    def compose(self) -> ComposeResult:
        """Whose odds and against whom, and the odds."""
        yield Label(f"Odds: {visible(self.report.title)}", classes="page-title", markup=False)
        with Container(id="odds-middle"):
            with Container(id="odds-who"):
                with Vertical():
                    yield Label("Whose", classes="pane")
                    yield UnitGroups(id="odds-own", widths=(6,))
                with Vertical():
                    yield Label("Against", classes="pane")
                    yield UnitGroups(id="odds-other", widths=(6,))
            with VerticalScroll(id="odds-read"):
                yield Static(id="odds-words")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show the unit that was asked for."""
        self.query_one("#odds-own", Lines).show(group_lines("The whole army", self._own), self._first)
        self._show_others()

    def _show_others(self, *, to_assault: bool = False) -> None:
        lines: tuple[Line, ...]
        if self._read.odds.assault is None:
            lines = (Line(key=None, name="No odds of close assault", role="faint"),)
        elif self.opponent is None:
            lines = (Line(key=NOBODY, name="nobody; A chooses a file", role="faint"),)
        else:
            lines = group_lines(f"All of {self.opponent.title}", self._others)
        self.query_one("#odds-other", Lines).show(lines, ALL)
        self._reckon(to_assault=to_assault)

    @on(Lines.Moved, "#odds-own")
    def _another(self) -> None:
        self._reckon()

    @on(Lines.Moved, "#odds-other")
    def _another_opponent(self) -> None:
        self._reckon(to_assault=True)

    @work(exclusive=True)
    async def _reckon(self, *, to_assault: bool = False) -> None:
        """Work the odds out beside the screen: those of two whole armies take a second.

        What is read of one unit stays in view of the next.
        """
        if not self.is_shown:
            return
        own = chosen_of(self._own, self.query_one("#odds-own", Lines).line)
        others = chosen_of(self._others, self.query_one("#odds-other", Lines).line) if self.opponent else None
        self._found = await asyncio.to_thread(self._odds, own, others)
        self._show_odds()
        if to_assault:
            self.call_after_refresh(self._scroll_to_assault)

    def _scroll_to_assault(self) -> None:
        top = assault_at(self._words)
        if self.is_shown:
            self.query_one("#odds-read", VerticalScroll).scroll_to(y=top, animate=False)

    def _odds(self, own: tuple[UnitGroup, ...], others: tuple[UnitGroup, ...] | None) -> ArmyOdds:
        return odds_against(self.report, self._read.odds, self._read.reference, own, others)

    def _show_odds(self) -> None:
        if not self.is_shown:
            return
        width = self.query_one("#odds-read").size.width - SCROLLBAR
        if self._found is not None and width > 0:
            self._words = odds_content(self._found, width)
            self.query_one("#odds-words", Static).update(self._words)

    def on_resize(self) -> None:
        """The lines are as wide as there is room."""
        self.call_after_refresh(self._show_odds)

    @on(Lines.Chosen, "#odds-own")
    def _to_odds(self) -> None:
        self.query_one("#odds-read").focus()

    @on(Lines.Chosen, "#odds-other")
    def _chosen(self, event: Lines.Chosen) -> None:
        self.action_against() if event.line.key == NOBODY else self._to_odds()

    def action_read(self, pages: int) -> None:
        """Scroll the odds by a page."""
        words = self.query_one("#odds-read", VerticalScroll)
        words.scroll_page_down(animate=False) if pages > 0 else words.scroll_page_up(animate=False)

    def action_against(self) -> None:
        """Choose the army to meet."""
        if self._read.odds.assault is None:
            self._say(f"{self.report.ruleset} has no odds of close assault; there is nobody to choose.")
            return
        place = self.opponent.source if self.opponent else self.report.source
        self.app.push_screen(FilePicker("Odds against which ORBAT?", Path(place)), self._against)

    def _against(self, file: Path | None) -> None:
        if file is not None:
            self._meet(file)

    @work(exclusive=True, group="opponent")
    async def _meet(self, file: Path) -> None:
        """Read the army to meet in a thread, and show the odds against it."""
        report = await asyncio.to_thread(read_report, file, program_of(self).library)
        if isinstance(report, str):
            self._say(report)
        elif why := why_not_against(self.report, report):
            self._say(f"{why[:1].upper()}{why[1:]}.")
        else:
            self.opponent, self._others = report, groups_of(report)
            self._show_others(to_assault=True)

    def _say(self, words: str) -> None:
        self.app.notify(visible(words), severity="warning", markup=False)

    def action_back(self) -> None:
        """Back to the builder."""
        self.answer(self.opponent)


_opponents: WeakKeyDictionary[Host, Report] = WeakKeyDictionary()
"""The army met last from each builder."""


def show_odds(host: Host) -> None:
    """Show the odds of the army, of the selected unit first; the opponent stays the one chosen last."""
    state = host.now
    read = read_odds(state.book.ruleset, host.program.library)
    if isinstance(read, NoOdds):
        host.say(f"{read.why}.", severity="warning")
        return

    def closed(opponent: Report | None) -> None:
        if opponent is None:
            _opponents.pop(host, None)
        else:
            _opponents[host] = opponent

    unit = next((line for line in state.quote.all_units if line.path == state.selected), None)
    host.show(OddsScreen(state.report, read, unit, _opponents.get(host)), closed)
