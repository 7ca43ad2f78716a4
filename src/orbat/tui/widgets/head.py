"""The head of the builder: what is open, what it comes to, and whether it is legal."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from orbat.outputs.safe import visible
from orbat.report.report import Report


class Head(Static):
    """Title, list, ruleset and date at the left; legality in words and points at the right."""

    report: reactive[Report | None] = reactive(None)
    unsaved: reactive[bool] = reactive(False)

    def render(self) -> Content:
        """Two lines, whatever the width: the left gives way."""
        report = self.report
        if report is None:
            return Content("")
        width = max(20, self.content_size.width)
        mark = "* " if self.unsaved else ""
        title = Content.styled(f"{mark}{visible(report.title)}", "bold")
        verdict = Content.styled(report.verdict, "bold")
        first = _spread(title, verdict, width)
        date = report.orbat.date.in_words if report.orbat and report.orbat.date else ""
        what = " · ".join(filter(None, (report.army_list, report.ruleset, date)))
        second = _spread(Content(visible(what)), Content(report.points), width)
        return Content("\n").join([first, second])


def _spread(left: Content, right: Content, width: int) -> Content:
    """A line with one part at each end; the left part is cut short where there is no room for both."""
    room = width - right.cell_length - 1
    left = left.truncate(max(0, room), ellipsis=True)
    gap = max(1, width - left.cell_length - right.cell_length)
    return Content.assemble(left, " " * gap, right)
