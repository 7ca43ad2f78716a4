"""The builder's stored data: journals, saved versions, recent files and the theme. Also resolves typed paths."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import os
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from orbat.data import folders
from orbat.data.text_file import read_text
from orbat.model.claims import CheckTarget
from orbat.model.history import History
from orbat.model.record import Value
from orbat.model.wording import phrase
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
    """Recovered journals of crashed builders, and messages about unreadable journals."""

    found: tuple[RecoveredJournal, ...] = ()
    notes: tuple[str, ...] = ()


def _now() -> datetime.datetime:
    return datetime.datetime.now(tz=datetime.UTC)


def _journals() -> Path:
    return folders.state() / "journals"


def _corrections() -> Path:
    return folders.state() / "corrections"


def fingerprint(text: str) -> str:
    """The SHA-256 hash of a text, to detect later changes of a file."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fingerprint_of(raw: bytes) -> str:
    """The SHA-256 hash of a file's bytes."""
    return hashlib.sha256(raw).hexdigest()


def start_journal_of(state: State) -> Journal:
    """Start the journal of an ORBAT that was just opened."""
    saved = state.saved is not None or len(state.history.steps) == 1
    mark = fingerprint(state.original)
    return start_journal(_journals(), state.history, file=state.file, fingerprint=mark, saved=saved)


def start_corrections_journal(history: History, file: Path, mark: str, checked: CheckTarget) -> Journal:
    """Start a journal for the corrections of an army. `mark` is the SHA-256 hash of the checked file."""
    return start_journal(_corrections(), history, file=file, fingerprint=mark, saved=False, checked=checked)


MAX_PASTED = 20
"""The number of pasted texts that are kept."""


def _pasted() -> Path:
    return folders.state() / "pasted"


