"""The ruleset's notes for players, as texts for a sheet."""

from __future__ import annotations

from orbat.model.finding import format_cites
from orbat.model.play import NoteSheet
from orbat.model.wording import phrase
from orbat.render.pdf.context import BlockContext
from orbat.report.included import notes_for


def play_notes(context: BlockContext, sheet: NoteSheet) -> list[str]:
    """The notes for a sheet of the army, such as `command stand: Each unit has one. [BK 4]`."""
    return [
        phrase("{label}: {text} {cites}", label=one.label, text=one.text, cites=cites).rstrip()
        for one in notes_for(context.report, sheet)
        for cites in [context.citation(format_cites(one.citations))]
    ]
