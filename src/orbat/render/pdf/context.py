"""What every block is set with: the report, the reference tables, the type, and the room there is."""

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
"""The height of a running head, in lines of the foot's type."""


@dataclass(frozen=True, slots=True)
class BlockContext:
    """`width` is that of the column being set, `height` that of a page's body, both in typographic points."""

    report: Report
    reference: Reference | None
    layout: Layout
    printing: PrintOptions
    styles: Styles
    width: float
    height: float
    subject: object | None = None
    """What the blocks of a feature show beyond the report. They check its class; blocks of the core ignore it."""

    @property
    def hide_points(self) -> bool:
        """Whether no price, sum or total may be seen: the player or the layout wants it so."""
        return self.printing.hide_points or "points" in self.layout.hides

    def citation(self, cites: str) -> str:
        """What something rests on, without what marks a number that no rulebook gives where such marks are hidden."""
        if not self.printing.hide_house:
            return cites
        kept = [cite for cite in cites.strip("[]").split(", ") if cite not in ("", "house", "inferred")]
        return f"[{', '.join(kept)}]" if kept else ""

    @property
    def losses(self) -> Mapping[OrbatPath, int]:
        """What the units at some paths have lost so far; nothing on clean sheets."""
        return dict(self.printing.losses) if self.printing.boxes == "as-is" else {}

    @property
    def counts(self) -> Mapping[OrbatPath, str]:
        """For how much what is at some paths counts as lost so far: half or full; nothing on clean sheets."""
        return dict(self.printing.counts) if self.printing.boxes == "as-is" else {}

    @property
    def ticked(self) -> Mapping[OrbatPath, tuple[str, ...]]:
        """What is ticked so far of what is at some paths, in the words beside its boxes; nothing on clean sheets."""
        return dict(self.printing.ticked) if self.printing.boxes == "as-is" else {}

    @property
    def gone(self) -> tuple[OrbatPath, ...]:
        """The units that are gone so far; none on clean sheets."""
        return self.printing.removed_units if self.printing.boxes == "as-is" else ()

    def in_columns(self, count: int) -> BlockContext:
        """The same in one of so many columns side by side."""
        return replace(self, width=(self.width - self.layout.column_gap * (count - 1)) / count)

    @property
    def later_height(self) -> float:
        """The height of the body of every page but the first, below its running head."""
        return self.height - (0.0 if self.layout.bare else RUNNING_HEAD_LINES * self.styles.foot.leading)


BlockFunction = Callable[[BlockContext, Block], Sequence[Panel]]
"""Sets one block of a layout, in panels no wider than the context's width."""