def keep_pasted(text: str) -> Path:
    """Store a pasted text as a file, so that corrections survive a crash. Raises WriteFailed."""
    file = _pasted() / f"pasted-{fingerprint(text)[:8]}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    write(file, text.encode("utf-8", "replace"), backup=False)
    with contextlib.suppress(OSError):
        newest_first = sorted(_pasted().glob("pasted-*.txt"), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in newest_first[MAX_PASTED:]:
            old.unlink(missing_ok=True)
    # The same text always gets the same file. Only the newest texts are kept.
    return file


PASTED = "pasted list"
"""What a pasted text without a title is called, instead of the name of its file."""


def is_pasted(file: Path) -> bool:
    """Whether a file contains a pasted text."""
    return file.absolute().parent == _pasted().absolute()


def saving_folder(file: Path) -> Path:
    """The folder in which to save an ORBAT: the folder of `file`, or the current folder for a pasted text."""
    return Path.cwd() if is_pasted(file) else file.absolute().parent


def unsaved_work() -> UnsavedWork:
    """Recover the journals of crashed builders. A damaged journal is renamed and reported in `notes`."""
    return _left_in(_journals())


def unsaved_corrections(file: Path, mark: str) -> UnsavedWork:
    """Recover the unsaved corrections of a checked file. `mark` is the SHA-256 hash of the file's bytes."""
    left = _left_in(_corrections())
    # Journals are found by the path of the file. If the file was moved, they are found by the hash.
    of_it = (one for one in left.found if one.checked and (one.fingerprint == mark or one.file == file.absolute()))
    return replace(left, found=tuple(of_it))


def _left_in(folder: Path) -> UnsavedWork:
    remove_stale_files(folder)
    found: list[RecoveredJournal] = []
    notes: list[str] = []
    for place in abandoned_journals(folder):
        match read_journal(place):
            case UnreadableJournal(message=message, damaged=True):
                notes.append(_set_aside(place, message))
            case UnreadableJournal(message=message):
                notes.append(message)
            case RecoveredJournal() as work if _with_last_save(work).unsaved:
                found.append(_with_last_save(work))
            case _:
                delete_journal(place)
    return UnsavedWork(tuple(found), tuple(notes))


def _with_last_save(work: RecoveredJournal) -> RecoveredJournal:
    # If orbat was killed after writing the file but before recording that, the work counts as saved.
    if work.saving is None:
        return work
    file, mark, orbat = work.saving
    text = read_text(file)
    done = isinstance(text, str) and fingerprint(text) == mark
    return replace(work, saved=orbat, file=file, fingerprint=mark) if done else work


def _set_aside(place: Path, fault: str) -> str:
    try:
        return phrase("{fault}. The file was renamed to {name}.", fault=fault, name=set_aside(place).name)
    except WriteFailed as failed:
        return phrase("{fault}. {failure}", fault=fault, failure=failed)


def resume_work(work: RecoveredJournal) -> Journal | None:
    """Continue to record edits in a recovered journal. Returns None if another process uses the journal."""
    file, mark, saved = work.file, work.fingerprint, work.saved
    return resume_journal(work.path, work.history, file=file, fingerprint=mark, saved=saved, checked=work.checked)


def unchanged_text_of(work: RecoveredJournal) -> str:
    """The text of the ORBAT's file; "" if the file has changed since the crash."""
    text = read_text(work.file) if work.file else ""
    return text if isinstance(text, str) and fingerprint(text) == work.fingerprint else ""


def discard_work(work: RecoveredJournal) -> None:
    """Delete a recovered journal."""
    delete_journal(work.path)


def store_version(file: Path, text: str) -> str:
    """Store a saved text as a version of the file. Returns a message for the user, or ""."""
    try:
        return save_version(versions_folder(folders.state() / "versions", file), file, text, _now())
    except WriteFailed as failed:
        return str(failed)


def versions_of(file: Path) -> tuple[Version, ...]:
    """The stored versions of a file, newest first."""
    return read_versions(versions_folder(folders.state() / "versions", file)).versions


def recent() -> RecentFiles:
    """The recent files, newest first."""
    return read_recent(folders.state())


def add_recent_file(file: Path) -> str:
    """Add a file to the recent files. Returns an error message, or ""."""
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
    """The name of the saved theme, or "" if none is saved."""
    text = read_text(folders.state() / "theme.txt")
    return text.strip() if isinstance(text, str) else ""


def save_theme(name: str) -> None:
    """Save the name of the theme for the next start. Failures are ignored."""
    with contextlib.suppress(WriteFailed, OSError):
        folders.state().mkdir(parents=True, exist_ok=True)
        write(folders.state() / "theme.txt", name.encode() + b"\n", backup=False)


# Paths that users type.


def exists(file: Path) -> bool:
    """Whether the path exists. False if the path is not a valid name."""
    return os.path.lexists(file)


def path_of(text: str, folder: Path) -> Path:
    """The path that the user typed or pasted, relative to `folder`.

    The path may be in quotes, begin with `~`, be a `file:` address, or have backslashes before spaces.
    """
    typed = text.strip()
    if len(typed) > 1 and typed[0] == typed[-1] and typed[0] in "'\"":
        typed = typed[1:-1]
    if address := re.fullmatch(r"file:(?://[^/]*)?(/.*)", typed, re.I | re.S):
        typed = without_drive_slash(unquote(address[1]))
    elif os.sep == "/":  # terminals write a path that is dropped on them in this way
        typed = re.sub(r"\\([ ()'\"&;,\[\]])", r"\1", typed)
    return folder / os.path.expanduser(typed)  # noqa: PTH111  # Path.expanduser raises for unknown people


def without_drive_slash(path: str) -> str:
    """Remove the slash before a Windows drive: `/C:/lists` becomes `C:/lists`. Other paths stay unchanged."""
    return path[1:] if re.match(r"/[A-Za-z]:[/\\]", path) else path


def is_inside(path: Path, folder: Path) -> bool:
    """Whether `path` is `folder` itself or inside `folder`, after following links. Never raises."""
    try:
        return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):
        return False


def typed_path(text: str, folder: Path, suffix: str) -> Path:
    """The path of a file that the user typed (see `path_of`). A name without a suffix gets `suffix`.

    Raises ValueError if the text is empty or names a folder.
    """
    file = path_of(text, folder)
    if not text.strip() or not file.name:
        raise ValueError("Type a file name.")
    if os.path.isdir(file):  # noqa: PTH112  # Path.is_dir raises for some names before Python 3.12
        raise ValueError(phrase("{file} is a folder. Type the name of a file in it.", file=file))
    return file if _is_suffix(file.suffix) else file.with_name(file.name + suffix)


def _is_suffix(suffix: str) -> bool:
    # The name `1.5 points` has no suffix, although it contains a dot.
    return suffix[1:2].isalpha() and suffix[1:].isalnum()
