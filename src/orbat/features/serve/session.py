"""The builder of one tab of the browser: a process that the server starts, `python -m orbat.features.serve.session`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import ClassVar

from textual import events

from orbat.cli.internal_errors import record_error
from orbat.data import folders
from orbat.data.library import Library
from orbat.features.serve.confinement import allowed_in_session, confine
from orbat.features.serve.driver import PageReplaced
from orbat.model.wording import phrase
from orbat.pipeline import check
from orbat.report.report import Report
from orbat.tui import app
from orbat.tui.app import OrbatApp
from orbat.tui.storage import is_inside

ROOT, FILE = "ORBAT_SERVE_ROOT", "ORBAT_SERVE_FILE"
"""The environment variables with the served folder, and the file to open."""


class WebApp(OrbatApp):
    """The builder in a browser. Dialogs show only the served folder. To view a file, the browser downloads it."""

    # Textual looks for styles beside the module of the class
    CSS_PATH: ClassVar[list[str | PurePath]] = [Path(app.__file__).parent / one for one in OrbatApp.CSS_PATH]

    def __init__(self, library: Library, root: Path, report: Report | None = None) -> None:
        super().__init__(library, report)
        self.files = WebFiles(root, self._download)

    def _download(self, file: Path) -> None:
        self.deliver_binary(file, save_filename=file.name)

    def on_page_replaced(self, _: PageReplaced) -> None:
        """Draw everything again."""
        self.refresh(layout=True)

    def on_paste(self, event: events.Paste) -> None:
        """Send the key Ctrl+V if no widget or screen takes a pasted text. Browsers send a paste instead of this key."""
        event.stop()
        self.post_message(events.Key("ctrl+v", None))


class WebFiles:
    """The files of one folder, for a builder in a browser. Files are downloaded, not opened in a viewer."""

    def __init__(self, root: Path, send: Callable[[Path], None]) -> None:
        """Give access to the folder `root`. `send` starts a download."""
        self.root = root
        self._send = send

    @property
    def state(self) -> Path:
        """The folder for unsaved work, saved versions and recent files.

        The builder in a terminal uses the same folder.
        """
        return folders.state()

    def refusal(self, file: Path) -> str:
        """The reason why a file may not be opened or saved, or "". Links are followed."""
        if is_inside(file, self.root):
            return ""
        return phrase("{file} is outside the folder {folder}.", file=file, folder=self.root)

    def delivery(self, file: Path) -> str:
        """Return the button label "Download" for every file."""
        return "Download"

    def deliver(self, file: Path) -> str:
        """Send a file to the browser. Returns an error message, or ""."""
        refusal = self.refusal(file)
        if not refusal:
            self._send(file)
        return refusal


def main() -> int:
    """Run the builder until the tab is closed. Returns the exit code."""
    root = Path(os.environ[ROOT])
    os.chdir(root)
    confine(allowed_in_session(root, (folders.own(), folders.state()), (folders.shipped(),)))
    library = Library()
    file = os.environ.get(FILE)
    report = check(Path(file), library) if file else None
    program = WebApp(library, root, report if report and report.readable else None)
    program.run()
    if program.failure is not None and not isinstance(program.failure, BrokenPipeError):  # the server has ended
        # the page shows that the session has ended; the journal and the log remain
        record_error(program.failure, "the builder", file or "", "Your changes are in the journal.")
    return program.return_code or 0


if __name__ == "__main__":
    sys.exit(main())
