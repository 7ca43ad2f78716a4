"""Earlier versions of saved ORBAT files. Every save adds a copy to the folder of the ORBAT file."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from datetime import UTC, datetime
from pathlib import Path

from orbat.data.problem import Problem
from orbat.data.text_file import read_bytes
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.session.files import WriteFailed, set_aside, write

MAX_VERSIONS = 20
"""Maximum number of versions per file."""

_VERSION_NAME = re.compile(r"([0-9]{6,})_[0-9]{8}T[0-9]{6}Z_[0-9a-f]{12}\.[a-z]{1,5}\Z")
_OWNER_FILE = "versions-of.txt"


def save_version(folder: Path, path: Path, text: str, now: datetime) -> str:
    """Store `text`, the new content of the file `path`, as a version in `folder`. Raises WriteFailed.

    If `folder` is a file, renames the file and returns a message for the user. Otherwise returns "".
    """
    note = ""
    try:
        if folder.exists() and not folder.is_dir():
            note = phrase("{path} was not a folder and was renamed to {name}", path=folder, name=set_aside(folder).name)
        folder.mkdir(parents=True, exist_ok=True)
        paths = _version_paths(folder)
        raw = text.encode("utf-8", "surrogatepass")
        if paths and _has_content(paths[-1], raw):
            return note
        if not (folder / _OWNER_FILE).exists():
            write(folder / _OWNER_FILE, os.fsencode(path.absolute()) + b"\n")
        number = _number(paths[-1]) + 1 if paths else 1
        write(folder / _name(number, now, raw, path.suffix), raw)
    except WriteFailed:
        raise
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise WriteFailed(
            phrase("this save was not added to the versions in {folder}: {reason}", folder=folder, reason=reason)
        ) from error
    for oldest in paths[: max(0, len(paths) + 1 - MAX_VERSIONS)]:
        with contextlib.suppress(OSError):
            oldest.unlink()
    return note


def _name(number: int, now: datetime, raw: bytes, suffix: str) -> str:
    time = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    ending = suffix if suffix in (".yaml", ".yml", ".json") else ".yaml"
    return f"{number:06}_{time}_{hashlib.sha256(raw).hexdigest()[:12]}{ending}"


def _version_paths(folder: Path) -> list[Path]:
    return sorted(
        (path for path in folder.iterdir() if _VERSION_NAME.match(path.name)), key=lambda path: (_number(path), path)
    )


def _number(path: Path) -> int:
    match = _VERSION_NAME.match(path.name)
    return int(match[1]) if match else 0


def _has_content(path: Path, raw: bytes) -> bool:
    try:
        return path.read_bytes() == raw
    except OSError:
        return False


_NAME_PARTS = re.compile(r"([0-9]{6,})_([0-9]{8}T[0-9]{6}Z)_([0-9a-f]{12})\.[a-z]{1,5}\Z")


class Version(Value):
    """An earlier version of a saved file: path of the copy, time of the save, and size in bytes."""

    path: Path
    at: datetime
    size: int

    def text(self) -> str | Problem:
        """The text of the version, or a `Problem` if the copy is unreadable or damaged."""
        raw = read_bytes(self.path)
        if isinstance(raw, Problem):
            return raw
        if not _is_intact(self.path, raw):
            return Problem((), "the saved version is damaged", "Choose another version.", "SRC001")
        return raw.decode("utf-8", "surrogatepass")


class Versions(Value):
    """The earlier versions of one ORBAT file, newest first."""

    versions: tuple[Version, ...]
    damaged: tuple[Path, ...] = ()
    """The paths of damaged versions."""


def versions_folder(folder: Path, path: Path) -> Path:
    """The subfolder of `folder` for the versions of the file `path`."""
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError):  # a loop of links
        resolved = path.absolute()
    name = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in resolved.stem)[:40]
    key = hashlib.sha256(os.fsencode(os.path.normcase(resolved))).hexdigest()[:16]
    # The name of the subfolder is the name of the file without suffix, followed by a hash of the path.
    return folder / f"{name}-{key}"


def read_versions(folder: Path) -> Versions:
    """The versions in a folder. Never raises, and never changes files."""
    try:
        names = sorted((path.name for path in folder.iterdir()), key=_order, reverse=True)
    except FileNotFoundError:
        return Versions(())
    except NotADirectoryError:
        return Versions((), (folder,))
    except OSError:
        return Versions(())
    found: list[Version] = []
    damaged: list[Path] = []
    for name in names:
        if match := _NAME_PARTS.match(name):
            raw = read_bytes(folder / name)
            at = _time(match[2])
            if isinstance(raw, bytes) and at and _is_intact(folder / name, raw):
                found.append(Version(folder / name, at, len(raw)))
            else:
                damaged.append(folder / name)
    return Versions(tuple(found), tuple(damaged))


def _order(name: str) -> tuple[int, str]:
    match = _NAME_PARTS.match(name)
    return (int(match[1]), match[2]) if match else (-1, name)


def _time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None


def _is_intact(path: Path, raw: bytes) -> bool:
    match = _NAME_PARTS.match(path.name)
    if not match or hashlib.sha256(raw).hexdigest()[:12] != match[3]:
        return False
    try:
        raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True
