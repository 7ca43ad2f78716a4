"""Ask for a list that the user pastes or types."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from orbat.model.wording import phrase
from orbat.session.files import WriteFailed
from orbat.tui.commands.host import DialogHost
from orbat.tui.file_reading import prepare
from orbat.tui.screens.paste import PasteDialog
from orbat.tui.storage import keep_pasted


def ask_for_list(host: DialogHost, then: Callable[[Path], object], text: str = "") -> None:
    """Ask for an army list as text, store the text in a file, and pass the file to `then`."""

    def answered(pasted: str | None) -> None:
        if pasted is None:
            return
        try:
            file = keep_pasted(pasted)
        except (WriteFailed, OSError) as failed:
            host.say(phrase("{reason}.", reason=failed), severity="error")
        else:
            then(file)

    prepare(host.program.library)
    host.show(PasteDialog(text), answered)
