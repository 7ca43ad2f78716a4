"""Recovery after a kill in the middle of a save."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from orbat.data import folders
from orbat.model.history import start_history
from orbat.model.orbat import Orbat
from orbat.model.text import Pin
from orbat.session import journal
from orbat.tui import storage

TEXT = "title: as it was to be written"


@pytest.mark.parametrize(("in_the_file", "offered"), [(TEXT, 0), ("title: as it was", 1), (None, 1)])
def test_completed_save_without_its_journal_record_offers_nothing(
    tmp_path: Path, in_the_file: str | None, offered: int
) -> None:
    """Killed between writing the file and recording it: the file's content decides."""
    file = tmp_path / "mine.yaml"
    history = start_history(Orbat(ruleset=Pin("days_of_empire"), title="as it was"))
    kept = journal.start_journal(folders.state() / "journals", history, file=file, fingerprint="", saved=True)
    kept.record(history.do("rename", replace(history.orbat, title="as it was to be written")))
    kept.note_saving(file, storage.fingerprint(TEXT))
    if in_the_file is not None:
        file.write_text(in_the_file, encoding="utf-8")
    kept.close(discard=False)
    assert len(storage.unsaved_work().found) == offered
