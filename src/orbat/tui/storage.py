"""What the builder keeps beside the files: journals of what is on screen, versions of what was saved, recent files."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import os
from dataclasses import replace
from pathlib import Path

from orbat.data import folders
from orbat.data.text_file import read_text
from orbat.model.claims import CheckTarget
from orbat.model.history import History
from orbat.model.record import Value
from orbat.session.files import WriteFailed, remove_stale_files, set_aside, write
from orbat.session.journal import (
    Journal,
    RecoveredJournal,
    UnreadableJournal,
    abandoned_journals,
    delete_journal,
    read_journal,
    resume_journal,
    start_journal,
)
from orbat.session.recent import RecentFiles, add_recent, read_recent, write_recent
from orbat.session.versions import Version, read_versions, save_version, versions_folder
from orbat.tui.state import State


class UnsavedWork(Value):
    """Work that a builder which is gone left unsaved, and what could not be read of others."""

    found: tuple[RecoveredJournal, ...] = ()
    notes: tuple[str, ...] = ()


def _now() -> datetime.datetime:
    return datetime.datetime.now(tz=datetime.UTC)


def _journals() -> Path:
    return folders.state() / "journals"


def _corrections() -> Path:
    return folders.state() / "corrections"


def fingerprint(text: str) -> str:
    """What tells one content of a file from another."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fingerprint_of(raw: bytes) -> str:
    """The same of a file that may be no text."""
    return hashlib.sha256(raw).hexdigest()


def journal_of(state: State) -> Journal:
    """Begin a journal of a state that has just been opened."""
    saved = state.saved is not None or len(state.history.steps) == 1
    mark = fingerprint(state.original)
    return start_journal(_journals(), state.history, file=state.file, fingerprint=mark, saved=saved)


def journal_of_corrections(history: History, file: Path, mark: str, checked: CheckTarget) -> Journal:
    """Begin a journal of the corrections of an army of a text, whose fingerprint is given."""
    return start_journal(_corrections(), history, file=file, fingerprint=mark, saved=False, checked=checked)


def recoverable() -> UnsavedWork:
    """The unsaved work that killed builders left; damaged journals are set aside and said."""
    return _left_in(_journals())


def corrections_left(file: Path, mark: str) -> UnsavedWork:
    """The same of the corrections of a file, or of a text that was the same as its text now is by its fingerprint."""
    left = _left_in(_corrections())
    of_it = (one for one in left.found if one.checked and (one.fingerprint == mark or one.file == file.absolute()))
    return replace(left, found=tuple(of_it))


def _left_in(folder: Path) -> UnsavedWork:
    remove_stale_files(folder)
    found: list[RecoveredJournal] = []
    notes: list[str] = []
    for place in abandoned_journals(folder):
        match read_journal(place):
            case UnreadableJournal(message=says, damaged=True):
                notes.append(_aside(place, says))
            case UnreadableJournal(message=says):
                notes.append(says)
            case RecoveredJournal() as work if _with_last_save(work).unsaved:
                found.append(_with_last_save(work))
            case _:
                delete_journal(place)
    return UnsavedWork(tuple(found), tuple(notes))


def _with_last_save(work: RecoveredJournal) -> RecoveredJournal:
    """The work with a save that was done, though the builder was gone before it could note so."""
    if work.saving is None:
        return work
    file, mark, orbat = work.saving
    text = read_text(file)
    done = isinstance(text, str) and fingerprint(text) == mark
    return replace(work, saved=orbat, file=file, fingerprint=mark) if done else work


def _aside(place: Path, says: str) -> str:
    try:
        return f"{says}. It was kept as {set_aside(place).name}."
    except WriteFailed as failed:
        return f"{says}. {failed}"


def resume_work(work: RecoveredJournal) -> Journal | None:
    """Go on with a journal that was left behind; None where another builder has it."""
    file, mark, saved = work.file, work.fingerprint, work.saved
    return resume_journal(work.path, work.history, file=file, fingerprint=mark, saved=saved, checked=work.checked)


def original_of(work: RecoveredJournal) -> str:
    """The text of a journal's file, where it is as the builder that is gone had it; otherwise ""."""
    text = read_text(work.file) if work.file else ""
    return text if isinstance(text, str) and fingerprint(text) == work.fingerprint else ""


def discard_work(work: RecoveredJournal) -> None:
    """Throw a journal away."""
    delete_journal(work.path)


def store_version(file: Path, text: str) -> str:
    """Keep what was saved as a version; says what went wrong, or ""."""
    try:
        return save_version(versions_folder(folders.state() / "versions", file), file, text, _now())
    except WriteFailed as failed:
        return str(failed)


def versions_of(file: Path) -> tuple[Version, ...]:
    """The versions kept of a file, newest first."""
    return read_versions(versions_folder(folders.state() / "versions", file)).versions


def recent() -> RecentFiles:
    """The files opened lately, newest first."""
    return read_recent(folders.state())


def note_opened(file: Path) -> str:
    """Note that a file was opened; says what went wrong, or ""."""
    known = recent()
    for folder in (file.parent, folders.state()):
        remove_stale_files(folder)
    try:
        if known.damaged:
            set_aside(known.damaged)
        files = add_recent(known.files, file.resolve(), _now())
        write_recent(folders.state(), [(one.path, one.opened) for one in files])
    except (WriteFailed, OSError) as failed:
        return str(failed)
    return ""


def saved_theme() -> str:
    """The name of the theme chosen last, or ""."""
    text = read_text(folders.state() / "theme.txt")
    return text.strip() if isinstance(text, str) else ""


def save_theme(name: str) -> None:
    """Remember a theme; one that cannot be remembered is chosen anew next time."""
    with contextlib.suppress(WriteFailed, OSError):
        folders.state().mkdir(parents=True, exist_ok=True)
        write(folders.state() / "theme.txt", name.encode() + b"\n", backup=False)


# The names of files that a player types.


def exists(file: Path) -> bool:
    """Whether there is something of that name; there is nothing of a name that cannot be."""
    return os.path.lexists(file)


def typed_path(text: str, folder: Path, suffix: str) -> Path:
    """The file that was typed; one without an ending gets the usual one. Raises ValueError."""
    file = folder / os.path.expanduser(text.strip())  # noqa: PTH111  # Path.expanduser raises for unknown people
    if not text.strip() or not file.name:
        raise ValueError("Type the name of a file.")
    if os.path.isdir(file):  # noqa: PTH112  # Path.is_dir raises for some names before Python 3.12
        raise ValueError(f"{file} is a folder: type the name of a file in it.")
    return file if _is_ending(file.suffix) else file.with_name(file.name + suffix)


def _is_ending(suffix: str) -> bool:
    """Whether what stands behind a name's last stop is an ending: `.5` of a date is none, nor are words."""
    return suffix[1:2].isalpha() and suffix[1:].isalnum()
