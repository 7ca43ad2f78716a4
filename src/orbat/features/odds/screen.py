"""The odds screen: odds of an army's units, with or without an opposing army."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar
from weakref import WeakKeyDictionary

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Label

from orbat.evaluate.quote import UnitLine
from orbat.features.odds.army import ArmyOdds, incompatibility, odds_against
from orbat.features.odds.checks import NoOdds, OddsTables, read_odds
from orbat.features.odds.text import ASSAULT, odds_body
from orbat.features.odds.units import UnitGroup, unit_groups
from orbat.model.points import show
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.report.strength import bar
from orbat.tui.commands.host import Host
from orbat.tui.file_reading import read_report
from orbat.tui.help import PaneHelp
from orbat.tui.program import program_of
from orbat.tui.screens.file_picker import FilePicker
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.widgets.keybar import PageKeys
from orbat.tui.widgets.lines import Line, Lines
from orbat.tui.widgets.text_pane import StyledLine, TextPane

ALL = "all"
"""Key of the list line for the whole army."""
NO_OPPONENT = "nobody"
"""Key of the line that replaces the list of opposing units if there is no opponent."""


def group_lines(title: str, groups: Sequence[UnitGroup]) -> tuple[Line, ...]:
    """Lines of a list of units: the whole army, then the groups of identical units."""
    lines = [Line(key=ALL, name=title, role="head")]
    for number, group in enumerate(groups):
        more = f" +{len(group.names) - 1}" if len(group.names) > 1 else ""
        lines.append(Line(key=number, name=f"{group.name}{more}", columns=(show(group.points),)))
    return tuple(lines)


def groups_at(groups: Sequence[UnitGroup], line: Line | None) -> tuple[UnitGroup, ...]:
    """The groups to show for the selected line: a single group of identical units, or all groups."""
    return (groups[line.key],) if line and isinstance(line.key, int) else tuple(groups)


def odds_text(odds: ArmyOdds, width: int) -> Iterator[str]:
    """The text of `orbat odds`, with bars of block characters. `width` is in characters."""
    if not odds.units:
        return iter(("The tables have no odds for this unit.",))
    return odds_body(odds, StyledLine.of, width, bar)


def assault_at(words: Content) -> int:
    """The index of the line with the heading of the close assaults. 0 if there is no such line."""
    lines = [line.rstrip() for line in words.plain.split("\n")]
    return lines.index(ASSAULT) if ASSAULT in lines else 0


HELP_PAGE = PaneHelp(
    "Odds",
    "Exact odds from the tables of the rules: expected casualties of a volley at each range and against each target, "
    "chances to pass morale tests, and chances to win close assaults against another army. The odds are for the whole "
    "army or for the selected units. Identical units share a line. Prices and findings do not use odds.",
    (
        ("Up Down k j", "select a unit or the whole army"),
        ("Tab", "next list, or the odds"),
        ("F", "choose the opponent's file"),
        ("Enter", "go to the odds, where Up, Down, Page Up and Page Down scroll"),
        ("Esc q", "back to the builder"),
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
    """The list of an army's units in groups. Enter moves the focus to the odds."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Read")]


