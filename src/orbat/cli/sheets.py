"""`orbat print`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from orbat.cli.shared import FINE, USAGE, painter, say
from orbat.outputs.files import WriteFailed, file_name, write
from orbat.outputs.text import finding_lines
from orbat.pipeline import check, sheet
from orbat.sources.library import Library


@click.command("print")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The PDF to write; by default the title's name.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--sheets", type=click.Choice(["orbat"]), default="orbat", show_default=True, help="What to print.")
def print_command(file: Path, output: Path | None, paper: Literal["a4", "letter"], sheets: str) -> int:
    """Print an ORBAT as a PDF sheet; an ORBAT that is not legal is printed and marked so."""
    report = check(file, Library())
    if not report.readable:
        say(line for finding in report.findings for line in finding_lines(finding, painter()))
        return USAGE
    path = output or Path(file_name(report.title, ".pdf"))
    try:
        write(path, sheet(report, paper), backup=False)
    except WriteFailed as failed:
        raise click.UsageError(str(failed)) from failed
    say([f"Written: {path}. {report.verdict}. {report.points}."])
    return FINE
