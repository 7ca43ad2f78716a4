"""Keeping a version of a file at each save. `sources.versions` lists them and says how they are named."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from datetime import UTC, datetime
from pathlib import Path

from orbat.outputs.aside import set_aside
from orbat.outputs.files import WriteFailed, write

MOST = 20
"""So many versions of a file are kept."""

_NAME = re.compile(r"([0-9]{6,})_[0-9]{8}T[0-9]{6}Z_[0-9a-f]{12}\.[a-z]{1,5}\Z")
_OWNER = "versions-of.txt"


def keep(place: Path, path: Path, text: str, now: datetime) -> str:
    """Keep a text just saved to `path` as a version; one equal to the newest is not kept twice.

    Returns what the player should be told, "" where there is nothing. Nothing that is there is ever written over;
    only the oldest are dropped. Raises WriteFailed.
    """
    note = ""
    try:
        if place.exists() and not place.is_dir():
            note = f"{place} was no folder of versions; it is now {set_aside(place).name}"
        place.mkdir(parents=True, exist_ok=True)
        kept = _kept(place)
        raw = text.encode("utf-8", "surrogatepass")
        if kept and _holds(kept[-1], raw):
            return note
        if not (place / _OWNER).exists():
            write(place / _OWNER, os.fsencode(path.absolute()) + b"\n")
        number = _number(kept[-1]) + 1 if kept else 1
        write(place / _name(number, now, raw, path.suffix), raw)
    except WriteFailed:
        raise
    except OSError as error:
        raise WriteFailed(f"no version was kept in {place}: {(error.strerror or 'an error').lower()}") from error
    for oldest in kept[: max(0, len(kept) + 1 - MOST)]:
        with contextlib.suppress(OSError):
            oldest.unlink()
    return note


def _name(number: int, now: datetime, raw: bytes, suffix: str) -> str:
    time = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    ending = suffix if suffix in (".yaml", ".yml", ".json") else ".yaml"
    return f"{number:06}_{time}_{hashlib.sha256(raw).hexdigest()[:12]}{ending}"


def _kept(place: Path) -> list[Path]:
    """The versions there are, oldest first."""
    return sorted((path for path in place.iterdir() if _NAME.match(path.name)), key=lambda path: (_number(path), path))


def _number(path: Path) -> int:
    match = _NAME.match(path.name)
    return int(match[1]) if match else 0


def _holds(path: Path, raw: bytes) -> bool:
    try:
        return path.read_bytes() == raw
    except OSError:
        return False
