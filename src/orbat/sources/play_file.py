"""The file of a game beside that of its ORBAT: `NAME.play.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from orbat.data.data_file import DataFile, load_data
from orbat.model import path as paths
from orbat.model.finding import Finding
from orbat.model.game import Game, Note
from orbat.sources.diagnose import why_unfit
from orbat.sources.fit import Unfit, fit
from orbat.sources.library import Library
from orbat.sources.problem import Problem, finding_of
from orbat.sources.sorts import mistaken
from orbat.sources.yaml_text import parse

PLAYED = ".play.yaml"
"""How the name of the file of a game ends; it begins as that of the ORBAT's file."""


def play_path(orbat: Path) -> Path:
    """Where the game of an ORBAT's file is kept."""
    return orbat.with_name(orbat.stem + PLAYED)


def load_play(path: Path) -> DataFile[Game]:
    """Load a game. Never raises; every problem is a finding."""
    found = load_data(path, Game)
    other = mistaken("play", found.document.data) if found.document and found.value is None else None
    return replace(found, findings=(finding_of(other, found.document),)) if other else found


def lint_play(text: str, library: Library) -> tuple[Finding, ...]:
    """Everything wrong with the text of a game."""
    document = parse(text)
    problems = list(document.problems)
    if not problems:
        try:
            problems += never_counted(fit(Game, document.data))
        except Unfit:
            problems += why_unfit(Game, document.data)
    return tuple(finding_of(problem, document) for problem in (*problems, *document.remarks))


def never_counted(game: Game) -> Iterator[Problem]:
    """A warning for each note that counts nothing: it is on no place of its sort, or another on the same stands below.

    Notes of different names may be on one place: what has left the ORBAT is kept behind what is there now.
    """
    yield from _of_sort("units", "unit", game.units)
    yield from _of_sort("generals", "general", game.generals)


def _of_sort(key: str, what: str, notes: Sequence[Note]) -> Iterator[Problem]:
    last = {(note.place, note.name): number for number, note in enumerate(notes)}
    for number, note in enumerate(notes):
        place, says, helps = paths.show(note.place), "", "Keep one of the two."
        if what != ("general" if note.place[-1] == "commander" else "unit" if note.place[-2:-1] == ("units",) else ""):
            says, helps = f"{place} is not the place of a {what}", f"Write the place of a {what}, or remove the note."
        elif last[note.place, note.name] != number:
            says = f"{note.name or place} is noted again below"
        if says:
            yield Problem((key, number, "place"), says, helps, "SRC009", severity="warning")
