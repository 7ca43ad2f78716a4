"""The builder of one tab of the browser: a process that the server starts, `python -m orbat.features.serve.session`."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PurePath
from typing import ClassVar

from orbat.cli.internal_errors import record_error
from orbat.data import folders
from orbat.data.library import Library
from orbat.features.serve.confinement import allowed_in_session, confine
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
        self._root = root

    @property
    def root(self) -> Path | None:
        """The only folder in which files may be opened and saved."""
        return self._root

    @property
    def can_view(self) -> bool:
        """Whether the browser can show PDFs and web pages."""
        return True

    def view(self, file: Path) -> str:
        """Send a file to the browser. Returns an error message, or ""."""
        if not is_inside(file, self._root):
            return "The file is not in the served folder."
        self.deliver_binary(file, save_filename=file.name)
        return ""


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
    if program.failure is not None:
        # the page shows that the session has ended; the journal and the log remain
        record_error(program.failure, "the builder", file or "", "Your changes are in the journal.")
    return program.return_code or 0


if __name__ == "__main__":
    sys.exit(main())
