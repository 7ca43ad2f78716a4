"""Ask for the name of a file to write. An existing file is overwritten only after a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.tui.commands.host import DialogHost
from orbat.tui.storage import exists


class NewFile(Value):
    """A question for the name of a new file, with the folder and the name that the dialog shows at first."""

    question: str
    folder: Path
    name: str
    read: Callable[[str, Path], Path]
    """Reads what the user typed in a folder. Raises ValueError if the name cannot be used."""
    own: Path | None = None
    """An existing file that needs no question, because the caller asks about it."""


def ask_new_file(host: DialogHost, new: NewFile, then: Callable[[Path], None], fault: str = "") -> None:
    """Ask for a file name, and pass the path to `then`. `fault`: why the last attempt failed, or ""."""

    def named(file: Path) -> None:
        if not exists(file) or (new.own is not None and file == new.own.absolute()):
            then(file)
            return
        again = replace(new, folder=file.parent, name=file.name)
        answers = (("overwrite", "Overwrite"), ("back", "Back"))
        actions = {"overwrite": lambda: then(file), "back": lambda: ask_new_file(host, again, then)}
        host.offer(phrase("{file} already exists.", file=file), answers, actions)

    host.name_file(new.question, new.folder, new.name, new.read, named, fault)
