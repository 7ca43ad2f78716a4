"""The header of the builder: title, file, army list, a gauge of points, and the verdict in its colour."""

from __future__ import annotations

from pathlib import PurePath

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from orbat.evaluate.quote import ExactPoints
from orbat.model.finding import MISREAD
from orbat.model.text_words import visible
from orbat.report.report import Report
from orbat.report.verdict import Verdict
from orbat.tui.state import State


class BuilderHeader(Static):
    """The header of the builder: title, file, army list, ruleset and date; verdict and points at the right."""

    state: reactive[State | None] = reactive(None)

    @property
    def report(self) -> Report | None:
        """The report on the current ORBAT."""
        return self.state.report if self.state else None

    @property
    def unsaved(self) -> bool:
        """Whether to show the sign of unsaved changes."""
        return self.state is not None and self.state.unsaved

    def render(self) -> Content:
        """Two lines with a left and a right part. A left part that is too long is cut."""
        report = self.report
        if report is None:
            return Content("")
        width = max(20, self.content_size.width)
        mark = "* " if self.unsaved else ""
        title = _click(Content.styled(f"{mark}{report.heading}", "bold"), "rename")
        headline = report.verdict.headline
        words = headline if len(headline) <= width // 2 else report.verdict.short
        if report.verdict.doubtful and len(words) > width // 2:
            words = MISREAD
        verdict = Content.styled(words, f"bold {_colour(report.verdict)}")
        named = title + Content(f" · {visible(PurePath(report.source).name)}")
        room = width - verdict.cell_length - 1
        first = _spread(named if named.cell_length <= room else title, verdict, width)
        points = _click(Content(report.points), "size")
        subtitle = _subtitle(report, width - points.cell_length - 1)
        free = width - subtitle.cell_length - points.cell_length - 3
        if self.state and (size := self.state.orbat.game_size) and free >= SHORTEST_GAUGE:
            cells = gauge(report.total, size, min(free, LONGEST_GAUGE))
            points = Content.assemble(*cells, "  ", points)
        return Content("\n").join([first, _spread(subtitle, points, width)])


SHORTEST_GAUGE, LONGEST_GAUGE = 8, 30
"""The lengths of the gauge, in cells. A header without room for the shortest has none."""


def gauge(total: ExactPoints, size: int, length: int) -> list[tuple[str, str]]:
    """A bar for points against the agreed size, as texts with colours.

    `━` means points spent, `─` points left, `┃` the agreed size, and `═` points over the agreed size.
    """
    cells = length - 1
    whole = max(total, size)
    inside = max(1, round(cells * size / whole)) if total > size else cells
    spent = inside if total >= size else int(inside * total / size)
    return [
        ("━" * spent, "$text-success"),
        ("─" * (inside - spent), "$text-warning"),
        ("┃", "bold"),
        ("═" * (cells - inside), "$text-error"),
    ]


def _colour(verdict: Verdict) -> str:
    if not verdict.legal:
        return "$text-error"
    return "$text-success" if verdict.plain and not verdict.warnings else "$text-warning"


def _subtitle(report: Report, room: int) -> Content:
    # A long date is shortened to digits. If the line is still too long, the date moves to the front, because the end of
    # the line is cut.
    date = report.orbat.date if report.orbat else None
    words, digits = (_click(Content(text), "date") for text in ((date.in_words, str(date)) if date else ("", "")))
    army_list, ruleset = _click(Content(visible(report.army_list)), "list"), Content(visible(report.ruleset))
    orders = ((army_list, ruleset, words), (army_list, ruleset, digits), (digits, army_list, ruleset))
    lines = [Content(" · ").join([part for part in order if part.plain]) for order in orders]
    return next((line for line in lines if line.cell_length <= room), lines[-1])


def _click(content: Content, command: str) -> Content:
    # `True`: the command runs for the whole army, whatever is selected.
    return content.stylize(Style.from_meta({"@click": f"screen.run('{command}', True)"}))


def _spread(left: Content, right: Content, width: int) -> Content:
    room = width - right.cell_length - 1
    left = left.truncate(max(0, room), ellipsis=True)
    gap = max(1, width - left.cell_length - right.cell_length)
    return Content.assemble(left, " " * gap, right)
