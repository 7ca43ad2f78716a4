"""What a journal that was left behind gives back: every step there was, and which of them was on screen."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from orbat.model.claims import Checked
from orbat.model.history import History, Step
from orbat.model.orbat import Orbat
from orbat.model.record import Record
from orbat.sources.journal_text import changed, checked, correction, part
from orbat.sources.problem import Problem
from orbat.sources.text_file import read_bytes

FORMAT = 1
"""The format version read."""
MOST_BYTES = 200_000_000
"""The largest journal read."""


class Recovered(Record):
    """The work in a journal: its whole history, and what the file held when last opened or saved by that orbat.

    `saving` is a save that was begun and not noted as done: the file, the fingerprint it has if it was done, and the
    ORBAT that it then holds. Where it is an army of a text that was being `checked`, the file is that text.
    """

    place: Path
    history: History
    file: Path | None
    fingerprint: str
    saved: Orbat | None
    at: datetime
    note: str = ""
    saving: tuple[Path, str, Orbat] | None = None
    checked: Checked | None = None

    @property
    def unsaved(self) -> bool:
        """Whether anything would be lost: what was on screen is not what the file holds."""
        return self.history.orbat != self.saved

    @property
    def title(self) -> str:
        """The title of the ORBAT that was on screen."""
        return self.history.orbat.title


class NotRead(Record):
    """A journal that gives back nothing; `damaged` where it is none at all, so that it is to be set aside."""

    place: Path
    says: str
    damaged: bool


def read_journal(place: Path) -> Recovered | NotRead:
    """Read a journal, as far as it is whole: a torn last line is one that was not yet written. Never raises."""
    raw = read_bytes(place, MOST_BYTES)
    if isinstance(raw, Problem):
        return NotRead(place=place, says=f"{place}: {raw.says}", damaged=False)
    try:
        at = datetime.fromtimestamp(place.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        at = datetime.now(UTC)
    lines = raw.split(b"\n")[:-1]
    first = _parsed(lines[0]) if lines else None
    version = first.get("orbat journal") if first else None
    if type(version) is int and version > FORMAT:
        says = f"{place} was written by a newer orbat; it is left as it is"
        return NotRead(place=place, says=says, damaged=False)
    if not first or version != FORMAT:
        return NotRead(place=place, says=f"{place} is no journal that can be read", damaged=True)
    reader = _Reader(first)
    note = ""
    for number, line in enumerate(lines[1:], 2):
        if not reader.take(_parsed(line)):
            note = f"{place} is damaged in line {number}; the steps before it are recovered"
            break
    return reader.recovered(place, at, note)


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


class _Reader:
    """Takes a journal's lines one by one."""

    def __init__(self, head: dict[str, Any]) -> None:
        self._steps: list[Step] = []
        self._first = 0
        self._position = 0
        self._saved: Orbat | None = None
        self._file: str | None = None
        self._fingerprint = ""
        self._saving: tuple[Path, str, Orbat] | None = None
        self._checked: Checked | None = None
        self._note_file(head.get("file"), head.get("fingerprint"))
        with contextlib.suppress(ValueError):
            self._checked = checked(head.get("checked"))

    def take(self, line: Any) -> bool:
        """Do what a line says; False, and nothing is changed, where it says nothing that can be done."""
        try:
            match line:
                case {"step": int(number), "name": str(name), **rest}:
                    self._step(number, name, rest)
                case {"saved": str(fingerprint), **rest}:
                    self._saved = self._held(rest)
                    self._note_file(rest.get("file"), fingerprint)
                    self._saving = None
                case {"saving": str(fingerprint), "file": str(file), "at": int(number)}:
                    self._saving = Path(file), fingerprint, self._steps[self._known(number)].orbat
                case {"at": int(number)}:
                    self._position = self._known(number)
                case _:
                    return False
        except (ValueError, TypeError, RecursionError):
            return False
        return True

    def _step(self, number: int, name: str, line: Mapping[Any, Any]) -> None:
        if not self._steps:
            self._first = number
        number -= self._first
        if not 0 <= number <= len(self._steps):
            raise ValueError("a step is missing")
        if "state" in line:
            orbat = part(Orbat, line["state"])
        elif number and isinstance(line.get("change"), list):
            orbat = self._steps[number - 1].orbat
            for change in line["change"]:
                orbat = changed(orbat, change)
        else:
            raise ValueError("no ORBAT, and nothing to make one from")
        self._steps[number:] = [Step(name, orbat, correction=correction(line.get("correct")))]
        self._position = number

    def _held(self, line: Mapping[Any, Any]) -> Orbat | None:
        """The ORBAT that the file holds."""
        if "state" in line:
            return part(Orbat, line["state"])
        number = line.get("at")
        return None if number is None else self._steps[self._known(number)].orbat

    def _known(self, number: Any) -> int:
        """Which of the steps has that number."""
        if type(number) is not int or not 0 <= number - self._first < len(self._steps):
            raise ValueError("no such step")
        return number - self._first

    def _note_file(self, file: object, fingerprint: object) -> None:
        self._file = file if isinstance(file, str) else None
        self._fingerprint = fingerprint if isinstance(fingerprint, str) else ""

    def recovered(self, place: Path, at: datetime, note: str) -> Recovered | NotRead:
        """What there is now."""
        if not self._steps:
            return NotRead(place=place, says=f"{place} holds no step that can be read", damaged=True)
        return Recovered(
            place=place,
            history=History(tuple(self._steps), self._position),
            file=Path(self._file) if self._file else None,
            fingerprint=self._fingerprint,
            saved=self._saved,
            at=at,
            note=note,
            saving=self._saving,
            checked=self._checked,
        )
