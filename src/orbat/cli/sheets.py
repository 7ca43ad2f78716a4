"""`orbat print`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from orbat.cli.shared import FINE, USAGE, Refused, examined, refuse_missing_folder, show_findings, tell, there
from orbat.outputs.files import WriteFailed, file_name, write
from orbat.outputs.text import verdict_line
from orbat.pipeline import sheet
from orbat.sources.library import Library


@click.command("print")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The PDF to write; by default the title's name.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--sheets", type=click.Choice(["orbat"]), default="orbat", show_default=True, help="What to print.")
def print_command(file: Path, output: Path | None, paper: Literal["a4", "letter"], sheets: str) -> int:
    """Print an ORBAT as a PDF sheet.

    An ORBAT that is not legal is printed and marked so. FILE may be - for standard input.
    """
    if output is not None and output.suffix.lower() != ".pdf":
        raise Refused(f"a sheet is a PDF: name it {output.stem or 'sheet'}.pdf, not {output.name}")
    report = examined(file, Library())
    if not report.readable:
        show_findings(report)
        return USAGE
    path = output or Path(file_name(report.title, ".pdf"))
    refuse_missing_folder(path)
    if there(path) and there(file) and path.samefile(file):
        raise Refused(f"{path} is the file that was read; name another with -o")
    try:
        write(path, sheet(report, paper), backup=False)
    except WriteFailed as failed:
        raise Refused(str(failed)) from failed
    tell([f"Written: {path}", verdict_line(report)])
    return FINE
