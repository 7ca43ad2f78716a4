"""What every block is set with: the report, the reference tables, the type, and the room there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from orbat.model.reference import Reference
from orbat.model.sheet import Block, Layout, Printing
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.styles import Styles
from orbat.report.report import Report


@dataclass(frozen=True, slots=True)
class Press:
    """`width` is that of the column being set, `height` that of a page's body, both in typographic points."""

    report: Report
    reference: Reference | None
    layout: Layout
    printing: Printing
    styles: Styles
    width: float
    height: float

    @property
    def hide_points(self) -> bool:
        """Whether no price, sum or total may be seen: the player or the layout wants it so."""
        return self.printing.hide_points or "points" in self.layout.hides

    def in_columns(self, count: int) -> Press:
        """The same in one of so many columns side by side."""
        return replace(self, width=(self.width - self.layout.column_gap * (count - 1)) / count)


Maker = Callable[[Press, Block], Sequence[Panel]]
"""Sets one block of a layout, in panels no wider than the press's width."""
