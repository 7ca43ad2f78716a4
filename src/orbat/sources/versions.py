"""The versions kept of a file: what each save wrote, newest first.

Each version is a file of its own with the very text, in a folder for each ORBAT file; its name has a number, the
time and the first figures of its SHA-256, so there is no index that could be damaged, and a damaged version shows.
"""

from __future__ import annotations

import hashlib
import os
import re
from datetime import UTC, datetime
from pathlib import Path

from orbat.model.record import Value
from orbat.sources.problem import Problem
from orbat.sources.text_file import read_bytes

_NAME = re.compile(r"([0-9]{6,})_([0-9]{8}T[0-9]{6}Z)_([0-9a-f]{12})\.[a-z]{1,5}\Z")


class Version(Value):
    """One version: where it is kept, when it was saved, and its size in bytes."""

    place: Path
    at: datetime
    size: int

    def text(self) -> str | Problem:
        """The text as it was saved."""
        raw = read_bytes(self.place)
        if isinstance(raw, Problem):
            return raw
        if not _is_whole(self.place, raw):
            return Problem((), "the kept version is damaged", "Choose another one.", "SRC001")
        return raw.decode("utf-8", "surrogatepass")


class Versions(Value):
    """The versions of one file, newest first, and what should be set aside because it is damaged."""

    versions: tuple[Version, ...]
    damaged: tuple[Path, ...] = ()


def place_of(folder: Path, path: Path) -> Path:
    """Where in the folder of all versions those of a file are kept: a readable name, and a hash of its whole path."""
    try:
        whole = path.resolve()
    except (OSError, RuntimeError):  # links that lead round in a circle
        whole = path.absolute()
    name = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in whole.stem)[:40]
    key = hashlib.sha256(os.fsencode(os.path.normcase(whole))).hexdigest()[:16]
    return folder / f"{name}-{key}"


def read_versions(place: Path) -> Versions:
    """The versions kept in such a place. Never raises, never changes anything."""
    try:
        names = sorted((path.name for path in place.iterdir()), key=_order, reverse=True)
    except FileNotFoundError:
        return Versions(())
    except NotADirectoryError:
        return Versions((), (place,))
    except OSError:
        return Versions(())
    found: list[Version] = []
    damaged: list[Path] = []
    for name in names:
        if match := _NAME.match(name):
            raw = read_bytes(place / name)
            at = _time(match[2])
            if isinstance(raw, bytes) and at and _is_whole(place / name, raw):
                found.append(Version(place / name, at, len(raw)))
            else:
                damaged.append(place / name)
    return Versions(tuple(found), tuple(damaged))


def _order(name: str) -> tuple[int, str]:
    match = _NAME.match(name)
    return (int(match[1]), match[2]) if match else (-1, name)


def _time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None


def _is_whole(place: Path, raw: bytes) -> bool:
    match = _NAME.match(place.name)
    if not match or hashlib.sha256(raw).hexdigest()[:12] != match[3]:
        return False
    try:
        raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True