class OddsScreen(PageScreen[Report | None]):
    """Two lists of units, and the odds of the selected units. Returns the opponent's report, or None."""

    help_page = "odds"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("F", "against", "File"),
        Binding("tab", "app.focus_next", "Next pane"),
        Binding("escape,q", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#odds-own"
    CSS = _STYLE
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (118, "-wide")]  # noqa: RUF012  # the base class types it as an instance variable

    def __init__(self, report: Report, tables: OddsTables, unit: UnitLine | None, opponent: Report | None) -> None:
        """Create the screen. `unit` is the unit selected at the start; None selects the whole army."""
        super().__init__()
        self.report = report
        self.opponent = opponent
        self._tables = tables
        self._own = unit_groups(report)
        self._others = unit_groups(opponent) if opponent else ()
        first = unit_groups(report, (unit,)) if unit else ()
        self._first = next((n for n, group in enumerate(self._own) for one in first if group.is_like(one)), None)
        self._found: ArmyOdds | None = None

    def compose(self) -> ComposeResult:
        """Create the two lists of units, and the odds."""
        yield Label(f"Odds: {visible(self.report.title)}", classes="page-title", markup=False)
        with Container(id="odds-middle"):
            with Container(id="odds-who"):
                with Vertical():
                    yield Label("Army", classes="pane")
                    yield UnitGroups(id="odds-own", widths=(6,))
                with Vertical():
                    yield Label("Opponent", classes="pane")
                    yield UnitGroups(id="odds-other", widths=(6,))
            yield TextPane(id="odds-read")
        yield PageKeys()

    def on_mount(self) -> None:
        """Fill both lists, and select the unit given to the constructor, or the whole army."""
        self.query_one("#odds-own", Lines).show(group_lines("Whole army", self._own), self._first)
        self._show_others()

    def _show_others(self, *, to_assault: bool = False) -> None:
        lines: tuple[Line, ...]
        if self._tables.odds.assault is None:
            lines = (Line(key=None, name="No odds for close assaults", role="faint"),)
        elif self.opponent is None:
            lines = (Line(key=NO_OPPONENT, name="none", columns=("F file",), names_key=True, role="faint"),)
        else:
            lines = group_lines(phrase("All of {title}", title=self.opponent.title), self._others)
        self.query_one("#odds-other", Lines).show(lines, ALL)
        self._recompute(to_assault=to_assault)

    @on(Lines.Moved, "#odds-own")
    def _own_moved(self) -> None:
        self._recompute()

    @on(Lines.Moved, "#odds-other")
    def _opponent_moved(self) -> None:
        self._recompute(to_assault=True)

    @work(exclusive=True)
    async def _recompute(self, *, to_assault: bool = False) -> None:
        if not self.is_shown:
            return
        own = groups_at(self._own, self.query_one("#odds-own", Lines).line)
        others = groups_at(self._others, self.query_one("#odds-other", Lines).line) if self.opponent else None
        # in a thread, because two whole armies take about a second
        self._found = await asyncio.to_thread(self._odds, own, others)
        self._show_odds()
        if to_assault:
            self.call_after_refresh(self._scroll_to_assault)

    def _scroll_to_assault(self) -> None:
        if self.is_shown:
            pane = self.query_one(TextPane)
            pane.scroll_to(y=assault_at(pane.text), animate=False)

    def _odds(self, own: tuple[UnitGroup, ...], others: tuple[UnitGroup, ...] | None) -> ArmyOdds:
        return odds_against(self.report, self._tables.odds, self._tables.reference, own, others)

    def _show_odds(self) -> None:
        if not self.is_shown:
            return
        if (found := self._found) is not None:
            self.query_one(TextPane).show(lambda width: odds_text(found, width))

    @on(Lines.Chosen, "#odds-own")
    def _to_odds(self) -> None:
        self.query_one("#odds-read").focus()

    @on(Lines.KeyClicked, "#odds-other")
    def _file_clicked(self) -> None:
        self.action_against()

    @on(Lines.Chosen, "#odds-other")
    def _chosen(self, event: Lines.Chosen) -> None:
        self.action_against() if event.line.key == NO_OPPONENT else self._to_odds()

    def action_against(self) -> None:
        """Ask for the opponent's file."""
        if self._tables.odds.assault is None:
            self._say(phrase("{ruleset} has no odds for close assaults.", ruleset=self.report.ruleset))
            return
        place = self.opponent.source if self.opponent else self.report.source
        self.app.push_screen(FilePicker("Odds against which ORBAT?", Path(place)), self._opponent_chosen)

    def _opponent_chosen(self, file: Path | None) -> None:
        if file is not None:
            self._load_opponent(file)

    @work(exclusive=True, group="opponent")
    async def _load_opponent(self, file: Path) -> None:
        report = await asyncio.to_thread(read_report, file, program_of(self).library)
        if isinstance(report, str):
            self._say(report)
        elif reason := incompatibility(self.report, report):
            self._say(f"{reason[:1].upper()}{reason[1:]}.")
        else:
            self.opponent, self._others = report, unit_groups(report)
            self._show_others(to_assault=True)

    def _say(self, words: str) -> None:
        self.app.notify(visible(words), severity="warning", markup=False)

    def action_back(self) -> None:
        """Return to the builder."""
        self.answer(self.opponent)


_opponents: WeakKeyDictionary[Host, Report] = WeakKeyDictionary()
"""The opponent last used in each builder."""


def show_odds(host: Host) -> None:
    """Open the odds screen for the selected unit or the whole army, with the opponent last used."""
    state = host.now
    read = read_odds(state.book.ruleset, host.program.library)
    if isinstance(read, NoOdds):
        host.say(phrase("{reason}.", reason=read.reason), severity="warning")
        return

    def closed(opponent: Report | None) -> None:
        if opponent is None:
            _opponents.pop(host, None)
        else:
            _opponents[host] = opponent

    unit = next((line for line in state.quote.all_units if line.path == state.selected), None)
    host.show(OddsScreen(state.report, read, unit, _opponents.get(host)), closed)
