"""`orbat [FILE]` in a terminal: the builder."""

from __future__ import annotations

from pathlib import Path

import click

from orbat.cli.internal_errors import record_error
from orbat.cli.shared import EXIT_OK, EXIT_USAGE, painter, record_failures_of, width, write_lines
from orbat.pipeline import check
from orbat.render.text import check_lines


@click.command("open")
@click.argument("file", type=click.Path(path_type=Path))
def open_command(file: Path) -> int:
    """Open an ORBAT in the builder."""
    return open_builder(file)


def open_builder(file: Path | None) -> int:
    """Open a file in the builder. Without a file, open the home screen.

    If the file is unreadable, show the findings instead.
    """
    from orbat.data.library import Library
    from orbat.tui.app import OrbatApp

    library = Library()
    report = check(file, library) if file else None
    if report is not None:
        record_failures_of((report,))
    if report is not None and not report.readable:
        write_lines(check_lines(report, painter(), width()))
        return EXIT_USAGE
    app = OrbatApp(library, report)
    app.run()
    if app.failure is not None:
        advice = "Your changes are in the journal: orbat offers to restore them at the next start."
        record_error(app.failure, "the builder", str(file or ""), advice)
    return EXIT_OK
