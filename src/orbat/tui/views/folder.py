"""The content of a folder, as lines of the file dialog."""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path

from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.pipeline import is_orbat_name
from orbat.tui.widgets.lines import Line

OWN_FORMAT = re.compile(rb"""^\s*\{?\s*["']?orbat["']?\s*:""", re.M)
"""What the beginning of a file in orbat's own format contains."""
BEGINNING = 2000
"""The number of bytes that are read to recognise an ORBAT."""


class FileInfo(Value):
    """The name of a file and the time of its last change, which is None if unknown."""

    name: str
    modified: datetime | None


class Listing(Value):
    """The content of a folder."""

    orbats: tuple[FileInfo, ...] = ()
    """Files in orbat's own format."""
    folders: tuple[str, ...] = ()
    others: tuple[FileInfo, ...] = ()
    """Other files that orbat may be able to read, such as typed lists and PDFs."""
    trouble: str = ""
    """The reason why the folder is unreadable, or ""."""


def list_folder(folder: Path) -> Listing:
    """List the ORBATs, subfolders and other readable files of a folder, each sorted by name. Never raises.

    Hidden files and folders are omitted.
    """
    orbats: list[FileInfo] = []
    folders: list[str] = []
    others: list[FileInfo] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if _is_folder(entry):
                    folders.append(entry.name)
                elif is_orbat_name(Path(entry.name)):
                    (orbats if _is_orbat(Path(entry.path)) else others).append(FileInfo(entry.name, _modified(entry)))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "invalid name"
        return Listing(trouble=phrase("Cannot open {folder}: {fault}.", folder=folder, fault=why.lower()))
    return Listing(_sorted(orbats), tuple(sorted(folders, key=str.casefold)), _sorted(others))


def _sorted(files: list[FileInfo]) -> tuple[FileInfo, ...]:
    return tuple(sorted(files, key=lambda file: file.name.casefold()))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_orbat(file: Path) -> bool:
    if file.suffix.lower() not in (".yaml", ".yml", ".json"):
        return False
    try:
        if not file.is_file():  # reading a pipe would wait
            return False
        with file.open("rb") as content:
            return OWN_FORMAT.search(content.read(BEGINNING)) is not None
    except OSError:
        return False


def _modified(entry: os.DirEntry[str]) -> datetime | None:
    try:
        return datetime.fromtimestamp(entry.stat().st_mtime).astimezone()
    except (OSError, ValueError, OverflowError):
        return None


def folder_lines(folder: Path, listing: Listing, words: str = "") -> tuple[Line, ...]:
    """The lines of the file dialog: ORBATs, folders and other files whose names contain all `words`."""
    wanted = words.casefold().split()

    def fits(name: str) -> bool:
        return all(word in name.casefold() for word in wanted)

    up = [] if folder.parent == folder or wanted else [Line(key=folder.parent, name="..", symbol="▴", columns=("up",))]
    folders = [Line(key=folder / name, name=name, symbol="▸", role="head") for name in listing.folders if fits(name)]
    groups = (
        ("ORBATs", [_file_line(folder, file) for file in listing.orbats if fits(file.name)]),
        ("Folders", [*up, *folders]),
        ("Lists and documents", [_file_line(folder, file) for file in listing.others if fits(file.name)]),
    )
    return tuple(
        line
        for name, lines in groups
        if lines
        for line in (Line(key=name, name=name, role="faint", heading=True), *lines)
    )


def _file_line(folder: Path, file: FileInfo) -> Line:
    when = f"{file.modified:%d %b %Y %H:%M}" if file.modified else ""
    return Line(key=folder / file.name, name=file.name, symbol=" ", columns=(Path(file.name).suffix[1:].upper(), when))
