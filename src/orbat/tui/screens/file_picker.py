"""The file picker: browse folders, or type a path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, Input, Label, Static

from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.pipeline import ORBAT_SUFFIXES, is_orbat_name
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.widgets.lines import Line, Lines

READABLE = ORBAT_SUFFIXES
"""The suffixes of the files that the picker lists. To choose another file, the user types its name."""


class Listing(Value):
    """The content of a folder: the names of subfolders, and each file's name and size in bytes."""

    folders: tuple[str, ...] = ()
    files: tuple[tuple[str, int], ...] = ()
    trouble: str = ""
    """The reason why the folder is unreadable, or ""."""


def list_folder(folder: Path) -> Listing:
    """List the subfolders and ORBAT files of a folder, sorted by name. Never raises.

    Hidden files and folders are omitted.
    """
    folders, files = [], []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if _is_folder(entry):
                    folders.append(entry.name)
                elif is_orbat_name(Path(entry.name)):
                    files.append((entry.name, _bytes(entry)))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "invalid name"
        return Listing(trouble=phrase("Cannot open {folder}: {fault}.", folder=folder, fault=why.lower()))
    return Listing(tuple(sorted(folders, key=str.casefold)), tuple(sorted(files, key=lambda file: file[0].casefold())))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _bytes(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat().st_size
    except OSError:
        return 0


def folder_lines(folder: Path, listing: Listing) -> tuple[Line, ...]:
    """The lines of the file picker: `..` for the parent folder, subfolders and files."""
    lines = [] if folder.parent == folder else [Line(key=folder.parent, name="..", symbol="▴", columns=("up", ""))]
    lines += [
        Line(key=folder / name, name=name, symbol="▸", role="head", columns=("folder", "")) for name in listing.folders
    ]
    lines += [
        Line(key=folder / name, name=name, symbol=" ", columns=(Path(name).suffix[1:].upper(), _size(size)))
        for name, size in listing.files
    ]
    return tuple(lines)


def _size(size: int) -> str:
    return f"{show(max(1, round(size / 1024)))} kB"


class Folder(Lines):
    """The list of folders and files in the picker."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Open")]


class FilePicker(PageScreen[Path | None]):
    """A screen to choose a file. The result is a path, or None if the user cancels."""

    help_page = "picker"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "type", "Type a name"),
        Binding("backspace,left", "up", "Parent folder"),
        Binding("escape", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#folder"

    def __init__(self, title: str, place: Path | None = None) -> None:
        """Create the screen. `place` is the folder to show, or the file to select."""
        super().__init__()
        self._title = title
        self._at = (place or Path.cwd()).absolute()
        folders = (folder for folder in (self._at, self._at.parent) if folder.is_dir())
        self._folder = next(folders, Path.cwd())

    def compose(self) -> ComposeResult:
        """Show the path and the list."""
        yield Label(self._title, classes="page-title", markup=False)
        yield Input(str(self._folder), id="place", compact=True, select_on_focus=False)
        yield Folder(id="folder", widths=(7, 9))
        yield Static(id="hint", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show the first folder."""
        self._go(self._folder, self._at)

    def _go(self, folder: Path, at: Path | None = None) -> None:
        # The cursor starts at `at` or, without `at`, at the folder that was shown before. If that is not in the list,
        # the cursor starts at the first item after `..`.
        listing = list_folder(folder)
        if listing.trouble:
            self._say(listing.trouble)
            return
        at, self._folder = at or self._folder, folder
        place = self.query_one("#place", Input)
        place.value = os.path.join(folder, "")  # noqa: PTH118  # a Path has no separator at its end
        place.cursor_position = len(place.value)
        lines = folder_lines(folder, listing)
        first = next((line.key for line in lines if line.name != ".."), None)
        is_here = at.parent == folder and any(line.key == at for line in lines)
        self.query_one(Folder).show(lines, at if is_here else first)
        self.query_one(Folder).focus()
        found = len(listing.files)
        suffixes = ", ".join(suffix[1:] for suffix in READABLE)
        none = phrase("No files here with these suffixes: {suffixes}.", suffixes=suffixes)
        self._say("Enter or a double click opens." if found else none)

    def _say(self, words: str) -> None:
        self.query_one("#hint", Static).update(Content(visible(words)))

    def action_up(self) -> None:
        """Go to the parent folder."""
        self._go(self._folder.parent)

    def action_type(self) -> None:
        """Move the focus to the input for a path."""
        self.query_one("#place", Input).focus()

    def action_back(self) -> None:
        """Return from the path input to the list, or close the picker."""
        if isinstance(self.focused, Input):
            self._go(self._folder)
        else:
            self.answer(None)

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        if isinstance(event.line.key, Path):
            self._take(event.line.key)

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            path = Path(event.value.strip()).expanduser()
        except RuntimeError:
            self._say(phrase("Folder not found: {folder}.", folder=event.value))
            return
        self._take(self._folder / path)

    def _take(self, path: Path) -> None:
        if os.path.isdir(path):  # noqa: PTH112  # Path.is_dir raises for some names before Python 3.12
            self._go(Path(os.path.normpath(path)))
        elif os.path.isfile(path):  # noqa: PTH113  # nor does this
            self.answer(path)
        else:
            self._say(phrase("File not found: {file}.", file=path))
