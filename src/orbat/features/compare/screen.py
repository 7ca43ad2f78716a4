"""The compare screen: two armies side by side, in numbers and by formation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from orbat.features.compare.difference import difference
from orbat.features.compare.scouting_comparison import NotComparable, compare_scouting
from orbat.features.compare.text import screen_lines
from orbat.model.text_words import visible
from orbat.report.report import Report
from orbat.tui.help import PaneHelp
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.widgets.keybar import PageKeys
from orbat.tui.widgets.text_pane import StyledLine, TextPane

HELP_PAGE = PaneHelp(
    "Compare",
    "Two armies side by side: totals, arms with bars, scouting, then the formations and units of both. The sign "
    "between two rows says whether they are the same (=), changed (≠), only on the right (+), only on the left (-) or "
    "different units (│). The differences are listed at the end.",
    (
        ("Up Down k j", "scroll; Page Up and Page Down scroll a page"),
        ("Esc q", "go back"),
    ),
    (),
)
_STYLE = """
CompareScreen {
    layout: vertical;
    background: $background;
    color: $foreground;
}
CompareScreen .page-title {
    height: 1;
    padding: 0 2;
    border: none;
}
#compare-read {
    height: 1fr;
}
"""


class CompareScreen(PageScreen[None]):
    """Two armies side by side."""

    help_page = "compare"

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "back", "Back"), HELP]
    AUTO_FOCUS = "#compare-read"
    CSS = _STYLE

    def __init__(self, title: str, first: Report, second: Report) -> None:
        super().__init__()
        self.title = title
        self._difference = difference(first, second)
        scouting = compare_scouting(first, second)
        self._scouting = None if isinstance(scouting, NotComparable) else scouting

    def compose(self) -> ComposeResult:
        """Create the title and the text."""
        yield Label(visible(self.title or ""), classes="page-title", markup=False)
        yield TextPane(id="compare-read")
        yield PageKeys()

    def on_mount(self) -> None:
        """Show the comparison."""
        self.query_one(TextPane).show(self.lines)

    def lines(self, width: int) -> Iterator[str]:
        """The lines of the comparison. `width` is in characters."""
        return screen_lines(self._difference, StyledLine.of, width, self._scouting)

    def action_back(self) -> None:
        """Close the screen."""
        self.answer(None)
