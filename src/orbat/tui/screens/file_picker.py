"""The file dialog: choose an existing file, or name a new one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key, Paste
from textual.widgets import Button, Input, Label, Static
from textual.widgets.input import Selection

from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.pipeline import ORBAT_SUFFIXES
from orbat.tui.program import program_of
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.storage import path_of
from orbat.tui.views.folder import Listing, folder_lines, list_folder
from orbat.tui.widgets.fields import TextField
from orbat.tui.widgets.keybar import PageKeys
from orbat.tui.widgets.lines import Lines


class Folder(Lines):
    """The list of folders and files in the dialog."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Open")]


class FileDialog(PageScreen[Path | None]):
    """A screen with the files of a folder. The result is a path, or None if the user cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "type", "Type a name"),
        Binding("backspace,left", "up", "Parent folder"),
        Binding("escape", "back", "Back"),
        HELP,
    ]
    button: ClassVar[str]
    """The label of the button that confirms."""
    placeholder: ClassVar[str]

    def __init__(self, title: str, folder: Path, name: str = "", at: Path | None = None) -> None:
        """Create the screen.

        - `folder`: the folder to show.
        - `name`: the initial text of the input.
        - `at`: the file or folder to select.
        """
        super().__init__()
        self._title = title
        self._first_name = name
        self._at = at
        self._folder = folder
        self._listed: tuple[Path, Listing] = (folder, Listing())

    def compose(self) -> ComposeResult:
        """Show the folder, the input with its buttons, and the list."""
        yield Label(self._title, classes="page-title", markup=False)
        yield Label(classes="pane", id="place", markup=False)
        with Horizontal(id="file-name"):
            yield TextField(
                self._first_name, placeholder=self.placeholder, id="name", compact=True, select_on_focus=False
            )
            yield Button(self.button, id="ok", variant="primary", compact=True)
            yield Button("Cancel", id="leave", compact=True)
        yield Folder(id="folder", widths=(6, 17), points_always=self.AUTO_FOCUS == "#folder")
        yield Static(id="hint", markup=False)
        yield PageKeys()

    def on_mount(self) -> None:
        """Show the folder with which the screen starts."""
        files = program_of(self).files
        self.go(files.root if files.root and files.refusal(self._folder) else self._folder, self._at)
        self.begin()

    def begin(self) -> None:
        """Prepare the screen after its first folder is shown."""

    @property
    def field(self) -> Input:
        """The input for a filter, a name or a path."""
        return self.query_one("#name", Input)

    def go(self, folder: Path, at: Path | None = None) -> None:
        """Show a folder, with the cursor on `at`. By default, the cursor is on the folder that was shown before."""
        listing = self.listing(folder)
        if listing.trouble:
            self.say(listing.trouble)
            return
        at, self._folder = at or self._folder, folder
        self.show(folder, listing, at=at)
        self.say(self.about)

    def refusal(self, path: Path) -> str:
        """The reason why the dialog may not use a path, or "". Links are followed."""
        return program_of(self).files.refusal(path)

    def listing(self, folder: Path) -> Listing:
        """The content of a folder, or the reason why the dialog cannot show it."""
        refusal = self.refusal(folder)
        return Listing(trouble=refusal) if refusal else list_folder(folder)

    def answer(self, value: Path | None = None) -> bool:
        """Close the screen with a path. If the path is not allowed, show the reason instead, and return False."""
        if value is not None and (refusal := self.refusal(value)):
            self.say(refusal, is_fault=True)
            return False
        return super().answer(value)

    @property
    def about(self) -> str:
        """What the screen says below the list of files."""
        raise NotImplementedError

    def show(self, folder: Path, listing: Listing, words: str = "", at: Path | None = None) -> None:
        """Show the files and folders in `folder`. Omit names that do not contain all of `words`."""
        self._listed = folder, listing
        self.query_one("#place", Label).update(visible(os.path.join(folder, "")))  # noqa: PTH118  # a Path ends without a separator
        lines = folder_lines(folder, listing, words)
        paths = [line.key for line in lines if isinstance(line.key, Path)]
        first = next((path for path in paths if path != folder.parent), None)
        self.query_one(Folder).show(lines, at if at in paths and at != folder.parent else first)

    def say(self, words: str, *, is_fault: bool = False) -> None:
        """Show a text at the bottom of the screen."""
        hint = self.query_one("#hint", Static)
        hint.update(Content(visible(words)))
        hint.set_class(is_fault, "-fault")

    def action_up(self) -> None:
        """Go to the parent folder."""
        self.go(self._folder.parent)

    def action_type(self) -> None:
        """Move the focus to the input."""
        self.field.focus()

    def action_back(self) -> None:
        """Close the screen without a path."""
        self.answer(None)

    def on_key(self, event: Key) -> None:
        """Move the focus from the input to the list when Down is pressed."""
        folder = self.query_one(Folder)
        if self.focused is self.field and event.key == "down" and folder.lines:
            event.stop()
            folder.focus()

    def on_paste(self, event: Paste) -> None:
        """Put a pasted path into the input, even if the list has the focus."""
        event.stop()
        self.field.value = event.text.strip().partition("\n")[0]
        self.field.focus()

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        if isinstance(event.line.key, Path):
            self.take(event.line.key)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.confirm()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "ok":
            self.confirm()
        else:
            self.answer(None)

    def confirm(self) -> None:
        """Use the typed path."""
        raise NotImplementedError

    def take(self, path: Path) -> None:
        """Go to a folder, or choose a file."""
        raise NotImplementedError


def _is_folder_path(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112  # Path.is_dir raises for some names before Python 3.12


class FilePicker(FileDialog):
    """Choose an existing file: browse folders, filter, or type a path."""

    help_page = "picker"
    AUTO_FOCUS = "#folder"
    button = "Open"
    placeholder = "Part of a name, or a path"

    def __init__(self, title: str, place: Path | None = None) -> None:
        """Create the screen. `place` is the folder to show, or the file to select."""
        at = (place or Path.cwd()).absolute()
        folders = (folder for folder in (at, at.parent) if _is_folder_path(folder))
        super().__init__(title, next(folders, Path.cwd()), at=at)

    @property
    def about(self) -> str:
        """What the screen says below the list of files."""
        folder, listing = self._listed
        if not listing.orbats and not listing.others:
            return phrase("No file in {folder} that orbat can read.", folder=folder)
        return "Enter or a second click opens. / filters, or goes to a path; it may begin with ~."

    def go(self, folder: Path, at: Path | None = None) -> None:
        """Show a folder, and clear the filter."""
        with self.prevent(Input.Changed):
            self.field.value = ""
        super().go(folder, at)
        self.query_one(Folder).focus()

    def action_back(self) -> None:
        """Clear and leave the filter. If the filter is empty and not in focus, close the screen."""
        if self.field.value or self.focused is self.field:
            self.go(self._folder)
        else:
            self.answer(None)

    @on(Input.Changed)
    def _filter(self, event: Input.Changed) -> None:
        # The part of a path before the last separator is a folder, whose files are filtered by the rest.
        event.stop()
        typed = path_of(event.value, self._folder)
        ends = event.value.endswith(("/", os.sep)) or not event.value.strip()
        folder, words = (typed, "") if ends else (typed.parent, typed.name)
        if folder != self._listed[0]:
            listing = self.listing(folder)
            if listing.trouble:
                return
            self.show(folder, listing, words)
        else:
            self.show(*self._listed, words)
        self.say(self.about if self.query_one(Folder).lines else "No file or folder has this name.")

    def confirm(self) -> None:
        """Open the typed path, or the line at the cursor."""
        line, text = self.query_one(Folder).line, self.field.value
        typed = path_of(text, self._folder)
        if not text.strip() or (line and isinstance(line.key, Path) and not os.path.lexists(typed)):
            self.query_one(Folder).action_choose()
        else:
            self.take(typed)

    def take(self, path: Path) -> None:
        """Go to a folder, or choose a file and close the screen."""
        if _is_folder_path(path):
            self.go(Path(os.path.normpath(path)))
        elif os.path.isfile(path):  # noqa: PTH113  # Path.is_file raises for some names before Python 3.12
            self.answer(path)
        else:
            self.say(phrase("File not found: {file}.", file=path), is_fault=True)


ReadName = Callable[[str, Path], Path]
"""A function that reads the name of a new file in a folder. Raises ValueError if the name cannot be used."""


def without_kept_suffix(text: str, first: str) -> str:
    """Remove the proposed suffix from a typed name that has its own suffix, or that is a folder.

    `first` is the name that the dialog proposed. For example, `alma.json.yaml` becomes `alma.json`, and `~.yaml`
    becomes `~`.
    """
    kept = Path(first).suffix
    typed = text.removesuffix(kept) if text != first else text
    is_folder = typed.endswith(("/", os.sep, "..")) or typed == "~"
    return typed if is_folder or Path(typed).suffix.lower() in ORBAT_SUFFIXES else text


class FileNamer(FileDialog):
    """Name a new file: type a name or a path, or choose a folder or an existing file."""

    help_page = "namer"
    AUTO_FOCUS = "#name"
    button = "Save"
    placeholder = "A name, or a path"

    def __init__(self, title: str, folder: Path, name: str, read: ReadName, fault: str = "") -> None:
        """Create the screen.

        - `folder`: the folder to show.
        - `name`: the initial name.
        - `read`: makes a path from the typed text and the folder.
        - `fault`: why the last attempt failed.
        """
        existing = next((one for one in (folder, *folder.parents) if _is_folder_path(one)), Path.cwd())
        super().__init__(title, existing, name if existing == folder else str(folder / name))
        self._read = read
        self._fault = fault

    @property
    def about(self) -> str:
        """What the screen says below the list of files."""
        return "Enter saves. In the list, Enter or a second click opens a folder, or takes the name of a file."

    def begin(self) -> None:
        """Select the name without its suffix, so that typing keeps the suffix."""
        self.field.selection = Selection(0, len(self._first_name) - len(Path(self._first_name).suffix))
        if self._fault:
            self.say(self._fault, is_fault=True)

    def confirm(self) -> None:
        """Go to the typed folder, or choose the typed file and close the screen."""
        text = without_kept_suffix(self.field.value, self._first_name)
        path = path_of(text, self._folder)
        if text.strip() and _is_folder_path(path):
            self.field.value = self._first_name
            self.go(Path(os.path.normpath(path)))
            return
        try:
            file = self._read(text, self._folder)
        except ValueError as error:
            self.say(str(error), is_fault=True)
            self.field.focus()
        else:
            self.answer(file)

    def take(self, path: Path) -> None:
        """Go to a folder, or put the name of a file into the input."""
        if _is_folder_path(path):
            self.go(path)
        else:
            self._first_name = self.field.value = path.name
            self.field.focus()
