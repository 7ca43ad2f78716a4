"""Generals who fall, and those who replace them. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence

from orbat.model.sheet import SMALLEST, Block
from orbat.outputs.pdf.blocks.forms import LINE, Blank, Tick, fill_in, part
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, Setter
from orbat.report.generals import General, Generals, generals

_NAMES = 0.3
"""The share of the width that names have."""
_GAP = 12.0
_LINES = 3
"""How many lines a name may take before it is set smaller."""
_FATES = ("wounded", "killed", "captured")
_TURN, _NAME, _DIE = 2.6, 11.0, 2.2
"""The lengths of the lines for a turn, a name and a die, in sizes of type."""


def generals_block(press: Press, block: Block) -> tuple[Panel, ...]:
    """Every general with boxes for his fate, and for what his replacement is diced to be."""
    found = generals(press.report)
    if not found.generals:
        return ()
    says = f"{found.note} {press.rests(found.cites)}".strip()
    return (
        part(press, block.title or found.title, says),
        *(_general(press, general, found) for general in found.generals),
    )


def _general(press: Press, general: General, found: Generals) -> Panel:
    setter, styles, names = Setter(), press.styles, _NAMES * press.width
    setter.y = styles.text.leading * (LINE - 1) / 2
    setter.fit(general.row.commander, 0.0, names, styles.text.bold, _LINES, SMALLEST)
    where = ", ".join(part for part in (general.formation, general.row.quality) if part)
    setter.fit(where, 0.0, names, styles.detail, _LINES, SMALLEST)
    lowest = setter.y
    setter.y = 0.0
    left = names + _GAP
    width, style = press.width - left, styles.detail
    so = press.ticked.get((*general.row.path, "commander"), ())
    fates: list[Tick | Blank] = [*(Tick(fate, fate in so) for fate in _FATES), Blank("in turn", _TURN)]
    if not general.replaced:
        fill_in(setter, fates, left, width, style)
    else:
        fill_in(setter, (*fates, Blank("replaced in turn", _TURN)), left, width, style)
        fill_in(setter, _replacement(found, so), left, width, style)
    setter.y = max(setter.y, lowest) + 3
    setter.rule(0.0, press.width, HAIR)
    return setter.panel(below=1)


def _replacement(found: Generals, so: Sequence[str]) -> tuple[Tick | Blank, ...]:
    """Who replaces him, and of what quality he is, where there is such a thing."""
    results = tuple(Tick(f"{label} ({throws})", label in so) for label, throws in found.results)
    quality = results or ((Blank("quality", _NAME),) if found.rated else ())
    return (Blank("by", _NAME), *((Blank("die", _DIE),) if found.diced else ()), *quality)
