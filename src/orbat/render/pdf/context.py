"""The data that every block receives: report, reference tables, type styles and available space."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from orbat.model.path import OrbatPath
from orbat.model.reference import Reference
from orbat.model.sheet import Block, Layout, PrintOptions
from orbat.render.pdf.fonts import Styles
from orbat.render.pdf.marks import Panel
from orbat.report.report import Report

RUNNING_HEAD_LINES = 1.9
"""The height of a running head, as a multiple of the footer's line height."""


@dataclass(frozen=True, slots=True)
class BlockContext:
    """The data for rendering a block. Lengths are typographic points."""

    report: Report
    reference: Reference | None
    layout: Layout
    printing: PrintOptions
    styles: Styles
    width: float
    """The width of the block's column."""
    height: float
    """The height of the first page, without header and footer."""
    subject: object | None = None
    """Data for the blocks of a feature. Such a block must check the type of the data. Core blocks ignore the data."""

    whole_tables: bool = True
    """Whether reference tables stay in one column. Otherwise, large tables continue in the next."""
    columns: int = 1
    """The number of columns of the block."""

    @property
    def hide_points(self) -> bool:
        """Whether the print settings or the layout hide prices, sums and totals."""
        return self.printing.hide_points or "points" in self.layout.hides

    def citation(self, cites: str) -> str:
        """A citation as printed. The print settings can hide the words `house` and `inferred`."""
        if not self.printing.hide_house:
            return cites
        kept = [cite for cite in cites.strip("[]").split(", ") if cite not in ("", "house", "inferred")]
        return f"[{', '.join(kept)}]" if kept else ""

    @property
    def losses(self) -> Mapping[OrbatPath, int]:
        """The stands that units have lost, by path. Empty if the sheet is printed without losses."""
        return dict(self.printing.losses) if self.printing.boxes == "as-is" else {}

    @property
    def counts(self) -> Mapping[OrbatPath, str]:
        """Whether the loss of a unit or general counts `half` or `full`, by path. Empty if the sheet is printed without
        losses."""
        return dict(self.printing.counts) if self.printing.boxes == "as-is" else {}

    @property
    def ticked(self) -> Mapping[OrbatPath, tuple[str, ...]]:
        """The labels of ticked boxes, by path. Empty if the sheet is printed without losses."""
        return dict(self.printing.ticked) if self.printing.boxes == "as-is" else {}

    @property
    def destroyed(self) -> tuple[OrbatPath, ...]:
        """The paths of destroyed units. Empty if the sheet is printed without losses."""
        return self.printing.removed_units if self.printing.boxes == "as-is" else ()

    def in_columns(self, count: int) -> BlockContext:
        """A copy of the context for a column. The width is divided into `count` columns."""
        return replace(self, width=(self.width - self.layout.column_gap * (count - 1)) / count, columns=count)

    @property
    def full_width(self) -> float:
        """The width of all columns of the block together."""
        return self.width * self.columns + self.layout.column_gap * (self.columns - 1)

    @property
    def later_height(self) -> float:
        """The height of the pages after the first, without footer and running head (the line at the top)."""
        return self.height - (0.0 if self.layout.bare else RUNNING_HEAD_LINES * self.styles.foot.leading)


BlockFunction = Callable[[BlockContext, Block], Sequence[Panel]]
"""A function that renders a block of a layout as panels. No panel may be wider than the context's width."""
