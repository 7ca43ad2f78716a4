"""The file event.yaml in a folder that is checked: the terms of an event, and its players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from orbat.cli.agreed import require_known_rulings
from orbat.cli.shared import CommandError, exists
from orbat.data.data_file import load_data
from orbat.data.library import Library
from orbat.model.event import Event
from orbat.model.wording import phrase

EVENT_FILE = "event.yaml"


def event_path(paths: Sequence[Path]) -> Path | None:
    """The file event.yaml in those paths that are folders. Raises CommandError if there are several."""
    found = [path / EVENT_FILE for path in paths if exists(path / EVENT_FILE)]
    if len(found) > 1:
        raise CommandError(phrase("{first} and {second}: check one event at a time", first=found[0], second=found[1]))
    return found[0] if found else None


def load_event(path: Path) -> Event:
    """Load an event. Raises CommandError if the file has a mistake."""
    file = load_data(path, Event)
    if file.value is None:
        first = file.findings[0]
        place = phrase("{file}, line {line}", file=path, line=first.line or 1)
        raise CommandError(phrase("{place}: {problem}. {help}", place=place, problem=first.message, help=first.help))
    if file.value.rulings:
        require_known_rulings(file.value.rulings, Library(), str(path))
    return file.value
