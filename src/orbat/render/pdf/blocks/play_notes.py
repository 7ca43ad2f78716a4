"""The ruleset's notes for players. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence

from orbat.model.finding import format_cites
from orbat.model.play import NoteSheet, PlayNote
from orbat.model.sheet import Block
from orbat.model.wording import phrase
from orbat.render.pdf.blocks.forms import section_heading
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.marks import Panel
from orbat.render.pdf.typesetter import Typesetter
from orbat.report.included import notes_for

_ABOVE = 2.0
"""The space above each note."""


def play_notes(context: BlockContext, sheet: NoteSheet) -> list[str]:
    """The notes for a sheet of the army, such as `command stand: Each unit has one. [BK 4]`."""
    return [
        phrase("{label}: {text}", label=note.label, text=_cited(context, note))
        for note in notes_for(context.report, sheet)
    ]


def play_notes_block(context: BlockContext, block: Block) -> Sequence[Panel]:
    """Render the ruleset's notes for the roster, below a heading that spans all columns.

    Returns () if the ruleset has no such notes for the army.
    """
    notes = [_note(context, note) for note in notes_for(context.report, "roster")]
    return (section_heading(context, block.title or "Rules of play", wide=True), *notes) if notes else ()


def _note(context: BlockContext, note: PlayNote) -> Panel:
    typesetter, label = Typesetter(), f"{note.label[:1].upper()}{note.label[1:]}"
    typesetter.led_by(label, _cited(context, note), context.width, context.styles.detail)
    return typesetter.panel(before=_ABOVE)


def _cited(context: BlockContext, note: PlayNote) -> str:
    cites = context.citation(format_cites(note.citations))
    return phrase("{text} {cites}", text=note.text, cites=cites).rstrip()
